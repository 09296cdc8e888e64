"""The words of the bot: a catalogue for each language, and how values are put into them."""

from bot.languages import fallback, locales
from bot.text.catalogue import (
    Words,
    add_catalogues,
    add_languages,
    called,
    guest_catalogues,
    locale_of,
    words,
)
from bot.text.markup import Marked, cut, folded, jump_url, mention, one_line, plain, signed, stamp
from bot.text.pages import PAGE_LIMIT, Page, pages

__all__ = [
    "PAGE_LIMIT",
    "Marked",
    "Page",
    "Words",
    "add_catalogues",
    "add_languages",
    "called",
    "cut",
    "fallback",
    "folded",
    "guest_catalogues",
    "jump_url",
    "locale_of",
    "locales",
    "mention",
    "one_line",
    "pages",
    "plain",
    "signed",
    "stamp",
    "words",
]
