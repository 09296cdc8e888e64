"""The laws that the computer players of every game keep, whatever its rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bot.games.contract import Seat
from tests.games.samples import Sample, samples, walk

PLAYED = [sample for sample in samples() if sample.players]
MOST = 5
"""They choose among so many of the legal moves."""


def spots(sample: Sample, seed: int) -> Iterator[tuple[Any, Seat]]:
    """Of a random game a decision of each kind that leaves a choice."""
    game, kinds = sample.game, dict[str, list[tuple[Any, Seat]]]()
    for state in walk(sample, seed).states:
        for seat, decision in game.decisions(state).items():
            if len(list(game.legal(state, seat))) > 1:
                kinds.setdefault(decision.kind, []).append((state, seat))
    yield from [Random(seed).choice(found) for found in kinds.values()]


@pytest.mark.parametrize("sample", PLAYED, ids=lambda sample: sample.game.info.key)
def test_the_levels_are_named_from_weak_to_strong(sample: Sample) -> None:
    named = ("easy", "normal", "hard", "expert")[: len(sample.players)]
    assert tuple(sample.players) == tuple(sample.game.opponents) == named


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("sample", "level"),
    [(sample, level) for sample in PLAYED for level in sample.players],
    ids=lambda each: each if isinstance(each, str) else each.game.info.key,
)
def test_what_they_choose_is_legal_and_follows_from_view_and_luck(
    sample: Sample, level: str, seed: int
) -> None:
    """From a view that came by mail, too. What a seat can't see changes no view (`test_laws.py`)."""
    game, player = sample.game, sample.players[level]
    for state, seat in spots(sample, seed):
        view, legal = game.view(state, seat), list(game.legal(state, seat))[:MOST]
        move, advice = player.choose(view, legal, Random(seed)), player.advice(view, legal, Random(seed))
        assert move == advice[0].move
        assert len({each.move for each in advice}) == len(advice)
        assert {each.move for each in advice} <= set(legal)
        sent = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
        assert player.advice(sent, legal, Random(seed)) == advice
