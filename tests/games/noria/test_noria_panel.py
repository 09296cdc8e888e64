"""What a panel shows follows from the view alone, and agrees with the rules."""

import pytest
from msgspec.structs import replace

from bot.games.noria import moves, sentences_of_choices as choices, sentences_of_panel as panel
from bot.games.noria.box import TOP, Bundle
from bot.games.noria.costs import by_kindness
from bot.games.noria.game import GAME
from bot.games.noria.legal import goals
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.state import NoriaState, NoriaView
from bot.games.noria.turns import after, ended
from bot.games.noria.wheel import discs_on
from bot.text import words
from bot.view_model import ViewModel
from tests.games.noria.positions import CHANCE, A, here, move, own, play, solo
from tests.games.noria.sample import SAMPLE
from tests.games.samples import walk


def seen(state: NoriaState) -> NoriaView:
    """What whoever's turn it is sees."""
    return GAME.view(state, state.active)


def test_chains_narrow_down_as_discs_are_activated() -> None:
    state = here(wheel="1E - 1M 2T - 1O 3J 4C")
    assert len(goals(own(state).wheel, state.current)) == 12
    state = play(state, "S1")
    assert set(goals(own(state).wheel, state.current)) == {
        frozenset(chain.split()) for chain in ("S1", "S1 M1", "S1 M2", "S1 M1 L1", "S1 M2 L3")
    }


def test_a_disc_tells_what_it_brings_and_how_often() -> None:
    state = here(wheel="1B+ - 1M+ 2T - 1O 3J 4C", ships="3 mycelium")
    by_slot = {offer.slot: offer for offer in panel.disc_offers(seen(state))}
    assert list(by_slot) == ["S1", "M1", "M2", "L1", "L3"], "L4 is not active"
    model = ViewModel(1, 1, seen(state), ("A", "B"), words("en"))
    assert panel.offer(model, by_slot["M1"]) == "M1 mycelium: +3 mycelium, 6 mycelium if doubled"
    shown = [(by_slot[slot].actions, by_slot[slot].doubled) for slot in ("S1", "M1", "M2")]
    assert shown == [(0, None), (1, 2), (1, None)]
    (named,) = [offer for offer in panel.disc_offers(seen(play(state, "S1 for M1"))) if offer.slot == "M1"]
    assert (named.actions, named.doubled) == (2, 3)


def test_what_knowledge_buys_names_the_next_rise_as_long_as_there_is_one() -> None:
    """In a first game as in any other."""
    view = seen(GAME.setup(NoriaOptions(setup="first"), 2, CHANCE))
    told = [
        "\n".join(panel.price_lines(ViewModel(1, 0, now, ("A", "B"), words("en"))))
        for now in (view, replace(view, round=view.rounds))
    ]
    assert "Politics: 1 knowledge, from round 6 on 2" in told[0]
    assert "Night shift: 1 knowledge, from round 9 on 2" in told[0]
    assert "from round" not in told[1]


def test_a_price_that_has_doubled_names_no_rise_to_the_same_price() -> None:
    told = list(
        panel.price_lines(ViewModel(1, 0, seen(play(here(knowledge=3), "shift M")), ("A", "B"), words("en")))
    )
    assert [line for line in told if line.startswith("Night shift")] == ["Night shift: 2 knowledge"]
    assert any("Modification: 2 knowledge, from round 9 on 3" in line for line in told)


def test_lines_that_are_paid_in_several_ways_differ_by_what_is_paid() -> None:
    model = ViewModel(1, 0, seen(here(stock="3 energy 3 mycelium")), ("A", "B"), words("en"))
    ways = [offer for offer in panel.invest_offers(model.view) if offer.path == "COL"]
    labels = {line.label for line in choices.paid(model, ways, 25)}
    assert labels == {f"Colonization, level 1: 1 {kind}, +0 points" for kind in ("energy", "mycelium")}
    (together,) = choices.paid(model, ways, 1)
    assert together.label == "Colonization, level 1: 1 of energy or mycelium, +0 points"
    discs = [
        line.label for line in choices.paid(model, panel.buy_offers(model.view), 99) if "City" in line.label
    ]
    assert discs == ["City disc: 1 energy, 4 left", "City disc: 1 mycelium, 4 left"]


