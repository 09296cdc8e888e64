"""Hints in the simulated Discord: the host's setting, `/table hint`, the button in the panels, trouble."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio
import strange_seats
from evening_of_nimmt import RULES, Evening
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import GALLERY, World, controls, open_world, parts, text_of

from bot import app as house
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.moves import Choose, Deal, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.view import Question
from bot.opponents.brain import Brain
from bot.tables.model import Riddle
from bot.text import words
from bot.view_model import ViewModel
from cogs.six_nimmt.presenter import NimmtPresenter

SPEAK = words("en")
LEAD = {locale: words(locale)("table.hint.best", move="#").partition("#")[0] for locale in ("en", "ja")}
"""What a hint begins with."""


@pytest_asyncio.fixture(params=["en-US", "ja"])
async def spoken(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[World, str]]:
    """A simulated server in each language, and the language."""
    world = await open_world(tmp_path, locale=str(request.param))
    yield world, str(request.param)
    await world.close()


def lobby(world: World) -> Message:
    return world.with_control(world.public(), "lobby.join")


async def allow(world: World, host: MemberActor) -> Message:
    """The host's panel after hints were allowed."""
    panel = await world.opened(host, lobby(world), "lobby.options")
    await world.press(host, panel, "lobby.setting", rest="hints", values=["on"])
    return panel


async def begin(
    world: World,
    count: int = 3,
    *,
    locale: str = "en-US",
    rounds: int = 1,
    closed: bool = False,
    **options: Any,
) -> Evening:
    """A game with hints that has just begun, perhaps of people with closed direct messages."""
    people = world.people(count, locale)
    for actor in people if closed else ():
        world.close_messages(actor)
    await people[0].slash(world.channel, "nimmt start", rounds=rounds, **options)
    await allow(world, people[0])
    for actor in people[1:]:
        await world.press(actor, lobby(world), "lobby.join")
    await world.press(people[0], lobby(world), "lobby.start")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    return Evening(world, people, table.id)


async def ask(world: World, actor: MemberActor) -> Message:
    return await world.ask(actor, "table hint")


def is_hint(message: Message, locale: str = "en") -> bool:
    return LEAD[locale] in text_of(message)


async def advised(evening: Evening, message: Message, seat: int) -> list[int]:
    """The cards that a hint names, the best one first."""
    told = text_of(message).partition("\n\n")[0]
    hand = (await evening.view(seat)).hand
    named = re.findall(r"Play (\d+)", told) or re.findall(r"(\d+)を出す", told)
    assert set(map(int, named)) <= set(hand)
    return [int(card) for card in named]


# The setting -------------------------------------------------------------------------------------------


async def test_the_host_allows_hints_and_the_lobby_says_what_that_means(spoken: tuple[World, str]) -> None:
    world, locale = spoken
    speak, ann = words(locale), world.person("Ann", locale)
    await ann.slash(world.channel, "nimmt start")
    assert speak("table.setting.hints.on.about") not in text_of(lobby(world))
    panel = await allow(world, ann)
    (menu,) = controls(panel, "lobby.setting")
    assert [entry.get("default", False) for entry in menu["options"]] == [False, True]
    assert all(entry["description"] for entry in menu["options"])
    assert speak("table.setting.hints.on.about") in text_of(lobby(world))
    row = f"{speak('table.setting.hints')}: {speak('table.setting.hints.on')}"
    assert row in str(lobby(world).attachments[0]["description"])
    await world.press(ann, panel, "lobby.setting", rest="hints", values=["off"])
    assert row not in str(lobby(world).attachments[0]["description"])


async def test_nobody_but_the_host_allows_hints_and_nobody_after_the_start(world: World) -> None:
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start")
    panel = await world.opened(ann, lobby(world), "lobby.options")
    (menu,) = controls(panel, "lobby.setting")
    await world.press(ben, lobby(world), "lobby.join")
    (answer,) = await world.send(world.prepared(ben, panel, menu["custom_id"], ["on"]))
    assert SPEAK("refusal.not_host") in text_of(world.private(answer))
    await world.press(ann, lobby(world), "lobby.start")
    late = await world.press(ann, panel, "lobby.setting", values=["on"])
    assert SPEAK("refusal.not_lobby") in text_of(world.private(late))
    assert SPEAK("refusal.no_hints") in text_of(await ask(world, ann))


