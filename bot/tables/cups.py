"""A tournament with all that is known of it, read from the database."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from msgspec import structs

from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.store.tournaments import Deal, Entrant, PodRow, TournamentRow, TournamentState
from bot.tables import duplicates
from bot.tables.timers import News
from bot.tables.units import Units
from bot.tournaments.model import Line, Pod, Round, Rules, Tournament


class Head(msgspec.Struct, frozen=True):
    """Of a round, what does not stand with its pods."""

    byes: tuple[int, ...] = ()
    final: bool = False


class Course(msgspec.Struct, frozen=True):
    """The lines and the rounds of a tournament, as they are stored."""

    lines: tuple[Line, ...] = ()
    rounds: tuple[Head, ...] = ()


COURSE, RULES = msgspec.json.Decoder(Course), msgspec.json.Decoder(Rules)


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament with all that is known of it."""

    row: TournamentRow
    tournament: Tournament
    entrants: tuple[Entrant, ...]
    """As they came."""
    pods: tuple[PodRow, ...]
    director: int | None
    deals: tuple[Deal, ...] = ()
    """What is shared in a duplicate; a secret that still is one is empty."""

    @property
    def number(self) -> int:
        """Its number."""
        return self.row.id

    @property
    def active(self) -> bool:
        """Whether people still sign up or play."""
        return self.row.state.active

    @property
    def ranked(self) -> bool:
        """Whether any table has ended: before that nobody has a place."""
        return any(pod.places for pod in self.pods)

    def of_user(self, user: int) -> Entrant | None:
        """What a person has signed up for."""
        return next((one for one in self.entrants if one.user == user), None)

    def holder(self, line: int) -> Entrant | None:
        """The person who holds a line; None where it was given up, or its person was forgotten."""
        return next((one for one in self.entrants if one.line == line), None)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Who takes part; where it has not begun, those who have come first."""
        if not self.tournament.lines:
            return self.entrants[: self.row.high]
        return tuple(one for one in self.entrants if one.line is not None)

    @property
    def waiting(self) -> tuple[Entrant, ...]:
        """The waiting list, in order."""
        playing = self.playing
        return tuple(one for one in self.entrants if one not in playing)


async def cup_at(tx: Repositories, number: int) -> Cup:
    """A tournament with all that is known of it. Refusals: no_tournament."""
    row = await tx.tournaments.get(number)
    if row is None:
        raise Refusal("no_tournament")
    pods = await tx.pods.of(number)
    director = await tx.directors.one("WHERE tournament = ?", number)
    deals = tuple(map(duplicates.shown, await tx.deals.of(number)))
    entrants = await tx.entrants.of(number)
    return Cup(row, tournament_of(row, pods), entrants, pods, director and director.user, deals)


async def show_anew(tx: Repositories, units: Units, *rows: TournamentRow) -> None:
    """Has the posts of tournaments follow a change of these."""
    for row in rows:
        await tx.tournaments.change(row.id)
        await units.signals.tell(tx, News.SIGN_UPS, row.guild)


async def heir_of(tx: Repositories, cup: Cup) -> Entrant | None:
    """The first of the waiting list; in a duplicate of those who know nothing of the round's draws."""
    last = [pod for pod in cup.pods if pod.round == len(cup.tournament.rounds)]
    knows = await duplicates.seen(tx, last) if cup.tournament.rules.duplicate else ()
    return next((one for one in cup.waiting if one.user not in knows), None)


def rounds_of(row: TournamentRow) -> int:
    """How many rounds have begun."""
    return len(COURSE.decode(row.course).rounds)


def tournament_of(row: TournamentRow, pods: Sequence[PodRow]) -> Tournament:
    """What pairing and standings are made from."""
    course = COURSE.decode(row.course)
    rounds = [
        Round(
            tuple([Pod(one.lines, one.places, one.scores, one.box) for one in pods if one.round == at]),
            head.byes,
            head.final,
        )
        for at, head in enumerate(course.rounds, 1)
    ]
    return Tournament(RULES.decode(row.rules), course.lines, tuple(rounds))


async def at_end_of_round(tx: Repositories, number: int) -> Cup | None:
    """A tournament between two rounds: with all results, and with somebody in each line or none for good;
    None where a table is still played."""
    cup = await cup_at(tx, number)
    if cup.row.state is not TournamentState.RUNNING:
        return None
    pods = tuple([await with_result(tx, pod) for pod in cup.pods])
    if not all(pod.places for pod in pods):
        return None
    cup = replace(cup, pods=pods, tournament=tournament_of(cup.row, pods))
    for line in cup.tournament.active():
        if cup.holder(line) is None:
            heir = next(iter(cup.waiting), None)
            if heir is None:
                cup = replace(cup, tournament=without(cup.tournament, line))
            else:
                own = replace(heir, line=line)
                entrants = tuple(own if one == heir else one for one in cup.entrants)
                cup = replace(cup, entrants=entrants)
    return cup


async def with_result(tx: Repositories, pod: PodRow) -> PodRow:
    """The pod with its result, if its table has ended."""
    if pod.places or pod.table is None:
        return pod
    row = await tx.tables.get(pod.table)
    if row is not None and row.status.active:
        return pod
    results = await tx.results.at(pod.table)
    if not results:
        return replace(pod, places=(1,) * len(pod.lines))
    places, scores = tuple(one.place for one in results), tuple(one.points for one in results)
    return replace(pod, places=places, scores=scores)


def heads(cup: Cup) -> tuple[Head, ...]:
    """What does not stand with the pods of its rounds."""
    return tuple(Head(one.byes, one.final) for one in cup.tournament.rounds)


def without(tournament: Tournament, line: int) -> Tournament:
    """The tournament in which a line is given up."""
    until = len(tournament.rounds)
    lines = tuple(
        structs.replace(one, until=until) if one.number == line else one for one in tournament.lines
    )
    return structs.replace(tournament, lines=lines)
