"""Moments of Nördlingen: played by the rules, or fuller than any game."""

from collections.abc import Iterator
from dataclasses import replace as with_model
from functools import cache, partial
from itertools import islice
from typing import Any

from msgspec.structs import replace
from picture_models import reader
from picture_walks import Moments

from bot.games.contract import Seat
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import (
    Bonus,
    Choose,
    Draw,
    NoerdlingenOptions,
    NoerdlingenState,
    Place,
    WallMode,
)
from bot.games.noerdlingen.preview import Choice, drawable
from bot.games.noerdlingen.town import Cell, Crossing, the_town
from render.drawing import Drawing
from render.noerdlingen import board, own
from render.noerdlingen.terrain import MAP
from render.ranking import ranking
from render.theme import NUMBER
from tests.games.noerdlingen.positions import table

KIB = (100, 120)
SILENT = set[str]()
SEATS = (3, 4)
MODES: tuple[WallMode, ...] = ("solid", "gate", "road")
STAGES = ("placing", "choosing", "drawing", "bonus", "late", "left", "over")
OPTIONS = (
    NoerdlingenOptions(),
    NoerdlingenOptions(
        wall_mode="road",
        territory_rule="size_cap",
        territory_size_cap=65,
        mirror_borders="on",
        elimination="skip_turn",
        date="1127",
    ),
    NoerdlingenOptions(wall_mode="gate", territory_rule="all_parts", date="0229*"),
)
TOLD = OPTIONS[:2]
shown = partial(reader, "noerdlingen")


def _is(stage: str, state: NoerdlingenState) -> bool:
    match stage:
        case "placing":
            return state.phase == "place" and any(state.soldiers)
        case "choosing":
            return state.phase == "choose" and state.round > 2 and len(state.waiting) == 1
        case "drawing":
            return state.phase == "draw" and state.round > 2 and len(state.waiting) == 1
        case "bonus":
            return state.phase == "bonus" and state.round > 1
        case "late":
            return state.phase == "draw" and len(state.territories) > 9
        case "left":
            return state.phase == "draw" and any(state.left)
        case _:
            return state.phase == "over"


OF = Moments("noerdlingen", _is, NoerdlingenOptions(date="0519"))
played, moment, view_model, active = OF.played, OF.moment, OF.view_model, OF.active


def example_6(**more: Any) -> NoerdlingenState:
    """Border 4 closes two cells for seat 1, whose soldiers are more."""
    return table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], [[(3, 4), (5, 4), (5, 5), (3, 5)]], number=4, **more)


@cache
def crowded() -> NoerdlingenState:
    """Every crossing inside taken, nine territories shared by two or three, tiny churches among them."""
    lands: dict[tuple[Cell, ...], tuple[int, ...]] = {
        ((6, 3),): (0, 1),
        ((2, 6),): (0, 1, 2),
        ((2, 2), (3, 2)): (1, 3),
        ((5, 7), (6, 7)): (0, 1, 2),
        ((4, 4),): (2, 3),
        ((0, 3), (0, 4), (0, 5)): (0, 3),
        ((3, 9), (4, 9), (5, 9)): (0, 1, 3),
        ((7, 3), (7, 4)): (3,),
        ((5, 3),): (3,),
        ((2, 1),): (0,),
        ((3, 0), (4, 0), (5, 0), (3, 1), (4, 1), (5, 1)): (1, 2),
    }
    inside = the_town().points(the_town().inner)
    return table(
        [inside[seat::4] for seat in range(4)],
        sorted({edge for cells in lands for edge in _around(cells)}),
        numbers=[3, 4, 1, 6],
        active=0,
        round=5,
        territories=[{"cells": cells, "owners": owners} for cells, owners in lands.items()],
    )


