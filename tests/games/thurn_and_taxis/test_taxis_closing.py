"""Closing a route (phase 3; sections 4 and 5), the end of the game and the scores (section 6)."""

from itertools import combinations
from typing import Any

import pytest

from bot.games.contract import Refusal, ScoreRow, Seat
from bot.games.thurn_and_taxis.closing import gains, placement_refusal, placements
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, region_of
from bot.games.thurn_and_taxis.moves import (
    Begin,
    Close,
    Closed,
    Discard,
    EndTriggered,
    EndTurn,
    GameOver,
    Play,
    Shed,
    TakeBlind,
    TaxisMove,
    TurnBegun,
)
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.thurn_and_taxis.positions import (
    CHANCE,
    A,
    B,
    C,
    cities,
    closed,
    hand,
    play,
    refused,
    route,
    table,
    tiles,
    told,
)

FIVE = "mannheim stuttgart ulm augsburg muenchen"
"""Worked example 5: Baden, twice Württemberg, twice Baiern."""
SIX = f"{FIVE} salzburg"
SEVEN = f"{SIX} linz"
EIGHT = f"carlsruhe {SEVEN}"
LONG = {5: FIVE, 6: SIX, 7: SEVEN, 8: EIGHT}


def ready(row: str, offices: str = "", **more: Any) -> TaxisState:
    """Seat 0 may close this row: a card was played, and one is still in hand."""
    seats = more.pop("seats", 2)
    return table(row + " /" * (seats - 1), hands="lodz", offices=offices, phase="close", **more)


def close(offices: str = "", *, cartwright: bool = False) -> Close:
    return Close(cities(offices), cartwright)


def offered(state: TaxisState) -> set[str]:
    moves = [move for move in GAME.legal(state, A) if isinstance(move, Close)]
    return {" ".join(move.offices) for move in moves if not move.cartwright}


def won(state: TaxisState, move: TaxisMove) -> list[Any]:
    return [*closed(told(state, move)[1]).tiles]


# Whether it may be closed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "legal"), [("ulm", False), ("ulm augsburg", False), ("ulm augsburg muenchen", True)]
)
def test_3_three_cards_can_be_closed(row: str, legal: bool) -> None:
    state = ready(row)
    assert (Close() in GAME.legal(state, A)) == legal
    if not legal:
        assert refused(state, Close()) == "route_too_short"


def test_3_closing_is_optional_and_the_row_stays() -> None:
    after = play(ready(FIVE), EndTurn())
    assert route(after, A) == FIVE
    assert after.active == B


def test_3_a_long_row_that_cannot_be_extended_is_lost_before_it_could_be_closed() -> None:
    state = table(f"{SEVEN} /", hands="lodz basel", phase="play")
    assert refused(state, close("mannheim")) == "play_first"
    assert not any(isinstance(move, Play) for move in GAME.legal(state, A))


# a. Offices ------------------------------------------------------------------------------------------


def test_3a_placement() -> None:
    """Worked example 5."""
    state = ready(FIVE)
    sets = offered(state)
    assert {offices for offices in sets if len(offices.split()) == 3} == {
        "mannheim stuttgart augsburg",
        "mannheim stuttgart muenchen",
        "mannheim ulm augsburg",
        "mannheim ulm muenchen",
    }
    assert {"", "mannheim", "stuttgart ulm", "augsburg muenchen"} <= sets
    assert not any(len(offices.split()) > 3 for offices in sets)
    assert refused(state, close("mannheim stuttgart ulm")) == "office_mode"
    after, events = told(state, close("mannheim ulm muenchen"))
    assert closed(events) == Closed(
        seat=A,
        route=cities(FIVE),
        offices=cities("mannheim ulm muenchen"),
        tiles=tuple(tiles("length_5 2")),
        carriage=3,
    )
    view = GAME.view(after, None).players[0]
    assert (view.offices_left, view.carriage, view.score) == (17, 3, 2 + 2 - 17)


def test_3a_all_sets_of_the_example_and_no_other() -> None:
    """One per region with 1, 2 and 2 cities: 2 x 3 x 3 sets; one region adds two pairs."""
    assert len(offered(ready(FIVE))) == 18 + 2


