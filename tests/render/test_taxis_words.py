"""Thurn and Taxis in sentences: reports of turns, the line of state, everything that the pictures show."""

import pytest
from gallery_thurn_and_taxis import SEATS, STAGES, active, crowded, moment, shown, view_model
from msgspec.structs import replace
from picture_models import LOCALES
from samples_thurn_and_taxis import closed, evening, own_hand

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import sentences as told
from bot.games.thurn_and_taxis.land import CITIES, REGIONS, STACKS
from bot.games.thurn_and_taxis.moves import (
    Closed,
    Dealt,
    EndTriggered,
    GameOver,
    GaveUp,
    Official,
    Played,
    Reshuffled,
    Shed,
    Skipped,
    Swept,
    TaxisEvent,
    TaxisOptions,
    Tile,
    Took,
    TurnBegun,
)
from bot.text import words

WHO = Seat(2)
OFFICIALS: tuple[Official, ...] = ("administrator", "postmaster", "postal_carrier", "cartwright")
REPORTS: list[tuple[TaxisEvent, str]] = [
    (Took(seat=WHO, city="ulm", place=2), "Jo takes Ulm."),
    (Took(seat=WHO, city="ulm", place=2, postmaster=True), "Jo also takes Ulm (Postmaster)."),
    (Took(seat=WHO, city=None), "Jo takes a card from the deck."),
    (Took(seat=WHO, city=None, postmaster=True), "Jo also takes a card from the deck (Postmaster)."),
    (Swept(seat=WHO, cities=("ulm", "lodz")), "Jo calls the Administrator: Ulm, Lodz are replaced."),
    (Played(seat=WHO, city="ulm", side=None), "Jo begins a route with Ulm."),
    (Played(seat=WHO, city="ulm", side="left"), "Jo plays Ulm at the left end."),
    (Played(seat=WHO, city="ulm", side="right"), "Jo plays Ulm at the right end."),
    (
        Played(seat=WHO, city="ulm", side="left", postal_carrier=True),
        "Jo also plays Ulm at the left end (Postal Carrier).",
    ),
    (GaveUp(seat=WHO, route=("ulm",)), "Jo gives up the route Ulm (1 city)."),
    (GaveUp(seat=WHO, route=("ulm", "kempten")), "Jo gives up the route Ulm → Kempten (2 cities)."),
    (Shed(seat=WHO, city="ulm"), "Jo discards 1 card: Ulm."),
    (Reshuffled(cards=30), "30 discarded cards are shuffled into a new deck."),
    (Skipped(seat=WHO, what="take"), "There is no card left that Jo could take."),
    (Skipped(seat=WHO, what="play"), "Jo has no card to play."),
    (EndTriggered(seat=WHO, why="carriage"), "Jo has the carriage of level 7: this round is the last one."),
    (EndTriggered(seat=WHO, why="offices"), "Jo has placed the last office: this round is the last one."),
    (GameOver(), "The game is over."),
]


@pytest.mark.parametrize(("event", "sentence"), REPORTS)
def test_every_fact_has_its_sentence(event: TaxisEvent, sentence: str) -> None:
    assert told.report(shown(evening(), "en"), [event]) == [sentence]
    assert len(told.report(shown(evening(), "ja"), [event])) == 1


def test_a_closing_tells_the_route_and_the_gains() -> None:
    event = Closed(
        seat=WHO,
        route=("ulm", "kempten", "innsbruck"),
        offices=("ulm", "innsbruck"),
        tiles=(Tile("schweiz_tyrol", 3),),
        carriage=4,
        cartwright=True,
    )
    assert told.report(shown(evening(), "en"), [event]) == [
        "Jo closes a route of 3 cities: Ulm → Kempten → Innsbruck.",
        "Jo gains 2 offices (Ulm, Innsbruck), the tile Schweiz and Tyrol (3), and carriage 4 (Cartwright).",
    ]
    nothing = replace(event, offices=(), tiles=(), carriage=None)
    assert told.report(shown(evening(), "en"), [nothing])[1:] == ["Jo gains nothing from it."]


def test_cards_discarded_one_by_one_share_a_sentence() -> None:
    events = [Shed(seat=WHO, city="ulm"), Shed(seat=WHO, city="lodz")]
    assert told.report(shown(evening(), "en"), events) == ["Jo discards 2 cards: Ulm, Lodz."]


