"""Runs the command line as people do: in a process of its own, in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz01"
"""Looks like a bot's token (of application 123456789012345678); Discord never gave it out."""


@dataclass(frozen=True)
class Ended:
    """How a process ended and what it said."""

    code: int
    out: str
    err: str


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Nothing of this machine's settings: only what Python needs, and `settings`."""
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT), **settings}


def command(
    folder: Path, *arguments: str, script: str | None = None, text: str = "", **settings: str
) -> Ended:
    """`python -m bot ARGUMENTS` (or another script with them) in `folder`, waited for."""
    start = [script] if script else ["-m", "bot"]
    done = subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=folder,
        env=environment(folder, **settings),
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)
