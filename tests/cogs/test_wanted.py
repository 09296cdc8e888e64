"""`/games wanted`: the panel, the call for those who want the same, and the table that follows."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult
from simulated import World, controls, text_of
from slow_evening import SlowEvening
from troubled import Wire, control, has
from units import writing

from bot.discord.catalog import name
from bot.tables.matchmaking import wanted_of
from bot.tables.model import NoticeState
from bot.text import mention, words

EN, JA = words("en"), words("ja")
ANY_FOUR = ("thurn_and_taxis", "noria")
"""Games for at most four, in the order of the shelf."""


def fresh(world: World, message: Message) -> Message:
    return world.env.backend.get_message(message.channel_id, message.id)


async def panel(evening: SlowEvening, person: MemberActor, channel: ChannelHandle | None = None) -> Message:
    return evening.private(await person.slash(channel or evening.channel, "games wanted"))


async def wants(
    evening: SlowEvening,
    person: MemberActor,
    *games: str,
    season: str = "always",
    channel: ChannelHandle | None = None,
) -> Message:
    """Somebody chooses games in the panel and looks for players; the panel then."""
    message = await panel(evening, person, channel)
    await evening.press(person, message, control(message, "wanted.games"), *(games or ("six_nimmt",)))
    await evening.press(person, message, control(message, "wanted.season"), season)
    await evening.push(person, message, "wanted.look")
    return message


def calls(evening: SlowEvening, channel: ChannelHandle | None = None) -> list[Message]:
    return [post for post in evening.world.public(channel or evening.channel) if has(post, "wanted.sit")]


def hidden_from(evening: SlowEvening, person: MemberActor) -> ChannelHandle:
    """A channel that somebody can't see."""
    hidden = {person: discord.PermissionOverwrite(view_channel=False)}
    return evening.world.guild.create_text_channel("secret", overwrites=hidden)


def told(evening: SlowEvening, answer: InteractionResult) -> str:
    return text_of(evening.private(answer))


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_the_panel_keeps_what_is_chosen(world: World, locale: str) -> None:
    ann, speak = world.person("Ann", locale), words(locale)
    answer = await ann.slash(world.channel, "games wanted")
    assert answer.response is not None
    assert answer.response.ephemeral
    at = answer.response.channel_id, answer.response.id
    page = world.env.backend.get_message(*at)
    assert speak("games.wanted.idle") in text_of(page)
    assert controls(page, "wanted.look")[0]["disabled"]
    await world.press(ann, page, "wanted.games", values=["noria", "six_nimmt"])
    await world.press(ann, page, "wanted.numbers", values=["3", "4"])
    await world.press(ann, page, "wanted.season", values=["always"])
    await world.press(ann, page, "wanted.seen")
    page = world.env.backend.get_message(*at)
    chosen = [
        line["value"] for menu in controls(page) for line in menu.get("options", ()) if line.get("default")
    ]
    assert chosen == ["six_nimmt", "noria", "3", "4", "always"]
    assert speak("games.wanted.is_seen") in text_of(page)
    await world.press(ann, page, "wanted.look")
    assert speak("games.wanted.always") in text_of(world.env.backend.get_message(*at))
    page = world.env.backend.get_message(*at)
    await world.press(ann, page, "wanted.withdraw")
    assert speak("games.wanted.idle") in text_of(world.env.backend.get_message(*at))


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_a_wish_that_no_chosen_game_can_meet_is_refused_and_says_why(world: World, locale: str) -> None:
    """Neither is one begun, nor does one that counts become such a wish."""
    ann, speak = world.person("Ann", locale), words(locale)
    page = await world.ask(ann, "games wanted")
    await world.press(ann, page, "wanted.games", values=["noria", "thurn_and_taxis"])
    await world.press(ann, page, "wanted.numbers", values=["7", "9"])
    await world.press(ann, page, "wanted.season", values=["always"])
    refused = text_of(await world.opened(ann, page, "wanted.look"))
    named = [speak("games.wanted.takes", game=name(key, speak), low=2, high=4) for key in ANY_FOUR]
    assert refused == speak("refusal.never_enough", games=speak.all_of(named))
    assert speak("games.wanted.idle") in text_of(fresh(world, page))
    await world.press(ann, page, "wanted.numbers", values=["4", "7"])
    await world.press(ann, fresh(world, page), "wanted.look")
    refused = text_of(await world.opened(ann, page, "wanted.numbers", values=["7"]))
    assert refused == speak("refusal.never_enough", games=speak.all_of(named))
    (row,) = await world.app.tables.matchmaking.looking(world.guild.id)
    assert wanted_of(row).numbers == (4, 7)


