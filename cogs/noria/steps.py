"""The steps of the private panel, one phase at a time. Only whoever's turn it is sees them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from bot.discord.router import refused
from bot.discord.steps import Choice, Panel, Pick, Picks, To
from bot.discord.view_models import spoken
from bot.games.contract import Move
from bot.games.noria import moves, sentences, sentences_of_panel as panel, sentences_of_table as names
from bot.games.noria.box import CHAMBERS, RESOURCES, Chamber
from bot.games.noria.facts import step
from bot.games.noria.legal import BONUS, discs_to_place, legal, own, refusal
from bot.games.noria.moves import NoriaMove
from bot.games.noria.notation import in_order
from bot.games.noria.opening import start_of
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import NoriaView
from bot.games.noria.turns import after
from bot.games.noria.wheel import SLOTS, at
from bot.view_model import capital
from render.drawing import Drawing
from render.noria import forecast, own as wheel_of

M = TypeVar("M", bound=Move)
Rows = tuple[Picks | tuple[Pick, ...], ...]
WHEEL, DISC, BONUS_DISC, SWAP, DEBATE = "wheel", "place", "activate", "modify", "politics"
"""The proposed start wheel; moves of which the rest is still to be chosen."""


def shown(model: Noria, choice: Choice) -> Panel:
    """What can be done now, or the step to which a choice has led."""
    match step(model.view):
        case "wheel":
            return _start_wheel(model, choice)
        case "resources":
            return _resources(model)
        case "path":
            return _first_path(model)
        case "journey":
            return _travel(model)
        case "arrived":
            here = _named(model, moves.TakeShip, moves.Build)
            return _asked(model, (*_menu(model, "arrived", here), (_stop(model),)))
        case "city":
            return _city(model)
        case "tool" | "producing":
            return _tool(model)
        case "fit":
            return _asked(model, _menu(model, "fit", _named(model, moves.Fit)))
        case _:
            return _between(model, choice)


def sure(model: Noria, move: NoriaMove) -> Panel:
    """A move in words and in the picture, where the turn ends the wheel then; a payment can be changed."""
    drawings: tuple[Drawing, ...] = (wheel_of(model, move),)
    match move:
        case moves.EndTurn():
            drawings = (forecast(model),)
        case moves.Politics():
            drawings = (*drawings, forecast(replace(model, view=after(model.view, move))))
        case _:
            pass
    return Panel(panel.sure(spoken(model), move), drawings, _payments(model, move), sure=move)


def _start_wheel(model: Noria, choice: Choice) -> Panel:
    words, left = model.words, discs_to_place(own(model.view))
    chosen = choice.of(DISC) or ("",)
    if chosen[0] in left:
        places = [move for move in _moves(model, moves.Place) if move.disc == chosen[0]]
        picks = [_pick(move.slot, move, panel.half(move.slot, words)) for move in places]
        question = words("noria.panel.where", disc=names.disc(chosen[0], words))
        return _further(model, question, _menu(model, "slot", picks))
    proposed = [names.slot(place.slot, place.disc, words) for place in panel.proposed_wheel(model.view)]
    accept = Pick(words("noria.panel.take_wheel"), WHEEL, style="primary")
    discs = [_pick(names.disc(kind, words), f"{DISC}/{kind}") for kind in left]
    line = words("noria.panel.proposed", discs=names.listed(proposed, words))
    return _asked(model, ((accept,), *_menu(model, "place", discs)), line)


def _resources(model: Noria) -> Panel:
    words, view = model.words, model.view
    left = start_of(view.options, view.seats).resources - own(view).stock.total
    buttons = tuple(_pick(names.kind(kind, words), moves.Choose(kind)) for kind in RESOURCES)
    return _asked(model, (buttons,), words("noria.panel.resources_left", n=left))


def _first_path(model: Noria) -> Panel:
    offers = [replace(one, why=None) for one in panel.invest_offers(model.view)]
    picks = [
        _pick(names.path(one.path, model.words), moves.Enter(one.path), panel.offer(model, one))
        for one in offers
    ]
    return _asked(model, _menu(model, "path", picks), model.words("noria.panel.path"))


def _between(model: Noria, choice: Choice) -> Panel:
    """Influence, the next disc, politics, the end; or what of one of them is still to be chosen."""
    bonus = [one.slot for one in panel.disc_offers(model.view) if one.kind == BONUS and not one.why]
    slot = (choice.of(BONUS_DISC) or ("",))[0]
    if slot in bonus:
        return _targets(model, slot)
    exchanged = choice.of(SWAP)
    if exchanged is not None and _may_swap(model.view):
        return _swap(model, ".".join(exchanged))
    chambers = choice.of(DEBATE)
    if chambers is not None and (possible := list(_moves(model, moves.Politics))):
        return _debate(model, chambers, possible)
    return _turn(model)


def _turn(model: Noria) -> Panel:
    offers = panel.disc_offers(model.view)
    discs = _menu(model, "disc", (pick for one in offers if not one.why for pick in _discs(model, one)))
    lines = (*panel.price_lines(model), panel.endings(model), panel.not_now(model, offers))
    return _asked(model, (*discs, *_steps(model)), *lines)


def _discs(model: Noria, offer: panel.DiscOffer) -> Iterator[Pick]:
    words = model.words
    slot, about = names.slot(offer.slot, offer.kind, words), panel.offer(model, offer)
    if offer.kind == BONUS:
        yield Pick(slot, f"{BONUS_DISC}/{offer.slot}", about)
        return
    yield _pick(slot, moves.Activate(offer.slot), about)
    if offer.doubled is not None:
        yield _pick(words("noria.sum.twice", disc=slot), moves.Activate(offer.slot, double=True), about)


def _steps(model: Noria) -> Rows:
    words, view = model.words, model.view

    def button(key: str, move: NoriaMove) -> Pick:
        disabled = refusal(view, view.active, move) is not None
        return Pick(words(f"noria.panel.{key}"), move, disabled=disabled)

    swap = Pick(words("noria.panel.swap"), SWAP, disabled=not _may_swap(view))
    shifts = (button("shift_m", moves.NightShift("M")), button("shift_l", moves.NightShift("L")), swap)
    debate = Pick(words("noria.panel.politics"), DEBATE, disabled=not any(_moves(model, moves.Politics)))
    end = replace(button("end_turn", moves.EndTurn()), style="primary")
    return (*((shifts,) if view.phase == "influence" else ()), (debate, end))


def _may_swap(view: NoriaView) -> bool:
    return view.phase == "influence" and panel.prices(view)["modification"].why is None


def _swap(model: Noria, exchanged: str) -> Panel:
    """All slots, of which two are chosen; then their exchange to be confirmed, or why they can't be."""
    words, view = model.words, model.view
    if exchanged.count(".") == 1:
        move = moves.Modify(*in_order(exchanged.split(".")))
        why = refusal(view, view.active, move)
        if why is None:
            return sure(model, move)
        turn = _turn(model)
        return replace(turn, texts=(refused(words, why), *turn.texts))
    wheel = own(view).wheel
    picks = tuple(
        Pick(names.on(wheel, slot, words), slot, "" if at(wheel, slot) else words("noria.panel.empty"))
        for slot in SLOTS
    )
    two = Picks(words("noria.panel.menu.swap"), picks, to=SWAP, fewest=2, most=2)
    cost = words("noria.panel.costs", n=panel.prices(view)["modification"].cost)
    return _further(model, words("noria.panel.swap_which"), (two,), cost)


