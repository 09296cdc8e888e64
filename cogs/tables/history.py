"""`/table history`: the milestones of a game as pages, each in words and as the picture of that moment."""

from __future__ import annotations

from bisect import bisect_right

from bot.discord.content import MENU, Button, Content, Entry, Menu, Row, window
from bot.discord.ids import number
from bot.discord.presenter import presenter_of
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, on
from bot.discord.view_models import turn_of, view_model
from bot.games.contract import Refusal
from bot.tables.model import Moment, Status, Table
from bot.text import cut, stamp
from cogs.tables.finding import table_of
from cogs.tables.stretch import Story

ACTION = "table.history"


async def newest(call: Call, table: Table) -> None:
    """Opens the history at its last page."""
    await _open(call, table, None)


@on(ACTION)
async def _turn_to(press: Call) -> None:
    """A page's button or menu names the version to show; the button of **More** none."""
    table = await table_of(press)
    wanted = press.value if press.values and press.id.table else press.id.rest.lstrip("fpnlbe")
    await _open(press, table, number(wanted) if wanted else None)


async def _open(call: Call, table: Table, version: int | None) -> None:
    """The page of a version, else the newest. The first page is the table as it was laid out. Refusals:
    not_started, cool_down."""
    spend(call, PICTURE)
    if table.status is Status.LOBBY:
        raise Refusal("not_started")
    versions = (0, *await call.tables.queries.milestones(table.id))
    at = len(versions) - 1 if version is None else bisect_right(versions, version) - 1
    await call.reply.show(await _page(call, table, versions, at))


async def _page(call: Call, table: Table, versions: tuple[int, ...], at: int) -> Content:
    speak = call.words
    moment = await call.tables.queries.moment(table.id, versions[at])
    story = Story(call.app, table, versions, speak)
    shown = await story.told(at)
    when = stamp(moment.at, "f") if moment.at else ""
    foot = f"-# {speak('table.history.page', page=at + 1, pages=len(versions))} {when}".rstrip()
    return Content(
        (*shown.texts, foot),
        shown.drawings,
        rows=(
            _turning(call, versions, at),
            await _menu(call, table, versions, at),
            *await _parts(story, at),
        ),
        table=table.id,
        turn=turn_of(moment),
    )


def _turning(call: Call, versions: tuple[int, ...], at: int) -> tuple[Button, ...]:
    """The letters in front only keep the custom_ids of one message apart."""
    last = len(versions) - 1
    replay = (Button("table.replay", call.words("table.replay"), f"p{versions[at]}"),) if at else ()
    goals = (("f", "first", 0), ("p", "previous", at - 1), ("n", "next", at + 1), ("l", "last", last))
    turning = tuple(
        Button(
            ACTION,
            call.words(f"table.history.{name}"),
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


async def _menu(call: Call, table: Table, versions: tuple[int, ...], at: int) -> Menu:
    entries = [await _entry(call, table, versions, n, chosen=n == at) for n in window(at, len(versions))]
    return Menu(ACTION, call.words("table.history.menu"), tuple(entries), rest="menu")


async def _entry(call: Call, table: Table, versions: tuple[int, ...], n: int, *, chosen: bool) -> Entry:
    moment: Moment = await call.tables.queries.moment(table.id, versions[n])
    caption = presenter_of(table.game).caption(view_model(moment, None, call.words))
    return Entry(cut(f"{n + 1}. {caption}", 100), str(versions[n]), chosen=chosen)
