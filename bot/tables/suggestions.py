"""What people could play together: games that fit all of them, liked by most, not played lately; by what they
have marked, wished for and played in their server, and by nothing else."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bot.store.repositories import Repositories
from bot.store.shelf import ShelfRow
from bot.tables.circles import own_circles
from bot.tables.matchmaking import looks
from bot.tables.settings import preferences_of
from bot.tables.units import Units, reads

LATELY = timedelta(days=14)
"""What half of the people have played within this time comes after everything else."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game as far as it has to fit; 0 where nobody knows for how many it is or how long it takes."""

    game: str
    low: int
    high: int
    minutes: int
    here: bool = True
    """It can be played here; of any other one of the people has to own it."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a person has said of a game, and when they played it last."""

    own: bool = False
    likes: bool = False
    """Marked it as interesting or favourite, or would like to play it now."""
    favourite: bool = False
    played: datetime | None = None


NONE = Taste()
Tastes = Mapping[int, Mapping[str, Taste]]
"""By person and game; of whoever may not be seen there is nothing."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A game that fits, and why."""

    game: str
    likes: int = 0
    """So many of the people like it."""
    favourites: int = 0
    owners: tuple[int, ...] = ()
    played: datetime | None = None
    """When one of them played it last."""
    lately: bool = False
    """At least half of them have played it lately."""


def suggested(
    games: Iterable[Candidate], tastes: Tastes, people: Collection[int], minutes: int, now: datetime
) -> tuple[Suggestion, ...]:
    """What fits so many people and minutes (0: any time), the best first."""
    fitting = (game for game in games if _fits(game, len(people), minutes))
    found = [(_suggestion(game.game, tastes, people, now), game) for game in fitting]
    playable = [suggestion for suggestion, game in found if game.here or suggestion.owners]
    return tuple(sorted(playable, key=_order))


def _fits(game: Candidate, people: int, minutes: int) -> bool:
    return game.low <= people <= game.high and (not minutes or 0 < game.minutes <= minutes)


def _suggestion(game: str, tastes: Tastes, people: Collection[int], now: datetime) -> Suggestion:
    own = {user: tastes.get(user, {}).get(game, NONE) for user in people}
    times = [taste.played for taste in own.values() if taste.played]
    return Suggestion(
        game,
        likes=sum(taste.likes for taste in own.values()),
        favourites=sum(taste.favourite for taste in own.values()),
        owners=tuple(user for user, taste in own.items() if taste.own),
        played=max(times, default=None),
        lately=2 * sum(time > now - LATELY for time in times) >= len(people),
    )


def _order(each: Suggestion) -> tuple[bool, int, int, datetime, str]:
    return each.lately, -each.likes, -each.favourites, each.played or LONG_AGO, each.game


@dataclass(eq=False)
class Suggestions:
    """Suggests what people of a server could play together."""

    units: Units

    @reads
    async def suggest(
        self,
        tx: Repositories,
        guild: int,
        asker: int,
        others: Sequence[int],
        here: Sequence[Candidate],
        minutes: int,
    ) -> tuple[Suggestion, ...]:
        """What fits the one who asks and the others, the best first. Of others who hide nothing is used, and
        of wishes only those that may be seen."""
        people, now = tuple(dict.fromkeys((asker, *others))), self.units.now()
        tastes: dict[int, dict[str, Taste]] = {user: {} for user in people}
        await tx.people.get.load(people)
        shown = [user for user in people if user == asker or preferences_of(await tx.people.get(user)).listed]
        for row in await tx.shelf.of_people(guild, shown):
            tastes[row.user][row.game] = _taste(row)
        circles = {0, *await own_circles(tx, guild, asker)}
        for request in await tx.match_requests.of_people(guild, shown):
            seen = request.user == asker or (request.wanted.seen and request.wanted.circle in circles)
            if seen and looks(request, now) and len(people) in request.wanted.numbers:
                own = tastes[request.user]
                own |= {game: replace(own.get(game, NONE), likes=True) for game in request.wanted.games}
        named = [
            Candidate(str(title.id), title.low, title.high, title.minutes, here=False)
            for title in await tx.titles.of_guild(guild)
        ]
        return suggested((*here, *named), tastes, people, minutes, now)


def _taste(row: ShelfRow) -> Taste:
    return Taste(row.own, row.interested or row.favourite, row.favourite, row.played)
