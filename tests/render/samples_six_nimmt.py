"""A few moments of a made-up table: the palette takes its blends from their pictures."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.view import NimmtView, Placement, Question
from bot.text import locales, words
from bot.view_model import ViewModel
from render import lobby, ranking
from render.canvas import Canvas
from render.six_nimmt import own_hand, trick_board

_CARDS = (2, 12, 37, 45, 46, 55, 65, 80, 99, 104)
_TOTALS = (14, 31, 14, 9, 16, 40, 3, 28, 55, 0)


def ten_seats() -> NimmtView:
    """A full table after a trick in which everything happened."""
    taken = {45: ((35, 36, 38, 40, 42), 8), 2: ((61,), 1)}
    rows = {2: 3, 12: 3, 37: 1, 45: 2, 46: 2, 55: 2, 65: 2, 80: 2, 99: 4, 104: 4}
    last = tuple(
        Placement(Seat(index * 3 % 10), card, rows[card], *taken.get(card, ((), 0)))
        for index, card in enumerate(_CARDS)
    )
    return NimmtView(
        options=NimmtOptions(),
        seats=10,
        phase="choose",
        round=2,
        trick=4,
        rows=((16, 20, 21, 22, 37), (45, 46, 55, 65, 80), (2, 12), (88, 90, 99, 104)),
        hand=(3, 11, 23, 38, 47, 60, 85),
        selected=60,
        chosen=(True, False) * 5,
        last=last,
        question=None,
        heads=(3, 0, 8, 1, 5, 0, 12, 2, 9, 1),
        totals=_TOTALS,
        scores=(_TOTALS,),
        played=(),
    )


def samples() -> Iterator[Canvas]:
    """The board, a question, a hand, the lobby and a ranking."""
    view, speak = ten_seats(), words(locales()[-1])
    waiting = tuple(Placement(placement.seat, placement.card) for placement in view.last)
    asked = replace(view, phase="place", last=waiting, question=Question(Seat(0), _CARDS[0]))
    names = ("ニムト", "Jo") * 5
    models = [ViewModel(1, 1, one, names, speak, seat=Seat(0)) for one in (view, asked)]
    rows = tuple((ScoreRow("round", total, 1),) for total in _TOTALS)
    outcome = Outcome(
        tuple(1 + sum(other < one for other in _TOTALS) for one in _TOTALS), _TOTALS, rows, True
    )
    card = lobby.LobbyCard("six_nimmt", names[:5], 0, 4, (2, 10), (("ニムト", "66"),) * 3, 30, "ニムト")
    yield from map(trick_board.paint, models)
    yield own_hand.paint(models[0], None)
    yield own_hand.paint(models[0], 11)
    yield lobby.paint(card, speak)
    over = ViewModel(1, 1, view, names, speak, outcome=outcome)
    yield ranking.paint(over, game("six_nimmt").info, "", None)
