"""What each kind of notice brings about in Discord. Every errand may be run again after it broke off."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model import Notice, NoticeKind, NoticeState, Post, Table
from bot.text import mention, words
from cogs.kit import table_posts
from cogs.kit.content import Content
from cogs.kit.delivery import Mail, Trouble, Undelivered
from cogs.kit.layout import Parcel
from cogs.kit.people import takes_messages

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

LOBBY, BOARD, PROMPT, ENDED, APOLOGY = "lobby", "board", "prompt", "ended", "apology"
"""Kinds of posts that are remembered."""
REPLACES = {LOBBY: (), BOARD: (LOBBY, BOARD), ENDED: (LOBBY, BOARD), PROMPT: (PROMPT,)}
"""A new post of a kind takes the controls off the older ones of these kinds."""
LOUD = (LOBBY, ENDED)
"""Posts that are news for the whole channel; others stay silent unless they mention somebody."""


class Errands:
    """Runs notices; raises `Undelivered` for what the courier has to wait for or give up."""

    def __init__(self, app: App, mail: Mail) -> None:
        self._app = app
        self._mail = mail

    async def run(self, notice: Notice, *, again: bool) -> None:
        """Brings one notice about. `again`: an earlier attempt may have got through, so look first."""
        table = await self._app.tables.table(notice.table)
        match notice.kind:
            case NoticeKind.LOBBY:
                await self._refresh(table, notice, LOBBY, again=again)
            case NoticeKind.BOARD:
                moment = await self._app.tables.moment(table.id, notice.version)
                people = await table_posts.people_to_call(self._app, moment)
                await self._publish(table, notice, BOARD, again=again, people=people)
            case NoticeKind.REPEAT:
                await self._publish(table, notice, BOARD, again=again)
            case NoticeKind.PROGRESS:
                await self._refresh(table, notice, BOARD, again=again)
            case NoticeKind.PROMPT:
                await self._prompt(table, notice, again=again)
            case NoticeKind.SETTLED:
                await self._settle(table, notice)
            case NoticeKind.ENDED:
                await self._publish(table, notice, ENDED, again=again)
        if notice.seat is None:
            await self._heal(table.id)

    async def apologise(self, table: int, trouble: Trouble) -> None:
        """Tells the players of a table by direct message, each once, that its channel can't be reached."""
        known = await self._app.tables.table(table)
        told = {post.seat for post in await self._posts(table) if post.kind == APOLOGY}
        for sitter in known.sitters:
            if sitter.user is None or sitter.seat in told:
                continue
            speak = await self._app.words_for(sitter.user)
            key = "gone" if trouble is Trouble.CHANNEL_GONE else "barred"
            content = Content((speak(f"kit.courier.{key}", table=table, channel=known.channel),))
            try:
                box = await self._mail.box_of(sitter.user)
                message = await self._send(box, content, nonce=f"a{table}-{sitter.seat}", silent=False)
            except Undelivered as error:
                log.info("seat %d of table %d can't be told either: %s", sitter.seat, table, error)
                continue
            await self._remember(Post(table, APOLOGY, sitter.seat, box, message, known.version))

    # The channel -----------------------------------------------------------------------------------

    async def _publish(
        self, table: Table, notice: Notice, kind: str, *, again: bool, people: tuple[int, ...] = ()
    ) -> None:
        content = await table_posts.content_for(self._app, notice, people)
        if content is not None:
            silent = kind not in LOUD and not content.mentions
            await self._post(notice, kind, table.channel, content, again=again, silent=silent)

    async def _refresh(self, table: Table, notice: Notice, kind: str, *, again: bool) -> None:
        """The newest post of its kind shows the present state; if it has gone, there is a new, silent one."""
        content = await table_posts.content_for(self._app, notice)
        posts = [post for post in await self._posts(table.id) if post.kind == kind]
        if content is None or (posts and await self._show(posts[-1], content, notice.version)):
            return
        if posts or kind == LOBBY:
            silent = bool(posts)
            await self._post(notice, kind, table.channel, content, again=again, silent=silent)

    async def _heal(self, table: int) -> None:
        """The channel of a table works: should it break once more, the players are told once more."""
        for post in await self._posts(table):
            if post.kind == APOLOGY:
                await self._forget(post)

    # The seats -------------------------------------------------------------------------------------

    async def _prompt(self, table: Table, notice: Notice, *, again: bool) -> None:
        """The private panel by direct message; whom none reaches, the board has mentioned."""
        user = next((sitter.user for sitter in table.sitters if sitter.seat == notice.seat), None)
        if user is None or not await takes_messages(self._app, user):
            return
        content = await table_posts.content_for(self._app, notice)
        if content is None:
            return
        try:
            box = await self._mail.box_of(user)
            await self._post(notice, PROMPT, box, content, again=again, silent=was_mentioned(notice))
        except Undelivered as error:
            if error.trouble not in (Trouble.DM_CLOSED, Trouble.BARRED):
                raise
            await self._say_closed(table, notice, user, again=again)

    async def _say_closed(self, table: Table, notice: Notice, user: int, *, again: bool) -> None:
        """Said once for each person; from then on the boards mention them."""
        text = words(table.locale)("kit.courier.dm_closed", who=mention(user))
        quiet = was_mentioned(notice)
        content = Content((text,), mentions=() if quiet else (user,))
        await self._send(table.channel, content, nonce=f"c{notice.id}", silent=quiet, again=again)
        async with self._app.store.transaction() as stored:
            person = await stored.people.get(user)
            if person is not None:
                await stored.people.put(replace(person, dm_closed=True))

    async def _settle(self, table: Table, notice: Notice) -> None:
        posts = [
            post for post in await self._posts(table.id) if (post.kind, post.seat) == (PROMPT, notice.seat)
        ]
        if not posts:
            return
        content = await table_posts.content_for(self._app, notice)
        if content is None:
            content = Content((words(table.locale)("kit.courier.left", table=table.id),))
        for post in posts:
            await self._strip(post, content)
            await self._forget(post)

    # Messages --------------------------------------------------------------------------------------

    async def _post(
        self, notice: Notice, kind: str, channel: int, content: Content, *, again: bool, silent: bool
    ) -> None:
        """Posts, remembers it, and only then takes the controls off what it replaces."""
        posts = [post for post in await self._posts(notice.table) if post.seat == notice.seat]
        fresh = next((post for post in posts if (post.kind, post.version) == (kind, notice.version)), None)
        if fresh is None or not again:
            nonce = f"n{notice.id}"
            message = await self._send(channel, content, nonce=nonce, silent=silent, again=again)
            fresh = Post(notice.table, kind, notice.seat, channel, message, notice.version)
            await self._remember(fresh)
        for post in posts:
            if post.kind in REPLACES[kind] and post.message != fresh.message:
                await self._retire(post)

    async def _send(
        self, channel: int, content: Content, *, nonce: str, silent: bool, again: bool = False
    ) -> int:
        parcel = await self._app.studio.parcel(content)
        if again:
            found = await self._found(channel, parcel)
            if found is not None:
                return found
        return await self._mail.send(channel, parcel, nonce=nonce, silent=silent)

    async def _found(self, channel: int, parcel: Parcel) -> int | None:
        """A message of an attempt that broke off; where we may not read, the nonce alone must do."""
        try:
            return await self._mail.find(channel, parcel)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            return None

    async def _show(self, post: Post, content: Content, version: int) -> bool:
        """Changes a post in place; False if it is gone."""
        try:
            await self._mail.edit(post.channel, post.message, await self._app.studio.parcel(content))
        except Undelivered as error:
            if error.trouble is not Trouble.MESSAGE_GONE:
                raise
            await self._forget(post)
            return False
        await self._remember(replace(post, version=version))
        return True

    async def _retire(self, post: Post) -> None:
        """An older post keeps its story and its picture, without its controls."""
        shown = Notice(0, post.table, _SHOWN_BY[post.kind], post.seat, post.version, NoticeState.DONE)
        content = await table_posts.retired(self._app, shown)
        if content is not None:
            await self._strip(post, content)
        await self._forget(post)

    async def _strip(self, post: Post, content: Content) -> None:
        try:
            await self._mail.edit(post.channel, post.message, await self._app.studio.parcel(content))
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            log.info("an old %s of table %d keeps its controls: %s", post.kind, post.table, error)

    async def _posts(self, table: int) -> tuple[Post, ...]:
        return await self._app.tables.posts(table)

    async def _remember(self, post: Post) -> None:
        await self._app.tables.remember_post(post)

    async def _forget(self, post: Post) -> None:
        await self._app.tables.forget_posts((post,))


_SHOWN_BY = {LOBBY: NoticeKind.LOBBY, BOARD: NoticeKind.PROGRESS, PROMPT: NoticeKind.SETTLED}
"""The kind of notice that describes what a post shows."""


def was_mentioned(notice: Notice) -> bool:
    """Whether the first board of the game has already called the seat of a prompt: then it stays silent."""
    return notice.version == 0
