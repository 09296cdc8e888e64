"""A card that cost much, looked back at: the rows as they lay, what was played, and the hand with what was
better; or as a question, with a letter at each other card."""

from bot.games.six_nimmt.deck import ROW_NUMBERS, heads
from bot.games.six_nimmt.moves import Choose, NimmtMove
from bot.games.six_nimmt.sentences import row_lines
from bot.games.six_nimmt.view import ROW_LENGTH, Place, is_professional, landing
from bot.text import plus
from bot.view_model import alt_text, sentences
from render import fonts
from render.canvas import Canvas, layered
from render.drawing import Drawing, RenderRequest
from render.lookback import Turning, asking, letter, said
from render.parts import PANEL, bar, header
from render.pen import rings, sprite
from render.seats import token
from render.six_nimmt.cards import ACCENT, DANGER, Nimmt, card, ends, horn, slot
from render.six_nimmt.own_hand import landing_text
from render.theme import (
    BIG,
    CARD,
    EDGE,
    HINT,
    HUGE,
    INK,
    LOSS,
    MUTED,
    NAME,
    NEWS,
    NUMBER,
    PANEL_TOP,
    PAPER,
    SENTENCES,
    TITLE,
    TRAY,
    WHITE,
    WIDTH,
    Box,
)

_NAME, _LINE, _SMALL = SENTENCES
_HEIGHT = 1076
_ROW, _STEP, _RIGHT = 128, 137, 822
_CARD, _EACH, _FIRST = (104, 110), 115, 88
_HAND = 659
_OWN, _WIDEST = 206, 167
_RED = 9
"""How wide the line through a card that was played is."""


def turning(
    model: Nimmt, asked: Turning, played: NimmtMove, better: NimmtMove | None, offered: tuple[NimmtMove, ...]
) -> Drawing | None:
    """The picture of a card that was played, and of the better one; of those `offered` where that is asked.
    None where no card was chosen."""
    cards = [one.card for one in (played, better or played, *offered) if isinstance(one, Choose)]
    if len(cards) < 2 + len(offered) or not isinstance(played, Choose):
        return None
    found = cards[1] if better is not None else None
    args = (model, asked, played.card, found, tuple(cards[2:]))
    key = ("turning", asked, model.view, model.seat, *model.people, *args[2:])
    return Drawing(key, RenderRequest("six_nimmt-turning.png", "six_nimmt", _paint, _alt, args, model.icons))


def _paint(model: Nimmt, asked: Turning, played: int, better: int | None, offered: tuple[int, ...]) -> Canvas:
    canvas, words = layered("nimmt turning", _HEIGHT, _ground), model.words
    title = words("analysis.title" if better else "analysis.find_title")
    header(canvas, "six_nimmt", words, title, lambda _: words("analysis.lost", n=asked.lost), size=PANEL)
    for number in ROW_NUMBERS:
        _row(canvas, model, number, played, better)
    box = (_RIGHT + 14, PANEL_TOP, WIDTH - EDGE, _HAND - 14)
    _who(canvas, model, asked, box)
    if better is None:
        _played(canvas, model, played, box)
    else:
        for number, key, top in ((played, "played", 0), (better, "better_one", 1)):
            _told(canvas, model, number, key, (box[0], box[1] + 150 + 194 * top, box[2], box[3]), lit=top > 0)
    _hand(canvas, model, asked, played, better, offered)
    return canvas


def _ground(canvas: Canvas) -> None:
    bar(canvas, "six_nimmt", PANEL)
    for number in ROW_NUMBERS:
        left, top, _, _ = box = _row_box(number)
        canvas.panel(box, TRAY, 16, edge=None, shadow=False)
        for place in range(ROW_LENGTH):
            x, y = left + _FIRST + place * _EACH + 4, top + 13
            slot(canvas, (x, y, x + _CARD[0] - 8, y + _CARD[1] - 8))
    canvas.panel((_RIGHT + 14, PANEL_TOP, WIDTH - EDGE, _HAND - 14), CARD, 18)
    canvas.panel((EDGE, _HAND, WIDTH - EDGE, _HEIGHT - EDGE), PAPER, 18)


def _row_box(number: int) -> Box:
    top = PANEL_TOP + (number - 1) * _STEP
    return EDGE, top, _RIGHT, top + _ROW


def _place(model: Nimmt, number: int) -> Place:
    return landing(model.view.rows, number, professional=is_professional(model.view))


def _row(canvas: Canvas, model: Nimmt, number: int, played: int, better: int | None) -> None:
    """The cards as they lay, and behind them what would have joined them: the better card, else the one that
    was played. A full row is red."""
    cards, (left, top, right, bottom) = model.view.rows[number - 1], _row_box(number)
    joins = [one for one in (better, played) if one and (it := _place(model, one)).joins and it.row == number]
    if full := len(cards) == ROW_LENGTH:
        canvas.panel((left, top, right, bottom), DANGER, 16, edge=None, shadow=False)
    middle = (top + bottom) / 2
    canvas.text(left + 44, middle, str(number), BIG, INK if full else MUTED, bold=True, anchor="m")
    for place, one in enumerate((*cards, *joins[:1])):
        x, y = left + _FIRST + place * _EACH, top + 9
        box = (x, y, x + _CARD[0], y + _CARD[1])
        card(canvas, one, box, BIG, foot=HINT, lit=one == better)
        if place == len(cards) and one == played:
            _strike(canvas, box)
    if is_professional(model.view):
        ends(canvas, left + _FIRST, left + _FIRST + len(cards) * _EACH - 11, top + 105, cards)
    canvas.stamp(horn(44), left + 692, middle)
    canvas.text(left + 724, middle, str(heads(cards)), BIG, bold=True)


