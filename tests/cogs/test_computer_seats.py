"""Computers in the lobby, and in the seats of those who left; and how people come back."""

import multiprocessing
import os
import re
import signal
from datetime import timedelta
from typing import Any

import pytest
from any_game import A_WHILE, GAMES, AnyEvening, nimmt
from finished_games import finished
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, World, controls, text_of
from units import reading

from bot.discord.presenter import presenter_of
from bot.discord.view_models import view_model
from bot.games.six_nimmt.game import SixNimmt
from bot.opponents.runner import Brain
from bot.tables.model import ABSENT, SeatRow, Status, TableSettings
from bot.text import plain, stamp

pytestmark = pytest.mark.usefixtures("short_games")


BY_RULES = EN("table.absent.by_rules")


async def left(world: World, count: int = 3) -> tuple[AnyEvening, Message]:
    """A game that the second one has left, and what that person sees."""
    evening = await nimmt(world, count, seed=1, rounds=1)
    return evening, await world.leave(evening.people[1])


async def sitter(evening: AnyEvening, seat: int = 1) -> SeatRow:
    return (await evening.moment()).table.sitters[seat]


async def offer(evening: AnyEvening, actor: MemberActor) -> Message:
    """What the board's button about free seats opens."""
    return await evening.world.opened(actor, evening.board(), "table.replace")


async def fill(evening: AnyEvening, actor: MemberActor, level: str = "hard") -> Message:
    """A remaining player gives the seat to a computer, by the button of the board."""
    panel = await offer(evening, actor)
    await evening.world.press(actor, panel, "table.stand_in", rest="1", values=[level])
    return panel


async def forward(evening: AnyEvening) -> None:
    """The computers make all their decisions, then a person makes one."""
    await evening.world.env.advance_time(A_WHILE)
    assert await evening.awaited() == await evening.owing()
    await evening.step()


def values(message: Message, action: str) -> list[str]:
    (menu,) = controls(message, action)
    return [entry["value"] for entry in menu["options"]]


async def test_the_others_give_the_seat_to_a_computer_and_the_board_says_so(world: World) -> None:
    """It owed something when the bot stopped, decides after the start, and plays on to the end."""
    evening, _ = await left(world)
    cleo = evening.people[2]
    assert EN("table.absent", names="player1", by=BY_RULES) in text_of(evening.board())
    panel = await fill(evening, cleo, "normal")
    computer = "Cog"
    told = {"computer": plain(computer), "name": "player1"}
    assert EN("table.replace.computer_done", **told) in text_of(panel)
    assert not controls(panel)
    assert ((await sitter(evening)).name, (await sitter(evening)).computer) == (computer, "normal")
    await world.restart()
    await world.env.advance_time(A_WHILE)  # quick changes of a board are shown together
    assert 1 not in await evening.owing()
    assert EN("table.stands_in", **told) in text_of(evening.board())
    assert not controls(evening.board(), "table.replace")
    while not await evening.is_over():
        await forward(evening)
    async with reading(world.app.store) as stored:
        log: tuple[Any, ...] = await stored.log.between(evening.table, 0, 10_000)
    assert {made.seat for made in log if made.automatic} >= {1}
    assert computer in str(world.public()[-1].attachments[0]["description"])


async def test_the_host_says_beforehand_which_computer_plays_on_for_people_who_leave(world: World) -> None:
    people = world.members(3)
    post = await world.open_table(people)
    panel = await world.opened(people[0], post, "lobby.options")
    await world.press(people[0], panel, "lobby.setting", rest="substitute", values=["hard"])
    await world.press(people[0], panel, "lobby.setting", rest="hold", values=["0"])
    hard = EN("lobby.level.hard")
    assert f"{EN('table.setting.substitute')}: {hard}" in str(post.attachments[0]["description"])
    await world.press(people[0], post, "lobby.start")
    evening = AnyEvening(world, GAMES["six_nimmt"], people, 1, (await world.table()).id)
    await world.leave(people[1])
    await world.env.advance_time(A_WHILE)
    by = EN("table.absent.by_level", level=hard)
    assert EN("table.absent", names="player1", by=by) in text_of(evening.board())
    assert controls(evening.board(), "table.replace")
    assert 1 not in await evening.owing()
    assert (await sitter(evening)).computer == ABSENT


