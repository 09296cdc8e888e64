"""The puzzles that come with the bot, and how they are found."""

from collections import Counter
from pathlib import Path
from random import Random
from unittest.mock import Mock

import msgspec
import pytest

from bot.analysis import puzzles as looking
from bot.games import puzzles
from bot.games.contract import Move, Seat
from bot.games.puzzles import FEWEST_MOVES, MOST_MOVES, Puzzle
from bot.games.registry import game, own
from bot.games.six_nimmt.moves import Choose
from bot.training import puzzles as mine

ALL = [each for key in own() for each in puzzles.puzzles(key)]
UNSEEN = [each for each in ALL if each.game != "noerdlingen"]
"""There all levels draw lots among the numbers that promise most."""


def test_each_game_has_twelve_under_names_that_stay() -> None:
    for key in own():
        found = puzzles.puzzles(key)
        first = int(found[0].name.rpartition(".")[2])
        assert [each.name for each in found] == [f"{key}.{first + number}" for number in range(mine.ENOUGH)]
        assert {each.rules for each in found} == {game(key).rules_version}


@pytest.mark.parametrize("name", ["six_nimmt.1", "thurn_and_taxis.12", "my_city.7", "noria.34"])
def test_a_week_that_began_with_an_earlier_puzzle_goes_on(name: str) -> None:
    one = puzzles.puzzle(name)
    assert one not in puzzles.puzzles(one.game)
    assert puzzles.solution(one) in puzzles.choices(one)


@pytest.mark.parametrize("key", mine.VARIED)
def test_what_is_varied_is_as_often_one_as_another(key: str) -> None:
    rule, (option, values) = game(key), mine.VARIED[key]

    def value_of(puzzle: Puzzle) -> int:
        return getattr(rule.decode(bytes(puzzle.state)).options, option)

    had = [value_of(each) for each in puzzles.puzzles(key)]
    counts = [had.count(value) for value in values]
    assert sum(counts) == len(had)
    assert max(counts) - min(counts) <= 1
    rarest = [each for each in puzzles.puzzles(key) if value_of(each) != values[0]]
    assert getattr(mine.varied(rule, rarest, Random(1)), option) == values[0]


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.name)
def test_a_puzzle_is_a_position_with_one_best_move(puzzle: Puzzle) -> None:
    rule, seat = game(puzzle.game, puzzle.rules), Seat(puzzle.seat)
    state = rule.decode(bytes(puzzle.state))
    rule.check(state)
    assert rule.decode(rule.encode(state)) == state
    assert seat in rule.decisions(state)
    legal, best = puzzles.choices(puzzle), puzzles.solution(puzzle)
    assert FEWEST_MOVES <= len(legal) <= MOST_MOVES
    assert len(legal) == len(puzzle.losses)
    assert puzzle.losses[legal.index(best)] == 0
    assert looking.second(puzzle.losses) >= game(puzzle.game).puzzle_lead - 0.05
    after = rule.apply(state, seat, best, mine.Chance(bytes(32)))
    assert rule.apply(state, seat, best, mine.Chance(bytes(32))) == after


@pytest.mark.parametrize("puzzle", UNSEEN, ids=lambda each: each.name)
def test_levels_that_look_less_far_do_not_see_the_solution(puzzle: Puzzle) -> None:
    rule = game(puzzle.game, puzzle.rules)
    state, choices = rule.decode(bytes(puzzle.state)), puzzles.choices(puzzle)
    position = looking.Position(state, Seat(puzzle.seat), choices)
    seen = [not mine.missed(rule, position, puzzles.solution(puzzle), Random(seed)) for seed in range(3)]
    assert sum(seen) <= 1


@pytest.mark.parametrize("puzzle", puzzles.puzzles("noria"), ids=lambda each: each.name)
def test_no_loss_rests_on_what_the_seat_cannot_know(puzzle: Puzzle) -> None:
    """Where the level does not think of hidden things itself: what follows from a move looks the same,
    however the islands lie that are face down."""
    rule, seat, chance = game(puzzle.game, puzzle.rules), Seat(puzzle.seat), mine.Chance(bytes(32))
    state = rule.decode(bytes(puzzle.state))
    twin = msgspec.structs.replace(state, stack=state.stack[::-1])
    for move in puzzles.choices(puzzle):
        after = [rule.apply(each, seat, move, chance).state for each in (state, twin)]
        assert rule.view(after[0], seat) == rule.view(after[1], seat)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.name)
