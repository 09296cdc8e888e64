"""`/games tournament` in a simulated Discord: twelve people, two rounds, a drop-out, a restart in each."""

import json
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from PIL import Image
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, filled, open_world, parts, pictured, text_of
from troubled import has

from bot.discord import tournaments
from bot.discord.tournaments import card_of
from bot.games import registry
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store.errors import StoreError
from bot.store.tournaments import TournamentState
from bot.tables.cups import Cup
from bot.tables.model import Status
from bot.tables.tournaments import Plan
from bot.text import mention, plain
from bot.tournaments.model import FORMATS, Format, Rules
from bot.tournaments.standings import standings
from render.pool import DrawingError
from render.tournament import Got, Seated

SHORT = NimmtOptions(format="rounds", rounds=1)
SWISS = Rules("swiss", 2, 4, rounds=2, tie_breaks=("opponents", "score"), lowest_wins=True)
WAYS = ("join", "leave", "show", "panel", "story")
"""Below the page of a tournament."""


@pytest.fixture
async def world(tmp_path: Path, short_games: None) -> AsyncIterator[World]:
    async with await open_world(tmp_path) as world:
        yield world


async def founded(world: World, director: MemberActor, rules: Rules = SWISS, people: int = 12) -> int:
    plan = Plan(title="Friday [Cup]", game="six_nimmt", options=SHORT, rules=rules, low=4, high=people)
    here = {"guild": world.guild.id, "channel": world.channel.id, "locale": "en"}
    return await world.done(
        world.app.tables.tournaments.found(plan, world.known(director), key=world.key(), **here)  # type: ignore[arg-type]
    )


async def cup_of(world: World, number: int = 1) -> Cup:
    return await world.app.tables.tournaments.cup(number)


async def panel(world: World, person: MemberActor) -> Message:
    """The panel for one person's eyes."""
    page = await world.ask(person, "games tournament")
    await world.press(person, page, "cup.one", values=["1"])
    return page


async def dropped_out(world: World, person: MemberActor) -> None:
    """A person drops out of what is under way, asked once where they have a place in it."""
    page = await panel(world, person)
    await world.press(person, page, "cup.quit")
    if controls(page, "cup.quitted"):
        await world.press(person, page, "cup.quitted")


async def signed_up(world: World, people: list[MemberActor]) -> None:
    for person in people:
        await world.press(person, await panel(world, person), "cup.join")
    await world.env.advance_time(1)


async def played(world: World, number: int = 1, *, but: int = 0) -> None:
    """Everybody plays at random until all tables of the round are over, up to the last few."""
    chance, pods = Random(7), (await cup_of(world, number)).pods
    for pod in pods[: len(pods) - but]:
        assert pod.table
        await played_at(world, pod.table, chance)
    await world.env.advance_time(10)


async def played_at(world: World, number: int, chance: Random | None = None) -> None:
    """Everybody plays at random until a table is over."""
    chance = chance or Random(7)
    while (await world.numbered(number)).status is Status.PLAYING:
        moment = await world.app.tables.queries.now_at(number)
        game, table = registry.game(moment.table.game), moment.table
        seat = next(iter(game.decisions(moment.state)))
        user = table.sitters[seat].user
        if user is None:
            await world.env.advance_time(26 * 3600)
            continue
        move = chance.choice(list(game.legal(moment.state, seat)))
        act = world.app.tables.play.act(number, user, move, turn=moment.turn, key=world.key())
        await world.done(act)
        if table.reveal is None and len(game.decisions(moment.state)) == 1:
            await world.env.advance_time(6)
    await world.env.advance_time(10)


def told(world: World) -> list[Message]:
    """The posts of rounds and of the end."""
    return [post for post in world.public() if has(post, "cup.show") and not has(post, "cup.join")]


