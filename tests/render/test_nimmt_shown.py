"""6 nimmt! and its variants in pictures and in words: what only this game shows, the worked example told."""

from collections import Counter
from dataclasses import replace

import pytest
from gallery_six_nimmt import ALL, LOGIC, MIDDLE, OPEN, PROFESSIONAL, TIE, found, laying, seen, view_model
from msgspec.structs import replace as with_fields
from picture_checks import canvas_of, check, texts
from picture_models import NAMES

from bot.games.contract import Event, Seat
from bot.games.six_nimmt import moves, sentences as told
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.view import NimmtView, Placement, Question, is_last, landing, standing
from bot.text import Words, words
from bot.view_model import ViewModel
from render.six_nimmt import board, hand, row_choice, scores
from render.six_nimmt.style import proposed

A, B, C, D = (Seat(seat) for seat in range(4))
ROWS = ((16, 20, 21, 22, 37), (45, 46), (61, 65), (88,))
TAKEN = (35, 36, 38, 40, 42)
VIEW = NimmtView(
    options=moves.NimmtOptions(),
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
REPORTS: list[tuple[list[str], list[Event]]] = [
    (
        [
            "Trick 1: Ann 37, Cem 45, Dai 46, Bob 65.",
            "Placed: 37 → row 1.",
            "Cem took row 2 (35 36 38 40 42) with 45: 8 heads.",
            "Placed: 46 → row 2, 65 → row 3.",
        ],
        [
            moves.Chosen(seat=B, changed=False),
            moves.Revealed(trick=1, cards=((A, 37), (C, 45), (D, 46), (B, 65))),
            moves.Placed(seat=A, card=37, row=1),
            moves.Placed(seat=C, card=45, row=2, taken=TAKEN, heads=8),
            moves.Placed(seat=D, card=46, row=2),
            moves.Placed(seat=B, card=65, row=3),
        ],
    ),
    (
        ["Trick 3: Ann 5, Bob 30.", "5 fits no row: Ann chooses a row to take."],
        [moves.Revealed(trick=3, cards=((A, 5), (B, 30))), moves.Asked(seat=A, card=5)],
    ),
    (
        ["Round 1 is over. Heads: Ann +1 = 11, Bob +2 = 22, Cem +3 = 33, Dai +4 = 44."],
        [moves.RoundScored(round=1, heads=(1, 2, 3, 4), totals=(11, 22, 33, 44))],
    ),
    (["Round 2 begins with the rows 3, 50, 61, 99."], [moves.Dealt(round=2, rows=(3, 50, 61, 99))]),
    (["Ann took row 3 (61) with 5: 1 head."], [moves.Placed(seat=A, card=5, row=3, taken=(61,), heads=1)]),
]


def shown(locale: str = "en", view: NimmtView = VIEW, seat: Seat | None = None) -> ViewModel[NimmtView]:
    return ViewModel(1, 4, view, ("Ann", "Bob", "Cem", "Dai"), words(locale), seat)


@pytest.mark.parametrize(("lines", "events"), REPORTS)
def test_what_has_happened_is_told(lines: list[str], events: list[Event]) -> None:
    assert told.report(replace(shown(), events=tuple(events))) == lines
    assert len(told.report(replace(shown("ja"), events=tuple(events)))) == len(lines)


def test_the_text_holds_all_that_the_pictures_show(locale: str) -> None:
    model = shown(locale, seat=A)
    wanted = [" ".join(map(str, row)) for row in ROWS]
    wanted += [*model.names, *map(str, standing(VIEW)), *map(str, VIEW.hand), "66"]
    assert all(part in told.text(model) for part in wanted)


def test_words_tell_all_that_the_pictures_of_the_variants_show(speak: Words) -> None:
    (state, events), locale = found(LOGIC, 3, MIDDLE), speak.locale
    text = told.text(seen((state, events), locale))
    assert all(" ".join(map(str, cards)) in text for cards in (state.pool, *state.hands))
    laid = seen(found(OPEN, 3, laying), locale)
    cards = {name: card for name, card in zip(laid.names, laid.view.laid, strict=True) if card is not None}
    assert len(cards) == 2
    for name, card in cards.items():
        assert speak("six_nimmt.text.laid_card", name=name, card=card) in told.text(laid)
    tied = seen(found(PROFESSIONAL, 3, TIE), locale)
    for row, side in zip(tied.view.question.rows, tied.view.question.sides, strict=True):
        assert speak(f"six_nimmt.text.end.{side}", row=row) in told.text(tied)
        assert told.named(tied, moves.TakeRow(row)) == speak(f"six_nimmt.panel.end.{side}", row=row)


def test_where_a_card_would_go_and_that_totals_count_the_round_under_way_once() -> None:
    lands = {5: (None, ()), 38: (1, ROWS[0]), 47: (2, ()), 104: (4, ())}
    assert {card: landing(ROWS, card)[:2] for card in lands} == lands
    assert standing(VIEW) == (10, 20, 38, 40)
    assert standing(with_fields(VIEW, phase="scored")) == VIEW.totals


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (moves.NimmtOptions(), "more than 66"),
        (moves.NimmtOptions(end="reached", limit=40), "40 heads or more"),
        (moves.NimmtOptions(format="rounds", rounds=3), "after 3 rounds"),
        (moves.NimmtOptions(format="rounds", rounds=1), "after 1 round."),
    ],
)
def test_the_line_of_state_says_when_the_game_ends(options: moves.NimmtOptions, part: str) -> None:
    line = told.state(shown(view=with_fields(VIEW, options=options)))
    assert line.startswith("Round 1, trick 2 of 10.")
    assert part in line


