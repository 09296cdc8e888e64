"""The lobby: joining, leaving, options, the start; and `/games tables`, the lobbies that somebody can see."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from discord_limits import SELECT
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simulated import EN, JA, World, controls, text_of

from bot.discord.channels import language_of_posts
from bot.discord.content import CustomId
from bot.discord.presenter import presenter_of
from bot.games import registry
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Status, Table
from tests.pebbles.game import GAME


async def chosen(world: World) -> NimmtOptions:
    return game("six_nimmt").decode_options((await world.table()).options)


async def menus(world: World, host: MemberActor) -> Message:
    """The host's private options of a lobby that was just opened."""
    return await world.opened(host, await world.open_table([host]), "lobby.options")


async def test_start_opens_a_lobby_with_a_picture_and_what_was_asked_for(world: World) -> None:
    """A number of rounds alone means a game of rounds."""
    ann = world.person("Ann")
    for number, given in enumerate(({"rounds": 2}, {"format": "limit", "limit": 40, "end": "reached"}), 1):
        world.channel = world.guild.create_text_channel(f"night-{number}")
        answer = await world.ask(ann, "nimmt start", **given)
        assert text_of(answer) == EN("lobby.opened", table=number)
        assert await chosen(world) == NimmtOptions(**{"format": "rounds", **given})  # type: ignore[arg-type]
    (post,) = world.public()
    assert post.attachments
    assert EN("lobby.waiting", n=1) in text_of(post)
    actions = [item["custom_id"].split(":")[1] for item in controls(post)]
    verbs = ["lobby.join", "lobby.leave", "lobby.start", "lobby.options", "games.rules"]
    assert actions == [*verbs, "lobby.alone", "lobby.coached", "lobby.computers", "learn.open"]


async def test_joining_and_leaving_refresh_the_one_post(world: World) -> None:
    ann, ben = people = world.members(2)
    post = await world.open_table(people)
    assert EN("lobby.ready", host=ann.name) in text_of(post)
    await world.press(ann, post, "lobby.leave")
    assert (await world.table()).host == ben.id
    assert EN("lobby.waiting", n=1) in text_of(post)
    await world.press(ben, post, "lobby.leave")
    assert (await world.table()).status is Status.ABANDONED
    assert world.public() == [post]
    assert not controls(post)
    assert EN("lobby.closed") in text_of(post)


async def test_the_host_sets_the_options_that_count_by_menu_and_everybody_sees_them(world: World) -> None:
    ann = world.person("Ann")
    panel = await menus(world, ann)
    for format, counting in (("limit", ["limit", "end"]), ("tournament", []), ("rounds", ["rounds"])):
        await world.press(ann, panel, "lobby.option", rest="format", values=[format])
        offered = [menu["custom_id"].rpartition(":")[2] for menu in controls(panel, "lobby.option")]
        assert offered == ["deal", "placement", "playing", "format", *counting]
    await world.press(ann, panel, "lobby.option", rest="rounds", values=["5"])
    assert await chosen(world) == NimmtOptions(format="rounds", rounds=5)
    assert "5" in world.lobby().attachments[0]["description"]


async def test_what_counts_alone_is_offered_and_told_only_as_long_as_nobody_else_sits_there(
    world: World,
) -> None:
    ann, label = world.person("Ann"), EN("noria.option.bot")
    post = await world.open_table([ann], command="noria start")
    for others, told in ((0, True), (1, False)):
        if others:
            await world.press(world.person("Bob"), post, "lobby.join")
        panel = await world.opened(ann, post, "lobby.options")
        assert (label in text_of(panel)) is told
        assert (label in [menu["placeholder"] for menu in controls(panel, "lobby.option")]) is told
        assert bool(controls(panel, "lobby.type")) is told
        assert (label in world.lobby().attachments[0]["description"]) is told


