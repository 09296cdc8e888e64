"""The private panel of Nördlingen, step by step: what it offers, what it asks before it is too late."""

from __future__ import annotations

from typing import Any

import pytest
from evening_of_noerdlingen import NoerdlingenEvening, begin, begin_with
from panel_evening import chosen_in, lines_of, steps_of
from simulated import World, confirms, picks, text_of

from bot.discord.layout import ENTRIES
from bot.games.noerdlingen.board import numbers, paths
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Bonus,
    Choose,
    Decline,
    Draw,
    NoerdlingenOptions,
    NoerdlingenState,
    Place,
)
from bot.games.noerdlingen.preview import drawable, ways
from bot.games.noerdlingen.town import SEATS, rounds_for
from bot.text import words
from tests.games.noerdlingen.positions import S, play, table

SPEAK = words("en")
MENU = "noerdlingen.menu"
ULD = "draw/3.5/ULD"
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
    assert not confirms(panel)
    assert lines_of(panel, MENU)["place/E"] == "Column E | 9 free crossings"
    columns = picks(panel)
    panel = await evening.pick(actor, panel, "place/E")
    assert picks(panel) == [*columns, *(f"place/4.{y}" for y in range(1, 10))]
    panel = await evening.pick(actor, panel, Place((4, 4)))
    assert said("place_sure", crossing="E5") in text_of(panel)
    assert chosen_in(panel, MENU) == ["place/E", "place/4.4"]
    panel = await evening.pick(actor, panel, "place/C")
    assert not confirms(panel), "the crossing has to be chosen anew"
    panel = await evening.pick(actor, panel, Place((2, 3)))
    assert (await evening.position()).moves == 0
    panel = await evening.confirm(actor, panel)
    state = await evening.position()
    assert state.soldiers[state.start_player] == ((2, 3),)
    assert steps_of(panel) == {"table.move"}, "the next one's turn is watched"


async def test_a_crossing_that_is_taken_is_not_offered(world: World) -> None:
    evening = await begin(world, 3)
    panel = await evening.command(await evening.active(), "place", crossing="E5")
    await evening.confirm(await evening.active(), panel)
    actor = await evening.active()
    panel = await evening.pick(actor, await evening.open_panel(actor), "place/E")
    assert "place/4.3" in picks(panel)
    assert "place/4.4" not in picks(panel)


# Choosing -------------------------------------------------------------------------------------------


