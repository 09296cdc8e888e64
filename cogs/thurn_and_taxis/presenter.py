"""The messages of Thurn and Taxis, described from what their reader may know."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from bot.discord.content import Content
from bot.discord.presenter import Presenter, won
from bot.discord.steps import Choice, How, Panel
from bot.discord.view_models import spoken
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Close,
    GameOver,
    TaxisEvent,
    TaxisMove,
    TurnBegun,
)
from bot.games.thurn_and_taxis.possible import route_of
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from bot.view_model import ViewModel
from cogs.thurn_and_taxis import steps
from cogs.thurn_and_taxis.commands import COMMANDS
from cogs.thurn_and_taxis.legacy import LEGACY
from render import ranking as final
from render.film import Frame
from render.thurn_and_taxis import board, ranking
from render.thurn_and_taxis import words as told

Taxis = ViewModel[TaxisView]


class TaxisPresenter(Presenter):
    """The presenter of Thurn and Taxis."""

    key = "thurn_and_taxis"
    group = "taxis"
    commands: ClassVar = COMMANDS
    legacy: ClassVar = LEGACY

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The options as rows of label and value."""
        return told.option_rows(options, words)

    def board(self, model: Taxis) -> Content:
        """What the player before did, what has been done in this turn, and who is to do what."""
        view, read = model.view, spoken(model)
        turns = (view.news,) if view.phase == "over" else (view.before, view.news)
        stories = ["\n".join(told.report(read, events)) for events in turns]
        # The story of the last turn ends with the end of the game.
        texts = stories if view.phase == "over" else [*stories, told.headline(read)]
        return Content(tuple(texts), (board(model),))

    def page(self, model: Taxis) -> Content:
        """The turn that is the news, and the board of that moment."""
        read = spoken(model)
        story = "\n".join(told.report(read, _newest_turn(read)))
        return Content((story, f"-# {self.caption(read)}"), (board(model),))

    def caption(self, model: Taxis) -> str:
        """The round, and whose turn is the news; at the end that it was the last one."""
        if model.view.phase == "over":
            return model.words("thurn_and_taxis.panel.caption_over", round=model.view.round)
        begun = _begun(model)
        if begun is None:
            return model.words("thurn_and_taxis.panel.caption_begin")
        name = model.names[begun.seat]
        return model.words("thurn_and_taxis.panel.caption", round=begun.round, name=name)

    def frames(self, model: Taxis) -> tuple[Frame, ...]:
        """What each small move has brought; the one that ends a turn tells it as a whole."""
        read = spoken(model)
        ended = any(isinstance(event, TurnBegun | GameOver) for event in model.events)
        news = _newest_turn(read) if ended else cast("tuple[TaxisEvent, ...]", model.events)
        story = told.report(read, news)
        return (Frame(board(model), "\n".join(story), self.caption(model)),) if story else ()

    def part(self, model: Taxis) -> int:
        """The round of the turn that is the news."""
        begun = _begun(model)
        return begun.round if begun else model.view.round

    def how(self, view: TaxisView, move: TaxisMove) -> How:
        """A closing is shown first, and what gives up a route."""
        loses = isinstance(move, Begin) and view.phase == "play" and bool(route_of(view))
        return "show" if loses or isinstance(move, Close) else "make"

    def panel(self, model: Taxis, choice: Choice) -> Panel:
        """What can be done now, one phase at a time; others only watch."""
        return steps.panel(model, choice)

    def settled(self, model: Taxis) -> Content:
        """That the turn is over; nobody is asked by message in this game."""
        return Content((told.headline(spoken(model)),))

    def text(self, model: Taxis) -> str:
        """Everything the reader's picture shows, in words."""
        return told.text(model)

    def named(self, model: Taxis, move: TaxisMove) -> str:
        """A move in a few words."""
        return told.move_name(model, move)

    def ended(self, model: Taxis) -> Content:
        """The winners, the ranking, and in words what each score is made of: its columns have signs only."""
        made = "\n".join(final.told(spoken(model), self.key))
        return Content((won(model, "thurn_and_taxis.panel.won"), made), (ranking(model),))


def _newest_turn(model: Taxis) -> tuple[TaxisEvent, ...]:
    """The present turn, once something was done in it, else the one before."""
    view = model.view
    return view.news if view.phase == "over" or told.report(model, view.news) else view.before


def _begun(model: Taxis) -> TurnBegun | None:
    """How the turn began that is the news; None before the first one has brought any."""
    return next((event for event in _newest_turn(model) if isinstance(event, TurnBegun)), None)
