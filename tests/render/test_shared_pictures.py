"""Lobby, leaderboard and final ranking: the same pictures for every game, wherever it lives."""

from dataclasses import replace
from typing import Any

import pytest
from gallery_six_nimmt import view_model
from msgspec.structs import replace as with_fields
from picture_checks import alt_of, canvas_of, check, count, record_of, sizes, texts
from picture_models import NAMES, lobby_card, outcome_of, told_options

from bot.games.contract import Outcome, View
from bot.games.registry import game, keys, own
from bot.games.six_nimmt.moves import NimmtOptions
from bot.text import Words, one_line, signed, words
from bot.view_model import ComputerName, ViewModel
from render.canvas import Canvas
from render.challenge import ChallengeCard, Place, results
from render.drawing import Drawing
from render.fonts import MISSING
from render.games import style
from render.leaderboard import LeaderboardCard, Ranked, leaderboard
from render.lobby import lobby
from render.overview import card_of, overview
from render.ranking import Column, breakdown, merged, ranking, told
from render.theme import NEWS_PALE
from render.tournament import CupCard, CupRow, Got, cup_picture
from render.year import YearCard, year

# The lobby ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_a_lobby_of_any_size_is_tidy(count: int, speak: Words) -> None:
    for newest in (None, count - 1):
        check(lobby(lobby_card(count, speak.locale, newest=newest), speak))


@pytest.mark.parametrize(
    "foot", ["picture.can_start", "picture.more_needed", "lobby.started", "lobby.closed"]
)
def test_the_foot_says_its_sentence_to_the_end(speak: Words, foot: str) -> None:
    sentence = speak(foot, n=2)
    assert sentence in texts(lobby(lobby_card(3, speak.locale, waiting=sentence), speak))


def test_the_name_of_the_game_is_shown_whole_above_and_below_its_picture(key: str, speak: Words) -> None:
    written = texts(lobby(lobby_card(2, speak.locale, key), speak))
    assert written.count(speak.title(game(key).info)) == 2


def test_the_pieces_of_a_game_lie_on_the_ground_of_its_own_colour(key: str) -> None:
    """Whatever was drawn before: sprites are kept by what they depend on."""
    for other in keys():
        style(other).still(Canvas(400), (0, 0, 600, 400))
    canvas = Canvas(400)
    style(key).still(canvas, (0, 0, 600, 400))
    assert canvas.image.getpixel((300, 3)) in style(key).colours


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_the_name_of_a_computer_is_shown_whole_with_its_level(speak: Words, level: str) -> None:
    """In former times it was called by its level and a number."""
    said, brackets = speak(f"lobby.level.{level}"), {"en": " ({})", "ja": "\uff08{}\uff09"}[speak.locale]
    once = {"en": "Computer 9", "ja": "コンピューター9"}[speak.locale]
    for name in (*speak(f"lobby.names.{level}").split(), once):
        full = ComputerName(name + brackets.format(said) if name is once else name)
        drawing = lobby(lobby_card(3, speak.locale, names=(*NAMES[:2], full), levels=("", "", said)), speak)
        check(drawing)
        assert {name, said} <= {*texts(drawing)}
        assert name + brackets.format(said) in alt_of(drawing)


@pytest.mark.parametrize(("length", "seats"), [("limit", 9), ("tournament", 5)])
def test_all_options_and_settings_are_shown_below_each_other(speak: Words, length: Any, seats: int) -> None:
    options = NimmtOptions(deal="logic", placement="professional", playing="open", format=length)
    hints = (speak("table.setting.hints"), speak("table.setting.hints.on"))
    deadline = (speak("table.setting.deadline"), speak("table.setting.deadline.hours", n=12))
    rows = (*told_options("six_nimmt", options, speak.locale), hints, deadline)
    drawing = lobby(lobby_card(2, speak.locale, seats=(2, seats), options=rows), speak)
    check(drawing)
    assert {text for row in rows for text in row} <= set(texts(drawing))
    colon, stop = (": ", ".") if speak.locale == "en" else ("\uff1a", "\u3002")
    assert all(f"{label}{colon}{value}{stop}" in alt_of(drawing) for label, value in rows)


# The games -------------------------------------------------------------------------------------------


def test_each_game_is_presented_by_a_whole_sentence_on_its_weight(speak: Words) -> None:
    cards = tuple(card_of(key, speak) for key in own())
    drawing = overview(cards, speak)
    check(drawing)
    written, alt = "".join(texts(drawing)).replace(" ", ""), alt_of(drawing)
    for card in cards:
        assert card.weight == speak(f"{card.game}.weight")
        for said in (card.title, card.weight, card.players):
            assert said.replace(" ", "") in written
            assert said in alt
    assert len(drawing.draw().data) <= 150 * 1024


