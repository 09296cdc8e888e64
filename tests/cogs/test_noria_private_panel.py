"""The private panel of Noria: what each step offers, shows and asks, and why something can't be done."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_noria import NoriaEvening, begin, begin_with
from panel_evening import actions_of, chosen_in, lines_of
from simcord.backend.models import Message
from simulated import World, controls, picks, text_of

from bot.games.noria.box import Bundle
from bot.games.noria.moves import Activate, Choose, EndAction, EndTurn, Travel
from bot.games.noria.state import NoriaState
from bot.games.noria.wheel import at
from bot.text import words
from tests.games.noria.positions import RICH, play, table

SPEAK = words("en")
MYCELIUM, ENERGY = "invest/COL/0.1.0.0.0.0.0.0", "invest/COL/1.0.0.0.0.0.0.0"
"""The first level of the path, paid with one of either."""


def labels(panel: Message) -> dict[str, bool]:
    """The buttons of the panel, and whether they can be pressed."""
    return {item["label"]: not item.get("disabled") for item in controls(panel) if "options" not in item}


def ready(**more: object) -> NoriaState:
    """The first seat may do anything: rich, with the basic wheel and a market that can be paid."""
    return table({"stock": RICH, "knowledge": 20, **more})


async def opened(
    world: World, monkeypatch: pytest.MonkeyPatch, state: NoriaState
) -> tuple[NoriaEvening, Message]:
    evening = await begin_with(world, monkeypatch, state)
    return evening, await evening.open_panel(await evening.active())


# The start ------------------------------------------------------------------------------------------


async def test_the_proposed_wheel_is_taken_with_one_press(world: World) -> None:
    evening = await begin(world, 2, setup="expert")
    actor = await evening.active()
    panel = await evening.pick(actor, await evening.open_panel(actor), "wheel")
    state = await evening.position()
    assert state.phase == "resources"
    assert SPEAK("noria.panel.resources_left", n=1) in text_of(panel)


async def test_a_wheel_is_built_disc_by_disc_and_the_proposal_fills_what_is_left(world: World) -> None:
    evening = await begin(world, 1)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    panel = await evening.pick(actor, panel, "place/J")
    panel = await evening.pick(actor, panel, "place/J/S1")
    assert "place/J" not in picks(panel)
    await evening.pick(actor, panel, "wheel")
    state = await evening.position()
    there = at(state.players[0].wheel, "S1")
    assert there is not None
    assert there.kind == "J"
    assert state.phase == "path"


async def test_two_presses_of_the_proposed_wheel_build_it_once(world: World) -> None:
    evening = await begin(world, 1)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    (button,) = [item for item in controls(panel) if item["custom_id"].endswith(":wheel")]
    presses = [world.prepared(actor, panel, button["custom_id"], None) for _ in range(2)]
    answers = await world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert (state.phase, state.moves) == ("path", 6)


async def test_the_first_path_is_shown_before_it_is_taken(world: World) -> None:
    evening = await begin(world, 2)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    for _ in range(2):
        panel = await evening.pick(actor, panel, Choose("energy"))
    panel = await evening.pick(actor, panel, "enter/COL")
    assert (await evening.position()).phase == "path"
    assert SPEAK("noria.score.col") in text_of(panel)
    await evening.confirm(actor, panel)
    assert (await evening.position()).players[evening.people.index(actor)].levels == (0, 1, 0, 0)


# Influence ------------------------------------------------------------------------------------------


async def test_prices_stand_there_with_what_keeps_them_from_being_paid(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, panel = await opened(world, monkeypatch, table({"knowledge": 1}))
    text = text_of(panel)
    assert "Night shift: 1 knowledge\n" in text
    assert "Modification: 2 knowledge – knowledge 1 of 2" in text
    assert labels(panel)[SPEAK("noria.panel.swap")] is False
    assert labels(panel)[SPEAK("noria.panel.shift_m")] is True


async def test_two_slots_are_exchanged_in_any_order_after_a_look(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready())
    actor = await evening.active()
    panel = await evening.pick(actor, panel, "modify")
    panel = await evening.pick(actor, panel, "M2", "S1")
    assert (await evening.position()).moves == 0
    panel = await evening.confirm(actor, panel)
    assert (await evening.position()).current.modifications == 1
    assert "Modification, S1 and M2" in text_of(panel)


async def test_a_disc_is_shown_with_what_can_follow_and_back_leaves_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready())
    actor = await evening.active()
    first = Activate("M1")
    panel = await evening.pick(actor, panel, first)
    assert "These can follow: S1 city and L2 mycelium" in text_of(panel)
    panel = await evening.press(actor, panel, "table.back")
    assert "activate/M1/0/-" in picks(panel)
    assert (await evening.position()).moves == 0


async def test_a_doubled_disc_is_a_line_of_its_own(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, panel = await opened(world, monkeypatch, ready(wheel="1C - 1J+ 3T - 2M 4O 6E"))
    actor = await evening.active()
    doubled = Activate("M1", double=True)
    panel = await evening.pick(actor, panel, doubled)
    await evening.confirm(actor, panel)
    assert (await evening.position()).current.doubled == "M1"


async def test_a_bonus_disc_asks_what_it_names(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, panel = await opened(world, monkeypatch, ready(wheel="1B - 1J 3T - 2M 4O 6E"))
    actor = await evening.active()
    panel = await evening.pick(actor, panel, "activate/S1")
    named = Activate("S1", targets=("M1",))
    assert {"activate/S1/0/-", "activate/S1/0/M1"} <= set(picks(panel))
    panel = await evening.pick(actor, panel, named)
    await evening.confirm(actor, panel)
    assert (await evening.position()).current.targets == ("M1",)


# Discs ----------------------------------------------------------------------------------------------


async def test_turning_up_an_island_is_confirmed_and_an_open_one_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, play(ready(), Activate("M1")))
    actor = await evening.active()
    panel = await evening.pick(actor, panel, Travel(None))
    assert (await evening.position()).players[0].ambassador is None
    panel = await evening.press(actor, panel, "table.back")
    target = picks(panel)[0]
    panel = await evening.pick(actor, panel, target)
    assert (await evening.position()).players[0].ambassador is not None
    assert {"take_ship/1", "build/4"} <= set(picks(panel))


async def test_the_payment_that_keeps_most_is_preselected_and_another_can_be_chosen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock = {"energy": 1, "mycelium": 3}
    state = play(table({"stock": stock}), Activate("S1"))
    evening, panel = await opened(world, monkeypatch, state)
    actor = await evening.active()
    panel = await evening.pick(actor, panel, MYCELIUM)
    assert chosen_in(panel, "noria.menu") == [MYCELIUM]
    assert list(lines_of(panel, "noria.menu")) == [MYCELIUM, ENERGY]
    assert "Left afterwards: 1 energy, 2 mycelium" in text_of(panel)
    panel = await evening.pick(actor, panel, ENERGY)
    await evening.confirm(actor, panel)
    assert (await evening.position()).players[0].stock == Bundle(mycelium=3)


async def test_what_cannot_be_paid_is_listed_with_the_reason(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play(table({"stock": {"energy": 1}}), Activate("S1"))
    _, panel = await opened(world, monkeypatch, state)
    assert SPEAK("noria.panel.not_now") in text_of(panel)
    assert "-# Refinement, level 1: 1 obsidian, +0 points – too little for it" in text_of(panel)
    assert [path for path in picks(panel) if path.startswith("invest/")] == [ENERGY]


async def test_giving_an_action_up_is_confirmed_and_the_summary_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, play(ready(), Activate("S1")))
    actor = await evening.active()
    panel = await evening.pick(actor, panel, EndAction())
    assert (await evening.position()).current.running is not None
    panel = await evening.confirm(actor, panel)
    assert (await evening.position()).current.running is None
    assert "S1 city: one action given up" in text_of(panel)


# Politics and the end -------------------------------------------------------------------------------


async def test_politics_goes_chamber_by_chamber_and_says_that_the_turn_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready(levels=[3, 0, 0, 0]))
    actor = await evening.active()
    panel = await evening.pick(actor, panel, "politics")
    assert "your points 0 → 6" in lines_of(panel, "noria.menu")["politics/REF"]
    panel = await evening.pick(actor, panel, "politics/REF")
    assert "politics/REF/REF" not in picks(panel)
    panel = await evening.pick(actor, panel, "politics/REF/COL")
    assert SPEAK("noria.panel.turn_ends") in text_of(panel)
    assert len(panel.attachments) == 2
    await evening.confirm(actor, panel)
    assert (await evening.position()).active == 1


async def test_a_turn_that_ends_with_something_unused_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready())
    actor = await evening.active()
    panel = await evening.pick(actor, panel, EndTurn())
    assert "Still unused: S1 city, M1 journey, and L2 mycelium" in text_of(panel)
    assert SPEAK("noria.panel.politics_left") in text_of(panel)
    await evening.confirm(actor, panel)
    assert (await evening.position()).active == 1


async def test_a_new_disc_is_fitted_in_and_shown_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table({"stock": RICH, "centre": ["E"]}, phase="fit")
    evening, panel = await opened(world, monkeypatch, state)
    actor = await evening.active()
    assert "fit/E/S2" in picks(panel)
    panel = await evening.pick(actor, panel, "fit/E/S2")
    await evening.confirm(actor, panel)
    assert at((await evening.position()).players[0].wheel, "S2") is not None


async def test_whoever_does_not_play_now_only_watches(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin_with(world, monkeypatch, ready())
    panel = await evening.open_panel(evening.people[1])
    assert actions_of(panel) == {"table.move"}
    assert evening.people[0].name in text_of(panel)


async def test_made_up_choices_open_the_panel_as_it_is(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, panel = await opened(world, monkeypatch, ready())
    actor = await evening.active()
    first = deepcopy(panel)
    (item,) = controls(first, "noria.menu")
    for value in ("activate/S1", "place/E/S1/9", "travel/x", "fit/Q/S1", "end_turn/1", "??"):
        (answer,) = await world.send(world.prepared(actor, first, item["custom_id"], [value]))
        assert answer.acknowledged
        assert text_of(evening.message(panel.id)) == text_of(first), value
        assert labels(evening.message(panel.id)) == labels(first)
        assert (await evening.position()).moves == 0
