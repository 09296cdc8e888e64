"""How much the dispatcher may do at once, within Discord's limits and our memory."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count

RATE = 40.0
"""Requests a second over all channels. Discord allows 50: the rest is for what people's presses lead to."""
BURST = 5
"""So many may follow on each other's heels; no second holds more than `RATE + BURST`."""


class Budget:
    """Hands out moments for requests, in the order in which they are asked for."""

    def __init__(self, rate: float = RATE, burst: int = BURST) -> None:
        self._step = 1 / rate
        self._ahead = burst / rate
        self._until = 0.0
        """Up to here all moments are given away."""

    def reserve(self, now: float) -> float:
        """Seconds until the next request may go; whoever asks has to make it."""
        self._until = max(self._until, now) + self._step
        return max(0.0, self._until - self._ahead - now)


class Slots:
    """Places for deliveries at the same time. Of all who wait, the lowest number gets the next one."""

    def __init__(self, size: int, spare: int) -> None:
        """`spare`: so many more may be under way of those that take long."""
        self._free = size
        self._spare = spare
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()

    async def take(self, number: int) -> None:
        """Waits for a place. Whoever asks in the same instant is compared first."""
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
        """Somebody else may have the place."""
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
        """Nobody waits any more: everything comes to its end."""
        self._free += len(self._waiting)
        self._grant()

    def _grant(self) -> None:
        while self._free and self._waiting:
            _, _, place = heappop(self._waiting)
            if not place.done():
                self._free -= 1
                place.set_result(None)
