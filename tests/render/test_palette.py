"""The palettes: readable, told apart by everybody, kept by the files; nothing but colours changes."""

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from itertools import combinations, pairwise, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Any, get_args

import pytest
from picture_checks import canvas_of
from PIL import Image

import render
from bot.games.registry import keys
from bot.tables.settings import Palette
from render import pen, theme
from render.canvas import Canvas
from render.drawing import Drawing, Picture
from render.film import Frame, film, steps
from render.games import style
from render.palettes import CONTRAST, NIGHT, PALETTES, PAPER, colours_of, mapped, painted_in, shown
from render.png import encode, flat_colours, warm
from render.six_nimmt.cards import DANGER, FILLS
from render.theme import CARD, INK, LOSS, MUTED, NEWS, NEWS_PALE, SEATS, SHADE, TABLE, TRAY, WHITE, Colour
from render.thurn_and_taxis import own_map
from render.thurn_and_taxis.terrain import veiled

MOST_SHADES = 56
"""More look no better and make the files larger."""
GROUNDS = (TABLE, TRAY, theme.PAPER, CARD)
Triple = Sequence[float]

SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0, over linear RGB."""
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
KINDS = tuple(SIGHT)


def times(matrix: Sequence[Triple], light: Triple) -> list[float]:
    return [sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix]


def linear(colour: Colour) -> Triple:
    return [
        value / 255 / 12.92 if value <= 10.3 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour
    ]


def seen(colour: Colour, kind: str) -> Triple:
    return [min(max(value, 0), 1) for value in times(SIGHT[kind], linear(colour))]


def lab(light: Triple) -> Triple:
    shares = [value / full for value, full in zip(times(XYZ, light), (0.95047, 1, 1.08883), strict=True)]
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    delta_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rotation = (
        -2 * sqrt(mean_c**7 / (mean_c**7 + 25.0**7)) * sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2))))
    )
    light, chroma, hue = (l2 - l1) / s_l, (c2 - c1) / s_c, delta_h / s_h
    return sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def distance(one: Colour, other: Colour, kind: str) -> float:
    return ciede2000(lab(seen(one, kind)), lab(seen(other, kind)))


def contrast(one: Colour, other: Colour) -> float:
    dark, bright = sorted(times(XYZ, linear(colour))[1] for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def apart(palette: str, one: Colour, other: Colour) -> float:
    """The contrast of two colours of the theme in a palette."""
    return contrast(shown(one, palette), shown(other, palette))


def near(one: object, other: Colour, by: int) -> bool:
    assert isinstance(one, tuple)
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def test_a_person_can_choose_every_palette() -> None:
    assert get_args(Palette) == PALETTES


LEAST = {
    PAPER: {2: 50, 4: 19, 6: 19, 8: 16.5, 10: 16.5},
    CONTRAST: {2: 50, 6: 18, 10: 14},
    NIGHT: {2: 50, 6: 18, 10: 14},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("palette", PALETTES)
def test_seats_are_told_apart_by_colour(palette: str, kind: str) -> None:
    colours = [shown(colour, palette) for colour in SEATS]
    for count, least in LEAST[palette].items():
        pairs = combinations(colours[:count], 2)
        assert min(distance(one, other, kind) for one, other in pairs) >= least


@pytest.mark.parametrize("palette", PALETTES)
def test_text_is_readable_on_every_ground(palette: str) -> None:
    for ground in (*GROUNDS, SHADE, NEWS, NEWS_PALE, DANGER, *map(theme.tint, range(10))):
        assert apart(palette, INK, ground) >= 4.5, ground
    assert min(apart(palette, MUTED, ground) for ground in GROUNDS) >= 4.5
    for count, fill in FILLS.items():
        assert apart(palette, WHITE if count == 7 else INK, fill) >= 4.5
        assert apart(palette, NEWS_PALE if count == 7 else LOSS, fill) >= 4.5
    for accent in (style(key).accent for key in keys()):
        assert min(apart(palette, accent, ground) for ground in (WHITE, theme.PAPER, TABLE)) >= 4.5


def test_what_a_game_writes_can_be_read(gallery: Any) -> None:
    for colours, grounds, least in gallery.READABLE:
        for colour, ground in product(colours, grounds):
            assert contrast(colour, ground) >= least, (colour, ground)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_game_shows_in_colour_is_told_apart(gallery: Any, kind: str) -> None:
    for colours, others, least in gallery.APART:
        for one, other in product(colours, others):
            assert one == other or distance(one, other, kind) >= least, (one, other)


@pytest.mark.parametrize("kind", KINDS)
def test_marks_that_look_alike_in_colour_differ_in_pattern(gallery: Any, kind: str) -> None:
    """At the size of the smallest one: an eighth of its dots at least."""
    for (one, lines), (other, more) in combinations(getattr(gallery, "MARKS", ()), 2):
        differing = sum(abs(a - b) > 80 for a, b in zip(lines, more, strict=True))
        assert distance(one, other, kind) >= 12 or differing >= len(lines) / 8, (one, other)


def test_strong_contrast_is_stronger_and_at_night_light_lies_on_dark() -> None:
    for ground in GROUNDS:
        for colour in (INK, MUTED, LOSS):
            assert apart(CONTRAST, colour, ground) > 1.1 * apart(PAPER, colour, ground)
    assert max(shown(TABLE, NIGHT)) < 90 < 180 < min(shown(INK, NIGHT))


def drawn() -> Picture:
    """Something in every colour of a seat."""
    canvas = Canvas(200)
    for seat, colour in enumerate(SEATS):
        canvas.fill((seat * 100, 20, seat * 100 + 60, 80), colour)
    return Picture("seats.png", encode(canvas, style("six_nimmt")), "Seats.")


def filmed() -> Picture:
    moving = film("steps", [Frame(Drawing(n, drawn), "Seats", "Seats") for n in range(2)], "Seats.")
    return next(found for found in steps(moving) if found is not None)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("make", [drawn, filmed])
def test_only_the_colours_of_a_picture_change(make: Callable[[], Picture], palette: str) -> None:
    paper = make()
    other = painted_in(paper, mapped(colours_of(paper), palette))
    assert (other.name, other.alt, len(other.data)) == (paper.name, paper.alt, len(paper.data))
    with Image.open(BytesIO(paper.data)) as one, Image.open(BytesIO(other.data)) as two:
        two.load()
        assert one.tobytes() == two.tobytes()
        for seat, colour in enumerate(SEATS):
            assert near(two.convert("RGB").getpixel((seat * 100 + 30, 50)), shown(colour, palette), 4)


def test_a_file_keeps_every_flat_colour(key: str) -> None:
    look, canvas = style(key), Canvas(700)
    colours = flat_colours(look)
    places = [(index % 60 * 20, index // 60 * 20) for index in range(len(colours))]
    for (x, y), colour in zip(places, colours, strict=True):
        canvas.fill((x, y, x + 20, y + 20), colour)
    with Image.open(BytesIO(encode(canvas, look))) as file:
        picture = file.convert("RGB")
    for (x, y), colour in zip(places, colours, strict=True):
        assert near(picture.getpixel((x + 10, y + 10)), colour, 3), colour


def shades_of(pictures: Iterable[Canvas]) -> tuple[Colour, ...]:
    """What some pictures need most: every colour counts, however large its area."""
    seen: dict[Colour, None] = {}
    for canvas in pictures:
        for _, colour in canvas.image.getcolors(1 << 17) or ():
            if isinstance(colour, tuple):
                seen[colour[0] & 0xFC, colour[1] & 0xFC, colour[2] & 0xFC] = None
    sheet = Image.frombytes("RGB", (len(seen), 1), bytes(value for colour in seen for value in colour))
    values = sheet.quantize(MOST_SHADES, Image.Quantize.MEDIANCUT).getpalette() or []
    return tuple([(values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3)])


def test_the_shades_of_a_game_are_those_its_pictures_need(key: str, gallery: Any, remake: bool) -> None:
    """If not, as after a change of colours, they are made anew with the golden pictures."""
    look = style(key)
    there = [*look.shades, *flat_colours(look)]
    needed = shades_of(map(canvas_of, gallery.samples()))
    if remake:
        lines = "".join([f"{r:02x}{g:02x}{b:02x}\n" for r, g, b in needed])
        Path(render.__path__[0], key, "shades.txt").write_text(lines, encoding="ascii")
    for shade in needed:
        assert any(near(shade, one, 12) for one in there), shade


def test_what_is_warm_need_not_be_made_again(key: str) -> None:
    warm(key)
    kept = pen._SPRITES.weight
    warm(key)
    assert pen._SPRITES.weight == kept > 0


@pytest.mark.slow
def test_what_only_a_hand_shows_is_made_ready_where_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The land around it takes long, and memory."""
    drawn: list[str] = []
    monkeypatch.setattr(own_map, "veiled", lambda *part: drawn.append("land") or veiled(*part))
    monkeypatch.setattr(pen, "_SPRITES", pen.Bounded[Image.Image](1 << 24, lambda image: 1))
    warm("thurn_and_taxis")
    assert not drawn
    warm("thurn_and_taxis", own=True)
    assert drawn == ["land"]


def test_sizes_are_seven_and_none_is_too_small() -> None:
    assert len(theme.SIZES) == 7
    assert all(small < large for small, large in pairwise(theme.SIZES))
    assert theme.SIZES[0] == 26
