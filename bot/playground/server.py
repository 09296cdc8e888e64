"""The page's server: on this machine alone, files, what is to be seen, what is to be done."""

import asyncio
import json
import mimetypes
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from aiohttp import web

from bot.languages import languages
from bot.log_context import report
from bot.playground.acts import AnyAct, Complete, Renew, perform
from bot.playground.screen import SHOWN, Desk
from bot.playground.values import WorldError
from bot.playground.world import World
from bot.text import words

MakeWorld = Callable[[], Awaitable[World]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

TICK = 0.5
"""Seconds between two steps of the mirrored clock."""
GLANCE = 0.05
"""Seconds between two looks whether something has happened."""
SCRIPT = "words.js"
_PREFIX = "playground."
"""The page's own sentences in every language."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Playground:
    """A world, the desk its windows look at, and the clock that moves it."""

    def __init__(self, make_world: MakeWorld) -> None:
        self._make_world = make_world
        self._world: World | None = None
        self._desk: Desk | None = None
        self._renewing = asyncio.Lock()
        self.serial = 0
        self.closing = False

    @property
    def desk(self) -> Desk:
        """What there is to look at."""
        if self._desk is None:
            raise WorldError("refused", "the world is being made")
        return self._desk

    async def open(self) -> None:
        """The first world, and its clock."""
        await self._begin()
        self._clock = asyncio.create_task(self._tick(), name="the playground's clock")
        self._clock.add_done_callback(report)

    async def close(self) -> None:
        """Lets every window go, then ends the world."""
        self.closing = True
        self._clock.cancel()
        await asyncio.gather(self._clock, return_exceptions=True)
        if self._world is not None:
            await self._world.close()

    async def renew(self) -> None:
        """Another world in place of this one."""
        async with self._renewing:
            old, self._world = self._world, None
            if old is not None:
                await old.close()
            await self._begin()

    @property
    def mark(self) -> tuple[int, int]:
        """Which world, and how much has happened in it."""
        return self.serial, self.desk.world.pulse

    async def _begin(self) -> None:
        world = await self._make_world()
        self._desk = Desk(world)
        self._world = world
        self.serial += 1

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            if self._world is not None:
                await self._world.tick()


PLAYGROUND: web.AppKey[Playground] = web.AppKey("playground", Playground)


def application(playground: Playground) -> web.Application:
    """The server of a playground; it closes the playground when it ends."""
    app = web.Application(middlewares=[_guard], client_max_size=16 << 20)
    app[PLAYGROUND] = playground
    app.add_routes(
        [
            web.get("/", _static),
            web.get("/favicon.ico", _static),
            web.get("/static/{name}", _static),
            web.get("/file/{channel}/{number}/{name}", _file),
            web.get("/api/look", _look),
            web.get("/api/commands", _commands),
            web.get("/api/events", _events),
            web.post("/api/do", _do),
            web.post("/api/complete", _complete),
        ]
    )
    app.on_shutdown.append(_shut)
    return app


async def _shut(app: web.Application) -> None:
    await app[PLAYGROUND].close()


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Nobody but this machine's own browser, on this very page: no foreign name, no foreign page."""
    host = request.headers.get("Host", "")
    name, _, port = host.partition(":")
    transport = request.transport
    own = transport.get_extra_info("sockname")[1] if transport is not None else 0
    if name not in ("127.0.0.1", "localhost") or port != str(own):
        raise web.HTTPMisdirectedRequest(text="This page is for this machine only.\n")
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{host}":
        raise web.HTTPForbidden(text="Another page may not ask this.\n")
    if request.method == "POST" and request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="JSON, please.\n")
    try:
        response = await handler(request)
    except WorldError as trouble:
        response = _json({"ok": False, "code": trouble.code, "detail": trouble.detail})
        if trouble.code == "malformed":
            response.set_status(web.HTTPBadRequest.status_code)
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
    return response


