"""Turns of Nördlingen (5, 6, 8), what panels ask about them, and what a deadline does."""

from datetime import date
from typing import Any

import pytest

from bot.games.chance import Chance
from bot.games.contract import Refusal
from bot.games.noerdlingen.board import path_of
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Draw, NoerdlingenOptions, NoerdlingenState, Place
from bot.games.noerdlingen.preview import drawable, order
from tests.games.noerdlingen.positions import (
    CHANCE,
    SEATS,
    O,
    S,
    T,
    move,
    moves,
    new,
    play,
    refused,
    table,
    told,
    whose,
)

STUCK = "4,4 / 7,7 / 2,6", "3,4 5,4; 4,3 4,5"
"""The star can draw nothing at all."""
BOX = "3,4 5,4 5,5 3,5"
ENCLOSING = "3,5 / 3,4 5,5 / 6,6", BOX
"""The star can close two cells for the circle."""
CLOSED = "drawn S 4 3,5 ULD 2,5; closed 3,4 4,4 | 1 2 0 | O 2"
SQUARE = "6,6 7,6 7,7 6,7"
THREE = "4,4 / 2,5 / 6,6"
CELLS = "3,0 4,0 5,0 = S"
OVER_THEM = "3,1 6,1"


def first(state: NoerdlingenState) -> NoerdlingenState:
    """After the first move that is legal."""
    return play(state, next(iter(GAME.legal(state, state.active))))


def bonus(soldiers: str, lines: str = BOX) -> NoerdlingenState:
    """After the star has closed the two cells."""
    return play(table(soldiers, lines, 4), "3,5 ULD")


def test_5_the_start_player_is_drawn() -> None:
    tables = [GAME.setup(NoerdlingenOptions(), 4, Chance(bytes([number]) * 32)) for number in range(40)]
    orders = {whose(state) for state in tables}
    assert orders == {f"place {order}" for order in ("S O T D", "O T D S", "T D S O", "D S O T")}
    assert {(state.round, state.start_player - state.active) for state in tables} == {(0, 0)}


def test_5_a_first_soldier_stands_on_a_free_crossing_inside_the_wall() -> None:
    state = new()
    assert len(list(GAME.legal(state, state.active))) == 48
    assert move("4,4") not in GAME.legal(play(state, "4,4"), play(state, "4,4").active)


TWICE = table("3,5 6,7 / 3,4 5,5 / 2,7", f"{BOX}; {SQUARE}", 4)
LAST = table(*ENCLOSING, numbers=[4, 1, 2], active=S, round=8)
ALONE = table(*STUCK, numbers=[1, None, 2], left=[None, 1, None], round=1)
THE_7TH, THE_8TH = (table(THREE, numbers=[6, 1, 2], active=S, round=last) for last in (7, 8))
THE_5TH, THE_6TH = (table(f"{THREE} / 5,8", numbers=[6, 1, 2, 3], active=S, round=last) for last in (5, 6))
AGAIN = "drawn S 1 6,7 U 6,6 True; closed 6,6 | 2 0 0 | S 1"
DRAWN, END = "drawn S 6 4,4 RRUUL 5,2", "game_over rounds"
FOLLOWS: list[tuple[str, NoerdlingenState, str, str, str]] = [
    ("6.4: a soldier", table(THREE, number=2), "4,4 RU", "drawn S 2 4,4 RU 5,3", "draw O T"),
    ("6.6: a bonus whoever is the owner", table(*ENCLOSING, 4), "3,5 ULD", CLOSED, "bonus S O T"),
    ("6.6: declined", table(*ENCLOSING, 4), "3,5 ULD; decline", f"{CLOSED}; declined S", "draw O T"),
    ("6.6: no second one", TWICE, "3,5 ULD; +6,7 U", f"{CLOSED}; {AGAIN}", "draw O T"),
    ("8: the last bonus before the end", LAST, "3,5 ULD; decline", f"{CLOSED}; declined S; {END}", "over"),
    ("no legal draw: out", table(*STUCK, 1), "stuck", "left S 1", "draw O T"),
    ("skip_turn", table(*STUCK, 1, elimination="skip_turn"), "stuck", "skipped S 1", "draw O T"),
    ("8: one is left, whose draw is not made", ALONE, "stuck", "left S 1; game_over players", "over"),
    ("8: eight rounds of three", THE_8TH, "4,4 RRUUL", f"{DRAWN}; {END}", "over"),
    ("8: six rounds of four", THE_6TH, "4,4 RRUUL", f"{DRAWN}; {END}", "over"),
    ("8: and no less", THE_7TH, "4,4 RRUUL", f"{DRAWN}; choice_begun 8 OTS", "choose O T S"),
    ("8: and no less", THE_5TH, "4,4 RRUUL", f"{DRAWN}; choice_begun 6 OTDS", "choose O T D S"),
]


