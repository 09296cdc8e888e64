"""People at many tables over real sockets who press what leads on; what each press brought, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
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
CONFIRM, MENU = 3, 3
"""The style of a button that makes a choice final, and the type of a menu."""
THINKING, CHANGING = 5, 6
"""The types of answers that promise a private message, and that may change the one with the control."""
IMPATIENT = 3.0
"""Seconds after which somebody presses again although the first press may still bring something."""
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

    @property
    def free(self) -> bool:
        """Whether they look at all that their last press will bring."""
        return self.waits is None or perf_counter() - self.waits.at > IMPATIENT


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
        server.listeners.append(self._heard)

    @property
    def seats(self) -> list[Seat]:
        """Of all tables."""
        return [seat for table in self.tables for seat in table.seats]

    # Sitting down ----------------------------------------------------------------------------------

    async def sit_down(self, groups: Iterable[str] = ()) -> list[Press]:
        """A table in each channel, everybody at one of them, all of them started. Every step is taken in the
        same instant by everybody who takes it; all that was pressed and sent."""
        await self._arrange(groups)
        hosts = [table.seats[0] for table in self.tables]
        others = [seat for table in self.tables for seat in table.seats[1:]]
        sent = [self.command(host, host.table.group, START) for host in hosts]
        await self._offered("lobby.join", self.tables)
        sent += [self._press_on_board(seat, "lobby.join") for seat in others]
        await self.answered(sent)
        await self._offered("lobby.start", self.tables)
        sent += [self._press_on_board(host, "lobby.start") for host in hosts]
        await self._offered("table.move", self.tables)
        return sent

    async def _arrange(self, groups: Iterable[str]) -> None:
        """Who will sit where: in each channel a table of every game in turn, or of those whose groups are
        named."""
        assert await until(lambda: bool(self.server.backend.commands.get(None)), seconds=PATIENCE)
        told = self.server.backend.commands[None].values()
        opening = [
            each for each in told if any(option["name"] == START for option in each.get("options", ()))
        ]
        named = tuple(groups) or tuple(sorted(each["name"] for each in opening))
        for number, channel in enumerate(self.server.channels):
            self.tables.append(Table(channel.id, named[number % len(named)], []))
        for table, user in zip(_places(self.tables), self.server.people, strict=False):
            table.seats.append(Seat(user.id, table))

    async def press_action(self, seat: Seat, action: str) -> None:
        """Presses this below the newest board once it is there, and waits for the answer."""
        await self._offered(action, (seat.table,))
        await self.answered([self._press_on_board(seat, action)])

    async def answered(self, presses: Sequence[Press]) -> None:
        """Waits until nothing more is owed to whoever pressed."""
        assert await until(lambda: not self.unanswered(presses), seconds=PATIENCE), self.unanswered(presses)

    async def _offered(self, action: str, tables: Iterable[Table]) -> None:
        for table in tables:
            seen = partial(self._on_board, table, action)
            assert await until(lambda seen=seen: seen() is not None, seconds=PATIENCE), action

    def _press_on_board(self, seat: Seat, action: str) -> Press:
        found = self._on_board(seat.table, action)
        assert found is not None, action
        return self.press(seat, *found)

    # Pressing --------------------------------------------------------------------------------------

    def press_something(self) -> Press | None:
        """Somebody presses what leads on, if possible who is not waiting for anything; None where nothing is
        offered to them."""
        free = [seat for seat in self.seats if seat.free] or self.seats
        asked = [seat for seat in free if self._own(seat)[1]]
        seat = self._random.choice(asked if asked and self._random.random() < ASKED else free)
        found = self.leading_on(seat)
        return None if found is None else self.press(seat, *found)

    def leading_on(self, seat: Seat) -> tuple[Any, dict[str, Any]] | None:
        """The message and the control that somebody uses next: in their panel, else below the board."""
        message, own = self._own(seat)
        sure = [item for item in own if item.get("style") == CONFIRM]
        if own:
            wanted = sure if sure and self._random.random() < SURE else own
            return message, self._random.choice(wanted)
        actions = ("table.rematch", "lobby.start", "table.move")
        return next(filter(None, (self._on_board(seat.table, action) for action in actions)), None)

    def press(self, seat: Seat, message: Any, control: dict[str, Any]) -> Press:
        """Somebody uses a control, with any of what a menu offers."""
        at, values = perf_counter(), self._values(control)
        record = self.server.press(seat.user, message, control, values)
        press = Press(seat, record, meaning(control)[0], at, control["custom_id"], values or ())
        return self._note(press)

    def command(self, seat: Seat, name: str, *path: str) -> Press:
        """Somebody sends a command in the channel of their table."""
        at = perf_counter()
        record = self.server.command(seat.user, name, *path, channel=seat.table.channel)
        return self._note(Press(seat, record, " ".join((name, *path)), at))

    def _note(self, press: Press) -> Press:
        self.presses.append(press)
        self._waiting[press.record.token] = press
        press.seat.waits = press
        return press

    def _own(self, seat: Seat) -> tuple[Any, list[dict[str, Any]]]:
        """The panel of a seat and the controls of the game on it."""
        if seat.panel is None:
            return None, []
        message = self.server.backend.messages[seat.panel[0]].get(seat.panel[1])
        if message is None:
            return None, []
        found = components({"components": message.components})
        return message, [item for item in found if meaning(item)[0].startswith(f"{seat.table.group}.")]

    def in_panel(
        self, seat: Seat, wanted: Callable[[dict[str, Any]], bool]
    ) -> tuple[Any, dict[str, Any]] | None:
        """A control of the game that somebody sees privately, with its message."""
        message, own = self._own(seat)
        return next(((message, item) for item in own if wanted(item)), None)

    def _on_board(self, table: Table, action: str) -> tuple[Any, dict[str, Any]] | None:
        message = self.server.backend.messages[table.channel].get(table.board)
        if message is None:
            return None
        found = components({"components": message.components})
        return next(((message, item) for item in found if meaning(item)[0] == action), None)

    def _values(self, control: dict[str, Any]) -> list[str] | None:
        if control["type"] != MENU:
            return None
        options = [option["value"] for option in control["options"]]
        least, most = control.get("min_values", 1), control.get("max_values", 1)
        return self._random.sample(options, self._random.randint(max(least, 1), min(most, len(options))))

    def forget(self) -> None:
        """The bot was killed: nobody waits for its answers any more."""
        self.presses.clear()
        self._waiting.clear()
        for seat in self.seats:
            seat.waits = None

    # Hearing ---------------------------------------------------------------------------------------

    def _heard(self, request: Request) -> None:
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
    database: Path,
    *,
    people: int,
    tables: int,
    seed: int = 1,
    counts: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncGenerator[tuple[Crowd, BotProcess]]:
    """A crowd at a Discord of so many people and channels, and a bot that has connected to it."""
    server = DiscordServer(
        [f"player{number}" for number in range(people)], [f"table-{number}" for number in range(tables)]
    )
    bot = BotProcess(server, database, log="info", tally=counts, environment=environment)
    await server.start()
    try:
        await bot.start()
        yield Crowd(server, seed), bot
    finally:
        if bot.process.returncode is None:
            await bot.kill()
        await server.close()


def _places(tables: Sequence[Table]) -> Iterator[Table]:
    """The table at which each person sits: first all that are needed to begin, then one more at each."""
    yield from (table for table in tables for _ in range(NEEDED.get(table.group, USUAL)))
    yield from cycle(tables)


def meaning(control: dict[str, Any]) -> tuple[str, int]:
    """The action and the turn of a control."""
    parts = control["custom_id"].split(":")
    return (parts[1], int(parts[3])) if len(parts) > 3 else ("", 0)
