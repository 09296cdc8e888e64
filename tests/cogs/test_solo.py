"""Games alone, challenges and puzzles wherever people use the bot: by answers to their presses alone."""

from collections.abc import Callable
from typing import Any

import pytest
from simulated import EN, MemberActor, World, controls, leading_to, pictured, text_of
from test_challenges import begun
from test_own_app import AMONG_FRIENDS, PLACES, elsewhere, only_answers
from troubled import Evening, Wire

from bot.discord import table_words
from bot.discord.presenter import presenter_of
from bot.discord.view_models import names_of, owing, rules, view_model
from bot.games.contract import Seat
from bot.games.registry import keys
from bot.tables.model import Moment, Status, Table

__all__ = ["elsewhere"]


@pytest.mark.parametrize("place", PLACES)
async def test_a_game_alone_is_played_by_answers_alone(
    world: World, elsewhere: Callable[[dict[str, Any]], None], place: dict[str, Any], ann: MemberActor
) -> None:
    """Moves are made on its panel, which leads back to it days later."""
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
            edits = len(wire.sent("PATCH", "*"))
            await made(world, ann, panel, table.id)
            assert pictured(panel)
            assert len(wire.sent("PATCH", "*")) == edits + 1
        assert (await world.numbered(table.id)).version > before
        await world.env.advance_time(60)
    assert only_answers(wire)
    assert await world.all_is_told()


async def made(world: World, ann: Any, panel: Any, table: int) -> None:
    """A move of the panel: the first legal one."""
    moment = await world.app.tables.queries.now_at(table)
    move = next(iter(rules(moment.table).legal(moment.state, seat_of(moment.table, ann))))
    try:
        leading_to(panel, move)
    except AssertionError:
        await world.done(world.app.tables.play.act(table, ann.id, move, turn=moment.turn, key=world.key()))
        return
    await world.pick(ann, panel, move)


def seat_of(table: Table, ann: MemberActor) -> Seat:
    seat = table.seat_of(ann.id)
    assert seat is not None
    return seat


async def by_message(world: World, ann: MemberActor) -> Any:
    """**Games alone** in a direct message with the bot."""
    return world.private(await ann.user.slash("games solo"))


async def alone(world: World, ann: MemberActor, page: Any, key: str) -> tuple[Any, int]:
    """The panel of a game that has begun, with computers where it takes more, and its table."""
    panel = await world.opened(ann, page, "solo.play", values=[key])
    await world.press(ann, panel, "lobby.alone" if controls(panel, "lobby.alone") else "lobby.start")
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    return panel, table.id


async def present(world: World, ann: MemberActor, number: int) -> Moment:
    """The moment of a table at which the person decides, or that it is over."""
    await world.env.settle()
    while True:
        moment = await world.app.tables.queries.now_at(number)
        if moment.table.status is not Status.PLAYING or seat_of(moment.table, ann) in owing(moment):
            return moment
        await world.env.advance_time(5)


@pytest.mark.parametrize("place", [None, *PLACES])
@pytest.mark.parametrize("key", sorted(keys()))
async def test_its_panel_goes_on_when_computers_have_decided(
    world: World, elsewhere: Callable[[dict[str, Any]], None], key: str, place: dict[str, Any] | None
) -> None:
    """Without a press, in a direct message with the bot and wherever else it was begun."""
    ann = world.person("Ann")
    if place is not None:
        elsewhere(place)
    with Wire() as wire:
        page = await world.ask(ann, "games solo") if place else await by_message(world, ann)
        panel, table = await alone(world, ann, page, key)
        for _ in range(4):
            moment = await present(world, ann, table)
            await world.env.settle()
            assert str(moment.turn) in {item["custom_id"].split(":")[3] for item in controls(panel)}
            await made(world, ann, panel, table)
    assert place is None or only_answers(wire)


@pytest.mark.parametrize("key", ["six_nimmt", "my_city"])
async def test_its_end_follows_the_last_move(world: World, key: str, ann: MemberActor) -> None:
    """One's own, or that of a computer, on the panel on which it was played."""
    panel, table = await alone(world, ann, await by_message(world, ann), key)
    while (await present(world, ann, table)).table.status is Status.PLAYING:
        await made(world, ann, panel, table)
    assert await world.all_is_told()
    assert controls(panel, "solo.again")
    assert pictured(panel)


