"""`/games tables`: the lobbies that somebody can see and join; and the list of games by numbers and time."""

from __future__ import annotations

import discord
import pytest
from answers import private as shown
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simulated import World, controls, text_of

from bot.discord import catalog
from bot.tables.model import Table
from bot.text import words

EN, JA = words("en"), words("ja")


async def listed(world: World, actor: MemberActor) -> Message:
    return shown(world, await actor.slash(world.channel, "games tables"))


async def opened(world: World, host: MemberActor, channel: ChannelHandle, **options: object) -> Table:
    await host.slash(channel, "nimmt start", **options)
    table = await world.app.tables.queries.table_in(channel.id)
    assert table is not None
    return table


async def test_a_table_of_another_channel_is_joined_from_the_list(world: World) -> None:
    ann, ben = world.people(2)
    elsewhere = world.guild.create_text_channel("elsewhere")
    table = await opened(world, ann, elsewhere, rounds=3)
    page = await listed(world, ben)
    told = text_of(page)
    assert (
        f"**[6 nimmt!, table {table.id}](https://discord.com/channels/{world.guild.id}/{elsewhere.id})**"
        in told
    )
    assert EN("games.tables.seats", host="player0", n=1, seats=10, fewest=2) in told
    assert "3" in told.splitlines()[-1]
    await world.press(ben, page, "games.join")
    joined = await world.app.tables.queries.table(table.id)
    assert [sitter.user for sitter in joined.sitters] == [ann.id, ben.id]
    page = world.env.backend.get_message(page.channel_id, page.id)
    assert "You now sit at [6 nimmt!, table" in text_of(page)
    assert controls(page, "games.join")[0]["disabled"]
    assert "player1" in [sitter.name for sitter in joined.sitters]
    # The lobby itself shows it, too.
    assert len(world.public(elsewhere)) == 1


async def test_a_started_table_is_not_listed_and_a_late_join_says_so(world: World) -> None:
    ann, ben, cleo = world.people(3)
    await opened(world, ann, world.channel)
    page = await listed(world, cleo)
    lobby = world.with_control(world.public(), "lobby.join")
    await world.press(ben, lobby, "lobby.join")
    await world.press(ann, world.with_control(world.public(), "lobby.start"), "lobby.start")
    answer = await world.press(cleo, page, "games.join")
    assert EN("refusal.not_lobby") in "\n".join(map(text_of, world.messages()))
    assert answer.acknowledged
    assert EN("games.tables.none") in text_of(await listed(world, cleo))


async def test_only_channels_that_one_can_see_count(world: World) -> None:
    ann, ben = world.people(2)
    hidden = PermissionOverwrite(view_channel=False)
    secret = world.guild.create_text_channel("secret", overwrites={ben: hidden})
    await opened(world, ann, secret)
    assert EN("games.tables.none") in text_of(await listed(world, ben))
    assert controls(await listed(world, ann), "games.join")


async def test_a_private_thread_counts_for_nobody_elsewhere_who_may_not_be_in_it(world: World) -> None:
    ann, ben = world.people(2)
    parent = world.app.get_channel(world.channel.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="between us", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(ann.id))
    await world.env.settle()
    (between_us,) = world.channel.threads
    await opened(world, ann, between_us)
    for reader in (ann, ben):
        assert EN("games.tables.none") in text_of(await listed(world, reader))
    seen = shown(world, await ann.slash(between_us, "games tables"))
    assert controls(seen, "games.join")


async def test_many_tables_are_paged_newest_first(world: World) -> None:
    tables: list[int] = []
    for number in range(7):
        host, channel = world.person(f"Host{number}"), world.guild.create_text_channel(f"room-{number}")
        tables.append((await opened(world, host, channel)).id)
    sakura = world.person("さくら", "ja")
    page = await listed(world, sakura)
    labels = [item["label"] for item in controls(page, "games.join")]
    assert labels == [JA("games.tables.join", table=table) for table in reversed(tables[2:])]
    await world.press(sakura, page, "games.tables", rest="1")
    page = world.env.backend.get_message(page.channel_id, page.id)
    labels = [item["label"] for item in controls(page, "games.join")]
    assert labels == [JA("games.tables.join", table=table) for table in reversed(tables[:2])]


async def test_a_direct_message_has_no_tables_to_join(world: World) -> None:
    answer = await world.person("Ann").user.slash("games tables")
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    message = world.env.backend.get_message(newest.channel_id, newest.id)
    assert EN("refusal.players_in_server") in text_of(message)


# The list by numbers and time -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "minutes", "found"),
    [
        (1, 0, ["noria", "my_city"]),
        (4, 0, ["noerdlingen", "thurn_and_taxis", "noria", "my_city", "six_nimmt"]),
        (7, 0, ["six_nimmt"]),
        (0, 30, ["six_nimmt", "noerdlingen", "my_city"]),
        (4, 45, ["noerdlingen", "my_city", "six_nimmt"]),
        (0, 10, []),
    ],
)
async def test_the_games_that_fit_come_best_suited_first(
    world: World, players: int, minutes: int, found: list[str]
) -> None:
    asked = {name: n for name, n in (("players", players), ("minutes", minutes)) if n}
    page = shown(world, await world.person("Ann").slash(world.channel, "games list", **asked))
    assert [game.info.key for game in catalog.fitting(players, minutes)] == found
    offered = [line["value"] for menu in controls(page, "games.rules") for line in menu["options"]]
    assert offered == found
    assert (EN("games.list.nothing") in text_of(page)) is not found
