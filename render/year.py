"""A person's year in a server as one picture: games, victories and companions, by month, and which games."""

from dataclasses import dataclass

from bot.games.registry import game
from bot.text import Words, cut, one_line
from render import fonts, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.games import style
from render.parts import barred, header

_HEIGHT = 1090
_TILES, _TILE_HIGH, _GAP = theme.TOP + 10, 190, 16
_BARS, _BARS_HIGH = _TILES + _TILE_HIGH + _GAP, 300
_BELOW = _BARS + _BARS_HIGH + _GAP
_HALF = (theme.WIDTH - 2 * theme.EDGE - _GAP) / 2
_STILL = (330, 190)
_PAD = 26
_ALT, _ALT_NAME = 1000, 24


@dataclass(frozen=True, slots=True)
class YearCard:
    """What the picture shows; the first of the favourites gives it its colour."""

    year: int
    name: str
    games: int
    wins: int
    companions: int
    months: tuple[int, ...]
    favourites: tuple[tuple[str, int], ...]
    closest: tuple[tuple[str, int], ...]


def year(card: YearCard, words: Words) -> Drawing:
    """The picture."""
    request = RenderRequest(f"year-{card.year}.png", card.favourites[0][0], paint, alt, (card, words))
    return Drawing(("year", card, words.locale), request)


def paint(card: YearCard, words: Words) -> Canvas:
    """Three numbers, the months, the favourite game and the closest companions."""
    favourite = card.favourites[0][0]
    canvas = barred(favourite, _HEIGHT)
    part = words("picture.year", year=card.year)
    header(canvas, favourite, words, part, title=one_line(card.name))
    _numbers(canvas, card, words)
    _months(canvas, card, words)
    _favourite(canvas, card, words)
    _companions(canvas, card, words)
    return canvas


def _numbers(canvas: Canvas, card: YearCard, words: Words) -> None:
    wide = (theme.WIDTH - 2 * theme.EDGE - 2 * _GAP) / 3
    accent = style(card.favourites[0][0]).accent
    for index, (key, number) in enumerate(
        (("games", card.games), ("wins", card.wins), ("companions", card.companions))
    ):
        left = theme.EDGE + index * (wide + _GAP)
        canvas.panel((left, _TILES, left + wide, _TILES + _TILE_HIGH), theme.CARD, 14)
        middle, text = left + wide / 2, str(number)
        size = fonts.largest(text, theme.BIG, wide - 60)
        canvas.text(middle, _TILES + 78, text, size, accent, bold=True, anchor="m")
        label = words(f"picture.year.{key}")
        canvas.text(middle, _TILES + 152, label, theme.TITLE, theme.INK, anchor="m", room=wide - 30)


def _months(canvas: Canvas, card: YearCard, words: Words) -> None:
    box = (theme.EDGE, _BARS, theme.WIDTH - theme.EDGE, _BARS + _BARS_HIGH)
    canvas.panel(box, theme.CARD, 14)
    canvas.text(
        theme.EDGE + _PAD, _BARS + 36, words("picture.year.months"), theme.NAME, theme.MUTED, bold=True
    )
    most, foot, room = max(card.months), box[3] - 62, _BARS_HIGH - 62 - 112
    step = (box[2] - box[0] - 2 * _PAD) / 12
    for month, count in enumerate(card.months):
        left = box[0] + _PAD + month * step
        middle, top = left + step / 2, foot - room * count / most
        best = theme.NEWS if count == most else theme.LINE
        if count:
            canvas.fill((left + 12, top, left + step - 12, foot), best)
            canvas.text(middle, top - 24, str(count), theme.NAME, theme.INK, bold=True, anchor="m")
        canvas.fill((left + 6, foot, left + step - 6, foot + 3), theme.MUTED)
        label = words("picture.year.month", n=month + 1)
        canvas.text(middle, foot + 32, label, theme.NAME, theme.MUTED, anchor="m", room=step)


def _favourite(canvas: Canvas, card: YearCard, words: Words) -> None:
    key, count = card.favourites[0]
    wide = _HALF if _has_more(card) else theme.WIDTH - 2 * theme.EDGE
    box = (theme.EDGE, _BELOW, theme.EDGE + wide, _HEIGHT - 20)
    canvas.panel(box, theme.CARD, 14)
    left, room = box[0] + _PAD, wide - 2 * _PAD
    canvas.text(left, _BELOW + 36, words("picture.year.favourite"), theme.NAME, theme.MUTED, bold=True)
    title = f"{words.title(game(key).info)} · {count}"
    canvas.text(left, _BELOW + 84, title, theme.TITLE, theme.INK, bold=True, room=room, shrink=True)
    middle, top = (box[0] + box[2]) / 2, _BELOW + 118
    high = box[3] - top - 16
    wide = _STILL[0] * high / _STILL[1]
    style(key).still(canvas, (middle - wide / 2, top, middle + wide / 2, top + high))


def _has_more(card: YearCard) -> bool:
    return bool(card.closest or card.favourites[1:])


def _companions(canvas: Canvas, card: YearCard, words: Words) -> None:
    """Who was there most often, and below it the other games."""
    if not _has_more(card):
        return
    left = theme.EDGE + _HALF + _GAP
    canvas.panel((left, _BELOW, left + _HALF, _HEIGHT - 20), theme.CARD, 14)
    right = left + _HALF - _PAD
    others = tuple((words.title(game(key).info), count) for key, count in card.favourites[1:])
    blocks = [("closest", card.closest), ("others", others)]
    top = _BELOW + 36
    for key, rows in blocks:
        shown = rows[: max(0, int((_HEIGHT - 60 - top - 44) // 50) + 1)]
        if not shown:
            continue
        canvas.text(left + _PAD, top, words(f"picture.year.{key}"), theme.NAME, theme.MUTED, bold=True)
        for name, count in shown:
            top += 50
            wide = canvas.text(right, top, str(count), theme.TITLE, theme.INK, bold=True, anchor="r")
            lines = fonts.lines(one_line(name), _HALF - 2 * _PAD - wide - 20, theme.TITLE, False, 1)
            canvas.lines(left + _PAD, top, lines, 40, theme.TITLE)
        top += 64


def alt(card: YearCard, words: Words) -> str:
    """The same in words."""
    text = words(
        "picture.alt_year",
        name=cut(one_line(card.name), _ALT_NAME),
        year=card.year,
        games=card.games,
        wins=card.wins,
        companions=card.companions,
        favourite=words.title(game(card.favourites[0][0]).info),
    )
    return cut(text, _ALT)
