"""`/games tournament`: opening one, signing up, the standings, and what its director may do."""

import re
import unicodedata
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

from discord import app_commands
from msgspec import structs

from bot.discord import catalog, channels
from bot.discord.channels import server_of
from bot.discord.content import (
    MENU,
    Button,
    Content,
    CustomId,
    Entry,
    Field,
    Form,
    Menu,
    Row,
    in_rows,
    note,
    noted,
    number,
)
from bot.discord.discord_api import DiscordApi, Undelivered
from bot.discord.events import asks_for_right
from bot.discord.layout import ENTRY
from bot.discord.letters import write
from bot.discord.opening import options_from
from bot.discord.option_controls import Actions, asks, controls, option_of, value_of
from bot.discord.presenter import Param, fixed
from bot.discord.router import Call, at_once, on, prepare
from bot.discord.sign_ups import panel
from bot.discord.tournaments import (
    bye_worth,
    head_of,
    letter,
    name_of,
    seats_of,
    standings_of,
)
from bot.games import registry
from bot.games.contract import Choice, Number, Options, Refusal, Text
from bot.store.tournaments import PodRow, TournamentState
from bot.tables.cups import Cup
from bot.tables.tournaments import TITLE, Plan
from bot.text import Words, cut, one_line, plain, words
from bot.tournaments.model import AT_ONCE, COUNTED, FORMATS, LINES, OF_DUPLICATES, ROUNDS, TIE_BREAKS, Rules
from cogs import circles
from cogs.tournament_story import cup_of, directs

USUAL_SEATS, USUAL_LEAST, USUAL_MOST, USUAL_ROUNDS = 4, 4, 24, 3
HOURS = 30 * 24
SCORED: tuple[str, ...] = ("six_nimmt",)
"""Where few points are good."""

PARAMS = (
    Param("title", app_commands.Range[str, 1, TITLE], required=False),
    Param("format", required=False, choices=tuple(fixed(one, f"cup.format.{one}") for one in FORMATS)),
    Param("seats", app_commands.Range[int, 2, 10], required=False),
    Param("rounds", app_commands.Range[int, 1, ROUNDS], required=False),
    Param("at_once", app_commands.Range[int, 1, AT_ONCE], required=False),
    Param("least", app_commands.Range[int, 2, LINES], required=False),
    Param("most", app_commands.Range[int, 2, LINES], required=False),
    Param("hours", app_commands.Range[int, 1, HOURS], required=False),
    Param("duplicate", bool, required=False),
    Param("circle", required=False, offers=circles.own_like),
)


async def tournament(call: Call, given: dict[str, Any]) -> Content:
    """A new tournament, posted where the command was given; without a title those of this server. Refusals:
    cup_in_server, cup_game, cup_rounds {format}, no_threads_here, cannot_open_thread, tournaments_enough,
    bad_tournament."""
    guild = server_of(call, "cup_in_server")
    if not given["title"]:
        return await _list(call, guild)
    if not given["game"]:
        raise Refusal("cup_game")
    channels.check_channel(call)
    channels.check_for_thread(call, private=bool(given["duplicate"]))
    await channels.refuse_elsewhere(call)
    locale = await channels.language_of_posts(call)
    plan = _plan(call, catalog.key_of(given["game"]), given)
    if given["circle"]:
        plan = replace(plan, circle=await circles.named(call, given["circle"]))
    made = await call.tables.tournaments.found(
        plan, call.person, guild=guild, channel=call.channel, locale=locale, key=call.key
    )
    return await _private(await call.tables.tournaments.cup(made), call)


