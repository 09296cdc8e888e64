"""Sections 3, 5 to 9 and the edge cases about a player's turn."""

import pytest

from bot.games.noria.box import BOX, ISLANDS, NUMBERS
from bot.games.noria.costs import politics_cost
from bot.games.noria.game import GAME
from bot.games.noria.moves import Administered, Built, Fit, Gathered, Politics, Revealed
from bot.games.noria.state import NoriaState
from tests.games.noria.positions import CHANCE, RICH, B, facts, here, move, of_type, play, refused, told

FIRST = NUMBERS[0]
"""The numbers of the rules; later editions are data."""
BASIC = "1C - 1J 3T - 2M 4O 6E"
TOOL = "1T - 1J 3C - 2M 4O 6E"
JOURNEY = "1J - 1T 3C - 1M 4O 5E"
LINK = "1E - 1T 3J - 1M 4O 5C"
BETTER, BOTH = "1E+ - 1M+ 3J - 4O 5T 6C", "1B+ - 1M+ 3J - 1E 4O 5T 6C"
TOOL_FIRST, LATE = "1T - 1M 3C - 2J 4O 6E", "1M - 1B 3J - 1E 4O 5T 6C"
PLAIN, UPGRADED = "1B - 1M+ 3J - 4O 5T 6C 1E", "1B+ - 1M 3J - 1E 4O 5T 6C"
TWO, STRONG = "1B - 1B 3J - 1E 4O 5T 6C 3M", "1B - 1B+ 3J - 1E 4O 5T 6C 3M"
BONUS, BONUSES = here(wheel="1B - 1M 3J - 1E 4O 5T 6C"), here(wheel="1B - 1M 2B - 1E 3O 5T 6C")
FULL = "1C 2E - 1J 2E 3T 4E - 1E 2M 3M 4O 6E"
ALL_BUT_REF = dict.fromkeys(["COL", "EXP", "RES", "SPEC", "DIV"], "0/2")
BARE = {"number": 2, "ships": [0, 0, 0], "spots": [1, 1, 1, 1]}
TAKEN = {"number": 2, "ships": [0, 1, 2], "spots": [1, None, None, None]}
FOUR = [{"levels": {"COL": level}} for level in (5, 4, 3)]
BUYER = here(stock="2 energy 2 obsidian 1 sail")
EMPTY_PILE = here(wheel="1C - 1J 2E 3E 4E - 1E 2M 4O 5T 6E")
CLIMBER = here(*FOUR, seats=4, levels={"COL": 3}, stock="9 energy 9 mycelium")
GOODS = "1 sail 1 compass 1 propeller"
CAVE = here(*[{"levels": {"EXP": level}} for level in (1, 2)], seats=3, stock=GOODS)
BESIDE_BOT = here(seats=1, bot={"levels": {"REF": 3}}, levels={"REF": 2}, stock="9 obsidian")
VISITOR = here({"ambassador": 2}, wheel=JOURNEY, ambassador=1, islands=[1, 2, 3])
GUEST = here(wheel=JOURNEY, islands=[1, TAKEN])
EMPTY_ISLAND = here(wheel=JOURNEY, islands=[1, BARE])
EXPLORER = here(wheel=JOURNEY, ambassador=1, islands=[1], stack=[7, 2, 3, 4])
MADE, EARLY = "produce sail; produce lamp; produce sail", "S1 twice; produce sail; enough; upgrade M1"
LESS = "stock 4 energy 8 mycelium"
MAKER = here(wheel=TOOL, empty="2 sail 1 lamp", stock="4 energy 3 mycelium")
TRAVELLER = here(wheel=JOURNEY, islands=[1, 2])

