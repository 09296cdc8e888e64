"""The golden pictures can be made anew: `pytest tests/render --remake-golden`, then look at them."""

import pytest

from render.pen import Bounded

Bounded.room = 6
"""As in a process that only draws: all games take turns here."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remake-golden", action="store_true", help="write the golden pictures anew")


@pytest.fixture
def remake(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remake-golden", default=False))
