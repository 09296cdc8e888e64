"""Small drawings with smooth edges: drawn four times as large, shrunk once, kept."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from math import cos, hypot, sin
from threading import Lock
from typing import ClassVar, Generic, TypeVar

from PIL import Image, ImageDraw

from render import fonts
from render.theme import WHITE, Box, Colour

SCALE = 4
_TURN = Image.Transpose.TRANSPOSE
Point = tuple[float, float]
V = TypeVar("V")
Paint = Colour | tuple[int, int, int, int]


class Bounded(Generic[V]):
    """Values by key, together at most `limit * room` heavy; safe to use from several threads."""

    room: ClassVar[int] = 1
    """Times its limit that each may hold; more in a process that only draws."""
    lock: ClassVar = Lock()
    """One for all of them: it is held for moments, and whoever forks a process has to hold it."""

    def __init__(self, limit: int, weigh: Callable[[V], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._kept: OrderedDict[Hashable, V] = OrderedDict()
        self.weight = 0

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value for `key`, made if it is not kept."""
        with self.lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = make()
        with self.lock:
            if key not in self._kept:
                self._kept[key] = value
                self.weight += self._weigh(value)
            while self.weight > self._limit * self.room and len(self._kept) > 1:
                self.weight -= self._weigh(self._kept.popitem(last=False)[1])
        return value


def weight(image: Image.Image) -> int:
    """The bytes that Pillow takes for an image: four for each pixel, also without transparency."""
    return image.width * image.height * 4


_SPRITES: Bounded[Image.Image] = Bounded(16 << 20, weight)


