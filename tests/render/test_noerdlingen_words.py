"""Nördlingen in sentences: reports of turns, the line of state, everything that the pictures show."""

import pytest
from gallery_noerdlingen import (
    SEATS,
    STAGES,
    active,
    crowded,
    example_6,
    moment,
    shown,
    table,
    view_model,
)
from msgspec.structs import replace
from picture_models import LOCALES

from bot.games.contract import Seat
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    ChoiceBegun,
    Chosen,
    Closed,
    Declined,
    DrawingBegun,
    Drawn,
    GameOver,
    Left,
    NoBonus,
    NoerdlingenEvent,
    NoerdlingenOptions,
    Placed,
    Skipped,
    Territory,
)
from bot.games.noerdlingen.preview import drawable
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import crossing_name, the_town
from bot.text import words

WHO = Seat(2)
NAMES = ("Anna", "Ben", "Jo")
DRAWN = Drawn(seat=WHO, number=4, start=(4, 3), steps="ULD", end=(3, 3))
REPORTS: list[tuple[NoerdlingenEvent, str]] = [
    (Placed(seat=WHO, at=(4, 3)), "Jo places a soldier on E4."),
    (
        ChoiceBegun(round=2, order=(Seat(1), WHO, Seat(0))),
        "Round 2 begins. Numbers are chosen in this order: Ben, Jo, Anna.",
    ),
    (Chosen(seat=WHO, number=6), "Jo takes number 6."),
    (
        DrawingBegun(round=2, order=(WHO, Seat(0))),
        "All have a number. Borders are drawn in this order: Jo, Anna.",
    ),
    (DRAWN, "Jo draws border 4 from E4 to D4."),
    (
        Drawn(seat=WHO, number=1, start=(4, 3), steps="R", end=(5, 3), bonus=True),
        "Jo also draws the bonus border, number 1, from E4 to F4.",
    ),
    (Declined(seat=WHO), "Jo draws no bonus border."),
    (NoBonus(seat=WHO), "There is no way for Jo to draw a bonus border."),
    (Left(seat=WHO, number=6), "Jo can't draw border 6 anywhere and leaves the game."),
    (Skipped(seat=WHO, number=6), "Jo can't draw border 6 anywhere and loses the turn."),
    (GameOver(why="rounds"), "The last round is over, and so is the game."),
    (GameOver(why="players"), "Nobody is left to draw against: the game is over."),
]
LANDS: list[tuple[Territory, str]] = [
    (
        Territory(((3, 4), (4, 4)), (1, 2, 0), (Seat(1),), 2, 2, WHO),
        "This closes 2 cells: 2 points for Ben (soldiers: Ben 2, Anna 1).",
    ),
    (
        Territory(((4, 4),), (0, 0, 0), (WHO,), 1, 1, WHO),
        "This closes 1 cell: 1 point for Jo (no soldiers around it).",
    ),
    (
        Territory(((5, 7), (6, 7)), (0, 0, 2), (WHO,), 3, 3, WHO),
        "This closes 2 cells with the church of 1: 3 points for Jo (soldiers: Jo 2).",
    ),
    (
        Territory(((6, 3), (2, 6), (2, 5)), (2, 2, 0), (Seat(0), Seat(1)), 17, 8, WHO),
        "This closes 3 cells with the churches of 5 and 9: 8 points each for Anna and Ben, "
        "1 point is lost on barren land (soldiers: Anna 2, Ben 2).",
    ),
    (
        Territory(((4, 4),), (1, 1, 0), (Seat(0), Seat(1)), 1, 0, WHO),
        "This closes 1 cell: 0 points each for Anna and Ben, "
        "1 point is lost on barren land (soldiers: Anna 1, Ben 1).",
    ),
]


def plain(locale: str) -> Noerdlingen:
    """Three people with short names, on 19 May."""
    one = shown(table([[(3, 4)], [(4, 4)], [(6, 6)]]), locale)
    return type(one)(1, 1, one.view, NAMES, one.words)


@pytest.mark.parametrize(("event", "sentence"), REPORTS)
def test_every_fact_has_its_sentence(event: NoerdlingenEvent, sentence: str) -> None:
    assert told.report(plain("en"), [event]) == [sentence]
    assert len(told.report(plain("ja"), [event])) == 1


@pytest.mark.parametrize(("territory", "sentence"), LANDS)
def test_a_closing_tells_the_land_its_points_and_who_stands_around_it(
    territory: Territory, sentence: str
) -> None:
    assert told.report(plain("en"), [Closed(territory=territory)]) == [sentence]
    (japanese,) = told.report(plain("ja"), [Closed(territory=territory)])
    assert f"{territory.share}点" in japanese
    assert f"{len(territory.cells)}マス" in japanese


def test_a_draw_and_what_it_closes_are_told_in_their_order() -> None:
    events = [DRAWN, Closed(territory=LANDS[0][0]), Declined(seat=WHO)]
    lines = told.report(plain("en"), events)
    assert lines == [REPORTS[4][1], LANDS[0][1], REPORTS[6][1]]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
