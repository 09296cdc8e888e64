"""Positions of My City: what follows from little, what is inconsistent, what holds in every game."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from bot.games.contract import Seat
from bot.games.my_city.cells import Roll
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Begin, Bonus, Built, MyCityOptions, Passed, Past, Rolled, Stopped
from tests.games.my_city.positions import CHANCE, PLATEAU, A, B, roll, sheet, table
from tests.games.my_city.sample import SAMPLE
from tests.games.samples import Made, walk

# What is left out ------------------------------------------------------------------------------------


def test_nothing_is_needed() -> None:
    """One blank sheet of episode 1, and a roll of a single residential cell."""
    state = GAME.restore(b"{}")
    assert (state.seats, state.phase, state.episode, state.round, state.turn) == (1, "round", 1, 1, 0)
    assert state.roll == Roll("L2", "R5", "residential")
    assert state.options == MyCityOptions()


def test_an_episode_and_what_is_drawn_are_enough() -> None:
    state = table(11, sheet("r A8", ticks=2), "")
    assert state.options == MyCityOptions(episode=11)
    assert state.round == 4
    assert state.sheets[B].bandits == ("bandit_1", "bandit_3", "bandit_4")


def test_the_episode_is_the_next_one_of_the_table() -> None:
    state = GAME.restore(b'{"options": {"mode": "mini"}, "results": [{"episode": 3}]}')
    assert state.episode == 6
    assert state.results[0].points == (0,)
    over = GAME.restore(b'{"options": {"mode": "campaign"}, "sheets": [{"stopped": true}]}')
    assert (over.episode, over.phase) == (1, "between")


def test_episode_0_is_a_campaign_of_free_order_before_its_first_episode() -> None:
    state = GAME.restore(b'{"episode": 0, "sheets": [{}, {}]}')
    assert state == GAME.setup(MyCityOptions(mode="campaign", order="free"), 2, CHANCE)


def test_with_earlier_results_it_is_a_campaign_of_free_order() -> None:
    state = table(9, results=[{"episode": 7, "bags": [2]}])
    assert state.options == MyCityOptions(mode="campaign", order="free")


def test_a_bonus_belongs_to_all_who_have_completed_it() -> None:
    done = f"{PLATEAU}, r C1"
    state = table(7, done, "", done)
    assert state.bonuses == (Bonus("plateau", 12, (A, Seat(2))),)
    told = table(7, done, "", done, bonuses=[{"kind": "plateau", "seats": [2]}])
    assert told.bonuses == (Bonus("plateau", 12, (Seat(2),)),)


def test_an_episode_that_all_have_left_is_scored() -> None:
    state = table(1, sheet("r D1", stopped=True), sheet(ticks=1, stopped=True))
    assert (state.phase, state.roll) == ("over", None)
    assert state.results[0].points == (-60, -62)
    assert GAME.outcome(state) is not None


# What is inconsistent --------------------------------------------------------------------------------

THREE = {"mode": "chapter", "chapter": 1}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"colour": "red"}, "unknown field `colour`"),
        ({"schema": 2}, "enum value 2"),
        ({"turn": -1}, ">= 0"),
        ({"episode": 13}, "<= 12"),
        ({"sheets": []}, "length >= 1"),
        ({"sheets": [{}] * 7}, "length <= 6"),
        ({"choices": [None, None]}, "choices: 2 entries"),
        ({"round": 0}, "round 0"),
        ({"options": THREE, "episode": 2}, "episode 2 can't be played now"),
        ({"options": THREE, "results": [{"episode": 2}]}, r"episodes \(2,\) instead of"),
        ({"results": [{"episode": 2}, {"episode": 2}]}, "played twice"),
        ({"episode": 2, "results": [{"episode": 2}]}, "episode 2 can't be played now"),
        ({"results": [{"episode": 2, "points": [1, 2]}]}, "points: 2 entries"),
        ({"results": [{"episode": 2, "bags": [1]}]}, "has won 1 bags"),
        ({"results": [{"episode": 10, "bandits": [["bandit_9"]]}]}, "unknown bandits"),
        ({"episode": 11, "results": [{"episode": 10, "bandits": []}]}, "too few entries"),
        ({"results": [{"episode": 2, "points": [3], "rows": [[]]}]}, "the rows of seat 0 make 0"),
        ({"episode": 0, "options": THREE}, "the first episode is missing"),
        ({"episode": 0, "round": 1}, "there is no round"),
        ({"episode": 0, "sheets": [{"ticks": 1}]}, "the sheets are empty"),
        ({"phase": "between"}, "tells another one"),
        ({"phase": "over"}, "tells another one"),
        ({"options": THREE, "phase": "over", "sheets": [{"stopped": True}]}, "an episode is left"),
        ({"phase": "between", "sheets": [{"stopped": True}]}, "no episode is left"),
        (
            {"sheets": [{"stopped": True}], "roll": {"left": "L1", "right": "R1", "type": "public"}},
            "the roll",
        ),
        ({"roll": {"left": "L7", "right": "R1", "type": "public"}}, "no left face L7"),
        ({"roll": {"left": "L1", "right": "R0", "type": "public"}}, "no right face R0"),
        ({"sheets": [{"ticks": 7}]}, "<= 6"),
        ({"episode": 6, "sheets": [{"ticks": 1}]}, "nobody passes"),
        ({"sheets": [{"ticks": 2}], "round": 2}, "more was done than in 1 rounds"),
        ({"sheets": [sheet("r D1")], "round": 1}, "more was done than in 0 rounds"),
        ({"sheets": [sheet("r D0")]}, "there is no cell D0"),
        ({"sheets": [sheet("r D1 D3")]}, "no roll makes D1 D3"),
        ({"sheets": [sheet("r D1 D1")]}, "names a cell twice|no roll makes"),
        ({"sheets": [sheet("r D1, p D1")]}, "D1 can't stand there: on_structure"),
        ({"sheets": [sheet("r C1")]}, "C1 can't stand there: on_"),
        ({"sheets": [sheet("r D1 E1")]}, "D1 E1 can't stand there: crosses_river"),
        ({"sheets": [sheet("r A4")]}, "A4 can't stand there: start_river"),
        ({"sheets": [sheet("r D1, r A4")]}, "A4 can't stand there: touches_nothing"),
        ({"sheets": [sheet("c D1")]}, "no church is built in this episode"),
        ({"episode": 4, "sheets": [sheet("c D1")]}, "is not I3"),
        ({"episode": 11, "sheets": [sheet("f A1, f A2, f A3, f A4, f A5")]}, "is not None"),
        ({"episode": 11, "sheets": [{"bandits": ["bandit_1"]}]}, "bandits"),
        ({"episode": 11, "sheets": [{"bandits": ["bandit_9"]}]}, "there is no bandit_9"),
        ({"episode": 10, "sheets": [{"bandits": ["bandit_2", "bandit_1"]}]}, "bandits"),
        ({"sheets": [{"stopped": True}, {}], "choices": [{"move": "pass"}, None]}, "nothing to choose"),
        ({"sheets": [{}, {}], "choices": [{"move": "build", "cells": ["A4"]}, None]}, "is illegal"),
        ({"choices": [{"move": "pass"}]}, "everybody has chosen"),
        ({"episode": 7, "bonuses": [{"kind": "plateau", "seats": [0]}]}, "whoever completes it"),
        ({"episode": 7, "bonuses": [{"kind": "gold", "seats": [0]}]}, "no bonus for gold"),
        (
            {"last": {"round": 3, "roll": Roll("L1", "R1", "public"), "choices": [None]}},
            "round 3 instead of 0",
        ),
        (
            {"last": {"round": 0, "roll": Roll("L1", "R1", "public"), "choices": [None]}},
            "round 0 instead of 0",
        ),
        ({"results": [{"episode": 2, "rows": [[{"key": "luck", "points": 3}]]}]}, "there is no row luck"),
    ],
)
def test_an_inconsistent_position_is_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.restore(msgspec.json.encode(given))


@pytest.mark.parametrize("choice", [{"move": "build", "cells": ["D2"]}, {"move": "pass"}, {"move": "stop"}])
def test_the_round_before_has_to_be_seen_on_the_sheet(choice: dict[str, Any]) -> None:
    last = {"round": 1, "roll": Roll("L1", "R1", "public"), "choices": [choice]}
    with pytest.raises(ValueError, match="does not show"):
        table(1, "r D1", last=last)


@pytest.mark.parametrize(
    ("left", "choice", "sheet"),
    [
        ("L9", {"move": "build", "cells": ["D1"]}, "r D1"),
        ("L1", {"move": "build", "cells": ["D1"]}, "r D1"),
        ("L2", {"move": "build", "cells": ["D1"]}, "p D1"),
        ("L2", {"move": "build", "cells": ["D3"]}, "r D1, r D3"),
    ],
)
def test_the_dice_of_the_round_before_have_to_lead_to_what_was_built(
    left: str, choice: dict[str, Any], sheet: str
) -> None:
    """A face that there is, the shape and the type of the roll, beside what stood there already."""
    last = {"round": 2, "roll": Roll(left, "R5", "residential"), "choices": [choice]}
    with pytest.raises(ValueError, match=r"does not show|no left face|touches_nothing"):
        table(1, sheet, round=3, last=last)


def test_what_was_done_in_the_round_before_has_not_made_anybody_stop() -> None:
    last = {
        "round": 1,
        "roll": Roll("L2", "R5", "residential"),
        "choices": [{"move": "pass"}, {"move": "pass"}],
    }
    stopped = [sheet("", ticks=1, stopped=True), sheet("", ticks=1)]
    with pytest.raises(ValueError, match="seat 0 does not show"):
        GAME.restore(msgspec.json.encode({"sheets": stopped, "round": 2, "last": last}))


def test_a_result_has_to_be_that_of_the_sheets() -> None:
    state = table(1, sheet("r D1", stopped=True))
    plain = msgspec.to_builtins(state)
    plain["sheets"][0]["ticks"] = 1
    plain["round"] = 2
    with pytest.raises(ValueError, match="not that of the sheets"):
        GAME.restore(msgspec.json.encode(plain))


def test_a_bonus_that_somebody_has_completed_is_gone() -> None:
    done = f"{PLATEAU}, r C1"
    with pytest.raises(ValueError, match="whoever completes it"):
        table(7, done, bonuses=[])
    with pytest.raises(ValueError, match="named twice"):
        table(7, done, bonuses=[{"kind": "plateau", "seats": [0, 0]}])
    with pytest.raises(ValueError, match="round 99"):
        table(7, done, bonuses=[{"kind": "plateau", "seats": [0], "round": 99}])
    with pytest.raises(ValueError, match="not all winners"):
        table(7, done, "", bonuses=[{"kind": "plateau", "seats": [0, 1]}])


def test_drawn_structures_may_be_told_in_any_order() -> None:
    assert GAME.legal(table(1, "r E2, r E1, r D1", roll=roll("I1")), A) == GAME.legal(
        table(1, "r D1, r E1, r E2", roll=roll("I1")), A
    )


# What holds in every game ----------------------------------------------------------------------------

SEEDS = st.integers(0, 11)


def games(seed: int) -> list[Made]:
    return [*walk(SAMPLE, seed).made]


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_a_round_changes_every_sheet_once_or_not_at_all(seed: int) -> None:
    for made in games(seed):
        before, after = made.before, made.step.state
        if isinstance(made.move, Begin) or not made.step.irrevocable:
            continue
        told = [event for event in made.step.events if isinstance(event, Built | Passed | Stopped)]
        chosen = [event.seat for event in told if not (isinstance(event, Stopped) and event.full)]
        assert chosen == [seat for seat, own in enumerate(before.sheets) if not own.stopped]
        for old, new in zip(before.sheets, after.sheets, strict=True):
            assert new.drawn[: len(old.drawn)] == old.drawn
            assert len(new.drawn) - len(old.drawn) + (new.ticks > old.ticks) <= 1


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_the_last_round_can_be_told_from_the_view(seed: int) -> None:
    for made in games(seed):
        last = GAME.view(made.step.state, None).last
        if made.step.milestone:
            assert isinstance(last, Past)
            assert (last.round, last.roll) == (made.before.round, made.before.roll)
            assert last.choices[made.seat] == made.move
        elif isinstance(made.move, Begin):
            assert last is None
        rolls = [event for event in made.step.events if isinstance(event, Rolled)]
        assert bool(rolls) == (made.step.state.phase == "round" and made.step.irrevocable)


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_totals_are_those_of_the_results_and_of_the_outcome(seed: int) -> None:
    final = walk(SAMPLE, seed).states[-1]
    outcome, view = GAME.outcome(final), GAME.view(final, None)
    assert outcome is not None
    assert view.totals == outcome.scores
    assert view.points == final.results[-1].points
    best = max(outcome.scores)
    assert [place == 1 for place in outcome.places] == [score == best for score in outcome.scores]
