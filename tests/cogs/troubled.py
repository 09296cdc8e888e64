"""An evening of 6 nimmt! for the tests of trouble: people who may think for days, and what goes wrong."""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
from fixed_chance import every_secret_is
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.backend.serializers import guild_create_payload
from simcord.builders import UserHandle
from simcord.http import router
from simcord.results import InteractionResult
from simulated import EPHEMERAL, World, confirms, controls, open_world, picks

from bot.discord.discord_api import DiscordApi
from bot.games.six_nimmt.moves import Choose
from bot.store import session
from bot.store.errors import InUseError
from bot.tables.model import TableSettings

NAMES = ("Ann", "Ben", "Cleo", "Dana", "Eve", "Finn", "Gus", "Hana", "Ivo", "June")
CALM = bytes([24]) * 32
"""With three players and the lowest card each time, four tricks without a low card."""
LOW = bytes([2]) * 32
"""With three players and the lowest card each time, the third is asked for a row in the first trick."""
NOT_SAVED = ("subscribers", "emit")
HOUR = 3600.0
LOCKED = InUseError("stammtisch.sqlite3: another program holds the database")


@dataclass(frozen=True)
class Request:
    """One request of the bot to Discord, with the files it uploaded."""

    method: str
    path: str
    body: Any
    files: tuple[tuple[str, bytes], ...] = ()


@dataclass
class Wire:
    """Listens to everything the bot sends; `after` hooks run once Discord has carried a request out."""

    requests: list[Request] = field(default_factory=list)
    after: list[Callable[[Request], None]] = field(default_factory=list)
    _carry_out: Callable[..., Any] = router.dispatch

    def sent(self, method: str, path: str) -> list[Request]:
        """The requests of this kind; a star stands for anything."""
        kind = f"{method} {path}"
        return [each for each in self.requests if fnmatchcase(f"{each.method} {each.path}", kind)]

    def __enter__(self) -> Wire:
        self._carry_out = router.dispatch
        router.dispatch = self._dispatch  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        router.dispatch = self._carry_out  # type: ignore[assignment]

    def _dispatch(self, backend: Any, method: str, path: str, **rest: Any) -> Any:
        request = Request(method, path, rest.get("json"), tuple(_files(rest.get("files") or ())))
        self.requests.append(request)
        answer = self._carry_out(backend, method, path, **rest)
        for hook in self.after:
            hook(request)
        return answer


def _files(parts: Sequence[Any]) -> Iterator[tuple[str, bytes]]:
    for part in parts:
        stream = part.fp
        place = stream.tell()
        stream.seek(0)
        yield part.filename, stream.read()
        stream.seek(place)


