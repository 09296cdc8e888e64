"""Imported once by the process from which all drawing workers are forked: what it opens and draws here lies
in memory that they share, and none of them has to do it again. It starts no thread."""

from __future__ import annotations

import gc
import signal

from bot.text import LOCALES, words
from render.games import keys
from render.warm import warm
from render.worker import step_back

# A stop is for the bot, which may still need a picture; this process and its workers end when the bot does.
signal.signal(signal.SIGTERM, signal.SIG_IGN)
step_back()
for _locale in LOCALES:
    words(_locale)
for _game in keys():
    warm(_game)
gc.collect()
gc.freeze()
