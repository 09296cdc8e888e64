"""Thurn and Taxis in sentences: what just happened, how the table stands, what is to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import assert_never

from bot.games.contract import Options, Seat
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.land import CITIES, LAND, next_carriage, region_of
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Closed,
    Discard,
    EndTriggered,
    EndTurn,
    GameOver,
    GaveUp,
    Play,
    Played,
    Reshuffled,
    Shed,
    Skipped,
    Swept,
    TakeBlind,
    TakeOpen,
    TaxisEvent,
    TaxisMove,
    TaxisOptions,
    Took,
)
from bot.games.thurn_and_taxis.offer import EACH
from bot.games.thurn_and_taxis.possible import route_of
from bot.games.thurn_and_taxis.rows import sides
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView
from bot.text import Words, signed
from bot.view_model import ViewModel
from render.thurn_and_taxis import names
from render.thurn_and_taxis.facts import for_all, owners, stacks, step, tile_points

Taxis = ViewModel[TaxisView]


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options as rows of label and value."""
    assert isinstance(options, TaxisOptions)
    value = words(f"thurn_and_taxis.option.all_regions.{options.all_regions}")
    return ((words("thurn_and_taxis.option.all_regions"), value),)


def state(model: Taxis) -> str:
    """One line: the round, and whether it is the last one."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("thurn_and_taxis.text.over")
    if view.ending is None:
        return words("thurn_and_taxis.text.round", round=view.round)
    return words("thurn_and_taxis.text.last_round", round=view.round, name=model.names[view.ending])


def turn_line(model: Taxis) -> str:
    """Whose turn it is and what is to be done; empty once the game is over."""
    view, words = model.view, model.words
    if view.phase == "over":
        return ""
    todo = words(f"thurn_and_taxis.text.todo.{step(view)}")
    return words("thurn_and_taxis.text.turn", name=model.names[view.active], todo=todo)


def headline(model: Taxis) -> str:
    """The line of state below the story of a turn: the round, whose turn it is, what is to be done."""
    if model.view.phase == "over":
        return state(model)
    return model.words("thurn_and_taxis.text.headline", state=state(model), turn=turn_line(model))


def report(model: Taxis, events: Iterable[TaxisEvent]) -> list[str]:
    """What a turn made happen for everybody's ears, a sentence for each fact: open cards by name, blind
    ones not. `events` are those of `view.before` or `view.news`."""
    found: list[str] = []
    for _, group in groupby(for_all(events), key=_kind):
        run = list(group)
        found += _shed(model, run) if isinstance(run[0], Shed) else _each(model, run)
    return found


def _kind(event: TaxisEvent) -> type[TaxisEvent]:
    return type(event)


def _each(model: Taxis, events: Iterable[TaxisEvent]) -> list[str]:
    return [line for event in events for line in _told(model, event)]


def _told(model: Taxis, event: TaxisEvent) -> list[str]:
    words = model.words
    match event:
        case Swept(seat=seat, cities=cards):
            listed = names.cities(cards, words)
            return [words("thurn_and_taxis.report.swept", name=model.names[seat], cities=listed)]
        case Took():
            return [_took(model, event)]
        case GaveUp(seat=seat, route=route):
            path = names.path(route, words)
            return [words("thurn_and_taxis.report.gave_up", name=model.names[seat], route=path, n=len(route))]
        case Played():
            return [_played(model, event)]
        case Closed():
            return _closed(model, event)
        case Reshuffled(cards=count):
            return [words("thurn_and_taxis.report.reshuffled", n=count)]
        case Skipped(seat=seat, what=what):
            return [words(f"thurn_and_taxis.report.skipped.{what}", name=model.names[seat])]
        case EndTriggered(seat=seat, why=why):
            return [words(f"thurn_and_taxis.report.ending.{why}", name=model.names[seat])]
        case GameOver():
            return [words("thurn_and_taxis.text.over")]
        case _:
            return []


def _took(model: Taxis, event: Took) -> str:
    words, name = model.words, model.names[event.seat]
    again = "also" if event.postmaster else "takes"
    if event.city is None:
        return words(f"thurn_and_taxis.report.blind.{again}", name=name)
    return words(f"thurn_and_taxis.report.open.{again}", name=name, city=names.city(event.city, words))


def _played(model: Taxis, event: Played) -> str:
    words = model.words
    name, city = model.names[event.seat], names.city(event.city, words)
    if event.postal_carrier:
        return words(f"thurn_and_taxis.report.carrier.{event.side}", name=name, city=city)
    return words(f"thurn_and_taxis.report.played.{event.side or 'first'}", name=name, city=city)


def _closed(model: Taxis, event: Closed) -> list[str]:
    words, name = model.words, model.names[event.seat]
    path = names.path(event.route, words)
    lines = [words("thurn_and_taxis.report.closed", name=name, route=path, n=len(event.route))]
    gains = gained(event, words)
    if not gains:
        return [*lines, words("thurn_and_taxis.report.no_gain", name=name)]
    return [*lines, words("thurn_and_taxis.report.gains", name=name, gains=words.all_of(gains))]


def gained(event: Closed, words: Words) -> list[str]:
    """What closing a route brings, in a few words each: offices, tiles, carriage."""
    gains = [words("thurn_and_taxis.report.tile", tile=names.tile(one, words)) for one in event.tiles]
    if event.offices:
        listed, count = names.cities(event.offices, words), len(event.offices)
        gains.insert(0, words("thurn_and_taxis.report.offices", cities=listed, n=count))
    if event.carriage is not None:
        key = "cartwright" if event.cartwright else "carriage"
        gains.append(words(f"thurn_and_taxis.report.{key}", level=event.carriage))
    return gains


def _shed(model: Taxis, events: list[TaxisEvent]) -> list[str]:
    shed = [event for event in events if isinstance(event, Shed)]
    listed = names.cities((event.city for event in shed), model.words)
    return [
        model.words("thurn_and_taxis.report.shed", name=model.names[shed[0].seat], cities=listed, n=len(shed))
    ]


def text(model: Taxis) -> str:
    """All that the reader's pictures show, in words."""
    words = model.words
    parts = [*filter(None, (state(model), turn_line(model))), ""]
    parts += display_lines(model)
    parts += ["", words("thurn_and_taxis.text.players"), *player_lines(model), *route_lines(model)]
    parts += ["", words("thurn_and_taxis.text.offices"), *region_lines(model)]
    parts += ["", words("thurn_and_taxis.text.stacks"), *stack_lines(model)]
    if model.seat is not None:
        parts += ["", *hand_lines(model)]
    return "\n".join(parts)


