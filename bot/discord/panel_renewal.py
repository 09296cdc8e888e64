"""What a new board brings to the private panels that are open in its channel: fresh ones below it, drawn
while the board is on its way, and the last word in those before."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from bot.discord import App, panel, table_posts
from bot.discord.content import Content
from bot.discord.live_panels import NO_TURN
from bot.discord.render_pool import rendered_for
from bot.discord.table_words import abandoned
from bot.discord.view_models import may_move, post_of, rules
from bot.games.contract import Seat
from bot.tables.model import Moment, Status, Table


@dataclass(slots=True)
class _Drawn:
    """Panels that are drawn already, and the moment that they show."""

    moment: Moment
    panels: dict[Seat, Content] = field(default_factory=dict[Seat, Content])


@dataclass(slots=True)
class PanelRenewal:
    """Renews the panels of one table."""

    app: App
    table: int

    @asynccontextmanager
    async def below(self, told: Moment, present: Moment) -> AsyncGenerator[None]:
        """Around the posting of a board that tells a moment: whoever may move gets a fresh panel below it,
        and the one before what became of its choice. Whoever may move only since then gets one with the next
        board. What is drawn meanwhile shows the `present`."""
        ahead = asyncio.create_task(self._ahead(told, present), name=f"panels of table {self.table}")
        try:
            yield
            await self.renew(told, await ahead)
        finally:
            ahead.cancel()
            await asyncio.gather(ahead, return_exceptions=True)

    async def renew(self, told: Moment, drawn: _Drawn | None = None) -> None:
        """The same below a board that stands; `drawn`: what is there already."""
        moment = await self._present()
        ready = drawn.panels if drawn is not None and drawn.moment.version == moment.version else {}
        await _at_once(
            self._renew(told, moment, Seat(each.seat), each.user, ready) for each in moment.table.sitters
        )
        await self._follow_all(moment, board=True)

    async def go_on(self) -> None:
        """Panels that ask for what has been decided since, by a plan for example, show the present."""
        await self._follow_all(await self._present(), board=False)

    async def close(self, table: Table) -> None:
        """Panels that ask for a decision tell that the game was ended without a result."""
        await _at_once(self._close(table, each.user) for each in table.sitters if each.user is not None)

    async def _close(self, table: Table, user: int) -> None:
        if self.app.live_panels.is_open(self.app, self.table, user):
            speak = await self.app.words_for(user)
            last = Content((abandoned(table, speak),), turn=NO_TURN)
            await self.app.live_panels.follow(self.app, self.table, user, last, asks=False)

    async def _present(self) -> Moment:
        return await self.app.tables.queries.now_at(self.table)

    async def _ahead(self, told: Moment, present: Moment) -> _Drawn:
        drawn = _Drawn(present)
        if post_of(told) != post_of(present):
            return drawn  # another board follows, with panels of its own

        async def draw(seat: Seat, user: int | None) -> None:
            if user is not None and self._wants(told, present, seat, user):
                fresh = drawn.panels[seat] = await self._fresh(present, seat, user)
                await rendered_for(self.app, fresh, user)

        await _at_once(draw(Seat(each.seat), each.user) for each in present.table.sitters)
        return drawn

    def _wants(self, told: Moment, moment: Moment, seat: Seat, user: int) -> bool:
        """Whether a fresh panel follows for somebody: they may move since the board, and still."""
        live = self.app.live_panels
        lags = live.is_open(self.app, self.table, user) and not live.shows(self.table, user, moment.turn)
        return lags and may_move(moment, seat) and may_move(told, seat)

    async def _renew(
        self, told: Moment, moment: Moment, seat: Seat, user: int | None, ready: dict[Seat, Content]
    ) -> None:
        app, live = self.app, self.app.live_panels
        if user is None or not live.is_open(app, self.table, user):
            return
        old = await table_posts.settled(app, told, seat)
        if old is None or live.shows(self.table, user, moment.turn):
            return
        fresh = None
        if may_move(moment, seat):
            if not may_move(told, seat):
                return
            fresh = ready.get(seat) or await self._fresh(moment, seat, user)
        if fresh is not None or rules(moment.table).holds_back:
            await live.renew(app, self.table, user, fresh, old)
        if fresh is not None:
            self._coach(moment, seat, user)

    async def _follow_all(self, moment: Moment, *, board: bool) -> None:
        # With a new board only who has nothing to decide: else a fresh one follows.
        if moment.table.status is not Status.PLAYING and not _told_there(moment.table):
            return
        seats = [each for each in moment.table.sitters if not (board and may_move(moment, Seat(each.seat)))]
        await _at_once(self._follow(moment, Seat(each.seat), each.user) for each in seats)

    async def _follow(self, moment: Moment, seat: Seat, user: int | None) -> None:
        app, live = self.app, self.app.live_panels
        if (
            user is None
            or not live.is_open(app, self.table, user)
            or not live.lags(self.table, user, moment.turn)
        ):
            return
        fresh = await self._fresh(moment, seat, user)
        await live.follow(app, self.table, user, fresh, asks=moment.table.apart or may_move(moment, seat))
        self._coach(moment, seat, user)

    async def _fresh(self, moment: Moment, seat: Seat, user: int) -> Content:
        speak = await self.app.words_for(user)
        if _told_there(moment.table):
            shown = await table_posts.ended_apart(self.app, moment.table, speak)
        else:
            shown = await panel.seat_panel(self.app, moment, seat, speak)
        return replace(shown, table=self.table, turn=moment.turn)

    def _coach(self, moment: Moment, seat: Seat, user: int) -> None:
        """Lets what a coach says later follow into the panel that is open in the channel now."""

        async def again() -> None:
            fresh = await self._fresh(moment, seat, user)
            await self.app.live_panels.again(self.app, self.table, user, fresh)

        self.app.coach.follow(self.table, seat, again)


def _told_there(table: Table) -> bool:
    """Whether the panels of a table tell its end: a game alone has no other place for it."""
    return table.apart and table.status is Status.FINISHED


async def _at_once(works: Iterable[Awaitable[None]]) -> None:
    """All of them side by side, since each waits for its pictures; the first error once all have ended."""
    for error in await asyncio.gather(*works, return_exceptions=True):
        if error is not None:
            raise error
