"""Territories of Nördlingen (section 7) and the worked examples of its rules."""

from collections.abc import Iterator

import pytest

from bot.games.contract import Seat
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, NoerdlingenState, Stuck, Territory
from bot.games.noerdlingen.territories import owners_of, points_of, rows, score
from bot.games.noerdlingen.town import Cell, the_town
from tests.games.noerdlingen.positions import (
    D,
    O,
    S,
    T,
    closed,
    move,
    new,
    play,
    points,
    table,
    told,
    ways,
    whose,
)

HALVES = "0,5 8,5"
"""A line across the town that lacks its last edge. Church A misses a road above it, church C one below."""
ABOVE, BELOW = "33 from 3,0 | 2 0 0 | S 38", "33 from 0,5 | 2 0 0 | S 43"
BAR = "2,2 6,2"
"""Eight cells lie above the line, which ends at the wall."""
EIGHT, REST = "8 from 3,0 | 2 0 0 | S 8", "58 from 1,2 | 2 0 0 | S 73"
ALONG = "3,4 6,4 6,7 3,7 3,5"
AROUND = "3,5 3,4 4,4"
"""The way RRUUL from (2, 5) closes this cell, and neither of its ends lies on it."""


def gate(soldiers: str, lines: str, **options: object) -> NoerdlingenState:
    return table(soldiers, lines, 1, wall_mode="gate", **options)


def cap(size: int, lines: str = BAR) -> NoerdlingenState:
    return gate("6,2", lines, territory_rule="size_cap", territory_size_cap=size)


CLOSED: list[tuple[str, NoerdlingenState, str, list[str]]] = [
    ("the largest part stays open", gate("6,2", BAR), "6,2 R", [EIGHT]),
    ("of equal ones that with more free roads", gate("8,5", HALVES), "8,5 R", [BELOW]),
    ("as many with a road less below", gate("8,5", f"{HALVES}; 4,7 5,7"), "8,5 R", [BELOW]),
    ("more roads below", gate("8,5", f"{HALVES}; 4,3 5,3"), "8,5 R", [ABOVE]),
    ("equally many", gate("8,5", f"{HALVES}; 4,3 5,3; 4,7 5,7"), "8,5 R", [BELOW]),
    (
        "a corner does not join",
        table("4,4", "4,4 3,4 3,5 4,5; 4,5 4,6 5,6 5,5", 2),
        *("4,4 DR", ["3,4 | 1 0 0 | S 1", "4,5 | 1 0 0 | S 1"]),
    ),
    ("a dangling border encloses nothing", table("4,5", "3,4 4,4 4,5; 2,6 6,6", 2), "4,5 RU", []),
    ("size_cap", cap(7), "6,2 R", []),
    *[("size_cap", cap(size), "6,2 R", [EIGHT]) for size in (8, 22, 57)],
    ("size_cap", cap(58), "6,2 R", [EIGHT, REST]),
    ("size_cap: a half that is not touched is not looked at", cap(10, f"0,5 9,5; {BAR}"), "6,2 R", [EIGHT]),
    ("all_parts", gate("6,2", BAR, territory_rule="all_parts"), "6,2 R", [EIGHT, REST]),
    (
        "outer border: not inside, nor on a dangling border",
        table("3,5 / 5,5 4,6 3,6 / 6,6 3,7", f"{ALONG}; 3,6 4,6", 1),
        *("3,5 U", ["9 from 3,4 | 2 1 2 | S 9"]),
    ),
    (
        "nor on the rim of an older territory inside",
        table(*("3,5 / 4,5 5,5 5,6 4,6 / 6,6", f"{ALONG}; 4,5 5,5 5,6 4,6 4,5", 1), territories="4,5 = S"),
        *("3,5 U", ["8 from 3,4 | 2 0 1 | S 8"]),
    ),
    (
        "the edge between two territories belongs to both",
        table("5,6 / 4,5", "3,4 4,4 4,6 3,6 3,4; 4,4 5,4 5,6", 1, territories="3,4 3,5 = S"),
        *("5,6 L", ["4,4 4,5 | 2 1 0 | S 2"]),
    ),
    ("a bare wall counts nothing", gate("5,1 / 4,0", "3,1 5,1"), "5,1 R", ["3,0 4,0 5,0 | 2 0 0 | S 3"]),
    *[
        (
            "a wall counts where a border runs",
            table("5,1 / 4,0", f"3,1 5,1{wall}", 1, wall_mode="road"),
            *("5,1 R", [f"3,0 4,0 5,0 | 2 {count} 0 | S 3"]),
        )
        for wall, count in (("", 0), ("; 4,0 5,0", 1))
    ],
    ("all zero", table("2,5 / /", AROUND, 6), "2,5 RRUUL", ["3,4 | 0 0 0 | S 1"]),
    ("most", table("2,5 / 3,4 /", AROUND, 6), "2,5 RRUUL", ["3,4 | 0 1 0 | O 1"]),
    (
        "tied without the turn player",
        table("2,5 / 3,4 / 4,4", AROUND, 6),
        "2,5 RRUUL",
        ["3,4 | 0 1 1 | OT 1/0"],
    ),
    ("most", table("2,5 / 3,4 / 4,4 3,5", AROUND, 6), "2,5 RRUUL", ["3,4 | 0 1 2 | T 1"]),
    (
        "example 6",
        table("3,5 / 3,4 5,5 / 6,6", "3,4 5,4 5,5 3,5", 4),
        *("3,5 ULD", ["3,4 4,4 | 1 2 0 | O 2"]),
    ),
    (
        "example 7",
        table("4,4 3,6 / 3,4 5,6 4,5", "4,4 3,4 3,6 5,6 5,5; 3,5 4,5", 2),
        *("4,4 RD", ["3,4 4,4 3,5 4,5 | 3 2 0 | S 4"]),
    ),
    (
        "example 10",
        table("5,1 / 3,2", "3,2 3,1 5,1", 2),
        *("5,1 RD", ["3,0 4,0 5,0 | 1 0 0 | S 3"]),
    ),
    (
        "example 13: two territories",
        table("3,4 5,5 / 3,5 4,5", "3,4 3,5 5,5 5,4; 4,4 4,5", 3),
        *("3,4 RRU", ["3,4 | 1 2 0 | O 1", "4,4 | 1 1 0 | S 1"]),
    ),
    (
        "example 15: a double church with a 1",
        table("5,8 / 5,7 6,7", "5,8 5,7 7,7", 3),
        *("5,8 RRU", ["5,7 6,7 | 2 2 0 | S 3"]),
    ),
]


