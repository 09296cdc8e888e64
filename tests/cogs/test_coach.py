"""The coach at real tables: who has one, what it says, that nobody else sees it and nobody waits for it."""

import asyncio
from functools import partial
from typing import Any

import pytest
from any_game import A_WHILE, GAMES, AnyEvening, deal
from simcord.backend.models import Message
from simulated import EN, MemberActor, World, controls, pictured, text_of

from bot.discord import coach
from bot.discord.panel import seat_panel
from bot.discord.presenter import presenter_of
from bot.discord.view_models import view_model
from bot.games.contract import Refusal, Seat
from bot.games.course import course, courses
from bot.games.my_city.moves import Build
from bot.games.my_city.preview import offers
from bot.games.noria.moves import NoriaOptions
from bot.games.six_nimmt.moves import Choose, NimmtOptions
from bot.tables.model import Riddle, Status
from bot.text import words

BULB = EN("learn.solution", move="")
THINKS = EN("coach.thinks")
LOCALES = {"en": "en-US", "ja": "ja"}


def said(message: Message) -> str:
    """What the coach says in a panel; empty where it says nothing."""
    lines = text_of(message).split("\n")
    return next((line.removeprefix(BULB) for line in lines if line.startswith(BULB)), "")


def newest(world: World) -> Message:
    """The panel that was shown last."""
    return world.with_control(world.messages(), "table.coach")


async def begin(world: World, key: str = "six_nimmt", locale: str = "en") -> tuple[MemberActor, Message]:
    """Somebody alone begins a coached game; the panel that follows below the board."""
    ann = world.person("Ann", LOCALES[locale])
    post = await world.open_table([ann], command=f"{presenter_of(key).group} start")
    await world.press(ann, post, "lobby.coached")
    return ann, await asked(world)


async def asked(world: World) -> Message:
    """The panel once the computers have moved, where they are the first."""
    while not any(controls(message, "table.coach") for message in world.messages()):
        await world.env.advance_time(A_WHILE)
    return newest(world)


def two_people(world: World) -> tuple[MemberActor, MemberActor]:
    ann, ben = world.members(2)
    return ann, ben


# Who has one -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", courses())
async def test_by_two_presses_a_coached_game_begins_and_only_its_panel_says_what_is_good(
    world: World, key: str, locale: str
) -> None:
    ann, panel = await begin(world, key, locale)
    table = await world.table()
    assert (table.status, table.host) == (Status.PLAYING, ann.id)
    assert {sitter.computer for sitter in table.sitters[1:]} == {"easy"}
    moment = await world.app.tables.queries.now_at(table.id)
    model, legal = view_model(moment, Seat(0), words(locale)), GAMES[key].game.legal(moment.state, Seat(0))
    assert any(said(panel).startswith(presenter_of(key).named(model, move)) for move in legal)
    assert pictured(panel)
    assert not [post for post in world.public() if BULB in text_of(post)]


async def test_the_picture_is_lit_where_the_coach_speaks_of_it_until_it_is_off(world: World) -> None:
    """Not while a choice is put together: then the picture shows that choice."""
    ann, panel = await begin(world)
    number = said(panel).split()[1].strip("*:.")

    async def names_in_light(choice: str = "") -> set[str]:
        moment = await world.app.tables.queries.now_at(1)
        shown = (await seat_panel(world.app, moment, Seat(0), EN, choice)).drawings[-1]
        return {number for number in ("card", "row") if f"('{number} " in str(getattr(shown, "key", ""))}

    assert "card" in await names_in_light()
    assert not await names_in_light(f"choose/{number}")
    await world.press(ann, panel, "table.coach")
    assert not await names_in_light()


@pytest.mark.parametrize("key", ["six_nimmt", "noerdlingen"])
async def test_it_names_what_is_worse_and_is_gone_and_back_by_one_press_also_after_a_restart(
    world: World, key: str
) -> None:
    ann, panel = await begin(world, key)
    lead = EN("coach.worse", move="@", effect="@").partition("@")[0]
    warning = text_of(panel).partition(lead)[2].partition("\n")[0]
    assert warning.endswith("."), warning
    await world.press(ann, panel, "table.coach")
    assert not said(panel)
    assert lead not in text_of(panel)
    assert controls(panel, "table.coach")[0]["label"] == EN("learn.coach_on")
    await world.restart()
    panel = await world.ask(ann, "table hand")
    assert not said(panel)
    await world.press(ann, panel, "table.coach")
    assert said(panel)
    assert controls(panel, "table.hint")


