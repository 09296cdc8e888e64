"""Sections 3, 5 to 9 and the edge cases about a player's turn, one test each."""

from typing import Any

import pytest

from bot.games.noria.box import BOX, ISLANDS, Bundle
from bot.games.noria.costs import politics_cost
from bot.games.noria.game import GAME
from bot.games.noria.moves import (
    Activate,
    Administered,
    Build,
    Built,
    Buy,
    EndAction,
    EndTurn,
    Fit,
    Gathered,
    Invest,
    Modify,
    NightShift,
    NoriaMove,
    Politics,
    Produce,
    Revealed,
    TakeShip,
    Travel,
    Upgrade,
)
from bot.games.noria.notation import write_wheel
from bot.games.noria.wheel import Disc, at
from tests.games.noria.positions import CHANCE, RICH, B, of_type, own, play, refused, solo, stock, table, told

TOOL = "1T - 1J 3C - 2M 4O 6E"
JOURNEY = "1J - 1T 3C - 1M 4O 5E"

# 3: discs and how many actions they give


def test_3_a_resource_disc_brings_one_for_each_ship() -> None:
    state = table({"wheel": "1E - 2C 3J - 4O 5T 6M", "ships": {"energy": 3, "mycelium": 1}})
    after, events = told(state, Activate("S1"))
    assert own(after).stock == stock(energy=3)
    assert [(event.kind, event.count) for event in of_type(events, Gathered)] == [("energy", 3)]


M1 = Activate("M1")
L1 = Activate("L1")
TWICE = Activate("M1", double=True)
S1_TWICE = Activate("S1", double=True)
BETTER, BOTH = "1E+ - 1M+ 3J - 4O 5T 6C", "1B+ - 1M+ 3J - 1E 4O 5T 6C"
TOOL_FIRST, LATE = "1T - 1M 3C - 2J 4O 6E", "1M - 1B 3J - 1E 4O 5T 6C"
PLAIN, UPGRADED = "1B - 1M+ 3J - 4O 5T 6C 1E", "1B+ - 1M 3J - 1E 4O 5T 6C"
TWO, STRONG = "1B - 1B 3J - 1E 4O 5T 6C 3M", "1B - 1B+ 3J - 1E 4O 5T 6C 3M"


def bonus(*targets: str, slot: str = "S1") -> Activate:
    return Activate(slot, targets=targets)


@pytest.mark.parametrize(
    ("rule", "wheel", "made", "wanted"),
    [
        ("3.1, edge 3: the other one counts as normal", BETTER, [S1_TWICE, M1], stock(energy=2, mycelium=1)),
        ("3.1: doubling is optional", BETTER, [Activate("S1")], stock(energy=1)),
        ("edge 4: upgraded before", TOOL_FIRST, [Activate("S1"), Upgrade("M1"), TWICE], stock(mycelium=2)),
        ("edge 37: first a bonus disc", LATE, [M1, Activate("S1"), L1], stock(energy=1, mycelium=1)),
        ("3.2: not its upgraded side", BOTH, [bonus("M1"), TWICE], stock(mycelium=3)),
        ("3.2: an action more", PLAIN, [bonus("M1"), M1], stock(mycelium=2)),
        ("3.2: three with doubling", PLAIN, [bonus("M1"), TWICE], stock(mycelium=3)),
        ("3.2: upgraded", UPGRADED, [bonus("M1", "L1"), M1, L1], stock(mycelium=2, energy=2)),
        ("3.2: upgraded", UPGRADED, [bonus("M1", "M1"), M1, L1], stock(mycelium=3, energy=1)),
        ("3.2: upgraded", UPGRADED, [bonus("M1"), M1, L1], stock(mycelium=2, energy=1)),
        ("edge 35", TWO, [bonus("L1"), bonus("L1", slot="M1"), L1], stock(energy=3)),
        ("edge 35", STRONG, [bonus("L1"), bonus("L1", "L1", slot="M1"), L1], stock(energy=4)),
    ],
)
def test_how_many_actions_discs_give(rule: str, wheel: str, made: list[Activate], wanted: Bundle) -> None:
    assert own(play(table({"wheel": wheel}), *made)).stock == wanted


