"""Computers at the table: their seats, what they have to decide, their moves, and hints from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

import msgspec

from bot.games import registry
from bot.games.contract import CHARACTERS, Move, Refusal, Seat, State
from bot.games.registry import AnyGame
from bot.store.records import Pace, SeatRow, TableRow
from bot.store.repositories import Repositories
from bot.tables.commitment import is_shared
from bot.tables.lobby import changes_lobby, free_seats, numbered, seated
from bot.tables.model import (
    ABSENT,
    Acted,
    Person,
    Riddle,
    Standing,
    Status,
    Table,
    not_your_turn,
    refuse_unless_playing,
    thinking,
)
from bot.tables.move_runner import Run
from bot.tables.policy import COMPANION, COMPANY
from bot.tables.units import Units, changes_active, changes_table, reads

Naming = Callable[[str, int], str]
"""The name of a computer by its level and its number at the table."""


@dataclass(eq=False)
class Computers:
    """Seats computers and takes their moves."""

    units: Units

    @changes_lobby
    def add_computer(
        self, lobby: Standing, person: Person, level: str, naming: Naming, *, key: str
    ) -> Standing:
        """Gives a free seat to a computer, which is called by the lowest number that none has yet. Refusals:
        no_table, not_lobby, not_host, no_such_level, full {seats}."""
        lobby.refuse_unless_host(person.id)
        game = _game_with(lobby, level)
        if free_seats(lobby) <= 0:
            raise Refusal("full", seats=len(lobby.seats))
        return _with_one_more(game, lobby, level, naming)

    @changes_lobby
    def remove_computer(self, lobby: Standing, person: Person, seat: Seat, *, key: str) -> Standing:
        """Frees the seat of a computer. Refusals: no_table, not_lobby, not_host, no_such_computer."""
        lobby.refuse_unless_host(person.id)
        gone = next((other for other in lobby.seats if other.seat == seat), None)
        if gone is None or gone.computer is None:
            raise Refusal("no_such_computer")
        return replace(lobby, seats=numbered(other for other in lobby.seats if other is not gone))

    @changes_active
    async def stand_in(
        self,
        tx: Repositories,
        standing: Standing,
        person: Person,
        seat: Seat,
        level: str,
        naming: Naming,
        *,
        key: str,
    ) -> Table:
        """Lets a computer play the seat of a person who left, as it stands; that person may come back.
        Refusals: no_table, over, not_playing, not_seated, no_such_level, seat_taken."""
        if standing.row.status is Status.LOBBY:
            raise Refusal("not_playing")
        standing.seat_of(person.id)
        empty = next((other for other in standing.seats if other.seat == seat), None)
        if empty is None or empty.computer != ABSENT:
            raise Refusal("seat_taken")
        return await self.units.reseat(tx, with_computer(standing, empty, level, naming), key)

    @reads
    async def thinking(self, tx: Repositories) -> tuple[int, ...]:
        """The tables at which computers may have something to decide."""
        return await tx.tables.with_computers(self.units.signals.shards)

    @reads
    async def riddles(self, tx: Repositories, table: int) -> tuple[Riddle, ...]:
        """What the computers of a table have to decide now, in seat order. Refusals: no_table."""
        standing = await self.units.standings.at(tx, table)
        if standing.row.status is not Status.PLAYING or standing.row.paused:
            return ()
        run = await self.units.run(tx, standing)
        people = {other.seat for other in standing.seats if other.user is not None}
        awaited = bool(people) and people.isdisjoint(run.owing)
        return tuple(
            [
                replace(riddle_of(run, seat, level), awaited=awaited, character=character_of(sitter))
                for seat, sitter in [(seat, standing.seats[seat]) for seat in run.owing]
                if (level := thinking(standing.row, sitter))
            ]
        )

    @changes_table
    async def play_for(
        self, tx: Repositories, table: int, seat: Seat, move: Move | None, *, turn: int
    ) -> Acted:
        """The move of a computer for a turn, automatic in the log; None makes the game's default move.
        Refusals: no_table, over, not_playing, paused, no_such_computer, stale, and the game's own."""
        standing = await self.units.standings.at(tx, table)
        refuse_unless_playing(standing)
        if not 0 <= seat < len(standing.seats) or standing.seats[seat].computer is None:
            raise Refusal("no_such_computer")
        run = await self.units.run(tx, standing)
        if run.turn != turn or seat not in run.owing:
            raise Refusal("stale")
        run.play(seat, run.default(seat) if move is None else move, automatic=True)
        return await self.units.write_moves(tx, standing, run, None)

    @reads
    async def hint(self, tx: Repositories, table: int, user: int) -> Riddle:
        """What this person has to decide, for a strong computer. Changes nothing. Refusals: no_table,
        not_seated, over, not_playing, paused, no_hints, no_adviser, not_your_turn {names}."""
        standing = await self.units.standings.at(tx, table)
        seat = Seat(standing.seat_of(user).seat)
        refuse_unless_playing(standing)
        if not gives_hints(standing.row.game):
            raise Refusal("no_adviser")
        if not hints_allowed(standing.row, standing.seats):
            raise Refusal("no_hints")
        run = await self.units.run(tx, standing)
        if seat not in run.owing:
            raise not_your_turn(run.owing, standing.seats)
        return riddle_of(run, seat, adviser(standing.row.game))

    @reads
    async def coaching(self, tx: Repositories, table: int, seat: Seat) -> Riddle | None:
        """What a seat has to decide, for its coach; None where it has none, or nothing to decide. Refusals:
        no_table."""
        standing = await self.units.standings.at(tx, table)
        row, seats = standing.row, standing.seats
        if row.status is not Status.PLAYING or not is_coached(row, seats, seat):
            return None
        run = await self.units.run(tx, standing)
        return riddle_of(run, seat, adviser(row.game)) if seat in run.owing else None

    @changes_active
    async def want_coach(
        self, tx: Repositories, standing: Standing, person: Person, *, coached: bool, key: str
    ) -> Table:
        """Whether a person is told at each of their decisions what is good, where the table allows it.
        Refusals: no_table, over, not_seated."""
        seat = replace(standing.seat_of(person.id), coached=coached)
        return await self.units.update(tx, seated(standing, seat), key)


