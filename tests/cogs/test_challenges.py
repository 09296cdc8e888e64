"""`/games challenge`: a manager turns it on, everybody plays once in a thread of their own, and at the end of
the week the results are told, once."""

from datetime import UTC, datetime, timedelta

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simulated import EN, JA, controls, text_of
from troubled import Evening

from bot.discord.catalog import name
from bot.discord.challenges import standing
from bot.games import registry
from bot.tables.challenges import Scored, Tried
from bot.tables.model import Challenge, Status, Table
from bot.text import plain

WEEK = timedelta(days=10)
NOW = datetime(2026, 11, 28, tzinfo=UTC)


async def begun(evening: Evening) -> tuple[MemberActor, Message]:
    """Max has chosen a day; the post that announces the first challenge."""
    max_ = evening.trusted("Max", manage_guild=True)
    page = await evening.ask(max_, "games challenge")
    assert EN("weekly.challenge.off") in text_of(page)
    await evening.press(max_, page, "challenge.here")
    await evening.press(max_, page, "challenge.day", values=["2"])
    assert "Wednesday" in text_of(page)
    return max_, evening.with_control(evening.public(), "challenge.play")


async def taken(evening: Evening, person: MemberActor, post: Message) -> Table:
    """A person takes the challenge; their table."""
    answer = text_of(await evening.opened(person, post, "challenge.play"))
    (entry,) = await evening.app.tables.challenges.in_server(evening.guild.id, person.id, 1)
    assert entry.own is not None
    assert f"table {entry.own}" in answer
    return await evening.numbered(entry.own)


def place_of(evening: Evening, table: Table) -> ChannelHandle:
    return next(thread for thread in evening.channel.threads if thread.id == table.channel)


async def played_out(evening: Evening, table: Table) -> None:
    """The person makes the first legal move, up to the end."""
    game = registry.game(table.game)
    while (moment := await evening.app.tables.queries.now_at(table.id)).table.status is Status.PLAYING:
        seat = next(iter(game.decisions(moment.state)))
        move, key = next(iter(game.legal(moment.state, seat))), evening.key()
        await evening.app.tables.play.act(table.id, table.host, move, turn=moment.turn, key=key)
    await evening.env.settle()


async def secret_of(evening: Evening, number: int = 1) -> str:
    return (await evening.app.store.read(lambda tx: tx.challenges.get(number))).secret.hex()


def everything_sent(evening: Evening) -> str:
    return str(
        [vars(message) for place in evening.env.backend.messages.values() for message in place.values()]
    )


async def closes(evening: Evening) -> None:
    await evening.env.advance_time(WEEK.total_seconds())
    await evening.env.settle()


async def test_a_manager_turns_it_on_and_off_and_nobody_else(evening: Evening) -> None:
    ann, *_ = evening.people
    page = await evening.ask(ann, "games challenge")
    assert not controls(page, "challenge.here")
    max_, post = await begun(evening)
    assert name("my_city", EN) in text_of(post)
    assert EN("challenge.about") in await evening.says(ann, "games challenge")
    page = await evening.ask(max_, "games challenge")
    await evening.press(max_, page, "challenge.stop")
    assert EN("weekly.challenge.off") in text_of(page)
    await evening.press(max_, page, "challenge.here")
    await evening.press(max_, page, "challenge.stop")
    await closes(evening)
    assert len([each for each in evening.public() if controls(each, "challenge.play")]) == 1


async def test_everybody_plays_once_in_a_thread_of_their_own(evening: Evening) -> None:
    """Also of two presses at once, and after a restart."""
    ann, ben, _ = evening.people
    _, post = await begun(evening)
    (play,) = controls(post, "challenge.play")
    twice = [evening.prepared(ann, post, play["custom_id"]) for _ in range(2)]
    await evening.send(*twice)
    assert len(evening.channel.threads) == 1
    table = await taken(evening, ann, post)
    offered = [controls(await evening.ask(who, "games challenge"), "challenge.play") for who in (ann, ben)]
    assert [*map(len, offered)] == [0, 1]
    await evening.restart()
    assert f"table {table.id}" in text_of(await evening.opened(ann, post, "challenge.play"))
    other = await taken(evening, ben, post)
    assert len(evening.channel.threads) == 2
    assert other.commitment == table.commitment
    thread = evening.env.backend.get_channel(table.channel)
    assert thread.type == discord.ChannelType.private_thread.value
    assert ann.id in thread.thread_members
    assert ben.id not in thread.thread_members
    board = evening.with_control(evening.public(place_of(evening, table)), "table.move")
    assert table.commitment[:16] in text_of(board)


