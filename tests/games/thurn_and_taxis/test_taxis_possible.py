"""What a view says that can be done now, it is what the rules take; and which offices are offered."""

from random import Random

import pytest

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.closing import gains, placement_refusal, placements
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, NEIGHBOURS, RULES, region_of
from bot.games.thurn_and_taxis.moves import Close, Play, TakeBlind
from bot.games.thurn_and_taxis.planning import PLANNING
from bot.games.thurn_and_taxis.possible import EACH, best, fitting, may_call_cartwright, modes, takes
from bot.games.thurn_and_taxis.view import TaxisView
from tests.games.examples import follows
from tests.games.thurn_and_taxis.positions import A, at, table


def seen(position: str) -> TaxisView:
    return GAME.view(at(position), A)


@pytest.mark.parametrize(("position", "drawn"), [("take; deck", True), ("take; hoard", False)])
def test_a_card_from_the_deck_is_to_be_had_as_long_as_there_are_discards(position: str, drawn: bool) -> None:
    assert (TakeBlind() in takes(seen(position))) == drawn


@pytest.mark.parametrize(
    ("position", "offered"),
    [
        ("play; route ulm augsburg; hand stuttgart stuttgart basel", [Play("stuttgart", "left")]),
        ("play; route ulm; hand stuttgart basel", [Play("stuttgart", "right")]),
        ("play; hand stuttgart basel", []),
    ],
)
def test_a_card_that_fits_is_offered_once_for_each_end(position: str, offered: list[Play]) -> None:
    assert fitting(seen(position)) == offered


def wandering(rng: Random) -> list[str]:
    route = [rng.choice(list(CITIES))]
    for _ in range(rng.randrange(2, 12)):
        onward = [city for city in NEIGHBOURS[route[-1]] if city not in route]
        if not onward:
            break
        route.append(rng.choice(onward))
    return route


@pytest.mark.parametrize("seed", range(24))
def test_nothing_that_is_allowed_in_a_mode_has_more_offices_or_is_worth_more(seed: int) -> None:
    rng = Random(seed)
    route = wandering(rng)
    own = rng.sample([city for city in CITIES if city != "lodz"], rng.choice((0, 4, 9, 14, 18)))
    view = seen(f"close; route {' '.join(route)}; hand / lodz; offices {' '.join(own)}")
    left = RULES.offices_per_player - len(own)
    helped = may_call_cartwright(view)
    allowed = list(placements(route, own, left))
    for mode in modes(view):
        offered = best(view, mode)
        assert placement_refusal(route, own, left, offered) is None
        rivals = [set_ for set_ in allowed if _in_mode(set_, mode)]
        assert len(offered) == max(map(len, rivals))
        most = max(gains(view, Close(set_, helped)).points for set_ in rivals)
        assert gains(view, Close(offered, helped)).points == most
    top = max(gains(view, Close(set_, helped)).points for set_ in allowed)
    assert gains(view, Close(best(view, modes(view)[0]), helped)).points == top


def _in_mode(offices: tuple[str, ...], mode: str) -> bool:
    regions = [region_of(city) for city in offices]
    return len(set(regions)) == len(regions) if mode == EACH else set(regions) <= {mode}


ALMOST_ALL = " ".join([city for city in CITIES if city not in ("pilsen", "lodz", "kempten")])
OFFERED = f"""
    The mode that completes a group comes first
        close; route stuttgart ulm augsburg; offices sigmaringen
        -> wuerttemberg: stuttgart ulm, each: ulm augsburg
    Of equal cities the one that is hardest to come to
        close; route muenchen passau regensburg | -> baiern: muenchen passau regensburg, each: passau
    With too few offices left the one that wins most: Pilsen would win 4, Lodz wins 6
        close; route linz budweis pilsen lodz; offices {ALMOST_ALL} | -> each: lodz
    Cities with an own office are left out
        close; route mannheim stuttgart ulm; offices stuttgart | -> each: mannheim ulm
"""


@pytest.mark.parametrize(("position", "moves", "offered"), follows(OFFERED))
def test_which_offices_are_offered(position: str, moves: str, offered: str) -> None:
    view = seen(position)
    assert ", ".join([f"{mode}: {' '.join(best(view, mode))}" for mode in modes(view)]) == offered


@pytest.mark.parametrize(
    ("route", "first"),
    [("", ["ulm", "lodz", "basel", "linz", "deck"]), ("zuerich", ["basel", "deck", "ulm", "lodz", "linz"])],
)
def test_a_plan_offers_first_what_helps_the_route(route: str, first: list[str]) -> None:
    """Where none lies any open card does: the deck comes behind them."""
    state = table(f"ulm / {route}", "ulm / ", display="ulm lodz basel lodz linz linz", active=Seat(0))
    assert [*PLANNING.wishes(GAME.view(state, Seat(1)), Seat(1), ())][: len(first)] == first