FOUND = "empty 2 sail; factories_left 6; spots 0 None None None"
SHIPS, BACK = here(wheel="1E - 2C 3J - 4O 5T 6M", ships="3 energy 1 mycelium"), "S1 twice; travel 2; enough"
DOUBLE = here(wheel="1J+ - 1T 3C - 1M 4O 5E", ambassador=1, islands=[1, 2])
STRONG_MAKER = here(wheel="1T+ - 1J 3C - 2M 4O 6E", empty="2 sail", stock="4 energy 3 mycelium")
DEBATE, LAST_ONE = here(knowledge=2, round=6), here(knowledge=1, chambers={"REF": "1/0", **ALL_BUT_REF})
LATER, STILL = (here(knowledge=20, round=round) for round in (9, 8))
WISE = here(knowledge=14)
FOLLOWS: list[tuple[str, NoriaState, str, str]] = [
    ("3: one for each ship", SHIPS, "S1", "stock 3 energy"),
    ("3.1, edge 3: others count as normal", here(wheel=BETTER), "S1 twice; M1", "stock 2 energy 1 mycelium"),
    ("3.1: doubling is optional", here(wheel=BETTER), "S1", "stock 1 energy"),
    ("edge 4: upgraded before", here(wheel=TOOL_FIRST), "S1; upgrade M1; M1 twice", "stock 2 mycelium"),
    ("edge 37: first a bonus disc", here(wheel=LATE), "M1; S1; L1", "stock 1 energy 1 mycelium"),
    ("3.2: not its upgraded side", here(wheel=BOTH), "S1 for M1; M1 twice", "stock 3 mycelium"),
    ("3.2: an action more", here(wheel=PLAIN), "S1 for M1; M1", "stock 2 mycelium"),
    ("3.2: three with doubling", here(wheel=PLAIN), "S1 for M1; M1 twice", "stock 3 mycelium"),
    ("3.2: upgraded", here(wheel=UPGRADED), "S1 for M1 L1; M1; L1", "stock 2 energy 2 mycelium"),
    ("3.2: upgraded", here(wheel=UPGRADED), "S1 for M1 M1; M1; L1", "stock 1 energy 3 mycelium"),
    ("3.2: upgraded", here(wheel=UPGRADED), "S1 for M1; M1; L1", "stock 1 energy 2 mycelium"),
    ("edge 35", here(wheel=TWO), "S1 for L1; M1 for L1; L1", "stock 3 energy"),
    ("edge 35", here(wheel=STRONG), "S1 for L1; M1 for L1 L1; L1", "stock 4 energy"),
    ("edge 2: an action given up", here(wheel=LINK), "S1; L1; M1; enough; end", "active 1"),
    ("w1", here(knowledge=20, round=3), "shift L; shift L; shift L; swap S1 S2", "knowledge 11"),
    ("w1: late all costs one more", LATER, "shift M; swap S1 S2; shift L; swap S1 S2", "knowledge 5"),
    ("5.1: not yet", STILL, "shift M; swap S1 S2; shift M; swap S1 S2", "knowledge 11"),
    ("5.1: by the space, not the round", here(knowledge=20, seats=4, round=7), "shift M", "knowledge 18"),
    ("5.1: a night shift turns a ring", here(knowledge=1), "shift M", "wheel 1C - 2J 4T - 2M 4O 6E"),
    ("edge 8: the rings turn after it", here(knowledge=1), "shift M; end", "wheel 2C - 1T 3J - 1E 3M 5O"),
    ("5.1", WISE, "swap S1 L6; swap M2 M3", "wheel 1E - 1J 2T - 2M 4O 6C; knowledge 8"),
    ("5.3", DEBATE, "politics REF DIV", "REF 3/1/0; DIV 3/0/1; knowledge 1; active 1"),
    ("edge 17: no other one", LAST_ONE, "politics REF", "REF 0/1/3"),
    ("edge 6: bought discs are nowhere", here(), "S1; buy E", f"centre E; wheel {BASIC}"),
    ("5.4: then they are fitted in", here(), "S1; buy E; end", "phase fit; active 0"),
    ("5.4", here(), "S1; buy E; end; fit E M1", "wheel 2C - 1E 2J 4T - 1E 3M 5O; active 1"),
    ("6.1: a ship", TRAVELLER, "S1; travel 1; ship 3", "ships 1 energy 1 mycelium 2 obsidian"),
    ("6.1: a factory", here(wheel=JOURNEY, islands=[1]), "S1; travel 1; build 1", FOUND),
    ("6.1: the next island is turned up", EXPLORER, "S1; travel next", "ambassador 7; face_down 3"),
    ("6.1: where nobody is", VISITOR, "S1; travel 3", "ambassador 3"),
    ("edge 10", DOUBLE, f"{BACK}; travel 1; ship 1", "ambassador 1; phase actions"),
    ("edge 13: the rest is skipped", EMPTY_ISLAND, "S1; travel 2", "ambassador 2; phase actions"),
    ("6.1: nothing taken", GUEST, "S1; travel 2; enough", "ships 1 energy 1 mycelium 1 obsidian"),
    ("7: any mix", BUYER, "S1; buy T 1 energy 2 obsidian", "stock 1 energy 1 sail; centre T"),
    ("7: resource discs are free", EMPTY_PILE, "S1; buy M", "centre M"),
    ("8, w5, edge 15", CLIMBER, "S1; invest COL 5 energy 1 mycelium", f"levels 0 4 0 0; {LESS}"),
    (
        "edge 16: from the cave all are above",
        CAVE,
        f"S1; invest EXP {GOODS}",
        f"levels 0 0 1 0; empty {GOODS}",
    ),
    ("edge 34: the bot is above", BESIDE_BOT, "S1; invest REF 4 obsidian", "levels 3 0 0 0"),
    ("9: as many as can be filled", MAKER, f"S1; {MADE}", "stock 2 sail 1 lamp; empty; phase actions"),
    ("9: it may stop early", STRONG_MAKER, EARLY, "wheel 1T+ - 1J+ 3C - 2M 4O 6E; phase actions"),
]