def test_edge_2_the_link_is_activated_and_its_action_given_up() -> None:
    state = table({"wheel": "1E - 1T 3J - 1M 4O 5C"})
    after = play(state, Activate("S1"), Activate("L1"))
    assert refused(after, EndTurn()) == "chain_open"
    assert refused(after, EndTurn(), B) == "not_asked"
    after = play(after, Activate("M1"), EndAction(), EndTurn())
    assert after.active == B


# 5.1: influence


SHIFT, SWAP = NightShift("M"), Modify("S1", "S2")


@pytest.mark.parametrize(
    ("rule", "seats", "round", "made", "cost"),
    [
        ("w1: each use costs twice the one before", 2, 3, [*[NightShift("L")] * 3, SWAP], 9),
        ("w1: late all costs one more", 2, 9, [SHIFT, SWAP, NightShift("L"), SWAP], 15),
        ("not yet", 2, 8, [SHIFT, SWAP, SHIFT, SWAP], 9),
        ("by the space, not the round", 4, 7, [SHIFT], 2),
    ],
)
def test_5_1_what_influence_costs(
    rule: str, seats: int, round: int, made: list[NoriaMove], cost: int
) -> None:
    state = table({"knowledge": 20}, seats=seats, round=round)
    assert own(play(state, *made)).knowledge == 20 - cost


def test_5_1_a_night_shift_turns_one_ring() -> None:
    """Edge 8: a disc may leave the active half by it, and the administration turns once more."""
    state = play(table({"knowledge": 1}), NightShift("M"))
    assert write_wheel(own(state).wheel) == "1C - 2J 4T - 2M 4O 6E"
    assert write_wheel(play(state, EndTurn()).players[0].wheel) == "2C - 1T 3J - 1E 3M 5O"


def test_5_1_a_modification_exchanges_any_two_slots() -> None:
    state = table({"knowledge": 14})
    after = play(state, Modify("S1", "L6"), Modify("M2", "M3"))
    assert write_wheel(own(after).wheel) == "1E - 1J 2T - 2M 4O 6C"
    assert own(after).knowledge == 8


# 5.3: politics


@pytest.mark.parametrize(("spaces", "cost"), [(range(1, 6), 1), (range(6, 12), 2), (range(12, 17), 3)])
def test_5_3_the_price_goes_up_along_the_track(spaces: range, cost: int) -> None:
    assert {politics_cost(space) for space in spaces} == {cost}


def test_5_3_one_goes_down_and_one_of_another_chamber_leaves() -> None:
    state = table({"knowledge": 2}, round=6)
    after = play(state, Politics("REF", "DIV"))
    assert (after.chambers[0].upper, after.chambers[0].lower) == (3, 1)
    assert (after.chambers[5].upper, after.chambers[5].lower, after.chambers[5].removed) == (3, 0, 1)
    assert after.players[0].knowledge == 1, "2 paid, 1 from the administration: politics ends the turn"
    assert after.active == B


def test_edges_17_and_18_without_politicians_in_the_upper_rows() -> None:
    empty = dict.fromkeys(["COL", "EXP", "RES", "SPEC", "DIV"], "0/2")
    state = table({"knowledge": 1}, chambers={"REF": "1/0", **empty})
    assert refused(state, Politics("REF", "COL")) == "chamber_empty"
    after = play(state, Politics("REF"))
    assert after.chambers[0].lower == 1
    none = table({"knowledge": 1}, chambers={"REF": "0/0", **empty})
    assert refused(none, Politics("REF")) == "chamber_empty"
    assert not any(isinstance(move, Politics) for move in GAME.legal(none, none.active))


# 5.4: administration


@pytest.mark.parametrize(("built", "gain"), list(enumerate([1, 1, 2, 2, 3, 3, 4, 4])))
def test_5_4_knowledge_by_factories(built: int, gain: int) -> None:
    islands = [
        {"number": number, "spots": [0 if 4 * place + spot < built else None for spot in range(4)]}
        for place, number in enumerate((1, 2))
    ]
    state, events = told(table(islands=islands), EndTurn())
    assert state.players[0].knowledge == gain
    assert [event.knowledge for event in of_type(events, Administered)] == [gain]


