"""An evening at the table for the tests of trouble: a server, people, the whole bot, and what may go wrong.

Presses are sent as Discord sends them, so that stale, repeated and simultaneous ones reach the bot too.
"""

from __future__ import annotations

import pickle
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord
from fixed_chance import every_secret_is
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.backend.serializers import guild_create_payload
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import OverwriteType
from simcord.http import router
from simcord.results import InteractionResult
from simulated import Prepared, World, bind, confirms, controls, leading_to, lend_album, open_world, picks

from bot.app import App, build
from bot.config import Settings
from bot.games.six_nimmt.moves import Choose
from bot.tables.model import Table

NAMES = ("Ann", "Ben", "Cleo", "Dana", "Eve", "Finn", "Gus", "Hana", "Ivo", "June")
CALM = bytes([24]) * 32
"""With three players and the lowest card each time, four tricks without a low card."""
LOW = bytes([2]) * 32
"""With three players and the lowest card each time, the third is asked for a row in the first trick."""
NOT_SAVED = ("subscribers", "emit")


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

    def told(self, text: str) -> int:
        """In how many messages or edits this was."""
        return sum(text in str(request.body) for request in self.requests)

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


class Evening:
    """The simulated server with the bot in it, and the people of one table."""

    def __init__(self, world: World, people: Sequence[MemberActor]) -> None:
        self.world = world
        self.env = world.env
        self.channel = world.channel
        self.people = list(people)
        self.rang: list[int] = []
        """Whose phone rang, in order: a mention in the channel, or a direct message that is not silent."""
        self._listen()

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
        with every_secret_is(secret):
            if saved is None:
                world = await open_world(folder)
                evening = cls(world, [world.person(name) for name in NAMES[:people]])
            else:
                evening = cls.again(folder, saved)
                await evening.env.start()
                lend_album(evening.app)
            try:
                yield evening
            finally:
                await evening.world.close()

    @classmethod
    def again(cls, folder: Path, saved: bytes) -> Evening:
        """The saved world with a bot that has not been started yet."""
        settings = Settings(database=folder / "stammtisch.sqlite3", synchronous="normal")

        def make() -> App:
            return build(settings, guild_ready_timeout=0.0)

        env = simcord.Env(bot := make())
        bind(env, bot)
        env.backend.__dict__.update(pickle.loads(saved))
        guild = GuildHandle(env, next(iter(env.backend.guilds.values())))
        known = {user.name: user for user in map(env.backend.get_user, guild.member_ids())}
        people = [MemberActor(env, guild, UserHandle(env, known[name])) for name in NAMES if name in known]
        return cls(World(env, guild, guild.channels["game-night"], make), people)

    @property
    def app(self) -> App:
        """The bot that runs now."""
        return self.world.app

    def saved(self) -> bytes:
        """Discord as it is now: what survives the bot."""
        kept = {key: value for key, value in self.env.backend.__dict__.items() if key not in NOT_SAVED}
        return pickle.dumps(kept)

    # What is there to see --------------------------------------------------------------------------

    def posts(self, channel: ChannelHandle | None = None) -> list[Message]:
        """The messages of a channel that everybody sees, oldest first."""
        place = (channel or self.channel).id
        found = self.env.backend.messages.get(place, {}).values()
        return sorted((each for each in found if not each.is_ephemeral), key=lambda each: each.id)

    def letters(self, person: MemberActor) -> list[Message]:
        """The direct messages to a person, oldest first; private answers are none."""
        box = self.env.backend.dm_channels.get(person.id)
        found = self.env.backend.messages.get(box, {}).values() if box is not None else ()
        return sorted((each for each in found if not each.is_ephemeral), key=lambda each: each.id)

    def prompts(self, person: MemberActor) -> list[Message]:
        """The direct messages that ask for a card."""
        return [letter for letter in self.letters(person) if has(letter, "nimmt.menu")]

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

    # What people do --------------------------------------------------------------------------------

    def prepare(self, person: MemberActor, message: Message, custom_id: str, *values: str) -> Prepared:
        """A press as Discord will deliver it, with the message as it is now."""
        return self.world.prepared(person, message, custom_id, values or None)

    async def deliver(self, *presses: Prepared) -> list[InteractionResult]:
        """All these presses arrive in the same instant."""
        return await self.world.send(*presses)

    async def press(
        self, person: MemberActor, message: Message, custom_id: str, *values: str
    ) -> InteractionResult:
        """One press, and everything that follows from it."""
        return (await self.deliver(self.prepare(person, message, custom_id, *values)))[0]

    async def push(self, person: MemberActor, message: Message, action: str) -> InteractionResult:
        """A press on the button of this action."""
        return await self.press(person, message, control(message, action))

    async def confirm(self, person: MemberActor, message: Message) -> InteractionResult:
        """A press on **Confirm**."""
        return await self.push(person, message, "nimmt.confirm")

    async def choose(self, person: MemberActor, card: int | None = None) -> InteractionResult:
        """A card chosen in the newest direct message, the lowest if none is named; confirmed if need be."""
        letter = self.prompts(person)[-1]
        card = min(offered(letter)) if card is None else card
        result = await self.press(person, letter, *leading_to(letter, Choose(card)))
        letter = self.env.backend.get_message(letter.channel_id, letter.id)
        if confirms(letter):
            return await self.confirm(person, letter)
        return result

    async def choose_if_asked(self, person: MemberActor) -> bool:
        """The lowest card, if the newest direct message asks for one; whether it did."""
        if not self.prompts(person):
            return False
        await self.choose(person)
        return True

    async def choose_in_channel(self, person: MemberActor) -> None:
        """The lowest card, in the private panel that **Your move** opens."""
        opened = await self.push(person, self.posts_with("table.move")[-1], "table.move")
        panel = self.private(opened)
        await self.press(person, panel, *leading_to(panel, Choose(min(offered(panel)))))
        panel = self.env.backend.get_message(panel.channel_id, panel.id)
        if confirms(panel):
            await self.confirm(person, panel)

    async def take_row(self, person: MemberActor) -> None:
        """The row that is offered first, in the newest direct message or else in the private panel."""
        letters = [each for each in self.letters(person) if has(each, "nimmt.step")]
        if letters:
            panel = letters[-1]
        else:
            panel = self.private(await self.push(person, self.posts_with("table.move")[-1], "table.move"))
        await self.push(person, panel, "nimmt.step")
        await self.push(person, self.env.backend.get_message(panel.channel_id, panel.id), "nimmt.confirm")

    def private(self, result: InteractionResult) -> Message:
        """The private message that answers a press."""
        return self.world.private(result)

    def posts_with(self, action: str) -> list[Message]:
        """The posts in the channel with a control of this action."""
        return [post for post in self.posts() if has(post, action)]

    async def wait(self, seconds: float) -> None:
        """Time goes by."""
        await self.env.advance_time(seconds)

    # A game ----------------------------------------------------------------------------------------

    async def open(self, **options: Any) -> Message:
        """The first person opens a lobby; its post."""
        await self.people[0].slash(self.channel, "nimmt start", **options)
        return self.posts()[-1]

    async def fill(self, players: int | None = None, **options: Any) -> None:
        """A lobby with the first people in it."""
        lobby = await self.open(**options)
        for person in self.people[1 : players or len(self.people)]:
            await self.push(person, lobby, "lobby.join")

    async def start(self, players: int | None = None, **options: Any) -> Table:
        """A game under way of the first people."""
        await self.fill(players, **options)
        await self.push(self.people[0], self.posts()[-1], "lobby.start")
        return await self.table()

    async def table(self) -> Table:
        """The table of the channel."""
        table = await self.app.tables.queries.table_in(self.channel.id)
        assert table is not None
        return table

    async def state(self) -> Any:
        """The state of the game, hidden cards and all."""
        return (await self.app.tables.queries.now_at((await self.table()).id)).state

    async def trick(self) -> None:
        """Everybody chooses the lowest card, by message or else in the channel; a low card takes a row."""
        for person in self.people:
            if await self.choose_if_asked(person) is False:
                await self.choose_in_channel(person)
        person = await self.asked()
        if person is not None:
            await self.take_row(person)

    async def asked(self) -> MemberActor | None:
        """The owner of a low card, while the row is awaited."""
        question = (await self.state()).question
        if question is None:
            return None
        user = (await self.table()).sitters[question.seat].user
        return next(person for person in self.people if person.id == user)

    # Trouble ---------------------------------------------------------------------------------------

    def fail(self, method: str, path: str, status: int, code: int = 0, times: int | None = 1) -> None:
        """Discord will answer these requests with an error."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def close_messages(self, person: MemberActor) -> None:
        """A person's direct messages are closed from now on."""
        box = person.user.dm_channel.id
        self.fail("POST", f"/channels/{box}/messages", 403, 50007, times=None)

    def estrange(self, person: MemberActor) -> None:
        """We share no server with a person from now on."""
        box = person.user.dm_channel.id
        self.fail("POST", f"/channels/{box}/messages", 403, 50278, times=None)

    def mend(self) -> None:
        """All troubles of Discord are over."""
        self.env.backend.faults.clear()

    def bar(self) -> None:
        """The bot may no longer send messages in the channel."""
        deny = discord.Permissions(send_messages=True).value
        overwrite = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, allow=0, deny=deny)
        self.env.backend.set_overwrite(self.channel.id, overwrite)

    def unbar(self) -> None:
        """The bot may send messages again."""
        self.env.backend.delete_overwrite(self.channel.id, self.env.backend.bot_user.id)

    def remove_bot(self) -> None:
        """Somebody removes the bot from the server."""
        self.env.backend.emit("GUILD_DELETE", {"id": str(self.world.guild.id)})

    def invite_bot(self) -> None:
        """Somebody invites it again."""
        backend = self.env.backend
        payload = guild_create_payload(backend, backend.guilds[self.world.guild.id])
        backend.emit("GUILD_CREATE", {key: value for key, value in payload.items() if key != "unavailable"})

    def shut(self) -> None:
        """The bot may neither post in the channel nor change what stands there, until all is mended."""
        for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
            self.fail(method, f"/channels/{self.channel.id}/{path}", 403, 50001, times=None)

    def lose(self, message: Message) -> None:
        """Somebody deletes a message."""
        self.env.backend.delete_message(message.channel_id, message.id)


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
