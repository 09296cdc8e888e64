"""`/games circle`: named groups of a server, their members, what they like, what their leaders may do."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from bot.discord import catalog
from bot.discord.channels import language_of_posts, manages, server_of
from bot.discord.circle_calls import answering
from bot.discord.content import (
    MENU,
    Button,
    Content,
    CustomId,
    Entry,
    Field,
    Form,
    Menu,
    People,
    Row,
    note,
    number,
    page_of,
    pager,
)
from bot.discord.discord_api import DiscordApi, Undelivered
from bot.discord.homes import is_home
from bot.discord.layout import NAME
from bot.discord.letters import write
from bot.discord.presenter import Line
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, at_once, chosen_person, on, prepare
from bot.games.contract import Refusal
from bot.store.circles import Circle
from bot.tables.circles import CircleView, Member, OnShelf, Reader
from bot.tables.shelf import MARKS
from bot.text import Words, cut, folded, mention, one_line, plain, stamp, words
from cogs import players, shelf

LONGEST, ABOUT = 40, 200
"""Characters of the name of a circle, and of what is said about it."""
NAMED = 20
"""So many members are named on a page."""
LIKED = 3
"""Games that stand on the page of a circle."""
GAMES_ON_PAGE = 8
"""So many stay below the length of a message, whatever they are called."""
_NUMBER = re.compile(r"#(\d{1,12})")


def reader_of(call: Call, guild: int) -> Reader:
    """Who looks at circles."""
    return Reader(call.person.id, manages(call, guild))


async def circles_like(call: Call, typed: str) -> list[Line]:
    """The circles that the person may see whose name holds what was typed so far."""
    if not call.in_server:
        return []
    guild = server_of(call, "circle_in_server")
    return _lines(await call.tables.circles.circles(guild, reader_of(call, guild)), typed)


async def own_like(call: Call, typed: str) -> list[Line]:
    """The same of those to which the person belongs."""
    if not call.in_server:
        return []
    guild = server_of(call, "circle_in_server")
    return _lines(await call.tables.circles.own_circles(guild, call.person.id), typed)


def _lines(circles: Sequence[Circle], typed: str) -> list[Line]:
    found = [circle for circle in circles if folded(typed) in circle.folded]
    return [(circle.name, f"#{circle.id}") for circle in found[:MENU]]


async def named(call: Call, typed: str) -> int:
    """The number of the circle that was typed or chosen, of those that the person may see. Refusals:
    circle_in_server, no_circle."""
    guild = server_of(call, "circle_in_server")
    chosen, wanted = _NUMBER.fullmatch(typed), folded(typed)
    for circle in await call.tables.circles.circles(guild, reader_of(call, guild)):
        if circle.id == number(chosen[1]) if chosen else circle.folded == wanted:
            return circle.id
    raise Refusal("no_circle")


async def view_of(call: Call, which: int) -> CircleView:
    """A circle as the person may see it. Refusals: circle_in_server, no_circle."""
    guild = server_of(call, "circle_in_server")
    return await call.tables.circles.circle(guild, which, reader_of(call, guild))


async def show(call: Call, typed: str | None) -> Content:
    """The page of a circle, else all that the person may see."""
    return await page(call, await named(call, typed)) if typed else await listed(call)


@on("circle.list")
async def _turn_list(call: Call) -> Content:
    return await listed(call, number(call.id.rest))


async def listed(call: Call, at: int = 0, done: str = "") -> Content:
    """The circles that a person may see: first invitations, then their own. Refusals: circle_in_server."""
    guild, speak, tables = server_of(call, "circle_in_server"), call.words, call.tables.circles
    circles = await tables.circles(guild, reader_of(call, guild))
    own = {circle.id for circle in await tables.own_circles(guild, call.person.id)}
    invited = {circle.id for circle in await tables.invitations(call.person.id)} - own
    order = sorted(circles, key=lambda each: (each.id not in invited, each.id not in own))
    shown, at, pages = page_of(order, at, MENU)
    entries = tuple(Entry(each.name, str(each.id), _kind(each, own, invited, speak)) for each in shown)
    calls = [each for each in order if each.id in invited]
    names = speak.all_of(plain(each.name) for each in calls)
    asked = speak("circle.invitations", names=names) if calls else ""
    none = "" if entries else speak("circle.none")
    rows = answering(calls, speak)
    rows += [Menu("circle.page", speak("circle.menu"), entries)] if entries else []
    if pages > 1:
        rows.append(pager("circle.list", speak, at, pages))
    rows.append((_founding(call, "public"), _founding(call, "private")))
    return Content((speak("circle.title"), done, asked, none, speak("circle.about")), rows=tuple(rows))


def _kind(each: Circle, own: set[int], invited: set[int], speak: Words) -> str:
    kind = speak("circle.public" if each.public else "circle.private")
    if each.id in invited:
        return f"{kind} · {speak('circle.is_invited')}"
    return f"{kind} · {speak('circle.is_own')}" if each.id in own else kind


# The page of a circle ----------------------------------------------------------------------------------


@on("circle.page")
async def _turn_to(call: Call) -> Content:
    return await page(call, number(call.value if call.values else call.id.rest))


async def page(call: Call, which: int, done: str = "") -> Content:
    """Who belongs to a circle, what they like, whom they look for, what they play. Refusals: no_circle."""
    view, speak = await view_of(call, which), call.words
    guild, here = view.circle.guild, str(which)
    kind = speak("circle.public" if view.circle.public else "circle.private")
    small = f"-# {kind} · {speak('circle.people', n=len(view.members))}"
    liked = await call.tables.circles.circle_shelf(guild, which, reader_of(call, guild))
    known = await shelf.names(call, guild)
    names = [
        plain(known[each.game])
        for each in liked
        if each.game in known and (each.counts.interested or each.counts.favourite)
    ][:LIKED]
    texts = (
        f"## {plain(view.circle.name)}\n{small}",
        done,
        plain(view.circle.about),
        _members(view, speak),
        speak("circle.likes", games=speak.all_of(names)) if names else "",
        await _calls(call, view),
    )
    games = tuple(Entry(speak.title(game.info), game.info.key) for game in catalog.games())
    rows: list[Row] = [
        _ways(view, speak),
        Menu("games.leaderboard", speak("circle.leaderboard"), games, f"/0/{here}"),
    ]
    cups = await call.tables.tournaments.cups_in(guild, reader_of(call, guild))
    entries = tuple(
        Entry(cut(cup.title, 100), str(cup.id), speak(f"cup.state.{cup.state.value}"))
        for cup in cups
        if cup.circle == which
    )
    rows += [Menu("cup.one", speak("circle.tournaments"), entries)] if entries else []
    last = [Button("circle.manage", speak("circle.manage"), f"{here}/0")] if view.leads else []
    back = Button("circle.list", speak("circle.all"), "0")
    rows.append((*last, Button("circle.page", speak("kit.refresh"), here), back))
    return Content(texts, rows=tuple(rows))


def _ways(view: CircleView, speak: Words) -> tuple[Button, ...]:
    here, seen = str(view.circle.id), Button("circle.shelf", speak("circle.shelf"), f"{view.circle.id}/0")
    if view.belongs:
        looking = Button("circle.wanted", speak("circle.look"), here, style="primary")
        return looking, seen, Button("circle.leave", speak("circle.leave"), here)
    may = view.circle.public or view.invited
    ways = [Button("circle.join", speak("circle.join"), here, style="success")] if may else []
    ways += [Button("circle.leave", speak("circle.decline"), f"{here}/decline")] if view.invited else []
    return (*ways, seen)


def _members(view: CircleView, speak: Words) -> str:
    shown = [_member(one, view, speak) for one in view.members[:NAMED]]
    over = len(view.members) - NAMED
    more = [speak("games.wanted.more", n=over)] if over > 0 else []
    return speak("circle.members", names=speak.all_of([*shown, *more])) if shown else ""


def _member(one: Member, view: CircleView, speak: Words) -> str:
    name = plain(cut(one.name, NAME)) or mention(one.user)
    return speak("circle.leads", name=name) if one.user == view.leader else name


async def _calls(call: Call, view: CircleView) -> str:
    """Who of a circle looks for players, as far as the person may see it."""
    people = {one.user for one in view.members}
    rows = [
        row
        for row in await call.tables.matchmaking.looking(view.circle.guild, call.person.id)
        if row.user in people and row.wanted.circle in (0, view.circle.id)
    ]
    lines = [
        call.words(
            "games.wanted.line", game=call.words.title(info), people=players.wanting(those, call.words)
        )
        for info in (game.info for game in catalog.games())
        if (those := [row for row in rows if info.key in row.wanted.games])
    ]
    return "\n".join((call.words("circle.calls"), *lines)) if lines else ""


@on("circle.wanted")
async def _look_in(call: Call) -> Content:
    """**Look for players** in a circle: what the person would like to play, for its members alone."""
    guild, which = server_of(call, "circle_in_server"), number(call.id.rest)
    locale = await language_of_posts(call)
    await call.tables.matchmaking.choose(
        guild,
        call.person,
        lambda wanted: structs.replace(wanted, circle=which),
        channel=call.channel,
        locale=locale,
    )
    return await players.wanted(call)


@on("circle.shelf")
async def _shelf_of(call: Call) -> Content:
    """What the members of a circle own, have played and like, and what some of them have played together."""
    which, at = _two(call)
    view, speak = await view_of(call, which), call.words
    guild, known = view.circle.guild, await shelf.names(call, view.circle.guild)
    found = await call.tables.circles.circle_shelf(guild, which, reader_of(call, guild))
    games = [each for each in found if each.game in known]
    shown, at, pages = page_of(games, at, GAMES_ON_PAGE)
    lines = [_game(each, known[each.game], speak) for each in shown]
    title = speak("circle.shelf.title", name=plain(view.circle.name))
    rows: list[Row] = []
    if shown:
        entries = tuple(Entry(known[each.game], each.game) for each in shown)
        rows.append(Menu("shelf.page", speak("shelf.menu"), entries))
    rows.append(
        (
            *pager("circle.shelf", speak, at, pages, f"{which}/"),
            Button("circle.page", speak("kit.back"), str(which)),
        )
    )
    return Content((title, "\n".join(lines) or speak("circle.shelf.none")), rows=tuple(rows))


def _game(each: OnShelf, name: str, speak: Words) -> str:
    told = [speak(f"shelf.count.{mark}", n=n) for mark in MARKS if (n := getattr(each.counts, mark))]
    if each.last is not None:
        told.append(speak("circle.together", n=each.together, when=stamp(each.last)))
    return speak("suggest.line", game=plain(name), why=" · ".join(told))


# Founding, joining, leaving ----------------------------------------------------------------------------


def _fields(speak: Words, circle: Circle | None = None) -> tuple[Field, ...]:
    name, about = (circle.name, circle.about) if circle else ("", "")
    return (
        Field("name", speak("circle.form.name"), name, longest=LONGEST),
        Field("about", speak("circle.form.about"), about, longest=ABOUT, several_lines=True, optional=True),
    )


def _founding(call: Call, kind: str) -> Button:
    speak = call.words
    label = speak(f"circle.found.{kind}")
    prepare(call, CustomId("circle.found", rest=kind), Form("circle.founded", label, _fields(speak), kind))
    return Button("circle.found", label, kind, style="primary")


@on("circle.found", answers=at_once)
async def _found(call: Call) -> Content:
    return await listed(call)


def _typed(call: Call, guild: int, *, public: bool) -> Circle:
    """Name and text as typed, each on one line. Refusals: circle_name."""
    name = cut(one_line(call.fields.get("name", "")), LONGEST)
    if not folded(name):
        raise Refusal("circle_name")
    about = cut(one_line(call.fields.get("about", "")), ABOUT)
    return Circle(0, guild, name, folded(name), about, public)


@on("circle.founded")
async def _founded(call: Call) -> Content:
    guild = server_of(call, "circle_in_server")
    spend(call, POST)
    wanted = _typed(call, guild, public=call.id.rest == "public")
    which = await call.tables.circles.found_circle(wanted, call.person)
    return await page(call, which, call.words("circle.is_founded"))


@on("circle.join")
async def _join(call: Call) -> Content:
    guild, which = server_of(call, "circle_in_server"), number(call.id.rest)
    await call.tables.circles.join_circle(guild, which, call.person)
    return await page(call, which, call.words("circle.joined"))


@on("circle.leave")
async def _leave(call: Call) -> Content:
    """Asks first; an invitation is declined at once, one that is taken by now shows the circle."""
    text, _, sure = call.id.rest.partition("/")
    view, speak = await view_of(call, number(text)), call.words
    name = plain(view.circle.name)
    if not sure:
        yes = Button("circle.leave", speak("circle.leave"), f"{text}/yes", style="danger")
        key = "circle.leave.last" if len(view.members) == 1 else "circle.leave.about"
        return note(speak(key, name=name), yes, Button("circle.page", speak("kit.back"), text))
    if sure == "decline" and view.belongs:
        return await page(call, view.circle.id)
    await call.tables.circles.leave_circle(view.circle.guild, view.circle.id, call.person.id)
    return await listed(call, done=speak("circle.declined" if view.invited else "circle.left", name=name))


# What its leader may do --------------------------------------------------------------------------------


async def _led(call: Call, which: int) -> CircleView:
    view = await view_of(call, which)
    if not view.leads:
        raise Refusal("not_leader")
    return view


@on("circle.manage")
async def _manage(call: Call) -> Content:
    return await managed(call, *_two(call))


async def managed(
    call: Call, which: int, at: int = 0, done: str = "", more: tuple[Button, ...] = ()
) -> Content:
    """What who leads a circle may do there, with `more` that follows from what was `done`. Refusals:
    no_circle, not_leader."""
    view, speak = await _led(call, which), call.words
    here, circle = str(which), view.circle
    invited = speak.all_of(plain(cut(one.name, NAME)) for one in view.invitations)
    title = speak("circle.manage.title", name=plain(circle.name))
    asked = speak("circle.invited", names=invited) if invited else ""
    people = [(one.user, one.name, "") for one in view.members if one.user != call.person.id]
    people += [(one.user, one.name, speak("circle.is_invited")) for one in view.invitations]
    shown, at, pages = page_of(people, at, MENU)
    rows: list[Row] = [*([more] if more else []), People("circle.invite", speak("circle.invite"), here)]
    if shown:
        entries = tuple(Entry(name or str(user), str(user), about) for user, name, about in shown)
        rows.append(Menu("circle.remove", speak("circle.remove"), entries, here))
    other = "private" if circle.public else "public"
    form = Form("circle.renamed", speak("circle.rename"), _fields(speak, circle), here)
    prepare(call, CustomId("circle.rename", rest=here), form)
    rows.append(
        (
            Button("circle.rename", speak("circle.rename"), here),
            Button("circle.openness", speak(f"circle.make.{other}"), f"{here}/{other}"),
            Button("circle.dissolve", speak("circle.dissolve"), here, style="danger"),
        )
    )
    rows.append(
        (
            *pager("circle.manage", speak, at, pages, f"{here}/"),
            Button("circle.page", speak("kit.back"), here),
        )
    )
    return Content((title, done, asked, speak("circle.manage.about")), rows=tuple(rows))


@on("circle.invite")
async def _invite(call: Call) -> Content:
    guild, which = server_of(call, "circle_in_server"), number(call.id.rest)
    guest, is_bot = chosen_person(call)
    if is_bot:
        raise Refusal("circle_bot")
    spend(call, POST)
    tables, speak = call.tables.circles, call.words
    locale = await tables.invite_to_circle(guild, which, reader_of(call, guild), guest)
    told = locale is not None and await _told(call, guest.id, which, words(locale))
    if told:
        return await managed(call, which, done=speak("circle.invite.told", name=plain(guest.name)))
    calling = Button("circle.call", speak("circle.call"), f"{which}/{guest.id}", style="primary")
    return await managed(
        call, which, done=speak("circle.invite.done", name=plain(guest.name)), more=(calling,)
    )


async def _told(call: Call, user: int, which: int, speak: Words) -> bool:
    """Whether the person has learnt of the invitation by direct message."""
    view, server = await view_of(call, which), call.interaction.guild
    text = speak(
        "circle.letter",
        name=plain(view.circle.name),
        server=plain(server.name if server else ""),
        by=plain(call.person.name),
    )
    join = Button("circle.answer", speak("circle.join"), f"{which}/join", style="success")
    letter = note(text, join, Button("circle.answer", speak("circle.decline"), f"{which}/decline"))
    with suppress(Undelivered):
        return await write(call.app, DiscordApi(call.app), user, letter, nonce=f"k{call.key}")
    return False


@on("circle.answer", answers="in_place")
async def _answer(call: Call) -> Content:
    """**Join** or **Decline** below the letter of an invitation, which then says what became of it."""
    text, _, what = call.id.rest.partition("/")
    asking = await call.tables.circles.invitations(call.person.id)
    circle = next((each for each in asking if each.id == number(text)), None)
    if circle is None or not await is_home(call, circle.guild):
        return note(call.words("circle.letter.outdated"))
    if what == "join":
        await call.tables.circles.join_circle(circle.guild, circle.id, call.person)
        server = call.app.get_guild(circle.guild)
        where = {"name": plain(circle.name), "server": plain(server.name if server else "")}
        return note(call.words("circle.letter.joined", **where))
    await call.tables.circles.leave_circle(circle.guild, circle.id, call.person.id)
    return note(call.words("circle.declined", name=plain(circle.name)))


@on("circle.call", answers="in_place")
async def _call_here(call: Call) -> Content:
    """**Call here**: who could not be written to is called in this channel; of which circle it is, only the
    answer to their own press says."""
    which, user = _two(call)
    view, speak = await _led(call, which), call.words
    invited = next((one for one in view.invitations if one.user == user), None)
    if invited is None:
        return await managed(call, which)
    spend(call, POST)
    said = words(await language_of_posts(call))
    text = said("circle.called", person=mention(user), by=plain(call.person.name))
    see = Button("circle.list", said("circle.see"), "0")
    await call.reply.public(Content((text,), rows=((see,),), mentions=(user,)))
    return await managed(call, which, done=speak("circle.is_called", name=plain(invited.name)))


@on("circle.remove")
async def _remove(call: Call) -> Content:
    """Asks first; an invitation is taken back at once."""
    which, user = number(call.id.rest), number(call.value)
    view, speak = await _led(call, which), call.words
    name = next((one.name for one in view.members if one.user == user), None)
    if name is None:
        return await _removed(replace(call, id=CustomId("circle.removed", rest=f"{which}/{user}")))
    yes = Button("circle.removed", speak("circle.remove.yes"), f"{which}/{user}", style="danger")
    back = Button("circle.manage", speak("kit.back"), f"{which}/0")
    about = speak("circle.remove.about", name=plain(cut(name, NAME)), circle=plain(view.circle.name))
    return note(about, yes, back)


@on("circle.removed")
async def _removed(call: Call) -> Content:
    which, user = _two(call)
    guild = server_of(call, "circle_in_server")
    await call.tables.circles.remove_from_circle(guild, which, reader_of(call, guild), user)
    return await managed(call, which, done=call.words("circle.remove.done"))


@on("circle.rename", answers=at_once)
async def _rename(call: Call) -> Content:
    return await managed(call, number(call.id.rest))


@on("circle.renamed")
async def _renamed(call: Call) -> Content:
    spend(call, POST)
    view = await _led(call, number(call.id.rest))
    return await _change(call, _typed(call, view.circle.guild, public=view.circle.public))


@on("circle.openness")
async def _open_or_close(call: Call) -> Content:
    text, _, kind = call.id.rest.partition("/")
    view = await _led(call, number(text))
    return await _change(call, replace(view.circle, public=kind == "public"))


async def _change(call: Call, wanted: Circle) -> Content:
    which = number(call.id.rest.partition("/")[0])
    reader = reader_of(call, wanted.guild)
    await call.tables.circles.change_circle(wanted.guild, which, reader, wanted)
    return await managed(call, which)


@on("circle.dissolve")
async def _dissolve(call: Call) -> Content:
    """Asks first."""
    text, _, sure = call.id.rest.partition("/")
    view, speak = await _led(call, number(text)), call.words
    name, guild = plain(view.circle.name), view.circle.guild
    if not sure:
        yes = Button("circle.dissolve", speak("circle.dissolve"), f"{text}/yes", style="danger")
        back = Button("circle.manage", speak("kit.back"), f"{text}/0")
        return note(speak("circle.dissolve.about", name=name), yes, back)
    await call.tables.circles.dissolve(guild, view.circle.id, reader_of(call, guild))
    return await listed(call, done=speak("circle.dissolved", name=name))


def _two(call: Call) -> tuple[int, int]:
    """The two numbers that a control carries."""
    first, _, second = call.id.rest.partition("/")
    return number(first), number(second)
