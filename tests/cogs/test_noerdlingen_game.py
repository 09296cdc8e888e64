"""Games of City of Nördlingen through the simulated Discord, by the controls that people really have."""

from __future__ import annotations

import pytest
from evening_of_noerdlingen import begin, begin_with
from simulated import World, controls, text_of
from troubled import Wire

from bot.games.noerdlingen.moves import Bonus, Decline, Draw, NoerdlingenState
from bot.tables.model import Status
from bot.text import words
from tests.games.noerdlingen.positions import table

SPEAK = words("en")
BOX = [[(3, 4), (5, 4), (5, 5), (3, 5)]]


def example_6(number: int = 4, **options: str) -> NoerdlingenState:
    """The first seat may close a territory that would belong to the second one."""
    return table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], BOX, number=number, options=options)


def last_round(seats: int, **options: str) -> NoerdlingenState:
    """The choice of the last round, the borders of others drawn around."""
    soldiers = [[(3, 5), (6, 4)], [(3, 4), (5, 5)], [(6, 6), (2, 3)], [(4, 8), (7, 4)]][:seats]
    return table(soldiers, BOX, options=options, round={3: 8, 4: 6}[seats])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "elimination", "turns"),
    [("solid", "strict", 20), ("gate", "skip_turn", 51), ("road", "strict", 20)],
)
async def test_three_people_play_a_whole_game(world: World, mode: str, elimination: str, turns: int) -> None:
    evening = await begin(world, 3, seed=1, wall_mode=mode, elimination=elimination)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert (await evening.position()).turn >= turns


@pytest.mark.slow
async def test_four_people_play_a_whole_game_in_japanese(japanese_world: World) -> None:
    evening = await begin(japanese_world, 4, seed=4, locale="ja", elimination="skip_turn")
    evening.sense = 1.0
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert (await evening.position()).round == 6


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    "options", [{}, {"wall_mode": "gate", "territory_rule": "size_cap"}, {"wall_mode": "road"}]
)
async def test_the_last_round_is_played_to_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch, seats: int, options: dict[str, str]
) -> None:
    evening = await begin_with(world, monkeypatch, last_round(seats, **options))
    evening.sense = 1.0
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    outcome = evening.rules.outcome(await evening.position())
    assert outcome is not None
    assert all(str(score) in text_of(world.public()[-1]) for score in outcome.scores)


# The posts ------------------------------------------------------------------------------------------


async def test_each_turn_has_one_post_that_calls_whoever_it_is_and_nobody_gets_a_message(
    world: World,
) -> None:
    evening = await begin(world, 3, seed=1)
    await evening.turns_that_are_called(7)


