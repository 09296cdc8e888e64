"""Hostile names and lines in everything that reaches Discord: posts, answers, menus, files, direct messages.

What a game itself says is looked at in `test_hostile_models`; here people live with it for some days.
"""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import product

import discord
from any_game import A_WHILE, GAMES, AnyEvening
from hostile import NAMES, met, met_as_names, told_in, wrong_in_markdown
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import RoleHandle
from simulated import World, controls
from troubled import HOUR, Wire

from bot.discord import votes
from bot.discord.view_models import names_at, names_of
from bot.games.contract import State
from bot.tables.model import ABSENT, Moment, Vote, VoteKind, VoteState
from bot.text import one_line, words
from bot.view_model import ComputerName

RIGHTS = discord.Permissions(manage_messages=True, manage_guild=True, view_channel=True, send_messages=True)


def person(world: World, name: str, locale: str = "en-US", *roles: RoleHandle) -> MemberActor:
    """A member whom the server calls so."""
    number = len(world.locales)
    actor = world.guild.add_member(world.env.create_user(f"user{number}"), nick=name, roles=roles)
    world.locales[actor.id] = locale
    return actor


def newest(world: World, action: str) -> Message:
    """The newest post with this control."""
    return world.with_control(world.public(), action)


async def test_names_and_lines_stay_what_they_are_in_all_that_people_do_together(
    japanese_world: World,
) -> None:
    """Every other of them reads English."""
    world = japanese_world
    world.app.limited = False
    keeper = world.guild.create_role("keeper", permissions=RIGHTS)
    everybody = [person(world, name, ("en-US", "ja")[at % 2]) for at, name in enumerate(NAMES[:-1])]
    everybody.append(person(world, NAMES[-1], "ja", keeper))
    people, outside = everybody[:10], everybody[10:]
    with Wire() as wire:
        for actor in everybody:
            await wants(world, actor)
        await people[0].slash(world.channel, "games list")
        table = await started(world, people)
        await seats_change(world, people, outside)
        await days_pass(world, people)
        await AnyEvening(world, GAMES["six_nimmt"], everybody, 0, table).play_out()
        await world.env.advance_time(A_WHILE)
        for actor, other in zip(everybody[1::5], everybody[::5], strict=True):
            await counted(world, actor, other)
        await forgotten(world, people[4])
    told = [text for request in wire.requests for text in told_in(request)]
    assert met_as_names([request.body for request in wire.requests], told) == met(NAMES)


async def test_a_name_that_was_kept_in_several_lines_is_shown_in_one(world: World) -> None:
    await person(world, "Ann").slash(world.channel, "nimmt start")
    table = await world.app.tables.queries.table(1)
    kept = replace(table.sitters[0], name=NAMES[7])
    assert names_of(replace(table, sitters=(kept,)), words("en")) == (one_line(NAMES[7]),)


async def test_computers_alone_have_a_level_that_pictures_may_leave_out(world: World) -> None:
    """Neither people, nor those who have left, whatever they are called; in former times, too."""
    await person(world, "Ann").slash(world.channel, "nimmt start")
    table, name = await world.app.tables.queries.table(1), "Computer 1 (easy)"
    ann = replace(table.sitters[0], name=name)
    sitters = ann, replace(ann, seat=1, computer="easy", user=None), replace(ann, seat=2, computer=ABSENT)
    shown = names_of(replace(table, sitters=sitters), words("en"))
    assert shown == (name,) * 3
    assert [isinstance(each, ComputerName) for each in shown] == [False, True, False]
    assert pickle.loads(pickle.dumps(shown[1])).short == "Computer 1"
    former = (name, "Jo (old)", name)
    moment = Moment(replace(table, sitters=sitters), 0, State(schema=1), names=former)
    assert names_at(moment, words("en")) == former
    assert [isinstance(each, ComputerName) for each in names_at(moment, words("en"))] == [False] * 3


async def test_every_outcome_of_a_motion_has_its_words_and_names_stay_names(world: World) -> None:
    ann, ben = (person(world, name) for name in NAMES[:2])
    await ann.slash(world.channel, "nimmt start")
    await world.press(ben, newest(world, "lobby.join"), "lobby.join")
    table = await world.app.tables.queries.table(1)
    by, name, closer = NAMES[2:5]
    said, outcomes = list[str](), set[str]()
    for kind, state, withdrawn, locale in product(VoteKind, VoteState, (False, True), ("en", "ja")):
        motion = Vote(
            table=1,
            kind=kind,
            state=state,
            by=ann.id,
            by_name=by,
            name=name,
            closer=closer,
            agreed=(ann.id, ben.id),
            withdrawn=withdrawn and state is VoteState.DECLINED,
            until=world.app.now(),
        )
        texts = (await votes.content(world.app, replace(table, locale=locale), motion)).texts
        said += texts
        outcomes |= {texts[0]} if state is not VoteState.OPEN else set()
    assert [text for text in said if wrong_in_markdown(text)] == []
    assert met(said) == met(NAMES[:5])
    assert len(outcomes) == 2 * 4 * 5, "every outcome has words of its own"


