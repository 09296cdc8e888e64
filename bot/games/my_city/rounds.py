"""How an episode goes (sections 3.2, 3.5, 5.4 and 6): choosing, what a round does, scoring, the next one."""

from msgspec.structs import replace

from bot.games.chance import Chance
from bot.games.contract import ScoreRow, Seat, Step
from bot.games.making import Making, changed
from bot.games.my_city import moves, pace
from bot.games.my_city.cells import rolled
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import in_round
from bot.games.my_city.moves import MyCityEvent, MyCityState
from bot.games.my_city.preview import after_choice
from bot.games.my_city.scoring import bags_won, episodes_left, pass_points, points_of, rows
from bot.games.my_city.site import site_of

CityMaking = Making[MyCityState, MyCityEvent]


def begin(state: MyCityState, episode: int, chance: Chance) -> Step[MyCityState]:
    """The next episode: fresh sheets, the bandits that have come along, the first roll."""
    making = CityMaking(state)
    making.irrevocable = True
    bandits = tuple([active_bandits(state.results, episode, seat) for seat in range(state.seats)])
    making.tell(moves.EpisodeBegun(episode=episode, bandits=bandits))
    making.change(
        turn=state.turn + 1,
        phase="round",
        episode=episode,
        round=0,
        sheets=tuple([moves.Sheet(bandits=names) for names in bandits]),
        bonuses=(),
        last=None,
    )
    _next_roll(making, chance)
    return making.step()


def choose(state: MyCityState, seat: Seat, choice: moves.Chosen, chance: Chance) -> Step[MyCityState]:
    """One choice for the own round; the last one of the table's makes all of them true, and with them later
    rounds that all who are left have chosen in."""
    making = CityMaking(state)
    if pace.lead(state, seat):
        pace.choose_ahead(making, seat, choice)
        return making.step()
    making.tell(moves.Decided(seat=seat, changed=state.choices[seat] is not None))
    making.change(choices=changed(state.choices, seat, choice))
    while not any(making.state.owes(Seat(other)) for other in range(state.seats)):
        making.irrevocable = making.milestone = True
        _resolve(making)
        if all(sheet.stopped for sheet in making.state.sheets):
            _score(making)
            break
        _next_roll(making, chance)
    return making.step()


def roll_on(state: MyCityState, seat: Seat, chance: Chance) -> Step[MyCityState]:
    """A seat that has chosen sees the next dice."""
    making = CityMaking(state)
    pace.roll_on(making, seat, chance)
    return making.step()


def active_bandits(results: tuple[moves.Result, ...], episode: int, seat: int) -> tuple[str, ...]:
    """The printed bandits of an episode and those left over from the one before it (section 6)."""
    data = EPISODES[episode]
    earlier = [result for result in results if result.episode == data.bandits_from]
    left = [name for result in earlier for name in result.bandits[seat]]
    return tuple([name for name in data.bandits if name in (*data.printed_bandits, *left)])


def completed_now(state: MyCityState, number: int) -> tuple[moves.Bonus, ...]:
    """The first-come bonuses that were still open and are won by these sheets, in this round."""
    gone = [bonus.kind for bonus in state.bonuses]
    found: list[moves.Bonus] = []
    for kind in EPISODES[state.episode].first_come:
        sites = enumerate([site_of(state.episode, sheet) for sheet in state.sheets])
        seats = tuple([Seat(seat) for seat, site in sites if site.complete(kind)])
        if seats and kind not in gone:
            found.append(moves.Bonus(kind, number, seats))
    return tuple(found)


def _next_roll(making: CityMaking, chance: Chance) -> None:
    """The dice of the next round: those that somebody has seen already, with what was chosen then."""
    state, number = making.state, making.state.round + 1
    roll = state.rolls[0] if state.rolls else rolled(chance.stream("roll", state.turn))
    leads = [pace.lead(state, Seat(seat)) for seat in range(state.seats)]
    later = tuple([lead[1:] for lead in leads])
    making.tell(moves.Rolled(round=number, roll=roll))
    making.change(
        round=number,
        roll=roll,
        choices=tuple([lead[0] if lead else None for lead in leads]),
        rolls=state.rolls[1:],
        ahead=later if any(later) else (),
    )


def _resolve(making: CityMaking) -> None:
    """All choices become true at once, then the bonuses of the round, then whoever has no free cell stops."""
    state = making.state
    assert state.roll is not None, "there is a roll in every round"
    making.change(
        turn=state.turn + 1,
        sheets=tuple([_carried_out(making, Seat(seat)) for seat in range(state.seats)]),
        last=moves.Past(state.round, state.roll, state.choices),
        choices=(None,) * state.seats,
    )
    won = completed_now(making.state, state.round)
    for bonus in won:
        making.tell(moves.BonusWon(kind=bonus.kind, seats=bonus.seats))
    making.change(bonuses=(*state.bonuses, *won))
    state, sheets = making.state, list(making.state.sheets)
    for seat, sheet in enumerate(state.sheets):
        if in_round(state, Seat(seat)) and not site_of(state.episode, sheet).free:
            making.tell(moves.Stopped(seat=Seat(seat), full=True))
            sheets[seat] = replace(sheet, stopped=True)
    making.change(sheets=tuple(sheets))


def _carried_out(making: CityMaking, seat: Seat) -> moves.Sheet:
    sheet, choice = making.state.sheets[seat], making.state.choices[seat]
    if choice is None:
        return sheet
    after = after_choice(making.state, seat, choice)
    match choice:
        case moves.Build(cells=cells) | moves.BuildAndStop(cells=cells):
            making.tell(moves.Built(seat=seat, kind=after.drawn[-1].kind, cells=cells))
            if after.stopped:
                making.tell(moves.Stopped(seat=seat))
        case moves.Pass():
            making.tell(moves.Passed(seat=seat, ticks=after.ticks, points=pass_points(after.ticks)))
        case moves.Stop():
            making.tell(moves.Stopped(seat=seat))
    return after


def _score(making: CityMaking) -> None:
    result = result_of(making.state)
    making.tell(
        moves.EpisodeScored(
            episode=result.episode, points=result.points, bags=result.bags, bandits=result.bandits
        )
    )
    making.change(phase="between", roll=None, results=(*making.state.results, result))
    if not episodes_left(making.state):
        making.tell(moves.GameOver())
        making.change(phase="over")


def result_of(state: MyCityState) -> moves.Result:
    """What the present episode is worth, with the sheets as they are."""
    sheets = [rows(state, seat) for seat in range(state.seats)]
    return moves.Result(
        episode=state.episode,
        points=tuple(map(points_of, sheets)),
        bags=tuple([bags_won(state.episode, sheet) for sheet in state.sheets]),
        bandits=tuple([site_of(state.episode, sheet).loose_bandits() for sheet in state.sheets]),
        rows=tuple([tuple([ScoreRow(row.key, row.points) for row in sheet]) for sheet in sheets]),
    )
