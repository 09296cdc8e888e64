"""The private panel of Thurn and Taxis, phase by phase: taking, playing, closing in steps, discarding.

An unfinished choice is `more` (a second card is taken), `anew` (another route is begun although one lies), or
a closing: `close`, `close/each/1` (mode, and whether the Cartwright is called), `close/each/1/1.3` (where in
the route the offices are, counted from 1).
"""

from __future__ import annotations

from collections import Counter

from bot.discord.ids import number
from bot.discord.move_codec import NOTHING
from bot.discord.presenter import watching
from bot.discord.router import refused
from bot.discord.steps import Choice, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.games.thurn_and_taxis.closing import preview
from bot.games.thurn_and_taxis.land import RULES, next_carriage, region_of
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
)
from bot.games.thurn_and_taxis.offer import EACH, best, free_cities, modes, most_offices
from bot.games.thurn_and_taxis.possible import (
    can_draw,
    fitting,
    may_call_cartwright,
    may_carry,
    may_close,
    may_sweep,
    offices_refusal,
    route_of,
)
from bot.games.thurn_and_taxis.view import TaxisView
from bot.view_model import ViewModel
from render.thurn_and_taxis import names, own
from render.thurn_and_taxis import words as told

Taxis = ViewModel[TaxisView]
MORE, ANEW, CLOSE = "more", "anew", "close"
WITHOUT, WITH = "0", "1"
"""Whether the Cartwright is called."""


def panel(model: Taxis, choice: Choice) -> Panel:
    """What can be done now, one phase at a time; others only watch."""
    view = model.view
    if model.seat != view.active or view.phase == "over":
        return watching(told.headline(spoken(model)), own(model))
    match view.phase:
        case "take":
            return _take(model)
        case "play":
            second = choice.parts == (MORE,) and view.may_take
            return _second(model) if second else _play(model, choice)
        case "close":
            return _close(model, choice)
        case "discard":
            return _discard(model)


def closing_path(view: TaxisView, mode: str, offices: tuple[str, ...] | None, *, cartwright: bool) -> str:
    """The step that shows a closing; without offices with those that are worth most in this mode."""
    path = f"{CLOSE}/{mode}/{WITH if cartwright else WITHOUT}"
    if offices is None:
        return path
    route = route_of(view)
    places = sorted(route.index(city) + 1 for city in offices if city in route)
    return f"{path}/{'.'.join(map(str, places)) or NOTHING}"


def _take(model: Taxis) -> Panel:
    """The cards that can be taken; before the first one also the Administrator."""
    view, words = model.view, model.words
    question = "take" if not view.forced_postmaster else "take_second" if view.taken else "take_two"
    sweep = (Pick(words("thurn_and_taxis.panel.administrator"), Administrator()),)
    rows = (_cards(model), sweep) if may_sweep(view) else (_cards(model),)
    return Panel((words(f"thurn_and_taxis.panel.{question}"),), (own(model),), rows)


def _second(model: Taxis) -> Panel:
    """The same cards for the Postmaster, after the first one."""
    return Panel((model.words("thurn_and_taxis.panel.more_sure"),), (own(model),), (_cards(model),))


def _cards(model: Taxis) -> Picks:
    """A line for each open card and one for the deck: one press takes the card."""
    view, words = model.view, model.words
    picks = [
        Pick(
            words("thurn_and_taxis.panel.open", place=place, city=names.city(city, words)),
            TakeOpen(place),
            told.card_fits(view, city, words),
        )
        for place, city in enumerate(view.display, start=1)
        if city is not None
    ]
    if can_draw(view):
        picks.append(Pick(words("thurn_and_taxis.panel.deck"), TakeBlind(), told.deck_left(view, words)))
    return Picks(words("thurn_and_taxis.panel.take_menu"), tuple(picks))


def _play(model: Taxis, choice: Choice) -> Panel:
    """The cards that fit; another route only on request, and after a warning."""
    view, words, route = model.view, model.words, route_of(model.view)
    if not route:
        text = words("thurn_and_taxis.panel.start")
        return Panel((text,), (own(model),), (_starts(model), *_buttons(model)))
    if isinstance(choice.move, Begin):
        city = names.city(choice.move.city, words)
        path = names.path(route, words)
        text = words("thurn_and_taxis.panel.begin_sure", city=city, route=path, n=len(route))
        return Panel((text,), (own(model, choice.move),), sure=choice.move, style="danger")
    if choice.parts == (ANEW,):
        return Panel((_path(model, "anew"),), (own(model),), (_starts(model),))
    if not fitting(view):
        hope = words("thurn_and_taxis.panel.no_fit_more") if view.may_take else ""
        return Panel((_path(model, "no_fit"), hope), (own(model),), (_starts(model), *_buttons(model)))
    anew = Pick(words("thurn_and_taxis.panel.anew_button"), ANEW)
    return Panel((_path(model, "play"),), (own(model),), (_fitting(model), *_buttons(model, anew)))


def _fitting(model: Taxis) -> Picks:
    """A line for each card that fits and the end to which it goes: one press lays it."""
    words, moves = model.words, [Play(city, side) for city, side in fitting(model.view)]
    picks = (Pick(names.city(one.city, words), one, told.card_joins(model.view, one, words)) for one in moves)
    return Picks(words("thurn_and_taxis.panel.play_menu"), tuple(picks))


def _starts(model: Taxis) -> Picks:
    """A line for each city in hand: one press begins the first route, or asks before one is lost."""
    words = model.words
    picks = tuple(
        Pick(names.city(city, words), Begin(city), names.region(region_of(city), words))
        for city in dict.fromkeys(model.view.hand)
    )
    return Picks(words("thurn_and_taxis.panel.start_menu"), picks)


