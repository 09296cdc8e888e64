"""The public picture: the map with names, offices and routes, the open cards, the tiles, the players."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from PIL import Image

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import CITIES, REGIONS
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.games.thurn_and_taxis.view import TaxisView, owners, stacks, step
from bot.text import Words
from render import fonts
from render.canvas import Canvas, layered
from render.parts import bar, turn_header
from render.pen import Pen, rounded_mask, sprite
from render.theme import CARD, EDGE, HINT, INK, MUTED, NEWS, NUMBER, PAPER, TITLE, TOP, WIDTH, Box, Colour
from render.thurn_and_taxis import players, routes
from render.thurn_and_taxis.news import News, changes
from render.thurn_and_taxis.signs import COAST, GROUNDS, HOUSE, TAG, end_mark, name_on, office, tag
from render.thurn_and_taxis.terrain import MAP, at, terrain


class Name(NamedTuple):
    """A line of a name with its middle, its colour and that of the ground around its letters."""

    text: str
    x: float
    y: float
    colour: Colour
    ground: Colour
    size: int

    @property
    def bold(self) -> bool:
        """Whether it is that of a town."""
        return self.size == TITLE

    @property
    def box(self) -> Box:
        """Where it stands."""
        half = fonts.width(self.text, self.size, self.bold) / 2
        return self.x - half, self.y - self.size / 2, self.x + half, self.y + self.size / 2


_SOUTH = ("muenchen", "budweis", "salzburg", "zuerich", "innsbruck", "sigmaringen")
UPWARDS = frozenset(("stuttgart", "nuernberg", "ingolstadt", *_SOUTH))
"""Towns in which a second row of houses stands above the first one, since the name is below."""


def town_name(city: str, words: Words) -> list[Name]:
    """The lines of a town's name and where they stand."""
    across, down, *broken = words(f"thurn_and_taxis.map.city.{city}").split(" ", 2)
    (x, y), lines = at(city), broken[0].split("|") if broken else [told.city(city, words)]
    first = y + int(down) - (len(lines) - 1) / 2 * TITLE
    return [
        Name(line, x + int(across), first + row * TITLE, INK, CARD, TITLE) for row, line in enumerate(lines)
    ]


def region_name(region: str, words: Words) -> list[Name]:
    """The lines of a region's name and where they stand."""
    place = f"thurn_and_taxis.map.region.{region}"
    x, y, high, *broken = words(place).split(" ", 3)
    # A language that names the region without a place of its own stands where the fallback does, in one line.
    whole = not broken or words.has_own(place) != words.has_own(f"thurn_and_taxis.region.{region}")
    lines = [told.region(region, words)] if whole else broken[0].split("|")
    colour, ground = name_on(region), GROUNDS[region]
    size, step = int(high), int(high) + 4
    first = int(y) - (len(lines) - 1) / 2 * step
    return [Name(line, int(x), first + row * step, colour, ground, size) for row, line in enumerate(lines)]


_WIDE, _HIGH = HOUSE
_IN_ROW = 2


def block(city: str, count: int) -> Box:
    """The ground that a town with so many post offices covers."""
    x, y = at(city)
    half, up = _WIDE / 2 * min(max(count, 1), _IN_ROW), _HIGH / 2
    second = _HIGH if count > _IN_ROW else 0
    above, below = (second, 0) if city in UPWARDS else (0, second)
    return x - half, y - up - above, x + half, y + up + below


def town(canvas: Canvas, city: str, seats: Collection[Seat], lit: Collection[Seat], *, reached: bool) -> None:
    """A town: a ring without post offices, else a house for each; `lit` are new houses, `reached` lights
    the town itself."""
    x, y = at(city)
    left, top, right, bottom = block(city, len(seats))
    if reached:
        canvas.stamp(_halo(len(seats)), (left + right) / 2, (top + bottom) / 2)
    if not seats:
        canvas.stamp(sprite("town ring", 30, 30, _ring), x, y)
    for index, seat in enumerate(seats):
        row, column = divmod(index, _IN_ROW)
        in_row = min(len(seats) - row * _IN_ROW, _IN_ROW)
        across = (column - (in_row - 1) / 2) * _WIDE
        down = row * _HIGH * (-1 if city in UPWARDS else 1)
        canvas.stamp(office(seat, lit=seat in lit), x + across, y + down)
    canvas.mark((left, top, right, bottom) if seats else (x - 10, y - 10, x + 10, y + 10))


def _ring(pen: Pen) -> None:
    for radius, colour in ((14, CARD), (12, INK), (9, CARD), (4, INK)):
        pen.disc(15, 15, radius, colour)


def _halo(count: int) -> Image.Image:
    wide = 26 if not count else _WIDE * min(count, _IN_ROW) + 7
    high = 26 if not count else _HIGH * (1 + (count > _IN_ROW)) + 7
    radius = 21 if not count else 12

    def paint(pen: Pen) -> None:
        pen.rounded((0, 0, wide + 16, high + 16), radius + 2, INK)
        pen.rounded((2, 2, wide + 14, high + 14), radius, NEWS)
        pen.rounded((8, 8, wide + 8, high + 8), max(radius - 6, 6), CARD)

    return sprite(("town halo", wide, high), wide + 16, high + 16, paint)


