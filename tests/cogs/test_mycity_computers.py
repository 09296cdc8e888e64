"""People against computers in My City: everybody chooses at once, hints, and an episode to its end."""

from __future__ import annotations

import pytest
from evening_of_mycity import CityEvening
from panel_evening import begin_with_computers
from simulated import World, text_of

from bot.tables.model import Status
from bot.text import words


async def test_computers_choose_while_the_person_does(world: World) -> None:
    evening = await begin_with_computers(CityEvening, world, world.person("Ann"), "easy", "normal")
    for played in range(1, 4):
        assert await evening.wait_for_the_person()
        state = await evening.position()
        assert state.round == played
        assert state.choices[0] is None
        assert None not in state.choices[1:]
        await evening.choose(evening.people[0])
    assert all(len(sheet.drawn) + sheet.ticks == 3 for sheet in (await evening.position()).sheets)


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_a_hint_names_a_spot_and_the_points_it_leads_to(world: World, locale: str) -> None:
    ann = world.person("Ann", locale)
    evening = await begin_with_computers(CityEvening, world, ann, "easy")
    assert await evening.wait_for_the_person()
    answer = await ann.slash(world.channel, "table hint")
    assert answer.response is not None
    assert answer.ephemeral
    told = text_of(evening.message(answer.response.id))
    speak = words("ja" if locale == "ja" else "en")
    why = speak("my_city.hint.why", level=speak("lobby.level.hard"), points="#")
    assert all(part in told for part in why.split("#"))
    assert speak("table.hint.best", move="#").partition("#")[0] in told
    assert (await evening.position()).choices[0] is None


@pytest.mark.slow
async def test_an_episode_against_computers_comes_to_its_end(world: World) -> None:
    evening = await begin_with_computers(CityEvening, world, world.person("Ann"), "easy", "normal")
    evening.longest = 5
    while await evening.wait_for_the_person():
        await evening.choose(evening.people[0])
        if (await evening.position()).sheets[0].stopped:
            break
    for _ in range(100):
        if (await evening.moment()).table.status is Status.FINISHED:
            break
        await world.env.advance_time(5)
    assert (await evening.moment()).table.status is Status.FINISHED
