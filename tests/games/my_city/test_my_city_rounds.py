"""Rounds, episodes and campaigns of My City (3, 5, 6, 7): what follows what, what comes along, who wins."""

from typing import Any

import pytest

from bot.games.contract import Decision, Outcome, Refusal, ScoreRow, Seat
from bot.games.my_city import moves, scoring
from bot.games.my_city.cells import rolled as drawn_from
from bot.games.my_city.city import BOXES, EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import pass_boxes
from tests.games.my_city.positions import (
    CHANCE,
    CHURCHES,
    PASS,
    PLATEAU,
    PRINTED,
    STOP,
    A,
    B,
    C,
    filled,
    move,
    play,
    points,
    roll,
    sheet,
    table,
    told,
    why,
)

# A round (3.2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("episode", EPISODES)
def test_3_1_setup_is_a_blank_sheet_of_the_same_episode_for_everybody(episode: int) -> None:
    state = GAME.setup(moves.MyCityOptions(episode=episode), 3, CHANCE)
    assert (state.phase, state.episode, state.round) == ("round", episode, 1)
    assert state.sheets == (moves.Sheet(bandits=EPISODES[episode].printed_bandits),) * 3


def test_3_2_1_one_roll_serves_all_and_every_roll_has_a_draw_of_its_own() -> None:
    state, seen = GAME.setup(moves.MyCityOptions(mode="mini"), 2, CHANCE), list[Any]()
    for _ in range(BOXES):
        seen.append(state.roll)
        state, events = told(state, "A pass; B pass")
        assert events[-1] == moves.Rolled(round=state.round, roll=state.roll)
    assert seen == [drawn_from(CHANCE.stream("roll", number)) for number in range(BOXES)]
    step = GAME.apply(play(state, "A stop; B stop"), A, moves.Begin(6), CHANCE)
    assert isinstance(step.events[0], moves.EpisodeBegun)
    assert step.state.roll == drawn_from(CHANCE.stream("roll", BOXES + 2))
    assert step.irrevocable


def test_3_2_2_choices_can_be_changed_until_the_last_one_and_come_out_then() -> None:
    """Before, nobody else sees them (`test_laws.py`)."""
    state, events = told(table(1, "", "", "", dice="I1"), "B D1; B pass; A E1")
    said = [(event.seat, event.changed) for event in events if isinstance(event, moves.Decided)]
    assert said == [(B, False), (B, True), (A, False)]
    assert len(events) == 3
    views = [GAME.view(state, who) for who in (None, A, B, C)]
    assert [view.choice for view in views] == [None, move("E1"), PASS, None]
    assert {(view.decided, view.sheets, GAME.turn(state)) for view in views} == {
        ((True, True, False), table(1, "", "", "").sheets, 0)
    }
    after, events = told(state, "C stop")
    assert events[1:4] == [
        moves.Built(seat=A, kind="residential", cells=("E1",)),
        moves.Passed(seat=B, ticks=1, points=-1),
        moves.Stopped(seat=C),
    ]
    assert [(len(own.drawn), own.ticks, own.stopped) for own in after.sheets] == [
        *((1, 0, False), (0, 1, False), (0, 0, True)),
    ]
    view = GAME.view(after, None)
    assert (view.decided, view.round, GAME.turn(after)) == ((False,) * 3, 2, 1)
    assert view.last == moves.Past(1, roll("I1"), (move("E1"), PASS, STOP))  # type: ignore[arg-type]


def test_3_2_2_what_is_owed_is_asked_in_secret_unless_one_plays_alone() -> None:
    secret, state = Decision("round", private=True), table(1, "", sheet(stopped=True), "")
    assert GAME.decisions(state) == {A: secret, C: secret}
    assert GAME.decisions(play(state, "pass")) == {C: secret}
    assert GAME.decisions(table(1, "")) == {A: Decision("round")}
    assert [GAME.in_turn(each) for each in (state, table(1, ""))] == [False, True]


