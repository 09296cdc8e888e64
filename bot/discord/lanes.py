"""The outbox rows that wait to be delivered: in which order, by which lane, how many at the same time.

The notices of one stop of a table (its channel, a seat, those who watch) are a queue. A lane is a place in
Discord: a channel, or the direct messages with a person. The queues that lead to it share it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import Literal

from bot.discord.discord_api import Trouble, moment
from bot.tables.model import Notice, NoticeKind, NoticeState, Post, Table

WATCHERS = -1
"""The stop of all who watch a table, and of who was removed from it."""
Stop = int | None
"""Where a notice of a table goes: a seat, the watchers, or the channel (None)."""
Key = tuple[str, int, int]
"""Names a lane: what it is, and its numbers."""

LATE = 3.0
"""Seconds after which a board that has not been posted is left out where a newer one waits behind it."""
PROBE = 1.5
"""Seconds between two tries of any lane while Discord answers none."""
SELDOM_PROBED = 15.0
"""The longest time between two tries of the same lane where Discord fails."""


@dataclass(slots=True)
class Ledger:
    """What the attempts at one notice have brought about and what is still to be written down."""

    sent: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    """Messages by their nonce and channel: none is sent a second time."""
    up: dict[int, Post] = field(default_factory=dict[int, Post])
    """Posts that are up or show something newer, by message."""
    gone: set[int] = field(default_factory=set[int])
    unwritten: set[int] = field(default_factory=set[int])
    """Messages of which there is something to write down."""

    def remember(self, post: Post) -> None:
        """A message is up, or shows something newer now."""
        self.up[post.message] = post
        self.unwritten.add(post.message)

    def forget(self, post: Post) -> None:
        """A message is gone, or will not be touched again."""
        self.gone.add(post.message)
        self.unwritten.add(post.message)

    def over(self, posts: Iterable[Post]) -> tuple[Post, ...]:
        """Posts as they were written down, with what has become of them since; oldest first."""
        known = {post.message: post for post in posts} | self.up
        return tuple(known[message] for message in sorted(known.keys() - self.gone))

    def to_write(self) -> tuple[tuple[Post, ...], tuple[int, ...]]:
        """What to remember, and which messages to forget."""
        gone = self.unwritten & self.gone
        return tuple(self.up[message] for message in sorted(self.unwritten - gone)), tuple(sorted(gone))


class Detour(Exception):  # noqa: N818 - an outcome that the dispatcher deals with, not a failure
    """No direct message reaches the person: it is posted in the channel, in the channel's order."""

    def __init__(self, trouble: Trouble | None, *, again: bool) -> None:
        super().__init__("to be posted in the channel")
        self.trouble = trouble
        """What keeps messages from the person; None if they want none."""
        self.again = again
        """Whether it may have been posted there before."""


@dataclass(eq=False, slots=True)
class Item:
    """A notice on its way. Its state is `SENDING` from the first attempt on."""

    notice: Notice
    ledger: Ledger = field(default_factory=Ledger)
    detour: Detour | None = None
    table: Table | None = None
    """As it was when the notice had been brought about; None before."""
    spoke: bool = False
    """Whether that has shown that the table can be posted where it stands."""
    running: bool = False
    since: float = field(default_factory=moment)
    """When it was taken in."""

    @property
    def waited(self) -> float:
        """The seconds since then."""
        return moment() - self.since

    @property
    def late(self) -> bool:
        """Whether it has waited for long, and nothing of it can have got through."""
        return self.waited > LATE and self.notice.state is NoticeState.PENDING

    @property
    def untouched(self) -> bool:
        """Whether nothing is lost if it is not delivered."""
        return not self.running and self.table is None and not self.ledger.sent


