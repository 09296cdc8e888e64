"""The components and the map of Thurn and Taxis (sections 1, 2, 4 and 5) against the tables of the rules."""

from collections import Counter
from importlib.resources import files

import pytest

from bot.games.chance import Chance
from bot.games.thurn_and_taxis import scoring
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import (
    CITIES,
    LAND,
    NEIGHBOURS,
    REGIONS,
    STACKS,
    carriage_points,
    group_regions,
    next_carriage,
    region_of,
)
from bot.games.thurn_and_taxis.moves import TaxisOptions
from bot.games.thurn_and_taxis.scoring import FULL
from bot.games.thurn_and_taxis.turn import CARDS
from bot.text import words
from tests.games.thurn_and_taxis.positions import CHANCE, cities

ROADS = {
    "mannheim": "carlsruhe stuttgart wuerzburg",
    "carlsruhe": "freiburg mannheim stuttgart",
    "freiburg": "basel carlsruhe sigmaringen zuerich",
    "stuttgart": "carlsruhe ingolstadt mannheim nuernberg sigmaringen ulm wuerzburg",
    "ulm": "augsburg ingolstadt kempten sigmaringen stuttgart",
    "sigmaringen": "freiburg kempten stuttgart ulm zuerich",
    "wuerzburg": "mannheim nuernberg stuttgart",
    "nuernberg": "ingolstadt pilsen regensburg stuttgart wuerzburg",
    "regensburg": "ingolstadt muenchen nuernberg passau pilsen",
    "ingolstadt": "augsburg muenchen nuernberg regensburg stuttgart ulm",
    "augsburg": "ingolstadt innsbruck kempten muenchen ulm",
    "passau": "linz muenchen regensburg salzburg",
    "muenchen": "augsburg ingolstadt innsbruck passau regensburg salzburg",
    "kempten": "augsburg innsbruck sigmaringen ulm zuerich",
    "pilsen": "budweis lodz nuernberg regensburg",
    "budweis": "linz pilsen",
    "salzburg": "innsbruck linz muenchen passau",
    "linz": "budweis passau salzburg",
    "basel": "freiburg zuerich",
    "zuerich": "basel freiburg kempten sigmaringen",
    "innsbruck": "augsburg kempten muenchen salzburg",
    "lodz": "pilsen",
}
REGION_CITIES = {
    "baden": "mannheim carlsruhe freiburg",
    "wuerttemberg": "stuttgart ulm",
    "hohenzollern": "sigmaringen",
    "baiern": "wuerzburg nuernberg regensburg ingolstadt augsburg passau muenchen kempten",
    "boehmen": "pilsen budweis",
    "salzburg_land": "salzburg linz",
    "schweiz": "basel zuerich",
    "tyrol": "innsbruck",
    "polen": "lodz",
}
GROUPS = {
    "baden": "baden",
    "wuerttemberg_hohenzollern": "wuerttemberg hohenzollern",
    "schweiz_tyrol": "schweiz tyrol",
    "boehmen_salzburg": "boehmen salzburg_land",
    "baiern": "baiern",
}


def test_1_66_cards_three_of_each_city() -> None:
    assert len(CARDS) == 66
    assert set(Counter(CARDS).values()) == {3}
    assert set(CARDS) == set(ROADS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_setup_is_the_same_for_any_number_of_players(seats: int) -> None:
    """Worked example 1, edge 15: display 6, deck 60, discard 0, empty hands, 20 offices each, 30 tiles."""
    state = GAME.setup(TaxisOptions(), seats, CHANCE)
    view = GAME.view(state, None)
    assert (sum(city is not None for city in view.display), view.deck_size, view.discard) == (6, 60, ())
    assert [player.hand_size for player in view.players] == [0] * seats
    assert [player.offices_left for player in view.players] == [20] * seats
    assert [player.carriage for player in view.players] == [0] * seats
    assert sum(map(len, view.stacks)) == 30
    assert sum(carriage.copies for carriage in LAND.carriages) == 20


def test_1_the_deck_and_the_start_player_come_from_chance() -> None:
    tables = [GAME.setup(TaxisOptions(), 4, Chance(bytes([number]) * 32)) for number in range(40)]
    assert {state.start_player for state in tables} == {0, 1, 2, 3}
    assert len({state.deck for state in tables}) == 40
    assert all(state.active == state.start_player for state in tables)


def test_2_regions_and_their_cities() -> None:
    assert {region: " ".join(REGIONS[region].cities) for region in REGIONS} == REGION_CITIES
    assert all(region_of(city) == region for region in REGIONS for city in REGIONS[region].cities)


def test_2_45_roads_as_in_the_table_of_neighbours() -> None:
    assert {city: " ".join(sorted(around)) for city, around in NEIGHBOURS.items()} == ROADS
    assert len(LAND.roads) == len({frozenset(road) for road in LAND.roads}) == 45
    assert {city: len(NEIGHBOURS[city]) for city in CITIES} == {city.id: city.degree for city in LAND.cities}


def test_4_stacks_and_their_values() -> None:
    assert dict(zip(STACKS, FULL, strict=True)) == {
        "length_5": (2, 1),
        "length_6": (3, 2, 1),
        "length_7": (4, 3, 2, 1),
        "baden": (3, 2, 1),
        "wuerttemberg_hohenzollern": (3, 2, 1),
        "schweiz_tyrol": (3, 2, 1),
        "boehmen_salzburg": (4, 3, 2),
        "baiern": (5, 4, 3, 2),
        "all_regions": (6, 5, 4, 3),
        "game_end": (1,),
    }


def test_4_groups_are_all_cities_of_their_regions() -> None:
    for group, regions in GROUPS.items():
        assert " ".join(group_regions(group)) == regions
        assert scoring.GROUPS[group] == {*cities(" ".join(REGION_CITIES[one] for one in regions.split()))}


def test_5_carriages_and_their_points() -> None:
    assert [carriage_points(level) for level in range(8)] == [0, 0, 0, 2, 3, 5, 7, 10]
    assert [next_carriage(level) for level in (0, 3, 4, 5, 6, 7)] == [3, 4, 5, 6, 7, None]


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_rules_for_players_list_the_regions_and_roads_of_the_data(locale: str) -> None:
    page = files("bot.games.thurn_and_taxis").joinpath(f"rules.{locale}.md").read_text(encoding="utf-8")
    colon, comma = (": ", ", ") if locale == "en" else ("：", "、")
    named = {city.id: words(locale)(f"thurn_and_taxis.city.{city.id}") for city in LAND.cities}
    for city in LAND.cities:
        around = comma.join([named[other] for other in NEIGHBOURS[city.id]])
        assert f"- **{named[city.id]}**{colon}{around}\n" in page
    for region in LAND.regions:
        name = words(locale)(f"thurn_and_taxis.region.{region.id}")
        assert f"- **{name}**{colon}{comma.join([named[city] for city in region.cities])}\n" in page
