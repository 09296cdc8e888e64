"""The command line as its users meet it: what is said, where, and with which exit code."""

import asyncio
import gc
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import pytest

from bot import __version__, running
from bot.app import App
from bot.store import open_store
from tests.cli_runner import TOKEN, Ended, called, command, environment
from tests.forked import Forked


def one_line(ended: Ended, code: int) -> str:
    """The single line a failed command said, after checking that it said nothing else."""
    assert (ended.code, ended.out) == (code, "")
    lines = ended.err.splitlines()
    assert len(lines) == 1, ended.err
    assert lines[0].startswith("stammtisch: ")
    return lines[0]


def test_the_version_is_told(tmp_path: Path) -> None:
    assert called(tmp_path, "--version").out == f"Stammtisch {__version__}\n"


def test_help_names_every_command_and_every_exit_code(tmp_path: Path) -> None:
    shown = called(tmp_path, "--help").out
    for name in ("run", "play", "doctor", "bench", "engine", "verify", "backup"):
        assert f"\n    {name} " in shown
    for code in range(4):
        assert f"\n  {code}  " in shown


@pytest.mark.parametrize("arguments", [(), ("fly",), ("play", "--port", "99999"), ("play", "--people", "0")])
def test_wrong_usage_is_exit_code_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = called(tmp_path, *arguments)
    assert ended.code == 2
    assert "error:" in ended.err


def test_run_without_a_token_says_where_to_get_one_and_mentions_play(tmp_path: Path) -> None:
    line = one_line(called(tmp_path, "run"), 2)
    assert "DISCORD_TOKEN is not set" in line
    assert "https://discord.com/developers/applications" in line
    assert "python -m bot play" in line


def test_run_with_a_malformed_token_does_not_show_it(tmp_path: Path) -> None:
    line = one_line(called(tmp_path, "run", DISCORD_TOKEN="secret-thing"), 2)
    assert "does not look like a bot token" in line
    assert "secret-thing" not in line


def test_a_wrong_setting_stops_every_command_that_reads_settings(tmp_path: Path) -> None:
    for arguments in (("run",), ("play",), ("doctor",), ("backup", "copy")):
        assert "STAMMTISCH_LOG" in one_line(called(tmp_path, *arguments, STAMMTISCH_LOG="loud"), 2)


def test_a_token_that_discord_refuses_is_one_line_without_the_token(tmp_path: Path) -> None:
    line = one_line(command(tmp_path, "run", pretended="refuse", DISCORD_TOKEN=TOKEN), 3)
    assert "Discord does not accept DISCORD_TOKEN" in line
    assert TOKEN not in line


def test_an_unreachable_discord_is_one_line(tmp_path: Path) -> None:
    line = one_line(command(tmp_path, "run", pretended="unreachable", DISCORD_TOKEN=TOKEN), 3)
    assert "Discord can't be reached" in line


def test_an_outage_is_waited_out(tmp_path: Path) -> None:
    ended = command(tmp_path, "run", pretended="outage", DISCORD_TOKEN=TOKEN)
    *tries, last = ended.err.splitlines()
    assert sum("trying again" in line for line in tries) == 2
    assert "Discord does not accept DISCORD_TOKEN" in last
    assert ended.code == 3


def test_a_signal_ends_the_waiting_for_an_outage(tmp_path: Path) -> None:
    with serving(tmp_path, "endless", "trying again in 600 s") as bot:
        assert bot.ended(signal.SIGTERM) == (0, "")


def test_missing_fonts_are_one_line_and_no_database_is_made(tmp_path: Path) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_FONT": str(tmp_path / "none.otf")}
    for name in ("run", "play"):
        assert "none.otf" in one_line(command(tmp_path, name, **settings), 3)
    assert not (tmp_path / "data").exists()


def test_a_database_inside_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ended = command(tmp_path, "run", DISCORD_TOKEN=TOKEN, STAMMTISCH_DATABASE="file/db.sqlite3")
    assert "file/db.sqlite3" in one_line(ended, 3)
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = made_database(tmp_path)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 999")
        connection.execute("PRAGMA journal_mode = DELETE")
    before = file.read_bytes()
    ended = command(tmp_path, "run", DISCORD_TOKEN=TOKEN, STAMMTISCH_DATABASE=str(file))
    assert "newer version" in one_line(ended, 3)
    assert file.read_bytes() == before


def made_database(folder: Path) -> Path:
    """An empty database of ours."""

    async def make() -> None:
        await (await open_store(folder / "tables.sqlite3")).close()

    asyncio.run(make())
    return folder / "tables.sqlite3"


@dataclass
class Serving:
    """A bot that serves, and what it says."""

    process: Forked
    output: IO[str]

    def ended(self, number: int | None = None) -> tuple[int, str]:
        """The exit code, after a signal or what ends it by itself, and what it has said until then."""
        if number is not None:
            self.process.send_signal(number)
        said = self.output.read()
        return self.process.ended(), said


