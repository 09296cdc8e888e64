"""How far people are in the guided first games."""

from dataclasses import dataclass, replace

from bot.store.records import LessonRow
from bot.store.repositories import Repositories
from bot.tables.units import Units, changes, reads


@dataclass(eq=False)
class Courses:
    """The lesson of each person and game that is under way: it ends neither by time nor by a restart."""

    units: Units

    @reads
    async def at(self, tx: Repositories, user: int, game: str) -> LessonRow:
        """Where a person stands; at the beginning who has not begun."""
        return await _stored(tx, user, game)

    @changes
    async def begin(self, tx: Repositories, user: int, game: str, lesson: int) -> LessonRow:
        """Begins a lesson, maybe anew."""
        row = replace(await _stored(tx, user, game), lesson=lesson, moves=())
        await tx.lessons.put(row)
        return row

    @changes
    async def advance(self, tx: Repositories, before: LessonRow, move: str, *, ends: bool) -> LessonRow:
        """Adds a move to what was read before, with which the lesson may end; where more has happened since,
        it changes nothing."""
        row = await _stored(tx, before.user, before.game)
        if (row.lesson, row.moves) != (before.lesson, before.moves):
            return row
        finished = max(row.finished, row.lesson + 1) if ends else row.finished
        row = replace(row, moves=(*row.moves, move), finished=finished)
        await tx.lessons.put(row)
        return row

    @changes
    async def coach(self, tx: Repositories, user: int, game: str, *, coached: bool) -> LessonRow:
        """Whether the person wants to be told in a whole game what is good."""
        row = replace(await _stored(tx, user, game), coached=coached)
        await tx.lessons.put(row)
        return row


async def _stored(tx: Repositories, user: int, game: str) -> LessonRow:
    return await tx.lessons.get(user, game) or LessonRow(user, game)
