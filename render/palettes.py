"""The palettes in which a reader may see pictures: a function of the colour each, laid over finished files.

Files have few fixed colours, so that another palette is another list of colours in the same file.
"""

from dataclasses import replace
from functools import cache
from math import atan2, cos, hypot, log, sin

from render.drawing import Picture
from render.png import PLTE, chunk, palette_place
from render.theme import SEATS, Colour

PAPER, CONTRAST, NIGHT = PALETTES = ("paper", "contrast", "night")
"""As drawn; lights lighter and darks darker; light on dark."""
_Triple = tuple[float, float, float]

_TO_CONES: tuple[_Triple, _Triple, _Triple] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: tuple[_Triple, _Triple, _Triple] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB: tuple[_Triple, _Triple, _Triple] = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES: tuple[_Triple, _Triple, _Triple] = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
"""OKLab, by Björn Ottosson: equal steps of lightness look equal."""
_GIF = b"GIF"
_GIF_HEAD = 13
"""Bytes before the colours of a GIF file."""
_FAINTER = 0.92
_BLACK, _WHITE = SEATS[6], SEATS[9]
_PIECES_AT_NIGHT = {colour: colour for colour in SEATS} | {_BLACK: _WHITE, _WHITE: _BLACK}
"""They are told apart as on paper; black and white change places with everything around them."""
_GLARE = 0.05
"""What WCAG adds to every luminance before it compares two."""
_MIDDLE, _STRETCH = 0.65, 1.35
"""Brighter colours become brighter in strong contrast, darker ones darker, and how much."""
_HALVINGS = 14


def colours_of(picture: Picture) -> bytes:
    """The list of colours in its file."""
    first, last = _place(picture)
    return picture.data[first:last]


def painted_in(picture: Picture, colours: bytes) -> Picture:
    """The same picture with as many other colours."""
    data, (first, last) = picture.data, _place(picture)
    if data.startswith(_GIF):
        return replace(picture, data=b"".join((data[:first], colours, data[last:])))
    return replace(picture, data=b"".join((data[: first - 8], chunk(PLTE, colours), data[last + 4 :])))


def mapped(colours: bytes, palette: str) -> bytes:
    """What becomes of a list of colours. Work for some 50 ms, unless most of them are known."""
    return bytes(
        value
        for red, green, blue in zip(colours[::3], colours[1::3], colours[2::3], strict=True)
        for value in shown((red, green, blue), palette)
    )


@cache
def shown(colour: Colour, palette: str) -> Colour:
    """What becomes of a colour of the theme in a palette: its hue stays, its brightness changes. Pieces keep
    their colours at night: nothing is written on them."""
    if palette == PAPER:
        return colour
    if palette == NIGHT and colour in _PIECES_AT_NIGHT:
        return _PIECES_AT_NIGHT[colour]
    bright = _brightness(colour)
    if palette == NIGHT:
        wanted = 1 - bright
    elif bright < _MIDDLE:
        wanted = _MIDDLE * (bright / _MIDDLE) ** _STRETCH
    else:
        wanted = 1 - (1 - _MIDDLE) * ((1 - bright) / (1 - _MIDDLE)) ** _STRETCH
    red, green, blue = (_straight(value / 255) for value in colour)
    one, two, three = (value ** (1 / 3) for value in _times(_TO_CONES, (red, green, blue)))
    _, a, b = _times(_TO_LAB, (one, two, three))
    return _as_bright(wanted, hypot(a, b), atan2(b, a))


def _brightness(colour: Colour) -> float:
    """From 0 for black to 1 for white, in steps of equal contrast."""
    red, green, blue = (_straight(value / 255) for value in colour)
    shine = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return log((shine + _GLARE) / _GLARE) / log((1 + _GLARE) / _GLARE)


def _as_bright(wanted: float, chroma: float, hue: float) -> Colour:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _brightness(_within(middle, chroma, hue)) < wanted:
            low = middle
        else:
            high = middle
    return _within((low + high) / 2, chroma, hue)


def _place(picture: Picture) -> tuple[int, int]:
    if picture.data.startswith(_GIF):
        return _GIF_HEAD, _GIF_HEAD + 3 * 2 ** ((picture.data[10] & 7) + 1)
    return palette_place(picture.data)


def _within(light: float, chroma: float, hue: float) -> Colour:
    while True:
        found = _rgb((light, chroma * cos(hue), chroma * sin(hue)))
        if all(-0.001 <= value <= 1.001 for value in found) or chroma < 0.002:
            red, green, blue = (round(255 * _curved(min(max(value, 0.0), 1.0))) for value in found)
            return red, green, blue
        chroma *= _FAINTER


def _rgb(lab: _Triple) -> _Triple:
    one, two, three = (value**3 for value in _times(_FROM_LAB, lab))
    return _times(_FROM_CONES, (one, two, three))


def _times(matrix: tuple[_Triple, _Triple, _Triple], values: _Triple) -> _Triple:
    one, two, three = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return one, two, three


def _straight(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _curved(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
