"""The churches or fortresses that the compass brings, those built ticked off, and the gold bags."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.scoring import bags_now
from bot.games.my_city.shapes import orientations
from bot.games.my_city.site import site_of
from bot.games.my_city.view import MyCityView
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.my_city.ghost import badge
from render.my_city.structures import structure
from render.my_city.terrain import sign
from render.theme import INK, MUTED, NAME, NUMBER, PAPER, Box

HEIGHT = 76
_CELL = 17


def there(episode: int) -> bool:
    """Whether an episode has churches, fortresses or gold bags."""
    return bool(EPISODES[episode].pieces or EPISODES[episode].gold_bags)


def paint(canvas: Canvas, model: ViewModel[MyCityView], seat: Seat, box: Box) -> None:
    """The pieces in the order in which they are built, the bags at the right."""
    left, top, right, bottom = box
    canvas.panel(box, PAPER, 16)
    y, view, words = (top + bottom) / 2, model.view, model.words
    episode = EPISODES[view.episode]
    edge = right - 20
    if episode.gold_bags:
        edge -= canvas.text(edge, y, str(bags_now(view)[seat]), NUMBER, INK, bold=True, anchor="r") + 8
        canvas.stamp(sign("bag", 44), edge - 22, y)
        edge -= 60
    if episode.compass is None:
        canvas.text(left + 20, y, words("my_city.score.gold_bags"), NAME, MUTED)
        return
    x = (
        left
        + 20
        + canvas.text(left + 20, y, words(f"my_city.picture.pieces.{episode.compass}"), NAME, MUTED)
        + 18
    )
    built = len(site_of(view.episode, view.sheets[seat]).built(episode.compass))
    step = (edge - x) / len(episode.pieces)
    for index, piece in enumerate(episode.pieces):
        cell = _CELL if episode.compass == "church" else 40
        body = structure(episode.compass, orientations(piece)[0], cell)
        canvas.stamp(body, x + (index + 0.5) * step, y)
        if index < built:
            canvas.stamp(
                badge(True, INK, 11), x + (index + 0.5) * step + min(body.width / 2, step / 2) - 9, y + 17
            )
