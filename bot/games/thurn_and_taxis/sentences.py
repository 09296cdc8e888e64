"""Thurn and Taxis in sentences: report, table as text, panels, names of things, alt texts of the pictures."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import assert_never

from bot.games.contract import Refusal, heard
from bot.games.thurn_and_taxis import moves, possible
from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.land import CITIES, LAND, NEIGHBOURS, RULES, next_carriage, region_of
from bot.games.thurn_and_taxis.moves import Close, Closed, Shed, TaxisEvent, TaxisMove, Tile
from bot.games.thurn_and_taxis.planning import TAKEN
from bot.games.thurn_and_taxis.possible import EACH, Fit, anew, fit, fit_taken
from bot.games.thurn_and_taxis.view import PlayerView, TaxisView, owners, stacks, step
from bot.text import Words, called, cut, folded, locales, signed, words
from bot.view_model import Said, ViewModel, by_name, described, in_words, tag, ties

Taxis = ViewModel[TaxisView]
DECK, NOWHERE = "deck", "-"
"""What stands for the top of the deck, and for closing without an office."""
_BETWEEN = re.compile(r"[\s,、，;；・+]+")
_LONGEST = 40
"""Characters that are repeated of what nobody understood."""


# Names --------------------------------------------------------------------------------------------------


def city(key: str, words: Words) -> str:
    """The name of a city."""
    return words(f"thurn_and_taxis.city.{key}")


def cities(keys: Iterable[str], words: Words) -> str:
    """Cities one after the other, as in a list."""
    return words.listed(city(key, words) for key in keys)


def path(keys: Iterable[str], words: Words) -> str:
    """Cities in the order of a route, from its left to its right end."""
    return words("thurn_and_taxis.text.road").join(city(key, words) for key in keys)


def region(key: str, words: Words) -> str:
    """The name of a region."""
    return words(f"thurn_and_taxis.region.{key}")


def stack(key: str, words: Words) -> str:
    """What the tiles of a stack are for."""
    return words(f"thurn_and_taxis.stack.{key}")


def tile(one: Tile, words: Words) -> str:
    """A tile with its points."""
    return words("thurn_and_taxis.text.tile", stack=stack(one.stack, words), n=one.value)


_SAID: Said = {"city": city, "cities": cities, "route": path}
"""How the fields of moves and events are said."""


def mode_name(mode: str, words: Words) -> str:
    """How offices are placed: one in each region, or all in one."""
    if mode == EACH:
        return words("thurn_and_taxis.panel.mode_each")
    return words("thurn_and_taxis.panel.mode_one", region=region(mode, words))


def named(model: Taxis, move: TaxisMove) -> str:
    """A move in a few words, as whoever's turn it is may make it in this model."""
    found = in_words(move, _SAID, model.words)
    match move:
        case moves.TakeOpen():
            key, card = "take_open", card_of(model.view, move)
            found["city"] = city(card, model.words) if card else ""
        case moves.Play(side=side):
            key = f"play_{side}"
        case Close(offices=offices, cartwright=cartwright):
            key = "close_cartwright" if cartwright else "close"
            found["cities"] = cities(offices, model.words) or model.words("thurn_and_taxis.move.no_offices")
        case _:
            key = tag(move)
    text = model.words(f"thurn_and_taxis.move.{key}", **found)
    if isinstance(move, moves.TakeOpen | moves.TakeBlind) and model.view.phase == "play":
        return model.words("thurn_and_taxis.move.take_second", move=text)
    return text


def wish(model: Taxis, wish: str) -> str:
    """A wish of a plan: a card to take, what is done with it, the end of the turn."""
    verb, _, rest = wish.partition("/")
    card, _, side = rest.partition("/")
    key = verb if verb in ("deck", "close", "end") else "take"
    if rest:
        key = f"{verb}_taken" if card == TAKEN else f"{verb}_{side}".rstrip("_")
    named = {"take": verb, "play_left": card, "play_right": card, "begin": card}.get(key, "")
    return model.words(f"thurn_and_taxis.plan.{key}", city=named and city(named, model.words))


