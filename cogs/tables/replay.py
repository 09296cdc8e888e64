"""`/table replay`: a trick, a round or the game as a moving picture, and the same steps in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from bot.discord.content import Attached, Button, Content, Entry, Menu, Row, window
from bot.discord.ids import number
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import FILM, spend
from bot.discord.router import Call, on
from bot.discord.view_models import rules, spoken
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from bot.text import cut
from bot.view_model import ViewModel
from cogs.tables.finding import table_of
from cogs.tables.stretch import Story, Stretch
from render.film import Frame, film

ACTION = "table.replay"
MENU = "menu"
ALT = 1000
WORDS = 3000
"""Characters of the steps in a message; more of them are a file."""


async def newest(call: Call, table: Table) -> None:
    """Replays the newest page. Refusals: not_started, nothing_to_replay, cool_down."""
    await _show(call, table, None, Stretch.PAGE)


@on(ACTION)
async def _pressed(press: Call) -> None:
    """The menu chooses a page; a button names stretch and page; those of other posts name nothing."""
    table = await table_of(press)
    rest = press.id.rest
    if rest == MENU:
        await _show(press, table, number(press.value), Stretch.PAGE)
    elif rest:
        await _show(
            press,
            table,
            number(rest[1:]),
            next((known for known in Stretch if known == rest[0]), Stretch.PAGE),
        )
    else:
        await _show(press, table, None, Stretch.PAGE)


async def _show(call: Call, table: Table, version: int | None, stretch: Stretch) -> None:
    spend(call, FILM)
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    story = Story(call.app, table, await call.tables.queries.milestones(table.id), call.words)
    wanted = len(story.versions) if version is None else bisect_right(story.versions, version)
    page = await (story.after if stretch is Stretch.ON else story.before)(wanted - 1)
    if page is None:
        raise Refusal("nothing_to_replay")
    await call.reply.show(await _content(story, page, stretch))


async def _content(story: Story, page: int, stretch: Stretch) -> Content:
    speak, table = story.words, story.table
    frames = await story.frames(page, stretch)
    seen = await story.view_model(page)
    title = speak("table.replay.title", what=_name(story, spoken(seen), stretch))
    moving = film(f"{table.game}-replay.gif", frames, _alt(story, _name(story, seen, stretch), frames))
    told, files = _told(story, frames)
    return Content(
        (title,),
        (moving,),
        (await _menu(story, page), *await _buttons(story, page, stretch)),
        table=table.id,
        files=files,
        foot=(told,),
    )


def _name(story: Story, seen: ViewModel[Any], stretch: Stretch) -> str:
    """What is replayed, by the names of the model."""
    shown = presenter_of(story.table.game)
    match stretch:
        case Stretch.PAGE:
            return shown.caption(seen)
        case Stretch.ROUND:
            return story.words(f"table.replay.which_{shown.part_name}", number=shown.part(seen))
        case Stretch.ON:
            return story.words("table.replay.since", what=shown.caption(seen))
        case Stretch.GAME:
            return story.words("table.replay.all")


def _alt(story: Story, what: str, frames: Sequence[Frame]) -> str:
    name = story.words.title(rules(story.table).info)
    head = story.words("table.replay.alt", game=name, what=what, n=len(frames))
    return cut("\n".join((head, *_numbered([frame.told for frame in frames]))), ALT)


def _told(story: Story, frames: Sequence[Frame]) -> tuple[str, tuple[Attached, ...]]:
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
    numbers = [number for number in window(page, len(story.versions)) if await story.moves(number)]
    entries = [await _entry(story, number, chosen=number == page) for number in numbers]
    return Menu(ACTION, story.words("table.replay.menu"), tuple(entries), rest=MENU)


async def _entry(story: Story, number: int, *, chosen: bool) -> Entry:
    caption = presenter_of(story.table.game).caption(await story.view_model(number))
    return Entry(cut(caption, 100), str(story.versions[number]), chosen=chosen)


async def _buttons(story: Story, page: int, stretch: Stretch) -> tuple[Row, ...]:
    """The other stretches round this page, the page itself, and after the game its file."""
    offered = [Stretch.PAGE]
    if await story.part(page):
        offered.append(Stretch.ROUND)
    if page < len(story.versions) - 1:
        offered.append(Stretch.ON)
    if len(story.versions) > 1:
        offered.append(Stretch.GAME)
    speak, version = story.words, story.versions[page]
    named = {Stretch.ROUND: presenter_of(story.table.game).part_name}
    stretches = tuple(
        Button(
            ACTION,
            speak(f"table.replay.{named.get(one, one.name.lower())}"),
            f"{one}{version}",
            disabled=one is stretch,
        )
        for one in offered
    )
    history = Button("table.history", speak("table.more.history"), f"p{version}")
    if story.table.status is Status.FINISHED:
        return stretches, (history, Button("table.file", speak("table.download")))
    return ((*stretches, history),)
