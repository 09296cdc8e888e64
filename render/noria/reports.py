"""What has happened, a sentence for each event: the player's turn, the bot's letter by letter; and a turn in
a few words for each of its parts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.games.contract import Seat
from bot.games.noria.box import YIELDS, Chamber, Path, island
from bot.games.noria.bundle import NOTHING, Bundle, some
from bot.games.noria.chain import BONUS
from bot.games.noria.moves import (
    Activated,
    Administered,
    BotFactory,
    BotIntrigue,
    BotInvested,
    BotRotated,
    BotShip,
    BotStrengthened,
    Bought,
    Built,
    Chosen,
    Debated,
    GameOver,
    Gathered,
    GivenUp,
    Invested,
    Modified,
    NoriaEvent,
    Placed,
    Produced,
    Revealed,
    Shifted,
    ShipTaken,
    Travelled,
    Upgraded,
    Use,
)
from bot.games.noria.panel import bot_forecast
from bot.games.noria.view import NoriaView
from bot.games.noria.wheel import discs_on
from bot.text import Words
from bot.view_model import ViewModel
from render.noria import names
from render.noria.facts import Deed, deeds, increases

Noria = ViewModel[NoriaView]


def report(model: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """What a turn made happen, in the order of happening; `events` are those of `view.before` or
    `view.news`. The bot's turn is told letter by letter: what came in, what it did, and why so."""
    told: list[str] = []
    before: NoriaEvent | None = None
    for _, group in groupby(events, key=_kind):
        run = list(group)
        together = _together(model, run)
        lines = [together] if together else [_sentence(model, event, before) for event in run]
        told += filter(None, lines)
        before = run[-1]
    return told


def _kind(event: NoriaEvent) -> type[NoriaEvent]:
    return type(event)


def _together(model: Noria, run: list[NoriaEvent]) -> str:
    """Events of one kind that one sentence tells: placed discs, chosen resources, goods produced."""
    words = model.words
    match run[-1]:
        case Placed(seat=seat, bought=bought):
            discs = _placed(run, words, bought=bought)
            return _said(model, seat, "fitted" if bought else "placed", discs=discs)
        case Chosen(seat=seat):
            return _said(model, seat, "chosen", bundle=names.bundle(_heaped(run), words))
        case Produced(seat=seat):
            return _said(model, seat, "produced", bundle=names.bundle(_heaped(run), words))
        case _:
            return ""


def _sentence(model: Noria, event: NoriaEvent, before: NoriaEvent | None) -> str:
    """What one event made happen; `before` is what led to it. Empty for what others tell as well."""
    words = model.words
    match event:
        case Shifted(seat=seat, ring=ring, cost=cost):
            return _said(model, seat, "shifted", ring=names.ring(ring, words), cost=cost)
        case Modified(seat=seat, one=one, other=other, cost=cost):
            return _said(model, seat, "modified", one=one, other=other, cost=cost)
        case Activated():
            return _activated(model, event)
        case Gathered():
            return _gathered(model, event, before)
        case Travelled(seat=seat, island=number):
            key = "revealed" if isinstance(before, Revealed) else "travelled"
            return _said(model, seat, key, island=number)
        case ShipTaken(seat=seat, island=number, kind=kind):
            return _said(model, seat, "ship", island=number, kind=names.kind(kind, words))
        case Built(seat=seat, island=number, good=good, warehouses=count):
            return _said(model, seat, "built", island=number, n=count, good=names.kind(good, words))
        case Bought(seat=seat, disc=disc, pay=pay):
            return _said(model, seat, "bought", disc=names.disc(disc, words), pay=_paid(pay, words))
        case Invested(seat=seat, path=path, level=level, pay=pay):
            key = "invested" if pay.total else "entered"
            there = names.path(path, words)
            return _said(model, seat, key, path=there, level=level, pay=_paid(pay, words))
        case Upgraded(seat=seat, slot=slot, disc=disc):
            return _said(model, seat, "upgraded", slot=names.slot(slot, disc, words))
        case GivenUp(seat=seat, slot=slot, unused=True):
            return _said(model, seat, "given_up", slot=slot)
        case Debated(seat=seat, down=down, remove=remove, cost=cost):
            key, leaves = _chambers("debated", remove, words)
            return _said(model, seat, key, cost=cost, down=names.chamber(down, words), remove=leaves)
        case Administered(seat=seat, knowledge=knowledge):
            return _said(model, seat, "administered", n=knowledge)
        case GameOver():
            return words("noria.text.over")
        case BotRotated(entered=entered, extra=extra):
            return _entered("extra" if extra else "rotated", entered, words)
        case BotShip() | BotFactory() | BotIntrigue() | BotInvested() | BotStrengthened():
            return _letter_used(model, event)
        case _:
            return ""


