"""Boards for whoever looks again after a while: all that has changed since is lit, not the last step."""

from dataclasses import replace as with_model
from typing import Any

import pytest
from gallery_six_nimmt import view_model as nimmt_model
from msgspec.structs import replace
from picture_checks import amber
from picture_models import of_view
from samples_my_city import evening as city_evening
from samples_noerdlingen import evening as town_evening
from samples_noria import evening as noria_evening, solo
from samples_thurn_and_taxis import closed, evening as taxis_evening

from bot.games.contract import Seat
from bot.games.my_city import preview as city
from bot.games.my_city.game import GAME as MY_CITY
from bot.games.noerdlingen.game import GAME as NOERDLINGEN
from bot.games.noerdlingen.preview import news as town_news
from bot.games.noria.facts import News, news as noria_news
from bot.games.noria.state import NoriaView
from render import my_city, noerdlingen, noria, six_nimmt, thurn_and_taxis
from render.thurn_and_taxis.news import changes

TOWN = [NOERDLINGEN.view(state, None) for state in town_evening()]
CITY = [MY_CITY.view(city_evening(3, 5, rounds), None) for rounds in (4, 5, 9)]


def later(then: NoriaView) -> NoriaView:
    """Two turns on: who leads goes up a path and sails away, another one builds, buys and debates."""
    first, *others = then.players
    here, *far = then.islands
    return replace(
        then,
        players=(replace(first, levels=(4, 3, 1, 0), ambassador=9), *others),
        islands=(replace(here, spots=(1, 2, 3, None)), *far),
        market=(replace(then.market[0], left=then.market[0].left - 1), *then.market[1:]),
        chambers=(replace(then.chambers[0], upper=0), *then.chambers[1:]),
        news=(),
        before=(),
    )


LOOKS: tuple[tuple[Any, Any, Any], ...] = (
    (thurn_and_taxis, replace(taxis_evening(), display=("lodz",) * 6), closed()),
    (noerdlingen, TOWN[len(TOWN) // 2], TOWN[-1]),
    (noria, noria_evening(), later(noria_evening())),
    (my_city, CITY[0], CITY[2]),
)


@pytest.mark.parametrize(("game", "then", "now"), LOOKS, ids=["taxis", "noerdlingen", "noria", "mycity"])
def test_more_is_lit_for_who_has_not_looked_for_longer(game: Any, then: Any, now: Any) -> None:
    """And nothing has changed for who looks again at the very moment."""
    since, still = (with_model(of_view(now), earlier=view) for view in (then, now))
    assert amber(game.board(since)) > amber(game.board(of_view(now))) >= amber(game.board(still))
    assert game.board(since).key != game.board(of_view(now)).key


def test_of_several_tricks_the_board_lights_the_newest_one() -> None:
    """Rows have been taken meanwhile, and their cards are gone."""
    now = nimmt_model(4, "trick", "en")
    then = replace(now.view, rows=((1,), (2,), (3,), (4,)), last=())
    assert six_nimmt.board(with_model(now, earlier=then)).key == six_nimmt.board(now).key


def test_routes_closed_and_routes_that_have_grown_are_lit_for_each_seat() -> None:
    then, now = taxis_evening(), closed()
    short = replace(now.players[0], route=now.players[0].route[:-1])
    found = changes(now, replace(then, players=(short, *then.players[1:])))
    (over,) = [one for one in found if one.seat == 2 and one.offices]
    assert over.towns == {"salzburg", "muenchen", "ulm"}
    assert (over.stacks, over.carriage) == ({"length_5"}, True)
    assert over.points == now.players[2].score - then.players[2].score
    (longer,) = [one for one in found if one.roads]
    assert longer.seat == 0
    assert longer.roads == {now.players[0].route[-2:]}
    assert longer.towns == {now.players[0].route[-1]}


def test_all_borders_soldiers_and_territories_of_several_turns_are_lit() -> None:
    then, now = TOWN[len(TOWN) // 2], TOWN[-1]
    found = town_news(now, then)
    assert set(found.borders) == set(now.borders) - set(then.borders)
    assert set(found.territories) == set(now.territories) - set(then.territories)
    assert len(found.borders) > 1
    assert found.ends <= {at for player in now.players for at in player.soldiers}
    assert not found.ends & {at for player in then.players for at in player.soldiers}
    pairs = zip(now.players, then.players, strict=True)
    assert found.gains == tuple(new.score - old.score for new, old in pairs)


def test_all_that_players_and_bot_have_changed_in_noria_is_lit() -> None:
    then = noria_evening()
    assert noria_news(later(then), then) == News(
        levels={("COL", 3)},
        chambers={"REF"},
        spots={(1, 2)},
        islands={1, 9},
        piles={then.market[0].disc},
    )
    alone = solo()
    assert alone.bot is not None
    gone = replace(alone, bot=replace(alone.bot, ambassador=4, levels=(2, 0, 3, 4)))
    assert noria_news(gone, alone) == News(levels={("RES", 4)}, islands={4})


def test_all_structures_and_ticks_of_several_rounds_are_lit() -> None:
    """Not one that was drawn anew after a step back; on a fresh sheet the newest alone."""
    then, before, now = CITY
    for seat in range(3):
        old, new = then.sheets[seat], now.sheets[seat]
        assert city.news(now, seat, then).drawn == tuple(range(len(old.drawn), len(new.drawn)))
        assert city.news(now, seat, then).ticks == new.ticks - old.ticks
        assert city.news(now, seat, replace(then, episode=4)) == city.news(now, seat)
        assert city.news(before, seat, now).drawn == ()
    sheets = (replace(now.sheets[0], stopped=True), *now.sheets[1:])
    left = replace(now, sheets=sheets)
    assert city.news(left, 0, then).stopped
    assert not city.news(left, 0, left).stopped
    assert not city.news(left, Seat(1), then).stopped