@pytest.mark.parametrize(("rule", "state", "draw", "wanted"), CLOSED)
def test_which_territories_a_draw_makes(
    rule: str, state: NoerdlingenState, draw: str, wanted: list[str]
) -> None:
    assert closed(state, draw) == wanted


def test_ties_with_the_turn_player_are_hers_and_others_share() -> None:
    assert owners_of((2, 2, 2, 0), S) == (S,)
    assert owners_of((1, 2, 2, 0), S) == (O, T)
    assert owners_of((0, 0, 0, 0), T) == (T,)
    assert owners_of((3, 2, 2, 0), T) == (S,)


def test_a_territory_is_worth_its_cells_and_the_digits_of_its_churches() -> None:
    town = the_town()
    assert points_of(town, "0519", town.mask(((2, 2), (3, 2), (4, 2)))) == 3
    assert points_of(town, "0519", town.mask(((6, 3),))) == 6
    assert points_of(town, "0519", town.mask(((5, 7), (6, 7), (2, 6)))) == 3 + 1 + 9


def test_example_1_the_digits_of_19_may() -> None:
    assert dict(GAME.view(new(date="0519"), None).digits) == {"A": 0, "B": 5, "C": 1, "D": 9}


def test_example_2_the_order_of_play() -> None:
    state = table("//", phase="place")
    assert whose(state) == "place S O T"
    state, events = told(state, "2,3; 6,3; 4,7")
    assert events == "placed S 2,3; placed O 6,3; placed T 4,7; choice_begun 1 TOS"
    assert whose(state) == "choose T O S"
    state, events = told(state, "2; 5; 1")
    assert events == "chosen T 2; chosen O 5; chosen S 1; drawing_begun 1 STO"
    assert whose(state) == "draw S T O"
    while state.phase == "draw":
        state = play(state, next(iter(GAME.legal(state, state.active))))
    assert whose(state) == "choose S T O"


