"""Positions set up by hand or spoiled: taken as they are, or refused with a reason, and at once."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.engine import Engine
from bot.games.noerdlingen.town import the_town
from bot.games.registry import game
from tests.games.samples import GUESTS, Sample, samples, walk

SPOILED = 250
VALUES = (0, 1, 7, -1, 99, 10**9, 2**62, None, True, "", "x", [], [[]], {})
GAMES = [sample for sample in samples() if sample.game.info.key not in GUESTS]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or object within a value, each with one of its places."""
    if isinstance(value, dict | list):
        for place in value if isinstance(value, dict) else range(len(value)):
            yield value, place
            yield from places(value[place])


def spoiled(state: bytes, rng: Random) -> bytes:
    """A state in which something is missing, is another thing, or stands twice."""
    whole = json.loads(state)
    for _ in range(rng.choice((1, 1, 2))):
        holder, place = rng.choice([*places(whole)])
        match rng.randrange(4):
            case 0:
                del holder[place]
            case 1 if isinstance(holder, list):
                holder.append(json.loads(json.dumps(holder[place])))
            case 2:
                other, there = rng.choice([*places(whole)])
                holder[place] = json.loads(json.dumps(other[there]))
            case _:
                holder[place] = rng.choice(VALUES)
    return json.dumps(whole).encode()


def loaded(key: str, state: Any) -> Any:
    """What the engine answers to a position."""
    return Engine(game(key)).answer(json.dumps({"do": "load", "state": state}))


@pytest.mark.parametrize("sample", GAMES, ids=lambda sample: sample.game.info.key)
def test_a_spoiled_state_is_taken_or_refused(sample: Sample) -> None:
    rng, key = Random(5), sample.game.info.key
    states = [sample.game.encode(state) for seed in range(4) for state in walk(sample, seed).states[::7]]
    answers = [loaded(key, json.loads(spoiled(rng.choice(states), rng))) for _ in range(SPOILED)]
    assert {answer.get("code", "ok") for answer in answers} == {"ok", "bad_position"}


def test_a_pile_of_any_size_is_counted_at_once() -> None:
    """One disc after the other it would take years."""
    pile = {"disc": "E", "price": 0, "left": 2**62}
    market = json.loads(game("noria").encode(game("noria").restore(b'{"players": [{}, {}]}')))["market"]
    answer = loaded("noria", {"players": [{}, {}], "market": [pile, *market[1:]]})
    assert answer["code"] == "bad_position"


def test_what_the_wall_alone_encloses_has_no_soldiers_around_it_and_is_whose_draw_it_was() -> None:
    town = the_town()
    options = {"territory_rule": "all_parts"}
    land = {"cells": [list(cell) for cell in town.points(town.cells)], "owners": [1]}
    state = {"options": options, "soldiers": [[], []], "phase": "choose", "territories": [land]}
    (found,) = json.loads(bytes(loaded("noerdlingen", state)["state"]))["territories"]
    assert (set(found["count"]), found["owners"], found["seat"]) == ({0}, [1], 1)