@pytest.mark.parametrize("format", FORMATS)
async def test_how_many_rounds_is_refused_where_that_follows_from_who_plays(
    world: World, format: Format
) -> None:
    asked: dict[str, Any] = {"title": "Cup", "game": "six_nimmt", "seats": 2, "most": 4}
    answer = await world.ask(world.person("Ann"), "games tournament", **asked, format=format, rounds=2)
    refusal = EN("refusal.cup_rounds", format=EN(f"cup.format.{format}"))
    assert (text_of(answer) == refusal) == (format in ("round_robin", "groups"))


async def test_twelve_people_two_rounds_a_drop_out_and_restarts(world: World) -> None:
    people, director = world.members(12), world.trusted("Director", manage_guild=True)
    await founded(world, director)
    await signed_up(world, people)
    cup = await cup_of(world)
    assert (cup.row.state, len(cup.pods)) == (TournamentState.RUNNING, 3)
    assert len(told(world)) == 1
    assert "(over)" not in text_of(told(world)[0])
    threads = [channel for channel in world.env.backend.channels.values() if "#1" in (channel.name or "")]
    assert sorted(thread.name or "" for thread in threads) == [
        f"Friday [Cup] #1 · round 1 · {letter}" for letter in "ABC"
    ]
    waiting = world.person("Waits")
    await signed_up(world, [waiting])
    leaver = people[4]
    line = cup.of_user(leaver.id).line  # type: ignore[union-attr]
    await dropped_out(world, leaver)
    cup = await cup_of(world)
    assert cup.holder(line).user == waiting.id  # type: ignore[union-attr,arg-type]
    await world.restart()
    await played(world)
    cup = await cup_of(world)
    assert len(cup.tournament.rounds) == 2
    assert len(told(world)) == 2
    gone = people[7]
    await dropped_out(world, gone)
    await world.restart()
    await played(world)
    cup = await cup_of(world)
    assert cup.row.state is TournamentState.OVER
    assert (cup.row.told, len(told(world))) == (3, 3)
    end = told(world)[-1]
    assert pictured(end)
    ranked = standings(cup.tournament)
    assert ranked[-1].gone
    winner = cup.holder(ranked[0].number)
    assert winner
    assert winner.name in text_of(end)
    assert "Friday \\[Cup\\]" in text_of(end)
    await world.restart()
    await world.env.advance_time(3600)
    assert len(told(world)) == 3
    assert len([one for one in world.env.backend.channels.values() if "#1" in (one.name or "")]) == 6


async def test_that_all_places_are_needed_is_said_once(world: World) -> None:
    ann = world.trusted("Ann")
    await world.ask(ann, "games tournament", title="Cup", game="six_nimmt", seats=2, most=4, least=4)
    (post,) = [each for each in world.public() if has(each, "cup.join")]
    assert f"0 of 4 places are taken.\n{EN('cup.when_full')}" in text_of(post)
    await world.press(ann, post, "cup.join")
    assert "1 of 4 places is taken." in text_of(post)


async def test_the_command_opens_one_and_all_see_its_panel(world: World) -> None:
    ann, ben = world.trusted("Ann"), world.person("ベン", "ja")
    own = await world.ask(
        ann, "games tournament", title="Friday Cup", game="six_nimmt", seats=2, most=4, least=2
    )
    assert EN("cup.director") in text_of(own)
    (post,) = [each for each in world.public() if has(each, "cup.join")]
    assert "0 of 4 places" in text_of(post)
    await world.press(ann, post, "cup.join")
    await world.press(ann, post, "cup.join")
    await world.press(ben, post, "cup.join")
    (post,) = [each for each in world.public() if has(each, "cup.join")]
    assert "2 of 4 places" in text_of(post)
    theirs = await world.opened(ben, post, "cup.panel")
    assert not controls(theirs, "cup.begin")
    assert JA("cup.format.swiss") in text_of(theirs)
    await world.press(ann, own, "cup.begin")
    await world.env.advance_time(5)
    cup = await cup_of(world)
    assert [len(pod.lines) for pod in cup.pods] == [2]
    assert cup.pods[0].table


