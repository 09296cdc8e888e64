"""In place of `render.preload` beside bots of tests: takes as long, without the work. What that one makes
ready is of little use where a bot is stopped after some seconds."""

import signal
import time

from tests import sketches

LONG = 2.0
"""Seconds that pictures of all games take."""

signal.signal(signal.SIGTERM, signal.SIG_IGN)
sketches.begin()
time.sleep(LONG)