class Pen:
    """Draws on a transparent sheet, or on one of a colour, in the pixels of the finished sprite; coordinates
    may be fractions. Where nothing but shapes is drawn its colours are weighed by their alpha as they come,
    so that shrinking the sheet need not do it. On a `stencil` all colours are alike."""

    def __init__(
        self, width: float, height: float, ground: Colour | None = None, *, stencil: bool = False
    ) -> None:
        mode, colour = ("L", 0) if stencil else ("RGBa", (0, 0, 0, 0)) if ground is None else ("RGB", ground)
        self._image = Image.new(mode, (round(width) * SCALE, round(height) * SCALE), colour)
        self._draw = ImageDraw.Draw(self._image)

    def polygon(self, points: Sequence[Point], fill: Paint) -> None:
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], self._ink(fill))

    def ellipse(self, box: Box, fill: Paint) -> None:
        """A filled ellipse that touches the sides of the box."""
        self._draw.ellipse(_pixels(box), self._ink(fill))

    def disc(self, x: float, y: float, radius: float, fill: Paint) -> None:
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def rounded(self, box: Box, radius: float, fill: Paint) -> None:
        """A filled rectangle with round corners."""
        self._draw.rounded_rectangle(_pixels(box), radius * SCALE, self._ink(fill))

    def line(self, points: Sequence[Point], width: float, fill: Paint) -> None:
        """A line with round joints."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, self._ink(fill), round(width * SCALE), joint="curve")

    def stroke(self, points: Sequence[Point], width: float, fill: Paint) -> None:
        """A line that is round at its ends, too."""
        self.line(points, width, fill)
        for x, y in points:
            self.disc(x, y, width / 2, fill)

    def text(self, x: float, y: float, text: str, size: int, fill: Colour) -> None:
        """Bold text with its visual centre at a point, for drawings that are turned afterwards."""
        face = fonts.large(size * SCALE)
        self.large()
        self._draw.text((x * SCALE, (y + 0.37 * size) * SCALE), text, fill, face, "ms")

    def sheet(self, image: Image.Image, x: float, y: float, angle: float) -> None:
        """Another drawing at four times its size, turned, its centre at a point."""
        turned = image.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        place = round(x * SCALE - turned.width / 2), round(y * SCALE - turned.height / 2)
        self.large().alpha_composite(turned, place)

    def large(self) -> Image.Image:
        """The drawing as it is, four times as large; its colours are not weighed from now on."""
        if self._image.mode == "RGBa":
            self._image = self._image.convert("RGBA")
            self._draw = ImageDraw.Draw(self._image)
        return self._image

    def finish(self) -> Image.Image:
        """The finished sprite."""
        small = self._image.reduce(SCALE)
        return small.convert("RGBA") if small.mode == "RGBa" else small

    def _ink(self, fill: Paint) -> Paint | int:
        if self._image.mode == "L":
            return 255
        if self._image.mode != "RGBa" or len(fill) == 3:
            return fill
        *colour, alpha = fill
        red, green, blue = (round(value * alpha / 255) for value in colour)
        return red, green, blue, alpha


def sprite(key: Hashable, width: float, height: float, paint: Callable[[Pen], None]) -> Image.Image:
    """The drawing for this key, painted when it is not kept."""
    return kept(key, lambda: painted(width, height, paint))


def painted(
    width: float,
    height: float,
    paint: Callable[[Pen], None],
    ground: Colour | None = None,
    *,
    stencil: bool = False,
) -> Image.Image:
    """A drawing that is not kept: a part of one that is. A `stencil` says where something is drawn, in
    whatever colour, and takes a quarter of the time."""
    pen = Pen(width, height, ground, stencil=stencil)
    paint(pen)
    return pen.finish()


def rounded_mask(width: int, height: int, radius: float, inset: float = 0) -> Image.Image:
    """A rectangle with round corners, for an image that is to have them."""
    box = inset, inset, width - inset, height - inset
    make = partial(painted, width, height, lambda pen: pen.rounded(box, radius, WHITE), stencil=True)
    return kept(("rounded mask", width, height, radius, inset), make)


def rings(key: Hashable, side: float, *bands: tuple[float, Paint]) -> Image.Image:
    """Discs of one middle behind each other, by their radius and colour."""

    def paint(pen: Pen) -> None:
        for radius, colour in bands:
            pen.disc(side / 2, side / 2, radius, colour)

    return sprite(key, side, side, paint)


def kept(key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
    """The image for this key, made when it is not kept."""
    return _SPRITES.get(key, make)


Part = tuple[Image.Image, int, int]
"""A part of a sprite, from which corner on it lies: what nothing shines through has no transparency."""
_FRAMED: Bounded[list[Part]] = Bounded(8 << 20, lambda parts: sum(weight(image) for image, _, _ in parts))


def framed(key: Hashable, rim: int, make: Callable[[], Image.Image]) -> list[Part]:
    """The sprite for this key as what is opaque within a rim of so many pixels, which is copied in a fraction
    of the time that mixing takes, and the four sides of the rim."""

    def cut() -> list[Part]:
        image = make()
        right, bottom = image.width - rim, image.height - rim
        inner = image.crop((rim, rim, right, bottom))
        assert inner.getchannel("A").getextrema() == (255, 255), "a card shines through within its rim"
        sides = [
            (0, 0, image.width, rim),
            (0, bottom, image.width, image.height),
            (0, rim, rim, bottom),
            (right, rim, image.width, bottom),
        ]
        return [(inner.convert("RGB"), rim, rim), *((image.crop(side), side[0], side[1]) for side in sides)]

    return _FRAMED.get(key, cut)


def stretched(image: Image.Image, width: int, height: int) -> Image.Image:
    """The image, its middle column and row repeated until it is as large as wanted."""
    return _wider(_wider(image, width).transpose(_TURN), height).transpose(_TURN)


def _wider(image: Image.Image, width: int) -> Image.Image:
    if image.width >= width:
        return image
    middle = image.width // 2
    result = Image.new(image.mode, (width, image.height))
    result.paste(image.crop((0, 0, middle, image.height)), (0, 0))
    size = width - image.width, image.height
    column = image.transform(size, Image.Transform.EXTENT, (middle, 0, middle + 1, image.height))
    result.paste(column, (middle, 0))
    result.paste(image.crop((middle, 0, image.width, image.height)), (width - image.width + middle, 0))
    return result


def curve(
    x: float, y: float, wide: float, high: float, start: float, end: float, steps: int = 24
) -> list[Point]:
    """Points along an ellipse around a middle; angles clockwise from the right."""
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [(x + wide * cos(angle), y + high * sin(angle)) for angle in angles]


def grow(points: Sequence[Point], by: float) -> list[Point]:
    """A polygon (clockwise on the screen) with every side moved outwards, corners kept sharp."""
    count = len(points)
    return [_corner(points[i - 1], points[i], points[(i + 1) % count], by) for i in range(count)]


def _corner(before: Point, here: Point, after: Point, by: float) -> Point:
    (ax, ay), (bx, by_) = _normal(before, here), _normal(here, after)
    length = max(1 + ax * bx + ay * by_, 0.25)
    return here[0] + by * (ax + bx) / length, here[1] + by * (ay + by_) / length


def _normal(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return dy / length, -dx / length


def _pixels(box: Box) -> Box:
    # Pillow's boxes include their last pixel.
    left, top, right, bottom = (value * SCALE for value in box)
    return left, top, right - 1, bottom - 1
