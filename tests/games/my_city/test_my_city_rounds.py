"""Rounds, episodes and campaigns of My City (3, 5, 6, 7): what follows what, what comes along, who wins."""

from random import Random
from typing import Any

import pytest

from bot.games.chance import Chance
from bot.games.contract import Decision, Refusal, ScoreRow, Seat
from bot.games.my_city import moves
from bot.games.my_city.cells import Roll, cells_of, rolled as drawn_from
from bot.games.my_city.city import BOXES, EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots, pass_boxes
from bot.games.my_city.scoring import (
    bag_points,
    bags_won,
    chapter_totals,
    episodes_left,
    grades,
    pass_points,
    places,
    plan,
    totals,
)
from bot.games.my_city.site import layout_of
from tests.games.my_city.positions import (
    CHANCE,
    COMPASS,
    PASS,
    PLATEAU,
    PRINTED,
    STOP,
    A,
    B,
    C,
    accepted,
    at,
    play,
    points,
    refused,
    roll,
    rolled,
    sheet,
    table,
    told,
)

# A round (3.2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("episode", EPISODES)
def test_3_1_setup_is_a_blank_sheet_of_the_same_episode_for_everybody(episode: int) -> None:
    state = GAME.setup(moves.MyCityOptions(episode=episode), 3, CHANCE)
    assert (state.phase, state.episode, state.round) == ("round", episode, 1)
    for own in state.sheets:
        assert (own.drawn, own.ticks, own.stopped) == ((), 0, False)
        assert own.bandits == EPISODES[episode].printed_bandits


def test_3_2_1_one_roll_serves_all() -> None:
    state = GAME.setup(moves.MyCityOptions(), 2, CHANCE)
    assert state.roll == drawn_from(CHANCE.stream("roll", 0))
    after, events = told(state, (A, PASS), (B, PASS))
    assert after.roll == drawn_from(CHANCE.stream("roll", 1))
    assert moves.Rolled(round=2, roll=drawn_from(CHANCE.stream("roll", 1))) == events[-1]


def test_3_2_2_choices_are_secret_until_the_last_one_and_can_be_changed() -> None:
    state = table(1, "", "", "", roll=roll("I1"))
    state, events = told(state, (B, at("D1")), (B, PASS), (A, at("E1")))
    assert events == [
        moves.Decided(seat=B, changed=False),
        moves.Decided(seat=B, changed=True),
        moves.Decided(seat=A, changed=False),
    ]
    assert GAME.view(state, A).choice == at("E1")
    for who in (None, C, B):
        view = GAME.view(state, who)
        assert view.choice == (PASS if who == B else None)
        assert view.decided == (True, True, False)
        assert view.sheets == table(1, "", "", "").sheets
    assert GAME.turn(state) == 0
    after, _ = told(state, (C, STOP))
    view = GAME.view(after, None)
    assert [len(own.drawn) for own in view.sheets] == [1, 0, 0]
    assert (view.sheets[1].ticks, view.sheets[2].stopped) == (1, True)
    assert (view.decided, view.round, GAME.turn(after)) == ((False,) * 3, 2, 1)
    assert view.last == moves.Past(1, roll("I1"), (at("E1"), PASS, STOP))


def test_3_2_2_what_is_owed_is_asked_in_secret_unless_one_plays_alone() -> None:
    secret, public = Decision("round", private=True), Decision("round")
    state = table(1, "", sheet(stopped=True), "")
    assert GAME.decisions(state) == {A: secret, C: secret}
    assert not GAME.in_turn(state)
    assert GAME.decisions(play(state, PASS)) == {C: secret}
    alone = table(1, "")
    assert GAME.decisions(alone) == {A: public}
    assert GAME.in_turn(alone)


def test_3_2_2_the_last_choice_is_irrevocable_and_a_page_of_the_history() -> None:
    state = table(1, "", "")
    first = GAME.apply(state, A, PASS, CHANCE)
    assert (first.irrevocable, first.milestone) == (False, False)
    last = GAME.apply(first.state, B, PASS, CHANCE)
    assert (last.irrevocable, last.milestone) == (True, True)


