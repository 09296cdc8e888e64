"""The computer players of Thurn and Taxis: what they may know, what they do, and that they reckon rightly."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.moves import (
    Administrator,
    Begin,
    Close,
    Discard,
    EndTurn,
    Play,
    TakeBlind,
    TakeOpen,
    TaxisMove,
)
from bot.games.thurn_and_taxis.opponents import Planner
from bot.games.thurn_and_taxis.opponents.pace import DONE, Now, alive, now, span, turns_left
from bot.games.thurn_and_taxis.opponents.weighing import Effort, Weighing, unseen, worlds
from bot.games.thurn_and_taxis.opponents.worth import BIT, Taste, each, together
from bot.games.thurn_and_taxis.state import TaxisState
from tests.games.samples import walk
from tests.games.thurn_and_taxis.positions import CHANCE, A, B, cities, others, play, table, tiles
from tests.games.thurn_and_taxis.sample import SAMPLE

LEVELS = ("easy", "normal", "hard")
every_level = pytest.mark.parametrize("level", LEVELS)
planning = pytest.mark.parametrize("level", LEVELS[1:])

FRESH = Now(1, 1, True, True)
FACTS_ONLY = Taste(
    turn=0,
    groups=(1, *[0] * 8),
    everywhere=(1, *[0] * 9),
    step=0,
    cards=(0,) * 4,
    new=0,
    pair=0,
    wild=0,
    victory=0,
)
"""A taste for nothing but points that are won at once."""


def chosen(level: str, state: TaxisState, seed: int = 1) -> TaxisMove:
    seat = state.active
    legal = list(GAME.legal(state, seat))
    move = GAME.opponents[level].choose(GAME.view(state, seat), legal, Random(seed))
    assert move in legal
    return move


@every_level
@pytest.mark.parametrize("phase", ["take", "play", "close", "discard"])
def test_they_play_on_without_deck_and_discards(level: str, phase: str) -> None:
    """Edge 4: somebody hoards nearly all cards, so nothing comes after what is open."""
    row, hand = "basel freiburg carlsruhe", "mannheim lodz ulm linz"
    own = "" if phase == "discard" else row
    hoard = others(own, hand, "pilsen")
    state = table(
        f"{own} /", f"{hand} / {hoard}", display="pilsen", deck="", phase=phase, taken=int(phase != "take")
    )
    assert chosen(level, state) in list(GAME.legal(state, A))


@every_level
@pytest.mark.parametrize("missing", [0, 6])
def test_they_close_also_the_longest_routes(level: str, missing: int) -> None:
    whole = (
        "lodz pilsen budweis linz passau salzburg innsbruck muenchen regensburg nuernberg wuerzburg mannheim"
        " carlsruhe freiburg basel zuerich sigmaringen kempten augsburg ulm stuttgart ingolstadt"
    )
    row = " ".join(cities(whole)[: len(CITIES) - missing])
    assert isinstance(chosen(level, table(f"{row} /", "ulm ulm /", phase="close", taken=1, played=1)), Close)
    chosen(level, table(f"{row} /", "ulm ulm /"))


@every_level
def test_with_an_empty_hand_they_take_two_cards_and_play_one(level: str) -> None:
    state = table("/")
    seen: list[type[TaxisMove]] = []
    while state.active == A:
        move = chosen(level, state)
        seen.append(type(move))
        state = play(state, move)
    assert [kind in (TakeOpen, TakeBlind) for kind in seen[:2]] == [True, True]
    assert seen[2:] == [Begin, EndTurn]


@every_level
def test_too_many_cards_are_discarded_one_by_one(level: str) -> None:
    state = table("/", "ulm ulm lodz pilsen basel /", phase="discard", taken=1, played=1)
    state = play(state, chosen(level, state))
    assert state.phase == "discard"
    assert isinstance(chosen(level, state), Discard)
    assert play(state, chosen(level, state)).active == B


@every_level
def test_nobody_gives_up_a_row_that_can_go_on(level: str) -> None:
    state = table("basel freiburg carlsruhe mannheim /", "wuerzburg lodz /", phase="play")
    assert isinstance(chosen(level, state), Play | TakeOpen | TakeBlind)
    assert chosen(
        level, table("basel freiburg /", "carlsruhe lodz /", phase="play", official="administrator")
    ) == (Play("carlsruhe", "right"))


@planning
def test_they_take_the_open_card_that_their_row_waits_for(level: str) -> None:
    state = table(
        "lodz pilsen budweis linz /",
        "basel /",
        display="freiburg basel zuerich freiburg salzburg basel",
        official="administrator",
    )
    assert chosen(level, state) == TakeOpen(5)


@pytest.mark.parametrize(
    ("hand", "offices", "display", "carriage"),
    [
        (
            "wuerzburg",
            "stuttgart freiburg kempten muenchen budweis basel passau ingolstadt regensburg",
            "mannheim freiburg sigmaringen lodz basel nuernberg",
            4,
        ),
        (
            "zuerich",
            "budweis regensburg carlsruhe wuerzburg freiburg salzburg lodz",
            "mannheim freiburg sigmaringen regensburg budweis ingolstadt",
            5,
        ),
    ],
)
def test_a_card_that_can_be_laid_at_once_comes_before_one_that_cannot(
    hand: str, offices: str, display: str, carriage: int
) -> None:
    state = table(
        "salzburg innsbruck kempten ulm stuttgart carlsruhe / / /",
        f"{hand} / / /",
        offices=f"{offices} / / /",
        carriages=[carriage] * 4,
        display=display,
        official="administrator",
    )
    assert chosen("hard", state) in (TakeOpen(1), TakeOpen(2))
    state = play(state, chosen("hard", state))
    assert isinstance(chosen("hard", state), Play)


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
    state = table("freiburg zuerich basel /", "lodz /", offices=f"{own} /", phase="close", taken=1, played=1)
    view, legal = GAME.view(state, A), list(GAME.legal(state, A))
    advice = GAME.opponents[level].advice(view, legal, Random(1))
    best = next(each.move for each in advice if isinstance(each.move, Close))
    assert wanted.issubset(best.offices)
    assert len(best.offices) == 2


def test_hard_closes_before_somebody_else_ends_the_game_and_waits_for_more_otherwise() -> None:
    row, hand = "mannheim stuttgart ulm augsburg muenchen passau", "linz lodz"
    slow = table(f"{row} /", f"{hand} /", phase="close", taken=1, played=1, official="administrator")
    assert chosen("hard", slow) == EndTurn()
    rival = "basel zuerich kempten innsbruck salzburg"
    quick = table(
        f"{row} / {rival}",
        f"{hand} / linz budweis",
        carriages=[6, 6],
        phase="close",
        taken=1,
        played=1,
        active=1,
        start_player=0,
    )
    assert isinstance(chosen("hard", quick), Close)


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


@pytest.mark.parametrize(
    "now",
    [
        FRESH,
        DONE,
        FRESH.took(),
        FRESH.took().took(),
        FRESH.called(),
        FRESH.took().played(),
        FRESH.took().played().played(),
        Now(2, 1, False, False),
    ],
)
@pytest.mark.parametrize("cartwright", [False, True])
@pytest.mark.parametrize("ready", [False, True])
def test_a_closing_comes_when_trying_all_officials_finds_it_first(
    now: Now, cartwright: bool, ready: bool
) -> None:
    for takes, plays in product(range(6), range(9)):
        if takes <= plays:
            found = span(now, takes, plays, cartwright, ready)
            assert (found and found.turns) == reached(now, takes, plays, cartwright, ready), (takes, plays)


def test_what_can_still_be_done_follows_the_turn() -> None:
    state = table("basel / ", "freiburg lodz carlsruhe /")
    assert now(GAME.view(state, A)) == FRESH
    for move, after in (
        (TakeBlind(), FRESH.took()),
        (Play("freiburg", "right"), FRESH.took().played()),
        (Play("carlsruhe", "right"), FRESH.took().played().played()),
    ):
        state = play(state, move)
        assert now(GAME.view(state, A)) == after
    assert now(GAME.view(play(table("basel /"), TakeBlind()), A)) == Now(1, 1, False, False)


def test_sampled_worlds_hold_only_cards_that_may_come() -> None:
    for state in walk(SAMPLE, 5).states[::25]:
        view = GAME.view(state, state.active)
        hidden = unseen(view)
        assert hidden == Counter([*state.deck, *[c for s in others_of(state) for c in state.hands[s]]])
        for world in worlds(view, 5, Random(3)):
            deck, after = world.deck[: view.deck_size], world.deck[view.deck_size :]
            assert not Counter(deck) - hidden
            assert not Counter(after) - Counter(view.discard)
            assert len(world.deck) == min(13, view.deck_size + len(view.discard))


def others_of(state: TaxisState) -> list[Seat]:
    return [Seat(seat) for seat in range(state.seats) if seat != state.active]


def test_the_land_as_bits_is_the_land() -> None:
    assert len(set(BIT.values())) == len(CITIES)
    assert [BIT[city] for city in cities("ulm basel")] == sorted(each(together(cities("basel ulm"))))


def test_the_end_is_nearer_the_further_somebody_is() -> None:
    far = table("/ /", carriages=[0, 3, 0])
    near = table("/ basel freiburg /", carriages=[0, 6, 0])
    over = table("/ /", carriages=[0, 7, 0], tiles=[[], tiles("game_end 1"), []], active=2)
    lefts = [turns_left(GAME.view(state, state.active)) for state in (far, near, over)]
    assert lefts == sorted(lefts, reverse=True)
    assert lefts[2] == 0
    assert (alive(0, 0), alive(1, 0)) == (1, 0)
    assert alive(1, 5) > alive(3, 5) > alive(9, 5)
