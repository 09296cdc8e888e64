"""Rules in a minute: six scenes of a game, each with its number, a title and one line below; and single
examples for the pages of its rules."""

from bot.games.registry import game
from bot.text import Words
from render import fonts
from render.canvas import Canvas, layered
from render.drawing import Drawing, RenderRequest
from render.games import style
from render.parts import PANEL, bar, barred, header
from render.pen import Point, rings
from render.theme import EDGE, INK, NUMBER, PANEL_TOP, PAPER, SENTENCES, WHITE, WIDTH, Box, Colour

HEIGHT = 1164
SCENE = (549, 172)
"""How wide and high a scene is."""
TITLE_ROOM = 471
_SMALL_TITLE, _LINE, _SMALL_LINE = SENTENCES
_WIDE, _HIGH, _GAP = 577, 318, 14
_FOOT = HEIGHT - 34
LOW_HIGH = 292
"""How high a scene is that stands alone."""
_NUMBERED, _ALONE = (72, 44, 84, 287), (0, 34, 66, 264)
"""Where the title begins and how low title, scene and line stand, with a number before the title or none."""
_LOW = 730
EXAMPLE: Box = (44, PANEL_TOP + 22, WIDTH - 44, _LOW - 108)
"""Where an example is drawn: 1112 x 494."""


def primer(key: str, words: Words) -> Drawing | None:
    """The scenes of a game, None where it has none."""
    if not has_scenes(key):
        return None
    request = RenderRequest(f"{key}-primer.png", key, paint, _alt, (key, words))
    return Drawing(("primer", key, words.locale), request)


def paint(key: str, words: Words) -> Canvas:
    """Six panels in two columns, one sentence at the foot."""
    accent = style(key).accent
    canvas = layered(("primer", key), HEIGHT, lambda canvas: _ground(canvas, key))
    header(canvas, key, words, words("picture.primer"), size=PANEL)
    for index in range(len(style(key).scenes)):
        left, top = _corner(index)
        canvas.text(left + 44, top + 44, str(index + 1), NUMBER, WHITE, bold=True, anchor="m")
        _scene(canvas, key, words, index, (left + 14, top), _NUMBERED)
    _line(canvas, WIDTH / 2, _FOOT, words(f"{key}.primer.foot"), WIDTH - 2 * EDGE, accent, bold=True)
    return canvas


def beginning(canvas: Canvas, key: str, words: Words, room: Box, index: int) -> None:
    """Draws one of a game's scenes without its number in the middle of this room, where it fits."""
    left, top = (room[0] + room[2] - _WIDE) / 2, (room[1] + room[3] - LOW_HIGH) / 2
    if begins(key, room):
        canvas.panel((room[0], top, room[2], top + LOW_HIGH), PAPER, 18)
        _scene(canvas, key, words, index, (left + 14, top), _ALONE)


def begins(key: str, room: Box) -> bool:
    """Whether a game has scenes, and one fits there."""
    return has_scenes(key) and room[3] - room[1] >= LOW_HIGH


def has_scenes(key: str) -> bool:
    """Whether a game tells its rules in scenes."""
    return bool(style(key).scenes)


def _scene(canvas: Canvas, key: str, words: Words, index: int, at: Point, place: tuple[int, ...]) -> None:
    (left, top), (right, high, down, low) = at, place
    title, line = (words(f"{key}.primer.{index + 1}.{part}") for part in ("title", "line"))
    size = NUMBER if fonts.width(title, NUMBER, True) <= TITLE_ROOM else _SMALL_TITLE
    canvas.text(left + right, top + high, title, size, INK, bold=True, room=TITLE_ROOM)
    style(key).scenes[index](canvas, words, (left, top + down, left + SCENE[0], top + down + SCENE[1]))
    _line(canvas, left + SCENE[0] / 2, top + low, line, SCENE[0], INK)


def example(key: str, name: str, words: Words) -> Drawing:
    """An example of a game's rules by its name."""
    request = RenderRequest(f"{key}-example.png", key, _example, _told, (key, name, words))
    return Drawing(("example", key, name, words.locale), request)


def _example(key: str, name: str, words: Words) -> Canvas:
    canvas = barred(key, _LOW)
    header(canvas, key, words, words(f"{key}.example.{name}.title"), size=PANEL)
    canvas.panel((EDGE, PANEL_TOP, WIDTH - EDGE, _LOW - 86), PAPER, 18)
    style(key).examples[name](canvas, words, EXAMPLE)
    line = words(f"{key}.example.{name}.line")
    _line(canvas, WIDTH / 2, _LOW - 42, line, WIDTH - 2 * EDGE, style(key).accent, bold=True)
    return canvas


def _told(key: str, name: str, words: Words) -> str:
    title = words.title(game(key).info)
    return words("picture.alt_example", game=title, told=words(f"{key}.example.{name}.alt"))


def _ground(canvas: Canvas, key: str) -> None:
    bar(canvas, key, PANEL)
    accent = style(key).accent
    for index in range(len(style(key).scenes)):
        left, top = _corner(index)
        canvas.panel((left, top, left + _WIDE, top + _HIGH), PAPER, 18)
        canvas.stamp(rings(("scene", accent), 58, (29, accent)), left + 44, top + 44)


def _corner(index: int) -> tuple[int, int]:
    row, column = divmod(index, 2)
    return EDGE + column * (_WIDE + _GAP), PANEL_TOP + row * (_HIGH + _GAP)


def _line(
    canvas: Canvas, x: float, y: float, text: str, room: float, colour: Colour, *, bold: bool = False
) -> None:
    size = _LINE if fonts.width(text, _LINE, bold) <= room else _SMALL_LINE
    canvas.text(x, y, text, size, colour, bold=bold, anchor="m", room=room)


def _alt(key: str, words: Words) -> str:
    return words(f"{key}.primer.alt")