async def test_others_are_seen_only_if_they_like(evening: SlowEvening) -> None:
    ann, ben, cleo = evening.people
    await wants(evening, ann, "noria")
    shown = await wants(evening, ben, "thurn_and_taxis")
    await evening.push(ben, shown, "wanted.seen")
    told_cleo = text_of(await panel(evening, cleo))
    assert "- Thurn and Taxis: Ben" in told_cleo
    assert "- Noria: 1 person" in told_cleo
    assert "Ann" not in told_cleo


async def test_those_who_want_the_same_are_called_once_and_sit_down(evening: SlowEvening) -> None:
    ann, ben, cleo = evening.people
    await wants(evening, ann)
    assert calls(evening) == []
    await wants(evening, ben)
    (call,) = calls(evening)
    assert sorted(evening.rang) == sorted([ann.id, ben.id])
    assert text_of(call).startswith(" ".join(map(mention, sorted([ann.id, ben.id]))))
    await evening.hours(100)
    assert len(calls(evening)) == 1
    await evening.push(ann, call, "wanted.sit")
    await evening.push(ben, call, "wanted.sit")
    # Whoever happens to pass by is welcome, too.
    await evening.push(cleo, call, "wanted.sit")
    table = await evening.table()
    assert [sitter.user for sitter in table.sitters] == [ann.id, ben.id, cleo.id]
    assert (table.game, table.host) == ("six_nimmt", ann.id)
    assert EN("refusal.seated") in told(evening, await evening.push(ben, call, "wanted.sit"))
    assert EN("games.wanted.idle") in text_of(await panel(evening, ann))


async def test_the_call_stands_where_all_of_them_can_look(evening: SlowEvening) -> None:
    """Not where the last one was, if that is hidden from another."""
    ann, ben, _ = evening.people
    secret = hidden_from(evening, ann)
    await wants(evening, ann)
    await wants(evening, ben, channel=secret)
    (call,) = calls(evening)
    assert calls(evening, secret) == []
    assert sorted(call.ping_user_ids) == sorted([ann.id, ben.id])
    # A bot that can't know whether it went out looks for it there.
    async with writing(evening.app.store) as tx:
        (gathering,) = await tx.gatherings.of_guild(evening.world.guild.id)
        assert gathering.channel == evening.channel.id
        await tx.gatherings.mark(gathering.id, NoticeState.SENDING)
    await evening.world.restart()
    await evening.wait(90)
    assert (len(calls(evening)), len(calls(evening, secret))) == (1, 0)


async def test_of_several_such_channels_it_is_the_one_that_was_named_last(evening: SlowEvening) -> None:
    ann, ben, _ = evening.people
    lounge = evening.world.guild.create_text_channel("lounge")
    await wants(evening, ann)
    await wants(evening, ben, channel=lounge)
    assert (len(calls(evening)), len(calls(evening, lounge))) == (0, 1)


async def test_who_can_look_nowhere_together_is_not_called_and_free_for_others(evening: SlowEvening) -> None:
    ann, ben, cleo = evening.people
    corner, secret = hidden_from(evening, ben), hidden_from(evening, ann)
    await wants(evening, ann, channel=corner)
    with Wire() as wire:
        await wants(evening, ben, channel=secret)
        await evening.hours(10)
    assert calls(evening, corner) == calls(evening, secret) == []
    asked = [request.path for request in wire.requests if "/members/" in request.path]
    assert len(asked) == 2
    await wants(evening, cleo, channel=corner)
    assert [call.ping_user_ids for call in calls(evening, corner)] == [sorted([ann.id, cleo.id])]
    assert calls(evening, secret) == []


async def test_in_a_private_thread_those_who_look_from_there_are_called(evening: SlowEvening) -> None:
    ann, ben, _ = evening.people
    parent = evening.app.get_channel(evening.channel.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="private", type=discord.ChannelType.private_thread)
    for person in (ann, ben):
        await thread.add_user(discord.Object(person.id))
    (private_thread,) = evening.channel.threads
    for person in (ann, ben):
        await wants(evening, person, channel=private_thread)
    assert len(calls(evening, private_thread)) == 1


async def test_who_has_left_the_server_is_not_called_and_looks_for_nobody(evening: SlowEvening) -> None:
    ann, ben, cleo = evening.people
    await wants(evening, ann)
    evening.world.guild.remove_member(ann)
    await wants(evening, ben)
    assert calls(evening) == []
    assert [row.user for row in await evening.app.tables.matchmaking.looking(evening.world.guild.id)] == [
        ben.id
    ]
    await wants(evening, cleo)
    assert [call.ping_user_ids for call in calls(evening)] == [sorted([ben.id, cleo.id])]


