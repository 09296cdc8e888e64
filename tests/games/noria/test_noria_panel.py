"""What a panel shows follows from the view alone, and agrees with the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from bot.games.contract import Seat
from bot.games.noria import moves, panel
from bot.games.noria.box import TOP, Bundle
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.state import NoriaState, NoriaView
from bot.games.noria.wheel import at, discs_on
from tests.games.noria.positions import CHANCE, A, play, refused, stock, table
from tests.games.noria.sample import SAMPLE
from tests.games.samples import walk
from tests.games.test_laws import SEEDS, some


def seen(state: NoriaState) -> NoriaView:
    """What whoever's turn it is sees."""
    return GAME.view(state, state.active)


@given(seed=SEEDS)
@some(10)
def test_whatever_a_panel_offers_is_legal_and_nothing_else(seed: int) -> None:
    for state in walk(SAMPLE, seed).states[::5]:
        legal, view = set(GAME.legal(state, state.active)), seen(state)
        between = state.phase in ("influence", "actions")
        if between:
            offers = {offer.slot: offer for offer in panel.disc_offers(view)}
            assert {slot for slot, offer in offers.items() if not offer.why} == activated(legal)
            for offer in offers.values():
                assert (offer.doubled is not None) == (moves.Activate(offer.slot, double=True) in legal)
            finished = frozenset(state.current.activated) in panel.chains(view)
            assert finished == (moves.EndTurn() in legal)
        if state.phase == "influence":
            assert (panel.prices(view)["night_shift"].why is None) == (moves.NightShift("M") in legal)
            assert (panel.prices(view)["modification"].why is None) == any(
                isinstance(m, moves.Modify) for m in legal
            )
        if state.phase == "disc":
            check_actions(view, legal)


def activated(legal: set[Any]) -> set[str]:
    return {move.slot for move in legal if isinstance(move, moves.Activate)}


def check_actions(view: NoriaView, legal: set[Any]) -> None:
    """The offers of the running disc beside the legal moves."""
    running = view.current.running
    assert running is not None
    kind = next(disc.kind for disc in own_discs(view, running.slot))
    if kind == "C":
        bought = {
            moves.Buy(offer.disc, pay)
            for offer in panel.buy_offers(view)
            if not offer.why
            for pay in offer.payments
        }
        assert bought == {move for move in legal if isinstance(move, moves.Buy)}
        paid = {
            moves.Invest(offer.path, pay) for offer in panel.invest_offers(view) for pay in offer.payments
        }
        assert paid == {move for move in legal if isinstance(move, moves.Invest)}
    elif kind == "T":
        goods = {moves.Produce(offer.good) for offer in panel.produce_offers(view) if not offer.why}
        assert goods == {move for move in legal if isinstance(move, moves.Produce)}
    else:
        there = {moves.Travel(place.number) for place in panel.destinations(view) if not place.why}
        assert there == {move for move in legal if isinstance(move, moves.Travel)}


def own_discs(view: NoriaView, slot: str) -> list[Any]:
    return [at(view.players[view.active].wheel, slot)]


def test_chains_narrow_down_as_discs_are_activated() -> None:
    state = table({"wheel": "1E - 1M 2T - 1O 3J 4C"})
    assert len(panel.chains(seen(state))) == 12
    state = play(state, moves.Activate("S1"))
    assert set(panel.chains(seen(state))) == {
        frozenset(chain.split()) for chain in ("S1", "S1 M1", "S1 M2", "S1 M1 L1", "S1 M2 L3")
    }


def test_a_disc_tells_what_it_brings_and_how_often() -> None:
    state = table({"wheel": "1B+ - 1M+ 2T - 1O 3J 4C", "ships": {"mycelium": 3}})
    by_slot = {offer.slot: offer for offer in panel.disc_offers(seen(state))}
    assert list(by_slot) == ["S1", "M1", "M2", "L1", "L3"], "L4 is not active"
    mycelium = by_slot["M1"]
    assert (mycelium.brings, mycelium.each, mycelium.actions, mycelium.doubled) == ("mycelium", 3, 1, 2)
    assert (by_slot["S1"].actions, by_slot["S1"].doubled, by_slot["M2"].doubled) == (0, None, None)
    after = play(state, moves.Activate("S1", targets=("M1",)))
    named = next(offer for offer in panel.disc_offers(seen(after)) if offer.slot == "M1")
    assert (named.actions, named.doubled) == (2, 3)


def test_prices_in_knowledge_and_why_they_can_not_be_paid() -> None:
    view = seen(table({"knowledge": 2}, round=9))
    assert (panel.prices(view)["night_shift"].cost, panel.prices(view)["night_shift"].why) == (2, None)
    price = panel.prices(view)["modification"]
    assert price.why is not None
    assert (price.cost, price.why.code, price.why.data) == (3, "knowledge_short", {"cost": 3, "have": 2})
    assert panel.prices(view)["politics"].cost == 2


