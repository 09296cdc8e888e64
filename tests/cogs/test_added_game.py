"""A game from outside the house is played whole, by everything that the kit gives to every game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.registry import game
from bot.tables.model import Moment, Status
from bot.text import Words, locales, words
from bot.text.catalogue import Message as Sentence, entries
from tests.guest_world import as_guest, world_with_high_card
from tests.tiny_game.game import Show

WORDS = files("tests.tiny_game").joinpath("words")


@pytest.fixture(params=["en-US", "ja"])
def locale(request: pytest.FixtureRequest) -> str:
    """The language of the server and of everybody in it."""
    return str(request.param)


@pytest_asyncio.fixture
async def world(tmp_path: Path, locale: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose bot also has high card."""
    as_guest(monkeypatch)
    async with world_with_high_card(tmp_path, locale=locale) as world:
        yield world


def newest(world: World) -> Message:
    return world.public()[-1]


def prompt(world: World, actor: MemberActor) -> Message:
    """The newest direct message with a card to choose."""
    return world.with_control(world.dms(actor), "highcard.menu")


async def gathered(world: World, count: int, locale: str, **options: int) -> list[MemberActor]:
    """A game under way with these people."""
    people = world.people(count, locale)
    await people[0].slash(world.channel, "highcard start", **options)
    for actor in people[1:]:
        await world.press(actor, newest(world), "lobby.join")
    await world.press(people[0], newest(world), "lobby.start")
    return people


async def moment(world: World) -> Moment:
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    return await world.app.tables.queries.now_at(table.id)


async def hand(world: World, seat: int) -> tuple[int, ...]:
    return (await moment(world)).state.hands[seat]


async def play_trick(world: World, people: list[MemberActor]) -> list[int]:
    """Everybody shows the lowest card, by direct message; the last one confirms."""
    lowest = [(await hand(world, seat))[0] for seat in range(len(people))]
    for actor, card in zip(people, lowest, strict=True):
        asked = prompt(world, actor)
        await world.pick(actor, asked, Show(card))
        if actor is people[-1]:
            await world.confirm(actor, asked)
    return lowest


def told(speak: Words, people: list[MemberActor], cards: list[int]) -> str:
    """What the report says of a trick."""
    shown = speak.all_of(f"{actor.name} {card}" for actor, card in zip(people, cards, strict=True))
    return speak("high_card.told.trick", cards=shown, name=people[cards.index(max(cards))].name)


async def test_it_is_played_from_the_lobby_to_the_rematch(world: World, locale: str) -> None:
    speak = words(locale)
    people = await gathered(world, 3, locale)
    boards = {newest(world).id}
    tricks: list[list[int]] = []
    for number in range(2):
        assert all(prompt(world, actor).attachments for actor in people)
        tricks.append(await play_trick(world, people))
        boards.add(newest(world).id)
        if number == 0:
            await everything_is_there(world, people[0], speak)
    assert len(boards) == 3
    end, over = await moment(world), newest(world)
    assert end.table.status is Status.FINISHED
    assert end.table.secret is not None
    assert end.table.binding[:16] in text_of(over)
    assert over.attachments
    for actor in people:
        for message, cards in zip(world.dms(actor), tricks, strict=True):
            assert told(speak, people, cards) in text_of(message)
            assert not controls(message)
    await world.press(people[1], over, "table.rematch")
    assert controls(newest(world), "lobby.start")
    assert speak("high_card.option.cards") in newest(world).attachments[0]["description"]


async def everything_is_there(world: World, actor: MemberActor, speak: Words) -> None:
    """What every table has, after the first trick."""
    said = {
        "table show": speak("table.show.posted"),
        "table hand": speak("high_card.panel.choose", trick=2),
        "table text": speak("high_card.told.hand", cards=speak.all_of(map(str, await hand(world, 0)))),
        "table history": speak("table.history.page", page=2, pages=2),
        "table verify": (await moment(world)).table.commitment,
        "games rules": speak.title(game("high_card").info),
    }
    for name, wanted in said.items():
        assert wanted in text_of(await world.ask(actor, name)), name


async def test_the_shortest_game_ends_with_its_start(world: World, locale: str) -> None:
    """With one card each everything is forced."""
    await gathered(world, 2, locale, cards=1)
    assert (await moment(world)).table.status is Status.FINISHED
    assert controls(newest(world), "table.rematch")


def test_its_words_are_the_same_in_every_language() -> None:
    english, japanese = (entries(WORDS.joinpath(f"{tag}.po"), tag) for tag in locales())
    assert {key: asks(message) for key, message in english.items()} == {
        key: asks(message) for key, message in japanese.items()
    }


def asks(message: Sentence) -> set[str]:
    """The names in the braces of a message."""
    return set(re.findall(r"{(\w+)}", message if isinstance(message, str) else message[-1]))
