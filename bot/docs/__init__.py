"""The generated documentation: docs/commands.md, docs/settings.md, .env.example, docs/pictures.

`python -m bot docs` writes the texts anew, `--check` fails where one is stale, `--pictures` draws instead.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.exits import CHECK_FAILED, DONE, Refused

ROOT = Path(__file__).parent.parent.parent
"""The top of the source tree."""


def main(*, check: bool, pictures: bool, root: Path = ROOT) -> int:
    """Writes or checks the texts, or draws the pictures; names each file on stdout."""
    from bot.docs import pages

    if not (root / "docs").is_dir():
        raise Refused(f"There is no folder docs in {root}: documentation is made in the source tree.")
    groups = asyncio.run(pages.payloads())  # loads the cogs, and with them what the boards look like
    if pictures:
        from bot.docs import pictures as drawing

        for file in drawing.draw(root / "docs" / "pictures"):
            sys.stdout.write(f"{file.stat().st_size // 1000:>4} kB  {file.name}\n")
        return DONE
    texts = {
        root / "docs" / "commands.md": pages.commands(groups),
        root / "docs" / "settings.md": pages.settings(),
        root / ".env.example": pages.example(),
    }
    stale = [file for file, text in texts.items() if not file.is_file() or file.read_text("utf-8") != text]
    for file in stale:
        sys.stdout.write(f"{'stale' if check else 'written'}: {file.relative_to(root)}\n")
        if not check:
            file.write_text(texts[file], "utf-8")
    return CHECK_FAILED if check and stale else DONE
