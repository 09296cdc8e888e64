"""What Discord answers becomes one small family of outcomes, and a message of ours is known again."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord.content import Button, Content, Entry, Link, Menu
from bot.discord.discord_api import Trouble, Undelivered, fingerprint, outcomes
from bot.discord.layout import Parcel


def answered(status: int, code: int = 0) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "the text of a card"})


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (answered(404, 10008), Trouble.MESSAGE_GONE),
        (answered(400, 50083), Trouble.FOLDED),
        (answered(404, 10003), Trouble.CHANNEL_GONE),
        (answered(404, 0), Trouble.CHANNEL_GONE),
        (answered(403, 50001), Trouble.BARRED),
        (answered(403, 50013), Trouble.BARRED),
        (answered(403, 0), Trouble.BARRED),
        (answered(403, 50007), Trouble.DM_CLOSED),
        (answered(400, 50278), Trouble.STRANGER),
        (answered(404, 10013), Trouble.DM_CLOSED),
        (answered(429, 0), Trouble.BUSY),
        (answered(400, 30046), Trouble.BUSY),
        (answered(500, 0), Trouble.BUSY),
        (answered(503, 0), Trouble.BUSY),
        (answered(401, 0), Trouble.BUSY),
        (answered(400, 50035), Trouble.REFUSED),
        (aiohttp.ServerDisconnectedError(), Trouble.BUSY),
        (aiohttp.ClientOSError(), Trouble.BUSY),
        (TimeoutError(), Trouble.BUSY),
        (ConnectionResetError(), Trouble.BUSY),
    ],
)
def test_every_answer_of_discord_and_the_network_is_an_outcome(error: Exception, trouble: Trouble) -> None:
    with pytest.raises(Undelivered) as caught, outcomes():
        raise error
    assert caught.value.trouble is trouble


def test_the_wait_that_discord_asks_for_is_kept() -> None:
    with pytest.raises(Undelivered) as caught, outcomes():
        raise discord.RateLimited(17.5)
    assert caught.value.after == 17.5


def test_an_outcome_names_codes_and_never_what_the_message_said() -> None:
    with pytest.raises(Undelivered) as caught, outcomes():
        raise answered(403, 50013)
    assert str(caught.value) == "barred (403/50013)"


def test_what_is_no_outcome_stays_an_error() -> None:
    with pytest.raises(ZeroDivisionError), outcomes():
        raise ZeroDivisionError


def fingerprint_of(content: Content) -> tuple[str, ...]:
    return fingerprint(Parcel(content).view().to_components())


def test_a_message_is_known_by_its_controls_whatever_its_words_say() -> None:
    rows = (
        (
            Button("table.move", "Your move"),
            Link("Page", "https://example.org/"),
            Button("table.more", "More"),
        ),
        Menu("nimmt.menu", "Choose", (Entry("7", "7"),)),
    )
    one = fingerprint_of(Content(("You have 3 hours.",), rows=rows, table=4, turn=2))
    other = fingerprint_of(Content(("You have 2 hours.",), rows=rows, table=4, turn=2))
    assert one == ("s1:table.move:4:2:", "s1:table.more:4:2:", "s1:nimmt.menu:4:2:")
    assert one == other
    assert one != fingerprint_of(Content(("You have 2 hours.",), rows=rows, table=4, turn=3))
    assert one != fingerprint_of(Content(("You have 2 hours.",), rows=rows, table=5, turn=2))


def test_a_message_without_controls_is_known_by_its_words() -> None:
    assert fingerprint_of(Content(("One", "Two"))) == ("One", "Two")
    assert fingerprint_of(Content(("One", "Two"))) != fingerprint_of(Content(("One",)))
