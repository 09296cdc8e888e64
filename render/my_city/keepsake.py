"""A picture of a finished game to keep: a seat's towns as little landscapes."""

from collections.abc import Sequence

from PIL import Image

from bot.games.contract import Seat
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import MyCityView, Result, Sheet
from bot.games.my_city.sentences_of_score import City, titled
from bot.text import signed
from bot.view_model import alt_text, in_units, sentences
from render import fonts, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.my_city import colours
from render.my_city.landscape import landscape, size
from render.parts import score
from render.pen import Pen, sprite
from render.seats import token

_SKY, _CLOUD = (
    theme.mix(colours.RIVER_LIGHT, theme.PAPER, 0.45),
    theme.mix(colours.RIVER_LIGHT, theme.CARD, 0.75),
)
_HEIGHT, _LARGEST, _TOP = 904, 58, 150
_HEAD, _LABEL, _GAP, _MOST = 176, 60, 14, 1200
"""Of a poster: its head, the line below each landscape, what lies between them, how high it may be."""
_FEW = 4
"""Up to so many landscapes stand two in a row at most, more of them three."""
Town = tuple[Result, Sheet]


def keepsake(model: City, seat: Seat, views: Sequence[MyCityView], day: str) -> Drawing:
    """What a seat has built, with its name, the day and the points; `views` are those of the game's pages."""
    ends = {view.episode: view.sheets[seat] for view in views if view.phase != "round"}
    towns = tuple([(result, ends[result.episode]) for result in model.view.results])
    key = ("my_city", "keepsake", towns, seat, *model.people, day)
    args = (model, seat, towns, day)
    return Drawing(key, RenderRequest("my_city-keepsake.png", "", paint, describe, args, model.icons))


def paint(model: City, seat: Seat, towns: Sequence[Town], day: str) -> Canvas:
    """The only town large, several ones as a poster."""
    return _one(model, seat, towns[0], day) if len(towns) == 1 else _poster(model, seat, towns, day)


def describe(model: City, seat: Seat, towns: Sequence[Town], day: str) -> str:
    """Whose town it is, of which day, and what each episode has brought."""

    def told(shown: City) -> str:
        words = shown.words
        name = shown.names[seat]
        head = words("my_city.keepsake.alt", game=words.title(GAME.info), name=name, day=day)
        total = words("my_city.keepsake.total", score=in_units(words, GAME.info.key, _total(seat, towns)))
        lines = [
            words(
                "my_city.keepsake.alt_town",
                episode=titled(result.episode, words),
                score=in_units(words, GAME.info.key, result.points[seat]),
                n=len(own.drawn),
            )
            for result, own in towns
        ]
        return sentences(shown, [head, *[total] * (len(towns) > 1), *lines])

    return alt_text(model, told)


def _total(seat: Seat, towns: Sequence[Town]) -> int:
    return sum(result.points[seat] for result, _ in towns)


def _titles(canvas: Canvas, model: City, seat: Seat, line: str, room: float) -> None:
    """Whose picture it is, below the game's name, above a line."""
    left, top = theme.EDGE + 26, theme.EDGE + 46
    canvas.stamp(_emblem(), left + 24, top)
    canvas.text(
        left + 60, top, model.words.title(GAME.info), theme.TITLE, colours.ACCENT, bold=True, room=room - 60
    )
    token(canvas, seat, left + 26, top + 66, 24)
    canvas.text(left + 64, top + 66, model.names[seat], theme.BIG, bold=True, room=room - 64, shrink=True)
    if line:
        canvas.text(left, top + 124, line, theme.SENTENCES[0], room=room)


def _emblem() -> Image.Image:
    """Two houses, in the colour of the game."""

    def paint(pen: Pen) -> None:
        pen.polygon([(14, 8), (27, 21), (27, 40), (1, 40), (1, 21)], colours.ACCENT)
        pen.rounded((10, 28, 18, 40), 0, theme.CARD)
        pen.rounded((30, 12, 47, 40), 1, colours.ACCENT)
        for x in (33.5, 40):
            for y in (17, 25, 33):
                pen.rounded((x, y, x + 3.6, y + 4), 0, theme.CARD)

    return sprite("keepsake emblem", 48, 48, paint)


