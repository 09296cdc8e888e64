"""Positions set up by hand: what follows by itself, and what is refused with the reason."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Border
from tests.games.noerdlingen.positions import D, O, S, T, table

BOX = [[(3, 4), (5, 4), (5, 5), (3, 5), (3, 4)]]
LAND = {"cells": [[3, 4], [4, 4]], "owners": [1]}
BORDER = {"seat": 0, "start": [4, 4], "steps": "RU", "number": 2, "round": 1}
PLACED = {"event": "placed", "seat": 0, "at": [4, 4], "seen_by": None}
BEGUN = {"event": "choice_begun", "round": 1, "order": [0, 3], "seen_by": None}
CLOSED = {"event": "closed", "territory": {**LAND, "count": [0, 1, 0], "points": 2, "share": 2, "seat": 0}}


def load(**given: Any) -> Any:
    """The state of a position."""
    return GAME.restore(msgspec.json.encode(given))


def test_soldiers_alone_are_enough() -> None:
    state = load(soldiers=[[[4, 4]], [[5, 5]], [[6, 6]]])
    assert (state.phase, state.round, state.date) == ("choose", 1, "0101")
    assert (state.active, state.waiting) == (T, (O, S))
    assert load(soldiers=[[[4, 4]], [[5, 5]], [], []]).seats == 4


def test_seats_without_soldiers_may_be_left_out() -> None:
    state = load(soldiers=[[[4, 4]]])
    assert state.soldiers == (((4, 4),), (), ())
    assert load(soldiers=[]).phase == "place"


def test_with_a_number_it_is_the_turn_to_draw_it() -> None:
    state = load(soldiers=[[[4, 4]]], numbers=[4])
    assert (state.phase, state.active, state.table) == ("draw", S, ((4, 5, 6),))
    assert state.waiting == (O, T)
    assert load(soldiers=[[[4, 4]]], numbers=[6]).table == ((6, 4, 5),)
    assert load(soldiers=[[], [[4, 4]], []], numbers=[None, 3]).active == O


def test_a_later_round_chooses_by_the_numbers_of_the_one_before() -> None:
    state = load(soldiers=[[[4, 4]]], table=[[3, 1, 2], [None, None, None]], phase="choose")
    assert (state.round, state.active, state.waiting) == (2, O, (T, S))


def test_placing_goes_on_where_it_was() -> None:
    state = load(soldiers=[[], [], [[5, 5]], [[4, 4]]], start_player=2, phase="place")
    assert (state.active, state.waiting) == (S, (O,))
    state = load(soldiers=[[], [], [], [[4, 4]]], start_player=3, phase="place")
    assert (state.active, state.waiting) == (S, (O, T))
    assert D not in (state.active, *state.waiting)


def test_polylines_are_borders_of_nobody() -> None:
    state = table([[(4, 4)]], [[(3, 4), (5, 4), (5, 5)]])
    assert state.borders == (Border(None, (3, 4), "RRD"),)


def test_a_territory_needs_its_cells_and_its_owners_alone() -> None:
    (territory,) = table([[(2, 4)]], BOX, territories=[LAND]).territories
    assert territory.cells == ((3, 4), (4, 4))
    assert (territory.count, territory.points, territory.share, territory.seat) == ((0, 1, 0), 2, 2, O)
    shared = {"cells": [[4, 4], [3, 4]], "owners": [1, 2]}
    (territory,) = table([[(2, 4)]], BOX, territories=[shared]).territories
    assert (territory.share, territory.seat) == (1, S)


def test_the_date_of_the_options_is_the_date() -> None:
    assert load(soldiers=[], options={"date": "0519"}).date == "0519"
    assert load(soldiers=[], options={"date": "0519*"}).date == "0519"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"soldiers": [[]] * 5}, "5 seats: 3 to 4 can play"),
        ({"soldiers": [[[0, 0]]]}, r"\[0, 0\] is no crossing"),
        ({"soldiers": [[[999, -5]]]}, r"\[999, -5\] is no crossing"),
        ({"soldiers": [[[3, 1]]]}, r"none may stand on \[3, 1\] \(D2\)"),
        ({"soldiers": [[[4, 4]], [[4, 4]]]}, r"two stand on \[4, 4\] \(E5\)"),
        ({"soldiers": [], "date": "0230"}, "'0230' is no day"),
        ({"soldiers": [], "date": "0519", "options": {"date": "0520"}}, "the options say 0520"),
        ({"soldiers": [], "start_player": 3}, "there is no seat 3"),
        ({"soldiers": [], "active": -1}, "there is no seat -1"),
        ({"soldiers": [], "schema": 2}, "schema 2"),
        ({"soldiers": [], "turn": 0}, "turn 0"),
        ({"soldiers": [], "moves": -1}, "moves -1"),
        ({"soldiers": [], "table": [[None, 1, 2]], "phase": "draw", "active": 0}, "seat 0 has chosen no"),
        ({"soldiers": [], "phase": "draw", "round": 1, "active": 1, "waiting": []}, "after seat 1 come"),
        ({"soldiers": [[[4, 4]]], "phase": "place", "active": 0}, "still to come"),
        ({"soldiers": [[[4, 4]]], "round": 9}, "round 9"),
        ({"soldiers": [[[4, 4]]], "round": 0}, "phase choose in round 0"),
        ({"soldiers": [[[4, 4]]], "numbers": [7]}, "there is no number 7"),
        ({"soldiers": [[[4, 4]]], "numbers": [2, 2]}, "a number is taken twice"),
        ({"soldiers": [[[4, 4]]], "numbers": [1, 2, 3, 4]}, "numbers: 4 entries for 3 seats"),
        ({"soldiers": [[[4, 4]]], "table": [[1, 2]]}, "table: 2 entries for 3 seats"),
        ({"soldiers": [[[4, 4]]], "waiting": [1, 1]}, "waiting: a seat is there twice"),
        ({"soldiers": [[[4, 4]]], "left": [1, 1, None]}, "at most one player is left"),
        ({"soldiers": [[[4, 4]]], "left": [None, 5, None]}, "left: seat 1 in round 5"),
        ({"soldiers": [[[4, 4]]], "left": [1], "active": 0}, "seat 0 has left the game"),
        (
            {"soldiers": [[[4, 4]]], "left": [1], "options": {"elimination": "skip_turn"}},
            "nobody leaves with skip_turn",
        ),
        ({"soldiers": [[[4, 4]]], "phase": "over"}, "it is only round 1"),
        ({"soldiers": [[[4, 4]]], "phase": "over", "round": 8, "waiting": [1]}, "nobody is waited for"),
        ({"soldiers": [], "polylines": [[[4, 4]]]}, "no second corner"),
        ({"soldiers": [], "polylines": [[[4, 4], [5, 5]]]}, "no straight line"),
        ({"soldiers": [], "polylines": [[[4, 4], [4, 4]]]}, "no such way along roads"),
        ({"soldiers": [], "polylines": [[[3, 2], [3, 3]]]}, "no such way along roads"),
        ({"soldiers": [], "polylines": [[[3, 0], [6, 0]]]}, "no such way along roads"),
        ({"soldiers": [], "polylines": [[[0, 0], [6, 0]]]}, "it begins at no crossing"),
        ({"soldiers": [], "polylines": [[[4, 4], [10**9, 4]]]}, "no such way along roads"),
        ({"soldiers": [], "polylines": [[[4, 4], [6, 4]], [[5, 4], [7, 4]]]}, "an edge is drawn twice"),
        (
            {"soldiers": [], "borders": [{"seat": None, "start": [4, 4], "steps": "X"}]},
            "steps are R, L, D, U",
        ),
        (
            {"soldiers": [[[4, 4]]], "borders": [{"seat": 0, "start": [4, 4], "steps": "RU", "number": 1}]},
            "that is not border 1",
        ),
        (
            {"soldiers": [[[4, 4]]], "borders": [{"seat": 0, "start": [5, 4], "steps": "R", "number": 1}]},
            "no own soldier stands at its start",
        ),
        (
            {"soldiers": [[[4, 4]]], "borders": [{"seat": 0, "start": [4, 4], "steps": "R", "number": 1}]},
            "round 0",
        ),
        (
            {"soldiers": [[[4, 4]]], "borders": [{**BORDER, "steps": "R", "number": 1}]},
            "no own soldier stands at its end",
        ),
        (
            {"soldiers": [[[4, 4], [5, 3]]], "borders": [{**BORDER, "bonus": True}]},
            "border 2 is not the bonus border",
        ),
        ({"soldiers": [[[4, 4], [5, 4]]], "phase": "place"}, "nobody has more than the first soldier"),
        (
            {"soldiers": [[[4, 4]]], "phase": "place", "active": 2, "waiting": [1]},
            r"the order is \[1, 2\], not \[2, 1\]",
        ),
        (
            {"soldiers": [], "polylines": BOX, "territories": [{**LAND, "count": [-3, 0, -1]}]},
            "on 6 crossings around it",
        ),
        (
            {"soldiers": [], "polylines": BOX, "territories": [{**LAND, "count": [0, 40, 0]}]},
            "on 6 crossings around it",
        ),
        ({"soldiers": [[[4, 4]]], "news": [{**PLACED, "seat": 7}]}, "news: there is no seat 7"),
        ({"soldiers": [[[4, 4]]], "before": [{**PLACED, "seat": -1}]}, "news: there is no seat -1"),
        ({"soldiers": [[[4, 4]]], "news": [BEGUN]}, "no seat 3"),
        ({"soldiers": [[[4, 4]]], "news": [CLOSED]}, "news: there is no such territory"),
        ({"soldiers": [], "polylines": BOX}, "2 regions are open, which has to be one"),
        (
            {"soldiers": [], "polylines": BOX, "options": {"territory_rule": "size_cap"}},
            r"\[\[3, 4\], \[4, 4\]\] are enclosed, but no territory",
        ),
        ({"soldiers": [], "territories": [LAND]}, "the borders enclose something else"),
        ({"soldiers": [], "polylines": BOX, "territories": [LAND, LAND]}, "it is there twice"),
        ({"soldiers": [], "polylines": BOX, "territories": [{**LAND, "owners": []}]}, "has an owner"),
        ({"soldiers": [], "polylines": BOX, "territories": [{**LAND, "owners": [4]}]}, "no seat 4"),
        ({"soldiers": [], "polylines": BOX, "territories": [{**LAND, "points": 9}]}, "it is worth 2 points"),
        ({"soldiers": [], "polylines": BOX, "territories": [{**LAND, "share": 9}]}, "each owner gets 2"),
        (
            {"soldiers": [], "polylines": BOX, "territories": [{**LAND, "count": [5, 0, 0]}]},
            r"the owners by its count are \[0\]",
        ),
        (
            {"soldiers": [], "polylines": BOX, "territories": [{**LAND, "count": [0, 1]}]},
            "count: 2 entries for 3 seats",
        ),
        (
            {"soldiers": [], "polylines": BOX, "territories": [{**LAND, "cells": [[30, 4]]}]},
            r"\[30, 4\] is no cell of the town",
        ),
        (
            {"soldiers": [], "polylines": BOX, "territories": [{**LAND, "cells": []}]},
            "enclose something else",
        ),
        ({"soldiers": [[], [[4, 4]]], "phase": "bonus", "numbers": [1]}, "no bonus border can be drawn"),
        ({"soldiers": [[[4, 4]]], "cells": []}, "cells"),
    ],
)
def test_what_does_not_agree_is_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load(**given)


def test_a_bonus_can_be_set_up() -> None:
    state = load(soldiers=[[[4, 4]]], phase="bonus", numbers=[1])
    assert GAME.decisions(state)[S].kind == "bonus"
