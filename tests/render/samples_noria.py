"""A few moments of made-up tables: the palette takes its blends from their pictures."""

from collections.abc import Iterator
from typing import Any

import msgspec

from bot.games.contract import Seat
from bot.games.noria.box import ships_at_first
from bot.games.noria.game import GAME
from bot.games.noria.moves import Activate, Activated, Modify, NoriaMove, Politics, Produce, TakeShip
from bot.games.noria.notation import read_slots
from bot.games.noria.state import NoriaView
from bot.games.noria.wheel import at
from bot.text import locales, words
from bot.view_model import ViewModel
from render.canvas import Canvas
from render.noria import table_board, wheel

NAMES = ("さくらんぼ", "Maximiliane", "Jo", "黒板消し")
_WHEELS = (
    "1J+ 2B - 1T+ 2C 3B - 1E 2C 3M+ 5O 6E",
    "1C - 1J 3T - 2M 4O 6E",
    "2T+ - 1J 2M 4C - 1E+ 3O 5C",
    "1E - 1J+ 3T - 2M 4O+ 6C",
)
_STOCKS: tuple[dict[str, int], ...] = (
    {"energy": 3, "mycelium": 4, "obsidian": 5, "sail": 1, "lamp": 1},
    {"mycelium": 2, "obsidian": 5, "compass": 2},
    {"energy": 4, "mycelium": 14, "obsidian": 1, "propeller": 1},
    {"energy": 1, "obsidian": 3},
)
_LEVELS = (
    {"REF": 4, "COL": 2, "EXP": 1},
    {"REF": 2, "EXP": 3, "RES": 3},
    {"REF": 1, "COL": 5},
    {"REF": 2, "COL": 2, "EXP": 3, "RES": 1},
)
_ISLANDS: tuple[dict[str, Any], ...] = (
    {"number": 1, "ships": (1, 2, 2), "spots": (1, None, 3, None)},
    {"number": 4, "ships": (2, 0, 1), "spots": (0, None, None, 2)},
    {"number": 7, "ships": (1, 2, 2), "spots": (None, 1, None, None)},
    {"number": 2, "ships": (2, 1, 1), "spots": (3, None, None, None)},
    {"number": 9, "ships": (2, 2, 2)},
)
_CHAMBERS = {"REF": "1/2", "COL": "2/1", "EXP": "1/2", "RES": "3/1", "SPEC": "2/1"}


def evening(seats: int = 4, **more: Any) -> NoriaView:
    """The middle of a game; seat 0 is about to act."""
    players = [
        {
            "wheel": _WHEELS[seat],
            "stock": _STOCKS[seat],
            "empty": {"sail": 1, "piston": 1},
            "ships": {"energy": 2, "mycelium": 3, "obsidian": 1},
            "knowledge": 6 - seat,
            "levels": _LEVELS[seat],
            "ambassador": _ISLANDS[(seat + 1) % 5]["number"],
        }
        for seat in range(seats)
    ]
    islands = [_with_owners(island, seats) for island in _ISLANDS[: max(seats + 1, 3)]]
    told = {"news": _activated(more["current"])} if "current" in more else {}
    return _seen({"players": players, "islands": islands, "chambers": _CHAMBERS, "round": 8, **told, **more})


def _activated(current: dict[str, Any]) -> list[Activated]:
    wheel, _ = read_slots(_WHEELS[0])
    discs = ((slot, at(wheel, slot)) for slot in current["activated"])
    return [Activated(seat=Seat(0), slot=slot, disc=one.kind, actions=1) for slot, one in discs if one]


def solo(**more: Any) -> NoriaView:
    """The middle of a game against the bot."""
    islands = [_with_owners({**island, "spots": (0, "bot", None, None)}, 1) for island in _ISLANDS]
    player = {"wheel": _WHEELS[0], "stock": _STOCKS[0], "knowledge": 5, "ambassador": 7, "levels": _LEVELS[0]}
    bot = {"wheel": "1A+ - 1E 2B+ - 3C 4F 6D", "levels": _LEVELS[1], "ambassador": 9}
    return _seen(
        {"players": [player], "islands": islands, "bot": bot, "chambers": _CHAMBERS, "round": 9, **more}
    )


def _with_owners(island: dict[str, Any], seats: int) -> dict[str, Any]:
    """The island with no more ships and owners than so many players have there."""
    ships = ships_at_first(island["number"], seats)
    owners = island.get("spots", (None,) * 4)
    return {
        **island,
        "ships": [min(pair) for pair in zip(island.get("ships", ships), ships, strict=True)],
        "spots": [owner if owner in ("bot", *range(seats)) else None for owner in owners],
    }


def _seen(position: dict[str, Any]) -> NoriaView:
    return GAME.view(GAME.restore(msgspec.json.encode(position)), None)


def running(slot: str, left: int = 1, stage: str = "fresh", seats: int = 4) -> NoriaView:
    """The same evening while a disc waits for its action."""
    current = {"activated": [slot], "running": {"slot": slot, "left": left, "stage": stage}}
    return evening(seats, current=current)


def shown(view: NoriaView, locale: str = locales()[-1], seat: int | None = 0) -> ViewModel[NoriaView]:
    """A view as one reader sees it."""
    return ViewModel(1, 1, view, NAMES[: view.seats], words(locale), None if seat is None else Seat(seat))


CHOICES: tuple[tuple[NoriaView, NoriaMove | None], ...] = (
    (evening(), None),
    (evening(), Modify("S1", "L4")),
    (evening(), Activate("M1", double=True)),
    (evening(), Politics("REF", "RES")),
    (running("S1"), None),
    (running("S1", stage="arrived"), TakeShip(1)),
    (running("M2"), None),
    (running("M1"), Produce("sail")),
)


def samples() -> Iterator[Canvas]:
    """The board among four and alone, the bot's wheel, the own one in several phases."""
    yield table_board.paint(shown(evening(), seat=None))
    yield table_board.paint(shown(solo(), seat=None))
    yield wheel.rival(shown(solo(), seat=None))
    for view, choice in CHOICES:
        yield wheel.own(shown(view), choice)
