"""People at many tables over real sockets who press what leads on; what each press brought, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bot.bench.discord_server import DiscordServer, Request, components, until
from bot.bench.processes import BotProcess

START = "start"
"""The command of every game's group that opens a table."""
USUAL, NEEDED = 2, {"noerdlingen": 3, "mycity": 1}
"""How many people a table begins with, and those of games that need more or get along with fewer."""
PATIENCE = 300
"""Seconds that answers may take while all tables fill, also on a slow disk."""
CONFIRM, MENU = ".confirm", 3
"""How the action ends of a button that makes a choice final, and the type of a menu."""
THINKING, CHANGING = 5, 6
"""The types of answers that promise a private message, and that may change the one with the control."""
IMPATIENT = 3.0
"""Seconds after which somebody presses again although the first press may still bring something."""
Offered = tuple[Any, dict[str, Any]] | None
"""A message and a control on it."""
LEVEL = "hard"
"""Of the computers that are seated."""
SURE, ASKED = 0.8, 0.8
"""How likely somebody confirms what they can confirm, and that whoever presses is asked for something."""


@dataclass(slots=True)
class Table:
    """A channel with a table in it, and the newest message there that has controls."""

    channel: int
    group: str
    seats: list[Seat]
    board: int = 0


@dataclass(slots=True)
class Seat:
    """Somebody at a table, and the newest message that they alone see."""

    user: int
    table: Table = field(repr=False)
    panel: tuple[int, int] | None = None
    """Its channel and its number."""
    waits: Press | None = None
    away: float = 0.0
    """Until then they press nothing, by `perf_counter`."""

    @property
    def free(self) -> bool:
        """Whether they are there, and look at all that their last press will bring."""
        now = perf_counter()
        return now >= self.away and (self.waits is None or now - self.waits.at > IMPATIENT)


@dataclass(slots=True)
class Press:
    """An interaction, and when its answers came; all times by `perf_counter`."""

    seat: Seat = field(repr=False)
    record: Any = field(repr=False)
    action: str
    at: float
    custom_id: str = ""
    values: Sequence[str] = ()
    answered: float | None = None
    pictured: float | None = None
    thinking: bool = False
    """Whether a message was promised that has not come."""

    @property
    def key(self) -> str:
        """What the bot knows it by."""
        return str(self.record.id)

    @property
    def complete(self) -> bool:
        """Whether nothing more is owed to whoever pressed."""
        return self.answered is not None and not self.thinking


@dataclass(frozen=True, slots=True)
class Board:
    """A picture that all of a channel see, the turn whose buttons stand below it, and when it came."""

    channel: int
    turn: int
    at: float