def test_3_2_2_what_happened_is_told_by_seat() -> None:
    _, events = told(table(1, "", "", "", roll=roll("I1")), (C, STOP), (B, PASS), (A, at("D1")))
    assert events[3:6] == [
        moves.Built(seat=A, kind="residential", cells=("D1",)),
        moves.Passed(seat=B, ticks=1, points=-1),
        moves.Stopped(seat=C),
    ]


def test_3_2_stopping_leaves_the_episode_without_a_tick() -> None:
    state, _ = told(table(1, "", ""), (A, STOP), (B, PASS))
    assert (state.sheets[A].ticks, state.phase) == (0, "round")
    assert refused(state, PASS, A) == "left_episode"
    assert refused(state, STOP, A) == "left_episode"
    assert GAME.legal(state, A) == []
    assert list(GAME.decisions(state)) == [B]


def test_3_3_7_what_is_drawn_stays() -> None:
    state = play(table(1, roll=roll("I1")), at("D1"))
    later = play(rolled(state, roll("I1")), at("D2"))
    assert [item.cells for item in later.sheets[A].drawn] == [("D1",), ("D2",)]


# Passing (3.4) ---------------------------------------------------------------------------------------

TRACK = next(case for case in PRINTED["examples"] if case["kind"] == "pass_track")


@pytest.mark.parametrize(("ticks", "worth"), list(enumerate([0, -1, -2, -3, -5, -7, -10])))
def test_3_4_only_the_last_ticked_box_counts(ticks: int, worth: int) -> None:
    assert pass_points(ticks) == worth
    assert points(table(1, sheet(ticks=ticks)))["passes"] == worth


def test_10_5_worked_example_of_passing() -> None:
    for case in TRACK["cases"]:
        assert pass_points(case["ticks"]) == case["points"]
    for case in TRACK["church_pass"]:
        state = table(4, sheet(ticks=case["ticks_before"]), roll=COMPASS)
        assert accepted(state, PASS) == case["allowed"]
        if case["allowed"]:
            assert play(state, PASS).sheets[A].ticks == case["ticks_after"]


CHURCHES = "c C3 D3 E3, c C4 D4 C5 D5, c B6 C6 D6 C7"
"""All of episode 4."""
ALLOWED: list[tuple[str, int, str | dict[str, Any], Roll, moves.MyCityMove, str]] = [
    ("8.2: although something fits", 1, "", roll("I1"), PASS, ""),
    ("8.2: in round 1", 1, "", roll("I1"), STOP, ""),
    ("3.4: six ticks are all", 1, sheet("r D1", ticks=6), roll("I1"), PASS, "boxes_full"),
    ("3.4", 1, sheet("r D1", ticks=6), roll("I1"), at("D2"), ""),
    ("3.4", 1, sheet("r D1", ticks=6), roll("I1"), STOP, ""),
    ("8.7: a church with one free box", 5, sheet(ticks=5), COMPASS, PASS, "church_boxes"),
    ("8.7", 5, sheet(ticks=5), roll("I1"), PASS, ""),
    ("8.7", 5, sheet(ticks=6), COMPASS, PASS, "boxes_full"),
    ("5.3: a fortress is never passed", 12, "", COMPASS, PASS, "fortress_not_passed"),
    ("5.3", 12, "", COMPASS, STOP, ""),
    ("3.4: nobody passes in episode 6", 6, "", roll("I1"), PASS, "no_passing"),
    ("3.4: not even a church", 6, "", COMPASS, PASS, "no_passing"),
    ("3.4", 6, "", COMPASS, STOP, ""),
]


@pytest.mark.parametrize(("paragraph", "episode", "own", "now", "move", "code"), ALLOWED)
def test_when_one_may_pass_build_or_stop(
    paragraph: str, episode: int, own: str | dict[str, Any], now: Roll, move: moves.MyCityMove, code: str
) -> None:
    state = table(episode, own, roll=now)
    assert refused(state, move) == code if code else accepted(state, move)


def test_5_2_without_churches_left_a_pass_costs_one_box() -> None:
    state = table(4, CHURCHES, "", roll=COMPASS)
    assert (pass_boxes(state, A), pass_boxes(state, B)) == (1, 2)


# The end of an episode (3.5), and who has to stop (8.1, 8.8) ----------------------------------------


