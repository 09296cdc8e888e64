"""The small parts that every picture shares: header, status discs, arrows, crown."""

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import Image

from bot.games import registry
from bot.games.contract import Seat
from bot.text import Words, signed
from bot.view_model import ViewModel, capital, in_units
from render import fonts, theme
from render.canvas import Canvas, layered
from render.games import style
from render.pen import Pen, sprite
from render.seats import token

_NARROWEST_PILL = 480
_RIGHT = theme.WIDTH - 24
STILL = (430, 290)
"""How large the pieces of a game are below few rows."""


class Bar(NamedTuple):
    """How high a header is; the sizes of its title and of what stands beside it."""

    high: int
    title: int
    part: int


BOARD, PANEL = Bar(70, theme.TITLE, theme.NAME), Bar(88, theme.NUMBER, theme.TITLE)
"""Of boards, and of private panels, which a phone shows a third as wide."""


def bar(canvas: Canvas, game: str, size: Bar = BOARD) -> None:
    """The header's bar and the game's emblem: what never changes, for the layer below."""
    look = style(game)
    canvas.fill((0, 0, theme.WIDTH, size.high), look.accent)
    canvas.fill((0, size.high, theme.WIDTH, size.high + 3), theme.mix(look.accent, theme.INK, 0.45))
    canvas.fill((0, size.high + 3, theme.WIDTH, size.high + 6), theme.mix(theme.TABLE, theme.BROWN, 0.17))
    look.emblem(canvas, 46, size.high / 2)


def barred(game: str, height: int) -> Canvas:
    """A fresh canvas with the header's bar and nothing else."""
    return layered(("bar", game, height), height, lambda canvas: bar(canvas, game))


def header(
    canvas: Canvas,
    game: str,
    words: Words,
    part: str,
    pill: Callable[[str], str] | None = None,
    *,
    seat: int | None = None,
    name: str = "",
    title: str = "",
    size: Bar = BOARD,
) -> None:
    """Title, part of the game, and the pill if any: it gets its room first, and in it the name is cut. A game
    may have a short title for its pictures."""
    accent, own = style(game).accent, f"{game}.picture.title"
    title = title or (words(own) if own in words else words.title(registry.game(game).info))
    others = fonts.width(title, size.title, True) + fonts.width(part, size.part) + 27 + 20
    most = max(_RIGHT - 82 - others, _NARROWEST_PILL)
    left, y = _RIGHT, size.high / 2
    if pill:
        left = _header_pill(canvas, pill, seat, name, most, size) - 20
    end = 82 + canvas.text(82, y, title, size.title, theme.WHITE, bold=True, room=left - 82) + 15
    room = left - end - 12
    if room < 60:
        return
    canvas.fill((end, y - 15, end + 2, y + 16), theme.mix(accent, theme.WHITE, 0.45))
    canvas.text(end + 12, y, part, size.part, theme.mix(accent, theme.WHITE, 0.88), room=room)


def turn_header(
    canvas: Canvas,
    game: str,
    model: ViewModel[Any],
    part: str,
    todo: str,
    size: Bar = BOARD,
    **values: object,
) -> None:
    """The header of a game of turns: whose turn it is and what is `todo`, or that the game is over. A private
    panel does not name its reader."""
    words, seat = model.words, Seat(model.view.active)
    if model.view.phase == "over":
        header(canvas, game, words, part, lambda _: words("picture.over"), size=size)
        return
    told = words(f"{game}.picture.todo.{todo}", **values)
    name = "" if size is PANEL and seat == model.seat else model.names[seat]

    def pill(shown: str) -> str:
        return words(f"{game}.picture.turn", name=shown, todo=told) if name else capital(told)

    header(canvas, game, words, part, pill, seat=seat, name=name, size=size)


def _header_pill(
    canvas: Canvas, pill: Callable[[str], str], seat: int | None, name: str, most: float, size: Bar
) -> float:
    before, y, half = 40 if seat is not None else 0, size.high / 2, size.high // 2 - 11
    room = most - 36 - before - fonts.width(pill(""), size.part, True)
    text = pill(fonts.fit(name, room, size.part, True)) if name else pill("")
    wide = fonts.width(text, size.part, True) + before + 36
    left = _RIGHT - wide
    canvas.panel((left, y - half, _RIGHT, y + half), theme.NEWS_PALE, half, edge=None, shadow=False)
    if seat is not None:
        token(canvas, seat, left + 32, y, 14)
    canvas.text(_RIGHT - 18, y, text, size.part, theme.INK, bold=True, anchor="r")
    return left


def status(done: bool, radius: float = 15) -> Image.Image:
    """A black disc with a tick for who is done, a hollow one with three dots for who is thinking."""
    side = 2 * round(radius + 3)

    def paint(pen: Pen) -> None:
        middle = side / 2
        pen.disc(middle, middle, radius + 1.5, theme.CARD)
        if done:
            pen.disc(middle, middle, radius, theme.INK)
            points = ((-0.48, 0.02), (-0.12, 0.38), (0.5, -0.32))
            pen.line(
                [(middle + x * radius, middle + y * radius) for x, y in points], radius * 0.24, theme.WHITE
            )
            return
        pen.disc(middle, middle, radius, theme.MUTED)
        pen.disc(middle, middle, radius - 2, theme.CARD)
        for x in (-0.45, 0, 0.45):
            pen.disc(middle + x * radius, middle, radius * 0.13, theme.MUTED)

    return sprite(("status", done, radius), side, side, paint)


