"""Which games there are: of each a small drawing, what it is like, for how many and how long."""

from dataclasses import dataclass

from PIL import Image

from bot.games.registry import game
from bot.text import Words, cut
from bot.view_model import MOST as ALT
from render import fonts
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.games import style
from render.pen import kept
from render.theme import CARD, EDGE, MUTED, NUMBER, TITLE, WIDTH

MOST = 5
"""Games in a picture."""
_HIGH, _GAP = 206, 12
_STILL, _SMALL = (440, 300), (282, 192)
_LEFT = EDGE + 330
_ROOM = WIDTH - EDGE - 30 - _LEFT
_LINE = 44


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game, in the reader's words."""

    game: str
    title: str
    weight: str
    """What it is like, in one sentence."""
    players: str
    """For how many, and how long."""


def card_of(key: str, words: Words) -> GameCard:
    """What is said of a game; one that says nothing of its weight is shown without."""
    info, weight = game(key).info, f"{key}.weight"
    low, high = info.seats
    players = words("picture.players_minutes", low=low, high=high, minutes=info.minutes)
    return GameCard(key, words.title(info), words(weight) if weight in words else "", players)


def overview(cards: tuple[GameCard, ...], words: Words) -> Drawing:
    request = RenderRequest("games.png", "", paint, _alt, (cards[:MOST], words))
    return Drawing(("overview", cards[:MOST], words.locale), request)


def paint(cards: tuple[GameCard, ...], words: Words) -> Canvas:
    """The games below each other."""
    canvas = Canvas(2 * EDGE + len(cards) * (_HIGH + _GAP) - _GAP)
    for row, card in enumerate(cards):
        top = EDGE + row * (_HIGH + _GAP)
        box = (EDGE, top, WIDTH - EDGE, top + _HIGH)
        canvas.panel(box, CARD, 18)
        canvas.fill((EDGE, top + 18, EDGE + 10, top + _HIGH - 18), style(card.game).accent)
        canvas.stamp(_small(card.game), EDGE + 168, top + _HIGH / 2)
        lines = fonts.lines(card.weight, _ROOM, TITLE)
        middle, half = top + _HIGH / 2, _LINE * len(lines) / 2
        canvas.text(_LEFT, middle - half - 29, card.title, NUMBER, bold=True, room=_ROOM, shrink=True)
        canvas.lines(_LEFT, middle, lines, _LINE, TITLE)
        canvas.text(_LEFT, middle + half + 26, card.players, TITLE, MUTED, room=_ROOM)
    return canvas


def _small(key: str) -> Image.Image:
    """The drawing of a game's lobby, made smaller, on the card's own ground."""

    def make() -> Image.Image:
        wide, high = _STILL
        canvas = Canvas(high)
        canvas.fill((0, 0, wide, high), CARD)
        style(key).still(canvas, (0, 0, wide, high))
        shrunk = canvas.image.resize(_SMALL, Image.Resampling.LANCZOS, (0, 0, wide, high))
        return shrunk.convert("RGBA")

    return kept(("small still", key), make)


def _alt(cards: tuple[GameCard, ...], words: Words) -> str:
    told = (words("picture.alt_game", game=c.title, weight=c.weight, players=c.players) for c in cards)
    return cut(" ".join(told), ALT)