@pytest.mark.parametrize(
    ("offices", "code"),
    [
        ("linz", "office_off_route"),
        ("atlantis", "office_off_route"),
        ("ulm", "office_already"),
        ("mannheim mannheim", "office_twice"),
        ("muenchen mannheim", "office_order"),
        ("augsburg stuttgart muenchen", "office_mode"),
        ("stuttgart augsburg muenchen", "office_mode"),
    ],
)
def test_3a_other_sets_are_refused(offices: str, code: str) -> None:
    assert refused(ready(FIVE, offices="ulm"), close(offices)) == code


def test_3a_offices_of_others_do_not_matter() -> None:
    state = ready(FIVE, offices="/ mannheim stuttgart ulm augsburg muenchen")
    assert len(offered(state)) == 20


def test_3a_there_is_no_limit_for_a_city() -> None:
    state = ready(FIVE, seats=4, offices="/ ulm / ulm / ulm")
    assert "ulm" in play(state, close("ulm")).offices[A]


# d. Discarding ---------------------------------------------------------------------------------------


def test_3d_hand_limit_after_closing() -> None:
    """Worked example 12 a: five cards left, so exactly two are discarded, and the row."""
    state = table(f"{FIVE} /", hands="lodz lodz basel linz passau", phase="close")
    state = play(state, close("mannheim"))
    assert (state.phase, route(state, A), state.discard) == ("discard", "", cities(FIVE))
    assert set(GAME.legal(state, A)) == set(map(Discard, cities("lodz basel linz passau")))
    for move in (EndTurn(), Close(), Play("lodz", "left")):
        assert refused(state, move) == "discard_first"
    assert refused(state, Discard("ulm")) == "city_not_in_hand"
    state, events = told(state, Discard("basel"))
    assert (state.phase, events) == ("discard", [Shed(seat=A, city="basel")])
    state, events = told(state, Discard("lodz"))
    assert hand(state, A) == "lodz linz passau"
    assert state.discard == cities(f"{FIVE} basel lodz")
    assert events[:2] == [Shed(seat=A, city="lodz"), TurnBegun(seat=B, round=1, forced_postmaster=True)]


def test_3d_without_closing_all_cards_are_kept() -> None:
    """Worked example 12 b."""
    state = table(f"{FIVE} /", hands="lodz lodz basel linz passau", phase="close")
    assert len(play(state, EndTurn()).hands[A]) == 5


def test_3d_three_cards_are_not_too_many() -> None:
    state = table(f"{FIVE} /", hands="lodz lodz basel", phase="close")
    state = play(state, close("mannheim"))
    assert (state.active, hand(state, A), state.discard) == (B, "lodz lodz basel", cities(FIVE))


# 4. Bonus tiles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "tile"), [(5, "length_5 2"), (6, "length_6 3"), (7, "length_7 4"), (8, "length_7 4")]
)
def test_4_length_tiles(length: int, tile: str) -> None:
    assert won(ready(LONG[length]), Close()) == tiles(tile)


def test_4_a_short_route_has_no_length_tile() -> None:
    assert won(ready("ulm augsburg muenchen salzburg"), Close()) == []


@pytest.mark.parametrize(
    ("owned", "length", "tile"),
    [
        ("length_7 4", 7, "length_7 3"),
        ("length_7 4, length_7 3, length_7 2, length_7 1", 7, "length_6 3"),
        ("length_6 3, length_6 2, length_6 1", 6, "length_5 2"),
        ("length_6 3, length_6 2, length_6 1", 7, "length_7 4"),
        ("length_5 2", 5, "length_5 1"),
        ("length_5 2, length_5 1", 5, ""),
        ("length_5 2, length_5 1", 6, "length_6 3"),
        ("length_6 3, length_6 2, length_6 1, length_5 2, length_5 1", 6, ""),
    ],
)
@pytest.mark.parametrize("owner", [0, 1])
def test_4_an_empty_length_stack_gives_the_next_lower_one(
    owned: str, length: int, tile: str, owner: int
) -> None:
    taken: list[list[Any]] = [[], []]
    taken[owner] = tiles(owned)
    state = ready(LONG[length], tiles=taken)
    assert won(state, Close()) == tiles(tile)