def _plan(call: Call, key: str, given: dict[str, Any]) -> Plan:
    options = registry.game(key).options_type()
    fewest, most = registry.game(key).info.seats[0], registry.game(key).most_seats(options)
    seats = given["seats"] or min(USUAL_SEATS, most)
    low = min(seats, max(2, fewest))
    rules = Rules(
        given["format"] or "swiss",
        low,
        seats,
        rounds=given["rounds"] or USUAL_ROUNDS,
        at_once=given["at_once"] or 1,
        group=max(seats, USUAL_SEATS),
        tie_breaks=(OF_DUPLICATES, *TIE_BREAKS) if given["duplicate"] else TIE_BREAKS,
        duplicate=bool(given["duplicate"]),
        lowest_wins=key in SCORED,
    )
    if given["rounds"] and rules.format not in COUNTED:
        raise Refusal("cup_rounds", format=call.words(f"cup.format.{rules.format}"))
    hours = given["hours"]
    begins = call.app.now() + timedelta(hours=hours) if hours else None
    at_most = given["most"] or USUAL_MOST
    return Plan(
        title=one_line(given["title"]),
        game=key,
        options=options,
        rules=rules,
        low=given["least"] or min(max(USUAL_LEAST, low), at_most),
        high=at_most,
        begins=begins,
    )


async def _list(call: Call, guild: int) -> Content:
    reader, speak = circles.reader_of(call, guild), call.words
    rows = await call.tables.tournaments.cups_in(guild, reader)
    if not rows:
        return note(speak("cup.none"))
    entries = tuple(
        Entry(cut(row.title, 100), str(row.id), speak(f"cup.state.{row.state.value}")) for row in rows
    )
    return Content((speak("cup.list"),), rows=(Menu("cup.one", speak("cup.menu"), entries),))


# The panel that all see --------------------------------------------------------------------------------


@on("cup.join", answers="in_place")
async def join(call: Call) -> Content:
    """**Sign up**."""
    cup = await cup_of(call)
    return await _changed(call, await call.tables.tournaments.sign_up(cup.number, call.person))


@on("cup.leave", answers="in_place")
async def leave(call: Call) -> Content:
    """**Drop out** of the list; on older posts also of the tournament under way."""
    cup = await cup_of(call)
    return await _changed(call, await call.tables.tournaments.sign_off(cup.number, call.person.id))


@on("cup.quit")
async def quit_it(call: Call) -> Content:
    """**Drop out** of the tournament under way: asks first who has a place in it."""
    cup, speak = await cup_of(call), call.words
    entrant = cup.of_user(call.person.id)
    if entrant is None or entrant.line is None:
        return await quitted(call)
    heir = plain(one_line(cup.waiting[0].name)) if cup.waiting else ""
    about = speak("cup.quit.heir", heir=heir) if heir else speak("cup.quit.alone")
    yes = Button("cup.quitted", speak("cup.leave"), str(cup.number), style="danger")
    return note(about, yes, Button("cup.panel", speak("kit.back"), str(cup.number)))


@on("cup.quitted")
async def quitted(call: Call) -> Content:
    """**Drop out**, for good."""
    cup = await cup_of(call)
    left = await _private(await call.tables.tournaments.sign_off(cup.number, call.person.id), call)
    return noted(left, call.words("cup.quit.done"))


async def _changed(call: Call, cup: Cup) -> Content:
    """The panel as it is now, in the server's words where all see it."""
    return await _private(cup, call) if call.reply.in_private else panel(cup, words(cup.row.locale))


@on("cup.show", answers="private")
async def show(call: Call) -> Content:
    """**Standings**."""
    return standings_of(await cup_of(call), call.words)


@on("cup.seats", answers="private")
async def seats(call: Call) -> Content:
    """**By seat**: who made more of the same draws in a duplicate."""
    return seats_of(await cup_of(call), call.words)


# What one person sees ----------------------------------------------------------------------------------


@on("cup.panel")
async def open_panel(call: Call) -> Content:
    """**More**: the panel for one's own eyes, with what the director may do."""
    return await _private(await cup_of(call), call)


@on("cup.one")
async def open_one(call: Call) -> Content:
    """One of the tournaments of the server."""
    return await _private(await cup_of(call, number(call.value)), call)


