"""`/games wanted`: the panel, the call for those who want the same, and the table that follows."""

from datetime import timedelta

import discord
import pytest
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult
from simulated import EN, JA, World, controls, text_of
from troubled import Evening, Wire, control, has
from units import writing

from bot.discord.catalog import name
from bot.tables.model import NoticeState
from bot.text import mention


async def wants(
    evening: Evening,
    person: MemberActor,
    *games: str,
    channel: ChannelHandle | None = None,
) -> Message:
    """Somebody chooses games in the panel and looks for players; the panel then."""
    message = await evening.ask(person, "games wanted", channel)
    await evening.press(person, message, "wanted.games", values=[*(games or ("six_nimmt",))])
    await evening.press(person, message, "wanted.season", values=["always"])
    await evening.press(person, message, "wanted.look")
    return message


async def called(evening: Evening) -> Message:
    """Ann and Ben want the same; the call for them."""
    for person in evening.people[:2]:
        assert calls(evening) == []
        await wants(evening, person)
    (call,) = calls(evening)
    return call


def calls(evening: Evening, channel: ChannelHandle | None = None) -> list[Message]:
    return [post for post in evening.public(channel or evening.channel) if has(post, "wanted.sit")]


def hidden_from(evening: Evening, person: MemberActor) -> ChannelHandle:
    """A channel that somebody can't see."""
    hidden = {person: discord.PermissionOverwrite(view_channel=False)}
    return evening.guild.create_text_channel("secret", overwrites=hidden)


def told(evening: Evening, answer: InteractionResult) -> str:
    return text_of(evening.private(answer))


async def test_the_panel_keeps_what_is_chosen_and_refuses_what_no_chosen_game_can_meet(world: World) -> None:
    """Neither is such a wish begun, nor does one that counts become one; a direct message finds nobody. Only
    numbers are offered that a chosen game can meet."""
    ann = world.person("Ann")
    page = await world.ask(ann, "games wanted")

    def chosen() -> list[str]:
        lines = [line for menu in controls(page) for line in menu.get("options", ())]
        return [line["value"] for line in lines if line.get("default")]

    def offered() -> list[str]:
        (menu,) = controls(page, "wanted.numbers")
        return [line["value"] for line in menu["options"]]

    assert EN("games.wanted.idle") in text_of(page)
    assert controls(page, "wanted.look")[0]["disabled"]
    assert offered() == [str(n) for n in range(2, 11)]
    await world.press(ann, page, "wanted.numbers", values=["7", "9"])
    await world.press(ann, page, "wanted.season", values=["always"])
    await world.press(ann, page, "wanted.seen")
    assert chosen() == ["7", "9", "always"]
    await world.press(ann, page, "wanted.games", values=["noria", "thurn_and_taxis"])
    assert chosen() == ["thurn_and_taxis", "noria", "always"]
    assert offered() == ["2", "3", "4"]
    assert EN("games.wanted.is_seen") in text_of(page)
    named = [
        EN("games.wanted.takes", game=name(key, EN), low=2, high=4) for key in ("thurn_and_taxis", "noria")
    ]
    never = EN("refusal.never_enough", games=EN.all_of(named))
    assert text_of(await world.opened(ann, page, "wanted.look")) == never
    assert EN("games.wanted.idle") in text_of(page)
    await world.press(ann, page, "wanted.games", values=["six_nimmt"])
    await world.press(ann, page, "wanted.look")
    assert EN("games.wanted.always") in text_of(page)
    unfit = await world.opened(ann, page, "wanted.games", values=["noria", "thurn_and_taxis"])
    assert text_of(unfit) == never
    (row,) = await world.app.tables.matchmaking.looking(world.guild.id)
    assert (row.wanted.games, row.wanted.numbers) == (("six_nimmt",), (7, 9))
    await world.press(ann, page, "wanted.withdraw")
    assert EN("games.wanted.idle") in text_of(page)
    letter = world.private(await world.person("さくら", "ja").user.slash("games wanted"))
    assert JA("refusal.players_in_server") in text_of(letter)


async def test_others_are_seen_only_if_they_like(evening: Evening) -> None:
    ann, ben, cleo = evening.people
    await wants(evening, ann, "noria")
    await evening.press(ben, await wants(evening, ben, "thurn_and_taxis"), "wanted.seen")
    told_cleo = await evening.says(cleo, "games wanted")
    assert "- Thurn and Taxis: Ben" in told_cleo
    assert "- Noria: 1 person" in told_cleo
    assert "Ann" not in told_cleo


async def test_those_who_want_the_same_are_called_once_and_sit_down(evening: Evening) -> None:
    """Two quick presses open one table; whoever happens to pass by is welcome, too."""
    ann, ben, cleo = evening.people
    call = await called(evening)
    both = sorted([ann.id, ben.id])
    assert sorted(evening.rang) == both
    assert text_of(call).startswith(" ".join(map(mention, both)))
    await evening.hours(100)
    assert calls(evening) == [call]
    sit = control(call, "wanted.sit")
    await evening.send(*(evening.prepared(person, call, sit) for person in (ann, ben)))
    await evening.press(cleo, call, "wanted.sit")
    table = await evening.table()
    assert [sitter.user for sitter in table.sitters] == [ann.id, ben.id, cleo.id]
    assert (table.game, table.host) == ("six_nimmt", ann.id)
    assert EN("refusal.seated") in told(evening, await evening.press(ben, call, "wanted.sit"))
    assert EN("games.wanted.idle") in await evening.says(ann, "games wanted")