def about_wish(model: Taxis, wish: str) -> str:
    """Where the card of a wish joins the own route, what a new route costs, how many cards the deck has."""
    view, words = model.view, model.words
    assert model.seat is not None, "a seat plans"
    route, (verb, card, side) = view.players[model.seat].route, (*wish.split("/"), "", "")[:3]
    if verb == "deck":
        return line(model, moves.TakeBlind())[1]
    if verb == "begin" and route:
        return words("thurn_and_taxis.picture.lost", n=len(route))
    if card == TAKEN or verb in ("close", "end"):
        return ""
    found = fit(route, card or verb)
    if found.key == "both" and side:
        found = Fit("left", route[:1]) if side == "left" else Fit("right", route[-1:])
    return _placed(card or verb, found, words)


def short_wish(model: Taxis, wish: str) -> str:
    """A likely wish as a button: an open card that fits, the deck, the card just taken, the end."""
    view, words = model.view, model.words
    assert model.seat is not None, "a seat plans"
    if wish == f"play/{TAKEN}":
        return words("thurn_and_taxis.plan.short_taken")
    if wish == "close":
        return words("thurn_and_taxis.plan.short_close")
    if wish in ("deck", "end"):
        return words(f"thurn_and_taxis.panel.{wish}")
    fitting = wish in view.display and fit(view.players[model.seat].route, wish).key != "not"
    return city(wish, words) if fitting else ""


def spellings(key: str) -> tuple[str, ...]:
    """All that a city is called; the deck by its own name."""
    if key == DECK:
        return ()
    return key, *(city(key, words(locale)) for locale in locales()), *CITIES[key].aliases


def city_meant(text: str) -> str:
    """The city that somebody means, by id, name or another spelling. Refusal: no_such_city {name}."""
    wanted = folded(text)
    found = next((key for key in CITIES if wanted in map(folded, spellings(key))), None)
    if found is None:
        raise Refusal("no_such_city", name=cut(text, _LONGEST))
    return found


def card_meant(text: str) -> str:
    """The same, or `DECK` for its top."""
    return DECK if folded(text) == DECK or called(text, "thurn_and_taxis.panel.deck") else city_meant(text)


def cities_meant(text: str) -> tuple[str, ...]:
    """The cities of a list, in its order; none where it says so. Refusal: no_such_city {name}."""
    if text.strip() == NOWHERE or called(text, "thurn_and_taxis.command.nowhere"):
        return ()
    return tuple(map(city_meant, parts(text)))


def parts(text: str) -> list[str]:
    """A list of names, split: no city has a space in its name."""
    return [part for part in _BETWEEN.split(text) if part]


# What happened ------------------------------------------------------------------------------------------


def report(model: Taxis, events: Iterable[TaxisEvent]) -> list[str]:
    """What a turn made happen for everybody's ears, a sentence for each fact: open cards by name, blind
    ones not. `events` are those of `view.before` or `view.news`."""
    found: list[str] = []
    for _, group in groupby(heard(events, None), key=lambda event: isinstance(event, Shed)):
        run = list(group)
        # One sentence for all cards discarded one after the other.
        if shed := [event for event in run if isinstance(event, Shed)]:
            name, shown = model.names[shed[0].seat], cities((event.city for event in shed), model.words)
            found.append(model.words("thurn_and_taxis.report.shed", name=name, cities=shown, n=len(shed)))
        else:
            found += [line for event in run for line in _told(model, event)]
    return found


def _told(model: Taxis, event: TaxisEvent) -> list[str]:
    words, found = model.words, by_name(model, event, _SAID)

    match event:
        case moves.Took(city=card, postmaster=again):
            key = f"thurn_and_taxis.report.{'open' if card else 'blind'}.{'also' if again else 'takes'}"
        case moves.GaveUp(route=route):
            key, found["n"] = "thurn_and_taxis.report.gave_up", len(route)
        case moves.Played(side=side, postal_carrier=carrier):
            key = f"thurn_and_taxis.report.{'carrier' if carrier else 'played'}.{side or 'first'}"
        case Closed(route=route):
            closed = words("thurn_and_taxis.report.closed", **found, n=len(route))
            got = _gained(event, words)
            key = f"thurn_and_taxis.report.{'gains' if got else 'no_gain'}"
            return [closed, words(key, name=found["name"], gains=words.all_of(got))]
        case moves.Reshuffled(cards=count):
            key, found["n"] = "thurn_and_taxis.report.reshuffled", count
        case moves.Skipped(what=what):
            key = f"thurn_and_taxis.report.skipped.{what}"
        case moves.EndTriggered(why=why):
            key = f"thurn_and_taxis.report.ending.{why}"
        case moves.Swept():
            key = "thurn_and_taxis.report.swept"
        case moves.GameOver():
            key = "thurn_and_taxis.text.over"
        case _:
            return []
    return [words(key, **found)]


