"""The turn of the bot told letter by letter: what came in, what it did, why this island, chamber or path."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.noria.box import Chamber, Path, island
from bot.games.noria.moves import (
    BotFactory,
    BotIntrigue,
    BotInvested,
    BotRotated,
    BotShip,
    BotStrengthened,
    NoriaEvent,
    Use,
)
from bot.games.noria.panel import bot_forecast
from bot.games.noria.view import NoriaView
from bot.games.noria.wheel import discs_on
from bot.text import Words
from render.noria import names
from render.noria.facts import increases
from render.scene import Scene

Noria = Scene[NoriaView]


def bot_told(scene: Noria, event: NoriaEvent) -> list[str]:
    """One step of the bot in a sentence; nothing for what a player does."""
    words = scene.words
    match event:
        case BotRotated(entered=entered, extra=extra):
            return [_entered("extra" if extra else "rotated", entered, words)]
        case BotShip(island=island, kind=kind):
            key = "ship" if kind else "ship_none"
            ship = names.kind(kind, words) if kind else ""
            return [words(f"noria.bot.{key}", letter=_letter(event, words), island=island, kind=ship)]
        case BotFactory():
            return [_factory(event, words)]
        case BotIntrigue():
            return [_intrigue(scene, event)]
        case BotInvested():
            return [_invested(scene, event)]
        case BotStrengthened(target=target, target_slot=slot):
            key = "strengthened" if target else "strengthened_none"
            return [words(f"noria.bot.{key}", letter=_letter(event, words), target=target, slot=slot)]
        case _:
            return []


def _entered(what: str, letters: tuple[str, ...], words: Words) -> str:
    key = what if len(letters) > 1 else f"{what}_one" if letters else f"{what}_none"
    return words(f"noria.bot.{key}", letters=words.all_of(letters))


def _letter(event: Use, words: Words) -> str:
    """The letter that was used, where it lies, what it does; the second use of an upgraded one briefly."""
    action = names.letter(event.letter, 0, words)
    if event.use > 1:
        return words("noria.text.letter_again", letter=event.letter, action=action)
    return words("noria.text.letter", letter=event.letter, slot=event.slot, action=action)


def _factory(event: BotFactory, words: Words) -> str:
    letter = _letter(event, words)
    if event.spot is None:
        return words("noria.bot.factory_none", letter=letter, island=event.island)
    count, _ = island(event.island).spots[event.spot - 1]
    key = "factory_two" if count > 1 else "factory_one"
    return words(f"noria.bot.{key}", letter=letter, island=event.island, spot=event.spot)


def _intrigue(scene: Noria, event: BotIntrigue) -> str:
    words, letter = scene.words, _letter(event, scene.words)
    if event.down is None and event.remove is None:
        return words("noria.bot.intrigue_none", letter=letter)
    first = _effect(scene, "down", event.down, event.down_path)
    second = _effect(scene, "remove", event.remove, event.remove_path)
    return words("noria.bot.intrigue", letter=letter, first=first, second=second)


def _effect(scene: Noria, what: str, chamber: Chamber | None, path: Path | None) -> str:
    words = scene.words
    if chamber is None:
        return words(f"noria.bot.{what}.lost")
    why = "path" if path else "fallback"
    there = names.chamber(chamber, words)
    return words(f"noria.bot.{what}.{why}", chamber=there, name=scene.names[0])


def _invested(scene: Noria, event: BotInvested) -> str:
    words = scene.words
    key = "instead" if event.instead else "followed" if event.letter == "E" else "invested"
    path = names.path(event.path, words) if event.path else ""
    return words(
        f"noria.bot.{key if event.path else key + '_none'}",
        letter=_letter(event, words),
        name=scene.names[0],
        path=path,
        level=event.level,
    )


def foretold(scene: Noria) -> str:
    """Which letters the bot's next turn uses, and how; empty without a bot or after the last turn."""
    view, words = scene.view, scene.words
    coming = bot_forecast(view) if view.phase != "over" else None
    if coming is None:
        return ""
    if not coming.letters:
        return words("noria.bot.forecast_none")
    twice = {disc.kind for _, disc in discs_on(coming.wheel) if disc.upgraded}
    told = [_coming(scene, letter, letter in twice) for letter in _once(coming.letters, coming.extra)]
    told += [words("noria.bot.forecast_extra", letter=letter) for letter in coming.extra]
    return words("noria.bot.forecast", letters=names.listed(told, words))


def _once(letters: Iterable[str], extra: Iterable[str]) -> list[str]:
    """The letters that come in by the usual turn of the wheel."""
    left = list(letters)
    for letter in extra:
        left.remove(letter)
    return left


def _coming(scene: Noria, letter: str, twice: bool) -> str:
    words, round = scene.words, scene.view.round
    key = "forecast_twice" if twice and not increases(letter, round) else "forecast_letter"
    return words(f"noria.bot.{key}", letter=letter, action=names.letter(letter, round, words))


def bot_summary(scene: Noria, events: Iterable[NoriaEvent]) -> list[str]:
    """The turn of the bot in a few words for each use of a letter."""
    words = scene.words
    found = [line for event in events if (line := _short(scene, event))]
    return found or [words("noria.rival.none")]


def _short(scene: Noria, event: NoriaEvent) -> str:
    words = scene.words
    match event:
        case BotRotated(entered=entered, extra=True):
            letters = names.listed(entered, words) or words("noria.text.nothing")
            return words("noria.rival.extra", letters=letters)
        case BotShip(letter=letter, island=island, kind=kind):
            what = words("noria.sum.ship", kind=names.kind(kind, words)) if kind else ""
            return _stop(letter, island, what, words)
        case BotFactory(letter=letter, island=island, spot=spot):
            what = words("noria.rival.factory", spot=spot) if spot else ""
            return _stop(letter, island, what, words)
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


def _stop(letter: str, island: int, what: str, words: Words) -> str:
    """An island that the bot's ambassador came to, and what happened there."""
    done = what or words("noria.rival.cancelled")
    return words("noria.rival.stop", letter=letter, island=names.island(island, words), what=done)