def test_5_4_bought_discs_are_fitted_in_after_the_turn_of_the_rings() -> None:
    """Edge 6: until then they are nowhere on the wheel."""
    state = play(table(), Activate("S1"), Buy("E"))
    assert own(state).centre == ("E",)
    assert refused(state, Fit("E", "L4")) == "nothing_to_fit"
    state = play(state, EndTurn())
    assert (state.phase, state.active) == ("fit", 0)
    assert refused(state, Fit("E", "M2")) == "slot_taken", "the rings have turned already"
    assert refused(state, Fit("M", "M1")) == "not_in_centre"
    assert refused(state, EndTurn()) == "fit_first"
    state = play(state, Fit("E", "M1"))
    assert at(state.players[0].wheel, "M1") == Disc("E")
    assert state.active == B


def test_5_4_the_last_free_slot_is_filled_by_itself() -> None:
    full = "1C 2E - 1J 2E 3T 4E - 1E 2M 3M 4O 6E"
    state = play(table({"wheel": full}), Activate("S1"), Buy("O"), EndTurn())
    assert GAME.forced(state) == (0, Fit("O", "L6"))


# 6: islands, ships, factories


def test_6_1_a_journey_leads_to_another_island_and_brings_a_ship() -> None:
    state = play(table({"wheel": JOURNEY}, islands=[1, 2]), Activate("S1"), Travel(1))
    assert refused(state, Travel(2)) == "already_travelled"
    after = play(state, TakeShip(3))
    assert own(after).ships == stock(energy=1, mycelium=1, obsidian=2)
    assert after.islands[0].ships == (1, 1, 1)


def test_6_1_a_factory_brings_empty_warehouses() -> None:
    state = play(table({"wheel": JOURNEY}, islands=[1]), Activate("S1"), Travel(1))
    after, events = told(state, Build(1))
    assert own(after).empty == stock(sail=2)
    assert own(after).factories_left == 6
    assert after.islands[0].spots == (0, None, None, None)
    assert [event.warehouses for event in of_type(events, Built)] == [2]


def test_6_1_the_next_island_is_turned_up_by_going_there() -> None:
    state = table({"wheel": JOURNEY, "ambassador": 1}, islands=[1], stack=[7, 2, 3, 4])
    state = play(state, Activate("S1"))
    assert list(GAME.legal(state, state.active)) == [Travel(None), EndAction()]
    step = GAME.apply(state, state.active, Travel(None), CHANCE)
    assert step.irrevocable
    assert [event.island for event in of_type(list(step.events), Revealed)] == [7]
    assert own(step.state).ambassador == 7
    assert step.state.face_down == 3


def test_6_1_the_movement_restriction() -> None:
    state = table({"wheel": JOURNEY, "ambassador": 1}, {"ambassador": 2}, islands=[1, 2, 3])
    state = play(state, Activate("S1"))
    assert refused(state, Travel(1)) == "same_island"
    assert refused(state, Travel(2)) == "island_occupied"
    assert refused(state, TakeShip(1)) == "travel_first"
    play(state, Travel(3))


def test_edge_10_a_doubled_journey_may_come_back() -> None:
    state = table({"wheel": "1J+ - 1T 3C - 1M 4O 5E", "ambassador": 1}, islands=[1, 2])
    after = play(state, Activate("S1", double=True), Travel(2), EndAction(), Travel(1), TakeShip(1))
    assert own(after).ambassador == 1
    assert after.phase == "actions"


def test_edge_13_on_an_empty_island_the_rest_is_skipped() -> None:
    bare = {"number": 2, "ships": [0, 0, 0], "spots": [1, 1, 1, 1]}
    state = table({"wheel": JOURNEY}, islands=[1, bare])
    after = play(state, Activate("S1"), Travel(2))
    assert after.phase == "actions"
    assert own(after).ambassador == 2


