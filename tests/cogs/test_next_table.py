"""**Next table** behind a decision: the panel of the table that waits longest for who has just decided."""

from collections.abc import Sequence

import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, World, controls, picks, text_of

from bot.games.six_nimmt.moves import Choose
from bot.tables.model import Status

HOUR = 3600


@pytest_asyncio.fixture
async def people(world: World) -> list[MemberActor]:
    return world.members(2)


async def begin(world: World, people: Sequence[MemberActor], *names: str) -> None:
    """A table in each of these channels, an hour after the one before; all owe a card at all of them."""
    for name in names:
        world.channel = world.guild.create_text_channel(name)
        await world.start_game(people, rounds=1)
        await world.env.advance_time(HOUR)


async def decided(world: World, actor: MemberActor, panel: Message) -> Message:
    """The panel after a card was chosen in it."""
    await world.pick(actor, panel, picks(panel)[0])
    return panel


async def panel_of(world: World, actor: MemberActor) -> Message:
    return await world.opened(actor, world.with_control(world.public(), "table.move"), "table.move")


async def chosen_at(world: World, actor: MemberActor) -> list[int]:
    """The tables at which somebody has chosen a card."""
    return [
        table.id
        for table in await world.app.tables.queries.tables_of(actor.id)
        if (await world.app.tables.queries.now_at(table.id)).state.selected[table.seat_of(actor.id)]
        is not None  # type: ignore[attr-defined]
    ]


async def test_each_decision_leads_to_the_table_that_waits_longest(
    world: World, people: list[MemberActor]
) -> None:
    ann, _ = people
    await begin(world, people, "first", "second", "third")
    panel = await panel_of(world, ann)
    assert not controls(panel, "table.next"), "first what is asked here"
    places = {table.id: table.channel for table in await world.app.tables.queries.tables_of(ann.id)}
    for passed, following in ((3, 1), (1, 2)):
        await decided(world, ann, panel)
        assert passed in await chosen_at(world, ann)
        await world.press(ann, panel, "table.next")
        assert EN("table.head", table=following, channel=places[following]) in text_of(panel)
        assert controls(panel, "nimmt.step")
    await decided(world, ann, panel)
    assert sorted(await chosen_at(world, ann)) == [1, 2, 3]
    await world.press(ann, panel, "table.next")
    assert EN("table.next.none") in text_of(panel)


async def test_who_sits_at_one_table_is_led_nowhere(world: World, people: list[MemberActor]) -> None:
    ann, _ = people
    await begin(world, people, "only")
    assert not controls(await decided(world, ann, await panel_of(world, ann)), "table.next")


async def test_a_table_that_is_paused_or_over_waits_for_nobody(
    world: World, people: list[MemberActor]
) -> None:
    ann, ben = people
    await begin(world, people, "first", "second", "third")
    tables = world.app.tables
    await world.done(tables.deadlines.pause(1, world.known(ben), key=world.key()))
    await world.done(tables.play.end(2, world.known(ann), moderator=True, key=world.key()))
    assert (await tables.queries.table(2)).status is Status.ABANDONED
    panel = await decided(world, ann, await panel_of(world, ann))
    await world.press(ann, panel, "table.next")
    assert EN("table.next.none") in text_of(panel)


async def test_a_table_without_reminders_is_led_to_all_the_same(
    world: World, people: list[MemberActor]
) -> None:
    ann, ben = people
    await begin(world, people, "first", "second")
    tables = world.app.tables
    await world.done(tables.reminders.mute(1, ann.id, muted=True))
    moment = await tables.queries.now_at(2)
    card = moment.state.hands[0][0]  # type: ignore[attr-defined]
    key = world.key()
    await world.done(tables.play.act(2, ann.id, Choose(card), turn=moment.turn, key=key))
    found = await tables.reminders.longest_waiting(ann.id)
    assert found is not None
    assert found.id == 1
    assert await tables.reminders.longest_waiting(world.person("nobody").id) is None
    assert ben.id in {sitter.user for sitter in found.sitters}
