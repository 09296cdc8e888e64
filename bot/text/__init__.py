"""The words of the bot: a catalogue for each language, and how values are put into them."""

from bot.languages import fallback as fallback, locales as locales
from bot.text.catalogue import (
    Words as Words,
    add_catalogues as add_catalogues,
    called as called,
    digest as digest,
    words as words,
)
from bot.text.markup import (
    Marked as Marked,
    Page as Page,
    cut as cut,
    cut_lines as cut_lines,
    folded as folded,
    jump_url as jump_url,
    mention as mention,
    one_line as one_line,
    pages as pages,
    plain as plain,
    plus as plus,
    signed as signed,
    stamp as stamp,
)
