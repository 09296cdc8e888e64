"""`/taxis`: every move by command, cities in any spelling, the same confirmations as in the panel."""

from __future__ import annotations

from typing import Any

import pytest
from evening_of_taxis import TaxisEvening, begin, begin_with
from panel_evening import chosen_in, steps_of
from simulated import World, controls, text_of

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.moves import TakeBlind
from bot.games.thurn_and_taxis.sentences import cities_meant, city_meant
from bot.text import words
from cogs.thurn_and_taxis.commands import matching
from tests.games.thurn_and_taxis.positions import cities, table

SPEAK, JAPANESE = words("en"), words("ja")
DISPLAY = "zuerich mannheim innsbruck freiburg lodz stuttgart"


# Cities ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("city", CITIES)
def test_a_city_is_known_by_every_name_it_has(city: str) -> None:
    one = CITIES[city]
    name, japanese = (speak(f"thurn_and_taxis.city.{city}") for speak in (SPEAK, JAPANESE))
    for spelling in (one.id, name, japanese, name.upper(), f" {name.lower()} ", *one.aliases):
        assert city_meant(spelling) == city


@pytest.mark.parametrize(
    ("typed", "city"),
    [
        ("Nurnberg", "nuernberg"),
        ("nuremberg", "nuernberg"),
        ("Munich", "muenchen"),
        ("Karlsruhe", "carlsruhe"),
        ("Łódź", "lodz"),
        ("チューリッヒ", "zuerich"),
        ("ﾊﾞｰｾﾞﾙ", "basel"),
    ],
)
def test_other_spellings_and_widths_are_understood(typed: str, city: str) -> None:
    assert city_meant(typed) == city


@pytest.mark.parametrize("typed", ["", "Atlantis", "Mannheim Ulm", "*x*"])
def test_what_is_no_city_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_city"):
        city_meant(typed)


def test_the_marks_of_kana_count() -> None:
    assert matching("バ", ("basel", "passau", "budweis")) == ("basel",)
    assert matching("パ", ("basel", "passau", "budweis")) == ("passau",)


@pytest.mark.parametrize(
    "text", ["Mannheim, Ulm,München", "マンハイム、ウルム、ミュンヘン", "mannheim ulm muenchen"]
)
def test_a_list_of_cities_may_be_parted_as_people_do(text: str) -> None:
    assert cities_meant(text) == cities("mannheim ulm muenchen")


# Taking ---------------------------------------------------------------------------------------------


async def test_the_open_cards_are_offered_with_region_and_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table("basel freiburg carlsruhe / ", "ulm / ", display=DISPLAY)
    evening = await begin_with(world, monkeypatch, state)
    found = await evening.offers("take", "card", "")
    assert found["zuerich"] == "Zürich (Schweiz · fits the left end)"
    assert found["deck"] == "Deck"
    assert list(await evening.offers("take", "card", "St")) == ["stuttgart"]
    assert list(await evening.offers("take", "card", "シュ")) == ["stuttgart"]
    other = evening.people[1]
    assert await other.autocomplete(world.channel, "taxis take", "card", "") == []