async def test_what_the_coach_names_is_what_build_builds(world: World) -> None:
    """Of two spots in one panel the wrong one would be one press away."""
    ann, panel = await begin(world, "my_city")
    city, others = presenter_of("my_city"), 0
    while not others:
        model = view_model(await world.app.tables.queries.now_at(1), Seat(0), EN)
        named = said(panel).partition(":")[0]
        others += named != city.named(model, Build(offers(model.view, Seat(0))[0].cells))
        label = EN("my_city.panel.build")
        build = next(each for each in controls(panel, "mycity.step") if each["label"] == label)
        await world.send(world.prepared(ann, panel, build["custom_id"]))
        await world.env.advance_time(A_WHILE)
        after = (await world.app.tables.queries.now_at(1)).state
        assert city.named(model, after.last.choices[0]) == named
        panel = newest(world)


async def test_the_coach_and_the_hint_name_the_same_move(world: World) -> None:
    ann, panel = await begin(world)
    move = said(panel).partition(":")[0]
    await world.press(ann, panel, "table.hint")
    assert EN("table.hint.best", move=move) in text_of(panel)


async def test_it_goes_on_with_the_next_decision_and_a_rematch_keeps_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, 2)
    ann, panel = await begin(world)
    hand = (await world.app.tables.queries.now_at(1)).state.hands[0]
    await world.pick(ann, panel, Choose(hand[0]))
    await world.env.advance_time(A_WHILE)
    again = newest(world)
    assert again.id != panel.id
    assert said(again)
    assert not said(panel)


@pytest.mark.parametrize("on", [True, False])
async def test_with_others_there_is_one_only_where_hints_are_allowed(world: World, on: bool) -> None:
    """It is off until somebody wants it, and then for them alone."""
    ann, ben = two_people(world)
    evening = AnyEvening(world, GAMES["six_nimmt"], [ann, ben])
    await evening.begin(options=NimmtOptions(format="rounds", rounds=1), hints=on)
    panel = await world.ask(ann, "table hand")
    assert bool(controls(panel, "table.coach")) == on
    assert not said(panel)
    if on:
        await world.press(ann, panel, "table.coach")
        assert said(panel)
        assert not said(await world.ask(ben, "table hand"))


async def test_in_a_first_game_of_noria_everybody_has_one_and_may_turn_it_off(world: World) -> None:
    ann, ben = two_people(world)
    evening = AnyEvening(world, GAMES["noria"], [ann, ben])
    await evening.begin(options=NoriaOptions(setup="first"), hints=False)
    (seat,) = await evening.awaited()
    actor, other = evening.people[seat], evening.people[1 - seat]
    panel = await world.ask(actor, "table hand")
    assert said(panel)
    assert not controls(panel, "table.hint")
    assert not said(await world.ask(other, "table hand"))
    await world.press(actor, panel, "table.coach")
    assert not said(panel)
    assert [sitter.coached for sitter in (await world.table()).sitters] == [
        False if sitter == seat else None for sitter in (0, 1)
    ]


async def test_a_stranger_turns_no_coach_on(world: World) -> None:
    ann, panel = await begin(world)
    (button,) = controls(panel, "table.coach")
    zoe = world.person("Zoe")
    (answer,) = await world.send(world.prepared(zoe, newest(world), button["custom_id"]))
    assert EN("refusal.not_seated") in text_of(world.private(answer))
    assert (await world.table()).sitters[0].coached
    assert ann.id == (await world.table()).host


# From the course ---------------------------------------------------------------------------------------


async def test_learn_leads_to_a_coached_game_for_beginners_where_there_can_be_a_table(world: World) -> None:
    """By the choice of a game, and after the last lesson; by direct message there is neither."""
    ann = world.person("Ann")
    chosen = await world.ask(ann, "games learn")
    answer = await world.opened(ann, chosen, "learn.play", values=["noria"])
    assert EN("lobby.begun", table=1) in text_of(answer)
    table = await world.table()
    assert table.status is Status.PLAYING
    assert b'"setup":"first"' in table.options
    assert said(await asked(world))
    alone = world.private(await ann.user.slash("games learn"))
    assert controls(alone, "learn.open")
    assert not controls(alone, "learn.play")


