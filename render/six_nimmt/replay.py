"""6 nimmt! step by step, for a replay: what lay on the table at each event, as a picture and in words."""

import dataclasses
from collections.abc import Sequence
from operator import sub

from msgspec.structs import replace

from bot.games.contract import Event, Seat
from bot.games.six_nimmt import sentences as told
from bot.games.six_nimmt.deck import CARDS
from bot.games.six_nimmt.moves import Asked, Dealt, Laid, Picked, Placed, Revealed, RoundScored
from bot.games.six_nimmt.sentences import Nimmt
from bot.games.six_nimmt.view import NimmtView, Placement, public
from bot.text import cut, one_line, plain
from render.film import Frame
from render.six_nimmt import board, draft, step

Step = tuple[tuple[Event, ...], NimmtView]
"""Events that are one step to the eye, and the table after them."""


def steps(view: NimmtView, events: Sequence[Event]) -> list[Step]:
    """What a version shows one after the other: the cards revealed, each one placed, the question, the
    result. A card of Open is a step of its own, a draft takes one for each time that all have picked; a
    selection in secret and a deal are none."""
    view = public(view)
    if any(isinstance(event, Revealed | Placed) for event in events):
        result = tuple(event for event in events if isinstance(event, Asked | RoundScored))
        return [*_placing(view, events), (result, view)]
    if view.phase == "draft":
        picks = _picks(view)
        return [(picks, view)] if picks else []
    shown = tuple(event for event in events if isinstance(event, Laid | Picked | Dealt))
    return [(shown, view)] if any(isinstance(event, Laid | Picked) for event in shown) else []


def _placing(view: NimmtView, events: Sequence[Event]) -> list[Step]:
    found: list[Step] = []
    here = _under_way(view)
    for event in reversed(events):
        if isinstance(event, Revealed | Placed):
            found.append(((event,), here))
        if isinstance(event, Placed):
            here = _before(here, event)
    return found[::-1]


def _under_way(view: NimmtView) -> NimmtView:
    if view.phase == "place":
        return replace(view, question=None)
    scored, first = view.phase != "choose", view.start_player
    return replace(
        view,
        phase="place",
        trick=view.trick if scored else view.trick - 1,
        chosen=(False,) * view.seats,
        on_turn=None,
        start_player=None if first is None else Seat((first - 1) % view.seats),
        totals=tuple(map(sub, view.totals, view.heads)) if scored else view.totals,
        scores=view.scores[:-1] if scored else view.scores,
    )


def _before(view: NimmtView, placed: Placed) -> NimmtView:
    row = view.rows[placed.row - 1]
    older = placed.taken or (row[1:] if placed.side == "left" else row[:-1])
    waiting = Placement(placed.seat, placed.card)
    return replace(
        view,
        rows=(*view.rows[: placed.row - 1], older, *view.rows[placed.row :]),
        last=tuple(waiting if one.card == placed.card else one for one in view.last),
        heads=tuple(sum - placed.heads * (seat == placed.seat) for seat, sum in enumerate(view.heads)),
    )


def _picks(view: NimmtView) -> tuple[Picked, ...]:
    """The newest card of everybody once all have one more; before the very last pick, of all but one."""
    counts = [len(cards) for cards in view.known]
    if not any(counts) or (len(set(counts)) > 1 and len(view.pool) > CARDS.rows + 1):
        return ()
    newest = [(Seat(seat), cards) for seat, cards in enumerate(view.known) if len(cards) == max(counts)]
    return tuple(Picked(seat=seat, card=cards[-1]) for seat, cards in newest)


_NAME = 20


def frames(model: Nimmt) -> tuple[Frame, ...]:
    """What one version of a table shows, one after the other; nothing where a card was chosen in secret."""
    found: list[Frame] = []
    for events, view in steps(model.view, model.events):
        here = dataclasses.replace(model, view=view, events=events, seat=None)
        short = tuple(cut(one_line(name), _NAME) for name in here.names)
        named = tuple(plain(name) for name in here.names)
        match events:
            case (Revealed() | Placed() as event,):
                drawing = step(here, event)
            case (Picked(), *_) if view.phase == "draft":
                picks = tuple(event.card for event in events if isinstance(event, Picked))
                drawing = draft(here, None, picks)
            case _:
                drawing = board(here)
        stories = [_story(dataclasses.replace(here, names=names)) for names in (named, short)]
        found.append(Frame(drawing, *stories))
    return tuple(found)


def _story(model: Nimmt) -> str:
    """What happened in this step; where nothing did, what the trick has come to."""
    match model.events:
        case (Placed(taken=()) as event,):
            return told.placing(model, event, model.names[event.seat])
        case _:
            return " ".join(told.report(model)) or told.standing_line(model)
