"""The balance bench compares characters at one table, and counts what comes in its games."""

import json
from pathlib import Path

import pytest

from bot.bench import balance
from bot.bench.balance import Aim, Deal, Measured, dealt, lines
from bot.bench.matches import NIMMT, NORIA
from bot.bench.strength import Mean
from bot.games.contract import CHARACTERS
from tests.cli_runner import called


@pytest.mark.parametrize(("game", "level"), [(NIMMT, "hard"), (NORIA, "easy")])
def test_a_deal_is_played_the_same_every_time_and_no_other_is_like_it(game: str, level: str) -> None:
    """Of a player who thinks by luck and has a character, too."""
    assert dealt(game, level, 3) == dealt(game, level, 3) != dealt(game, level, 4)


def test_each_character_sits_once_on_every_seat() -> None:
    """With one player on all seats, whose character makes no difference, all have the same points."""
    assert len(set(dealt(NIMMT, "easy", 1).points)) == 1


def test_what_comes_is_the_kinds_of_moves_and_the_levels_at_the_end() -> None:
    came = dealt(NORIA, "easy", 3).came
    assert came["invest"] == came["REF to level 6"] == 1.0
    assert came.keys() <= {f"{path} to level 6" for path in ("REF", "COL", "EXP", "RES")} | {
        *("activate", "build", "buy", "choose", "end_action", "end_turn", "enter", "fit", "invest", "modify"),
        *("night_shift", "politics", "produce", "take_ship", "travel", "upgrade"),
    }


def test_characters_are_compared_by_the_best_three() -> None:
    points = [(96.0, 100.0, 50.0, 97.0), (98.0, 100.0, 54.0, 97.0)]
    *each, apart = lines([Deal(one, {}) for one in points])
    assert [one.name for one in each] == [CHARACTERS[place] for place in (1, 0, 3, 2)]
    assert apart.mean.value == pytest.approx(0.03)
    assert apart.ok


@pytest.mark.parametrize(("value", "ok"), [(0.04, False), (0.05, True), (0.15, True), (0.16, False)])
def test_a_share_has_to_lie_between_its_bounds(value: float, ok: bool) -> None:
    assert Measured("lost alone", "base", Mean(value, 0.01), Aim(0.05, 0.15)).ok is ok


def test_what_has_no_aim_neither_passes_nor_fails() -> None:
    assert Measured("points", "daring", Mean(90.0, 1.0)).ok is None


def test_the_command_tells_figures_with_intervals_and_fails_where_one_misses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(*_: object) -> list[Measured]:
        return [Measured("a", "b", Mean(0.5, 0.1), Aim(0.6))]

    monkeypatch.setattr(balance, "measured", measured)
    assert balance.main(as_json=False, game=NORIA, level="normal", deals=2) == 1
    assert "a  b       0.50 ± 0.10  0.60 to 1.00  MISS" in capsys.readouterr().out


def test_the_command_prints_json(tmp_path: Path) -> None:
    ended = called(
        tmp_path, "bench", "--balance", "--json", "--game", NIMMT, "--level", "easy", "--rounds", "2"
    )
    found = json.loads(ended.out)
    assert [one["group"] for one in found[:5]] == ["points"] * 5
    assert ended.code == (not all(one["ok"] is not False for one in found))


@pytest.mark.parametrize("wrong", [("--game", "chess"), ("--level", "best"), ("--rounds", "0")])
def test_wrong_usage_of_the_command_is_told_in_a_line(tmp_path: Path, wrong: tuple[str, str]) -> None:
    ended = called(tmp_path, "bench", "--balance", *wrong)
    assert ended.code == 2
    assert "Traceback" not in ended.err