def test_what_is_not_offered_says_why() -> None:
    """A full wheel, poverty, no empty warehouse; a path at its end is left out."""
    full = panel.buy_offers(seen(here(wheel="1C 2E - 1J 2E 3T 4E - 1E 2M 3M 4O 5J 6E")))
    assert {offer.why.code if offer.why else None for offer in full} == {"pile_empty", "wheel_full"}
    poor = [offer.why and offer.why.code for offer in panel.buy_offers(seen(here()))]
    assert poor == [None, None, None, *["stock_short"] * 4]
    maker = seen(here(empty="2 sail 1 lamp", stock="5 energy 1 mycelium"))
    by_good = {offer.good: offer for offer in panel.produce_offers(maker)}
    assert [(by_good[good].most, by_good[good].empty) for good in ("sail", "lamp")] == [(1, 2), (1, 1)]
    idle = panel.produce_offers(seen(here(empty="1 compass", stock="5 energy")))
    whys = {offer.good: offer.why.code for offer in idle if offer.why}
    assert (whys["compass"], whys["sail"]) == ("stock_short", "no_warehouse")
    assert [offer.path for offer in panel.invest_offers(seen(here(levels={"COL": TOP})))] == [
        *("REF", "EXP", "RES"),
    ]


def test_the_kindest_payment_leaves_most_of_what_is_scarce() -> None:
    stock = Bundle(energy=1, mycelium=3, obsidian=2)
    payments = (Bundle(energy=1), Bundle(obsidian=1), Bundle(mycelium=1))
    assert by_kindness(stock, payments)[0] == Bundle(mycelium=1)


def test_the_proposed_wheel_can_be_built_whatever_lies_there_already() -> None:
    for first in [None, *GAME.legal(GAME.setup(NoriaOptions(), 1, CHANCE), A)]:
        state = GAME.setup(NoriaOptions(), 1, CHANCE)
        if first is not None:
            state = play(state, first)
        state = play(state, *panel.proposed_wheel(state))
        assert len(discs_on(state.players[0].wheel)) == 6


# The table as a move would leave it is the table as the move leaves it


@pytest.mark.parametrize("seed", range(8))
def test_a_step_within_a_turn_is_foreseen_as_it_will_be(seed: int) -> None:
    for state in walk(SAMPLE, seed).states[::7]:
        for made in list(GAME.legal(state, state.active))[::9]:
            step = GAME.apply(state, state.active, made, CHANCE).state
            foreseen = after(seen(state), made)
            if made == moves.Travel(None) or step.turn != state.turn or step.phase in ("fit", "over"):
                continue
            there = seen(step)
            assert foreseen.players == there.players
            assert (foreseen.current, foreseen.chambers) == (there.current, there.chambers)
            assert (foreseen.islands, foreseen.market) == (there.islands, there.market)
            assert (foreseen.scores, foreseen.news) == (there.scores, there.news)


def test_the_end_of_a_turn_is_foreseen_with_its_administration_and_without_the_bot() -> None:
    state = solo(bot={"wheel": "2A - 1E 2B - 3C 4F 5D"}, round=3)
    foreseen, there = after(seen(state), moves.EndTurn()), seen(play(state, "end"))
    assert foreseen.players == there.players
    assert foreseen.bot == seen(state).bot != there.bot


def test_the_wheel_after_this_turn_is_known_in_the_middle_of_an_action_too() -> None:
    state = here(wheel="1J - 1T 3C - 1M 4O 5E")
    middle = ended(seen(play(state, "S1"))).players[0]
    assert (middle.wheel, middle.knowledge) == (play(state, "end").players[0].wheel, 1)
    fitting = replace(seen(state), phase="fit")
    assert ended(fitting) is fitting


def test_what_can_not_be_done_or_known_changes_nothing() -> None:
    view = seen(here(wheel="1J - 1T 3C - 1M 4O 5E"))
    assert after(view, None) is view
    for made in ("travel next", "shift M", "invest REF 1 obsidian"):
        assert after(view, move(made)) is view
    rich = seen(here(knowledge=1))
    shifted = after(rich, move("shift M"))
    assert shifted.players[0].knowledge == 0
    assert replace(shifted, players=rich.players).market == rich.market
