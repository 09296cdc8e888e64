"""Turns of Nördlingen (5, 6, 8), what panels ask about them, and what a deadline does."""

from datetime import date

import pytest

from bot.games.chance import Chance
from bot.games.contract import Refusal, ScoreRow
from bot.games.noerdlingen.board import path_of
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    Bonus,
    ChoiceBegun,
    Choose,
    Decline,
    Declined,
    Draw,
    DrawingBegun,
    Drawn,
    GameOver,
    Left,
    NoBonus,
    NoerdlingenOptions,
    NoerdlingenState,
    Place,
    Skipped,
    Stuck,
)
from bot.games.noerdlingen.preview import drawable, order
from tests.games.noerdlingen.positions import CHANCE, D, O, S, T, new, play, refused, table, told

STUCK = {"soldiers": [[(4, 4)], [(7, 7)], [(2, 6)]], "lines": [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]}
"""The star can draw nothing at all."""


def first(state: NoerdlingenState) -> NoerdlingenState:
    """After the first move that is legal."""
    return play(state, next(iter(GAME.legal(state, state.active))))


def test_the_start_player_is_drawn() -> None:
    tables = [GAME.setup(NoerdlingenOptions(), 4, Chance(bytes([number]) * 32)) for number in range(40)]
    assert {state.start_player for state in tables} == {S, O, T, D}
    for state in tables:
        assert (state.phase, state.active, state.round) == ("place", state.start_player, 0)
        assert state.waiting == tuple((state.active + step) % 4 for step in (1, 2, 3))


def test_a_first_soldier_stands_on_a_free_crossing_inside_the_wall() -> None:
    state = new()
    assert len(list(GAME.legal(state, state.active))) == 48
    after = play(state, Place((4, 4)))
    assert Place((4, 4)) not in list(GAME.legal(after, after.active))
    taken = refused(after, Place((4, 4)))
    assert (taken.code, taken.data) == ("crossing_taken", {"crossing": "E5"})
    wall = refused(after, Place((3, 1)))
    assert (wall.code, wall.data) == ("on_the_wall", {"crossing": "D2"})
    assert refused(after, Place((0, 0))).code == "no_such_crossing"
    assert refused(after, Choose(1)).code == "place_first"
    assert refused(after, Place((5, 5)), state.active).code == "not_asked"


def test_after_placing_the_last_one_chooses_first_and_it_goes_back() -> None:
    state = new(4)
    while state.phase == "place":
        state = first(state)
    last = (state.start_player + 3) % 4
    assert (state.round, state.active) == (1, last)
    assert state.waiting == tuple((last - step) % 4 for step in (1, 2, 3))
    assert state.news[-1] == ChoiceBegun(round=1, order=(state.active, *state.waiting))


def test_a_number_is_taken_once_a_round_and_free_again_in_the_next() -> None:
    state = play(table([[(4, 4)], [(2, 5)], [(6, 6)]]), Choose(4))
    assert GAME.view(state, None).free == (1, 2, 3, 5, 6)
    no = refused(state, Choose(4))
    assert (no.code, no.data) == ("number_taken", {"number": 4})
    for number in (0, 7, -1):
        assert refused(state, Choose(number)).code == "no_such_number"
    state = play(state, Choose(1), Choose(2))
    assert state.phase == "draw"
    while state.round == 1:
        state = first(state)
    assert GAME.view(state, None).free == (1, 2, 3, 4, 5, 6)
    assert state.table == ((2, 1, 4), (None, None, None))


def test_a_number_that_cannot_be_drawn_may_be_chosen() -> None:
    state = table(**STUCK, active=S, waiting=[O, T])
    assert set(GAME.legal(state, S)) == {Choose(number) for number in range(1, 7)}


def test_borders_are_drawn_in_the_order_of_their_numbers() -> None:
    state = table([[(4, 4)], [(2, 5)], [(6, 6)]])
    state, events = told(state, Choose(3), Choose(6), Choose(1))
    assert events[-1] == DrawingBegun(round=1, order=(S, T, O))
    assert (state.active, state.waiting) == (S, (T, O))


def test_a_draw_puts_a_soldier_at_its_end() -> None:
    state, events = told(table([[(4, 4)], [(2, 5)], [(6, 6)]], number=2), Draw((4, 4), "RU"))
    assert state.soldiers[S] == ((4, 4), (5, 3))
    assert events[0] == Drawn(seat=S, number=2, start=(4, 4), steps="RU", end=(5, 3))
    assert state.active == O


