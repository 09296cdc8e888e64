"""Commitment: a secret when the lobby opens, what people add, and the binding of all at the start. A table of
before there was a binding (`TableRow.chance` is None) draws its secret at the start; one of a challenge has
the secret that everybody shares who takes it, and keeps it until the challenge is over."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec
from msgspec import structs

from bot.games import commitment
from bot.games.chance import Chance
from bot.games.commitment import PERSON, AnyParts, Contribution, Parts, SharedParts
from bot.store.records import SeatRow, TableRow


class Bound(msgspec.Struct, frozen=True):
    """What the draws depend on besides the secret, as it is stored."""

    contributions: tuple[Contribution, ...] = ()
    """In the order in which they came, also of those who have left; the last one is the start."""
    seats: tuple[str, ...] = ()
    """Who sat where at the start: `PERSON`, or the level of a computer."""
    parts: Parts | None = None
    """None before the start, and in a challenge."""
    binding: str = ""
    """As it was announced at the start."""
    challenge: int = 0
    """The number of the challenge to which the secret belongs; 0 where it belongs to the table alone."""
    shared: SharedParts | None = None
    """The parts of a challenge."""
    held: bool = False
    """The secret stays one after the game, until the challenge is over."""


_BOUND = msgspec.json.Decoder(Bound)
REMEMBERED = 1024
"""Tables whose contributions are not read anew at every move."""


def bound_of(row: TableRow) -> Bound | None:
    """What a table is bound to; None if it was opened before there was this."""
    return None if row.chance is None else _decoded(row.chance)


_decoded = lru_cache(REMEMBERED)(_BOUND.decode)


def opened(row: TableRow) -> TableRow:
    """A new lobby with its secret drawn, and nothing contributed yet."""
    return _drawn(_with(row, Bound()))


def closed(row: TableRow) -> TableRow:
    """A lobby that never starts: its secret has decided nothing and is thrown away."""
    return replace(row, secret=None)


def contributed(
    row: TableRow, stored: Sequence[SeatRow], seats: Sequence[SeatRow], key: str | None
) -> TableRow:
    """A lobby with what those add who sit there since this press. Who sits there since it opened adds
    nothing: that press was known before the secret was drawn."""
    before, bound = {seat.user for seat in stored}, bound_of(row)
    if key is None or bound is None or not stored:
        return row
    fresh = [Contribution(seat.seat, key) for seat in seats if seat.user not in (None, *before)]
    return _with(row, structs.replace(bound, contributions=(*bound.contributions, *fresh))) if fresh else row


def started(row: TableRow, seats: Sequence[SeatRow], key: str) -> TableRow:
    """A table with everything that its draws depend on, the last being the press of its host."""
    bound = bound_of(row)
    if bound is None:
        return _drawn(row)
    if bound.challenge:
        return row
    host = next(seat.seat for seat in seats if seat.user == row.host)
    presses = (*bound.contributions, Contribution(host, key))
    kinds = tuple([seat.computer or PERSON for seat in seats])
    parts = commitment.digests(row.id, row.game, row.options, kinds, presses)
    return _with(row, Bound(presses, kinds, parts, commitment.binding(row.commitment, parts)))


def chance_of(row: TableRow) -> Chance:
    """The randomness of a started table."""
    if row.secret is None:
        raise ValueError(f"table {row.id} was never started")
    bound = bound_of(row)
    if bound is None:
        return Chance(row.secret)
    parts: AnyParts | None = bound.shared or bound.parts
    if parts is None:
        raise ValueError(f"table {row.id} has not started yet")
    return Chance.bound(row.secret, commitment.context(row.commitment, parts))


def is_held(row: TableRow) -> bool:
    """Whether nobody may learn the secret of a table although its game may be over."""
    bound = bound_of(row)
    return bound is not None and bound.held


def is_shared(row: TableRow) -> bool:
    """Whether a table belongs to a challenge, which everybody plays alike and by themselves."""
    bound = bound_of(row)
    return bound is not None and bool(bound.challenge)


def revealed(row: TableRow) -> TableRow:
    """A table of a challenge that is over: its secret is one as long as its own game goes on."""
    bound = bound_of(row)
    return row if bound is None else _with(row, structs.replace(bound, held=False))


def challenged(row: TableRow, challenge: int, secret: bytes, seats: Sequence[str]) -> TableRow:
    """A new table of a challenge, for which its secret, game, options and seats are all."""
    parts = commitment.shared_digests(row.game, row.options, seats)
    row = replace(row, secret=secret, commitment=Chance(secret).commitment)
    bound = commitment.binding(row.commitment, parts)
    return _with(row, Bound(seats=tuple(seats), binding=bound, challenge=challenge, shared=parts, held=True))


def _with(row: TableRow, bound: Bound) -> TableRow:
    return replace(row, chance=msgspec.json.encode(bound))


def _drawn(row: TableRow) -> TableRow:
    chance = Chance.fresh()
    return replace(row, commitment=chance.commitment, secret=chance.secret)
