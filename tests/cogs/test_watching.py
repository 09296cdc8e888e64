"""**Watch**: one direct message that follows a table, for whoever does not sit there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import GALLERY, controls, parts, text_of
from troubled import Evening, control, has

from bot.tables import spectators
from bot.tables.model import Person, Spectator
from bot.text import jump_url, words

EN, JA = words("en"), words("ja")


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of three, and two more who don't sit there."""
    async with Evening.begin(tmp_path, people=5) as evening:
        await evening.start(players=3)
        yield evening


async def more(evening: Evening, person: MemberActor) -> Message:
    return evening.private(await evening.push(person, evening.posts_with("table.more")[-1], "table.more"))


async def watch(evening: Evening, person: MemberActor) -> Message:
    """The private answer to the command in the channel."""
    return evening.private(await person.slash(evening.channel, "table watch"))


async def trick(evening: Evening) -> None:
    for person in evening.people[:3]:
        await evening.choose(person)


def actions(message: Message) -> list[str]:
    return [item["custom_id"].split(":")[1] for item in controls(message)]


async def test_one_message_follows_the_game_over_a_restart_until_it_is_ended(evening: Evening) -> None:
    """It rings once, when it comes; in the language of its reader."""
    ann, dana = evening.people[0], evening.people[3]
    evening.world.locales[dana.id] = "ja"
    await trick(evening)
    answer = evening.private(await evening.push(dana, await more(evening, dana), "table.watch"))
    (letter,) = evening.letters(dana)
    address = jump_url(None, letter.channel_id, letter.id)
    assert f"次の場所に表示されます：[ダイレクトメッセージ]({address})" in text_of(answer)
    assert JA("news.follows") in text_of(letter)
    assert "トリック1：" in text_of(letter)
    assert actions(letter) == ["table.news", "table.unwatch"]
    assert [part for part in parts(letter) if part["type"] == GALLERY]
    rang = evening.pings()[3]
    for number in (2, 3):
        await trick(evening)
        assert f"トリック{number}：" in text_of(evening.letters(dana)[0])
        await evening.world.restart()
    asked = evening.private(await ann.slash(evening.channel, "table end"))
    await evening.push(ann, asked, "table.end")
    (letter,) = evening.letters(dana)
    assert JA("table.abandoned", table=1) in text_of(letter)
    assert actions(letter) == ["table.replay"]
    assert evening.pings()[3] == rang == 1
    assert await evening.app.tables.spectators.watchers(1) == ()


async def test_who_stops_is_told_no_more_and_can_watch_again(evening: Evening) -> None:
    dana = evening.people[3]
    await watch(evening, dana)
    assert EN("table.more.unwatch") in {item["label"] for item in controls(await more(evening, dana))}
    again = await watch(evening, dana)
    assert actions(again) == ["table.unwatch"]
    (letter,) = evening.letters(dana)
    await evening.push(dana, again, "table.unwatch")
    farewell = evening.letters(dana)[0]
    assert text_of(farewell) == EN("news.stopped", table=1)
    assert actions(farewell) == []
    await trick(evening)
    assert text_of(evening.letters(dana)[0]) == EN("news.stopped", table=1)
    await watch(evening, dana)
    second = evening.letters(dana)[1]
    assert second.id != letter.id
    await evening.push(dana, second, "table.unwatch")
    assert actions(evening.letters(dana)[1]) == ["table.watch"]


async def test_news_below_the_message_are_a_message_of_their_own(evening: Evening) -> None:
    dana = evening.people[3]
    await watch(evening, dana)
    await trick(evening)
    answer = evening.private(await evening.push(dana, evening.letters(dana)[0], "table.news"))
    assert EN("news.title_first") in text_of(answer)
    assert actions(evening.letters(dana)[0]) == ["table.news", "table.unwatch"]


async def test_closed_messages_are_told_at_once_and_nobody_watches(evening: Evening) -> None:
    dana = evening.people[3]
    evening.close_messages(dana)
    assert text_of(await watch(evening, dana)) == EN("refusal.watch_closed")
    assert await evening.app.tables.spectators.watchers(1) == ()
    evening.mend()
    evening.estrange(dana)
    assert text_of(await watch(evening, dana)) == EN("refusal.watch_closed")
    evening.mend()
    evening.fail("POST", f"/channels/{dana.user.dm_channel.id}/messages", 500, times=10)
    assert text_of(await watch(evening, dana)) == EN("refusal.watch_busy")
    evening.mend()
    assert actions(await watch(evening, dana)) == ["table.unwatch"]