async def test_a_post_says_what_was_drawn_and_closed_and_grows_with_the_bonus(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    ann = evening.people[0]
    panel = await evening.command(ann, "draw", soldier="D6", way="ULD")
    panel = await evening.confirm(ann, panel)
    await world.env.advance_time(5)
    (post,) = world.boards()
    assert "player0 draws border 4 from D6 to C6." in text_of(post)
    closed = "This closes 2 cells: 2 points for player1 (soldiers: player1 2, player0 1)."
    assert closed in text_of(post)
    await evening.pick(ann, panel, Decline())
    fresh = text_of(world.boards()[-1])
    assert closed in fresh
    assert "player0 draws no bonus border." in fresh
    assert "player1's turn" in fresh


async def test_all_that_happened_stays_to_be_read_in_the_channel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn is told by the post after it; the last ones too, when the game has ended."""
    evening = await begin_with(world, monkeypatch, last_round(3))
    evening.sense = 1.0
    told: list[str] = []
    while (await evening.moment()).table.status is Status.PLAYING:
        actor = await evening.active()
        phase = (await evening.position()).phase
        told.append(f"{actor.name} {'takes number' if phase == 'choose' else 'draws border'}")
        await evening.turn()
    channel = "\n".join(text_of(post) for post in world.boards())
    assert len(told) >= 4
    for line in told:
        assert channel.count(line) == 1, line
    assert SPEAK("noerdlingen.report.over.rounds") in channel


async def test_a_round_begins_in_words_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin(world, 3, seed=1)
    await evening.play_out(5)
    begun = SPEAK("noerdlingen.report.choosing", round=1, names="#").partition("#")[0]
    assert sum(begun in text_of(post) for post in world.boards()) == 1


async def test_a_turn_that_is_not_possible_is_told_without_anybody_being_called(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second seat can draw nothing: it leaves, and the third one is called."""
    lines = [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]
    state = table([[(6, 6)], [(4, 4)], [(2, 6)]], lines, numbers=[1, 2, 3], phase="draw")
    evening = await begin_with(world, monkeypatch, state)
    panel = await evening.command(evening.people[0], "draw", soldier="G7", way="U")
    await evening.confirm(evening.people[0], panel)
    assert (await evening.position()).left == (None, 1, None)
    *_, skipped, last = world.boards()
    assert "player0 draws border 1" in text_of(skipped)
    assert not skipped.mention_user_ids
    assert "player1 can't draw border 2 anywhere and leaves the game." in text_of(last)
    assert last.mention_user_ids == [evening.people[2].id]


async def test_the_history_has_a_page_for_each_draw(world: World) -> None:
    evening = await begin(world, 3, seed=2)
    await evening.play_out(12)
    _, lines = await evening.history()
    state = await evening.position()
    drawn = [
        SPEAK(
            "noerdlingen.caption.drawn", round=border.round, name=f"player{border.seat}", number=border.number
        )
        for border in state.borders
        if not border.bonus
    ]
    assert lines == [SPEAK("noerdlingen.caption.begin"), *drawn]
    assert len(drawn) == 3


async def test_everything_is_told_in_words(world: World) -> None:
    evening = await begin(world, 3, seed=2)
    await evening.play_out(8)
    answer = await evening.people[0].slash(world.channel, "table text")
    said = text_of(answer.response)  # type: ignore[arg-type]
    assert SPEAK("noerdlingen.text.borders") in said
    assert SPEAK("noerdlingen.text.your_ways", ways="#").partition("#")[0] in said
    stranger = text_of((await world.person("Zoe").slash(world.channel, "table text")).response)  # type: ignore[arg-type]
    assert stranger.strip() in said, "everybody knows everything but what only concerns the own seat"


async def test_the_secret_of_the_start_is_told_when_the_game_is_over_and_not_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, last_round(3), seed=7)
    evening.sense = 1.0
    await evening.play_out(4)
    secret = bytes([7] * 32).hex()
    assert secret not in str(world.env.backend.transcript)
    await evening.play_out()
    told = await evening.people[0].slash(world.channel, "table verify")
    assert secret in text_of(told.response)  # type: ignore[arg-type]


# Trouble --------------------------------------------------------------------------------------------


async def test_a_turn_goes_on_after_a_restart_in_the_panel_that_was_open(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, example_6())
    actor = evening.people[0]
    panel = await evening.open_panel(actor)
    for move in (Draw((3, 5), "ULD"), None, "bonus/2.5", Bonus((2, 5), "L"), None):
        before, posts = await evening.position(), [text_of(post) for post in world.boards()]
        await world.restart()
        await world.env.settle()
        assert await evening.position() == before
        assert [text_of(post) for post in world.boards()] == posts
        panel = await (evening.pick(actor, panel, move) if move else evening.confirm(actor, panel))
        await world.env.advance_time(5)
    assert (await evening.position()).soldiers[0] == ((3, 5), (2, 5), (1, 5))


async def test_every_control_of_earlier_turns_is_answered_and_changes_nothing(world: World) -> None:
    evening = await begin(world, 3, seed=4)
    assert await evening.press_outdated(turns=7) > 10


async def test_the_turns_of_somebody_who_left_are_made_and_told(world: World) -> None:
    evening = await begin(world, 3, seed=1)
    seat = (await evening.position()).active
    gone = evening.people[seat]
    await world.leave(gone)
    state = await evening.position()
    assert state.active != seat
    assert len(state.soldiers[seat]) == 1
    assert f"{gone.name} places a soldier on" in text_of(evening.board())


async def test_closed_direct_messages_are_no_hindrance(world: World) -> None:
    evening = await begin(world, 3, seed=5)
    for actor in evening.people:
        world.close_messages(actor)
    await evening.play_out(5)
    assert len(world.boards()) == 6
    assert not any(SPEAK("kit.dispatcher.dm_closed", who="") in text_of(post) for post in world.boards())


async def test_two_presses_in_the_same_instant_make_one_move(world: World) -> None:
    evening = await begin(world, 3, seed=6)
    await evening.play_out(3)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    (menu,) = controls(panel, "noerdlingen.menu")
    presses = [world.prepared(actor, panel, menu["custom_id"], [f"!choose/{number}"]) for number in (2, 3)]
    with Wire() as wire:
        answers = await world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert len([number for number in state.table[-1] if number]) == 1
    assert wire.told(SPEAK("refusal.stale")) == 1