def _gained(event: Closed, words: Words) -> list[str]:
    found = [words("thurn_and_taxis.report.tile", tile=tile(one, words)) for one in event.tiles]
    if event.offices:
        placed, count = cities(event.offices, words), len(event.offices)
        found.insert(0, words("thurn_and_taxis.report.offices", cities=placed, n=count))
    if event.carriage is not None:
        key = "cartwright" if event.cartwright else "carriage"
        found.append(words(f"thurn_and_taxis.report.{key}", level=event.carriage))
    return found


def newest_turn(model: Taxis) -> tuple[TaxisEvent, ...]:
    """The present turn, once something was done in it, else the one before."""
    view = model.view
    return view.news if view.phase == "over" or report(model, view.news) else view.before


def begun(model: Taxis) -> moves.TurnBegun | None:
    """How the turn began that is the news; None before the first one has brought any."""
    return next((event for event in newest_turn(model) if isinstance(event, moves.TurnBegun)), None)


def caption(model: Taxis) -> str:
    """The round, and whose turn is the news; at the end that it was the last one."""
    if model.view.phase == "over":
        return model.words("thurn_and_taxis.panel.caption_over", round=model.view.round)
    turn = begun(model)
    if turn is None:
        return model.words("thurn_and_taxis.panel.caption_begin")
    return model.words("thurn_and_taxis.panel.caption", round=turn.round, name=model.names[turn.seat])


# How the table stands -----------------------------------------------------------------------------------


def state(model: Taxis) -> str:
    """One line: the round, and whether it is the last one."""
    view, words = model.view, model.words
    if view.phase == "over":
        return words("thurn_and_taxis.text.over")
    if view.ending is None:
        return words("thurn_and_taxis.text.round", round=view.round)
    return words("thurn_and_taxis.text.last_round", round=view.round, name=model.names[view.ending])


def notes(model: Taxis) -> list[str]:
    """What stands below the ranking: which rule has broken a tie (section 6)."""
    words, names, ending = model.words, model.names, model.view.ending
    if ending is None:
        return []
    return [
        words(
            "thurn_and_taxis.text.tie",
            points=signed(points),
            name=names[ending],
            order=words.listed(names[seat] for seat in seats),
        )
        for points, seats in ties(model)
    ]


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


def text(model: Taxis) -> str:
    """All that the reader's pictures show, in words."""
    words = model.words
    left = [
        words(
            "thurn_and_taxis.text.stack",
            stack=stack(key, words),
            values=" ".join(map(str, values)),
            n=len(values),
        )
        if values
        else words("thurn_and_taxis.text.no_stack", stack=stack(key, words))
        for key, values in stacks(model.view)
    ]
    parts = [*filter(None, (state(model), turn_line(model))), "", *_display_lines(model)]
    parts += ["", words("thurn_and_taxis.text.players"), *_player_lines(model)]
    parts += ["", words("thurn_and_taxis.text.offices"), *_region_lines(model)]
    parts += ["", words("thurn_and_taxis.text.stacks"), *left]
    if model.seat is not None:
        parts += ["", *_hand_lines(model)]
    return "\n".join(parts)


