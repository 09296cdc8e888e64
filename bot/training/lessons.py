"""`python -m bot train my_city`: lessons for the network of each episode.

First it watches episodes that are played by judging alone, then it plays fewer of them itself. What it is to
say comes from the points in the end, then also from what it said itself a round later. Every lesson is kept
in a folder and depends on seed, episode and number alone: a run that was broken off goes on where it was, to
the same networks.
"""

import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.exits import DONE
from bot.games.my_city.city import EPISODES
from bot.games.my_city.opponents.ground import Floats, courses
from bot.games.my_city.opponents.judging import all_open
from bot.games.my_city.opponents.sheets import Sheets
from bot.games.my_city.opponents.values import LAYERS, Network, network_in
from bot.training.my_city import Played, Player, examples
from bot.training.networks import fitted

_AT_ONCE = 512
"""So many sheets are played at the same time."""
MEASURED = 256
"""So many dice tell what a lesson was good for."""
_FIRST, _LATER = ((1.0, 2e-3), (0.8, 1e-3), (0.6, 1e-3)), ((0.6, 1e-3), (0.6, 5e-4))
"""The passes over the games of a lesson: what is trusted (`examples`), and how large the steps are."""
_FEWER = 4
"""It plays itself only one in so many of the games that it watches: that takes longer."""
_SEEN = 2
"""How often each pass sees a sheet."""


def main(*, keep: Path, seed: int, lessons: int, games: int, out: Path | None = None) -> int:
    """Trains, prints the mean points before and after each lesson, and writes the networks to the game."""
    keep.mkdir(parents=True, exist_ok=True)
    arrays = dict[str, Floats]()
    for episode in EPISODES:
        curve, network = [measured(episode, None, seed)], None
        for network in taken(episode, keep, seed, lessons, games):
            curve.append(measured(episode, network, seed))
            sys.stdout.write(f"episode {episode}: {', '.join([f'{mean:.2f}' for mean in curve])}\n")
            sys.stdout.flush()
        assert network is not None, "there is a lesson"
        arrays |= _arrays(network, f"{episode}.")
    path = out or Path(str(files("bot.games").joinpath("my_city", "data", "values.npz")))
    path.write_bytes(_packed({name: each.astype(np.float16) for name, each in arrays.items()}))
    return DONE


def taken(episode: int, keep: Path, seed: int, lessons: int, games: int) -> Iterator[Network]:
    """The networks after each lesson; what the folder holds is not learned again."""
    network: Network | None = None
    for lesson in range(lessons):
        path = keep / f"my_city-{episode}-{lesson}.npz"
        if path.exists():
            network = network_in(path.read_bytes(), "")
        else:
            network = taught(episode, network, np.random.default_rng((seed, episode, lesson)), games)
            part = path.with_suffix(".part")
            part.write_bytes(_packed(_arrays(network, "")))
            part.replace(path)
        yield network


def taught(episode: int, network: Network | None, rng: np.random.Generator, games: int) -> Network:
    """What is learned from so many games; by who knows nothing yet from games of judging alone."""
    player, played = Player(episode, network), list[Played]()
    games = -(-games // _FEWER) if network else games
    for done in range(0, games, _AT_ONCE):
        count = min(games - done, _AT_ONCE)
        played.append(player.play(courses(count, rng), player.until(count, rng), rng))
    for trust, rate in _LATER if network else _FIRST:
        network = fitted(network, examples(played, network, trust), _SEEN, rate, rng)
    assert network is not None, "there are passes"
    return network


def measured(episode: int, network: Network | None, seed: int) -> float:
    """The mean points of somebody alone who makes the best choice of each round; always the same dice."""
    player = Player(episode, network)
    dice = courses(MEASURED, np.random.default_rng(seed))
    return float(player.play(dice, all_open(Sheets(player.plot, MEASURED))).points.mean())


def _arrays(network: Network, name: str) -> dict[str, Floats]:
    assert len(network.layers) == LAYERS
    pairs = [(f"{name}{number}", layer) for number, layer in enumerate(network.layers)]
    return {f"{key}.{part}": array for key, layer in pairs for part, array in zip("wb", layer, strict=True)}


def _packed(arrays: Mapping[str, NDArray[np.floating[Any]]]) -> bytes:
    buffer = BytesIO()
    np.savez_compressed(buffer, **arrays)  # pyright: ignore[reportArgumentType]
    return buffer.getvalue()