async def test_of_whoever_was_removed_nobody_reads_that_they_left_or_may_come_back(world: World) -> None:
    evening = await nimmt(world, 4, seed=1, rounds=1)
    ann, ben, cleo, _ = evening.people
    max_ = world.trusted("Max", manage_messages=True)
    await world.kick(max_, ben)
    await world.env.advance_time(A_WHILE)
    for_good, gone = EN("table.absent_for_good", names="player1", by=BY_RULES), "table.absent"
    assert for_good in text_of(evening.board())
    assert EN(gone, names="player1", by=BY_RULES) not in text_of(evening.board())
    panel = await offer(evening, ann)
    assert EN("table.replace.computer_for_good") in text_of(panel)
    assert EN("table.replace.computer") not in text_of(panel)
    await world.leave(cleo)
    await world.env.advance_time(A_WHILE)
    assert for_good in text_of(evening.board())
    assert EN(gone, names="player2", by=BY_RULES) in text_of(evening.board())
    assert EN("table.replace.computer") in text_of(await offer(evening, ann))


async def test_whoever_left_comes_back_from_the_farewell_while_the_computer_plays(world: World) -> None:
    """The history shows who played when; while all are there, the board has no such button."""
    evening, pages = await nimmt(world, 3, seed=1, rounds=2), world.app.tables.queries.milestones
    ann, ben, _ = evening.people
    assert not controls(evening.board(), "table.replace")
    farewell = await world.leave(ben)
    while not await pages(evening.table):
        await evening.step()
    before = await world.ask(ann, "table history")
    await fill(evening, ann, "easy")
    count = len(await pages(evening.table))
    while len(await pages(evening.table)) == count:
        await forward(evening)
    taken_over = EN("table.history.taken_over", name="Pip", before="player1")
    after = await world.ask(ann, "table history")
    assert [taken_over in text_of(page) for page in (before, after)] == [False, True]
    await world.press(ben, farewell, "table.replace")
    assert EN("table.replace.done") in text_of(farewell)
    assert ((await sitter(evening)).user, (await sitter(evening)).name) == (ben.id, "player1")
    await world.env.advance_time(A_WHILE)
    assert "Pip" not in text_of(evening.board())


async def test_an_empty_seat_is_held_and_who_comes_back_is_told_what_happened(world: World) -> None:
    evening = await nimmt(world, 3, seed=1, rounds=2, settings=TableSettings(grace=0, hold=2))
    _, ben, _ = evening.people
    free, farewell = world.env.now() + timedelta(hours=2), await world.leave(ben)
    await world.env.advance_time(A_WHILE)
    held = EN("table.held", name="player1", when=stamp(free, "f"), left=stamp(free))
    assert held in text_of(evening.board())
    await evening.step()
    await evening.step()
    waits = EN("games.mine.held", name="player1", when=stamp(free))
    assert waits in await world.says(evening.people[0], "games mine")
    version = (await evening.moment()).version
    await world.env.advance_time(3600)
    assert (await evening.moment()).version == version
    await world.env.advance_time(3600)
    assert held not in text_of(evening.board())
    moment = await evening.moment()
    assert moment.version > version
    await world.press(ben, farewell, "table.replace")
    pages = await world.app.tables.queries.milestones(evening.table)
    moments = [await world.app.tables.queries.moment(evening.table, page) for page in pages]
    models = [view_model(moment, None, EN) for moment in moments]
    told = [text for model in models for text in presenter_of("six_nimmt").page(model).texts]
    told = [text for text in told if not text.startswith("-# ")]
    assert len(told) > 1
    assert any("\n" in text for text in told)
    assert "\n".join([EN("table.replace.done"), "\n\n".join(told)]) in text_of(farewell)