async def test_the_call_stands_where_all_of_them_can_look_named_last(evening: Evening) -> None:
    """Not where the last one was, if that is hidden from another."""
    ann, ben, cleo = evening.people
    secret, lounge = hidden_from(evening, ann), evening.guild.create_text_channel("lounge")
    await wants(evening, ann)
    await wants(evening, ben, channel=secret)
    (call,) = calls(evening)
    assert calls(evening, secret) == []
    assert sorted(call.ping_user_ids) == sorted([ann.id, ben.id])
    # A bot that can't know whether it went out looks for it there.
    async with writing(evening.app.store) as tx:
        (gathering,) = await tx.match_groups.of_guild(evening.guild.id)
        assert gathering.channel == evening.channel.id
        await tx.match_groups.mark(gathering.id, NoticeState.SENDING)
    await evening.restart()
    await evening.wait(90)
    assert (len(calls(evening)), len(calls(evening, secret))) == (1, 0)
    assert await evening.app.tables.matchmaking.gatherings() == ()
    dora = evening.person("Dora")
    await wants(evening, cleo, "noria")
    await wants(evening, dora, "noria", channel=lounge)
    assert (len(calls(evening)), len(calls(evening, lounge))) == (1, 1)


async def test_who_can_look_nowhere_together_is_not_called_and_free_for_others(evening: Evening) -> None:
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


async def test_in_a_private_thread_those_who_look_from_there_are_called(evening: Evening) -> None:
    private_thread = await evening.thread(*evening.people[:2])
    for person in evening.people[:2]:
        await wants(evening, person, channel=private_thread)
    assert len(calls(evening, private_thread)) == 1


async def test_who_has_left_the_server_is_not_called_and_looks_for_nobody(evening: Evening) -> None:
    ann, ben, cleo = evening.people
    await wants(evening, ann)
    evening.guild.remove_member(ann)
    await wants(evening, ben)
    assert calls(evening) == []
    looking = await evening.app.tables.matchmaking.looking(evening.guild.id)
    assert [row.user for row in looking] == [ben.id]
    await wants(evening, cleo)
    assert [call.ping_user_ids for call in calls(evening)] == [sorted([ben.id, cleo.id])]


async def test_where_another_table_goes_on_the_call_leads_into_one_thread(evening: Evening) -> None:
    """A call of long ago that is forgotten says so."""
    ann, ben, cleo = evening.people
    await cleo.slash(evening.channel, "noria start")
    call = await called(evening)
    offer = await evening.opened(ann, call, "wanted.sit")
    await evening.press(ann, offer, "lobby.thread")
    (thread,) = evening.channel.threads
    await evening.press(ben, call, "wanted.sit")
    table = await evening.table(thread)
    assert {sitter.user for sitter in table.sitters} == {ann.id, ben.id}
    async with writing(evening.app.store) as tx:
        await tx.match_groups.forget(evening.app.now() + timedelta(seconds=1))
    assert EN("refusal.offer_gone") in told(evening, await evening.press(cleo, call, "wanted.sit"))


@pytest.mark.parametrize(("status", "code", "later"), [(500, 0, 1), (403, 50013, 0)])
async def test_a_call_that_discord_has_no_time_for_comes_later_and_none_where_we_are_barred(
    evening: Evening, status: int, code: int, later: int
) -> None:
    ann, ben, _ = evening.people
    await wants(evening, ann)
    page = await evening.ask(ben, "games wanted")
    await evening.press(ben, page, "wanted.games", values=["six_nimmt"])
    evening.fail_posts(status, code)
    await evening.press(ben, page, "wanted.look")
    assert calls(evening) == []
    evening.mend()
    await evening.hours(1)
    assert len(calls(evening)) == later
    assert await evening.app.tables.matchmaking.gatherings() == ()


async def test_where_no_table_can_be_nobody_looks_for_players(evening: Evening) -> None:
    """Since the server wants no games there, or the bot may not post."""
    ann, server = evening.people[0], evening.guild.id
    page = await evening.ask(ann, "games wanted")
    await evening.press(ann, page, "wanted.games", values=["noria"])
    await evening.app.tables.servers.change(server, lambda now: replace(now, channels=(1,)))
    refused = EN("refusal.channel_not_allowed", channels="<#1>")
    assert refused in told(evening, await evening.press(ann, page, "wanted.look"))
    await evening.app.tables.servers.change(server, lambda now: replace(now, channels=()))
    evening.bar()
    assert "Please ask a moderator to allow me" in told(
        evening, await evening.press(ann, page, "wanted.look")
    )
    assert EN("games.wanted.idle") in await evening.says(ann, "games wanted")
