"""What sentences and pictures read off a view."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.games.noria import moves
from bot.games.noria.box import CHAMBERS, PATHS
from bot.games.noria.moves import NoriaEvent
from bot.games.noria.rival import bot_turn, increases
from bot.games.noria.sketch import sketch_of
from bot.games.noria.state import Known, NoriaView, Owner, everybody
from bot.games.noria.wheel import Disc, at, discs_on

_SILENT = (moves.TurnBegun, moves.GameOver)


def newest(view: NoriaView) -> tuple[NoriaEvent, ...]:
    """The events of the turn that is the news: the present one if something was done in it, else the last."""
    return view.news if any(not isinstance(event, _SILENT) for event in view.news) else view.before


def turn_begun(view: NoriaView) -> moves.TurnBegun | None:
    """How the turn began that is the news; None before the first one has brought any."""
    return next((event for event in newest(view) if isinstance(event, moves.TurnBegun)), None)


def by_bot(events: Iterable[NoriaEvent]) -> list[NoriaEvent]:
    """What the bot did."""
    return [event for event in events if isinstance(event, moves.BotEvent)]


def step(view: NoriaView) -> str:
    """What the active player is about to do: the last part of the keys that say so."""
    running = view.current.running
    if view.phase != "disc" or running is None:
        return view.phase
    if running.stage != "fresh":
        return running.stage
    disc = at(view.players[view.active].wheel, running.slot)
    return {"J": "journey", "C": "city"}.get(disc.kind if disc else "", "tool")


@dataclass(slots=True)
class Deed:
    """A disc activated in a turn, and what was done with it."""

    disc: moves.Activated
    events: list[NoriaEvent] = field(default_factory=list[NoriaEvent])


def deeds(events: Iterable[NoriaEvent]) -> list[Deed]:
    """The discs that a turn activated, in order, each with what followed from it."""
    found: list[Deed] = []
    for event in events:
        match event:
            case moves.Activated():
                found.append(Deed(event))
            case moves.Shifted() | moves.Modified() | moves.TurnBegun():
                pass
            case moves.Administered():
                break
            case _ if found:
                found[-1].events.append(event)
            case _:
                pass
    return found


def standing(view: NoriaView) -> list[tuple[Owner, tuple[int, ...]]]:
    """Everybody with the levels on the four paths, the bot last."""
    return [(owner, one.levels) for owner, one in everybody(view).items()]


def visitors(view: NoriaView, number: int) -> list[Owner]:
    """Whose ambassadors stand on an island."""
    return [owner for owner, one in everybody(view).items() if one.ambassador == number]


def bot_factories(view: NoriaView) -> int:
    """How many factories the bot has built."""
    return sum(owner == "bot" for here in view.islands for owner in here.spots)


class Coming(NamedTuple):
    """A letter that the bot's next turn uses."""

    disc: Disc
    twice: bool
    extra: bool
    """It comes in by the energy increase."""


def coming(known: Known) -> list[Coming]:
    """The letters of the bot's next turn, in the order of their use; none without a bot or after the end."""
    if known.bot is None or known.phase == "over":
        return []
    told: list[moves.BotEvent] = []
    bot_turn(sketch_of(known), told.append)
    came_in = {
        letter: event for event in told if isinstance(event, moves.BotRotated) for letter in event.entered
    }
    discs = {disc.kind: disc for _, disc in discs_on(known.bot.wheel)}
    return [
        Coming(discs[letter], discs[letter].upgraded and not increases(letter, known.round), event.extra)
        for letter, event in sorted(came_in.items())
    ]


@dataclass(slots=True)
class News:
    """What the newest turn has changed on the table."""

    levels: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """Paths with the levels that somebody has reached."""
    chambers: set[str] = field(default_factory=set[str])
    spots: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Islands with the spots on which somebody has built."""
    islands: set[int] = field(default_factory=set[int])
    """Where an ambassador has arrived, what was turned up, where somebody has taken a ship or built."""
    piles: set[str] = field(default_factory=set[str])


def news(view: NoriaView, earlier: NoriaView | None = None) -> News:
    """The changes since an earlier view, else those of the turn that is the news."""
    if earlier is not None:
        return _since(earlier, view)
    found = News()
    for event in newest(view):
        _note(found, event)
    return found


def _since(then: NoriaView, now: NoriaView) -> News:
    known = {one.number: one for one in then.islands}
    reached = dict(standing(then))
    found = News(
        levels={
            (path, level)
            for owner, levels in standing(now)
            for path, level, old in zip(PATHS, levels, reached[owner], strict=True)
            if level > old
        },
        chambers={
            chamber
            for chamber, old, new in zip(CHAMBERS, then.chambers, now.chambers, strict=True)
            if old != new
        },
        piles={new.disc for old, new in zip(then.market, now.market, strict=True) if new.left < old.left},
    )
    for here in now.islands:
        number, before = here.number, known.get(here.number)
        if here != before or {*visitors(now, number)} - {*visitors(then, number)}:
            found.islands.add(number)
        old_spots = before.spots if before else (None,) * len(here.spots)
        pairs = enumerate(zip(here.spots, old_spots, strict=True), start=1)
        found.spots |= {(number, spot) for spot, (owner, old) in pairs if owner != old}
    return found


def _note(found: News, event: NoriaEvent) -> None:
    match event:
        case moves.Invested(path=path, level=level) | moves.BotInvested(path=path, level=level):
            if path is not None:
                found.levels.add((path, level))
        case moves.Debated(down=down, remove=remove) | moves.BotIntrigue(down=down, remove=remove):
            found.chambers |= {one for one in (down, remove) if one is not None}
        case moves.Bought(disc=disc):
            found.piles.add(disc)
        case moves.Built(island=island, spot=spot) | moves.BotFactory(island=island, spot=spot):
            found.islands.add(island)
            found.spots |= set() if spot is None else {(island, spot)}
        case moves.Travelled() | moves.Revealed() | moves.ShipTaken() | moves.BotShip():
            found.islands.add(event.island)
        case _:
            pass
