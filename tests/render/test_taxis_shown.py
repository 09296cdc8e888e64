"""Thurn and Taxis in pictures and in words: what only this game shows, on the map, of routes and closings."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from gallery_thurn_and_taxis import active, closed, closing, crowded, evening, loaded, own_hand, view_model
from msgspec.structs import replace
from picture_checks import canvas_of, check_texts, count, inside, overlap, texts
from picture_models import of_view as shown
from PIL import Image

from bot.games.contract import Seat
from bot.games.thurn_and_taxis import moves, sentences as told
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, LAND, REGIONS, STACKS, sides
from bot.games.thurn_and_taxis.moves import Begin, Close, Closed, Dealt, Play, Played, Shed, Tile, Took
from bot.games.thurn_and_taxis.possible import Fit, fit_taken
from bot.text import Words, words
from render.pen import Bounded, weight
from render.theme import SEATS, TITLE, Box
from render.thurn_and_taxis import board, own, own_map
from render.thurn_and_taxis.map_board import LAST_TILE, TILES, Name, block, region_name, town_name
from render.thurn_and_taxis.news import News, changes, news
from render.thurn_and_taxis.own_hand import OWN_MAP
from render.thurn_and_taxis.own_map import Section
from render.thurn_and_taxis.routes import parts
from render.thurn_and_taxis.signs import ON_CARD, ON_MAP, ON_TILE, lines_on, region_code
from render.thurn_and_taxis.style import lights
from render.thurn_and_taxis.terrain import MAP, at, cells
from tests.games.thurn_and_taxis.positions import table

# In words -------------------------------------------------------------------------------------------------

WHO = Seat(2)
BLIND = Took(seat=WHO, city=None)
CLOSING = Closed(
    seat=WHO,
    route=("ulm", "kempten", "innsbruck"),
    offices=("ulm", "innsbruck"),
    tiles=(Tile("schweiz_tyrol", 3),),
    carriage=4,
    cartwright=True,
)
ROUTE = "Jo closes a route of 3 cities: Ulm → Kempten → Innsbruck."
GAINS = "Jo gains 2 offices (Ulm, Innsbruck), the tile Schweiz and Tyrol (3), and carriage 4 (Cartwright)."
REPORTS: list[tuple[Any, ...]] = [
    ("Jo takes Ulm.", Took(seat=WHO, city="ulm", place=2)),
    ("Jo also takes Ulm (Postmaster).", Took(seat=WHO, city="ulm", place=2, postmaster=True)),
    ("Jo takes a card from the deck.", BLIND, replace(BLIND, city="ulm", seen_by=(WHO,))),
    ("Jo also takes a card from the deck (Postmaster).", replace(BLIND, postmaster=True)),
    ("Jo calls the Administrator: Ulm, Lodz are replaced.", moves.Swept(seat=WHO, cities=("ulm", "lodz"))),
    ("Jo begins a route with Ulm.", Played(seat=WHO, city="ulm", side=None)),
    ("Jo plays Ulm at the left end.", Played(seat=WHO, city="ulm", side="left")),
    ("Jo plays Ulm at the right end.", Played(seat=WHO, city="ulm", side="right")),
    (
        "Jo also plays Ulm at the left end (Postal Carrier).",
        Played(seat=WHO, city="ulm", side="left", postal_carrier=True),
    ),
    ("Jo gives up the route Ulm (1 city).", moves.GaveUp(seat=WHO, route=("ulm",))),
    ("Jo gives up the route Ulm → Kempten (2 cities).", moves.GaveUp(seat=WHO, route=("ulm", "kempten"))),
    (f"{ROUTE}\n{GAINS}", CLOSING),
    (f"{ROUTE}\nJo gains nothing from it.", replace(CLOSING, offices=(), tiles=(), carriage=None)),
    ("Jo discards 1 card: Ulm.", Shed(seat=WHO, city="ulm")),
    ("Jo discards 2 cards: Ulm, Lodz.", Shed(seat=WHO, city="ulm"), Shed(seat=WHO, city="lodz")),
    ("30 discarded cards are shuffled into a new deck.", moves.Reshuffled(cards=30)),
    ("There is no card left that Jo could take.", moves.Skipped(seat=WHO, what="take")),
    ("Jo has no card to play.", moves.Skipped(seat=WHO, what="play")),
    (
        "Jo has the carriage of level 7: this round is the last one.",
        moves.EndTriggered(seat=WHO, why="carriage"),
    ),
    (
        "Jo has placed the last office: this round is the last one.",
        moves.EndTriggered(seat=WHO, why="offices"),
    ),
    ("The game is over.", moves.GameOver()),
    ("", moves.TurnBegun(seat=WHO, round=3), Dealt(places=(1,), cities=("ulm",))),
]


@pytest.mark.parametrize("said", REPORTS)
def test_what_has_happened_is_told(said: tuple[Any, ...]) -> None:
    text, *events = said
    assert "\n".join(told.report(shown(evening()), events)) == text
    assert len(told.report(shown(evening(), "ja"), events)) == len(text.splitlines())


def test_a_report_never_names_what_one_seat_alone_may_know() -> None:
    secret = replace(BLIND, city="ulm", seen_by=(WHO,))
    assert told.report(shown(own_hand(), seat=2), [secret]) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_text_holds_all_that_the_board_shows(seats: int, speak: Words) -> None:
    model = shown(crowded(seats), speak.locale)
    text = told.text(model)
    wanted = [told.city(city, speak) for city in CITIES]
    wanted += [told.region(region, speak) for region in REGIONS]
    wanted += [told.stack(stack, speak) for stack in STACKS]
    wanted += [told.path(one.route, speak) for one in model.view.players]
    assert all(part in text for part in [*wanted, str(model.view.deck_size)])
    assert all(text.count(name) >= 2 for name in model.names)


def test_the_text_tells_offices_by_region_with_their_owners_and_scores_with_a_true_minus() -> None:
    text = told.text(shown(evening()))
    _, _, third, mine = shown(evening()).names
    assert f"Baden: Mannheim ({mine}), Carlsruhe ({mine}), Freiburg ({third} + {mine})" in text.splitlines()
    assert "score \u221212" in text


def test_the_own_hand_is_told_with_the_ends_that_its_cards_fit_and_to_nobody_else() -> None:
    lines = told.text(shown(own_hand(), seat=2)).splitlines()
    assert "Kempten (Baiern): joins at Ulm (right)" in lines
    assert "Würzburg (Baiern): does not fit yet" in lines
    assert "The next carriage, 5, needs 5 cities; your route has 5." in lines
    alone = replace(own_hand(), players=tuple(replace(one, route=()) for one in own_hand().players))
    assert "Kempten (Baiern): new route" in told.text(shown(alone, seat=2))
    assert "You hold no cards." in told.text(shown(replace(own_hand(), hand=()), seat=2))
    assert "Your hand" in told.text(active(3, "playing"))
    assert "Your hand" not in told.text(view_model(3, "playing"))


@pytest.mark.parametrize("choice", [None, Play("kempten", "right"), Begin("kempten")])
def test_a_hand_tells_its_owner_everything_in_words_too(choice: moves.TaxisMove | None) -> None:
    alt = own(shown(own_hand(), seat=2), choice).draw().alt
    assert all(told.city(city, words("en")) in alt for city in own_hand().hand)


# In pictures ----------------------------------------------------------------------------------------------


def test_the_board_says_everything_about_the_piles(speak: Words) -> None:
    view = evening()
    written = " ".join(texts(board(shown(view, speak.locale))))
    open_cards = [told.city(city, speak) for city in filter(None, view.display)]
    assert all(part in written for part in [str(view.deck_size), str(len(view.discard)), *open_cards])
    assert all(f"\u00d7{len(values)}" in written for values in view.stacks if values)


def test_routes_on_one_road_lie_side_by_side() -> None:
    for one, other in combinations(parts(crowded()), 2):
        if set(one.pair) == set(other.pair):
            assert not {one.start, one.end} & {other.start, other.end}, (one, other)


def test_what_the_turn_has_changed_is_lit() -> None:
    road, end = ("augsburg", "ulm"), "ulm"
    lit = News(seat=WHO, cards=frozenset({2}), roads=frozenset({road}), towns=frozenset({end}))
    assert news(evening()) == lit
    over = news(closed())
    assert (over.towns, over.stacks) == ({"salzburg", "muenchen", "ulm"}, {"length_5"})
    assert (over.carriage, over.offices, over.points) == (True, 3, 6)
    assert not over.roads


def test_of_the_open_cards_only_those_dealt_since_the_first_one_was_taken_are_lit() -> None:
    dealt = Dealt(places=(1, 2, 3, 4, 5, 6), cities=("ulm",) * 6)
    took = Took(seat=WHO, city="ulm", place=2), Dealt(places=(2,), cities=("passau",))
    for first in (moves.TurnBegun(seat=WHO, round=1), moves.Swept(seat=WHO, cities=("lodz",) * 6)):
        assert news(replace(evening(), news=(first, dealt, *took))).cards == {2}
    assert news(replace(evening(), news=(first, dealt))).cards == {*range(1, 7)}


OPEN = "zuerich mannheim stuttgart kempten augsburg lodz"
JOINS = (
    ("", "", 0, ["new route"] * 6),
    (
        "basel freiburg carlsruhe",
        "ulm",
        0,
        ["at Basel (left)", *["at Carlsruhe (right)"] * 2, *["not fit"] * 3],
    ),
    ("ulm", "lodz", 0, ["not fit", "not fit", *["joins at Ulm"] * 3, "not fit"]),
    ("kempten augsburg", "basel", 0, ["at Kempten (left)", *["not fit"] * 5]),
    # The second take: nothing lies, so it joins what was taken first, or it is of no use to it.
    ("", "ulm", 1, ["not fit", "not fit", *["if you play Ulm first"] * 3, "not fit"]),
    ("ulm augsburg", "sigmaringen", 1, ["if you play Sigmaringen first", "not fit", "Ulm (left)"]),
    ("ulm augsburg", "sigmaringen lodz", 1, ["if you play Sigmaringen first", "not fit", "Ulm (left)"]),
    ("lodz pilsen", "ulm", 1, ["not fit", "not fit", *["a new route with Ulm"] * 3, "not fit"]),
)


@pytest.mark.parametrize(("route", "hand", "taken", "said"), JOINS)
def test_an_open_card_says_what_playing_it_would_do(
    route: str, hand: str, taken: int, said: list[str]
) -> None:
    more: dict[str, Any] = {"taken": taken, "phase": "take"}
    if taken and len(hand.split()) == 1:
        more |= {"forced_postmaster": True, "official": "postmaster"}
    elif taken:
        more["phase"] = "play"
    state = table(f"{route} / ", f"{hand} / basel", display=OPEN, **more)
    model = shown(GAME.view(state, Seat(0)), seat=0)
    menu = [told.line(model, moves.TakeOpen(place))[1] for place in range(1, 7)]
    assert all(part in line for part, line in zip(said, menu, strict=False)), menu
    (line,) = [line for line in told.text(model).splitlines() if line.startswith("Open cards")]
    assert all(part in line for part in said)
    picture, named = (
        texts(own(model)),
        [line for fit in _fits(model) for line in told.fits_short(fit, model.words)],
    )
    assert not [note for note in named if note not in picture]


@pytest.mark.parametrize(("route", "hand"), [("sigmaringen ulm ingolstadt", "basel"), ("ingolstadt", "ulm")])
def test_what_an_open_card_would_do_is_never_cut(route: str, hand: str, locale: str) -> None:
    given: dict[str, Any] = {
        "display": "nuernberg muenchen freiburg augsburg regensburg lodz",
        "phase": "take",
    }
    second = {"taken": 1, "forced_postmaster": True, "official": "postmaster"}
    for lies, held, more in ((route, hand, {}), ("", "ingolstadt", second), ("lodz", "ingolstadt", second)):
        state = table(f"{lies} / ", f"{held} / basel", **given, **more)
        written = texts(own(shown(GAME.view(state, Seat(0)), locale, seat=0)))
        assert not [text for text in written if text.endswith("\u2026")]


def _fits(model: told.Taxis) -> list[Fit]:
    return [fit_taken(model.view, Seat(0), city) for city in model.view.display if city is not None]


def test_routes_closed_and_routes_that_have_grown_since_a_look_are_lit_for_each_seat() -> None:
    then, now = evening(), closed()
    short = replace(now.players[0], route=now.players[0].route[:-1])
    found = changes(now, replace(then, players=(short, *then.players[1:])))
    (over,) = [one for one in found if one.seat == 2 and one.offices]
    assert (over.towns, over.stacks) == ({"salzburg", "muenchen", "ulm"}, {"length_5"})
    assert (over.carriage, over.points) == (True, now.players[2].score - then.players[2].score)
    (longer,) = [one for one in found if one.roads]
    assert (longer.seat, longer.roads) == (0, {now.players[0].route[-2:]})
    assert longer.towns == {now.players[0].route[-1]}


def test_the_preview_of_a_closing_names_every_gain_and_that_the_hand_fits_no_route_any_more() -> None:
    mine = shown(closing(), seat=2)
    all_won = texts(own(mine, Close(("salzburg", "augsburg", "ulm"), cartwright=True)))
    tiles = {"Tile: 5 cities", "Tile: Württemberg and Hohenzollern"}
    assert {"Post offices: Salzburg, Augsburg, Ulm", *tiles, "Carriage 5 (Cartwright)", "+9"} <= {*all_won}
    open_still, one, none = (texts(own(mine, choice)) for choice in (None, Close(("ulm",)), Close()))
    assert "Carriage 5" in one
    assert "No post office" in none
    for written, marked in ((open_still, True), (one, False)):
        below = written[written.index("Your hand") :]
        assert {"Kempten", "Ingolstadt", "Würzburg", "Innsbruck"} <= {*below}
        assert ("does not fit" in below) is marked


def test_the_offices_of_a_long_route_are_named_whole(locale: str) -> None:
    route, view = ("salzburg", "innsbruck", "kempten", "zuerich", "freiburg"), crowded()
    players = (replace(view.players[0], route=route, offices=()), *view.players[1:])
    view = replace(view, active=Seat(0), phase="close", players=players)
    written = texts(own(shown(view, locale, seat=0), Close(route)))
    assert not [text for text in written if text.endswith("\u2026")]


def test_the_open_cards_stand_back_behind_a_large_hand_when_none_can_be_taken() -> None:
    for cards, planning in ((4, True), (22, False)):
        for may_take in (True, False):
            view = replace(loaded(cards), may_take=may_take)
            written = texts(own(shown(view, seat=0), Begin("lodz")))
            assert ("Open cards" in written) is (may_take or planning)


def test_a_route_that_would_be_lost_is_announced() -> None:
    mine = shown(own_hand(), seat=2)
    warning = "You lose this route of 5 cities: no offices, no tile, no carriage"
    assert warning in texts(own(mine, Begin("wuerzburg")))
    assert warning not in texts(own(mine))
    assert warning in own(mine, Begin("wuerzburg")).draw().alt


def test_a_new_route_that_is_previewed_judges_the_other_cards() -> None:
    view = replace(own_hand(), display=("kempten", "kempten", "augsburg", *own_hand().display[3:]))
    drawing = own(shown(view, seat=2), Begin("innsbruck"))
    alt, written = drawing.draw().alt, texts(drawing)
    assert "Kempten (Baiern): joins at Innsbruck" in alt
    assert "Ingolstadt (Baiern): does not fit yet" in alt
    assert "Innsbruck (Tyrol)" not in alt
    assert "joins Innsbruck" in written


# The own map ----------------------------------------------------------------------------------------------


def test_the_map_numbers_every_open_card_also_two_of_one_city_and_names_its_city() -> None:
    view = replace(
        own_hand(), hand=(), display=("salzburg", "muenchen", "zuerich", "zuerich", "basel", "muenchen")
    )
    view = replace(view, players=tuple(replace(one, route=(), offices=()) for one in view.players))
    written = texts(own(shown(view, seat=2)))
    assert all(written.count(str(place)) >= 2 for place in range(1, 7))
    assert all(written.count(name) == 1 + places for name, places in (("Salzburg", 1), ("M\u00fcnchen", 2)))


@pytest.mark.parametrize(
    ("move", "lit"),
    [
        (moves.EndTurn(), [{"city ulm", "city ingolstadt", "city augsburg", "city innsbruck"}]),
        (Close(), [{"progress"}]),
        (Close(("ulm", "innsbruck")), [{"progress"}, {"city ulm"}, {"city innsbruck"}]),
        (moves.Administrator(), [{"open cards"}]),
    ],
)
def test_the_end_of_a_turn_is_lit_in_the_panel_as_well(move: moves.TaxisMove, lit: list[set[str]]) -> None:
    """Whether the route stays open or is closed, and what closing it sets."""
    state = table("ulm ingolstadt augsburg innsbruck / ", "basel / lodz", phase="close", active=0)
    model = shown(GAME.view(state, Seat(0)), seat=0)
    there = {one.text for one in canvas_of(own(model)).placed if one.kind == "place"}
    assert [{*names} for names in lights(model.view, move)] == lit
    assert there.issuperset(set().union(*lit))


ROUTES = (
    "ulm",
    "zuerich freiburg carlsruhe",
    "basel zuerich kempten innsbruck salzburg",
    "mannheim stuttgart ulm augsburg muenchen salzburg linz",
    "lodz",
    "linz budweis pilsen lodz",
)


@pytest.mark.parametrize("route", ROUTES)
def test_every_city_that_can_join_the_route_is_named_large_on_the_own_map(route: str, locale: str) -> None:
    lies = route.split()
    state = table(f"{route} / ", "basel / basel", display=OPEN, phase="take")
    model = shown(GAME.view(state, Seat(0)), locale, seat=0)
    ends = {city for city in CITIES if city not in lies and sides(tuple(lies), city)}
    large = {text.text for text in check_texts(canvas_of(own(model))) if text.size >= 36}
    assert {told.city(city, model.words) for city in {*ends, lies[0], lies[-1]}} <= large


@pytest.mark.parametrize("hand", ["", "ulm mannheim"])
def test_each_name_on_the_own_map_without_a_route_stands_nearest_to_its_city(hand: str, locale: str) -> None:
    """Seen from its edges, and no city is hidden by one."""
    open_cards = "innsbruck freiburg carlsruhe mannheim wuerzburg ulm"
    state = table(" / ", f"{hand} / basel", display=open_cards, phase="take")
    model = shown(GAME.view(state, Seat(0)), locale, seat=0)
    lie = Section(OWN_MAP, [*hand.split(), *open_cards.split()])
    named = {told.city(city, model.words): city for city in CITIES}
    large = [text for text in check_texts(canvas_of(own(model))) if text.size >= 36]
    names = [text for text in large if text.text in named and inside(text.box, OWN_MAP)]
    assert len(names) > 7
    for name in names:
        assert min(CITIES, key=lambda city: gap(name.box, *lie.at(city))) == named[name.text]
        assert all(gap(name.box, *lie.at(city)) > 0 for city in CITIES)


def gap(box: Box, x: float, y: float) -> float:
    """How far a point is from the edges of a box, squared."""
    return max(box[0] - x, x - box[2], 0) ** 2 + max(box[1] - y, y - box[3], 0) ** 2


def test_the_land_round_a_route_is_drawn_once_with_its_roads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another route, another city that may join it and another seat have another one."""

    def land(route: str = "ulm kempten", near: str = "augsburg", seat: int = 0) -> Image.Image:
        return Section(OWN_MAP, ["ulm", "kempten"]).land(route.split(), near.split(), SEATS[seat])

    first = land()
    others = [land("ulm kempten augsburg", ""), land(near="sigmaringen"), land(seat=1), land("ulm")]
    assert len({one.tobytes() for one in (first, *others)}) == 5
    monkeypatch.delattr("render.thurn_and_taxis.own_map.veiled")
    assert land() is first


