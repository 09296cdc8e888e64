"""Pictures of Nördlingen: what they weigh, depend on, light and foretell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace as with_model
from io import BytesIO
from itertools import combinations

import pytest
from msgspec.structs import replace
from noerdlingen_models import MODES, SEATS, STAGES, active, crowded, moment, shown, table, view_model
from picture_checks import canvas_of
from picture_models import LOCALES, NAMES
from PIL import Image
from test_palette import MACHADO, contrast, distance

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import Bonus, Choose, Chosen, Decline, Draw, NoerdlingenState, Place
from bot.games.noerdlingen.preview import News, drawable, news, ways
from bot.games.noerdlingen.town import crossing_name
from render.drawing import Drawing
from render.noerdlingen import board, colours, own, ranking
from render.noerdlingen.terrain import MAP, frame
from render.theme import CARD, INK, LOSS, MUTED, NEWS
from render.theme import SEATS as COLOURS

CHANCE = Chance(bytes(32))
SOLDIERS = [[(4, 4)], [(7, 7)], [(2, 7)]]
LINES = [[(3, 4), (5, 4)], [(4, 3), (4, 4)]]
"""They leave the first soldier one road."""
OTHER = "DLU"
"""Another way to draw the border of `example_6`, which closes nothing."""
GROUNDS = [colours.ground(seat) for seat in range(4)]


def pictures(seats: int, locale: str) -> list[Drawing]:
    """One of every kind."""
    return [
        *(board(view_model(seats, stage, locale)) for stage in STAGES),
        *(own(active(seats, stage, locale)) for stage in STAGES),
        ranking(view_model(seats, "over", locale)),
    ]


def texts(drawing: Drawing) -> list[str]:
    return [one.text for one in canvas_of(drawing).placed if one.kind == "text"]


def shades(drawing: Drawing) -> dict[object, int]:
    """The colours of a picture, each with its pixels."""
    return {colour: count for count, colour in canvas_of(drawing).image.getcolors(1 << 20) or ()}


def amber(drawing: Drawing) -> int:
    return shades(drawing).get(NEWS, 0)


def example_6(**more: object) -> NoerdlingenState:
    """Border 4 closes two cells for seat 1, whose soldiers are more."""
    soldiers = [[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]]
    return table(soldiers, [[(3, 4), (5, 4), (5, 5), (3, 5)]], number=4, **more)


def closed() -> NoerdlingenState:
    """The same after it was drawn; the bonus is to be drawn."""
    state = example_6()
    return GAME.apply(state, state.active, Draw((3, 5), "ULD"), CHANCE).state


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_picture_is_a_light_png_with_an_alt_text(seats: int, locale: str) -> None:
    for drawing in [*pictures(seats, locale), board(shown(crowded(), locale))]:
        picture = drawing.draw()
        with Image.open(BytesIO(picture.png)) as file:
            assert (file.format, file.mode, file.width) == ("PNG", "P", 1200)
            assert 700 <= file.height <= 1100
        assert len(picture.png) <= 120 * 1024
        assert picture.name.startswith("noerdlingen-")
        assert 20 < len(picture.alt) <= 1000
        assert picture.alt.startswith({"en": "City of Nördlingen", "ja": "ネルトリンゲン"}[locale])


@pytest.mark.parametrize("locale", LOCALES)
def test_the_same_moment_gives_the_same_bytes(locale: str) -> None:
    for first, second in zip(pictures(3, locale), pictures(3, locale), strict=True):
        assert first.key == second.key
        assert first.draw() == second.draw()


@pytest.mark.parametrize("stage", STAGES)
def test_the_board_is_the_same_for_everybody(stage: str) -> None:
    for seat in range(3):
        assert board(view_model(3, stage, "en", seat=seat)).key == board(view_model(3, stage, "en")).key


def test_a_key_holds_everything_that_a_picture_depends_on() -> None:
    mine = shown(example_6(), "en", seat=0)
    late = view_model(4, "late", "en")
    choosing = active(3, "choosing", "en")
    variants = [
        board(late),
        board(view_model(4, "late", "ja")),
        board(view_model(3, "late", "en")),
        board(view_model(4, "late", "en", mode="gate")),
        board(with_model(late, names=NAMES[:4][::-1])),
        board(with_model(late, view=replace(late.view, date="0520"))),
        own(mine),
        own(mine, None, (3, 5)),
        own(mine, Draw((3, 5), "ULD")),
        own(mine, Draw((3, 5), OTHER)),
        own(with_model(mine, seat=Seat(1))),
        own(shown(example_6(), "ja", seat=0)),
        own(choosing),
        own(choosing, Choose(choosing.view.free[0])),
        own(choosing, Choose(choosing.view.free[1])),
        own(active(3, "placing", "en")),
        own(active(3, "placing", "en"), Place((5, 5))),
        own(active(3, "bonus", "en")),
    ]
    assert len({drawing.key for drawing in variants}) == len(variants)
    distinct = {drawing.draw().png for drawing in variants}
    assert len(distinct) == len(variants)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_board_tells_everything_about_the_players_and_the_round(seats: int, locale: str) -> None:
    late = view_model(seats, "late", locale)
    written = Counter(texts(board(late)))
    for player in late.view.players:
        assert written[str(player.score)] > 0
        if player.number is not None:
            assert written[str(player.number)] >= 2, "on its card and beside the player"
    assert any(str(late.view.round) in text and str(late.view.rounds) in text for text in written)
    for territory in late.view.territories:
        assert written[str(territory.share)] or written[f"+{territory.share}"]
    for _, digit in late.view.digits:
        assert written[str(digit)] > 0


@pytest.mark.parametrize("stage", ["placing", "choosing", "drawing", "bonus", "left"])
@pytest.mark.parametrize("seats", SEATS)
def test_the_players_stand_in_the_order_of_the_phase(seats: int, stage: str) -> None:
    state = moment(seats, stage)
    canvas = canvas_of(board(shown(state, "en")))
    tokens = [mark.box for mark in canvas.placed if mark.kind == "mark" and mark.box[0] > MAP[2]]
    found: list[int] = []
    for left, top, right, bottom in sorted(tokens, key=lambda box: box[1]):
        if right - left == 36:
            middle = canvas.image.getpixel((round((left + right) / 2), round((top + bottom) / 2)))
            found.append(COLOURS.index(middle))
    coming = [state.active, *state.waiting]
    assert sorted(found) == list(range(seats))
    start = found.index(state.active)
    assert found[start : start + len(coming)] == coming


def test_soldiers_stand_on_their_crossings_in_their_colours() -> None:
    state = moment(4, "late")
    image, place = canvas_of(board(shown(state, "en"))).image, frame(the_town())
    for seat, soldiers in enumerate(state.soldiers):
        for at in soldiers:
            x, y = place.at(at)
            assert image.getpixel((round(x), round(y))) == COLOURS[seat]


def test_a_territory_is_tinted_in_the_colour_of_its_owner_and_open_land_is_not() -> None:
    state = moment(4, "late")
    image, place = canvas_of(board(shown(state, "en"))).image, frame(the_town())
    for cell in the_town().points(the_town().cells):
        x, y = place.at(cell)
        square = image.crop((round(x), round(y), round(x) + place.cell, round(y) + place.cell))
        counted = {colour: count for count, colour in square.getcolors(1 << 16) or ()}
        owners = next((land.owners for land in state.territories if cell in land.cells), ())
        for seat, ground in enumerate(GROUNDS):
            assert (counted.get(ground, 0) > 400) is (seat in owners), (cell, seat)


@pytest.mark.parametrize("mode", MODES)
def test_the_wall_shows_where_soldiers_may_stand(mode: str) -> None:
    canvas = canvas_of(board(view_model(3, "placing", "en", mode=mode)))
    place = frame(the_town())

    def pale(x: int, y: int) -> bool:
        at = place.at((x, y))
        return canvas.image.getpixel((round(at[0]), round(at[1]))) == CARD

    assert pale(4, 0) is (mode != "solid"), "a road meets the wall"
    assert pale(0, 3) is (mode == "road"), "a corner of the wall"


def test_what_the_turn_has_changed_is_lit() -> None:
    drawn = news(GAME.view(closed(), None))
    assert drawn.seat == 0
    assert [(border.start, border.steps) for border in drawn.borders] == [((3, 5), "ULD")]
    assert drawn.ends == {(2, 5)}
    assert [territory.cells for territory in drawn.territories] == [((3, 4), (4, 4))]
    assert drawn.gains == (0, 2, 0)
    image, place = canvas_of(board(shown(closed(), "en"))).image, frame(the_town())
    x, y = place.at((2, 4))
    band = [image.getpixel((round(x) - 9, round(y) + 40)), image.getpixel((round(x) + 9, round(y) + 40))]
    assert band == [NEWS, NEWS]
    assert "+2" in texts(board(shown(closed(), "en")))
    x, y = place.at((3, 4))
    assert image.getpixel((round(x) + 40, round(y) - 9)) != NEWS, "a border of long ago"


def test_news_stays_until_the_next_player_has_done_something() -> None:
    state = closed()
    over = GAME.apply(state, state.active, Decline(), CHANCE).state
    assert news(GAME.view(over, None)).borders == news(GAME.view(state, None)).borders
    chosen = moment(3, "choosing")
    before = chosen.before
    assert isinstance(before[-1], Chosen)
    assert news(GAME.view(chosen, None)) == News(seat=before[-1].seat, numbers=frozenset({before[-1].number}))


def test_only_news_the_turn_and_the_present_choice_are_amber() -> None:
    quiet = replace(GAME.view(closed(), None), news=(), before=())
    still = with_model(shown(closed(), "en"), view=quiet)
    assert amber(board(shown(closed(), "en"))) > amber(board(still)) > 0
    over = with_model(still, view=replace(quiet, phase="over"))
    assert amber(board(over)) == 0


def test_a_border_is_previewed_with_its_territory_its_owner_and_the_points() -> None:
    mine = shown(example_6(), "en", seat=0)
    preview = own(mine, Draw((3, 5), "ULD"))
    assert texts(preview).count("+2") == 2, "in the town and beside it"
    assert "2 cells" in texts(preview)
    assert "No territory" in texts(own(mine, Draw((3, 5), OTHER)))
    assert "From D6 to C6" in texts(preview)
    assert "Then a bonus border" in " ".join(texts(preview))
    canvas, place = canvas_of(preview), frame(the_town())
    x, y = place.at((2, 5))
    assert canvas.image.getpixel((round(x), round(y))) == COLOURS[0], "the soldier that would stand there"
    alt = preview.draw().alt
    assert "It closes 2 cells: 2 points for Maximiliane" in alt
    assert "Then you may draw a bonus border." in alt


def test_a_preview_changes_nothing_for_the_board() -> None:
    mine = shown(example_6(), "en", seat=0)
    before = board(mine).draw()
    own(mine, Draw((3, 5), "ULD")).draw()
    assert board(mine).draw() == before


def test_ways_are_numbered_as_the_rules_list_them() -> None:
    mine = shown(example_6(), "en", seat=0)
    ((start, paths),) = drawable(mine.view)
    drawing = own(mine, None, start)
    written = texts(drawing)
    for number, path in enumerate(paths, start=1):
        assert str(number) in written
        assert crossing_name(path.end) in written
        assert f"{number}: " in drawing.draw().alt
    assert f"Ways from {crossing_name(start)}" in written


def test_every_soldier_to_draw_from_is_named_with_its_number_of_ways() -> None:
    mine = active(4, "bonus", "en")
    written = texts(own(mine))
    for start, paths in drawable(mine.view):
        assert crossing_name(start) in written
        assert f"{len(paths)} way{'s' * (len(paths) > 1)}" in written or f"×{len(paths)}" in written


def test_a_number_tells_in_how_many_ways_it_could_be_drawn_now() -> None:
    mine = active(3, "choosing", "en")
    counted = ways(mine.view, mine.view.active)
    written = texts(own(mine))
    for number in mine.view.free:
        count = counted[number]
        assert ("no way" if not count else f"{count} way{'s' * (count > 1)}") in written


def test_numbers_that_hardly_or_never_can_be_drawn_warn() -> None:
    state = table(SOLDIERS, LINES, active=0)
    mine = shown(state, "en", seat=0)
    counted = ways(mine.view, Seat(0))
    assert counted[1] == 1
    assert "1 way" in texts(own(mine))
    assert LOSS in shades(own(mine))
    stuck = own(shown(table(SOLDIERS, [*LINES, [(4, 4), (4, 5)]], active=0), "en", seat=0))
    assert texts(stuck).count("no way") == 6
    assert colours.LOST in shades(stuck)
    assert colours.LOST not in shades(own(active(3, "choosing", "en", "road")))


def test_whoever_waits_sees_the_own_ways_and_who_has_taken_what() -> None:
    state = moment(4, "choosing")
    waiting = state.waiting[0]
    written = texts(own(shown(state, "en", seat=waiting)))
    assert "Ways to draw now" in written


def test_a_reader_without_a_seat_has_no_panel() -> None:
    with pytest.raises(AssertionError):
        own(view_model(3, "drawing", "en")).draw()


def test_a_player_who_is_out_is_marked() -> None:
    gone = view_model(3, "left", "en")
    assert "has left" in texts(board(gone))
    assert "left the game in round" in board(gone).draw().alt


@pytest.mark.parametrize("seat", range(4))
def test_points_are_readable_on_every_territory(seat: int) -> None:
    assert contrast(INK, colours.ground(seat)) >= 4.5
    assert contrast(INK, colours.hatch(seat)) >= 4.5
    assert contrast(MUTED, CARD) >= 4.5
    assert contrast(LOSS, colours.LOST) >= 4.5


@pytest.mark.parametrize("kind", ["normal", *MACHADO])
def test_borders_and_soldiers_stand_out_from_every_ground(kind: str) -> None:
    for ground in (*GROUNDS, colours.STREET, colours.BLOCK, colours.CHURCH, colours.MEADOW):
        assert distance(colours.BORDER, ground, kind) >= 25
        assert distance(INK, ground, kind) >= 25
    for ground in (colours.STREET, colours.BLOCK, *GROUNDS):
        for colour in COLOURS[:4]:
            assert distance(colour, ground, kind) >= 5 or distance(INK, ground, kind) >= 25


@pytest.mark.parametrize("kind", ["normal", *MACHADO])
def test_territories_are_told_apart_even_before_their_symbols(kind: str) -> None:
    for one, other in combinations(GROUNDS, 2):
        assert distance(one, other, kind) >= 8
    for ground in GROUNDS:
        assert distance(ground, colours.BLOCK, kind) >= 5


def test_bonus_and_draw_of_one_turn_are_lit_together() -> None:
    state = closed()
    path = next(path for _, paths in drawable(GAME.view(state, None)) for path in paths)
    after = GAME.apply(state, state.active, Bonus(path.start, path.steps), CHANCE).state
    lit = news(GAME.view(after, None))
    assert [border.bonus for border in lit.borders] == [False, True]
    assert len(lit.ends) == 2


@pytest.mark.parametrize("seats", SEATS)
def test_the_alt_text_of_a_late_board_tells_who_owns_what(seats: int) -> None:
    over = view_model(seats, "over", "en")
    alt = board(over).draw().alt
    assert len(over.view.territories) > 2
    assert all(crossing_name(one.cells[0]) in alt for one in over.view.territories)
