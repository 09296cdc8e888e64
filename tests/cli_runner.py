"""Runs the command line as people do, in an empty folder: in a forked process, or in this one where the
command leaves nothing behind in it."""

import io
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from unittest import mock

from bot.__main__ import main
from tests.forked import Forked

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


def command(folder: Path, *arguments: str, call: str = "bot.__main__:main", **settings: str) -> Ended:
    """`python -m bot ARGUMENTS` in `folder`, waited for, or something else that is called with them."""
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        forked = Forked(
            call,
            arguments,
            folder=folder,
            environment=environment(folder, **settings),
            out=out,
            err=err,
        )
        code = forked.ended()
        out.seek(0)
        err.seek(0)
        return Ended(code, out.read(), err.read())


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
