"""The shades that smooth edges need, found in typical pictures of a game and kept beside its drawings.

`python -m render.shades` finds them again: after a change of colours or of what the pictures show.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from PIL import Image

from render.canvas import Canvas
from render.theme import Colour

_MOST = 56
"""More look no better and make the files larger."""
_COARSE = 0xFC


def kept(game: str) -> tuple[Colour, ...]:
    """The shades that lie beside the drawings of a game."""
    lines = _file(game).read_text(encoding="ascii").split()
    return tuple([(int(line[:2], 16), int(line[2:4], 16), int(line[4:], 16)) for line in lines])


def found(samples: Iterable[Canvas]) -> tuple[Colour, ...]:
    """What some pictures need most: every colour counts, however large its area."""
    seen: dict[Colour, None] = {}
    for canvas in samples:
        for _, colour in canvas.image.getcolors(1 << 17) or ():
            if isinstance(colour, tuple):
                seen[colour[0] & _COARSE, colour[1] & _COARSE, colour[2] & _COARSE] = None
    sheet = Image.frombytes("RGB", (len(seen), 1), bytes(value for colour in seen for value in colour))
    values = sheet.quantize(_MOST, Image.Quantize.MEDIANCUT).getpalette() or []
    return tuple([(values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3)])


def main() -> None:
    """Finds the shades of every game again and writes them down."""
    from render.games import keys

    for game in keys():
        shades = found(import_module(f"render.{game}.samples").samples())
        _file(game).write_text("".join([f"{r:02x}{g:02x}{b:02x}\n" for r, g, b in shades]), encoding="ascii")


def _file(game: str) -> Path:
    return Path(__file__).parent / game / "shades.txt"


if __name__ == "__main__":
    main()
