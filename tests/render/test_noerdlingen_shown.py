"""Nördlingen in pictures and in words: what only this game shows, of town, soldiers, borders and land."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace as with_model
from itertools import pairwise
from string import ascii_uppercase
from typing import Any

import pytest
from gallery_noerdlingen import MODES, OF, crowded, evening, example_6, panels, shown, sixteen_ways
from msgspec.structs import replace
from picture_checks import alt_of, amber, canvas_of, check, count, inside, overlap, texts
from picture_models import of_view

from bot.games.contract import Seat
from bot.games.course import Playing, course
from bot.games.noerdlingen import moves, sentences as told, town
from bot.games.noerdlingen.board import board_of
from bot.games.noerdlingen.calendar import DATES
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Chosen, Closed, Draw, Drawn, Territory, WallMode
from bot.games.noerdlingen.preview import News, drawable, edges, news, next_numbers
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import (
    STEPS,
    Cell,
    CellRow,
    Church,
    Crossing,
    Lattice,
    crossing_name,
    the_town,
)
from bot.text import Words
from render.noerdlingen import board, colours, examples, own
from render.noerdlingen.style import lights, proposed
from render.noerdlingen.terrain import MAP, frame
from render.theme import CARD, HINT, LOSS, NEWS, NUMBER, SEATS as COLOURS, TITLE, Box
from tests.games.noerdlingen.positions import move as as_move, new, play, table

# In words -------------------------------------------------------------------------------------------------

WHO = Seat(2)


def closes(
    cells: tuple[Cell, ...], soldiers: tuple[int, ...], owners: tuple[int, ...], *points: int
) -> Closed:
    """Somebody closes this land with so many soldiers around it; its value and the share of each owner."""
    return Closed(territory=Territory(cells, soldiers, tuple(map(Seat, owners)), *points, WHO))


REPORTS: list[tuple[Any, ...]] = [
    ("Jo places a soldier on E4.", moves.Placed(seat=WHO, at=(4, 3))),
    (
        "Round 2 begins. Numbers are chosen in this order: Ben, Jo, Anna.",
        moves.ChoiceBegun(round=2, order=(Seat(1), WHO, Seat(0))),
    ),
    ("Jo takes number 6.", Chosen(seat=WHO, number=6)),
    (
        "All have a number. Borders are drawn in this order: Jo, Anna.",
        moves.DrawingBegun(round=2, order=(WHO, Seat(0))),
    ),
    (
        "Jo also draws the bonus border, number 1, from E4 to F4.",
        Drawn(seat=WHO, number=1, start=(4, 3), steps="R", end=(5, 3), bonus=True),
    ),
    (
        "Jo draws border 4 from E4 to D4.\n"
        "This closes 2 cells: 2 points for Ben (soldiers: Ben 2, Anna 1).\n"
        "Jo draws no bonus border.",
        Drawn(seat=WHO, number=4, start=(4, 3), steps="ULD", end=(3, 3)),
        closes(((3, 4), (4, 4)), (1, 2, 0), (1,), 2, 2),
        moves.Declined(seat=WHO),
    ),
    (
        "This closes 1 cell: 1 point for Jo (no soldiers around it).",
        closes(((4, 4),), (0, 0, 0), (WHO,), 1, 1),
    ),
    (
        "This closes 2 cells with the church of 1: 3 points for Jo (soldiers: Jo 2).",
        closes(((5, 7), (6, 7)), (0, 0, 2), (WHO,), 3, 3),
    ),
    (
        "This closes 3 cells with the churches of 5 and 9: 8 points each for Anna and Ben, "
        "1 point is lost on barren land (soldiers: Anna 2, Ben 2).",
        closes(((6, 3), (2, 6), (2, 5)), (2, 2, 0), (0, 1), 17, 8),
    ),
    (
        "This closes 1 cell: 0 points each for Anna and Ben, "
        "1 point is lost on barren land (soldiers: Anna 1, Ben 1).",
        closes(((4, 4),), (1, 1, 0), (0, 1), 1, 0),
    ),
    ("There is no way for Jo to draw a bonus border.", moves.NoBonus(seat=WHO)),
    ("Jo can't draw border 6 anywhere and leaves the game.", moves.Left(seat=WHO, number=6)),
    ("Jo can't draw border 6 anywhere and loses the turn.", moves.Skipped(seat=WHO, number=6)),
    ("The last round is over, and so is the game.", moves.GameOver(why="rounds")),
    ("Nobody is left to draw against: the game is over.", moves.GameOver(why="players")),
]


def plain(locale: str = "en") -> Noerdlingen:
    """Three people with short names, on 19 May."""
    model = shown(table([[(3, 4)], [(4, 4)], [(6, 6)]]), locale)
    return with_model(model, names=("Anna", "Ben", "Jo"))


@pytest.mark.parametrize("said", REPORTS)
def test_what_has_happened_is_told(said: tuple[Any, ...]) -> None:
    text, *events = said
    assert "\n".join(told.report(plain(), events)) == text
    assert len(told.report(plain("ja"), events)) == len(text.splitlines())


def line_with(part: str, text: str) -> str:
    return next(line for line in text.splitlines() if part in line)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_text_holds_all_that_the_board_shows(seats: int, speak: Words) -> None:
    model = OF.view_model(seats, "late", speak.locale)
    view, text = model.view, told.text(model)
    assert told.day("0519", speak) in text
    assert str(view.players[view.active].number) in told.headline(model)
    for name, player in zip(model.names, view.players, strict=True):
        line = line_with(told.crossings(player.soldiers, speak), text)
        assert line.startswith(name)
        assert str(player.score) in line
    for church, digit in zip(the_town().churches, (0, 5, 1, 9), strict=True):
        assert str(digit) in line_with(told.crossings(church[0].cells, speak), text)
    assert all(told.trail(border.start, border.steps, speak) in text for border in view.borders)
    assert all(told.crossings(land.cells, speak) in text for land in view.territories)


def test_open_land_is_told_in_runs_of_cells() -> None:
    fresh = told.text(plain()).partition("Open land, line by line from the top:\n")[2].splitlines()
    runs = ["D–F", "C–G", "B–H", "A–I", "A–I", "A–I", "A–I", "B–H", "C–G", "D–F"]
    assert fresh[:10] == [f"{number}: {run}" for number, run in enumerate(runs, start=1)]
    parted = told.text(shown(crowded())).splitlines()
    assert "5: B–D, F–G, I" in parted
    assert "1: D–F" not in parted


def test_the_choice_table_tells_every_round_and_what_is_free() -> None:
    model = OF.view_model(3, "choosing")
    text = told.text(model)
    for number, row in enumerate(model.view.table, start=1):
        line = line_with(f"Round {number}: ", text)
        assert all(f"{taken} {name}" in line for taken, name in zip(row, model.names, strict=True) if taken)
    free = line_with("Still free: ", text).removeprefix("Still free: ")
    assert [int(part.split()[0]) for part in free.split(", ")] == [*model.view.free]
    assert told.shape(6) == "→→↑↑←"


def test_a_reader_learns_the_own_ways_and_others_none() -> None:
    gone = OF.moment(3, "left")
    seat = next(seat for seat, left in enumerate(gone.left) if left is not None)
    readers = (OF.active(3, "choosing"), OF.view_model(3, "choosing"), shown(gone, seat=seat))
    own_ways = ["In how many ways you could draw each number now: 1: " in told.text(one) for one in readers]
    assert own_ways == [True, False, False]


def test_what_a_border_would_bring_is_foretold(speak: Words) -> None:
    soldiers = [[(3, 4), (5, 5)], [(3, 5), (4, 5)], [(6, 6)]]
    lines = [[(3, 4), (3, 5), (5, 5), (5, 4)], [(4, 4), (4, 5)]]
    model = shown(table(soldiers, lines, number=3), speak.locale)
    paths = {path.steps == "RRU": path for path in dict(drawable(model.view))[3, 4]}
    one, other, bonus = told.foretold(model, paths[True])
    assert model.names[1] in one
    assert model.names[0] in other
    assert bonus == speak("noerdlingen.text.bonus_after")
    assert told.foretold(model, paths[False]) == [speak("noerdlingen.text.closes_nothing")]


def test_every_day_of_the_calendar_has_its_name(speak: Words) -> None:
    assert len({told.day(date, speak) for date in DATES}) == 366


# In pictures ----------------------------------------------------------------------------------------------

CLOSING, OTHER = Draw((3, 5), "ULD"), Draw((3, 5), "DLU")
"""Two ways to draw the border of example 6; the other one closes nothing."""


def closed() -> moves.NoerdlingenState:
    """After the draw of example 6; the bonus is to be drawn."""
    return play(example_6(), CLOSING)


def test_the_fullest_town_keeps_every_number_readable() -> None:
    """Soldiers on all crossings, territories of two and three owners in the smallest places."""
    written = [one.text for one in canvas_of(board(shown(crowded()))).placed if inside(one.box, MAP)]
    assert Counter(str(territory.share) for territory in crowded().territories) <= Counter(written)


@pytest.mark.parametrize("number", [3, 5, 6])
def test_sixteen_ways_are_numbered_in_the_town_and_beside_it(number: int) -> None:
    mine = shown(sixteen_ways(number), seat=0)
    ((start, paths),) = drawable(mine.view)
    assert len(paths) > 8
    drawing = own(mine, None, start)
    wanted = {*map(str, range(1, len(paths) + 1)), *(crossing_name(path.end) for path in paths)}
    assert wanted | {f"Ways from {crossing_name(start)}"} <= {*texts(drawing)}
    assert "1: " in drawing.draw().alt


Plan = tuple[tuple[tuple[int, int], ...], tuple[Crossing, ...], tuple[tuple[Cell, ...], ...]]
PLANS: dict[str, Plan] = {
    "small": (
        ((0, 3),) * 3,
        ((0, 0), (4, 0), (4, 3), (0, 3)),
        (((0, 0),), ((3, 0),), ((0, 2),), ((3, 2),)),
    ),
    "bent": (
        ((0, 3), (0, 3), (0, 3), (0, 7), (0, 7), (0, 7)),
        ((0, 0), (4, 0), (4, 3), (8, 3), (8, 6), (0, 6)),
        (((1, 1), (1, 2)), ((3, 4), (4, 4), (4, 5)), ((6, 3), (7, 3), (6, 4), (7, 4)), ((0, 5),)),
    ),
    "large": (
        ((0, 14),) * 12,
        ((0, 0), (15, 0), (15, 12), (0, 12)),
        (((4, 4),), ((9, 3), (10, 3)), ((7, 8),), ((2, 9), (2, 10))),
    ),
}
"""Towns by the runs of their rows, the corners of the wall and the cells of the four churches."""


def drawn_up(plan: Plan) -> town.TownFile:
    runs, wall, churches = plan
    of = [(x, y, cells) for cells in churches for x, y in cells]
    across = [((x + 1, y), (x + 1, y + 1)) for x, y, cells in of if (x + 1, y) in cells]
    down = [((x, y + 1), (x + 1, y + 1)) for x, y, cells in of if (x, y + 1) in cells]
    return replace(
        the_town().file,
        lattice=Lattice(max(last for _, last in runs) + 1, len(runs)),
        cell_rows=tuple(CellRow(row, *run) for row, run in enumerate(runs)),
        wall_polygon=wall,
        churches=tuple(Church(f"C{n}", n, cells) for n, cells in enumerate(churches, start=1)),
        missing_roads=(*across, *down),
        counts={},
    )


@pytest.mark.parametrize(("plan", "mode"), [*zip(PLANS, MODES, strict=True)])
def test_every_map_that_can_be_played_on_is_drawn_tidily(
    plan: str, mode: WallMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = town.town_from(drawn_up(PLANS[plan]))
    monkeypatch.setattr(town, "town", lambda _: other)
    states = OF.played(4, 1, wall_mode=mode)
    for locale, state in zip(["en", "ja"] * 40, [*states[::11], states[-1]], strict=False):
        for drawing in (board(shown(state, locale)), *panels(state, locale, 10)):
            check(drawing)


@pytest.mark.parametrize("seats", [3, 4])
def test_points_stand_off_borders_and_soldiers(seats: int) -> None:
    place = frame(the_town())
    for state in [*OF.played(seats, 2)[20::6], crowded()]:
        drawn: list[Box] = []
        for one, other in edges(state.borders):
            (x, y), (to_x, to_y) = place.at(one), place.at(other)
            drawn.append((x - place.half, y - place.half, to_x + place.half, to_y + place.half))
        worth = {f"{sign}{territory.share}" for territory in state.territories for sign in ("", "+")}
        for text in canvas_of(board(shown(state))).placed:
            if text.kind == "text" and inside(text.box, MAP) and text.text in worth and text.size >= HINT:
                core = (text.box[0] + 4, text.box[1], text.box[2] - 4, text.box[3])
                assert not [line for line in drawn if overlap(core, line)], text


@pytest.mark.parametrize(("mode", "count"), [("solid", 48), ("gate", 70), ("road", 86)])
def test_every_free_crossing_bears_its_name_while_soldiers_are_placed(mode: str, count: int) -> None:
    state = OF.played(3, wall_mode=mode)[0]
    written = texts(own(shown(state, seat=state.active)))
    places = [move.at for move in GAME.legal(state, state.active) if isinstance(move, moves.Place)]
    assert len(places) == count
    assert all(written.count(crossing_name(at)) == 1 for at in places)


def test_every_line_of_the_town_has_its_coordinate_in_large_letters() -> None:
    canvas, place = canvas_of(board(OF.view_model(4, "late"))), frame(the_town())
    written = [one for one in canvas.placed if one.kind == "text" and inside(one.box, MAP)]
    columns = [(ascii_uppercase[x], 0, place.at((x, 0))) for x in range(10)]
    lines = [(str(y + 1), 1, place.at((0, y))) for y in range(11)]
    for text, axis, at in columns + lines:
        (label,) = [one for one in written if one.text == text and (not axis or one.box[2] < place.left)]
        assert abs((label.box[axis] + label.box[axis + 2]) / 2 - at[axis]) <= 3
        assert label.size == NUMBER


@pytest.mark.parametrize("seats", [3, 4])
def test_the_board_tells_everything_about_the_players_and_the_round(seats: int, locale: str) -> None:
    late = OF.view_model(seats, "late", locale)
    written = Counter(texts(board(late)))
    for player in late.view.players:
        assert written[str(player.score)] > 0
        assert player.number is None or written[str(player.number)] >= 2, "on its card and beside the player"
    assert any(str(late.view.round) in text and str(late.view.rounds) in text for text in written)
    for territory in late.view.territories:
        assert written[str(territory.share)] or written[f"+{territory.share}"]
    assert all(written[str(digit)] > 0 for _, digit in late.view.digits)


@pytest.mark.parametrize("stage", ["placing", "choosing", "drawing", "bonus", "left"])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_players_stand_in_the_order_of_the_phase(seats: int, stage: str) -> None:
    state = OF.moment(seats, stage)
    canvas = canvas_of(board(shown(state)))
    tokens = [mark.box for mark in canvas.placed if mark.kind == "mark" and mark.box[0] > MAP[2]]
    found: list[int] = []
    for left, top, right, bottom in sorted(tokens, key=lambda box: box[1]):
        if right - left == 36:
            middle = canvas.image.getpixel((round((left + right) / 2), round((top + bottom) / 2)))
            found.append(COLOURS.index(middle))  # type: ignore[arg-type]
    coming, start = [state.active, *state.waiting], found.index(state.active)
    assert sorted(found) == list(range(seats))
    assert found[start : start + len(coming)] == coming


def test_soldiers_and_land_have_the_colours_of_their_owners_and_open_land_has_none() -> None:
    state = OF.moment(4, "late")
    image, place = canvas_of(board(shown(state))).image, frame(the_town())
    for seat, soldiers in enumerate(state.soldiers):
        for at in soldiers:
            x, y = place.at(at)
            assert image.getpixel((round(x), round(y))) == COLOURS[seat]
    for cell in the_town().points(the_town().cells):
        x, y = map(round, place.at(cell))
        square = image.crop((x, y, x + place.cell, y + place.cell))
        owners = next((land.owners for land in state.territories if cell in land.cells), ())
        for seat, ground in enumerate(map(colours.ground, range(4))):
            assert (count(square, ground) > 400) is (seat in owners), (cell, seat)


@pytest.mark.parametrize("mode", MODES)
def test_the_wall_shows_where_soldiers_may_stand(mode: WallMode) -> None:
    image, place = canvas_of(board(OF.view_model(3, "placing", wall_mode=mode))).image, frame(the_town())
    gate, corner = (image.getpixel(tuple(map(round, place.at(at)))) == CARD for at in ((4, 0), (0, 3)))
    assert gate is (mode != "solid"), "a road meets the wall"
    assert corner is (mode == "road"), "a corner of the wall"


def test_what_the_turn_has_changed_is_lit() -> None:
    drawn, lit = news(GAME.view(closed(), None)), board(shown(closed()))
    assert drawn.seat == 0
    assert [(border.start, border.steps) for border in drawn.borders] == [((3, 5), "ULD")]
    assert drawn.ends == {(2, 5)}
    assert [territory.cells for territory in drawn.territories] == [((3, 4), (4, 4))]
    assert drawn.gains == (0, 2, 0)
    image, place = canvas_of(lit).image, frame(the_town())
    (x, y), (right, above) = (map(round, place.at(at)) for at in ((2, 4), (3, 4)))
    assert [image.getpixel((x + side, y + 40)) for side in (-9, 9)] == [NEWS, NEWS]
    assert image.getpixel((right + 40, above - 9)) != NEWS, "a border of long ago"
    assert "+2" in texts(lit)
    over = replace(GAME.view(closed(), None), news=(), before=(), phase="over")
    assert amber(board(of_view(over))) == 0


def test_news_stays_until_the_next_player_has_done_something_and_goes_with_a_bonus() -> None:
    over = play(closed(), moves.Decline())
    assert news(GAME.view(over, None)).borders == news(GAME.view(closed(), None)).borders
    chosen = OF.moment(3, "choosing")
    last = chosen.before[-1]
    assert isinstance(last, Chosen)
    assert news(GAME.view(chosen, None)) == News(seat=last.seat, numbers=frozenset({last.number}))
    path = next(path for _, paths in drawable(GAME.view(closed(), None)) for path in paths)
    lit = news(GAME.view(play(closed(), moves.Bonus(path.start, path.steps)), None))
    assert [border.bonus for border in lit.borders] == [False, True]
    assert len(lit.ends) == 2


def test_all_borders_soldiers_and_territories_of_several_turns_are_lit() -> None:
    then, now = (GAME.view(state, None) for state in (evening()[len(evening()) // 2], evening()[-1]))
    found = news(now, then)
    assert set(found.borders) == set(now.borders) - set(then.borders)
    assert set(found.territories) == set(now.territories) - set(then.territories)
    assert len(found.borders) > 1
    assert found.ends <= {at for player in now.players for at in player.soldiers}
    assert not found.ends & {at for player in then.players for at in player.soldiers}
    pairs = zip(now.players, then.players, strict=True)
    assert found.gains == tuple(new.score - old.score for new, old in pairs)


def test_a_border_is_previewed_with_its_territory_its_owner_and_the_points() -> None:
    mine = shown(example_6(), seat=0)
    preview = own(mine, CLOSING)
    written = texts(preview)
    assert written.count("+2") == 2, "in the town and beside it"
    assert {"2 cells", "From D6 to C6"} <= {*written}
    assert "Then a bonus border" in " ".join(written)
    assert "No territory" in texts(own(mine, OTHER))
    x, y = map(round, frame(the_town()).at((2, 5)))
    there = canvas_of(preview).image.getpixel((x, y))
    assert there == COLOURS[0], "the soldier that would stand there"
    alt = preview.draw().alt
    assert "It closes 2 cells: 2 points for Maximiliane" in alt
    assert "Then you may draw a bonus border." in alt


def counted(number: int) -> str:
    return f"{number} way{'s' * (number > 1)}" if number else "no way"


def test_it_is_said_in_how_many_ways_each_soldier_and_each_number_could_be_drawn() -> None:
    mine, waiting = OF.active(4, "bonus"), OF.moment(4, "choosing")
    for start, paths in drawable(mine.view):
        assert crossing_name(start) in texts(own(mine))
        assert {counted(len(paths)), f"×{len(paths)}"} & {*texts(own(mine))}
    mine = OF.active(3, "choosing")
    ways = board_of(mine.view).counts(mine.view.active)
    assert {counted(ways[number]) for number in mine.view.free} <= {*texts(own(mine))}
    assert "Ways to draw now" in texts(own(shown(waiting, seat=waiting.waiting[0])))


def test_numbers_that_hardly_or_never_can_be_drawn_warn() -> None:
    soldiers = [[(4, 4)], [(7, 7)], [(2, 7)]]
    one_road = [[(3, 4), (5, 4)], [(4, 3), (4, 4)]]
    hardly = own(shown(table(soldiers, one_road, active=0), seat=0))
    never = own(shown(table(soldiers, [*one_road, [(4, 4), (4, 5)]], active=0), seat=0))
    free = own(OF.active(3, "choosing", wall_mode="road"))
    assert "1 way" in texts(hardly)
    assert texts(never).count("no way") == 6
    images = [canvas_of(drawing).image for drawing in (hardly, never, free)]
    assert count(images[0], LOSS)
    assert [count(image, colours.LOST) > 0 for image in images[1:]] == [True, False]


@pytest.mark.parametrize("seats", [3, 4])
def test_boards_tell_who_owns_what_and_who_has_left(seats: int) -> None:
    over = OF.view_model(seats, "over")
    alt = alt_of(board(over))
    assert len(over.view.territories) > 2
    assert all(crossing_name(one.cells[0]) in alt for one in over.view.territories)
    gone = board(OF.view_model(seats, "left"))
    assert "has left" in texts(gone)
    assert "left the game in round" in alt_of(gone)


def test_of_a_chosen_column_the_crossings_alone_are_named_and_larger(locale: str) -> None:
    mine = OF.active(3, "placing", locale)
    named = {crossing_name(at): at for at in board_of(mine.view).places}
    for column, size in (("", HINT), ("E", TITLE)):
        canvas = canvas_of(own(mine, column=column))
        found = {one.text: one.size for one in canvas.placed if one.text in named and inside(one.box, MAP)}
        assert found == {name: size for name in named if name.startswith(column)}


# The examples of the rules ------------------------------------------------------------------------------


def test_the_territories_of_the_example_are_those_that_the_rules_give() -> None:
    """The patch of the picture lies at D5; the star draws."""

    def at(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(x + 1, y + 3) for x, y in points]

    for one in examples._CLOSED:
        *before, last = one.soldiers
        seats = (examples._OWN, examples._OTHER, examples._THIRD)
        soldiers = [at([point for point, whose in before if whose == seat]) for seat in seats]
        way = at(one.new)
        steps = "".join(
            next(step for step, by in STEPS.items() if by == (to[0] - x, to[1] - y))
            for (x, y), to in pairwise(way)
        )
        number = {3: 4, 2: 2}[len(steps)]
        state = table(soldiers, [at(line) for line in one.lines], number)
        (made,) = play(state, Draw(way[0], steps)).territories
        best, owner = examples._counts(one)[0]
        assert sorted(made.cells) == sorted(at(one.cells))
        assert [seats[seat] for seat in made.owners] == [owner]
        assert last == (one.new[-1], examples._OWN)
        assert best in (2, 3)


# What moves lead to ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "leads"),
    [
        ("4,7 LURR", "closes nothing yet, a new soldier on F7, 3 sides of the church of 9 still open"),
        ("4,7 RRUL", "closes nothing yet, a new soldier on F7, 5 sides of the church of 1 still open"),
        ("4,7 UULD", "closes nothing yet, a new soldier on D7"),
    ],
)
def test_a_border_that_closes_nothing_says_what_stays_open(where: str, leads: str) -> None:
    """Of the churches whose numbers count; a draw along a side of one, or far from them."""
    state = table("4,7 / 7,7", number=5)
    move = as_move(where)
    then = "one more border then gains you at most 2 (border 4), somebody else 0"
    assert told.effect(of_view(GAME.view(state, Seat(0)), seat=0), move) == f"{leads}, {then}"


def test_the_next_border_is_of_a_number_that_can_be_drawn_then() -> None:
    """Who comes after in this round draws what they have chosen; in the last round nobody chooses again, and
    only a bonus follows."""
    view, every = GAME.view(table("4,7 / 7,7 / 3,3", number=5), None), (1, 2, 3, 4, 5, 6)
    chosen = [replace(one, number=number) for one, number in zip(view.players, (5, 3, 2), strict=True)]
    view = replace(view, waiting=(Seat(1),), players=tuple(chosen))
    assert [next_numbers(view, seat, bonus=True) for seat in map(Seat, range(3))] == [every, (3,), every]
    last = replace(view, round=view.rounds)
    assert [next_numbers(last, seat, bonus=seat == 0) for seat in map(Seat, range(3))] == [(1,), (3,), ()]
    out = replace(view, players=(*chosen[:2], replace(chosen[2], left=2)))
    assert next_numbers(out, Seat(2), bonus=False) == ()


def test_a_number_says_what_it_could_gain_now() -> None:
    model = of_view(GAME.view(table("7,7 / 3,2 / 5,1", "3,2 3,1 5,1"), Seat(2)), seat=2)
    assert told.effect(model, moves.Choose(2)).endswith(", the best one gains 3 points now")
    assert "gains" not in told.effect(model, moves.Choose(1))


def test_a_first_soldier_says_how_it_can_begin() -> None:
    model = of_view(GAME.view(new(date="0519"), None))
    found = {at: told.effect(model, moves.Place(at)) for at in ((3, 2), (6, 3))}
    ways = "ways to draw a border from there"
    assert found == {(3, 2): f"16 {ways}", (6, 3): f"beside the church of 5, 35 {ways}"}


def test_a_coach_shows_a_border_drawn_with_what_it_brings_in_light_and_a_number_with_its_ways() -> None:
    town, choice = [
        of_view(GAME.view(Playing("noerdlingen", course("noerdlingen")[at]).situation.state, Seat(0)), seat=0)
        for at in (1, -1)
    ]
    closing, open_, number = Draw((2, 6), "DR"), Draw((2, 6), "LU"), moves.Choose(3)
    for model, move, lit in (
        (town, closing, {"crossing C7", "crossing C8", "crossing D8", "gain"}),
        (town, open_, {"crossing C7", "crossing B7", "crossing B6"}),
        (choice, number, {"number 3"}),
    ):
        drawn = proposed(model, move)
        assert drawn is not None
        there = {one.text for one in canvas_of(drawn).placed if one.kind == "place"}
        assert there.intersection(*lights(model.view, move)) == lit
    assert proposed(town, moves.Decline()) is None
    assert lights(town.view, moves.Decline()) == ()
