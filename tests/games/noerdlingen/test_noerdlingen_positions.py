"""Positions of Nördlingen set up by hand, and what holds in every game."""

from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.contract import Seat
from bot.games.noerdlingen.board import board_of, number_of
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Border, Draw, NoerdlingenState
from bot.games.noerdlingen.preview import drawable, preview
from bot.games.noerdlingen.town import rounds_for
from tests.games.noerdlingen import oracle
from tests.games.noerdlingen.positions import CHANCE, O, S, land, new, table, territory, whose
from tests.games.noerdlingen.sample import SAMPLE
from tests.games.samples import Walk, walk

BOX = [[(3, 4), (5, 4), (5, 5), (3, 5), (3, 4)]]
(LAND,) = land("3,4 4,4 = O")
PLACED = {"event": "placed", "seat": 0, "at": [4, 4], "seen_by": None}
BEGUN = {"event": "choice_begun", "round": 1, "order": [0, 3], "seen_by": None}
CLOSED = {"event": "closed", "territory": {**LAND, "count": [0, 1, 0], "points": 2, "share": 2, "seat": 0}}
ONE = {"soldiers": [[[4, 4]]]}
BOXED = {"polylines": BOX}


def border(**given: Any) -> Any:
    """With the corner from (4, 4) to (5, 3), or with what is given."""
    return {"borders": [{"seat": 0, "start": [4, 4], "steps": "RU", "number": 2, "round": 1, **given}]}


def load(**given: Any) -> Any:
    """The state of a position."""
    return GAME.restore(msgspec.json.encode({"soldiers": [], **given}))


BEFORE: dict[str, Any] = {"table": [[3, 1, 2], [None, None, None]], "phase": "choose"}


@pytest.mark.parametrize(
    ("rule", "state", "wanted"),
    [
        ("soldiers are enough", table("4,4 / 5,5 / 6,6"), "choose T O S"),
        ("seats without soldiers may be left out", table("4,4"), "choose T O S"),
        ("or be there", table("4,4 / 5,5 / /"), "choose D T O S"),
        ("nobody has placed one", table(""), "place S O T"),
        ("with a number it is the turn to draw it", table("4,4", number=4), "draw S O T"),
        ("whoever has it", table("/ 4,4 /", numbers=[None, 3]), "draw O S T"),
        ("the numbers of the round before", table("4,4", **BEFORE), "choose O T S"),
        ("placing goes on", table("/ / 5,5 / 4,4", start_player=2, phase="place"), "place S O"),
        ("with whoever has not", table("/ / / 4,4", start_player=3, phase="place"), "place S O T"),
        ("the bonus", table("4,4", phase="bonus", number=1), "bonus S O T"),
    ],
)
def test_whose_turn_it_is_follows(rule: str, state: NoerdlingenState, wanted: str) -> None:
    assert whose(state) == wanted


def test_what_else_follows() -> None:
    assert [table("4,4", number=number).table[0] for number in (4, 6)] == [(4, 5, 6), (6, 4, 5)]
    assert (load(**ONE).round, table("4,4", **BEFORE).round) == (1, 2)
    assert table("4,4", "3,4 5,4 5,5").borders == (Border(None, (3, 4), "RRD"),)
    dates = [
        load(**given).date for given in ({}, *({"options": {"date": date}} for date in ("0519", "0519*")))
    ]
    assert dates == ["0101", "0519", "0519"]


