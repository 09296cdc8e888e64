"""Rules in a minute: every game's six scenes are tidy, large enough for a phone and told in words."""

import re

import pytest
from picture_checks import alt_of, check, texts
from picture_models import LOCALES

from bot.games.registry import game, keys
from bot.text import words
from render import fonts
from render.games import style
from render.primer import SCENE, TITLE_ROOM, primer
from render.theme import SENTENCES

TOLD = [(key, locale) for key in keys() if style(key).scenes for locale in LOCALES]
LEAST = min(SENTENCES)


@pytest.mark.parametrize(("key", "locale"), TOLD)
def test_six_scenes_are_tidy_and_no_word_is_cut_or_too_small(key: str, locale: str) -> None:
    speak = words(locale)
    assert len(style(key).scenes) == 6
    drawing = primer(key, speak)
    assert drawing
    written = [one for one in check(drawing).placed if one.kind == "text"]
    assert not [one for one in written if one.size < LEAST or one.text.endswith(fonts.ELLIPSIS)]
    for number in range(1, 7):
        title, line = (speak(f"{key}.primer.{number}.{part}") for part in ("title", "line"))
        assert {title, line, str(number)} <= {*texts(drawing)}
        assert fonts.width(title, SENTENCES[0], True) <= TITLE_ROOM
        assert fonts.width(line, LEAST) <= SCENE[0]
    assert speak(f"{key}.primer.foot") in texts(drawing)


@pytest.mark.parametrize(("key", "locale"), TOLD)
def test_the_alt_text_tells_every_scene_by_its_number(key: str, locale: str) -> None:
    drawing = primer(key, words(locale))
    assert drawing
    alt = alt_of(drawing)
    assert alt.startswith(words(locale).title(game(key).info))
    assert len(alt) <= 1000
    assert re.findall(r"(?<!\d)(\d)\. ", alt) == ["1", "2", "3", "4", "5", "6"]


def test_what_has_no_scenes_has_no_such_picture() -> None:
    without = [key for key in keys() if not style(key).scenes]
    assert [primer(key, words("en")) for key in without] == [None] * len(without)
