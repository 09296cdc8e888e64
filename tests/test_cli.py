"""The command line as its users meet it: what is said, where, and with which exit code."""

import asyncio
import gc
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot import __version__, logs, running
from bot.bench.discord_server import until
from bot.text import locales, words
from tests.cli_runner import TOKEN, Ended, called, command


def one_line(ended: Ended, code: int) -> str:
    """The single line a failed command said, after checking that it said nothing else."""
    assert (ended.code, ended.out) == (code, "")
    lines = ended.err.splitlines()
    assert len(lines) == 1, ended.err
    assert lines[0].startswith("stammtisch: ")
    return lines[0]


def test_help_names_every_command_and_every_exit_code_and_the_version_is_told(tmp_path: Path) -> None:
    assert called(tmp_path, "--version").out == f"Stammtisch {__version__}\n"
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


def test_a_game_that_there_is_not_is_told_in_one_line(tmp_path: Path) -> None:
    assert "chess" in one_line(called(tmp_path, "engine", "chess"), 2)


def test_run_without_a_token_says_where_to_get_one_and_shows_no_wrong_one(
    tmp_path: Path,
) -> None:
    line = one_line(called(tmp_path, "run"), 2)
    assert "DISCORD_TOKEN is not set" in line
    assert "https://discord.com/developers/applications" in line
    assert "python -m bot play" in line
    assert "secret-thing" not in one_line(called(tmp_path, "run", DISCORD_TOKEN="secret-thing"), 2)


def test_a_wrong_setting_stops_every_command_that_reads_settings(tmp_path: Path) -> None:
    for arguments in (("run",), ("play",), ("doctor",), ("backup", "copy")):
        assert "STAMMTISCH_LOG" in one_line(called(tmp_path, *arguments, STAMMTISCH_LOG="loud"), 2)


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (discord.LoginFailure("Improper token has been passed."), "Discord does not accept DISCORD_TOKEN"),
        (
            aiohttp.ClientConnectionError("No route to host\nat all"),
            "Discord can't be reached: No route to host",
        ),
    ],
)
def test_what_keeps_the_bot_from_discord_is_one_line_without_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Exception, told: str
) -> None:
    monkeypatch.setattr(discord.Client, "login", AsyncMock(side_effect=trouble))
    monkeypatch.setattr(running, "PATIENCE", ())
    monkeypatch.setattr(logs, "start", lambda _: None)
    line = one_line(called(tmp_path, "run", DISCORD_TOKEN=TOKEN), 3)
    assert told in line
    assert TOKEN not in line


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


def test_a_signal_that_comes_before_anybody_listens_is_heard_later(tmp_path: Path) -> None:
    ended = command(tmp_path, "run", call="tests.forked_bot:stopped_early", DISCORD_TOKEN=TOKEN)
    assert (ended.code, ended.err) == (0, "")


def test_backup_without_a_database_says_so_and_makes_none(tmp_path: Path) -> None:
    assert "no database" in one_line(called(tmp_path, "backup", "copy"), 3)
    assert list(tmp_path.iterdir()) == []


def test_what_the_start_has_made_is_passed_over_while_the_bot_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every language, whichever of them the login has needed."""
    monkeypatch.setattr(running, "SETTLED", 0)
    monkeypatch.setattr(running, "PARTING", 0)
    words.cache_clear()

    async def serve() -> None:
        gc.unfreeze()
        app = Mock(login=AsyncMock(), connect=asyncio.Event().wait, close=AsyncMock(), ownership=None)
        await running._get_ready(app, "secret")
        app.login.assert_awaited_once_with("secret")
        app.render_pool.warm.assert_called_once()
        assert not gc.get_freeze_count()
        frozen = until(lambda: gc.get_freeze_count() > 1000, seconds=60)
        await running._stay(app, stopping := asyncio.create_task(frozen))
        assert stopping.result()

    asyncio.run(serve())
    assert words.cache_info().currsize >= len(locales())
    gc.unfreeze()