async def test_nothing_of_the_secret_is_sent_before_the_week_is_over(evening: Evening) -> None:
    """Neither by the ending, nor by what can be asked for: it is all there afterwards."""
    ann, ben, _ = evening.people
    _, post = await begun(evening)
    table, secret = await taken(evening, ann, post), await secret_of(evening)
    place = place_of(evening, table)
    await played_out(evening, table)
    ending = evening.with_control(evening.public(place), "table.replay")
    for action in ("table.share", "table.file", "table.rematch"):
        assert not controls(ending, action)
    assert EN("challenge.held", short=table.commitment[:16]) in text_of(ending)
    assert table.commitment in await evening.says(ann, "table verify", place)
    await evening.press(ann, ending, "table.replay")
    replay = await evening.opened(ann, ending, "table.replay")
    assert not controls(replay, "table.share")
    await evening.ask(ann, "games export")
    shown = await evening.opened(ann, ending, "challenge.show")
    line = text_of(await evening.opened(ann, shown, "challenge.line"))
    assert EN("challenge.passed.open") in line
    assert EN("challenge.waits", n=1) in text_of(await evening.opened(ben, post, "challenge.show"))
    assert secret not in everything_sent(evening)
    await closes(evening)
    last = next(each for each in reversed(evening.public()) if controls(each, "challenge.line"))
    assert secret in text_of(last)
    assert secret in await evening.says(ann, "table verify", place)
    assert EN("challenge.line", place=1, name=plain("Ann"), result="")[:8] in text_of(last)
    assert last.attachments


async def test_the_week_is_told_once_also_after_restarts(evening: Evening) -> None:
    ann, *_ = evening.people
    _, post = await begun(evening)
    table = await taken(evening, ann, post)
    await evening.restart()
    await closes(evening)
    await evening.restart()
    await evening.env.settle()
    assert len([each for each in evening.public() if controls(each, "challenge.line")]) == 1
    assert len([each for each in evening.public() if controls(each, "challenge.play")]) == 2
    assert (await evening.numbered(table.id)).status is Status.ABANDONED
    ended = EN("table.abandoned_challenge", table=table.id)
    assert ended in [text_of(each) for each in evening.public(place_of(evening, table))]


async def test_a_channel_that_is_gone_is_told_to_the_manager(evening: Evening) -> None:
    max_, _ = await begun(evening)
    elsewhere = evening.guild.create_text_channel("elsewhere")
    page = await evening.ask(max_, "games challenge", elsewhere)
    evening.deny(send_messages=True)
    await closes(evening)
    assert EN("weekly.barred", channel=f"<#{evening.channel.id}>") in await evening.says(
        max_, "games challenge", elsewhere
    )
    refused = await evening.opened(max_, page, "challenge.place", values=[str(evening.channel.id)])
    assert EN("kit.right.send_messages") in text_of(refused)
    told = [text for each in evening.letters(max_) if "/games challenge" in (text := text_of(each))]
    assert len(told) == 1
    assert f"<#{evening.channel.id}>" in told[0]


async def test_a_line_opens_it_in_another_server_and_nonsense_does_not(evening: Evening) -> None:
    max_, post = await begun(evening)
    ann, *_ = evening.people
    shown = await evening.opened(max_, post, "challenge.show")
    line = text_of(await evening.opened(max_, shown, "challenge.line")).split("```")[1].strip()
    assert EN("refusal.challenge_here") in await evening.says(max_, "games challenge", line=line)
    assert EN("refusal.challenge_line") in await evening.says(max_, "games challenge", line="@everyone")
    assert EN("refusal.not_manager") in await evening.says(ann, "games challenge", line=line)


