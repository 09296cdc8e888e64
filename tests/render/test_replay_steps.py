"""A replay of 6 nimmt!: each step shows the table as it lay then, and nothing that anybody hid."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from gallery_six_nimmt import played
from msgspec.structs import replace
from picture_checks import alt_of, check
from picture_models import reader

from bot.games.contract import Event
from bot.games.registry import game
from bot.games.six_nimmt.moves import Asked, Chosen, Dealt, Laid, NimmtOptions, Picked, Placed, Revealed
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView, public
from bot.view_model import ViewModel
from render.six_nimmt.replay import frames, steps

RULES = game("six_nimmt")
BASE = NimmtOptions(format="rounds", rounds=2)
VARIANTS = {
    "base": BASE,
    "professional": replace(BASE, placement="professional"),
    "open": replace(BASE, playing="open"),
    "logic": replace(BASE, deal="logic"),
    "all": replace(BASE, deal="logic", placement="professional", playing="open"),
}
Version = tuple[NimmtState, NimmtState, tuple[Event, ...]]


def versions(seats: int, options: NimmtOptions) -> Iterator[Version]:
    """Every step of a random game: the state before, the state after, what happened."""
    for (before, _), (after, events) in pairwise(played(seats, 0, options)):
        yield before, after, events


def spectators(state: NimmtState) -> NimmtView:
    view: Any = RULES.view(state, None)
    return view


def model_of(version: Version, locale: str = "en") -> ViewModel[NimmtView]:
    _, after, events = version
    return reader("six_nimmt", after, locale, events=events)


def placing(seats: int, options: NimmtOptions) -> list[Version]:
    return [each for each in versions(seats, options) if any(isinstance(event, Placed) for event in each[2])]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 4, 5, 9])
def test_a_trick_goes_card_by_card_from_table_to_table(seats: int, variant: str) -> None:
    for before, after, events in placing(seats, VARIANTS[variant]):
        found = steps(spectators(after), events)
        truth, rows, heads = spectators(before), before.rows, before.heads
        for (event, *_), view in found[:-1]:
            if isinstance(event, Revealed):
                lay = {"rows", "heads", "round", "trick", "totals", "scores", "start_player"}
                assert [getattr(view, name) for name in lay] == [getattr(truth, name) for name in lay]
                assert not any(placement.row for placement in view.last)
            if isinstance(event, Placed):
                changed = [number for number in range(4) if view.rows[number] != rows[number]]
                assert changed == [event.row - 1]
                assert event.card in view.rows[event.row - 1]
                gained = [new - old for new, old in zip(view.heads, heads, strict=True)]
                assert gained == [event.heads * (seat == event.seat) for seat in range(seats)]
            rows, heads = view.rows, view.heads
        assert found[-1][1] == public(spectators(after))
        told = [event for step, _ in found for event in step if isinstance(event, Revealed | Placed | Asked)]
        assert told == [event for event in events if isinstance(event, Revealed | Placed | Asked)]


def test_a_secret_choice_and_a_deal_are_no_steps() -> None:
    seen = Placed | Revealed
    still = [each for each in versions(3, BASE) if not any(isinstance(event, seen) for event in each[2])]
    assert {type(event) for each in still for event in each[2]} == {Chosen, Dealt}
    assert all(not steps(spectators(after), events) for _, after, events in still)


def test_in_open_every_card_is_laid_in_a_step_of_its_own() -> None:
    for _, after, events in versions(4, VARIANTS["open"]):
        laid = [event for event in events if isinstance(event, Laid)]
        if laid and not any(isinstance(event, Revealed) for event in events):
            assert steps(spectators(after), events) == [(tuple(laid), public(spectators(after)))]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_draft_tells_every_pick_once(seats: int) -> None:
    told: list[Picked] = []
    truth: list[Picked] = []
    for _, after, events in versions(seats, VARIANTS["logic"]):
        if after.round == 2:
            break
        truth += [event for event in events if isinstance(event, Picked)]
        for step, _ in steps(spectators(after), events):
            told += [event for event in step if isinstance(event, Picked)]
    assert len(truth) == 10 * seats
    assert sorted((pick.seat, pick.card) for pick in told) == sorted((pick.seat, pick.card) for pick in truth)


def other_hands(state: NimmtState) -> NimmtState:
    """A state that differs in everything a spectator may not know."""
    if not state.unused or state.phase != "choose" or state.open:
        return state
    hidden = [card for hand in state.hands for card in hand] + [*state.unused]
    hidden = hidden[3:] + hidden[:3]
    hands: list[tuple[int, ...]] = []
    for hand in state.hands:
        hands.append(tuple(sorted(hidden[: len(hand)])))
        hidden = hidden[len(hand) :]
    chosen = (None if card is None else hand[0] for card, hand in zip(state.selected, hands, strict=True))
    return replace(state, hands=tuple(hands), unused=tuple(sorted(hidden)), selected=tuple(chosen))


def test_two_truths_that_look_the_same_have_the_same_replay() -> None:
    compared = 0
    for before, after, events in versions(3, BASE):
        twin = other_hands(after)
        one, two = (frames(model_of((before, state, events))) for state in (after, twin))
        assert [(frame.drawing.key, frame.text, frame.told) for frame in one] == [
            (frame.drawing.key, frame.text, frame.told) for frame in two
        ]
        if twin != after and one and compared < 2:
            compared += 1
            assert [frame.drawing.draw() for frame in one] == [frame.drawing.draw() for frame in two]
    assert compared == 2


@pytest.mark.parametrize(("seats", "variant"), [(2, "professional"), (4, "base"), (6, "base"), (9, "open")])
def test_every_step_is_well_laid_out_and_told_in_words(seats: int, variant: str, locale: str) -> None:
    shown = [model_of(each, locale) for each in placing(seats, VARIANTS[variant])]
    takes = next(one for one in shown if any(isinstance(e, Placed) and e.taken for e in one.events))
    for model in (shown[0], takes, shown[-1]):
        found = frames(model)
        assert len({frame.drawing.key for frame in found}) == len(found)
        for frame in found:
            check(frame.drawing)
            assert frame.text
            assert frame.told
            assert 20 < len(alt_of(frame.drawing)) <= 1000
