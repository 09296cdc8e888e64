"""Games of Thurn and Taxis through the simulated Discord, by the controls that people really have."""

from __future__ import annotations

import pytest
from evening_of_taxis import all_actions, begin, begin_with, late
from panel_evening import steps_of
from simulated import World, leading_to, text_of
from troubled import Wire

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.moves import TakeBlind, TakeOpen
from bot.games.thurn_and_taxis.state import TaxisState
from bot.text import words
from tests.games.thurn_and_taxis.positions import table

SPEAK = words("en")


@pytest.mark.slow
async def test_two_people_play_a_whole_game(world: World) -> None:
    evening = await begin(world, 2, seed=3)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert (await evening.position()).turn > 30


async def last_turns(world: World, monkeypatch: pytest.MonkeyPatch, seats: int, locale: str) -> TaxisState:
    """How a game of so many people ends that begins with a late position."""
    evening = await begin_with(world, monkeypatch, late(seats), locale=locale, seed=seats)
    evening.sense = 1.0
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    return await evening.position()


async def test_four_people_play_to_the_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = await last_turns(world, monkeypatch, 4, "en-US")
    assert state.ending is not None
    assert state.active == 3, "the end of a round"


async def test_the_last_board_says_once_that_the_game_is_over_and_names_no_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, late(2), seed=2)
    evening.sense = 1.0
    await evening.play_out()
    assert text_of(world.public()[-2]).count(SPEAK("thurn_and_taxis.text.over")) == 1
    answer = await evening.people[0].slash(world.channel, "table history")
    assert answer.response is not None
    caption = SPEAK("thurn_and_taxis.panel.caption_over", round=(await evening.position()).round)
    assert text_of(evening.message(answer.response.id)).splitlines().count(f"-# {caption}") == 1


