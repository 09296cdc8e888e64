"""Colours and sizes of the house: cut paper on a warm table, ink outlines, one accent a game."""

Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def rgb(text: str) -> Colour:
    """The colour written as `#RRGGBB`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`share` of the second colour laid over the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


WHITE: Colour = (255, 255, 255)
TABLE = rgb("#E9DBC3")
TRAY = mix(TABLE, WHITE, 0.3)
PAPER = rgb("#F8F1E3")
CARD = rgb("#FFFCF5")
INK = rgb("#2A2420")
MUTED = rgb("#655A4F")
LINE = rgb("#CDBB9F")
SHADE = rgb("#D5C4A8")
NEWS = rgb("#F0A81E")
NEWS_PALE = rgb("#FFE9B5")
LOSS = rgb("#8A2E3B")
BROWN = rgb("#5A3E1E")
"""Of shadows, always nearly transparent."""

BASIC = (TABLE, TRAY, PAPER, CARD, INK, MUTED, LINE, SHADE, NEWS, NEWS_PALE, LOSS, WHITE)

SEATS = tuple(
    rgb(text)
    for text in (
        "#2F51B9",
        "#D65D03",
        "#119476",
        "#F7D95E",
        "#790050",
        "#68CBFE",
        "#1B1A0F",
        "#F591AB",
        "#675336",
        "#FAFAFA",
    )
)
"""By seat; each stands beside its symbol, never alone."""


def tint(seat: int) -> Colour:
    """The pale ground behind a seat's symbol."""
    return mix(SEATS[seat], WHITE, 0.6)


def fade(seat: int) -> Colour:
    """The colour of a seat that nobody has taken."""
    return mix(SEATS[seat], TRAY, 0.5)


WIDTH = 1200
EDGE = 16
TOP, PANEL_TOP = 92, 106
"""Where the content starts, below the header of a board and below that of a private panel."""

HINT, NAME, TITLE, NUMBER, BIG, TALL, HUGE = SIZES = (26, 30, 36, 46, 60, 69, 96)
"""Hints, names and captions, titles, essential numbers, totals, numbers of portrait panels, hand cards."""
SENTENCES = (40, 38, 34)
"""Of rules in a minute, beside those: a long title, a line, a long line; that one also of Noria's bot
and of regions."""