@pytest.mark.parametrize(("rule", "state", "made", "wanted"), FOLLOWS)
def test_what_follows(rule: str, state: NoriaState, made: str, wanted: str) -> None:
    assert facts(play(state, made), wanted) == wanted


def test_what_is_told_of_it() -> None:
    (gathered,) = of_type(told(SHIPS, "S1")[1], Gathered)
    assert (gathered.kind, gathered.count) == ("energy", 3)
    (built,) = of_type(told(TRAVELLER, "S1; travel 1; build 1")[1], Built)
    assert built.warehouses == 2


def test_what_is_taken_is_gone() -> None:
    assert play(TRAVELLER, "S1; travel 1; ship 3").islands[0].ships == (1, 1, 1)
    piles = play(BUYER, "S1; buy T 1 energy 2 obsidian").market
    assert {pile.disc: pile.left for pile in piles if pile.left != 4} == {"T": 3}


@pytest.mark.parametrize(("spaces", "cost"), [(range(1, 6), 1), (range(6, 12), 2), (range(12, 17), 3)])
def test_5_3_the_price_goes_up_along_the_track(spaces: range, cost: int) -> None:
    assert {politics_cost(space) for space in spaces} == {cost}


def test_edge_18_without_politicians_there_is_no_politics() -> None:
    none = here(knowledge=1, chambers={"REF": "0/0", **ALL_BUT_REF})
    assert not of_type(list(GAME.legal(none, none.active)), Politics)


@pytest.mark.parametrize(("built", "gain"), list(enumerate([1, 1, 2, 2, 3, 3, 4, 4])))
def test_5_4_knowledge_by_factories(built: int, gain: int) -> None:
    islands = [
        {"number": number, "spots": [0 if 4 * place + spot < built else None for spot in range(4)]}
        for place, number in enumerate((1, 2))
    ]
    state, events = told(here(islands=islands), "end")
    assert state.players[0].knowledge == gain
    assert [event.knowledge for event in of_type(events, Administered)] == [gain]


def test_what_goes_by_itself() -> None:
    """The last free slot is filled (5.4), a tool with nothing to do is given up."""
    assert GAME.forced(play(here(wheel=FULL), "S1; buy O; end")) == (0, Fit("O", "L6"))
    assert GAME.forced(play(here(wheel="1T+ - 1M+ 3C+ - 2J+ 4O+ 6E+"), "S1")) == (0, move("enough"))


def test_6_1_the_next_island_is_turned_up_by_going_there() -> None:
    state = play(EXPLORER, "S1")
    assert list(GAME.legal(state, state.active)) == [move("travel next"), move("enough")]
    step = GAME.apply(state, state.active, move("travel next"), CHANCE)
    assert step.irrevocable
    assert [event.island for event in of_type(list(step.events), Revealed)] == [7]


# What the box holds


def test_6_3_all_islands_together_show_the_whole_supply() -> None:
    shown: dict[str, int] = {}
    for number in ISLANDS:
        for count, good in BOX.islands[number].spots:
            shown[good] = shown.get(good, 0) + count
    assert shown == {"sail": 12, "compass": 12, "propeller": 12, "piston": 9, "lamp": 9}


