"""A challenge as one line of text, by which it is passed on from one server to another."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated

import msgspec

from bot.games.commitment import Digest
from bot.games.contract import Refusal

PREFIX = "stammtisch-challenge:"
LONGEST = 4000
"""Characters of a line that is read."""


class Passed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the line holds: no secret while anybody plays for it."""

    game: str
    options: msgspec.Raw
    """`Game.encode_options`."""
    seats: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=20)], ...], msgspec.Meta(max_length=20)]
    commitment: Digest
    secret: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""


_PASSED = msgspec.json.Decoder(Passed)


def line(passed: Passed) -> str:
    """The line: its prefix, then JSON in base 64 as it stands in addresses of pages, without filling."""
    return PREFIX + urlsafe_b64encode(msgspec.json.encode(passed)).rstrip(b"=").decode()


def read(text: str) -> Passed:
    """What a line holds, with or without its prefix. Refusals: challenge_line."""
    code = text.strip().strip("`").removeprefix(PREFIX)
    try:
        if len(code) > LONGEST:
            raise ValueError("too long")
        return _PASSED.decode(urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4)))
    except (ValueError, RecursionError, binascii.Error, msgspec.DecodeError) as error:
        raise Refusal("challenge_line") from error