@pytest.mark.parametrize(("paragraph", "state", "made", "events", "then"), FOLLOWS)
def test_what_follows(paragraph: str, state: NoerdlingenState, made: str, events: str, then: str) -> None:
    after, said = told(state, made)
    assert (said, whose(after)) == (events, then)


PASSED = "3,4 / 4,4 4,6", "4,3 4,6"
INSIDE = table("4,4 / 3,4", "3,4 5,4 5,6 3,6 3,4", 1, territories="3,4 4,4 3,5 4,5 = S")
BONUS = bonus(*ENCLOSING)
SHUT = table("3,0", OVER_THEM, 1, wall_mode="road", territories=CELLS)
OVER = play(ALONE, "stuck")
REFUSED: list[tuple[str, NoerdlingenState, str | Draw, str]] = [
    ("5: a free crossing", play(new(), "4,4"), "4,4", "crossing_taken E5"),
    ("5: inside the wall", new(), "3,1", "on_the_wall D2"),
    ("5", new(), "0,0", "no_such_crossing"),
    ("5: soldiers first", new(), "1", "place_first"),
    ("6: once a round", play(table(THREE), "4"), "4", "number_taken 4"),
    *[("6: 1 to 6", table(THREE), number, f"no_such_number {number}") for number in ("0", "7", "-1")],
    *[("6.1", table("4,4 2,6 / 3,5", number=1), at, "not_your_soldier") for at in ("3,5 R", "5,5 R")],
    *[
        ("6.1: the whole border", table("4,4", number=3), Draw((4, 4), steps), "not_the_shape 3")
        for steps in ("", "R", "RR", "RU", "RRUU")
    ],
    ("6.1: no other shape", table("3,4", number=2), "3,4 UU", "not_the_shape 2"),
    *[
        ("example 3: no mirror image", table("4,5", number=3), f"4,5 {steps}", "not_the_shape 3")
        for steps in ("RRD", "LLU", "DDL", "UUR")
    ],
    ("example 5: an occupied end", table(*PASSED, 1), "3,4 R", "crossing_taken E5"),
    *[("example 5: overlap", table(*PASSED, 2), f"3,4 {steps}", "road_drawn") for steps in ("RU", "RD")],
    *[("example 5: overlap", table(*PASSED, 4), f"3,4 {steps}", "road_drawn") for steps in ("RUL", "RDL")],
    ("6.2: a wall edge", table("4,1 2,4", number=2), "4,1 UL", "along_the_wall"),
    ("6.2: a church has no road", table("3,3", number=1), "3,3 U", "no_way"),
    ("6.2: in a territory", INSIDE, "4,4 D", "inside_territory"),
    ("4: a wall beside a territory", SHUT, "3,0 R", "inside_territory"),
    ("6.4: no soldier on the wall", table("4,1 2,4", number=2), "4,1 RU", "on_the_wall F1"),
    ("6: a legal draw must be made", table("4,4", number=1), "stuck", "can_draw"),
    ("6: nothing to decline", table("4,4", number=1), "decline", "draw_first"),
    ("6: choose first", table("4,4"), "stuck", "choose_first"),
    ("6.6: border 1", BONUS, "+3,5 LL", "not_the_shape 1"),
    ("6.6", BONUS, "3,5 L", "bonus_or_decline"),
    ("8", OVER, "decline", "over"),
]


