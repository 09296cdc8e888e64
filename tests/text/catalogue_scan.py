"""What the catalogues hold and what the code asks of them, each read independently of the loader."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = ROOT / "bot" / "text" / "catalogues"
PACKAGES = ("bot", "cogs", "render")
KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def files(locale: str) -> list[Path]:
    games = (ROOT / "bot" / "games").glob(f"*/words/{locale}.po")
    return sorted((*(CATALOGUES / locale).glob("*.po"), *games))


def locale_of(file: Path) -> str:
    """The language of a catalogue: `<language>/<topic>.po`, or `words/<language>.po` of a game."""
    return file.stem if file.parent.name == "words" else file.parent.name


def name_of(file: Path) -> str:
    """What the catalogue of the same words is called in every language."""
    return file.parent.parent.name if file.parent.name == "words" else file.name


def keys_by_line(file: Path) -> list[str]:
    """The keys of a file as its lines show them, header left out."""
    return re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)


@dataclass(frozen=True)
class Call:
    """A call with a literal string in front: who is called, the string, the names of its data."""

    where: str
    name: str
    text: str
    data: frozenset[str]
    open_ended: bool
    """Holds `**data`, so that the names can't be known."""


@cache
def trees() -> list[tuple[Path, list[ast.AST]]]:
    """Every module of ours, as the nodes of its syntax."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return [(path, [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]) for path in paths]


@cache
def calls() -> list[Call]:
    """Every call whose first argument is a literal string."""
    return [
        Call(
            f"{path.relative_to(ROOT)}:{node.lineno}",
            called(node.func),
            str(node.args[0].value),
            frozenset(word.arg for word in node.keywords if word.arg),
            any(word.arg is None for word in node.keywords),
        )
        for path, nodes in trees()
        for node in nodes
        if isinstance(node, ast.Call)
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    ]


def called(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@cache
def strings() -> dict[str, str]:
    """Every literal string and where it stands; not the pieces of f-strings."""
    found: dict[str, str] = {}
    for path, nodes in trees():
        made = (node for node in nodes if isinstance(node, ast.JoinedStr))
        pieces = {id(piece) for node in made for piece in node.values}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
                found[node.value] = f"{path.relative_to(ROOT)}:{node.lineno}"
    return found


def patterns() -> list[re.Pattern[str]]:
    """The keys that f-strings can make: each value stands for one part between dots."""
    found = {
        "".join(piece(value) for value in node.values)
        for _, nodes in trees()
        for node in nodes
        if isinstance(node, ast.JoinedStr)
    }
    return [re.compile(made) for made in sorted(found) if re.search(r"[a-z_]{3,}\\\.|\\\.[a-z_]{3,}", made)]


def piece(value: ast.expr) -> str:
    return re.escape(str(value.value)) if isinstance(value, ast.Constant) else "[a-z0-9_]+"


def legacy_actions() -> set[str]:
    """The actions of older controls that a presenter answers: the keys of its `legacy`."""
    return {
        key.value
        for _, nodes in trees()
        for node in nodes
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "legacy"
        for part in ast.walk(node)
        if isinstance(part, ast.Dict)
        for key in part.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }
