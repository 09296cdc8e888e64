"""Moments of 6 nimmt! and its variants: played by the rules, or with numbers larger than in any game."""

from collections.abc import Callable, Iterator
from dataclasses import replace as with_model
from functools import cache
from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace
from picture_models import lobby_card, reader

from bot.games.chance import Chance
from bot.games.contract import Event, Outcome, ScoreRow, Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import Placement
from bot.text import words
from bot.view_model import ViewModel
from render.drawing import Drawing
from render.lobby import lobby
from render.ranking import ranking
from render.six_nimmt import board, draft, hand, row_choice, scores
from render.theme import NUMBER, TITLE

KIB = (70, 110)
SILENT = {"Chosen"}
SEATS = tuple(range(2, 11))
WITHOUT_ROUND = {"scored"}
READABLE = APART = ()
looks = tuple[()]
"""The board lights the newest trick alone."""
LOGIC = NimmtOptions(deal="logic")
OPEN = NimmtOptions(playing="open")
PROFESSIONAL = NimmtOptions(placement="professional")
BOTH = NimmtOptions(playing="open", placement="professional")
ALL = NimmtOptions(deal="logic", placement="professional", playing="open", format="tournament")
OPTIONS = (
    NimmtOptions(),
    ALL,
    replace(ALL, format="limit"),
    replace(ALL, format="rounds"),
    NimmtOptions(limit=50),
    NimmtOptions(end="reached"),
    NimmtOptions(format="rounds", rounds=4),
)
TOLD = (NimmtOptions(), LOGIC, OPEN, PROFESSIONAL, ALL)
RULES: Any = game("six_nimmt")
Moment = tuple[NimmtState, tuple[Event, ...]]


def played(seats: int, seed: int = 0, options: NimmtOptions | None = None) -> Iterator[Moment]:
    """Every moment of a random game, the same for the same seed."""
    rng = Random(f"{seats} {seed}")
    chance = Chance(rng.randbytes(32))
    state = RULES.setup(options or NimmtOptions(), seats, chance)
    yield state, ()
    while RULES.outcome(state) is None:
        seat = rng.choice(list(RULES.decisions(state)))
        move = rng.choice([*RULES.legal(state, seat)])
        step = RULES.apply(state, seat, move, chance)
        state = step.state
        yield state, step.events


@cache
def found(options: NimmtOptions | None, seats: int, wanted: Callable[[NimmtState], bool]) -> Any:
    """The first moment like this in a few random games."""
    games = (played(seats, seed, options) for seed in range(40))
    return next(moment for moments in games for moment in moments if wanted(moment[0]))


def drafting(part: int) -> Callable[[NimmtState], bool]:
    """So many tenths of the draft are done."""
    return lambda state: state.phase == "draft" and sum(map(len, state.hands)) == part * state.seats


def laying(state: NimmtState) -> bool:
    """All but one have laid their card."""
    return state.phase == "choose" and state.trick == 4 and state.selected.count(None) == 1


def between(state: NimmtState) -> bool:
    """A trick of which some card went to the left is done, and nobody has laid the next one."""
    done = state.phase == "choose" and not any(state.selected)
    return done and any(placement.side == "left" for placement in state.last)


def asked(kind: str) -> Callable[[NimmtState], bool]:
    return lambda state: state.question is not None and state.question.kind == kind


START, MIDDLE, END = drafting(0), drafting(5), drafting(9)
TIE, ENCLOSED = asked("tie"), asked("enclosed")


STAGES: dict[str, Callable[[NimmtState], bool]] = {
    "start": lambda state: state.round == 2 and state.trick == 1,
    "trick": lambda state: state.phase == "choose" and state.trick > 2 and taking(state),
    "question": lambda state: state.phase == "place",
    "scored": lambda state: state.phase == "scored",
    "over": lambda state: state.phase == "over",
}


def taking(state: NimmtState) -> bool:
    """Some row has just been taken, and some card is laid again."""
    return any(placement.taken for placement in state.last) and any(state.selected)


def seen(moment: Moment, locale: str, seat: int | None = None) -> ViewModel[Any]:
    return reader("six_nimmt", moment[0], locale, seat=seat, events=moment[1])


