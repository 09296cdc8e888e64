"""What is said about a table whatever its game: time, chance, undone steps, hints."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.discord.content import Button, Row
from bot.discord.presenter import presenter_of
from bot.discord.settings import hints_allowed
from bot.discord.view_models import names_at, names_of, owing, rules, view_model
from bot.games.contract import Advice, Seat
from bot.tables.computers import ADVISER
from bot.tables.model import Moment, Status, Table
from bot.text import Words, plain, stamp

if TYPE_CHECKING:
    from bot.app import App

SHORT = 16
"""So many digits of a fingerprint stand in posts: too many to look for another value that begins alike."""


# Time --------------------------------------------------------------------------------------------------


def time_lines(table: Table, speak: Words) -> list[str]:
    """That the game is paused; else who is away, who can decide until when, who wants more time."""
    if table.status is not Status.PLAYING:
        return []
    if table.paused_since is not None:
        return [speak("waiting.paused", since=stamp(table.paused_since))]
    if table.rests:
        return []
    by_time: dict[datetime, list[str]] = {}
    away: list[str] = []
    for sitter in table.sitters:
        duty, name = sitter.pace.duty, plain(sitter.name)
        if duty is not None and duty.away is not None:
            away.append(speak("waiting.away", name=name, until=stamp(duty.away, "D")))
        elif duty is not None and duty.deadline is not None:
            by_time.setdefault(duty.deadline, []).append(name)
    texts = away + [
        speak("waiting.until", names=speak.all_of(names), when=stamp(until, "f"), left=stamp(until))
        for until, names in sorted(by_time.items())
    ]
    wanting = [plain(sitter.name) for sitter in table.sitters if sitter.pace.wants_time]
    return [*texts, speak("waiting.wanted", names=speak.all_of(wanting))] if wanting else texts


def own_time(table: Table, seat: Seat, speak: Words) -> str:
    """Until when a seat can decide, or that the game is paused; empty where it takes as long as it takes."""
    duty = table.sitters[seat].pace.duty
    if duty is not None and table.paused_since is not None:
        return speak("waiting.paused", since=stamp(table.paused_since))
    if duty is None or duty.deadline is None or duty.away is not None or table.rests:
        return ""
    return speak("waiting.own_until", when=stamp(duty.deadline, "f"), left=stamp(duty.deadline))


async def ran_out(app: App, moment: Moment, after: int, speak: Words) -> list[str]:
    """For whom moves were made at a deadline after version `after`, up to a moment."""
    late = await app.tables.queries.late_moves(moment.table.id, after, moment.version)
    names = [plain(names_at(moment, speak)[seat]) for seat in dict.fromkeys(late)]
    return [speak("waiting.ran_out", names=speak.all_of(names))] if names else []


# Chance ----------------------------------------------------------------------------------------------


def chance_announced(table: Table, speak: Words) -> str:
    """The fingerprint of the secret below a lobby; empty where there was none, or none counts any more."""
    if table.contributions is None or table.status is Status.ABANDONED:
        return ""
    return speak("lobby.chance", short=_short(table.commitment))


def chance_promise(table: Table, speak: Words) -> str:
    """What the first board says about all chance of the game."""
    if table.contributions is None:
        return speak("table.promise", commitment=table.commitment)
    return speak("table.bound", short=_short(table.commitment), bound=_short(table.binding))


def chance_proof(table: Table, speak: Words) -> str:
    """What stands below the ranking."""
    if table.contributions is None:
        return speak("table.proof", secret=secret_of(table), commitment=table.commitment)
    return speak("table.bound_proof", short=_short(table.commitment), bound=_short(table.binding))


def chance_explained(table: Table, speak: Words) -> tuple[str, ...]:
    """All that can be noted now, to be compared at the end; nothing of a secret."""
    if table.contributions is None:
        return (speak("table.verify.promise", commitment=table.commitment),)
    if table.status is Status.LOBBY:
        text = speak("table.verify.lobby", commitment=table.commitment)
    else:
        text = speak("table.verify.bound", commitment=table.commitment, binding=table.binding)
    return (text, _contributed(table, speak))


def chance_revealed(table: Table, speak: Words) -> tuple[str, ...]:
    """The secret of a game that is over, and what was announced of it."""
    if table.contributions is None:
        return (speak("table.verify.secret", secret=secret_of(table), commitment=table.commitment),)
    bound = {"commitment": table.commitment, "binding": table.binding}
    secret = speak("table.verify.bound_secret", secret=secret_of(table), **bound)
    return (secret, _contributed(table, speak))


def _contributed(table: Table, speak: Words) -> str:
    """Whose presses count, with the numbers that Discord gave to them; empty if there are none yet."""
    presses = table.contributions or ()
    lines = [speak("table.verify.press", seat=each.seat + 1, press=each.press) for each in presses]
    return "\n".join((speak("table.verify.presses"), *lines)) if lines else ""


def secret_of(table: Table) -> str:
    """The secret in hex; empty as long as it is hidden."""
    return table.secret.hex() if table.secret else ""


def _short(fingerprint: str) -> str:
    return fingerprint[:SHORT]


# Undo ------------------------------------------------------------------------------------------------


async def undo_row(
    app: App, moment: Moment, user: int, speak: Words, *, asking: bool = False
) -> tuple[Row, ...]:
    """**Undo**, where this person may take back a step now; `asking`: also with the others' consent."""
    tables, table = app.tables, moment.table.id
    may = await tables.undo.may_undo(table, user)
    may = may or (asking and await tables.votes.may_ask_undo(table, user))
    return ((Button("table.undo", speak("table.undo.button")),),) if may else ()


