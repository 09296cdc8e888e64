"""The **Undo** button below a private panel, and what a board says of steps taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.content import Button, Row
from bot.discord.view_models import names_of
from bot.games.contract import Seat
from bot.tables.model import Moment
from bot.text import Words, plain

if TYPE_CHECKING:
    from bot.app import App

ACTION = "table.undo"


async def undo_row(
    app: App, moment: Moment, user: int, speak: Words, *, asking: bool = False
) -> tuple[Row, ...]:
    """The button, where this person may take back a step of their own now; with `asking` also where that
    needs the others."""
    tables, table = app.tables, moment.table.id
    if not (
        await tables.undo.may_undo(table, user) or (asking and await tables.votes.may_ask_undo(table, user))
    ):
        return ()
    return ((Button(ACTION, speak("table.undo.button")),),)


async def told(app: App, opening: Moment, moment: Moment, speak: Words) -> str:
    """Who has taken back how many steps since the post was opened; empty if nobody has."""
    return await _told(app, opening.version, moment, speak, known=False)


async def told_since(app: App, seen: int, moment: Moment, speak: Words) -> str:
    """Who has taken back how many of the steps up to version `seen`; empty if nobody has."""
    return await _told(app, seen, moment, speak, known=True) if seen else ""


async def _told(app: App, after: int, moment: Moment, speak: Words, *, known: bool) -> str:
    since = moment.table.id, after, moment.version
    alone = await app.tables.queries.taken_back(*since, known=known)
    agreed = await app.tables.queries.taken_back(*since, agreed=True, known=known)
    own = speak("table.undo.told", names=_names(moment, alone, speak), n=len(alone)) if alone else ""
    common = speak("table.undo.agreed", names=_names(moment, agreed, speak)) if agreed else ""
    return "\n".join(line for line in (own, common) if line)


def _names(moment: Moment, seats: tuple[Seat, ...], speak: Words) -> str:
    names = names_of(moment.table, speak)
    return speak.all_of(plain(names[seat]) for seat in dict.fromkeys(seats))
