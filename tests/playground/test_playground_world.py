"""The adapter, and every inside of the pinned simcord that it relies on."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta
from io import BytesIO

import discord
import pytest
from PIL import Image
from stand_in import StandIn
from windows import env_of, stand_in_of

from bot.playground.people import MOST, Persona, crowd, newcomer
from bot.playground.screen import Desk, picture_size
from bot.playground.values import WorldError
from bot.playground.world import World


def square(world: World) -> int:
    return world.channels("alice")[0]["id"]


async def shown(world: World, person: str = "alice") -> int:
    """The message with every component, freshly posted."""
    await world.command(person, square(world), "show", {})
    return world.message_ids(person, square(world))[-1]


def texts(world: World, person: str, channel: int) -> list[str]:
    """The first text of every message that a person sees."""
    messages = Desk(world).look(person, channel)["messages"]
    return [(message["parts"] or [{}])[0].get("content") or message["text"] for message in messages]


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


async def test_the_clock_begins_today_and_moves_by_ticks_and_jumps(world: World) -> None:
    begun = world.now()
    assert abs(begun - datetime.now(UTC)) < timedelta(minutes=5)
    await asyncio.sleep(0.05)
    await world.tick()
    ticked = world.now()
    assert timedelta(seconds=0.05) <= ticked - begun < timedelta(seconds=60)
    await world.advance(86_400)
    assert timedelta(days=1) <= world.now() - ticked < timedelta(days=1, minutes=1)


@pytest.mark.parametrize("form", ["PNG", "GIF"])
def test_the_size_of_a_picture_is_read_from_its_file(form: str) -> None:
    file = BytesIO()
    Image.new("P", (700, 300)).save(file, form)
    assert picture_size(file.getvalue()) == (700, 300)
    for other in (file.getvalue()[:6], b'{"format": 1, "game": "six_nimmt"}'):
        assert picture_size(other) == (0, 0)


async def test_a_button_that_is_gone_is_told_as_a_changed_board(world: World) -> None:
    target = await shown(world)
    await world.press("alice", square(world), target, "turn")
    for message in (target, 12345):
        with pytest.raises(WorldError) as refused:
            await world.press("bob", square(world), message, "turn")
        assert refused.value.code == "changed"


async def test_a_form_is_kept_until_it_is_sent_and_works_once(world: World) -> None:
    form = (await world.command("alice", square(world), "form", {})).modal_id
    good, bad = {"name": "x", "colour": ["red"]}, {"name": "x" * 21, "colour": ["red"]}
    for person, filled in (("alice", bad), ("bob", good)):
        with pytest.raises(WorldError):
            await world.submit(person, form, filled)
    await world.submit("alice", form, good)
    assert texts(world, "bob", square(world))[-1] == "Form: [('colour', ['red']), ('name', 'x')]"
    with pytest.raises(WorldError) as again:
        await world.submit("alice", form, good)
    assert again.value.code == "changed"


async def test_a_command_with_wrong_options_is_not_given(world: World) -> None:
    bob = str(world.id_of("bob"))
    options = {"whom": bob, "game": "Noria"}
    for wrong in (
        {"whom": bob},
        {**options, "times": "many"},
        {**options, "times": 3},
        {**options, "whom": "1"},
    ):
        with pytest.raises(WorldError):
            await world.command("alice", square(world), "greet", wrong)
    assert stand_in_of(world).heard == []


async def test_suggestions_come_while_an_option_is_typed(world: World) -> None:
    filled = {"times": "not a number", "game": "n"}
    choices = await world.complete("alice", square(world), "greet", "game", "n", filled)
    assert [choice["name"] for choice in choices] == ["6 nimmt!", "Noria"]


async def test_direct_messages_are_closed_and_opened_again(world: World) -> None:
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
    assert marks == {"game-night": (3, 2), "lounge": (0, 0), "elsewhere": (0, 0), "Stammtisch": (1, 1)}
    desk.look("bob", square(world))
    assert desk.look("bob", lounge)["channels"][0]["unread"] == 3
    desk.look("bob", square(world), seen=True)
    assert desk.look("bob", lounge)["channels"][0]["unread"] == 0


async def test_a_restarted_bot_answers_what_the_old_one_has_posted(world: World) -> None:
    target = await shown(world)
    old = env_of(world).bot
    await world.restart()
    assert env_of(world).bot is not old
    assert old.is_closed()
    assert stand_in_of(world).wait == env_of(world).external_wait
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
    threads = set(threading.enumerate())
    tasks = asyncio.all_tasks()
    world = World(StandIn, crowd(2, "en"), locale="en")
    await world.open()
    await shown(world)
    await world.close()
    await world.tick()
    with pytest.raises(WorldError):
        await world.say("alice", square(world), "hello")
    assert not set(threading.enumerate()) - threads
    assert asyncio.all_tasks() == tasks


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
