"""Chance: commitment, contributions and reveal, confirmed by a verifier of its own."""

import ast
import asyncio
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import outside_verifier
import pytest
from table_world import World, nimmt, old_world
from units import writing

from bot.games.chance import Chance
from bot.games.commitment import Contribution, Parts, binding, context, digests
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Status
from bot.verify import Verification, main, verify

pytestmark = pytest.mark.usefixtures("real_chance")


async def stored_secret(world: World) -> bytes | None:
    return (await world.store.read(lambda tx: tx.tables.get(1))).secret


async def test_the_secret_is_announced_before_anybody_joins_and_never_changes(world: World) -> None:
    """Two lobbies have two of them."""
    table = await world.opened()
    assert hashlib.sha256(await stored_secret(world)).hexdigest() == table.commitment
    for number in (2, 3):
        assert (await world.join(1, number)).secret is None
    await world.configure(1, 1, NimmtOptions(limit=30))
    moment = await world.start()
    assert (moment.table.commitment, moment.table.secret) == (table.commitment, None)
    assert len(moment.table.binding) == 64
    assert (await world.lobby(channel=501)).commitment != table.commitment


async def test_joins_and_the_start_contribute_in_order_and_leaving_takes_nothing_back(world: World) -> None:
    """Also by an invitation; nor does a repeated or refused press contribute."""
    assert (await world.opened()).contributions == ()
    await world.refuses("too_few", world.start(key="200"))
    await world.join(1, 2, key="201")
    await world.join(1, 3, key="202")
    await world.leave(1, 2, key="203")
    await world.add_computer(key="204")
    await world.join(1, 2, key="205")
    await world.refuses("seated", world.join(1, 2, key="206"))
    vote = await world.invite(1, 1, 4, key="207")
    for _ in range(2):
        await world.answer(1, vote.id, 4, yes=True, key="208")
    await world.leave(1, 1, key="209")
    for _ in range(2):
        started = (await world.start(1, 3, key="300")).table
    presses = ((1, "201"), (2, "202"), (3, "205"), (4, "208"), (0, "300"))
    assert started.contributions == tuple(Contribution(seat, press) for seat, press in presses)


