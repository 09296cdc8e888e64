"""The steps of the private panel, one phase at a time. Only whoever's turn it is sees them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from msgspec import UNSET, structs

from bot.discord.content import MENU, number, page_of
from bot.discord.router import refused
from bot.discord.steps import Choice, Panel, Pick, Picks, To
from bot.discord.view_models import spoken
from bot.games.contract import Move
from bot.games.noria import moves, sentences, sentences_of_panel as panel, sentences_of_table as names
from bot.games.noria.box import BOX, CHAMBERS, RESOURCES, SHIP_KINDS, Chamber
from bot.games.noria.facts import step
from bot.games.noria.legal import BONUS, discs_to_place, legal, own, refusal
from bot.games.noria.moves import NoriaMove
from bot.games.noria.notation import in_order
from bot.games.noria.opening import start_of
from bot.games.noria.sentences_of_chains import chains, gives
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import NoriaView
from bot.games.noria.turns import after
from bot.games.noria.wheel import SLOTS, at
from bot.view_model import capital
from render.drawing import Drawing
from render.noria import active_half, forecast, own as wheel_of

M = TypeVar("M", bound=Move)
Rows = tuple[Picks | tuple[Pick, ...], ...]
WHEEL, DISC, BONUS_DISC, SWAP, DEBATE = "wheel", "place", "activate", "modify", "politics"
MORE = "more"
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
            return _arrived(model)
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
    return _turn(model, choice.of(MORE) or ())


def _turn(model: Noria, page: tuple[str, ...] = ()) -> Panel:
    """The next discs; once none is left, the summary of the turn, which **End turn** ends."""
    words, offers = model.words, panel.disc_offers(model.view)
    single = [pick for one in offers if not one.why for pick in _discs(model, one)]
    if not single and model.view.phase != "influence":
        (debate, end), texts = _steps(model)[0], (words("noria.panel.summary"), panel.so_far(model))
        told = "\n".join(filter(None, [*panel.unused(model), sentences.foretold(spoken(model))]))
        return Panel((*texts, told), (forecast(model),), ((debate, replace(end, how="make")),), back=False)
    usual, others = ([_chain(model, move) for move in found] for found in chains(model.view))
    found, at = [*usual, *single, *others], number(page[0]) if page else 0
    if len(found) > MENU:
        found, at, pages = page_of(found, at, MENU - 1)
        more = Pick(words("noria.panel.more_chains"), f"{MORE}/{at + 1}")
        found = [*found, more] if at + 1 < pages else found
    discs = tuple(replace(menu, here=f"{MORE}{at}") for menu in _menu(model, "disc", found))
    lines = (*panel.price_lines(model), panel.not_now(model, offers))
    return replace(_asked(model, (*discs, *_steps(model)), *lines), back=at > 0)


def _chain(model: Noria, move: moves.Chain) -> Pick:
    return _pick(names.chain(own(model.view).wheel, move, model.words), move, gives(model, move))


def _discs(model: Noria, offer: panel.DiscOffer) -> Iterator[Pick]:
    words = model.words
    slot, about = names.slot(offer.slot, offer.kind, words), panel.offer(model, offer)
    if offer.kind == BONUS:
        yield Pick(slot, f"{BONUS_DISC}/{offer.slot}", about)
        return
    yield _pick(slot, moves.Activate(offer.slot), about)
    if offer.doubled is not None:
        yield _pick(words("noria.sum.twice", disc=slot), moves.Activate(offer.slot, double=True), about)


def _steps(model: Noria) -> tuple[tuple[Pick, ...], ...]:
    words, view = model.words, model.view

    def button(key: str, move: NoriaMove) -> Pick:
        disabled = refusal(view, view.active, move) is not None
        return Pick(words(f"noria.panel.{key}"), move, disabled=disabled)

    swap = Pick(words("noria.panel.swap"), SWAP, disabled=not _may_swap(view))
    shifts = (button("shift_m", moves.NightShift("M")), button("shift_l", moves.NightShift("L")), swap)
    debate = Pick(words("noria.panel.politics"), DEBATE, disabled=not any(_moves(model, moves.Politics)))
    end = replace(button("end_turn", moves.EndTurn()), style="primary")
    return (*((shifts,) if view.phase == "influence" else ()), (debate, end))


def exchange(view: NoriaView, chosen: str) -> Sequence[moves.Modify]:
    """The exchange of two chosen slots, if it can be made."""
    slots = chosen.split(".")
    move = moves.Modify(*in_order(slots)) if len(slots) == 2 else None
    return (move,) if move and not refusal(view, view.active, move) else ()


def _may_swap(view: NoriaView) -> bool:
    return view.phase == "influence" and panel.prices(view)["modification"].why is None


def _swap(model: Noria, exchanged: str) -> Panel:
    """All slots, of which two are chosen; or why those can't be exchanged."""
    words, view = model.words, model.view
    if exchanged.count(".") == 1:
        move = moves.Modify(*in_order(exchanged.split(".")))
        why = refusal(view, view.active, move)
        turn = _turn(model)
        return replace(turn, texts=(refused(words, why) if why else "", *turn.texts))
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
    rows = (*_menu(model, "travel", face_up), (*reveal, *_stops(model)))
    return _asked(model, rows, *face_down, panel.not_now(model, found))