def test_the_line_of_state_names_the_round_and_whoever_is_on_turn(stage: str, locale: str) -> None:
    state, one = moment(3, stage), view_model(3, stage, locale)
    line = told.headline(one)
    if stage == "over":
        assert line == words(locale)("noerdlingen.text.over")
        return
    assert one.names[state.active] in line
    if stage != "placing":
        assert str(state.round) in line
        assert "8" in line
    if stage in ("drawing", "late"):
        assert str(one.view.players[state.active].number) in line


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_text_holds_all_that_the_board_shows(seats: int, locale: str) -> None:
    one = view_model(seats, "late", locale)
    view, speak, text = one.view, words(locale), told.text(one)
    assert told.day("0519", speak) in text
    for name, player in zip(one.names, view.players, strict=True):
        line = next(line for line in text.splitlines() if told.crossings(player.soldiers, speak) in line)
        assert line.startswith(name)
        assert str(player.score) in line
    for church, digit in zip(the_town().churches, (0, 5, 1, 9), strict=True):
        line = next(line for line in text.splitlines() if told.crossings(church[0].cells, speak) in line)
        assert str(digit) in line
    for territory in view.territories:
        assert told.crossings(territory.cells, speak) in text
        assert told.text(one).count(str(territory.share)) > 0
    for border in view.borders:
        assert told.trail(border.start, border.steps, speak) in text


def test_open_land_is_told_in_runs_of_cells() -> None:
    fresh = told.text(plain("en")).splitlines()
    start = fresh.index("Open land, line by line from the top:")
    assert fresh[start + 1 : start + 11] == [
        *("1: D–F", "2: C–G", "3: B–H", "4: A–I", "5: A–I", "6: A–I", "7: A–I", "8: B–H", "9: C–G", "10: D–F")
    ]
    parted = told.text(shown(crowded(), "en")).splitlines()
    assert "5: B–D, F–G, I" in parted
    assert "1: D–F" not in parted


@pytest.mark.parametrize("locale", LOCALES)
def test_territories_are_told_with_their_owners(locale: str) -> None:
    state = crowded()
    one = shown(state, locale)
    for territory in state.territories:
        cells = told.crossings(territory.cells, words(locale))
        line = next(line for line in told.text(one).splitlines() if line.startswith(cells))
        for seat in territory.owners:
            assert one.names[seat] in line


def test_the_choice_table_tells_every_round_and_what_is_free() -> None:
    one = view_model(3, "choosing", "en")
    lines = told.text(one).splitlines()
    for number, row in enumerate(one.view.table, start=1):
        line = next(line for line in lines if line.startswith(f"Round {number}: "))
        for seat, taken in enumerate(row):
            assert taken is None or f"{taken} {one.names[seat]}" in line
    free = next(line for line in lines if line.startswith("Still free: "))
    assert [int(part.split()[0]) for part in free.removeprefix("Still free: ").split(", ")] == [
        *one.view.free
    ]
    assert told.shape(6) == "→→↑↑←"


def test_a_reader_learns_the_own_ways_and_a_spectator_none() -> None:
    mine = active(3, "choosing", "en")
    assert "In how many ways you could draw each number now: 1: " in told.text(mine)
    assert "In how many ways" not in told.text(view_model(3, "choosing", "en"))
    gone = moment(3, "left")
    seat = next(seat for seat, left in enumerate(gone.left) if left is not None)
    assert "In how many ways" not in told.text(shown(gone, "en", seat=seat))


def test_a_way_is_named_by_its_arrows_and_its_end() -> None:
    ((_, paths),) = drawable(GAME.view(example_6(), None))
    labels = [told.way(path, words("en")) for path in paths]
    assert "↑←↓ to C6" in labels
    assert len(set(labels)) == len(labels)
    assert crossing_name((4, 3)) == "E4"


@pytest.mark.parametrize("locale", LOCALES)
def test_what_a_border_would_bring_is_foretold(locale: str) -> None:
    soldiers = [[(3, 4), (5, 5)], [(3, 5), (4, 5)], [(6, 6)]]
    lines = [[(3, 4), (3, 5), (5, 5), (5, 4)], [(4, 4), (4, 5)]]
    one = shown(table(soldiers, lines, number=3), locale)
    paths = dict(drawable(one.view))[3, 4]
    closing, other = (
        next(path for path in paths if (path.steps == "RRU") is wanted) for wanted in (True, False)
    )
    lands = told.foretold(one, closing)
    assert len(lands) == 3, "two territories and one bonus"
    assert one.names[1] in lands[0]
    assert one.names[0] in lands[1]
    assert told.foretold(one, other) == [words(locale)("noerdlingen.text.closes_nothing")]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reading_of_the_rules_is_named_among_the_options(locale: str) -> None:
    usual = NoerdlingenOptions()
    variants = [
        usual,
        *(replace(usual, wall_mode=mode) for mode in ("gate", "road")),
        *(replace(usual, territory_rule=rule) for rule in ("size_cap", "all_parts")),
        replace(usual, territory_rule="size_cap", territory_size_cap=30),
        replace(usual, mirror_borders="on"),
        replace(usual, elimination="skip_turn"),
        replace(usual, date="0519"),
    ]
    rows = [told.option_rows(options, words(locale)) for options in variants]
    assert len(set(rows)) == len(rows)
    assert {tuple(label for label, _ in row) for row in rows} == {tuple(label for label, _ in rows[0])}
    taken = told.option_rows(replace(usual, date="0519*"), words(locale))
    assert taken == told.option_rows(replace(usual, date="0519"), words(locale))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_day_of_the_calendar_has_its_name(locale: str) -> None:
    assert len({told.day(date, words(locale)) for date in DATES}) == 366
