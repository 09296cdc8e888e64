"""Pictures of Thurn and Taxis: what they weigh, depend on, never show, and light."""

from itertools import combinations

import pytest
from gallery_thurn_and_taxis import SEATS, closing, crowded, loaded, shown
from msgspec.structs import replace
from picture_checks import amber, canvas_of, check_texts, inside, overlap, texts
from picture_models import LOCALES
from samples_thurn_and_taxis import closed, evening, own_hand
from test_palette import KINDS, contrast, distance

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.land import CITIES, LAND, REGIONS
from bot.games.thurn_and_taxis.moves import Begin, Close, Play, TaxisMove
from bot.text import words
from render.theme import CARD, INK, MUTED, SEATS as COLOURS, Box
from render.thurn_and_taxis import board, own, signs
from render.thurn_and_taxis.map_board import TILES as BOX, Name, block, region_name, town_name
from render.thurn_and_taxis.news import News, news
from render.thurn_and_taxis.routes import parts
from render.thurn_and_taxis.terrain import MAP, at, cells


@pytest.mark.parametrize("locale", LOCALES)
def test_the_board_says_everything_about_the_players_and_the_piles(locale: str) -> None:
    view = evening()
    written = " ".join(texts(board(shown(view, locale))))
    assert str(view.deck_size) in written
    assert str(len(view.discard)) in written
    for city in filter(None, view.display):
        assert words(locale)(f"thurn_and_taxis.city.{city}") in written
    for region in REGIONS:
        name = words(locale)(f"thurn_and_taxis.region.{region}")
        assert name in written.replace("- ", "").replace(" ", "") or name in written


@pytest.mark.parametrize("seats", SEATS)
def test_both_ends_of_every_route_are_marked(seats: int) -> None:
    view = evening(seats)
    written = texts(board(shown(view, "en")))
    long = sum(len(player.route) > 1 for player in view.players)
    assert written.count("L") == written.count("R") == long + 1


def test_routes_on_one_road_lie_side_by_side() -> None:
    found = parts(crowded())
    for one, other in combinations(found, 2):
        if set(one.pair) == set(other.pair):
            ends = {one.start, one.end} & {other.start, other.end}
            assert not ends, (one, other)


def test_what_the_turn_has_changed_is_lit() -> None:
    played = news(evening())
    assert played == News(
        seat=Seat(2),
        cards=frozenset({2}),
        roads=frozenset({("augsburg", "ulm")}),
        towns=frozenset({"ulm"}),
    )
    over = news(closed())
    assert over.towns == {"salzburg", "muenchen", "ulm"}
    assert over.stacks == {"length_5"}
    assert (over.carriage, over.offices, over.points) == (True, 3, 6)
    assert not over.roads


def test_news_is_amber_and_without_news_only_the_turn_is() -> None:
    quiet = replace(evening(), news=())
    assert amber(board(shown(evening(), "en"))) > amber(board(shown(quiet, "en"))) > 0


def test_the_preview_of_a_closing_names_every_gain() -> None:
    mine = shown(closing(), "en", seat=2)
    written = texts(own(mine, Close(("salzburg", "augsburg", "ulm"), cartwright=True)))
    assert "Post offices: Salzburg, Augsburg, Ulm" in written
    assert "Tile: 5 cities" in written
    assert "Tile: Württemberg and Hohenzollern" in written
    assert "Carriage 5 (Cartwright)" in written
    assert "Carriage 5" in texts(own(mine, Close(("ulm",))))
    assert "+9" in written
    assert "No post office" in texts(own(mine, Close()))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_offices_of_a_long_route_are_named_whole(locale: str) -> None:
    route = ("salzburg", "innsbruck", "kempten", "zuerich", "freiburg")
    view = crowded()
    players = (replace(view.players[0], route=route, offices=()), *view.players[1:])
    view = replace(view, active=Seat(0), phase="close", players=players)
    written = texts(own(shown(view, locale, seat=0), Close(route)))
    assert not [text for text in written if text.endswith("\u2026")]


def test_below_a_closing_the_hand_fits_no_route_any_more() -> None:
    mine = shown(closing(), "en", seat=2)
    for drawing, marked in ((own(mine), True), (own(mine, Close(("ulm",))), False)):
        written = texts(drawing)
        below = written[written.index("Your hand") :]
        assert {"Kempten", "Ingolstadt", "Würzburg", "Innsbruck"} <= {*below}
        assert ("fits nowhere" in below) is marked


def test_the_open_cards_stand_back_behind_a_large_hand_when_none_can_be_taken() -> None:
    for cards, planning in ((4, True), (22, False)):
        view = loaded(cards)
        assert "Open cards" in texts(own(shown(view, "en", seat=0), Begin("lodz")))
        after = texts(own(shown(replace(view, may_take=False), "en", seat=0), Begin("lodz")))
        assert ("Open cards" in after) is planning


def test_a_route_that_would_be_lost_is_announced() -> None:
    mine = shown(own_hand(), "en", seat=2)
    warning = "You lose this route of 5 cities: no offices, no tile, no carriage"
    assert warning in texts(own(mine, Begin("wuerzburg")))
    assert warning not in texts(own(mine))
    assert warning in own(mine, Begin("wuerzburg")).draw().alt