@dataclass(eq=False, slots=True)
class Queue:
    """The outbox rows of one stop of a table, in order."""

    table: int
    stop: Stop
    channel: int = 0
    person: int | None = None
    items: list[Item] = field(default_factory=list[Item])
    hold: float | None = None
    """Passed over until then, after so many failures in a row; None where nothing holds it back."""
    failures: int = 0
    calm: float = 0.0
    lane: Lane | None = None

    @property
    def key(self) -> Key:
        """The lane that leads there."""
        if self.stop is None or (self.items and self.items[0].detour is not None):
            return "channel", self.channel, 0
        if self.stop == WATCHERS:
            return "watchers", self.table, 0
        return ("seat", self.table, self.stop) if self.person is None else ("person", self.person, 0)

    def merge(self, notices: Sequence[Notice]) -> None:
        """These are what is pending now, in order; what has been overtaken is gone unless it was begun."""
        known = {item.notice.id: item for item in self.items}
        fresh = [known.pop(notice.id, None) or Item(notice) for notice in notices]
        begun = [item for item in known.values() if not item.untouched]
        self.items = sorted((*begun, *fresh), key=lambda item: item.notice.id)

    def prune(self) -> list[Notice]:
        """Takes out what later notices make pointless."""
        blocked = self.hold is not None or (self.lane is not None and self.lane.failures > 0)
        waiting = [item for item in self.items if not item.running]
        notices = [item.notice for item in waiting]
        gone = [
            item
            for place, item in enumerate(waiting)
            if item.untouched
            and overtaken(item.notice, notices[place + 1 :], notices[:place], late=blocked or item.late)
        ]
        self.items = [item for item in self.items if item not in gone]
        return [item.notice for item in gone]

    def next(self, held: float, now: float) -> tuple[float, Item] | None:
        """What goes next, and when; `held`: when its lane lets it. A refresh that waits for its pace lets
        others pass; the first board of a game waits for nothing, as it tells whether its time may begin."""
        if not self.items or any(item.running for item in self.items):
            return None
        until = max(held, self.hold or 0.0)
        item = self.items[0]
        if self.calm > now:
            passing = (item for item in self.items if item.notice.kind is not NoticeKind.PROGRESS)
            item = next(passing, item)
        fresh = item.notice.state is NoticeState.PENDING and not item.notice.version
        if item.notice.kind is NoticeKind.BOARD and fresh:
            return 0.0, item
        return max(until, self.calm) if item.notice.kind is NoticeKind.PROGRESS else until, item

    def wait(self, waits: Sequence[float], now: float) -> None:
        """Passes over the queue for as many seconds as so many failures in a row take."""
        self.hold = now + waits[min(self.failures, len(waits) - 1)]
        self.failures += 1

    def free(self) -> None:
        """What held the queue back is over."""
        self.hold, self.failures = None, 0


@dataclass(slots=True)
class Health:
    """Whether Discord is there, as all lanes have found it."""

    answered: float = float("-inf")
    """When a delivery got an answer last."""
    probed: float = float("-inf")
    """When a lane tried last whether it is there again."""


@dataclass(eq=False, slots=True)
class Lane:
    """A place in Discord; one delivery after the other."""

    key: Key
    queues: set[Queue] = field(default_factory=set[Queue])
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    failures: int = 0
    until: float = 0.0
    """Held so long, after so many failures in a row."""
    down: float | None = None
    """Since when Discord, or the way to it, fails here; None where it does not, or is only busy."""
    tried: float = 0.0

    def state(self, now: float) -> Literal["busy", "held", "down"]:
        """Whether it delivers, waits after a failure, or finds no Discord."""
        if self.down is not None:
            return "down"
        return "held" if self.until > now else "busy"

    def due(self, health: Health) -> float:
        """When the next delivery may begin: where Discord fails, the lanes try one after the other."""
        if self.down is None:
            return self.until
        soon = self.tried + min(max((self.tried - self.down) / 20, PROBE), SELDOM_PROBED)
        if health.answered <= self.tried:
            soon = max(soon, health.probed + PROBE)
        return min(self.until, soon)

    def next(self, health: Health, now: float) -> tuple[float, Queue, Item] | None:
        """Of all that may go the oldest, else what may go first."""
        held = self.due(health)
        found = [(queue.next(held, now), queue) for queue in self.queues]
        moves = [(*move, queue) for move, queue in found if move is not None]
        if not moves:
            return None
        due, item, queue = min(moves, key=lambda move: (max(move[0], now), move[1].notice.id))
        return due, queue, item

    def hold(self, waits: Sequence[float], now: float, *, at_least: float = 0.0) -> None:
        """Nothing goes for as many seconds as so many failures in a row take."""
        self.until = now + max(at_least, waits[min(self.failures, len(waits) - 1)])
        self.failures += 1

    def free(self) -> None:
        """What held deliveries back is over."""
        self.failures, self.until, self.down = 0, 0.0, None
        self.woken.set()