def quiet_arrow(canvas: Canvas, x: float, y: float) -> None:
    """A small head that points to the right: what came next."""

    def paint(pen: Pen) -> None:
        pen.polygon([(2, 2), (11, 10), (2, 18)], theme.MUTED)

    canvas.stamp(sprite("quiet arrow", 12, 20, paint), x, y)


def crown(canvas: Canvas, x: float, y: float, width: float) -> None:
    """The crown of a winner or a host."""

    def paint(pen: Pen) -> None:
        unit = width / 2
        outline = max(width * 0.045, 1.8)
        shape = ((-1, -0.5), (-0.5, 0.0), (0, -0.62), (0.5, 0.0), (1, -0.5), (0.92, 0.6), (-0.92, 0.6))
        points = [(width * 0.6 + px * unit, width * 0.45 + py * unit) for px, py in shape]
        pen.polygon(points, theme.NEWS)
        pen.line([*points, points[0], points[1]], outline, theme.INK)

    canvas.stamp(sprite(("crown", width), width * 1.2, width * 0.9, paint), x, y)


def robot(canvas: Canvas, x: float, y: float) -> None:
    """The head of a computer player, 30 wide."""

    def paint(pen: Pen) -> None:
        pen.line([(18, 5), (18, 11)], 3, theme.MUTED)
        pen.disc(18, 4.5, 3.5, theme.MUTED)
        pen.rounded((3, 10, 33, 32), 7, theme.MUTED)
        pen.rounded((6, 13, 30, 29), 5, theme.CARD)
        for eye in (13, 23):
            pen.disc(eye, 21, 3.4, theme.MUTED)

    canvas.stamp(sprite("robot", 36, 36, paint), x, y)


def tab(canvas: Canvas, x: float, y: float, text: str, *, ticked: bool = False) -> None:
    """A black tab with amber words: the present choice."""
    before = 34 if ticked else 0
    wide = fonts.width(text, theme.NAME, True) + before + 32
    left = x - wide / 2
    canvas.panel((left, y - 20, left + wide, y + 20), theme.INK, 14, edge=None, shadow=False)
    if ticked:

        def tick(pen: Pen) -> None:
            pen.line([(3, 13), (10, 20), (23, 5)], 4.5, theme.NEWS)

        canvas.stamp(sprite("tick", 26, 26, tick), left + 28, y)
    canvas.text(left + wide - 16, y, text, theme.NAME, theme.NEWS, bold=True, anchor="r")


def caption(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    hint: str = "",
    *,
    room: float = 1140,
    size: int = theme.HINT,
) -> None:
    """A heading in bold with a quiet sentence of a size behind it."""
    wide = canvas.text(x, y, text, theme.NAME, theme.MUTED, bold=True)
    if hint:
        canvas.text(x + wide + 18, y, hint, size, theme.MUTED, room=room - wide - 18)


def pieces(canvas: Canvas, key: str, top: float) -> None:
    """Some pieces of a game on a tray in the room that few rows leave, from there down."""
    box = (theme.EDGE, top, theme.WIDTH - theme.EDGE, canvas.height - 20)
    canvas.panel(box, theme.TRAY, 18)
    left, upper = (theme.WIDTH - STILL[0]) / 2, (box[1] + box[3] - STILL[1]) / 2
    style(key).still(canvas, (left, upper, left + STILL[0], upper + STILL[1]))


def badge(good: bool, fill: theme.Colour, radius: int = 17) -> Image.Image:
    """A disc with a tick for what may be, with a cross for what may not."""
    side = 2 * radius + 6

    def paint(pen: Pen) -> None:
        middle, thick = side / 2, radius * 0.27
        pen.disc(middle, middle, radius + 2, theme.CARD)
        pen.disc(middle, middle, radius, fill)
        tick = ((-0.47, 0.03), (-0.15, 0.35), (0.47, -0.35))
        crossed = (((-0.42, 0.42), (0.42, -0.42)), ((-0.42, -0.42), (0.42, 0.42)))
        for line in (tick,) if good else crossed:
            pen.line([(middle + x * radius, middle + y * radius) for x, y in line], thick, theme.WHITE)

    return sprite(("ghost badge", good, fill, radius), side, side, paint)


def score(
    canvas: Canvas,
    words: Words,
    game: str,
    points: int,
    place: tuple[float, float],
    sizes: tuple[int, int],
    colour: theme.Colour = theme.INK,
) -> float:
    """Points with a smaller unit, right-aligned; where they begin."""
    (edge, y), (size, small), number = place, sizes, signed(points)
    before, _, after = in_units(words, game, points).partition(number)
    for text, large in ((after.strip(), False), (number, True), (before.strip(), False)):
        if text:
            wide = canvas.text(
                edge, y + (0 if large else size * 0.14), text, size if large else small,
                colour if large else theme.INK, bold=True, anchor="r",
            )  # fmt: skip
            edge -= wide + 14
    return edge