async def test_its_panel_tells_what_computers_did(world: World, ann: MemberActor) -> None:
    """No board does in a game alone: who played which card, and what a row has cost."""
    panel, table = await alone(world, ann, await by_message(world, ann), "six_nimmt")
    for _ in range(3):
        await present(world, ann, table)
        await made(world, ann, panel, table)
    moment = await present(world, ann, table)
    await world.env.settle()
    opening, _ = await world.app.tables.queries.opened(table, moment.version)
    news = presenter_of("six_nimmt").news(view_model(opening, None, EN))
    assert news
    assert news in text_of(panel)
    points = rules(moment.table).points(moment.state)
    scores = zip(names_of(moment.table, EN), points, strict=True)
    assert EN("solo.standing", scores=EN.listed(f"{name} {n}" for name, n in scores)) in text_of(panel)


async def test_further_steps_of_a_turn_do_not_tell_again_what_computers_did(world: World) -> None:
    ann = world.person("Ann")
    panel, table = await alone(world, ann, await by_message(world, ann), "noria")
    moment = await present(world, ann, table)
    await world.env.settle()
    others = tuple(name for name in names_of(moment.table, EN) if name != "Ann")
    assert [line for line in text_of(panel).split("\n") if line.startswith(others)]
    await made(world, ann, panel, table)
    assert (await present(world, ann, table)).version == moment.version + 1
    assert not [line for line in text_of(panel).split("\n") if line.startswith(others)]
    assert EN("solo.standing", scores="").strip() in text_of(panel)


async def test_the_panel_of_a_game_for_one_begins_a_turn_with_what_the_bot_of_its_rules_did(
    world: World, ann: MemberActor
) -> None:
    """No board tells it there; further steps of the turn do not tell it again."""
    panel = await world.opened(ann, await by_message(world, ann), "solo.play", values=["noria"])
    await world.press(ann, panel, "lobby.start")
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    told = EN("noria.text.bot_did", told="")
    rounds = list[tuple[int, bool]]()
    while (view := (await present(world, ann, table.id)).state).round < 4:
        await world.env.settle()
        if view.phase in ("influence", "actions"):
            rounds.append((view.round, told in text_of(panel)))
        await made(world, ann, panel, table.id)
    first = [next(said for at, said in rounds if at == each) for each in (1, 2, 3)]
    assert first == [False, True, True]
    assert sum(said for _, said in rounds) == 2


async def test_its_end_is_told_on_the_panel_and_another_one_begins(world: World, ann: MemberActor) -> None:
    """In a direct message with the bot, too; nothing is posted. After a restart a press leads to it."""
    panel = await world.opened(ann, await by_message(world, ann), "solo.play", values=["noria"])
    await world.press(ann, panel, "lobby.start")
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    world.app.live_panels.forget(table.id)
    while (await world.numbered(table.id)).status is Status.PLAYING:
        moment = await world.app.tables.queries.now_at(table.id)
        move = next(iter(rules(moment.table).legal(moment.state, Seat(0))))
        await world.app.tables.play.act(table.id, ann.id, move, turn=moment.turn, key=world.key())
    await world.env.settle()
    assert await world.all_is_told()
    assert not controls(panel, "solo.again")
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


async def test_a_game_alone_can_be_ended(world: World, ann: MemberActor) -> None:
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


async def test_its_lobby_speaks_to_one_person(world: World, ann: MemberActor) -> None:
    """Nobody else sees it, nobody's seat falls empty, and what somebody new begins hangs on one button."""
    panel = await world.opened(ann, await by_message(world, ann), "solo.play", values=["noria"])
    told = EN("solo.beginning", options="@").partition("@")[0]
    assert EN("lobby.alone") in told
    assert told in text_of(panel)
    assert EN("lobby.beginning", options="@").partition("@")[0] not in text_of(panel)
    (table,) = await world.app.tables.queries.tables_of(ann.id)
    assert table_words.setting_rows(table, EN) == ()
    await world.press(ann, panel, "lobby.options")
    assert EN("solo.options.title", table=table.id) in text_of(panel)
    assert EN("lobby.options.title", table=table.id) not in text_of(panel)


async def test_who_leaves_the_lobby_of_a_game_alone_has_none(world: World, ann: MemberActor) -> None:
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
