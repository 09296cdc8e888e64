"""6 nimmt! in words: the worked example of the rules, told in both languages."""

from dataclasses import replace
from typing import Any

import pytest
from gallery_six_nimmt import ALL, MIDDLE, SEATS, found, played, shown as shown_to, view_model
from msgspec.structs import replace as with_fields
from picture_models import LOCALES, NAMES

from bot.games.contract import Seat
from bot.games.six_nimmt import sentences as told
from bot.games.six_nimmt.moves import Asked, Chosen, Dealt, NimmtOptions, Placed, Revealed, RoundScored
from bot.games.six_nimmt.view import NimmtView, Placement, Question, landing, standing
from bot.text import words
from bot.view_model import ViewModel
from render.six_nimmt import board, hand, row_choice, scores

A, B, C, D = (Seat(seat) for seat in range(4))
ROWS = ((16, 20, 21, 22, 37), (45, 46), (61, 65), (88,))
TAKEN = (35, 36, 38, 40, 42)
VIEW = NimmtView(
    options=NimmtOptions(),
    seats=4,
    phase="choose",
    round=1,
    trick=2,
    rows=ROWS,
    hand=(5, 23, 38, 104),
    selected=23,
    chosen=(True, False, True, False),
    last=(Placement(A, 37, 1), Placement(C, 45, 2, TAKEN, 8), Placement(D, 46, 2), Placement(B, 65, 3)),
    question=None,
    heads=(0, 0, 8, 0),
    totals=(10, 20, 30, 40),
    scores=((10, 20, 30, 40),),
    played=(),
)
FIRST_EXAMPLE = (
    Chosen(seat=B, changed=False),
    Revealed(trick=1, cards=((A, 37), (C, 45), (D, 46), (B, 65))),
    Placed(seat=A, card=37, row=1),
    Placed(seat=C, card=45, row=2, taken=TAKEN, heads=8),
    Placed(seat=D, card=46, row=2),
    Placed(seat=B, card=65, row=3),
)


def shown(
    locale: str = "en", view: NimmtView = VIEW, seat: Seat | None = None, events: tuple[Any, ...] = ()
) -> ViewModel[NimmtView]:
    return ViewModel(1, 4, view, ("Ann", "Bob", "Cem", "Dai"), words(locale), seat, events)


REPORTS: list[tuple[tuple[Any, ...], list[str]]] = [
    (
        FIRST_EXAMPLE,
        [
            "Trick 1: Ann 37, Cem 45, Dai 46, Bob 65.",
            "Placed: 37 → row 1.",
            "Cem took row 2 (35 36 38 40 42) with 45: 8 heads.",
            "Placed: 46 → row 2, 65 → row 3.",
        ],
    ),
    (
        (Revealed(trick=3, cards=((A, 5), (B, 30))), Asked(seat=A, card=5)),
        ["Trick 3: Ann 5, Bob 30.", "5 fits no row: Ann chooses a row to take."],
    ),
    (
        (RoundScored(round=1, heads=(1, 2, 3, 4), totals=(11, 22, 33, 44)),),
        ["Round 1 is over. Heads: Ann +1 = 11, Bob +2 = 22, Cem +3 = 33, Dai +4 = 44."],
    ),
    ((Dealt(round=2, rows=(3, 50, 61, 99)),), ["Round 2 begins with the rows 3, 50, 61, 99."]),
    ((Placed(seat=A, card=5, row=3, taken=(61,), heads=1),), ["Ann took row 3 (61) with 5: 1 head."]),
]


@pytest.mark.parametrize(("events", "lines"), REPORTS)
def test_what_has_happened_is_told(events: tuple[Any, ...], lines: list[str]) -> None:
    assert told.report(shown(events=events)) == lines


@pytest.mark.parametrize("locale", LOCALES)
def test_the_text_holds_all_that_the_pictures_show(locale: str) -> None:
    text = told.text(shown(locale, seat=A))
    wanted = [" ".join(map(str, row)) for row in ROWS]
    wanted += ["Ann", "Bob", "Cem", "Dai", *map(str, standing(VIEW)), *map(str, VIEW.hand), "66"]
    assert all(part in text for part in wanted)


def test_where_a_card_would_go() -> None:
    lands = {5: (None, ()), 38: (1, ROWS[0]), 47: (2, ()), 104: (4, ())}
    assert {card: landing(ROWS, card)[:2] for card in lands} == lands


def test_totals_count_the_round_under_way_once() -> None:
    assert standing(VIEW) == (10, 20, 38, 40)
    assert standing(with_fields(VIEW, phase="scored")) == VIEW.totals


@pytest.mark.parametrize("locale", LOCALES)
def test_options_are_told_as_rows(locale: str) -> None:
    speak = words(locale)
    by_limit = told.option_rows(NimmtOptions(limit=50, end="reached"), speak)
    by_rounds = told.option_rows(NimmtOptions(format="rounds", rounds=4), speak)
    assert "50" in [value for _, value in by_limit]
    assert by_rounds[-1][1] == "4"
    assert all(label and value for label, value in (*by_limit, *by_rounds))


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (NimmtOptions(), "more than 66"),
        (NimmtOptions(end="reached", limit=40), "40 heads or more"),
        (NimmtOptions(format="rounds", rounds=3), "after 3 rounds"),
        (NimmtOptions(format="rounds", rounds=1), "after 1 round."),
    ],
)
def test_the_line_of_state_says_when_the_game_ends(options: NimmtOptions, part: str) -> None:
    line = told.state(shown(view=with_fields(VIEW, options=options)))
    assert line.startswith("Round 1, trick 2 of 10.")
    assert part in line


@pytest.mark.parametrize("locale", LOCALES)
def test_the_line_of_state_names_the_variants(locale: str) -> None:
    speak = words(locale)
    line = told.state(shown_to(found(ALL, 2, MIDDLE), locale))
    for key in ("deal.logic", "placement.professional", "playing.open", "format.tournament"):
        assert speak(f"six_nimmt.option.{key}") in line
    assert told.variants(NimmtOptions(), speak) == ""
    base = told.state(shown_to(next(played(2)), locale))
    assert base.startswith(speak("six_nimmt.text.state", round=1, trick=1, tricks=10))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_alt_texts_keep_every_fact_however_long_the_names(seats: int, locale: str) -> None:
    long = tuple(f"{i}{'Wort ' * 8}" for i in range(seats))
    model = replace(view_model(seats, "trick", locale), names=long)
    alt = board(model).draw().alt
    assert len(alt) <= 1000
    wanted = [" ".join(map(str, row)) for row in model.view.rows]
    assert all(part in alt for part in [*wanted, *(str(one.card) for one in model.view.last)])
    assert str(standing(model.view)[-1]) in alt.rpartition(str(seats - 1))[2]


def test_alt_texts_say_what_is_proposed() -> None:
    model = shown(seat=A)
    assert "38" in hand(model, 38).draw().alt.partition("Your hand")[0]
    assert "You have chosen 23." in hand(model, None).draw().alt
    asked = shown(view=with_fields(VIEW, phase="place", question=Question(A, 5)), seat=A)
    assert "row 2, 2 heads" not in row_choice(asked, None).draw().alt
    assert "row 2, 3 heads" in row_choice(asked, 2).draw().alt
    assert "Ann +10 = 10" in scores(shown()).draw().alt
    assert NAMES[0] in board(view_model(4, "trick", "en")).draw().alt, "as people write it"
