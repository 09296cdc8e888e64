"""The post by which people sign up for a tournament follows whatever changes, unless people take it away."""

from dataclasses import replace
from typing import Any

import pytest
from simcord.backend.models import Message
from simulated import EN, World, text_of
from test_tournaments import SWISS, cup_of, founded, panel, signed_up
from troubled import Wire, has
from units import writing

from bot.discord.discord_api import LOOK_BACK
from bot.discord.server_posts import PACE
from bot.tables.timers import News


def sign_up(world: World) -> Message:
    (post,) = [each for each in world.public() if has(each, "cup.join")]
    return post


async def follows(world: World) -> None:
    await world.env.advance_time(PACE + 1)
    await world.env.settle()


async def test_the_post_follows_what_its_director_changes_and_who_comes_and_goes(world: World) -> None:
    """At once, not with the next press on it."""
    ann, ben = world.trusted("Ann"), world.person("Ben")
    await founded(world, ann, people=12)
    await world.env.settle()
    own = await panel(world, ann)
    await world.press(ann, own, "cup.ties", values=["score"])
    await follows(world)
    first = EN.all_of([EN("cup.tie.score"), EN("cup.tie.opponents")])
    assert EN("cup.decided", points="4 · 3 · 2 · 1", ties=first) in text_of(sign_up(world))
    await world.press(ann, own, "cup.options")
    await world.press(ann, own, "cup.option", values=["strategy"], rest="1/deal")
    await follows(world)
    assert EN("six_nimmt.option.deal.strategy") in text_of(sign_up(world))
    await signed_up(world, [ben])
    await follows(world)
    assert EN("cup.people", n=1, names="Ben") in text_of(sign_up(world))
    await world.done(world.app.tables.personal_data.erase(ben.id, None))
    await follows(world)
    assert "Ben" not in text_of(sign_up(world))
    await world.press(ann, own, "cup.panel")
    await world.press(ann, own, "cup.end")
    await world.press(ann, own, "cup.ended")
    await follows(world)
    (post,) = [each for each in world.public() if has(each, "cup.join")]
    assert EN("cup.cancelled_early") in text_of(post)


async def test_many_changes_are_few_edits_and_a_restart_makes_no_second_post(world: World) -> None:
    ann, people = world.trusted("Ann"), world.members(6)
    await founded(world, ann, people=12)
    await follows(world)
    with Wire() as wire:
        for person in people:
            await world.done(world.app.tables.tournaments.sign_up(1, world.known(person)))
        await follows(world)
        assert len(wire.sent("PATCH", f"/channels/{world.channel.id}/messages/*")) <= 2
        assert EN("cup.people", n=6, names="")[:14] in text_of(sign_up(world))
        await world.restart()
        await follows(world)
        assert len(wire.sent("PATCH", f"/channels/{world.channel.id}/messages/*")) <= 2
    assert sign_up(world)


async def test_a_post_whose_sending_was_not_answered_is_found_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = world.trusted("Ann")

    async def lost(*_: Any) -> None:
        """It is up, and nothing is written down."""

    with monkeypatch.context() as patch:
        patch.setattr(type(world.app.tables.tournaments), "note_shown", lost)
        await founded(world, ann)
        await world.env.settle()
    assert (await cup_of(world)).row.post is None
    await world.restart()
    await follows(world)
    assert (await cup_of(world)).row.post == sign_up(world).id


async def test_a_post_that_no_version_has_noted_is_found_far_up_in_its_channel(world: World) -> None:
    """A tournament of an earlier version that goes on has no second post, also once it has begun."""
    ann = world.trusted("Ann")
    await world.ask(ann, "games tournament", title="Cup", game="6 nimmt!", least=2, most=12)
    await follows(world)
    old = sign_up(world)
    async with writing(world.app.store) as tx:
        await tx.tournaments.update(replace(await tx.tournaments.get(1), post=None, changes=0, shown=0))
    for number in range(LOOK_BACK + 5):
        await ann.send(world.channel, f"Line {number}")
    ben, cleo = world.members(2)
    await signed_up(world, [ben, cleo])
    await follows(world)
    assert sign_up(world).id == old.id
    assert "(2)" in text_of(old)
    async with writing(world.app.store) as tx:
        await tx.tournaments.update(replace(await tx.tournaments.get(1), post=None))
    await world.done(world.app.tables.tournaments.begin_now(1))
    await follows(world)
    assert "cup.story" in str(old.components)


async def test_a_post_that_people_take_away_stays_away(world: World) -> None:
    ann, ben = world.trusted("Ann"), world.person("Ben")
    await founded(world, ann, SWISS)
    await follows(world)
    world.env.backend.delete_message(world.channel.id, sign_up(world).id)
    await signed_up(world, [ben])
    await follows(world)
    await world.done(world.app.tables.tournaments.prefer(1, "score"))
    await follows(world)
    assert not [each for each in world.public() if has(each, "cup.join")]
    assert (await cup_of(world)).row.post == 0
    assert News.SIGN_UPS in world.app.tables.signals.on_news
