"""Where the names stand on the map, for each language: found once, so that nothing ever lies on a name."""

from __future__ import annotations

from typing import NamedTuple

from bot.text import Words
from render import fonts
from render.theme import CARD, HINT, INK, Box, Colour
from render.thurn_and_taxis import colours, names
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

_TOWNS: dict[str, dict[str, tuple[int, int]]] = {
    "en": {
        "mannheim": (-45, -38),
        "carlsruhe": (-35, -38),
        "freiburg": (-5, -38),
        "stuttgart": (-96, 10),
        "ulm": (5, -38),
        "sigmaringen": (0, 40),
        "wuerzburg": (0, -38),
        "nuernberg": (-98, -10),
        "regensburg": (15, -38),
        "ingolstadt": (75, 40),
        "augsburg": (10, -38),
        "passau": (30, -38),
        "muenchen": (96, 15),
        "kempten": (18, -38),
        "pilsen": (-20, -38),
        "budweis": (0, 40),
        "salzburg": (40, 40),
        "linz": (40, -38),
        "basel": (0, -38),
        "zuerich": (0, 40),
        "innsbruck": (0, 40),
        "lodz": (0, -38),
    },
    "ja": {
        "mannheim": (-40, -38),
        "carlsruhe": (-5, -38),
        "freiburg": (0, -38),
        "stuttgart": (-95, 40),
        "ulm": (15, -38),
        "sigmaringen": (0, 40),
        "wuerzburg": (0, -38),
        "nuernberg": (127, -10),
        "regensburg": (40, -38),
        "ingolstadt": (0, 40),
        "augsburg": (70, -38),
        "passau": (0, -38),
        "muenchen": (101, 15),
        "kempten": (18, -38),
        "pilsen": (88, 10),
        "budweis": (-10, 40),
        "salzburg": (0, 40),
        "linz": (25, -38),
        "basel": (-10, -38),
        "zuerich": (70, 40),
        "innsbruck": (0, 40),
        "lodz": (-75, 5),
    },
}
"""By language and city: how far the middle of the name lies from the town."""

_REGIONS: dict[str, dict[str, tuple[int, int, tuple[str, ...]]]] = {
    "en": {
        "baden": (96, 384, ()),
        "wuerttemberg": (346, 498, ("Württem-", "berg")),
        "hohenzollern": (186, 656, ("Hohen-", "zollern")),
        "baiern": (322, 938, ()),
        "boehmen": (656, 332, ()),
        "salzburg_land": (724, 808, ()),
        "schweiz": (72, 988, ()),
        "tyrol": (344, 1004, ()),
        "polen": (664, 112, ()),
    },
    "ja": {
        "baden": (164, 252, ()),
        "wuerttemberg": (346, 498, ("ヴュルテン", "ベルク")),
        "hohenzollern": (204, 657, ("ホーエン", "ツォレルン")),
        "baiern": (432, 252, ()),
        "boehmen": (616, 192, ()),
        "salzburg_land": (724, 804, ("ザルツブルク", "地方")),
        "schweiz": (100, 1004, ()),
        "tyrol": (366, 1002, ()),
        "polen": (680, 112, ()),
    },
}
"""By language and region: the middle of the name in the picture, and its lines if it needs more than one."""


def town_name(city: str, words: Words) -> Name:
    """The name of a town and where it stands."""
    (x, y), (across, down) = at(city), _TOWNS[words.locale][city]
    return Name(names.city(city, words), x + across, y + down, INK, CARD, bold=True)


def region_name(region: str, words: Words) -> list[Name]:
    """The lines of a region's name and where they stand."""
    x, y, broken = _REGIONS[words.locale][region]
    lines = broken or (names.region(region, words),)
    colour, ground = colours.name_on(region), colours.REGIONS[region]
    first = y - (len(lines) - 1) / 2 * LINE
    return [
        Name(line, x, first + place * LINE, colour, ground, bold=False) for place, line in enumerate(lines)
    ]
