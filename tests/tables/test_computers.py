"""Computers at the table and the hints they give: what they know, and what they decide."""

import msgspec
import pytest
from table_world import USUAL, World, nimmt, person

from bot.games import registry
from bot.games.contract import CHARACTERS, Seat
from bot.games.noria.game import GAME as NORIA
from bot.games.noria.moves import NoriaOptions
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.view import NimmtView
from bot.store.records import SeatRow
from bot.tables.computers import character_of
from bot.tables.model import ABSENT, Moment, Riddle, Status, Table, TableSettings

HINTS = TableSettings(hints=True)


async def decide(world: World, riddle: Riddle) -> Moment:
    """The moment after a computer has made its first legal move."""
    move = GAME.decode_move(riddle.legal[0])
    return (await world.play_for(1, riddle.seat, move, turn=riddle.turn)).moment


def sitting(table: Table) -> list[tuple[int | None, str, str | None]]:
    return [(sitter.user, sitter.name, sitter.computer) for sitter in table.sitters]


async def test_a_computer_takes_the_next_seat_by_a_name_that_says_what_it_is(world: World) -> None:
    await world.lobby(2, computers=1)
    table = await world.add_computer(1, 1, "hard")
    assert sitting(table)[2:] == [(None, "easy 1", "easy"), (None, "hard 2", "hard")]
    table = await world.remove_computer(1, 1, Seat(2))
    assert sitting(table)[2:] == [(None, "hard 2", "hard")]
    assert [sitter.seat for sitter in table.sitters] == [0, 1, 2]
    assert sitting(await world.add_computer(1, 1, "expert"))[3:] == [(None, "expert 1", "expert")]


async def test_what_is_impossible_is_refused(world: World) -> None:
    await world.lobby(2, computers=1)
    full = (await world.lobby(1, computers=9, channel=77)).id
    for code, attempt in (
        ("not_host", world.add_computer(1, 2)),
        ("no_such_level", world.add_computer(1, 1, "perfect")),
        ("no_such_level", world.add_computer(1, 1, ABSENT)),
        ("not_host", world.remove_computer(1, 2, Seat(2))),
        ("no_such_computer", world.remove_computer(1, 1, Seat(1))),
        ("no_such_computer", world.remove_computer(1, 1, Seat(7))),
        ("full", world.join(full, 2)),
    ):
        await world.refuses(code, attempt)
    await world.refuses("full", world.add_computer(full), seats=10)
    await world.start()
    await world.refuses("not_lobby", world.add_computer(), world.remove_computer(1, 1, Seat(2)))


async def test_a_riddle_is_what_the_seat_may_know_and_do(world: World) -> None:
    """So is a hint, of which nothing is kept."""
    state = nimmt(await hinted(world, computers=2))
    riddles = await world.riddles()
    with world.unchanged():
        hint = await world.hint(1, 1)
    told = [(riddle.game, riddle.seat, riddle.level, riddle.turn) for riddle in (hint, *riddles)]
    assert told == [("six_nimmt", 0, "hard", 0), ("six_nimmt", 3, "easy", 0), ("six_nimmt", 4, "easy", 0)]
    for riddle in (hint, *riddles):
        view = msgspec.json.decode(riddle.view, type=NimmtView)
        assert view == GAME.view(state, riddle.seat)
        assert [GAME.decode_move(move) for move in riddle.legal] == GAME.legal(state, riddle.seat)
        assert "view" not in repr(riddle)
        assert "legal" not in repr(riddle)
        others = {card for seat, hand in enumerate(state.hands) if seat != riddle.seat for card in hand}
        assert not others & set(view.hand)


async def test_a_decision_is_made_once_for_its_turn_and_for_computers_alone(world: World) -> None:
    moment = await world.game(1, computers=2)
    riddle, other = await world.riddles()
    await decide(world, riddle)
    assert [left.seat for left in await world.riddles()] == [other.seat]
    await world.refuses("stale", decide(world, riddle))
    await decide(world, other)
    await world.choose(moment, 0)
    await world.refuses("stale", decide(world, riddle))
    nobody = (world.play_for(1, Seat(seat), None, turn=0) for seat in (0, 3, -1))
    await world.refuses("no_such_computer", *nobody)


