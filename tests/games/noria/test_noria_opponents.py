"""The computer players of Noria: what they do, and that they look ahead by the rules."""

from collections import Counter
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any, Literal

import pytest
from msgspec import structs

from bot.games.chance import Chance
from bot.games.contract import Opponent, Seat
from bot.games.noria.box import BOX, PATHS
from bot.games.noria.game import GAME
from bot.games.noria.moves import (
    Activate,
    Enter,
    Invest,
    Modify,
    NightShift,
    NoriaMove,
    NoriaOptions,
    Politics,
    Produce,
)
from bot.games.noria.opponents import Easy, Normal, Searcher, imagined
from bot.games.noria.opponents.playing import NEW, plans, ranked, settle, take_turn
from bot.games.noria.opponents.searching import LIKING, Game, Search, foreseen, offspring, played_on
from bot.games.noria.opponents.styles import LIKED, STYLES, Taste
from bot.games.noria.sketch import Sketch, sketch_of
from bot.games.noria.state import Island, NoriaState, NoriaView
from tests.games.noria.positions import CHANCE, A, heap, of_type, own, play, table

LEVELS = ("easy", "normal", "hard", "expert")
NORMAL = Normal(STYLES[0])
looking = pytest.mark.parametrize("level", LEVELS[1:])
EAGER = replace(
    STYLES[0].taste, disc=(3, 2, 2, 3), better=(3, 2, 2, 3), knowledge=0.01, resource=(2, 2, 2), late=1
)
"""Buys, upgrades and shifts as much as it can."""
Player = Opponent[NoriaView, NoriaMove]


def chosen(who: Player, state: NoriaState, seed: int = 1) -> NoriaMove:
    """What a player does; that it is legal is checked, too."""
    legal = list(GAME.legal(state, state.active))
    move = who.choose(GAME.view(state, state.active), legal, Random(seed))
    assert move in legal
    return move


def turn_of(who: Player, state: NoriaState) -> tuple[NoriaState, list[NoriaMove]]:
    """The position after a whole turn of a player, and its moves."""
    moves: list[NoriaMove] = []
    turn = state.turn
    while state.turn == turn and state.phase != "over":
        moves.append(chosen(who, state))
        state = play(state, moves[-1])
    return state, moves


def sketched(state: NoriaState) -> Sketch:
    """The sketch of a position, with the islands that are really to come."""
    return sketch_of(state, state.stack[::-1])


LAST: dict[str, Any] = {"round": 16, "chambers": {"RES": "0/3", "REF": "0/1"}}
"""RES is worth 12 a level, REF 2."""
PAYS_BOTH = {"wheel": "1C - 1T - ", "stock": {"obsidian": 5, "piston": 1}, "levels": {"REF": 1}}
MAKES = {"wheel": "1C - 1T - ", "stock": {"obsidian": 2, "mycelium": 1}, "empty": {"piston": 1}}
EXPLORER = {"wheel": "1E - - ", "knowledge": 3, "levels": {"EXP": 9, "REF": 1}}
COLONIST = {"wheel": "1E - - ", "levels": {"COL": 9, "REF": 1}}


TAKES = Invest("RES", heap("1 piston"))


@looking
@pytest.mark.parametrize(
    ("player", "wanted"), [(PAYS_BOTH, [TAKES]), (MAKES, [Produce("piston"), TAKES])], ids=["points", "goods"]
)
def test_in_the_last_round_they_take_what_is_there(
    level: str, player: dict[str, Any], wanted: list[NoriaMove]
) -> None:
    """The points, by a good that can still be made if need be."""
    _, made = turn_of(GAME.opponents[level], table(player, player, **LAST))
    assert [move for move in made if isinstance(move, Invest | Produce)] == wanted


@looking
def test_politics_raises_what_is_worth_more_to_oneself_than_to_the_others(level: str) -> None:
    _, made = turn_of(GAME.opponents[level], table(EXPLORER, COLONIST, round=16))
    (politics,) = of_type(made, Politics)
    assert politics.down in ("EXP", "SPEC")


def test_a_turn_that_was_planned_is_played_as_planned() -> None:
    """Each small move is thought of anew, and the same turn comes out."""
    state = GAME.setup(NoriaOptions(), 1, CHANCE)
    while state.phase in ("wheel", "path"):
        state = play(state, chosen(GAME.opponents["normal"], state))
    sketch = sketched(state)
    best = ranked(sketch, NORMAL.style.taste)[0]
    _, moves = turn_of(GAME.opponents["normal"], state)
    assert moves == best.moves


