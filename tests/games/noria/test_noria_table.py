"""Sections 4, 10, 12 and edge 41: setup for two to four, the end, late players, positions, secrets."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.data import load
from bot.games.noria import moves
from bot.games.noria.box import BOX, CHAMBERS, ISLANDS, PATHS, Bundle, mixes
from bot.games.noria.game import GAME
from bot.games.noria.notation import write_wheel
from bot.games.noria.state import NoriaState, Seats, score
from tests.games.noria.positions import CHANCE, A, own, play, refused, solo, stock, table
from tests.games.noria.sample import START, pick

EXPERT = moves.NoriaOptions(setup="expert")

# 4: setup


@pytest.mark.parametrize(
    ("seats", "rounds", "discs", "islands", "ships"),
    [(2, 16, 4, 5, (1, 1, 2)), (3, 15, 5, 6, (1, 2, 2)), (4, 14, 6, 7, (2, 2, 2))],
)
def test_4_1_and_6_2_the_table_by_player_count(
    seats: int, rounds: int, discs: int, islands: int, ships: tuple[int, ...]
) -> None:
    """The round track is covered from the top; island 1 has spaces a, b, c in this order."""
    state = GAME.setup(moves.NoriaOptions(), seats, CHANCE)
    assert state.rounds == rounds
    assert [(pile.disc, pile.price) for pile in state.market] == [
        *zip("EMOCJTB", (0, 0, 0, 1, 2, 3, 4), strict=True)
    ]
    assert {pile.left for pile in state.market} == {discs}
    assert (len(state.islands), state.face_down) == (1, islands - 1)
    assert (state.bot, state.setup, GAME.setup_key(state)) == (None, "", "")
    assert (table(seats=seats).space, replace(state, round=rounds).space) == (17 - rounds, 16)
    assert table(seats=seats, islands=[1]).islands[0].ships == ships


def test_4_2_expert_prices_are_drawn() -> None:
    drawn = set[tuple[str, ...]]()
    for number in range(30):
        state = GAME.setup(EXPERT, 2, Chance(bytes([number]) * 32))
        assert [pile.price for pile in state.market] == [0, 0, 0, 1, 2, 3, 4]
        drawn.add(tuple([pile.disc for pile in state.market[3:]]))
    assert len(drawn) > 10


def test_4_3_basic_players_choose_two_resources_and_a_path() -> None:
    state = GAME.setup(moves.NoriaOptions(), 2, CHANCE)
    first = state.start_player
    assert write_wheel(own(state).wheel) == "1C - 1J 3T - 2M 4O 6E"
    assert (own(state).knowledge, own(state).ships.total, own(state).factories_left) == (1, 3, 7)
    assert own(state).ambassador is None
    assert state.phase == "resources"
    assert refused(state, moves.Enter("REF")) == "setup_order"
    state = play(state, moves.Choose("energy"), moves.Choose("energy"), moves.Enter("REF"))
    assert state.active != first, "one player makes all choices before the next"
    assert state.players[first].levels == (1, 0, 0, 0)
    assert state.players[first].stock == stock(energy=2)
    state = play(state, moves.Choose("energy"), moves.Choose("obsidian"), moves.Enter("REF"))
    assert (state.round, state.active, state.phase) == (1, first, "influence")
    assert refused(state, moves.Choose("energy")) == "setup_over"


def test_4_3_experts_build_their_wheels() -> None:
    state = GAME.setup(EXPERT, 2, CHANCE)
    assert state.phase == "wheel"
    state = play(state, moves.Place("C", "M1"))
    assert refused(state, moves.Place("C", "M2")) == "disc_placed"
    assert refused(state, moves.Place("B", "M2")) == "disc_placed"
    assert refused(state, moves.Place("E", "M1")) == "slot_taken"
    assert refused(state, moves.Place("E", "M9")) == "no_such_slot"
    state = play(state, moves.Place("E", "M4"))
    assert refused(state, moves.Place("M", "M2")) == "ring_full"
    state = play(
        state, moves.Place("J", "S2"), moves.Place("M", "L6"), moves.Place("O", "L1"), moves.Place("T", "L2")
    )
    assert state.phase == "resources"
    assert write_wheel(own(state).wheel) == "2J - 1C 4E - 1O 2T 6M"
    assert play(state, moves.Choose("mycelium")).phase == "path", "one resource, not two"


def test_4_3_the_start_player_is_drawn() -> None:
    starts = [
        GAME.setup(moves.NoriaOptions(), 4, Chance(bytes([number]) * 32)).start_player for number in range(40)
    ]
    assert {*starts} == {0, 1, 2, 3}


def test_5_all_have_equally_many_turns_and_the_start_player_stays() -> None:
    state = table(seats=3, start_player=2, round=14)
    seen: list[tuple[int, int]] = []
    while state.phase != "over":
        seen.append((state.round, state.active))
        state = play(state, moves.EndTurn())
    assert [player.knowledge for player in state.players] == [2, 2, 2], "edge 20: also in the last round"
    assert refused(state, moves.EndTurn()) == "over"
    assert seen == [(14, 2), (14, 0), (14, 1), (15, 2), (15, 0), (15, 1)]


# 10: the end


def chambers(*lower: int) -> tuple[Seats, ...]:
    return tuple([Seats(0, count) for count in lower])


@pytest.mark.parametrize(
    ("rule", "levels", "lower", "points"),
    [
        ("w7", (6, 2, 3, 0), (3, 1, 2, 4, 2, 1), 82),
        ("edge 19: no value, yet most and least", (5, 1, 1, 1), (0, 0, 0, 0, 1, 1), 5 * 2 + 1 * 4),
        *(
            ("steps", (1, 1, 1, 1), tuple(4 * (place == number) for place in range(6)), end)
            for number, end in enumerate((8, 8, 12, 16, 8, 16))
        ),
    ],
)
def test_10_final_scores(rule: str, levels: tuple[int, ...], lower: tuple[int, ...], points: int) -> None:
    assert score(levels, chambers(*lower)) == points


def ending(*players: dict[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and scores after the last turn."""
    state = table(
        *players, seats=len(players), round=15 if len(players) == 3 else 16, active=len(players) - 1
    )
    state = replace(state, chambers=chambers(4, 0, 0, 0, 0, 0))
    outcome = GAME.outcome(play(state, moves.EndTurn()))
    assert outcome is not None
    return outcome.places, outcome.scores


