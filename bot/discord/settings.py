"""The settings of a table in words: what the lobby shows of them, and the menus that set them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from bot.discord.content import Entry, Menu, chosen
from bot.tables.computers import gives_hints
from bot.tables.model import Table, TableSettings
from bot.tables.settings import DEADLINES
from bot.text import Words

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


def offered(table: Table) -> tuple[str, ...]:
    """The settings that mean something in the game of a table."""
    return ("hints",) if gives_hints(table.game) else ()


def menus(table: Table, speak: Words) -> tuple[Menu, ...]:
    """A menu for each setting, with a sentence for each choice."""
    own: list[Menu] = []
    for key in offered(table):
        label = speak(f"table.setting.{key}")
        entries = [
            Entry(speak(f"table.setting.{key}.{value}"), value, speak(f"table.setting.{key}.{value}.about"))
            for value in (OFF, ON)
        ]
        now = ON if getattr(table.settings, key) else OFF
        own.append(setting_menu("lobby.setting", label, entries, now, speak, key))
    return (*own, deadline_menu(table, speak, rest=AMONG_OPTIONS))


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


def changed(table: Table, key: str, value: str) -> TableSettings:
    """The settings of a table with one of them as the menu says."""
    return msgspec.structs.replace(table.settings, **{key: value == ON})


def rows(table: Table, speak: Words) -> tuple[tuple[str, str], ...]:
    """What is not as at a new table, as rows of label and value."""
    own = tuple((speak(f"table.setting.{key}"), speak(f"table.setting.{key}.on")) for key in _set(table))
    hours = table.settings.deadline
    return (*own, (speak("table.setting.deadline"), hours_in_words(hours, speak))) if hours else own


def lines(table: Table, speak: Words) -> tuple[str, ...]:
    """The same as sentences that say what it means."""
    own = tuple(f"-# {speak(f'table.setting.{key}.on.about')}" for key in _set(table))
    return (*own, f"-# {deadline_line(table, speak)}") if table.settings.deadline else own


def hours_in_words(hours: int, speak: Words) -> str:
    """A number of hours in words, as days where these are whole ones."""
    if not hours:
        return speak("table.setting.deadline.off")
    days, rest = divmod(hours, 24)
    if rest or days == 1:
        return speak("table.setting.deadline.hours", n=hours)
    return speak("table.setting.deadline.days", n=days)


def _set(table: Table) -> list[str]:
    return [key for key in offered(table) if getattr(table.settings, key)]
