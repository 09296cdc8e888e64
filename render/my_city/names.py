"""What things of My City are called in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.my_city.cells import cells_of
from bot.games.my_city.city import EPISODES, Chapter, Episode, Kind
from bot.games.my_city.layout import layout_of
from bot.games.my_city.placing import Task
from bot.games.my_city.shapes import Roll, orientations
from bot.text import Words


def titled(item: Episode | Chapter, words: Words) -> str:
    """The number and the title of an episode or a chapter."""
    return words("my_city.text.titled", number=_number(item), title=title(item, words))


def title(item: Episode | Chapter, words: Words) -> str:
    """The title of an episode or a chapter."""
    kind = "episode" if isinstance(item, Episode) else "chapter"
    return words(f"my_city.{kind}.{_number(item)}")


def _number(item: Episode | Chapter) -> int:
    return item.episode if isinstance(item, Episode) else item.chapter


def episode(number: int, words: Words) -> str:
    """An episode by its number and title, in a sentence."""
    return words("my_city.text.episode", number=number, title=title(EPISODES[number], words))


def kind(name: Kind, words: Words) -> str:
    """A type of building, a church, a fortress."""
    return words(f"my_city.kind.{name}")


def task(asked: Task, words: Words) -> str:
    """What is to be built: its kind, and how large it is."""
    return words("my_city.text.task", kind=kind(asked.kind, words), n=len(orientations(asked.shape)[0]))


def headed(text: str) -> str:
    """A text with a capital letter in front, where it stands alone."""
    return text[:1].upper() + text[1:]


def building(roll: Roll, words: Words) -> str:
    """The building that the dice show, whatever the compass may bring."""
    return task(Task(roll.type, roll.shape), words)


def row(key: str, words: Words) -> str:
    """A row of the score sheet."""
    return words(f"my_city.score.{key}", number="")


def listed(items: Iterable[str], words: Words) -> str:
    """Things one after the other, without an "and"."""
    return words("my_city.text.comma").join(items)


def bandit(number: int, name: str, words: Words) -> str:
    """A bandit of an episode by his number and his cell."""
    (cell,) = cells_of(layout_of(number).bandits[name])
    return words("my_city.text.bandit", number=name.rpartition("_")[2], cell=cell)