@pytest.mark.parametrize("key", registry.own())
async def test_each_option_and_setting_is_explained_in_a_line_where_it_is_chosen(
    world: World, key: str, ann: MemberActor
) -> None:
    post = await world.open_table([ann], command=f"{presenter_of(key).group} start")
    panel = await world.opened(ann, post, "lobby.options")
    menus = [item["placeholder"] for item in controls(panel) if item["type"] == SELECT]
    typed = [item["label"].partition(":")[0] for item in controls(panel, "lobby.type")]
    lines = [line for line in text_of(panel).splitlines() if line.startswith("- ")]
    assert len(lines) == len(menus) + len(typed)
    assert all(any(line.startswith(f"- **{name}**: ") for line in lines) for name in (*menus, *typed))


async def test_another_number_is_typed_and_checked(world: World, ann: MemberActor) -> None:
    panel = await menus(world, ann)
    for wrong in ("0", "x", "-5", "6.5", "²"):
        form = await world.press(ann, panel, "lobby.option", rest="limit", values=["other"])
        assert form.modal is not None
        refused = world.private(await ann.submit_modal(form, {"value": wrong}))
        assert text_of(refused) == EN("refusal.option_range", low=1, high=999)
        assert (await chosen(world)).limit == 66
    form = await world.press(ann, panel, "lobby.option", rest="limit", values=["other"])
    await ann.submit_modal(form, {"value": "45"})
    assert (await chosen(world)).limit == 45
    (menu,) = [item for item in controls(panel) if item["custom_id"].endswith(":limit")]
    assert [item["value"] for item in menu["options"] if item.get("default")] == ["45"]


async def test_start_deals_and_takes_the_controls_off_the_lobby(world: World) -> None:
    people = world.members(2)
    await world.start_game(people)
    first, second, *_ = world.public()
    assert not controls(first)
    assert EN("lobby.started") in text_of(first)
    started = await world.table()
    assert all(started.commitment[:16] in text_of(post) for post in (first, second))
    assert started.binding[:16] in text_of(second)
    assert second.mention_user_ids == [actor.id for actor in people]
    assert all(controls(world.dms(actor)[-1], "nimmt.step") for actor in people)


async def test_no_table_is_opened_where_we_may_not_post_nor_in_direct_messages(world: World) -> None:
    ann = world.person("Ann")
    for right in ("send_messages", "attach_files", "read_message_history"):
        world.deny(**{right: True})
        refused = await world.says(ann, "nimmt start")
        assert refused == EN("refusal.cannot_post", missing=EN(f"kit.right.{right}"))
    assert await world.app.tables.queries.table_in(world.channel.id) is None
    assert text_of(world.private(await ann.user.slash("nimmt start"))) == EN("refusal.only_in_server")


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


# The list ---------------------------------------------------------------------------------------------


async def opened(world: World, host: MemberActor, channel: ChannelHandle, **options: object) -> Table:
    await host.slash(channel, "nimmt start", **options)
    return await world.table(channel)


async def test_a_table_of_another_channel_is_joined_from_the_list_until_it_has_started(
    world: World,
) -> None:
    ann, ben, cleo = world.members(3)
    elsewhere = world.guild.create_text_channel("elsewhere")
    number = (await opened(world, ann, elsewhere, rounds=3)).id
    page, late = await world.ask(ben, "games tables"), await world.ask(cleo, "games tables")
    told = text_of(page)
    address = f"https://discord.com/channels/{world.guild.id}/{elsewhere.id}"
    assert f"**[6 nimmt!, table {number}]({address})**" in told
    assert EN("games.tables.seats", host="player0", n=1, seats=10, fewest=2) in told
    assert "3" in told.splitlines()[-1]
    await world.press(ben, page, "games.join")
    assert [sitter.name for sitter in (await world.table(elsewhere)).sitters] == ["player0", "player1"]
    assert "You now sit at [6 nimmt!, table" in text_of(page)
    assert controls(page, "games.join")[0]["disabled"]
    (lobby,) = world.public(elsewhere)
    await world.press(ann, lobby, "lobby.start")
    answer = await world.press(cleo, late, "games.join")
    assert answer.acknowledged
    assert EN("refusal.not_lobby") in "\n".join(map(text_of, world.messages()))
    assert EN("games.tables.none") in await world.says(cleo, "games tables")