def _around(cells: tuple[Cell, ...]) -> Iterator[tuple[Crossing, Crossing]]:
    """The roads between these cells and the rest of the town."""
    town = the_town()
    for x, y in cells:
        sides = {
            (x - 1, y): ((x, y), (x, y + 1)),
            (x + 1, y): ((x + 1, y), (x + 1, y + 1)),
            (x, y - 1): ((x, y), (x + 1, y)),
            (x, y + 1): ((x, y + 1), (x + 1, y + 1)),
        }
        for beyond, edge in sides.items():
            if beyond not in cells and town.holds(town.cells, beyond):
                yield edge


def choices(state: NoerdlingenState, most: int = 30) -> Iterator[Choice]:
    """Some of the moves that a panel may preview."""
    for move in islice(GAME.legal(state, state.active), 0, most, 9):
        if isinstance(move, Place | Choose | Draw | Bonus):
            yield move


def sixteen_ways(number: int) -> NoerdlingenState:
    """Free land around a soldier, mirror images allowed."""
    options = {"mirror_borders": "on", "wall_mode": "road"}
    return table([[(4, 5)], [(4, 1)], [(2, 4)]], number=number, options=options)


def seventeen_soldiers() -> NoerdlingenState:
    """Those of a whole game: eight borders and eight bonuses."""
    inner = the_town().points(the_town().inner)
    return table([inner[1:34:2], inner[40:41], inner[44:45]], number=1, options={"wall_mode": "gate"})


def panels(state: NoerdlingenState, locale: str, most: int = 30) -> Iterator[Drawing]:
    """What whoever's turn it is may see: all, some choices, the ways of some soldiers."""
    mine = shown(state, locale, seat=state.active)
    yield own(mine)
    yield from (own(mine, choice) for choice in choices(state, most))
    yield from (own(mine, None, start) for start, _ in drawable(mine.view)[:: most // 10])


def typical(locale: str) -> Iterator[Drawing]:
    """One of every kind, where most people play."""
    yield from (board(view_model(4, stage, locale)) for stage in STAGES)
    yield from (own(active(4, stage, locale)) for stage in STAGES)
    yield from (ranking(view_model(4, "over", locale), "noerdlingen"), board(shown(crowded(), locale)))


def fullest(locale: str) -> Iterator[Drawing]:
    """More ways and soldiers than there usually are, and choices beside every kind of wall."""
    for mode, stage in (("gate", "late"), ("road", "bonus"), ("road", "placing"), ("solid", "drawing")):
        yield board(view_model(4, stage, locale, wall_mode=mode))
        yield from panels(moment(4, stage, wall_mode=mode), locale)
    for number in (3, 5, 6):
        yield own(shown(sixteen_ways(number), locale, seat=0), None, (4, 5))
    yield own(shown(seventeen_soldiers(), locale, seat=0))


def variants() -> list[Drawing]:
    """Pictures of which no two are the same."""
    mine, late = shown(example_6(), seat=0), view_model(4, "late", "en")
    choosing = active(3, "choosing", "en")
    return [
        *(board(late), board(view_model(4, "late", "ja")), board(view_model(3, "late", "en"))),
        *(
            board(view_model(4, "late", "en", wall_mode="gate")),
            board(with_model(late, names=late.names[::-1])),
        ),
        board(with_model(late, view=replace(late.view, date="0520"))),
        *(own(mine), own(mine, None, (3, 5)), own(mine, Draw((3, 5), "ULD")), own(mine, Draw((3, 5), "DLU"))),
        *(own(with_model(mine, seat=Seat(1))), own(shown(example_6(), "ja", seat=0))),
        *(own(choosing, choice) for choice in (None, *map(Choose, choosing.view.free[:2]))),
        *(own(active(3, "placing", "en")), own(active(3, "placing", "en"), Place((5, 5)))),
        own(active(3, "bonus", "en")),
    ]


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    """What must be large: scores, chosen numbers, the numbers of the borders."""
    late = view_model(4, "late", locale)
    wanted = [*(str(player.score) for player in late.view.players), *map(str, range(1, 7))]
    yield board(late), dict.fromkeys(wanted, NUMBER), MAP[2]
