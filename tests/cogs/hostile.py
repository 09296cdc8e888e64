"""Names that try to be more than names, and how one sees whether they stayed what they are.

Every name holds a word of its own that stands nowhere else. A text is looked at without all the ways in which
a name may be written in it: a word that is left over was written otherwise, escaped twice or not at all.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from troubled import Request

from bot.text import cut, one_line, plain
from render import fonts

WORDS = (*(f"Zk{letter}" for letter in "abcdefghijk"), "\u9f98\u9750")
"""What tells the names apart."""
NAMES = (
    "[Zka](http://x.example)",
    "# Zkb",
    "@everyone Zkc",
    "<@123> Zkd <#45> <t:0:R> <:x:1>",
    "`Zke` ```x",
    "||Zkf|| **b** __u__ ~~s~~ _i_",
    "\u202eZkg\u202c\u200b\u2066x",
    "Zkh\nsecond\r\n- line",
    "🎲👩\u200d👩\u200d👧 Zki :smile: é\u0301\u0302",
    "\\(Zkj\\) \\\\* -# > 1.",
    "{Zkk} {name} %s {0} ${n} %(x)d",
    WORDS[-1] + "名" * 30,
)
"""A name for each word, none longer than Discord allows."""
TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
FILES = (".txt", ".json")
"""The endings of files that hold words."""


def _cuts(name: str) -> set[str]:
    """A name on one line in any length; none that has lost its word."""
    line = one_line(name)
    word = next(word for word in WORDS if word in name)
    return {form for length in range(len(line) + 1) if word in (form := cut(line, length))}


_PLAIN = sorted({form for name in NAMES for form in _cuts(name)}, key=len, reverse=True)
_MARKED = sorted({str(plain(form)) for form in _PLAIN}, key=len, reverse=True)
_DRAWN = sorted({fonts.clean(form) for form in _PLAIN}, key=len, reverse=True)


def _strange(text: str, forms: Iterable[str]) -> bool:
    if not any(word in text for word in WORDS):
        return bool(TURNING & set(text))
    for form in forms:
        text = text.replace(form, "")
    return any(word in text for word in WORDS)


def wrong_in_markdown(text: str) -> bool:
    """Whether a text for Markdown holds a name that isn't escaped exactly once."""
    return _strange(text, _MARKED)


def wrong_in_plain(text: str) -> bool:
    """Whether a text that nobody formats holds a name otherwise than people write it."""
    return _strange(text, _PLAIN)


def wrong_in_picture(text: str) -> bool:
    """Whether a line of a picture holds a name, or part of one, otherwise than people write it."""
    part = text.removesuffix(fonts.ELLIPSIS)
    return _strange(text, _DRAWN) and not any(part in fonts.clean(one_line(name)) for name in NAMES)


def met(texts: Iterable[str]) -> set[str]:
    """The words of names that these texts hold."""
    everything = "\n".join(texts)
    return {word for word in WORDS if word in everything}


def met_as_names(bodies: Sequence[Any], others: Iterable[str] = ()) -> set[str]:
    """Asserts that nothing in these requests, nor in other plain texts, holds a name otherwise than it
    should; the words of names that were met in texts and elsewhere."""
    markdown = [text for body in bodies for text in markdown_in(body)]
    plain = [*others, *(text for body in bodies for text in plain_in(body))]
    assert [text for text in markdown if wrong_in_markdown(text)] == []
    assert [text for text in plain if wrong_in_plain(text)] == []
    return met(markdown) & met(plain)


def markdown_in(body: Any) -> Iterator[str]:
    """What Discord formats of a request."""
    return (text for key, text in _strings(body) if key == "content")


def plain_in(body: Any) -> Iterator[str]:
    """What Discord shows as it is: labels, lines of menus, alt texts, titles, suggestions."""
    return (text for key, text in _strings(body) if key != "content")


def told_in(request: Request) -> Iterator[str]:
    """The texts of the files of a request; of JSON what stands in it."""
    for name, data in request.files:
        if name.endswith(".json"):
            yield from (text for _, text in _strings(json.loads(data)))
        elif name.endswith(FILES):
            yield data.decode()


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _strings(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part, key)
    elif isinstance(value, str):
        yield key, value