async def test_who_may_not_watch(evening: Evening) -> None:
    """Whoever sits there, and more than the house has room for; a lobby has nothing to be watched."""
    ann, dana, eve = evening.people[0], evening.people[3], evening.people[4]
    assert text_of(await watch(evening, ann)) == EN("refusal.seated")
    assert "table.watch" not in actions(await more(evening, ann))
    await watch(evening, dana)
    with patch.object(spectators, "WATCHERS", 1):
        assert text_of(await watch(evening, eve)) == EN("refusal.watchers_full", n=1)
    await evening.app.tables.play.end(1, Person(ann.id, "Ann"), moderator=True, key="end")
    assert text_of(await watch(evening, eve)) == EN("refusal.over")
    await ann.slash(evening.channel, "nimmt start")
    assert text_of(await watch(evening, eve)) == EN("refusal.not_started")


async def test_two_presses_in_the_same_instant_leave_one_message_that_follows(evening: Evening) -> None:
    dana = evening.people[3]
    menu = await more(evening, dana)
    press = control(menu, "table.watch")
    results = await evening.deliver(*(evening.prepare(dana, menu, press) for _ in range(2)))
    assert all(result.acknowledged for result in results)
    await trick(evening)
    following = [letter for letter in evening.letters(dana) if has(letter, "table.unwatch")]
    assert len(following) == 1
    assert "trick 1" in text_of(following[0])


async def test_who_stops_while_the_message_is_changed_reads_the_farewell(evening: Evening) -> None:
    dana, tables = evening.people[3], evening.app.tables
    await watch(evening, dana)
    shown = tables.spectators.shown

    async def stopped_before(watcher: Spectator) -> bool:
        await tables.spectators.unwatch(1, dana.id)
        return await shown(watcher)

    with patch.object(tables.spectators, "shown", stopped_before):
        await trick(evening)
    assert text_of(evening.letters(dana)[0]) == EN("news.stopped", table=1)


async def test_a_message_that_discord_could_not_change_is_changed_later(evening: Evening) -> None:
    """The others hear of it at once, and so does the channel."""
    dana, eve = evening.people[3], evening.people[4]
    for person in (dana, eve):
        await watch(evening, person)
    box = dana.user.dm_channel.id
    evening.fail("PATCH", f"/channels/{box}/messages/{evening.letters(dana)[0].id}", 503, times=2)
    await trick(evening)
    assert "Trick 1:" in text_of(evening.posts_with("table.more")[-1])
    assert "Trick 1:" not in text_of(evening.letters(dana)[0])
    assert "Trick 1:" in text_of(evening.letters(eve)[0])
    await evening.wait(60)
    assert "Trick 1:" in text_of(evening.letters(dana)[0])


async def test_whoever_sits_down_or_has_lost_the_message_watches_no_more(evening: Evening) -> None:
    ben, dana, eve = evening.people[1], evening.people[3], evening.people[4]
    for person in (dana, eve):
        await watch(evening, person)
    evening.lose(evening.letters(eve)[0])
    await evening.world.leave(ben)
    offer = evening.private(await dana.slash(evening.channel, "table replace"))
    await evening.press(dana, offer, control(offer, "table.replace"), "1")
    for person in (evening.people[0], evening.people[2], dana):
        await evening.choose(person)
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
    await evening.push(ben, evening.posts(channel)[-1], "lobby.join")
    await evening.push(ann, evening.posts(channel)[-1], "lobby.start")
    await watch(evening, dana)
    await dana_there.slash(channel, "table watch")
    first, second = evening.letters(dana)
    assert "Cleo" not in text_of(second)
    assert [control(each, "table.unwatch").split(":")[2] for each in (first, second)] == ["1", "2"]
    offer = evening.private(await dana.user.slash("table news"))
    (menu,) = controls(offer, "table.news")
    assert sorted(option["value"] for option in menu["options"]) == ["1", "2"]
