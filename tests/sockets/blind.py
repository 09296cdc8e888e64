"""Players who know nothing: they press whatever they see."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any

from aiohttp import web

from bot.bench.discord_server import DiscordServer, answered, components, until
from bot.discord.content import CustomId

POSTS, PRIVATE = 5, 3
"""How many of the newest messages people look at."""
LOOK = 0.5
"""Seconds at most for which whoever presses with sense looks for what comes of it."""
WISH = "plans.wish"
AWAY = 15.0
"""Seconds at most for which people leave a table to what they have just planned."""


@dataclass
class Trouble:
    """What may go wrong with a request; each chance is between 0 and 1."""

    lost_request: float = 0.0
    lost_answer: float = 0.0
    server_error: float = 0.0
    too_many: float = 0.0
    random: random.Random = field(default_factory=lambda: random.Random(1))

    def strikes(self, chance: float) -> bool:
        return self.random.random() < chance


class Server(DiscordServer):
    """Discord that may go wrong, and what each person sees in it."""

    def __init__(self, people: Sequence[str], channels: Sequence[str] = ("games",), **more: Any) -> None:
        super().__init__(people, channels, **more)
        self.trouble = Trouble()
        self.outage = 0
        """How many of the next requests find Discord down."""
        self.followed: set[int] = set()
        """The interactions of which the bot has said more than its first answer."""
        self._readers: dict[int, int] = {}
        """By message: the one person who sees it."""
        self.listeners.append(lambda request: self._note_answer(request.path))

    async def answer(self, request: web.Request, path: str) -> web.StreamResponse:
        trouble = Trouble() if path == "/users/@me" or path.startswith("/gateway") else self.trouble
        down = self.outage > 0
        self.outage -= down
        lost = not down and trouble.strikes(trouble.lost_request)
        broken = down or trouble.strikes(trouble.server_error)
        limited = trouble.strikes(trouble.too_many)
        if lost or broken or limited:
            with suppress(ConnectionResetError):  # the bot was killed in the middle of its request
                await request.read()
        if lost:
            return _cut(request)
        if broken:
            return answered({"message": "Service Unavailable", "code": 0}, status=503)
        if limited:
            told = {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}
            return answered(told, status=429, headers={"Via": "1.1 google"})
        given = await super().answer(request, path)
        return _cut(request) if trouble.strikes(trouble.lost_answer) else given

    async def ask_to_reconnect(self, *shards: int) -> None:
        """Op 7 to these shards, or all."""
        await self._tell({"op": 7, "d": None, "s": None, "t": None}, shards)

    async def invalidate(self, *shards: int, resumable: bool) -> None:
        """Op 9 to these shards, or all; a session that can't be resumed is forgotten."""
        await self._tell({"op": 9, "d": resumable, "s": None, "t": None}, shards)
        if not resumable:
            self.forget_sessions(*shards)

    async def _tell(self, frame: dict[str, Any], shards: Sequence[int]) -> None:
        for session in list(self.sessions.values()):
            socket = session.socket
            if (not shards or session.shard in shards) and socket is not None and not socket.closed:
                await socket.send_json(frame)

    def visible(self, user: int, channels: Iterable[Any]) -> Iterator[Any]:
        """What a person sees in these channels, in private and in direct messages, newest first."""
        places = [channel.id for channel in channels]
        if user in self.backend.dm_channels:
            places.append(self.backend.dm_channels[user])
        newest = (self.newest(user, place) for place in places)
        yield from heapq.merge(*newest, key=lambda message: -message.id)

    def newest(self, user: int, place: int) -> Iterator[Any]:
        """What a person sees in one place, newest first."""
        for message in reversed(self.backend.messages[place].values()):
            if not message.is_ephemeral or self._readers.get(message.id) == user:
                yield message

    def _note_answer(self, path: str) -> None:
        """An answer to an interaction is seen by whoever it answers, if it is private."""
        parts = path.split("/")
        number = self.backend.interaction_tokens.get(parts[3]) if len(parts) > 3 else None
        if number is not None:
            if parts[1] == "webhooks":
                self.followed.add(number)
            record = self.backend.interactions[number]
            for message in (record.message_id, *record.followup_ids):
                if message is not None:
                    self._readers[message] = record.user_id


