"""The file with what is kept about a person: bounded, and whole also where a game can't be read any more."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from table_house import House, naming, person
from units import writing

from bot.games.contract import Seat
from bot.tables import personal_data
from bot.tables.model import Person
from bot.verify import verify

ANN = person(1)


async def exported(house: House) -> dict[str, Any]:
    return json.loads(await house.tables.export.file_of(ANN.id))


async def test_the_newest_games_come_first_as_far_as_there_is_room(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [
        (await house.play_out(await house.game(2), random.Random(seed))).table.id for seed in (1, 2)
    ]
    sizes = [len(await house.tables.queries.transcript(table)) for table in (first, second)]
    for room, inside in ((sum(sizes), [second, first]), (sizes[1], [second]), (0, [])):
        monkeypatch.setattr(personal_data, "EXPORTED", room)
        data = await exported(house)
        assert list(data["games"]) == [str(table) for table in inside]
        assert len(data["tables"]) == 2
        assert all(verify(json.dumps(game).encode()).ok for game in data["games"].values())
        assert sorted([*map(int, data["games"]), *data["left_out"]]) == [first, second]


async def test_a_game_that_is_gone_from_the_shelf_is_told_as_a_table_alone(house: House) -> None:
    over = (await house.play_out(await house.game(2), random.Random(3))).table.id
    going = (await house.game(3)).table.id
    async with writing(house.store) as tx:
        for table in (over, going):
            row = await tx.tables.get(table)
            assert row is not None
            await tx.tables.put(replace(row, game="no_such_game"))
    data = await exported(house)
    assert [(own["table"], own["game"], "view" in own) for own in data["tables"]] == [
        (going, "no_such_game", False),
        (over, "no_such_game", False),
    ]
    assert (data["games"], data["left_out"]) == ({}, [over])
    await house.tables.erasure.forget(ANN.id, None)
    assert not (await house.tables.queries.table(going)).status.active
    assert (await exported(house))["tables"] == []


async def test_what_somebody_proposed_and_did_for_others_is_in_it_without_the_others(house: House) -> None:
    ben, cleo, zoe = person(2), person(3), Person(4, "Zoe", "en")
    table = (await house.game(3)).table.id
    await house.tables.seats.leave(table, ben, key=house.key())
    asked = await house.tables.votes.invite(table, ANN, zoe, key=house.key())
    await house.tables.play.end(table, cleo, moderator=True, key=house.key())
    own, removed, invited = [
        json.loads(await house.tables.export.file_of(who.id)) for who in (ANN, cleo, zoe)
    ]
    (motion,) = own["kept"]["motions"]
    assert (motion["id"], motion["kind"]) == (asked.id, "invite")
    assert [motion[part] for part in ("proposed", "asked", "agreed")] == [1, 0, 0]
    assert [invited["kept"]["motions"][0][part] for part in ("proposed", "asked")] == [0, 1]
    assert [act["act"] for act in removed["kept"]["audit"]] == ["ended"]
    assert "audit" not in own["kept"]
    assert "Zoe" not in json.dumps(own)


async def test_of_a_motion_everybody_is_told_their_own_part(house: House) -> None:
    table = (await house.game(4)).table.id
    asked = await house.tables.votes.kick(table, ANN, 4, moderator=False, key=house.key())
    await house.tables.votes.answer(table, asked.id, person(3), yes=True, key=house.key())
    parts: list[list[int]] = []
    for number in (1, 3, 4):
        kept = json.loads(await house.tables.export.file_of(number))["kept"]
        parts += [[motion[part] for part in ("proposed", "asked", "agreed")] for motion in kept["motions"]]
    assert parts == [[1, 0, 1], [0, 0, 1], [0, 1, 0]]
    assert "motions" not in json.loads(await house.tables.export.file_of(2))["kept"]


async def test_the_seat_somebody_may_come_back_to_is_told(house: House) -> None:
    ben = person(2)
    table = (await house.game(2)).table.id
    await house.tables.seats.leave(table, ANN, key=house.key())
    await house.tables.computers.stand_in(table, ben, Seat(0), "easy", naming, key=house.key())
    (own,) = (await exported(house))["tables"]
    assert ("seat" in own, own["left"]) == (False, 0)


async def test_of_somebody_who_is_not_known_there_is_nothing(house: House) -> None:
    await house.game(2)
    data = json.loads(await house.tables.export.file_of(77))
    assert {key: data[key] for key in ("person", "kept", "tables", "games", "left_out")} == {
        "person": 77,
        "kept": {},
        "tables": [],
        "games": {},
        "left_out": [],
    }