def _arrived(model: Noria) -> Panel:
    """A ship or a factory, as buttons."""
    words, number = model.words, own(model.view).ambassador or 0
    ships, factories = list[Pick](), list[Pick]()
    for move in _moves(model, moves.TakeShip):
        kind = names.kind(SHIP_KINDS[number][move.space - 1], words)
        ships.append(Pick(words("noria.panel.ship", space=move.space, kind=kind), move))
    for move in _moves(model, moves.Build):
        brings = names.count(*BOX.islands[number].spots[move.spot - 1], words)
        factories.append(Pick(words("noria.panel.factory", spot=move.spot, brings=brings), move))
    rows = (tuple(ships), tuple(factories), _stops(model))
    return _asked(model, tuple(filter(None, rows)))


def _city(model: Noria) -> Panel:
    bought, invested = panel.buy_offers(model.view), panel.invest_offers(model.view)
    rows = (*_paid(model, "invest", invested), *_paid(model, "buy", bought), _stops(model))
    return _asked(model, rows, panel.stock(model), panel.not_now(model, [*bought, *invested]))


def _paid(model: Noria, name: str, offers: Sequence[panel.BuyOffer | panel.InvestOffer]) -> tuple[Picks, ...]:
    """What can be paid, with every payment as a line of its own where there is room for them."""
    stock, picks = own(model.view).stock, list[Pick]()
    possible = [(one, panel.by_kindness(stock, one.payments)) for one in offers if not one.why]
    room = sum(len(payments) for _, payments in possible) <= MENU
    for offer, payments in possible:
        label, several = capital(panel.offer(model, offer)), len(payments) > 1
        for pay in payments if room else payments[:1]:
            bought = isinstance(offer, panel.BuyOffer)
            move = moves.Buy(offer.disc, pay) if bought else moves.Invest(offer.path, pay)
            about = panel.paid(model, pay) if several and room else ""
            picks.append(Pick(label, move, about, how="show" if several and not room else "make"))
    return _menu(model, name, picks)


def _tool(model: Noria) -> Panel:
    offers = panel.produce_offers(model.view)
    goods = [_pick(panel.offer(model, one), moves.Produce(one.good)) for one in offers if not one.why]
    discs = _menu(model, "upgrade", _named(model, moves.Upgrade))
    rows = (*_menu(model, "produce", goods), *discs, _stops(model))
    return _asked(model, rows, panel.stock(model), panel.not_now(model, offers))


def _stops(model: Noria) -> tuple[Pick, ...]:
    """The end of the action, of one that has begun or of one that is given up; and of the chain after it."""
    running = model.view.current.running
    begun, then = (running.stage == "producing", running.then) if running else (False, UNSET)
    anew = (_pick(model.words("noria.move.choose_anew"), moves.Chain(())),) if then is not UNSET else ()
    return Pick(model.words(f"noria.panel.{'done' if begun else 'give_up'}"), moves.EndAction()), *anew


def payments(view: NoriaView, move: NoriaMove) -> list[NoriaMove]:
    """The same purchase or step with all that can be paid; nothing where there is no choice."""
    found = [one for one in legal(view, view.active) if isinstance(one, moves.Buy | moves.Invest)]
    if not isinstance(move, moves.Buy | moves.Invest):
        return []
    same: list[NoriaMove] = [one for one in found if structs.replace(one, pay=move.pay) == move]
    return same if len(same) > 1 else []


def _payments(model: Noria, move: NoriaMove) -> Rows:
    """All that can be paid instead, the present payment first and chosen."""
    others = sorted(payments(model.view, move), key=lambda one: one != move)
    lines = [
        (one, names.bundle(one.pay, model.words))
        for one in others
        if isinstance(one, moves.Buy | moves.Invest)
    ]
    return _menu(
        model, "pay", (replace(_pick(line, one), chosen=one == move, how="show") for one, line in lines)
    )


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
    large = model.view.phase in ("influence", "actions", "disc")
    return Panel(texts, (active_half(model) if large else wheel_of(model),), rows, back=False)


def _further(model: Noria, question: str, rows: Rows, *lines: str) -> Panel:
    texts = (f"**{question}**", "\n".join(filter(None, lines)))
    return Panel(texts, (wheel_of(model),), rows, back=True)
