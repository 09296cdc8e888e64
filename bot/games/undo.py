"""What may be taken back: the own last step, or with consent also what others did since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.games.contract import Game, Move, Refusal, Seat, State, Step


@dataclass(frozen=True, slots=True)
class Past:
    """A step that was made, as far as it matters for taking it back."""

    seat: Seat
    move: Move = field(repr=False)
    automatic: bool
    """Nobody made it: the rules, a deadline or a computer did."""
    forced: bool
    """The rules left no choice about it: it belongs to the step before."""
    final: bool
    """It could not be changed any more: the turn grew."""
    irrevocable: bool


def past(
    game: Game[Any, Any, Any, Any], before: State, seat: Seat, move: Move, step: Step[Any], *, automatic: bool
) -> Past:
    """A step that was made from the state `before`."""
    return Past(
        seat=seat,
        move=move,
        automatic=automatic,
        forced=automatic and game.forced(before) == (seat, move),
        final=game.turn(step.state) != game.turn(before),
        irrevocable=step.irrevocable,
    )


def last_own(steps: Iterable[Past], seat: Seat) -> int:
    """How many of the newest steps go when a seat takes back its last one: that and what followed by itself.

    `steps` are those that lead to the present state, newest first.
    Refusals: nothing_to_undo, not_your_step, undo_revealed, undo_change.
    """
    gone: list[Past] = []
    for step in steps:
        gone.append(step)
        if step.forced:
            continue
        if step.automatic or step.seat != seat:
            raise Refusal("not_your_step")
        if any(each.irrevocable for each in gone):
            raise Refusal("undo_revealed")
        if not any(each.final for each in gone):
            raise Refusal("undo_change")
        return len(gone)
    raise Refusal("nothing_to_undo")


def refuse_unless_open(
    game: Game[Any, Any, Any, Any], gone: Sequence[tuple[State, Past]], seat: Seat
) -> None:
    """Refuses to take these steps back even if everybody agrees, unless nobody knows more by any of them.

    They come oldest first, each with the state before it, and the first one is the seat's. Whoever knows more
    than everybody does shows some of it by what they do, so that their steps stand, too.
    Refusals: nothing_to_undo, undo_change, undo_since.
    """
    if not gone or gone[0][1].seat != seat or gone[0][1].forced:
        raise Refusal("nothing_to_undo")
    if not any(step.final or step.irrevocable for _, step in gone):
        raise Refusal("undo_change")
    if any(step.irrevocable or _knows_more(game, before, step.seat) for before, step in gone):
        raise Refusal("undo_since")


def _knows_more(game: Game[Any, Any, Any, Any], state: State, seat: Seat) -> bool:
    return game.view(state, seat) != game.view(state, None)
