"""Stammtisch as people install it: a wheel in an environment of its own, where others have a `bot`, too."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from built import wheel_in

from bot import __version__
from bot.games import registry
from tests.cli_runner import ROOT

PATIENCE = 120
"""Seconds that a process may take where others keep the machine busy."""
THEIRS = ("bot", "cogs", "render")


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel, somebody else's packages of the same names, and a game of its own."""

    place: Path
    folder: Path

    def command(self, *words: str) -> list[str]:
        """What `words` start, the first of them a program of the environment."""
        return [str(self.place / "bin" / words[0]), *words[1:]]

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of this machine's settings; pictures come from a process, as they do for hosts."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "STAMMTISCH_DRAWING": "1"}

    def ended(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The libraries are those of the environment of the tests, without what that adds to Python's path."""
    place, folder = tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("working-folder")
    venv.create(place, symlinks=True)
    python = str(place / "bin" / "python")
    wheel = wheel_in(tmp_path_factory.mktemp("wheel"))
    quietly = ("--quiet", "--no-deps", "--no-index", "--no-compile")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", *quietly, str(wheel)],
        check=True,
        timeout=PATIENCE,
    )
    (packages,) = place.glob("lib/python*/site-packages")
    packages.joinpath("libraries.pth").write_text(sysconfig.get_path("purelib"))
    for name in THEIRS:
        packages.joinpath(name).mkdir()
        packages.joinpath(name, "__init__.py").write_text("WHOSE = 'theirs'\n")
    _add_game(packages)
    return Installed(place, folder)


def _add_game(packages: Path) -> None:
    shutil.copytree(ROOT / "tests" / "pebbles", packages / "tests" / "pebbles")
    metadata = packages / "stammtisch_pebbles-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stammtisch-pebbles\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[stammtisch.games]\npebbles = tests.pebbles\n")


PROGRAMS = {"script": ("stammtisch",), "module": ("python", "-m", "stammtisch")}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_both_ways_to_call_it_reach_our_own_packages(installed: Installed, program: tuple[str, ...]) -> None:
    """Also in a folder where somebody works at a `bot`."""
    theirs = installed.folder / "bot"
    theirs.mkdir()
    try:
        done = installed.ended(*program, "--version")
        assert (done.stdout, done.stderr) == (f"Stammtisch {__version__}\n", "")
    finally:
        theirs.rmdir()
    checked = installed.ended(*program, "doctor")
    assert checked.returncode == 1, "there is no token"
    assert checked.stderr == ""
    (token,) = [line for line in checked.stdout.splitlines() if " token " in line]
    assert "`stammtisch play` works without one" in token
    assert "FAIL" not in checked.stdout.replace(token, "")


def test_run_reads_its_settings_and_asks_for_a_token(installed: Installed) -> None:
    done = installed.ended("stammtisch", "run")
    assert done.returncode == 2
    assert done.stderr.startswith("stammtisch: DISCORD_TOKEN is not set")


def test_what_needs_the_source_says_so(installed: Installed) -> None:
    source = "it comes with the source"
    for name, told in (("bench", source), ("train my_city", source), ("docs", "is made in the source tree")):
        done = installed.ended("stammtisch", *name.split())
        assert (done.returncode, told in done.stderr) == (3, True), done.stderr


def test_other_programs_find_their_own_packages(installed: Installed) -> None:
    look = "import bot, cogs, render; print(bot.WHOSE, cogs.WHOSE, render.WHOSE)"
    assert installed.ended("python", "-c", look).stdout == "theirs theirs theirs\n"


def test_a_program_that_has_loaded_another_bot_is_told_so(installed: Installed) -> None:
    """Rather than given half of each."""
    told = installed.ended("python", "-c", "import bot; import stammtisch").stderr
    assert "ImportError: Stammtisch needs its own bot; another one is in its place" in told


def test_who_asks_for_the_package_has_rules_words_and_an_installed_game(installed: Installed) -> None:
    look = [
        "import stammtisch; from bot.games import registry; from bot.text import words",
        "from bot.app import extensions; from render.games import style",
        "print(*registry.keys()); registry.games(); words('ja')('command.pebbles.name')",
        "print(extensions()[-1], style('pebbles').key)",
    ]
    done = installed.ended("python", "-c", "\n".join(look))
    assert done.stderr == ""
    assert done.stdout.split() == [*registry.own(), "pebbles", "tests.pebbles.cog", "pebbles"]


