"""The strength bench plays fair, counts rightly, and shows that each level beats the one below."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.bench.strength import NIMMT, TAXIS, Match, Mean, Result, contest_of, match_of, play
from bot.games import registry
from tests.cli_runner import command


def ended(
    match: Match, score: Mean, field: Mean, lead: Mean, wins: Mean, *, lowest_wins: bool = True
) -> Result:
    return Result("some_game", match, 8, score, field, lead, wins, lowest_wins)


def test_a_player_against_its_like_has_no_lead_at_all() -> None:
    """From every seat of a deal the same cards meet the same play."""
    result = play(NIMMT, Match("normal", "normal", 3, 30), 30)
    assert result.lead.value == pytest.approx(0)
    assert result.lead.plus_minus == pytest.approx(0)
    assert result.wins.value == pytest.approx(1 / 3)
    assert not result.ok


def test_the_same_match_ends_the_same_way() -> None:
    assert play(NIMMT, Match("easy", "random", 4, 40), 40) == play(NIMMT, Match("easy", "random", 4, 40), 40)


def test_rounds_come_in_whole_deals() -> None:
    assert play(NIMMT, Match("easy", "random", 4, 1), 1).rounds == 8
    assert play(NIMMT, Match("easy", "random", 3, 10), 10).rounds == 12


def test_an_interval_narrows_with_the_square_root_of_the_deals() -> None:
    few, many = Mean.of([1.0, 3.0] * 8), Mean.of([1.0, 3.0] * 800)
    assert few.value == many.value == 2
    assert few.plus_minus / many.plus_minus == pytest.approx(10, rel=0.05)


@pytest.mark.parametrize(
    ("heads", "field", "wins", "ok"),
    [
        (5.0, 16.0, 0.6, True),
        (5.5, 16.0, 0.6, False),
        (5.0, 9.0, 0.6, False),
        (5.0, 16.0, 0.5, False),
    ],
)
def test_a_match_is_won_only_if_all_its_aims_are_reached(
    heads: float, field: float, wins: float, ok: bool
) -> None:
    match = Match("hard", "random", 4, 8, score=5.3, field_score=10.0, wins=0.58)
    lead = Mean(field - heads, 0.5)
    assert ended(match, Mean(heads, 0.5), Mean(field, 0.5), lead, Mean(wins, 0.1)).ok is ok


@pytest.mark.parametrize(
    ("score", "field", "ok"), [(21.0, 15.0, True), (19.0, 15.0, False), (21.0, 17.0, False)]
)
def test_where_the_highest_wins_aims_are_reached_from_below(score: float, field: float, ok: bool) -> None:
    match = Match("hard", "normal", 4, 8, score=20.0, field_score=16.0)
    lead = Mean(score - field, 0.5)
    result = ended(match, Mean(score, 0.5), Mean(field, 0.5), lead, Mean(0.5, 0.1), lowest_wins=False)
    assert result.ok is ok


def test_a_lead_within_its_interval_proves_nothing() -> None:
    match = Match("hard", "normal", 4, 8)
    some = Mean(8.0, 1.0)
    assert not ended(match, some, some, Mean(1.0, 1.1), some).ok
    assert ended(match, some, some, Mean(1.2, 1.1), some).ok


@pytest.mark.parametrize(
    "name", ["best:hard:4", "hard:best:4", "hard:normal:1", "hard:normal:11", "hard", "a:b:c"]
)
def test_a_match_that_cannot_be_played_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"levels|seats|HERO"):
        match_of(NIMMT, name)


@pytest.mark.parametrize(
    ("hero", "field", "seats", "rounds"),
    [
        ("easy", "random", 4, 200),
        ("normal", "easy", 2, 200),
        ("normal", "easy", 4, 200),
        ("normal", "easy", 10, 200),
        ("hard", "random", 4, 80),
        ("hard", "easy", 10, 40),
    ],
)
def test_each_level_is_stronger_than_a_weaker_one(hero: str, field: str, seats: int, rounds: int) -> None:
    """The cards and the luck are fixed, so the same rounds are played every time."""
    result = play(NIMMT, Match(hero, field, seats, rounds), rounds)
    assert result.lead.value > result.lead.plus_minus


@pytest.mark.slow
@pytest.mark.parametrize(("hero", "field", "games"), [("normal", "easy", 8), ("hard", "normal", 20)])
def test_each_level_of_thurn_and_taxis_is_stronger_than_a_weaker_one(
    hero: str, field: str, games: int
) -> None:
    """Where the highest score wins; few games, as each takes a second or two."""
    result = play(TAXIS, Match(hero, field, 4, games), games)
    assert result.lead.value > result.lead.plus_minus
    assert not result.lowest_wins


def test_any_game_can_be_played_for_strength_and_no_other() -> None:
    games = registry.keys()
    assert tuple([contest_of(key).key for key in games]) == games
    with pytest.raises(ValueError, match="six_nimmt, thurn_and_taxis"):
        contest_of("chess")


def test_all_neighbours_meet_at_every_size_of_table() -> None:
    met = {(match.hero, match.field, match.seats) for match in NIMMT.matches}
    levels = ("random", "easy", "normal", "hard", "expert")
    pairs = zip(levels[1:], levels, strict=False)
    assert met >= {(hero, field, seats) for hero, field in pairs for seats in (2, 4, 6, 10)}
    met = {(match.hero, match.field, match.seats) for match in TAXIS.matches}
    assert met == {(*pair, seats) for pair in (("hard", "normal"), ("normal", "easy")) for seats in (2, 3, 4)}


def test_the_command_prints_json_and_tells_its_progress_apart(tmp_path: Path) -> None:
    ended = command(tmp_path, "bench", "--strength", "--json", "--rounds", "40", "--match", "normal:random:4")
    assert ended.code == 0, ended.err
    (result,) = json.loads(ended.out)
    assert (result["match"]["hero"], result["match"]["field"], result["rounds"]) == ("normal", "random", 40)
    assert "normal:random:4: 40 of 40 rounds" in ended.err


@pytest.mark.parametrize("wrong", [("--rounds", "0"), ("--match", "best:hard:4"), ("--game", "chess")])
def test_wrong_usage_of_the_command_is_told_in_a_line(tmp_path: Path, wrong: tuple[str, str]) -> None:
    ended = command(tmp_path, "bench", "--strength", *wrong)
    assert ended.code == 2
    assert "Traceback" not in ended.err
