"""Plans of people: what they want done once a decision is theirs. Nobody else may see that there are any."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from bot.games.contract import Refusal, Seat
from bot.games.planning import ASK, Plan, Planning, carried_out
from bot.store.records import SeatRow
from bot.store.repositories import Repositories
from bot.tables.grace import grace_of, held_back, told_of_grace
from bot.tables.lobby import seated
from bot.tables.model import Standing, Status
from bot.tables.move_runner import Run
from bot.tables.timers import PLANS, ripe_at
from bot.tables.units import Units, changes, changes_table, reads

AnyPlanning = Planning[Any, Any]
_PLAN = msgspec.json.Decoder(Plan)


@dataclass(eq=False)
class Plans:
    """Takes down what people plan, and carries it out."""

    units: Units

    @reads
    async def planned(self, tx: Repositories, table: int, user: int) -> Plan:
        """What a person has planned. Refusals: no_table, not_seated."""
        standing = await self.units.standings.at(tx, table)
        return plan_of(standing.seat_of(user))

    @changes
    async def wish_for(self, tx: Repositories, table: int, user: int, step: int, wish: str) -> Plan:
        """A wish for a step of the plan, behind those that it has. Refusals: as `answer_with`; plan_now where
        the decision is owed already."""
        standing, seat, run, planning = await self._at(tx, table, user)
        plan, view = plan_of(seat), run.game.view(run.state, Seat(seat.seat))
        if owes_planned(run, planning, seat):
            raise Refusal("plan_now")
        if step > len(plan.steps) or wish not in planning.wishes(view, Seat(seat.seat), plan.steps[:step]):
            raise Refusal("no_such_wish")
        return await self._put(tx, standing, seat, plan.with_wish(step, wish, ranked=planning.ranked))

    @changes
    async def answer_with(self, tx: Repositories, table: int, user: int, name: str, value: str) -> Plan:
        """A standing answer, for decisions from the next one on. Refusals: no_table, not_seated, over,
        not_playing, no_plans, no_such_wish."""
        standing, seat, _, planning = await self._at(tx, table, user)
        if value not in (ASK, *planning.answers.get(name, ())):
            raise Refusal("no_such_wish")
        return await self._put(tx, standing, seat, plan_of(seat).with_answer(name, value))

    @changes
    async def clear_plan(self, tx: Repositories, table: int, user: int) -> Plan:
        """Drops the steps; standing answers stay. Refusals: as `answer_with`."""
        standing, seat, *_ = await self._at(tx, table, user)
        return await self._put(tx, standing, seat, plan_of(seat).without_steps())

    @changes_table
    async def carry_out_plans(self, tx: Repositories, table: int) -> None:
        """Makes the moves of the plans that are ripe, each as far as it reaches; the clock rings for them."""
        await tx.timers.drop(table, PLANS)
        standing, now = await self.units.standings.at(tx, table), self.units.now()
        row = standing.row
        ripe = [seat for seat in standing.seats if (when := ripe_at(row, seat)) and when <= now]
        if ripe:
            run = await self.units.run(tx, standing)
            for seat in ripe:
                standing = seated(standing, _carry_out(standing, run, seat))
            if run.made:
                await self.units.write_moves(tx, standing, run, None)
            elif [seat.held for seat in standing.seats] != [seat.held for seat in standing.stored]:
                await self.units.update(tx, standing, None, *told_of_grace(standing))
            elif standing.seats != standing.stored:
                await tx.seats.put(row.id, standing.seats)
        await self.units.timers.set_plans(tx, row, await tx.seats.at(table))

    async def _at(
        self, tx: Repositories, table: int, user: int
    ) -> tuple[Standing, SeatRow, Run, AnyPlanning]:
        standing = await self.units.standings.at(tx, table)
        seat = standing.seat_of(user)
        standing.refuse_unless_active()
        if standing.row.status is not Status.PLAYING:
            raise Refusal("not_playing")
        run = await self.units.run(tx, standing)
        if run.game.planning is None:
            raise Refusal("no_plans")
        return standing, seat, run, run.game.planning

    async def _put(self, tx: Repositories, standing: Standing, seat: SeatRow, plan: Plan) -> Plan:
        await tx.seats.put(standing.row.id, seated(standing, with_plan(seat, plan)).seats)
        return plan


def plan_of(seat: SeatRow) -> Plan:
    """What is planned for a seat."""
    return Plan() if seat.plan is None else _PLAN.decode(seat.plan)


def with_plan(seat: SeatRow, plan: Plan) -> SeatRow:
    """The seat with another plan."""
    return replace(seat, plan=None if plan == Plan() else msgspec.json.encode(plan))


def without_steps(seat: SeatRow) -> SeatRow:
    """The seat with its standing answers alone: somebody has decided otherwise."""
    return seat if seat.plan is None else with_plan(seat, plan_of(seat).without_steps())


def overruled(standing: Standing, run: Run, seat: SeatRow) -> Standing:
    """The table once a person has made by hand what the next step of their plan was about."""
    planning = run.game.planning
    if seat.plan is None or planning is None or not owes_planned(run, planning, seat):
        return standing
    return seated(standing, without_steps(seat))


def owes_planned(run: Run, planning: AnyPlanning, seat: SeatRow) -> bool:
    """Whether a seat owes a decision now that the steps of a plan are about."""
    number = Seat(seat.seat)
    return number in run.owing and planning.meets(run.game.view(run.state, number), number)


def _carry_out(standing: Standing, run: Run, seat: SeatRow) -> SeatRow:
    """Makes the moves of one plan as far as it reaches in this post: what the next one asks for waits as long
    as any other decision would. The seat with what is left of it then."""
    plan, planning, number = plan_of(seat), run.game.planning, Seat(seat.seat)
    while planning is not None and number in run.owing and not run.moved_on:
        view = run.game.view(run.state, number)
        move, plan = carried_out(planning, plan, view, number, lambda: run.game.legal(run.state, number))
        if move is None:
            break
        if seat.held is None and run.settles(number, move) and grace_of(standing):
            seat = held_back(standing, run, seat, move)
            break
        run.play(number, move)
        run.go_on()
    return with_plan(seat, plan)
