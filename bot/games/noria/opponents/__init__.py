"""The computer players of Noria. Hard and expert play the game to its end behind turns worth thinking of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import ClassVar, Self

from bot.games.contract import Advice, Advised, Opponent, Seat
from bot.games.noria import moves
from bot.games.noria.box import ISLANDS, PATHS
from bot.games.noria.legal import SETUP
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opponents.playing import fitted, pass_on, plans
from bot.games.noria.opponents.searching import Search, Trial, foreseen, played_on
from bot.games.noria.opponents.styles import ALONE, LIKED, STYLES, Four, Style, Taste
from bot.games.noria.sketch import Sketch, sketch_of
from bot.games.noria.state import NoriaView

Found = tuple[NoriaMove, float]
"""A move with the points it leads to."""
_LAST: Four = (10, 10, 7, 6)
"""By the number of seats: in so many rounds normal looks ahead."""
_WAYS = (1, 1, 3, 3)
"""The same: in so many styles besides its own."""
_EASY_LAST: Four = (0, 0, 7, 3)
"""The same of easy, among whom normal is far enough ahead."""
_FEW = 2
"""With more seats easy begins as normal, and turns its wheel as well."""
_OPENING: Four = (0, 0, 0, 4)
"""By the number of seats: in so many of the first rounds expert looks ahead in one style alone."""
_COURSES = (1, 3, 4, 4)
"""By the number of seats: in so many ways expert foresees what the others do. One of two who foresaw it in
four ways was too far ahead of hard."""
_SLIPS = 0.1
"""How often easy does the second best thing."""


class Planner(Opponent[NoriaView, NoriaMove]):
    """Base: thinks in whole turns, and makes the first move of one."""

    characterful: ClassVar = True
    by_turn: ClassVar = True

    def starts(self, view: NoriaView, legal: Sequence[NoriaMove]) -> list[Found]:
        """Choices of the start with the points they lead to, the best first."""
        raise NotImplementedError

    def turns(self, view: NoriaView) -> list[Found]:
        """Moves of a turn with the points they lead to, the best first."""
        raise NotImplementedError

    def fit(self, view: NoriaView) -> Found:
        """The slot of a bought disc, and the points that the turn leads to, which is as good as over."""
        raise NotImplementedError

    def advice(self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random) -> Advised[NoriaMove]:
        """All moves, the best first; those that are not worth a thought come last, with the score of now."""
        now = view.scores[view.active]
        if view.phase in SETUP:
            found = self.starts(view, legal)
        elif view.phase == "fit":
            found = [self.fit(view)]
        else:
            found = self.turns(view)
        advice: dict[NoriaMove, Advice[NoriaMove]] = {}
        least = inf
        for move, points in found:
            if move not in advice:
                least = min(least, points)
                advice[move] = Advice(move, least)
        rest = [move for move in legal if move not in advice]
        advice |= {move: Advice(move, min(least, now), foreseen=False) for move in rest}
        return tuple(advice.values())

    def choose(
        self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random, character: str = ""
    ) -> NoriaMove:
        """The first move of its turn; a character has a taste of its own."""
        return self.of(character).choose(view, legal, rng) if character else super().choose(view, legal, rng)

    def of(self, character: str) -> Self:
        """The same player with a character."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Normal(Planner):
    """Plays the turn after which things look best in its style; the points are those at its end. In the last
    rounds it plays the game to its end behind some turns, in the first styles, too."""

    style: Style
    last: Four = (0, 0, 0, 0)
    """So many rounds, by the number of seats."""
    ways: tuple[int, int, int, int] = (1, 1, 1, 1)
    """So many styles, by the number of seats."""

    def of(self, character: str) -> Self:
        """In the style it likes."""
        return replace(self, style=next(style for style in STYLES if style.path == LIKED[character]))

    def starts(self, view: NoriaView, legal: Sequence[NoriaMove]) -> list[Found]:
        """As the style begins."""
        return [(self.style.begin(legal), view.scores[view.active])]

    def fit(self, view: NoriaView) -> Found:
        """With the score of now."""
        return fitted(imagined(view).hand)[0], view.scores[view.active]

    def turns(self, view: NoriaView) -> list[Found]:
        """All sensible ones, in the last rounds those that were tried."""
        if view.rounds - view.round < self.last[view.seats - 1]:
            styles = tuple(dict.fromkeys((self.style, *STYLES[: self.ways[view.seats - 1]])))
            return Searcher(styles, rivals=STYLES, most=1).turns(view)
        found = sorted(plans(imagined(view), self.style.taste, view.current), key=lambda plan: -plan.value)
        return [(plan.moves[0], plan.sketch.score(plan.hand.levels)) for plan in found]


@dataclass(frozen=True, slots=True)
class Easy(Normal):
    """Sometimes does the second best thing. Among few it begins by chance and never changes its wheel."""

    characterful: ClassVar = False

    def of(self, character: str) -> Self:
        """The same."""
        return self

    def advice(self, view: NoriaView, legal: Sequence[NoriaMove], rng: Random) -> Advised[NoriaMove]:
        """As normal, the first two perhaps the other way round."""
        if view.phase in SETUP and view.seats <= _FEW:
            return tuple([Advice(move, 0) for move in rng.sample(legal, len(legal))])
        found = Normal.advice(self, view, legal, rng)
        slips = rng.random() < _SLIPS and found[1:] and found[1].foreseen
        return (found[1], found[0], *found[2:]) if slips else found

    def turns(self, view: NoriaView) -> list[Found]:
        """Of few seats those that leave the wheel as it is."""
        found = Normal.turns(self, view)
        return [each for each in found if view.seats > _FEW or not isinstance(each[0], moves.NightShift)]


