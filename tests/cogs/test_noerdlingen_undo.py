"""Taking moves of Nördlingen back: nothing is hidden, so every own last step can be."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_noerdlingen import begin, begin_with
from panel_evening import action_of, steps_of
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.noerdlingen.moves import Decline, Draw
from bot.text import words
from tests.games.noerdlingen.positions import play, table

SPEAK = words("en")
BOX = [[(3, 4), (5, 4), (5, 5), (3, 5)]]
EXAMPLE_6 = table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=4)


def may_undo(panel: Message) -> bool:
    """Whether the panel offers **Undo**."""
    return "table.undo" in {action_of(item) for item in controls(panel)}


async def test_a_soldier_comes_back_while_the_next_one_thinks(world: World) -> None:
    evening = await begin(world, 3)
    actor = await evening.active()
    panel = await evening.command(actor, "place", crossing="E5")
    panel = await evening.confirm(actor, panel)
    assert may_undo(panel)
    panel = await evening.press(actor, panel, "table.undo")
    assert (await evening.position()).soldiers == ((), (), ())
    assert steps_of(panel) == {"place"}


async def test_a_border_and_its_bonus_come_back_step_by_step(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, EXAMPLE_6)
    actor = evening.people[0]
    panel = await evening.command(actor, "draw", soldier="D6", way="ULD")
    panel = await evening.confirm(actor, panel)
    panel = await evening.pick(actor, panel, Decline())
    panel = await evening.press(actor, panel, "table.undo")
    assert "decline" in steps_of(panel)
    panel = await evening.press(actor, panel, "table.undo")
    after = await evening.position()
    assert (after.phase, after.territories, after.soldiers[0]) == ("draw", (), ((3, 5),))
    assert not may_undo(panel)


async def test_a_step_that_somebody_has_followed_stands(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table([[(4, 5)], [(7, 7)], [(2, 6)]], active=0, waiting=[1, 2])
    evening = await begin_with(world, monkeypatch, state)
    ann, ben = evening.people[:2]
    await evening.command(ann, "choose", number=2)
    panel = await evening.command(ben, "choose", number=3)
    answer = await ann.slash(world.channel, "table undo")
    assert SPEAK("table.undo.others") in text_of(answer.response)  # type: ignore[arg-type]
    await evening.press(ben, panel, "table.undo")
    assert (await evening.position()).table[-1] == (2, None, None)


async def test_a_confirm_from_before_the_undo_draws_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, play(EXAMPLE_6, Draw((3, 5), "ULD")))
    actor = evening.people[0]
    panel = await evening.command(actor, "bonus", soldier="C6", way="L")
    old = deepcopy(panel)
    panel = await evening.confirm(actor, panel)
    panel = await evening.press(actor, panel, "table.undo")
    before = await evening.position()
    panel = await evening.confirm(actor, old)
    assert SPEAK("refusal.stale") in text_of(panel)
    assert await evening.position() == before
