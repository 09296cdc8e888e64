"""A disc that waits for its action, and new discs that wait for a slot, in the private panel."""

from __future__ import annotations

from bot.discord.content import Button, Content
from bot.games.noria.legal import own as mover
from bot.games.noria.moves import (
    Build,
    Buy,
    EndAction,
    Fit,
    Invest,
    Produce,
    TakeShip,
    Travel,
    Upgrade,
)
from bot.games.noria.panel import (
    buy_offers,
    destinations,
    invest_offers,
    kindest,
    produce_offers,
)
from cogs.noria.choice import text_of
from cogs.noria.naming import move_name
from cogs.noria.parts import CHOOSE, MAKE, Noria, asked, entry, impossible, menu, moves
from render.noria import names
from render.noria import words as told
from render.noria.facts import step


def panel(scene: Noria) -> Content:
    """What the running disc can do now."""
    match step(scene.view):
        case "journey":
            return _travel(scene)
        case "arrived":
            return _arrived(scene)
        case "city":
            return _city(scene)
        case _:
            return _tool(scene)


def fit(scene: Noria) -> Content:
    """Every new disc with every free slot."""
    lines = (entry(move_name(scene, move), move) for move in moves(scene.view, Fit))
    return asked(scene, menu("fit", lines, scene.words))


def _travel(scene: Noria) -> Content:
    found = destinations(scene.view)
    # Turning up an island can't be taken back: it leads to a confirmation, the others are made at once.
    open_ones = [
        entry(told.offer(scene, one), Travel(one.number)) for one in found if not one.why and one.number
    ]
    rows = menu("travel", open_ones, scene.words, action=MAKE)
    hidden = [one for one in found if one.number is None and not one.why]
    reveal = Button(CHOOSE, scene.words("noria.panel.reveal"), text_of(Travel(None)))
    buttons = (*([reveal] if hidden else []), _stop(scene))
    face_down = [told.offer(scene, one) for one in hidden]
    return asked(scene, (*rows, buttons), *face_down, impossible(scene, found))


def _arrived(scene: Noria) -> Content:
    lines = [entry(move_name(scene, move), move) for move in moves(scene.view, TakeShip, Build)]
    return asked(scene, (*menu("arrived", lines, scene.words, action=MAKE), (_stop(scene),)))


def _city(scene: Noria) -> Content:
    view, words, stock = scene.view, scene.words, mover(scene.view).stock
    bought, invested = buy_offers(view), invest_offers(view)
    discs = [
        entry(told.offer(scene, one), Buy(one.disc, kindest(stock, one.payments)))
        for one in bought
        if not one.why
    ]
    paths = [
        entry(told.offer(scene, one), Invest(one.path, kindest(stock, one.payments)))
        for one in invested
        if not one.why
    ]
    rows = (*menu("invest", paths, words), *menu("buy", discs, words), (_stop(scene),))
    return asked(scene, rows, _stock(scene), impossible(scene, [*bought, *invested]))


def _tool(scene: Noria) -> Content:
    view, words = scene.view, scene.words
    offers = produce_offers(view)
    goods = [entry(told.offer(scene, one), Produce(one.good)) for one in offers if not one.why]
    discs = [entry(move_name(scene, move), move) for move in moves(view, Upgrade)]
    rows = menu("produce", goods, words, action=MAKE)
    rows = (*rows, *menu("upgrade", discs, words), (_stop(scene),))
    return asked(scene, rows, _stock(scene), impossible(scene, offers))


def _stock(scene: Noria) -> str:
    return scene.words("noria.panel.stock", bundle=names.bundle(mover(scene.view).stock, scene.words))


def _stop(scene: Noria) -> Button:
    """The end of the action: one that has begun ends at once, one that is given up is confirmed."""
    running = scene.view.current.running
    producing = running is not None and running.stage == "producing"
    key, action = ("done", MAKE) if producing else ("give_up", CHOOSE)
    return Button(action, scene.words(f"noria.panel.{key}"), text_of(EndAction()))
