"""What a panel asks before something is decided."""

from __future__ import annotations

from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Choose, Draw, NoerdlingenState, Place, Stuck
from bot.games.noerdlingen.preview import drawable, order, places, way_of
from tests.games.noerdlingen.positions import new, play, table


def example_6() -> NoerdlingenState:
    """The star may close a territory with border 4."""
    soldiers = [[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]]
    return table(soldiers, [[(3, 4), (5, 4), (5, 5), (3, 5)]], number=4)


def offered(state: NoerdlingenState) -> set[tuple[tuple[int, int], str]]:
    """Everything that can be drawn now, by soldier and steps."""
    return {(start, path.steps) for start, paths in drawable(GAME.view(state, None)) for path in paths}


def test_a_first_soldier_may_stand_where_the_rules_let_it() -> None:
    for mode, count in (("solid", 48), ("gate", 70), ("road", 86)):
        state = new(wall_mode=mode)
        legal = [move.at for move in GAME.legal(state, state.active) if isinstance(move, Place)]
        assert list(places(GAME.view(state, None))) == legal
        assert len(legal) == count
    assert (4, 4) not in places(GAME.view(play(state, Place((4, 4))), None))


def test_the_chosen_border_then_the_bonus_can_be_drawn_and_nothing_in_other_phases() -> None:
    assert offered(new()) == offered(table([[(4, 4)], [(7, 7)], [(2, 6)]])) == set()
    drawn = play(example_6(), Draw((3, 5), "ULD"))
    for state, kind in ((example_6(), Draw), (drawn, Bonus)):
        legal = {
            (move.start, move.steps) for move in GAME.legal(state, state.active) if isinstance(move, kind)
        }
        assert offered(state) == legal != set()


def test_a_way_is_found_by_its_soldier_and_steps_if_it_can_be_drawn() -> None:
    view = GAME.view(example_6(), None)
    found = way_of(view, (3, 5), "ULD")
    assert found is not None
    assert (found.number, found.end) == (4, (2, 5))
    assert way_of(view, (3, 5), "LUR") is None, "a soldier stands at its end"
    assert way_of(view, (3, 4), "LUR") is None, "not an own soldier"


def test_the_order_is_that_of_the_phase() -> None:
    state = table([[(3, 4)], [(7, 5)], [(4, 8)]], start_player=1)
    assert order(GAME.view(state, None)) == (0, 2, 1), "round 1: counter-clockwise from the last to place"
    state = play(state, Choose(4), Choose(2), Choose(6))
    assert order(GAME.view(state, None)) == (2, 0, 1), "drawing: by the numbers"
    later = table([[(3, 4)], [(7, 5)], [(4, 8)]], round=2, table=[[4, 6, 2], [None, None, 5]], active=0)
    assert order(GAME.view(later, None)) == (2, 0, 1), "choosing: by the numbers of the round before"


def test_while_placing_the_order_goes_clockwise_from_the_start_player() -> None:
    state = new(4)
    first = state.start_player
    assert order(GAME.view(state, None)) == tuple((first + step) % 4 for step in range(4))


def test_whoever_leaves_keeps_the_place_in_that_round_and_is_last_afterwards() -> None:
    soldiers = [[(4, 4)], [(7, 5)], [(3, 8)]]
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]
    gone = play(table(soldiers, lines, numbers=[1, 2, 3]), Stuck())
    assert order(GAME.view(gone, None)) == (0, 1, 2)
    after = table(soldiers, lines, round=2, left=[1], table=[[1, 3, 2], [None] * 3])
    assert order(GAME.view(after, None)) == (2, 1, 0)
