"""Positions of 6 nimmt! in a line: cards as they are written in the rules."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal, Seat
from bot.games.six_nimmt.deck import CARDS, Row, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.games.six_nimmt.placing import put, sixth_heads, spots, take
from bot.games.six_nimmt.state import NimmtState

CHANCE = Chance(bytes(range(32)))


def cards(text: str) -> list[list[int]]:
    """`"12 15 / 7 / "` as lists of numbers."""
    return [[int(card) for card in part.split()] for part in text.split("/")]


def table(rows: str, hands: str, **more: Any) -> NimmtState:
    return GAME.restore(msgspec.json.encode({"rows": cards(rows), "hands": cards(hands), **more}))


def choose(state: NimmtState, *played: int) -> tuple[NimmtState, list[Event]]:
    events: list[Event] = []
    for seat, card in enumerate(played):
        step = GAME.apply(state, Seat(seat), Choose(card), CHANCE)
        state, events = step.state, [*events, *step.events]
    return state, events


def trick(rows: str, played: str, *, row: int = 0, **more: Any) -> NimmtState:
    hands = played.replace(" ", " / ")
    state, _ = choose(table(rows, hands, **more), *map(int, played.split()))
    if not row:
        return state
    assert state.question is not None
    return GAME.apply(state, state.question.seat, TakeRow(row), CHANCE).state


def written(lists: Iterable[Iterable[int]]) -> str:
    return " / ".join(" ".join(map(str, numbers)) for numbers in lists)


def rows(state: NimmtState) -> str:
    return written(state.rows)


def dealt(seats: int, **options: Any) -> NimmtState:
    return GAME.setup(NimmtOptions(**options), seats, CHANCE)


def refused(state: NimmtState, seat: int, move: Any) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, Seat(seat), move, CHANCE)
    return caught.value.code, caught.value.data


def told(case: str, **more: Any) -> tuple[tuple[str, list[int]], tuple[str, list[int]]]:
    """`"name: rows | cards played, row taken | rows after | heads"` as what comes out and what should."""
    before, played, after, gained = case.partition(": ")[2].split(" | ")
    cards_, _, row = played.partition(", ")
    state = trick(before, cards_, row=int(row or 0), **more)
    return (rows(state), list(state.heads)), (after, [int(number) for number in gained.split()])


def placed(
    rows: Sequence[Row], trick: Sequence[int], *, professional: bool
) -> tuple[list[Row], dict[int, int]]:
    """The rows after a trick, and what each card takes; all owners answer as cheaply as they can."""
    after, taken = list(rows), dict.fromkeys(trick, 0)
    for card in sorted(trick):
        places = spots(after, card, professional=professional)
        if places:
            row = min(places, key=lambda spot: (sixth_heads(after[spot.row]), spot.row)).row
            taken[card] = heads(put(after, row, card))
        else:
            ends = [0 if professional else row[-1] for row in after]
            row = min(range(len(after)), key=lambda row: (heads(after[row]), ends[row], row))
            taken[card] = heads(take(after, row, card))
    return after, taken


def random_rows(deck: list[int], rng: Random) -> tuple[Row, ...]:
    """Rows of any length, their cards off the end of a deck."""
    sizes = [rng.randint(1, CARDS.row_length) for _ in range(CARDS.rows)]
    return tuple([tuple(sorted(deck.pop() for _ in range(size))) for size in sizes])
