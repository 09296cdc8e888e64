"""`python -m bot bench --code`: how large the code is, beside the ceilings that it is to stay below."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.bench.figures import Figure, Target, tell
from bot.docs import ROOT
from bot.exits import DONE
from bot.games import registry

PRODUCT = ("bot", "cogs", "render")
REDESIGNED = {"product": 52_000, "tests": 40_000}
"""Lines that the redesign was to leave of the five games, their tables and their Discord."""
ADDED: Mapping[str, Mapping[str, int]] = {
    "nobody waits: shared syncs, processes that draw, stops": {"product": 5_400, "tests": 5_800},
    "one press a decision: panels, plans, graces": {"product": 4_300, "tests": 3_100},
    "the way in: lessons, coach, hints": {"product": 3_400, "tests": 2_400},
    "computers: levels, characters, what is learned": {"product": 2_600, "tests": 1_700},
    "many machines: PostgreSQL, shards, metrics": {"product": 2_400, "tests": 2_100},
    "after the game: endings, analyses, puzzles, challenges": {"product": 7_700, "tests": 4_400},
    "between games: shelf, circles, evenings, tournaments": {"product": 7_000, "tests": 4_100},
}
"""By what came for players and hosts beside the redesign: so many lines more."""
LINES = {
    what: Target("<=", lines + sum(each[what] for each in ADDED.values()))
    for what, lines in REDESIGNED.items()
}
LONGEST = {"product": Target("<=", 600), "tests": Target("<=", 800)}
FUNCTION, METHODS = Target("<=", 100), Target("<=", 25)
COG = Target("<=", 300)
COGS = {"thurn_and_taxis": Target("<=", 450), "noria": Target("<=", 650)}
"""Of games whose moves are made of more steps than those of others."""
SHORT = 50
"""A file with fewer lines should stand for a concept."""
Sources = Mapping[Path, str]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main(*, as_json: bool) -> int:
    """Prints the figures of this source tree; a missed ceiling is told and fails nothing."""
    tell(list(figures(ROOT)), for_programs=as_json)
    return DONE


def figures(root: Path) -> Iterator[Figure]:
    """Lines and files of product and tests, of each game's cog, and the largest of what has a ceiling."""
    product, tests = _sources(root, *PRODUCT), _sources(root, "tests")
    yield from _sizes("product", product)
    yield from _sizes("tests", tests)
    for key in registry.own():
        paths = (root / "cogs" / f"{key}.py", root / "cogs" / key)
        lines = sum(_lines(text) for path, text in product.items() if {path, *path.parents} & {*paths})
        yield Figure("code", f"lines of cogs/{key}", lines, "", COGS.get(key, COG))
    trees = {path: ast.parse(text) for path, text in product.items()}
    name, lines = max(_functions(trees), key=lambda each: each[1])
    yield Figure("code", f"longest function of product ({name})", lines, "", FUNCTION)
    services = {path: tree for path, tree in trees.items() if root / "bot" / "tables" in path.parents}
    name, methods = max(_classes(services), key=lambda each: each[1])
    yield Figure("code", f"public methods of the largest service ({name})", methods, "", METHODS)


def _sizes(what: str, sources: Sources) -> Iterator[Figure]:
    counts = {path: _lines(text) for path, text in sources.items()}
    longest = max(counts, key=lambda path: counts[path])
    yield Figure("code", f"lines of {what}", sum(counts.values()), "", LINES[what])
    yield Figure("code", f"files of {what}", len(counts), "")
    short = sum(count < SHORT for count in counts.values())
    yield Figure("code", f"files of {what} below {SHORT} lines", short, "")
    yield Figure("code", f"longest file of {what} ({longest.name})", counts[longest], "", LONGEST[what])


def _sources(root: Path, *folders: str) -> Sources:
    paths = sorted(path for folder in folders for path in (root / folder).rglob("*.py"))
    return {path: path.read_text(encoding="utf-8") for path in paths}


def _lines(text: str) -> int:
    return len(text.splitlines())


def _functions(trees: Mapping[Path, ast.Module]) -> Iterator[tuple[str, int]]:
    """Each function with its number of lines."""
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def _classes(trees: Mapping[Path, ast.Module]) -> Iterator[tuple[str, int]]:
    """Each class with its number of public methods."""
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                methods = [each for each in node.body if isinstance(each, Function)]
                yield node.name, sum(not each.name.startswith("_") for each in methods)
