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
from bot.games.noria.box import BOX, CHAMBERS, ISLANDS, NUMBERS, PATHS, Bundle, mixes
from bot.games.noria.game import GAME
from bot.games.noria.notation import write_wheel
from bot.games.noria.state import NoriaState, Seats, score
from tests.games.noria.positions import CHANCE, A, heap, here, move, own, play, refused, solo, table
from tests.games.noria.sample import START, pick

EXPERT = moves.NoriaOptions(setup="expert")
BASIC = "1C - 1J 3T - 2M 4O 6E"

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


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_in_a_first_game_all_begin_alike_and_with_the_first_round(seats: int) -> None:
    """With the wheel and the prices of the basic setup, alone without resources."""
    state = GAME.setup(moves.NoriaOptions(setup="first"), seats, CHANCE)
    assert (state.round, state.phase, state.active) == (1, "influence", state.start_player)
    assert [(pile.disc, pile.price) for pile in state.market[3:]] == [*zip("CJTB", (1, 2, 3, 4), strict=True)]
    given = Bundle() if seats == 1 else Bundle(energy=1, mycelium=1)
    for player in state.players:
        assert (write_wheel(player.wheel), player.stock, player.levels) == (BASIC, given, (0, 1, 0, 0))
    assert {player.knowledge for player in state.players} == {int(seats > 1)}


def test_4_3_basic_players_choose_two_resources_and_a_path() -> None:
    state = GAME.setup(moves.NoriaOptions(), 2, CHANCE)
    first, other = state.start_player, 1 - state.start_player
    player = own(state)
    assert write_wheel(player.wheel) == BASIC
    assert (player.knowledge, player.ships.total, player.factories_left, player.ambassador) == (1, 3, 7, None)
    assert (state.phase, refused(state, "enter REF")) == ("resources", "setup_order")
    state = play(state, "choose energy; choose energy; enter REF")
    assert state.active == other, "one player makes all choices before the next"
    assert (state.players[first].levels, state.players[first].stock) == ((1, 0, 0, 0), heap("2 energy"))
    state = play(state, "choose energy; choose obsidian; enter REF")
    assert (state.round, state.active, state.phase) == (1, first, "influence")
    assert refused(state, "choose energy") == "setup_over"


def test_4_3_experts_build_their_wheels() -> None:
    state = play(GAME.setup(EXPERT, 2, CHANCE), "place C M1; place E M4")
    state = play(state, "place J S2; place M L6; place O L1; place T L2")
    assert write_wheel(own(state).wheel) == "2J - 1C 4E - 1O 2T 6M"
    assert [state.phase, play(state, "choose mycelium").phase] == ["resources", "path"], "one, not two"


@pytest.mark.parametrize(
    ("before", "made", "code"),
    [
        ("place C M1", "place C M2", "disc_placed"),
        ("place C M1", "place B M2", "disc_placed"),
        ("place C M1", "place E M1", "slot_taken"),
        ("place C M1", "place E M9", "no_such_slot"),
        ("place C M1; place E M4", "place M M2", "ring_full"),
    ],
)
def test_4_3_what_experts_may_not_do(before: str, made: str, code: str) -> None:
    assert refused(play(GAME.setup(EXPERT, 2, CHANCE), before), made) == code


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
        state = play(state, "end")
    assert [player.knowledge for player in state.players] == [2, 2, 2], "edge 20: also in the last round"
    assert refused(state, "end") == "over"
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


ONE = {"levels": {"REF": 1}}
GOODS = {**ONE, "knowledge": 2, "stock": {"energy": 1, "sail": 2}}
ALIKE = {**ONE, "knowledge": 1, "stock": {"energy": 3}}
MORE = {"knowledge": 2, "stock": {"energy": 9}}


@pytest.mark.parametrize(
    ("rule", "players", "places"),
    [
        ("most points", [{"levels": {"REF": 2}}, {**ONE, "knowledge": 9}], (1, 2)),
        ("then knowledge", [{**ONE, "knowledge": 4}, {**ONE, **MORE}], (1, 2)),
        ("then stock, goods too", [GOODS, {**ONE, "knowledge": 1, "stock": {"energy": 2}}], (1, 2)),
        ("then shared: all have 1 in the end", [ALIKE, ALIKE, {**ONE, "knowledge": 0}], (1, 1, 3)),
    ],
)
def test_10_who_wins(rule: str, players: list[dict[str, Any]], places: tuple[int, ...]) -> None:
    last = {2: 16, 3: 15}[len(players)]
    state = table(*players, seats=len(players), round=last, active=len(players) - 1)
    outcome = GAME.outcome(play(replace(state, chambers=chambers(4, 0, 0, 0, 0, 0)), "end"))
    assert outcome is not None
    assert outcome.places == places
    assert outcome.scores == tuple(8 * one["levels"]["REF"] for one in players)


# Edge 41: late players


def left_alone(state: NoriaState) -> list[moves.NoriaMove]:
    """What is done for whoever's turn it is until it is over."""
    seat, turn, made = state.active, state.turn, list[moves.NoriaMove]()
    while state.turn == turn and state.phase != "over":
        made.append(GAME.default(state, seat, CHANCE))
        state = play(state, made[-1])
    return made


SHIPS = "3 energy 2 mycelium 1 obsidian"
OTHERWISE = play(GAME.setup(EXPERT, 2, CHANCE), "place E S2; place M L1")
ON_ISLAND = play(here(wheel="1J - 1T 3C - 1M 4O 5E", islands=[1]), "S1; travel 1")


@pytest.mark.parametrize(
    ("rule", "state", "made"),
    [
        ("what brings most", here(wheel="1M - 1E 2O - 3J 4T 5C", ships=SHIPS, knowledge=9), "M1; S1; end"),
        ("not nothing", here(wheel="1M - 1C 2O - 3J 4T 5E", ships="1 obsidian"), "M2; end"),
        ("nothing", here(wheel="1C - 1J 3T - 4M 5O 6E"), "end"),
        ("doubled is that", here(wheel="1M+ - 1E+ 2O - 3J 4T 5C", ships=SHIPS), "M1 twice; S1; end"),
        ("a legal end", play(here(wheel="1E - 1T 3J - 1M 4O 5C"), "S1; L1"), "M1; enough; end"),
        ("nothing on an island", ON_ISLAND, "enough; end"),
        ("the first empty slots", table({"centre": ["B", "E"]}, phase="fit"), "fit B S2; fit E M2"),
        ("begun", OTHERWISE, "place J M1; place T M3; place O L4; place C L2; choose energy; enter REF"),
    ],
)
def test_edge_41_a_late_turn(rule: str, state: NoriaState, made: str) -> None:
    assert left_alone(state) == [*map(move, made.split(";"))]


def test_edge_41_at_the_start_the_basic_wheel_and_what_is_offered_first() -> None:
    state = GAME.setup(EXPERT, 2, CHANCE)
    made = left_alone(state)
    assert write_wheel(play(state, *made).players[state.active].wheel) == BASIC
    assert made[-2:] == [move("choose energy"), move("enter REF")]


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
    assert tuple(BOX.path_kinds) == PATHS
    assert all(tuple(each.path_cost) == PATHS for each in NUMBERS)
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


@pytest.mark.parametrize("circle", ["4(x), 2, 8, 9, 7", "9, 7, 4(x), 2, 8", "８，９，７，4(X)，2"])
def test_11_7_where_the_circle_begins_makes_no_difference(circle: str) -> None:
    """The bot goes clockwise, the player anywhere: the same moves bring the same points."""
    rng, state, turned = Random(circle), begun(START), begun(START.replace("7, 4(x), 2, 8, 9", circle))
    assert turned.islands != state.islands
    while state.phase != "over":
        made = pick(state, list(GAME.legal(state, A)), rng)
        state, turned = (GAME.apply(each, A, made, CHANCE).state for each in (state, turned))
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
