"""Imported once by the process from which all drawing workers are forked: what it opens and draws here lies
in memory that they share, and none of them has to do it again. It starts no thread."""

import gc
import signal
from contextlib import suppress
from ctypes import CDLL

from bot.games.registry import keys
from bot.processes import MIB
from bot.text import locales, words
from render.pen import Bounded
from render.png import warm

ROOM = 4
"""Times the memory that a thread of the bot has for what is drawn again and again: enough for all games."""

_TRIM, _MMAP = -1, -3
"""Of glibc's `mallopt`: what may lie free at the end of the heap, and from what size on memory is mapped."""
_PICTURES = 32 * MIB
"""More is refused by older versions of it."""

# Memory of a picture that is done is for the next one: to give it back and ask again takes time.
with suppress(AttributeError, OSError):
    for _limit in (_TRIM, _MMAP):
        CDLL(None).mallopt(_limit, _PICTURES)
# A stop is for the bot, which may still need a picture; this process and its workers end when the bot does.
signal.signal(signal.SIGTERM, signal.SIG_IGN)
Bounded.room = ROOM
for _locale in locales():
    words(_locale)
for _game in keys():
    warm(_game, own=True)
gc.collect()
gc.freeze()
