"""Stammtisch: board games in Discord, a move now and a move tonight."""

import sys

__version__ = "0.1.0"
COMMAND = "stammtisch" if "stammtisch" in sys.modules else "python -m bot"
"""What starts the command line: as it is installed, or from the source tree."""