TILES: Box = (578, 895, 810, 1083)
LAST_TILE: Box = (700, 844, 810, 896)
"""Above them the tile of whoever ends the game, for which there is no other room."""
_STEP = 76
_ROWS = 61


def _tiles(canvas: Canvas, view: TaxisView, words: Words, lit: Collection[str]) -> None:
    left, top, *_ = TILES
    canvas.panel(LAST_TILE, PAPER, 14)
    canvas.panel(TILES, PAPER, 14)
    places = [(left + 2 + column * _STEP, top + 32 + row * _ROWS) for row in range(3) for column in range(3)]
    places.append((LAST_TILE[0] + 3, (LAST_TILE[1] + LAST_TILE[3]) / 2))
    for index, ((stack, values), (x, y)) in enumerate(zip(stacks(view), places, strict=True)):
        beside = index == len(places) - 1
        wide, high = (LAST_TILE[2] - LAST_TILE[0] - 6, 46) if beside else (_STEP, _ROWS)
        if stack in lit:
            canvas.stamp(_band(wide, high), x + wide / 2, y)
        tag(canvas, stack, x + 1 + TAG / 2, y, nine=view.options.all_regions == "all_nine")
        # The flag is narrower than its place.
        middle = x + TAG + (11 if beside else 17)
        if not values:
            canvas.text(middle, y, "–", NUMBER, MUTED, bold=True, anchor="m")
            continue
        canvas.text(middle, y if beside else y - 11, str(values[0]), NUMBER, INK, bold=True, anchor="m")
        left_over = words("thurn_and_taxis.picture.copies", n=len(values))
        across, down = (middle + 33, y + 4) if beside else (middle, y + 18)
        canvas.text(across, down, left_over, HINT, MUTED, anchor="m")


def _band(wide: float, high: float) -> Image.Image:
    return sprite(("lit stack", wide), wide, high, lambda pen: pen.rounded((0, 0, wide, high), 10, NEWS))


HEIGHT = 1100
_COLUMN = 828


def paint(model: Taxis) -> Canvas:
    """The board as everybody may see it."""
    view, words = model.view, model.words
    canvas = layered(("taxis board",), HEIGHT, _ground)
    changed = changes(view, model.earlier)
    head(canvas, model)
    _map(canvas, model, changed)
    _tiles(canvas, view, words, {stack for one in changed for stack in one.stacks})
    players.strip(canvas, model, changed, _COLUMN, TOP, WIDTH - EDGE)
    top = TOP + players.strip_height(view.seats) + 12
    cards = {place for one in changed for place in one.cards}
    players.display(canvas, view, words, cards, (_COLUMN, top, WIDTH - EDGE, MAP[3]))
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, "thurn_and_taxis")
    image = terrain()
    canvas.panel(MAP, COAST, 18, edge=None)
    canvas.image.paste(image, (round(MAP[0]), round(MAP[1])), rounded_mask(*image.size, 16, 2.5))


def head(canvas: Canvas, model: Taxis) -> None:
    """The header: the round, whose turn it is, what is to be done."""
    key = "round" if model.view.ending is None else "last_round"
    part = model.words(f"thurn_and_taxis.picture.{key}", round=model.view.round)
    turn_header(canvas, "thurn_and_taxis", model, part, step(model.view))


def _map(canvas: Canvas, model: Taxis, changed: Sequence[News]) -> None:
    view, words = model.view, model.words
    found = routes.parts(view)
    routes.ribbons(canvas, found, changed)
    there = owners(view)
    closed = {one.seat: one.towns for one in changed if one.points > 0 or one.offices > 0}
    reached = {city for one in changed if not (one.points > 0 or one.offices > 0) for city in one.towns}
    for city, seats in there.items():
        fresh = [seat for seat in seats if city in closed.get(seat, ())]
        town(canvas, city, seats, fresh, reached=city in reached and not fresh)
    letters = words("thurn_and_taxis.picture.left"), words("thurn_and_taxis.picture.right")
    regions = [line for region in REGIONS for line in region_name(region, words)]
    written = [*regions, *(line for city in CITIES for line in town_name(city, words))]
    blocks = (block(city, len(seats)) for city, seats in there.items())
    taken = [TILES, LAST_TILE, *blocks, *(name.box for name in written)]
    taken += routes.symbols(canvas, found, taken)
    for name in written:
        canvas.text(
            name.x, name.y, name.text, name.size, name.colour, bold=name.bold, anchor="m", halo=name.ground
        )
    routes.ends(canvas, view, found, taken, letters)
    left, y = MAP[0] + 32, MAP[1] + 32
    for index, letter in enumerate(letters):
        end_mark(canvas, None, letter, left + 2 + index * 48, y)
    canvas.text(left + 84, y, words("thurn_and_taxis.picture.ends"), HINT, name_on("polen"))
