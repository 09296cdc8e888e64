"""The leaderboard of a game: a row for each person with rating, games, wins and average place."""

from dataclasses import dataclass

from bot.games.registry import game
from bot.text import Words, cut, one_line
from render import fonts, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.parts import STILL, barred, crown, header, pieces

_LOWEST = 700
_HEADINGS = 50
_HIGHEST_ROW, _LOW_ROW = 170, 66
_GAP = 9
_FEW, _FEW_HIGH = 2, 116
"""So few rows are no higher than that, and leave room for some pieces of the game."""
_STILL_MARGIN = 18
_NOTE = 44
_NAME_LEFT, _RATING = 168, 770
_COLUMNS = (850, 968, 1100)
"""Where the middles of games, wins and average place are."""
_ALT, _ALT_NAME = 1000, 24


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row: somebody's place and what it is made of."""

    place: int
    name: str
    rating: int
    games: int
    wins: int
    average: float
    certainty: str
    provisional: bool = False
    """The rating rests on few games."""
    own: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardCard:
    """A page of a leaderboard, of at most ten rows; `people` counts those of all pages."""

    game: str
    rows: tuple[Ranked, ...]
    people: int
    page: int = 0
    pages: int = 1


def leaderboard(card: LeaderboardCard, words: Words) -> Drawing:
    """The picture of one page."""
    request = RenderRequest(f"{card.game}-leaderboard.png", card.game, paint, _alt, (card, words))
    return Drawing(("leaderboard", card, words.locale), request)


def paint(card: LeaderboardCard, words: Words) -> Canvas:
    """Headings and rows; few rows leave room for some pieces of the game on a tray below."""
    count = max(len(card.rows), 1)
    note = _NOTE if any(row.provisional for row in card.rows) else 0
    first = theme.TOP + (_HEADINGS if card.rows else 8)
    # Rows share the room of the lowest picture; few ones are no higher than they need to be.
    share = (_LOWEST - first - note - 8) / count - _GAP
    high = max(_LOW_ROW, min(_HIGHEST_ROW if count > _FEW else _FEW_HIGH, share))
    last = first + count * (high + _GAP)
    room = STILL[1] + 2 * _STILL_MARGIN + 12 if count <= _FEW else 0
    height = round(max(_LOWEST, last + note + room + 8))
    canvas = barred(card.game, height)
    page = words("picture.page", page=card.page + 1, pages=card.pages)
    pill = page if card.pages > 1 else words("picture.ranked", n=card.people)
    header(canvas, card.game, words, words("picture.leaderboard"), lambda _: pill)
    if card.rows:
        canvas.text(
            _RATING, first - 24, words("picture.rating"), theme.NAME, theme.MUTED, bold=True, anchor="r"
        )
        for middle, key in zip(_COLUMNS, ("games", "wins", "average"), strict=True):
            canvas.text(
                middle, first - 24, words(f"picture.{key}"), theme.NAME, theme.MUTED, bold=True, anchor="m"
            )
    else:
        canvas.panel((theme.EDGE, first, theme.WIDTH - theme.EDGE, first + high), theme.PAPER, 14)
        nobody, wide = words("picture.nobody_ranked"), theme.WIDTH - 2 * theme.EDGE - 60
        canvas.text(theme.WIDTH / 2, first + high / 2, nobody, theme.NAME, theme.INK, anchor="m", room=wide)
    for index, row in enumerate(card.rows):
        top = first + index * (high + _GAP)
        _row(canvas, row, (theme.EDGE, top, theme.WIDTH - theme.EDGE, top + high))
    if note:
        canvas.text(
            theme.EDGE + 14, last + note / 2 - 2, words("picture.provisional"), theme.HINT, theme.MUTED
        )
    if room:
        pieces(canvas, card.game, last + note)
    return canvas


def _row(canvas: Canvas, row: Ranked, box: theme.Box) -> None:
    canvas.panel(box, theme.CARD if row.place == 1 or row.own else theme.PAPER, 14, lit=row.own)
    middle, low = (box[1] + box[3]) / 2, box[3] - box[1] < 90
    place = str(row.place)
    size = theme.NUMBER if low else fonts.largest(place, theme.BIG, 64)
    canvas.text(66, middle, place, size, theme.INK, bold=True, anchor="m")
    if row.place == 1:
        crown(canvas, 132, middle, 42)
    mark = "?" if row.provisional else ""
    wide = canvas.text(_RATING, middle, f"{row.rating}{mark}", theme.NUMBER, theme.INK, bold=True, anchor="r")
    room = _RATING - wide - 24 - _NAME_LEFT
    lines = fonts.lines(row.name, room, theme.NAME, True, 1 if low else 2)
    canvas.lines(_NAME_LEFT, middle, lines, 40, theme.NAME, bold=True)
    canvas.fill((_RATING + 20, box[1] + 14, _RATING + 22, box[3] - 14), theme.LINE)
    numbers = (str(row.games), str(row.wins), f"{row.average:.1f}")
    for x, number in zip(_COLUMNS, numbers, strict=True):
        canvas.text(x, middle, number, theme.NUMBER, theme.INK, anchor="m")


def _alt(card: LeaderboardCard, words: Words) -> str:
    title = words.title(game(card.game).info)
    head = words("picture.alt_leaderboard", game=title, page=card.page + 1, pages=card.pages)
    rows = [told(row, words, cut(one_line(row.name), _ALT_NAME)) for row in card.rows]
    return cut(" ".join((head, *(rows or [words("picture.nobody_ranked")]))), _ALT)


def told(row: Ranked, words: Words, name: str) -> str:
    """A row as a sentence, with the name as it is to be written."""
    return words(
        "picture.alt_ranked",
        place=row.place,
        name=name,
        rating=row.rating,
        certainty=row.certainty,
        games=words("statistics.games", n=row.games, wins=row.wins),
        average=f"{row.average:.1f}",
    )