def test_a_report_never_names_what_one_seat_alone_may_know() -> None:
    blind = Took(seat=WHO, city=None)
    secret = replace(blind, city="ulm", seen_by=(WHO,))
    assert told.report(shown(evening(), "en"), [blind, secret]) == ["Jo takes a card from the deck."]
    assert told.report(shown(own_hand(), "en", seat=2), [secret]) == []


def test_what_everybody_sees_anyway_is_not_told() -> None:
    silent = [TurnBegun(seat=WHO, round=3), Dealt(places=(1,), cities=("ulm",))]
    assert told.report(shown(evening(), "en"), silent) == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("stage", STAGES)
def test_the_line_of_state_names_the_round_and_whoever_is_on_turn(stage: str, locale: str) -> None:
    state, line = moment(3, stage), told.headline(view_model(3, stage, locale))
    if stage == "over":
        assert line == words(locale)("thurn_and_taxis.text.over")
        return
    assert str(state.round) in line
    assert view_model(3, stage, locale).names[state.active] in line
    if state.ending is not None:
        assert view_model(3, stage, locale).names[state.ending] in line


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_text_holds_all_that_the_board_shows(seats: int, locale: str) -> None:
    view, speak = crowded(seats), words(locale)
    text = told.text(shown(view, locale))
    for city in CITIES:
        assert told.city(city, speak) in text
    for region in REGIONS:
        assert told.region(region, speak) in text
    for stack in STACKS:
        assert told.stack(stack, speak) in text
    for name, one in zip(shown(view, locale).names, view.players, strict=True):
        assert text.count(name) >= 2
        assert told.path(one.route, speak) in text
    assert str(view.deck_size) in text


def test_offices_are_told_by_region_with_their_owners() -> None:
    text = told.text(shown(evening(), "en")).splitlines()
    baden = next(line for line in text if line.startswith("Baden: ") and "Mannheim" in line)
    mine, third = shown(evening(), "en").names[3], shown(evening(), "en").names[2]
    assert baden == f"Baden: Mannheim ({mine}), Carlsruhe ({mine}), Freiburg ({third} + {mine})"


def test_the_own_hand_is_told_with_the_ends_that_its_cards_fit() -> None:
    lines = told.text(shown(own_hand(), "en", seat=2)).splitlines()
    assert "Kempten (Baiern): fits the right end" in lines
    assert "Würzburg (Baiern): fits neither end" in lines
    assert "The next carriage, 5, needs 5 cities; your route has 5." in lines
    alone = replace(own_hand(), players=tuple(replace(one, route=()) for one in own_hand().players))
    assert "Kempten (Baiern): begins a route" in told.text(shown(alone, "en", seat=2))
    none = told.text(shown(replace(own_hand(), hand=()), "en", seat=2))
    assert "You hold no cards." in none


def test_a_spectator_reads_no_hand() -> None:
    assert "Your hand" not in told.text(shown(evening(), "en"))
    assert "Your hand" in told.text(active(3, "playing", "en"))


def test_negative_scores_have_a_true_minus_sign() -> None:
    assert "score \u221212" in told.text(shown(evening(), "en"))


@pytest.mark.parametrize("locale", LOCALES)
def test_names_are_in_the_language_of_the_reader(locale: str) -> None:
    speak = words(locale)
    assert told.city("muenchen", speak) == {"en": "München", "ja": "ミュンヘン"}[locale]
    assert told.region("salzburg_land", speak) == {"en": "Salzburg", "ja": "ザルツブルク地方"}[locale]
    assert len({speak(f"thurn_and_taxis.official.{one}") for one in OFFICIALS}) == 4
    assert len({told.stack(one, speak) for one in STACKS}) == len(STACKS)


@pytest.mark.parametrize("locale", LOCALES)
def test_both_readings_of_the_tile_for_all_regions_are_named(locale: str) -> None:
    readings = [TaxisOptions(), TaxisOptions(all_regions="all_nine")]
    rows = [told.option_rows(options, words(locale)) for options in readings]
    assert rows[0][0][0] == rows[1][0][0]
    assert rows[0][0][1] != rows[1][0][1]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_finished_route_is_told_once_it_is_closed(locale: str) -> None:
    lines = told.report(shown(closed(), locale), closed().before)
    assert told.path(evening().players[2].route, words(locale)) in " ".join(lines)
