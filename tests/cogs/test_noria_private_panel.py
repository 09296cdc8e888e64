"""The private panel of Noria: what each step offers, shows and asks, and why something can't be done."""

from __future__ import annotations

from copy import deepcopy

import pytest
from evening_of_noria import NoriaEvening, begin, begin_with
from panel_evening import actions_of, chosen_in, lines_of, values_of
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.noria.bundle import Bundle
from bot.games.noria.moves import Activate, EndAction, EndTurn, Modify, Travel
from bot.games.noria.state import NoriaState
from bot.games.noria.wheel import at
from bot.text import words
from cogs.noria.choice import text_of as written
from tests.games.noria.positions import RICH, play, table

SPEAK = words("en")
END = written(EndTurn())


def labels(panel: Message) -> dict[str, bool]:
    """The buttons of the panel, and whether they can be pressed."""
    return {item["label"]: not item.get("disabled") for item in controls(panel) if "options" not in item}


def menu(panel: Message, name: str) -> list[str]:
    """The values of a menu by what it is for."""
    found = [item for item in controls(panel) if item["custom_id"].endswith(f":{name}")]
    return [option["value"] for item in found for option in item["options"]]


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
    panel = await evening.press(actor, await evening.open_panel(actor), "noria.wheel")
    state = await evening.position()
    assert state.phase == "resources"
    assert written(Activate("M1")) not in text_of(panel)
    assert SPEAK("noria.panel.resources_left", n=1) in text_of(panel)


async def test_a_wheel_is_built_disc_by_disc_and_the_proposal_fills_what_is_left(world: World) -> None:
    evening = await begin(world, 1)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    panel = await evening.press(actor, panel, "noria.choose", rest="place", values=["place/J"])
    panel = await evening.press(actor, panel, "noria.make", rest="slot", values=["place/J/S1"])
    assert "place/J" not in menu(panel, "place")
    await evening.press(actor, panel, "noria.wheel")
    state = await evening.position()
    there = at(state.players[0].wheel, "S1")
    assert there is not None
    assert there.kind == "J"
    assert state.phase == "path"


async def test_two_presses_of_the_proposed_wheel_build_it_once(world: World) -> None:
    evening = await begin(world, 1)
    actor = await evening.active()
    panel = await evening.open_panel(actor)
    (button,) = controls(panel, "noria.wheel")
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
        panel = await evening.press(actor, panel, "noria.make", rest="choose/energy")
    panel = await evening.press(actor, panel, "noria.choose", rest="path", values=["enter/COL"])
    assert (await evening.position()).phase == "path"
    assert SPEAK("noria.score.col") in text_of(panel)
    await evening.press(actor, panel, "noria.make", rest="enter/COL")
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
    panel = await evening.press(actor, panel, "noria.choose", rest="modify")
    panel = await evening.press(actor, panel, "noria.swap", values=["M2", "S1"])
    assert (await evening.position()).moves == 0
    panel = await evening.press(actor, panel, "noria.make", rest=written(Modify("S1", "M2")))
    assert (await evening.position()).current.modifications == 1
    assert "Modification, S1 and M2" in text_of(panel)


async def test_a_disc_is_shown_with_what_can_follow_and_back_leaves_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready())
    actor = await evening.active()
    first = written(Activate("M1"))
    panel = await evening.press(actor, panel, "noria.choose", rest="disc", values=[first])
    assert "These can follow: S1 city and L2 mycelium" in text_of(panel)
    panel = await evening.press(actor, panel, "table.back")
    assert first in menu(panel, "disc")
    assert (await evening.position()).moves == 0