@pytest.mark.parametrize(("paragraph", "state", "made", "why"), REFUSED)
def test_what_is_refused(paragraph: str, state: NoerdlingenState, made: str | Draw, why: str) -> None:
    assert refused(state, made) == why


def test_whoever_is_not_asked_is_refused() -> None:
    assert refused(play(new(), "4,4"), "5,5", seat=new().active) == "not_asked"
    assert (GAME.decisions(OVER), list(GAME.legal(OVER, T))) == ({}, [])
    with pytest.raises(Refusal, match="over"):
        GAME.default(OVER, T, CHANCE)


@pytest.mark.parametrize(
    ("paragraph", "state", "legal"),
    [
        ("6: a number that can't be drawn", table(*STUCK, active=S, waiting=[O, T]), "1; 2; 3; 4; 5; 6"),
        ("6.1: any own soldier", table("4,4 2,6 / 3,5", "4,3 4,5; 1,6 3,6", 1), "4,4 L; 4,4 R; 2,6 D; 2,6 U"),
        ("6.2: not in a territory", INSIDE, "4,4 U"),
        ("4: the wall of roads", table("3,0", number=1, wall_mode="road"), "3,0 D; 3,0 R"),
        ("4: not beside a territory", SHUT, "stuck"),
    ],
)
def test_what_is_legal(paragraph: str, state: NoerdlingenState, legal: str) -> None:
    assert {*GAME.legal(state, S)} == {*moves(legal)}


def test_6_a_number_is_free_again_in_the_next_round() -> None:
    state = play(table(THREE), "4")
    assert GAME.view(state, None).free == (1, 2, 3, 5, 6)
    state = play(state, "1; 2")
    while state.round == 1:
        state = first(state)
    assert GAME.view(state, None).free == (1, 2, 3, 4, 5, 6)
    assert state.table == ((2, 1, 4), (None, None, None))


def test_6_6_a_bonus_is_border_1() -> None:
    drawn = play(BONUS, "+3,5 D")
    assert (drawn.borders[-1].bonus, drawn.borders[-1].number, whose(drawn)) == (True, 1, "draw O T")


def test_6_6_a_bonus_that_cannot_be_drawn_is_passed_over() -> None:
    """Every part a territory: nothing is left to draw in."""
    after, events = told(table(*ENCLOSING, 4, territory_rule="all_parts"), "3,5 ULD")
    assert (events.split("; ")[-1], whose(after)) == ("no_bonus S", "draw O T")
    assert sum(len(territory.cells) for territory in after.territories) == 66


def test_the_only_way_to_draw_is_drawn_by_itself_unless_a_bonus_follows() -> None:
    """The board then calls once, for the border and for its bonus."""
    only = table("4,4 / 7,7 / 2,6", "3,4 5,4; 4,3 4,4", 1)
    assert GAME.forced(only) == (S, move("4,4 D"))
    closing = table("4,4 / 7,7 / 2,6", "3,4 5,4; 4,3 4,4; 5,4 5,5 4,5", 1)
    assert list(GAME.legal(closing, S)) == moves("4,4 D")
    assert GAME.forced(closing) is None
    assert play(closing, "4,4 D").phase == "bonus"


def test_whoever_left_is_skipped_and_keeps_what_he_has() -> None:
    state = table(STUCK[0], f"{STUCK[1]}; {OVER_THEM}", 1, territories=CELLS)
    state = play(state, "stuck")
    assert state.left == (1, None, None)
    while state.round == 1:
        state = first(state)
    assert sorted((state.active, *state.waiting)) == [O, T]
    star = GAME.view(state, None).players[S]
    assert (star.left, star.score, star.soldiers) == (1, 3, ((4, 4),))


