"""`/table history`: the milestones of a game as pages, each in words and as the picture of that moment."""

from __future__ import annotations

from bisect import bisect_right

from bot.discord.at_table import at_table
from bot.discord.content import MENU, Button, Content, Entry, Menu, Row, chosen, number, window
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call
from bot.tables.model import Table
from bot.text import cut, stamp
from cogs.tables.story import Story, story_of

ACTION = "table.history"


@at_table(ACTION, command="history")
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
            ACTION,
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
    menu = Menu(ACTION, speak("table.history.menu"), chosen(pages, versions[at]), "menu")
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
            row.append(Button(ACTION, label, f"{letter}{story.versions[page]}"))
    return (tuple(row),) if row else ()