def controls(message: Any) -> list[dict[str, Any]]:
    return components({"components": message.components})


def _cut(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


@dataclass(frozen=True)
class Game:
    """How blind people spend an evening with a game."""

    game: str
    group: str
    """The name of its slash commands."""
    options: dict[str, Any]
    sense: tuple[str, ...]
    """What leads on, the best first: half of the presses are the first of these that can be made. An action,
    perhaps with how what it carries begins (`mycity.step:build`)."""
    enough: int
    """After so many moves it may be broken off."""
    moves: frozenset[str]
    """What has to have been made by then."""

    @property
    def eager(self) -> tuple[str, ...]:
        """How the actions begin that are pressed more often than the rest, so that the evening gets on."""
        return (f"{self.group}.", "table.move", WISH)


EVENINGS = (
    Game(
        "six_nimmt",
        "nimmt",
        {"format": "rounds", "rounds": 1},
        ("nimmt.confirm", "nimmt.step", "table.move"),
        1000,
        frozenset({"choose", "take_row"}),
    ),
    Game(
        "thurn_and_taxis",
        "taxis",
        {},
        (
            "taxis.confirm",
            "taxis.step:close",
            "taxis.step:play",
            "taxis.menu",
            "taxis.step",
            "table.move",
        ),
        60,
        frozenset({"take_open", "take_blind", "play", "begin", "close", "end_turn", "undo"}),
    ),
    Game(
        "my_city",
        "mycity",
        {"mode": "campaign"},
        ("mycity.confirm", "mycity.step:build", "mycity.step:pass", "table.move"),
        12,
        frozenset({"build", "pass", "stop"}),
    ),
    Game(
        "noerdlingen",
        "noerdlingen",
        {"date": "0519"},
        ("noerdlingen.confirm", "noerdlingen.menu", "noerdlingen.step", "table.move"),
        30,
        frozenset({"place", "choose", "draw", "undo"}),
    ),
    Game(
        "noria",
        "noria",
        {},
        ("noria.confirm", "noria.menu", "noria.step", "table.move"),
        20,
        frozenset({"choose", "enter", "activate", "end_turn"}),
    ),
)


class BlindPlayers:
    """Everybody at some tables, pressing at random among what is enabled on the newest messages. The tables
    stand in the channels of the server, one in each, and are numbered from 1 as they were opened."""

    def __init__(
        self, server: Server, evenings: Sequence[Game], seed: int, *, avoid: tuple[str, ...]
    ) -> None:
        self.server = server
        self.tables = dict(enumerate(evenings, start=1))
        """The games that still go on, by table."""
        self.random = random.Random(seed)
        self.avoid = avoid
        self.pressed: Counter[str] = Counter()
        """How often each action was pressed."""
        self.wanted: dict[int, Set[str]] = {}
        """By table: the kinds of moves that they are after."""
        self._tried: Counter[tuple[int, int, int, str]] = Counter()
        """How often a person went for a kind of move at a table, by the turn."""
        self._away: dict[tuple[int, int], float] = {}
        """Until when somebody presses nothing at a table."""

    def choices(self, user: int, table: int) -> list[tuple[Any, dict[str, Any]]]:
        """The controls of a table that a person could use now: on the newest posts and private answers in its
        channel and on the newest direct messages, however many of those other tables have sent."""
        if self._away.get((user, table), 0) > perf_counter():
            return []
        letters = islice(self.server.visible(user, ()), POSTS)
        private, posts = list[Any](), list[Any]()
        for message in self.server.newest(user, self.server.channels[table - 1].id):
            (private if message.is_ephemeral else posts).append(message)
            if len(private) >= PRIVATE and len(posts) >= POSTS:
                break
        found: list[tuple[Any, dict[str, Any]]] = []
        for message in [*letters, *posts[POSTS - 1 :: -1], *private[PRIVATE - 1 :: -1]]:
            for control in controls(message):
                meaning = _meaning(control)
                if meaning.table in (0, table) and not meaning.action.startswith(self.avoid):
                    found.append((message, control))
        return found

    async def press_one(self, *, seconds: float = 20) -> bool:
        """Whether somebody's press was answered in so many seconds; there is something to press all the time
        but for the moment in which a board has lost its buttons and the next one is on its way."""
        table = self.random.choice(list(self.tables))
        press = self._sensible(table) if self.random.random() < 0.5 else None
        user, message, control = press or self._any(table)
        if control is None:
            return await until(lambda: self._anything(table), seconds=seconds)
        action, turn = _meaning(control).action, _meaning(control).turn
        self.pressed[action] += 1
        self._tried[user, table, turn, _kind(control)] += 1
        if action == WISH:
            self._away[user, table] = perf_counter() + self.random.uniform(0, AWAY)
        record = self.server.press(user, message, control, self._values(control))
        answered = await until(lambda: record.responded, seconds=seconds)
        if press and record.deferred:
            await until(lambda: record.id in self.server.followed, seconds=min(seconds, LOOK))
        return answered

    def _anything(self, table: int) -> bool:
        return any(self.choices(user.id, table) for user in self.server.people)

    def _sensible(self, table: int) -> tuple[int, Any, dict[str, Any]] | None:
        """What gets a table on, on the newest of all messages that have such a thing: what they are after
        before anything else, then what a person has not tried as often as other things in this turn."""
        sense, wanted = self.tables[table].sense, tuple(self.wanted.get(table, ()))
        found = [
            (user.id, message, control)
            for user in self.server.people
            for message, control in self.choices(user.id, table)
            if _carried(control).startswith(sense) or _kind(control).startswith(wanted)
        ]
        self.random.shuffle(found)

        def order(press: tuple[int, Any, dict[str, Any]]) -> tuple[int, bool, int, int]:
            user, _, control = press
            best = next((at for at, one in enumerate(sense) if _carried(control).startswith(one)), 0)
            tried = self._tried[user, table, _meaning(control).turn, _kind(control)]
            return _meaning(control).turn, _kind(control).startswith(wanted), -tried, -best

        return max(found, key=order, default=None)

    def _any(self, table: int) -> tuple[int, Any, dict[str, Any] | None]:
        """Anything that somebody sees, more often a control of the game."""
        user = self.random.choice(self.server.people).id
        choices = self.choices(user, table)
        if not choices:
            return user, None, None
        names = {_meaning(control).action for _, control in choices}
        eager = sorted(name for name in names if name.startswith(self.tables[table].eager))
        name = self.random.choice(eager if eager and self.random.random() < 0.6 else sorted(names))
        return user, *self.random.choice([pair for pair in choices if _meaning(pair[1]).action == name])

    def _values(self, control: dict[str, Any]) -> list[str] | None:
        """As many of the options of a menu as it allows, any of them; None for a button."""
        if control["type"] != 3:
            return None
        options = [option["value"] for option in control["options"]]
        least, most = control.get("min_values", 1), control.get("max_values", 1)
        return self.random.sample(options, self.random.randint(least, min(most, len(options))))


def _meaning(control: dict[str, Any]) -> CustomId:
    return CustomId.parse(control["custom_id"]) or CustomId("")


def _carried(control: dict[str, Any]) -> str:
    """The action of a control and the path or whatever else it carries."""
    meaning = _meaning(control)
    return f"{meaning.action}:{meaning.rest.lstrip('!~')}"


def _kind(control: dict[str, Any]) -> str:
    """What kind of move a control leads to, or its action if that is none of a game."""
    meaning = _meaning(control)
    return meaning.rest.lstrip("!~^").partition("/")[0] or meaning.action.rpartition(".")[2]
