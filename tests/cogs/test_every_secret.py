"""Nobody hears, sees or could guess from our messages what the rules of any game hide from them.

The same evening is held twice, from a position in the middle of a game. The second time everything that the
observer may not know is different: hidden cards, stacks, what others choose in secret. What is played is
found by the rules alone: moves after which the observer's views are the same. Whatever the bot sends where
the observer could see it must be the same, byte by byte: texts, pictures, alt texts, file names, custom_ids,
labels, order and number of messages; and so must its log.
"""

import asyncio
import io
import logging
import re
import sys
import tempfile
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from itertools import chain as chained, product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from any_game import A_WHILE, GAMES, OWN, AnyEvening, beginning_with
from msgspec import Raw
from simulated import EN, World, confirms, open_world, text_of
from troubled import CALM, Evening, Request, Wire, offered

from bot import logs
from bot.config import Settings
from bot.discord import coach
from bot.discord.move_codec import path_of
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.game import GAME as MY_CITY
from bot.games.my_city.moves import MyCityOptions, Pass, RollOn
from bot.games.planning import Plan as Conditional, Planning, carried_out
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.opponents.runner import Brain
from bot.opponents.worker import Job, Judged
from bot.tables import plans
from bot.tables.timers import ripe_at
from tests.games.samples import Sample, played
from tests.games.six_nimmt import positions as nimmt

pytestmark = pytest.mark.usefixtures("guests", "one_delivery_at_a_time")

BULB = EN("learn.solution", move="")
"""What a coach begins with."""
SPECTATOR = None
"""The person who sits at no table."""
CHANCE = Chance(bytes(32))
STEPS = 6
"""Moves of an evening."""
BEGINS = 4
"""Positions that are tried for an evening in which much differs."""
TRIED = 14
"""Moves of one seat that are tried in each world."""
PROFESSIONAL = {"placement": "professional"}
VARIANTS = {
    "logic": NimmtOptions(deal="logic"),
    "open": NimmtOptions(playing="open", placement="professional"),
    "tournament": NimmtOptions(format="tournament", deal="strategy"),
    "own pace": MyCityOptions(pace="own"),
}
ROWS, HANDS = "20 / 30 / 40 / 50", "22 60 70 / 33 61 71 / 44 62 72"
ASKED = {
    "low card": nimmt.play(nimmt.table(ROWS, f"{HANDS} / 5 63 73"), "22 33 44 5"),
    "tie": nimmt.play(nimmt.table(ROWS, HANDS.replace("22", "25"), options=PROFESSIONAL), "25 33 44"),
}
"""Positions in which somebody has to choose a row before the next cards are chosen in secret."""


def rolled_on() -> Any:
    """My City at an own pace: the first of three sees the dice of round 3, the others those of round 1."""
    state = MY_CITY.setup(MyCityOptions(pace="own"), 3, CHANCE)
    for move in (Pass(), RollOn(), Pass(2), RollOn(2)):
        state = MY_CITY.apply(state, Seat(0), move, CHANCE).state
    return state


BEGUN = {**ASKED, "own pace": rolled_on()}
"""The positions in which variants begin."""
EVENINGS = [
    ("six_nimmt", "", Seat(0), ""),
    ("six_nimmt", "", SPECTATOR, "easy"),
    ("six_nimmt", "logic", Seat(0), ""),
    ("six_nimmt", "open", SPECTATOR, ""),
    ("six_nimmt", "tournament", SPECTATOR, ""),
    ("six_nimmt", "low card", Seat(0), "easy"),
    ("six_nimmt", "tie", Seat(1), ""),
    ("thurn_and_taxis", "", Seat(0), ""),
    ("thurn_and_taxis", "", SPECTATOR, ""),
    ("my_city", "", Seat(1), ""),
    ("my_city", "", SPECTATOR, ""),
    ("my_city", "own pace", Seat(1), ""),
    ("my_city", "own pace", SPECTATOR, ""),
    ("noria", "", SPECTATOR, ""),
    ("pebbles", "", SPECTATOR, ""),
]
"""Games with a variant, who looks, and the level of a computer in the last seat."""


@dataclass(frozen=True)
class Seen:
    """What reached one person: the requests of the bot that they could see the results of, and the log."""

    requests: list[Request]
    log: str


