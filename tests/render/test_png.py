"""Files of pictures: a band of rows as in an earlier one is not compressed again."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from render import png
from render.canvas import Canvas
from render.games import style
from render.pen import Bounded
from render.theme import INK, NEWS


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of each band that is compressed the length, with nothing kept before."""
    found: list[int] = []
    make = png._band  # pyright: ignore[reportPrivateUsage]

    def noted(part: bytes, before: int) -> bytes:
        found.append(len(part) - before)
        return make(part, before)

    monkeypatch.setattr(png, "_band", noted)
    monkeypatch.setattr(png, "_BANDS", Bounded[bytes](1 << 20, len))
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
    plain, length = file_of(), 24 * 1201
    assert compressed == [length] * 10 + [10 * 1201]
    compressed.clear()
    assert file_of() == plain
    assert not compressed
    for mark, bands in ((100, 1), (119, 2)):
        file_of(mark)
        assert compressed == [length] * bands
        compressed.clear()


def test_a_file_shows_its_picture_whatever_was_drawn_before(compressed: list[int]) -> None:
    alone = {marks: file_of(*marks) for marks in ((), (119,), (0, 249), (118, 119))}
    for marks, data in reversed(alone.items()):
        assert file_of(*marks) == data
        with Image.open(BytesIO(data)) as image:
            shown = image.convert("RGB")
        assert [y for y in range(250) if shown.getpixel((31, y)) == NEWS] == list(marks)
        assert shown.getpixel((400, 249)) == INK


def test_as_many_rows_at_the_top_and_behind_others_are_no_band_alike(compressed: list[int]) -> None:
    """What begins a file has nothing before it to point back to."""
    for height in (24, 24 + 22):
        canvas = Canvas(height, image=Image.new("RGB", (1200, height), INK))
        data = png.encode(canvas, style("six_nimmt"))
        begin = data.index(b"IDAT") + 4
        (length,) = struct.unpack(">I", data[begin - 8 : begin - 4])
        assert len(zlib.decompress(data[begin : begin + length])) == 1201 * height
