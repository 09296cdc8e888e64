"""A picture being drawn: panels, pills and text on a layer that is kept, with a record of what lies where."""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PIL import Image, ImageDraw

from render import fonts
from render.pen import Bounded, Part, Pen, framed, kept, sprite, stretched, weight
from render.theme import BROWN, HINT, INK, LINE, MUTED, NAME, NEWS, TABLE, WIDTH, Box, Colour

Anchor = Literal["l", "m", "r"]
_MARGIN = 8
_WORTH = 12_000
"""Pixels of a piece of paper from which on it is worth while to lay it down in parts."""
Look = tuple[Colour, float, Colour | None, bool, bool]
"""Of a piece of paper: fill, radius, edge, whether it has a shadow, whether it is lit."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where something lies: a text by its ink, a mark that no text may touch, a box that holds texts, a place
    that can be lit, by its name."""

    kind: Literal["text", "mark", "box", "place"]
    box: Box
    text: str = ""
    size: int = 0


class Canvas:
    """A picture, 1200 pixels wide. Every `y` of a text is its visual centre."""

    def __init__(
        self, height: int, *, image: Image.Image | None = None, placed: tuple[Placed, ...] = ()
    ) -> None:
        self.image = image or Image.new("RGB", (WIDTH, height), TABLE)
        self.height = height
        self.placed = list(placed)

    def mark(self, box: Box) -> None:
        """Notes that no text may lie in this box."""
        self.placed.append(Placed("mark", box))

    def holder(self, box: Box) -> None:
        """Notes that a text with its middle in this box lies in it altogether."""
        self.placed.append(Placed("box", box))

    def place(self, name: str, *boxes: Box) -> None:
        """Notes that what has this name, the same in every language, lies in these boxes."""
        self.placed += [Placed("place", box, name) for box in boxes]

    def around(self, names: Collection[str]) -> Box:
        """The box around all places with these names; at least one of them is in the picture."""
        boxes = [one.box for one in self.placed if one.kind == "place" and one.text in names]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def stamp(self, image: Image.Image, x: float, y: float) -> None:
        """Lays a sprite down with its middle at a point."""
        self.image.paste(image, (round(x - image.width / 2), round(y - image.height / 2)), image)

    def lay(self, parts: Sequence[Part], left: int, top: int) -> None:
        """Lays down a sprite in parts, its corner at a point."""
        for part, x, y in parts:
            self.image.paste(part, (left + x, top + y), part if part.mode == "RGBA" else None)

    def fill(self, box: Box, colour: Colour) -> None:
        """A plain rectangle on whole pixels."""
        left, top, right, bottom = (round(value) for value in box)
        self.image.paste(colour, (left, top, right, bottom))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: Colour = INK,
        *,
        bold: bool = False,
        anchor: Anchor = "l",
        halo: Colour | None = None,
        room: float | None = None,
        shrink: bool = False,
    ) -> int:
        """Writes one line and says how wide it runs; with a halo it stays readable over anything. Where there
        is so much `room`, it is written smaller (`shrink`, of bold ones) and cut until it fits."""
        if room is not None:
            size = fonts.largest(text, size, room) if shrink else size
            text = fonts.fit(text, room, size, bold)
        wide = fonts.width(text, size, bold)
        left = round(x - {"l": 0.0, "m": wide / 2, "r": float(wide)}[anchor])
        base = round(y + 0.37 * size)
        if halo is not None:
            mask, dx, dy = _mask(text, size, bold, 3.5)
            self.image.paste(halo, (left + dx, base + dy), mask)
        mask, dx, dy = _mask(text, size, bold, 0)
        # Half as long as filling through the mask.
        self.image.paste(Image.new("RGB", mask.size, colour), (left + dx, base + dy), mask)
        ink = (left + dx, base + dy, left + dx + mask.width, base + dy + mask.height)
        self.placed.append(Placed("text", ink, text, size))
        return wide

    def lines(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        step: float,
        size: int,
        colour: Colour = INK,
        *,
        bold: bool = False,
        anchor: Anchor = "l",
    ) -> None:
        """Writes lines below each other, so far apart; `y` is the middle of them all."""
        for index, line in enumerate(lines):
            low = y + (index - (len(lines) - 1) / 2) * step
            self.text(x, low, line, size, colour, bold=bold, anchor=anchor)

    def upright(self, x: float, y: float, text: str, size: int, colour: Colour) -> None:
        """A bold label, downwards (kana and kanji) or upwards (other letters), its middle at a point."""
        if not text.isascii():
            for index, letter in enumerate(text):
                offset = (index - (len(text) - 1) / 2) * size * 1.2
                self.text(x, y + offset, letter, size, colour, bold=True, anchor="m")
            return
        mask = _mask(text, size, True, 0)[0].transpose(Image.Transpose.ROTATE_90)
        left, top = round(x - mask.width / 2), round(y - mask.height / 2)
        self.image.paste(colour, (left, top), mask)
        self.placed.append(Placed("text", (left, top, left + mask.width, top + mask.height), text, size))

    def panel(
        self,
        box: Box,
        fill: Colour,
        radius: float = 16,
        *,
        edge: Colour | None = LINE,
        shadow: bool = True,
        lit: bool = False,
    ) -> None:
        """A piece of paper; lit with the amber band of news, ink outside it."""
        left, top, right, bottom = (round(value) for value in box)
        look = (fill, radius, None if lit else edge, shadow, lit)
        parts = _paper(right - left, bottom - top, look)
        if len(parts) == 4:
            rim = int(radius) + _MARGIN
            self.image.paste(fill, (left + rim, top + rim, right - rim, bottom - rim))
        self.lay(parts, left, top)
        self.holder((left, top, right, bottom))

    def pill(
        self,
        x: float,
        y: float,
        text: str,
        size: int = HINT,
        fill: Colour = NEWS,
        colour: Colour = INK,
        *,
        edge: Colour | None = INK,
        anchor: Anchor = "m",
        height: int = 38,
        padding: int = 11,
    ) -> Box:
        """A pill as wide as its text, and where it lies."""
        wide = fonts.width(text, size, True) + 2 * padding
        left = round(x - {"l": 0.0, "m": wide / 2, "r": float(wide)}[anchor])
        top = round(y - height / 2)
        box = (left, top, left + wide, top + height)
        self.panel(box, fill, height / 2, edge=edge, shadow=False)
        self.text(left + wide / 2, y, text, size, colour, bold=True, anchor="m")
        return box


