"""What `python -m bot train my_city` learns, and that it goes on where it was."""

from pathlib import Path

import numpy as np
import pytest

from bot.games.my_city.city import EPISODES
from bot.games.my_city.opponents import THOROUGH
from bot.games.my_city.opponents.ground import courses, plot_of
from bot.games.my_city.opponents.judging import Judge, all_open
from bot.games.my_city.opponents.sheets import Sheets
from bot.games.my_city.opponents.values import Network, Values, network_of
from bot.training import lessons
from bot.training.my_city import Played, Player, Round, examples
from bot.training.networks import Examples, fitted, fresh

LIMIT = 300 * 1024


def same(one: Network, other: Network) -> bool:
    pairs = zip(one.layers, other.layers, strict=True)
    return all(np.array_equal(a, b) for left, right in pairs for a, b in zip(left, right, strict=True))


def played(episode: int, count: int = 4) -> tuple[Player, Played]:
    player, rng = Player(episode, None), np.random.default_rng(episode)
    return player, player.play(courses(count, rng), player.until(count, rng), rng)


@pytest.mark.parametrize("episode", EPISODES)
def test_the_networks_beside_the_game_fit_what_is_told_of_its_sheets(episode: int) -> None:
    _, game = played(episode)
    told = game.rounds[-1].inputs.astype(np.float32)
    assert np.isfinite(network_of(episode).of(told)).all()


@pytest.mark.parametrize("episode", [11, 12])
def test_bandits_that_came_along_change_nothing_of_what_is_told_of_the_others(episode: int) -> None:
    printed, every = (EPISODES[episode].printed_bandits, EPISODES[episode].bandits)
    told = list[np.ndarray]()
    for bandits in (printed, tuple(every)):
        plot = plot_of(episode, bandits)
        sheets, goals = Sheets(plot, 1), all_open(Sheets(plot, 1)) > 0
        told.append(Values(Judge(plot, THOROUGH, 0), plot, None).inputs(sheets, np.arange(1), goals)[0])
    goals = len(plot_of(episode, printed).goals)
    assert told[0].shape == told[1].shape
    assert len(every) > len(printed)
    assert told[0][0, -goals:].tolist() == told[1][0, -goals:].tolist()


def test_they_are_small_enough() -> None:
    file = Path(lessons.__file__).parents[1] / "games/my_city/data/values.npz"
    assert file.stat().st_size <= LIMIT


def test_a_lesson_depends_on_its_seed_alone_and_is_kept(tmp_path: Path) -> None:
    def learn(folder: str, seed: int, count: int) -> list[Network]:
        (tmp_path / folder).mkdir(exist_ok=True)
        return list(lessons.taken(1, tmp_path / folder, seed, count, 8))

    first, second = learn("whole", 1, 2)
    assert same(first, learn("broken off", 1, 1)[0])
    assert same(second, learn("broken off", 1, 2)[1])
    assert not same(first, learn("other", 2, 1)[0])
    kept = tmp_path / "whole" / "my_city-1-0.npz"
    kept.write_bytes((tmp_path / "other" / "my_city-1-0.npz").read_bytes())
    assert same(learn("whole", 1, 1)[0], learn("other", 2, 1)[0])


def test_a_network_learns_what_it_is_shown() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(2048, 6)).astype(np.float16)
    wanted = np.abs(inputs[:, 0]).astype(np.float32) + 3
    found = fitted(None, Examples(inputs, wanted), 60, 2e-2, rng)
    errors = found.of(inputs.astype(np.float32)) - wanted
    assert float((errors**2).mean()) < 0.1 * float(wanted.var())


def test_fitting_goes_on_from_what_was_known() -> None:
    rng = np.random.default_rng(1)
    start, inputs = fresh(6, rng), rng.normal(2, 3, size=(64, 6)).astype(np.float16)
    wanted = start.of(inputs.astype(np.float32))
    found = fitted(start, Examples(inputs, wanted), 1, 1e-7, rng).of(inputs.astype(np.float32))
    assert found == pytest.approx(wanted, abs=1e-3)


def test_what_is_wanted_comes_from_the_end_and_stops_at_a_choice_that_was_only_tried() -> None:
    def round(best: float, tried: bool, judged: float) -> Round:
        at = np.zeros(1, dtype=np.intp)
        inputs = np.zeros((1, 2), dtype=np.float16)
        return Round(np.array([best]), np.array([tried]), at, inputs, np.array([judged], dtype=np.float32))

    game = Played(
        [round(0, False, 1), round(7, True, 2), round(0, False, 4)], np.array([10], dtype=np.float32)
    )
    assert examples([game], None, 1).wanted.tolist() == [10 - 4, 10 - 2, 7 - 1]
    assert examples([game], None, 0.5).wanted.tolist() == [10 - 4, 7 - 2, 7 - 1]


def test_without_a_network_a_sheet_is_judged_as_ever_and_with_one_in_parts_of_a_point() -> None:
    plot = plot_of(5, ())
    sheets, judge = Sheets(plot, 2), Judge(plot, THOROUGH, 0)
    at, goals = np.arange(2), all_open(Sheets(plot, 2)) > 0
    judged = judge.outlook(sheets, at, goals)
    assert Values(judge, plot, None).outlook(sheets, at, goals).tolist() == judged.tolist()
    more = Values(judge, plot, network_of(5)).outlook(sheets, at, goals) - judged
    assert more[0] == more[1] != 0
    assert float(more[0] * 64).is_integer()


def test_the_command_writes_a_network_for_each_episode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lessons, "EPISODES", {1: EPISODES[1], 2: EPISODES[2]})
    monkeypatch.setattr(lessons, "MEASURED", 4)
    out = tmp_path / "values.npz"
    assert lessons.main(keep=tmp_path / "kept", seed=1, lessons=1, games=8, out=out) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["episode 1", "episode 2"]
    with np.load(out) as found:
        assert len(found.files) == 12
        assert {str(found[name].dtype) for name in found.files} == {"float16"}