async def test_a_second_server_of_the_bot_plays_the_same_cards_and_nobody_plays_in_both(
    evening: Evening,
) -> None:
    max_, post = await begun(evening)
    ann, ben, *_ = evening.people
    shown = await evening.opened(max_, post, "challenge.show")
    line = text_of(await evening.opened(max_, shown, "challenge.line")).split("```")[1].strip()
    home, evening.guild = evening.guild, evening.env.create_guild("The Other Table")
    zoe, channel = evening.trusted("Zoe", manage_guild=True), evening.guild.create_text_channel("elsewhere")
    ann_there, ben_there = (
        MemberActor(evening.env, evening.guild, evening.guild.add_member(one.user).user) for one in (ann, ben)
    )
    assert "challenge_here" not in await evening.says(zoe, "games challenge", channel, line=line)
    there = evening.with_control(evening.public(channel), "challenge.play")
    assert {text_of(there).splitlines()[0]} == {text_of(post).splitlines()[0]}
    assert EN("refusal.challenge_here") in await evening.says(zoe, "games challenge", channel, line=line)
    answer = text_of(await evening.opened(ben_there, there, "challenge.play"))
    (entry,) = await evening.app.tables.challenges.in_server(evening.guild.id, ben.id, 1)
    assert entry.own is not None
    assert f"table {entry.own}" in answer
    evening.guild = home
    first, second = await taken(evening, ann, post), await evening.numbered(entry.own)
    again = await evening.opened(ann_there, there, "challenge.play")
    assert f"yours is table {first.id}" in text_of(again)
    begins = [(await evening.app.tables.queries.now_at(one.id)).state for one in (first, second)]
    assert begins[0] == begins[1]
    here, elsewhere = await evening.app.store.read(lambda tx: tx.challenges.open())
    assert here.closes == elsewhere.closes
    await closes(evening)
    for place in (evening.channel, channel):
        assert len([one for one in evening.public(place) if controls(one, "challenge.line")]) == 1


async def test_it_is_in_the_language_of_the_server_and_of_who_asks(evening: Evening) -> None:
    await evening.set_up(language="ja")
    sakura = evening.person("さくら", "ja")
    _, post = await begun(evening)
    assert JA("challenge.opens", game=name("my_city", JA)) in text_of(post)
    assert JA("challenge.about") in await evening.says(sakura, "games challenge")


def results(count: int, *, own: int) -> Tried:
    """So many have played, Person 0 best; the one who asks has come to this place."""
    found = tuple(Scored(at + 1, at + 1, f"Person {at}", 90 - at, at + 1) for at in range(count))
    parts = {"guild": 7, "channel": 20, "locale": "en", "opened": NOW, "closes": NOW, "secret": b""}
    game = registry.game("my_city")
    challenge = Challenge(
        **parts, game="my_city", options=game.encode_options(game.options_type()), seats=("person",),
        commitment="0" * 64,
    )  # fmt: skip
    return Tried(challenge, found, 1, own, finished=True)


@pytest.mark.usefixtures("presenters")
def test_results_have_pages_that_begin_with_ones_own() -> None:
    tried = results(23, own=14)
    told = standing(tried, EN)
    assert "11) Person 10: 80 points" in "\n".join(told.texts)
    assert EN("challenge.more", n=3) in "\n".join(told.texts)
    (before, after), *_ = told.rows
    assert (before.rest, after.rest) == ("0/0", "0/2")
    last = "\n".join(standing(tried, EN, page=9).texts)
    assert "23) Person 22" in last
    assert EN("challenge.unfinished", n=1) in last
    assert "Person 19" not in last
    assert len(standing(results(10, own=3), EN).rows) == 1


@pytest.mark.parametrize("rest", ["0", "99", "x", str(2**62)])
async def test_made_up_controls_name_no_challenge(evening: Evening, rest: str) -> None:
    ann, *_ = evening.people
    _, post = await begun(evening)
    for action in ("show", "play", "line", "page"):
        (answer,) = await evening.send(evening.prepared(ann, post, f"s1:challenge.{action}:0:0:{rest}"))
        assert text_of(evening.private(answer)) == EN("refusal.no_challenge")
