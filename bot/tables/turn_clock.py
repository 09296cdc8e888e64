"""The turn clock of a seat: which decision it owes since when, and what falls due. Pure arithmetic."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from msgspec import structs

from bot.store.records import Duty, LogRow, Pace, SeatRow
from bot.tables.policy import EVENING, ONE_NIGHT, REMINDERS, SHORTLY
from bot.tables.settings import Night

_CALLS = ("remind", "warn", "arrange")
"""The times at which something is done about a decision before its deadline."""


def with_duty(seat: SeatRow, duty: Duty | None) -> SeatRow:
    """The seat with another duty, and all else as it is."""
    return replace(seat, pace=structs.replace(seat.pace, duty=duty))


def begun(
    post: int,
    now: datetime,
    limit: timedelta | None,
    away: datetime | None = None,
    rests_since: datetime | None = None,
) -> Duty:
    """A decision that has just become due, with so much time once its person is back and the game goes on."""
    still = rests_since or now
    start = max(away or still, still)
    duty = Duty(
        post=post,
        since=now,
        remind=start + REMINDERS[0],
        away=start if start > still else None,
        uncounted=start - now,
    )
    return limited(duty, still, limit)


def owed_again(duty: Duty, now: datetime) -> Duty:
    """A decision that is owed again after an undo: the time that was left, at least for a moment."""
    if duty.deadline is not None:
        duty = structs.replace(duty, deadline=max(duty.deadline, now + SHORTLY[0]))
        if duty.warn is not None and duty.warn <= now:
            duty = warned(duty, now)
    if duty.remind is not None:
        duty = structs.replace(duty, remind=max(duty.remind, now + REMINDERS[0]))
    return duty


def limited(duty: Duty, now: datetime, limit: timedelta | None) -> Duty:
    """The same with so much time from now on, or as much as it takes."""
    if limit is None:
        return structs.replace(duty, deadline=None, warn=None, arrange=None, warned=False)
    start = max(duty.away or now, now)
    return _until(duty, start, start + limit)


def extended(duty: Duty, now: datetime, limit: timedelta) -> Duty:
    """The same with so much more time, if it has a deadline; its warnings begin anew."""
    if duty.deadline is None:
        return duty
    return _until(duty, max(duty.away or now, now), duty.deadline + limit)


def warned(duty: Duty, now: datetime) -> Duty:
    """The same after a warning, which also stands for a reminder that would soon follow."""
    assert duty.deadline is not None
    left = duty.deadline - now
    shortly = min(max(left / 4, SHORTLY[0]), SHORTLY[1])
    again = None if duty.warned or left <= shortly else duty.deadline - shortly
    remind = None if duty.remind is None else max(duty.remind, now + REMINDERS[0])
    return structs.replace(duty, warned=True, warn=again, remind=remind)


def _until(duty: Duty, now: datetime, deadline: datetime) -> Duty:
    left = deadline - now
    warn = None if duty.silent else now + left / 2
    arrange = now + left / 24 if warn and left < ONE_NIGHT else None
    return structs.replace(duty, deadline=deadline, warn=warn, arrange=arrange, warned=False)


def by_day(duty: Duty, now: datetime, night: Night) -> Duty:
    """The same with its next warning at the end of the quiet hours, or before them where that leaves less
    than half an hour. Where it is too late for both, the first one comes all the same, the second not."""
    duty = structs.replace(duty, arrange=None)
    if duty.warn is None or duty.deadline is None:
        return duty
    planned = max(duty.warn, now)
    morning, before = night.awake(planned), night.evening(planned) - EVENING
    if planned < morning <= duty.deadline - EVENING:
        return structs.replace(duty, warn=morning)
    if morning > planned and now < before:
        return structs.replace(duty, warn=before)
    return structs.replace(duty, warn=None) if now < morning and duty.warn <= now and duty.warned else duty


def went_on(duty: Duty, now: datetime, steps: int) -> Duty:
    """The same after so many steps in it, or (0) when a plan begins to wait once more."""
    return structs.replace(duty, steps=duty.steps + steps, resumed=now)


def reminded(duty: Duty, now: datetime) -> Duty:
    """The same after a reminder. How late it was does not matter: what was missed is not made up for."""
    sent = duty.reminders + 1
    again = now + REMINDERS[sent] if sent < len(REMINDERS) else None
    return structs.replace(duty, reminders=sent, remind=again, along=None)


def shifted(duty: Duty, by: timedelta) -> Duty:
    """The same with everything that is still to come so much later."""
    moved = _with_times(duty, (*_CALLS, "deadline"), lambda when: when + by)
    return structs.replace(moved, uncounted=duty.uncounted + by)


def _anew(duty: Duty, now: datetime) -> Duty:
    """The same with its next warning, if there is one, to be kept out of other quiet hours than before."""
    return structs.replace(duty, arrange=duty.warn and max(duty.away or now, now))


def _with_times(duty: Duty, names: Iterable[str], change: Callable[[datetime], datetime]) -> Duty:
    times = {name: when for name in names if (when := getattr(duty, name)) is not None}
    return structs.replace(duty, **{name: change(when) for name, when in times.items()})


def moved(pace: Pace, by: timedelta) -> Pace:
    """The same on a clock that was put forward by so much: as much time has passed, as much is left."""

    def on(duty: Duty | None) -> Duty | None:
        if duty is None:
            return None
        away, resumed = duty.away and duty.away + by, duty.resumed and duty.resumed + by
        later = structs.replace(shifted(duty, by), since=duty.since + by, uncounted=duty.uncounted)
        return structs.replace(later, away=away, resumed=resumed)

    free_until = pace.free_until and pace.free_until + by
    return structs.replace(pace, duty=on(pace.duty), before=on(pace.before), free_until=free_until)


def rested(pace: Pace, since: datetime, now: datetime) -> Pace:
    """The same after a rest of the game since then; time that was part of a vacation is not given twice."""

    def later(duty: Duty | None) -> Duty | None:
        if duty is None:
            return None
        rest = max(now - max(duty.away or since, since), timedelta(0))
        return structs.replace(_anew(shifted(duty, rest), now), resumed=now)

    free_until = pace.free_until and pace.free_until + (now - since)
    return structs.replace(pace, duty=later(pace.duty), before=later(pace.before), free_until=free_until)


def gone(duty: Duty, now: datetime, until: datetime | None) -> Duty:
    """The same on vacation until a time, or (None) back: what was to come has the time that was left."""
    back = max(until or now, now)
    moved = shifted(duty, back - max(duty.away or now, now))
    return _anew(structs.replace(moved, away=back if back > now else None), now)


def left_alone(duty: Duty, until: datetime) -> Duty:
    """The same without a reminder or a warning before a person is back from a vacation."""
    return structs.replace(_with_times(duty, _CALLS, lambda when: max(when, until)), away=until)


def owed(duty: Duty, now: datetime) -> timedelta:
    """For how long a decision has been owed, without rests of the game and vacations."""
    to_come = max((duty.away or now) - now, timedelta(0))
    uncounted = max(duty.uncounted - to_come, timedelta(0))
    return max(now - duty.since - uncounted, timedelta(0))


def answered(row: LogRow, seats: Sequence[SeatRow]) -> LogRow:
    """A row of the log with the time for which a person's move had been owed by these seats."""
    duty = None if row.automatic or row.back is not None else seats[row.seat].pace.duty
    return row if duty is None else replace(row, owed=owed(duty, row.at))


def earliest(seats: Iterable[SeatRow]) -> datetime | None:
    """When something is to be done at a table about what these seats owe, or about free ones."""
    seats = tuple(seats)
    duties = [duty for seat in seats if (duty := seat.pace.duty) is not None]
    times = [getattr(duty, name) for duty in duties for name in (*_CALLS, "deadline", "away")]
    times += [seat.pace.free_until for seat in seats]
    return min((when for when in times if when is not None), default=None)
