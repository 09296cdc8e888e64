"""How many turns something takes, and how many are left until the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import NamedTuple

from bot.games.thurn_and_taxis.land import LEVELS, RULES
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView

_ROUTE = 4.1
"""Turns that a route takes on average, from the first card to the closing."""
_LAID, _HELD = 0.8, 0.35
"""Turns that a card in the row and one in the hand stand for."""
_LEAST = 0.6
_OFFICES = 0.85
"""Offices that a player places in a turn on average."""


def ends_soon(view: TaxisView) -> bool:
    """Whether this round is known to be the last. Who has just caused that and only has to discard is judged
    as when the route was closed: what that was said to be worth stands."""
    return view.ending is not None and not ended_now(view)


def ended_now(view: TaxisView) -> bool:
    """Whether the closing of this turn has caused the end."""
    return view.phase == "discard" and view.ending == view.active


def turns_left(view: TaxisView) -> float:
    """How many turns whoever's turn it is will have after this one, if one of the others causes the end."""
    if ends_soon(view):
        return 0.0
    return min([needs(player) for seat, player in enumerate(view.players) if seat != view.active])


def needs(player: PlayerView) -> float:
    """The turns until this player is likely to cause the end."""
    levels = sum(level > player.carriage for level in LEVELS)
    begun = len(player.route) * _LAID + player.hand_size * _HELD
    return min(levels * _ROUTE - min(begun, _ROUTE - _LEAST), player.offices_left / _OFFICES)


def alive(turns: float, left: float) -> float:
    """How likely the game goes on for so many turns when so many are expected to be left."""
    if not turns or not left:
        return float(not turns)
    return 1 / (1 + exp((turns - left - 0.3) / (0.35 + 0.12 * left)))


_LONGEST = 12
"""Nobody plans for more turns than this."""


class Now(NamedTuple):
    """What can still be done in the turn under way."""

    takes: int
    """Cards that must still be taken."""
    plays: int
    """1 before the first card was played."""
    official: bool
    """Whether one may still be called."""
    taking: bool
    """Whether that one may be the Postmaster."""
    closing: bool = True

    @property
    def in_reach(self) -> int:
        """How many cards can still be taken in this turn."""
        return self.takes + self.taking

    def called(self) -> Now:
        """After the Administrator was called."""
        return self._replace(official=False, taking=False)

    def took(self) -> Now:
        """After a card more was taken; beyond the ones that must be it is the Postmaster's."""
        return self._replace(takes=self.takes - 1) if self.takes else self.called()

    def taking_first(self) -> Now | None:
        """When the card to be played in this turn must be taken in it, too; None if that can't be done."""
        if self.takes:
            return self
        return self._replace(takes=1, official=False, taking=False) if self.taking else None

    def played(self) -> Now:
        """After a card more was played; the second one is the Postal Carrier's."""
        return Now(0, 0, self.official and bool(self.plays), False)


DONE = Now(0, 0, False, False, closing=False)
"""A turn that has ended."""


class Span(NamedTuple):
    """When a route can be closed at the earliest."""

    turns: int
    """0 in this turn."""
    spare: int
    """Cards for the hand that can be taken meanwhile."""


def now(view: TaxisView) -> Now:
    """What the owner of this view, whose turn it is, can still do."""
    official = view.official is None
    taking = official and view.phase in ("take", "play")
    wanted = RULES.draws_with_postmaster if view.forced_postmaster else RULES.draws_per_turn
    takes = wanted - view.taken if view.phase == "take" else 0
    return Now(takes, int(view.phase in ("take", "play")), official, taking)


@lru_cache(maxsize=20_000)
def span(now: Now, takes: int, plays: int, cartwright: bool, ready: bool) -> Span | None:
    """When a route can be closed that takes so many takes and plays. `ready` is a hand with a card for the
    route that can be laid at once: without one it must be among those that are still taken in this turn. None
    if there is no such card, since the row is lost when the turn's card doesn't fit."""
    if now.plays and not ready:
        first = now.taking_first() if takes else None
        if first is None:
            return None
        now = first
    if plays < now.plays:
        return None
    extra = max(0, takes - now.takes) + plays - now.plays + cartwright
    if now.closing and extra <= now.official:
        return Span(0, max(0, now.takes - takes) + (now.taking and not extra))
    return max(
        _later(now, takes, plays, cartwright), key=lambda span: (-span.turns, span.spare), default=None
    )


def _later(now: Now, takes: int, plays: int, cartwright: bool) -> Iterator[Span]:
    """What each use of this turn's official leads to, closing in a later turn, in whole turns with one
    official in each."""
    spare = max(0, now.takes - takes)
    takes, plays = max(0, takes - now.takes), plays - now.plays
    uses = [(0, 0), *([(1, 0)] if now.taking else []), *([(0, 1)] if now.official and plays else [])]
    for take, play in uses:
        left, more = max(0, takes - take), max(0, take - takes)
        for turns in range(1, min(plays - play, _LONGEST) + 1):
            extra = max(0, left - turns) + plays - play - turns + cartwright
            if extra <= turns:
                yield Span(turns, max(0, turns - left) + turns - extra + spare + more)
                break
