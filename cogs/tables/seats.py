"""Who sits at a table: leaving it, ending it, removing players, and who plays on in a free seat.

What can't be taken back is asked first, privately, with what will follow; a yes counts for what was asked.
"""

import discord

from bot.discord import channels, panel
from bot.discord.at_table import at_table, table_for
from bot.discord.content import Button, Content, Entry, Menu, People, Row, note, number
from bot.discord.lobby import levels, naming
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Answer, Call, chosen_person
from bot.discord.table_posts import seat_taken
from bot.discord.table_words import hours_in_words
from bot.discord.view_models import called
from bot.games.contract import Refusal, Seat
from bot.tables.model import ABSENT, Person, SeatRow, Status, Table, VoteState, not_host
from bot.text import one_line, plain

KICK = "table.kick"
YES, NO, CHOSEN = "yes", "no", "seat"
"""What buttons and menus carry: what is agreed to stands behind the first."""


@at_table("table.leave", command="leave")
async def leave(call: Call, table: Table) -> Content:
    """Asks what leaving means now, does what was agreed to."""
    alone = sum(sitter.user is not None for sitter in table.sitters) == 1
    if table.status is Status.LOBBY:
        meaning = "lobby_closes" if alone else "lobby"
    else:
        meaning = "last" if alone else "game"
    if call.id.rest == f"{YES}/{meaning}":
        left = await call.tables.lobby.leave(table.id, call.person, key=call.key)
        back = Button("table.replace", call.words("table.replace.come_back"))
        offered = (back,) if left.status is Status.PLAYING else ()
        return note(call.words("table.leave.done"), *offered, table=left.id)
    if call.id.rest == NO:
        return note(call.words("table.leave.stayed"))
    _refuse_if_over(table)
    if table.seat_of(call.person.id) is None:
        raise Refusal("not_seated")
    return _question(call, table, "leave", meaning)


@at_table("table.end", command="end", rescue=True)
async def end(call: Call, table: Table) -> Content:
    """Asks what ending the table means for all, does what was agreed to."""
    meaning = "lobby" if table.status is Status.LOBBY else "game"
    if call.id.rest == NO:
        return note(call.words("table.end.kept"))
    _refuse_if_over(table)
    await channels.refuse_unless_may_end(call, table)
    if call.id.rest != f"{YES}/{meaning}":
        return _question(call, table, "end", meaning)
    moderator = table.host != call.person.id
    await call.tables.play.end(table.id, call.person, moderator=moderator, key=call.key)
    return note(call.words("table.end.done"))


def _question(call: Call, table: Table, verb: str, meaning: str) -> Content:
    speak = call.words
    yes = Button(f"table.{verb}", speak(f"table.{verb}.yes"), f"{YES}/{meaning}", "danger")
    no = Button(f"table.{verb}", speak(f"table.{verb}.no"), NO)
    told = speak(f"table.{verb}.{meaning}", table=table.id)
    if (verb, meaning) == ("leave", "game") and table.settings.hold:
        told = speak("table.leave.held", table=table.id, hold=hours_in_words(table.settings.hold, speak))
    return note(told, yes, no, table=table.id)


def _refuse_if_over(table: Table) -> None:
    if not table.status.active:
        raise Refusal("over")


# Removing ----------------------------------------------------------------------------------------------


@at_table(KICK)
async def _kick(call: Call, table: Table) -> Content:
    """The button of **More** opens the menu, its choice the question; **Remove** does it."""
    answer, _, user = call.id.rest.partition("/")
    if answer == YES:
        return await _remove(call, table, number(user))
    if answer == NO:
        return note(call.words("table.kick.kept"), table=table.id)
    if call.values and call.id.table:
        return await ask_kick(call, table, number(call.value))
    _check_kick(call, table)
    others = _others(call, table)
    if not others:
        raise Refusal("nobody_else")
    _refuse_alone(call, table)
    entries = tuple(Entry(one_line(sitter.name), str(sitter.user)) for sitter in others)
    menu = Menu(KICK, call.words("table.kick.menu"), entries, rest="menu")
    return Content((call.words("table.kick.which"),), rows=(menu,), table=table.id)


async def ask_kick(call: Call, table: Table, user: int) -> Content:
    """Asks before a player is removed: by the host if the others agree, by a moderator at once. Refusals:
    over, not_host, kick_self, not_at_table, kick_alone, ending_managers."""
    _check_kick(call, table)
    if user == call.person.id:
        raise Refusal("kick_self")
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("not_at_table")
    _refuse_alone(call, table)
    await _refuse_to_end(call, table, user)
    speak, name = call.words, plain(table.sitters[seat].name)
    text = speak("table.kick.at_once" if _at_once(call, table) else "table.kick.asked", name=name)
    yes = Button(KICK, speak("table.kick.yes"), f"{YES}/{user}", "danger")
    return note(text, yes, Button(KICK, speak("kit.back"), NO), table=table.id)


async def _remove(call: Call, table: Table, user: int) -> Content:
    await _refuse_to_end(call, table, user)
    spend(call, POST)
    moderator = channels.moderates(call, table)
    motion = await call.tables.votes.kick(table.id, call.person, user, moderator=moderator, key=call.key)
    done = motion.state is VoteState.CARRIED
    text = call.words("table.kick.done", name=plain(motion.name)) if done else call.words("motion.sent")
    return note(text, table=table.id)


