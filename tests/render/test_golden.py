"""A few pictures kept as files, so that a change of looks is seen and meant.

To make them anew: `pytest tests/render --remake-golden`, then look at every one of them.
"""

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from gallery_my_city import late, middle
from gallery_noerdlingen import evening as evening_of_noerdlingen, table
from gallery_noria import evening as evening_of_noria
from gallery_six_nimmt import LOGIC, MIDDLE, PROFESSIONAL, TIE, found, played
from gallery_thurn_and_taxis import closed, closing
from picture_models import lobby_card, outcome_of, reader
from PIL import Image, ImageChops

from bot.games.contract import Seat
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
from render.primer import primer
from render.ranking import ranking
from render.six_nimmt import board, draft, hand

WHO = Seat(0)
FOLDER = Path(__file__).with_name("golden")
NAMES = ("Hanna", "Takeshi", "Jo", "さくら", "Maximilian")


def friends(key: str, state: Any, locale: str, seat: int | None = None, events: Any = ()) -> ViewModel[Any]:
    """A moment among five friends."""
    return replace(reader(key, state, locale, seat=seat, events=events), names=NAMES[: state.seats])


def evening(locale: str, *, seat: int | None = None) -> ViewModel[Any]:
    """A trick in the second round of five."""
    state, events = list(played(5, 5))[90]
    return friends("six_nimmt", state, locale, seat, events)


def among_four(view: Any, locale: str, seat: int | None = None) -> ViewModel[Any]:
    """A moment that is made up, among four friends."""
    return ViewModel(1, 1, view, NAMES[:4], words(locale), None if seat is None else Seat(seat))


@cache
def golden() -> dict[str, Drawing]:
    """The pictures by the names of their files, each in one language."""
    drafting, drafted = found(LOGIC, 5, MIDDLE)
    tie, tied = found(PROFESSIONAL, 5, TIE)
    ended = outcome_of((14, 3, 8, 0, 21), (9, 17, 5, 11, 30), (2, 7, 14, 16, 18))
    # A bonus to be drawn; the last border has closed a territory.
    late_town = next(state for state in evening_of_noerdlingen()[::-1] if state.phase == "bonus")
    # A border about to be drawn, with the church that it would close.
    closing_town = table("5,8 / 5,7 6,7 / 2,4", "5,8 5,7 7,7", number=3)
    full_city = late(3, 8)
    minute = primer("six_nimmt", words("ja"))
    assert minute
    # A turn that took a ship, climbed a path and moved politicians.
    turn = (
        Travelled(seat=WHO, island=4),
        ShipTaken(seat=WHO, island=4, space=2, kind="mycelium"),
        Invested(seat=WHO, path="COL", level=2, pay=Bundle(energy=2)),
        Debated(seat=WHO, down="EXP", remove="COL", cost=2),
    )
    # A payment tried out: the last disc of a chain of three.
    chain = {"activated": ["S1", "M2", "L2"], "running": {"slot": "L2", "left": 1}}
    return {
        "six_nimmt_board.en.png": board(evening("en")),
        "six_nimmt_hand.ja.png": hand(evening("ja", seat=4), None),
        "six_nimmt_draft.en.png": draft(
            friends("six_nimmt", drafting, "en", drafting.on_turn, drafted), drafting.pool[6]
        ),
        "six_nimmt_professional.ja.png": board(friends("six_nimmt", tie, "ja", events=tied)),
        "taxis_board.en.png": taxis.board(among_four(closed(), "en")),
        "taxis_closing.ja.png": taxis.own(
            among_four(closing(), "ja", 2), Close(("salzburg", "augsburg", "ulm"))
        ),
        "noerdlingen_board.en.png": noerdlingen.board(friends("noerdlingen", late_town, "en")),
        "noerdlingen_way.ja.png": noerdlingen.own(
            friends("noerdlingen", closing_town, "ja", 0), Draw((5, 8), "RRU")
        ),
        "city_sheet.ja.png": city.own(
            friends("my_city", full_city, "ja", 0), Build(legal_spots(full_city, WHO)[0])
        ),
        "city_board.en.png": city.board(friends("my_city", middle(3, 5), "en")),
        "noria_board.ja.png": noria.board(among_four(evening_of_noria(news=turn), "ja")),
        "noria_wheel.en.png": noria.own(
            among_four(evening_of_noria(current=chain), "en", 0), Invest("REF", Bundle(obsidian=5))
        ),
        "lobby.ja.png": lobby(
            lobby_card(3, "ja", names=NAMES[:3], newest=2, waiting="ホストが始めるのを待っています。"),
            words("ja"),
        ),
        "primer.ja.png": minute,
        "ranking.en.png": ranking(
            ViewModel(1, 99, evening("en").view, NAMES, words("en"), outcome=ended), "six_nimmt"
        ),
    }


def test_every_golden_picture_has_its_file(remake: bool) -> None:
    for name, drawing in golden().items() if remake else ():
        FOLDER.joinpath(name).write_bytes(drawing.draw().data)
    assert {file.name for file in FOLDER.iterdir()} == {*golden()}


@pytest.mark.parametrize("name", [file.name for file in sorted(FOLDER.glob("*.png"))])
def test_a_picture_looks_as_it_did(name: str) -> None:
    # Another version of the drawing library may smooth an edge differently; a shape or a word is far more.
    assert changed(golden()[name].draw().data, (FOLDER / name).read_bytes()) <= 0.0005


def changed(one: bytes, other: bytes) -> float:
    """The share of dots that look different in two pictures."""
    with Image.open(BytesIO(one)) as new, Image.open(BytesIO(other)) as old:
        assert new.size == old.size
        difference = ImageChops.difference(new.convert("RGB"), old.convert("RGB")).convert("L")
        return sum(difference.histogram()[24:]) / (new.width * new.height)
