"""What the variants hide stays hidden, also where a computer sits: the same comparison as in `test_secrecy`.

Two people and a computer play, a third person looks on. In the other world the others hold other cards and
have chosen other ones, the computer too; what all may see (picks, laid cards, answers) is the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from evening_of_nimmt import A_WHILE, seat_computers
from overheard import Seen, is_seen, log_of, written_by
from simcord.actors import MemberActor
from simulated import confirms, leading_to
from troubled import Evening, Wire
from two_worlds import dealt_otherwise, look_at_everything

from bot.config import Settings
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.opponents.brain import Brain

pytestmark = pytest.mark.usefixtures("one_delivery_at_a_time")

RULES = game("six_nimmt")
PEOPLE = 2
SPECTATOR = PEOPLE
"""The place of the person who sits at no table; the computer is told to nobody here."""
MOVES = 50
"""More than a draft of three and a trick need."""
REAL, OTHER = 4, 6
"""The places in the hand of the cards that are chosen in secret, in each of the worlds."""
GAMES: Mapping[str, tuple[int, Mapping[str, Any]]] = {
    "logic": (24, {"deal": "logic"}),
    "a person's tie": (164, {"placement": "professional"}),
    "a computer's tie": (110, {"placement": "professional", "deal": "base"}),
    "open": (220, {"playing": "open", "placement": "professional"}),
    "tournament": (24, {"format": "tournament"}),
    "tournament of Strategy": (2, {"format": "tournament", "deal": "strategy"}),
}
"""Each with a number from which all chance comes: where lowest cards are played, it brings what is named."""

ASKED = {"a person's tie": "Ann", "a computer's tie": "Computer 1", "open": "Ben"}
"""Who has to choose an end in the first trick."""


def think(index: int, dealt: list[NimmtState], job: Any) -> bytes:
    """A computer that shows the same in both worlds, and chooses otherwise in secret."""
    view: dict[str, Any] = msgspec.json.decode(job.view)
    moves = {int(msgspec.json.decode(move).get("card", 0)): bytes(move) for move in job.legal}
    if view["phase"] == "choose" and view["trick"] == 2:
        return moves[sorted(moves)[index]]
    if view["phase"] == "choose":
        return moves[shown(dealt, PEOPLE, sorted(moves))]
    return moves[min(moves)]


def shown(dealt: list[NimmtState], seat: int, hand: Sequence[int]) -> int:
    """The card of the first trick: in the other world it is the same, and perhaps no longer the lowest."""
    lowest = min(dealt[-2].hands[seat], default=0)
    return lowest if lowest in hand else min(hand)


async def choose(evening: Evening, seat: int, card: int) -> None:
    """A card, by the panel in the channel; **Confirm** is not pressed."""
    person = evening.people[seat]
    panel = evening.private(await evening.push(person, evening.posts_with("table.move")[-1], "table.move"))
    await evening.press(person, panel, *leading_to(panel, Choose(card)))


async def play_card(evening: Evening, seat: int, card: int) -> None:
    """A card of the first trick."""
    panel = evening.private(await evening.people[seat].slash(evening.channel, "nimmt play", card=card))
    if confirms(panel):
        await evening.push(evening.people[seat], panel, "nimmt.confirm")


async def pick_lowest(evening: Evening, person: MemberActor, state: NimmtState) -> None:
    """The lowest card of a draft."""
    panel = evening.private(await person.slash(evening.channel, "nimmt pick", card=state.pool[0]))
    await evening.push(person, panel, "nimmt.confirm")


async def to_second_trick(evening: Evening, dealt: list[NimmtState]) -> None:
    """People pick and play their lowest cards; the computer has time for its own in between."""
    for _ in range(MOVES):
        await evening.wait(A_WHILE)
        state: NimmtState = await evening.state()
        if state.trick == 2:
            return
        seat = next(iter(RULES.decisions(state)))
        if state.phase == "draft":
            await pick_lowest(evening, evening.people[seat], state)
        elif state.question is not None:
            await evening.take_row(evening.people[seat])
        else:
            await play_card(evening, seat, shown(dealt, seat, state.hands[seat]))
    raise AssertionError("the first trick does not end")


async def choose_in_secret(evening: Evening, observer: int, index: int) -> None:
    """Another person; the computer already has. In Open whoever is on turn looks at a card."""
    state: NimmtState = await evening.state()
    hidden = (1 if observer == 0 else 0) if state.on_turn is None else state.on_turn
    assert hidden < PEOPLE
    await choose(evening, hidden, sorted(state.hands[hidden])[REAL if hidden == observer else index])
    if state.on_turn is None:
        await evening.wait(A_WHILE)
        assert (await evening.state()).selected.count(None) == 1


def computers(index: int, dealt: list[NimmtState]) -> AbstractContextManager[Any]:
    """All computers think as these two worlds need it."""
    return patch.object(Brain, "think", lambda _, job: think(index, dealt, job))


async def play(
    folder: Path, observer: int, secret: int, options: Mapping[str, Any], other: int | None
) -> tuple[Seen, NimmtState]:
    """A draft and a trick that all see, then choices in secret, in the real world or in the `other` one."""
    config, index = Settings(database=folder / "x", log="debug"), REAL if other is None else OTHER
    with dealt_otherwise(observer, other) as dealt, log_of(config) as log, computers(index, dealt):
        async with Evening.begin(
            folder, people=PEOPLE + 1, secret=bytes([secret]) * 32, album=False
        ) as evening:
            person = evening.people[observer]
            with Wire() as wire:
                await evening.fill(PEOPLE, **options)
                await seat_computers(evening.world, evening.people[0], "easy")
                await evening.push(evening.people[0], evening.posts()[-1], "lobby.start")
                await to_second_trick(evening, dealt)
                await look_at_everything(evening, person)
                await choose_in_secret(evening, observer, index)
                await look_at_everything(evening, person)
                await evening.world.restart()
                await evening.wait(A_WHILE)
            seen = [request for request in wire.requests if is_seen(evening.world, request, person.id)]
            return Seen(seen, written_by(log)), await evening.state()


def both(folder: Path, observer: int, named: str) -> tuple[Seen, Seen]:
    """What reached the observer in both worlds, after making sure that they were two."""
    secret, options = GAMES[named]
    (folder / "real").mkdir()
    (folder / "other").mkdir()
    real, first = asyncio.run(play(folder / "real", observer, secret, options, None))
    other, second = asyncio.run(play(folder / "other", observer, secret, options, 7))
    assert (first.hands, first.selected) != (second.hands, second.selected)
    return real, other


@pytest.mark.slow
@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("named", GAMES)
def test_whoever_looks_gets_the_same_in_every_variant(tmp_path: Path, named: str, observer: int) -> None:
    real, other = both(tmp_path, observer, named)
    assert len(real.requests) > 20
    assert any(request.files for request in real.requests)
    for mine, theirs in zip(real.requests, other.requests, strict=True):
        assert mine == theirs
    assert real.log == other.log
    asked = f"equally near to two ends: {ASKED.get(named, '')}"
    assert (asked in str(real.requests)) == (named in ASKED)


@pytest.mark.slow
@pytest.mark.parametrize("named", ["open", "logic"])
def test_the_comparison_would_notice_a_choice_in_a_variant(tmp_path: Path, named: str) -> None:
    """The person who has chosen otherwise does get something else."""
    with patch(f"{__name__}.choose_in_secret", choose_oneself):
        real, other = both(tmp_path, 0, named)
    assert real.requests != other.requests


async def choose_oneself(evening: Evening, observer: int, index: int) -> None:
    """The observer is the one who chooses."""
    await choose(evening, observer, sorted((await evening.state()).hands[observer])[index])
