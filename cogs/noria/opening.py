"""Opening a table of Noria, also with a start position that was typed or taken from another game."""

from __future__ import annotations

from bot.discord.content import Content
from bot.discord.opening import open_table, options_from, typed
from bot.discord.people import table_for
from bot.discord.router import Call, Press, on
from bot.games.contract import Refusal
from bot.games.noria.state import NoriaState
from cogs.noria.presses import GAME
from cogs.noria.spelling import setup_named


async def start(call: Call, setup: str | None, bot: str | None, thread: bool) -> None:
    """A lobby with these options; the setup is one by name or a start position for one. Refusals: those of
    `open_table` and of the notation, which say which line is wrong."""
    chosen = {"bot": bot} if bot else {}
    named = setup_named(setup or "")
    if named:
        chosen["setup"] = named
    elif setup:
        chosen["start"] = typed(GAME, "start", setup)
    await open_table(call, GAME, options_from(GAME, chosen), thread=thread)


async def show_start(call: Call) -> None:
    """The start position of the game here, as another one can be opened with it. Refusals: those of
    `table_for`, noria_no_start."""
    table = await table_for(call, game=GAME)
    position = await _position(call, table.id)
    await call.reply.private(Content((call.words("noria.panel.start", start=position),)))


@on("noria.challenge", answers="private")
async def challenge(press: Press) -> None:
    """**Challenge**: a lobby for a solo game with the same start position. Refusals: noria_no_start and those
    of `open_table`."""
    position = await _position(press, press.id.table)
    await open_table(press, GAME, options_from(GAME, {"start": position}))


async def _position(call: Call, table: int) -> str:
    state = (await call.app.tables.now_at(table)).state
    if not isinstance(state, NoriaState) or not state.setup:
        raise Refusal("noria_no_start")
    return state.setup
