"""What holds of the pictures of every game, of the house or added: each has a gallery of moments."""

from functools import cache
from importlib import import_module
from io import BytesIO
from random import Random
from statistics import median
from typing import Any

import pytest
from picture_checks import alt_of, canvas_of, check, check_texts, record_of, sizes, texts
from picture_models import LOCALES, NAMES, lobby_card, reader, told_options
from picture_walks import SAMPLES, drawn
from PIL import Image

from bot.games.chance import Chance
from bot.games.registry import game
from bot.text import words
from render.canvas import Canvas
from render.drawing import Drawing
from render.games import keys
from render.lobby import lobby
from tests.games.samples import played

GALLERIES: dict[str, Any] = {key: import_module(f"gallery_{key}") for key in keys()}
every_game = pytest.mark.parametrize("key", GALLERIES)
both = pytest.mark.parametrize("locale", LOCALES)


@cache
def typical(key: str, locale: str) -> tuple[Drawing, ...]:
    return tuple(GALLERIES[key].typical(locale))


@both
@every_game
def test_every_picture_is_tidy(key: str, locale: str) -> None:
    """Whatever is drawn, for few and many, with long names: nothing overlaps or leaves its place."""
    least, most = game(key).info.seats
    for drawing in (*typical(key, locale), *GALLERIES[key].fullest(locale)):
        check(drawing)
    for seats in range(least + LOCALES.index(locale), most + 1, 2):
        for drawing in drawn(key, seats, NAMES, locale):
            check(drawing, marks=False)


@every_game
def test_every_kind_is_a_light_png_and_the_same_moment_gives_the_same_bytes(key: str) -> None:
    weights: list[int] = []
    for one, other in zip(typical(key, "ja"), GALLERIES[key].typical("ja"), strict=True):
        picture = one.draw()
        assert (one.key, picture) == (other.key, other.draw())
        with Image.open(BytesIO(picture.data)) as file:
            assert (file.format, file.mode, file.width) == ("PNG", "P", 1200)
            assert 700 <= file.height <= 1100
        weights.append(len(picture.data))
        assert picture.name.startswith(f"{key}-")
    usual, heaviest = GALLERIES[key].KIB
    assert median(weights) <= usual * 1024
    assert max(weights) <= heaviest * 1024


@both
@every_game
def test_every_kind_has_an_alt_text(key: str, locale: str) -> None:
    title = words(locale).title(game(key).info)
    for drawing in typical(key, locale):
        alt = alt_of(drawing)
        assert 20 < len(alt) <= 1000
        assert alt.startswith(title)


@every_game
def test_the_board_is_the_same_for_everybody_whatever_they_can_not_know(key: str) -> None:
    sample, rng = SAMPLES[key], Random(key)
    for options in GALLERIES[key].TOLD:
        for made in played(sample, options, 3, Chance(bytes(32)), rng).made[::7]:
            twin = sample.twin(made.step.state, None, rng)
            seen = [reader(key, made.step.state, seat=seat) for seat in (None, 0, 1, 2)]
            assert len({GALLERIES[key].board(one).key for one in (reader(key, twin), *seen)}) == 1


@every_game
def test_a_key_holds_everything_that_a_picture_depends_on(key: str) -> None:
    found = GALLERIES[key].variants()
    assert len({drawing.key for drawing in found}) == len(found)
    assert len({drawing.draw().data for drawing in found}) == len(found)


@both
@every_game
def test_the_numbers_that_are_decided_by_are_large(key: str, locale: str) -> None:
    for drawing, wanted, left in GALLERIES[key].decided(locale):
        written = sizes(drawing, left)
        assert all(written[text] >= least for text, least in wanted.items())


@both
@every_game
def test_the_lobby_is_tidy_and_says_every_option_whole(key: str, locale: str) -> None:
    for options in GALLERIES[key].OPTIONS:
        rows = told_options(key, options, locale)
        drawing = lobby(lobby_card(3, locale, key, options, newest=2), words(locale))
        check(drawing)
        assert {value for _, value in rows} <= {*texts(drawing)}


@both
@every_game
def test_every_turn_of_a_game_can_be_told(key: str, locale: str) -> None:
    """Turn by turn where a game keeps what belongs to one, else move by move."""
    sentences: Any = import_module(f"bot.games.{key}.sentences")
    for options in GALLERIES[key].TOLD:
        for made in played(SAMPLES[key], options, 3, Chance(bytes(32)), Random(3)).made:
            state = made.step.state
            for events in (state.before, state.news) if hasattr(state, "news") else (made.step.events,):
                model = reader(key, state, locale, events=events)
                report = sentences.report(model) if key == "six_nimmt" else sentences.report(model, events)
                assert all(line and "{" not in line for line in report)
                assert "{" not in sentences.headline(model)
                # Some facts go without saying.
                assert report or {type(event).__name__ for event in events} <= GALLERIES[key].SILENT


@every_game
def test_the_record_is_that_of_the_picture(key: str) -> None:
    for drawing in GALLERIES[key].variants():
        assert record_of(drawing).placed == canvas_of(drawing).placed


def test_a_text_that_overlaps_or_leaves_its_box_would_be_noticed() -> None:
    canvas = Canvas(700)
    canvas.text(100, 100, "one", 26)
    check_texts(canvas)
    canvas.text(110, 104, "two", 26)
    with pytest.raises(AssertionError, match="one"):
        check_texts(canvas)
    canvas = Canvas(700)
    canvas.panel((300, 90, 340, 110), (255, 255, 255))
    canvas.text(320, 100, "much too long", 26, anchor="m")
    with pytest.raises(AssertionError, match="much too long"):
        check_texts(canvas)
