"""Games alone, challenges and puzzles wherever people use the bot: by answers to their presses alone."""

from collections.abc import Callable
from typing import Any

import pytest
from simulated import EN, World, controls, leading_to, pictured, text_of
from test_challenges import begun
from test_own_app import AMONG_FRIENDS, PLACES, elsewhere, only_answers
from troubled import Evening, Wire

from bot.discord.view_models import rules
from bot.games.contract import Seat
from bot.tables.model import Status

__all__ = ["elsewhere"]


@pytest.mark.parametrize("place", PLACES)
async def test_a_game_alone_is_played_by_answers_alone(
    world: World, elsewhere: Callable[[dict[str, Any]], None], place: dict[str, Any]
) -> None:
    """Moves are made on its panel, which leads back to it days later."""
    ann = world.person("Ann")
    elsewhere(place)
    with Wire() as wire:
        page = await world.ask(ann, "games solo")
        panel = await world.opened(ann, page, "solo.play", values=["my_city"])
        await world.press(ann, panel, "lobby.start")
        assert pictured(panel)
        assert "<#" not in text_of(panel)
        (table,) = await world.app.tables.queries.tables_of(ann.id)
        assert (table.status, table.guild, table.apart) == (Status.PLAYING, None, True)
        await world.env.advance_time(3 * 24 * 3600)
        mine = await world.ask(ann, "games mine")
        assert f"{table.id}" in text_of(mine)
        panel = await world.opened(ann, mine, "solo.go_on")
        before = table.version
        for _ in range(3):
            await made(world, ann, panel, table.id)
            assert pictured(panel)
        assert (await world.numbered(table.id)).version > before
        await world.env.advance_time(60)
    assert only_answers(wire)
    assert await world.all_is_told()


async def made(world: World, ann: Any, panel: Any, table: int) -> None:
    """A move of the panel: the first legal one."""
    moment = await world.app.tables.queries.now_at(table)
    move = next(iter(rules(moment.table).legal(moment.state, Seat(0))))
    try:
        leading_to(panel, move)
    except AssertionError:
        await world.app.tables.play.act(table, ann.id, move, turn=moment.turn, key=world.key())
        return
    await world.pick(ann, panel, move)


async def test_its_end_is_told_on_the_panel_and_another_one_begins(world: World) -> None:
    """In a direct message with the bot, too; nothing is posted."""
    ann = world.person("Ann")
    page = world.private(await ann.user.slash("games solo"))
    panel = await world.opened(ann, page, "solo.play", values=["noria"])
    await world.press(ann, panel, "lobby.start")
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    while (await world.numbered(table.id)).status is Status.PLAYING:
        moment = await world.app.tables.queries.now_at(table.id)
        move = next(iter(rules(moment.table).legal(moment.state, Seat(0))))
        await world.app.tables.play.act(table.id, ann.id, move, turn=moment.turn, key=world.key())
    await world.env.settle()
    assert await world.all_is_told()
    (answer,) = await world.send(world.prepared(ann, panel, f"s1:table.move:{table.id}:0:"))
    ended = world.private(answer)
    assert pictured(ended)
    assert {item["custom_id"].split(":")[1] for item in controls(ended)} == {
        "solo.again",
        "table.replay",
        "table.file",
    }
    for _ in range(2):  # pressed again it leads on with the same game
        await world.send(world.prepared(ann, ended, f"s1:solo.again:{table.id}:0:"))
        (fresh,) = await world.app.tables.queries.tables_of(ann.id)
        assert fresh.id == table.id + 1
        assert (fresh.status, fresh.options) == (Status.PLAYING, table.options)