def _who(canvas: Canvas, model: Nimmt, asked: Turning, box: Box) -> None:
    left, top, right, _ = box
    token(canvas, asked.seat, left + 42, top + 46, 24)
    canvas.text(left + 80, top + 46, model.names[asked.seat], _NAME, bold=True, room=right - left - 96)
    lines = fonts.lines(asked.when, right - left - 40, _SMALL)
    canvas.lines(left + 24, top + 104, lines, 38, _SMALL, MUTED)


def _played(canvas: Canvas, model: Nimmt, played: int, box: Box) -> None:
    """What was played, and where it went."""
    left, top, right, _ = box
    middle, place = (left + right) / 2, _place(model, played)
    canvas.text(left + 24, top + 170, model.words("analysis.played"), _NAME)
    card(canvas, played, (middle - 73, top + 204, middle + 73, top + 390), HUGE, foot=TITLE)
    if place.taken:
        canvas.pill(middle, top + 404, plus(heads(place.taken)), BIG, NEWS, height=68, padding=26)
    text, y = landing_text(model.words, place), top + (478 if place.taken else 442)
    canvas.text(middle, y, text, _NAME, bold=True, anchor="m", room=right - left - 40)


def _told(canvas: Canvas, model: Nimmt, number: int, key: str, box: Box, *, lit: bool) -> None:
    """A card, what is said of it, and where it would go."""
    left, top, right, _ = box
    place, beside = _place(model, number), (left + 24, top, left + 144, top + 170)
    card(canvas, number, beside, BIG, foot=TITLE, lit=lit)
    if not lit:
        _strike(canvas, beside)
    x, room = left + 168, right - left - 182
    label = model.words(f"analysis.{key}")
    size = _LINE if fonts.width(label, _LINE) <= room else NAME
    canvas.text(x, top + 22, label, size, MUTED, room=room)
    lines = fonts.lines(landing_text(model.words, place), room, TITLE, True)
    canvas.lines(x, top + 68 + 19 * (len(lines) - 1), lines, 38, TITLE, bold=True)
    if place.taken:
        canvas.pill(x, top + 156, plus(heads(place.taken)), NUMBER, NEWS, anchor="l", height=50, padding=18)


def _hand(
    canvas: Canvas, model: Nimmt, asked: Turning, played: int, better: int | None, offered: tuple[int, ...]
) -> None:
    """All cards: the one that was played struck out, the better one lit, else letters at those to choose
    from; what can't be chosen has none."""
    words, hand, y = model.words, model.view.hand, _HAND + 44
    wide = canvas.text(EDGE + 24, y, words(f"analysis.{'hand' if better else 'which'}"), NUMBER, bold=True)
    if better is None:
        stake, room = words("analysis.stake", n=asked.lost), WIDTH - 2 * EDGE - wide - 80
        canvas.text(WIDTH - EDGE - 24, y, stake, _LINE, MUTED, anchor="r", room=room)
    step = min(_WIDEST, (WIDTH - 2 * EDGE - 34) / max(len(hand), 1))
    x, top = (WIDTH - step * len(hand)) / 2, _HAND + 90
    for number in hand:
        box = (x + 8, top, x + step - 8, top + _OWN)
        middle, low = x + step / 2, top + _OWN + 50
        card(canvas, number, box, HUGE, foot=TITLE, lit=number == better)
        if number == played:
            _strike(canvas, box)
            text = words("analysis.played")
            canvas.text(middle, low, text, fonts.largest(text, TITLE, step - 6), MUTED, bold=True, anchor="m")
        elif number == better:
            text = words("analysis.better_one")
            size = fonts.largest(text, TITLE, step - 20)
            canvas.pill(middle, low, text, size, NEWS, height=52, padding=10)
        elif number in offered:
            canvas.stamp(rings(("letter", ACCENT), 64, (30, ACCENT)), middle, low)
            canvas.text(middle, low, letter(offered.index(number)), NUMBER, WHITE, bold=True, anchor="m")
        x += step


def _strike(canvas: Canvas, box: Box) -> None:
    """A line through a card."""
    left, top, right, bottom = box
    wide, high = round(right - left), round(bottom - top)
    image = sprite(
        ("strike", wide, high),
        *(wide, high),
        lambda pen: pen.line([(14, 12), (wide - 14, high - 12)], _RED, LOSS),
    )
    canvas.stamp(image, (left + right) / 2, (top + bottom) / 2)


def _alt(model: Nimmt, asked: Turning, played: int, better: int | None, offered: tuple[int, ...]) -> str:
    def told(shown: Nimmt) -> list[str]:
        name, words = shown.names[asked.seat], shown.words
        if better is not None:
            return [said(words, asked, name), *row_lines(shown)]
        return [asking(words, "six_nimmt", name, asked, tuple(map(str, offered))), *row_lines(shown)]

    return alt_text(model, lambda shown: sentences(shown, told(shown)))
