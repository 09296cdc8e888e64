"""A game that is installed as a package of its own is found by its entry point: no file of ours names it."""

import os
import subprocess
import sys
from pathlib import Path

from bot.games import registry
from tests.cli_runner import ROOT

LOOK = """
from bot.app import extensions
from bot.games import registry
from bot.text import words
from render.games import style
assert registry.keys()[-1] == "pebbles", registry.keys()
assert registry.game("pebbles").info.key == "pebbles"
assert extensions()[-1] == "tests.pebbles.cog", extensions()
assert style("pebbles").key == "pebbles"
assert words("ja")("command.pebbles.name"), "its words are read"
assert registry.guests() == (), "workers find it by themselves"
"""


def test_an_installed_game_is_found_by_its_entry_point(tmp_path: Path) -> None:
    metadata = tmp_path / "stammtisch_pebbles-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stammtisch-pebbles\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[stammtisch.games]\npebbles = tests.pebbles\n")
    path = os.pathsep.join(map(str, (tmp_path, ROOT, ROOT / "tests")))
    looked = subprocess.run(
        [sys.executable, "-c", LOOK],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert looked.returncode == 0, looked.stderr


def test_the_games_stand_in_the_order_of_their_places() -> None:
    assert registry.own() == ("six_nimmt", "thurn_and_taxis", "noerdlingen", "my_city", "noria")
