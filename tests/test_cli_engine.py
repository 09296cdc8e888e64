"""The dialogue in docs/engine.md is what the engine really says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.engine import Request
from bot.games import registry
from tests.cli_runner import ROOT, command

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def dialogue(game: str) -> list[tuple[str, str]]:
    """The example of a game on the page: requests with their answers."""
    (block,) = re.findall(rf"```console\n\$ python -m bot engine {game}\n(.*?)```", PAGE, re.S)
    lines = block.splitlines()
    return [(sent.removeprefix("> "), said) for sent, said in zip(lines[::2], lines[1::2], strict=True)]


@pytest.mark.parametrize("game", registry.keys())
def test_the_example_dialogue_is_what_the_engine_says(game: str, tmp_path: Path) -> None:
    example = dialogue(game)
    ended = command(tmp_path, "engine", game, text="".join(f"{sent}\n" for sent, _ in example))
    assert (ended.code, ended.err) == (0, "")
    answers = ended.out.splitlines()
    assert len(answers) == len(example) >= 5
    for (_, shown), said in zip(example, answers, strict=True):
        assert said.startswith(shown.removesuffix("…")) if shown.endswith("…") else said == shown


def test_the_page_names_every_request_and_no_other() -> None:
    rows = PAGE[PAGE.index("| `do` |") : PAGE.index("A request that fails")].strip().splitlines()[2:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(kind.__name__.lower() for kind in Request.__subclasses__())


def test_an_unknown_game_is_told_without_a_traceback(tmp_path: Path) -> None:
    ended = command(tmp_path, "engine", "chess")
    assert ended.code == 2
    assert "Traceback" not in ended.err
    assert "six_nimmt" in ended.out + ended.err