async def test_only_channels_and_private_threads_that_one_can_see_count(world: World) -> None:
    ann, ben = world.members(2)
    hidden = PermissionOverwrite(view_channel=False)
    secret = world.guild.create_text_channel("secret", overwrites={ben: hidden})
    between_us = await world.thread(ann)
    await opened(world, ann, between_us)
    for reader in (ann, ben):
        assert EN("games.tables.none") in await world.says(reader, "games tables")
    assert controls(await world.ask(ann, "games tables", between_us), "games.join")
    await opened(world, ann, secret)
    assert EN("games.tables.none") in await world.says(ben, "games tables")
    assert controls(await world.ask(ann, "games tables"), "games.join")


async def test_many_tables_are_paged_newest_first_and_a_direct_message_has_none(world: World) -> None:
    tables = [
        (await opened(world, world.person(f"Host{n}"), world.guild.create_text_channel(f"room-{n}"))).id
        for n in range(7)
    ]
    sakura = world.person("さくら", "ja")
    page = await world.ask(sakura, "games tables")
    for shown in (tables[:1:-1], tables[1::-1]):
        labels = [item["label"] for item in controls(page, "games.join")]
        assert labels == [JA("games.tables.join", table=table) for table in shown]
        await world.press(sakura, page, "games.tables", rest="1")
    alone = world.private(await sakura.user.slash("games tables"))
    assert JA("refusal.players_in_server") in text_of(alone)


# Options that are typed in ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("guests")
async def test_the_host_alone_types_a_text_which_is_checked(world: World) -> None:
    """Wide letters and space around it are no mistake: who writes Japanese often has them."""
    ann, ben = world.members(2)
    panel = await world.opened(ann, await world.open_table([ann], command="pebbles start"), "lobby.options")

    async def form() -> Any:
        return await world.press(ann, panel, "lobby.type", rest="motto")

    async def now() -> tuple[str, str]:
        """What is set, and what the button says."""
        (button,) = controls(panel, "lobby.type")
        return GAME.decode_options((await world.table()).options).motto, button["label"]

    for text in ("ahoy", " ahoy ", "ａｈｏｙ", "\u3000ａｈｏｙ\u3000"):
        assert await now() == ("", "Motto: none")
        await ann.submit_modal(await form(), {"value": text})
        assert await now() == ("ahoy", "Motto: ahoy")
        shown = await form()
        (line,) = [part["component"] for part in shown.modal["components"]]
        assert (line["value"], line["required"], line["style"]) == ("ahoy", False, 1)
        refused = world.private(await ann.submit_modal(shown, {"value": "A7"}))
        assert text_of(refused) == EN("refusal.option_text", example="ahoy")
        assert await now() == ("ahoy", "Motto: ahoy")
        await ann.submit_modal(await form(), {"value": ""})
    assert text_of(await world.opened(ben, panel, "lobby.type")) == EN("refusal.not_host", host=ann.name)
    for action, key in (("lobby.type", "heap"), ("lobby.typed", "called"), ("lobby.number", "motto")):
        (answer,) = await world.send(world.prepared(ann, panel, str(CustomId(action, 1, 0, key))))
        assert text_of(world.private(answer)) == EN("refusal.bad_options")


@pytest.mark.parametrize(
    ("command", "key", "others"), [("nimmt", "limit", True), ("mycity", "episode", False)]
)
async def test_another_number_is_offered_unless_the_menu_has_all(
    world: World, command: str, key: str, others: bool, ann: MemberActor
) -> None:
    post = await world.open_table([ann], command=f"{command} start")
    panel = await world.opened(ann, post, "lobby.options")
    (menu,) = [each for each in controls(panel, "lobby.option") if each["custom_id"].endswith(f":{key}")]
    assert (menu["options"][-1]["label"] == EN("lobby.other")) is others
    named = [each["description"] for each in menu["options"] if each.get("description")]
    assert named == ([EN(f"my_city.episode.{number}") for number in range(1, 13)] if key == "episode" else [])
