"""A simulated Discord with the whole bot in it, as the tests of the cogs use it."""

import pickle
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import local
from types import SimpleNamespace
from typing import Any, Self, TypeVar, cast

import discord
import quick_simcord  # noqa: F401 - makes simcord quick
import simcord
from discord import app_commands
from discord.ext import commands
from discord_limits import BUTTON, GALLERY, ROW, SELECT, TEXT, keep_to_the_limits, parts_of
from msgspec import structs
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult

from bot.app import EXTENSIONS, App, build
from bot.config import Address, Settings
from bot.discord.move_codec import path_of
from bot.discord.presenter import has_presenter, presenter_of
from bot.discord.render_pool import RenderPool
from bot.discord.steps import parsed
from bot.games import registry
from bot.games.contract import Move
from bot.tables.model import Person, Status, Table, TableSettings
from bot.text import words
from render import drawing
from render.canvas import Canvas
from render.drawing import Drawing, Picture
from render.film import Film
from render.pool import THREAD
from tests.sketches import blank
from tests.units import new_database

PATIENCE = 120.0
"""Seconds that the bot may take to come to rest: a busy machine is no failure."""
_album: dict[Hashable, Picture] = {}
"""What studios of other worlds have drawn: equal keys, equal pictures."""
_sketches: dict[str, bytes] = {}
"""By game: a picture that stands for others."""
_sketching = local()
PAINTED = False
"""Whether worlds paint what is new to the album; else a picture has its words, and a sketch."""
LOADED: tuple[str, ...] = EXTENSIONS
"""What the bots of new worlds load."""
_loaded: dict[str, list[Any]] = {}
"""The commands of each extension that a bot has loaded."""
_commands: dict[Hashable, dict[str, Any]] = {}
"""What Discord is told of a context menu or of the commands of a group."""

EPHEMERAL = 64
EN, JA = words("en"), words("ja")
FRESH = 15 * 60.0
"""Seconds in which Discord takes another answer to a press."""
AT_ONCE = TableSettings(grace=0, hold=0)
"""The last of several secret choices counts at once."""
T = TypeVar("T")
W = TypeVar("W", bound="World")


@dataclass(slots=True)
class Prepared:
    """A press that can be sent now or later, alone or with others, once or twice."""

    record: Any
    payload: dict[str, Any]


