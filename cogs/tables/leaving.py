"""`/table leave` and `/table end`: asked first, privately, with what will follow."""

from __future__ import annotations

from bot.discord.content import Button, Content
from bot.discord.people import refuse_unless_may_end
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from cogs.tables.finding import table_of

YES, NO = "yes", "no"
OVER = (Status.FINISHED, Status.ABANDONED)


async def ask_leave(call: Call, table: Table) -> None:
    """Names what becomes of the seat. Refusals: over, not_seated."""
    _check_leave(call, table)
    await call.reply.show(_question(call, table, "leave", _leaving(table)))


def _leaving(table: Table) -> str:
    """What leaving would mean now."""
    alone = sum(sitter.user is not None for sitter in table.sitters) == 1
    if table.status is Status.LOBBY:
        return "lobby_closes" if alone else "lobby"
    return "last" if alone else "game"


@on("table.leave")
async def _leave(press: Call) -> None:
    """A yes counts for what was asked; if leaving means something else by now, that is asked."""
    table = await table_of(press)
    if press.id.rest == _yes(_leaving(table)):
        left = await press.tables.seats.leave(table.id, press.person, key=press.key)
        await press.reply.show(_left(press, left))
    elif press.id.rest == NO:
        await press.reply.show(Content((press.words("table.leave.stayed"),)))
    else:
        await ask_leave(press, table)


def _left(call: Call, table: Table) -> Content:
    """The farewell; who left a game that goes on may think better of it."""
    back = Button("table.replace", call.words("table.replace.come_back"))
    rows = ((back,),) if table.status is Status.PLAYING else ()
    return Content((call.words("table.leave.done"),), rows=rows, table=table.id)


async def ask_end(call: Call, table: Table) -> None:
    """Names what it means for all. Refusals: over, not_host, ending_managers."""
    await _check_end(call, table)
    await call.reply.show(_question(call, table, "end", _ending(table)))


def _ending(table: Table) -> str:
    """What ending would mean now."""
    return "lobby" if table.status is Status.LOBBY else "game"


@on("table.end")
async def _end(press: Call) -> None:
    """A yes counts for what was asked, as with leaving."""
    table = await table_of(press)
    if press.id.rest == _yes(_ending(table)):
        await _check_end(press, table)
        moderator = table.host != press.person.id
        await press.tables.play.end(table.id, press.person, moderator=moderator, key=press.key)
        await press.reply.show(Content((press.words("table.end.done"),)))
    elif press.id.rest == NO:
        await press.reply.show(Content((press.words("table.end.kept"),)))
    else:
        await ask_end(press, table)


def _check_leave(call: Call, table: Table) -> None:
    if table.status in OVER:
        raise Refusal("over")
    if table.seat_of(call.person.id) is None:
        raise Refusal("not_seated")


async def _check_end(call: Call, table: Table) -> None:
    if table.status in OVER:
        raise Refusal("over")
    await refuse_unless_may_end(call, table)


def _yes(asked: str) -> str:
    """What the button carries that agrees to this."""
    return f"{YES}/{asked}"


def _question(call: Call, table: Table, verb: str, asked: str) -> Content:
    speak = call.words
    yes = Button(f"table.{verb}", speak(f"table.{verb}.yes"), _yes(asked), "danger")
    no = Button(f"table.{verb}", speak(f"table.{verb}.no"), NO)
    return Content((speak(f"table.{verb}.{asked}", table=table.id),), rows=((yes, no),), table=table.id)
