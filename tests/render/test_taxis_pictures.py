"""Pictures of Thurn and Taxis: what they weigh, depend on, never show, and light."""

from __future__ import annotations

from dataclasses import replace as with_model
from io import BytesIO
from itertools import combinations
from statistics import median

import pytest
from msgspec.structs import replace
from picture_checks import canvas_of
from picture_models import LOCALES, NAMES
from PIL import Image
from taxis_models import SEATS, STAGES, active, crowded, loaded, shown, view_model
from test_palette import MACHADO, contrast, distance

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.land import CITIES, REGIONS
from bot.games.thurn_and_taxis.moves import Begin, Close, Play, TaxisMove, TaxisOptions
from bot.text import words
from render.drawing import Drawing
from render.theme import CARD, INK, MUTED, NEWS
from render.theme import SEATS as COLOURS
from render.thurn_and_taxis import board, own, ranking, signs
from render.thurn_and_taxis.news import News, news
from render.thurn_and_taxis.routes import parts
from render.thurn_and_taxis.samples import closed, evening, own_hand


def pictures(seats: int, locale: str) -> list[Drawing]:
    """One of every kind."""
    return [
        *(board(view_model(seats, stage, locale)) for stage in STAGES),
        *(own(active(seats, stage, locale)) for stage in STAGES),
        ranking(view_model(seats, "over", locale)),
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_picture_is_a_light_png_with_an_alt_text(seats: int, locale: str) -> None:
    sizes: list[int] = []
    for drawing in pictures(seats, locale):
        picture = drawing.draw()
        with Image.open(BytesIO(picture.png)) as file:
            assert (file.format, file.mode, file.width) == ("PNG", "P", 1200)
            assert 700 <= file.height <= 1100
        sizes.append(len(picture.png))
        assert picture.name.startswith("thurn_and_taxis-")
        assert 20 < len(picture.alt) <= 1000
        assert picture.alt.startswith({"en": "Thurn and Taxis", "ja": "郵便馬車"}[locale])
    assert max(sizes) <= 170 * 1024
    assert median(sizes[: len(STAGES)]) <= 150 * 1024


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
    mine = shown(own_hand(), "en", seat=2)
    closing = replace(own_hand(), phase="close", played=1)
    variants = [
        board(shown(evening(), "en")),
        board(shown(evening(), "ja")),
        board(shown(closed(), "en")),
        board(with_model(shown(evening(), "en"), names=NAMES[:4][::-1])),
        own(mine),
        own(mine, Play("kempten", "left")),
        own(mine, Play("kempten", "right")),
        own(mine, Begin("kempten")),
        own(shown(closing, "en", seat=2), Close()),
        own(shown(closing, "en", seat=2), Close(("ulm",))),
        own(shown(closing, "en", seat=2), Close(("ulm",), cartwright=True)),
        own(shown(own_hand(), "ja", seat=2)),
    ]
    assert len({drawing.key for drawing in variants}) == len(variants)
    assert len({drawing.draw().png for drawing in variants}) == len(variants)


def texts(drawing: Drawing) -> list[str]:
    return [one.text for one in canvas_of(drawing).placed if one.kind == "text"]


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


def test_left_and_right_are_not_the_same_picture() -> None:
    view = evening()
    turned = replace(view.players[0], route=view.players[0].route[::-1])
    other = replace(view, players=(turned, *view.players[1:]))
    assert board(shown(view, "en")).draw().png != board(shown(other, "en")).draw().png


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
    def amber(drawing: Drawing) -> int:
        image = canvas_of(drawing).image
        return sum(count for count, colour in image.getcolors(1 << 20) or () if colour == NEWS)

    quiet = replace(evening(), news=())
    assert amber(board(shown(evening(), "en"))) > amber(board(shown(quiet, "en"))) > 0


def test_the_preview_of_a_closing_names_every_gain() -> None:
    closing = replace(own_hand(), phase="close", played=1)
    mine = shown(closing, "en", seat=2)
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
    closing = replace(view, active=Seat(0), phase="close", players=players)
    written = texts(own(shown(closing, locale, seat=0), Close(route)))
    assert not [text for text in written if text.endswith("\u2026")]


def test_below_a_closing_the_hand_fits_no_route_any_more() -> None:
    closing = replace(own_hand(), phase="close", played=1)
    mine = shown(closing, "en", seat=2)
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


def test_the_tile_for_all_regions_looks_as_it_is_read() -> None:
    nine = replace(evening(), options=TaxisOptions(all_regions="all_nine"))
    assert board(shown(nine, "en")).draw().png != board(shown(evening(), "en")).draw().png


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


@pytest.mark.parametrize("kind", ["normal", *MACHADO])
def test_routes_and_roofs_stand_out_from_every_region_and_road(kind: str) -> None:
    """The inked edge separates what colour alone might not: it is dark on every ground."""
    for ground in (*signs.GROUNDS.values(), signs.ROAD):
        assert distance(INK, ground, kind) >= 25
        for colour in COLOURS[:4]:
            assert distance(colour, ground, kind) >= 5


@pytest.mark.parametrize("kind", ["normal", *MACHADO])
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
