"""What a choice that is not made yet would make of the town."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.games.noerdlingen.moves import Bonus, Border, Choose, Draw, Place
from bot.games.noerdlingen.paths import Path
from bot.games.noerdlingen.preview import Preview, drawable, preview, way_of
from bot.games.noerdlingen.town import Crossing
from bot.games.noerdlingen.view import NoerdlingenView
from render.noerdlingen.facts import News

Choice = Place | Choose | Draw | Bonus
Ways = tuple[tuple[Crossing, tuple[Path, ...]], ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The town with a choice in it, and what of it is new."""

    view: NoerdlingenView
    news: News
    draw: tuple[Path, Preview] | None = None
    """The border, if it is one, and what it would lead to."""


def ways_from(view: NoerdlingenView, start: Crossing | None) -> tuple[Path, ...]:
    """The ways from one soldier, in the order in which they are numbered."""
    return () if start is None else dict(drawable(view)).get(start, ())


def path_of(view: NoerdlingenView, choice: Choice | None) -> Path | None:
    """The border that is chosen, if it can be drawn."""
    if not isinstance(choice, Draw | Bonus):
        return None
    return way_of(view, choice.start, choice.steps)


def proposed(view: NoerdlingenView, choice: Choice | None) -> Proposal | None:
    """The town as this choice would make it; None if it changes nothing there."""
    if isinstance(choice, Place):
        return Proposal(_standing(view, choice.at), News(seat=view.active, ends=frozenset({choice.at})))
    path = path_of(view, choice)
    if path is None:
        return None
    found = preview(view, view.active, path)
    border = Border(view.active, path.start, path.steps, path.number, view.round, view.phase == "bonus")
    after = replace(
        _standing(view, found.end),
        borders=(*view.borders, border),
        territories=(*view.territories, *found.territories),
    )
    changed = News(
        seat=view.active,
        borders=(border,),
        ends=frozenset({found.end}),
        territories=found.territories,
        gains=found.gains if found.territories else (),
    )
    return Proposal(after, changed, (path, found))


def _standing(view: NoerdlingenView, at: Crossing) -> NoerdlingenView:
    """The town with one soldier more of whoever's turn it is."""
    seat, players = view.active, view.players
    player = replace(players[seat], soldiers=(*players[seat].soldiers, at))
    return replace(view, players=(*players[:seat], player, *players[seat + 1 :]))