def _buttons(model: Taxis, *others: Pick) -> tuple[tuple[Pick, ...], ...]:
    more = Pick(model.words("thurn_and_taxis.panel.more"), MORE)
    buttons = (more, *others) if model.view.may_take else others
    return (buttons,) if buttons else ()


def _path(model: Taxis, key: str) -> str:
    """A sentence about the route that lies."""
    route = route_of(model.view)
    return model.words(f"thurn_and_taxis.panel.{key}", route=names.path(route, model.words), n=len(route))


def _close(model: Taxis, choice: Choice) -> Panel:
    """What can still be done after playing; closing leads through mode and cities to **Confirm**."""
    view, words = model.view, model.words
    parts = choice.of(CLOSE)
    if may_close(view) and (parts is not None or isinstance(choice.move, Close)):
        return _closing(model, choice.move if isinstance(choice.move, Close) else None, parts or ())
    texts = [_path(model, "route")] if route_of(view) else []
    rows: tuple[Picks | tuple[Pick, ...], ...] = ()
    if may_carry(view):
        texts.append(words("thurn_and_taxis.panel.carrier"))
        rows = (_fitting(model),)
    key = "closable" if may_close(view) else "too_short"
    texts.append(words(f"thurn_and_taxis.panel.{key}", least=RULES.min_route_length_to_close))
    close = Pick(words("thurn_and_taxis.panel.close"), CLOSE, style="primary")
    end = Pick(words("thurn_and_taxis.panel.end"), EndTurn())
    buttons = (close, end) if may_close(view) else (end,)
    return Panel(("\n".join(texts),), (own(model),), (*rows, buttons))


def _closing(model: Taxis, move: Close | None, parts: tuple[str, ...]) -> Panel:
    """The modes, then the cities of one with what they yield, or why they are not allowed."""
    view, route = model.view, route_of(model.view)
    mode, called, places = (*parts, "", "", "")[:3]
    if mode not in (EACH, *map(region_of, route)):
        mode = EACH if len(modes(view)) == 1 or move else ""
    if not mode:
        return Panel((_path(model, "mode"),), (own(model),), (_modes(model, None, None),))
    cartwright = may_call_cartwright(view) and called != WITHOUT
    chosen = {number(place) for place in places.split(".")}
    named = tuple(city for place, city in enumerate(route, 1) if place in chosen)
    move = move or Close(named if places else best(view, mode), cartwright)
    refusal = offices_refusal(view, move.offices)
    rows: list[Picks | tuple[Pick, ...]] = []
    if len(modes(view)) > 1:
        rows.append(_modes(model, mode, move))
    if most_offices(view, mode):
        rows.append(_cities(model, mode, move))
    if refusal:
        texts = (_path(model, "close_sure"), refused(model.words, refusal))
        return Panel(texts, (own(model),), tuple(rows), back=True)
    if may_call_cartwright(view):
        rows.append((_cartwright(model, mode, move),))
    texts = (_path(model, "close_sure"), told.closing_gains(view, move, model.words))
    return Panel(texts, (own(model, move),), tuple(rows), sure=move)


def _modes(model: Taxis, chosen: str | None, move: Close | None) -> Picks:
    """The modes, each with what it would yield; the Cartwright stays as chosen."""
    view, words = model.view, model.words
    cartwright = may_call_cartwright(view) if move is None else move.cartwright
    picks: list[Pick] = []
    for mode in modes(view):
        offices = best(view, mode)
        points = preview(view, offices, cartwright=cartwright).points
        about = words("thurn_and_taxis.panel.mode_about", n=len(offices), points=points)
        path = closing_path(view, mode, None, cartwright=cartwright)
        picks.append(Pick(told.mode_name(mode, words), path, about, chosen=mode == chosen))
    return Picks(words("thurn_and_taxis.panel.mode_menu"), tuple(picks))


def _cities(model: Taxis, mode: str, move: Close) -> Picks:
    """The cities of the route that are free in this mode, by their places in it."""
    view, words, route = model.view, model.words, route_of(model.view)
    picks = tuple(
        Pick(
            names.city(city, words),
            str(route.index(city) + 1),
            names.region(region_of(city), words),
            chosen=city in move.offices,
        )
        for city in free_cities(view, mode)
    )
    # The limit of the mode is not that of the menu: whoever chooses too many is told why it can't be.
    most = min(len(picks), view.players[view.active].offices_left)
    to = closing_path(view, mode, None, cartwright=move.cartwright)
    return Picks(words("thurn_and_taxis.panel.cities_menu"), picks, to, fewest=0, most=most)


def _cartwright(model: Taxis, mode: str, move: Close) -> Pick:
    """The same closing with the Cartwright where he is not called, and without him where he is."""
    view = model.view
    level = next_carriage(view.players[view.active].carriage)
    key = "without_cartwright" if move.cartwright else "with_cartwright"
    path = closing_path(view, mode, move.offices, cartwright=not move.cartwright)
    return Pick(model.words(f"thurn_and_taxis.panel.{key}", level=level), path)


def _discard(model: Taxis) -> Panel:
    """The hand, of which too much is left after closing."""
    view, words, most = model.view, model.words, RULES.hand_limit_after_closing
    text = words("thurn_and_taxis.panel.discard", n=len(view.hand) - most, most=most)
    picks = tuple(
        Pick(
            words("thurn_and_taxis.panel.copies", city=names.city(city, words), n=count),
            Discard(city),
            names.region(region_of(city), words),
        )
        for city, count in Counter(view.hand).items()
    )
    return Panel((text,), (own(model),), (Picks(words("thurn_and_taxis.panel.discard_menu"), picks),))
