"""Thurn and Taxis: nothing overlaps, nothing leaves its place, whatever happens on the map."""

from __future__ import annotations

from dataclasses import replace as with_outcome
from itertools import combinations, islice

import pytest
from msgspec.structs import replace
from picture_checks import canvas_of, check, holders, inside, overlap
from picture_models import LOCALES, NAMES
from taxis_models import LONGEST, SEATS, STAGES, active, crowded, loaded, moment, shown, view_model

from bot.games.contract import Outcome, ScoreRow
from bot.games.registry import game
from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import CITIES, LAND, REGIONS, STACKS
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Close,
    Discard,
    Play,
    TakeOpen,
    TaxisMove,
    TaxisOptions,
)
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import signed, words
from render.lobby import LobbyCard, lobby
from render.theme import NUMBER, Box
from render.thurn_and_taxis import board, own, ranking
from render.thurn_and_taxis.map_board import TILES as BOX
from render.thurn_and_taxis.map_board import Name, block, region_name, town_name
from render.thurn_and_taxis.samples import closed, evening, own_hand
from render.thurn_and_taxis.terrain import MAP, at, cells


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
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_tidy(seats: int, stage: str, locale: str) -> None:
    check(board(view_model(seats, stage, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("view", [evening(), evening(3), evening(2), closed()])
def test_an_evening_is_tidy(view: TaxisView, locale: str) -> None:
    check(board(shown(view, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_fullest_map_keeps_every_name_and_every_number_readable(seats: int, locale: str) -> None:
    """All offices placed, four routes through the whole land on the same roads: only symbols may touch."""
    canvas = canvas_of(board(shown(crowded(seats), locale)))
    texts = [one for one in canvas.placed if one.kind == "text"]
    for one, other in combinations(texts, 2):
        assert not overlap(one.box, other.box), (one, other)
    for text in texts:
        assert all(inside(text.box, box) for box in holders(text, canvas.placed)[:1]), text
    written = [text.text for text in texts]
    for name in names(locale):
        assert name.text in written


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_is_tidy(seats: int, stage: str, locale: str) -> None:
    mine = active(seats, stage, locale)
    check(own(mine))
    moves = game("thurn_and_taxis").legal(moment(seats, stage), moment(seats, stage).active)
    for move in islice(moves, 0, 60, 7):
        check(own(mine, move))


CHOICES = (
    None,
    TakeOpen(3),
    Play("kempten", "right"),
    Begin("wuerzburg"),
    Discard("innsbruck"),
    Close(),
    Close(("salzburg", "augsburg", "ulm"), cartwright=True),
)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("choice", CHOICES)
def test_every_choice_is_previewed_tidily(choice: TaxisMove | None, locale: str) -> None:
    view = own_hand() if not isinstance(choice, Close) else replace(own_hand(), phase="close", played=1)
    check(own(shown(view, locale, seat=2), choice))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("cards", [0, 1, 4, 5, 8, 9, 16, 22])
def test_the_longest_route_and_the_largest_hand_find_room(cards: int, locale: str) -> None:
    view = loaded(cards)
    for choice in (None, Begin("lodz"), TakeOpen(1)):
        check(own(shown(view, locale, seat=0), choice))
    check(own(shown(replace(view, may_take=False), locale, seat=0)))
    closing = replace(view, phase="close", may_take=False)
    for offices in ((), ("mannheim",), LONGEST[:8]):
        check(own(shown(closing, locale, seat=0), Close(offices)))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_ranking_is_tidy_with_more_tiles_than_columns(locale: str) -> None:
    check(ranking(view_model(4, "over", locale)))
    kinds = [f"tile_{stack}" for stack in STACKS]
    rows = tuple(
        (ScoreRow("carriage", 10 - seat), *(ScoreRow(kind, 6) for kind in kinds), ScoreRow("unplaced", -seat))
        for seat in range(4)
    )
    scores = tuple(sum(row.points for row in of_seat) for of_seat in rows)
    check(ranking(with_outcome(view_model(4, "over", locale), outcome=Outcome((1, 2, 3, 4), scores, rows))))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", [TaxisOptions(), TaxisOptions(all_regions="all_nine")])
def test_the_lobby_is_tidy(options: TaxisOptions, locale: str) -> None:
    rows = told.option_rows(options, words(locale))
    check(lobby(LobbyCard("thurn_and_taxis", NAMES[:3], 0, 2, (2, 4), rows, 60, NAMES[1]), words(locale)))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_numbers_that_are_decided_by_are_large(locale: str) -> None:
    """Scores, offices left, carriages and the values of the tiles."""
    view = evening()
    sizes: dict[str, int] = {}
    for one in canvas_of(board(shown(view, locale))).placed:
        sizes[one.text] = max(sizes.get(one.text, 0), one.size)
    for player in view.players:
        for number in (signed(player.score), str(player.offices_left), str(player.carriage)):
            assert sizes[number] >= NUMBER
    for values in view.stacks:
        assert sizes[str(values[0])] >= NUMBER
