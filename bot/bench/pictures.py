"""What pictures cost, from the state to the finished PNG, for every kind a game shows in a whole game, and a
replay: its size, and for how long each step of its making keeps other pictures waiting."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any, TypeVar

from bot.app import EXTENSIONS, build
from bot.bench.figures import Figure, Target
from bot.bench.rules import seats_of, steps_of
from bot.config import Settings
from bot.discord import presenter
from bot.discord.steps import Choice
from bot.games.contract import Event, Seat, heard
from bot.games.registry import AnyGame
from bot.text import words
from bot.view_model import ViewModel
from render.drawing import Drawing
from render.film import Film, film, steps
from render.lobby import LobbyCard, lobby
from render.png import warm

Cost = tuple[Target, Target]
COSTS: dict[tuple[str, str], Cost] = {
    ("six_nimmt", "board"): (Target("<=", 12), Target("<=", 80)),
    ("noerdlingen", "board"): (Target("<=", 20), Target("<=", 120)),
    ("my_city", "board"): (Target("<=", 30), Target("<=", 150)),
    ("my_city", "sheet"): (Target("<=", 15), Target("<=", 150)),
    ("noria", "board"): (Target("<=", 25), Target("<=", 150)),
    ("noria", "wheel"): (Target("<=", 25), Target("<=", 150)),
    ("noria", "forecast"): (Target("<=", 25), Target("<=", 150)),
    ("noria", "rival"): (Target("<=", 25), Target("<=", 150)),
}
BOARD: Cost = (Target("<=", 20), Target("<=", 150))
"""What a picture may cost in milliseconds and KiB: the kinds named above, and the board of any other game."""
MIB, STEP_MS = Target("<=", 8), Target("<=", 50)
"""Of a replay, and of each step of its making, which keeps other pictures waiting."""
PLAYERS = {"my_city": 6}
"""Games whose pictures are drawn with so many players, since each of them takes a part of the board."""
T = TypeVar("T")
NAMES = ("Alice", "Bob", "Charlie", "Daniela", "Emil", "Frida", "Georg", "Hanna", "Ivo", "Judith")
WARM = 1
"""Drawings of a kind that are not counted: they fill the caches, once in the life of a bot."""


def in_discord(key: str) -> bool:
    """Whether a game is offered there: then there are messages and pictures of it to be measured."""
    return f"cogs.{key}" in EXTENSIONS


async def load_cog(game: AnyGame, folder: Path) -> None:
    """Makes a game's presenter known, which says what its messages hold."""
    if not presenter.has_presenter(game.info.key):
        await build(Settings(database=folder / "never.sqlite3")).load_extension(f"cogs.{game.info.key}")


def figures(game: AnyGame, *, games: int, moments: int) -> list[Figure]:
    """Median milliseconds and size of each kind of picture that a few random games show.

    Of a game with more moments than are wanted as many are drawn, evenly spread.
    """
    warm(game.info.key)
    taken: dict[str, list[tuple[float, int]]] = {}
    for number in range(games):
        for prepared, drawing in _drawings(game, Random(number), moments):
            begin = process_time()
            picture = drawing.draw()
            spent = prepared + process_time() - begin
            taken.setdefault(_kind(picture.name), []).append((spent, len(picture.data)))
    return [figure for kind, samples in taken.items() for figure in _figures(game.info.key, kind, samples)]


def _kind(name: str) -> str:
    return name.rpartition(".")[0].rpartition("-")[2].replace("_", " ")


def _figures(key: str, kind: str, samples: list[tuple[float, int]]) -> Iterator[Figure]:
    counted = samples[WARM:] or samples
    usual = BOARD if kind.endswith("board") else (None, None)
    milliseconds, kibibytes = COSTS.get((key, kind), usual)
    spent, size = (median(column) for column in zip(*counted, strict=True))
    yield Figure(key, f"view and picture: {kind}", spent * 1000, "ms", milliseconds)
    yield Figure(key, f"size of picture: {kind}", size / 1024, "KiB", kibibytes)


def _players(game: AnyGame) -> int:
    return PLAYERS.get(game.info.key) or seats_of(game)


def _drawings(game: AnyGame, rng: Random, moments: int) -> Iterator[tuple[float, Drawing]]:
    """The drawings of a random game, each with the seconds that its view and its description took."""
    described = presenter.presenter_of(game.info.key)
    yield 0.0, _lobby(game, described)
    for version, (state, events) in spread(list(enumerate(steps_of(game, _players(game), rng))), moments):
        over = game.outcome(state) is not None
        yield from _timed(game, state, version, events, None, described.ended if over else described.board)
        for seat in () if game.forced(state) else game.decisions(state):
            yield from _timed(game, state, version, events, seat, partial(described.panel, choice=Choice()))


def spread(items: list[T], most: int) -> list[T]:
    """At most so many of the items, evenly spread and in order, the last one always among them."""
    stride = -(-len(items) // most)
    return items[::-stride][::-1]


def _lobby(game: AnyGame, described: Any) -> Drawing:
    speak = words(None)
    card = LobbyCard(
        game=game.info.key,
        names=NAMES[: _players(game)],
        host=0,
        newest=1,
        seats=game.info.seats,
        options=described.options(game.options_type(), speak),
        minutes=game.info.minutes,
        waiting="",
    )
    return lobby(card, speak)


def _timed(
    game: AnyGame, state: Any, version: int, events: tuple[Event, ...], seat: Seat | None, describe: Any
) -> Iterator[tuple[float, Drawing]]:
    begin = process_time()
    model = model_of(game, state, version, events, seat)
    drawings: tuple[Drawing, ...] = describe(model).drawings
    spent = process_time() - begin
    for drawing in drawings:
        yield spent / len(drawings), drawing


def model_of(
    game: AnyGame, state: Any, version: int, events: tuple[Event, ...], seat: Seat | None
) -> ViewModel[Any]:
    """A moment of a game as one seat, or everybody, may know it."""
    return ViewModel(
        table=1,
        version=version,
        view=game.view(state, seat),
        names=NAMES[: _players(game)],
        words=words(None),
        seat=seat,
        events=heard(events, seat),
        outcome=game.outcome(state),
    )


# Replays ------------------------------------------------------------------------------------------------


def replays(game: AnyGame, *, most: int) -> list[Figure]:
    """Size and times of a replay of so many frames of a random game."""
    warm(game.info.key)
    moving, count = _longest(game, most)
    weight, spent = _made(moving)
    return [
        Figure(game.info.key, f"size of a replay of {count} steps", weight / 2**20, "MiB", MIB),
        Figure(game.info.key, "making of a replay", sum(spent), "ms"),
        Figure(game.info.key, "making of a replay: step, p99", quantiles(spent, n=100)[-1], "ms", STEP_MS),
    ]


def _longest(game: AnyGame, most: int) -> tuple[Film, int]:
    described = presenter.presenter_of(game.info.key)
    moments = enumerate(steps_of(game, _players(game), Random(0)))
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
    return len(clip.data), spent
