"""Section 11: the solo mode, its setup, every letter with both sides, ties, cancellation."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal
from bot.games.noria import moves
from bot.games.noria.box import BOX, LETTERS
from bot.games.noria.facts import coming
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.notation import PRICED, read_slots, write_wheel
from bot.games.noria.rival import to_strengthen
from bot.games.noria.state import Bot, NoriaState
from bot.games.noria.wheel import SLOTS, Disc, Wheel, at, discs_on
from tests.games.noria.positions import CHANCE, bot_turns, of_type, play, refused, solo, table, told

LINES = "J1, C2, T3, B4\n7, 4(x), 2, 8, 9\n1A - 1E 2B - 3C 4F 5D - REF\n1J - 1T 3O - 1C 3M 4E - COL"
CIRCLE = [7, 4, 2, 8, 9]
FAR = "1D - 2E 3F - 2A 3B 4C"
"""Nothing of it comes in next."""

ROUNDS = {
    "1": "-|AD|BF|ACE|-|A|B|ADE|F|AC|B|AE|D|ABCEF+CE|-|AB+B",
    "2": "C|-|CEF|BD|C|A|CE|B|CF|D|CE|AB|C|EF|BCD|-",
    "3": "D|AE|F|BE|-|ACE|DF|E|-|ABE|F|CE|D|AEF+F|B|E",
}
"""The table of 11.8."""


def letter(which: str, slot: str, *, upgraded: bool = False) -> str:
    """A bot wheel in which this letter alone comes into the slot 1 of a ring with the next turn."""
    rest = iter([other for other in LETTERS if other != which])
    last = {"S": 2, "M": 4, "L": 6}
    spare = {"S": [1], "M": [1, 2, 3], "L": [1, 2, 3, 4, 5]}
    sizes = {"S": 1, "M": 2, "L": 3}
    parts: list[str] = []
    for ring in "SML":
        discs = [f"{last[ring]}{which}{'+' * upgraded}"] if slot[0] == ring else []
        discs += [f"{number}{next(rest)}" for number in spare[ring][: sizes[ring] - len(discs)]]
        parts.append(" ".join(discs))
    return " - ".join(parts)


def bot_of(state: NoriaState) -> Bot:
    """The bot of a table of the solo mode."""
    assert state.bot is not None
    return state.bot


def one_turn(
    which: str,
    slot: str,
    *,
    upgraded: bool = False,
    bot: dict[str, Any] | None = None,
    islands: Any = CIRCLE,
    **more: Any,
) -> tuple[NoriaState, list[Event]]:
    """The bot's turn in which this letter alone is used."""
    wheel = letter(which, slot, upgraded=upgraded)
    return told(solo({"wheel": wheel, **(bot or {})}, islands=islands, **more), moves.EndTurn())


# 11.1: setup


def test_11_1_the_table_of_the_solo_mode() -> None:
    state = GAME.setup(NoriaOptions(), 1, CHANCE)
    assert state.phase == "wheel"
    assert state.rounds == 16
    assert all(pile.left == 4 for pile in state.market)
    assert sorted(pile.price for pile in state.market) == [0, 0, 0, 1, 2, 3, 4]
    assert len(state.islands) == 5
    assert state.face_down == 0
    assert all(sorted(island.ships) == [1, 1, 2] for island in state.islands)
    assert bot_of(state).wheel == read_slots(BOX.bots["1"])[0]
    assert sorted(bot_of(state).levels) == [0, 0, 0, 1]
    assert bot_of(state).factories_left == 7
    assert bot_of(state).ambassador in [island.number for island in state.islands]
    player = state.players[0]
    assert (player.stock.total, player.knowledge, player.ships.total) == (0, 0, 3)


@pytest.mark.parametrize(("name", "number"), [("bot_1", "1"), ("bot_2", "2"), ("bot_3", "3")])
def test_11_1_the_builds_are_options(name: Any, number: str) -> None:
    state = GAME.setup(NoriaOptions(bot=name), 1, CHANCE)
    assert bot_of(state).wheel == read_slots(BOX.bots[number])[0]


