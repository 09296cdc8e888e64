"""kill -9 at named points: nothing accepted is lost, nothing is announced twice, every button answers.

The bot that dies is a fork of the test's own process. Discord survives: it is written down just before.
"""

import asyncio
import os
import pickle
import signal
import traceback
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from sqlite3 import Connection

import pytest
from simulated import Prepared, confirms, controls, text_of
from troubled import Evening, Request, Wire, has

from bot.discord.dispatcher import PACE
from bot.games.planning import Plan
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose
from bot.store.store import Change, Writer
from bot.tables.model import TableSettings
from bot.tables.policy import PLANNED
from render.pen import Bounded

Step = Callable[[Evening], Awaitable[None]]


class Fate:
    """Counts the passages of one point, and ends the process at the right one."""

    def __init__(self, evening: Evening, folder: Path, point: str, number: int) -> None:
        self._evening = evening
        self._folder = folder
        self._point = point
        self._left = number
        self.press: Prepared | None = None

    def at(self, point: str) -> None:
        """The bot is at this point now."""
        if point != self._point:
            return
        self._left -= 1
        if self._left == 0:
            (self._folder / "world").write_bytes(self._evening.saved())
            last = None if self.press is None else (self.press.record, self.press.payload)
            (self._folder / "press").write_bytes(pickle.dumps(last))
            os.kill(os.getpid(), signal.SIGKILL)

    def carried_out(self, request: Request) -> None:
        """Discord has done what the bot asked for."""
        match request.method, request.path.split("/")[1:]:
            case "POST", ["channels", _, "messages"]:
                self.at("after_post")
            case "PATCH", ["channels", _, "messages", _]:
                self.at("after_edit")
            case _, ["interactions" | "webhooks", *_]:
                self.at("after_answer")
            case _:
                pass

    def watch_store(self) -> None:
        """Stops at the edges of transactions: nobody is told of one before it is committed."""
        attempt, execute = Writer._try, Writer._execute

        async def trying(writer: Writer, group: Sequence[Change]) -> Exception | None:
            self.at("before_commit")
            error = await attempt(writer, group)
            self.at("after_commit")
            return error

        def executing(writer: Writer, connection: Connection, change: Change, *, alone: bool) -> None:
            execute(writer, connection, change, alone=alone)
            self.at("in_transaction")

        Writer._try = trying  # type: ignore[method-assign]
        Writer._execute = executing  # type: ignore[method-assign]

    def watch_presses(self) -> None:
        """Knows the last press."""
        prepared = self._evening.prepared

        def remembered(*args: object) -> Prepared:
            self.press = prepared(*args)  # type: ignore[arg-type]
            return self.press

        self._evening.prepared = remembered  # type: ignore[assignment, method-assign]


def killed(playing: Callable[[], Awaitable[None]]) -> None:
    """A bot plays so in a process of its own until it is killed."""
    with Bounded.lock:  # a thread of an earlier evening may still draw
        child = os.fork()
    if not child:
        try:
            asyncio.run(playing())  # type: ignore[arg-type]
        finally:
            traceback.print_exc()
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def prompted_by_message(evening: Evening) -> None:
    """Who joins or starts by a press gets no first panel in the channel, which no restart survives."""
    evening.app.live_panels.expect = lambda *_: None  # type: ignore[method-assign]


async def check(evening: Evening) -> None:
    """Everything that was accepted stands, is told, and is told once."""
    await evening.wait(PACE)
    table = await evening.table()
    tables = evening.app.tables
    moment = await tables.queries.now_at(table.id)
    rules = game(table.game)
    assert rules.encode(moment.state) == rules.encode(
        (await tables.queries.moment(table.id, moment.version)).state
    )
    assert await tables.outbox.with_notices() == ()
    turn = rules.turn(moment.state)
    posts = evening.public()
    assert len(posts) == 1 + turn + 1, "the lobby, and a board for each turn"
    assert [bool(controls(post)) for post in posts] == [False] * (turn + 1) + [True]
    assert len({text_of(post) for post in posts}) == len(posts)
    for person in evening.people:
        panel = evening.app.live_panels.is_open(evening.app, table.id, person.id)
        letters = evening.letters(person)
        assert len(letters) == turn + (not panel), "a prompt for each turn, or a panel in the channel"
        assert [bool(controls(letter)) for letter in letters] == [False] * turn + [True] * (not panel)


async def every_button_answers(evening: Evening) -> None:
    """The buttons of all messages, whoever sees them; but for the one that would end the trick."""
    seen = [(post, evening.people[1]) for post in evening.public()]
    seen += [(letter, person) for person in evening.people for letter in evening.letters(person)]
    for message, reader in seen:
        for item in controls(message):
            if item["custom_id"].startswith("s1:nimmt.confirm:"):
                continue
            values = [item["options"][0]["value"]] if "options" in item else None
            press = evening.prepared(reader, message, item["custom_id"], values)
            assert (await evening.send(press))[0].acknowledged
        if confirms(message):
            await evening.press(reader, message, "table.back")


# What they do -----------------------------------------------------------------------------------------


async def begin(evening: Evening) -> None:
    """The game begins."""
    await evening.press(evening.people[0], evening.public()[0], "lobby.start")


