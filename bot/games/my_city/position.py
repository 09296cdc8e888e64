"""Positions of My City set up by hand: what is left out follows from the rest; and what always holds."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.games.checking import completed, require, require_entries, require_seats
from bot.games.contract import ScoreRow, Seat
from bot.games.making import changed
from bot.games.my_city import moves
from bot.games.my_city.cells import Roll, frequencies, known, shape_of, spot
from bot.games.my_city.city import BOXES, CITY, EPISODES, TYPES, FirstCome
from bot.games.my_city.legal import NO_CONTACT, Task, in_round, placement_refusal, refusal
from bot.games.my_city.moves import MyCityOptions, MyCityState, Past, Result, Sheet, Structure
from bot.games.my_city.pace import lead, may_roll, ways
from bot.games.my_city.preview import after_choice, before_last_round
from bot.games.my_city.rounds import active_bandits, completed_now, result_of
from bot.games.my_city.scoring import episodes_left, free_order, plan, points_of
from bot.games.my_city.site import site_of

Count = Annotated[int, Meta(ge=0, le=10_000)]
Number = Annotated[int, Meta(ge=1, le=12)]
_FROM_DICE = frozenset([item.shape for item in frequencies()])


class GivenSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sheet; without `bandits` the printed and the left-over ones are active."""

    drawn: tuple[moves.Structure, ...] = ()
    ticks: Annotated[int, Meta(ge=0, le=BOXES)] = 0
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

    schema: Literal[1] = 1
    options: MyCityOptions | None = None
    phase: moves.Phase | None = None
    turn: Annotated[int, Meta(ge=0)] = 0
    episode: Annotated[int, Meta(ge=0, le=12)] | None = None
    round: Count | None = None
    roll: Roll | None = None
    sheets: Annotated[tuple[GivenSheet, ...], Meta(min_length=1, max_length=6)] = (GivenSheet(),)
    choices: tuple[moves.Chosen | None, ...] | None = None
    bonuses: tuple[GivenBonus, ...] | None = None
    last: moves.Past | None = None
    results: tuple[GivenResult, ...] = ()
    rolls: tuple[Roll, ...] = ()
    ahead: tuple[tuple[moves.Chosen | None, ...], ...] = ()

    def completed(self) -> MyCityState:
        """The state with all that is left out; `ValueError` where that can't be told."""
        seats, finished = len(self.sheets), all(sheet.stopped for sheet in self.sheets)
        results = tuple([_result(result, seats) for result in self.results])
        episode = _episode(self, finished)
        alone = episode and all(result.episode == episode for result in results)
        free = MyCityOptions(mode="campaign", order="free")
        earlier = tuple([result for result in results if result.episode != episode])
        sheets = tuple([_sheet(sheet, earlier, episode, seat) for seat, sheet in enumerate(self.sheets)])
        done = max([len(sheet.drawn) + sheet.ticks + sheet.stopped for sheet in sheets]) if episode else 0
        phase = self.phase or ("between" if all(sheet.stopped for sheet in sheets) else "round")
        follows: dict[str, Any] = {
            "options": MyCityOptions(episode=episode) if alone else free,
            "phase": phase,
            "round": done + (episode > 0 and not finished),
            "roll": Roll("L2", "R5", "residential") if phase == "round" else None,
            "choices": (None,) * seats,
            "last": None,
        }
        made: dict[str, Any] = {"episode": episode, "sheets": sheets, "bonuses": (), "results": results}
        state = completed(MyCityState, self, follows, **made)
        return _scored(self, replace(state, bonuses=_bonuses(self, state)))

    @staticmethod
    def check(state: MyCityState) -> None:
        """Raises `ValueError` unless the position could stand on a table."""
        require_seats(state.seats, CITY.seats)
        require_entries(state.seats, {"choices": state.choices})
        played = tuple([result.episode for result in state.results])
        wanted = plan(state.options)
        if free_order(state.options):
            require(len(set(played)) == len(played), "results: an episode was played twice")
            require(set(played) <= set(wanted), f"results: episodes {played} are not all of this table")
        else:
            require(played == wanted[: len(played)], f"results: episodes {played} instead of {wanted}")
        for result in state.results:
            _check_result(state, result)
        _check_phase(state, played[-1] if played else 0)
        if state.episode:
            for seat in range(state.seats):
                _check_sheet(state, Seat(seat))
            _check_choices(state)
            _check_ahead(state)
            _check_bonuses(state)
            _check_last(state)
            if state.phase != "round":
                require(state.results[-1] == result_of(state), "the newest result is not that of the sheets")


def _episode(given: Position, finished: bool) -> int:
    """The one given, else the next one of the table, else the newest one."""
    if given.episode is not None:
        return given.episode
    played = [result.episode for result in given.results]
    if played and (finished or given.phase in ("between", "over")):
        return played[-1]
    wanted = plan(given.options) if given.options else tuple(EPISODES)
    return next((episode for episode in wanted if episode not in played), wanted[-1])