def test_a_game_without_a_sentence_is_presented_by_its_numbers(speak: Words) -> None:
    bare = tuple(replace(card_of(key, speak), weight="") for key in own()[:4])
    check(overview(bare, speak))


# The leaderboard ----------------------------------------------------------------------------------------

PEOPLE = (
    *("Hanna", "さくら", "超長い名前" * 12, "Maximilian von und zu " * 4, "🎲"),
    *("W" * 32, "Zoë", "Jo", "Kim", "Ben"),
)


def card(count: int, game: str = "six_nimmt", *, provisional: bool = False) -> LeaderboardCard:
    """So many people, the fourth one is the reader; the ratings are as wide as they get."""
    rows = tuple(
        Ranked(place, name, 2000 - place, 1100, 900, 10 / 3, "settled", provisional, place == 4)
        for place, name in enumerate(PEOPLE[:count], start=1)
    )
    return LeaderboardCard(game, rows, count)


def drawn(count: int, locale: str = "en", *, provisional: bool = False) -> Drawing:
    return leaderboard(card(count, provisional=provisional), words(locale))


@pytest.mark.parametrize("provisional", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 6, 10])
def test_any_number_of_rows_is_laid_out_well(count: int, provisional: bool, speak: Words) -> None:
    picture = drawn(count, speak.locale, provisional=provisional)
    check(picture)
    written = texts(picture)
    assert (speak("picture.nobody_ranked") in written) == (count == 0)
    assert (speak("picture.provisional") in written) == (provisional and count > 0)
    assert written.count("3.3") == count
    assert ("1999?" if provisional else "1999") in written or not count


def test_every_game_has_a_leaderboard_with_its_pieces(key: str, speak: Words) -> None:
    check(leaderboard(card(2, key, provisional=True), speak))


def test_places_go_on_over_pages() -> None:
    rows = tuple(replace(row, place=row.place + 90) for row in card(10).rows)
    picture = leaderboard(replace(card(10), rows=rows, people=100, page=9, pages=10), words("en"))
    check(picture)
    assert {"91", "100", "Page 10 of 10"} <= set(texts(picture))


def test_the_words_beside_a_leaderboard_name_everybody_within_the_limit(locale: str) -> None:
    alt = alt_of(drawn(10, locale))
    assert len(alt) <= 1000
    assert alt.count("1100") == 10
    assert all(name in alt for name in PEOPLE if len(name) < 20)


def test_what_is_the_same_is_drawn_once_and_the_reader_makes_a_difference() -> None:
    other = replace(card(3), rows=tuple(replace(row, own=True) for row in card(3).rows))
    assert drawn(3).key == drawn(3).key
    assert drawn(3).key not in (leaderboard(other, words("en")).key, drawn(3, "ja").key)


# The ranking --------------------------------------------------------------------------------------------

INFO = game("six_nimmt").info
FRIENDS = ("Ann", "Bob", "Cem", "Dai")


def ranked(result: Outcome, names: tuple[str, ...] = FRIENDS, locale: str = "en") -> Drawing:
    model = ViewModel(1, 1, View(), names[: len(result.scores)], words(locale), outcome=result)
    return ranking(model, INFO.key)


@pytest.mark.parametrize("equal", [False, True])
def test_columns_stand_in_order_and_of_more_than_seven_the_last_are_merged(equal: bool) -> None:
    rounds = [(5, 5) if equal else (n, 20 - n) for n in range(1, 11)]
    ten = breakdown("six_nimmt", outcome_of(*rounds), words("en"))
    assert ten == [Column(f"R{n}", points) for n, points in enumerate(rounds, 1)]
    few = merged(ten, "other")
    assert (len(few), few[-1].label) == (7, "other")
    for seat in range(2):
        assert sum(column.points[seat] for column in few) == sum(column.points[seat] for column in ten)
    assert merged(ten[:7], "other") == ten[:7]


def test_minus_is_a_minus_sign() -> None:
    assert [signed(points) for points in (0, 17, -11)] == ["0", "17", "\u221211"]
    assert "\u22123" in texts(ranked(outcome_of((-3, 4))))


def test_shared_places_repeat_the_number_and_the_winners_are_joined() -> None:
    shown = texts(ranked(outcome_of((5, 5, 9, 9))))
    assert {"Ann and Bob", words("en")("picture.won_shared")} <= {*shown}
    assert (shown.count("3"), shown.count("2")) == (2, 0)


