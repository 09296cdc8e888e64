"""6 nimmt! step by step, for a replay: each step as a picture and in words."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Event
from bot.games.six_nimmt.moves import Picked, Placed, Revealed
from bot.games.six_nimmt.view import NimmtView
from bot.text import cut, one_line, plain
from bot.view_model import ViewModel
from render.film import Frame
from render.six_nimmt import words as told
from render.six_nimmt.drawings import board, draft, step
from render.six_nimmt.steps import steps

Nimmt = ViewModel[NimmtView]
_NAME = 20


def frames(model: Nimmt) -> tuple[Frame, ...]:
    """What one version of a table shows, one after the other; nothing where a card was chosen in secret."""
    return tuple(_frame(model, view, events) for events, view in steps(model.view, model.events))


def _frame(model: Nimmt, view: NimmtView, events: tuple[Event, ...]) -> Frame:
    here = replace(model, view=view, events=events, seat=None)
    short = tuple(cut(one_line(name), _NAME) for name in here.names)
    named = tuple(plain(name) for name in here.names)
    match events:
        case (Revealed() | Placed() as event,):
            drawing = step(here, event)
        case (Picked(), *_) if view.phase == "draft":
            drawing = draft(here, None, tuple(event.card for event in events if isinstance(event, Picked)))
        case _:
            drawing = board(here)
    return Frame(drawing, _story(replace(here, names=named)), _story(replace(here, names=short)))


def _story(model: Nimmt) -> str:
    """What happened in this step; where nothing did, what the trick has come to."""
    match model.events:
        case (Placed(taken=()) as event,):
            return told.placing(model, event, model.names[event.seat])
        case _:
            return " ".join(told.report(model)) or told.standing_line(model)