def test_6_1_what_is_gone_can_not_be_taken() -> None:
    here = {"number": 2, "ships": [0, 1, 2], "spots": [1, None, None, None]}
    state = play(table({"wheel": JOURNEY}, islands=[1, here]), Activate("S1"), Travel(2))
    assert refused(state, TakeShip(1)) == "no_ship"
    assert refused(state, Build(1)) == "spot_taken"
    assert refused(state, TakeShip(4)) == "no_such_ship"
    assert refused(state, Build(5)) == "no_such_spot"
    assert own(play(state, EndAction())).ships.total == 3


def test_6_3_all_islands_together_show_the_whole_supply() -> None:
    shown: dict[str, int] = {}
    for number in ISLANDS:
        for count, good in BOX.islands[number].spots:
            shown[good] = shown.get(good, 0) + count
    assert shown == {"sail": 12, "compass": 12, "propeller": 12, "piston": 9, "lamp": 9}


# 7: the market


def test_7_a_disc_is_paid_with_any_mix_of_resources() -> None:
    state = play(table({"stock": {"energy": 2, "obsidian": 2, "sail": 1}}), Activate("S1"))
    assert refused(state, Buy("T", stock(energy=2))) == "price_wrong"
    assert refused(state, Buy("T", stock(energy=2, sail=1))) == "resources_only"
    assert refused(state, Buy("T", stock(mycelium=3))) == "stock_short"
    after = play(state, Buy("T", stock(energy=1, obsidian=2)))
    assert own(after).stock == stock(energy=1, sail=1)
    assert next(pile.left for pile in after.market if pile.disc == "T") == 3


def test_7_resource_discs_are_free_and_a_pile_can_be_empty() -> None:
    wheel = "1C - 1J 2E 3E 4E - 1E 2M 4O 5T 6E"
    state = play(table({"wheel": wheel}), Activate("S1"))
    assert refused(state, Buy("E")) == "pile_empty"
    assert refused(state, Buy("B")) == "price_wrong"
    assert own(play(state, Buy("M"))).centre == ("M",)


# 8: paths


def test_8_w5_extra_units_may_be_of_any_kind_of_the_path() -> None:
    """Level 4 wants four of one kind; two opponents stand above, a third one at the same level (edge 15)."""
    me = {"wheel": "1C - 1J 3T - 2M 4O 6E", "levels": {"COL": 3}, "stock": {"energy": 9, "mycelium": 9}}
    others = [{"levels": {"COL": level}} for level in (5, 4, 3)]
    state = play(table(me, *others, seats=4), Activate("S1"))
    assert refused(state, Invest("COL", stock(energy=3, mycelium=3))) == "path_same"
    assert refused(state, Invest("COL", stock(energy=4))) == "path_units"
    assert refused(state, Invest("COL", stock(energy=5, sail=1))) == "path_kinds"
    after = play(state, Invest("COL", stock(energy=5, mycelium=1)))
    assert own(after).levels == (0, 4, 0, 0)
    assert own(after).stock == stock(energy=4, mycelium=8)


def test_edge_16_from_the_cave_everybody_on_the_path_stands_above() -> None:
    me = {"stock": {"sail": 1, "compass": 1, "propeller": 1}}
    state = play(table(me, {"levels": {"EXP": 1}}, {"levels": {"EXP": 2}}, seats=3), Activate("S1"))
    assert refused(state, Invest("EXP", stock(sail=1))) == "path_units"
    after = play(state, Invest("EXP", stock(sail=1, compass=1, propeller=1)))
    assert own(after).levels == (0, 0, 1, 0)
    assert own(after).empty == stock(sail=1, compass=1, propeller=1), "spent goods leave empty warehouses"


def test_8_1_costs_by_path_and_level() -> None:
    assert BOX.path_cost["REF"].n == BOX.path_cost["COL"].n == tuple(range(1, 10))
    assert BOX.path_cost["EXP"].n == BOX.path_cost["RES"].n == (1, 1, 2, 2, 3, 3, 4, 4, 5)
    assert sum(BOX.path_cost["REF"].n[:6]) == 21


def test_edge_34_the_bot_counts_as_an_opponent_above() -> None:
    state = solo({"levels": {"REF": 3}}, {"levels": {"REF": 2}, "stock": {"obsidian": 9}})
    state = play(state, Activate("S1"))
    assert refused(state, Invest("REF", stock(obsidian=3))) == "path_units"
    assert own(play(state, Invest("REF", stock(obsidian=4)))).levels[0] == 3