@dataclass(slots=True)
class World:
    """One server with a channel, its people, and the bot on a database of its own."""

    env: simcord.Env
    guild: GuildHandle
    channel: ChannelHandle
    make: Callable[[], App]
    album: bool = True
    """Whether a picture that some other world has drawn already is not drawn again."""
    locales: dict[int, str] = field(default_factory=dict)
    names: Sequence[str] = tuple(f"player{number}" for number in range(20))
    """How new members are called."""
    locale: str = "en-US"
    """The language of the server."""
    _keys: Iterator[int] = field(default_factory=count)

    @property
    def app(self) -> App:
        """The bot that runs now."""
        assert isinstance(self.env.bot, App)
        return self.env.bot

    def person(self, name: str, locale: str = "en-US") -> MemberActor:
        """A new member of the server whose client speaks `locale`."""
        actor = self.guild.add_member(self.env.create_user(name))
        self.locales[actor.id] = locale
        return actor

    def members(self, count: int, locale: str = "en-US") -> list[MemberActor]:
        """Several new members."""
        return [self.person(name, locale) for name in self.names[:count]]

    async def restart(self) -> None:
        """Stops the bot and starts a new one on the same database; the world goes on."""
        await self.app.close()
        bot = self.make()
        bind(self.env, bot)
        await self.env.restart_bot(bot)
        if self.album:
            lend_album(bot)

    async def close(self) -> None:
        """Ends the bot, then the world. All that was ever sent has kept to the limits."""
        await self.app.close()
        await self.env.shutdown()
        keep_to_the_limits(self.env.backend.transcript)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What can be seen ------------------------------------------------------------------------------

    def messages(self, channel: ChannelHandle | None = None) -> list[Message]:
        """All messages of a channel, private ones too, oldest first."""
        return list(self.env.backend.messages.get((channel or self.channel).id, {}).values())

    def public(self, channel: ChannelHandle | None = None) -> list[Message]:
        """What everybody sees in a channel."""
        return [message for message in self.messages(channel) if not message.flags & EPHEMERAL]

    def boards(self) -> list[Message]:
        """The posts of games in the channel, without their lobbies."""
        return [post for post in self.public() if not text_of(post).startswith("##")]

    def dms(self, actor: MemberActor) -> list[Message]:
        """The direct messages of a person with the bot."""
        return self.messages(actor.user.dm_channel)

    def private(self, answer: InteractionResult) -> Message:
        """The message with which an interaction was answered, as it looks now; nobody else sees it."""
        newest = answer.followups[-1] if answer.followups else answer.response
        assert newest is not None
        alone = self.env.backend.get_channel(newest.channel_id).guild_id is None
        assert newest.ephemeral or alone
        return self.env.backend.get_message(newest.channel_id, newest.id)

    async def ask(
        self, actor: MemberActor, command: str, channel: ChannelHandle | None = None, **options: Any
    ) -> Message:
        """The private answer to a command."""
        return self.private(await actor.slash(channel or self.channel, command, **options))

    async def says(
        self, actor: MemberActor, command: str, channel: ChannelHandle | None = None, **options: Any
    ) -> str:
        """The words of the private answer to a command."""
        return text_of(await self.ask(actor, command, channel, **options))

    def saying(self, words: str) -> list[Message]:
        """The posts in the channel that say this."""
        return [post for post in self.public() if words in text_of(post)]

    async def all_is_told(self) -> bool:
        """Whether nothing waits to be told."""
        return await self.app.tables.outbox.with_notices() == ()

    async def numbered(self, table: int = 1) -> Table:
        """A table by its number, wherever it stands."""
        return await self.app.tables.queries.table(table)

    def with_control(self, messages: Sequence[Message], action: str) -> Message:
        """The newest message with a control of this action."""
        return next(message for message in reversed(messages) if controls(message, action))

    async def ended_well(self, table: int) -> None:
        """Asserts that the game is over, and that the channel has its ranking, what its chance was bound to
        and **Rematch**, and nothing else to be pressed."""
        ended = await self.numbered(table)
        assert ended.status is Status.FINISHED
        *earlier, last = self.public()
        assert ended.secret is not None
        assert ended.commitment[:16] in text_of(last)
        assert ended.binding[:16] in text_of(last)
        assert controls(last, "table.rematch")
        assert last.attachments
        assert [post for post in earlier if controls(post)] == []

    def lobby(self, channel: ChannelHandle | None = None) -> Message:
        """The newest lobby post of a channel."""
        return self.with_control(self.public(channel), "lobby.join")

    async def table(self, channel: ChannelHandle | None = None) -> Table:
        """The table of a channel."""
        table = await self.app.tables.queries.table_in((channel or self.channel).id)
        assert table is not None
        return table

    # What can be done ------------------------------------------------------------------------------

    def trusted(self, name: str, locale: str = "en-US", **rights: bool) -> MemberActor:
        """A new member of the server who has these rights in all of it."""
        role = self.guild.create_role(f"role of {name}", permissions=discord.Permissions(**rights))
        actor = self.guild.add_member(self.env.create_user(name), roles=[role])
        self.locales[actor.id] = locale
        return actor

    def deny(self, **rights: bool) -> None:
        """Takes rights away from the bot in the channel and its threads."""
        denied = discord.Permissions(**rights).value
        bot = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
        self.env.backend.set_overwrite(self.channel.id, bot)

    async def thread(self, *guests: MemberActor, channel: ChannelHandle | None = None) -> ChannelHandle:
        """A new thread of a channel in which nothing has happened; a private one of guests, if there are."""
        kind = discord.ChannelType.private_thread if guests else discord.ChannelType.public_thread
        place = channel or self.channel
        parent = self.app.get_channel(place.id)
        assert isinstance(parent, discord.TextChannel)
        thread = await parent.create_thread(name="by hand", type=kind)
        for guest in guests:
            await thread.add_user(discord.Object(guest.id))
        await self.env.settle()
        return place.threads[-1]

    async def more(self, actor: MemberActor) -> Message:
        """The private menu behind **More** of the newest board."""
        return await self.opened(actor, self.with_control(self.public(), "table.more"), "table.more")

    async def use(
        self,
        actor: MemberActor,
        command: str,
        action: str,
        *,
        rest: str | None = None,
        values: Sequence[str] | None = None,
        channel: ChannelHandle | None = None,
        **options: Any,
    ) -> Message:
        """Uses a command and then a control of its private answer; that answer as it is then."""
        page = await self.ask(actor, command, channel, **options)
        await self.press(actor, page, action, rest=rest, values=values)
        return page

    async def end(self, actor: MemberActor) -> None:
        """Somebody ends the table in the channel, and says so twice."""
        await self.use(actor, "table end", "table.end", rest="yes")

    async def leave(self, actor: MemberActor) -> Message:
        """Somebody leaves the table in the channel for good; what they see."""
        return await self.use(actor, "table leave", "table.leave", rest="yes")

    async def kick(self, actor: MemberActor, person: MemberActor) -> Message:
        """Somebody wants to remove somebody and confirms it; what they see."""
        return await self.use(actor, "table kick", "table.kick", rest=f"yes/{person.id}", person=person)

    async def set_up(self, **wished: Any) -> None:
        """Sets something for the server."""
        await self.app.tables.servers.change(self.guild.id, lambda now: structs.replace(now, **wished))

    async def wish(self, person: MemberActor, **wished: Any) -> None:
        """What a person sets for all tables."""
        await self.app.tables.preferences.change(person.id, lambda now: structs.replace(now, **wished))

    def close_messages(self, actor: MemberActor) -> None:
        """A person's direct messages are closed from now on."""
        path = f"/channels/{actor.user.dm_channel.id}/messages"
        self.env.inject_error("POST", path, status=403, code=50007, times=None)

    def prepared(
        self,
        actor: MemberActor,
        message: Message,
        custom_id: str,
        values: Sequence[str] | None = None,
    ) -> Prepared:
        """A press of a button, or a choice in a menu, on a message as it looks now."""
        backend = self.env.backend
        data: dict[str, Any] = {
            "custom_id": custom_id,
            "component_type": BUTTON if values is None else SELECT,
        }
        if values is not None:
            data["values"] = list(values)
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=message.channel_id,
            guild_id=backend.get_channel(message.channel_id).guild_id,
            user_id=actor.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(backend, message))
        record.source_message_id = message.id
        return Prepared(record, payload)

    async def send(self, *prepared: Prepared) -> list[InteractionResult]:
        """Sends presses in the same instant and waits until the bot is at rest."""
        for press in prepared:
            self.env.backend.emit("INTERACTION_CREATE", press.payload)
        await self.env.settle()
        return [InteractionResult(self.env, press.record) for press in prepared]

    async def press(
        self,
        actor: MemberActor,
        message: Message,
        action: str,
        *,
        rest: str | None = None,
        values: Sequence[str] | None = None,
    ) -> InteractionResult:
        """Uses the control of an action that is on the message, with `rest` the one that goes on so."""
        found = [item["custom_id"] for item in controls(message, action)]
        wanted = [name for name in found if rest is None or _goes_on(name, rest)]
        (answer,) = await self.send(self.prepared(actor, message, wanted[0], values))
        return answer

    async def opened(self, actor: MemberActor, message: Message, action: str, **how: Any) -> Message:
        """What a press on a control shows to nobody else."""
        return self.private(await self.press(actor, message, action, **how))

    def picking(self, actor: MemberActor, message: Message, *moves: Move | str) -> Prepared:
        """The press that makes or shows a move, or leads to this step: of a button, or of a line of a menu.
        Several are the lines of a menu that takes several."""
        custom_id, *values = leading_to(message, *moves)
        return self.prepared(actor, message, custom_id, values or None)

    async def pick(self, actor: MemberActor, message: Message, *moves: Move | str) -> InteractionResult:
        """Picks a move, a step, or several lines."""
        (answer,) = await self.send(self.picking(actor, message, *moves))
        return answer

    async def confirm(self, actor: MemberActor, message: Message) -> InteractionResult:
        """Presses **Confirm** under a move that is shown."""
        (answer,) = await self.send(self.prepared(actor, message, confirms(message)[0]["custom_id"]))
        return answer

    def known(self, actor: MemberActor) -> Person:
        """Somebody as the services know them."""
        return Person(actor.id, actor.name, self.locales[actor.id])

    def key(self) -> str:
        """The id of a new interaction."""
        return f"made up {next(self._keys)}"

    async def done(self, change: Awaitable[T]) -> T:
        """What a change at the services gives, once the bot has done all that follows from it."""
        with self.env._bot_scope():
            answer = await change
        await self.env.settle()
        return answer

    async def start_game(
        self,
        people: Sequence[MemberActor],
        *levels: str,
        game: str = "six_nimmt",
        chosen: Any = None,
        settings: TableSettings = AT_ONCE,
        locale: str | None = None,
        **options: Any,
    ) -> int:
        """A game with these people, the first one as host, and computers of these levels, without a press and
        without a grace; the number of its table."""
        lobby, host = self.app.tables.lobby, self.known(people[0])
        if chosen is None:
            options |= {"format": "rounds"} if "rounds" in options else {}
            chosen = registry.game(game).options_type(**options)

        async def opened() -> int:
            for actor in people:
                await self.app.meet(self.known(actor))
            place = {"guild": self.guild.id, "channel": self.channel.id}
            said = locale or await self.app.locale_of(self.guild.id, self.locale)
            return (await lobby.open(game, chosen, host, **place, locale=said, key=self.key())).id  # type: ignore[arg-type]

        table = await self.done(opened())
        for actor in people[1:]:
            await self.done(lobby.join(table, self.known(actor), key=self.key()))
        for level in levels:
            await self.done(self.app.tables.computers.add_computer(table, host, level, named, key=self.key()))
        await self.done(lobby.arrange(table, host, settings, key=self.key()))
        await self.done(self.app.tables.play.start(table, host, key=self.key()))
        return table

    async def forget_panels(self) -> None:
        """The panels that are open in channels grow too old to be followed by fresh ones."""
        await self.env.advance_time(FRESH)

    async def without_grace(self, host: MemberActor) -> None:
        """The last of several secret choices will count at once at the lobby in the channel."""
        table = await self.table()
        wanted = structs.replace(table.settings, grace=0)
        lobby = self.app.tables.lobby
        await self.done(lobby.arrange(table.id, self.known(host), wanted, key=self.key()))

    async def open_table(
        self, people: Sequence[MemberActor], *, command: str = "nimmt start", **options: Any
    ) -> Message:
        """A lobby with these people in it; its post."""
        await people[0].slash(self.channel, command, **options)
        for actor in people[1:]:
            await self.press(actor, self.lobby(), "lobby.join")
        return self.lobby()


