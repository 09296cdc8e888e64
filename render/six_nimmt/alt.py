"""Alt texts: the game and the turn first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.games.contract import Event
from bot.games.registry import game
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.view import NimmtView
from bot.view_model import ViewModel, alt_text
from render.six_nimmt import words as told

Nimmt = ViewModel[NimmtView]


def board(model: Nimmt) -> str:
    """Rows, the newest trick, heads so far, whose turn."""

    def parts(model: Nimmt) -> list[str]:
        found = [_head(model), told.turn_line(model), *told.row_lines(model)]
        if laid := told.laid_lines(model):
            cards = model.words("six_nimmt.text.comma").join(laid)
            found.append(model.words("six_nimmt.alt.laid", cards=cards))
        elif model.view.last:
            found.append(model.words("six_nimmt.alt.played", cards=" ".join(told.played_lines(model))))
        return [*found, told.standing_line(model)]

    return _short(model, parts)


def step(model: Nimmt, event: Event) -> str:
    """What happened in this step of a replay, then rows and heads so far."""

    def parts(model: Nimmt) -> list[str]:
        story = told.report(replace(model, events=(event,)))
        return [_head(model), *story, *told.row_lines(model), told.standing_line(model)]

    return _short(model, parts)


def draft(model: Nimmt, choice: int | None, picks: tuple[int, ...] = ()) -> str:
    """The cards that lie face up, who has picked which, what is proposed, whose turn."""

    def parts(model: Nimmt) -> list[str]:
        words = model.words
        proposed = [] if choice is None else [words("six_nimmt.alt.proposed", card=choice)]
        found = [_head(model), told.turn_line(model), *proposed, *told.row_lines(model)]
        if hands := told.known_lines(model):
            listed = words("six_nimmt.text.comma").join(hands)
            found.append(words("six_nimmt.alt.picked", hands=listed))
        return found

    return _short(model, parts)


def hand(model: Nimmt, choice: int | None) -> str:
    """The hand, what is chosen or proposed, the rows."""

    def parts(model: Nimmt) -> list[str]:
        view, words = model.view, model.words
        found = [_head(model)]
        if choice is not None and choice != view.selected:
            found.append(words("six_nimmt.alt.proposed", card=choice))
        return [*found, *told.hand_lines(model), *told.row_lines(model)]

    return _short(model, parts)


def row_choice(model: Nimmt, choice: int | None) -> str:
    """The rows with their heads, the low card, the proposed row."""

    def parts(model: Nimmt) -> list[str]:
        view, words = model.view, model.words
        found = [_head(model), told.turn_line(model), *told.row_lines(model)]
        if choice is not None and view.question is not None and view.question.kind == "tie":
            found.append(words("six_nimmt.alt.end_proposed", end=told.end_name(model, choice)))
        elif choice is not None:
            found.append(words("six_nimmt.alt.row_proposed", row=choice, n=heads(view.rows[choice - 1])))
        return found

    return _short(model, parts)


def scores(model: Nimmt) -> str:
    """Heads of the last round and totals."""

    def parts(model: Nimmt) -> list[str]:
        view, words = model.view, model.words
        last = view.scores[-1] if view.scores else (0,) * view.seats
        lines = (
            words("six_nimmt.report.gained", name=name, gained=gained, total=total)
            for name, gained, total in zip(model.names, last, view.totals, strict=True)
        )
        title = words.title(game("six_nimmt").info)
        listed = words("six_nimmt.text.comma").join(lines)
        return [words("six_nimmt.alt.scores", game=title, round=len(view.scores), heads=listed)]

    return _short(model, parts)


def _head(model: Nimmt) -> str:
    title = model.words.title(game("six_nimmt").info)
    return model.words("six_nimmt.alt.head", game=title, state=told.state(model))


def _short(model: Nimmt, parts: Callable[[Nimmt], list[str]]) -> str:
    return alt_text(model, lambda shown: " ".join(parts(shown)))
