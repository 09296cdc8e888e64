"""The small listener beside the bot: `/metrics` for Prometheus, `/healthz` and `/readyz` for whoever looks
after the process. It shows numbers and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.config import Address
from bot.exits import Refused
from bot.health import ready

if TYPE_CHECKING:
    from bot.app import App
    from bot.metrics import Metrics


async def listen(app: App, metrics: Metrics, address: Address) -> web.AppRunner:
    """Listens until it is told to clean up. `Refused` where the address can't be had."""

    async def figures(_: web.Request) -> web.Response:
        return web.Response(body=metrics.page(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def turns(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def works(_: web.Request) -> web.Response:
        parts = await ready(app)
        return web.Response(text=f"{json.dumps(parts)}\n", status=200 if all(parts.values()) else 503)

    site = web.Application()
    site.add_routes([web.get("/metrics", figures), web.get("/healthz", turns), web.get("/readyz", works)])
    runner = web.AppRunner(site, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.TCPSite(runner, address.host, address.port).start()
    except OSError as error:
        await runner.cleanup()
        raise Refused(f"STAMMTISCH_METRICS: can't listen at {address}: {error.strerror or error}") from error
    return runner