def test_3_2_2_the_last_choice_is_irrevocable_and_a_page_of_the_history() -> None:
    first = GAME.apply(table(1, "", ""), A, PASS, CHANCE)
    last = GAME.apply(first.state, B, PASS, CHANCE)
    assert [(step.irrevocable, step.milestone) for step in (first, last)] == [(False, False), (True, True)]


def test_3_2_stopping_leaves_the_episode_without_a_tick() -> None:
    state = play(table(1, "", ""), "A stop; B pass")
    assert (state.sheets[A].ticks, state.phase, GAME.legal(state, A)) == (0, "round", [])
    assert why(state, "pass") == why(state, "stop") == "left_episode"
    assert list(GAME.decisions(state)) == [B]


def test_3_2_building_and_stopping_is_one_choice() -> None:
    (spot, *_) = (move for move in GAME.legal(table(1, "", ""), A) if isinstance(move, moves.BuildAndStop))
    first = GAME.apply(table(1, "", ""), A, spot, CHANCE).state
    assert (first.sheets[A].drawn, first.sheets[A].stopped) == ((), False)
    step = GAME.apply(first, B, PASS, CHANCE)
    sheet = step.state.sheets[A]
    assert ([one.cells for one in sheet.drawn], sheet.stopped, sheet.ticks) == ([spot.cells], True, 0)
    told = [type(event) for event in step.events if isinstance(event, moves.Built | moves.Stopped)]
    assert told == [moves.Built, moves.Stopped]
    assert (GAME.legal(step.state, A), list(GAME.decisions(step.state))) == ([], [B])


# Passing (3.4) ---------------------------------------------------------------------------------------

TRACK = next(case for case in PRINTED["examples"] if case["kind"] == "pass_track")


@pytest.mark.parametrize(("ticks", "worth"), list(enumerate([0, -1, -2, -3, -5, -7, -10])))
def test_3_4_only_the_last_ticked_box_counts(ticks: int, worth: int) -> None:
    assert scoring.pass_points(ticks) == worth
    assert points(table(1, sheet(ticks=ticks)))["passes"] == worth


def test_10_5_worked_example_of_passing() -> None:
    for case in TRACK["cases"]:
        assert scoring.pass_points(case["ticks"]) == case["points"]
    for case in TRACK["church_pass"]:
        state = table(4, sheet(ticks=case["ticks_before"]), dice="compass")
        assert (why(state, "pass") == "") == case["allowed"]
        assert not case["allowed"] or play(state, "pass").sheets[A].ticks == case["ticks_after"]


def test_5_2_without_churches_left_a_pass_costs_one_box() -> None:
    state = table(4, CHURCHES, "", dice="compass")
    assert (pass_boxes(state, A), pass_boxes(state, B)) == (1, 2)


# The end of an episode (3.5), and who has to stop (8.1, 8.8) ----------------------------------------


def test_3_5_an_episode_ends_when_all_have_stopped() -> None:
    state, events = told(table(1, "r D1", ""), "A stop; B stop")
    assert (state.phase, state.roll, GAME.decisions(state)) == ("over", None, {})
    assert [type(event) for event in events[-2:]] == [moves.EpisodeScored, moves.GameOver]
    assert why(state, "pass") == "over"


def test_3_5_a_sheet_without_a_free_cell_is_done() -> None:
    after, events = told(table(1, filled(1, "H11", "H10", "G11", "D1"), "", dice="I1"), "D1; B pass")
    assert moves.Stopped(seat=A, full=True) in events
    assert after.sheets[A].stopped
    assert (after.phase, list(GAME.decisions(after))) == ("round", [B])


def test_3_5_a_bonus_of_the_last_round_is_still_won() -> None:
    state = table(7, filled(7, "C1"), "", dice="I1")
    after, events = told(state, "C1; B pass")
    assert events[-3:-1] == [moves.BonusWon(kind="plateau", seats=(A,)), moves.Stopped(seat=A, full=True)]
    assert after.bonuses == (moves.Bonus("plateau", state.round, (A,)),)


