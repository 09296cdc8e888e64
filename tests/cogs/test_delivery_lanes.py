"""A lane for each channel and each person: in order inside, and nobody waits for a stranger's trouble."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simulated import World, confirms, text_of
from troubled import Evening, control, has, offered

from bot.discord import dispatcher
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.layout import RenderedMessage
from bot.games.six_nimmt.moves import Choose


class Slow:
    """Channels in which Discord takes its time until it is let go; and who sent what, in order."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self._world = world
        self.channels: set[int] = set()
        self.go = asyncio.Event()
        self.sent: list[tuple[int, str]] = []
        self.under_way: Counter[int] = Counter()
        self.most: Counter[int] = Counter()
        self._send = DiscordApi.send

        async def sending(mail: DiscordApi, channel: int, *parcel: Any, **how: Any) -> int:
            return await self._sending(mail, channel, *parcel, **how)

        monkeypatch.setattr(DiscordApi, "send", sending)

    async def _sending(self, mail: DiscordApi, channel: int, *parcel: Any, **how: Any) -> int:
        self.under_way[channel] += 1
        self.most |= self.under_way
        if channel in self.channels:
            await self._world.app.wait(self.go.wait(), reason="a slow channel")
        await asyncio.sleep(0)
        message = await self._send(mail, channel, *parcel, **how)
        self.sent.append((channel, how["nonce"]))
        self.under_way[channel] -= 1
        return message

    async def end(self) -> None:
        """Discord is quick again."""
        self.channels.clear()
        self.go.set()
        await self._world.env.settle()


def corner(evening: Evening, name: str) -> ChannelHandle:
    return evening.guild.create_text_channel(name)


@pytest.mark.parametrize("together", [32, 4])
async def test_four_slow_channels_hold_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    """Also where all places are taken: whoever takes long lends theirs."""
    monkeypatch.setattr(dispatcher, "TOGETHER", together, raising=False)
    async with Evening.begin(tmp_path) as evening:
        slow, ann = Slow(evening, monkeypatch), evening.people[0]
        busy = [corner(evening, f"busy-{number}") for number in range(4)]
        slow.channels = {channel.id for channel in busy}
        for channel in busy:
            await ann.slash(channel, "nimmt start")
        await ann.slash(evening.channel, "nimmt start")
        await evening.wait(dispatcher.SLOW if together == 4 else 0)
        assert has(evening.public()[-1], "lobby.join")
        assert [evening.public(channel) for channel in busy] == [[], [], [], []]
        await slow.end()
        assert [len(evening.public(channel)) for channel in busy] == [1, 1, 1, 1]


async def choose_everywhere(evening: Evening, person: MemberActor) -> None:
    """The lowest card at every table that asks for one, all in the same instant."""
    asking = [letter for letter in evening.prompts(person) if offered(letter)]
    presses = [evening.picking(person, letter, Choose(min(offered(letter)))) for letter in asking]
    await evening.send(*presses)
    confirmed = [letter for letter in evening.letters(person) if confirms(letter)]
    await evening.send(
        *[evening.prepared(person, letter, control(letter, "nimmt.confirm")) for letter in confirmed]
    )


async def test_in_each_lane_one_goes_after_the_other_in_the_order_of_the_decisions(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = evening.channel
    await evening.start()
    evening.channel = corner(evening, "second")
    await evening.start()
    slow = Slow(evening, monkeypatch)
    slow.channels = {evening.env.backend.dm_channels[person.id] for person in evening.people}
    for person in evening.people:
        await choose_everywhere(evening, person)
    await slow.end()
    assert set(slow.most.values()) == {1}
    lanes: defaultdict[int, list[int]] = defaultdict(list)
    for channel, nonce in slow.sent:
        lanes[channel].append(int(nonce.removeprefix("n")))
    assert len(lanes) == 5
    assert {here.id, evening.channel.id} < set(lanes)
    assert [len(lanes[box]) for box in sorted(set(lanes) - {here.id, evening.channel.id})] == [2, 2, 2]
    for numbers in lanes.values():
        assert numbers == sorted(numbers)


async def test_what_no_message_brings_is_said_after_the_board_and_calls_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board must neither come later nor call the same person again."""
    cleo = evening.people[2]
    await evening.start()
    evening.close_messages(cleo)
    rang, posts = len(evening.rang), len(evening.public())
    send, failed = DiscordApi.send, list[int]()

    async def late(mail: DiscordApi, channel: int, parcel: RenderedMessage, **how: Any) -> int:
        if channel == evening.channel.id and parcel.pictures and not failed:
            failed.append(channel)
            raise Undelivered(Trouble.BUSY, "503/0", down=True)
        return await send(mail, channel, parcel, **how)

    monkeypatch.setattr(DiscordApi, "send", late)
    await evening.trick()
    assert len(evening.public()) == posts
    await evening.wait(5)
    board, sentence = evening.public()[posts:]
    assert has(board, "table.move")
    assert "closed to me" in text_of(sentence)
    assert evening.rang[rang:].count(cleo.id) == 1