def test_11_1_random_letters_lie_one_two_three_on_the_rings() -> None:
    wheels = set[Wheel]()
    for number in range(20):
        state = GAME.setup(NoriaOptions(bot="random"), 1, Chance(bytes([number]) * 32))
        slots = [slot[0] for slot, _ in discs_on(bot_of(state).wheel)]
        assert "".join(slots) == "SMMLLL"
        assert sorted(disc.kind for _, disc in discs_on(bot_of(state).wheel)) == list(LETTERS)
        wheels.add(bot_of(state).wheel)
    assert len(wheels) > 15


def test_11_7_a_whole_start_position_leads_to_the_first_round() -> None:
    state = GAME.setup(NoriaOptions(start=LINES), 1, CHANCE)
    assert (state.phase, state.round) == ("influence", 1)
    assert [island.number for island in state.islands] == CIRCLE
    assert (bot_of(state).ambassador, bot_of(state).levels) == (4, (1, 0, 0, 0))
    assert state.players[0].levels == (0, 1, 0, 0)
    assert write_wheel(state.players[0].wheel) == "1J - 1T 3O - 1C 3M 4E"
    assert {pile.disc: pile.price for pile in state.market if pile.price} == {"J": 1, "C": 2, "T": 3, "B": 4}
    assert state.setup == LINES


def test_11_7_the_start_of_any_game_can_be_copied_and_played_again() -> None:
    state = GAME.setup(NoriaOptions(bot="random"), 1, CHANCE)
    slots = ["S2", "M1", "M4", "L1", "L2", "L6"]
    for disc, slot in zip(BOX.starting_discs, slots, strict=True):
        state = play(state, moves.Place(disc, slot))
    state = play(state, moves.Enter("EXP"))
    again = GAME.setup(NoriaOptions(start=state.setup), 1, Chance(bytes(32)))
    for name in ("bot", "players", "islands", "market", "chambers", "setup", "round", "phase"):
        assert getattr(again, name) == getattr(state, name), name


def test_11_7_what_is_not_in_the_lines_is_chosen() -> None:
    lines = LINES.splitlines()
    without_path = "\n".join([*lines[:3], lines[3].removesuffix(" - COL")])
    assert GAME.setup(NoriaOptions(start=without_path), 1, CHANCE).phase == "path"
    without_wheel = GAME.setup(NoriaOptions(start="\n".join(lines[:3])), 1, CHANCE)
    assert without_wheel.phase == "wheel"
    assert refused(without_wheel, moves.EndTurn()) == "setup_first"


def test_11_7_a_start_position_is_for_one_player() -> None:
    with pytest.raises(Refusal, match="too_many_seats"):
        GAME.setup(NoriaOptions(start=LINES), 2, CHANCE)
    with pytest.raises(Refusal, match="notation_slot"):
        GAME.setup(NoriaOptions(start=LINES.replace("5D", "7D")), 1, CHANCE)


def test_11_1_all_that_is_not_named_is_drawn() -> None:
    states = [GAME.setup(NoriaOptions(), 1, Chance(bytes([number]) * 32)) for number in range(30)]
    bots = [state.bot for state in states if state.bot]
    assert {bot.levels.index(1) for bot in bots} == {0, 1, 2, 3}
    assert len({tuple(island.number for island in state.islands) for state in states}) > 25
    assert len({tuple(pile.disc for pile in state.market) for state in states}) > 10
    assert {pile.disc for pile in states[0].market[3:]} == {*PRICED}


# 11.3 and 11.8: which letters act