def test_what_was_laid_out_without_ink_is_kept_for_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = own(shown(own_hand(), seat=2))
    expected = drawing.draw()
    monkeypatch.setattr(own_map, "_LANDS", Bounded[Image.Image](8 << 20, weight))
    assert texts(drawing)
    assert drawing.draw() == expected


def test_regions_differ_by_letters_besides_their_colours(speak: Words) -> None:
    codes = [region_code(region, speak) for region in REGIONS]
    assert len({*codes}) == len(REGIONS)


@pytest.mark.parametrize("choice", [None, moves.TakeOpen(3), Begin("lodz")])
@pytest.mark.parametrize("few", [True, False])
def test_cards_of_the_own_picture_are_read_on_a_phone_and_each_names_its_region(
    choice: moves.TaxisMove | None, few: bool, locale: str
) -> None:
    """All the cities of a game by turns, also those that join either end."""
    cities = ("lodz", *CITIES)
    for first in range(0, len(CITIES), 6):
        hand = cities[first : first + (3 if few else 5)]
        route = ("ulm", "augsburg", "muenchen") if few else ("regensburg", "ingolstadt")
        players = tuple(replace(one, route=route) for one in own_hand().players)
        view = replace(own_hand(), display=(cities * 2)[first + 1 : first + 7], hand=("lodz", *hand))
        model = shown(replace(view, players=players), locale, seat=2)
        placed = canvas_of(own(model, choice)).placed
        places = [one for one in placed if one.kind == "place" and "card " in one.text]
        found = [(one.text.split()[-1], one.box) for one in places]
        assert {city for city, _ in found} == {*view.display, *view.hand}
        for city, box in found:
            written = {one.text: one.size for one in placed if one.kind == "text" and inside(one.box, box)}
            assert written[told.city(city, model.words)] >= 36
            assert not [text for text in written if text.endswith("\u2026")]
            region = CITIES[city].region
            name = written.get(told.region(region, model.words), 0)
            assert name >= 30 or written[region_code(region, model.words)] >= 34
        notes = {line for found in _fits(model) for line in told.fits_short(found, model.words)}
        large = {one.text for one in placed if one.kind == "text" and one.size >= 34}
        assert isinstance(choice, Begin) or notes <= large