@pytest.mark.parametrize(
    ("cells", "wanted", "seat"),
    [("3,4 4,4 = O", "3,4 4,4 | 0 1 0 | O 2", O), ("4,4 3,4 = OT", "3,4 4,4 | 0 1 1 | OT 2/1", S)],
)
def test_a_territory_needs_its_cells_and_its_owners_alone(cells: str, wanted: str, seat: Seat) -> None:
    (found,) = table("2,4", BOX, territories=cells).territories
    assert (territory(found), found.seat) == (wanted, seat)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"soldiers": [[]] * 5}, "5 seats: 3 to 4 can play"),
        ({"soldiers": [[[0, 0]]]}, r"\[0, 0\] is no crossing"),
        ({"soldiers": [[[999, -5]]]}, r"\[999, -5\] is no crossing"),
        ({"soldiers": [[[3, 1]]]}, r"none may stand on \[3, 1\] \(D2\)"),
        ({"soldiers": [[[4, 4]], [[4, 4]]]}, r"two stand on \[4, 4\] \(E5\)"),
        ({"date": "0230"}, "'0230' is no day"),
        ({"date": "0519", "options": {"date": "0520"}}, "the options say 0520"),
        ({"start_player": 3}, "there is no seat 3"),
        ({"active": -1}, "there is no seat -1"),
        ({"schema": 2}, "schema"),
        ({"turn": 0}, "turn"),
        ({"moves": -1}, "moves"),
        ({"table": [[None, 1, 2]], "phase": "draw", "active": 0}, "seat 0 has chosen no"),
        ({"phase": "draw", "round": 1, "active": 1, "waiting": []}, "after seat 1 come"),
        ({**ONE, "phase": "place", "active": 0}, "still to come"),
        ({**ONE, "round": 9}, "round 9"),
        ({**ONE, "round": 0}, "phase choose in round 0"),
        ({**ONE, "numbers": [7]}, "there is no number 7"),
        ({**ONE, "numbers": [2, 2]}, "a number is taken twice"),
        ({**ONE, "numbers": [1, 2, 3, 4]}, "numbers: 4 entries for 3 seats"),
        ({**ONE, "table": [[1, 2]]}, "table: 2 entries for 3 seats"),
        ({**ONE, "waiting": [1, 1]}, "waiting: a seat is there twice"),
        ({**ONE, "left": [1, 1, None]}, "at most one player is left"),
        ({**ONE, "left": [None, 5, None]}, "left: seat 1 in round 5"),
        ({**ONE, "left": [1], "active": 0}, "seat 0 has left the game"),
        ({**ONE, "left": [1], "options": {"elimination": "skip_turn"}}, "nobody leaves with skip_turn"),
        ({**ONE, "phase": "over"}, "it is only round 1"),
        ({**ONE, "phase": "over", "round": 8, "waiting": [1]}, "nobody is waited for"),
        ({"polylines": [[[4, 4]]]}, "polylines"),
        ({"polylines": [[[4, 4], [5, 5]]]}, "no straight line"),
        ({"polylines": [[[4, 4], [4, 4]]]}, "no such way along roads"),
        ({"polylines": [[[3, 2], [3, 3]]]}, "no such way along roads"),
        ({"polylines": [[[3, 0], [6, 0]]]}, "no such way along roads"),
        ({"polylines": [[[0, 0], [6, 0]]]}, "it begins at no crossing"),
        ({"polylines": [[[4, 4], [10**9, 4]]]}, "no such way along roads"),
        ({"polylines": [[[4, 4], [6, 4]], [[5, 4], [7, 4]]]}, "an edge is drawn twice"),
        (border(seat=None, steps="X"), "steps are R, L, D, U"),
        ({**ONE, **border(number=1)}, "that is not border 1"),
        ({**ONE, **border(start=[5, 4])}, "no own soldier stands at its start"),
        ({**ONE, **border(round=0)}, "round 0"),
        ({**ONE, **border(steps="R", number=1)}, "no own soldier stands at its end"),
        ({"soldiers": [[[4, 4], [5, 3]]], **border(bonus=True)}, "border 2 is not the bonus border"),
        ({"soldiers": [[[4, 4], [5, 4]]], "phase": "place"}, "nobody has more than the first soldier"),
        ({**ONE, "phase": "place", "active": 2, "waiting": [1]}, r"the order is \[1, 2\], not \[2, 1\]"),
        ({**BOXED, "territories": [{**LAND, "count": [-3, 0, -1]}]}, "on 6 crossings around it"),
        ({**BOXED, "territories": [{**LAND, "count": [0, 40, 0]}]}, "on 6 crossings around it"),
        ({**ONE, "news": [{**PLACED, "seat": 7}]}, "there is no seat 7"),
        ({**ONE, "before": [{**PLACED, "seat": -1}]}, "there is no seat -1"),
        ({**ONE, "news": [BEGUN]}, "no seat 3"),
        ({**ONE, "news": [CLOSED]}, "news: there is no such territory"),
        ({"polylines": BOX}, "2 regions are open, which has to be one"),
        (
            {"polylines": BOX, "options": {"territory_rule": "size_cap"}},
            r"4\]\] are enclosed, but no territory",
        ),
        ({"territories": [LAND]}, "the borders enclose something else"),
        ({**BOXED, "territories": [LAND, LAND]}, "one is there twice"),
        ({**BOXED, "territories": [{**LAND, "owners": []}]}, "owners"),
        ({**BOXED, "territories": [{**LAND, "owners": [4]}]}, "no seat 4"),
        ({**BOXED, "territories": [{**LAND, "points": 9}]}, "it is worth 2 points"),
        ({**BOXED, "territories": [{**LAND, "share": 9}]}, "each owner gets 2"),
        ({**BOXED, "territories": [{**LAND, "count": [5, 0, 0]}]}, r"the owners by its count are \[0\]"),
        ({**BOXED, "territories": [{**LAND, "count": [0, 1]}]}, "count: 2 entries for 3 seats"),
        ({**BOXED, "territories": [{**LAND, "cells": [[30, 4]]}]}, r"\[30, 4\] is no cell of the town"),
        ({**BOXED, "territories": [{**LAND, "cells": []}]}, "enclose something else"),
        ({"soldiers": [[], [[4, 4]]], "phase": "bonus", "numbers": [1]}, "no bonus border can be drawn"),
        ({**ONE, "cells": []}, "cells"),
    ],
)
def test_what_does_not_agree_is_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load(**given)


