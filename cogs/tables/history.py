"""`/table history` and `/table replay`: a game as pages, each in words and as a picture, or as a moving
picture with the same steps in words; `/table news`: what of it is unread, and how the table stands now."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from bot.discord import panel
from bot.discord.at_table import at_table
from bot.discord.content import MENU, Attached, Button, Content, Entry, Menu, Row, chosen, number, window
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import FILM, PICTURE, spend
from bot.discord.router import Call
from bot.discord.shown_posts import show_everybody
from bot.discord.spectators import APART
from bot.discord.table_posts import finale, title
from bot.discord.table_words import abandoned, time_lines, undone_since
from bot.discord.view_models import rules, spoken, up_to, view_model
from bot.games.contract import Refusal, Seat
from bot.tables.model import Moment, Status, Table
from bot.text import cut, cut_lines, plain, stamp, words
from bot.view_model import ViewModel
from cogs.tables.story import Span, Story, refuse_lobby, spread, story_of
from render.film import Frame, film
from render.games import style

HISTORY = "table.history"


@at_table(HISTORY, command="history")
async def history(call: Call, table: Table) -> Content:
    """The page of the version that a control names, else the newest; the first is the table as laid out."""
    wanted = call.value if call.values and call.id.table else call.id.rest.lstrip("fpnlbe")
    spend(call, PICTURE)
    story = await story_of(call, table)
    speak, versions, last = call.words, story.versions, len(story.versions) - 1
    at = bisect_right(versions, number(wanted)) - 1 if wanted else last
    moment, shown = await story.moment(at), await story.page(at)
    when = stamp(moment.at, "f") if moment.at else ""
    foot = f"-# {speak('table.history.page', page=at + 1, pages=last + 1)} {when}".rstrip()
    # The letters in front only keep the custom_ids of one message apart.
    goals = (("f", "first", 0), ("p", "previous", at - 1), ("n", "next", at + 1), ("l", "last", last))
    turning = [
        Button(
            HISTORY,
            speak(f"table.history.{name}"),
            f"{letter}{versions[min(max(goal, 0), last)]}",
            disabled=at == (0 if letter in "fp" else last),
        )
        for letter, name, goal in goals
    ]
    if at:
        turning.append(Button("table.replay", speak("table.replay"), f"p{versions[at]}"))
    pages = [
        Entry(cut(f"{page + 1}. {await story.caption(page)}", 100), str(versions[page]))
        for page in window(at, last + 1)
    ]
    menu = Menu(HISTORY, speak("table.history.menu"), chosen(pages, versions[at]), "menu")
    rows = (tuple(turning), menu, *await _parts(story, at))
    return Content((*shown.texts, foot), shown.drawings, rows, table=table.id, turn=moment.turn)


async def _parts(story: Story, at: int) -> tuple[Row, ...]:
    """Where the menu can't hold all pages, a button to the part before this one and one to the next."""
    if len(story.versions) <= MENU:
        return ()
    name = presenter_of(story.table.game).part_name
    row: list[Button] = []
    for letter, page in zip("be", await story.parts_beside(at), strict=True):
        if page is not None:
            label = story.words(f"table.replay.which_{name}", number=await story.part(page))
            row.append(Button(HISTORY, label, f"{letter}{story.versions[page]}"))
    return (tuple(row),) if row else ()


REPLAY = "table.replay"
CHOSEN = "menu"
ALT = 1000
WORDS = 3000
"""Characters of the steps in a message; more of them are a file."""
SHARED, SECONDS = 40, 30.0
"""Frames of a replay that is shared, and the seconds that it takes at most."""


@at_table(REPLAY, command="replay")
async def replay(call: Call, table: Table) -> Content:
    """A menu chooses a page, a button names span and page; what names nothing means the newest page."""
    return await _content(*await _meant(call, table))


@at_table("table.share", answers="in_place")
async def share(call: Call, table: Table) -> None:
    """Posts a replay for everybody in the channel, of half a minute at most; of an ending the whole game.
    Refusals: challenge_on or duplicate_on while others still play with the same secret."""
    if table.held:
        raise Refusal("challenge_on" if table.challenge else "duplicate_on")
    story, page, span = await _meant(call, table)
    story = replace(story, words=words(table.locale))
    frames = spread(await story.frames(page, span), SHARED)
    shown = await _film(story, page, span, frames, longest=SECONDS)
    by = story.words("table.shared", name=plain(call.person.name))
    await show_everybody(call, replace(shown, texts=(*shown.texts, by)), story.words)


@at_table("table.keepsake", answers="private")
async def keepsake(call: Call, table: Table) -> Content:
    """A picture of a finished game to keep, for whoever asks alone: of their own seat, else of the winner's.
    Refusals: not_over."""
    made = style(table.game).keepsake
    if made is None or table.status is not Status.FINISHED:
        raise Refusal("not_over")
    spend(call, PICTURE)
    moment = await call.tables.queries.now_at(table.id)
    model, pages = view_model(moment, None, call.words), await call.tables.queries.pages(table.id)
    assert model.outcome is not None, "the game is over"
    seat = table.seat_of(call.person.id)
    seat = Seat(model.outcome.places.index(min(model.outcome.places))) if seat is None else seat
    views = [view_model(page, None, call.words).view for page in pages]
    day = call.words.date(moment.at.date()) if moment.at else ""
    return Content((title(table, call.words),), (made(model, seat, views, day),), table=table.id)