@pytest.mark.parametrize(
    ("paragraph", "episode", "own", "dice", "stops"),
    [
        ("8.1: nothing fits, all boxes full", 1, sheet(filled(1, "D1"), ticks=6), "I2", True),
        ("8.1: something fits", 1, sheet(filled(1, "D1"), ticks=6), "I1", False),
        ("8.1: a box is free", 1, sheet(filled(1, "D1"), ticks=5), "I2", False),
        ("10.9", 6, filled(6, "D1", "D2", "H4"), "L5", True),
        ("8.8: a church is passed for two boxes", 4, filled(4, "D1", "D2"), "compass", False),
        ("8.8: in episode 6 it is not", 6, filled(6, "D1"), "compass", True),
    ],
)
def test_who_has_to_stop(
    paragraph: str, episode: int, own: str | dict[str, Any], dice: str, stops: bool
) -> None:
    state = table(episode, own, "", dice=dice)
    assert GAME.forced(state) == ((A, STOP) if stops else None)
    assert (GAME.legal(state, A) == [STOP]) == stops


def test_10_9_it_is_done_once_and_costs_no_box() -> None:
    state = table(6, filled(6, "D1", "D2", "H4"), "", dice="L5")
    stopped = play(state, "stop")
    assert GAME.forced(stopped) is None
    after = play(stopped, "B stop")
    assert after.sheets[A].ticks == state.sheets[A].ticks
    assert {row.key for row in after.results[0].rows[A]} == {row.key for row in EPISODES[6].rows}


@pytest.mark.parametrize(
    ("why", "state", "wanted"),
    [
        ("a pass", table(1, dice="I1"), PASS),
        ("the last box", table(1, sheet(ticks=5)), PASS),
        ("boxes full", table(1, sheet(ticks=6)), STOP),
        ("a church", table(4, dice="compass"), STOP),
        ("no church", table(4, dice="I1"), PASS),
        ("a fortress", table(11, dice="compass"), STOP),
        ("no fortress", table(11, dice="I1"), PASS),
        ("episode 6", table(6, dice="I1"), STOP),
        ("a compass without a meaning", table(9, dice="compass"), PASS),
    ],
)
def test_8_20_a_late_player_passes_if_it_costs_one_box_else_stops(
    why: str, state: moves.MyCityState, wanted: moves.MyCityMove
) -> None:
    assert GAME.default(state, A, CHANCE) == wanted


def test_whoever_owes_nothing_is_asked_for_nothing() -> None:
    state = play(table(1, "", ""), "pass")
    between = stopped(started("mini"))
    for table_, seat in ((state, A), (state, Seat(7)), (between, B)):
        with pytest.raises(Refusal, match="not_asked"):
            GAME.default(table_, seat, CHANCE)
    assert why(state, "pass", Seat(7)) == "not_asked"
    assert why(state, "begin 2") == why(state, "finish") == "not_now"


# First-come bonuses (5.4) ---------------------------------------------------------------------------

WOODLAND = "r G9, p G8 H8, r H9 H10, i G11 H11, p F8, p F7, p F6 F5, r G5 H5, r G4 H4"
"""All of the woodland of episode 8 but G3 and H3."""
ALMOST = f"{WOODLAND}, r G3"


def test_5_4_the_first_to_complete_a_kind_wins_5_and_closes_it() -> None:
    """All who complete it in the same round get it, whoever comes later nothing (worked example 14)."""
    state = table(8, ALMOST, ALMOST, ALMOST, round=14, dice="I1")
    state, events = told(state, "A H3; B H3; C pass")
    assert moves.BonusWon(kind="woodland", seats=(A, B)) in events
    assert state.bonuses == (moves.Bonus("woodland", 14, (A, B)),)
    state, events = told(state, "dice I1; A pass; B pass; C H3")
    assert not any(isinstance(event, moves.BonusWon) for event in events)
    assert [points(state, seat)["first_woodland"] for seat in (A, B, C)] == [5, 5, 0]
    (result,) = stopped(state).results
    assert [row.points for row in result.rows[C] if row.key == "first_woodland"] == [0]
    assert result.bags == (1, 1, 1)


