"""The strength bench plays fair, counts rightly, and shows that each level beats the one below."""

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from bot.bench import strength
from bot.bench.matches import (
    CITY,
    NIMMT,
    NORIA,
    TAXIS,
    TOWN,
    Match,
    all_variants,
    match_of,
    matches_called,
    matches_of,
    options_of,
    sizes,
    variants,
)
from bot.bench.strength import Mean, Result, play
from bot.games import registry
from bot.games.contract import Outcome
from tests.cli_runner import called


def test_a_player_against_its_like_has_no_lead_at_all() -> None:
    """From every seat of a deal the same cards meet the same play."""
    result = play(Match("normal", "normal", 3, 30))
    assert result.lead.value == pytest.approx(0)
    assert result.lead.plus_minus == pytest.approx(0)
    assert result.wins.value == pytest.approx(1 / 3)
    assert not result.ok


def test_rounds_come_in_whole_deals() -> None:
    assert play(Match("easy", "random", 4, 1)).rounds == 8
    assert play(Match("easy", "random", 3, 10)).rounds == 12


def test_an_interval_narrows_with_the_square_root_of_the_deals() -> None:
    few, many = Mean.of([1.0, 3.0] * 8), Mean.of([1.0, 3.0] * 800)
    assert few.value == many.value == 2
    assert few.plus_minus / many.plus_minus == pytest.approx(10, rel=0.05)


LOW = Match("hard", "random", 4, 8, score=5.3, field_score=10.0, wins=0.58)
HIGH = Match("hard", "normal", 4, 8, game=TAXIS, score=20.0, field_score=16.0)
PLAIN = Match("hard", "normal", 4, 8)
LARGE = Match("hard", "normal", 1, 8, game=CITY, lead=4.0)
ALONE = Match("normal", "", 1, 8, "episode_1", CITY, score=-0.4)


@pytest.mark.parametrize(
    ("match", "score", "field", "lead", "wins", "ok"),
    [
        (LOW, 5.0, 16.0, 11.0, 0.6, True),
        (LOW, 5.5, 16.0, 10.5, 0.6, False),
        (LOW, 5.0, 9.0, 4.0, 0.6, False),
        (LOW, 5.0, 16.0, 11.0, 0.5, False),
        (HIGH, 21.0, 15.0, 6.0, 0.5, True),
        (HIGH, 19.0, 15.0, 4.0, 0.5, False),
        (HIGH, 21.0, 17.0, 4.0, 0.5, False),
        (PLAIN, 8.0, 8.0, 0.4, 8.0, False),
        (PLAIN, 8.0, 8.0, 0.6, 8.0, True),
        (LARGE, 8.0, 8.0, 3.9, 8.0, False),
        (LARGE, 8.0, 8.0, 4.1, 8.0, True),
        (ALONE, -0.3, 0.0, 0.0, 0.0, True),
        (ALONE, -0.5, 0.0, 0.0, 0.0, False),
    ],
)
def test_a_match_is_won_only_if_all_its_aims_are_reached(
    match: Match, score: float, field: float, lead: float, wins: float, ok: bool
) -> None:
    """From above or from below; a lead within its interval proves nothing, and it may have to be large."""
    means = [Mean(value, 0.5) for value in (score, field, lead, wins)]
    assert Result(match, 8, *means, lowest_wins=match.game == NIMMT).ok is ok


@pytest.mark.parametrize(
    ("ahead", "plus_minus", "ok"),
    [(0.7, 0.1, True), (0.7, 0.2, False), (0.54, 0.01, False), (0.81, 0.01, False)],
)
def test_a_level_is_a_step_above_another_neither_too_small_nor_too_large(
    ahead: float, plus_minus: float, ok: bool
) -> None:
    """And no doubt that it is stronger; a result that was kept before this was counted says nothing of it."""
    result = replace(result_of(replace(HIGH, score=None, field_score=None), 2.0), lowest_wins=False)
    assert result.ok
    step = replace(result, match=replace(result.match, step=(0.55, 0.80)))
    assert replace(step, ahead=Mean(ahead, plus_minus)).ok is ok
    assert not step.ok


