"""The pictures of a game that was built from the drawing kit alone keep the rules of the house."""

from collections.abc import Iterator
from random import Random

import pytest
from picture_checks import alt_of, canvas_of, check
from picture_models import LOCALES, NAMES, lobby_card, reader

from bot.games.chance import Chance
from bot.text import words
from render.lobby import lobby
from tests.guest_world import as_guest, introduce
from tests.tiny_game.game import GAME, HighCardOptions
from tests.tiny_game.style import STYLE, HighCards, board, hand, ranking


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    as_guest(monkeypatch)
    introduce()


def moments(seats: int, locale: str, seat: int | None) -> Iterator[HighCards]:
    """Every moment of a game, as one reader sees it."""
    rng, chance = Random(seats), Chance(bytes(32))
    state = GAME.setup(HighCardOptions(), seats, chance)
    while True:
        yield reader("high_card", state, locale, seat=seat)
        if GAME.outcome(state) is not None:
            return
        owing = rng.choice(list(GAME.decisions(state)))
        state = GAME.apply(state, owing, rng.choice([*GAME.legal(state, owing)]), chance).state


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_picture_is_tidy_whatever_is_proposed(seats: int, locale: str) -> None:
    *_, last = found = [*moments(seats, locale, None)]
    for drawing in (*map(board, found), ranking(last)):
        check(drawing)
    for model in moments(seats, locale, 1):
        for choice in (None, *model.view.hand):
            check(hand(model, choice))
    card = lobby_card(2, locale, seats=(2, 4), options=(("Cards", "3"),), waiting=NAMES[1])
    check(lobby(card, words(locale)))


def test_the_board_is_the_same_for_everybody_in_the_accent_of_the_game() -> None:
    for shared, own in zip(moments(3, "en", None), moments(3, "en", 2), strict=True):
        assert board(shared).key == board(own).key
        assert canvas_of(board(shared)).image.getpixel((600, 5)) == STYLE.accent


def test_a_hand_tells_its_owner_everything_in_words_too() -> None:
    model = next(moments(2, "en", 0))
    alt = alt_of(hand(model, None))
    assert all(str(card) in alt for card in model.view.hand)
