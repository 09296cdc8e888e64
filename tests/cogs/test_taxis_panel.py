"""The private panel of Thurn and Taxis, step by step: what it offers, what it asks before it is too late."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_taxis import TaxisEvening, begin, begin_with
from panel_evening import chosen_in, lines_of, steps_of
from simulated import World, confirms, controls, picks, text_of

from bot.games.thurn_and_taxis.moves import Administrator, Begin, Discard, EndTurn, Play, TakeBlind, TakeOpen
from bot.text import words
from tests.games.thurn_and_taxis.positions import A, cities, table

SPEAK = words("en")


def said(key: str, **data: object) -> str:
    """A sentence of the panel."""
    return SPEAK(f"thurn_and_taxis.panel.{key}", **data)


# Taking ---------------------------------------------------------------------------------------------


async def test_the_first_turn_says_why_two_cards_are_taken_and_offers_no_official(world: World) -> None:
    evening = await begin(world, 2)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    assert said("take_two") in text_of(panel)
    assert steps_of(panel) == {"take_open", "take_blind"}
    assert picks(panel) == [*(f"take_open/{place}" for place in range(1, 7)), "take_blind"]
    panel = await evening.pick(actor, panel, TakeBlind())
    assert said("take_second") in text_of(panel)
    panel = await evening.pick(actor, panel, TakeOpen(3))
    assert steps_of(panel) == {"begin"}
    state = await evening.position()
    assert len(state.hands[state.active]) == 2


async def test_an_open_card_is_shown_with_its_region_and_where_it_fits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(
        "basel freiburg carlsruhe / ",
        "ulm / ",
        display="zuerich mannheim innsbruck freiburg lodz stuttgart",
    )
    evening = await begin_with(world, monkeypatch, state)
    panel = await evening.open_panel(evening.people[0])
    shown = lines_of(panel, "taxis.menu")
    assert shown["take_open/1"] == "1 · Zürich | Schweiz · fits the left end"
    assert shown["take_open/2"] == "2 · Mannheim | Baden · fits the right end"
    assert shown["take_open/3"] == "3 · Innsbruck | Tyrol · fits neither end"
    assert shown["take_open/4"] == "4 · Freiburg | Baden · fits neither end"
    assert "56 cards left" in shown["take_blind"]


async def test_the_administrator_replaces_the_open_cards_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    before = await evening.position()
    panel = await evening.open_panel(actor)
    panel = await evening.pick(actor, panel, Administrator())
    after = await evening.position()
    assert set(before.display) != set(after.display)
    assert after.discard == before.display
    assert steps_of(panel) == {"take_open", "take_blind"}
    panel = await evening.pick(actor, panel, TakeOpen(1))
    assert "more" not in steps_of(panel), "one official a turn"


async def test_the_postmaster_gives_a_second_card_before_playing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), TakeOpen(1))
    panel = await evening.pick(actor, panel, "more")
    assert said("more_sure") in text_of(panel)
    assert (await evening.position()).taken == 1
    panel = await evening.press(actor, panel, "table.back")
    panel = await evening.pick(actor, panel, "more")
    panel = await evening.pick(actor, panel, TakeBlind())
    state = await evening.position()
    assert (state.taken, state.official) == (2, "postmaster")
    assert "more" not in steps_of(panel)


# Playing --------------------------------------------------------------------------------------------


async def with_hand(
    world: World, monkeypatch: pytest.MonkeyPatch, route: str, hand: str, **more: object
) -> TaxisEvening:
    """A turn in which a card was taken and none played yet."""
    state = table(f"{route} / ", f"{hand} / ", phase="play", **more)
    return await begin_with(world, monkeypatch, state)


async def test_only_cards_that_fit_are_offered_once_for_each_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await with_hand(
        world, monkeypatch, "basel freiburg carlsruhe", "zuerich zuerich mannheim innsbruck sigmaringen"
    )
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    assert lines_of(panel, "taxis.menu") == {
        "play/zuerich/left": "Zürich | Schweiz · left end, beside Basel",
        "play/mannheim/right": "Mannheim | Baden · right end, beside Carlsruhe",
    }
    await evening.pick(actor, panel, Play("zuerich", "left"))
    state = await evening.position()
    assert state.routes[0] == cities("zuerich basel freiburg carlsruhe")
    assert state.hands[0].count("zuerich") == 1


async def test_a_card_that_fits_both_ends_goes_where_it_is_put(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await with_hand(world, monkeypatch, "kempten augsburg", "ulm innsbruck")
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    assert picks(panel)[:4] == [
        f"play/{city}/{side}" for city in ("ulm", "innsbruck") for side in ("left", "right")
    ]
    await evening.pick(actor, panel, Play("ulm", "left"))
    assert (await evening.position()).routes[0] == cities("ulm kempten augsburg")


async def test_a_route_is_given_up_only_after_a_warning_and_confirm(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await with_hand(world, monkeypatch, "basel freiburg carlsruhe", "zuerich innsbruck")
    actor = evening.people[0]
    before = await evening.position()
    panel = await evening.open_panel(actor)
    panel = await evening.pick(actor, panel, "anew")
    assert picks(panel) == ["begin/zuerich", "begin/innsbruck"]
    panel = await evening.pick(actor, panel, Begin("innsbruck"))
    assert "Basel → Freiburg → Carlsruhe" in text_of(panel)
    assert "discarded without reward" in text_of(panel)
    assert await evening.position() == before
    panel = await evening.press(actor, panel, "table.back")
    assert "play" in steps_of(panel)
    panel = await evening.pick(actor, panel, "anew")
    panel = await evening.pick(actor, panel, Begin("innsbruck"))
    await evening.confirm(actor, panel)
    after = await evening.position()
    assert after.routes[0] == ("innsbruck",)
    assert after.discard == cities("basel freiburg carlsruhe")


async def test_where_no_card_fits_the_panel_says_that_the_route_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked example 4."""
    evening = await with_hand(world, monkeypatch, "lodz pilsen budweis linz", "basel ulm")
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    assert "None of your cards fits" in text_of(panel)
    assert said("no_fit_more") in text_of(panel)
    assert steps_of(panel) == {"begin", "more"}
    panel = await evening.pick(actor, panel, Begin("basel"))
    panel = await evening.confirm(actor, panel)
    state = await evening.position()
    assert (state.routes[0], len(state.discard)) == (("basel",), 4)
    assert steps_of(panel) == {"end_turn"}, "too short to be closed"


