"""The rules of the house about its own code and papers."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot import exits

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs", "render", ".wheel")
TOP = {
    "pyproject.toml",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "Dockerfile",
    "docs",
    "tests",
    "bot",
    "cogs",
    "render",
}
MADE = {"data", "dist", "build", "__pycache__"}
"""What running and building leaves behind; git ignores it."""
WRITTEN = {
    ".py",
    ".md",
    ".po",
    ".sql",
    ".json",
    ".js",
    ".css",
    ".html",
    ".toml",
    ".example",
    ".sh",
    ".yaml",
    ".yml",
    ".service",
    "",
}

FILE_LINES, TEST_FILE_LINES, FUNCTION_LINES = 600, 800, 100
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|VACUUM|BEGIN|COMMIT)\s")
SOMEBODYS_MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|mnt|work)/|[A-Z]:\\\\")
OUTSIDE = {"random", "secrets", "time", "datetime", "sqlite3", "asyncio", "os", "socket"}
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")


def sources(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes_of(file: Path) -> list[ast.AST]:
    return [*ast.walk(tree_of(file))]


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in nodes_of(file) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def papers() -> Iterator[Path]:
    """Every written file of the project: sources, catalogues, pages, settings."""
    for top in sorted(ROOT.iterdir()):
        if (
            top.is_file()
            and (top.name in TOP or top.name.startswith("."))
            and top.name not in (".env", ".git", ".coverage")
        ):
            yield top
    for folder in (*PACKAGES, "docs", "tests", ".ci", ".github"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts and file.suffix in WRITTEN:
                yield file


def test_the_top_level_holds_what_was_agreed_and_nothing_else() -> None:
    found = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith(".")}
    assert {name for name in found - MADE if not name.endswith(".egg-info")} == TOP


def test_no_file_and_no_function_is_too_long() -> None:
    for file in sources(*PACKAGES, "tests"):
        limit = TEST_FILE_LINES if name_of(file).startswith("tests") else FILE_LINES
        assert len(file.read_text(encoding="utf-8").splitlines()) <= limit, name_of(file)
        for function in functions(file):
            length = (function.end_lineno or 0) - function.lineno + 1
            assert length <= FUNCTION_LINES, f"{name_of(file)}: {function.name}"


def test_every_module_says_what_it_is() -> None:
    empty_ones = {"bot/playground/__init__.py"}
    for file in sources(*PACKAGES):
        if file.read_text(encoding="utf-8").strip() and name_of(file) not in empty_ones:
            assert ast.get_docstring(tree_of(file)), name_of(file)


def test_nearly_all_public_functions_say_what_the_caller_gets() -> None:
    told = [
        bool(ast.get_docstring(function))
        for file in sources(*PACKAGES)
        for function in functions(file)
        if not function.name.startswith("_")
    ]
    assert sum(told) / len(told) >= 0.9


def test_nothing_is_left_unfinished_or_names_a_place_on_somebodys_machine() -> None:
    for file in papers():
        text = file.read_text(encoding="utf-8")
        assert SOMEBODYS_MACHINE.search(text) is None, name_of(file)
        assert file == Path(__file__) or UNFINISHED.search(text) is None, name_of(file)


def imports(file: Path) -> set[str]:
    names: set[str] = set()
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def test_no_rule_of_a_game_knows_its_sentences() -> None:
    for file in sources("bot/games"):
        if not file.name.startswith("sentences"):
            for node in nodes_of(file):
                named = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
                met = (*named, *str(getattr(node, "module", "")).split("."))
                assert not [name for name in met if name.startswith("sentences")], name_of(file)


def test_the_rules_know_no_clock_no_files_and_no_randomness_but_their_own() -> None:
    for file in sources("bot/games"):
        allowed = {
            "chance.py": {"secrets"},
            "playout.py": {"random"},
            "contract.py": {"random"},
            "course.py": {"random"},
        }.get(
            # A computer player gets its generator from whoever asks, such as a course; the contract names its
            # type.
            file.name,
            {"random"} if file.parent.name == "opponents" else set[str](),
        )
        assert imports(file) & OUTSIDE <= allowed, name_of(file)


def test_sql_is_spoken_in_the_store_alone() -> None:
    for file in sources(*PACKAGES):
        if name_of(file).startswith("bot/store/"):
            continue
        assert "sqlite3" not in imports(file), name_of(file)
        for node in nodes_of(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not SQL.match(node.value), f"{name_of(file)}: {node.value[:40]}"


def test_a_line_of_the_log_is_written_out_and_what_is_filled_in_stands_apart() -> None:
    """Reports of errors hold the text alone."""
    levels = {"debug": 0, "info": 0, "warning": 0, "error": 0, "log": 1}
    for file in sources(*PACKAGES):
        for node in nodes_of(file):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if ast.unparse(node.func.value) == "log" and node.func.attr in levels:
                text = node.args[levels[node.func.attr]]
                assert isinstance(text, ast.Constant), f"{name_of(file)}:{node.lineno}"


def commands_of_the_readme() -> list[str]:
    """The shell lines of README.md, in order."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    return [line.strip() for block in blocks for line in block.splitlines()]


def test_ci_runs_what_the_readme_says() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    setup = next(line for line in lines if line.startswith("python3 -m venv"))
    tests = lines[-1]
    assert f"{setup} && {tests}" in commands_of_the_readme()


def test_the_readme_opens_the_playground_with_one_command() -> None:
    wanted = (
        "python3 -m venv .venv && .venv/bin/pip install -e '.[playground]' && .venv/bin/python -m bot play"
    )
    assert commands_of_the_readme()[0] == wanted


def test_the_page_for_hosts_explains_every_exit_code() -> None:
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    codes = {value for name, value in vars(exits).items() if name.isupper()}
    assert {int(code) for code in re.findall(r"^\| (\d+) \| ", page, re.M)} == codes


PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")),
]


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_every_heading_that_the_papers_point_to_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)|src=\"([^\":]+)\"", text)
    for link, place, source in links:
        pointed = (ROOT / page).parent / (link or source) if link or source else ROOT / page
        assert pointed.exists(), link or source
        headings = re.findall(r"^#+ (.+)$", pointed.read_text("utf-8"), re.M) if place else [place]
        assert place in {heading.lower().replace(" ", "-") for heading in headings}, place
    for path in re.findall(r"`((?:bot|cogs|render|tests|docs)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path


def test_the_pages_for_newcomers_are_short() -> None:
    for page, most in (("README.md", 130), ("CONTRIBUTING.md", 250)):
        assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) <= most, page


def test_the_walk_to_a_new_game_names_the_five_files_of_a_small_one() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    walk = page.partition("## Adding a game")[2].partition("\n## ")[0]
    named = re.findall(r"`(tests/pebbles/[\w./]+)`", walk)
    files = [file for file in (ROOT / "tests/pebbles").rglob("*") if file.is_file()]
    game = [file for file in files if file.suffix != ".pyc"]
    assert sorted(named) == sorted(map(name_of, game))
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in game)
    assert (len(game), lines <= 450) == (5, True), "a whole game in five files and 450 lines"