def _display_lines(model: Taxis) -> list[str]:
    view, words = model.view, model.words
    cards = [
        _open_card(model, place, card) for place, card in enumerate(view.display, start=1) if card is not None
    ]
    counted = Counter(view.discard)
    gone = [
        words("thurn_and_taxis.text.count", city=city(card, words), n=counted[card])
        for card in CITIES
        if counted[card]
    ]
    shown = words.listed(cards) or words("thurn_and_taxis.text.none")
    lines = [
        words("thurn_and_taxis.text.display", cards=shown),
        words("thurn_and_taxis.text.piles", deck=view.deck_size, discard=len(view.discard)),
    ]
    return [*lines, words("thurn_and_taxis.text.discard", cards=words.listed(gone))] if gone else lines


def _open_card(model: Taxis, place: int, card: str) -> str:
    # To whoever may take it the card also says what it would do.
    view, words = model.view, model.words
    name = city(card, words)
    if model.seat is None or model.seat != view.active or not view.may_take:
        return words("thurn_and_taxis.text.place", place=place, city=name)
    told = fits(fit_taken(view, model.seat, card), words)
    return words("thurn_and_taxis.text.place_fits", place=place, city=name, fits=told)


def _player_lines(model: Taxis) -> list[str]:
    pairs = [*zip(model.names, model.view.players, strict=True)]
    routes = [_route(name, player, model.words) for name, player in pairs if player.route]
    return [*(_player(name, player, model.words) for name, player in pairs), *routes]


def _player(name: str, player: PlayerView, words: Words) -> str:
    line = words(
        "thurn_and_taxis.text.player",
        name=name,
        offices=player.offices_left,
        carriage=words(
            f"thurn_and_taxis.text.{'carriage' if player.carriage else 'no_carriage'}", level=player.carriage
        ),
        hand=player.hand_size,
        score=signed(player.score),
    )
    if not player.tiles:
        return line
    told = words.listed(tile(one, words) for one in player.tiles)
    tiles = words("thurn_and_taxis.text.player_tiles", tiles=told, n=player.tile_points)
    return words("thurn_and_taxis.text.player_more", line=line, tiles=tiles)


def _route(name: str, player: PlayerView, words: Words) -> str:
    route = path(player.route, words)
    return words("thurn_and_taxis.text.route", name=name, route=route, n=len(player.route))


def _region_lines(model: Taxis) -> list[str]:
    words, there = model.words, owners(model.view)

    def town(key: str) -> str:
        if not there[key]:
            return city(key, words)
        owned = words("thurn_and_taxis.text.and").join(model.names[seat] for seat in there[key])
        return words("thurn_and_taxis.text.town", city=city(key, words), owners=owned)

    return [
        words("thurn_and_taxis.text.region", region=region(one.id, words), cities=words.listed(towns))
        for one in LAND.regions
        if (towns := [town(key) for key in one.cities])
    ]


def _hand_lines(model: Taxis) -> list[str]:
    view, words = model.view, model.words
    assert model.seat is not None, "a hand belongs to a seat"
    own = view.players[model.seat]
    lines = [words(f"thurn_and_taxis.text.{'hand' if view.hand else 'no_hand'}")]
    for card in view.hand:
        where, place = region(region_of(card), words), fits(fit(own.route, card), words)
        lines.append(words("thurn_and_taxis.text.card", city=city(card, words), region=where, place=place))
    level = next_carriage(own.carriage)
    if level is None:
        return [*lines, words("thurn_and_taxis.text.last_carriage")]
    length = len(own.route)
    return [*lines, words("thurn_and_taxis.text.next_carriage", level=level, length=length, n=level)]


def fits(found: Fit, words: Words) -> str:
    """What playing a card would do."""
    named = [city(key, words) for key in found.cities]
    ends = {"end": named[0], "right": named[-1]} if named else {}
    either = words("thurn_and_taxis.text.or").join(named)
    return words(f"thurn_and_taxis.text.fits.{found.key}", **ends, cities=either)


# What is to be done -------------------------------------------------------------------------------------


def about_route(model: Taxis, key: str, **more: object) -> str:
    """A sentence of the panel about the route that lies."""
    route, words = model.view.route, model.words
    return words(f"thurn_and_taxis.panel.{key}", route=path(route, words), n=len(route), **more)


