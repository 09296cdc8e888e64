"""The pages of a game for history, news and replay: in words, as pictures and as the frames of a film."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.app import App
from bot.discord.content import Content
from bot.discord.presenter import Presenter, presenter_of
from bot.discord.router import Call
from bot.discord.table_words import ran_out
from bot.discord.view_models import names_at, view_model
from bot.games.contract import Refusal
from bot.tables.model import Moment, Status, Table
from bot.text import Words, plain
from bot.view_model import ViewModel
from render.film import Frame

MOST = 100
"""Frames of a replay, of 1.4 seconds each: a whole round of six is just short enough."""
LONG = 300
"""Versions of the table from which on not every one is looked at: there would be too many frames anyway."""


class Span(StrEnum):
    """A length of replay, as a custom_id carries it."""

    PAGE = "p"
    ROUND = "r"
    ON = "o"
    """From a page on, up to the newest one."""
    GAME = "g"


def refuse_lobby(table: Table) -> None:
    """Refuses where nothing has happened yet: not_started."""
    if table.status is Status.LOBBY:
        raise Refusal("not_started")


async def story_of(call: Call, table: Table, *, laid_out: bool = True) -> Story:
    """The story of a table, with or without how it was laid out. Refusals: not_started."""
    refuse_lobby(table)
    milestones = await call.tables.queries.milestones(table.id)
    return Story(call.app, table, (0, *milestones) if laid_out else milestones, call.words)


@dataclass(frozen=True, slots=True)
class Story:
    """The pages of one table, for a reader; a page is meant by its number in `versions`."""

    app: App
    table: Table
    versions: tuple[int, ...]
    words: Words

    @property
    def _presenter(self) -> Presenter:
        return presenter_of(self.table.game)

    async def moment(self, page: int) -> Moment:
        """The end of a page."""
        return await self.app.tables.queries.moment(self.table.id, self.versions[page])

    async def view_model(self, page: int) -> ViewModel[Any]:
        """What everybody may know at the end of a page."""
        return view_model(await self.moment(page), None, self.words)

    async def caption(self, page: int) -> str:
        """Which moment a page is, in a few words."""
        return self._presenter.caption(await self.view_model(page))

    async def page(self, page: int) -> Content:
        """A page in words and as a picture, with seats taken over and deadlines that ran out."""
        moment, before = await self.moment(page), await self.moment(max(page - 1, 0))
        shown = self._presenter.page(view_model(moment, None, self.words))
        names = zip(names_at(before, self.words), names_at(moment, self.words), strict=True)
        taken_over = [
            self.words("table.history.taken_over", name=plain(name), before=plain(old))
            for old, name in names
            if old != name
        ]
        late = await ran_out(self.app, moment, before.version, self.words)
        return replace(shown, texts=(*shown.texts, *taken_over, *late))

    async def part(self, page: int) -> int:
        """The number of the round that a page belongs to, 0 if the game has none."""
        return self._presenter.part(await self.view_model(page))

    async def moves(self, page: int) -> bool:
        """Whether anything is to be seen: a new deal alone has no replay."""
        return bool(self._presenter.outline(await self.view_model(page)))

    async def nearest(self, page: int, step: int) -> int | None:
        """This page or the nearest one in this direction with something to be seen, None if there is none."""
        while 0 <= page < len(self.versions):
            if await self.moves(page):
                return page
            page += step
        return None

    async def frames(self, page: int, span: Span) -> tuple[Frame, ...]:
        """Every step of a page, of a round, or from a page on; of a longer span what each page came to."""
        match span:
            case Span.PAGE:
                return spread(await self._steps(page))
            case Span.ROUND:
                return await self._all_of(await self._round_of(page))
            case Span.ON:
                return await self._all_of(range(page, len(self.versions)))
            case Span.GAME:
                return await self._ends_of(range(len(self.versions)))

    async def parts_beside(self, page: int) -> tuple[int | None, int | None]:
        """The first pages of the round before and of the round after that of a page, as far as there are."""
        own = await self._round_of(page)
        before = (await self._round_of(own[0] - 1))[0] if own[0] else None
        return before, own[-1] + 1 if own[-1] + 1 < len(self.versions) else None

    async def _round_of(self, page: int) -> range:
        part = await self.part(page)
        first = last = page
        while first > 0 and await self.part(first - 1) == part:
            first -= 1
        while last + 1 < len(self.versions) and await self.part(last + 1) == part:
            last += 1
        return range(first, last + 1)

    async def _all_of(self, pages: range) -> tuple[Frame, ...]:
        """Every step of these pages, or what each of them came to if those are too many."""
        before = self.versions[pages[0] - 1] if pages[0] else 0
        if self.versions[pages[-1]] - before > LONG:
            return await self._ends_of(pages)
        found = [await self._steps(page) for page in pages]
        if sum(map(len, found)) <= MOST:
            return tuple(frame for steps in found for frame in steps)
        return await self._ends_of(pages)

    async def _ends_of(self, pages: range) -> tuple[Frame, ...]:
        found = [self._presenter.outline(await self.view_model(page)) for page in pages]
        return spread(tuple(steps[-1] for steps in found if steps))

    async def _steps(self, page: int) -> tuple[Frame, ...]:
        """The frames of all steps that a page came from, none twice in a row; no step that was taken back."""
        queries = self.app.tables.queries
        start, end = self.versions[page - 1] if page else 0, self.versions[page]
        found: list[Frame] = []
        for version in await queries.path(self.table.id, end):
            if version > start:
                moment = await queries.moment(self.table.id, version)
                for frame in self._presenter.frames(view_model(moment, None, self.words)):
                    if not found or found[-1].drawing.key != frame.drawing.key:
                        found.append(frame)
        return tuple(found)


def spread(frames: tuple[Frame, ...], most: int = MOST) -> tuple[Frame, ...]:
    """At most so many of the frames, evenly, the last one among them."""
    every = -(-len(frames) // most) or 1
    return frames[::-every][::-1]
