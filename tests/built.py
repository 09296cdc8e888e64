"""What is handed out, built as a release does, without a network."""

import subprocess
import sys
from pathlib import Path

from tests.cli_runner import ROOT


def wheel_in(folder: Path, source: Path = ROOT) -> Path:
    """The wheel of the tree or of an archive of sources."""
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir")
    command = [sys.executable, "-m", "pip", "wheel", *options, str(folder), str(source)]
    subprocess.run(command, check=True, timeout=300)
    (built,) = folder.glob("*.whl")
    return built


def sources_in(folder: Path) -> Path:
    """The archive of sources."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder)]
    subprocess.run(command, check=True, timeout=300, cwd=ROOT, capture_output=True)
    (built,) = folder.glob("*.tar.gz")
    return built
