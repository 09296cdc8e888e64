"""Imported once by the process from which all drawing workers are forked: what it opens and draws here lies
in memory that they share, and none of them has to do it again. It starts no thread."""

import gc
import signal

from bot.games.registry import keys
from bot.text import locales, words
from render.pen import Bounded
from render.png import warm
from render.worker import step_back

ROOM = 4
"""Times the memory that a thread of the bot has for what is drawn again and again: enough for all games."""

# A stop is for the bot, which may still need a picture; this process and its workers end when the bot does.
signal.signal(signal.SIGTERM, signal.SIG_IGN)
step_back()
Bounded.room = ROOM
for _locale in locales():
    words(_locale)
for _game in keys():
    warm(_game, own=True)
gc.collect()
gc.freeze()
