"""`python -m bot bench --strength --table`: every level against the one below, in every variant and size.

That is more than a hundred matches, so what has been played can be kept in a file: a match found there is not
played again if it was beyond doubt or had as many rounds as are wanted now, and goes on behind the last of
them otherwise. Matches of which nothing is known come first. Who changes a player takes its lines out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.bench.columns import in_columns
from bot.bench.matches import Match, neighbours, sizes, variants
from bot.bench.strength import Mean, play
from bot.exits import CHECK_FAILED, DONE

ROUNDS = 300


class Standing(msgspec.Struct, frozen=True):
    """How one match ended: by how many heads a round the stronger level leads."""

    match: str
    rounds: int
    lead: float
    plus_minus: float

    @property
    def ok(self) -> bool:
        """Whether it is the stronger one beyond doubt."""
        return self.lead > self.plus_minus

    def deals(self, match: Match) -> int:
        """How many deals the rounds were."""
        return self.rounds // match.seats


Begun = tuple[Match, Standing | None]
"""A match, and how it stood before."""


class Table(NamedTuple):
    """One line of the table."""

    variant: str
    seats: int

    def matches(self, rounds: int) -> list[Match]:
        """Each level with the one below."""
        return [Match(hero, field, self.seats, rounds, self.variant) for hero, field in neighbours()]


def main(*, rounds: int | None, keep: Path | None, jobs: int) -> int:
    """Plays what is not known yet and prints the table; fails if a level is not stronger beyond doubt."""
    standings = _kept(keep)
    wanted = [match for table in tables() for match in table.matches(rounds or ROUNDS)]
    open_ones = [match for match in wanted if not _is_enough(standings.get(match.name), match)]
    begun = [(match, standings.get(match.name)) for match in open_ones]
    begun.sort(key=lambda each: each[1] is not None)
    for number, standing in enumerate(_played(begun, jobs), start=1):
        standings[standing.match] = standing
        _keep(keep, standing)
        sys.stderr.write(f"{standing.match}: {number} of {len(open_ones)} matches\n")
    sys.stdout.write(as_table(standings) + "\n")
    return DONE if all(standings[match.name].ok for match in wanted) else CHECK_FAILED


def tables() -> list[Table]:
    """All variants with two, four, six and ten seats, or as many as there may be."""
    return [Table(variant, seats) for variant in variants() for seats in sizes(variant)]


def as_table(standings: Mapping[str, Standing]) -> str:
    """A line for each variant and size, in columns for people."""
    heading = ["variant", "seats", *(f"{hero} > {field}" for hero, field in neighbours())]
    lines = [
        [table.variant, str(table.seats), *(_cell(standings[match.name]) for match in table.matches(ROUNDS))]
        for table in tables()
    ]
    return in_columns([heading, *lines])


def _cell(standing: Standing) -> str:
    doubt = "" if standing.ok else " MISS"
    return f"{standing.lead:.2f} ± {standing.plus_minus:.2f} ({standing.rounds}){doubt}"


def _played(matches: Iterable[Begun], jobs: int) -> Iterator[Standing]:
    """The results as they come, from so many processes; a match that breaks ends them all."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            for future in as_completed([pool.submit(_standing, *begun) for begun in matches]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _standing(match: Match, before: Standing | None) -> Standing:
    """How the match stands when it has had its rounds, those before among them."""
    if before is None:
        result = play(match, match.rounds)
        return Standing(match.name, result.rounds, *result.lead)
    dealt = before.deals(match)
    result = play(match, match.rounds - before.rounds, dealt=dealt)
    lead = Mean(before.lead, before.plus_minus).joined(dealt, result.lead, result.rounds // match.seats)
    return Standing(match.name, before.rounds + result.rounds, *lead)


def _is_enough(standing: Standing | None, match: Match) -> bool:
    """Beyond doubt it needs no more rounds than the table has at least."""
    wanted = min(match.rounds, ROUNDS) if standing and standing.ok else match.rounds
    return standing is not None and standing.rounds >= wanted


def _kept(keep: Path | None) -> dict[str, Standing]:
    """What the file tells; of a match that was played twice the later result."""
    if keep is None or not keep.exists():
        return {}
    lines = keep.read_bytes().splitlines()
    return {each.match: each for each in [msgspec.json.decode(line, type=Standing) for line in lines]}


def _keep(keep: Path | None, standing: Standing) -> None:
    if keep is not None:
        with keep.open("ab") as file:
            file.write(msgspec.json.encode(standing) + b"\n")
