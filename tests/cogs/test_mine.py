"""`/games mine` over days and servers: whose turn it is since when, what rests, what one watches."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from simcord.actors import MemberActor
from simulated import EN, JA, controls, text_of
from troubled import Evening, control, offered

from bot.discord import catalog
from bot.discord.layout import TEXT
from bot.discord.view_models import owing
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city.game import GAME as MY_CITY
from bot.games.my_city.moves import BuildAndStop, MyCityOptions, Pass, Stop
from bot.games.six_nimmt.moves import Choose
from bot.tables.model import Duty, Moment, Pace, Post, SeatRow, Status
from bot.text import stamp
from cogs import players

BIG = 9_999_999_999_999_999_999
"""An id as long as they come."""


async def test_what_waits_for_oneself_stands_first_then_lobbies_and_last_what_rests(tmp_path: Path) -> None:
    """Two servers; everything since when, with deadlines."""
    async with Evening.begin(tmp_path, 2) as evening:
        ann, ben = evening.people
        tables = evening.app.tables
        await evening.start(rounds=1)
        there = evening.env.create_guild("The Other Table")
        afar, lounge = there.create_text_channel("afar"), there.create_text_channel("lounge")
        guest = MemberActor(evening.env, there, there.add_member(ann.user).user)
        await guest.slash(lounge, "nimmt start")
        await guest.slash(afar, "nimmt start", rounds=1)
        other = MemberActor(evening.env, there, there.add_member(ben.user).user)
        await evening.press(other, evening.public(afar)[-1], "lobby.join")
        await evening.hours(2)
        await evening.press(guest, evening.public(afar)[-1], "lobby.start")
        panel = evening.private(await guest.slash(afar, "table deadline"))
        await evening.press(guest, panel, "time.deadline", values=["24"])
        lines = [
            line for line in (await evening.says(ann, "games mine")).splitlines() if line.startswith("- ")
        ]
        answer = await ann.user.slash("games mine")
        assert EN("games.mine.title") in text_of(evening.private(answer)), "also in a direct message"
        began = stamp((await tables.queries.table(1)).updated)
        duty = (await tables.queries.table(3)).sitters[0].pace.duty
        since, due = stamp(duty.since), stamp(duty.deadline)
        board = evening.public(afar)[-1].id
        assert "table 1" in lines[0]
        assert lines[0].endswith(EN("games.mine.you", since=began))
        assert f"[6 nimmt!, table 3](https://discord.com/channels/{there.id}/{afar.id}/{board})" in lines[1]
        assert lines[1].endswith(EN("games.mine.you", since=since) + EN("games.mine.until", when=due))
        assert lines[2].endswith(EN("games.mine.lobby", n=1))
        letter = next(each for each in evening.prompts(ann) if ":1:" in control(each, "nimmt.step"))
        await evening.pick(ann, letter, Choose(offered(letter)[0]))
        resting = evening.private(await guest.slash(afar, "table pause"))
        assert EN("waiting.paused.done") in text_of(resting)
        lines = [
            line for line in (await evening.says(ann, "games mine")).splitlines() if line.startswith("- ")
        ]
        assert lines[0].endswith(EN("games.mine.waiting", names="Ben", since=began))
        assert lines[1].endswith(EN("games.mine.lobby", n=1))
        paused = (await tables.queries.table(3)).paused_since
        assert lines[2].endswith(EN("games.mine.paused", since=stamp(paused)))


async def test_where_the_bot_was_removed_from_the_server_it_says_who_can_help(tmp_path: Path) -> None:
    """`/table move` can't be used there."""
    async with Evening.begin(tmp_path, 2) as evening:
        await evening.start(rounds=1)
        ann = evening.people[0]
        evening.env.backend.remove_guild(evening.guild.id)
        await evening.env.settle()
        told = text_of(evening.private(await ann.user.slash("games mine")))
        assert EN("games.mine.removed") in told
        assert EN("games.mine.gone") not in told


