"""What each kind of outbox row brings about in Discord; any may be run again after it broke off."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.discord import App, lobby, reminders, spectators, table_posts, votes
from bot.discord.content import Content
from bot.discord.discord_api import NO_LETTERS, DiscordApi, Trouble, Undelivered
from bot.discord.forum_tags import ForumTags
from bot.discord.lanes import Detour, Item, Ledger, stop_of
from bot.discord.layout import RenderedMessage
from bot.discord.panel_renewal import PanelRenewal
from bot.discord.render_pool import rendered_for
from bot.discord.view_models import owing
from bot.games.contract import Seat
from bot.tables.model import (
    Moment,
    Notice,
    NoticeKind,
    PersonRow,
    Post,
    Status,
    Table,
    Thread,
    Vote,
    VoteState,
)
from bot.tables.settings import preferences_of, reminded_by_message
from bot.text import mention, words

log = logging.getLogger(__name__)

LOBBY, BOARD, PROMPT, ENDED, APOLOGY = "lobby", "board", "prompt", "ended", "apology"
MOTION = "motion"
"""Kinds of posts that are remembered."""
REPLACES = {LOBBY: (), BOARD: (LOBBY, BOARD), ENDED: (LOBBY, BOARD), PROMPT: (PROMPT,)}
"""A new post of a kind takes the controls off the older ones of these kinds."""
LOUD = (LOBBY, ENDED)
"""Posts that are news for the whole channel; others stay silent unless they mention a person."""


class Handlers:
    """Handles notices; raises `Detour`, or `Undelivered` for what the dispatcher waits for or gives up."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app = app
        self._api = api
        self.tags = ForumTags(app, api)
        self._apologies: dict[int, tuple[str, Ledger]] = {}
        """By table: for what, and what was said and could not be written down."""

    async def bring(self, item: Item, *, again: bool) -> None:
        """Brings about what is still missing of a notice. `again`: an attempt may have got through."""
        notice, deadlines = item.notice, self._app.tables.deadlines
        if item.table is None:
            table = await self._app.tables.queries.table(notice.table)
            if table.apart:
                if table.status in (Status.PLAYING, Status.FINISHED):
                    await PanelRenewal(self._app, table.id).go_on()
                item.table = table
                return
            handler = _Delivery(self._app, self._api, table, notice, item.ledger, again, item.detour)
            item.spoke = await handler.run()
            item.table = table
            if table.thread is Thread.FOREIGN:
                self.tags.note(table.id)
        if item.table.silent_since is not None:
            if item.spoke:
                await deadlines.resume_delivery(notice.table)
            elif stop_of(notice) is None:
                # The channel had nothing against it; whether a board can be posted, a board shows.
                await deadlines.probe(notice.table)

    async def apologise(self, notice: Notice, trouble: Trouble) -> None:
        """Tells the players, each once in a pause of deliveries, that the channel can't be reached."""
        table = await self._app.tables.queries.table(notice.table)
        since = table.silent_since
        occasion = f"n{notice.id:x}" if since is None else f"{int(since.timestamp()):x}"
        former, ledger = self._apologies.get(table.id, ("", Ledger()))
        if former != occasion:
            ledger = Ledger()
        self._apologies[table.id] = occasion, ledger
        handler = _Delivery(self._app, self._api, table, notice, ledger, again=False, detour=None)
        await handler.apologise(trouble, occasion)
        up, gone = ledger.to_write()
        if up:
            await self._app.tables.outbox.note_posts(up, gone)
        del self._apologies[table.id]