def view_model(seats: int, stage: str, locale: str, *, seat: int | None = None) -> ViewModel[Any]:
    """A typical moment as one reader sees it; a question as whoever is asked."""
    moment = found(None, seats, STAGES[stage])
    if seat is None and moment[0].question is not None:
        seat = moment[0].question.seat
    return seen(moment, locale, seat)


def large(seats: int, locale: str, options: NimmtOptions) -> ViewModel[Any]:
    """Ten rounds with more than a hundred heads, five cards of three digits taken."""
    model = view_model(seats, "over", locale)
    rounds = tuple(tuple(100 + seat for seat in range(seats)) for _ in range(10))
    totals = tuple(sum(column) for column in zip(*rounds, strict=True))
    taken = (100, 101, 102, 103, 104)
    last = tuple(Placement(Seat(seat), 104 - seat, 1, taken, 27) for seat in reversed(range(seats)))
    fields = {"totals": totals, "scores": rounds, "round": 10, "last": last, "heads": rounds[-1]}
    rows = tuple(
        tuple(ScoreRow("round", points[seat], n) for n, points in enumerate(rounds, 1))
        for seat in range(seats)
    )
    outcome = Outcome(tuple(range(1, seats + 1)), totals, rows, True)
    return with_model(model, view=replace(model.view, options=options, **fields), outcome=outcome)


def samples() -> Iterator[Drawing]:
    trick = view_model(10, "trick", "ja", seat=0)
    yield from (board(trick), board(view_model(10, "question", "ja")))
    yield from (hand(trick, card) for card in (None, trick.view.hand[0]))
    yield lobby(lobby_card(5, "ja", newest=4), words("ja"))
    yield ranking(view_model(10, "over", "ja"), "six_nimmt")


def typical(locale: str) -> Iterator[Drawing]:
    for stage in STAGES:
        yield board(view_model(10, stage, locale))
    yield hand(view_model(5, "trick", locale, seat=0), None)
    yield row_choice(view_model(5, "question", locale), 2)
    yield scores(view_model(10, "over", locale))
    yield ranking(view_model(10, "over", locale), "six_nimmt")
    drafted = found(LOGIC, 10, MIDDLE)
    yield board(seen(drafted, locale))
    yield draft(seen(drafted, locale, drafted[0].on_turn), drafted[0].pool[0])
    yield board(seen(found(OPEN, 9, laying), locale))
    yield board(seen(found(PROFESSIONAL, 10, TIE), locale))


def fullest(locale: str) -> Iterator[Drawing]:
    for seats in SEATS:
        model = large(seats, locale, NimmtOptions(limit=999))
        yield from (board(model), scores(model), ranking(model, "six_nimmt"))
    yield scores(large(10, locale, NimmtOptions(format="rounds", rounds=10)))
    for card in (model := view_model(4, "trick", locale, seat=1)).view.hand:
        yield hand(model, card)
    for seats in (2, 6, 10):
        yield from (row_choice(view_model(seats, "question", locale), row) for row in (None, 1, 2, 3, 4))
    for seats, stage in product((2, 6, 7), (START, MIDDLE, END)):
        state, events = found(LOGIC, seats, stage)
        yield draft(seen((state, events), locale, state.on_turn), state.pool[0])
    for seats in (2, 5, 7, 9):
        yield board(seen(found(OPEN, seats, laying), locale))
        yield board(seen(found(BOTH, seats, between), locale))
    for seats, kind in ((3, TIE), (6, ENCLOSED), (10, ENCLOSED)):
        moment = found(PROFESSIONAL, seats, kind)
        for row in (None, *moment[0].question.rows):
            yield row_choice(seen(moment, locale, moment[0].question.seat), row)


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    for seats in SEATS:
        view = view_model(seats, "trick", locale, seat=0).view
        cards = {str(card): NUMBER for row in view.rows for card in row}
        trick = {str(one.card): NUMBER if one.card < 100 else TITLE for one in view.last}
        yield board(view_model(seats, "trick", locale, seat=0)), trick | cards, 0