def display_lines(model: Taxis) -> list[str]:
    """The open cards with their places, the deck, the discard pile."""
    view, words = model.view, model.words
    comma = words("thurn_and_taxis.text.comma")
    cards = [
        words("thurn_and_taxis.text.place", place=place, city=names.city(city, words))
        for place, city in enumerate(view.display, start=1)
        if city is not None
    ]
    listed = comma.join(cards) or words("thurn_and_taxis.text.none")
    piles = words("thurn_and_taxis.text.piles", deck=view.deck_size, discard=len(view.discard))
    return [words("thurn_and_taxis.text.display", cards=listed), piles, *_discarded(view, words)]


def _discarded(view: TaxisView, words: Words) -> list[str]:
    counted = Counter(view.discard)
    cards = (
        words("thurn_and_taxis.text.count", city=names.city(city, words), n=counted[city])
        for city in CITIES
        if counted[city]
    )
    listed = words("thurn_and_taxis.text.comma").join(cards)
    return [words("thurn_and_taxis.text.discard", cards=listed)] if listed else []


def player_lines(model: Taxis) -> list[str]:
    """A line for each player: offices left, carriage, hand, tiles, score."""
    pairs = zip(model.names, model.view.players, strict=True)
    return [_player(name, player, model.words) for name, player in pairs]


def _player(name: str, player: PlayerView, words: Words) -> str:
    line = words(
        "thurn_and_taxis.text.player",
        name=name,
        offices=player.offices_left,
        carriage=carriage(player.carriage, words),
        hand=player.hand_size,
        score=signed(player.score),
    )
    if not player.tiles:
        return line
    listed = words("thurn_and_taxis.text.comma").join(names.tile(one, words) for one in player.tiles)
    tiles = words("thurn_and_taxis.text.player_tiles", tiles=listed, n=tile_points(player))
    return words("thurn_and_taxis.text.player_more", line=line, tiles=tiles)


def carriage(level: int, words: Words) -> str:
    """A carriage by its level."""
    key = "carriage" if level else "no_carriage"
    return words(f"thurn_and_taxis.text.{key}", level=level)


def route_lines(model: Taxis) -> list[str]:
    """A line for each route that lies, from its left to its right end."""
    words = model.words
    return [
        words(
            "thurn_and_taxis.text.route",
            name=name,
            route=names.path(player.route, words),
            n=len(player.route),
        )
        for name, player in zip(model.names, model.view.players, strict=True)
        if player.route
    ]


def region_lines(model: Taxis) -> list[str]:
    """A line for each region: its cities and who has an office there."""
    words, there = model.words, owners(model.view)
    comma = words("thurn_and_taxis.text.comma")
    lines: list[str] = []
    for region in LAND.regions:
        cities = [_town(model, city, there[city]) for city in region.cities]
        name = names.region(region.id, words)
        lines.append(words("thurn_and_taxis.text.region", region=name, cities=comma.join(cities)))
    return lines


def _town(model: Taxis, city: str, seats: tuple[Seat, ...]) -> str:
    words = model.words
    if not seats:
        return names.city(city, words)
    owned = words("thurn_and_taxis.text.and").join(model.names[seat] for seat in seats)
    return words("thurn_and_taxis.text.town", city=names.city(city, words), owners=owned)


