"""`/table plan` and **Plan**: what can be planned, in words and menus, and what others see of it."""

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest
from any_game import A_WHILE, GAMES, OWN, AnyEvening, beginning_with
from discord import Interaction
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, World, controls, text_of

from bot.discord.live_panels import LivePanels
from bot.games.contract import Seat
from bot.games.making import changed
from bot.games.noria.moves import EndTurn
from bot.tables.policy import PLANNED, PLANNED_NEXT
from tests.games.thurn_and_taxis.positions import table

PLANNING = [key for key in OWN if GAMES[key].game.planning is not None]


async def begin(world: World, key: str) -> AnyEvening:
    """A table of three people."""
    evening = AnyEvening(world, GAMES[key], world.members(3), seed=6)
    await evening.begin(options=evening.game.options_type())
    return evening


async def waiting(evening: AnyEvening) -> Seat:
    """A seat of a person that owes nothing, after as few moves as that takes."""
    while True:
        owing = await evening.owing()
        idle = [Seat(seat) for seat in range(len(evening.people)) if seat not in owing]
        if idle and len(owing):
            return idle[0]
        await evening.step()


async def picked(world: World, actor: MemberActor, panel: Message, action: str, at: int, line: int) -> str:
    """What a line of a menu says, once it has been picked."""
    entry = controls(panel, action)[at]["options"][line]
    await world.press(
        actor,
        panel,
        action,
        rest=controls(panel, action)[at]["custom_id"].split(":")[-1],
        values=[entry["value"]],
    )
    return str(entry["label"])


@pytest.mark.parametrize("key", PLANNING)
async def test_a_plan_is_made_shown_and_cleared_and_others_see_nothing(world: World, key: str) -> None:
    evening = await begin(world, key)
    seat = await waiting(evening)
    actor, moment = evening.people[seat], await evening.moment()
    seen = [text_of(message) for message in world.public()]
    panel = await world.opened(actor, evening.board(), "table.plan")
    assert EN("plan.none") in text_of(panel)
    steps = len(controls(panel, "plans.wish"))
    for at in range(3 if steps else 0):
        menus = controls(panel, "plans.wish")
        if at < len(menus):
            label = await picked(world, actor, panel, "plans.wish", at, 0)
            assert f"{at + 1}. {label}" in text_of(panel)
    if evening.game.planning.ranked and steps:
        label = await picked(world, actor, panel, "plans.wish", 0, 0)
        assert EN("plan.else") + label in text_of(panel)
    for at, _ in enumerate(controls(panel, "plans.answer")):
        label = await picked(world, actor, panel, "plans.answer", at, 1)
        assert f"- {label}" in text_of(panel)
    again = await world.ask(actor, "table plan")
    assert [item["custom_id"] for item in controls(again)] == [item["custom_id"] for item in controls(panel)]
    if steps:
        await world.press(actor, panel, "plans.clear")
        assert "\n1. " not in text_of(panel)
    after = await evening.moment()
    assert (after.version, after.state) == (moment.version, moment.state)
    assert [text_of(message) for message in world.public()] == seen
    assert world.app.failures == 0


async def test_a_plan_is_carried_out_and_told_like_a_move_of_its_owner(world: World) -> None:
    evening = await begin(world, "noerdlingen")
    while (await evening.state()).phase != "choose":
        await evening.step()
    state = await evening.state()
    seat, free = state.waiting[0], 6
    actor = evening.people[seat]
    panel = await world.opened(actor, evening.board(), "table.plan")
    await world.press(actor, panel, "plans.wish", values=[str(free)])
    first = Seat(state.active)
    mine = await world.opened(evening.people[first], evening.board(), "table.plan")
    assert EN("refusal.plan_now") in text_of(mine)
    assert EN("plan.none") not in text_of(mine)
    assert not controls(mine, "plans.wish")
    await evening.act(first, next(m for m in evening.game.legal(state, first) if m.number != free))
    assert (await evening.state()).active == seat
    # The decision is its owner's now: nothing more can be planned for it, nor is it offered.
    answer = await world.press(actor, panel, "plans.wish", values=["1"])
    assert EN("refusal.plan_now") in text_of(world.private(answer))
    late = await world.opened(actor, evening.board(), "table.plan")
    assert EN("plan.title") in text_of(late)
    assert EN("plan.how") in text_of(late)
    assert not controls(late, "plans.wish")
    await world.env.advance_time(PLANNED[1] + 1)
    assert (await evening.state()).table[-1][seat] == free


