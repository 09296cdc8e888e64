"""The private picture, upright for phones: the own sheet large, a choice tried out on it, the score below."""

from bot.games.contract import Seat
from bot.games.my_city.cells import formed, known, orientations, spot
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import legal_spots, refusal, task_of
from bot.games.my_city.moves import Build, Chosen, Pass
from bot.games.my_city.preview import Proposal, news, proposal, shown_roll
from bot.games.my_city.scoring import rows
from bot.games.my_city.sentences import why
from bot.games.my_city.sentences_of_score import City
from render import fonts
from render.canvas import Canvas, layered
from render.my_city import colours
from render.my_city.beside_sheet import column
from render.my_city.dice import arrow, dice, shape
from render.my_city.round_board import head
from render.my_city.sheet import Look, border, coordinates, fitting, sheet, size, stand
from render.my_city.tiles import tiles, tiles_height
from render.parts import PANEL, badge, bar
from render.theme import EDGE, INK, NEWS, NUMBER, PANEL_TOP, PAPER, SHADE, TALL, TITLE, WHITE, WIDTH, Box

CELL = 117
"""Half as large again as a cell of a sheet in a landscape picture."""
_LEFT, _UP = 104, PANEL_TOP + 75
_RIGHT, _DOWN = _LEFT + size(CELL)[0], _UP + size(CELL)[1]
_ASKED: Box = (EDGE, _DOWN + 26, WIDTH - EDGE, _DOWN + 212)
_TILES = round(_ASKED[3]) + 14
_SIDE = 136
_VERDICT = 740


def paint_sheet(model: City, choice: Chosen | None) -> Canvas:
    """What `model.seat` has drawn, and what its choice would make of it."""
    assert model.seat is not None, "a sheet belongs to a seat"
    view, seat = model.view, model.seat
    shown, now = proposal(view, seat, choice), rows(view, seat)
    height = _TILES + tiles_height(len(now)) + 14
    canvas = layered(("my city sheet", height), height, _ground)
    head(canvas, model, _pill(model, shown), size=PANEL)
    own = view.sheets[seat]
    sheet(canvas, view.episode, own, _LEFT, _UP, CELL, lit=() if shown else news(view, seat).drawn)
    if shown:
        _ghost(canvas, model, shown)
    after = shown.rows if shown else now
    ticks = own.ticks, shown.ticks if shown else 0
    column(canvas, model, seat, ticks, now, after, (_RIGHT, PANEL_TOP, WIDTH - EDGE, _DOWN))
    _asked(canvas, model, seat, shown)
    tiles(canvas, model, now, after, _TILES)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, "my_city", PANEL)
    canvas.panel((EDGE, PANEL_TOP, WIDTH - EDGE, _DOWN + 12), PAPER, 16)
    canvas.panel(_ASKED, PAPER, 16)
    coordinates(canvas, _LEFT, _UP, CELL)


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


def _ghost(canvas: Canvas, model: City, shown: Proposal) -> None:
    """The proposed building on the sheet; cells that don't exist are left out."""
    assert model.seat is not None, "a sheet belongs to a seat"
    asked, cells = task_of(model.view, model.seat), _cells(shown)
    if asked is None or not cells:
        return
    band = colours.BAD if shown.refusal else NEWS if shown.made else colours.GOOD
    stand(canvas, asked.kind, cells, _LEFT, _UP, CELL, Look(band, ghost=True))
    row, column = spot(cells[0])
    x, y = _LEFT + border(CELL) + column * CELL + 21, _UP + border(CELL) + row * CELL + 21
    canvas.stamp(badge(shown.refusal is None, INK if band == NEWS else band, 26), x, y)


def _cells(shown: Proposal | None) -> tuple[str, ...]:
    built = shown.choice.cells if shown and isinstance(shown.choice, Build) else ()
    return tuple(label for label in built if known(label))


def _asked(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None) -> None:
    """The dice, what is built and how it lies, at the right whether that may be."""
    view, words = model.view, model.words
    left, top, right, bottom = _ASKED
    y, roll, asked = (top + bottom) / 2, shown_roll(view), task_of(view, seat)
    end = 0.0 if roll is None else dice(canvas, roll, left + 20, y - _SIDE / 2, _SIDE)
    if roll is not None and asked is not None:
        arrow(canvas, end + 40, y)
        # As it is tried out, as long as that is the whole shape; else as it is printed.
        whole = orientations(asked.shape)
        tried, _ = formed([spot(cell) for cell in _cells(shown)])
        form = tried if tried in whole else whole[0]
        between = _VERDICT - end - 80
        cell = fitting(form, between - 20, bottom - top - 36, 60)
        shape(canvas, asked.kind, form, end + 66 + between / 2, y, cell)
        _verdict(canvas, model, seat, shown)
        return
    text = words("my_city.picture.you_stopped" if view.phase == "round" else "my_city.picture.between")
    canvas.text(_VERDICT + 20, y, text, NUMBER, INK, bold=True, room=right - _VERDICT - 36, shrink=True)


def _verdict(canvas: Canvas, model: City, seat: Seat, shown: Proposal | None) -> None:
    """A box in the colour of the ghost; without a proposal, how many spots there are."""
    view, words, ink = model.view, model.words, WHITE
    if shown is None:
        fill, ink = SHADE, INK
        text = words("my_city.picture.spots", n=len(legal_spots(view, seat)))
        if not view.sheets[seat].drawn:
            start = words(f"my_city.picture.start.{EPISODES[view.episode].start}")
            text = words("my_city.picture.first_building", start=start)
    elif shown.refusal is not None:
        text, fill = why(shown.refusal, words), colours.BAD
    elif isinstance(shown.choice, Build):
        key, fill = ("chosen", INK) if shown.made else ("fits", colours.GOOD)
        text = words(f"my_city.picture.{key}")
    else:
        key = "pass" if isinstance(shown.choice, Pass) else "stop"
        made = "chosen" if shown.made else "proposed"
        text, fill = words(f"my_city.picture.{key}_{made}"), INK
    box = (_VERDICT, _ASKED[1] + 16, _ASKED[2] - 16, _ASKED[3] - 16)
    canvas.panel(box, fill, 24, edge=None, shadow=False)
    middle, y, room = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0] - 24
    cells = _cells(shown)[:1]
    most = NUMBER if fonts.width(text, NUMBER, True) <= room else TITLE
    lines = fonts.lines(text, room, most, True, 2 if cells else 3)
    step = most * 1.2
    first = y - (TALL + step * len(lines)) / 2
    for cell in cells:
        canvas.text(middle, first + TALL / 2, cell, TALL, ink, bold=True, anchor="m")
    low = y + TALL / 2 if cells else y
    canvas.lines(middle, low, lines, step, most, ink, bold=True, anchor="m")
