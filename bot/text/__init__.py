"""The words of the bot: catalogues in Japanese and English, and how values are put into them."""

from bot.text.catalogue import LOCALES, Words, add_catalogues, guest_catalogues, locale_of, words
from bot.text.markup import Marked, cut, jump_url, mention, one_line, plain, stamp
from bot.text.pages import PAGE_LIMIT, Page, pages

__all__ = [
    "LOCALES",
    "PAGE_LIMIT",
    "Marked",
    "Page",
    "Words",
    "add_catalogues",
    "cut",
    "guest_catalogues",
    "jump_url",
    "locale_of",
    "mention",
    "one_line",
    "pages",
    "plain",
    "stamp",
    "words",
]