@contextmanager
def serving(folder: Path, pretended: str = "welcome", says: str = "connected") -> Iterator[Serving]:
    """A bot that is connected to a pretended Discord, or has come so far that it says something else."""
    ours, theirs = os.pipe()
    settings = environment(folder, DISCORD_TOKEN=TOKEN)
    with open(ours) as output:
        with open(theirs, "w") as end:
            call = "tests.cli_child:run", pretended, "run"
            process = Forked(*call, folder=folder, environment=settings, out=end, err=end)
        try:
            assert any(says in line for line in iter(output.readline, ""))
            yield Serving(process, output)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGKILL)
                process.ended()


@pytest.mark.parametrize(
    ("number", "pretended", "says"),
    [
        (signal.SIGTERM, "welcome", "connected"),
        (signal.SIGINT, "welcome", "connected"),
        *((signal.SIGTERM, step, "starting") for step in ("login", "sync", "dispatcher", "computers")),
    ],
)
def test_a_signal_ends_the_bot_cleanly_also_in_the_midst_of_its_start(
    tmp_path: Path, number: signal.Signals, pretended: str, says: str
) -> None:
    with serving(tmp_path, pretended, says) as bot:
        code, said = bot.ended(number)
        assert code == 0, said
        assert not [line for line in said.splitlines() if " INFO " not in line and line != "connected"]
        assert TOKEN not in said
    assert not list((tmp_path / "data").glob("*-wal")), "the database was not closed"


def test_a_signal_that_comes_before_anybody_listens_is_heard_later(tmp_path: Path) -> None:
    ended = command(tmp_path, "run", pretended="early", DISCORD_TOKEN=TOKEN)
    assert (ended.code, ended.err) == (0, "")


def test_a_second_bot_on_the_same_database_is_refused_while_backup_and_health_work(tmp_path: Path) -> None:
    with serving(tmp_path) as bot:
        ended = command(tmp_path, "run", pretended="welcome", DISCORD_TOKEN=TOKEN)
        assert "another bot is using" in one_line(ended, 3)
        assert command(tmp_path, "backup", "copy.sqlite3").code == 0
        assert command(tmp_path, "doctor", "--health").code == 0
        assert bot.ended(signal.SIGTERM)[0] == 0
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("trouble", ["replaced", "deleted"])
def test_a_bot_whose_database_is_replaced_says_so_and_stops(tmp_path: Path, trouble: str) -> None:
    with serving(tmp_path) as bot:
        database = tmp_path / "data" / "stammtisch.sqlite3"
        database.rename(tmp_path / "former.sqlite3")
        if trouble == "replaced":
            made_database(tmp_path).rename(database)
        code, said = bot.ended()
        assert code == 3
        (line,) = [line for line in said.splitlines() if line.startswith("stammtisch: ")]
        assert "was replaced or deleted while the bot was running" in line
        assert "Traceback" not in said


def test_a_second_bot_by_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as bot:
        link = tmp_path / "link.sqlite3"
        link.symlink_to(Path("data", "stammtisch.sqlite3"))
        ended = command(tmp_path, "run", DISCORD_TOKEN=TOKEN, STAMMTISCH_DATABASE=str(link))
        assert "another bot is using" in one_line(ended, 3)
        assert bot.ended(signal.SIGTERM)[0] == 0


def test_backup_never_overwrites(tmp_path: Path) -> None:
    file = made_database(tmp_path)
    (tmp_path / "copy").write_text("precious")
    line = one_line(called(tmp_path, "backup", "copy", STAMMTISCH_DATABASE=str(file)), 3)
    assert "copy" in line
    assert (tmp_path / "copy").read_text() == "precious"


def test_backup_without_a_database_says_so_and_makes_none(tmp_path: Path) -> None:
    assert "no database" in one_line(called(tmp_path, "backup", "copy"), 3)
    assert list(tmp_path.iterdir()) == []


def test_verify_of_a_missing_file_fails_without_a_traceback(tmp_path: Path) -> None:
    ended = called(tmp_path, "verify", "nothing.json")
    assert ended.code != 0
    assert "Traceback" not in ended.err + ended.out


class Client:
    """What the command asks of the bot, noted with how much the collector passes over by then."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool]] = []
        self.render_pool = self

    def warm(self) -> None:
        self._note("warm")

    async def login(self, token: str) -> None:
        self._note(f"login {token}")

    def _note(self, what: str) -> None:
        self.asked.append((what, gc.get_freeze_count() > 1000))


@pytest.fixture
def collecting() -> Iterator[None]:
    """Nothing is passed over before, and nothing afterwards."""
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("collecting")
def test_what_the_start_has_made_is_passed_over_while_the_bot_serves() -> None:
    client: Any = Client()
    asyncio.run(running._get_ready(cast(App, client), "secret"))
    assert client.asked == [("login secret", False), ("warm", False)]
    assert gc.get_freeze_count() > 1000
