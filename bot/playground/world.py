"""The simulated Discord of the playground: the only place that knows simcord from inside.

Everything that a person does, and every step of the clock, goes through one lock: simcord refuses two
operations at once. Reading needs no lock and works while something is under way.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Protocol, cast

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError, SetupError
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.languages import fallback, languages
from bot.playground import values
from bot.playground.people import Persona, newcomer, sandbox
from bot.playground.values import WorldError, leaf

SLICE = 600.0
"""Seconds of one step of a time jump: each step has its own budget for what the bot does in it."""
PATIENCE = 30.0
"""Seconds that the bot may work on one action before the page calls it too slow."""
UNKNOWN_MESSAGE = 10008
MENUS = {"person": 2, "message": 3}
"""What has a menu of commands, and Discord's number for the kind."""

# Simcord looks every 50 ms whether the bot has come to rest; a page on the same machine can look sooner.
vars(simcord.Env)["_settle_internal"].__kwdefaults__["idle"] = 0.001


class Inhabitant(Protocol):
    """What the world asks of a bot: seams for waits that only the clock of the world may end, for the time
    that passes by it, and for what its computer players think, during which people go on."""

    wait: Callable[..., Awaitable[Any]]
    ticks: Callable[[], timedelta]
    ponder: Callable[[Awaitable[Any]], Awaitable[Any]]