def used(events: list[Event]) -> tuple[str, str]:
    """Letters that came in, and those of them by the energy increase."""
    rotations = of_type(events, moves.BotRotated)
    extra = "".join(letter for event in rotations if event.extra for letter in event.entered)
    letters = sorted(letter for event in rotations for letter in event.entered)
    return "".join(letters), extra


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_11_8_the_letters_of_every_round(number: str) -> None:
    """Nothing is strengthened on this table, so the wheel alone decides."""
    state = solo({"wheel": BOX.bots[number]}, islands=CIRCLE)
    shown: list[str] = []
    for _ in range(16):
        forecast = coming(state)
        state, rounds = bot_turns(state)
        letters, extra = used(rounds[0])
        assert "".join(one.disc.kind for one in forecast) == letters
        assert "".join(one.disc.kind for one in forecast if one.extra) == extra
        shown.append((letters or "-") + (f"+{extra}" if extra else ""))
    assert "|".join(shown) == ROUNDS[number]
    assert state.phase == "over"


def test_11_3_w8_the_first_turns_of_bot_1() -> None:
    state = solo(islands=CIRCLE)
    state, (first, second) = bot_turns(state, 2)
    assert of_type(first, moves.BotRotated)[0].entered == ()
    assert len(first) == 3, "administration, the turn of the wheel, the next turn: no action"
    assert of_type(second, moves.BotRotated)[0].entered == ("A", "D")
    assert [type(event) for event in second[2:4]] == [moves.BotShip, moves.BotInvested]
    assert of_type(second, moves.BotInvested)[0].path == "RES", (
        "all chambers are equal: the right-most (edge 29)"
    )
    assert bot_of(state).levels == (1, 0, 0, 1)


# 11.4 A: ship


def test_a_w10_the_fewest_ships_and_of_equal_ones_the_right_one() -> None:
    """Also edge 21."""
    state, events = one_turn(
        "A", "S1", bot={"ambassador": 9}, round=6, islands=[{"number": 7, "ships": [1, 2, 1]}, 4, 2, 8, 9]
    )
    (ship,) = of_type(events, moves.BotShip)
    assert (ship.island, ship.space, ship.kind) == (7, 3, "obsidian")
    assert state.islands[0].ships == (1, 2, 0)
    assert bot_of(state).ambassador == 7


def test_a_edge_22_types_without_ships_are_not_counted() -> None:
    state, events = one_turn(
        "A", "S1", bot={"ambassador": 9}, islands=[{"number": 7, "ships": [0, 2, 0]}, 4, 2, 8, 9]
    )
    assert of_type(events, moves.BotShip)[0].space == 2
    assert state.islands[0].ships == (0, 1, 0)


@pytest.mark.parametrize(("upgraded", "times"), [(False, 1), (True, 2)])
def test_a_w10_cancelled_on_the_small_ring_is_an_investment(upgraded: bool, times: int) -> None:
    bare = [{"number": number, "ships": [0, 0, 0]} for number in CIRCLE]
    state, events = one_turn("A", "S1", upgraded=upgraded, bot={"ambassador": 9}, islands=bare)
    assert [event.kind for event in of_type(events, moves.BotShip)] == [None] * times
    assert [(event.letter, event.instead) for event in of_type(events, moves.BotInvested)] == [
        ("A", True)
    ] * times
    assert bot_of(state).ambassador == CIRCLE[times - 1], "the move stands"
    assert bot_of(state).levels == (1, 0, 0, times)


@pytest.mark.parametrize("slot", ["M1", "L1"])
def test_a_edge_23_cancelled_on_another_ring_is_lost(slot: str) -> None:
    bare = [{"number": number, "ships": [0, 0, 0]} for number in CIRCLE]
    state, events = one_turn("A", slot, bot={"ambassador": 9}, islands=bare)
    assert not of_type(events, moves.BotInvested)
    assert (bot_of(state).ambassador, bot_of(state).levels) == (7, (1, 0, 0, 0))


