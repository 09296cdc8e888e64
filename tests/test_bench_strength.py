"""The strength bench plays fair, counts rightly, and shows that each level beats the one below."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from bot.bench import ladder
from bot.bench.ladder import Standing
from bot.bench.matches import MATCHES, Match, match_of, options_of, sizes, variants
from bot.bench.strength import Mean, Result, play
from tests.cli_runner import command


def test_a_player_against_its_like_has_no_lead_at_all() -> None:
    """From every seat of a deal the same cards meet the same play."""
    result = play(Match("normal", "normal", 3, 30), 30)
    assert result.lead.value == pytest.approx(0)
    assert result.lead.plus_minus == pytest.approx(0)
    assert result.wins.value == pytest.approx(1 / 3)
    assert not result.ok


def test_the_same_match_ends_the_same_way() -> None:
    assert play(Match("easy", "random", 4, 40), 40) == play(Match("easy", "random", 4, 40), 40)


def test_rounds_come_in_whole_deals() -> None:
    assert play(Match("easy", "random", 4, 1), 1).rounds == 8
    assert play(Match("easy", "random", 3, 10), 10).rounds == 12


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
    match = Match("hard", "random", 4, 8, most_heads=5.3, least_field=10.0, least_wins=0.58)
    lead = Mean(field - heads, 0.5)
    assert Result(match, 8, Mean(heads, 0.5), Mean(field, 0.5), lead, Mean(wins, 0.1)).ok is ok


def test_a_lead_within_its_interval_proves_nothing() -> None:
    match = Match("hard", "normal", 4, 8)
    some = Mean(8.0, 1.0)
    assert not Result(match, 8, some, some, Mean(1.0, 1.1), some).ok
    assert Result(match, 8, some, some, Mean(1.2, 1.1), some).ok


@pytest.mark.parametrize(
    "name",
    [
        "best:hard:4",
        "hard:best:4",
        "hard:normal:1",
        "hard:normal:11",
        "hard:normal:10:open",
        "hard:normal:4:upside-down",
        "hard:normal:4:open:logic",
        "hard",
        "a:b:c",
    ],
)
def test_a_match_that_cannot_be_played_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"levels|seats|HERO|variants"):
        match_of(name)


@pytest.mark.parametrize(
    ("hero", "field", "seats", "rounds", "variant"),
    [
        ("easy", "random", 4, 200, "base"),
        ("normal", "easy", 2, 200, "base"),
        ("normal", "easy", 4, 200, "base"),
        ("normal", "easy", 10, 200, "base"),
        ("hard", "random", 4, 80, "base"),
        ("hard", "easy", 10, 40, "base"),
        ("normal", "easy", 4, 200, "professional"),
        ("normal", "easy", 4, 200, "open"),
        ("normal", "easy", 2, 200, "logic"),
        ("hard", "normal", 2, 40, "strategy+professional"),
        ("hard", "normal", 2, 40, "logic+open"),
    ],
)
def test_each_level_is_stronger_than_a_weaker_one(
    hero: str, field: str, seats: int, rounds: int, variant: str
) -> None:
    """The cards and the luck are fixed, so the same rounds are played every time."""
    result = play(Match(hero, field, seats, rounds, variant), rounds)
    assert result.lead.value > result.lead.plus_minus


def test_all_neighbours_meet_at_every_size_of_table() -> None:
    met = {(match.hero, match.field, match.seats) for match in MATCHES}
    levels = ("random", "easy", "normal", "hard", "expert")
    pairs = zip(levels[1:], levels, strict=False)
    assert met >= {(hero, field, seats) for hero, field in pairs for seats in (2, 4, 6, 10)}


def test_a_variant_is_called_by_what_is_unusual_about_it() -> None:
    match = match_of("expert:hard:2:professional+logic")
    assert match.name == "expert:hard:2:logic+professional"
    assert (match.options.deal, match.options.placement, match.options.playing) == (
        "logic",
        "professional",
        "simultaneous",
    )
    assert match_of(match.name) == match
    assert match_of("expert:hard:4").most_heads == 9.0
    assert match_of("expert:hard:4:open").most_heads is None


def test_the_table_has_every_variant_at_every_size_that_it_allows() -> None:
    assert len({*variants()}) == 12
    assert len({options_of(variant) for variant in variants()}) == 12
    assert sizes("base") == [2, 4, 6, 10]
    assert sizes("strategy+open") == [2, 4, 6, 9]
    assert len(ladder.tables()) == 48


def everywhere(lead: float, rounds: int = 300) -> list[Standing]:
    matches = [match for table in ladder.tables() for match in table.matches(rounds)]
    return [Standing(match.name, rounds, lead, 1.0) for match in matches]


def kept_in(file: Path, standings: list[Standing]) -> Path:
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in standings))
    return file


def test_the_table_says_where_a_level_is_not_stronger_beyond_doubt() -> None:
    standings = {each.match: each for each in everywhere(2.0)}
    assert "MISS" not in ladder.as_table(standings)
    standings["hard:normal:6:logic"] = Standing("hard:normal:6:logic", 300, 0.4, 1.0)
    (line,) = [line for line in ladder.as_table(standings).splitlines() if "MISS" in line]
    assert line.split()[:2] == ["logic", "6"]
    assert "0.40 ± 1.00 (300) MISS" in line


def test_what_was_played_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for a match that is open and had fewer rounds than are wanted now; its last result counts."""
    file = kept_in(tmp_path / "kept", everywhere(2.0))
    again: list[str] = []

    def played(matches: list[Match], jobs: int) -> list[Standing]:
        again.extend(f"{match.name} {match.rounds} {jobs}" for match in matches)
        return [Standing(match.name, match.rounds, 1.5, 1.0) for match in matches]

    monkeypatch.setattr(ladder, "_played", played)
    with file.open("ab") as more:
        more.write(msgspec.json.encode(Standing("hard:normal:4", 300, 0.4, 1.0)) + b"\n")
    assert ladder.main(rounds=300, keep=file, jobs=2) == 1
    assert again == []
    assert ladder.main(rounds=600, keep=file, jobs=2) == 0
    assert again == ["hard:normal:4 600 2"]
    assert ladder.main(rounds=600, keep=file, jobs=2) == 0
    assert len(again) == 1
    assert "1.50 ± 1.00 (600)" in capsys.readouterr().out


def test_matches_of_the_table_are_played_in_processes_of_their_own() -> None:
    (standing,) = ladder._played([Match("easy", "random", 2, 20)], jobs=1)
    result = play(Match("easy", "random", 2, 20), 20)
    assert (standing.lead, standing.plus_minus) == (result.lead.value, result.lead.plus_minus)


def test_the_command_prints_json_and_tells_its_progress_apart(tmp_path: Path) -> None:
    ended = command(tmp_path, "bench", "--strength", "--json", "--rounds", "40", "--match", "normal:random:4")
    assert ended.code == 0, ended.err
    (result,) = json.loads(ended.out)
    assert (result["match"]["hero"], result["match"]["field"], result["rounds"]) == ("normal", "random", 40)
    assert "normal:random:4: 40 of 40 rounds" in ended.err


@pytest.mark.parametrize("wrong", [("--rounds", "0"), ("--match", "best:hard:4"), ("--jobs", "0")])
def test_wrong_usage_of_the_command_is_told_in_a_line(tmp_path: Path, wrong: tuple[str, str]) -> None:
    ended = command(tmp_path, "bench", "--strength", *wrong)
    assert ended.code == 2
    assert "Traceback" not in ended.err