async def test_whoever_decides_themselves_is_left_to_it(world: World) -> None:
    """The panel says when the plan would go on."""
    evening = await begin(world, "noerdlingen")
    while (await evening.state()).phase != "choose":
        await evening.step()
    state = await evening.state()
    seat, first = state.waiting[0], Seat(state.active)
    actor = evening.people[seat]
    panel = await world.opened(actor, evening.board(), "table.plan")
    await world.press(actor, panel, "plans.wish", values=["6"])
    await evening.act(first, next(m for m in evening.game.legal(state, first) if m.number != 6))
    mine = await world.opened(actor, evening.board(), "table.move")
    assert EN("plan.due", when="#").partition("#")[0] in text_of(mine)
    await world.press(actor, mine, "plans.stop")
    assert not controls(mine, "plans.stop")
    await world.env.advance_time(PLANNED[1] + 1)
    assert (await evening.state()).active == seat
    assert (await evening.state()).table[-1][seat] is None


async def next_up(evening: AnyEvening) -> Seat:
    """Who moves after this turn of Noria, which can be ended."""
    while not (await evening.state()).round or (await evening.state()).phase != "influence":
        await evening.step()
    return Seat(((await evening.state()).active + 1) % 3)


async def whole_turn(evening: AnyEvening, seat: Seat) -> list[str]:
    """Plans a turn of Noria that ends as soon as it can; what is to be done, in words."""
    world, actor, labels = evening.world, evening.people[seat], list[str]()
    panel = await world.opened(actor, evening.board(), "table.plan")
    while (menu := controls(panel, "plans.wish")[-1])["custom_id"].endswith(f":{len(labels)}"):
        values = [entry["value"] for entry in menu["options"]]
        ends = next((at for at, value in enumerate(values) if "end_turn" in value), 0)
        labels.append(await picked(world, actor, panel, "plans.wish", -1, ends))
        assert f"{len(labels)}. {labels[-1]}" in text_of(panel)
    assert len(labels) > 4
    return labels


async def test_a_whole_turn_of_noria_is_planned_step_by_step_and_told_in_one_post(world: World) -> None:
    evening = await begin(world, "noria")
    seat = await next_up(evening)
    labels, active = await whole_turn(evening, seat), (await evening.state()).active
    posts = len(world.boards())
    await evening.act(active, EndTurn())
    await world.env.advance_time(PLANNED[1] + len(labels) * PLANNED_NEXT[1] + A_WHILE)
    assert (await evening.state()).active not in (seat, active)
    assert len(world.boards()) == posts + 2


async def test_the_panel_that_is_open_follows_a_plan_move_by_move(world: World) -> None:
    """In place, and in the end it only watches."""
    evening = await begin(world, "noria")
    seat = await next_up(evening)
    labels, actor = await whole_turn(evening, seat), evening.people[seat]
    await evening.act((await evening.state()).active, EndTurn())
    panel, told, plans = await evening.panel(actor), list[str](), world.app.tables.plans
    private = len(world.messages()) - len(world.public())
    while (due := await plans.due(evening.table, actor.id)) is not None:
        told.append(text_of(panel))
        assert controls(panel, "noria.step") + controls(panel, "noria.menu")
        await world.env.advance_time((due - world.env.now()).total_seconds())
        await world.env.advance_time(1)
        turns = {item["custom_id"].split(":")[3] for item in controls(panel)}
        assert turns == {str((await evening.moment()).turn)}
    assert len(set(told)) == len(labels)
    assert {item["custom_id"].split(":")[1] for item in controls(panel)} == {
        "table.move",
        "table.plan",
        "table.undo",
    }
    assert len(world.messages()) - len(world.public()) == private


async def test_what_a_press_is_answered_with_is_not_shown_by_the_board_as_well(world: World) -> None:
    live, press = LivePanels(), SimpleNamespace(guild_id=1, user=SimpleNamespace(id=7))
    press.is_user_integration = bool
    live.keep(cast(Interaction[Any], press), 1, 4, asks=True)
    assert not live.lags(1, 7, 4)
    assert live.lags(1, 7, 5)
    await live.pressed(world.app, 1, 7)
    assert not live.lags(1, 7, 5)