def stack_lines(model: Taxis) -> list[str]:
    """A line for each stack of tiles: what it is for, the values that are left."""
    words = model.words
    return [
        words(
            "thurn_and_taxis.text.stack",
            stack=names.stack(stack, words),
            values=" ".join(map(str, values)) or words("thurn_and_taxis.text.none"),
        )
        for stack, values in stacks(model.view)
    ]


def hand_lines(model: Taxis) -> list[str]:
    """The reader's own cards, the one held longest first, and where each would fit; the next carriage."""
    view, words = model.view, model.words
    if model.seat is None:
        return []
    own = view.players[model.seat]
    if not view.hand:
        return [words("thurn_and_taxis.text.no_hand"), *_next(own, words)]
    cards = (
        words(
            "thurn_and_taxis.text.card",
            city=names.city(city, words),
            region=names.region(CITIES[city].region, words),
            place=landing(own.route, city, words),
        )
        for city in view.hand
    )
    return [words("thurn_and_taxis.text.hand"), *cards, *_next(own, words)]


def landing(route: tuple[str, ...], city: str, words: Words) -> str:
    """Where a card would fit a route, in a few words."""
    if not route:
        return words("thurn_and_taxis.text.fits.new")
    ends = sides(route, city)
    key = "both" if len(ends) > 1 else ends[0] if ends else "not"
    return words(f"thurn_and_taxis.text.fits.{key}")


def _next(own: PlayerView, words: Words) -> list[str]:
    level = next_carriage(own.carriage)
    if level is None:
        return [words("thurn_and_taxis.text.last_carriage")]
    return [words("thurn_and_taxis.text.next_carriage", level=level, length=len(own.route), n=level)]


def own_lines(model: Taxis) -> list[str]:
    """The reader's own route and numbers."""
    if model.seat is None:
        return []
    own, name = model.view.players[model.seat], model.names[model.seat]
    route = names.path(own.route, model.words)
    laid = model.words("thurn_and_taxis.text.route", name=name, route=route, n=len(own.route))
    return [_player(name, own, model.words), *([laid] if own.route else [])]


def move_name(model: Taxis, move: TaxisMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this model."""
    words = model.words
    match move:
        case Administrator():
            return words("thurn_and_taxis.move.administrator")
        case TakeOpen(place=place):
            open_card = model.view.display[place - 1]
            city = "" if open_card is None else names.city(open_card, words)
            return words("thurn_and_taxis.move.take_open", place=place, city=city)
        case TakeBlind():
            return words("thurn_and_taxis.move.take_blind")
        case Play(city=card, side=side):
            return words(f"thurn_and_taxis.move.play_{side}", city=names.city(card, words))
        case Begin(city=card):
            return words("thurn_and_taxis.move.begin", city=names.city(card, words))
        case Close(offices=offices, cartwright=cartwright):
            key = "close_cartwright" if cartwright else "close"
            where = names.cities(offices, words) if offices else words("thurn_and_taxis.command.nowhere")
            return words(f"thurn_and_taxis.move.{key}", cities=where)
        case Discard(city=card):
            return words("thurn_and_taxis.move.discard", city=names.city(card, words))
        case EndTurn():
            return words("thurn_and_taxis.move.end_turn")
        case _:
            assert_never(move)


def card_fits(view: TaxisView, city: str, words: Words) -> str:
    """The region of a card, and where it would fit the route of whoever's turn it is."""
    place = landing(route_of(view), city, words)
    return words("thurn_and_taxis.panel.card", region=names.region(region_of(city), words), place=place)


def card_joins(view: TaxisView, move: Play, words: Words) -> str:
    """The region of a card, and the city of the route beside which it would come to lie."""
    end = route_of(view)[0 if move.side == "left" else -1]
    region = names.region(region_of(move.city), words)
    return words(f"thurn_and_taxis.panel.to_{move.side}", region=region, end=names.city(end, words))


def deck_left(view: TaxisView, words: Words) -> str:
    """How many cards the deck still has."""
    if not view.deck_size:
        return words("thurn_and_taxis.panel.deck_empty")
    return words("thurn_and_taxis.panel.deck_left", n=view.deck_size)


def mode_name(mode: str, words: Words) -> str:
    """How offices are placed: one in each region, or all in one."""
    if mode == EACH:
        return words("thurn_and_taxis.panel.mode_each")
    return words("thurn_and_taxis.panel.mode_one", region=names.region(mode, words))


def closing_gains(view: TaxisView, move: Close, words: Words) -> str:
    """What a closing brings: offices, tiles, carriage, all together in points, and if it ends the game."""
    got = preview(view, move.offices, cartwright=move.cartwright)
    closed = Closed(
        seat=view.active,
        route=route_of(view),
        offices=move.offices,
        tiles=got.tiles,
        carriage=got.carriage,
        cartwright=move.cartwright,
    )
    gains = gained(closed, words)
    if not gains:
        return words("thurn_and_taxis.panel.yields_nothing")
    lines = [words("thurn_and_taxis.panel.yields", gains=words.all_of(gains), n=got.points)]
    if got.trigger:
        lines.append(words("thurn_and_taxis.panel.ends"))
    return "\n".join(lines)
