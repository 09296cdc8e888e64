"""The bench measures everything it promises, and judges it rightly."""

import json
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.bench import analyses, commits, crashes, crowd, evenings, figures as shape, load
from bot.bench.figures import Figure, Target, as_json, as_table
from bot.bench.pictures import in_discord, spread
from bot.games import registry
from bot.tables.model import Acted
from bot.tables.play import Play
from tests.cli_runner import called
from tests.forked_bot import ForkedBot


@pytest.fixture
def forked_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that the bench starts as processes are forked; one within this process knows only during the test
    where the bench's Discord is."""
    monkeypatch.setattr(crowd, "BotProcess", ForkedBot)
    monkeypatch.setattr(crashes, "LIFE", 20)
    monkeypatch.setattr(crashes, "LONGEST", 5.0)
    monkeypatch.setattr(analyses, "GAMES", 1)
    monkeypatch.setattr(evenings, "CALM", 0.5)  # not the load's: there the last picture is waited for
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


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
@pytest.mark.usefixtures("forked_bots", "thinking_processes")
def test_a_quick_bench_gives_every_figure_as_json_and_its_progress_apart(tmp_path: Path) -> None:
    ended = called(tmp_path, "bench", "--quick", "--json")
    assert ended.code == 0, ended.err
    figures: list[dict[str, Any]] = json.loads(ended.out)
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
    assert "six_nimmt: pictures" in ended.err


@pytest.mark.parametrize(
    ("last", "presses", "ok"),
    [(110.0, 20_000, True), (112.0, 20_000, False), (90.0, 20_000, True), (150.0, 19_999, None)],
)
def test_memory_that_grows_misses_its_target_where_people_pressed_for_long(
    last: float, presses: int, ok: bool | None
) -> None:
    held = [100.0] * 18 + [last] * 2
    *tenths, ratio = load.memory(held, presses)
    assert [figure.value for figure in tenths] == [100, 100, last]
    assert (ratio.value, ratio.ok) == (last / 100, ok)


@pytest.mark.parametrize(("count", "most", "left"), [(5, 5, 5), (6, 5, 3), (4, 5, 4), (1000, 10, 10)])
def test_of_a_long_game_as_many_moments_are_drawn_as_of_a_short_one(count: int, most: int, left: int) -> None:
    drawn = spread(list(range(count)), most)
    assert len(drawn) == left
    assert drawn == sorted(drawn)
    assert drawn[-1] == count - 1


async def test_a_game_that_may_last_for_thousands_of_moves_is_left_after_those_that_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    act = Play.act

    async def counting(service: Play, *args: Any, key: str, **others: Any) -> Acted:
        made.append(key)
        return await act(service, *args, key=key, **others)

    monkeypatch.setattr(Play, "act", counting)
    for game in registry.games():
        made.clear()
        await commits.moves(game, tmp_path / game.info.key, times=7)
        assert len(made) == 2 * 7, "once timed, once counted"


@pytest.mark.parametrize(("long", "times", "calls"), [(0.0, 8, 3), (0.0, 2, 2), (1000.0, 8, 8)])
def test_what_takes_long_is_called_three_times_for_its_median(
    monkeypatch: pytest.MonkeyPatch, long: float, times: int, calls: int
) -> None:
    made: list[int] = []
    monkeypatch.setattr(shape, "LONG", long)
    shape.milliseconds(lambda: made.append(1), times)
    assert len(made) == calls


def test_the_table_and_the_json_hold_the_same_figures() -> None:
    figures = [
        Figure("g", "quick", 12345.6, "1/s", Target(">=", 15_000)),
        Figure("g", "often", 7, "1/s", Target(">=", 7)),
        Figure("g", "small", 10, "kB", Target("<=", 10)),
        Figure("house", "slow", 0.1234, "ms"),
    ]
    assert as_table(figures).splitlines() == [
        "group  figure   value  unit  target",
        "g      quick   12,346  1/s   >= 15,000  MISS",
        "g      often        7  1/s   >= 7       ok",
        "g      small       10  kB    <= 10      ok",
        "house  slow     0.123  ms",
    ]
    assert [item["ok"] for item in json.loads(as_json(figures))] == [False, True, True, None]