async def test_without_a_move_the_default_of_the_rules_is_played(world: World) -> None:
    await world.game(1, computers=1)
    acted = await world.play_for(1, Seat(1), None, turn=0)
    assert (acted.moment.seat, acted.moment.automatic) == (1, True)


async def test_computers_are_told_of_after_the_commit_and_found_after_a_restart(world: World) -> None:
    await world.game(1, computers=1)
    assert world.kicked == [1]
    (before,) = await world.riddles()
    await world.restart()
    assert await world.thinking() == (1,)
    assert await world.riddles() == (before,)


async def test_tables_of_people_are_not_told_of(world: World) -> None:
    await world.play_out(await world.game(2), 1)
    assert (world.kicked, await world.thinking()) == ([], ())


async def test_a_rematch_keeps_the_computers(world: World) -> None:
    await world.game(2, computers=2)
    await world.leave(1, 1)
    await world.end(1, 2)
    table = await world.rematch(1, 2)
    assert sitting(table) == [(2, "Person 2", None), (None, "easy 1", "easy"), (None, "easy 2", "easy")]


async def test_a_character_belongs_to_a_name_and_holds_for_game_and_rematch(world: World) -> None:
    """Computers of older tables have one by their seat; hints have none."""
    await world.lobby(1, computers=1)
    await world.remove_computer(1, 1, Seat(1))
    for level in ("easy", "hard", "hard"):
        table = await world.add_computer(1, 1, level)
    characters = list(CHARACTERS[:3])
    assert [sitter.character for sitter in table.sitters] == ["", *characters]
    await world.start()
    assert [riddle.character for riddle in await world.riddles()] == characters
    assert (await world.hint(1, 1)).character == ""
    await world.end(1, 1)
    again = await world.rematch(1, 1)
    assert [sitter.character for sitter in again.sitters] == ["", *characters]
    assert [character_of(SeatRow(seat, None, "Pip", "easy")) for seat in (1, 4)] == ["thrifty", "daring"]


async def test_where_only_computers_are_left_lobbies_close_and_games_are_abandoned(world: World) -> None:
    await world.lobby(2, computers=1)
    lobby = await world.leave(1, 1)
    assert (lobby.host, lobby.status) == (2, Status.LOBBY)
    assert (await world.leave(1, 2)).status is Status.ABANDONED
    table = (await world.game(1, computers=2)).table.id
    await world.refuses("seat_taken", world.take_seat(table, 8, 1))
    assert (await world.leave(table, 1)).status is Status.ABANDONED
    assert await world.riddles(table) == ()
    await world.refuses("over", world.play_for(table, Seat(1), None, turn=0))


