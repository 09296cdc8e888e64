"""Taking steps back, as far as the rules of `bot.games.undo` go."""

from __future__ import annotations

from bot.games import registry
from bot.games.contract import Refusal, Seat, State
from bot.games.undo import Past, last_own, past, refuse_unless_open
from bot.store.records import LogRow
from bot.store.repositories import Repositories
from bot.tables.commitment import chance_of
from bot.tables.history import History
from bot.tables.model import Acted
from bot.tables.replay import Snapshot, way
from bot.tables.standing import Standing, refuse_unless_playing, sat_there
from bot.tables.units import Units, changes_table, reads


class Undo:
    """Takes steps back."""

    def __init__(self, units: Units) -> None:
        self.units = units

    @changes_table
    async def undo(
        self, tx: Repositories, table: int, user: int, *, turn: int | None = None, key: str
    ) -> Acted:
        """Undoes a person's own last step; `turn` is what the button carries, None for the present one; a
        second press is answered as repeated. Refusals: no_table, not_seated, over, not_playing, paused,
        stale, nothing_to_undo, not_your_step, undo_revealed, undo_change."""
        standing = await self.units.standings.at(tx, table)
        if (known := await tx.keys.get(key)) is not None:
            return await self.units.repeated(tx, known)
        seat = Seat(standing.seat_of(user).seat)
        newest = await tx.log.newest_of(table, seat)
        if newest is not None and newest.back is not None and newest.turn == turn:
            return Acted(await self.units.history.moment(tx, standing, standing.row.version), repeated=True)
        refuse_unless_playing(standing)
        run = await self.units.run(tx, standing)
        if turn not in (None, run.turn):
            raise Refusal("stale")
        run.take_back(seat, await self._before_last(tx, standing, user))
        return await self.units.write_moves(tx, standing, run, key)

    @reads
    async def may_undo(self, tx: Repositories, table: int, user: int) -> bool:
        """Whether `undo` would be accepted now. Refusals: no_table."""
        standing = await self.units.standings.at(tx, table)
        try:
            refuse_unless_playing(standing)
            await self._before_last(tx, standing, user)
        except Refusal:
            return False
        return True

    async def _before_last(self, tx: Repositories, standing: Standing, user: int) -> Snapshot:
        """The version right before a person's last step, if that may be taken back."""
        seat = Seat(standing.seat_of(user).seat)
        steps: list[Past] = []
        versions: list[int] = []
        at = await self.units.history.recall(tx, standing, standing.row.version)
        while at.version > 0:
            if at.past is not None:
                steps.append(at.past)
                versions.append(at.version)
                if not at.past.forced:
                    break
            at = await self.units.history.recall(tx, standing, at.before)
        made = versions[last_own(steps, seat) - 1]
        if not sat_there(await tx.seats.former(standing.row.id), seat, made, user):
            raise Refusal("not_your_step")
        return await self.units.history.recall(tx, standing, made - 1)


async def before_agreed(tx: Repositories, history: History, standing: Standing, seat: Seat) -> Snapshot:
    """The version right before the last step that was made by the person who sits in a seat, or for them at a
    deadline, if everybody may agree to return there. Refusals: nothing_to_undo, undo_change, undo_since."""
    row = standing.row
    rows = way(await tx.log.between(row.id, 0, row.version))
    own = [at for at, made in enumerate(rows) if made.seat == seat and (made.late or not made.automatic)]
    if not own:
        raise Refusal("nothing_to_undo")
    gone = rows[own[-1] :]
    earlier = await history.recall(tx, standing, gone[0].version - 1)
    _refuse_unless_open(standing, earlier, gone, seat)
    return earlier


def _refuse_unless_open(standing: Standing, earlier: Snapshot, gone: list[LogRow], seat: Seat) -> None:
    """Replays what would be taken back, and refuses where something came to light by it."""
    game, chance = registry.game(standing.row.game, standing.row.rules), chance_of(standing.row)
    state, steps = earlier.state, list[tuple[State, Past]]()
    for row in gone:
        mover, move = Seat(row.seat), game.decode_move(row.move)
        step = game.apply(state, mover, move, chance)
        steps.append((state, past(game, state, mover, move, step, automatic=row.automatic)))
        state = step.state
    refuse_unless_open(game, steps, seat)
