"""My City at an own pace on a table: restarts, undo, seats that change hands, computers, what is posted."""

import pytest
from msgspec import json
from table_world import World

from bot.games.contract import Move, Seat
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import MyCityOptions, MyCityState, Pass, RollOn
from bot.tables.model import Moment

OWN = MyCityOptions(pace="own")
ANN, BEN = Seat(0), Seat(1)
AHEAD = (Pass(), RollOn(), Pass(2), RollOn(2))
"""Ann sees the dice of round 3, nobody else has chosen in round 1."""


def city(moment: Moment) -> MyCityState:
    assert isinstance(moment.state, MyCityState)
    return moment.state


async def ahead(world: World, *moves: Move, people: int = 2, computers: int = 0) -> Moment:
    moment = await world.game(people, OWN, game="my_city", computers=computers)
    await world.deliver()
    for move in moves or AHEAD:
        moment = (await world.act(moment, ANN, move)).moment
    return moment


async def boards(world: World) -> list[int]:
    return [version for kind, _, version in await world.notices() if kind == "board"]


async def test_a_restart_keeps_what_lies_ahead(world: World) -> None:
    before = await ahead(world)
    await world.restart()
    now = await world.now()
    assert (now.state, now.events, now.turn) == (before.state, before.events, before.turn)
    for round_ in (2, 3):
        now = (await world.act(now, BEN, Pass())).moment
        assert city(now).roll == city(before).rolls[round_ - 2]
    await world.restart()
    assert (await world.now()).state == now.state
    assert (await world.at(1, before.version)).state == before.state


async def test_the_post_of_a_round_comes_when_all_are_through_it(world: World) -> None:
    moment = await ahead(world)
    assert await boards(world) == []
    moment = (await world.act(moment, BEN, Pass())).moment
    assert await boards(world) == [moment.version]
    assert [row for row in await world.milestones(1) if row > 0] == [moment.version]


@pytest.mark.parametrize("moves", [AHEAD, AHEAD[:3], AHEAD[:2]])
async def test_no_step_is_taken_back_past_dice_that_somebody_has_seen(
    world: World, moves: tuple[Move, ...]
) -> None:
    """Not Ann's, nor Ben's before them: neither alone nor by agreement."""
    moment = await world.game(3, OWN, game="my_city")
    moment = (await world.act(moment, BEN, Pass())).moment
    for move in moves:
        moment = (await world.act(moment, ANN, move)).moment
    await world.refuses("undo_change" if moves == AHEAD[:3] else "undo_revealed", world.undo(1, 1))
    await world.refuses("undo_change" if moves == AHEAD[:3] else "undo_since", world.ask_undo(1, 1))
    await world.refuses("not_your_step", world.undo(1, 2))
    await world.refuses("undo_since", world.ask_undo(1, 2))
    assert (await world.now()).state == moment.state


async def test_whoever_takes_a_seat_stands_where_it_stands(world: World) -> None:
    before = await ahead(world, people=3)
    await world.leave(1, 1)
    assert (await world.now()).state == before.state, "Ann owes nothing"
    await world.take_seat(1, 8, ANN)
    now = await world.now()
    assert [GAME.view(city(now), who).round for who in (ANN, BEN, None)] == [3, 1, 1]
    assert city((await world.act(now, ANN, Pass(3))).moment).ahead[ANN] == (Pass(), Pass())


async def test_the_seat_of_whoever_leaves_behind_catches_up(world: World) -> None:
    await ahead(world)
    await world.leave(1, 2)
    now = await world.now()
    assert (city(now).round, city(now).ahead, tuple(GAME.decisions(city(now)))) == (3, (), (ANN,))
    await world.take_seat(1, 8, BEN)
    assert GAME.view(city(await world.now()), BEN).round == 3


async def test_a_computer_is_asked_about_the_round_of_the_table(world: World) -> None:
    await ahead(world, people=1, computers=1)
    for round_ in (1, 2):
        (riddle,) = await world.riddles()
        assert json.decode(riddle.view)["round"] == round_
        legal = [GAME.decode_move(move) for move in riddle.legal]
        assert not any(isinstance(move, RollOn) for move in legal)
        await world.play_for(1, BEN, Pass(), turn=riddle.turn)
    assert await world.riddles() != (), "Ann has seen the dice of round 3, the computer has them too"