async def test_only_its_director_and_managers_may_direct(world: World) -> None:
    ann, ben = world.trusted("Ann"), world.person("Ben")
    await founded(world, ann, replace(SWISS, high=2), people=4)
    await signed_up(world, [ann, ben])
    own = await panel(world, ann)
    foreign = world.prepared(ben, own, controls(own, "cup.begin")[0]["custom_id"])
    (answer,) = await world.send(foreign)
    assert text_of(world.private(answer)) == EN("refusal.not_director")
    assert (await cup_of(world)).row.state is TournamentState.OPEN
    few = await world.opened(ann, own, "cup.begin")
    assert text_of(few) == EN("refusal.tournament_few", n=4)
    await world.press(ann, own, "cup.remove", values=[str(ben.id)])
    assert EN("cup.remove.listed", name="Ben") in text_of(own)
    assert len((await cup_of(world)).entrants) == 2
    await world.press(ann, own, "cup.removed")
    assert [one.user for one in (await cup_of(world)).entrants] == [ann.id]
    assert "Friday" in text_of(world.dms(ben)[-1])
    await world.press(ann, own, "cup.end")
    assert text_of(own) == EN("cup.end.early", title=plain("Friday [Cup]"))
    await world.press(ann, own, "cup.ended")
    await world.env.advance_time(5)
    assert (await cup_of(world)).row.state is TournamentState.CANCELLED
    assert not told(world), "the post by which people sign up says so"
    call = world.public()[-1]
    title = plain("Friday [Cup]")
    assert text_of(call) == EN("cup.called_off", names=mention(ann.id), title=title)
    assert (call.ping_user_ids, controls(call)) == ([ann.id], [])
    assert "(1)" in text_of(own)
    assert EN("cup.rule") not in text_of(own)
    assert not controls(own, "cup.story")


async def test_who_takes_over_is_called_at_the_table_and_nobody_else(world: World) -> None:
    ann, ben, *others = people = [world.trusted("Ann"), *world.members(3)]
    await founded(world, ann, replace(SWISS, high=2), people=4)
    await signed_up(world, people)
    first, second = world.person("First"), world.person("Second")
    await signed_up(world, [first, second])
    cup = await cup_of(world)
    pod = next(one for one in cup.pods if cup.of_user(ben.id).line in one.lines)  # type: ignore[union-attr]
    tables = [(await world.numbered(one.table or 0)).channel for one in (pod, *cup.pods)]
    thread, *both = [next(each for each in world.channel.threads if each.id == one) for one in tables]
    before = sum(len(world.public(one)) for one in both)
    own = await panel(world, ann)
    await world.press(ann, own, "cup.remove", values=[str(ben.id)])
    assert EN("cup.remove.heir", name=ben.name, heir="First") in text_of(own)
    await world.press(ann, own, "cup.removed")
    called = world.public(thread)[-1]
    assert text_of(called) == EN("cup.heir", name=f"<@{first.id}>", former=ben.name)
    assert called.ping_user_ids == [first.id]
    await dropped_out(world, second)
    assert sum(len(world.public(one)) for one in both) == before + 1
    await world.press(ann, own, "cup.remove", values=[str(others[0].id)])
    assert EN("cup.remove.alone", name=others[0].name) in text_of(own)


