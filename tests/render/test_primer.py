"""Rules in a minute, and examples on pages of the rules: tidy, large enough for a phone, told in words."""

import re

import pytest
from picture_checks import alt_of, canvas_of, check, texts
from picture_models import LOCALES, lobby_card

from bot.discord.catalog import rules
from bot.games.registry import game, keys
from bot.text import words
from render import canvas, fonts
from render.canvas import Canvas
from render.games import style
from render.lobby import lobby
from render.pen import Bounded
from render.primer import SCENE, TITLE_ROOM, example, primer
from render.seats import ICONS, icon_of
from render.theme import SENTENCES

TOLD = [(key, locale) for key in keys() if style(key).scenes for locale in LOCALES]
EXAMPLES = [(key, name, locale) for key in keys() for name in style(key).examples for locale in LOCALES]
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


@pytest.mark.parametrize(("key", "name", "locale"), EXAMPLES)
def test_examples_are_tidy_and_told_in_words(key: str, name: str, locale: str) -> None:
    speak = words(locale)
    drawing = example(key, name, speak)
    written = [one.text for one in check(drawing).placed if one.kind == "text"]
    assert {speak(f"{key}.example.{name}.{part}") for part in ("title", "line")} <= {*written}
    assert not [text for text in written if text.endswith(fonts.ELLIPSIS)]
    assert alt_of(drawing).startswith(speak.title(game(key).info))
    assert len(alt_of(drawing)) <= 1000


@pytest.mark.parametrize("locale", LOCALES)
def test_every_example_stands_on_one_page_of_the_rules(locale: str) -> None:
    for key in keys():
        named = [page.example for page in rules(key, locale) if page.example]
        assert sorted(named) == sorted(style(key).examples)


@pytest.mark.parametrize("people", [1, 4, 5])
@pytest.mark.parametrize(("key", "locale"), TOLD)
def test_a_lobby_shows_what_a_game_begins_with_where_the_seats_leave_room(
    key: str, locale: str, people: int
) -> None:
    """At a table of up to six always; at a larger one while a few people leave most seats to a strip."""
    most = game(key).info.seats[1]
    speak, drawing = words(locale), lobby(lobby_card(min(people, most), locale, key), words(locale))
    title = speak(f"{key}.primer.1.title")
    assert (title in texts(drawing)) is (title in alt_of(drawing)) is (most <= 6 or people <= 4)
    assert (speak("picture.open_seats") in texts(drawing)) is (most > 6 and people <= 4) or locale == "ja"
    check(drawing)


def test_a_lobby_keeps_its_height_while_people_come() -> None:
    for key in keys():
        most = game(key).info.seats[1]
        sizes = {canvas_of(lobby(lobby_card(n, "en", key), words("en"))).height for n in range(1, most + 1)}
        assert len(sizes) == 1


def test_the_scene_of_a_lobby_is_drawn_once_and_shows_nobodys_icon(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def beginning(*_: object) -> None:
        drawn.append(icon_of(1))

    monkeypatch.setattr("render.lobby.beginning", beginning)
    monkeypatch.setattr(canvas, "_LAYERS", Bounded[Canvas](1 << 24, lambda one: one.height))
    for people in (2, 3, 4):
        lobby(lobby_card(people, "en", icons=("", next(iter(ICONS)))), words("en")).draw()
    assert drawn == [""]


def test_what_has_no_scenes_has_no_such_picture() -> None:
    without = [key for key in keys() if not style(key).scenes]
    assert [primer(key, words("en")) for key in without] == [None] * len(without)