def test_8_1_costs_by_path_and_level() -> None:
    cost = FIRST.path_cost
    assert cost["REF"].n == cost["COL"].n == tuple(range(1, 10))
    assert cost["EXP"].n == cost["RES"].n == (1, 1, 2, 2, 3, 3, 4, 4, 5)
    assert sum(cost["REF"].n[:6]) == 21


def test_9_recipes() -> None:
    assert {good: dict(recipe.items()) for good, recipe in FIRST.recipes.items()} == {
        "sail": {"energy": 1, "mycelium": 1},
        "compass": {"mycelium": 1, "obsidian": 1},
        "propeller": {"energy": 1, "obsidian": 1},
        "lamp": {"energy": 2, "mycelium": 1},
        "piston": {"obsidian": 2, "mycelium": 1},
    }


# What is refused, paragraph by paragraph


CITY = here(wheel="1C - 1T 3J - 1E 4O 5M")
JOINED = here(wheel="1E - 1M - 1O 2T")
TWELVE = here(wheel="1C+ 2O - 1J 2E 3T 4E - 1E 2M 3M 4O 6E")
SEVEN = [{"number": 1, "spots": [0] * 4}, {"number": 2, "spots": [0, 0, 0, None]}, 3]
OPEN = here(wheel=JOURNEY, islands=[1, 2, 3, 4, 5])
UPGRADER = here(wheel="1T+ - 1M 3C - 2J")
NONE = here(knowledge=1, chambers={"REF": "0/0", **ALL_BUT_REF})
REFUSED: list[tuple[str, NoriaState, str, str, str]] = [
    ("2.1", here(wheel=BASIC), "", "L1", "slot_empty"),
    ("2.1", here(wheel=BASIC), "", "M3", "slot_inactive"),
    ("2.1", here(), "", "X1", "no_such_slot"),
    ("3.1: once a turn", here(wheel=BETTER), "S1 twice", "M1 twice", "double_used"),
    ("3.1", here(wheel="1E+ - 1M 3J - 4O 5T 6C"), "", "M1 twice", "double_normal"),
    ("3.2: its upgraded side", here(wheel=BOTH), "S1 for M1 M1", "M1 twice", "double_used"),
    ("edge 37", here(wheel=LATE), "S1", "L1", "not_joined"),
    ("edge 36: named", here(wheel="1B - 1T 3J - 1E 4O 5M 6C"), "S1 for M1", "end", "chain_open"),
    ("edge 2: the link", here(wheel=LINK), "S1; L1", "end", "chain_open"),
    ("3.2", BONUS, "", "S1 for M1 L1", "double_normal"),
    ("3.2", BONUS, "", "S1 twice", "double_bonus"),
    ("3.2", BONUS, "", "S1 for M1 M1 M1", "targets_many"),
    ("3.2", BONUSES, "", "S1 for M2", "target_wrong"),
    ("3.2", BONUSES, "", "S1 for S1", "target_wrong"),
    ("3.2", BONUSES, "", "S1 for L2", "target_wrong"),
    ("3.2", BONUSES, "", "S1 for L5", "target_unreachable"),
    ("3.2", BONUSES, "", "M1 for L1", "targets_without_bonus"),
    ("3.2", here(wheel="1B+ - 1M 2J - 1E"), "", "S1 for L1 M1", "slot_order"),
    ("3.2: before all others", here(wheel=LATE), "S1", "M1", "bonus_first"),
    ("3: one after the other", CITY, "S1", "M1", "disc_running"),
    ("3", CITY, "S1", "end", "disc_running"),
    ("3", CITY, "S1", "travel 2", "wrong_disc"),
    ("edge 1", here(wheel="1E - 3T 4J - 1M 4O 5C"), "S1", "L1", "not_joined"),
    ("2.4", JOINED, "M1; L1", "L2", "ring_used"),
    ("2.4", JOINED, "M1", "M1", "already_activated"),
    ("edge 9", WISE, "", "swap S2 M2", "modify_empty"),
    ("edge 9", WISE, "", "swap S1 S1", "modify_same"),
    ("edge 9", WISE, "", "swap M1 S1", "slot_order"),
    ("edge 9", WISE, "", "swap S1 M5", "no_such_slot"),
    ("5.1", here(), "", "shift M", "knowledge_short"),
    ("5.1", here(knowledge=1), "", "swap S1 S2", "knowledge_short"),
    ("5.1: comes first", here(knowledge=9), "L2", "shift M", "influence_late"),
    ("5.3: another chamber", here(knowledge=2), "", "politics REF REF", "chamber_same"),
    ("5.3: a duty", here(knowledge=2), "", "politics REF", "remove_needed"),
    ("5.3", here(), "", "politics REF COL", "knowledge_short"),
    ("5.3", here(wheel=LINK, knowledge=3), "S1; L1", "politics REF COL", "chain_open"),
    ("edge 17", LAST_ONE, "", "politics REF COL", "chamber_empty"),
    ("edge 18", NONE, "", "politics REF", "chamber_empty"),
    ("5.4", here(), "S1; buy E", "fit E L4", "nothing_to_fit"),
    ("5.4: the rings have turned already", here(), "S1; buy E; end", "fit E M2", "slot_taken"),
    ("5.4", here(), "S1; buy E; end", "fit M M1", "not_in_centre"),
    ("5.4", here(), "S1; buy E; end", "end", "fit_first"),
    ("6.1: one journey", TRAVELLER, "S1; travel 1", "travel 2", "already_travelled"),
    ("6.1: the movement restriction", VISITOR, "S1", "travel 1", "same_island"),
    ("6.1: nor where another one is", VISITOR, "S1", "travel 2", "island_occupied"),
    ("6.1", VISITOR, "S1", "ship 1", "travel_first"),
    ("6.1: what is gone", GUEST, "S1; travel 2", "ship 1", "no_ship"),
    ("6.1: what is gone", GUEST, "S1; travel 2", "build 1", "spot_taken"),
    ("6.1", GUEST, "S1; travel 2", "ship 4", "no_such_ship"),
    ("6.1", GUEST, "S1; travel 2", "build 5", "no_such_spot"),
    ("edge 11", OPEN, "S1", "travel next", "no_hidden_island"),
    ("edge 11", OPEN, "S1", "travel 9", "no_such_island"),
    ("6.1: seven", here(wheel=JOURNEY, islands=SEVEN), "S1; travel 2", "build 4", "no_factories"),
    ("7", BUYER, "S1", "buy T 2 energy", "price_wrong"),
    ("7", BUYER, "S1", "buy T 2 energy 1 sail", "resources_only"),
    ("7", BUYER, "S1", "buy T 3 mycelium", "stock_short"),
    ("7", EMPTY_PILE, "S1", "buy E", "pile_empty"),
    ("7", EMPTY_PILE, "S1", "buy B", "price_wrong"),
    ("edge 7", TWELVE, "S1 twice; buy O", "buy M", "wheel_full"),
    ("8 and w5", CLIMBER, "S1", "invest COL 3 energy 3 mycelium", "path_same"),
    ("8", CLIMBER, "S1", "invest COL 4 energy", "path_units"),
    ("8", CLIMBER, "S1", "invest COL 5 energy 1 sail", "path_kinds"),
    ("edge 14", here(levels=[9, 0, 0, 0], stock=RICH), "S1", "invest REF", "top_level"),
    ("edge 16", CAVE, "S1", "invest EXP 1 sail", "path_units"),
    ("edge 34", BESIDE_BOT, "S1", "invest REF 3 obsidian", "path_units"),
    ("9", MAKER, "S1; produce sail", "upgrade S1", "producing"),
    ("9", here(wheel=TOOL, empty="2 sail", stock="4 energy"), "S1", "produce sail", "stock_short"),
    ("9", here(wheel=TOOL, empty="2 sail"), "S1", "produce lamp", "no_warehouse"),
    ("9", UPGRADER, "S1", "upgrade S1", "upgraded_already"),
    ("9", UPGRADER, "S1", "upgrade S2", "slot_empty"),
    ("edge 5", here(wheel=TOOL), "S1; upgrade S1", "S1 twice", "already_activated"),
]


@pytest.mark.parametrize(("paragraph", "state", "before", "made", "code"), REFUSED)
def test_what_is_refused(paragraph: str, state: NoriaState, before: str, made: str, code: str) -> None:
    assert refused(play(state, before), made) == code


def test_whoever_is_not_asked_is_refused() -> None:
    assert refused(here(), "end", B) == "not_asked"