def named(level: str, number: int) -> str:
    """How computers are called here."""
    return f"Computer {number} ({level})"


def leading_to(message: Message, *moves: Move | str) -> list[str]:
    """The custom_id of the control that makes or shows a move or leads to this step, and the value of its
    line in a menu; of a menu that takes several the values of all these lines."""
    for item in controls(message):
        lines = {_path(option["value"]): option["value"] for option in item.get("options", ())}
        wanted = [_wanted(item, move) for move in moves]
        if all(path in lines for path in wanted):
            return [item["custom_id"], *(lines[path] for path in wanted)]
        if ".step:" in item["custom_id"] and wanted == [_path(item["custom_id"].split(":", 4)[-1])]:
            return [item["custom_id"]]
    raise AssertionError(f"nothing on the message leads to {moves}")


def confirms(message: Message) -> list[Mapping[str, Any]]:
    """The **Confirm** buttons of a message."""
    return [item for item in controls(message) if item["custom_id"].split(":")[1].endswith(".confirm")]


def _path(carried: str) -> str:
    """The path that a control carries, whatever it does."""
    return parsed(carried)[1]


def _wanted(item: Mapping[str, Any], move: Move | str) -> str:
    """The path of a move in the game to which a control belongs."""
    if isinstance(move, str):
        return move
    group = item["custom_id"].split(":")[1].partition(".")[0]
    groups = map(presenter_of, filter(has_presenter, registry.keys()))
    keys = {presenter.group: presenter.key for presenter in groups}
    return path_of(registry.game(keys[group]), move) if group in keys else "?"


