"""Points and places (section 10)."""

from __future__ import annotations

from bot.games.contract import ScoreRow
from bot.games.noria.box import CHAMBERS
from bot.games.noria.state import SHARED, NoriaState, NoriaView, Seats, value


def rows(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> tuple[ScoreRow, ...]:
    """The points of these levels, chamber by chamber."""
    factors = zip(CHAMBERS, (*levels, max(levels), min(levels)), strict=True)
    return tuple([ScoreRow(name.lower(), factor * value(chambers, name)) for name, factor in factors])


def score(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> int:
    """The points of these levels on the four paths."""
    return sum([row.points for row in rows(levels, chambers)])


def view_of(state: NoriaState) -> NoriaView:
    """What everybody sees of a table: only the islands face down are hidden."""
    return NoriaView(
        **{name: getattr(state, name) for name in SHARED},
        seats=state.seats,
        rounds=state.rounds,
        space=state.space,
        face_down=state.face_down,
        scores=tuple([score(player.levels, state.chambers) for player in state.players]),
        bot_score=score(state.bot.levels, state.chambers) if state.bot else None,
    )