def test_10_most_points_then_knowledge_then_stock_then_shared() -> None:
    one = {"levels": {"REF": 1}}
    assert ending({"levels": {"REF": 2}}, {**one, "knowledge": 9}) == ((1, 2), (16, 8))
    assert ending({**one, "knowledge": 4}, {**one, "knowledge": 2, "stock": {"energy": 9}})[0] == (1, 2)
    goods = {**one, "knowledge": 2, "stock": {"energy": 1, "sail": 2}}
    assert ending(goods, {**one, "knowledge": 1, "stock": {"energy": 2}})[0] == (1, 2)
    alike = {**one, "knowledge": 1, "stock": {"energy": 3}}
    assert ending(alike, alike, {**one, "knowledge": 0})[0] == (1, 1, 3), "all have 1 in the end"


# Edge 41: late players


def left_alone(state: NoriaState) -> list[moves.NoriaMove]:
    """What is done for whoever's turn it is until it is over."""
    seat, turn, made = state.active, state.turn, list[moves.NoriaMove]()
    while state.turn == turn and state.phase != "over":
        move = GAME.default(state, seat, CHANCE)
        made.append(move)
        state = play(state, move)
    return made


SHIPS = {"energy": 3, "mycelium": 2, "obsidian": 1}
M1, S1, END = moves.Activate("M1"), moves.Activate("S1"), moves.EndTurn()


@pytest.mark.parametrize(
    ("rule", "state", "made"),
    [
        (
            "what brings most and nothing else",
            table({"wheel": "1M - 1E 2O - 3J 4T 5C", "ships": SHIPS, "knowledge": 9}),
            [M1, S1, END],
        ),
        (
            "without what brings nothing",
            table({"wheel": "1M - 1C 2O - 3J 4T 5E", "ships": {"obsidian": 1}}),
            [moves.Activate("M2"), END],
        ),
        ("nothing", table({"wheel": "1C - 1J 3T - 4M 5O 6E"}), [END]),
        (
            "the doubling goes to what brings most",
            table({"wheel": "1M+ - 1E+ 2O - 3J 4T 5C", "ships": SHIPS}),
            [moves.Activate("M1", double=True), S1, END],
        ),
        (
            "what was begun comes to a legal end",
            play(table({"wheel": "1E - 1T 3J - 1M 4O 5C"}), S1, moves.Activate("L1")),
            [M1, moves.EndAction(), END],
        ),
        (
            "nothing on an island",
            play(table({"wheel": "1J - 1T 3C - 1M 4O 5E"}, islands=[1]), S1, moves.Travel(1)),
            [moves.EndAction(), END],
        ),
        (
            "into the first empty slots",
            table({"centre": ["B", "E"]}, phase="fit"),
            [moves.Fit("B", "S2"), moves.Fit("E", "M2")],
        ),
        (
            "a wheel begun differently",
            play(GAME.setup(EXPERT, 2, CHANCE), moves.Place("E", "S2"), moves.Place("M", "L1")),
            [
                *(moves.Place("J", "M1"), moves.Place("T", "M3"), moves.Place("O", "L4")),
                *(moves.Place("C", "L2"), moves.Choose("energy"), moves.Enter("REF")),
            ],
        ),
    ],
)
def test_edge_41_a_late_turn(rule: str, state: NoriaState, made: list[moves.NoriaMove]) -> None:
    assert left_alone(state) == made


