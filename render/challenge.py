"""How a challenge stands, as a table: a row for each person with place and points."""

from dataclasses import dataclass

from bot.games.registry import game
from bot.text import Words, cut, one_line
from bot.view_model import in_units
from render import fonts, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.parts import STILL, barred, crown, header, pieces, score

_GAP, _LOW, _FEW_HIGH = 10, 88, 110
"""Between rows; how high they are at least, and few of them."""
_LOWEST, _FEW = 700, 3
_MARGIN = 18
"""Above and below the pieces."""
_NAME_LEFT, _POINTS = 190, 1150
_ALT, _ALT_NAME = 1000, 24


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the table."""

    place: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A page of the results of a challenge, the best ones first; `people` counts all of them."""

    game: str
    rows: tuple[Place, ...]
    people: int
    page: int = 0
    pages: int = 1


def results(card: ChallengeCard, words: Words) -> Drawing:
    """The picture of the table."""
    request = RenderRequest(f"{card.game}-challenge.png", card.game, paint, _alt, (card, words))
    return Drawing(("challenge", card, words.locale), request)


def paint(card: ChallengeCard, words: Words) -> Canvas:
    """The rows; few of them leave room for some pieces of the game below."""
    first, few = theme.TOP + 10, len(card.rows) <= _FEW
    high = _FEW_HIGH if few else max(_LOW, (_LOWEST - first - 6) / len(card.rows) - _GAP)
    last = first + len(card.rows) * (high + _GAP)
    bottom = last + STILL[1] + 2 * _MARGIN + 26 if few else last + 6
    canvas = barred(card.game, round(max(_LOWEST, bottom)))
    pill = words("picture.ranked", n=card.people)
    if card.pages > 1:
        pill = words("picture.page", page=card.page + 1, pages=card.pages)
    header(canvas, card.game, words, words("picture.challenge"), lambda _: pill)
    for index, row in enumerate(card.rows):
        top = first + index * (high + _GAP)
        _row(canvas, words, card.game, row, (theme.EDGE, top, theme.WIDTH - theme.EDGE, top + high))
    if few:
        pieces(canvas, card.game, last + 6)
    return canvas


def _row(canvas: Canvas, words: Words, key: str, row: Place, box: theme.Box) -> None:
    first = row.place == 1
    canvas.panel(box, theme.CARD if first else theme.PAPER, 14, lit=first)
    middle = (box[1] + box[3]) / 2
    canvas.text(70, middle, str(row.place), theme.NUMBER, theme.INK, bold=True, anchor="m")
    if first:
        crown(canvas, 138, middle, 44)
    edge = score(canvas, words, key, row.points, (_POINTS, middle), (theme.NUMBER, theme.NAME))
    lines = fonts.lines(row.name, edge - 10 - _NAME_LEFT, theme.NUMBER, True, 1)
    canvas.lines(_NAME_LEFT, middle, lines, 40, theme.NUMBER, bold=True)


def _alt(card: ChallengeCard, words: Words) -> str:
    title = words.title(game(card.game).info)
    rows = [
        words(
            "challenge.line",
            place=row.place,
            name=cut(one_line(row.name), _ALT_NAME),
            result=in_units(words, card.game, row.points),
        )
        for row in card.rows
    ]
    return cut(" ".join((words("picture.alt_challenge", game=title, n=card.people), *rows)), _ALT)
