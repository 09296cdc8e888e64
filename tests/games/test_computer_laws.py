"""The laws that the computer players of every game keep, whatever its rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, cycle, islice
from random import Random
from statistics import fmean
from typing import Any

import msgspec
import pytest

from bot import time_limit
from bot.games.chance import Chance
from bot.games.contract import CHARACTERS, Advice, Opponent, Seat
from bot.text import locales, words
from tests.games.samples import Promise, Sample, played, samples

PLAYED = [sample for sample in samples() if sample.players]
WALKS = 8
"""So many games are looked at, more where there are more options."""
HURRY = 1
"""So often whoever searches may ask the clock before time is over."""


@cache
def spots(sample: Sample) -> list[tuple[Any, Seat]]:
    """Of a random game with each set of options a decision of each kind that leaves a choice."""
    game, found = sample.game, list[tuple[Any, Seat]]()
    for number, options in enumerate(sample.options * (WALKS // len(sample.options) or 1)):
        least, most = game.info.seats[0], game.most_seats(options)
        seats, rng = least + number % (most - least + 1), Random(number)
        kinds: dict[str, list[tuple[Any, Seat]]] = {}
        for state in played(sample, options, seats, Chance(rng.randbytes(32)), rng).states:
            for seat, decision in game.decisions(state).items():
                if len(list(islice(game.legal(state, seat), 2))) > 1:
                    kinds.setdefault(decision.kind, []).append((state, seat))
        found += [rng.choice(each) for each in kinds.values()]
    return found


@pytest.mark.parametrize("sample", PLAYED, ids=lambda sample: sample.game.info.key)
def test_the_levels_are_named_from_weak_to_strong(sample: Sample) -> None:
    named = ("easy", "normal", "hard", "expert")[: len(sample.players)]
    assert tuple(sample.players) == tuple(sample.game.opponents) == named


@pytest.mark.parametrize(
    ("sample", "level"),
    [(sample, level) for sample in PLAYED for level in sample.players],
    ids=lambda each: each if isinstance(each, str) else each.game.info.key,
)
def test_they_have_an_opinion_on_every_legal_move_which_follows_from_view_and_luck(
    sample: Sample, level: str
) -> None:
    """From a view that came by mail, too, and with every set of options; hints are best first by points."""
    game, player = sample.game, sample.players[level]
    for seed, (state, seat) in enumerate(spots(sample)):
        game.check(state)
        view, legal = game.view(state, seat), list(islice(game.legal(state, seat), sample.weighed))
        sent = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
        advice = player.advice(view, legal, Random(seed))
        counted = Counter([each.move for each in advice])
        assert counted <= Counter(legal) if level == "easy" else counted == Counter(legal)
        assert sent == view
        assert player.choose(sent, legal, Random(seed)) == advice[0].move
        foreseen = [each.foreseen for each in advice]
        assert foreseen[0]
        assert foreseen == sorted(foreseen, reverse=True)
        expected = [each.expected for each in advice]
        assert level in ("easy", "normal") or expected in (sorted(expected), sorted(expected)[::-1])


SECRETIVE = [sample for sample in PLAYED if not sample.no_secrets]
"""In the others nothing is hidden from anybody."""
TWINS = 4
"""So many decisions of each level are looked at."""


def guesses(sample: Sample, player: Opponent[Any, Any], view_of: Callable[[Any, Seat], Any]) -> list[bool]:
    """By decision: whether it is made by what its seat can't know. The same luck, no more time than has to
    be, and every character in turn."""
    game, found, rng = sample.game, list[bool](), Random(len(sample.options))
    for number, (state, seat) in enumerate(rng.sample(spots(sample), len(spots(sample)))):
        twin = sample.twin(state, seat, rng)
        if twin == state:
            continue
        character, made = ("", *CHARACTERS)[number % (len(CHARACTERS) + 1)], list[Any]()
        for each in (state, twin):
            legal = list(islice(game.legal(each, seat), sample.weighed))
            with time_limit.limited(HURRY, count().__next__):
                made.append(player.choose(view_of(each, seat), legal, Random(number), character))
        found.append(made[0] != made[1])
        if len(found) == TWINS:
            break
    return found


@pytest.mark.parametrize(
    ("sample", "level"),
    [(sample, level) for sample in SECRETIVE for level in sample.game.opponents],
    ids=lambda each: each if isinstance(each, str) else each.game.info.key,
)
def test_no_level_has_information_that_its_seat_has_not(sample: Sample, level: str) -> None:
    """What it does is the same in two states that differ only in what its seat can't know."""
    game = sample.game
    assert guesses(sample, game.opponents[level], game.view) == [False] * TWINS


class Peeper(Opponent[Any, Any]):
    """Plays by all that it is shown."""

    def advice(self, view: Any, legal: Sequence[Any], rng: Random) -> tuple[Advice[Any], ...]:
        luck = Random(msgspec.json.encode(view))
        return tuple([Advice(move, 0) for move in luck.sample(legal, len(legal))])


@pytest.mark.parametrize("sample", SECRETIVE, ids=lambda sample: sample.game.info.key)
def test_whoever_saw_the_whole_state_would_be_found_out(sample: Sample) -> None:
    assert any(guesses(sample, Peeper(), lambda state, seat: state))
    assert not any(guesses(sample, Peeper(), sample.game.view))


