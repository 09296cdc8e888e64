"""The words of the bot: catalogues in Japanese and English, and how values are put into them."""

from bot.text.catalogue import LOCALES, Words, add_catalogues, locale_of, words
from bot.text.markup import cut, jump_url, mention, one_line, plain, stamp
from bot.text.pages import PAGE_LIMIT, Page, pages

__all__ = [
    "LOCALES",
    "PAGE_LIMIT",
    "Page",
    "Words",
    "add_catalogues",
    "cut",
    "jump_url",
    "locale_of",
    "mention",
    "one_line",
    "pages",
    "plain",
    "stamp",
    "words",
]