def test_any_own_soldier_may_begin_but_no_other() -> None:
    state = table([[(4, 4), (2, 6)], [(3, 5)]], number=1)
    assert {move.start for move in GAME.legal(state, S) if isinstance(move, Draw)} == {(4, 4), (2, 6)}
    assert refused(state, Draw((3, 5), "R")).code == "not_your_soldier"
    assert refused(state, Draw((5, 5), "R")).code == "not_your_soldier"


def test_a_part_of_a_border_and_another_number_are_refused() -> None:
    state = table([[(4, 4)]], number=3)
    for steps in ("", "R", "RR", "RU", "RRUU"):
        no = refused(state, Draw((4, 4), steps))
        assert (no.code, no.data) == ("not_the_shape", {"number": 3})


def test_what_is_in_the_way_is_named() -> None:
    state = table([[(4, 1), (2, 4)]], number=2)
    assert refused(state, Draw((4, 1), "UL")).code == "along_the_wall"
    assert refused(state, Draw((4, 1), "RU")).data == {"crossing": "F1"}
    assert refused(table([[(3, 4)]], number=2), Draw((3, 4), "UU")).code == "not_the_shape"
    assert refused(table([[(3, 3)]], number=1), Draw((3, 3), "U")).code == "no_way", "a church has no road"


def test_nothing_is_drawn_inside_a_territory() -> None:
    box = [[(3, 4), (5, 4), (5, 6), (3, 6), (3, 4)]]
    land = [{"cells": [[3, 4], [4, 4], [3, 5], [4, 5]], "owners": [0]}]
    state = table([[(4, 4)], [(3, 4)]], box, number=1, territories=land)
    assert refused(state, Draw((4, 4), "D")).code == "inside_territory"
    assert list(GAME.legal(state, S)) == [Draw((4, 4), "U")]


def test_in_the_mode_of_roads_a_wall_beside_a_territory_is_not_drawn() -> None:
    line = [[(3, 1), (6, 1)]]
    land = [{"cells": [[3, 0], [4, 0], [5, 0]], "owners": [0]}]
    open_wall = table([[(3, 0)]], number=1, options={"wall_mode": "road"})
    assert set(GAME.legal(open_wall, S)) == {Draw((3, 0), "R"), Draw((3, 0), "D")}
    shut = table([[(3, 0)]], line, number=1, options={"wall_mode": "road"}, territories=land)
    assert list(GAME.legal(shut, S)) == [Stuck()]
    assert refused(shut, Draw((3, 0), "R")).code == "inside_territory"


ENCLOSING = {"soldiers": [[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], "lines": [[(3, 4), (5, 4), (5, 5), (3, 5)]]}


def test_a_bonus_follows_whoever_owns_the_territory_and_may_be_declined() -> None:
    state = play(table(**ENCLOSING, number=4), Draw((3, 5), "ULD"))
    assert state.territories[-1].owners == (O,)
    assert GAME.decisions(state)[S].kind == "bonus"
    assert refused(state, Draw((3, 5), "L")).code == "bonus_or_decline"
    assert refused(state, Bonus((3, 5), "LL")).code == "not_the_shape"
    after, events = told(state, Decline())
    assert events == [Declined(seat=S)]
    assert (after.active, after.phase) == (O, "draw")
    drawn = play(state, Bonus((3, 5), "D"))
    assert drawn.borders[-1].bonus
    assert (drawn.borders[-1].number, drawn.active) == (1, O)


def test_a_bonus_that_closes_a_territory_is_judged_and_no_second_one_follows() -> None:
    lines = [*ENCLOSING["lines"], [(6, 6), (7, 6), (7, 7), (6, 7)]]
    state = table([[(3, 5), (6, 7)], [(3, 4), (5, 5)], [(2, 7)]], lines, number=4)
    after = play(state, Draw((3, 5), "ULD"), Bonus((6, 7), "U"))
    assert [territory.cells for territory in after.territories] == [((3, 4), (4, 4)), ((6, 6),)]
    assert after.territories[1].owners == (S,)
    assert (after.phase, after.active) == ("draw", O)


def test_a_bonus_that_cannot_be_drawn_is_passed_over() -> None:
    """Every part a territory: nothing is left to draw in."""
    state = table(**ENCLOSING, number=4, options={"territory_rule": "all_parts"})
    after, events = told(state, Draw((3, 5), "ULD"))
    assert events[-1] == NoBonus(seat=S)
    assert (after.phase, after.active) == ("draw", O)
    assert sum(len(territory.cells) for territory in after.territories) == 66


def test_a_draw_that_is_possible_must_be_made() -> None:
    state = table([[(4, 4)]], number=1)
    assert refused(state, Stuck()).code == "can_draw"
    assert refused(state, Decline()).code == "draw_first"
    assert refused(table([[(4, 4)]]), Stuck()).code == "choose_first"


def test_the_only_way_to_draw_is_drawn_by_itself() -> None:
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 4)]]
    state = table([[(4, 4)], [(7, 7)], [(2, 6)]], lines, number=1)
    assert GAME.forced(state) == (S, Draw((4, 4), "D"))


