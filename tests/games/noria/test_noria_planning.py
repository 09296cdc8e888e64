"""Plans: a whole turn is made on the table as it lies, and is possible where nothing else happens."""

from random import Random

import pytest

from bot.discord.content import LONGEST, MENU
from bot.games.contract import Seat
from bot.games.noria.box import BOX
from bot.games.noria.game import GAME
from bot.games.noria.moves import EndTurn, NoriaOptions
from bot.games.noria.planning import PLANNING
from bot.games.noria.state import NoriaState
from bot.games.planning import Plan, Ranked, carried_out
from tests.games.noria.positions import CHANCE, RICH, A, B, table

S1 = '{"move":"activate","slot":"S1","double":false,"targets":[]}'
FULL = "1C 2M - 1J 2E 3T 4O - 1E 2M 3B 4O 5T 6M"
JOURNEY = "1J - 1T 3C - 1M 4O 5E"


def turn_begun(rng: Random, seats: int, turns: int) -> NoriaState:
    """A game of random moves, at the beginning of a turn in which the player does nothing."""
    state = GAME.setup(NoriaOptions(), seats, CHANCE)
    while turns or state.phase != "influence" or not state.round:
        found = list(GAME.legal(state, state.active))
        turns -= bool(turns) and state.phase == "influence"
        state = GAME.apply(state, state.active, rng.choice(found), CHANCE).state
    return state


def settled(state: NoriaState) -> NoriaState:
    """After the moves that are made by themselves."""
    while forced := GAME.forced(state):
        state = GAME.apply(state, *forced, CHANCE).state
    return state


@pytest.mark.parametrize("seed", range(12))
def test_every_planned_turn_can_be_carried_out_where_nothing_else_happens(seed: int) -> None:
    rng = Random(seed)
    state = turn_begun(rng, 2 + seed % 3, rng.randrange(30))
    seat = Seat((state.active + 1) % state.seats)
    view, steps = GAME.view(state, seat), list[Ranked]()
    while wishes := PLANNING.wishes(view, seat, steps):
        assert all(len(wish) <= LONGEST for wish in wishes)
        steps.append((rng.choice(wishes[:20]),))
    assert steps
    expected = PLANNING.foreseen(view, seat, steps)
    state = settled(GAME.apply(state, state.active, EndTurn(), CHANCE).state)
    plan = Plan(tuple(steps))
    while plan.steps:
        now = state

        def legal(now: NoriaState = now) -> list[object]:
            return list(GAME.legal(now, seat))

        assert state.active == seat
        move, plan = carried_out(PLANNING, plan, GAME.view(state, seat), seat, legal)
        assert move is not None, plan
        state = settled(GAME.apply(state, seat, move, CHANCE).state)
    mine = state.players[seat]
    assert (mine.wheel, mine.stock) == (expected.players[seat].wheel, expected.players[seat].stock)


def kinds(state: NoriaState, *steps: str) -> set[str]:
    """The kinds of moves that the second player can plan after these."""
    return {
        wish.split('"')[3] for wish in PLANNING.wishes(GAME.view(state, B), B, [(step,) for step in steps])
    }


def test_what_can_not_be_known_is_not_planned_for() -> None:
    """Which island is turned up, and a turn after the last round."""
    sailor = table({}, {"wheel": JOURNEY}, islands=[1, 2])
    assert kinds(sailor, S1) == {"travel", "end_action"}
    assert kinds(sailor, S1, '{"move":"travel","island":null}') == set()
    assert kinds(table({}, {}, start_player=B, active=A, round=BOX.rounds[2])) == set()


def test_the_prices_of_the_next_round_count_where_it_begins_with_the_turn() -> None:
    """Politics costs more from space 6 of the round track on (8.1)."""
    space = table({}, {}).space
    last = next(number for number in range(1, 9) if number - 1 + space == 5)
    shown = [kinds(table({}, {"knowledge": 1}, start_player=seat, active=A, round=last)) for seat in (A, B)]
    assert ["politics" in each for each in shown] == [True, False]


def test_what_is_made_by_itself_is_no_step() -> None:
    """A city disc of somebody who can buy nothing is given up at once; the turn can end then."""
    poor = table({}, {"wheel": FULL})
    assert kinds(poor, S1) >= {"activate", "end_turn"}


def test_each_purchase_is_one_line_so_that_a_menu_holds_all_of_them() -> None:
    rich = table({}, {"wheel": "1C - 1T 3J - 1M 4O 5E", "stock": RICH})
    city = PLANNING.wishes(GAME.view(rich, B), B, [(S1,)])
    assert len(city) <= MENU
    paths = [wish.partition('"path":')[2][:5] for wish in city if '"invest"' in wish]
    assert len(paths) == len(set(paths)) > 1
    assert kinds(rich, S1) == {"buy", "invest", "end_action"}