async def test_whoever_left_comes_back_at_once_to_no_other_seat_and_each_has_a_menu_of_its_own(
    world: World,
) -> None:
    evening, _ = await left(world, 4)
    ann, _, cleo, _ = evening.people
    await world.leave(cleo)
    stranger = await world.ask(world.person("Zoe"), "table replace")
    assert values(stranger, "table.replace") == ["1", "2"]
    refused = await world.opened(cleo, stranger, "table.replace", rest="seat", values=["1"])
    assert EN("refusal.own_seat_open") in text_of(refused)
    assert EN("table.replace.done") in text_of(await offer(evening, cleo))
    assert [(await sitter(evening, seat)).user for seat in (1, 2)] == [None, cleo.id]
    await world.leave(cleo)
    panel = await fill(evening, ann, "expert")
    (menu,) = controls(panel, "table.stand_in")
    assert menu["placeholder"] == EN("table.replace.computer_menu", name="player2")
    await world.press(ann, panel, "table.stand_in", rest="2", values=["easy"])
    names = [(await sitter(evening, seat)).name for seat in (1, 2)]
    assert names == ["Vega", "Dot"]


async def test_where_a_game_has_no_computers_people_can_still_take_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SixNimmt, "opponents", {})
    evening, _ = await left(world)
    labels = [button["label"] for button in controls(await offer(evening, evening.people[0]))]
    assert labels == [EN("table.call.button"), EN("table.invite.button")]
    zoe = world.person("Zoe")
    await world.press(zoe, await offer(evening, zoe), "table.replace", rest="seat", values=["1"])
    assert (await sitter(evening)).user == zoe.id


# In the lobby ----------------------------------------------------------------------------------------------


LEVELS = ("easy", "normal", "hard", "expert")


async def seat_computers(world: World, host: MemberActor, *levels: str) -> Message:
    """The host's panel after computers of these levels have sat down."""
    panel = await world.opened(host, world.lobby(), "lobby.computers")
    for level in levels:
        await world.press(host, panel, "lobby.computer", values=[level])
    return panel


async def names(world: World) -> list[str]:
    """Who sits at the table."""
    return [sitter.name for sitter in (await world.table()).sitters]


async def test_the_host_alone_adds_and_removes_computers_and_everybody_sees_them(world: World) -> None:
    """Every level is offered with a sentence."""
    ann, ben = world.members(2)
    post = await world.open_table([ann, ben])
    refused = await world.opened(ben, post, "lobby.computers")
    assert EN("refusal.not_host", host=ann.name) in text_of(refused)
    panel = await seat_computers(world, ann, "easy", "hard")
    assert await names(world) == [ann.name, ben.name, "Pip", "Onyx"]
    assert "Onyx (hard)" in post.attachments[0]["description"]
    likes = EN("six_nimmt.character.thrifty")
    assert EN("lobby.character", name="Onyx", about=likes) in text_of(post)
    assert EN("lobby.character", name="Pip", about="").strip() not in text_of(post)
    (menu,) = controls(panel, "lobby.computer")
    offered = [(entry["value"], entry["description"]) for entry in menu["options"]]
    assert offered == [(level, EN(f"lobby.level.{level}.about")) for level in LEVELS]
    await world.press(ann, panel, "lobby.remove", rest="2")
    assert await names(world) == [ann.name, ben.name, "Onyx"]
    (left,) = controls(panel, "lobby.remove")
    assert left["label"] == EN("lobby.computers.remove", name="Onyx (hard)")


async def rated_games(world: World, days: range, guild: int) -> None:
    """A game on each of these days that a hard computer has won against a person and a normal one."""
    for day in days:
        await finished(
            world.app.store, [9, None, None], [9, 1, 5], guild=guild, day=day, levels=[None, "hard", "normal"]
        )


