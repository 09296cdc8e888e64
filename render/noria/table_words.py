"""All that lies on the table in lines of words: players, paths, chambers, market, islands, wheels."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.noria.box import CHAMBERS, PATHS, TOP, Chamber, Path, island
from bot.games.noria.costs import (
    modification_cost,
    night_shift_cost,
    opponents_above,
    politics_cost,
    units_for,
)
from bot.games.noria.table import CHAMBER_PLACE, Island, Owner, Player, level_on, value
from bot.games.noria.view import NoriaView
from bot.games.noria.wheel import ACTIVE, Wheel, discs_on
from bot.text import Words, signed
from bot.view_model import ViewModel
from render.noria import names
from render.noria.facts import factories, ships_of, standing, visitors

Noria = ViewModel[NoriaView]


def cost_lines(model: Noria) -> list[str]:
    """What knowledge buys today."""
    view = model.view
    if not view.round or view.phase == "over":
        return []
    politics, shift, swap = politics_cost(view.space), night_shift_cost(view), modification_cost(view)
    return [model.words("noria.text.costs", politics=politics, shift=shift, swap=swap)]


def market_line(model: Noria) -> str:
    """Every pile with its price and what is left of it."""
    words = model.words
    piles = [
        words(
            "noria.text.pile",
            disc=names.disc(pile.disc, words),
            price=pile.price or words("noria.text.free"),
            left=pile.left,
        )
        for pile in model.view.market
    ]
    return words("noria.text.market", piles=names.listed(piles, words))


def player_lines(model: Noria) -> list[str]:
    """A line for each player: points, knowledge, stock, ships, factories, empty warehouses."""
    players = zip(model.names, model.view.players, model.view.scores, strict=True)
    return [_player(name, player, score, model.words) for name, player, score in players]


def _player(name: str, player: Player, score: int, words: Words) -> str:
    line = words(
        "noria.text.player",
        name=name,
        score=signed(score),
        knowledge=player.knowledge,
        stock=names.bundle(player.stock, words),
        ships=names.bundle(player.ships, words),
        factories=factories(player),
    )
    if not player.empty.total:
        return line
    return words("noria.text.empty", line=line, empty=names.bundle(player.empty, words))


def short_lines(model: Noria) -> list[str]:
    """The same with points, knowledge and stock alone; the bot with its points."""
    words = model.words
    lines = [
        words(
            "noria.text.player_short",
            name=name,
            score=signed(score),
            knowledge=player.knowledge,
            stock=names.bundle(player.stock, words),
        )
        for name, player, score in zip(model.names, model.view.players, model.view.scores, strict=True)
    ]
    return [*lines, *bot_lines(model)]


def bot_lines(model: Noria) -> list[str]:
    """The bot's points and factories, in the solo mode."""
    view, words = model.view, model.words
    if view.bot is None or view.bot_score is None:
        return []
    built = sum(owner == "bot" for here in view.islands for owner in here.spots)
    return [words("noria.text.bot_line", score=signed(view.bot_score), factories=built)]


def who(model: Noria, owner: Owner) -> str:
    """The name of a player, or the bot."""
    return model.words("noria.text.bot") if owner == "bot" else model.names[owner]


def path_lines(model: Noria) -> list[str]:
    """A line for each path: who stands on which level, and what the next level costs each of them."""
    view, words = model.view, model.words
    lines: list[str] = []
    for one in PATHS:
        levels = [
            words("noria.text.level", name=who(model, owner), level=level_on(levels, one))
            for owner, levels in standing(view)
        ]
        costs = [
            words("noria.text.cost", name=model.names[seat], n=_next_cost(view, Seat(seat), one))
            for seat, player in enumerate(view.players)
            if level_on(player.levels, one) < TOP
        ]
        line = words("noria.text.path_levels", path=_head(one, words), levels=names.listed(levels, words))
        if costs:
            line = words("noria.text.path_costs", line=line, costs=names.listed(costs, words))
        lines.append(line)
    return lines