def test_edge_41_at_the_start_the_basic_wheel_and_what_is_offered_first() -> None:
    made = left_alone(GAME.setup(EXPERT, 2, CHANCE))
    state = GAME.setup(EXPERT, 2, CHANCE)
    seat = state.active
    state = play(state, *made)
    assert write_wheel(state.players[seat].wheel) == "1C - 1J 3T - 2M 4O 6E"
    assert made[-2:] == [moves.Choose("energy"), moves.Enter("REF")]


# 12: what is hidden, and positions


def test_12_the_stack_alone_is_hidden() -> None:
    state = table(islands=[1], stack=[9, 3, 4, 5])
    data = msgspec.to_builtins(GAME.view(state, Seat(0)))
    assert data["face_down"] == 4
    assert "stack" not in data
    assert [item["number"] for item in data["islands"]] == [1]
    everything = set(msgspec.to_builtins(state)) - {"stack", "schema", "moves"}
    assert everything < set(data)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"players": []}, "0 seats"),
        ({"players": [{}] * 5}, "5 seats"),
        ({"round": 0}, "in round 0"),
        ({"players": [{}, {}, {}], "round": 16}, "round 16"),
        ({"active": 2}, "no seat 2"),
        ({"turn": 9}, "turn 9"),
        ({"islands": [1, 1]}, "islands"),
        ({"islands": [10]}, "no island 10"),
        ({"stack": [2, 3]}, "in play"),
        ({"islands": [{"number": 1, "ships": [9, 0, 0]}]}, "ships"),
        ({"islands": [{"number": 1, "spots": [3, None, None, None]}]}, "spots"),
        ({"islands": [{"number": 1, "spots": ["bot", None, None, None]}]}, "spots"),
        ({"players": [{"factories_left": 3}, {}]}, "factories"),
        ({"players": [{"ambassador": 1}, {"ambassador": 1}]}, "two ambassadors"),
        ({"players": [{"ambassador": 5}, {}]}, "not face up"),
        ({"players": [{"levels": [10, 0, 0, 0]}, {}]}, "levels"),
        ({"players": [{"levels": [1, 0, 0]}, {}]}, "levels"),
        ({"players": [{"stock": {"sail": 13}}, {}]}, "too many"),
        ({"players": [{"stock": {"energy": -1}}, {}]}, "less than nothing"),
        ({"players": [{"knowledge": -1}, {}]}, "knowledge"),
        ({"players": [{"ships": {"sail": 1}}, {}]}, "ships"),
        ({"players": [{"ships": {"energy": 20}}, {}]}, "ships"),
        ({"players": [{"empty": {"energy": 1}}, {}]}, "warehouses"),
        ({"players": [{"wheel": "1X - - "}, {}]}, "can't lie"),
        *(({"players": [{"wheel": wheel}, {}]}, "notation") for wheel in ("", "1C", "7C - 1J - 1E")),
        ({"players": [{"centre": ["E"]}, {}]}, "not fitted"),
        ({"players": [{}, {"centre": ["E"]}], "phase": "actions"}, "not fitted"),
        ({"phase": "fit"}, "fit"),
        ({"phase": "over"}, "not finished"),
        ({"phase": "wheel"}, "phase wheel"),
        ({"chambers": {"REF": "4/1"}}, "chamber REF"),
        ({"chambers": {"REF": "4"}}, "upper/lower"),
        ({"current": {"activated": ["S1", "L2"]}, "phase": "influence"}, "phase"),
        ({"current": {"activated": ["S1", "L4"]}}, "legal set"),
        ({"current": {"activated": ["S1", "S1"]}}, "twice"),
        ({"current": {"activated": ["S1"], "doubled": "M1"}}, "doubled"),
        ({"current": {"activated": ["S1"], "running": {"slot": "M1", "left": 1}}}, "running"),
        ({"current": {"activated": ["S1"], "running": {"slot": "", "left": 1}}}, "running"),
        ({"current": {"activated": ["S1"], "running": {"slot": "S1", "left": 5}}}, "left"),
        ({"current": {"activated": ["L2"], "running": {"slot": "L2", "left": 1}}}, "M is fresh"),
        ({"market": []}, "piles"),
        ({"players": [{}], "bot": {"levels": [0, 0, 0, 11]}}, "bot.levels"),
        ({"players": [{}], "bot": {"wheel": "1A - 1A - 1A"}}, "letters"),
        ({"players": [{}], "bot": {"ambassador": 9}}, "not face up"),
    ],
)
def test_a_position_that_can_not_stand_on_a_table_is_refused(given: dict[str, Any], reason: str) -> None:
    """Of two players, unless others are given."""
    with pytest.raises(ValueError, match=reason):
        GAME.restore(msgspec.json.encode({"players": [{}, {}], **given}))


