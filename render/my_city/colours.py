"""The colours of My City: Roll & Build."""

from render.theme import CARD, WHITE, Colour, mix, rgb

ACCENT = rgb("#1B6670")
MEADOW = rgb("#EEF0D2")
GRID = rgb("#D8D9B2")
FRAME = rgb("#6F7F4F")
GROUNDS: dict[str, Colour] = {
    "mountain": rgb("#C6AE88"),
    "forest": rgb("#8DAE7C"),
    "water": rgb("#7FC0E3"),
    "plateau": rgb("#E3CE9A"),
    "woodland": rgb("#C6DBA0"),
}
"""What lies under the signs of a terrain; all others lie on meadow."""
PEAK, SNOW = rgb("#86705A"), WHITE
STEP = rgb("#C7AB6B")
FIR = rgb("#24543C")
LEAF, LEAF_LIGHT, TRUNK = rgb("#3B8A4B"), rgb("#8CC68C"), rgb("#7A5230")
STONE, STONE_LIGHT, STONE_DARK = rgb("#95918C"), rgb("#C9C5BF"), rgb("#56534F")
RING, WATER = rgb("#BCA98C"), rgb("#2E76B2")
RIVER, RIVER_EDGE, RIVER_LIGHT = rgb("#63B3DC"), rgb("#25698F"), rgb("#C9E8F6")
BARK, WOOD = rgb("#8A5A33"), rgb("#F1D7A6")
GOLD, GOLD_LIGHT = rgb("#F6CE3C"), rgb("#FFF0A8")
BANDIT, SKIN = rgb("#3A2B3F"), rgb("#E8B98F")
TYPES: dict[str, Colour] = {
    "residential": rgb("#B9533B"),
    "industrial": rgb("#4E7396"),
    "public": rgb("#E0B040"),
}
"""Each has a pattern too: solid, stripes, crosses."""
STRIPE = rgb("#EAF0F5")
STRIPED = tuple(mix(STRIPE, TYPES["industrial"], share) for share in (0.25, 0.5, 0.75))
"""The edges of the stripes: there are so many of them that they have colours of their own."""
CROSS = rgb("#4A3208")
CHURCH = CARD
FORTRESS = rgb("#8B8A94")
SAWMILL = rgb("#A9713F")
DIE, SOCKET = rgb("#2B69A3"), rgb("#235684")
GOOD, BAD = rgb("#1C7A45"), rgb("#B3261E")
"""Round what may be built there and what may not; a tick and a cross say it too."""
DISC = mix(MEADOW, ACCENT, 0.1)
VEIL = 0.3
"""How pale a building is that is only proposed."""
VEILED = tuple(mix(colour, WHITE, VEIL) for colour in (*TYPES.values(), CROSS))