def _targets(model: Noria, slot: str) -> Panel:
    possible = (move for move in _moves(model, moves.Activate) if move.slot == slot)
    picks = [_pick(panel.targets(model, move), move) for move in possible]
    question = model.words("noria.panel.which_target", disc=names.slot(slot, BONUS, model.words))
    return _further(model, question, _menu(model, "targets", picks))


def _debate(model: Noria, chosen: tuple[str, ...], possible: list[moves.Politics]) -> Panel:
    """First the chamber whose value rises, then the one that a politician leaves."""
    words = model.words
    downs: list[Chamber] = [one for one in CHAMBERS if one in {move.down for move in possible}]
    down: Chamber | None = next((one for one in downs if (one,) == chosen[:1]), None)
    if down is None:
        picks = [
            _pick(names.chamber(one, words), f"{DEBATE}/{one}", panel.debate(model, one)) for one in downs
        ]
        return _further(model, words("noria.panel.debate_down"), _menu(model, "down", picks))
    picks: list[Pick] = []
    for move in possible:
        if move.down == down:
            leaves = names.chamber(move.remove, words) if move.remove else words("noria.panel.nobody_leaves")
            picks.append(_pick(leaves, move, panel.leaving(model, move)))
    question = words("noria.panel.debate_remove", chamber=capital(names.chamber(down, words)))
    return _further(model, question, _menu(model, "remove", picks))