def test_3_5_an_episode_ends_when_all_have_stopped() -> None:
    state, events = told(table(1, "r D1", ""), (A, STOP), (B, STOP))
    assert (state.phase, state.roll) == ("over", None)
    assert [type(event) for event in events[-2:]] == [moves.EpisodeScored, moves.GameOver]
    assert GAME.decisions(state) == {}
    assert refused(state, PASS) == "over"


def filled(episode: int, *left: str) -> str:
    """A sheet with single cells drawn wherever one can be but on these."""
    layout = layout_of(episode)
    return ", ".join(f"r {cell}" for cell in cells_of(layout.buildable) if cell not in left)


def test_3_5_a_sheet_without_a_free_cell_is_done() -> None:
    state = table(1, filled(1, "H11", "H10", "G11", "D1"), "", roll=roll("I1"))
    after, events = told(state, (A, at("D1")), (B, PASS))
    assert moves.Stopped(seat=A, full=True) in events
    assert after.sheets[A].stopped
    assert (after.phase, list(GAME.decisions(after))) == ("round", [B])


def test_3_5_a_bonus_of_the_last_round_is_still_won() -> None:
    state = table(7, filled(7, "C1"), "", roll=roll("I1"))
    after, events = told(state, (A, at("C1")), (B, PASS))
    assert events[-3:-1] == [moves.BonusWon(kind="plateau", seats=(A,)), moves.Stopped(seat=A, full=True)]
    assert after.bonuses == (moves.Bonus("plateau", state.round, (A,)),)


@pytest.mark.parametrize(
    ("paragraph", "episode", "own", "now", "stops"),
    [
        ("8.1: nothing fits, all boxes full", 1, sheet(filled(1, "D1"), ticks=6), roll("I2"), True),
        ("8.1: something fits", 1, sheet(filled(1, "D1"), ticks=6), roll("I1"), False),
        ("8.1: a box is free", 1, sheet(filled(1, "D1"), ticks=5), roll("I2"), False),
        ("10.9", 6, filled(6, "D1", "D2", "H4"), roll("L5"), True),
        ("8.8: a church is passed for two boxes", 4, filled(4, "D1", "D2"), COMPASS, False),
        ("8.8: in episode 6 it is not", 6, filled(6, "D1"), COMPASS, True),
    ],
)
def test_who_has_to_stop(
    paragraph: str, episode: int, own: str | dict[str, Any], now: Roll, stops: bool
) -> None:
    """Once: whoever has stopped is not stopped again. It costs no box."""
    state = table(episode, own, "", roll=now)
    assert GAME.forced(state) == ((A, STOP) if stops else None)
    if stops:
        assert GAME.legal(state, A) == [STOP]
        after = play(state, STOP)
        assert GAME.forced(after) is None
        after, _ = told(after, (B, STOP))
        assert after.sheets[A].ticks == state.sheets[A].ticks
        assert {row.key for row in after.results[0].rows[A]} == {row.key for row in EPISODES[episode].rows}


def test_8_20_a_late_player_passes_if_it_costs_one_box_else_stops() -> None:
    cases: list[tuple[moves.MyCityState, Any]] = [
        (table(1, roll=roll("I1")), PASS),
        (table(1, sheet(ticks=5)), PASS),
        (table(1, sheet(ticks=6)), STOP),
        (table(4, roll=COMPASS), STOP),
        (table(4, roll=roll("I1")), PASS),
        (table(11, roll=COMPASS), STOP),
        (table(11, roll=roll("I1")), PASS),
        (table(6, roll=roll("I1")), STOP),
        (table(9, roll=COMPASS), PASS),
    ]
    for state, wanted in cases:
        assert GAME.default(state, A, CHANCE) == wanted


def test_whoever_owes_nothing_is_asked_for_nothing() -> None:
    state = play(table(1, "", ""), PASS)
    for seat, code in ((A, "not_asked"), (Seat(7), "not_asked")):
        with pytest.raises(Refusal, match=code):
            GAME.default(state, seat, CHANCE)
    assert refused(state, PASS, Seat(7)) == "not_asked"
    assert refused(state, moves.Begin(2)) == "not_now"
    assert refused(state, moves.Finish()) == "not_now"


