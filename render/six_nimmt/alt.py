"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.games.contract import Event
from bot.games.registry import game
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.view import NimmtView
from render.drawn import described
from render.scene import Scene
from render.six_nimmt import words as told

Nimmt = Scene[NimmtView]


def board(scene: Nimmt) -> str:
    """Rows, the newest trick, heads so far, whose turn."""

    def parts(scene: Nimmt) -> list[str]:
        found = [_head(scene), told.turn_line(scene), *told.row_lines(scene)]
        if laid := told.laid_lines(scene):
            cards = scene.words("six_nimmt.text.comma").join(laid)
            found.append(scene.words("six_nimmt.alt.laid", cards=cards))
        elif scene.view.last:
            found.append(scene.words("six_nimmt.alt.played", cards=" ".join(told.played_lines(scene))))
        return [*found, told.standing_line(scene)]

    return _short(scene, parts)


def step(scene: Nimmt, event: Event) -> str:
    """What happened in this step of a replay, then rows and heads so far."""

    def parts(scene: Nimmt) -> list[str]:
        story = told.report(replace(scene, events=(event,)))
        return [_head(scene), *story, *told.row_lines(scene), told.standing_line(scene)]

    return _short(scene, parts)


def draft(scene: Nimmt, choice: int | None, picks: tuple[int, ...] = ()) -> str:
    """The cards that lie face up, who has picked which, what is proposed, whose turn."""

    def parts(scene: Nimmt) -> list[str]:
        words = scene.words
        proposed = [] if choice is None else [words("six_nimmt.alt.proposed", card=choice)]
        found = [_head(scene), told.turn_line(scene), *proposed, *told.row_lines(scene)]
        if hands := told.known_lines(scene):
            listed = words("six_nimmt.text.comma").join(hands)
            found.append(words("six_nimmt.alt.picked", hands=listed))
        return found

    return _short(scene, parts)


def hand(scene: Nimmt, choice: int | None) -> str:
    """The hand, what is chosen or proposed, the rows."""

    def parts(scene: Nimmt) -> list[str]:
        view, words = scene.view, scene.words
        found = [_head(scene)]
        if choice is not None and choice != view.selected:
            found.append(words("six_nimmt.alt.proposed", card=choice))
        return [*found, *told.hand_lines(scene), *told.row_lines(scene)]

    return _short(scene, parts)


def row_choice(scene: Nimmt, choice: int | None) -> str:
    """The rows with their heads, the low card, the proposed row."""

    def parts(scene: Nimmt) -> list[str]:
        view, words = scene.view, scene.words
        found = [_head(scene), told.turn_line(scene), *told.row_lines(scene)]
        if choice is not None and view.question is not None and view.question.kind == "tie":
            found.append(words("six_nimmt.alt.end_proposed", end=told.end_name(scene, choice)))
        elif choice is not None:
            found.append(words("six_nimmt.alt.row_proposed", row=choice, n=heads(view.rows[choice - 1])))
        return found

    return _short(scene, parts)


def scores(scene: Nimmt) -> str:
    """Heads of the last round and totals."""

    def parts(scene: Nimmt) -> list[str]:
        view, words = scene.view, scene.words
        last = view.scores[-1] if view.scores else (0,) * view.seats
        lines = (
            words("six_nimmt.report.gained", name=name, gained=gained, total=total)
            for name, gained, total in zip(scene.names, last, view.totals, strict=True)
        )
        title = words.title(game("six_nimmt").info)
        listed = words("six_nimmt.text.comma").join(lines)
        return [words("six_nimmt.alt.scores", game=title, round=len(view.scores), heads=listed)]

    return _short(scene, parts)


def _head(scene: Nimmt) -> str:
    title = scene.words.title(game("six_nimmt").info)
    return scene.words("six_nimmt.alt.head", game=title, state=told.state(scene))


def _short(scene: Nimmt, parts: Callable[[Nimmt], list[str]]) -> str:
    return described(scene, lambda shown: " ".join(parts(shown)))
