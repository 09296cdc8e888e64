"""Games of My City through the simulated Discord, by the controls that people really have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from evening_of_mycity import CityEvening, begin, begin_with, button, picked
from panel_evening import action_of, own_items
from simcord.backend.models import Message
from simulated import TEXT, World, controls, parts, text_of

from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Build, Pass, Stop
from bot.tables.model import Status
from bot.text import words
from cogs.my_city.presenter import MyCityPresenter
from tests.games.my_city.positions import COMPASS, roll, table

EN, JA = words("en"), words("ja")


KINDS = ("aim", "build", "pass", "stop", "begin", "finish", "menu")
"""What the controls of the panels lead to."""


def kind_of(item: Mapping[str, Any]) -> str:
    """What a control of a panel leads to: a menu, a step, a move, or that it is confirmed."""
    verb = action_of(item).removeprefix("mycity.")
    if verb == "menu":
        return "begin" if "begin/" in item["options"][0]["value"] else verb
    tag = picked(item).partition("/")[0]
    return tag if verb == "step" else f"{verb} {tag}"


async def leaves(evening: CityEvening, seat: Seat) -> None:
    """Somebody leaves in the middle of it all."""
    world, gone = evening.world, evening.people[seat]
    await world.leave(gone)
    await world.env.advance_time(5)


async def comes(evening: CityEvening, name: str, seat: Seat) -> None:
    """Somebody else takes the seat."""
    world, fresh = evening.world, evening.world.person(name)
    answer = await world.press(fresh, evening.board(), "table.replace")
    assert answer.response is not None
    offer = evening.message(answer.response.id)
    await world.press(fresh, offer, "table.replace", rest="seat", values=[str(seat)])
    evening.people[seat] = fresh


@pytest.mark.slow
async def test_two_people_play_an_episode_to_its_end(world: World) -> None:
    evening = await begin(world, 2, seed=3)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    state = await evening.position()
    assert state.round > 15
    best = EN("my_city.panel.won", names="#", points="#").split("#")[0]
    assert best in text_of(world.public()[-1])
    assert len(world.boards()) == state.round + 2, "a post a round, the sheets at the end, the ranking"


@pytest.mark.slow
async def test_three_people_play_a_campaign_with_restarts_and_somebody_else_goes_on(world: World) -> None:
    evening = await begin(world, 3, seed=5, mode="campaign")
    evening.longest = 4
    posts: dict[int, Message] = {}
    while (await evening.moment()).table.status is Status.PLAYING:
        state = await evening.position()
        if state.round == 2 and state.episode in (2, 5, 8, 11):
            await world.restart()
        if state.round == 2 and state.episode == 7:
            await leaves(evening, Seat(1))
            await comes(evening, "Zoe", Seat(1))
        await evening.turn()
        await world.env.advance_time(2)
        after = await evening.position()
        if len(after.results) > len(state.results):
            posts[state.episode] = next(post for post in world.boards()[::-1] if len(post.attachments) == 3)
    await evening.world.ended_well(evening.table)
    state = await evening.position()
    assert [result.episode for result in state.results] == list(EPISODES)
    assert len({post.id for post in posts.values()}) == 12
    for episode, post in posts.items():
        points = state.results[episode - 1].points
        assert all(str(abs(one)) in text_of(post) for one in points)
    assert not controls(posts[12])
    assert "Zoe" in text_of(world.public()[-1])


async def test_a_chapter_alone_is_graded_and_nobody_is_written_to(world: World) -> None:
    evening = await begin(world, 1, seed=4, mode="chapter")
    evening.longest = 6
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    (ann,) = evening.people
    assert world.dms(ann) == []
    told = text_of(world.public()[-1])
    assert any(EN(f"my_city.grade.{name}") in told for name in ("hamlet", "village", "town", "city"))
    assert EN("my_city.panel.won_alone", names=ann.name, points="#").partition("#")[0] in told


async def test_who_plays_alone_is_called_once_and_not_by_each_round_of_their_own(world: World) -> None:
    evening = await begin(world, 1, seed=4)
    (ann,) = evening.people
    assert evening.board().mention_user_ids == [ann.id]
    for number in (2, 3):
        await evening.turn()
        assert (await evening.position()).round == number
        assert evening.board().mention_user_ids == []


async def test_an_evening_in_japanese(japanese_world: World) -> None:
    evening = await begin(japanese_world, 2, seed=6, locale="ja", mode="mini")
    evening.longest = 3
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert JA("my_city.panel.caption", episode=12, round=2) in text_of(japanese_world.boards()[-3])


async def test_every_control_of_the_panels_leads_somewhere(world: World) -> None:
    """Presses at random among all that is offered, in a campaign whose order is free."""
    evening = await begin(world, 2, seed=8, mode="campaign", order="free")
    wanted = {*KINDS, *(f"confirm {kind}" for kind in ("pass", "stop", "begin", "finish"))}
    used: set[str] = set()
    for _ in range(400):
        if used >= wanted or not (owing := await evening.owing()):
            break
        actor = evening.people[evening.rng.choice(owing)]
        panel = await evening.open_panel(actor)
        for _ in range(3):
            items = {kind_of(item): item for item in own_items(panel, "mycity") if not item.get("disabled")}
            if not items:
                break
            kind = evening.rng.choice(sorted(items))
            values = evening.values(items[kind], None) if "options" in items[kind] else None
            await world.send(world.prepared(actor, panel, items[kind]["custom_id"], values))
            panel = evening.message(panel.id)
            used.add(kind)
    assert used >= wanted


# The posts ------------------------------------------------------------------------------------------


async def test_a_round_has_one_post_that_says_who_is_still_choosing(world: World) -> None:
    evening = await begin(world, 3, seed=1)
    ann, ben, cleo = evening.people
    assert EN("my_city.panel.waiting_all") in text_of(evening.board())
    for actor, done, names in ((ann, 1, f"{ben.name} and {cleo.name}"), (ben, 2, cleo.name)):
        await evening.choose(actor)
        await world.env.advance_time(5)
        assert EN("my_city.panel.waiting", done=done, all=3, names=names) in text_of(evening.board())
        assert len(world.boards()) == 1
    await evening.choose(cleo)
    first, second = world.boards()
    assert not controls(first)
    assert controls(second, "table.move")
    assert f"{ann.name} builds" in text_of(second)


async def test_each_round_everybody_is_asked_by_message_and_told_what_became_of_it(world: World) -> None:
    evening = await begin(world, 2, seed=1)
    ann, ben = evening.people
    for actor in (ann, ben):
        (letter,) = world.dms(actor)
        await world.send(world.prepared(actor, letter, button(letter, "score")["custom_id"]))
        assert EN("my_city.score.rocks") in text_of(world.dms(actor)[-1])
    for actor in (ann, ben, ben):
        assert (await evening.position()).round == 1
        letter = world.dms(actor)[-1]
        await world.send(world.prepared(actor, letter, button(letter, "build")["custom_id"]))
    assert (await evening.position()).round == 2
    for actor in (ann, ben):
        settled, fresh = world.dms(actor)
        assert EN("my_city.panel.settled", move="#").partition("#")[0] in text_of(settled)
        assert not controls(settled)
        assert button(fresh, "build")


async def test_with_closed_messages_everything_goes_on_in_the_channel(world: World) -> None:
    evening = await begin(world, 2, seed=1)
    for actor in evening.people:
        world.close_messages(actor)
    for _ in range(3):
        await evening.turn()
        await world.env.advance_time(3)
    assert (await evening.position()).round == 4
    assert {actor.id for actor in evening.people} == {*evening.board().mention_user_ids}


async def test_the_late_pass_and_who_has_left_is_played_for(world: World) -> None:
    evening = await begin(world, 2, seed=1)
    ann, _ = evening.people
    await leaves(evening, Seat(1))
    assert (await evening.position()).choices == (None, Pass())
    panel = await evening.open_panel(ann)
    assert EN("my_city.panel.final") in text_of(panel)
    await evening.use(ann, panel, "build")
    state = await evening.position()
    assert (state.round, state.sheets[1].ticks) == (2, 1)


async def test_nothing_of_a_decided_round_can_be_undone(world: World) -> None:
    evening = await begin(world, 2, seed=1)
    ann, ben = evening.people
    await evening.choose(ann)
    panel = await evening.open_panel(ann)
    assert not controls(panel, "table.undo"), "a choice is changed, not taken back"
    await evening.choose(ben)
    assert not controls(await evening.open_panel(ben), "table.undo")
    answer = await ben.slash(world.channel, "table undo")
    assert answer.response is not None
    assert EN("refusal.undo_revealed") in text_of(evening.message(answer.response.id))


async def test_history_and_replay_go_by_rounds_and_episodes(world: World) -> None:
    evening = await begin(world, 2, seed=2, mode="mini")
    evening.longest = 3
    await evening.play_out()
    ann = evening.people[0]
    answer = await ann.slash(world.channel, "table history")
    assert answer.response is not None
    page = evening.message(answer.response.id)
    lines = [option["label"] for option in controls(page, "table.history")[-1]["options"]]
    assert len(lines) == 10
    assert EN("my_city.panel.caption", episode=6, round=1) in lines[4]
    assert EN("my_city.panel.caption_end", episode=12, round=3) in lines[-1]
    answer = await ann.slash(world.channel, "table replay")
    assert answer.response is not None
    replay = evening.message(answer.response.id)
    whole = next(item for item in controls(replay, "table.replay") if item.get("label") == "Whole episode")
    rest = whole["custom_id"].rpartition(":")[2]
    await world.press(ann, replay, "table.replay", rest=rest)
    told = text_of(evening.message(replay.id))
    assert EN("table.replay.which_episode", number=12) in told
    assert EN("table.replay.which_episode", number=6) not in told


async def test_a_long_history_is_turned_by_episodes_too(world: World) -> None:
    evening = await begin(world, 1, seed=2, mode="mini")
    evening.longest = 10
    await evening.play_out()
    ann = evening.people[0]
    answer = await ann.slash(world.channel, "table history")
    assert answer.response is not None
    page = evening.message(answer.response.id)
    first = EN("my_city.panel.caption_begin", number=3, title=EN("my_city.episode.3"))
    for wanted, number in (("b", 6), ("b", 3), ("e", 6), ("e", 12)):
        rests = {item["label"]: item["custom_id"].rpartition(":")[2] for item in buttons(page)}
        rest = rests[EN("table.replay.which_episode", number=number)]
        assert rest.startswith(wanted)
        await world.press(ann, page, "table.history", rest=rest)
        page = evening.message(page.id)
        shown = first if number == 3 else EN("my_city.panel.caption", episode=number, round=1)
        assert shown in text_of(page)
    assert len(buttons(page)) == 5, "after the last episode there is none"


def buttons(page: Message) -> list[Mapping[str, Any]]:
    """The buttons that turn the pages of a history."""
    return [item for item in controls(page, "table.history") if "options" not in item]


async def test_the_text_has_everything_for_players_and_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(5, "r D1 D2", "r D1 D2", roll=COMPASS)
    evening = await begin_with(world, monkeypatch, state)
    ann = evening.people[0]
    await evening.command(ann, "pass")
    for actor, own in ((ann, True), (world.person("Zoe"), False)):
        answer = await actor.slash(world.channel, "table text")
        assert answer.response is not None
        told = text_of(evening.message(answer.response.id))
        assert "D1, D2" in told
        assert (EN("my_city.text.your_score") in told) == own


async def test_a_text_that_is_too_long_for_a_message_is_a_file_as_a_whole(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world, 2, seed=1)
    monkeypatch.setattr(MyCityPresenter, "text", lambda *_: "\n".join(["word " * 20] * 60))
    answer = await evening.people[0].slash(world.channel, "table text")
    assert answer.response is not None
    message = evening.message(answer.response.id)
    name = f"stammtisch-{evening.table}.txt"
    assert EN("table.text.as_file", file=name) in text_of(message)
    texts = [part["content"] for part in parts(message) if part["type"] == TEXT]
    assert sum(map(len, texts)) <= 4000
    (attached,) = message.attachments
    whole = world.env.backend.cdn.get(attached["url"])
    assert whole is not None
    assert whole.decode().count("word") == 1200


async def test_a_long_game_of_one_left_is_told_without_waiting_for_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(1, {"drawn": [], "stopped": True}, "r D1 D2", roll=roll("I1"))
    evening = await begin_with(world, monkeypatch, state)
    ben = evening.people[1]
    assert EN("my_city.panel.waiting_one", names=ben.name) in text_of(evening.board())
    panel = await evening.open_panel(ben)
    assert EN("my_city.panel.final_alone") in text_of(panel)
    await evening.use(ben, panel, "build")
    after = await evening.position()
    assert after.last is not None
    assert after.last.choices[0] is None
    assert isinstance(after.last.choices[1], Build | Pass | Stop)
    assert GAME.outcome(after) is None
