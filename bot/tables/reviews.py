"""Reviews: what people of a server think of a game, notes about it by topic, replies, and thanks."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.games.contract import Refusal
from bot.store.remarks import Remark, RemarkKind, Written
from bot.store.repositories import Repositories
from bot.tables.policy import REPLIES, REVIEWED, REVIEWS_READ
from bot.tables.settings import decode_preferences
from bot.tables.shelf import title_of
from bot.tables.units import Act, Units, changes, note, reads

TOPICS = (RemarkKind.REVIEW, RemarkKind.RULES, RemarkKind.STRATEGY, RemarkKind.HOUSE)
"""What is listed by itself; replies stand below one of these."""


@dataclass(frozen=True, slots=True)
class Grades:
    """What those think of a game who may be seen."""

    people: int
    mean: float


@dataclass(frozen=True, slots=True)
class Listed:
    """What is written about a game, and below each how many replies there are."""

    remarks: tuple[Written, ...]
    replies: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Thread:
    """A remark with its replies, and whether the reader has thanked for it."""

    top: Written
    replies: tuple[Written, ...]
    thanked: bool


def shown(written: Iterable[Written], reader: int) -> tuple[Written, ...]:
    """What a person may see: their own, and that of whoever doesn't hide."""
    return tuple(
        each for each in written if each.remark.user == reader or decode_preferences(each.settings).listed
    )


async def _seen(tx: Repositories, guild: int, number: int, reader: int) -> Written:
    """A remark that a person may see. Refusals: no_such_remark."""
    found = await tx.remarks.written(number)
    if found is None or found.remark.guild != guild or not shown([found], reader):
        raise Refusal("no_such_remark")
    if found.remark.parent is not None:
        await _seen(tx, guild, found.remark.parent, reader)
    return found


@dataclass(eq=False)
class Reviews:
    """Keeps what people write about games."""

    units: Units

    @reads
    async def about(
        self, tx: Repositories, guild: int, reader: int, game: str, kind: RemarkKind, *, best: bool
    ) -> Listed:
        """What a person may read of a kind, newest or best first. Refusals: no_such_title."""
        await title_of(tx, guild, game)
        found = shown(await tx.remarks.of_game(guild, game, kind, REVIEWS_READ, best=best), reader)
        replies = shown(await tx.remarks.replies([each.remark.id for each in found]), reader)
        return Listed(found, Counter(each.remark.parent or 0 for each in replies))

    @reads
    async def thread(self, tx: Repositories, guild: int, reader: int, number: int) -> Thread:
        """A remark, or the one that it replies to, with all replies. Refusals: no_such_remark."""
        top = await _seen(tx, guild, number, reader)
        if top.remark.parent is not None:
            top = await _seen(tx, guild, top.remark.parent, reader)
        replies = shown(await tx.remarks.replies([top.remark.id]), reader)
        return Thread(top, replies, bool(await tx.remarks.thanked(reader, [top.remark.id])))

    @reads
    async def own_review(self, tx: Repositories, guild: int, user: int, game: str) -> Remark | None:
        """What a person thinks of a game."""
        return await tx.remarks.review(guild, game, user)

    @reads
    async def grades(self, tx: Repositories, guild: int, game: str) -> Grades | None:
        """What a server thinks of a game; None if nobody has said so."""
        seen = [
            grade
            for grade, settings in await tx.remarks.grades(guild, game)
            if decode_preferences(settings).listed
        ]
        return Grades(len(seen), sum(seen) / len(seen)) if seen else None

    @changes
    async def post(self, tx: Repositories, wanted: Remark) -> int:
        """The number of what a person writes about a game; their earlier review of it becomes the new one.
        Refusals: no_such_title, remarks_full {most}."""
        await title_of(tx, wanted.guild, wanted.game)
        if wanted.kind is RemarkKind.REVIEW:
            known = await tx.remarks.review(wanted.guild, wanted.game, wanted.user)
            if known is not None:
                await tx.remarks.rewrite(known, wanted.grade, wanted.body, self.units.now())
                return known.id
        return await self._add(tx, wanted)

    @changes
    async def reply(self, tx: Repositories, guild: int, user: int, number: int, body: str) -> int:
        """The number of the remark below which a person writes a reply. Refusals: no_such_remark,
        replies_full {most}, remarks_full {most}."""
        top = (await _seen(tx, guild, number, user)).remark
        top = (await _seen(tx, guild, top.parent, user)).remark if top.parent is not None else top
        if len(await tx.remarks.replies([top.id])) >= REPLIES:
            raise Refusal("replies_full", most=REPLIES)
        reply = replace(top, id=0, user=user, kind=RemarkKind.REPLY, body=body, grade=0, parent=top.id)
        await self._add(tx, reply)
        return top.id

    async def _add(self, tx: Repositories, remark: Remark) -> int:
        if await tx.remarks.count_of(remark.guild, remark.user) >= REVIEWED:
            raise Refusal("remarks_full", most=REVIEWED)
        return await tx.remarks.add(replace(remark, at=self.units.now()))

    @changes
    async def edit(self, tx: Repositories, guild: int, user: int, number: int, grade: int, body: str) -> None:
        """Another text of what a person wrote, and another grade of a review. Refusals: no_such_remark,
        not_author."""
        known = (await _seen(tx, guild, number, user)).remark
        if known.user != user:
            raise Refusal("not_author")
        grade = (grade or known.grade) if known.kind is RemarkKind.REVIEW else 0
        await tx.remarks.rewrite(known, grade, body, self.units.now())

    @changes
    async def thank(self, tx: Repositories, guild: int, user: int, number: int, *, given: bool) -> None:
        """A person thanks for what another one wrote, or does so no more. Refusals: no_such_remark,
        own_remark."""
        if (await _seen(tx, guild, number, user)).remark.user == user:
            raise Refusal("own_remark")
        if given:
            await tx.remarks.thank(number, user)
        else:
            await tx.remarks.take_back(number, user)

    @changes
    async def remove(self, tx: Repositories, guild: int, user: int, number: int, *, manager: bool) -> None:
        """Takes away what a person wrote, or anybody for who manages the server, who leaves a line of it.
        Refusals: no_such_remark, not_author."""
        known = (await _seen(tx, guild, number, user)).remark
        if known.user != user:
            if not manager:
                raise Refusal("not_author")
            act, now = Act.REMARK_REMOVED, self.units.now()
            await note(tx, act, now, guild=guild, actor=user, target=known.user)
        await tx.remarks.remove(number)
