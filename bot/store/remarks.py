"""What people write about games in a server, in the database: reviews, notes, replies, thanks for them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.store import sql
from bot.store.mapper import Mapper


class RemarkKind(StrEnum):
    """What people write about a game."""

    REVIEW = "review"
    RULES = "rules"
    """A question about the rules."""
    STRATEGY = "strategy"
    HOUSE = "house"
    """A house rule."""
    REPLY = "reply"


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person wrote about a game in a server; `id` is 0 until it is added."""

    id: int
    guild: int
    game: str
    """As on a shelf."""
    user: int
    kind: RemarkKind
    body: str
    at: datetime
    """When it was written, or changed."""
    grade: int = 0
    """Of a review, 1 to 10."""
    parent: int | None = None
    """What a reply is about."""


@dataclass(frozen=True, slots=True)
class Written:
    """A remark, who wrote it, and how many have thanked for it."""

    remark: Remark
    name: str
    settings: bytes
    """What its author has set for all tables."""
    thanks: int


_THANKED = "(SELECT count(*) FROM thanks WHERE thanks.remark = remarks.id) AS thanked"


class Remarks(Mapper[Remark]):
    """Reviews, notes and replies."""

    async def of_game(
        self, guild: int, game: str, kind: RemarkKind, most: int, *, best: bool
    ) -> tuple[Written, ...]:
        """Those of a kind about a game, newest first, or first those with most thanks."""
        order = "thanked DESC, id DESC" if best else "id DESC"
        rows = await sql.run(
            f"SELECT id, {_THANKED} FROM remarks WHERE guild = ? AND game = ? AND kind = ?"
            f" ORDER BY {order} LIMIT ?",
            *(guild, game, kind.value, most),
        )
        numbers = [number for number, _ in rows]
        written = await self._written(f"remarks.id IN {sql.in_list(numbers)}", *numbers)
        found = {each.remark.id: each for each in written}
        return tuple(found[number] for number in numbers)

    async def replies(self, parents: Sequence[int]) -> tuple[Written, ...]:
        """The replies to these, oldest first."""
        where = f"remarks.parent IN {sql.in_list(parents)} ORDER BY remarks.id"
        return await self._written(where, *parents)

    async def written(self, number: int) -> Written | None:
        """The one of this number."""
        return next(iter(await self._written("remarks.id = ?", number)), None)

    async def review(self, guild: int, game: str, user: int) -> Remark | None:
        """What a person thinks of a game."""
        return await self.one(
            "WHERE guild = ? AND game = ? AND user_id = ? AND kind = 'review'", guild, game, user
        )

    async def grades(self, guild: int, game: str) -> tuple[tuple[int, bytes], ...]:
        """The grades of all reviews of a game, each with what its author has set for all tables."""
        rows = await sql.run(
            "SELECT grade, coalesce(people.settings, ?) FROM remarks"
            " LEFT JOIN people ON people.user_id = remarks.user_id"
            " WHERE remarks.guild = ? AND remarks.game = ? AND remarks.kind = 'review'",
            *(b"{}", guild, game),
        )
        return tuple((grade, settings) for grade, settings in rows)

    async def count_of(self, guild: int, user: int) -> int:
        """How many a person has written in a server."""
        ((count,),) = await sql.run(
            "SELECT count(*) FROM remarks WHERE guild = ? AND user_id = ?", guild, user
        )
        return count

    async def rewrite(self, known: Remark, grade: int, body: str, at: datetime) -> None:
        """Another grade and text."""
        await self.update(replace(known, grade=grade, body=body, at=at))

    async def remove(self, number: int) -> None:
        """It goes with its replies and thanks."""
        await sql.run("DELETE FROM remarks WHERE id = ?", number)

    async def thanked(self, user: int, numbers: Sequence[int]) -> frozenset[int]:
        """For which of these a person has thanked."""
        rows = await sql.run(
            f"SELECT remark FROM thanks WHERE user_id = ? AND remark IN {sql.in_list(numbers)}",
            *(user, *numbers),
        )
        return frozenset(number for (number,) in rows)

    async def thank(self, number: int, user: int) -> None:
        """A person thanks for it, once."""
        head = "INSERT INTO thanks (remark, user_id)"
        await sql.insert(head, [(number, user)], "ON CONFLICT (remark, user_id) DO NOTHING")

    async def take_back(self, number: int, user: int) -> None:
        """A person thanks for it no more."""
        await sql.run("DELETE FROM thanks WHERE remark = ? AND user_id = ?", number, user)

    async def _written(self, where: str, *values: Any) -> tuple[Written, ...]:
        rows = await sql.run(
            f"SELECT {self.qualified}, coalesce(people.name, ''), coalesce(people.settings, ?),"
            f" {_THANKED}"
            f" FROM remarks LEFT JOIN people ON people.user_id = remarks.user_id WHERE {where}",
            *(b"{}", *values),
        )
        return tuple(Written(self.read(row[: self.width]), *row[self.width :]) for row in rows)