def test_the_best_of_a_column_is_lit_where_somebody_did_better() -> None:
    def lit(*points: int) -> int:
        result = outcome_of((7,) * len(points), points)
        return count(canvas_of(ranked(with_fields(result, places=(1,) * len(points)))).image, NEWS_PALE)

    assert lit(3, 5, 4) > lit(4, 4, 4) + 1000
    low, high = (texts(ranked(outcome_of((-3, 4), lowest_wins=lowest))) for lowest in (True, False))
    assert low[3:5] != high[3:5]


def test_the_alt_text_lists_places_names_scores_and_what_they_are_made_of() -> None:
    model = view_model(4, "over", "en")
    alt = alt_of(ranking(model, INFO.key))
    assert model.outcome is not None
    for place, name, score in zip(model.outcome.places, model.names, model.outcome.scores, strict=True):
        assert f"{place}) {name}"[:10] in alt
        assert f": {score} penalty points (R" in alt
    with pytest.raises(ValueError, match="before the end"):
        ranking(view_model(4, "trick", "en"), INFO.key)


def test_ten_winners_still_fit_and_two_rows_take_the_room_of_the_lowest_picture() -> None:
    ten = ranked(outcome_of((7,) * 10), NAMES)
    check(ten)
    assert len(ten.draw().data) < 100 * 1024
    canvas = canvas_of(ranked(outcome_of((1, 2))))
    assert canvas.height == 700
    assert max(one.box[3] for one in canvas.placed if one.kind == "box") >= 680


@pytest.mark.parametrize(("place", "result"), [(1, "alone"), (2, "alone_lost")])
def test_nobody_who_plays_alone_has_a_place(place: int, result: str, speak: Words) -> None:
    """Who loses against a rival without a seat is second, and nobody is first."""
    alone = with_fields(outcome_of((30,), (12,)), places=(place,))
    written = texts(ranked(alone, NAMES, speak.locale))
    assert speak(f"picture.{result}") in written
    assert str(place) not in written
    one = ViewModel(1, 1, None, NAMES[:1], speak, None, (), alone)
    with_unit = speak("picture.n_penalty", n=42)
    assert told(one, "six_nimmt", rows=False) == [speak("picture.alt_alone", name=NAMES[0], score=with_unit)]
    low = replace(one, outcome=with_fields(alone, scores=(-42,), lowest_wins=False))
    assert f"\u2212{speak('picture.n_points', n=42)}" in told(low, "six_nimmt", rows=False)[0]


@pytest.mark.parametrize(("scores", "crowns"), [((7, 5), 1), ((5, 5), 1), ((-3, -5), 0), ((30,), 0)])
def test_a_crown_is_for_a_victory_over_others_and_no_loss(
    monkeypatch: pytest.MonkeyPatch, scores: tuple[int, ...], crowns: int
) -> None:
    drawn = list[object]()
    monkeypatch.setattr("render.ranking.crown", lambda *at: drawn.append(at))
    canvas_of(ranked(outcome_of(scores)))
    assert len(drawn) == crowns


def test_names_and_totals_of_any_length_stand_whole(speak: Words) -> None:
    name = {"en": "Computer 9 (normal)", "ja": "コンピューター9\uff08ふつう\uff09"}[speak.locale]
    drawing = ranked(outcome_of((-500, -600), (-610, -561)), (name, "Jo"), speak.locale)
    check(drawing)
    assert {name, "\u22121110", "\u22121161"} <= {*texts(drawing)}


def test_each_note_of_a_game_has_a_line_below_the_rows() -> None:
    model = ViewModel(1, 1, View(), FRIENDS[:1], words("en"), outcome=outcome_of((3,)))
    notes = [f"Grade for chapter {n} with {n} points: Hamlet" for n in range(5)]
    drawing = ranking(model, INFO.key, notes)
    check(drawing)
    assert {*notes} <= {*texts(drawing)}
    assert "4 points: Hamlet." in alt_of(drawing)


@pytest.mark.parametrize("count", [1, 3, 4, 10])
def test_the_results_of_a_challenge_are_a_table_and_the_same_in_words(count: int, speak: Words) -> None:
    rows = tuple(Place(max(each, 1), NAMES[each], 40 - 9 * each) for each in range(count))
    drawing = results(ChallengeCard("my_city", rows, count), speak)
    check(drawing)
    written, alt = texts(drawing), alt_of(drawing)
    assert f" {count} results." not in alt or count > 1
    for row in rows:
        assert signed(row.points) in written
        assert signed(row.points) in alt
        assert one_line(row.name)[:10] in alt