async def test_a_game_alone_can_be_ended(world: World) -> None:
    ann = world.person("Ann")
    panel = await world.opened(ann, await world.ask(ann, "games solo"), "solo.play", values=["my_city"])
    await world.press(ann, panel, "lobby.start")
    page = await world.ask(ann, "games solo")
    asked = await world.opened(ann, page, "table.end", values=["1"])
    await world.press(ann, asked, "table.end", rest="yes")
    assert (await world.numbered(1)).status is Status.ABANDONED
    page = await world.ask(ann, "games solo")
    refused = await world.opened(ann, page, "solo.play", values=["chess"])
    assert text_of(refused).startswith(EN("refusal.no_such_game").split(".")[0])
    assert not await world.app.tables.queries.tables_of(ann.id)


@pytest.mark.parametrize("place", PLACES)
async def test_it_has_the_options_and_the_computers_of_every_table(
    world: World, elsewhere: Callable[[dict[str, Any]], None], place: dict[str, Any]
) -> None:
    """On one panel, with the way back; nobody else gets in, and nothing is posted."""
    ann, ben = world.person("Ann"), world.person("Ben")
    elsewhere(place)
    with Wire() as wire:
        panel = await world.opened(ann, await world.ask(ann, "games solo"), "solo.play", values=["six_nimmt"])
        assert EN("solo.missing", n=1) in text_of(panel)
        assert not controls(panel, "lobby.join")
        await world.press(ann, panel, "lobby.options")
        assert {item["custom_id"].rpartition(":")[2] for item in controls(panel, "lobby.setting")} == {
            "hints"
        }
        await world.press(ann, panel, "lobby.option", rest="format", values=["rounds"])
        await world.press(ann, panel, "solo.go_on")
        await world.press(ann, panel, "lobby.computers")
        await world.press(ann, panel, "lobby.computer", values=["hard"])
        await world.press(ann, panel, "solo.go_on")
        assert EN("solo.ready") in text_of(panel)
        (stranger,) = await world.send(world.prepared(ben, panel, "s1:lobby.join:1:0:"))
        assert text_of(world.private(stranger)) == EN("refusal.no_table", table=1)
        await world.press(ann, panel, "lobby.start")
        (table,) = await world.app.tables.queries.tables_of(ann.id)
        assert (table.status, [sitter.computer for sitter in table.sitters]) == (
            Status.PLAYING,
            [None, "hard"],
        )
        assert b'"rounds"' in table.options
        assert pictured(panel)
    assert only_answers(wire)


async def test_who_leaves_the_lobby_of_a_game_alone_has_none(world: World) -> None:
    ann = world.person("Ann")
    panel = await world.opened(ann, await world.ask(ann, "games solo"), "solo.play", values=["noria"])
    await world.press(ann, panel, "lobby.leave")
    assert EN("lobby.closed") in text_of(panel)
    assert not controls(panel)
    assert not await world.app.tables.queries.tables_of(ann.id)


async def test_a_challenge_of_ones_server_is_taken_elsewhere(
    evening: Evening, elsewhere: Callable[[dict[str, Any]], None]
) -> None:
    """Once, as at home; who has never played there, or has left, is offered none."""
    ann, ben, _ = evening.people
    await begun(evening)
    await evening.open_table([ann])
    elsewhere(AMONG_FRIENDS)
    assert EN("solo.no_challenge") in await evening.says(ben, "games challenge")
    listed = await evening.ask(ann, "games challenge")
    (menu,) = controls(listed, "challenge.show")
    assert "The Corner Table" in menu["options"][0]["label"]
    shown = await evening.opened(ann, listed, "challenge.show", values=["1"])
    for _ in range(2):
        panel = await evening.opened(ann, shown, "challenge.play")
        assert pictured(panel)
    (entry,) = await evening.app.tables.challenges.in_server(evening.guild.id, ann.id, 1)
    assert entry.own is not None
    assert (await evening.numbered(entry.own)).apart
    await evening.env.settle()
    assert await evening.all_is_told()
    forged = await evening.opened(ben, shown, "challenge.play")
    assert text_of(forged) == EN("refusal.no_challenge")
    evening.fail("GET", f"/guilds/*/members/{ann.id}", 404, 10007)
    assert EN("solo.no_challenge") in await evening.says(ann, "games challenge")
