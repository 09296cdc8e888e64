"""The lobby: what will be played, who sits where, which places are free."""

from dataclasses import dataclass
from itertools import zip_longest

from bot.games.registry import game
from bot.text import Words, cut, one_line
from bot.view_model import ComputerName
from render.canvas import Canvas, label_and_value, layered
from render.drawing import Drawing, RenderRequest
from render.games import style
from render.parts import bar, crown, header, robot, status
from render.pen import Pen, sprite
from render.primer import LOW_HIGH, beginning, begins, has_scenes
from render.seats import faded, shown_as, token
from render.theme import (
    BIG,
    CARD,
    EDGE,
    HINT,
    MUTED,
    NAME,
    PAPER,
    TABLE,
    TOP,
    TRAY,
    WHITE,
    WIDTH,
    Box,
    mix,
    tint,
)

_LEFT_WIDTH = 470
_RIGHT = 502
_CELL = (337, 132)
_STEP = 146
_FOOT = 84
"""What the line at the foot needs."""
_MOST_OPTIONS, _FEW_OPTIONS = 7, 3
_MANY, _FIRST = 6, 4
"""At a table for more than so many a few people leave cells to the first seats alone."""
_STRIP = 84
"""How high the strip of all further seats is."""
_OPTION_STEP = 62


@dataclass(frozen=True, slots=True)
class LobbyCard:
    """All that a lobby shows, in the reader's words."""

    game: str
    names: tuple[str, ...]
    host: int
    newest: int | None
    seats: tuple[int, int]
    options: tuple[tuple[str, str], ...]
    minutes: int
    waiting: str
    levels: tuple[str, ...] = ()
    """By seat how well a computer plays, "" for people."""
    icons: tuple[str, ...] = ()
    """By seat, as in `ViewModel`."""
    scene: int = 0
    """Which one of the game's scenes it shows."""


def lobby(card: LobbyCard, words: Words) -> Drawing:
    request = RenderRequest(f"{card.game}-lobby.png", card.game, paint, _alt, (card, words), card.icons)
    return Drawing(("lobby", card, words.locale), request)


def paint(card: LobbyCard, words: Words) -> Canvas:
    """The game on the left, its seats on the right."""
    look, title = style(card.game), words.title(game(card.game).info)
    height, rest = _height(card), _rest(card)

    def ground(canvas: Canvas) -> None:
        bar(canvas, card.game)
        canvas.panel((EDGE, TOP, EDGE + _LEFT_WIDTH, height - 18), PAPER, 18)
        look.still(canvas, (EDGE + 20, TOP + 18, EDGE + _LEFT_WIDTH - 20, TOP + 308))
        with shown_as(()):  # What is drawn once shows nobody's icon.
            beginning(canvas, card.game, words, rest, card.scene)

    # Only the scene has words.
    scene = (rest, card.scene, words.locale) if begins(card.game, rest) else None
    canvas = layered(("lobby", card.game, height, scene), height, ground)
    pill = words("picture.seats_taken", taken=len(card.names), most=card.seats[1])
    # The whole title, as everywhere before a game has begun.
    header(canvas, card.game, words, words("picture.new_table"), lambda _: pill, title=title)
    _about(canvas, card, words, title)
    cells = _cells(card)
    for seat in range(cells):
        _seat(canvas, card, words, seat)
    if cells < card.seats[1]:
        _further(canvas, words, range(cells, card.seats[1]))
    if card.waiting:
        box = (_RIGHT, height - 76, WIDTH - EDGE, height - 18)
        canvas.panel(box, look.accent, 18, edge=None, shadow=False)
        middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 40
        canvas.text(middle, height - 47, card.waiting, NAME, WHITE, bold=True, anchor="m", room=room)
    return canvas


def _height(card: LobbyCard) -> int:
    lines = (card.seats[1] + 1) // 2
    least = 900 if lines > 4 or len(card.options) > _FEW_OPTIONS else 760
    scene = _low(card) + LOW_HIGH + _FOOT if has_scenes(card.game) and _cells(card) <= _MANY else 0
    return max(TOP + max(lines, 3) * _STEP + 80, least, scene)


def _cells(card: LobbyCard) -> int:
    """How many seats have a cell of their own; all others are open and share a strip."""
    few = card.seats[1] > _MANY and len(card.names) <= _FIRST
    return _FIRST if few and has_scenes(card.game) else card.seats[1]


def _low(card: LobbyCard) -> int:
    """Where the seats end."""
    cells = _cells(card)
    return TOP + (cells + 1) // 2 * _STEP + (_STRIP + _STEP - _CELL[1] if cells < card.seats[1] else 0)


def _rest(card: LobbyCard) -> Box:
    """What the seats leave of the right side."""
    return _RIGHT, _low(card), WIDTH - EDGE, _height(card) - _FOOT


