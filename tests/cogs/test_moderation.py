"""Rights and limits: whoever asks for much at once waits a little; moves never do."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest_asyncio
from any_game import GAMES, AnyEvening
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simulated import EN, JA, World, controls, text_of

from bot import running
from bot.app import App
from bot.config import Settings
from bot.discord.rate_limit import FILM, PERSON_RATE, POST, TABLE
from bot.tables import lobby
from bot.tables.model import Status

WHEN = re.compile(r"<t:(\d+):R>")
LEFT = PERSON_RATE.at_once - TABLE
"""What somebody who has opened a table may ask for at once."""


@pytest_asyncio.fixture
async def limited(world: World) -> World:
    """A world in which whoever asks for much has to wait."""
    world.app.limited = True
    return world


async def told(
    world: World, actor: MemberActor, command: str, channel: ChannelHandle | None = None, **options: bool
) -> str:
    """The private answer to a command, without the moment up to which one has to wait."""
    return WHEN.sub("X", await world.says(actor, command, channel, **options))


def cool_down(words: object = EN) -> str:
    return str(words("refusal.cool_down", when="X"))  # type: ignore[operator]


async def thread_for(world: World, actor: MemberActor) -> str:
    """What somebody is told who opens a table in a busy channel, and there presses **Open a thread**."""
    offer = await world.ask(actor, "nimmt start")
    await world.press(actor, offer, "lobby.thread")
    return next(text for message in reversed(world.messages()) if (text := text_of(message)))


async def test_after_many_pictures_one_waits_and_moves_never_do(limited: World) -> None:
    """What takes longer counts for several."""
    ann, yuki = people = [limited.person("Ann"), limited.person("Yuki", "ja")]
    await limited.open_table(people, rounds=1)
    await limited.without_grace(people[0])
    await limited.press(ann, limited.lobby(), "lobby.start")
    table = (await limited.table()).id
    for _ in range(LEFT):
        assert await told(limited, ann, "table text") != cool_down()
    when = WHEN.search(await limited.says(ann, "table text"))
    seconds = int(when[1]) - limited.env.now().timestamp()
    assert 0 < seconds <= PERSON_RATE.again.total_seconds() + 1
    for command in ("text", "history", "show", "news", "replay"):
        assert await told(limited, ann, f"table {command}") == cool_down()
    assert await told(limited, yuki, "table text") != cool_down(JA)
    evening = AnyEvening(limited, GAMES["six_nimmt"], people, table=table)
    for seat in await evening.owing():
        panel = await evening.panel(people[seat])
        await evening.pick(people[seat], panel, evening.picked(await evening.state(), seat))
    assert await evening.movers() == {0, 1}
    await limited.env.advance_time(seconds)
    assert await told(limited, ann, "table text") != cool_down()
    await limited.env.advance_time(3600)
    for _ in range(PERSON_RATE.at_once // FILM):
        assert await told(limited, yuki, "table replay") != cool_down(JA)
    assert await told(limited, yuki, "table replay") == cool_down(JA)


async def test_who_moves_a_table_to_and_fro_waits_a_little(limited: World) -> None:
    """Also who wants a thread for it; the table stays where it is."""
    ann, other = limited.person("Ann"), limited.guild.create_text_channel("other")
    await limited.open_table([ann])
    places, posts = (other, limited.channel), LEFT // POST
    answers = [await told(limited, ann, "table move", places[n % 2]) for n in range(posts + 1)]
    assert answers == [EN("table.move.done", table=1)] * posts + [cool_down()]
    place = places[(posts - 1) % 2]
    panel = await limited.opened(
        ann, limited.with_control(limited.public(place), "lobby.join"), "lobby.options"
    )
    answer = await limited.opened(ann, panel, "lobby.apart")
    assert WHEN.sub("X", text_of(answer)) == cool_down()
    assert (await limited.table(place)).id == 1


async def test_all_in_a_channel_share_what_there_is(limited: World) -> None:
    with patch.object(limited.app.rate_limit, "_channels") as channels:
        channels.wait.return_value = PERSON_RATE.again
        refused = await told(limited, limited.person("Ben"), "nimmt start")
    assert refused == EN("refusal.cool_down_here", when="X")
    assert await limited.app.tables.queries.table_in(limited.channel.id) is None


async def test_the_bot_that_serves_people_limits_them(tmp_path: Path) -> None:
    with patch.object(running, "_get_ready") as ready, patch.object(App, "connect"):
        await running._serve(Settings(database=tmp_path / "stammtisch.sqlite3"))
    (app, _), _ = ready.call_args
    assert app.limited


async def test_one_person_hosts_so_many_tables(world: World, ann: MemberActor) -> None:
    """There is no thread for a table that can't be opened."""
    await world.open_table([ann])
    with patch.object(lobby, "HOSTED", 1):
        assert await thread_for(world, ann) == EN("refusal.hosts_enough", n=1)
    assert not world.channel.threads
    await world.leave(ann)
    with patch.object(lobby, "HOSTED", 0):
        assert await told(world, ann, "nimmt start") == EN("refusal.hosts_enough", n=0)


