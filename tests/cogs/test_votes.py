"""What somebody proposes, in the channel: who is asked, what their presses do, what the post becomes."""

from copy import deepcopy
from dataclasses import replace

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, text_of
from troubled import is_silent
from units import writing

from bot.tables.model import Notice, NoticeKind, NoticeState, Post, VoteState
from bot.text import mention
from tests.guest_world import now

pytestmark = pytest.mark.usefixtures("guests")
A_WHILE = 5.0
"""Seconds in which quick changes of a post have been shown."""


def question(world: World) -> Message:
    """The newest open motion."""
    return world.with_control(world.public(), "motion.yes")


async def fresh(world: World, message: Message) -> str:
    """What a post says once it shows the present."""
    await world.env.advance_time(A_WHILE)
    return text_of(message)


async def move(world: World, actor: MemberActor, *moves: str) -> None:
    """Moves of pebbles by whoever's turn it is."""
    panel = await world.opened(actor, world.with_control(world.public(), "table.move"), "table.move")
    for one in moves:
        await world.pick(actor, panel, one)


async def two_turns(world: World, people: list[MemberActor]) -> None:
    """The first one's turn, and a step of the second one."""
    await world.start_game(people, game="pebbles")
    await move(world, people[0], "take", "stop")
    await move(world, people[1], "take")


async def ask_others(world: World, actor: MemberActor) -> Message:
    """Somebody asks by `/table undo` to take back more than the own last step; the question."""
    await world.use(actor, "table undo", "table.ask_undo")
    return question(world)


async def test_everybody_is_asked_whether_a_step_is_taken_back(world: World) -> None:
    ann, ben, cleo = people = world.members(3)
    await two_turns(world, people)
    board = world.with_control(world.public(), "table.more")
    offer = await world.opened(ann, board, "table.more")
    await world.press(ann, offer, "table.undo")
    assert text_of(offer) == EN("table.undo.others")
    await world.press(ann, offer, "table.ask_undo")
    assert text_of(offer) == EN("motion.sent")
    post = question(world)
    assert post.ping_user_ids == [ben.id, cleo.id]
    assert EN("motion.undo.asked", who="player0", n=2) in text_of(post)
    stranger = await world.press(world.person("Zoe", "ja"), post, "motion.yes")
    assert JA("refusal.not_asked_you") in text_of(world.private(stranger))
    await world.press(ben, post, "motion.yes")
    text = await fresh(world, post)
    assert (mention(ben.id) in text, mention(cleo.id) in text) == (False, True)
    assert EN.all_of(["player0", "player1"]) in text
    assert (await now(world)).version == 3
    await world.restart()
    await world.press(cleo, question(world), "motion.yes")
    assert await fresh(world, post) == EN("motion.undo.carried", who="player0")
    board = world.public()[-1]
    assert EN("table.undo.agreed", names="player0") in text_of(board)
    assert board.ping_user_ids == [ann.id]
    moment = await now(world)
    assert (moment.version, moment.state.heap) == (4, 11)  # type: ignore[attr-defined]


async def test_whoever_has_to_say_it_again_or_takes_a_seat_is_called_by_a_new_question(world: World) -> None:
    ann, ben, cleo = people = world.members(3)
    await two_turns(world, people)
    first = await ask_others(world, ann)
    await world.press(ben, first, "motion.yes")
    await move(world, ben, "stop")
    assert await fresh(world, first) == EN("motion.anew")
    assert not controls(first)
    second = question(world)
    assert second.ping_user_ids == [ben.id]
    assert EN("motion.undo.asked", who="player0", n=3) in text_of(second)
    assert all(mention(one.id) in text_of(second) for one in (ben, cleo))
    await world.leave(cleo)
    assert mention(cleo.id) not in await fresh(world, second)
    dan = world.person("Dan")
    await world.use(dan, "table replace", "table.replace", values=["2"])
    third = question(world)
    assert third.ping_user_ids == [dan.id]
    assert not is_silent(third)
    for actor in (ben, dan):
        await world.press(actor, third, "motion.yes")
    assert await fresh(world, third) == EN("motion.undo.carried", who="player0")
    assert not [post for post in world.public() if controls(post, "motion.yes")]


