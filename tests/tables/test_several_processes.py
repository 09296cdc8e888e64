"""The services of several processes at one database: whoever is pressed writes, the owner does the rest."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from table_world import SHORT, World, hand, person

from bot.bench.postgres_server import Databases
from bot.games.contract import Refusal
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.store import Server, errors, leases, open_store
from bot.store.evenings import EventRow
from bot.store.repositories import Repositories
from bot.store.session import NO_TABLE
from bot.store.shards import Shards
from bot.tables.clock import AHEAD, BEAT
from bot.tables.evenings import Calendar
from bot.tables.model import Moment, Status
from bot.tables.policy import HOSTED
from bot.tables.services import build_tables
from bot.tables.timers import News
from bot.tables.tournaments import Plan
from bot.tournaments.model import Rules

HOME, AWAY = Shards(0, 1, 4), Shards(2, 3, 4)
FAR = 3 << 22
"""A server of the second process."""


class Process(World):
    """One of them."""

    def __init__(self, folder: Path, server: Server, part: Shards) -> None:
        super().__init__(folder / f"{part.first}.db", server)
        self.server = server
        self.part = part
        self.keys = (f"key {part} {number}" for number in range(10_000))
        self.marks = count()
        self.asked_to_clock = 0

    async def open(self) -> Process:
        self.store = await open_store(self.server, shards=self.part)
        self.tables = build_tables(self.store, now=lambda: self.time, shards=self.part)
        self.tables.signals.on_notices = self.told.append
        self.tables.signals.on_thinking = self.kicked.append
        self.tables.signals.on_timers = self._asked
        self.people: list[int] = []
        self.tables.signals.on_person = self.people.append
        self.ear = leases.Leases(self.server, self.part)
        await self.ear.listen(0)
        return self

    def _asked(self) -> None:
        self.asked_to_clock += 1

    async def hears(self) -> None:
        """What all have told so far reaches this process."""
        mark = f"mark 0 {next(self.marks)}"
        await self.store.change(lambda tx: tx.wake(mark), held=NO_TABLE)
        found = list[str]()
        while mark not in found:
            found += await self.ear.listen(5)
        for each in found:
            self.tables.signals.woken(each)

    async def close(self) -> None:
        await self.ear.close()
        await self.store.close()


Processes = tuple[Process, Process]


@pytest.fixture
async def processes(tmp_path: Path, databases: Databases) -> AsyncGenerator[Processes]:
    server = databases.new()
    opened = [await Process(tmp_path, server, part).open() for part in (HOME, AWAY)]
    yield opened[0], opened[1]
    for process in opened:
        await process.close()


async def far_game(home: Process, away: Process, **more: Any) -> Moment:
    """A game in a server of the second process, which has heard of everything."""
    moment = await away.game(guild=FAR, **more)
    for process in (home, away):
        await process.hears()
        process.told.clear()
        process.kicked.clear()
        process.asked_to_clock = 0
    return moment


async def test_a_press_elsewhere_wakes_the_owner_and_nobody_else(processes: Processes) -> None:
    home, away = processes
    moment = await far_game(home, away, deadline=24)
    for seat in range(3):
        moment = await home.choose(moment, seat)
    assert (home.told, away.told, away.asked_to_clock) == ([], [], 0)
    await home.hears()
    await away.hears()
    assert (home.told, home.asked_to_clock) == ([], 0)
    assert {*away.told} == {moment.table.id}
    assert await home.tables.outbox.with_notices() == ()
    assert await away.tables.outbox.with_notices() == (moment.table.id,), "found without being told, too"


async def test_a_timer_set_elsewhere_wakes_the_clock_of_the_owner(processes: Processes) -> None:
    home, away = processes
    table = await away.lobby(guild=FAR, deadline=24)
    await away.hears()
    away.asked_to_clock = 0
    await home.start(table.id)
    assert (home.asked_to_clock, away.asked_to_clock) == (0, 0)
    await away.hears()
    assert away.asked_to_clock


async def test_what_no_server_has_is_looked_after_by_shard_0(processes: Processes) -> None:
    home, away = processes
    table = await away.opened(guild=None)
    await home.hears()
    await away.hears()
    assert (home.told, away.told) == ([table.id], [])
    assert await home.tables.outbox.with_notices() == (table.id,)


async def test_computers_think_where_the_table_is_at_home(processes: Processes) -> None:
    home, away = processes
    moment = await far_game(home, away, people=1, computers=2)
    assert await home.tables.computers.thinking() == ()
    assert await away.tables.computers.thinking() == (moment.table.id,)
    await home.choose(moment, 0)
    await home.hears()
    await away.hears()
    assert home.kicked == []
    assert {*away.kicked} <= {moment.table.id}


async def test_a_finished_game_is_analysed_where_it_is_at_home(processes: Processes) -> None:
    home, away = processes
    moment = await far_game(home, away, options=NimmtOptions(format="rounds", rounds=1))
    table = moment.table.id
    await away.play_out(moment, 1)
    asked = list[str]()
    home.tables.signals.on_analyses = lambda: asked.append("home")
    away.tables.signals.on_analyses = lambda: asked.append("away")
    await home.examine(table, 1)
    assert asked == []
    await home.hears()
    await away.hears()
    assert asked == ["away"]
    assert await home.next_examination() is None
    assert (await away.next_examination()).table == table


async def test_what_a_server_is_told_comes_from_its_owner(processes: Processes) -> None:
    home, away = processes
    told = list[str]()
    for news in (News.CHALLENGES, News.PUZZLES):
        home.tables.signals.on_news[news] = lambda: told.append("home")
        away.tables.signals.on_news[news] = lambda news=news: told.append(news)
    await home.tables.challenges.weekly.schedule(FAR, channel=20, day=0, locale="en", by=1)
    await home.tables.puzzles.weekly.schedule(FAR, channel=20, day=0, locale="en", by=1)
    await home.turn_puzzles()
    assert told == []
    await home.hears()
    await away.hears()
    assert told == [News.CHALLENGES, News.PUZZLES]
    for service in (home.tables.challenges.untold, home.tables.puzzles.weekly.untold):
        assert await service() == ()
    for service in (away.tables.challenges.untold, away.tables.puzzles.weekly.untold):
        assert len(await service()) == 1


async def test_evenings_and_rounds_have_their_events_and_posts_from_the_owner_alone(
    processes: Processes, tmp_path: Path
) -> None:
    """Also once the owner has lost its lease, and another one has taken over what it had begun."""
    home, away = processes
    heard = list[str]()
    for news in (News.EVENINGS, News.SIGN_UPS, News.EVENTS):
        home.tables.signals.on_news[news] = lambda: heard.append("home")
        away.tables.signals.on_news[news] = lambda news=news: heard.append(news)
    here = {"guild": FAR, "channel": 20, "locale": "en"}
    starts = home.time + timedelta(days=1)
    await home.tables.evenings.call(person(1), starts=starts, games=(), text="", key="evening", **here)
    rules, options = Rules("swiss", 2, 2), NimmtOptions()
    plan = Plan(title="Cup", game="six_nimmt", options=options, rules=rules, low=4, high=8, begins=starts)
    await home.tables.tournaments.found(plan, person(1), key="cup", **here)
    assert heard == []
    await home.hears()
    await away.hears()
    assert {*heard} == {News.EVENINGS, News.SIGN_UPS, News.EVENTS}
    for service in (home.tables.evenings.untold_evenings, home.tables.tournaments.unshown):
        assert await service() == ()
    for service in (away.tables.evenings.untold_evenings, away.tables.tournaments.unshown):
        assert len(await service()) == 1
    assert await home.tables.evenings.calendar() == Calendar((), (), (), ())
    calendar = await away.tables.evenings.calendar()
    assert ([len(each) for each in (calendar.evenings, calendar.cups)], calendar.events) == ([1, 1], ())
    away.store.write_under(await away.ear.take("the owner"))
    await away.tables.evenings.put_event(EventRow("evening", 1, 0, FAR))
    await away.store.change(_run_out)
    (cup,) = await away.tables.tournaments.unshown()
    with pytest.raises(errors.FencedError):
        await away.tables.evenings.put_event(EventRow("evening", 1, 0, FAR, 77, "made twice"))
    with pytest.raises(errors.FencedError):
        await away.tables.tournaments.note_shown(cup, 78)
    heir = await Process(tmp_path / "heir", away.server, AWAY).open()
    heir.store.write_under(await heir.ear.take("the heir"))
    (row,) = (await heir.tables.evenings.calendar()).events
    assert row.event is None, "it looks for what may have been made before it makes one"
    await heir.tables.evenings.put_event(replace(row, event=77))
    assert [each.event for each in (await away.tables.evenings.calendar()).events] == [77]
    await heir.close()


async def test_moves_of_all_at_once_on_all_processes_are_taken_one_after_the_other(
    processes: Processes,
) -> None:
    home, away = processes
    moment = await far_game(home, away, options=NimmtOptions(format="rounds", rounds=2))
    rng, rounds = random.Random(3), 0
    while moment.table.status is Status.PLAYING:
        seats = [seat for seat in range(3) if hand(moment, seat)]
        rng.shuffle(seats)
        pressed = [
            rng.choice(processes).press(1, seat + 1, Choose(min(hand(moment, seat))), turn=moment.turn)
            for seat in seats
        ]
        answers = await asyncio.gather(*pressed, return_exceptions=True)
        assert any(not isinstance(answer, Exception) for answer in answers)
        moment = await rng.choice(processes).play_on(await away.now(), 1, rng)
        rounds += 1
    assert rounds > 10
    for version in range(moment.version + 1):
        assert (await home.at(1, version)).state == (await away.at(1, version)).state


async def test_a_press_that_reaches_two_processes_is_one(processes: Processes) -> None:
    home, away = processes
    moment = await far_game(home, away)
    card = Choose(hand(moment)[0])
    acted = await asyncio.gather(
        *[process.press(1, 1, card, turn=moment.turn, key="the same") for process in processes]
    )
    assert sorted(one.repeated for one in acted) == [False, True]
    assert (await home.now()).version == moment.version + 1


async def test_the_last_seat_is_one_persons(processes: Processes) -> None:
    table = await processes[1].lobby(9, guild=FAR)
    joined = await asyncio.gather(
        *[process.join(table.id, 10 + number) for number, process in enumerate(processes * 3)],
        return_exceptions=True,
    )
    refused = [one for one in joined if isinstance(one, Refusal)]
    assert [one.code for one in refused] == ["full"] * 5
    assert len((await processes[0].tables.queries.table(table.id)).sitters) == 10


async def test_a_limit_over_all_tables_holds_over_all_processes(processes: Processes) -> None:
    opening = [
        process.opened(SHORT, guild=guild, channel=1000 * process.part.first + number)
        for number in range(HOSTED)
        for process, guild in zip(processes, (7, FAR), strict=True)
    ]
    opened = await asyncio.gather(*opening, return_exceptions=True)
    refused = [one for one in opened if isinstance(one, Refusal)]
    assert [one.code for one in refused] == ["hosts_enough"] * HOSTED


async def test_the_clock_rings_for_the_tables_of_its_own_process(processes: Processes) -> None:
    home, away = processes
    near = (await home.begun(deadline=1, guild=7)).table.id
    far = (await away.begun(deadline=1, guild=FAR, channel=501)).table.id

    async def moved() -> list[bool]:
        return [(await home.tables.queries.table(table)).version > 0 for table in (near, far)]

    for process, expected in ((away, [False, True]), (home, [True, True])):
        process.later(3)
        await process.clock.run_due()
        assert await moved() == expected


async def test_only_shard_0_beats(processes: Processes) -> None:
    home, away = processes
    await away.beat()
    assert await away.store.read(lambda tx: tx.meta.get(BEAT)) is None
    await home.beat()
    assert await away.store.read(lambda tx: tx.meta.get(BEAT)) is not None
    assert await away.store.read(lambda tx: tx.meta.get(AHEAD)) is None


async def test_what_is_known_of_a_person_is_looked_up_again_by_all(processes: Processes) -> None:
    home, away = processes
    await home.opened(host=person(4))
    await home.wish(4, quiet=(0, 0))
    await away.hears()
    assert away.people == [4]


async def test_who_has_lost_the_lease_marks_nothing_as_delivered(processes: Processes) -> None:
    home, away = processes
    moment = await far_game(home, away)
    away.store.write_under(await away.ear.take("the owner"))
    first, *others = await away.pending(moment.table.id)
    await away.delivered(first)
    await away.store.change(_run_out)
    with pytest.raises(errors.FencedError):
        await away.delivered(others[0])
    assert [each.id for each in await home.pending(moment.table.id)] == [each.id for each in others]
    await away.choose(moment, 0)


async def _run_out(_: Repositories) -> None:
    from bot.store.sql import run

    await run("UPDATE leases SET until = 1")