@pytest.mark.parametrize(
    ("paragraph", "state", "made", "wanted"),
    [
        ("8.11", table(7, PLATEAU, PLATEAU, dice="I1"), "A C1; B C1", [("plateau", 12, (A, B))]),
        ("8.12", table(8, ALMOST, "", dice="I1"), "H3; B pass; A stop; B pass", [("woodland", 11, (A,))]),
        ("5.4: alone whenever", table(8, ALMOST, dice="I1", round=40), "H3", [("woodland", 40, (A,))]),
        ("5.4: by a church", table(8, WOODLAND, dice="compass"), "G3 H3", [("woodland", 10, (A,))]),
    ],
)
def test_who_has_a_bonus(
    paragraph: str, state: moves.MyCityState, made: str, wanted: list[tuple[Any, ...]]
) -> None:
    """It is worth 5, and a bag at the end whoever was the first."""
    after = play(state, made)
    assert after.bonuses == tuple(moves.Bonus(*each) for each in wanted)
    ((kind, _, seats),) = wanted
    assert {points(after, seat)[f"first_{kind}"] for seat in seats} == {5}


def test_8_11_both_get_the_bag_for_the_plateau() -> None:
    state = play(table(7, PLATEAU, PLATEAU, dice="I1"), "A C1; B C1")
    assert [scoring.bags_won(7, own) for own in state.sheets] == [2, 2]


def test_8_9_a_church_breaks_never_passed_only_if_it_was_passed() -> None:
    state = table(7, dice="compass")
    assert [scoring.bags_won(7, play(state, made).sheets[A]) for made in ("G8 G9", "pass")] == [1, 0]


# Modes (section 7) -----------------------------------------------------------------------------------

FREE = {"mode": "campaign", "order": "free"}


def started(mode: Any = "episode", seats: int = 2, **options: Any) -> moves.MyCityState:
    return GAME.setup(moves.MyCityOptions(mode=mode, **options), seats, CHANCE)


def stopped(state: moves.MyCityState) -> moves.MyCityState:
    """Whoever is left stops."""
    while state.phase == "round":
        state = GAME.apply(state, next(iter(GAME.decisions(state))), STOP, CHANCE).state
    return state


def outcome_of(state: moves.MyCityState) -> Outcome:
    outcome = GAME.outcome(stopped(state))
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, (1,)),
        ({"episode": 7}, (7,)),
        ({"mode": "chapter", "chapter": 3}, (7, 8, 9)),
        ({"mode": "mini"}, (3, 6, 12)),
        ({"mode": "campaign"}, tuple(range(1, 13))),
    ],
)
def test_7_modes(options: dict[str, Any], wanted: tuple[int, ...]) -> None:
    state, played = stopped(started(**options)), list[int]()
    while state.phase == "between":
        played.append(state.episode)
        forced = GAME.forced(state)
        assert forced is not None
        assert forced == (A, GAME.default(state, A, CHANCE))
        state = stopped(GAME.apply(state, *forced, CHANCE).state)
    assert (*played, state.episode) == wanted == scoring.plan(moves.MyCityOptions(**options))
    assert state.phase == "over"


def test_7_between_episodes_the_standings_can_be_seen() -> None:
    state, events = told(table(1, "r D1", "", options={"mode": "campaign"}), "A stop; B stop")
    assert isinstance(events[-1], moves.EpisodeScored)
    view = GAME.view(state, None)
    assert (view.phase, view.totals, view.points) == ("between", (-60, -61), (-60, -61))
    assert [len(own.drawn) for own in view.sheets] == [1, 0]
    assert GAME.decisions(state) == {A: Decision("episode")}
    assert GAME.in_turn(state)
    after = play(state, "begin 2")
    assert (after.phase, after.episode, after.round, after.last) == ("round", 2, 1, None)
    assert [len(own.drawn) for own in after.sheets] == [0, 0]
    assert GAME.view(after, None).totals == (-60, -61)


PRINTED_ORDER = stopped(table(1, "r D1", "", options={"mode": "campaign"}))
ANY_ORDER = started("campaign", order="free")


