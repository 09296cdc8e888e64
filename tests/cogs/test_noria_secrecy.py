"""Nobody learns from our messages which islands lie face down.

The same turns are played twice. The second time the islands of the stack and those out of the game are
others. Until the first of them is turned up, whatever the bot sends and what its log says is the same, byte
by byte, to whoever plays as well as to whoever looks on.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from evening_of_noria import RULES, NoriaEvening, begin
from overheard import log_of, look_at_everything, written_by
from simulated import open_world
from troubled import Request, Wire

from bot.config import Settings
from bot.games.noria.moves import EndAction, EndTurn, NoriaMove, Travel
from bot.games.noria.state import NoriaState
from tests.games.noria.positions import RICH, table
from tests.games.noria.sample import SAMPLE

pytestmark = pytest.mark.usefixtures("one_delivery_at_a_time")

TYPED = (("activate", "slot"), ("travel", "island"), ("ship", "space"), ("factory", "spot"))


def position() -> NoriaState:
    """Two who can pay for anything, the first island open, four face down."""
    return table({"stock": RICH, "knowledge": 20}, {"stock": RICH, "knowledge": 20})


async def look_around(evening: NoriaEvening) -> None:
    """Whatever both players and a third person can ask for."""
    for person in (*evening.people, evening.world.person("Zoe")):
        await look_at_everything(evening, person, TYPED)


async def make(evening: NoriaEvening, *moves: NoriaMove) -> None:
    """Moves of whoever's turn it is, each shown before it is made."""
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    for move in moves:
        panel = await evening.pick(actor, panel, move)
        panel = await evening.confirm(actor, panel)


async def play(folder: Path, state: NoriaState, *, reveal: bool) -> tuple[list[Request], str]:
    """All requests of an evening, and its log: an island is considered, a turn ends, perhaps one is seen."""
    settings = Settings(database=folder / "x", log="debug")
    with patch.object(RULES, "setup", lambda *_: state), log_of(settings) as log:
        world = await open_world(folder, album=False)
        try:
            evening = await begin(world, 2)
            with Wire() as wire:
                ann = evening.people[0]
                panel = await evening.command(ann, "activate", slot="M1")
                panel = await evening.confirm(ann, panel)
                await look_around(evening)
                await evening.pick(ann, panel, Travel(None))
                await make(evening, *([Travel(None)] if reveal else [EndAction(), EndTurn()]))
                await world.restart()
                await look_around(evening)
                await world.env.advance_time(5)
            return wire.requests, written_by(log)
        finally:
            await world.close()


def both(*, reveal: bool) -> list[tuple[list[Request], str]]:
    """The evening with the islands of each world."""
    states = position(), SAMPLE.twin(position(), None, Random(3))
    assert states[0].stack != states[1].stack
    found: list[tuple[list[Request], str]] = []
    for state in states:
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(play(Path(folder), state, reveal=reveal)))
    return found


def test_everybody_gets_the_same_whatever_lies_face_down() -> None:
    (real, log), (other, other_log) = both(reveal=False)
    assert len(real) > 60
    assert any(request.files for request in real)
    for mine, theirs in zip(real, other, strict=True):
        assert mine == theirs
    assert log == other_log


def test_the_comparison_would_notice_an_island() -> None:
    (real, _), (other, _) = both(reveal=True)
    differing = [mine for mine, theirs in zip(real, other, strict=True) if mine != theirs]
    assert any(request.files for request in differing)
