"""The offices that are offered for a closing: legal, as many as possible, worth as much as any (edge 11)."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.thurn_and_taxis.closing import placement_refusal, placements, preview
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, RULES, neighbours, region_of
from bot.games.thurn_and_taxis.possible import (
    EACH,
    best,
    free_cities,
    may_call_cartwright,
    modes,
    most_offices,
)
from bot.games.thurn_and_taxis.view import TaxisView
from tests.games.thurn_and_taxis.positions import A, cities, table


def closing(route: str, offices: str = "", **more: object) -> TaxisView:
    """What the first seat sees when it could close this route."""
    return GAME.view(table(f"{route} / ", "/ lodz", offices=f"{offices} / ", phase="close", **more), A)


def walk(rng: Random) -> list[str]:
    """A route at random."""
    route = [rng.choice(list(CITIES))]
    for _ in range(rng.randrange(2, 12)):
        onward = [city for city in neighbours(route[-1]) if city not in route]
        if not onward:
            break
        route.append(rng.choice(onward))
    return route


@pytest.mark.parametrize("seed", range(60))
def test_nothing_that_is_allowed_in_a_mode_has_more_offices_or_is_worth_more(seed: int) -> None:
    rng = Random(seed)
    route = walk(rng)
    own = rng.sample([city for city in CITIES if city != "lodz"], rng.choice((0, 4, 9, 14, 18)))
    view = closing(" ".join(route), " ".join(own))
    left = RULES.offices_per_player - len(own)
    helped = may_call_cartwright(view)
    allowed = list(placements(route, own, left))
    for mode in modes(view):
        offered = best(view, mode)
        assert placement_refusal(route, own, left, offered) is None
        assert len(offered) == most_offices(view, mode)
        rivals = [set_ for set_ in allowed if _in_mode(set_, mode)]
        most = max(preview(view, set_, cartwright=helped).points for set_ in rivals)
        assert preview(view, offered, cartwright=helped).points == most
    top = max(preview(view, set_, cartwright=helped).points for set_ in allowed)
    assert preview(view, best(view, modes(view)[0]), cartwright=helped).points == top


def _in_mode(offices: tuple[str, ...], mode: str) -> bool:
    regions = [region_of(city) for city in offices]
    return len(set(regions)) == len(regions) if mode == EACH else set(regions) <= {mode}


def test_the_mode_that_completes_a_group_comes_first() -> None:
    view = closing("stuttgart ulm augsburg", "sigmaringen")
    assert modes(view) == ("wuerttemberg", EACH)
    assert best(view, "wuerttemberg") == cities("stuttgart ulm")


def test_of_equal_cities_the_one_that_is_hardest_to_come_to_is_offered() -> None:
    view = closing("muenchen passau regensburg")
    assert best(view, EACH) == ("passau",)


def test_with_too_few_offices_left_the_one_that_wins_most_is_placed() -> None:
    """Pilsen would complete Böhmen and Salzburg (4), Lodz all regions (6)."""
    own = [city for city in CITIES if city not in ("pilsen", "lodz", "kempten")]
    view = closing("linz budweis pilsen lodz", " ".join(own))
    assert view.players[A].offices_left == 1
    assert best(view, EACH) == ("lodz",)


def test_cities_with_an_own_office_are_not_offered() -> None:
    view = closing("mannheim stuttgart ulm", "stuttgart")
    assert free_cities(view, EACH) == cities("mannheim ulm")
    assert modes(view) == (EACH,)
