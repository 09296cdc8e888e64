"""The page's own sentences in every language, as the script `words.js`."""

from __future__ import annotations

import json

from bot.languages import languages
from bot.text import Words, words

SCRIPT = "words.js"
_PREFIX = "playground."


def script() -> str:
    """`WORDS` by language and key, and `LANGUAGES`: for each its tag, that of clients, and its own name."""
    spoken = {tag: _sentences(words(tag)) for tag in languages()}
    named = [(tag, each.client, words(tag).language(tag)) for tag, each in languages().items()]
    return f"export const WORDS = {_js(spoken)};\nexport const LANGUAGES = {_js(named)};\n"


def _sentences(speak: Words) -> dict[str, str]:
    return {key.removeprefix(_PREFIX): speak(key) for key in speak if key.startswith(_PREFIX)}


def _js(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
