"""Other palettes of finished pictures: readable, told apart by everybody, only the colours new."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from typing import get_args

import pytest
from PIL import Image
from test_palette import MACHADO, contrast, distance

from bot.tables.settings import Palette
from render.canvas import Canvas
from render.drawing import Drawing, Picture
from render.film import Clip, Frame, film, steps
from render.games import keys, style
from render.palettes import CONTRAST, NIGHT, PALETTES, PAPER, recoloured, shown
from render.png import encode
from render.six_nimmt.cards import DANGER, FILLS
from render.theme import (
    CARD,
    INK,
    LOSS,
    MUTED,
    NEWS,
    NEWS_PALE,
    SEATS,
    SHADE,
    TABLE,
    TRAY,
    WHITE,
    Colour,
    tint,
)
from render.theme import PAPER as SHEET

OTHERS = (CONTRAST, NIGHT)
GROUNDS = (TABLE, TRAY, SHEET, CARD)


def apart(palette: str, one: Colour, other: Colour) -> float:
    """The contrast of two colours of the theme in a palette."""
    return contrast(shown(one, palette), shown(other, palette))


def drawn() -> Picture:
    """Something in every colour of a seat."""
    canvas = Canvas(200)
    for seat, colour in enumerate(SEATS):
        canvas.fill((seat * 100, 20, seat * 100 + 60, 80), colour)
    return Picture("seats.png", encode(canvas, style("six_nimmt")), "Seats.")


def test_a_person_can_choose_every_palette() -> None:
    assert get_args(Palette) == PALETTES


@pytest.mark.parametrize("palette", OTHERS)
def test_text_is_readable_on_every_ground(palette: str) -> None:
    for ground in (*GROUNDS, SHADE, NEWS, NEWS_PALE, DANGER, *map(tint, range(10))):
        assert apart(palette, INK, ground) >= 4.5, ground
    assert min(apart(palette, MUTED, ground) for ground in GROUNDS) >= 4.5
    for count, fill in FILLS.items():
        assert apart(palette, WHITE if count == 7 else INK, fill) >= 4.5
        assert apart(palette, NEWS_PALE if count == 7 else LOSS, fill) >= 4.5
    for accent in (style(key).accent for key in keys()):
        assert min(apart(palette, accent, ground) for ground in (WHITE, SHEET, TABLE)) >= 4.5


@pytest.mark.parametrize("ground", GROUNDS)
def test_strong_contrast_is_stronger(ground: Colour) -> None:
    for colour in (INK, MUTED, LOSS):
        assert apart(CONTRAST, colour, ground) > 1.1 * apart(PAPER, colour, ground)


def test_at_night_light_lies_on_dark() -> None:
    assert max(shown(TABLE, NIGHT)) < 90 < 180 < min(shown(INK, NIGHT))


@pytest.mark.parametrize("kind", ["normal", *MACHADO])
@pytest.mark.parametrize("palette", OTHERS)
def test_seats_are_told_apart_by_colour(palette: str, kind: str) -> None:
    colours = [shown(colour, palette) for colour in SEATS]
    for count, least in ((2, 50), (6, 18), (10, 14)):
        pairs = combinations(colours[:count], 2)
        assert min(distance(one, other, kind) for one, other in pairs) >= least


@pytest.mark.parametrize("palette", PALETTES)
def test_a_picture_is_the_same_but_for_its_colours(palette: str) -> None:
    paper = drawn()
    other = recoloured(paper, palette)
    assert isinstance(other, Picture)
    assert (other.name, other.alt) == (paper.name, paper.alt)
    with Image.open(BytesIO(paper.png)) as one, Image.open(BytesIO(other.png)) as two:
        two.load()
        assert one.tobytes() == two.tobytes()
        for seat, colour in enumerate(SEATS):
            found = two.convert("RGB").getpixel((seat * 100 + 30, 50))
            assert isinstance(found, tuple)
            assert all(abs(a - b) <= 4 for a, b in zip(found, shown(colour, palette), strict=True))
    assert len(other.png) == len(paper.png)


def test_a_film_is_the_same_but_for_its_colours() -> None:
    moving = film("steps", [Frame(Drawing(n, drawn), "Seats", "Seats") for n in range(2)], "Seats.")
    clip = next(found for found in steps(moving) if found is not None)
    other = recoloured(clip, NIGHT)
    assert isinstance(other, Clip)
    assert (other.name, other.alt, len(other.gif)) == (clip.name, clip.alt, len(clip.gif))
    with Image.open(BytesIO(other.gif)) as two:
        found = two.convert("RGB").getpixel((5, 150))
        assert isinstance(found, tuple)
        assert all(abs(a - b) <= 4 for a, b in zip(found, shown(TABLE, NIGHT), strict=True))
