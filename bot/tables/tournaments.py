"""Tournaments at real tables: signing up, the rounds that follow one another, and who takes whose place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from random import SystemRandom

import msgspec
from msgspec import structs

from bot.games.contract import Options, Refusal, Seat
from bot.store.repositories import Repositories
from bot.store.tournaments import Director, Entrant, PodRow, TournamentRow, TournamentState
from bot.tables import commitment, duplicates
from bot.tables.circles import Reader, refuse_outsider, seen_circles
from bot.tables.cups import (
    RULES,
    Course,
    Cup,
    Head,
    at_end_of_round,
    cup_at,
    heads,
    heir_of,
    show_anew,
    with_result,
    without,
)
from bot.tables.lobby import absent, seated
from bot.tables.model import (
    ABSENT,
    FORMER,
    Person,
    SeatRow,
    Standing,
    Status,
    TableRow,
    TableSettings,
    Thread,
)
from bot.tables.play import begun
from bot.tables.policy import LISTED, STIRRED, TOURNAMENTS
from bot.tables.settings import settings_of
from bot.tables.timers import News
from bot.tables.tournament_checks import are_places, check, check_points
from bot.tables.units import Act, Units, changes, note, reads
from bot.tournaments.model import Line, Round, Rules
from bot.tournaments.pods import pod_sizes
from bot.tournaments.rounds import next_round

TITLE = 40
"""Characters of a title."""
SHOWN = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What somebody wants to hold."""

    title: str
    game: str
    options: Options
    rules: Rules
    low: int
    high: int
    begins: datetime | None = None
    circle: int | None = None
    """Members of this circle alone sign up."""


