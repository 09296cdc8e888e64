"""The colours of City of Nördlingen."""

from render.theme import CARD, PAPER, SEATS, WHITE, Colour, mix, rgb

ACCENT = rgb("#4C6136")
MEADOW = rgb("#C9D0AE")
GLOW = mix(MEADOW, WHITE, 0.38)
GUIDE = mix(MEADOW, ACCENT, 0.45)
TREE = mix(MEADOW, ACCENT, 0.4)
LEAVES = mix(MEADOW, ACCENT, 0.22)
STREET = CARD
BLOCK = rgb("#EAD6B8")
ROOFS = rgb("#F2E4CC"), rgb("#EAD8B8"), rgb("#E2CBA6"), rgb("#DAC098")
"""The four sides of a roof, the one in the light first."""
EAVES = rgb("#D0B68C")
STONE = rgb("#A3947F")
BATTLEMENT = rgb("#D9CDB8")
TOWER = rgb("#8C5A46")
TOWER_LIGHT = rgb("#A9735B")
BORDER = rgb("#3A2A20")
PALE = mix(BORDER, PAPER, 0.62)
"""A border whose number nobody has taken."""
CHURCH = rgb("#E3B49C")
CHURCH_EDGE = rgb("#8A3B26")
SPIRE = rgb("#6E2A18")
LOST = rgb("#F0C9BF")
"""Behind a number that can't be drawn; the words stand beside."""


def ground(seat: int) -> Colour:
    """The flat ground of a seat's territory."""
    return mix(SEATS[seat], WHITE, 0.6)


def hatch(seat: int) -> Colour:
    """The lines across it; pale colours need stronger ones."""
    return mix(SEATS[seat], WHITE, 0.48 if sum(SEATS[seat]) < 500 else 0.12)


FLAT = (
    *(MEADOW, GLOW, GUIDE, TREE, LEAVES, BLOCK, *ROOFS, EAVES, STONE, BATTLEMENT, TOWER, TOWER_LIGHT),
    *(BORDER, PALE, CHURCH, CHURCH_EDGE, SPIRE, LOST, *map(hatch, range(4))),
)
"""What every picture has to keep as it is."""
