"""How long a text of the catalogues may be where Discord shows it: found in the code that says where it goes.

`python tests/text/lengths.py` writes each limit above its text in the catalogues, as a comment for
translators: `#. at most 80 characters`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import catalogue_scan as scan

COMMENT = re.compile(r"at most (\d+) characters")
COMMANDS = {"name": 32, "description": 100}
"""Of commands, their groups and options."""
PLACES: dict[str, dict[str, tuple[int, int]]] = {
    "Button": {"label": (1, 80)},
    "Link": {"label": (0, 80)},
    "turning": {"labels": (1, 80)},
    "Entry": {"label": (0, 100), "description": (2, 100)},
    "Menu": {"placeholder": (1, 150)},
    "Pick": {"label": (0, 80), "about": (2, 100)},
    "Line": {"label": (0, 80), "about": (2, 100)},
    "Picks": {"placeholder": (0, 150)},
    "Channels": {"placeholder": (1, 150)},
    "People": {"placeholder": (1, 150)},
    "Roles": {"placeholder": (1, 150)},
    "Field": {"label": (1, 45), "placeholder": (3, 100)},
    "Form": {"title": (1, 45)},
    "Listing": {"short": (0, 120), "about": (1, 400)},
    "fixed": {"key": (1, 100)},
    "person_menu": {"key": (0, 32)},
    "message_menu": {"key": (0, 32)},
}
"""By what is called, its argument: where it stands, and how many characters Discord shows of it."""

WIDE = re.compile(r"(waiting|table\\.(more|history|replay)|\w+\\.panel)\\.\[|\[a-z0-9_\]\+\\.\\ ")
"""Patterns of f-strings that stand for some keys of a topic, and match all of them."""


def limits(keys: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    patterns = list(_asked())
    for key in keys:
        end = key.rpartition(".")[2]
        limit = [COMMANDS[end]] if key.startswith("command.") and end in COMMANDS else []
        limit += [most for pattern, most in patterns if pattern.fullmatch(key)]
        if limit:
            found[key] = min(limit)
    return found


def _asked() -> Iterator[tuple[re.Pattern[str], int]]:
    """The keys of texts that go to such a place, with its limit."""
    for _, nodes in scan.trees():
        for call in nodes:
            if isinstance(call, ast.Call):
                for name, (place, limit) in PLACES.get(scan.called(call.func), {}).items():
                    given = [word.value for word in call.keywords if word.arg == name]
                    for text in given or call.args[place : place + 1]:
                        yield from ((pattern, limit) for pattern in _keys(text, name))


def _keys(text: ast.expr, name: str) -> Iterator[re.Pattern[str]]:
    """The keys that an expression asks the catalogues for; a key itself, where that is wanted."""
    asked = [text] if name == "key" else [each.args[0] for each in ast.walk(text) if _speaks(each)]
    for key in asked:
        if isinstance(key, ast.Constant) and scan.KEY.fullmatch(str(key.value)):
            yield re.compile(re.escape(str(key.value)))
        elif isinstance(key, ast.JoinedStr):
            pattern = "".join(map(scan.piece, key.values))
            if not WIDE.match(pattern):
                yield re.compile(pattern)


def _speaks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and bool(node.args)


def commented(text: str, wanted: dict[str, int]) -> str:
    """A catalogue with the limits of its texts above them, and no others."""
    lines: list[str] = []
    for line in text.splitlines():
        key = re.fullmatch(r'msgid "(.+)"', line)
        if key and key[1] in wanted:
            lines.append(f"#. at most {wanted[key[1]]} characters")
        if not COMMENT.search(line) or not line.startswith("#."):
            lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> None:
    folders = [path.parent.name for path in scan.CATALOGUES.glob("*/language.toml")]
    files = [file for locale in folders for file in scan.files(locale)]
    wanted = limits({key for file in files for key in scan.keys_by_line(file)})
    for file in map(Path, files):
        file.write_text(commented(file.read_text(encoding="utf-8"), wanted), encoding="utf-8")


if __name__ == "__main__":
    main()