def test_the_strongest_level_finds_it_from_what_the_seat_knows(puzzle: Puzzle) -> None:
    rule = game(puzzle.game, puzzle.rules)
    state = rule.decode(bytes(puzzle.state))
    found = looking.thought(
        rule, looking.Position(state, Seat(puzzle.seat), puzzles.choices(puzzle)), Random(7)
    )
    assert found is not None
    assert puzzles.choices(puzzle)[found.best] == puzzles.solution(puzzle)


def test_puzzles_are_added_until_there_are_enough(tmp_path: Path) -> None:
    folder = tmp_path / "six_nimmt" / "data"
    folder.mkdir(parents=True)
    for count in (1, 2):
        assert mine.main(key="six_nimmt", count=count, seed=3, folder=tmp_path) == 0
        found = msgspec.json.decode((folder / "puzzles.json").read_bytes(), type=list[Puzzle])
        assert [each.name for each in found] == [f"six_nimmt.{number}" for number in range(1, count + 1)]


def test_puzzles_of_earlier_rules_make_way_for_new_ones(tmp_path: Path) -> None:
    (one, *_), data = puzzles.puzzles("six_nimmt"), tmp_path / "six_nimmt" / "data"
    data.mkdir(parents=True)
    earlier = msgspec.structs.replace(one, name="six_nimmt.1", rules=0)
    (data / "puzzles.json").write_bytes(msgspec.json.encode([earlier]))
    assert mine.main(key="six_nimmt", count=1, seed=3, folder=tmp_path) == 0
    (found,) = msgspec.json.decode((data / "puzzles.json").read_bytes(), type=list[Puzzle])
    assert (found.name, found.rules) == ("six_nimmt.2", one.rules)


@pytest.mark.parametrize("key", mine.ALIKE)
def test_solutions_are_moves_of_several_types(key: str) -> None:
    rule, shelf = game(key), puzzles.puzzles(key)
    moves: list[Move] = [puzzles.solution(each) for each in shelf]
    kinds = Counter[type[Move]](map(type, moves))
    assert max(kinds.values()) <= mine.ALIKE[key]
    assert set(mine.frequent(rule, shelf)) == {kind for kind in kinds if kinds[kind] == mine.ALIKE[key]}


@pytest.mark.parametrize(("unwanted", "found"), [((), True), ((Choose,), False)])
def test_a_type_of_moves_that_is_wanted_no_more_is_no_solution(
    monkeypatch: pytest.MonkeyPatch, unwanted: tuple[type[Choose], ...], found: bool
) -> None:
    rule = game("six_nimmt")
    position = next(mine.positions(rule, Random(1), rule.options_type()))
    thoughts = [looking.Thought((0.0, *[9.0] * (len(position.legal) - 1)), 5.0)] * 5
    for name, answer in {"positions": [position], "thoughts_of": thoughts, "missed": True}.items():
        monkeypatch.setattr(mine, name, Mock(return_value=answer))
    one = mine.first_of(rule, Random(1), "six_nimmt.1", rule.options_type(), unwanted)
    assert (one is not None) is found


def test_what_a_quick_level_sees_is_no_puzzle() -> None:
    rule = game("six_nimmt")
    position = next(mine.positions(rule, Random(1), rule.options_type()))
    normal = rule.opponents["normal"].choose(
        rule.view(position.state, position.seat), position.legal, Random(1)
    )
    assert [mine.missed(rule, position, move, Random(1)) for move in (normal, Choose(105))] == [False, True]


def test_what_is_not_far_and_stably_better_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    rule, told = game("six_nimmt"), list[tuple[float, ...]]()
    position = next(mine.positions(rule, Random(1), rule.options_type()))

    def thought(*_: object) -> looking.Thought:
        return looking.Thought(told.pop(0), 5.0)

    monkeypatch.setattr(mine, "thought", thought)
    far, near, other = (0.0, 9.0, 3.0), (0.0, 9.0, 1.0), (9.0, 0.0, 9.0)
    for thoughts, found in (
        ([far] * 5, far),
        ([far, near, far], None),
        ([far, far, other], None),
        ([far, far, far, other], None),
        ([far, far, far, near, near], None),
    ):
        told[:] = thoughts
        assert (tuple(looking.mean(mine.thoughts_of(rule, position, Random(1)))) or None) == found