async def test_the_longest_page_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table waits for all others, whose names hold nothing but signs that would format; the longest
    name of a game, and something wrong with every place."""
    async with Evening.begin(tmp_path, 1) as evening:
        (ann,) = evening.people
        await evening.open_table(evening.people[:1])
        table, now, tables = await evening.table(), evening.env.now(), evening.app.tables
        longest = max(registry.keys(), key=lambda key: len(catalog.name(key, EN)))
        duty = Duty(post=0, since=now, deadline=now)
        others = [SeatRow(Seat(n), 1 + n, "*" * 32, pace=Pace(duty=duty)) for n in range(10)]
        far = replace(table, id=999_999, game=longest, guild=BIG, channel=BIG, status=Status.PLAYING)
        watched = replace(far, sitters=tuple(others))
        own = replace(far, sitters=(*others[:9], replace(table.sitters[0], seat=Seat(9))))
        monkeypatch.setattr(tables.queries, "tables_of", answering((own,) * 2))
        monkeypatch.setattr(tables.spectators, "watched_by", answering((watched,) * 20))
        monkeypatch.setattr(tables.outbox, "posts", answering((Post(999_999, "board", None, BIG, BIG, 1),)))
        told = await evening.says(ann, "games mine")
    assert len(told) < TEXT
    assert told.count(f"](https://discord.com/channels/{BIG}/{BIG}/{BIG})") == players.OWN_ON_PAGE
    assert told.count(EN("games.mine.removed")) == players.OWN_ON_PAGE
    assert EN("games.rules.page", page=1, pages=-(-22 // players.OWN_ON_PAGE)) in told


def answering(found: tuple[Any, ...]) -> Callable[[int], Awaitable[tuple[Any, ...]]]:
    """Something that always finds the same."""

    async def answer(_: int) -> tuple[Any, ...]:
        return found

    return answer


async def test_tables_that_one_watches_stand_below_and_many_come_in_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "OWN_ON_PAGE", 1)
    async with Evening.begin(tmp_path, 2) as evening:
        await evening.start(rounds=1)
        zoe, lounge = evening.person("Zoe", "ja"), evening.guild.create_text_channel("lounge")
        await zoe.slash(evening.channel, "table watch")
        page = await evening.ask(zoe, "games mine")
        began = stamp((await evening.app.tables.queries.table(1)).updated)
        assert JA("games.mine.title") not in text_of(page)
        assert JA("games.mine.watched") in text_of(page)
        assert JA("games.mine.waiting", names="Ann、Ben", since=began) in text_of(page)
        assert not controls(page)
        await zoe.slash(lounge, "nimmt start")
        page = await evening.ask(zoe, "games mine")
        assert JA("games.mine.lobby", n=1) in text_of(page)
        assert JA("games.mine.watched") not in text_of(page)
        assert JA("games.rules.page", page=1, pages=2) in text_of(page)
        await evening.press(zoe, page, "games.mine", rest="1")
        assert JA("games.mine.watched") in text_of(page)
        assert JA("games.mine.lobby", n=1) not in text_of(page)


def moment(game: str, state: Any) -> Moment:
    """A moment of which nothing but the rules matters."""
    return cast(Moment, SimpleNamespace(table=SimpleNamespace(game=game, rules=1), state=state))


def test_a_stuck_player_who_stops_by_itself_keeps_nobody_else_from_choosing() -> None:
    rng, chance = Random(0), Chance(bytes(32))
    state = MY_CITY.setup(MyCityOptions(episode=1), 3, chance)
    found: list[tuple[Seat, tuple[Seat, ...]]] = []
    while MY_CITY.outcome(state) is None:
        forced, asked = MY_CITY.forced(state), tuple(MY_CITY.decisions(state))
        if forced:
            found.append((forced[0], owing(moment("my_city", state))))
            assert all(len(list(MY_CITY.legal(state, seat))) > 1 for seat in found[-1][1])
            seat, move = forced
        else:
            assert owing(moment("my_city", state)) == asked
            seat = asked[0]
            moves = list(MY_CITY.legal(state, seat))
            passing = Pass() in moves and rng.random() < 0.5
            staying = [move for move in moves if not isinstance(move, Stop | BuildAndStop)]
            move = Pass() if passing else rng.choice(staying or moves)
        state = MY_CITY.apply(state, seat, move, chance).state
    assert any(others for _, others in found), "somebody was stuck while others could choose"
    assert all(stuck not in others for stuck, others in found)
