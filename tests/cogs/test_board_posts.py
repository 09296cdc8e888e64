"""What stays of a board post: while people choose, once there is a newer one, after somebody has left."""

from __future__ import annotations

from evening_of_nimmt import Evening, begin
from simulated import World, controls, text_of

from bot.tables.model import Status
from bot.text import words

EN = words("en")


async def trick(evening: Evening) -> None:
    """Plays until there is a newer board."""
    seen = len(evening.world.boards())
    while len(evening.world.boards()) == seen and await evening.step():
        pass


async def test_the_fingerprint_stays_on_the_first_board_alone(world: World) -> None:
    evening = await begin(world, 2, rounds=1)
    announced = (await evening.moment()).table.binding[:16]
    await evening.select_all_but(1)
    assert EN("six_nimmt.panel.waiting_cards", done=1, all=2, names=evening.people[1].name) in text_of(
        evening.board()
    )
    assert announced in text_of(evening.board())
    await trick(evening)
    first, *others = world.boards()
    assert not controls(first)
    assert announced in text_of(first)
    assert others
    assert not any(announced in text_of(post) for post in others)


async def test_a_replaced_board_keeps_the_story_but_not_who_owed_what(world: World) -> None:
    evening = await begin(world, 2, rounds=1)
    owed = EN("six_nimmt.panel.waiting_all")
    await trick(evening)
    while owed not in text_of(evening.board()):
        await trick(evening)
    told = evening.board()
    title, *story, _, _ = text_of(told).split("\n")
    await trick(evening)
    replaced = next(post for post in world.boards() if post.id == told.id)
    assert not controls(replaced)
    assert story
    assert text_of(replaced).split("\n")[:-1] == [title, *story]
    assert text_of(replaced).split("\n")[-1].startswith("-# Round 1, trick ")


async def test_the_board_says_who_has_left(world: World) -> None:
    evening = await begin(world, 3, rounds=1)
    leaver = evening.people[2]
    gone = EN("table.absent", names=leaver.name)
    assert gone not in text_of(evening.board())
    answer = await leaver.slash(world.channel, "table leave")
    assert answer.response is not None
    await world.press(leaver, evening.message(answer.response.id), "table.leave", rest="yes")
    assert gone in text_of(evening.board())


async def test_the_end_is_headed_by_its_table(world: World) -> None:
    evening = await begin(world, 2, rounds=1)
    await evening.play_out()
    assert (await evening.moment()).table.status is Status.FINISHED
    *_, last, ranking = world.boards()
    assert "Round 1 is over." in text_of(last)
    assert not controls(last)
    assert text_of(ranking).startswith(EN("table.title", game="6 nimmt!", table=evening.table))
