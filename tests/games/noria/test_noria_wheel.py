"""Sections 2 and 11.7: slots, turning, which discs may be activated together, the notation."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from bot.games.contract import Refusal
from bot.games.noria import notation
from bot.games.noria.box import BOX, ISLANDS, LETTERS, PATHS
from bot.games.noria.legal import goals
from bot.games.noria.state import Turn
from bot.games.noria.wheel import (
    ACTIVE,
    EMPTY,
    SLOTS,
    Disc,
    Wheel,
    chains,
    discs_on,
    entered,
    put,
    steps_to_enter,
    turned,
)
from bot.text import words


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
        ("1A-1E 2B-3C 4F 5D, North", "notation_path"),
        ("1A-1E 2B-3C 4F 5D REF COL", "notation_path"),
        ("1A-1E 2B-3C 4F 5DREF", "notation_wheel"),
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


MEANT = notation.Start(
    prices={"J": 1, "C": 2, "T": 3, "B": 4},
    islands=(7, 4, 2, 8, 9),
    ambassador=4,
    bot=wheel("1A - 1E 2B - 3C 4F 5D"),
    bot_path="REF",
    player=wheel("1J - 1T 3O - 1C 3M 4E"),
    player_path="COL",
)
JAPANESE = (
    "市場:J1,C2,T3,B4\n空島:7,4(x),2,8,9\nボット:1A-1E2B-3C 4F 5D-精錬コース\n"
    "プレイヤー:1J-1T 3O-1C 3M 4E-殖民コース"
)
"""The lines with the names that are printed before them."""
ENGLISH = zip(("Market", "Islands", "Bot wheel", "Player's wheel"), notation.EXAMPLE.split("\n"), strict=True)
SIGNS = {
    ":": (" : ", "\uff1a\u3000", "\uff1a"),
    ",": ("\u3001", "\uff0c", " , "),
    "(x)": ("(X)", " (\xd7)", "\uff08\xd7\uff09", "\uff08\uff58\uff09"),
    "-": (*"\u2010\u2011\u2013\u2014\u2015\u2212\uff0d\u30fc\uff70\u2500", " -", "\u3000\u30fc\u3000"),
    "\n": ("; ", " / ", " ", "\u3000"),
}
"""How else people write what parts the lines and what is in them; among the dashes the sign for a long vowel,
which a Japanese keyboard gives and which names of paths hold."""

LAST_TWO = notation.EXAMPLE.split("\n", 2)[2]
PATH_SIGNS = ("\u3001", ", ", " ", "\u3000")
BULLETS = ("・", "• ", "* ", "- ")


@pytest.mark.parametrize(
    "text",
    [
        notation.EXAMPLE,
        JAPANESE,
        " ".join(f"{name}: {line}" for name, line in ENGLISH),
        re.sub("(?m)^.*:", "", JAPANESE),
        *(JAPANESE.replace(sign, other) for sign, others in SIGNS.items() for other in others),
        *(notation.EXAMPLE.replace("\n", other) for other in SIGNS["\n"]),
        re.sub("(?m)^.*:", "", JAPANESE).replace("\n", "\u3000"),
        *(JAPANESE.replace("-精", f"{sign}精").replace("-殖", f"{sign}殖") for sign in PATH_SIGNS),
        *(
            notation.EXAMPLE.replace(" - REF", f"{sign}REF").replace(" - COL", f"{sign}COL")
            for sign in PATH_SIGNS
        ),
        *(notation.EXAMPLE.replace(" - REF", " REF").replace("\n", other) for other in SIGNS["\n"]),
        *(re.sub("(?m)^", bullet, JAPANESE.replace(":", "\u3000")) for bullet in BULLETS),
        *(re.sub("(?m)^", bullet, JAPANESE) for bullet in BULLETS),
        re.sub("(?m)^", "・", JAPANESE.replace(":", "\u3000")).replace("\n", " "),
        JAPANESE.replace(":", " ").replace("\n", " "),
        JAPANESE.replace(":", " "),
        "J1 C2 T3 B4\n7 4(x) 2 8 9\n" + LAST_TWO,
        "J1 C2 T3 B4 7 4x 2 8 9 " + LAST_TWO.replace("\n", " "),
        "Market J1 C2 T3 B4\nIslands 7 4 (x) 2 8 9\n" + LAST_TWO,
        notation.EXAMPLE.replace("4(x)", "4x"),
        notation.EXAMPLE.replace("4(x)", "4 \xd7"),
        notation.EXAMPLE.replace("1E 2B", "1E, 2B").replace("3C 4F 5D", "3C\u30014F\u30015D"),
    ],
)
def test_11_7_a_start_is_read_however_it_is_written(text: str) -> None:
    assert notation.read_start(text) == MEANT
    assert notation.write_start(MEANT) == notation.EXAMPLE


def test_11_7_without_the_players_line_the_player_builds() -> None:
    start = notation.read_start("\n".join(notation.EXAMPLE.splitlines()[:3]))
    assert (start.player, start.player_path) == (None, None)
    with pytest.raises(Refusal, match="notation_lines"):
        notation.read_start("J1, C2, T3, B4")


MARKETS = ("J1, C2, T3", "J1, C2, T3, B3", "J1, C2, T3, E4", "J1, C2, T3, B5", "", "x")
"""Not each priced disc and each price once."""
CIRCLES = (
    "7, 4, 2, 8, 9",
    "7(x), 4(x), 2, 8, 9",
    "7, 4(x), 2, 8",
    "7, 4(x), 2, 8, 8",
    "7, 4(x), 2, 8, 10",
    "7 4 x2 8 9",
    "7 4xx 2 8 9",
    "74x289",
)
"""Not five islands, of which one has the ambassador."""


def test_11_7_what_is_no_market_and_no_circle_is_refused() -> None:
    for text in MARKETS:
        with pytest.raises(Refusal, match="notation_market"):
            notation.read_market(text)
    for text in (*CIRCLES, "", "a"):
        with pytest.raises(Refusal, match="notation_islands"):
            notation.read_islands(text)


@given(st.integers())
def test_11_7_every_start_comes_back_from_its_lines(seed: int) -> None:
    rng = Random(seed)

    def laid(discs: Sequence[str]) -> Wheel:
        result, left = EMPTY, rng.sample(discs, len(discs))
        for ring, count in BOX.expert_wheel.items():
            for slot in rng.sample([slot for slot in SLOTS if slot[0] == ring], count):
                result = put(result, slot, Disc(left.pop()))
        return result

    prices = dict(zip("CJTB", rng.sample((1, 2, 3, 4), 4), strict=True))
    islands = tuple(rng.sample(ISLANDS, 5))
    bot, player = laid(LETTERS), rng.choice((None, laid(BOX.starting_discs)))
    path = rng.choice((None, *PATHS))
    start = notation.Start(
        prices, islands, rng.choice(islands), bot, path, player, player and rng.choice((None, *PATHS))
    )
    lines = notation.write_start(start)
    assert notation.read_start(lines) == start
    assert notation.read_start(lines.replace("\n", " ")) == start, "as Discord pastes it"


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_rules_tell_every_letter_of_the_notation(locale: str) -> None:
    page = Path("bot/games/noria", f"rules.{locale}.md").read_text(encoding="utf-8")
    for letter in "BCEJMOT":
        name = words(locale)(f"noria.disc.{letter.lower()}")
        assert re.search(rf"{letter} (is the )?{name}|{letter}は{name}", page), letter