@pytest.mark.parametrize(
    ("state", "made", "seat", "code"),
    [
        (PRINTED_ORDER, "stop", A, "not_now"),
        (PRINTED_ORDER, "begin 2", B, "not_asked"),
        (PRINTED_ORDER, "begin 3", A, "episode_order"),
        (PRINTED_ORDER, "begin 1", A, "episode_played"),
        (PRINTED_ORDER, "begin 13", A, "no_such_episode"),
        (PRINTED_ORDER, "finish", A, "finish_printed"),
        (ANY_ORDER, "finish", A, "finish_early"),
        (stopped(play(ANY_ORDER, "begin 7")), "begin 7", A, "episode_played"),
    ],
)
def test_7_what_is_refused_between_episodes(
    state: moves.MyCityState, made: str, seat: Seat, code: str
) -> None:
    assert why(state, made, seat) == code


def test_7_any_order_is_possible_and_some_may_be_left_out() -> None:
    state = ANY_ORDER
    assert (state.phase, state.episode, GAME.forced(state)) == ("between", 0, None)
    assert GAME.view(state, None).points == (0, 0)
    assert [len(GAME.legal(state, seat)) for seat in (A, B)] == [12, 0]
    for proposed, made in (("begin 1", "begin 7"), ("begin 8", "begin 12")):
        assert GAME.default(state, A, CHANCE) == move(proposed)
        state = stopped(play(state, made))
    assert GAME.default(state, A, CHANCE) == moves.Finish()
    state, events = told(state, "finish")
    assert (state.phase, events) == ("over", [moves.GameOver()])
    assert [row.number for row in outcome_of(state).breakdown[A]] == [7, 12]


def test_7_a_campaign_of_free_order_ends_with_the_twelfth_episode() -> None:
    state = started("campaign", 1, order="free")
    for episode in (12, 3, 1, 2, 4, 6, 5, 7, 9, 8, 10, 11):
        assert state.phase == "between"
        state = stopped(play(state, f"begin {episode}"))
    assert (state.phase, scoring.episodes_left(state)) == ("over", ())


# Winning (section 7) ---------------------------------------------------------------------------------


def test_7_the_highest_episode_total_wins_and_is_told_row_by_row() -> None:
    outcome = outcome_of(table(1, "r D1", "", "r D1 D2"))
    assert (outcome.places, outcome.scores, outcome.lowest_wins) == ((2, 3, 1), (-60, -61, -59), False)
    assert [(row.key, row.points) for row in outcome.breakdown[A]] == [
        *(("trees", 5), ("rocks", -6), ("empty_meadow", -59), ("passes", 0)),
    ]


def test_7_a_tie_is_shared() -> None:
    assert outcome_of(table(1, "r D1", "", "i D1")).places == (1, 3, 1)
    assert Outcome.ranked((4, 9, 4, -1)) == (2, 1, 2, 4)


def test_7_several_episodes_are_added_up() -> None:
    earlier = [{"episode": 4, "points": [10, 12]}, {"episode": 5, "points": [9, -3]}]
    state = stopped(table(6, "", "", options={"mode": "chapter", "chapter": 2}, results=earlier))
    outcome, last = outcome_of(state), state.results[-1].points
    assert outcome.scores == (19 + last[A], 9 + last[B]) == scoring.totals(state.results, 2)
    rows = [(row.key, row.points, row.number) for row in outcome.breakdown[B]]
    assert rows == [("episode", 12, 4), ("episode", -3, 5), ("episode", last[B], 6)]
    assert outcome.places == (1, 2)


def test_7_chapters_are_summed_up_of_their_episodes() -> None:
    earlier = [{"episode": number, "points": [number, 6]} for number in range(1, 6)]
    state = table(6, "", "", options={"mode": "campaign"}, results=earlier)
    found = [(one.chapter, one.points, one.complete) for one in scoring.chapter_totals(state.results, 2)]
    assert found == [(1, (6, 18), True), (2, (9, 12), False)]


# What comes along (section 6) ------------------------------------------------------------------------

ENCLOSED = "r C4 D4 E4, r F4, r E3, r E2 F2, r G2 G3"
"""Bandit 2 of episode 10, at F3."""
MINI = [{"episode": 3}, {"episode": 6}]


