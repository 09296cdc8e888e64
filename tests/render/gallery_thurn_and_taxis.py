"""Moments of Thurn and Taxis: made up, played by the rules, or fuller than any game."""

from collections.abc import Callable, Iterator
from dataclasses import replace as with_model
from itertools import combinations

from msgspec.structs import replace
from picture_models import of_view
from picture_walks import Moments

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, RULES, STACKS, carriage_points
from bot.games.thurn_and_taxis.moves import Begin, Close, Closed, Dealt, Discard, TakeOpen, TaxisOptions, Tile
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView
from bot.text import signed
from render.drawing import Drawing
from render.pen import Pen
from render.ranking import ranking
from render.theme import CARD, INK, MUTED, NUMBER, SEATS as COLOURS
from render.thurn_and_taxis import board, own, signs
from render.thurn_and_taxis.patterns import pattern
from tests.games.thurn_and_taxis.positions import table, tiles


def player(
    route: tuple[str, ...], offices: tuple[str, ...], carriage: int, tiles: tuple[Tile, ...], hand: int
) -> PlayerView:
    """A player whose other numbers follow."""
    left = RULES.offices_per_player - len(offices)
    score = carriage_points(carriage) + sum(tile.value for tile in tiles) - left
    return PlayerView(hand, route, offices, left, carriage, tiles, score)


def evening() -> TaxisView:
    """The middle of a game: seat 2 has played a card and may close."""
    who = Seat(2)
    state = table(
        "mannheim carlsruhe freiburg zuerich / pilsen regensburg muenchen innsbruck kempten"
        " / linz salzburg muenchen augsburg ulm / wuerzburg nuernberg",
        "linz lodz passau / pilsen basel / kempten ingolstadt wuerzburg innsbruck / ulm linz lodz",
        "wuerzburg nuernberg stuttgart ulm basel"
        " / lodz stuttgart ulm augsburg muenchen linz salzburg innsbruck"
        " / nuernberg stuttgart freiburg sigmaringen basel kempten"
        " / mannheim carlsruhe stuttgart freiburg augsburg muenchen passau budweis",
        carriages=[4, 5, 4, 3],
        tiles=[tiles(each) for each in ("", "length_6 3", "length_5 2", "baden 3")],
        display="stuttgart passau lodz kempten ingolstadt budweis",
        discard=" ".join(tuple(CITIES)[:12]),
        phase="close",
        round=9,
        active=who,
        news=(
            moves.Took(seat=who, city="ulm", place=2),
            Dealt(places=(2,), cities=("passau",)),
            moves.Played(seat=who, city="ulm", side="right"),
        ),
    )
    return GAME.view(state, None)


def closed() -> TaxisView:
    """The turn after: seat 3 begins, seat 2 has closed its route."""
    view = evening()
    seat, route = view.active, view.mover.route
    won = Tile("length_5", 1)
    offices = (*view.players[seat].offices, "salzburg", "muenchen", "ulm")
    gone = player((), offices, 5, (*view.players[seat].tiles, won), 4)
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
    hand = ("kempten", "ingolstadt", "wuerzburg", "innsbruck")
    return replace(evening(), phase="play", hand=hand, played=0, news=())


KIB = (130, 150)
SILENT = {"TurnBegun", "Dealt"}
OPTIONS = (TaxisOptions(), TaxisOptions(all_regions="all_nine"))
TOLD = OPTIONS[:1]
WITHOUT_ROUND = set[str]()
LONGEST = (
    *("mannheim", "carlsruhe", "freiburg", "basel", "zuerich", "sigmaringen", "stuttgart"),
    *("wuerzburg", "nuernberg", "ingolstadt", "ulm", "augsburg", "kempten", "innsbruck"),
    *("muenchen", "regensburg", "pilsen", "budweis", "linz", "passau", "salzburg"),
)
"""A route through 21 cities; Lodz has one road only."""
STAGES: dict[str, Callable[[TaxisState], bool]] = {
    "first": lambda state: state.turn == 1,
    "playing": lambda s: s.phase == "play" and s.round > 6 and len(s.routes[s.active]) > 2,
    "closing": lambda state: state.phase == "close" and len(state.routes[state.active]) >= 4,
    "closed": lambda s: s.phase == "take" and any(isinstance(event, Closed) for event in s.before),
    "discarding": lambda state: state.phase == "discard",
    "ending": lambda state: state.ending is not None and state.phase != "over",
    "over": lambda state: state.phase == "over",
}
OF = Moments("thurn_and_taxis", STAGES, OPTIONS[0])
view_model, active = OF.view_model, OF.active
_GROUNDS = tuple(signs.GROUNDS.values())
READABLE = (
    *(((INK, signs.name_on(region)), (ground,), 4.5) for region, ground in signs.GROUNDS.items()),
    ((INK, MUTED), (CARD,), 4.5),
)
# The inked edge separates what colour alone might not: it is dark on every ground.
APART = (
    ((INK,), (*_GROUNDS, signs.ROAD), 25),
    (COLOURS[:4], (*_GROUNDS, signs.ROAD), 5),
    *(
        ((signs.GROUNDS[one.region],), (signs.GROUNDS[other.region],), 5)
        for one, other in combinations(CITIES.values(), 2)
        if one.region != other.region and abs(one.x - other.x) + abs(one.y - other.y) < 260
    ),
)