async def test_behind_each_level_stands_its_rating_once_it_has_one(world: World) -> None:
    """In the server; below the title over all servers, where that is another one."""
    (ann,) = world.members(1)
    post = await world.open_table([ann])
    here = world.guild.id

    async def told(lines: int) -> list[str]:
        panel = await world.opened(ann, post, "lobby.computers")
        assert text_of(panel).count("-#") == lines
        (menu,) = controls(panel, "lobby.computer")
        return [entry["label"] for entry in menu["options"]]

    plain = await told(0)
    assert plain == [EN(f"lobby.level.{level}") for level in LEVELS]
    await rated_games(world, range(3), here)
    assert await told(0) == plain
    await rated_games(world, range(3, 40), here)
    labels = await told(1)
    assert (labels[0], labels[3]) == (plain[0], plain[3])
    assert re.fullmatch(r"hard: \d,\d{3} ± \d+ from 40 games", labels[2])
    await rated_games(world, range(40, 41), here + 1)
    assert await told(2) == labels
    panel = await world.opened(ann, post, "lobby.computers")
    assert re.search(
        r"normal: [\d,]+ ± \d+ from 41 games, hard: [\d,]+ ± \d+ from 41 games\.", text_of(panel)
    )


async def test_a_computer_is_called_like_nobody_else_and_the_ninth_by_a_number(world: World) -> None:
    cog = world.person("Cog")
    await world.open_table([cog])
    await seat_computers(world, cog, *["normal"] * 9)
    computers = ["Bolt", "Dial", "Gear", "Latch", "Spring", "Lamp", "Bell", "Cog 2", "Bolt 2"]
    assert await names(world) == ["Cog", *computers]


async def test_against_computers_the_host_alone_plays_by_two_presses_and_hints_are_on(world: World) -> None:
    """The panel follows below the board, without a direct message."""
    ann, ben = world.members(2)
    post = await world.open_table([ann])
    refused = await world.opened(ben, post, "lobby.alone")
    assert EN("refusal.not_host", host=ann.name) in text_of(refused)
    await world.press(ann, post, "lobby.alone")
    table = await world.table()
    assert table.status is Status.PLAYING
    assert await names(world) == [ann.name, "Cog", "Bolt", "Dial"]
    panel, board = world.with_control(world.messages(), "nimmt.step"), world.public()[-1]
    assert panel.id > board.id
    assert controls(panel, "table.hint")
    assert not world.dms(ann)
    assert not controls(post)
    await world.press(ann, panel, "nimmt.step")
    async with reading(world.app.store) as stored:
        log: tuple[Any, ...] = await stored.log.between(table.id, 0, 10_000)
    assert [made.seat for made in log if not made.automatic] == [0]


async def test_with_others_there_is_no_game_against_computers_at_once(world: World) -> None:
    ann, ben = world.members(2)
    post = await world.open_table([ann, ben])
    assert not controls(post, "lobby.alone")
    await world.press(ben, post, "lobby.leave")
    assert controls(post, "lobby.alone")


async def test_at_a_full_table_computers_can_only_be_removed(world: World) -> None:
    """One that is full of people is offered none."""
    *people, late = world.members(10)
    post = await world.open_table(people)
    assert controls(post, "lobby.computers")
    panel = await seat_computers(world, people[0], "easy")
    assert not controls(panel, "lobby.computer")
    assert len(controls(panel, "lobby.remove")) == 1
    assert EN("lobby.computers.full") in text_of(panel)
    (join,) = controls(post, "lobby.join")
    assert join["disabled"]
    await world.press(people[0], panel, "lobby.remove", rest="9")
    await world.press(late, post, "lobby.join")
    assert EN("lobby.ready_full", host=people[0].name) in text_of(post)
    assert (await world.table()).seat_of(late.id) == 9
    assert not controls(post, "lobby.computers")


@pytest.mark.usefixtures("thinking_processes")
async def test_whoever_kills_the_worker_does_not_stop_the_game_and_it_ends_with_the_bot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    brains: list[Brain] = []
    think = Brain.do

    def watched(brain: Brain, job: Any) -> Any:
        brains.append(brain)
        return think(brain, job)

    monkeypatch.setattr(Brain, "do", watched)
    evening = await nimmt(world, 1, "easy", rounds=1)
    await world.env.advance_time(A_WHILE)
    first = brains[0].pid
    os.kill(first, signal.SIGKILL)
    await evening.step()
    await world.env.advance_time(A_WHILE)
    assert brains[0].pid != first
    assert await evening.owing() == [] or (await world.table()).status is Status.PLAYING
    assert [child.name for child in multiprocessing.active_children()] == ["opponents"]
    await world.app.close()
    assert multiprocessing.active_children() == []
