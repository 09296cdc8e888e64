"""`/table replay`: a trick, a round or the game as a moving picture, and the same steps in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from bot.discord.at_table import at_table
from bot.discord.content import Attached, Button, Content, Entry, Menu, Row, chosen, window
from bot.discord.ids import number
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import FILM, spend
from bot.discord.router import Call
from bot.discord.view_models import rules, spoken
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from bot.text import cut
from bot.view_model import ViewModel
from cogs.tables.story import Span, Story
from render.film import Frame, film

ACTION = "table.replay"
MENU = "menu"
ALT = 1000
WORDS = 3000
"""Characters of the steps in a message; more of them are a file."""


@at_table(ACTION, command="replay")
async def replay(call: Call, table: Table) -> None:
    """A menu chooses a page, a button names span and page; what names nothing means the newest page.
    Refusals: not_started, nothing_to_replay, cool_down."""
    rest = call.id.rest
    if rest == MENU:
        await _show(call, table, number(call.value), Span.PAGE)
    elif rest:
        span = next((each for each in Span if each == rest[0]), Span.PAGE)
        await _show(call, table, number(rest[1:]), span)
    else:
        await _show(call, table, None, Span.PAGE)


async def _show(call: Call, table: Table, version: int | None, span: Span) -> None:
    spend(call, FILM)
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    story = Story(call.app, table, await call.tables.queries.milestones(table.id), call.words)
    wanted = len(story.versions) if version is None else bisect_right(story.versions, version)
    page = await (story.after if span is Span.ON else story.before)(wanted - 1)
    if page is None:
        raise Refusal("nothing_to_replay")
    await call.reply.show(await _content(story, page, span))


async def _content(story: Story, page: int, span: Span) -> Content:
    speak, table = story.words, story.table
    frames = await story.frames(page, span)
    seen = await story.view_model(page)
    title = speak("table.replay.title", what=_name(story, spoken(seen), span))
    moving = film(f"{table.game}-replay.gif", frames, _alt(story, _name(story, seen, span), frames))
    steps, files = _steps(story, frames)
    return Content(
        (title,),
        (moving,),
        (await _menu(story, page), *await _buttons(story, page, span)),
        table=table.id,
        files=files,
        foot=(steps,),
    )


def _name(story: Story, seen: ViewModel[Any], span: Span) -> str:
    """What is replayed, by the names of the model."""
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


def _alt(story: Story, what: str, frames: Sequence[Frame]) -> str:
    name = story.words.title(rules(story.table).info)
    head = story.words("table.replay.alt", game=name, what=what, n=len(frames))
    return cut("\n".join((head, *_numbered([frame.told for frame in frames]))), ALT)


def _steps(story: Story, frames: Sequence[Frame]) -> tuple[str, tuple[Attached, ...]]:
    """The steps for who can't or doesn't want to see them move; if there are too many, as a file."""
    text = "\n".join(_numbered([frame.text for frame in frames]))
    if len(text) <= WORDS:
        return text, ()
    lines = "\n".join(_numbered([frame.told for frame in frames]))
    name = f"stammtisch-{story.table.id}-replay.txt"
    return story.words("table.replay.as_file", file=name), (Attached(name, lines.encode()),)


def _numbered(lines: Sequence[str]) -> list[str]:
    """The lines with their numbers; one that says the same as the line before is left out."""
    fresh = [line for line, before in zip(lines, ("", *lines), strict=False) if line != before]
    return [f"{number}. {line}" for number, line in enumerate(fresh, start=1)]


async def _menu(story: Story, page: int) -> Menu:
    versions = story.versions
    pages = [
        Entry(cut(await story.caption(each), 100), str(versions[each]))
        for each in window(page, len(versions))
        if await story.moves(each)
    ]
    return Menu(ACTION, story.words("table.replay.menu"), chosen(pages, versions[page]), rest=MENU)


async def _buttons(story: Story, page: int, span: Span) -> tuple[Row, ...]:
    """The other spans round this page, the page itself, and after the game its file."""
    offered = [Span.PAGE]
    if await story.part(page):
        offered.append(Span.ROUND)
    if page < len(story.versions) - 1:
        offered.append(Span.ON)
    if len(story.versions) > 1:
        offered.append(Span.GAME)
    speak, version = story.words, story.versions[page]
    part = presenter_of(story.table.game).part_name
    named = {each: part if each is Span.ROUND else each.name.lower() for each in Span}
    spans = tuple(
        Button(ACTION, speak(f"table.replay.{named[each]}"), f"{each}{version}", disabled=each is span)
        for each in offered
    )
    history = Button("table.history", speak("table.more.history"), f"p{version}")
    if story.table.status is Status.FINISHED:
        return spans, (history, Button("table.file", speak("table.download")))
    return ((*spans, history),)
