"""What is measured is true, says nothing of anybody, and is all on the dashboard; health tells what works."""

import json
import logging
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from any_game import nimmt
from discord.shard import Shard
from prometheus_client.parser import text_string_to_metric_families
from simulated import World, open_world

from bot.config import Address
from bot.discord import router
from bot.discord.router import Call
from bot.exits import Refused
from bot.health import connections, ready
from bot.listener import listen
from bot.metrics import PREFIX
from tests.cli_runner import ROOT, environment

HERE = Address("127.0.0.1", 0)
"""Any port that is free."""
DASHBOARD = json.loads((ROOT / "docs" / "dashboard.json").read_text("utf-8"))
LATER = ("_bucket", "_sum", "_total", "_count", "_created")
"""What the text format puts behind the name of a metric."""


@pytest.fixture
async def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A bot that measures. The simulation has no HTTP, and only one process."""
    async with await open_world(tmp_path, metrics=HERE) as world:
        world.app.measures.requested(200)
        monkeypatch.setattr(world.app, "ownership", SimpleNamespace(held=True))
        yield world
        monkeypatch.undo()


def page(world: World) -> str:
    assert world.app.metrics is not None
    return world.app.metrics.page().decode()


def values(world: World) -> dict[tuple[str, ...], float]:
    """Each sample by its name and the values of its labels, without the buckets of histograms."""
    families = text_string_to_metric_families(page(world))
    samples = (sample for family in families for sample in family.samples if "le" not in sample.labels)
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def plain(name: str) -> str:
    return next((name.removesuffix(later) for later in LATER if name.endswith(later)), name)


@pytest.mark.logs_errors
async def test_what_happens_is_counted_and_what_waits_is_shown(
    measured: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: Call) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setitem(router.HANDLERS, "test.broken", (broken, "private"))
    evening = await nimmt(measured)
    ann, board = evening.people[0], evening.board()
    before = values(measured)
    await measured.press(ann, board, "table.more")
    for custom_id in ("s1:table.gone:1:0:", "s1:test.broken:1:0:"):
        await measured.send(measured.prepared(ann, board, custom_id))
    await measured.ask(ann, "games mine")
    await measured.ask(measured.person("Bob"), "table hand")
    found = values(measured)

    def more(*key: str) -> float:
        return found[key] - before[key]

    assert {
        key[1:]: more(*key) for key in found if key[0] == f"{PREFIX}interactions_total" and more(*key)
    } == {
        ("component", "answered"): 2,
        ("component", "failed"): 1,
        ("application_command", "answered"): 1,
        ("application_command", "refused"): 1,
    }
    assert more(f"{PREFIX}acknowledgement_seconds_count") == 5
    assert more(f"{PREFIX}store_seconds_count", "read") >= 1
    for name, *labels in (("picture", "picture"), ("store", "commit"), ("delivery",)):
        assert before[f"{PREFIX}{name}_seconds_count", *labels] >= 1, name
    assert found[f"{PREFIX}outbox_notices",] == found[f"{PREFIX}outbox_oldest_seconds",] == 0
    assert found[f"{PREFIX}queue_orders", "thinking"] == found[f"{PREFIX}queue_orders", "drawing"] == 0
    assert found[f"{PREFIX}servers",] == found[f"{PREFIX}shards", "connected"] == 1
    assert found[f"{PREFIX}lease", "0-0/1"] == 1


async def test_a_thought_and_what_discord_does_not_take_show_in_the_figures(measured: World) -> None:
    await measured.start_game(measured.members(1), "easy")
    await measured.env.advance_time(5)
    assert values(measured)[f"{PREFIX}thought_seconds_count",] >= 1
    measured.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    other = measured.guild.create_text_channel("lounge")
    await measured.person("Ann").slash(other, "nimmt start")
    await measured.env.advance_time(90)
    found = values(measured)
    assert found[f"{PREFIX}lanes", "down"] == 1
    assert found[f"{PREFIX}outbox_notices",] == 1
    assert found[f"{PREFIX}outbox_oldest_seconds",] > 0
    measured.env.backend.faults.clear()
    await measured.env.advance_time(90)
    assert values(measured)[f"{PREFIX}lanes", "down"] == values(measured)[f"{PREFIX}outbox_notices",] == 0


async def test_every_metric_is_on_the_dashboard_and_it_names_no_other(measured: World) -> None:
    exported = {family.name for family in text_string_to_metric_families(page(measured))}
    written = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    shown = {plain(name) for each in written for name in re.findall(r"(?:stammtisch|process)_\w+", each)}
    assert shown <= exported | {"process_cpu_seconds"}
    assert {name for name in exported if name.startswith(PREFIX)} <= shown


async def test_the_dashboard_asks_for_labels_that_there_are(measured: World) -> None:
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(page(measured)):
        for sample in family.samples:
            labels.setdefault(plain(sample.name), {"job"}).update(sample.labels)
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            (name,) = {plain(name) for name in re.findall(r"(?:stammtisch|process)_\w+", target["expr"])}
            grouped = re.findall(r"(?:sum|max) by \(([^)]*)\)", target["expr"])
            used = {
                *", ".join(grouped).replace(",", " ").split(),
                *re.findall(r"{{(\w+)}}", target["legendFormat"]),
            }
            assert used <= labels[name], target


async def test_the_figures_name_nobody(measured: World) -> None:
    evening = await nimmt(measured, 2, "easy")
    for person in evening.people:
        await measured.press(person, evening.board(), "table.more")
    text = page(measured)
    people = [name for person in evening.people for name in (str(person.id), person.user.name)]
    for secret in (*people, str(measured.channel.id), str(measured.guild.id), "Corner", "six_nimmt"):
        assert secret not in text, secret
    labels = {
        (label, value)
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        for label, value in sample.labels.items()
    }
    assert {label for label, _ in labels} == {
        "kind",
        "outcome",
        "status",
        "work",
        "le",
        "state",
        "shard",
        "shards",
        "pool",
        "version",
        "level",
    }


async def got(port: int, *paths: str) -> list[tuple[int, str]]:
    """Status and text of each page."""
    found: list[tuple[int, str]] = []
    async with aiohttp.ClientSession() as session:
        for path in paths:
            async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                found.append((answer.status, await answer.text()))
    return found


async def test_the_listener_shows_figures_and_health_and_nothing_else(measured: World) -> None:
    assert measured.app.metrics is not None
    runner = await listen(measured.app, measured.app.metrics, HERE)
    port = runner.addresses[0][1]
    figures, health, works, other = await got(port, "/metrics", "/healthz", "/readyz", "/")
    assert figures[0] == HTTPStatus.OK
    assert f'{PREFIX}shards{{state="connected"}} 1.0' in figures[1]
    assert health == (HTTPStatus.OK, "ok\n")
    assert works == (HTTPStatus.OK, '{"database": true, "gateway": true, "dispatcher": true}\n')
    assert other[0] == HTTPStatus.NOT_FOUND
    with pytest.raises(Refused, match=f"STAMMTISCH_METRICS: can't listen at 127.0.0.1:{port}"):
        await listen(measured.app, measured.app.metrics, Address("127.0.0.1", port))
    await measured.app.dispatcher.close()
    ((status, text),) = await got(port, "/readyz")
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert json.loads(text) == {"database": True, "gateway": True, "dispatcher": False}
    await runner.cleanup()


async def test_ready_is_a_bot_whose_parts_all_work(measured: World, monkeypatch: pytest.MonkeyPatch) -> None:
    app = measured.app
    assert await ready(app) == {"database": True, "gateway": True, "dispatcher": True}
    with monkeypatch.context() as patch:
        patch.setattr(app._AutoShardedClient__shards[0].ws, "open", False)  # type: ignore[attr-defined]
        assert await ready(app) == {"database": True, "gateway": False, "dispatcher": True}
        assert connections(app) == {0: None}
    await app.store.close()
    assert await ready(app) == {"database": False, "gateway": True, "dispatcher": True}
    await app.close()
    assert not any((await ready(app)).values())


async def test_each_shard_of_several_is_looked_at() -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=4)
    client._reconnect = True
    sockets = [SimpleNamespace(shard_id=at, open=at != 1, latency=at / 10) for at in range(3)]
    sockets[0].latency = float("inf")  # no heartbeat yet
    for number, socket in enumerate(sockets):
        client._AutoShardedClient__shards[number] = Shard(socket, client, print)  # type: ignore[attr-defined]
    assert connections(client) == {0: 0.0, 1: None, 2: 0.2, 3: None}, "the last one has yet to connect"


async def test_the_log_is_counted_while_the_listener_is_open(measured: World) -> None:
    await measured.app.open_listener()
    logging.getLogger("bot").warning("a wheel came off")
    logging.getLogger("bot").info("all is well")
    assert values(measured)[f"{PREFIX}log_lines_total", "warning"] == 1
    await measured.app.close()
    logging.getLogger("bot").warning("nobody counts")
    assert values(measured)[f"{PREFIX}log_lines_total", "warning"] == 1


def test_who_does_not_want_it_does_not_load_it(tmp_path: Path) -> None:
    code = (
        "import sys; from bot.app import build; from bot.config import Settings; build(Settings());"
        "unwanted = 'prometheus_client', 'aiohttp.web', 'bot.metrics', 'numpy';"
        "print([name for name in unwanted if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
