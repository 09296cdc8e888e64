"""Who watches a table, and what is left for the dispatcher to tell them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from table_house import House, person

from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Moment, Watcher

SPECTATOR = 99


async def choose(house: House, moment: Moment, *seats: int) -> Moment:
    """The moment after these seats have chosen their lowest cards."""
    for seat in seats:
        assert isinstance(moment.state, NimmtState)
        moment = (await house.act(moment, Seat(seat), Choose(moment.state.hands[seat][0]))).moment
    return moment


async def watching(house: House, table: int, user: int = SPECTATOR) -> Watcher:
    """Somebody who watches, with a message."""
    watcher = replace(await house.tables.spectators.watch(table, user), channel=5, message=user)
    assert await house.tables.spectators.began_watching(watcher) == watcher
    return watcher


async def told(house: House, table: int) -> list[tuple[str, int | None, int]]:
    """What is pending for watchers."""
    return [notice for notice in await house.notices(table) if notice[0] == "watched"]


async def test_each_new_post_is_told_once_and_only_where_somebody_watches(house: House) -> None:
    moment = await house.game()
    table = moment.table.id
    moment = await choose(house, moment, 0, 1, 2)
    assert await told(house, table) == []
    await watching(house, table)
    await watching(house, table, SPECTATOR + 1)
    assert await told(house, table) == []
    while not await told(house, table):
        moment = await house.play_on(moment, 1, random.Random(1))
    assert await told(house, table) == [("watched", None, moment.version)]
    await house.tables.play.end(table, person(1), moderator=False, key=house.key())
    assert await told(house, table) == [("watched", None, moment.version)]


async def test_what_came_while_the_message_was_sent_is_told_next(house: House) -> None:
    moment = await house.game()
    watcher = await house.tables.spectators.watch(moment.table.id, SPECTATOR)
    moment = await choose(house, moment, 0)
    await house.tables.spectators.began_watching(replace(watcher, channel=5, message=6))
    assert await told(house, moment.table.id) == [("watched", None, moment.version)]


async def test_the_first_message_counts_and_none_of_who_has_stopped(house: House) -> None:
    table = (await house.game()).table.id
    first = await watching(house, table)
    assert await house.tables.spectators.began_watching(replace(first, message=7)) == first
    assert await house.tables.spectators.watch(table, SPECTATOR) == first
    await house.restart()
    assert await house.tables.spectators.watchers(table) == (first,)
    assert await house.tables.spectators.unwatch(table, SPECTATOR) == first
    assert await house.tables.spectators.unwatch(table, SPECTATOR) is None
    assert not await house.tables.spectators.shown(replace(first, version=1))
    assert await house.tables.spectators.began_watching(first) is None
    assert await house.tables.spectators.watchers(table) == ()
    assert await house.tables.spectators.watched_by(SPECTATOR) == ()


async def test_who_sits_there_can_not_watch(house: House) -> None:
    table = (await house.game()).table.id
    with pytest.raises(Refusal, match="seated"):
        await house.tables.spectators.watch(table, 2)
