"""`/games server`: who may change what, and what follows for those who want to play."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.tables.model import Status
from bot.tables.settings import ServerSettings
from bot.text import words

EN = words("en")
MANAGER = discord.Permissions(manage_guild=True)
MODERATOR = discord.Permissions(manage_messages=True)


def trusted(world: World, name: str, rights: discord.Permissions, locale: str = "en-US") -> MemberActor:
    """Somebody with more rights than others."""
    role = world.guild.create_role(f"role of {name}", permissions=rights)
    actor = world.guild.add_member(world.env.create_user(name), roles=[role])
    world.locales[actor.id] = locale
    return actor


async def asked(world: World, actor: MemberActor, command: str = "games server") -> Message:
    """The private answer to a command in the channel."""
    return await world.ask(actor, command)


async def settle(world: World, **wished: Any) -> None:
    """Sets something for the server."""
    await world.app.tables.servers.change(world.guild.id, lambda now: replace(now, **wished))


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_whoever_manages_the_server_sets_everything_in_one_panel(world: World, locale: str) -> None:
    speak, max_ = words(locale), trusted(world, "Max", MANAGER, locale)
    answer = await max_.slash(world.channel, "games server")
    assert answer.response is not None
    panel = world.private(answer)
    assert speak("server.channels.all") in text_of(panel)
    assert speak("server.language.told.is") in text_of(panel)
    (places,) = controls(panel, "server.channels")
    await max_.select(answer.response, [world.channel], custom_id=places["custom_id"])
    await world.press(max_, panel, "server.language", values=["ja"])
    await world.press(max_, panel, "server.deadline", values=["24"])
    await world.press(max_, panel, "server.ending", values=["managers"])
    await world.press(max_, panel, "server.tables", values=["2"])
    await world.press(max_, panel, "server.palette", values=["night"])
    form = await world.press(max_, panel, "server.which_zone")
    await max_.submit_modal(form, {"zone": "oslo"})
    assert await world.app.tables.servers.settings(world.guild.id) == ServerSettings(
        channels=(world.channel.id,),
        language="ja",
        zone="Europe/Oslo",
        deadline=24,
        ending="managers",
        tables=2,
        palette="night",
    )
    panel = world.env.backend.get_message(panel.channel_id, panel.id)
    assert f"<#{world.channel.id}>" in text_of(panel)
    assert "Europe/Oslo" in text_of(panel)
    assert speak("server.ending.managers.is") in text_of(panel)
    (places,) = controls(panel, "server.channels")
    assert [int(default["id"]) for default in places["default_values"]] == [world.channel.id]
    await max_.select(answer.response, [], custom_id=places["custom_id"])
    assert (await world.app.tables.servers.settings(world.guild.id)).channels == ()


async def test_a_server_without_a_time_zone_has_that_of_its_language_whoever_reads_it(world: World) -> None:
    ann = world.person("Ann", "ja")
    for command in ("games server", "games settings"):
        assert "UTC" in text_of(await asked(world, ann, command))
    await settle(world, language="ja")
    for command in ("games server", "games settings"):
        assert "Asia/Tokyo" in text_of(await asked(world, world.person("Ben"), command))


async def test_others_read_what_holds_and_change_nothing(world: World) -> None:
    ann, max_ = world.person("Ann"), trusted(world, "Max", MANAGER)
    await settle(world, tables=3)
    read = await asked(world, ann)
    assert EN("server.tables.is", n=3) in text_of(read)
    assert EN("server.read_only") in text_of(read)
    assert not controls(read)
    panel = await asked(world, max_)
    answer = await world.press(ann, panel, "server.tables", values=["0"])
    assert text_of(world.private(answer)) == EN("refusal.not_manager")
    assert (await world.app.tables.servers.settings(world.guild.id)).tables == 3


async def test_a_value_that_is_not_offered_is_refused(world: World) -> None:
    max_ = trusted(world, "Max", MANAGER)
    panel = await asked(world, max_)
    for action, value in (("deadline", "5"), ("ending", "nobody"), ("tables", "7")):
        answer = await world.press(max_, panel, f"server.{action}", values=[value])
        assert text_of(world.private(answer)) == EN("refusal.bad_options")
    assert await world.app.tables.servers.settings(world.guild.id) == ServerSettings()


async def test_a_direct_message_has_no_server(world: World) -> None:
    answer = await world.person("Ann").user.slash("games server")
    assert text_of(world.private(answer)) == EN("refusal.settings_in_server")


async def test_tables_are_opened_where_the_server_wants_them_and_in_threads_there(world: World) -> None:
    ann, elsewhere = world.person("Ann"), world.guild.create_text_channel("general")
    await settle(world, channels=(world.channel.id,))
    told = await world.ask(ann, "nimmt start", elsewhere)
    assert text_of(told) == EN("refusal.channel_not_allowed", channels=f"<#{world.channel.id}>")
    listed = await world.ask(ann, "games list", elsewhere)
    told = await world.opened(ann, listed, "lobby.open", rest="six_nimmt")
    assert text_of(told) == EN("refusal.channel_not_allowed", channels=f"<#{world.channel.id}>")
    assert await world.app.tables.queries.table_in(elsewhere.id) is None
    await ann.slash(world.channel, "nimmt start")
    busy = await world.ask(ann, "nimmt start")
    await world.press(ann, busy, "lobby.thread")
    (there,) = world.channel.threads
    assert await world.app.tables.queries.table_in(there.id) is not None


async def test_a_rematch_is_refused_where_games_are_no_longer_wanted(world: World) -> None:
    ann, ben = world.people(2)
    await world.start_game([ann, ben], rounds=1)
    page = await asked(world, ann, "table end")
    await world.press(ann, page, "table.end", rest="yes")
    await settle(world, channels=(1,))
    over = world.with_control(world.public(), "table.rematch")
    told = await world.opened(ben, over, "table.rematch")
    assert text_of(told) == EN("refusal.channel_not_allowed", channels="<#1>")


async def test_a_full_server_says_so_and_offers_no_thread(world: World) -> None:
    ann = world.person("Ann")
    await settle(world, tables=1)
    await ann.slash(world.channel, "nimmt start")
    told = await asked(world, ann, "nimmt start")
    assert text_of(told) == EN("refusal.server_full", n=1)
    assert not controls(told)


async def test_new_posts_are_in_the_language_of_the_server(world: World) -> None:
    await settle(world, language="ja", deadline=48)
    await world.person("Ann").slash(world.channel, "nimmt start")
    assert "ニムト" in text_of(world.public()[-1])
    assert "期限" in text_of(world.public()[-1])


@pytest.mark.parametrize(
    ("ending", "who"),
    [
        ("host", {"Ann", "Max"}),
        ("moderators", {"Ann", "Mia", "Max"}),
        ("managers", {"Max"}),
    ],
)
async def test_the_server_says_who_may_end_tables(world: World, ending: str, who: set[str]) -> None:
    ann, ben = world.person("Ann"), world.person("Ben")
    people = {
        "Ann": ann,
        "Ben": ben,
        "Mia": trusted(world, "Mia", MODERATOR),
        "Max": trusted(world, "Max", MANAGER),
    }
    number = await world.start_game([ann, ben], rounds=1)
    early = await asked(world, ann, "table end")
    await settle(world, ending=ending)
    pages = {name: await asked(world, actor, "table end") for name, actor in people.items()}
    assert {name for name, page in pages.items() if controls(page, "table.end")} == who
    refusal = EN("refusal.ending_managers" if ending == "managers" else "refusal.not_host")
    assert all(text_of(page) == refusal for name, page in pages.items() if name not in who)
    more = await world.opened(ann, world.public()[-1], "table.more")
    assert bool(controls(more, "table.end")) is ("Ann" in who)
    # A question that was asked before the setting does not help either.
    await world.press(ann, early, "table.end", rest="yes")
    assert (await world.app.tables.queries.table(number)).status.active is ("Ann" not in who)
    if "Ann" not in who:
        await world.press(people["Max"], pages["Max"], "table.end", rest="yes")
        assert (await world.app.tables.queries.table(number)).status is Status.ABANDONED
