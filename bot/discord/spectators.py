"""The one direct message of each spectator: what everybody may know, kept up to date to the end."""

import logging
from dataclasses import replace

from bot.discord import App
from bot.discord.content import Button, Content, Link
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.presenter import presenter_of
from bot.discord.render_pool import rendered_for
from bot.discord.table_posts import finale, title
from bot.discord.table_words import abandoned, undone_since
from bot.discord.view_models import in_turn, up_to, view_model
from bot.tables.model import Moment, Notice, Post, Spectator, Status
from bot.text import Words, jump_url

log = logging.getLogger(__name__)

APART = "watch"
"""What **News** below such a message carries: its answer is a message of its own."""


async def begin(app: App, watcher: Spectator, key: str) -> Spectator:
    """Sends the message; the spectator with it, or with that of a quicker press. Raises `Undelivered`."""
    api = DiscordApi(app)
    box = await api.box_of(watcher.user)
    moment = await app.tables.queries.now_at(watcher.table)
    rendered = await rendered_for(app, await _letter(app, moment, watcher.user), watcher.user)
    message = await api.send(box, rendered, nonce=f"w{key}", silent=False)
    begun = replace(watcher, version=moment.version, channel=box, message=message)
    stored = await app.tables.spectators.began_watching(begun)
    if stored != begun:
        speak = await app.words_for(watcher.user)
        gone = speak("news.stopped", table=watcher.table)
        await stopped(app, begun, watches(stored, speak) if stored else gone)
    return stored or begun


def watches(watcher: Spectator, speak: Words) -> str:
    """That a person is a spectator, and where their message is."""
    address = jump_url(None, watcher.channel or 0, watcher.message)
    return speak("news.watching", table=watcher.table, address=address)


async def tell(app: App, api: DiscordApi, notice: Notice) -> None:
    """Every spectator's message shows the present moment. Where Discord is busy the others come first; then
    it raises `Undelivered`. Who can't be reached any more is no spectator any more."""
    moment = await app.tables.queries.now_at(notice.table)
    busy: Undelivered | None = None
    for watcher in await app.tables.spectators.watchers(notice.table):
        try:
            await _refresh(app, api, watcher, moment)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                busy = error
                continue
            level = logging.ERROR if error.trouble is Trouble.REFUSED else logging.INFO
            log.log(level, "a spectator of table %d gets no more updates: %s", notice.table, error)
            await app.tables.spectators.unwatch(watcher.table, watcher.user)
    if busy is not None:
        raise busy


async def stopped(app: App, letter: Post | Spectator, text: str) -> None:
    """What becomes of a direct message that has lost its meaning: these words alone, if it is still up."""
    if letter.channel is None or letter.message is None:
        return
    rendered = await app.render_pool.rendered(Content((text,), table=letter.table))
    try:
        await DiscordApi(app).edit(letter.channel, letter.message, rendered)
    except Undelivered as error:
        level = logging.WARNING if error.trouble is Trouble.REFUSED else logging.INFO
        log.log(level, "a direct message about table %d keeps its controls: %s", letter.table, error)


async def _refresh(app: App, api: DiscordApi, watcher: Spectator, moment: Moment) -> None:
    """Nothing to do where the message is not sent yet, or shows this moment of a game that goes on."""
    over = moment.table.status is not Status.PLAYING or moment.table.seat_of(watcher.user) is not None
    if watcher.channel is not None and watcher.message is not None:
        if watcher.version >= moment.version and not over:
            return
        rendered = await rendered_for(app, await _letter(app, moment, watcher.user), watcher.user)
        await api.edit(watcher.channel, watcher.message, rendered)
    if over:
        await app.tables.spectators.unwatch(watcher.table, watcher.user)
    elif watcher.message is not None and not await app.tables.spectators.shown(
        replace(watcher, version=moment.version)
    ):
        speak = await app.words_for(watcher.user)
        await stopped(app, watcher, speak("news.stopped", table=watcher.table))


async def _letter(app: App, moment: Moment, user: int) -> Content:
    """While the game goes on the turn that is the news, what was taken back since, and the board: where
    several decide at once, who has still to do so changes before the next turn is shown and is left out."""
    table, speak = moment.table, await app.words_for(user)
    first, presenter = title(table, speak), presenter_of(table.game)
    if table.seat_of(user) is not None:
        return Content((first, speak("news.sits")), table=table.id)
    there = Link(speak("news.open"), jump_url(table.guild, table.channel))
    if table.status is not Status.PLAYING:
        rows = ((Button("table.replay", speak("table.replay")), there),)
        if table.status is not Status.FINISHED:
            return Content((first, abandoned(table, speak)), rows=rows, table=table.id)
        shown = await finale(app, moment, speak)
        return Content((first, *shown.texts), shown.drawings, rows, table=table.id)
    opening = await app.tables.queries.opening(table.id, moment.version)
    shown = presenter.page(view_model(moment, None, speak, events=opening.events))
    turn = up_to(moment, None, speak) if in_turn(moment) else ""
    texts = (first, await undone_since(app, opening.version, moment, speak), *shown.texts, turn)
    news = Button("table.news", speak("table.more.news"), APART)
    rows = ((news, Button("table.unwatch", speak("table.more.unwatch")), there),)
    return Content(texts, shown.drawings, rows, table=table.id, foot=(f"-# {speak('news.follows')}",))
