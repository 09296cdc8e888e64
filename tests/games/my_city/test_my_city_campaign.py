"""Chapters and campaigns (sections 5.5, 6 and 7): what follows what, what comes along, who wins, grades."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.contract import Decision, Refusal, ScoreRow, Seat
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import (
    Begin,
    Build,
    EpisodeScored,
    Finish,
    GameOver,
    MyCityMove,
    MyCityOptions,
    MyCityState,
)
from bot.games.my_city.scoring import (
    bag_points,
    chapter_totals,
    episodes_left,
    grade_name,
    grades,
    places,
    plan,
    totals,
)
from tests.games.my_city.positions import (
    CHANCE,
    PASS,
    STOP,
    A,
    B,
    play,
    points,
    refused,
    sheet,
    table,
    told,
)

FREE = {"mode": "campaign", "order": "free"}


def through(state: MyCityState) -> MyCityState:
    """Everybody stops at once."""
    for seat in map(Seat, range(state.seats)):
        state = GAME.apply(state, seat, STOP, CHANCE).state
    return state


def started(options: MyCityOptions, seats: int = 2) -> MyCityState:
    return GAME.setup(options, seats, CHANCE)


# Modes (section 7) -----------------------------------------------------------------------------------


def test_7_without_a_setting_a_table_plays_episode_1() -> None:
    state = through(started(MyCityOptions()))
    assert (state.phase, state.episode) == ("over", 1)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (MyCityOptions(episode=7), (7,)),
        (MyCityOptions(mode="chapter", chapter=3), (7, 8, 9)),
        (MyCityOptions(mode="mini"), (3, 6, 12)),
        (MyCityOptions(mode="campaign"), tuple(range(1, 13))),
    ],
)
def test_7_modes(options: MyCityOptions, wanted: tuple[int, ...]) -> None:
    state, played = through(started(options)), list[int]()
    while state.phase == "between":
        played.append(state.episode)
        forced = GAME.forced(state)
        assert forced is not None
        assert forced == (A, GAME.default(state, A, CHANCE))
        state = through(GAME.apply(state, *forced, CHANCE).state)
    assert (*played, state.episode) == wanted == plan(options)
    assert GAME.outcome(state) is not None


def test_7_between_episodes_the_standings_can_be_seen() -> None:
    state = table(1, "r D1", "", options={"mode": "campaign"})
    state, events = told(state, (A, STOP), (B, STOP))
    assert isinstance(events[-1], EpisodeScored)
    view = GAME.view(state, None)
    assert (view.phase, view.totals, view.points) == ("between", (-60, -61), (-60, -61))
    assert [len(own.drawn) for own in view.sheets] == [1, 0]
    assert GAME.decisions(state) == {A: Decision("episode")}
    assert GAME.in_turn(state)
    assert refused(state, STOP) == "not_now"
    assert refused(state, Begin(2), B) == "not_asked"
    assert refused(state, Begin(3)) == "episode_order"
    assert refused(state, Begin(1)) == "episode_played"
    assert refused(state, Begin(13)) == "no_such_episode"
    assert refused(state, Finish()) == "finish_printed"
    after = GAME.apply(state, A, Begin(2), CHANCE).state
    assert (after.phase, after.episode, after.round, after.last) == ("round", 2, 1, None)
    assert [len(own.drawn) for own in after.sheets] == [0, 0]
    assert GAME.view(after, None).totals == (-60, -61)


def test_7_any_order_is_possible_and_some_may_be_left_out() -> None:
    state = started(MyCityOptions(mode="campaign", order="free"))
    assert (state.phase, state.episode) == ("between", 0)
    assert GAME.forced(state) is None
    assert GAME.view(state, None).points == (0, 0)
    assert refused(state, Finish()) == "finish_early"
    assert GAME.legal(state, B) == []
    assert len(GAME.legal(state, A)) == 12
    assert GAME.default(state, A, CHANCE) == Begin(1)
    state = through(GAME.apply(state, A, Begin(7), CHANCE).state)
    assert refused(state, Begin(7)) == "episode_played"
    assert GAME.default(state, A, CHANCE) == Begin(8)
    state = through(GAME.apply(state, A, Begin(12), CHANCE).state)
    assert GAME.default(state, A, CHANCE) == Finish()
    state, events = told(state, (A, Finish()))
    assert (state.phase, events) == ("over", [GameOver()])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [row.number for row in outcome.breakdown[A]] == [7, 12]


def test_7_a_campaign_of_free_order_ends_with_the_twelfth_episode() -> None:
    state = started(MyCityOptions(mode="campaign", order="free"), 1)
    for episode in (12, 3, 1, 2, 4, 6, 5, 7, 9, 8, 10, 11):
        assert state.phase == "between"
        state = through(GAME.apply(state, A, Begin(episode), CHANCE).state)
    assert state.phase == "over"
    assert episodes_left(state) == ()


# Winning (section 7) ---------------------------------------------------------------------------------


def test_7_the_highest_episode_total_wins_and_is_told_row_by_row() -> None:
    state = through(table(1, "r D1", "", "r D1 D2"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((2, 3, 1), (-60, -61, -59))
    assert outcome.breakdown[A] == (
        *(ScoreRow("trees", 5), ScoreRow("rocks", -6), ScoreRow("empty_meadow", -59)),
        ScoreRow("passes", 0),
    )
    assert not outcome.lowest_wins


def test_7_a_tie_is_shared() -> None:
    outcome = GAME.outcome(through(table(1, "r D1", "", "i D1")))
    assert outcome is not None
    assert outcome.places == (1, 3, 1)
    assert places((4, 9, 4, -1)) == (2, 1, 2, 4)


def test_7_several_episodes_are_added_up() -> None:
    earlier = [{"episode": 4, "points": [10, 12]}, {"episode": 5, "points": [9, -3]}]
    state = table(6, "", "", options={"mode": "chapter", "chapter": 2}, results=earlier)
    state = through(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    last = state.results[-1].points
    assert outcome.scores == (19 + last[A], 9 + last[B]) == totals(state.results, 2)
    assert outcome.breakdown[B] == (
        *(ScoreRow("episode", 12, 4), ScoreRow("episode", -3, 5), ScoreRow("episode", last[B], 6)),
    )
    assert outcome.places == (1, 2)


def test_7_chapters_are_summed_up_of_their_episodes() -> None:
    earlier = [{"episode": number, "points": [number, 6]} for number in range(1, 6)]
    state = table(6, "", "", options={"mode": "campaign"}, results=earlier)
    first, second = chapter_totals(state.results, 2)
    assert (first.chapter, first.points, first.places, first.complete) == (1, (6, 18), (2, 1), True)
    assert (second.chapter, second.points, second.places, second.complete) == (2, (9, 12), (2, 1), False)


# What comes along (section 6) ------------------------------------------------------------------------


def test_6_5_loose_bandits_of_10_are_on_the_sheet_of_11_for_their_player_alone() -> None:
    """Bandit 2 at F3 is enclosed by A alone."""
    ring = "r C4 D4 E4, r F4, r E3, r E2 F2, r G2 G3"
    state = table(10, ring, "", options={"mode": "chapter", "chapter": 4})
    assert points(state)["bandits"] == -12
    state = through(state)
    assert state.results[0].bandits[A] == ("bandit_1", "bandit_3", "bandit_4", "bandit_5")
    assert len(state.results[0].bandits[B]) == 5
    state = GAME.apply(state, A, Begin(11), CHANCE).state
    assert state.sheets[A].bandits == ("bandit_1", "bandit_3", "bandit_4", "bandit_5")
    assert state.sheets[B].bandits == tuple(f"bandit_{number}" for number in range(1, 6))
    GAME.check(state)


def test_6_5_loose_bandits_of_11_are_on_the_sheet_of_12_and_none_is_doubled() -> None:
    state = table(11, "", sheet(), options=FREE)
    state = GAME.apply(through(state), A, Begin(12), CHANCE).state
    assert state.sheets[A].bandits == tuple(f"bandit_{number}" for number in range(1, 6))


def test_6_left_over_bandits_need_the_episode_before() -> None:
    """10 and then 12: only the printed ones; 11 before 10: only the printed ones."""
    state = through(table(10, options=FREE))
    assert GAME.apply(state, A, Begin(12), CHANCE).state.sheets[A].bandits == ("bandit_2", "bandit_5")
    assert table(11).sheets[A].bandits == ("bandit_1", "bandit_3", "bandit_4")
    state = through(GAME.apply(state, A, Begin(3), CHANCE).state)
    state = GAME.apply(state, A, Begin(11), CHANCE).state
    assert len(state.sheets[A].bandits) == 5


def test_7_nothing_is_carried_over_in_the_mini_campaign() -> None:
    earlier = [{"episode": 3}, {"episode": 6}]
    state = table(12, options={"mode": "mini"}, results=earlier)
    assert state.sheets[A].bandits == ("bandit_2", "bandit_5")


def test_6_2_gold_bags_of_7_and_8_come_to_the_ranking_of_9() -> None:
    """Who has never passed has a bag in each of the three."""
    state = started(MyCityOptions(mode="chapter", chapter=3), 2)
    for episode in (8, 9):
        state = GAME.apply(GAME.apply(state, B, PASS, CHANCE).state, A, STOP, CHANCE).state
        state = through_rest(state)
        state = GAME.apply(state, A, Begin(episode), CHANCE).state
    assert [result.bags for result in state.results] == [(1, 0), (1, 0)]
    assert [points(state, seat)["gold_bags"] for seat in (A, B)] == [20, 10]
    state = GAME.apply(state, B, PASS, CHANCE).state
    state = through_rest(GAME.apply(state, A, STOP, CHANCE).state)
    assert [own[-1] for own in state.results[-1].rows] == [
        ScoreRow("gold_bags", 20),
        ScoreRow("gold_bags", 0),
    ]


def through_rest(state: MyCityState) -> MyCityState:
    """Whoever is left stops."""
    while state.phase == "round":
        seat = next(iter(GAME.decisions(state)))
        state = GAME.apply(state, seat, STOP, CHANCE).state
    return state


def test_6_bags_of_7_stay_when_8_is_left_out_and_those_won_after_9_are_worthless() -> None:
    state = table(9, "", "", options=FREE, results=[{"episode": 7, "bags": [2, 1]}])
    assert [points(state, seat)["gold_bags"] for seat in (A, B)] == [20, 10]
    late = table(8, "", "", options=FREE, results=[{"episode": 9}, {"episode": 7, "bags": [2, 1]}])
    assert "gold_bags" not in points(late)
    early = table(9, "", "", options=FREE)
    assert [points(early, seat)["gold_bags"] for seat in (A, B)] == [20, 20]


# Grades (section 7) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "name"),
    [(-9, "hamlet"), (14, "hamlet"), (15, "village"), (25, "town"), (35, "city"), (45, "metropolis")],
)
def test_7_grades_of_chapter_1(points: int, name: str) -> None:
    assert grade_name(points, (15, 25, 35, 45)) == name


def test_7_alone_every_chapter_and_the_whole_campaign_are_graded() -> None:
    earlier = [{"episode": number, "points": [20]} for number in range(1, 12)]
    state = table(12, options={"mode": "campaign"}, results=earlier)
    before = grades(state.results)
    assert [(grade.chapter, grade.points, grade.name) for grade in before] == [
        (1, 60, "metropolis"),
        (2, 60, "metropolis"),
        (3, 60, "village"),
    ]
    done = grades(through(state).results)
    assert [grade.chapter for grade in done] == [1, 2, 3, 4, 0]
    assert done[-1].points == 220 + points(state)["total"]
    assert done[-1].name == "village"


@pytest.mark.parametrize("seed", [1, 2])
def test_7_a_whole_campaign_of_three_with_a_restart_before_every_move(seed: int) -> None:
    """Everybody builds anywhere as long as something fits; the state goes through its bytes each time."""
    rng = Random(seed)
    state = started(MyCityOptions(mode="campaign"), 3)
    while state.phase != "over":
        seat, move = GAME.forced(state) or some_choice(state, rng)
        state = GAME.decode(GAME.encode(GAME.apply(state, seat, move, CHANCE).state))
        GAME.check(state)
    assert [result.episode for result in state.results] == list(range(1, 13))
    for own, left in zip(state.sheets, state.results[10].bandits, strict=True):
        assert set(own.bandits) == {"bandit_2", "bandit_5", *left}
    bags = [sum(result.bags[seat] for result in state.results) for seat in range(3)]
    ranked = [row.points for rows in state.results[8].rows for row in rows if row.key == "gold_bags"]
    assert ranked == list(bag_points(bags))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == totals(state.results, 3)


def some_choice(state: MyCityState, rng: Random) -> tuple[Seat, MyCityMove]:
    """A choice of anybody who owes one."""
    seat = rng.choice(list(GAME.decisions(state)))
    spots = legal_spots(state, seat)
    return seat, Build(rng.choice(spots)) if spots else GAME.default(state, seat, CHANCE)


def test_7_no_grades_where_several_play_or_a_chapter_is_not_finished() -> None:
    assert grades(through(started(MyCityOptions(mode="chapter"), 2)).results) == ()
    assert grades(through(started(MyCityOptions(), 1)).results) == ()
    assert grades(()) == ()


def test_a_seat_that_owes_nothing_between_episodes() -> None:
    state = through(started(MyCityOptions(mode="mini")))
    with pytest.raises(Refusal, match="not_asked"):
        GAME.default(state, B, CHANCE)
    assert play(state, Begin(6)).episode == 6
