"""The game itself: the start, the moves, the board once more, the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.games import registry
from bot.games.contract import Move, Refusal, Seat
from bot.store.errors import RepeatedError
from bot.store.records import NoticeKind
from bot.store.repositories import Repositories
from bot.tables.audit import Act, note
from bot.tables.commitment import chance_of, started
from bot.tables.lobby import closed
from bot.tables.model import Acted, Person, Status, Table
from bot.tables.move_runner import Run, run_from
from bot.tables.standing import Standing, refuse_unless_playing
from bot.tables.timers import LOBBY
from bot.tables.units import Units, changes_active, changes_table


class Play:
    """Starts games, makes the moves of people, and ends games before their time."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @changes_table
    async def start(self, tx: Repositories, table: int, person: Person, *, key: str) -> Acted:
        """Starts a game. Refusals: no_table, not_lobby, not_host, too_few {seats}, and the game's own."""
        standing = await self.units.standings.at(tx, table)
        if (known := await tx.keys.get(key)) is not None:
            return await self.units.repeated(tx, known)
        standing.refuse_unless_lobby()
        standing.refuse_unless_host(person.id)
        standing, run = _begun(standing, self.units.now(), key)
        await tx.timers.drop(table, LOBBY)
        return await self.units.write_moves(tx, standing, run, key, opening=True)

    async def act(
        self, table: int, user: int, move: Move, *, turn: int, key: str, changeable: bool = False
    ) -> Acted:
        """One move of a person; `turn` is what the button carries. The seat's same move in the same turn is
        answered as repeated; with `changeable` only a choice that can still be changed is made. Refusals:
        no_table, not_seated, over, not_playing, paused, stale, final, and the game's own."""

        async def played(tx: Repositories) -> Acted:
            standing = await self.units.standings.at(tx, table)
            seat = standing.seat_of(user)
            game = registry.game(standing.row.game, standing.row.rules)
            newest = await tx.log.newest_of(table, seat.seat)
            if newest is not None and newest.turn == turn and newest.move == game.encode_move(move):
                known = await tx.keys.get(key)
                version = standing.row.version if known is None else known.version
                return Acted(await self.units.history.moment(tx, standing, version), repeated=True)
            refuse_unless_playing(standing)
            run = await self.units.run(tx, standing)
            if run.turn != turn:
                raise Refusal("stale")
            run.play(Seat(seat.seat), move)
            run.go_on()
            if changeable and run.final:
                raise Refusal("final")
            return await self.units.write_moves(tx, standing, run, key)

        async def again(tx: Repositories) -> Acted | None:
            known = await tx.keys.get(key)
            return None if known is None else await self.units.repeated(tx, known)

        try:
            return await self.units.change_table(table, played)
        except (Refusal, RepeatedError):  # a repeated delivery is rare: only here its key is looked for
            answer = await self.units.store.read(again)
            if answer is None:
                raise
            return answer

    @changes_active
    async def repeat(self, tx: Repositories, standing: Standing, *, key: str) -> Table:
        """Lets the board be posted once more, calling nobody. Refusals: no_table, over, not_playing."""
        if standing.row.status is not Status.PLAYING:
            raise Refusal("not_playing")
        return await self.units.update(tx, standing, key, NoticeKind.REPEAT)

    @changes_active
    async def end(
        self, tx: Repositories, standing: Standing, person: Person, *, moderator: bool, key: str
    ) -> Table:
        """Ends a table without result. Refusals: no_table, over, not_host."""
        row = standing.row
        if not moderator:
            standing.refuse_unless_host(person.id)
        if row.host != person.id:
            await note(tx, Act.ENDED, self.units.now(), guild=row.guild, actor=person.id, table=row.id)
        if standing.row.status is Status.LOBBY:
            return await self.units.write_lobby(tx, closed(standing), key)
        return await self.units.abandon(tx, standing, key)


def _begun(standing: Standing, now: datetime, key: str) -> tuple[Standing, Run]:
    game = registry.game(standing.row.game)
    fewest, _ = game.info.seats
    if len(standing.seats) < fewest:
        raise Refusal("too_few", seats=fewest)
    day = now.astimezone().date().isoformat()  # where the bot is at home
    options = game.opened(game.decode_options(standing.row.options), day)
    row = replace(standing.row, options=game.encode_options(options), rules=game.rules_version)
    row = started(row, standing.seats, key)
    state = game.setup(options, len(standing.seats), chance_of(row))
    standing = replace(standing, row=row)
    return standing, run_from(standing, state, now)
