"""What a finished game was for those who played it: bests by variant, first times, streaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from bot.store.records import Finish

ENOUGH = 3
"""Earlier games with the same options from which on a best is worth a word; victories in a row."""
Kind = Literal["server_best", "best", "first_game", "first_win", "streak"]


@dataclass(frozen=True, slots=True)
class Feat:
    """One line of what was special for somebody: `feat.<kind>`, with its number."""

    seat: int
    kind: Kind
    n: int = 0


def feats(games: Sequence[tuple[Finish, ...]], table: int) -> tuple[Feat, ...]:
    """What was special in the game of a table, at most one line for each person and the rarest first; from
    all games of its kind on the server, in order of time. Computers reach nothing."""
    at = next((index for index, ended in enumerate(games) if ended[0].result.table == table), None)
    if at is None:
        return ()
    ended, before = games[at], games[:at]
    found = [_feat(row, ended, before) for row in ended if row.user is not None]
    order = ("server_best", "streak", "best", "first_win", "first_game")
    return tuple(sorted([feat for feat in found if feat], key=lambda feat: order.index(feat.kind)))


def _feat(row: Finish, ended: tuple[Finish, ...], before: Sequence[tuple[Finish, ...]]) -> Feat | None:
    own = [(one, game) for game in before for one in game if one.user == row.user]
    seat, won = row.result.seat, len(ended) > 1 and row.result.place == 1
    if not own:
        return Feat(seat, "first_game")
    alike = [game for game in before if len(game) == len(ended) and game[0].options == row.options]
    mine = [one for game in alike for one in game if one.user == row.user]
    everybody = [one for game in alike for one in game if one.user is not None]
    if len(alike) >= ENOUGH and _better(row, everybody):
        return Feat(seat, "server_best", row.result.points)
    several = [one for one, game in reversed(own) if len(game) > 1]
    row_of_wins = won + len(list(takewhile(lambda one: one.result.place == 1, several)))
    if won and row_of_wins >= ENOUGH:
        return Feat(seat, "streak", row_of_wins)
    if len(mine) >= ENOUGH and _better(row, mine):
        return Feat(seat, "best", row.result.points)
    if won and several and not any(one.result.place == 1 for one in several):
        return Feat(seat, "first_win")
    return None


def _better(row: Finish, others: Sequence[Finish]) -> bool:
    sign = -1 if row.result.lowest_wins else 1
    return all(sign * row.result.points > sign * one.result.points for one in others)
