"""The private panel of My City: steering, choosing, changing, and what a press that comes too late does."""

from __future__ import annotations

import pytest
from evening_of_mycity import CityEvening, aim, begin, begin_with, button, is_off, picked, spots
from panel_evening import actions_of, lines_of, own_items
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, confirms, controls, picks, text_of

from bot.games.contract import Seat
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Begin, Build, Finish, MyCityOptions, MyCityState, Pass, Stop
from bot.games.my_city.preview import offers
from bot.tables.model import Status
from bot.text import words
from tests.games.my_city.positions import CHANCE, roll, table

EN, JA = words("en"), words("ja")


def aimed(panel: Message) -> str:
    """Where the building of a panel is tried out; the score tells its own step from the present one."""
    at, page, scored = picked(button(panel, "score")).removeprefix("aim/").split("/")
    return f"aim/{at}/{page}/{1 - int(scored)}"


@pytest.fixture
async def evening(world: World, monkeypatch: pytest.MonkeyPatch) -> CityEvening:
    """Two people in episode 1; each has a building on D1 and D2 and is asked for a pair."""
    state = table(1, "r D1 D2", "r D1 D2", roll=roll("I2"))
    return await begin_with(world, monkeypatch, state)


# Steering ---------------------------------------------------------------------------------------------


async def test_the_panel_begins_at_the_best_spot_with_what_it_gains(evening: CityEvening) -> None:
    panel = await evening.open_panel(evening.people[0])
    (best, line), *_ = spots(panel).items()
    assert aimed(panel) == best
    assert "+2" in line
    assert "+2" in text_of(panel)
    assert panel.attachments


async def test_arrows_turns_and_flips_are_shown_and_nothing_is_chosen(evening: CityEvening) -> None:
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    panel = await evening.pick(ann, panel, aim("E1/0"))
    pictures = {panel.attachments[0]["url"]}
    steps = (("down", "E2/0"), ("right", "F2/0"), ("turn", "F2/1"), ("up", "F1/1"), ("left", "E1/1"))
    for step, expected in steps:
        panel = await evening.use(ann, panel, step)
        assert aimed(panel) == aim(expected)
        pictures.add(panel.attachments[0]["url"])
    assert len(pictures) == 6
    assert (await evening.position()).choices == (None, None)


