"""What pictures and words of My City both need to know of a view."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.games.contract import Refusal, Seat
from bot.games.my_city.city import EPISODES, LEFT, RIGHT
from bot.games.my_city.legal import refusal, task_of
from bot.games.my_city.moves import Build, Chosen, Pass, Stop
from bot.games.my_city.placing import task_for
from bot.games.my_city.preview import after_choice, rows_after
from bot.games.my_city.scoring import Row, rows
from bot.games.my_city.shapes import Roll, frequencies
from bot.games.my_city.site import site_of
from bot.games.my_city.view import MyCityView, Sheet


def public(view: MyCityView) -> MyCityView:
    """The view of a spectator: without the own choice, the only thing that one seat alone may know."""
    return replace(view, seat=None, choice=None)


def looked_back(view: MyCityView) -> MyCityView:
    """The newest finished round of an episode under way as it is told later, or that the episode begins:
    the next dice do not lie there yet, nobody is asked for anything."""
    done = view.last.round if view.last else view.round
    return replace(public(view), round=done, roll=None, decided=(False,) * view.seats)


def asks(view: MyCityView) -> bool:
    """Whether dice lie there and players choose."""
    return view.phase == "round" and view.roll is not None


def shown_roll(view: MyCityView) -> Roll | None:
    """The present dice, else those of the newest finished round of the episode."""
    return view.roll or (view.last.roll if view.last else None)


def latest(view: MyCityView, seat: int) -> Chosen | None:
    """What a seat did in the newest finished round of the episode."""
    return view.last.choices[seat] if view.last else None


def fresh(view: MyCityView, seat: int, earlier: MyCityView | None = None) -> tuple[int, ...]:
    """The numbers of the structures that a seat has drawn since an earlier view of the episode; without one
    of that in the newest finished round, if it drew one."""
    if earlier is not None and earlier.episode == view.episode:
        old = earlier.sheets[seat].drawn
        return tuple(n for n, one in enumerate(view.sheets[seat].drawn) if one not in old[n : n + 1])
    return (len(view.sheets[seat].drawn) - 1,) if isinstance(latest(view, seat), Build) else ()


def new_ticks(view: MyCityView, seat: int, earlier: MyCityView | None = None) -> int:
    """How many pass boxes a seat has ticked since an earlier view of the episode; without one in the newest
    finished round."""
    if earlier is not None and earlier.episode == view.episode:
        return max(view.sheets[seat].ticks - earlier.sheets[seat].ticks, 0)
    if not isinstance(latest(view, seat), Pass):
        return 0
    assert view.last is not None, "nobody has passed before the first round is over"
    # Nothing was drawn, so the same roll would ask for the same again.
    church = task_for(site_of(view.episode, view.sheets[seat]), view.last.roll).kind == "church"
    episode = EPISODES[view.episode]
    return (episode.church_boxes if church else episode.pass_boxes) or 0


def newly_stopped(view: MyCityView, seat: int, earlier: MyCityView | None = None) -> bool:
    """Whether a seat has left the episode since an earlier view of it; without one in the newest finished
    round."""
    if view.phase != "round" or not view.sheets[seat].stopped:
        return False
    if earlier is not None and earlier.episode == view.episode:
        return not earlier.sheets[seat].stopped
    return isinstance(latest(view, seat), Stop)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A choice of the reader, made or only tried out, and what it would lead to."""

    choice: Chosen
    made: bool
    refusal: Refusal | None
    """Why it may not be made."""
    sheet: Sheet
    """The own sheet after it; as it is now if it may not be made."""
    rows: tuple[Row, ...]
    """The score sheet after it."""


def proposal(view: MyCityView, seat: Seat, choice: Chosen | None) -> Proposal | None:
    """What is proposed: the given choice, else the one already made; None outside a round."""
    shown = choice if choice is not None else view.choice
    if shown is None or task_of(view, seat) is None:
        return None
    no = refusal(view, seat, shown)
    made = shown == view.choice
    if no is not None:
        return Proposal(shown, made, no, view.sheets[seat], rows(view, seat))
    return Proposal(shown, made, None, after_choice(view, seat, shown), rows_after(view, seat, shown))


def points(found: tuple[Row, ...]) -> int:
    """The sum of a score sheet."""
    return sum(row.points for row in found)


def compass_counts(view: MyCityView) -> bool:
    """Whether the dice show a compass that means something in this episode."""
    roll = shown_roll(view)
    return roll is not None and roll.compass and EPISODES[view.episode].compass is not None


def odds(view: MyCityView, seat: Seat) -> tuple[tuple[str, int], ...]:
    """How often of 36 rolls each shape comes to this seat; `compass` while that asks for something else."""
    own = site_of(view.episode, view.sheets[seat])
    if own.episode.compass is None or own.next_piece() is None:
        return tuple((item.shape, item.all) for item in frequencies())
    plain = tuple((item.shape, item.without_compass) for item in frequencies())
    return (*plain, ("compass", len(LEFT) * len(RIGHT) - sum(count for _, count in plain)))
