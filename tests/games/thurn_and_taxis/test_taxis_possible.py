"""What a view says that can be done now, it is what the rules take; and which offices are offered."""

from random import Random

import pytest

from bot.games.chance import Chance
from bot.games.thurn_and_taxis.closing import gains, placement_refusal, placements
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, NEIGHBOURS, RULES, region_of
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Close,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
    TaxisOptions,
)
from bot.games.thurn_and_taxis.possible import (
    EACH,
    best,
    fitting,
    free_cities,
    may,
    may_call_cartwright,
    modes,
    takes,
)
from bot.games.thurn_and_taxis.view import TaxisView
from tests.games.thurn_and_taxis.positions import A, cities, others, table
from tests.games.thurn_and_taxis.sample import pick


def seen(routes: str, hands: str = "", **more: object) -> TaxisView:
    return GAME.view(table(f"{routes} / ", hands, **more), A)


@pytest.mark.parametrize("seed", range(2))
def test_over_whole_games_a_view_offers_what_the_rules_take(seed: int) -> None:
    chance, rng = Chance(bytes([seed]) * 32), Random(seed)
    state = GAME.setup(TaxisOptions(), 3, chance)
    while state.phase != "over":
        moves = list(GAME.legal(state, state.active))
        assert_offered(GAME.view(state, state.active), moves)
        state = GAME.apply(state, state.active, pick(state, moves, rng), chance).state


def assert_offered(view: TaxisView, moves: list[TaxisMove]) -> None:
    assert may(view, Administrator()) == (Administrator() in moves)
    assert may(view, Close()) == any(isinstance(move, Close) for move in moves)
    assert may_call_cartwright(view) == any(isinstance(move, Close) and move.cartwright for move in moves)
    laid = {move for move in moves if isinstance(move, Play)}
    cities = {(move.city, "any" if _ends_alike(view) else move.side) for move in laid}
    assert {(move.city, "any" if _ends_alike(view) else move.side) for move in fitting(view)} == cities
    if view.phase == "take":
        assert takes(view) == [move for move in moves if isinstance(move, TakeOpen | TakeBlind)]


def _ends_alike(view: TaxisView) -> bool:
    return len(view.mover.route) == 1


def test_a_card_from_the_deck_is_to_be_had_as_long_as_there_are_discards() -> None:
    shown = "passau basel lodz sigmaringen linz pilsen"
    assert TakeBlind() in takes(seen("ulm", "lodz", display=shown, deck=""))
    hoard = others("ulm lodz", shown)
    assert TakeBlind() not in takes(seen("ulm", f"lodz / {hoard}", display=shown, deck="", discard=""))


def test_a_card_that_fits_is_offered_once_for_each_end() -> None:
    assert fitting(seen("ulm augsburg", "stuttgart stuttgart basel", phase="play")) == [
        Play("stuttgart", "left")
    ]
    assert fitting(seen("ulm", "stuttgart basel", phase="play")) == [Play("stuttgart", "right")]
    assert fitting(seen("", "stuttgart basel", phase="play")) == []


def closable(route: str, offices: str = "", **more: object) -> TaxisView:
    return GAME.view(table(f"{route} / ", "/ lodz", offices=f"{offices} / ", phase="close", **more), A)


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
    view = closable(" ".join(route), " ".join(own))
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


def test_the_mode_that_completes_a_group_comes_first() -> None:
    view = closable("stuttgart ulm augsburg", "sigmaringen")
    assert modes(view) == ("wuerttemberg", EACH)
    assert best(view, "wuerttemberg") == cities("stuttgart ulm")


def test_of_equal_cities_the_one_that_is_hardest_to_come_to_is_offered() -> None:
    view = closable("muenchen passau regensburg")
    assert best(view, EACH) == ("passau",)


def test_with_too_few_offices_left_the_one_that_wins_most_is_placed() -> None:
    """Pilsen would complete Böhmen and Salzburg (4), Lodz all regions (6)."""
    own = [city for city in CITIES if city not in ("pilsen", "lodz", "kempten")]
    view = closable("linz budweis pilsen lodz", " ".join(own))
    assert view.players[A].offices_left == 1
    assert best(view, EACH) == ("lodz",)


def test_cities_with_an_own_office_are_not_offered() -> None:
    view = closable("mannheim stuttgart ulm", "stuttgart")
    assert free_cities(view, EACH) == cities("mannheim ulm")
    assert modes(view) == (EACH,)
