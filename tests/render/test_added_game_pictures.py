"""The pictures of a game that was built from the drawing kit alone keep the rules of the house."""

from collections.abc import Iterator
from random import Random

import pytest
from picture_checks import canvas_of, check
from picture_models import LOCALES, NAMES, lobby_card, reader

from bot.games.chance import Chance
from bot.text import words
from render.lobby import lobby
from render.ranking import ranking
from tests.guest_world import as_guest, introduce
from tests.pebbles.game import GAME, PebblesOptions
from tests.pebbles.style import STYLE, Scenery, board


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    as_guest(monkeypatch)
    introduce()


def moments(seats: int, locale: str, seat: int | None) -> Iterator[Scenery]:
    """Every moment of a game, as one reader sees it."""
    rng, chance = Random(seats), Chance(bytes(32))
    state = GAME.setup(PebblesOptions(heap=4), seats, chance)
    while True:
        yield reader("pebbles", state, locale, seat=seat)
        if GAME.outcome(state) is not None:
            return
        owing = rng.choice(list(GAME.decisions(state)))
        state = GAME.apply(state, owing, rng.choice([*GAME.legal(state, owing)]), chance).state


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_picture_is_tidy(seats: int, locale: str) -> None:
    *_, last = found = [*moments(seats, locale, None)]
    for drawing in (*map(board, found), ranking(last, "pebbles")):
        check(drawing)
    card = lobby_card(2, locale, seats=(2, 3), options=(("Heap", "12"),), waiting=NAMES[1])
    check(lobby(card, words(locale)))


def test_the_board_is_the_same_for_everybody_in_the_accent_of_the_game() -> None:
    for shared, own in zip(moments(3, "en", None), moments(3, "en", 2), strict=True):
        assert board(shared).key == board(own).key
        assert canvas_of(board(shared)).image.getpixel((600, 5)) == STYLE.accent
