"""Rules that have changed: a game goes on by those it began with, or is upgraded by the game's function."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import ClassVar

import pytest
from msgspec.structs import replace
from table_world import World

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat, Step
from bot.tables.model import Moment, Status
from bot.verify import verify
from tests.pebbles.game import Draw, Pebbles, PebblesMove, PebblesState, Stop, Take

Release = Callable[[Pebbles], None]


class DearPebbles(Pebbles):
    """Version 2 of pebbles: one from the heap is worth two points."""

    rules_version = 2
    versions: ClassVar = {1: Pebbles}

    def apply(self, state: PebblesState, seat: Seat, move: PebblesMove, chance: Chance) -> Step[PebblesState]:
        """The same step with a point more."""
        step = super().apply(state, seat, move, chance)
        more = isinstance(move, Take)
        points = tuple(own + more * (seat == other) for other, own in enumerate(step.state.points))
        return replace(step, state=replace(step.state, points=points))


def as_it_stands(state: PebblesState) -> PebblesState:
    """From version 1 to 2: nothing becomes another, as long as the heap is full."""
    return state


class Upgrading(DearPebbles):
    """Takes over the tables of before their first pebble from the heap."""

    rule_upgrades: ClassVar = {1: as_it_stands}


class Forgetful(DearPebbles):
    versions: ClassVar = {}


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Release:
    """Makes these the newest rules of the game."""

    def released(rules: Pebbles) -> None:
        monkeypatch.setattr(registry, "_GAMES", {**registry._GAMES, "pebbles": rules})

    released(Pebbles())
    return released


async def begun(world: World, *moves: PebblesMove) -> Moment:
    """A table of the first version after these moves."""
    moment = await world.pebbles(*moves)
    assert moment.table.rules == 1
    return moment


async def played_by(world: World) -> set[int]:
    """The versions by which pebbles were taken from the heap: what one was worth."""
    last = (await world.now()).version
    states = [(await world.at(1, version)).state for version in range(last + 1)]
    return {
        sum(after.points) - sum(before.points)
        for before, after in pairwise(states)
        if after.heap < before.heap
    }


async def played_out(world: World, table: int) -> bytes:
    await world.play_out(await world.now(table), 1)
    await world.restart()
    return await world.transcript(table)


@pytest.mark.parametrize("rules", [DearPebbles(), Upgrading()])
async def test_a_game_goes_on_by_the_rules_it_began_with(
    world: World, release: Release, rules: Pebbles
) -> None:
    """Also where the new ones would take it over if its pebbles had not been taken by the old ones."""
    moment = await begun(world, Take())
    release(rules)
    await world.restart()
    again = await world.now()
    assert (again.table.rules, again.state) == (1, moment.state)
    data = await played_out(world, 1)
    assert await played_by(world) == {1}
    assert "rules" not in json.loads(data)
    assert verify(data).ok


async def test_a_game_is_upgraded_where_its_function_says_so(world: World, release: Release) -> None:
    moment = await begun(world, Draw(), Stop())
    release(Upgrading())
    await world.restart()
    again = await world.now()
    assert (again.table.rules, again.state) == (2, moment.state)
    data = await played_out(world, 1)
    assert await played_by(world) == {2}
    assert json.loads(data)["rules"] == 2
    assert verify(data).ok
    assert not verify(data.replace(b'"rules":2,', b"", 1)).ok, "by the first rules there are fewer points"
    assert verify(data.replace(b'"rules":2,', b'"rules":3,', 1)).code == "unknown_rules"


async def test_an_upgrade_is_kept_once_something_has_changed(world: World, release: Release) -> None:
    moment = await begun(world)
    release(Upgrading())
    await world.restart()
    moment = await world.step(await world.now(moment.table.id))
    release(DearPebbles())
    await world.restart()
    assert (await world.now(moment.table.id)).table.rules == 2


async def test_a_game_of_unknown_rules_says_so_and_stays_as_it_is(world: World, release: Release) -> None:
    moment = await begun(world, Take())
    release(Forgetful())
    await world.restart()
    await world.refuses("rules_version", world.act(moment, 0, Take()), version=1, newest=2)
    release(DearPebbles())
    await world.restart()
    assert (await world.play_out(moment, 1)).table.status is Status.FINISHED


async def test_a_lobby_of_before_starts_by_the_newest_rules(world: World, release: Release) -> None:
    table = await world.lobby(2, game="pebbles")
    release(DearPebbles())
    await world.restart()
    moment = await world.start(table.id)
    assert moment.table.rules == 2
    await world.play_out(moment, 1)
    assert await played_by(world) == {2}
