"""Evenings in their channel: the post that announces one, with who comes, and the one that it has begun."""

from dataclasses import replace
from functools import partial

from bot.discord import App, catalog
from bot.discord.called_role import button, called_role
from bot.discord.content import IN_A_ROW, Button, Content
from bot.discord.discord_api import DiscordApi, Undelivered
from bot.discord.layout import NAME
from bot.discord.server_posts import GONE, ServerPosts
from bot.store.evenings import EveningRow, EveningState
from bot.tables.evenings import Evening
from bot.tables.model import NoticeState
from bot.text import Words, cut, mention, plain, stamp, words

NAMED = 20
"""So many of those who come are named, and called when it begins."""


class EveningPosts:
    """Brings every post of an evening to its channel."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app, self._api = app, api
        self.posts = ServerPosts(app, api, "evenings", self._look)

    async def _look(self) -> None:
        service = self._app.tables.evenings
        for evening in await service.untold_evenings():
            if not self.posts.closing:
                await self.posts.tell(
                    (evening.number, evening.row.state),
                    partial(self._send, evening),
                    lambda up, row=evening.row: service.end_evening_post(row, delivered=up),
                )
        for evening in await service.calling_evenings():
            if not self.posts.closing:
                await self.posts.tell(
                    (evening.number, "call", evening.row.changes),
                    partial(self._call, evening),
                    lambda _, row=evening.row: service.note_called(row),
                )
        for evening in await service.unshown_evenings():
            if not self.posts.closing:
                shown = partial(service.note_evening_shown, evening)
                await self.posts.follow(
                    evening.number, evening.row.post, partial(self._shown, evening), shown
                )

    async def _shown(self, evening: Evening) -> int:
        """Has the announcement show an evening; the message, 0 where there is none any more."""
        row, speak = evening.row, words(evening.row.locale)
        if row.told is NoticeState.DONE and row.state in (EveningState.BEGUN, EveningState.OVER):
            await self._show_begun(evening)
        if row.post == GONE:
            return GONE
        rendered = await self._app.render_pool.rendered(panel(evening, speak))
        post = row.post
        if post is None:
            sought = await self._app.render_pool.rendered(panel(_as_called(evening), speak))
            post = await self._api.near(row.channel, sought, row.press)
        if post is None:
            return GONE
        await self._api.edit(row.channel, post, rendered)
        return post

    async def _show_begun(self, evening: Evening) -> None:
        """Takes the names of those who are forgotten, and once it is over all names, from the post that it
        has begun, where that is found."""
        row, speak = evening.row, words(evening.row.locale)
        over = row.state is EveningState.OVER
        shown = replace(evening, host=None) if over else evening
        coming = () if over else await self._coming(evening)
        content = await beginning(self._app, shown, coming, speak)
        rendered = await self._app.render_pool.rendered(content)
        post = await self._api.find(row.channel, rendered, row.starts)
        if post is not None:
            await self._api.edit(row.channel, post, rendered)

    async def _send(self, evening: Evening) -> bool:
        row = evening.row
        speak, begin = words(row.locale), partial(self._app.tables.evenings.begin_evening_post, row)
        if row.state is EveningState.BEGUN:
            coming = await self._coming(evening)
            content = await beginning(self._app, evening, coming, speak)
        else:
            content = panel(evening, speak)
        rendered = await self._app.render_pool.rendered(content)
        nonce, begun = f"e{row.id}-{row.state}", row.told is NoticeState.SENDING
        return await self.posts.post(row.channel, rendered, nonce, begin, begun=begun)

    async def _call(self, evening: Evening) -> bool:
        """Calls who comes, for whom it is another plan now: a post that is changed calls nobody."""
        row, host = evening.row, evening.host
        users = [guest.user for guest in evening.guests if host is None or guest.user != host.user][:NAMED]
        if not users or row.state not in (EveningState.OPEN, EveningState.CANCELLED):
            return True
        key = "evening.called_off" if row.state is EveningState.CANCELLED else "evening.moved"
        speak, starts = words(row.locale), row.starts
        text = speak(key, names=speak.all_of(map(mention, users)), day=stamp(starts, "F"), left=stamp(starts))
        rendered = await self._app.render_pool.rendered(Content((text,), mentions=tuple(users)))
        nonce = f"v{row.id}-{row.changes}"
        await self._api.send_once(row.channel, rendered, nonce=nonce, silent=False, since=row.moved_at)
        return True

    async def _coming(self, evening: Evening) -> tuple[int, ...]:
        """Who has said by the button that they come, then who has said so by Discord's event."""
        found = [guest.user for guest in evening.guests]
        row = await self._app.tables.evenings.event_of("evening", evening.number)
        guild = self._app.get_guild(evening.row.guild)
        if row is not None and row.event and guild is not None:
            try:
                async with self._api.line.request():
                    event = await guild.fetch_scheduled_event(row.event)
                    found += [user.id async for user in event.users(limit=NAMED)]
            except Undelivered:
                pass
        return tuple(dict.fromkeys(found))[:NAMED]


