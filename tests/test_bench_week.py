"""What `python -m bot bench --week` counts: simulated hours of games whose people look now and then."""

from datetime import timedelta
from itertools import islice
from pathlib import Path

from bot.bench import figures, week


async def test_who_plans_ahead_waits_less(tmp_path: Path) -> None:
    found = await week.figures(tmp_path, games=1, keys=["six_nimmt"])
    without, planned, ratio = (each.value for each in found)
    assert without > 24
    assert ratio == planned / without < 1
    assert "4 people with plans" in figures.as_table(found)


def test_everybody_looks_by_day_and_at_the_same_times_again() -> None:
    days, glances = 10, 2 * week.LOOKS * week.PEOPLE
    seen = [*islice(week.looks(1), days * glances)]
    assert seen == [*islice(week.looks(1), days * glances)] == sorted(seen)
    assert {user for _, user in seen} == {*range(1, week.PEOPLE + 1)}
    first, last = week.AWAKE
    for when, _ in seen:
        assert first <= when.hour + when.minute / 60 <= last + week.STAYS / timedelta(hours=1)