async def test_an_arrow_stops_at_the_edge_and_a_flip_that_changes_nothing_is_off(
    evening: CityEvening,
) -> None:
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    panel = await evening.pick(ann, panel, aim("E1/0"))
    assert is_off(panel, "up")
    assert is_off(panel, "flip")
    assert not is_off(panel, "turn")
    panel = await evening.use(ann, panel, "right", "right")
    assert is_off(panel, "right")


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_where_it_cannot_stand_the_reason_is_told_and_build_is_off(
    world: World, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    state = table(1, "r D1 D2", "", roll=roll("I2"))
    evening = await begin_with(world, monkeypatch, state, locale=locale)
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    for at, code in (("D3/0", "crosses_river"), ("B9/0", "touches_nothing"), ("C2/0", "on_structure")):
        steering = button(panel, "left")["custom_id"].rpartition(":")[0]
        (answer,) = await world.send(world.prepared(ann, panel, f"{steering}:{aim(at)}"))
        assert answer.acknowledged
        panel = evening.message(panel.id)
        assert (JA if locale == "ja" else EN)(f"refusal.{code}", cell="D2") in text_of(panel)
        assert is_off(panel, "build")


async def test_the_menu_has_all_spots_in_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(1, "r D4 D5, i C4 C5, p E4 E5, r B4 B5, i F4 F5", "", roll=roll("L4"))
    evening = await begin_with(world, monkeypatch, state)
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    found: list[str] = []
    for page in range(20):
        lines = [*spots(panel)]
        here = [value for value in lines if value.split("/")[2] == str(page)]
        turning = [value for value in lines if value not in here]
        assert len(lines) <= 25
        found += [value.split("/")[1] for value in here]
        forth = [value for value in turning if value.split("/")[2] == str(page + 1)]
        assert len(turning) == len(forth) + (page > 0)
        if not forth:
            break
        panel = await evening.pick(ann, panel, forth[0])
    assert len(found) == len(set(found)) == len(evening.rules.legal(state, Seat(0))) - 2 > 40
    panel = await evening.pick(ann, panel, next(iter(spots(panel))))
    assert next(iter(spots(panel))).split("/")[1] == found[0]


async def test_the_score_comes_in_words_and_stays_while_steering(evening: CityEvening) -> None:
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    before = text_of(panel)
    panel = await evening.use(ann, panel, "score")
    told = text_of(panel)
    assert len(told) > len(before)
    for row in ("trees", "rocks", "empty_meadow", "passes"):
        assert EN(f"my_city.score.{row}") in told
    panel = await evening.pick(ann, panel, aim("E1/0", scored=True))
    panel = await evening.use(ann, panel, "down")
    assert EN("my_city.score.rocks") in text_of(panel)
    panel = await evening.use(ann, panel, "score")
    assert EN("my_city.score.rocks") not in text_of(panel)


# Choosing ---------------------------------------------------------------------------------------------


async def test_a_choice_is_made_at_once_and_can_be_changed_until_all_have_chosen(
    evening: CityEvening,
) -> None:
    ann, ben = evening.people
    panel = await evening.open_panel(ann)
    panel = await evening.pick(ann, panel, aim("E1/0"))
    panel = await evening.use(ann, panel, "build")
    assert (await evening.position()).choices == (Build(("E1", "F1")), None)
    assert EN("my_city.panel.chosen", move="Build at E1") in text_of(panel)
    assert is_off(panel, "build")
    panel = await evening.use(ann, panel, "pass")
    assert (await evening.position()).choices == (Pass(), None)
    assert is_off(panel, "pass")
    panel = await evening.use(ann, panel, "stop")
    assert (await evening.position()).choices == (Pass(), None)
    panel = await evening.confirm(ann, panel)
    assert (await evening.position()).choices == (Stop(), None)
    panel = await evening.use(ann, panel, "build")
    assert isinstance((await evening.position()).choices[0], Build)
    await evening.choose(ben)
    assert (await evening.position()).round == 3


async def test_what_ends_the_round_is_said_before_it_is_built(evening: CityEvening) -> None:
    ann, ben = evening.people
    early = await evening.open_panel(ben)
    assert EN("my_city.panel.final") not in text_of(early)
    await evening.choose(ann)
    late = await evening.use(ben, early, "build")
    assert EN("my_city.panel.final") in text_of(late)
    assert (await evening.position()).choices[1] is None
    await evening.use(ben, late, "build")
    assert (await evening.position()).round == 3


async def test_a_pass_that_ends_the_round_and_every_stop_are_confirmed(evening: CityEvening) -> None:
    ann, ben = evening.people
    await evening.choose(ann)
    panel = await evening.use(ben, await evening.open_panel(ben), "pass")
    assert actions_of(panel) == {"mycity.confirm", "table.back"}
    assert EN("my_city.panel.final") in text_of(panel)
    panel = await evening.press(ben, panel, "table.back")
    panel = await evening.use(ben, panel, "stop")
    assert actions_of(panel) == {"mycity.confirm", "table.back"}
    assert (await evening.position()).choices[1] is None
    await evening.confirm(ben, panel)
    assert (await evening.position()).sheets[1].stopped


async def test_two_who_choose_last_in_the_same_instant_do_not_end_the_round_unasked(
    evening: CityEvening,
) -> None:
    panels = [await evening.open_panel(actor) for actor in evening.people]
    presses = [
        evening.world.prepared(actor, panel, button(panel, "pass")["custom_id"])
        for actor, panel in zip(evening.people, panels, strict=True)
    ]
    answers = await evening.world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert sum(choice is not None for choice in state.choices) == 1
    assert state.round == 2
    assert [bool(confirms(evening.message(panel.id))) for panel in panels].count(True) == 1


async def test_who_plays_alone_is_told_that_each_choice_is_final(world: World) -> None:
    evening = await begin(world, 1, seed=1)
    (ann,) = evening.people
    panel = await evening.open_panel(ann)
    assert EN("my_city.panel.final_alone") in text_of(panel)
    panel = await evening.use(ann, panel, "build")
    state = await evening.position()
    assert (state.round, len(state.sheets[0].drawn)) == (2, 1)
    assert EN("my_city.panel.final_alone") in text_of(panel)
    assert world.dms(ann) == []


def crowded() -> MyCityState:
    """Episode 1 of two people, played on until nothing fits on the sheet of the first one."""
    state = GAME.setup(MyCityOptions(), 2, CHANCE)
    while offers(state, Seat(0)):
        seat = next(Seat(seat) for seat in range(2) if state.owes(Seat(seat)))
        state = GAME.apply(state, seat, next(iter(GAME.legal(state, seat))), CHANCE).state
    return state


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_where_nothing_fits_passing_is_urged(
    world: World, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    evening = await begin_with(world, monkeypatch, crowded(), locale=locale)
    speak = JA if locale == "ja" else EN
    panel = await evening.open_panel(evening.people[0])
    assert speak("my_city.panel.nowhere") in text_of(panel)
    assert not controls(panel, "mycity.menu")
    assert is_off(panel, "build")
    passing = button(panel, "pass")
    assert passing["label"] == speak("my_city.panel.pass_for", points="\u22121")
    assert passing["style"] == 1
    panel = await evening.use(evening.people[0], panel, "pass")
    assert (await evening.position()).choices[0] == Pass()


async def test_whoever_has_left_the_episode_only_watches(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(1, {"drawn": [], "stopped": True}, "", "")
    evening = await begin_with(world, monkeypatch, state)
    panel = await evening.open_panel(evening.people[0])
    assert EN("refusal.left_episode") in text_of(panel)
    assert actions_of(panel) == {"table.move"}


# Free order -------------------------------------------------------------------------------------------


async def test_the_first_player_chooses_the_episodes_and_ends_the_campaign(world: World) -> None:
    evening = await begin(world, 2, seed=2, mode="campaign", order="free")
    evening.longest = 1
    ann, ben = evening.people
    assert world.public()[-1].mention_user_ids == [ann.id]
    watching = await evening.open_panel(ben)
    assert actions_of(watching) == {"table.move"}
    panel = await evening.open_panel(ann)
    assert picks(panel) == [f"begin/{episode}" for episode in range(1, 13)]
    panel = await evening.pick(ann, panel, Begin(9))
    assert (await evening.position()).phase == "between"
    panel = await evening.confirm(ann, panel)
    assert (await evening.position()).episode == 9
    await evening.turn()
    assert (await evening.position()).phase == "between"
    panel = await evening.open_panel(ann)
    assert "begin/9" not in picks(panel)
    panel = await evening.pick(ann, panel, Finish())
    panel = await evening.press(ann, panel, "table.back")
    panel = await evening.pick(ann, panel, Finish())
    await evening.confirm(ann, panel)
    assert (await evening.moment()).table.status is Status.FINISHED


async def test_each_episode_to_choose_from_names_its_chapter(japanese_world: World) -> None:
    evening = await begin(japanese_world, 1, locale="ja", mode="campaign", order="free")
    lines = lines_of(await evening.open_panel(evening.people[0]), "mycity.menu")
    assert lines["begin/5"].endswith("| 第2章\uff1a教会")


# Presses that come too late, and forged ones ----------------------------------------------------------


async def test_every_control_of_a_round_that_is_over_brings_the_present_panel(evening: CityEvening) -> None:
    ann, _ = evening.people
    sure = await evening.use(ann, await evening.open_panel(ann), "stop")
    old = confirms(sure)
    panel = await evening.press(ann, sure, "table.back")
    panel = await evening.pick(ann, panel, [*spots(panel)][1])
    old += own_items(panel, "mycity")
    assert len(old) == 12
    await evening.round()
    before = await evening.position()
    for item in old:
        values = [aim("E1/0")] if "options" in item else None
        (answer,) = await evening.world.send(evening.world.prepared(ann, panel, item["custom_id"], values))
        assert answer.acknowledged
        assert EN("refusal.stale") in text_of(evening.message(panel.id))
    assert await evening.position() == before


async def test_controls_of_an_older_version_still_steer_choose_and_change(evening: CityEvening) -> None:
    ann, ben = evening.people
    panel = await evening.open_panel(ann)
    turn = (await evening.moment()).turn

    async def once(actor: MemberActor, action: str, *values: str) -> Message:
        custom_id = f"s1:mycity.{action.replace(':', f':{evening.table}:{turn}:')}"
        prepared = evening.world.prepared(actor, panel, custom_id, values or None)
        await evening.world.send(prepared)
        return evening.message(panel.id)

    assert aimed(await once(ann, "steer:dE2/0~0")) == aim("E2/0")
    assert aimed(await once(ann, "spot:E2/0~0", "E1/0~0+")) == aim("E1/0", scored=True)
    await once(ann, "build:E1/0")
    assert (await evening.position()).choices == (Build(("E1", "F1")), None)
    await once(ann, "pass:")
    assert (await evening.position()).choices == (Pass(), None)
    assert confirms(await once(ann, "stop:"))
    await once(ann, "stopped:stop")
    assert (await evening.position()).choices == (Stop(), None)
    await evening.choose(ben)
    assert EN("refusal.stale") in text_of(await once(ann, "build:E1/0"))


async def test_controls_made_up_by_hand_do_no_harm(evening: CityEvening) -> None:
    ann, _ = evening.people
    panel = await evening.open_panel(ann)
    turn = (await evening.moment()).turn
    for rest in (
        *("", "aim", "aim/Z9.0.0/0/0", "aim/H11.0.0/99/1", "aim/D4.7.0/0/0", "aim/D4.0.0/-1/0", "aim/D4.0/0"),
        *("begin/3", "!begin/3", "!build/-", "~build/Z9", "!build/D3.D4", "!finish", "~stop/x", "#", "aim#1"),
    ):
        for action in ("step", "confirm"):
            custom_id = f"s1:mycity.{action}:{evening.table}:{turn}:{rest}"
            (answer,) = await evening.world.send(evening.world.prepared(ann, panel, custom_id))
            assert answer.acknowledged
    state = await evening.position()
    assert (state.round, state.choices) == (2, (None, None))
    assert evening.world.app.failures == 0
