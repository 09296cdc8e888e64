"""What each kind of notice brings about in Discord. Every errand may be run again after it broke off."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.store.records import PersonRow
from bot.tables.model import (
    Motion,
    MotionState,
    Notice,
    NoticeKind,
    NoticeState,
    Post,
    Status,
    Table,
    Thread,
)
from bot.tables.wishes import reminded_by_message, wishes_of
from bot.text import mention, words
from cogs.kit import motions, reminders, table_posts, watching
from cogs.kit.content import Content
from cogs.kit.delivery import NO_LETTERS, Mail, Trouble, Undelivered
from cogs.kit.layout import Parcel
from cogs.kit.people import found_closed, known, takes_messages
from cogs.kit.studio import parcel_for

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

LOBBY, BOARD, PROMPT, ENDED, APOLOGY = "lobby", "board", "prompt", "ended", "apology"
MOTION = "motion"
"""Kinds of posts that are remembered."""
REPLACES = {LOBBY: (), BOARD: (LOBBY, BOARD), ENDED: (LOBBY, BOARD), PROMPT: (PROMPT,)}
"""A new post of a kind takes the controls off the older ones of these kinds."""
LOUD = (LOBBY, ENDED)
"""Posts that are news for the whole channel; others stay silent unless they mention somebody."""

WATCHERS = -1
"""The stop of all who watch a table."""
Stop = int | None
"""Where a notice goes: a seat, the watchers, or the channel (None)."""


def stop_of(notice: Notice) -> Stop:
    """Where a notice goes; what is asked about a seat is read in the channel."""
    if notice.kind in (NoticeKind.ASKED, NoticeKind.QUESTION):
        return None
    return WATCHERS if notice.kind is NoticeKind.WATCHED else notice.seat


class Errands:
    """Runs notices; raises `Undelivered` for what the courier has to wait for or give up."""

    def __init__(self, app: App, mail: Mail) -> None:
        self._app = app
        self._mail = mail

    async def run(self, notice: Notice, *, again: bool) -> bool:
        """Brings one notice about; whether it has shown that a table can be posted where it stands. `again`:
        an earlier attempt may have got through, so look first."""
        table, spoke = await self._app.tables.table(notice.table), False
        match notice.kind:
            case NoticeKind.LOBBY:
                await self._refresh(table, notice, LOBBY, again=again)
                spoke = table.status is Status.LOBBY
            case NoticeKind.BOARD:
                people = await table_posts.people_to_call(self._app, notice)
                spoke = await self._publish(table, notice, BOARD, again=again, people=people)
            case NoticeKind.REPEAT:
                spoke = await self._publish(table, notice, BOARD, again=again)
            case NoticeKind.PROGRESS:
                spoke = await self._refresh(table, notice, BOARD, again=again)
            case NoticeKind.PROMPT:
                await self._prompt(table, notice, again=again)
            case NoticeKind.TIMED:
                await self._show_time(table, notice)
            case NoticeKind.SETTLED:
                await self._settle(table, notice)
            case NoticeKind.REMINDER | NoticeKind.WARNING:
                await self._remind(table, notice, again=again)
            case NoticeKind.QUESTION:
                content = await reminders.question(self._app, notice)
                if content is not None:
                    nonce = f"n{notice.id}"
                    await self._send(table.channel, content, nonce=nonce, silent=False, again=again)
            case NoticeKind.MOTION:
                await self._motion(table, notice, again=again)
            case NoticeKind.ASKED:
                await self._ask_anew(table, notice, again=again)
            case NoticeKind.WATCHED:
                await watching.tell(self._app, self._mail, notice)
            case NoticeKind.THREAD:
                await self._look_after_thread(table)
            case NoticeKind.ENDED:
                spoke = await self._publish(table, notice, ENDED, again=again)
        if spoke:
            await self._heal(table)
        elif table.silent_since is not None and stop_of(notice) is None:
            # The channel had nothing against it; whether a board can be posted, a board shows.
            await self._app.tables.try_to_speak(table.id)
        return spoke

    async def apologise(self, number: int, trouble: Trouble) -> None:
        """Tells the players of a table by direct message, each once, that its channel can't be reached; at
        night no phone rings."""
        table = await self._app.tables.table(number)
        told = {post.seat for post in await self._posts(number) if post.kind == APOLOGY}
        for sitter in table.sitters:
            if sitter.user is None or sitter.seat in told:
                continue
            person = await known(self._app, sitter.user)
            if person is not None and person.dm_closed:
                continue
            speak = await self._app.words_for(sitter.user)
            key = "gone" if trouble is Trouble.CHANNEL_GONE else "barred"
            rests = (speak("kit.courier.rests"),) if table.silent_since is not None else ()
            text = speak(f"kit.courier.{key}", table=number, channel=table.channel)
            content = Content((text, *rests))
            try:
                box = await self._mail.box_of(sitter.user)
                silent = await self._is_asleep(table, person)
                message = await self._send(box, content, nonce=f"a{number}-{sitter.seat}", silent=silent)
            except Undelivered as error:
                log.info("seat %d of table %d can't be told either: %s", sitter.seat, number, error)
                if error.trouble is Trouble.DM_CLOSED:
                    await found_closed(self._app, sitter.user)
                continue
            await self._remember(Post(number, APOLOGY, sitter.seat, box, message, table.version))

    # The channel -----------------------------------------------------------------------------------

    async def _publish(
        self, table: Table, notice: Notice, kind: str, *, again: bool, people: tuple[int, ...] = ()
    ) -> bool:
        """Whether there was something to post."""
        content = await table_posts.content_for(self._app, notice, people)
        if content is None:
            return False
        silent = kind not in LOUD and not content.mentions
        await self._post(notice, kind, table.channel, content, again=again, silent=silent)
        return True

    async def _refresh(self, table: Table, notice: Notice, kind: str, *, again: bool) -> bool:
        """The newest post of its kind shows the present state; if it has gone, there is a new, silent one.
        Whether there was: where an old one can be changed, a new one need not be allowed."""
        content = await table_posts.content_for(self._app, notice)
        if content is None:
            return False
        posts = await self._posts(table.id)
        posts = tuple(post for post in posts if (post.kind, post.channel) == (kind, table.channel))
        if posts and await self._show(posts[-1], content, notice.version):
            return False
        silent = bool(posts) or kind not in LOUD
        await self._post(notice, kind, table.channel, content, again=again, silent=silent)
        return True

    async def _look_after_thread(self, table: Table) -> None:
        """It stays open as long as a game is played or filling up there, also one after this."""
        here = await self._app.tables.table_in(table.channel)
        if here is not None and here.status.active:
            await self._mail.keep_open(table.channel, own=table.thread is Thread.OWN)
        elif table.thread is Thread.OWN:
            await self._mail.fold_up(table.channel)

    async def _motion(self, table: Table, notice: Notice, *, again: bool) -> None:
        """One post for each motion, edited as long as it is open, then to its outcome; it moves with its
        table."""
        motion = await self._app.tables.motion(table.id, notice.version)
        content = await motions.content(self._app, table, motion)
        closed = motion.state is not MotionState.OPEN
        post = await self._post_of(table, motion, again=again and closed)
        here = post is not None and post.channel == table.channel
        if post is not None and not here:
            await self._take_down(post, replace(content, rows=()))
        if post is None or not here or not await self._show(post, content, motion.id):
            gone, silent = post if here else None, post is not None or not content.mentions
            if closed and not motions.is_news(table, motion):
                if gone is not None:
                    await self._forget(gone)
                return
            nonce = f"n{notice.id}"
            message = await self._send(table.channel, content, nonce=nonce, silent=silent, again=again)
            post = _asked_by(table, motion, message)
            await self._remember(post)
            if gone is not None:
                await self._forget(gone)
        if closed:
            await self._forget(post)

    async def _ask_anew(self, table: Table, notice: Notice, *, again: bool) -> None:
        """A motion that is open is put to somebody who was not asked before: in a new post, for one that is
        edited calls nobody. What has become of it meanwhile has a notice of its own."""
        motion = await self._app.tables.motion(table.id, notice.version)
        if motion.state is not MotionState.OPEN:
            return
        content, person = await motions.asking(self._app, table, motion), _person(table, notice)
        post = await self._post_of(table, motion, again=False)
        if notice.seat is not None and person not in content.mentions:
            await self._motion(table, notice, again=again)
            return
        if post is not None and person is not None:
            content = replace(content, mentions=(person,))
        others = (post,) if post is not None else ()
        message = await self._send(
            table.channel, content, nonce=f"n{notice.id}", silent=False, again=again, others=others
        )
        await self._remember(_asked_by(table, motion, message))
        if post is not None:
            await self._take_down(post, Content((words(table.locale)("motion.anew"),), table=table.id))

    async def _post_of(self, table: Table, motion: Motion, *, again: bool) -> Post | None:
        """The post of a motion; `again` looks for one that is up but was not remembered."""
        posts = [post for post in await self._posts(table.id) if post.kind == MOTION]
        known = next((post for post in posts if post.version == motion.id), None)
        if known is not None or not again:
            return known
        asking = await self._app.studio.parcel(await motions.asking(self._app, table, motion))
        message = await self._found(table.channel, asking)
        return None if message is None else _asked_by(table, motion, message)

    async def _heal(self, table: Table) -> None:
        """The channel of a table works: its time goes on, and should it break once more, the players are told
        once more."""
        if table.silent_since is not None:
            await self._app.tables.speak_again(table.id)
        for post in await self._posts(table.id):
            if post.kind == APOLOGY:
                await self._forget(post)

    # The seats -------------------------------------------------------------------------------------

    async def _prompt(self, table: Table, notice: Notice, *, again: bool) -> None:
        """The private panel by direct message; whom none reaches, the board has mentioned."""
        user = _person(table, notice)
        if user is None or not await takes_messages(self._app, user):
            return
        content = await table_posts.content_for(self._app, notice)
        if content is None:
            return
        try:
            box = await self._mail.box_of(user)
            quiet = was_mentioned(notice)
            await self._post(notice, PROMPT, box, content, again=again, silent=quiet, reader=user)
        except Undelivered as error:
            if error.trouble not in NO_LETTERS:
                raise
            await self._say_closed(table, notice, user, error.trouble, again=again)

    async def _show_time(self, table: Table, notice: Notice) -> None:
        """The open prompt of a seat says until when there is time now; nobody is called."""
        user, content = _person(table, notice), await table_posts.content_for(self._app, notice)
        if user is None or content is None:
            return
        wanted = (PROMPT, notice.seat, await self._mail.box_of(user))
        parcel = await parcel_for(self._app, content, user)
        for post in await self._posts(table.id):
            # A step that waits to be confirmed stands in the message alone and is not drawn over.
            if (post.kind, post.seat, post.channel) == wanted and await self._mail.shows(
                post.channel, post.message, parcel
            ):
                await self._mail.edit(post.channel, post.message, parcel)

    async def _say_closed(
        self, table: Table, notice: Notice, user: int, trouble: Trouble, *, again: bool
    ) -> None:
        """Said once for each person; from then on the boards mention them."""
        text = words(table.locale)("kit.courier.dm_closed", who=mention(user))
        quiet = was_mentioned(notice)
        content = Content((text,), mentions=() if quiet else (user,))
        try:
            await self._call_in_channel(table, content, notice, silent=quiet, again=again)
        except Undelivered as error:
            # Who is out of reach because we are out of the server has not closed anything.
            if error.trouble is not Trouble.BUSY and trouble is not Trouble.STRANGER:
                await found_closed(self._app, user)
            raise
        await found_closed(self._app, user)

    async def _call_in_channel(
        self, table: Table, content: Content, notice: Notice, *, silent: bool, again: bool
    ) -> None:
        """What is meant for one seat is said where its table stands; failing, that is the channel's fault.
        What stands above the board was said about another moment in the same words."""
        posts = await self._posts(table.id)
        after = max(
            (post.message for post in posts if (post.kind, post.channel) == (BOARD, table.channel)), default=0
        )
        nonce = f"c{notice.id}"
        try:
            await self._send(table.channel, content, nonce=nonce, silent=silent, again=again, after=after)
        except Undelivered as error:
            error.in_channel = True
            raise

    async def _remind(self, table: Table, notice: Notice, *, again: bool) -> None:
        """By direct message, or where none reaches the person, in the channel. Reminders wait until the
        morning; what comes at night all the same, a warning or what Discord would not take before, rings no
        phone."""
        user = _person(table, notice)
        if user is None:
            return
        person = await known(self._app, user)
        silent, stranger = await self._is_asleep(table, person), False
        if reminded_by_message(person):
            content = await reminders.letter(self._app, notice, user, person)
            if content is None:
                return
            try:
                box = await self._mail.box_of(user)
                await self._send(box, content, nonce=f"n{notice.id}", silent=silent, again=again)
            except Undelivered as error:
                if error.trouble not in NO_LETTERS:
                    raise
                stranger = error.trouble is Trouble.STRANGER
                if not stranger:
                    await found_closed(self._app, user)
            else:
                return
        await self._app.tables.unheard(user, table.id)
        content = await reminders.call(self._app, notice, user)
        if content is not None:
            await self._call_in_channel(table, content, notice, silent=silent, again=again)
            if stranger:
                await found_closed(self._app, user)

    async def _is_asleep(self, table: Table, person: PersonRow | None) -> bool:
        """Whether it is night for a person: by the server where they have set no time zone."""
        now = self._app.now()
        home = (await self._app.tables.server(table.guild)).time_zone(table.locale)
        return wishes_of(person).awake(now, home) > now

    async def _settle(self, table: Table, notice: Notice) -> None:
        posts = [
            post for post in await self._posts(table.id) if (post.kind, post.seat) == (PROMPT, notice.seat)
        ]
        if not posts:
            return
        content = await table_posts.content_for(self._app, notice)
        for post in posts:
            await self._take_down(post, content or await self._farewell(table, post))

    async def _farewell(self, table: Table, post: Post) -> Content:
        """What becomes of a prompt whose person is gone, in their words if we still know them."""
        away = next((sitter.away for sitter in table.sitters if sitter.seat == post.seat), None)
        user = away or await self._mail.reader_of(post.channel)
        known_still = user is not None and await known(self._app, user) is not None
        speak = await self._app.words_for(user) if user and known_still else words(table.locale)
        return Content((speak("kit.courier.left", table=table.id),))

    # Messages --------------------------------------------------------------------------------------

    async def _post(
        self,
        notice: Notice,
        kind: str,
        channel: int,
        content: Content,
        *,
        again: bool,
        silent: bool,
        reader: int | None = None,
    ) -> None:
        """Posts, remembers it, and only then takes the controls off what it replaces."""
        posts = [post for post in await self._posts(notice.table) if post.seat == notice.seat]
        wanted = (notice.id, channel)
        fresh = next((post for post in posts if (post.notice, post.channel) == wanted), None)
        if fresh is None or not again:
            nonce = f"n{notice.id}"
            message = await self._send(
                channel, content, nonce=nonce, silent=silent, again=again, others=posts, reader=reader
            )
            fresh = Post(notice.table, kind, notice.seat, channel, message, notice.version, notice.id)
            await self._remember(fresh)
        for post in posts:
            replaced = post.kind in REPLACES[kind] or (post.kind == kind and post.channel != channel)
            if replaced and post.message != fresh.message:
                await self._retire(post)

    async def _send(
        self,
        channel: int,
        content: Content,
        *,
        nonce: str,
        silent: bool,
        again: bool = False,
        others: Sequence[Post] = (),
        after: int = 0,
        reader: int | None = None,
    ) -> int:
        """The new message; `again` that of an attempt which broke off, if it is up, none of the others, and
        younger than a message."""
        parcel = await parcel_for(self._app, content, reader)
        if again:
            found = await self._found(channel, parcel)
            if found is not None and found > after and found not in [post.message for post in others]:
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
        """Changes a post in place; False if it is gone, or its thread stays folded up."""
        try:
            await self._mail.edit(post.channel, post.message, await parcel_for(self._app, content))
        except Undelivered as error:
            if error.trouble not in (Trouble.MESSAGE_GONE, Trouble.FOLDED):
                raise
            return False
        await self._remember(replace(post, version=version))
        return True

    async def _retire(self, post: Post) -> None:
        """An older post keeps its story and its picture, without its controls."""
        shown = Notice(0, post.table, _SHOWN_BY[post.kind], post.seat, post.version, NoticeState.DONE)
        content = await table_posts.retired(self._app, shown)
        table = await self._app.tables.table(post.table)
        if content is not None and post.seat is None and post.channel != table.channel:
            moved = words(table.locale)("table.moved", table=table.id, channel=table.channel)
            content = replace(content, texts=(*content.texts, moved))
        if content is None:
            await self._forget(post)
        else:
            await self._take_down(post, content)

    async def _take_down(self, post: Post, content: Content) -> None:
        """Leaves this in place of a post, which is changed no more."""
        try:
            await self._mail.edit(post.channel, post.message, await parcel_for(self._app, content))
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            log.info("an old %s of table %d keeps its controls: %s", post.kind, post.table, error)
        await self._forget(post)

    async def _posts(self, table: int) -> tuple[Post, ...]:
        return await self._app.tables.posts(table)

    async def _remember(self, post: Post) -> None:
        await self._app.tables.remember_post(post)

    async def _forget(self, post: Post) -> None:
        await self._app.tables.forget_posts((post,))


_SHOWN_BY = {LOBBY: NoticeKind.LOBBY, BOARD: NoticeKind.PROGRESS, PROMPT: NoticeKind.SETTLED}
"""The kind of notice that describes what a post shows."""


def _asked_by(table: Table, motion: Motion, message: int) -> Post:
    """The post that puts a motion to the channel."""
    return Post(table.id, MOTION, None, table.channel, message, motion.id)


def _person(table: Table, notice: Notice) -> int | None:
    """Who sits in the seat of a notice."""
    return next((sitter.user for sitter in table.sitters if sitter.seat == notice.seat), None)


def was_mentioned(notice: Notice) -> bool:
    """Whether the first board of the game has already called the seat of a prompt: then it stays silent."""
    return notice.version == 0
