"""**Watch**, one direct message that follows a table, for those who do not sit there; and `/table news`, what
somebody has missed, told once, wherever they ask."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, controls, pictured, text_of
from troubled import Evening, control, has

from bot.discord.content import Content
from bot.discord.presenter import presenter_of
from bot.tables import spectators
from bot.tables.model import Person, Spectator
from bot.text import jump_url
from bot.view_model import ViewModel
from cogs.tables import history

NOTHING = EN("news.nothing")


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of three, and two more who don't sit there."""
    async with Evening.begin(tmp_path, people=5) as evening:
        await evening.start(players=3)
        yield evening


async def tricks(evening: Evening, count: int = 1) -> None:
    for _ in range(count):
        await evening.choose(*evening.people[:3])


def actions(message: Message) -> list[str]:
    return [item["custom_id"].split(":")[1] for item in controls(message)]


# Watching ---------------------------------------------------------------------------------------------


async def test_one_message_follows_the_game_over_a_restart_until_it_is_ended(evening: Evening) -> None:
    """It rings once, when it comes; in the language of its reader. News below it are another message."""
    ann, dana = evening.people[0], evening.people[3]
    evening.locales[dana.id] = "ja"
    await tricks(evening)
    answer = await evening.opened(dana, await evening.more(dana), "table.watch")
    (letter,) = evening.letters(dana)
    address = jump_url(None, letter.channel_id, letter.id)
    assert f"次の場所に表示されます：[ダイレクトメッセージ]({address})" in text_of(answer)
    assert JA("news.follows") in text_of(letter)
    assert "トリック1：" in text_of(letter)
    assert actions(letter) == ["table.news", "table.unwatch"]
    assert pictured(letter)
    rang = evening.pings()[3]
    for number in (2, 3):
        await tricks(evening)
        assert f"トリック{number}：" in text_of(letter)
        await evening.restart()
    answer = await evening.opened(dana, letter, "table.news")
    assert JA("news.title_first") in text_of(answer)
    assert actions(letter) == ["table.news", "table.unwatch"]
    await evening.end(ann)
    assert evening.letters(dana) == [letter]
    assert JA("table.abandoned_by", name="Ann", table=1) in text_of(letter)
    assert actions(letter) == ["table.replay"]
    assert evening.pings()[3] == rang == 1
    assert await evening.app.tables.spectators.watchers(1) == ()


async def test_who_stops_is_told_no_more_and_can_watch_again(evening: Evening) -> None:
    """Also who stops while the message is changed."""
    dana, tables = evening.people[3], evening.app.tables
    await evening.ask(dana, "table watch")
    labels = {item["label"] for item in controls(await evening.more(dana))}
    assert EN("table.more.unwatch") in labels
    again = await evening.ask(dana, "table watch")
    assert actions(again) == ["table.unwatch"]
    (letter,) = evening.letters(dana)
    await evening.press(dana, again, "table.unwatch")
    assert actions(letter) == []
    await tricks(evening)
    assert text_of(letter) == EN("news.stopped", table=1)
    await evening.ask(dana, "table watch")
    _, second = evening.letters(dana)
    await evening.press(dana, second, "table.unwatch")
    assert actions(second) == ["table.watch"]
    await evening.ask(dana, "table watch")
    shown = tables.spectators.shown

    async def stopped_before(watcher: Spectator) -> bool:
        await tables.spectators.unwatch(1, dana.id)
        return await shown(watcher)

    with patch.object(tables.spectators, "shown", stopped_before):
        await tricks(evening)
    assert text_of(evening.letters(dana)[-1]) == EN("news.stopped", table=1)


async def test_closed_messages_are_told_at_once_and_nobody_watches(evening: Evening) -> None:
    dana = evening.people[3]
    evening.close_messages(dana)
    assert await evening.says(dana, "table watch") == EN("refusal.watch_closed")
    assert await evening.app.tables.spectators.watchers(1) == ()
    evening.mend()
    evening.estrange(dana)
    assert await evening.says(dana, "table watch") == EN("refusal.watch_closed")
    evening.mend()
    evening.fail_letters(dana, 500, times=10)
    assert await evening.says(dana, "table watch") == EN("refusal.watch_busy")
    evening.mend()
    assert actions(await evening.ask(dana, "table watch")) == ["table.unwatch"]


async def test_who_may_not_watch(evening: Evening) -> None:
    """Whoever sits there, and more than the house has room for; a lobby has nothing to be watched or told."""
    ann, dana, eve = evening.people[0], evening.people[3], evening.people[4]
    assert await evening.says(ann, "table watch") == EN("refusal.seated")
    assert "table.watch" not in actions(await evening.more(ann))
    await evening.ask(dana, "table watch")
    with patch.object(spectators, "WATCHERS", 1):
        assert await evening.says(eve, "table watch") == EN("refusal.watchers_full", n=1)
    await tricks(evening)
    await evening.app.tables.play.end(1, Person(ann.id, "Ann"), moderator=True, key="end")
    assert await evening.says(eve, "table watch") == EN("refusal.over")
    ended = await evening.ask(eve, "table news")
    assert "trick 1" in text_of(ended)
    assert EN("table.abandoned_by", name="Ann", table=1) in text_of(ended)
    assert not has(ended, "table.move")
    await ann.slash(evening.channel, "nimmt start")
    assert await evening.says(eve, "table watch") == EN("refusal.not_started")
    assert EN("refusal.not_started") in await evening.says(eve, "table news")


