"""What a server sees when the bot joins it."""

import asyncio

from msgspec.structs import replace
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, pictured, text_of

from bot.discord.catalog import games


async def met(world: World) -> list[Message]:
    """The public posts of the channel after the bot has joined, perhaps once more."""
    world.app.dispatch("guild_join", world.app.get_guild(world.guild.id))
    told = [task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_guild_join"]
    assert told
    await world.done(asyncio.gather(*told))
    return world.public()


async def test_a_server_sees_the_games_once_whatever_happens(world: World) -> None:
    (post,) = await met(world)
    assert EN("games.welcome") in text_of(post)
    assert pictured(post)
    alt = post.attachments[0]["description"]
    assert all(EN(f"{game.info.key}.weight") in alt for game in games())
    assert len(await met(world)) == 1
    await world.restart()
    assert len(await met(world)) == 1


async def test_its_buttons_lead_to_a_game_and_to_the_list(world: World) -> None:
    (post,) = await met(world)
    ann = world.person("Ann")
    assert EN("games.list.title") in text_of(await world.opened(ann, post, "games.all"))
    panel = await world.opened(ann, post, "games.play")
    assert len(controls(panel, "lobby.open")) == len(games())
    await world.press(ann, panel, "lobby.against", values=["six_nimmt"])
    assert (await world.table()).host == ann.id
    assert controls(world.with_control(world.messages(), "nimmt.step"))


async def test_it_speaks_the_language_of_the_server_where_it_may_post(world: World) -> None:
    world.deny(send_messages=True)
    other = world.guild.create_text_channel("other")
    await world.app.tables.servers.change(world.guild.id, lambda now: replace(now, language="ja"))
    assert await met(world) == []
    (post,) = world.public(other)
    assert JA("games.welcome") in text_of(post)


async def test_a_server_where_it_may_post_nowhere_is_greeted_once_it_may(world: World) -> None:
    world.deny(attach_files=True)
    assert await met(world) == []
    world.deny()
    assert len(await met(world)) == 1