def test_a_edge_24_upgraded_it_goes_two_islands_until_round_10() -> None:
    state, events = one_turn("A", "S1", upgraded=True, bot={"ambassador": 9}, round=10)
    assert [(event.island, event.use) for event in of_type(events, moves.BotShip)] == [(7, 1), (4, 2)]
    assert sum(sum(island.ships) for island in state.islands) == 5 * 4 - 2


@pytest.mark.parametrize("upgraded", [False, True])
def test_a_edge_25_from_round_11_one_slot_more_even_if_upgraded(upgraded: bool) -> None:
    state, events = one_turn("A", "S1", upgraded=upgraded, bot={"ambassador": 9}, round=11)
    assert not of_type(events, moves.BotShip)
    assert [event.extra for event in of_type(events, moves.BotRotated)] == [False, True]
    assert bot_of(state).ambassador == 9


def test_a_edge_26_and_what_enters_by_it_is_used() -> None:
    """A itself moves on to slot 2; a letter two slots before the half comes in."""
    wheel = "1B - 1E 4A - 2C 3F 5D"
    state = solo({"wheel": wheel}, islands=CIRCLE, round=11)
    state, (events,) = bot_turns(state)
    assert [event.entered for event in of_type(events, moves.BotRotated)] == [("A",), ("D",)]
    assert [event.letter for event in of_type(events, moves.BotInvested)] == ["D"]
    assert write_wheel(bot_of(state).wheel) == "2B - 2A 3E - 1D 4C 5F"


def test_f_edge_27_after_the_energy_increase_it_looks_at_the_new_slots() -> None:
    """Before it D on L5 is next; after it D has come in, and E on M4 is."""
    wheel = "1B - 2E 4A - 1C 4D 6F"
    state = solo({"wheel": wheel}, islands=CIRCLE, round=11)
    state, (events,) = bot_turns(state)
    (strengthened,) = of_type(events, moves.BotStrengthened)
    assert (strengthened.target, strengthened.target_slot) == ("B", "S2")
    assert at(bot_of(state).wheel, "S2") == Disc("B", upgraded=True)


# 11.4 B: factory


def test_b_a_spot_for_two_before_any_other_and_the_right_one() -> None:
    """Island 7: lamp 1, compass 2, piston 1, sail 2."""
    taken: list[int | None] = []
    spots: list[Any] = [None] * 4
    for _ in range(4):
        state, events = one_turn(
            "B", "L1", bot={"ambassador": 9}, islands=[{"number": 7, "spots": spots}, *CIRCLE[1:]]
        )
        taken.append(of_type(events, moves.BotFactory)[0].spot)
        spots = list(state.islands[0].spots)
        assert bot_of(state).factories_left == 7 - len(taken)
    assert taken == [4, 2, 3, 1]


def test_b_without_a_free_spot_it_is_cancelled() -> None:
    full = [{"number": 7, "spots": [0] * 4}, *CIRCLE[1:]]
    state, events = one_turn("B", "M1", bot={"ambassador": 9}, islands=full)
    assert of_type(events, moves.BotFactory)[0].spot is None
    assert (bot_of(state).ambassador, bot_of(state).levels) == (7, (1, 0, 0, 0))
    _, events = one_turn("B", "S1", bot={"ambassador": 9}, islands=full)
    assert [event.path for event in of_type(events, moves.BotInvested)] == ["RES"]


def test_b_without_a_factory_left_it_is_cancelled() -> None:
    own = [{"number": 4, "spots": ["bot"] * 4}, {"number": 2, "spots": ["bot"] * 3 + [None]}, 7, 8, 9]
    _, events = one_turn("B", "L1", bot={"ambassador": 9}, islands=own)
    assert of_type(events, moves.BotFactory)[0].spot is None


def test_b_upgraded_it_builds_on_two_islands() -> None:
    _, events = one_turn("B", "L1", upgraded=True, bot={"ambassador": 9})
    assert [event.island for event in of_type(events, moves.BotFactory)] == [7, 4]


