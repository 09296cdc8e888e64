"""Duplicates: in a tournament, all tables of a round have the same draws, by seat. They follow from a secret
of the round, which stays one until the last of its tables is over."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.games import commitment, registry
from bot.games.chance import Chance
from bot.store.records import TableRow
from bot.store.repositories import Repositories
from bot.store.tournaments import Deal, PodRow, TournamentRow
from bot.tables.commitment import revealed, sharing
from bot.tournaments.model import Rules


async def draw(tx: Repositories, row: TournamentRow, rules: Rules, at: int, now: datetime) -> None:
    """Draws the secrets of a round, one for each of the tables at once, if it is a duplicate. The options are
    fixed with them: what depends on the day is the same at a table that opens after midnight."""
    game, day = registry.game(row.game), now.astimezone().date().isoformat()
    options = game.encode_options(game.opened(game.decode_options(row.options), day))
    for number in range(rules.at_once) if rules.duplicate else ():
        chance = Chance.fresh()
        await tx.deals.put(
            Deal(
                tournament=row.id,
                round=at,
                deal=number,
                options=options,
                secret=chance.secret,
                commitment=chance.commitment,
            )
        )


def dealt(row: TableRow, deal: Deal, seats: int) -> TableRow:
    """A new table with the draws of a deal. Its seats are people's, also one that nobody holds any more."""
    return sharing(replace(row, options=deal.options), deal.secret, (commitment.PERSON,) * seats)


def shown(deal: Deal) -> Deal:
    """A deal as everybody may know it."""
    return deal if deal.is_over else replace(deal, secret=b"")


def tables_of(deal: Deal, rules: Rules, pods: Iterable[PodRow]) -> tuple[PodRow, ...]:
    """The tables that share a deal."""
    there = [pod for pod in pods if pod.round == deal.round]
    return tuple(pod for pod in there if rules.deal(pod.pod, len(there)) == deal.deal)


async def rules_of(tx: Repositories, pods: Iterable[PodRow]) -> int:
    """The version of the rules by which the first of these tables is played; 0 before one is open."""
    opened = [pod.table for pod in pods if pod.table]
    row = await tx.tables.get(min(opened)) if opened else None
    return row.rules if row else 0


async def reveal(tx: Repositories, row: TournamentRow, rules: Rules, pods: Sequence[PodRow]) -> None:
    """Ends the secrecy of each deal whose last table is over. What has not been opened counts as over once
    the tournament is."""
    for deal in await tx.deals.of(row.id):
        if deal.is_over:
            continue
        rows = {
            pod.table: await tx.tables.get(pod.table) for pod in tables_of(deal, rules, pods) if pod.table
        }
        unopened = any(pod.table is None for pod in tables_of(deal, rules, pods))
        active = any(table is not None and table.status.active for table in rows.values())
        if active or (unopened and row.state.active):
            continue
        for table in rows.values():
            if table is not None:
                await tx.tables.put(revealed(table))
        await tx.deals.put(replace(deal, is_over=True))


async def seen(tx: Repositories, pods: Iterable[PodRow]) -> frozenset[int | None]:
    """Who has sat at one of these tables, and may know its draws."""
    users: set[int | None] = set()
    tables = [pod.table for pod in pods if pod.table]
    for seats in (await tx.seats.of(tables)).values():
        users |= {user for seat in seats for user in (seat.user, seat.away)}
    for table in tables:
        users |= {sitter.user for sitter in await tx.seats.former(table)}
    return frozenset(users)
