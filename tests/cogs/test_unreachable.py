"""Tables whose channel can't be posted in: how it is noticed, what ends it, and what may not."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simulated import confirms, text_of
from troubled import Evening, Wire, has, is_silent, offered

from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.games.six_nimmt.moves import Choose

DAY = 24


async def silent(evening: Evening) -> bool:
    """Whether the table is silent, a little later."""
    await evening.wait(60)
    return (await evening.numbered()).silent_since is not None


async def stands_still(evening: Evening, hours: float) -> None:
    """Asserts that the table is silent, and that for so long nothing is decided by itself."""
    assert await silent(evening)
    version = (await evening.numbered()).version
    await evening.hours(hours)
    assert (await evening.numbered()).version == version


def sorry(evening: Evening) -> list[int]:
    """How often each person was told that the channel can't be used."""
    words = [[text_of(each) for each in evening.letters(person)] for person in evening.people]
    return [sum("no longer allowed" in each for each in letters) for letters in words]


async def one_is_late(evening: Evening) -> None:
    """One of three has missed a deadline of an hour and is awaited once more."""
    await evening.start(deadline=1)
    await evening.choose(*evening.people[:2])
    await evening.hours(1)
    await evening.choose(*evening.people[:2])
    await evening.wait(60)


@pytest_asyncio.fixture
async def barred(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of two that can't speak in its channel."""
    async with Evening.begin(tmp_path, 2) as barred:
        await barred.start(rounds=1)
        barred.bar()
        await barred.trick()
        assert await silent(barred)
        yield barred


# How it is noticed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["channel", "thread", "server"])
async def test_that_its_place_is_gone_is_noticed_before_anything_is_told(evening: Evening, what: str) -> None:
    if what == "thread":
        evening.channel = await evening.thread()
    await evening.start(deadline=1)
    if what == "server":
        evening.fail_posts(403, 50001)
        evening.remove_bot()
    else:
        evening.env.backend.delete_channel(evening.channel.id)
    await stands_still(evening, 3)


async def test_no_time_goes_by_where_a_game_begins_that_can_not_be_shown(evening: Evening) -> None:
    await evening.set_up(deadline=1)
    lobby, zoe = await evening.open_table(evening.people), evening.person("Zoe")
    evening.shut()
    await evening.press(zoe, lobby, "lobby.join")
    await evening.wait(5)
    await evening.press(evening.people[0], lobby, "lobby.start")
    await evening.awake()
    await stands_still(evening, 5)


async def test_a_refresh_that_waits_its_turn_does_not_stand_for_a_post(evening: Evening) -> None:
    """A board that could not be edited for a moment is pending when a warning can't be posted."""
    ann, ben, cleo = evening.people
    await evening.start(deadline=24)
    await evening.wish(cleo, reminders="channel")
    await evening.choose(ann, ben)
    await evening.wait(5)
    duty = (await evening.numbered()).sitters[2].pace.duty
    await evening.wait((duty.warn - evening.env.now()).total_seconds() - 10)
    evening.bar()
    evening.fail_edits(evening.public()[-1], 503, times=4)
    letter = evening.prompts(ann)[-1]
    await evening.pick(ann, letter, Choose(max(offered(letter))))
    await evening.hours(2)
    evening.mend()
    await stands_still(evening, 48)


async def test_a_channel_that_goes_while_a_board_is_on_its_way_is_noticed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.start(deadline=1)
    send, gone = DiscordApi.send, asyncio.Event()

    async def hear(*_: object) -> None:
        gone.set()

    async def slow(mail: DiscordApi, channel: int, *parcel: Any, **how: Any) -> int:
        message = await send(mail, channel, *parcel, **how)
        if channel == evening.channel.id and not gone.is_set():
            evening.env.backend.delete_channel(channel)
            await gone.wait()
            await asyncio.sleep(0.2)
        return message

    evening.app.add_listener(hear, "on_guild_channel_delete")
    monkeypatch.setattr(DiscordApi, "send", slow)
    await evening.trick()
    await evening.hours(0.1)
    await stands_still(evening, 3)


async def test_whom_trouble_kept_from_hearing_of_a_silence_is_told_later(evening: Evening) -> None:
    ann, ben, _ = evening.people
    await evening.start(rounds=1)
    evening.lose(evening.public()[-1])
    evening.bar()
    evening.fail_letters(ann, 503, times=1)
    await evening.choose(ben)
    assert await silent(evening)
    await evening.hours(24)
    assert sorry(evening) == [1, 1, 1]


@pytest.mark.parametrize("trouble", ["", "503", "barred"])
async def test_a_board_that_was_deleted_comes_back_silently(evening: Evening, trouble: str) -> None:
    await evening.start(rounds=1)
    evening.lose(evening.public()[-1])
    if trouble == "503":
        evening.fail_posts(503, times=1)
    elif trouble:
        evening.bar()
    await evening.choose(evening.people[0])
    assert await silent(evening) == (trouble == "barred")
    evening.unbar()
    assert not await silent(evening)
    board = evening.public()[-1]
    assert has(board, "table.move")
    assert is_silent(board)
    assert board.ping_user_ids == []


# What a word is ---------------------------------------------------------------------------------------


async def test_rights_that_change_elsewhere_do_not_let_time_go_by(evening: Evening) -> None:
    await evening.start(deadline=1)
    evening.lose(evening.public()[-1])
    evening.bar()
    await evening.choose(evening.people[0])
    assert await silent(evening)
    everybody = evening.guild.default_role.id
    evening.env.backend.edit_role(evening.guild.id, everybody, {"permissions": 3072 + 64})
    await stands_still(evening, 3)
    assert sorry(evening) == [1, 1, 1]


async def test_a_motion_that_was_never_put_up_is_no_word(evening: Evening) -> None:
    ann, _, cleo = evening.people
    await evening.start(deadline=24)
    evening.bar()
    await evening.kick(ann, cleo)
    assert await silent(evening)
    await evening.restart()
    await stands_still(evening, 9 * DAY)
    assert await silent(evening)
    assert sorry(evening) == [1, 1, 1]


async def test_a_question_does_not_end_the_silence_of_boards(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files may no longer be attached in the channel, words may be posted."""
    await one_is_late(evening)
    send = DiscordApi.send

    async def wordy(mail: DiscordApi, channel: int, parcel: Any, **how: Any) -> int:
        if channel == evening.channel.id and parcel.files():
            raise Undelivered(Trouble.BARRED, "403/50013")
        return await send(mail, channel, parcel, **how)

    monkeypatch.setattr(DiscordApi, "send", wordy)
    await evening.hours(1.1)
    await stands_still(evening, 24)
    assert await silent(evening)


async def test_an_edit_does_not_end_a_silence_where_nothing_can_be_posted(evening: Evening) -> None:
    await evening.start(deadline=1)
    evening.shut()
    await evening.choose(evening.people[0])
    assert await silent(evening)
    evening.mend()
    evening.bar()
    assert await silent(evening)
    assert sorry(evening) == [1, 1, 1]


# What ends it -----------------------------------------------------------------------------------------


@pytest.mark.logs_errors
@pytest.mark.parametrize("refused", [False, True])
async def test_there_is_one_board_however_often_it_was_tried(barred: Evening, refused: bool) -> None:
    """Also where Discord does not take it at all at first."""
    await barred.restart()
    assert await silent(barred)
    said = len(barred.public())
    if refused:
        barred.fail_posts(400, 50035, times=1)
    barred.unbar()
    assert not await silent(barred)
    assert len(barred.public()) == said + 1
    assert has(barred.public()[-1], "table.move")


@pytest.mark.logs_errors
async def test_a_board_that_is_up_already_is_repeated_and_nothing_less_ends_it(evening: Evening) -> None:
    """Neither our return to the server, nor a board that Discord does not take."""
    await evening.start(deadline=24)
    seen = len(evening.public())
    evening.bar()
    evening.remove_bot()
    assert await silent(evening)
    await evening.restart()
    evening.invite_bot()
    assert await silent(evening)
    evening.fail_posts(400, 50035, times=1)
    evening.unbar()
    await evening.hours(4)
    assert not await silent(evening)
    assert len(evening.public()) == seen + 1


async def test_what_changes_while_it_is_tried_is_not_missed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.start(rounds=1)
    evening.bar()
    heard, send = asyncio.Event(), DiscordApi.send

    async def hear(*_: object) -> None:
        heard.set()

    async def late(mail: DiscordApi, channel: int, *parcel: Any, **how: Any) -> int:
        try:
            return await send(mail, channel, *parcel, **how)
        except Undelivered:
            evening.unbar()
            await heard.wait()
            raise

    evening.app.add_listener(hear, "on_guild_channel_update")
    monkeypatch.setattr(DiscordApi, "send", late)
    await evening.trick()
    assert await silent(evening)
    await evening.hours(1)
    assert not await silent(evening)
    assert has(evening.public()[-1], "table.move")


async def test_presses_alone_try_it_again_once_a_minute(barred: Evening) -> None:
    board, zoe = barred.posts_with("table.more")[-1], barred.person("Zoe")
    with Wire() as wire:
        for _ in range(10):
            await barred.press(zoe, board, "games.rules")
    assert len(wire.sent("POST", f"/channels/{barred.channel.id}/messages")) == 1


async def test_a_question_about_who_is_late_waits_for_the_channel(evening: Evening) -> None:
    await one_is_late(evening)
    evening.bar()
    await evening.hours(1.1)
    assert await silent(evening)
    evening.unbar()
    assert not await silent(evening)
    assert evening.saying("has missed 2 deadlines")


async def test_a_motion_that_is_over_says_so_however_long_its_channel_was_closed(evening: Evening) -> None:
    ann, _, cleo = evening.people
    await evening.start(rounds=1)
    await evening.kick(ann, cleo)
    (asking,) = evening.posts_with("motion.yes")
    evening.shut()
    await evening.choose(ann)
    assert await silent(evening)
    await evening.hours(10 * DAY)
    await evening.restart()
    await evening.hours(0.1)
    evening.mend()
    await evening.restart()
    assert not await silent(evening)
    assert not has(asking, "motion.yes")


# What belongs to one seat -----------------------------------------------------------------------------


@pytest.mark.parametrize("why", ["wish", "closed"])
async def test_reminders_are_not_used_up_where_the_channel_is_barred(evening: Evening, why: str) -> None:
    cleo = evening.people[2]
    if why == "closed":
        evening.close_messages(cleo)
    await evening.start(rounds=1)
    await evening.awake()
    if why == "wish":
        await evening.wish(cleo, reminders="channel")
    await evening.choose(*evening.people[:2])
    await evening.wait(60)
    evening.bar()
    await evening.hours(14 * DAY)
    assert await silent(evening)
    evening.unbar()
    await evening.hours(14 * DAY)
    assert cleo.id in [user for post in evening.public()[-3:] for user in post.ping_user_ids]


@pytest.mark.parametrize("out", [False, True])
async def test_who_could_not_be_asked_meanwhile_is_called_by_the_board(evening: Evening, out: bool) -> None:
    """Whose messages have turned out closed; everybody, where we were out of the server: that closes none."""
    *others, cleo = unasked = evening.people
    await evening.start(rounds=1)
    evening.bar()
    if out:
        for person in evening.people:
            evening.estrange(person)
    else:
        unasked = [cleo]
        evening.close_messages(cleo)
    await evening.trick()
    assert await silent(evening)
    rang = len(evening.rang)
    evening.mend()
    evening.unbar()
    assert not await silent(evening)
    assert sorted(evening.rang[rang:]) == sorted(person.id for person in unasked)
    letters = len(evening.letters(cleo))
    await evening.choose_in_channel(cleo)
    await evening.forget_panels()
    await evening.choose_in_channel(*others)
    await evening.wait(5)
    assert len(evening.letters(cleo)) == letters + out


async def test_a_board_that_comes_late_calls_nobody_who_has_decided(evening: Evening) -> None:
    cleo = evening.people[2]
    evening.close_messages(cleo)
    await evening.start(rounds=1)
    evening.bar()
    await evening.trick()
    await evening.wait(10)
    await evening.choose_in_channel(cleo)
    rang, seen = len(evening.rang), len(evening.public())
    evening.unbar()
    await evening.wait(60)
    assert len(evening.public()) > seen
    assert cleo.id not in evening.rang[rang:]


async def test_at_night_nobody_is_woken_because_a_channel_is_barred(evening: Evening) -> None:
    await evening.start(rounds=1)
    for person in evening.people:
        await evening.asleep(person)
    evening.lose(evening.public()[-1])
    evening.bar()
    await evening.choose(evening.people[0])
    assert await silent(evening)
    assert sorry(evening) == [1, 1, 1]
    assert all(is_silent(evening.letters(person)[-1]) for person in evening.people)


async def test_more_time_draws_over_no_step_that_waits_to_be_confirmed(evening: Evening) -> None:
    ann, ben, cleo = evening.people
    await evening.start(deadline=24)
    await evening.wish(cleo, confirm=True)
    await evening.choose(ann, ben)
    letter = evening.prompts(cleo)[-1]
    await evening.pick(cleo, letter, Choose(min(offered(letter))))
    await evening.use(ann, "table deadline", "time.more")
    await evening.wait(5)
    assert confirms(letter)


async def test_who_closed_messages_a_second_time_is_called_although_it_was_said(evening: Evening) -> None:
    *others, cleo = evening.people
    evening.close_messages(cleo)
    await evening.start(rounds=1)
    page = await evening.more(cleo)
    evening.mend()
    await evening.press(cleo, page, "table.dm")
    await evening.wait(5)
    await evening.choose(cleo)
    await evening.forget_panels()
    await evening.choose(*others)
    await evening.wait(5)
    said, rang = len(evening.saying("closed to me")), len(evening.rang)
    assert evening.letters(cleo)
    evening.fail_letters(cleo, 503, times=1)
    await evening.trick()
    evening.close_messages(cleo)
    await evening.wait(600)
    assert cleo.id in evening.rang[rang:]
    assert len(evening.saying("closed to me")) == said + 1


async def test_opening_messages_too_fast_is_trouble_that_passes(evening: Evening) -> None:
    evening.fail("POST", "/users/@me/channels", 400, 40003, times=1)
    await evening.start(rounds=1)
    await evening.wait(600)
    assert [len(evening.prompts(person)) for person in evening.people] == [1, 1, 1]


async def tried(barred: Evening, change: Callable[[], object], *, patience: float = 0.2) -> int:
    """So often something is posted to the channel after a change; up to so many seconds may pass before the
    first time where the bot hears of it from nobody in the simulation."""
    kind = ("POST", f"/channels/{barred.channel.id}/messages")
    with Wire() as wire:
        change()
        await barred.until(lambda: bool(wire.sent(*kind)), patience)
        await barred.wait(60)
    return len(wire.sent(*kind))


async def test_rights_that_change_are_tried_and_names_are_not(barred: Evening) -> None:
    backend, guild = barred.env.backend, barred.guild
    everybody, elsewhere = guild.default_role.id, guild.create_text_channel("elsewhere").id
    hidden = Overwrite(everybody, OverwriteType.ROLE, allow=0, deny=1024)
    for change in (
        lambda: backend.edit_role(guild.id, everybody, {"name": "all"}),
        lambda: backend.edit_channel(barred.channel.id, {"name": "hall"}),
        lambda: backend.edit_channel(barred.channel.id, {"topic": "games"}),
    ):
        assert await tried(barred, change) == 0
    assert await tried(barred, lambda: backend.edit_role(guild.id, everybody, {"permissions": 3072})) == 1
    assert await tried(barred, lambda: backend.set_overwrite(elsewhere, hidden)) == 1


@pytest.mark.parametrize("whose", ["our", "their"])
async def test_a_role_of_the_bot_itself_is_tried(barred: Evening, whose: str) -> None:
    """Discord tells every bot of its own roles, of those of others only whoever asked for it."""
    guild = barred.app.get_guild(barred.guild.id)
    member = guild.me if whose == "our" else await guild.fetch_member(barred.people[0].id)

    def told() -> None:
        barred.app.dispatch("member_update", member, member)

    changed = await tried(barred, told, patience=10 if whose == "our" else 1)
    assert changed == (whose == "our")