def test_every_region_has_its_pattern_on_map_cards_and_tiles() -> None:
    """All but Polen, which is plain."""
    view = evening()
    cards = {CITIES[city].region for city in view.display if city is not None} - {"polen"}
    image = canvas_of(board(shown(view))).image
    for region in {*REGIONS} - {"polen"}:
        assert count(image, lines_on(region, ON_MAP)) > 100, region
        assert count(image, lines_on(region, ON_TILE)) > 4, region
        assert (count(image, lines_on(region, ON_CARD)) > 20) == (region in cards), region


# On the map -----------------------------------------------------------------------------------------------


@pytest.fixture
def names(speak: Words) -> list[Name]:
    """Every line of a name on the map."""
    towns = [line for city in CITIES for line in town_name(city, speak)]
    return [*towns, *(line for region in REGIONS for line in region_name(region, speak))]


@pytest.mark.parametrize("offices", range(5))
def test_names_and_towns_keep_apart_however_many_offices_there_are(offices: int, names: list[Name]) -> None:
    for one, other in combinations(CITIES, 2):
        assert not overlap(block(one, offices), block(other, 4)), (one, other)
    blocks = [block(city, offices) for city in CITIES]
    for box in (*blocks, *(name.box for name in names)):
        assert inside(box, MAP)
        assert not overlap(box, TILES)
        assert not overlap(box, LAST_TILE)
    for name in names:
        assert not [box for box in blocks if overlap(name.box, box)], name
    for one, other in combinations(names, 2):
        assert not overlap(one.box, other.box), (one, other)


