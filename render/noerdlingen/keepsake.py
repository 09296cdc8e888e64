"""A picture of a finished game to keep: the filled sheet, and who has played with how many points."""

from collections.abc import Sequence

from bot.games.contract import Seat
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import NoerdlingenView
from bot.games.noerdlingen.preview import News
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import the_town
from bot.view_model import alt_text, sentences
from render import fonts, ranking, theme
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.games import style
from render.noerdlingen import terrain, town_map
from render.noerdlingen.colours import ACCENT, MEADOW
from render.noerdlingen.terrain import HEIGHT, MAP
from render.parts import crown
from render.pen import rounded_mask
from render.seats import token

_KEY = "noerdlingen"
_LEFT, _GAP, _FOOT = 860, 12, 104


def keepsake(model: Noerdlingen, seat: Seat, views: Sequence[NoerdlingenView], day: str) -> Drawing:
    """The town that all have shared, so the same for every seat."""
    key = (_KEY, "keepsake", model.view, model.outcome, *model.people, day)
    return Drawing(
        key, RenderRequest(f"{_KEY}-keepsake.png", _KEY, paint, describe, (model, day), model.icons)
    )


def paint(model: Noerdlingen, day: str) -> Canvas:
    """Title and day above the town, beside it a plate for each seat, the first place on top."""
    view, words, outcome = model.view, model.words, model.outcome
    assert outcome is not None, "the game is over"
    canvas = Canvas(HEIGHT)
    style(_KEY).emblem(canvas, theme.EDGE + 30, MAP[1] / 2)
    game = words.title(GAME.info)
    canvas.text(theme.EDGE + 66, MAP[1] / 2, game, theme.NUMBER, ACCENT, bold=True, room=620, shrink=True)
    canvas.text(theme.WIDTH - theme.EDGE - 8, MAP[1] / 2, day, theme.TITLE, theme.MUTED, anchor="r")
    _town(canvas, view)
    order = sorted(range(view.seats), key=lambda seat: (outcome.places[seat], seat))
    top, high = MAP[1], (MAP[3] - MAP[1] - _FOOT - (view.seats - 1) * _GAP) / view.seats
    for seat in order:
        _plate(canvas, model, Seat(seat), (_LEFT, top, theme.WIDTH - theme.EDGE, top + high))
        top += high + _GAP
    middle, room = (_LEFT + theme.WIDTH - theme.EDGE) / 2, theme.WIDTH - theme.EDGE - _LEFT - 8
    said = words("noerdlingen.keepsake.date", day=told.day(view.date, words))
    lines = fonts.lines(said, room, theme.SENTENCES[-1])
    canvas.lines(middle, MAP[3] - _FOOT / 2 + 6, lines, 42, theme.SENTENCES[-1], theme.MUTED, anchor="m")
    return canvas


def _town(canvas: Canvas, view: NoerdlingenView) -> None:
    """The town without coordinates, with all that was drawn."""
    town = the_town()
    image = terrain.ground(town)
    canvas.panel(MAP, MEADOW, 18, edge=None)
    place = round(MAP[0]), round(MAP[1])
    canvas.image.paste(image, place, rounded_mask(*image.size, 18))
    wall = terrain.wall(town, view.options.wall_mode)
    canvas.image.paste(wall, place, wall)
    town_map.paint(canvas, view, News())


def _plate(canvas: Canvas, model: Noerdlingen, seat: Seat, box: theme.Box) -> None:
    """Symbol, name and points of a seat; crowned where it has won."""
    outcome, words, (left, top, right, bottom) = model.outcome, model.words, box
    assert outcome is not None, "the game is over"
    won = outcome.places[seat] == 1
    canvas.panel(box, theme.CARD if won else theme.PAPER, 16)
    high, low = top + (bottom - top) * 0.3, top + (bottom - top) * 0.76
    token(canvas, seat, left + 50, high + 4, 30)
    if won:
        crown(canvas, left + 50, high - 38, 36)
    name = fonts.lines(model.names[seat], right - left - 116, theme.TITLE, True)
    canvas.lines(left + 98, high, name, 40, theme.TITLE, bold=True)
    score = outcome.scores[seat]
    before, _, after = words("ending.unit", n=score).partition(str(score))
    for text, size in ((after, theme.NUMBER), (str(score), theme.TALL), (before, theme.NUMBER)):
        if text := text.strip():
            ink, down = (ACCENT, 0) if size == theme.TALL else (theme.MUTED, 7)
            right -= 14 + canvas.text(right - 20, low + down, text, size, ink, bold=True, anchor="r")


def describe(model: Noerdlingen, day: str) -> str:
    """The day, the ranking, the date of the churches."""

    def lines(shown: Noerdlingen) -> list[str]:
        words = shown.words
        head = words("noerdlingen.keepsake.alt", game=words.title(GAME.info), day=day)
        churches = words("noerdlingen.keepsake.date", day=told.day(shown.view.date, words))
        return [head, *ranking.told(shown, _KEY, rows=False), churches]

    return alt_text(model, lambda shown: sentences(shown, lines(shown)))
