"""What has changed on the table of Noria: what the board lights."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.games.noria import moves
from bot.games.noria.box import CHAMBERS, PATHS
from bot.games.noria.facts import newest, standing, visitors
from bot.games.noria.moves import NoriaEvent
from bot.games.noria.state import NoriaView


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
    """The changes since an earlier view; without one those of the turn under way, or as long as nothing was
    done in it, of the turn before."""
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