def test_soldiers_of_whoever_left_still_count_and_he_can_still_win() -> None:
    state = table("4,6 / 3,4 4,4 / 7,6", "3,5 3,4 4,4 4,5", numbers=[2, None, 3], left=[None, 7], round=8)
    state = play(state, "4,6 UL; decline")
    assert state.territories[0].owners == (O,)
    while state.phase != "over":
        state = first(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places == (2, 1, 2)


def test_with_skip_turn_nobody_leaves_and_the_number_counts_for_the_order() -> None:
    state = table(*STUCK, numbers=[2, 1, 3], active=S, elimination="skip_turn")
    assert whose(first(play(state, "stuck"))) == "choose O S T"


WALLS = f"{OVER_THEM}; 3,9 6,9; 5,9 5,10"
BESIDE = "3,9 4,9 = O; 5,9 = O"


CHURCH_D, CHURCH_A = "2,6 3,6 3,7 2,7 2,6", "2,2 2,3 4,3 4,2 2,2"


@pytest.mark.parametrize(
    ("paragraph", "lines", "land", "date", "rows", "places"),
    [
        ("8: shared", WALLS, f"{CELLS}; {BESIDE}", "0519", "3 0 0 / 3 0 0 / 0 0 0", (1, 1, 3)),
        ("7: the rest is lost", WALLS, f"{CELLS}O; {BESIDE}", "0519", "0 0 1 / 3 0 1 / 0 0 0", (2, 1, 3)),
        ("7: a digit counts once", CHURCH_A, "2,2 3,2 = T", "1231", "0 0 0 / 0 0 0 / 0 3 0", (2, 2, 1)),
        (
            "8: three cells against one with a church of 2",
            *(f"{OVER_THEM}; {CHURCH_D}", f"{CELLS}; 2,6 = O", "0102", "3 0 0 / 0 3 0 / 0 0 0", (1, 2, 3)),
        ),
    ],
)
def test_who_wins(
    paragraph: str, lines: str, land: str, date: str, rows: str, places: tuple[int, ...]
) -> None:
    """By cells, churches and what is shared."""
    outcome = GAME.outcome(table(THREE, lines, phase="over", round=8, territories=land, date=date))
    assert outcome is not None
    assert [row.key for row in outcome.breakdown[S]] == ["cells", "churches", "shared"]
    found = [" ".join([str(row.points) for row in sheet]) for sheet in outcome.breakdown]
    assert (" / ".join(found), outcome.places) == (rows, places)


def test_a_turn_is_a_post_and_a_border_a_page() -> None:
    state = table(*ENCLOSING, 4)
    step = GAME.apply(state, S, move("3,5 ULD"), CHANCE)
    assert (GAME.post(step.state), step.milestone, step.irrevocable) == (GAME.post(state), False, False)
    done = GAME.apply(step.state, S, move("decline"), CHANCE)
    assert (GAME.post(done.state), done.milestone, done.irrevocable) == (GAME.post(state) + 1, True, False)
    assert (done.state.before, done.state.news) == ((*step.events, *done.events), ())


# What a deadline does --------------------------------------------------------------------------------


def test_late_placing_is_left_to_chance() -> None:
    state = new()
    placed = {GAME.default(state, state.active, Chance(bytes([n]) * 32)) for n in range(30)}
    assert len(placed) > 10
    assert all(isinstance(move, Place) for move in placed)


TWO_TAKEN = table("4,5", numbers=[None, 2, None], active=S, waiting=[2], phase="choose")
TOP = f"6,7 7,7 7,5 6,5; {BOX}; 6,6 6,7"
LATE: list[tuple[str, NoerdlingenState, str]] = [
    ("one way for 1, two for each other", table("4,4", "3,4 5,4; 4,3 4,4", active=S, waiting=[1, 2]), "2"),
    ("of 2 to 6 with eight ways the lowest that is not taken", TWO_TAKEN, "3"),
    ("without a soldier there are no ways: the lowest", table("4,5"), "1"),
    ("the most points", table("3,5 7,6 / 3,4", BOX, 4), "3,5 ULD"),
    ("by row", table("6,6 5,6 7,5", number=1), "7,5 D"),
    ("by column, then steps", table("6,6 5,6", number=1), "5,6 D"),
    ("nothing can be drawn", table("", number=1), "stuck"),
    ("no bonus", bonus("3,5 6,7 / 3,4 5,5"), "decline"),
    ("unless it closes an own territory", bonus("3,5 6,7 / 3,4 5,5", f"{BOX}; {SQUARE}"), "+6,7 U"),
    ("two to two", bonus("3,5 6,7 / 3,4 5,5 / 7,6 7,7", f"{BOX}; {SQUARE}"), "+6,7 U"),
    ("that of somebody else", bonus("3,5 6,6 / 3,4 5,5 / 7,5 7,6 6,7 7,7", TOP), "decline"),
]


@pytest.mark.parametrize(("rule", "state", "made"), LATE)
def test_what_is_done_for_whoever_is_late(rule: str, state: NoerdlingenState, made: str) -> None:
    assert GAME.default(state, state.active, CHANCE) == move(made)


# The date --------------------------------------------------------------------------------------------


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
        *("5/19", "05-19", "5 / 19", "\uff15\uff0f\uff11\uff19", "5/19/2026", "5 19", "19/5", "5.19"),
        *("19.5.", "19. 5.", "19.05", "19.05.2026"),
        *(
            "2026-05-19",
            "2026/5/19",
            "2026.05.19",
            "20260519",
            "\uff12\uff10\uff12\uff16\uff10\uff15\uff11\uff19",
        ),
        *("19-May", "19-MAY-2026", "19/May/2026", "May-19", "2026-May-19", "2026 May 19", "19May2026"),
        *("5\u670819\u65e5", "\uff15\u6708\uff11\uff19\u65e5", "2026\u5e745\u670819\u65e5"),
        *("5/19/26", "05-19-26", "5.19.26", "5 19 '26", "19.5.'26", "'26/5/19", "26\u5e745\u670819\u65e5"),
        *("May 19, 26", "19th May 26", "19 May '26", "May-19-26", "2026 5 19"),
        *("May 19", "MAY 19TH", "may 19, 2026", "19 May", "19th of May", "19. Mai", "19 May 2026"),
        *("the 19th of May", "May the 19th", "The 19th May, 2026", "Wednesday, the 19th of May, 2027"),
        *(
            "五月十九日",
            "五月一九日",
            "二〇二六年五月十九日",
            "令和8年5月19日",
            "令和八年五月十九日",
            "令和元年5月19日",
            "R8.5.19",
        ),
        *(
            "5月19日(火)",
            "5月19日（火曜日）",
            "5月19日 火曜日",
            "5月19日㈫",
            "火曜日、5月19日",
            "5/19(火)",
            "5/19（火・祝）",
        ),
        *(
            "Tue 19 May",
            "Tue, May 19",
            "tues. 19 May",
            "Tuesday 5/19",
            "19 May (Tue)",
            "May 19, Tuesday",
            "Di., 19. Mai",
        ),
    ],
)
def test_a_day_is_known_in_each_clear_spelling(spelling: str) -> None:
    assert GAME.typed("date", spelling) == "0519"


