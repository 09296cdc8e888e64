"""`python -m bot bench --quick --json` in a forked process, as quick as it may be."""

import os
import signal

from bot.__main__ import main
from bot.bench import analyses, crashes, crowd, evenings
from bot.running import STOPS
from tests.forked_bot import ForkedBot


def run() -> int:
    """The bench whose bots are forked and draw in a thread, and which waits no longer than it has to."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)  # its processes are to end by them
    os.environ["STAMMTISCH_DRAWING"] = "thread"
    crowd.BotProcess = ForkedBot  # type: ignore[misc]
    crashes.LIFE, crashes.LONGEST = 20, 5.0
    analyses.GAMES = 1
    evenings.CALM = 0.5  # not the load's: there the last picture is waited for
    return main(["bench", "--quick", "--json"])
