"""A few pictures kept as files, so that a change of looks is seen and meant.

To make them anew: `pytest tests/render --remake-golden`, then look at every one of them.
"""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from gallery_my_city import late, middle
from gallery_noerdlingen import table
from gallery_six_nimmt import LOGIC, MIDDLE, PROFESSIONAL, TIE, found, played
from gallery_thurn_and_taxis import closing
from picture_models import lobby_card, reader
from PIL import Image, ImageChops
from samples_noerdlingen import evening as evening_of_noerdlingen
from samples_noria import evening as evening_of_noria
from samples_thurn_and_taxis import closed

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import Build
from bot.games.noerdlingen.moves import Draw
from bot.games.noria.box import Bundle
from bot.games.noria.moves import Debated, Invest, Invested, ShipTaken, Travelled
from bot.games.thurn_and_taxis.moves import Close
from bot.text import words
from bot.view_model import ViewModel
from render import my_city as city, noerdlingen, noria, thurn_and_taxis as taxis
from render.drawing import Drawing
from render.lobby import lobby
from render.ranking import ranking
from render.six_nimmt import board, draft, hand

FOLDER = Path(__file__).with_name("golden")
NAMES = ("Hanna", "Takeshi", "Jo", "さくら", "Maximilian")
SEED, VERSION = 5, 90


def friends(key: str, state: Any, locale: str, seat: int | None = None, events: Any = ()) -> ViewModel[Any]:
    """A moment among five friends."""
    return replace(reader(key, state, locale, seat=seat, events=events), names=NAMES[: state.seats])


def evening(locale: str, *, seat: int | None = None) -> ViewModel[Any]:
    """A trick in the second round of five."""
    state, events = list(played(5, SEED))[VERSION]
    return friends("six_nimmt", state, locale, seat, events)


def six_nimmt_board() -> Drawing:
    return board(evening("en"))


def six_nimmt_hand() -> Drawing:
    return hand(evening("ja", seat=4), None)


def professional_tie() -> Drawing:
    """Rows that grow at both ends, and a card as near to one end as to another."""
    state, events = found(PROFESSIONAL, 5, TIE)
    return board(friends("six_nimmt", state, "ja", events=events))


def logic_draft() -> Drawing:
    """Half of the cards are taken; one more is about to be."""
    state, events = found(LOGIC, 5, MIDDLE)
    return draft(friends("six_nimmt", state, "en", state.on_turn, events), state.pool[6])


def lobby_of_three() -> Drawing:
    waiting = "ホストが始めるのを待っています。"
    return lobby(lobby_card(3, "ja", names=NAMES[:3], newest=2, waiting=waiting), words("ja"))


def final_ranking() -> Drawing:
    rounds = ((14, 3, 8, 0, 21), (9, 17, 5, 11, 30), (2, 7, 14, 16, 18))
    scores = tuple(sum(points) for points in zip(*rounds, strict=True))
    rows = tuple(
        tuple(ScoreRow("round", points[seat], number) for number, points in enumerate(rounds, 1))
        for seat in range(5)
    )
    outcome = Outcome(tuple(1 + sum(other < one for other in scores) for one in scores), scores, rows, True)
    model = evening("en")
    return ranking(ViewModel(1, 99, model.view, NAMES, model.words, outcome=outcome), "six_nimmt")


def taxis_board() -> Drawing:
    return taxis.board(ViewModel(1, 1, closed(), NAMES[:4], words("en")))


def taxis_closing() -> Drawing:
    mine = ViewModel(1, 1, closing(), NAMES[:4], words("ja"), Seat(2))
    return taxis.own(mine, Close(("salzburg", "augsburg", "ulm")))


def noerdlingen_board() -> Drawing:
    """Late in the game, a bonus to be drawn; the last border has closed a territory."""
    state = next(state for state in evening_of_noerdlingen()[::-1] if state.phase == "bonus")
    return noerdlingen.board(friends("noerdlingen", state, "en"))


def noerdlingen_way() -> Drawing:
    """A border about to be drawn, with the church that it would close."""
    soldiers = (((5, 8),), ((5, 7), (6, 7)), ((2, 4),))
    state = table(soldiers, [[(5, 8), (5, 7), (7, 7)]], number=3)
    return noerdlingen.own(friends("noerdlingen", state, "ja", 0), Draw((5, 8), "RRU"))


def city_sheet() -> Drawing:
    """A building tried out on a full sheet; its row of the score shows what it would change."""
    state = late(3, 8)
    return city.own(friends("my_city", state, "ja", 0), Build(legal_spots(state, Seat(0))[0]))


def city_board() -> Drawing:
    """The middle of an episode: two have chosen, one has not."""
    return city.board(friends("my_city", middle(3, 5), "en"))


def noria_board() -> Drawing:
    """An evening of four: a turn that took a ship, climbed a path and moved politicians."""
    who = Seat(0)
    events = (
        Travelled(seat=who, island=4),
        ShipTaken(seat=who, island=4, space=2, kind="mycelium"),
        Invested(seat=who, path="COL", level=2, pay=Bundle(energy=2)),
        Debated(seat=who, down="EXP", remove="COL", cost=2),
    )
    return noria.board(ViewModel(1, 1, evening_of_noria(news=events), NAMES[:4], words("ja")))


def noria_wheel() -> Drawing:
    """A payment tried out: the last disc of a chain of three."""
    current = {"activated": ["S1", "M2", "L2"], "running": {"slot": "L2", "left": 1}}
    mine = ViewModel(1, 1, evening_of_noria(current=current), NAMES[:4], words("en"), Seat(0))
    return noria.own(mine, Invest("REF", Bundle(obsidian=5)))


GOLDEN: dict[str, Callable[[], Drawing]] = {
    "six_nimmt_board.en.png": six_nimmt_board,
    "six_nimmt_hand.ja.png": six_nimmt_hand,
    "taxis_board.en.png": taxis_board,
    "taxis_closing.ja.png": taxis_closing,
    "noerdlingen_board.en.png": noerdlingen_board,
    "noerdlingen_way.ja.png": noerdlingen_way,
    "city_sheet.ja.png": city_sheet,
    "city_board.en.png": city_board,
    "noria_board.ja.png": noria_board,
    "noria_wheel.en.png": noria_wheel,
    "six_nimmt_draft.en.png": logic_draft,
    "six_nimmt_professional.ja.png": professional_tie,
    "lobby.ja.png": lobby_of_three,
    "ranking.en.png": final_ranking,
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_picture_looks_as_it_did(name: str, remake: bool) -> None:
    png = GOLDEN[name]().draw().data
    if remake:
        FOLDER.joinpath(name).write_bytes(png)
    # Another version of the drawing library may smooth an edge differently; a shape or a word is far more.
    assert changed(png, (FOLDER / name).read_bytes()) <= 0.0005


def changed(one: bytes, other: bytes) -> float:
    """The share of dots that look different in two pictures."""
    with Image.open(BytesIO(one)) as new, Image.open(BytesIO(other)) as old:
        assert new.size == old.size
        difference = ImageChops.difference(new.convert("RGB"), old.convert("RGB")).convert("L")
        return sum(difference.histogram()[24:]) / (new.width * new.height)


def test_a_changed_word_would_be_noticed() -> None:
    assert changed(board(evening("en")).draw().data, board(evening("ja")).draw().data) > 0.0005


def test_golden_pictures_are_few_and_small() -> None:
    files = sorted(FOLDER.glob("*.png"))
    assert [file.name for file in files] == sorted(GOLDEN)
    assert all(file.stat().st_size < 150 * 1024 for file in files)
