"""PNG files in a few fixed colours a game: small, quick to write, the same every time."""

import struct
import zlib
from collections.abc import Hashable
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.registry import game
from bot.text import locales, words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.games import Style, style
from render.pen import Bounded
from render.pixels import pixels
from render.theme import BASIC, SEATS, WHITE, Colour, fade, mix, tint

_ZLIB: Any = zlib_ng
"""It says of its functions only half of what they take."""
_CLOSE = 8
_EFFORT = 5
"""The level of compression of files: the next one takes half as long again and saves a thirtieth."""
_START, _END = b"\x78\x5e", b"\x03\x00"
"""Of all that is compressed: its format, and a last block with nothing in it."""
_BAND, _BEFORE = 24, 2
"""Rows that are compressed together, and those before them that they may point back to."""
_ADLER = 65521
"""The prime of the checksum."""


class _Band(NamedTuple):
    data: bytes
    checksum: int
    """Of what is compressed in it."""


_BANDS: Bounded[_Band] = Bounded(4 << 20, lambda band: len(band.data))
"""What is drawn again is mostly what it was: a band as in an earlier picture is not compressed again."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 256
_HEAD = len(_SIGNATURE)
"""Bytes before the first chunk of a file."""
_INDEXED = bytes((8, 3, 0, 0, 0))
"""In the header: colours by numbers of eight bits each, nothing special."""
_WARMING = 40
"""Moves to the midst of a game."""
PLTE = b"PLTE"


def encode(canvas: Canvas, look: Style | None) -> bytes:
    """The finished picture as a PNG file; without a `look`, in colours of its own."""
    image, palette = canvas.image, _palette(look.key) if look else _own_palette(canvas.image)
    colours = bytes(palette.getpalette() or ())
    chunks = (
        (b"IHDR", struct.pack(">II", *image.size) + _INDEXED),
        (PLTE, colours),
        (b"IDAT", _compressed(image, palette, look.key if look else colours)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)


def _compressed(image: Image.Image, palette: Image.Image, colours: Hashable) -> bytes:
    """The rows of a picture in the format of zlib; `colours` stands for the palette."""
    seen, row = pixels(image), 4 * image.width
    bands, checksum = [_START], 1
    for top in range(0, image.height, _BAND):
        begin, end = max(top - _BEFORE, 0), min(top + _BAND, image.height)
        part = seen[begin * row : end * row]
        # Two checksums, of 64 bits together, for what would weigh a hundred times as much.
        key = colours, row, len(part), top - begin, _ZLIB.crc32(part), _ZLIB.adler32(part)
        box = 0, begin, image.width, end
        band = _BANDS.get(key, partial(_band, image, palette, box, top - begin))
        bands.append(band.data)
        checksum = _joined(checksum, band.checksum, (end - top) * (image.width + 1))
    return b"".join((*bands, _END, struct.pack(">I", checksum)))


def _band(image: Image.Image, palette: Image.Image, box: tuple[int, int, int, int], before: int) -> _Band:
    """What comes after so many rows of a part of a picture, compressed up to a whole byte."""
    part = image.crop(box).quantize(palette=palette, dither=Image.Dither.NONE)
    # Between the rows, and so before each of them, a zero, which says that it stands as it is.
    row = part.width + 1
    rows = b"\0" + part.tobytes("raw", "P", row)[:-1]
    known, new = rows[: before * row], rows[before * row :]
    packer = _ZLIB.compressobj(_EFFORT, wbits=-_ZLIB.MAX_WBITS, zdict=known)
    return _Band(packer.compress(new) + packer.flush(_ZLIB.Z_SYNC_FLUSH), _ZLIB.adler32(new))


def _joined(first: int, second: int, length: int) -> int:
    """Adler's checksum of two pieces of data one after the other, the second one so long (RFC 1950)."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


def chunk(kind: bytes, data: bytes) -> bytes:
    """A piece of a PNG file: its length, its kind, its data, their checksum."""
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))))


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height of a file."""
    width, height = struct.unpack(">II", png[_HEAD + 8 : _HEAD + 16])
    return width, height


def palette_place(png: bytes) -> tuple[int, int]:
    """Where the list of colours of a file begins and ends."""
    at = _HEAD
    while True:
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == PLTE:
            return at + 8, at + 8 + length
        at += length + 12


def flat_colours(look: Style) -> list[Colour]:
    """The colours of the theme and of the game that a picture must show as they are."""
    seats = range(len(SEATS))
    bar = [mix(look.accent, WHITE, share) for share in (0.45, 0.88)]
    wanted = [*BASIC, *SEATS, *map(tint, seats), *map(fade, seats), look.accent, *bar, *look.colours]
    return list(dict.fromkeys(wanted))


@cache
def _palette(key: str) -> Image.Image:
    look = style(key)
    flat = flat_colours(look)

    def taken(shade: Colour) -> bool:
        """A shade so close to a flat colour would be taken for it, since the search is coarse."""
        return any(all(abs(a - b) <= _CLOSE for a, b in zip(shade, one, strict=True)) for one in flat)

    blends = [shade for shade in look.shades if not taken(shade)]
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in [*flat, *blends] for value in colour])
    return image


def _own_palette(image: Image.Image) -> Image.Image:
    """The colours of the theme, and what else the picture needs most."""
    palette = Image.new("P", (1, 1))
    flat = [value for colour in BASIC for value in colour]
    most = image.quantize(_COLOURS - len(BASIC), method=Image.Quantize.MEDIANCUT).getpalette() or []
    palette.putpalette([*flat, *most])
    return palette


def warm(key: str, *, own: bool = False) -> bytes:
    """A board in mid-game as a PNG file: the fonts are open now, and what it is made of is kept; where they
    are `own`, too, also what is in the picture of whoever decides, which may take more than a second."""
    rules, chance, pictures = game(key), Chance(bytes(32)), import_module(f"render.{key}")
    state = rules.setup(rules.options_type(), rules.info.seats[1], chance)
    for _ in range(_WARMING):
        for seat in list(rules.decisions(state))[:1]:
            state = rules.apply(state, seat, rules.default(state, seat, chance), chance).state
    names = tuple(map(str, range(state.seats)))

    def model(seat: Seat | None) -> ViewModel[Any]:
        return ViewModel(1, 1, rules.view(state, seat), names, words(locales()[-1]), seat)

    for seat in list(rules.decisions(state))[:1] if own and hasattr(pictures, "own") else ():
        pictures.own(model(seat)).draw()
    return pictures.board(model(None)).draw().data
