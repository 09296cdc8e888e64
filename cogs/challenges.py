"""`/games challenge`: what is open, one's own try, and what whoever manages the server sets."""

import discord

from bot.discord import catalog, channels, panel
from bot.discord.challenges import play, standing
from bot.discord.channels import Locks, managed_server, manages, server_of
from bot.discord.content import MENU, Content, Entry, Menu, Row, note, number
from bot.discord.events import asks_for_right
from bot.discord.homes import homes, name_of
from bot.discord.lobby import naming_in
from bot.discord.presenter import Given
from bot.discord.rate_limit import PICTURE, TABLE, spend
from bot.discord.router import Call, on
from bot.discord.weekly import channel_of, checked, set_by_controls, settings, told
from bot.games.contract import Refusal
from bot.games.passing import line, read
from bot.tables.challenges import Tried, passed_on
from bot.text import Words, cut, stamp

NEWEST = 4
"""Challenges that are listed."""
_one_try = Locks()
"""By person: two quick presses open one thread."""


async def show(call: Call, given: Given) -> Content:
    """The challenges of this server; a line that was passed on is opened here before."""
    if not call.in_server and not given["line"]:
        return await _elsewhere(call)
    if given["line"]:
        await _receive(call, managed_server(call, "settings_in_server"), given["line"])
    return await _panel(call, server_of(call, "settings_in_server"))


async def _elsewhere(call: Call) -> Content:
    """What is open in the servers of a person, to be played where they are."""
    texts, entries = [call.words("challenge.title"), call.words("challenge.about")], list[Entry]()
    for guild in await homes(call):
        for each in await call.tables.challenges.open_in(guild):
            name = catalog.name(each.game, call.words)
            entries.append(Entry(cut(f"{name} · {name_of(call, guild)}", 100), str(each.id)))
    if not entries:
        return Content((*texts, call.words("solo.no_challenge")))
    rows = (Menu("challenge.show", call.words("challenge.which"), tuple(entries[:MENU])),)
    return Content(tuple(texts), rows=rows)


async def _panel(call: Call, guild: int) -> Content:
    speak = call.words
    found = await call.tables.challenges.in_server(guild, call.person.id, NEWEST)
    server = await call.tables.challenges.weekly.server(guild)
    texts, rows = [speak("challenge.title"), speak("challenge.about")], list[Row]()
    texts += [_line(tried, speak) for tried in found]
    if not found:
        texts.append(speak("challenge.none"))
    entries = tuple(
        Entry(f"{catalog.name(each.challenge.game, speak)} ({each.challenge.id})", str(each.challenge.id))
        for each in found
    )
    if untried := [each.challenge for each in found if each.own is None and not each.challenge.is_over]:
        rows.append((play(untried[0], speak),))
    if entries:
        rows.append(Menu("challenge.show", speak("challenge.which"), entries))
    texts.append(told("challenge", server, speak))
    if not manages(call, guild):
        return Content((*texts, speak("server.read_only")), rows=tuple(rows))
    if server:
        texts.append(asks_for_right(call.interaction.guild, speak))
    return Content(tuple(texts), rows=(*rows, *settings("challenge", server, speak)))


def _line(tried: Tried, speak: Words) -> str:
    game, closes = catalog.name(tried.challenge.game, speak), stamp(tried.challenge.closes)
    taken = len(tried.results) + tried.others
    if not taken:
        key = "challenge.was_untaken" if tried.challenge.is_over else "challenge.is_untaken"
        return speak(key, game=game, when=closes)
    key = "challenge.was" if tried.challenge.is_over else "challenge.is"
    return speak(key, game=game, when=closes, n=taken)


# Who manages the server --------------------------------------------------------------------------------


async def _receive(call: Call, guild: int, text: str) -> None:
    place, passed = await channel_of(call, call.tables.challenges.weekly, guild), read(text)
    _check(call, place)
    locale = await channels.language_of_posts(call)
    await call.tables.challenges.receive(guild, passed, channel=place, locale=locale, by=call.person.id)


def _check(call: Call, channel: int) -> discord.TextChannel:
    """The channel, if challenges can be announced and played there."""
    return checked(call, "challenge_place", channel, channels.FOR_A_CHALLENGE)


set_by_controls(
    "challenge",
    lambda call: call.tables.challenges.weekly,
    "settings_in_server",
    _check,
    lambda call: _panel(call, server_of(call, "settings_in_server")),
)


# Everybody ---------------------------------------------------------------------------------------------


async def _meant(call: Call, wanted: str = "") -> Tried:
    """The challenge of a control, of this server or of one of the person's. Refusals: no_challenge."""
    wanted = wanted or (call.value if call.values else call.id.rest)
    tried = await call.tables.challenges.challenge(number(wanted), call.person.id)
    if tried.challenge.guild not in await homes(call):
        raise Refusal("no_challenge")
    return tried


@on("challenge.show", answers="private")
async def _show(call: Call) -> Content:
    """How one stands, for whoever asks alone."""
    spend(call, PICTURE)
    return standing(await _meant(call), call.words)


@on("challenge.page")
async def _turn(call: Call) -> Content:
    """Another page of the results."""
    spend(call, PICTURE)
    wanted, _, page = call.id.rest.partition("/")
    return standing(await _meant(call, wanted), call.words, number(page))


@on("challenge.line", answers="private")
async def _pass_on(call: Call) -> Content:
    """The line by which it is passed on, to be copied."""
    tried = await _meant(call)
    passed = line(passed_on(tried.challenge))
    key = "challenge.passed.over" if tried.challenge.is_over else "challenge.passed.open"
    return Content((call.words(key), f"```\n{passed}\n```"))


@on("challenge.play", answers="private")
async def _play(call: Call) -> Content | None:
    """Begins the only try of a person: in a private thread of their own, or where the bot is no member on
    their panel alone."""
    async with _one_try.of(call.person.id):
        tried = await _meant(call)
        if tried.own is not None:
            table = await call.tables.queries.table(tried.own)
            if table.apart:
                return await panel.show(call, table)
            return note(call.words("challenge.taken", table=table.id, channel=table.channel))
        challenge = tried.challenge
        if challenge.is_over or challenge.closes <= call.app.now():
            raise Refusal("challenge_over")
        spend(call, TABLE)
        if call.in_server:
            place = await channels.private_thread(call, _check(call, challenge.channel), challenge.game)
        else:
            reserved = await call.tables.threads.number(challenge.guild)
            place = channels.Place(-reserved, number=reserved)
        try:
            table = await call.tables.challenges.take(
                challenge.id,
                call.person,
                channel=place.channel,
                reserved=place.number,
                naming=naming_in(challenge.locale),
                key=call.key,
            )
        except Refusal:
            await channels.remove_thread(call, place.channel)
            raise
    if table.apart:
        await call.tables.reminders.mute(table.id, call.person.id, muted=True)
        return await panel.show(call, table)
    return note(call.words("challenge.begun", table=table.id, channel=table.channel))