async def test_who_takes_over_gets_into_a_private_thread_after_trouble_and_a_restart(world: World) -> None:
    ann, ben, *_ = people = [world.trusted("Ann"), *world.members(3)]
    await founded(world, ann, replace(SWISS, high=2, duplicate=True), people=4)
    await signed_up(world, people)
    await world.env.advance_time(5)
    await signed_up(world, [first := world.person("First")])
    cup = await cup_of(world)
    pod = next(one for one in cup.pods if cup.of_user(ben.id).line in one.lines)  # type: ignore[union-attr]
    channel = (await world.numbered(pod.table or 0)).channel
    own = await panel(world, ann)
    world.env.inject_error("PUT", f"/channels/{channel}/thread-members/{first.id}", status=503, times=None)
    await world.press(ann, own, "cup.remove", values=[str(ben.id)])
    await world.press(ann, own, "cup.removed")
    thread = next(each for each in world.channel.threads if each.id == channel)
    called = EN("cup.heir", name=f"<@{first.id}>", former=ben.name)
    assert called not in map(text_of, world.public(thread))
    await world.restart()
    world.env.backend.faults.clear()
    await world.env.advance_time(60)
    for _ in range(2):
        thread = next(each for each in world.channel.threads if each.id == channel)
        assert [text_of(each) for each in world.public(thread)].count(called) == 1
        await world.restart()
        await world.env.advance_time(60)


async def test_a_result_is_corrected_also_after_the_end_and_told_once_more(world: World) -> None:
    ann, *_ = people = [world.trusted("Ann", "ja"), *world.members(3)]
    await founded(world, ann, replace(SWISS, high=2, rounds=1), people=4)
    await signed_up(world, people)
    await played(world)
    cup, before = await cup_of(world), len(told(world))
    pod = next(one for one in cup.pods if one.places != (1, 1))
    own = await panel(world, ann)
    listed = {entry["description"] for entry in controls(own, "cup.correct")[0]["options"]}
    assert JA.listed(cup.holder(line).name for line in pod.lines) in listed  # type: ignore[union-attr]
    await world.press(ann, own, "cup.correct", values=[f"1/{pod.pod}"])
    names = [cup.holder(line).name for line in pod.lines]  # type: ignore[union-attr]
    for seat, (name, place) in enumerate(zip(names, pod.places, strict=True), 1):
        assert JA("cup.correct.line", n=seat, name=name, place=place) in text_of(own)
    form = await world.press(ann, own, "cup.places")
    assert form.modal is not None
    assert form.modal["components"][0]["description"] == JA.listed(names)
    await ann.submit_modal(form, {"places": " ".join(str(3 - place) for place in pod.places)})
    await world.env.advance_time(5)
    corrected = (await cup_of(world)).pods[pod.pod]
    assert corrected.places == tuple(3 - place for place in pod.places)
    # The director sees the table as it is by now.
    for seat, (name, place) in enumerate(zip(names, corrected.places, strict=True), 1):
        assert JA("cup.correct.line", n=seat, name=name, place=place) in text_of(own)
    assert len(told(world)) == before + 1
    assert EN("cup.corrected") in text_of(told(world)[-1])
    assert EN("cup.corrected") not in text_of(told(world)[-2])
    await world.restart()
    await world.env.advance_time(5)
    assert len(told(world)) == before + 1


async def test_of_a_tournament_elsewhere_nothing_is_told(world: World) -> None:
    ann = world.trusted("Ann")
    plan = Plan(title="Secret", game="six_nimmt", options=SHORT, rules=SWISS, low=4, high=8)
    await world.done(
        world.app.tables.tournaments.found(
            plan, world.known(ann), guild=world.guild.id + 1, channel=1, locale="en", key="elsewhere"
        )
    )
    own = await founded(world, ann)
    page = await panel_of(world, ann, own)
    control = controls(page, "cup.show")[0]["custom_id"].replace(f":{own}", ":1")
    (answer,) = await world.send(world.prepared(ann, page, control))
    assert text_of(world.private(answer)) == EN("refusal.no_tournament")


async def panel_of(world: World, person: MemberActor, number: int) -> Message:
    page = await world.ask(person, "games tournament")
    await world.press(person, page, "cup.one", values=[str(number)])
    return page