def _check_kick(call: Call, table: Table) -> None:
    _refuse_if_over(table)
    if not channels.may_kick(call, table):
        raise not_host(table.host, table.sitters)


def _refuse_alone(call: Call, table: Table) -> None:
    if len(_others(call, table)) < 2 and not _at_once(call, table):
        raise Refusal("kick_alone")


def _at_once(call: Call, table: Table) -> bool:
    return table.status is Status.LOBBY or channels.moderates(call, table)


def _others(call: Call, table: Table) -> list[SeatRow]:
    return [sitter for sitter in table.sitters if sitter.user not in (None, call.person.id)]


async def _refuse_to_end(call: Call, table: Table, user: int) -> None:
    """Who removes the last person ends the table for all."""
    if all(sitter.user in (None, user) for sitter in table.sitters):
        await channels.refuse_unless_may_end(call, table)


# Inviting ----------------------------------------------------------------------------------------------


async def invite(call: Call, guest: discord.User | discord.Member) -> Content:
    """Offers a person a seat at the table of the channel, where the dispatcher asks them."""
    channels.server_of(call, "invite_in_channel")
    person = Person(guest.id, one_line(guest.display_name) or guest.name)
    return await ask_guest(call, await table_for(call), person, is_bot=guest.bot)


@at_table("table.invite", answers=lambda call: "private" if call.values else "shown")
async def _choose_guest(call: Call, table: Table) -> Content:
    """**Invite** of **More** shows the menu of people; its choice, by the name of this server, is invited."""
    channels.server_of(call, "invite_in_channel")
    if not call.values:
        menu = People("table.invite", call.words("table.invite.menu"))
        return Content((call.words("table.invite.whom"),), rows=(menu,), table=table.id)
    guest, is_bot = chosen_person(call)
    return await ask_guest(call, table, guest, is_bot=is_bot)


async def ask_guest(call: Call, table: Table, guest: Person, *, is_bot: bool) -> Content:
    """Has the dispatcher ask a person at the table. Refusals: guest_bot, those of an invitation."""
    if is_bot:
        raise Refusal("guest_bot")
    spend(call, POST)
    await call.tables.votes.invite(table.id, call.person, guest, key=call.key)
    return note(call.words("table.invite.done", name=plain(guest.name)), table=table.id)


@at_table("table.call", answers="private")
async def _call_out(call: Call, table: Table) -> Content:
    spend(call, POST)
    await call.tables.votes.call_out(table.id, call.person, key=call.key)
    return note(call.words("table.call.done"), table=table.id)


# Free seats --------------------------------------------------------------------------------------------


@at_table("table.replace", command="replace")
async def replace(call: Call, table: Table) -> Answer:
    """What this person can do about free seats; a seat of the menu is taken and its panel opened. Whoever has
    left one may take no other, and does so without a menu."""
    if call.id.rest == CHOSEN:
        return await _sit_down(call, table, Seat(number(call.value)))
    if table.status is not Status.PLAYING:
        raise Refusal("not_started" if table.status is Status.LOBBY else "over")
    if table.seat_of(call.person.id) is None:
        own = table.left_by(call.person.id)
        return _free_seats(call, table) if own is None else await _sit_down(call, table, own)
    if not table.absent:
        raise Refusal("seated")
    speak, menus = call.words, _computers(call, table)
    left = any(sitter.away is not None for sitter in table.absent)
    text = speak("table.replace.computer" if left else "table.replace.computer_for_good") if menus else ""
    row = (
        Button("table.call", speak("table.call.button")),
        Button("table.invite", speak("table.invite.button")),
    )
    return Content((text, speak("table.replace.others")), rows=(*menus, row), table=table.id)


async def _sit_down(call: Call, table: Table, seat: Seat) -> None:
    taken = await call.tables.lobby.take_seat(table.id, call.person, seat, key=call.key)
    done = await seat_taken(call.app, taken, call.person.id, call.words)
    await panel.show(call, taken, note=done)


@at_table("table.stand_in")
async def _stand_in(call: Call, table: Table) -> Content:
    seat = Seat(number(call.id.rest))
    changed = await call.tables.computers.stand_in(
        table.id, call.person, seat, call.value, naming(table), key=call.key
    )
    sitter, left = changed.sitters[seat], called(table.sitters[seat].name, call.words)
    name = plain(sitter.away_name or left)
    done = call.words("table.replace.computer_done", computer=plain(sitter.name), name=name)
    return Content((done,), rows=_computers(call, changed), table=table.id)


def _free_seats(call: Call, table: Table) -> Content:
    free = [sitter for sitter in table.sitters if sitter.computer == ABSENT]
    if not free:
        raise Refusal("no_free_seat")
    speak = call.words
    entries = tuple(
        Entry(
            one_line(sitter.away_name or called(sitter.name, speak)),
            str(sitter.seat),
            one_line(sitter.name) if sitter.stands_in else "",
        )
        for sitter in free
    )
    menu = Menu("table.replace", speak("table.replace.menu"), entries, rest=CHOSEN)
    return Content((speak("table.replace.which"),), rows=(menu,), table=table.id)


def _computers(call: Call, table: Table) -> tuple[Row, ...]:
    speak, entries = call.words, levels(table, call.words)
    found: list[Row] = []
    for sitter in table.absent if entries else ():
        name = one_line(called(sitter.name, speak))
        rest = str(sitter.seat)
        found.append(Menu("table.stand_in", speak("table.replace.computer_menu", name=name), entries, rest))
    return tuple(found)