def line(model: Taxis, move: TaxisMove) -> tuple[str, str]:
    """A move as a line of a menu or a button, and a few words about it."""
    view, words = model.view, model.words
    match move:
        case moves.Administrator():
            return words("thurn_and_taxis.panel.administrator"), ""
        case moves.TakeOpen(place=place):
            card = view.display[place - 1] or ""
            label = words("thurn_and_taxis.panel.open", place=place, city=city(card, words))
            return label, _card_fits(model, move, card)
        case moves.TakeBlind():
            key = "deck_left" if view.deck_size else "deck_empty"
            about = words(f"thurn_and_taxis.panel.{key}", n=view.deck_size)
            return words("thurn_and_taxis.panel.deck"), about
        case moves.Play(city=card, side=side):
            end = city(view.route[0 if side == "left" else -1], words)
            where = region(region_of(card), words)
            return city(card, words), words(f"thurn_and_taxis.panel.to_{side}", region=where, end=end)
        case moves.Begin(city=card):
            return city(card, words), region(region_of(card), words)
        case moves.Discard(city=card):
            label = words("thurn_and_taxis.panel.copies", city=city(card, words), n=view.hand.count(card))
            return label, region(region_of(card), words)
        case moves.EndTurn():
            return words("thurn_and_taxis.panel.end"), ""
        case Close():
            return named(model, move), ""
        case _:
            assert_never(move)


def effect(model: Taxis, move: TaxisMove) -> str:
    """Where a card fits, what a closing brings, what begins or costs a route, what stays in hand."""
    view, words = model.view, model.words
    match move:
        case moves.TakeOpen() | moves.TakeBlind() | moves.Play():
            return line(model, move)[1]
        case moves.Begin() if view.route:
            return words("thurn_and_taxis.picture.lost", n=len(view.route))
        case moves.Begin(city=card):
            beside = cities([held for held in dict.fromkeys(view.hand) if held in NEIGHBOURS[card]], words)
            key, where = "begins" if beside else "begins_alone", region(region_of(card), words)
            return words(f"thurn_and_taxis.effect.{key}", region=where, cities=beside)
        case Close():
            return closing_gains(view, move, words).replace("\n", " ")
        case moves.Administrator():
            return words("thurn_and_taxis.effect.administrator")
        case moves.EndTurn() if view.route and view.ending is not None:
            return words("thurn_and_taxis.effect.left_over", n=len(view.route))
        case moves.EndTurn() if view.route:
            return words("thurn_and_taxis.effect.goes_on", n=len(view.route), hand=len(view.hand))
        case moves.Discard() | moves.EndTurn():
            left = len(view.hand) - isinstance(move, moves.Discard)
            return words("thurn_and_taxis.effect.hand", n=left)


def card_line(model: Taxis, move: moves.TakeOpen | moves.TakeBlind | moves.CardMove) -> str:
    """The card of a move: a city with its region and where it fits, or the deck."""
    card = card_of(model.view, move)
    if card == DECK:
        return model.words("thurn_and_taxis.panel.deck")
    return f"{city(card, model.words)} ({_card_fits(model, move, card)})"


def card_of(view: TaxisView, move: moves.TakeOpen | moves.TakeBlind | moves.CardMove) -> str:
    """The card that a move takes, plays or discards; `DECK` for its top."""
    if isinstance(move, moves.TakeBlind):
        return DECK
    return view.display[move.place - 1] or "" if isinstance(move, moves.TakeOpen) else move.city


def fits_short(found: Fit, words: Words) -> list[str]:
    """The same in the few words that have room on a card; what a card joins of the hand by one name, two ends
    by a line for each."""
    if found.key == "both":
        each = zip(("left", "right"), found.cities, strict=True)
        return [words(f"thurn_and_taxis.picture.fits.{end}", city=city(key, words)) for end, key in each]
    joined = city(found.cities[0], words) if found.cities else ""
    return [words(f"thurn_and_taxis.picture.fits.{found.key}", city=joined)]


def _card_fits(model: Taxis, move: TaxisMove, card: str) -> str:
    view, words = model.view, model.words
    takes = isinstance(move, moves.TakeOpen)
    return _placed(card, fit_taken(view, view.active, card) if takes else fit(view.route, card), words)


