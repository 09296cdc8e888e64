"""The dice on the own picture, what they ask this player for, and what is said of the choice."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.my_city import sentences_of_score
from bot.games.my_city.cells import Cells, known, spot
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import legal_spots, task_of
from bot.games.my_city.moves import Build, Pass
from bot.games.my_city.placing import Task
from bot.games.my_city.preview import Proposal, shown_roll
from bot.games.my_city.sentences import why
from bot.games.my_city.shapes import Form, orientations
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.my_city import colours
from render.my_city.dice import dice, shape
from render.my_city.ghost import badge
from render.my_city.structures import fitting
from render.my_city.terrain import formed
from render.theme import INK, NAME, PAPER, SHADE, WHITE, Box, Colour

HEIGHT = 206
_SIDE = 84
City = ViewModel[MyCityView]


def paint(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None, box: Box) -> None:
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
        canvas.text(
            left + 20, top + 128, fonts.fit(text, right - left - 40, NAME, True), NAME, INK, bold=True
        )
        return
    cells = shown.choice.cells if shown and isinstance(shown.choice, Build) else ()
    form = _form(asked, cells)
    size = fitting(form, right - end - 24, _SIDE, 34)
    shape(canvas, asked.kind, form, (end + right) / 2 + 2, top + 16 + _SIDE / 2, size)
    edge = right - 20
    if cells:
        edge -= canvas.text(edge, top + 128, cells[0], NAME, INK, bold=True, anchor="r") + 14
    room = edge - left - 20
    canvas.text(
        left + 20,
        top + 128,
        fonts.fit(sentences_of_score.headed(sentences_of_score.task_name(asked, words)), room, NAME, True),
        NAME,
        INK,
        bold=True,
    )
    _verdict(canvas, model, seat, shown, (left + 14, bottom - 50, right - 14, bottom - 10))


def _form(asked: Task, cells: Cells) -> Form:
    # As it is tried out, as long as that is the whole shape; else as it is printed.
    spots = [spot(cell) for cell in cells if known(cell)]
    whole = orientations(asked.shape)
    form = formed(spots)[0] if spots else whole[0]
    return form if form in whole else whole[0]


def _verdict(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None, box: Box) -> None:
    """A pill in the colour of the ghost; without a proposal, how many spots there are."""
    view, words = model.view, model.words
    if shown is None:
        count = len(legal_spots(view, seat))
        text = words("my_city.picture.spots", n=count)
        if not view.sheets[seat].drawn:
            start = words(f"my_city.picture.start.{EPISODES[view.episode].start}")
            text = words("my_city.picture.first_building", start=start)
        _bar(canvas, text, SHADE, INK, box, None)
    elif shown.refusal is not None:
        _bar(canvas, why(shown.refusal, words), colours.BAD, WHITE, box, False)
    elif isinstance(shown.choice, Build):
        key, fill = ("chosen", INK) if shown.made else ("fits", colours.GOOD)
        _bar(canvas, words(f"my_city.picture.{key}"), fill, WHITE, box, True)
    else:
        key = "pass" if isinstance(shown.choice, Pass) else "stop"
        made = "chosen" if shown.made else "proposed"
        _bar(canvas, words(f"my_city.picture.{key}_{made}"), INK, WHITE, box, shown.made or None)


def _bar(canvas: Canvas, text: str, fill: Colour, ink: Colour, box: Box, good: bool | None) -> None:
    left, top, right, bottom = box
    y = (top + bottom) / 2
    canvas.panel(box, fill, 20, edge=None, shadow=False)
    start = left + 18
    if good is not None:
        canvas.stamp(badge(good, fill), left + 22, y)
        start = left + 46
    size = fonts.largest(text, NAME, right - start - 14)
    canvas.text(start, y, fonts.fit(text, right - start - 14, size, True), size, ink, bold=True)