@pytest.mark.parametrize(("seats", "styles", "last"), [(2, 1, 10), (3, 3, 7), (4, 3, 6)])
def test_normal_looks_ahead_in_the_last_ten_rounds_of_two_and_in_more_ways_later_among_more(
    seats: int, styles: int, last: int
) -> None:
    normal, ahead = GAME.opponents["normal"], Searcher(STYLES[:styles], rivals=STYLES, most=1)
    assert isinstance(normal, Normal)
    for left, looks in ((last, False), (last - 1, True)):
        view = GAME.view(table(PAYS_BOTH, MAKES, *[{}] * (seats - 2), round=BOX.rounds[seats] - left), A)
        assert view.rounds - view.round == left
        assert (normal.turns(view) == ahead.turns(view)) == looks


def test_hard_and_normal_begin_alone_with_their_own_wheel_and_path() -> None:
    state = GAME.setup(NoriaOptions(), 1, CHANCE)
    moves: list[NoriaMove] = []
    while state.phase in ("wheel", "path"):
        moves.append(chosen(GAME.opponents["normal"], state))
        state = play(state, moves[-1])
    assert own(state).wheel == STYLES[0].wheel
    assert moves[-1] == Enter(STYLES[0].path)


@pytest.mark.parametrize("bot", ["bot_1", "bot_2", "bot_3"])
def test_expert_alone_knows_a_style_of_its_own_that_leads_to_far_more_points(bot: Any) -> None:
    points = {"hard": 0.0, "expert": 0.0}
    for deal in range(8):
        state = GAME.setup(NoriaOptions(bot=bot), 1, Chance(bytes([deal]) * 32))
        for level in points:
            player = GAME.opponents[level]
            assert isinstance(player, Searcher)
            points[level] += player.starts(GAME.view(state, A), list(GAME.legal(state, A)))[0][1]
    assert points["expert"] > 1.1 * points["hard"], points


MANY = {"wheel": "1C 2J - 1T 2E - 1M 2O", "knowledge": 9, "stock": {"energy": 5}}


def test_easy_does_many_things_but_leaves_the_wheel_as_it_is() -> None:
    state = table(MANY)
    found = {type(chosen(GAME.opponents["easy"], state, seed)) for seed in range(40)}
    assert found == {Activate}
    assert {NightShift, Modify} <= {type(move) for move in GAME.legal(state, state.active)}


def first(level: str, seats: int) -> list[list[NoriaMove]]:
    """What it begins with, with other luck each time."""
    state = GAME.setup(NoriaOptions(), seats, CHANCE)
    found: list[list[NoriaMove]] = []
    for seed in range(8):
        at, made = state, list[NoriaMove]()
        while at.phase in ("wheel", "resources", "path"):
            made.append(chosen(GAME.opponents[level], at, seed))
            at = play(at, made[-1])
        found.append(made)
    return found


@pytest.mark.parametrize(("seats", "same"), [(1, False), (2, False), (3, True), (4, True)])
def test_easy_begins_by_chance_and_among_more_than_two_as_normal(seats: int, same: bool) -> None:
    assert (first("easy", seats) == first("normal", seats)) == same


@pytest.mark.parametrize(("seats", "turns"), [(1, False), (2, False), (3, True), (4, True)])
def test_easy_thinks_of_turning_its_wheel_among_more_than_two(seats: int, turns: bool) -> None:
    easy = GAME.opponents["easy"]
    assert isinstance(easy, Easy)
    view = GAME.view(table(MANY, seats=seats), A)
    assert any(isinstance(move, NightShift) for move, _ in easy.turns(view)) == turns


@pytest.mark.parametrize(
    ("seats", "round", "looks"),
    [(2, 15, False), (3, 8, False), (3, 9, True), (4, 11, False), (4, 12, True)],
)
def test_easy_looks_ahead_in_the_last_seven_rounds_of_three_and_the_last_three_of_four(
    seats: int, round: int, looks: bool
) -> None:
    view = GAME.view(table(MANY, seats=seats, round=round), A)
    easy, ahead = GAME.opponents["easy"], Searcher(STYLES[:1], rivals=STYLES, most=1)
    assert isinstance(easy, Easy)
    assert (easy.turns(view) == ahead.turns(view)) == looks


@pytest.mark.parametrize(("seats", "round", "alone"), [(3, 4, False), (4, 4, True), (4, 5, False)])
def test_expert_looks_ahead_in_one_style_alone_in_the_first_four_rounds_of_four(
    seats: int, round: int, alone: bool
) -> None:
    view = GAME.view(table(MANY, seats=seats, round=round), A)
    expert, ahead = GAME.opponents["expert"], Searcher(STYLES[:1], rivals=STYLES, most=1)
    assert isinstance(expert, Searcher)
    assert (expert.turns(view) == ahead.turns(view)) == alone