async def test_two_quick_presses_open_one_table(evening: SlowEvening) -> None:
    ann, ben, _ = evening.people
    await wants(evening, ann)
    await wants(evening, ben)
    (call,) = calls(evening)
    presses = [evening.prepare(person, call, control(call, "wanted.sit")) for person in (ann, ben)]
    await evening.deliver(*presses)
    assert {sitter.user for sitter in (await evening.table()).sitters} == {ann.id, ben.id}


async def test_where_another_table_goes_on_the_call_leads_into_one_thread(evening: SlowEvening) -> None:
    ann, ben, cleo = evening.people
    await cleo.slash(evening.channel, "noria start")
    await wants(evening, ann)
    await wants(evening, ben)
    (call,) = calls(evening)
    offer = evening.private(await evening.push(ann, call, "wanted.sit"))
    await evening.push(ann, offer, "lobby.thread")
    (thread,) = evening.channel.threads
    await evening.push(ben, call, "wanted.sit")
    table = await evening.app.tables.queries.table_in(thread.id)
    assert table is not None
    assert {sitter.user for sitter in table.sitters} == {ann.id, ben.id}


async def test_a_call_that_is_up_is_not_sent_again_after_a_crash(evening: SlowEvening) -> None:
    ann, ben, _ = evening.people
    await wants(evening, ann)
    await wants(evening, ben)
    await evening.wait(90)
    async with writing(evening.app.store) as tx:
        (gathering,) = await tx.gatherings.of_guild(evening.world.guild.id)
        assert gathering.state is NoticeState.DONE
        # The bot is killed after the post, before it could note that it is up.
        await tx.gatherings.mark(gathering.id, NoticeState.SENDING)
    await evening.world.restart()
    await evening.wait(90)
    assert len(calls(evening)) == 1
    assert await evening.app.tables.matchmaking.gatherings() == ()


async def test_a_call_that_discord_has_no_time_for_comes_later(evening: SlowEvening) -> None:
    ann, ben, _ = evening.people
    await wants(evening, ann)
    evening.fail("POST", f"/channels/{evening.channel.id}/messages", 500, times=None)
    await wants(evening, ben)
    assert calls(evening) == []
    evening.mend()
    await evening.wait(90)
    assert len(calls(evening)) == 1


async def test_a_channel_that_is_barred_meanwhile_is_left_alone(
    evening: SlowEvening,
) -> None:
    ann, ben, _ = evening.people
    await wants(evening, ann)
    page = await panel(evening, ben)
    await evening.press(ben, page, control(page, "wanted.games"), "six_nimmt")
    evening.fail("POST", f"/channels/{evening.channel.id}/messages", 403, 50013, times=None)
    await evening.push(ben, page, "wanted.look")
    evening.mend()
    await evening.hours(1)
    assert calls(evening) == []
    assert await evening.app.tables.matchmaking.gatherings() == ()


async def test_where_no_table_can_be_nobody_looks_for_players(evening: SlowEvening) -> None:
    """Since the server wants no games there, or the bot may not post."""
    ann, server = evening.people[0], evening.world.guild.id
    page = await panel(evening, ann)
    await evening.press(ann, page, control(page, "wanted.games"), "noria")
    await evening.app.tables.servers.change(server, lambda now: replace(now, channels=(1,)))
    refused = EN("refusal.channel_not_allowed", channels="<#1>")
    assert refused in told(evening, await evening.push(ann, page, "wanted.look"))
    await evening.app.tables.servers.change(server, lambda now: replace(now, channels=()))
    evening.bar()
    assert "Please ask a moderator to allow me" in told(evening, await evening.push(ann, page, "wanted.look"))
    assert EN("games.wanted.idle") in text_of(await panel(evening, ann))


async def test_a_call_of_long_ago_that_is_forgotten_says_so(evening: SlowEvening) -> None:
    ann, ben, _ = evening.people
    await wants(evening, ann)
    await wants(evening, ben)
    (call,) = calls(evening)
    async with writing(evening.app.store) as tx:
        await tx.gatherings.forget(evening.app.now() + timedelta(seconds=1))
    assert EN("refusal.offer_gone") in told(evening, await evening.push(ann, call, "wanted.sit"))


async def test_a_direct_message_finds_nobody(world: World) -> None:
    answer = await world.person("さくら", "ja").user.slash("games wanted")
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    message = world.env.backend.get_message(newest.channel_id, newest.id)
    assert JA("refusal.players_in_server") in text_of(message)
