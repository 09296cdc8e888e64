"""The page's own sentences."""

import ast
import json
import re
from importlib.resources import files
from pathlib import Path

from bot.playground.server import words_script as script

STATIC = files("bot.playground").joinpath("static")
ROOM = Path(str(files("bot.playground")))


def catalogue() -> dict[str, dict[str, str]]:
    """What words.js exports; its first line is JSON but for its first words and its last sign."""
    text = script().splitlines()[0]
    return json.loads(text.removeprefix("export const WORDS =").rstrip().removesuffix(";"))


def sources() -> str:
    names = [entry for entry in STATIC.iterdir() if entry.name.endswith(".js")]
    return "\n".join(entry.read_text(encoding="utf-8") for entry in names)


def test_every_sentence_is_used_and_every_used_one_is_there() -> None:
    text = sources()
    used = set(re.findall(r'\bword\("([\w.]+)"', text)) | set(re.findall(r'\bdeed\("([\w.]+)"', text))
    used |= set(re.findall(r'\bsure\(word\("[\w.]+"\), "([\w.]+)"', text))
    used |= {key for key in catalogue()["en"] if key.startswith("trouble.")}
    assert used == set(catalogue()["en"])


def test_every_trouble_has_a_sentence() -> None:
    codes = {"lost"}
    for file in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "WorldError"
            ):
                first = node.args[0]
                codes |= {first.value} if isinstance(first, ast.Constant) else set()
    codes |= {"changed", "option", "refused"}
    sentences = {key.removeprefix("trouble.") for key in catalogue()["en"] if key.startswith("trouble.")}
    assert sentences == codes