async def _private(cup: Cup, call: Call) -> Content:
    speak, shown = call.words, panel(cup, call.words, call.person.id)
    if own := await _own_tables(cup, call):
        shown = replace(shown, texts=(*shown.texts[:2], own, *shown.texts[2:]))
    if not directs(call, cup) or cup.row.state is TournamentState.CANCELLED:
        return shown
    here, rows = str(cup.number), list[Row](shown.rows)
    over = tuple(_entry(cup, pod, speak) for pod in cup.pods if pod.places)[-MENU:]
    correcting = (Menu("cup.correct", speak("cup.correct"), over, here),) if over else ()
    if not cup.active:
        return Content((*shown.texts, speak("cup.director")), rows=(*rows, *correcting))
    if cup.row.state is TournamentState.OPEN:
        begin = Button("cup.begin", speak("cup.begin"), here, style="primary")
        now = " ".join(map(str, cup.tournament.rules.table))
        prepare(call, CustomId("cup.points", rest=here), _points(call, here, now))
        ways = (begin, Button("cup.points", speak("cup.points"), here))
        ways = (*ways, Button("cup.options", speak("cup.options"), here))
        if cup.tournament.rules.format != "ladder":  # there the rungs leave no ties
            rows.append(_ties(cup, speak))
    else:
        paused = cup.row.state is TournamentState.PAUSED
        label = speak("cup.resume") if paused else speak("cup.pause")
        ways = (Button("cup.hold", label, f"{here}/{int(not paused)}"),)
    rows.append((*ways, Button("cup.end", speak("cup.end"), here, style="danger")))
    rows += correcting
    people = tuple(Entry(cut(one_line(one.name), 100), str(one.user)) for one in cup.entrants[:MENU])
    if people:
        rows.append(Menu("cup.remove", speak("cup.remove"), people, here))
    asked = asks_for_right(call.interaction.guild, speak)
    return Content((*shown.texts, speak("cup.director"), asked), rows=tuple(rows))


async def _own_tables(cup: Cup, call: Call) -> str:
    """Where a person plays in this round, that they have a bye, or that they wait for the others; empty
    without a place in it."""
    person, now = cup.of_user(call.person.id), len(cup.tournament.rounds)
    if not cup.active or person is None or person.line is None:
        return ""
    own = [pod for pod in cup.pods if pod.round == now and person.line in pod.lines]
    playing = [pod.table for pod in own if pod.table and not pod.places]
    found: list[str] = []
    for table in playing:
        with suppress(Refusal):  # an old table may have been deleted
            found.append(f"<#{(await call.tables.queries.table(table)).channel}>")
    if found:
        return call.words("cup.own", places=call.words.all_of(found))
    if person.line in cup.tournament.rounds[-1].byes:
        return call.words("cup.own.bye", points=bye_worth(cup))
    over = own and all(pod.places for pod in own)
    waited = over and any(not pod.places for pod in cup.pods if pod.round == now)
    return call.words("cup.own.over") if waited else ""


def _ties(cup: Cup, speak: Words) -> Menu:
    """What decides ties, in its order: what is chosen comes first."""
    entries = tuple(
        Entry(speak("cup.ties.line", n=at, tie=speak(f"cup.tie.{one}")), one)
        for at, one in enumerate(cup.tournament.rules.tie_breaks, 1)
    )
    return Menu("cup.ties", speak("cup.ties"), entries, str(cup.number))


@on("cup.ties")
async def prefer(call: Call) -> Content:
    """What is chosen decides ties first."""
    cup = await _directed(call)
    return await _private(await call.tables.tournaments.prefer(cup.number, call.value), call)


def _entry(cup: Cup, pod: PodRow, speak: Words) -> Entry:
    """A table that is over, with the people in the order of their seats."""
    names = speak.listed(name_of(cup, line, speak) for line in pod.lines)
    title = speak("cup.correct.table", round=pod.round, table=letter(pod))
    return Entry(title, f"{pod.round}/{pod.pod}", cut(names, 100))


@on("cup.begin")
async def begin(call: Call) -> Content:
    """**Begin now**."""
    cup = await _directed(call)
    return await _private(await call.tables.tournaments.begin_now(cup.number), call)


@on("cup.hold")
async def hold(call: Call) -> Content:
    """**Pause** and **Go on**."""
    cup = await _directed(call)
    paused = call.id.rest.endswith("/1")
    service, by = call.tables.tournaments, call.person.id
    return await _private(await service.hold_up(cup.number, paused=paused, director=by), call)


