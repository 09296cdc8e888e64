"""The lobby: joining, leaving, options, the start; and `/games tables`, the lobbies that somebody can see."""

from __future__ import annotations

from types import SimpleNamespace

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult
from simulated import World, controls, text_of

from bot.discord import catalog
from bot.discord.channels import language_of_posts
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Status, Table
from bot.text import words

SPEAK = words("en")


def said(answer: InteractionResult) -> str:
    """The words of a private answer."""
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    assert newest.ephemeral
    return text_of(newest)  # type: ignore[arg-type]


def lobby(world: World) -> Message:
    return world.with_control(world.public(), "lobby.join")


async def table(world: World) -> Table:
    found = await world.app.tables.queries.table_in(world.channel.id)
    assert found is not None
    return found


async def chosen(world: World) -> NimmtOptions:
    options = game("six_nimmt").decode_options((await table(world)).options)
    assert isinstance(options, NimmtOptions)
    return options


async def menus(world: World, host: MemberActor) -> Message:
    """The host's private options."""
    answer = await world.press(host, lobby(world), "lobby.options")
    assert answer.response is not None
    return next(message for message in world.messages() if message.id == answer.response.id)


async def test_start_opens_a_lobby_with_a_picture_and_its_host(world: World) -> None:
    ann = world.person("Ann")
    answer = await ann.slash(world.channel, "nimmt start")
    assert said(answer) == SPEAK("lobby.opened", table=1)
    (post,) = world.public()
    assert post.attachments
    actions = [item["custom_id"].split(":")[1] for item in controls(post)]
    assert actions == [
        "lobby.join",
        "lobby.leave",
        "lobby.start",
        "lobby.options",
        "games.rules",
        "lobby.computers",
    ]
    assert SPEAK("lobby.waiting", n=1) in text_of(post)