async def test_a_level_that_is_gone_plays_by_default(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.lobby(1, computers=1)
    monkeypatch.setattr(type(GAME), "opponents", {})
    moment = await world.start()
    assert (moment.version, moment.seat, moment.automatic) == (1, 1, True)
    assert await world.riddles() == ()


# Hints ----------------------------------------------------------------------------------------------


async def hinted(world: World, deal: str = "base", **more: int) -> Moment:
    """A game of three with hints that has just begun."""
    options = msgspec.convert({"format": "rounds", "rounds": 1, "deal": deal}, NimmtOptions)
    table = (await world.lobby(3, options, **more)).id
    await world.arrange(table, 1, HINTS)
    return await world.start(table)


async def test_only_who_sits_here_and_has_to_decide_may_ask_where_the_host_allows_it(world: World) -> None:
    """Not before nor after the game; in the draft and in open only who is on turn."""
    await world.lobby(2)
    await world.arrange(1, 1, HINTS)
    await world.refuses("not_playing", world.hint(1, 1))
    moment = await world.start()
    await world.refuses("not_seated", world.hint(1, 8))
    moment = await world.choose(moment, 0)
    await world.refuses("not_your_turn", world.hint(1, 1), names=("Person 2",))
    await world.play_out(moment, 1)
    await world.refuses("over", world.hint(1, 1))
    await world.refuses("no_hints", world.hint((await world.game()).table.id, 1))
    moment = await hinted(world, "logic", channel=77)
    (seat,) = GAME.decisions(nimmt(moment))
    assert (await world.hint(moment.table.id, seat + 1)).seat == seat
    await world.refuses("not_your_turn", world.hint(moment.table.id, (seat + 1) % 3 + 1))


async def test_who_plays_alone_may_ask_without_the_hosts_leave_but_not_while_a_seat_is_held(
    world: World,
) -> None:
    await world.game(1, computers=2)
    assert (await world.hint(1, 1)).seat == 0
    await world.game(2, computers=1, channel=77)
    await world.refuses("no_hints", world.hint(2, 1))
    await world.leave(2, 2)
    await world.refuses("no_hints", world.hint(2, 1))


@pytest.mark.parametrize("levels", [[], ["easy", "normal"]])
async def test_a_game_without_a_strong_computer_has_no_hints(
    world: World, monkeypatch: pytest.MonkeyPatch, levels: list[str]
) -> None:
    await hinted(world)
    some = {level: GAME.opponents[level] for level in levels}
    monkeypatch.setattr(type(registry.game("six_nimmt")), "opponents", some)
    await world.refuses("no_adviser", world.hint(1, 1))


# The coach ------------------------------------------------------------------------------------------


async def coached(world: World, table: int = 1) -> list[bool | None]:
    """What people have said about a coach, by seat."""
    return [seat.coached for seat in (await world.table(table)).sitters]


async def test_a_coach_is_asked_what_a_hint_would_be(world: World) -> None:
    """With the view of the seat and no more; not before its person wants one, nor for who decides nothing."""
    moment = await hinted(world)
    assert await world.coaching(1, Seat(0)) is None
    await world.want_coach(1, 1, coached=True)
    assert await world.coaching(1, Seat(0)) == await world.hint(1, 1)
    assert await world.coaching(1, Seat(1)) is None
    moment = await world.choose(moment, 0)
    assert await world.coaching(1, Seat(0)) is None
    await world.refuses("not_seated", world.want_coach(1, 8, coached=True))
    await world.play_out(moment, 1)
    assert await world.coaching(1, Seat(0)) is None
    await world.refuses("over", world.want_coach(1, 1, coached=False))


async def test_with_others_a_coach_is_silent_without_the_hosts_leave(world: World) -> None:
    await world.game(2)
    await world.want_coach(1, 1, coached=True)
    assert await world.coaching(1, Seat(0)) is None


async def test_a_coached_game_has_gentle_computers_and_a_rematch_goes_on_with_the_coach(world: World) -> None:
    table = (await world.lobby(1)).id
    start = world.tables.play.start
    named = USUAL["naming"]
    moment = (await start(table, person(1), naming=named, coached=True, key=world.key())).moment
    assert await coached(world) == [True, None, None, None]
    assert {sitter.computer for sitter in moment.table.sitters} == {None, "easy"}
    assert await world.coaching(1, Seat(0)) is not None
    await world.end(1, 1)
    again = await world.rematch(1, 1)
    assert await coached(world, again.id) == [True, None, None, None]


async def test_who_leaves_takes_the_coach_along(world: World) -> None:
    await world.game(2)
    await world.want_coach(1, 2, coached=True)
    await world.leave(1, 2)
    assert await coached(world) == [None, None]
    await world.take_seat(1, 3, 1)
    assert await coached(world) == [None, None]


async def test_in_a_first_game_everybody_has_a_coach_who_has_not_turned_it_off(world: World) -> None:
    """Whoever takes a seat, too, and without hints."""
    lobby = await world.lobby(2, NoriaOptions(setup="first"), game="noria", hold=24)
    moment = await world.start(lobby.id)
    (seat,) = NORIA.decisions(moment.state)  # type: ignore[arg-type]
    user = moment.table.sitters[seat].user
    assert user is not None
    riddle = await world.coaching(1, seat)
    assert riddle is not None
    assert riddle.seat == seat
    await world.refuses("no_hints", world.hint(1, user))
    await world.want_coach(1, user, coached=False)
    assert await world.coaching(1, seat) is None
    await world.leave(1, user)
    await world.take_seat(1, 7, seat)
    assert await world.coaching(1, seat) == riddle
