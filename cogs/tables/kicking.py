"""`/table kick`: somebody is removed, by the host if the others agree, by a moderator at once."""

from __future__ import annotations

from bot.discord.content import Button, Content, Entry, Menu
from bot.discord.ids import number
from bot.discord.people import may_kick, moderates, refuse_unless_may_end
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, on
from bot.games.contract import Refusal
from bot.tables.model import MotionState, Sitter, Status, Table
from bot.text import one_line, plain
from cogs.tables.finding import table_of

ACTION = "table.kick"
YES, NO = "yes", "no"


async def ask(call: Call, table: Table, user: int) -> None:
    """Names what will become of it. Refusals: over, not_host, kick_self, not_at_table, kick_alone,
    ending_managers."""
    _check(call, table)
    if user == call.person.id:
        raise Refusal("kick_self")
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("not_at_table")
    at_once = _at_once(call, table)
    if not at_once and len(_others(call, table)) < 2:
        raise Refusal("kick_alone")
    await _refuse_to_end(call, table, user)
    speak, name = call.words, plain(table.sitters[seat].name)
    text = speak("table.kick.at_once", name=name) if at_once else speak("table.kick.asked", name=name)
    yes = Button(ACTION, speak("table.kick.yes"), f"{YES}/{user}", "danger")
    no = Button(ACTION, speak("kit.back"), NO)
    await call.reply.show(Content((text,), rows=((yes, no),), table=table.id))


@on(ACTION)
async def _pressed(press: Call) -> None:
    """The button of **More** opens the menu, its choice the question; **Remove** does it."""
    table = await table_of(press)
    answer, _, user = press.id.rest.partition("/")
    if answer == YES:
        await _kick(press, table, number(user))
    elif answer == NO:
        await press.reply.show(Content((press.words("table.kick.kept"),), table=table.id))
    elif press.values and press.id.table:
        await ask(press, table, number(press.value))
    else:
        await _offer(press, table)


async def _kick(press: Call, table: Table, user: int) -> None:
    await _refuse_to_end(press, table, user)
    spend(press, POST)
    moderator = moderates(press, table)
    motion = await press.tables.votes.kick(table.id, press.person, user, moderator=moderator, key=press.key)
    done = motion.state is MotionState.CARRIED
    text = press.words("table.kick.done", name=plain(motion.name)) if done else press.words("motion.sent")
    await press.reply.show(Content((text,), table=table.id))


async def _offer(press: Call, table: Table) -> None:
    """Whom this person can propose. Refusals: over, not_host, nobody_else, kick_alone."""
    _check(press, table)
    others = _others(press, table)
    if not others:
        raise Refusal("nobody_else")
    if len(others) < 2 and not _at_once(press, table):
        raise Refusal("kick_alone")
    entries = tuple(Entry(one_line(sitter.name), str(sitter.user)) for sitter in others)
    menu = Menu(ACTION, press.words("table.kick.menu"), entries, rest="menu")
    await press.reply.show(Content((press.words("table.kick.which"),), rows=(menu,), table=table.id))


def _at_once(call: Call, table: Table) -> bool:
    """Whether nobody else is asked."""
    return table.status is Status.LOBBY or moderates(call, table)


def _others(call: Call, table: Table) -> list[Sitter]:
    return [sitter for sitter in table.sitters if sitter.user not in (None, call.person.id)]


async def _refuse_to_end(call: Call, table: Table, user: int) -> None:
    """Whoever removes the last person ends the table for all. Refusals: not_host, ending_managers."""
    if all(sitter.user in (None, user) for sitter in table.sitters):
        await refuse_unless_may_end(call, table)


def _check(call: Call, table: Table) -> None:
    if not table.status.active:
        raise Refusal("over")
    if not may_kick(call, table):
        raise Refusal("not_host")