def test_an_investment_tells_cost_extra_and_gain() -> None:
    """As in worked example 5, with REF worth 4 and most and least of all paths beside it."""
    me = {"levels": {"COL": 3}, "stock": {"energy": 6, "mycelium": 1}}
    others = [{"levels": {"COL": level}} for level in (5, 4, 3)]
    view = seen(table(me, *others, seats=4, chambers={"COL": "0/2", "SPEC": "0/1"}))
    by_path = {offer.path: offer for offer in panel.invest_offers(view)}
    offer = by_path["COL"]
    assert (offer.level, offer.units, offer.extra, offer.one_kind) == (4, 4, 2, True)
    assert offer.payments == (stock(energy=6), stock(energy=5, mycelium=1))
    assert offer.gain == 4 + 2
    refused_one = by_path["REF"]
    assert refused_one.why is not None
    assert (refused_one.payments, refused_one.why.code) == ((), "stock_short")


def test_a_path_at_its_end_is_not_offered() -> None:
    view = seen(table({"levels": {"COL": TOP}}))
    assert [offer.path for offer in panel.invest_offers(view)] == ["REF", "EXP", "RES"]


def test_what_can_not_be_bought_says_why() -> None:
    full = "1C 2E - 1J 2E 3T 4E - 1E 2M 3M 4O 5J 6E"
    why = {offer.disc: offer.why for offer in panel.buy_offers(seen(table({"wheel": full})))}
    assert {no.code if no else None for no in why.values()} == {"pile_empty", "wheel_full"}
    poor = {offer.disc: offer.why for offer in panel.buy_offers(seen(table({})))}
    assert [no and no.code for no in poor.values()] == [None, None, None, *["stock_short"] * 4]


def test_how_many_of_a_good_can_be_made() -> None:
    me = {"empty": {"sail": 2, "lamp": 1}, "stock": {"energy": 5, "mycelium": 1}}
    by_good = {offer.good: offer for offer in panel.produce_offers(seen(table(me)))}
    assert (by_good["sail"].most, by_good["sail"].empty, by_good["lamp"].most) == (1, 2, 1)
    assert by_good["compass"].why is not None


def test_what_politics_does_to_the_points_of_each_seat() -> None:
    state = table({"levels": {"REF": 3}, "knowledge": 1}, {"levels": {"REF": 1, "EXP": 2}})
    view = seen(state)
    assert panel.debated(view, Seat(0), "REF", "EXP") == (0, 6)
    assert panel.debated(view, Seat(1), "REF", "EXP") == (0, 2)
    after = GAME.view(play(state, moves.Politics("REF", "EXP")), None)
    assert after.scores == (6, 2)
    assert panel.most_points(view.chambers, "EXP") == 12
    assert panel.most_points(after.chambers, "EXP") == 9


def test_destinations_name_the_island_that_is_barred() -> None:
    me: dict[str, Any] = {"wheel": "1J - 1T 3C - 1M 4O 5E", "ambassador": 1}
    state = play(table(me, {"ambassador": 2}, islands=[1, 2, 3]), moves.Activate("S1"))
    assert [(place.number, place.why and place.why.code) for place in panel.destinations(seen(state))] == [
        (1, "same_island"),
        (2, "island_occupied"),
        (3, None),
        (None, None),
    ]


@pytest.mark.parametrize("phase", ["other seat", "spectator"])
def test_a_view_of_somebody_else_is_refused_nothing_it_may_see(phase: str) -> None:
    state = table()
    view = GAME.view(state, Seat(1) if phase == "other seat" else None)
    assert panel.disc_offers(view) == panel.disc_offers(state)
    assert refused(state, moves.EndTurn(), Seat(1)) == "not_asked"


def test_the_kindest_payment_leaves_most_of_what_is_scarce() -> None:
    stock = Bundle(energy=1, mycelium=3, obsidian=2)
    payments = (Bundle(energy=1), Bundle(obsidian=1), Bundle(mycelium=1))
    assert panel.kindest(stock, payments) == Bundle(mycelium=1)


def test_the_proposed_wheel_can_be_built_whatever_lies_there_already() -> None:
    for first in [None, *GAME.legal(GAME.setup(NoriaOptions(), 1, CHANCE), A)]:
        state = GAME.setup(NoriaOptions(), 1, CHANCE)
        if first is not None:
            state = play(state, first)
        state = play(state, *panel.proposed_wheel(state))
        assert len(discs_on(state.players[0].wheel)) == 6