def _about(canvas: Canvas, card: LobbyCard, words: Words, title: str) -> None:
    middle, room = EDGE + _LEFT_WIDTH / 2, _LEFT_WIDTH - 56
    canvas.text(middle, TOP + 358, title, BIG, bold=True, anchor="m", room=room, shrink=True)
    low, high = card.seats
    players = words("picture.players_minutes", low=low, high=high, minutes=card.minutes)
    canvas.text(middle, TOP + 412, players, NAME, MUTED, anchor="m", room=room)
    top = TOP + 472
    shown = card.options[:_MOST_OPTIONS]
    step = min(_OPTION_STEP, (canvas.height - 52 - top) / max(len(shown) - 1, 1))
    for index, (label, value) in enumerate(shown):
        left, right = EDGE + 28, EDGE + _LEFT_WIDTH - 28
        rule = step / 2 if index < len(shown) - 1 else 0
        label_and_value(canvas, left, right, top + index * step, label, value, rule=rule)


def _seat(canvas: Canvas, card: LobbyCard, words: Words, seat: int) -> None:
    left = _RIGHT + (seat % 2) * (_CELL[0] + 9)
    top = TOP + (seat // 2) * _STEP
    box = (left, top, left + _CELL[0], top + _CELL[1])
    middle = top + _CELL[1] / 2
    if seat >= len(card.names):
        _free(canvas, box)
        faded(canvas, seat, left + 54, middle, 26)
        canvas.text(left + 112, middle, words("picture.open_seat"), NAME, MUTED)
        return
    canvas.panel(box, CARD, 14, lit=seat == card.newest)
    canvas.panel((left + 12, top + 12, left + 96, top + 120), tint(seat), 10, edge=None, shadow=False)
    token(canvas, seat, left + 54, middle, 31)
    room = _CELL[0] - 112 - 14
    x, y = left + 112, top + 92
    level = card.levels[seat] if seat < len(card.levels) else ""
    canvas.text(x, top + 44, _named(card.names[seat]), NAME, bold=True, room=room, shrink=bool(level))
    if level:
        robot(canvas, x + 16, y)
        canvas.text(x + 42, y, level, NAME, MUTED, room=room - 42)
    elif seat == card.newest:
        canvas.pill(x, y, words("picture.just_joined"), HINT, anchor="l", edge=None, padding=14)
    elif seat == card.host:
        crown(canvas, x + 16, y, 30)
        canvas.text(x + 42, y, words("picture.host"), NAME, MUTED)
    else:
        canvas.stamp(status(True), x + 15, y)
        canvas.text(x + 42, y, words("picture.ready"), NAME, MUTED)


def _named(name: str) -> str:
    """The name; of a computer, which was once called by its level, without that."""
    return name.short if isinstance(name, ComputerName) else name


def _further(canvas: Canvas, words: Words, seats: range) -> None:
    """A strip with the symbols of open seats."""
    top = TOP + (seats.start + 1) // 2 * _STEP
    _free(canvas, (_RIGHT, top, WIDTH - EDGE, top + _STRIP))
    x = _RIGHT + 54
    for seat in seats:
        faded(canvas, seat, x, top + _STRIP / 2, 22)
        x += 64
    canvas.text(x - 6, top + _STRIP / 2, words("picture.open_seats"), NAME, MUTED, room=WIDTH - EDGE - x)


def _free(canvas: Canvas, box: Box) -> None:
    wide, high = round(box[2] - box[0]), round(box[3] - box[1])

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, wide, high), 14, mix(MUTED, TABLE, 0.45))
        pen.rounded((2, 2, wide - 2, high - 2), 12, TRAY)
        for x in range(26, wide - 26, 26):
            pen.rounded((x, -1, x + 10, 3), 0, TRAY)
            pen.rounded((x, high - 3, x + 10, high + 1), 0, TRAY)
        for y in range(26, high - 26, 26):
            pen.rounded((-1, y, 3, y + 10), 0, TRAY)
            pen.rounded((wide - 3, y, wide + 1, y + 10), 0, TRAY)

    image = sprite(("free seat", wide, high), wide, high, paint)
    canvas.stamp(image, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    canvas.holder(box)


def _alt(card: LobbyCard, words: Words) -> str:
    title = words.title(game(card.game).info)
    names = words.all_of(
        words("picture.computer", name=name, level=level) if level else name
        for name, level in zip_longest(
            [cut(one_line(_named(name)), 40) for name in card.names], card.levels, fillvalue=""
        )
    )
    seats = {"taken": len(card.names), "most": card.seats[1]}
    head = words("picture.alt_lobby", game=title, **seats, names=names, waiting=card.waiting)
    told = (words("picture.alt_option", label=label, value=value) for label, value in card.options)
    shown: list[str] = []
    if begins(card.game, _rest(card)):
        scene, line = (words(f"{card.game}.primer.{card.scene + 1}.{part}") for part in ("title", "line"))
        shown = [words("picture.alt_option", label=scene, value=line)]
    return cut(" ".join([head, *told, *shown]), 1000)
