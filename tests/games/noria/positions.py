"""Positions of Noria, moves and what follows, as text: wheels in their notation, `+` behind an upgraded disc,
heaps as `"2 energy 1 sail"`."""

from typing import Any

import msgspec

from bot.games.contract import Event, Seat
from bot.games.noria import moves
from bot.games.noria.box import CHAMBERS, Bundle
from bot.games.noria.game import GAME
from bot.games.noria.moves import EndTurn, NoriaMove
from bot.games.noria.notation import write_wheel
from bot.games.noria.state import NoriaState, Player
from tests.games.in_turn import CHANCE as CHANCE, Turns

A, B, C, D = map(Seat, range(4))
_TURNS = Turns(GAME)
RICH = {"energy": 20, "mycelium": 20, "obsidian": 20, "sail": 4, "compass": 4, "propeller": 4}


def table(*players: dict[str, Any], seats: int = 2, **more: Any) -> NoriaState:
    """A position with these players and as many more; whatever else is not given follows from them."""
    everybody = [*players, *[{} for _ in range(seats - len(players))]]
    return GAME.restore(msgspec.json.encode({"players": everybody, **more}))


def here(*others: dict[str, Any], **given: Any) -> NoriaState:
    """A position of the first player, who has this; the rest is that of the table."""
    me = {name: given.pop(name) for name in Player.__struct_fields__ if name in given}
    heaps = {name: heap(value) for name, value in me.items() if name in ("stock", "empty", "ships")}
    return table({**me, **heaps}, *others, **given)


def solo(bot: dict[str, Any] | None = None, player: dict[str, Any] | None = None, **more: Any) -> NoriaState:
    """A position of the solo mode."""
    return table(player or {}, seats=1, bot=bot or {}, **more)


def heap(given: Any) -> Any:
    """`"2 energy 1 sail"` as a heap."""
    if not isinstance(given, str):
        return given
    words = given.split()
    return Bundle(**{kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=True)})


_WORDS = {
    "place": moves.Place,
    "choose": moves.Choose,
    "enter": moves.Enter,
    "shift": moves.NightShift,
    "swap": moves.Modify,
    "ship": moves.TakeShip,
    "build": moves.Build,
    "produce": moves.Produce,
    "upgrade": moves.Upgrade,
    "enough": moves.EndAction,
    "politics": moves.Politics,
    "end": moves.EndTurn,
    "fit": moves.Fit,
}


def move(text: str) -> NoriaMove:
    """`"S1"`, `"S1 twice"` and `"S1 for M1 L1"` activate discs, `"travel next"` goes to the next island,
    `"buy T 2 energy"` and `"invest REF 3 obsidian"` pay; `"enough"` ends an action, `"end"` the turn."""
    word, *rest = text.split()
    if word in _WORDS:
        return _WORDS[word](*[int(one) if one.lstrip("-").isdigit() else one for one in rest])
    match word, rest:
        case "travel", [where]:
            return moves.Travel(None if where == "next" else int(where))
        case "buy", [disc, *pay]:
            return moves.Buy(disc, heap(" ".join(pay)))  # type: ignore[arg-type]
        case "invest", [path, *pay]:
            return moves.Invest(path, heap(" ".join(pay)))  # type: ignore[arg-type]
        case slot, ["for", *targets]:
            return moves.Activate(slot, targets=tuple(targets))
        case slot, more:
            return moves.Activate(slot, double=more == ["twice"])


def _moves(made: tuple[str | NoriaMove, ...]) -> list[NoriaMove]:
    """`"S1; travel 2"`, and moves as they are."""
    given = [one.split(";") if isinstance(one, str) else [one] for one in made if one]
    return [move(one) if isinstance(one, str) else one for some in given for one in some]


def told(state: NoriaState, *made: str | NoriaMove) -> tuple[NoriaState, list[Event]]:
    """The position after these moves, and all events."""
    return _TURNS.told(state, *_moves(made))


def play(state: NoriaState, *made: str | NoriaMove) -> NoriaState:
    """The position after these moves."""
    return told(state, *made)[0]


def refused(state: NoriaState, made: str | NoriaMove, seat: Seat | None = None) -> str:
    """Why the move is refused."""
    return _TURNS.refused(state, *_moves((made,)), seat).code


def shown(state: NoriaState, name: str) -> str:
    """A chamber (upper row, lower row, gone), or what the first player, the first island or the table has."""
    if name in CHAMBERS:
        seats = state.chambers[CHAMBERS.index(name)]
        return f"{seats.upper}/{seats.lower}/{seats.removed}"
    holders = (state.players[A], state.islands[0], state)
    value = next(getattr(holder, name) for holder in holders if hasattr(holder, name))
    if isinstance(value, Bundle):
        return " ".join([f"{count} {kind}" for kind, count in value.items()])
    if name == "wheel":
        return write_wheel(value)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def facts(state: NoriaState, like: str) -> str:
    """The facts that are named in such a text: `"stock 2 energy; phase actions; REF 3/1/0"`."""
    names = [fact.split()[0] for fact in like.split(";")]
    return "; ".join([f"{name} {shown(state, name)}".strip() for name in names])


def own(state: NoriaState) -> Player:
    """Whoever's turn it is."""
    return state.players[state.active]


def of_type(events: list[Event], kind: type[Any]) -> list[Any]:
    """The events of one type."""
    return [event for event in events if isinstance(event, kind)]


def bot_turns(state: NoriaState, rounds: int = 1) -> tuple[NoriaState, list[list[Event]]]:
    """The position after turns in which the player does nothing, with the events of each round."""
    told_by_round: list[list[Event]] = []
    for _ in range(rounds):
        state, events = told(state, EndTurn())
        told_by_round.append(events)
    return state, told_by_round