async def test_cards_are_taken_by_name_and_from_the_deck(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / ", display=DISPLAY))
    actor = evening.people[0]
    refused = await evening.command(actor, "take", card="Passau")
    assert SPEAK("refusal.not_open", city="Passau") in text_of(refused)
    panel = await evening.command(actor, "take", card="マンハイム")
    assert "begin" in steps_of(panel)
    assert (await evening.position()).hands[0] == cities("ulm mannheim")
    await evening.command(actor, "take", card="山札")
    state = await evening.position()
    assert (state.taken, state.official) == (2, "postmaster")


# Playing --------------------------------------------------------------------------------------------


async def playing(
    world: World, monkeypatch: pytest.MonkeyPatch, route: str, hand: str, phase: str = "play", **more: object
) -> TaxisEvening:
    """The first seat's turn with this route and hand."""
    state = table(f"{route} / ", f"{hand} / ", phase=phase, **more)
    return await begin_with(world, monkeypatch, state)


async def test_a_card_goes_to_the_one_end_it_fits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await playing(world, monkeypatch, "basel freiburg carlsruhe", "zuerich mannheim")
    await evening.command(evening.people[0], "play", card="Zurich")
    assert (await evening.position()).routes[0] == cities("zuerich basel freiburg carlsruhe")


async def test_where_both_ends_fit_the_side_has_to_be_said(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "kempten augsburg", "ulm innsbruck")
    actor = evening.people[0]
    before = await evening.position()
    panel = await evening.command(actor, "play", card="ulm")
    assert SPEAK("thurn_and_taxis.command.which_side") in text_of(panel)
    assert "play" in steps_of(panel)
    assert await evening.position() == before
    await evening.command(actor, "play", card="ulm", side="left")
    assert (await evening.position()).routes[0] == cities("ulm kempten augsburg")


@pytest.mark.parametrize("side", [None, "new"])
async def test_a_card_that_costs_the_route_is_shown_to_be_confirmed(
    world: World, monkeypatch: pytest.MonkeyPatch, side: str | None
) -> None:
    evening = await playing(world, monkeypatch, "basel freiburg", "lodz linz")
    actor = evening.people[0]
    before = await evening.position()
    more = {} if side is None else {"side": side}
    panel = await evening.command(actor, "play", card="lodz", **more)
    assert "discarded without reward" in text_of(panel)
    assert await evening.position() == before
    await evening.confirm(actor, panel)
    assert (await evening.position()).routes[0] == ("lodz",)


async def test_the_first_card_of_a_route_needs_no_side(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await playing(world, monkeypatch, "", "lodz linz", official="administrator", taken=1)
    await evening.command(evening.people[0], "play", card="ロッズ", side="left")
    assert (await evening.position()).routes[0] == ("lodz",)


@pytest.mark.parametrize(
    ("card", "side", "code"),
    [
        ("lodz", None, "city_not_in_hand"),
        ("mannheim", "left", "no_road"),
        ("freiburg", "right", "city_in_route"),
    ],
)
async def test_what_can_not_be_played_is_refused_beside_the_panel(
    world: World, monkeypatch: pytest.MonkeyPatch, card: str, side: str | None, code: str
) -> None:
    evening = await playing(world, monkeypatch, "basel freiburg carlsruhe", "mannheim freiburg")
    more = {} if side is None else {"side": side}
    panel = await evening.command(evening.people[0], "play", card=card, **more)
    assert SPEAK(f"refusal.{code}") in text_of(panel)
    assert "play" in steps_of(panel)


async def test_the_cards_of_the_hand_are_offered_once_each(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "basel", "zuerich zuerich mannheim")
    found = await evening.offers("play", "card", "")
    assert found == {
        "zuerich": "Zürich (Schweiz · fits both ends)",
        "mannheim": "Mannheim (Baden · fits neither end)",
    }
    assert await evening.offers("discard", "card", "M") == {}, "nothing has to be discarded now"


# Officials ------------------------------------------------------------------------------------------


async def test_the_administrator_comes_by_command(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    await evening.command(evening.people[0], "official", official="administrator")
    assert (await evening.position()).official == "administrator"
    again = await evening.command(evening.people[0], "official", official="administrator")
    assert SPEAK("refusal.official_used") in text_of(again)


async def test_the_postmaster_offers_the_second_card(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    early = await evening.command(actor, "official", official="postmaster")
    assert SPEAK("refusal.take_first") in text_of(early)
    assert (await evening.position()).taken == 0
    await evening.command(actor, "take", card="deck")
    panel = await evening.command(actor, "official", official="postmaster")
    assert SPEAK("thurn_and_taxis.panel.more_sure") in text_of(panel)
    assert (await evening.position()).taken == 1
    await evening.pick(actor, panel, TakeBlind())
    late = await evening.command(actor, "official", official="postmaster")
    assert SPEAK("refusal.enough_taken") in text_of(late)


async def test_with_an_empty_hand_no_other_official_can_be_called(world: World) -> None:
    evening = await begin(world, 2)
    actor = await evening.active()
    for official in ("administrator", "postmaster"):
        panel = await evening.command(actor, "official", official=official)
        assert SPEAK("refusal.official_forced") in text_of(panel)
    assert (await evening.position()).moves == 0


async def test_the_postal_carrier_comes_after_the_first_card_and_with_one_that_fits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "ulm", "augsburg muenchen lodz")
    actor = evening.people[0]
    early = await evening.command(actor, "official", official="postal_carrier")
    assert SPEAK("refusal.carrier_early") in text_of(early)
    await evening.command(actor, "play", card="augsburg")
    panel = await evening.command(actor, "official", official="postal_carrier")
    assert "play" in steps_of(panel)
    await evening.command(actor, "play", card="munich")
    late = await evening.command(actor, "official", official="postal_carrier")
    assert SPEAK("refusal.official_used") in text_of(late)


async def test_without_a_card_that_fits_the_postal_carrier_can_not_help(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "ulm", "lodz", "close")
    panel = await evening.command(evening.people[0], "official", official="postal_carrier")
    assert SPEAK("refusal.carrier_no_card") in text_of(panel)


async def test_the_cartwright_leads_to_a_closing_that_calls_him(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "basel freiburg carlsruhe", "lodz", "close", carriages=[4, 0])
    actor = evening.people[0]
    panel = await evening.command(actor, "official", official="cartwright")
    panel = await evening.pick(actor, panel, "close/each/1")
    await evening.confirm(actor, panel)
    assert (await evening.position()).carriages[0] == 5


async def test_a_cartwright_who_gains_nothing_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "basel freiburg carlsruhe", "lodz", "close")
    actor = evening.people[0]
    panel = await evening.command(actor, "official", official="cartwright")
    assert SPEAK("refusal.cartwright_no_gain") in text_of(panel)
    panel = await evening.command(actor, "close", cartwright=True)
    assert SPEAK("refusal.cartwright_no_gain") in text_of(panel)
    assert (await evening.position()).routes[0] == cities("basel freiburg carlsruhe")


# Closing --------------------------------------------------------------------------------------------


ROUTE = "mannheim stuttgart ulm augsburg muenchen"


async def test_a_closing_by_command_is_shown_and_confirmed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close")
    actor = evening.people[0]
    before = await evening.position()
    panel = await evening.command(actor, "close", cities="München, Mannheim ulm")
    assert chosen_in(panel, "taxis.several") == ["1", "3", "5"]
    assert "7 points in all" in text_of(panel)
    assert await evening.position() == before
    await evening.confirm(actor, panel)
    assert (await evening.position()).offices[0] == cities("mannheim ulm muenchen")


async def test_without_cities_the_best_are_proposed_and_none_can_be_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close", carriages=[6, 0])
    actor = evening.people[0]
    panel = await evening.command(actor, "close")
    assert len(chosen_in(panel, "taxis.several")) == 3
    assert "carriage 7 (Cartwright)" in text_of(panel)
    panel = await evening.command(actor, "close", cities="-", cartwright=False)
    assert chosen_in(panel, "taxis.several") == []
    assert "Cartwright)" not in text_of(panel)
    panel = await evening.command(actor, "close", cities="stuttgart ulm")
    assert chosen_in(panel, "taxis.menu") == ["close/wuerttemberg/1"]


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("mannheim stuttgart ulm", "office_mode"),
        ("mannheim lodz", "office_off_route"),
        ("mannheim mannheim", "office_twice"),
        ("augsburg", "office_already"),
    ],
)
async def test_offices_that_are_not_allowed_are_refused_with_the_reason(
    world: World, monkeypatch: pytest.MonkeyPatch, named: str, code: str
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close", offices="augsburg")
    panel = await evening.command(evening.people[0], "close", cities=named)
    assert SPEAK(f"refusal.{code}") in text_of(panel)
    assert "confirm" not in steps_of(panel)


@pytest.mark.parametrize(
    ("route", "phase", "code"),
    [("basel freiburg carlsruhe", "play", "play_first"), ("basel freiburg", "close", "route_too_short")],
)
async def test_a_closing_at_the_wrong_time_is_refused_by_the_rules(
    world: World, monkeypatch: pytest.MonkeyPatch, route: str, phase: str, code: str
) -> None:
    evening = await playing(world, monkeypatch, route, "mannheim lodz", phase)
    panel = await evening.command(evening.people[0], "close")
    assert SPEAK(f"refusal.{code}", n=3) in text_of(panel)
    assert len((await evening.position()).routes[0]) == len(route.split())


async def test_whole_placements_are_offered_first_then_city_by_city(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close")
    found = await evening.offers("close", "cities", "")
    assert found == {
        "mannheim ulm augsburg": "One in each region: Mannheim, Ulm, Augsburg",
        "stuttgart ulm": "All in one region: Württemberg: Stuttgart, Ulm",
        "augsburg muenchen": "All in one region: Baiern: Augsburg, München",
        "-": "No post office",
    }
    found = await evening.offers("close", "cities", "Mann")
    assert found == {"mannheim": "Mannheim"}
    found = await evening.offers("close", "cities", "Mannheim, ")
    assert list(found) == [f"mannheim {city}" for city in ROUTE.split()[1:]]
    found = await evening.offers("close", "cities", "マンハイム、ミュ")
    assert found == {"mannheim muenchen": "Mannheim, München"}


async def test_what_is_offered_for_a_closing_can_be_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close")
    for value in await evening.offers("close", "cities", ""):
        panel = await evening.command(evening.people[0], "close", cities=value)
        assert "close" in steps_of(panel)


# The end of a turn ----------------------------------------------------------------------------------


async def test_discarding_and_ending_the_turn_by_command(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, "basel freiburg", "lodz linz", "close")
    actor = evening.people[0]
    early = await evening.command(actor, "discard", card="lodz")
    assert SPEAK("refusal.nothing_to_discard") in text_of(early)
    await evening.command(actor, "end-turn")
    assert (await evening.position()).active == 1
    late = await evening.command(actor, "end-turn")
    assert SPEAK("refusal.not_asked") in text_of(late)


async def test_a_card_is_discarded_by_its_name(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await playing(world, monkeypatch, "", "lodz linz ulm basel", "discard")
    await evening.command(evening.people[0], "discard", card="Basle")
    assert (await evening.position()).hands[0] == cities("lodz linz ulm")


async def test_every_command_out_of_turn_is_refused_and_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close")
    before = await evening.position()
    other, stranger = evening.people[1], world.person("Zoe")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("take", {"card": "deck"}),
        ("play", {"card": "lodz"}),
        ("official", {"official": "administrator"}),
        ("official", {"official": "cartwright"}),
        ("close", {"cities": "ulm"}),
        ("discard", {"card": "lodz"}),
        ("end-turn", {}),
    ]
    for name, options in calls:
        assert SPEAK("refusal.not_asked") in text_of(await evening.command(other, name, **options))
        assert SPEAK("refusal.not_seated") in text_of(await evening.command(stranger, name, **options))
    assert await evening.position() == before


async def test_a_name_nobody_knows_is_repeated_without_its_markup(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await playing(world, monkeypatch, ROUTE, "lodz", "close")
    answer = await evening.command(evening.people[0], "close", cities="**@everyone**")
    assert r"\*\*@" in text_of(answer)
    assert "@everyone" not in text_of(answer)


async def test_the_commands_of_this_game_say_so_at_a_table_of_another(world: World) -> None:
    people = world.people(2)
    await world.start_game(people)
    answer = await people[0].slash(world.channel, "taxis end-turn")
    assert answer.ephemeral
    said = text_of(answer.response)  # type: ignore[arg-type]
    assert said == SPEAK("refusal.other_game", game="6 nimmt!")


async def test_a_japanese_reader_gets_japanese_cities(
    japanese_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table("basel freiburg carlsruhe / ", "ulm / ", display=DISPLAY)
    evening = await begin_with(japanese_world, monkeypatch, state, locale="ja")
    found = await evening.offers("take", "card", "zu")
    assert found["zuerich"].startswith("チューリヒ")
    panel = await evening.command(evening.people[0], "take", card="チューリヒ")
    (menu,) = controls(panel, "taxis.menu")
    assert menu["options"][0]["label"] == "チューリヒ"


async def test_a_table_is_opened_with_its_option(world: World) -> None:
    evening = await begin(world, 2, all_regions="all_nine")
    assert (await evening.view()).options.all_regions == "all_nine"