def _said(model: Noria, seat: Seat, key: str, **data: str | int) -> str:
    return model.words(f"noria.report.{key}", name=model.names[seat], **data)


def _activated(model: Noria, event: Activated) -> str:
    words, slot = model.words, names.slot(event.slot, event.disc, model.words)
    if event.disc in YIELDS:
        return ""
    if event.disc != BONUS:
        return _said(model, event.seat, "activated", slot=slot, n=event.actions)
    if not event.targets:
        return _said(model, event.seat, "bonus_none", slot=slot)
    return _said(model, event.seat, "bonus", slot=slot, targets=words.all_of(event.targets))


def _gathered(model: Noria, event: Gathered, before: NoriaEvent | None) -> str:
    assert isinstance(before, Activated), "a disc has just been activated"
    slot = names.slot(before.slot, before.disc, model.words)
    if not event.count:
        return _said(model, event.seat, "gathered_none", slot=slot)
    heap = names.bundle(some(event.kind, event.count), model.words)
    return _said(model, event.seat, "gathered", slot=slot, bundle=heap)


def _chambers(key: str, remove: Chamber | None, words: Words) -> tuple[str, str]:
    """The key of a sentence on politics, and the chamber that a politician leaves."""
    return (key, names.chamber(remove, words)) if remove else (f"{key}_alone", "")


def _paid(pay: Bundle, words: Words) -> str:
    """What something cost, or that it was free."""
    return names.bundle(pay, words) if pay.total else words("noria.text.free")


def _heaped(events: Iterable[NoriaEvent]) -> Bundle:
    """What these events brought together: resources chosen, goods produced."""
    heap = NOTHING
    for event in events:
        match event:
            case Chosen(kind=kind) | Produced(good=kind):
                heap = heap.plus(some(kind))
            case _:
                pass
    return heap


def _placed(events: Iterable[NoriaEvent], words: Words, *, bought: bool) -> str:
    placed = [event for event in events if isinstance(event, Placed) and event.bought is bought]
    return names.listed([names.slot(one.slot, one.disc, words) for one in placed], words)


def _entered(what: str, letters: tuple[str, ...], words: Words) -> str:
    key = what if len(letters) > 1 else f"{what}_one" if letters else f"{what}_none"
    return words(f"noria.bot.{key}", letters=words.all_of(letters))


def _letter_used(
    model: Noria, event: BotShip | BotFactory | BotIntrigue | BotInvested | BotStrengthened
) -> str:
    """What a letter of the bot did; why this island, chamber or path."""
    words, letter = model.words, _letter(event, model.words)
    match event:
        case BotShip(island=number, kind=kind):
            ship = names.kind(kind, words) if kind else ""
            return words(
                f"noria.bot.{'ship' if kind else 'ship_none'}", letter=letter, island=number, kind=ship
            )
        case BotFactory(island=number, spot=spot):
            key = "none" if spot is None else "two" if island(number).spots[spot - 1][0] > 1 else "one"
            return words(f"noria.bot.factory_{key}", letter=letter, island=number, spot=spot or 0)
        case BotIntrigue(down=None, remove=None):
            return words("noria.bot.intrigue_none", letter=letter)
        case BotIntrigue(down=down, remove=remove):
            first = _effect(model, "down", down, event.down_path)
            second = _effect(model, "remove", remove, event.remove_path)
            return words("noria.bot.intrigue", letter=letter, first=first, second=second)
        case BotInvested(path=path, level=level, instead=instead):
            key = "instead" if instead else "followed" if event.letter == "E" else "invested"
            there, name = names.path(path, words) if path else "", model.names[0]
            key = key if path else f"{key}_none"
            return words(f"noria.bot.{key}", letter=letter, name=name, path=there, level=level)
        case BotStrengthened(target=target, target_slot=slot):
            key = "strengthened" if target else "strengthened_none"
            return words(f"noria.bot.{key}", letter=letter, target=target, slot=slot)


