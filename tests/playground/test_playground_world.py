"""The adapter, and every inside of the pinned simcord that it relies on."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from io import BytesIO
from typing import Any

import discord
import pytest
import simcord
from PIL import Image
from stand_in import StandIn
from windows import env_of, stand_in_of

from bot.playground.people import MOST, Persona, crowd, newcomer
from bot.playground.screen import Desk, picture_size
from bot.playground.values import WorldError
from bot.playground.world import World


def square(world: World) -> int:
    """The first channel of the server."""
    return world.channels("alice")[0]["id"]


async def shown(world: World, person: str = "alice") -> int:
    """The message with every component, freshly posted."""
    await world.command(person, square(world), "show", {})
    return world.message_ids(person, square(world))[-1]


def texts(world: World, person: str, channel: int) -> list[str]:
    """The first text of every message that a person sees."""
    messages = Desk(world).look(person, channel)["messages"]
    return [(message["parts"] or [{}])[0].get("content") or message["text"] for message in messages]


def test_simcord_is_the_version_whose_insides_are_known() -> None:
    assert version("simcord") == "3.2.1"


def test_settling_looks_more_often_than_simcord_does_by_itself() -> None:
    settle: Any = simcord.Env._settle_internal
    assert settle.__kwdefaults__["idle"] == 0.001


def test_people_have_keys_of_their_own() -> None:
    assert [persona.key for persona in crowd(3, "en")] == ["alice", "bob", "carol"]
    assert {persona.locale for persona in crowd(3, "ja")} == {"ja"}
    assert len(crowd(99, "en")) == len(crowd(99, "ja")) == MOST
    assert len(crowd(0, "en")) == 1
    assert newcomer(" Zoë  B ", "en-US", frozenset()) == Persona("zoeb", "Zoë B", "en-US")
    assert newcomer("alice", "ja", frozenset({"alice", "alice2"})).key == "alice3"
    assert newcomer("さくら", "ja", frozenset()).key == "guest"
    with pytest.raises(ValueError, match="name"):
        newcomer("  ", "en-US", frozenset())


async def test_the_clock_begins_today_and_moves_only_by_the_world(world: World) -> None:
    begun = world.now()
    assert abs(begun - datetime.now(UTC)) < timedelta(minutes=5)
    await world.advance(86_400)
    assert timedelta(days=1) <= world.now() - begun < timedelta(days=1, minutes=1)


async def test_ticks_pass_on_the_real_time(world: World) -> None:
    begun = world.now()
    await asyncio.sleep(0.05)
    await world.tick()
    assert timedelta(seconds=0.05) <= world.now() - begun < timedelta(seconds=60)


async def test_bots_wait_behind_the_seam_of_the_world(world: World) -> None:
    assert stand_in_of(world).wait == env_of(world).external_wait
    await world.restart()
    assert stand_in_of(world).wait == env_of(world).external_wait


async def test_a_message_shows_every_component_with_addresses_of_our_own(world: World) -> None:
    await shown(world)
    message = Desk(world).look("bob", square(world))["messages"][-1]
    box = message["parts"][0]
    picture = box["components"][2]["items"][0]
    assert (picture["media"]["width"], picture["media"]["height"]) == (320, 180)
    assert picture["description"] == "A green board"
    place = picture["media"]["src"].removeprefix("/file/").split("/")
    blob = world.file(*place)
    assert blob is not None
    assert blob.startswith(b"\x89PNG")
    assert "simcord.invalid" not in str(message)
    assert message["used"] == {"who": str(world.id_of("alice")), "name": "show"}


@pytest.mark.parametrize("form", ["PNG", "GIF"])
def test_the_size_of_a_picture_is_read_from_its_file(form: str) -> None:
    file = BytesIO()
    Image.new("P", (700, 300)).save(file, form)
    assert picture_size(file.getvalue()) == (700, 300)
    assert picture_size(file.getvalue()[:6]) == (0, 0)


def test_a_file_that_is_no_picture_has_no_size() -> None:
    assert picture_size(b'{"format": 1, "game": "six_nimmt"}') == (0, 0)


async def test_presses_and_choices_reach_the_bot_with_the_persons_language(world: World) -> None:
    target = await shown(world)
    world.speak("bob", "ja")
    await world.press("bob", square(world), target, "secret")
    await world.choose("carol", square(world), target, "cards", ["2"])
    await world.choose("carol", square(world), target, "people", [str(world.id_of("bob"))])
    assert stand_in_of(world).heard[1:] == [
        ("bob", "secret", "ja"),
        ("carol", "cards", "en-US"),
        ("carol", "people", "en-US"),
    ]


async def test_private_answers_are_seen_by_their_owner_alone(world: World) -> None:
    target = await shown(world)
    await world.press("bob", square(world), target, "secret")
    assert texts(world, "bob", square(world))[-1] == "You pressed secret"
    assert "You pressed secret" not in texts(world, "alice", square(world))


async def test_a_button_that_is_gone_is_told_as_a_changed_board(world: World) -> None:
    target = await shown(world)
    await world.press("alice", square(world), target, "turn")
    with pytest.raises(WorldError) as refused:
        await world.press("bob", square(world), target, "turn")
    assert refused.value.code == "changed"
    with pytest.raises(WorldError) as missing:
        await world.press("bob", square(world), 12345, "turn")
    assert missing.value.code == "changed"


async def test_an_unanswered_press_is_noticed(world: World) -> None:
    answer = await world.press("alice", square(world), await shown(world), "deaf")
    assert not answer.answered


async def test_a_form_is_kept_until_it_is_sent_and_works_once(world: World) -> None:
    answer = await world.press("alice", square(world), await shown(world), "open")
    assert answer.modal is not None
    assert answer.modal["title"] == "A form"
    with pytest.raises(WorldError):
        await world.submit("alice", answer.modal_id, {"name": "x" * 21, "colour": ["red"]})
    with pytest.raises(WorldError):
        await world.submit("bob", answer.modal_id, {"name": "x", "colour": ["red"]})
    await world.submit("alice", answer.modal_id, {"name": "x", "colour": ["red"]})
    assert texts(world, "bob", square(world))[-1] == "Form: [('colour', ['red']), ('name', 'x')]"
    with pytest.raises(WorldError) as again:
        await world.submit("alice", answer.modal_id, {"name": "x", "colour": ["red"]})
    assert again.value.code == "changed"


async def test_options_of_all_kinds_reach_the_command(world: World) -> None:
    bob = str(world.id_of("bob"))
    options = {"whom": bob, "game": "Noria", "times": "2", "loud": "true"}
    await world.command("alice", square(world), "greet", options)
    assert texts(world, "bob", square(world))[-1] == f"Hello <@{bob}>: Noria, 2, True"
    last = world.message_ids("bob", square(world))[-1]
    assert world.pings("bob", square(world), last)
    assert not world.pings("carol", square(world), last)
    for wrong in (
        {"whom": bob},
        {**options, "times": "many"},
        {**options, "times": 3},
        {**options, "whom": "1"},
    ):
        with pytest.raises(WorldError):
            await world.command("alice", square(world), "greet", wrong)


async def test_suggestions_come_while_an_option_is_typed(world: World) -> None:
    filled = {"times": "not a number", "game": "n"}
    choices = await world.complete("alice", square(world), "greet", "game", "n", filled)
    assert [choice["name"] for choice in choices] == ["6 nimmt!", "Noria"]


async def test_commands_are_listed_in_the_persons_language(world: World) -> None:
    english = {command["path"]: command for command in Desk(world).commands("alice", square(world))}
    world.speak("alice", "ja")
    japanese = {command["path"]: command for command in Desk(world).commands("alice", square(world))}
    assert english["table text"]["name"] == "table text"
    assert english["greet"]["name"] == "greet"
    assert japanese["greet"]["name"] == "挨拶"
    assert [option["label"] for option in japanese["greet"]["options"]] == ["相手", "ゲーム", "times", "loud"]
    assert japanese["greet"]["options"][1]["autocomplete"]


async def test_closed_direct_messages_are_opened_again(world: World) -> None:
    await world.close_dms("bob", True)
    await world.close_dms("bob", True)
    assert world.dms_closed("bob")
    await world.command("bob", square(world), "direct", {})
    await world.command("alice", square(world), "direct", {})
    assert texts(world, "bob", square(world)) == ["Your door is closed."]
    assert len(world.message_ids("alice", world.dm_of("alice"))) == 1
    await world.close_dms("bob", False)
    assert env_of(world).backend.faults == []
    await world.command("bob", square(world), "direct", {})
    assert len(world.message_ids("bob", world.dm_of("bob"))) == 1


async def test_presses_in_direct_messages_and_commands_there(world: World) -> None:
    await world.command("bob", square(world), "direct", {})
    door = world.dm_of("bob")
    await world.choose("bob", door, world.message_ids("bob", door)[0], "cards", ["3"])
    await world.say("bob", door, "hello")
    assert texts(world, "bob", door)[1:] == ["You pressed cards 3", "hello"]
    assert not world.reads("alice", door)
    assert all(entry["id"] != door for entry in world.channels("alice"))


async def test_threads_stand_below_their_channel_and_are_announced(world: World) -> None:
    await world.command("bob", square(world), "thread", {})
    kinds = [(entry["kind"], entry["name"]) for entry in world.channels("alice")]
    assert kinds == [
        ("channel", "game-night"),
        ("thread", "a quiet corner"),
        ("channel", "lounge"),
        ("dm", "Stammtisch"),
    ]
    told = Desk(world).look("alice", square(world))["messages"]
    assert told[0]["thread"] == str(world.channels("alice")[1]["id"])
    assert told[0]["text"] == "a quiet corner"


async def test_marks_count_what_a_person_has_not_seen(world: World) -> None:
    desk = Desk(world)
    bob = str(world.id_of("bob"))
    await world.say("alice", square(world), "hello")
    await world.command("alice", square(world), "greet", {"whom": bob, "game": "Noria"})
    await world.command("bob", square(world), "direct", {})
    lounge = world.channels("bob")[1]["id"]
    marks = {
        entry["name"]: (entry["unread"], entry["pings"]) for entry in desk.look("bob", lounge)["channels"]
    }
    assert marks == {"game-night": (3, 2), "lounge": (0, 0), "Stammtisch": (1, 1)}
    desk.look("bob", square(world))
    assert desk.look("bob", lounge)["channels"][0]["unread"] == 3
    desk.look("bob", square(world), seen=True)
    assert desk.look("bob", lounge)["channels"][0]["unread"] == 0


async def test_a_dismissed_message_stays_away(world: World) -> None:
    desk = Desk(world)
    await world.command("bob", square(world), "panel", {})
    number = world.message_ids("bob", square(world))[-1]
    assert desk.look("bob", square(world))["messages"][-1]["private"]
    desk.dismiss("bob", number)
    assert desk.look("bob", square(world))["messages"] == []


async def test_a_restarted_bot_answers_what_the_old_one_has_posted(world: World) -> None:
    target = await shown(world)
    old = env_of(world).bot
    await world.restart()
    assert env_of(world).bot is not old
    assert old.is_closed()
    await world.press("bob", square(world), target, "secret")
    assert texts(world, "bob", square(world))[-1] == "You pressed secret"


async def test_newcomers_play_along(world: World) -> None:
    persona = await world.welcome("Zoë", "ja")
    await world.press(persona.key, square(world), await shown(world), "secret")
    assert stand_in_of(world).heard[-1] == ("zoe", "secret", "ja")
    with pytest.raises(WorldError):
        await world.welcome(" ", "ja")


async def test_everybody_may_act_at_once(world: World) -> None:
    target = await shown(world)
    people = ("alice", "bob", "carol")
    await asyncio.gather(*(world.press(person, square(world), target, "secret") for person in people * 3))
    assert [texts(world, person, square(world)).count("You pressed secret") for person in people] == [3, 3, 3]


async def test_reading_goes_on_while_the_bot_is_at_work() -> None:
    class Slow(StandIn):
        async def on_interaction(self, interaction: discord.Interaction) -> None:
            await gate.wait()
            await super().on_interaction(interaction)

    gate = asyncio.Event()
    world = World(Slow, crowd(2, "en"), locale="en")
    await world.open()
    pressing = asyncio.create_task(world.command("alice", square(world), "show", {}))
    await asyncio.sleep(0.05)
    assert not pressing.done()
    assert world._lock.locked()
    assert Desk(world).look("bob", square(world))["me"]["name"] == "Bob"
    gate.set()
    await pressing
    await world.close()


async def test_a_closed_world_leaves_nothing_running() -> None:
    threads = threading.active_count()
    tasks = asyncio.all_tasks()
    world = World(StandIn, crowd(2, "ja"), locale="ja")
    await world.open()
    await world.command("haru", square_ja(world), "show", {})
    await world.close()
    await world.tick()
    with pytest.raises(WorldError):
        await world.say("haru", square_ja(world), "hello")
    assert threading.active_count() == threads
    assert asyncio.all_tasks() == tasks


def square_ja(world: World) -> int:
    """The first channel of a Japanese server."""
    return world.channels("haru")[0]["id"]


async def test_a_bot_that_fails_to_start_is_closed() -> None:
    class Broken(StandIn):
        async def setup_hook(self) -> None:
            raise LookupError("no such room")

    made: list[Broken] = []

    def make() -> Broken:
        made.append(Broken())
        return made[-1]

    with pytest.raises(LookupError):
        await World(make, crowd(1, "en"), locale="en").open()
    assert made[0].is_closed()
