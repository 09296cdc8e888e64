"""The generated pages are what the code says now, and the pictures are those of the games."""

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from bot import docs, public_texts
from bot.config import Settings, variable
from bot.exits import CHECK_FAILED, DONE, Refused
from bot.games import registry
from bot.text import locales, words
from tests.cli_runner import ROOT, called

GENERATED = ("docs/commands.md", "docs/settings.md", "docs/texts.md", ".env.example")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_no_page_is_stale(tmp_path: Path) -> None:
    ended = called(tmp_path, "docs", "--check")
    assert (ended.code, ended.out, ended.err) == (0, "", "")


def test_pages_that_are_stale_or_missing_fail_the_check_and_are_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    stale, missing, kept, lacking = GENERATED
    (tmp_path / stale).write_text("old\n", "utf-8")
    shutil.copy(ROOT / kept, tmp_path / kept)
    assert docs.main(check=True, pictures=False, root=tmp_path) == CHECK_FAILED
    assert capsys.readouterr().out == f"stale: {stale}\nstale: {missing}\nstale: {lacking}\n"
    assert (tmp_path / stale).read_text("utf-8") == "old\n", "a check writes nothing"
    assert not (tmp_path / missing).exists()
    assert docs.main(check=False, pictures=False, root=tmp_path) == DONE
    for name in GENERATED:
        assert (tmp_path / name).read_text("utf-8") == (ROOT / name).read_text("utf-8")
    assert docs.main(check=True, pictures=False, root=tmp_path) == DONE


def test_outside_the_source_tree_it_refuses(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="source tree"):
        docs.main(check=False, pictures=False, root=tmp_path)


async def test_every_parameter_stands_below_its_command_in_every_language() -> None:
    page = docs.commands(await docs.payloads())
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert all(len(cells) == len(locales()) for cells in rows)
    place = next(at for at, cells in enumerate(rows) if cells[0].startswith("**`/nimmt play`**"))
    assert rows[place + 1][0].startswith("– `card`: ")
    assert rows[place + 1][1].startswith("– `カード`: ")


def test_every_setting_has_a_row_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", docs.settings(), re.M))
    defaults = {variable(field.name): field.default for field in dataclasses.fields(Settings)}
    assert rows == {name: f"`{value}`" if value is not None else "" for name, value in defaults.items()}


def test_the_texts_to_publish_are_what_the_doctor_prints(tmp_path: Path) -> None:
    page = (ROOT / "docs/texts.md").read_text("utf-8")
    ended = called(tmp_path, "doctor", "--texts")
    assert (ended.code, ended.err) == (0, "")
    assert page == docs.TEXTS + ended.out
    assert list(tmp_path.iterdir()) == []
    other = called(tmp_path, "doctor", "--texts", STAMMTISCH_KEEP_ABANDONED="7").out
    assert "without a result: for 7 days" in other
    assert "結果が出ずに終わった卓は7日間" in other


@pytest.mark.parametrize("locale", locales())
def test_the_texts_to_publish_name_every_game_its_makers_and_the_publishers_to_ask(locale: str) -> None:
    speak = words(locale)
    said = public_texts.texts(Settings())
    for game in map(registry.game, registry.own()):
        assert speak.title(game.info) in public_texts.listing(speak).about
        assert f"- **{speak.title(game.info)}** " in said
        assert game.info.publisher in said
    described = public_texts.listing(speak)
    assert len(described.short) <= 120
    assert len(described.about) <= 400, "what Discord's portal takes"


def test_the_readme_shows_small_boards_of_the_games_and_a_replay() -> None:
    shown = {Path(source).name for source in re.findall(r'src="docs/pictures/([^"]+)"', README)}
    assert shown == {file.name for file in (ROOT / "docs/pictures").iterdir()}
    assert shown <= {*(f"{key}.png" for key in registry.own()), f"{docs.REPLAY}.gif"}
    assert sum(name.endswith(".png") for name in shown) >= 5
    for file in (ROOT / "docs/pictures").iterdir():
        assert file.stat().st_size <= docs.HEAVIEST, file.name
        with Image.open(file) as picture:
            assert getattr(picture, "n_frames", 1) == (docs.REPLAY_FRAMES if file.suffix == ".gif" else 1)


async def test_pictures_are_drawn_from_the_games(tmp_path: Path) -> None:
    await docs.payloads()
    drawn = docs.draw(tmp_path / "pictures")
    assert {file.name for file in drawn} >= {file.name for file in (ROOT / "docs/pictures").iterdir()}
    assert all(file.stat().st_size <= docs.HEAVIEST for file in drawn)