# 9: tools


def test_9_one_produce_action_fills_as_many_warehouses_as_can_be_paid() -> None:
    me = {
        "wheel": TOOL,
        "empty": {"sail": 2, "lamp": 1},
        "stock": {"energy": 4, "mycelium": 3},
    }
    state = play(table(me), Activate("S1"), Produce("sail"))
    assert refused(state, Upgrade("S1")) == "producing"
    after = play(state, Produce("lamp"), Produce("sail"))
    assert after.phase == "actions", "nothing more can be filled"
    assert own(after).stock == stock(sail=2, lamp=1)
    assert own(after).empty == stock()


def test_9_recipes() -> None:
    assert {good: dict(recipe.items()) for good, recipe in BOX.recipes.items()} == {
        "sail": {"energy": 1, "mycelium": 1},
        "compass": {"mycelium": 1, "obsidian": 1},
        "propeller": {"energy": 1, "obsidian": 1},
        "lamp": {"energy": 2, "mycelium": 1},
        "piston": {"obsidian": 2, "mycelium": 1},
    }


def test_9_producing_may_stop_early() -> None:
    me = {"wheel": "1T+ - 1J 3C - 2M 4O 6E", "empty": {"sail": 2}, "stock": {"energy": 4, "mycelium": 3}}
    state = play(table(me), Activate("S1", double=True), Produce("sail"), EndAction(), Upgrade("M1"))
    assert at(own(state).wheel, "M1") == Disc("J", upgraded=True)
    assert state.phase == "actions"


def test_a_tool_with_nothing_to_do_is_given_up_by_itself() -> None:
    state = play(table({"wheel": "1T+ - 1M+ 3C+ - 2J+ 4O+ 6E+"}), Activate("S1"))
    assert GAME.forced(state) == (0, EndAction())


# What is refused, paragraph by paragraph


def me(wheel: str, **more: Any) -> dict[str, Any]:
    return {"wheel": wheel, **more}


BONUS = me("1B - 1M 3J - 1E 4O 5T 6C")
BONUSES = me("1B - 1M 2B - 1E 3O 5T 6C")
LATE_BONUS = me("1M - 1B 3J - 1E 4O 5T 6C")
CITY = me("1C - 1T 3J - 1E 4O 5M")
LINK = me("1E - 1T 3J - 1M 4O 5C", knowledge=3)
TWELVE = me("1C+ 2O - 1J 2E 3T 4E - 1E 2M 3M 4O 6E")
SEVEN = [{"number": 1, "spots": [0] * 4}, {"number": 2, "spots": [0, 0, 0, None]}, 3]
OPEN = {"islands": [1, 2, 3, 4, 5]}
USED = [Activate("S1")]
GOES = [Activate("S1"), Travel(2)]


