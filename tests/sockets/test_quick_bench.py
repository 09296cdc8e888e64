"""The whole bench, with few repetitions, as a process of its own."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from evenings import early

from bot.bench.pictures import in_discord
from bot.games import registry
from tests.cli_runner import environment
from tests.forked import Forked

NOTHING = {
    ("store", "syncs on the event loop's thread"),
    ("load", "statements on the event loop's thread"),
    ("load", "boards that never came"),
    ("load", "presses without an answer"),
    ("load", "errors in the log"),
    ("load", "requests that Discord refused"),
    ("load", "exit code"),
    ("company", "decisions over their budget"),
    ("company", "decisions lost with a worker"),
    ("company", "presses without an answer"),
    ("analyses", "presses without an answer"),
    ("kills", "2 kills: lost"),
    ("kills", "2 kills: choices made twice"),
    ("kills", "2 kills: wishes lost"),
    ("kills", "2 kills: graces that did not end"),
    ("kills", "2 kills: posted twice"),
    ("kills", "2 kills: errors in the log"),
}
"""What is there not even once."""
SELDOM = {
    ("analyses", "decisions judged meanwhile"),
    ("company", "decisions of computers"),
    ("company", "workers killed meanwhile"),
    ("kills", "2 kills: confirmed choices"),
    ("kills", "2 kills: confirmed wishes of plans"),
    ("kills", "2 kills: while a plan waited"),
    ("kills", "2 kills: during a grace"),
    ("load", "board after the end of a turn: how often"),
    ("load", "accepted moves"),
    ("load", "processor time a press, its children"),
    ("load", "statements an accepted move, with all that goes on beside"),
    ("load", "transactions an accepted move, with all that goes on beside"),
}
"""What so little time may be too short for."""


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@early
async def test_a_quick_bench_gives_every_figure_as_json_and_its_progress_apart(database: Path) -> None:
    out, err = [database.with_suffix(f".{end}") for end in ("out", "err")]
    with out.open("w") as figured, err.open("w") as told:
        bench = Forked(
            "tests.quick_bench:run",
            folder=database.parent,
            environment=environment(database.parent, TMPDIR=os.environ.get("TMPDIR", "/tmp")),
            out=figured,
            err=told,
        )
        try:
            assert await bench.wait() == 0, err.read_text()
        finally:
            if bench.returncode is None:
                bench.send_signal(signal.SIGKILL)
    figures: list[dict[str, Any]] = json.loads(out.read_text())
    found = {(figure["group"], figure["name"]): figure for figure in figures}
    assert len(found) == len(figures), "two figures of one name"
    groups = {figure["group"] for figure in figures}
    assert groups >= {game.info.key for game in registry.games() if in_discord(game.info.key)}
    assert groups >= {"store", "clock", "event loop", "load", "company", "analyses", "start", "kills"}
    assert all(figure["ok"] is not None for figure in figures if figure["target"])
    assert {name for name, figure in found.items() if figure["value"] <= 0} - SELDOM == NOTHING
    assert found["kills", "2 kills: people reminded of 6"]["value"] == 6
    assert found["load", "presses"]["value"] == 24
    for measured in ("acknowledged", "picture of one's own", "minimal bot: acknowledged"):
        shares = [found["load", f"{measured}, {share}"]["value"] for share in ("p50", "p95", "p99", "max")]
        assert shares == sorted(shares)
    assert "six_nimmt: pictures" in err.read_text()