async def test_the_deal_depends_on_all_that_is_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of the same secret are dealt alike only if everything else is the same, too."""
    changed = ["nothing", "nothing else", "join", "start", "options", "level", "computer", "table", "secret"]
    deals = [await dealt(tmp_path / f"{other}.db", monkeypatch, other) for other in changed]
    assert deals[0] == deals[1]
    assert len(set(deals)) == len(changed) - 1


async def dealt(path: Path, monkeypatch: pytest.MonkeyPatch, other: str) -> tuple[tuple[int, ...], ...]:
    """The first two hands of a game at which one thing is not as usual."""
    secret = bytes([7 + (other == "secret")]) * 32
    monkeypatch.setattr(Chance, "fresh", lambda: Chance(secret))
    world = await World(path).open()
    options = NimmtOptions(limit=30 if other == "options" else 66)
    table = await world.opened(options, key="100", number=1001 if other == "table" else 1000)
    await world.join(table.id, 2, key="202" if other == "join" else "201")
    for level in ["hard" if other == "level" else "easy", "easy"][: 2 if other == "computer" else 1]:
        await world.add_computer(table.id, 1, level)
    started = await world.start(table.id, key="302" if other == "start" else "301")
    await world.store.close()
    return nimmt(started).hands[:2]


async def test_alone_at_a_table_the_start_is_what_is_added(world: World) -> None:
    table = await world.opened(game="noria")
    started = (await world.start(key="301")).table
    assert (started.contributions, started.commitment) == ((Contribution(0, "301"),), table.commitment)


async def test_a_rematch_has_its_own_secret_and_only_new_presses_count(world: World) -> None:
    over = await world.play_out(await world.game(2), 1)
    again = await world.rematch(1, 2, key="400")
    assert again.contributions == ()
    assert again.commitment not in ("", over.table.commitment)
    started = await world.start(again.id, 2, key="401")
    assert started.table.contributions == (Contribution(1, "401"),)
    await world.play_out(started, 2)
    assert verify(await world.transcript(again.id)).code == "ok"


async def test_seats_that_others_take_over_leave_the_game_bound_as_it_began(world: World) -> None:
    """Also over a restart."""
    moment = await world.game(3)
    await world.leave(1, 3)
    await world.stand_in(1, 1, 2)
    await world.leave(1, 2)
    await world.take_seat(1, 4, 1)
    await world.restart()
    assert nimmt(await world.at(1, 0)).hands == nimmt(moment).hands
    assert (await world.stepped_out()).table.binding == moment.table.binding
    data = await world.transcript()
    assert json.loads(data)["seats"] == ["person"] * 3
    assert verify(data).code == "ok"


async def test_a_lobby_that_never_starts_throws_its_secret_away(world: World) -> None:
    await world.opened()
    closed = await world.leave(1, 1)
    assert (closed.status, closed.secret, await stored_secret(world)) == (Status.ABANDONED, None, None)
    await world.refuses("not_started", world.now())


async def test_no_file_names_anybody_and_what_was_changed_in_the_database_is_found(world: World) -> None:
    await world.play_out(await world.game(2), 1)
    assert "Person" not in (await world.transcript()).decode()
    async with writing(world.store) as tx:
        row = await tx.tables.get(1)
        changed = row.chance.replace(b'"person","person"', b'"person","easy"')
        await tx.tables.put(replace(row, chance=changed))
    found = verify(await world.transcript())
    assert (found.code, found.data) == ("changed", {"part": "seats"})


# The file -------------------------------------------------------------------------------------------

ROUND = {"format": "rounds", "rounds": 2}


def test_the_outside_verifier_knows_nothing_of_ours() -> None:
    tree = ast.parse(Path(outside_verifier.__file__).read_text(encoding="utf-8"))
    found = {node.names[0].name for node in ast.walk(tree) if isinstance(node, ast.Import)}
    found |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names


def test_fixed_vectors() -> None:
    """Written down once, so that no change of the code can change a game under way."""
    presses = (Contribution(1, "1456789012345678901"), Contribution(0, "1456789012345678902"))
    parts = digests(
        17, "six_nimmt", b'{ "rounds": 1, "format": "\\u5c0f\\u001f" }', ("person", "easy"), presses
    )
    assert parts == Parts(
        table=hashlib.sha256(b"17").hexdigest(),
        game=hashlib.sha256(b'"six_nimmt"').hexdigest(),
        options=hashlib.sha256('{"format":"小\\u001f","rounds":1}'.encode()).hexdigest(),
        seats=hashlib.sha256(b'["person","easy"]').hexdigest(),
        contributions=hashlib.sha256(
            b'[{"press":"1456789012345678901","seat":1},{"press":"1456789012345678902","seat":0}]'
        ).hexdigest(),
    )
    text = context("0" * 64, parts)
    assert binding("0" * 64, parts) == "ef4c29644978216dcfed8a2f687e7133734749cb04bbd14c5a66422ec7734ca7"
    key = "c469f28d2536d06d4682813f2a51de1e9e4636db12566a6b7371e84e2b2944ca"
    assert Chance.bound(bytes(32), text).secret.hex() == key


async def filed(world: World, *how: Any, **more: Any) -> bytes:
    table = (await world.lobby(*how, **more)).id
    await world.start(table, key="1456789012345678901")
    await world.stepped_out(table)
    return await world.transcript(table)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of one short game, played before anything is patched."""

    async def played() -> bytes:
        world = await World(tmp_path_factory.mktemp("world") / "world.db").open()
        data = await filed(world)
        await world.store.close()
        return data

    return asyncio.run(played())


@pytest.mark.parametrize(
    ("options", "people", "computers"),
    [
        (ROUND, 2, 0),
        (ROUND, 10, 0),
        (ROUND, 1, 2),
        ({"deal": "strategy", **ROUND}, 3, 0),
        ({"playing": "open", **ROUND}, 3, 0),
        ({"deal": "strategy", "playing": "open", **ROUND}, 4, 0),
        ({"deal": "logic", **ROUND}, 3, 0),
        ({"format": "tournament"}, 3, 0),
    ],
)
async def test_games_are_confirmed(
    world: World, options: dict[str, Any], people: int, computers: int
) -> None:
    data = await filed(world, people, NimmtOptions(**options), computers=computers)
    assert json.loads(data)["format"] == 2
    assert verify(data).code == "ok"
    assert outside_verifier.check(data) == []
    assert outside_verifier.check(json.dumps(json.loads(data), indent=2).encode()) == []


@pytest.mark.parametrize("schema", [4, 12, 20])
async def test_games_of_earlier_versions_are_confirmed(tmp_path: Path, schema: int) -> None:
    async with old_world(tmp_path, schema) as world:
        data = await world.transcript(2)
    keys = "format game options seats secret commitment log outcome"
    assert list(json.loads(data)) == keys.split()
    assert (json.loads(data)["format"], verify(data).code, outside_verifier.check(data)) == (1, "ok", [])
    found, outside = checked(data, lambda plain: plain.update(secret="0" * 64))
    assert (found.ok, outside[0]) == (False, "commitment")


Change = Callable[[dict[str, Any]], Any]


def checked(file: bytes, change: Change) -> tuple[Verification, list[str]]:
    """What both verifiers find in a changed file."""
    plain = json.loads(file)
    change(plain)
    data = json.dumps(plain).encode()
    return verify(data), outside_verifier.check(data)


