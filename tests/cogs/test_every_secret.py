"""Nobody hears, sees or could guess from our messages what the rules of any game hide from them.

The same evening is held twice, from a position in the middle of a game. The second time everything that the
observer may not know is different: hidden cards, stacks, choices of others. Whatever the bot sends where the
observer could see it must be the same, byte by byte: texts, pictures, alt texts, file names, custom_ids,
labels, order and number of messages; and so must its log.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from any_game import GAMES, AnyEvening, beginning_with
from overheard import Seen, is_seen, log_of, written_by
from simulated import open_world
from troubled import Wire

from bot.config import Settings
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat
from tests.games.samples import Sample, walk

pytestmark = pytest.mark.usefixtures("one_delivery_at_a_time")

SECRETIVE = [game.info.key for game in registry.games() if not GAMES[game.info.key].no_secrets]
SPECTATOR = None
"""The person who sits at no table."""
SEED = 4
"""Of the random game in which the evening is held."""


def worlds(sample: Sample, observer: Seat | None) -> tuple[Any, Any, Any]:
    """The options of a game, a state of it, and another one that looks the same to the observer."""
    played, rng = walk(sample, SEED), Random(SEED)
    for made in played.made[len(played.made) // 3 :]:
        other = sample.twin(made.before, observer, rng)
        if other != made.before:
            return played.options, made.before, other
    raise AssertionError("nothing is hidden in this game")


async def evening(
    folder: Path, sample: Sample, options: Any, state: Any, observer: Seat | None, index: int
) -> Seen:
    """Everybody looks at everything, others choose in secret, the bot begins anew, and all look again."""
    settings = Settings(database=folder / "x", log="debug")
    fresh = patch.object(Chance, "fresh", lambda: Chance(bytes(32)))
    with fresh, beginning_with(sample, state), log_of(settings) as log:
        world = await open_world(folder, album=False)
        try:
            table = AnyEvening(world, sample, world.people(sample.game.seats(state)))
            zoe = world.person("Zoe")
            person = zoe if observer is None else table.people[observer]
            with Wire() as wire:
                await table.begin(options=options)
                await table.look_at_everything(person)
                decisions = sample.game.decisions(await table.state())
                hidden = [seat for seat, decision in decisions.items() if decision.private]
                for seat in [seat for seat in hidden if seat != observer][: max(1, len(hidden) - 1)]:
                    await table.panel(table.people[seat])
                    if len(hidden) > 1:
                        await table.act(seat, list(sample.game.legal(await table.state(), seat))[index])
                await table.look_at_everything(person)
                await world.restart()
                await table.look_at_everything(person)
                await world.env.advance_time(5)
            seen = [request for request in wire.requests if is_seen(world, request, person.id)]
            return Seen(seen, written_by(log))
        finally:
            await world.close()


def both(key: str, observer: Seat | None, looker: Seat | None) -> tuple[Seen, Seen]:
    """What reached somebody in the world and in the one that is the same to the observer."""
    sample = GAMES[key]
    options, *states = worlds(sample, observer)
    seen: list[Seen] = []
    for index, state in zip((0, -1), states, strict=True):
        with tempfile.TemporaryDirectory() as folder:
            seen.append(asyncio.run(evening(Path(folder), sample, options, state, looker, index)))
    return seen[0], seen[1]


@pytest.mark.parametrize("observer", [Seat(0), Seat(1), SPECTATOR])
@pytest.mark.parametrize("key", SECRETIVE)
def test_whoever_looks_gets_the_same_whatever_is_hidden(key: str, observer: Seat | None) -> None:
    real, other = both(key, observer, observer)
    assert len(real.requests) > 20
    assert any(request.files for request in real.requests)
    for mine, theirs in zip(real.requests, other.requests, strict=True):
        assert mine == theirs
    assert real.log == other.log


@pytest.mark.parametrize("key", ["six_nimmt", "thurn_and_taxis"])
def test_the_comparison_would_notice_what_is_hidden(key: str) -> None:
    """Whoever holds what was changed for another observer does get something else."""
    real, other = both(key, Seat(0), Seat(1))
    assert real.requests != other.requests