def test_edge_33_the_bot_may_join_the_players_ambassador() -> None:
    state, _ = one_turn("B", "L1", bot={"ambassador": 9}, player={"ambassador": 7})
    assert bot_of(state).ambassador == state.players[0].ambassador == 7


# 11.4 C: intrigue


def test_c_the_highest_path_of_each_side_ties_to_the_right() -> None:
    state, events = one_turn(
        "C", "L1", bot={"levels": {"REF": 2, "EXP": 2}}, player={"levels": {"REF": 3, "COL": 3}}
    )
    (event,) = of_type(events, moves.BotIntrigue)
    assert (event.down, event.down_path, event.remove, event.remove_path) == ("EXP", "EXP", "COL", "COL")
    assert (state.chambers[2].upper, state.chambers[2].lower) == (3, 1)
    assert state.chambers[1].removed == 1


def test_c_both_effects_may_hit_the_same_chamber() -> None:
    state, _ = one_turn("C", "L1", bot={"levels": {"REF": 1}}, player={"levels": {"REF": 1}})
    assert (state.chambers[0].upper, state.chambers[0].lower, state.chambers[0].removed) == (2, 1, 1)


def test_c_the_next_path_is_tried_and_only_then_the_fallback() -> None:
    chambers = {"REF": "0/2", "COL": "0/2"}
    sides = {"bot": {"levels": {"REF": 4, "RES": 1}}, "player": {"levels": {"COL": 2, "EXP": 1}}}
    _, events = one_turn("C", "L1", chambers=chambers, **sides)
    (event,) = of_type(events, moves.BotIntrigue)
    assert (event.down, event.remove) == ("RES", "EXP")
    only = {"bot": {"levels": {"REF": 4}}, "player": {"levels": {"COL": 2}}}
    _, events = one_turn("C", "L1", chambers=chambers, **only)
    (event,) = of_type(events, moves.BotIntrigue)
    assert (event.down, event.down_path, event.remove, event.remove_path) == ("SPEC", None, "DIV", None)


def test_c_edge_30_what_effect_1_used_up_is_not_there_for_effect_2() -> None:
    _, events = one_turn(
        "C", "L1", chambers={"REF": "1/0"}, bot={"levels": {"REF": 1}}, player={"levels": {"REF": 1}}
    )
    (event,) = of_type(events, moves.BotIntrigue)
    assert (event.down, event.remove) == ("REF", "DIV")


def test_c_is_cancelled_only_if_both_effects_are_lost() -> None:
    sides: dict[str, Any] = {"bot": {"levels": {"REF": 1}}, "player": {"levels": {"REF": 1}}}
    _, events = one_turn("C", "S1", chambers={"REF": "0/0", "SPEC": "0/0"}, **sides)
    (event,) = of_type(events, moves.BotIntrigue)
    assert (event.down, event.remove) == (None, "DIV")
    assert not of_type(events, moves.BotInvested)
    _, events = one_turn("C", "S1", chambers={"REF": "0/0", "SPEC": "0/0", "DIV": "0/0"}, **sides)
    assert [event.instead for event in of_type(events, moves.BotInvested)] == [True]


def test_c_edge_38_upgraded_both_effects_come_twice_in_turn() -> None:
    _, events = one_turn(
        "C",
        "L1",
        upgraded=True,
        chambers={"REF": "3/0"},
        bot={"levels": {"REF": 1}},
        player={"levels": {"REF": 1}},
    )
    assert [(event.down, event.remove) for event in of_type(events, moves.BotIntrigue)] == [
        ("REF", "REF"),
        ("REF", "DIV"),
    ]


# 11.4 D and E: investment, follow


def test_d_the_path_worth_most_a_level() -> None:
    state, events = one_turn("D", "L1", chambers={"REF": "0/4", "EXP": "0/2", "DIV": "0/4"})
    assert of_type(events, moves.BotInvested)[0].path == "REF", "8 a level against 6; DIV does not count"
    assert bot_of(state).levels == (2, 0, 0, 0)


