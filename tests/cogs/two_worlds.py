"""Two worlds that one person can't tell apart: what reached that person in each, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace
from simcord.actors import MemberActor
from simulated import controls
from troubled import Evening

from bot.games.registry import game
from bot.games.six_nimmt.state import NimmtState

READING = ("table.text", "table.history", "table.news", "table.verify", "table.watch")
"""What **More** offers whoever only looks."""


def other_world(state: NimmtState, observer: int, seed: int) -> NimmtState:
    """The same game to the observer: all hidden cards but each hand's lowest are dealt anew.

    In the draft of Logic nothing is hidden yet; the sheets of a tournament are the hands it begins with.
    """
    if state.phase == "draft":
        return state
    rng = Random(seed)
    shown = [min(hand) for hand in state.hands]
    seats = [seat for seat in range(state.seats) if seat != observer]
    hidden = [card for seat in seats for card in state.hands[seat] if card != shown[seat]] + [*state.unused]
    rng.shuffle(hidden)
    hands = list(state.hands)
    for seat in seats:
        fresh = [hidden.pop() for _ in state.hands[seat][1:]]
        hands[seat] = tuple(sorted([shown[seat], *fresh]))
    sheets = tuple(hands) if state.sheets else ()
    return replace(state, hands=tuple(hands), unused=tuple(sorted(hidden)), sheets=sheets)


@contextmanager
def dealt_otherwise(observer: int, seed: int | None) -> Iterator[list[NimmtState]]:
    """Every game begins in the other world (without a seed: in the real one); gives both states,
    the newest last: the lobby deals, too, to see whether a game can be played."""
    rules = game("six_nimmt")
    setup = rules.setup
    dealt: list[NimmtState] = []

    def changed(*args: Any) -> NimmtState:
        state = setup(*args)
        dealt.extend((state, state if seed is None else other_world(state, observer, seed)))
        return dealt[-1]

    with patch.object(rules, "setup", changed):
        yield dealt


async def look_at_everything(evening: Evening, person: MemberActor) -> None:
    """Whatever a person can ask for."""
    for action in ("table.move", "games.rules", "table.more"):
        opened = await evening.push(person, evening.posts_with("table.move")[-1], action)
        for item in controls(evening.private(opened)):
            if item["custom_id"].split(":")[1] in READING:
                await evening.press(person, evening.private(opened), item["custom_id"])
    for command in ("hand", "text", "history", "news", "replay", "verify", "show", "watch"):
        await person.slash(evening.channel, f"table {command}")
    await person.autocomplete(evening.channel, "nimmt play", "card", "")
    await person.slash(evening.channel, "games mine")