@pytest.mark.logs_errors
async def test_a_thread_that_is_there_already_is_used(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the thread and its table, the bot opens no second thread."""
    ann = world.trusted("Ann")
    people = [ann, *world.members(3)]
    await founded(world, ann, people=4)
    tournaments = type(world.app.tables.tournaments)

    async def lost(self: object, number: int, at: tuple[int, int], **_: int) -> None:
        raise StoreError("killed here")

    with monkeypatch.context() as patch:
        patch.setattr(tournaments, "open_pod", lost)
        await signed_up(world, people)
        assert (await cup_of(world)).pods[0].table is None
    await world.restart()
    await world.env.advance_time(5)
    assert (await cup_of(world)).pods[0].table
    assert len([one for one in world.env.backend.channels.values() if "#1" in (one.name or "")]) == 1
    assert len(told(world)) == 1


async def test_the_picture_marks_the_best_of_a_table_and_nobody_while_it_is_played(world: World) -> None:
    ann = world.trusted("Ann")
    await founded(world, ann, people=4)
    await signed_up(world, [ann, *world.members(3)])
    cup = await cup_of(world)
    card = card_of(cup, standings(cup.tournament), EN)
    assert [got for row in card.rows for got in row.got] == [Got(1, None, "A")] * 4
    await world.done(world.app.tables.tournaments.hold_up(1, paused=True))
    await played(world)
    cup = await cup_of(world)
    card = card_of(cup, standings(cup.tournament), EN)
    assert [row.got[0].best for row in card.rows] == [row.place == 1 for row in card.rows]
    assert card.tables == (Seated("A", cup.pods[0].lines),)


async def test_a_duplicate_is_played_apart_and_tells_its_secret_last(world: World) -> None:
    """In private threads for those who sit there; by seat it is compared what each has made of it."""
    director, people = world.trusted("Director", manage_guild=True), world.members(8)
    await founded(world, director, replace(SWISS, rounds=1, duplicate=True), people=8)
    await signed_up(world, people)
    cup = await cup_of(world)
    secret = (await world.app.store.read(lambda tx: tx.deals.of(1)))[0].secret.hex()
    short = cup.deals[0].commitment[:16]
    assert EN("cup.deal", round=1, short=short) in text_of(told(world)[0])
    threads = [
        world.env.backend.get_channel((await world.numbered(pod.table or 0)).channel) for pod in cup.pods
    ]
    for thread, pod in zip(threads, cup.pods, strict=True):
        assert thread.type == discord.ChannelType.private_thread.value
        users = {holder.user for holder in map(cup.holder, pod.lines) if holder}
        assert users <= set(thread.thread_members)
        assert not ({one.id for one in people} - users) & set(thread.thread_members)
    waiting = world.person("Waits")
    await signed_up(world, [waiting])
    leaver = next(one for one in people if one.id == cup.holder(cup.pods[0].lines[0]).user)  # type: ignore[union-attr]
    await dropped_out(world, leaver)
    assert waiting.id in threads[0].thread_members
    await played(world, but=1)
    place = next(each for each in world.channel.threads if each.id == threads[0].id)
    ending = world.with_control(world.public(place), "table.replay")
    assert EN("cup.held", short=short) in text_of(ending)
    for action in ("share", "file", "analyse"):
        assert EN("refusal.duplicate_on") in text_of(await world.opened(waiting, ending, f"table.{action}"))
    assert EN("table.verify.duplicate")[:20] in await world.says(waiting, "table verify", place)
    everything = [vars(one) for there in world.env.backend.messages.values() for one in there.values()]
    assert secret not in str(everything)
    await played(world)
    end = told(world)[-1]
    assert EN("cup.deal.over", round=1, short=short, secret=secret) in text_of(end)
    assert secret in await world.says(waiting, "table verify", place)
    compared = text_of(await world.opened(director, end, "cup.seats"))
    assert EN("cup.seats.about") in compared
    assert compared.count(EN("cup.seats.seat", seat=1, names="")) == 1
    assert "100%" in compared


async def test_options_and_tie_breaks_are_chosen_by_the_director(world: World) -> None:
    ann, ben = world.trusted("Ann"), world.person("Ben")
    await founded(world, ann, replace(SWISS, high=2), people=4)
    own = await panel(world, ann)
    await world.press(ann, own, "cup.ties", values=["score"])
    decided = EN(
        "cup.decided", points="2 · 1", ties=EN.all_of([EN("cup.tie.score"), EN("cup.tie.opponents")])
    )
    assert decided in text_of(own)
    await world.press(ann, own, "cup.options")
    await world.press(ann, own, "cup.option", values=["strategy"], rest="1/deal")
    form = await world.press(ann, own, "cup.option", values=["other"], rest="1/rounds")
    await ann.submit_modal(form, {"value": "7"})
    await world.press(ann, own, "cup.panel")
    assert EN("six_nimmt.option.deal.strategy") in text_of(own)
    options = registry.game("six_nimmt").decode_options((await cup_of(world)).row.options)
    assert (options.deal, options.rounds) == ("strategy", 7)
    (begin,) = controls(await panel(world, ann), "cup.options")
    (answer,) = await world.send(world.prepared(ben, own, begin["custom_id"]))
    assert text_of(world.private(answer)) == EN("refusal.not_director")


async def test_the_form_of_the_points_holds_those_that_stand(world: World) -> None:
    """Also after they were changed; after a restart it opens empty."""
    ann = world.trusted("Ann")
    await founded(world, ann, replace(SWISS, low=3, high=3), people=4)
    own = await panel(world, ann)
    form = await world.press(ann, own, "cup.points")
    assert filled(form) == {"points": "3 2 1"}
    await ann.submit_modal(form, {"points": "5 2 1"})
    own = await panel(world, ann)
    assert filled(await world.press(ann, own, "cup.points")) == {"points": "5 2 1"}
    await world.restart()
    assert filled(await world.press(ann, own, "cup.points")) == {"points": ""}


async def test_the_page_of_one_person_leads_to_their_table(world: World) -> None:
    """Until it is over: then it says that others still play. Who takes no part, and the end, have neither."""
    director, ann, zoe = world.trusted("Director"), world.person("Ann"), world.person("Zoe")
    await founded(world, director, replace(SWISS, low=2, high=2, rounds=1), people=4)
    people = [ann, *(world.person(name) for name in ("Ben", "Cleo", "Dan"))]
    await signed_up(world, people)
    cup = await cup_of(world)
    line = next(one.line for one in cup.entrants if one.user == ann.id)
    pods = sorted(cup.pods, key=lambda pod: line not in pod.lines)
    tables = [await world.numbered(pod.table or 0) for pod in pods]
    own = EN("cup.own", places=f"<#{tables[0].channel}>")
    assert own in text_of(await panel(world, ann))
    assert "<#" not in text_of(await panel(world, zoe))
    await played_at(world, tables[0].id)
    thread = next(each for each in world.channel.threads if each.id == tables[0].channel)
    end = world.public(thread)[-1]
    first, again = controls(end, "cup.panel")[0], controls(end, "table.rematch")[0]
    assert first["label"] == EN("cup.story.of")
    styles = discord.ButtonStyle.primary.value, discord.ButtonStyle.secondary.value
    assert (first["style"], again["style"]) == styles, "the tournament leads on, not a rematch"
    page = text_of(await world.opened(ann, end, "cup.panel"))
    assert EN("cup.own.over") in page
    assert "<#" not in page
    await played_at(world, tables[1].id)
    assert (await cup_of(world)).row.state is TournamentState.OVER
    assert EN("cup.own.over") not in text_of(await panel(world, ann))


async def test_a_bye_says_what_it_is_worth(world: World) -> None:
    director, people = world.trusted("Director"), world.members(5)
    await founded(world, director, replace(SWISS, low=2, high=2), people=5)
    await signed_up(world, people)
    cup = await cup_of(world)
    (line,) = cup.tournament.rounds[0].byes
    holder = cup.holder(line)
    assert holder
    said = EN("cup.byes", names=holder.name, points="1.5")
    assert said in text_of(told(world)[-1])
    assert said in text_of(await world.opened(people[0], told(world)[-1], "cup.story"))
    for person in people:
        page = text_of(await panel(world, person))
        assert (EN("cup.own.bye", points="1.5") in page) == (person.id == holder.user)


async def test_the_end_has_a_diary_a_film_and_a_file(world: World) -> None:
    ann, *others = people = [world.trusted("Ann"), *world.members(3)]
    await founded(world, ann, replace(SWISS, high=2), people=4)
    await signed_up(world, people)
    await played(world)
    await played(world)
    cup = await cup_of(world)
    assert cup.row.state is TournamentState.OVER
    page = await world.opened(others[0], told(world)[-1], "cup.story")
    assert EN("cup.story.round", n=2) in text_of(page)
    assert f"<#{(await world.numbered(cup.pods[2].table or 0)).channel}>" in text_of(page)
    await world.press(others[0], page, "cup.story", rest="1/1")
    assert f"<#{(await world.numbered(cup.pods[0].table or 0)).channel}>\n" in text_of(page)
    film = await world.opened(others[0], page, "cup.film")
    (attached,) = film.attachments
    assert attached["filename"] == "six_nimmt-tournament.gif"
    with Image.open(BytesIO(world.env.backend.cdn.get(attached["url"]))) as moving:
        assert (getattr(moving, "n_frames", 1), moving.format) == (2, "GIF")
    before = len(world.public())
    await world.press(others[0], film, "cup.share")
    assert len(world.public()) == before + 1
    assert EN("table.shared", name=others[0].name) in text_of(world.public()[-1])
    given = await world.opened(others[0], page, "cup.file")
    file = json.loads(world.env.backend.cdn.get(given.attachments[0]["url"]))
    assert file["standings"][0]["place"] == 1
    late = await world.opened(ann, told(world)[0], "cup.panel")
    assert [len(controls(late, f"cup.{one}")) for one in WAYS] == [0, 0, 1, 0, 1]


async def test_a_round_whose_standings_could_not_be_drawn_begins_a_little_later(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, failed = tournaments.standings_of, list[bool]()

    def fails_once(*args: Any, **options: Any) -> Any:
        if not failed:
            failed.append(True)
            raise DrawingError("2 workers were lost over one picture")
        return real(*args, **options)

    monkeypatch.setattr(tournaments, "standings_of", fails_once)
    people = [world.trusted("Ann"), *world.members(3)]
    await founded(world, people[0], people=4)
    await signed_up(world, people)
    await world.env.advance_time(10)
    assert len(told(world)) == 1
    assert all(pod.table for pod in (await cup_of(world)).pods)
    assert "could not be drawn" in caplog.text


async def test_groups_and_a_ladder_say_how_they_go_on_and_a_final_that_it_is_one(world: World) -> None:
    people = [world.trusted("Ann"), *world.members(3)]
    rules = Rules("groups", 2, 2, group=2)
    await founded(world, people[0], rules, people=4)
    await signed_up(world, people)
    first = told(world)[-1]
    assert EN("cup.how.groups") in text_of(first)
    assert EN("cup.round", n=1) in text_of(first)
    await played(world)
    final = told(world)[-1]
    assert EN("cup.final", tables="A") in text_of(final)
    assert EN("cup.picture.final") in str([*parts(final)])
    names = [str(channel.name) for channel in world.env.backend.channels.values()]
    assert [name.rpartition("#1 · ")[2] for name in names][-2:] == ["final · A", "final · B"]
    await played(world)
    await founded(world, people[0], Rules("ladder", 2, 2, rounds=2), people=4)
    await world.env.advance_time(10)
    season = text_of(world.public()[-1])
    assert EN("cup.how.ladder") in season
    assert EN("cup.decided.ladder", points="2 · 1") in season, "nothing else decides ties there"
    assert "cup.ties" not in str([*parts(await panel_of(world, people[0], 2))])


async def test_nobody_has_a_place_before_a_table_has_ended(world: World) -> None:
    """Neither in words nor in the picture, and there is no film of it."""
    ann, ben, *others = [world.trusted("Ann"), *world.members(3)]
    await founded(world, ann, replace(SWISS, high=2), people=4)
    (post,) = [each for each in world.public() if has(each, "cup.join")]
    nothing = EN("refusal.tournament_undecided")
    assert nothing in text_of(await world.opened(ben, post, "cup.show"))
    await signed_up(world, [ann, ben, *others])
    (begun,) = told(world)
    assert nothing not in text_of(begun)
    assert "**1.**" not in text_of(begun)
    assert nothing in text_of(await world.opened(ben, begun, "cup.show"))
    card = card_of(await cup_of(world), standings((await cup_of(world)).tournament), EN)
    assert {row.place for row in card.rows} == {0}
    page = await world.opened(ben, begun, "cup.story")
    assert not controls(page, "cup.film")
    (answer,) = await world.send(
        world.prepared(ben, page, controls(page, "cup.file")[0]["custom_id"].replace("file", "film"))
    )
    assert text_of(world.private(answer)) == nothing
    await played(world)
    after = told(world)[-1]
    assert "**1.**" in text_of(after)
    assert nothing not in text_of(await world.opened(ben, after, "cup.show"))
    assert controls(await world.opened(ben, after, "cup.story"), "cup.film")


async def test_dropping_out_of_a_tournament_under_way_asks_first(world: World) -> None:
    """And is told afterwards; who has no place in it is told so. Whoever signs up now waits for a place, and
    their button says so. A post of an earlier version drops people out at once."""
    ann, stranger = world.trusted("Ann"), world.person("Stranger")
    people = world.members(4)
    await founded(world, ann, replace(SWISS, high=4), people=4)
    assert controls(await panel(world, stranger), "cup.join")[0]["label"] == EN("cup.join")
    await signed_up(world, people)
    leaver, other = people[:2]
    await world.env.advance_time(60)
    public = next(post for post in world.public() if controls(post, "cup.join"))
    asked = await world.opened(leaver, public, "cup.quit")
    assert EN("cup.quit.alone") in text_of(asked)
    assert (await cup_of(world)).of_user(leaver.id) is not None
    await world.press(leaver, asked, "cup.quitted")
    assert EN("cup.quit.done") in text_of(asked)
    for shown in (asked, public):
        assert controls(shown, "cup.join")[0]["label"] == EN("cup.join.waiting")
    assert (await cup_of(world)).of_user(leaver.id) is None
    assert text_of(await world.opened(stranger, public, "cup.quit")) == EN("refusal.no_entrant")
    waiting = world.person("Waits")
    await signed_up(world, [waiting])
    asked = await world.opened(other, public, "cup.quit")
    assert EN("cup.quit.heir", heir="Waits") in text_of(asked)
    (button,) = controls(public, "cup.quit")
    await world.send(world.prepared(other, public, button["custom_id"].replace("quit", "leave")))
    assert (await cup_of(world)).of_user(other.id) is None


async def test_the_page_of_one_person_has_the_ways_that_are_open_to_them(world: World) -> None:
    ann, ben = world.trusted("Ann"), world.person("Ben")
    await founded(world, ann, replace(SWISS, high=2), people=4)
    own = await panel(world, ben)
    assert [len(controls(own, f"cup.{one}")) for one in WAYS] == [1, 0, 1, 0, 0]
    await world.press(ben, own, "cup.join")
    assert [len(controls(own, f"cup.{one}")) for one in WAYS] == [0, 1, 1, 0, 0]
    await world.press(ben, own, "cup.leave")
    assert [len(controls(own, f"cup.{one}")) for one in WAYS] == [1, 0, 1, 0, 0]
