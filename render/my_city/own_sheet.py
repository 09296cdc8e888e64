"""The private picture: the own sheet large, a choice tried out on it, the dice, the boxes, the score."""

from PIL import Image

from bot.games.contract import Seat
from bot.games.my_city import sentences_of_score
from bot.games.my_city.cells import Form, formed, known, orientations, spot
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import legal_spots, refusal, task_of
from bot.games.my_city.moves import Build, Chosen, Pass
from bot.games.my_city.preview import Proposal, compass_counts, news, odds, proposal, shown_roll
from bot.games.my_city.scoring import rows
from bot.games.my_city.sentences import why
from bot.games.my_city.sentences_of_score import City
from bot.view_model import capital
from render import fonts
from render.canvas import Canvas, layered
from render.my_city import colours
from render.my_city.dice import compass, dice, shape
from render.my_city.round_board import head
from render.my_city.rows import PIECES, boxes_height, has_pieces, pass_boxes, pieces_panel, score_rows
from render.my_city.sheet import Look, border, coordinates, fitting, sheet, size, stand
from render.my_city.signs import badge
from render.parts import bar
from render.pen import Pen, sprite
from render.theme import (
    EDGE,
    HINT,
    INK,
    MUTED,
    NAME,
    NEWS,
    NEWS_PALE,
    PAPER,
    SHADE,
    TOP,
    WHITE,
    WIDTH,
    Box,
)

HEIGHT = 1100
_CELL = 78
_LEFT, _UP = 84, TOP + 54
_RIGHT, _BOTTOM = _LEFT + size(_CELL)[0] + 6, _UP + size(_CELL)[1] + 6
_COLUMN = _RIGHT + 10
_LOW = HEIGHT - 14
_GAP = 10
_ASKED = 206
_SIDE = 84
_DOT = 10


def ghost(canvas: Canvas, model: City, shown: Proposal) -> None:
    """The proposed building on the sheet; cells that don't exist are left out."""
    assert model.seat is not None, "a sheet belongs to a seat"
    asked = task_of(model.view, model.seat)
    built = shown.choice.cells if isinstance(shown.choice, Build) else ()
    cells = tuple(label for label in built if known(label))
    if asked is None or not cells:
        return
    band = colours.BAD if shown.refusal else NEWS if shown.made else colours.GOOD
    stand(canvas, asked.kind, cells, _LEFT, _UP, _CELL, Look(band, ghost=True))
    row, column = spot(cells[0])
    x, y = _LEFT + border(_CELL) + column * _CELL + 14, _UP + border(_CELL) + row * _CELL + 14
    canvas.stamp(badge(shown.refusal is None, INK if band == NEWS else band), x, y)


def asked_panel(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None, box: Box) -> None:
    """The dice above, below them what is built and where, and last whether that may be."""
    left, top, right, bottom = box
    canvas.panel(box, PAPER, 16)
    view, words = model.view, model.words
    roll = shown_roll(view)
    if roll is None:
        return
    end = dice(canvas, roll, left + 18, top + 16, _SIDE)
    asked = task_of(view, seat)
    if asked is None:
        text = words("my_city.picture.you_stopped" if view.phase == "round" else "my_city.picture.between")
        canvas.text(left + 20, top + 128, text, NAME, INK, bold=True, room=right - left - 40)
        return
    cells = shown.choice.cells if shown and isinstance(shown.choice, Build) else ()
    # As it is tried out, as long as that is the whole shape; else as it is printed.
    whole = orientations(asked.shape)
    tried, _ = formed([spot(cell) for cell in cells if known(cell)])
    form = tried if tried in whole else whole[0]
    size = fitting(form, right - end - 24, _SIDE, 34)
    shape(canvas, asked.kind, form, (end + right) / 2 + 2, top + 16 + _SIDE / 2, size)
    edge = right - 20
    if cells:
        edge -= canvas.text(edge, top + 128, cells[0], NAME, INK, bold=True, anchor="r") + 14
    name = capital(sentences_of_score.task_name(asked, words))
    canvas.text(left + 20, top + 128, name, NAME, INK, bold=True, room=edge - left - 20)
    _verdict(canvas, model, seat, shown, (left + 14, bottom - 50, right - 14, bottom - 10))


def _verdict(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None, box: Box) -> None:
    """A pill in the colour of the ghost; without a proposal, how many spots there are."""
    view, words, ink = model.view, model.words, WHITE
    if shown is None:
        fill, ink, good = SHADE, INK, None
        text = words("my_city.picture.spots", n=len(legal_spots(view, seat)))
        if not view.sheets[seat].drawn:
            start = words(f"my_city.picture.start.{EPISODES[view.episode].start}")
            text = words("my_city.picture.first_building", start=start)
    elif shown.refusal is not None:
        text, fill, good = why(shown.refusal, words), colours.BAD, False
    elif isinstance(shown.choice, Build):
        key, fill, good = ("chosen", INK, True) if shown.made else ("fits", colours.GOOD, True)
        text = words(f"my_city.picture.{key}")
    else:
        key = "pass" if isinstance(shown.choice, Pass) else "stop"
        made = "chosen" if shown.made else "proposed"
        text, fill, good = words(f"my_city.picture.{key}_{made}"), INK, shown.made or None
    left, top, right, bottom = box
    y = (top + bottom) / 2
    canvas.panel(box, fill, 20, edge=None, shadow=False)
    start = left + 18
    if good is not None:
        canvas.stamp(badge(good, fill), left + 22, y)
        start = left + 46
    canvas.text(start, y, text, NAME, ink, bold=True, room=right - start - 14, shrink=True)