async def test_three_people_play_to_the_end_in_japanese(
    japanese_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = await last_turns(japanese_world, monkeypatch, 3, "ja")
    assert state.ending is not None
    assert state.active == 2, "the end of a round"


async def test_every_control_of_the_panels_leads_somewhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presses at random, from positions in which everything can be done sooner or later."""
    hoarder = table(
        "salzburg linz / ",
        "passau passau lodz basel ulm pilsen budweis / basel",
        carriages=[4, 0],
    )
    closable = table("lodz pilsen budweis / ", "ulm / basel", phase="close", carriages=[4, 0])
    pressed: set[str] = set()
    for seed, (state, sense, turns) in enumerate([(hoarder, 0.5, 12), *[(closable, 0.0, 1)] * 12]):
        evening = await begin_with(world, monkeypatch, state, seed=seed)
        evening.sense = sense
        await evening.play_out(turns)
        pressed |= evening.pressed
        await evening.end()
    assert pressed == all_actions()


# The posts ------------------------------------------------------------------------------------------


async def test_each_turn_has_one_post_that_calls_whoever_it_is_and_nobody_gets_a_message(
    world: World,
) -> None:
    evening = await begin(world, 3, seed=1)
    await evening.turns_that_are_called(4)


async def test_a_post_says_what_the_player_before_did_and_grows_with_the_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table("basel / freiburg", "ulm lodz / linz", display="zuerich mannheim passau freiburg lodz linz")
    evening = await begin_with(world, monkeypatch, state)
    ann, ben = evening.people
    await evening.command(ann, "take", card="zuerich")
    await evening.command(ann, "take", card="deck")
    await world.env.advance_time(5)
    growing = text_of(evening.board())
    assert f"{ann.name} takes Zürich." in growing
    assert f"{ann.name} also takes a card from the deck" in growing
    blind = (await evening.position()).hands[0][-1]
    told = growing.replace("Zürich", "")
    assert told.city(blind, SPEAK) not in told
    await evening.command(ann, "play", card="zuerich")
    await evening.command(ann, "end-turn")
    fresh = text_of(evening.board())
    assert f"{ann.name} plays Zürich" in fresh
    assert f"{ben.name}'s turn" in fresh


async def test_a_closing_is_told_with_its_gains(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("mannheim stuttgart ulm augsburg muenchen / ", "lodz / basel", phase="close")
    evening = await begin_with(world, monkeypatch, state)
    ann = evening.people[0]
    panel = await evening.command(ann, "close", cities="mannheim ulm muenchen")
    await evening.confirm(ann, panel)
    told = text_of(evening.board())
    assert "closes a route of 5 cities: Mannheim → Stuttgart → Ulm → Augsburg → München" in told
    assert "3 offices (Mannheim, Ulm, München)" in told
    assert "5 cities (2)" in told
    assert "carriage 3" in told


async def test_the_history_has_a_page_for_each_turn(world: World) -> None:
    evening = await begin(world, 2, seed=2)
    players: list[str] = []
    for _ in range(3):
        players.append((await evening.active()).name)
        await evening.turn()
    page, lines = await evening.history()
    wanted = [
        SPEAK("thurn_and_taxis.panel.caption", round=1 + turn // 2, name=name)
        for turn, name in enumerate(players)
    ]
    assert lines == [SPEAK("thurn_and_taxis.panel.caption_begin"), *wanted]
    assert players[-1] in text_of(page)


async def test_everything_is_told_in_words_with_the_own_hand_alone(world: World) -> None:
    evening = await begin(world, 2, seed=2)
    await evening.turn()
    other = Seat(1 - (await evening.position()).active)
    hand = (await evening.position()).hands[other]
    answer = await evening.people[other].slash(world.channel, "table text")
    said = text_of(answer.response)  # type: ignore[arg-type]
    assert all(told.city(city, SPEAK) in said for city in hand)
    assert SPEAK("thurn_and_taxis.text.hand") in said
    stranger = await world.person("Zoe").slash(world.channel, "table text")
    assert SPEAK("thurn_and_taxis.text.hand") not in text_of(stranger.response)  # type: ignore[arg-type]


# Trouble --------------------------------------------------------------------------------------------


async def test_a_turn_goes_on_after_a_restart_in_the_panel_that_was_open(world: World) -> None:
    evening = await begin(world, 2, seed=1)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    for move in (TakeOpen(1), TakeBlind()):
        await world.env.advance_time(5)
        before, posts = await evening.position(), [text_of(post) for post in world.boards()]
        await world.restart()
        await world.env.settle()
        assert await evening.position() == before
        assert [text_of(post) for post in world.boards()] == posts
        panel = await evening.pick(actor, panel, move)
    assert steps_of(panel) == {"begin"}


async def test_every_control_of_earlier_turns_is_answered_and_changes_nothing(world: World) -> None:
    evening = await begin(world, 2, seed=4)
    evening.sense = 0.6
    assert await evening.press_outdated(turns=5) > 20


async def test_the_turns_of_somebody_who_left_are_made_and_told(world: World) -> None:
    evening = await begin(world, 3, seed=1)
    seat = (await evening.position()).active
    gone = evening.people[seat]
    await world.leave(gone)
    state = await evening.position()
    assert state.active != seat
    assert len(state.hands[seat]) == 1
    assert len(state.routes[seat]) == 1
    told = text_of(evening.board())
    assert f"{gone.name} takes a card from the deck." in told
    assert f"{gone.name} begins a route" in told


async def test_closed_direct_messages_are_no_hindrance(world: World) -> None:
    evening = await begin(world, 2, seed=5)
    for actor in evening.people:
        world.close_messages(actor)
    for _ in range(4):
        await evening.turn()
    assert len(world.boards()) == 5
    assert not any(SPEAK("kit.dispatcher.dm_closed", who="") in text_of(post) for post in world.boards())


async def test_two_presses_in_the_same_instant_make_one_move(world: World) -> None:
    evening = await begin(world, 2, seed=6)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    found = [leading_to(panel, TakeOpen(place)) for place in (1, 2)]
    presses = [world.prepared(actor, panel, custom_id, values) for custom_id, *values in found]
    with Wire() as wire:
        answers = await world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert (state.moves, state.taken) == (1, 1)
    assert wire.told(SPEAK("refusal.stale")) == 1
