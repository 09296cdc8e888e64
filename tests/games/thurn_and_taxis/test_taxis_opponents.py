"""The computer players of Thurn and Taxis: what they may know, what they do, and that they reckon rightly."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as replace_struct

from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.moves import Administrator, Close, Play, TakeBlind, TakeOpen
from bot.games.thurn_and_taxis.opponents import Planner, rivals
from bot.games.thurn_and_taxis.opponents.pace import DONE, Now, alive, now, span, turns_left
from bot.games.thurn_and_taxis.opponents.plans import Luck
from bot.games.thurn_and_taxis.opponents.weighing import Effort, Weighing, unseen, worlds
from bot.games.thurn_and_taxis.opponents.worth import BIT, Taste
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.examples import follows, said
from tests.games.samples import walk
from tests.games.thurn_and_taxis.positions import CHANCE, WHOLE_LAND, A, after, at, chosen, facts, play, table
from tests.games.thurn_and_taxis.sample import SAMPLE

LEVELS = ("easy", "normal", "hard", "expert")
every_level = pytest.mark.parametrize("level", LEVELS)
planning = pytest.mark.parametrize("level", LEVELS[1:])

FRESH = Now(1, 1, True, True)
TOOK, FORCED = FRESH.took(), Now(1, 1, False, False)
PLAYED, CARRIED = TOOK.played(), TOOK.played().played()
MOMENTS = (FRESH, DONE, TOOK, TOOK.took(), FRESH.called(), PLAYED, CARRIED, Now(2, 1, False, False))
FACTS_ONLY = Taste(
    turn=0,
    groups=(1, *[0] * 8),
    everywhere=(1, *[0] * 9),
    postponed=0,
    early=8,
    step=0,
    cards=(0,) * 4,
    new=0,
    pair=0,
    wild=0,
    victory=0,
)
"""A taste for nothing but points that are won at once."""


BASEL = "basel freiburg carlsruhe"
GONE = f"{BASEL}; hand mannheim lodz ulm linz; display pilsen"
SIXTEEN = " ".join(WHOLE_LAND.split()[:16])
ROW = "mannheim stuttgart ulm augsburg muenchen passau"
CHOICES = f"""
    Nobody gives up a row that can go on
        play; route basel freiburg; hand carlsruhe lodz; official administrator
        -> easy play carlsruhe right; normal play carlsruhe right; hard play carlsruhe right
    They take the open card that their row waits for
        take; route lodz pilsen budweis linz; hand basel; official administrator;
            display freiburg basel zuerich freiburg salzburg basel
        -> normal take_open 5; hard take_open 5
    Hard waits for more, but closes before somebody else ends the game
        close; route {ROW}; hand linz lodz; official administrator | -> hard end_turn
        close; route {ROW} / basel zuerich kempten innsbruck salzburg; hand linz lodz / linz budweis;
            carriages 6 6; active 1
        -> hard close basel kempten innsbruck salzburg cartwright
