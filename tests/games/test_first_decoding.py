"""Threads that read the first of their kind at once in a new process: msgspec 0.22 crashes where two of them
learn a type together."""

import re
import sys
from pathlib import Path
from subprocess import run

import bot
from bot.games.chance import Chance
from bot.games.noria.game import GAME

PROCESSES = 150
"""One in twenty crashes where types are not known before."""

SCRIPT = f"""
import os, sys
from threading import Barrier, Thread

from bot.games.noria.game import GAME

state = open(0, "rb").read()

def crowd():
    sys.setswitchinterval(1e-6)
    barrier = Barrier(3)
    threads = [Thread(target=lambda: (barrier.wait(), GAME.decode(state))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os._exit(0)

codes = []
for _ in range({PROCESSES}):
    if not (child := os.fork()):
        crowd()
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(sum(code != 0 for code in codes))
"""


def test_threads_decode_the_first_states_of_a_process_at_once() -> None:
    state = GAME.encode(GAME.setup(GAME.options_type(), 2, Chance(bytes(32))))
    made = run([sys.executable, "-c", SCRIPT], input=state, capture_output=True, check=True)
    assert made.stdout == b"0\n"


def test_what_threads_decode_has_its_decoder_from_the_import_on() -> None:
    root = Path(bot.__file__).parent
    folders = (root / "tables", root / "store", root.parent / "render")
    modules = [root / "verify.py", root / "opponents" / "runner.py"]
    modules += [module for folder in folders for module in folder.glob("*.py")]
    assert not [path.name for path in modules if re.search(r"decode\(.*type=", path.read_text())]