def _lines(region: str) -> bytes:
    """The pattern of a region on a ground as small as half of a tile's disc, without its colour."""
    pen = Pen(18, 36)
    pattern(pen, region, [(0, 0), (18, 0), (18, 36), (0, 36)], signs.TILE_STEP, 1.8, INK)
    return pen.finish().getchannel("A").tobytes()


MARKS = tuple((ground, _lines(region)) for region, ground in signs.GROUNDS.items())


def crowded(seats: int = 4) -> TaxisView:
    """Offices of everybody in every city, and everybody's route on the same roads; the numbers are large."""
    view, cities = evening(), tuple(CITIES)
    offices = cities[: RULES.offices_per_player]
    tiles = (Tile("baiern", 5), Tile("all_regions", 6), Tile("length_7", 4), Tile("baden", 3)) * 2
    routes = (LONGEST, LONGEST[::-1], LONGEST[3:12], LONGEST[5:9])
    players = [player(route, offices, 7, tiles, 12) for route in routes[:seats]]
    players[0] = player(LONGEST, cities[2:], 7, tiles, 12)
    return replace(
        view,
        seats=seats,
        active=Seat(min(2, seats - 1)),
        news=view.news if seats > 2 else (),
        players=tuple(players),
        round=99,
        deck_size=60,
        discard=cities * 2,
        display=("stuttgart", "ingolstadt", "regensburg", None, "wuerzburg", "sigmaringen"),
        stacks=tuple(values[index % 3 :] for index, values in enumerate(view.stacks)),
        ending=Seat(1),
    )


def loaded(cards: int) -> TaxisView:
    """Seat 0 with a route of 21 cities and a hand of so many different ones."""
    return replace(crowded(), hand=tuple(CITIES)[:cards] * 2, active=Seat(0), phase="play", may_take=True)


def closing() -> TaxisView:
    """The hand of the samples when the route may be closed."""
    return replace(own_hand(), phase="close", played=1)


def looks() -> Iterator[tuple[TaxisView, TaxisView]]:
    yield replace(evening(), display=("lodz",) * 6), closed()


def samples() -> Iterator[Drawing]:
    yield from (board(of_view(view, "ja")) for view in (evening(), closed()))
    yield own(of_view(own_hand(), "ja", seat=2), Begin("wuerzburg"))


def typical(locale: str) -> Iterator[Drawing]:
    yield from (board(view_model(4, stage, locale)) for stage in STAGES)
    yield from (own(active(4, stage, locale)) for stage in STAGES)
    yield ranking(view_model(4, "over", locale), "thurn_and_taxis")


def fullest(locale: str) -> Iterator[Drawing]:
    mine, ending = (of_view(view, locale, seat=2) for view in (own_hand(), closing()))
    played = (moves.Play("kempten", side) for side in ("left", "right"))
    for choice in (None, TakeOpen(3), *played, Begin("wuerzburg"), Discard("innsbruck")):
        yield own(mine, choice)
    yield from (own(ending, Close()), own(ending, Close(("salzburg", "augsburg", "ulm"), cartwright=True)))
    for cards in (0, 1, 4, 5, 8, 9, 16, 22):
        for may_take, choice in ((True, None), (True, Begin("lodz")), (True, TakeOpen(1)), (False, None)):
            yield own(of_view(replace(loaded(cards), may_take=may_take), locale, seat=0), choice)
        view = replace(loaded(cards), phase="close", may_take=False)
        for offices in ((), ("mannheim",), LONGEST[:8]):
            yield own(of_view(view, locale, seat=0), Close(offices))
    rows = tuple(
        (
            ScoreRow("carriage", 10 - seat),
            *(ScoreRow(f"tile_{stack}", 6) for stack in STACKS),
            ScoreRow("unplaced", -seat),
        )
        for seat in range(4)
    )
    scores = tuple(sum(row.points for row in of_seat) for of_seat in rows)
    yield ranking(
        with_model(view_model(4, "over", locale), outcome=Outcome((1, 2, 3, 4), scores, rows)),
        "thurn_and_taxis",
    )


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    view = evening()
    wanted = [str(values[0]) for values in view.stacks]
    for one in view.players:
        wanted += [signed(one.score), str(one.offices_left), str(one.carriage)]
    yield board(of_view(view, locale)), dict.fromkeys(wanted, NUMBER), 0