async def test_a_channel_and_its_threads_have_room_for_so_many_tables(world: World) -> None:
    ann, ben = world.members(2)
    await ann.slash(await world.thread(), "nimmt start")
    with patch.object(lobby, "IN_CHANNEL", 1):
        full = EN("refusal.channel_full", n=1)
        assert await told(world, ben, "nimmt start") == full
        assert await told(world, ben, "nimmt start", await world.thread(), thread=True) == full
    assert await world.app.tables.queries.table_in(world.channel.id) is None
    await world.open_table([ben])
    with patch.object(lobby, "IN_CHANNEL", 3):
        answer = await thread_for(world, ben)
        assert str(world.channel.threads[-1].id) in answer
        full, count = EN("refusal.channel_full", n=3), len(world.channel.threads)
        assert await thread_for(world, ben) == full
        assert len(world.channel.threads) == count


async def test_no_table_is_brought_to_where_there_are_enough(world: World) -> None:
    """One that stands beside already doesn't count twice, nor does it count once more for its host."""
    ann, ben = world.person("Ann"), world.person("Ben")
    await world.open_table([ann])
    elsewhere = world.guild.create_text_channel("elsewhere")
    await ben.slash(elsewhere, "nimmt start")
    thread = await world.thread()
    with patch.object(lobby, "IN_CHANNEL", 1), patch.object(lobby, "HOSTED", 1):
        refused = EN("refusal.channel_full", n=1)
        assert await told(world, ben, "table move", thread) == refused
        assert (await world.table(elsewhere)).status.active
        await ann.slash(thread, "table move")
        assert (await world.table(thread)).id == 1
        assert await told(world, ben, "table move") == refused


async def test_of_rights_elsewhere_that_to_manage_the_server_alone_ends_a_table(world: World) -> None:
    """By the host's own **End**, forged on another message."""
    people, lounge = world.members(2), world.guild.create_text_channel("lounge")
    mia, max_ = world.trusted("Mia", manage_messages=True), world.trusted("Max", manage_guild=True)
    await world.start_game(people)
    own = await world.ask(people[0], "table end")
    yes = next(item["custom_id"] for item in controls(own, "table.end") if ":yes" in item["custom_id"])
    home, world.guild = world.guild, world.env.create_guild("Elsewhere")
    stranger, abroad = world.trusted("Zoe", manage_guild=True), world.guild.create_text_channel("abroad")
    world.guild = home

    async def forged(actor: MemberActor, channel: ChannelHandle) -> str:
        message = await world.ask(actor, "games list", channel)
        (answer,) = await world.send(world.prepared(actor, message, yes))
        return text_of(world.private(answer))

    for actor, channel in ((stranger, abroad), (mia, lounge)):
        assert await forged(actor, channel) == EN("refusal.not_host", host=people[0].name)
    assert (await world.table()).status is Status.PLAYING
    assert await forged(max_, lounge) == EN("table.end.done")
    assert (await world.numbered()).status is Status.ABANDONED
    assert text_of(world.public()[-1]) == EN("table.abandoned", table=1)