@pytest.mark.parametrize(
    "spelling",
    [
        "6/5",
        "6-5",
        "06-05",
        "6 5",
        "6/5/2026",
        "\uff16\uff0f\uff15",
        "6.5.",
        "6.5",
        "06.05.2026",
        "6/5/32",
        "6/5/'07",
        "Sat 6/5",
        "6/5(土)",
    ],
)
def test_of_a_day_that_can_be_two_it_is_asked_which(spelling: str) -> None:
    with pytest.raises(Refusal, match="two_dates") as caught:
        GAME.typed("date", spelling)
    assert (caught.value.data["month_first"], caught.value.data["day_first"]) == ("0605", "0506")


@pytest.mark.parametrize(
    ("spelling", "day"),
    [
        ("0605", "0605"),
        ("2026-06-05", "0605"),
        ("5/5", "0505"),
        ("6\u67085\u65e5", "0605"),
        ("13/1", "0113"),
        ("5/5/05", "0505"),
        ("5 May 26", "0505"),
    ],
)
def test_a_day_that_can_be_only_one_is_read(spelling: str, day: str) -> None:
    assert GAME.typed("date", spelling) == day


@pytest.mark.parametrize(
    ("spelling", "days"),
    [
        ("26/5/19", ("0519", "0526")),
        ("19.5.26", ("0526", "0519")),
        ("19 May 26", ("0519", "0526")),
        ("26-05-06", ("0506", "0526")),
        ("05/06/07", ("0607", "0506", "0605")),
    ],
)
def test_where_either_end_may_be_the_year_it_is_asked_which_day(spelling: str, days: tuple[str, ...]) -> None:
    with pytest.raises(Refusal, match="several_dates") as caught:
        GAME.typed("date", spelling)
    assert caught.value.data == {"date": spelling, "days": days}


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
        *("30/2", "19-19", "2026-19-05", "5.5.5", "13/13", "1/0", "519", "05192026", "19052026", "2026051"),
        *("19--May", "19-May-", "-19-May", "May 192026", "18260519"),
        *("", "today", "5", "May", "Ma 5", "30 February", "19 Mayor", "0519*", "5/19\n6/20"),
        *(
            "五月二十十日",
            "五月十〇日",
            "五月1九日",
            "五月百日",
            "十九",
            "火",
            "Tue",
            "Mon 19",
            "Fro 19 May",
            "火19",
        ),
        *("of 19 May the", "令和8年", "R8.5", "X8.5.19", "(火)5月19日(水)"),
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


