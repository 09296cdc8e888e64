"""Rules that have changed: a game goes on by those it began with, or is upgraded by the game's function."""

import json
import random
from collections.abc import Callable
from typing import ClassVar

import pytest
from msgspec.structs import replace
from table_world import World

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat, Step
from bot.tables.model import Moment, Status
from bot.verify import verify
from tests.tiny_game.game import HighCard, HighCardOptions, HighCardState, Show

KEY = HighCard.info.key
Release = Callable[[HighCard], None]


class LowCard(HighCard):
    """Version 2 of high card: the lowest card wins a trick."""

    rules_version = 2
    versions: ClassVar = {1: HighCard}

    def apply(self, state: HighCardState, seat: Seat, move: Show, chance: Chance) -> Step[HighCardState]:
        """The same step with another winner."""
        step = super().apply(state, seat, move, chance)
        if step.state.wins == state.wins:
            return step
        lowest = step.state.shown.index(min(step.state.shown))
        wins = tuple(own + (other == lowest) for other, own in enumerate(state.wins))
        return replace(step, state=replace(step.state, wins=wins))


def as_it_stands(state: HighCardState) -> HighCardState:
    """From version 1 to 2: nothing becomes another, as long as nobody has won a trick."""
    return state


class Upgrading(LowCard):
    """Takes over the tables of before their first trick."""

    rule_upgrades: ClassVar = {1: as_it_stands}


class Forgetful(LowCard):
    """No longer has the first rules."""

    versions: ClassVar = {}


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Release:
    """Makes these the newest rules of the game."""

    def released(rules: HighCard) -> None:
        monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, KEY: "tests.tiny_game.game:GAME"})
        monkeypatch.setattr(registry, "_GAMES", {**registry._GAMES, KEY: rules})

    released(HighCard())
    return released


def winner(shown: tuple[int, ...], rules: int) -> int:
    """Who wins a trick by a version of the rules."""
    return shown.index(max(shown) if rules == 1 else min(shown))


async def trick(world: World, moment: Moment) -> Moment:
    """One trick further."""
    before = moment.turn
    while moment.turn == before and moment.table.status is Status.PLAYING:
        moment = await world.step(moment)
    return moment


async def begun(world: World, tricks: int) -> Moment:
    """A table of the first version after so many tricks."""
    moment = await world.game(3, HighCardOptions(), game=KEY)
    for _ in range(tricks):
        moment = await trick(world, moment)
    assert moment.table.rules == 1
    return moment


async def played_by(world: World, table: int) -> list[int]:
    """By which versions every trick in the history of a table was won."""
    found: list[int] = []
    wins = (0, 0, 0)
    for version in await world.tables.queries.milestones(table):
        state = (await world.at(table, version)).state
        assert isinstance(state, HighCardState)
        won = next(seat for seat, own in enumerate(state.wins) if own > wins[seat])
        wins = state.wins
        found += [rules for rules in (1, 2) if winner(state.shown, rules) == won]
    return found


async def played_out(world: World, table: int) -> bytes:
    """The file of a game that is played to its end."""
    await world.play_out(await world.now(table), random.Random(1))
    await world.restart()
    return await world.transcript(table)


@pytest.mark.parametrize("rules", [LowCard(), Upgrading()])
async def test_a_game_under_way_goes_on_by_the_rules_it_began_with(
    world: World, release: Release, rules: HighCard
) -> None:
    """Also where the new ones would take it over if its tricks had not been won by the old ones."""
    moment = await begun(world, tricks=1)
    release(rules)
    await world.restart()
    again = await world.now()
    assert (again.table.rules, again.state) == (1, moment.state)
    data = await played_out(world, 1)
    assert await played_by(world, 1) == [1, 1, 1]
    assert "rules" not in json.loads(data)
    assert verify(data).ok


async def test_a_game_is_upgraded_where_its_function_says_so(world: World, release: Release) -> None:
    moment = await world.step(await begun(world, tricks=0))
    release(Upgrading())
    await world.restart()
    again = await world.now()
    assert (again.table.rules, again.state) == (2, moment.state)
    data = await played_out(world, 1)
    assert await played_by(world, 1) == [2, 2, 2]
    assert json.loads(data)["rules"] == 2
    assert verify(data).ok
    assert not verify(data.replace(b'"rules":2,', b"", 1)).ok, "by the first rules another seat wins"
    assert verify(data.replace(b'"rules":2,', b'"rules":3,', 1)).code == "unknown_rules"


async def test_an_upgrade_is_kept_once_something_has_changed(world: World, release: Release) -> None:
    moment = await begun(world, tricks=0)
    release(Upgrading())
    await world.restart()
    moment = await world.step(await world.now(moment.table.id))
    release(LowCard())
    await world.restart()
    assert (await world.now(moment.table.id)).table.rules == 2


async def test_a_game_of_unknown_rules_says_so_and_stays_as_it_is(world: World, release: Release) -> None:
    moment = await begun(world, tricks=1)
    release(Forgetful())
    await world.restart()
    with world.unchanged():
        with pytest.raises(Refusal, match="rules_version") as refused:
            await world.act(moment, Seat(0), next(iter(HighCard().legal(moment.state, Seat(0)))))  # type: ignore[arg-type]
        assert refused.value.data == {"version": 1, "newest": 2}
    release(LowCard())
    await world.restart()
    assert (await world.play_out(moment, random.Random(1))).table.status is Status.FINISHED


async def test_a_lobby_of_before_starts_by_the_newest_rules(world: World, release: Release) -> None:
    table = await world.lobby(3, HighCardOptions(), game=KEY)
    release(LowCard())
    await world.restart()
    moment = await world.start(table.id)
    assert moment.table.rules == 2
    await world.play_out(moment, random.Random(1))
    assert await played_by(world, table.id) == [2, 2, 2]