def _as_called(evening: Evening) -> Evening:
    """With the controls that its announcement had."""
    return replace(evening, row=replace(evening.row, state=EveningState.OPEN))


def panel(evening: Evening, speak: Words) -> Content:
    """What is planned, who comes, and the ways in and out."""
    row, here = evening.row, str(evening.number)
    names = [plain(cut(guest.name, NAME)) for guest in evening.guests[:NAMED]]
    if more := len(evening.guests) - len(names):
        names = [*names, speak("games.wanted.more", n=more)]
    who = (
        speak("evening.coming", n=len(evening.guests), names=speak.all_of(names))
        if names
        else speak("evening.nobody")
    )
    active = row.state in (EveningState.OPEN, EveningState.BEGUN)
    if not active:
        # What is over is not changed any more, so it names nobody who might want to be forgotten.
        bare = replace(evening, host=None)
        return Content((_head(bare, speak), _games(evening, speak), speak(f"evening.{row.state}")))
    texts = (_head(evening, speak), _text(evening), _games(evening, speak), who)
    buttons = (
        Button("evening.come", speak("evening.come"), here, style="success"),
        Button("evening.stay", speak("evening.stay"), here),
        Button("evening.more", speak("cup.more"), here),
    )
    return Content(texts, rows=(buttons,))


async def beginning(app: App, evening: Evening, coming: tuple[int, ...], speak: Words) -> Content:
    """That it has begun: who comes is called, and the role that wants to be; with a way to each game."""
    role = await called_role(app, evening.row.guild)
    called = [*([role.mention] if role else []), *map(mention, coming)]
    games = [each for each in catalog.games() if each.info.key in evening.row.games] or [*catalog.games()]
    opening = tuple(
        Button("lobby.open", speak.title(each.info), each.info.key, style="primary")
        for each in games[:IN_A_ROW]
    )
    ways = (Button("games.tables", speak("games.tables.button")), *button(role, speak))
    texts = (" ".join(called), speak("evening.begins"), _text(evening))
    return Content(texts, rows=(opening, ways), mentions=coming, role=role.id if role else 0)


def _head(evening: Evening, speak: Words) -> str:
    when = speak("evening.when", day=stamp(evening.row.starts, "F"), left=stamp(evening.row.starts))
    by = speak("evening.by", name=plain(cut(evening.host.name, NAME))) if evening.host else ""
    return f"{speak('evening.title')}\n{when}\n{by}".rstrip()


def _text(evening: Evening) -> str:
    return plain(evening.host.text) if evening.host else ""


def _games(evening: Evening, speak: Words) -> str:
    names = named(evening.row, speak)
    return speak("evening.games", games=names) if names else ""


def named(evening: EveningRow, speak: Words) -> str:
    """The names of its games; empty where any game is played."""
    return speak.all_of(catalog.name(key, speak) for key in evening.games)


def title(evening: EveningRow, speak: Words) -> str:
    """What it is called in a list."""
    names = named(evening, speak)
    return speak("evening.named", games=names) if names else speak("evening.name")