def said_of(panel: Message, step: int, wish: str) -> str:
    """What a line of the menu of a step says beside its wish."""
    (line,) = [one for one in controls(panel, "plans.wish")[step]["options"] if one["value"] == wish]
    return str(line.get("description", ""))


async def test_a_plan_of_thurn_and_taxis_says_where_cards_join_the_own_route(world: World) -> None:
    state = table(
        "basel / ulm kempten innsbruck",
        "ulm / salzburg",
        display="augsburg stuttgart linz lodz pilsen passau",
    )
    evening = AnyEvening(world, GAMES["thurn_and_taxis"], world.members(2))
    with beginning_with(evening.sample, state):
        await evening.begin(options=state.options)
        bob = evening.people[1]
        panel = await world.opened(bob, evening.board(), "table.plan")
        deck = EN("thurn_and_taxis.panel.deck_left", n=state.deck_size)
        wanted = {
            "augsburg": "Baiern · joins at Ulm (left) or Innsbruck (right)",
            "linz": "Salzburg · does not fit yet",
        }
        assert {wish: said_of(panel, 0, wish) for wish in (*wanted, "deck")} == {**wanted, "deck": deck}
        for step, wish in enumerate(("augsburg", "play/augsburg/right")):
            rest = controls(panel, "plans.wish")[step]["custom_id"].split(":")[-1]
            if step:
                left, right = said_of(panel, 1, "play/augsburg/left"), said_of(panel, 1, wish)
                assert (left, right) == (
                    "Baiern · joins at Ulm (left)",
                    "Baiern · joins at Innsbruck (right)",
                )
                assert said_of(panel, 1, "begin/salzburg") == EN("thurn_and_taxis.picture.lost", n=3)
            await world.press(bob, panel, "plans.wish", rest=rest, values=[wish])
        assert said_of(panel, 2, "close") == ""
        await world.press(bob, panel, "plans.clear")
        for wish in ("0/augsburg", "0/stuttgart", "0/deck", "1/play/taken", "2/close"):
            await world.press(bob, panel, "plans.likely", rest=wish)
        told = [text_of(panel).partition(f"\n{at}. ")[2].partition("\n")[0] for at in (1, 2, 3)]
        assert told[0].count(EN("plan.else")) == 2
        assert EN("thurn_and_taxis.plan.deck") in told[0]
        assert told[1:] == [EN(f"thurn_and_taxis.plan.{key}") for key in ("play_taken", "close")]
        assert [item["label"] for item in controls(panel, "plans.likely")] == ["End turn"]


async def test_choices_beyond_one_menu_stand_on_its_further_pages(world: World) -> None:
    """Also politics and the end of the turn, before the exchanges of slots."""
    evening = await begin(world, "noria")
    while not (await evening.state()).round or (await evening.state()).phase != "influence":
        await evening.step()
    state = await evening.state()
    seat = Seat((state.active + 1) % 3)
    rich = replace(state, players=changed(state.players, seat, replace(state.players[seat], knowledge=9)))
    with beginning_with(evening.sample, rich):
        await evening.end()
        await evening.begin(options=state.options)
        planning, view = evening.game.planning, evening.game.view(rich, seat)
        assert planning is not None
        actor, found, pages = evening.people[seat], list[str](), 0
        panel = await world.opened(actor, evening.board(), "table.plan")
        while True:
            (menu,) = controls(panel, "plans.wish")
            values = [entry["value"] for entry in menu["options"]]
            assert len(values) <= 25
            found += [value for value in values if not value.startswith("page ")]
            pages += 1
            if values[-1] != f"page {pages}":
                break
            await picked(world, actor, panel, "plans.wish", 0, -1)
        assert found == list(planning.wishes(view, seat, ()))
        kinds = [json.loads(wish)["move"] for wish in found]
        assert kinds.index("politics") < kinds.index("modify")
        while not any("politics" in value for value in values):
            await picked(world, actor, panel, "plans.wish", 0, 0)
            values = [entry["value"] for entry in controls(panel, "plans.wish")[0]["options"]]
        line = next(at for at, value in enumerate(values) if "politics" in value)
        label = await picked(world, actor, panel, "plans.wish", 0, line)
        assert f"1. {label}" in text_of(panel)