async def undone_line(app: App, opening: Moment, moment: Moment, speak: Words) -> str:
    """Who has taken back how many steps since the post was opened; empty if there are none."""
    return await _undone(app, opening.version, moment, speak, known=False)


async def undone_since(app: App, seen: int, moment: Moment, speak: Words) -> str:
    """Who has taken back how many of the steps up to version `seen`; empty if there are none."""
    return await _undone(app, seen, moment, speak, known=True) if seen else ""


async def _undone(app: App, after: int, moment: Moment, speak: Words, *, known: bool) -> str:
    names, lines = names_of(moment.table, speak), list[str]()
    for key, agreed in (("table.undo.told", False), ("table.undo.agreed", True)):
        seats = await app.tables.queries.taken_back(
            moment.table.id, after, moment.version, agreed=agreed, known=known
        )
        if seats:
            who = speak.all_of(plain(names[seat]) for seat in dict.fromkeys(seats))
            lines.append(speak(key, names=who, n=len(seats)))
    return "\n".join(lines)


# Hints -----------------------------------------------------------------------------------------------


def hint_row(moment: Moment, seat: Seat, speak: Words) -> tuple[Row, ...]:
    """**Hint** for a seat that owes a decision, where the table allows it."""
    allowed = hints_allowed(moment.table) and seat in owing(moment)
    return ((Button("table.hint", speak("table.hint")),),) if allowed else ()


def hint_text(moment: Moment, seat: Seat, advice: Sequence[Advice[Any]], speak: Words) -> str:
    """What a computer would do and why (by a sentence for the kind of decision, if any), and what next."""
    game, model = moment.table.game, view_model(moment, seat, speak)
    decision = rules(moment.table).decisions(moment.state).get(seat)
    reason = f"{game}.hint.{decision.kind}" if decision else ""
    reason = reason if reason in speak else ""
    # One decimal says enough; there is no minus nothing.
    said = [
        (presenter_of(game).named(model, one.move), f"{round(one.expected, 1) + 0.0:.1f}") for one in advice
    ]
    (move, points), *others = said
    level = speak(f"lobby.level.{ADVISER}")
    lines = [
        speak("table.hint.best", move=move),
        speak(reason or f"{game}.hint.why", level=level, points=points),
    ]
    if others:
        moves = [
            move if reason else speak("table.hint.compared", move=move, points=points)
            for move, points in others
        ]
        lines.append(speak("table.hint.next", moves=speak.all_of(moves)))
    return "\n".join(lines)
