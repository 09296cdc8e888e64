"""The **Undo** button below a private panel, and what a board says of steps taken back."""

from __future__ import annotations

from bot.app import App
from bot.tables.model import Moment
from bot.text import Words, plain
from cogs.kit.content import Button, Row

ACTION = "table.undo"


async def undo_row(app: App, moment: Moment, user: int, speak: Words) -> tuple[Row, ...]:
    """The button, where this person may take back a step of their own now."""
    if not await app.tables.may_undo(moment.table.id, user):
        return ()
    return ((Button(ACTION, speak("table.undo.button")),),)


async def told(app: App, opening: Moment, moment: Moment, speak: Words) -> str:
    """Who has taken back how many steps since the post was opened; empty if nobody has."""
    seats = await app.tables.taken_back(moment.table.id, opening.version, moment.version)
    if not seats:
        return ""
    names = [plain(moment.table.sitters[seat].name) for seat in dict.fromkeys(seats)]
    return speak("table.undo.told", names=speak.all_of(names), n=len(seats))
