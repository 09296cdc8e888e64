"""The pictures of a game that was built from the drawing kit alone keep the rules of the house."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from picture_checks import alt_of, canvas_of, check
from picture_models import NAMES, lobby_card, reader

from bot.games.chance import Chance
from bot.text import Words
from render.drawing import Drawing
from render.games import style
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


def lobby_of_two(speak: Words) -> Drawing:
    card = lobby_card(2, speak.locale, seats=(2, 3), options=(("Heap", "12"),), waiting=NAMES[1])
    return lobby(replace(card, game="pebbles"), speak)


@pytest.mark.parametrize("seats", [2, 3])
def test_every_picture_is_tidy(seats: int, speak: Words) -> None:
    *_, last = found = [*moments(seats, speak.locale, None)]
    for drawing in (*map(board, found), ranking(last, "pebbles"), lobby_of_two(speak)):
        check(drawing)


def test_all_is_in_the_accent_of_the_game_and_the_board_is_the_same_for_everybody(speak: Words) -> None:
    for shared, own in zip(moments(3, "en", None), moments(3, "en", 2), strict=True):
        assert board(shared).key == board(own).key
    made = {"lobby": lobby_of_two(speak), "board": board(shared), "ranking": ranking(shared, "pebbles")}
    for kind, drawing in made.items():
        assert drawing.draw().name == f"pebbles-{kind}.png"
        assert canvas_of(drawing).image.getpixel((600, 5)) == STYLE.accent
    assert alt_of(made["lobby"]).startswith(speak.title(GAME.info))
    with pytest.raises(KeyError):
        style("unheard of")