@on("cup.end")
async def end(call: Call) -> Content:
    """**Call off**: once more it is asked."""
    cup = await _directed(call)
    sure = Button("cup.ended", call.words("cup.end"), str(cup.number), style="danger")
    back = Button("cup.panel", call.words("kit.back"), str(cup.number))
    key = "cup.end.early" if cup.row.state is TournamentState.OPEN else "cup.end.sure"
    return note(call.words(key, title=plain(cup.row.title)), sure, back)


@on("cup.ended")
async def ended(call: Call) -> Content:
    """**Call off**, for good."""
    cup = await _directed(call)
    return await _private(await call.tables.tournaments.call_off(cup.number, call.person.id), call)


@on("cup.remove")
async def remove(call: Call) -> Content:
    """Asks first: a place that is given to somebody else doesn't come back."""
    cup, speak = await _directed(call), call.words
    entrant = cup.of_user(number(call.value))
    if entrant is None:
        return await _private(cup, call)
    key = (
        "cup.remove.listed"
        if entrant.line is None
        else "cup.remove.heir"
        if cup.waiting
        else "cup.remove.alone"
    )
    heir = plain(one_line(cup.waiting[0].name)) if cup.waiting else ""
    about = speak(key, name=plain(one_line(entrant.name)), heir=heir)
    yes = Button("cup.removed", speak("cup.remove.yes"), f"{cup.number}/{entrant.user}", style="danger")
    return note(about, yes, Button("cup.panel", speak("kit.back"), str(cup.number)))


@on("cup.removed")
async def removed(call: Call) -> Content:
    """**Remove**: the person is out, and learns of it."""
    before, user = await _directed(call), number(call.id.rest.partition("/")[2])
    cup = await call.tables.tournaments.expel(before.number, call.person.id, user)
    if before.of_user(user) is not None and user != call.person.id:
        await _tell_removed(call, cup, user)
    return await _private(cup, call)


async def _tell_removed(call: Call, cup: Cup, user: int) -> None:
    if not await call.tables.preferences.takes_messages(user):
        return
    speak, server = await call.app.words_for(user), call.interaction.guild
    name, title = plain(server.name if server else ""), plain(cup.row.title)
    told = note(speak("cup.letter", title=title, server=name))
    with suppress(Undelivered):
        await write(call.app, DiscordApi(call.app), user, told, nonce=f"c{call.key}")


@on("cup.points", answers="form")
async def ask_points(call: Call) -> Form:
    """**Points**: those of a full table, typed; empty where an earlier run of the bot has shown the panel."""
    return _points(call, call.id.rest)


def _points(call: Call, here: str, now: str = "") -> Form:
    field = Field("points", call.words("cup.points.how"), now, "4 3 2 1", longest=60)
    return Form("cup.pointed", call.words("cup.points"), (field,), rest=here)


@on("cup.pointed")
async def set_points(call: Call) -> Content:
    """What was typed for the points."""
    cup = await _directed(call)
    typed = _numbers(call.fields.get("points", ""))
    if typed is None:
        raise Refusal("bad_points", n=cup.tournament.rules.high)
    return await _private(await call.tables.tournaments.set_points(cup.number, typed), call)


@on("cup.options")
async def open_options(call: Call) -> Content:
    """**Options**: those of its game."""
    return _options(call, await _directed(call))


@on("cup.option", answers=lambda call: at_once(call) if asks(call) else "shown")
async def set_option(call: Call) -> Content:
    """One option set from its menu; "Other ..." asks for the number first."""
    cup = await _directed(call)
    if asks(call):
        return _options(call, cup, call.words("kit.once_more"))
    return await _set_option(call, cup, call.value)


@on("cup.option_form", answers=at_once)
async def ask_option(call: Call) -> Content:
    """The button of a text, whose form was not ready: the controls once more."""
    return _options(call, await _directed(call), call.words("kit.once_more"))


@on("cup.option_typed")
async def set_typed_option(call: Call) -> Content:
    """A number or a text that was typed in."""
    return await _set_option(call, await _directed(call), call.fields.get("value", ""))


