"""Moments of Noria: played by the rules, or fuller than any game."""

from collections.abc import Iterator
from dataclasses import replace as with_model
from itertools import islice
from typing import Any

from msgspec.structs import replace
from picture_models import LOCALES, of_view
from picture_walks import Moments
from samples_noria import CHOICES, evening, running, solo

from bot.games.contract import Outcome, ScoreRow
from bot.games.noria import moves
from bot.games.noria.box import ISLANDS, POLITICIANS, Bundle
from bot.games.noria.facts import step
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaMove, NoriaOptions
from bot.games.noria.state import Island, NoriaState, NoriaView, Pile, Running, Seats, Turn
from bot.games.noria.wheel import SLOTS, Disc
from render.drawing import Drawing
from render.noria import board, forecast, own, ranking, rival
from render.theme import NUMBER

KIB = (100, 150)
SILENT = {"TurnBegun"}
SEATS = (1, 2, 3, 4)
STAGES = (*("path", "influence", "actions", "journey", "arrived", "city", "tool", "fit", "debated", "over"),)
CHOOSING = ("wheel", "resources", *STAGES)
EXPERT = NoriaOptions(setup="expert", bot="bot_3")
OPTIONS = (NoriaOptions(), NoriaOptions(setup="expert", bot="random"))
TOLD = OPTIONS
# Nobody chooses resources alone.
MOMENTS = [(seats, stage) for seats in SEATS for stage in CHOOSING if (seats, stage) != (1, "resources")]
shown = of_view


def _is(stage: str, state: NoriaState) -> bool:
    if stage == "debated":
        return any(isinstance(event, moves.Debated) for event in state.before) and state.phase == "influence"
    return step(GAME.view(state, None)) == stage


OF = Moments("noria", _is, EXPERT)
moment, view_model, active = OF.moment, OF.view_model, OF.active


def some_moves(seats: int, stage: str, most: int = 6) -> list[NoriaMove]:
    """A few legal moves of a moment, one of each kind and some more."""
    state = moment(seats, stage)
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


def typical(locale: str) -> Iterator[Drawing]:
    """One of every kind, where most people play, and of the solo mode."""
    for stage in CHOOSING:
        yield board(view_model(4, stage, locale))
        yield own(active(4, stage, locale))
    yield forecast(active(4, "actions", locale))
    yield from (rival(view_model(1, stage, locale)) for stage in ("influence", "over"))
    yield ranking(view_model(1, "over", locale))
    for seats in (1, 4):
        yield board(of_view(crowded(seats), locale))
        yield own(of_view(crowded(seats), locale, seat=0))


def fullest(locale: str) -> Iterator[Drawing]:
    """All kinds of moves tried out, the fullest tables, the bot in every round."""
    for seats, stage in MOMENTS:
        if seats in (1, 4):
            for move in some_moves(seats, stage)[LOCALES.index(locale) :: 2]:
                yield own(active(seats, stage, locale), move)
    for view, choice in CHOICES:
        yield own(of_view(view, locale, seat=0), choice)
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
    stages = {"M1": "fresh", "M2": "fresh", "L1": "fresh", "S1": "fresh", "S2": "arrived"}
    for slot, stage in stages.items():
        current = Turn(activated=(slot,), running=Running(slot, 4, stage))  # type: ignore[arg-type]
        yield own(of_view(crowded(seats, phase="disc", current=current), locale, seat=0))
    keys = ("ref", "col", "exp", "res", "spec", "div")
    rows = tuple(tuple(ScoreRow(key, 144 - seat) for key in keys) for seat in range(seats))
    over, many = view_model(seats, "over", locale), Outcome(tuple(range(1, seats + 1)), (864,) * seats, rows)
    yield from (ranking(over), ranking(with_model(over, outcome=many)))


def variants() -> list[Drawing]:
    """Pictures of which no two are the same."""
    model, mine = of_view(evening()), of_view(evening(), seat=0)
    city, tool, far = (of_view(running(slot), seat=0) for slot in ("M2", "M1", "S1"))
    there = of_view(running("S1", stage="arrived"), seat=0)
    chosen = (
        *(moves.NightShift("M"), moves.NightShift("L"), moves.Modify("S1", "L4"), moves.Activate("S1")),
        *(moves.Activate("S1", double=True), moves.Politics("REF", "COL"), moves.Politics("COL", "REF")),
    )
    return [
        *(board(model), board(of_view(evening(), "ja")), board(of_view(evening(round=9)))),
        board(with_model(model, names=("a", "b", "c", "d"))),
        *(own(of_view(evening(), "ja", seat=0)), own(of_view(evening(), seat=1))),
        *(own(mine, move) for move in (None, *chosen)),
        *(own(city), own(city, moves.Invest("REF", Bundle(obsidian=5)))),
        *(own(tool), own(tool, moves.Produce("sail"))),
        *(own(far), own(far, moves.Travel(1)), own(far, moves.Travel(None))),
        *(own(there), own(there, moves.TakeShip(1)), own(there, moves.Build(2))),
        *(forecast(mine), rival(of_view(solo()))),
    ]


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    """What must be large: scores, stock, knowledge, values of chambers, prices."""
    view = evening()
    known = [str(player.knowledge) for player in view.players]
    wanted = [*map(str, view.scores), *known, "1", "2", "3", "4", "6", "0"]
    yield board(of_view(view, locale)), dict.fromkeys(wanted, NUMBER), 0
