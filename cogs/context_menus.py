"""What the menus of Discord offer: on a person Statistics, Invite and Challenge; on a board What's new,
Explain and Replay from here."""

from bisect import bisect_right
from dataclasses import replace

import discord

from bot.app import App
from bot.discord import catalog, channels
from bot.discord.at_table import entry_of
from bot.discord.challenges import dare
from bot.discord.channels import server_of
from bot.discord.commands import Chosen, message_menu, person_menu
from bot.discord.content import MENU, Button, Content, CustomId, Entry, Menu, note, number
from bot.discord.discord_api import Undelivered, fingerprint, outcomes
from bot.discord.layout import TEXT
from bot.discord.opening import open_table
from bot.discord.rate_limit import PICTURE, POST, spend
from bot.discord.router import Answer, Call, on
from bot.discord.view_models import owing, rules
from bot.games.contract import Refusal
from bot.tables.model import Person, Status, Table
from bot.text import mention, one_line, plain, stamp, words
from cogs import statistics
from cogs.tables import seats
from cogs.tables.history import REPLAY, replay, show_news
from cogs.tables.present import in_words
from cogs.tables.story import Span, refuse_lobby

HEAD = 300
"""Characters of what stands above and below the words of a board."""


async def setup(app: App) -> None:
    for menu in (
        person_menu("menu.statistics", _statistics),
        person_menu("menu.invite", _invite),
        person_menu("menu.challenge", _challenge),
        message_menu("menu.news", _news),
        message_menu("menu.explain", _explain),
        message_menu("menu.replay", _replay),
    ):
        app.tree.add_command(menu)


# A person ----------------------------------------------------------------------------------------------


async def _statistics(call: Call, person: Chosen) -> Answer:
    return await statistics.of_person(call, person.id, statistics.ALL)


async def _invite(call: Call, guest: Chosen) -> Answer:
    """Invites to the table of the channel, else to the own table of this server; of several a menu asks."""
    guild = server_of(call, "invite_in_channel")
    _refuse_guest(call, guest)
    here = await call.tables.queries.table_in(call.channel)
    own = [table for table in await call.tables.queries.tables_of(call.person.id) if table.guild == guild]
    if here is not None and here.status.active and here.seat_of(call.person.id) is not None:
        own = [here]
    own = [table for table in own if not table.challenge]
    if not own:
        raise Refusal("nowhere_to_invite")
    if len(own) == 1:
        return await _invited(call, own[0], guest)
    speak = call.words
    entries = tuple(Entry(entry_of(table, speak), str(table.id)) for table in own[:MENU])
    menu = Menu("menu.invite", speak("table.which.menu"), entries, str(guest.id))
    return Content((speak("menu.invite.which", name=mention(guest.id)),), rows=(menu,))


@on("menu.invite")
async def _invite_to(call: Call) -> Content:
    server_of(call, "invite_in_channel")
    table = await call.tables.queries.table(number(call.value))
    return await _invited(call, table, await _member(call))


async def _invited(call: Call, table: Table, guest: Chosen) -> Content:
    """Refusals: guest_barred {name, channel} where the guest can't look there, those of an invitation."""
    guild = call.interaction.guild
    channel = guild and guild.get_channel_or_thread(table.channel)
    member = guest if table.channel != call.channel and isinstance(guest, discord.Member) else None
    if member is not None and not channels.can_look(member, channel):
        raise Refusal("guest_barred", name=guest.display_name, channel=table.channel)
    return await seats.ask_guest(call, table, _person(guest), is_bot=guest.bot)


async def _challenge(call: Call, guest: Chosen) -> Answer:
    """To a game, for which a table opens in this channel, or to what is open this week."""
    guild = server_of(call, "invite_in_channel")
    _refuse_guest(call, guest)
    speak = call.words
    entries = tuple(
        Entry(speak.title(game.info), game.info.key) for game in catalog.games() if game.info.seats[1] > 1
    )
    menu = Menu("menu.game", speak("menu.challenge.game"), entries, str(guest.id))
    weekly = tuple(
        Button("menu.dare", speak("menu.challenge.week", game=catalog.name(each.game, speak)), rest)
        for each in await call.tables.challenges.open_in(guild)
        for rest in (f"{guest.id}/{each.id}",)
    )
    text = speak("menu.challenge.what", name=mention(guest.id))
    return Content((text,), rows=(menu, *((weekly,) if weekly else ())))


@on("menu.game")
async def _play(call: Call) -> Content:
    """Opens a table, in a thread where the channel has one already, and invites the person there."""
    server_of(call, "invite_in_channel")
    guest, game = await _member(call), catalog.offered(call.value)
    here = await call.tables.queries.table_in(call.channel)
    opened = await open_table(call, game, thread=here is not None and here.status.active)
    table = await call.tables.queries.known_by(call.key)
    if table is None:
        return opened
    await call.tables.votes.invite(table.id, call.person, _person(guest), key=f"{call.key} guest")
    return note("\n".join((*opened.texts, call.words("table.invite.done", name=plain(guest.display_name)))))


