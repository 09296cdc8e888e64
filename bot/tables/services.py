"""The services of the tables, put together: what each of them needs, and who reacts to what."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.store import Store
from bot.store.shards import WHOLE, Shards
from bot.tables.analyses import Analyses
from bot.tables.challenges import Challenges
from bot.tables.circles import Circles
from bot.tables.computers import Computers
from bot.tables.courses import Courses
from bot.tables.deadlines import Deadlines, Reminders
from bot.tables.evenings import Evenings
from bot.tables.game_puzzles import GamePuzzles
from bot.tables.history import History
from bot.tables.lobby import Lobby
from bot.tables.matchmaking import Matchmaking, end_search
from bot.tables.outbox import Outbox
from bot.tables.personal_data import PersonalData
from bot.tables.plans import Plans
from bot.tables.play import Play, Undo
from bot.tables.preferences import Preferences, Servers
from bot.tables.puzzles import Puzzles
from bot.tables.queries import Queries
from bot.tables.ratings import Levels
from bot.tables.reviews import Reviews
from bot.tables.shelf import Shelf
from bot.tables.spectators import Spectators, Unread
from bot.tables.stats import Diary, Results, Statistics, write_results
from bot.tables.suggestions import Suggestions
from bot.tables.threads import Threads
from bot.tables.timers import Signals, Timers
from bot.tables.tournaments import Tournaments
from bot.tables.units import Standings, Units
from bot.tables.votes import Votes, follow_votes, settle_votes


class Tables:
    """The services: everything that happens to a table goes through one of them, and nobody else writes. Each
    method that changes something takes `key`, the id of the interaction: a repeated delivery changes nothing
    and answers like the first. A `Refusal` means that nothing was changed."""

    def __init__(self, units: Units) -> None:
        self.lobby = Lobby(units)
        self.play = Play(units)
        self.computers = Computers(units)
        self.undo = Undo(units)
        self.plans = Plans(units)
        self.votes = Votes(units)
        self.deadlines = Deadlines(units)
        self.reminders = Reminders(units)
        self.threads = Threads(units)
        self.spectators = Spectators(units)
        self.unread = Unread(units)
        self.queries = Queries(units)
        self.results = Results(units)
        self.statistics = Statistics(units)
        self.levels = Levels(units)
        self.diary = Diary(units)
        self.analyses = Analyses(units, self.queries)
        self.shelf = Shelf(units)
        self.reviews = Reviews(units)
        self.suggestions = Suggestions(units)
        self.circles = Circles(units)
        self.courses = Courses(units)
        self.matchmaking = Matchmaking(units)
        self.puzzles = Puzzles(units)
        self.game_puzzles = GamePuzzles(units)
        self.challenges = Challenges(units)
        self.preferences = Preferences(units)
        self.servers = Servers(units)
        self.personal_data = PersonalData(units, self.levels)
        self.tournaments = Tournaments(units)
        self.evenings = Evenings(units)
        self.outbox = Outbox(units)
        self.signals = units.signals


def build_tables(store: Store, *, now: Callable[[], datetime], shards: Shards = WHOLE) -> Tables:
    """The services on a store, and who reacts to a written table, to moves, and to a change of a table; what
    is done by itself for the tables of these shards."""
    signals, standings, history = Signals(shards), Standings(), History()
    timers = Timers(now, signals)
    units = Units(
        store,
        now,
        standings,
        history,
        signals,
        timers,
        table_reactions=(end_search, timers.follow, timers.follow_tournament),
        move_reactions=(
            write_results,
            signals.follow,
            history.follow,
            partial(follow_votes, history),
        ),
        change_reactions=(settle_votes,),
    )
    return Tables(units)