@pytest.mark.parametrize(
    ("own", "row", "offices", "tile"),
    [
        ("mannheim carlsruhe", "freiburg basel zuerich", "freiburg", "baden 3"),
        ("", "mannheim carlsruhe freiburg", "mannheim carlsruhe freiburg", "baden 3"),
        ("stuttgart ulm", "freiburg sigmaringen kempten", "sigmaringen", "wuerttemberg_hohenzollern 3"),
        ("basel zuerich", "innsbruck salzburg linz", "innsbruck", "schweiz_tyrol 3"),
        ("pilsen budweis linz", "salzburg passau regensburg", "salzburg", "boehmen_salzburg 4"),
        (
            "wuerzburg nuernberg regensburg ingolstadt augsburg passau muenchen",
            "kempten ulm stuttgart",
            "kempten",
            "baiern 5",
        ),
        (
            "mannheim stuttgart sigmaringen pilsen salzburg basel innsbruck",
            "lodz pilsen budweis",
            "lodz",
            "all_regions 6",
        ),
    ],
)
def test_4_tiles_for_regions(own: str, row: str, offices: str, tile: str) -> None:
    state = ready(row, offices=own)
    assert won(state, close(offices)) == tiles(tile)
    assert won(state, close(" ".join(offices.split()[1:]))) == []


@pytest.mark.parametrize(("earlier", "value"), [("", 3), ("3", 2), ("3 2", 1), ("3 2 1", 0)])
def test_4_paired_regions(earlier: str, value: int) -> None:
    """Worked example 8: what others took before is gone. No length tile; the first carriage is 3."""
    row, stack = "freiburg sigmaringen kempten", "wuerttemberg_hohenzollern"
    taken = [tiles(f"{stack} {number}") for number in earlier.split()]
    state = ready(row, offices="stuttgart ulm", seats=4, tiles=([[], *taken] + [[]] * 3)[:4])
    after, events = told(state, close(row))
    assert [*closed(events).tiles] == (tiles(f"{stack} {value}") if value else [])
    assert closed(events).carriage == after.carriages[A] == 3


def test_4_several_tiles_at_once() -> None:
    state = ready(
        "basel freiburg carlsruhe mannheim wuerzburg",
        offices="carlsruhe mannheim",
        tiles=[[], tiles("baden 3")],
    )
    assert won(state, close("basel freiburg wuerzburg")) == tiles("length_5 2, baden 2")


def test_4_a_group_and_all_regions_at_once() -> None:
    state = ready(
        "lodz pilsen budweis", offices="mannheim stuttgart sigmaringen linz salzburg budweis basel innsbruck"
    )
    assert won(state, close("lodz pilsen")) == tiles("boehmen_salzburg 4, all_regions 6")


def test_4_all_regions_with_baiern() -> None:
    own = "mannheim stuttgart sigmaringen pilsen salzburg basel innsbruck"
    options = {"all_regions": "all_nine"}
    assert won(ready("lodz pilsen budweis", offices=own, options=options), close("lodz")) == []
    state = ready("lodz pilsen nuernberg", offices=own, options=options)
    assert won(state, close("lodz nuernberg")) == tiles("all_regions 6")
    assert won(state, close("nuernberg")) == []


def test_4_one_tile_of_a_group_for_each_player() -> None:
    own = "mannheim carlsruhe freiburg"
    state = ready("mannheim carlsruhe freiburg", offices=own, tiles=[tiles("baden 3"), []])
    assert won(state, Close()) == []


# 5. Carriages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "length", "plain", "helped"),
    [
        (0, 3, 3, None),
        (0, 8, 3, None),
        (3, 3, None, 4),
        (3, 4, 4, None),
        (3, 8, 4, None),
        (4, 3, None, 5),
        (4, 4, None, 5),
        (4, 5, 5, None),
        (5, 3, None, None),
        (5, 4, None, 6),
        (5, 6, 6, None),
        (6, 4, None, None),
        (6, 5, None, 7),
        (6, 6, None, 7),
        (6, 7, 7, None),
        (7, 8, None, None),
    ],
)
def test_5_carriages(level: int, length: int, plain: int | None, helped: int | None) -> None:
    own = {"tiles": [tiles("game_end 1"), []], "ending": 0} if level == 7 else {}
    state = ready(" ".join(EIGHT.split()[:length]), carriages=[level, 0], **own)
    after, events = told(state, Close())
    assert closed(events).carriage == plain
    assert after.carriages[A] == (plain or level)
    call = close(cartwright=True)
    assert Close() in GAME.legal(state, A)
    assert (call in GAME.legal(state, A)) == (helped is not None)
    if helped is None:
        assert refused(state, call) == "cartwright_no_gain"
        return
    after, events = told(state, call)
    assert (closed(events).carriage, closed(events).cartwright, after.carriages[A]) == (helped, True, helped)


