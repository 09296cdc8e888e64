"""What the bot measures as Prometheus reads it: how often and how long, never an id, a name or a card."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.health import connections
from bot.measures import Measures, Outcome, What

if TYPE_CHECKING:
    from bot.app import App

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bounds in seconds of what should hardly be noticed."""
USUAL = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Bounds of what people wait for."""
LONG = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)
"""Bounds of what may wait for somebody else."""
PREFIX = "stammtisch_"
KINDS = ("application_command", "component", "modal_submit")

disable_created_metrics()  # a series more for each of the others, which nobody reads


class Metrics(Measures):
    """Counts what happens, and asks the bot for the rest when it is read."""

    def __init__(self, app: App) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(_Present(app))
        self._interactions = Counter(
            f"{PREFIX}interactions",
            "Commands, presses and modals, by what became of them",
            ("kind", "outcome"),
            registry=self._registry,
        )
        self._responses = Counter(
            f"{PREFIX}discord_responses",
            "Answers of Discord to requests of the bot, by HTTP status",
            ("status",),
            registry=self._registry,
        )
        for kind in KINDS:  # from the start, or the first of each would be no increase
            for outcome in get_args(Outcome):
                self._interactions.labels(kind, outcome)
        pictures = self._histogram("picture", "From asking for a picture to having it", LONG, "kind")
        store = self._histogram("store", "Trips to the database", QUICK, "work")
        lines = Counter(f"{PREFIX}log_lines", "Warnings and errors", ("level",), registry=self._registry)
        for level in ("warning", "error"):
            lines.labels(level)
        self.lines = _Lines(lines)
        """Counts what it is given by the log."""
        self._seconds: dict[What, Histogram] = {
            "acknowledgement": self._histogram(
                "acknowledgement", "From the arrival of an interaction to its first answer", USUAL
            ),
            "picture": pictures.labels("picture"),
            "film": pictures.labels("film"),
            "thought": self._histogram("thought", "From asking a computer player to its answer", USUAL),
            "delivery": self._histogram("delivery", "From outbox to Discord", LONG),
            "rate_limit": self._histogram("rate_limit_wait", "Waits for Discord's limit", USUAL),
            "commit": store.labels("commit"),
            "read": store.labels("read"),
        }

    def timed(self, what: What, seconds: float) -> None:
        """Something has taken so long."""
        self._seconds[what].observe(seconds)

    def answered(self, kind: str, outcome: Outcome) -> None:
        """An interaction is over."""
        self._interactions.labels(kind, outcome).inc()

    def requested(self, status: int) -> None:
        """Discord has answered a request."""
        self._responses.labels(str(status)).inc()

    def page(self) -> bytes:
        """All of it in the text format of Prometheus."""
        return generate_latest(self._registry)

    def _histogram(self, name: str, about: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"{PREFIX}{name}_seconds", about, labels, buckets=bounds, registry=self._registry)


class _Present(Collector):
    """What is so at the moment in which it is read."""

    def __init__(self, app: App) -> None:
        self._app = app

    def describe(self) -> Iterator[Metric]:
        """Nothing beforehand: the bot is not built yet."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Each figure; those of what is not built yet are left out."""
        yield _gauge("info", "The version that runs", {__version__: 1.0}, "version")
        if self._app.built:
            yield from self._gateway()
            yield from self._queues()

    def _gateway(self) -> Iterator[Metric]:
        latencies = connections(self._app)
        connected = {str(number): latency for number, latency in latencies.items() if latency is not None}
        states = {"connected": len(connected), "disconnected": len(latencies) - len(connected)}
        yield _gauge("shards", "Connections to Discord's gateway", states, "state")
        yield _gauge("gateway_latency_seconds", "How long a heartbeat of Discord takes", connected, "shard")
        if self._app.ownership is not None:
            held = {str(self._app.part): float(self._app.owner)}
            yield _gauge("lease", "Whether no other process can have taken over these shards", held, "shards")
        yield _gauge("servers", "Servers of which the bot is a member", {"": len(self._app.guilds)})

    def _queues(self) -> Iterator[Metric]:
        app, backlog = self._app, self._app.dispatcher.backlog()
        yield _gauge("outbox_notices", "Notices that wait for delivery", {"": backlog.notices})
        yield _gauge("outbox_oldest_seconds", "How long the oldest of them waits", {"": backlog.oldest})
        yield _gauge("lanes", "Places in Discord with something to deliver", backlog.lanes, "state")
        waiting = {"drawing": app.render_pool.waiting, "thinking": app.opponents.waiting}
        yield _gauge("queue_orders", "Pictures and decisions that wait for a worker", waiting, "pool")


class _Lines(logging.Handler):
    """Counts the lines of the log that tell of trouble."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.WARNING)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        self._counter.labels(record.levelname.lower()).inc()


def _gauge(name: str, about: str, values: Mapping[str, float], label: str = "") -> Metric:
    """A gauge of one value, or of one for each value of its label."""
    gauge = GaugeMetricFamily(f"{PREFIX}{name}", about, labels=[label] if label else ())
    for value, number in values.items():
        gauge.add_metric([value] if label else (), number)
    return gauge
