"""The present moment of a table: as a picture, in words, a hint, its chance, and for spectators."""

import asyncio

from bot.discord import channels, lobby, panel, spectators, table_posts
from bot.discord.at_table import at_table
from bot.discord.content import Attached, Button, Content, note
from bot.discord.discord_api import NO_LETTERS, Undelivered
from bot.discord.layout import TEXT
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import FILE, HINT, PICTURE, POST, spend
from bot.discord.router import Answer, Call, on
from bot.discord.table_words import chance, chance_explained, chance_revealed, hint_text
from bot.discord.view_models import spoken, view_model
from bot.games.contract import Refusal, Seat
from bot.tables.model import Moment, Status, Table
from bot.text import Words, cut
from bot.verify import Verification, verify as check
from cogs.tables.story import refuse_lobby

BEST = 3


@at_table("table.show", command="show", answers="private")
async def show(call: Call, table: Table) -> Content:
    """For players a fresh post in the table's channel, where we may write; for others a private one."""
    posts = table.status is Status.PLAYING and _may_post(call, table)
    spend(call, POST if posts else PICTURE)
    if posts:
        await call.tables.play.repeat(table.id, key=call.key)
        return note(call.words("table.show.posted"))
    if table.status is Status.LOBBY:
        return lobby.content(table, call.words)
    if table.status is Status.PLAYING:
        moment = await call.tables.queries.now_at(table.id)
        return await table_posts.board(call.app, moment, speak=call.words)
    return await table_posts.ended(call.app, table.id, call.words)


def _may_post(call: Call, table: Table) -> bool:
    here = not call.by_message and call.channel == table.channel
    if not here or (table.seat_of(call.person.id) is None and not channels.moderates(call, table)):
        return False
    try:
        channels.check_channel(call)
    except Refusal:
        return False
    return True


@at_table("table.text", command="text")
async def text(call: Call, table: Table) -> None:
    """Everything that the person may see of the table, in words; a long text is a file."""
    spend(call, PICTURE)
    refuse_lobby(table)
    moment = await call.tables.queries.now_at(table.id)
    await call.reply.show(in_words(moment, table.seat_of(call.person.id), call.words))
    await call.tables.unread.looked(moment.table, call.person.id)


def in_words(moment: Moment, seat: Seat | None, speak: Words, room: int = TEXT) -> Content:
    """All that a seat, or everybody, may see of a moment; what is longer than the room is a file."""
    table, seen = moment.table, view_model(moment, seat, speak)
    worded = presenter_of(table.game).text
    texts, files = (worded(spoken(seen)),), tuple[Attached, ...]()
    if len(texts[0]) > room:
        files = (Attached(f"stammtisch-{table.id}.txt", worded(seen).encode()),)
        more = speak("table.text.as_file", file=files[0].name)
        texts = (more, cut(texts[0], room - len(more)))
    return Content(texts, table=table.id, turn=moment.turn, files=files)


@at_table("table.hint", command="hint")
async def hint(call: Call, table: Table) -> None:
    """The person's panel, with what a strong computer would do in their place above it; nothing is stored."""
    spend(call, HINT)
    riddle = await call.tables.computers.hint(table.id, call.person.id)
    advice = await call.app.opponents.advise(riddle, BEST)
    moment = await call.tables.queries.now_at(table.id)
    if moment.turn == riddle.turn:
        text = hint_text(moment, riddle.seat, advice, call.words)
    else:
        text = panel.reason(call.words, Refusal("stale"))
    await panel.show(call, moment.table, note=text, moment=moment)


@at_table("table.watch", command="watch")
async def watch(call: Call, table: Table) -> Content:
    """Sends the message of a spectator; who has it already learns where it is."""
    spend(call, PICTURE)
    watcher = await call.tables.spectators.watch(table.id, call.person.id)
    if watcher.message is None:
        try:
            watcher = await spectators.begin(call.app, watcher, call.key)
        except Undelivered as error:
            await call.tables.spectators.unwatch(table.id, call.person.id)
            raise Refusal("watch_closed" if error.trouble in NO_LETTERS else "watch_busy") from error
    stop = Button("table.unwatch", call.words("table.more.unwatch"))
    return note(spectators.watches(watcher, call.words), stop, table=table.id)


@on("table.unwatch")
async def _unwatch(call: Call) -> None:
    """The message is no more than a farewell then, wherever the button was pressed."""
    speak, number = call.words, call.id.table
    watcher = await call.tables.spectators.unwatch(number, call.person.id)
    text = speak("news.stopped", table=number)
    await call.reply.show(note(text, Button("table.watch", speak("table.more.watch")), table=number))
    pressed = call.interaction.message
    if watcher is not None and (pressed is None or pressed.id != watcher.message):
        await spectators.stopped(call.app, watcher, text)


@at_table("table.verify", command="verify")
async def verify(call: Call, table: Table) -> Answer:
    """The promise of a game under way; the proof and the file of one that is over."""
    speak, files = call.words, tuple[Attached, ...]()
    if (table.contributions is None and table.status is Status.LOBBY) or (
        table.secret is None and table.status is Status.ABANDONED and not table.held
    ):
        raise Refusal("not_started")
    if table.status.active or table.held:
        texts = chance_explained(table, speak)
    elif table.status is Status.FINISHED:
        spend(call, FILE)
        files = (await _file(call, table),)
        found = await asyncio.to_thread(check, files[0].data)
        offer = speak("table.verify.file", file=files[0].name)
        texts = (*_verdict(found, speak), *chance_revealed(table, speak), offer)
    elif table.contributions is None:
        texts = (chance(table, speak, "table.verify.abandoned", ""),)
    else:
        texts = (speak("table.verify.unfinished"), *chance_revealed(table, speak))
    content = Content(texts, table=table.id, files=files)
    if not files:
        return content
    await call.reply.private(content)
    return None


@at_table("table.file", answers="private")
async def download(call: Call, table: Table) -> Content:
    """The finished game as a file in a message of its own, without the check."""
    spend(call, FILE)
    attached = await _file(call, table)
    return Content((call.words("table.file", file=attached.name),), files=(attached,), table=table.id)


async def _file(call: Call, table: Table) -> Attached:
    return Attached(f"stammtisch-{table.id}.json", await call.tables.queries.transcript(table.id))


def _verdict(found: Verification, speak: Words) -> tuple[str, ...]:
    if not found.ok:
        wrong = f"{found.code} {found.data.get('part', '')}".strip()
        return (speak("table.verify.failed", code=wrong),)
    return (
        speak("table.verify.confirmed", n=found.data["draws"]),
        speak("table.verify.replayed", n=found.data["moves"]),
    )