def test_a_position_may_be_as_little_as_its_players() -> None:
    state = table(seats=3)
    assert (state.phase, state.round, state.active) == ("influence", 1, 0)
    assert (len(state.islands), state.face_down) == (1, 5)
    alone = solo()
    assert alone.bot is not None
    assert len(alone.islands) == 5
    assert alone.bot.ambassador == alone.islands[0].number


# Heaps and data


@given(st.builds(Bundle, *[st.integers(0, 4)] * 8), st.integers(0, 6))
def test_mixes_are_all_ways_to_take_so_many(heap: Bundle, total: int) -> None:
    found = list(mixes(heap, ("energy", "sail", "lamp"), total))
    brute = {
        Bundle(energy=a, sail=b, lamp=total - a - b)
        for a in range(heap.energy + 1)
        for b in range(heap.sail + 1)
        if 0 <= total - a - b <= heap.lamp
    }
    assert len(found) == len({*found})
    assert {*found} == brute
    assert all(heap.covers(mix) and heap.minus(mix).plus(mix) == heap for mix in found)


def test_14_the_box_is_whole() -> None:
    assert tuple(range(1, 10)) == ISLANDS
    assert tuple(BOX.chamber_step) == CHAMBERS
    assert tuple(BOX.path_cost) == PATHS
    assert sum(BOX.expert_wheel.values()) == len(BOX.starting_discs) == 6


def test_15_every_unsourced_value_names_places_that_exist() -> None:
    unsourced = load("noria", "unsourced", dict[str, dict[str, Any]])
    plain = load("noria", "noria", dict[str, Any])
    assert len(unsourced) == 44
    named = [key for entry in unsourced.values() for key in entry["keys"]]
    assert {*named} <= {*plain}
    assert {"chamber_step", "path_cost", "islands", "recipes", "knowledge_income", "politics_cost"} <= {
        *named
    }


# 11.7: which solo games can be compared: those from which everything goes on alike


def begun(text: str) -> NoriaState:
    """The solo game that begins with this position."""
    return GAME.setup(moves.NoriaOptions(start=text), 1, CHANCE)


def after(state: NoriaState, made: list[moves.NoriaMove]) -> NoriaState:
    """The position after these moves."""
    for move in made:
        state = GAME.apply(state, A, move, CHANCE).state
    return state


@pytest.mark.parametrize("circle", ["4(x), 2, 8, 9, 7", "9, 7, 4(x), 2, 8", "８，９，７，4(X)，2"])
def test_11_7_where_the_circle_begins_makes_no_difference(circle: str) -> None:
    """The bot goes clockwise, the player anywhere: the same moves bring the same points."""
    rng, made, state = Random(circle), list[moves.NoriaMove](), begun(START)
    while state.phase != "over":
        made.append(pick(state, list(GAME.legal(state, A)), rng))
        state = after(state, made[-1:])
    other = begun(START.replace("7, 4(x), 2, 8, 9", circle))
    assert other.islands != begun(START).islands
    turned = after(other, made)
    assert GAME.outcome(turned) == GAME.outcome(state)
    assert (turned.bot, turned.players) == (state.bot, state.players)
    assert GAME.setup_key(turned) == GAME.setup_key(state)


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("J1, C2", "C1, J2"),
        ("2, 8", "8, 2"),
        ("4(x), 2", "4, 2(x)"),
        ("5D - REF", "6D - REF"),
        ("- REF", "- RES"),
        ("4E - COL", "5E - COL"),
        ("- COL", "- EXP"),
    ],
)
def test_11_7_every_other_difference_makes_another_start(part: str, other: str) -> None:
    assert GAME.setup_key(begun(START.replace(part, other))) != GAME.setup_key(begun(START))
