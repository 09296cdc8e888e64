"""How a game may end: all sheets played on with the same dice."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

import numpy as np

from bot.games.contract import Ends, Seat
from bot.games.my_city.cells import Roll
from bot.games.my_city.city import CITY, EPISODES, FirstCome
from bot.games.my_city.moves import MyCityView, Sheet
from bot.games.my_city.opponents import THOROUGH
from bot.games.my_city.opponents.ground import WHOLE, Floats, Ints, courses
from bot.games.my_city.opponents.judging import all_open
from bot.games.my_city.opponents.playing import GONE, bag_worth, play_all, to_come
from bot.games.my_city.opponents.sheets import NEVER, Sheets, one
from bot.games.my_city.scoring import ranks_bags

_COURSES = 24
_SPREAD, _EPISODE = 1.5, 5.0
"""By how much the points of the present episode are off, and those of each one to come."""
_SEED = 1 << 32


def ends(view: MyCityView, seat: Seat, rng: Random) -> Ends:
    """The points of all episodes, those to come left out, which are the same for all. Who is alone wants to
    reach more than plain play from empty sheets does on average."""
    totals = np.array(view.totals, dtype=np.float32)
    under_way = view.phase == "round"
    left = len(to_come(view))
    none = np.zeros((1, view.seats), dtype=np.float32)
    made = _under_way(view, rng.randrange(_SEED)) if under_way else none
    worth = made + totals
    if view.seats == 1:
        played = [result.episode for result in view.results] + [view.episode] * under_way
        wanted = np.full((len(worth), 1), sum(map(usual, played)), dtype=np.float32)
        worth = np.concatenate([worth, wanted], axis=1)
    return Ends(tuple(map(tuple, worth.tolist())), (_SPREAD**2 * under_way + _EPISODE**2 * left) ** 0.5 + 0.1)


@lru_cache(maxsize=16)
def usual(episode: int) -> float:
    """The points that plain play of an episode makes on average, from an empty sheet."""
    rng = np.random.default_rng(episode)
    return float(_played([one(episode, Sheet(bandits=EPISODES[episode].printed_bandits))], 0, 64, rng).mean())


def _under_way(view: MyCityView, seed: int) -> Floats:
    """By course and seat the points of the episode under way: what is chosen in this round, nobody shows."""
    rng, sheets = np.random.default_rng(seed), [one(view.episode, sheet) for sheet in view.sheets]
    active = [not sheet.stopped for sheet in view.sheets]
    won: dict[FirstCome | None, tuple[Seat, ...]] = {bonus.kind: bonus.seats for bonus in view.bonuses}
    bags = [sum([result.bags[seat] for result in view.results]) for seat in range(view.seats)]
    return _played(sheets, bag_worth(view), _COURSES, rng, view.roll, active, won, bags)


def _played(
    sheets: Sequence[Sheets],
    bag: float,
    count: int,
    rng: np.random.Generator,
    roll: Roll | None = None,
    active: Sequence[bool] = (True,),
    won: Mapping[FirstCome | None, Sequence[int]] = {},
    bags: Sequence[int] = (0,),
) -> Floats:
    """By course and seat the points, the bonuses for who is first and the ranking of gold bags included."""
    sheets = [one.copies(count) for one in sheets]
    going = [seat for seat, plays in enumerate(active) if plays]
    play_all(sheets, going, courses(count, rng, roll), THOROUGH, bag, WHOLE)
    plot = sheets[0].plot
    until = all_open(sheets[0])
    for index in plot.firsts:
        until[:, index] = np.min([each.done[:, index] for each in sheets], axis=0)
    found: list[Floats] = []
    stores = np.stack([each.bags() + more for each, more in zip(sheets, bags, strict=True)], axis=1)
    for seat, each in enumerate(sheets):
        own = until[:, : len(each.plot.goals)].copy()
        for index in plot.firsts:
            if (seats := won.get(plot.goals[index].first)) is not None:
                own[:, index] = NEVER if seat in seats else GONE
        found.append(each.points(own) + _ranking(stores, seat, ranked=ranks_bags(plot.episode.episode)))
    return np.stack(found, axis=1)


def _ranking(stores: Ints, seat: int, *, ranked: bool) -> Floats:
    """By course the points for so many gold bags."""
    ranking, own = CITY.bag_ranking, stores[:, seat]
    points = np.zeros(len(stores), dtype=np.float32)
    if ranked and stores.shape[1] == 1:
        for least, some in reversed(ranking.solo):
            points[own >= least] = some
    elif ranked:
        place = 1 + (stores > own[:, None]).sum(axis=1)
        points[place == 1], points[place == 2] = ranking.first, ranking.second
        points *= own > 0
    return points
