"""The steps of the private panel, one phase at a time. Only whoever's turn it is sees them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from bot.discord.content import IN_A_ROW, MENU, number, page_of
from bot.discord.router import refused
from bot.discord.steps import Choice, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.games.contract import Move
from bot.games.noria import (
    moves,
    sentences,
    sentences_of_choices as choices,
    sentences_of_panel as panel,
    sentences_of_table as names,
)
from bot.games.noria.box import CHAMBERS, RESOURCES, Chamber
from bot.games.noria.facts import step
from bot.games.noria.legal import BONUS, discs_to_place, own, refusal
from bot.games.noria.moves import NoriaMove
from bot.games.noria.opening import start_of
from bot.games.noria.sentences_of_choices import Line
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.turns import after
from bot.view_model import capital
from render.drawing import Drawing
from render.noria import active_half, chambers as chambers_of, forecast, own as wheel_of

M = TypeVar("M", bound=Move)
Rows = tuple[Picks | tuple[Pick, ...], ...]
DISC, BONUS_DISC, DEBATE, MORE = "place", "activate", "politics", "more"
"""Moves of which the rest is still to be chosen."""


def shown(model: Noria, choice: Choice) -> Panel:
    """What can be done now, or the step to which a choice has led."""
    match step(model.view):
        case "wheel":
            return _start_wheel(model, choice)
        case "resources":
            return _resources(model)
        case "path":
            rows = _menu(model, "path", choices.first_paths(model))
            return _asked(model, rows, model.words("noria.panel.path"))
        case "journey":
            return _travel(model)
        case "arrived":
            rows = (_buttons(choices.ships(model)), _buttons(choices.factories(model)), _stops(model))
            return _asked(model, tuple(filter(None, rows)))
        case "city":
            return _city(model)
        case "tool" | "producing":
            return _tool(model)
        case "fit":
            return _asked(model, _menu(model, "fit", choices.fits(model)))
        case _:
            return _between(model, choice)


def sure(model: Noria, move: NoriaMove) -> Panel:
    """A move in words and in the picture, where the turn ends the wheel then; a payment can be changed."""
    drawings: tuple[Drawing, ...] = (wheel_of(model, move),)
    back = None
    if isinstance(move, moves.EndTurn):
        drawings = (forecast(model),)
    elif isinstance(move, moves.Politics):
        drawings = (*drawings, forecast(replace(model, view=after(model.view, move))))
        back = f"{DEBATE}/{move.down}"
    return Panel(panel.sure(spoken(model), move), drawings, _payments(model, move), sure=move, back=back)


def _start_wheel(model: Noria, choice: Choice) -> Panel:
    words, left = model.words, discs_to_place(own(model.view))
    chosen = choice.of(DISC) or ("",)
    if chosen[0] in left:
        question = words("noria.panel.where", disc=names.disc(chosen[0], words))
        return _further(model, question, _menu(model, "slot", choices.slots_for(model, chosen[0])))
    proposed = [names.slot(place.slot, place.disc, words) for place in panel.proposed_wheel(model.view)]
    accept = Pick(words("noria.panel.take_wheel"), choices.WHEEL, style="primary")
    discs = [Line(capital(names.disc(kind, words)), f"{DISC}/{kind}") for kind in left]
    line = words("noria.panel.proposed", discs=names.listed(proposed, words))
    return _asked(model, ((accept,), *_menu(model, "place", discs)), line)


def _resources(model: Noria) -> Panel:
    words, view = model.words, model.view
    left = start_of(view.options, view.seats).resources - own(view).stock.total
    buttons = _buttons([Line(capital(names.kind(kind, words)), moves.Choose(kind)) for kind in RESOURCES])
    return _asked(model, (buttons,), words("noria.panel.resources_left", n=left))


def _between(model: Noria, choice: Choice) -> Panel:
    """Influence, the next disc, politics, the end; or what of one of them is still to be chosen."""
    bonus = [one.slot for one in panel.disc_offers(model.view) if one.kind == BONUS and not one.why]
    slot = (choice.of(BONUS_DISC) or ("",))[0]
    if slot in bonus:
        question = model.words("noria.panel.which_target", disc=names.slot(slot, BONUS, model.words))
        return _further(model, question, _menu(model, "targets", choices.targets(model, slot)))
    exchanged = choice.of(choices.SWAP)
    if exchanged is not None and choices.may_swap(model.view):
        return _swap(model, ".".join(exchanged).split("."))
    chambers = choice.of(DEBATE)
    if chambers is not None and any(choices.possible(model.view, moves.Politics)):
        return _debate(model, chambers)
    return _turn(model, choice.of(MORE) or ())


def _turn(model: Noria, page: tuple[str, ...] = ()) -> Panel:
    """The next discs; once none is left, the summary of the turn, which **End turn** ends."""
    words, found = model.words, choices.discs(model, BONUS_DISC)
    if not found and model.view.phase != "influence":
        (debate, end), texts = _steps(model)[0], (words("noria.panel.summary"), panel.so_far(model))
        told = [*panel.price_lines(model), *panel.unused(model), sentences.foretold(spoken(model))]
        last = (debate, replace(end, how="make", style="primary"))
        return Panel((*texts, "\n".join(filter(None, told))), (forecast(model),), (last,), back=False)
    at, lines = number(page[0]) if page else 0, found
    if len(found) > MENU:
        some, at, pages = page_of(found, at, MENU - 1)
        more = Line(words("noria.panel.more_chains"), f"{MORE}/{at + 1}")
        lines = [*some, more] if at + 1 < pages else some
    discs = tuple(replace(menu, here=f"{MORE}{at}") for menu in _menu(model, "disc", lines))
    later = panel.not_now(model, panel.disc_offers(model.view))
    told = sentences.bot_told(spoken(model)), *panel.price_lines(model), later
    return replace(_asked(model, (*discs, *_steps(model)), *told), back=at > 0)


def _steps(model: Noria) -> tuple[tuple[Pick, ...], ...]:
    words, view = model.words, model.view

    def button(key: str, move: NoriaMove) -> Pick:
        return Pick(words(f"noria.panel.{key}"), move, disabled=bool(refusal(view, view.active, move)))

    swap = Pick(words("noria.panel.swap"), choices.SWAP, disabled=not choices.may_swap(view))
    shifts = (button("shift_m", moves.NightShift("M")), button("shift_l", moves.NightShift("L")), swap)
    debates = any(choices.possible(view, moves.Politics))
    debate = Pick(words("noria.panel.politics"), DEBATE, disabled=not debates)
    end = button("end_turn", moves.EndTurn())
    return (*((shifts,) if view.phase == "influence" else ()), (debate, end))


def _swap(model: Noria, exchanged: list[str]) -> Panel:
    """All slots, of which two are chosen; or why those can't be exchanged."""
    words, view = model.words, model.view
    if move := choices.exchange(exchanged):
        why, turn = refusal(view, view.active, move), _turn(model)
        return replace(turn, texts=(refused(words, why) if why else "", *turn.texts))
    (two,) = _menu(model, "swap", choices.slots(model))
    cost = words("noria.panel.costs", n=panel.prices(view)["modification"].cost)
    two = replace(two, to=choices.SWAP, fewest=2, most=2)
    return _further(model, words("noria.panel.swap_which"), (two,), cost)


