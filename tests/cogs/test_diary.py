"""The diary: lines and stars below a ranking, and `/games diary` with the games they belong to."""

from __future__ import annotations

import pytest
from evening_of_nimmt import Evening
from finished_games import finished
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import World, controls, text_of

from bot.text import words

EN, JA = words("en"), words("ja")


def shown(world: World, answer: InteractionResult) -> Message:
    """The private message that answers, as it looks now."""
    assert answer.response is not None
    assert answer.ephemeral
    return world.env.backend.get_message(answer.response.channel_id, answer.response.id)


async def diary(world: World, actor: MemberActor, **options: object) -> Message:
    return shown(world, await actor.slash(world.channel, "games diary", **options))


async def played(world: World, people: list[MemberActor]) -> int:
    """The table of a short game that has just ended."""
    table = await world.start_game(people, rounds=1)
    await Evening(world, people, table, seed=table).play_out()
    return table


async def write(world: World, actor: MemberActor, line: str, stars: int) -> Message:
    """Somebody writes below the newest ranking; the private panel afterwards."""
    ranking = world.with_control(world.public(), "diary.open")
    panel = shown(world, await world.press(actor, ranking, "diary.open"))
    await world.press(actor, panel, "diary.stars", rest=str(stars))
    await actor.submit_modal(await world.press(actor, panel, "diary.line"), {"line": line})
    return panel


async def test_whoever_finished_a_game_writes_about_it_and_everybody_reads_it(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    first = await played(world, people)
    panel = await write(world, people[0], "*Again*\n@everyone", 4)
    assert "★★★★☆ \\*Again\\* @\u200beveryone" in text_of(panel)
    await write(world, people[1], "", 2)
    zoe = world.person("Zoe", "ja")
    ranking = world.with_control(world.public(), "diary.open")
    refused = shown(world, await world.press(zoe, ranking, "diary.open"))
    assert text_of(refused) == JA("refusal.not_seated")
    second = await played(world, people)
    page = await diary(world, zoe)
    assert JA("diary.page", game="ニムト", table=second) in text_of(page)
    assert "★" not in text_of(page)
    assert len(page.attachments) == 2
    await world.press(zoe, page, "diary.turn", rest=f"0/{first}")
    told = text_of(page)
    assert JA("diary.page", game="ニムト", table=first) in told
    assert JA("diary.entry", name="Ann", said="★★★★☆ \\*Again\\* @\u200beveryone") in told
    assert JA("diary.entry", name="Ben", said="★★☆☆☆") in told
    assert [item.get("disabled", False) for item in controls(page, "diary.turn")] == [False, True]
    assert not controls(page, "diary.open")


async def test_of_whoever_hides_nobody_else_reads_a_line(world: World) -> None:
    ann, ben = people = [world.person(name) for name in ("Ann", "Ben")]
    await played(world, people)
    await write(world, ann, "secret", 5)
    await write(world, ben, "open", 3)
    await world.press(ann, shown(world, await ann.slash(world.channel, "games statistics")), "games.listed")
    mine, theirs = [text_of(await diary(world, person)) for person in people]
    assert "secret" in mine
    assert "secret" not in theirs
    assert "★★★★★" not in theirs
    assert "open" in theirs


async def test_what_was_written_can_be_taken_back_from_the_page_of_the_game(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    table = await played(world, people)
    await write(world, people[0], "Hm.", 1)
    page = await diary(world, people[0], person=people[0])
    await world.press(people[0], page, "diary.open")
    assert "★☆☆☆☆ Hm\\." in text_of(page)
    await world.press(people[0], page, "diary.stars", rest="1")
    await people[0].submit_modal(await world.press(people[0], page, "diary.line"), {"line": " "})
    assert EN("diary.none_yet") in text_of(page)
    assert await world.app.tables.written(table) == ()


async def test_nobody_writes_about_a_game_that_goes_on(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    table = await world.start_game(people)
    board = world.with_control(world.public(), "table.move")
    for action in ("open", "line", "stars"):
        press = world.prepared(people[0], board, f"s1:diary.{action}:{table}:0:5")
        (answer,) = await world.send(press)
        assert text_of(shown(world, answer)) == EN("refusal.not_over")


@pytest.mark.parametrize("whose", [False, True])
async def test_a_diary_without_games_and_one_of_somebody_who_hides(world: World, whose: bool) -> None:
    ann, ben = world.person("Ann"), world.person("Ben")
    await finished(world.app.store, [ann.id, ben.id], [1, 2], guild=99)
    asked = {"person": ann} if whose else {}
    assert text_of(await diary(world, ben, **asked)) == EN("diary.none")
    await world.press(ann, shown(world, await ann.slash(world.channel, "games statistics")), "games.listed")
    hidden = EN("refusal.statistics_hidden", name=f"<@{ann.id}>")
    assert text_of(await diary(world, ben, **asked)) == (hidden if whose else EN("diary.none"))
    assert text_of(await diary(world, ann, person=ann)) == EN("diary.none")