def _placed(card: str, found: Fit, words: Words) -> str:
    where, place = region(region_of(card), words), fits(found, words)
    return words("thurn_and_taxis.panel.card", region=where, place=place)


def after_playing(model: Taxis) -> str:
    """The route that lies, and what can still be done: another card, closing, or what that lacks."""
    view, words = model.view, model.words
    lines = [about_route(model, "route")] if view.route else []
    lines += [words("thurn_and_taxis.panel.carrier")] if possible.fitting(view) else []
    key = "closable" if possible.may(view, Close()) else "too_short"
    lines.append(words(f"thurn_and_taxis.panel.{key}", least=RULES.min_route_length_to_close))
    return "\n".join(lines)


def mode_about(view: TaxisView, mode: str, words: Words, *, cartwright: bool) -> str:
    """What a closing with the best offices in this mode would bring."""
    best = Close(possible.best(view, mode), cartwright)
    return words("thurn_and_taxis.panel.mode_about", n=len(best.offices), points=gains(view, best).points)


def closing_gains(view: TaxisView, move: Close, words: Words) -> str:
    """What a closing brings: offices, tiles, carriage, all together in points, and if it ends the game."""
    got = gains(view, move)
    found = _gained(got.closed, words)
    if not found:
        return words("thurn_and_taxis.panel.yields_nothing")
    lines = [words("thurn_and_taxis.panel.yields", gains=words.all_of(found), n=got.points)]
    return "\n".join([*lines, words("thurn_and_taxis.panel.ends")] if got.trigger else lines)


def closings(model: Taxis) -> list[tuple[str, str]]:
    """To be offered, each with what is typed for it: the best offices in each mode, and none at all."""
    view, words = model.view, model.words
    offered = [(mode, possible.best(view, mode)) for mode in possible.modes(view)]
    lines = [
        (f"{mode_name(mode, words)}: {cities(offices, words)}", " ".join(offices))
        for mode, offices in offered
        if offices
    ]
    return [*lines, (words("thurn_and_taxis.command.nowhere"), NOWHERE)]


# Alt texts ----------------------------------------------------------------------------------------------


def alt_board(model: Taxis) -> str:
    """Whose turn it is, the open cards, the routes, the players; the offices as far as there is room."""
    return described(
        model,
        "thurn_and_taxis",
        headline,
        lambda shown: [*_display_lines(shown)[:2], *_player_lines(shown)],
        lambda shown: [shown.words("thurn_and_taxis.text.offices"), *_region_lines(shown)],
    )


def alt_own(model: Taxis, choice: TaxisMove | None) -> str:
    """What a choice would do, the own hand and where it fits, the own route."""

    def parts(model: Taxis) -> list[str]:
        found = _proposed(model, choice)
        if model.seat is None:
            return found
        own, name = model.view.players[model.seat], model.names[model.seat]
        route = [_route(name, own, model.words)] if own.route else []
        return [*found, _player(name, own, model.words), *route, *_hand_lines(then(model))]

    def then(model: Taxis) -> Taxis:
        if model.seat is None or not isinstance(choice, moves.Begin):
            return model
        return replace(model, view=anew(model.view, model.seat, choice.city))

    return described(model, "thurn_and_taxis", headline, parts, lambda shown: _display_lines(then(shown))[:1])


def _proposed(model: Taxis, choice: TaxisMove | None) -> list[str]:
    words, view = model.words, model.view
    match choice:
        case moves.Begin(city=card):
            lost = [words("thurn_and_taxis.picture.lost", n=len(view.route))] if view.route else []
            return [words("thurn_and_taxis.alt.begin", city=city(card, words)), *lost]
        case moves.Play(city=card, side=side):
            return [words(f"thurn_and_taxis.alt.play.{side}", city=city(card, words))]
        case moves.Discard(city=card):
            return [words("thurn_and_taxis.alt.discard", city=city(card, words))]
        case Close(offices=offices):
            placed = cities(offices, words) or words("thurn_and_taxis.text.none")
            points = gains(view, choice).points
            return [words("thurn_and_taxis.alt.close", cities=placed, n=points)]
        case _:
            return []
