"""What is chosen but not made yet: it lives in the controls of its panel alone, as a few characters.

`place/D`: a soldier somewhere in column D; `place/D6`: right there. `choose/5`: a number that is asked about
first. `draw/D6`: the border begins at D6; `draw/D6/UUL`: it goes two up and one to the left. `bonus/D6/U`
likewise: in front stands always the phase in which this can be done.
"""

from __future__ import annotations

from bot.discord.ids import number
from bot.games.noerdlingen.moves import Bonus, Choose, Draw, NoerdlingenMove, Place
from bot.games.noerdlingen.town import Crossing, crossing_name, crossing_named


def text_of(phase: str, *parts: str | int | Crossing) -> str:
    """A choice as a control carries it."""
    written = (crossing_name(part) if isinstance(part, tuple) else str(part) for part in parts)
    return "/".join((phase, *written))


def parts_of(phase: str, text: str) -> tuple[str, ...]:
    """What has been chosen so far in this phase; nothing if the choice belongs to another one."""
    chosen, *parts = text.split("/")
    return tuple(parts) if chosen == phase else ()


def start_of(phase: str, text: str) -> Crossing | None:
    """The soldier from which a border is to be drawn; None if none is chosen."""
    parts = parts_of(phase, text)
    return crossing_named(parts[0]) if parts else None


def move_of(text: str) -> NoerdlingenMove | None:
    """The move that a choice has come to; None while something has to be chosen still."""
    match text.split("/"):
        case ["place", name] if (at := crossing_named(name)) is not None:
            return Place(at)
        case ["choose", taken]:
            return Choose(number(taken))
        case ["draw", name, steps] if (start := crossing_named(name)) is not None:
            return Draw(start, steps)
        case ["bonus", name, steps] if (start := crossing_named(name)) is not None:
            return Bonus(start, steps)
        case _:
            return None
