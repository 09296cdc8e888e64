"""What evenings of all games in turns share: the table, the private panel, its controls."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from copy import deepcopy
from typing import Any, ClassVar, Generic, TypeVar, cast
from unittest.mock import patch

import pytest
from evening_of_nimmt import A_WHILE, seat_computers
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, confirms, controls, picks, text_of

from bot.discord import router
from bot.discord.ids import CustomId
from bot.discord.presenter import presenters
from bot.discord.steps import parsed
from bot.games.chance import Chance
from bot.games.contract import Move
from bot.games.registry import AnyGame, game
from bot.tables.model import Moment, Person, Status
from bot.text import mention

S = TypeVar("S")
E = TypeVar("E", bound="PanelEvening[Any]")


class PanelEvening(Generic[S]):
    """One table and the people who sit at it, in seat order; the first word of its commands, and of the
    actions of its controls, is that of its game."""

    key: ClassVar[str]
    group: ClassVar[str]

    def __init__(self, world: World, people: list[MemberActor], table: int, seed: int = 0) -> None:
        self.world = world
        self.people = people
        self.table = table
        self.rng = random.Random(seed)
        self.pressed: set[str] = set()
        """The actions of all controls that were used so far."""

    @property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return game(self.key)

    async def moment(self) -> Moment:
        """The table as it is now."""
        return await self.world.app.tables.queries.now_at(self.table)

    async def position(self) -> S:
        """The state itself, to compare before and after."""
        state = (await self.moment()).state
        assert isinstance(state, self.rules.state_type)
        return cast(S, state)

    async def active(self) -> MemberActor:
        """Whose turn it is."""
        (seat,) = self.rules.decisions((await self.moment()).state)
        return self.people[seat]

    def board(self) -> Message:
        """The newest board post."""
        return self.world.with_control(self.world.public(), "table.move")

    async def open_panel(self, actor: MemberActor) -> Message:
        """The private panel behind **Your move** of the newest board."""
        answer = await self.world.press(actor, self.board(), "table.move")
        assert answer.response is not None
        assert answer.response.ephemeral
        return self.message(answer.response.id)

    def message(self, number: int) -> Message:
        """A message of the channel by its id, as it looks now."""
        return next(message for message in self.world.messages() if message.id == number)

    async def press(
        self, actor: MemberActor, panel: Message, action: str, *, rest: str | None = None, values: Any = None
    ) -> Message:
        """Uses a control of a panel; the panel as it looks then."""
        self.pressed.add(action)
        await self.world.press(actor, panel, action, rest=rest, values=values)
        return self.message(panel.id)

    async def pick(self, actor: MemberActor, panel: Message, *moves: Move | str) -> Message:
        """Picks a move or a further step in a panel; the panel as it looks then."""
        await self.world.pick(actor, panel, *moves)
        return self.message(panel.id)

    async def confirm(self, actor: MemberActor, panel: Message) -> Message:
        """Confirms the move that a panel shows; the panel as it looks then."""
        await self.world.confirm(actor, panel)
        return self.message(panel.id)

    async def command(self, actor: MemberActor, name: str, **options: Any) -> Message:
        """Uses a command of the game in the channel; the private message that answers it."""
        answer = await actor.slash(self.world.channel, f"{self.group} {name}", **options)
        assert answer.response is not None
        assert answer.ephemeral
        return self.message(answer.response.id)

    async def offers(self, name: str, option: str, typed: str, **filled: Any) -> dict[Any, str]:
        """What Discord offers in a command to whoever's turn it is: names by values."""
        actor = await self.active()
        found: list[Any] = await actor.autocomplete(
            self.world.channel, f"{self.group} {name}", option, typed, **filled
        )
        return {item["value"]: item["name"] for item in found}

    async def play_out(self, most: int = 500) -> None:
        """Plays to the end of the game, or so many turns."""
        for _ in range(most):
            if (await self.moment()).table.status is not Status.PLAYING:
                return
            await self.turn()

    async def turn(self) -> None:
        """One player's whole turn in one panel, by presses at random."""
        async for _ in self.panels():
            pass

    async def panels(self) -> AsyncIterator[Message]:
        """One player's whole turn in one panel, by presses at random: the panel before each of them."""
        before = self.rules.post((await self.moment()).state)
        actor = await self.active()
        panel = await self.open_panel(actor)
        for _ in range(40):
            moment = await self.moment()
            if self.rules.post(moment.state) != before or moment.table.status is not Status.PLAYING:
                return
            yield panel
            panel = await self.step(actor, panel, await self.position())
        raise AssertionError("a turn without end")

    async def step(self, actor: MemberActor, panel: Message, state: S) -> Message:
        """One press of the player whose turn it is."""
        item = self.chosen(own_items(panel, self.group), state)
        values = self.values(item, state) if "options" in item else None
        rest = item["custom_id"].rpartition(":")[2]
        return await self.press(actor, panel, action_of(item), rest=rest, values=values)

    def chosen(self, items: list[Any], state: S) -> Any:
        """The control to be used: any of those of the game."""
        return self.rng.choice(sorted(items, key=lambda item: item["custom_id"]))

    def values(self, item: Any, state: S) -> list[str]:
        """What is chosen in a menu: any line."""
        return [self.rng.choice([option["value"] for option in item["options"]])]

    async def turns_that_are_called(self, turns: int) -> None:
        """Plays so many turns. Asserts that each has one post, which alone has controls and calls whoever it
        is, and that nobody gets a direct message."""
        for turn in range(1, turns + 1):
            await self.turn()
            posts = self.world.boards()
            assert len(posts) == turn + 1
            active = await self.active()
            assert posts[-1].mention_user_ids == [active.id]
            assert mention(active.id) in text_of(posts[-1])
            assert [post for post in posts[:-1] if controls(post)] == []
        assert [self.world.dms(actor) for actor in self.people] == [[] for _ in self.people]

    async def history(self) -> tuple[Message, list[str]]:
        """The newest page of the history, with a picture, and what the menu calls all pages."""
        answer = await self.people[0].slash(self.world.channel, "table history")
        assert answer.response is not None
        page = self.message(answer.response.id)
        (menu,) = [item for item in controls(page, "table.history") if "options" in item]
        assert page.attachments
        return page, [line["label"].partition(". ")[2] for line in menu["options"]]

    async def press_outdated(self, turns: int) -> int:
        """Plays so many turns and restarts; then everybody uses every control that a panel had. Asserts that
        each press is answered and that none changes anything; how many controls there were."""
        seen: dict[str, tuple[Message, list[str] | None]] = {}
        for _ in range(turns):
            async for panel in self.panels():
                for item in own_items(panel, self.group):
                    lines = [option["value"] for option in item.get("options", ())]
                    values = lines[: item.get("min_values", 1)] or None
                    seen.setdefault(item["custom_id"], (deepcopy(panel), values))
        await self.world.restart()
        before = await self.moment()
        for custom_id, (message, values) in seen.items():
            meaning = CustomId.parse(custom_id)
            assert meaning is not None
            assert meaning.turn < self.rules.turn(before.state)
            for actor in self.people:
                (answer,) = await self.world.send(self.world.prepared(actor, message, custom_id, values))
                assert answer.acknowledged, custom_id
        after = await self.moment()
        assert (after.version, after.state) == (before.version, before.state)
        return len(seen)

    async def wait_for_the_person(self) -> bool:
        """Lets the computers behind the first seat play until it is its turn; False where the game has
        ended."""
        for _ in range(40):
            moment = await self.moment()
            if moment.table.status is not Status.PLAYING:
                return False
            if 0 in self.rules.decisions(moment.state):
                return True
            await self.world.env.advance_time(A_WHILE)
        raise AssertionError("the computers do not play")

    async def end(self) -> None:
        """The table is ended for all, so that another one can begin."""
        if (await self.moment()).table.status is Status.PLAYING:
            host = Person(self.people[0].id, self.people[0].name)
            await self.world.app.tables.play.end(self.table, host, moderator=True, key=f"end {self.table}")


