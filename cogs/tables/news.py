"""`/table news`: what is unread, turn by turn, and the board as it is now, as everybody may know it."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from bot.discord import panel
from bot.discord.at_table import at_table
from bot.discord.content import Button, Content
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call
from bot.discord.spectators import APART
from bot.discord.table_words import time_lines, undone_since
from bot.discord.view_models import up_to, view_model
from bot.tables.model import Moment, Status, Table
from bot.text import cut
from cogs.tables.story import Span, Story, refuse_lobby, story_of

PAGES = 12
LENGTH = 2800


@at_table("table.news", command="news", answers=lambda call: "private" if call.id.rest == APART else "shown")
async def show(call: Call, table: Table) -> None:
    """Shows what is unread, and from now on nothing is; below a spectator's message in one of its own."""
    spend(call, PICTURE)
    refuse_lobby(table)
    moment = await call.tables.queries.now_at(table.id)
    content = await _content(call, moment)
    await (call.reply.private if call.id.rest == APART else call.reply.show)(content)
    await call.tables.unread.looked(moment.table, call.person.id)


async def _content(call: Call, moment: Moment) -> Content:
    speak, table = call.words, moment.table
    seen = await call.tables.unread.seen(table, call.person.id)
    story = await story_of(call, table)
    fresh = range(max(bisect_right(story.versions, seen), 1), len(story.versions))
    undone = await undone_since(call.app, seen, moment, speak, known=True)
    news = bool(fresh or undone)
    now = await _now(call, moment, seen, pictured=news)
    title = speak("news.title" if seen else "news.title_first") if news else speak("news.nothing")
    texts = (title, undone, *await _digest(story, fresh), *now.texts, panel.head(call, table))
    plays = table.status is Status.PLAYING and table.seat_of(call.person.id) is not None
    move = (Button("table.move", speak("table.move"), style="primary"),) if plays else ()
    first = story.versions[fresh[0]] if fresh else 0
    history = Button("table.history", speak("table.more.history"), f"n{first}" if fresh else "")
    replay = (Button("table.replay", speak("news.replay"), f"{Span.ON}{first}"),) if fresh else ()
    rows = ((*move, history, *replay),)
    return Content(texts, now.drawings, rows, table=table.id, turn=moment.turn)


async def _digest(story: Story, pages: Sequence[int]) -> tuple[str, ...]:
    """The newest pages that fit, oldest first, below how many came before them."""
    texts: list[str] = []
    room = LENGTH
    for page in reversed(pages[-PAGES:]):
        text = "\n".join(filter(None, (await story.page(page)).texts))
        if texts and len(text) > room:
            break
        texts.append(cut(text, room))
        room -= len(texts[-1])
    left = len(pages) - len(texts)
    more = story.words("news.more", n=left) if left else ""
    return (more, "\n\n".join(reversed(texts)))


async def _now(call: Call, moment: Moment, seen: int, *, pictured: bool) -> Content:
    """How the table stands and, if there is something new, its picture, by what the reader last knew."""
    queries, table, speak = call.tables.queries, moment.table, call.words
    public = presenter_of(table.game)
    if table.status is Status.FINISHED:
        shown = public.ended(view_model(moment, None, speak))
        return Content(shown.texts, shown.drawings if pictured else ())
    opening = await queries.opening(table.id, moment.version)
    model = view_model(moment, None, speak, events=opening.events)
    if seen:
        earlier = view_model(await queries.moment(table.id, seen), None, speak)
        model = replace(model, earlier=earlier.view)
    drawings = public.board(model).drawings if pictured else ()
    if table.status is not Status.PLAYING:
        return Content((speak("table.abandoned", table=table.id),), drawings)
    return Content((up_to(moment, call.person.id, speak), *time_lines(table, speak)), drawings)