def test_the_only_way_is_left_to_the_player_where_a_bonus_follows() -> None:
    """The board then calls once, for the border and for its bonus."""
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 4)], [(5, 4), (5, 5), (4, 5)]]
    state = table([[(4, 4)], [(7, 7)], [(2, 6)]], lines, number=1)
    assert list(GAME.legal(state, S)) == [Draw((4, 4), "D")]
    assert GAME.forced(state) is None
    assert play(state, Draw((4, 4), "D")).phase == "bonus"


def test_whoever_left_is_skipped_and_keeps_what_he_has() -> None:
    land = [{"cells": [[3, 0], [4, 0], [5, 0]], "owners": [0]}]
    lines = [*STUCK["lines"], [(3, 1), (6, 1)]]
    state = table(STUCK["soldiers"], lines, number=1, territories=land)
    state = play(state, Stuck())
    assert (state.active, state.left) == (O, (1, None, None))
    while state.round == 1:
        state = first(state)
    assert sorted((state.active, *state.waiting)) == [O, T]
    view = GAME.view(state, None)
    assert (view.players[S].left, view.players[S].score) == (1, 3)
    assert view.players[S].soldiers == ((4, 4),)


def test_soldiers_of_whoever_left_still_count_and_he_can_still_win() -> None:
    state = table(
        [[(4, 6)], [(3, 4), (4, 4)], [(7, 6)]],
        [[(3, 5), (3, 4), (4, 4), (4, 5)]],
        numbers=[2, None, 3],
        left=[None, 7, None],
        round=8,
    )
    state = play(state, Draw((4, 6), "UL"), Decline())
    assert state.territories[0].owners == (O,)
    while state.phase != "over":
        state = first(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places == (2, 1, 2)


def test_with_skip_turn_nobody_leaves_and_the_number_counts_for_the_order() -> None:
    state = table(**STUCK, number=2, options={"elimination": "skip_turn"}, numbers=[2, 1, 3], active=S)
    state, events = told(state, Stuck())
    assert events[0] == Skipped(seat=S, number=2)
    state = first(state)
    assert (state.phase, state.round) == ("choose", 2)
    assert (state.active, *state.waiting) == (O, S, T)


def test_the_game_ends_as_soon_as_one_player_is_left() -> None:
    """The draw of whoever is left is not made any more."""
    state = table(**STUCK, numbers=[1, None, 2], left=[None, 1, None], round=1)
    state, events = told(state, Stuck())
    assert events == [Left(seat=S, number=1), GameOver(why="players")]
    assert GAME.outcome(state) is not None
    assert (GAME.decisions(state), list(GAME.legal(state, T))) == ({}, [])
    with pytest.raises(Refusal, match="over"):
        GAME.default(state, T, CHANCE)
    assert refused(state, Decline()).code == "over"


@pytest.mark.parametrize(("seats", "rounds"), [(3, 8), (4, 6)])
def test_the_last_round_ends_the_game(seats: int, rounds: int) -> None:
    soldiers = [[(4, 4)], [(2, 5)], [(6, 6)], [(5, 8)]][:seats]
    state = table(soldiers, numbers=[6, 1, 2, 3][:seats], active=S, round=rounds)
    assert GAME.view(state, None).rounds == rounds
    after, events = told(state, Draw((4, 4), "RRUUL"))
    assert events[-1] == GameOver(why="rounds")
    assert after.phase == "over"
    earlier = table(soldiers, numbers=[6, 1, 2, 3][:seats], active=S, round=rounds - 1)
    assert first(earlier).phase == "choose"


def test_the_last_bonus_is_drawn_before_the_end() -> None:
    state = table(**ENCLOSING, numbers=[4, 1, 2], active=S, round=8)
    state = play(state, Draw((3, 5), "ULD"))
    assert state.phase == "bonus"
    assert play(state, Decline()).phase == "over"


LAND = [
    {"cells": [[3, 0], [4, 0], [5, 0]], "owners": [0]},
    {"cells": [[3, 9], [4, 9]], "owners": [1]},
    {"cells": [[5, 9]], "owners": [1]},
]
WALLS = [[(3, 1), (6, 1)], [(3, 9), (6, 9)], [(5, 9), (5, 10)]]


def ended(
    land: list[dict[str, object]], lines: list[list[tuple[int, int]]] = WALLS, date: str = "0519"
) -> NoerdlingenState:
    """The last round is over."""
    soldiers = [[(4, 4)], [(2, 5)], [(6, 6)]]
    return table(soldiers, lines, phase="over", round=8, territories=land, date=date)


def test_most_points_win_and_equal_ones_share_the_victory() -> None:
    outcome = GAME.outcome(ended(LAND))
    assert outcome is not None
    assert outcome.scores == (3, 3, 0)
    assert outcome.places == (1, 1, 3)
    assert outcome.breakdown[S] == (ScoreRow("cells", 3), ScoreRow("churches", 0), ScoreRow("shared", 0))


def test_a_tie_goes_to_more_cells_owned_alone() -> None:
    """Three cells against one cell with a church of 2."""
    lines = [WALLS[0], [(2, 6), (3, 6), (3, 7), (2, 7), (2, 6)]]
    land = [LAND[0], {"cells": [[2, 6]], "owners": [1]}]
    outcome = GAME.outcome(ended(land, lines, date="0102"))
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((3, 3, 0), (1, 2, 3))


def test_shared_points_are_divided_and_the_rest_is_barren_land() -> None:
    shared = [{"cells": [[3, 0], [4, 0], [5, 0]], "owners": [0, 1]}, *LAND[1:]]
    outcome = GAME.outcome(ended(shared))
    assert outcome is not None
    assert outcome.scores == (1, 4, 0)
    assert outcome.breakdown[O][2] == ScoreRow("shared", 1)


def test_churches_count_their_cells_and_their_digit_once() -> None:
    lines = [[(2, 2), (2, 3), (4, 3), (4, 2), (2, 2)]]
    land = [{"cells": [[2, 2], [3, 2]], "owners": [2]}]
    state = table([[(4, 4)]], lines, phase="over", round=8, territories=land, date="1231")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (0, 0, 3)
    assert outcome.breakdown[T][:2] == (ScoreRow("cells", 0), ScoreRow("churches", 3))


def test_a_turn_is_a_post_and_a_border_a_page() -> None:
    state = table(**ENCLOSING, number=4)
    step = GAME.apply(state, S, Draw((3, 5), "ULD"), CHANCE)
    assert (GAME.post(step.state), step.milestone) == (GAME.post(state), False)
    done = GAME.apply(step.state, S, Decline(), CHANCE)
    assert (GAME.post(done.state), done.milestone) == (GAME.post(state) + 1, True)
    assert not step.irrevocable
    assert not done.irrevocable
    assert done.state.before == (*step.events, *done.events)
    assert done.state.news == ()


def test_placing_is_left_to_chance() -> None:
    state = new()
    placed = {GAME.default(state, state.active, Chance(bytes([n]) * 32)) for n in range(30)}
    assert len(placed) > 10
    assert all(isinstance(move, Place) for move in placed)


def test_the_free_number_with_the_most_ways_is_chosen() -> None:
    """Between lines on three sides there is one way for the bar, and more for the corner."""
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 4)]]
    state = table([[(4, 4)]], lines, active=S, waiting=[1, 2])
    ways = {number: len(list(_draws(number, lines))) for number in range(1, 7)}
    best = max(ways.values())
    assert GAME.default(state, S, CHANCE) == Choose(min(n for n in ways if ways[n] == best))


