"""The colours of Thurn and Taxis."""

from __future__ import annotations

from render.theme import CARD, INK, WHITE, Colour, mix, rgb

ACCENT = rgb("#7A5200")
REGIONS: dict[str, Colour] = {
    "baden": rgb("#C79BB8"),
    "wuerttemberg": rgb("#C3D081"),
    "hohenzollern": rgb("#7DB07C"),
    "baiern": rgb("#F6EBCF"),
    "boehmen": rgb("#F3BC78"),
    "salzburg_land": rgb("#E39A86"),
    "schweiz": rgb("#AEDCEA"),
    "tyrol": rgb("#97A8DC"),
    "polen": rgb("#BDB8AF"),
}
"""Grounds by region; its name always stands beside."""
OUTSIDE = rgb("#DCCBAC")
COAST = rgb("#B39C73")
SHORE = mix(OUTSIDE, COAST, 0.35)
ROAD = rgb("#94815F")
BED = mix(CARD, WHITE, 0.4)
LOST = rgb("#F0C9BF")
"""Behind what is about to be lost; the words stand beside."""


def name_on(region: str) -> Colour:
    """The colour in which a region's name stands on its ground."""
    return mix(REGIONS[region], INK, 0.86)
