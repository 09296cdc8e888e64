"""What a disc, a good, a path, an island, a letter is called in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.noria.box import Chamber, Kind, Ring
from bot.games.noria.bundle import Bundle
from bot.games.noria.wheel import Disc, Wheel, at
from bot.text import Words
from render.noria.facts import increases


def first(text: str) -> str:
    """The text as it begins a line."""
    return text[:1].upper() + text[1:]


def listed(parts: Iterable[str], words: Words) -> str:
    """Things one after the other, as in a list."""
    return words("noria.text.comma").join(parts)


def disc(kind: str, words: Words) -> str:
    """The name of a kind of disc."""
    return words(f"noria.disc.{kind.lower()}")


def side(one: Disc, words: Words, *, letter: bool = False) -> str:
    """A disc, or a letter of the bot, with the side that it lies on."""
    name = one.kind if letter else disc(one.kind, words)
    return words("noria.text.upgraded", disc=name) if one.upgraded else name


def slot(where: str, kind: str, words: Words) -> str:
    """A slot with what lies in it: `M1 journey`."""
    return words("noria.text.slot", slot=where, disc=disc(kind, words))


def on(wheel: Wheel, where: str, words: Words) -> str:
    """A slot of a wheel with what lies in it, the slot alone if it is empty."""
    there = at(wheel, where)
    return slot(where, there.kind, words) if there else where


def kind(one: Kind, words: Words) -> str:
    """The name of a resource or a good."""
    return words(f"noria.kind.{one}")


good = resource = kind


def bundle(heap: Bundle, words: Words) -> str:
    """What a heap holds: `2 energy, 1 sail`."""
    counted = [words(f"noria.count.{one}", n=count) for one, count in heap.items()]
    return listed(counted, words) or words("noria.text.nothing")


def path(one: Chamber, words: Words) -> str:
    """The name of a path, and of the chamber below it."""
    return words(f"noria.score.{one.lower()}")


chamber = path


def ring(one: Ring, words: Words) -> str:
    """The name of a ring."""
    return words(f"noria.ring.{one.lower()}")


def island(number: int, words: Words) -> str:
    """The name of an island: its number."""
    return words("noria.text.island", n=number)


def letter(one: str, round: int, words: Words) -> str:
    """What a letter of the bot does in a round."""
    action = "increase" if increases(one, round) else "ship" if one == "A" else one.lower()
    return words(f"noria.letter.{action}")
