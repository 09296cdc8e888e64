"""Easy and normal: what a player knows, what a card is likely to take in the trick to come, and the draft of
Logic (rules 3.2)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import comb
from random import Random
from typing import ClassVar

import msgspec

from bot.games.contract import Advice, Advised, Opponent
from bot.games.data import load
from bot.games.six_nimmt.deck import CARDS, HEADS, Row, heads
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, Pick, TakeRow
from bot.games.six_nimmt.placing import Spot, fitting_row, put, sixth_heads, spots, take
from bot.games.six_nimmt.state import cards_in_play
from bot.games.six_nimmt.view import NimmtView, is_professional, landing


@dataclass(frozen=True, slots=True)
class Rival:
    """One of the others."""

    laid: int | None = None
    """In Open: the card that lies before him."""
    hand: tuple[int, ...] = ()
    """The cards he holds besides, if they are known."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What somebody with these cards knows before a trick."""

    rows: tuple[Row, ...]
    hand: tuple[int, ...]
    hidden: tuple[int, ...]
    """The cards in play that nobody has played and he does not hold, ascending."""
    rivals: tuple[Rival, ...]
    """The others in the order of their seats, beginning behind his own."""
    middle: float
    """Of the cards in play."""
    professional: bool = False
    in_turn: bool = False
    """Who has not laid a card yet sees his before he does."""
    leader: int = 0
    """Where cards are laid in turn: how many seats behind the own one the first card comes from."""
    known: bool = False
    """The hands of the others are known: they have been picked before everybody, or one other holds all that
    is left."""

    @classmethod
    def of(cls, view: NimmtView) -> Prospect:
        """What a view tells whoever decides: they are asked, on turn, or hold the cards that all have seen
        them pick; where nothing is known of anybody, it does not matter who they are."""
        cards, seats = cards_in_play(view.options, view.seats), view.seats
        hidden = tuple(sorted(set(cards) - {*view.played, *view.hand}))
        own = view.question.seat if view.question else view.on_turn
        if own is None:
            own = view.known.index(view.hand) if view.known else 0
        laid, hands = view.laid or (None,) * seats, view.known or ((),) * seats
        behind = [(own + step) % seats for step in range(1, seats)]
        rivals, known = tuple([Rival(laid[seat], hands[seat]) for seat in behind]), bool(view.known)
        if seats == 2 and len(hidden) == len(view.hand) - (rivals[0].laid is not None):
            known, rivals = True, (replace(rivals[0], hand=hidden),)
        # The marker lies there for the trick that is being played; while a question is open that one is over.
        leader = 0 if view.start_player is None else view.start_player + (view.phase == "place") - own
        return cls(
            view.rows,
            view.hand,
            hidden,
            rivals,
            (cards[0] + cards[-1]) / 2,
            professional=view.options.placement == "professional",
            in_turn=view.options.playing == "open",
            leader=leader % seats,
            known=known,
        )

    @property
    def seats(self) -> int:
        return len(self.rivals) + 1

    @property
    def laid(self) -> tuple[int, ...]:
        """The cards that lie there to be placed in this trick."""
        return tuple([rival.laid for rival in self.rivals if rival.laid is not None])

    def among_all(self, laid: int | None = None) -> Prospect:
        """The same with the own seat behind the rivals, as one more of them: what all know of it when this
        card has been laid."""
        rest = tuple([card for card in self.hand if card != laid])
        own, hidden = (Rival(laid, rest), ()) if self.known else (Rival(laid), (*self.hidden, *rest))
        return replace(self, rivals=(*self.rivals, own), hidden=tuple(sorted(hidden)))


def rows_behind(rows: Sequence[Row], cards: Sequence[int], *, professional: bool) -> tuple[Row, ...]:
    """The rows when these cards, ascending, have been placed; their owners answer as cheaply as they can."""
    after = list(rows)
    for card in cards:
        places = spots(after, card, professional=professional)
        if places:
            put(after, min(places, key=lambda spot: sixth_heads(after[spot.row])).row, card)
        else:
            take(after, min(range(len(after)), key=lambda row: (heads(after[row]), len(after[row]))), card)
    return tuple(after)


_EDGE = 0.03
"""Heads by which a card is more welcome for each step from the middle: found by playing rounds.

The highest and the lowest cards grow dangerous towards the end, so they go while they are safe. Where many
play, hardly any are: there it costs more than it saves.
"""
_FEW = 4


def risk(prospect: Prospect, card: int) -> float:
    """The heads this card is expected to take at once if those who come play any hidden card."""
    rows, hidden = prospect.rows, prospect.hidden
    if prospect.laid:
        lower = sorted([laid for laid in prospect.laid if laid < card])
        rows = rows_behind(rows, lower, professional=prospect.professional)
    coming = prospect.seats - 1 - len(prospect.laid)

    def fewer_than(most: int, low: int) -> float:
        """How likely fewer of those who are still to play lay a card between these."""
        between = max(bisect_left(hidden, card) - bisect_right(hidden, low), 0)
        chance = between / max(len(hidden), 1)
        numbers = range(min(most, coming + 1))
        return sum([comb(coming, n) * chance**n * (1 - chance) ** (coming - n) for n in numbers])

    def at(spot: Spot) -> float:
        """A right end may find the row full by then; between a left end and the card nobody comes."""
        row = rows[spot.row]
        room = CARDS.row_length - len(row)
        return (1 - fewer_than(room, row[-1] if spot.side == "right" else card)) * (heads(row) + room)

    places = spots(rows, card, professional=prospect.professional)
    if places:
        return min(map(at, places))
    cheapest = min(map(heads, rows))
    return cheapest if prospect.professional else cheapest * fewer_than(1, 0)


