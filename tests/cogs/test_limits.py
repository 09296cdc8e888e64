"""Everything the bot ever sent in whole games obeys Discord's limits and our own rules for messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from any_game import GAMES, AnyEvening, beginning_with
from evening_of_nimmt import Evening, begin_with
from simcord.actors import MemberActor
from simulated import World, controls, open_world

from bot.discord import router
from bot.discord.ids import CustomId
from bot.tables.model import Person
from tests.games.noria import positions as noria
from tests.games.noria.sample import START
from tests.games.thurn_and_taxis import positions as taxis

EXPECTED = {
    "nimmt": {
        *("lobby.join", "lobby.computer", "table.move", "table.more", "games.rules"),
        *("nimmt.menu", "nimmt.step", "nimmt.confirm"),
        *("lobby.setting", "table.hint", "table.stand_in", "table.replace", "table.back"),
    },
    "taxis": {
        *("lobby.join", "table.move", "table.more", "games.rules", "table.back", "table.undo"),
        *("taxis.menu", "taxis.step", "taxis.confirm", "taxis.several"),
    },
    "noerdlingen": {
        *("lobby.join", "table.move", "table.more", "games.rules", "table.back", "table.undo"),
        *("noerdlingen.menu", "noerdlingen.step", "noerdlingen.confirm", "table.history"),
    },
    "mycity": {
        *("lobby.join", "table.move", "table.more", "games.rules", "table.back", "table.history"),
        *("mycity.step", "mycity.menu", "mycity.confirm"),
    },
    "noria": {
        *("lobby.join", "table.move", "table.more", "games.rules", "table.back", "table.undo"),
        *("noria.step", "noria.menu", "noria.confirm", "noria.several", "noria.challenge", "table.history"),
    },
}
"""Controls that have to occur in the evening of a game."""
A_WHILE = 5.0
"""Seconds in which every computer has made its move and every board shows it."""
ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12


@dataclass(frozen=True)
class Sent:
    """One message as Discord was told it."""

    body: Mapping[str, Any]

    def parts(self) -> Iterator[Mapping[str, Any]]:
        pending = list(self.body["components"])
        while pending:
            part = pending.pop(0)
            yield part
            pending[:0] = part.get("components", ())

    def of(self, kind: int) -> list[Mapping[str, Any]]:
        return [part for part in self.parts() if part["type"] == kind]


def sent(world: World) -> list[Sent]:
    """Every message that was posted or edited, by whatever road."""
    found: list[Sent] = []
    for kind, _, body in world.env.backend.transcript:
        if kind != "HTTP" or not isinstance(body, Mapping):
            continue
        data = body["data"] if isinstance(body.get("data"), Mapping) else body
        if data.get("components"):
            found.append(Sent(data))
    return found


VARIANTS: tuple[Mapping[str, Any], ...] = (
    {"deal": "logic", "placement": "professional", "format": "tournament"},
    {"placement": "professional", "rounds": 1},
    {"playing": "open", "deal": "strategy", "rounds": 1},
)


@pytest_asyncio.fixture(
    params=[
        *(("nimmt", "ja"), ("nimmt", "en"), ("taxis", "en")),
        ("noerdlingen", "ja"),
        ("mycity", "en"),
        ("noria", "en"),
    ],
    ids="-".join,
)
async def evening(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, list[Sent]]:
    """A game, and all messages of an evening with it."""
    game, locale = request.param
    world = await open_world(tmp_path, locale=locale)
    try:
        await PLAYS[game](world, locale)
        return game, sent(world)
    finally:
        # A bot that stays open keeps the whole process from ending.
        await world.close()


async def play_turns(
    world: World, key: str, locale: str, state: Any = None, turns: int = 16, **options: Any
) -> None:
    """A game of any kind: its first turns by presses at random, with all that **More** offers in its midst,
    then to its end, with what is told about it afterwards."""
    sample = GAMES[key]
    seats = sample.game.seats(state) if state else 4
    evening = AnyEvening(world, sample, world.people(seats, locale), seed=7)
    with beginning_with(sample, state):
        await evening.begin(options=sample.game.options_type(**options))
        for turn in range(turns):
            for seat in (await evening.owing())[:1]:
                async for _ in evening.presses(seat, most=8):
                    pass
            if turn in (3, 12) and not await evening.is_over():
                await look_around(evening)
        await evening.play_out()
        if await evening.is_over():
            await look_back(world, evening.people[0], key)
        await evening.end()


async def play_taxis(world: World, locale: str) -> None:
    """From the begin, and from where a route can be closed in every way."""
    closable = taxis.table("lodz pilsen budweis / ", "ulm / basel", phase="close", carriages=[4, 0])
    await play_turns(world, "thurn_and_taxis", locale)
    await play_turns(world, "thurn_and_taxis", locale, closable)


async def play_noerdlingen(world: World, locale: str) -> None:
    """A whole game of four in which most can be drawn."""
    options = {"wall_mode": "road", "mirror_borders": "on", "elimination": "skip_turn", "date": "0519"}
    await play_turns(world, "noerdlingen", locale, turns=28, **options)


async def play_mycity(world: World, locale: str) -> None:
    """Episodes of four in an order of their own, and those of a mini campaign."""
    await play_turns(world, "my_city", locale, mode="campaign", order="free")
    await play_turns(world, "my_city", locale, mode="mini")


async def play_noria(world: World, locale: str) -> None:
    """The expert start of four, and a game of one who may do nearly anything."""
    rich = {"stock": {**noria.RICH, "piston": 2, "lamp": 2}, "knowledge": 40, "wheel": WHEEL}
    await play_turns(world, "noria", locale, setup="expert")
    await play_turns(world, "noria", locale, noria.solo(player=rich, round=12, setup=START))


WHEEL = "1B+ 2J - 1C+ 2T+ 3M - 1E+ 2C 3J+ 4O 5T"
"""Bonus, journey, city and tool are at hand in every turn; there is room for discs that are bought."""


async def play_nimmt(world: World, locale: str) -> None:
    """The usual game and then some tricks of the variants, at one table after the other, with people and
    computers."""
    people = world.people(6, locale)
    await play_the_usual_game(world, people)
    await draft_at_a_full_table(world, people)
    for options in VARIANTS:
        evening = await begin_with(world, people[:2], "easy", **options)
        await evening.play_out(6)
        await look_around(evening)
        await evening.play_out(8)
        await end_the_table(world, people[0])


PLAYS = {
    "nimmt": play_nimmt,
    "taxis": play_taxis,
    "noerdlingen": play_noerdlingen,
    "mycity": play_mycity,
    "noria": play_noria,
}


async def play_the_usual_game(world: World, people: list[MemberActor]) -> None:
    """A lobby with options, a whole game of six, and all that **More** offers."""
    await people[0].slash(world.channel, "nimmt start", rounds=1)
    answer = await world.press(people[0], world.public()[-1], "lobby.options")
    assert answer.response is not None
    panel = next(message for message in world.messages() if message.id == answer.response.id)
    await world.press(people[0], panel, "lobby.setting", values=["on"])
    for actor in people[1:]:
        await world.press(actor, world.public()[-1], "lobby.join")
    await world.press(people[0], world.public()[-1], "lobby.start")
    evening = Evening(world, people, 1)
    await evening.play_out(8)
    await people[0].slash(world.channel, "table hint")
    await change_seats(world, evening)
    await look_around(evening)
    await evening.play_out()
    answer = await people[0].slash(world.channel, "table replay")
    assert answer.response is not None
    page = evening.message(answer.response.id)
    rests = [item["custom_id"].rpartition(":")[2] for item in controls(page, "table.replay")]
    await world.press(
        people[0], page, "table.replay", rest=next(rest for rest in rests if rest.startswith("g"))
    )
    await look_back(world, people[0], "six_nimmt")


async def look_back(world: World, actor: MemberActor, game: str) -> None:
    """What is told about finished games, and the diary of one."""
    await actor.slash(world.channel, "games statistics", game=game)
    await actor.slash(world.channel, "games leaderboard", game=game)
    await world.press(actor, world.with_control(world.public(), "diary.open"), "diary.open")
    await actor.slash(world.channel, "games diary")


async def change_seats(world: World, evening: Evening) -> None:
    """Two leave, computers play for them, and both come back."""
    leavers = evening.people[4:]
    for actor in leavers:
        await world.app.tables.seats.leave(
            evening.table, Person(actor.id, actor.name), key=f"leave {actor.id}"
        )
    await world.env.advance_time(A_WHILE)
    answer = await world.press(evening.people[0], evening.board(), "table.replace")
    assert answer.response is not None
    for seat in ("4", "5"):
        panel = evening.message(answer.response.id)
        await world.press(evening.people[0], panel, "table.stand_in", rest=seat, values=["easy"])
    await world.env.advance_time(A_WHILE)
    for seat, actor in enumerate(leavers, 4):
        answer = await actor.slash(world.channel, "table replace")
        assert answer.response is not None
        offer = evening.message(answer.response.id)
        await world.press(actor, offer, "table.replace", rest="seat", values=[str(seat)])


async def draft_at_a_full_table(world: World, people: list[MemberActor]) -> None:
    """All 104 cards lie face up, the names are many and long; a few are picked, then the table is ended."""
    levels = ("easy",) * 3
    evening = await begin_with(world, people, *levels, deal="logic", placement="professional", playing="open")
    await evening.play_out(8)
    await look_around(evening)
    await end_the_table(world, people[0])


async def end_the_table(world: World, host: MemberActor) -> None:
    """For all, before the game is over."""
    await host.slash(world.channel, "table end")
    await world.press(host, world.with_control(world.messages(), "table.end"), "table.end", rest="yes")


async def look_around(evening: Evening | AnyEvening) -> None:
    """All that **More** offers."""
    world, person = evening.world, evening.people[0]
    for action in ("table.text", "table.history", "table.verify", "games.rules", "table.leave", "table.end"):
        answer = await world.press(person, evening.board(), "table.more")
        assert answer.response is not None
        await world.press(person, world.env.backend.get_message(world.channel.id, answer.response.id), action)


def test_every_message_ever_sent_keeps_to_the_limits_and_can_be_used_by_all(
    evening: tuple[str, list[Sent]],
) -> None:
    game, messages = evening
    keep_to_the_limits(messages)
    have_somebody_who_answers(messages, game)
    have_words_for_every_picture(messages)
    ping_only_who_is_named(messages)


def keep_to_the_limits(messages: list[Sent]) -> None:
    assert len(messages) > 200
    for message in messages:
        assert len(list(message.parts())) <= 40
        assert sum(len(text["content"]) for text in message.of(TEXT)) <= 4000
        assert all(1 <= len(row["components"]) <= 5 for row in message.of(ROW))
        names = [part["custom_id"] for part in message.parts() if "custom_id" in part]
        assert len(names) == len(set(names))
        assert all(1 <= len(button["label"]) <= 80 for button in message.of(BUTTON))
        for select in message.of(SELECT):
            assert len(select.get("placeholder") or "") <= 150
            assert 1 <= len(select["options"]) <= 25
            most = select.get("max_values", 1)
            assert select.get("min_values", 1) <= most <= len(select["options"])
            assert sum(bool(option.get("default")) for option in select["options"]) <= most
            values = [option["value"] for option in select["options"]]
            assert len(values) == len(set(values))
            assert all(len(option["label"]) <= 100 for option in select["options"])
            assert all(len(option.get("description") or "") <= 100 for option in select["options"])


def have_somebody_who_answers(messages: list[Sent], game: str) -> None:
    seen: set[str] = set()
    for message in messages:
        for part in message.parts():
            if "custom_id" not in part:
                continue
            assert len(part["custom_id"]) <= 100
            meaning = CustomId.parse(part["custom_id"])
            assert meaning is not None, part["custom_id"]
            assert meaning.action in router.HANDLERS
            seen.add(meaning.action)
    assert seen >= EXPECTED[game]


def have_words_for_every_picture(messages: list[Sent]) -> None:
    pictures = [item for message in messages for part in message.of(GALLERY) for item in part["items"]]
    assert len(pictures) > 100
    for item in pictures:
        assert item["media"]["url"].startswith("attachment://")
        assert 20 < len(item["description"]) <= 1000


def ping_only_who_is_named(messages: list[Sent]) -> None:
    for message in messages:
        assert not message.body.get("content")
        assert message.body["allowed_mentions"]["parse"] == []
        users = {str(user) for user in message.body["allowed_mentions"].get("users", [])}
        words = "".join(text["content"] for text in message.of(TEXT))
        assert all(f"<@{user}>" in words for user in users)
