"""Pictures of Nördlingen: what they show, light and foretell, on any map."""

from collections import Counter
from dataclasses import dataclass, replace as with_model
from itertools import combinations
from string import ascii_uppercase

import pytest
from gallery_noerdlingen import (
    MODES,
    SEATS,
    active,
    crowded,
    example_6,
    moment,
    panels,
    played,
    seventeen_soldiers,
    shown,
    sixteen_ways,
    view_model,
)
from msgspec.structs import replace
from picture_checks import amber, canvas_of, check, count, inside, overlap, texts
from picture_models import LOCALES
from test_palette import KINDS, contrast, distance

from bot.games.noerdlingen import town
from bot.games.noerdlingen.board import board_of
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Chosen, Decline, Draw, NoerdlingenState, Place, WallMode
from bot.games.noerdlingen.preview import News, drawable, edges, news
from bot.games.noerdlingen.town import (
    Cell,
    CellRow,
    Church,
    Crossing,
    Lattice,
    TownFile,
    crossing_name,
    the_town,
    town_from,
)
from render.noerdlingen import board, colours, own
from render.noerdlingen.terrain import MAP, frame
from render.theme import CARD, HINT, INK, LOSS, MUTED, NEWS, NUMBER, SEATS as COLOURS, Box
from tests.games.noerdlingen.positions import play, table

CLOSING, OTHER = Draw((3, 5), "ULD"), Draw((3, 5), "DLU")
"""Two ways to draw the border of example 6; the other one closes nothing."""
SOLDIERS = [[(4, 4)], [(7, 7)], [(2, 7)]]
LINES = [[(3, 4), (5, 4)], [(4, 3), (4, 4)]]
"""They leave the first soldier one road."""
GROUNDS = [colours.ground(seat) for seat in range(4)]


def closed() -> NoerdlingenState:
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
    for place, path in enumerate(paths, start=1):
        assert {str(place), crossing_name(path.end)} <= {*texts(drawing)}
    assert f"Ways from {crossing_name(start)}" in texts(drawing)
    assert "1: " in drawing.draw().alt
    assert len(drawable(shown(seventeen_soldiers(), seat=0).view)) == 17


@dataclass(frozen=True)
class Plan:
    """A town by the runs of its rows, the corners of its wall and the cells of its four churches."""

    runs: tuple[tuple[int, int], ...]
    wall: tuple[Crossing, ...]
    churches: tuple[tuple[Cell, ...], ...]


PLANS = {
    "small": Plan(
        ((0, 3),) * 3, ((0, 0), (4, 0), (4, 3), (0, 3)), (((0, 0),), ((3, 0),), ((0, 2),), ((3, 2),))
    ),
    # With an upright church, a bent one and a square one.
    "bent": Plan(
        ((0, 3), (0, 3), (0, 3), (0, 7), (0, 7), (0, 7)),
        ((0, 0), (4, 0), (4, 3), (8, 3), (8, 6), (0, 6)),
        (((1, 1), (1, 2)), ((3, 4), (4, 4), (4, 5)), ((6, 3), (7, 3), (6, 4), (7, 4)), ((0, 5),)),
    ),
    "large": Plan(
        ((0, 14),) * 12,
        ((0, 0), (15, 0), (15, 12), (0, 12)),
        (((4, 4),), ((9, 3), (10, 3)), ((7, 8),), ((2, 9), (2, 10))),
    ),
}


def drawn_up(plan: Plan) -> TownFile:
    """The file of a plan."""
    usual = the_town().file
    across = [
        ((x + 1, y), (x + 1, y + 1)) for cells in plan.churches for x, y in cells if (x + 1, y) in cells
    ]
    down = [((x, y + 1), (x + 1, y + 1)) for cells in plan.churches for x, y in cells if (x, y + 1) in cells]
    return TownFile(
        lattice=Lattice(max(last for _, last in plan.runs) + 1, len(plan.runs)),
        cell_rows=tuple(CellRow(row, *run) for row, run in enumerate(plan.runs)),
        wall_polygon=plan.wall,
        churches=tuple(Church(f"C{n}", n, cells) for n, cells in enumerate(plan.churches, start=1)),
        missing_roads=(*across, *down),
        borders=usual.borders,
        bonus_border=usual.bonus_border,
        draw_from_either_end=True,
        counts={},
    )


