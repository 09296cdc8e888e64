"""A simulated Discord with one bot in it, and a stopwatch on what goes in and out."""

from __future__ import annotations

import pickle
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import Any, cast

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, GuildHandle

Entry = tuple[str, str, Any]
BUTTON, MENU = 2, 3
CHANNEL = "table"
NOT_SAVED = ("subscribers", "emit", "transcript")
"""What of the simulated Discord belongs to one life of the bot."""
PATIENCE = 30
"""Seconds of the simulated clock that a message may take to come; on a busy machine rest may take longer."""

# Simcord looks every 50 ms whether the bot has come to rest. The figures don't depend on it; our time does.
vars(simcord.Env)["_settle_internal"].__kwdefaults__["idle"] = 0.001


class Tape(list[Entry]):
    """Simcord's record of events and requests, with the time of each."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(entries)
        self.times = [0.0] * len(entries)
        self.listeners: list[Callable[[Entry], None]] = []

    def append(self, entry: Entry, /) -> None:
        """Notes an entry and when it came."""
        super().append(entry)
        self.times.append(perf_counter())
        for listener in self.listeners:
            listener(entry)


@dataclass(frozen=True, slots=True)
class Pressed:
    """Milliseconds from a press to the first answer, and to the request that brings a picture (if any)."""

    answer: float
    picture: float | None


@dataclass(slots=True)
class Stage:
    """One server, one channel, some people, one bot."""

    env: simcord.Env
    guild: GuildHandle
    channel: ChannelHandle
    people: list[MemberActor]
    tape: Tape

    async def newest(
        self, channel: int, wanted: Callable[[dict[str, Any]], bool], *, private: bool | None = None
    ) -> tuple[Message, dict[str, Any]]:
        """The newest message of a channel that has a wanted component, and the component; `private`: of those
        that only one person sees, or of the others.

        What the bot has put off (a second try after trouble) gets the time it waits for.
        """
        for _ in range(PATIENCE):
            for message in reversed(list(self.env.backend.messages[channel].values())):
                found = next(filter(wanted, walk(message.components)), None)
                if found is not None and private in (None, message.is_ephemeral):
                    return message, found
            await self.env.advance_time(1)
        raise LookupError("the bot has posted no such message")

    async def press(
        self, actor: Any, message: Message, component: dict[str, Any], value: str = ""
    ) -> Pressed:
        """A press on a button, or the choice of `value` in a menu."""
        start = len(self.tape)
        shown, custom_id = simcord.results.ResponseMessage(self.env, message), component["custom_id"]
        if value:
            await actor.select(shown, [value], custom_id=custom_id)
        else:
            await actor.click(shown, custom_id=custom_id)
        return self._measured(start)

    def _measured(self, start: int) -> Pressed:
        entries = list(zip(self.tape, self.tape.times, strict=True))[start:]
        begin = next(time for (_, name, _), time in entries if name == "INTERACTION_CREATE")
        requests = [(name, payload, time) for (kind, name, payload), time in entries if kind == "HTTP"]
        answers = [time for name, _, time in requests if name.endswith("/callback")]
        pictures = [time for _, payload, time in requests if _brings_picture(payload)]
        return Pressed((answers[0] - begin) * 1000, (pictures[0] - begin) * 1000 if pictures else None)


def control(action: str, kind: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a component is the button or menu of an action."""
    return lambda item: item.get("type") == kind and f":{action}:" in item.get("custom_id", "")


def _brings_picture(payload: Any) -> bool:
    if not isinstance(payload, dict):
        return False
    body = cast("dict[str, Any]", payload)
    inner = cast("dict[str, Any]", body.get("data") or {})
    return bool(body.get("attachments") or inner.get("attachments"))


def walk(components: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every component of a message, nested ones too."""
    found: list[dict[str, Any]] = []
    for component in components:
        found += [component, *walk(component.get("components") or [])]
    return found


@asynccontextmanager
async def stage(
    bot: discord.Client,
    people: int,
    *,
    again: bytes | None = None,
    listener: Callable[[Stage, Entry], None] | None = None,
) -> AsyncGenerator[Stage]:
    """The bot in a server of its own, or in one that was `saved`, started, and closed at the end; the
    listener hears of all that goes in and out, from the start on."""
    env = simcord.Env(bot, check_errors=True, settle_timeout=PATIENCE * 4.0)
    if hasattr(bot, "wait"):
        cast(Any, bot).wait = env.external_wait
        cast(Any, bot).ticks = lambda: env.now() - datetime(1970, 1, 1, tzinfo=UTC)
    if again is None:
        guild = env.create_guild("Bench")
        guild.create_text_channel(CHANNEL)
    else:
        vars(env.backend).update(pickle.loads(again))
        guild = GuildHandle(env, next(iter(env.backend.guilds.values())))
    actors = [guild.add_member(env.create_user(f"player{number}")) for number in range(people)]
    tape = Tape(env.backend.transcript)
    env.backend.transcript = tape
    ours = Stage(env, guild, guild.channels[CHANNEL], actors, tape)
    if listener is not None:
        tape.listeners.append(partial(listener, ours))
    try:
        await env.start()
        yield ours
    finally:
        await bot.close()
        await env.shutdown()


def saved(env: simcord.Env) -> bytes:
    """Discord as it is now: what survives the bot."""
    return pickle.dumps({key: value for key, value in vars(env.backend).items() if key not in NOT_SAVED})