async def test_two_presses_in_the_same_instant_leave_one_message_that_follows(evening: Evening) -> None:
    dana = evening.people[3]
    menu = await evening.more(dana)
    press = control(menu, "table.watch")
    results = await evening.send(*(evening.prepared(dana, menu, press) for _ in range(2)))
    assert all(result.acknowledged for result in results)
    await tricks(evening)
    (following,) = [letter for letter in evening.letters(dana) if has(letter, "table.unwatch")]
    assert "trick 1" in text_of(following)


async def test_a_message_that_discord_could_not_change_is_changed_later(evening: Evening) -> None:
    """The others hear of it at once, and so does the channel."""
    dana, eve = evening.people[3:]
    for person in (dana, eve):
        await evening.ask(person, "table watch")
    (late,), (quick,) = map(evening.letters, (dana, eve))
    evening.fail_edits(late, 503, times=2)
    await tricks(evening)
    assert "Trick 1:" in text_of(evening.posts_with("table.more")[-1])
    assert "Trick 1:" not in text_of(late)
    assert "Trick 1:" in text_of(quick)
    await evening.wait(60)
    assert "Trick 1:" in text_of(late)


async def test_whoever_sits_down_or_has_lost_the_message_watches_no_more(evening: Evening) -> None:
    ann, ben, cleo, dana, eve = evening.people
    for person in (dana, eve):
        await evening.ask(person, "table watch")
    evening.lose(evening.letters(eve)[0])
    await evening.leave(ben)
    await evening.use(dana, "table replace", "table.replace", values=["1"])
    await evening.choose(ann, cleo, dana)
    assert EN("news.sits") in text_of(evening.letters(dana)[0])
    assert await evening.app.tables.spectators.watchers(1) == ()
    assert evening.letters(eve) == []
    assert await evening.app.tables.spectators.watched_by(eve.id) == ()


async def test_tables_on_two_servers_have_a_message_each(evening: Evening) -> None:
    """In direct messages the commands offer both; of the other server nothing is said anywhere."""
    dana, others = evening.people[3], evening.people[:2]
    there = evening.env.create_guild("The Other Table")
    channel = there.create_text_channel("elsewhere")
    ann, ben, dana_there = (
        MemberActor(evening.env, there, there.add_member(one.user).user) for one in (*others, dana)
    )
    await ann.slash(channel, "nimmt start")
    await evening.press(ben, evening.public(channel)[-1], "lobby.join")
    await evening.press(ann, evening.public(channel)[-1], "lobby.start")
    await evening.ask(dana, "table watch")
    await dana_there.slash(channel, "table watch")
    first, second = evening.letters(dana)
    assert "Cleo" not in text_of(second)
    assert [control(each, "table.unwatch").split(":")[2] for each in (first, second)] == ["1", "2"]
    offer = evening.private(await dana.user.slash("table news"))
    (menu,) = controls(offer, "table.news")
    assert sorted(option["value"] for option in menu["options"]) == ["1", "2"]


# News -------------------------------------------------------------------------------------------------


async def test_a_spectator_is_told_each_trick_once_in_the_words_of_the_history(evening: Evening) -> None:
    dana = evening.people[3]
    await tricks(evening, 2)
    answer = await evening.ask(dana, "table news")
    said = text_of(answer)
    assert said.startswith(EN("news.title_first"))
    assert EN("news.theirs", names="Ann, Ben, and Cleo") in said
    assert pictured(answer)
    replay = evening.prepared(dana, answer, control(answer, "table.replay"))
    history = await evening.opened(dana, answer, "table.history")
    story, caption, _ = text_of(history).split("\n-# ")
    assert "trick 1" in caption, "the button opens the first page that was new"
    assert f"{story}\n-# {caption}" in said
    moving = text_of(evening.private((await evening.send(replay))[0]))
    assert moving.startswith(EN("table.replay.title", what=EN("table.replay.since", what=caption)))
    assert " Trick 1: " in moving
    assert " Trick 2: " in moving
    again = await evening.ask(dana, "table news")
    assert text_of(again).startswith(NOTHING)
    assert not has(again, "table.replay")
    assert not pictured(again)
    await tricks(evening)
    await evening.restart()
    more = await evening.says(dana, "table news")
    assert more.startswith(EN("news.title"))
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
        await evening.ask(person, "table news")
    return models


async def test_a_panel_and_an_own_move_are_looks_and_more_is_none(evening: Evening) -> None:
    """In a direct message it is told where the table stands, in the language of whoever asks."""
    ann, ben, cleo = evening.people[:3]
    await tricks(evening)
    said = await evening.opened(ann, await evening.more(ann), "table.news")
    assert "trick 1" in text_of(said), "the trick began with a card of hers, and she has not looked since"
    assert EN("news.yours") in text_of(said)
    assert has(said, "table.move")
    await evening.press(ben, evening.posts_with("table.move")[-1], "table.move")
    assert (await evening.says(ben, "table news")).startswith(NOTHING)
    await evening.choose(cleo)
    assert (await evening.says(cleo, "table news")).startswith(NOTHING)
    assert EN("news.theirs", names="Ann and Ben") in await evening.says(cleo, "table news")
    await evening.choose(ann, ben)
    evening.locales[cleo.id] = "ja"
    letter = text_of(evening.private(await cleo.user.slash("table news")))
    assert JA("table.head", table=1, channel=evening.channel.id) in letter
    assert JA("news.title") in letter
    assert JA("news.yours") in letter


async def test_what_there_is_no_room_for_is_counted(evening: Evening) -> None:
    dana = evening.people[3]
    await tricks(evening, 3)
    with patch.object(history, "PAGES", 2):
        said = await evening.says(dana, "table news")
    assert EN("news.more", n=1) in said
    assert "trick 1" not in said
    assert said.index("trick 2") < said.index("trick 3")
    with patch.object(history, "LENGTH", 60):
        await tricks(evening)
        assert "…" in await evening.says(dana, "table news")
