"""Computers at the table and the hints they give: what they know, and what they decide."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import msgspec
import pytest
from table_world import World, person, refuses

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView
from bot.tables.computers import riddle_of
from bot.tables.model import ABSENT, Acted, Moment, Riddle, Status, Table, TableSettings
from bot.tables.move_runner import Run
from bot.verify import verify
from tests.games.samples import walk
from tests.games.six_nimmt.sample import SAMPLE


async def add(world: World, table: Table, level: str = "easy", host: int = 1) -> Table:
    return await world.computer(table.id, level, by=host)


async def begun(world: World, computers: int = 2, people: int = 1) -> Moment:
    """A game that people have just started with computers."""
    table = await world.lobby(people)
    for _ in range(computers):
        table = await add(world, table)
    return await world.start(table.id)


async def decide(world: World, riddle: Riddle, table: int, rng: random.Random) -> Acted:
    """The move of a computer that chooses at random."""
    move = GAME.decode_move(rng.choice(riddle.legal))
    return await world.tables.computers.play_for(table, riddle.seat, move, turn=riddle.turn)


def sitting(table: Table) -> list[tuple[int | None, str, str | None]]:
    return [(sitter.user, sitter.name, sitter.computer) for sitter in table.sitters]


async def test_a_computer_takes_the_next_seat_by_a_name_that_says_what_it_is(world: World) -> None:
    table = await add(world, await add(world, await world.lobby(2)), "hard")
    assert sitting(table)[2:] == [(None, "easy 1", "easy"), (None, "hard 2", "hard")]
    table = await world.tables.computers.remove_computer(table.id, person(1), Seat(2), key=world.key())
    assert sitting(table)[2:] == [(None, "hard 2", "hard")]
    assert [sitter.seat for sitter in table.sitters] == [0, 1, 2]
    assert sitting(await add(world, table, "expert"))[3:] == [(None, "expert 1", "expert")]


async def test_what_is_impossible_in_the_lobby_is_refused_and_changes_nothing(world: World) -> None:
    table = await add(world, await world.lobby(2))
    before = world.dump()
    for level, host, code in [
        ("easy", 2, "not_host"),
        ("perfect", 1, "no_such_level"),
        (ABSENT, 1, "no_such_level"),
    ]:
        with pytest.raises(Refusal) as refused:
            await add(world, table, level, host)
        assert refused.value.code == code
    for seat, host, code in [(2, 2, "not_host"), (1, 1, "no_such_computer"), (7, 1, "no_such_computer")]:
        with pytest.raises(Refusal) as refused:
            await world.tables.computers.remove_computer(table.id, person(host), Seat(seat), key=world.key())
        assert refused.value.code == code
    assert world.dump() == before


async def test_a_full_table_has_no_seat_for_a_computer(world: World) -> None:
    table = await world.lobby(1)
    for _ in range(9):
        table = await add(world, table)
    with pytest.raises(Refusal) as refused:
        await add(world, table)
    assert (refused.value.code, refused.value.data) == ("full", {"seats": 10})
    await refuses("full", world.join(table.id, 2))


async def test_a_game_under_way_gets_and_loses_no_computer(world: World) -> None:
    moment = await begun(world)
    await refuses("not_lobby", add(world, moment.table))
    with pytest.raises(Refusal, match="not_lobby"):
        await world.tables.computers.remove_computer(moment.table.id, person(1), Seat(1), key=world.key())


async def test_the_same_press_delivered_twice_adds_one_computer(world: World) -> None:
    table = await world.lobby(1)
    for _ in range(2):
        table = await world.computer(table.id, key="once")
    assert len(table.sitters) == 2


async def test_one_person_starts_with_computers_and_plays_to_the_end(world: World) -> None:
    moment, rng = await begun(world, 3), random.Random(4)
    while moment.table.status is Status.PLAYING:
        riddles = await world.riddles(moment.table.id)
        if riddles:
            moment = (await decide(world, riddles[0], moment.table.id, rng)).moment
        else:
            move = rng.choice(list(GAME.legal(moment.state, Seat(0))))  # type: ignore[arg-type]
            moment = (await world.act(moment, Seat(0), move)).moment
    assert verify(await world.transcript(moment.table.id)).code == "ok"
    for version in range(1, moment.version + 1):
        made = await world.at(moment.table.id, version)
        assert made.automatic or made.seat == 0


async def test_a_riddle_is_what_the_seat_may_know_and_do(world: World) -> None:
    moment = await begun(world, 2)
    state = moment.state
    assert isinstance(state, NimmtState)
    riddles = await world.riddles(moment.table.id)
    assert [(riddle.seat, riddle.level) for riddle in riddles] == [(1, "easy"), (2, "easy")]
    for riddle in riddles:
        view = msgspec.json.decode(riddle.view, type=NimmtView)
        assert view == GAME.view(state, riddle.seat)
        assert [GAME.decode_move(move) for move in riddle.legal] == GAME.legal(state, riddle.seat)
        assert "view" not in repr(riddle)
        assert "legal" not in repr(riddle)
        others = {card for seat, hand in enumerate(state.hands) if seat != riddle.seat for card in hand}
        assert not others & set(view.hand)


async def test_a_move_that_was_thought_out_for_an_earlier_turn_is_refused(world: World) -> None:
    moment, rng = await begun(world, 1), random.Random(1)
    (riddle,) = await world.riddles(moment.table.id)
    await decide(world, riddle, moment.table.id, rng)
    hand = moment.state.hands[0]  # type: ignore[attr-defined]
    moment = (await world.act(moment, Seat(0), Choose(hand[-1]))).moment
    before = world.dump()
    await refuses("stale", decide(world, riddle, moment.table.id, rng))
    assert world.dump() == before


async def test_a_decision_is_made_once(world: World) -> None:
    moment, rng = await begun(world, 2), random.Random(1)
    riddle, other = await world.riddles(moment.table.id)
    await decide(world, riddle, moment.table.id, rng)
    assert [left.seat for left in await world.riddles(moment.table.id)] == [other.seat]
    await refuses("stale", decide(world, riddle, moment.table.id, rng))


async def test_nobody_can_be_played_for_but_a_computer(world: World) -> None:
    moment = await begun(world)
    for seat in (0, 3, -1):
        with pytest.raises(Refusal, match="no_such_computer"):
            await world.tables.computers.play_for(moment.table.id, Seat(seat), None, turn=0)
    assert (await world.now(moment.table.id)).version == 0


async def test_without_a_move_the_default_of_the_rules_is_played(world: World) -> None:
    moment = await begun(world, 1)
    acted = await world.tables.computers.play_for(moment.table.id, Seat(1), None, turn=0)
    assert (acted.moment.seat, acted.moment.automatic) == (1, True)


async def test_computers_are_told_of_after_the_commit_and_found_after_a_restart(world: World) -> None:
    told: list[int] = []
    world.tables.signals.on_thinking = told.append
    moment = await begun(world, 1)
    assert told == [moment.table.id]
    (before,) = await world.riddles(moment.table.id)
    await world.restart()
    assert await world.tables.computers.thinking() == (moment.table.id,)
    assert await world.riddles(moment.table.id) == (before,)


async def test_tables_of_people_are_not_told_of(world: World) -> None:
    told: list[int] = []
    world.tables.signals.on_thinking = told.append
    moment = await world.game(2)
    await world.play_out(moment, random.Random(1))
    assert (told, await world.tables.computers.thinking()) == ([], ())


async def test_a_rematch_keeps_the_computers(world: World) -> None:
    moment = await begun(world, 2, people=2)
    await world.leave(moment.table.id, 1)
    await world.end(moment.table.id, 2)
    table = await world.rematch(moment.table.id, 2)
    assert sitting(table) == [(2, "Person 2", None), (None, "easy 1", "easy"), (None, "easy 2", "easy")]


async def test_the_last_person_to_leave_closes_a_lobby_of_computers(world: World) -> None:
    table = await add(world, await world.lobby(2))
    table = await world.leave(table.id, 1)
    assert (table.host, table.status) == (2, Status.LOBBY)
    table = await world.leave(table.id, 2)
    assert table.status is Status.ABANDONED


async def test_a_game_that_only_computers_play_is_abandoned(world: World) -> None:
    moment = await begun(world)
    table = await world.leave(moment.table.id, 1)
    assert table.status is Status.ABANDONED
    assert await world.riddles(table.id) == ()
    await refuses("over", world.tables.computers.play_for(table.id, Seat(1), None, turn=0))


async def test_the_seat_of_a_computer_can_not_be_taken_over(world: World) -> None:
    moment = await begun(world)
    with pytest.raises(Refusal, match="seat_taken"):
        await world.take_seat(moment.table.id, 8, 1)


async def test_a_level_that_a_game_no_longer_has_plays_by_default(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await add(world, await world.lobby(1))
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", {})
    moment = await world.start(table.id)
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert await world.riddles(table.id) == ()


NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def hinted(world: World, people: int = 3, **options: object) -> Moment:
    """A game with hints that has just hinted."""
    chosen = msgspec.convert({"format": "rounds", "rounds": 1, **options}, NimmtOptions)
    table = await world.lobby(people, chosen)
    await world.tables.lobby.arrange(table.id, person(1), TableSettings(hints=True), key=world.key())
    return await world.start(table.id)


def state_of(moment: Moment) -> NimmtState:
    assert isinstance(moment.state, NimmtState)
    return moment.state


async def test_a_hint_is_asked_for_with_ones_own_view_and_moves(world: World) -> None:
    moment = await hinted(world)
    riddle = await world.tables.computers.hint(moment.table.id, 2)
    state = state_of(moment)
    assert (riddle.game, riddle.seat, riddle.level, riddle.turn) == ("six_nimmt", 1, "hard", 0)
    assert msgspec.json.decode(riddle.view, type=NimmtView) == GAME.view(state, Seat(1))
    assert [GAME.decode_move(move) for move in riddle.legal] == list(GAME.legal(state, Seat(1)))


async def test_asking_changes_nothing(world: World) -> None:
    moment = await hinted(world)
    before = world.dump()
    await world.tables.computers.hint(moment.table.id, 1)
    assert world.dump() == before


async def test_hints_are_off_unless_the_host_allows_them(world: World) -> None:
    moment = await world.game()
    await refuses("no_hints", world.tables.computers.hint(moment.table.id, 1))


async def test_only_who_sits_here_and_has_to_decide_may_ask(world: World) -> None:
    moment = await hinted(world)
    await refuses("not_seated", world.tables.computers.hint(moment.table.id, 8))
    await world.act(moment, Seat(0), Choose(state_of(moment).hands[0][0]))
    await refuses("not_asked", world.tables.computers.hint(moment.table.id, 1))


async def test_in_the_draft_and_in_open_only_who_is_on_turn_may_ask(world: World) -> None:
    moment = await hinted(world, deal="logic")
    state = state_of(moment)
    (seat,) = GAME.decisions(state)
    assert (await world.tables.computers.hint(moment.table.id, seat + 1)).seat == seat
    await refuses("not_asked", world.tables.computers.hint(moment.table.id, (seat + 1) % 3 + 1))


async def test_there_is_no_hint_before_and_after_the_game(world: World) -> None:
    lobby = await world.lobby(2)
    await world.tables.lobby.arrange(lobby.id, person(1), TableSettings(hints=True), key=world.key())
    await refuses("not_playing", world.tables.computers.hint(lobby.id, 1))
    moment = await world.start(lobby.id)
    await world.play_out(moment, random.Random(1))
    await refuses("over", world.tables.computers.hint(lobby.id, 1))


@pytest.mark.parametrize("levels", [[], ["easy", "normal"]])
async def test_a_game_without_a_strong_computer_has_no_hints(
    world: World, monkeypatch: pytest.MonkeyPatch, levels: list[str]
) -> None:
    moment = await hinted(world)
    some = {level: GAME.opponents[level] for level in levels}
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", some)
    await refuses("no_adviser", world.tables.computers.hint(moment.table.id, 1))


@pytest.mark.parametrize("seed", range(12))
def test_what_others_hold_changes_nothing_in_what_the_computer_is_told(seed: int) -> None:
    rng, walked = random.Random(seed), walk(SAMPLE, seed)
    different = 0
    for state in rng.sample(walked.states[:-1], 6):
        seat = next(iter(GAME.decisions(state)))
        twin = SAMPLE.twin(state, seat, rng)
        different += twin != state
        assert riddle_at(state, seat, walked.chance) == riddle_at(twin, seat, walked.chance)
    assert different or walked.options.deal == "logic"


def riddle_at(state: NimmtState, seat: Seat, chance: Chance) -> Riddle:
    return riddle_of(Run(GAME, chance, state, version=0, shift=0, absent=frozenset(), now=NOW), seat, "hard")
