"""Which language somebody hears, and how its lists and plurals sound."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from bot.text import add_catalogues, catalogue, digest, signed, words
from bot.text.catalogue import locale_of


@pytest.mark.parametrize(
    ("tag", "locale"),
    [("ja", "ja"), ("ja-JP", "ja"), ("en-US", "en"), ("en_GB", "en"), ("de", "en"), ("", "en"), (None, "en")],
)
def test_japanese_to_japanese_clients_and_english_to_all_others(tag: str | None, locale: str) -> None:
    assert locale_of(tag) == locale
    assert words(tag).locale == locale


@pytest.mark.parametrize(
    ("locale", "items", "text"),
    [
        ("en", ["A"], "A"),
        ("en", ["A", "B"], "A and B"),
        ("en", ["A", "B", "C"], "A, B, and C"),
        ("ja", ["A", "B", "C"], "A、B、C"),
    ],
)
def test_lists_are_joined_in_the_manner_of_the_language(locale: str, items: list[str], text: str) -> None:
    assert words(locale).all_of(items) == text


@pytest.mark.parametrize(("locale", "text"), [("en", "A, B, or C"), ("ja", "A、B、またはC")])
def test_a_choice_is_told_in_the_manner_of_the_language(locale: str, text: str) -> None:
    assert words(locale).any_of(["A", "B", "C"]) == text


def test_a_day_is_told_in_the_manner_of_the_language() -> None:
    assert words("en").day(5, 19) == "May 19"
    assert words("ja").day(5, 19) == "5月19日"
    assert words("ja").day(2, 29) == "2月29日"


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize(
    "key", ["thurn_and_taxis.panel.won", "my_city.panel.won", "feat.best", "feat.server_best"]
)
def test_a_result_below_zero_has_a_true_minus_sign(key: str, locale: str) -> None:
    """Also where it is the best one."""
    said = words(locale)(key, names="Ann", name="Ann", n=-3, points=signed(-3), result=signed(-3))
    assert "\u22123" in said
    assert "-3" not in said


@pytest.fixture
def own_folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders added by the test are forgotten after it."""
    monkeypatch.setattr("bot.text.catalogue._ADDED", [])
    yield
    words.cache_clear()
    digest.cache_clear()


@pytest.mark.usefixtures("own_folders")
def test_a_game_from_elsewhere_brings_its_own_catalogues(tmp_path: Path) -> None:
    for locale, text in (("en", "Take {n}"), ("ja", "{n}本取る")):
        (tmp_path / f"{locale}.po").write_text(f'msgid "nim.take"\nmsgstr "{text}"\n', encoding="utf-8")
    assert "nim.take" not in words("ja")
    add_catalogues(tmp_path)
    assert words("ja")("nim.take", n=2) == "2本取る"


@pytest.mark.usefixtures("own_folders")
def test_the_digest_of_the_catalogues_is_another_one_when_a_sentence_is(tmp_path: Path) -> None:
    digests = [digest(), digest()]
    for folder, text in ((tmp_path / "one", "{n}本取る"), (tmp_path / "other", "{n}枚取る")):
        folder.mkdir()
        (folder / "ja.po").write_text(f'msgid "nim.take"\nmsgstr "{text}"\n', encoding="utf-8")
        catalogue._ADDED.clear()
        add_catalogues(folder)
        digests.append(digest())
    assert len({*digests}) == 3


def test_a_language_is_read_once_for_all_its_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    words.cache_clear()
    read = list[str]()

    def noted(locale: str) -> list[Traversable]:
        read.append(locale)
        return []

    monkeypatch.setattr("bot.text.catalogue.catalogues", noted)
    for tag in ("en-US", "en-GB", "ja", "fr", None, "ja"):
        words(tag)
    words.cache_clear()
    assert sorted(read) == ["en", "ja"]
