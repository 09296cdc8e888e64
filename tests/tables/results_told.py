"""What the results of a finished table have to be: its ranking, read from the state it ended with."""

from __future__ import annotations

from bot.games import registry
from bot.store.records import ResultRow
from bot.tables.model import Moment


def told_by_the_ranking(moment: Moment) -> tuple[ResultRow, ...]:
    """The rows, seat by seat; none while the game goes on."""
    rules, table = registry.game(moment.table.game), moment.table
    outcome = rules.outcome(moment.state)
    if outcome is None:
        return ()
    return tuple(
        ResultRow(
            table=table.id,
            seat=sitter.seat,
            game=table.game,
            guild=table.guild,
            place=outcome.places[sitter.seat],
            points=outcome.scores[sitter.seat],
            lowest_wins=outcome.lowest_wins,
            setup=rules.setup_key(moment.state),
            at=table.updated,
        )
        for sitter in table.sitters
    )
