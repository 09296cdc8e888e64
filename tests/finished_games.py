"""Games that ended some time ago, put into a store as if they had been played."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from units import writing

from bot.store import Store
from bot.store.records import LogRow, ResultRow, SeatRow, Status, TableRow

NOW = datetime(2026, 5, 4, 3, 2, 1, 123456, tzinfo=UTC)
HERE, ELSEWHERE = 7, 8


async def finished(
    store: Store,
    users: Sequence[int | None],
    points: Sequence[int],
    *,
    places: Sequence[int] = (),
    game: str = "six_nimmt",
    guild: int = HERE,
    channel: int = 5,
    day: int = 0,
    setup: str = "",
    options: bytes = b"{}",
    rules: int = 1,
    names: Sequence[str] = (),
    levels: Sequence[str | None] = (),
    lowest_wins: bool = True,
    log: Sequence[LogRow] = (),
) -> int:
    """The number of the table. Where no user sits, it was a computer, of these levels or a normal one; the
    other names are `Person <user>`."""
    at = NOW + timedelta(days=day)
    names = names or [f"Person {user}" if user else "normal 1" for user in users]
    losses = points if lowest_wins else [-own for own in points]
    places = places or [1 + sum(other < own for other in losses) for own in losses]
    row = TableRow(
        game=game,
        guild=guild,
        channel=channel,
        status=Status.FINISHED,
        host=1,
        options=options,
        rules=rules,
        locale="en",
        version=len(log),
        created=NOW,
        updated=at,
    )
    async with writing(store) as tx:
        table = (await tx.tables.add(row)).id
        computers = levels or [None if user else "normal" for user in users]
        await tx.seats.put(
            table, [SeatRow(seat, users[seat], names[seat], computers[seat]) for seat in range(len(users))]
        )
        await tx.log.add(table, log)
        results = [
            ResultRow(
                table=table,
                seat=seat,
                game=game,
                guild=guild,
                place=places[seat],
                points=own,
                lowest_wins=lowest_wins,
                setup=setup,
                at=at,
            )
            for seat, own in enumerate(points)
        ]
        await tx.results.put(*results)
    return table