async def test_a_doubled_disc_is_a_line_of_its_own(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, panel = await opened(world, monkeypatch, ready(wheel="1C - 1J+ 3T - 2M 4O 6E"))
    actor = await evening.active()
    doubled = written(Activate("M1", double=True))
    panel = await evening.press(actor, panel, "noria.choose", rest="disc", values=[doubled])
    await evening.press(actor, panel, "noria.make", rest=doubled)
    assert (await evening.position()).current.doubled == "M1"


async def test_a_bonus_disc_asks_what_it_names(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, panel = await opened(world, monkeypatch, ready(wheel="1B - 1J 3T - 2M 4O 6E"))
    actor = await evening.active()
    panel = await evening.press(actor, panel, "noria.choose", rest="disc", values=["bonus/S1"])
    named = written(Activate("S1", targets=("M1",)))
    assert {written(Activate("S1")), named} <= set(menu(panel, "targets"))
    panel = await evening.press(actor, panel, "noria.choose", rest="targets", values=[named])
    await evening.press(actor, panel, "noria.make", rest=named)
    assert (await evening.position()).current.targets == ("M1",)


# Discs ----------------------------------------------------------------------------------------------


async def test_turning_up_an_island_is_confirmed_and_an_open_one_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, play(ready(), Activate("M1")))
    actor = await evening.active()
    hidden = written(Travel(None))
    panel = await evening.press(actor, panel, "noria.choose", rest=hidden)
    assert (await evening.position()).players[0].ambassador is None
    panel = await evening.press(actor, panel, "table.back")
    target = menu(panel, "travel")[0]
    panel = await evening.press(actor, panel, "noria.make", rest="travel", values=[target])
    assert (await evening.position()).players[0].ambassador is not None
    assert {"take_ship/1", "build/4"} <= set(menu(panel, "arrived"))


async def test_the_payment_that_keeps_most_is_preselected_and_another_can_be_chosen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock = {"energy": 1, "mycelium": 3}
    state = play(table({"stock": stock}), Activate("S1"))
    evening, panel = await opened(world, monkeypatch, state)
    actor = await evening.active()
    panel = await evening.press(actor, panel, "noria.choose", rest="invest", values=["invest/COL/m1"])
    assert chosen_in(panel, "noria.choose") == ["invest/COL/m1"]
    assert values_of(panel, "noria.choose") == ["invest/COL/m1", "invest/COL/e1"]
    assert "Left afterwards: 1 energy, 2 mycelium" in text_of(panel)
    panel = await evening.press(actor, panel, "noria.choose", rest="pay", values=["invest/COL/e1"])
    await evening.press(actor, panel, "noria.make", rest="invest/COL/e1")
    assert (await evening.position()).players[0].stock == Bundle(mycelium=3)


async def test_what_cannot_be_paid_is_listed_with_the_reason(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play(table({"stock": {"energy": 1}}), Activate("S1"))
    _, panel = await opened(world, monkeypatch, state)
    assert SPEAK("noria.panel.not_now") in text_of(panel)
    assert "-# Refinement, level 1: 1 obsidian, +0 points – too little for it" in text_of(panel)
    assert menu(panel, "invest") == ["invest/COL/e1"]


async def test_giving_an_action_up_is_confirmed_and_the_summary_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, play(ready(), Activate("S1")))
    actor = await evening.active()
    stop = written(EndAction())
    panel = await evening.press(actor, panel, "noria.choose", rest=stop)
    assert (await evening.position()).current.running is not None
    panel = await evening.press(actor, panel, "noria.make", rest=stop)
    assert (await evening.position()).current.running is None
    assert "S1 city: one action given up" in text_of(panel)


# Politics and the end -------------------------------------------------------------------------------


async def test_politics_goes_chamber_by_chamber_and_says_that_the_turn_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready(levels=[3, 0, 0, 0]))
    actor = await evening.active()
    panel = await evening.press(actor, panel, "noria.choose", rest="politics")
    assert "your points 0 → 6" in lines_of(panel, "noria.choose")["politics/REF"]
    panel = await evening.press(actor, panel, "noria.choose", rest="down", values=["politics/REF"])
    assert "politics/REF/REF" not in values_of(panel, "noria.choose")
    panel = await evening.press(actor, panel, "noria.choose", rest="remove", values=["politics/REF/COL"])
    assert SPEAK("noria.panel.turn_ends") in text_of(panel)
    assert len(panel.attachments) == 2
    await evening.press(actor, panel, "noria.make", rest="politics/REF/COL")
    assert (await evening.position()).active == 1


async def test_a_turn_that_ends_with_something_unused_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, panel = await opened(world, monkeypatch, ready())
    actor = await evening.active()
    panel = await evening.press(actor, panel, "noria.choose", rest=END)
    assert "Still unused: S1 city, M1 journey, and L2 mycelium" in text_of(panel)
    assert SPEAK("noria.panel.politics_left") in text_of(panel)
    await evening.press(actor, panel, "noria.make", rest=END)
    assert (await evening.position()).active == 1


async def test_a_new_disc_is_fitted_in_and_shown_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table({"stock": RICH, "centre": ["E"]}, phase="fit")
    evening, panel = await opened(world, monkeypatch, state)
    actor = await evening.active()
    slots = menu(panel, "fit")
    assert "fit/E/S2" in slots
    panel = await evening.press(actor, panel, "noria.choose", rest="fit", values=["fit/E/S2"])
    await evening.press(actor, panel, "noria.make", rest="fit/E/S2")
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
    (item,) = [item for item in controls(first) if item["custom_id"].endswith(":disc")]
    for value in ("bonus/S1", "place/E/S1/9", "travel/x", "fit/Q/S1", "end_turn/1", "??"):
        (answer,) = await world.send(world.prepared(actor, first, item["custom_id"], [value]))
        assert answer.acknowledged
        assert text_of(evening.message(panel.id)) == text_of(first), value
        assert labels(evening.message(panel.id)) == labels(first)
        assert (await evening.position()).moves == 0
