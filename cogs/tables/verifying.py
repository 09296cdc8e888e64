"""`/table verify`: the promise before the game and while it runs, its proof and its file once it is over."""

from __future__ import annotations

import asyncio

from bot.discord import fairness
from bot.discord.content import Attached, Content
from bot.discord.rate_limit import FILE, spend
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.tables.model import Status, Table
from bot.text import Words
from bot.verify import Verification
from bot.verify import verify as check
from cogs.tables.finding import table_of


async def verify(call: Call, table: Table) -> None:
    """Says what can be checked now. Refusals: not_started, cool_down."""
    match table.status:
        case Status.LOBBY if table.contributions is None:
            raise Refusal("not_started")
        case Status.LOBBY | Status.PLAYING:
            await call.reply.show(Content(fairness.explained(table, call.words), table=table.id))
        case Status.FINISHED:
            spend(call, FILE)
            await call.reply.private(await _proof(call, table))
        case Status.ABANDONED:
            await call.reply.show(_opened(call, table))


@on("table.verify")
async def _pressed(press: Call) -> None:
    await verify(press, await table_of(press))


@on("table.file", answers="private")
async def _download(press: Call) -> None:
    """The finished game as a file in a message of its own, without the check. Refusals: not_over,
    cool_down."""
    spend(press, FILE)
    table = await table_of(press)
    attached = await _file(press, table)
    text = press.words("table.file", file=attached.name)
    await press.reply.private(Content((text,), files=(attached,), table=table.id))


async def _proof(call: Call, table: Table) -> Content:
    attached = await _file(call, table)
    found = await asyncio.to_thread(check, attached.data)
    speak = call.words
    offer = speak("table.verify.file", file=attached.name)
    texts = (*_verdict(found, speak), *fairness.revealed(table, speak), offer)
    return Content(texts, files=(attached,), table=table.id)


async def _file(call: Call, table: Table) -> Attached:
    return Attached(f"stammtisch-{table.id}.json", await call.tables.queries.transcript(table.id))


def _verdict(found: Verification, speak: Words) -> tuple[str, ...]:
    if not found.ok:
        wrong = f"{found.code} {found.data.get('part', '')}".strip()
        return (speak("table.verify.failed", code=wrong),)
    return (
        speak("table.verify.confirmed", n=found.data["draws"]),
        speak("table.verify.replayed", n=found.data["moves"]),
    )


def _opened(call: Call, table: Table) -> Content:
    """A game without an end has nothing to replay to; its secret is revealed all the same."""
    speak = call.words
    if table.secret is None:
        raise Refusal("not_started")
    if table.contributions is None:
        secret = fairness.hex_of(table)
        texts = (speak("table.verify.abandoned", secret=secret, commitment=table.commitment),)
    else:
        texts = (speak("table.verify.unfinished"), *fairness.revealed(table, speak))
    return Content(texts, table=table.id)