class Crowd:
    """Everybody at all tables."""

    def __init__(self, server: DiscordServer, seed: int = 1) -> None:
        self.server = server
        self.tables: list[Table] = []
        self.presses: list[Press] = []
        self.boards: list[Board] = []
        self.refused: Counter[int] = Counter()
        """Requests of the bot that Discord refused, by status."""
        self.newest = 0.0
        """When the last request came."""
        self.requests = 0
        self._random = Random(seed)
        self._waiting: dict[str, Press] = {}
        server.listeners.append(self._on_request)

    @property
    def seats(self) -> list[Seat]:
        """Of all tables."""
        return [seat for table in self.tables for seat in table.seats]

    # Sitting down ----------------------------------------------------------------------------------

    async def sit_down(
        self,
        groups: Iterable[str] = (),
        *,
        computers: int = 0,
        grace: int = 0,
        options: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> list[Press]:
        """A table in each channel, everybody at one of them, with so many computers, all of them started.
        Every step is taken in the same instant by everybody who takes it; all that was pressed and sent.
        `grace` in seconds: without one, what is chosen last counts at once; `options` by the group of a game,
        instead of the usual ones."""
        await self._arrange(groups, computers)
        hosts = [table.seats[0] for table in self.tables]
        others = [seat for table in self.tables for seat in table.seats[1:]]
        wanted = options or {}
        sent = [
            self.command(host, host.table.group, START, **wanted.get(host.table.group, {})) for host in hosts
        ]
        sent += await self._press_on_boards(others, "lobby.join")
        await self.answered(sent)
        if computers:
            await self.answered(await self._press_on_boards(hosts, "lobby.computers"))
        for _ in range(computers):
            menus = [(host, self.in_panel(host, "lobby.computer")) for host in hosts]
            await self.answered([self.press(host, *menu, LEVEL) for host, menu in menus if menu])
        await self._offered("lobby.start", self.tables)
        await self.answered([self._set_grace(host, grace) for host in hosts])
        sent += await self._press_on_boards(hosts, "lobby.start")
        await self._offered("table.move", self.tables)
        return sent

    async def _arrange(self, groups: Iterable[str], computers: int) -> None:
        """Who will sit where: in each channel a table of every game in turn, or of those whose groups are
        named; at each all that are needed to begin, then one more after the other."""
        assert await until(lambda: bool(self.server.backend.commands.get(None)), seconds=PATIENCE)
        commands = self.server.backend.commands[None].values()
        opening = [
            each for each in commands if any(option["name"] == START for option in each.get("options", ()))
        ]
        named = tuple(groups) or tuple(sorted(each["name"] for each in opening))
        for number, channel in enumerate(self.server.channels):
            self.tables.append(Table(channel.id, named[number % len(named)], []))
        needed = {table.group: 1 if computers else NEEDED.get(table.group, USUAL) for table in self.tables}
        first = [table for table in self.tables for _ in range(needed[table.group])]
        for table, user in zip(chain(first, cycle(self.tables)), self.server.people, strict=False):
            table.seats.append(Seat(user.id, table))

    def _set_grace(self, host: Seat, seconds: int) -> Press:
        """The host sets for how long the last choice can be changed."""
        message, start = self._on_board(host.table, "lobby.start") or (None, {"custom_id": ""})
        name = start["custom_id"].replace("lobby.start", "lobby.setting") + "grace"
        return self.press(host, message, {"custom_id": name, "type": MENU}, str(seconds))

    async def press_action(self, seat: Seat, action: str) -> None:
        """Presses this below the newest board once it is there, and waits for the answer."""
        await self.answered(await self._press_on_boards((seat,), action))

    async def answered(self, presses: Sequence[Press]) -> None:
        """Waits until nothing more is owed to whoever pressed."""
        assert await until(lambda: not self.unanswered(presses), seconds=PATIENCE), self.unanswered(presses)

    async def _offered(self, action: str, tables: Iterable[Table]) -> None:
        for table in tables:
            seen = partial(self._on_board, table, action)
            assert await until(lambda seen=seen: seen() is not None, seconds=PATIENCE), action

    async def _press_on_boards(self, seats: Sequence[Seat], action: str) -> list[Press]:
        """All of them in the same instant, once it is offered at every table; not yet answered."""
        await self._offered(action, [seat.table for seat in seats])
        offered = [(seat, self._on_board(seat.table, action)) for seat in seats]
        return [self.press(seat, *found) for seat, found in offered if found]

    # Pressing --------------------------------------------------------------------------------------

    def press_something(self) -> Press | None:
        """Somebody presses what leads on, if possible who is not waiting for anything; None where nothing is
        offered to them."""
        free = [seat for seat in self.seats if seat.free] or self.seats
        asked = [seat for seat in free if self._own(seat)[1]]
        seat = self._random.choice(asked if asked and self._random.random() < ASKED else free)
        found = self.leading_on(seat)
        return None if found is None else self.press(seat, *found)

    def press_on_plan(self, action: str) -> Press | None:
        """Somebody adds to their plan, or opens it: this is the action of what adds. None where nobody can,
        and where all who could still wait for an answer."""
        open_plans = {press.seat.user for press in self.unanswered() if press.action == action}
        free = [seat for seat in self.seats if seat.free and seat.user not in open_plans]
        if not free:
            return None
        seat = self._random.choice(free)
        found = self.in_panel(seat, action) or self._on_board(seat.table, "table.plan")
        return None if found is None else self.press(seat, *found)

    def leading_on(self, seat: Seat) -> Offered:
        """What somebody uses next: in their panel, else below the board."""
        message, own = self._own(seat)
        sure = [item for item in own if meaning(item)[0].endswith(CONFIRM)]
        if own:
            wanted = sure if sure and self._random.random() < SURE else own
            return message, self._random.choice(wanted)
        actions = ("table.rematch", "lobby.start", "table.move")
        return next(filter(None, (self._on_board(seat.table, action) for action in actions)), None)

    def press(self, seat: Seat, message: Any, control: dict[str, Any], value: str = "") -> Press:
        """Somebody uses a control, with this value or any of what a menu offers."""
        at, values = perf_counter(), [value] if value else self._values(control)
        record = self.server.press(seat.user, message, control, values)
        press = Press(seat, record, meaning(control)[0], at, control["custom_id"], values or ())
        return self._note(press)

    def command(self, seat: Seat, name: str, *path: str, **options: Any) -> Press:
        """Somebody sends a command in the channel of their table."""
        at = perf_counter()
        record = self.server.command(seat.user, name, *path, channel=seat.table.channel, **options)
        return self._note(Press(seat, record, " ".join((name, *path)), at))

    def _note(self, press: Press) -> Press:
        self.presses.append(press)
        self._waiting[press.record.token] = press
        press.seat.waits = press
        return press

    def _own(self, seat: Seat) -> tuple[Any, list[dict[str, Any]]]:
        """The panel of a seat and the controls of the game on it."""
        message, found = self._controls(seat.panel)
        return message, [item for item in found if meaning(item)[0].startswith(f"{seat.table.group}.")]

    def in_panel(self, seat: Seat, action: str) -> Offered:
        """A control that somebody sees privately."""
        return self._with_action(seat.panel, action)

    def _on_board(self, table: Table, action: str) -> Offered:
        return self._with_action((table.channel, table.board), action)

    def _with_action(self, where: tuple[int, int] | None, action: str) -> Offered:
        message, found = self._controls(where)
        return next(((message, item) for item in found if meaning(item)[0] == action), None)

    def _controls(self, where: tuple[int, int] | None) -> tuple[Any, list[dict[str, Any]]]:
        """The message with this channel and number, and all that can be used on it."""
        message = self.server.backend.messages[where[0]].get(where[1]) if where else None
        return message, components({"components": message.components}) if message else []

    def _values(self, control: dict[str, Any]) -> list[str] | None:
        if control["type"] != MENU:
            return None
        options = [option["value"] for option in control["options"]]
        least, most = control.get("min_values", 1), control.get("max_values", 1)
        return self._random.sample(options, self._random.randint(max(least, 1), min(most, len(options))))

    def press_of(self, token: str) -> Press | None:
        """What an interaction was."""
        return self._waiting.get(token)

    def forget(self) -> None:
        """The bot was killed: nobody waits for its answers any more."""
        self.presses.clear()
        self._waiting.clear()
        for seat in self.seats:
            seat.waits = None

    # Receiving ---------------------------------------------------------------------------------------

    def _on_request(self, request: Request) -> None:
        self.newest = request.at
        self.requests += 1
        if request.status >= 400:
            self.refused[request.status] += 1
            return
        parts = request.path.split("/")
        if parts[1] in ("interactions", "webhooks") and (press := self._waiting.get(parts[3])):
            self._answered(press, request, parts[1] == "interactions")
        elif parts[1] == "channels" and request.method in ("POST", "PATCH") and "messages" in parts:
            self._posted(request)

    def _answered(self, press: Press, request: Request, first: bool) -> None:
        if press.answered is None:
            press.answered = request.at
        press.thinking = first and request.body["type"] == THINKING
        if request.uploads and press.pictured is None:
            press.pictured = request.at
        if press.seat.waits is press and not (first and request.body["type"] in (THINKING, CHANGING)):
            press.seat.waits = None
        record = press.record
        shown = record.followup_ids[-1] if record.followup_ids else record.message_id
        message = self.server.backend.messages[record.channel_id].get(shown)
        if message is not None and (message.is_ephemeral or record.guild_id is None):
            press.seat.panel = (record.channel_id, shown)

    def _posted(self, request: Request) -> None:
        """A message outside of interactions: a board in a channel, or a letter to somebody."""
        message = request.answer
        channel, controls = int(message["channel_id"]), components(message)
        if not controls:
            return
        table = next((table for table in self.tables if table.channel == channel), None)
        if table is None:
            reader = next(user for user, box in self.server.backend.dm_channels.items() if box == channel)
            seat = next((seat for seat in self.seats if seat.user == reader), None)
            if seat is not None:
                seat.panel = (channel, int(message["id"]))
            return
        table.board = int(message["id"])
        if message["attachments"]:
            turn = max(meaning(control)[1] for control in controls)
            self.boards.append(Board(channel, turn, request.at))

    async def calm(self, seconds: float, *, patience: float) -> None:
        """Waits until every press is answered and the bot has asked for nothing for so long."""

        def quiet() -> bool:
            return not self.unanswered() and perf_counter() - self.newest > seconds

        await until(quiet, seconds=patience)

    def unanswered(self, presses: Sequence[Press] | None = None) -> list[Press]:
        """The presses whose people still wait."""
        return [press for press in (self.presses if presses is None else presses) if not press.complete]


@asynccontextmanager
async def served(
    server: DiscordServer,
    database: Path,
    *,
    seed: int = 1,
    counts: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncGenerator[tuple[Crowd, BotProcess]]:
    """A crowd at a Discord, and a bot that has connected to it and counts its statements in this file."""
    arguments = (counts,) if counts else ()
    bot = BotProcess(server, database, log="info", arguments=arguments, environment=environment)
    await server.start()
    try:
        await bot.start()
        yield Crowd(server, seed), bot
    finally:
        if bot.process.returncode is None:
            await bot.kill()
        await server.close()


def town(people: int, tables: int, shards: int = 1) -> DiscordServer:
    """A Discord of so many people with a channel for each table, in a server of each shard."""
    names = [f"player{number}" for number in range(people)]
    return DiscordServer(names, [f"table-{number}" for number in range(tables)], shards=shards)


def waits(presses: Sequence[Press]) -> tuple[list[float], list[float]]:
    """The seconds until the first answers, and until the pictures."""
    return (
        [press.answered - press.at for press in presses if press.answered is not None],
        [press.pictured - press.at for press in presses if press.pictured is not None],
    )


def meaning(control: dict[str, Any]) -> tuple[str, int]:
    """The action and the turn of a control."""
    parts = control["custom_id"].split(":")
    return (parts[1], int(parts[3])) if len(parts) > 3 else ("", 0)
