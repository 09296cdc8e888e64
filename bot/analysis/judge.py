"""Judges a decision by what its seat could know at that moment, as the strongest level of the game thinks."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from math import inf
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from bot.analysis.chances import Chances, reached
from bot.analysis.verdicts import Mark, Verdict
from bot.games.chance import Chance
from bot.games.contract import Advised, Ends, Opponent, Seat
from bot.games.registry import AnyGame

MARKS = ((0.16, Mark.BLUNDER), (0.09, Mark.MISTAKE), (0.05, Mark.INACCURACY))
"""From such a loss of chance on, between two; with more seats, whose chances are smaller, from less."""
_TWO = 2
_FEW, _ALIKE = 4, 0.2
"""So many moves may be the best one, which lose less than this share of what the one played does."""
_LEAST = 0.005
"""What loses less is as good as the best."""
_SOON, _SURE = 2, 5
"""Times as many ends are looked at where a move would be marked, at first and at most: a mark has to be more
than their chance."""
_CLEARLY = 2
"""A loss so many times above or below those of the marks leaves no doubt."""


def strongest(game: AnyGame) -> str:
    """The level that judges."""
    return list(game.opponents)[-1]


def mark_of(loss: float, seats: int) -> Mark:
    """How a loss of chance is called."""
    share = _TWO / max(seats, _TWO)
    return next((mark for least, mark in MARKS if loss >= least * share), Mark.FINE)


def is_clear(loss: float, seats: int) -> bool:
    """Whether a loss that is only about right leaves no doubt about its mark."""
    least, most = mark_of(_CLEARLY * loss, seats), mark_of(loss / _CLEARLY, seats)
    return least is Mark.FINE or most is Mark.BLUNDER


def reason(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any]) -> Advised[Any]:
    """What the adviser of the game's hints expects of these moves of a decision, for the sentences of a hint
    (`hint_text`): the best one first. It thinks for as long as for a hint."""
    view = game.view(state, seat)
    found = game.opponents[game.adviser].advice(view, list(game.legal(state, seat)), luck_of(view))
    return tuple([one for one in found if one.move in moves])


def luck_of(view: Any) -> Random:
    """What chance has to do with the thoughts about a view: nothing that it does not show."""
    return Random(hashlib.sha256(msgspec.json.encode(view)).digest())


class _Outlook(NamedTuple):
    """The chances around a move."""

    chances: Chances
    behind: bool
    """They are those after the move; else those before it."""

    def around(self, seat: Seat, lost: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What was expected with the best move, and what is with the one played, which lost some points."""
        if self.behind:
            return self.chances.after(seat, -lost), self.chances.after()
        return self.chances.after(), self.chances.after(seat, lost)

    def is_little(self, seat: Seat, lost: float) -> bool:
        """Whether so many points are next to no chance."""
        before, after = self.around(seat, lost)
        return before[seat] - after[seat] < _LEAST