def _result(given: GivenResult, seats: int) -> Result:
    points = given.points
    if points is None:
        points = tuple(map(points_of, given.rows or ((),) * seats))
    rows = tuple([(ScoreRow("trees", own),) for own in points])
    follows = {"bags": (0,) * seats, "bandits": ((),) * seats, "rows": rows}
    return completed(Result, given, follows, points=points)


def _sheet(given: GivenSheet, earlier: tuple[Result, ...], episode: int, seat: int) -> Sheet:
    """The sheet, as far as it can be looked at at all."""
    if not episode:
        return Sheet(given.drawn, given.ticks, True, given.bandits or ())
    for result in earlier:
        require(seat < len(result.bandits), f"results of episode {result.episode}: too few entries")
    for cell in [cell for item in given.drawn for cell in item.cells]:
        require(known(cell), f"seat {seat}: there is no cell {cell}")
    for name in given.bandits or ():
        require(name in EPISODES[episode].bandits, f"seat {seat}: there is no {name}")
    bandits = active_bandits(earlier, episode, seat) if given.bandits is None else given.bandits
    return Sheet(given.drawn, given.ticks, given.stopped, bandits)


def _bonuses(given: Position, state: MyCityState) -> tuple[moves.Bonus, ...]:
    newest = state.round - (state.phase == "round")
    if given.bonuses is None:
        return completed_now(state, newest) if state.episode else ()
    return tuple([completed(moves.Bonus, item, {"round": newest}) for item in given.bonuses])


def _scored(given: Position, state: MyCityState) -> MyCityState:
    if state.phase == "round" or not state.episode:
        return state
    if state.episode not in [result.episode for result in state.results]:
        state = replace(state, results=(*state.results, result_of(state)))
    over = given.phase is None and not episodes_left(state)
    return replace(state, phase="over") if over else state


def _check_result(state: MyCityState, result: Result) -> None:
    where, data = f"results of episode {result.episode}", EPISODES[result.episode]
    lists = {"points": result.points, "bags": result.bags, "bandits": result.bandits, "rows": result.rows}
    require_entries(state.seats, {f"{where}, {name}": items for name, items in lists.items()})
    known_rows, most = {row.key for row in data.rows}, sum(data.gold_bags.values())
    for seat, (rows, bags) in enumerate(zip(result.rows, result.bags, strict=True)):
        points = points_of(rows)
        require(points == result.points[seat], f"{where}: the rows of seat {seat} make {points}")
        strange = [row.key for row in rows if row.key not in known_rows]
        require(not strange, f"{where}: there is no row {' '.join(strange)}")
        require(bags <= most, f"{where}: seat {seat} has won {bags} bags")
        require(set(result.bandits[seat]) <= set(data.bandits), f"{where}: unknown bandits of seat {seat}")


def _check_phase(state: MyCityState, newest: int) -> None:
    """The episode is the newest result or can be begun; phase, round, roll and sheets fit it."""
    phase, episode, left = state.phase, state.episode, episodes_left(state)
    if phase == "round":
        require(episode in left, f"episode {episode} can't be played now")
    else:
        require(episode == newest, f"phase {phase}: episode {episode} is not the newest")
    begun = episode > 0
    require(state.round >= begun, f"round {state.round}")
    require(begun or not state.round, "no episode has begun: there is no round")
    require(begun or free_order(state.options), "the first episode is missing")
    some = any(not sheet.stopped for sheet in state.sheets)
    require(some == (phase == "round"), f"phase {phase}: who has stopped tells another one")
    require((state.roll is not None) == (phase == "round"), f"phase {phase} and the roll disagree")
    if phase == "over":
        require(bool(state.results), "phase over: nothing was played")
        require(not left or free_order(state.options), "phase over: an episode is left")
    require(bool(left) or phase != "between", "phase between: no episode is left")
    blank = all(sheet == Sheet(stopped=True) for sheet in state.sheets)
    require(blank or begun, "no episode has begun: the sheets are empty")


def _check_sheet(state: MyCityState, seat: Seat) -> None:
    """Everything stands where it may, and not too much of it; a position may tell of more bandits than the
    printed and the left-over ones where the episode before is unknown."""
    sheet, episode, where = state.sheets[seat], EPISODES[state.episode], f"seat {seat}"
    ordered = tuple([name for name in episode.bandits if name in sheet.bandits])
    least = set(active_bandits(state.results, state.episode, seat))
    unknown = episode.bandits_from not in (None, *[result.episode for result in state.results])
    right = least <= set(ordered) if unknown else least == set(ordered)
    require(sheet.bandits == ordered and right, f"{where}: bandits {' '.join(sheet.bandits)}")
    require(episode.pass_boxes is not None or not sheet.ticks, f"{where}: nobody passes in this episode")
    passes = (sheet.ticks + 1) // 2 if episode.church_boxes else sheet.ticks
    done = state.round - (state.phase == "round")
    require(len(sheet.drawn) + passes <= done, f"{where}: more was done than in {done} rounds")
    _check_drawn(state, sheet, where)
    free = site_of(state.episode, sheet).free
    require(bool(free) or sheet.stopped, f"{where}: no cell is free, so it has stopped")


