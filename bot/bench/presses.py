"""What a press costs in the simulation, beside the smallest discord.py bot in the same simulation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from simcord.backend.models import Message

from bot.app import build
from bot.bench import minimal
from bot.bench.figures import Figure, Target
from bot.bench.rules import seats_of
from bot.bench.stage import BUTTON, MENU, Pressed, Stage, control, stage, walk
from bot.config import Settings
from bot.discord.presenter import presenter_of
from bot.games import registry
from bot.games.registry import AnyGame

SLOWER = Target("<=", 2)
STEERED = {"my_city": ("mycity.step", "aim/", Target("<=", 40))}
"""By game: the action of buttons that only move something in the picture, how what they carry begins, and how
quick that has to feel."""
WARM = 3
MINIMAL, OPENED, CHOSEN, ARROW = "minimal bot", "Your move", "a choice", "an arrow"
"""What is pressed."""


@dataclass(frozen=True, slots=True)
class _Block:
    """The medians of one turn of presses, in milliseconds, by what was pressed."""

    answer: dict[str, float]
    picture: dict[str, float]


async def figures(game: AnyGame, folder: Path, *, times: int, turns: int) -> list[Figure]:
    """Our presses, those of the minimal bot, and how they compare; medians of about `times` each.

    The bots take turns, and those next to each other are compared: a machine may change its pace meanwhile.
    """
    each = max(times // turns, 1)
    blocks = [
        await _block(game, folder / f"presses-{game.info.key}-{turn}.sqlite3", each) for turn in range(turns)
    ]
    return [*_compared(game.info.key, blocks), *_steering(game.info.key, blocks)]


async def _block(game: AnyGame, database: Path, times: int) -> _Block:
    bot = build(Settings(database=database), guild_ready_timeout=0.0)
    async with stage(bot, seats_of(game)) as ours:
        await begin(ours, game)
        player = _Player(ours, await _asked(ours))
        pressed = {
            OPENED: await _repeat(times, lambda _: player.open_panel()),
            CHOSEN: await _repeat(times, player.choose),
        }
        if game.info.key in STEERED:
            action, path, _ = STEERED[game.info.key]
            pressed[ARROW] = await _repeat(times, lambda number: player.steer(action, path, number))
        message, _ = await ours.newest(ours.channel.id, control("table.move", BUTTON))
        png = ours.env.backend.cdn.get(message.attachments[0]["url"])
        assert png is not None, "a board has a picture, for the minimal bot to send"
    async with stage(minimal.Minimal(png), 1) as theirs:
        await theirs.people[0].slash(theirs.channel, "post")
        text = await _repeat(times, lambda _: _press(theirs, minimal.TEXT))
        picture = await _repeat(times, lambda _: _press(theirs, minimal.PICTURE))
    return _Block(
        {MINIMAL: _answer(text), **{name: _answer(each) for name, each in pressed.items()}},
        {MINIMAL: _picture(picture), **{name: _picture(each) for name, each in pressed.items()}},
    )


async def begin(ours: Stage, game: AnyGame) -> None:
    """Everybody sits down by command and buttons, as people do."""
    host, *others = ours.people
    await host.slash(ours.channel, f"{presenter_of(game.info.key).group} start")
    for actor in others:
        await ours.press(actor, *await ours.newest(ours.channel.id, control("lobby.join", BUTTON)))
    await ours.press(host, *await ours.newest(ours.channel.id, control("lobby.start", BUTTON)))


def _compared(key: str, blocks: list[_Block]) -> list[Figure]:
    found: list[Figure] = []
    for title, medians, target in (
        ("answer", [block.answer for block in blocks], SLOWER),
        ("picture", [block.picture for block in blocks], None),
    ):
        found.append(
            Figure(key, f"press to {title}, minimal bot", median(each[MINIMAL] for each in medians), "ms")
        )
        for name in (OPENED, CHOSEN):
            what = f"press to {title}: {name}"
            ratio = median(each[name] / each[MINIMAL] for each in medians)
            found.append(Figure(key, what, median(each[name] for each in medians), "ms"))
            found.append(Figure(key, f"{what}, ratio", ratio, "x", target))
    return found


def _steering(key: str, blocks: list[_Block]) -> list[Figure]:
    if key not in STEERED:
        return []
    waited = median(block.picture[ARROW] for block in blocks)
    return [Figure(key, f"press to picture: {ARROW}", waited, "ms", STEERED[key][2])]


def _answer(pressed: list[Pressed]) -> float:
    return median(press.answer for press in pressed)


def _picture(pressed: list[Pressed]) -> float:
    return median(press.picture for press in pressed if press.picture is not None)


async def _repeat(times: int, press: Callable[[int], Awaitable[Pressed]]) -> list[Pressed]:
    return [await press(number) for number in range(times + WARM)][WARM:]


@dataclass(slots=True)
class _Player:
    """Whoever is asked, and what they do in their private panel."""

    ours: Stage
    seat: int

    async def open_panel(self) -> Pressed:
        """**Your move** below the newest board."""
        wanted = control("table.move", BUTTON)
        return await self._press(*await self.ours.newest(self.ours.channel.id, wanted, private=False))

    async def choose(self, number: int) -> Pressed:
        """A choice from a menu, after the buttons that lead to the next one; where it may, it changes one."""
        while True:
            panel, _ = await self.ours.newest(self.ours.channel.id, _is_ours, private=True)
            found = list(filter(_is_ours, walk(panel.components)))
            menu = next((item for item in found if item["type"] == MENU), None)
            if menu is not None:
                values = [option["value"] for option in menu["options"][:2]]
                return await self._press(panel, menu, values[number % len(values)])
            await self._go_on(panel, [item for item in found if ":table." not in item["custom_id"]])

    async def steer(self, action: str, path: str, number: int) -> Pressed:
        """One of the buttons that move something, each in turn."""
        panel, _ = await self.ours.newest(self.ours.channel.id, control(action, BUTTON), private=True)
        found = filter(control(action, BUTTON), walk(panel.components))
        carried = [(item, item["custom_id"].split(":", 4)[-1]) for item in found if not item.get("disabled")]
        buttons = [item for item, rest in carried if rest.startswith(path)]
        return await self._press(panel, buttons[number % len(buttons)])

    async def _go_on(self, panel: Message, buttons: list[dict[str, Any]]) -> None:
        """The last button of the game's own; where there is none, the panel of whoever is asked now."""
        if buttons:
            await self._press(panel, buttons[-1])
        else:
            self.seat = await _asked(self.ours)
            await self.open_panel()

    async def _press(self, message: Message, component: dict[str, Any], value: str = "") -> Pressed:
        return await self.ours.press(self.ours.people[self.seat], message, component, value)


def _is_ours(item: dict[str, Any]) -> bool:
    return "custom_id" in item


async def _asked(ours: Stage) -> int:
    """The first seat that owes a decision at the only table."""
    bot: Any = ours.env.bot
    moment = await bot.tables.queries.now_at(1)
    return next(iter(registry.game(moment.table.game).decisions(moment.state)))


async def _press(theirs: Stage, custom_id: str) -> Pressed:
    message, button = await theirs.newest(theirs.channel.id, lambda item: item.get("custom_id") == custom_id)
    return await theirs.press(theirs.people[0], message, button)
