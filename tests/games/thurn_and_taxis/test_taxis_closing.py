"""Closing a route (phase 3; sections 4 and 5), the end of the game and the scores (section 6)."""

from itertools import combinations

import pytest

from bot.games.contract import ScoreRow
from bot.games.thurn_and_taxis.closing import carriage_taken, placement_refusal, placements
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, region_of
from tests.games.examples import follows, refusals
from tests.games.thurn_and_taxis.positions import after, at, cities, facts, move, refused

FIVE = "mannheim stuttgart ulm augsburg muenchen"
"""Worked example 5: Baden, twice Württemberg, twice Baiern."""
SIX = f"{FIVE} salzburg"
SEVEN = f"{SIX} linz"
EIGHT = f"carlsruhe {SEVEN}"
ALL_7 = "length_7 4, length_7 3, length_7 2, length_7 1"
ALL_6 = "length_6 3, length_6 2, length_6 1"
ALL_5 = "length_5 2, length_5 1"
PAIRED = "freiburg sigmaringen kempten"
BADEN = "mannheim carlsruhe freiburg"
SEVEN_REGIONS = "mannheim stuttgart sigmaringen pilsen salzburg basel innsbruck"
CLOSING = f"""
    3 Three cards can be closed
        close; route ulm augsburg | close !! route_too_short
        close; route ulm augsburg muenchen | close -> route none
    3 Closing is optional and the row stays
        close; route {FIVE}; hand lodz | end -> route {FIVE}; active 1
    3 A long row that cannot be extended is lost before it could be closed
        play; route {SEVEN}; hand lodz basel
        close mannheim !! play_first
        -> can take_open take_blind begin
    3a Which offices can be placed (worked example 5)
        close; route {FIVE}; hand lodz
        close mannheim ulm muenchen -> tiles length_5 2; carriage 3; offices_left 17; score -13;
            told closed A {FIVE} mannheim ulm muenchen length_5 2 3, turn_begun B 1 forced_postmaster
        close mannheim stuttgart ulm !! office_mode
    3a Other sets are refused
        close; route {FIVE}; hand lodz; offices ulm
        close linz or close atlantis !! office_off_route
        close ulm !! office_already
        close mannheim mannheim !! office_twice
        close muenchen mannheim !! office_order
        close augsburg stuttgart muenchen or close stuttgart augsburg muenchen !! office_mode
    3a Offices of others do not matter, and there is no limit for a city
        close; route {FIVE}; hand lodz; offices / {FIVE} / ulm / ulm
        close mannheim ulm muenchen -> offices mannheim ulm muenchen; offices_left 17
    3d The hand limit after closing (worked example 12 a)
        close; route {FIVE}; hand lodz lodz basel linz passau
        close mannheim -> phase discard; route none; discard {FIVE}; can discard
        close mannheim, end or close or left lodz !! discard_first
        close mannheim, discard ulm !! city_not_in_hand
        close mannheim, discard basel -> phase discard; hand lodz lodz linz passau
        close mannheim, discard basel, discard lodz -> hand lodz linz passau; discard {FIVE} basel lodz;
            active 1
    3d Without closing all cards are kept (worked example 12 b)
        close; route {FIVE}; hand lodz lodz basel linz passau | end -> hand_size 5; active 1
    3d Three cards are not too many
        close; route {FIVE}; hand lodz lodz basel
        close mannheim -> active 1; hand lodz lodz basel; discard {FIVE}
    4 Tiles for the length
        close; route ulm augsburg muenchen salzburg | close -> tiles none
        close; route {FIVE} | close -> tiles length_5 2
        close; route {SIX} | close -> tiles length_6 3
        close; route {SEVEN} | close -> tiles length_7 4
        close; route {EIGHT} | close -> tiles length_7 4
    4 An empty stack gives the next lower one, whoever has the tiles
        close; route {SEVEN}; tiles length_7 4 | close -> tiles length_7 4, length_7 3
        close; route {SEVEN}; tiles / {ALL_7} | close -> tiles length_6 3
        close; route {SIX}; tiles / {ALL_6} | close -> tiles length_5 2
        close; route {SEVEN}; tiles / {ALL_6} | close -> tiles length_7 4
        close; route {FIVE}; tiles length_5 2 | close -> tiles length_5 2, length_5 1
        close; route {FIVE}; tiles / {ALL_5} | close -> tiles none
        close; route {SIX}; tiles / {ALL_5} | close -> tiles length_6 3
        close; route {SIX}; tiles / {ALL_6}, {ALL_5} | close -> tiles none
    4 Tiles for regions
        close; route freiburg basel zuerich; offices mannheim carlsruhe
        close -> tiles none
        close freiburg -> tiles baden 3
        close; route {BADEN}
        close carlsruhe freiburg -> tiles none
        close {BADEN} -> tiles baden 3
        close; route innsbruck salzburg linz; offices basel zuerich
        close -> tiles none
        close innsbruck -> tiles schweiz_tyrol 3
        close; route salzburg passau regensburg; offices pilsen budweis linz
        close -> tiles none
        close salzburg -> tiles boehmen_salzburg 4
        close; route kempten ulm stuttgart;
            offices wuerzburg nuernberg regensburg ingolstadt augsburg passau muenchen
        close -> tiles none
        close kempten -> tiles baiern 5
        close; route lodz pilsen budweis; offices {SEVEN_REGIONS}
        close -> tiles none
        close lodz -> tiles all_regions 6
    4 Paired regions (worked example 8)
        close; route {PAIRED}; offices stuttgart ulm
        close freiburg kempten -> tiles none
        close {PAIRED} -> tiles wuerttemberg_hohenzollern 3; carriage 3
        close; route {PAIRED}; offices stuttgart ulm; tiles / wuerttemberg_hohenzollern 3
        close {PAIRED} -> tiles wuerttemberg_hohenzollern 2; carriage 3
        close; route {PAIRED} / / /; offices stuttgart ulm;
            tiles / wuerttemberg_hohenzollern 3 / wuerttemberg_hohenzollern 2
        close {PAIRED} -> tiles wuerttemberg_hohenzollern 1
        close; route {PAIRED} / / /; offices stuttgart ulm;
            tiles / wuerttemberg_hohenzollern 3 / wuerttemberg_hohenzollern 2 / wuerttemberg_hohenzollern 1
        close {PAIRED} -> tiles none; carriage 3
    4 Several tiles at once
        close; route basel freiburg carlsruhe mannheim wuerzburg; offices carlsruhe mannheim;
            tiles / baden 3
        close basel freiburg wuerzburg -> tiles length_5 2, baden 2
    4 A group and all regions at once
        close; route lodz pilsen budweis;
            offices mannheim stuttgart sigmaringen linz salzburg budweis basel innsbruck
        close lodz pilsen -> tiles boehmen_salzburg 4, all_regions 6
    4 All regions with Baiern
        close; route lodz pilsen budweis; offices {SEVEN_REGIONS}; options all_nine | close lodz -> tiles none
        close; route lodz pilsen nuernberg; offices {SEVEN_REGIONS}; options all_nine
        close lodz nuernberg -> tiles all_regions 6
        close nuernberg -> tiles none
    4 One tile of a group for each player
        close; route {BADEN}; offices {BADEN}; tiles baden 3 | close -> tiles baden 3
    5 The Cartwright helps where one or two cities are missing
        close; route ulm augsburg muenchen; hand lodz; carriages 4 0
        close -> carriage 4
        cartwright -> carriage 5;
            told closed A ulm augsburg muenchen 5 cartwright, turn_begun B 1 forced_postmaster
        close; route ulm augsburg muenchen; hand lodz lodz basel basel; carriages 4 0
        cartwright -> phase discard; official cartwright
        close; route ulm augsburg muenchen; hand lodz; carriages 5 0 | cartwright !! cartwright_no_gain
        close; route ulm augsburg muenchen salzburg; hand lodz; carriages 3 0
        cartwright !! cartwright_no_gain
    5 Offices do not matter for the carriage
        close; route {FIVE}; offices {FIVE}; carriages 4 0 | close -> tiles length_5 2; carriage 5
    5 A level never runs out
        close; route {SIX} / / /; carriages 5 6 6 6 | close -> carriages 6 6 6 6
"""
LAST = "wuerzburg nuernberg regensburg passau"
REST = " ".join(city for city in CITIES if city not in cities(LAST))
"""The other 18 cities."""
EIGHTEEN = " ".join([city for city in CITIES if city not in ("augsburg", "muenchen")][:18])
TURN = "blind, begin pilsen, end"
LESS, MORE, FIFTEEN, TWENTY = (" ".join([*CITIES][:count]) for count in (10, 11, 15, 20))
END = f"""
    6 The last office causes the end (worked example 14)
        close; route / {LAST} /; hand pilsen / pilsen / pilsen; offices / {REST} /; active 1
        close nuernberg regensburg passau !! offices_left
        close regensburg passau -> tiles game_end 1; offices_left 0; ending 1; active 2; phase take
        close regensburg passau, {TURN} -> phase over; can none; owes none
        close regensburg passau, {TURN}, blind !! over
    6 Whoever plays last in the round ends the game at once (worked example 14)
        close; route / / {LAST}; hand pilsen / pilsen / pilsen; offices / / {REST}; active 2
        close regensburg passau -> phase over; tiles game_end 1
    6 After the start player everybody plays once more (worked example 14)
        close; route {LAST} / /; hand pilsen / pilsen / pilsen; offices {REST} / /
        close regensburg passau -> active 1; phase take
        close regensburg passau, {TURN} -> active 2; phase take
        close regensburg passau, {TURN}, {TURN} -> phase over
    6 The round ends before the start player whoever that is
        close; route / / {SEVEN}; hand pilsen / pilsen / pilsen; carriages 0 0 6; start_player 1; active 2
        close -> ending 2; active 0; phase take
        close, {TURN} -> phase over
    6 A carriage of level 7 causes the end
        close; route {SEVEN}; hand pilsen / pilsen; carriages 6 0
        close -> tiles length_7 4, game_end 1; told closed A {SEVEN} length_7 4, game_end 1 7,
            end_triggered A carriage, turn_begun B 1
    6 Both at once give one tile
        close; route {SEVEN}; hand lodz; offices {EIGHTEEN}; carriages 6 0
        close augsburg muenchen -> tiles length_7 4, baiern 5, game_end 1
    6 Later ones reach it without a tile
        close; route / {SEVEN}; hand pilsen / pilsen; offices / {EIGHTEEN}; carriages 7 6; tiles game_end 1;
            active 1
        close augsburg muenchen -> tiles length_7 4, baiern 5; carriages 7 7; ending 0; phase over;
            told closed B {SEVEN} augsburg muenchen length_7 4, baiern 5 7, game_over
    6 A row still open and cards in hand count nothing
        over; route {SEVEN} / ulm augsburg muenchen; hand pilsen / basel; carriages 7 0;
            tiles game_end 1; active 1
        -> scores -9 -20; places 1 2
    6 Ties go to the holder of game_end and then clockwise
        over; offices {LESS} / {MORE} / {MORE} / {MORE}; carriages 7 7 7 7; tiles game_end 1; active 3
        -> scores 1 1 1 1; places 1 2 3 4
        over; offices {MORE} / {LESS} / {MORE} / {MORE}; carriages 7 7 7 7; tiles / game_end 1; active 3
        -> scores 1 1 1 1; places 4 1 2 3
        over; offices {MORE} / {MORE} / {LESS} / {MORE}; carriages 7 7 7 7; tiles / / game_end 1; active 3
        -> scores 1 1 1 1; places 3 4 1 2
        over; offices {MORE} / {MORE} / {MORE} / {LESS}; carriages 7 7 7 7; tiles / / / game_end 1; active 3
        -> scores 1 1 1 1; places 2 3 4 1
    6 The tied are met clockwise from a holder who is not among them
        over; offices {FIFTEEN} / {TWENTY} / / {FIFTEEN}; carriages 4 4 7 4; tiles / / game_end 1; active 3
        -> scores -2 3 -9 -2; places 3 1 4 2
"""
BOTH = CLOSING + END


