"""What a replay costs: its size, and for how long each step of its making keeps other pictures waiting."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time

from bot.app import build
from bot.bench.figures import Figure, Target
from bot.bench.pictures import model_of, steps_of
from bot.bench.stage import stage
from bot.config import Settings
from bot.discord import presenter
from bot.games.registry import AnyGame
from render.film import Film, film, steps
from render.warm import warm

MIB, STEP_MS = Target("<=", 8), Target("<=", 50)


async def figures(game: AnyGame, folder: Path, *, most: int) -> list[Figure]:
    """Size and times of a replay of so many frames of a random game."""
    warm(game.info.key)
    bot = build(Settings(database=folder / f"films-{game.info.key}.sqlite3"), guild_ready_timeout=0.0)
    async with stage(bot, 1):  # the bot loads the game's cog, and with it what a replay shows
        moving, count = _longest(game, most)
    weight, spent = _made(moving)
    return [
        Figure(game.info.key, f"size of a replay of {count} steps", weight / 2**20, "MiB", MIB),
        Figure(game.info.key, "making of a replay", sum(spent), "ms"),
        Figure(game.info.key, "making of a replay: step, p99", quantiles(spent, n=100)[-1], "ms", STEP_MS),
    ]


def _longest(game: AnyGame, most: int) -> tuple[Film, int]:
    described = presenter.presenter_of(game.info.key)
    moments = enumerate(steps_of(game, Random(0)))
    models = (model_of(game, state, version, events, None) for version, (state, events) in moments)
    frames = list(islice((frame for model in models for frame in described.frames(model)), most))
    return film("replay.gif", frames, ""), len(frames)


def _made(moving: Film) -> tuple[int, list[float]]:
    """The bytes of a film and the milliseconds of each step of its making."""
    work, clip = steps(moving), None
    spent: list[float] = []
    while clip is None:
        begin = process_time()
        clip = next(work)
        spent.append((process_time() - begin) * 1000)
    return len(clip.gif), spent