def test_5_offices_do_not_matter_for_the_carriage() -> None:
    state = ready(FIVE, offices=FIVE, carriages=[4, 0])
    assert offered(state) == {""}
    after, events = told(state, Close())
    assert [*closed(events).tiles] == tiles("length_5 2")
    assert after.carriages[A] == 5


def test_5_a_level_never_runs_out() -> None:
    state = ready(SIX, seats=4, carriages=[5, 6, 6, 6])
    assert play(state, Close()).carriages == (6, 6, 6, 6)


def allowed(offices: tuple[str, ...]) -> bool:
    regions = [region_of(city) for city in offices]
    return len(set(regions)) == len(regions) or len(set(regions)) == 1


@pytest.mark.parametrize("left", [0, 1, 2, 3, 20])
@pytest.mark.parametrize("own", ["", "ulm", "augsburg muenchen mannheim"])
def test_placements_are_all_subsets_that_the_rule_allows(own: str, left: int) -> None:
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


def test_a_row_of_all_cities_has_thousands_of_sets_made_one_by_one() -> None:
    """4 x 3 x 2 x 9 x 3 x 3 x 3 x 2 x 2 with one per region, 4 + 1 + 247 + 1 + 1 + 1 more in one region."""
    assert sum(1 for _ in placements(tuple(CITIES), (), 20)) == 23_328 + 255


BAIERN_ROW = "wuerzburg nuernberg regensburg passau"
REST = " ".join(city for city in CITIES if city not in cities(BAIERN_ROW))
"""The other 18 cities."""
EIGHTEEN = " ".join([city for city in CITIES if city not in ("augsburg", "muenchen")][:18])


def last_offices(active: Seat) -> TaxisState:
    """Worked example 14: seats A (starter), B, C; whoever's turn it is has two offices left."""
    routes, offices = ["", "", ""], ["", "", ""]
    routes[active], offices[active] = BAIERN_ROW, REST
    return table(
        " / ".join(routes),
        hands="lodz / lodz / lodz",
        offices=" / ".join(offices),
        active=active,
        phase="close",
    )


def one_turn(state: TaxisState) -> TaxisState:
    return play(state, TakeBlind(), Begin("lodz"), EndTurn())


CLOSE = Close(cities("regensburg passau"))


def test_6_the_last_office_causes_the_end() -> None:
    """Worked example 14: two of four cities in one region; game_end is one point; C plays, A does not."""
    state = last_offices(B)
    assert refused(state, Close(cities("nuernberg regensburg passau"))) == "offices_left"
    state, events = told(state, CLOSE)
    assert [*closed(events).tiles] == tiles("game_end 1")
    assert events[1] == EndTriggered(seat=B, why="offices")
    assert GAME.view(state, None).players[B].offices_left == 0
    assert (state.ending, state.active) == (B, C)
    step = GAME.apply(play(state, TakeBlind(), Begin("lodz")), C, EndTurn(), CHANCE)
    assert (step.state.phase, step.milestone, step.events) == ("over", True, (GameOver(),))
    assert GAME.decisions(step.state) == {}
    assert refused(step.state, TakeBlind(), A) == "over"
    with pytest.raises(Refusal):
        GAME.default(step.state, A, CHANCE)


def test_6_whoever_plays_last_in_the_round_ends_the_game_at_once() -> None:
    """Worked example 14: had C triggered instead."""
    state, events = told(last_offices(C), CLOSE)
    assert state.phase == "over"
    assert events[-1] == GameOver()


def test_6_after_the_start_player_everybody_plays_once_more() -> None:
    """Worked example 14: had A triggered, B and C would each get one more turn."""
    state = play(last_offices(A), CLOSE)
    for seat in (B, C):
        assert state.active == seat
        state = one_turn(state)
    assert state.phase == "over"


def test_6_the_round_ends_before_the_start_player_whoever_that_is() -> None:
    state = table(
        f"/ / {SEVEN}",
        hands="lodz / lodz / lodz",
        start_player=1,
        active=2,
        carriages=[0, 0, 6],
        phase="close",
    )
    state = play(state, Close())
    assert (state.active, state.ending) == (A, C)
    assert one_turn(state).phase == "over"


