"""Tables fill up: opening, joining, options, leaving, starting."""

from __future__ import annotations

import asyncio

import pytest
from table_house import CHANNEL, SHORT, House, person

from bot.games import registry
from bot.games.contract import Refusal
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Status


async def test_the_host_is_seated_and_the_lobby_is_told(house: House) -> None:
    table = await house.lobby(1)
    assert table.status is Status.LOBBY
    assert [(sitter.seat, sitter.user, sitter.name) for sitter in table.sitters] == [(0, 1, "Person 1")]
    assert await house.notices(table.id) == [("lobby", None, 0)]
    assert house.told == [table.id]
    assert await house.tables.queries.table(table.id) == table


async def test_a_busy_channel_names_its_table(house: House) -> None:
    table = await house.lobby(1)
    with pytest.raises(Refusal) as refused:
        await house.lobby(1)
    assert (refused.value.code, refused.value.data) == ("channel_busy", {"table": table.id})


async def test_pending_lobby_notices_are_not_doubled(house: House) -> None:
    table = await house.lobby(5)
    assert await house.notices(table.id) == [("lobby", None, 0)]


async def test_joining_twice_and_joining_a_full_table_is_refused(house: House) -> None:
    table = await house.lobby(10)
    for number, code in ((3, "seated"), (11, "full")):
        with pytest.raises(Refusal) as refused:
            await house.tables.lobby.join(table.id, person(number), key=house.key())
        assert refused.value.code == code


async def test_the_eleventh_of_twenty_at_once_finds_the_table_full(house: House) -> None:
    table = await house.lobby(1)
    answers = await asyncio.gather(
        *(house.tables.lobby.join(table.id, person(number), key=house.key()) for number in range(2, 22)),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refused) == 11
    seats = [sitter.seat for sitter in (await house.tables.queries.table(table.id)).sitters]
    assert seats == list(range(10))


async def test_the_others_move_up_when_somebody_leaves(house: House) -> None:
    table = await house.lobby(4)
    table = await house.tables.seats.leave(table.id, person(2), key=house.key())
    assert [(sitter.seat, sitter.user) for sitter in table.sitters] == [(0, 1), (1, 3), (2, 4)]


async def test_a_leaving_host_hands_over(house: House) -> None:
    table = await house.lobby(3)
    table = await house.tables.seats.leave(table.id, person(1), key=house.key())
    assert table.host == 2
    table = await house.tables.seats.leave(table.id, person(2), key=house.key())
    assert table.host == 3


async def test_the_last_one_closes_the_lobby_and_frees_the_channel(house: House) -> None:
    table = await house.lobby(1)
    table = await house.tables.seats.leave(table.id, person(1), key=house.key())
    assert table.status is Status.ABANDONED
    assert await house.notices(table.id) == [("lobby", None, 0)]
    assert (await house.lobby(1)).id != table.id


async def test_only_the_host_sets_options_and_starts(house: House) -> None:
    table = await house.lobby(2)
    for attempt in (
        house.tables.lobby.configure(table.id, person(2), SHORT, key=house.key()),
        house.tables.play.start(table.id, person(2), key=house.key()),
        house.tables.play.end(table.id, person(2), moderator=False, key=house.key()),
    ):
        with pytest.raises(Refusal) as refused:
            await attempt
        assert refused.value.code == "not_host"


async def test_options_are_kept_and_their_limits_checked(house: House) -> None:
    table = await house.lobby(2)
    options = NimmtOptions(limit=99)
    table = await house.tables.lobby.configure(table.id, person(1), options, key=house.key())
    assert registry.game("six_nimmt").decode_options(table.options) == options
    with pytest.raises(Refusal) as refused:
        await house.tables.lobby.configure(table.id, person(1), NimmtOptions(limit=0), key=house.key())
    assert refused.value.code == "bad_options"


async def test_one_person_alone_can_not_start(house: House) -> None:
    table = await house.lobby(1)
    with pytest.raises(Refusal) as refused:
        await house.tables.play.start(table.id, person(1), key=house.key())
    assert (refused.value.code, refused.value.data) == ("too_few", {"seats": 2})


async def test_the_start_announces_the_commitment_and_keeps_the_secret(house: House) -> None:
    moment = await house.game()
    assert len(moment.table.commitment) == 64
    assert moment.table.secret is None
    assert (await house.tables.queries.table(moment.table.id)).secret is None


async def test_nobody_joins_or_starts_again_once_the_game_runs(house: House) -> None:
    moment = await house.game()
    for attempt in (
        house.tables.lobby.join(moment.table.id, person(9), key=house.key()),
        house.tables.play.start(moment.table.id, person(1), key=house.key()),
        house.tables.lobby.configure(moment.table.id, person(1), SHORT, key=house.key()),
    ):
        with pytest.raises(Refusal) as refused:
            await attempt
        assert refused.value.code == "not_lobby"


async def test_two_starts_at_once_make_one_game(house: House) -> None:
    table = await house.lobby(2)
    answers = await asyncio.gather(
        *(house.tables.play.start(table.id, person(1), key=house.key()) for _ in range(2)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Refusal) for answer in answers) == 1
    assert [kind for kind, _, _ in await house.notices(table.id)].count("board") == 1


async def test_a_channel_shows_its_active_table_before_older_ones(house: House) -> None:
    first = await house.lobby(1)
    await house.tables.play.end(first.id, person(1), moderator=False, key=house.key())
    assert (await house.tables.queries.table_in(CHANNEL) or first).id == first.id
    house.later(hours=1)
    second = await house.lobby(1)
    assert (await house.tables.queries.table_in(CHANNEL) or first).id == second.id
    assert await house.tables.queries.table_in(CHANNEL + 1) is None


async def test_a_persons_tables_are_the_active_ones_newest_first(house: House) -> None:
    first = await house.lobby(2, channel=1)
    second = await house.lobby(2, channel=2)
    third = await house.lobby(1, channel=3)
    await house.lobby(1, channel=4)
    assert [table.id for table in await house.tables.queries.tables_of(2)] == [second.id, first.id]
    await house.tables.play.end(third.id, person(1), moderator=False, key=house.key())
    assert third.id not in [table.id for table in await house.tables.queries.tables_of(1)]
