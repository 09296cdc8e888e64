"""The messages of 6 nimmt!, described from what their reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, assert_never

from discord import app_commands

from bot.discord.content import Content
from bot.discord.ids import number
from bot.discord.layout import ENTRIES
from bot.discord.move_commands import MoveCommand, Param
from bot.discord.presenter import Presenter, waiting, watching, won
from bot.discord.steps import Choice, How, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.games.contract import Seat
from bot.games.six_nimmt.deck import ROW_NUMBERS, heads
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, TakeRow
from bot.games.six_nimmt.moves import Pick as PickCard
from bot.games.six_nimmt.view import NimmtView, Placement
from bot.text import Words
from bot.view_model import ViewModel
from render.film import Frame
from render.six_nimmt import board, draft, hand, ranking, row_choice, scores
from render.six_nimmt import words as told
from render.six_nimmt.facts import TRICKS, costs
from render.six_nimmt.replay import frames

Nimmt = ViewModel[NimmtView]
_ASKS = {"low": "row", "enclosed": "enclosed", "tie": "tie"}
"""By kind of question: the sentence above its answers."""


def _row(model: Nimmt, move: TakeRow) -> str:
    return answer(model.view, move.row, model.words)


def _card(model: Nimmt, move: Choose | PickCard) -> str:
    """A card, and where it would go now."""
    view, words, name = model.view, model.words, named(move.card, model.words)
    if isinstance(move, PickCard):
        return name
    return words("six_nimmt.command.card", card=name, lands=told.lands(view, move.card, words, "panel"))


def _of_rest(kind: type[Any], how: How) -> Any:
    """What a control of an older version meant that carried a number."""
    return lambda view, rest, values: Pick("", kind(number(values[0] if values else rest)), how=how)


class NimmtPresenter(Presenter):
    """The presenter of 6 nimmt!."""

    key = "six_nimmt"
    group = "nimmt"
    commands: ClassVar = {
        "play": MoveCommand((Choose,), (Param("card", int, label=_card),)),
        "pick": MoveCommand((PickCard,), (Param("card", int, label=_card),)),
        "take": MoveCommand(
            (TakeRow,),
            (Param("row", app_commands.Range[int, ROW_NUMBERS[0], ROW_NUMBERS[-1]], label=_row),),
        ),
    }
    legacy: ClassVar = {
        "nimmt.choose": _of_rest(Choose, "change"),
        "nimmt.card": _of_rest(Choose, "make"),
        "nimmt.row": _of_rest(TakeRow, "show"),
        "nimmt.take": _of_rest(TakeRow, "make"),
        "nimmt.pick": _of_rest(PickCard, "show"),
        "nimmt.picked": _of_rest(PickCard, "make"),
    }

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The options as rows of label and value."""
        return told.option_rows(options, words)

    def board(self, model: Nimmt) -> Content:
        """The newest trick, at a round's end also the scores, and who has still to choose."""
        drawings = (board(model), scores(model)) if _round_over(model.view) else (board(model),)
        story = "\n".join(told.report(spoken(model)))
        # That a row is being chosen, and by whom, is the end of the story itself.
        owed = "" if model.view.question is not None else _still_to_choose(spoken(model))
        return Content((story, told.headline(model), owed), drawings)

    def page(self, model: Nimmt) -> Content:
        """The board of that moment without who has still to choose."""
        shown = self.board(model)
        played = told.variants(model.view.options, model.words)
        line = " · ".join(part for part in (self.caption(model), played) if part)
        return Content(("\n".join(told.report(spoken(model))), f"-# {line}"), shown.drawings)

    def caption(self, model: Nimmt) -> str:
        """The round and the trick that was played last."""
        view, words = model.view, model.words
        if view.phase == "draft":
            return words("six_nimmt.panel.caption_draft", round=view.round)
        if not view.last:
            return words("six_nimmt.panel.caption_rows", round=view.round)
        played = view.trick - 1 if view.phase == "choose" else view.trick
        return words("six_nimmt.panel.caption", round=view.round, trick=played)

    def frames(self, model: Nimmt) -> tuple[Frame, ...]:
        """The cards revealed, each one placed, the result."""
        return frames(model)

    def part(self, model: Nimmt) -> int:
        """The round."""
        return model.view.round

    def how(self, view: NimmtView, move: NimmtMove) -> How:
        """A card is selected at once while it can be changed; the rest is final."""
        return "change" if isinstance(move, Choose) else "show"

    def panel(self, model: Nimmt, choice: Choice) -> Panel:
        """The hand with its menu, the cards of the draft, or the rows for the owner of a card in question."""
        view, move = model.view, choice.move
        if view.question is not None:
            row = move if isinstance(move, TakeRow) else None
            return _row_panel(model, row) if view.question.seat == model.seat else _watching(model)
        if view.phase == "draft":
            pick = move if isinstance(move, PickCard) else None
            return draft_panel(model, pick) if view.on_turn == model.seat else _watching(model)
        if view.on_turn not in (None, model.seat) or view.phase != "choose" or not view.hand:
            return _watching(model)
        return _card_panel(model, move if isinstance(move, Choose) else None)

    def settled(self, model: Nimmt) -> Content:
        """What became of the card."""
        if model.seat is not None and model.view.on_turn is not None:
            return Content((_done_in_turn(model, model.seat),))
        played = next((placed for placed in model.view.last if placed.seat == model.seat), None)
        return Content((_fate(played, model.words),))

    def text(self, model: Nimmt) -> str:
        """Everything the reader's picture shows, in words."""
        return told.text(model)

    def named(self, model: Nimmt, move: NimmtMove) -> str:
        """A card to be played or picked, a row to be taken, the end of a row."""
        words, question = model.words, model.view.question
        match move:
            case Choose(card=card):
                return words("six_nimmt.move.choose", card=card)
            case PickCard(card=card):
                return words("six_nimmt.move.pick", card=card)
            case TakeRow(row=row) if question is not None and row in question.rows and question.sides:
                return words(f"six_nimmt.panel.end.{question.sides[question.rows.index(row)]}", row=row)
            case TakeRow(row=row):
                return words("six_nimmt.move.take_row", row=row)
            case Deal():
                return words("six_nimmt.move.deal")
            case _:
                assert_never(move)

    def ended(self, model: Nimmt) -> Content:
        """The winners and the ranking."""
        return Content((won(model, "six_nimmt.panel.won"),), (ranking(model),))


