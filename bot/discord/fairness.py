"""What is said about chance: in the lobby, at the start, at the end; in short where everybody reads it."""

from __future__ import annotations

from bot.tables.model import Status, Table
from bot.text import Words

SHORT = 16
"""So many digits of a fingerprint stand in posts: too many to look for another value that begins alike."""


def announced(table: Table, speak: Words) -> str:
    """The fingerprint of the secret below a lobby; empty where there was none, or none counts any more."""
    if table.contributions is None or table.status is Status.ABANDONED:
        return ""
    return speak("lobby.chance", short=_short(table.commitment))


def promise(table: Table, speak: Words) -> str:
    """What the first board says about all chance of the game."""
    if table.contributions is None:
        return speak("table.promise", commitment=table.commitment)
    return speak("table.bound", short=_short(table.commitment), bound=_short(table.binding))


def proof(table: Table, speak: Words) -> str:
    """What stands below the ranking."""
    if table.contributions is None:
        return speak("table.proof", secret=hex_of(table), commitment=table.commitment)
    return speak("table.bound_proof", short=_short(table.commitment), bound=_short(table.binding))


def explained(table: Table, speak: Words) -> tuple[str, ...]:
    """All that can be kept now, to be compared at the end; nothing of a secret."""
    if table.contributions is None:
        return (speak("table.verify.promise", commitment=table.commitment),)
    if table.status is Status.LOBBY:
        text = speak("table.verify.lobby", commitment=table.commitment)
    else:
        text = speak("table.verify.bound", commitment=table.commitment, binding=table.binding)
    return (text, contributed(table, speak))


def revealed(table: Table, speak: Words) -> tuple[str, ...]:
    """The secret of a game that is over, and what was announced of it."""
    if table.contributions is None:
        return (speak("table.verify.secret", secret=hex_of(table), commitment=table.commitment),)
    secret = speak(
        "table.verify.bound_secret",
        secret=hex_of(table),
        commitment=table.commitment,
        binding=table.binding,
    )
    return (secret, contributed(table, speak))


def contributed(table: Table, speak: Words) -> str:
    """Whose presses count, with the numbers that Discord gave to them; empty if there are none yet."""
    lines = [
        speak("table.verify.press", seat=each.seat + 1, press=each.press)
        for each in table.contributions or ()
    ]
    return "\n".join((speak("table.verify.presses"), *lines)) if lines else ""


def hex_of(table: Table) -> str:
    """The secret in hex; empty as long as nobody may know it."""
    return table.secret.hex() if table.secret else ""


def _short(fingerprint: str) -> str:
    return fingerprint[:SHORT]