class _Outcomes:
    """The ends to which a game may come from a state, as a seat sees it: more of them each time one looks."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat, luck: Random) -> None:
        self._game, self._view, self._seat, self._luck = game, game.view(state, seat), seat, luck
        self._seats, self._found = state.seats, list[tuple[float, ...]]()

    def more(self, times: int) -> Chances:
        """Who may win by all ends so far, after so many times those that the game looks at."""
        spread = 0.0
        for _ in range(times):
            ends = self._game.ends(self._view, self._seat, self._luck)
            self._found += ends.worth
            spread = ends.spread
        return Chances(Ends(tuple(self._found), spread), self._seats)


class Judge:
    """Judges decisions of one game. What it says of one follows from the view of its seat."""

    def __init__(self, game: AnyGame, chance: Chance, player: Opponent[Any, Any] | None = None) -> None:
        self._game, self._chance = game, chance
        self._player = player or game.judge or game.opponents[strongest(game)]

    def verdict(
        self, state: Any, seat: Seat, move: Any, action: int, known: tuple[float, ...] | None = None
    ) -> Verdict:
        """What is thought of a move that a seat has made in this state. `known`: the chances behind its last
        move, if nothing has happened since; the best move keeps them."""
        game, legal = self._game, list(self._game.legal(state, seat))
        look = cache(lambda: self._outlook(state, seat, move))
        best, loss, lost = move, 0.0, 0.0
        if len(legal) > 1:
            best, lost = self._compared(state, seat, move, legal, look)
        if best != move:
            loss, lost, after = self._lost(state, seat, best, move, lost, look())
        else:
            after = self._ended(state, seat, move) or known or look().chances.after()
        if loss < _LEAST:
            best, loss, lost = move, 0.0, 0.0
        played, better = (msgspec.json.decode(game.encode_move(one)) for one in (move, best))
        mark = mark_of(loss, state.seats)
        return Verdict(action, seat, played, better, after, loss, mark, len(legal) == 1, round(lost, 2))

    def _lost(
        self, state: Any, seat: Seat, best: Any, move: Any, lost: float, outlook: _Outlook
    ) -> tuple[float, float, tuple[float, ...]]:
        """The chance and the points that a move loses against the best one, and the chances behind it. Few
        ends are an estimate for who goes on well: they are those of the best move, and the one played takes
        from them what it loses."""
        if not outlook.chances.many:
            outlook = self._outlook(state, seat, best)._replace(behind=False)
        before, after = outlook.around(seat, lost)
        sure = self._ended(state, seat, move)
        certain = self._ended(state, seat, best) or (sure and self._known(state, seat, best))
        before, after = certain or before, sure or after
        loss = round(before[seat] - after[seat], 4)
        if mark_of(loss, state.seats) and outlook.behind and outlook.chances.many:
            after, surely, points = self._surely(state, seat, best, move)
            loss, lost = min(loss, round(surely, 4)), min(lost, points)
        elif loss < _LEAST:
            after = sure or outlook.chances.after()
        return loss, lost, after

    def _outlook(self, state: Any, seat: Seat, move: Any) -> _Outlook:
        """By the state behind the move, unless it brings something to light or ends the game."""
        if not self._game.holds_back:
            step = self._game.apply(state, seat, move, self._chance)
            if not step.irrevocable and self._game.outcome(step.state) is None:
                return _Outlook(self.chances(step.state, seat), behind=True)
        return _Outlook(self.chances(state, seat), behind=False)

    def _ended(self, state: Any, seat: Seat, move: Any) -> tuple[float, ...] | None:
        """What everybody has won by a move that ends the game and brings nothing to light: it is certain."""
        if self._game.holds_back:
            return None
        step = self._game.apply(state, seat, move, self._chance)
        outcome = self._game.outcome(step.state)
        return None if step.irrevocable or outcome is None else reached(outcome)

    def _known(self, state: Any, seat: Seat, move: Any) -> tuple[float, ...] | None:
        """The chances behind a move that brings nothing to light, beside one that ends the game."""
        step = self._game.apply(state, seat, move, self._chance)
        return None if step.irrevocable else self.chances(step.state, seat).after()

    def _surely(self, state: Any, seat: Seat, best: Any, move: Any) -> tuple[tuple[float, ...], float, float]:
        """By many ends with the same luck: the chances behind a move that brings nothing to light, and what
        it has lost against the best one, as a chance and as points of a lead. The best move may make the
        game wilder than its points tell, and few ends are a chance of their own: the smaller loss counts.
        The ends are those before the best move where it brings something to light. Where the first of them
        leave no doubt, they do."""
        behind, step = (self._game.apply(state, seat, each, self._chance) for each in (move, best))
        known = self._game.view(state, seat)
        played = _Outcomes(self._game, behind.state, seat, luck_of(known))
        better = _Outcomes(self._game, state if step.irrevocable else step.state, seat, luck_of(known))
        certain = self._ended(state, seat, best)

        def looked(times: int) -> tuple[tuple[float, ...], float, float]:
            ends = played.more(times)
            after = ends.after()
            if certain:
                return after, certain[seat] - after[seat], inf
            rivals = better.more(times)
            points = max(rivals.lead(seat) - ends.lead(seat), 0.0)
            lost = min(rivals.after()[seat], ends.after(seat, -points)[seat]) - after[seat]
            return after, lost, points

        found = looked(_SOON)
        return found if is_clear(found[1], state.seats) else looked(_SURE - _SOON)

    def chances(self, state: Any, seat: Seat, luck: Random | None = None, times: int = 1) -> Chances:
        """Who may win, as this seat sees it; by so many times the ends that the game looks at."""
        luck = luck or luck_of(self._game.view(state, seat))
        return _Outcomes(self._game, state, seat, luck).more(times)

    def _compared(
        self, state: Any, seat: Seat, move: Any, legal: Sequence[Any], look: Callable[[], _Outlook]
    ) -> tuple[Any, float]:
        """The best move and the points that the one played loses against it. These and those about as good as
        the best are compared anew, by a second opinion where there is one: the best of many guesses seems
        better than it is. Of both comparisons the smaller loss counts. Where the turn goes on behind both
        moves, what is expected there counts."""
        player, view = self._player, self._game.view(state, seat)
        rng = luck_of(view)
        advice = first, *others = player.advice(view, legal, rng)
        best, own = first.move, next((one for one in others if one.move == move), first)
        if best == move or (own.foreseen and look().is_little(seat, abs(first.expected - own.expected))):
            return move, 0.0
        after = [found for each in (best, move) if (found := self._followed(state, seat, each))]
        if len(after) == _TWO:
            values = [player.advice(*each, rng)[0].expected for each in after]
            return best, max(values[0] - values[1], 0.0)
        close = _ALIKE * abs(first.expected - own.expected)
        rivals = [
            one for one in advice[:_FEW] if one.foreseen and abs(one.expected - first.expected) <= close
        ]
        other = player.reordered(rng)
        again = {one.move: one for one in other.advice(view, [*[one.move for one in rivals], move], rng)}
        if not again[move].foreseen:
            return best, self._behind(state, seat, best, move)
        if next(iter(again)) == move:
            return move, 0.0
        top = next(iter(again.values())).expected
        behind = {one.move: abs(one.expected - first.expected) for one in rivals}
        best = min(behind, key=lambda one: behind[one] + abs(again[one].expected - top))
        lost = abs(again[best].expected - again[move].expected)
        if own.foreseen:
            lost = min(lost, abs(own.expected - first.expected) - behind[best])
        return best, lost

    def _behind(self, state: Any, seat: Seat, best: Any, move: Any) -> float:
        """The points of a lead that a move costs which the adviser has not looked at, and which ends the
        turn: by the ends that the game comes to behind both, with the same luck."""
        found: list[float] = []
        for each in (best, move):
            step = self._game.apply(state, seat, each, self._chance)
            if step.irrevocable:
                return 0.0
            view = self._game.view(step.state, seat)
            ends = self._game.ends(view, seat, luck_of(self._game.view(state, seat)))
            leads = [end[seat] - max(end[:seat] + end[seat + 1 :], default=0.0) for end in ends.worth]
            found.append(fmean(leads))
        return max(found[0] - found[1], 0.0)

    def _followed(self, state: Any, seat: Seat, move: Any) -> tuple[Any, Sequence[Any]] | None:
        """What the seat would see and could do behind a move of a turn that brings nothing to light; None
        where it does, or ends the turn."""
        step = self._game.apply(state, seat, move, self._chance)
        if step.irrevocable or self._game.holds_back or seat not in self._game.decisions(step.state):
            return None
        return self._game.view(step.state, seat), list(self._game.legal(step.state, seat))