def test_two_names_in_one_line_do_not_read_as_one(names: list[Name]) -> None:
    for one, other in combinations(names, 2):
        if abs(one.y - other.y) < TITLE / 2:
            assert max(one.box[0], other.box[0]) - min(one.box[2], other.box[2]) >= TITLE / 3, (one, other)


def test_names_of_towns_are_large_on_a_phone_and_stand_whole_on_the_open_cards(speak: Words) -> None:
    assert all(line.size >= 36 for city in CITIES for line in town_name(city, speak))
    longest = tuple(sorted(CITIES, key=lambda city: -len(told.city(city, speak))))
    for few in (longest[:6], longest[6:12]):
        canvas = canvas_of(board(shown(replace(evening(), display=few), speak.locale)))
        written = {one.text for one in check_texts(canvas) if one.box[0] > MAP[2]}
        assert {told.city(city, speak) for city in few} <= written


def test_names_of_regions_are_read_on_a_phone_where_there_is_room(locale: str) -> None:
    """In Japanese two regions have less of it."""
    lines = [line for region in REGIONS for line in region_name(region, words(locale))]
    small = {line.text for line in lines if line.size < 34}
    assert small == ({"ホーエン", "ツォレルン", "ザルツ", "ブルク", "地方"} if locale == "ja" else set())


