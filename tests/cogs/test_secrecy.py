"""Nobody hears, sees or could guess from our messages what the rules hide from them.

The same evening is played twice. The second time everything that the observer may not know is different:
other hands, other selected cards. Whatever the bot sends where the observer could see it must be the same,
byte by byte: texts, pictures, alt texts, file names, custom_ids, labels, order and number of messages.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from unittest.mock import patch

import hypothesis.strategies as st
import pytest
import two_worlds
from hypothesis import Phase, given, settings
from overheard import Seen, is_seen, log_of, written_by
from simulated import leading_to, text_of
from troubled import CALM, LOW, Evening, Wire, offered
from two_worlds import dealt_otherwise, look_at_everything

from bot.config import Settings
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState

pytestmark = pytest.mark.usefixtures("one_delivery_at_a_time")

PLAYERS = 3
SPECTATOR = PLAYERS
"""The place of the person who sits at no table."""


async def choose(evening: Evening, seat: int, index: int) -> None:
    """A card by its place in the hand, so that it is another card in the other world."""
    person = evening.people[seat]
    letter = evening.prompts(person)[-1]
    await evening.press(person, letter, *leading_to(letter, Choose(offered(letter)[index])))


async def other_ways_to_choose(evening: Evening, seat: int) -> None:
    """The same secret by command, by the panel in the channel, and changed again."""
    person = evening.people[seat]
    hand = (await evening.state()).hands[seat]
    await person.autocomplete(evening.channel, "nimmt play", "card", str(hand[3])[:1])
    await person.slash(evening.channel, "nimmt play", card=hand[3])
    opened = await evening.push(person, evening.posts_with("table.move")[-1], "table.move")
    panel = evening.private(opened)
    await evening.press(person, panel, *leading_to(panel, Choose(hand[5])))


async def play(folder: Path, observer: int, secret: bytes, seed: int | None) -> tuple[Seen, NimmtState]:
    """One trick with cards that all will see, then another as far as the last choice."""
    config = Settings(database=folder / "x", log="debug")
    with dealt_otherwise(observer, seed) as dealt, log_of(config) as log:
        async with Evening.begin(folder, people=PLAYERS + 1, secret=secret, album=False) as evening:
            person = evening.people[observer]
            with Wire() as wire:
                await evening.start(players=PLAYERS)
                await look_at_everything(evening, person)
                for player, hand in zip(evening.people, dealt[0].hands, strict=False):
                    await evening.choose(player, min(hand))
                asked = await evening.asked()
                if asked is not None:
                    await evening.take_row(asked)
                hidden = [seat for seat in range(PLAYERS) if seat != observer]
                await choose(evening, hidden[0], 4)
                await other_ways_to_choose(evening, hidden[0])
                evening.close_messages(evening.people[hidden[1]])
                if observer != SPECTATOR:
                    await choose(evening, observer, 1)
                await look_at_everything(evening, person)
                await evening.wait(5)
                if observer == SPECTATOR:
                    await choose(evening, hidden[1], 2)
                await choose(evening, hidden[-1], 2)
                await look_at_everything(evening, person)
                await evening.world.restart()
                await evening.wait(5)
            seen = [request for request in wire.requests if is_seen(evening.world, request, person.id)]
        return Seen(seen, written_by(log)), dealt[1]


def compare(observer: int, secret: bytes, seed: int) -> tuple[Seen, Seen]:
    """Both evenings, after making sure that they were two."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        real, first = asyncio.run(play(Path(one), observer, secret, None))
        other, second = asyncio.run(play(Path(two), observer, secret, seed))
    assert first.hands != second.hands
    return real, other


@pytest.mark.slow
@pytest.mark.parametrize("observer", range(PLAYERS + 1))
@pytest.mark.parametrize("secret", [CALM, LOW], ids=["calm", "low card"])
@settings(max_examples=1, deadline=None, derandomize=True, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_whoever_looks_gets_the_same_whatever_others_hold(observer: int, secret: bytes, seed: int) -> None:
    real, other = compare(observer, secret, seed)
    assert len(real.requests) > 20
    assert any(request.files for request in real.requests)
    for mine, theirs in zip(real.requests, other.requests, strict=True):
        assert mine == theirs
    assert real.log == other.log


def test_the_comparison_would_notice_a_card() -> None:
    """The owner of the changed hand does get something else."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        real, _ = asyncio.run(play(Path(one), 0, CALM, None))
        truly = two_worlds.other_world
        with patch.object(two_worlds, "other_world", lambda state, _, seed: truly(state, 1, seed)):
            other, _ = asyncio.run(play(Path(two), 0, CALM, 7))
    differing = [mine for mine, theirs in zip(real.requests, other.requests, strict=True) if mine != theirs]
    assert differing
    assert any(request.files for request in differing)


async def test_the_log_holds_no_token_and_no_secret(tmp_path: Path) -> None:
    with log_of(Settings(database=tmp_path / "x", log="debug")) as log:
        async with Evening.begin(tmp_path, album=False) as evening:
            evening.close_messages(evening.people[2])
            await evening.start(rounds=1)
            evening.fail("POST", f"/channels/{evening.channel.id}/messages", 503, times=2)
            await evening.trick()
            await evening.wait(60)
            evening.fail("*", "/interactions/*", 404, 10062, times=2)
            await evening.choose(evening.people[0])
            tokens = [*evening.env.backend.interaction_tokens]
            stored = await evening.table()
        written = log.getvalue()
    assert "bot.discord.dispatcher" in written
    assert tokens
    assert [token for token in tokens if token in written] == []
    assert CALM.hex() not in written
    assert repr(CALM) not in written
    assert stored.secret is None


@pytest.mark.logs_errors
async def test_an_error_in_the_middle_of_a_choice_is_logged_without_the_card(tmp_path: Path) -> None:
    with log_of(Settings(database=tmp_path / "x", log="debug")) as log:
        async with Evening.begin(tmp_path, album=False) as evening:
            await evening.start()
            letter = evening.prompts(evening.people[0])[-1]
            card = max(offered(letter))
            broken = patch.object(
                evening.app.tables.play, "act", side_effect=RuntimeError("the disk is on fire")
            )
            with broken:
                result = await evening.press(evening.people[0], letter, *leading_to(letter, Choose(card)))
            assert result.acknowledged
            hands = (await evening.state()).hands
            assert text_of(evening.private(result))
        written = log.getvalue()
    assert "the disk is on fire" in written
    assert f"card={card}" not in written
    assert not any(str(hand)[1:-1] in written for hand in hands)