@dataclass(eq=False)
class Tournaments:
    """Holds tournaments. Everything that follows by itself is done by the clock, once."""

    units: Units

    @changes
    async def found(
        self,
        tx: Repositories,
        plan: Plan,
        director: Person,
        *,
        guild: int,
        channel: int,
        locale: str,
        key: str,
    ) -> int:
        """Opens a tournament; its number. Refusals: tournaments_enough {n}, circle_only,
        circle_open {name}, bad_tournament, bad_options."""
        known = await tx.tournaments.one("WHERE press = ?", key)
        if known is not None:
            return known.id
        rows = await tx.tournaments.of_guild(guild, LISTED)
        if sum(row.state.active for row in rows if row.circle == plan.circle) >= TOURNAMENTS:
            raise Refusal("tournaments_enough", n=TOURNAMENTS)
        await refuse_outsider(tx, plan.circle, director.id)
        encoded = check(plan.game, plan.options, plan.rules, plan.low, plan.high)
        if not 0 < len(plan.title) <= TITLE:
            raise Refusal("bad_tournament")
        now = self.units.now()
        row = TournamentRow(
            guild=guild,
            channel=channel,
            locale=locale,
            title=plan.title,
            game=plan.game,
            options=encoded,
            rules=msgspec.json.encode(plan.rules),
            low=plan.low,
            high=plan.high,
            press=key,
            at=now,
            begins=plan.begins,
            course=msgspec.json.encode(Course()),
            circle=plan.circle,
            changes=1,
        )
        number = await tx.tournaments.add(row)
        await tx.directors.insert([Director(number, director.id)])
        await self.units.timers.set_tournament(tx, number, plan.begins)
        for news in (News.SIGN_UPS, News.EVENTS):
            await self.units.signals.tell(tx, news, guild)
        return number

    @reads
    async def cup(self, tx: Repositories, number: int) -> Cup:
        """A tournament as it stands. Refusals: no_tournament."""
        return await cup_at(tx, number)

    @reads
    async def cups_in(self, tx: Repositories, guild: int, reader: Reader) -> tuple[TournamentRow, ...]:
        """The newest tournaments of a server, newest first; of circles that the reader may see."""
        circles = {None, *(circle.id for circle in await seen_circles(tx, guild, reader))}
        rows = await tx.tournaments.of_guild(guild, LISTED)
        return tuple([row for row in rows if row.circle in circles][:SHOWN])

    @changes
    async def sign_up(self, tx: Repositories, number: int, person: Person) -> Cup:
        """A person takes part, or waits for a place. Refusals: no_tournament, tournament_over,
        circle_only, circle_open {name}."""
        cup = await _active(tx, number)
        if cup.of_user(person.id) is None:
            await refuse_outsider(tx, cup.row.circle, person.id)
            await tx.people.remember(person.id, person.name, person.locale)
            await tx.entrants.put(Entrant(number, person.id, person.name, self.units.now()))
            cup = await cup_at(tx, number)
            if cup.row.state is TournamentState.OPEN and len(cup.entrants) == cup.row.high:
                await self._soon(tx, cup.row)
            await self._show(tx, cup.row)
        return cup

    @changes
    async def sign_off(self, tx: Repositories, number: int, user: int) -> Cup:
        """A person takes part no more: somebody of the waiting list takes their line with its seats, or these
        are played on by the rules of their tables. Refusals: no_tournament, tournament_over, no_entrant."""
        cup = await _active(tx, number)
        if cup.of_user(user) is None:
            raise Refusal("no_entrant")
        await self._drop(tx, cup, user)
        return await self._show(tx, cup.row)

    @changes
    async def expel(self, tx: Repositories, number: int, director: int, user: int) -> Cup:
        """The same by the director. Refusals: no_tournament, tournament_over."""
        cup = await _active(tx, number)
        if cup.of_user(user) is not None:
            await self._drop(tx, cup, user)
            now = self.units.now()
            await note(tx, Act.EXPELLED, now, guild=cup.row.guild, actor=director, target=user)
        return await self._show(tx, cup.row)

    @changes
    async def begin_now(self, tx: Repositories, number: int) -> Cup:
        """Closes the sign-up. Refusals: no_tournament, tournament_begun, tournament_few {n}."""
        cup = await _unbegun(tx, number)
        if len(cup.playing) < cup.row.low:
            raise Refusal("tournament_few", n=cup.row.low)
        await self._soon(tx, cup.row)
        return await self._show(tx, cup.row)

    @changes
    async def set_points(self, tx: Repositories, number: int, points: Sequence[int]) -> Cup:
        """The points of a full table, best first. Refusals: no_tournament, tournament_over, tournament_begun,
        bad_points {n}."""
        cup = await _unbegun(tx, number)
        rules = structs.replace(cup.tournament.rules, points=tuple(points))
        check_points(rules)
        await tx.tournaments.update(replace(cup.row, rules=msgspec.json.encode(rules)))
        return await self._show(tx, cup.row)

    @changes
    async def prefer(self, tx: Repositories, number: int, first: str) -> Cup:
        """Ties are decided by this tie-break first, and by all others after it. Refusals: no_tournament,
        tournament_over, tournament_begun."""
        cup = await _unbegun(tx, number)
        ties = tuple(sorted(cup.tournament.rules.tie_breaks, key=lambda one: one != first))
        rules = structs.replace(cup.tournament.rules, tie_breaks=ties)
        await tx.tournaments.update(replace(cup.row, rules=msgspec.json.encode(rules)))
        return await self._show(tx, cup.row)

    @changes
    async def set_options(self, tx: Repositories, number: int, options: Options) -> Cup:
        """The options of its game. Refusals: no_tournament, tournament_over, tournament_begun,
        bad_tournament where so many can't play with them, bad_options, and the game's own."""
        cup = await _unbegun(tx, number)
        encoded = check(cup.row.game, options, cup.tournament.rules, cup.row.low, cup.row.high)
        await tx.tournaments.update(replace(cup.row, options=encoded))
        return await self._show(tx, cup.row)

    @changes
    async def hold_up(
        self, tx: Repositories, number: int, *, paused: bool, director: int | None = None
    ) -> Cup:
        """Whether no new round begins for now. Refusals: no_tournament, tournament_over,
        tournament_not_begun."""
        cup = await _active(tx, number)
        if cup.row.state is TournamentState.OPEN:
            raise Refusal("tournament_not_begun")
        state = TournamentState.PAUSED if paused else TournamentState.RUNNING
        await note(tx, Act.HELD_UP, self.units.now(), guild=cup.row.guild, actor=director)
        await tx.tournaments.update(replace(cup.row, state=state))
        await self.units.timers.set_tournament(tx, number, None if paused else self.units.now())
        return await self._show(tx, cup.row)

    @changes
    async def call_off(self, tx: Repositories, number: int, director: int | None = None) -> Cup:
        """Ends a tournament without a winner; its tables go on. Refusals: no_tournament, tournament_over."""
        cup = await _active(tx, number)
        await note(tx, Act.CALLED_OFF, self.units.now(), guild=cup.row.guild, actor=director)
        await self._end(tx, cup.row, TournamentState.CANCELLED)
        return await cup_at(tx, number)

    @changes
    async def correct(
        self, tx: Repositories, number: int, at: tuple[int, int], places: tuple[int, ...], director: int
    ) -> Cup:
        """Other places at a table (round, pod) that is over; the standings of the end are told once more.
        Refusals: no_tournament, tournament_over where it was called off, bad_places {n}."""
        cup = await cup_at(tx, number)
        if cup.row.state is TournamentState.CANCELLED:
            raise Refusal("tournament_over")
        pod = next((one for one in cup.pods if (one.round, one.pod) == at), None)
        if pod is None or not pod.places or not are_places(places, len(pod.lines)):
            raise Refusal("bad_places", n=len(pod.lines) if pod else 0)
        if places != pod.places:
            await tx.pods.put(replace(pod, places=places))
            now, guild = self.units.now(), cup.row.guild
            await note(tx, Act.CORRECTED, now, guild=guild, actor=director, table=pod.table)
            if not cup.active:
                await tx.tournaments.update(replace(cup.row, chapters=cup.row.chapters + 1))
                await self.units.signals.tell(tx, News.TOURNAMENTS, guild)
        return await self._show(tx, cup.row)

    async def go_on(self, number: int) -> None:
        """Does what is due: the start, the results of tables that have ended, the next round, the end. What
        takes time to work out is worked out before, and only counts where nothing has changed meanwhile."""

        async def planned(tx: Repositories) -> tuple[Cup, Round | None] | None:
            cup = await at_end_of_round(tx, number)
            return cup and (cup, next_round(cup.tournament))

        plan = await self.units.store.read(planned)
        await self.units.store.change(partial(self._go_on, number=number, plan=plan))

    @reads
    async def unshown(self, tx: Repositories) -> tuple[Cup, ...]:
        """Those of our servers whose post does not show how they stand."""
        ours = self.units.signals.shards
        return tuple(
            [await cup_at(tx, row.id) for row in await tx.tournaments.to_show() if ours.has(row.guild)]
        )

    @changes
    async def note_shown(self, tx: Repositories, cup: Cup, post: int) -> None:
        """The post, 0 where there is none any more, shows the tournament like this."""
        await tx.as_owner()
        await tx.tournaments.show(cup.number, post, cup.row.changes)

    @reads
    async def unfinished(self, tx: Repositories) -> tuple[Cup, ...]:
        """Those of which something is to be told, or tables to be opened."""
        return tuple([await cup_at(tx, row.id) for row in await tx.tournaments.to_tell()])

    @changes
    async def note_told(self, tx: Repositories, number: int, chapter: int) -> None:
        """So many rounds and ends are announced."""
        await tx.as_owner()
        row = (await cup_at(tx, number)).row
        if row.told < chapter:
            await tx.tournaments.update(replace(row, told=chapter))

    @reads
    async def former_at(self, tx: Repositories, table: int, user: int) -> str:
        """The name of whoever had the seat of a person at a table before them; empty where nobody had."""
        seats = [sitter.seat for sitter in await tx.seats.at(table) if sitter.user == user]
        return next((gone.name for gone in reversed(await tx.seats.former(table)) if gone.seat in seats), "")

    @changes
    async def note_welcomed(self, tx: Repositories, number: int, user: int) -> None:
        """Somebody who has taken over a line has been called at their tables, or can't be."""
        await tx.as_owner()
        heir = await tx.entrants.get(number, user)
        if heir is not None:
            await tx.entrants.put(replace(heir, is_heir=False))

    @changes
    async def reserve(self, tx: Repositories) -> int:
        """The number of a table to come, after which its thread can be named."""
        return await tx.tables.reserve()

    @changes
    async def open_pod(
        self, tx: Repositories, number: int, at: tuple[int, int], *, channel: int, table: int
    ) -> None:
        """Opens and begins the reserved `table` of a round (round, pod) in a thread of ours; a second time
        changes nothing."""
        await tx.as_owner()
        cup = await cup_at(tx, number)
        pod = next(one for one in cup.pods if (one.round, one.pod) == at)
        if pod.table is not None:
            return
        seats = tuple(_seat(cup, seat, line) for seat, line in enumerate(pod.lines))
        host = next((seat.user for seat in seats if seat.user is not None), None)
        if host is None:
            everybody = (1,) * len(seats)
            await tx.pods.put(replace(pod, table=0, places=everybody))
            await self._soon(tx, cup.row)
            return
        now, server = self.units.now(), await settings_of(tx, cup.row.guild)
        row = TableRow(
            id=table,
            game=cup.row.game,
            guild=cup.row.guild,
            channel=channel,
            thread=Thread.OWN,
            host=host,
            options=cup.row.options,
            locale=cup.row.locale,
            tournament=number,
            settings=TableSettings(deadline=server.deadline),
            created=now,
            updated=now,
        )
        key = f"tournament {number} {pod.round} {pod.pod}"
        beside = sum(one.round == pod.round for one in cup.pods)
        deal, rules = await tx.deals.get(number, pod.round, cup.tournament.rules.deal(pod.pod, beside)), 0
        if deal is None:
            row = commitment.opened(row)
        else:
            row = duplicates.dealt(row, deal, len(seats))
            rules = await duplicates.rules_of(tx, duplicates.tables_of(deal, cup.tournament.rules, cup.pods))
        standing = Standing(await tx.tables.add(row), seats)
        standing, run = begun(standing, now, key, rules)
        await tx.pods.put(replace(pod, table=standing.row.id))
        tx.log.begin(standing.row.id, len(seats))
        await self.units.write_moves(tx, standing, run, key, opening=True)
        await self.units.timers.set_thread(tx, standing.row, STIRRED)
        await self.units.react(tx, standing.row.id)

    # What follows by itself.

    async def _go_on(self, tx: Repositories, number: int, plan: tuple[Cup, Round | None] | None) -> None:
        await self.units.timers.set_tournament(tx, number, None)
        row = await tx.tournaments.get(number)
        if row is None:
            return
        pods = await tx.pods.of(number)
        await duplicates.reveal(tx, row, RULES.decode(row.rules), pods)
        if not row.state.active:
            return
        if row.state is TournamentState.OPEN:
            await self._begin(tx, await cup_at(tx, number))
            return
        cup = await at_end_of_round(tx, number)
        await self._keep_results(tx, number)
        if cup is None:
            return
        if plan is None or plan[0].tournament != cup.tournament:
            await self._soon(tx, row)
        elif plan[1] is None:
            course = msgspec.json.encode(Course(cup.tournament.lines, heads(cup)))
            await self._end(tx, replace(cup.row, course=course), TournamentState.OVER)
        else:
            await self._add_round(tx, cup, plan[1])

    async def _begin(self, tx: Repositories, cup: Cup) -> None:
        """Draws the lines where the time has come; where too few are there, there is no tournament."""
        row, rules, now = cup.row, cup.tournament.rules, self.units.now()
        asked = row.begins is None or row.begins <= now
        if not asked and len(cup.entrants) < row.high:
            await self.units.timers.set_tournament(tx, row.id, row.begins)
            return
        playing = list(cup.playing)
        if len(playing) < row.low:
            await self._end(tx, row, TournamentState.CANCELLED)
            return
        SystemRandom().shuffle(playing)
        await tx.entrants.put(*[replace(one, line=line) for line, one in enumerate(playing)])
        largest = pod_sizes(len(playing), rules.low, rules.high)[0]
        course = Course(tuple(map(Line, range(len(playing)))))
        row = replace(
            row,
            rules=msgspec.json.encode(structs.replace(rules, high=largest)),
            state=TournamentState.RUNNING,
            course=msgspec.json.encode(course),
            at=now,
        )
        await tx.tournaments.update(row)
        await self._soon(tx, row)
        await show_anew(tx, self.units, row)

    async def _keep_results(self, tx: Repositories, number: int) -> None:
        """Writes down how tables have ended: without a result all of them share the first place."""
        for pod in await tx.pods.of(number):
            if not pod.places and (ended := await with_result(tx, pod)).places:
                await tx.pods.put(ended)

    async def _add_round(self, tx: Repositories, cup: Cup, following: Round) -> None:
        course = Course(cup.tournament.lines, (*heads(cup), Head(following.byes, following.final)))
        row = replace(cup.row, course=msgspec.json.encode(course), chapters=cup.row.chapters + 1)
        await tx.tournaments.update(row)
        await tx.entrants.put(*cup.entrants)
        at = len(course.rounds)
        pods = [
            PodRow(tournament=row.id, round=at, pod=index, box=pod.group, lines=pod.lines)
            for index, pod in enumerate(following.pods)
        ]
        await tx.pods.put(*pods)
        await duplicates.draw(tx, row, cup.tournament.rules, at, self.units.now())
        await self.units.signals.tell(tx, News.TOURNAMENTS, row.guild)
        await show_anew(tx, self.units, row)

    async def _end(self, tx: Repositories, row: TournamentRow, state: TournamentState) -> None:
        ended = replace(row, state=state, at=self.units.now(), chapters=row.chapters + 1, begins=None)
        await tx.tournaments.update(ended)
        await self.units.timers.set_tournament(tx, row.id, None)
        await self.units.signals.tell(tx, News.TOURNAMENTS, row.guild)
        await show_anew(tx, self.units, row)

    async def _show(self, tx: Repositories, row: TournamentRow) -> Cup:
        """The tournament after a change, which its post follows."""
        await show_anew(tx, self.units, row)
        return await cup_at(tx, row.id)

    async def _soon(self, tx: Repositories, row: TournamentRow) -> None:
        """Has the clock go on with a tournament at once."""
        now = self.units.now()
        if row.state is TournamentState.OPEN and row.begins is not None and row.begins > now:
            await tx.tournaments.update(replace(row, begins=now))
        await self.units.timers.set_tournament(tx, row.id, now)

    async def _drop(self, tx: Repositories, cup: Cup, user: int) -> None:
        """Takes a person out. The first of the waiting list takes over their line, and their seats at the
        tables of the round; without one the line is given up, and the seats are left as by any leaver."""
        entrant = cup.of_user(user)
        if entrant is None:
            return
        await tx.entrants.remove(cup.number, user)
        if entrant.line is None:
            return
        seats = [
            (pod.table, Seat(pod.lines.index(entrant.line)))
            for pod in cup.pods
            if pod.table and not pod.places and entrant.line in pod.lines
        ]
        heir = await heir_of(tx, cup)
        if heir is not None:
            await tx.entrants.put(replace(heir, line=entrant.line, is_heir=bool(seats)))
            await self.units.signals.tell(tx, News.TOURNAMENTS, cup.row.guild)
        else:
            course = Course(without(cup.tournament, entrant.line).lines, heads(cup))
            await tx.tournaments.update(replace(cup.row, course=msgspec.json.encode(course)))
        for table, seat in seats:
            await self._reseat(tx, table, seat, user, heir)

    async def _reseat(
        self, tx: Repositories, table: int, seat: Seat, user: int, heir: Entrant | None
    ) -> None:
        standing = await self.units.standings.at(tx, table)
        if standing.row.status is not Status.PLAYING:
            return
        if heir is not None and not standing.is_seated(heir.user):
            sits = standing.is_seated(user)
            before = standing.without(user) if sits else standing
            standing = seated(before, SeatRow(seat, heir.user, heir.name))
            if sits and standing.row.host == user:
                standing = replace(standing, row=replace(standing.row, host=heir.user))
        elif standing.is_seated(user):
            standing = absent(standing, user, self.units.now())
        else:
            return
        await self.units.reseat(tx, standing, None)
        await self.units.react(tx, table)


async def _active(tx: Repositories, number: int) -> Cup:
    cup = await cup_at(tx, number)
    if not cup.active:
        raise Refusal("tournament_over")
    return cup


async def _unbegun(tx: Repositories, number: int) -> Cup:
    cup = await _active(tx, number)
    if cup.row.state is not TournamentState.OPEN:
        raise Refusal("tournament_begun")
    return cup


def _seat(cup: Cup, seat: int, line: int) -> SeatRow:
    """The seat of a line: where nobody holds it, the game's default moves are made."""
    holder = cup.holder(line)
    if holder is None:
        return SeatRow(seat, None, f"{FORMER}{seat + 1}", ABSENT)
    return SeatRow(seat, holder.user, holder.name)
