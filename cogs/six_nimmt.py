"""The messages of 6 nimmt!, described from what their reader may know."""

from dataclasses import replace
from typing import Any, ClassVar

from discord import app_commands
from msgspec import structs

from bot.app import App
from bot.discord.content import Content, in_rows, number
from bot.discord.game_commands import add_game
from bot.discord.layout import ENTRIES
from bot.discord.presenter import Legacy, MoveCommand, Param, Presenter, watching, won
from bot.discord.steps import Choice, How, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.games.six_nimmt import sentences as told
from bot.games.six_nimmt.deck import ROW_NUMBERS
from bot.games.six_nimmt.moves import Choose, NimmtMove, Pick as PickCard, TakeRow
from bot.games.six_nimmt.sentences import Nimmt
from bot.games.six_nimmt.view import NimmtView, costs, is_professional
from render.film import Frame
from render.ranking import ranking
from render.six_nimmt import board, draft, hand, row_choice, scores
from render.six_nimmt.replay import frames


def _of_rest(kind: type[Any], how: How) -> Legacy:
    return lambda view, rest, values: Pick("", kind(number(values[0] if values else rest)), how=how)


class NimmtPresenter(Presenter):
    """The presenter of 6 nimmt!."""

    key = "six_nimmt"
    group = "nimmt"
    sentences = told
    commands: ClassVar = {
        "play": MoveCommand((Choose,), (Param("card", int, label=told.card_line),)),
        "pick": MoveCommand((PickCard,), (Param("card", int, label=told.card_line),)),
        "take": MoveCommand(
            (TakeRow,),
            (Param("row", app_commands.Range[int, ROW_NUMBERS[0], ROW_NUMBERS[-1]], label=told.answer),),
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

    def board(self, model: Nimmt) -> Content:
        """The newest trick, at a round's end also the scores, and who has still to choose."""
        round_over = model.view.phase in ("scored", "over")
        drawings = (board(model), scores(model)) if round_over else (board(model),)
        # That a row is being chosen, and by whom, is the end of the story itself.
        owed = "" if model.view.question is not None else told.owed(spoken(model))
        return Content((self._story(model), told.headline(model), owed), drawings)

    def page(self, model: Nimmt) -> Content:
        """The board of that moment without who has still to choose."""
        played = told.variants(model.view.options, model.words)
        line = " · ".join(part for part in (self.caption(model), played) if part)
        return Content((self._story(model), f"-# {line}"), self.board(model).drawings)

    def _story(self, model: Nimmt) -> str:
        return "\n".join(told.report(spoken(model)))

    def frames(self, model: Nimmt) -> tuple[Frame, ...]:
        """The cards revealed, each one placed, the result."""
        return frames(model)

    def part(self, model: Nimmt) -> int:
        return model.view.round

    def how(self, view: NimmtView, move: NimmtMove) -> How:
        """A card is selected at once while it can be changed. A row is taken at once: its button says what it
        costs, and the next cards fall with it. What is picked or laid before everybody is confirmed."""
        match move:
            case Choose():
                return "change"
            case TakeRow():
                return "make"
            case _:
                return "show"

    def panel(self, model: Nimmt, choice: Choice) -> Panel:
        """The hand to press, the cards of the draft, or the rows for the owner of a card in question."""
        view, move = model.view, choice.move
        if view.question is not None:
            row = move if isinstance(move, TakeRow) else None
            return _row_panel(model, row, choice) if view.question.seat == model.seat else _watching(model)
        if view.phase == "draft":
            pick = move if isinstance(move, PickCard) else None
            return _draft_panel(model, pick) if view.on_turn == model.seat else _watching(model)
        if view.on_turn not in (None, model.seat) or view.phase != "choose" or not view.hand:
            return _watching(model)
        return _card_panel(model, move if isinstance(move, Choose) else None)

    def settling(self, model: Nimmt, move: NimmtMove | None) -> Nimmt:
        card = move.card if isinstance(move, Choose) else None
        return replace(
            model, view=structs.replace(model.view, chosen=(True,) * model.view.seats, selected=card)
        )

    def settled(self, model: Nimmt) -> Content:
        return Content((told.settled(model),))

    def ended(self, model: Nimmt) -> Content:
        """The winners and the ranking."""
        return Content((won(model, "six_nimmt.panel.won"),), (ranking(model, self.key),))


def _card_panel(model: Nimmt, move: Choose | None) -> Panel:
    view = model.view
    card = move.card if move else None
    shown = card if card is not None else view.selected
    rows = (_card_menu(model, shown),) if is_professional(view) else _card_buttons(model, shown)
    return Panel((told.asks_card(model, card),), (hand(model, card),), rows, sure=move)


def _card_buttons(model: Nimmt, shown: int | None) -> tuple[tuple[Pick, ...], ...]:
    """The hand as the picture lays it out, which also tells heads and where each card would land."""
    picks = tuple(Pick(str(card), Choose(card), chosen=card == shown) for card in model.view.hand)
    return in_rows(picks)


def _card_menu(model: Nimmt, shown: int | None) -> Picks:
    """The hand as lines: in Professional there is more to say of a card."""
    view, words = model.view, model.words
    picks = tuple(
        Pick(
            told.card_heads(card, words),
            Choose(card),
            told.lands(view, card, words, "panel"),
            chosen=card == shown,
        )
        for card in view.hand
    )
    return Picks(words("six_nimmt.panel.menu"), picks)


def _row_panel(model: Nimmt, move: TakeRow | None, choice: Choice) -> Panel:
    row = move.row if move else None
    buttons = tuple(
        Pick(
            told.answer(model, TakeRow(each)), TakeRow(each), style="primary" if each == row else "secondary"
        )
        for each in costs(model.view)
    )
    drawing = row_choice(model, row, even=choice.even)
    return Panel((told.asks_row(model, row),), (drawing,), (buttons,), sure=move)


def _draft_panel(model: Nimmt, move: PickCard | None) -> Panel:
    pool, words = model.view.pool, model.words
    card = move.card if move else None
    menus: list[Picks] = []
    for cards in (pool[at : at + ENTRIES] for at in range(0, len(pool), ENTRIES)):
        picks = (Pick(told.card_heads(one, words), PickCard(one), chosen=one == card) for one in cards)
        menu = words("six_nimmt.panel.pick_menu", low=cards[0], high=cards[-1])
        menus.append(Picks(menu, tuple(picks)))
    text = words("six_nimmt.panel.pick") if card is None else words("six_nimmt.panel.pick_sure", card=card)
    return Panel((text,), (draft(model, card),), tuple(menus), sure=move)


def _watching(model: Nimmt) -> Panel:
    text = told.owed(spoken(model)) or model.words("six_nimmt.panel.nothing")
    return watching(text, draft(model, None) if model.view.phase == "draft" else hand(model, None))


async def setup(app: App) -> None:
    add_game(app, NimmtPresenter())
