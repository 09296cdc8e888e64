"""What can be written, and how it is cut to its place."""

import re
from pathlib import Path

import pytest

from bot.view_model import ComputerName
from render import fonts
from render.fonts import ELLIPSIS, MISSING, FontError


def test_a_setting_comes_first_and_without_one_the_packages_are_found() -> None:
    packaged = fonts.resolve({})
    assert packaged.regular != packaged.bold
    assert fonts.resolve({"STAMMTISCH_FONT": str(packaged.bold)}) == fonts.Faces(packaged.bold, packaged.bold)
    both = {"STAMMTISCH_FONT": str(packaged.bold), "STAMMTISCH_FONT_BOLD": str(packaged.regular)}
    assert fonts.resolve(both).bold == packaged.regular


@pytest.mark.parametrize("content", [None, b"not a font"])
def test_a_bad_setting_is_one_clear_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "broken.otf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FontError) as caught:
        fonts.resolve({"STAMMTISCH_FONT": str(path)})
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_any_font_the_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_PACKAGES", ("no_such_package", "no_such_package"))
    monkeypatch.setattr(fonts, "_SYSTEM", ())
    with pytest.raises(FontError, match="STAMMTISCH_FONT"):
        fonts.resolve({})


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jo", "Jo"),
        ("さくらんぼ大佐", "さくらんぼ大佐"),
        ("Käthe", "Käthe"),
        ("Ka\u0308the", "Käthe"),
        ("🐸🎲 frog", f"{MISSING} frog"),
        ("👩‍👩‍👧‍👦", MISSING),
        ("", MISSING),
        (" \u200b ", MISSING),
        ("a\nb\t c", "a b c"),
        ("Za\u0337\u0322lgo", "Zalgo"),
        ("\u202etxt", "txt"),
    ],
)
def test_a_name_is_made_drawable(name: str, shown: str) -> None:
    assert fonts.clean(name) == shown


def test_a_text_is_cut_only_if_it_must_be() -> None:
    assert fonts.fit("Jo", 300, 30) == "Jo"
    long = "Maximiliane-Katharina von Hohenstein"
    for room in (60, 120, 250, 400):
        cut = fonts.fit(long, room, 30, True)
        assert cut.endswith(ELLIPSIS)
        assert fonts.width(cut, 30, True) <= room
        assert long.startswith(cut.removesuffix(ELLIPSIS))
    assert len(fonts.fit(long, 400, 30)) > len(fonts.fit(long, 120, 30))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Maximiliane-Katharina von Hohenstein", "Maximiliane-"),
        ("Anna Berta Cäcilie Dora", "Anna Berta"),
        ("とてもとても長い名前のプレイヤー", "とてもとても長い"),
    ],
)
def test_lines_break_where_words_end(text: str, first: str) -> None:
    lines = fonts.lines(text, 250, 30, True)
    assert len(lines) == 2
    assert lines[0].startswith(first)
    assert all(fonts.width(line, 30, True) <= 250 for line in lines)
    assert fonts.lines("Jo", 250, 30) == ["Jo"]


def test_what_stands_in_brackets_is_not_parted() -> None:
    told = fonts.lines("Take Carlsruhe (open card 3)", 440, 36, True)
    assert told == ["Take Carlsruhe", "(open card 3)"]
    for room in range(250, 340, 10):
        assert fonts.lines("コンピューター1\uff08普通\uff09", room, 30, True)[1] == "\uff08普通\uff09"


@pytest.mark.parametrize("name", ["Computer 1 (normal)", "コンピューター1\uff08ふつう\uff09"])
def test_the_name_of_a_computer_loses_its_level_before_it_is_cut(name: str) -> None:
    short, room = ComputerName(name).short, fonts.width(name, 30) - 1
    assert fonts.fit(ComputerName(name), room + 1, 30) == name
    assert fonts.fit(ComputerName(name), room, 30) == short == re.split(r" ?[(\uff08]", name)[0]
    assert fonts.fit(ComputerName(name), fonts.width(short, 30) - 1, 30).endswith(ELLIPSIS)
    assert fonts.fit(name, room, 30).startswith(name[: len(short) + 1])


def test_a_line_does_not_begin_with_a_small_kana_or_a_full_stop() -> None:
    for room in range(60, 400, 10):
        for line in fonts.lines("カードを選ぶ。ちょっと待って、ニャー。", room, 30, most=9)[1:]:
            assert line[0] not in "。、ょっャー" or room < 130