def test_d_ties_go_to_the_right_and_level_9_is_left_out() -> None:
    _, events = one_turn("D", "L1", chambers={"REF": "0/3", "EXP": "0/2"})
    assert of_type(events, moves.BotInvested)[0].path == "EXP"
    state, events = one_turn("D", "L1", chambers={"EXP": "0/2"}, bot={"levels": {"EXP": 9}})
    assert of_type(events, moves.BotInvested)[0].path == "RES"
    assert bot_of(state).levels == (0, 0, 9, 1)


@pytest.mark.parametrize(("slot", "count"), [("S1", 2), ("L1", 1)])
def test_d_with_all_paths_at_9_nothing_happens(slot: str, count: int) -> None:
    """On the small ring the investment instead does nothing either."""
    state, events = one_turn("D", slot, bot={"levels": [9, 9, 9, 9]})
    assert [event.path for event in of_type(events, moves.BotInvested)] == [None] * count
    assert bot_of(state).levels == (9, 9, 9, 9)


def test_e_the_players_highest_path_ties_to_the_right() -> None:
    _, events = one_turn("E", "L1", player={"levels": {"REF": 4, "EXP": 4, "COL": 1}})
    assert [(event.letter, event.path, event.level) for event in of_type(events, moves.BotInvested)] == [
        ("E", "EXP", 1)
    ]


def test_e_edge_28_at_level_9_the_next_best_path() -> None:
    player = {"levels": {"REF": 4, "EXP": 5}}
    _, events = one_turn("E", "L1", player=player, bot={"levels": {"EXP": 9}})
    assert of_type(events, moves.BotInvested)[0].path == "REF"
    _, events = one_turn("E", "L1", player=player, bot={"levels": {"EXP": 9, "REF": 9}})
    assert [event.path for event in of_type(events, moves.BotInvested)] == [None]
    state, events = one_turn("E", "S1", player=player, bot={"levels": {"EXP": 9, "REF": 9}})
    assert [(event.path, event.instead) for event in of_type(events, moves.BotInvested)] == [
        (None, False),
        ("RES", True),
    ]
    assert bot_of(state).levels == (9, 0, 9, 1)


def test_e_upgraded_it_follows_twice() -> None:
    state, _ = one_turn("E", "L1", upgraded=True, player={"levels": {"COL": 2}})
    assert bot_of(state).levels == (1, 2, 0, 0)


# 11.4 F: strengthen


@pytest.mark.parametrize(
    ("wheel", "slot"),
    [
        ("2A - 4B 1C - 6D 1E 2F", "S2"),
        ("2A+ - 4B 1C - 6D 1E 2F", "M4"),
        ("2A+ - 4B+ 1C - 6D 1E 2F", "L6"),
        ("1A - 3B 1C - 1D 2E 5F", "S1"),
        ("1A+ - 3B 1C - 1D 2E 5F", "M3"),
        ("1A+ - 3B+ 1C - 1D 2E 5F", "L5"),
        ("1A+ - 1B 2C - 4D 2E 1F", "M2"),
        ("1A+ - 1B 2C+ - 4D 2E 1F", "L4"),
        ("1A+ - 1B+ 2C+ - 4D+ 2E+ 1F", "L1"),
        ("1A+ - 1B+ 2C+ - 4D+ 2E+ 1F+", None),
    ],
)
def test_f_the_normal_letter_that_enters_soonest_higher_tiers_first(wheel: str, slot: str | None) -> None:
    letters = [f"{one.kind}{'+' * one.upgraded}" if one else "" for one in read_slots(wheel)[0]]
    place = to_strengthen(letters)
    assert (None if place is None else SLOTS[place]) == slot