async def kicking(world: World) -> tuple[Message, int, list[MemberActor]]:
    """The question to the third of three whether the second one is removed, and their table."""
    people = world.members(3)
    table = await world.start_game(people, rounds=1)
    await world.kick(*people[:2])
    return question(world), table, people


@pytest.mark.parametrize("settled", [False, True])
async def test_a_question_that_was_up_before_a_crash_is_not_asked_twice(world: World, settled: bool) -> None:
    """It is found by its buttons, also if it was settled meanwhile."""
    post, table, (_, _, cleo) = await kicking(world)
    async with writing(world.app.store) as tx:
        (motion,) = await tx.votes.open(table)
        await tx.posts.remove([post.id])
        await tx.notices.write([Notice(0, table, NoticeKind.MOTION, None, motion.id)], world.app.now())
        (notice,) = await tx.notices.open(table)
        await tx.notices.mark(notice.id, NoticeState.SENDING, 1)
        if settled:
            await tx.votes.put(replace(motion, state=VoteState.DECLINED, closer="player2"))
    await world.restart()
    if not settled:
        await world.press(cleo, question(world), "motion.no")
    assert await fresh(world, post) == EN("motion.kick.declined", closer="player2", name="player1")
    assert [one for one in world.public() if controls(one, "motion.yes")] == []
    assert len([one for one in world.public() if "player1 stays" in text_of(one)]) == 1


@pytest.mark.parametrize("sent", [False, True])
async def test_a_question_that_was_asked_anew_before_a_crash_is_asked_once(world: World, sent: bool) -> None:
    """Whether its new post was up already or not."""
    first, table, (_, _, cleo) = await kicking(world)
    asked = Notice(0, table, NoticeKind.ASKED, 2, 1)
    if sent:
        async with writing(world.app.store) as tx:
            await tx.notices.write([asked], world.app.now())
        world.app.tables.signals.on_notices(table)
        await world.env.settle()
        assert question(world).id != first.id
        async with writing(world.app.store) as tx:
            await tx.posts.remove([question(world).id])
            await tx.posts.put(Post(table, "motion", None, first.channel_id, first.id, 1))
    async with writing(world.app.store) as tx:
        await tx.notices.write([asked], world.app.now())
        (notice,) = await tx.notices.open(table)
        await tx.notices.mark(notice.id, NoticeState.SENDING, 1)
    await world.restart()
    (second,) = [post for post in world.public() if controls(post, "motion.yes")]
    assert second.ping_user_ids == [cleo.id]
    assert second.id != first.id
    assert await fresh(world, first) == EN("motion.anew")


async def test_a_question_that_somebody_deleted_is_asked_again_until_it_is_settled(world: World) -> None:
    ann, ben, *others = people = world.members(4)
    await world.start_game(people, rounds=1)
    await world.kick(ann, ben)
    lost: set[int] = set()
    for actor in others:
        post = question(world)
        assert post.id not in lost
        assert is_silent(post) == bool(lost)
        press = world.prepared(actor, post, controls(post, "motion.yes")[0]["custom_id"])
        del world.env.backend.messages[world.channel.id][post.id]
        lost.add(post.id)
        await world.send(press)
        await world.env.advance_time(A_WHILE)
    assert not lost & {each.message for each in await world.app.tables.outbox.posts(1)}


async def test_a_question_moves_with_its_table(world: World) -> None:
    old, _, (ann, _, cleo) = await kicking(world)
    new = world.guild.create_text_channel("new-place")
    await ann.slash(new, "table move")
    assert not controls(old)
    moved = world.with_control(world.public(new), "motion.yes")
    assert is_silent(moved)
    await world.press(cleo, moved, "motion.yes")
    assert "no longer sits at table" in await fresh(world, moved)


