"""Games of Noria through the simulated Discord, by the controls that people really have."""

from __future__ import annotations

import pytest
from evening_of_noria import RULES, NoriaEvening, all_actions, begin, begin_with
from msgspec.structs import replace
from simulated import World, controls, text_of
from troubled import Wire

from bot.discord.view_models import spoken, view_model
from bot.games.noria.box import BOX
from bot.games.noria.moves import Activate, NoriaOptions, Use
from bot.games.noria.sentences import report
from bot.games.noria.wheel import discs_on
from bot.tables.model import Status
from bot.text import words
from tests.games.noria.positions import RICH, solo, table
from tests.games.noria.sample import START

SPEAK, SPEAK_JA = words("en"), words("ja")


async def play_to_the_end(evening: NoriaEvening) -> None:
    """A whole game, after which every turn can still be read in the channel, from its begin to its end."""
    world, told = evening.world, list[str]()
    while (moment := await evening.moment()).table.status is Status.PLAYING:
        await evening.turn()
        now = await evening.moment()
        read = spoken(view_model(now, None, words(now.table.locale)))
        told += report(read, read.view.news if read.outcome else read.view.before)
    await world.ended_well(evening.table)
    state = await evening.position()
    assert (state.phase, state.round) == ("over", state.rounds)
    assert len(world.boards()) == moment.state.turn + 1
    channel = "\n".join(map(text_of, world.boards()))
    assert len(told) > 3 * state.rounds
    assert [line for line in told if line not in channel] == []


@pytest.mark.slow
async def test_two_people_play_a_whole_game_from_the_start(world: World) -> None:
    evening = await begin(world, 2, seed=3)
    await play_to_the_end(evening)
    scores = evening.rules.outcome(await evening.position()).scores
    assert all(str(score) in text_of(world.public()[-1]) for score in scores)


@pytest.mark.slow
async def test_three_people_play_a_whole_expert_game_in_japanese(japanese_world: World) -> None:
    evening = await begin(japanese_world, 3, seed=4, locale="ja", setup="expert")
    await play_to_the_end(evening)
    assert SPEAK_JA("noria.score.ref") in text_of(japanese_world.public()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random"])
async def test_somebody_plays_a_whole_game_alone_in_japanese(japanese_world: World, bot: str) -> None:
    await play_alone(japanese_world, bot, "ja")


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["bot_3"])
async def test_somebody_plays_a_whole_game_alone(world: World, bot: str) -> None:
    await play_alone(world, bot, "en-US")


async def play_alone(world: World, bot: str, locale: str) -> None:
    """A whole game alone, whose start others can take on."""
    evening = await begin(world, 1, seed=5, locale=locale, bot=bot)
    await play_to_the_end(evening)
    state = await evening.position()
    last = world.public()[-1]
    assert state.setup in text_of(last)
    assert controls(last, "noria.challenge")


async def test_four_people_begin_one_after_the_other(world: World) -> None:
    evening = await begin(world, 4, seed=2, setup="expert")
    for _ in range(4):
        seat = (await evening.position()).active
        await evening.turn()
        player = (await evening.position()).players[seat]
        assert sorted(disc.kind for _, disc in discs_on(player.wheel)) == sorted(BOX.starting_discs)
        assert (player.stock.total, sum(player.levels)) == (1, 1)
        story = text_of(evening.board())
        assert f"{evening.people[seat].name} builds the wheel" in story
        assert f"{evening.people[seat].name} puts a representative on level 1" in story
    assert ((await evening.position()).round, len(world.boards())) == (1, 5)


async def test_four_people_play_the_last_round(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table({"stock": RICH, "knowledge": 9, "levels": [5, 0, 0, 0]}, seats=4)
    evening = await begin_with(world, monkeypatch, replace(state, round=state.rounds), seed=1)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert "wins with" in text_of(world.public()[-1])


async def test_every_control_of_the_panels_leads_somewhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world, 2, setup="expert")
    await evening.turn()
    pressed = evening.pressed
    await evening.end()
    for seed in range(4):
        evening = await begin_with(world, monkeypatch, table({"stock": RICH, "knowledge": 20}), seed=seed)
        evening.sense = 0.3
        await evening.play_out(2)
        pressed |= evening.pressed
        await evening.end()
    # What stands below the ranking and the exchange of two slots have tests of their own.
    pressed -= {"noria.several"}
    others = {"noria.challenge", "noria.several", "noria.scores", "noria.starts"}
    assert pressed == all_actions() - others


# Alone ----------------------------------------------------------------------------------------------


