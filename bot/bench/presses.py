"""`python -m bot bench --presses`: what a whole game costs its people: presses, posts, letters and pictures.

Scripted people play at the simulated Discord like somebody who knows the way: they act when they are asked,
use the panel that is open while it belongs to the present, and what leads on in it.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

from bot.app import App
from bot.bench.crowd import CONFIRM, MENU, START, meaning
from bot.bench.discord_server import components
from bot.bench.figures import Figure, Target
from bot.bench.pictures import load_cog
from bot.config import Settings
from bot.discord.presenter import presenter_of
from bot.discord.steps import parsed
from bot.games import registry
from bot.games.contract import Seat
from bot.languages import fallback
from bot.playground.hosting import bot_on
from bot.playground.people import crowd
from bot.playground.world import World
from bot.tables.model import Moment, Status

LEVEL = "easy"
MAIN, SOCIAL = (1, 3), 1.2
"""The styles of buttons that are offered first, and how many posts a turn may bring where
several people play."""
IN_MENU = 2
"""Presses for a choice in a menu: it is opened first."""
MOST = 5_000
"""Presses after which a game is no longer believed to come to an end."""
BREATH = 0.01
"""Seconds between two looks whether the computers have moved."""


class Party(NamedTuple):
    """Who plays what, and how many presses of people all of it may take."""

    game: str
    people: int
    computers: int
    options: Mapping[str, Any] = {}
    presses: Target | None = None

    @property
    def name(self) -> str:
        """As it stands in the table of figures."""
        return f"{self.people} + {self.computers} computers"


PARTIES = (
    Party("six_nimmt", 1, 3, {"format": "rounds", "rounds": 5}, Target("<=", 60)),
    *(Party(key, 2, 2) for key in registry.own()),
)


@dataclass(slots=True)
class Costs:
    """What was counted from the start of a game to its end."""

    presses: int = 0
    posts: int = 0
    edits: int = 0
    letters: int = 0
    pictures: int = 0
    moves: int = 0
    """Those that people have made."""
    turns: int = 0
    """How often somebody was called: several moves in one post are one turn."""


WAY_IN = ((1, (3,)), (3, (3, 2, 2)))
"""How many sit down, and the presses each may need from the command to the first own move: one less to its
panel."""


async def ways_in(folder: Path, games: Sequence[str] = registry.own()) -> list[Figure]:
    """What each person of a new table presses until they have made their first move: alone against computers,
    and of three people the host and the guests."""
    found: list[Figure] = []
    for game, (people, most) in product(games, WAY_IN):
        party = Party(game, people, 0)
        await load_cog(registry.game(game), folder)
        async with _world(party, folder / f"way-in-{game}-{people}.sqlite3") as (world, app):
            evening = _Evening(world, app, party)
            await evening.enter()
            named = ("alone",) if people == 1 else ("host", "guest", "guest")
            for who, person, target in zip(named, evening.people, most, strict=True):
                shown, made = evening.first[person]
                found.append(
                    Figure(game, f"{who}: presses to the first panel", shown, "", Target("<=", target - 1))
                )
                found.append(
                    Figure(game, f"{who}: presses to the first move", made, "", Target("<=", target))
                )
    return found


async def all_figures(folder: Path) -> list[Figure]:
    """The ways in, then whole games."""
    return [*await ways_in(folder), *await figures(folder)]


async def figures(folder: Path, parties: Sequence[Party] = PARTIES) -> list[Figure]:
    """What the people of each party have pressed and got."""
    found: list[Figure] = []
    for number, party in enumerate(parties):
        found += _told(party, await _play(party, folder / f"presses-{number}.sqlite3"))
    return found


def _told(party: Party, costs: Costs) -> Iterator[Figure]:
    def figure(what: str, value: float, target: Target | None = None) -> Figure:
        return Figure(party.game, f"{party.name}: {what}", value, "", target)

    yield figure("presses", costs.presses, party.presses)
    yield figure("moves of people", costs.moves)
    yield figure("presses a move", costs.presses / costs.moves)
    yield figure("turns of people", costs.turns)
    yield figure("presses a turn", costs.presses / costs.turns)
    yield figure("posts", costs.posts)
    social = Target("<=", SOCIAL) if party.people > 1 else None
    yield figure("posts a turn", costs.posts / costs.turns, social)
    yield figure("changed posts", costs.edits)
    yield figure("direct messages", costs.letters)
    yield figure("pictures", costs.pictures)


async def _play(party: Party, database: Path) -> Costs:
    await load_cog(registry.game(party.game), database.parent)
    async with _world(party, database) as (world, app):
        evening = _Evening(world, app, party)
        await evening.start()
        await evening.play()
        return await evening.costs()


@asynccontextmanager
async def _world(party: Party, database: Path) -> AsyncGenerator[tuple[World, App]]:
    bots: list[App] = []

    def make() -> App:
        bots.append(bot_on(Settings(database=database)))
        return bots[-1]

    world = World(make, crowd(party.people, fallback()), locale=fallback())
    await world.open()
    try:
        yield world, bots[-1]
    finally:
        await world.close()


@dataclass
class _Evening:
    """One table, from the lobby to the ranking."""

    world: World
    app: App
    party: Party
    presses: int = 0
    table: int = 0
    begin: int = 0
    """How many requests of the bot belong to the lobby."""
    turns: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """Who was asked in which post."""
    chosen_at: tuple[str, int] = "", -1
    """Who chose in a menu last, and in which turn: what leads on is a button then."""
    at_sight: bool = False
    """Whether everybody takes buttons where there are any, instead of menus."""
    random: Random = field(default_factory=partial(Random, 1))
    pressed: Counter[str] = field(default_factory=Counter[str])
    """By person, since the command."""
    first: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """By person the presses before the first panel, and up to the first move."""

    @property
    def people(self) -> Sequence[str]:
        return tuple(self.world.people)

    @property
    def channel(self) -> int:
        return int(self.world.channels(self.people[0])[0]["id"])

    @property
    def group(self) -> str:
        return presenter_of(self.party.game).group

    async def start(self) -> None:
        """Everybody sits down, the computers too, and the host starts."""
        host, *others = self.people
        options = {name: str(value) for name, value in self.party.options.items()}
        await self.world.command(host, self.channel, f"{self.group} {START}", options)
        for person in others:
            await self._use(person, *self._offered(person, "lobby.join"))
        await self._use(host, *self._offered(host, "lobby.computers"))
        for _ in range(self.party.computers):
            message, control = self._offered(host, "lobby.computer")
            await self._use(host, message, control, LEVEL)
        table = await self.app.tables.queries.table_in(self.channel)
        assert table is not None
        self.table, self.presses, self.begin = table.id, 0, len(self.world.requests)
        await self._use(host, *self._offered(host, "lobby.start"))

    async def enter(self) -> None:
        """Everybody sits down by the shortest way and plays by buttons until each has made a move."""
        self.at_sight = True
        host, *others = self.people
        await self.world.command(host, self.channel, f"{self.group} {START}", {})
        for person in others:
            await self._use(person, *self._offered(person, "lobby.join"))
        await self._use(host, *self._offered(host, "lobby.start" if others else "lobby.alone"))
        table = await self.app.tables.queries.table_in(self.channel)
        assert table is not None
        self.table = table.id
        before = dict[str, int]()
        while len(self.first) < len(self.people):
            moment = await self._moment()
            asked = await self._next_asked(moment)
            if asked is None:
                continue
            message, control = self._next(asked, moment.turn)
            if meaning(control)[0] != "table.move":
                before.setdefault(asked, self.pressed[asked])
            await self._use(asked, message, control)
            if await self._has_moved(asked):
                self.first.setdefault(asked, (before[asked], self.pressed[asked]))

    async def _has_moved(self, person: str) -> bool:
        moment = await self._moment()
        rows = await self.app.store.read(lambda tx: tx.log.between(self.table, 0, moment.version))
        seat = self._seat(moment, person)
        held = seat is not None and moment.table.sitters[seat].reveal is not None
        return held or any(row.seat == seat and not row.automatic for row in rows)

    async def play(self) -> None:
        """Whoever is asked presses what leads on, until the game is over."""
        while (moment := await self._moment()).table.status is Status.PLAYING:
            asked = await self._next_asked(moment)
            if asked is None:
                continue
            self.turns.add((asked, registry.game(self.party.game).post(moment.state)))
            await self._use(asked, *self._next(asked, moment.turn))
            assert self.presses < MOST, f"{self.party.game} does not come to an end"
        await self.world.advance(60)

    async def _next_asked(self, moment: Moment) -> str | None:
        """Somebody who owes a decision; None after a while in which what is under way goes on."""
        if moment.table.reveal is not None or self.table in await self.app.tables.outbox.with_notices():
            await self.world.advance(1)
            return None
        asked = self._asked(moment)
        if asked is None:
            await asyncio.sleep(BREATH)
            await self.world.tick()
        return asked

    async def costs(self) -> Costs:
        """All that people did and got from the start on."""
        moment = await self._moment()
        seats = [int(seat) for person in self.people if (seat := self._seat(moment, person)) is not None]
        rows = await self.app.store.read(lambda tx: tx.log.between(self.table, 0, moment.version))
        own = [row for row in rows if row.seat in seats and not row.automatic]
        costs = Costs(presses=self.presses, moves=len(own), turns=len(self.turns))
        letters = {self.world.dm_of(person) for person in self.people}
        for method, path, body in self.world.requests[self.begin :]:
            parts = path.split("/")
            costs.pictures += sum("filename" in each for each in _attached(body))
            if parts[1] != "channels" or "messages" not in parts:
                continue
            costs.posts += method == "POST" and int(parts[2]) == self.channel
            costs.edits += method == "PATCH" and int(parts[2]) == self.channel
            costs.letters += method == "POST" and int(parts[2]) in letters
        return costs

    async def _moment(self) -> Moment:
        return await self.app.tables.queries.now_at(self.table)

    def _seat(self, moment: Moment, person: str) -> Seat | None:
        return moment.table.seat_of(self.world.id_of(person))

    def _asked(self, moment: Moment) -> str | None:
        """Somebody who owes a decision, None while only computers do."""
        owing = registry.game(self.party.game).decisions(moment.state)
        return next((person for person in self.people if self._seat(moment, person) in owing), None)

    def _next(self, person: str, turn: int) -> tuple[Mapping[str, Any], dict[str, Any]]:
        """What a person uses: what leads on in their panel, as long as that is one of now, else the board."""
        for message in self._messages(person):
            own = [item for item in components(message) if meaning(item)[0].startswith(f"{self.group}.")]
            if own and meaning(own[0])[1] == turn:
                if self.at_sight:
                    return message, self._by_button(own)
                found = self._leading_on(own, chosen=self.chosen_at == (person, turn))
                self.chosen_at = (person, turn) if found["type"] == MENU else ("", -1)
                return message, found
        return self._offered(person, "table.move")

    def _by_button(self, own: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What is pressed by who knows what they want: a button that makes a move, or that leads to one."""
        usable = [item for item in own if item["type"] != MENU and not item.get("disabled")]
        making = [item for item in usable if parsed(item["custom_id"].split(":", 4)[-1])[0] != "show"]
        return self.random.choice(making or usable or list(own))

    def _leading_on(self, own: Sequence[dict[str, Any]], *, chosen: bool) -> dict[str, Any]:
        """What makes a choice final, else a menu, else what is offered first: that goes before a menu where
        something has been `chosen` already."""
        sure = [item for item in own if meaning(item)[0].endswith(CONFIRM)]
        menus = [item for item in own if item["type"] == MENU]
        own = [item for item in own if not item.get("disabled")]
        main = [item for item in own if item.get("style") in MAIN]
        ways = (main, menus) if chosen else (menus, main)
        return self.random.choice(sure or ways[0] or ways[1] or list(own))

    def _offered(self, person: str, action: str) -> tuple[Mapping[str, Any], dict[str, Any]]:
        """A control with this action in the newest message that has one."""
        for message in self._messages(person):
            for item in components(dict(message)):
                if meaning(item)[0] == action:
                    return message, item
        raise AssertionError(f"nothing offers {action}")

    def _messages(self, person: str) -> Iterator[dict[str, Any]]:
        """Of the channel and the letters, newest first."""
        places = (self.channel, self.world.dm_of(person))
        found = [(number, place) for place in places for number in self.world.message_ids(person, place)]
        for number, place in sorted(found, reverse=True):
            yield self.world.message(place, number)

    async def _use(
        self, person: str, message: Mapping[str, Any], control: Mapping[str, Any], value: str = ""
    ) -> None:
        where = int(message["channel_id"]), int(message["id"])
        self.pressed[person] += 1 if control["type"] != MENU else IN_MENU
        if control["type"] != MENU:
            self.presses += 1
            await self.world.press(person, *where, control["custom_id"])
            return
        self.presses += IN_MENU
        options = [option["value"] for option in control["options"]]
        least = max(control.get("min_values", 1), 1)
        picked = [value] if value else self.random.sample(options, least)
        await self.world.choose(person, *where, control["custom_id"], picked)


def _attached(body: Any) -> Sequence[Mapping[str, Any]]:
    """The files of a message in a request; those that are sent with it have names."""
    request = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    message: dict[str, Any] = request.get("data") or request
    return message.get("attachments") or ()
