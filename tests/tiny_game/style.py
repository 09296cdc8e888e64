"""High card in pictures and their words: its style, the board, a hand, the ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_fields

from bot.view_model import ViewModel, alt_text
from render import fonts, ranking as final
from render.canvas import Canvas, layered
from render.drawing import Drawing, drawing
from render.games import Style
from render.parts import bar, header
from render.theme import CARD, HUGE, INK, MUTED, NAME, TITLE, WIDTH, rgb
from tests.tiny_game.game import GAME, HighCardView, Show

KEY, ACCENT = GAME.info.key, rgb("#1F5F4A")
HighCards = ViewModel[HighCardView]


def board(model: HighCards) -> Drawing:
    """The public picture: nothing in it depends on whose eyes look."""
    view = with_fields(model.view, hand=(), selected=None)
    return drawing(KEY, "board", replace(model, view=view, seat=None), _board, _alt)


def hand(model: HighCards, choice: int | None) -> Drawing:
    """The cards of `model.seat`, with the selected one or a proposed `choice` marked."""
    return drawing(KEY, "hand", model, _hand, _alt, choice)


def ranking(model: HighCards) -> Drawing:
    """The final ranking."""
    return final.ranking(model, GAME.info.key)


def trick(model: HighCards) -> str:
    """The trick that is being chosen for, or the last one, in a few words."""
    return model.words("high_card.trick", trick=sum(model.view.wins) + (model.outcome is None))


def caption(model: HighCards) -> str:
    """The trick that has been played."""
    return model.words("high_card.trick", trick=sum(model.view.wins))


def named(model: HighCards, move: Show) -> str:
    """The card that is shown."""
    return model.words("high_card.move", card=move.card)


def told(model: HighCards) -> str:
    """The trick on the table in words."""
    shown = model.view.shown
    if not shown:
        return model.words("high_card.told.nothing")
    cards = model.words.all_of(f"{name} {card}" for name, card in zip(model.names, shown, strict=True))
    return model.words("high_card.told.trick", cards=cards, name=model.names[shown.index(max(shown))])


def text(model: HighCards) -> str:
    """Trick, wins and the own hand in words."""
    wins = zip(model.names, model.view.wins, strict=True)
    lines = [trick(model), told(model), model.words.all_of(f"{name}: {count}" for name, count in wins)]
    if model.view.hand:
        lines.append(model.words("high_card.told.hand", cards=model.words.all_of(map(str, model.view.hand))))
    return "\n".join(lines)


def _alt(model: HighCards, choice: int | None = None) -> str:
    return alt_text(model, lambda model: f"{model.words.title(GAME.info)}\n{text(model)}")


def _board(model: HighCards) -> Canvas:
    shown = model.view.shown
    names = {card: name for name, card in zip(model.names, shown, strict=False)}
    return _table(model, shown, max(shown, default=None), names, model.words("high_card.told.nothing"))


def _hand(model: HighCards, choice: int | None) -> Canvas:
    marked = model.view.selected if choice is None else choice
    return _table(model, model.view.hand, marked, {}, model.words("high_card.panel.menu"))


def _table(
    model: HighCards, cards: Sequence[int], lit: int | None, below: Mapping[int, str], empty: str
) -> Canvas:
    """A row of cards, one of them lit, with names below."""
    canvas = layered((KEY, "table"), 700, lambda canvas: bar(canvas, STYLE))
    pill = model.words("picture.over" if model.outcome else "high_card.panel.menu")
    header(canvas, STYLE, model.words.title(GAME.info), trick(model), lambda _: pill, seat=model.seat)
    if not cards:
        canvas.text(WIDTH / 2, 400, fonts.fit(empty, WIDTH - 80, TITLE), TITLE, MUTED, anchor="m")
    for place, card in enumerate(cards):
        x = WIDTH / 2 + (place - (len(cards) - 1) / 2) * 280
        canvas.panel((x - 110, 240, x + 110, 560), CARD, 16, lit=card == lit)
        canvas.text(x, 400, str(card), HUGE, ACCENT, bold=True, anchor="m")
        name = fonts.fit(below.get(card, ""), 260, NAME, True)
        canvas.text(x, 610, name, NAME, INK, bold=True, anchor="m")
    return canvas


STYLE = Style(KEY, ACCENT)
