"""Walks through a finished game and judges each decision, from what its seat could know at that moment."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from random import Random
from typing import Any

import msgspec

from bot.analysis.chances import Chances, reached
from bot.analysis.verdicts import VERSION, Analysis, Mark, Verdict
from bot.games.chance import Chance
from bot.games.contract import Advice, Seat
from bot.games.registry import AnyGame
from bot.time_limit import limited
from bot.verify import AnyTranscript, game_of, key_of, seats_of

SECONDS: Mapping[str, float] = {"six_nimmt": 10, "thurn_and_taxis": 15, "my_city": 60}
USUAL = 240.0
"""Seconds that the analysis of a game may take: one with more decisions has less time for each."""
MARKS = ((0.12, Mark.BLUNDER), (0.06, Mark.MISTAKE), (0.03, Mark.INACCURACY))
"""From such a loss of chance on, between two; with more seats, whose chances are smaller, from less."""
_LEAST = 0.005
"""What loses less is as good as the best."""
_PAIR = 2


class Made(msgspec.Struct, frozen=True):
    """A move that stands in the end."""

    seat: Seat
    move: bytes
    """As JSON."""


class Analyser:
    """Judges one decision after the other. It needs nothing but the verdicts so far to go on: each follows
    from the game alone."""

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
    ) -> None:
        """`timed`: within the time that the game's analysis may take; else the same luck gives the same."""
        self.game, self.seats, self._chance = game, seats, chance
        self._made, self._timed = made, timed
        self._state = game.setup(options, seats, chance)
        self._adviser = list(game.opponents)[-1]
        self._verdicts: list[Verdict] = [*so_far]
        self._at = 0
        self._open = self._superseded()
        first = self._forecast(Seat(0)) if seats == 1 else None
        self.start = first.after() if first else (1 / seats,) * seats
        for _ in so_far:
            self._skip()
            self._go_on()

    @classmethod
    def of(cls, transcript: AnyTranscript, so_far: Sequence[Verdict] = (), *, timed: bool = True) -> Analyser:
        """The analyser of the game of a file."""
        game, made = game_of(transcript), list[tuple[int, Made]]()
        for entry in transcript.log:
            if entry.back is msgspec.UNSET:
                made.append((entry.version, Made(entry.seat, bytes(entry.move))))
            else:
                made = [each for each in made if each[0] <= entry.back]
        return cls(
            game,
            game.decode_options(bytes(transcript.options)),
            seats_of(transcript),
            Chance(key_of(transcript)),
            [each for _, each in made],
            so_far,
            timed=timed,
        )

    @property
    def decisions(self) -> int:
        """How many there are to be judged."""
        return len(self._made) - len(self._open)

    def step(self) -> Verdict | None:
        """The verdict on the next decision; None where all are judged."""
        self._skip()
        if self._at == len(self._made):
            return None
        seconds = SECONDS.get(self.game.info.key, USUAL) / max(self.decisions, 1) / _PAIR
        with limited(seconds) if self._timed else nullcontext():
            verdict = self._judged()
        self._verdicts.append(verdict)
        self._go_on()
        return verdict

    def result(self) -> Analysis:
        """The whole, once all is judged."""
        return Analysis(VERSION, self.start, tuple(self._verdicts), self._luck(), self._adviser)

    def _judged(self) -> Verdict:
        game, state, entry = self.game, self._state, self._made[self._at]
        seat, move = entry.seat, game.decode_move(entry.move)
        legal, rng = list(game.legal(state, seat)), self._rng(seat)
        forced = len(legal) == 1
        best, lost = move, 0.0
        if not forced:
            best, lost = self._compared(seat, move, legal, rng)
        chances = self._forecast(seat)
        before, after = chances.after(), chances.after(seat, lost)
        loss = round(before[seat] - after[seat], 4)
        if loss < _LEAST:
            best, loss, after = move, 0.0, before
        played, better = (msgspec.json.decode(game.encode_move(one)) for one in (move, best))
        return Verdict(self._at, seat, played, better, after, loss, mark_of(loss, self.seats), forced)

    def _compared(self, seat: Seat, move: Any, legal: Sequence[Any], rng: Random) -> tuple[Any, float]:
        """The best move and the points that the one played loses against it. The two are compared anew: the
        best of many guesses seems better than it is."""
        player, view = self.game.opponents[self._adviser], self.game.view(self._state, seat)
        best = player.advice(view, legal, rng)[0].move
        if best == move:
            return move, 0.0
        again: dict[Any, Advice[Any]] = {one.move: one for one in player.advice(view, [best, move], rng)}
        first = next(iter(again.values()))
        if first.move == move:
            return move, 0.0
        return best, abs(again[best].expected - again[move].expected)

    def _forecast(self, seat: Seat) -> Chances:
        view = self.game.view(self._state, seat)
        return Chances(self.game.ends(view, seat, self._rng(seat)), self.seats)

    def _rng(self, seat: Seat) -> Random:
        """What chance has to do with the thoughts of a seat: nothing that it can't know."""
        view = msgspec.json.encode(self.game.view(self._state, seat))
        return Random(hashlib.sha256(view).digest())

    def _skip(self) -> None:
        """Past moves that were changed before they counted."""
        while self._at < len(self._made) and self._at in self._open:
            self._go_on()

    def _go_on(self) -> None:
        entry = self._made[self._at]
        move = self.game.decode_move(entry.move)
        self._state = self.game.apply(self._state, entry.seat, move, self._chance).state
        self._at += 1

    def _superseded(self) -> frozenset[int]:
        """The moves after which the same seat has moved again before anything came of it."""
        game, state, found = self.game, self._state, set[int]()
        latest: dict[tuple[Seat, int], int] = {}
        if not game.holds_back:
            return frozenset()
        for at, entry in enumerate(self._made):
            moment = entry.seat, game.turn(state)
            if moment in latest:
                found.add(latest[moment])
            latest[moment] = at
            state = game.apply(state, entry.seat, game.decode_move(entry.move), self._chance).state
        return frozenset(found)

    def _luck(self) -> tuple[float, ...]:
        """Between two of its own decisions the chance of a seat moves by what the others decide, and by luck:
        what was dealt, drawn or rolled, and what others had hidden."""
        end = self.game.outcome(self._state)
        found: list[float] = []
        for seat in range(self.seats):
            decided = lucky = others = 0.0
            now = self.start[seat]
            for verdict in self._verdicts:
                before = verdict.chances[verdict.seat] + verdict.loss
                if verdict.seat == seat:
                    lucky += abs(before - now - others)
                    decided += verdict.loss + abs(others)
                    now, others = verdict.chances[seat], 0.0
                elif before < 1:
                    others += verdict.chances[seat] * verdict.loss / max(1 - before + verdict.loss, 0.01)
            if end is not None:
                lucky += abs(reached(end)[seat] - now - others)
                decided += abs(others)
            found.append(round(lucky / (lucky + decided), 4) if lucky + decided else 0.0)
        return tuple(found)


def mark_of(loss: float, seats: int) -> Mark:
    """How a loss of chance is called."""
    share = _PAIR / max(seats, _PAIR)
    return next((mark for least, mark in MARKS if loss >= least * share), Mark.FINE)
