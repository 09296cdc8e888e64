"""Randomness that players can check: everything follows from one secret, revealed when the game ends.

A draw is named by a label ("deal", "roll") and a number that the state counts up. Its bytes are the
blocks HMAC-SHA256(secret, "label:number:block") for block 0, 1, 2 ..., read as big-endian 32-bit words.
A number below n takes the next word that lies below the largest multiple of n (others are rejected) and
reduces it modulo n; a shuffle is Fisher-Yates from the last place to the second.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_WORDS = struct.Struct(">8I")


class Chance:
    """All randomness of one table, derived from its 32-byte secret."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise ValueError("a secret has 32 bytes")
        self._secret = secret

    def __repr__(self) -> str:
        return "Chance(...)"

    @classmethod
    def fresh(cls) -> Chance:
        """A new secret from the operating system."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def bound(cls, secret: bytes, context: bytes) -> Chance:
        """The chance of a table whose secret is bound to a context (see `bot.games.commitment`)."""
        return cls(hmac.digest(secret, context, "sha256"))

    @property
    def secret(self) -> bytes:
        """The 32 bytes themselves: for the store and, after the end, for everybody."""
        return self._secret

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret in hex: announced before the game, so that it can't be changed later."""
        return hashlib.sha256(self._secret).hexdigest()

    def stream(self, label: str, number: int) -> Stream:
        """The draw of this name; the same every time it is asked for."""
        return Stream(self._secret, f"{label}:{number}")


class Stream:
    """The numbers of one draw, in order."""

    __slots__ = ("_words",)

    def __init__(self, secret: bytes, name: str) -> None:
        self._words = _words(secret, name)

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, each equally likely; n from 1 to 2**32."""
        limit = (1 << 32) // n * n
        while True:
            word = next(self._words)
            if word < limit:
                return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


def _words(secret: bytes, name: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(hmac.digest(secret, f"{name}:{block}".encode(), "sha256"))
        block += 1