async def choose(evening: Evening) -> None:
    """Two have chosen; one of them has planned the next card, too."""
    ann, ben, _ = evening.people
    await evening.choose(ann, ben)
    await evening.opened(ann, evening.public()[-1], "table.plan")
    panel = await evening.opened(ben, evening.public()[-1], "table.plan")
    await evening.press(ben, panel, "plans.wish", values=[str((await hand(evening, 1))[0])])
    await evening.wait(PACE)


async def plan(evening: Evening) -> None:
    """The first person plans the lowest card that is left."""
    panel = next(message for message in evening.messages() if has(message, "plans.wish"))
    await evening.press(evening.people[0], panel, "plans.wish", values=[str((await hand(evening, 0))[0])])


async def cancel(evening: Evening) -> None:
    """The second person drops what they have planned."""
    panel = next(message for message in evening.messages() if has(message, "plans.clear"))
    await evening.press(evening.people[1], panel, "plans.clear")


async def hold(evening: Evening) -> None:
    """The last card is chosen: it is held back, and the board says so."""
    await evening.choose(evening.people[2])
    await evening.wait(PACE)


async def reveal(evening: Evening) -> None:
    """The grace is over."""
    await evening.wait(TableSettings().grace)


async def carry_out(evening: Evening) -> None:
    """What was planned for the next trick is ripe."""
    await evening.wait(PLANNED[1])


STEPS = (begin, choose, plan, cancel, hold, reveal, carry_out)
TIMED = (reveal, carry_out)
"""What a bot that starts makes up for by itself."""
STORED = ("before_commit", "in_transaction", "after_commit")
DEATHS = [(step, point, 1) for step in STEPS if step is not choose for point in STORED]
DEATHS += [(step, "after_answer", 2) for step in (plan, cancel, hold)]
DEATHS += [(step, "after_post", 1) for step in (begin, reveal)]
DEATHS += [(step, "after_edit", 1) for step in (hold, reveal, carry_out)]
"""In which step the bot dies at which point; the first answer to a press promises a second one."""


async def play(folder: Path, fatal: Step, point: str, number: int) -> None:
    """Step by step, until fate strikes in one."""
    async with Evening.begin(folder) as evening:
        prompted_by_message(evening)
        await evening.open_table(evening.people)
        for step in STEPS[: STEPS.index(fatal)]:
            await step(evening)
        fate = Fate(evening, folder, point, number)
        fate.watch_presses()
        fate.watch_store()
        with Wire() as wire:
            wire.after.append(fate.carried_out)
            await fatal(evening)


async def is_done(evening: Evening, step: Step) -> bool:
    """Whether what a step is about stands in the database."""
    table, play = await evening.table(), evening.app.tables.play
    if step is begin:
        return table.status == "playing"
    if step is plan:
        return bool((await planned(evening))[0].steps)
    if step is cancel:
        return (await planned(evening))[1] == Plan()
    if step is hold:
        return await play.held(table.id, evening.people[2].id) is not None
    state = await evening.state()
    return state.turn == 1 if step is reveal else state.selected[0] is not None


async def planned(evening: Evening) -> list[Plan]:
    """What each person has planned."""
    table, plans = await evening.table(), evening.app.tables.plans
    return [await plans.planned(table.id, person.id) for person in evening.people]


async def hand(evening: Evening, seat: int) -> list[int]:
    """The cards of a seat without the chosen one."""
    state = await evening.state()
    return [card for card in state.hands[seat] if card != state.selected[seat]]


@pytest.mark.parametrize(
    ("step", "point", "number"), DEATHS, ids=lambda each: getattr(each, "__name__", None)
)
async def test_a_killed_bot_goes_on_as_if_nothing_had_been(
    tmp_path: Path, step: Step, point: str, number: int
) -> None:
    """What was planned and held back is carried out once; the last press does no harm once more."""
    killed(partial(play, tmp_path, step, point, number))
    last = pickle.loads((tmp_path / "press").read_bytes())
    async with Evening.begin(tmp_path, saved=(tmp_path / "world").read_bytes()) as evening:
        prompted_by_message(evening)
        assert await is_done(evening, step) == (point.startswith("after") or step in TIMED)
        for _ in range(0 if last is None else 2):
            await evening.send(Prepared(*last))
            assert await is_done(evening, step)
        for further in STEPS[STEPS.index(step) + 1 :]:
            await further(evening)
        await check(evening)
        table, (first, *others) = await evening.table(), (await evening.state()).selected
        assert (first is not None, others) == (True, [None, None])
        assert await planned(evening) == [Plan()] * 3
        rows = await evening.app.store.read(lambda tx: tx.log.between(table.id, 0, 99))
        rules = game(table.game)
        moves = [(row.seat, rules.decode_move(row.move)) for row in rows]
        made = [(seat, move.card) for seat, move in moves if isinstance(move, Choose)]
        assert [seat for seat, _ in made] == [0, 1, 2, 0]
        assert [made[0][1], made[3][1]] == sorted([made[0][1], made[3][1], *await hand(evening, 0)])[:2]
        await every_button_answers(evening)
        await evening.choose(*evening.people)
        await reveal(evening)
        before = await evening.state()
        assert before.turn == 2
        if last is not None:
            await evening.send(Prepared(*last))
        assert await evening.state() == before
        await check(evening)