@pytest.fixture(params=range(12))
def played(request: pytest.FixtureRequest) -> Walk:
    """Each of these games is played once."""
    return walk(SAMPLE, request.param)


@pytest.fixture
def rng(played: Walk) -> Random:
    return Random(played.chance.secret)


def draws(played: Walk) -> list[tuple[NoerdlingenState, NoerdlingenState]]:
    """The states before and after each border of a game."""
    return [(made.before, made.step.state) for made in played.made if isinstance(made.move, Draw | Bonus)]


def test_legal_draws_are_those_of_the_plain_reading(played: Walk, rng: Random) -> None:
    for before, _ in rng.choices(draws(played), k=5):
        number = 1 if before.phase == "bonus" else before.table[-1][before.active]
        shapes = oracle.WITH_MIRROR if before.options.mirror_borders == "on" else oracle.VARIANTS
        own = before.soldiers[before.active]
        plain = {(at, way) for at in own for way in shapes[number or 0].split()}
        found = [move for move in GAME.legal(before, before.active) if isinstance(move, Draw | Bonus)]
        offered = {(at, path.steps) for at, paths in drawable(GAME.view(before, None)) for path in paths}
        assert {(move.start, move.steps) for move in found} == offered
        assert offered == {(at, way) for at, way in plain if oracle.legal_draw(before, at, way)}


def test_territories_arise_and_are_judged_as_in_the_plain_reading(played: Walk) -> None:
    for before, after in draws(played):
        fresh = after.territories[len(before.territories) :]
        wanted = oracle.new_territories(before, after)
        assert [set(one.cells) for one in fresh] == wanted
        for one, cells in zip(fresh, wanted, strict=True):
            assert one.count == oracle.count(after, cells)
            assert set(one.owners) == oracle.owners(one.count, before.active)
            assert (one.seat, one.round) == (before.active, before.round)


def test_scores_are_the_sum_of_shares(played: Walk) -> None:
    last = played.states[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    digits = dict(GAME.view(last, None).digits)
    churches = {church.id: church.cells[0] for church in oracle.FILE.churches}
    wanted = [0] * last.seats
    for one in last.territories:
        worth = len(one.cells)
        worth += sum(digits[church] for church, cell in churches.items() if cell in one.cells)
        for owner in one.owners:
            wanted[owner] += worth // len(one.owners)
    assert list(outcome.scores) == wanted


def test_a_preview_tells_what_then_happens(played: Walk, rng: Random) -> None:
    for before, _ in rng.choices([pair for pair in draws(played) if pair[0].phase == "draw"], k=4):
        view, seat = GAME.view(before, before.active), before.active
        offered = [path for _, found in drawable(view) for path in found]
        assert len(offered) == board_of(view).counts(seat)[number_of(view, seat)]
        path = rng.choice(offered)
        told = preview(view, seat, path)
        after = GAME.apply(before, seat, Draw(path.start, path.steps), CHANCE).state
        assert after.soldiers[seat][-1] == path.end
        assert [(t.cells, t.owners, t.share) for t in after.territories[len(before.territories) :]] == [
            (t.cells, t.owners, t.share) for t in told.territories
        ]
        assert (after.phase == "bonus") == told.bonus
        scores = [player.score for player in GAME.view(after, None).players]
        gained = [new - old.score for new, old in zip(scores, view.players, strict=True)]
        assert gained == list(told.gains)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("elimination", ["strict", "skip_turn"])
@pytest.mark.parametrize("mirror", ["off", "on"])
@pytest.mark.parametrize("rule", ["largest_open", "size_cap", "all_parts"])
@pytest.mark.parametrize("wall", ["solid", "gate", "road"])
def test_a_game_in_every_mode_comes_to_its_end(
    wall: str, rule: str, mirror: str, elimination: str, seats: int
) -> None:
    """By what is forced and what a deadline does, so with bonus borders wherever they are worth it."""
    state = new(seats, wall_mode=wall, territory_rule=rule, mirror_borders=mirror, elimination=elimination)
    while state.phase != "over":
        seat, move = GAME.forced(state) or (state.active, GAME.default(state, state.active, CHANCE))
        state = GAME.apply(state, seat, move, CHANCE).state
        GAME.check(state)
    full = state.round == rounds_for(seats)
    assert full or (elimination == "strict" and state.left.count(None) <= 1)
    assert state.territories
