"""What a press costs in the simulation, beside the smallest discord.py bot in the same simulation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from bot.app import build
from bot.bench import minimal
from bot.bench.figures import Figure, Target
from bot.bench.rules import seats_of
from bot.bench.stage import BUTTON, MENU, Pressed, Stage, control, stage
from bot.config import Settings
from bot.games.registry import AnyGame

SLOWER = Target("<=", 2)
WARM = 3


async def figures(game: AnyGame, folder: Path, *, times: int) -> list[Figure]:
    """Our presses, those of the minimal bot, and how they compare; medians of `times` each."""
    settings = Settings(database=folder / f"presses-{game.info.key}.sqlite3")
    bot = build(settings, guild_ready_timeout=0.0)
    async with stage(bot, seats_of(game)) as ours:
        await _begun(ours, game)
        opened = await _repeat(times, lambda _: _open_panel(ours))
        chosen = await _repeat(times, lambda number: _choose(ours, number))
        png = await _a_picture(ours)
    async with stage(minimal.Minimal(png), 1) as theirs:
        await theirs.people[0].slash(theirs.channel, "post")
        text = await _repeat(times, lambda _: _press(theirs, minimal.TEXT))
        picture = await _repeat(times, lambda _: _press(theirs, minimal.PICTURE))
    return _compared(game.info.key, opened, chosen, text, picture)


def _compared(
    key: str, opened: list[Pressed], chosen: list[Pressed], text: list[Pressed], picture: list[Pressed]
) -> list[Figure]:
    base, base_picture = _answer(text), _picture(picture)
    return [
        Figure(key, "press to answer, minimal bot", base, "ms"),
        Figure(key, "press to answer: Your move", _answer(opened), "ms"),
        Figure(key, "press to answer: Your move, ratio", _answer(opened) / base, "x", SLOWER),
        Figure(key, "press to answer: a choice", _answer(chosen), "ms"),
        Figure(key, "press to answer: a choice, ratio", _answer(chosen) / base, "x", SLOWER),
        Figure(key, "press to picture, minimal bot", base_picture, "ms"),
        Figure(key, "press to picture: Your move", _picture(opened), "ms"),
        Figure(key, "press to picture: Your move, ratio", _picture(opened) / base_picture, "x"),
        Figure(key, "press to picture: a choice", _picture(chosen), "ms"),
        Figure(key, "press to picture: a choice, ratio", _picture(chosen) / base_picture, "x"),
    ]


def _answer(pressed: list[Pressed]) -> float:
    return median(press.answer for press in pressed)


def _picture(pressed: list[Pressed]) -> float:
    return median(press.picture for press in pressed if press.picture is not None)


async def _repeat(times: int, press: Callable[[int], Awaitable[Pressed]]) -> list[Pressed]:
    return [await press(number) for number in range(times + WARM)][WARM:]


async def _begun(ours: Stage, game: AnyGame) -> None:
    """Everybody sits down by command and buttons, as people do."""
    host, *others = ours.people
    await host.slash(ours.channel, f"{ours.group(game)} start")
    for actor in others:
        await ours.press(actor, *await ours.newest(ours.channel.id, control("lobby.join", BUTTON)))
    await ours.press(host, *await ours.newest(ours.channel.id, control("lobby.start", BUTTON)))


async def _open_panel(ours: Stage) -> Pressed:
    message, button = await ours.newest(ours.channel.id, control("table.move", BUTTON))
    return await ours.press(ours.people[0], message, button)


async def _choose(ours: Stage, number: int) -> Pressed:
    """The first person changes between two choices in the private panel."""
    user = ours.people[0].user
    message, menu = await ours.newest(user.dm_channel.id, lambda component: component.get("type") == MENU)
    value = menu["options"][number % 2]["value"]
    return await ours.press(user, message, menu, value)


async def _press(theirs: Stage, custom_id: str) -> Pressed:
    message, button = await theirs.newest(theirs.channel.id, lambda item: item.get("custom_id") == custom_id)
    return await theirs.press(theirs.people[0], message, button)


async def _a_picture(ours: Stage) -> bytes:
    """The newest board picture, for the minimal bot to send."""
    message, _ = await ours.newest(ours.channel.id, control("table.move", BUTTON))
    png = ours.env.backend.cdn.get(message.attachments[0]["url"])
    assert png is not None, "a board has a picture"
    return png
