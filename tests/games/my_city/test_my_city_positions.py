"""Positions of My City: what follows from little, what is inconsistent, what holds in every game."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from bot.games.my_city import moves
from bot.games.my_city.cells import Roll
from bot.games.my_city.game import GAME
from tests.games.my_city.positions import CHANCE, PLATEAU, A, B, C, move, roll, sheet, table
from tests.games.my_city.sample import SAMPLE
from tests.games.samples import Walk, walk

DONE = f"{PLATEAU}, r C1"


def load(**given: Any) -> moves.MyCityState:
    return GAME.restore(msgspec.json.encode(given))


FREE, BANDITS = moves.MyCityOptions(mode="campaign", order="free"), ("bandit_1", "bandit_3", "bandit_4")
MINI, CAMPAIGN = {"mode": "mini"}, {"mode": "campaign"}
LEFT = [sheet("r D1", stopped=True), sheet(ticks=1, stopped=True)]
FOLLOWS: list[tuple[str, moves.MyCityState, dict[str, Any]]] = [
    ("one blank sheet", load(), {"seats": 1, "phase": "round", "episode": 1, "round": 1, "turn": 0}),
    ("a roll of a single residential cell", load(), {"roll": roll("I1"), "options": moves.MyCityOptions()}),
    (
        "an episode",
        table(11, sheet("r A8", ticks=2), ""),
        {"options": moves.MyCityOptions(episode=11), "round": 4},
    ),
    ("the next episode", load(options=MINI, results=[{"episode": 3}]), {"episode": 6, "phase": "round"}),
    ("that is left", load(options=CAMPAIGN, sheets=[{"stopped": True}]), {"episode": 1, "phase": "between"}),
    ("a campaign of free order", table(9, results=[{"episode": 7, "bags": [2]}]), {"options": FREE}),
    ("a bonus for all", table(7, DONE, "", DONE), {"bonuses": (moves.Bonus("plateau", 12, (A, C)),)}),
    (
        "or for the first",
        table(7, DONE, "", DONE, bonuses=[{"kind": "plateau", "seats": [2]}]),
        {"bonuses": (moves.Bonus("plateau", 12, (C,)),)},
    ),
    ("all have left", load(sheets=LEFT), {"phase": "over", "roll": None}),
]


@pytest.mark.parametrize(("rule", "state", "wanted"), FOLLOWS)
def test_what_is_left_out_follows(rule: str, state: moves.MyCityState, wanted: dict[str, Any]) -> None:
    assert {name: getattr(state, name) for name in wanted} == wanted


def test_what_follows_for_sheets_and_results() -> None:
    assert table(11, "", "").sheets[B].bandits == BANDITS
    assert load(options=MINI, results=[{"episode": 3}]).results[0].points == (0,)
    assert load(sheets=LEFT).results[0].points == (-60, -62)
    assert load(episode=0, sheets=[{}, {}]) == GAME.setup(FREE, 2, CHANCE)


# What is inconsistent --------------------------------------------------------------------------------


def passed(roll: Roll, *choices: str, number: int = 1) -> dict[str, Any]:
    """The round before was this one."""
    made = [to_builtins(move(choice)) for choice in choices]
    return {"last": {"round": number, "roll": roll, "choices": made}, "round": number + 1}


def won(*seats: int, more: Sequence[Any] = (), **bonus: Any) -> dict[str, Any]:
    """Seat 0 alone has completed the plateau, and these have its bonus."""
    bonuses = [{"kind": "plateau", "seats": seats, **bonus}] if seats else []
    return {"episode": 7, "sheets": [sheet(DONE), *more], "bonuses": bonuses}


D1, CORNER, SINGLE = {"sheets": [sheet("r D1")]}, roll("V3"), roll("I1")
TICKED = {"sheets": [sheet(ticks=1, stopped=True), sheet(ticks=1)]}
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
        ({"sheets": [{"stopped": True}], "roll": CORNER}, "the roll"),
        ({"roll": Roll("L7", "R1", "public")}, "regex .*roll.left"),
        ({"roll": Roll("L1", "R0", "public")}, "regex .*roll.right"),
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
        ({**passed(CORNER, "pass", number=3), "round": 1}, "round 3 instead of 0"),
        ({**passed(CORNER, "pass", number=0), "round": 1}, "round 0 instead of 0"),
        *[({**D1, **passed(CORNER, made)}, "does not show") for made in ("D2", "pass", "stop")],
        ({**D1, **passed(Roll("L9", "R5", "residential"), "D1", number=2)}, "regex .*roll.left"),
        ({**D1, **passed(Roll("L1", "R5", "residential"), "D1", number=2)}, "does not show"),
        ({"sheets": [sheet("p D1")], **passed(SINGLE, "D1", number=2)}, "does not show"),
        ({"sheets": [sheet("r D1, r D3")], **passed(SINGLE, "D3", number=2)}, "touches_nothing"),
        ({"last": {"round": 1, "roll": SINGLE, "choices": [None]}, "round": 2}, "does not show None"),
        ({**TICKED, **passed(SINGLE, "pass", "pass")}, "seat 0 does not show"),
        (won(), "whoever completes it"),
        (won(0, 0), "named twice"),
        (won(0, round=99), "round 99"),
        (won(0, 1, more=[{}]), "not all winners"),
        ({"results": [{"episode": 2, "rows": [[{"key": "luck", "points": 3}]]}]}, "there is no row luck"),
    ],
)
def test_an_inconsistent_position_is_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load(**given)


def test_a_result_has_to_be_that_of_the_sheets() -> None:
    plain = to_builtins(table(1, sheet("r D1", stopped=True)))
    plain["sheets"][0]["ticks"] = 1
    with pytest.raises(ValueError, match="not that of the sheets"):
        load(**{**plain, "round": 2})


def test_drawn_structures_may_be_told_in_any_order() -> None:
    orders = [table(1, drawn, dice="I1") for drawn in ("r E2, r E1, r D1", "r D1, r E1, r E2")]
    assert GAME.legal(orders[0], A) == GAME.legal(orders[1], A)


# What holds in every game ----------------------------------------------------------------------------


@pytest.fixture(params=range(12))
def played(request: pytest.FixtureRequest) -> Walk:
    """Each of these games is played once."""
    return walk(SAMPLE, request.param)


def test_a_round_changes_every_sheet_once_or_not_at_all(played: Walk) -> None:
    for made in played.made:
        before, after = made.before, made.step.state
        if isinstance(made.move, moves.Begin | moves.RollOn) or not made.step.irrevocable:
            continue
        told = [
            event
            for event in made.step.events
            if isinstance(event, moves.Built | moves.Passed | moves.Stopped)
        ]
        heard = [event.seat for event in told if not (isinstance(event, moves.Stopped) and event.full)]
        chosen = list(dict.fromkeys(heard))
        rounds = after.turn - before.turn
        staying = [seat for seat, own in enumerate(before.sheets) if not own.stopped]
        assert chosen[: len(staying)] == staying
        for old, new in zip(before.sheets, after.sheets, strict=True):
            assert new.drawn[: len(old.drawn)] == old.drawn
            assert len(new.drawn) - len(old.drawn) + (new.ticks > old.ticks) <= rounds


def test_the_last_round_can_be_told_from_the_view(played: Walk) -> None:
    for made in played.made:
        last = GAME.view(made.step.state, None).last
        if made.step.milestone:
            assert isinstance(last, moves.Past)
            assert (last.round, last.roll) == (made.before.round, made.before.roll)
            assert last.choices[made.seat] == made.move
        elif isinstance(made.move, moves.Begin):
            assert last is None
        rolls = [event for event in made.step.events if isinstance(event, moves.Rolled)]
        assert bool(rolls) == (made.step.state.phase == "round" and made.step.irrevocable)


def test_totals_are_those_of_the_results_and_of_the_outcome(played: Walk) -> None:
    final = played.states[-1]
    outcome, view = GAME.outcome(final), GAME.view(final, None)
    assert outcome is not None
    assert view.totals == outcome.scores
    assert view.points == final.results[-1].points
    best = max(outcome.scores)
    assert [place == 1 for place in outcome.places] == [score == best for score in outcome.scores]
