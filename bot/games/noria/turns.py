"""How turns begin, go on and end (section 5): administration, the bot's turn, the next round; the table as a
move would leave it, for whoever thinks about making it; and what a deadline does for a late player."""

from itertools import islice

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.noria import moves, rival
from bot.games.noria.acting import Making, act
from bot.games.noria.box import BOX, YIELDS
from bot.games.noria.legal import actions_of, goals, legal, own, refusal
from bot.games.noria.moves import Activate, EndAction, EndTurn, Fit, NoriaMove, Place
from bot.games.noria.opening import BASIC_WHEEL, begin_choices, next_choice, written
from bot.games.noria.state import SHARED, Known, NoriaState, NoriaView, Player, Turn, phase_of, view_of
from bot.games.noria.wheel import PLACE, Disc, at, gaps


def go_on(making: Making, move: NoriaMove) -> None:
    """What follows from a move by itself; politics is the last thing in a turn."""
    match move:
        case moves.Place() | moves.Choose() | moves.Enter():
            go_on_choosing(making)
        case moves.Fit() | moves.EndTurn():
            _fit_or_end(making)
        case _ if making.state.current.debates >= BOX.politics_per_turn:
            act(making, moves.EndTurn())
            _fit_or_end(making)
        case _:
            making.change(phase=phase_of(making.state.current))


def go_on_choosing(making: Making) -> None:
    """The next choice of the start, the next player's, or the first round."""
    while (phase := next_choice(making.state)) is None:
        making.milestone = True
        seat = _next_seat(making)
        if seat == making.state.start_player:
            making.change(setup=written(making.state))
            _begin_turn(making, seat, 1)
            return
        begin_choices(making, seat)
    making.change(phase=phase)


def after(view: NoriaView, move: NoriaMove | None) -> NoriaView:
    """The table after a move of whoever's turn it is, before anybody else or the next turn changes it: at the
    end of the turn with its administration, without the bot.

    The same table for a move that can't be made, and for turning up an island: nobody knows which."""
    if move is None or move == moves.Travel(None) or refusal(view, view.active, move):
        return view
    shared = {name: getattr(view, name) for name in SHARED}
    making = Making(NoriaState(**shared, moves=0, stack=()))
    act(making, move)
    return replace(view_of(making.step().state), face_down=view.face_down, bot_score=view.bot_score)


def left_alone(known: Known) -> NoriaMove | None:
    """The only move there is: an action can only be given up, a bought disc has one slot left."""
    if known.phase not in ("disc", "fit"):
        return None
    several = (move for move in legal(known, known.active) if move != moves.Chain(()))
    first = [*islice(several, 2)]
    return first[0] if len(first) == 1 else None


def ended(view: NoriaView) -> NoriaView:
    """The table after the administration of this turn, whatever else could still be done in it; the same
    table where there is none to come."""
    if not view.round or view.phase in ("fit", "over"):
        return view
    return after(replace(view, phase="influence", current=Turn()), moves.EndTurn())


def _begin_turn(making: Making, seat: Seat, round: int) -> None:
    making.turn_over()
    making.change(active=seat, round=round, turn=making.state.turn + 1, phase="influence", current=Turn())
    making.tell(moves.TurnBegun(seat=seat, round=round))


def _fit_or_end(making: Making) -> None:
    """Bought discs are fitted in, then the turn is over (rules 5.4)."""
    if making.player.centre:
        making.change(phase="fit")
        return
    making.milestone = True
    rival.play(making)
    state, seat = making.state, _next_seat(making)
    round = state.round + (seat == state.start_player)
    if round <= state.rounds:
        _begin_turn(making, seat, round)
    else:
        making.change(phase="over")
        making.tell(moves.GameOver())


def _next_seat(making: Making) -> Seat:
    return Seat((making.seat + 1) % making.state.seats)


# What a deadline does for a late player (edge 41): the resource discs that bring most, and nothing else


def default_move(state: NoriaState) -> NoriaMove:
    """The next step for whoever's turn it is: at the start the basic wheel and what is offered first."""
    match state.phase:
        case "fit":
            player = own(state)
            return Fit(player.centre[0], gaps(player.wheel)[0])
        case "disc":
            return EndAction()
        case "influence" | "actions":
            return _gather(state)
        case _:
            found = list(legal(state, state.active))
            places = [move for move in found if isinstance(move, Place)]
            wheel = [move for move in places if at(BASIC_WHEEL, move.slot) == Disc(move.disc)]
            return min(wheel, key=lambda move: PLACE[move.slot]) if wheel else found[0]


def _gather(state: NoriaState) -> NoriaMove:
    """The next disc of the best set; what was begun is brought to a legal end with as few links as it can."""
    player, turn = own(state), state.current
    best = max(goals(player.wheel, turn), key=lambda goal: _worth(player, turn, goal))
    left = [slot for slot in best if slot not in turn.activated]
    if not left:
        return EndTurn()
    slot = min(left, key=lambda slot: (-_yield(player, turn, slot), PLACE[slot]))
    disc = at(player.wheel, slot)
    upgraded = disc is not None and disc.kind in YIELDS and disc.upgraded
    return Activate(slot, double=upgraded and turn.doubled is None)


def _worth(player: Player, turn: Turn, goal: frozenset[str]) -> tuple[int, int, int]:
    """Fewest links first, then the yield with the best doubling, then fewer discs."""
    left = [(slot, disc) for slot in goal if slot not in turn.activated and (disc := at(player.wheel, slot))]
    links = [slot for slot, disc in left if disc.kind not in YIELDS]
    doubled = [_brings(player, slot) for slot, disc in left if disc.upgraded and turn.doubled is None]
    gathered = sum([_yield(player, turn, slot) for slot, _ in left])
    return -len(links), gathered + max(doubled, default=0), -len(left)


def _brings(player: Player, slot: str) -> int:
    disc = at(player.wheel, slot)
    return player.ships.of(YIELDS[disc.kind]) if disc is not None and disc.kind in YIELDS else 0


def _yield(player: Player, turn: Turn, slot: str) -> int:
    return _brings(player, slot) * actions_of(turn, slot, double=False)
