"""What the shared laws need to know of Noria."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.noria import box, moves
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.opponents import Searcher
from bot.games.noria.opponents.styles import STYLES
from bot.games.noria.state import NoriaState
from bot.games.noria.wheel import SLOTS
from tests.games.samples import Promise, Sample

WHERE = (*SLOTS, "S3", "")
CHAINS = (
    (),
    ("S1",),
    ("M1", "S1"),
    ("L2", "S1", "M1"),
    ("S1", "M2", "L1"),
    ("S1", "S1"),
    ("S2", "M1"),
    ("",),
)
START = "J1, C2, T3, B4; 7, 4(x), 2, 8, 9; 1A - 1E 2B - 3C 4F 5D - REF; 1J - 1T 3O - 1C 3M 4E - COL"


def twin(state: NoriaState, seat: Seat | None, rng: Random) -> NoriaState:
    """The islands face down are others, in another order."""
    face_up = [island.number for island in state.islands]
    hidden = rng.sample([number for number in box.ISLANDS if number not in face_up], len(state.stack))
    return replace(state, stack=tuple(hidden)) if state.stack else state


def near(state: NoriaState) -> list[Any]:
    """Every slot, island, pile, path and chamber, with payments and targets around the legal ones."""
    legal = list(GAME.legal(state, state.active))
    tried: list[Any] = [
        *legal,
        moves.EndAction(),
        moves.EndTurn(),
        moves.NightShift("M"),
        moves.NightShift("L"),
        *map(moves.Choose, box.RESOURCES),
        *map(moves.Enter, box.PATHS),
        *map(moves.Travel, (None, *range(11))),
        *map(moves.TakeShip, range(-1, 6)),
        *map(moves.Build, range(-1, 6)),
        *map(moves.Produce, box.GOODS),
        *map(moves.Upgrade, WHERE),
        *[kind(disc, slot) for kind in (moves.Place, moves.Fit) for disc in box.DISCS for slot in WHERE],
        *[moves.Modify(one, other) for one in WHERE for other in WHERE],
        *[moves.Politics(down, other) for down in box.CHAMBERS for other in (*box.CHAMBERS, None)],
        *_activations(),
        *[moves.Chain(slots, double) for slots in CHAINS for double in (None, *slots[:2])],
        moves.Chain(("S1", "M1", "L2"), None, ("M1", "L2")),
        *[moves.Buy(disc, pay) for disc in box.DISCS for pay in _payments()],
        *[moves.Invest(path, pay) for path in box.PATHS for pay in _payments()],
        *_around(legal),
    ]
    return list(dict.fromkeys(tried))


def _activations() -> Iterator[moves.Activate]:
    for slot in WHERE:
        yield moves.Activate(slot)
        yield moves.Activate(slot, double=True)
        yield moves.Activate(slot, targets=("S1",))
        yield moves.Activate(slot, targets=("M1", "M1"))
        yield moves.Activate(slot, targets=("L2", "M1"))
        yield moves.Activate(slot, targets=("S1", "M1", "L1"))
        yield moves.Activate(slot, double=True, targets=("S1", "M2"))


def _payments() -> Iterator[box.Bundle]:
    yield box.Bundle()
    yield box.Bundle(energy=-1, mycelium=2)
    yield box.Bundle(energy=2, obsidian=2)
    for kind in box.KINDS:
        yield box.some(kind)
        yield box.some(kind, 2)


def _around(legal: Sequence[Any]) -> Iterator[Any]:
    """Payments with one unit more or less than a legal one."""
    for move in legal:
        if isinstance(move, moves.Buy | moves.Invest):
            for kind in box.KINDS:
                yield replace(move, pay=move.pay.plus(box.some(kind)))
                yield replace(move, pay=move.pay.minus(box.some(kind)))


def pick(state: NoriaState, legal: Sequence[Any], rng: Random) -> Any:
    """Any kind of move, each equally likely; the end of the turn when nothing else is left."""
    kinds = [kind for kind in dict.fromkeys(map(type, legal)) if kind is not moves.EndTurn]
    kind = rng.choice(kinds or [moves.EndTurn])
    return rng.choice([move for move in legal if type(move) is kind])


POLITICIAN = max(box.BOX.chamber_step.values()) * box.TOP
"""What one more or less is worth at most; what the others will do about them is foreseen anew each time."""
QUICK = Searcher(STYLES[:1], rivals=STYLES[:1], most=1)
SAMPLE = Sample(
    game=GAME,
    options=(
        NoriaOptions(),
        NoriaOptions(setup="expert", bot="random"),
        NoriaOptions(setup="expert", bot="bot_3"),
        NoriaOptions(start=START),
        NoriaOptions(setup="first"),
    ),
    twin=twin,
    near=near,
    pick=pick,
    more_than_scores=True,
    promise=Promise(most=POLITICIAN, average=0.1, player=QUICK),
    players={**GAME.opponents, "hard": QUICK, "expert": QUICK},
)
