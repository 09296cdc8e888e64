"""What each statement takes in a server where much has been played: its shelves, reviews, circles, evenings,
ratings and records are filled, and everything that people ask of them is asked."""

import sys
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from zoneinfo import ZoneInfo

from bot.bench.copies import begun, opened
from bot.bench.figures import Figure, Target
from bot.games import registry
from bot.languages import fallback
from bot.store.circles import Circle, CircleMember
from bot.store.records import DiaryEntry, LogRow, PersonRow, ResultRow, SeatRow, Status, TableRow, Wanted
from bot.store.remarks import Remark, RemarkKind
from bot.store.repositories import Repositories
from bot.store.shelf import ShelfRow
from bot.store.sql import Rows, Statement
from bot.store.sqlite import SqliteSession
from bot.tables.circles import Reader
from bot.tables.model import Person
from bot.tables.services import Tables
from bot.tables.suggestions import Candidate

GUILD, CHANNEL = 7, 70
SEATS, MOVES, MEMBERS, AT_ONCE = 4, 20, 25, 250
"""Of a game; of a circle; games that are put in together."""
ASKING = 5
"""People who ask for everything."""
SLOWEST = 10
LONGEST = Target("<=", 10)


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is in the server."""

    people: int
    games: int


async def figures(folder: Path, size: Size) -> list[Figure]:
    """The slowest statement by its median, in ms; the slowest ones are told on stderr."""
    path = folder / "busy.sqlite3"
    async with opened(path, synchronous="normal") as (store, service):
        await store.change(lambda tx: _people(tx, size))
        for first in range(0, size.games, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, size.games))
            await store.change(lambda tx, numbers=numbers: _games(tx, size, numbers))
        await store.change(lambda tx: _circles(tx, size))
        await _evening(service)
    times: defaultdict[str, list[float]] = defaultdict(list)
    async with opened(path, synchronous="normal") as (_, service):
        with _timed(times):
            for user in range(1, ASKING + 1):
                await _everything(service, user)
            await _one_more(service)
    typical = sorted(((median(taken) * 1000, text) for text, taken in times.items()), reverse=True)
    for taken, text in typical[:SLOWEST]:
        sys.stderr.write(f"{taken:8.2f} ms  {' '.join(text.split())[:150]}\n")
    name = f"slowest of {len(typical)} statements with {size.people:,} people, {size.games:,} games"
    return [Figure("server", name, typical[0][0], "ms", LONGEST)]


# What there is ------------------------------------------------------------------------------------------


async def _people(tx: Repositories, size: Size) -> None:
    now, rng, games = datetime.now(UTC), Random(1), registry.keys()
    for user in range(1, size.people + 1):
        await tx.people.put(PersonRow(user, f"Person {user}", fallback()))
        for game in rng.sample(games, 3):
            favourite = rng.random() < 0.3
            await tx.shelf.write(ShelfRow(GUILD, user, game, own=True, favourite=favourite, played=now))
            kind = rng.choice((RemarkKind.REVIEW, RemarkKind.STRATEGY))
            grade = rng.randint(1, 10) if kind is RemarkKind.REVIEW else 0
            await tx.remarks.add(Remark(0, GUILD, game, user, kind, "What I think of it. " * 5, now, grade))


async def _games(tx: Repositories, size: Size, numbers: Sequence[int]) -> None:
    now, rng = datetime.now(UTC), Random(numbers[0])
    for number in numbers:
        game = registry.games()[number % len(registry.keys())]
        at = now - timedelta(hours=size.games - number)
        row = TableRow(
            game=game.info.key,
            guild=GUILD,
            channel=number % 50,
            status=Status.FINISHED,
            host=1,
            options=game.encode_options(game.options_type()),
            locale=fallback(),
            version=MOVES,
            created=at,
            updated=at,
        )
        table, users = (await tx.tables.add(row)).id, rng.sample(range(1, size.people + 1), SEATS)
        await tx.seats.put(table, [SeatRow(seat, user, f"Person {user}") for seat, user in enumerate(users)])
        await tx.log.add(
            table,
            [
                LogRow(step, step % SEATS, step, b"{}", False, True, at, owed=timedelta(minutes=step))
                for step in range(1, MOVES + 1)
            ],
        )
        await tx.results.put(
            *[
                ResultRow(
                    table=table,
                    seat=seat,
                    game=game.info.key,
                    guild=GUILD,
                    place=seat + 1,
                    points=rng.randint(0, 100),
                    lowest_wins=False,
                    setup="",
                    at=at,
                )
                for seat in range(SEATS)
            ]
        )
        await tx.diary.write(DiaryEntry(table, users[0], stars=3, line="A fine evening."))


async def _circles(tx: Repositories, size: Size) -> None:
    now, rng = datetime.now(UTC), Random(2)
    for number in range(1, size.people // MEMBERS + 1):
        circle = await tx.circles.add(
            Circle(0, GUILD, f"Circle {number}", f"circle {number}", "We play.", bool(number % 2))
        )
        for user in rng.sample(range(1, size.people + 1), min(MEMBERS, size.people)):
            await tx.circle_members.put(CircleMember(circle, user, now))


async def _evening(service: Tables) -> None:
    evening = await service.evenings.call(
        Person(1, "Person 1"),
        guild=GUILD,
        channel=CHANNEL,
        locale=fallback(),
        starts=datetime.now(UTC) + timedelta(days=1),
        games=registry.keys()[:2],
        text="Come all.",
        key="evening",
    )
    for user in range(2, ASKING + 1):
        await service.evenings.come(evening.number, Person(user, f"Person {user}"), comes=True)


# What is asked ------------------------------------------------------------------------------------------


@contextmanager
def _timed(times: dict[str, list[float]]) -> Generator[None]:
    plain = SqliteSession.execute

    def execute(self: SqliteSession, statement: Statement) -> Rows:
        begin = perf_counter()
        rows = plain(self, statement)
        times[statement.sql].append(perf_counter() - begin)
        return rows

    SqliteSession.execute = execute
    try:
        yield
    finally:
        SqliteSession.execute = plain


async def _everything(service: Tables, user: int) -> None:
    """All that a person may ask for."""
    person, reader, now = Person(user, f"Person {user}"), Reader(user), datetime.now(UTC)
    others, games = [user + 1, user + 2], registry.keys()
    await service.statistics.records(GUILD, user)
    await service.statistics.year(GUILD, user, now, ZoneInfo("UTC"))
    candidates = [Candidate(game.info.key, *game.info.seats, 30, here=True) for game in registry.games()]
    await service.suggestions.suggest(GUILD, user, others, candidates, 60)
    await service.matchmaking.choose(
        GUILD, person, lambda _: Wanted(games=games), channel=CHANNEL, locale=fallback()
    )
    await service.matchmaking.look(GUILD, person, channel=CHANNEL, locale=fallback())
    await service.matchmaking.looking(GUILD, user)
    await service.shelf.on_shelf(GUILD, user)
    await service.circles.circles(GUILD, reader)
    for circle in await service.circles.own_circles(GUILD, user):
        await service.circles.circle(GUILD, circle.id, reader)
        await service.circles.circle_shelf(GUILD, circle.id, reader)
    await service.evenings.of_guild(GUILD)
    await service.tournaments.cups_in(GUILD, reader)
    await service.diary.past_games(GUILD)
    await service.diary.past_games(GUILD, user)
    await service.queries.tables_of(user)
    await service.queries.lobbies(GUILD)
    await service.servers.acts(GUILD)
    for game in games:
        await service.statistics.leaderboard(GUILD, game)
        await service.statistics.usual_answer(GUILD, game, user)
        await service.levels.ratings(game, GUILD)
        await service.levels.ratings(game, None)
        await service.results.setups_of(GUILD, game, 25)
        await service.shelf.counts(GUILD, game)
        await service.shelf.mark(GUILD, user, game, "favourite", given=True)
        await service.reviews.grades(GUILD, game)
        for kind in (RemarkKind.REVIEW, RemarkKind.STRATEGY):
            for best in (False, True):
                await service.reviews.about(GUILD, user, game, kind, best=best)
    await service.personal_data.stored(user)


async def _one_more(service: Tables) -> None:
    """A game of 6 nimmt! from its start to its end, what is said of it, and one who is forgotten."""
    game = registry.game("six_nimmt")
    acted = await begun(service, game, range(1, SEATS + 1), guild=GUILD, channel=CHANNEL)
    moment = acted.moment
    while moment.table.status is Status.PLAYING:
        seat = next(iter(game.decisions(moment.state)))
        move = next(iter(game.legal(moment.state, seat)))
        acted = await service.play.act(
            moment.table.id, seat + 1, move, turn=moment.turn, key=f"move {moment.version}"
        )
        moment = acted.moment
    await service.statistics.past(GUILD, "six_nimmt", moment.table.id)
    await service.personal_data.erase(ASKING, None)
