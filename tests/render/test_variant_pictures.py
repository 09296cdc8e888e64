"""The pictures and words of the variants: draft, Open, both ends of rows, tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from picture_models import LOCALES, NAMES, SEATS, lobby_card, played
from PIL import Image
from test_layout import canvas_of, check

from bot.games.contract import Event, Seat
from bot.games.registry import game
from bot.games.six_nimmt import sentences as told
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.state import NimmtState
from bot.text import words
from bot.view_model import ViewModel
from render.drawing import Drawing
from render.lobby import lobby
from render.six_nimmt import board, draft, hand, row_choice, scores
from tests.games.six_nimmt.sample import COMBINATIONS, SAMPLE

RULES = game("six_nimmt")
LOGIC = NimmtOptions(deal="logic")
OPEN = NimmtOptions(playing="open")
PROFESSIONAL = NimmtOptions(placement="professional")
ALL = NimmtOptions(deal="logic", placement="professional", playing="open", format="tournament")
FEW_TO_NINE = SEATS[:-1]


def drafting(part: int) -> Callable[[NimmtState], bool]:
    """So many tenths of the draft are done."""
    return lambda state: state.phase == "draft" and sum(map(len, state.hands)) == part * state.seats


def laying(state: NimmtState) -> bool:
    """All but one have laid their card."""
    return state.phase == "choose" and state.trick == 4 and state.selected.count(None) == 1


def between(state: NimmtState) -> bool:
    """A trick of which some card went to the left is done, and nobody has laid the next one."""
    done = state.phase == "choose" and not any(state.selected)
    return done and any(placement.side == "left" for placement in state.last)


def asked(kind: str) -> Callable[[NimmtState], bool]:
    return lambda state: state.question is not None and state.question.kind == kind


@cache
def found(options: NimmtOptions, seats: int, wanted: Callable[[NimmtState], bool]) -> Any:
    """The first moment like this in a few random games."""
    for seed in range(30):
        for state, events in played(seats, seed, options):
            if wanted(state):
                return state, events
    raise LookupError(f"no such moment with {seats} seats")


def shown(
    moment: tuple[NimmtState, tuple[Event, ...]], locale: str, seat: int | None = None
) -> ViewModel[Any]:
    """A moment as one reader sees it."""
    state, events = moment
    viewer = None if seat is None else Seat(seat)
    view = RULES.view(state, viewer)
    names = NAMES[: state.seats]
    return ViewModel(1, 1, view, names, words(locale), viewer, events, RULES.outcome(state))


START, MIDDLE, END = drafting(0), drafting(5), drafting(9)
TIE, ENCLOSED = asked("tie"), asked("enclosed")


def check_fine(drawing: Drawing) -> None:
    """Tidy, of the right size, with words for those who do not see it."""
    check(drawing)
    picture = drawing.draw()
    with Image.open(BytesIO(picture.png)) as file:
        assert file.width == 1200
    assert len(picture.png) <= 130 * 1024
    assert 20 < len(picture.alt) <= 1000


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_draft_is_tidy(seats: int, locale: str) -> None:
    for stage in (START, MIDDLE, END):
        moment = found(LOGIC, seats, stage)
        check_fine(board(shown(moment, locale)))
        own = shown(moment, locale, moment[0].on_turn)
        check_fine(draft(own, moment[0].pool[0]))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", FEW_TO_NINE)
def test_a_board_of_open_is_tidy(seats: int, locale: str) -> None:
    check_fine(board(shown(found(OPEN, seats, laying), locale)))
    both = NimmtOptions(playing="open", placement="professional")
    check_fine(board(shown(found(both, seats, between), locale)))
    first = next(iter(played(seats, 0, both)))
    check_fine(board(shown(first, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", [TIE, ENCLOSED], ids=["tie", "enclosed"])
@pytest.mark.parametrize("seats", [3, 6, 10])
def test_a_question_of_professional_is_tidy(seats: int, kind: Any, locale: str) -> None:
    moment = found(PROFESSIONAL, seats, kind)
    question = moment[0].question
    check_fine(board(shown(moment, locale)))
    for row in (None, *question.rows):
        check_fine(row_choice(shown(moment, locale, question.seat), row))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", [PROFESSIONAL, NimmtOptions(placement="professional", playing="open")])
def test_a_hand_of_professional_is_tidy(options: NimmtOptions, locale: str) -> None:
    moment = found(options, 4, between)
    for seat in range(4):
        own = shown(moment, locale, seat)
        check_fine(hand(own, None))
        check_fine(hand(own, own.view.hand[0]))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_scores_of_a_tournament_are_tidy(locale: str) -> None:
    check_fine(scores(shown(found(ALL, 2, lambda state: state.phase == "scored"), locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("length", ["limit", "rounds", "tournament"])
def test_a_lobby_shows_all_that_is_not_as_usual(length: Any, locale: str) -> None:
    """Three switches and the length fit beside each other, and none is left out."""
    options = NimmtOptions(deal="logic", placement="professional", playing="open", format=length)
    rows = told.option_rows(options, words(locale))
    card = replace(lobby_card(3, locale), options=rows)
    canvas = canvas_of(lobby(card, words(locale)))
    written = {one.text for one in canvas.placed}
    assert {value for _, value in rows} <= written
    assert len(rows) <= 5


def test_a_taken_card_is_marked_and_the_free_ones_are_not() -> None:
    """A piece on each card taken, one for each seat below, one for the header."""
    state, events = found(LOGIC, 4, MIDDLE)
    canvas = canvas_of(board(shown((state, events), "en")))
    marks = [one for one in canvas.placed if one.kind == "mark"]
    assert len(marks) == 20 + 4 + 1


def test_in_a_tie_only_the_two_rows_have_a_price() -> None:
    moment = found(PROFESSIONAL, 4, TIE)
    question = moment[0].question
    canvas = canvas_of(row_choice(shown(moment, "en", question.seat), None))
    speak = words("en")
    written = [one.text for one in canvas.placed if one.kind == "text"]
    assert written.count(speak("six_nimmt.picture.no_end")) == 2
    assert {speak(f"six_nimmt.picture.end.{side}") for side in question.sides} <= set(written)


@pytest.mark.parametrize("locale", LOCALES)
def test_words_tell_all_that_the_pictures_of_the_variants_show(locale: str) -> None:
    state, events = found(LOGIC, 3, MIDDLE)
    text = told.text(shown((state, events), locale))
    assert " ".join(map(str, state.pool)) in text
    for cards in state.hands:
        assert " ".join(map(str, cards)) in text
    laid = shown(found(OPEN, 3, laying), locale)
    cards = [card for card in laid.view.laid if card is not None]
    assert len(cards) == 2
    for card in cards:
        name = laid.names[laid.view.laid.index(card)]
        assert words(locale)("six_nimmt.text.laid_card", name=name, card=card) in told.text(laid)
    tied = shown(found(PROFESSIONAL, 3, TIE), locale)
    for row, side in zip(tied.view.question.rows, tied.view.question.sides, strict=True):
        assert words(locale)(f"six_nimmt.text.end.{side}", row=row) in told.text(tied)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_state_line_names_the_variants(locale: str) -> None:
    speak = words(locale)
    line = told.state(shown(found(ALL, 2, MIDDLE), locale))
    for key in ("deal.logic", "placement.professional", "playing.open", "format.tournament"):
        assert speak(f"six_nimmt.option.{key}") in line
    base = told.state(shown(next(iter(played(2, 0))), locale))
    assert told.variants(NimmtOptions(), speak) == ""
    assert base.startswith(speak("six_nimmt.text.state", round=1, trick=1, tricks=10))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", [LOGIC, OPEN, PROFESSIONAL, ALL])
def test_every_step_of_a_variant_can_be_reported(options: NimmtOptions, locale: str) -> None:
    """Each public event but a mere selection says something."""
    for state, events in played(3, 1, options):
        model = shown((state, events), locale)
        silent = all(type(event).__name__ == "Chosen" for event in events)
        assert silent or told.report(model)


@pytest.mark.parametrize("options", [NimmtOptions(), LOGIC, OPEN, PROFESSIONAL])
def test_the_public_picture_of_a_variant_does_not_depend_on_whose_eyes_look(options: NimmtOptions) -> None:
    """Nor on the hand and the selected card that only they may know."""
    for state, events in [*played(3, 2, options)][::7]:
        model = shown((state, events), "en", 0)
        other = replace(model, view=with_fields(model.view, hand=(7, 8), selected=8))
        seen = [shown((state, events), "en", seat) for seat in (None, 0, 1, 2)]
        for draw in (board, scores):
            assert len({draw(one).key for one in (*seen, other)}) == 1


@pytest.mark.parametrize("switches", COMBINATIONS, ids=lambda switches: "-".join(switches.values()))
def test_nobody_sees_or_reads_what_a_variant_hides(switches: dict[str, Any]) -> None:
    """Two truths that differ only in what somebody may not know give them the same pictures and words."""
    rng, differed = Random(5), False
    for state, events in [*played(3, 4, NimmtOptions(**switches, format="tournament"))][::5]:
        for seat in (None, 0, 1, 2):
            other = SAMPLE.twin(state, None if seat is None else Seat(seat), rng)
            differed |= other != state
            one, two = (shown((truth, events), "en", seat) for truth in (state, other))
            assert board(one).key == board(two).key
            assert told.text(one) == told.text(two)
            assert told.report(one) == told.report(two)
            if state.phase == "draft":
                assert draft(one, None).key == draft(two, None).key
            elif seat is not None:
                assert hand(one, None).key == hand(two, None).key
                assert row_choice(one, None).key == row_choice(two, None).key
    assert differed or (switches["deal"], switches["playing"]) == ("logic", "open")
