"""Points and places (section 10)."""

from __future__ import annotations

from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.noria.box import CHAMBERS
from bot.games.noria.state import SHARED, NoriaState, NoriaView, Seats, value


def rows(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> tuple[ScoreRow, ...]:
    """The points of these levels, chamber by chamber."""
    factors = (*levels, max(levels), min(levels))
    return tuple(
        [
            ScoreRow(chamber.lower(), factor * value(chambers, chamber))
            for chamber, factor in zip(CHAMBERS, factors, strict=True)
        ]
    )


def score(levels: tuple[int, ...], chambers: tuple[Seats, ...]) -> int:
    """The points of these levels on the four paths."""
    return sum([row.points for row in rows(levels, chambers)])


def score_of(state: NoriaState, seat: Seat) -> int:
    """A seat's points as if the game ended now."""
    return score(state.players[seat].levels, state.chambers)


def bot_score(state: NoriaState) -> int | None:
    """The bot's points as if the game ended now; None without a bot."""
    return None if state.bot is None else score(state.bot.levels, state.chambers)


def view_of(state: NoriaState) -> NoriaView:
    """What everybody sees of a table: only the islands face down are hidden."""
    return NoriaView(
        **{name: getattr(state, name) for name in SHARED},
        seats=state.seats,
        rounds=state.rounds,
        space=state.space,
        face_down=state.face_down,
        scores=tuple([score_of(state, Seat(seat)) for seat in range(state.seats)]),
        bot_score=bot_score(state),
    )


def outcome(state: NoriaState) -> Outcome | None:
    """Most points, then knowledge, then resources and goods, then shared; alone, the bot must be beaten:
    whoever has no more points than it is second."""
    if state.phase != "over":
        return None
    worth = [
        (score_of(state, Seat(seat)), player.knowledge, player.stock.total)
        for seat, player in enumerate(state.players)
    ]
    places = [1 + sum(other > mine for other in worth) for mine in worth]
    rival = bot_score(state)
    if rival is not None and worth[0][0] <= rival:
        places = [2]
    return Outcome(
        places=tuple(places),
        scores=tuple([points for points, _, _ in worth]),
        breakdown=tuple([rows(player.levels, state.chambers) for player in state.players]),
    )
