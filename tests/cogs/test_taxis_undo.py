"""Taking moves of Thurn and Taxis back: inside the turn, as long as no hidden card was revealed."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_taxis import begin_with
from panel_evening import action_of, chosen_in, steps_of
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.thurn_and_taxis.moves import Begin, Play, TakeBlind, TakeOpen, TaxisMove
from bot.text import words
from tests.games.thurn_and_taxis.positions import cities, table

SPEAK = words("en")
ROUTE = "mannheim stuttgart ulm augsburg muenchen"


def may_undo(panel: Message) -> bool:
    """Whether the panel offers **Undo**."""
    return "table.undo" in {action_of(item) for item in controls(panel)}


async def test_a_played_card_and_a_route_given_up_come_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table("basel freiburg / ", "carlsruhe lodz / ", phase="play")
    evening = await begin_with(world, monkeypatch, state)
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    assert not may_undo(panel)
    panel = await evening.pick(actor, panel, Play("carlsruhe", "right"))
    panel = await evening.press(actor, panel, "table.undo")
    assert (await evening.position()).routes[0] == cities("basel freiburg")
    panel = await evening.pick(actor, panel, "anew")
    panel = await evening.pick(actor, panel, Begin("lodz"))
    panel = await evening.confirm(actor, panel)
    panel = await evening.press(actor, panel, "table.undo")
    after = await evening.position()
    assert (after.routes[0], after.discard) == (cities("basel freiburg"), ())
    assert "play" in steps_of(panel)
    assert not may_undo(panel)


async def test_a_closing_comes_back_with_the_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(f"{ROUTE} / basel", "lodz / linz", phase="close")
    evening = await begin_with(world, monkeypatch, state)
    actor = evening.people[0]
    panel = await evening.command(actor, "close", cities="mannheim ulm")
    panel = await evening.confirm(actor, panel)
    assert (await evening.position()).active == 1
    panel = await evening.press(actor, panel, "table.undo")
    after = await evening.position()
    assert (after.active, after.routes[0], after.offices[0]) == (0, cities(ROUTE), ())
    assert "close" in steps_of(panel)


@pytest.mark.parametrize("move", [TakeOpen(1), TakeBlind()])
async def test_a_card_that_was_taken_stays_since_another_one_was_revealed(
    world: World, monkeypatch: pytest.MonkeyPatch, move: TaxisMove
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    panel = await evening.pick(actor, await evening.open_panel(actor), move)
    assert not may_undo(panel)
    answer = await actor.slash(world.channel, "table undo")
    assert SPEAK("refusal.undo_revealed") in text_of(answer.response)  # type: ignore[arg-type]


async def test_a_confirm_from_before_the_undo_closes_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same places of another route are other cities."""
    state = table("stuttgart ulm / basel", "augsburg mannheim lodz / linz", phase="play")
    evening = await begin_with(world, monkeypatch, state)
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    panel = await evening.pick(actor, panel, Play("augsburg", "right"))
    panel = await evening.pick(actor, panel, "close")
    if not chosen_in(panel, "taxis.several"):
        panel = await evening.pick(actor, panel, "close/each/0")
    assert chosen_in(panel, "taxis.several")
    old = deepcopy(panel)
    panel = await evening.press(actor, panel, "table.undo")
    await evening.pick(actor, panel, Play("mannheim", "left"))
    before = await evening.position()
    panel = await evening.confirm(actor, old)
    assert SPEAK("refusal.stale") in text_of(panel)
    assert await evening.position() == before
