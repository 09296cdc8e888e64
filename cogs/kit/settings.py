"""The settings of a table in words: what the lobby shows of them, and the menus that set them."""

from __future__ import annotations

import msgspec

from bot.tables.hints import gives_hints
from bot.tables.model import Table, TableSettings
from bot.text import Words
from cogs.kit.content import Entry, Menu

OFF, ON = "off", "on"


def offered(table: Table) -> tuple[str, ...]:
    """The settings that mean something in the game of a table."""
    return ("hints",) if gives_hints(table.game) else ()


def menus(table: Table, speak: Words) -> tuple[Menu, ...]:
    """A menu for each setting, with a sentence for each choice."""
    return tuple(_menu(table, key, speak) for key in offered(table))


def changed(table: Table, key: str, value: str) -> TableSettings:
    """The settings of a table with one of them as the menu says."""
    return msgspec.structs.replace(table.settings, **{key: value == ON})


def rows(table: Table, speak: Words) -> tuple[tuple[str, str], ...]:
    """What is not as at a new table, as rows of label and value."""
    return tuple((speak(f"table.setting.{key}"), speak(f"table.setting.{key}.on")) for key in _set(table))


def lines(table: Table, speak: Words) -> tuple[str, ...]:
    """The same as sentences that say what it means."""
    return tuple(f"-# {speak(f'table.setting.{key}.on.about')}" for key in _set(table))


def _set(table: Table) -> list[str]:
    return [key for key in offered(table) if getattr(table.settings, key)]


def _menu(table: Table, key: str, speak: Words) -> Menu:
    label, now = speak(f"table.setting.{key}"), ON if getattr(table.settings, key) else OFF
    entries = tuple(
        Entry(
            speak("lobby.option", option=label, value=speak(f"table.setting.{key}.{value}")),
            value,
            speak(f"table.setting.{key}.{value}.about"),
            chosen=value == now,
        )
        for value in (OFF, ON)
    )
    return Menu("lobby.setting", label, entries, rest=key)
