"""Nothing depends on memory: another service on the same file goes on as if nothing had happened."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import pytest
from table_house import House, person, random_move
from units import reading

from bot.games.contract import Seat, State
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.store import StoreError, files, writer
from bot.tables.history import Snapshot, SnapshotCache
from bot.tables.model import Moment, Status
from bot.tables.policy import REMEMBERED


def encoded(moment: Moment) -> bytes:
    """The state as bytes."""
    assert isinstance(moment.state, NimmtState)
    return GAME.encode(moment.state)


async def test_a_restart_after_every_few_moves_changes_nothing(house: House) -> None:
    rng = random.Random(8)
    moment = await house.game(4)
    while moment.table.status is Status.PLAYING:
        moment = await house.play_on(moment, rng.randrange(1, 6), rng)
        before = await house.notices(moment.table.id)
        await house.restart()
        assert await house.tables.queries.now_at(moment.table.id) == moment
        assert await house.notices(moment.table.id) == before
        assert await house.tables.outbox.with_notices() == (moment.table.id,)


async def test_the_log_replays_to_every_state_and_event_there_was(house: House) -> None:
    rng = random.Random(9)
    moment = await house.game(3, NimmtOptions(format="rounds", rounds=2))
    seen = [moment]
    while moment.table.status is Status.PLAYING:
        moment = (await house.act(moment, *random_move(moment, rng))).moment
        seen.append(moment)
    await house.restart()
    for earlier in rng.sample(seen, len(seen)):
        found = await house.tables.queries.moment(moment.table.id, earlier.version)
        assert encoded(found) == encoded(earlier)
        assert (found.events, found.seat, found.automatic, found.at) == (
            earlier.events,
            earlier.seat,
            earlier.automatic,
            earlier.at,
        )


async def test_the_stored_state_is_the_one_the_log_leads_to(house: House) -> None:
    moment = await house.play_on(await house.game(4), 17, random.Random(10))
    await house.restart()
    async with reading(house.store) as tx:
        stored = await tx.tables.state(moment.table.id)
    assert stored == encoded(await house.tables.queries.now_at(moment.table.id))


async def test_keys_and_double_clicks_are_known_after_a_restart(house: House) -> None:
    moment = await house.game()
    card = hand(moment)
    await house.act(moment, Seat(0), Choose(card), key="once")
    await house.restart()
    before = house.dump()
    assert (await house.act(moment, Seat(0), Choose(card), key="once")).repeated
    assert (await house.act(moment, Seat(0), Choose(card), key="a second click")).repeated
    assert house.dump() == before


async def test_after_a_failed_commit_memory_holds_nothing_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = await house.game()
    before = house.dump()

    monkeypatch.setattr(writer, "COMMIT", "BROKEN")
    with pytest.raises(StoreError, match="BROKEN"):
        await house.act(moment, Seat(0), Choose(hand(moment)))
    monkeypatch.undo()
    assert house.dump() == before
    assert await house.tables.queries.now_at(moment.table.id) == moment


def hand(moment: Moment) -> int:
    """A card of the first seat."""
    assert isinstance(moment.state, NimmtState)
    return moment.state.hands[0][0]


async def test_the_milestones_are_the_tricks_and_deals(house: House) -> None:
    moment = await house.play_out(
        await house.game(2, NimmtOptions(format="rounds", rounds=2)), random.Random(1)
    )
    pages = await house.tables.queries.milestones(moment.table.id)
    assert len(pages) >= 21
    assert pages[-1] == moment.version
    assert list(pages) == sorted(set(pages))


async def test_memory_is_bounded_and_forgets_what_was_not_used() -> None:
    memory = SnapshotCache(3)
    state = State()
    for version in range(3):
        memory.keep(1, Snapshot(version, state))
    assert memory.get(1, 0) is not None
    memory.keep(2, Snapshot(0, state))
    assert len(memory) == 3
    assert memory.get(1, 1) is None
    assert memory.get(1, 2) is not None


async def test_a_long_game_keeps_few_moments_in_memory(house: House) -> None:
    moment = await house.play_out(
        await house.game(10, NimmtOptions(format="rounds", rounds=3)), random.Random(1)
    )
    assert moment.version > REMEMBERED
    assert len(house.tables.queries.units.history) == REMEMBERED


async def test_no_log_line_holds_a_hand_or_the_secret(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    moment = await house.play_out(await house.game(2), random.Random(1))
    assert moment.table.secret is not None
    assert "hands" not in caplog.text
    assert repr(moment.table.secret) not in caplog.text
    assert '"move"' not in caplog.text


async def test_a_secret_is_in_no_repr_before_the_end(house: House) -> None:
    moment = await house.game()
    async with reading(house.store) as tx:
        row = await tx.tables.get(moment.table.id)
        log = await tx.log.between(moment.table.id, 0, 10)
    assert row is not None
    assert row.secret is not None
    assert repr(row.secret) not in repr((row, moment, log))
    assert "hands" not in repr(moment)


async def test_a_service_on_a_copy_made_while_playing_has_the_whole_table(
    house: House, tmp_path: Path
) -> None:
    moment = await house.play_on(await house.game(), 5, random.Random(2))
    copy = tmp_path / "copy.db"
    files.backup(house.path, copy)
    await house.act(moment, *random_move(moment, random.Random(3)))
    other = await House(copy).start()
    try:
        assert await other.tables.queries.now_at(moment.table.id) == moment
        await other.tables.seats.leave(moment.table.id, person(1), key="in the copy")
    finally:
        await other.store.close()