@pytest.mark.parametrize(
    ("paragraph", "state", "made", "bandits"),
    [
        (
            "6.5: loose ones of 10 on the sheet of 11, for their player alone",
            *(table(10, ENCLOSED, "", options={"mode": "chapter", "chapter": 4}), ["begin 11"]),
            ["1345", "12345"],
        ),
        (
            "6.5: of 11 on the sheet of 12, none is doubled",
            table(11, "", "", options=FREE),
            ["begin 12"],
            ["12345"] * 2,
        ),
        ("6: 10 and then 12: only the printed ones", table(10, options=FREE), ["begin 12"], ["25"]),
        ("6: 11 before 10: only the printed ones", table(11), [], ["134"]),
        ("6: 3 between 10 and 11", table(10, options=FREE), ["begin 3", "begin 11"], ["12345"]),
        ("7: nothing in the mini campaign", table(12, options={"mode": "mini"}, results=MINI), [], ["25"]),
    ],
)
def test_6_bandits_come_along(
    paragraph: str, state: moves.MyCityState, made: list[str], bandits: list[str]
) -> None:
    for begin in made:
        state = play(stopped(state), begin)
    assert ["".join([name[-1] for name in own.bandits]) for own in state.sheets] == bandits


def test_6_5_only_loose_bandits_cost() -> None:
    state = table(10, ENCLOSED, "", options={"mode": "chapter", "chapter": 4})
    assert [points(state, seat)["bandits"] for seat in (A, B)] == [-12, -15]
    assert list(map(len, stopped(state).results[0].bandits)) == [4, 5]


def test_6_2_gold_bags_of_7_and_8_come_to_the_ranking_of_9() -> None:
    """Who has never passed has a bag in each of the three."""
    state = started("chapter", chapter=3)
    for episode in (8, 9):
        state = play(stopped(play(state, "B pass; A stop")), f"begin {episode}")
    assert [result.bags for result in state.results] == [(1, 0), (1, 0)]
    assert [points(state, seat)["gold_bags"] for seat in (A, B)] == [20, 10]
    state = stopped(play(state, "B pass; A stop"))
    assert [own[-1] for own in state.results[-1].rows] == [
        *(ScoreRow("gold_bags", 20), ScoreRow("gold_bags", 0)),
    ]


def test_6_bags_of_7_stay_when_8_is_left_out_and_those_won_after_9_are_worthless() -> None:
    of_7 = {"episode": 7, "bags": [2, 1]}
    for results, worth in (([of_7], [20, 10]), ([], [20, 20])):
        state = table(9, "", "", options=FREE, results=results)
        assert [points(state, seat)["gold_bags"] for seat in (A, B)] == worth
    assert "gold_bags" not in points(table(8, "", "", options=FREE, results=[{"episode": 9}, of_7]))


# Grades (section 7) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "name"),
    [(-9, "hamlet"), (14, "hamlet"), (15, "village"), (25, "town"), (35, "city"), (45, "metropolis")],
)
def test_7_grades_of_chapter_1(points: int, name: str) -> None:
    results = [
        moves.Result(number, (own,), (0,), ((),), ((),)) for number, own in ((1, points), (2, 0), (3, 0))
    ]
    assert [grade.name for grade in scoring.grades(results)] == [name]


def test_7_alone_every_chapter_and_the_whole_campaign_are_graded() -> None:
    earlier = [{"episode": number, "points": [20]} for number in range(1, 12)]
    state = table(12, options={"mode": "campaign"}, results=earlier)
    before = [(grade.chapter, grade.points, grade.name) for grade in scoring.grades(state.results)]
    assert before == [(1, 60, "metropolis"), (2, 60, "metropolis"), (3, 60, "village")]
    done = scoring.grades(stopped(state).results)
    assert [grade.chapter for grade in done] == [1, 2, 3, 4, 0]
    assert (done[-1].points, done[-1].name) == (220 + points(state)["total"], "village")


def test_7_no_grades_where_several_play_or_a_chapter_is_not_finished() -> None:
    for state in (started("chapter"), started(seats=1)):
        assert scoring.grades(stopped(state).results) == ()
    assert scoring.grades(()) == ()