async def test_whoever_has_finished_a_course_is_offered_a_coached_game_there(world: World) -> None:
    ann, courses_ = world.person("Ann"), world.app.tables.courses
    panel = await world.ask(ann, "games learn", game="six_nimmt")
    assert not controls(panel, "learn.play")
    last = len(course("six_nimmt")) - 1
    await world.done(courses_.begin(ann.id, "six_nimmt", last))
    row = await courses_.at(ann.id, "six_nimmt")
    await world.done(courses_.advance(row, "{}", ends=True))
    panel = await world.ask(ann, "games learn", game="six_nimmt")
    await world.press(ann, panel, "learn.play")
    assert said(newest(world))
    assert {sitter.computer for sitter in (await world.table()).sitters} == {None, "easy"}


# Nobody waits ------------------------------------------------------------------------------------------


class Slow:
    """A coach who thinks until the gate is opened."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, *, fails: bool = False) -> None:
        self.world, self.gate, self.asked = world, asyncio.Event(), 0
        app, advise = world.app, world.app.opponents.advise
        monkeypatch.setattr(coach, "PATIENCE", 0.0)
        monkeypatch.setattr(app, "ponder", partial(world.env.external_wait, reason="thinking"))

        async def late(riddle: Riddle, most: int) -> Any:
            self.asked += 1
            await world.env.external_wait(self.gate.wait(), reason="thinking")
            if fails:
                raise Refusal("no_hint")
            return await advise(riddle, most)

        monkeypatch.setattr(app.opponents, "advise", late)

    async def thinks_no_more(self) -> None:
        self.gate.set()
        await self.world.env.advance_time(1)


async def test_panels_do_not_wait_for_a_slow_coach_and_get_its_line_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that follows below a board, and one that was asked for; each decision is thought about once."""
    slow = Slow(world, monkeypatch)
    ann, panel = await begin(world)
    assert THINKS in text_of(panel)
    assert pictured(panel)
    asked_for = await world.ask(ann, "table hand")
    await world.env.advance_time(1)
    assert THINKS in text_of(asked_for)
    await slow.thinks_no_more()
    assert slow.asked == 1
    assert THINKS not in text_of(asked_for)
    assert said(asked_for)


async def test_what_was_thought_while_a_panel_was_drawn_is_shown_in_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, line = Slow(world, monkeypatch), world.app.coach.line

    async def drawn_slowly(*asked: Any) -> str:
        shown = await line(*asked)
        slow.gate.set()
        thoughts = [task for task in asyncio.all_tasks() if task.get_name() == "coach"]
        await asyncio.gather(*thoughts)
        return shown

    monkeypatch.setattr(world.app.coach, "line", drawn_slowly)
    _, panel = await begin(world)
    await slow.thinks_no_more()
    assert slow.asked == 1
    assert THINKS not in text_of(panel)
    assert said(panel)


async def test_a_panel_on_which_somebody_has_gone_on_is_not_drawn_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(world, monkeypatch)
    ann, panel = await begin(world)
    hand = (await world.app.tables.queries.now_at(1)).state.hands[0]
    await world.pick(ann, panel, Choose(hand[0]))
    await world.env.advance_time(A_WHILE)
    assert newest(world).id != panel.id
    settled = text_of(panel)
    await slow.thinks_no_more()
    assert slow.asked == 2
    assert text_of(panel) == settled
    assert THINKS not in text_of(newest(world))
    assert said(newest(world))


async def test_a_coach_who_fails_says_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(world, monkeypatch, fails=True)
    ann, panel = await begin(world)
    assert THINKS in text_of(panel)
    await slow.thinks_no_more()
    assert THINKS not in text_of(panel)
    assert not said(panel)
    assert controls(panel, "nimmt.step")
    assert THINKS not in text_of(await world.ask(ann, "table hand"))


async def test_a_prompt_by_direct_message_has_the_line_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(world, monkeypatch)
    ann, ben = two_people(world)
    evening = AnyEvening(world, GAMES["six_nimmt"], [ann, ben])
    await evening.begin(options=NimmtOptions(format="rounds", rounds=1))
    await world.done(
        world.app.tables.computers.want_coach(evening.table, world.known(ann), coached=True, key=world.key())
    )
    for seat in (0, 1):
        await evening.act(Seat(seat), Choose((await evening.state()).hands[seat][-1]))
    await world.env.advance_time(A_WHILE)
    prompt = world.dms(ann)[-1]
    assert THINKS in text_of(prompt)
    await slow.thinks_no_more()
    assert THINKS not in text_of(prompt)
    assert said(prompt)
    assert not [message for message in world.dms(ben) if said(message)]