def other_commitment(plain: dict[str, Any]) -> None:
    """A secret with its right commitment, and a binding that fits."""
    plain["secret"] = bytes(32).hex()
    plain["commitment"] = hashlib.sha256(bytes(32)).hexdigest()
    rebound(plain)


def rebound(plain: dict[str, Any]) -> None:
    """All that can be computed anew from what a file says."""
    for part in outside_verifier.PARTS[2]:
        plain["parts"][part] = outside_verifier.sha256(outside_verifier.canonical(plain[part]))
    plain["binding"] = outside_verifier.sha256(outside_verifier.context_of(plain))


def rebound_with_other_presses(plain: dict[str, Any]) -> None:
    plain["contributions"][0]["press"] = "1"
    rebound(plain)


def rebound_with_other_options(plain: dict[str, Any]) -> None:
    plain["options"]["limit"] = 50
    rebound(plain)


def as_before(plain: dict[str, Any]) -> None:
    """The same game as one of the old format: its key would have to be the secret."""
    for name in ("table", "contributions", "parts", "binding"):
        del plain[name]
    plain.update(format=1, seats=len(plain["seats"]))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda plain: plain.update(table=plain["table"] + 1), "table"),
        (lambda plain: plain.update(game="noria"), "game"),
        (lambda plain: plain["options"].update(limit=50), "options"),
        (lambda plain: plain["options"].pop("end"), "options"),
        (lambda plain: plain["seats"].append("easy"), "seats"),
        (lambda plain: plain["seats"].__setitem__(1, "easy"), "seats"),
        (lambda plain: plain["contributions"][1].update(press="9"), "contributions"),
        (lambda plain: plain["contributions"].reverse(), "contributions"),
        (lambda plain: plain["contributions"].pop(0), "contributions"),
        (lambda plain: plain["parts"].update(seats="0" * 64), "seats"),
    ],
)
def test_whatever_part_is_changed_is_found_and_named(file: bytes, change: Change, part: str) -> None:
    found, outside = checked(file, change)
    assert (found.code, found.data.get("part")) == ("changed", part)
    assert part in outside


@pytest.mark.parametrize(
    ("change", "code", "outside"),
    [
        (lambda plain: plain.update(binding="0" * 64), "binding", "binding"),
        (lambda plain: plain.update(secret="0" * 64), "commitment", "commitment"),
        (lambda plain: plain.update(commitment="0" * 64), "commitment", "commitment"),
        (other_commitment, "move", "hand of seat 0"),
        (rebound_with_other_presses, "move", "hand of seat 0"),
        (rebound_with_other_options, "move", "hand of seat 0"),
        (as_before, "move", "hand of seat 0"),
    ],
)
def test_what_is_computed_anew_is_found_too(file: bytes, change: Change, code: str, outside: str) -> None:
    found, named = checked(file, change)
    assert (found.code, found.data.get("part")) == (code, None)
    assert outside in named


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain.update(format=1),
        lambda plain: plain.update(format=3),
        lambda plain: plain.update(contributions=[]),
        lambda plain: plain["contributions"][0].update(user=7),
        lambda plain: plain["parts"].pop("seats"),
        lambda plain: plain.update(secret="xyz"),
        lambda plain: plain.update(options=None) or plain.pop("binding"),
    ],
)
def test_what_is_no_such_file_is_malformed(file: bytes, change: Change) -> None:
    plain = json.loads(file)
    change(plain)
    assert verify(json.dumps(plain).encode()).code == "malformed"


def test_options_of_any_depth_are_answered(file: bytes) -> None:
    for inside in (b"[" * 100_000 + b"]" * 100_000, b"[" * 900 + b"]" * 900, b'"\\ud800"', b"1" * 10_000):
        found = verify(file.replace(b'"options":', b'"options":' + inside + b',"none":', 1))
        assert found.code in ("malformed", "changed")


async def run(program: list[str]) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(subprocess.run, program, capture_output=True, text=True, check=False)


async def test_the_command_lines_tell_what_was_announced(
    file: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, path = json.loads(file), tmp_path / "game.json"
    path.write_bytes(file)
    assert main(path) == 0
    said = capsys.readouterr().out
    for wanted in (plain["commitment"], plain["binding"], "seat 1: 1456789012345678901"):
        assert wanted in said
    program = [sys.executable, outside_verifier.__file__, str(path)]
    assert (await run(program)).stdout == "OK\n"
    plain["seats"].pop()
    path.write_text(json.dumps(plain))
    assert main(path) == 1
    assert "'seats'" in capsys.readouterr().out
    answer = await run(program)
    assert (answer.returncode, answer.stdout.splitlines()[0]) == (1, "seats")
