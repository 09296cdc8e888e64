"""`/table news`: what somebody has missed, told once, to players and spectators, wherever they ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import GALLERY, parts, text_of
from troubled import Evening, control, has

from bot.discord.content import Content
from bot.discord.presenter import presenter_of
from bot.tables.model import Person
from bot.text import words
from bot.view_model import ViewModel
from cogs.tables import news

EN, JA = words("en"), words("ja")
NOTHING, SINCE = EN("news.nothing"), EN("news.title")


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of three, and somebody who only watches."""
    async with Evening.begin(tmp_path, people=4) as evening:
        await evening.start(players=3)
        yield evening


async def ask(evening: Evening, person: MemberActor) -> Message:
    """The private answer to the command in the channel."""
    return evening.private(await person.slash(evening.channel, "table news"))


async def tricks(evening: Evening, count: int) -> None:
    for _ in range(count):
        for person in evening.people[:3]:
            await evening.choose(person)


def pictured(message: Message) -> bool:
    return any(part["type"] == GALLERY for part in parts(message))


async def test_a_spectator_is_told_each_trick_once_in_the_words_of_the_history(evening: Evening) -> None:
    dana = evening.people[3]
    await tricks(evening, 2)
    answer = await ask(evening, dana)
    told = text_of(answer)
    assert told.startswith(EN("news.title_first"))
    assert EN("news.theirs", names="Ann, Ben, and Cleo") in told
    assert pictured(answer)
    replay = evening.prepare(dana, answer, control(answer, "table.replay"))
    history = evening.private(await evening.push(dana, answer, "table.history"))
    story, caption, _ = text_of(history).split("\n-# ")
    assert "trick 1" in caption, "the button opens the first page that was new"
    assert f"{story}\n-# {caption}" in told
    moving = text_of(evening.private((await evening.deliver(replay))[0]))
    assert moving.startswith(EN("table.replay.title", what=EN("table.replay.since", what=caption)))
    assert " Trick 1: " in moving
    assert " Trick 2: " in moving
    again = await ask(evening, dana)
    assert text_of(again).startswith(NOTHING)
    assert not has(again, "table.replay")
    assert not pictured(again)
    await tricks(evening, 1)
    await evening.world.restart()
    more = text_of(await ask(evening, dana))
    assert more.startswith(SINCE)
    assert "trick 3" in more
    assert "trick 2" not in more


async def test_the_board_is_drawn_with_what_everybody_knew_at_the_last_look(evening: Evening) -> None:
    """Also for a player: nothing of the own hand. Whoever has never looked sees the newest step lit."""
    ann, dana = evening.people[0], evening.people[3]
    first, *_ = await drawn(evening, dana, 1)
    assert first.earlier is None
    second, *_ = await drawn(evening, dana, 2)
    assert second.earlier == first.view
    third, *_ = await drawn(evening, ann, 1)
    assert third.earlier.trick == second.view.trick
    assert (third.earlier.hand, third.earlier.selected) == ((), None)


async def drawn(evening: Evening, person: MemberActor, count: int) -> list[ViewModel[Any]]:
    """What the board in somebody's news is drawn from after so many tricks more."""
    await tricks(evening, count)
    table, models = presenter_of("six_nimmt"), list[ViewModel[Any]]()
    board = table.board

    def noting(model: ViewModel[Any]) -> Content:
        models.append(model)
        return board(model)

    with patch.object(table, "board", noting):
        await ask(evening, person)
    return models


async def test_a_panel_and_an_own_move_are_looks_and_more_is_none(evening: Evening) -> None:
    ann, ben, cleo = evening.people[:3]
    await tricks(evening, 1)
    more = evening.private(await evening.push(ann, evening.posts_with("table.more")[-1], "table.more"))
    told = evening.private(await evening.push(ann, more, "table.news"))
    assert "trick 1" in text_of(told), "the trick began with a card of hers, and she has not looked since"
    assert EN("news.yours") in text_of(told)
    assert has(told, "table.move")
    await evening.push(ben, evening.posts_with("table.move")[-1], "table.move")
    assert text_of(await ask(evening, ben)).startswith(NOTHING)
    await evening.choose(cleo)
    assert text_of(await ask(evening, cleo)).startswith(NOTHING)
    assert EN("news.theirs", names="Ann and Ben") in text_of(await ask(evening, cleo))


async def test_in_a_direct_message_it_says_where_the_table_stands(evening: Evening) -> None:
    """In Japanese for whoever reads that, although the channel is English."""
    ann = evening.people[0]
    await tricks(evening, 1)
    evening.world.locales[ann.id] = "ja"
    answer = await ann.user.slash("table news")
    told = text_of(evening.private(answer))
    assert JA("table.head", table=1, channel=evening.channel.id) in told
    assert JA("news.title") in told
    assert JA("news.yours") in told


async def test_what_there_is_no_room_for_is_counted(evening: Evening) -> None:
    await tricks(evening, 3)
    with patch.object(news, "PAGES", 2):
        told = text_of(await ask(evening, evening.people[3]))
    assert EN("news.more", n=1) in told
    assert "trick 1" not in told
    assert told.index("trick 2") < told.index("trick 3")
    with patch.object(news, "LENGTH", 60):
        await tricks(evening, 1)
        assert "…" in text_of(await ask(evening, evening.people[3]))


async def test_before_and_after_the_game(evening: Evening) -> None:
    """A lobby has no news; a game that was ended says so, and has still its story."""
    ann, dana = evening.people[0], evening.people[3]
    await tricks(evening, 1)
    await evening.app.tables.play.end(1, Person(ann.id, "Ann"), moderator=True, key="end")
    told = await ask(evening, dana)
    assert "trick 1" in text_of(told)
    assert EN("table.abandoned", table=1) in text_of(told)
    assert not has(told, "table.move")
    await ann.slash(evening.channel, "nimmt start")
    assert EN("refusal.not_started") in text_of(await ask(evening, dana))
