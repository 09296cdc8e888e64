"""The bench of the analysis plays games of mixed levels and tells cost, chances and marks."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.bench import analysis
from bot.bench.analysis import asked, off, played, told
from bot.bench.figures import Figure, Target
from bot.games.noerdlingen.game import GAME
from bot.time_limit import limited
from tests.cli_runner import called


def test_a_game_is_played_the_same_every_time() -> None:
    once, again = played(GAME, 3, 1), played(GAME, 3, 1)
    assert once.analyser.decisions == again.analyser.decisions
    assert (once.shares, once.positions) == (again.shares, again.positions)
    assert sum(once.shares) == pytest.approx(1)


def test_all_levels_are_asked_in_the_same_positions() -> None:
    one = played(GAME, 3, 1)
    few = replace(one, positions=one.positions[:8])
    with limited(0.5, count().__next__):  # who is asked depends on no verdict: time is over from the start
        found = list(asked(GAME, few))
    assert [level for level, _ in found] == 4 * ["easy", "normal", "hard", "expert"]
    assert [verdict.seat for _, verdict in found[::4]] == [seat for _, seat in few.positions[::2]]


def test_chances_of_all_seats_are_told_over_the_whole_game() -> None:
    one = played(GAME, 3, 1)
    found = list(told(GAME, one))
    assert [share for _, share in found] == [*one.shares] * len(one.positions)
    for at in range(0, len(found), 3):
        assert sum(chance for chance, _ in found[at : at + 3]) == pytest.approx(1, abs=0.01)
    rounds = [state.round for state, _ in one.positions]
    assert rounds == sorted(rounds)
    assert len(set(rounds)) > 5


def test_chances_are_compared_with_what_happened_to_chances_like_them() -> None:
    assert off([(0.5, 1.0), (0.5, 0.0), (0.9, 1.0)]) == pytest.approx(0.1 / 3)


def test_the_command_fails_where_a_figure_misses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analysis, "figures", lambda *_: [Figure("a", "b", 2, "s", Target("<=", 1))])
    assert analysis.main(as_json=False, game="noria", games=1) == 1
    assert "MISS" in capsys.readouterr().out


def test_the_games_are_named_where_there_is_none_of_this_key(tmp_path: Path) -> None:
    ended = called(tmp_path, "bench", "--analysis", "--game", "chess")
    assert ended.code == 2
    assert "the games are" in ended.err
