"""The colours of Noria: dusk, three resources, discs, islands."""

from bot.games.noria.box import Resource
from render.theme import CARD, INK, PAPER, WHITE, Colour, mix, rgb

ACCENT = rgb("#4A4790")
ENERGY = rgb("#F2B81F")
MYCELIUM = rgb("#2E9E83")
OBSIDIAN = rgb("#5B4B7A")
RESOURCE: dict[Resource, Colour] = {"energy": ENERGY, "mycelium": MYCELIUM, "obsidian": OBSIDIAN}
ON_RESOURCE: dict[Resource, Colour] = {"energy": INK, "mycelium": WHITE, "obsidian": WHITE}
"""Pictograms on the discs of the resources."""
GLOW: dict[str, Colour] = {"E": ENERGY, "M": rgb("#6FCFB5"), "O": rgb("#B9A6E0")}
"""Pictograms of the resource discs on their normal, dark side; others are cream there ..."""
DEEP: dict[str, Colour] = {"E": rgb("#8A6200"), "M": rgb("#17604F"), "O": OBSIDIAN}
"""... and on their upgraded, pale side; others are ink there."""
NIGHT = rgb("#35325F")
"""A disc on its normal side."""
RIM = rgb("#8D8BC9")
CREAM = rgb("#F7EACF")
"""A disc on its upgraded side."""
GILT = rgb("#B9861A")
WAITING = mix(PAPER, ACCENT, 0.42)
"""The inactive half of a wheel."""
ISLAND = rgb("#DCE6D6")
SHORE = rgb("#A6BAA0")
LINK = rgb("#8583B8")
RUNGS = tuple(mix(CARD, ACCENT, share) for share in (0.06, 0.13, 0.21))
"""The levels of a path, three of a kind from the bottom."""

ALL = (ACCENT, ENERGY, MYCELIUM, OBSIDIAN, *GLOW.values(), *DEEP.values(), NIGHT, RIM, CREAM, GILT)
GROUNDS = (WAITING, ISLAND, SHORE, LINK, *RUNGS)