def reluctance(prospect: Prospect, card: int) -> float:
    """How little a careful player wants to play this card now: its risk, less if it only grows worse."""
    edge = _EDGE if prospect.seats <= _FEW else 0
    return risk(prospect, card) - edge * abs(card - prospect.middle)


class Prices(msgspec.Struct, frozen=True):
    """The heads that a card of each part of the deck adds to a hand, counted from the cheapest part."""

    placement: str
    seats: int
    prices: tuple[float, ...]


_FOUND = load("six_nimmt", "draft", tuple[Prices, ...])


def cheapest_first(
    legal: Sequence[NimmtMove], rng: Random, price: Callable[[int], float]
) -> Advised[NimmtMove]:
    """All cards of the draft by their price, equal ones in any order."""
    cards = [move for move in rng.sample(legal, len(legal)) if isinstance(move, Pick)]
    return tuple(sorted([Advice(move, price(move.card)) for move in cards], key=lambda each: each.expected))


def price_of(view: NimmtView) -> Callable[[int], float]:
    """What a card adds to a hand at a table of about this size, by where it lies in the deck; straight lines
    lead from middle to middle of its parts."""
    placed = [each for each in _FOUND if each.placement == view.options.placement]
    prices = min(placed, key=lambda each: abs(each.seats - view.seats)).prices
    deck = cards_in_play(view.options, view.seats)

    def price(card: int) -> float:
        place = (card - deck[0]) / (deck[-1] - deck[0])
        along = min(max(place * len(prices) - 0.5, 0), len(prices) - 1)
        left = min(int(along), len(prices) - 2)
        return prices[left] + (prices[left + 1] - prices[left]) * (along - left)

    return price


_WHIM = 0.3
"""Heads that a character gives up at most for what it likes."""


class Player(Opponent[NimmtView, NimmtMove]):
    """Base of those who judge their cards by the heads they cost."""

    characterful: ClassVar = True

    def liking(self, view: NimmtView, move: NimmtMove, character: str) -> float:
        """The daring go where most cards lie, the thrifty get rid of many heads, the hasty of high numbers,
        the patient of low ones."""
        if not isinstance(move, Choose):
            return 0
        match character:
            case "daring":
                row = landing(view.rows, move.card, professional=is_professional(view)).row
                return _WHIM * len(view.rows[row - 1]) / CARDS.row_length if row else 0
            case "thrifty":
                return _WHIM * heads((move.card,)) / max(HEADS)
            case "hasty":
                return _WHIM * move.card / CARDS.numbers
            case _:
                return _WHIM * (1 - move.card / CARDS.numbers)


class Easy(Opponent[NimmtView, NimmtMove]):
    """Looks at two cards of its hand and plays the one that lies closer to its row."""

    def advice(self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> Advised[NimmtMove]:
        """The two cards, or all rows by their heads; in a draft any cards."""
        if view.phase == "draft":
            return cheapest_first(legal, rng, lambda card: 0)
        few = rng.sample(legal, min(2, len(legal))) if view.phase == "choose" else legal
        return _ranked(view, few, _distance)


class Normal(Player):
    """Plays the card that is least likely to take a row, and the extreme ones while they are safe."""

    def advice(self, view: NimmtView, legal: Sequence[NimmtMove], rng: Random) -> Advised[NimmtMove]:
        """All cards by their risk, or all rows by their heads; in a draft the cards far from the own ones
        first: a hand that is spread out has an answer to more rows."""
        if view.phase == "draft":
            near = CARDS.numbers
            return cheapest_first(
                legal,
                rng,
                lambda card: near - min((abs(card - own) for own in view.hand), default=near),
            )
        return _ranked(view, legal, reluctance)


def _ranked(
    view: NimmtView, moves: Sequence[NimmtMove], dislike: Callable[[Prospect, int], float]
) -> Advised[NimmtMove]:
    prospect = Prospect.of(view)
    judged: list[tuple[tuple[float, float], Advice[NimmtMove]]] = []
    for move in moves:
        match move:
            case Choose(card=card):
                judged.append(((dislike(prospect, card), 0), Advice(move, risk(prospect, card))))
            case TakeRow(row=number):
                row = view.rows[number - 1]
                judged.append(((heads(row), len(row)), Advice(move, heads(row))))
            case Pick() | Deal():
                judged.append(((0, 0), Advice(move, 0)))
    return tuple([advice for _, advice in sorted(judged, key=lambda item: item[0])])


def _distance(prospect: Prospect, card: int) -> float:
    """How far a card lies from the end of its row; last if it fits none or is the sixth card."""
    index = fitting_row(prospect.rows, card)
    if index is None or len(prospect.rows[index]) == CARDS.row_length:
        return 2 * CARDS.numbers - card
    return card - prospect.rows[index][-1]
