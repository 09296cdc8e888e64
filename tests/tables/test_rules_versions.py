"""Rules that have changed: a game goes on by those it began with, or is upgraded by the game's function."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import ClassVar

import pytest
from msgspec.structs import replace
from table_world import World
from test_tournament_rounds import founded, played, round_open

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat, Step
from bot.tables import challenges
from bot.tables.challenges import Kind, passed_on
from bot.tables.model import Moment, Status
from bot.tournaments.model import Rules
from bot.verify import verify
from tests.pebbles.game import Draw, Pebbles, PebblesMove, PebblesOptions, PebblesState, Stop, Take

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


@pytest.mark.usefixtures("real_chance")
@pytest.mark.parametrize("rules", [DearPebbles(), Upgrading()])
async def test_a_challenge_is_played_by_the_rules_of_whoever_was_first(
    world: World, release: Release, monkeypatch: pytest.MonkeyPatch, rules: Pebbles
) -> None:
    """Also where it was passed on to; what nobody had begun is played by the newest."""
    monkeypatch.setattr(challenges, "KINDS", (Kind("pebbles", 1),))
    monkeypatch.setattr(challenges, "HARD", "easy")
    place = {"channel": 20, "locale": "en", "by": 1}
    for guild in (7, 8):
        await world.tables.challenges.weekly.schedule(guild, day=0, **place)
    (found,) = await world.open_in(7)
    passed = await world.receive(9, passed_on(found), **place)
    await world.take(found.id, 2, channel=1002, reserved=902)
    release(rules)
    await world.restart()
    await world.take(found.id, 3, channel=1003, reserved=903)
    await world.take(passed.id, 4, channel=1004, reserved=904)
    (other,) = await world.open_in(8)
    await world.take(other.id, 5, channel=1005, reserved=905)
    assert [(await world.table(number)).rules for number in (902, 903, 904, 905)] == [1, 1, 1, 2]


@pytest.mark.usefixtures("real_chance")
@pytest.mark.parametrize("newest", [DearPebbles(), Upgrading()])
async def test_the_tables_of_a_duplicate_are_played_by_the_rules_of_the_first(
    world: World, release: Release, newest: Pebbles
) -> None:
    """Those of the next round, which have other draws, by the newest."""
    rules = Rules("swiss", 2, 2, rounds=2, duplicate=True)
    await founded(world, rules, 4, game="pebbles", options=PebblesOptions(), high=4)
    await world.tick()
    await world.tick()
    first, _ = (await world.tables.tournaments.cup(1)).pods
    table = await world.tables.tournaments.reserve()
    await world.tables.tournaments.open_pod(1, (first.round, first.pod), channel=1000, table=table)
    release(newest)
    await world.restart()
    cup = await round_open(world, 1)
    assert [(await world.table(pod.table)).rules for pod in cup.pods] == [1, 1]
    await played(world, 1)
    cup = await round_open(world, 1)
    assert [(await world.table(pod.table)).rules for pod in cup.pods] == [1, 1, 2, 2]
