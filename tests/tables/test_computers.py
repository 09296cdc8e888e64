"""Computers at the table and the hints they give: what they know, and what they decide."""

import random
from datetime import UTC, datetime

import msgspec
import pytest
from table_world import CHANNEL, World, nimmt, person, refuses

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
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


async def test_what_is_impossible_is_refused_and_changes_nothing(world: World) -> None:
    table = await add(world, await world.lobby(2))
    full = await world.lobby(1, channel=77)
    for _ in range(9):
        full = await add(world, full)
    remove = world.tables.computers.remove_computer
    with world.unchanged():
        for code, attempt in (
            ("not_host", add(world, table, host=2)),
            ("no_such_level", add(world, table, "perfect")),
            ("no_such_level", add(world, table, ABSENT)),
            ("not_host", remove(table.id, person(2), Seat(2), key=world.key())),
            ("no_such_computer", remove(table.id, person(1), Seat(1), key=world.key())),
            ("no_such_computer", remove(table.id, person(1), Seat(7), key=world.key())),
            ("full", world.join(full.id, 2)),
        ):
            await refuses(code, attempt)
        await refuses("full", add(world, full), seats=10)
    await world.start(table.id)
    await refuses("not_lobby", add(world, table))
    await refuses("not_lobby", remove(table.id, person(1), Seat(2), key=world.key()))


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


async def test_a_decision_is_made_once_for_its_turn_and_for_computers_alone(world: World) -> None:
    moment, rng = await begun(world, 2), random.Random(1)
    riddle, other = await world.riddles()
    await decide(world, riddle, 1, rng)
    assert [left.seat for left in await world.riddles()] == [other.seat]
    await refuses("stale", decide(world, riddle, 1, rng))
    await decide(world, other, 1, rng)
    await world.choose(moment, 0)
    with world.unchanged():
        await refuses("stale", decide(world, riddle, 1, rng))
        for seat in (0, 3, -1):
            await refuses("no_such_computer", world.tables.computers.play_for(1, Seat(seat), None, turn=0))


async def test_without_a_move_the_default_of_the_rules_is_played(world: World) -> None:
    await begun(world, 1)
    acted = await world.tables.computers.play_for(1, Seat(1), None, turn=0)
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


async def test_where_only_computers_are_left_lobbies_close_and_games_are_abandoned(world: World) -> None:
    lobby = await add(world, await world.lobby(2, channel=77))
    lobby = await world.leave(lobby.id, 1)
    assert (lobby.host, lobby.status) == (2, Status.LOBBY)
    assert (await world.leave(lobby.id, 2)).status is Status.ABANDONED
    table = (await begun(world)).table.id
    await refuses("seat_taken", world.take_seat(table, 8, 1))
    assert (await world.leave(table, 1)).status is Status.ABANDONED
    assert await world.riddles(table) == ()
    await refuses("over", world.tables.computers.play_for(table, Seat(1), None, turn=0))


async def test_a_level_that_a_game_no_longer_has_plays_by_default(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await add(world, await world.lobby(1))
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", {})
    moment = await world.start(table.id)
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert await world.riddles(table.id) == ()


NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def hinted(world: World, people: int = 3, channel: int = CHANNEL, **options: object) -> Moment:
    """A game with hints that has just hinted."""
    chosen = msgspec.convert({"format": "rounds", "rounds": 1, **options}, NimmtOptions)
    table = await world.lobby(people, chosen, channel)
    await world.tables.lobby.arrange(table.id, person(1), TableSettings(hints=True), key=world.key())
    return await world.start(table.id)


async def test_a_hint_is_asked_for_with_ones_own_view_and_moves_and_changes_nothing(world: World) -> None:
    moment = await hinted(world)
    with world.unchanged():
        riddle = await world.tables.computers.hint(1, 2)
    state = nimmt(moment)
    assert (riddle.game, riddle.seat, riddle.level, riddle.turn) == ("six_nimmt", 1, "hard", 0)
    assert msgspec.json.decode(riddle.view, type=NimmtView) == GAME.view(state, Seat(1))
    assert [GAME.decode_move(move) for move in riddle.legal] == list(GAME.legal(state, Seat(1)))


async def test_only_who_sits_here_and_has_to_decide_may_ask_where_the_host_allows_it(world: World) -> None:
    """Not before nor after the game; in the draft and in open only who is on turn."""
    hint = world.tables.computers.hint
    lobby = (await world.lobby(2)).id
    await world.tables.lobby.arrange(lobby, person(1), TableSettings(hints=True), key=world.key())
    await refuses("not_playing", hint(lobby, 1))
    moment = await world.start(lobby)
    await refuses("not_seated", hint(lobby, 8))
    moment = await world.choose(moment, 0)
    await refuses("not_asked", hint(lobby, 1))
    await world.play_out(moment, random.Random(1))
    await refuses("over", hint(lobby, 1))
    await refuses("no_hints", hint((await world.game()).table.id, 1))
    moment = await hinted(world, deal="logic", channel=77)
    (seat,) = GAME.decisions(nimmt(moment))
    number = moment.table.id
    assert (await hint(number, seat + 1)).seat == seat
    await refuses("not_asked", hint(number, (seat + 1) % 3 + 1))


@pytest.mark.parametrize("levels", [[], ["easy", "normal"]])
async def test_a_game_without_a_strong_computer_has_no_hints(
    world: World, monkeypatch: pytest.MonkeyPatch, levels: list[str]
) -> None:
    moment = await hinted(world)
    some = {level: GAME.opponents[level] for level in levels}
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", some)
    await refuses("no_adviser", world.tables.computers.hint(moment.table.id, 1))


@pytest.mark.parametrize("seed", range(6))
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