@pytest.mark.parametrize(("position", "moves", "then"), follows(BOTH))
def test_what_follows(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@pytest.mark.parametrize(("position", "before", "tried", "reason"), refusals(BOTH))
def test_what_is_refused(position: str, before: str, tried: str, reason: str) -> None:
    assert refused(after(position, before)[0], move(tried)) == reason


def test_3a_the_sets_of_offices_of_worked_example_5() -> None:
    """One per region with 1, 2 and 2 cities: 2 x 3 x 3 sets; one region adds two pairs."""
    found = [" ".join(offices) for offices in placements(cities(FIVE), (), 20)]
    assert len(found) == 18 + 2
    assert {"", "mannheim", "stuttgart ulm", "augsburg muenchen"} <= set(found)
    assert [offices for offices in found if len(offices.split()) > 2] == [
        "mannheim stuttgart augsburg",
        "mannheim stuttgart muenchen",
        "mannheim ulm augsburg",
        "mannheim ulm muenchen",
    ]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 20])
@pytest.mark.parametrize("own", ["", "ulm", "augsburg muenchen mannheim"])
def test_3a_placements_are_all_subsets_that_the_rule_allows(own: str, left: int) -> None:
    row = cities(EIGHT)
    free = [city for city in row if city not in own.split()]
    subsets = [offices for size in range(left + 1) for offices in combinations(free, size)]
    found = list(placements(row, own.split(), left))
    assert len(found) == len(set(found))
    assert set(found) == {offices for offices in subsets if allowed(offices)}
    for size in range(5):
        for offices in combinations(row, size):
            refusal = placement_refusal(row, own.split(), left, offices)
            assert (refusal is None) == (offices in found)