async def test_a_setting_that_this_game_does_not_have_is_refused(world: World) -> None:
    (ann,) = world.people(1)
    await ann.slash(world.channel, "nimmt start")
    panel = await world.opened(ann, lobby(world), "lobby.options")
    (menu,) = controls(panel, "lobby.setting")
    strange = menu["custom_id"].replace("hints", "secrets")
    (answer,) = await world.send(world.prepared(ann, panel, strange, ["on"]))
    assert SPEAK("refusal.bad_options") in text_of(world.private(answer))


# The hint ----------------------------------------------------------------------------------------------


async def test_it_names_the_best_three_with_heads_above_the_panel(spoken: tuple[World, str]) -> None:
    world, locale = spoken
    evening, speak = await begin(world, locale=locale), words(locale)
    before, public = (await evening.moment()).version, len(world.public())
    message = await ask(world, evening.people[1])
    cards = await advised(evening, message, 1)
    assert len(set(cards)) == 3
    why = speak("six_nimmt.hint.why", level=speak("lobby.level.hard"), points="#").partition("#")
    (points,) = re.findall(rf"{re.escape(why[0])}(\d+\.\d){re.escape(why[2])}", text_of(message))
    assert 0 <= float(points) < 60
    assert len(re.findall(r"\d+\.\d", text_of(message))) == 3
    assert controls(message, "nimmt.menu")
    assert [part for part in parts(message) if part["type"] == GALLERY]
    assert ((await evening.moment()).version, len(world.public())) == (before, public)


@pytest.mark.parametrize("closed", [False, True])
async def test_the_button_shows_it_in_place_in_a_panel_and_in_a_direct_message(
    world: World, closed: bool
) -> None:
    """Where those are closed, the command and the panel in the channel still do."""
    evening = await begin(world, 2, closed=closed)
    ann = evening.people[0]
    assert is_hint(await ask(world, ann))
    panel = await evening.open_panel(ann)
    assert bool(world.dms(ann)) != closed
    for message in (*world.dms(ann), panel):
        assert not is_hint(message)
        await world.press(ann, message, "table.hint")
        assert is_hint(message)
    (card, *_) = await advised(evening, panel, 0)
    await world.pick(ann, panel, Choose(card))
    assert (await evening.view(0)).selected == card


async def test_asking_again_gives_the_same_answer(world: World) -> None:
    evening = await begin(world)
    first = text_of(await ask(world, evening.people[0]))
    await world.restart()
    assert text_of(await ask(world, evening.people[0])) == first


async def test_in_the_draft_it_gives_a_reason_instead_of_heads(world: World) -> None:
    evening = await begin(world, deal="logic")
    (seat,) = await evening.owing()
    message = await ask(world, evening.people[seat])
    assert SPEAK("six_nimmt.hint.pick", level="hard") in text_of(message)
    assert len(re.findall(r"Pick (\d+)", text_of(message).partition("\n\n")[0])) == 3
    assert not re.findall(r"\d\.\d", text_of(message))


async def test_for_a_low_card_it_names_a_row(world: World) -> None:
    evening = await begin(world, 4, rounds=10)
    while (question := (await evening.view()).question) is None:
        assert await evening.step()
    message = await ask(world, evening.people[question.seat])
    assert re.search(r"\*\*Hint: Take row [1-4]\*\*", text_of(message))


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_move_has_its_words(locale: str) -> None:
    state = RULES.setup(NimmtOptions(placement="professional"), 2, Chance(bytes(32)))
    seat = Seat(0)
    tie = Question(seat, 50, "tie", (1, 3), ("left", "right"))
    view = RULES.view(state, seat)
    asked = ViewModel(1, 0, msgspec.structs.replace(view, question=tie), ("Ann", "Ben"), words(locale), seat)
    free = ViewModel(1, 0, view, ("Ann", "Ben"), words(locale), seat)
    told = [NimmtPresenter().named(asked, TakeRow(1)), NimmtPresenter().named(asked, TakeRow(3))]
    told += [NimmtPresenter().named(free, move) for move in (TakeRow(3), Choose(7), Pick(7), Deal())]
    assert len(set(told)) == len(told)
    assert [line for line in told if "7" in line] == told[3:5]


# Who may not, and when not -----------------------------------------------------------------------------