def picks(message: Message) -> list[str]:
    """The paths that the buttons and lines of a message carry, in their order."""
    found: list[str] = []
    for item in controls(message):
        verb = item["custom_id"].split(":")[1].rpartition(".")[2]
        if verb == "step":
            found.append(_path(item["custom_id"].split(":", 4)[-1]))
        elif verb in ("menu", "several"):
            found += [_path(option["value"]) for option in item.get("options", ())]
    return found


def _goes_on(custom_id: str, rest: str) -> bool:
    """Whether a control carries this, or this and more."""
    carried = custom_id.rpartition(":")[2]
    return carried == rest or carried.startswith(f"{rest}/")


async def open_world(
    folder: Path,
    kind: type[W] = World,  # type: ignore[assignment]
    *,
    locale: str = "en-US",
    album: bool = True,
    drawing: str = THREAD,
    saved: bytes | None = None,
    metrics: Address | None = None,
) -> W:
    """A running world on a new database in this folder; `locale` is the server's language. Or one that was
    saved, on the database that is there. With `metrics` it counts, as a bot does that listens there."""
    database = folder / "stammtisch.sqlite3"
    settings = Settings(database=database, synchronous="normal", drawing=drawing, metrics=metrics)

    def make() -> App:
        return build(settings, extensions=LOADED, guild_ready_timeout=0.0)

    bot = make()
    env = simcord.Env(bot, shard_count=1, settle_timeout=PATIENCE)
    bind(env, bot)
    if saved is None:
        new_database(database)
        guild = env.create_guild("The Corner Table", preferred_locale=locale)
        guild.create_text_channel("game-night")
    else:
        env.backend.__dict__.update(pickle.loads(saved))
        guild = GuildHandle(env, next(iter(env.backend.guilds.values())))
    world = kind(env, guild, guild.channels["game-night"], make, album, locale=locale)
    speak_locally(world)
    try:
        await env.start()
    except BaseException:
        await bot.close()  # or its threads would keep the process of the tests alive
        raise
    if album:
        lend_album(bot)
    return world