@dataclass
class Evening(World):
    """A world with the people of one table. Its bot does not wait long for a database that another program
    holds."""

    people: list[MemberActor] = field(default_factory=list)
    rang: list[int] = field(default_factory=list)
    """Whose phone rang, in order: a mention in the channel, or a direct message that is not silent."""

    @classmethod
    @asynccontextmanager
    async def begin(
        cls,
        folder: Path,
        people: int = 3,
        *,
        secret: bytes = CALM,
        saved: bytes | None = None,
    ) -> AsyncGenerator[Evening]:
        """The bot in a new world, or in one that was `saved`; all tables draw from the same secret."""
        with (
            every_secret_is(secret),
            patch.object(session, "BUSY_SECONDS", 0.01),
        ):
            evening = await open_world(folder, cls, saved=saved)
            if saved is None:
                evening.people = [evening.person(name) for name in NAMES[:people]]
            else:
                env, guild = evening.env, evening.guild
                users = [UserHandle(env, env.backend.get_user(user)) for user in guild.member_ids()]
                evening.people = [MemberActor(env, guild, user) for user in users if user.name in NAMES]
            evening._listen()
            try:
                yield evening
            finally:
                await evening.close()

    def saved(self) -> bytes:
        """Discord as it is now: what survives the bot."""
        kept = {key: value for key, value in self.env.backend.__dict__.items() if key not in NOT_SAVED}
        return pickle.dumps(kept)

    # What is there to see --------------------------------------------------------------------------

    def letters(self, person: MemberActor) -> list[Message]:
        """The direct messages to a person, oldest first; private answers are none."""
        return [letter for letter in self.dms(person) if not letter.flags & EPHEMERAL]

    def prompts(self, person: MemberActor) -> list[Message]:
        """The direct messages that ask for a card."""
        return [letter for letter in self.letters(person) if offered(letter)]

    def reminders(self, person: MemberActor) -> list[Message]:
        """The direct messages that remind a person."""
        return [letter for letter in self.letters(person) if has(letter, "wait.never")]

    def posts_with(self, action: str) -> list[Message]:
        """The posts in the channel with a control of this action."""
        return [post for post in self.public() if has(post, action)]

    def pings(self) -> list[int]:
        """How often the phone of each person has rung."""
        return [self.rang.count(person.id) for person in self.people]

    def _listen(self) -> None:
        backend = self.env.backend
        emit = backend.emit

        def listening(event: str, payload: Mapping[str, Any], *rest: Any, **options: Any) -> Any:
            if event == "MESSAGE_CREATE":
                message = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
                if not is_silent(message) and not message.is_ephemeral:
                    boxes = {box: user for user, box in backend.dm_channels.items()}
                    letter = [boxes[message.channel_id]] if message.channel_id in boxes else []
                    self.rang.extend(letter or message.ping_user_ids)
            return emit(event, payload, *rest, **options)

        backend.emit = listening

    # A game ----------------------------------------------------------------------------------------

    async def start(self, players: int | None = None, *, deadline: int = 0, **options: Any) -> None:
        """A game under way of the first people, with so many hours for each decision. Nobody sleeps then."""
        await self.start_game(
            self.people[:players], settings=TableSettings(deadline=deadline, grace=0, hold=0), **options
        )
        if deadline:
            await self.awake()

    async def state(self) -> Any:
        """The state of the game, hidden cards and all."""
        return (await self.app.tables.queries.now_at((await self.table()).id)).state

    async def choose(self, *people: MemberActor) -> None:
        """The lowest card, in the newest direct message of each, else in the panel behind **Your move**."""
        for person in people:
            prompts = self.prompts(person)
            await self.choose_in(prompts[-1] if prompts else await self.own_panel(person), person)

    async def choose_in_channel(self, *people: MemberActor) -> None:
        """The lowest card of each, in the private panel that **Your move** opens."""
        for person in people:
            await self.choose_in(await self.own_panel(person), person)

    async def choose_in(self, panel: Message, person: MemberActor) -> InteractionResult:
        """The lowest card that a message offers, confirmed if need be."""
        result = await self.pick(person, panel, Choose(min(offered(panel))))
        return await self.confirm(person, panel) if confirms(panel) else result

    async def own_panel(self, person: MemberActor) -> Message:
        """The private panel behind **Your move**."""
        return await self.opened(person, self.posts_with("table.move")[-1], "table.move")

    async def trick(self) -> None:
        """Everybody chooses the lowest card; a low card takes a row."""
        await self.choose(*self.people)
        person = await self.asked()
        if person is not None:
            await self.take_row(person)

    async def take_row(self, person: MemberActor) -> None:
        """The row that is offered first, in the newest direct message or else in the private panel."""
        letters = [each for each in self.letters(person) if has(each, "nimmt.step")]
        panel = letters[-1] if letters else await self.own_panel(person)
        await self.press(person, panel, "nimmt.step")

    async def asked(self) -> MemberActor | None:
        """The owner of a low card, while the row is awaited."""
        question = (await self.state()).question
        if question is None:
            return None
        user = (await self.table()).sitters[question.seat].user
        return next(person for person in self.people if person.id == user)

    # Time ------------------------------------------------------------------------------------------

    async def wait(self, seconds: float) -> None:
        """Time goes by."""
        await self.env.advance_time(seconds)

    async def hours(self, count: float) -> None:
        """So much time goes by."""
        await self.wait(count * HOUR)

    async def until(self, done: Callable[[], bool], patience: float) -> None:
        """Waits for what nobody in the simulation waits for, at most so many seconds of the real clock."""
        for _ in range(round(patience / 0.02)):
            if done():
                return
            await asyncio.sleep(0.02)

    async def awake(self) -> None:
        """From now on nobody who is known has quiet hours."""
        for person in self.people:
            await self.wish(person, quiet=(0, 0))

    async def asleep(self, person: MemberActor) -> None:
        """For twelve hours it is night where a person lives."""
        hour = self.env.now().hour
        await self.wish(person, quiet=(hour, (hour + 12) % 24), zone="UTC")

    # Trouble ---------------------------------------------------------------------------------------

    def fail(self, method: str, path: str, status: int, code: int = 0, times: int | None = 1) -> None:
        """Discord will answer these requests with an error."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def fail_posts(self, status: int, code: int = 0, times: int | None = None) -> None:
        """Nothing can be posted in the channel for a while, or until all is mended."""
        self.fail("POST", f"/channels/{self.channel.id}/messages", status, code, times)

    def fail_letters(self, person: MemberActor, status: int, code: int = 0, times: int | None = None) -> None:
        """No direct message reaches a person for a while, or until all is mended."""
        self.fail("POST", f"/channels/{person.user.dm_channel.id}/messages", status, code, times)

    def fail_edits(self, message: Message, status: int, code: int = 0, times: int | None = None) -> None:
        """A message can't be changed for a while, or until all is mended."""
        self.fail("PATCH", f"/channels/{message.channel_id}/messages/{message.id}", status, code, times)

    def estrange(self, person: MemberActor) -> None:
        """We share no server with a person from now on."""
        self.fail_letters(person, 403, 50278)

    def mend(self) -> None:
        """All troubles of Discord are over."""
        self.env.backend.faults.clear()

    def bar(self) -> None:
        """The bot may no longer send messages in the channel."""
        self.deny(send_messages=True)

    def unbar(self) -> None:
        """The bot may send messages again."""
        self.deny()

    def remove_bot(self) -> None:
        """Somebody removes the bot from the server."""
        self.env.backend.emit("GUILD_DELETE", {"id": str(self.guild.id)})

    def invite_bot(self) -> None:
        """Somebody invites it again."""
        backend = self.env.backend
        payload = guild_create_payload(backend, backend.guilds[self.guild.id])
        backend.emit("GUILD_CREATE", {key: value for key, value in payload.items() if key != "unavailable"})

    def shut(self) -> None:
        """The bot may neither post in the channel nor change what stands there, until all is mended."""
        self.fail_posts(403, 50001)
        self.fail("PATCH", f"/channels/{self.channel.id}/messages/*", 403, 50001, times=None)

    def lose(self, message: Message) -> None:
        """Somebody deletes a message."""
        self.env.backend.delete_message(message.channel_id, message.id)


