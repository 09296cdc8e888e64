"""Where the names stand on the map, as the catalogue of each language says (`thurn_and_taxis.map`)."""

from __future__ import annotations

from typing import NamedTuple

from bot.games.thurn_and_taxis import sentences as told
from bot.text import Words
from render import fonts
from render.theme import CARD, HINT, INK, Box, Colour
from render.thurn_and_taxis import colours
from render.thurn_and_taxis.terrain import at


class Name(NamedTuple):
    """A line of a name with its middle, its colour and that of the ground around its letters."""

    text: str
    x: float
    y: float
    colour: Colour
    ground: Colour
    bold: bool

    @property
    def box(self) -> Box:
        """Where it stands."""
        half = fonts.width(self.text, HINT, self.bold) / 2
        return self.x - half, self.y - HINT / 2, self.x + half, self.y + HINT / 2


LINE = 30
"""From one line of a name to the next."""
UPWARDS = frozenset(
    {
        "stuttgart",
        "nuernberg",
        "ingolstadt",
        "muenchen",
        "budweis",
        "salzburg",
        "zuerich",
        "innsbruck",
        "sigmaringen",
    }
)
"""Towns in which a second row of houses stands above the first one, since the name is below."""


def town_name(city: str, words: Words) -> Name:
    """The name of a town and where it stands."""
    (x, y), (across, down) = at(city), map(int, words(f"thurn_and_taxis.map.city.{city}").split())
    return Name(told.city(city, words), x + across, y + down, INK, CARD, bold=True)


def region_name(region: str, words: Words) -> list[Name]:
    """The lines of a region's name and where they stand."""
    place = f"thurn_and_taxis.map.region.{region}"
    x, y, *broken = words(place).split(" ", 2)
    # A language that names the region without a place of its own stands where the fallback does, in one line.
    whole = not broken or words.has_own(place) != words.has_own(f"thurn_and_taxis.region.{region}")
    lines = [told.region(region, words)] if whole else broken[0].split("|")
    colour, ground = colours.name_on(region), colours.REGIONS[region]
    first = int(y) - (len(lines) - 1) / 2 * LINE
    return [
        Name(line, int(x), first + row * LINE, colour, ground, bold=False) for row, line in enumerate(lines)
    ]