def stop_of(notice: Notice) -> Stop:
    """Where a notice goes; what is asked about a seat is read in the channel."""
    if notice.kind in (NoticeKind.ASKED, NoticeKind.QUESTION):
        return None
    return WATCHERS if notice.kind in (NoticeKind.WATCHED, NoticeKind.REMOVED) else notice.seat


def begun(notice: Notice) -> Notice:
    """The same, which may have got through from now on."""
    return replace(notice, state=NoticeState.SENDING)


_QUESTIONS = frozenset({NoticeKind.MOTION, NoticeKind.ASKED})
"""What shows a motion as it stands."""
_BOARDS = frozenset({NoticeKind.BOARD, NoticeKind.REPEAT, NoticeKind.ENDED})
"""What puts a new post with the present state into the channel."""
_MOOT_BY = {
    NoticeKind.PROGRESS: frozenset({NoticeKind.PROGRESS, *_BOARDS}),
    NoticeKind.LOBBY: frozenset({NoticeKind.LOBBY, NoticeKind.BOARD}),
    NoticeKind.WATCHED: frozenset({NoticeKind.WATCHED}),
    NoticeKind.THREAD: frozenset({NoticeKind.THREAD}),
    NoticeKind.TIMED: frozenset({NoticeKind.TIMED, NoticeKind.PROMPT, NoticeKind.SETTLED}),
    NoticeKind.PROMPT: frozenset({NoticeKind.PROMPT, NoticeKind.SETTLED}),
    NoticeKind.BOARD: frozenset({NoticeKind.BOARD, NoticeKind.ENDED}),
}
"""By kind, what makes it pointless where it follows at the same stop."""


def overtaken(
    notice: Notice, later: Sequence[Notice], earlier: Sequence[Notice] = (), *, late: bool = False
) -> bool:
    """Whether other notices of its table make this one pointless. A board is a page of the table's story and
    is posted even if a newer one follows at once; where posts are `late`, or the channel could not be reached
    for a while, the newest is enough: the post before it tells what the others would have."""
    kind, unsent = notice.kind, notice.state is NoticeState.PENDING
    following = {other.kind for other in later if stop_of(other) == stop_of(notice)}
    match kind:
        case NoticeKind.REPEAT:
            same = [each.kind for each in earlier if each.version == notice.version]
            return bool(following & _BOARDS) or NoticeKind.BOARD in same
        case NoticeKind.MOTION | NoticeKind.ASKED:
            same = [each for each in later if each.kind in _QUESTIONS and each.version == notice.version]
            if kind is NoticeKind.ASKED:
                same = [each for each in same if each.kind is kind and each.seat in (None, notice.seat)]
            return unsent and bool(same)
        case NoticeKind.PROMPT if not unsent:
            return False
        case NoticeKind.BOARD if not late:
            return False
        case _:
            return bool(following & _MOOT_BY.get(kind, frozenset()))


class Slots:
    """Places for deliveries at the same time. Of all who wait, the lowest number gets the next one."""

    def __init__(self, size: int, spare: int) -> None:
        """`spare`: so many more may be under way of those that take long."""
        self._free = size
        self._spare = spare
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()

    async def take(self, number: int) -> None:
        """Waits for a place. Those who ask in the same instant are compared first."""
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        heappush(self._waiting, (number, next(self._order), place))
        loop.call_soon(self._grant)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.give_back()
            raise

    def give_back(self, *, lent: bool = False) -> None:
        """Another delivery may have the place."""
        if lent:
            self._spare += 1
        else:
            self._free += 1
            self._grant()

    def lend(self) -> bool:
        """Lets others have the place of a delivery that takes long; False where too many do."""
        if not self._spare:
            return False
        self._spare -= 1
        self.give_back()
        return True

    def open(self) -> None:
        """No delivery waits any more: everything comes to its end."""
        self._free += len(self._waiting)
        self._grant()

    def _grant(self) -> None:
        while self._free and self._waiting:
            _, _, place = heappop(self._waiting)
            if not place.done():
                self._free -= 1
                place.set_result(None)