async def _meant(call: Call, table: Table) -> tuple[Story, int, Span]:
    """The page and span that a control names. Refusals: nothing_to_replay."""
    rest, span = call.id.rest, Span.PAGE
    version = number(call.value if rest == CHOSEN else rest[1:])
    if rest and rest != CHOSEN:
        span = next((each for each in Span if each == rest[0]), Span.PAGE)
    spend(call, FILM)
    story = await story_of(call, table, laid_out=False)
    wanted = (bisect_right(story.versions, version) if version else len(story.versions)) - 1
    page = await (story.nearest(max(wanted, 0), 1) if span is Span.ON else story.nearest(wanted, -1))
    if page is None:
        raise Refusal("nothing_to_replay")
    return story, page, span


async def _content(story: Story, page: int, span: Span) -> Content:
    """The film with its steps in words, and the ways to others."""
    table, frames = story.table, await story.frames(page, span)
    shown = await _film(story, page, span, frames)
    # For who can't or doesn't want to see the steps move; if there are too many, as a file.
    steps, files = _numbered([frame.text for frame in frames]), tuple[Attached, ...]()
    if len(steps) > WORDS:
        told = _numbered([frame.told for frame in frames])
        files = (Attached(f"stammtisch-{table.id}-replay.txt", told.encode()),)
        steps = story.words("table.replay.as_file", file=files[0].name)
    rows = (await _menu(story, page), *await _buttons(story, page, span))
    return replace(shown, rows=rows, files=files, foot=(steps,))


async def _film(
    story: Story, page: int, span: Span, frames: Sequence[Frame], longest: float = inf
) -> Content:
    speak, table = story.words, story.table
    seen = await story.view_model(page)
    title = speak("table.replay.title", what=_name(story, spoken(seen), span))
    name = speak.title(rules(table).info)
    head = speak("table.replay.alt", game=name, what=_name(story, seen, span), n=len(frames))
    told = _numbered([frame.told for frame in frames])
    alt = cut_lines([head, *told.splitlines()], ALT)
    moving = film(f"{table.game}-replay.gif", frames, alt, longest)
    return Content((title,), (moving,), table=table.id)


def _name(story: Story, seen: ViewModel[Any], span: Span) -> str:
    shown = presenter_of(story.table.game)
    match span:
        case Span.PAGE:
            return shown.caption(seen)
        case Span.ROUND:
            return story.words(f"table.replay.which_{shown.part_name}", number=shown.part(seen))
        case Span.ON:
            return story.words("table.replay.since", what=shown.caption(seen))
        case Span.GAME:
            return story.words("table.replay.all")


def _numbered(lines: Sequence[str]) -> str:
    fresh = [line for line, before in zip(lines, ("", *lines), strict=False) if line != before]
    return "\n".join(f"{number}. {line}" for number, line in enumerate(fresh, start=1))


async def _menu(story: Story, page: int) -> Menu:
    versions = story.versions
    pages = [
        Entry(cut(await story.caption(each), 100), str(versions[each]))
        for each in window(page, len(versions))
        if await story.moves(each)
    ]
    return Menu(REPLAY, story.words("table.replay.menu"), chosen(pages, versions[page]), rest=CHOSEN)


async def _buttons(story: Story, page: int, span: Span) -> tuple[Row, ...]:
    """The other spans round this page, the page itself, and after the game its file."""
    speak, version, pages = story.words, story.versions[page], len(story.versions)
    part = presenter_of(story.table.game).part_name
    offered = (
        (Span.PAGE, "page", True),
        (Span.ROUND, part, bool(await story.part(page))),
        (Span.ON, "on", page < pages - 1),
        (Span.GAME, "game", pages > 1),
    )
    spans = tuple(
        Button(REPLAY, speak(f"table.replay.{name}"), f"{each}{version}", disabled=each is span)
        for each, name, offers in offered
        if offers
    )
    history = Button("table.history", speak("table.more.history"), f"p{version}")
    sharing = Button("table.share", speak("table.share"), f"{span}{version}")
    if story.table.held:
        return spans, (history,)
    if story.table.status is Status.FINISHED:
        return spans, (history, sharing, Button("table.file", speak("table.download")))
    return spans, (history, sharing)


# What is unread ----------------------------------------------------------------------------------------

PAGES = 12
LENGTH = 2800


@at_table("table.news", command="news", answers=lambda call: "private" if call.id.rest == APART else "shown")
async def show_news(call: Call, table: Table) -> None:
    """Shows what is unread, and from now on nothing is; below a spectator's message in one of its own."""
    spend(call, PICTURE)
    refuse_lobby(table)
    moment = await call.tables.queries.now_at(table.id)
    content = await _unread(call, moment)
    await (call.reply.private if call.id.rest == APART else call.reply.show)(content)
    await call.tables.unread.looked(moment.table, call.person.id)


async def _unread(call: Call, moment: Moment) -> Content:
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
        shown = await finale(call.app, moment, speak)
        return Content(shown.texts, shown.drawings if pictured else ())
    opening = await queries.opening(table.id, moment.version)
    model = view_model(moment, None, speak, events=opening.events)
    if seen:
        earlier = view_model(await queries.moment(table.id, seen), None, speak)
        model = replace(model, earlier=earlier.view)
    drawings = public.board(model).drawings if pictured else ()
    if table.status is not Status.PLAYING:
        return Content((abandoned(table, speak),), drawings)
    return Content((up_to(moment, call.person.id, speak), *time_lines(table, speak)), drawings)
