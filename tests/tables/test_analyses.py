"""Analyses of finished games as they are kept: who may ask, how far they are, what is left of them."""

import json
import random

import pytest
from table_world import World, hand

from bot.games.contract import Refusal
from bot.games.six_nimmt.moves import Choose
from bot.store.errors import StoreError
from bot.tables.analyses import Analyses, Examined
from bot.tables.policy import ANALYSED

ANN, BEN, CLEO = 1, 2, 3
WHOLE = b'{"luck":[0.5,0.5,0.5]}'


async def finished(world: World, people: tuple[int, ...] = (ANN, BEN, CLEO), channel: int = 500) -> int:
    """The number of a finished game."""
    table = (await world.game(people, channel=channel)).table.id
    await world.play_out(await world.now(table), 1)
    return table


async def judge(world: World, table: int, most: int = 5, result: bytes | None = None) -> bool:
    """The next decisions are judged; their verdicts say nothing but their number."""
    found, moves = await world.examined(table), (await world.course(table)).steps[1:]
    before = found.row.judged
    made = [(at, row.seat, b"%d" % at) for at, row in enumerate(moves)][before : before + most]
    return await world.judged(table, before, made, result)


async def test_an_analysis_is_begun_once_and_goes_on_where_it_stood(world: World) -> None:
    table = await finished(world)
    assert await world.examined(table) is None
    first = await world.examine(table, ANN)
    assert (first.row.user, first.row.judged, first.verdicts) == (ANN, 0, ())
    assert first.row.decisions == len((await world.course(table)).steps[1:])
    assert await world.examine(table, BEN) == first
    assert await judge(world, table)
    assert not await world.judged(table, 0, [(0, 0, b"0")], None), "somebody else has gone on meanwhile"
    await world.restart()
    next_one = await world.next_examination()
    assert (next_one.table, next_one.verdicts) == (table, (b"0", b"1", b"2", b"3", b"4"))
    assert json.loads(next_one.transcript)["game"] == next_one.game == "six_nimmt"
    known = await world.next_examination((table, 5))
    assert (known.table, known.judged, known.transcript, known.verdicts) == (table, 5, b"", ())
    assert (await world.next_examination((table, 4))).verdicts == next_one.verdicts
    assert await judge(world, table, most=1000, result=WHOLE)
    found = await world.examined(table)
    assert (found.row.result, len(found.verdicts)) == (WHOLE, first.row.decisions)
    assert await world.next_examination() is None
    assert not await judge(world, table), "nothing comes after the end"


async def test_choices_that_were_changed_before_they_counted_are_no_decisions(world: World) -> None:
    moment = await world.game(2)
    first, other = hand(moment)[:2]
    await world.act(moment, 0, Choose(first))
    await world.act(await world.now(), 0, Choose(other))
    await world.play_out(await world.now(), 1)
    moves = (await world.course(1)).steps[1:]
    assert (await world.examine(1, ANN)).row.decisions == len(moves) - 1


async def test_a_game_that_is_not_finished_is_not_analysed(world: World) -> None:
    lobby, playing = await world.lobby(2), await world.game(2, channel=501)
    left = await world.game(2, channel=502)
    await world.end(left.table.id, moderator=True)
    for table in (lobby.id, playing.table.id, left.table.id):
        with pytest.raises(Refusal, match="not_over"):
            await world.examine(table, ANN)
    with pytest.raises(Refusal, match="no_table"):
        await world.examine(99, ANN)
    assert await world.next_examination() is None


async def test_a_person_and_a_server_have_only_so_many_under_way(world: World) -> None:
    own, here = ANALYSED
    tables = [await finished(world, channel=600 + number) for number in range(here + 1)]
    for number, table in enumerate(tables[:here]):
        assert (await world.examine(table, 10 + number // own)).before == number
    with pytest.raises(Refusal, match="analyses_here"):
        await world.examine(tables[here], ANN)
    elsewhere = [(await world.game(2, guild=8, channel=700 + number)).table.id for number in range(2)]
    for table in elsewhere:
        await world.play_out(await world.now(table), 1)
    with pytest.raises(Refusal, match="analyses_of_yours"):
        await world.examine(elsewhere[0], 10)
    await judge(world, tables[0], most=1000, result=WHOLE)
    assert (await world.examined(tables[1])).before == 0
    await world.examine(elsewhere[0], 10)
    await world.examine(tables[here], ANN)


async def test_what_is_forgotten_leaves_no_half_analysis(world: World) -> None:
    """A finished one stays without the verdicts of who was forgotten, one under way begins anew; the one that
    this person has asked for goes."""
    over, under_way, hers = [await finished(world, channel=600 + number) for number in range(3)]
    await world.examine(over, BEN)
    await judge(world, over, most=1000, result=WHOLE)
    await world.examine(under_way, BEN)
    await judge(world, under_way, most=3)
    await world.examine(hers, ANN)
    await judge(world, hers, most=3)
    await world.erase(ANN, None)
    assert await world.examined(hers) is None
    found, moves = await world.examined(over), (await world.course(over)).steps[1:]
    assert found.verdicts == tuple(b"%d" % at for at, row in enumerate(moves) if row.seat != 0)
    again = await world.next_examination((under_way, 3))
    assert (again.table, again.judged, again.verdicts) == (under_way, 0, ())
    assert again.transcript
    assert (await world.examined(under_way)).row.judged == 0
    assert await judge(world, under_way, most=3)


async def test_a_verdict_belongs_to_who_sat_there_then(world: World) -> None:
    before = await world.play_on(await world.game(3), 7, random.Random(1))
    table, taken = before.table.id, before.version
    await world.leave(table, CLEO)
    await world.take_seat(table, 4, 2)
    await world.play_out(await world.now(table), 1)
    await world.examine(table, ANN)
    await judge(world, table, most=1000, result=WHOLE)
    users = [(row.seat, row.user) for row in await world.store.read(lambda tx: tx.verdicts.at(table))]
    assert {user for seat, user in users if seat == 2} >= {4}
    assert {user for seat, user in users if seat != 2} == {ANN, BEN}
    moves = (await world.course(table)).steps[1:]
    early = [
        user for (seat, user), row in zip(users, moves, strict=True) if seat == 2 and row.version <= taken
    ]
    assert CLEO in early
    assert 4 not in early


async def test_an_analysis_goes_with_its_game_or_when_it_is_given_up(world: World) -> None:
    tables = [await finished(world, channel=600 + number) for number in range(2)]
    for table in tables:
        await world.examine(table, ANN)
        await judge(world, table)
    await world.give_up(tables[0])
    await world.store.change(lambda tx: tx.tables.delete(tables[1]))
    assert [await world.examined(table) for table in tables] == [None, None]
    assert await world.store.read(lambda tx: tx.verdicts.scan("")) == ()


async def test_a_failing_database_begins_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(world)
    called: list[str] = []
    world.tables.signals.on_analyses = lambda: called.append("analyse")

    async def failing(self: object, *rows: object) -> None:
        raise StoreError("no room left")

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.results.Analyses.put", failing)
        with pytest.raises(StoreError):
            await world.examine(table, ANN)
    assert (await world.examined(table), called) == (None, [])
    assert isinstance(await world.examine(table, ANN), Examined)
    assert called == ["analyse"]
    assert isinstance(world.tables.analyses, Analyses)