@pytest.mark.parametrize("games", [1, 3, 5])
@pytest.mark.parametrize("companions", [0, 3])
def test_a_year_is_tidy_however_little_there_was(games: int, companions: int, speak: Words) -> None:
    """With one game alone the room of the others is its own."""
    favourites = tuple((key, 9 - at) for at, key in enumerate(keys()[:games]))
    closest = tuple((NAMES[at], 1000 - at) for at in range(companions))
    months = (0, 1, 0, 0, 250, 0, 3, 0, 0, 0, 0, 7)
    drawing = year(YearCard(2026, NAMES[0], 261, 1, companions, months, favourites, closest), speak)
    check(drawing)
    assert "261" in texts(drawing)
    assert speak.title(game(favourites[0][0]).info) in alt_of(drawing)


def test_the_standings_of_a_tournament_explain_ties_where_somebody_is_tied(speak: Words) -> None:
    for second, tied in (("1", False), ("2", True)):
        rows = [
            CupRow(place, "Ann", place - 1, (Got(1, points, "A"),), "", points)
            for place, points in ((1, "2"), (2, second))
        ]
        drawing = cup_picture(CupCard("six_nimmt", "Cup", tuple(rows), (), 1, 2, 2, over=False), speak)
        assert (speak("cup.picture.foot_tied", sample="2 A") in texts(drawing)) is tied
        assert (speak("cup.picture.foot", sample="2 A") in texts(drawing)) is not tied


def test_the_standings_show_each_result_below_its_round_also_of_who_has_dropped_out(speak: Words) -> None:
    played = (Got(1, "3.5", "A"), Got(2, "4.5", "A"), Got(3, None, "A"))
    rows = (
        CupRow(1, "Ann", 0, played, "1", "8"),
        CupRow(2, "Ben", 1, (Got(1, "2.5", "B"),), "1", "2", gone=True),
    )
    card = CupCard("six_nimmt", "Cup", rows, (), 3, 3, 2, over=False)
    at = {one.text: one.box for one in record_of(cup_picture(card, speak)).placed if one.kind == "text"}
    assert at["R1"][0] < sum(at["2.5"][::2]) / 2 < at["R1"][2]


def test_standings_without_room_for_all_tables_show_that_there_were_earlier_ones(speak: Words) -> None:
    for tables, left_out in ((4, False), (5, True)):
        played = tuple(Got(1 + at // 2, "2", "A") for at in range(tables))
        rows = (CupRow(1, "Ann", 0, played, "1", str(2 * tables)),)
        drawing = cup_picture(CupCard("six_nimmt", "Cup", rows, (), 3, 3, 1, over=True), speak)
        assert ("…" in texts(drawing)) is left_out


def test_the_points_of_uneven_tables_are_as_large_as_others(speak: Words) -> None:
    rows = (CupRow(1, "Ann", 0, (Got(1, "2.67", "A"), Got(2, "3", "B")), "1", "5.67"),)
    written = sizes(cup_picture(CupCard("six_nimmt", "Cup", rows, (), 2, 2, 1, over=False), speak))
    assert written["2.67"] == written["3"]


def test_before_any_result_nobody_is_shown_as_tied_or_placed(speak: Words) -> None:
    rows = tuple(CupRow(0, "Ann", line, (Got(1, None, "A"),), "-", "0") for line in range(2))
    drawing = cup_picture(CupCard("six_nimmt", "Cup", rows, (), 1, 2, 2, over=False), speak)
    assert not {"=", "", MISSING} & set(texts(drawing))
    assert not any(speak("cup.picture.foot", sample="") in text for text in texts(drawing))
    assert not {"1", "2"} & set(texts(drawing))
    assert speak.listed(["Ann", "Ann"]) in alt_of(drawing)


@pytest.mark.parametrize("over", [1, 2])
def test_the_standings_tell_of_how_many_rounds_this_is_one_also_in_the_last(over: int, speak: Words) -> None:
    rows = (CupRow(1, "Ann", 0, (Got(1, "2", "A"),), "1", "2"),)
    for rounds, part in (
        (2, speak("cup.picture.round_of", n=over, of=2)),
        (0, speak("cup.picture.round", n=over)),
    ):
        drawing = cup_picture(CupCard("six_nimmt", "Cup", rows, (), over, rounds, 1, over=False), speak)
        assert part in texts(drawing)
