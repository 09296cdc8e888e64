"""A person's year in a server: games, victories, companions, the game that was played most."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from bot.store.records import Finish

NAMED = 3
"""Companions and games that are named, the most frequent ones."""


@dataclass(frozen=True, slots=True)
class Year:
    """What a person did in the finished games of a year."""

    year: int
    name: str
    games: int
    wins: int
    alone: int
    months: tuple[int, ...]
    """The games of each of twelve months."""
    favourites: tuple[tuple[str, int], ...]
    """The games by key, the one that was played most first."""
    companions: int
    """So many other people sat at the same tables."""
    closest: tuple[tuple[str, int], ...]
    """Those who may be seen and sat there most often, by the name of their newest game."""


def year_of(
    games: Iterable[Sequence[Finish]], user: int, year: int, zone: ZoneInfo, listed: Mapping[int, bool]
) -> Year | None:
    """The year of a person from all finished games of a server, in order of time; None without any game."""
    own = [ended for ended in games if _in(ended, user, year, zone)]
    if not own:
        return None
    mine = [next(row for row in ended if row.user == user) for ended in own]
    several = [row for row, ended in zip(mine, own, strict=True) if len(ended) > 1]
    months = Counter(row.result.at.astimezone(zone).month for row in mine)
    others = [row for ended in own for row in ended if row.user not in (None, user)]
    names = {row.user: row.name for row in others}
    met = Counter(row.user for row in others)
    seen = [(who, count) for who, count in met.most_common() if who is not None and listed.get(who)]
    newest = max(mine, key=lambda row: row.result.at)
    return Year(
        year=year,
        name=newest.name,
        games=len(own),
        wins=sum(row.result.place == 1 for row in several),
        alone=len(own) - len(several),
        months=tuple(months[month] for month in range(1, 13)),
        favourites=tuple(Counter(row.result.game for row in mine).most_common()),
        companions=len(met),
        closest=tuple((names[who], count) for who, count in seen[:NAMED]),
    )


def _in(ended: Sequence[Finish], user: int, year: int, zone: ZoneInfo) -> bool:
    when = ended[0].result.at.astimezone(zone)
    return when.year == year and any(row.user == user for row in ended)
