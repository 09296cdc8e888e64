"""Duplicates: all tables of a round have the same draws; their secret is one until the last is over."""

from collections.abc import Sequence

import outside_verifier
import pytest
from msgspec.structs import replace
from table_world import World, nimmt, person
from test_tournament_rounds import SWISS, founded, played, round_open

from bot.store.tournaments import TournamentState
from bot.tables.clock import Keeping
from bot.tables.cups import Cup
from bot.tables.model import Status
from bot.verify import SharedTranscript, verify

DUPLICATE = replace(SWISS, duplicate=True)

pytestmark = pytest.mark.usefixtures("real_chance")


async def running(world: World, people: int = 8, **rules: object) -> Cup:
    number = await founded(world, replace(DUPLICATE, **rules), people, high=people)
    return await round_open(world, number)


async def secrets(world: World, number: int = 1) -> list[str]:
    return [deal.secret.hex() for deal in await world.store.read(lambda tx: tx.deals.of(number))]


async def hands(world: World, cup: Cup, at: int = 1) -> list[Sequence[object]]:
    tables = [pod.table for pod in cup.pods if pod.round == at and pod.table]
    return [nimmt(await world.now(table)).hands for table in tables]


async def test_all_tables_of_a_round_have_the_same_cards_by_seat_and_each_round_others(world: World) -> None:
    cup = await running(world)
    first, *others = await hands(world, cup)
    assert others == [first]
    (deal,) = cup.deals
    for table in [await world.table(pod.table) for pod in cup.pods]:
        assert (table.commitment, table.contributions, table.challenge) == (deal.commitment, (), 0)
    await played(world, 1)
    cup = await round_open(world, 1)
    second, *others = await hands(world, cup, 2)
    assert others == [second]
    assert second != first
    assert len({deal.commitment for deal in cup.deals}) == 2


async def test_only_tables_of_one_size_can_have_the_same_cards(world: World) -> None:
    cup = await running(world, 7)
    assert [len(pod.lines) for pod in cup.pods] == [4, 3]
    bindings = {(await world.table(pod.table)).binding for pod in cup.pods}
    assert len(bindings) == 2
    assert len({(await world.table(pod.table)).commitment for pod in cup.pods}) == 1


async def test_each_of_the_tables_at_once_has_cards_of_its_own(world: World) -> None:
    cup = await running(world, 4, high=2, at_once=2, rounds=1)
    dealt = await hands(world, cup)
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
    assert [deal.deal for deal in cup.deals] == [0, 1]


async def test_the_secret_is_one_until_the_last_table_of_the_round_is_over(world: World) -> None:
    """Not at a finished table, in its file, its analysis, what a person exports, or what is known of the
    tournament; afterwards everything is there."""
    cup = await running(world, 12)
    (whole,) = await secrets(world)
    tables = [pod.table or 0 for pod in cup.pods]
    await played(world, 1, but=1)
    await world.tick()
    for table in tables[:-1]:
        shown = await world.table(table)
        assert (shown.status, shown.secret, shown.held) == (Status.FINISHED, None, True)
        await world.refuses("duplicate_on", world.transcript(table), world.examine(table, 1))
        assert whole not in repr(shown)
    cup = await world.tables.tournaments.cup(1)
    assert [pod.places != () for pod in cup.pods] == [True, True, False]
    for user in range(1, 13):
        assert whole not in str(await world.export(user))
    assert whole not in repr(cup)
    assert cup.deals[0].secret == b""
    await played(world, 1)
    cup = await round_open(world, 1)
    assert [deal.secret.hex() for deal in cup.deals] == [whole, ""]
    for table in tables:
        assert (await world.table(table)).secret == bytes.fromhex(whole)
        data = await world.transcript(table)
        assert verify(data).code == "ok"
        assert isinstance(verify(data).transcript, SharedTranscript)
        assert outside_verifier.check(data) == []


async def test_a_restart_and_a_pause_hold_nothing_up(world: World) -> None:
    await running(world)
    await world.tables.tournaments.hold_up(1, paused=True)
    await played(world, 1)
    await world.restart()
    await world.tick()
    cup = await world.tables.tournaments.cup(1)
    assert (len(cup.tournament.rounds), cup.deals[0].is_over) == (1, True)


async def test_called_off_it_keeps_its_secret_while_tables_go_on(world: World) -> None:
    """However old it gets meanwhile."""
    world.keeping = Keeping(abandoned=10)
    await running(world)
    await played(world, 1, but=1)
    await world.tables.tournaments.call_off(1)
    world.later(hours=24 * 11)
    await world.beat()
    cup = await world.tables.tournaments.cup(1)
    assert (cup.row.state, cup.deals[0].is_over) == (TournamentState.CANCELLED, False)
    assert (await world.table(cup.pods[0].table)).held
    await world.end(cup.pods[1].table, 1, moderator=True)
    await world.tick()
    assert (await world.tables.tournaments.cup(1)).deals[0].is_over
    assert not (await world.table(cup.pods[0].table)).held
    await world.beat()
    await world.refuses("no_tournament", world.tables.tournaments.cup(1))


async def test_nobody_takes_over_who_has_seen_the_cards_elsewhere(world: World) -> None:
    """Who has dropped out and signed up again waits for the next round; who has seen nothing takes over."""
    cup = await running(world)
    first, second = (cup.holder(pod.lines[1]).user for pod in cup.pods)  # type: ignore[union-attr]
    await world.tables.tournaments.sign_off(1, first)
    await world.tables.tournaments.sign_up(1, person(first))
    line = cup.of_user(second).line  # type: ignore[union-attr]
    cup = await world.tables.tournaments.sign_off(1, second)
    assert cup.holder(line) is None  # type: ignore[arg-type]
    assert [one.user for one in cup.waiting] == [first]
    third = cup.holder(cup.pods[1].lines[2]).user  # type: ignore[union-attr]
    await world.tables.tournaments.sign_up(1, person(99))
    cup = await world.tables.tournaments.sign_off(1, third)
    assert cup.of_user(99).line is not None  # type: ignore[union-attr]


async def test_nobody_is_let_in_at_a_table_but_who_sat_there(world: World) -> None:
    cup = await running(world)
    pod = cup.pods[0]
    leaver, stays = (cup.holder(line).user for line in pod.lines[:2])  # type: ignore[union-attr]
    await world.leave(pod.table, leaver)
    await world.refuses(
        "duplicate_alone", world.take_seat(pod.table, 99, 0), world.invite(pod.table, stays, 99)
    )
    vote = await world.call_out(pod.table, stays)
    await world.refuses("duplicate_alone", world.answer(pod.table, vote.id, 99, yes=True))
    table = await world.take_seat(pod.table, leaver, 0)
    assert table.sitters[0].user == leaver
