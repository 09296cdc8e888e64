"""The lobby: joining, leaving, options, the start, and what is refused with a sentence."""

from __future__ import annotations

from types import SimpleNamespace

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult
from simulated import World, controls, text_of

from bot.discord.channels import server_says
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
def test_only_a_language_that_a_server_has_chosen_counts(
    told: str | None, features: tuple[str, ...], said: str | None
) -> None:
    locale = discord.Locale(told) if told else None
    interaction = SimpleNamespace(guild_locale=locale, guild=SimpleNamespace(features=features))
    assert server_says(interaction) == said  # type: ignore[arg-type]


async def test_a_full_table_invites_nobody_else(world: World) -> None:
    people = world.people(10)
    await people[0].slash(world.channel, "nimmt start")
    for actor in people[1:]:
        await world.press(actor, lobby(world), "lobby.join")
    assert SPEAK("lobby.ready_full", host=people[0].name) in text_of(lobby(world))
