"""Commitment: a secret when the lobby opens, what people add, and the binding of all at the start. A table of
before there was a binding (`TableRow.chance` is None) draws its secret at the start; one of a challenge has
the secret that everybody shares who takes it, one of a duplicate that of its round; both keep it until the
others are over, too."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec
from msgspec import structs

from bot.games import commitment
from bot.games.chance import Chance
from bot.games.commitment import PERSON, AnyParts, Contribution, Parts, SharedParts
from bot.games.contract import Refusal
from bot.store.records import SeatRow, TableRow


class Bound(msgspec.Struct, frozen=True):
    """What the draws depend on besides the secret, as it is stored."""

    contributions: tuple[Contribution, ...] = ()
    """In the order in which they came, also of those who have left; the last one is the start."""
    seats: tuple[str, ...] = ()
    """Who sat where at the start: `PERSON`, or the level of a computer."""
    parts: Parts | None = None
    """None before the start, and where the secret is shared."""
    binding: str = ""
    """As it was announced at the start."""
    challenge: int = 0
    """The number of the challenge to which the secret belongs, if it belongs to one."""
    shared: SharedParts | None = None
    """The parts where other tables have the same draws: in a challenge, or a duplicate."""
    held: bool = False
    """The secret stays one after the game, until all games with it are over."""


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
    if bound.shared is not None:
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


def is_shared(row: TableRow) -> bool:
    """Whether others play with the same draws: in a challenge, or at a table of a duplicate."""
    bound = bound_of(row)
    return bound is not None and bound.shared is not None


def refuse_if_held(row: TableRow) -> None:
    """Refuses what would tell of a secret with which others still play: challenge_on, duplicate_on."""
    bound = bound_of(row)
    if bound is not None and bound.held:
        raise Refusal("challenge_on" if bound.challenge else "duplicate_on")


def refuse_if_shared(row: TableRow) -> None:
    """Refuses to let somebody in who may know the draws: challenge_alone, duplicate_alone."""
    bound = bound_of(row)
    if bound is not None and bound.shared is not None:
        raise Refusal("challenge_alone" if bound.challenge else "duplicate_alone")


def revealed(row: TableRow) -> TableRow:
    """A table whose secret others may know: it is one as long as its own game goes on."""
    bound = bound_of(row)
    return row if bound is None else _with(row, structs.replace(bound, held=False))


def sharing(row: TableRow, secret: bytes, seats: Sequence[str], challenge: int = 0) -> TableRow:
    """A new table with a secret that others share, for which that, its game, options and seats are all."""
    parts = commitment.shared_digests(row.game, row.options, seats)
    row = replace(row, secret=secret, commitment=Chance(secret).commitment)
    bound = commitment.binding(row.commitment, parts)
    return _with(row, Bound(seats=tuple(seats), binding=bound, challenge=challenge, shared=parts, held=True))


def _with(row: TableRow, bound: Bound) -> TableRow:
    return replace(row, chance=msgspec.json.encode(bound))


def _drawn(row: TableRow) -> TableRow:
    chance = Chance.fresh()
    return replace(row, commitment=chance.commitment, secret=chance.secret)
