"""Discord over real sockets, for a bot that is a process of its own: simcord's world behind an HTTP server
and a gateway whose sessions can be resumed. The bench puts load on it, tests let it go wrong."""

import asyncio
import io
import itertools
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, cast

import discord
from aiohttp import WSMsgType, web
from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import router  # its package registers the routes
from simcord.intents import prune_guild_create, required_intent

INTENTS = discord.Intents(guilds=True)
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + "x" * 38
_NAMED = re.compile(r'\b(name|filename)="([^"]*)"')
"""What the headers of a part say of it."""


class RealClock:
    """The world's clock is the wall's."""

    def now(self) -> datetime:
        """The time on the wall."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Refused: only a simulated clock can be moved."""
        raise RuntimeError("real time can't be moved")


@dataclass
class Upload:
    """A file of a multipart request, as simcord's routes read it."""

    fp: io.BytesIO
    filename: str
    description: str | None


@dataclass
class Session:
    """A gateway session of a shard: everything sent, so that it can be resumed."""

    id: str
    shard: int = 0
    count: int = 1
    """Of how many shards it is one."""
    since: float = field(default_factory=perf_counter)
    sent: list[str] = field(default_factory=list[str])
    socket: web.WebSocketResponse | None = None

    @property
    def open(self) -> bool:
        """Whether somebody hears what is sent."""
        return self.socket is not None and not self.socket.closed


@dataclass(frozen=True, slots=True)
class Request:
    """What the bot has asked for, and how it was answered."""

    at: float
    """When all of it had arrived, by `perf_counter`."""
    method: str
    path: str
    body: Any
    uploads: int
    """How many files came with it."""
    status: int
    answer: Any


