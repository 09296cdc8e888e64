"""The bench counts the code of a tree by the rules of its ceilings."""

import json
from pathlib import Path

import pytest

from bot.bench import code
from bot.exits import DONE

TABLES = """class Small:
    def one(self): ...

class Large:
    def one(self): ...
    async def two(self): ...
    def _own(self): ...
"""


def test_files_functions_and_services_are_counted_beside_their_ceilings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "bot/tables/play.py": TABLES,
        "bot/long.py": "def long():\n" + "    1\n" * 100,
        "cogs/noria/cog.py": "1\n" * 651,
        "render/other.py": "class Larger:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(30)),
        "tests/test_it.py": "1\n" * 60,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(code, "ROOT", tmp_path)
    assert code.main(as_json=True) == DONE, "a missed ceiling fails nothing"
    figures = json.loads(capsys.readouterr().out)
    found = {figure["name"]: (figure["value"], figure["ok"]) for figure in figures}
    assert found["lines of product"] == (7 + 101 + 651 + 31, True)
    assert found["files of product"] == (4, None)
    assert found["files of product below 50 lines"] == (2, None)
    assert found["longest file of product (cog.py)"] == (651, False)
    assert found["lines of tests"] == (60, True)
    assert found["lines of cogs/noria"] == (651, False)
    assert found["lines of cogs/six_nimmt"] == (0, True)
    assert found["longest function of product (long)"] == (101, False)
    assert found["public methods of the largest service (Large)"] == (2, True)
