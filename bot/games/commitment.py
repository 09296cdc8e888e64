"""What the chance of a table is bound to, so that nobody can choose it; docs/chance.md describes every byte.

The secret is drawn, and its SHA-256 (the commitment) announced, when the lobby opens. Whoever joins later,
and the start, contribute what was not known then. At the start the table, its game, options and seats and
all contributions become digests; together with the commitment they are the context, whose SHA-256 (the
binding) is announced. The draws follow from HMAC-SHA256(secret, context).

In a challenge the same secret is played at many tables: it is bound to the game, its options and the seats
alone, so that all of them have the same draws, and nobody contributes.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

PERSON = "person"
"""A seat of a person; that of a computer is its level."""

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person added: the key of the press by which they joined, or started the game."""

    seat: Annotated[int, msgspec.Meta(ge=0)]
    """Their seat at that moment; it moves up when somebody before it leaves the lobby."""
    press: Annotated[str, msgspec.Meta(max_length=100)]
    """The number that Discord gave to the interaction, in decimal digits."""


class Parts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """SHA-256 in hex of the canonical JSON of everything that a table is bound to, in their order."""

    table: Digest
    game: Digest
    options: Digest
    seats: Digest
    contributions: Digest


class SharedParts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same of a challenge, whose draws are alike at every table."""

    game: Digest
    options: Digest
    seats: Digest


AnyParts = Parts | SharedParts


def digests(
    table: int, game: str, options: bytes, seats: Sequence[str], contributions: Sequence[Contribution]
) -> Parts:
    """The parts of a table; `options` is JSON in any layout. `msgspec.DecodeError` if it is none."""
    return Parts(
        table=_digest(table),
        game=_digest(game),
        options=_digest(msgspec.json.decode(options)),
        seats=_digest(seats),
        contributions=_digest(msgspec.to_builtins(contributions)),
    )


def shared_digests(game: str, options: bytes, seats: Sequence[str]) -> SharedParts:
    """The parts of a challenge; `options` is JSON in any layout. `msgspec.DecodeError` if it is none."""
    return SharedParts(
        game=_digest(game), options=_digest(msgspec.json.decode(options)), seats=_digest(seats)
    )


def context(commitment: str, parts: AnyParts) -> bytes:
    """The text that the draws of a table depend on besides its secret."""
    kind = "challenge 1" if isinstance(parts, SharedParts) else "chance 2"
    lines = [f"stammtisch {kind}", f"commitment {commitment}"]
    lines += [f"{name} {digest}" for name, digest in msgspec.structs.asdict(parts).items()]
    return "".join(f"{line}\n" for line in lines).encode()


def binding(commitment: str, parts: AnyParts) -> str:
    """SHA-256 of the context in hex."""
    return hashlib.sha256(context(commitment, parts)).hexdigest()


def _digest(value: Any) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