@contextmanager
def log_of(settings: Settings) -> Iterator[io.StringIO]:
    """What the bot's log says at `debug`, set up as the bot does it."""
    root, rooms = logging.getLogger(), [logging.getLogger(name) for name in logs.ROOMS]
    before = (root.handlers[:], root.level, [room.level for room in rooms])
    written = io.StringIO()
    with patch.object(sys, "stderr", written):
        logs.start(settings)
    try:
        yield written
    finally:
        root.handlers[:], root.level = before[0], before[1]
        for room, level in zip(rooms, before[2], strict=True):
            room.setLevel(level)


def is_seen(world: World, request: Request, user: int) -> bool:
    """Whether the person can see what a request brings about."""
    backend = world.env.backend
    match request.path.split("/")[1:]:
        case ["channels", channel, *_]:
            return int(channel) in (world.channel.id, backend.dm_channels.get(user))
        case [] if request.method == "WAIT":
            return True
        case ["interactions", _, token, *_] | ["webhooks", _, token, *_]:
            interaction = backend.interactions[backend.interaction_tokens[token]]
            changed = interaction.message_id or interaction.source_message_id
            return interaction.user_id == user or changed in {post.id for post in world.public()}
        case _:
            return False


def numbered(requests: Sequence[Request]) -> list[Request]:
    """Requests whose paths number what Discord has given an id in the order in which it is met: ids come from
    its clock, which may go on while a busy machine lets the bot wait."""
    known: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return known.setdefault(found[0], f"#{len(known)}")

    return [replace(request, path=re.sub(r"\d{17,}", number, request.path)) for request in requests]


def written_by(log: io.StringIO) -> str:
    """The log without its times, which are those of the real clock."""
    lines = [line[23:] if line[:2] == "20" else line for line in log.getvalue().splitlines()]
    return "\n".join(lines)


@dataclass(frozen=True)
class Plan:
    """An evening in two worlds: the positions, and who does what in each."""

    options: Any
    states: tuple[Any, Any]
    moves: tuple[tuple[Seat, tuple[Any, Any]], ...]

    @property
    def differing(self) -> int:
        """How much is not the same in both."""
        return (self.states[0] != self.states[1]) + sum(one != other for _, (one, other) in self.moves)


