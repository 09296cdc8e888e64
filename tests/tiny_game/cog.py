"""High card in Discord: its presenter, from which its panels and commands are made."""

from typing import ClassVar

from bot.app import App
from bot.discord.content import Content
from bot.discord.game_commands import add_game
from bot.discord.presenter import MoveCommand, Param, Presenter, waiting, won
from bot.discord.steps import Choice, How, Panel, Pick, Picks
from bot.discord.view_models import spoken
from tests.tiny_game import style
from tests.tiny_game.game import GAME, HighCardView, Show
from tests.tiny_game.style import HighCards


async def setup(app: App) -> None:
    """Loads the game."""
    add_game(app, HighCardPresenter())


class HighCardPresenter(Presenter):
    """The presenter of high card; its replays are those of any game."""

    key, group = GAME.info.key, "highcard"
    sentences: ClassVar = style
    commands: ClassVar = {"play": MoveCommand((Show,), (Param("card", int),))}

    def board(self, model: HighCards) -> Content:
        """The newest trick, and who has still to choose."""
        return Content((style.told(spoken(model)), _still_to_choose(model)), (style.board(model),))

    def how(self, view: HighCardView, move: Show) -> How:
        """A card can be changed until the last one is chosen, which is shown first."""
        return "change"

    def panel(self, model: HighCards, choice: Choice) -> Panel:
        """The hand with its menu; the last one to choose has to confirm."""
        view, words = model.view, model.words
        card = choice.move.card if isinstance(choice.move, Show) else None
        picture = style.hand(model, card)
        if not view.hand:
            return Panel((_still_to_choose(model),), (picture,))
        marked = view.selected if card is None else card
        lines = tuple(Pick(str(each), Show(each), chosen=each == marked) for each in view.hand)
        question = "choose" if marked is None else "selected" if card is None else "last"
        asked = words(f"high_card.panel.{question}", card=marked or 0, trick=sum(view.wins) + 1)
        menu = Picks(words("high_card.panel.menu"), lines)
        return Panel((asked,), (picture,), (menu,), sure=choice.move)

    def ended(self, model: HighCards) -> Content:
        """The winners and the ranking."""
        return Content((won(model, "high_card.panel.won"),), (style.ranking(model),))


def _still_to_choose(model: HighCards) -> str:
    names = waiting(spoken(model), model.view.waiting_for)
    return model.words("high_card.panel.waiting", names=names) if names else ""