async def begin_game(
    kind: type[E], world: World, count: int, *, seed: int = 0, locale: str = "en-US", **options: Any
) -> E:
    """A game that has just begun; its chance is that of the seed."""
    people = world.people(count, locale)
    with patch.object(Chance, "fresh", lambda: Chance(bytes([seed]) * 32)):
        table = await world.start_game(people, command=f"{kind.group} start", **options)
    return kind(world, people, table, seed)


async def begin_with_computers(kind: type[E], world: World, host: MemberActor, *levels: str) -> E:
    """A game with hints of one person against computers of these levels."""
    with patch.object(Chance, "fresh", lambda: Chance(bytes(32))):
        await host.slash(world.channel, f"{kind.group} start")
    lobby = world.with_control(world.public(), "lobby.join")
    answer = await world.press(host, lobby, "lobby.options")
    assert answer.response is not None
    panel = next(message for message in world.messages() if message.id == answer.response.id)
    await world.press(host, panel, "lobby.setting", rest="hints", values=["on"])
    await seat_computers(world, host, *levels)
    await world.press(host, world.with_control(world.public(), "lobby.start"), "lobby.start")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    return kind(world, [host], table.id)


async def begin_position(
    kind: type[E],
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    state: Any,
    *,
    locale: str = "en-US",
    seed: int = 0,
) -> E:
    """A game that begins with this position; it does so again whenever its log is replayed."""
    rules = game(kind.key)

    def setup(*_: object) -> Any:
        return state

    monkeypatch.setattr(rules, "setup", setup)
    return await begin_game(kind, world, rules.seats(state), seed=seed, locale=locale)


def own_items(panel: Message, group: str) -> list[Any]:
    """The controls of a panel that belong to the game."""
    return [item for item in controls(panel) if action_of(item).startswith(f"{group}.")]


def actions_in(group: str) -> set[str]:
    """The actions of all controls that a game's panels have now."""
    old = {action for presenter in presenters() for action in presenter.legacy}
    return {action for action in router.actions() if action.startswith(f"{group}.")} - old


def action_of(item: Any) -> str:
    """The action of a control."""
    meaning = CustomId.parse(item["custom_id"])
    assert meaning is not None
    return meaning.action


def actions_of(panel: Message) -> set[str]:
    """The actions of all controls of a panel besides **Undo**, which has tests of its own."""
    return {action_of(item) for item in controls(panel)} - {"table.undo"}


def steps_of(panel: Message) -> set[str]:
    """What a panel leads to: kinds of moves, further steps, `confirm`, and what all panels have, but for
    **Undo**, which has tests of its own."""
    found = {path.partition("/")[0].partition("#")[0] for path in picks(panel)}
    found |= {action for action in actions_of(panel) if action.startswith("table.")}
    return found | {"confirm"} if confirms(panel) else found


def chosen_in(panel: Message, action: str) -> list[str]:
    """What is chosen in the menus of an action."""
    options = [option for menu in controls(panel, action) for option in menu["options"]]
    return [parsed(option["value"])[1] for option in options if option.get("default")]


def lines_of(panel: Message, action: str) -> dict[str, str]:
    """What the lines of the menus of an action say, by their paths."""
    lines = [line for menu in controls(panel, action) for line in menu["options"]]
    return {parsed(line["value"])[1]: f"{line['label']} | {line.get('description', '')}" for line in lines}
