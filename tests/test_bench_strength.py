"""The strength bench plays fair, counts rightly, and shows that each level beats the one below."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from bot.bench import ladder
from bot.bench.ladder import Standing
from bot.bench.matches import (
    CITY,
    MATCHES,
    NIMMT,
    NORIA,
    TAXIS,
    TOWN,
    Match,
    match_of,
    matches_called,
    matches_of,
    options_of,
    sizes,
    variants,
)
from bot.bench.strength import Mean, Result, play
from bot.games import registry
from tests.cli_runner import command


def ended(
    match: Match, score: Mean, field: Mean, lead: Mean, wins: Mean, *, lowest_wins: bool = True
) -> Result:
    return Result(match, 8, score, field, lead, wins, lowest_wins)


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
    match = Match("hard", "random", 4, 8, score=5.3, field_score=10.0, wins=0.58)
    lead = Mean(field - heads, 0.5)
    assert ended(match, Mean(heads, 0.5), Mean(field, 0.5), lead, Mean(wins, 0.1)).ok is ok


@pytest.mark.parametrize(
    ("score", "field", "ok"), [(21.0, 15.0, True), (19.0, 15.0, False), (21.0, 17.0, False)]
)
def test_where_the_highest_wins_aims_are_reached_from_below(score: float, field: float, ok: bool) -> None:
    match = Match("hard", "normal", 4, 8, game=TAXIS, score=20.0, field_score=16.0)
    lead = Mean(score - field, 0.5)
    result = ended(match, Mean(score, 0.5), Mean(field, 0.5), lead, Mean(0.5, 0.1), lowest_wins=False)
    assert result.ok is ok


def test_a_lead_within_its_interval_proves_nothing() -> None:
    match = Match("hard", "normal", 4, 8)
    some = Mean(8.0, 1.0)
    assert not ended(match, some, some, Mean(1.0, 1.1), some).ok
    assert ended(match, some, some, Mean(1.2, 1.1), some).ok


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
        "hard::4",
        "hard:normal:solo",
        "hard:solo",
    ],
)
def test_a_match_that_cannot_be_played_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"levels|seats|HERO|variants"):
        match_of(name)


@pytest.mark.parametrize(
    "name",
    ["normal", "normal:solo:", "normal::solo", "normal:solo:episode_13", "normal:solo:a:b", "best:solo"],
)
def test_nobody_plays_alone_in_an_episode_that_there_is_not(name: str) -> None:
    with pytest.raises(ValueError, match=r"levels|HERO|variants"):
        match_of(name, CITY)


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(("hero", "field", "games"), [("normal", "easy", 8), ("hard", "normal", 20)])
def test_each_level_of_thurn_and_taxis_beats_a_weaker_one(hero: str, field: str, games: int) -> None:
    """Where the highest score wins; few games, as each takes a second or two."""
    result = play(Match(hero, field, 4, games, game=TAXIS), games)
    assert result.lead.value > result.lead.plus_minus
    assert not result.lowest_wins


@pytest.mark.slow
@pytest.mark.parametrize(("hero", "field", "games"), [("normal", "easy", 8), ("hard", "normal", 4)])
def test_each_level_of_my_city_beats_a_weaker_one(hero: str, field: str, games: int) -> None:
    """At tables of two, whose deals take turns with the episodes; few games, as hard thinks for seconds in
    each, and enough as long as the lead is several times its interval."""
    result = play(Match(hero, field, 2, games, game=CITY), games)
    assert result.lead.value > result.lead.plus_minus


def test_alone_both_levels_play_the_same_deals() -> None:
    """With the same luck, so that a player has no lead over himself; one after the other, the episodes."""
    same = play(Match("easy", "easy", 1, 6, game=CITY), 6)
    assert (same.rounds, same.lead.value, same.wins.value) == (6, 0, 0.5)
    better = play(Match("normal", "easy", 1, 6, game=CITY), 6)
    assert better.lead.value > better.lead.plus_minus
    assert better.wins.value > 0.5


def test_alone_without_a_field_a_score_is_all_that_has_to_be_reached() -> None:
    match = Match("normal", "", 1, 8, "episode_1", CITY, score=-0.4)
    alone = play(match, 3)
    assert alone.rounds == 3
    assert alone.field == alone.score
    nothing = Mean(0.0, 0.0)
    assert ended(match, Mean(-0.3, 2.0), nothing, nothing, nothing, lowest_wins=False).ok
    assert not ended(match, Mean(-0.5, 2.0), nothing, nothing, nothing, lowest_wins=False).ok


def test_alone_without_a_field_the_rival_of_the_game_can_be_beaten() -> None:
    """The bot of Noria has no seat; whoever has no more points than it has not won."""
    assert (
        play(match_of("normal:solo", NORIA), 12).wins.value
        > play(match_of("easy:solo", NORIA), 12).wins.value
    )
    assert match_of("normal:solo", NORIA).wins == 0.80
    assert match_of("hard:solo:bot_3", NORIA).options.bot == "bot_3"


def test_a_lead_may_have_to_be_large() -> None:
    match = Match("hard", "normal", 1, 8, game=CITY, lead=4.0)
    some = Mean(8.0, 1.0)
    assert not ended(match, some, some, Mean(3.9, 0.5), some, lowest_wins=False).ok
    assert ended(match, some, some, Mean(4.1, 0.5), some, lowest_wins=False).ok


def test_who_plays_alone_is_told_episode_by_episode() -> None:
    found = matches_called("normal:solo", CITY)
    assert [match.name for match in found] == [f"normal:solo:episode_{n}" for n in range(1, 13)]
    assert [match.options.episode for match in found] == list(range(1, 13))
    assert all(match in MATCHES for match in found)
    assert [match.score for match in matches_called("hard:solo", CITY)] == [None] * 12
    assert matches_called("normal:solo:episode_7", CITY) == [match_of("normal:solo:episode_7", CITY)]
    assert matches_called("hard:normal:solo", CITY) == [match_of("hard:normal:solo", CITY)]
    assert match_of("hard:normal:solo", CITY).lead == 4.0


def test_the_deals_of_a_match_take_turns_with_the_episodes() -> None:
    match = match_of("hard:normal:4", CITY)
    assert [match.dealt(deal).episode for deal in range(13)] == [*range(1, 13), 1]
    assert match_of("hard:normal:4:episode_8", CITY).dealt(5).episode == 8


@pytest.mark.slow
@pytest.mark.parametrize(("hero", "field", "games"), [("normal", "easy", 24), ("hard", "normal", 12)])
def test_each_level_of_noria_beats_a_weaker_one(hero: str, field: str, games: int) -> None:
    assert play(Match(hero, field, 4, games, game=NORIA), games).wins.value > 0.4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hero", "field", "seats", "games"),
    [("normal", "easy", 3, 30), ("hard", "normal", 3, 3), ("normal", "easy", 4, 40)],
)
def test_each_level_of_noerdlingen_beats_a_weaker_one(hero: str, field: str, seats: int, games: int) -> None:
    assert play(Match(hero, field, seats, games, game=TOWN), games).wins.value > 0.45


def test_games_with_computer_players_can_be_played_for_strength_and_no_others() -> None:
    for key in (game.info.key for game in registry.games() if game.opponents):
        assert match_of("random:random:4", key).game == key
        assert {match.game for match in matches_of(key)} == {key}
    assert match_of("hard:normal:4:all_nine", TAXIS).options.all_regions == "all_nine"
    assert match_of("hard:normal:4", TAXIS).wins == 0.40
    assert match_of("hard:normal:3:gate+size_cap", TOWN).options.wall_mode == "gate"
    with pytest.raises(ValueError, match="six_nimmt, thurn_and_taxis"):
        matches_of("chess")
    for key in (game.info.key for game in registry.games() if not game.opponents):
        with pytest.raises(ValueError, match="six_nimmt, thurn_and_taxis"):
            matches_of(key)


def test_all_neighbours_meet_at_every_size_of_table() -> None:
    met = {(match.hero, match.field, match.seats) for match in matches_of(NIMMT)}
    levels = ("random", "easy", "normal", "hard", "expert")
    pairs = zip(levels[1:], levels, strict=False)
    assert met >= {(hero, field, seats) for hero, field in pairs for seats in (2, 4, 6, 10)}
    met = {(match.hero, match.field, match.seats) for match in matches_of(TAXIS)}
    assert met == {(*pair, seats) for pair in (("hard", "normal"), ("normal", "easy")) for seats in (2, 3, 4)}
    met = {(match.hero, match.field, match.seats) for match in matches_of(CITY) if match.seats > 1}
    assert met == {(*pair, seats) for pair in (("hard", "normal"), ("normal", "easy")) for seats in (2, 4, 6)}
    met = {(match.hero, match.field, match.seats) for match in matches_of(TOWN)}
    assert met == {(*pair, seats) for pair in (("hard", "normal"), ("normal", "easy")) for seats in (3, 4)}
    assert {match.game for match in MATCHES} == {NIMMT, TAXIS, CITY, TOWN, NORIA}


def test_a_variant_is_called_by_what_is_unusual_about_it() -> None:
    match = match_of("expert:hard:2:professional+logic")
    assert match.name == "expert:hard:2:logic+professional"
    assert (match.options.deal, match.options.placement, match.options.playing) == (
        "logic",
        "professional",
        "simultaneous",
    )
    assert match_of(match.name) == match
    assert match_of("expert:hard:4").score == 9.0
    assert match_of("expert:hard:4:open").score is None


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


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing is played: the matches that would be, all of which end 1.5 heads ahead beyond doubt."""
    asked: list[str] = []

    def played(matches: list[ladder.Begun], jobs: int) -> list[Standing]:
        asked.extend(f"{match.name} {match.rounds}" for match, _ in matches)
        return [Standing(match.name, match.rounds, 1.5, 1.0) for match, _ in matches]

    monkeypatch.setattr(ladder, "_played", played)
    return asked