def test_easy_sometimes_does_the_second_best_thing() -> None:
    state = table(MANY)
    found = [chosen(GAME.opponents["easy"], state, seed) for seed in range(40)]
    (_, often), (_, seldom) = Counter(found).most_common()
    assert often > 20 > seldom


TURNABLE = {"wheel": "2C - 3T - ", "knowledge": 4, "stock": {"piston": 1}, "levels": {"REF": 1}}


def test_expert_changes_its_wheel_where_that_leads_to_more() -> None:
    """The city lies in the inactive half."""
    _, made = turn_of(GAME.opponents["expert"], table(TURNABLE, TURNABLE, **LAST))
    assert [type(move) for move in made[:3]] == [Modify, Activate, Invest]


TASTES = [style.taste for style in STYLES]


def begun(seats: int, rounds: int = 0) -> Sketch:
    """A game after so many rounds, in which everybody has a taste of their own."""
    state, rng = GAME.setup(NoriaOptions(), seats, CHANCE), Random(seats)
    while state.phase in ("wheel", "resources", "path"):
        state = play(state, rng.choice(list(GAME.legal(state, state.active))))
    sketch = sketched(state)
    for turn in range(rounds * seats):
        take_turn(sketch, TASTES[turn % seats])
    return sketch


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_where_the_others_do_what_was_foreseen_the_game_ends_as_foreseen(seats: int) -> None:
    """Their levels, the market, the islands and the politicians are those of a game that is really played."""
    sketch, taste = begun(seats), TASTES[1]
    seat = Seat(sketch.seat)
    course = foreseen(sketch, seat, STYLES[1:2])
    assert len(course) == (seats - 1) * sketch.rounds
    real = sketch.copy()
    while not real.over:
        take_turn(real, taste)
    assert played_on(sketch, seat, taste, course) == Game.of(real, seat)


@pytest.mark.parametrize("other", [0, 1])
def test_each_of_the_others_is_foreseen_to_go_on_where_it_is_highest_or_in_another_style(other: int) -> None:
    sketch = begun(3)
    places = [(sketch.seat + turn) % 3 for turn in range(3)]
    for seat, path in zip(places, ("REF", "EXP", "COL"), strict=True):
        sketch.hands[seat].levels = [2 * (each == path) for each in PATHS]
    course = foreseen(sketch, Seat(sketch.seat), STYLES, other)
    styles = STYLES[0], STYLES[2 + other], STYLES[1 + other]
    here = {seat: style.taste for seat, style in zip(places, styles, strict=True)}
    real, turns = sketch.copy(), iter(course)
    while not real.over:
        plan = ranked(real, here[real.seat])[0]
        if real.seat != sketch.seat:
            assert next(turns) == plan.moves
        settle(real, plan)


def test_a_character_begins_on_the_path_it_likes() -> None:
    state = GAME.setup(NoriaOptions(setup="basic"), 4, CHANCE)
    while state.phase == "resources":
        state = play(state, next(iter(GAME.legal(state, state.active))))
    view, legal = GAME.view(state, state.active), list(GAME.legal(state, state.active))
    for level in LEVELS[1:]:
        chosen = [GAME.opponents[level].choose(view, legal, Random(1), name) for name in LIKED]
        assert chosen == [Enter(path) for path in LIKED.values()]


def test_a_character_goes_on_as_it_likes_where_nothing_else_leads_to_far_more() -> None:
    """At this table two of the four do, and one of them would anyhow."""
    sketch, leads = begun(2, rounds=4), dict[Taste, float]()
    for each in reversed(Search.of(sketch, NEW, STYLES).run(TASTES, 1)):
        leads[each.taste] = each.game.lead
    best = max(leads, key=leads.__getitem__)
    near = {taste for taste in TASTES if leads[taste] + LIKING > leads[best]}
    assert {best} < near < {*TASTES}
    for taste in TASTES:
        followed = Search.of(sketch, NEW, STYLES, taste).run(TASTES, 1)[0].taste
        assert followed == (taste if taste in near else best)


def test_a_search_finds_more_than_the_tastes_it_begins_with() -> None:
    sketch = begun(2, rounds=3)
    course = foreseen(sketch, Seat(sketch.seat), STYLES[:1])
    first = max(played_on(sketch.copy(), Seat(sketch.seat), taste, course) for taste in TASTES)
    trials = Search.of(sketch, NEW, STYLES[:1]).run(TASTES, 60)
    assert trials[0].game > first
    assert trials[0].taste not in TASTES
    found = [trial.game for trial in trials[1:]]
    assert found == sorted(found, reverse=True)
    assert len({trial.moves for trial in trials}) == len(trials)