def test_who_is_ahead_of_whom_is_counted_seat_by_seat() -> None:
    """Level with another is half; alone it is the other player of the same deal."""
    outcome = Outcome((1, 2, 2, 4), (9, 5, 5, 1), ())
    shares = [strength._round(outcome, seat).ahead for seat in range(4)]
    assert shares == pytest.approx([1, 0.5, 0.5, 0])
    assert strength._alone(outcome, Outcome((1,), (9,), ())).ahead == 0.5
    assert play(Match("easy", "easy", 3, 9, game=TOWN)).ahead == pytest.approx((0.5, 0))


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (NIMMT, "best:hard:4 hard:best:4 hard:normal:1 hard:normal:11 hard:normal:10:open hard:solo"),
        (NIMMT, "hard:normal:4:upside-down hard:normal:4:open:logic hard a:b:c hard::4 hard:normal:solo"),
        (CITY, "normal normal:solo: normal::solo normal:solo:episode_13 normal:solo:a:b best:solo"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(game: str, names: str) -> None:
    for name in names.split():
        with pytest.raises(ValueError, match=r"levels|seats|HERO|variants"):
            match_of(name, game)


@pytest.mark.slow
@pytest.mark.parametrize(
    "match",
    [
        Match("easy", "random", 4, 200),
        Match("normal", "easy", 4, 200),
        Match("normal", "easy", 2, 200, "logic"),
        Match("hard", "normal", 2, 40, "logic+open"),
        Match("normal", "easy", 2, 8, game=TAXIS),
        Match("normal", "easy", 1, 24, game=CITY),
        Match("normal", "easy", 1, 12, game=NORIA),
        Match("normal", "easy", 4, 40, game=TOWN),
    ],
    ids=lambda match: f"{match.game}-{match.name}",
)
def test_each_level_is_stronger_than_a_weaker_one(match: Match) -> None:
    """The cards and the luck are fixed, so the same rounds are played every time, at levels that take little
    time; what all of them have to reach `python -m bot bench --strength` measures."""
    result = play(match)
    assert result.lowest_wins == (match.game == NIMMT)
    assert result.lead.value > result.lead.plus_minus


def test_alone_both_levels_play_the_same_deals() -> None:
    """With the same luck, so that a player has no lead over himself; one after the other, the episodes."""
    same = play(Match("easy", "easy", 1, 6, game=CITY))
    assert (same.rounds, same.lead.value, same.wins.value) == (6, 0, 0.5)


def test_alone_without_a_field_a_score_is_all_that_has_to_be_reached() -> None:
    alone = play(replace(ALONE, rounds=3))
    assert alone.rounds == 3
    assert alone.field == alone.score


def test_alone_without_a_field_the_rival_of_the_game_can_be_beaten() -> None:
    """The bot of Noria has no seat; whoever has no more points than it has not won."""
    assert (
        play(replace(match_of("normal:solo", NORIA), rounds=3)).wins.value
        > play(replace(match_of("random:solo", NORIA), rounds=3)).wins.value
    )
    assert match_of("hard:solo:bot_3", NORIA).options.bot == "bot_3"


def test_who_plays_alone_is_told_episode_by_episode() -> None:
    found = matches_called("normal:solo", CITY)
    assert [match.name for match in found] == [f"normal:solo:episode_{n}" for n in range(1, 13)]
    assert [match.options.episode for match in found] == list(range(1, 13))
    assert matches_called("normal:solo:episode_7", CITY) == [match_of("normal:solo:episode_7", CITY)]
    assert matches_called("hard:normal:solo", CITY) == [match_of("hard:normal:solo", CITY)]


def test_the_deals_of_a_match_take_turns_with_the_episodes() -> None:
    match = match_of("hard:normal:4", CITY)
    assert [match.dealt(deal).episode for deal in range(13)] == [*range(1, 13), 1]
    assert match_of("hard:normal:4:episode_8", CITY).dealt(5).episode == 8


def test_games_with_computer_players_can_be_played_for_strength_and_no_others() -> None:
    for key in (game.info.key for game in registry.games() if game.opponents):
        assert match_of("random:random:4", key).game == key
        assert {match.game for match in matches_of(key)} == {key}
    assert match_of("hard:normal:4:all_nine", TAXIS).options.all_regions == "all_nine"
    assert match_of("hard:normal:3:gate+size_cap", TOWN).options.wall_mode == "gate"
    with pytest.raises(ValueError, match="six_nimmt, thurn_and_taxis"):
        matches_of("chess")


def test_a_variant_is_called_by_what_is_unusual_about_it() -> None:
    match = match_of("expert:hard:2:professional+logic")
    assert match.name == "expert:hard:2:logic+professional"
    assert (match.options.deal, match.options.placement, match.options.playing) == (
        "logic",
        "professional",
        "simultaneous",
    )
    assert match_of(match.name) == match
    assert match_of("expert:hard:4").score is not None
    assert match_of("expert:hard:4:open").score is None


def test_the_table_has_every_variant_at_every_size_that_it_allows() -> None:
    assert len({options_of(variant) for variant in variants()}) == 12
    assert sizes("strategy+open") == [2, 4, 6, 9]
    assert len({(match.variant, match.seats) for match in all_variants()}) == 48


def result_of(match: Match, lead: float, rounds: int = 300) -> Result:
    return Result(match, rounds, *[Mean(lead, 1.0)] * 4, lowest_wins=True)


TWO = [Match(hero, field, 4, 300) for hero, field in (("easy", "random"), ("hard", "normal"))]


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing is played: the matches that would be, all of which end 1.5 heads ahead beyond doubt."""
    asked: list[str] = []

    def played(match: Match) -> Result:
        asked.append(f"{match.name} {match.rounds}")
        return result_of(match, 1.5, match.rounds)

    monkeypatch.setattr(strength, "play", played)
    return asked


def run(file: Path, rounds: int | None) -> int:
    return strength.main(as_json=False, rounds=rounds, matches=TWO, keep=file)


def test_what_was_played_is_not_played_again(
    tmp_path: Path, again: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """But for a match that is open and had fewer rounds than are wanted now; its last result counts."""
    kept = [result_of(TWO[0], 2.0), result_of(TWO[1], 2.0), result_of(TWO[1], 0.4)]
    file = tmp_path / "kept"
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in kept))
    assert (run(file, 300), again) == (1, [])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "MISS" in line]
    assert line.split()[:5] == ["hard:normal:4", "300", "0.40", "±", "1.00"]
    assert (run(file, 600), again) == (0, ["hard:normal:4 600"])
    assert (run(file, 600), len(again)) == (0, 1)
    assert "1.50 ± 1.00" in capsys.readouterr().out


def test_what_few_rounds_have_shown_is_played_after_what_nobody_knows(
    tmp_path: Path, again: list[str]
) -> None:
    file = tmp_path / "kept"
    file.write_bytes(msgspec.json.encode(result_of(TWO[0], 2.0, rounds=100)) + b"\n")
    assert (run(file, None), again) == (0, ["hard:normal:4 300", "easy:random:4 300"])


def test_matches_may_be_played_in_processes_of_their_own() -> None:
    matches = [Match("easy", "random", 2, 20), Match("easy", "random", 3, 20)]
    found = sorted(strength._played(matches, jobs=2), key=lambda result: result.match.seats)
    assert found == [play(match) for match in matches]


def test_the_command_prints_json_and_tells_its_progress_apart(tmp_path: Path) -> None:
    ended = called(tmp_path, "bench", "--strength", "--json", "--rounds", "40", "--match", "normal:random:4")
    assert ended.code == 0, ended.err
    (result,) = json.loads(ended.out)
    assert (result["match"]["hero"], result["match"]["field"], result["rounds"]) == ("normal", "random", 40)
    assert "normal:random:4: 1 of 1 matches" in ended.err


@pytest.mark.parametrize(
    "wrong", [("--rounds", "0"), ("--match", "best:hard:4"), ("--jobs", "0"), ("--game", "chess")]
)
def test_wrong_usage_of_the_command_is_told_in_a_line(tmp_path: Path, wrong: tuple[str, str]) -> None:
    ended = called(tmp_path, "bench", "--strength", *wrong)
    assert ended.code == 2
    assert "Traceback" not in ended.err
