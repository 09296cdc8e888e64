"""Plans of people: what they want done once a decision is theirs. Nobody else may see that there are any."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
from msgspec import structs

from bot.games.contract import Move, Refusal, Seat
from bot.games.planning import ASK, Plan, Planning, carried_out
from bot.store.records import SeatRow
from bot.store.repositories import Repositories
from bot.tables.grace import grace_of, held_back, told_of_grace
from bot.tables.lobby import seated
from bot.tables.model import Standing, Status
from bot.tables.move_runner import Run
from bot.tables.policy import LATE
from bot.tables.timers import PLANS, ripe_at
from bot.tables.turn_clock import went_on, with_duty
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
        standing, seat, run, planning = await self._at(tx, table, user)
        if value not in (ASK, *planning.answers.get(name, ())):
            raise Refusal("no_such_wish")
        if _next(run, seat)[0] is None:
            seat = _by_hand(seat)
        return await self._put(tx, standing, seat, plan_of(seat).with_answer(name, value))

    @changes
    async def clear_plan(self, tx: Repositories, table: int, user: int) -> Plan:
        """Drops the steps; standing answers stay. Refusals: as `answer_with`."""
        standing, seat, *_ = await self._at(tx, table, user)
        return await self._put(tx, standing, seat, plan_of(seat).without_steps())

    @changes
    async def stop_plan(self, tx: Repositories, table: int, user: int) -> Plan:
        """What a person owes now is decided by hand: steps are dropped, standing answers hold for decisions
        from the next one on. Refusals: as `answer_with`."""
        standing, seat, *_ = await self._at(tx, table, user)
        return await self._put(tx, standing, _by_hand(seat), plan_of(seat).without_steps())

    @reads
    async def due(self, tx: Repositories, table: int, user: int) -> datetime | None:
        """When a person's plan makes the move that they owe; None where it makes none. Refusals: no_table,
        not_seated."""
        standing = await self.units.standings.at(tx, table)
        seat = standing.seat_of(user)
        when = ripe_at(standing.row, seat)
        if when is None or _next(await self.units.run(tx, standing), seat)[0] is None:
            return None
        return when

    @changes_table
    async def carry_out_plans(self, tx: Repositories, table: int) -> None:
        """Makes the next step of a plan that is ripe: the clock rings for each, as people decide one by one.
        What should have been made while the bot did not run waits anew."""
        await tx.timers.drop(table, PLANS)
        standing, now = await self.units.standings.at(tx, table), self.units.now()
        row, waiting = standing.row, list[SeatRow]()
        times = {seat.seat: when for seat in standing.seats if (when := ripe_at(row, seat)) and when <= now}
        ripe = [seat for seat in standing.seats if seat.seat in times]
        if ripe:
            run = await self.units.run(tx, standing)
            for at, seat in enumerate(ripe, 1):
                late = now - times[seat.seat] > LATE
                after = _waits_anew(seat, now) if late else _carry_out(standing, run, seat)
                standing = seated(standing, after)
                if run.made or after.held != seat.held:
                    waiting = ripe[at:]
                    break
            if run.made:
                await self.units.write_moves(tx, standing, run, None)
            elif [seat.held for seat in standing.seats] != [seat.held for seat in standing.stored]:
                await self.units.update(tx, standing, None, *told_of_grace(standing))
            elif standing.seats != standing.stored:
                await tx.seats.put(row.id, standing.seats)
        seats = await tx.seats.at(table)
        await self.units.timers.set_plans(tx, row, seats, {seat.seat for seat in waiting})

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


def _next(run: Run, seat: SeatRow) -> tuple[Move | None, Plan]:
    """The move of a plan for what a seat owes now, and what is left of it then."""
    plan, planning, number = plan_of(seat), run.game.planning, Seat(seat.seat)
    if planning is None or number not in run.owing or seat.held is not None:
        return None, plan
    view = run.game.view(run.state, number)
    return carried_out(planning, plan, view, number, lambda: run.game.legal(run.state, number))


def _carry_out(standing: Standing, run: Run, seat: SeatRow) -> SeatRow:
    """Makes the next move of a plan, exactly like one by hand: the seat with what is left of the plan."""
    move, plan = _next(run, seat)
    if move is not None and run.settles(Seat(seat.seat), move) and grace_of(standing):
        seat = held_back(standing, run, seat, move)
    elif move is not None:
        run.play(Seat(seat.seat), move)
        run.go_on()
    return with_plan(seat, plan)


def _by_hand(seat: SeatRow) -> SeatRow:
    """The seat whose person decides themselves what it owes now."""
    duty = seat.pace.duty
    return seat if duty is None else with_duty(seat, structs.replace(duty, by_hand=True))


def _waits_anew(seat: SeatRow, now: datetime) -> SeatRow:
    """The seat whose plan waits from now on."""
    duty = seat.pace.duty
    return seat if duty is None else with_duty(seat, went_on(duty, now, 0))