"""


@pytest.mark.parametrize(("position", "moves", "then"), follows(CHOICES))
def test_what_they_choose(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@every_level
@pytest.mark.parametrize(
    ("position", "kinds"),
    [
        ("take", "take take begin end_turn"),
        ("discard; hand ulm ulm lodz pilsen basel", "discard discard"),
        (f"play; route {BASEL} mannheim; hand wuerzburg lodz", "play|take"),
        (f"take; hoard; route {GONE}", "take|administrator"),
        (f"play; hoard; route {GONE}; taken 1", "play|take|begin"),
        (f"close; hoard; route {GONE}; taken 1", "play|close|end_turn"),
        ("discard; hoard; hand mannheim lodz ulm linz; display pilsen; taken 1", "discard"),
        (f"take; route {WHOLE_LAND}; hand pilsen pilsen", "take|administrator"),
        (f"take; route {SIXTEEN}; hand pilsen pilsen", "take|administrator"),
        (f"close; route {WHOLE_LAND}; hand pilsen pilsen", "close"),
        (f"close; route {SIXTEEN}; hand pilsen pilsen", "close"),
    ],
)
def test_they_make_their_turn_step_by_step(level: str, position: str, kinds: str) -> None:
    """Also where somebody hoards nearly all cards (edge 4), and with the longest routes."""
    state = at(position)
    for kind in kinds.split():
        move = chosen(level, state)
        assert (state.active, bool(re.match(kind, said(move)))) == (A, True)
        state = play(state, move)


@pytest.mark.parametrize(
    "position",
    [
        "hand wuerzburg; carriages 4 4 4 4; display mannheim freiburg sigmaringen lodz basel nuernberg;"
        " offices stuttgart freiburg kempten muenchen budweis basel passau ingolstadt regensburg",
        "hand zuerich; carriages 5 5 5 5; display mannheim freiburg sigmaringen regensburg budweis ingolstadt"
        "; offices budweis regensburg carlsruhe wuerzburg freiburg salzburg lodz",
    ],
)
def test_a_card_that_can_be_laid_at_once_comes_before_one_that_cannot(position: str) -> None:
    row = "salzburg innsbruck kempten ulm stuttgart carlsruhe / / /"
    state = at(f"take; official administrator; route {row}; {position}")
    assert chosen("hard", state) in (TakeOpen(1), TakeOpen(2))
    assert isinstance(chosen("hard", play(state, chosen("hard", state))), Play)


def turns_of(seed: int) -> list[TaxisState]:
    states = [state for state in walk(SAMPLE, seed).states if state.phase == "take" and not state.taken]
    rows = [state for state in states if len(state.routes[state.active]) > 1]
    return Random(seed).sample(rows, min(3, len(rows)))


def losses(level: str, state: TaxisState) -> Iterator[float]:
    """By how much the best move is worth less than the one before promised, along a turn of best moves up to
    the first card that is played; what the deck gives is nobody's promise."""
    planner = GAME.opponents[level]
    assert isinstance(planner, Planner)
    many = Planner(replace(planner.effort, worlds=12))
    seat, turn, promised = state.active, state.turn, None
    while (state.turn, state.phase in ("take", "play")) == (turn, True):
        best = many.advice(GAME.view(state, seat), list(GAME.legal(state, seat)), Random(1))[0]
        if promised is not None:
            yield promised - best.expected
        promised = None if isinstance(best.move, TakeBlind | Administrator) else best.expected
        state = GAME.apply(state, seat, best.move, CHANCE).state


@planning
def test_within_a_turn_the_best_move_keeps_what_the_one_before_promised(level: str) -> None:
    found = [loss for seed in range(4, 9) for state in turns_of(seed) for loss in losses(level, state)]
    assert len(found) > 15
    assert max(found) < 3


@planning
@pytest.mark.parametrize(
    ("own", "wanted"),
    [("mannheim carlsruhe", {"freiburg"}), ("innsbruck", {"zuerich", "basel"})],
)
def test_offices_go_where_they_complete_a_tile(level: str, own: str, wanted: set[str]) -> None:
    state = at(f"close; route freiburg zuerich basel; hand lodz; offices {own}")
    view, legal = GAME.view(state, A), list(GAME.legal(state, A))
    advice = GAME.opponents[level].advice(view, legal, Random(1))
    best = next(each.move for each in advice if isinstance(each.move, Close))
    assert wanted.issubset(best.offices)
    assert len(best.offices) == 2


def test_a_closing_is_weighed_as_the_rules_count_it() -> None:
    closings = 0
    for seed in range(6):
        states = [state for state in walk(SAMPLE, seed).states if state.phase == "close"]
        for state in Random(seed).sample(states, min(12, len(states))):
            view = GAME.view(state, state.active)
            weighing = Weighing(view, Effort(FACTS_ONLY, worlds=1, foresees_end=True), Random(1))
            for move in GAME.legal(state, state.active):
                if isinstance(move, Close):
                    closings += 1
                    gained = gains(view, move).points
                    assert weighing.points(move) == view.players[view.active].score + gained
    assert closings > 100