def _check_drawn(state: MyCityState, sheet: Sheet, where: str) -> None:
    """There is an order in which the rules let all of it be drawn; where one begins does not matter."""
    waiting = [(item, _task_of(state.episode, sheet, item, where)) for item in sheet.drawn]
    drawn: tuple[Structure, ...] = ()
    while waiting:
        site = site_of(state.episode, replace(sheet, drawn=drawn))
        refusals = [placement_refusal(site, task, item.cells) for item, task in waiting]
        if None not in refusals:
            codes = [no.code for no in refusals if no]
            code = next((code for code in codes if code not in NO_CONTACT), codes[0])
            item, _ = waiting[codes.index(code)]
            raise ValueError(f"{where}: {' '.join(item.cells)} can't stand there: {code}")
        drawn = (*drawn, waiting.pop(refusals.index(None))[0])


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
    for seat, choice in enumerate(state.choices):
        if choice is not None:
            require(in_round(state, Seat(seat)), f"seat {seat} has nothing to choose")
            no = refusal(state, Seat(seat), choice)
            require(no is None, f"the choice of seat {seat} is illegal: {no.code if no else ''}")
    waits = any(state.owes(Seat(seat)) for seat in range(state.seats))
    require(waits or state.phase != "round", "everybody has chosen: the round should be over")


def _check_ahead(state: MyCityState) -> None:
    """Who has rolled on has chosen in every round before, and what was chosen fits the dice."""
    if state.ahead:
        require_entries(state.seats, {"ahead": state.ahead})
    require(state.options.pace == "own" or not state.ahead, "nobody rolls on: the pace is together")
    longest = max(map(len, state.ahead), default=0)
    require(len(state.rolls) == longest and bool(longest) == bool(state.ahead), "rolls and ahead disagree")
    for seat in map(Seat, range(state.seats)):
        before = replace(state, ahead=())
        for roll, choice in zip(state.rolls, lead(state, seat), strict=False):
            require(may_roll(before, seat), f"seat {seat} has rolled on too early")
            alone = changed(((),) * state.seats, seat, (choice,))
            *_, before = ways(replace(before, rolls=(roll,), ahead=alone), seat)
            before = replace(before, ahead=())
            no = choice and refusal(before, seat, choice)
            require(no is None, f"a choice ahead of seat {seat} is illegal: {no.code if no else ''}")


def _check_bonuses(state: MyCityState) -> None:
    kinds, done = [bonus.kind for bonus in state.bonuses], state.round - (state.phase == "round")
    require(len(set(kinds)) == len(kinds), "a bonus was won twice")
    for kind in kinds:
        require(kind in EPISODES[state.episode].first_come, f"there is no bonus for {kind}")
    for kind in EPISODES[state.episode].first_come:
        sheets = enumerate(state.sheets)
        complete = [seat for seat, sheet in sheets if site_of(state.episode, sheet).complete(kind)]
        winners = [seat for bonus in state.bonuses if bonus.kind == kind for seat in bonus.seats]
        require(bool(winners) == bool(complete), f"the bonus for {kind} belongs to whoever completes it")
        require(set(winners) <= set(complete), f"the bonus for {kind}: not all winners have completed it")
    for bonus in state.bonuses:
        require(1 <= bonus.round <= done, f"the bonus for {bonus.kind}: round {bonus.round}")
        once = len(set(bonus.seats)) == len(bonus.seats)
        require(once, f"the bonus for {bonus.kind}: a winner is named twice")


def _check_last(state: MyCityState) -> None:
    last, done = state.last, state.round - (state.phase == "round")
    if last is None:
        return
    require(last.round == done > 0, f"last: round {last.round} instead of {done}")
    require_entries(state.seats, {"last.choices": last.choices})
    for seat, choice in enumerate(last.choices):
        require(_shown(state, last, Seat(seat)), f"last: the sheet of seat {seat} does not show {choice}")


def _shown(state: MyCityState, last: Past, seat: Seat) -> bool:
    """Whether the sheet is what the choice makes of the sheet as it was before."""
    sheet, choice = state.sheets[seat], last.choices[seat]
    if choice is None:
        return sheet.stopped
    before = replace(before_last_round(state, seat), stopped=False)
    sheets = changed(state.sheets, seat, before)
    earlier = replace(state, phase="round", roll=last.roll, sheets=sheets)
    if refusal(earlier, seat, choice):
        return False
    after = after_choice(earlier, seat, choice)
    full = not site_of(state.episode, sheet).free
    return replace(after, stopped=after.stopped or full) == sheet
