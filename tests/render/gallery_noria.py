"""Moments of Noria: made up, played by the rules, or fuller than any game."""

from collections.abc import Callable, Iterator
from dataclasses import replace as with_model
from functools import partial
from itertools import islice, product
from typing import Any

import msgspec
from msgspec.structs import replace
from picture_models import LOCALES, of_view
from picture_walks import Moments

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.noria import moves
from bot.games.noria.box import ISLANDS, PATHS, POLITICIANS, Bundle, ships_at_first
from bot.games.noria.facts import step
from bot.games.noria.game import GAME
from bot.games.noria.moves import Activate, Activated, Modify, NoriaMove, NoriaOptions, Politics
from bot.games.noria.notation import read_slots
from bot.games.noria.state import Island, NoriaState, NoriaView, Pile, Running, Seats, Turn
from bot.games.noria.wheel import ACTIVE, SLOTS, Disc, at
from bot.text import words
from render.drawing import Drawing
from render.noria import active_half, board, chambers, colours, forecast, own, ranking, rival
from render.noria.colours import CREAM, NIGHT, RESOURCE, RUNGS, WAITING
from render.theme import CARD, INK, MUTED, NUMBER, TITLE, WHITE

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
        news=(moves.Invested(seat=Seat(0), path="COL", level=3, pay=Bundle()),),
        before=(),
    )


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


CHOICES: tuple[tuple[NoriaView, NoriaMove | None], ...] = (
    (evening(), None),
    (evening(), Modify("S1", "L4")),
    (evening(), Activate("M1", double=True)),
    (evening(), Politics("REF", "RES")),
    (running("S1"), None),
    (running("S1", stage="arrived"), moves.TakeShip(1)),
    (running("M2"), None),
    (running("M1"), moves.Produce("sail")),
)


KIB = (85, 110)
SILENT = {"TurnBegun"}
SEATS = (1, 2, 3, 4)
EXPERT = NoriaOptions(setup="expert", bot="bot_3")
TOLD = (NoriaOptions(), NoriaOptions(setup="expert", bot="random"), NoriaOptions(setup="first"))
OPTIONS = (*TOLD, EXPERT, NoriaOptions(start="J1"))
IN_TURN = {"influence", "actions", "journey", "arrived", "city", "tool"}
WITHOUT_ROUND = {"wheel", "resources", "path"}


def _is(stage: str, state: NoriaState) -> bool:
    return step(GAME.view(state, None)) == stage


def _debated(state: NoriaState) -> bool:
    return state.phase == "influence" and any(isinstance(event, moves.Debated) for event in state.before)


STAGES: dict[str, Callable[[NoriaState], bool]] = {
    stage: partial(_is, stage)
    for stage in (
        *("wheel", "resources", "path", "influence", "actions"),
        *("journey", "arrived", "city", "tool", "fit", "over"),
    )
} | {"debated": _debated}
OF = Moments("noria", STAGES, EXPERT)
view_model, active = OF.view_model, OF.active
READABLE = (
    *(((colours.ON_RESOURCE[kind],), (ground,), 3) for kind, ground in RESOURCE.items()),
    ((*colours.GLOW.values(), CREAM), (NIGHT,), 4.5),
    ((*colours.DEEP.values(), INK), (CREAM,), 4.5),
    ((INK,), (colours.ISLAND, WAITING, *RUNGS), 4.5),
    ((MUTED,), (RUNGS[0], RUNGS[1]), 4.5),
    ((WHITE,), (colours.ACCENT,), 4.5),
)
APART = (
    ((*RESOURCE.values(),), (*RESOURCE.values(),), 24),
    ((*RESOURCE.values(),), (INK,), 10),
    ((NIGHT,), (CREAM,), 40),
    ((WAITING,), (CARD,), 15),
)


