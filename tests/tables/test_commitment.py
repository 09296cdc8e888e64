"""Nobody can choose a deal: what is announced when, what people add to it, and what all draws depend on."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from table_house import SHORT, House, naming, person
from units import reading, writing

from bot.games.chance import Chance
from bot.games.commitment import Contribution
from bot.games.contract import Refusal, Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Moment, Status, Table
from bot.verify import verify

pytestmark = pytest.mark.usefixtures("real_chance")


async def opened(house: House, name: str = "six_nimmt", channel: int = 500) -> Table:
    """A lobby in which the host sits alone."""
    options = SHORT if name == "six_nimmt" else game(name).options_type()
    return await house.tables.lobby.open(
        name, options, person(1), guild=7, channel=channel, locale="en", key="100"
    )


async def stored_secret(house: House, table: int) -> bytes:
    async with reading(house.store) as tx:
        row = await tx.tables.get(table)
    assert row is not None
    assert row.secret is not None
    return row.secret


def hands(moment: Moment) -> tuple[tuple[int, ...], ...]:
    assert isinstance(moment.state, NimmtState)
    return moment.state.hands


async def test_the_secret_is_announced_before_anybody_joins_and_never_changes(house: House) -> None:
    table = await opened(house)
    assert hashlib.sha256(await stored_secret(house, table.id)).hexdigest() == table.commitment
    for number in (2, 3):
        assert (await house.tables.lobby.join(table.id, person(number), key=house.key())).secret is None
    await house.tables.lobby.configure(table.id, person(1), NimmtOptions(limit=30), key=house.key())
    moment = (await house.tables.play.start(table.id, person(1), key=house.key())).moment
    assert (moment.table.commitment, moment.table.secret) == (table.commitment, None)
    assert len(moment.table.binding) == 64


async def test_two_lobbies_have_two_secrets(house: House) -> None:
    first = await opened(house)
    second = await house.tables.lobby.open(
        "six_nimmt", SHORT, person(2), guild=7, channel=501, locale="en", key="101"
    )
    assert first.commitment != second.commitment


async def test_whoever_joins_and_the_start_contribute_in_order_and_leaving_takes_nothing_back(
    house: House,
) -> None:
    table = await opened(house)
    assert table.contributions == ()
    await house.tables.lobby.join(table.id, person(2), key="201")
    await house.tables.lobby.join(table.id, person(3), key="202")
    await house.tables.seats.leave(table.id, person(2), key="203")
    await house.tables.computers.add_computer(table.id, person(1), "easy", naming, key="204")
    await house.tables.lobby.join(table.id, person(2), key="205")
    table = await house.tables.lobby.join(table.id, person(4), key="206")
    assert await house.tables.lobby.join(table.id, person(4), key="206") == table
    await house.tables.seats.leave(table.id, person(1), key="207")
    started = (await house.tables.play.start(table.id, person(3), key="300")).moment.table
    assert started.contributions == tuple(
        Contribution(seat, press)
        for seat, press in ((1, "201"), (2, "202"), (3, "205"), (4, "206"), (0, "300"))
    )


async def test_an_invitation_that_is_accepted_contributes(house: House) -> None:
    table = await opened(house)
    motion = await house.tables.votes.invite(table.id, person(1), person(2), key="201")
    await house.tables.votes.answer(table.id, motion.id, person(2), yes=True, key="202")
    assert (await house.tables.queries.table(table.id)).contributions == (Contribution(1, "202"),)


async def test_a_repeated_or_refused_press_contributes_nothing(house: House) -> None:
    table = await opened(house)
    with pytest.raises(Refusal, match="too_few"):
        await house.tables.play.start(table.id, person(1), key="201")
    with pytest.raises(Refusal, match="seated"):
        await house.tables.lobby.join(table.id, person(1), key="202")
    await house.tables.lobby.join(table.id, person(2), key="203")
    await house.tables.play.start(table.id, person(1), key="204")
    again = await house.tables.play.start(table.id, person(1), key="204")
    assert again.repeated
    presses = [each.press for each in again.moment.table.contributions or ()]
    assert presses == ["203", "204"]


@pytest.mark.parametrize(
    "changed", ["nothing", "join", "start", "options", "level", "computer", "table", "secret"]
)
async def test_the_deal_depends_on_all_that_the_secret_is_bound_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    """Two games of the same secret are dealt alike only if everything else is the same, too."""
    before = await dealt(tmp_path / "before.db", monkeypatch, "nothing")
    after = await dealt(tmp_path / "after.db", monkeypatch, changed)
    assert (before == after) == (changed == "nothing")


async def dealt(path: Path, monkeypatch: pytest.MonkeyPatch, other: str) -> tuple[tuple[int, ...], ...]:
    """The first two hands of a game at which one thing is not as usual."""
    secret = bytes([7 + (other == "secret")]) * 32
    monkeypatch.setattr(Chance, "fresh", lambda: Chance(secret))
    house = await House(path).start()
    table = await house.tables.lobby.open(
        "six_nimmt",
        NimmtOptions(limit=30 if other == "options" else 66),
        person(1),
        guild=7,
        channel=500,
        locale="en",
        key="100",
        number=1001 if other == "table" else 1000,
    )
    await house.tables.lobby.join(table.id, person(2), key="202" if other == "join" else "201")
    for level in ["hard" if other == "level" else "easy", "easy"][: 2 if other == "computer" else 1]:
        await house.tables.computers.add_computer(table.id, person(1), level, naming, key=house.key())
    started = await house.tables.play.start(table.id, person(1), key="302" if other == "start" else "301")
    await house.store.close()
    return hands(started.moment)[:2]


async def test_alone_at_a_table_the_start_is_what_is_added(house: House) -> None:
    table = await opened(house, "noria")
    moment = (await house.tables.play.start(table.id, person(1), key="301")).moment
    assert moment.table.contributions == (Contribution(0, "301"),)
    assert moment.table.commitment == table.commitment


async def test_a_rematch_has_its_own_secret_and_only_new_presses_count(house: House) -> None:
    over = await house.play_out(await house.game(2), random.Random(1))
    again = await house.tables.lobby.rematch(over.table.id, person(2), key="400")
    assert again.contributions == ()
    assert again.commitment not in ("", over.table.commitment)
    started = (await house.tables.play.start(again.id, person(2), key="401")).moment
    assert started.table.contributions == (Contribution(1, "401"),)
    over = await house.play_out(started, random.Random(2))
    assert verify(await house.tables.queries.transcript(over.table.id)).code == "ok"


async def test_seats_that_others_take_over_leave_the_game_bound_as_it_began(house: House) -> None:
    moment = await house.game(3)
    number, binding = moment.table.id, moment.table.binding
    await house.tables.seats.leave(number, person(3), key=house.key())
    await house.tables.computers.stand_in(number, person(1), Seat(2), "easy", naming, key=house.key())
    await house.tables.seats.leave(number, person(2), key=house.key())
    await house.tables.seats.take_seat(number, person(4), Seat(1), key=house.key())
    moment = await house.tables.queries.now_at(number)
    while moment.table.status is Status.PLAYING:
        moment = await house.step(moment)
    assert moment.table.binding == binding
    data = await house.tables.queries.transcript(number)
    assert json.loads(data)["seats"] == ["person"] * 3
    assert verify(data).code == "ok"


async def test_a_game_goes_on_after_a_restart_with_the_same_chance(house: House) -> None:
    moment = await house.game(2, NimmtOptions(format="rounds", rounds=2))
    before = hands(moment)
    await house.restart()
    moment = await house.tables.queries.moment(moment.table.id, 0)
    assert hands(moment) == before
    moment = await house.play_out(await house.tables.queries.now_at(moment.table.id), random.Random(1))
    assert verify(await house.tables.queries.transcript(moment.table.id)).code == "ok"


async def test_a_lobby_that_never_starts_throws_its_secret_away(house: House) -> None:
    table = await opened(house)
    closed = await house.tables.seats.leave(table.id, person(1), key=house.key())
    assert (closed.status, closed.secret) == (Status.ABANDONED, None)
    async with reading(house.store) as tx:
        row = await tx.tables.get(table.id)
    assert row is not None
    assert row.secret is None
    with pytest.raises(Refusal, match="not_started"):
        await house.tables.queries.now_at(table.id)


async def test_no_file_names_anybody_and_what_was_changed_in_the_database_is_found(house: House) -> None:
    over = await house.play_out(await house.game(2), random.Random(1))
    said = (await house.tables.queries.transcript(over.table.id)).decode()
    assert "Person" not in said
    async with writing(house.store) as tx:
        row = await tx.tables.get(over.table.id)
        assert row is not None
        changed = (row.chance or b"").replace(b'"person","person"', b'"person","easy"')
        await tx.tables.put(replace(row, chance=changed))
    found = verify(await house.tables.queries.transcript(over.table.id))
    assert (found.code, found.data) == ("changed", {"part": "seats"})