def _cloud(canvas: Canvas, x: float, y: float, wide: float) -> None:
    high = wide * 0.42

    def paint(pen: Pen) -> None:
        for across, down, radius in ((0.22, 0.7, 0.28), (0.45, 0.45, 0.42), (0.7, 0.6, 0.36)):
            pen.disc(across * wide, down * high, radius * high, _CLOUD)
        pen.rounded((wide * 0.06, high * 0.64, wide * 0.92, high), high * 0.18, _CLOUD)

    canvas.stamp(sprite(("cloud", wide), round(wide), round(high), paint), x, y)


def _one(model: City, seat: Seat, town: Town, day: str) -> Canvas:
    """The landscape as large as the picture is wide, its title above and the points below it."""
    result, own = town
    canvas = Canvas(_HEIGHT)
    canvas.panel((theme.EDGE, theme.EDGE, theme.WIDTH - theme.EDGE, _HEIGHT - theme.EDGE), _SKY, 18)
    image = landscape(result.episode, own, _LARGEST, _SKY)
    canvas.image.paste(image, ((theme.WIDTH - image.width) // 2, _TOP))
    for x, y, wide in ((880, 92, 170), (1060, 190, 120), (1100, 76, 84)):
        _cloud(canvas, x, y, wide)
    _titles(canvas, model, seat, titled(result.episode, model.words), 560)
    right, low = theme.WIDTH - theme.EDGE - 26, _HEIGHT - theme.EDGE
    canvas.text(right, low - 42, day, theme.TITLE, theme.MUTED, anchor="r")
    _score(canvas, model, result.points[seat], right, low - 118)
    return canvas


def _score(canvas: Canvas, model: City, points: int, right: float, y: float) -> None:
    score(canvas, model.words, GAME.info.key, points, (right, y), (theme.HUGE, theme.NUMBER), colours.ACCENT)


def _rows(count: int) -> list[int]:
    """How many landscapes stand in each row of a poster, the rows below as many or more."""
    most = 1 if count == 2 else 2 if count <= _FEW else 3
    down = -(-count // most)
    return sorted(count * (row + 1) // down - count * row // down for row in range(down))


def _poster(model: City, seat: Seat, towns: Sequence[Town], day: str) -> Canvas:
    """The landscapes of all episodes in rows, below a head with name, day and total."""
    rows = _rows(len(towns))
    wides = [(theme.WIDTH - 2 * theme.EDGE - (count - 1) * _GAP) / count for count in rows]
    units = [min(wide / (size(100)[0] / 100), _LARGEST) for wide in wides]
    room = _MOST - _HEAD - theme.EDGE - len(rows) * (_LABEL + _GAP)
    share = min(room / sum(size(100)[1] / 100 * unit for unit in units), 1)
    scaled = [int(unit * share) for unit in units]
    highs = [size(unit)[1] + _LABEL for unit in scaled]
    height = max(_HEAD + sum(highs) + _GAP * (len(rows) - 1) + theme.EDGE, 700)
    canvas = Canvas(height)
    right = theme.WIDTH - theme.EDGE - 26
    canvas.text(right, theme.EDGE + 128, day, theme.TITLE, theme.MUTED, anchor="r")
    _score(canvas, model, _total(seat, towns), right, theme.EDGE + 66)
    _titles(canvas, model, seat, "", 720)
    top, number = float(_HEAD), 0
    for count, wide, unit, high in zip(rows, wides, scaled, highs, strict=True):
        for index in range(count):
            left = theme.EDGE + index * (wide + _GAP)
            _framed(canvas, model, seat, towns[number], unit, (left, top, left + wide, top + high))
            number += 1
        top += high + _GAP
    return canvas


def _framed(canvas: Canvas, model: City, seat: Seat, town: Town, unit: int, box: theme.Box) -> None:
    """A landscape above its title and points."""
    (result, own), (left, top, right, bottom) = town, box
    canvas.panel(box, _SKY, 14)
    image = landscape(result.episode, own, unit, _SKY)
    canvas.image.paste(image, (round((left + right - image.width) / 2), round(top + 4)))
    y, points = bottom - _LABEL / 2, signed(result.points[seat])
    edge = (
        right - 18 - canvas.text(right - 18, y, points, theme.NUMBER, colours.ACCENT, bold=True, anchor="r")
    )
    title, room = titled(result.episode, model.words), edge - left - 32
    most = theme.TITLE if right - left > 500 else theme.NAME
    if fonts.width(title, most, True) <= room:
        canvas.text(left + 18, y, title, most, bold=True)
    else:
        canvas.lines(left + 18, y - 5, fonts.lines(title, room, theme.HINT, True), 28, theme.HINT, bold=True)
