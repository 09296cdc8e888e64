"""`/noerdlingen`: every move by command, crossings and ways in any spelling, the same confirmations."""

from __future__ import annotations

from typing import Any

import pytest
from evening_of_noerdlingen import begin, begin_with
from panel_evening import chosen_in
from simulated import World, picks, text_of

from bot.discord.opening import typed as value_of
from bot.games.contract import Refusal
from bot.games.noerdlingen.calendar import crossing_meant, way_meant
from bot.games.noerdlingen.moves import Draw, NoerdlingenState
from bot.text import words
from tests.games.noerdlingen.positions import play, table

SPEAK = words("en")
BOX = [[(3, 4), (5, 4), (5, 5), (3, 5)]]
NO_ROADS = [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]


def example_6(number: int = 4) -> NoerdlingenState:
    """The first seat may close a territory that would belong to the second one."""
    return table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=number)


# Spellings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["E4", "e4", "Ｅ４", " e 4 ", "E-4", "ｅ・４"])
def test_a_crossing_is_known_in_any_spelling(typed: str) -> None:
    assert crossing_meant(typed) == (4, 3)


def test_two_digits_are_a_number_too() -> None:
    assert crossing_meant("f11") == (5, 10)


@pytest.mark.parametrize("typed", ["", "4", "E", "44", "EE4", "E4F", "é4", "E٤", "E" + "9" * 5000])
def test_what_is_no_crossing_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_crossing"):
        crossing_meant(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "UUL",
        "uul",
        "ＵＵＬ",
        "u u l",
        "↑↑←",
        "↑↑← → D6",
        "↑↑← to D6",
        "↑↑←（D6まで）",
        "上上左",
        "上、上、左",
        "U-U-L",
    ],
)
def test_a_way_is_known_in_letters_arrows_and_words(typed: str) -> None:
    assert way_meant(typed) == "UUL"


@pytest.mark.parametrize("typed", ["→ D6", "to D6", "UUX", "up", "**@everyone**"])
def test_what_is_no_way_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_way"):
        way_meant(typed)


@pytest.mark.parametrize("typed", ["0519", "５月１９日", "5/19", "05-19", " ０５１９ ", "19.5.", "May 19"])
def test_a_day_is_known_in_any_spelling(typed: str) -> None:
    assert value_of("noerdlingen", "date", typed) == "0519"


@pytest.mark.parametrize("typed", ["0230", "5. 19.", "1/0", "13/1", "today", "0519*"])
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_date"):
        value_of("noerdlingen", "date", typed)


# Opening --------------------------------------------------------------------------------------------


async def test_a_table_is_opened_with_its_options(world: World) -> None:
    evening = await begin(
        world,
        4,
        wall_mode="gate",
        territory_rule="size_cap",
        territory_size_cap=12,
        mirror_borders="on",
        elimination="skip_turn",
        date="12月24日",
    )
    view = await evening.view()
    options = view.options
    assert (options.wall_mode, options.territory_rule, options.territory_size_cap) == ("gate", "size_cap", 12)
    assert (options.mirror_borders, options.elimination) == ("on", "skip_turn")
    assert (view.date, [digit for _, digit in view.digits]) == ("1224", [1, 2, 2, 4])


async def test_a_size_alone_means_that_sizes_count(world: World) -> None:
    evening = await begin(world, 3, territory_size_cap=30)
    options = (await evening.view()).options
    assert (options.territory_rule, options.territory_size_cap) == ("size_cap", 30)


async def test_a_day_that_does_not_exist_opens_no_table(world: World) -> None:
    ann = world.person("Ann")
    answer = await ann.slash(world.channel, "noerdlingen start", date="2/30")
    assert SPEAK("refusal.no_such_date", date="2/30") in text_of(answer.response)  # type: ignore[arg-type]
    assert await world.app.tables.queries.table_in(world.channel.id) is None


# Placing and choosing -------------------------------------------------------------------------------


