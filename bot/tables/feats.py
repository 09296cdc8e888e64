"""What a finished game was for those who played it: bests by variant, first times, streaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from bot.store.records import Finish

ENOUGH = 3
"""Earlier games with the same options and rules from which on a best is worth a word; victories in a row."""
FIRST_TIMES = ("first_game", "first_win")
Kind = Literal["server_best", "best", "first_game", "first_win", "longest_streak", "streak"]


@dataclass(frozen=True, slots=True)
class Feat:
    """One line of what was special for somebody: `feat.<kind>`, with its number."""

    seat: int
    kind: Kind
    n: int = 0
    ahead: int = 0
    """By how many points a best is better than what the same person has reached before."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a game was beside those before it: what was special, and the points of the last ones that its only
    player has played with the same options and rules, oldest first."""

    feats: tuple[Feat, ...] = ()
    earlier: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[tuple[Feat, ...], ...]:
        """What is told of it in words: of each person the rarest, the rarest first; the same first time of
        several people is one line."""
        rarest = {feat.seat: feat for feat in reversed(self.feats)}
        told = [feat for feat in self.feats if rarest[feat.seat] is feat]
        alike = groupby(told, lambda feat: feat.kind if feat.kind in FIRST_TIMES else feat)
        return tuple([tuple(line) for _, line in alike])


def feats(games: Sequence[tuple[Finish, ...]], table: int) -> tuple[Feat, ...]:
    """What was special in the game of a table, the rarest first; from all games of its kind on the server, in
    order of time. Computers reach nothing."""
    at = next((index for index, ended in enumerate(games) if ended[0].result.table == table), None)
    if at is None:
        return ()
    ended, before = games[at], games[:at]
    found = [feat for row in ended if row.user is not None for feat in _feats(row, ended, before)]
    order = ("server_best", "longest_streak", "streak", "best", "first_win", "first_game")
    return tuple(sorted(found, key=lambda feat: order.index(feat.kind)))


def _feats(row: Finish, ended: tuple[Finish, ...], before: Sequence[tuple[Finish, ...]]) -> Iterator[Feat]:
    own = [(one, game) for game in before for one in game if one.user == row.user]
    seat, won = row.result.seat, len(ended) > 1 and row.result.place == 1
    if not own:
        yield Feat(seat, "first_game")
        return
    how = (len(ended), row.options, row.rules)
    alike = [game for game in before if (len(game), game[0].options, game[0].rules) == how]
    mine = [one for game in alike for one in game if one.user == row.user]
    everybody = [one for game in alike for one in game if one.user is not None]
    ahead = min([abs(row.result.points - one.result.points) for one in mine], default=0)
    if len(alike) >= ENOUGH and _better(row, everybody):
        yield Feat(seat, "server_best", row.result.points, ahead)
    elif len(mine) >= ENOUGH and _better(row, mine):
        yield Feat(seat, "best", row.result.points, ahead)
    several = [one for one, game in reversed(own) if len(game) > 1]
    running, *earlier = _runs([won, *[one.result.place == 1 for one in several]])
    if running >= ENOUGH:
        longest = max(earlier, default=0)
        yield Feat(seat, "longest_streak" if running > longest >= ENOUGH else "streak", running)
    if won and several and not any(one.result.place == 1 for one in several):
        yield Feat(seat, "first_win")


def _runs(victories: Sequence[bool]) -> list[int]:
    """How many there are in a row from the first one on, which may be none, then in each row after that."""
    rows = [len([*row]) for won, row in groupby(victories) if won]
    return rows if victories[0] else [0, *rows]


def _better(row: Finish, others: Sequence[Finish]) -> bool:
    sign = -1 if row.result.lowest_wins else 1
    return all(sign * row.result.points > sign * one.result.points for one in others)