def in_company(lobby: Standing, naming: Naming, level: str = COMPANION) -> Standing:
    """The lobby with as many computers as are usual company. Refusals: no_such_level."""
    game = _game_with(lobby, level)
    while len(lobby.seats) < COMPANY and free_seats(lobby) > 0:
        lobby = _with_one_more(game, lobby, level, naming)
    return lobby


def _with_one_more(game: AnyGame, lobby: Standing, level: str, naming: Naming) -> Standing:
    seat = SeatRow(len(lobby.seats), None, "", level)
    return replace(lobby, seats=(*lobby.seats, _named(seat, game, lobby, level, naming)))


def plays_alone(seats: Sequence[SeatRow]) -> bool:
    """Whether one person sits there, against computers or nobody, and no seat waits for another one."""
    people = sum(seat.user is not None or seat.computer == ABSENT for seat in seats)
    return people == 1


def with_computer(standing: Standing, empty: SeatRow, level: str, naming: Naming) -> Standing:
    """The game with a computer in the seat of a person who left. Refusals: no_such_level."""
    named = _named(empty, _game_with(standing, level), standing, level, naming)
    return seated(standing, replace(named, computer=level, pace=Pace()))


def _game_with(standing: Standing, level: str) -> AnyGame:
    """The game of a table; refuses a level that it does not have."""
    game = registry.game(standing.row.game, standing.row.rules)
    if level not in game.opponents:
        raise Refusal("no_such_level")
    return game


def character_of(sitter: SeatRow) -> str:
    """What the computer of a seat likes, nothing in that of a person who left; those of older tables have no
    name that stands for it."""
    if sitter.computer == ABSENT:
        return ""
    return sitter.character or CHARACTERS[sitter.seat % len(CHARACTERS)]


def _named(seat: SeatRow, game: AnyGame, lobby: Standing, level: str, naming: Naming) -> SeatRow:
    """A seat with a name and the character that it stands for. The number counts over all levels; no computer
    is called like anybody who sits there."""
    taken = {seat.name for seat in lobby.seats}
    free = (
        number for number in count(1) if taken.isdisjoint(naming(any_, number) for any_ in game.opponents)
    )
    number = next(free)
    character = CHARACTERS[(number - 1) % len(CHARACTERS)]
    return replace(seat, name=naming(level, number), character=character)


def riddle_of(run: Run, seat: Seat, level: str) -> Riddle:
    """What a computer of this level is told that decides for a seat."""
    return riddle(run.game, run.state, seat, level, turn=run.turn, post=run.post)


def riddle(game: AnyGame, state: State, seat: Seat, level: str, *, turn: int = 0, post: int = 0) -> Riddle:
    """The same of a state, at whatever table it stands."""
    return Riddle(
        game=game.info.key,
        seat=seat,
        level=level,
        turn=turn,
        post=post,
        view=msgspec.json.encode(game.view(state, seat)),
        legal=tuple([game.encode_move(move) for move in game.legal(state, seat)]),
        rules=game.rules_version,
    )


def hints_allowed(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether hints are given at a table: its host has allowed them, or one person plays there alone; never
    in a challenge."""
    if is_shared(row):
        return False
    return (row.settings.hints or plays_alone(seats)) and gives_hints(row.game)


def coach_allowed(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether there can be a coach at a table: where hints are given, and in every first game."""
    return hints_allowed(row, seats) or (is_first(row) and gives_hints(row.game) and not is_shared(row))


def is_coached(row: TableRow, seats: Sequence[SeatRow], seat: Seat) -> bool:
    """Whether a seat has a coach: as its person wants it, else in a first game."""
    wanted = seats[seat].coached
    return coach_allowed(row, seats) and (is_first(row) if wanted is None else wanted)


def is_first(row: TableRow) -> bool:
    """Whether the options of a table are those of a first game."""
    game = registry.game(row.game, row.rules)
    return game.is_first(game.decode_options(row.options))


def gives_hints(game: str) -> bool:
    """Whether there is a computer player of this game who can be asked."""
    return bool(adviser(game))


def adviser(game: str) -> str:
    """The level of this game's computers that is asked for hints; empty where it has none."""
    rules = registry.game(game)
    return rules.adviser if rules.adviser in rules.opponents else ""