def _debate(model: Noria, chosen: tuple[str, ...]) -> Panel:
    """First the chamber whose value rises, then the one that a politician leaves."""
    words = model.words
    down: Chamber | None = next((one for one in CHAMBERS if (one,) == chosen[:1]), None)
    if down is None or not (left := choices.left_chambers(model, down)):
        raised = _menu(model, "down", choices.raised_chambers(model, DEBATE))
        return _further(model, words("noria.panel.debate_down"), raised, picture=chambers_of(model))
    question = words("noria.panel.debate_remove", chamber=capital(names.chamber(down, words)))
    removed = _menu(model, "remove", left)
    return replace(_further(model, question, removed, picture=chambers_of(model, down)), back=DEBATE)


def _travel(model: Noria) -> Panel:
    found = panel.destinations(model.view)
    possible = [(one, panel.offer(model, one)) for one in found if not one.why]
    face_up = [one.number for one, _ in possible if one.number]
    picks = [Pick(capital(model.words("noria.text.island", n=one)), moves.Travel(one)) for one in face_up]
    reveal = Pick(model.words("noria.panel.reveal"), moves.Travel(None))
    islands = [tuple(picks[at : at + IN_A_ROW]) for at in range(0, len(picks), IN_A_ROW)]
    rows = (*islands, (*[reveal] * (len(face_up) < len(possible)), *_stops(model)))
    return _asked(model, rows, *[capital(offer) for _, offer in possible], panel.not_now(model, found))