def test_nothing_can_be_drawn_before_all_have_chosen() -> None:
    assert drawable(GAME.view(new(), None)) == drawable(GAME.view(table(THREE), None)) == ()


def test_a_way_is_found_by_its_soldier_and_steps_if_it_can_be_drawn() -> None:
    view = GAME.view(table(*ENCLOSING, 4), None)
    found = path_of(view, (3, 5), "ULD")
    assert found is not None
    assert (found.number, found.end) == (4, (2, 5))
    assert path_of(view, (3, 5), "LUR") is None, "a soldier stands at its end"
    assert path_of(view, (3, 4), "LUR") is None, "not an own soldier"


LEFT: dict[str, Any] = {"round": 2, "left": [1], "table": [[1, 3, 2], [None] * 3]}
LATER: dict[str, Any] = {"round": 2, "table": [[4, 6, 2], [None, None, 5]], "active": 0}


@pytest.mark.parametrize(
    ("paragraph", "state", "wanted"),
    [
        ("5: clockwise from the start player", table("///", phase="place", start_player=1), "OTDS"),
        ("6: counter-clockwise from the last to place", table(THREE, start_player=1), "STO"),
        ("6: drawing by the numbers", play(table(THREE, start_player=1), "4; 2; 6"), "TSO"),
        ("6: choosing by the numbers before", table(THREE, **LATER), "TSO"),
        ("whoever leaves keeps the place", play(table(*STUCK, numbers=[1, 2, 3]), "stuck"), "SOT"),
        ("and is last afterwards", table(*STUCK, **LEFT), "TOS"),
    ],
)
def test_the_order_is_that_of_the_phase(paragraph: str, state: NoerdlingenState, wanted: str) -> None:
    assert "".join([SEATS[seat] for seat in order(GAME.view(state, None))]) == wanted
