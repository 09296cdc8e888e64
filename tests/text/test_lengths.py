"""No text is longer than Discord shows of it, and translators see how long it may be."""

import re
from functools import cache
from pathlib import Path

import catalogue_scan as scan
import lengths
import pytest

from bot.text import locales
from bot.text.catalogue import entries

EVERY = [file for locale in locales() for file in scan.files(locale)]
FILES = [pytest.param(file, id=str(file.relative_to(scan.ROOT))) for file in EVERY]


@cache
def limits() -> dict[str, int]:
    """The limit of each key that has one."""
    return lengths.limits({key for file in EVERY for key in scan.keys_by_line(file)})


def longest(message: str | tuple[str, ...]) -> int:
    """Characters of the longest form, without what is put into it."""
    forms = (message,) if isinstance(message, str) else message
    return max(len(re.sub(r"\{\w+\}", "", form)) for form in forms)


@pytest.mark.parametrize("file", FILES)
def test_no_text_is_too_long(file: Path) -> None:
    found = entries(file, scan.locale_of(file))
    assert {key: m for key, m in found.items() if longest(m) > limits().get(key, 4000)} == {}


@pytest.mark.parametrize("file", FILES)
def test_every_limit_stands_above_its_text(file: Path) -> None:
    """`python tests/text/lengths.py` writes them."""
    text = file.read_text(encoding="utf-8")
    assert lengths.commented(text, limits()) == text