def _paper(width: int, height: int, look: Look) -> list[tuple[Image.Image, int, int]]:
    """The parts of a piece of paper with their places: a small one as a whole, else the rim alone."""
    # The corners are drawn; what lies between them is the same all along and only stretched. It is as odd or
    # even as the whole side, so that a pill's round ends stay what they are.
    radius = look[1]
    core = 2 * int(radius + _MARGIN) + 16
    small = min(width, core + width % 2), min(height, core + height % 2)
    right, bottom = small[0] + 2 * _MARGIN, small[1] + 2 * _MARGIN
    rim = int(radius) + 2 * _MARGIN

    def paint(pen: Pen) -> None:
        _layers(pen, *small, *look)

    def part(cut: tuple[int, int, int, int], wide: int, high: int) -> Image.Image:
        def make() -> Image.Image:
            return stretched(sprite(("panel", small, look), right, bottom, paint).crop(cut), wide, high)

        return kept(("panel", cut, wide, high, look), make)

    wide, high = width + 2 * _MARGIN, height + 2 * _MARGIN
    if min(width, height) <= 2 * rim - 2 * _MARGIN + 16:
        whole = partial(part, (0, 0, right, bottom), wide, high)
        if wide * high < _WORTH:
            return [(whole(), -_MARGIN, -_MARGIN)]
        near = _MARGIN + 3 + int(radius * 0.3)
        cut = framed(("panel", wide, high, look), near, whole)
        return [(image, x - _MARGIN, y - _MARGIN) for image, x, y in cut]
    far_right, far_bottom, beside = width + _MARGIN - rim, height + _MARGIN - rim, rim - _MARGIN
    return [
        (part((0, 0, right, rim), wide, rim), -_MARGIN, -_MARGIN),
        (part((0, bottom - rim, right, bottom), wide, rim), -_MARGIN, far_bottom),
        (part((0, rim, rim, bottom - rim), rim, high - 2 * rim), -_MARGIN, beside),
        (part((right - rim, rim, right, bottom - rim), rim, high - 2 * rim), far_right, beside),
    ]


def _layers(
    pen: Pen,
    width: int,
    height: int,
    fill: Colour,
    radius: float,
    edge: Colour | None,
    shadow: bool,
    lit: bool,
) -> None:
    def layer(grow: float, colour: Colour | tuple[int, int, int, int], down: float = 0) -> None:
        low, right, bottom = _MARGIN - grow, _MARGIN + width + grow, _MARGIN + height + grow
        pen.rounded((low, low + down, right, bottom + down), max(radius + grow, 0), colour)

    if shadow:
        layer(0, (*BROWN, 20), 5)
        layer(0, (*BROWN, 62), 2.5)
    if lit:
        layer(2, INK)
        layer(0, NEWS)
        layer(-5, fill)
    elif edge is not None:
        layer(0, edge)
        layer(-2 if edge == INK else -1.5, fill)
    else:
        layer(0, fill)


Mask = tuple[Image.Image, int, int]
_WHOLE = [255 * (value > 110) for value in range(256)]
_MASKS: Bounded[Mask] = Bounded(8 << 20, lambda mask: mask[0].width * mask[0].height + 200)


def _mask(text: str, size: int, bold: bool, stroke: float) -> Mask:
    # The ink of a text and where it lies from the start of its baseline.
    def make() -> Mask:
        face = fonts.font(size, bold)
        left, top, right, bottom = face.getbbox(text, anchor="ls", stroke_width=stroke)
        x, y = int(left // 1), int(top // 1)
        image = Image.new("L", (max(-int(-right // 1) - x, 1), max(-int(-bottom // 1) - y, 1)))
        ImageDraw.Draw(image).text((-x, -y), text, 255, face, "ls", stroke_width=stroke)
        # A halo needs no smooth edge, which would weigh a twentieth of a map's file.
        return image.point(_WHOLE, "1") if stroke else image, x, y

    return _MASKS.get((text, size, bold, stroke), make)


_LAYERS: Bounded[Canvas] = Bounded(20 << 20, lambda canvas: weight(canvas.image))


def layered(key: Hashable, height: int, paint: Callable[[Canvas], None]) -> Canvas:
    """A fresh canvas that starts with what `paint` draws; that part is drawn once and kept."""

    def make() -> Canvas:
        canvas = Canvas(height)
        paint(canvas)
        return canvas

    layer = _LAYERS.get(key, make)
    return Canvas(height, image=layer.image.copy(), placed=tuple(layer.placed))


def label_and_value(
    canvas: Canvas, left: float, right: float, y: float, label: str, value: str, *, rule: float = 0
) -> None:
    """A line of a list: label, bold value, and a rule so far below its middle (0: none)."""
    room = right - left
    wide = canvas.text(right, y, value, NAME, INK, bold=True, anchor="r", room=room * 0.7)
    canvas.text(left, y, label, NAME, MUTED, room=room - wide - 16)
    if rule:
        line = left, y + rule, right, y + rule + 2
        canvas.fill(line, LINE)
        canvas.mark(line)
