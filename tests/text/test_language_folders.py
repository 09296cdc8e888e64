"""No language is named outside its folder: neither by its tag or its name, nor by words in its letters."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import catalogue_scan as scan
from babel.core import Locale

from bot.languages import languages

JUSTIFIED = {
    "render/fonts.py": "where lines may break in a writing system",
    "bot/games/noria/notation.py": "signs that keyboards for kana give for a dash",
    "bot/games/noerdlingen/calendar.py": "dates in figures, as they are written with Han characters",
    "bot/games/noerdlingen/spelling.py": "ways as they are typed, also with Han characters for directions",
}
"""Letters that stand in the code, of writing systems rather than of a language."""
TAGS = {tag.casefold() for tag, each in languages().items() for tag in (tag, each.client)}
BABEL = [Locale.parse(tag, sep="-") for tag in languages()]
NAMES = {str(each.get_display_name(of)).casefold() for each in BABEL for of in BABEL}


@cache
def pieces(name: str) -> set[str]:
    """An identifier by its parts."""
    return set(re.split(r"_+", name.casefold()))


def found_in(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Identifiers with a language as one of their parts, and strings that are one or hold its letters."""
    told = docstrings(nodes)
    for node in nodes:
        names = [getattr(node, field, None) for field in ("id", "attr", "arg", "name")]
        for name in names:
            if isinstance(name, str) and pieces(name) & (TAGS | NAMES) and name != "american_english":
                yield node.lineno, name  # type: ignore[attr-defined]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            text = node.value.casefold()
            if text in TAGS or re.search(rf"\b({'|'.join(NAMES)})\b", text) or letters(text):
                yield node.lineno, node.value


def letters(text: str) -> bool:
    """Whether a text has letters that no key of the code is made of."""
    return not text.isascii() and any(unicodedata.category(sign) == "Lo" for sign in text)


def docstrings(nodes: list[ast.AST]) -> set[ast.Constant]:
    alone = (node.value for node in nodes if isinstance(node, ast.Expr))
    return {value for value in alone if isinstance(value, ast.Constant)}


def test_no_module_names_a_language() -> None:
    found = {
        f"{path.relative_to(scan.ROOT)}:{line}": what
        for path, nodes in scan.trees()
        if str(path.relative_to(scan.ROOT)) not in JUSTIFIED
        for line, what in found_in(nodes)
    }
    assert found == {}


def test_no_script_of_the_page_names_a_language() -> None:
    quoted = re.compile(rf"""["'`]({"|".join(TAGS | NAMES)})["'`]""", re.IGNORECASE)
    for file in (scan.ROOT / "bot" / "playground" / "static").glob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert not quoted.search(text), file.name
        assert not letters(text), file.name


def test_what_is_justified_is_still_there() -> None:
    for path, nodes in scan.trees():
        if str(path.relative_to(scan.ROOT)) in JUSTIFIED:
            assert list(found_in(nodes)), path
