"""The bench measures everything it promises, and judges it rightly."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.bench import commits, figures as shape, load
from bot.bench.figures import Figure, Target, as_json, as_table
from bot.bench.pictures import spread
from bot.games import registry
from bot.tables.model import Acted
from bot.tables.play import Play


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
