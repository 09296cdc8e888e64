"""A turn between discs in the private panel: influence, the next disc, politics, the end."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.games.contract import Refusal
from bot.games.noria.box import BOX, CHAMBERS, Chamber
from bot.games.noria.chain import BONUS
from bot.games.noria.legal import refusal
from bot.games.noria.moves import Activate, EndTurn, NightShift, NoriaMove, Politics
from bot.games.noria.panel import (
    DiscOffer,
    chains,
    debated,
    disc_offers,
    modification_price,
    most_points,
)
from bot.games.noria.table import value
from bot.games.noria.wheel import PLACE, SLOTS, at
from cogs.noria.choice import parts_of, text_of
from cogs.noria.parts import CHOOSE, Noria, asked, entry, further, impossible, menu, moves
from render.noria import names
from render.noria import words as told
from render.ranking import signed

BONUS_DISC, SWAP, DEBATE = "bonus", "modify", "politics"
"""What is chosen further: what a bonus disc names, two slots, chambers."""


def panel(scene: Noria, choice: str) -> Content:
    """The turn between discs, or the step that a choice leads to."""
    named = parts_of(choice, BONUS_DISC)
    bonus = [one.slot for one in disc_offers(scene.view) if one.kind == BONUS and not one.why]
    if named and named[0] in bonus:
        return _targets(scene, named[0])
    if parts_of(choice, SWAP) is not None and _swap_refusal(scene) is None:
        return _swap(scene)
    chambers = parts_of(choice, DEBATE)
    if chambers is not None and _debates(scene):
        return _debate(scene, chambers)
    return _between(scene)


def _between(scene: Noria) -> Content:
    words, offers = scene.words, disc_offers(scene.view)
    discs = menu("disc", (line for offer in offers if not offer.why for line in _discs(scene, offer)), words)
    lines = (*told.price_lines(scene), _chains(scene), impossible(scene, offers))
    return asked(scene, (*discs, *_buttons(scene)), *lines)


def _discs(scene: Noria, offer: DiscOffer) -> Iterator[Entry]:
    """A disc as it is, and doubled where it can be; a bonus disc leads on to what it names."""
    words = scene.words
    slot, about = names.slot(offer.slot, offer.kind, words), told.offer(scene, offer)
    if offer.kind == BONUS:
        yield Entry(slot, f"{BONUS_DISC}/{offer.slot}", about)
        return
    yield entry(slot, Activate(offer.slot), about)
    if offer.doubled is not None:
        yield entry(words("noria.sum.twice", disc=slot), Activate(offer.slot, double=True), about)


def _chains(scene: Noria) -> str:
    """The largest sets of discs with which the turn can end."""
    words, view = scene.words, scene.view
    wheel, found = view.players[view.active].wheel, chains(view)
    whole = [chain for chain in found if chain and not any(chain < other for other in found)]
    if not whole or view.current.debates:
        return ""
    listed = [
        "–".join(names.on(wheel, slot, words) for slot in sorted(chain, key=PLACE.__getitem__))
        for chain in whole
    ]
    return words("noria.panel.chains", chains=words("noria.panel.or").join(listed))


def _buttons(scene: Noria) -> tuple[Row, ...]:
    """The other steps; one that can't be taken is switched off, its reason stands in the text."""
    words, view = scene.words, scene.view
    early = view.phase == "influence"
    shifts = [_button(scene, f"shift_{ring.lower()}", NightShift(ring)) for ring in ("M", "L")]
    swap = Button(CHOOSE, words("noria.panel.swap"), SWAP, disabled=_swap_refusal(scene) is not None)
    debate = Button(CHOOSE, words("noria.panel.politics"), DEBATE, disabled=not _debates(scene))
    end = _button(scene, "end_turn", EndTurn(), primary=not view.current.running)
    return (*(((*shifts, swap),) if early else ()), (debate, end))


def _button(scene: Noria, key: str, move: NoriaMove, *, primary: bool = False) -> Button:
    disabled = refusal(scene.view, scene.view.active, move) is not None
    label = scene.words(f"noria.panel.{key}")
    style = "primary" if primary else "secondary"
    return Button(CHOOSE, label, text_of(move), style=style, disabled=disabled)


def _swap_refusal(scene: Noria) -> Refusal | None:
    if scene.view.phase != "influence":
        return Refusal("influence_late")
    return modification_price(scene.view).why


def _swap(scene: Noria) -> Content:
    words, wheel = scene.words, scene.view.players[scene.view.active].wheel
    entries = tuple(Entry(names.on(wheel, slot, words), slot, _empty(scene, slot)) for slot in SLOTS)
    two = Menu("noria.swap", words("noria.panel.menu.swap"), entries, fewest=2, most=2)
    cost = words("noria.panel.costs", n=modification_price(scene.view).cost)
    return further(scene, words("noria.panel.swap_which"), (two,), cost)


def _empty(scene: Noria, slot: str) -> str:
    there = at(scene.view.players[scene.view.active].wheel, slot)
    return "" if there else scene.words("noria.panel.empty")


def _targets(scene: Noria, slot: str) -> Content:
    words, wheel = scene.words, scene.view.players[scene.view.active].wheel
    entries: list[Entry] = []
    for move in moves(scene.view, Activate):
        assert isinstance(move, Activate), "the kind that was asked for"
        if move.slot == slot:
            targets = [names.on(wheel, target, words) for target in move.targets]
            label = words("noria.panel.targets", discs=words.all_of(targets)) if targets else ""
            entries.append(entry(label or words("noria.panel.no_target"), move))
    question = words("noria.panel.which_target", disc=names.slot(slot, BONUS, words))
    return further(scene, question, menu("targets", entries, words))


def _debates(scene: Noria) -> list[Politics]:
    """All that politics can do now."""
    return [move for move in moves(scene.view, Politics) if isinstance(move, Politics)]


def _debate(scene: Noria, chosen: list[str]) -> Content:
    """First the chamber whose value rises, then the one that a politician leaves."""
    words, view, possible = scene.words, scene.view, _debates(scene)
    seat = view.active
    down: Chamber | None = next((name for name in CHAMBERS if [name] == chosen[:1]), None)
    if down is None or all(move.down != down for move in possible):
        downs: list[Chamber] = [name for name in CHAMBERS if name in {move.down for move in possible}]
        lines = [
            Entry(_chamber(scene, name), f"{DEBATE}/{name}", told.debate(scene, seat, name)) for name in downs
        ]
        return further(scene, words("noria.panel.debate_down"), menu("down", lines, words))
    entries = [
        entry(_chamber(scene, move.remove), move, _leaving(scene, move))
        for move in possible
        if move.down == down
    ]
    question = words("noria.panel.debate_remove", chamber=names.first(names.chamber(down, words)))
    return further(scene, question, menu("remove", entries, words))


def _leaving(scene: Noria, move: Politics) -> str:
    """What the chamber that a politician leaves can still be worth, and what all of it does to the points."""
    if move.remove is None:
        return ""
    view = scene.view
    before, after = debated(view, view.active, move.down, move.remove)
    most = most_points(view.chambers, move.remove) - BOX.chamber_step[move.remove]
    now = value(view.chambers, move.remove)
    return scene.words(
        "noria.panel.leaving", value=now, most=most, before=signed(before), after=signed(after)
    )


def _chamber(scene: Noria, chamber: Chamber | None) -> str:
    words = scene.words
    return names.first(names.chamber(chamber, words)) if chamber else words("noria.panel.nobody_leaves")