def test_f_upgraded_strengthens_two_letters_one_after_the_other() -> None:
    wheel = "1B - 1C 2D - 1A 2E 6F+"
    _, events = told(solo({"wheel": wheel}, islands=CIRCLE), moves.EndTurn())
    assert [event.target_slot for event in of_type(events, moves.BotStrengthened)] == ["S2", "M3"]


@pytest.mark.parametrize(("slot", "instead"), [("S1", 1), ("L1", 0)])
def test_f_edge_31_with_one_normal_letter_left_the_second_use_is_cancelled(slot: str, instead: int) -> None:
    wheel = "2F+ - 1A+ 2B+ - 1C+ 2D+ 3E" if slot == "S1" else "1A+ - 1B+ 2C+ - 6F+ 2D+ 3E"
    _, events = told(solo({"wheel": wheel}, islands=CIRCLE), moves.EndTurn())
    assert [event.target for event in of_type(events, moves.BotStrengthened)] == ["E", None]
    assert len(of_type(events, moves.BotInvested)) == instead


def test_f_edge_39_itself_alone_normal_it_is_not_used_again() -> None:
    wheel = "1A+ - 1B+ 2C+ - 6F 2D+ 3E+"
    state, events = told(solo({"wheel": wheel}, islands=CIRCLE), moves.EndTurn())
    assert [event.target for event in of_type(events, moves.BotStrengthened)] == ["F"]
    assert at(bot_of(state).wheel, "L1") == Disc("F", upgraded=True)


def test_edge_32_a_letter_used_before_in_the_same_turn_can_be_strengthened_for_later() -> None:
    wheel = "2D - 1A+ 2B+ - 6F 2C+ 3E+"
    _, events = told(solo({"wheel": wheel}, islands=CIRCLE), moves.EndTurn())
    assert len(of_type(events, moves.BotInvested)) == 1, "D was normal when it began"
    assert [event.target for event in of_type(events, moves.BotStrengthened)] == ["D"]


def test_11_3_the_bot_takes_nothing_else() -> None:
    """No politics, no market: what it does not use stays as it was."""
    before = solo(islands=CIRCLE)
    after, _ = bot_turns(before)
    assert (after.market, after.chambers, after.islands) == (before.market, before.chambers, before.islands)


# 11.9: scoring


@pytest.mark.parametrize(("mine", "won"), [(1, False), (2, True), (0, False)])
def test_11_9_w15_a_tie_is_lost(mine: int, won: bool) -> None:
    """8 points for each level on both sides: the bot stands at 1."""
    chambers = {"REF": "0/4"}
    state = solo({"wheel": FAR}, {"levels": {"REF": mine}}, islands=CIRCLE, round=16, chambers=chambers)
    state = play(state, moves.EndTurn())
    view, outcome = GAME.view(state, None), GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, view.bot_score) == ((8 * mine,), 8)
    assert outcome.places == ((1,) if won else (2,))


def test_11_9_equal_scores_of_104_lose() -> None:
    levels = {"REF": 9, "COL": 4}
    state = solo(
        {"wheel": FAR, "levels": levels},
        {"levels": levels},
        islands=CIRCLE,
        round=16,
        chambers={"REF": "0/4", "COL": "0/4"},
    )
    outcome = GAME.outcome(play(state, moves.EndTurn()))
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((104,), (2,))


def test_edge_40_the_player_is_not_bound_to_the_circle() -> None:
    state = solo({"ambassador": 4}, {"wheel": "1J - 1T 3C - 1M 4O 5E", "ambassador": 7}, islands=CIRCLE)
    state = play(state, moves.Activate("S1"))
    assert refused(state, moves.Travel(4)) == "island_occupied"
    assert refused(state, moves.Travel(None)) == "no_hidden_island"
    found = [move.island for move in GAME.legal(state, state.active) if isinstance(move, moves.Travel)]
    assert found == [2, 8, 9]


def test_without_a_bot_there_is_no_forecast_of_it() -> None:
    assert coming(table()) == []