def allowed(offices: tuple[str, ...]) -> bool:
    regions = [region_of(city) for city in offices]
    return len(set(regions)) == len(regions) or len(set(regions)) == 1


def test_3a_a_row_of_all_cities_has_thousands_of_sets_made_one_by_one() -> None:
    """4 x 3 x 2 x 9 x 3 x 3 x 3 x 2 x 2 with one per region, 4 + 1 + 247 + 1 + 1 + 1 more in one region."""
    assert sum(1 for _ in placements(tuple(CITIES), (), 20)) == 23_328 + 255


@pytest.mark.parametrize(
    ("level", "plain", "helped"),
    [
        (0, "333333", "333333"),
        (3, "-44444", "444444"),
        (4, "--5555", "555555"),
        (5, "---666", "-66666"),
        (6, "----77", "--7777"),
        (7, "------", "------"),
    ],
)
def test_5_the_carriage_for_three_to_eight_cities_alone_and_with_the_cartwright(
    level: int, plain: str, helped: str
) -> None:
    for cartwright, wanted in ((False, plain), (True, helped)):
        taken = [carriage_taken(level, length, cartwright=cartwright) for length in range(3, 9)]
        assert "".join([str(carriage or "-") for carriage in taken]) == wanted


def test_6_the_score_is_highest_carriage_tiles_and_minus_unplaced_offices() -> None:
    state = at(
        f"over; offices {' '.join([*CITIES][:18])} / {' '.join([*CITIES][:12])} /; carriages 7 4 0;"
        " tiles game_end 1, length_5 2, length_5 1, baden 3 / / baiern 5; active 2"
    )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((10 + 7 - 2, 3 - 8, 5 - 20), (1, 2, 3))
    assert outcome.breakdown == (
        (
            ScoreRow("carriage", 10),
            ScoreRow("tile_length_5", 3),
            ScoreRow("tile_baden", 3),
            ScoreRow("tile_game_end", 1),
            ScoreRow("unplaced", -2),
        ),
        (ScoreRow("carriage", 3), ScoreRow("unplaced", -8)),
        (ScoreRow("carriage", 0), ScoreRow("tile_baiern", 5), ScoreRow("unplaced", -20)),
    )
    assert [player.score for player in GAME.view(state, None).players] == [15, -5, -15]
