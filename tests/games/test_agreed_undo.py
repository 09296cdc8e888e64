"""Going back by agreement never leaves anybody with more knowledge than the moment had that stands again."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.games.chance import Chance, Stream
from bot.games.contract import Refusal, Seat
from bot.games.undo import Past, past, refuse_unless_open
from tests.games.samples import Made, Sample, Walk, samples, walk

SAMPLES = {sample.game.info.key: sample for sample in samples()}
WALKS = 4
STRETCHES, FURTHER = 15, 8
"""So many steps of each walk are looked at, each with up to so many of the others after it."""
OPEN = {"noerdlingen", "noria", "pebbles"}
"""The games in which somebody has ever to be asked; in the others every step of somebody else shows something
that not everybody knew, or nothing that was done is final."""


class Unused(Chance):
    """Nothing may be drawn from it."""

    def stream(self, label: str, number: int) -> Stream:
        raise AssertionError(f"{label} {number} was drawn")


def stretches(played: Walk, rng: Random) -> Iterator[tuple[Made, ...]]:
    """Any step alone; the last step of a seat and what others did then, as far as one of them."""
    made = played.made
    yield from ((one,) for one in rng.choices(made, k=STRETCHES))
    starts = [at for at in range(len(made) - 1) if made[at].seat != made[at + 1].seat]
    for first in rng.sample(starts, min(STRETCHES, len(starts))):
        for end in range(first + 2, min(first + 2 + FURTHER, len(made) + 1)):
            if made[end - 1].seat == made[first].seat:
                break
            yield made[first:end]


def allowed(sample: Sample, gone: tuple[Made, ...]) -> bool:
    """Whether this stretch could be taken back by agreement."""
    game = sample.game
    steps: list[tuple[Any, Past]] = [
        (made.before, past(game, made.before, made.seat, made.move, made.step, automatic=False))
        for made in gone
    ]
    try:
        refuse_unless_open(game, steps, gone[0].seat)
    except Refusal:
        return False
    return True


def learned(sample: Sample, played: Walk, gone: tuple[Made, ...], who: Seat | None, rng: Random) -> bool:
    """Whether somebody could tell by these steps that the hidden things were not otherwise."""
    state = sample.twin(gone[0].before, who, rng)
    for made in gone:
        try:
            state = sample.game.apply(state, made.seat, made.move, played.chance).state
        except Refusal:
            return True
        if sample.game.view(state, who) != sample.game.view(made.step.state, who):
            return True
    return False


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_nobody_has_learned_anything_by_what_may_be_taken_back(sample: Sample) -> None:
    """What somebody has learned is looked for without asking the rules of undo: so what was drawn or revealed
    is never taken back."""
    free = secrets = 0
    for seed in range(WALKS):
        played, rng = walk(sample, seed), Random(seed)
        for gone in stretches(played, rng):
            seats = map(Seat, range(played.seats))
            known = [who for who in (None, *seats) if learned(sample, played, gone, who, rng)]
            secrets += known not in ([], [None])
            if allowed(sample, gone):
                free += 1
                assert known == []
                for made in gone:
                    sample.game.apply(made.before, made.seat, made.move, Unused(played.chance.secret))
    assert bool(free) == (sample.game.info.key in OPEN)
    assert bool(secrets) != (sample.game.info.key == "noerdlingen")
