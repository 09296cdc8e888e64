"""Positions of My City set up by hand: what is left out follows from the rest; and what always holds."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.games.checking import require, require_entries, require_seats
from bot.games.contract import ScoreRow, Seat
from bot.games.my_city import moves
from bot.games.my_city.cells import Roll, frequencies, known, shape_of, spot
from bot.games.my_city.city import BOXES, EPISODES, LEFT, RIGHT, SEATS, TYPES, FirstCome
from bot.games.my_city.legal import Task, in_round, pass_boxes, placement_refusal, refusal
from bot.games.my_city.moves import Build, MyCityOptions, MyCityState, Pass, Past, Result, Sheet, Structure
from bot.games.my_city.preview import after_choice
from bot.games.my_city.rounds import active_bandits, completed_now, result_of
from bot.games.my_city.scoring import episodes_left, free_order, plan
from bot.games.my_city.site import site_of

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
    results = tuple([_given_result(result, seats) for result in given.results])
    episode = _episode(given)
    options = given.options or _options(episode, results)
    earlier = tuple([result for result in results if result.episode != episode])
    sheets = tuple([_given_sheet(sheet, earlier, episode, seat) for seat, sheet in enumerate(given.sheets)])
    finished = all(sheet.stopped for sheet in sheets)
    phase: moves.Phase = given.phase or ("between" if finished else "round")
    state = MyCityState(
        schema=given.schema,
        options=options,
        phase=phase,
        turn=given.turn,
        episode=episode,
        round=_given_round(episode, sheets) if given.round is None else given.round,
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


def _given_result(given: GivenResult, seats: int) -> moves.Result:
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


def _given_sheet(
    given: GivenSheet, earlier: tuple[moves.Result, ...], episode: int, seat: int
) -> moves.Sheet:
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


def _given_round(episode: int, sheets: tuple[moves.Sheet, ...]) -> int:
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


_FROM_DICE = frozenset([item.shape for item in frequencies()])
_NO_CONTACT = ("touches_nothing", "start_river", "start_sawmill", "start_church", "start_fortress")
"""Reasons that may be gone once something else stands there."""


def check(state: MyCityState) -> None:
    """Raises `ValueError` unless the position could stand on a table."""
    require(state.schema == 1, f"schema {state.schema} is unknown")
    require_seats(state.seats, SEATS)
    require_entries(state.seats, {"choices": state.choices})
    require(state.turn >= 0, f"turn {state.turn}")
    _check_results(state)
    _check_episode(state)
    _check_phase(state)
    if state.episode:
        for seat in range(state.seats):
            _check_sheet(state, Seat(seat))
        _check_choices(state)
        _check_bonuses(state)
        _check_last(state)
        _check_score(state)


def _check_results(state: MyCityState) -> None:
    """Finished episodes are different ones of this table, in its order."""
    played = tuple([result.episode for result in state.results])
    wanted = plan(state.options)
    if free_order(state.options):
        require(len(set(played)) == len(played), "results: an episode was played twice")
        require(set(played) <= set(wanted), f"results: episodes {played} are not all of this table")
    else:
        require(played == wanted[: len(played)], f"results: episodes {played} instead of {wanted}")
    for result in state.results:
        _check_result(state, result)


def _check_result(state: MyCityState, result: Result) -> None:
    where = f"results of episode {result.episode}"
    lists = {"points": result.points, "bags": result.bags, "bandits": result.bandits, "rows": result.rows}
    require_entries(state.seats, {f"{where}, {name}": items for name, items in lists.items()})
    data = EPISODES[result.episode]
    known_rows = {row.key for row in data.rows}
    for seat in range(state.seats):
        points = sum([row.points for row in result.rows[seat]])
        require(points == result.points[seat], f"{where}: the rows of seat {seat} make {points}")
        strange = [row.key for row in result.rows[seat] if row.key not in known_rows]
        require(not strange, f"{where}: there is no row {' '.join(strange)}")
        bags = result.bags[seat]
        require(0 <= bags <= sum(data.gold_bags.values()), f"{where}: seat {seat} has won {bags} bags")
        require(set(result.bandits[seat]) <= set(data.bandits), f"{where}: unknown bandits of seat {seat}")


def _check_episode(state: MyCityState) -> None:
    """The present episode is the newest result, or one that can be begun."""
    finished = state.phase != "round"
    newest = state.results[-1].episode if state.results else 0
    if finished:
        require(state.episode == newest, f"phase {state.phase}: episode {state.episode} is not the newest")
    else:
        require(state.episode in episodes_left(state), f"episode {state.episode} can't be played now")
    begun = state.episode > 0
    require(state.round >= begun, f"round {state.round}")
    require(begun or not state.round, "no episode has begun: there is no round")
    require(begun or free_order(state.options), "the first episode is missing")


def _check_phase(state: MyCityState) -> None:
    some = any(not sheet.stopped for sheet in state.sheets)
    require(some == (state.phase == "round"), f"phase {state.phase}: who has stopped tells another one")
    require(
        (state.roll is not None) == (state.phase == "round"), f"phase {state.phase} and the roll disagree"
    )
    if state.roll:
        _check_roll(state.roll)
    left = bool(episodes_left(state))
    if state.phase == "over":
        require(bool(state.results), "phase over: nothing was played")
        require(not left or free_order(state.options), "phase over: an episode is left")
    if state.phase == "between":
        require(left, "phase between: no episode is left")
    blank = all(sheet == Sheet(stopped=True) for sheet in state.sheets)
    require(blank or state.episode > 0, "no episode has begun: the sheets are empty")


def _check_roll(roll: Roll) -> None:
    require(roll.left in LEFT, f"there is no left face {roll.left}")
    require(roll.right in RIGHT, f"there is no right face {roll.right}")


def _check_sheet(state: MyCityState, seat: Seat) -> None:
    """Everything stands where it may, in one way or another of drawing it, and not too much of it."""
    sheet, episode, where = state.sheets[seat], EPISODES[state.episode], f"seat {seat}"
    _check_bandits(state, seat)
    require(0 <= sheet.ticks <= BOXES, f"{where}: {sheet.ticks} boxes ticked")
    require(episode.pass_boxes is not None or not sheet.ticks, f"{where}: nobody passes in this episode")
    passes = (sheet.ticks + 1) // 2 if episode.church_boxes else sheet.ticks
    done = state.round - (state.phase == "round")
    require(len(sheet.drawn) + passes <= done, f"{where}: more was done than in {done} rounds")
    for item in sheet.drawn:
        for cell in item.cells:
            require(known(cell), f"{where}: there is no cell {cell}")
    _check_drawn(state, seat)
    require(
        bool(site_of(state.episode, sheet).free) or sheet.stopped,
        f"{where}: no cell is free, so it has stopped",
    )


def _check_bandits(state: MyCityState, seat: Seat) -> None:
    """The printed and the left-over ones; a position may tell of more where the episode before is unknown."""
    names, episode = state.sheets[seat].bandits, EPISODES[state.episode]
    ordered = tuple([name for name in episode.bandits if name in names])
    least = set(active_bandits(state.results, state.episode, seat))
    unknown = episode.bandits_from not in (None, *[result.episode for result in state.results])
    right = least <= set(names) if unknown else least == set(names)
    require(names == ordered and right, f"seat {seat}: bandits {' '.join(names)}")


def _check_drawn(state: MyCityState, seat: Seat) -> None:
    """There is an order in which the rules let all of it be drawn; where one begins does not matter."""
    sheet, where = state.sheets[seat], f"seat {seat}"
    waiting = [(item, _task_of(state.episode, sheet, item, where)) for item in sheet.drawn]
    drawn: tuple[Structure, ...] = ()
    while waiting:
        site = site_of(state.episode, replace(sheet, drawn=drawn))
        refusals = [placement_refusal(site, task, item.cells) for item, task in waiting]
        place = next((place for place, no in enumerate(refusals) if no is None), None)
        if place is None:
            no = next((no for no in refusals if no and no.code not in _NO_CONTACT), refusals[0])
            item = waiting[refusals.index(no)][0]
            raise ValueError(f"{where}: {' '.join(item.cells)} can't stand there: {no.code if no else ''}")
        drawn = (*drawn, waiting.pop(place)[0])


def _task_of(episode: int, sheet: Sheet, item: Structure, where: str) -> Task:
    """What was asked for when this was drawn: dice make the shape, or it is the next church or fortress."""
    data, shape = EPISODES[episode], shape_of(map(spot, item.cells)) or ""
    if item.kind in TYPES:
        require(shape in _FROM_DICE, f"{where}: no roll makes {' '.join(item.cells)}")
    else:
        require(item.kind == data.compass, f"{where}: no {item.kind} is built in this episode")
        built = [other for other in sheet.drawn if other.kind == item.kind]
        wanted = dict(enumerate(data.pieces)).get(built.index(item))
        require(shape == wanted, f"{where}: the {item.kind} on {' '.join(item.cells)} is not {wanted}")
    return Task(item.kind, shape)


def _check_choices(state: MyCityState) -> None:
    """Choices are legal ones of seats in the round, and not all of them are there."""
    for seat, choice in enumerate(state.choices):
        if choice is not None:
            require(in_round(state, Seat(seat)), f"seat {seat} has nothing to choose")
            no = refusal(state, Seat(seat), choice)
            require(no is None, f"the choice of seat {seat} is illegal: {no.code if no else ''}")
    waits = any(state.owes(Seat(seat)) for seat in range(state.seats))
    require(waits or state.phase != "round", "everybody has chosen: the round should be over")


def _check_bonuses(state: MyCityState) -> None:
    """A bonus is gone as soon as somebody has completed it."""
    kinds = [bonus.kind for bonus in state.bonuses]
    require(len(set(kinds)) == len(kinds), "a bonus was won twice")
    for kind in kinds:
        require(kind in EPISODES[state.episode].first_come, f"there is no bonus for {kind}")
    for kind in EPISODES[state.episode].first_come:
        sheets = enumerate(state.sheets)
        complete = [seat for seat, sheet in sheets if site_of(state.episode, sheet).complete(kind)]
        winners = [seat for bonus in state.bonuses if bonus.kind == kind for seat in bonus.seats]
        require(bool(winners) == bool(complete), f"the bonus for {kind} belongs to whoever completes it")
        require(set(winners) <= set(complete), f"the bonus for {kind}: not all winners have completed it")
    done = state.round - (state.phase == "round")
    for bonus in state.bonuses:
        require(1 <= bonus.round <= done, f"the bonus for {bonus.kind}: round {bonus.round}")
        once = len(set(bonus.seats)) == len(bonus.seats)
        require(once, f"the bonus for {bonus.kind}: a winner is named twice")


def _check_last(state: MyCityState) -> None:
    """What was done in the round before can be seen on the sheets."""
    last, done = state.last, state.round - (state.phase == "round")
    if last is None:
        return
    require(last.round == done > 0, f"last: round {last.round} instead of {done}")
    _check_roll(last.roll)
    require_entries(state.seats, {"last.choices": last.choices})
    for seat, choice in enumerate(last.choices):
        require(_shown(state, last, Seat(seat)), f"last: the sheet of seat {seat} does not show {choice}")


def _shown(state: MyCityState, last: Past, seat: Seat) -> bool:
    """Whether the sheet is what the choice makes of the sheet as it was before."""
    sheet, choice = state.sheets[seat], last.choices[seat]
    if choice is None:
        return sheet.stopped
    before = replace(sheet, stopped=False)
    if isinstance(choice, Build):
        before = replace(before, drawn=sheet.drawn[:-1])
    earlier = _as_it_was(state, last, seat, before)
    if isinstance(choice, Pass):
        # Nothing was drawn, so the boxes it cost are those that it would cost again.
        before = replace(before, ticks=max(sheet.ticks - (pass_boxes(earlier, seat) or 0), 0))
        earlier = _as_it_was(state, last, seat, before)
    if refusal(earlier, seat, choice):
        return False
    full = not site_of(state.episode, sheet).free
    after = after_choice(earlier, seat, choice)
    return replace(after, stopped=after.stopped or full) == sheet


def _as_it_was(state: MyCityState, last: Past, seat: Seat, sheet: Sheet) -> MyCityState:
    """The round before with this sheet of a seat."""
    sheets = (*state.sheets[:seat], sheet, *state.sheets[seat + 1 :])
    return replace(state, phase="round", roll=last.roll, sheets=sheets)


def _check_score(state: MyCityState) -> None:
    """The newest result is that of the sheets, as long as they lie there."""
    if state.phase != "round":
        require(state.results[-1] == result_of(state), "the newest result is not that of the sheets")
