"""Who looks at the pictures of the tests: awkward names, both languages."""

from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from bot.games.contract import Event, Outcome, ScoreRow, Seat
from bot.games.registry import game
from bot.text import words
from bot.view_model import ViewModel, option_rows
from render.lobby import LobbyCard

NAMES = (
    "さくらんぼ大佐",
    "Maximiliane-Katharina von Hohenstein",
    "Jo",
    "🐸🎲👩‍👩‍👧",
    "みかん 🍊 とてもとても長い名前のプレイヤーさん",
    "W" * 32,
    "Z̷̢̛a̵̡l̶g̸o",
    "ﷺ العربية",
    "line\nbreak\ttab",
    "黒板消しの達人",
)
"""By seat: long, Japanese, emoji, marks that stack, letters that the font lacks, control characters."""
LOCALES = ("en", "ja")


def reader(
    key: str, state: Any, locale: str = "en", *, seat: int | None = None, events: tuple[Event, ...] = ()
) -> ViewModel[Any]:
    """A state as one reader sees it."""
    rules, viewer = game(key), None if seat is None else Seat(seat)
    view, names = rules.view(state, viewer), NAMES[: state.seats]
    return ViewModel(1, 1, view, names, words(locale), viewer, events, rules.outcome(state))


def of_view(view: Any, locale: str = "en", *, seat: int | None = None) -> ViewModel[Any]:
    return ViewModel(1, 1, view, NAMES[: view.seats], words(locale), None if seat is None else Seat(seat))


def lobby_card(count: int, locale: str, key: str = "six_nimmt", chosen: Any = None, **more: Any) -> LobbyCard:
    """A lobby with so many people and options; the first one is the host."""
    info, rows = game(key).info, told_options(key, chosen, locale)
    card = LobbyCard(key, NAMES[:count], 0, None, info.seats, rows, info.minutes, waiting=NAMES[1] * 3)
    return replace(card, **more)


def told_options(key: str, options: Any, locale: str) -> tuple[tuple[str, str], ...]:
    sentences = import_module(f"bot.games.{key}.sentences")
    rows = getattr(sentences, "option_rows", partial(option_rows, key))
    return rows(options or game(key).options_type(), words(locale))


def outcome_of(*rounds: tuple[int, ...], lowest_wins: bool = True) -> Outcome:
    """How a game ended, from its rounds, each by seat."""
    scores = tuple(map(sum, zip(*rounds, strict=True)))
    better = [[other < one if lowest_wins else other > one for other in scores] for one in scores]
    rows = [[ScoreRow("round", points, number) for points in each] for number, each in enumerate(rounds, 1)]
    return Outcome(
        tuple(1 + sum(each) for each in better), scores, tuple(zip(*rows, strict=True)), lowest_wins
    )