@pytest.mark.parametrize(
    ("paragraph", "player", "before", "move", "code"),
    [
        ("2.1", me("1C - 1J 3T - 2M 4O 6E"), [], Activate("L1"), "slot_empty"),
        ("2.1", me("1C - 1J 3T - 2M 4O 6E"), [], Activate("M3"), "slot_inactive"),
        ("2.1", {}, [], Activate("X1"), "no_such_slot"),
        ("3.1: once a turn", me(BETTER), [S1_TWICE], TWICE, "double_used"),
        ("3.1", me("1E+ - 1M 3J - 4O 5T 6C"), [], TWICE, "double_normal"),
        ("3.2: its upgraded side", me(BOTH), [bonus("M1", "M1")], TWICE, "double_used"),
        ("edge 37", me(LATE), USED, L1, "not_joined"),
        ("edge 36: named", me("1B - 1T 3J - 1E 4O 5M 6C"), [bonus("M1")], EndTurn(), "chain_open"),
        ("3.2", BONUS, [], Activate("S1", targets=("M1", "L1")), "double_normal"),
        ("3.2", BONUS, [], Activate("S1", double=True), "double_bonus"),
        ("3.2", BONUS, [], Activate("S1", targets=("M1",) * 3), "targets_many"),
        ("3.2", BONUSES, [], Activate("S1", targets=("M2",)), "target_wrong"),
        ("3.2", BONUSES, [], Activate("S1", targets=("S1",)), "target_wrong"),
        ("3.2", BONUSES, [], Activate("S1", targets=("L2",)), "target_wrong"),
        ("3.2", BONUSES, [], Activate("S1", targets=("L5",)), "target_unreachable"),
        ("3.2", BONUSES, [], Activate("M1", targets=("L1",)), "targets_without_bonus"),
        ("3.2", me("1B+ - 1M 2J - 1E"), [], Activate("S1", targets=("L1", "M1")), "slot_order"),
        ("3.2: before all others", LATE_BONUS, USED, Activate("M1"), "bonus_first"),
        ("3: one after the other", CITY, USED, Activate("M1"), "disc_running"),
        ("3", CITY, USED, EndTurn(), "disc_running"),
        ("3", CITY, USED, Travel(2), "wrong_disc"),
        ("edge 1", me("1E - 3T 4J - 1M 4O 5C"), USED, Activate("L1"), "not_joined"),
        ("2.4", me("1E - 1M - 1O 2T"), [Activate("M1"), Activate("L1")], Activate("L2"), "ring_used"),
        ("2.4", me("1E - 1M - 1O 2T"), [Activate("M1")], Activate("M1"), "already_activated"),
        ("edge 9", {"knowledge": 14}, [], Modify("S2", "M2"), "modify_empty"),
        ("edge 9", {"knowledge": 14}, [], Modify("S1", "S1"), "modify_same"),
        ("edge 9", {"knowledge": 14}, [], Modify("M1", "S1"), "slot_order"),
        ("edge 9", {"knowledge": 14}, [], Modify("S1", "M5"), "no_such_slot"),
        ("5.1", {}, [], NightShift("M"), "knowledge_short"),
        ("5.1", {"knowledge": 1}, [], Modify("S1", "S2"), "knowledge_short"),
        ("5.1: comes first", {"knowledge": 9}, [Activate("L2")], NightShift("M"), "influence_late"),
        ("5.3: another chamber", {"knowledge": 2}, [], Politics("REF", "REF"), "chamber_same"),
        ("5.3: a duty", {"knowledge": 2}, [], Politics("REF"), "remove_needed"),
        ("5.3", {}, [], Politics("REF", "COL"), "knowledge_short"),
        ("5.3", LINK, [*USED, Activate("L1")], Politics("REF", "COL"), "chain_open"),
        ("edge 11", {**me(JOURNEY), **OPEN}, USED, Travel(None), "no_hidden_island"),
        ("edge 11", {**me(JOURNEY), **OPEN}, USED, Travel(9), "no_such_island"),
        ("6.1: seven factories", {**me(JOURNEY), "islands": SEVEN}, GOES, Build(4), "no_factories"),
        ("edge 14", {"levels": [9, 0, 0, 0], "stock": RICH}, USED, Invest("REF", stock()), "top_level"),
        ("edge 7", TWELVE, [Activate("S1", double=True), Buy("O")], Buy("M"), "wheel_full"),
        ("9", me(TOOL, empty={"sail": 2}, stock={"energy": 4}), USED, Produce("sail"), "stock_short"),
        ("9", me(TOOL, empty={"sail": 2}), USED, Produce("lamp"), "no_warehouse"),
        ("9", me("1T+ - 1M 3C - 2J"), USED, Upgrade("S1"), "upgraded_already"),
        ("9", me("1T+ - 1M 3C - 2J"), USED, Upgrade("S2"), "slot_empty"),
        ("edge 5", me(TOOL), [*USED, Upgrade("S1")], Activate("S1", double=True), "already_activated"),
    ],
)
def test_what_is_refused(
    paragraph: str, player: dict[str, Any], before: list[NoriaMove], move: NoriaMove, code: str
) -> None:
    islands = player.get("islands", [])
    state = table({name: one for name, one in player.items() if name != "islands"}, islands=islands)
    assert refused(play(state, *before), move) == code