def some_moves(seats: int, stage: str, most: int = 6) -> list[NoriaMove]:
    """A few legal moves of a moment, one of each kind and some more."""
    state = OF.moment(seats, stage)
    legal = list(islice(GAME.legal(state, state.active), 400))
    kinds = {type(move): move for move in legal}
    return [*kinds.values(), *legal[:: max(len(legal) // most, 1)]]


def crowded(seats: int = 4, **more: Any) -> NoriaView:
    """Numbers of two digits everywhere, full wheels of upgraded discs, everybody on the same levels."""
    view = evening(seats) if seats > 1 else solo()
    wheel = tuple(Disc("CJTBEMO"[index % 7], index % 3 > 0) for index in range(len(SLOTS)))  # type: ignore[arg-type]
    many = Bundle(energy=88, mycelium=77, obsidian=66, sail=9, compass=10, propeller=12, piston=4, lamp=5)
    full = {
        "wheel": wheel,
        "stock": many,
        "empty": Bundle(sail=3, compass=2, piston=5, lamp=4),
        "ships": Bundle(energy=19, mycelium=18, obsidian=17),
        "knowledge": 48,
        "levels": (9, 8, 7, 9),
        "factories_left": 0,
    }
    islands = tuple(Island(number, (2, 2, 2), (0, seats - 1, None, 0)) for number in ISLANDS[:7])
    changes: dict[str, Any] = {
        "players": tuple(replace(player, **full) for player in view.players),
        "islands": islands if seats > 1 else view.islands,
        "face_down": 0,
        "chambers": (Seats(0, POLITICIANS),) * 6,
        "scores": tuple(500 + seat for seat in range(seats)),
        "market": tuple(Pile(pile.disc, pile.price, 10) for pile in view.market),
    }
    return replace(view, **(changes | more))


def looks() -> Iterator[tuple[NoriaView, NoriaView]]:
    yield evening(), later(evening())


def samples() -> Iterator[Drawing]:
    yield from (draw(of_view(solo(), "ja")) for draw in (board, rival))
    yield board(of_view(evening(), "ja"))
    yield from (own(of_view(view, "ja", seat=0), choice) for view, choice in CHOICES)


def typical(locale: str) -> Iterator[Drawing]:
    for stage in STAGES:
        yield board(view_model(4, stage, locale))
        yield own(active(4, stage, locale))
        if stage in IN_TURN:
            yield active_half(active(4, stage, locale))
    yield from (forecast(active(4, "actions", locale)), chambers(active(4, "actions", locale)))
    yield from (rival(view_model(1, stage, locale)) for stage in ("influence", "over"))
    yield ranking(view_model(1, "over", locale))
    for seats in (1, 4):
        yield board(of_view(crowded(seats), locale))
        yield own(of_view(crowded(seats), locale, seat=0))


def fullest(locale: str) -> Iterator[Drawing]:
    for seats, stage in product((1, 4), STAGES):
        if (seats, stage) != (1, "resources"):  # Nobody chooses resources alone.
            for move in some_moves(seats, stage)[LOCALES.index(locale) :: 2]:
                yield own(active(seats, stage, locale), move)
    for view, choice in CHOICES:
        yield own(of_view(view, locale, seat=0), choice)
        yield active_half(of_view(view, locale, seat=0))
        yield forecast(of_view(view, locale, seat=0))
    for seats in SEATS:
        yield from _fullest(seats, locale)
    for count in range(1, 8):
        islands = crowded(4).islands[:count]
        yield board(of_view(replace(crowded(4), islands=islands, face_down=7 - count), locale))
    for state in OF.played(1, 1, bot="bot_2", setup="basic"):
        if state.phase == "influence" and not state.current.night_shifts:
            yield rival(of_view(GAME.view(state, None), locale))


def _fullest(seats: int, locale: str) -> Iterator[Drawing]:
    model = of_view(crowded(seats), locale, seat=0)
    yield board(model)
    shifts = (moves.NightShift("M"), moves.NightShift("L"), moves.Modify("S1", "L6"))
    for move in (None, *shifts, moves.Politics("REF", "COL")):
        yield own(model, move)
    yield from (chambers(model), chambers(model, "DIV"))
    stages = {"M1": "fresh", "M2": "fresh", "L1": "fresh", "S1": "fresh", "S2": "arrived"}
    for slot, stage in stages.items():
        current = Turn(activated=(slot,), running=Running(slot, 4, stage))  # type: ignore[arg-type]
        yield own(of_view(crowded(seats, phase="disc", current=current), locale, seat=0))
        yield active_half(of_view(crowded(seats, phase="disc", current=current), locale, seat=0))
    keys = ("ref", "col", "exp", "res", "spec", "div")
    rows = tuple(tuple(ScoreRow(key, 144 - seat) for key in keys) for seat in range(seats))
    over, many = view_model(seats, "over", locale), Outcome(tuple(range(1, seats + 1)), (864,) * seats, rows)
    yield from (ranking(over), ranking(with_model(over, outcome=many)))


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    view = evening()
    known = [str(player.knowledge) for player in view.players]
    wanted = [*map(str, view.scores), *known, "1", "2", "3", "4", "6", "0"]
    shorts = [words(locale)(f"noria.short.{path.lower()}") for path in PATHS]
    labels = [*shorts, words(locale)("noria.picture.face_down"), words(locale)("noria.text.free")]
    large = dict.fromkeys(labels, TITLE) | dict.fromkeys(wanted, NUMBER)
    yield board(of_view(view, locale)), large, 0
    for drawing, slots in ((own, SLOTS), (active_half, ACTIVE)):
        yield drawing(of_view(view, locale, seat=0)), dict.fromkeys(slots, NUMBER), 0
