"""Nobody learns from our messages which cards others hold or what comes next from the deck.

The same turns are played twice. The second time the cards that the observer may not know are others. Whatever
the bot sends where the observer could see it must be the same, byte by byte, and so must its log.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest
from evening_of_taxis import RULES, TaxisEvening, begin
from msgspec.structs import replace
from overheard import Seen, is_seen, log_of, look_at_everything, written_by
from simcord.actors import MemberActor
from simulated import open_world
from troubled import Wire

from bot.config import Settings
from bot.games.thurn_and_taxis.moves import Begin, EndTurn, Play, TakeBlind, TakeOpen
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.thurn_and_taxis.positions import table

pytestmark = pytest.mark.usefixtures("one_delivery_at_a_time")

PLAYERS = 3
SPECTATOR = PLAYERS
"""The place of the person who sits at no table."""
FIRST = "lodz innsbruck kempten lodz passau"
"""The top of the deck: one card that is taken blind, the others are turned up."""


def position() -> TaxisState:
    """Ann extends her route, Ben closes his, Cleo gives hers up; each holds two cards that stay hidden."""
    state = table(
        "basel freiburg / ulm augsburg / lodz pilsen",
        "zuerich carlsruhe mannheim / muenchen linz salzburg / budweis stuttgart nuernberg",
        display="regensburg passau ingolstadt wuerzburg sigmaringen kempten",
    )
    below = list(state.deck)
    for city in FIRST.split():
        below.remove(city)
    return replace(state, deck=(*FIRST.split(), *below))


def other_world(state: TaxisState, observer: int) -> TaxisState:
    """The same to the observer: what others hold besides their first card, and the card that Ann takes
    blind, have changed places with cards from the bottom of the deck."""
    deck, hands = list(state.deck), [list(hand) for hand in state.hands]
    bottom = -1
    for seat, hand in enumerate(hands):
        for place in (1, 2):
            if seat != observer:
                hand[place], deck[bottom] = deck[bottom], hand[place]
                bottom -= 1
    if observer != 0:
        deck[0], deck[bottom] = deck[bottom], deck[0]
    return replace(state, deck=tuple(deck), hands=tuple(map(tuple, hands)))


async def look_around(evening: TaxisEvening, person: MemberActor) -> None:
    """Whatever a person can ask for, and what only who is on turn may do."""
    typed = (("take", "card"), ("play", "card"), ("close", "cities"), ("discard", "card"))
    await look_at_everything(evening, person, typed)
    for command, options in (("play", {"card": "linz"}), ("discard", {"card": "linz"})):
        if person.id != (await evening.active()).id:
            await person.slash(evening.world.channel, f"taxis {command}", **options)


async def play(folder: Path, observer: int, state: TaxisState) -> Seen:
    """A round in which everything that others could overhear is done."""
    settings = Settings(database=folder / "x", log="debug")
    with patch.object(RULES, "setup", lambda *_: state), log_of(settings) as log:
        world = await open_world(folder, album=False)
        try:
            evening = await begin(world, PLAYERS)
            person = [*evening.people, world.person("Zoe")][observer]
            with Wire() as wire:
                await look_around(evening, person)
                await ann_plays(evening)
                await look_around(evening, person)
                await ben_closes(evening)
                await look_around(evening, person)
                await cleo_gives_up(evening)
                await world.restart()
                await look_around(evening, person)
                await world.env.advance_time(5)
            seen = [request for request in wire.requests if is_seen(world, request, person.id)]
            return Seen(seen, written_by(log))
        finally:
            await world.close()


async def ann_plays(evening: TaxisEvening) -> None:
    """A card from the deck, then one of the hand."""
    ann = evening.people[0]
    panel = await evening.pick(ann, await evening.open_panel(ann), TakeBlind())
    await evening.world.env.advance_time(5)
    panel = await evening.pick(ann, panel, Play("zuerich", "left"))
    await evening.pick(ann, panel, EndTurn())


async def ben_closes(evening: TaxisEvening) -> None:
    """An open card, the third city, and a closing after some thought."""
    ben = evening.people[1]
    await ben.autocomplete(evening.world.channel, "taxis play", "card", "")
    panel = await evening.pick(ben, await evening.open_panel(ben), TakeOpen(1))
    panel = await evening.pick(ben, panel, Play("muenchen", "right"))
    await evening.world.env.advance_time(5)
    panel = await evening.pick(ben, panel, "close")
    panel = await evening.press(ben, panel, "table.back")
    panel = await evening.command(ben, "close", cities="ulm muenchen")
    await evening.confirm(ben, panel)


async def cleo_gives_up(evening: TaxisEvening) -> None:
    """An open card with which another route is begun."""
    cleo = evening.people[2]
    panel = await evening.command(cleo, "take", card="passau")
    panel = await evening.pick(cleo, panel, "anew")
    panel = await evening.pick(cleo, panel, Begin("passau"))
    await evening.world.env.advance_time(5)
    panel = await evening.confirm(cleo, panel)
    await evening.pick(cleo, panel, EndTurn())


def both(observer: int) -> tuple[Seen, Seen]:
    """The evening in both worlds, as one person saw it."""
    states = position(), other_world(position(), observer)
    assert states[0].hands != states[1].hands
    seen: list[Seen] = []
    for state in states:
        with tempfile.TemporaryDirectory() as folder:
            seen.append(asyncio.run(play(Path(folder), observer, state)))
    return seen[0], seen[1]


@pytest.mark.slow
@pytest.mark.parametrize("observer", range(PLAYERS + 1))
def test_whoever_looks_gets_the_same_whatever_others_hold(observer: int) -> None:
    real, other = both(observer)
    assert len(real.requests) > 30
    assert any(request.files for request in real.requests)
    for mine, theirs in zip(real.requests, other.requests, strict=True):
        assert mine == theirs
    assert real.log == other.log


def test_the_comparison_would_notice_a_card() -> None:
    """The owner of the changed hand does get something else."""
    states = position(), other_world(position(), 1)
    seen: list[Seen] = []
    for state in states:
        with tempfile.TemporaryDirectory() as folder:
            seen.append(asyncio.run(play(Path(folder), 0, state)))
    differing = [
        mine for mine, theirs in zip(seen[0].requests, seen[1].requests, strict=True) if mine != theirs
    ]
    assert any(request.files for request in differing)
