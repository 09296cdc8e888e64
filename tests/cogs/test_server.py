"""`/games server`: who may change what, and what follows for those who want to play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from simulated import World, controls, text_of

from bot.tables.model import Status
from bot.tables.settings import ServerSettings
from bot.text import words

EN = words("en")


async def settle(world: World, **wished: Any) -> None:
    """Sets something for the server."""
    await world.app.tables.servers.change(world.guild.id, lambda now: replace(now, **wished))


async def test_whoever_manages_the_server_sets_everything_in_one_panel(world: World) -> None:
    """A value that is not offered is refused; new posts are in the language that was chosen."""
    max_ = world.trusted("Max", manage_guild=True)
    answer = await max_.slash(world.channel, "games server")
    assert answer.response is not None
    panel = world.private(answer)
    assert EN("server.channels.all") in text_of(panel)
    assert EN("server.language.told.is") in text_of(panel)
    (places,) = controls(panel, "server.channels")
    await max_.select(answer.response, [world.channel], custom_id=places["custom_id"])
    for action, value in (("deadline", "5"), ("ending", "nobody"), ("tables", "7")):
        refused = await world.opened(max_, panel, f"server.{action}", values=[value])
        assert text_of(refused) == EN("refusal.bad_options")
    chosen = {"language": "ja", "deadline": "24", "ending": "managers", "tables": "2", "palette": "night"}
    for action, value in chosen.items():
        await world.press(max_, panel, f"server.{action}", values=[value])
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
    assert f"<#{world.channel.id}>" in text_of(panel)
    assert "Europe/Oslo" in text_of(panel)
    assert EN("server.ending.managers.is") in text_of(panel)
    (places,) = controls(panel, "server.channels")
    assert [int(default["id"]) for default in places["default_values"]] == [world.channel.id]
    await max_.select(answer.response, [], custom_id=places["custom_id"])
    assert (await world.app.tables.servers.settings(world.guild.id)).channels == ()
    post = text_of(await world.open_table([world.person("Ann")]))
    assert "ニムト" in post
    assert "期限" in post


async def test_a_server_without_a_time_zone_has_that_of_its_language_whoever_reads_it(world: World) -> None:
    ann = world.person("Ann", "ja")
    for command in ("games server", "games settings"):
        assert "UTC" in await world.says(ann, command)
    await settle(world, language="ja")
    for command in ("games server", "games settings"):
        assert "Asia/Tokyo" in await world.says(world.person("Ben"), command)


async def test_others_read_what_holds_and_change_nothing(world: World) -> None:
    ann, max_ = world.person("Ann"), world.trusted("Max", manage_guild=True)
    await settle(world, tables=3)
    read = await world.ask(ann, "games server")
    assert EN("server.tables.is", n=3) in text_of(read)
    assert EN("server.read_only") in text_of(read)
    assert not controls(read)
    panel = await world.ask(max_, "games server")
    refused = await world.opened(ann, panel, "server.tables", values=["0"])
    assert text_of(refused) == EN("refusal.not_manager")
    assert (await world.app.tables.servers.settings(world.guild.id)).tables == 3
    letter = world.private(await ann.user.slash("games server"))
    assert text_of(letter) == EN("refusal.settings_in_server")


async def test_tables_are_opened_where_the_server_wants_them_and_in_threads_there(world: World) -> None:
    """Rematches, too; a full server says so and offers no thread."""
    ann, elsewhere = world.person("Ann"), world.guild.create_text_channel("general")
    await settle(world, channels=(world.channel.id,))
    refused = EN("refusal.channel_not_allowed", channels=f"<#{world.channel.id}>")
    assert await world.says(ann, "nimmt start", elsewhere) == refused
    listed = await world.ask(ann, "games list", elsewhere)
    assert text_of(await world.opened(ann, listed, "lobby.open", rest="six_nimmt")) == refused
    assert await world.app.tables.queries.table_in(elsewhere.id) is None
    await ann.slash(world.channel, "nimmt start")
    busy = await world.ask(ann, "nimmt start")
    await world.press(ann, busy, "lobby.thread")
    (there,) = world.channel.threads
    assert (await world.table(there)).id == 2
    await settle(world, channels=(world.channel.id,), tables=2)
    full = await world.ask(ann, "nimmt start")
    assert text_of(full) == EN("refusal.server_full", n=2)
    assert not controls(full)
    await world.press(world.person("Ben"), world.lobby(), "lobby.join")
    await world.press(ann, world.lobby(), "lobby.start")
    await world.end(ann)
    await settle(world, channels=(1,))
    over = world.with_control(world.public(), "table.rematch")
    told = await world.opened(ann, over, "table.rematch")
    assert text_of(told) == EN("refusal.channel_not_allowed", channels="<#1>")


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
        "Mia": world.trusted("Mia", manage_messages=True),
        "Max": world.trusted("Max", manage_guild=True),
    }
    number = await world.start_game([ann, ben], rounds=1)
    early = await world.ask(ann, "table end")
    await settle(world, ending=ending)
    pages = {name: await world.ask(actor, "table end") for name, actor in people.items()}
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