async def load_once(bot: commands.AutoShardedBot, name: str) -> None:
    """Loads an extension without running its module anew for every bot, as the library does. What our own
    ones add to a bot, their commands, is the same in all worlds; guests are forgotten after each test."""
    if name in _loaded:
        for command in _loaded[name]:
            bot.tree.add_command(command)
        return
    before = bot.tree.get_commands()
    await import_module(name).setup(bot)
    if name in EXTENSIONS:
        _loaded[name] = [command for command in bot.tree.get_commands() if command not in before]


commands.bot.BotBase.load_extension = load_once  # type: ignore[assignment, method-assign]


def told_once(kind: type[app_commands.Group | app_commands.ContextMenu]) -> None:
    """Lets the payload of a kind of commands be put into all languages once for all worlds; who gets it does
    not change it."""
    translate: Any = kind.get_translated_payload

    async def told(command: Any, *way: Any) -> dict[str, Any]:
        key = (command.module, command.qualified_name)
        if key not in _commands:
            _commands[key] = await translate(command, *way)
        return _commands[key]

    kind.get_translated_payload = told  # type: ignore[method-assign]


app_commands.tree.AppCommand = SimpleNamespace  # type: ignore[assignment, misc] - nobody reads what Discord answers to it
for each in (app_commands.Group, app_commands.ContextMenu):
    told_once(each)