def test_6_a_carriage_of_level_7_causes_the_end() -> None:
    state = table(f"{SEVEN} /", hands="lodz / lodz", carriages=[6, 0], phase="close")
    assert gains(GAME.view(state, None), Close()).trigger == "carriage"
    state, events = told(state, Close())
    assert [*closed(events).tiles] == tiles("length_7 4, game_end 1")
    assert events[1] == EndTriggered(seat=A, why="carriage")


def test_6_both_at_once_give_one_tile() -> None:
    state = table(f"{SEVEN} /", hands="lodz", offices=EIGHTEEN, carriages=[6, 0], phase="close")
    state = play(state, Close(cities("augsburg muenchen")))
    assert state.tiles[A].count(tiles("game_end 1")[0]) == 1


def test_6_later_ones_reach_it_without_a_tile() -> None:
    """Turns in the rest of the round are normal, and may also reach level 7 or 20 offices."""
    state = table(
        f"/ {SEVEN}",
        hands="lodz / lodz",
        active=1,
        carriages=[7, 6],
        offices=f"/ {EIGHTEEN}",
        tiles=[tiles("game_end 1"), []],
        phase="close",
    )
    assert gains(GAME.view(state, None), close("augsburg muenchen")).trigger is None
    state, events = told(state, Close(cities("augsburg muenchen")))
    assert [*closed(events).tiles] == tiles("length_7 4, baiern 5")
    assert not any(isinstance(event, EndTriggered) for event in events)
    assert (state.carriages, state.ending, state.phase) == ((7, 7), A, "over")


# Scores and places -----------------------------------------------------------------------------------


def over(carriages: list[int], owned: list[str], offices: list[int], **more: int) -> TaxisState:
    lists = [" ".join(list(CITIES)[:count]) for count in offices]
    return table(
        " /" * (len(carriages) - 1),
        offices=" / ".join(lists),
        carriages=carriages,
        tiles=[tiles(text) for text in owned],
        active=len(carriages) - 1,
        phase="over",
        **more,
    )


def test_6_score_is_highest_carriage_tiles_and_minus_unplaced_offices() -> None:
    state = over([7, 4, 0], ["game_end 1, length_5 2, length_5 1, baden 3", "", "baiern 5"], [18, 12, 0])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (10 + 7 - 2, 3 - 8, 5 - 20)
    assert outcome.places == (1, 2, 3)
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


def test_6_a_row_still_open_and_cards_in_hand_count_nothing() -> None:
    bare = over([7, 0], ["game_end 1", ""], [0, 0])
    rich = table(
        f"{SEVEN} / ulm augsburg muenchen",
        hands="lodz lodz / basel basel",
        carriages=[7, 0],
        tiles=[tiles("game_end 1"), []],
        active=1,
        phase="over",
    )
    assert GAME.outcome(rich) == GAME.outcome(bare)


@pytest.mark.parametrize(
    ("holder", "places"), [(0, (1, 2, 3, 4)), (1, (4, 1, 2, 3)), (2, (3, 4, 1, 2)), (3, (2, 3, 4, 1))]
)
def test_6_ties_go_to_the_holder_of_game_end_and_then_clockwise(holder: int, places: tuple[int, ...]) -> None:
    """All four have 1 point: the holder 10 - 10 + 1, the others 1 more office."""
    carriages, offices = [7] * 4, [11] * 4
    offices[holder] = 10
    owned = ["", "", "", ""]
    owned[holder] = "game_end 1"
    outcome = GAME.outcome(over(carriages, owned, offices))
    assert outcome is not None
    assert outcome.scores == (1, 1, 1, 1)
    assert outcome.places == places


def test_6_the_tied_are_met_clockwise_from_a_holder_who_is_not_among_them() -> None:
    """Also on lower places: seat 2 holds game_end and is last; 3 is met before 0 and 1."""
    outcome = GAME.outcome(over([4, 4, 7, 4], ["", "", "game_end 1", ""], [15, 20, 0, 15]))
    assert outcome is not None
    assert outcome.scores == (-2, 3, -9, -2)
    assert outcome.places == (3, 1, 4, 2)