def reached(now: Now, takes: int, plays: int, cartwright: bool, ready: bool) -> int | None:
    first = [(now.takes, now.plays, False)]
    if now.taking:
        first.append((now.takes + 1, now.plays, True))
    if now.official:
        first.append((now.takes, now.plays + 1, True))
    if now.plays and not ready:
        first = [(t, p, used) for t, p, used in first if t and takes]
    ways = [(takes - t, plays - p, used or not now.official) for t, p, used in first if plays >= p]
    for turn in range(10):
        if (turn or now.closing) and any(
            t <= 0 and not p and not (used and cartwright) for t, p, used in ways
        ):
            return turn
        ways = [
            (max(t, 0) - more_t, p - more_p, more_t + more_p > 2)
            for (t, p, _), (more_t, more_p) in product(ways, [(1, 1), (2, 1), (1, 2)])
            if p >= more_p
        ]
    return None


@pytest.mark.parametrize("now", MOMENTS)
@pytest.mark.parametrize("cartwright", [False, True])
@pytest.mark.parametrize("ready", [False, True])
def test_a_closing_comes_when_trying_all_officials_finds_it_first(
    now: Now, cartwright: bool, ready: bool
) -> None:
    for takes, plays in product(range(6), range(9)):
        if takes <= plays:
            found = span(now, takes, plays, cartwright, ready)
            assert (found and found.turns) == reached(now, takes, plays, cartwright, ready), (takes, plays)


@pytest.mark.parametrize(
    ("position", "moves", "left"),
    [
        ("take; route basel; hand freiburg carlsruhe", "", FRESH),
        ("take; route basel; hand freiburg carlsruhe", "blind", TOOK),
        ("play; route basel; hand freiburg carlsruhe", "right freiburg", PLAYED),
        ("play; route basel; hand freiburg carlsruhe", "right freiburg, right carlsruhe", CARRIED),
        ("take; route basel", "blind", FORCED),
    ],
)
def test_what_can_still_be_done_follows_the_turn(position: str, moves: str, left: Now) -> None:
    assert now(GAME.view(after(position, moves)[0], A)) == left


def test_sampled_worlds_hold_only_cards_that_may_come() -> None:
    for state in walk(SAMPLE, 5).states[::25]:
        view = GAME.view(state, state.active)
        others = [hand for seat, hand in enumerate(state.hands) if seat != state.active]
        assert unseen(view) == Counter([*state.deck, *chain(*others)])
        shown = [cities for seat, cities in enumerate(state.shown) if seat != state.active]
        hidden = unseen(view, remembers=True)
        assert hidden == unseen(view) - Counter(chain(*shown))
        luck = Luck({BIT[city]: hidden[city] for city in BIT}, dict.fromkeys(BIT.values(), 0.5))
        for world in worlds(view, 5, luck, Random(3)):
            deck, after = world.deck[: view.deck_size], world.deck[view.deck_size :]
            assert not Counter(deck) - hidden
            assert not Counter(after) - Counter(view.discard)
            assert len(world.deck) == min(13, view.deck_size + len(view.discard))


def test_who_watches_expects_the_others_to_take_what_they_need() -> None:
    view = GAME.view(at("take; hand lodz / basel; route / basel freiburg; offices / zuerich"), A)
    lasts = rivals.stays(view)
    # a card that doesn't join their row, one with an office there, and one without
    ordered = [lasts[BIT[city]] for city in ("lodz", "zuerich", "carlsruhe")]
    assert ordered == sorted(ordered, reverse=True)
    assert ordered[0] > ordered[1] > ordered[2] > 0
    nobody = rivals.stays(GAME.view(at("take; hand lodz / basel; route /"), A))
    assert nobody[BIT["lodz"]] == lasts[BIT["carlsruhe"]]


