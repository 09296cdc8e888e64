"""A move that is shown before it is made: what it costs, what it brings, what it leaves undone."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from bot.discord.content import Content, Row
from bot.discord.presenter import confirming
from bot.discord.scenes import spoken
from bot.games.noria.legal import own as mover
from bot.games.noria.moves import Activate, Buy, EndTurn, Invest, NoriaMove, Politics
from bot.games.noria.panel import buy_offers, disc_offers, invest_offers
from bot.games.noria.preview import after
from cogs.noria.choice import text_of
from cogs.noria.naming import move_name
from cogs.noria.parts import MAKE, Noria, entry, menu, moves
from render.noria import forecast, names, own, proposal
from render.noria import words as told
from render.scene import Drawing


def panel(scene: Noria, move: NoriaMove) -> Content:
    """The move in words and in the picture, with **Confirm** and **Back**."""
    words = scene.words
    lines = proposal.lines(spoken(scene), move)
    name = words("noria.panel.sure", move=move_name(scene, move))
    texts = (name, "\n".join([*lines, *_consequences(scene, move)]))
    rows = (*_payments(scene, move), confirming(MAKE, text_of(move), words))
    return Content(texts, _drawings(scene, move), rows)


def _consequences(scene: Noria, move: NoriaMove) -> list[str]:
    match move:
        case EndTurn():
            return [*_unused(scene), *filter(None, [told.foretold(scene)])]
        case Politics(down=down, remove=remove):
            change = told.debate(scene, scene.view.active, down, remove)
            return [change, scene.words("noria.panel.turn_ends")]
        case Activate():
            return _still(scene, move)
        case Buy() | Invest():
            left = mover(after(scene.view, move)).stock
            return [scene.words("noria.panel.left", bundle=names.bundle(left, scene.words))]
        case _:
            return []


def _drawings(scene: Noria, move: NoriaMove) -> tuple[Drawing, ...]:
    """What comes of it; where the turn ends the wheel as it then turns."""
    match move:
        case EndTurn():
            return (forecast(scene),)
        case Politics():
            return own(scene, move), forecast(replace(scene, view=after(scene.view, move)))
        case _:
            return (own(scene, move),)


def _unused(scene: Noria) -> list[str]:
    """What could still be done in the turn."""
    words = scene.words
    discs = [names.slot(one.slot, one.kind, words) for one in disc_offers(scene.view) if not one.why]
    lines = [words("noria.panel.unused", discs=words.all_of(discs))] if discs else []
    if any(moves(scene.view, Politics)):
        lines.append(words("noria.panel.politics_left"))
    return lines


def _still(scene: Noria, move: Activate) -> list[str]:
    """The discs that can follow this one."""
    words, there = scene.words, after(scene.view, move)
    # The others can be asked for only once this one has done its actions.
    there = structs.replace(there, current=structs.replace(there.current, running=None))
    discs = [names.slot(one.slot, one.kind, words) for one in disc_offers(there) if not one.why]
    return [words("noria.panel.follow", discs=words.all_of(discs))] if discs else [words("noria.panel.last")]


def _payments(scene: Noria, move: NoriaMove) -> tuple[Row, ...]:
    """All that can be paid instead, the present payment chosen; nothing where there is no choice."""
    view, words = scene.view, scene.words
    match move:
        case Buy(disc=disc):
            found = next(one.payments for one in buy_offers(view) if one.disc == disc)
            others: list[Buy | Invest] = [Buy(disc, pay) for pay in found]
        case Invest(path=path):
            found = next(one.payments for one in invest_offers(view) if one.path == path)
            others = [Invest(path, pay) for pay in found]
        case _:
            return ()
    if len(others) < 2:
        return ()
    shown = sorted(others, key=lambda one: one != move)
    lines = [entry(names.bundle(one.pay, words), one, chosen=one == move) for one in shown]
    return menu("pay", lines, words)
