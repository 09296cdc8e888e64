"""Moments of tables for the tests of pictures: played by the rules, seen with awkward names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from bot.games.chance import Chance
from bot.games.contract import Event, Seat
from bot.games.registry import game
from bot.games.six_nimmt import sentences as told
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.text import words
from bot.view_model import ViewModel
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
SEATS = tuple(range(2, 11))
STAGES = ("start", "trick", "question", "scored", "over")
Moment = tuple[NimmtState, tuple[Event, ...]]


def played(seats: int, seed: int = 0, options: NimmtOptions | None = None) -> Iterator[Moment]:
    """Every moment of a random game, the same for the same seed."""
    rules, rng = game("six_nimmt"), Random(f"{seats} {seed}")
    chance = Chance(rng.randbytes(32))
    state = rules.setup(options or NimmtOptions(), seats, chance)
    yield state, ()
    while rules.outcome(state) is None:
        seat = rng.choice(list(rules.decisions(state)))
        move = rng.choice([*rules.legal(state, seat)])
        step = rules.apply(state, seat, move, chance)
        state = step.state
        yield state, step.events


@cache
def moment(seats: int, stage: str) -> Moment:
    """A typical moment of a game with so many seats."""
    for seed in range(40):
        for state, events in played(seats, seed):
            if _is(state, stage):
                return state, events
    raise LookupError(f"no {stage} with {seats} seats")


def _is(state: NimmtState, stage: str) -> bool:
    if stage == "start":
        return state.round == 2 and state.trick == 1
    if stage == "trick":
        taken = sum(1 for placement in state.last if placement.taken)
        return state.phase == "choose" and state.trick > 2 and taken > 0 and any(state.selected)
    return state.phase == {"question": "place"}.get(stage, stage)


def view_model(seats: int, stage: str, locale: str, *, seat: int | None = None) -> ViewModel:
    """A moment as one reader sees it."""
    state, events = moment(seats, stage)
    rules = game("six_nimmt")
    if seat is None and state.question is not None:
        seat = state.question.seat
    viewer = None if seat is None else Seat(seat)
    return ViewModel(
        table=1,
        version=1,
        view=rules.view(state, viewer),
        names=NAMES[:seats],
        words=words(locale),
        seat=viewer,
        events=events,
        outcome=rules.outcome(state),
    )


def lobby_card(count: int, locale: str, *, newest: int | None = None) -> LobbyCard:
    """A lobby with so many people."""
    return LobbyCard(
        game="six_nimmt",
        names=NAMES[:count],
        host=0,
        newest=newest,
        seats=(2, 10),
        options=told.option_rows(NimmtOptions(), words(locale)),
        minutes=30,
        waiting=NAMES[1] * 3,
    )
