"""A rules file as pages to be read in Discord: one section for each `## ` heading, cut where it is long."""

from __future__ import annotations

from dataclasses import dataclass

PAGE_LIMIT = 1800
"""Characters of a page's text: comfortable on a phone, well below Discord's 4000."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: the heading of its section and its text; `part` counts the pages of a long section."""

    heading: str
    body: str
    part: int = 1
    parts: int = 1


def title(markdown: str) -> str:
    """The `# ` heading of the file, empty if it has none."""
    first = markdown.lstrip().partition("\n")[0]
    return first.removeprefix("# ").strip() if first.startswith("# ") else ""


def pages(markdown: str, limit: int = PAGE_LIMIT) -> tuple[Page, ...]:
    """All pages in order. Text before the first `## ` heading becomes a page under the file's title."""
    result: list[Page] = []
    for heading, body in _sections(markdown):
        parts = _parts(body, limit)
        result += [Page(heading, text, part, len(parts)) for part, text in enumerate(parts, 1)]
    return tuple(result)


def _sections(markdown: str) -> list[tuple[str, str]]:
    sections: list[tuple[str, list[str]]] = [(title(markdown), [])]
    for line in markdown.strip().splitlines():
        if line.startswith("## "):
            sections.append((line.removeprefix("## ").strip(), []))
        elif not line.startswith("# "):
            sections[-1][1].append(line)
    texts = [(heading, "\n".join(lines).strip()) for heading, lines in sections]
    return [(heading, text) for heading, text in texts if text]


def _parts(body: str, limit: int) -> list[str]:
    """The text in pieces of at most `limit` characters, parted between paragraphs, else lines, else words."""
    if len(body) <= limit:
        return [body]
    for gap in ("\n\n", "\n", " ", ""):
        place = body.rfind(gap, 1, limit) if gap else limit
        if place > 0:
            return [body[:place].rstrip(), *_parts(body[place:].strip(), limit)]
    raise AssertionError("the last gap always fits")