def _draws(number: int, lines: list[list[tuple[int, int]]]) -> list[Draw]:
    state = table([[(4, 4)]], lines, number=number)
    return [move for move in GAME.legal(state, S) if isinstance(move, Draw)]


def test_of_equally_many_ways_the_lower_number_is_chosen_unless_taken() -> None:
    state = table([[(4, 5)]], numbers=[None, 2, None], active=S, waiting=[2], phase="choose")
    assert GAME.default(state, S, CHANCE) == Choose(3), "eight ways each from 2 to 6"


def test_the_draw_is_the_one_with_the_most_points_at_once() -> None:
    state = table([[(3, 5), (7, 6)], [(3, 4)]], ENCLOSING["lines"], number=4)
    assert GAME.default(state, S, CHANCE) == Draw((3, 5), "ULD")


def test_equal_draws_go_by_row_then_column_then_steps() -> None:
    state = table([[(6, 6), (5, 6), (7, 5)]], number=1)
    assert GAME.default(state, S, CHANCE) == Draw((7, 5), "D")
    assert GAME.default(table([[(6, 6), (5, 6)]], number=1), S, CHANCE) == Draw((5, 6), "D")


def test_whoever_is_stuck_leaves() -> None:
    assert GAME.default(table([[]], number=1), S, CHANCE) == Stuck()


