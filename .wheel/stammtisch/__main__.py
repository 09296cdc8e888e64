"""The command line once it is installed: `stammtisch COMMAND` or `python -m stammtisch COMMAND`."""

import sys

from bot.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
