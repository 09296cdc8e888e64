"""What holds in every random game, compared with a slow and plain reading of the rules."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.contract import Seat
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Draw, NoerdlingenOptions, NoerdlingenState
from bot.games.noerdlingen.playout import playout
from bot.games.noerdlingen.preview import by_soldier, preview, ways
from bot.games.noerdlingen.town import rounds_for
from tests.games.noerdlingen import oracle
from tests.games.noerdlingen.positions import CHANCE
from tests.games.noerdlingen.sample import SAMPLE
from tests.games.samples import Walk, walk

SEEDS = st.integers(0, 2**32)
some = settings(max_examples=12, deadline=None)


def draws(played: Walk) -> list[tuple[NoerdlingenState, NoerdlingenState]]:
    """The states before and after each border of a game."""
    return [(made.before, made.step.state) for made in played.made if isinstance(made.move, Draw | Bonus)]


@given(seed=SEEDS)
@some
def test_legal_draws_are_those_of_the_plain_reading(seed: int) -> None:
    for before, _ in Random(seed).choices(draws(walk(SAMPLE, seed)), k=5):
        number = 1 if before.phase == "bonus" else before.table[-1][before.active]
        shapes = oracle.WITH_MIRROR if before.options.mirror_borders == "on" else oracle.VARIANTS
        own = before.soldiers[before.active]
        plain = {(at, way) for at in own for way in shapes[number or 0].split()}
        found = [move for move in GAME.legal(before, before.active) if isinstance(move, Draw | Bonus)]
        assert {(move.start, move.steps) for move in found} == {
            (at, way) for at, way in plain if oracle.legal_draw(before, at, way)
        }


@given(seed=SEEDS)
@some
def test_territories_arise_and_are_judged_as_in_the_plain_reading(seed: int) -> None:
    for before, after in draws(walk(SAMPLE, seed)):
        fresh = after.territories[len(before.territories) :]
        wanted = oracle.new_territories(before, after)
        assert [set(territory.cells) for territory in fresh] == wanted
        for territory, cells in zip(fresh, wanted, strict=True):
            assert territory.count == oracle.count(after, cells)
            assert set(territory.owners) == oracle.owners(territory.count, before.active)
            assert (territory.seat, territory.round) == (before.active, before.round)


@given(seed=SEEDS)
@some
def test_territories_and_open_land_are_the_whole_town(seed: int) -> None:
    for state in walk(SAMPLE, seed).states:
        land = [cell for territory in state.territories for cell in territory.cells]
        assert len(set(land)) == len(land)
        opened = oracle.parts(oracle.CELLS - set(land), oracle.drawn(state))
        if state.options.territory_rule == "largest_open":
            assert len(opened) == 1
        assert set(land).union(*opened) == oracle.CELLS


@given(seed=SEEDS)
@some
def test_no_edge_is_drawn_twice_and_every_border_brings_a_soldier(seed: int) -> None:
    played = walk(SAMPLE, seed)
    last = played.states[-1]
    edges = [edge for border in last.borders for edge in oracle.walked(border.start, border.steps)]
    assert len(set(edges)) == len(edges)
    for seat, soldiers in enumerate(last.soldiers):
        own = [border for border in last.borders if border.seat == seat]
        assert soldiers[1:] == tuple(oracle.end(border.start, border.steps) for border in own)


@given(seed=SEEDS)
@some
def test_scores_are_the_sum_of_shares(seed: int) -> None:
    last = walk(SAMPLE, seed).states[-1]
    outcome = GAME.outcome(last)
    assert outcome is not None
    digits = dict(GAME.view(last, None).digits)
    churches = {church.id: church.cells[0] for church in oracle.FILE.churches}
    wanted = [0] * last.seats
    for territory in last.territories:
        worth = len(territory.cells)
        worth += sum(digits[church] for church, cell in churches.items() if cell in territory.cells)
        for owner in territory.owners:
            wanted[owner] += worth // len(territory.owners)
    assert list(outcome.scores) == wanted


@given(seed=SEEDS)
@some
def test_a_preview_tells_what_then_happens(seed: int) -> None:
    rng = Random(seed)
    for before, _ in rng.choices(
        [pair for pair in draws(walk(SAMPLE, seed)) if pair[0].phase == "draw"], k=4
    ):
        view, seat = GAME.view(before, before.active), before.active
        number = view.players[seat].number or 0
        offered = [path for _, found in by_soldier(view, seat, number) for path in found]
        assert len(offered) == ways(view, seat)[number]
        path = rng.choice(offered)
        told = preview(view, seat, path)
        after = GAME.apply(before, seat, Draw(path.start, path.steps), CHANCE).state
        assert after.soldiers[seat][-1] == told.end
        assert [(t.cells, t.owners, t.share) for t in after.territories[len(before.territories) :]] == [
            (t.cells, t.owners, t.share) for t in told.territories
        ]
        assert (after.phase == "bonus") == told.bonus
        scores = [player.score for player in GAME.view(after, None).players]
        gained = [new - old.score for new, old in zip(scores, view.players, strict=True)]
        assert gained == list(told.gains)


@given(seed=SEEDS)
@some
def test_everything_that_is_true_stands_in_the_view(seed: int) -> None:
    """Nobody has secrets: two states that look the same to a spectator are the same, but for counters."""
    for state in walk(SAMPLE, seed).states[::7]:
        view = GAME.view(state, None)
        for name in set(state.__struct_fields__) - {"schema", "moves", "soldiers", "left"}:
            assert getattr(view, name) == getattr(state, name)
        assert view.soldiers == state.soldiers
        assert tuple(player.left for player in view.players) == state.left
        assert all(GAME.view(state, Seat(seat)) == view for seat in range(state.seats))


MODES = [
    dict(zip(("wall_mode", "territory_rule", "mirror_borders", "elimination"), mode, strict=True))
    for mode in product(
        ("solid", "gate", "road"),
        ("largest_open", "size_cap", "all_parts"),
        ("off", "on"),
        ("strict", "skip_turn"),
    )
]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: "-".join(mode.values()))
def test_a_game_in_every_mode_comes_to_its_end(mode: dict[str, Any], seats: int) -> None:
    """By what is forced and what a deadline does, so with bonus borders wherever they are worth it."""
    state = GAME.setup(NoerdlingenOptions(**mode), seats, CHANCE)
    while state.phase != "over":
        seat, move = GAME.forced(state) or (state.active, GAME.default(state, state.active, CHANCE))
        state = GAME.apply(state, seat, move, CHANCE).state
        GAME.check(state)
    full = state.round == rounds_for(seats)
    assert full or (mode["elimination"] == "strict" and state.left.count(None) <= 1)
    assert state.territories


def test_playouts_play_whole_games() -> None:
    scores = [playout(seats, Random(seed)) for seats in (3, 4) for seed in range(20)]
    assert {len(each) for each in scores} == {3, 4}
    assert all(0 < sum(each) <= 66 + 4 * 9 for each in scores)
    assert 40 < mean(map(sum, scores)) < 65, "about 70 % of the town, and the churches in it"
    assert playout(4, Random(1)) == playout(4, Random(1))