@contextmanager
def database_held(evening: Evening) -> Iterator[None]:
    """In this block another program holds the database, as a backup may: nobody else can write."""
    with closing(sqlite3.connect(evening.app.settings.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@dataclass
class Traffic:
    """Who was sent what, in order, and how many messages to each were under way together."""

    sent: list[tuple[int, str]] = field(default_factory=list)
    together: Counter[int] = field(default_factory=Counter)


@asynccontextmanager
async def slow_in(world: World, *channels: int) -> AsyncGenerator[Traffic]:
    """Up to the end of this block Discord takes its time in some channels."""
    traffic, under_way, go, send = Traffic(), Counter[int](), asyncio.Event(), DiscordApi.send

    async def sending(mail: DiscordApi, channel: int, *parcel: Any, **how: Any) -> int:
        under_way[channel] += 1
        traffic.together |= under_way
        if channel in channels:
            await world.app.wait(go.wait(), reason="a slow channel")
        await asyncio.sleep(0)
        message = await send(mail, channel, *parcel, **how)
        traffic.sent.append((channel, how["nonce"]))
        under_way[channel] -= 1
        return message

    with patch.object(DiscordApi, "send", sending):
        yield traffic
        go.set()
        await world.env.settle()


def control(message: Message | Any, action: str) -> str:
    """The custom_id of the first control of an action."""
    return str(controls(message, action)[0]["custom_id"])


def has(message: Message | Any, action: str) -> bool:
    """Whether a message has a control of an action."""
    return bool(controls(message, action))


def offered(message: Message | Any) -> list[int]:
    """The cards that the menu of a message offers."""
    return [int(path.removeprefix("choose/")) for path in picks(message) if path.startswith("choose/")]


def is_silent(message: Message) -> bool:
    """Whether a message rings no phone."""
    return bool(message.flags & discord.MessageFlags(suppress_notifications=True).value)