def letter(key: str, **data: object) -> str:
    return "\n".join((EN(f"motion.kick.{key}", game="6 nimmt!", **data), EN("motion.kick.back")))


# Removing ------------------------------------------------------------------------------------------


async def test_the_others_are_asked_and_the_removed_one_comes_back_by_an_invitation(world: World) -> None:
    ann, ben, cleo = world.members(3)
    table = await world.start_game([ann, ben, cleo], rounds=1)
    assert text_of(await world.kick(ann, ben)) == EN("motion.sent")
    post = question(world)
    assert post.ping_user_ids == [cleo.id]
    own = await world.press(ben, post, "motion.no")
    assert EN("refusal.not_asked_you") in text_of(world.private(own))
    await world.press(cleo, post, "motion.yes")
    removed = EN("motion.kick.carried", name="player1", table=table)
    assert await fresh(world, post) == f"{removed}\n{EN('motion.kick.fill')}"
    told = letter("letter", who="player0", table=table, channel=world.channel.id)
    assert text_of(world.dms(ben)[-1]) == told
    await world.use(ben, "table replace", "table.replace", rest="seat", values=["1"])
    assert EN("refusal.removed") in text_of(world.messages()[-1])
    sent = await world.ask(cleo, "table invite", person=ben)
    assert text_of(sent) == EN("table.invite.done", name="player1")
    invitation = question(world)
    assert invitation.ping_user_ids == [ben.id]
    other = await world.press(ann, invitation, "motion.yes")
    assert EN("refusal.not_asked_you") in text_of(world.private(other))
    panel = await world.opened(ben, invitation, "motion.yes")
    assert EN("table.replace.done") in text_of(panel)
    assert controls(panel, "nimmt.step")
    expected = EN("motion.invite.carried", name="player1", who="player2", table=table)
    assert await fresh(world, invitation) == expected
    assert (await world.numbered(table)).seat_of(ben.id) == 1


async def test_the_host_finds_it_below_more_and_may_think_better_of_it(world: World) -> None:
    ann, ben, _ = people = world.members(3)
    await world.start_game(people, rounds=1)
    assert not controls(await world.more(ben), "table.kick")
    menu = await world.more(ann)
    await world.press(ann, menu, "table.kick")
    await world.press(ann, menu, "table.kick", rest="menu", values=[str(ben.id)])
    assert text_of(menu) == EN("table.kick.asked", name="player1")
    await world.press(ann, menu, "table.kick", rest="no")
    assert text_of(menu) == EN("table.kick.kept")
    assert not [post for post in world.public() if controls(post, "motion.yes")]


async def test_a_namesake_who_declines_has_not_taken_it_back(world: World) -> None:
    ann, ben, namesake = world.person("Ann"), world.person("Ben"), world.person("Ann")
    await world.start_game([ann, ben, namesake], rounds=1)
    await world.kick(ann, ben)
    post = question(world)
    await world.press(namesake, post, "motion.no")
    assert await fresh(world, post) == EN("motion.kick.declined", closer="Ann", name="Ben")
    await world.kick(ann, ben)
    post = question(world)
    await world.press(ann, post, "motion.no")
    assert await fresh(world, post) == EN("motion.kick.withdrawn", who="Ann", name="Ben")


async def test_no_seat_is_offered_where_the_last_person_was_removed(world: World) -> None:
    (ann,) = world.members(1)
    table = await world.start_game([ann], game="my_city")
    await world.kick(world.trusted("Max", manage_messages=True), ann)
    *_, told, over = [text_of(post) for post in world.public()]
    removed = EN("motion.kick.moderated", who="Max", name="player0", table=table)
    assert {told, over} >= {removed}
    assert EN("table.deserted", table=table) in f"{told}{over}"
    assert EN("motion.kick.fill") not in f"{told}{over}"