@pytest.mark.parametrize("choice", [None, Play("kempten", "right"), Begin("kempten")])
def test_a_hand_tells_its_owner_everything_in_words_too(choice: TaxisMove | None) -> None:
    alt = own(shown(own_hand(), "en", seat=2), choice).draw().alt
    for city in own_hand().hand:
        assert words("en")(f"thurn_and_taxis.city.{city}") in alt


@pytest.mark.parametrize("region", REGIONS)
def test_names_are_readable_on_every_region(region: str) -> None:
    assert contrast(INK, signs.GROUNDS[region]) >= 4.5
    assert contrast(signs.name_on(region), signs.GROUNDS[region]) >= 4.5
    assert contrast(INK, CARD) >= 4.5
    assert contrast(MUTED, CARD) >= 4.5


@pytest.mark.parametrize("kind", KINDS)
def test_routes_and_roofs_stand_out_from_every_region_and_road(kind: str) -> None:
    """The inked edge separates what colour alone might not: it is dark on every ground."""
    for ground in (*signs.GROUNDS.values(), signs.ROAD):
        assert distance(INK, ground, kind) >= 25
        for colour in COLOURS[:4]:
            assert distance(colour, ground, kind) >= 5


@pytest.mark.parametrize("kind", KINDS)
def test_neighbouring_regions_are_told_apart(kind: str) -> None:
    roads = {
        frozenset((CITIES[one].region, CITIES[other].region))
        for one in CITIES
        for other in CITIES
        if CITIES[one].region != CITIES[other].region
        and abs(CITIES[one].x - CITIES[other].x) + abs(CITIES[one].y - CITIES[other].y) < 260
    }
    for pair in roads:
        one, other = sorted(pair)
        assert distance(signs.GROUNDS[one], signs.GROUNDS[other], kind) >= 5, pair


def names(locale: str) -> list[Name]:
    """Every line of a name on the map."""
    speak = words(locale)
    towns = [town_name(city, speak) for city in CITIES]
    return [*towns, *(line for region in REGIONS for line in region_name(region, speak))]


@pytest.mark.parametrize("locale", LOCALES)
def test_no_name_meets_another_one(locale: str) -> None:
    for one, other in combinations(names(locale), 2):
        assert not overlap(one.box, other.box), (one, other)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("offices", range(5))
def test_no_town_covers_a_name_however_many_offices_it_has(offices: int, locale: str) -> None:
    for name in names(locale):
        assert inside(name.box, MAP), name
        assert not overlap(name.box, BOX), name
        for city in CITIES:
            assert not overlap(name.box, block(city, offices)), (name, city)


@pytest.mark.parametrize("offices", range(5))
def test_no_town_touches_another_one_or_the_tiles(offices: int) -> None:
    for one, other in combinations(CITIES, 2):
        assert not overlap(block(one, offices), block(other, 4)), (one, other)
    for city in CITIES:
        assert inside(block(city, offices), MAP)
        assert not overlap(block(city, offices), BOX), city


@pytest.mark.parametrize("locale", LOCALES)
def test_a_name_of_a_town_stands_nearer_to_it_than_to_any_other(locale: str) -> None:
    speak = words(locale)

    def gap(box: Box, city: str) -> float:
        x, y = at(city)
        return max(box[0] - x, x - box[2], 0) ** 2 + max(box[1] - y, y - box[3], 0) ** 2

    for city in CITIES:
        box = town_name(city, speak).box
        assert min(CITIES, key=lambda other: gap(box, other)) == city


@pytest.mark.parametrize("locale", LOCALES)
def test_a_name_of_a_region_stands_on_its_ground(locale: str) -> None:
    for region in REGIONS:
        lines = region_name(region, words(locale))
        x, y = lines[0].x, sum(line.y for line in lines) / len(lines)
        assert [name for name, corners in cells() if _holds([(c.x, c.y) for c in corners], x, y)] == [region]


def _holds(corners: list[tuple[float, float]], x: float, y: float) -> bool:
    # A cell is convex: the point lies on the same side of all its sides.
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], *corners[:1]], strict=True)
    ]
    return all(side >= 0 for side in sides)


def test_no_road_runs_below_the_tiles_not_even_with_four_routes_on_it() -> None:
    reach = 1.5 * 12 + 7
    for one, other in LAND.roads:
        (x, y), (to_x, to_y) = at(one), at(other)
        for step in range(101):
            px, py = x + (to_x - x) * step / 100, y + (to_y - y) * step / 100
            across, down = max(BOX[0] - px, 0, px - BOX[2]), max(BOX[1] - py, 0, py - BOX[3])
            assert across**2 + down**2 >= reach**2, (one, other)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_fullest_map_keeps_every_name_and_every_number_readable(seats: int, locale: str) -> None:
    """All offices placed, four routes through the whole land on the same roads: only symbols may touch."""
    written = {text.text for text in check_texts(canvas_of(board(shown(crowded(seats), locale))))}
    assert {name.text for name in names(locale)} <= written
