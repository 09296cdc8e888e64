"""Reports of errors tell where something broke, and nothing of people, cards, tokens or controls."""

import asyncio
import gzip
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web
from any_game import nimmt
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport
from simulated import World, controls

from bot import running
from bot.discord import router
from bot.discord.router import Call
from bot.error_reports import ErrorReports
from bot.exits import Refused
from bot.log_context import about
from bot.text import plain
from tests.cli_runner import TOKEN

DSN = "https://0123abcd@errors.example/7"
SENT: list[dict[str, Any]] = []


class Kept(Transport):
    """Keeps what would be sent."""

    def capture_envelope(self, envelope: Envelope) -> None:
        SENT.extend([item.payload.json for item in envelope.items if item.payload.json is not None])


@pytest.fixture
def sent() -> Iterator[list[dict[str, Any]]]:
    """The reports of all errors that are logged."""
    SENT.clear()
    reports = ErrorReports(DSN, Kept)
    logging.getLogger().addHandler(reports)
    yield SENT
    logging.getLogger().removeHandler(reports)
    reports.close()


def broken(hand: str) -> None:
    """Fails in a way that shows what it holds."""
    name = f"Ann of {hand}"
    try:
        raise ValueError(f"no such card: {hand}")
    except ValueError as error:
        raise KeyError(name) from error


def paths(value: object, path: str = "") -> set[str]:
    """Where something stands in a report."""
    if isinstance(value, dict):
        return {found for key, below in value.items() for found in paths(below, f"{path}.{key}")}
    if isinstance(value, list):
        return {found for below in value for found in paths(below, path)}
    return {path}


@pytest.mark.logs_errors
def test_a_report_tells_the_place_the_kinds_and_the_ids_and_no_more(sent: list[dict[str, Any]]) -> None:
    with about(interaction=12, table=7):
        try:
            broken("hundred and four")
        except KeyError as error:
            logging.getLogger("bot.app").error("%s at table %d broke", "Ann", 7, exc_info=error)
    (report,) = sent
    first, last = report["exception"]["values"]
    assert (first["type"], last["type"]) == ("ValueError", "KeyError")
    place = last["stacktrace"]["frames"][-1]
    assert (place["module"], place["function"]) == (__name__, "broken")
    assert report["logentry"] == {"message": "%s at table %d broke"}
    assert report["tags"] == {"interaction": "12", "table": "7"}
    assert not [
        secret for secret in ("hundred and four", "Ann", "no such card") if secret in json.dumps(report)
    ]
    assert paths(report) == {
        *(".level", ".logger", ".tags.interaction", ".tags.table", ".logentry.message"),
        *(f".exception.values.{key}" for key in ("type", "module")),
        *(
            f".exception.values.stacktrace.frames.{key}"
            for key in ("module", "filename", "function", "lineno")
        ),
        *(".event_id", ".timestamp", ".release", ".environment", ".server_name", ".platform"),
        *(".sdk.name", ".sdk.version", ".sdk.packages.name", ".sdk.packages.version"),
    }
    assert report["server_name"] == ""


@pytest.mark.logs_errors
def test_of_an_error_whose_words_are_filled_in_the_kind_is_told(sent: list[dict[str, Any]]) -> None:
    logging.getLogger("bot.app").error("%s has to wait: %s", "Ann", LookupError("hundred and four"))
    (report,) = sent
    assert [each["type"] for each in report["exception"]["values"]] == ["LookupError"]
    assert not [secret for secret in ("hundred and four", "Ann") if secret in json.dumps(report)]


@pytest.mark.logs_errors
def test_what_a_library_says_is_left_out_and_warnings_are_not_reported(sent: list[dict[str, Any]]) -> None:
    logging.getLogger("bot").warning("a wheel squeaks")
    logging.getLogger("sentry_sdk.errors").error("not accepted")
    logging.getLogger("discord.http").error(f"Ann pressed s1:nimmt.choose with {TOKEN}")
    (report,) = sent
    assert report["logger"] == "discord.http"
    assert "logentry" not in report
    assert not [secret for secret in ("Ann", "nimmt", TOKEN) if secret in json.dumps(report)]


@pytest.mark.logs_errors
async def test_a_press_that_breaks_the_bot_is_reported_without_whose_and_what_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch, sent: list[dict[str, Any]]
) -> None:
    async def tells_all(call: Call) -> None:
        held = [control["custom_id"] for control in controls(evening.board())]
        raise RuntimeError(call.person, call.id, held, call.interaction.token)

    monkeypatch.setitem(router.HANDLERS, "table.more", (tells_all, "shown"))
    evening = await nimmt(world)
    ann = evening.people[0]
    await world.press(ann, evening.board(), "table.more")
    (report,) = sent
    text = json.dumps(report)
    assert report["logentry"] == {"message": "an interaction failed"}
    assert report["tags"]["table"] == "1"
    people = (str(ann.id), ann.user.name, plain(ann.user.name), str(world.guild.id), str(world.channel.id))
    for secret in (*people, "s1:", "table.more", "person", "interaction-token"):
        assert secret not in text.replace("tells_all", ""), secret


@pytest.mark.logs_errors
async def test_a_report_reaches_the_service_and_a_service_that_refuses_it_stops_nobody() -> None:
    got: list[tuple[str, bytes]] = []

    async def take(request: web.Request) -> web.Response:
        got.append((request.path, await request.read()))
        return web.Response(status=200 if len(got) == 1 else 500)

    site = web.Application()
    site.add_routes([web.post("/{path:.*}", take)])
    runner = web.AppRunner(site)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    at = f"http://0123abcd@127.0.0.1:{port}/7"
    with running._error_reports(at):
        (reports,) = [each for each in logging.getLogger().handlers if isinstance(each, ErrorReports)]
        for number in range(2):
            logging.getLogger("bot").error("a wheel came off")
            await asyncio.to_thread(reports._client.flush, 20)
            assert len(got) == number + 1
    assert not [each for each in logging.getLogger().handlers if isinstance(each, ErrorReports)]
    (path, body), _ = got
    assert path == "/api/7/envelope/"
    assert b"a wheel came off" in (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)
    await runner.cleanup()


def test_without_the_extra_the_bot_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "find_spec", lambda name: None)
    with pytest.raises(Refused, match="needs the extra errors"), running._error_reports(DSN):
        pass
    with running._error_reports(None):
        pass