# First-come bonuses (5.4) ---------------------------------------------------------------------------

WOODLAND = "r G9, p G8 H8, r H9 H10, i G11 H11"
"""The southern woodland of episode 8."""
NORTH = "p F8, p F7, p F6 F5, r G5 H5, r G4 H4"


def test_5_4_the_first_to_complete_a_kind_wins_5_and_closes_it() -> None:
    """All who complete it in the same round get it, whoever comes later nothing (worked example 14)."""
    almost = f"{WOODLAND}, {NORTH}, r G3"
    state = table(8, almost, almost, almost, round=14, roll=roll("I1"))
    state, events = told(state, (A, at("H3")), (B, at("H3")), (C, PASS))
    assert moves.BonusWon(kind="woodland", seats=(A, B)) in events
    assert state.bonuses == (moves.Bonus("woodland", 14, (A, B)),)
    state, events = told(rolled(state, roll("I1")), (A, PASS), (B, PASS), (C, at("H3")))
    assert not any(isinstance(event, moves.BonusWon) for event in events)
    assert [points(state, seat)["first_woodland"] for seat in (A, B, C)] == [5, 5, 0]
    after, _ = told(state, (A, STOP), (B, STOP), (C, STOP))
    assert [row.points for row in after.results[0].rows[C] if row.key == "first_woodland"] == [0]
    assert after.results[0].bags == (1, 1, 1)


def test_8_11_both_get_the_bonus_and_the_bag_for_the_plateau() -> None:
    state = table(7, PLATEAU, PLATEAU, roll=roll("I1"))
    state, events = told(state, (A, at("C1")), (B, at("C1")))
    assert moves.BonusWon(kind="plateau", seats=(A, B)) in events
    assert [bags_won(7, own) for own in state.sheets] == [2, 2]


def test_8_12_whoever_stops_at_once_keeps_the_bonus() -> None:
    almost = f"{WOODLAND}, {NORTH}, r G3"
    state = table(8, almost, "", roll=roll("I1"))
    state, _ = told(state, (A, at("H3")), (B, PASS))
    state, _ = told(state, (A, STOP), (B, PASS))
    assert points(state)["first_woodland"] == 5


def test_5_4_alone_it_is_won_whenever_it_is_completed() -> None:
    state = table(8, f"{WOODLAND}, {NORTH}, r G3", roll=roll("I1"), round=40)
    state = play(state, at("H3"))
    assert state.bonuses == (moves.Bonus("woodland", 40, (A,)),)


def test_5_4_completion_by_a_church_counts() -> None:
    """Episode 8 asks for a church of two cells first."""
    state = table(8, f"{WOODLAND}, p F8, p F7, p F6 F5, r G5 H5, r G4 H4", roll=COMPASS)
    after = play(state, at("G3", "H3"))
    assert [bonus.kind for bonus in after.bonuses] == ["woodland"]


def test_8_9_a_church_breaks_never_passed_only_if_it_was_passed() -> None:
    state = table(7, roll=COMPASS)
    assert bags_won(7, play(state, at("G8", "G9")).sheets[A]) == 1
    assert bags_won(7, play(state, PASS).sheets[A]) == 0


def test_every_roll_has_a_draw_of_its_own() -> None:
    chance = Chance(bytes(32))
    state, seen = GAME.setup(moves.MyCityOptions(mode="mini"), 1, chance), list[Any]()
    for _ in range(BOXES):
        seen.append(state.roll)
        state = GAME.apply(state, A, PASS, chance).state
    assert seen == [drawn_from(chance.stream("roll", number)) for number in range(BOXES)]
    state = GAME.apply(state, A, STOP, chance).state
    step = GAME.apply(state, A, moves.Begin(6), chance)
    assert isinstance(step.events[0], moves.EpisodeBegun)
    assert step.state.roll == drawn_from(chance.stream("roll", BOXES + 2))
    assert step.irrevocable


FREE = {"mode": "campaign", "order": "free"}


def through(state: moves.MyCityState) -> moves.MyCityState:
    """Everybody stops at once."""
    for seat in map(Seat, range(state.seats)):
        state = GAME.apply(state, seat, STOP, CHANCE).state
    return state