def test_what_was_played_is_not_played_again(
    tmp_path: Path, again: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """But for a match that is open and had fewer rounds than are wanted now; its last result counts."""
    file = kept_in(tmp_path / "kept", everywhere(2.0))
    with file.open("ab") as more:
        more.write(msgspec.json.encode(Standing("hard:normal:4", 300, 0.4, 1.0)) + b"\n")
    assert ladder.main(rounds=300, keep=file, jobs=2) == 1
    assert again == []
    assert ladder.main(rounds=600, keep=file, jobs=2) == 0
    assert again == ["hard:normal:4 600"]
    assert ladder.main(rounds=600, keep=file, jobs=2) == 0
    assert len(again) == 1
    assert "1.50 ± 1.00 (600)" in capsys.readouterr().out


def test_what_few_rounds_have_shown_is_played_until_there_are_enough(
    tmp_path: Path, again: list[str]
) -> None:
    first, *rest = everywhere(2.0)
    file = kept_in(tmp_path / "kept", [msgspec.structs.replace(first, rounds=100), *rest])
    assert ladder.main(rounds=None, keep=file, jobs=1) == 0
    assert again == [f"{first.match} 300"]


def test_what_nobody_knows_is_played_before_what_is_in_doubt(tmp_path: Path, again: list[str]) -> None:
    first, second, *rest = everywhere(2.0)
    file = kept_in(tmp_path / "kept", [msgspec.structs.replace(first, lead=0.1), *rest])
    assert ladder.main(rounds=600, keep=file, jobs=1) == 0
    assert again == [f"{second.match} 600", f"{first.match} 600"]


def test_matches_of_the_table_are_played_in_processes_of_their_own() -> None:
    (standing,) = ladder._played([(Match("easy", "random", 2, 20), None)], jobs=1)
    result = play(Match("easy", "random", 2, 20), 20)
    assert (standing.lead, standing.plus_minus) == result.lead


def test_a_match_goes_on_where_it_ended_as_if_it_had_been_played_at_once() -> None:
    """Also if fewer rounds are left than two deals have: then there are some more."""
    begun = ladder._standing(Match("easy", "random", 3, 30), None)
    for rounds in (61, 33):
        standing = ladder._standing(Match("easy", "random", 3, rounds), begun)
        result = play(Match("easy", "random", 3, standing.rounds), standing.rounds)
        assert standing.rounds == result.rounds >= rounds
        assert (standing.lead, standing.plus_minus) == pytest.approx(result.lead)


def test_the_command_prints_json_and_tells_its_progress_apart(tmp_path: Path) -> None:
    ended = command(tmp_path, "bench", "--strength", "--json", "--rounds", "40", "--match", "normal:random:4")
    assert ended.code == 0, ended.err
    (result,) = json.loads(ended.out)
    assert (result["match"]["hero"], result["match"]["field"], result["rounds"]) == ("normal", "random", 40)
    assert "normal:random:4: 40 of 40 rounds" in ended.err


@pytest.mark.parametrize(
    "wrong", [("--rounds", "0"), ("--match", "best:hard:4"), ("--jobs", "0"), ("--game", "chess")]
)
def test_wrong_usage_of_the_command_is_told_in_a_line(tmp_path: Path, wrong: tuple[str, str]) -> None:
    ended = command(tmp_path, "bench", "--strength", *wrong)
    assert ended.code == 2
    assert "Traceback" not in ended.err
