"""The messages of Noria. Everything is public: readers differ only in whose turn it is."""

from __future__ import annotations

from typing import Any, cast

from bot.discord.content import Button, Content, Row
from bot.discord.presenter import Presenter, watching, won
from bot.discord.router import refused
from bot.discord.scenes import spoken
from bot.games.noria.legal import refusal
from bot.games.noria.moves import Administered, GameOver, NoriaEvent, NoriaMove, TurnBegun
from bot.games.noria.view import NoriaView
from bot.text import Words
from cogs.noria import acting, beginning, between, confirming
from cogs.noria.choice import move_of
from cogs.noria.naming import move_name
from render import ranking as final
from render.film import Frame
from render.noria import board, own, ranking, rival
from render.noria import words as told
from render.noria.facts import newest
from render.scene import Drawing, Scene

Noria = Scene[NoriaView]


class NoriaPresenter(Presenter):
    """The presenter of Noria."""

    key = "noria"

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The options as rows of label and value."""
        return told.option_rows(options, words)

    def board(self, scene: Noria) -> Content:
        """What the player before did, alone also the bot letter by letter; what has been done in this turn,
        and who is to do what."""
        read = spoken(scene)
        return Content((*_stories(read), _foretold(read), told.headline(read)), _public(scene))

    def page(self, scene: Noria) -> Content:
        """The same story, and whose turn is the news. What ended a turn, alone the turn of the bot, too, is
        told by the post after it and has to stay there."""
        read = spoken(scene)
        return Content((*_stories(read), f"-# {self.caption(read)}"), _public(scene))

    def caption(self, scene: Noria) -> str:
        """The round, and whose turn is the news; at the end that it was the last one."""
        view, words = scene.view, scene.words
        begun = _begun(view)
        if view.phase == "over":
            return words("noria.panel.caption_over", round=view.round)
        if begun is None:
            return words("noria.panel.caption_begin")
        key = "caption" if begun.round else "caption_start"
        return words(f"noria.panel.{key}", round=begun.round, name=scene.names[begun.seat])

    def frames(self, scene: Noria) -> tuple[Frame, ...]:
        """What each small move has brought; the one that ends a turn tells it as a whole."""
        read = spoken(scene)
        ended = any(isinstance(event, TurnBegun | GameOver | Administered) for event in scene.events)
        news = newest(read.view) if ended else cast("tuple[NoriaEvent, ...]", scene.events)
        story = told.report(read, news)
        return (Frame(board(scene), "\n".join(story), self.caption(scene)),) if story else ()

    def part(self, scene: Noria) -> int:
        """The round of the turn that is the news; 0 for the choices of the start."""
        begun = _begun(scene.view)
        return begun.round if begun else scene.view.round

    def panel(self, scene: Noria, choice: str = "") -> Content:
        """What can be done now, one phase at a time; others only watch."""
        view = scene.view
        if scene.seat != view.active or view.phase == "over":
            return watching(told.headline(spoken(scene)), own(scene), scene.words)
        move = move_of(choice)
        if move is None:
            return _phase(scene, choice)
        no = refusal(view, view.active, move)
        if no is None:
            return confirming.panel(scene, move)
        shown = _phase(scene, "")
        return Content((refused(scene.words, no), *shown.texts), shown.drawings, shown.rows)

    def settled(self, scene: Noria) -> Content:
        """That the turn is over; nobody is asked by message in this game."""
        return Content((told.headline(spoken(scene)),))

    def text(self, scene: Noria) -> str:
        """Everything that the pictures show, in words."""
        return told.text(scene)

    def named(self, scene: Noria, move: NoriaMove) -> str:
        """A move in a few words."""
        return move_name(scene, move)

    def ended(self, scene: Noria) -> Content:
        """The winners, alone with the score of the bot; the ranking, and in words what each score is made
        of; alone the start position, which others can take on."""
        read = spoken(scene)
        made = "\n".join(final.told(read, self.key, rival=told.as_rival(read)))
        against = told.against_the_bot(read)
        first = f"**{against}**" if against else won(scene, "noria.panel.won")
        texts = (first, made, _start(scene))
        return Content(texts, (ranking(scene),), _challenge(scene))


def _phase(scene: Noria, choice: str) -> Content:
    match scene.view.phase:
        case "wheel":
            return beginning.wheel(scene, choice)
        case "resources":
            return beginning.resources(scene)
        case "path":
            return beginning.path(scene)
        case "disc":
            return acting.panel(scene)
        case "fit":
            return acting.fit(scene)
        case _:
            return between.panel(scene, choice)


def _stories(read: Noria) -> list[str]:
    """The turn before, with all that ended it, and what has been done in this one."""
    return ["\n".join(told.report(read, events)) for events in (read.view.before, read.view.news)]


def _begun(view: NoriaView) -> TurnBegun | None:
    """How the turn began that is the news; None before the first one has brought any."""
    return next((event for event in newest(view) if isinstance(event, TurnBegun)), None)


def _public(scene: Noria) -> tuple[Drawing, ...]:
    """The board, alone also the wheel of the bot."""
    return (board(scene), rival(scene)) if scene.view.bot else (board(scene),)


def _foretold(read: Noria) -> str:
    """Which letters come in next; nothing where nobody waits for them."""
    return told.foretold(read) if read.view.phase != "over" else ""


def _start(scene: Noria) -> str:
    setup = scene.view.setup
    return scene.words("noria.panel.start", start=setup) if setup else ""


def _challenge(scene: Noria) -> tuple[Row, ...]:
    if not scene.view.setup:
        return ()
    challenge = Button("noria.challenge", scene.words("noria.panel.challenge"))
    return ((challenge, Button("noria.scores", scene.words("noria.panel.scores"))),)
