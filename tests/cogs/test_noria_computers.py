"""People against computers in Noria: their turns are told, they give hints, games come to their end."""

from __future__ import annotations

import pytest
from evening_of_noria import RULES, NoriaEvening, last_rounds
from panel_evening import begin_with_computers
from simulated import World, controls, text_of

from bot.tables.model import Status
from bot.text import plain, words


async def test_computers_begin_and_make_whole_turns_and_all_of_it_is_told(world: World) -> None:
    evening = await begin_with_computers(NoriaEvening, world, world.person("Ann"), "easy", "easy")
    while (await evening.position()).round < 2:
        assert await evening.wait_for_the_person()
        await evening.turn()
    channel = "\n".join(text_of(post) for post in world.public())
    speak = words("en")
    for sitter in (await evening.moment()).table.sitters[1:]:
        name = plain(sitter.name)
        begun = speak("noria.report.entered", name=name, path="#").partition("#")[0]
        assert channel.count(begun) == 1
        assert speak("noria.report.administered", name=name, n=1) in channel
    assert all(any(player.levels) for player in (await evening.position()).players)


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_hints_name_what_can_be_done_at_the_start_and_in_a_turn(world: World, locale: str) -> None:
    ann = world.person("Ann", locale)
    evening = await begin_with_computers(NoriaEvening, world, ann, "easy")
    speak = words("ja" if locale == "ja" else "en")
    why = speak("noria.hint.why", level=speak("lobby.level.hard"), points="#")
    for phase in ("resources", "influence"):
        while await evening.wait_for_the_person() and (await evening.position()).phase != phase:
            await evening.turn()
        panel = await evening.open_panel(ann)
        assert controls(panel, "table.hint")
        told = text_of(await evening.press(ann, panel, "table.hint"))
        assert speak("table.hint.best", move="#").partition("#")[0] in told
        assert all(part in told for part in why.split("#"))


@pytest.mark.slow
async def test_a_game_against_computers_comes_to_its_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = last_rounds(4)
    monkeypatch.setattr(RULES, "setup", lambda *_: state)
    evening = await begin_with_computers(NoriaEvening, world, world.person("Ann"), "easy", "easy", "easy")
    while await evening.wait_for_the_person():
        await evening.turn()
    assert (await evening.moment()).table.status is Status.FINISHED