async def test_without_the_hosts_leave_there_is_no_button_and_no_hint(world: World) -> None:
    people = world.people(2)
    evening = Evening(world, people, await world.start_game(people, rounds=1))
    assert not controls(evening.prompt(people[0]), "table.hint")
    assert not controls(await evening.open_panel(people[0]), "table.hint")
    assert SPEAK("refusal.no_hints") in text_of(await ask(world, people[0]))


async def test_who_does_not_sit_here_or_has_chosen_gets_none(world: World) -> None:
    evening = await begin(world)
    ann, zoe = evening.people[0], world.person("Zoe")
    assert SPEAK("refusal.not_seated") in text_of(await ask(world, zoe))
    panel = evening.prompt(ann)
    await world.pick(ann, panel, Choose((await evening.view(0)).hand[0]))
    assert not controls(panel, "table.hint")
    assert SPEAK("refusal.not_asked") in text_of(await ask(world, ann))


async def test_somebody_elses_button_tells_nothing(world: World) -> None:
    evening = await begin(world)
    (button,) = controls(evening.prompt(evening.people[0]), "table.hint")
    press = world.prepared(world.person("Zoe"), evening.board(), button["custom_id"])
    (answer,) = await world.send(press)
    assert SPEAK("refusal.not_seated") in text_of(world.private(answer))


async def test_an_old_button_is_about_the_present_moment(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    (button,) = controls(panel, "table.hint")
    old = world.prepared(ann, panel, button["custom_id"])
    turn = (await evening.position()).turn
    while (await evening.position()).turn == turn or 0 not in await evening.owing():
        await evening.step()
    (answer,) = await world.send(old)
    assert answer.acknowledged
    present = (await evening.position()).turn
    assert is_hint(panel)
    assert all(int(item["custom_id"].split(":")[3]) == present for item in controls(panel))


async def test_a_game_that_moves_on_meanwhile_brings_the_panel_without_the_hint(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world, 2)
    advise = world.app.opponents.advise

    async def late(riddle: Riddle, most: int) -> Any:
        advice = await advise(riddle, most)
        state = await evening.position()
        for actor, hand in zip(evening.people, state.hands, strict=True):
            move, key = Choose(hand[-1]), f"late {actor.id}"
            await world.app.tables.play.act(evening.table, actor.id, move, turn=state.turn, key=key)
        return advice

    monkeypatch.setattr(world.app.opponents, "advise", late)
    message = await ask(world, evening.people[0])
    assert not is_hint(message)
    assert SPEAK("refusal.stale") in text_of(message)


# Trouble -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("manner", ["blabbing", "cheating", "suicidal"])
async def test_a_computer_that_fails_gives_no_hint_and_the_log_tells_no_card(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, manner: str
) -> None:
    evening = await begin(world, 2)
    strange_seats.instead_of_easy(monkeypatch, manner)
    with caplog.at_level(logging.DEBUG):
        message = await ask(world, evening.people[0])
    assert SPEAK("refusal.no_hint") in text_of(message)
    told = [record.getMessage() for record in caplog.records if record.name.startswith("bot.opponents")]
    assert len(told) == 1
    assert not re.search(r"\d", told[0])
    assert (await evening.moment()).version == 0


async def test_no_line_of_the_log_holds_a_card_of_a_hint(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    evening = await begin(world, 2)
    with caplog.at_level(logging.DEBUG):
        await ask(world, evening.people[0])
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("bot", "cogs"))]
    assert not [line for line in lines if "move" in line or "Play" in line or "hand" in line]


async def test_who_thinks_too_long_gives_no_hint(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin(world, 2)
    monkeypatch.setattr(world.app.opponents._brain, "_seconds", 0.05)
    strange_seats.instead_of_easy(monkeypatch, "endless")
    assert SPEAK("refusal.no_hint") in text_of(await ask(world, evening.people[0]))


async def test_a_restart_while_it_is_thought_about_loses_the_hint_and_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    monkeypatch.setattr(house, "PATIENCE", 0.01)
    monkeypatch.setattr(Brain.__init__, "__kwdefaults__", {"budget": 60.0})
    monkeypatch.setattr(world.app, "ponder", partial(world.env.external_wait, reason="thinking"))
    with monkeypatch.context() as patch:
        strange_seats.instead_of_easy(patch, "endless")
        answer = await ann.slash(world.channel, "table hint")
        assert answer.acknowledged
        before = await evening.position()
        await world.restart()
    assert await evening.position() == before
    assert is_hint(await ask(world, ann))
