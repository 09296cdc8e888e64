"""Stammtisch as it is installed: `bot`, `cogs` and `render` lie in this folder and meet nobody else's.
Who imports this package finds them first, in this process and its workers; other programs never see them."""

import sys
from pathlib import Path

_HERE = str(Path(__file__).parent)
sys.path[:] = [_HERE, *(place for place in sys.path if place != _HERE)]