@pytest.mark.parametrize(
    ("box", "move"),
    [([], Decline()), ([[(6, 6), (7, 6), (7, 7), (6, 7)]], Bonus((6, 7), "U"))],
)
def test_the_bonus_is_declined_unless_it_closes_an_own_territory(
    box: list[list[tuple[int, int]]], move: object
) -> None:
    state = table([[(3, 5), (6, 7)], [(3, 4), (5, 5)]], [*ENCLOSING["lines"], *box], number=4)
    assert GAME.default(play(state, Draw((3, 5), "ULD")), S, CHANCE) == move


def test_a_bonus_that_closes_a_territory_of_somebody_else_is_declined() -> None:
    box = [[(6, 6), (7, 6), (7, 7), (6, 7)]]
    soldiers = [[(3, 5), (6, 7)], [(3, 4), (5, 5)], [(7, 6), (7, 7)]]
    state = play(table(soldiers, [*ENCLOSING["lines"], *box], number=4), Draw((3, 5), "ULD"))
    assert GAME.default(state, S, CHANCE) == Bonus((6, 7), "U"), "two to two"
    more = [[(6, 7), (7, 7), (7, 5), (6, 5)], *ENCLOSING["lines"]]
    soldiers = [[(3, 5), (6, 6)], [(3, 4), (5, 5)], [(7, 5), (7, 6), (6, 7), (7, 7)]]
    state = play(table(soldiers, [*more, [(6, 6), (6, 7)]], number=4), Draw((3, 5), "ULD"))
    assert GAME.default(state, S, CHANCE) == Decline()


def test_the_calendar_has_all_days() -> None:
    assert len(DATES) == 366
    assert (DATES[0], DATES[59], DATES[-1]) == ("0101", "0229", "1231")


def test_where_nobody_says_the_day_it_is_drawn() -> None:
    dates = {GAME.setup(NoerdlingenOptions(), 3, Chance(bytes([n]) * 32)).date for n in range(30)}
    assert len(dates) > 15
    assert dates <= set(DATES)


@pytest.mark.parametrize("wrong", ["0000", "0230", "1301", "0132", "9999", "0431*"])
def test_a_day_that_no_calendar_has_is_refused(wrong: str) -> None:
    with pytest.raises(Refusal) as caught:
        new(date=wrong)
    assert (caught.value.code, caught.value.data) == ("no_such_date", {"date": wrong[:4]})


@pytest.mark.parametrize(
    "spelling",
    [
        *("0519", "\uff10\uff15\uff11\uff19", " 0519 "),
        *("5/19", "05-19", "5 / 19", "\uff15\uff0f\uff11\uff19", "5/19/2026", "5 19"),
        *("19.5.", "19. 5.", "19.05", "19.05.2026"),
        *("2026-05-19", "2026/5/19", "2026.05.19"),
        *("5\u670819\u65e5", "\uff15\u6708\uff11\uff19\u65e5", "2026\u5e745\u670819\u65e5"),
        *("May 19", "MAY 19TH", "may 19, 2026", "19 May", "19th of May", "19. Mai", "19 May 2026"),
    ],
)
def test_a_day_is_known_in_each_clear_spelling(spelling: str) -> None:
    assert GAME.typed("date", spelling) == "0519"


