"""Files of real games, as ours sees them, and a verifier that was written from docs/chance.md alone."""

from __future__ import annotations

import ast
import asyncio
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import outside_verifier
import pytest
from table_house import SHORT, House, naming, old_house, person

from bot.games.chance import Chance
from bot.games.commitment import Contribution, Parts, binding, context, digests
from bot.games.six_nimmt.moves import NimmtOptions
from bot.tables.model import Status
from bot.verify import main, verify

pytestmark = pytest.mark.usefixtures("real_chance")

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


async def game(house: House, options: NimmtOptions = SHORT, people: int = 3, computers: int = 0) -> bytes:
    """The file of a game that was played to its end."""
    table = await house.lobby(people, options)
    for _ in range(computers):
        await house.tables.computers.add_computer(table.id, person(1), "easy", naming, key=house.key())
    moment = (await house.tables.play.start(table.id, person(1), key="1456789012345678901")).moment
    if computers:
        while moment.table.status is Status.PLAYING:
            moment = await house.step(moment)
    else:
        moment = await house.play_out(moment, random.Random(people))
    return await house.tables.queries.transcript(moment.table.id)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of one short game, played before anything is patched."""

    async def played() -> bytes:
        house = await House(tmp_path_factory.mktemp("house") / "house.db").start()
        data = await game(house)
        await house.store.close()
        return data

    return asyncio.run(played())


@pytest.mark.parametrize(
    ("options", "people", "computers"),
    [
        (NimmtOptions(**ROUND), 2, 0),
        (NimmtOptions(**ROUND), 10, 0),
        (NimmtOptions(**ROUND), 1, 2),
        (NimmtOptions(deal="strategy", **ROUND), 3, 0),
        (NimmtOptions(playing="open", **ROUND), 3, 0),
        (NimmtOptions(deal="strategy", playing="open", **ROUND), 4, 0),
        (NimmtOptions(deal="logic", **ROUND), 3, 0),
        (NimmtOptions(format="tournament"), 3, 0),
    ],
    ids=lambda value: "" if isinstance(value, NimmtOptions) else str(value),
)
async def test_real_games_are_confirmed(
    house: House, options: NimmtOptions, people: int, computers: int
) -> None:
    data = await game(house, options, people, computers)
    assert json.loads(data)["format"] == 2
    assert verify(data).code == "ok"
    assert outside_verifier.check(data) == []
    assert outside_verifier.check(json.dumps(json.loads(data), indent=2).encode()) == []


@pytest.mark.parametrize("schema", [4, 12, 20])
async def test_games_of_earlier_versions_are_confirmed(tmp_path: Path, schema: int) -> None:
    async with old_house(tmp_path, schema) as house:
        data = await house.tables.queries.transcript(2)
    assert json.loads(data)["format"] == 1
    assert outside_verifier.check(data) == []
    changed = json.loads(data)
    changed["secret"] = bytes(32).hex()
    assert outside_verifier.check(json.dumps(changed).encode())


def other_commitment(plain: dict[str, Any]) -> None:
    """A secret with its right commitment, and a binding that fits."""
    plain["secret"] = bytes(32).hex()
    plain["commitment"] = hashlib.sha256(bytes(32)).hexdigest()
    rebound(plain)


def rebound(plain: dict[str, Any]) -> None:
    """All that can be computed anew from what a file says."""
    for part in outside_verifier.PARTS:
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
    ("change", "code", "part", "outside"),
    [
        (lambda plain: plain.update(table=plain["table"] + 1), "changed", "table", "table"),
        (lambda plain: plain.update(game="noria"), "changed", "game", "game"),
        (lambda plain: plain["options"].update(limit=50), "changed", "options", "options"),
        (lambda plain: plain["options"].pop("end"), "changed", "options", "options"),
        (lambda plain: plain["seats"].append("easy"), "changed", "seats", "seats"),
        (lambda plain: plain["seats"].__setitem__(1, "easy"), "changed", "seats", "seats"),
        (
            lambda plain: plain["contributions"][1].update(press="9"),
            "changed",
            "contributions",
            "contributions",
        ),
        (lambda plain: plain["contributions"].reverse(), "changed", "contributions", "contributions"),
        (lambda plain: plain["contributions"].pop(0), "changed", "contributions", "contributions"),
        (lambda plain: plain["parts"].update(seats="0" * 64), "changed", "seats", "seats"),
        (lambda plain: plain.update(binding="0" * 64), "binding", None, "binding"),
        (lambda plain: plain.update(secret="0" * 64), "commitment", None, "commitment"),
        (lambda plain: plain.update(commitment="0" * 64), "commitment", None, "commitment"),
        (other_commitment, "move", None, "hand of seat 0"),
        (rebound_with_other_presses, "move", None, "hand of seat 0"),
        (rebound_with_other_options, "move", None, "hand of seat 0"),
        (as_before, "move", None, "hand of seat 0"),
    ],
)
def test_whatever_is_changed_is_found_and_named(
    file: bytes, change: Callable[[dict[str, Any]], Any], code: str, part: str | None, outside: str
) -> None:
    plain = json.loads(file)
    change(plain)
    data = json.dumps(plain).encode()
    found = verify(data)
    assert found.code == code
    assert found.data.get("part") == part
    assert outside in outside_verifier.check(data)


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
def test_what_is_no_such_file_is_malformed(file: bytes, change: Callable[[Any], Any]) -> None:
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