def started(options: moves.MyCityOptions, seats: int = 2) -> moves.MyCityState:
    return GAME.setup(options, seats, CHANCE)


# Modes (section 7) -----------------------------------------------------------------------------------


def test_7_without_a_setting_a_table_plays_episode_1() -> None:
    state = through(started(moves.MyCityOptions()))
    assert (state.phase, state.episode) == ("over", 1)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (moves.MyCityOptions(episode=7), (7,)),
        (moves.MyCityOptions(mode="chapter", chapter=3), (7, 8, 9)),
        (moves.MyCityOptions(mode="mini"), (3, 6, 12)),
        (moves.MyCityOptions(mode="campaign"), tuple(range(1, 13))),
    ],
)
def test_7_modes(options: moves.MyCityOptions, wanted: tuple[int, ...]) -> None:
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
    assert isinstance(events[-1], moves.EpisodeScored)
    view = GAME.view(state, None)
    assert (view.phase, view.totals, view.points) == ("between", (-60, -61), (-60, -61))
    assert [len(own.drawn) for own in view.sheets] == [1, 0]
    assert GAME.decisions(state) == {A: Decision("episode")}
    assert GAME.in_turn(state)
    assert refused(state, STOP) == "not_now"
    assert refused(state, moves.Begin(2), B) == "not_asked"
    assert refused(state, moves.Begin(3)) == "episode_order"
    assert refused(state, moves.Begin(1)) == "episode_played"
    assert refused(state, moves.Begin(13)) == "no_such_episode"
    assert refused(state, moves.Finish()) == "finish_printed"
    after = GAME.apply(state, A, moves.Begin(2), CHANCE).state
    assert (after.phase, after.episode, after.round, after.last) == ("round", 2, 1, None)
    assert [len(own.drawn) for own in after.sheets] == [0, 0]
    assert GAME.view(after, None).totals == (-60, -61)


def test_7_any_order_is_possible_and_some_may_be_left_out() -> None:
    state = started(moves.MyCityOptions(mode="campaign", order="free"))
    assert (state.phase, state.episode) == ("between", 0)
    assert GAME.forced(state) is None
    assert GAME.view(state, None).points == (0, 0)
    assert refused(state, moves.Finish()) == "finish_early"
    assert GAME.legal(state, B) == []
    assert len(GAME.legal(state, A)) == 12
    assert GAME.default(state, A, CHANCE) == moves.Begin(1)
    state = through(GAME.apply(state, A, moves.Begin(7), CHANCE).state)
    assert refused(state, moves.Begin(7)) == "episode_played"
    assert GAME.default(state, A, CHANCE) == moves.Begin(8)
    state = through(GAME.apply(state, A, moves.Begin(12), CHANCE).state)
    assert GAME.default(state, A, CHANCE) == moves.Finish()
    state, events = told(state, (A, moves.Finish()))
    assert (state.phase, events) == ("over", [moves.GameOver()])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [row.number for row in outcome.breakdown[A]] == [7, 12]


def test_7_a_campaign_of_free_order_ends_with_the_twelfth_episode() -> None:
    state = started(moves.MyCityOptions(mode="campaign", order="free"), 1)
    for episode in (12, 3, 1, 2, 4, 6, 5, 7, 9, 8, 10, 11):
        assert state.phase == "between"
        state = through(GAME.apply(state, A, moves.Begin(episode), CHANCE).state)
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
    assert (first.chapter, first.points, first.complete) == (1, (6, 18), True)
    assert (second.chapter, second.points, second.complete) == (2, (9, 12), False)


# What comes along (section 6) ------------------------------------------------------------------------


def test_6_5_loose_bandits_of_10_are_on_the_sheet_of_11_for_their_player_alone() -> None:
    """Bandit 2 at F3 is enclosed by A alone."""
    ring = "r C4 D4 E4, r F4, r E3, r E2 F2, r G2 G3"
    state = table(10, ring, "", options={"mode": "chapter", "chapter": 4})
    assert points(state)["bandits"] == -12
    state = through(state)
    assert state.results[0].bandits[A] == ("bandit_1", "bandit_3", "bandit_4", "bandit_5")
    assert len(state.results[0].bandits[B]) == 5
    state = GAME.apply(state, A, moves.Begin(11), CHANCE).state
    assert state.sheets[A].bandits == ("bandit_1", "bandit_3", "bandit_4", "bandit_5")
    assert state.sheets[B].bandits == tuple(f"bandit_{number}" for number in range(1, 6))
    GAME.check(state)


