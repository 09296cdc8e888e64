"""Stammtisch as it is installed: `bot`, `cogs` and `render` lie in this folder and meet nobody else's.
Who imports this package finds them first, in this process and its workers; other programs never see them."""

import sys
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:] = [str(_HERE), *(place for place in sys.path if place != str(_HERE))]

for _own in _HERE.glob("*/__init__.py"):
    _found = find_spec(_own.parent.name)
    if _found is None or _found.origin != str(_own):
        raise ImportError(
            f"Stammtisch needs its own {_own.parent.name}; another one is in its place: {_found}"
        )
