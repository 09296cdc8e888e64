"""Hints in the simulated Discord: the host's setting, `/table hint`, the button in the panels, trouble."""

import asyncio
import logging
import re
from itertools import islice
from random import Random
from typing import Any

import pytest
from any_game import GAMES, AnyEvening, beginning_with, deal, moment
from simcord.backend.models import Message
from simulated import EN, World, controls, noted, pictured, text_of

from bot import app as house
from bot.discord.table_words import hint_text
from bot.games.chance import Chance
from bot.games.contract import Advice
from bot.games.noria.moves import NoriaOptions
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.tables.model import Riddle
from bot.text import words
from tests.games.six_nimmt.positions import play, table

LEAD = EN("table.hint.best", move="#").partition("#")[0]
"""What a hint begins with."""


@pytest.fixture(autouse=True)
def few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is little to think about."""
    deal(monkeypatch, 4)


async def begin(world: World, count: int = 2, closed: bool = False) -> AnyEvening:
    """A game with hints that has just begun, perhaps of people with closed direct messages."""
    people = world.members(count)
    for actor in people if closed else ():
        world.close_messages(actor)
    evening = AnyEvening(world, GAMES["six_nimmt"], people)
    await evening.begin(options=NimmtOptions(format="rounds", rounds=1))
    return evening


def is_hint(message: Message) -> bool:
    return LEAD in text_of(message)


async def advised(evening: AnyEvening, message: Message, seat: int) -> list[int]:
    """The cards that a hint names, the best one first."""
    named = re.findall(r"Play (\d+)", text_of(message).partition("\n\n")[0])
    assert set(map(int, named)) <= set((await evening.state()).hands[seat])
    return [int(card) for card in named]


# The setting -------------------------------------------------------------------------------------------


async def test_the_host_alone_allows_hints_before_the_start_and_the_lobby_says_what_that_means(
    world: World,
) -> None:
    ann, ben = world.members(2)
    post = await world.open_table([ann])
    assert EN("table.setting.hints.on.about") not in text_of(post)
    panel = await world.opened(ann, post, "lobby.options")
    await world.press(ann, panel, "lobby.setting", rest="hints", values=["on"])
    menu, *_ = controls(panel, "lobby.setting")
    assert [entry.get("default", False) for entry in menu["options"]] == [False, True]
    assert all(entry["description"] for entry in menu["options"])
    assert EN("table.setting.hints.on.about") in text_of(post)
    row = f"{EN('table.setting.hints')}: {EN('table.setting.hints.on')}"
    assert row in str(post.attachments[0]["description"])
    await world.press(ann, panel, "lobby.setting", rest="hints", values=["off"])
    assert row not in str(post.attachments[0]["description"])
    await world.press(ben, post, "lobby.join")
    strange = menu["custom_id"].replace("hints", "secrets")
    for actor, name, code in ((ben, menu["custom_id"], "not_host"), (ann, strange, "bad_options")):
        (answer,) = await world.send(world.prepared(actor, panel, name, ["on"]))
        assert EN(f"refusal.{code}", host=ann.name) in text_of(world.private(answer))
    await world.press(ann, post, "lobby.start")
    late = await world.opened(ann, panel, "lobby.setting", rest="hints", values=["on"])
    assert EN("refusal.not_lobby") in text_of(late)
    assert EN("refusal.no_hints") in await world.says(ann, "table hint")
    assert not controls(world.with_control(world.messages(), "nimmt.step"), "table.hint")


# The hint ----------------------------------------------------------------------------------------------


async def test_it_names_the_best_three_with_heads_above_the_panel_and_again_after_a_restart(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """No line of the log holds a card of it."""
    evening = await begin(world, 3)
    before, public = (await evening.moment()).version, len(world.public())
    with caplog.at_level(logging.DEBUG):
        message = await world.ask(evening.people[1], "table hint")
    assert len(set(await advised(evening, message, 1))) == 3
    why = EN("six_nimmt.hint.why", level=EN("lobby.level.hard"), points="#").partition("#")
    (points,) = re.findall(rf"{re.escape(why[0])}(\d+\.\d){re.escape(why[2])}", text_of(message))
    assert 0 <= float(points) < 60
    assert len(re.findall(r"\d+\.\d", text_of(message))) == 3
    assert controls(message, "nimmt.step")
    assert pictured(message)
    assert ((await evening.moment()).version, len(world.public())) == (before, public)
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("bot", "cogs"))]
    assert not [line for line in lines if "move" in line or "Play" in line or "hand" in line]
    await world.restart()
    assert await world.says(evening.people[1], "table hint") == text_of(message)


@pytest.mark.parametrize("closed", [False, True])
async def test_the_button_shows_it_in_place_in_a_panel_and_in_a_direct_message(
    world: World, closed: bool
) -> None:
    """Where those are closed, the command and the panel in the channel still do. An old button is about the
    present moment; that of somebody else tells nothing; who has chosen gets none."""
    evening = await begin(world, closed=closed)
    ann, zoe = evening.people[0], world.person("Zoe")
    assert is_hint(await world.ask(ann, "table hint"))
    panel = await evening.panel(ann)
    (button,) = controls(panel, "table.hint")
    assert bool(world.dms(ann)) != closed
    for message in (*world.dms(ann), panel):
        assert not is_hint(message)
        await world.press(ann, message, "table.hint")
        assert is_hint(message)
    (answer,) = await world.send(world.prepared(zoe, evening.board(), button["custom_id"]))
    for shown in (world.private(answer), await world.ask(zoe, "table hint")):
        assert EN("refusal.not_seated") in text_of(shown)
    (card, *_) = await advised(evening, panel, 0)
    await world.pick(ann, panel, Choose(card))
    assert (await evening.state()).selected[0] == card
    assert not controls(panel, "table.hint")
    assert EN("refusal.not_your_turn", names="player1") in await world.says(ann, "table hint")
    turn, ben = (await evening.state()).turn, evening.people[1]
    theirs = await evening.panel(ben)
    await world.pick(ben, theirs, Choose((await evening.state()).hands[1][-1]))
    present = (await evening.state()).turn
    assert present > turn
    (answer,) = await world.send(world.prepared(ann, panel, button["custom_id"]))
    assert answer.acknowledged
    assert is_hint(panel)
    assert all(int(item["custom_id"].split(":")[3]) == present for item in controls(panel))


async def test_in_the_draft_it_gives_a_reason_and_for_a_low_card_it_names_a_row(world: World) -> None:
    people, sample = world.members(4), GAMES["six_nimmt"]
    evening = AnyEvening(world, sample, people)
    await evening.begin(options=NimmtOptions(deal="logic"))
    (seat,) = await evening.owing()
    message = await world.ask(people[seat], "table hint")
    assert EN("six_nimmt.hint.pick", level="hard") in text_of(message)
    assert len(re.findall(r"Pick (\d+)", text_of(message).partition("\n\n")[0])) == 3
    assert not re.findall(r"\d\.\d", text_of(message))
    await evening.end()
    low = play(table("20 / 30 / 40 / 50", "22 60 / 33 61 / 44 62 / 5 63"), "22 33 44 5")
    with beginning_with(sample, low):
        await evening.begin()
        message = await world.ask(people[3], "table hint")
    assert re.search(r"\*\*Hint: Take row [1-4]\*\*", text_of(message))


# Trouble -----------------------------------------------------------------------------------------------


async def test_a_game_that_moves_on_meanwhile_brings_the_panel_without_the_hint(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world)
    advise = world.app.opponents.advise

    async def late(riddle: Riddle, most: int) -> Any:
        advice = await advise(riddle, most)
        state = await evening.state()
        for actor, hand in zip(evening.people, state.hands, strict=True):
            move, key = Choose(hand[-1]), f"late {actor.id}"
            await world.app.tables.play.act(evening.table, actor.id, move, turn=state.turn, key=key)
        return advice

    monkeypatch.setattr(world.app.opponents, "advise", late)
    message = await world.ask(evening.people[0], "table hint")
    assert not is_hint(message)
    assert noted(message) == EN("kit.renewed")


async def test_a_restart_while_it_is_thought_about_loses_the_hint_and_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world)
    ann, app = evening.people[0], world.app

    async def endless(*_: object) -> None:
        await app.wait(asyncio.Event().wait(), reason="thinking")

    monkeypatch.setattr(house, "PATIENCE", 0.01)
    monkeypatch.setattr(app.opponents, "advise", endless)
    answer = await ann.slash(world.channel, "table hint")
    assert answer.acknowledged
    before = await evening.state()
    await world.restart()
    assert await evening.state() == before
    assert is_hint(await world.ask(ann, "table hint"))


# What it says ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("presenters")
def test_points_compare_only_moves_that_a_computer_has_looked_ahead_from() -> None:
    """Where a decision has a reason of its own, no points are named."""
    game, speak = GAMES["noria"].game, words("en")
    state = game.setup(NoriaOptions(setup="first"), 2, Chance(bytes(32)))
    seat = next(iter(game.decisions(state)))
    best, second, third = islice(game.legal(state, seat), 3)
    now = moment("noria", state, 2)
    advice = Advice(best, 9.0), Advice(second, 7.0), Advice(third, 1.0, foreseen=False)
    told = hint_text(now, seat, advice, speak)
    assert "7.0" in told
    assert "1.0" not in told
    assert speak("table.hint.next") not in hint_text(now, seat, (advice[0], advice[2]), speak)


@pytest.mark.parametrize("kind", ["resources", "path"])
@pytest.mark.usefixtures("presenters")
def test_nothing_is_promised_where_a_computer_begins_a_game_without_looking_ahead(kind: str) -> None:
    game, speak = GAMES["noria"].game, words("en")
    state = game.setup(NoriaOptions(), 2, Chance(bytes(32)))
    seat = next(iter(game.decisions(state)))
    while game.decisions(state)[seat].kind != kind:
        state = game.apply(state, seat, next(iter(game.legal(state, seat))), Chance(bytes(32))).state
    advice = game.opponents["hard"].advice(game.view(state, seat), list(game.legal(state, seat)), Random(1))
    told = hint_text(moment("noria", state, 2), seat, advice, speak)
    assert "points it expects" in told
    assert not re.findall(r"\d\.\d", told)
    assert speak("table.hint.next") not in told
