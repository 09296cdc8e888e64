"""The log tells what is done and never a token; the libraries don't get to print payloads."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot import logs
from bot.config import Settings
from bot.log_context import about
from tests.cli_runner import TOKEN

DSN = "https://0123abcd@errors.example/7"


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


@pytest.mark.parametrize("log_format", logs.FORMATS)
def test_the_token_and_interaction_tokens_are_taken_out_tracebacks_included(
    log_format: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.start(Settings(token=TOKEN, errors_dsn=DSN, log_format=log_format))
    try:
        raise ValueError(f"Authorization: Bot {TOKEN}, {DSN}")
    except ValueError:
        logging.getLogger("bot.app").warning("at /webhooks/123/aW50ZXJhY3Rpb246/messages", exc_info=True)
    said = capsys.readouterr().err
    assert TOKEN not in said
    assert DSN not in said
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


def test_a_line_of_json_is_one_object_with_the_ids_and_the_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.start(Settings(log_format="json"))
    logging.getLogger("bot").info("a table\nof %d", 3)
    with about(interaction=2**60 + 1, table=7):
        try:
            raise ValueError("nine lives, 卓")
        except ValueError:
            logging.getLogger("bot.app").error("it failed", exc_info=True)
    plain, failed = map(json.loads, capsys.readouterr().err.splitlines())
    assert plain.pop("time").endswith("+00:00")
    assert plain == {"level": "info", "logger": "bot", "message": "a table\nof 3"}
    assert failed["traceback"].endswith("ValueError: nine lives, 卓")
    assert (failed["interaction"], failed["table"]) == ("1152921504606846977", "7")


def test_a_line_for_people_names_the_ids_too(capsys: pytest.CaptureFixture[str]) -> None:
    logs.start(Settings())
    with about(interaction=12, table=7), about(table=8):
        logging.getLogger("bot").info("posted")
    logging.getLogger("bot").info("rested")
    posted, rested = capsys.readouterr().err.splitlines()
    assert posted.endswith("bot: posted (table 8)"), "what was outside does not count"
    assert rested.endswith("bot: rested")


async def test_a_task_goes_on_about_what_it_was_begun_for(capsys: pytest.CaptureFixture[str]) -> None:
    async def work() -> None:
        logging.getLogger("bot").info("worked")

    logs.start(Settings())
    with about(interaction=12):
        task = asyncio.create_task(work())
    await task
    assert capsys.readouterr().err.endswith("worked (interaction 12)\n")
