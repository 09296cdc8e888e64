"""**Undo** and `/table undo` at a simulated table; and turns of several small moves, which are one post each:
edited while they go on, followed by a fresh one."""

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, World, controls, leading_to, picks, pictured, text_of

from bot.tables.model import Status
from bot.text import mention, words
from tests.guest_world import now

pytestmark = pytest.mark.usefixtures("guests")


@pytest_asyncio.fixture
async def people(world: World) -> list[MemberActor]:
    """Ann, whose turn it is, and Ben."""
    people = world.members(2)
    await world.start_game(people, game="pebbles")
    return people


async def panel(world: World, actor: MemberActor, *moves: str) -> Message:
    """The private panel behind **Your move** of the newest board, after these moves in it."""
    shown = await world.opened(actor, world.public()[-1], "table.move")
    for move in moves:
        await world.pick(actor, shown, move)
    return shown


async def newest(world: World) -> Message:
    """The newest board once it shows the present: a refresh may have to wait for its turn."""
    await world.env.advance_time(5)
    return world.public()[-1]


async def heap(world: World) -> int:
    return int((await now(world)).state.heap)  # type: ignore[attr-defined]


async def test_a_turn_given_on_too_early_is_taken_back_from_the_next_one(
    world: World, people: list[MemberActor]
) -> None:
    """Ben's board and panel become Ann's again; what he presses of before is outdated; nobody is called once
    more. Nor has the history a page of it; and of a replay it is no step: the heap never had 10 pebbles."""
    ann, ben = people
    mine = await panel(world, ann, "take", "take")
    pages = [EN("table.history.page", page=n, pages=n) for n in (1, 2)]
    assert pages[1] in await world.says(ann, "table history")
    board = world.public()[-1]
    assert mention(ben.id) in text_of(board)
    his = await panel(world, ben)
    (early,) = leading_to(his, "take")
    await world.press(ann, mine, "table.undo")
    assert pages[0] in await world.says(ann, "table history")
    assert await newest(world) == board
    assert mention(ann.id) not in text_of(board)
    assert mention(ben.id) not in text_of(board)
    assert words("en")("pebbles.waiting", name=ann.name) in text_of(board)
    await world.send(world.prepared(ben, his, early))
    assert EN("kit.renewed") in text_of(his)
    assert await heap(world) == 11
    await world.pick(ann, mine, "stop")
    assert len(world.public()) == 4
    assert mention(ben.id) in text_of(world.public()[-1])
    told = await world.says(ann, "table replay")
    assert words("en")("pebbles.left", heap=11, bag=8) in told
    assert words("en")("pebbles.left", heap=10, bag=8) not in told


async def test_the_command_takes_back_step_by_step_also_in_a_direct_message(
    world: World, people: list[MemberActor]
) -> None:
    """It says which one each time. Who sits at several tables says which one is meant."""
    ann, ben = people
    await panel(world, ann, "take", "stop")
    for left, move in ((11, "Stop"), (12, "Take")):
        said = await world.says(ann, "table undo")
        assert f"{EN('table.undo.done')}\n{EN('table.undo.what', move=move)}" in said
        assert await heap(world) == left
    assert await world.says(ann, "table undo") == EN("refusal.nothing_to_undo")
    assert EN("table.undo.told", names=ann.name, n=2) in text_of(await newest(world))
    await panel(world, ann, "take")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await ben.slash(elsewhere, "pebbles start")
    await world.press(ann, world.public(elsewhere)[-1], "lobby.join")
    await ann.user.slash("table undo")
    table = (await now(world)).table.id
    await world.press(ann, world.dms(ann)[-1], "table.undo", values=[str(table)])
    assert await heap(world) == 12


async def test_a_watcher_reads_whose_turn_it_is_again(world: World, people: list[MemberActor]) -> None:
    """The message says so at once, and why."""
    (ann, ben), zoe = people, world.person("Zoe")
    await zoe.slash(world.channel, "table watch")
    mine = await panel(world, ann, "take", "stop")
    assert EN("news.theirs", names=ben.name) in text_of(world.dms(zoe)[-1])
    await world.press(ann, mine, "table.undo")
    assert EN("news.theirs", names=ann.name) in text_of(world.dms(zoe)[-1])
    assert EN("table.undo.told", names=ann.name, n=1) in text_of(world.dms(zoe)[-1])


@pytest.mark.parametrize("agreed", [False, True])
async def test_news_tell_once_that_what_was_known_has_been_taken_back(
    world: World, people: list[MemberActor], agreed: bool
) -> None:
    """With the picture of how it stands now, although no page of the history has come since; and nothing of
    what was taken back before anybody knew it."""
    (ann, ben), zoe = people, world.person("Zoe")
    mine = await panel(world, ann, "take", "stop")
    if agreed:
        await panel(world, ben, "take")
    assert EN("news.title_first") in await world.says(zoe, "table news")
    if agreed:
        await world.press(ann, await world.ask(ann, "table undo"), "table.ask_undo")
        await world.press(ben, world.with_control(world.public(), "motion.yes"), "motion.yes")
        undone = EN("table.undo.agreed", names=ann.name)
    else:
        await world.press(ann, mine, "table.undo")
        undone = EN("table.undo.told", names=ann.name, n=1)
    told = await world.ask(zoe, "table news")
    assert text_of(told).startswith(EN("news.title"))
    assert undone in text_of(told)
    assert EN("news.theirs", names=ann.name) in text_of(told)
    assert pictured(told)
    await panel(world, ann, "stop")
    await world.says(ann, "table undo")
    assert (await world.says(zoe, "table news")).startswith(EN("news.nothing"))


# One post a turn --------------------------------------------------------------------------------------


async def test_a_post_left_behind_shows_the_last_moves_of_its_turn(
    world: World, people: list[MemberActor]
) -> None:
    """Also where the turn was over before they could be shown."""
    (ann, ben), (_, first), table = people, world.public(), (await now(world)).table.id
    moves = (f"s1:pebbles.step:{table}:{turn}:!{move}" for turn, move in enumerate(("take", "stop")))
    await world.send(*(world.prepared(ann, first, move) for move in moves))
    assert "Heap 11" in text_of(first)
    assert "player0: 1" in text_of(first)
    assert not controls(first)
    assert mention(ben.id) in text_of(world.public()[-1])


async def test_moves_by_direct_message_go_on_in_the_same_message_also_after_a_step_back(
    world: World,
) -> None:
    ann, ben = people = world.members(2)
    await world.start_game(people, game="pebbles", called="private")
    (asked,) = world.dms(ann)
    for step in ("take", "undo", "take"):
        await (world.press(ann, asked, "table.undo") if step == "undo" else world.pick(ann, asked, step))
        assert (EN("table.undo.done") in text_of(asked)) == (step == "undo")
    assert "stop" in picks(asked)
    assert await heap(world) == 11
    await world.pick(ann, asked, "stop")
    assert world.dms(ann) == [asked]
    assert words("en")("pebbles.settled") in text_of(asked)
    assert not controls(asked)
    assert "take" in picks(world.dms(ben)[-1])


async def test_a_game_that_ends_within_a_turn_leaves_its_last_move_on_the_post(world: World) -> None:
    people = world.members(2)
    await world.start_game(people, game="pebbles", heap=1)
    last = world.public()[-1]
    await panel(world, people[0], "take")
    assert (await now(world)).table.status is Status.FINISHED
    assert "Heap 0" in text_of(last)
    assert not controls(last)
    assert controls(world.public()[-1], "table.rematch")
