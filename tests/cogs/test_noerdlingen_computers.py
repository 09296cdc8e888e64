"""People against computers in Nördlingen: their turns are told, they give hints, games come to their end."""

from __future__ import annotations

import pytest
from evening_of_noerdlingen import NoerdlingenEvening
from panel_evening import begin_with_computers
from simulated import World, text_of

from bot.tables.model import Status
from bot.text import plain, words


async def test_computers_place_choose_and_draw_and_all_of_it_is_told(world: World) -> None:
    evening = await begin_with_computers(NoerdlingenEvening, world, world.person("Ann"), *["easy"] * 3)
    evening.sense, evening.prudent = 1.0, True
    for _ in range(4):
        assert await evening.wait_for_the_person()
        await evening.turn()
    assert await evening.wait_for_the_person()
    state = await evening.position()
    assert state.round >= 2
    channel = "\n".join(text_of(post) for post in world.public())
    drawn = 0
    for sitter in (await evening.moment()).table.sitters[1:]:
        assert f"{plain(sitter.name)} places a soldier on" in channel
        assert f"{plain(sitter.name)} takes number" in channel
        could = len(state.soldiers[sitter.seat]) > 1
        assert (f"{plain(sitter.name)} draws border" in channel) == could
        drawn += could
    assert drawn >= 2


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_hints_name_what_can_be_done_in_each_phase(world: World, locale: str) -> None:
    ann = world.person("Ann", locale)
    evening = await begin_with_computers(NoerdlingenEvening, world, ann, "easy", "easy")
    evening.sense, evening.prudent = 1.0, True
    speak = words("ja" if locale == "ja" else "en")
    for phase in ("place", "choose", "draw"):
        assert await evening.wait_for_the_person()
        assert (await evening.position()).phase == phase
        answer = await ann.slash(world.channel, "table hint")
        assert answer.response is not None
        assert answer.ephemeral
        told = text_of(evening.message(answer.response.id))
        why = speak("noerdlingen.hint.why", level=speak("lobby.level.hard"), points="#")
        assert all(part in told for part in why.split("#"))
        data = {"crossing": "#", "number": "#", "shape": "#", "way": "#"}
        assert speak(f"noerdlingen.move.{phase}", **data).partition("#")[0] in told
        await evening.turn()


@pytest.mark.slow
async def test_a_game_against_computers_comes_to_its_end(world: World) -> None:
    ann = world.person("Ann", "ja")
    evening = await begin_with_computers(NoerdlingenEvening, world, ann, "easy", "easy")
    evening.sense = 1.0
    for _ in range(60):
        if not await evening.wait_for_the_person():
            break
        await evening.turn()
    assert (await evening.moment()).table.status is Status.FINISHED