@on("menu.dare", answers="in_place")
async def _dare(call: Call) -> Content:
    """Posts where everybody sees it that a person is challenged to what is open this week."""
    guild, (_, _, week) = server_of(call, "invite_in_channel"), call.id.rest.partition("/")
    guest = await _member(call)
    open_now = await call.tables.challenges.open_in(guild)
    challenge = next((each for each in open_now if each.id == number(week)), None)
    if challenge is None:
        raise Refusal("challenge_over")
    spend(call, POST)
    await call.reply.public(
        dare(challenge, call.person, guest.id, words(await channels.language_of_posts(call)))
    )
    return note(call.words("menu.challenge.done", name=mention(guest.id)))


def _refuse_guest(call: Call, guest: Chosen) -> None:
    """Refusals: guest_bot, guest_self."""
    if guest.bot:
        raise Refusal("guest_bot")
    if guest.id == call.person.id:
        raise Refusal("guest_self")


def _person(guest: Chosen) -> Person:
    return Person(guest.id, one_line(guest.display_name) or guest.name)


async def _member(call: Call) -> discord.Member:
    """Who is named by a control, if they are in this server. Refusals: guest_gone, and of the guest."""
    guild = call.interaction.guild
    assert guild is not None, "it was asked for in a server"
    try:
        with outcomes():
            member = await guild.fetch_member(number(call.id.rest.partition("/")[0]))
    except Undelivered as error:
        raise Refusal("guest_gone") from error
    _refuse_guest(call, member)
    return member


# A board -----------------------------------------------------------------------------------------------


async def _news(call: Call, message: discord.Message) -> Answer:
    table, _ = await _shown(call, message)
    await show_news(call, table)
    return None


async def _replay(call: Call, message: discord.Message) -> Answer:
    """From the page after the one on which the board stands, or the last one."""
    table, version = await _shown(call, message)
    refuse_lobby(table)
    pages = await call.tables.queries.milestones(table.id)
    later = pages[min(bisect_right(pages, version), len(pages) - 1)] if pages else version
    meant = CustomId(REPLAY, table.id, 0, f"{Span.ON}{later}")
    return await replay(replace(call, id=meant), table)


async def _explain(call: Call, message: discord.Message) -> Answer:
    """The board in words: of the newest one all that the person may see, of an earlier one what all may; and
    the way to the rules of what was to be decided."""
    table, version = await _shown(call, message)
    spend(call, PICTURE)
    refuse_lobby(table)
    speak, queries = call.words, call.tables.queries
    now = await queries.now_at(table.id)
    then = now if version >= now.version else await queries.moment(table.id, version)
    # A choice changes the post that stands there, whose turn is the same.
    newest = then.version == now.version or (table.status is Status.PLAYING and then.turn == now.turn)
    moment = now if newest else then
    seat = table.seat_of(call.person.id) if newest else None
    told = in_words(moment, seat, speak, TEXT - HEAD)
    when = stamp(moment.at, "f") if moment.at else stamp(table.created, "f")
    head = speak("menu.explain.now" if newest else "menu.explain.then", when=when)
    owed = rules(table).decisions(moment.state)
    first = seat if seat in owed else next(iter(owing(moment)), None)
    decision = owed.get(first) if first is not None else None
    page = catalog.page_of(table.game, speak.locale, decision.kind) if decision else 0
    buttons = [
        Button("games.rules", speak("table.rules"), f"{table.game}/{page}"),
        Button("table.history", speak("table.more.history"), f"n{version}"),
    ]
    if newest and table.status is Status.PLAYING and seat is not None:
        buttons.insert(0, Button("table.move", speak("table.move"), style="primary"))
    return replace(told, texts=(head, *told.texts), rows=(tuple(buttons),))


async def _shown(call: Call, message: discord.Message) -> tuple[Table, int]:
    """The table that a message of ours shows, and the version. Refusals: no_board."""
    own = call.app.user is not None and message.author.id == call.app.user.id
    carried = fingerprint(component.to_dict() for component in message.components)
    meanings = [found for name in carried if (found := CustomId.parse(name)) is not None]
    table = next((meaning.table for meaning in meanings if meaning.table), 0)
    if not own or (not table and (meanings or not _pictured(message))):
        raise Refusal("no_board")
    found = await call.tables.queries.shown_by(message.id, message.channel.id, message.created_at, table)
    if found is None:
        raise Refusal("no_board")
    return found


def _pictured(message: discord.Message) -> bool:
    parts = [part for each in message.components for part in getattr(each, "children", (each,))]
    return any(isinstance(part, discord.MediaGalleryComponent) for part in parts)
