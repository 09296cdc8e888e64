"""Standings of tables, each by the rules that its game is played by."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.store.records import Status, TableRow
from bot.store.repositories import Repositories
from bot.tables.commitment import chance_of
from bot.tables.replay import way
from bot.tables.standing import Standing


class Standings:
    """Reads tables, and remembers by which rules those are played that began with earlier ones."""

    def __init__(self) -> None:
        self._rules: dict[int, int] = {}

    async def at(self, tx: Repositories, table: int) -> Standing:
        """The table with this number. Refusals: no_table."""
        row = await tx.tables.get(table)
        if row is None:
            raise Refusal("no_table", table=table)
        return await self.of(tx, row)

    async def of(self, tx: Repositories, row: TableRow) -> Standing:
        """The table of this row with its seats."""
        seats = await tx.seats.at(row.id)
        return await self._by_its_rules(tx, Standing(row, seats, stored=seats))

    async def _by_its_rules(self, tx: Repositories, standing: Standing) -> Standing:
        """A game under way by the rules it began with, or by the newest ones if they upgrade it
        (`Game.rule_upgrades`); which of them is decided once, and written with the next change."""
        row = standing.row
        if row.status is not Status.PLAYING or row.game not in registry.keys():  # noqa: SIM118
            return standing
        newest = registry.game(row.game).rules_version
        if row.rules == newest:
            self._rules.pop(row.id, None)
            return standing
        if row.id not in self._rules:
            upgraded = await _upgrades(tx, standing)
            self._rules[row.id] = newest if upgraded else row.rules
        return replace(standing, row=replace(row, rules=self._rules[row.id]))


async def _upgrades(tx: Repositories, standing: Standing) -> bool:
    """Whether all moves so far lead by the newest rules to the state that the game's own function makes of
    the one that stands."""
    row, game = standing.row, registry.game(standing.row.game)
    upgrade, stored = game.rule_upgrades.get(row.rules), await tx.tables.state(row.id)
    if upgrade is None or stored is None:
        return False
    chance, rows = chance_of(row), way(await tx.log.between(row.id, 0, row.version))
    try:
        state = game.setup(game.decode_options(row.options), len(standing.seats), chance)
        for log in rows:
            state = game.apply(state, Seat(log.seat), game.decode_move(log.move), chance).state
        return game.encode(state) == game.encode(upgrade(game.decode(stored)))
    except (Refusal, msgspec.ValidationError):
        return False
