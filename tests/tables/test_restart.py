"""Restarts at any moment: nothing accepted is lost, whatever was committed last."""

import logging
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from table_world import World, nimmt
from units import reading

from bot.games import registry
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store import StoreError, files, session
from bot.store.store import Change, Writer
from bot.tables.model import Status
from bot.tables.notifications import calls


async def test_the_log_replays_to_every_state_and_event_there_was(world: World) -> None:
    rng = random.Random(9)
    moment = await world.game(3, NimmtOptions(format="rounds", rounds=2))
    seen = [moment]
    while moment.table.status is Status.PLAYING:
        moment = await world.play_on(moment, 1, rng)
        seen.append(moment)
    await world.restart()
    for earlier in rng.sample(seen, len(seen)):
        found = await world.at(1, earlier.version)
        assert GAME.encode(nimmt(found)) == GAME.encode(nimmt(earlier))
        for part in ("events", "seat", "automatic", "at"):
            assert getattr(found, part) == getattr(earlier, part)
    pages = await world.milestones(1)
    assert len(pages) >= 21, "tricks and deals"
    assert list(pages) == sorted(set(pages))
    assert pages[-1] == moment.version


async def test_memory_holds_nothing_of_a_failed_commit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = await world.game()
    before = world.dump()
    with monkeypatch.context() as patched:
        patched.setattr(session, "COMMIT", "BROKEN")
        with pytest.raises(StoreError, match="BROKEN"):
            await world.choose(moment, 0)
    assert world.dump() == before
    assert await world.now() == moment


async def test_a_long_game_keeps_few_moments_in_memory(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.history.REMEMBERED", 9)
    await world.restart()
    moment = await world.play_on(await world.game(), 20, random.Random(1))
    assert moment.version > 9
    assert len(world.tables.queries.units.history) == 9


async def test_no_log_line_nor_repr_tells_a_secret(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    moment = await world.game(2)
    async with reading(world.store) as tx:
        row = await tx.tables.get(1)
        log = await tx.log.between(1, 0, 10)
    assert row is not None
    assert row.secret is not None
    said = repr((row, moment, log))
    await world.play_out(moment, 1)
    for secret in ("hands", repr(row.secret), '"move"'):
        assert secret not in said + caplog.text


@pytest.mark.usefixtures("real_chance")
@pytest.mark.parametrize("game", ["six_nimmt", "pebbles"])
async def test_every_commit_leaves_a_whole_table(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """It is what a bot finds that was killed, or a backup; what was accepted is in one commit of its own."""
    attempt, copies, rng = Writer._try, list[Path](), random.Random(5)

    async def trying(writer: Writer, group: Sequence[Change]) -> Exception | None:
        error = await attempt(writer, group)
        copies.append(tmp_path / f"{len(copies)}.db")
        files.backup(world.file, copies[-1])
        return error

    moment = await world.game(3, game=game)
    monkeypatch.setattr(Writer, "_try", trying)
    while moment.table.status is Status.PLAYING:
        commits, user = len(copies), rng.randint(1, 3)
        if await world.may_undo(1, user):
            moment = await world.undo(1, user)
        else:
            moment = await world.play_on(moment, 1, rng)
        assert len(copies) == commits + 1
        for notice in (await world.pending(1))[: rng.randint(0, 1)]:
            await world.delivered(notice)
    monkeypatch.undo()
    for copy in copies:
        found = await World(copy).open()
        await _table_is_whole(found)
        await found.store.close()


async def _table_is_whole(world: World) -> None:
    """The state follows from the log; each turn of a person has its board; who owes something was or will be
    asked."""
    moment = await world.now()
    game = registry.game(moment.table.game)
    async with reading(world.store) as tx:
        assert await tx.tables.state(1) == game.encode(moment.state)
        rows = await tx.log.between(1, 0, 10_000)
    assert [row.version for row in rows] == list(range(1, moment.version + 1))
    game.check(moment.state)
    moments = [await world.at(1, version) for version in range(moment.version + 1)]
    turns = [each.turn for each in moments]
    assert turns == sorted(turns)
    posts = [game.post(each.state) for each in moments]
    made = [row.version for row in rows if row.back is None]
    people = {sitter.seat for sitter in moment.table.sitters if sitter.user is not None}
    called = [version for version in made if calls(game, moments[version].state, people)]
    fresh = [0, *[version for version in called if posts[version] != posts[version - 1]]]
    with closing(sqlite3.connect(world.file)) as connection:
        told = connection.execute("SELECT kind, seat, version FROM notices ORDER BY id").fetchall()
    assert [version for kind, _, version in told if kind == "board"] == fresh
    ended = [version for kind, _, version in told if kind == "ended"]
    assert ended == [moment.version] * (moment.table.status is Status.FINISHED)
    asked = {seat for kind, seat, version in told if kind == "prompt" and version == fresh[-1]}
    assert game.in_turn(moment.state) or set(game.decisions(moment.state)) <= asked