USER = 1
"""Discord's number for an app that a person has installed for themselves."""
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
"""Since when the time of a world is counted."""
MakeBot = Callable[[], discord.Client]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot did with an interaction."""

    answered: bool
    modal: dict[str, Any] | None = None
    modal_id: str = ""


class World:
    """One server with its people, their threads and direct messages, and the whole bot in it."""

    def __init__(
        self, make_bot: MakeBot, people: Sequence[Persona], *, locale: str, database: str = ""
    ) -> None:
        self.database = database
        """The one that the bot has outside of the playground, which nothing here touches."""
        self._make_bot = make_bot
        self._lock = asyncio.Lock()
        self._running = False
        self._touches = 0
        self._modals: dict[str, InteractionResult] = {}
        self._closed: dict[str, dict[str, Any]] = {}
        self._actors: dict[str, MemberActor] = {}
        self.people: dict[str, Persona] = {}
        self.locale = locale
        self._env = simcord.Env(make_bot(), shard_count=1, check_errors=False, settle_timeout=PATIENCE)
        self._bind(self._env.bot)
        self._backend = self._env.backend
        self._backend.advance_clock(max(0.0, (datetime.now(UTC) - self._env.now()).total_seconds()))
        self._backend.bot_user.name = "Stammtisch"
        self._speak_locally()
        self._guild = self._found(people)
        self._ticked = time.monotonic()

    # Beginning and end -----------------------------------------------------------------------------

    async def open(self) -> None:
        """Starts the bot; the server is there already."""
        async with self._lock:
            try:
                await self._env.start()
            except BaseException:
                # A bot that failed half-way may hold a database open, and with it the whole process.
                await self._env.bot.close()
                raise
            self._running = True
        self._ticked = time.monotonic()

    async def close(self) -> None:
        """Ends the bot, then the simulation: nothing is left running."""
        async with self._lock:
            self._running = False
            await self._env.bot.close()
            await self._env.shutdown()

    async def restart(self) -> None:
        """A new bot on the same world and the same database, as after an update."""
        async with self._operation():
            await self._env.bot.close()
            bot = self._make_bot()
            self._bind(bot)
            await self._env.restart_bot(bot)

    # What a person does ----------------------------------------------------------------------------

    async def say(self, person: str, channel: int, text: str) -> None:
        """A plain message, to the others or to the bot."""
        async with self._operation():
            actor = self._actor(person, channel)
            await (actor.send(*place, text) if (place := self._place(channel)) else actor.send_dm(text))

    async def command(self, person: str, channel: int, path: str, options: Mapping[str, Any]) -> Answer:
        """A slash command by its default name, options as the page sends them."""
        async with self._operation():
            actor = self._actor(person, channel)
            given = values.options(leaf(self.commands(person, channel), path), options, self._entity)
            return self._answer(await actor.slash(*self._place(channel), path, **given))

    async def complete(
        self, person: str, channel: int, path: str, option: str, typed: str, filled: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """What the bot offers for an option while it is typed."""
        async with self._operation():
            actor = self._actor(person, channel)
            declared = leaf(self.commands(person, channel), path)
            given = values.options(declared, filled, self._entity, partial=True)
            given.pop(option, None)
            return list(await actor.autocomplete(*self._place(channel), path, option, typed, **given))

    async def press(self, person: str, channel: int, message: int, custom_id: str) -> Answer:
        """A press on a button."""
        async with self._operation():
            target = self._message(channel, message)
            return self._answer(await self._actor(person, channel).click(target, custom_id=custom_id))

    async def choose(
        self, person: str, channel: int, message: int, custom_id: str, picked: Sequence[str]
    ) -> Answer:
        """A choice in a menu of words, people, roles or channels."""
        async with self._operation():
            target = self._message(channel, message)
            chosen = values.menu(target.components, custom_id, picked, self._entity)
            return self._answer(
                await self._actor(person, channel).select(target, chosen, custom_id=custom_id)
            )

    async def offer(self, person: str, channel: int, kind: str, target: int, name: str) -> Answer:
        """A command from the menu of a person or of a message, by its default name. Simcord knows none in
        direct messages."""
        async with self._operation():
            members = {actor.id: actor for actor in self._actors.values()}
            on = self._message(channel, target) if kind == "message" else members.get(target)
            place = self._place(channel)
            if on is None or not place:
                raise WorldError("refused", f"no menu of {kind} {target}")
            return self._answer(await self._actors[person].context_menu(place[0], name, on))

    async def submit(self, person: str, modal_id: str, filled: Mapping[str, Any]) -> Answer:
        """A filled form that the bot had opened for this person."""
        async with self._operation():
            shown = self._modals.get(modal_id)
            if shown is None or shown.modal is None:
                raise WorldError("changed", "that form is gone")
            actor = self._actor(person, _interaction(shown).channel_id)
            given = values.form(shown.modal, filled, self._entity)
            answer = self._answer(await actor.submit_modal(shown, given))
            del self._modals[modal_id]
            return answer

    # What happens to the world ---------------------------------------------------------------------

    async def tick(self) -> None:
        """Lets as much time pass in the world as has passed outside since the last tick."""
        async with self._lock:
            now = time.monotonic()
            passed, self._ticked = now - self._ticked, now
            if not self._running:
                return
            try:
                await self._env.advance_time(min(passed, SLICE))
            except TimeoutError:
                # What was reached is kept; the next tick goes on from there.
                return

    async def advance(self, seconds: float) -> None:
        """Jumps ahead, in steps between which others may act."""
        left = seconds
        while left > 0:
            async with self._operation():
                await self._env.advance_time(min(left, SLICE))
            left -= SLICE

    async def welcome(self, name: str, locale: str) -> Persona:
        """A new person on the server. WorldError: full, name."""
        async with self._operation():
            try:
                persona = newcomer(name, locale, frozenset(self.people))
            except ValueError as error:
                raise WorldError("name") from error
            self._settle_in(self._guild, persona)
            return persona

    async def close_dms(self, person: str, closed: bool) -> None:
        """From now on the bot can't (or can again) write to this person directly."""
        async with self._operation():
            if closed and person not in self._closed:
                path = f"/channels/{self.dm_of(person)}/messages"
                self._env.inject_error(
                    "POST",
                    path,
                    status=403,
                    code=50007,
                    message="Cannot send messages to this user",
                    times=None,
                )
                self._closed[person] = self._backend.faults[-1]
            elif not closed and person in self._closed:
                self._backend.faults.remove(self._closed.pop(person))

    def speak(self, person: str, locale: str) -> None:
        """The language that this person's client says from now on."""
        self.people[person] = replace(self.people[person], locale=locale)
        self.touch()

    def touch(self) -> None:
        """Tells the pages that there is something new to see which Discord has not told."""
        self._touches += 1

    # What can be seen ------------------------------------------------------------------------------

    @property
    def pulse(self) -> int:
        """Grows with everything that happens."""
        return len(self._backend.transcript) + self._touches

    @property
    def requests(self) -> Sequence[tuple[str, str, Any]]:
        """What the bot has asked Discord for: method, path and body of each request."""
        return [(entry.method, entry.path, entry.json) for entry in self._backend.http_requests]

    @property
    def server(self) -> dict[str, str]:
        """Id and name of the one server."""
        return {"id": str(self._guild.id), "name": self._guild.name}

    @property
    def bot(self) -> dict[str, str]:
        """Id and name of the bot."""
        return {"id": str(self._backend.bot_user.id), "name": self._backend.bot_user.name}

    def now(self) -> datetime:
        """What the clock of this world says."""
        return self._env.now()

    def id_of(self, person: str) -> int:
        """The user id of a person."""
        return self._actors[person].id

    def dm_of(self, person: str) -> int:
        """The channel of the direct messages between a person and the bot."""
        return self._backend.get_dm_channel(self.id_of(person)).id

    def dms_closed(self, person: str) -> bool:
        """Whether the bot is kept from writing to this person directly."""
        return person in self._closed

    def roles(self) -> list[dict[str, str]]:
        """Id and name of each role."""
        return [{"id": str(role.id), "name": name} for name, role in self._guild.roles.items()]

    def channels(self, person: str) -> list[dict[str, Any]]:
        """What stands in a person's list: channels with their threads, the one of a server without the bot,
        then the direct messages."""
        user = self.id_of(person)
        listed = list[dict[str, Any]]()
        for channel in self._guild.channels.values():
            kind = "elsewhere" if channel.id == self._elsewhere else "channel"
            listed += [
                {"id": found.id, "name": found.name, "kind": "thread" if found.is_thread else kind}
                for found in (channel, *channel.threads)
                if channel_accessible(self._backend, found.id, user, history=True)
            ]
        listed.append({"id": self.dm_of(person), "name": self._backend.bot_user.name, "kind": "dm"})
        return listed

    def reads(self, person: str, channel: int) -> bool:
        """Whether a person may read a channel."""
        return channel_accessible(self._backend, channel, self.id_of(person), history=True)

    def message_ids(self, person: str, channel: int) -> list[int]:
        """The messages of a channel that a person can see, oldest first."""
        user = self.id_of(person)
        held = self._backend.messages.get(channel, {})
        return sorted(number for number, message in held.items() if message.visible_to(user))

    def message(self, channel: int, message: int) -> dict[str, Any]:
        """A message as Discord would send it; `thread` is the one whose opening it tells."""
        stored = self._backend.get_message(channel, message)
        thread = stored.system_metadata.channel_id if stored.system_metadata else None
        return {**serializers.message_payload(self._backend, stored), "thread": str(thread) if thread else ""}

    def pings(self, person: str, channel: int, message: int) -> bool:
        """Whether a message rings for a person: it mentions them, or came directly."""
        stored = self._backend.get_message(channel, message)
        user = self.id_of(person)
        return stored.author_id != user and (
            user in stored.ping_user_ids
            or self._backend.get_channel(channel).guild_id is None
            or stored.is_ephemeral
        )

    def file(self, channel: str, attachment: str, name: str) -> bytes | None:
        """The bytes of a file that was sent."""
        return self._backend.cdn.get(f"{CDN_BASE}/attachments/{channel}/{attachment}/{name}")

    def commands(self, person: str, channel: int) -> list[dict[str, Any]]:
        """The slash commands that a person can use in a channel, as Discord stores them."""
        return self._usable(person, channel)

    def menus(self, person: str, channel: int) -> dict[str, list[dict[str, Any]]]:
        """The commands in the menus of people and of messages that a person can use in a channel."""
        here = bool(self._place(channel))
        return {
            kind: self._usable(person, channel, type=number) if here else [] for kind, number in MENUS.items()
        }

    def _usable(self, person: str, channel: int, **kind: int) -> list[dict[str, Any]]:
        """Where the bot is no member, commands of apps that people have installed for themselves."""
        usable = self._backend.visible_commands(user_id=self.id_of(person), channel_id=channel, **kind)
        if channel != self._elsewhere:
            return usable
        return [each for each in usable if USER in (each["integration_types"] or ())]

    # Inside ----------------------------------------------------------------------------------------

    def _bind(self, bot: discord.Client) -> None:
        inhabitant = cast(Inhabitant, bot)
        inhabitant.wait = self._env.external_wait
        inhabitant.ticks = lambda: self._env.now() - BEGINNING
        inhabitant.ponder = partial(self._env.external_wait, reason="thinking")

    def _found(self, people: Sequence[Persona]) -> GuildHandle:
        """The server, its channels and its first people; the first of them owns it."""
        first, *others = people
        owner = self._env.create_user(first.key, global_name=first.name)
        guild = self._env.create_guild(
            sandbox(self.locale).server,
            owner=owner,
            preferred_locale=languages()[self.locale].client,
        )
        for name in sandbox(self.locale).channels:
            guild.create_text_channel(name)
        self._elsewhere = guild.create_text_channel(sandbox(self.locale).elsewhere).id
        self._settle_in(guild, first, owner)
        for persona in others:
            self._settle_in(guild, persona)
        return guild

    def _settle_in(self, guild: GuildHandle, persona: Persona, user: UserHandle | None = None) -> None:
        known = user or self._env.create_user(persona.key, global_name=persona.name)
        self.people[persona.key] = persona
        self._actors[persona.key] = guild.add_member(known)
        self._backend.get_dm_channel(known.id)

    def _speak_locally(self) -> None:
        """Simcord says one language for everybody: puts each person's own into what the bot hears."""
        emit = self._backend.emit

        def localised(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                heard = cast("dict[str, Any]", payload)
                user = int((heard.get("member") or heard)["user"]["id"])
                heard["locale"] = next(
                    (self.people[key].locale for key, actor in self._actors.items() if actor.id == user),
                    languages()[fallback()].client,
                )
                if "guild_id" in heard:
                    heard["guild_locale"] = languages()[self.locale].client
                if heard["channel_id"] == str(self._elsewhere):
                    heard |= _from_elsewhere(heard, user)
            emit(event, payload)

        cast(Any, self._backend).emit = localised

    @asynccontextmanager
    async def _operation(self) -> AsyncGenerator[None, None]:
        """The lock, and simcord's errors in the page's words."""
        async with self._lock:
            if not self._running:
                raise WorldError("changed", "this world is over")
            try:
                yield
            except SetupError as error:
                raise WorldError(_code_of(error), str(error)) from error
            except BackendError as error:
                code = "changed" if error.code == UNKNOWN_MESSAGE else "refused"
                raise WorldError(code, str(error)) from error
            except TimeoutError as error:
                raise WorldError("slow", str(error)) from error
            finally:
                self.touch()

    def _actor(self, person: str, channel: int) -> Any:
        """Somebody as a member of the server, or as a user in direct messages."""
        return self._actors[person] if self._place(channel) else self._actors[person].user

    def _place(self, channel: int) -> tuple[ChannelHandle, ...]:
        """The channel as simcord's actors are told it; nothing where it is one of direct messages."""
        return () if self._backend.get_channel(channel).guild_id is None else (self._channel(channel),)

    def _channel(self, channel: int) -> ChannelHandle:
        return ChannelHandle(self._env, self._guild, self._backend.get_channel(channel))

    def _message(self, channel: int, message: int) -> ResponseMessage:
        return ResponseMessage(self._env, self._backend.get_message(channel, message))

    def _answer(self, result: InteractionResult) -> Answer:
        modal = result.modal
        if modal is None:
            return Answer(result.acknowledged)
        key = str(_interaction(result).id)
        self._modals[key] = result
        return Answer(result.acknowledged, modal, key)

    def _entity(self, number: str) -> MemberActor | ChannelHandle | RoleHandle:
        wanted = int(number)
        members = (actor for actor in self._actors.values() if actor.id == wanted)
        roles = (role for role in self._guild.roles.values() if role.id == wanted)
        found = next(members, None) or next(roles, None)
        return found or self._channel(wanted)


def _from_elsewhere(heard: Mapping[str, Any], user: int) -> dict[str, Any]:
    """What an interaction says of its place where a person has the bot as an app of their own and it is no
    member; the numbers are of no server and no channel that the bot could know."""
    channel = heard["channel"]
    here, server = (str(int(channel[key]) ^ 1 << 60) for key in ("id", "guild_id"))
    return {
        "guild_id": server,
        "guild": {"id": server, "locale": heard["guild_locale"], "features": []},
        "channel_id": here,
        "channel": {**channel, "id": here, "guild_id": server},
        "authorizing_integration_owners": {str(USER): str(user)},
    }


def _interaction(result: InteractionResult) -> Any:
    """Simcord's record of what somebody did, which it shows to nobody else."""
    return vars(result)["_interaction"]


def _code_of(error: SetupError) -> str:
    """Which of the page's sentences fits a refusal of the simulation."""
    code = getattr(error, "code", None)
    if isinstance(code, str) and code.startswith("option"):
        return "option"
    text = str(error)
    changed = (
        "No matching component",
        "component is disabled",
        "does not exist",
        "no longer",
        "already been",
    )
    return "changed" if any(phrase in text for phrase in changed) else "refused"