def _letter(event: Use, words: Words) -> str:
    """The letter that was used, where it lies, what it does; the second use of an upgraded one briefly."""
    action = names.letter(event.letter, 0, words)
    if event.use > 1:
        return words("noria.text.letter_again", letter=event.letter, action=action)
    return words("noria.text.letter", letter=event.letter, slot=event.slot, action=action)


def _effect(model: Noria, what: str, chamber: Chamber | None, path: Path | None) -> str:
    words = model.words
    if chamber is None:
        return words(f"noria.bot.{what}.lost")
    why = "path" if path else "fallback"
    return words(f"noria.bot.{what}.{why}", chamber=names.chamber(chamber, words), name=model.names[0])


def foretold(model: Noria) -> str:
    """Which letters the bot's next turn uses, and how; empty without a bot or after the last turn."""
    view, words = model.view, model.words
    coming = bot_forecast(view) if view.phase != "over" else None
    if coming is None:
        return ""
    if not coming.letters:
        return words("noria.bot.forecast_none")
    twice = {disc.kind for _, disc in discs_on(coming.wheel) if disc.upgraded}
    usual = list(coming.letters)
    for letter in coming.extra:
        usual.remove(letter)
    told = [_coming(model, letter, letter in twice) for letter in usual]
    told += [words("noria.bot.forecast_extra", letter=letter) for letter in coming.extra]
    return words("noria.bot.forecast", letters=names.listed(told, words))


def _coming(model: Noria, letter: str, twice: bool) -> str:
    words, round = model.words, model.view.round
    key = "forecast_twice" if twice and not increases(letter, round) else "forecast_letter"
    return words(f"noria.bot.{key}", letter=letter, action=names.letter(letter, round, words))


def summary(model: Noria) -> list[str]:
    """The turn under way, a short line for each part of it: influence, each disc with what it brought,
    politics; empty while nothing was done."""
    events, words = model.view.news, model.words
    influence = [event for event in events if isinstance(event, Shifted | Modified)]
    after = [event for event in events if isinstance(event, Debated | Administered)]
    discs = _placed(events, words, bought=True)
    return [
        *_chosen(events, words),
        *[_short(event, words) for event in influence],
        *[_did(model, deed) for deed in deeds(events)],
        *[_short(event, words) for event in after],
        *([words("noria.sum.fitted", discs=discs)] if discs else []),
    ]


def _chosen(events: Iterable[NoriaEvent], words: Words) -> list[str]:
    """The choices of the start."""
    discs = _placed(events, words, bought=False)
    heap = _heaped(event for event in events if isinstance(event, Chosen))
    entered = [event for event in events if isinstance(event, Invested) and not event.pay.total]
    return [
        *([words("noria.sum.built_wheel", discs=discs)] if discs else []),
        *([words("noria.sum.chosen", bundle=names.bundle(heap, words))] if heap.total else []),
        *[words("noria.sum.entered", path=names.path(event.path, words)) for event in entered],
    ]


def _did(model: Noria, deed: Deed) -> str:
    """A disc, whether it was doubled, and what it brought: `S1 journey: island 4, ship (energy)`."""
    words, running = model.words, model.view.current.running
    disc, done = names.slot(deed.disc.slot, deed.disc.disc, words), _brought(deed, words)
    if deed.disc.doubled:
        disc = words("noria.sum.twice", disc=disc)
    if running and running.slot == deed.disc.slot and running.left:
        done.append(words("noria.sum.left", n=running.left))
    return words("noria.sum.did", disc=disc, deeds=names.listed(done, words)) if done else disc