TURNS = 200
"""So many in which what an adviser expects can sink are looked at."""
ADVISING = [sample for sample in PLAYED if sample.promise]


def losses(sample: Sample, promise: Promise, enough: int = TURNS) -> list[float]:
    """In so many turns: by how much the best moves of seat 0, among players who are easy to beat, are worth
    less than the ones before promised."""
    game, found, turns = sample.game, list[float](), set[tuple[int, int]]()
    for seed, options in enumerate(cycle(sample.options)):
        rng = Random(seed)
        seats = rng.randint(game.info.seats[0], game.most_seats(options))
        state, chance = game.setup(options, seats, Chance(rng.randbytes(32))), Chance(rng.randbytes(32))
        before: tuple[object, float] | None = None
        while owed := game.decisions(state):
            seat, whole = next(iter(owed)), (promise.whole or game.post)(state)
            view, legal = game.view(state, seat), list(game.legal(state, seat))
            if seat or len(legal) == 1 or not promise.asked(state):
                move = game.opponents["easy"].choose(view, legal, rng)
            else:
                best = promise.player.advice(view, legal, Random(rng.random()))[0]
                move, worth = best.move, promise.worth(view, best.expected)
                if before and before[0] == whole:
                    found.append(before[1] - worth)
                    turns.add((seed, game.post(state)))
                    if len(turns) == enough:
                        return found
                before = None if isinstance(move, promise.luck) else (whole, worth)
            state = game.apply(state, seat, move, chance).state
    raise AssertionError("there is no end of games")


@pytest.mark.slow
@pytest.mark.parametrize("sample", ADVISING, ids=lambda sample: sample.game.info.key)
def test_along_its_own_best_moves_what_an_adviser_expects_does_not_collapse(sample: Sample) -> None:
    """Within a turn, or on to the end of the round or episode of which it speaks."""
    assert sample.promise is not None
    found = losses(sample, sample.promise)
    assert max(found) <= sample.promise.most
    assert fmean(found) <= sample.promise.average


@pytest.mark.parametrize("sample", ADVISING, ids=lambda sample: sample.game.info.key)
def test_an_adviser_who_promises_too_much_is_found_out(sample: Sample) -> None:
    """One who says more than the bound too much before every other step."""
    promise, boast = sample.promise, cycle((0, 1))
    assert promise is not None
    wrong = replace(
        promise, worth=lambda view, points: promise.worth(view, points) + 2 * promise.most * next(boast)
    )
    assert max(losses(sample, wrong, enough=4)) > promise.most


def test_every_game_that_gives_hints_is_held_to_what_they_promise() -> None:
    assert [sample for sample in PLAYED if sample.game.adviser in sample.game.opponents] == ADVISING


def _moves(sample: Sample, player: Opponent[Any, Any], character: str) -> tuple[bytes, ...]:
    """The choices of seat 0, one after the other, while the others play by chance."""
    game, rng, chance = sample.game, Random(7), Chance(bytes(32))
    state, made = game.setup(game.options_type(), 4, chance), list[bytes]()
    while len(made) < 60 and (owed := game.decisions(state)):
        seat = next(iter(owed))
        legal = list(game.legal(state, seat))
        move = (
            player.choose(game.view(state, seat), legal, Random(1), character)
            if not seat
            else rng.choice(legal)
        )
        assert move in legal
        if not seat and len(legal) > 1:
            made.append(game.encode_move(move))
        state = game.apply(state, seat, move, chance).state
    return tuple(made)


@pytest.mark.parametrize("sample", PLAYED, ids=lambda sample: sample.game.info.key)
def test_each_character_plays_otherwise_and_is_described(sample: Sample) -> None:
    """With the same luck each makes a move that another one does not; the weakest play by chance alone."""
    game, levels = sample.game, [*sample.players.values()]
    assert [each.characterful for each in levels] == sorted([each.characterful for each in levels])
    player = next(each for each in levels if each.characterful)
    assert len({_moves(sample, player, character) for character in CHARACTERS}) > 1
    for language in locales():
        lines = [words(language)(f"{game.info.key}.character.{each}") for each in CHARACTERS]
        assert len({*lines}) == len(CHARACTERS)


@pytest.mark.parametrize("sample", PLAYED, ids=lambda sample: sample.game.info.key)
def test_where_time_is_over_the_best_that_was_found_so_far_is_made(sample: Sample) -> None:
    """By every level; who searches asks the clock."""
    game, clock = sample.game, [0]

    def now() -> float:
        clock[0] += 1
        return clock[0]

    for level, player in game.opponents.items():
        clock[0] = 0
        for state, seat in spots(sample)[:8]:
            view, legal = game.view(state, seat), list(islice(game.legal(state, seat), sample.weighed))
            with time_limit.limited(0.5, now):
                assert player.choose(view, legal, Random(1)) in legal
        assert level in ("easy", "normal") or clock[0] > 8


def test_a_single_legal_move_needs_no_thought() -> None:
    class Stuck(Opponent[Any, str]):
        def advice(self, view: Any, legal: object, rng: Random) -> tuple[Advice[str], ...]:
            raise AssertionError("there is nothing to think about")

    assert Stuck().choose(None, ["only"], Random(1)) == "only"
