"""The shared pictures serve a game that lives elsewhere: one line makes its looks known."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace

import pytest
from PIL import Image

from bot.games import registry
from bot.games.contract import Info, Outcome, View
from bot.text import words
from bot.view_model import ViewModel
from render import games
from render.canvas import Canvas
from render.games import Style
from render.lobby import LobbyCard, lobby
from render.ranking import ranking
from render.theme import Box

GREEN = (20, 90, 40)
GAME = SimpleNamespace(info=Info("tiny", "小さなゲーム", ("Somebody",), "Nobody", seats=(1, 3), minutes=5))


def emblem(canvas: Canvas, x: float, y: float) -> None:
    canvas.text(x, y, "T", 36, (255, 255, 255), bold=True, anchor="m")


def still(canvas: Canvas, box: Box) -> None:
    canvas.fill(box, GREEN)


STYLE = Style("tiny", GREEN, emblem, still, colours=(), shades=())


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", dict(registry._WHERE))
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    monkeypatch.setattr(games, "_WHERE", dict(games._WHERE))
    monkeypatch.setattr(games, "_STYLES", dict(games._STYLES))
    registry.register("tiny", f"{__name__}:GAME")
    games.register("tiny", f"{__name__}:STYLE")


def header_colour(png: bytes) -> object:
    with Image.open(BytesIO(png)) as file:
        return file.convert("RGB").getpixel((600, 5))


def test_it_has_a_lobby() -> None:
    card = LobbyCard("tiny", ("Ann",), 0, None, (1, 3), (), 5, "")
    picture = lobby(card, words("ja")).draw()
    assert picture.name == "tiny-lobby.png"
    assert picture.alt.startswith("小さなゲーム")
    assert header_colour(picture.png) == GREEN


def test_it_has_a_ranking_without_scoring_rows() -> None:
    outcome = Outcome((1, 2), (9, -4), ((), ()))
    model = ViewModel(1, 1, View(), ("Ann", "Bob"), words("en"), outcome=outcome)
    picture = ranking(model, GAME.info).draw()
    assert picture.name == "tiny-ranking.png"
    assert "2. Bob: \u22124." in picture.alt
    assert header_colour(picture.png) == GREEN


def test_an_unknown_game_has_no_looks() -> None:
    assert {"six_nimmt", "tiny"} <= {*games.keys()}
    with pytest.raises(KeyError):
        games.style("unheard of")
