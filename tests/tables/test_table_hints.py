"""Hints as the table services see them: who may ask, and what the computer is told."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import msgspec
import pytest
from table_house import House, person

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView
from bot.tables.computers import riddle_of
from bot.tables.model import Moment, Riddle, TableSettings
from bot.tables.move_runner import Run
from tests.games.samples import walk
from tests.games.six_nimmt.sample import SAMPLE

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def begun(house: House, people: int = 3, **options: object) -> Moment:
    """A game with hints that has just begun."""
    chosen = msgspec.convert({"format": "rounds", "rounds": 1, **options}, NimmtOptions)
    table = await house.lobby(people, chosen)
    await house.tables.lobby.arrange(table.id, person(1), TableSettings(hints=True), key=house.key())
    return (await house.tables.play.start(table.id, person(1), key=house.key())).moment


def state_of(moment: Moment) -> NimmtState:
    assert isinstance(moment.state, NimmtState)
    return moment.state


async def test_a_hint_is_asked_for_with_ones_own_view_and_moves(house: House) -> None:
    moment = await begun(house)
    riddle = await house.tables.computers.hint(moment.table.id, 2)
    state = state_of(moment)
    assert (riddle.game, riddle.seat, riddle.level, riddle.turn) == ("six_nimmt", 1, "hard", 0)
    assert msgspec.json.decode(riddle.view, type=NimmtView) == GAME.view(state, Seat(1))
    assert [GAME.decode_move(move) for move in riddle.legal] == list(GAME.legal(state, Seat(1)))


async def test_asking_changes_nothing(house: House) -> None:
    moment = await begun(house)
    before = house.dump()
    await house.tables.computers.hint(moment.table.id, 1)
    assert house.dump() == before


async def test_hints_are_off_unless_the_host_allows_them(house: House) -> None:
    moment = await house.game()
    with pytest.raises(Refusal, match="no_hints"):
        await house.tables.computers.hint(moment.table.id, 1)


async def test_only_who_sits_here_and_has_to_decide_may_ask(house: House) -> None:
    moment = await begun(house)
    with pytest.raises(Refusal, match="not_seated"):
        await house.tables.computers.hint(moment.table.id, 8)
    await house.act(moment, Seat(0), Choose(state_of(moment).hands[0][0]))
    with pytest.raises(Refusal, match="not_asked"):
        await house.tables.computers.hint(moment.table.id, 1)


async def test_in_the_draft_and_in_open_only_who_is_on_turn_may_ask(house: House) -> None:
    moment = await begun(house, deal="logic")
    state = state_of(moment)
    (seat,) = GAME.decisions(state)
    assert (await house.tables.computers.hint(moment.table.id, seat + 1)).seat == seat
    with pytest.raises(Refusal, match="not_asked"):
        await house.tables.computers.hint(moment.table.id, (seat + 1) % 3 + 1)


async def test_there_is_no_hint_before_and_after_the_game(house: House) -> None:
    lobby = await house.lobby(2)
    await house.tables.lobby.arrange(lobby.id, person(1), TableSettings(hints=True), key=house.key())
    with pytest.raises(Refusal, match="not_playing"):
        await house.tables.computers.hint(lobby.id, 1)
    moment = (await house.tables.play.start(lobby.id, person(1), key=house.key())).moment
    await house.play_out(moment, random.Random(1))
    with pytest.raises(Refusal, match="over"):
        await house.tables.computers.hint(lobby.id, 1)


@pytest.mark.parametrize("levels", [[], ["easy", "normal"]])
async def test_a_game_without_a_strong_computer_has_no_hints(
    house: House, monkeypatch: pytest.MonkeyPatch, levels: list[str]
) -> None:
    moment = await begun(house)
    some = {level: GAME.opponents[level] for level in levels}
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", some)
    with pytest.raises(Refusal, match="no_adviser"):
        await house.tables.computers.hint(moment.table.id, 1)


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
