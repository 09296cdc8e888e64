"""What somebody knows before a trick, in the form in which the computer players think about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games.six_nimmt.deck import Row, heads
from bot.games.six_nimmt.placing import put, sixth_heads, spots, take
from bot.games.six_nimmt.variants import cards_in_play
from bot.games.six_nimmt.view import NimmtView


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
        """What a view tells."""
        seen = {*view.played, *view.hand}
        cards = cards_in_play(view.options, view.seats)
        hidden = sorted(set(cards) - seen)
        rivals = _rivals(view)
        known = bool(view.known)
        if len(rivals) == 1 and len(hidden) == len(view.hand) - (rivals[0].laid is not None):
            known, rivals = True, (replace(rivals[0], hand=tuple(hidden)),)
        return cls(
            view.rows,
            view.hand,
            tuple(hidden),
            rivals,
            (cards[0] + cards[-1]) / 2,
            professional=view.options.placement == "professional",
            in_turn=view.options.playing == "open",
            leader=_leader(view),
            known=known,
        )

    @property
    def seats(self) -> int:
        """How many play."""
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


def _rivals(view: NimmtView) -> tuple[Rival, ...]:
    """Those behind the seat whose view this is; where nothing is known of them, it does not matter whose."""
    if not view.known and not view.laid:
        return (Rival(),) * (view.seats - 1)
    own = _own_seat(view)
    behind = [(own + step) % view.seats for step in range(1, view.seats)]
    laid = view.laid or (None,) * view.seats
    known = view.known or ((),) * view.seats
    return tuple([Rival(laid[seat], known[seat]) for seat in behind])


def _leader(view: NimmtView) -> int:
    """The marker lies there for the trick that is being played; while a question is open that one is over."""
    if view.start_player is None:
        return 0
    return (view.start_player + (view.phase == "place") - _own_seat(view)) % view.seats


def _own_seat(view: NimmtView) -> int:
    """The seat that decides: it is on turn, is asked, or holds the cards that everybody has seen it pick."""
    if view.question:
        return view.question.seat
    return view.known.index(view.hand) if view.on_turn is None else view.on_turn
