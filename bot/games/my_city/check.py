"""What always holds at a table of My City: Roll & Build."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.checking import require, require_entries, require_seats
from bot.games.contract import Seat
from bot.games.my_city.cells import Mask, Roll, beside, frequencies, known, mask_of, shape_of, spot
from bot.games.my_city.city import BOXES, EPISODES, LEFT, RIGHT, SEATS, TYPES
from bot.games.my_city.legal import in_round, pass_boxes, refusal
from bot.games.my_city.moves import Build, MyCityState, Pass, Past, Result, Sheet, Structure
from bot.games.my_city.preview import after_choice
from bot.games.my_city.rounds import active_bandits, result_of
from bot.games.my_city.scoring import episodes_left, free_order, plan
from bot.games.my_city.site import Site, site_of

_FROM_DICE = frozenset([item.shape for item in frequencies()])


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
    site = site_of(state.episode, sheet)
    _check_shapes(site, where)
    _check_ground(site, where)
    _check_contact(site, where)
    require(bool(site.free) or sheet.stopped, f"{where}: no cell is free, so it has stopped")


def _check_bandits(state: MyCityState, seat: Seat) -> None:
    """The printed and the left-over ones; a position may tell of more where the episode before is unknown."""
    names, episode = state.sheets[seat].bandits, EPISODES[state.episode]
    ordered = tuple([name for name in episode.bandits if name in names])
    least = set(active_bandits(state.results, state.episode, seat))
    unknown = episode.bandits_from not in (None, *[result.episode for result in state.results])
    right = least <= set(names) if unknown else least == set(names)
    require(names == ordered and right, f"seat {seat}: bandits {' '.join(names)}")


def _check_shapes(site: Site, where: str) -> None:
    pieces = list(site.episode.pieces)
    for item in site.sheet.drawn:
        shape = shape_of(map(spot, item.cells))
        if item.kind in TYPES:
            require(shape in _FROM_DICE, f"{where}: no roll makes {' '.join(item.cells)}")
        else:
            require(item.kind == site.episode.compass, f"{where}: no {item.kind} is built in this episode")
            wanted = pieces.pop(0) if pieces else None
            require(shape == wanted, f"{where}: the {item.kind} on {' '.join(item.cells)} is not {wanted}")


def _check_ground(site: Site, where: str) -> None:
    ground: Mask = site.layout.buildable & ~site.bandits
    for item in site.sheet.drawn:
        mask, name = mask_of(item.cells), " ".join(item.cells)
        require(len(set(item.cells)) == len(item.cells), f"{where}: {name} names a cell twice")
        require(not mask & ~ground, f"{where}: {name} is not free ground")
        require(not site.layout.crosses_river(mask), f"{where}: {name} crosses the river")
        ground &= ~mask


def _check_contact(site: Site, where: str) -> None:
    """There is an order in which all could be drawn; where one begins does not matter for the rest."""
    waiting = list(site.sheet.drawn)
    first = next((item for item in waiting if _may_begin(site, item)), None)
    require(first is not None or not waiting, f"{where}: no structure stands at the start")
    standing = site.structures & ~site.covered
    while waiting:
        found = [item for item in waiting if item is first or _joins(item, standing)]
        require(bool(found), f"{where}: {' '.join(waiting[0].cells)} touches nothing")
        for item in found:
            standing |= mask_of(item.cells)
        waiting = [item for item in waiting if item not in found]


def _may_begin(site: Site, item: Structure) -> bool:
    return item.kind == "fortress" or bool(mask_of(item.cells) & site.layout.start)


def _joins(item: Structure, standing: Mask) -> bool:
    return item.kind == "fortress" or bool(beside(mask_of(item.cells)) & standing)


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
