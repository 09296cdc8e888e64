"""The log tells what is done and never a token; the libraries don't get to print payloads."""

import logging
from collections.abc import Iterator

import pytest

from bot import logs
from bot.config import Settings
from tests.cli_runner import TOKEN


@pytest.fixture(autouse=True)
def loggers_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    rooms = {name: logging.getLogger(name).level for name in logs.ROOMS}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in rooms.items():
        logging.getLogger(name).setLevel(before)


def test_the_token_and_interaction_tokens_are_taken_out_tracebacks_included(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.start(Settings(token=TOKEN))
    try:
        raise ValueError(f"Authorization: Bot {TOKEN}")
    except ValueError:
        logging.getLogger("bot.app").warning("at /webhooks/123/aW50ZXJhY3Rpb246/messages", exc_info=True)
    said = capsys.readouterr().err
    assert TOKEN not in said
    assert "aW50ZXJhY3Rpb246" not in said
    assert "Authorization: Bot [token]" in said
    assert "/webhooks/123/[token]/messages" in said


@pytest.mark.parametrize(("level", "told"), [("debug", True), ("info", True), ("error", False)])
def test_libraries_say_nothing_below_a_warning_and_we_speak_at_the_level_that_was_set(
    level: str, told: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logs.start(Settings(log=level))
    monkeypatch.setattr(logging.getLogger("discord.http"), "level", logging.DEBUG)
    for library in ("discord.gateway", "discord.http", "PIL", "asyncio"):
        logging.getLogger(library).debug("card 42")
        logging.getLogger(library).info("card 42")
    logging.getLogger("bot.discord").info("posted a board")
    said = capsys.readouterr().err
    assert "card 42" not in said
    assert ("posted a board" in said) is told
