"""Taking moves of Thurn and Taxis back: inside the turn, as long as no hidden card was revealed."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_taxis import begin_with
from panel_evening import action_of, actions_of, chosen_in
from simcord.backend.models import Message
from simulated import World, controls, text_of

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
    panel = await evening.press(actor, panel, "taxis.play", values=["right/carlsruhe"])
    panel = await evening.press(actor, panel, "table.undo")
    assert (await evening.position()).routes[0] == cities("basel freiburg")
    panel = await evening.press(actor, panel, "taxis.anew")
    panel = await evening.press(actor, panel, "taxis.begin", values=["lodz"])
    panel = await evening.press(actor, panel, "taxis.give_up")
    panel = await evening.press(actor, panel, "table.undo")
    after = await evening.position()
    assert (after.routes[0], after.discard) == (cities("basel freiburg"), ())
    assert "taxis.play" in actions_of(panel)
    assert not may_undo(panel)


async def test_a_closing_comes_back_with_the_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(f"{ROUTE} / basel", "lodz / linz", phase="close")
    evening = await begin_with(world, monkeypatch, state)
    actor = evening.people[0]
    panel = await evening.command(actor, "close", cities="mannheim ulm")
    panel = await evening.press(actor, panel, "taxis.close")
    assert (await evening.position()).active == 1
    panel = await evening.press(actor, panel, "table.undo")
    after = await evening.position()
    assert (after.active, after.routes[0], after.offices[0]) == (0, cities(ROUTE), ())
    assert "taxis.closing" in actions_of(panel)


@pytest.mark.parametrize("value", ["1", "deck"])
async def test_a_card_that_was_taken_stays_since_another_one_was_revealed(
    world: World, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    evening = await begin_with(world, monkeypatch, table("basel / ", "ulm / "))
    actor = evening.people[0]
    panel = await evening.press(actor, await evening.open_panel(actor), "taxis.take", values=[value])
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
    panel = await evening.press(actor, panel, "taxis.play", values=["right/augsburg"])
    panel = await evening.press(actor, panel, "taxis.closing")
    if "taxis.mode" in actions_of(panel):
        panel = await evening.press(actor, panel, "taxis.mode", values=["close/each-"])
    assert chosen_in(panel, "taxis.offices")
    old = deepcopy(panel)
    panel = await evening.press(actor, panel, "table.undo")
    await evening.press(actor, panel, "taxis.play", values=["left/mannheim"])
    before = await evening.position()
    panel = await evening.press(actor, old, "taxis.close")
    assert SPEAK("refusal.stale") in text_of(panel)
    assert await evening.position() == before
