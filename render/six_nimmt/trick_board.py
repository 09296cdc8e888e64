"""The public picture: the newest trick, the four rows, who has how many heads, when the game ends."""

from dataclasses import replace

from bot.games.contract import Seat
from bot.games.six_nimmt import sentences as told
from bot.games.six_nimmt.moves import Placed, Revealed
from bot.games.six_nimmt.view import NimmtView, Placement, is_laying, standing
from render import fonts
from render.canvas import Canvas, layered
from render.parts import bar
from render.seats import token
from render.six_nimmt import rows
from render.six_nimmt.cards import Nimmt, head, horn, marker
from render.strip import Cell, ground, strip, strip_height
from render.theme import EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, TITLE, TOP, TRAY, WIDTH, Box

HEIGHT = 976
_STRIP = 792
_STRIP_WIDTH = WIDTH - EDGE - _STRIP
_LINE, _HEAD, _FOOT = 44, 60, 68
"""Heights within the sheet of rounds, and of the goal below it."""


def paint(model: Nimmt, step: Revealed | Placed | None = None) -> Canvas:
    """The board as everybody may see it; in a replay with one `step` of the trick in its light."""
    seats, placed = model.view.seats, step if isinstance(step, Placed) else None
    canvas = layered(("nimmt board", seats), HEIGHT, lambda canvas: _ground(canvas, seats))
    _head(canvas, model, step)
    rows.ribbon(canvas, model, placed.card if placed else 0)
    if placed is None:
        # The cards of the newest trick that lie in a row, with their owners.
        rows.rows(canvas, model, {one.card: one.seat for one in _news(model.view) if one.row})
    else:
        rows.rows(canvas, model, {placed.card: placed.seat}, placed.row)
    strip(canvas, _STRIP, TOP, _STRIP_WIDTH, cells(model, placed))
    _goal(canvas, model)
    return canvas


def _ground(canvas: Canvas, seats: int) -> None:
    bar(canvas, "six_nimmt")
    rows.ground(canvas)
    ground(canvas, _STRIP, TOP, _STRIP_WIDTH, seats)
    if _has_goal(seats):
        canvas.panel(_below(seats), TRAY, 14, edge=None, shadow=False)


def _head(canvas: Canvas, model: Nimmt, step: Revealed | Placed | None) -> None:
    view, words, question = model.view, model.words, model.view.question
    if isinstance(step, Placed):
        head(canvas, model, lambda name: told.placing(model, step, name), step.seat)
    elif question is not None or view.on_turn is not None:
        key = "lays" if question is None else "asked_end" if question.kind == "tie" else "asked"
        seat = question.seat if question is not None else view.on_turn
        head(canvas, model, lambda name: words(f"six_nimmt.picture.{key}", name=name), seat)
    else:
        first = view.phase == "choose" and not view.last
        phase = "six_nimmt.picture.first" if first else f"six_nimmt.picture.phase.{view.phase}"
        head(canvas, model, words("six_nimmt.picture.step.revealed" if step is not None else phase))


def cells(model: Nimmt, placed: Placed | None = None) -> list[Cell]:
    """The player strip of this moment; in a replay only who places a card just now is lit."""
    found = [_cell(model, Seat(seat)) for seat in range(model.view.seats)]
    return found if placed is None else [replace(cell, lit=cell.seat == placed.seat) for cell in found]


def _news(view: NimmtView) -> tuple[Placement, ...]:
    return () if is_laying(view) else view.last


def _cell(model: Nimmt, seat: Seat) -> Cell:
    view, words = model.view, model.words
    took = next((one for one in _news(view) if one.seat == seat and one.taken), None)
    asked = view.question is not None and view.question.seat == seat
    done = view.chosen[seat] if view.phase == "choose" else False if asked else None
    if view.on_turn is not None:
        # Where all goes in turn only who is on turn is thinking.
        done = True if view.chosen[seat] else False if seat == view.on_turn else None
    detail = " ".join(map(str, took.taken)) if took else ""
    if not detail and view.seats <= 4:
        detail = words("six_nimmt.picture.this_round", n=view.heads[seat])
    return Cell(
        seat=seat,
        name=model.names[seat],
        score=str(standing(view)[seat]),
        done=done,
        note=_note(model, seat, asked=asked),
        detail=detail,
        pill=f"+{took.heads}" if took else "",
        lit=asked or took is not None or view.on_turn == seat,
        icon=horn(28),
        marker=marker() if view.options.playing == "open" and view.start_player == seat else None,
    )


def _note(model: Nimmt, seat: Seat, *, asked: bool) -> str:
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


def _below(seats: int) -> Box:
    return _STRIP, TOP + strip_height(seats) + 12, WIDTH - EDGE, rows.BOTTOM


def _has_goal(seats: int) -> bool:
    return rows.BOTTOM - _below(seats)[1] >= _FOOT


def _goal(canvas: Canvas, model: Nimmt) -> None:
    """When the game ends; above it, for a few seats, the heads of each finished round."""
    view, words, options = model.view, model.words, model.view.options
    if not _has_goal(view.seats):
        return
    left, top, right, bottom = _below(view.seats)
    sheet = view.seats <= 4 and bottom - top >= _FOOT + _HEAD + _LINE
    middle = bottom - _FOOT / 2 if sheet else (top + bottom) / 2
    if options.format == "limit":
        label, value = words(f"six_nimmt.picture.goal.{options.end}"), str(options.limit)
    else:
        label = words(f"six_nimmt.picture.goal.{options.format}")
        value = f"{view.round} / {options.rounds if options.format == 'rounds' else view.seats}"
    wide = canvas.text(right - 26, middle, value, NUMBER, INK, bold=True, anchor="r")
    canvas.text(left + 24, middle, label, NAME, MUTED, room=right - left - wide - 66)
    if sheet:
        _sheet(canvas, model, (left + 24, top, right - 26, bottom - _FOOT))


def _sheet(canvas: Canvas, model: Nimmt, box: Box) -> None:
    (left, top, right, bottom), view, words = box, model.view, model.words
    columns = [right - 18 - (view.seats - 1 - seat) * 66 for seat in range(view.seats)]
    canvas.text(left, top + 34, words("six_nimmt.picture.rounds"), NAME, MUTED, bold=True)
    for seat, x in enumerate(columns):
        token(canvas, seat, x, top + 34, 14)
    canvas.fill((left, bottom, right, bottom + 2), LINE)
    fitting = int((bottom - top - _HEAD) // _LINE)
    lines = list(enumerate(view.scores, start=1))
    if view.phase in ("choose", "place"):
        lines.append((view.round, view.heads))
    for place, (number, heads) in enumerate(lines[-fitting:]):
        y = top + _HEAD + place * _LINE + _LINE / 2
        full = words("six_nimmt.picture.part_round", round=number)
        fits = left + fonts.width(full, HINT) <= columns[0] - 36
        label = full if fits else words("six_nimmt.picture.round_short", number=number)
        canvas.text(left, y, label, HINT, MUTED)
        for x, count in zip(columns, heads, strict=True):
            canvas.text(x, y, str(count), TITLE, INK, anchor="m")
