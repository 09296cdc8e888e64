"""Pictures of 6 nimmt!: what they weigh, what they depend on, what they never show."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from statistics import median

import pytest
from msgspec.structs import replace as with_fields
from picture_models import LOCALES, NAMES, SEATS, STAGES, lobby_card, view_model
from PIL import Image

from bot.games.contract import Outcome, ScoreRow
from bot.text import words
from render.drawing import Drawing
from render.lobby import lobby
from render.six_nimmt import board, hand, ranking, row_choice, scores
from render.theme import NEWS_PALE


def pictures(seats: int, locale: str) -> list[Drawing]:
    """One of every kind."""
    question = view_model(seats, "question", locale)
    over = view_model(seats, "over", locale)
    return [
        *(board(view_model(seats, stage, locale)) for stage in STAGES),
        hand(view_model(seats, "trick", locale, seat=0), None),
        row_choice(question, 2),
        scores(over),
        ranking(over),
        lobby(lobby_card(seats, locale), words(locale)),
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_picture_is_a_png_of_the_right_size_with_an_alt_text(seats: int, locale: str) -> None:
    for drawing in pictures(seats, locale):
        picture = drawing.draw()
        with Image.open(BytesIO(picture.png)) as file:
            assert file.format == "PNG"
            assert file.mode == "P"
            assert file.width == 1200
            assert 700 <= file.height <= 1100
        assert len(picture.png) <= 100 * 1024
        assert picture.name.startswith("six_nimmt-")
        assert picture.name.endswith(".png")
        assert 20 < len(picture.alt) <= 1000
        assert picture.alt.startswith({"en": "6 nimmt!", "ja": "ニムト"}[locale])


def test_boards_are_light() -> None:
    sizes = [len(board(view_model(seats, stage, "en")).draw().png) for seats in SEATS for stage in STAGES]
    assert median(sizes) <= 80 * 1024


@pytest.mark.parametrize("locale", LOCALES)
def test_the_same_moment_gives_the_same_bytes(locale: str) -> None:
    for first, second in zip(pictures(5, locale), pictures(5, locale), strict=True):
        assert first.key == second.key
        assert first.draw() == second.draw()


def test_a_key_holds_everything_that_a_picture_depends_on() -> None:
    shown = view_model(4, "trick", "en", seat=0)
    card = shown.view.hand[0]
    variants = [
        hand(shown, None),
        hand(shown, card),
        hand(view_model(4, "trick", "ja", seat=0), None),
        hand(view_model(4, "trick", "en", seat=1), None),
        board(replace(shown, names=NAMES[::-1][:4])),
        hand(replace(shown, view=with_fields(shown.view, selected=card)), None),
        board(shown),
        board(view_model(4, "scored", "en")),
        scores(view_model(4, "scored", "en")),
        row_choice(view_model(4, "question", "en"), None),
        row_choice(view_model(4, "question", "en"), 1),
    ]
    assert len({drawing.key for drawing in variants}) == len(variants)
    assert len({drawing.draw().png for drawing in variants}) == len(variants)


def test_a_committed_and_a_proposed_card_look_different() -> None:
    shown = view_model(4, "trick", "en", seat=0)
    card = shown.view.hand[0]
    proposed = replace(shown, view=with_fields(shown.view, selected=None))
    committed = replace(shown, view=with_fields(shown.view, selected=card))
    assert hand(proposed, card).draw().png != hand(committed, None).draw().png


def test_there_is_no_ranking_before_the_end() -> None:
    with pytest.raises(ValueError, match="before the end"):
        ranking(view_model(4, "trick", "en"))


def test_only_where_somebody_did_better_than_others_the_best_is_lit() -> None:
    over = view_model(3, "over", "en")

    def lit(*heads: int) -> int:
        rows = tuple((ScoreRow("round", 7, 1), ScoreRow("round", each, 2)) for each in heads)
        outcome = Outcome((1, 1, 1), tuple(7 + each for each in heads), rows, lowest_wins=True)
        with Image.open(BytesIO(ranking(replace(over, outcome=outcome)).draw().png)) as file:
            colours = file.convert("RGB").getcolors(1 << 16) or ()
        return next(count for count, colour in colours if colour == NEWS_PALE)

    assert lit(3, 5, 4) > lit(4, 4, 4) + 1000
