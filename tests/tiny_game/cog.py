"""High card in Discord: its presenter, from which its panels and commands are made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from bot.app import App
from bot.discord.content import Content
from bot.discord.game_commands import add_game
from bot.discord.move_commands import MoveCommand, Param
from bot.discord.presenter import Presenter, waiting, won
from bot.discord.steps import Choice, How, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.text import Words
from tests.tiny_game.game import GAME, HighCardView, Show
from tests.tiny_game.style import HighCards, board, hand, ranking, state, told, trick


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, HighCardPresenter())


class HighCardPresenter(Presenter):
    """The presenter of high card; its replays are those of any game."""

    key = GAME.info.key
    group = "highcard"
    commands: ClassVar = {"play": MoveCommand((Show,), (Param("card", int),))}

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The one option there is."""
        return ((words("high_card.option.cards"), str(options.cards)),)

    def board(self, model: HighCards) -> Content:
        """The newest trick, and who has still to choose."""
        shown = self.page(model)
        return replace(shown, texts=(*shown.texts, _still_to_choose(model)))

    def page(self, model: HighCards) -> Content:
        """The trick without who has still to choose."""
        return Content((told(spoken(model)),), (board(model),))

    def caption(self, model: HighCards) -> str:
        """The tricks played so far."""
        return model.words("high_card.panel.caption", n=trick(model.view) - 1)

    def how(self, view: HighCardView, move: Show) -> How:
        """A card can be changed until the last one is chosen, which is shown first."""
        return "change"

    def panel(self, model: HighCards, choice: Choice) -> Panel:
        """The hand with its menu; the last one to choose has to confirm."""
        view, words = model.view, model.words
        if not view.hand:
            return Panel((_still_to_choose(model),), (hand(model, None),))
        card = choice.move.card if isinstance(choice.move, Show) else None
        marked = view.selected if card is None else card
        lines = tuple(Pick(str(each), Show(each), chosen=each == marked) for each in view.hand)
        menu = Picks(words("high_card.panel.menu"), lines)
        return Panel((_question(model, card),), (hand(model, card),), (menu,), sure=choice.move)

    def settled(self, model: HighCards) -> Content:
        """What became of the card."""
        if not model.view.shown or model.seat is None:
            return Content((model.words("high_card.panel.settled_over"),))
        return Content((model.words("high_card.panel.settled", card=model.view.shown[model.seat]),))

    def text(self, model: HighCards) -> str:
        """State, trick, wins and the own hand in words."""
        words = model.words
        lines = [f"**{state(model)}**", told(model)]
        for name, wins in zip(model.names, model.view.wins, strict=True):
            lines.append(words("high_card.told.wins", name=name, n=wins))
        if model.view.hand:
            lines.append(words("high_card.told.hand", cards=words.all_of(map(str, model.view.hand))))
        return "\n".join(lines)

    def named(self, model: HighCards, move: Show) -> str:
        """The card that is shown."""
        return model.words("high_card.move", card=move.card)

    def ended(self, model: HighCards) -> Content:
        """The winners and the ranking."""
        return Content((won(model, "high_card.panel.won"),), (ranking(model),))


def _question(model: HighCards, card: int | None) -> str:
    if card is not None:
        return model.words("high_card.panel.last", card=card)
    if model.view.selected is not None:
        return model.words("high_card.panel.selected", card=model.view.selected)
    return model.words("high_card.panel.choose", trick=trick(model.view))


def _still_to_choose(model: HighCards) -> str:
    if not model.view.waiting_for:
        return ""
    return model.words("high_card.panel.waiting", names=waiting(spoken(model), model.view.waiting_for))
