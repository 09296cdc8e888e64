"""The pictures of README.md: a board of each game and a short replay, drawn as players see them.

The computers play a seeded game and the board is the one posted at a chosen moment. They are drawn anew by
`python -m bot docs --pictures`; no check compares their bytes, which follow from fonts and computers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from bot.discord.presenter import presenter_of
from bot.games import registry
from bot.games.chance import Chance
from bot.games.registry import AnyGame
from bot.text import words
from bot.view_model import ViewModel
from render.drawing import Drawing, Picture
from render.film import film, steps

NAMES = ("Alice", "Bob", "Charlie", "Daniela", "Emil", "Frida")
HEAVIEST = 300_000
"""Bytes of a file: README.md shows them all at once."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A seeded game of the computers, and how far into it the picture is taken."""

    seats: int
    seed: int = 1
    part: float = 0.6
    level: str = "normal"


USUAL = Moment(seats=3)
MOMENTS = {
    "six_nimmt": Moment(seats=6, seed=3, part=0.55),
    "thurn_and_taxis": Moment(seats=4, seed=2, part=0.7, level="easy"),
    "noerdlingen": Moment(seats=4, part=0.85),
    "my_city": Moment(seats=3, seed=4, part=0.8),
    "noria": Moment(seats=4, seed=2, part=0.7, level="easy"),
}
"""Moments that look good; any other game is drawn at the usual one."""
REPLAY, REPLAY_MOMENT = "six_nimmt", Moment(seats=4)
REPLAY_FRAMES, REPLAY_WIDTH = 12, 720
"""Two tricks."""


def draw(folder: Path) -> list[Path]:
    """Draws the board of each game and the replay into a folder; the files in the order of the games."""
    folder.mkdir(parents=True, exist_ok=True)
    made = [_write(folder / f"{key}.png", board(key)) for key in registry.own()]
    return [*made, _write(folder / f"{REPLAY}.gif", replay())]


def _write(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file


def board(key: str) -> bytes:
    """The public board of a game at its moment, as a PNG."""
    moment = MOMENTS.get(key, USUAL)
    models = list(_models(registry.game(key), moment))
    (drawing, *_) = presenter_of(key).board(models[int(len(models) * moment.part)]).drawings
    assert isinstance(drawing, Drawing), "a board does not move"
    return drawing.draw().data


def replay() -> bytes:
    """The first tricks of a game as a GIF, a step a frame, small enough for a page."""
    models = _models(registry.game(REPLAY), REPLAY_MOMENT)
    described = presenter_of(REPLAY)
    frames = [frame for model in models for frame in described.frames(model)][:REPLAY_FRAMES]
    small = [replace(frame, drawing=_smaller(frame.drawing)) for frame in frames]
    *_, clip = steps(film(f"{REPLAY}.gif", small, ""))
    assert clip is not None, "the last step brings the clip"
    return clip.data


def _smaller(drawing: Drawing) -> Drawing:
    return Drawing(("smaller", drawing.key), lambda: _shrunk(drawing.draw()))


def _shrunk(picture: Picture) -> Picture:
    """The picture at the replay's width, with the colours of its own palette: a film has one for all."""
    with Image.open(BytesIO(picture.data)) as full:
        size = REPLAY_WIDTH, round(full.height * REPLAY_WIDTH / full.width)
        smooth = full.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        small = smooth.quantize(palette=full, dither=Image.Dither.NONE)
        small.putpalette(full.getpalette() or [])
    file = BytesIO()
    small.save(file, "PNG")
    return replace(picture, data=file.getvalue())


def _models(game: AnyGame, moment: Moment) -> Iterator[ViewModel[Any]]:
    """What everybody sees of a game of computers, after each step that its board is posted anew for."""
    rng, chance = Random(moment.seed), Chance(Random(moment.seed).randbytes(32))
    state: Any = game.setup(game.options_type(), moment.seats, chance)
    version, post, player = 0, game.post(state), game.opponents[moment.level]
    while owed := game.decisions(state):
        seat, move = game.forced(state) or (
            first := next(iter(owed)),
            player.choose(game.view(state, first), list(game.legal(state, first)), rng),
        )
        step = game.apply(state, seat, move, chance)
        state, version = step.state, version + 1
        if game.post(state) != post:
            post = game.post(state)
            yield ViewModel(
                table=1,
                version=version,
                view=game.view(state, None),
                names=NAMES[: moment.seats],
                words=words(None),
                events=tuple(event for event in step.events if event.seen_by is None),
                outcome=game.outcome(state),
            )