def odds_strip(canvas: Canvas, model: City, seat: Seat, box: Box) -> None:
    """A little drawing of each shape with its number."""
    left, top, right, bottom = box
    canvas.panel(box, PAPER, 14)
    y = (top + bottom) / 2
    label = model.words("my_city.picture.odds")
    x = left + 16 + canvas.text(left + 16, y, label, HINT, MUTED) + 12
    items = [(name, str(count), _drawn(name)) for name, count in odds(model.view, seat)]
    wide = [image.width + 6 + fonts.width(count, HINT, True) for _, count, image in items]
    gap = (right - 12 - x - sum(wide)) / len(items)
    asked = task_of(model.view, seat)
    now = asked and asked.shape
    if asked and compass_counts(model.view) and asked.kind in ("church", "fortress"):
        now = "compass"
    for (name, count, image), room in zip(items, wide, strict=True):
        if name == now:
            lit = (x - 1, top + 8, x + room + gap, bottom - 8)
            canvas.panel(lit, NEWS_PALE, 10, edge=INK, shadow=False)
        canvas.stamp(image, x + gap / 2 + image.width / 2, y)
        canvas.text(x + gap / 2 + image.width + 6, y, count, HINT, INK, bold=True)
        x += room + gap


def _drawn(shape: str) -> Image.Image:
    if shape == "compass":
        return sprite("small compass", 32, 32, lambda pen: compass(pen, 16, 16, 14))
    form: Form = orientations(shape)[0]
    height, width = (_DOT * (1 + max(side)) + 2 for side in zip(*form, strict=True))

    def odds_strip(pen: Pen) -> None:
        for row, column in form:
            x, y = column * _DOT, row * _DOT
            pen.rounded((x + 0.5, y + 0.5, x + _DOT + 1, y + _DOT + 1), 1, PAPER)
            pen.rounded((x + 1, y + 1, x + _DOT, y + _DOT), 1.5, INK)

    return sprite(("small shape", shape), width, height, odds_strip)


def paint_sheet(model: City, choice: Chosen | None) -> Canvas:
    """What `model.seat` has drawn, and what its choice would make of it."""
    assert model.seat is not None, "a sheet belongs to a seat"
    view, seat = model.view, model.seat
    shown = proposal(view, seat, choice)
    canvas = layered(("my city sheet", model.words.locale), HEIGHT, _ground)
    head(canvas, model, _pill(model, shown))
    own = view.sheets[seat]
    sheet(canvas, view.episode, own, _LEFT, _UP, _CELL, lit=() if shown else news(view, seat).drawn)
    if shown:
        ghost(canvas, model, shown)
    odds_strip(canvas, model, seat, (EDGE, _BOTTOM + 8, _RIGHT, _LOW))
    _column(canvas, model, seat, shown)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, "my_city")
    canvas.panel((EDGE, TOP, _RIGHT, _BOTTOM), PAPER, 16)
    coordinates(canvas, _LEFT, _UP, _CELL)


def _pill(model: City, shown: Proposal | None) -> str:
    view, words = model.view, model.words
    if view.phase != "round":
        return ""
    if model.seat is not None and view.sheets[model.seat].stopped:
        return words("my_city.picture.you_stopped")
    if shown is None:
        passing = model.seat is not None and refusal(view, model.seat, Pass()) is None
        return words("my_city.picture.todo" if passing else "my_city.picture.todo_no_pass")
    return words("my_city.picture.made" if shown.made else "my_city.picture.sure")


def _column(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None) -> None:
    """Right of the sheet, from the top: the dice, the boxes, the churches or fortresses, the score."""
    view, top, right = model.view, float(TOP), WIDTH - EDGE
    asked_panel(canvas, model, seat, shown, (_COLUMN, top, right, top + _ASKED))
    top += _ASKED + _GAP
    high = boxes_height(view.episode)
    ticks = view.sheets[seat].ticks
    more = shown.ticks if shown else 0
    pass_boxes(canvas, model.words, view.episode, ticks, more, (_COLUMN, top, right, top + high))
    top += high + _GAP
    if has_pieces(view.episode):
        pieces_panel(canvas, model, seat, (_COLUMN, top, right, top + PIECES))
        top += PIECES + _GAP
    now = rows(view, seat)
    score_rows(canvas, model, now, shown.rows if shown else now, (_COLUMN, top, right, _LOW))