def _travel(model: Noria) -> Panel:
    found = panel.destinations(model.view)
    possible = [(one, panel.offer(model, one)) for one in found if not one.why]
    face_up = [_pick(offer, moves.Travel(one.number)) for one, offer in possible if one.number]
    face_down = [offer for one, offer in possible if one.number is None]
    reveal = (Pick(model.words("noria.panel.reveal"), moves.Travel(None)),) if face_down else ()
    rows = (*_menu(model, "travel", face_up), (*reveal, _stop(model)))
    return _asked(model, rows, *face_down, panel.not_now(model, found))


def _city(model: Noria) -> Panel:
    view, stock = model.view, own(model.view).stock
    bought, invested = panel.buy_offers(view), panel.invest_offers(view)
    discs, paths = list[Pick](), list[Pick]()
    for offer in [offer for offer in (*bought, *invested) if not offer.why]:
        label, pay = panel.offer(model, offer), panel.kindest(stock, offer.payments)
        if isinstance(offer, panel.BuyOffer):
            discs.append(_pick(label, moves.Buy(offer.disc, pay)))
        else:
            paths.append(_pick(label, moves.Invest(offer.path, pay)))
    rows = (*_menu(model, "invest", paths), *_menu(model, "buy", discs), (_stop(model),))
    return _asked(model, rows, panel.stock(model), panel.not_now(model, [*bought, *invested]))


def _tool(model: Noria) -> Panel:
    offers = panel.produce_offers(model.view)
    goods = [_pick(panel.offer(model, one), moves.Produce(one.good)) for one in offers if not one.why]
    discs = _menu(model, "upgrade", _named(model, moves.Upgrade))
    rows = (*_menu(model, "produce", goods), *discs, (_stop(model),))
    return _asked(model, rows, panel.stock(model), panel.not_now(model, offers))


def _stop(model: Noria) -> Pick:
    """The end of the action: one that has begun ends at once, one that is given up is confirmed."""
    running = model.view.current.running
    if running is not None and running.stage == "producing":
        return Pick(model.words("noria.panel.done"), moves.EndAction(), how="make")
    return Pick(model.words("noria.panel.give_up"), moves.EndAction())


def _payments(model: Noria, move: NoriaMove) -> Rows:
    """All that can be paid instead, the present payment chosen; nothing where there is no choice."""
    if not isinstance(move, moves.Buy | moves.Invest):
        return ()
    others = [one for one in _moves(model, type(move)) if structs.replace(one, pay=move.pay) == move]
    if len(others) < 2:
        return ()
    present_first = sorted(others, key=lambda one: one != move)
    lines = [(one, _pick(names.bundle(one.pay, model.words), one)) for one in present_first]
    return _menu(model, "pay", (replace(line, chosen=one == move) for one, line in lines))


def _moves(model: Noria, *kinds: type[M]) -> Iterator[M]:
    return (move for move in legal(model.view, model.view.active) if isinstance(move, kinds))


def _pick(label: str, to: To, about: str = "") -> Pick:
    return Pick(capital(label), to, about)


def _named(model: Noria, *kinds: type[NoriaMove]) -> Iterator[Pick]:
    return (_pick(sentences.named(model, move), move) for move in _moves(model, *kinds))


def _menu(model: Noria, name: str, picks: Iterable[Pick]) -> tuple[Picks, ...]:
    """A menu that says what it is for; none where it would be empty."""
    found = tuple(picks)
    return (Picks(model.words(f"noria.panel.menu.{name}"), found),) if found else ()


def _asked(model: Noria, rows: Rows, *lines: str) -> Panel:
    """A step of the turn: what is to be done, the turn so far, the own wheel, the controls."""
    todo = f"**{capital(sentences.todo(model))}**"
    texts = (todo, panel.so_far(model), "\n".join(filter(None, lines)))
    return Panel(texts, (wheel_of(model),), rows, back=False)


def _further(model: Noria, question: str, rows: Rows, *lines: str) -> Panel:
    texts = (f"**{question}**", "\n".join(filter(None, lines)))
    return Panel(texts, (wheel_of(model),), rows, back=True)
