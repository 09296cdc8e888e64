"""What the shared laws need to know of Thurn and Taxis."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, permutations
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, next_carriage, sides
from bot.games.thurn_and_taxis.moves import Close, Play, TakeOpen, TaxisEvent, TaxisOptions, Took
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.samples import Promise, Sample


def twin(state: TaxisState, seat: Seat | None, rng: Random) -> TaxisState:
    others = [other for other in range(state.seats) if other != seat]
    secrets = {other: _secrets(state, other) for other in others}
    hidden = [*state.deck, *chain(*[[state.hands[other][at] for at in secrets[other]] for other in others])]
    rng.shuffle(hidden)
    hands = [list(hand) for hand in state.hands]
    for other in others:
        for at in secrets[other]:
            hands[other][at] = hidden.pop()
    changed = replace(state, hands=tuple(map(tuple, hands)), deck=tuple(hidden))
    return replace(
        changed,
        news=tuple(_retold(state, changed, seat, state.news)),
        before=tuple(_retold(state, changed, seat, state.before)),
    )


def _secrets(state: TaxisState, seat: int) -> list[int]:
    """The places in a hand of the cards that not everybody knows."""
    shown = Counter(state.shown[seat] if state.shown else ())
    found: list[int] = []
    for at, city in enumerate(state.hands[seat]):
        if shown[city]:
            shown[city] -= 1
        else:
            found.append(at)
    return found


def _retold(
    state: TaxisState, changed: TaxisState, seat: Seat | None, events: Sequence[TaxisEvent]
) -> Iterator[TaxisEvent]:
    for event in events:
        if isinstance(event, Took) and event.seen_by and seat not in event.seen_by:
            pairs = zip(state.hands[event.seat], changed.hands[event.seat], strict=True)
            yield replace(event, city=dict(pairs).get(event.city or "", event.city))
        else:
            yield event


def near(state: TaxisState) -> list[Any]:
    cities = (*CITIES, "atlantis")
    tried = dict.fromkeys(GAME.legal(state, state.active)) | dict.fromkeys(
        [
            moves.Administrator(),
            moves.TakeBlind(),
            moves.EndTurn(),
            *map(TakeOpen, range(-1, 9)),
            *[kind(city) for kind in (moves.Begin, moves.Discard) for city in cities],
            *[Play(city, side) for city in cities for side in ("left", "right")],
            *_closings(state),
        ]
    )
    return list(tried)


def _closings(state: TaxisState) -> Iterator[Close]:
    route = state.routes[state.active]
    some = (*route[:5], "lodz")
    for cartwright in (False, True):
        yield Close((), cartwright)
        yield Close(route, cartwright)
        yield Close(route[:1] * 2, cartwright)
        for size in (1, 2, 3):
            yield from [Close(offices, cartwright) for offices in permutations(some, size)]


def pick(state: TaxisState, legal: Sequence[Any], rng: Random) -> Any:
    if rng.random() < 0.75:
        wanted = [move for move in legal if _leads_on(state, move)]
        if wanted:
            return rng.choice(wanted)
    kind = rng.choice(list(dict.fromkeys(map(type, legal))))
    return rng.choice([move for move in legal if type(move) is kind])


def _leads_on(state: TaxisState, move: Any) -> bool:
    route = state.routes[state.active]
    match move:
        case Play():
            return True
        case TakeOpen(place=place):
            city = state.display[place - 1]
            return not route or bool(sides(route, city))
        case Close(offices=offices):
            level = next_carriage(state.carriages[state.active]) or 5
            return len(offices) > 1 and len(route) + 2 * move.cartwright >= level
        case _:
            return False


SAMPLE = Sample(
    game=GAME,
    options=(TaxisOptions(), TaxisOptions(all_regions="all_nine")),
    twin=twin,
    near=near,
    pick=pick,
    ties_broken=True,
    players=GAME.opponents,
    promise=Promise(
        most=2.5,
        average=0.2,
        player=GAME.opponents["expert"],
        # Until somebody causes the end all count on turns to come.
        whole=lambda state: (state.turn, state.ending),
        luck=(moves.TakeBlind, moves.Administrator),
    ),
)
