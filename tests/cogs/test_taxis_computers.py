"""People against computers in Thurn and Taxis: a turn of small moves, hints, games to the end."""

from __future__ import annotations

import pytest
from evening_of_taxis import TaxisEvening
from panel_evening import begin_with_computers
from simcord.actors import MemberActor
from simulated import World, text_of

from bot.tables.model import Status
from bot.text import words


async def begin(world: World, host: MemberActor, *levels: str) -> TaxisEvening:
    """A game with hints of one person against computers of these levels."""
    return await begin_with_computers(TaxisEvening, world, host, *levels)


async def test_computers_make_whole_turns_of_small_moves(world: World) -> None:
    evening = await begin(world, world.person("Ann"), "easy", "normal", "hard")
    for turns in range(1, 4):
        assert await evening.wait_for_the_person()
        state = await evening.position()
        assert state.round <= turns + 1
        await evening.turn()
    assert await evening.wait_for_the_person()
    state = await evening.position()
    assert all(state.routes[seat] or state.offices[seat] for seat in range(1, 4))


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_a_hint_names_moves_and_the_points_in_the_end(world: World, locale: str) -> None:
    ann = world.person("Ann", locale)
    evening = await begin(world, ann, "easy")
    assert await evening.wait_for_the_person()
    answer = await ann.slash(world.channel, "table hint")
    assert answer.response is not None
    assert answer.ephemeral
    told = text_of(evening.message(answer.response.id))
    speak = words("ja" if locale == "ja" else "en")
    why = speak("thurn_and_taxis.hint.why", level=speak("lobby.level.hard"), points="#")
    assert all(part in told for part in why.split("#"))
    assert speak("table.hint.best", move="#").partition("#")[0] in told


@pytest.mark.slow
async def test_a_game_against_computers_comes_to_its_end(world: World) -> None:
    evening = await begin(world, world.person("Ann"), "normal", "hard")
    for _ in range(60):
        if not await evening.wait_for_the_person():
            break
        await evening.turn()
    assert (await evening.moment()).table.status is Status.FINISHED