def named(card: int, words: Words) -> str:
    """A card with its heads."""
    return words("six_nimmt.panel.card", card=card, n=heads((card,)))


def _card_panel(model: Nimmt, move: Choose | None) -> Panel:
    view, words = model.view, model.words
    card = move.card if move else None
    if view.on_turn is not None:
        text = words("six_nimmt.panel.lay", trick=view.trick)
        if card is not None:
            text = words("six_nimmt.panel.lay_sure", card=card)
    elif card is not None:
        text = words("six_nimmt.panel.last", card=card)
    elif view.selected is not None:
        text = words("six_nimmt.panel.chosen", card=view.selected)
    else:
        text = words("six_nimmt.panel.choose", trick=view.trick)
    shown = card if card is not None else view.selected
    picks = tuple(
        Pick(named(each, words), Choose(each), told.lands(view, each, words, "panel"), chosen=each == shown)
        for each in view.hand
    )
    return Panel((text,), (hand(model, card),), (Picks(words("six_nimmt.panel.menu"), picks),), sure=move)


def _row_panel(model: Nimmt, move: TakeRow | None) -> Panel:
    view, words, prices = model.view, model.words, costs(model.view)
    assert view.question is not None
    row, card = move.row if move else None, view.question.card
    buttons = tuple(
        Pick(answer(view, each, words), TakeRow(each), style="primary" if each == row else "secondary")
        for each in prices
    )
    if row is None:
        text = words(f"six_nimmt.panel.{_ASKS[view.question.kind]}", card=card)
    elif view.question.kind == "tie":
        text = words("six_nimmt.panel.end_sure", card=card, end=told.end_name(model, row), n=prices[row])
    else:
        text = words("six_nimmt.panel.row_sure", card=card, row=row, n=prices[row])
    return Panel((text,), (row_choice(model, row),), (buttons,), sure=move)