async def _static(request: web.Request) -> web.StreamResponse:
    """A file of the page, looked up by name in one flat folder."""
    name = request.match_info.get("name") or {"/": "index.html"}.get(request.path, "icon.svg")
    if name == SCRIPT:
        return web.Response(text=words_script(), content_type="text/javascript")
    found: Traversable | None = next(
        (entry for entry in files("bot.playground").joinpath("static").iterdir() if entry.name == name), None
    )
    if found is None or not found.is_file():
        raise web.HTTPNotFound
    kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    return web.Response(body=found.read_bytes(), content_type=kind or "text/plain", charset="utf-8")


async def _file(request: web.Request) -> web.StreamResponse:
    place = request.match_info
    blob = _desk(request).world.file(place["channel"], place["number"], place["name"])
    if blob is None:
        raise web.HTTPNotFound
    kind = mimetypes.guess_type(place["name"])[0] or "application/octet-stream"
    if not kind.startswith("image/") or kind == "image/svg+xml":
        # Whatever a bot sends, it is no page of ours.
        kind = "application/octet-stream"
    # A file never changes under its number.
    return web.Response(body=blob, content_type=kind, headers={"Cache-Control": "private, max-age=86400"})


async def _look(request: web.Request) -> web.StreamResponse:
    desk = _desk(request)
    person = request.query.get("as", "")
    if person not in desk.world.people:
        raise WorldError("nobody", next(iter(desk.world.people)))
    channels = [entry["id"] for entry in desk.world.channels(person)]
    asked = _number(request.query.get("channel"), 0)
    channel = asked if asked in channels else channels[0]
    count = max(1, _number(request.query.get("count"), SHOWN))
    seen = request.query.get("seen") == "1"
    shown = desk.look(person, channel, count=count, seen=seen)
    return _json({"ok": True, "world": request.app[PLAYGROUND].serial, **shown})


async def _commands(request: web.Request) -> web.StreamResponse:
    desk = _desk(request)
    person, channel = request.query.get("as", ""), _number(request.query.get("channel"), 0)
    if person not in desk.world.people or not desk.world.reads(person, channel):
        raise WorldError("nobody")
    return _json({"ok": True, "commands": desk.commands(person, channel)})


async def _events(request: web.Request) -> web.StreamResponse:
    """A line for every change, for as long as the window is open."""
    playground = request.app[PLAYGROUND]
    stream = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
    await stream.prepare(request)
    known = (0, 0)
    with suppress(ConnectionResetError):
        while not playground.closing:
            if playground.mark != known:
                known = playground.mark
                await stream.write(b"data: %d %d\n\n" % known)
            await asyncio.sleep(GLANCE)
    return stream


async def _do(request: web.Request) -> web.StreamResponse:
    act = _read(await request.read(), AnyAct)
    playground = request.app[PLAYGROUND]
    if act.who not in playground.desk.world.people:
        raise WorldError("nobody")
    if isinstance(act, Renew):
        await playground.renew()
        return _json({"ok": True})
    return _json({"ok": True, **await perform(act, playground.desk)})


async def _complete(request: web.Request) -> web.StreamResponse:
    asked = _read(await request.read(), Complete)
    world = _desk(request).world
    if asked.who not in world.people:
        raise WorldError("nobody")
    channel = int(asked.channel)
    choices = await world.complete(asked.who, channel, asked.path, asked.option, asked.typed, asked.filled)
    return _json({"ok": True, "choices": choices})


def _desk(request: web.Request) -> Desk:
    return request.app[PLAYGROUND].desk


def _read(body: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise WorldError("malformed", str(error)) from error


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 20 else default


def _json(value: dict[str, Any]) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json")


def words_script() -> str:
    """`WORDS` by language and key, and `LANGUAGES`: for each its tag, that of clients, and its own name."""
    spoken = {
        tag: {key.removeprefix(_PREFIX): speak(key) for key in speak if key.startswith(_PREFIX)}
        for tag, speak in ((tag, words(tag)) for tag in languages())
    }
    tags = [(tag, each.client, words(tag).language(tag)) for tag, each in languages().items()]
    sentences, named = (json.dumps(value, ensure_ascii=False) for value in (spoken, tags))
    return f"export const WORDS = {sentences};\nexport const LANGUAGES = {named};\n"
