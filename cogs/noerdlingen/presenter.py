"""The messages of City of Nördlingen. Everything is public: readers differ only in whose turn it is."""

from __future__ import annotations

from typing import Any, cast

from bot.discord.content import Content
from bot.discord.presenter import Presenter, watching, won
from bot.discord.scenes import spoken
from bot.games.noerdlingen.moves import (
    ChoiceBegun,
    Chosen,
    DrawingBegun,
    Drawn,
    Left,
    NoerdlingenEvent,
    NoerdlingenMove,
    Placed,
    Skipped,
)
from bot.games.noerdlingen.view import NoerdlingenView
from bot.text import Words
from cogs.noerdlingen import choosing, drawing, placing
from cogs.noerdlingen.naming import move_name
from render import ranking as final
from render.film import Frame
from render.noerdlingen import board, own, ranking
from render.noerdlingen import words as told
from render.noerdlingen.facts import newest
from render.scene import Scene

Noerdlingen = Scene[NoerdlingenView]


class NoerdlingenPresenter(Presenter):
    """The presenter of City of Nördlingen."""

    key = "noerdlingen"

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The options as rows of label and value."""
        return told.option_rows(options, words)

    def board(self, scene: Noerdlingen) -> Content:
        """What the player before did, what has been drawn in this turn, and who is to do what."""
        return Content((*_stories(scene), told.headline(spoken(scene))), (board(scene),))

    def page(self, scene: Noerdlingen) -> Content:
        """The same story, and which turn it is."""
        return Content((*_stories(scene), f"-# {self.caption(spoken(scene))}"), (board(scene),))

    def caption(self, scene: Noerdlingen) -> str:
        """The round, and what was done in the turn that is the news."""
        words, round = scene.words, self.part(scene)
        for event in newest(scene.view):
            match event:
                case Placed(seat=seat):
                    return words("noerdlingen.caption.placed", name=scene.names[seat])
                case Chosen(seat=seat, number=number):
                    kind = "chosen"
                case Drawn(seat=seat, number=number):
                    kind = "drawn"
                case Left(seat=seat, number=number):
                    kind = "left"
                case Skipped(seat=seat, number=number):
                    kind = "skipped"
                case _:
                    continue
            name = scene.names[seat]
            return words(f"noerdlingen.caption.{kind}", round=round, name=name, number=number)
        return words("noerdlingen.caption.begin")

    def frames(self, scene: Noerdlingen) -> tuple[Frame, ...]:
        """What each move has brought."""
        read = spoken(scene)
        story = told.report(read, cast("tuple[NoerdlingenEvent, ...]", scene.events))
        return (Frame(board(scene), "\n".join(story), self.caption(scene)),) if story else ()

    def part(self, scene: Noerdlingen) -> int:
        """The round of the turn that is the news: a new round may have begun after it."""
        view = scene.view
        begun = newest(view) is not view.news and any(isinstance(event, ChoiceBegun) for event in view.news)
        return view.round - 1 if begun else view.round

    def panel(self, scene: Noerdlingen, choice: str = "") -> Content:
        """What can be done now, one phase at a time; others only watch."""
        view = scene.view
        if scene.seat != view.active or view.phase == "over":
            return watching(told.headline(spoken(scene)), own(scene), scene.words)
        match view.phase:
            case "place":
                return placing.panel(scene, choice)
            case "choose":
                return choosing.panel(scene, choice)
            case "draw" | "bonus":
                return drawing.panel(scene, choice)

    def settled(self, scene: Noerdlingen) -> Content:
        """That the turn is over; nobody is asked by message in this game."""
        return Content((told.headline(spoken(scene)),))

    def text(self, scene: Noerdlingen) -> str:
        """Everything that the pictures show, in words."""
        return told.text(scene)

    def named(self, scene: Noerdlingen, move: NoerdlingenMove) -> str:
        """A move in a few words."""
        return move_name(scene, move)

    def ended(self, scene: Noerdlingen) -> Content:
        """The ruler for the day, the ranking, and in words what each score is made of."""
        made = "\n".join(final.told(spoken(scene), self.key))
        return Content((won(scene, "noerdlingen.panel.won"), made), (ranking(scene),))


def _stories(scene: Noerdlingen) -> list[str]:
    """The turn before, and what has been done in the present one; how a phase begins is told once, when it
    does."""
    read, view = spoken(scene), scene.view
    done = tuple(event for event in view.before if not isinstance(event, ChoiceBegun | DrawingBegun))
    return ["\n".join(told.report(read, events)) for events in (done, view.news)]
