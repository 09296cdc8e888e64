"""Finished games of every version of the rules replay to the byte, and are verified as they were."""

from pathlib import Path

import pytest

from bot import verify
from tests.cli_runner import command
from tests.games.finished import FOLDER, GAMES, STATES, digests, ours, rules_of, states_of

PLAYED_WELL = {"noria/v1-computers"}
"""Games of earlier rules in which computers did all that is priced otherwise now; random ones hardly do."""
FILES = sorted(FOLDER.glob("*/*.json"))
pytestmark = pytest.mark.usefixtures("real_chance")
every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")


@every_file
def test_a_finished_game_replays_to_the_byte(file: Path) -> None:
    found = verify.verify(file.read_bytes()).transcript
    assert found is not None
    states = list(states_of(found))
    assert digests(rules_of(found), states) == file.with_suffix(STATES).read_text()
    assert rules_of(found).outcome(states[-1]) == found.outcome


@every_file
def test_a_finished_game_is_verified(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main(file) == 0
    assert capsys.readouterr().out.startswith("OK: ")


def test_the_command_line_says_the_same(tmp_path: Path) -> None:
    done = command(tmp_path, "verify", str(FOLDER / "six_nimmt" / "v1-1.json"))
    assert (done.code, done.out.partition(":")[0]) == (0, "OK")


def test_three_games_of_every_version_are_there() -> None:
    """Of a new version: `python -m tests.games.finished`."""
    wanted = {
        f"{sample.game.info.key}/v{version}-{number}"
        for sample in ours()
        for version in (*sample.game.versions, sample.game.rules_version)
        for number in range(1, GAMES + 1)
    }
    assert {str(file.relative_to(FOLDER).with_suffix("")) for file in FILES} == wanted | PLAYED_WELL
