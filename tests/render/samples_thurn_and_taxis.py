"""A few moments of a made-up table: the palette takes its blends from their pictures."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.land import CITIES, RULES, STACKS, carriage_points
from bot.games.thurn_and_taxis.moves import Begin, Closed, Dealt, Played, TaxisOptions, Tile, Took
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView
from bot.text import locales, words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.thurn_and_taxis import map_board, own_hand as own_hand_picture

_ROUTES = (
    ("mannheim", "carlsruhe", "freiburg", "zuerich"),
    ("pilsen", "regensburg", "muenchen", "innsbruck", "kempten"),
    ("linz", "salzburg", "muenchen", "augsburg", "ulm"),
    ("wuerzburg", "nuernberg"),
)
_OFFICES = (
    ("wuerzburg", "nuernberg", "stuttgart", "ulm", "basel"),
    ("lodz", "stuttgart", "ulm", "augsburg", "muenchen", "linz", "salzburg", "innsbruck"),
    ("nuernberg", "stuttgart", "freiburg", "sigmaringen", "basel", "kempten"),
    ("mannheim", "carlsruhe", "stuttgart", "freiburg", "augsburg", "muenchen", "passau", "budweis"),
)
_CARRIAGES = (4, 5, 4, 3)
_TILES = ((), (Tile("length_6", 3),), (Tile("length_5", 2),), (Tile("baden", 3),))
_DISPLAY = ("stuttgart", "passau", "lodz", "kempten", "ingolstadt", "budweis")
_HAND = ("kempten", "ingolstadt", "wuerzburg", "innsbruck")


def player(
    route: tuple[str, ...], offices: tuple[str, ...], carriage: int, tiles: tuple[Tile, ...], hand: int
) -> PlayerView:
    """A player whose other numbers follow."""
    left = RULES.offices_per_player - len(offices)
    score = carriage_points(carriage) + sum(tile.value for tile in tiles) - left
    return PlayerView(hand, route, offices, left, carriage, tiles, score)


def evening(seats: int = 4) -> TaxisView:
    """The middle of a game: seat 2 has played a card and may close."""
    rows = zip(_ROUTES, _OFFICES, _CARRIAGES, _TILES, (3, 2, 4, 3), strict=True)
    players = tuple(player(*row) for row in rows)[:seats]
    won = [tile for one in players for tile in one.tiles]
    stacks = tuple(stack.values[sum(tile.stack == stack.id for tile in won) :] for stack in STACKS.values())
    active = Seat(min(2, seats - 1))
    city = players[active].route[-1]
    return TaxisView(
        options=TaxisOptions(),
        seats=seats,
        phase="close",
        round=9,
        turn=35,
        active=active,
        start_player=Seat(0),
        display=_DISPLAY,
        deck_size=20,
        discard=tuple(CITIES)[:12],
        stacks=stacks,
        players=players,
        hand=(),
        taken=1,
        played=1,
        official=None,
        forced_postmaster=False,
        may_take=False,
        ending=None,
        news=(
            Took(seat=active, city=city, place=2),
            Dealt(places=(2,), cities=(_DISPLAY[1],)),
            Played(seat=active, city=city, side="right"),
        ),
        before=(),
    )


def closed() -> TaxisView:
    """The turn after: seat 3 begins, seat 2 has closed its route."""
    view = evening()
    seat, route = view.active, view.mover.route
    won = Tile("length_5", 1)
    offices = (*view.players[seat].offices, "salzburg", "muenchen", "ulm")
    gone = player((), offices, 5, (*_TILES[2], won), 4)
    event = Closed(seat=seat, route=route, offices=offices[-3:], tiles=(won,), carriage=5)
    players = (*view.players[:seat], gone, *view.players[seat + 1 :])
    return replace(
        view,
        phase="take",
        active=Seat(3),
        turn=36,
        players=players,
        stacks=((), *view.stacks[1:]),
        taken=0,
        played=0,
        may_take=True,
        news=(),
        before=(*view.news, event),
    )


def own_hand() -> TaxisView:
    """What seat 2 sees before it plays its card."""
    return replace(evening(), phase="play", hand=_HAND, played=0, news=())


def samples() -> Iterator[Canvas]:
    """The board in two moments, and a hand before a route is lost."""
    names = ("さくらんぼ", "Maximiliane", "Jo", "黒板消し")
    models = [
        ViewModel(1, 1, view, names, words(locales()[-1]), Seat(2))
        for view in (evening(), closed(), own_hand())
    ]
    yield from map(map_board.paint, models[:2])
    yield own_hand_picture.paint(models[2], Begin("wuerzburg"))
