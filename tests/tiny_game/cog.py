"""High card in Discord: its presenter, from which its panels and commands are made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from bot.app import App
from bot.discord.content import Content
from bot.discord.game_commands import add_game
from bot.discord.move_commands import MoveCommand, Param
from bot.discord.presenter import Presenter, waiting, won
from bot.discord.scenes import spoken
from bot.discord.steps import Choice, How, Panel, Pick, Picks
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

    def board(self, scene: HighCards) -> Content:
        """The newest trick, and who has still to choose."""
        shown = self.page(scene)
        return replace(shown, texts=(*shown.texts, _still_to_choose(scene)))

    def page(self, scene: HighCards) -> Content:
        """The trick without who has still to choose."""
        return Content((told(spoken(scene)),), (board(scene),))

    def caption(self, scene: HighCards) -> str:
        """The tricks played so far."""
        return scene.words("high_card.panel.caption", n=trick(scene.view) - 1)

    def how(self, view: HighCardView, move: Show) -> How:
        """A card can be changed until the last one is chosen, which is shown first."""
        return "change"

    def panel(self, scene: HighCards, choice: Choice) -> Panel:
        """The hand with its menu; the last one to choose has to confirm."""
        view, words = scene.view, scene.words
        if not view.hand:
            return Panel((_still_to_choose(scene),), (hand(scene, None),))
        card = choice.move.card if isinstance(choice.move, Show) else None
        marked = view.selected if card is None else card
        lines = tuple(Pick(str(each), Show(each), chosen=each == marked) for each in view.hand)
        menu = Picks(words("high_card.panel.menu"), lines)
        return Panel((_question(scene, card),), (hand(scene, card),), (menu,), sure=choice.move)

    def settled(self, scene: HighCards) -> Content:
        """What became of the card."""
        if not scene.view.shown or scene.seat is None:
            return Content((scene.words("high_card.panel.settled_over"),))
        return Content((scene.words("high_card.panel.settled", card=scene.view.shown[scene.seat]),))

    def text(self, scene: HighCards) -> str:
        """State, trick, wins and the own hand in words."""
        words = scene.words
        lines = [f"**{state(scene)}**", told(scene)]
        for name, wins in zip(scene.names, scene.view.wins, strict=True):
            lines.append(words("high_card.told.wins", name=name, n=wins))
        if scene.view.hand:
            lines.append(words("high_card.told.hand", cards=words.all_of(map(str, scene.view.hand))))
        return "\n".join(lines)

    def named(self, scene: HighCards, move: Show) -> str:
        """The card that is shown."""
        return scene.words("high_card.move", card=move.card)

    def ended(self, scene: HighCards) -> Content:
        """The winners and the ranking."""
        return Content((won(scene, "high_card.panel.won"),), (ranking(scene),))


def _question(scene: HighCards, card: int | None) -> str:
    if card is not None:
        return scene.words("high_card.panel.last", card=card)
    if scene.view.selected is not None:
        return scene.words("high_card.panel.selected", card=scene.view.selected)
    return scene.words("high_card.panel.choose", trick=trick(scene.view))


def _still_to_choose(scene: HighCards) -> str:
    if not scene.view.waiting_for:
        return ""
    return scene.words("high_card.panel.waiting", names=waiting(spoken(scene), scene.view.waiting_for))