async def test_a_moderator_who_may_not_end_a_table_leaves_the_last_person_there(world: World) -> None:
    people = world.members(2)
    table = await world.start_game(people, rounds=1)
    await world.set_up(ending="managers")
    max_ = world.trusted("Max", manage_messages=True)
    early = await world.ask(max_, "table kick", person=people[0])
    assert text_of(await world.kick(max_, people[1])) == EN("table.kick.done", name="player1")
    told = letter("letter_moderated", who="Max", table=table, channel=world.channel.id)
    assert text_of(world.dms(people[1])[-1]) == told
    late = await world.press(max_, early, "table.kick", rest=f"yes/{people[0].id}")
    assert text_of(world.private(late)) == EN("refusal.ending_managers")
    asked = await world.ask(max_, "table kick", person=people[0])
    assert text_of(asked) == EN("refusal.ending_managers")
    assert (await world.numbered(table)).seat_of(people[0].id) == 0


# Seats for others ----------------------------------------------------------------------------------


async def call(world: World, actor: MemberActor) -> Message:
    """Somebody asks the channel who takes a free seat; the panel in which they did."""
    board = world.with_control(world.public(), "table.replace")
    panel = await world.opened(actor, board, "table.replace")
    told = deepcopy(panel)
    await world.press(actor, panel, "table.call")
    return told


async def test_the_channel_is_asked_and_whoever_is_quicker_has_the_seat(world: World) -> None:
    people = world.members(3)
    table = await world.start_game(people, rounds=1)
    await world.leave(people[1])
    assert EN("table.replace.others") in text_of(await call(world, people[0]))
    post = question(world)
    assert post.ping_user_ids == []
    asked = EN("motion.call.asked", who="player0", game="6 nimmt!", table=table, seats="player1")
    assert asked in text_of(post)
    button, _ = controls(post)
    zoe, yann = world.person("Zoe"), world.person("Yann")
    first, second = await world.send(
        *(world.prepared(actor, post, button["custom_id"]) for actor in (zoe, yann))
    )
    assert EN("table.replace.done") in text_of(world.private(first))
    assert EN("refusal.motion_over") in text_of(world.private(second))
    assert await fresh(world, post) == EN("motion.call.carried", closer="Zoe", table=table)
    assert (await world.numbered(table)).seat_of(zoe.id) == 1


async def test_invite_stands_below_more_where_there_is_a_seat_to_offer(world: World) -> None:
    """That of a computer is the host's; that of whoever left anybody's."""
    ann, ben, cleo = people = world.members(3)
    await world.start_game(people, "easy")
    offered = [bool(controls(await world.more(one), "table.invite")) for one in people]
    assert offered == [True, False, False]
    await world.leave(cleo)
    await world.env.advance_time(A_WHILE)
    assert all([controls(await world.more(one), "table.invite") for one in (ann, ben)])


async def test_who_is_invited_may_decline_and_bots_are_not_invited(world: World) -> None:
    people = world.members(2)
    table = await world.start_game(people, rounds=1)
    zoe = world.person("Zoe")
    nothing = await world.ask(people[0], "table invite", person=zoe)
    assert EN("refusal.no_free_seat") in text_of(nothing)
    robot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    refused = await world.ask(people[0], "table invite", person=robot)
    assert EN("refusal.guest_bot") in text_of(refused)
    await world.leave(people[1])
    more = await world.press(people[0], world.with_control(world.public(), "table.more"), "table.more")
    await world.press(people[0], world.private(more), "table.invite")
    sent = world.private(await people[0].select(more.response, [zoe]))
    assert text_of(sent) == EN("table.invite.done", name="Zoe")
    post = question(world)
    assert post.ping_user_ids == [zoe.id]
    await world.press(zoe, post, "motion.no")
    assert await fresh(world, post) == EN("motion.invite.declined", name="Zoe", table=table)