OPEN = "lodz passau linz ulm kempten"


@pytest.mark.parametrize(
    ("position", "lost"),
    [
        (f"route / basel freiburg; display carlsruhe {OPEN}", 0.8),
        (f"route / freiburg; display carlsruhe {OPEN}", 0.4),
        (f"route / basel freiburg sigmaringen; display carlsruhe {OPEN}", 0),
        (f"route / basel freiburg; hand / ulm linz; display carlsruhe {OPEN}", 0.4),
        (f"route / / basel freiburg; display carlsruhe {OPEN}", 0.16),
        (f"route / basel freiburg; display carlsruhe {OPEN.replace('ulm', 'zuerich')}", 0.8 / 3),
        (f"route / basel freiburg; display carlsruhe {OPEN.replace('ulm', 'carlsruhe')}", 0),
    ],
)
def test_a_card_is_denied_to_who_has_a_long_row_and_no_other_card_for_it(position: str, lost: float) -> None:
    view = GAME.view(at(f"take; {position}"), A)
    assert rivals.denied(view, 1) == pytest.approx(lost)
    assert rivals.denied(view, 3) == 0
    shown = [replace_struct(player, shown=("zuerich",)) for player in view.players]
    assert rivals.denied(replace_struct(view, players=tuple(shown)), 1) <= lost


@pytest.mark.parametrize("watches", [False, True])
def test_who_watches_gives_more_for_a_card_that_is_denied(
    watches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = GAME.view(at(f"take; display carlsruhe {OPEN}; hand lodz; route / basel freiburg"), A)
    effort = Effort(FACTS_ONLY, worlds=1, foresees_end=True, watches=watches)
    gained = dict[float, list[float]]()
    for bonus in (0.0, 8.0):
        monkeypatch.setattr(rivals, "denied", lambda _, place, bonus=bonus: bonus * (place == 1))
        weighing = Weighing(view, effort, Random(1))
        gained[bonus] = [weighing.points(move) for move in (TakeOpen(1), TakeOpen(2), TakeBlind())]
    assert gained[8.0] == [gained[0.0][0] + 8 * watches, *gained[0.0][1:]]


def test_the_end_is_nearer_the_further_somebody_is() -> None:
    far = at("take; route / /; carriages 0 3 0")
    near = at("take; route / basel freiburg /; carriages 0 6 0")
    over = at("take; route / /; carriages 0 7 0; tiles / game_end 1; active 2")
    lefts = [turns_left(GAME.view(state, state.active)) for state in (far, near, over)]
    assert lefts == sorted(lefts, reverse=True)
    assert lefts[2] == 0
    assert (alive(0, 0), alive(1, 0)) == (1, 0)
    assert alive(1, 5) > alive(3, 5) > alive(9, 5)


def test_who_has_had_the_last_turn_brings_no_route_home_any_more() -> None:
    end = [{"stack": "game_end", "value": 1}]
    routes = "ulm sigmaringen / nuernberg ingolstadt / lodz pilsen"
    given: dict[str, Any] = {"tiles": [end, [], []], "carriages": [7, 0, 0], "ending": 0, "phase": "close"}
    states = [table(routes, "", active=active, **given) for active in (1, 2)]
    both, last = [GAME.ends(GAME.view(state, A), A, Random(1)) for state in states]
    gained = [
        worth - player.score
        for worth, player in zip(both.worth[0], GAME.view(states[0], A).players, strict=True)
    ]
    assert gained[0] == 0 < gained[1]
    assert (both.worth[0][2], last.worth[0][1]) == (
        last.worth[0][2],
        GAME.view(states[1], A).players[1].score,
    )
    assert (both.spread, last.spread) == ((0, 3.5, 3.5), (0, 0, 3.5))