def test_6_5_loose_bandits_of_11_are_on_the_sheet_of_12_and_none_is_doubled() -> None:
    state = table(11, "", sheet(), options=FREE)
    state = GAME.apply(through(state), A, moves.Begin(12), CHANCE).state
    assert state.sheets[A].bandits == tuple(f"bandit_{number}" for number in range(1, 6))


def test_6_left_over_bandits_need_the_episode_before() -> None:
    """10 and then 12: only the printed ones; 11 before 10: only the printed ones."""
    state = through(table(10, options=FREE))
    assert GAME.apply(state, A, moves.Begin(12), CHANCE).state.sheets[A].bandits == ("bandit_2", "bandit_5")
    assert table(11).sheets[A].bandits == ("bandit_1", "bandit_3", "bandit_4")
    state = through(GAME.apply(state, A, moves.Begin(3), CHANCE).state)
    state = GAME.apply(state, A, moves.Begin(11), CHANCE).state
    assert len(state.sheets[A].bandits) == 5


def test_7_nothing_is_carried_over_in_the_mini_campaign() -> None:
    earlier = [{"episode": 3}, {"episode": 6}]
    state = table(12, options={"mode": "mini"}, results=earlier)
    assert state.sheets[A].bandits == ("bandit_2", "bandit_5")


def test_6_2_gold_bags_of_7_and_8_come_to_the_ranking_of_9() -> None:
    """Who has never passed has a bag in each of the three."""
    state = started(moves.MyCityOptions(mode="chapter", chapter=3), 2)
    for episode in (8, 9):
        state = GAME.apply(GAME.apply(state, B, PASS, CHANCE).state, A, STOP, CHANCE).state
        state = through_rest(state)
        state = GAME.apply(state, A, moves.Begin(episode), CHANCE).state
    assert [result.bags for result in state.results] == [(1, 0), (1, 0)]
    assert [points(state, seat)["gold_bags"] for seat in (A, B)] == [20, 10]
    state = GAME.apply(state, B, PASS, CHANCE).state
    state = through_rest(GAME.apply(state, A, STOP, CHANCE).state)
    assert [own[-1] for own in state.results[-1].rows] == [
        ScoreRow("gold_bags", 20),
        ScoreRow("gold_bags", 0),
    ]


def through_rest(state: moves.MyCityState) -> moves.MyCityState:
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
    results = [
        moves.Result(number, (own,), (0,), ((),), ((),)) for number, own in ((1, points), (2, 0), (3, 0))
    ]
    assert [grade.name for grade in grades(results)] == [name]


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


def test_7_a_whole_campaign_of_three_with_a_restart_before_every_move() -> None:
    """Everybody builds anywhere as long as something fits; the state goes through its bytes each time."""
    rng = Random(1)
    state = started(moves.MyCityOptions(mode="campaign"), 3)
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


def some_choice(state: moves.MyCityState, rng: Random) -> tuple[Seat, moves.MyCityMove]:
    """A choice of anybody who owes one."""
    seat = rng.choice(list(GAME.decisions(state)))
    spots = legal_spots(state, seat)
    return seat, moves.Build(rng.choice(spots)) if spots else GAME.default(state, seat, CHANCE)


def test_7_no_grades_where_several_play_or_a_chapter_is_not_finished() -> None:
    assert grades(through(started(moves.MyCityOptions(mode="chapter"), 2)).results) == ()
    assert grades(through(started(moves.MyCityOptions(), 1)).results) == ()
    assert grades(()) == ()


def test_a_seat_that_owes_nothing_between_episodes() -> None:
    state = through(started(moves.MyCityOptions(mode="mini")))
    with pytest.raises(Refusal, match="not_asked"):
        GAME.default(state, B, CHANCE)
    assert play(state, moves.Begin(6)).episode == 6
