"""High card in pictures, built from the drawing kit: its style, the board, a hand, the ranking."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as with_fields

from bot.games.contract import Seat
from bot.view_model import ViewModel, alt_text
from render import fonts
from render import ranking as final
from render.canvas import Canvas, layered
from render.drawing import Drawing, drawing
from render.games import Style
from render.parts import bar, caption, crown, header, tab
from render.pen import Pen, sprite
from render.seats import token
from render.strip import Cell, ground, strip
from render.theme import CARD, EDGE, HUGE, INK, MUTED, NAME, TITLE, TOP, TRAY, WHITE, WIDTH, Box, mix, rgb
from tests.tiny_game.game import GAME, HighCardView

KEY = GAME.info.key
ACCENT = rgb("#1F5F4A")
HEIGHT = 740
RIGHT = 776
STRIP = 792
HighCards = ViewModel[HighCardView]


def board(model: HighCards) -> Drawing:
    """The public picture: nothing in it depends on whose eyes look."""
    view = with_fields(model.view, hand=(), selected=None)
    shown = replace(model, view=view, seat=None)
    return drawing(KEY, "board", shown, _board, _told)


def hand(model: HighCards, choice: int | None) -> Drawing:
    """The cards of `model.seat`, with the selected one or a proposed `choice` marked."""
    return drawing(KEY, "hand", model, _hand, _told, choice)


def ranking(model: HighCards) -> Drawing:
    """The final ranking."""
    return final.ranking(model, GAME.info)


def trick(view: HighCardView) -> int:
    """The number of the trick that is being chosen for."""
    return sum(view.wins) + 1


def winner(view: HighCardView) -> Seat:
    """Who won the trick that lies on the table."""
    return Seat(view.shown.index(max(view.shown)))


def state(model: HighCards) -> str:
    """Where the game stands, in a few words."""
    if model.outcome is not None:
        return model.words("picture.over")
    return model.words("high_card.picture.trick", trick=trick(model.view))


def told(model: HighCards) -> str:
    """The trick on the table in words."""
    if not model.view.shown:
        return model.words("high_card.told.nothing")
    cards = model.words.all_of(
        model.words("high_card.told.card", name=name, card=card)
        for name, card in zip(model.names, model.view.shown, strict=True)
    )
    return model.words("high_card.told.trick", cards=cards, name=model.names[winner(model.view)])


def _board(model: HighCards) -> Canvas:
    count = len(model.view.wins)
    canvas = layered((KEY, "board", count), HEIGHT, lambda canvas: _ground(canvas, count))
    _head(canvas, model)
    caption(canvas, EDGE + 24, TOP + 40, model.words("high_card.picture.newest"))
    if not model.view.shown:
        room = RIGHT - EDGE - 40
        text = fonts.fit(model.words("high_card.told.nothing"), room, TITLE)
        canvas.text((EDGE + RIGHT) / 2, HEIGHT / 2, text, TITLE, MUTED, anchor="m")
    for seat, card in enumerate(model.view.shown):
        _shown(canvas, model, Seat(seat), card)
    strip(canvas, STRIP, TOP, WIDTH - EDGE - STRIP, [_cell(model, Seat(seat)) for seat in range(count)])
    return canvas


def _ground(canvas: Canvas, count: int) -> None:
    bar(canvas, STYLE)
    canvas.panel((EDGE, TOP, RIGHT, HEIGHT - EDGE), TRAY, 16, edge=None, shadow=False)
    ground(canvas, STRIP, TOP, WIDTH - EDGE - STRIP, count)


def _head(canvas: Canvas, model: HighCards) -> None:
    words, over = model.words, model.outcome is not None
    pill = words("picture.over" if over else "high_card.picture.choose")
    part = words("high_card.picture.trick", trick=trick(model.view) - over)
    header(canvas, STYLE, words.title(GAME.info), part, lambda _: pill, seat=model.seat)


def _shown(canvas: Canvas, model: HighCards, seat: Seat, card: int) -> None:
    room = (RIGHT - EDGE) / len(model.view.shown)
    x = EDGE + room * (seat + 0.5)
    won = seat == winner(model.view)
    _card(canvas, (x - 75, 280, x + 75, 490), card, lit=won)
    if won:
        crown(canvas, x, 230, 60)
    token(canvas, seat, x, 540, 22)
    canvas.text(x, 596, fonts.fit(model.names[seat], room - 24, NAME, True), NAME, bold=True, anchor="m")


def _cell(model: HighCards, seat: Seat) -> Cell:
    view = model.view
    done = None if model.outcome is not None else seat not in view.waiting_for
    note = "" if done is None else model.words(f"high_card.picture.{'chosen' if done else 'thinking'}")
    won = bool(view.shown) and seat == winner(view)
    return Cell(seat, model.names[seat], str(view.wins[seat]), done, note, pill="+1" if won else "", lit=won)


def _hand(model: HighCards, choice: int | None) -> Canvas:
    canvas = layered((KEY, "hand"), 700, lambda canvas: bar(canvas, STYLE))
    speak, cards = model.words, model.view.hand
    _head(canvas, model)
    caption(canvas, 28, 132, speak("high_card.picture.hand"))
    if not cards:
        canvas.text(WIDTH / 2, 400, speak("high_card.picture.no_cards"), TITLE, MUTED, anchor="m")
    for place, card in enumerate(cards):
        x = WIDTH / 2 + (place - (len(cards) - 1) / 2) * 300
        marked = card == (model.view.selected if choice is None else choice)
        _card(canvas, (x - 110, 240, x + 110, 560), card, lit=marked)
        if marked:
            sent = card == model.view.selected
            text = speak(f"high_card.picture.{'yours' if sent else 'confirm'}")
            tab(canvas, x, 236, text, ticked=sent)
    return canvas


def _card(canvas: Canvas, box: Box, number: int, *, lit: bool) -> None:
    canvas.panel(box, CARD, 16, lit=lit)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    size = fonts.largest(str(number), HUGE, box[2] - box[0] - 24)
    canvas.text(*middle, str(number), size, ACCENT, bold=True, anchor="m")


def _told(model: HighCards, choice: int | None = None) -> str:
    return alt_text(model, _alt)


def _alt(model: HighCards) -> str:
    parts = [model.words.title(GAME.info), state(model), told(model)]
    if model.view.hand:
        cards = model.words.all_of(map(str, model.view.hand))
        parts.append(model.words("high_card.told.hand", cards=cards))
    return "\n".join(parts)


def emblem(canvas: Canvas, x: float, y: float) -> None:
    """A card that rises above another one."""

    def paint(pen: Pen) -> None:
        pen.rounded((2, 14, 26, 46), 5, mix(ACCENT, WHITE, 0.5))
        pen.rounded((18, 2, 46, 40), 6, WHITE)
        pen.polygon([(32, 9), (41, 24), (23, 24)], ACCENT)
        pen.rounded((29, 22, 35, 33), 1, ACCENT)

    canvas.stamp(sprite((KEY, "emblem"), 48, 48, paint), x, y)


def still(canvas: Canvas, box: Box) -> None:
    """Three cards, each higher than the one before."""
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for place, number in enumerate((3, 7, 12)):
        x, y = middle[0] + (place - 1) * 132, middle[1] + (1 - place) * 24
        _card(canvas, (x - 58, y - 84, x + 58, y + 84), number, lit=place == 2)


SHADES = tuple([mix(ACCENT, ground, share / 4) for ground in (WHITE, INK) for share in (1, 2, 3)])
STYLE = Style(KEY, ACCENT, emblem, still, (mix(ACCENT, WHITE, 0.5),), SHADES)
