"""`/table hint`: what a strong computer would do in the place of whoever has to decide."""

from __future__ import annotations

from bot.discord import panel
from bot.discord.hints import told
from bot.discord.rate_limit import HINT, spend
from bot.discord.router import Call, on, refused
from bot.discord.view_models import turn_of
from bot.games.contract import Refusal
from bot.tables.model import Table
from cogs.tables.finding import table_of

BEST = 3
"""Moves that are compared."""


async def hint(call: Call, table: Table) -> None:
    """The person's panel, with the hint above it. Nothing is changed and nothing is kept.

    Refusals: those of `Hints.hint`, no_hint, cool_down.
    """
    spend(call, HINT)
    riddle = await call.tables.hints.hint(table.id, call.person.id)
    advice = await call.app.opponents.advise(riddle, BEST)
    moment = await call.tables.queries.now_at(table.id)
    if turn_of(moment) == riddle.turn:
        note = told(moment, riddle.seat, advice, call.words)
    else:
        note = refused(call.words, Refusal("stale"))
    await panel.show(call, moment.table, note=note, moment=moment)


@on("table.hint")
async def _pressed(press: Call) -> None:
    """**Hint** in a panel, however old: it is about the present moment, which is shown with it."""
    await hint(press, await table_of(press))
