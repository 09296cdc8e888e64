"""The words of the bot: catalogues in Japanese and English, and how values are put into them."""

from bot.text.catalogue import LOCALES, Words, locale_of, words

__all__ = ["LOCALES", "Words", "locale_of", "words"]