def imagined(view: NoriaView) -> Sketch:
    """The game of a view; what lies face down is dealt at random among what it can be, as long as a turn
    lasts in one order."""
    face_up = [isle.number for isle in view.islands]
    order = Random(view.turn).sample(ISLANDS, len(ISLANDS))
    hidden = [number for number in order if number not in face_up]
    return sketch_of(view, hidden[: view.face_down][::-1])


@dataclass(frozen=True, slots=True)
class Searcher(Planner):
    """Makes the move that leads to the best lead, if it goes on in the taste that suits it best."""

    styles: tuple[Style, ...]
    rivals: tuple[Style, ...]
    """What the others may be like."""
    most: int
    """So many turns are played for a decision at most, but one game in each style is."""
    liked: Taste | None = None
    """How its character likes to play."""
    courses: tuple[int, int, int, int] = (1, 1, 1, 1)
    """In so many ways, by the number of seats, it foresees what the others do."""
    alone: tuple[Style, ...] = ALONE[:-1]
    """More styles, for whoever plays alone."""
    opening: Four = (0, 0, 0, 0)
    """In so many of the first rounds, by the number of seats, it looks ahead in its first style alone and in
    one way: what many styles lead to in the end differs more by chance then than by what they are worth."""

    def of(self, character: str) -> Self:
        """With the style it likes before the others."""
        first, *others = sorted(self.styles, key=lambda style: style.path != LIKED[character])
        return replace(self, styles=(first, *others), liked=first.taste)

    def reordered(self, rng: Random) -> Self:
        """With its styles in another order, perhaps without one or two of them."""
        fewest = max(len(self.styles) - 2, 1)
        return replace(self, styles=tuple(rng.sample(self.styles, rng.randint(fewest, len(self.styles)))))

    def known(self, view: NoriaView) -> tuple[Style, ...]:
        """The styles that are worth a try at this table."""
        return self.styles if view.seats > 1 else (*self.styles, *self.alone)

    def starts(self, view: NoriaView, legal: Sequence[NoriaMove]) -> list[Found]:
        """The choices of the start with which each style begins, those of the best game first. Among several
        players, whose wheels may not be there yet, it is the first style that begins."""
        if view.seats > 1:
            return [(self.styles[0].begin(legal), view.scores[view.active])]
        known = self.known(view)
        games = [played_on(begun(view, style), Seat(view.active), style.taste, ()) for style in known]
        order = sorted(range(len(games)), key=lambda place: games[place], reverse=True)
        return [(known[place].begin(legal), games[place].points) for place in order]

    def turns(self, view: NoriaView) -> list[Found]:
        """The leads in the ends of games that go on from there, each with the own points then."""
        opens = view.round <= self.opening[view.seats - 1]
        player = Searcher(self.styles[:1], self.rivals, most=1) if opens else self
        return [(trial.moves[0], trial.game.points) for trial in player.trials(view)]

    def fit(self, view: NoriaView) -> Found:
        """With the own points in the best game that goes on from there, one in each style."""
        sketch, seat = imagined(view), Seat(view.active)
        move = fitted(sketch.hand)[0]
        pass_on(sketch)
        course = foreseen(sketch, seat, self.rivals)
        games = [played_on(sketch.copy(), seat, style.taste, course) for style in self.known(view)]
        return move, max(games).points

    def trials(self, view: NoriaView) -> list[Trial]:
        """Whole turns, the best first. Once a disc is activated there is less to choose, and to think of."""
        tastes, sketch = [style.taste for style in self.known(view)], imagined(view)
        # Against others a quarter of the time goes to what else those may do.
        most = self.most if view.seats == 1 else self.most * 3 // 4
        games = most // (view.rounds - view.round + 1)
        if view.current.activated:
            firsts = {plan.moves[0] for taste in tastes for plan in plans(sketch, taste, view.current)}
            games = games // 4 if len(firsts) > 1 else 1
        liked = self.liked if view.seats > 1 else None
        search = Search.of(sketch, view.current, self.rivals, liked, courses=self.courses[view.seats - 1])
        return search.run(tastes, games)


def begun(view: NoriaView, style: Style) -> Sketch:
    """The first round of a game alone, if what is still to be chosen is chosen in a style."""
    sketch = imagined(view)
    hand = sketch.hand
    if view.phase == "wheel":
        hand.wheel = [disc.kind if disc else "" for disc in style.wheel]
    hand.levels = [int(path == style.path) for path in PATHS]
    sketch.round = 1
    return sketch


OPPONENTS: Mapping[str, Opponent[NoriaView, NoriaMove]] = {
    "easy": Easy(STYLES[0], last=_EASY_LAST),
    "normal": Normal(STYLES[0], last=_LAST, ways=_WAYS),
    "hard": Searcher(STYLES, rivals=STYLES, most=1),
    "expert": Searcher(STYLES, rivals=STYLES, most=600, courses=_COURSES, alone=ALONE, opening=_OPENING),
}
