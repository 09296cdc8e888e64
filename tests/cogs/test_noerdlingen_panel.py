"""The private panel of Nördlingen, step by step: what it offers, what it asks before it is too late."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from evening_of_noerdlingen import NoerdlingenEvening, begin, begin_with
from panel_evening import actions_of, chosen_in, lines_of, values_of
from simulated import World, controls, text_of

from bot.discord.layout import ENTRIES
from bot.games.noerdlingen.house import SEATS, rounds_for
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Draw, NoerdlingenOptions
from bot.games.noerdlingen.paths import numbers, paths
from bot.games.noerdlingen.preview import drawable, ways
from bot.games.noerdlingen.state import NoerdlingenState
from bot.text import words
from tests.games.noerdlingen.positions import S, play, table

SPEAK = words("en")
BOX = [[(3, 4), (5, 4), (5, 5), (3, 5)]]
NO_ROADS = [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]
"""The roads around (4, 4) are drawn."""


def said(key: str, **data: object) -> str:
    """A sentence of the panel."""
    return SPEAK(f"noerdlingen.panel.{key}", **data)


def example_6(number: int = 4, **options: Any) -> NoerdlingenState:
    """The first seat may close a territory that would belong to the second one."""
    return table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=number, options=options)


def lonely(**options: Any) -> NoerdlingenState:
    """The first seat chooses, and could draw nothing at all."""
    return table([[(4, 4)], [(7, 7)], [(2, 6)]], NO_ROADS, options=options, active=0, waiting=[1, 2])


async def opened(
    world: World, monkeypatch: pytest.MonkeyPatch, state: NoerdlingenState
) -> tuple[NoerdlingenEvening, Any, Any]:
    """The evening, whose turn it is, and the panel."""
    evening = await begin_with(world, monkeypatch, state)
    actor = await evening.active()
    return evening, actor, await evening.open_panel(actor)


# Placing --------------------------------------------------------------------------------------------


async def test_a_soldier_is_placed_by_column_and_crossing_and_confirmed(world: World) -> None:
    evening = await begin(world, 3)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    assert said("place") in text_of(panel)
    assert actions_of(panel) == {"noerdlingen.column"}
    assert lines_of(panel, "noerdlingen.column")["place/E"] == "Column E | 9 free crossings"
    panel = await evening.press(actor, panel, "noerdlingen.column", values=["place/E"])
    assert values_of(panel, "noerdlingen.crossing") == [f"place/E{number}" for number in range(2, 11)]
    panel = await evening.press(actor, panel, "noerdlingen.crossing", values=["place/E5"])
    assert said("place_sure", crossing="E5") in text_of(panel)
    assert chosen_in(panel, "noerdlingen.crossing") == ["place/E5"]
    panel = await evening.press(actor, panel, "noerdlingen.column", values=["place/C"])
    assert "noerdlingen.confirm" not in actions_of(panel), "the crossing has to be chosen anew"
    panel = await evening.press(actor, panel, "noerdlingen.crossing", values=["place/C4"])
    assert (await evening.position()).moves == 0
    panel = await evening.press(actor, panel, "noerdlingen.confirm")
    state = await evening.position()
    assert state.soldiers[state.start_player] == ((2, 3),)
    assert actions_of(panel) == {"table.move"}, "the next one's turn is watched"


async def test_a_crossing_that_is_taken_is_not_offered(world: World) -> None:
    evening = await begin(world, 3)
    panel = await evening.command(await evening.active(), "place", crossing="E5")
    await evening.press(await evening.active(), panel, "noerdlingen.confirm")
    actor = await evening.active()
    panel = await evening.press(
        actor, await evening.open_panel(actor), "noerdlingen.column", values=["place/E"]
    )
    assert "place/E5" not in values_of(panel, "noerdlingen.crossing")


# Choosing -------------------------------------------------------------------------------------------


async def test_each_free_number_stands_with_its_shape_and_its_ways(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table([[(4, 5)], [(7, 7)], [(1, 4)]], active=0, waiting=[1, 2])
    evening, actor, panel = await opened(world, monkeypatch, state)
    lines = lines_of(panel, "noerdlingen.choose")
    assert lines["3"] == "3 · →→↑ | 8 ways to draw it now"
    assert lines["1"] == "1 · → | 4 ways to draw it now"
    found = ways(await evening.view(), S)
    assert [line.partition("| ")[2].split()[0] for line in lines.values()] == [str(n) for n in found.values()]
    await evening.press(actor, panel, "noerdlingen.choose", values=["3"])
    assert (await evening.position()).table[-1][0] == 3
    other = await evening.open_panel(await evening.active())
    assert "3" not in values_of(other, "noerdlingen.choose")


@pytest.mark.parametrize("rule", ["strict", "skip_turn"])
async def test_a_number_that_can_not_be_drawn_is_warned_of_and_confirmed(
    world: World, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, lonely(elimination=rule))
    lines = lines_of(panel, "noerdlingen.choose")
    assert lines["choose/5"].endswith(said(f"ways_none.{rule}"))
    panel = await evening.press(actor, panel, "noerdlingen.choose", values=["choose/5"])
    assert said(f"risk.{rule}", number=5) in text_of(panel)
    assert (await evening.position()).moves == 0
    panel = await evening.press(actor, panel, "table.back")
    panel = await evening.press(actor, panel, "noerdlingen.choose", values=["choose/5"])
    await evening.press(actor, panel, "noerdlingen.confirm")
    assert (await evening.position()).table[-1][0] == 5


async def test_the_only_way_is_pointed_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [[(3, 4), (5, 4)], [(4, 4), (4, 5)]]
    state = table([[(4, 4)], [(7, 7)], [(2, 6)]], lines, active=0, waiting=[1, 2])
    _, _, panel = await opened(world, monkeypatch, state)
    assert lines_of(panel, "noerdlingen.choose")["1"].endswith(said("ways_one"))


# Drawing --------------------------------------------------------------------------------------------


async def test_a_border_is_drawn_by_soldier_and_way_with_what_it_would_close(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked example 6, with a second soldier."""
    state = table([[(3, 5), (6, 3)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=4)
    evening, actor, panel = await opened(world, monkeypatch, state)
    assert said("draw.soldier", number=4, shape="→↑←") in text_of(panel)
    assert set(lines_of(panel, "noerdlingen.soldier")) == {"draw/D6", "draw/G4"}
    panel = await evening.press(actor, panel, "noerdlingen.soldier", values=["draw/D6"])
    found = dict(drawable(await evening.view()))[(3, 5)]
    lines = lines_of(panel, "noerdlingen.way")
    assert list(lines) == [f"draw/D6/{path.steps}" for path in found]
    number = 1 + [path.steps for path in found].index("ULD")
    assert lines["draw/D6/ULD"] == f"{number}. ↑←↓ to C6 | closes 2 cells, 2 points for player1"
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/ULD"])
    assert said("draw.sure", number=4, crossing="D6", way="↑←↓ to C6") in text_of(panel)
    assert "It closes 2 cells: 2 points for player1 (soldiers: player1 2, you 1)." in text_of(panel)
    assert SPEAK("noerdlingen.text.bonus_after") in text_of(panel)
    panel = await evening.press(actor, panel, "table.back")
    assert actions_of(panel) == {"noerdlingen.soldier"}
    panel = await evening.press(actor, panel, "noerdlingen.soldier", values=["draw/D6"])
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/ULD"])
    assert (await evening.position()).moves == 0
    await evening.press(actor, panel, "noerdlingen.confirm")
    after = await evening.position()
    assert (after.soldiers[0][-1], after.territories[0].owners) == ((2, 5), (1,))


async def test_a_name_stands_in_menus_as_it_is_and_in_texts_without_markup(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("ann"), world.person("*b_e_n*"), world.person("cleo")]
    monkeypatch.setattr(World, "people", lambda *_: people)
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    assert lines_of(panel, "noerdlingen.way")["draw/D6/ULD"].endswith("2 points for *b_e_n*")
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/ULD"])
    assert r"2 points for \*b\_e\_n\*" in text_of(panel)


async def test_a_border_that_closes_nothing_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/LDR"])
    assert SPEAK("noerdlingen.text.closes_nothing") in text_of(panel)


async def test_the_only_soldier_is_chosen_already(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, panel = await opened(world, monkeypatch, example_6())
    assert actions_of(panel) == {"noerdlingen.way"}
    assert said("draw.way", number=4, shape="→↑←", crossing="D6") in text_of(panel)


async def test_the_only_way_is_chosen_and_confirmed_where_a_bonus_could_follow(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a bonus after it the rules would have drawn it."""
    lines = [[(3, 4), (3, 5), (4, 5), (4, 4)], [(2, 4), (3, 4)], [(3, 3), (3, 4)]]
    state = table([[(3, 4)], [(7, 7)], [(2, 6)]], lines, number=1)
    evening, actor, panel = await opened(world, monkeypatch, state)
    assert actions_of(panel) == {"noerdlingen.way", "noerdlingen.confirm"}
    assert said("draw.sure", number=1, crossing="D5", way="→ to E5") in text_of(panel)
    await evening.press(actor, panel, "noerdlingen.confirm")
    assert (await evening.position()).territories


# The bonus ------------------------------------------------------------------------------------------


async def test_the_bonus_is_offered_from_every_soldier_in_the_same_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    posts = len(world.public())
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/ULD"])
    panel = await evening.press(actor, panel, "noerdlingen.confirm")
    assert said("bonus.soldier", shape="→") in text_of(panel)
    assert actions_of(panel) == {"noerdlingen.soldier", "noerdlingen.decline"}
    assert len(world.public()) == posts
    panel = await evening.press(actor, panel, "noerdlingen.soldier", values=["bonus/C6"])
    assert values_of(panel, "noerdlingen.way") == ["bonus/C6/D", "bonus/C6/L"]
    assert "noerdlingen.decline" in actions_of(panel)
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["bonus/C6/L"])
    assert said("bonus.sure", crossing="C6", way="← to B6") in text_of(panel)
    await evening.press(actor, panel, "noerdlingen.confirm")
    after = await evening.position()
    assert (after.soldiers[0][-1], after.active) == ((1, 5), 1)


async def test_the_bonus_may_be_declined(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = play(example_6(), Draw((3, 5), "ULD"))
    evening, actor, panel = await opened(world, monkeypatch, state)
    panel = await evening.press(actor, panel, "noerdlingen.decline")
    assert (await evening.position()).active == 1
    assert actions_of(panel) == {"table.move"}


# Everybody else, too late, twice --------------------------------------------------------------------


async def test_whoever_is_not_at_turn_watches_and_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, mine = await opened(world, monkeypatch, play(example_6(), Draw((3, 5), "ULD")))
    other, stranger = evening.people[1], world.person("Zoe")
    before = await evening.position()
    watching = await evening.open_panel(other)
    assert actions_of(watching) == {"table.move"}
    assert "player0's turn" in text_of(watching)
    mine = await evening.press(actor, mine, "noerdlingen.soldier", values=["bonus/C6"])
    mine = await evening.press(actor, mine, "noerdlingen.way", values=["bonus/C6/L"])
    for person, code in ((other, "not_asked"), (stranger, "not_seated")):
        for item in controls(mine):
            values = [item["options"][0]["value"]] if "options" in item else None
            (answer,) = await world.send(world.prepared(person, evening.board(), item["custom_id"], values))
            assert answer.ephemeral
            if item["custom_id"].split(":")[1] in ("noerdlingen.confirm", "noerdlingen.decline"):
                assert SPEAK(f"refusal.{code}") in text_of(answer.response)  # type: ignore[arg-type]
    assert await evening.position() == before


async def test_a_press_on_an_earlier_panel_changes_nothing_and_brings_the_present_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/ULD"])
    old = deepcopy(panel)
    await evening.press(actor, panel, "noerdlingen.confirm")
    before = await evening.position()
    for action, values in (("noerdlingen.way", ["draw/D6/LDR"]), ("noerdlingen.confirm", None)):
        panel = await evening.press(actor, old, action, values=values)
        assert "noerdlingen.decline" in actions_of(panel), "the bonus is what is asked now"
    assert await evening.position() == before


async def test_a_double_click_makes_one_move_and_gets_two_answers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    panel = await evening.press(actor, panel, "noerdlingen.way", values=["draw/D6/ULD"])
    (confirm,) = controls(panel, "noerdlingen.confirm")
    answers = await world.send(*[world.prepared(actor, panel, confirm["custom_id"]) for _ in range(2)])
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert (state.phase, state.moves) == ("bonus", 1)


async def test_in_direct_messages_the_panel_goes_on_although_nobody_is_written_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, _ = await opened(world, monkeypatch, example_6())
    answer = await actor.user.slash("noerdlingen draw", soldier="D6", way="ULD")
    assert answer.response is not None
    (panel,) = world.dms(actor)
    await world.press(actor, panel, "noerdlingen.confirm")
    assert "noerdlingen.decline" in actions_of(world.dms(actor)[0])
    await world.press(actor, world.dms(actor)[0], "noerdlingen.decline")
    assert actions_of(world.dms(actor)[0]) == {"table.move"}
    assert len(world.dms(actor)) == 1
    assert (await evening.position()).active == 1


async def test_values_that_no_menu_of_ours_has_are_refused_like_any_mistake(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    before = await evening.position()
    for action, value in (
        ("column", "place/E"),
        ("crossing", "place/"),
        ("choose", "9"),
        ("choose", "choose/x"),
        ("soldier", "draw/Z99"),
        ("soldier", "bonus/D6"),
        ("way", "draw/D6/XX"),
        ("way", "draw/D6/ULD/R"),
        ("way", "draw//"),
    ):
        custom_id = f"s1:noerdlingen.{action}:{evening.table}:0:"
        (answer,) = await world.send(world.prepared(actor, panel, custom_id, [value]))
        assert answer.acknowledged
        assert "noerdlingen.way" in actions_of(evening.message(panel.id))
    for rest in ("", "draw/D6", "draw/D6/XX", "draw/E5/ULD", "place/E5", "choose/3", "bonus/D6/R", "x/y/z"):
        custom_id = f"s1:noerdlingen.confirm:{evening.table}:0:{rest}"
        (answer,) = await world.send(world.prepared(actor, panel, custom_id))
        assert answer.acknowledged
    assert await evening.position() == before


def test_no_menu_ever_has_more_lines_than_discord_takes() -> None:
    """A soldier more with each border and each bonus; the ways of the longest shapes, mirrored too."""
    town = the_town()
    for seats in range(SEATS[0], SEATS[1] + 1):
        assert 1 + 2 * rounds_for(seats) <= ENTRIES
    for mode in ("solid", "gate", "road"):
        options = NoerdlingenOptions(wall_mode=mode, mirror_borders="on")
        most = max(len(found) for number in numbers(town) for found in paths(town, options, number).values())
        assert 8 < most <= 16
