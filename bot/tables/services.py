"""The services of the tables, put together: what each of them needs, and who reacts to what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from bot.store.connection import Store
from bot.tables.audit import Audit
from bot.tables.computers import Computers
from bot.tables.deadlines import Deadlines, Pauses
from bot.tables.history import History
from bot.tables.lobby import Lobby
from bot.tables.matchmaking import Matchmaking, end_search
from bot.tables.outbox import Outbox
from bot.tables.personal_data import Erasure, Export
from bot.tables.play import Play
from bot.tables.preferences import Preferences, Servers
from bot.tables.queries import Queries
from bot.tables.reminders import Reminders
from bot.tables.results import Diary, Results, write_results
from bot.tables.seats import Seats
from bot.tables.spectators import Spectators, Unread
from bot.tables.standing import Standings
from bot.tables.stats import Statistics
from bot.tables.threads import Threads
from bot.tables.timers import Signals, Timers
from bot.tables.undo import Undo
from bot.tables.units import Units
from bot.tables.votes import Votes, follow_votes, settle_votes


@dataclass(frozen=True, slots=True)
class Tables:
    """The services: everything that happens to a table goes through one of them, and nobody else writes. Each
    method that changes something takes `key`, the id of the interaction: a repeated delivery changes nothing
    and answers like the first. A `Refusal` means that nothing was changed."""

    lobby: Lobby
    play: Play
    seats: Seats
    computers: Computers
    undo: Undo
    votes: Votes
    deadlines: Deadlines
    reminders: Reminders
    pauses: Pauses
    threads: Threads
    spectators: Spectators
    unread: Unread
    queries: Queries
    results: Results
    statistics: Statistics
    diary: Diary
    matchmaking: Matchmaking
    preferences: Preferences
    servers: Servers
    audit: Audit
    export: Export
    erasure: Erasure
    outbox: Outbox
    signals: Signals


def build_tables(store: Store, *, now: Callable[[], datetime]) -> Tables:
    """The services on a store, and who reacts to a written table, to moves, and to a change of a table."""
    signals, standings, history = Signals(), Standings(), History()
    timers = Timers(now, signals)
    units = Units(
        store,
        now,
        standings,
        history,
        signals,
        timers,
        table_reactions=(end_search, timers.follow),
        move_reactions=(write_results, signals.follow, history.follow, partial(follow_votes, history)),
        change_reactions=(settle_votes,),
    )
    queries = Queries(units)
    return Tables(
        lobby=Lobby(units),
        play=Play(units),
        seats=Seats(units),
        computers=Computers(units),
        undo=Undo(units),
        votes=Votes(units),
        deadlines=Deadlines(units),
        reminders=Reminders(units),
        pauses=Pauses(units),
        threads=Threads(units),
        spectators=Spectators(units),
        unread=Unread(units),
        queries=queries,
        results=Results(units),
        statistics=Statistics(units),
        diary=Diary(units),
        matchmaking=Matchmaking(units),
        preferences=Preferences(units),
        servers=Servers(units),
        audit=Audit(units),
        export=Export(units, queries),
        erasure=Erasure(units),
        outbox=Outbox(units),
        signals=signals,
    )
