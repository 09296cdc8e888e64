"""The file of a finished game is checked down to the last card, and a change of anything is noticed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot import verify
from bot.exits import Refused
from bot.games.chance import Chance

KEPT = Path(__file__).parent / "fixtures" / "finished" / "six_nimmt" / "v1-1.json"
FILE = KEPT.read_bytes().strip()
"""Two rounds of two people, written down when the game was over."""


def changed(change: Callable[[dict[str, Any]], Any]) -> bytes:
    plain = json.loads(FILE)
    change(plain)
    return json.dumps(plain).encode()


def test_an_honest_file_is_ok() -> None:
    found = verify.verify(FILE)
    assert (found.ok, found.code) == (True, "ok")
    assert found.data == {"moves": 42, "draws": 2}
    assert found.transcript is not None
    assert list(found.transcript.outcome.scores) == json.loads(FILE)["outcome"]["scores"]
    assert verify.verify(json.dumps(json.loads(FILE), indent=2).encode()).ok


def other_secret(plain: dict[str, Any]) -> None:
    """A secret with its right commitment: the deals are not those that were played."""
    chance = Chance(bytes(32))
    plain.update(secret=chance.secret.hex(), commitment=chance.commitment)


def other_move(plain: dict[str, Any]) -> None:
    plain["log"][0]["move"]["card"] = plain["log"][1]["move"]["card"]


def swap_scores(plain: dict[str, Any]) -> None:
    for part in ("scores", "places", "breakdown"):
        plain["outcome"][part].reverse()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (other_secret, "move"),
        (other_move, "move"),
        (lambda plain: plain["log"][5].update(seat=7), "move"),
        (lambda plain: plain["log"][5].update(seat=-1), "move"),
        (lambda plain: plain["log"][5].update(move={"move": "fly"}), "move"),
        (lambda plain: plain["log"][5].update(version=7), "gap"),
        (lambda plain: plain["log"].pop(5), "gap"),
        (lambda plain: plain["log"].pop(), "unfinished"),
        (lambda plain: plain.update(log=[]), "unfinished"),
        (lambda plain: plain["log"].append({**plain["log"][-1], "version": len(plain["log"]) + 1}), "move"),
        (swap_scores, "outcome"),
        (lambda plain: plain["outcome"]["scores"].append(1), "outcome"),
        (lambda plain: plain.update(seats=3), "move"),
        (lambda plain: plain.update(seats=11), "setup"),
        (lambda plain: plain["options"].update(rounds=0), "setup"),
        (lambda plain: plain["options"].update(rounds=3), "unfinished"),
        (lambda plain: plain.update(game="chess"), "unknown_game"),
        (lambda plain: plain.update(format=2), "malformed"),
        (lambda plain: plain.pop("outcome"), "malformed"),
        (lambda plain: plain.update(more=1), "malformed"),
    ],
)
def test_whatever_is_changed_is_found(change: Callable[[dict[str, Any]], Any], code: str) -> None:
    found = verify.verify(changed(change))
    assert (found.ok, found.code) == (False, code)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"\xff\xfe", b"no", FILE[:-1], FILE + b"x", b"[" * 100_000]
)
def test_what_is_no_such_file_is_malformed(data: bytes) -> None:
    assert verify.verify(data).code == "malformed"


def test_every_finding_has_a_sentence_with_its_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    for data, words in (
        (changed(other_move), "Move 1, of seat"),
        (changed(lambda plain: plain.update(game="chess")), "'chess'"),
        (changed(lambda plain: plain["log"].pop(5)), "no move 6"),
        (changed(lambda plain: plain.update(log=[])), "After all 0 moves"),
        (changed(lambda plain: plain.update(seats=11)), "too_many_seats"),
        (changed(lambda plain: plain.update(commitment="0" * 64)), "SHA-256"),
        (changed(swap_scores), "The outcome"),
        (b"{", "This is not the file"),
    ):
        file.write_bytes(data)
        assert verify.main(file) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "NOT OK"
        assert words in lines[1]


def test_an_honest_file_is_praised(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main(KEPT) == 0
    assert capsys.readouterr().out.startswith("OK: 6 nimmt!, 2 seats\n")


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"game\.json: No such file"):
        verify.main(tmp_path / "game.json")