@cache
def plan(key: str, variant: str, observer: Seat | None) -> Plan:
    """The longest evening of a few that look the same to the observer."""
    sample = GAMES[key]
    options = VARIANTS.get(variant, sample.options[0])
    seats = max(sample.game.info.seats[0], min(3, sample.game.most_seats(options)))
    walked = [made.before for made in played(sample, options, seats, CHANCE, Random(4)).made]
    begins = [BEGUN[variant]] * BEGINS if variant in BEGUN else walked[len(walked) // 4 :]
    found: list[Plan] = []
    for seed, state in enumerate(begins):
        other = sample.twin(state, observer, Random(seed))
        if other != state or any(one.private for one in sample.game.decisions(state).values()):
            states = state, other
            found.append(Plan(options, states, tuple(steps(sample, states, observer, Random(seed)))))
        if len(found) == BEGINS:
            break
    return max(found, key=lambda one: (one.differing, len(one.moves)))


def steps(
    sample: Sample, states: tuple[Any, Any], observer: Seat | None, rng: Random
) -> Iterator[tuple[Seat, tuple[Any, Any]]]:
    """Moves in both worlds after which the observer can't tell them apart, different ones where possible."""
    game = sample.game
    for _ in range(STEPS):
        owing = [seat for seat in game.decisions(states[0]) if seat in game.decisions(states[1])]
        ahead = [Seat(seat) for seat, seen in enumerate(getattr(states[0], "ahead", ())) if seen]
        for seat in (*ahead, *reversed(owing)):
            ways = [
                [
                    (move, chain(game, state, seat, move, observer))
                    for move in some(game.legal(state, seat), rng)
                ]
                for state in states
            ]
            pairs = [(one, other) for one, other in product(*ways) if seat != observer or one[0] == other[0]]
            pairs.sort(key=lambda pair: pair[0][0] == pair[1][0])
            alike = next((pair for pair in pairs if same(game, *pair)), None)
            if alike is not None:
                (one, (mine, _)), (other, (theirs, _)) = alike
                yield seat, (one, other)
                states = mine, theirs
                break
        else:
            return


def some(legal: Any, rng: Random) -> Sequence[Any]:
    """A few of the legal moves, in the same order in both worlds where they are the same."""
    found = sorted(legal, key=str)
    return found if len(found) <= TRIED else Random(7).sample(found, TRIED)


def same(game: Any, one: Any, other: Any) -> bool:
    """Whether all that follows two moves looks the same, and the game goes on."""
    (_, (mine, looks)), (_, (theirs, others)) = one, other
    return looks == others and game.outcome(mine) is None and game.outcome(theirs) is None


def chain(game: Any, state: Any, seat: Seat, move: Any, observer: Seat | None) -> tuple[Any, list[Any]]:
    """What a move and those that make themselves after it lead to, and how each looked."""
    looks: list[Any] = []
    while True:
        step = game.apply(state, seat, move, CHANCE)
        seen = [event for event in step.events if event.seen_by is None or observer in event.seen_by]
        state, view = step.state, game.view(step.state, observer)
        looks.append((view, seen, list(game.decisions(state)), step.irrevocable))
        if (forced := game.forced(state)) is None:
            return state, looks
        seat, move = forced


async def evening(folder: Path, key: str, held: Plan, looker: Seat | None, level: str, world_: int) -> Seen:
    """Others choose in secret, the bot begins anew in between, and somebody, who has a coach where they sit
    there, looks at everything."""
    sample, state = GAMES[key], held.states[world_]
    settings, seats = Settings(database=folder / "x", log="debug"), state.seats
    waiting = [pair[world_] for seat, pair in held.moves if level and seat == seats - 1]

    def think(_: Brain, job: Job) -> tuple[Judged, ...]:
        return advised(job) if job.best else (Judged(Raw(sample.game.encode_move(waiting.pop(0)))),)

    thought, waits = patch.object(Brain, "do", think), patch.object(coach, "PATIENCE", 60.0)
    fresh = patch.object(Chance, "fresh", lambda: CHANCE)
    with fresh, thought, waits, beginning_with(sample, state), log_of(settings) as log:
        async with await open_world(folder) as world:
            people = world.members(seats - bool(level))
            table, zoe = AnyEvening(world, sample, people), world.person("Zoe")
            person = zoe if looker is None else table.people[looker]
            with Wire() as wire:
                await table.begin(*([level] if level else []), options=held.options)
                if looker is not None and sample.game.opponents:
                    want = world.app.tables.computers.want_coach
                    who = world.known(person)
                    await world.done(want(table.table, who, coached=True, key=world.key()))
                for number, (seat, pair) in enumerate(held.moves):
                    if number == len(held.moves) // 2:
                        await world.restart()
                    if level and seat == seats - 1:
                        await world.env.advance_time(A_WHILE)
                    else:
                        await choose(table, seat, pair[world_])
                await world.env.advance_time(A_WHILE)
                await table.look_at_everything(person)
            seen = [request for request in wire.requests if is_seen(world, request, person.id)]
            return Seen(numbered(seen), written_by(log))


def advised(job: Job) -> tuple[Judged, ...]:
    """Advice that would be another one wherever anything in the view is."""
    moves = sorted(job.legal, key=lambda move: sha256(bytes(job.view) + bytes(move)).digest())
    return tuple([Judged(move, float(-at)) for at, move in enumerate(moves[: job.best])])


async def choose(table: AnyEvening, seat: Seat, move: Any) -> None:
    """In a panel, after some thought: looked at, left, and then made."""
    world, actor = table.world, table.people[seat]
    panel, made = await table.panel(actor), await table.control(move)
    shown = made.replace("!" + path_of(table.game, move), path_of(table.game, move))
    await world.send(world.prepared(actor, panel, shown))
    if confirms(panel):
        await world.press(actor, panel, "table.back")
    await world.send(world.prepared(actor, panel, made))
    await world.env.advance_time(A_WHILE)


def both(key: str, variant: str, observer: Seat | None, looker: Seat | None, level: str) -> tuple[Seen, Seen]:
    """What reached somebody in the world and in the one that is the same to the observer."""
    held = plan(key, variant, observer)
    seen: list[Seen] = []
    for world in (0, 1):
        with tempfile.TemporaryDirectory() as folder:
            held_in(seen, evening(Path(folder), key, held, looker, level, world))
    return seen[0], seen[1]


def held_in(seen: list[Seen], evening: Awaitable[Seen]) -> None:
    """Adds what an evening has shown. As the result of a whole event loop it would be written out at its end,
    by the name of the task that was to be interrupted, which takes long."""

    async def hold() -> None:
        seen.append(await evening)

    asyncio.run(hold())


@pytest.mark.parametrize(("key", "variant", "observer", "level"), EVENINGS)
def test_whoever_looks_gets_the_same_whatever_is_hidden(
    key: str, variant: str, observer: Seat | None, level: str
) -> None:
    held = plan(key, variant, observer)
    assert held.differing
    assert variant not in ASKED or isinstance(held.moves[0][1][0], TakeRow)
    real, other = both(key, variant, observer, observer, level)
    assert len(real.requests) > 20
    assert any(request.files for request in real.requests)
    assert (observer is not SPECTATOR) == any(BULB in str(request) for request in real.requests)
    for mine, theirs in zip(real.requests, other.requests, strict=True):
        assert mine == theirs
    assert real.log == other.log


@pytest.mark.parametrize(("key", "owner"), [("six_nimmt", 0), ("my_city", 2)])
def test_the_comparison_would_notice_what_is_hidden(key: str, owner: int) -> None:
    """Whoever holds what was changed for another observer does get something else, in pictures too."""
    real, other = both(key, "", SPECTATOR, Seat(owner), "")
    assert real.requests != other.requests
    pairs = zip(real.requests, other.requests, strict=False)
    assert any(mine.files != theirs.files for mine, theirs in pairs)


def test_every_game_with_secrets_is_looked_at() -> None:
    secretive = {key for key in OWN if not GAMES[key].no_secrets}
    assert secretive <= {key for key, *_ in EVENINGS}


# Plans ------------------------------------------------------------------------------------------------

PLANNER = Seat(1)
DUE = 3
"""Plans of an evening that become due, if it goes on so long; the last one wishes for the unlikeliest."""
WHOLE = 4
"""Steps that are planned where a game can have so many."""
WAITED = 60
"""Moves in which they do."""
RANKED = 7
"""Wishes for a step, where these are ranked."""
WHOLE_TURNS = ("thurn_and_taxis", "noria")
"""Games in which several moves of a turn can be planned."""
PLANNED = [("six_nimmt", 0), ("six_nimmt", 1)]
PLANNED += [(key, 10) for key in OWN if GAMES[key].game.planning is not None]
"""Games with their grace, in seconds: one of which others are told nothing, and one that they are told of."""


@dataclass
class Planner:
    """Somebody whose moves are made as planned, or by hand at just the same moments."""

    table: AnyEvening
    planned: bool
    rings: list[tuple[float, int]] = field(default_factory=list)
    """Each time a plan was looked at: after how many seconds, and how many moves were made of it."""
    plan: Conditional = field(default_factory=Conditional)
    due: int = 0
    """Plans that have become due."""
    longest: int = 0
    """Most moves of one of them in a post."""

    async def play(self, wire: Wire) -> None:
        """Others move, and so does the planner where nothing was wished for, until all plans were due."""
        table, planning, plans = self.table, self.table.game.planning, self.table.world.app.tables.plans
        rings = iter(() if self.planned else tuple(self.rings))
        for name, values in planning.answers.items():
            await self._add(plans.answer_with, name, values[0])
            self.plan = self.plan.with_answer(name, values[0])
        for _ in range(WAITED):
            view, owing = table.game.view(await table.state(), PLANNER), await table.awaited()
            if not owing or self.due == DUE:
                return
            if PLANNER not in owing and not self.plan.steps:
                await self._wish(view)
            if PLANNER in owing and await self._next() != (None, self.plan):
                await self._become_due([seat for seat in owing if seat != PLANNER], wire, rings)
            else:
                mover = PLANNER if PLANNER in owing else owing[0]
                await table.act(mover, table.picked(await table.state(), mover))

    async def _wish(self, view: Any) -> None:
        """A whole turn, if the game has such plans."""
        planning, plans = self.table.game.planning, self.table.world.app.tables.plans
        for step in range(WHOLE):
            wishes = planning.wishes(view, PLANNER, self.plan.steps)
            likely = wishes[: RANKED if planning.ranked else 1]
            for wish in wishes[-1:] if self.due == DUE - 1 else likely:
                await self._add(plans.wish_for, step, wish)
                self.plan = self.plan.with_wish(step, wish, ranked=planning.ranked)

    async def _add(self, add: Any, *what: Any) -> None:
        if self.planned:
            await self.table.world.done(add(self.table.table, self.table.people[PLANNER].id, *what))

    async def _next(self) -> tuple[Any, Conditional]:
        """The move that is planned for now, and the plan then."""
        state, game = await self.table.state(), self.table.game
        legal = partial(game.legal, state, PLANNER)
        return carried_out(game.planning, self.plan, game.view(state, PLANNER), PLANNER, legal)

    async def _become_due(self, others: Sequence[Seat], wire: Wire, rings: Iterator[Any]) -> None:
        """All others decide first: where choices are secret, the planned one is the last and held back."""
        table, world, play = self.table, self.table.world, self.table.world.app.tables.play
        for seat in others:
            await table.act(seat, table.picked(await table.state(), seat))
        post, user, held, made = table.game.post(await table.state()), table.people[PLANNER].id, None, 0
        while held is None and table.game.post(await table.state()) == post:
            if PLANNER not in await table.awaited() or await self._next() == (None, self.plan):
                break
            seconds, moves = (await self._ripe(), 1) if self.planned else next(rings)
            wire.requests.append(Request("WAIT", f"{seconds} seconds", None))
            before = (await table.moment()).version
            await world.env.advance_time(seconds)
            for _ in range(0 if self.planned else max(moves, 1)):
                await self._by_hand(user)
            held = await play.held(table.table, user)
            if self.planned:
                moves = (held is not None) or (await table.moment()).version - before
                self.rings.append((seconds, int(moves)))
                self.plan = await world.app.tables.plans.planned(table.table, user)
            made += moves
        self.due, self.longest = self.due + 1, max(self.longest, made)
        await world.env.advance_time(1 if held is None else (await table.moment()).table.settings.grace)

    async def _ripe(self) -> float:
        """Seconds until the plan is looked at."""
        units, table = self.table.world.app.tables.plans.units, self.table.table
        standing = await self.table.world.app.store.read(lambda tx: units.standings.at(tx, table))
        ripe = ripe_at(standing.row, standing.seats[PLANNER])
        assert ripe is not None
        return (ripe - self.table.world.env.now()).total_seconds()

    async def _by_hand(self, user: int) -> None:
        """The next move of what is planned, and a moment in which others can see it."""
        table, (move, self.plan), moment = self.table, await self._next(), await self.table.moment()
        if move is not None:
            act = partial(table.world.app.tables.play.act, table.table, user, move, turn=moment.turn)
            await table.world.done(act(key=table.world.key()))


def beginning(key: str) -> Any:
    """Where an evening with plans begins: where answers are all that stands, right before they are due."""
    sample, planning = GAMES[key], GAMES[key].game.planning
    if type(planning).wishes is not Planning.wishes:
        return None
    idle, answers = None, [(name, values[0]) for name, values in planning.answers.items()]
    for made in chained.from_iterable(
        played(sample, sample.options[0], 3, CHANCE, Random(seed)).made for seed in range(20)
    ):
        view = sample.game.view(made.before, PLANNER)
        if PLANNER not in sample.game.decisions(made.before):
            idle = made.before
        elif idle and any(planning.answer(view, PLANNER, *each) for each in answers):
            return idle
        else:
            idle = None
    raise AssertionError("nothing is asked for")


async def planned_evening(folder: Path, key: str, grace: int, rings: list[tuple[float, int]]) -> Seen:
    """What reaches somebody else who sits there, and somebody who does not; and their data at the end. With
    `rings` the planner decides by hand at these moments; without, they become those of the plans."""
    settings, fresh = (
        Settings(database=folder / "x", log="debug"),
        patch.object(Chance, "fresh", lambda: CHANCE),
    )
    with fresh, beginning_with(GAMES[key], beginning(key)), log_of(settings) as log:
        async with await open_world(folder) as world:
            table = AnyEvening(world, GAMES[key], world.members(3), seed=2)
            planner, others = Planner(table, not rings, rings), (table.people[0], world.person("Zoe"))
            with Wire() as wire:
                await table.begin(options=table.sample.options[0], grace=grace)
                await planner.play(wire)
                for other in others:
                    await table.look_at_everything(other)
            assert planner.due == DUE or await table.is_over()
            assert planner.due
            assert planner.longest > 1 or key not in WHOLE_TURNS
            seen = [one for one in wire.requests if any(is_seen(world, one, other.id) for other in others)]
            data = [await world.app.tables.personal_data.export(other.id) for other in others]
            return Seen(numbered(seen), f"{written_by(log)}\n{data}")


def planned_and_by_hand(key: str, grace: int) -> tuple[Seen, Seen]:
    """What others see of plans, and of somebody who does the same at just those moments."""
    rings: list[tuple[float, int]] = []
    seen: list[Seen] = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            held_in(seen, planned_evening(Path(folder), key, grace, rings))
    return seen[0], seen[1]


@pytest.mark.parametrize(("key", "grace"), PLANNED)
def test_whoever_looks_gets_the_same_whether_moves_were_planned_or_not(key: str, grace: int) -> None:
    planned, by_hand = planned_and_by_hand(key, grace)
    for mine, theirs in zip(planned.requests, by_hand.requests, strict=True):
        assert mine == theirs
    assert planned.log == by_hand.log


@pytest.mark.parametrize("key", WHOLE_TURNS)
def test_a_plan_that_is_carried_out_at_once_would_be_noticed(key: str) -> None:
    """Nobody makes a whole turn in one moment: each step of it is told by an edit."""
    one = plans._carry_out

    def whole(standing: Any, run: Any, seat: Any) -> Any:
        seat, made = one(standing, run, seat), 0
        while len(run.made) > made and not run.moved_on:
            made, after = len(run.made), one(standing, run, seat)
            seat = after if len(run.made) > made else seat
        return seat

    with patch.object(plans, "_carry_out", whole):
        planned, by_hand = planned_and_by_hand(key, 10)
    assert planned.requests != by_hand.requests


# The log ----------------------------------------------------------------------------------------------


async def test_the_log_holds_no_token_and_no_secret(tmp_path: Path) -> None:
    with log_of(Settings(database=tmp_path / "x", log="debug")) as log:
        async with Evening.begin(tmp_path) as evening:
            evening.close_messages(evening.people[2])
            await evening.start(rounds=1)
            evening.fail_posts(503, times=2)
            await evening.trick()
            await evening.wait(60)
            evening.fail("*", "/interactions/*", 404, 10062, times=2)
            await evening.choose(evening.people[0])
            tokens = [*evening.env.backend.interaction_tokens]
            stored = await evening.table()
        written = log.getvalue()
    assert "bot.discord.dispatcher" in written
    assert tokens
    assert [token for token in tokens if token in written] == []
    assert CALM.hex() not in written
    assert repr(CALM) not in written
    assert stored.secret is None


@pytest.mark.logs_errors
async def test_an_error_in_the_middle_of_a_choice_is_logged_without_the_card(tmp_path: Path) -> None:
    with log_of(Settings(database=tmp_path / "x", log="debug")) as log:
        async with Evening.begin(tmp_path) as evening:
            await evening.start()
            letter = evening.prompts(evening.people[0])[-1]
            card = max(offered(letter))
            broken = patch.object(
                evening.app.tables.play, "act", side_effect=RuntimeError("the disk is on fire")
            )
            with broken:
                result = await evening.pick(evening.people[0], letter, Choose(card))
            assert result.acknowledged
            hands = (await evening.state()).hands
            assert text_of(evening.private(result))
        written = log.getvalue()
    assert "the disk is on fire" in written
    assert f"card={card}" not in written
    assert not any(str(hand)[1:-1] in written for hand in hands)