async def test_the_options_of_the_command_are_those_of_the_table(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start", format="limit", limit=40, end="reached")
    assert await chosen(world) == NimmtOptions(format="limit", limit=40, end="reached")


async def test_a_number_of_rounds_alone_means_a_game_of_rounds(world: World) -> None:
    await world.person("Ann").slash(world.channel, "nimmt start", rounds=2)
    assert await chosen(world) == NimmtOptions(format="rounds", rounds=2)


@pytest.mark.parametrize(
    ("format", "counting"), [("limit", ["limit", "end"]), ("rounds", ["rounds"]), ("tournament", [])]
)
async def test_only_options_that_count_are_offered(world: World, format: str, counting: list[str]) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await menus(world, ann)
    await world.press(ann, panel, "lobby.option", rest="format", values=[format])
    panel = next(message for message in world.messages() if message.id == panel.id)
    offered = [menu["custom_id"].rpartition(":")[2] for menu in controls(panel, "lobby.option")]
    assert offered == ["deal", "placement", "playing", "format", *counting]


async def test_joining_and_leaving_refresh_the_one_post(world: World) -> None:
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start")
    await world.press(ben, lobby(world), "lobby.join")
    assert SPEAK("lobby.ready", host=ann.name) in text_of(lobby(world))
    await world.press(ann, lobby(world), "lobby.leave")
    assert (await table(world)).host == ben.id
    assert SPEAK("lobby.waiting", n=1) in text_of(lobby(world))
    assert len(world.public()) == 1
    await world.press(ben, lobby(world), "lobby.leave")
    assert (await table(world)).status is Status.ABANDONED
    (post,) = world.public()
    assert not controls(post)
    assert SPEAK("lobby.closed") in text_of(post)


async def test_what_is_impossible_in_a_lobby_is_refused_with_a_sentence(world: World) -> None:
    ann, ben, cleo = world.people(3)
    await ann.slash(world.channel, "nimmt start")
    post = lobby(world)
    assert said(await world.press(ann, post, "lobby.join")) == SPEAK("refusal.seated")
    assert said(await world.press(ben, post, "lobby.leave")) == SPEAK("refusal.not_seated")
    assert said(await world.press(ben, post, "lobby.options")) == SPEAK("refusal.not_host")
    (start,) = controls(post, "lobby.start")
    (alone,) = await world.send(world.prepared(ann, post, start["custom_id"]))
    assert said(alone) == SPEAK("refusal.too_few", seats=2)
    await world.press(ben, post, "lobby.join")
    assert said(await world.press(ben, lobby(world), "lobby.start")) == SPEAK("refusal.not_host")
    again = await cleo.slash(world.channel, "nimmt start")
    assert said(again) == SPEAK("refusal.channel_busy", table=1)
    assert (await table(world)).status is Status.LOBBY


async def test_an_eleventh_person_finds_no_seat(world: World) -> None:
    people = world.people(11)
    await people[0].slash(world.channel, "nimmt start")
    for actor in people[1:10]:
        await world.press(actor, lobby(world), "lobby.join")
    (join,) = controls(lobby(world), "lobby.join")
    assert join["disabled"]
    (late,) = await world.send(world.prepared(people[10], lobby(world), join["custom_id"]))
    assert said(late) == SPEAK("refusal.full", seats=10)


async def test_the_host_sets_options_by_menu_and_everybody_sees_them(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await menus(world, ann)
    await world.press(ann, panel, "lobby.option", rest="format", values=["rounds"])
    await world.press(ann, panel, "lobby.option", rest="rounds", values=["5"])
    assert await chosen(world) == NimmtOptions(format="rounds", rounds=5)
    picture = lobby(world).attachments[0]["description"]
    assert "5" in picture


@pytest.mark.parametrize("wrong", ["0", "x", "-5", "6.5", "²"])
async def test_another_number_is_asked_for_and_checked(world: World, wrong: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await menus(world, ann)
    shown = await world.press(ann, panel, "lobby.option", rest="limit", values=["other"])
    assert shown.modal is not None
    answer = await ann.submit_modal(shown, {"value": wrong})
    assert said(answer) == SPEAK("refusal.option_range", low=1, high=999)
    assert (await chosen(world)).limit == 66


async def test_another_number_counts(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await menus(world, ann)
    shown = await world.press(ann, panel, "lobby.option", rest="limit", values=["other"])
    await ann.submit_modal(shown, {"value": "45"})
    assert (await chosen(world)).limit == 45
    (menu,) = [item for item in controls(panel) if item["custom_id"].endswith(":limit")]
    assert [item["value"] for item in menu["options"] if item.get("default")] == ["45"]


async def test_a_modal_from_before_a_restart_still_counts(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await menus(world, ann)
    shown = await world.press(ann, panel, "lobby.option", rest="limit", values=["other"])
    await world.restart()
    await ann.submit_modal(shown, {"value": "45"})
    assert (await chosen(world)).limit == 45


async def test_start_deals_and_takes_the_controls_off_the_lobby(world: World) -> None:
    people = world.people(2)
    post = world.messages
    await world.start_game(people)
    first, second, *_ = [message for message in post() if not message.flags & 64]
    assert not controls(first)
    assert SPEAK("lobby.started") in text_of(first)
    started = await table(world)
    for post in (first, second):
        assert started.commitment[:16] in text_of(post)
    assert started.binding[:16] in text_of(second)
    assert second.mention_user_ids == [actor.id for actor in people]
    assert all(controls(world.dms(actor)[-1], "nimmt.menu") for actor in people)


async def test_rematch_opens_a_lobby_with_the_same_people(world: World) -> None:
    ann, ben = world.people(2)
    number = await world.start_game([ann, ben], rounds=2)
    asked = await ann.slash(world.channel, "table end")
    assert asked.response is not None
    await ann.click(asked.response, label=SPEAK("table.end.yes"))
    over = world.with_control(world.public(), "table.rematch")
    await world.press(ben, over, "table.rematch")
    fresh = await table(world)
    assert fresh.id != number
    assert await chosen(world) == NimmtOptions(format="rounds", rounds=2)
    assert {sitter.user for sitter in fresh.sitters} == {ann.id, ben.id}
    assert fresh.host == ben.id
    assert controls(lobby(world), "lobby.start")


@pytest.mark.parametrize(
    ("bit", "right"),
    [(1 << 11, "send_messages"), (1 << 15, "attach_files"), (1 << 16, "read_message_history")],
)
async def test_no_table_is_opened_where_we_may_not_post(world: World, bit: int, right: str) -> None:
    ann = world.person("Ann")
    bot = world.env.backend.bot_user.id
    denied = Overwrite(bot, OverwriteType.MEMBER, deny=bit)
    world.env.backend.get_channel(world.channel.id).overwrites.append(denied)
    answer = await ann.slash(world.channel, "nimmt start")
    assert said(answer) == SPEAK("refusal.cannot_post", missing=SPEAK(f"kit.right.{right}"))
    assert await world.app.tables.queries.table_in(world.channel.id) is None


async def test_no_table_is_opened_in_direct_messages(world: World) -> None:
    ann = world.person("Ann")
    answer = await ann.user.slash("nimmt start")
    assert said(answer) == SPEAK("refusal.only_in_server")


@pytest.mark.parametrize(
    ("told", "features", "said"),
    [
        ("ja", (), "ja"),
        ("en-US", (), None),
        ("en-US", ("COMMUNITY",), "en-US"),
        ("en-GB", (), "en-GB"),
        (None, (), None),
    ],
)
async def test_only_a_language_that_a_server_has_chosen_counts(
    told: str | None, features: tuple[str, ...], said: str | None
) -> None:
    async def locale_of(guild: int, told: str | None) -> str:
        return str(told)

    locale = discord.Locale(told) if told else None
    server = SimpleNamespace(guild_locale=locale, guild=SimpleNamespace(features=features), guild_id=1)
    call = SimpleNamespace(interaction=server, app=SimpleNamespace(locale_of=locale_of))
    assert await language_of_posts(call) == str(said)  # type: ignore[arg-type]


async def test_a_full_table_invites_nobody_else(world: World) -> None:
    people = world.people(10)
    await people[0].slash(world.channel, "nimmt start")
    for actor in people[1:]:
        await world.press(actor, lobby(world), "lobby.join")
    assert SPEAK("lobby.ready_full", host=people[0].name) in text_of(lobby(world))


EN, JA = words("en"), words("ja")


async def listed(world: World, actor: MemberActor) -> Message:
    return await world.ask(actor, "games tables")


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
    seen = await world.ask(ann, "games tables", between_us)
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
    page = world.private(await world.person("Ann").slash(world.channel, "games list", **asked))
    assert [game.info.key for game in catalog.fitting(players, minutes)] == found
    offered = [line["value"] for menu in controls(page, "games.rules") for line in menu["options"]]
    assert offered == found
    assert (EN("games.list.nothing") in text_of(page)) is not found
