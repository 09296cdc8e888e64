"""`/table history`: the milestones of a game as pages, each in words and as the picture of that moment."""

from __future__ import annotations

from bisect import bisect_right

from bot.discord.at_table import at_table
from bot.discord.content import MENU, Button, Content, Entry, Menu, Row, chosen, window
from bot.discord.ids import number
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call
from bot.discord.view_models import turn_of
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from bot.text import cut, stamp
from cogs.tables.story import Story

ACTION = "table.history"


@at_table(ACTION, command="history")
async def history(call: Call, table: Table) -> None:
    """The page of the version that a button or a menu names, else the newest; the first one is the table as
    it was laid out. Refusals: not_started, cool_down."""
    wanted = call.value if call.values and call.id.table else call.id.rest.lstrip("fpnlbe")
    spend(call, PICTURE)
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    story = Story(call.app, table, (0, *await call.tables.queries.milestones(table.id)), call.words)
    at = bisect_right(story.versions, number(wanted)) - 1 if wanted else len(story.versions) - 1
    await call.reply.show(await _page(story, at))


async def _page(story: Story, at: int) -> Content:
    speak = story.words
    moment, shown = await story.moment(at), await story.page(at)
    when = stamp(moment.at, "f") if moment.at else ""
    foot = f"-# {speak('table.history.page', page=at + 1, pages=len(story.versions))} {when}".rstrip()
    return Content(
        (*shown.texts, foot),
        shown.drawings,
        rows=(_turning(story, at), await _menu(story, at), *await _parts(story, at)),
        table=story.table.id,
        turn=turn_of(moment),
    )


def _turning(story: Story, at: int) -> tuple[Button, ...]:
    """The letters in front only keep the custom_ids of one message apart."""
    speak, versions, last = story.words, story.versions, len(story.versions) - 1
    replay = (Button("table.replay", speak("table.replay"), f"p{versions[at]}"),) if at else ()
    goals = (("f", "first", 0), ("p", "previous", at - 1), ("n", "next", at + 1), ("l", "last", last))
    turning = tuple(
        Button(
            ACTION,
            speak(f"table.history.{name}"),
            f"{letter}{versions[min(max(goal, 0), last)]}",
            disabled=at == (0 if letter in "fp" else last),
        )
        for letter, name, goal in goals
    )
    return turning + replay


async def _parts(story: Story, at: int) -> tuple[Row, ...]:
    """Where the menu can't hold all pages, a button to the part before this one and one to the next."""
    if len(story.versions) <= MENU:
        return ()
    name = presenter_of(story.table.game).part_name
    row: list[Button] = []
    for letter, page in zip("be", await story.parts_beside(at), strict=True):
        if page is not None:
            label = story.words(f"table.replay.which_{name}", number=await story.part(page))
            row.append(Button(ACTION, label, f"{letter}{story.versions[page]}"))
    return (tuple(row),) if row else ()


async def _menu(story: Story, at: int) -> Menu:
    pages = [
        Entry(cut(f"{page + 1}. {await story.caption(page)}", 100), str(story.versions[page]))
        for page in window(at, len(story.versions))
    ]
    return Menu(ACTION, story.words("table.history.menu"), chosen(pages, story.versions[at]), "menu")
