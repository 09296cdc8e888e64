"""Moments of Thurn and Taxis: played by the rules, or fuller than any game."""

from collections.abc import Iterator
from dataclasses import replace as with_model
from typing import Any

from msgspec.structs import replace
from picture_models import of_view
from picture_walks import Moments
from samples_thurn_and_taxis import closed, evening, own_hand, player

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.registry import game
from bot.games.thurn_and_taxis.land import CITIES, RULES, STACKS
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Close,
    Discard,
    Play,
    TakeOpen,
    TaxisOptions,
    Tile,
)
from bot.games.thurn_and_taxis.state import TaxisState
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import signed
from render.drawing import Drawing
from render.ranking import ranking
from render.theme import NUMBER
from render.thurn_and_taxis import board, own

KIB = (150, 170)
SILENT = {"TurnBegun", "Dealt"}
SEATS = (2, 3, 4)
STAGES = ("first", "playing", "closing", "closed", "discarding", "ending", "over")
OPTIONS = (TaxisOptions(), TaxisOptions(all_regions="all_nine"))
TOLD = OPTIONS[:1]
LONGEST = (
    *("mannheim", "carlsruhe", "freiburg", "basel", "zuerich", "sigmaringen", "stuttgart"),
    *("wuerzburg", "nuernberg", "ingolstadt", "ulm", "augsburg", "kempten", "innsbruck"),
    *("muenchen", "regensburg", "pilsen", "budweis", "linz", "passau", "salzburg"),
)
"""A route through 21 cities; Lodz has one road only."""
GAME: Any = game("thurn_and_taxis")
shown = of_view


def _is(stage: str, state: TaxisState) -> bool:
    match stage:
        case "first":
            return state.turn == 1
        case "playing":
            return state.phase == "play" and state.round > 6 and len(state.routes[state.active]) > 2
        case "closing":
            return state.phase == "close" and len(state.routes[state.active]) >= 4
        case "closed":
            return state.phase == "take" and any(type(event).__name__ == "Closed" for event in state.before)
        case "discarding":
            return state.phase == "discard"
        case "ending":
            return state.ending is not None and state.phase != "over"
        case _:
            return state.phase == "over"


OF = Moments("thurn_and_taxis", _is, TaxisOptions())
moment, view_model, active = OF.moment, OF.view_model, OF.active


def crowded(seats: int = 4) -> TaxisView:
    """Offices of everybody in every city, and everybody's route on the same roads; the numbers are large."""
    view, cities = evening(seats), tuple(CITIES)
    offices = cities[: RULES.offices_per_player]
    tiles = (Tile("baiern", 5), Tile("all_regions", 6), Tile("length_7", 4), Tile("baden", 3)) * 2
    routes = (LONGEST, LONGEST[::-1], LONGEST[3:12], LONGEST[5:9])
    players = [player(route, offices, 7, tiles, 12) for route in routes[:seats]]
    players[0] = player(LONGEST, cities[2:], 7, tiles, 12)
    return replace(
        view,
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


def typical(locale: str) -> Iterator[Drawing]:
    """One of every kind, where most people play."""
    yield from (board(view_model(4, stage, locale)) for stage in STAGES)
    yield from (own(active(4, stage, locale)) for stage in STAGES)
    yield ranking(view_model(4, "over", locale), "thurn_and_taxis")


def fullest(locale: str) -> Iterator[Drawing]:
    """The choices of the samples, and the largest hands."""
    yield from (board(of_view(evening(seats), locale)) for seats in SEATS)
    mine, ending = (of_view(view, locale, seat=2) for view in (own_hand(), closing()))
    for choice in (None, TakeOpen(3), Play("kempten", "right"), Begin("wuerzburg"), Discard("innsbruck")):
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


def variants() -> list[Drawing]:
    """Pictures of which no two are the same."""
    model, mine, ending = of_view(evening()), of_view(own_hand(), seat=2), of_view(closing(), seat=2)
    one, *rest = model.view.players
    turned = replace(model.view, players=(replace(one, route=one.route[::-1]), *rest))
    nine = replace(model.view, options=OPTIONS[1])
    return [
        *(board(model), board(of_view(evening(), "ja")), board(of_view(closed()))),
        *(board(with_model(model, names=model.names[::-1])), board(of_view(turned)), board(of_view(nine))),
        *(own(mine), own(of_view(own_hand(), "ja", seat=2)), own(mine, Begin("kempten"))),
        *(own(mine, Play("kempten", "left")), own(mine, Play("kempten", "right"))),
        *(own(ending, Close(offices)) for offices in ((), ("ulm",))),
        own(ending, Close(("ulm",), cartwright=True)),
    ]


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    """What must be large: scores, offices left, carriages and the values of the tiles."""
    view = evening()
    wanted = [str(values[0]) for values in view.stacks]
    for one in view.players:
        wanted += [signed(one.score), str(one.offices_left), str(one.carriage)]
    yield board(of_view(view, locale)), dict.fromkeys(wanted, NUMBER), 0
