"""The pictures of a game that was built from the drawing kit alone keep the rules of the house."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from random import Random

import pytest
from picture_checks import check
from picture_models import LOCALES, NAMES
from PIL import Image

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.text import words
from bot.view_model import ViewModel
from render.lobby import LobbyCard, lobby
from tests.guest_world import as_guest, introduce
from tests.tiny_game.game import GAME, HighCardOptions
from tests.tiny_game.style import STYLE, HighCards, board, hand, ranking

SEATS = (2, 3, 4)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    as_guest(monkeypatch)
    introduce()


def moments(seats: int, locale: str, seat: int | None) -> Iterator[HighCards]:
    """Every moment of a game, as one reader sees it."""
    rng, chance = Random(seats), Chance(bytes(32))
    state = GAME.setup(HighCardOptions(), seats, chance)
    viewer = None if seat is None else Seat(seat)
    while True:
        outcome = GAME.outcome(state)
        yield ViewModel(1, 1, GAME.view(state, viewer), NAMES[:seats], words(locale), viewer, outcome=outcome)
        if outcome is not None:
            return
        owing = rng.choice(list(GAME.decisions(state)))
        state = GAME.apply(state, owing, rng.choice([*GAME.legal(state, owing)]), chance).state


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_board_is_tidy(seats: int, locale: str) -> None:
    for model in moments(seats, locale, None):
        check(board(model))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_hand_is_tidy_whatever_is_proposed(locale: str) -> None:
    for model in moments(4, locale, 1):
        for choice in (None, *model.view.hand):
            check(hand(model, choice))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_ranking_is_tidy(seats: int, locale: str) -> None:
    *_, last = moments(seats, locale, None)
    check(ranking(last))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lobby_is_tidy(locale: str) -> None:
    card = LobbyCard("high_card", NAMES[:2], 0, 1, (2, 4), (("Cards", "3"),), 1, NAMES[1])
    check(lobby(card, words(locale)))


def test_the_board_is_the_same_for_everybody() -> None:
    for shared, own in zip(moments(3, "en", None), moments(3, "en", 2), strict=True):
        assert board(shared).key == board(own).key
        assert board(shared).draw().alt == board(own).draw().alt


def test_a_hand_tells_its_owner_everything_in_words_too() -> None:
    model = next(moments(2, "en", 0))
    alt = hand(model, None).draw().alt
    assert all(str(card) in alt for card in model.view.hand)


def test_the_files_keep_the_accent_of_the_game() -> None:
    picture = board(next(moments(2, "en", None))).draw()
    with Image.open(BytesIO(picture.png)) as file:
        assert file.convert("RGB").getpixel((600, 5)) == STYLE.accent
