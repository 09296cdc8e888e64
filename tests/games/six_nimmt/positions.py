"""Positions of 6 nimmt! in a line: cards as they are written in the rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from bot.games.chance import Chance
from bot.games.contract import Advice, Refusal, Seat, Step
from bot.games.six_nimmt.deck import CARDS, Row, heads
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.opponents.heuristic import Prospect
from bot.games.six_nimmt.placing import put, sixth_heads, spots, take
from bot.games.six_nimmt.state import NimmtState
from tests.games.examples import only, said

CHANCE = Chance(bytes(range(32)))


def cards(text: str) -> list[list[int]]:
    """`"12 15 / 7 / "` as lists of numbers."""
    return [[int(card) for card in part.split()] for part in text.split("/")]


def table(rows: str, hands: str, **more: Any) -> NimmtState:
    lists = {"rows": cards(rows) if rows != "draft" else [], "hands": cards(hands)}
    return GAME.restore(msgspec.json.encode({**lists, **more}))


def at(position: str, moves: str = "") -> NimmtState:
    """`"12 37 / 43 / 58 / 60; 7 8 / 9 10; open; start_player 1"`: the rows, or `draft`; the hands, if there
    are more than the cards played first; and what else there is."""
    rows, *parts = position.split("; ")
    told = parts and parts[0][0] in "/0123456789"
    hands = parts.pop(0) if told else moves.split(", ")[0].replace(" ", " / ")
    given, options = dict[str, Any](), {"deal": "logic"} if rows == "draft" else {}
    for part in parts:
        match part.split():
            case ["totals", *numbers]:
                given["totals"] = [*map(int, numbers)]
            case ["start_player", seat]:
                given["start_player"] = int(seat)
            case ["rounds", number]:
                options |= {"format": "rounds", "rounds": int(number)}
            case ["limit", number]:
                options["limit"] = int(number)
            case words:
                options |= {_OPTION[word]: word for word in words}
    return table(rows, hands, options=options, **given)


_OPTION = {value: option.key for option in GAME.info.options for value in getattr(option, "values", ())}


def move(text: str, phase: str = "") -> NimmtMove:
    """`"37"`, `"row 3"`, `"deal"`; a number alone is picked in a draft."""
    match text.split():
        case ["deal"]:
            return Deal()
        case ["row", row]:
            return TakeRow(int(row))
        case [*_, card]:
            return Pick(int(card)) if phase == "draft" or "pick" in text else Choose(int(card))


def steps(state: NimmtState, moves: str) -> list[Step[NimmtState]]:
    """`"37 65, row 3, A:2"`: made by the next one who has to move, or by the seat that is named."""
    made: list[Step[NimmtState]] = []
    for part in filter(None, moves.split(", ")):
        who, _, what = part.rpartition(":")
        for text in what.split() if what[0].isdigit() else [what]:
            seat = Seat("ABCD".index(who)) if who else next(iter(GAME.decisions(state)))
            made.append(GAME.apply(state, seat, move(text, state.phase), CHANCE))
            state = made[-1].state
    return made


def play(state: NimmtState, moves: str) -> NimmtState:
    return [state, *[step.state for step in steps(state, moves)]][-1]


def facts(position: str, moves: str, names: str) -> str:
    """What is so after the moves, as far as it is named: `"rows 12 37 / 43 / 58 / 60; heads 0 5"`."""
    start = at(position, moves)
    made = steps(start, moves)
    return named(made[-1].state if made else start, names, *made[-1:])


def named(state: NimmtState, names: str, *last: Step[NimmtState]) -> str:
    """Of what is so in a state, and of what the last step told, that which is named."""
    owing, forced, outcome = GAME.decisions(state), GAME.forced(state), GAME.outcome(state)
    found: dict[str, Any] = {
        **asdict(GAME.view(state, None)),
        **asdict(state),
        **(asdict(outcome) | {"scores": state.scores} if outcome else {}),
        "heads": state.heads,
        "in_turn": GAME.in_turn(state),
        "owes": ", ".join(
            [f"{'ABCD'[seat]} {d.kind}{' in private' * d.private}" for seat, d in owing.items()]
        ),
        "forced": forced and f"{'ABCD'[forced[0]]} {said(forced[1])}",
    }
    for step in last:
        found |= {**asdict(step), "told": step.events}
    for seat in list(owing)[:1]:
        found |= {"can": tuple(GAME.legal(state, seat)), "late": GAME.default(state, seat, CHANCE)}
        found |= {level: advice(level, state)[0].move for level in GAME.opponents if level in names}
    return only(found, names)


def advice(level: str, state: NimmtState, seed: int = 1) -> tuple[Advice[NimmtMove], ...]:
    """Of a computer player of this level, for the first one who has to move."""
    seat = next(iter(GAME.decisions(state)))
    return GAME.opponents[level].advice(GAME.view(state, seat), GAME.legal(state, seat), Random(seed))


def knows(seat: int, position: str, moves: str = "") -> Prospect:
    """What the computer player of a seat takes from its view."""
    return Prospect.of(GAME.view(play(at(position, moves), moves), Seat(seat)))


def refused(position: str, before: str, tried: str) -> str:
    """Why a move is refused that a seat tries after others: `"A:row 5"`."""
    state = play(at(position, before), before)
    who, _, text = tried.rpartition(":")
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, Seat("ABCD".index(who)), move(text), CHANCE)
    return " ".join([caught.value.code, *[f"{name} {value}" for name, value in caught.value.data.items()]])


def dealt(seats: int, **options: Any) -> NimmtState:
    return GAME.setup(NimmtOptions(**options), seats, CHANCE)


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
