"""Runs the command line as people do, in an empty folder: in a process of its own, or in this one where the
command leaves nothing behind in it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from bot.__main__ import main

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


def called(folder: Path, *arguments: str, text: str = "", **settings: str) -> Ended:
    """The same as `command` without a process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, environment(folder, **settings), clear=True),
        mock.patch.object(sys, "stdin", io.StringIO(text)),
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main([*arguments])
        except SystemExit as usage:
            code = int(usage.code or 0)
    return Ended(code, out.getvalue(), err.getvalue())