async def test_each_free_number_stands_with_its_shape_and_its_ways(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table([[(4, 5)], [(7, 7)], [(1, 4)]], active=0, waiting=[1, 2])
    evening, actor, panel = await opened(world, monkeypatch, state)
    lines = lines_of(panel, MENU)
    assert lines["choose/3"] == "3 · →→↑ | 8 ways to draw it now"
    assert lines["choose/1"] == "1 · → | 4 ways to draw it now"
    found = ways(await evening.view(), S)
    assert [line.partition("| ")[2].split()[0] for line in lines.values()] == [str(n) for n in found.values()]
    await evening.pick(actor, panel, Choose(3))
    assert (await evening.position()).table[-1][0] == 3
    other = await evening.open_panel(await evening.active())
    assert "choose/3" not in picks(other)


@pytest.mark.parametrize("rule", ["strict", "skip_turn"])
async def test_a_number_that_can_not_be_drawn_is_warned_of_and_confirmed(
    world: World, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, lonely(elimination=rule))
    lines = lines_of(panel, MENU)
    assert lines["choose/5"].endswith(said(f"ways_none.{rule}"))
    panel = await evening.pick(actor, panel, Choose(5))
    assert said(f"risk.{rule}", number=5) in text_of(panel)
    assert (await evening.position()).moves == 0
    panel = await evening.press(actor, panel, "table.back")
    panel = await evening.pick(actor, panel, Choose(5))
    await evening.confirm(actor, panel)
    assert (await evening.position()).table[-1][0] == 5


async def test_the_only_way_is_pointed_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [[(3, 4), (5, 4)], [(4, 4), (4, 5)]]
    state = table([[(4, 4)], [(7, 7)], [(2, 6)]], lines, active=0, waiting=[1, 2])
    _, _, panel = await opened(world, monkeypatch, state)
    assert lines_of(panel, MENU)["choose/1"].endswith(said("ways_one"))


# Drawing --------------------------------------------------------------------------------------------


async def test_a_border_is_drawn_by_soldier_and_way_with_what_it_would_close(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked example 6, with a second soldier."""
    state = table([[(3, 5), (6, 3)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=4)
    evening, actor, panel = await opened(world, monkeypatch, state)
    assert said("draw.soldier", number=4, shape="→↑←") in text_of(panel)
    assert set(picks(panel)) == {"draw/3.5", "draw/6.3"}
    panel = await evening.pick(actor, panel, "draw/3.5")
    found = dict(drawable(await evening.view()))[(3, 5)]
    lines = lines_of(panel, MENU)
    assert list(lines)[2:] == [f"draw/3.5/{path.steps}" for path in found]
    number = 1 + [path.steps for path in found].index("ULD")
    assert lines[ULD] == f"{number}. ↑←↓ to C6 | closes 2 cells, 2 points for player1"
    panel = await evening.pick(actor, panel, ULD)
    assert said("draw.sure", number=4, crossing="D6", way="↑←↓ to C6") in text_of(panel)
    assert "It closes 2 cells: 2 points for player1 (soldiers: player1 2, you 1)." in text_of(panel)
    assert SPEAK("noerdlingen.text.bonus_after") in text_of(panel)
    panel = await evening.press(actor, panel, "table.back")
    assert set(picks(panel)) == {"draw/3.5", "draw/6.3"}
    panel = await evening.pick(actor, panel, "draw/3.5")
    panel = await evening.pick(actor, panel, ULD)
    assert (await evening.position()).moves == 0
    await evening.confirm(actor, panel)
    after = await evening.position()
    assert (after.soldiers[0][-1], after.territories[0].owners) == ((2, 5), (1,))


async def test_a_name_stands_in_menus_as_it_is_and_in_texts_without_markup(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("ann"), world.person("*b_e_n*"), world.person("cleo")]
    monkeypatch.setattr(World, "people", lambda *_: people)
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    assert lines_of(panel, MENU)[ULD].endswith("2 points for *b_e_n*")
    panel = await evening.pick(actor, panel, ULD)
    assert r"2 points for \*b\_e\_n\*" in text_of(panel)


async def test_a_border_that_closes_nothing_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    panel = await evening.pick(actor, panel, Draw((3, 5), "LDR"))
    assert SPEAK("noerdlingen.text.closes_nothing") in text_of(panel)


async def test_the_only_soldier_is_chosen_already(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, panel = await opened(world, monkeypatch, example_6())
    assert {path.rpartition("/")[0] for path in picks(panel)} == {"draw/3.5"}
    assert said("draw.way", number=4, shape="→↑←", crossing="D6") in text_of(panel)


async def test_the_only_way_is_chosen_and_confirmed_where_a_bonus_could_follow(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a bonus after it the rules would have drawn it."""
    lines = [[(3, 4), (3, 5), (4, 5), (4, 4)], [(2, 4), (3, 4)], [(3, 3), (3, 4)]]
    state = table([[(3, 4)], [(7, 7)], [(2, 6)]], lines, number=1)
    evening, actor, panel = await opened(world, monkeypatch, state)
    assert (picks(panel), chosen_in(panel, MENU)) == (["draw/3.4/R"], ["draw/3.4/R"])
    assert steps_of(panel) == {"draw", "confirm"}
    assert said("draw.sure", number=1, crossing="D5", way="→ to E5") in text_of(panel)
    await evening.confirm(actor, panel)
    assert (await evening.position()).territories


# The bonus ------------------------------------------------------------------------------------------


async def test_the_bonus_is_offered_from_every_soldier_in_the_same_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    posts = len(world.public())
    panel = await evening.pick(actor, panel, ULD)
    panel = await evening.confirm(actor, panel)
    assert said("bonus.soldier", shape="→") in text_of(panel)
    assert picks(panel) == ["bonus/2.5", "bonus/3.5", "decline"]
    assert len(world.public()) == posts
    panel = await evening.pick(actor, panel, "bonus/2.5")
    assert picks(panel)[2:] == ["bonus/2.5/D", "bonus/2.5/L", "decline"]
    panel = await evening.pick(actor, panel, Bonus((2, 5), "L"))
    assert said("bonus.sure", crossing="C6", way="← to B6") in text_of(panel)
    await evening.confirm(actor, panel)
    after = await evening.position()
    assert (after.soldiers[0][-1], after.active) == ((1, 5), 1)


async def test_the_bonus_may_be_declined(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = play(example_6(), Draw((3, 5), "ULD"))
    evening, actor, panel = await opened(world, monkeypatch, state)
    panel = await evening.pick(actor, panel, Decline())
    assert (await evening.position()).active == 1
    assert steps_of(panel) == {"table.move"}


# Everybody else, too late, twice --------------------------------------------------------------------


async def test_whoever_is_not_at_turn_watches(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, _, _ = await opened(world, monkeypatch, play(example_6(), Draw((3, 5), "ULD")))
    watching = await evening.open_panel(evening.people[1])
    assert steps_of(watching) == {"table.move"}
    assert "player0's turn" in text_of(watching)


async def test_in_direct_messages_the_panel_goes_on_although_nobody_is_written_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, actor, _ = await opened(world, monkeypatch, example_6())
    answer = await actor.user.slash("noerdlingen draw", soldier="D6", way="ULD")
    assert answer.response is not None
    (panel,) = world.dms(actor)
    await world.confirm(actor, panel)
    await world.pick(actor, world.dms(actor)[0], Decline())
    assert steps_of(world.dms(actor)[0]) == {"table.move"}
    assert len(world.dms(actor)) == 1
    assert (await evening.position()).active == 1


@pytest.mark.parametrize(
    ("action", "texts"),
    [
        (
            "menu",
            (
                "place/E",
                "place/",
                "!choose/9",
                "choose/x",
                "draw/25.99",
                "bonus/3.5",
                "draw/3.5/XX",
                "draw//",
            ),
        ),
        ("confirm", ("!place/4.4", "!choose/3", "!draw/4.4/ULD", "!draw/3.5", "!bonus/3.5/R", "!x/y/z")),
        # Those of older versions.
        ("column", ("place/E",)),
        ("crossing", ("place/",)),
        ("choose", ("9", "choose/x")),
        ("soldier", ("draw/Z99", "bonus/D6")),
        ("way", ("draw/D6/XX", "draw/D6/ULD/R", "draw//")),
        (
            "confirm",
            ("", "draw/D6", "draw/D6/XX", "draw/E5/ULD", "place/E5", "choose/3", "bonus/D6/R", "x/y/z"),
        ),
    ],
)
async def test_what_no_panel_of_the_moment_offers_is_refused_like_any_mistake(
    world: World, monkeypatch: pytest.MonkeyPatch, action: str, texts: tuple[str, ...]
) -> None:
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    before = await evening.position()
    for text in texts:
        rest, values = (text, None) if action == "confirm" else ("", [text])
        custom_id = f"s1:noerdlingen.{action}:{evening.table}:0:{rest}"
        (answer,) = await world.send(world.prepared(actor, panel, custom_id, values))
        assert answer.acknowledged
        assert ULD in picks(evening.message(panel.id))
    assert await evening.position() == before


async def test_a_confirm_of_an_older_version_makes_its_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the name of the one that panels have now."""
    evening, actor, panel = await opened(world, monkeypatch, example_6())
    custom_id = f"s1:noerdlingen.confirm:{evening.table}:0:draw/D6/ULD"
    await world.send(world.prepared(actor, panel, custom_id))
    assert (await evening.position()).soldiers[0] == ((3, 5), (2, 5))


def test_no_menu_ever_has_more_lines_than_discord_takes() -> None:
    """A soldier more with each border and each bonus; the ways of the longest shapes, mirrored too."""
    town = the_town()
    for seats in range(SEATS[0], SEATS[1] + 1):
        assert 1 + 2 * rounds_for(seats) <= ENTRIES
    for mode in ("solid", "gate", "road"):
        options = NoerdlingenOptions(wall_mode=mode, mirror_borders="on")
        most = max(len(found) for number in numbers(town) for found in paths(town, options, number).values())
        assert 8 < most <= 16
