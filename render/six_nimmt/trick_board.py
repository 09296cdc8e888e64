"""The public picture: the newest trick, the four rows, who has how many heads, whose turn it is."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import Placed, Revealed
from bot.games.six_nimmt.view import NimmtView
from bot.view_model import ViewModel
from render.canvas import Canvas, layered
from render.games import style
from render.parts import bar, header
from render.six_nimmt import rows, trick
from render.six_nimmt import words as told
from render.six_nimmt.cards import horn, marker, plus
from render.six_nimmt.facts import TRICKS, is_laying, is_professional, standing, takers
from render.six_nimmt.goal import goal, goal_ground
from render.strip import Cell, ground, strip, strip_height
from render.theme import EDGE, TOP, WIDTH

HEIGHT = 976
RIGHT = 776
_ROWS = 292
_STRIP = 792
_STRIP_WIDTH = WIDTH - EDGE - _STRIP


def paint(model: ViewModel[NimmtView], step: Revealed | Placed | None = None) -> Canvas:
    """The board as everybody may see it; in a replay with one `step` of the trick in its light."""
    view = model.view
    seats = view.seats
    canvas = layered(("nimmt board", seats), HEIGHT, lambda canvas: _ground(canvas, seats))
    _head(canvas, model, step)
    placed = step if isinstance(step, Placed) else None
    trick.ribbon(canvas, model, EDGE, RIGHT, placed.card if placed else 0)
    owners = _new_cards(view) if placed is None else {placed.card: placed.seat}
    for number, cards in enumerate(view.rows, start=1):
        rows.row(
            canvas,
            model.words,
            number,
            cards,
            owners,
            left=EDGE,
            right=RIGHT,
            top=_ROWS,
            both_ends=is_professional(view),
            lit=placed is not None and placed.row == number,
        )
    strip(canvas, _STRIP, TOP, _STRIP_WIDTH, cells(model, placed))
    goal(canvas, model, _STRIP, TOP + strip_height(seats) + 12, WIDTH - EDGE, _bottom())
    return canvas


def _new_cards(view: NimmtView) -> dict[int, Seat]:
    """The cards of the newest trick that lie in a row, with their owners."""
    news = () if is_laying(view) else view.last
    return {placement.card: placement.seat for placement in news if placement.row}


def _bottom() -> int:
    return _ROWS + 3 * rows.STEP + rows.HEIGHT


def _ground(canvas: Canvas, seats: int) -> None:
    bar(canvas, style("six_nimmt"))
    trick.tray(canvas, EDGE, RIGHT)
    rows.trays(canvas, EDGE, RIGHT, _ROWS, 4)
    ground(canvas, _STRIP, TOP, _STRIP_WIDTH, seats)
    goal_ground(canvas, _STRIP, TOP + strip_height(seats) + 12, WIDTH - EDGE, _bottom())


def _head(canvas: Canvas, model: ViewModel[NimmtView], step: Revealed | Placed | None) -> None:
    view, words = model.view, model.words
    part = words("six_nimmt.picture.part", round=view.round, trick=view.trick, tricks=TRICKS)
    title = words.title(game("six_nimmt").info)
    if isinstance(step, Placed):
        header(
            canvas,
            style("six_nimmt"),
            title,
            part,
            lambda name: told.placing(model, step, name),
            seat=step.seat,
            name=model.names[step.seat],
        )
        return
    if view.question is not None or view.on_turn is not None:
        seat, key = _on_turn(view)
        header(
            canvas,
            style("six_nimmt"),
            title,
            part,
            lambda name: words(f"six_nimmt.picture.{key}", name=name),
            seat=seat,
            name=model.names[seat],
        )
        return
    first = view.phase == "choose" and not view.last
    state = words("six_nimmt.picture.first" if first else f"six_nimmt.picture.phase.{view.phase}")
    if step is not None:
        state = words("six_nimmt.picture.step.revealed")
    header(canvas, style("six_nimmt"), title, part, lambda _: state)


def _on_turn(view: NimmtView) -> tuple[Seat, str]:
    """Who alone has to decide, and the words for it."""
    if view.question is not None:
        return view.question.seat, "asked_end" if view.question.kind == "tie" else "asked"
    return view.on_turn or Seat(0), "lays"


def cells(model: ViewModel[NimmtView], placed: Placed | None = None) -> list[Cell]:
    """The player strip of this moment; in a replay only who places a card just now is lit."""
    found = [_cell(model, Seat(seat)) for seat in range(model.view.seats)]
    return found if placed is None else [replace(cell, lit=cell.seat == placed.seat) for cell in found]


def _cell(model: ViewModel[NimmtView], seat: Seat) -> Cell:
    view, words = model.view, model.words
    took = None if is_laying(view) else takers(view).get(seat)
    asked = view.question is not None and view.question.seat == seat
    detail = " ".join(map(str, took.taken)) if took else ""
    if not detail and view.seats <= 4:
        detail = words("six_nimmt.picture.this_round", n=view.heads[seat])
    return Cell(
        seat=seat,
        name=model.names[seat],
        score=str(standing(view)[seat]),
        done=_done(view, seat, asked=asked),
        note=_note(model, seat, asked=asked),
        detail=detail,
        pill=plus(took.heads) if took else "",
        lit=asked or took is not None or view.on_turn == seat,
        icon=horn(28),
        marker=marker() if view.options.playing == "open" and view.start_player == seat else None,
    )


def _done(view: NimmtView, seat: Seat, *, asked: bool) -> bool | None:
    """The status disc: where all goes in turn only who is on turn is thinking."""
    if view.on_turn is not None:
        return True if view.chosen[seat] else False if seat == view.on_turn else None
    return view.chosen[seat] if view.phase == "choose" else False if asked else None


def _note(model: ViewModel[NimmtView], seat: Seat, *, asked: bool) -> str:
    view, words = model.view, model.words
    if view.on_turn is not None:
        laid = view.laid[seat]
        if laid is not None:
            return words("six_nimmt.picture.laid_card", card=laid)
        return words(f"six_nimmt.picture.{'laying' if seat == view.on_turn else 'waiting'}")
    if view.phase == "choose":
        return words("six_nimmt.picture.chosen" if view.chosen[seat] else "six_nimmt.picture.thinking")
    if asked:
        tie = view.question is not None and view.question.kind == "tie"
        return words(f"six_nimmt.picture.{'deciding_end' if tie else 'deciding'}")
    card = next((placement.card for placement in view.last if placement.seat == seat), None)
    return "" if card is None else words("six_nimmt.picture.played", card=card)