def lend_album(bot: App) -> None:
    """Lets the render pool take from the album what it holds, on the same ways as if it had drawn it. What
    the album does not hold is only sketched where nobody looks at it: the renderer has tests of its own."""
    render_pool = cast(RenderPool, bot.render_pool)
    draw_anew = render_pool._draw

    async def draw(drawing: Drawing | Film, making: Any) -> Picture:
        if isinstance(drawing, Film):
            return await draw_anew(drawing, making)
        key = (PAINTED, drawing.key)
        known = _album.get(key)
        if known is not None:
            drawing = replace(drawing, draw=lambda: known)
        elif not PAINTED:
            drawing = replace(drawing, draw=partial(sketched, drawing))
        picture = await draw_anew(drawing, making)
        assert isinstance(picture, Picture)
        return _album.setdefault(key, picture)

    render_pool._draw = draw  # type: ignore[method-assign]


def lent(bot: discord.Client) -> discord.Client:
    """A bot that others start, with the album once it has a render pool; a stand-in has none."""
    if not isinstance(bot, App):
        return bot
    set_up = bot.setup_hook

    async def setup_hook() -> None:
        await set_up()
        lend_album(bot)

    bot.setup_hook = setup_hook  # type: ignore[method-assign]
    return bot


def sketched(drawing: Drawing) -> Picture:
    """The drawing's own words with a blank picture as large as the first one of its game, and with all that
    it depends on: two sketches are the same where the pictures are."""
    _sketching.on = True
    try:
        picture = drawing.draw()
    finally:
        _sketching.on = False
    return replace(picture, data=picture.data + repr(drawing.key).encode())


def painted(paint: partial[Canvas], game: str) -> bytes:
    """What the renderer paints, unless it is only to be sketched."""
    if not getattr(_sketching, "on", False):
        return _paint(paint, game)
    if game not in _sketches:
        _sketches[game] = blank(_paint(paint, game))
    return _sketches[game]


_paint = drawing._painted
drawing._painted = painted


def bind(env: simcord.Env, bot: App) -> None:
    """Puts the world's time behind the bot's seam for waiting."""
    bot.wait = env.external_wait  # type: ignore[method-assign]
    bot.ticks = lambda: env.now() - datetime(1970, 1, 1, tzinfo=UTC)  # type: ignore[method-assign]


def speak_locally(world: World) -> None:
    """simcord always says en-US: every interaction gets the language of its person and of the server."""
    emit = world.env.backend.emit

    def localised(event: str, payload: dict[str, Any], *args: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            user = int((payload.get("member") or payload)["user"]["id"])
            payload["locale"] = world.locales.get(user, "en-US")
            if "guild_id" in payload:
                payload["guild_locale"] = world.locale
        return emit(event, payload, *args, **options)

    world.env.backend.emit = localised  # type: ignore[method-assign]


def parts(message: Message) -> Iterator[Mapping[str, Any]]:
    """Every component of a message, nested ones too."""
    return parts_of(message.components)


def controls(message: Message, action: str = "") -> list[Mapping[str, Any]]:
    """The buttons and menus of a message, all or those of one action."""
    return [
        part
        for part in parts(message)
        if "custom_id" in part and (not action or part["custom_id"].split(":")[1] == action)
    ]


def pictured(message: Message) -> bool:
    """Whether a message shows a picture."""
    return any(part["type"] == GALLERY for part in parts(message))


def filled(form: InteractionResult) -> dict[str, str]:
    """What stands in the fields of a form when it opens."""
    assert form.modal is not None
    fields = [part["component"] for part in form.modal["components"]]
    return {each["custom_id"]: each.get("value") or "" for each in fields}


def noted(message: Message) -> str:
    """The text between the picture of a message and its controls, where whoever pressed one still looks."""
    shown = [*parts(message)]
    row = next(at for at, part in enumerate(shown) if part["type"] == ROW)
    assert GALLERY in [part["type"] for part in shown[:row]]
    return shown[row - 1].get("content", "")


def text_of(message: Message) -> str:
    """All texts of a message."""
    return "\n".join(part["content"] for part in parts(message) if part["type"] == TEXT)
