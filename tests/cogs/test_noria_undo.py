"""Taking moves of Noria back through the panel: step by step, into the turn before, not past an island."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_noria import begin_with
from panel_evening import action_of
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.noria.moves import Activate, EndTurn, Modify, NightShift, Travel
from bot.text import words
from tests.games.noria.positions import RICH, play, solo, table

SPEAK = words("en")
END = EndTurn()


def may_undo(panel: Message) -> bool:
    """Whether the panel offers **Undo**."""
    return "table.undo" in {action_of(item) for item in controls(panel)}


async def test_the_steps_of_a_turn_come_back_one_by_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table({"stock": RICH, "knowledge": 20}))
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    assert not may_undo(panel)
    stood = []
    for move in (NightShift("M"), Modify("S1", "M2"), Activate("S1")):
        stood.append(await evening.position())
        command, options = _typed(move)
        panel = await evening.command(actor, command, **options)
        panel = await evening.confirm(actor, panel)
    for before in reversed(stood):
        panel = await evening.press(actor, panel, "table.undo")
        assert await evening.position() == before
    assert not may_undo(panel)


def _typed(move: NightShift | Modify | Activate) -> tuple[str, dict[str, str]]:
    match move:
        case NightShift(ring=ring):
            return "night-shift", {"ring": ring}
        case Modify(one=one, other=other):
            return "swap", {"one": one, "other": other}
        case Activate(slot=slot):
            return "activate", {"slot": slot}


async def test_a_turn_comes_back_while_the_next_one_thinks_and_not_once_they_have_moved(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table({"knowledge": 3}, {"knowledge": 3}))
    ann, ben = evening.people
    before = await evening.position()
    panel = await evening.command(ann, "end-turn")
    panel = await evening.confirm(ann, panel)
    assert (await evening.position()).active == 1
    theirs = await evening.open_panel(ben)
    old = deepcopy(theirs)
    panel = await evening.press(ann, panel, "table.undo")
    assert await evening.position() == before
    assert not may_undo(panel)
    assert SPEAK("refusal.stale") in text_of(await evening.pick(ben, old, END))
    panel = await evening.pick(ann, await evening.open_panel(ann), END)
    await evening.confirm(ann, panel)
    theirs = await evening.pick(ben, await evening.open_panel(ben), NightShift("M"))
    await evening.confirm(ben, theirs)
    answer = await ann.slash(world.channel, "table undo")
    assert SPEAK("table.undo.others") in text_of(answer.response)  # type: ignore[arg-type]


async def test_alone_a_turn_comes_back_with_that_of_the_bot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, solo(round=3))
    ann = evening.people[0]
    before = await evening.position()
    panel = await evening.command(ann, "end-turn")
    panel = await evening.confirm(ann, panel)
    after = await evening.position()
    assert after.bot != before.bot
    await evening.press(ann, panel, "table.undo")
    assert await evening.position() == before
    assert SPEAK("table.undo.told", names=ann.name, n=1) in text_of(evening.board())


async def test_a_step_comes_back_until_an_island_was_turned_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No island can be drawn anew, so what was revealed stands.
    state = play(table({"stock": RICH, "knowledge": 20}), Activate("M1"))
    evening = await begin_with(world, monkeypatch, state)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    panel = await evening.pick(actor, panel, Travel(None))
    panel = await evening.confirm(actor, panel)
    assert not may_undo(panel)
    panel = await evening.pick(actor, panel, "take_ship/1")
    panel = await evening.press(actor, panel, "table.undo")
    assert (await evening.position()).current.running is not None
    assert not may_undo(panel)