def test_a_name_of_a_town_stands_nearer_to_it_than_to_any_other(speak: Words) -> None:
    for city in CITIES:
        boxes = [line.box for line in town_name(city, speak)]
        assert min(CITIES, key=lambda other: min(gap(box, *at(other)) for box in boxes)) == city


def test_a_name_of_a_region_stands_on_its_ground(speak: Words) -> None:
    for region in REGIONS:
        lines = region_name(region, speak)
        x, y = lines[0].x, sum(line.y for line in lines) / len(lines)
        assert [name for name, corners in cells() if _holds([(c.x, c.y) for c in corners], x, y)] == [region]


def _holds(corners: list[tuple[float, float]], x: float, y: float) -> bool:
    # A cell is convex: the point lies on the same side of all its sides.
    pairs = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return all((bx - ax) * (y - ay) >= (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairs)


def along(road: tuple[str, str]) -> Iterator[tuple[float, float]]:
    (x, y), (to_x, to_y) = map(at, road)
    for step in range(101):
        yield x + (to_x - x) * step / 100, y + (to_y - y) * step / 100


def test_no_road_runs_below_the_tiles_not_even_with_four_routes_on_it() -> None:
    reach = 1.5 * 12 + 7
    for road in LAND.roads:
        for x, y in along(road):
            for left, top, right, low in (TILES, LAST_TILE):
                across, down = max(left - x, 0, x - right), max(top - y, 0, y - low)
                assert across**2 + down**2 >= reach**2, road


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fullest_map_keeps_every_text_readable(seats: int, locale: str, names: list[Name]) -> None:
    """All offices placed, four routes through the whole land on the same roads: only symbols may touch."""
    written = {text.text for text in check_texts(canvas_of(board(shown(crowded(seats), locale))))}
    assert {name.text for name in names} <= written


def test_a_route_that_is_left_in_the_last_round_goes_on_no_more() -> None:
    end = [{"stack": "game_end", "value": 1}]
    routes, given = "ulm / nuernberg ingolstadt", {"tiles": [end, []], "carriages": [7, 0], "ending": 0}
    last = GAME.view(table(routes, "", active=1, phase="close", **given), Seat(1))
    ended, going = [
        told.effect(shown(view, seat=1), moves.EndTurn()) for view in (last, replace(last, ending=None))
    ]
    assert ended == "it was your last turn: your route of 2 cities brings nothing more"
    assert going.startswith("your route of 2 cities goes on")