WAYS: list[tuple[str, NoerdlingenState, str]] = [
    ("3: border 3", table("4,5", number=3), "DDR DLL LLD LUU RDD RRU URR UUL"),
    *[
        ("4: the wall", table("4,1", number=number, wall_mode=mode), steps)
        for mode, *wanted in (
            ("solid", "D R", "DL DR LD RD"),
            ("gate", "D L R U", "DL DR LD RD RU"),
            ("road", "D L R U", "DL DR LD LU RD RU UL UR"),
        )
        for number, steps in enumerate(wanted, start=1)
    ],
    *[
        (
            "5: overlap, crossing, passing and an occupied end",
            table("3,4 / 4,4 4,6", "4,3 4,6", number),
            steps,
        )
        for number, steps in enumerate(
            ("D L U", "DL DR LD LU UL UR", "DLL LLD RRU URR", "DLU LDR LUR ULD"), start=1
        )
    ],
]


@pytest.mark.parametrize(("example", "state", "wanted"), WAYS)
def test_examples_3_to_5_all_ways_to_draw(example: str, state: NoerdlingenState, wanted: str) -> None:
    assert " ".join(ways(state)) == wanted


def test_example_3_where_the_ways_end() -> None:
    ends = ways(table("4,5", number=3)).values()
    assert [*ends] == points("5,7 2,6 2,6 3,3 5,7 6,4 6,4 3,3")


def test_example_13_one_bonus() -> None:
    after = play(table("3,4 5,5 / 3,5 4,5", "3,4 3,5 5,5 5,4; 4,4 4,5", 3), "3,4 RRU")
    bonuses = {move for move in GAME.legal(after, S) if isinstance(move, Bonus)}
    assert bonuses == {
        move(f"+{way}") for way in ("3,4 L", "3,4 U", "5,3 L", "5,3 R", "5,3 U", "5,5 D", "5,5 R")
    }
    assert play(after, "decline").phase == play(after, "+5,3 U").phase == "draw"


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize(("mode", "event", "left"), [("strict", "left", 1), ("skip_turn", "skipped", None)])
def test_example_16_no_legal_draw(mode: str, event: str, left: int | None, number: int) -> None:
    state = table("4,4 / 7,7 / 2,6", "3,4 5,4; 4,3 4,5", number, elimination=mode)
    assert list(GAME.legal(state, S)) == [Stuck()]
    assert GAME.forced(state) == (S, Stuck())
    after, events = told(state, "stuck")
    assert events.split("; ")[0] == f"{event} S {number}"
    assert (after.left, after.table[0][S]) == ((left, None, None), number)


def test_example_17_the_closing_example() -> None:
    """On 26 March church A has a 0, B a 3, C a 2 and D a 6."""
    town = the_town()
    churches = {church.id: church.cells for church, _ in town.churches}
    ordinary = iter(cell for cell in town.points(town.cells) if not any(cell in c for c in churches.values()))
    portions = (17, "C", T), (13, "D", O), (13, "B", S), (7, "A", D)
    land = [_territory(ordinary, cells, churches[church], owner) for cells, church, owner in portions]
    assert [score(land, seat) for seat in (T, O, S, D)] == [21, 20, 17, 9]
    counted = [[row.points for row in rows(land, seat)] for seat in (T, O, S, D)]
    assert counted == [[17, 4, 0], [13, 7, 0], [13, 4, 0], [7, 2, 0]]


def _territory(ordinary: Iterator[Cell], normal: int, church: tuple[Cell, ...], owner: Seat) -> Territory:
    cells = (*[next(ordinary) for _ in range(normal)], *church)
    worth = points_of(the_town(), "0326", the_town().mask(cells))
    return Territory(cells, tuple(int(seat == owner) for seat in range(4)), (owner,), worth, worth, owner)
