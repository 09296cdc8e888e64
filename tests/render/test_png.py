"""Files of pictures: a band of rows as in an earlier one is not compressed again."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from render import png
from render.canvas import Canvas
from render.games import style
from render.pen import Bounded
from render.pixels import pixels
from render.theme import INK, NEWS


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of each band that is compressed the rows, with nothing kept before."""
    found: list[int] = []
    make = png._band  # pyright: ignore[reportPrivateUsage]

    def noted(image: Image.Image, palette: Image.Image, box: tuple[int, int, int, int], before: int) -> Any:
        found.append(box[3] - box[1] - before)
        return make(image, palette, box, before)

    monkeypatch.setattr(png, "_band", noted)
    monkeypatch.setattr(png, "_BANDS", Bounded[Any](1 << 20, lambda band: len(band.data)))
    return found


def file_of(*marks: int, height: int = 250) -> bytes:
    """A picture with a mark at each of these heights."""
    canvas = Canvas(height)
    for row in range(height):
        canvas.fill((row, row, 2 * row + 1, row + 1), INK)
    for mark in marks:
        canvas.fill((30, mark, 50, mark + 1), NEWS)
    return png.encode(canvas, style("six_nimmt"))


def test_only_what_has_changed_is_compressed_again_with_what_points_back_to_it(compressed: list[int]) -> None:
    plain, rows = file_of(), 24
    assert compressed == [rows] * 10 + [10]
    compressed.clear()
    assert file_of() == plain
    assert not compressed
    for mark, bands in ((100, 1), (119, 2)):
        file_of(mark)
        assert compressed == [rows] * bands
        compressed.clear()


def test_a_file_shows_its_picture_whatever_was_drawn_before(compressed: list[int]) -> None:
    alone = {marks: file_of(*marks) for marks in ((), (119,), (0, 249), (118, 119))}
    for marks, data in reversed(alone.items()):
        assert file_of(*marks) == data
        with Image.open(BytesIO(data)) as image:
            shown = image.convert("RGB")
        assert [y for y in range(250) if shown.getpixel((31, y)) == NEWS] == list(marks)
        assert shown.getpixel((400, 249)) == INK


def content(image: Image.Image, game: str = "six_nimmt") -> bytes:
    """The rows of a picture as its file holds them; raises where the checksum is that of others."""
    data = png.encode(Canvas(image.height, image=image), style(game))
    begin = data.index(b"IDAT") + 4
    (length,) = struct.unpack(">I", data[begin - 8 : begin - 4])
    return zlib.decompress(data[begin : begin + length])


@pytest.mark.parametrize("sizes", [((1200, 24), (1200, 46)), ((1200, 12), (600, 24))], ids=["top", "width"])
def test_bands_of_the_same_pixels_are_alike_only_in_the_same_place(
    sizes: tuple[tuple[int, int], ...], compressed: list[int]
) -> None:
    """What begins a file has nothing before it to point back to; a row is as wide as its picture."""
    for width, height in sizes:
        assert len(content(Image.new("RGB", (width, height), INK))) == (width + 1) * height


def test_bands_of_the_same_pixels_have_the_colours_of_their_game(compressed: list[int]) -> None:
    image = Image.new("RGB", (1200, 24), style("noria").accent)
    assert content(image) != content(image, "noria")


@pytest.mark.parametrize("size", [(7, 5), (1200, 900), (2200, 2000)])
def test_pixels_are_those_of_the_image_also_where_it_lies_in_several_pieces(size: tuple[int, int]) -> None:
    image = Image.effect_noise(size, 90).convert("RGB")
    assert bytes(pixels(image)) == image.tobytes("raw", "RGBX")