async def test_a_soldier_is_shown_and_confirmed(world: World) -> None:
    evening = await begin(world, 3)
    actor = await evening.active()
    panel = await evening.command(actor, "place", crossing="ｅ５")
    assert SPEAK("noerdlingen.panel.place_sure", crossing="E5") in text_of(panel)
    assert (await evening.position()).moves == 0
    await evening.confirm(actor, panel)
    state = await evening.position()
    assert state.soldiers[state.start_player] == ((4, 4),)


@pytest.mark.parametrize(
    ("crossing", "code", "data"),
    [
        ("A1", "no_such_crossing", {}),
        ("D2", "on_the_wall", {"crossing": "D2"}),
        ("?", "no_such_crossing", {}),
    ],
)
async def test_a_crossing_where_no_soldier_may_stand_is_refused(
    world: World, crossing: str, code: str, data: dict[str, str]
) -> None:
    evening = await begin(world, 3)
    answer = await evening.command(await evening.active(), "place", crossing=crossing)
    assert SPEAK(f"refusal.{code}", **data) in text_of(answer)
    assert (await evening.position()).moves == 0


async def test_crossings_are_offered_by_their_letters(world: World) -> None:
    evening = await begin(world, 3)
    assert list(await evening.offers("place", "crossing", "ｄ")) == [f"D{n}" for n in range(3, 10)]
    assert len(await evening.offers("place", "crossing", "")) == 25
    other = evening.people[((await evening.position()).active + 1) % 3]
    assert await other.autocomplete(world.channel, "noerdlingen place", "crossing", "") == []


async def test_a_number_is_taken_at_once_or_confirmed_where_it_can_not_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table([[(4, 4)], [(7, 7)], [(2, 6)]], NO_ROADS, active=0, waiting=[1, 2])
    evening = await begin_with(world, monkeypatch, state)
    offered = await evening.offers("choose", "number", "")
    assert offered[5].startswith("5 · ")
    assert SPEAK("noerdlingen.panel.ways_none.strict") in offered[5]
    panel = await evening.command(evening.people[0], "choose", number=5)
    assert SPEAK("noerdlingen.panel.risk.strict", number=5) in text_of(panel)
    await evening.confirm(evening.people[0], panel)
    await evening.command(evening.people[1], "choose", number=3)
    assert (await evening.position()).table[-1] == (5, 3, None)
    taken = await evening.command(evening.people[2], "choose", number=3)
    assert SPEAK("refusal.number_taken", number=3) in text_of(taken)
    assert list(await evening.offers("choose", "number", "")) == [1, 2, 4, 6]


# Drawing --------------------------------------------------------------------------------------------


async def test_a_border_is_shown_with_what_it_would_close_and_confirmed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    actor = evening.people[0]
    panel = await evening.command(actor, "draw", soldier="d6", way="上左下")
    assert "2 points for player1" in text_of(panel)
    assert chosen_in(panel, "noerdlingen.menu") == ["draw/3.5/ULD"]
    assert (await evening.position()).moves == 0
    await evening.confirm(actor, panel)
    assert (await evening.position()).phase == "bonus"
    panel = await evening.command(actor, "bonus", soldier="C6", way="←")
    await evening.confirm(actor, panel)
    assert (await evening.position()).soldiers[0][-1] == (1, 5)