def answer(view: NimmtView, row: int, words: Words) -> str:
    """An answer to the question with what it costs: a row to take, or in a tie the end of a row."""
    question, price = view.question, costs(view)[row]
    if question is None or not question.sides:
        return words("six_nimmt.panel.row_button", row=row, n=price)
    end = words(f"six_nimmt.panel.end.{question.sides[question.rows.index(row)]}", row=row)
    return words("six_nimmt.panel.end_button", end=end, n=price)


def draft_panel(model: Nimmt, move: PickCard | None) -> Panel:
    """The cards that still lie face up, in menus of 25 at most; a card is picked after **Confirm**."""
    view, words = model.view, model.words
    card = move.card if move else None
    menus = tuple(
        _pick_menu(view.pool[at : at + ENTRIES], card, words) for at in range(0, len(view.pool), ENTRIES)
    )
    text = words("six_nimmt.panel.pick") if card is None else words("six_nimmt.panel.pick_sure", card=card)
    return Panel((text,), (draft(model, card),), menus, sure=move)


def _pick_menu(cards: Sequence[int], chosen: int | None, words: Words) -> Picks:
    picks = tuple(Pick(named(card, words), PickCard(card), chosen=card == chosen) for card in cards)
    return Picks(words("six_nimmt.panel.pick_menu", low=cards[0], high=cards[-1]), picks)


def _watching(model: Nimmt) -> Panel:
    text = _still_to_choose(spoken(model)) or model.words("six_nimmt.panel.nothing")
    return watching(text, draft(model, None) if model.view.phase == "draft" else hand(model, None))


def _still_to_choose(model: Nimmt) -> str:
    view, words = model.view, model.words
    if view.question is not None:
        key = "waiting_end" if view.question.kind == "tie" else "waiting_row"
        return words(f"six_nimmt.panel.{key}", name=model.names[view.question.seat])
    if view.on_turn is not None and view.trick < TRICKS:
        key = "waiting_pick" if view.phase == "draft" else "waiting_lay"
        return words(f"six_nimmt.panel.{key}", name=model.names[view.on_turn])
    if view.phase != "choose":
        return ""
    if view.trick == TRICKS:
        return words("six_nimmt.panel.last_card")
    missing = tuple(Seat(seat) for seat, chosen in enumerate(view.chosen) if not chosen)
    done = view.seats - len(missing)
    if not done:
        return words("six_nimmt.panel.waiting_all")
    return words("six_nimmt.panel.waiting_cards", done=done, all=view.seats, names=waiting(model, missing))


def _done_in_turn(model: Nimmt, seat: Seat) -> str:
    """What the seat did last in the draft or in a trick of Open under way."""
    view, words = model.view, model.words
    if view.phase == "draft" and view.known[seat]:
        return words("six_nimmt.panel.settled_picked", card=view.known[seat][-1])
    if view.phase == "choose" and (card := view.laid[seat]) is not None:
        return words("six_nimmt.panel.settled_waits", card=card)
    return words("six_nimmt.panel.settled_over")


def _fate(played: Placement | None, words: Words) -> str:
    if played is None:
        return words("six_nimmt.panel.settled_over")
    if not played.row:
        return words("six_nimmt.panel.settled_waits", card=played.card)
    if played.taken:
        return words("six_nimmt.panel.settled_took", card=played.card, row=played.row, n=played.heads)
    if played.side == "left":
        return words("six_nimmt.panel.settled_left", card=played.card, row=played.row)
    return words("six_nimmt.panel.settled", card=played.card, row=played.row)


def _round_over(view: NimmtView) -> bool:
    return view.phase in ("scored", "over")
