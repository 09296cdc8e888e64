"""The settings of a table in words: what the lobby shows of them, and the menus that set them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.discord.content import Entry, Menu, chosen
from bot.tables.computers import gives_hints
from bot.tables.model import Table
from bot.tables.settings import DEADLINES
from bot.text import Words

HINTS = "hints"
OFF, ON = "off", "on"
AMONG_OPTIONS = "lobby"
"""What the menu of deadlines carries that stands among the options of a lobby."""


def setting_menu(
    action: str, label: str, entries: Iterable[Entry], now: object, speak: Words, rest: str = ""
) -> Menu:
    """The menu of an option or a setting; each line says of what it is a value."""
    named = (
        replace(entry, label=speak("lobby.option", option=label, value=entry.label)) for entry in entries
    )
    return Menu(action, label, chosen(named, now), rest=rest)


def menus(table: Table, speak: Words) -> tuple[Menu, ...]:
    """A menu for each setting that means something in the game, with a sentence for each choice."""
    deadline = deadline_menu(table, speak, rest=AMONG_OPTIONS)
    if not gives_hints(table.game):
        return (deadline,)
    label, now = speak("table.setting.hints"), ON if table.settings.hints else OFF
    entries = [
        Entry(speak(f"table.setting.{HINTS}.{value}"), value, speak(f"table.setting.{HINTS}.{value}.about"))
        for value in (OFF, ON)
    ]
    return setting_menu("lobby.setting", label, entries, now, speak, HINTS), deadline


def deadline_menu(table: Table, speak: Words, *, rest: str = "") -> Menu:
    """The menu of the time that each decision has."""
    label, entries = speak("table.setting.deadline"), list[Entry]()
    for hours in DEADLINES:
        about = speak("table.setting.deadline.on.about" if hours else "table.setting.deadline.off.about")
        entries.append(Entry(hours_in_words(hours, speak), str(hours), about))
    return setting_menu("time.deadline", label, entries, table.settings.deadline, speak, rest)


def deadline_line(table: Table, speak: Words) -> str:
    """How much time each decision has, as a sentence."""
    hours = table.settings.deadline
    if not hours:
        return speak("table.setting.deadline.off.about")
    return speak("table.setting.deadline.each", time=hours_in_words(hours, speak))


def rows(table: Table, speak: Words) -> tuple[tuple[str, str], ...]:
    """What is not as at a new table, as rows of label and value."""
    own: list[tuple[str, str]] = []
    if hints_allowed(table):
        own.append((speak("table.setting.hints"), speak("table.setting.hints.on")))
    if table.settings.deadline:
        own.append((speak("table.setting.deadline"), hours_in_words(table.settings.deadline, speak)))
    return tuple(own)


def lines(table: Table, speak: Words) -> tuple[str, ...]:
    """The same as sentences that say what it means."""
    own = (speak("table.setting.hints.on.about"),) if hints_allowed(table) else ()
    own += (deadline_line(table, speak),) if table.settings.deadline else ()
    return tuple(f"-# {line}" for line in own)


def hints_allowed(table: Table) -> bool:
    """Whether a table has allowed hints, and its game gives them."""
    return table.settings.hints and gives_hints(table.game)


def hours_in_words(hours: int, speak: Words) -> str:
    """A number of hours in words, as days where these are whole ones."""
    if not hours:
        return speak("table.setting.deadline.off")
    days, rest = divmod(hours, 24)
    if rest or days == 1:
        return speak("table.setting.deadline.hours", n=hours)
    return speak("table.setting.deadline.days", n=days)
