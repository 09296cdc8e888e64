"""How an episode goes (sections 3.2, 3.5, 5.4 and 6): choosing, what a round does, scoring, the next one."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import Event, ScoreRow, Seat, Step
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import in_round
from bot.games.my_city.moves import (
    BonusWon,
    Build,
    Built,
    Chosen,
    Decided,
    EpisodeBegun,
    EpisodeScored,
    GameOver,
    MyCityOptions,
    Pass,
    Passed,
    Rolled,
    Stop,
    Stopped,
)
from bot.games.my_city.preview import after_choice
from bot.games.my_city.scoring import bags_won, pass_points, rows
from bot.games.my_city.shapes import rolled
from bot.games.my_city.site import site_of
from bot.games.my_city.standing import episodes_left, free_order, plan
from bot.games.my_city.state import MyCityState
from bot.games.my_city.view import Bonus, Past, Result, Sheet


def first_state(options: MyCityOptions, seats: int, chance: Chance) -> MyCityState:
    """The first roll of the first episode; where the order is free, seat 0 chooses one first."""
    nothing = MyCityState(
        options=options,
        phase="between",
        turn=0,
        episode=0,
        round=0,
        roll=None,
        sheets=(Sheet(stopped=True),) * seats,
        choices=(None,) * seats,
    )
    return nothing if free_order(options) else _begun(nothing, plan(options)[0], chance, [])


def begin(state: MyCityState, episode: int, chance: Chance) -> Step[MyCityState]:
    """The next episode: fresh sheets, the bandits that have come along, the first roll."""
    events: list[Event] = []
    after = _begun(replace(state, turn=state.turn + 1), episode, chance, events)
    return Step(after, tuple(events), irrevocable=True)


def finish(state: MyCityState) -> Step[MyCityState]:
    """The campaign ends with what has been played."""
    return Step(replace(state, phase="over", turn=state.turn + 1), (GameOver(),))


def choose(state: MyCityState, seat: Seat, choice: Chosen, chance: Chance) -> Step[MyCityState]:
    """One choice for the present round; the last one makes all of them true."""
    decided = Decided(seat=seat, changed=state.choices[seat] is not None)
    choices = (*state.choices[:seat], choice, *state.choices[seat + 1 :])
    after = replace(state, choices=choices)
    if any(after.owes(Seat(other)) for other in range(after.seats)):
        return Step(after, (decided,))
    events: list[Event] = [decided]
    return Step(_resolved(after, chance, events), tuple(events), irrevocable=True, milestone=True)


def active_bandits(results: tuple[Result, ...], episode: int, seat: int) -> tuple[str, ...]:
    """The printed bandits of an episode and those left over from the one before it (section 6)."""
    data = EPISODES[episode]
    earlier = [result for result in results if result.episode == data.bandits_from]
    left = [name for result in earlier for name in result.bandits[seat]]
    return tuple([name for name in data.bandits if name in (*data.printed_bandits, *left)])


def completed_now(state: MyCityState, number: int) -> tuple[Bonus, ...]:
    """The first-come bonuses that were still open and are won by these sheets, in this round."""
    gone = [bonus.kind for bonus in state.bonuses]
    found: list[Bonus] = []
    for kind in EPISODES[state.episode].first_come:
        sites = enumerate([site_of(state.episode, sheet) for sheet in state.sheets])
        seats = tuple([Seat(seat) for seat, site in sites if site.complete(kind)])
        if seats and kind not in gone:
            found.append(Bonus(kind, number, seats))
    return tuple(found)


def _begun(state: MyCityState, episode: int, chance: Chance, events: list[Event]) -> MyCityState:
    bandits = tuple([active_bandits(state.results, episode, seat) for seat in range(state.seats)])
    events.append(EpisodeBegun(episode=episode, bandits=bandits))
    fresh = replace(
        state,
        phase="round",
        episode=episode,
        round=0,
        sheets=tuple([Sheet(bandits=names) for names in bandits]),
        bonuses=(),
        last=None,
    )
    return _next_roll(fresh, chance, events)


def _next_roll(state: MyCityState, chance: Chance, events: list[Event]) -> MyCityState:
    roll, number = rolled(chance.stream("roll", state.turn)), state.round + 1
    events.append(Rolled(round=number, roll=roll))
    return replace(state, round=number, roll=roll, choices=(None,) * state.seats)


def _resolved(state: MyCityState, chance: Chance, events: list[Event]) -> MyCityState:
    """All choices become true at once, then the bonuses of the round, then whoever has no free cell stops."""
    assert state.roll is not None, "there is a roll in every round"
    last = Past(state.round, state.roll, state.choices)
    sheets = [_carried_out(state, Seat(seat), events) for seat in range(state.seats)]
    after = replace(
        state, turn=state.turn + 1, sheets=tuple(sheets), last=last, choices=(None,) * state.seats
    )
    won = completed_now(after, state.round)
    events.extend([BonusWon(kind=bonus.kind, seats=bonus.seats) for bonus in won])
    after = replace(after, bonuses=(*after.bonuses, *won), sheets=tuple(_without_full(after, events)))
    if all(sheet.stopped for sheet in after.sheets):
        return _scored(after, events)
    return _next_roll(after, chance, events)


def _carried_out(state: MyCityState, seat: Seat, events: list[Event]) -> Sheet:
    """The sheet of a seat after its choice."""
    sheet, choice = state.sheets[seat], state.choices[seat]
    if choice is None:
        return sheet
    after = after_choice(state, seat, choice)
    match choice:
        case Build(cells=cells):
            events.append(Built(seat=seat, kind=after.drawn[-1].kind, cells=cells))
        case Pass():
            events.append(Passed(seat=seat, ticks=after.ticks, points=pass_points(after.ticks)))
        case Stop():
            events.append(Stopped(seat=seat))
    return after


def _without_full(state: MyCityState, events: list[Event]) -> list[Sheet]:
    """A sheet without a free cell is done (3.5)."""
    sheets: list[Sheet] = []
    for seat, sheet in enumerate(state.sheets):
        full = in_round(state, Seat(seat)) and not site_of(state.episode, sheet).free
        if full:
            events.append(Stopped(seat=Seat(seat), full=True))
        sheets.append(replace(sheet, stopped=True) if full else sheet)
    return sheets


def _scored(state: MyCityState, events: list[Event]) -> MyCityState:
    """The episode is written down; the game is over after the last one (section 6)."""
    result = result_of(state)
    events.append(
        EpisodeScored(episode=result.episode, points=result.points, bags=result.bags, bandits=result.bandits)
    )
    after = replace(state, phase="between", roll=None, results=(*state.results, result))
    if episodes_left(after):
        return after
    events.append(GameOver())
    return replace(after, phase="over")


def result_of(state: MyCityState) -> Result:
    """What the present episode is worth, with the sheets as they are."""
    sheets = [rows(state, seat) for seat in range(state.seats)]
    sites = [site_of(state.episode, sheet) for sheet in state.sheets]
    return Result(
        episode=state.episode,
        points=tuple([sum([row.points for row in sheet]) for sheet in sheets]),
        bags=tuple([bags_won(state.episode, sheet) for sheet in state.sheets]),
        bandits=tuple([site.loose_bandits() for site in sites]),
        rows=tuple([tuple([ScoreRow(row.key, row.points) for row in sheet]) for sheet in sheets]),
    )
