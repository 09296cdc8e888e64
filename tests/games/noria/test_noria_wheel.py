"""Sections 2 and 11.7: slots, turning, which discs may be activated together, the notation."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.games.contract import Refusal
from bot.games.noria import notation
from bot.games.noria.box import BOX, ISLANDS, LETTERS, PATHS
from bot.games.noria.legal import goals
from bot.games.noria.moves import Activate
from bot.games.noria.state import Turn
from bot.games.noria.wheel import (
    ACTIVE,
    EMPTY,
    SLOTS,
    Disc,
    Wheel,
    at,
    chains,
    discs_on,
    entered,
    put,
    steps_to_enter,
    turned,
)
from tests.games.noria.positions import refused, table


def wheel(text: str) -> Wheel:
    return notation.read_slots(text)[0]


def kinds(text: str, *sets: str) -> set[frozenset[str]]:
    """Sets of slots by the discs in them."""
    slots = {disc.kind: slot for slot, disc in discs_on(wheel(text))}
    return {frozenset(slots[kind] for kind in discs) for discs in sets}


def test_2_1_half_of_each_ring_is_active() -> None:
    assert [slot for slot in SLOTS if slot in ACTIVE] == ["S1", "M1", "M2", "L1", "L2", "L3"]


def test_2_2_one_step_moves_a_disc_to_the_next_slot_and_the_last_one_to_slot_1() -> None:
    assert turned(wheel("1C - 1J 3T - 2M 4O 6E")) == wheel("2C - 2J 4T - 1E 3M 5O")
    assert turned(wheel("2C - 4J - 6M")) == wheel("1C - 1J - 1M")


def test_2_2_a_ring_alone_turns_without_the_others() -> None:
    assert turned(wheel("1C - 4J - 6M"), ("M",)) == wheel("1C - 1J - 6M")


def test_2_2_at_most_one_disc_a_ring_enters_the_active_half() -> None:
    full = wheel("1A 2A - 1A 2A 3A 4B - 1A 2A 3A 4A 5A 6C")
    assert [(slot, disc.kind) for slot, disc in entered(turned(full))] == [
        ("S1", "A"),
        ("M1", "B"),
        ("L1", "C"),
    ]


@given(st.sampled_from(SLOTS))
def test_2_2_a_disc_enters_after_as_many_steps_as_are_foretold(slot: str) -> None:
    state, steps = put(EMPTY, slot, Disc("E")), steps_to_enter(slot)
    for _ in range(steps - 1):
        state = turned(state)
        assert not entered(state)
    assert entered(turned(state)) == [(f"{slot[0]}1", Disc("E"))]


def test_2_3_the_lines_of_the_active_half() -> None:
    full = wheel("1A - 1A 2A - 1A 2A 3A")
    pairs = {chain for chain in chains(full) if len(chain) == 2}
    lines = ["S1 M1", "S1 M2", "M1 L1", "M1 L2", "M2 L2", "M2 L3"]
    assert pairs == {frozenset(line.split()) for line in lines}


def test_2_4_w2_eleven_sets_are_legal() -> None:
    layout = "1J - 1T - 1C 2E 3O"
    wanted = kinds(layout, "", "J", "T", "C", "E", "O", "JT", "TC", "TE", "JTC", "JTE")
    assert len(wanted) == 11
    assert set(chains(wheel(layout))) == wanted


@pytest.mark.parametrize("discs", ["JC", "JO", "TO", "CE"])
def test_2_4_w2_sets_that_do_not_hang_together_are_not(discs: str) -> None:
    layout = "1J - 1T - 1C 2E 3O"
    assert not kinds(layout, discs) & set(chains(wheel(layout)))


def test_2_4_inactive_discs_take_no_part() -> None:
    assert chains(wheel("2J - 3T 4C - 4E 5O 6M")) == (frozenset(),)


def test_2_4_w4_the_basic_wheel_turn_by_turn() -> None:
    layout = wheel(BOX.basic_wheel)
    assert frozenset({"S1", "M1", "L2"}) in chains(layout)
    layout = turned(layout)
    assert notation.write_wheel(layout) == "2C - 2J 4T - 1E 3M 5O"
    assert set(chains(layout)) >= {frozenset({"M2", "L3"})}
    assert frozenset({"M2", "L1"}) not in chains(layout)
    layout = turned(layout)
    assert notation.write_wheel(layout) == "1C - 1T 3J - 2E 4M 6O"
    assert frozenset({"S1", "M1", "L2"}) in chains(layout)


def test_2_4_s_and_l_may_be_activated_before_their_link() -> None:
    layout = wheel("1J - 1T - 1C 2E 3O")
    after = Turn(activated=("S1", "L1"))
    assert goals(layout, after) == (frozenset({"S1", "L1", "M1"}),)
    assert goals(layout, Turn(activated=("S1", "L3"))) == ()


def test_2_2_the_sample_wheel_gives_a_chain_at_once() -> None:
    """The reason for the numbering."""
    layout = wheel("1J -1T 3O -1C 3M 4E")
    assert kinds("1J -1T 3O -1C 3M 4E", "JTC") <= set(chains(layout))


# 11.7: the notation


def test_w15_a_bot_wheel_is_read_slot_by_slot() -> None:
    found, path = notation.read_wheel("1E-2F 3A-1C 3B 6D", LETTERS)
    where = {"S1": "E", "M2": "F", "M3": "A", "L1": "C", "L3": "B", "L6": "D"}
    assert {slot: disc.kind for slot, disc in discs_on(found)} == where
    assert path is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1A-1E 2B-3C 4F 7D", "notation_slot"),
        ("3A-1E 2B-3C 4F 5D", "notation_slot"),
        ("1A-1E 5B-3C 4F 5D", "notation_slot"),
        ("0A-1E 2B-3C 4F 5D", "notation_slot"),
        ("1A-1E 1B-3C 4F 5D", "notation_twice"),
        ("1A-1E 2A-3C 4F 5D", "notation_discs"),
        ("1A-1E 2B-3C 4F 5J", "notation_discs"),
        ("1A-1E 2B-3C 4F", "notation_discs"),
        ("1A 2E-2B-3C 4F 5D", "notation_rings"),
        ("1A-1E 2B", "notation_wheel"),
        ("1A-1E 2B-3C 4F 5D-REF-COL", "notation_wheel"),
        ("1A-1E 2-3C 4F 5D", "notation_wheel"),
        ("1A+-1E 2B-3C 4F 5D", "notation_wheel"),
        ("1A-1E 2B-3C 4F 5D-North", "notation_path"),
        ("", "notation_wheel"),
    ],
)
def test_w15_what_is_no_bot_wheel_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        notation.read_wheel(text, LETTERS)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "text",
    [
        "1A -1E2B - 3C 4F 5D",
        "1a-1e 2b-3c 4f 5d",
        " 1 A-1 E2B -3C4F5D ",
        "\uff11\uff21\uff0d\uff11\uff25 \uff12\uff22\uff0d\uff13\uff23 \uff14\uff26 \uff15\uff24",
    ],
)
def test_11_7_blanks_lower_case_and_full_width_make_no_difference(text: str) -> None:
    assert notation.write_wheel(notation.read_wheel(text, LETTERS)[0]) == "1A - 1E 2B - 3C 4F 5D"


@pytest.mark.parametrize(
    ("names", "path"),
    [
        ("REF ref Refinement 精錬 精錬コース", "REF"),
        ("COL Colonization 殖民 殖民コース", "COL"),
        ("EXP exploration 探検 探検コース", "EXP"),
        ("RES RESEARCH 研究 研究コース", "RES"),
    ],
)
def test_11_7_a_path_has_its_code_and_its_names(names: str, path: str) -> None:
    assert {notation.read_path(name) for name in names.split()} == {path}


def test_11_7_the_builds_of_the_box_are_all_readable() -> None:
    for text in BOX.bots.values():
        found, _ = notation.read_wheel(text, LETTERS)
        assert notation.write_wheel(found).replace(" ", "") == text.replace(" ", "")


def test_11_7_the_sample_lines_are_read_and_written() -> None:
    start = notation.read_start(notation.EXAMPLE)
    assert start.prices == {"J": 1, "C": 2, "T": 3, "B": 4}
    assert (start.islands, start.ambassador) == ((7, 4, 2, 8, 9), 4)
    assert (start.bot_path, start.player_path) == ("REF", "COL")
    assert notation.write_start(start) == notation.EXAMPLE


def test_11_7_the_printed_signs_of_the_japanese_edition_are_read() -> None:
    printed = (
        "J1、C2、T3、B4\n7、4\uff08x\uff09、2、8、9\n"
        "1A -1E2B - 3C 4F 5D -精錬コース\n1J -1T 3O -1C 3M 4E -殖民コース"
    )
    assert notation.read_start(printed) == notation.read_start(notation.EXAMPLE)


LABELLED = (
    "\u5e02\u5834{colon}J1{comma}C2{comma}T3{comma}B4\n"
    "\u7a7a\u5cf6{colon}7{comma}4{cross}{comma}2{comma}8{comma}9\n"
    "\u30dc\u30c3\u30c8{colon}1A{dash}1E2B{dash}3C 4F 5D{dash}\u7cbe\u932c\u30b3\u30fc\u30b9\n"
    "\u30d7\u30ec\u30a4\u30e4\u30fc{colon}1J{dash}1T 3O{dash}1C 3M 4E{dash}\u6b96\u6c11\u30b3\u30fc\u30b9"
)
"""The lines with the names that are printed before them."""


@pytest.mark.parametrize("colon", [":", " : ", "\uff1a\u3000"])
@pytest.mark.parametrize("comma", [",", "\u3001", "\uff0c"])
@pytest.mark.parametrize("cross", ["(X)", " (\xd7)", "\uff08\xd7\uff09", "\uff08\uff58\uff09"])
def test_11_7_names_commas_and_crosses_are_read_as_they_are_printed(
    colon: str, comma: str, cross: str
) -> None:
    lines = LABELLED.format(colon=colon, comma=comma, cross=cross, dash=" - ")
    bare = re.sub("(?m)^.*?[:\uff1a]", "", lines)
    for text in (lines, lines.replace("\n", " "), bare):
        assert notation.read_start(text) == notation.read_start(notation.EXAMPLE)


MEANT = notation.read_start(notation.EXAMPLE)
DASHES = "-\u2010\u2011\u2013\u2014\u2015\u2212\uff0d\u30fc\uff70\u2500"


@pytest.mark.parametrize("dash", DASHES)
@pytest.mark.parametrize("blank", ["", "\u3000"])
def test_11_7_any_dash_parts_the_rings(dash: str, blank: str) -> None:
    """Among them the sign for a long vowel, which a Japanese keyboard gives and which names of paths hold."""
    lines = LABELLED.format(colon=":", comma=",", cross="(x)", dash=f"{blank}{dash}{blank}")
    assert notation.read_start(lines) == MEANT


def test_11_7_english_names_of_the_lines_are_read() -> None:
    names = ("Market", "Islands", "Bot wheel", "Player's wheel")
    named = zip(names, notation.EXAMPLE.split("\n"), strict=True)
    assert notation.read_start(" ".join(f"{name}: {line}" for name, line in named)) == MEANT


def test_11_7_a_chat_line_parts_the_lines_by_other_signs() -> None:
    assert notation.read_start(notation.EXAMPLE.replace("\n", "; ")) == MEANT
    assert notation.read_start(notation.EXAMPLE.replace("\n", " / ")) == MEANT
    japanese = notation.EXAMPLE.replace("- REF", "-精錬コース").replace("- COL", "-殖民コース")
    assert notation.read_start(japanese.replace("\n", "　")) == MEANT


def test_11_7_without_the_players_line_the_player_builds() -> None:
    start = notation.read_start("\n".join(notation.EXAMPLE.splitlines()[:3]))
    assert (start.player, start.player_path) == (None, None)
    with pytest.raises(Refusal, match="notation_lines"):
        notation.read_start("J1, C2, T3, B4")


MARKETS = ("J1, C2, T3", "J1, C2, T3, B3", "J1, C2, T3, E4", "J1, C2, T3, B5", "", "x")
"""Not each priced disc and each price once."""
CIRCLES = ("7, 4, 2, 8, 9", "7(x), 4(x), 2, 8, 9", "7, 4(x), 2, 8", "7, 4(x), 2, 8, 8", "7, 4(x), 2, 8, 10")
"""Not five islands, of which one has the ambassador."""


def test_11_7_what_is_no_market_and_no_circle_is_refused() -> None:
    for text in MARKETS:
        with pytest.raises(Refusal, match="notation_market"):
            notation.read_market(text)
    for text in (*CIRCLES, "", "a"):
        with pytest.raises(Refusal, match="notation_islands"):
            notation.read_islands(text)


@st.composite
def starts(draw: st.DrawFn) -> notation.Start:
    def laid(discs: tuple[Any, ...]) -> Wheel:
        slots = [
            slot
            for ring, count in BOX.expert_wheel.items()
            for slot in draw(st.permutations([slot for slot in SLOTS if slot[0] == ring]))[:count]
        ]
        result = EMPTY
        for slot, kind in zip(slots, draw(st.permutations(discs)), strict=True):
            result = put(result, slot, Disc(kind))
        return result

    islands = tuple(draw(st.permutations(ISLANDS))[:5])
    path = st.none() | st.sampled_from(PATHS)
    player = draw(st.none() | st.just(laid(BOX.starting_discs)))
    return notation.Start(
        prices=dict(zip("CJTB", draw(st.permutations([1, 2, 3, 4])), strict=True)),
        islands=islands,
        ambassador=draw(st.sampled_from(islands)),
        bot=laid(LETTERS),
        bot_path=draw(path),
        player=player,
        player_path=draw(path) if player else None,
    )


@given(starts())
def test_11_7_every_start_comes_back_from_its_lines(start: notation.Start) -> None:
    lines = notation.write_start(start)
    assert notation.read_start(lines) == start
    assert notation.read_start(lines.replace("\n", " ")) == start, "as Discord pastes it"


def test_2_1_an_empty_or_inactive_slot_can_not_be_activated() -> None:
    state = table({"wheel": "1C - 1J 3T - 2M 4O 6E"})
    assert refused(state, Activate("L1")) == "slot_empty"
    assert refused(state, Activate("M3")) == "slot_inactive"
    assert refused(state, Activate("X1")) == "no_such_slot"


def test_a_wheel_is_changed_in_one_slot_alone() -> None:
    changed = put(EMPTY, "L6", Disc("E"))
    assert at(changed, "L6") == Disc("E")
    assert discs_on(changed) == [("L6", Disc("E"))]