async def wants(world: World, actor: MemberActor) -> None:
    """Somebody looks for players, by name."""
    page = await world.ask(actor, "games wanted")
    await world.press(actor, page, "wanted.games", values=["six_nimmt"])
    await world.press(actor, page, "wanted.numbers", values=["10"])
    await world.press(actor, page, "wanted.seen")
    await world.press(actor, page, "wanted.look")
    await world.press(actor, page, "wanted.panel")


async def started(world: World, people: Sequence[MemberActor]) -> int:
    """A game with a deadline."""
    host, *others = people
    await host.slash(world.channel, "nimmt start", rounds=1)
    for other in others:
        await world.press(other, newest(world, "lobby.join"), "lobby.join")
    lobby = newest(world, "lobby.start")
    await host.slash(world.channel, "games tables")
    await host.slash(world.channel, "table show")
    options = await world.opened(host, lobby, "lobby.options")
    await world.press(host, options, "time.deadline", values=["24"])
    await world.press(host, lobby, "lobby.start")
    return (await world.table()).id


async def seats_change(world: World, people: Sequence[MemberActor], outside: Sequence[MemberActor]) -> None:
    """Some leave or are removed; computers, strangers and they themselves come in their place."""
    ann, ben, cleo, dora, eve, finn, *others = people
    await world.leave(ben)
    panel = await world.ask(cleo, "table replace")
    await world.press(cleo, panel, "table.stand_in", rest="1", values=["easy"])
    await world.leave(dora)
    panel = await world.ask(cleo, "table replace")
    await world.press(cleo, panel, "table.call")
    question = newest(world, "motion.yes")
    await world.press(outside[0], question, "motion.yes")
    for person, answerer in ((eve, "motion.yes"), (finn, "motion.no")):
        await world.kick(ann, person)
        question = newest(world, "motion.yes")
        for other in (cleo, finn if person is eve else eve, *others, outside[0]):
            if controls(question, answerer):
                await world.press(other, question, answerer)
        await world.env.advance_time(A_WHILE)
    await cleo.slash(world.channel, "table invite", person=eve)
    await world.press(eve, newest(world, "motion.yes"), "motion.yes")
    await world.kick(outside[1], finn)
    await ben.slash(world.channel, "table replace")
    await outside[1].slash(world.channel, "table replace")
    menu = await world.opened(ann, newest(world, "table.more"), "table.more")
    await world.press(ann, menu, "table.kick")


async def days_pass(world: World, people: Sequence[MemberActor]) -> None:
    """Reminders, warnings, deadlines that run out, questions about whoever is missing, rests."""
    ann, cleo = people[0], people[2]
    await ann.slash(world.channel, "table pause")
    await world.env.advance_time(A_WHILE)
    await ann.slash(world.channel, "table resume")
    for actor in (ann, people[6]):
        panel = await world.ask(actor, "table deadline")
        await world.press(actor, panel, "time.more")
        await world.app.tables.reminders.go_away(people[7].id, world.app.now() + timedelta(days=1))
    await cleo.slash(world.channel, "games mine")
    for hours in (13, 10, 8, 13, 13, *[24] * 6):
        await world.env.advance_time(hours * HOUR)
        await cleo.slash(world.channel, "table deadline")
        for action, values in (("time.wait", None), ("time.computer", ["easy"]), ("time.free", None)):
            asked = [post for post in world.public() if controls(post, action)]
            if asked:
                await world.press(cleo, asked[-1], action, values=values)
    await cleo.slash(world.channel, "games mine")


async def counted(world: World, actor: MemberActor, other: MemberActor) -> None:
    """What somebody writes about a game, and can read about games and people."""
    name = actor.user.name
    await world.press(actor, newest(world, "diary.open"), "diary.open")
    if controls(world.messages()[-1], "diary.line"):
        form = await world.press(actor, world.messages()[-1], "diary.line")
        await actor.submit_modal(form, {"line": f"{NAMES[int(name.removeprefix('user'))]} again"})
    for command in ("diary", "statistics", "mine", "audit", "export"):
        await actor.slash(world.channel, f"games {command}")
    await actor.slash(world.channel, "games leaderboard", game="six_nimmt")
    await actor.slash(world.channel, "games statistics", person=other)
    await actor.slash(world.channel, "table news")
    await actor.autocomplete(world.channel, "games leaderboard", "game", "6")
    export = await world.ask(actor, "games privacy")
    for action in ("data.export", "table.file"):
        if controls(export, action):
            await world.press(actor, export, action)
    await world.press(actor, newest(world, "table.file"), "table.file")
    await actor.slash(world.channel, "table history")


async def forgotten(world: World, actor: MemberActor) -> None:
    """Somebody is forgotten; the others still look back."""
    asked = await world.ask(actor, "games forget-me")
    for item in controls(asked):
        await world.send(world.prepared(actor, asked, item["custom_id"]))