@pytest.mark.parametrize(("plan", "mode"), [*zip(PLANS, MODES, strict=True)])
def test_every_map_that_can_be_played_on_is_drawn_tidily(
    plan: str, mode: WallMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = town_from(drawn_up(PLANS[plan]))
    monkeypatch.setattr(town, "town", lambda _: other)
    states = played(4, 1, wall_mode=mode)
    for locale, state in zip(["en", "ja"] * 40, [*states[::11], states[-1]], strict=False):
        for drawing in (board(shown(state, locale)), *panels(state, locale, 10)):
            check(drawing)


@pytest.mark.parametrize("seats", SEATS)
def test_points_stand_off_borders_and_soldiers(seats: int) -> None:
    place = frame(the_town())
    for state in [*played(seats, 2)[20::6], crowded()]:
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
    state = played(3, wall_mode=mode)[0]
    written = texts(own(shown(state, seat=state.active)))
    places = [move.at for move in GAME.legal(state, state.active) if isinstance(move, Place)]
    assert len(places) == count
    assert all(written.count(crossing_name(at)) == 1 for at in places)


def test_every_line_of_the_town_has_its_coordinate_in_large_letters() -> None:
    canvas, place = canvas_of(board(view_model(4, "late", "en"))), frame(the_town())
    written = [one for one in canvas.placed if one.kind == "text" and inside(one.box, MAP)]
    for x in range(10):
        (label,) = [one for one in written if one.text == ascii_uppercase[x]]
        assert abs((label.box[0] + label.box[2]) / 2 - place.at((x, 0))[0]) <= 3
        assert label.size == NUMBER
    for y in range(11):
        (label,) = [one for one in written if one.text == str(y + 1) and one.box[2] < place.left]
        assert abs((label.box[1] + label.box[3]) / 2 - place.at((0, y))[1]) <= 3
        assert label.size == NUMBER


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_board_tells_everything_about_the_players_and_the_round(seats: int, locale: str) -> None:
    late = view_model(seats, "late", locale)
    written = Counter(texts(board(late)))
    for player in late.view.players:
        assert written[str(player.score)] > 0
        assert player.number is None or written[str(player.number)] >= 2, "on its card and beside the player"
    assert any(str(late.view.round) in text and str(late.view.rounds) in text for text in written)
    for territory in late.view.territories:
        assert written[str(territory.share)] or written[f"+{territory.share}"]
    assert all(written[str(digit)] > 0 for _, digit in late.view.digits)


@pytest.mark.parametrize("stage", ["placing", "choosing", "drawing", "bonus", "left"])
@pytest.mark.parametrize("seats", SEATS)
def test_the_players_stand_in_the_order_of_the_phase(seats: int, stage: str) -> None:
    state = moment(seats, stage)
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
    state = moment(4, "late")
    image, place = canvas_of(board(shown(state))).image, frame(the_town())
    for seat, soldiers in enumerate(state.soldiers):
        for at in soldiers:
            x, y = place.at(at)
            assert image.getpixel((round(x), round(y))) == COLOURS[seat]
    for cell in the_town().points(the_town().cells):
        x, y = map(round, place.at(cell))
        square = image.crop((x, y, x + place.cell, y + place.cell))
        owners = next((land.owners for land in state.territories if cell in land.cells), ())
        for seat, ground in enumerate(GROUNDS):
            assert (count(square, ground) > 400) is (seat in owners), (cell, seat)


@pytest.mark.parametrize("mode", MODES)
def test_the_wall_shows_where_soldiers_may_stand(mode: WallMode) -> None:
    image, place = canvas_of(board(view_model(3, "placing", "en", wall_mode=mode))).image, frame(the_town())
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


def test_news_stays_until_the_next_player_has_done_something() -> None:
    over = play(closed(), Decline())
    assert news(GAME.view(over, None)).borders == news(GAME.view(closed(), None)).borders
    chosen = moment(3, "choosing")
    last = chosen.before[-1]
    assert isinstance(last, Chosen)
    assert news(GAME.view(chosen, None)) == News(seat=last.seat, numbers=frozenset({last.number}))


def test_bonus_and_draw_of_one_turn_are_lit_together() -> None:
    path = next(path for _, paths in drawable(GAME.view(closed(), None)) for path in paths)
    lit = news(GAME.view(play(closed(), Bonus(path.start, path.steps)), None))
    assert [border.bonus for border in lit.borders] == [False, True]
    assert len(lit.ends) == 2


def test_only_news_the_turn_and_the_present_choice_are_amber() -> None:
    quiet = replace(GAME.view(closed(), None), news=(), before=())
    still = with_model(shown(closed()), view=quiet)
    over = with_model(still, view=replace(quiet, phase="over"))
    assert amber(board(shown(closed()))) > amber(board(still)) > 0 == amber(board(over))


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


def test_every_soldier_to_draw_from_is_named_with_its_number_of_ways() -> None:
    mine = active(4, "bonus", "en")
    written = texts(own(mine))
    for start, paths in drawable(mine.view):
        assert crossing_name(start) in written
        assert f"{len(paths)} way{'s' * (len(paths) > 1)}" in written or f"×{len(paths)}" in written


def test_a_number_tells_in_how_many_ways_it_could_be_drawn_now() -> None:
    mine = active(3, "choosing", "en")
    counted, written = board_of(mine.view).counts(mine.view.active), texts(own(mine))
    told = [f"{counted[n]} way{'s' * (counted[n] > 1)}" if counted[n] else "no way" for n in mine.view.free]
    assert {*told} <= {*written}
    waiting = moment(4, "choosing")
    assert "Ways to draw now" in texts(own(shown(waiting, seat=waiting.waiting[0])))


def test_numbers_that_hardly_or_never_can_be_drawn_warn() -> None:
    hardly = own(shown(table(SOLDIERS, LINES, active=0), seat=0))
    assert "1 way" in texts(hardly)
    never = own(shown(table(SOLDIERS, [*LINES, [(4, 4), (4, 5)]], active=0), seat=0))
    assert texts(never).count("no way") == 6
    free = own(active(3, "choosing", "en", wall_mode="road"))
    images = [canvas_of(drawing).image for drawing in (hardly, never, free)]
    assert count(images[0], LOSS)
    assert [count(image, colours.LOST) > 0 for image in images[1:]] == [True, False]


def test_a_reader_without_a_seat_has_no_panel() -> None:
    with pytest.raises(AssertionError):
        own(view_model(3, "drawing", "en")).draw()


def test_a_player_who_is_out_is_marked() -> None:
    gone = board(view_model(3, "left", "en"))
    assert "has left" in texts(gone)
    assert "left the game in round" in gone.draw().alt


@pytest.mark.parametrize("seats", SEATS)
def test_the_alt_text_of_a_late_board_tells_who_owns_what(seats: int) -> None:
    over = view_model(seats, "over", "en")
    alt = board(over).draw().alt
    assert len(over.view.territories) > 2
    assert all(crossing_name(one.cells[0]) in alt for one in over.view.territories)


def test_points_are_readable_on_every_territory() -> None:
    for seat in range(4):
        assert min(contrast(INK, tint(seat)) for tint in (colours.ground, colours.hatch)) >= 4.5
    assert contrast(MUTED, CARD) >= 4.5
    assert contrast(LOSS, colours.LOST) >= 4.5


@pytest.mark.parametrize("kind", KINDS)
def test_borders_soldiers_and_territories_are_told_apart(kind: str) -> None:
    for ground in (*GROUNDS, colours.STREET, colours.BLOCK, colours.CHURCH, colours.MEADOW):
        assert min(distance(colour, ground, kind) for colour in (colours.BORDER, INK)) >= 25
    for ground in (colours.STREET, colours.BLOCK, *GROUNDS):
        for colour in COLOURS[:4]:
            assert distance(colour, ground, kind) >= 5 or distance(INK, ground, kind) >= 25
    for one, other in combinations(GROUNDS, 2):
        assert distance(one, other, kind) >= 8
    for ground in GROUNDS:
        assert distance(ground, colours.BLOCK, kind) >= 5
