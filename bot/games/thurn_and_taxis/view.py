"""What a seat of Thurn and Taxis may know (edge 17), and what follows from it for words and pictures."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.games.contract import Seat, View, heard
from bot.games.thurn_and_taxis.land import LAND, RULES, STACKS
from bot.games.thurn_and_taxis.moves import Official, TaxisEvent, TaxisOptions, Tile

Phase = Literal["take", "play", "close", "discard", "over"]
"""Taking cards; the first card is still to be played (taking may go on as the Postmaster: see `may_take`);
a card was played, so: Postal Carrier, closing or the end of the turn; too many cards after closing; ended."""


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody may know of a player."""

    hand_size: int
    route: tuple[str, ...]
    """From its left to its right end."""
    offices: tuple[str, ...]
    """The cities with an own office, in the order of placing."""
    offices_left: int
    carriage: int
    """The highest level; 0 without one."""
    tiles: tuple[Tile, ...]
    """In the order of winning."""
    score: int
    """As if the game ended now (section 6): carriage, tiles, minus unplaced offices."""
    shown: tuple[str, ...] = ()
    """The cards in hand that were open when they were taken: an equal one played since counts as one of
    them."""

    @property
    def tile_points(self) -> int:
        """The points of all tiles that were won."""
        return sum(tile.value for tile in self.tiles)


class TaxisView(View, frozen=True, kw_only=True):
    """One seat's knowledge; for a spectator `hand` is empty."""

    options: TaxisOptions
    seats: int
    phase: Phase
    round: int
    turn: int
    """From 1: the turn of a player that is under way, or was the last one."""
    active: Seat
    """Whose turn it is, in `over` who had the last one."""
    start_player: Seat
    display: tuple[str | None, ...]
    """Six places; None where no card is left to be turned up."""
    deck_size: int
    discard: tuple[str, ...]
    """Oldest first."""
    stacks: tuple[tuple[int, ...], ...]
    """The values left of every stack of `land.STACKS`, in that order, top first."""
    players: tuple[PlayerView, ...]
    hand: tuple[str, ...]
    """The own cards, the one held longest first."""
    taken: int
    """Cards taken in this turn, and played."""
    played: int
    official: Official | None
    """The one called in this turn; also the Postmaster where he is forced."""
    forced_postmaster: bool
    """The hand was empty at the begin of this turn: two cards must be taken."""
    may_take: bool
    """Whether the active player may still take a card now."""
    ending: Seat | None
    """Who has caused the end of the game: the present round is the last."""
    news: tuple[TaxisEvent, ...]
    """What has happened in the present turn so far, as far as this seat may know."""
    before: tuple[TaxisEvent, ...]
    """What happened in the turn before, whole, as far as this seat may know."""

    @property
    def mover(self) -> PlayerView:
        """The player whose turn it is."""
        return self.players[self.active]

    @property
    def route(self) -> tuple[str, ...]:
        """The row of whoever's turn it is."""
        return self.mover.route

    @property
    def own(self) -> tuple[str, ...]:
        """The cities in which they have an office."""
        return self.mover.offices

    @property
    def level(self) -> int:
        """Their highest carriage."""
        return self.mover.carriage


def public(view: TaxisView) -> TaxisView:
    """The view with everything taken out that one seat alone may know."""
    return replace(view, hand=(), news=heard(view.news, None), before=heard(view.before, None))


def owners(view: TaxisView) -> Mapping[str, tuple[Seat, ...]]:
    """By city, in the order of the data, the seats with an office there."""
    return {
        city.id: tuple(Seat(seat) for seat, player in enumerate(view.players) if city.id in player.offices)
        for city in LAND.cities
    }


def stacks(view: TaxisView) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The stacks of tiles with the values that are left, top first."""
    return zip(STACKS, view.stacks, strict=True)


def step(view: TaxisView) -> str:
    """What the active player is about to do: the last part of the keys that say so."""
    match view.phase:
        case "take" if view.taken:
            return "second"
        case "take":
            return "two" if view.forced_postmaster else "take"
        case "play":
            return "play_or_take" if view.may_take else "play"
        case "close":
            return "close" if len(view.route) >= RULES.min_route_length_to_close else "end"
        case phase:
            return phase
