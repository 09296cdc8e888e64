"""`python -m bot bench --week`: how long games take whose people look now and then, with plans and without.

Whoever looks does what they owe and, with plans, says what is to be done next. Both times they decide alike:
by the first of the wishes that plans offer, else as the easiest computer does. All hours are simulated.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from heapq import merge
from pathlib import Path
from random import Random
from statistics import fmean

from bot.bench.copies import begun
from bot.bench.figures import Figure, Target
from bot.games import registry
from bot.games.contract import Move, Seat, View
from bot.games.planning import Plan, carried_out
from bot.games.registry import AnyGame
from bot.store import open_store
from bot.tables.clock import Clock
from bot.tables.model import Moment, Status
from bot.tables.plans import Plans
from bot.tables.services import Tables, build_tables

TARGETS = {"thurn_and_taxis": Target("<=", 0.5), "six_nimmt": Target("<=", 0.67)}
"""Of the time without plans, by game."""
PEOPLE, LOOKS, AWAKE = 4, 8, (7.5, 23.0)
"""Looks of each person a day, at any time between these hours."""
STAYS = timedelta(minutes=2)
"""From the first to the last glance of a look."""
RANKED = 6
"""Wishes for a step of a plan."""
BEGIN = datetime(2026, 6, 1, 12, tzinfo=UTC)
MOST = 100
"""Days after which a game is no longer believed to come to an end."""


async def figures(folder: Path, *, games: int, keys: Sequence[str] = tuple(TARGETS)) -> list[Figure]:
    """So many games of each kind, with the same looks both times."""
    found: list[Figure] = []
    for key, target in [(key, TARGETS[key]) for key in keys]:
        hours: dict[bool, float] = {}
        for plans in (False, True):
            weeks = [_Week(registry.game(key), seed, plans=plans) for seed in range(games)]
            taken = [await week.play(folder / f"{key}-{plans}-{week.seed}.sqlite3") for week in weeks]
            hours[plans] = fmean(taken)
            said = "with" if plans else "without"
            found.append(Figure(key, f"{PEOPLE} people {said} plans", hours[plans], "h"))
        found.append(Figure(key, "time with plans of that without", hours[True] / hours[False], "", target))
    return found


def looks(seed: int) -> Iterator[tuple[datetime, int]]:
    """When which person has the table before them, for all days: the first and last glance of each look."""
    return merge(*(_looks_of(Random(f"{seed} {user}"), user) for user in range(1, PEOPLE + 1)))


def _looks_of(rng: Random, user: int) -> Iterator[tuple[datetime, int]]:
    midnight = BEGIN.replace(hour=0)
    for day in range(MOST):
        begins = [midnight + timedelta(days=day, hours=rng.uniform(*AWAKE)) for _ in range(LOOKS)]
        yield from sorted([(glance, user) for begin in begins for glance in (begin, begin + STAYS)])


class _Week:
    """One game at the services, by a clock that goes on from look to look and from timer to timer."""

    def __init__(self, game: AnyGame, seed: int, *, plans: bool) -> None:
        assert game.planning is not None, "only games with plans are measured"
        self.game, self.seed, self.plans, self.planning = game, seed, plans, game.planning
        self.meant: dict[Seat, Plan] = {}
        self.now = BEGIN
        self.rng = Random(seed)
        self.keys = 0

    async def play(self, path: Path) -> float:
        """The hours from the start of the game to its end."""
        store = await open_store(path, synchronous="normal")
        try:
            tables = build_tables(store, now=lambda: self.now)
            clock = Clock(store, tables, now=lambda: self.now, wait=_never)
            table = (await begun(tables, self.game, range(1, PEOPLE + 1), guild=1, channel=1)).moment.table.id
            for when, user in looks(self.seed):
                if when < BEGIN:
                    continue
                await self._rings(clock, when)
                if (ended := await self._look(tables, table, user)) is not None:
                    return (ended - BEGIN) / timedelta(hours=1)
            raise RuntimeError(f"a game of {self.game.info.key} without end")
        finally:
            await store.close()

    async def _rings(self, clock: Clock, until: datetime) -> None:
        """All that falls due before somebody looks."""
        while (seconds := await clock.run_due()) is not None:
            if self.now + timedelta(seconds=seconds) > until:
                break
            self.now += timedelta(seconds=seconds)
        self.now = until

    async def _look(self, tables: Tables, table: int, user: int) -> datetime | None:
        """What somebody does who looks; when the game has ended, if it has."""
        seat, moment = Seat(user - 1), await tables.queries.now_at(table)
        while seat in self.game.decisions(moment.state):
            if await tables.play.held(table, user) is not None:
                return None
            self.keys += 1
            moment = (
                await tables.play.act(
                    table,
                    user,
                    self._decided(moment, seat),
                    turn=moment.turn,
                    key=f"look {self.keys}",
                )
            ).moment
        if moment.table.status is not Status.PLAYING:
            return moment.table.updated
        if self.plans:
            await self._plan(tables.plans, moment, seat)
        return None

    def _decided(self, moment: Moment, seat: Seat) -> Move:
        """What this person would have planned right before this turn, else what the easiest computer does."""
        view, legal = self.game.view(moment.state, seat), list(self.game.legal(moment.state, seat))
        before = self.meant.get(seat, Plan())
        move, self.meant[seat] = self._next(before, view, seat, legal)
        if move is None:
            move, self.meant[seat] = self._next(self._wished(view, seat), view, seat, legal)
        return move or next(iter(self.game.opponents.values())).choose(view, legal, self.rng)

    def _next(self, plan: Plan, view: View, seat: Seat, legal: Sequence[Move]) -> tuple[Move | None, Plan]:
        return carried_out(self.planning, plan, view, seat, lambda: legal)

    def _wished(self, view: View, seat: Seat) -> Plan:
        """A plan of the likeliest wishes as far as it goes, with the first of the standing answers."""
        plan = Plan(answers=tuple([(name, values[0]) for name, values in self.planning.answers.items()]))
        while wishes := self.planning.wishes(view, seat, plan.steps):
            plan = Plan((*plan.steps, tuple(wishes[: RANKED if self.planning.ranked else 1])), plan.answers)
        return plan

    async def _plan(self, plans: Plans, moment: Moment, seat: Seat) -> None:
        """Wishes for the next decision where there are none yet."""
        table, user = moment.table.id, seat + 1
        known = await plans.planned(table, user)
        wished = self._wished(self.game.view(moment.state, seat), seat)
        for name, value in () if known.answers else wished.answers:
            await plans.answer_with(table, user, name, value)
        for step, wishes in () if known.steps else enumerate(wished.steps):
            for wish in wishes:
                await plans.wish_for(table, user, step, wish)


async def _never(*_: object, **__: object) -> None:
    raise AssertionError("the clock is never started: it is asked what is due")
