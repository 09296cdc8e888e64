"""A table of any game at the simulated Discord, played at the service, by panels and by commands."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, confirms, controls, picks

from bot.discord.move_codec import path_of
from bot.discord.presenter import MoveCommand, Presenter, presenter_of
from bot.discord.steps import parsed
from bot.games.contract import Move, Seat
from bot.tables.model import Moment, Status, TableSettings
from tests.games.samples import GUESTS, Sample, by_chance, samples

GAMES = {sample.game.info.key: sample for sample in samples()}
"""The samples of all games by their keys, those of the tests too."""
OWN = tuple(key for key in GAMES if key not in GUESTS)
"""The keys of the games in the registry."""
CHOSEN = 3
"""The style of a button that stands for what is chosen."""
A_WHILE = 5.0
"""Seconds in which every computer has made its move, and every board shows what has happened."""
READING = ("table.text", "table.history", "table.news", "table.verify", "table.watch")
"""What **More** offers whoever only looks."""
LOOKS = ("hand", "text", "history", "news", "replay", "analyse", "verify", "show", "watch")
"""The commands of tables that show something."""


@contextmanager
def beginning_with(sample: Sample, state: Any) -> Iterator[None]:
    """Every game begins with this position, also when its log is replayed; with None as it always does."""
    if state is None:
        yield
        return
    with patch.object(sample.game, "setup", lambda *_: state):
        yield


class AnyEvening:
    """One table of any game and the people who sit at it, in seat order; computers sit behind them."""

    def __init__(
        self, world: World, sample: Sample, people: Sequence[MemberActor], seed: int = 0, table: int = 0
    ) -> None:
        self.world = world
        self.sample = sample
        self.game = sample.game
        self.people = list(people)
        self.rng = Random(seed)
        self.table = table
        self.actor = self.people[0]
        """Who does something now."""
        self.shown: Message | None = None
        """The panel that is open."""
        self.mover = Seat(0)
        self.last: Any = None
        """Who made the last one of these, and what it was."""
        self.pressed: set[str] = set()
        """What `turn_by_presses` has used: kinds of `uses`."""
        self.led: set[str] = set()
        """What of it has led on: to a move, or to a panel that is neither the present nor the first one."""

    @property
    def presenter(self) -> Presenter:
        """The game as Discord shows it."""
        return presenter_of(self.game.info.key)

    async def begin(self, *levels: str, options: Any = None, hints: bool = True, grace: int = 0) -> None:
        """Opens a table, seats everybody and computers of these levels, and starts."""
        self.table = await self.world.start_game(
            self.people,
            *levels,
            game=self.game.info.key,
            chosen=self.sample.options[0] if options is None else options,
            settings=TableSettings(hints=hints and bool(self.game.opponents), grace=grace, hold=0),
            locale=self.world.locales[self.people[0].id],
        )

    async def end(self) -> None:
        """The table is ended for all, so that another one can begin."""
        if not await self.is_over():
            play = self.world.app.tables.play
            host = self.world.known(self.people[0])
            await self.world.done(play.end(self.table, host, moderator=True, key=self.world.key()))

    # What is so ------------------------------------------------------------------------------------

    async def moment(self) -> Moment:
        """The table as it is now."""
        return await self.world.app.tables.queries.now_at(self.table)

    async def state(self) -> Any:
        """The state itself, to compare before and after."""
        return (await self.moment()).state

    async def is_over(self) -> bool:
        """Whether the game has ended."""
        return (await self.moment()).table.status is not Status.PLAYING

    async def owing(self) -> list[Seat]:
        """The seats that owe a decision, those of computers too."""
        return [] if await self.is_over() else list(self.game.decisions(await self.state()))

    async def awaited(self) -> list[Seat]:
        """The people who owe a decision, by their seats."""
        sitters = (await self.moment()).table.sitters
        return [seat for seat in await self.owing() if sitters[seat].user is not None]

    async def movers(self) -> set[int]:
        """The seats for which a move stands in the log."""
        rows = await self.world.app.store.read(lambda tx: tx.log.between(self.table, 0, 100_000))
        return {row.seat for row in rows}

    # Played at the service -------------------------------------------------------------------------

    async def act(self, seat: Seat, move: Any) -> None:
        """A move of whoever sits there, and all that the bot does about it, once its grace is over."""
        moment, play = await self.moment(), self.world.app.tables.play
        user = moment.table.sitters[seat].user
        await self.world.done(play.act(self.table, user, move, turn=moment.turn, key=self.world.key()))
        if (reveal := (await self.moment()).table.reveal) is not None:
            await self.world.env.advance_time((reveal - self.world.env.now()).total_seconds())

    def picked(self, state: Any, seat: Seat) -> Any:
        """One of the legal moves of a seat."""
        return by_chance(self.sample, state, seat, self.rng)

    async def step(self) -> bool:
        """One move of somebody who owes one; False where nobody of the people does."""
        awaited = await self.awaited()
        if not awaited:
            return False
        self.mover = self.rng.choice(awaited)
        self.last = self.picked(await self.state(), self.mover)
        await self.act(self.mover, self.last)
        return True

    async def play_out(self, most: int = 500) -> None:
        """Plays to the end of the game, or so many moves of people; computers play in between."""
        for _ in range(most):
            if not await self.wait_for_people() or not await self.step():
                return

    async def play_pages(self, count: int) -> None:
        """Plays until the history has so many pages more, at most to the end of the game."""
        milestones = self.world.app.tables.queries.milestones
        goal = len(await milestones(self.table)) + count
        while len(await milestones(self.table)) < goal and await self.step():
            pass

    async def wait_for_people(self) -> bool:
        """Lets computers play until it is up to people; False where the game is over."""
        for _ in range(60):
            if await self.is_over():
                return False
            if await self.awaited():
                return True
            await self.world.env.advance_time(A_WHILE)
        raise AssertionError("the computers do not play")

    # Played in Discord -----------------------------------------------------------------------------

    def board(self) -> Message:
        """The newest board post with controls."""
        return self.world.with_control(self.world.public(), "table.move")

    async def panel(self, actor: MemberActor) -> Message:
        """The private panel behind **Your move**."""
        return await self.world.opened(actor, self.board(), "table.move")

    def turn_to(self, actor: MemberActor) -> None:
        """From now on this person does something."""
        if actor is not self.actor:
            self.actor, self.shown = actor, None

    async def opened(self) -> Message:
        """The panel that is open, else a fresh one."""
        self.shown = self.shown or await self.panel(self.actor)
        return self.shown

    async def pick(self, actor: MemberActor, panel: Message, *moves: Move | str) -> None:
        """Picks a move or a further step in a panel, and confirms a move that is shown first."""
        await self.world.pick(actor, panel, *moves)
        if confirms(panel):
            await self.world.confirm(actor, panel)

    async def command(self, actor: MemberActor, name: str, **options: Any) -> Message:
        """Uses a command of the game in the channel; the private message that answers it."""
        return await self.world.ask(actor, f"{self.presenter.group} {name}", **options)

    async def offers(
        self, actor: MemberActor, name: str, option: str, typed: str, **filled: Any
    ) -> dict[Any, str]:
        """What Discord offers somebody while they type a command: names by values."""
        command = f"{self.presenter.group} {name}"
        found: list[Any] = await actor.autocomplete(self.world.channel, command, option, typed, **filled)
        return {item["value"]: item["name"] for item in found}

    async def control(self, move: Any) -> str:
        """The custom_id of a button of now that makes a move."""
        return await self.custom_id("step", f"!{path_of(self.game, move)}")

    async def custom_id(self, verb: str, rest: str) -> str:
        """A control of now, as a client could send it."""
        return f"s1:{self.presenter.group}.{verb}:{self.table}:{(await self.moment()).turn}:{rest}"

    def typed(self, move: Any, view: Any) -> tuple[str, MoveCommand, dict[str, Any]] | None:
        """The command that makes a move, and what is typed in it; None where no field says it by itself."""
        for name, described in self.presenter.commands.items():
            if isinstance(move, described.kinds):
                filled: dict[str, Any] = {}
                for param in described.params:
                    value = param.value(view, move)
                    filled[param.name] = (
                        param.written(value) if param.written and value is not None else value
                    )
                plain = (value is None or isinstance(value, str | int) for value in filled.values())
                asked = (filled[param.name] is not None for param in described.params if param.required)
                if not all(plain) or not all(asked):
                    return None
                given = {param: value for param, value in filled.items() if value not in (None, False)}
                return name.replace("_", "-"), described, given
        return None

    async def turn_by_presses(self, seat: Seat, most: int = 12) -> AsyncIterator[Message]:
        """A person's turn by so many presses at random in one panel, which is given before each of them.
        What is left of the turn then is made at the service."""
        before, actor = await self.moment(), self.people[seat]
        panel = await self.panel(actor)
        first, version = _worded(panel.components), before.version
        for number in range(60):
            now = await self.moment()
            if now.version != version:
                first, version = _worded(panel.components), now.version
            over = now.table.status is not Status.PLAYING or seat not in self.game.decisions(now.state)
            if over or self.game.post(now.state) != self.game.post(before.state):
                return
            items = [item for item in self.own_items(panel) if not item.get("disabled")]
            if number >= most or not items:
                await self.act(seat, self.picked(now.state, seat))
                continue
            yield panel
            uses = [(item, *use) for item in items for use in self.uses(item).items()]
            confirm = [use for use in uses if use[1].startswith("confirm")]
            fresh = [use for use in uses if use[1] not in self.pressed]
            fresh = fresh or [use for use in uses if use[1] not in self.led]
            use = self.rng.choice(confirm if confirm and self.rng.random() < 0.6 else fresh or uses)
            item, kind, lines = use
            looked = _worded(panel.components)
            await self.world.send(self.world.prepared(actor, panel, item["custom_id"], lines))
            self.pressed.add(kind)
            moved, shown = (await self.moment()).version > now.version, _worded(panel.components)
            if moved or shown not in (looked, first):
                self.led.add(kind)
        raise AssertionError("a turn without end")

    def lines(self, item: Any) -> list[str] | None:
        """What is chosen in a menu: any lines, as many as it takes; None of a button."""
        if "options" not in item:
            return None
        lines = [option["value"] for option in item["options"]]
        return self.rng.sample(lines, self.rng.randint(item.get("min_values", 1), item.get("max_values", 1)))

    def uses(self, item: Any) -> dict[str, list[str] | None]:
        """What a control can do: lines to be chosen, by the verb of its action and the first word of a path;
        any line of those that begin alike."""
        verb, path = action_of(item).partition(".")[2], item["custom_id"].split(":", 4)[-1]
        if verb != "menu":
            return {f"{verb} {_begin(path)}": self.lines(item)}
        lines = [option["value"] for option in item["options"]]
        return {f"menu {_begin(line)}": [line] for line in self.rng.sample(lines, len(lines))}

    def own_items(self, panel: Message) -> list[Any]:
        """The controls of a panel that belong to the game, in a fixed order."""
        group = f"{self.presenter.group}."
        found = [item for item in controls(panel) if action_of(item).startswith(group)]
        return sorted(found, key=lambda item: item["custom_id"])

    async def take_seat(self, seat: Seat, actor: MemberActor) -> None:
        """Somebody takes the seat of who has left, after a while."""
        await self.world.env.advance_time(A_WHILE)
        offer = await self.world.opened(actor, self.board(), "table.replace")
        await self.world.press(actor, offer, "table.replace", rest="seat", values=[str(seat)])
        self.people[seat] = actor

    def prompt(self, actor: MemberActor) -> Message:
        """The newest direct message with something to press."""
        return self.world.with_control(self.world.dms(actor), "")

    async def look_at_everything(self, actor: MemberActor) -> None:
        """Whatever a person can ask for in every game, what is offered while they type among it."""
        for action in ("table.move", "games.rules", "table.more"):
            await self.world.press(actor, self.board(), action)
        more = self.world.messages()[-1]
        for item in controls(more):
            if action_of(item) in READING:
                await self.world.send(self.world.prepared(actor, more, item["custom_id"]))
        for command in LOOKS:
            await actor.slash(self.world.channel, f"table {command}")
        for name, described in self.presenter.commands.items():
            for param in described.params[:1]:
                if not param.choices:
                    await self.offers(actor, name.replace("_", "-"), param.name, "")
        await actor.slash(self.world.channel, "games mine")


async def nimmt(world: World, count: int = 2, *levels: str, seed: int = 0, **options: Any) -> AnyEvening:
    """A game of 6 nimmt! that has just begun, perhaps against computers of these levels."""
    people = world.members(count)
    table = await world.start_game(people, *levels, **options)
    return AnyEvening(world, GAMES["six_nimmt"], people, seed, table)


def deal(monkeypatch: pytest.MonkeyPatch, cards: int) -> None:
    """In the first round of 6 nimmt! everybody has so many cards."""
    rules = GAMES["six_nimmt"].game
    setup = rules.setup

    def dealt(*how: Any) -> Any:
        state = setup(*how)
        return replace(state, hands=tuple(hand[:cards] for hand in state.hands))

    monkeypatch.setattr(rules, "setup", dealt)


async def played_out(world: World, people: Sequence[MemberActor]) -> int:
    """The table of a round of 6 nimmt! that has just ended."""
    table = await world.start_game(people, rounds=1)
    await AnyEvening(world, GAMES["six_nimmt"], people, table, table).play_out()
    return table


def moment(key: str, state: Any, seats: int) -> Moment:
    """A moment of a table, as far as panels look at it."""
    sitters = tuple(
        SimpleNamespace(seat=at, name=f"player{at}", computer=None, icon="") for at in range(seats)
    )
    table = SimpleNamespace(id=1, game=key, rules=GAMES[key].game.rules_version, sitters=sitters)
    found = SimpleNamespace(table=table, version=1, state=state, names=(), events=(), turn=0)
    return cast(Moment, found)


def action_of(item: Any) -> str:
    """The action of a control."""
    return str(item["custom_id"].split(":")[1])


def _worded(shown: Any) -> Any:
    """The words and controls of a message, without the addresses of its pictures."""
    if isinstance(shown, list):
        return [_worded(part) for part in shown]
    if not isinstance(shown, dict):
        return shown
    return {name: _worded(part) for name, part in shown.items() if name not in ("id", "media")}


def _begin(carried: str) -> str:
    """The first word of the path that a control carries."""
    return parsed(carried)[1].partition("/")[0].partition("#")[0]


def steps_of(panel: Message) -> set[str]:
    """What a panel leads to: kinds of moves, further steps, `confirm`, and what all panels have, but for
    **Undo**, **Hint**, **Coach on** and **Plan**, which have tests of their own."""
    found = set(map(_begin, picks(panel)))
    found |= {action for item in controls(panel) if (action := action_of(item)).startswith("table.")}
    found -= {"table.undo", "table.hint", "table.coach", "table.plan"}
    return found | {"confirm"} if confirms(panel) else found


def chosen_in(panel: Message) -> list[str]:
    """What is chosen in the menus of a panel, and of its buttons."""
    items = controls(panel)
    lit = [item for item in items if item.get("style") == CHOSEN and action_of(item).endswith(".step")]
    lines = [line["value"] for item in items for line in item.get("options", ()) if line.get("default")]
    return [parsed(value)[1] for value in lines + [item["custom_id"].split(":", 4)[-1] for item in lit]]


def lines_of(panel: Message) -> dict[str, str]:
    """What the lines of the menus of a panel say, by their paths."""
    lines = [line for menu in controls(panel) for line in menu.get("options", ())]
    return {parsed(line["value"])[1]: f"{line['label']} | {line.get('description', '')}" for line in lines}