@dataclass(slots=True)
class _Delivery:
    """One notice at its table."""

    app: App
    api: DiscordApi
    table: Table
    notice: Notice
    ledger: Ledger
    again: bool
    detour: Detour | None

    async def run(self) -> bool:
        """Brings it about; whether it has shown that the table can be posted where it stands."""
        posted = await self._deliver()
        if posted:
            # Should the channel break once more, the players get another apology.
            for post in await self._posts():
                if post.kind == APOLOGY:
                    self.ledger.forget(post)
        return posted

    async def _deliver(self) -> bool:
        table, notice = self.table, self.notice
        match notice.kind:
            case NoticeKind.LOBBY:
                await self._refresh(LOBBY, lobby.content(table))
                return table.status is Status.LOBBY
            case NoticeKind.BOARD:
                told, present = await asyncio.gather(self._told(), self.app.tables.queries.now_at(table.id))
                people = await table_posts.people_to_call(self.app, told, present)
                async with PanelRenewal(self.app, table.id).below(told, present):
                    await self._publish(BOARD, await table_posts.board(self.app, told, people))
                return True
            case NoticeKind.REPEAT:
                return await self._publish(BOARD, await table_posts.board(self.app, await self._told()))
            case NoticeKind.PROGRESS:
                moment = await self._told()
                content = await table_posts.board(self.app, moment)
                # What computers do is told by the next post: once that is there, this one tells its own turn.
                own = any(moment.table.sitters[seat].user for seat in owing(moment))
                posted = await self._refresh(BOARD, content, keep=not own)
                if own:
                    await PanelRenewal(self.app, table.id).go_on()
                else:
                    await PanelRenewal(self.app, table.id).renew(moment)
                return posted
            case NoticeKind.ENDED:
                if table.status is Status.ABANDONED:
                    await PanelRenewal(self.app, table.id).close(table)
                self.app.live_panels.forget(table.id)
                return await self._publish(ENDED, await table_posts.ended(self.app, table.id))
            case NoticeKind.PROMPT:
                await self._prompt()
            case NoticeKind.TIMED:
                await self._show_time()
            case NoticeKind.SETTLED:
                await self._settle()
            case NoticeKind.REMINDER | NoticeKind.WARNING:
                await self._remind()
            case NoticeKind.QUESTION:
                content = await reminders.question(self.app, notice)
                if content is not None:
                    await self._send(table.channel, content, silent=False)
            case NoticeKind.MOTION:
                await self._motion()
            case NoticeKind.ASKED:
                await self._ask_anew()
            case NoticeKind.REMOVED:
                await self._tell_removed()
            case NoticeKind.WATCHED:
                await spectators.tell(self.app, self.api, notice)
            case NoticeKind.THREAD:
                # It stays open as long as a game is played or filling up there, also one after this.
                here = await self.app.tables.queries.table_in(table.channel)
                if here is not None and here.status.active:
                    await self.api.keep_open(table.channel, own=table.thread is Thread.OWN)
                elif table.thread is Thread.OWN:
                    await self.api.archive(table.channel)
        return False

    async def apologise(self, trouble: Trouble, occasion: str) -> None:
        """Each player who has no apology yet learns that the channel can't be reached."""
        table, key = self.table, "gone" if trouble is Trouble.CHANNEL_GONE else "barred"
        known_by = {post.seat for post in await self._posts() if post.kind == APOLOGY}
        for sitter in table.sitters:
            if sitter.user is None or sitter.seat in known_by:
                continue
            person = await self.app.tables.preferences.person(sitter.user)
            if person is not None and person.dm_closed:
                continue
            speak = await self.app.words_for(sitter.user)
            text = speak(f"kit.dispatcher.{key}", table=table.id, channel=table.channel)
            rests = (speak("kit.dispatcher.rests"),) if table.silent_since is not None else ()
            silent, nonce = await self._is_asleep(person), f"a{table.id}-{sitter.seat}-{occasion}"
            try:
                box = await self.api.box_of(sitter.user)
                content = Content((text, *rests))
                message = await self._send(box, content, nonce=nonce, silent=silent, again=False)
            except Undelivered as error:
                log.info("seat %d of table %d can't be reached either: %s", sitter.seat, table.id, error)
                if error.trouble is Trouble.DM_CLOSED:
                    await self.app.tables.preferences.found_closed(sitter.user)
                continue
            self.ledger.remember(Post(table.id, APOLOGY, sitter.seat, box, message, table.version))

    # The channel -----------------------------------------------------------------------------------

    async def _told(self) -> Moment:
        """The moment that the notice tells of."""
        return await self.app.tables.queries.moment(self.table.id, self.notice.version)

    async def _publish(self, kind: str, content: Content) -> bool:
        silent = kind not in LOUD and not content.mentions
        await self._post(kind, self.table.channel, content, silent=silent)
        return True

    async def _refresh(self, kind: str, content: Content, *, keep: bool = False) -> bool:
        """The newest post of its kind shows the present state; whether there is a new one. One that is to
        `keep` its version is remembered as before."""
        here = (kind, self.table.channel)
        posts = [post for post in await self._posts() if (post.kind, post.channel) == here]
        if posts and await self._show(posts[-1], content, posts[-1].version if keep else self.notice.version):
            return False
        silent = bool(posts) or kind not in LOUD
        await self._post(kind, self.table.channel, content, silent=silent)
        return True

    async def _motion(self) -> None:
        """One post for each motion, edited until its outcome; it moves with its table."""
        table, notice = self.table, self.notice
        motion = await self.app.tables.votes.get(table.id, notice.version)
        content = await votes.content(self.app, table, motion)
        closed = motion.state is not VoteState.OPEN
        post = await self._post_of(motion, again=self.again and closed)
        here = post is not None and post.channel == table.channel
        if post is not None and not here:
            await self._take_down(post, replace(content, rows=()))
        if post is None or not here or not await self._show(post, content, motion.id):
            gone, silent = post if here else None, post is not None or not (content.mentions or content.role)
            if closed and not votes.is_news(table, motion):
                if gone is not None:
                    self.ledger.forget(gone)
                return
            message = await self._send(table.channel, content, silent=silent)
            post = _asked_by(table, motion, message)
            self.ledger.remember(post)
            if gone is not None and gone.message != message:
                self.ledger.forget(gone)
        if closed:
            self.ledger.forget(post)

    async def _ask_anew(self) -> None:
        """An open motion is put to who was not asked before in a new post: an edited one calls nobody."""
        table, notice = self.table, self.notice
        motion = await self.app.tables.votes.get(table.id, notice.version)
        if motion.state is not VoteState.OPEN:
            return
        content, person = await votes.asking(self.app, table, motion), self._person()
        post = await self._post_of(motion, again=False)
        if notice.seat is not None and person not in content.mentions:
            await self._motion()
            return
        if post is not None and person is not None:
            content = replace(content, mentions=(person,), role=0)
        others = (post,) if post is not None else ()
        message = await self._send(table.channel, content, silent=False, others=others)
        self.ledger.remember(_asked_by(table, motion, message))
        if post is not None:
            await self._take_down(post, Content((words(table.locale)("motion.anew"),), table=table.id))

    async def _tell_removed(self) -> None:
        """Who was removed from a table learns it by direct message, where that reaches them."""
        motion = await self.app.tables.votes.get(self.table.id, self.notice.version)
        user, preferences = motion.person, self.app.tables.preferences
        if user is None or not await preferences.takes_messages(user):
            return
        content = votes.letter(self.table, motion, await self.app.words_for(user))
        try:
            await self._send(await self.api.box_of(user), content, silent=False)
        except Undelivered as error:
            if error.trouble not in NO_LETTERS:
                raise
            log.info("who was removed from table %d can't be reached: %s", self.table.id, error)

    async def _post_of(self, motion: Vote, *, again: bool) -> Post | None:
        """The post of a motion before this notice; `again` looks for one that is up but not remembered."""
        table, own = self.table, self.ledger.sent.values()
        posts = [post for post in await self._posts() if post.kind == MOTION and post.message not in own]
        known = next((post for post in posts if post.version == motion.id), None)
        if known is not None or not again:
            return known
        asking = await self.app.render_pool.rendered(await votes.asking(self.app, table, motion))
        message = await self._found(table.channel, asking)
        return None if message is None else _asked_by(table, motion, message)

    # The seats -------------------------------------------------------------------------------------

    @property
    def _seat(self) -> Seat:
        assert self.notice.seat is not None, "the row is of a seat"
        return Seat(self.notice.seat)

    @property
    def _was_mentioned(self) -> bool:
        """Whether the first board has called the seat of a prompt, which stays silent then."""
        return self.notice.version == 0

    @property
    def _is_stranger(self) -> bool:
        return self.detour is not None and self.detour.trouble is Trouble.STRANGER

    def _person(self) -> int | None:
        return next((each.user for each in self.table.sitters if each.seat == self.notice.seat), None)

    async def _panel(self) -> Content | None:
        return await table_posts.prompt(self.app, self.table.id, self._seat, self.notice.version)

    async def _prompt(self) -> None:
        """The private panel by direct message; whom none reaches, the board has mentioned. Where one is open
        in the channel the next one follows there instead."""
        user, preferences = self._person(), self.app.tables.preferences
        if user is not None and self.app.live_panels.is_open(self.app, self.table.id, user):
            return
        if user is None or (self.detour is None and not await preferences.takes_messages(user)):
            return
        content = await self._panel()
        if content is None:
            return
        if self.detour is not None:
            await self._say_closed(user)
            return
        try:
            box = await self.api.box_of(user)
            await self._post(PROMPT, box, content, silent=self._was_mentioned, reader=user)
            self.app.coach.follow(self.table.id, self._seat, self._show_time)
        except Undelivered as error:
            if error.trouble not in NO_LETTERS:
                raise
            # Not before the board: it calls those of whom this is known already.
            raise Detour(error.trouble, again=self.again) from error

    async def _show_time(self) -> None:
        """The prompt that is open, as it is now."""
        user, content = self._person(), await self._panel()
        if user is None or content is None:
            return
        wanted = (PROMPT, self.notice.seat, await self.api.box_of(user))
        rendered = await rendered_for(self.app, content, user)
        for post in await self._posts():
            # A step that waits to be confirmed stands in the message alone and is not drawn over.
            if (post.kind, post.seat, post.channel) == wanted and await self.api.shows(
                post.channel, post.message, rendered
            ):
                await self.api.edit(post.channel, post.message, rendered)

    async def _say_closed(self, user: int) -> None:
        quiet = self._was_mentioned
        text = words(self.table.locale)("kit.dispatcher.dm_closed", who=mention(user))
        content = Content((text,), mentions=() if quiet else (user,))
        try:
            await self._call_in_channel(content, silent=quiet)
        except Undelivered as error:
            # Who is out of reach because we are out of the server has not closed anything.
            if error.trouble is not Trouble.BUSY and not self._is_stranger:
                await self.app.tables.preferences.found_closed(user)
            raise
        await self.app.tables.preferences.found_closed(user)

    async def _call_in_channel(self, content: Content, *, silent: bool) -> None:
        """What is meant for one seat is said below its board; failing is the channel's fault then."""
        here, again = (BOARD, self.table.channel), self.detour is not None and self.detour.again
        boards = [post.message for post in await self._posts() if (post.kind, post.channel) == here]
        after, nonce = max(boards, default=0), f"c{self.notice.id}"
        try:
            await self._send(
                self.table.channel, content, nonce=nonce, silent=silent, again=again, after=after
            )
        except Undelivered as error:
            error.in_channel = True
            raise

    async def _remind(self) -> None:
        """By direct message, or where none reaches the person, in the channel. Reminders wait until the
        morning; what comes at night all the same, a warning or what Discord would not take before, rings no
        phone."""
        user = self._person()
        if user is None:
            return
        person = await self.app.tables.preferences.person(user)
        silent = await self._is_asleep(person)
        if self.detour is not None:
            await self.app.tables.reminders.unheard(user, self.table.id)
            content = await reminders.public_reminder(self.app, self.notice, user)
            if content is not None:
                await self._call_in_channel(content, silent=silent)
                if self._is_stranger:
                    await self.app.tables.preferences.found_closed(user)
            return
        if not reminded_by_message(person):
            raise Detour(None, again=self.again)
        content = await reminders.direct_reminder(self.app, self.notice, user, person)
        try:
            if content is not None:
                await self._send(await self.api.box_of(user), content, silent=silent)
        except Undelivered as error:
            if error.trouble not in NO_LETTERS:
                raise
            if error.trouble is not Trouble.STRANGER:
                await self.app.tables.preferences.found_closed(user)
            raise Detour(error.trouble, again=self.again) from error

    async def _is_asleep(self, person: PersonRow | None) -> bool:
        now = self.app.now()
        home = (await self.app.tables.servers.settings(self.table.guild)).time_zone(self.table.locale)
        return preferences_of(person).night(home).awake(now) > now

    async def _settle(self) -> None:
        """An old prompt says what became of it, or that its person is gone."""
        table, seat = self.table, self.notice.seat
        posts = [post for post in await self._posts() if (post.kind, post.seat) == (PROMPT, seat)]
        content = None
        if posts:
            content = await table_posts.settled(self.app, await self._told(), self._seat)
        away = next((sitter.away for sitter in table.sitters if sitter.seat == seat), None)
        for post in posts:
            last = content
            if last is None:
                user = away or await self.api.reader_of(post.channel)
                known_still = user is not None and await self.app.tables.preferences.person(user) is not None
                speak = await self.app.words_for(user) if user and known_still else words(table.locale)
                last = Content((speak("kit.dispatcher.left", table=table.id),))
            await self._take_down(post, last)

    # Messages --------------------------------------------------------------------------------------

    async def _post(
        self, kind: str, channel: int, content: Content, *, silent: bool, reader: int | None = None
    ) -> None:
        """Posts, remembers it, and only then takes the controls off what it replaces."""
        notice = self.notice
        posts = [post for post in await self._posts() if post.seat == notice.seat]
        wanted, name = (notice.id, channel), f"delivery of notice {notice.id}"
        fresh = next((post for post in posts if (post.notice, post.channel) == wanted), None)
        replaced = [
            (post, asyncio.create_task(self._retired(post), name=name))
            for post in posts
            if post.kind in REPLACES[kind] or (post.kind == kind and post.channel != channel)
        ]
        try:
            if fresh is None or not self.again:
                message = await self._send(channel, content, silent=silent, others=posts, reader=reader)
                fresh = Post(notice.table, kind, notice.seat, channel, message, notice.version, notice.id)
                self.ledger.remember(fresh)
            for post, last in replaced:
                if post.message != fresh.message:
                    await self._replace(post, await last)
        finally:
            # Their pictures are drawn while the new post is on its way; without that nobody needs them.
            for _, last in replaced:
                last.cancel()
            await asyncio.gather(*[last for _, last in replaced], return_exceptions=True)

    async def _send(
        self,
        channel: int,
        content: Content,
        *,
        silent: bool,
        nonce: str = "",
        again: bool | None = None,
        others: Sequence[Post] = (),
        after: int = 0,
        reader: int | None = None,
    ) -> int:
        """The new message, or that of a broken attempt: none of `others`, younger than `after`."""
        nonce = nonce or f"n{self.notice.id}"
        if (nonce, channel) not in self.ledger.sent:
            rendered, message = await rendered_for(self.app, content, reader), None
            if self.again if again is None else again:
                known = [post.message for post in others]
                found = await self._found(channel, rendered)
                message = found if found is not None and found > after and found not in known else None
            if message is None:
                message = await self.api.send(channel, rendered, nonce=nonce, silent=silent)
            self.ledger.sent[nonce, channel] = message
        return self.ledger.sent[nonce, channel]

    async def _found(self, channel: int, rendered: RenderedMessage) -> int | None:
        """A message of an attempt that broke off; where we may not read, the nonce alone must do."""
        try:
            return await self.api.find(channel, rendered)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            return None

    async def _show(self, post: Post, content: Content, version: int) -> bool:
        """Changes a post in place; False if it is gone, or its thread stays archived."""
        try:
            await self.api.edit(post.channel, post.message, await rendered_for(self.app, content))
        except Undelivered as error:
            if error.trouble not in (Trouble.MESSAGE_GONE, Trouble.ARCHIVED):
                raise
            return False
        self.ledger.remember(replace(post, version=version))
        return True

    async def _retired(self, post: Post) -> RenderedMessage | None:
        """What becomes of an older post: it keeps its story and its picture, without its controls."""
        table = self.table
        if post.kind == PROMPT and post.seat is not None:
            moment = await self.app.tables.queries.moment(table.id, post.version)
            content = await table_posts.settled(self.app, moment, Seat(post.seat))
        elif post.kind == LOBBY:
            content = lobby.content(table)
        else:
            upto, ended = self.notice.version, self.notice.kind is NoticeKind.ENDED
            content = await table_posts.retired_board(self.app, table.id, post.version, upto, ended=ended)
        if content is None:
            return None
        if post.seat is None and post.channel != table.channel:
            moved = words(table.locale)("table.moved", table=table.id, channel=table.channel)
            content = replace(content, texts=(*content.texts, moved))
        return await rendered_for(self.app, replace(content, rows=(), mentions=()))

    async def _take_down(self, post: Post, content: Content) -> None:
        await self._replace(post, await rendered_for(self.app, content))

    async def _replace(self, post: Post, last: RenderedMessage | None) -> None:
        """Shows in an older post what it is at last, if anything, and forgets it."""
        try:
            if last is not None:
                await self.api.edit(post.channel, post.message, last)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            log.info("an old %s of table %d keeps its controls: %s", post.kind, post.table, error)
        self.ledger.forget(post)

    async def _posts(self) -> tuple[Post, ...]:
        return self.ledger.over(await self.app.tables.outbox.posts(self.table.id))


def _asked_by(table: Table, motion: Vote, message: int) -> Post:
    return Post(table.id, MOTION, None, table.channel, message, motion.id)
