"""Positions of My City set up by hand: what is left out follows from the rest."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.games.checking import require
from bot.games.contract import ScoreRow, Seat
from bot.games.my_city import moves
from bot.games.my_city.cells import Roll, known
from bot.games.my_city.check import check
from bot.games.my_city.city import BOXES, EPISODES, FirstCome
from bot.games.my_city.moves import MyCityOptions, MyCityState
from bot.games.my_city.rounds import active_bandits, completed_now, result_of
from bot.games.my_city.scoring import episodes_left, plan

Count = Annotated[int, Meta(ge=0, le=10_000)]
Number = Annotated[int, Meta(ge=1, le=12)]
_SMALLEST = Roll("L2", "R5", "residential")


class GivenSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sheet; without `bandits` the printed and the left-over ones are active."""

    drawn: tuple[moves.Structure, ...] = ()
    ticks: Count = 0
    stopped: bool = False
    bandits: tuple[str, ...] | None = None


class GivenBonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bonus that is gone; without `round` it was the newest finished one."""

    kind: FirstCome
    round: Count | None = None
    seats: tuple[Seat, ...]


class GivenResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished episode; points, bags and bandits that are left out are none, rows one that makes them."""

    episode: Number
    points: tuple[int, ...] | None = None
    bags: tuple[Count, ...] | None = None
    bandits: tuple[tuple[str, ...], ...] | None = None
    rows: tuple[tuple[ScoreRow, ...], ...] | None = None


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state in which nothing is needed: left out are one sheet, blank, and a roll of one residential cell.

    Without options it is a table of the one `episode`, or with results of earlier ones a campaign of free
    order. The round is the first one in which all of it can have been done, and bonuses that somebody has
    completed were won in the round before it. Once everybody has stopped, the episode is scored.
    """

    schema: int = 1
    options: MyCityOptions | None = None
    phase: moves.Phase | None = None
    turn: int = 0
    episode: Annotated[int, Meta(ge=0, le=12)] | None = None
    round: Count | None = None
    roll: Roll | None = None
    sheets: Annotated[tuple[GivenSheet, ...], Meta(min_length=1, max_length=6)] = (GivenSheet(),)
    choices: tuple[moves.Chosen | None, ...] | None = None
    bonuses: tuple[GivenBonus, ...] | None = None
    last: moves.Past | None = None
    results: tuple[GivenResult, ...] = ()


def restore(data: bytes) -> MyCityState:
    """The complete state of a position in JSON; `ValueError` with the reason if it is not consistent."""
    state = _completed(msgspec.json.decode(data, type=Position))
    check(state)
    return state


def _completed(given: Position) -> MyCityState:
    """The state of this position."""
    seats = len(given.sheets)
    results = tuple([_result(result, seats) for result in given.results])
    episode = _episode(given)
    options = given.options or _options(episode, results)
    earlier = tuple([result for result in results if result.episode != episode])
    sheets = tuple([_sheet(sheet, earlier, episode, seat) for seat, sheet in enumerate(given.sheets)])
    finished = all(sheet.stopped for sheet in sheets)
    phase: moves.Phase = given.phase or ("between" if finished else "round")
    state = MyCityState(
        schema=given.schema,
        options=options,
        phase=phase,
        turn=given.turn,
        episode=episode,
        round=_round(episode, sheets) if given.round is None else given.round,
        roll=(given.roll or _SMALLEST) if phase == "round" else given.roll,
        sheets=sheets,
        choices=(None,) * seats if given.choices is None else given.choices,
        last=given.last,
        results=results,
    )
    return _scored(given, _with_bonuses(given, state))


def _episode(given: Position) -> int:
    """The one given, else the next one of the table, else the newest one."""
    if given.episode is not None:
        return given.episode
    played = [result.episode for result in given.results]
    finished = given.phase in ("between", "over") or all(sheet.stopped for sheet in given.sheets)
    if played and finished:
        return played[-1]
    wanted = plan(given.options) if given.options else tuple(EPISODES)
    return next((episode for episode in wanted if episode not in played), wanted[-1])


def _options(episode: int, results: tuple[moves.Result, ...]) -> MyCityOptions:
    if episode and all(result.episode == episode for result in results):
        return MyCityOptions(episode=episode)
    return MyCityOptions(mode="campaign", order="free")


def _result(given: GivenResult, seats: int) -> moves.Result:
    points = given.points
    if points is None:
        points = tuple([sum([row.points for row in rows]) for rows in given.rows or ((),) * seats])
    return moves.Result(
        episode=given.episode,
        points=points,
        bags=(0,) * seats if given.bags is None else given.bags,
        bandits=((),) * seats if given.bandits is None else given.bandits,
        rows=tuple([(ScoreRow("trees", own),) for own in points]) if given.rows is None else given.rows,
    )


def _sheet(given: GivenSheet, earlier: tuple[moves.Result, ...], episode: int, seat: int) -> moves.Sheet:
    """The sheet, as far as it can be looked at at all."""
    if not episode:
        return moves.Sheet(given.drawn, given.ticks, True, given.bandits or ())
    for result in earlier:
        require(seat < len(result.bandits), f"results of episode {result.episode}: too few entries")
    for cell in [cell for item in given.drawn for cell in item.cells]:
        require(known(cell), f"seat {seat}: there is no cell {cell}")
    for name in given.bandits or ():
        require(name in EPISODES[episode].bandits, f"seat {seat}: there is no {name}")
    bandits = active_bandits(earlier, episode, seat) if given.bandits is None else given.bandits
    return moves.Sheet(given.drawn, given.ticks, given.stopped, bandits)


def _round(episode: int, sheets: tuple[moves.Sheet, ...]) -> int:
    """The round in which everybody can have done what the sheets show, or the one after it."""
    if not episode:
        return 0
    done = max([len(sheet.drawn) + sheet.ticks + sheet.stopped for sheet in sheets])
    return done + any(not sheet.stopped for sheet in sheets)


def _with_bonuses(given: Position, state: MyCityState) -> MyCityState:
    newest = state.round - (state.phase == "round")
    if given.bonuses is None:
        return replace(state, bonuses=completed_now(state, newest)) if state.episode else state
    rounds = [newest if bonus.round is None else bonus.round for bonus in given.bonuses]
    pairs = zip(given.bonuses, rounds, strict=True)
    return replace(
        state, bonuses=tuple([moves.Bonus(item.kind, number, item.seats) for item, number in pairs])
    )


def _scored(given: Position, state: MyCityState) -> MyCityState:
    """With the result of sheets on which everybody has stopped."""
    finished = state.phase != "round" and state.episode > 0
    if not finished or state.episode in [result.episode for result in state.results]:
        over = finished and given.phase is None and not episodes_left(state)
        return replace(state, phase="over") if over else state
    _check_ticks(state)
    scored = replace(state, results=(*state.results, result_of(state)))
    over = given.phase is None and not episodes_left(scored)
    return replace(scored, phase="over") if over else scored


def _check_ticks(state: MyCityState) -> None:
    for seat, sheet in enumerate(state.sheets):
        require(sheet.ticks <= BOXES, f"seat {seat}: {sheet.ticks} boxes ticked")