def test_the_line_of_state_names_the_variants(speak: Words) -> None:
    line = told.state(seen(found(ALL, 2, MIDDLE), speak.locale))
    for key in ("deal.logic", "placement.professional", "playing.open", "format.tournament"):
        assert speak(f"six_nimmt.option.{key}") in line
    assert told.variants(moves.NimmtOptions(), speak) == ""


@pytest.mark.parametrize("seats", range(2, 11))
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


# In pictures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "left_out"), [(6, 0), (7, 1), (40, 34)])
def test_rounds_that_find_no_room_are_said_to_be_left_out(speak: Words, rounds: int, left_out: int) -> None:
    model = view_model(3, "scored", speak.locale)
    many = with_fields(model.view, scores=((9, 9, 9),) * rounds, totals=(9 * rounds,) * 3)
    drawing = scores(replace(model, view=many))
    check(drawing)
    line = speak("six_nimmt.picture.rounds_left_out", n=left_out)
    assert (line in texts(drawing)) == (left_out > 0)


def test_a_taken_card_is_marked_and_the_free_ones_are_not() -> None:
    """A piece on each card taken, one for each seat below, one for the header."""
    canvas = canvas_of(board(seen(found(LOGIC, 4, MIDDLE), "en")))
    assert len([one for one in canvas.placed if one.kind == "mark"]) == 20 + 4 + 1


def test_in_a_tie_only_the_two_rows_have_a_price() -> None:
    moment = found(PROFESSIONAL, 4, TIE)
    question, speak = moment[0].question, words("en")
    written = texts(row_choice(seen(moment, "en", question.seat), None))
    assert written.count(speak("six_nimmt.picture.no_end")) == 2
    assert {speak(f"six_nimmt.picture.end.{side}") for side in question.sides} <= set(written)


@pytest.mark.parametrize("options", [moves.NimmtOptions(), PROFESSIONAL])
def test_whoever_chooses_a_row_sees_the_hand_that_goes_on_with_the_rest(options: moves.NimmtOptions) -> None:
    moment = found(options, 4, lambda state: state.question is not None and len(state.hands[0]) > 1)
    model = seen(moment, "en", moment[0].question.seat)
    drawing, owner = row_choice(model, None), moment[0].hands[moment[0].question.seat]
    assert {str(card) for card in owner} <= set(texts(drawing))
    assert " ".join(map(str, owner)) in drawing.draw().alt
    watched = row_choice(seen(moment, "en"), None)
    assert words("en")("six_nimmt.picture.your_hand") not in texts(watched)