async def _set_option(call: Call, cup: Cup, said: str) -> Content:
    game = cup.row.game
    wanted = option_of(game, call.id.rest.partition("/")[2], Choice, Number, Text)
    chosen = {**structs.asdict(_chosen(cup)), wanted.key: value_of(game, wanted, said)}
    return _options(call, await call.tables.tournaments.set_options(cup.number, options_from(game, chosen)))


def _options(call: Call, cup: Cup, note: str = "") -> Content:
    actions = Actions(
        menu="cup.option",
        number="cup.option_typed",
        text="cup.option_form",
        typed="cup.option_typed",
        before=f"{cup.number}/",
    )
    found = controls(call, cup.row.game, _chosen(cup), actions, cup.tournament.rules.low)
    back = Button("cup.panel", call.words("kit.back"), f"{cup.number}/o")
    texts = (note, head_of(cup, call.words), "\n".join(filter(None, found.about)))
    return Content(texts, rows=(*found.menus, *in_rows([*found.buttons, back])))


def _chosen(cup: Cup) -> Options:
    return registry.game(cup.row.game).decode_options(cup.row.options)


@on("cup.correct")
async def open_result(call: Call) -> Content:
    """A table that is over: who sat where with which place, and the way to others."""
    at = call.value if call.values else call.id.rest.partition("/")[2]
    return await _result(await _directed(call), at, call)


async def _result(cup: Cup, at: str, call: Call) -> Content:
    speak = call.words
    pod = next((one for one in cup.pods if (one.round, one.pod) == _place(at) and one.places), None)
    if pod is None:
        return await _private(cup, call)
    title = speak("cup.correct.table", round=pod.round, table=letter(pod))
    lines = [
        speak("cup.correct.line", n=seat, name=plain(name_of(cup, line, speak)), place=place)
        for seat, (line, place) in enumerate(zip(pod.lines, pod.places, strict=True), 1)
    ]
    here, now = f"{cup.number}/{pod.round}/{pod.pod}", " ".join(map(str, pod.places))
    room = ENTRY // len(pod.lines) - 2  # on a phone the form covers the table with its names
    names = speak.listed(cut(name_of(cup, line, speak), room) for line in pod.lines)
    field = Field("places", speak("cup.correct.how"), now, "1 2 3 4", longest=40, about=names)
    prepare(call, CustomId("cup.places", rest=here), Form("cup.corrected", title, (field,), here))
    change = Button("cup.places", speak("cup.correct.change"), here, style="primary")
    back = Button("cup.panel", speak("kit.back"), str(cup.number))
    texts = (head_of(cup, speak), f"**{title}**\n" + "\n".join(lines), speak("cup.correct.about"))
    return Content(texts, rows=((change, back),))


@on("cup.places", answers=at_once)
async def ask_places(call: Call) -> Content:
    """The button of a form that was not ready: the table once more."""
    return await open_result(call)


def _place(text: str) -> tuple[int, int]:
    """The round and the table in it that a control carries."""
    round_, _, pod = text.partition("/")
    return number(round_), number(pod)


@on("cup.corrected")
async def correct(call: Call) -> Content:
    """The places that were typed, in the order of the seats: then the table with them."""
    cup = await _directed(call)
    at = call.id.rest.partition("/")[2]
    typed = _numbers(call.fields.get("places", "")) or ()
    corrected = await call.tables.tournaments.correct(cup.number, _place(at), typed, call.person.id)
    return await _result(corrected, at, call)


def _numbers(typed: str) -> tuple[int, ...] | None:
    """Whole numbers with anything between them, of any width; None where there is something else."""
    parts = re.split(r"[\s,;、・]+", unicodedata.normalize("NFKC", typed).strip())
    return tuple(map(int, parts)) if all(part.isdecimal() and len(part) < 4 for part in parts) else None


async def _directed(call: Call) -> Cup:
    """The tournament of a control, for its director. Refusals: no_tournament, not_director."""
    cup = await cup_of(call)
    if not directs(call, cup):
        raise Refusal("not_director")
    return cup
