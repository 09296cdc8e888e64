"""What Discord offers while somebody types a command of `/taxis`."""

from __future__ import annotations

from discord import app_commands

from bot.discord import panel
from bot.discord.autocomplete import suggestions
from bot.discord.router import Call
from bot.games.thurn_and_taxis.offer import EACH, best, free_cities, modes
from bot.games.thurn_and_taxis.possible import can_draw, may_close
from bot.games.thurn_and_taxis.view import TaxisView
from bot.text import Words
from cogs.thurn_and_taxis.asking import NOWHERE
from cogs.thurn_and_taxis.closing import mode_name
from cogs.thurn_and_taxis.presses import GAME
from cogs.thurn_and_taxis.spelling import matching, parts
from cogs.thurn_and_taxis.taking import DECK, described
from render.thurn_and_taxis import names

Suggestions = list[app_commands.Choice[str]]


async def open_cards(call: Call, typed: str) -> Suggestions:
    """The open cards that begin like this, each with where it would fit, and the deck."""
    view = await _asked(call)
    if view is None:
        return []
    words = call.words
    cards = matching(typed, (city for city in view.display if city is not None))
    found = [(f"{names.city(city, words)} ({described(view, city, words)})", city) for city in cards]
    deck = words("thurn_and_taxis.panel.deck")
    if can_draw(view) and any(name.startswith(typed.strip().casefold()) for name in (deck.casefold(), DECK)):
        found.append((deck, DECK))
    return suggestions(found)


async def cards(call: Call, typed: str) -> Suggestions:
    """The cards of the hand that begin like this, each with where it would fit."""
    view = await _asked(call)
    if view is None:
        return []
    words = call.words
    return suggestions(
        (f"{names.city(city, words)} ({described(view, city, words)})", city)
        for city in matching(typed, view.hand)
    )


async def offices(call: Call, typed: str) -> Suggestions:
    """At first the best offices in each mode and none at all; then the next city of the list."""
    view = await _asked(call)
    if view is None or not may_close(view):
        return []
    given = parts(typed)
    return _continued(view, given, typed, call.words) if given else _whole(view, call.words)


def _whole(view: TaxisView, words: Words) -> Suggestions:
    found = [
        (f"{mode_name(mode, words)}: {names.cities(best(view, mode), words)}", " ".join(best(view, mode)))
        for mode in modes(view)
        if best(view, mode)
    ]
    return suggestions([*found, (words("thurn_and_taxis.command.nowhere"), NOWHERE)])


def _continued(view: TaxisView, given: list[str], typed: str, words: Words) -> Suggestions:
    """The list so far with every city that could stand next in it."""
    free = free_cities(view, EACH)
    done, last = (given, "") if typed[-1].isspace() or typed[-1] in ",、" else (given[:-1], given[-1])
    known = [city for part in done for city in matching(part, free)[:1]]
    return suggestions(
        (names.cities((*known, city), words), " ".join((*known, city)))
        for city in matching(last, free)
        if city not in known
    )


async def _asked(call: Call) -> TaxisView | None:
    """What the person may see, if it is their turn."""
    scene = await panel.asked(call, GAME)
    return scene and scene.view