class DiscordServer:
    """A guild for each shard, with the same people in all of them and a share of the channels, reachable over
    HTTP and websockets on loopback. So many shards may introduce themselves `at_once`, within `apart` seconds
    of each other."""

    def __init__(
        self,
        people: Sequence[str],
        channels: Sequence[str] = ("games",),
        *,
        shards: int = 1,
        at_once: int = 16,
        apart: float = 0.0,
    ) -> None:
        self.backend = Backend(clock=RealClock())  # type: ignore[arg-type]
        self.shards, self._at_once, self._apart = shards, at_once, apart
        self.guilds = [
            self.backend.create_guild("Stammtisch", shard_id=shard, shard_count=shards)
            for shard in range(shards)
        ]
        self.channels = [
            self.backend.create_channel(self.guilds[number % shards].id, name)
            for number, name in enumerate(channels)
        ]
        self.channel = self.channels[0]
        self.people = [self.add_person(name) for name in people]
        self.sessions: dict[str, Session] = {}
        self.turned_away = 0
        """How many shards have introduced themselves too early."""
        self._numbers = itertools.count()
        self._introduced: dict[int, float] = {}
        self.nonces: dict[tuple[int, str], int] = {}
        self.records: list[Any] = []
        self.presses: list[dict[str, Any]] = []
        self.posted: list[dict[str, Any]] = []
        """Every new message of the bot outside of interactions, as it was posted."""
        self.listeners: list[Callable[[Request], None]] = []
        """Told of every request that was handled."""
        self.backend.subscribers.append(self._on_event)
        self._outbox: asyncio.Queue[tuple[Session, str]] = asyncio.Queue()

    def add_person(self, name: str) -> Any:
        """A new member of each guild."""
        user = self.backend.make_user(name)
        for guild in self.guilds:
            self.backend.add_member(guild.id, user.id)
        return user

    # Serving ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listens at a free port, for requests and for the gateway."""
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port: int = self._runner.addresses[0][1]
        self._sender = asyncio.create_task(self._send_all())

    async def close(self) -> None:
        """Drops every connection and listens no longer."""
        self._sender.cancel()
        await self.drop_connections()
        await self._runner.cleanup()

    @property
    def connected(self) -> bool:
        """Whether every shard has an open gateway."""
        return self.connected_shards == set(range(self.shards))

    @property
    def connected_shards(self) -> set[int]:
        """Those with an open gateway."""
        return {session.shard for session in self.sessions.values() if session.open}

    def introduced(self, since: float) -> set[int]:
        """The shards that have begun a session since then, by `perf_counter`."""
        return {session.shard for session in self.sessions.values() if session.since > since}

    # REST ------------------------------------------------------------------------------------------

    async def answer(self, request: web.Request, path: str) -> web.StreamResponse:
        """Carries out a request of the bot."""
        try:
            body, files = await self._read(request)
        except ConnectionResetError:
            # The bot was killed in the middle of its request: nobody is left to be answered.
            return web.Response(status=500)
        arrived = perf_counter()
        status, answer = self._handle(request.method, path, body, dict(request.query), files)
        for listener in self.listeners:
            listener(Request(arrived, request.method, path, body, len(files), status, answer))
        return web.Response(status=204) if answer is None else answered(answer, status=status)

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        return await self.answer(request, f"/{request.match_info['path']}")

    @staticmethod
    async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
        content, kind = await request.read(), request.headers.get("Content-Type", "")
        if not kind.startswith("multipart/form-data"):
            return (json.loads(content) if content else None), []
        payload: dict[str, Any] = {}
        uploads: list[Upload] = []
        # By hand: aiohttp takes longer for the headers of a part than the bot does for what it sends.
        boundary = b"--" + kind.partition("boundary=")[2].encode()
        for part in content.split(boundary)[1:-1]:
            head, _, sent = part.removesuffix(b"\r\n").partition(b"\r\n\r\n")
            named = dict(_NAMED.findall(head.decode()))
            if named["name"] == "payload_json":
                payload = json.loads(sent)
            elif "filename" in named:
                uploads.append(Upload(io.BytesIO(sent), named["filename"], None))
        message: dict[str, Any] = payload.get("data") or payload
        attached: list[dict[str, Any]] = message.get("attachments") or []
        described = {each.get("id"): each.get("description") for each in attached}
        for number, upload in enumerate(uploads):
            upload.description = described.get(number)
        return payload or None, uploads

    def _handle(
        self, method: str, path: str, body: Any, params: dict[str, Any], files: list[Upload]
    ) -> tuple[int, Any]:
        if path.startswith("/gateway"):
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self._at_once}
            return 200, {"url": self.gateway_url, "shards": self.shards, "session_start_limit": limit}
        nonce = _nonce(body) if method == "POST" else None
        if nonce is not None:
            channel = int(path.split("/")[2])
            if (channel, nonce) in self.nonces:
                message = self.backend.get_message(channel, self.nonces[channel, nonce])
                return 200, dict(serializers.message_payload(self.backend, message))
        try:
            answer = router.dispatch(self.backend, method, path, json=body, params=params, files=files)
        except BackendError as error:
            return error.status, error.to_json()
        if nonce is not None:
            self.nonces[int(path.split("/")[2]), nonce] = int(answer["id"])
        if method == "POST" and path.startswith("/channels/") and path.endswith("/messages"):
            self.posted.append(json.loads(json.dumps(answer)))
        return 200, answer

    # The gateway -----------------------------------------------------------------------------------

    @property
    def gateway_url(self) -> str:
        """Where a bot finds the gateway."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        try:
            await socket.prepare(request)
        except ConnectionResetError:  # the bot has ended while it connected: nobody is left to be answered
            return web.Response(status=500)
        with suppress(ConnectionResetError):  # it may end at any moment
            await socket.send_json({"op": 10, "d": {"heartbeat_interval": 5000}, "s": None, "t": None})
            async for frame in socket:
                if frame.type == WSMsgType.TEXT:
                    await self._hear(socket, json.loads(frame.data))
        return socket

    async def _hear(self, socket: web.WebSocketResponse, message: dict[str, Any]) -> None:
        match message["op"]:
            case 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            case 2:
                await self._identify(socket, *message["d"].get("shard", (0, 1)))
            case 6:
                await self._resume(socket, message["d"])
            case _:
                pass

    async def _identify(self, socket: web.WebSocketResponse, shard: int, count: int) -> None:
        way, now = shard % self._at_once, perf_counter()
        if now < self._introduced.get(way, now - self._apart) + self._apart:
            self.turned_away += 1
            await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
            return
        self._introduced[way] = now
        session = Session(f"session-{next(self._numbers)}", shard, count, socket=socket)
        self.forget_sessions(shard)
        self.sessions[session.id] = session
        guilds = [guild for guild in self.guilds if shard_of(guild.id, count) == shard]
        self._push(
            session,
            "READY",
            {
                "v": 10,
                "user": dict(serializers.user_payload(self.backend.bot_user)),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.gateway_url,
                "shard": [shard, count],
                "application": {"id": str(self.backend.application_id), "flags": 0},
            },
        )
        for guild in guilds:
            payload = dict(serializers.guild_create_payload(self.backend, guild))
            prune_guild_create(payload, INTENTS, self.backend.bot_user.id)
            self._push(session, "GUILD_CREATE", payload)

    async def _resume(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None:
            await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
            return
        session.socket = socket
        for text in session.sent[data["seq"] :]:
            await socket.send_str(text)
        self._push(session, "RESUMED", {})

    def _on_event(self, event: str, payload: Any) -> None:
        gate = required_intent(event, payload)
        if gate is not None and not getattr(INTENTS, gate):
            return
        whole = event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
        guild = int(payload.get("id" if whole else "guild_id") or 0)
        for session in self.sessions.values():
            if session.shard == shard_of(guild, session.count):
                self._push(session, event, payload)

    def _push(self, session: Session, event: str, payload: Any) -> None:
        text = json.dumps({"op": 0, "t": event, "s": len(session.sent) + 1, "d": payload})
        session.sent.append(text)
        self._outbox.put_nowait((session, text))

    async def _send_all(self) -> None:
        while True:
            session, text = await self._outbox.get()
            socket = session.socket
            if socket is not None and not socket.closed:
                try:
                    await socket.send_str(text)
                except ConnectionError:
                    session.socket = None

    async def drop_connections(self, *shards: int) -> None:
        """Cuts the websockets of these shards, or all, without a word; the sessions may be resumed."""
        for session in self.sessions.values():
            if shards and session.shard not in shards:
                continue
            socket, session.socket = session.socket, None
            request: web.BaseRequest | None = getattr(socket, "_req", None)
            if request is not None and request.transport is not None:
                request.transport.abort()

    def forget_sessions(self, *shards: int) -> None:
        """After a kill: these shards, or all, are not connected."""
        self.sessions = {
            name: session for name, session in self.sessions.items() if shards and session.shard not in shards
        }

    # People ----------------------------------------------------------------------------------------

    def press(
        self, user: int, message: Any, component: dict[str, Any], values: list[str] | None = None
    ) -> Any:
        """A person presses a button or picks in a select; the record says how the bot answered."""
        data: dict[str, Any] = {"custom_id": component["custom_id"], "component_type": component["type"]}
        if values is not None:
            data["values"] = values
        guild = self.backend.channels[message.channel_id].guild_id
        record, payload = interactions.base_payload(
            self.backend, type=3, channel_id=message.channel_id, guild_id=guild, user_id=user, data=data
        )
        payload["message"] = dict(serializers.message_payload(self.backend, message))
        record.source_message_id = message.id
        return self._emit(record, payload)

    def command(self, user: int, name: str, *path: str, channel: int = 0, **options: Any) -> Any:
        """A person sends a slash command, in the first channel if no other is named; options by name,
        strings and whole numbers."""
        entry = next(c for c in self.backend.commands[None].values() if c["name"] == name)
        leaf: list[dict[str, Any]] = [
            {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value}
            for key, value in options.items()
        ]
        for part in reversed(path):
            leaf = [{"name": part, "type": 1, "options": leaf}]
        data = {"id": entry["id"], "name": name, "type": 1, "options": leaf}
        where = channel or self.channel.id
        guild = self.backend.channels[where].guild_id
        return self._emit(
            *interactions.base_payload(
                self.backend, type=2, channel_id=where, guild_id=guild, user_id=user, data=data
            )
        )

    def _emit(self, record: Any, payload: Any) -> Any:
        record.initial_response_deadline = None  # a busy machine is not what is tested here
        self.records.append(record)
        self.presses.append(payload)
        self.backend.emit("INTERACTION_CREATE", payload)
        return record


def shard_of(guild: int, count: int) -> int:
    """Which of so many shards hears of a guild; of what belongs to none (0), the first one."""
    return (guild >> 22) % count


def _nonce(body: Any) -> Any:
    """By what the sender of a message tells it from others."""
    return cast("dict[str, Any]", body).get("nonce") if isinstance(body, dict) else None


def answered(data: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON with the plain content type that discord.py looks for."""
    return web.Response(
        body=json.dumps(data).encode(),
        status=status,
        headers={"Content-Type": "application/json"} | (headers or {}),
    )


def components(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Every enabled control of a message that reaches the bot."""
    found: list[dict[str, Any]] = []

    def walk(nodes: list[dict[str, Any]]) -> None:
        for node in nodes:
            if "custom_id" in node and not node.get("disabled"):
                found.append(node)
            walk(node.get("components", []))
            if "accessory" in node:
                walk([node["accessory"]])

    walk(payload.get("components", []))
    return found


async def until(condition: Callable[[], bool], *, seconds: float) -> bool:
    """Waits for a condition; False if it did not come true in time."""
    for _ in range(int(seconds / 0.01)):
        if condition():
            return True
        await asyncio.sleep(0.01)
    return condition()