def test_the_best_turns_are_judged_by_the_average_of_what_the_others_may_do() -> None:
    sketch, courses = begun(3, rounds=3), 3
    seat = Seat(sketch.seat)
    once = Search.of(sketch, NEW, STYLES).run(TASTES, 40)
    trials = Search.of(sketch, NEW, STYLES, courses=courses).run(TASTES, 40)
    assert [trial.game for trial in trials[6:]] == [trial.game for trial in once[6:]]
    assert {trial.moves for trial in trials[:6]} == {trial.moves for trial in once[:6]}
    for trial in trials[:6]:
        games = [
            played_on(trial.after.copy(), seat, trial.taste, foreseen(sketch, seat, STYLES, other))
            for other in range(courses)
        ]
        assert trial.game == Game(fmean(game.lead for game in games), fmean(game.points for game in games))
    leads = [trial.game.lead for trial in trials[:6]]
    assert leads == sorted(leads, reverse=True)
    assert leads != [trial.game.lead for trial in once[:6]]


@pytest.mark.parametrize(("seats", "rounds", "likely"), [(3, 3, False), (4, 1, True)])
def test_the_best_turn_promises_what_comes_of_it_where_the_others_go_on_behind_it(
    seats: int, rounds: int, likely: bool
) -> None:
    """It is not the one behind which they were foreseen, or only this one is as good as it seems."""
    sketch = begun(seats, rounds)
    search = Search.of(sketch, NEW, STYLES)
    best = search.run(TASTES, 1)[0]
    course = foreseen(best.after, Seat(sketch.seat), STYLES)
    assert best.game == played_on(best.after.copy(), Seat(sketch.seat), best.taste, course)
    assert (best.moves == search.likely) == likely


@pytest.mark.parametrize("turned", [-1, -2])
def test_islands_face_down_are_thought_to_come_in_one_order_as_long_as_a_turn_lasts(turned: int) -> None:
    """Whichever of them is turned up in it."""
    state = GAME.setup(NoriaOptions(), 3, CHANCE)
    down = imagined(GAME.view(state, A)).down
    number = down.pop(turned)
    islands = (*state.islands, Island(number, (0, 0, 0)))
    later = structs.replace(state, islands=islands, stack=state.stack[1:])
    assert imagined(GAME.view(later, A)).down[-2:] == down[-2:]


def test_every_turn_is_tried_on_the_same_table() -> None:
    """What the others are foreseen to turn up lies face down again for the next try."""
    sketch = begun(4)
    before = sketch.copy()
    Search.of(sketch, NEW, STYLES[:1]).run(TASTES, len(TASTES))
    assert sketch == before


def test_a_second_opinion_comes_from_the_same_styles_in_another_order() -> None:
    expert = GAME.opponents["expert"]
    assert isinstance(expert, Searcher)
    found = [expert.reordered(Random(seed)) for seed in range(20)]
    assert all({*one.styles} <= {*expert.styles} for one in found)
    assert {len(one.styles) for one in found} == {len(STYLES) - less for less in range(3)}
    assert len({one.styles for one in found}) > 10
    assert expert.by_turn
    assert not any(replace(one, styles=()) != replace(expert, styles=()) for one in found)


def test_offspring_is_like_its_parents() -> None:
    one, other = TASTES[:2]
    rng = Random(3)
    bred = [offspring(one, other, rng) for _ in range(200)]
    assert len({*bred}) > 150
    assert {type(child.late) for child in bred} == {float}
    assert {len(child.good) for child in bred} == {len(one.good)}
    assert max(child.hope for child in bred) < 1
    assert any(child.late == other.late for child in bred)
    assert sum(child.late == one.late for child in bred) > 100


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("bot", ["bot_1", "bot_2", "bot_3", "random"])
def test_a_sketch_goes_on_as_at_the_table(
    seats: int, bot: Literal["bot_1", "bot_2", "bot_3", "random"]
) -> None:
    """Turn by turn, whatever the plan is: the moves of a plan lead to the same table by the rules, with the
    turn of the bot after them."""
    rng = Random(f"{bot} {seats}")
    state = GAME.setup(NoriaOptions(setup="expert", bot=bot), seats, CHANCE)
    while state.phase in ("wheel", "resources", "path"):
        state = play(state, rng.choice(list(GAME.legal(state, state.active))))
    sketch = sketched(state)
    while not sketch.over:
        assert sketch == sketched(state)
        plan = rng.choice(plans(sketch, rng.choice((*TASTES, EAGER))))
        settle(sketch, plan)
        state = play(state, *plan.moves)
    scores = tuple([sketch.score(hand.levels) for hand in sketch.hands])
    assert (state.phase, scores) == ("over", GAME.view(state, None).scores)
