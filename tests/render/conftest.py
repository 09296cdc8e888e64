"""The golden pictures can be made anew: `pytest tests/render --remake-golden`, then look at them."""

from importlib import import_module
from typing import Any

import pytest
from picture_models import LOCALES

from bot.games.registry import keys
from bot.text import Words, words
from render.pen import Bounded

Bounded.room = 4
"""As in a process that only draws: all games take turns here."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remake-golden", action="store_true", help="write the golden pictures anew")


@pytest.fixture
def remake(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remake-golden", default=False))


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def speak(locale: str) -> Words:
    return words(locale)


@pytest.fixture(params=keys())
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def gallery(key: str) -> Any:
    """The moments of the game."""
    return import_module(f"gallery_{key}")
