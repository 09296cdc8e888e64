"""The bot as an app of one's own, where it is no member: it answers the interaction and does nothing else."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from simcord import interactions
from simulated import EN, MemberActor, World, controls, pictured, text_of
from test_learning import at_step, make, press
from troubled import Wire

from bot.discord.move_codec import path_of
from bot.games.course import LEARNER, Playing, course, courses, decoded
from bot.games.registry import game

SERVER, CHANNEL = "1156074443980800001", "1156074443980800002"
"""Where the bot is not."""
RIGHTS = str(2**50 - 1)
IN_A_SERVER: dict[str, Any] = {
    "context": 0,
    "guild_id": SERVER,
    "guild": {"id": SERVER, "locale": "en-US", "features": []},
    "channel": {
        "id": CHANNEL,
        "type": 0,
        "guild_id": SERVER,
        "name": "elsewhere",
        "position": 0,
        "permissions": RIGHTS,
    },
}
AMONG_FRIENDS: dict[str, Any] = {"context": 2, "channel": {"id": CHANNEL, "type": 3, "recipients": []}}
PLACES = [pytest.param(IN_A_SERVER, id="server"), pytest.param(AMONG_FRIENDS, id="conversation")]
ONLY_ANSWERS = ("/interactions/", "/webhooks/")


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Lets all that people do from now on come from another place, where they have installed the bot."""
    begun = interactions.base_payload

    def go(place: dict[str, Any]) -> None:
        def payload(*given: Any, **how: Any) -> Any:
            record, sent = begun(*given, **how)
            there = {"channel_id": CHANNEL, "app_permissions": RIGHTS, **place}
            there["authorizing_integration_owners"] = {"1": str(how["user_id"])}
            if "guild_id" not in place:
                sent["user"] = sent.pop("member")["user"]
                del sent["guild_id"]
            return record, {**sent, **there}

        monkeypatch.setattr(interactions, "base_payload", payload)

    return go


def only_answers(wire: Wire) -> bool:
    return bool(wire.requests) and all(each.path.startswith(ONLY_ANSWERS) for each in wire.requests)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("key", courses())
async def test_a_course_uses_answers_to_its_presses_alone_and_goes_on_hours_later(
    world: World, elsewhere: Callable[[dict[str, Any]], None], key: str, place: dict[str, Any]
) -> None:
    ann, rules, lesson = world.person("Ann"), game(key), course(key)[0]
    elsewhere(place)
    with Wire() as wire:
        panel = await world.ask(ann, "games learn", game=key)
        assert pictured(panel)
        playing = Playing(key, lesson)
        worse = [move for move in rules.legal(playing.situation.state, LEARNER) if not playing.accepts(move)]
        for move in worse[:1]:
            await make(world, ann, panel, move, key)
            assert EN(f"{key}.course.{lesson.key}.1.hint") in text_of(panel)
        await world.press(ann, panel, "learn.solve")
        await world.env.advance_time(timedelta(hours=3).total_seconds())
        for step in lesson.steps:
            await press(world, ann, panel, at_step(panel), path_of(rules, decoded(rules, step.solution)))
        assert EN(f"{key}.course.{lesson.key}.done") in text_of(panel)
        await world.press(ann, panel, "learn.lesson", rest="1")
        assert EN(f"{key}.course.{course(key)[1].key}.text") in text_of(panel)
    assert only_answers(wire)
    assert len(wire.sent("POST", "/webhooks/*")) == 0
    assert (await world.app.tables.courses.at(ann.id, key)).finished == 1


@pytest.mark.parametrize("place", PLACES)
async def test_what_needs_the_bot_itself_is_not_offered_there(
    world: World, elsewhere: Callable[[dict[str, Any]], None], place: dict[str, Any], ann: MemberActor
) -> None:
    elsewhere(place)
    with Wire() as wire:
        listed = await world.ask(ann, "games list")
        chosen = await world.ask(ann, "games learn")
        for message in (listed, chosen):
            assert controls(message, "learn.open")
            for action in ("lobby.open", "lobby.against", "learn.play", "wanted.panel", "games.tables"):
                assert not controls(message, action)
        for command in ("rules", "mine", "settings", "privacy"):
            assert text_of(answer := await world.ask(ann, f"games {command}"))
            assert (EN("personal.zone.each") in text_of(answer)) == (command == "settings")
    assert only_answers(wire)


async def test_what_belongs_to_a_server_says_that_the_bot_is_no_member(
    world: World, elsewhere: Callable[[dict[str, Any]], None], ann: MemberActor
) -> None:
    """Also a control of a table that somebody has made up there."""
    chosen = await world.ask(ann, "games learn")
    elsewhere(IN_A_SERVER)
    refusal = EN("refusal.not_a_member")
    with Wire() as wire:
        for command in ("tables", "wanted", "statistics", "diary", "server", "audit"):
            assert refusal in await world.says(ann, f"games {command}")
        assert refusal in text_of(await opened_game(world, ann, chosen))
    assert only_answers(wire)
    assert not await world.app.tables.queries.tables_of(ann.id)


async def opened_game(world: World, ann: MemberActor, chosen: Any) -> Any:
    return await world.opened(ann, chosen, "learn.play", values=["six_nimmt"])


async def test_a_late_answer_touches_no_message_of_a_conversation(
    world: World, elsewhere: Callable[[dict[str, Any]], None], ann: MemberActor
) -> None:
    """In a direct message to the bot it would."""
    elsewhere(AMONG_FRIENDS)
    panel = await world.ask(ann, "games learn", game="six_nimmt")
    world.env.inject_error("*", "/interactions/*", status=404, code=10062, times=None)
    with Wire() as wire:
        await world.press(ann, panel, "learn.solve")
    assert all(each.path.startswith(ONLY_ANSWERS) for each in wire.requests)
