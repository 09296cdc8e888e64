"""The puzzle of the week: posted in a server, answered in secret until it closes, then solved in public."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from bot.games import puzzles, registry
from bot.games.contract import Refusal
from bot.games.puzzles import Puzzle
from bot.store.puzzles import PuzzleAnswer, PuzzleWeek
from bot.store.records import NoticeState
from bot.store.repositories import Repositories
from bot.store.weekly import WeeklyServer
from bot.tables.game_puzzles import wanted
from bot.tables.policy import PUZZLE_HOUR, SHORTEST_PUZZLE
from bot.tables.ratings import Ladder, Rating
from bot.tables.settings import preferences_of
from bot.tables.timers import News
from bot.tables.units import Units, changes, reads
from bot.tables.weekly import Rhythm, Weekly

_PUZZLE = msgspec.json.Decoder(Puzzle)
RHYTHM = Rhythm(PUZZLE_HOUR, SHORTEST_PUZZLE)


@dataclass(frozen=True, slots=True)
class Solved:
    """A puzzle that is over: how many have answered, and who has found the move and may be named."""

    week: PuzzleWeek
    answers: int
    found: int
    named: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solver:
    """How somebody does with the puzzles of a server."""

    user: int
    found: int
    answered: int
    streak: int
    """So many of the last puzzles in a row they have found."""
    rating: Rating


def puzzle_of(number: int) -> Puzzle:
    """The puzzle with this number, from 0, of a server: all games in turn, then the next one of each."""
    shelves = [shelf for key in registry.keys() if (shelf := puzzles.puzzles(key))]  # noqa: SIM118
    shelf = shelves[number % len(shelves)]
    return shelf[number // len(shelves) % len(shelf)]


@dataclass(eq=False)
class Puzzles:
    """Posts puzzles, takes answers, and tells what was right."""

    units: Units

    def __post_init__(self) -> None:
        self.weekly = Weekly(
            self.units,
            RHYTHM,
            News.PUZZLES,
            weeks=lambda tx: tx.puzzle_weeks,
            servers=lambda tx: tx.puzzle_servers,
            made=self._made,
            ended=lambda tx, guild: tx.game_puzzles.drop_all(guild),
        )

    # A server -------------------------------------------------------------------------------------

    @reads
    async def newest_puzzle(self, tx: Repositories, guild: int) -> PuzzleWeek | None:
        """The last puzzle of a server."""
        return next(iter(await tx.puzzle_weeks.of_guild(guild, 1)), None)

    @reads
    async def solvers(self, tx: Repositories, guild: int, user: int) -> tuple[Solver, ...]:
        """Who has answered puzzles of a server that are over, the best rated first; of those who are not to
        be seen only the person who asks."""
        weeks = [week for week in await tx.puzzle_weeks.over(guild) if _known(week)]
        rows = [(week, await tx.puzzle_answers.of(week.id)) for week in weeks]
        found = sorted(_solvers(rows), key=lambda one: (-one.rating.points, one.user))
        return tuple([one for one in found if one.user == user or await _is_listed(tx, one.user)])

    # A person -------------------------------------------------------------------------------------

    @reads
    async def puzzle_week(self, tx: Repositories, number: int) -> PuzzleWeek:
        """Refusals: no_puzzle."""
        week = await tx.puzzle_weeks.get(number)
        if week is None or not _known(week):
            raise Refusal("no_puzzle")
        return week

    @reads
    async def answer_of(self, tx: Repositories, number: int, user: int) -> bytes | None:
        """The move that a person has answered, None before."""
        row = await tx.puzzle_answers.get(number, user)
        return row and row.move

    @changes
    async def solve(self, tx: Repositories, number: int, user: int, choice: int) -> PuzzleWeek:
        """A person answers by the number of a move, or changes the answer. Refusals: no_puzzle, puzzle_over,
        bad_options."""
        week = await tx.puzzle_weeks.get(number)
        if week is None or not _known(week):
            raise Refusal("no_puzzle")
        if week.is_over or week.closes <= self.units.now():
            raise Refusal("puzzle_over")
        one = posed(week)
        moves = puzzles.choices(one)
        if not 0 <= choice < len(moves):
            raise Refusal("bad_options")
        move = registry.game(one.game, one.rules).encode_move(moves[choice])
        await tx.puzzle_answers.put(PuzzleAnswer(number, user, move))
        return week

    # Time -----------------------------------------------------------------------------------------

    @changes
    async def turn_puzzles(self, tx: Repositories) -> None:
        """Closes what is over and posts what is due, each once; none is told of that nobody has seen."""
        now = self.units.now()
        for week in await tx.puzzle_weeks.open():
            if week.closes <= now:
                seen = week.told is NoticeState.DONE
                told = NoticeState.PENDING if seen else NoticeState.DROPPED
                await tx.puzzle_weeks.update(replace(week, is_over=True, told=told))
                await self.units.signals.tell(tx, News.PUZZLES, week.guild)
        await self.weekly.go_on(tx)

    @reads
    async def solved(self, tx: Repositories, week: PuzzleWeek) -> Solved:
        """How a puzzle ended that is over."""
        answers = await tx.puzzle_answers.of(week.id)
        best = puzzles.solution(posed(week))
        right = [row.user for row in answers if _move(week, row) == best]
        named = tuple([user for user in right if await _is_listed(tx, user)])
        return Solved(week, len(answers), len(right), named)

    async def _made(self, tx: Repositories, server: WeeklyServer, closes: datetime) -> PuzzleWeek:
        one = puzzle_of(server.number)
        position = await self._of_a_game(tx, server.guild, one.game)
        return PuzzleWeek(
            guild=server.guild,
            channel=server.channel,
            locale=server.locale,
            puzzle=_read(position).name if position else one.name,
            position=position,
            closes=closes,
        )

    async def _of_a_game(self, tx: Repositories, guild: int, game: str) -> bytes | None:
        """The puzzle that the next game of a server has, if all who played still want that; it comes once."""
        for row in await tx.game_puzzles.of(guild, game):
            if row.puzzle is None:
                continue
            await tx.game_puzzles.drop(row.table)
            if await wanted(tx, await self.units.standings.at(tx, row.table)):
                return row.puzzle
        return None


def posed(week: PuzzleWeek) -> Puzzle:
    """The puzzle of a week; `KeyError` if there is none any more."""
    return puzzles.puzzle(week.puzzle) if week.position is None else _read(week.position)


def _read(position: bytes) -> Puzzle:
    return _PUZZLE.decode(position)


def _known(week: PuzzleWeek) -> bool:
    """Whether its puzzle and its game are still there."""
    try:
        return bool(registry.game(posed(week).game))
    except KeyError:
        return False


def _move(week: PuzzleWeek, answer: PuzzleAnswer) -> object:
    one = posed(week)
    return registry.game(one.game, one.rules).decode_move(answer.move)


async def _is_listed(tx: Repositories, user: int) -> bool:
    return preferences_of(await tx.people.get(user)).listed


def _solvers(rows: Sequence[tuple[PuzzleWeek, tuple[PuzzleAnswer, ...]]]) -> list[Solver]:
    """Everybody who has answered one of these, in order of time. Each answer is a game against the puzzle: it
    wins if the move is not found."""
    ladder, answered = Ladder(), dict[int, list[bool]]()
    numbers = {name: -number for number, name in enumerate(dict.fromkeys(w.puzzle for w, _ in rows), 1)}
    for at, (week, answers) in enumerate(rows):
        best = puzzles.solution(posed(week))
        for answer in answers:
            right = _move(week, answer) == best
            ladder.add(((answer.user, 1 if right else 2), (numbers[week.puzzle], 2 if right else 1)))
            answered.setdefault(answer.user, [False] * at).append(right)
        for results in answered.values():
            results.extend([False] * (at + 1 - len(results)))
    return [
        Solver(user, sum(results), rating.games, _streak(results), rating)
        for user, results in answered.items()
        if (rating := ladder.rating(user)) is not None
    ]


def _streak(results: Sequence[bool]) -> int:
    missed = [at for at, right in enumerate(reversed(results)) if not right]
    return missed[0] if missed else len(results)
