"""Discord has its first answer before the database is asked for anything: by every control and command."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from any_game import nimmt
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import EN, Prepared, World, controls, text_of
from troubled import Wire

from bot.discord import router
from bot.discord.content import CustomId
from bot.discord.option_controls import OTHER

MODAL, DEFERRED, DEFERRED_CHANGE, SUGGESTIONS = 9, 5, 6, 8
FORMS = {"me.which_zone", "me.until_when", "server.which_zone", "cup.points", "evening.change"}
"""What opens a form whoever presses it; others need one that was made ready."""


@pytest.fixture(autouse=True)
def time_to_suggest() -> None:
    """Here the limit is what it is for people."""


class Gate:
    """Every reading and every change of the store waits until it is opened."""

    def __init__(self, world: World) -> None:
        self._open = asyncio.Event()
        self._wait = world.app.wait
        self.waiting = 0
        for name in ("change", "read"):
            setattr(world.app.store, name, self._held(getattr(world.app.store, name)))

    def _held(self, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def held(*args: Any, **kwargs: Any) -> Any:
            self.waiting += 1
            await self._wait(self._open.wait(), reason="gate")
            return await method(*args, **kwargs)

        return held

    def open(self) -> None:
        """From now on nothing waits."""
        self._open.set()


async def answered(*sent: Prepared) -> list[Any]:
    """Which of these have no answer after a while."""
    for _ in range(2000):
        if all(each.record.responded for each in sent):
            return []
        await asyncio.sleep(0.01)
    return [each.payload["data"] for each in sent if not each.record.responded]


def first_answers(wire: Wire) -> dict[str, list[int]]:
    """The kinds of the first answers to each interaction."""
    found: dict[str, list[int]] = {}
    for request in wire.requests:
        if request.path.endswith("/callback"):
            found.setdefault(request.path.split("/")[2], []).append(request.body["type"])
    return found


def leaves(world: World, actor: MemberActor) -> Iterator[tuple[dict[str, Any], list[str], dict[str, Any]]]:
    """Every command: its root, its name in parts and what it asks for."""
    for root in world.env.backend.visible_commands(user_id=actor.id, channel_id=world.channel.id):
        for path, leaf in interactions.command_leaves(root):
            yield root, path, leaf


def filled(actor: MemberActor, leaf: dict[str, Any]) -> dict[str, Any]:
    """A value for everything that a command insists on."""
    values = {3: "1", 4: 1, 5: True, 6: actor}
    return {
        item["name"]: item["choices"][0]["value"] if item.get("choices") else values[item["type"]]
        for item in leaf.get("options", ())
        if item.get("required")
    }


def typed(
    world: World,
    actor: MemberActor,
    root: dict[str, Any],
    path: list[str],
    leaf: dict[str, Any],
    focus: str = "",
) -> Prepared:
    """A command as Discord will deliver it; with a focus, somebody who is still typing there."""
    given = {} if focus else filled(actor, leaf)
    built, resolved = interactions.build_options(
        actor, " ".join(path), leaf, given, partial=bool(focus), channel_id=world.channel.id
    )
    if focus:
        kind = next(item["type"] for item in leaf["options"] if item["name"] == focus)
        built.append({"name": focus, "type": kind, "value": "", "focused": True})
    record, payload = interactions.base_payload(
        world.env.backend,
        type=4 if focus else 2,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=actor.id,
        data={
            "id": root["id"],
            "name": root["name"],
            "type": 1,
            "options": interactions.nest_options(root, path[1:], built),
            "resolved": resolved,
        },
    )
    return Prepared(record, payload)


def control_of(message: Message, action: str, rest: str) -> str:
    """The custom_id of the control of an action that goes on like this."""
    found = [str(item["custom_id"]) for item in controls(message, action)]
    return next(each for each in found if each.endswith(f":{rest}"))


def send(world: World, *sent: Prepared) -> None:
    for each in sent:
        world.env.backend.emit("INTERACTION_CREATE", each.payload)


async def kinds_of_answers(world: World, *sent: Prepared) -> list[int]:
    """The kind of the one first answer to each, given while the database is shut; a "thinking ..." is filled
    afterwards, also after a refusal or an error."""
    gate = Gate(world)
    with Wire() as wire:
        send(world, *sent)
        assert await answered(*sent) == []
        assert gate.waiting >= len(sent) - len(FORMS)
        before = first_answers(wire)
        gate.open()
        await world.env.settle()
    assert first_answers(wire) == before
    for each in sent:
        result = InteractionResult(world.env, each.record)
        if result.deferred and result.ephemeral:
            assert text_of(world.private(result)), each.payload["data"]
    (kinds,) = zip(*(before[each.payload["id"]] for each in sent), strict=True)
    return list(kinds)


@pytest.mark.logs_errors
async def test_every_control_is_acknowledged_while_the_database_is_shut(world: World) -> None:
    """Whoever presses is nobody the bot knows; what they press belongs to a game under way. What some of them
    make of a menu without sense is not asked here, only that they answer once."""
    evening = await nimmt(world)
    zoe, board = world.person("Zoe"), evening.board()
    sent = [
        world.prepared(zoe, board, str(CustomId(action, evening.table, 1)), ["1"])
        for action in router.HANDLERS
    ]
    kinds = dict(zip(router.HANDLERS, await kinds_of_answers(world, *sent), strict=True))
    assert {action for action, kind in kinds.items() if kind == MODAL} == FORMS
    assert {kind for action, kind in kinds.items() if action not in FORMS} == {DEFERRED, DEFERRED_CHANGE}
    assert len(kinds) > 100


@pytest.mark.logs_errors
async def test_every_command_is_acknowledged_while_the_database_is_shut(world: World) -> None:
    await nimmt(world)
    zoe = world.person("Zoe")
    sent = [typed(world, zoe, *leaf) for leaf in leaves(world, zoe)]
    assert await kinds_of_answers(world, *sent) == [DEFERRED] * len(sent)
    assert len(sent) > 60


async def test_suggestions_come_from_the_database_in_time_or_not_at_all(world: World) -> None:
    evening = await nimmt(world)
    ann = evening.people[0]
    sent = [
        typed(world, ann, root, path, leaf, item["name"])
        for root, path, leaf in leaves(world, ann)
        for item in leaf.get("options", ())
        if item.get("autocomplete")
    ]
    gate = Gate(world)
    with Wire() as wire:
        await world.send(*sent)
        assert gate.waiting
        await world.env.advance_time(router.QUICK)
        assert await answered(*sent) == []
    gate.open()
    assert set(map(tuple, first_answers(wire).values())) == {(SUGGESTIONS,)}
    assert len(sent) > 20


async def form_without_database(world: World, press: Prepared) -> str:
    """The form that is the first answer while nothing can be read."""
    gate = Gate(world)
    send(world, press)
    assert await answered(press) == []
    result = InteractionResult(world.env, press.record)
    assert result.modal is not None
    gate.open()
    await world.env.settle()
    return str(result.modal)


@pytest.mark.parametrize(
    ("command", "action", "option", "lines", "holds"),
    [
        ("nimmt start", "lobby.option", "limit", [OTHER], ""),
        ("noerdlingen start", "lobby.type", "date", None, "0519"),
    ],
)
async def test_a_form_for_an_option_is_the_first_answer_also_without_the_database(
    world: World, command: str, action: str, option: str, lines: list[str] | None, holds: str
) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, command, **({option: holds} if holds else {}))
    panel = await world.opened(ann, world.public()[-1], "lobby.options")
    press = world.prepared(ann, panel, control_of(panel, action, option), lines)
    assert holds in await form_without_database(world, press)


async def test_a_form_of_before_a_restart_is_offered_once_more_with_its_panel(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    panel = await world.opened(ann, world.public()[-1], "lobby.options")
    await world.restart()
    menu = control_of(panel, "lobby.option", "limit")
    (again,) = await world.send(world.prepared(ann, panel, menu, [OTHER]))
    assert again.modal is None
    assert text_of(panel).startswith(EN("kit.once_more"))
    (now,) = await world.send(world.prepared(ann, panel, menu, [OTHER]))
    assert now.modal is not None
