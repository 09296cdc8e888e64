"""Puts computers that behave badly into the easy seats."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.opponents import runner


def instead_of_easy(monkeypatch: pytest.MonkeyPatch, manner: str) -> None:
    """From now on every decision is given to the strange game, whose rules are the same."""
    honest = runner.job_of

    def strange(riddle: Any, level: str = "") -> Any:
        where = "tests.opponents.strange_game:GAME"
        return msgspec.structs.replace(honest(riddle, level), game="strange", where=where, level=manner)

    monkeypatch.setattr(runner, "job_of", strange)
