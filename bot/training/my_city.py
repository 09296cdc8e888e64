"""Episodes of My City played on many sheets at once, each with its own dice, and what they teach."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.games.my_city.city import EPISODES
from bot.games.my_city.opponents import THOROUGH
from bot.games.my_city.opponents.ground import KINDS, WHOLE, Flags, Floats, Ints, Places, Rolls, plot_of
from bot.games.my_city.opponents.judging import OUT, Asked, Judge
from bot.games.my_city.opponents.playing import bag_of, tasks_of
from bot.games.my_city.opponents.sheets import NEVER, Sheets, Stroke
from bot.games.my_city.opponents.values import Network, Values
from bot.training.networks import Examples

_SPOTS = 8
"""So many spots, those that look best at a glance, are judged by the network."""
_TRIES, _ODD = 0.15, 1.5
"""How often another choice than the best is tried, and the spread of what is then added to their worth."""
_OTHERS, _TAKEN = 0.6, (4, 30)
"""How often somebody else wins a bonus, and from which to which round."""


@dataclass(frozen=True, slots=True)
class Round:
    """What a round left behind, by sheet."""

    best: Floats
    """What was expected of the best choice."""
    tried: Flags
    """Another one was made."""
    at: Places
    """The sheets that go on; the following is said of these alone."""
    inputs: NDArray[np.float16]
    """What the network is told of them."""
    judged: Floats
    """What is expected of them without it."""


@dataclass(frozen=True, slots=True)
class Played:
    """Some hundred sheets of an episode, and their points in the end."""

    rounds: list[Round]
    points: Floats


class Player:
    """Plays an episode by this network; None: by judging alone."""

    def __init__(self, episode: int, network: Network | None) -> None:
        self.plot = plot_of(episode, EPISODES[episode].printed_bandits)
        self._bag = bag_of([episode])
        self._judge = Judge(self.plot, THOROUGH, self._bag)
        self._network, self._values = network, Values(self._judge, self.plot, network)

    def until(self, count: int, rng: np.random.Generator) -> Ints:
        """By sheet and goal until which round its bonus can be won, if others win it now and then."""
        found = np.full((count, len(self.plot.goals)), NEVER, dtype=np.int16)
        for index in self.plot.firsts:
            taken = rng.integers(*_TAKEN, size=count)
            found[:, index] = np.where(rng.random(count) < _OTHERS, taken, NEVER)
        return found

    def points(self, sheets: Sheets, until: Ints) -> Floats:
        """With what gold bags are worth."""
        return sheets.points(until) + (sheets.bags() * self._bag).astype(np.float32)

    def play(self, rolls: Rolls, until: Ints, rng: np.random.Generator | None = None) -> Played:
        """With these dice. With `rng` other choices are tried now and then, and what the network is told is
        kept."""
        sheets, rounds = Sheets(self.plot, len(rolls.shapes)), list[Round]()
        active = np.arange(sheets.count)
        for round in WHOLE:
            best, tried = np.full(sheets.count, OUT), np.zeros(sheets.count, dtype=np.bool_)
            stays = tried.copy()
            pieces = sheets.pieces[active] < len(self.plot.episode.pieces)
            kinds = np.where(pieces & rolls.compass[active, round], KINDS, rolls.kinds[active, round])
            for asked in list(tasks_of(sheets, active, rolls.shapes[active, round], kinds.astype(np.int16))):
                values, spots = self._choices(sheets, asked, until, round)
                made = values.argmax(axis=1)
                best[asked.sheets] = values.max(axis=1)
                if rng:
                    odd = _tried(values, made, rng)
                    tried[asked.sheets], made = odd != made, odd
                stays[asked.sheets] = _make(sheets, asked, spots, made, round)
            active = active[stays[active] & sheets.free[active].any(axis=1)]
            if not len(active):
                break
            if rng:
                inputs, judged = self._values.inputs(sheets, active, until > round)
                judged += self.points(sheets, until)[active]
                rounds.append(Round(best, tried, active, inputs.astype(np.float16), judged))
        return Played(rounds, self.points(sheets, until))

    def _choices(self, sheets: Sheets, asked: Asked, until: Ints, round: int) -> tuple[Floats, Places]:
        """By sheet what is expected after each of some spots, a pass and a stop; and which spots."""
        at, found = asked.sheets, self._judge.spots(sheets, asked, until >= round)
        count = min(_SPOTS, found.shape[1])
        spots = np.argpartition(-found, count - 1, axis=1)[:, :count]
        found, passing = (
            np.take_along_axis(found, spots, axis=1),
            self._judge.passing(sheets, at, asked.boxes),
        )
        now = self.points(sheets, until)[at]
        if self._network is None:
            base = now + self._judge.outlook(sheets, at, until >= round)
            after = [found + base[:, None], passing[:, None] + base[:, None]]
            return np.concatenate([*after, (base + self._judge.stopping(sheets, at))[:, None]], axis=1), spots
        values = np.full((len(at), count + 2), OUT, dtype=np.float32)
        values[:, -1] = now
        lines, places = np.nonzero(found > OUT / 2)
        stroke = _stroke(asked, lines, spots[lines, places], np.arange(len(lines)))
        built = sheets.taken(at[lines])
        built.draw(stroke, round)
        values[lines, places] = self._expected(built, until[at[lines]], round)
        may = np.flatnonzero(passing > OUT / 2)
        passed = sheets.taken(at[may])
        passed.ticks += asked.boxes[may]
        values[may, count] = self._expected(passed, until[at[may]], round)
        return values, spots

    def _expected(self, sheets: Sheets, until: Ints, round: int) -> Floats:
        outlook = self._values.outlook(sheets, np.arange(sheets.count), until > round)
        return self.points(sheets, until) + outlook


def _tried(values: Floats, best: Places, rng: np.random.Generator) -> Places:
    """Now and then another choice than the best; never to stop where something else can be done."""
    odd = np.where(values > OUT / 2, values + _ODD * rng.gumbel(size=values.shape), OUT)
    odd[:, -1] = OUT / 2
    return np.where(rng.random(len(best)) < _TRIES, odd.argmax(axis=1), best)


def _stroke(asked: Asked, lines: Places, spots: Places, at: Places) -> Stroke:
    return Stroke(at, asked.kinds[lines], asked.spots.rows[spots], asked.spots.rings[spots])


def _make(sheets: Sheets, asked: Asked, spots: Places, made: Places, round: int) -> Flags:
    """Carries out choices; whether a sheet goes on."""
    count = spots.shape[1]
    builds, passes = np.flatnonzero(made < count), made == count
    sheets.draw(_stroke(asked, builds, spots[builds, made[builds]], asked.sheets[builds]), round)
    sheets.ticks[asked.sheets[passes]] += asked.boxes[passes]
    return made <= count


def examples(games: list[Played], network: Network | None, trust: float) -> Examples:
    """What the network is to say after each round: how much better than judged it went on, where `trust` is
    the share of what really came later against what was expected a round later. From a choice that was only
    tried nothing is learned of what stood before it."""
    inputs, wanted = list[NDArray[np.float16]](), list[Floats]()
    for game in games:
        found = game.points.copy()
        for each in reversed(game.rounds):
            wanted.append(found[each.at] - each.judged)
            inputs.append(each.inputs)
            known = each.judged + (network.of(each.inputs.astype(np.float32)) if network else 0)
            found[each.at] = trust * found[each.at] + (1 - trust) * known
            found = np.where(each.tried, each.best, found)
    return Examples(np.concatenate(inputs), np.concatenate(wanted))
