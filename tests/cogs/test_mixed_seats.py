"""Whole games of people and computers at one table, for every value of every switch, to a verified end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from evening_of_nimmt import Evening, begin_with
from simulated import World, controls, text_of

from bot.games.six_nimmt.game import GAME
from bot.tables.model import Status
from bot.verify import verify

GAMES: tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...] = (
    (("easy", "normal"), {"deal": "base", "format": "limit", "limit": 1}),
    (("hard",), {"deal": "strategy", "placement": "normal", "limit": 1, "end": "reached"}),
    (("normal", "hard"), {"deal": "logic", "playing": "simultaneous", "format": "rounds", "rounds": 1}),
    (("hard", "easy"), {"placement": "professional", "end": "above", "format": "rounds", "rounds": 1}),
    (("normal", "easy"), {"playing": "open", "format": "rounds", "rounds": 1}),
    (("hard",), {"format": "tournament"}),
    (("easy",), {"deal": "logic", "placement": "professional", "playing": "open", "rounds": 1}),
    (("expert",), {"deal": "strategy", "playing": "open", "placement": "professional", "rounds": 1}),
)


def named(value: Any) -> str:
    return "-".join(map(str, value.values() if isinstance(value, Mapping) else value))


def test_every_value_of_every_switch_is_played() -> None:
    for option in GAME.info.options:
        played = {options[option.key] for _, options in GAMES if option.key in options}
        assert played >= set(getattr(option, "values", ())), option.key
    assert {level for levels, _ in GAMES for level in levels} == set(GAME.opponents)


@pytest.mark.slow
@pytest.mark.parametrize(("levels", "options"), GAMES, ids=named)
async def test_two_people_and_computers_play_to_the_end(
    world: World, levels: tuple[str, ...], options: Mapping[str, Any]
) -> None:
    evening = await begin_with(world, world.people(2), *levels, **options)
    await evening.play_out()
    table = await world.app.tables.queries.table(evening.table)
    assert table.status is Status.FINISHED
    assert verify(await world.app.tables.queries.transcript(table.id)).code == "ok"
    assert await played_as_asked(evening, options)
    ranking = world.public()[-1]
    assert controls(ranking, "table.rematch")
    told = text_of(ranking) + str(ranking.attachments[0]["description"])
    assert all(sitter.name in told for sitter in table.sitters)


async def played_as_asked(evening: Evening, options: Mapping[str, Any]) -> bool:
    """Whether the table had these options and as many rounds as they say."""
    state = await evening.position()
    rounds = {"rounds": state.options.rounds, "tournament": state.seats}.get(state.options.format)
    as_long = rounds is None or state.round == rounds
    return as_long and all(getattr(state.options, key) == value for key, value in options.items())