class Page:
    """What Alice sees and does in a channel, on the page of the playground."""

    def __init__(self, address: str, channel: int = 0) -> None:
        self.address = address
        self.channel: str = json.loads(self.read("api/look?as=alice"))["channels"][channel]["id"]

    def read(self, path: str) -> bytes:
        with urlopen(self.address + path.removeprefix("/"), timeout=PATIENCE) as answer:
            return answer.read()

    def parts(self) -> list[tuple[str, dict[str, Any]]]:
        """Everything of the messages, with the message's id."""
        look = json.loads(self.read(f"api/look?as=alice&channel={self.channel}"))
        return [(message["id"], part) for message in look["messages"] for part in _all(message["parts"])]

    def says(self, *texts: str) -> bool:
        """In one message."""
        said: dict[str, str] = {}
        for message, part in self.parts():
            said[message] = said.get(message, "") + part.get("content", "")
        return any(all(text in each for text in texts) for each in said.values())

    def pictures(self) -> dict[str, bytes]:
        """The newest of each name."""
        media = [item["media"] for _, part in self.parts() for item in part.get("items", ())]
        return {file["name"]: self.read(file["src"]) for file in media}

    def offered(self, *pieces: str) -> list[tuple[str, str]]:
        """The controls whose ids hold all of this, each behind its message."""
        ids = [(message, str(part.get("custom_id", ""))) for message, part in self.parts()]
        return [(message, name) for message, name in ids if all(piece in name for piece in pieces)]

    def do(self, act: str, **more: object) -> None:
        body = json.dumps({"who": "alice", "do": act, "channel": self.channel, **more}).encode()
        asked = Request(f"{self.address}api/do", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=PATIENCE) as answer:
            assert json.load(answer)["ok"], body

    def press(self, *pieces: str) -> None:
        """The last one such control, once it is there."""
        self.until(lambda: self.offered(*pieces))
        message, control = self.offered(*pieces)[-1]
        self.do("press", message=message, custom_id=control)

    def choose(self, piece: str, value: str) -> None:
        message, control = self.offered(piece)[-1]
        self.do("choose", message=message, custom_id=control, values=[value])

    def until(self, reached: Callable[[], object]) -> None:
        """Looks again whenever something has changed."""
        with urlopen(f"{self.address}api/events", timeout=PATIENCE) as changes:
            while not reached():
                changes.readline()


def _all(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from _all(part.get("components", []))


@contextmanager
def playing(installed: Installed) -> Iterator[str]:
    """The address of the playground, on a free port; it ends in order."""
    options = ("--port", "0", "--people", "1", "--locale", "en", "--no-browser")
    process = subprocess.Popen(
        installed.command("stammtisch", "play", *options),
        cwd=installed.folder,
        env={**installed.environment, "STAMMTISCH_LOG": "warning"},
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stderr is not None
        try:
            told = process.stderr.readline()
            assert told.startswith("The playground is open: "), told + process.stderr.read()
            yield told.split()[4]
            process.terminate()
            assert (process.wait(PATIENCE), process.stderr.read()) == (0, "")
        finally:
            process.kill()


PNG = b"\x89PNG"


@pytest.mark.slow
def test_moves_are_made_against_computers_and_pictures_are_drawn(installed: Installed) -> None:
    """Both kinds of workers, those that think and those that draw, find our packages, and the game that was
    installed beside them."""
    with playing(installed) as address:
        page, other = Page(address), Page(address, channel=1)
        assert b"main.js" in page.read("")
        page.do("command", path="nimmt start", options={})
        page.press("lobby.alone")
        page.until(lambda: page.says("3 of 4 have chosen"))
        page.press("nimmt.step")
        page.until(lambda: page.says("trick 2 of 10"))
        found = page.pictures()
        assert {"six_nimmt-board.png", "six_nimmt-hand.png"} <= found.keys()
        assert all(picture.startswith(PNG) for picture in found.values())
        other.do("command", path="pebbles start", options={})
        other.press("lobby.computers")
        other.choose("lobby.computer:", "easy")
        other.press("lobby.start")
        for heap in ("Heap 12", "Heap 11"):
            other.until(lambda heap=heap: other.says(heap))
            other.press("pebbles.step", "!take")
        other.until(lambda: other.says("Alice: 2", "It is Alice's turn"))
        assert "pebbles-board.png" in other.pictures()