@pytest.mark.parametrize("blank", [{}, {"way": " \u3000"}])
async def test_without_a_way_those_there_are_are_shown(
    world: World, monkeypatch: pytest.MonkeyPatch, blank: dict[str, str]
) -> None:
    state = table([[(3, 5), (6, 3)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=4)
    evening = await begin_with(world, monkeypatch, state)
    panel = await evening.command(evening.people[0], "draw", soldier="D6", **blank)
    assert chosen_in(panel, "noerdlingen.menu") == ["draw/3.5"]


@pytest.mark.parametrize(
    ("soldier", "way", "code", "data"),
    [
        ("E5", None, "not_your_soldier", {}),
        ("D6", "LUR", "crossing_taken", {"crossing": "D5"}),
        ("D6", "UU", "not_the_shape", {"number": 4}),
        ("D6", "hither", "no_such_way", {"way": "hither"}),
        ("J11", "ULD", "not_your_soldier", {}),
    ],
)
async def test_what_can_not_be_drawn_is_refused_with_the_reason(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    soldier: str,
    way: str | None,
    code: str,
    data: dict[str, Any],
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    before = await evening.position()
    more = {} if way is None else {"way": way}
    answer = await evening.command(evening.people[0], "draw", soldier=soldier, **more)
    assert SPEAK(f"refusal.{code}", **data) in text_of(answer)
    assert await evening.position() == before


async def test_a_soldier_without_a_way_is_pointed_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table([[(4, 4), (6, 6)], [(7, 3)], [(2, 6)]], NO_ROADS, number=4)
    evening = await begin_with(world, monkeypatch, state)
    answer = await evening.command(evening.people[0], "draw", soldier="E5")
    assert SPEAK("refusal.nothing_from_there", crossing="E5") in text_of(answer)
    assert any(path.startswith("draw/6.6/") for path in picks(answer))


async def test_soldiers_and_their_ways_are_offered_with_what_they_would_close(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    assert await evening.offers("draw", "soldier", "") == {"D6": "D6: 4 ways to draw it now"}
    assert await evening.offers("draw", "soldier", "e") == {}
    assert await evening.offers("bonus", "soldier", "") == {}
    found = await evening.offers("draw", "way", "", soldier="d6")
    assert found["ULD"] == "↑←↓ to C6: closes 2 cells, 2 points for player1"
    assert list(await evening.offers("draw", "way", "↑", soldier="D6")) == ["ULD"]
    assert await evening.offers("draw", "way", "") == {}
    assert await evening.offers("draw", "way", "", soldier="A1") == {}


async def test_the_bonus_is_offered_and_declined_by_command(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, play(example_6(), Draw((3, 5), "ULD")))
    assert set(await evening.offers("bonus", "soldier", "")) == {"C6", "D6"}
    assert set(await evening.offers("bonus", "way", "", soldier="C6")) == {"L", "D"}
    early = await evening.command(evening.people[0], "draw", soldier="C6", way="L")
    assert SPEAK("refusal.bonus_or_decline") in text_of(early)
    await evening.command(evening.people[0], "decline")
    assert (await evening.position()).active == 1


async def test_every_command_out_of_turn_is_refused_and_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    before = await evening.position()
    other, stranger = evening.people[1], world.person("Zoe")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("place", {"crossing": "E4"}),
        ("choose", {"number": 1}),
        ("draw", {"soldier": "D6", "way": "ULD"}),
        ("bonus", {"soldier": "D6"}),
        ("decline", {}),
    ]
    for name, options in calls:
        assert SPEAK("refusal.not_asked") in text_of(await evening.command(other, name, **options))
        assert SPEAK("refusal.not_seated") in text_of(await evening.command(stranger, name, **options))
    for name, options in calls[:2]:
        early = await evening.command(evening.people[0], name, **options)
        assert SPEAK("refusal.draw_first") in text_of(early)
    assert await evening.position() == before


async def test_what_nobody_understands_is_repeated_without_its_markup(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    answer = await evening.command(evening.people[0], "draw", soldier="D6", way="**@everyone**")
    assert r"\*\*@" in text_of(answer)
    assert "@everyone" not in text_of(answer)


async def test_the_commands_of_this_game_say_so_at_a_table_of_another(world: World) -> None:
    people = world.people(2)
    await world.start_game(people)
    answer = await people[0].slash(world.channel, "noerdlingen decline")
    assert answer.ephemeral
    said = text_of(answer.response)  # type: ignore[arg-type]
    assert said == SPEAK("refusal.other_game", game="6 nimmt!")


async def test_a_japanese_reader_is_offered_japanese_words(
    japanese_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(japanese_world, monkeypatch, example_6(), locale="ja")
    assert await evening.offers("draw", "soldier", "") == {"D6": "D6：今の引き方は4通り"}
    found = await evening.offers("draw", "way", "上", soldier="Ｄ６")
    assert found["ULD"].startswith("↑←↓（C6まで）：")
