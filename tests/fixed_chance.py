"""Tables whose deals are known beforehand."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from bot.games.chance import Chance


@contextmanager
def every_secret_is(secret: bytes) -> Iterator[None]:
    """The draws of every table follow from this secret, and from nothing that people contribute: that is
    never the same."""
    with (
        patch.object(Chance, "fresh", lambda: Chance(secret)),
        patch.object(Chance, "bound", lambda own, context: Chance(own)),
    ):
        yield