def _city(model: Noria) -> Panel:
    bought, invested = panel.buy_offers(model.view), panel.invest_offers(model.view)
    offers = (("invest", invested), ("buy", bought))
    menus = [menu for name, each in offers for menu in _menu(model, name, choices.paid(model, each, MENU))]
    rows = (*menus, _stops(model))
    return _asked(model, rows, panel.stock(model), panel.not_now(model, [*bought, *invested]))


def _tool(model: Noria) -> Panel:
    offers = panel.produce_offers(model.view)
    found = [one for one in offers if not one.why]
    goods = [Line(capital(panel.offer(model, one)), moves.Produce(one.good)) for one in found]
    discs = _menu(model, "upgrade", choices.upgrades(model))
    rows = (*_menu(model, "produce", goods), *discs, _stops(model))
    return _asked(model, rows, panel.stock(model), panel.not_now(model, offers))


def _stops(model: Noria) -> tuple[Pick, ...]:
    """The end of the action, of one that has begun or of one that is given up; and of the chain after it."""
    running = model.view.current.running
    begun = running is not None and running.stage == "producing"
    anew = _buttons(choices.by_name(model, moves.Chain))
    return Pick(model.words(f"noria.panel.{'done' if begun else 'give_up'}"), moves.EndAction()), *anew


def _payments(model: Noria, move: NoriaMove) -> Rows:
    """All that can be paid instead, the present payment first and chosen."""
    found = choices.payments(model.view, move)
    lines = [Line(capital(names.bundle(one.pay, model.words)), one) for one in found]
    return tuple(
        replace(menu, picks=tuple(replace(pick, chosen=pick.to == move, how="show") for pick in menu.picks))
        for menu in _menu(model, "pay", lines)
    )


def _buttons(lines: Iterable[Line]) -> tuple[Pick, ...]:
    return tuple(Pick(one.label, one.to, one.about, how="make" if one.at_once else None) for one in lines)


def _menu(model: Noria, name: str, lines: Iterable[Line]) -> tuple[Picks, ...]:
    """A menu that says what it is for; none where it would be empty."""
    found = _buttons(lines)
    return (Picks(model.words(f"noria.panel.menu.{name}"), found),) if found else ()


def _asked(model: Noria, rows: Rows, *lines: str) -> Panel:
    """A step of the turn: what is to be done, the turn so far, the own wheel, the controls."""
    todo = f"**{capital(sentences.todo(model))}**"
    texts = (todo, panel.so_far(model), "\n".join(filter(None, lines)))
    large = model.view.phase in ("influence", "actions", "disc")
    return Panel(texts, (active_half(model) if large else wheel_of(model),), rows, back=False)


def _further(model: Noria, question: str, rows: Rows, *lines: str, picture: Drawing | None = None) -> Panel:
    texts = (f"**{question}**", "\n".join(filter(None, lines)))
    return Panel(texts, (picture or wheel_of(model),), rows, back=True)