def test_of_several_tricks_the_board_lights_the_newest_one() -> None:
    """Rows have been taken meanwhile, and their cards are gone."""
    now = view_model(4, "trick", "en")
    then = with_fields(now.view, rows=((1,), (2,), (3,), (4,)), last=())
    assert board(replace(now, earlier=then)).key == board(now).key


def test_the_last_round_is_called_so_where_it_is_known(speak: Words) -> None:
    """By the number of rounds, or of players in a tournament; a limit may be reached in any, and then is."""
    model = view_model(3, "start", speak.locale)
    for format, rounds, last in (
        *(("rounds", 2, True), ("rounds", 3, False), ("tournament", 9, False), ("limit", 2, False)),
    ):
        options = with_fields(model.view.options, format=format, rounds=rounds)
        shown = replace(model, view=with_fields(model.view, options=options))
        said = speak("six_nimmt.text.last_round", state="")
        part = speak("six_nimmt.picture.part_last", round=2, trick=1, tricks=10)
        assert (said in told.state(shown)) is last
        assert (part in texts(board(shown))) is last
    tournament = with_fields(options, format="tournament")
    assert is_last(with_fields(model.view, options=tournament, round=3))


@pytest.mark.parametrize(("end", "over"), [("above", 67), ("reached", 66)])
def test_the_round_in_which_a_limit_is_passed_is_the_last_one(speak: Words, end: str, over: int) -> None:
    """As soon as somebody has the heads for it, with those of the round under way; not once it is over."""
    model = view_model(3, "start", speak.locale)
    options = with_fields(model.view.options, format="limit", limit=66, end=end)
    part = speak("six_nimmt.picture.part_last", round=2, trick=1, tricks=10)
    for taken, last in ((over - 51, False), (over - 50, True)):
        view = with_fields(model.view, options=options, totals=(1, 50, 3), heads=(0, taken, 20))
        shown = replace(model, view=view)
        assert (speak("six_nimmt.text.last_round", state="") in told.headline(shown)) is last
        assert (part in texts(board(shown))) is last
        assert not is_last(with_fields(view, phase="scored"))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (38, "38 would be the sixth card of row 1 now: 11 heads."),
        (47, "47 would be card 3 of row 2 now, and no card can come between."),
        (104, "104 would be card 2 of row 4 now, 16 above its end."),
        (5, "5 fits no row now: the cheapest one costs 3 heads."),
    ],
)
def test_a_hint_says_where_a_card_would_go_and_what_it_would_take(card: int, said: str) -> None:
    assert told.effect(shown(seat=B), moves.Choose(card)) == said


def test_a_card_that_joins_a_row_is_drawn_in_it_as_if_it_were_played() -> None:
    """With the heads of the row then; one that takes a row, or fits nowhere, is drawn in the hand alone."""
    model, joining = shown(seat=A), list[int]()
    before = texts(hand(model, None))
    for card in model.view.hand:
        there, drawn = landing(model.view.rows, card), proposed(model, moves.Choose(card))
        if drawn is not None and there.row is not None:
            joining.append(card)
            check(drawn)
            assert f"Shown as if played: card {card}, row {there.row}." in drawn.draw().alt
            new = [str(card), str(heads((*model.view.rows[there.row - 1], card)))]
            old = str(heads(model.view.rows[there.row - 1]))
            assert Counter(texts(drawn)) == Counter(before) + Counter(new) - Counter([old])
    assert joining == [104]
    assert proposed(model, moves.TakeRow(1)) is None


def test_a_hand_is_drawn_once_whoever_else_has_chosen_meanwhile() -> None:
    """The cards on the table and those in hand, what is chosen and what is proposed make another one."""

    def key(choice: int | None = None, **changed: object) -> object:
        return hand(shown(view=with_fields(VIEW, **changed), seat=A), choice).key

    assert key() == key(chosen=(True, True, True, True)) == key(chosen=(True, False, False, False))
    others = [key(38), key(selected=38), key(hand=(23, 38, 104)), key(rows=(*ROWS[:3], (88, 90)))]
    assert len({key(), *others}) == 5


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_the_rows_after_a_round_fill_its_picture(seats: int) -> None:
    image = canvas_of(scores(view_model(seats, "over", "en"))).image
    assert image.getpixel((image.width // 2, image.height - 40)) != image.getpixel((2, image.height - 40))