def _next_cost(view: NoriaView, seat: Seat, one: Path) -> int:
    level = level_on(view.players[seat].levels, one)
    return units_for(one, level + 1) + opponents_above(view, seat, one)


def _head(one: Chamber, words: Words) -> str:
    return names.first(names.chamber(one, words))


def chamber_lines(model: Noria) -> list[str]:
    """A line for each chamber: its value and where its politicians are."""
    view, words = model.view, model.words
    lines: list[str] = []
    for one in CHAMBERS:
        seats = view.chambers[CHAMBER_PLACE[one]]
        lines.append(
            words(
                "noria.text.chamber",
                chamber=_head(one, words),
                value=value(view.chambers, one),
                upper=seats.upper,
                lower=seats.lower,
                removed=seats.removed,
            )
        )
    return lines


def values_line(model: Noria) -> str:
    """The values of all chambers in one line."""
    view, words = model.view, model.words
    values = [
        words("noria.text.chamber_short", chamber=names.chamber(one, words), value=value(view.chambers, one))
        for one in CHAMBERS
    ]
    return words("noria.text.values", values=names.listed(values, words))


def island_lines(model: Noria) -> list[str]:
    """A line for each island: its ships, its spots and their owners, who is there; how many are face down."""
    view, words = model.view, model.words
    head = words("noria.text.circle" if view.bot else "noria.text.islands")
    lines = [head, *[_island(model, here) for here in view.islands]]
    if view.face_down:
        lines.append(words("noria.text.face_down", n=view.face_down))
    return lines


def _island(model: Noria, here: Island) -> str:
    words = model.words
    there = [who(model, owner) for owner in visitors(model.view, here.number)]
    guests = words("noria.text.ambassadors", names=words.all_of(there)) if there else ""
    return words(
        "noria.text.island_line",
        n=here.number,
        ships=names.bundle(ships_of(here), words),
        spots=names.listed([_spot(model, here, place) for place in range(4)], words),
        ambassadors=guests or words("noria.text.no_ambassador"),
    )


def _spot(model: Noria, here: Island, place: int) -> str:
    words, owner = model.words, here.spots[place]
    count, made = island(here.number).spots[place]
    what = words(f"noria.count.{made}", n=count) if owner is None else who(model, owner)
    return words("noria.text.spot", place=place + 1, what=what)


def wheel_lines(model: Noria) -> list[str]:
    """The wheels of everybody, slot by slot, the active half first."""
    view, words = model.view, model.words
    lines = [
        wheel_line(name, player.wheel, words) for name, player in zip(model.names, view.players, strict=True)
    ]
    if view.bot:
        lines.append(words("noria.text.bot_wheel", **_halves(view.bot.wheel, words, letters=True)))
    return lines


def wheel_line(name: str, wheel: Wheel, words: Words) -> str:
    """A player's wheel, slot by slot."""
    return words("noria.text.wheel", name=name, **_halves(wheel, words))


def _halves(wheel: Wheel, words: Words, *, letters: bool = False) -> dict[str, str]:
    """What lies in the active half and in the other one."""
    halves: dict[bool, list[str]] = {True: [], False: []}
    for slot, one in discs_on(wheel):
        lying = words("noria.text.slot", slot=slot, disc=names.side(one, words, letter=letters))
        halves[slot in ACTIVE].append(lying)
    nothing = words("noria.text.nothing")
    return {
        "active": names.listed(halves[True], words) or nothing,
        "inactive": names.listed(halves[False], words) or nothing,
    }


def own_lines(model: Noria) -> list[str]:
    """What the reader owns, and the own wheel; for a spectator those of whoever's turn it is."""
    view = model.view
    seat = view.active if model.seat is None else model.seat
    name, player = model.names[seat], view.players[seat]
    line = _player(name, player, view.scores[seat], model.words)
    return [line, wheel_line(name, player.wheel, model.words)]
