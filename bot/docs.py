"""The generated documentation: docs/commands.md, settings.md, texts.md, .env.example, docs/pictures.

`python -m bot docs` writes the texts anew, `--check` fails where one is stale, `--pictures` draws instead:
the computers play a seeded game, and its board is the one posted at a chosen moment. No check compares the
bytes of the pictures, which follow from fonts and computers.
"""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import discord
from babel.core import Locale
from discord.ext import commands as library
from PIL import Image

from bot import public_texts
from bot.app import EXTENSIONS
from bot.config import Settings, variable
from bot.discord.commands import CatalogueTranslator
from bot.discord.presenter import presenter_of
from bot.exits import CHECK_FAILED, DONE, Refused
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import heard
from bot.games.registry import AnyGame
from bot.text import locales, words
from bot.view_model import ViewModel
from render.drawing import Drawing, Picture
from render.film import film, steps

ROOT = Path(__file__).parent.parent
"""The top of the source tree."""
Payload = dict[str, Any]
"""A command, a group or an option as Discord is told it, with its words in every language."""
OWN = "cogs."
"""Cogs of installed games are not part of the project's own pages."""
COMMANDS = """\
# Commands

<!-- Made by `python -m bot docs`; change the catalogues in `bot/text/` or those of the game instead. -->

Everything can also be done with the buttons under the posts. Discord shows each person the commands in the
language of their client. A parameter in brackets may be left out.
"""
MENUS = """
## In the menus of Discord

A right click, or a long press, and **Apps**: on a person, and on a message of the bot that shows a board.
"""
PERSON, MESSAGE = discord.AppCommandType.user.value, discord.AppCommandType.message.value
SETTINGS = """\
# Settings

<!-- Made by `python -m bot docs`; change `bot/config.py` instead. -->

Environment variables, or lines of a file `.env` in the working folder; the environment wins. `.env.example`
is such a file to be copied, and `python -m bot doctor` notes a misspelt name.

| Variable | Default | Meaning |
|---|---|---|
"""
TEXTS = """\
# Texts to publish

<!-- Made by `python -m bot docs`; change `public.po` in `bot/text/catalogues/` instead. -->

`python -m bot doctor --texts` prints them with the times that your settings name.

"""
EXAMPLE = """\
# Copy this file to `.env` and fill it in. docs/settings.md explains each line.
"""


def main(*, check: bool, pictures: bool, root: Path = ROOT) -> int:
    """Writes or checks the texts, or draws the pictures; names each file on stdout."""
    if not (root / "docs").is_dir():
        raise Refused(f"There is no folder docs in {root}: documentation is made in the source tree.")
    groups = asyncio.run(payloads())  # loads the cogs, and with them what the boards look like
    if pictures:
        for file in draw(root / "docs" / "pictures"):
            sys.stdout.write(f"{file.stat().st_size // 1000:>4} kB  {file.name}\n")
        return DONE
    texts = {
        root / "docs" / "commands.md": commands(groups),
        root / "docs" / "settings.md": settings(),
        root / "docs" / "texts.md": TEXTS + public_texts.texts(Settings()),
        root / ".env.example": example(),
    }
    stale = [file for file, text in texts.items() if not file.is_file() or file.read_text("utf-8") != text]
    for file in stale:
        sys.stdout.write(f"{'stale' if check else 'written'}: {file.relative_to(root)}\n")
        if not check:
            file.write_text(texts[file], "utf-8")
    return CHECK_FAILED if check and stale else DONE


# Texts -------------------------------------------------------------------------------------------------


async def payloads() -> list[Payload]:
    """The commands of the project's cogs as they are told to Discord, by a bot that is never connected."""
    bot = library.Bot(library.when_mentioned, intents=discord.Intents.none(), help_command=None)
    translator = CatalogueTranslator()
    await bot.tree.set_translator(translator)
    for name in EXTENSIONS:
        if name.startswith(OWN):
            await bot.load_extension(name)
    return [await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands()]


def commands(groups: Iterable[Payload]) -> str:
    """The page of commands: a table for each group, a column for each language; then the menus."""
    groups = tuple(groups)
    menus = {kind: [each for each in groups if each.get("type") == kind] for kind in (PERSON, MESSAGE)}
    tables = "".join(_table(group) for group in groups if group.get("type") not in menus)
    return COMMANDS + tables + MENUS + "".join(map(_menu, menus.values()))


def _menu(found: Iterable[Payload]) -> str:
    rows = ([f"**{_said(each, 'name', locale)}**" for locale in locales()] for each in found)
    return f"\n{''.join(map(_row, (*_languages(), *rows)))}"


def _languages() -> tuple[list[str], list[str]]:
    """The head of a table with a column for each language."""
    names = [str(Locale.parse(locale).get_display_name()) for locale in locales()]
    return names, ["---"] * len(names)


def _table(group: Payload) -> str:
    names = " · ".join(f"`/{_said(group, 'name', locale)}`" for locale in locales())
    return f"\n## {names}\n\n{''.join(map(_row, (*_languages(), *_rows(group))))}"


def _rows(group: Payload) -> Iterator[list[str]]:
    """The cells of a group's table: each command, below it its parameters."""
    for command in group["options"]:
        yield [
            f"**`/{_said(group, 'name', locale)} {_said(command, 'name', locale)}`** "
            f"{_said(command, 'description', locale)}"
            for locale in locales()
        ]
        for option in command.get("options", ()):
            yield [_parameter(option, locale) for locale in locales()]


def _parameter(option: Payload, locale: str) -> str:
    name = f"`{_said(option, 'name', locale)}`"
    return f"– {name if option.get('required') else f'[{name}]'}: {_said(option, 'description', locale)}"


def _said(payload: Payload, what: str, locale: str) -> str:
    """What a client of this language shows."""
    translated: dict[str, str] = payload.get(f"{what}_localizations") or {}
    return translated.get(locale) or str(payload[what])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def settings() -> str:
    """The page of settings: a row for each field of `Settings`."""
    rows = ([f"`{name}`", f"`{value}`" if value else "", meaning] for name, value, meaning in _settings())
    return SETTINGS + "".join(map(_row, rows))


def example() -> str:
    """A file `.env` with every setting: the token to be filled in, the others with their defaults."""
    token = variable("token")
    lines = (f"{'' if name == token else '# '}{name}={value}\n" for name, value, _ in _settings())
    return EXAMPLE + "".join(lines)


def _settings() -> Iterator[tuple[str, str, str]]:
    """Variable, default and meaning of each setting."""
    for setting in fields(Settings):
        default = "" if setting.default is None else str(setting.default)
        yield variable(setting.name), default, setting.metadata["meaning"]


# Pictures ----------------------------------------------------------------------------------------------

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
                events=heard(step.events, None),
                outcome=game.outcome(state),
            )