def _brought(deed: Deed, words: Words) -> list[str]:
    """What a disc brought, in a few words each."""
    if deed.disc.targets:
        return [words("noria.sum.targets", targets=words.all_of(deed.disc.targets))]
    if not deed.disc.actions:
        return [words("noria.sum.link")]
    done: list[str] = []
    for kind, group in groupby(deed.events, key=_kind):
        run = list(group)
        if kind is Produced:
            done.append(words("noria.sum.produced", bundle=names.bundle(_heaped(run), words)))
        elif kind is not Debated:
            done += [line for event in run if (line := _short(event, words))]
    return done


def _short(event: NoriaEvent, words: Words) -> str:
    """What a player's event brought, in a few words; empty for what needs none."""
    match event:
        case Shifted(ring=ring, cost=cost):
            return words("noria.sum.shifted", ring=names.ring(ring, words), cost=cost)
        case Modified(one=one, other=other, cost=cost):
            return words("noria.sum.modified", one=one, other=other, cost=cost)
        case Gathered(kind=kind, count=count):
            return words("noria.sum.gathered", bundle=names.bundle(some(kind, count), words))
        case Travelled(island=number):
            return names.island(number, words)
        case ShipTaken(kind=kind):
            return words("noria.sum.ship", kind=names.kind(kind, words))
        case Built(good=good, warehouses=count):
            return words("noria.sum.built", n=count, good=names.kind(good, words))
        case Bought(disc=disc, pay=pay):
            return words("noria.sum.bought", disc=names.disc(disc, words), pay=_paid(pay, words))
        case Invested(path=path, level=level, pay=pay):
            there = names.path(path, words)
            return words("noria.sum.invested", path=there, level=level, pay=_paid(pay, words))
        case Upgraded(slot=slot, disc=disc):
            return words("noria.sum.upgraded", slot=names.slot(slot, disc, words))
        case GivenUp(unused=True):
            return words("noria.sum.given_up")
        case Debated(down=down, remove=remove, cost=cost):
            key, leaves = _chambers("debated", remove, words)
            return words(f"noria.sum.{key}", down=names.chamber(down, words), remove=leaves, cost=cost)
        case Administered(knowledge=knowledge):
            return words("noria.sum.administered", n=knowledge)
        case _:
            return ""


def bot_summary(model: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """The turn of the bot in a few words for each use of a letter."""
    found = [line for event in events if (line := _bot_short(event, model.words))]
    return found or [model.words("noria.rival.none")]


def _bot_short(event: NoriaEvent, words: Words) -> str:
    match event:
        case BotRotated(entered=entered, extra=True):
            letters = names.listed(entered, words) or words("noria.text.nothing")
            return words("noria.rival.extra", letters=letters)
        case BotShip(letter=letter, island=number, kind=kind):
            what = words("noria.sum.ship", kind=names.kind(kind, words)) if kind else ""
            return _stop(letter, number, what, words)
        case BotFactory(letter=letter, island=number, spot=spot):
            what = words("noria.rival.factory", spot=spot) if spot else ""
            return _stop(letter, number, what, words)
        case BotIntrigue(letter=letter, down=down, remove=remove):
            places = [words(f"noria.short.{one.lower()}") if one else "–" for one in (down, remove)]
            return words("noria.rival.intrigue", letter=letter, down=places[0], remove=places[1])
        case BotInvested(letter=letter, path=path, level=level, instead=instead):
            there = names.path(path, words) if path else ""
            key = "none_left" if not path else "instead" if instead else "invested"
            return words(f"noria.rival.{key}", letter=letter, path=there, level=level)
        case BotStrengthened(letter=letter, target=target, target_slot=slot):
            key = "strengthened" if target else "none_left"
            return words(f"noria.rival.{key}", letter=letter, target=target, slot=slot)
        case _:
            return ""


def _stop(letter: str, number: int, what: str, words: Words) -> str:
    """An island that the bot's ambassador came to, and what happened there."""
    done = what or words("noria.rival.cancelled")
    return words("noria.rival.stop", letter=letter, island=names.island(number, words), what=done)