async def test_the_turn_of_the_bot_is_told_letter_by_letter_with_its_wheel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, solo(player={"knowledge": 3}, round=3))
    actor = evening.people[0]
    state = await evening.position()
    while not any(isinstance(event, Use) for event in state.before):
        panel = await evening.command(actor, "end-turn")
        await evening.confirm(actor, panel)
        state = await evening.position()
    board = evening.board()
    said = text_of(board)
    assert "The bot wheel turns" in said
    letters = [event for event in state.before if isinstance(event, Use)]
    assert all(
        f"{event.letter} on {event.slot}" in said or f"{event.letter} again" in said for event in letters
    )
    assert "Next turn of the bot: " in said
    assert len(board.attachments) == 2


async def test_a_finished_start_is_taken_on_by_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = solo(player={"knowledge": 3}, round=16)
    evening = await begin_with(world, monkeypatch, replace(state, round=state.rounds, setup=START))
    actor = evening.people[0]
    panel = await evening.command(actor, "end-turn")
    await evening.confirm(actor, panel)
    await evening.world.ended_well(evening.table)
    ben = world.person("Ben")
    await world.press(ben, world.public()[-1], "noria.challenge")
    opened = await world.app.tables.queries.table_in(world.channel.id)
    assert opened is not None
    assert opened.id != evening.table
    assert opened.seat_of(ben.id) == 0
    assert NoriaOptions(start=START) == RULES.decode_options(opened.options)


# The posts ------------------------------------------------------------------------------------------


async def test_each_turn_has_one_post_that_calls_whoever_it_is_and_nobody_gets_a_message(
    world: World,
) -> None:
    evening = await begin(world, 3, seed=1)
    await evening.turns_that_are_called(4)


async def test_the_history_has_a_page_for_each_turn(world: World) -> None:
    evening = await begin(world, 2, seed=2)
    players: list[str] = []
    for _ in range(4):
        players.append((await evening.active()).name)
        await evening.turn()
    _, lines = await evening.history()
    starts = [SPEAK("noria.panel.caption_start", name=name) for name in players[:2]]
    turns = [SPEAK("noria.panel.caption", round=1, name=name) for name in players[2:]]
    assert lines == [SPEAK("noria.panel.caption_begin"), *starts, *turns]


# Trouble --------------------------------------------------------------------------------------------


async def test_a_turn_goes_on_after_a_restart_in_the_panel_that_was_open(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, table({"stock": RICH, "knowledge": 20}))
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    for step in (evening.pick, evening.confirm):
        await world.env.advance_time(5)
        before, posts = await evening.position(), [text_of(post) for post in world.boards()]
        await world.restart()
        await world.env.settle()
        assert await evening.position() == before
        assert [text_of(post) for post in world.boards()] == posts
        panel = await step(actor, panel, *((Activate("S1"),) if step == evening.pick else ()))
    assert (await evening.position()).current.activated == ("S1",)


async def test_every_control_of_earlier_turns_is_answered_and_changes_nothing(world: World) -> None:
    evening = await begin(world, 2, seed=4)
    assert await evening.press_outdated(turns=4) > 20


async def test_the_turns_of_somebody_who_left_are_made_and_told(world: World) -> None:
    evening = await begin(world, 3, seed=1)
    seat = (await evening.position()).active
    gone = evening.people[seat]
    await world.leave(gone)
    state = await evening.position()
    assert state.active != seat
    assert any(state.players[seat].levels)
    assert f"{gone.name} begins with" in text_of(evening.board())


async def test_two_presses_in_the_same_instant_make_one_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world, 2, seed=6)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    buttons = controls(panel, "noria.step")[:2]
    presses = [world.prepared(actor, panel, item["custom_id"], None) for item in buttons]
    with Wire() as wire:
        answers = await world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert (state.moves, state.players[state.active].stock.total) == (1, 1)
    assert wire.told(SPEAK("refusal.stale")) == 1


async def test_presses_on_the_panel_of_another_change_nothing(world: World) -> None:
    evening = await begin(world, 2, seed=6)
    actor = await evening.active()
    (other,) = [person for person in evening.people if person.id != actor.id]
    panel = await evening.open_panel(actor)
    before = await evening.position()
    items = [item for item in controls(panel) if item["custom_id"].startswith("s1:noria.")]
    for person in (other, world.person("Zoe")):
        for item in items:
            values = [item["options"][0]["value"]] if "options" in item else None
            (answer,) = await world.send(world.prepared(person, panel, item["custom_id"], values))
            assert answer.acknowledged
    assert items
    assert await evening.position() == before


async def test_closed_direct_messages_are_no_hindrance(world: World) -> None:
    evening = await begin(world, 3, seed=5)
    for actor in evening.people:
        world.close_messages(actor)
    await evening.play_out(4)
    assert len(world.boards()) == 5
    assert not any(SPEAK("kit.dispatcher.dm_closed", who="") in text_of(post) for post in world.boards())
