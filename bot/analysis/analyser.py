"""Walks through a finished game, from one decision to the next."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import nullcontext
from time import thread_time
from typing import Any

import msgspec

from bot.analysis.chances import reached
from bot.analysis.judge import Judge, strongest
from bot.analysis.verdicts import VERSION, Analysis, Verdict
from bot.games.chance import Chance
from bot.games.contract import Opponent, Seat
from bot.games.registry import AnyGame
from bot.games.replaced import replaced
from bot.time_limit import limited
from bot.verify import AnyTranscript, game_of, key_of, seats_of

_START = 1.0
"""Seconds of work for whatever has to be loaded first. What a decision leaves of its time, later ones may
take."""
_LAID_OUT = -1
"""What comes before the first move, 0."""


class Made(msgspec.Struct, frozen=True):
    """A move that stands in the end."""

    seat: Seat
    move: bytes
    """As JSON."""


class Analyser:
    """Judges one decision after the other. It needs nothing but the verdicts so far to go on: each follows
    from the game and those before it."""

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        seats: int,
        chance: Chance,
        made: Sequence[Made],
        so_far: Sequence[Verdict] = (),
        *,
        timed: bool = True,
        player: Opponent[Any, Any] | None = None,
    ) -> None:
        """`timed`: within the time that the game's analysis may take, the more decisions, the less for each;
        it gives way to all others, so work is counted and not the clock on the wall. Else the same luck gives
        the same. `player` judges instead of the strongest level."""
        self.game, self.seats, self._timed = game, seats, timed
        self._made = [(one.seat, game.decode_move(one.move)) for one in made]
        self._states, self._revealing = self._walked(options, chance)
        steps = ((state, *one) for state, one in zip(self._states, self._made, strict=False))
        changed = replaced(game, steps)
        self._standing = [at for at in range(len(self._made)) if at not in changed]
        self._adviser = strongest(game)
        self._judge = Judge(game, chance, player)
        self._verdicts: list[Verdict] = [*so_far]
        self._left = _START
        alone = seats == 1
        first = self._states[0]
        self.start = self._judge.chances(first, Seat(0)).after() if alone else (1 / seats,) * seats

    @classmethod
    def of(cls, transcript: AnyTranscript, so_far: Sequence[Verdict] = (), *, timed: bool = True) -> Analyser:
        """The analyser of the game of a file."""
        game = game_of(transcript)
        return cls(
            game,
            game.decode_options(bytes(transcript.options)),
            seats_of(transcript),
            Chance(key_of(transcript)),
            made_in(transcript),
            so_far,
            timed=timed,
        )

    @property
    def decisions(self) -> int:
        """How many there are to be judged."""
        return len(self._standing)

    def step(self) -> Verdict | None:
        """The verdict on the next decision; None where all are judged."""
        if len(self._verdicts) == self.decisions:
            return None
        action, began = self._standing[len(self._verdicts)], thread_time()
        self._left += self.game.analysed_in / self.decisions
        with limited(self._left, thread_time) if self._timed else nullcontext():
            made, known = self._made[action], self._known(action)
            verdict = self._judge.verdict(self._states[action], *made, action, known)
        self._left = max(self._left - (thread_time() - began), 0.0)
        self._verdicts.append(verdict)
        return verdict

    def _known(self, action: int) -> tuple[float, ...] | None:
        """The chances behind the last move, if it was its own seat's and brought nothing to light."""
        last = self._verdicts[-1] if self._verdicts else None
        if last is None or self.game.holds_back or last.seat != self._made[action][0]:
            return None
        return None if self._revealed(last.action, action) else last.chances

    def result(self) -> Analysis:
        """The whole, once all is judged."""
        return Analysis(VERSION, self.start, tuple(self._verdicts), self._luck(), self._adviser)

    def _walked(self, options: Any, chance: Chance) -> tuple[list[Any], list[int]]:
        """The states before each move, and the one at the end; what has brought something to light: the
        beginning, and some of the moves."""
        states, revealing = [self.game.setup(options, self.seats, chance)], [_LAID_OUT]
        for action, (seat, move) in enumerate(self._made):
            step = self.game.apply(states[-1], seat, move, chance)
            states.append(step.state)
            if step.irrevocable:
                revealing.append(action)
        return states, revealing

    def _luck(self) -> tuple[float, ...]:
        """Between two of its own decisions the chance of a seat moves by what the others decide, and by luck
        where anything came to light: what was dealt, drawn or rolled, and what others had hidden."""
        end = self.game.outcome(self._states[-1])
        found: list[float] = []
        for seat in range(self.seats):
            decided = lucky = others = 0.0
            now, since = self.start[seat], _LAID_OUT
            for verdict in self._verdicts:
                before = verdict.chances[verdict.seat] + verdict.loss
                if verdict.seat == seat:
                    luck = before - now - others if self._revealed(since, verdict.action) else 0.0
                    lucky, decided = lucky + abs(luck), decided + verdict.loss + abs(before - now - luck)
                    now, others, since = verdict.chances[seat], 0.0, verdict.action
                elif before < 1:
                    others += verdict.chances[seat] * verdict.loss / max(1 - before + verdict.loss, 0.01)
            if end is not None:
                came = reached(end)[seat] - now
                luck = came - others if self._revealed(since, len(self._made)) else 0.0
                lucky, decided = lucky + abs(luck), decided + abs(came - luck)
            found.append(round(lucky / (lucky + decided), 4) if lucky + decided else 0.0)
        return tuple(found)

    def _revealed(self, since: int, until: int) -> bool:
        """Whether one of these moves has brought something to light."""
        return bisect_left(self._revealing, since) < bisect_left(self._revealing, until)


def made_in(transcript: AnyTranscript) -> list[Made]:
    """The moves of a file that stand in the end."""
    made = list[tuple[int, Made]]()
    for entry in transcript.log:
        if entry.back is msgspec.UNSET:
            made.append((entry.version, Made(entry.seat, bytes(entry.move))))
        else:
            made = [each for each in made if each[0] <= entry.back]
    return [each for _, each in made]