async def test_the_postal_carrier_lays_a_second_card_but_gives_no_route_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await with_hand(world, monkeypatch, "ulm", "augsburg muenchen lodz")
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    panel = await evening.pick(actor, panel, Play("augsburg", "right"))
    assert said("carrier") in text_of(panel)
    assert "play/muenchen/right" in picks(panel)
    assert "anew" not in steps_of(panel)
    panel = await evening.pick(actor, panel, Play("muenchen", "right"))
    assert (await evening.position()).official == "postal_carrier"
    assert "play" not in steps_of(panel)


# Closing --------------------------------------------------------------------------------------------


EXAMPLE_5 = "mannheim stuttgart ulm augsburg muenchen"


async def to_close(
    world: World, monkeypatch: pytest.MonkeyPatch, route: str = EXAMPLE_5, hand: str = "", **more: object
) -> TaxisEvening:
    """A turn in which a card was played."""
    state = table(f"{route} / ", f"{hand} / basel", phase="close", **more)
    return await begin_with(world, monkeypatch, state)


async def test_closing_asks_for_the_mode_then_offers_the_best_cities_with_what_they_yield(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked example 5."""
    evening = await to_close(world, monkeypatch)
    actor = evening.people[0]
    before = await evening.position()
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    assert picks(panel) == ["close/each/0", "close/wuerttemberg/0", "close/baiern/0"]
    assert "confirm" not in steps_of(panel)
    panel = await evening.pick(actor, panel, "close/each/0")
    assert chosen_in(panel, "taxis.menu") == ["close/each/0"]
    assert [EXAMPLE_5.split()[int(place) - 1] for place in chosen_in(panel, "taxis.several")] == [
        "mannheim",
        "ulm",
        "augsburg",
    ]
    assert "3 offices" in text_of(panel)
    assert "5 cities (2)" in text_of(panel)
    assert "carriage 3" in text_of(panel)
    assert "7 points in all" in text_of(panel)
    assert await evening.position() == before
    panel = await evening.pick(actor, panel, "1", "3", "5")
    await evening.confirm(actor, panel)
    after = await evening.position()
    assert after.offices[0] == cities("mannheim ulm muenchen")
    assert after.carriages[0] == 3
    assert [(tile.stack, tile.value) for tile in after.tiles[0]] == [("length_5", 2)]
    assert after.active == 1


async def test_cities_that_share_a_region_are_refused_with_the_reason_and_can_be_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await to_close(world, monkeypatch)
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    panel = await evening.pick(actor, panel, "close/each/0")
    panel = await evening.pick(actor, panel, "1", "2", "3")
    assert SPEAK("refusal.office_mode") in text_of(panel)
    assert "confirm" not in steps_of(panel)
    assert chosen_in(panel, "taxis.several") == ["1", "2", "3"]
    panel = await evening.press(actor, panel, "taxis.several", values=[])
    assert chosen_in(panel, "taxis.several") == []
    panel = await evening.pick(actor, panel, "close/wuerttemberg/0")
    assert chosen_in(panel, "taxis.several") == ["2", "3"]
    await evening.confirm(actor, panel)
    assert (await evening.position()).offices[0] == cities("stuttgart ulm")


async def test_nothing_has_to_be_placed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await to_close(world, monkeypatch, "salzburg linz budweis", offices="basel", carriages=[4, 0])
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    panel = await evening.pick(actor, panel, "close/each/1")
    panel = await evening.press(actor, panel, "taxis.several", values=[])
    panel = await evening.press(actor, panel, "taxis.step")
    assert said("yields_nothing") in text_of(panel)
    await evening.confirm(actor, panel)
    after = await evening.position()
    assert (after.offices[0], after.carriages[0], after.routes[0]) == (("basel",), 4, ())


async def test_the_cartwright_is_offered_where_he_helps_and_can_be_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await to_close(world, monkeypatch, "lodz pilsen budweis", carriages=[4, 0])
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    panel = await evening.pick(actor, panel, "close/boehmen/1")
    assert "carriage 5 (Cartwright)" in text_of(panel)
    panel = await evening.press(actor, panel, "taxis.step")
    assert "Cartwright)" not in text_of(panel)
    assert chosen_in(panel, "taxis.several") == ["2", "3"], "the cities stay as they were chosen"
    panel = await evening.press(actor, panel, "taxis.step")
    await evening.confirm(actor, panel)
    assert (await evening.position()).carriages[0] == 5


async def test_a_route_with_one_way_to_place_skips_the_mode(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked example 8."""
    evening = await to_close(world, monkeypatch, "freiburg sigmaringen kempten", offices="stuttgart ulm")
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    assert "mode" not in steps_of(panel)
    assert chosen_in(panel, "taxis.several") == ["1", "2", "3"]
    assert "Württemberg and Hohenzollern (3)" in text_of(panel)
    await evening.confirm(actor, panel)
    assert (await evening.position()).carriages[0] == 3


async def test_a_route_of_cities_with_own_offices_is_closed_without_a_menu(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await to_close(world, monkeypatch, "ulm augsburg muenchen", offices="ulm augsburg muenchen")
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    assert steps_of(panel) == {"confirm", "table.back"}
    await evening.confirm(actor, panel)
    assert (await evening.position()).routes[0] == ()


async def test_the_end_of_the_game_is_announced_before_it_is_caused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    route = "wuerzburg nuernberg regensburg passau"
    own = (
        "basel zuerich freiburg carlsruhe mannheim stuttgart ulm sigmaringen kempten innsbruck salzburg linz"
        " budweis pilsen lodz ingolstadt augsburg muenchen"
    )
    evening = await to_close(world, monkeypatch, route, offices=own)
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    panel = await evening.pick(actor, panel, "close/baiern/0")
    assert len(chosen_in(panel, "taxis.several")) == 2
    (menu,) = controls(panel, "taxis.several")
    assert menu["max_values"] == 2
    assert said("ends") in text_of(panel)
    await evening.confirm(actor, panel)
    assert (await evening.position()).ending == 0


async def test_too_many_cards_are_discarded_one_by_one_after_closing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked example 12."""
    evening = await to_close(world, monkeypatch, "ulm augsburg muenchen", hand="lodz lodz basel linz linz")
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    if "confirm" not in steps_of(panel):
        panel = await evening.pick(actor, panel, "close/each/0")
    panel = await evening.confirm(actor, panel)
    assert said("discard", n=2, most=3) in text_of(panel)
    assert lines_of(panel, "taxis.menu")["discard/lodz"] == "Lodz (2 cards) | Polen"
    panel = await evening.pick(actor, panel, Discard("lodz"))
    assert said("discard", n=1, most=3) in text_of(panel)
    panel = await evening.pick(actor, panel, Discard("linz"))
    state = await evening.position()
    assert sorted(state.hands[0]) == ["basel", "linz", "lodz"]
    assert state.active == 1
    assert steps_of(panel) == {"table.move"}, "the next one's turn is watched"


# Everybody else, too late, twice --------------------------------------------------------------------


async def test_whoever_is_not_at_turn_watches_and_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await to_close(world, monkeypatch)
    actor, other = evening.people
    before = await evening.position()
    watching = await evening.open_panel(other)
    assert steps_of(watching) == {"table.move"}
    assert "player0's turn" in text_of(watching)
    mine = await evening.open_panel(actor)
    stranger = world.person("Zoe")
    for person, code in ((other, "not_asked"), (stranger, "not_seated")):
        for item in controls(mine):
            (answer,) = await world.send(world.prepared(person, evening.board(), item["custom_id"]))
            assert answer.ephemeral
            if item["custom_id"].endswith(":!end_turn"):
                assert SPEAK(f"refusal.{code}") in text_of(answer.response)  # type: ignore[arg-type]
    assert await evening.position() == before


async def test_a_press_on_an_earlier_panel_changes_nothing_and_brings_the_present_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await with_hand(world, monkeypatch, "ulm", "augsburg muenchen lodz")
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    old = deepcopy(panel)
    await evening.pick(actor, panel, Play("augsburg", "right"))
    before = await evening.position()
    for action, values in (("taxis.menu", ["!play/muenchen/right"]), ("taxis.step", None)):
        panel = await evening.press(actor, old, action, values=values)
        assert SPEAK("refusal.stale") in text_of(panel)
        assert "end_turn" in steps_of(panel)
    assert await evening.position() == before


async def test_a_double_click_makes_one_move_and_gets_two_answers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await to_close(world, monkeypatch)
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), "close")
    panel = await evening.pick(actor, panel, "close/each/0")
    (confirm,) = confirms(panel)
    press = [world.prepared(actor, panel, confirm["custom_id"]) for _ in range(2)]
    answers = await world.send(*press)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert (state.active, state.moves) == (1, 1)


async def test_in_direct_messages_the_panel_goes_on_although_nobody_is_written_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    answer = await actor.user.slash("taxis take", card="deck")
    assert answer.response is not None
    (panel,) = world.dms(actor)
    assert "begin" in steps_of(panel)
    panel_id = panel.id
    await world.pick(actor, panel, Begin("ulm"))
    panel = next(message for message in world.dms(actor) if message.id == panel_id)
    assert "confirm" in steps_of(panel)
    await world.confirm(actor, panel)
    panel = next(message for message in world.dms(actor) if message.id == panel_id)
    await world.pick(actor, panel, EndTurn())
    panel = next(message for message in world.dms(actor) if message.id == panel_id)
    assert steps_of(panel) == {"table.move"}
    assert len(world.dms(actor)) == 1
    assert (await evening.position()).active != A


async def test_values_that_no_menu_of_ours_has_are_refused_like_any_mistake(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    before = await evening.position()
    panel = await evening.open_panel(actor)
    values = ("!take_open/7", "!take_open/x", "!play/ulm/up", "begin/atlantis", "close/-/1", "!close#0")
    for value in values:
        custom_id = f"s1:taxis.menu:{evening.table}:0:"
        (answer,) = await world.send(world.prepared(actor, panel, custom_id, [value]))
        assert answer.acknowledged
        assert "take_open" in steps_of(evening.message(panel.id))
    assert await evening.position() == before


async def test_places_that_no_route_has_are_left_out_of_a_closing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await to_close(world, monkeypatch)
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    custom_id = f"s1:taxis.several:{evening.table}:0:close/each/0"
    await world.send(world.prepared(actor, panel, custom_id, ["1", "1", "x", "99999999999"]))
    assert chosen_in(evening.message(panel.id), "taxis.several") == ["1"]
