"""What pictures and words read off a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.games.contract import Seat
from bot.games.noria.box import CHAMBERS, FACTORIES, PATHS, ship_kinds
from bot.games.noria.bundle import NOTHING, Bundle, some
from bot.games.noria.moves import (
    Activated,
    Administered,
    BotFactory,
    BotIntrigue,
    BotInvested,
    BotRotated,
    BotShip,
    Bought,
    Built,
    Debated,
    GameOver,
    Invested,
    Modified,
    NoriaEvent,
    NoriaMove,
    Revealed,
    Shifted,
    ShipTaken,
    Travelled,
    TurnBegun,
    Use,
)
from bot.games.noria.panel import bot_forecast
from bot.games.noria.preview import after
from bot.games.noria.rival import ENERGY_INCREASE_FROM
from bot.games.noria.table import Island, Owner, Player
from bot.games.noria.view import NoriaView
from bot.games.noria.wheel import Disc, at, discs_on
from bot.view_model import ViewModel

_SILENT = (TurnBegun, GameOver)


def newest(view: NoriaView) -> tuple[NoriaEvent, ...]:
    """The events of the turn that is the news: the present one, once something was done in it, else the one
    before."""
    return view.news if any(not isinstance(event, _SILENT) for event in view.news) else view.before


def factories(player: Player) -> int:
    """How many factories a player has built."""
    return FACTORIES - player.factories_left


def running_kind(view: NoriaView) -> str:
    """The kind of the disc that waits for an action; empty if none does."""
    running = view.current.running
    disc = at(view.players[view.active].wheel, running.slot) if running else None
    return disc.kind if disc else ""


def step(view: NoriaView) -> str:
    """What the active player is about to do: the last part of the keys that say so."""
    running = view.current.running
    if view.phase != "disc" or running is None:
        return view.phase
    if running.stage != "fresh":
        return running.stage
    return {"J": "journey", "C": "city"}.get(running_kind(view), "tool")


@dataclass(slots=True)
class Deed:
    """A disc activated in a turn, and what was done with it."""

    disc: Activated
    events: list[NoriaEvent] = field(default_factory=list[NoriaEvent])


def proposed(model: ViewModel[NoriaView], choice: NoriaMove | None) -> ViewModel[NoriaView]:
    """The model as a choice of the reader would make it; only whoever's turn it is has one."""
    if choice is None or model.seat != model.view.active:
        return model
    return replace(model, view=after(model.view, choice))


def by_bot(events: Iterable[NoriaEvent]) -> list[NoriaEvent]:
    """What the bot did."""
    return [event for event in events if isinstance(event, BotRotated | Use)]


def deeds(events: Iterable[NoriaEvent]) -> list[Deed]:
    """The discs that a turn activated, in order, each with what followed from it."""
    found: list[Deed] = []
    for event in events:
        match event:
            case Activated():
                found.append(Deed(event))
            case Shifted() | Modified() | TurnBegun():
                pass
            case Administered():
                break
            case _ if found:
                found[-1].events.append(event)
            case _:
                pass
    return found


@dataclass(slots=True)
class News:
    """What the newest turn has changed on the table."""

    levels: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """Paths with the levels that somebody has reached."""
    chambers: set[str] = field(default_factory=set[str])
    ships: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Islands with the spaces from which a ship was taken."""
    spots: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Islands with the spots on which somebody has built."""
    islands: set[int] = field(default_factory=set[int])
    """Where an ambassador has arrived, or what was turned up."""
    piles: set[str] = field(default_factory=set[str])


def news(view: NoriaView, earlier: NoriaView | None = None) -> News:
    """The changes since an earlier view; without one those of the turn under way, or as long as nothing was
    done in it, of the turn before."""
    if earlier is not None:
        return _since(earlier, view)
    found = News()
    for event in newest(view):
        _note(found, event)
    return found


def _since(then: NoriaView, now: NoriaView) -> News:
    before = {one.number: one for one in then.islands}
    levels, old_levels = dict(standing(now)), dict(standing(then))
    piles = zip(then.market, now.market, strict=True)
    chambers = zip(CHAMBERS, then.chambers, now.chambers, strict=True)
    found = News(
        levels={
            (path, level)
            for owner, reached in levels.items()
            for path, level, old in zip(PATHS, reached, old_levels[owner], strict=True)
            if level > old
        },
        chambers={chamber for chamber, old, new in chambers if old != new},
        piles={new.disc for old, new in piles if new.left < old.left},
    )
    for here in now.islands:
        known = before.get(here.number)
        arrived = set(visitors(now, here.number)) - set(visitors(then, here.number))
        if here != known or arrived:
            found.islands.add(here.number)
        spots = enumerate(
            zip(here.spots, known.spots if known else (None,) * len(here.spots), strict=True), 1
        )
        found.spots |= {(here.number, spot) for spot, (owner, old) in spots if owner != old}
    return found


def _note(found: News, event: NoriaEvent) -> None:
    match event:
        case Invested(path=path, level=level):
            found.levels.add((path, level))
        case BotInvested(path=path, level=level):
            if path is not None:
                found.levels.add((path, level))
        case Debated(down=down, remove=remove) | BotIntrigue(down=down, remove=remove):
            found.chambers |= {one for one in (down, remove) if one is not None}
        case Travelled(island=island) | Revealed(island=island):
            found.islands.add(island)
        case Bought(disc=disc):
            found.piles.add(disc)
        case ShipTaken() | BotShip() | Built() | BotFactory():
            _note_island(found, event)
        case _:
            pass


def _note_island(found: News, event: ShipTaken | BotShip | Built | BotFactory) -> None:
    match event:
        case ShipTaken(island=island, space=place) | BotShip(island=island, space=place):
            there = found.ships
        case Built(island=island, spot=place) | BotFactory(island=island, spot=place):
            there = found.spots
    found.islands.add(island)
    if place is not None:
        there.add((island, place))


def standing(view: NoriaView) -> list[tuple[Owner, tuple[int, ...]]]:
    """Everybody with the levels on the four paths, the bot last."""
    everybody: list[tuple[Owner, tuple[int, ...]]] = [
        (Seat(seat), player.levels) for seat, player in enumerate(view.players)
    ]
    return [*everybody, *([("bot", view.bot.levels)] if view.bot else [])]


def ships_of(here: Island) -> Bundle:
    """The ships that lie at an island."""
    heap = NOTHING
    for kind, count in zip(ship_kinds(here.number), here.ships, strict=True):
        heap = heap.plus(some(kind, count))
    return heap


def visitors(view: NoriaView, number: int) -> list[Owner]:
    """Whose ambassadors stand on an island."""
    there: list[Owner] = [
        Seat(seat) for seat, player in enumerate(view.players) if player.ambassador == number
    ]
    return [*there, *(["bot"] if view.bot and view.bot.ambassador == number else [])]


def coming(view: NoriaView) -> list[tuple[Disc, bool]]:
    """The letters of the bot's next turn, and whether each is used twice; none once the game is over."""
    forecast = bot_forecast(view) if view.phase != "over" else None
    if forecast is None:
        return []
    upgraded = {one.kind for _, one in discs_on(forecast.wheel) if one.upgraded}
    found = [Disc(letter, letter in upgraded) for letter in forecast.letters]
    return [(one, one.upgraded and not increases(one.kind, view.round)) for one in found]


def increases(letter: str, round: int) -> bool:
    """Whether a letter of the bot turns the wheel further in a round instead of being used itself."""
    return letter == "A" and round >= ENERGY_INCREASE_FROM