def test_in_figures_the_month_is_first_and_between_dots_the_day() -> None:
    assert [GAME.typed("date", text) for text in ("6/5", "6-5", "06-05", "0605")] == ["0605"] * 4
    assert [GAME.typed("date", text) for text in ("6.5.", "6.5", "06.05.", "\uff16.\uff15.")] == ["0506"] * 4


GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_is_known_by_its_names(month: int) -> None:
    english = date(2026, month, 3).strftime("%B")
    german = GERMAN.split()
    for name in (english, english[:3], german[month - 1], german[month - 1][:3] + "."):
        assert GAME.typed("date", f"3 {name}") == f"{month:02}03"


@pytest.mark.parametrize(
    "unclear",
    [
        *("19/5", "19-5", "5.19.", "2026-19-05", "5.5.5", "13/1", "1/0", "519", "05192026"),
        *("", "today", "5", "May", "Ma 5", "30 February", "19 Mayor", "0519*", "5/19\n6/20"),
    ],
)
def test_what_could_be_another_day_or_none_is_refused(unclear: str) -> None:
    with pytest.raises(Refusal, match="no_such_date"):
        GAME.typed("date", unclear)


def test_the_day_of_the_begin_fills_an_empty_date_and_no_other() -> None:
    opened = GAME.opened(NoerdlingenOptions(), "2026-05-09")
    assert opened == NoerdlingenOptions(date="0509*")
    assert GAME.setup(opened, 3, CHANCE).date == "0509"
    assert GAME.opened(opened, "2026-05-10").date == "0510*"
    assert GAME.again(opened) == NoerdlingenOptions()
    typed = NoerdlingenOptions(date="0519")
    assert GAME.opened(typed, "2026-05-09") == typed
    assert GAME.again(typed) == typed


def offered(state: NoerdlingenState) -> set[tuple[tuple[int, int], str]]:
    """Everything that can be drawn now, by soldier and steps."""
    return {(start, path.steps) for start, paths in drawable(GAME.view(state, None)) for path in paths}


def test_the_chosen_border_then_the_bonus_can_be_drawn_and_nothing_in_other_phases() -> None:
    assert offered(new()) == offered(table([[(4, 4)], [(7, 7)], [(2, 6)]])) == set()
    drawn = play(table(**ENCLOSING, number=4), Draw((3, 5), "ULD"))
    for state, kind in ((table(**ENCLOSING, number=4), Draw), (drawn, Bonus)):
        legal = {
            (move.start, move.steps) for move in GAME.legal(state, state.active) if isinstance(move, kind)
        }
        assert offered(state) == legal != set()


def test_a_way_is_found_by_its_soldier_and_steps_if_it_can_be_drawn() -> None:
    view = GAME.view(table(**ENCLOSING, number=4), None)
    found = path_of(view, (3, 5), "ULD")
    assert found is not None
    assert (found.number, found.end) == (4, (2, 5))
    assert path_of(view, (3, 5), "LUR") is None, "a soldier stands at its end"
    assert path_of(view, (3, 4), "LUR") is None, "not an own soldier"


def test_the_order_is_that_of_the_phase() -> None:
    placing = new(4)
    clockwise = tuple((placing.start_player + step) % 4 for step in range(4))
    assert order(GAME.view(placing, None)) == clockwise
    state = table([[(3, 4)], [(7, 5)], [(4, 8)]], start_player=1)
    assert order(GAME.view(state, None)) == (0, 2, 1), "round 1: counter-clockwise from the last to place"
    state = play(state, Choose(4), Choose(2), Choose(6))
    assert order(GAME.view(state, None)) == (2, 0, 1), "drawing: by the numbers"
    later = table([[(3, 4)], [(7, 5)], [(4, 8)]], round=2, table=[[4, 6, 2], [None, None, 5]], active=0)
    assert order(GAME.view(later, None)) == (2, 0, 1), "choosing: by the numbers of the round before"


def test_whoever_leaves_keeps_the_place_in_that_round_and_is_last_afterwards() -> None:
    soldiers = [[(4, 4)], [(7, 5)], [(3, 8)]]
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]
    gone = play(table(soldiers, lines, numbers=[1, 2, 3]), Stuck())
    assert order(GAME.view(gone, None)) == (0, 1, 2)
    after = table(soldiers, lines, round=2, left=[1], table=[[1, 3, 2], [None] * 3])
    assert order(GAME.view(after, None)) == (2, 1, 0)
