"""The private panel of My City: steering, choosing, changing, and what a press that comes too late does."""

from __future__ import annotations

import pytest
from evening_of_mycity import CityEvening, begin, begin_with
from panel_evening import actions_in, actions_of, lines_of, values_of
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.games.contract import Seat
from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Build, MyCityOptions, Pass, Stop
from bot.games.my_city.preview import offers
from bot.games.my_city.state import MyCityState
from bot.tables.model import Status
from bot.text import words
from tests.games.my_city.positions import CHANCE, roll, table

EN, JA = words("en"), words("ja")


def rest_of(panel: Message, action: str, first: str = "") -> str:
    """What the button of an action carries; of several the one whose rest begins like this."""
    rests = [item["custom_id"].rpartition(":")[2] for item in controls(panel, action)]
    return next(rest for rest in rests if rest.startswith(first))


async def steer(evening: CityEvening, actor: MemberActor, panel: Message, *steps: str) -> Message:
    """Presses arrows by their first letters."""
    for step in steps:
        rest = rest_of(panel, "mycity.steer", step)
        panel = await evening.press(actor, panel, "mycity.steer", rest=rest)
    return panel


def is_off(panel: Message, action: str, first: str = "") -> bool:
    """Whether the button can't be pressed."""
    rest = rest_of(panel, action, first)
    return any(
        bool(item.get("disabled"))
        for item in controls(panel, action)
        if item["custom_id"].endswith(f":{rest}")
    )


@pytest.fixture
async def evening(world: World, monkeypatch: pytest.MonkeyPatch) -> CityEvening:
    """Two people in episode 1; each has a building on D1 and D2 and is asked for a pair."""
    state = table(1, "r D1 D2", "r D1 D2", roll=roll("I2"))
    return await begin_with(world, monkeypatch, state)


# Steering ---------------------------------------------------------------------------------------------


async def test_the_panel_begins_at_the_best_spot_with_what_it_gains(evening: CityEvening) -> None:
    panel = await evening.open_panel(evening.people[0])
    best, *_ = lines_of(panel, "mycity.spot").items()
    assert rest_of(panel, "mycity.build") == best[0].partition("~")[0]
    assert "+2" in best[1]
    assert "+2" in text_of(panel)
    assert panel.attachments


async def test_arrows_turns_and_flips_are_shown_and_nothing_is_chosen(evening: CityEvening) -> None:
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    panel = await evening.press(ann, panel, "mycity.spot", values=["E1/0~0"])
    pictures = {panel.attachments[0]["url"]}
    for step, expected in (("d", "E2/0"), ("r", "F2/0"), ("t", "F2/1"), ("u", "F1/1"), ("l", "E1/1")):
        panel = await steer(evening, ann, panel, step)
        assert rest_of(panel, "mycity.build") == expected
        pictures.add(panel.attachments[0]["url"])
    assert len(pictures) == 6
    assert (await evening.position()).choices == (None, None)


async def test_an_arrow_stops_at_the_edge_and_a_flip_that_changes_nothing_is_off(
    evening: CityEvening,
) -> None:
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    panel = await evening.press(ann, panel, "mycity.spot", values=["E1/0~0"])
    assert is_off(panel, "mycity.steer", "u")
    assert is_off(panel, "mycity.steer", "f")
    assert not is_off(panel, "mycity.steer", "t")
    panel = await steer(evening, ann, panel, "r", "r")
    assert is_off(panel, "mycity.steer", "r")


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_where_it_cannot_stand_the_reason_is_told_and_build_is_off(
    world: World, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    state = table(1, "r D1 D2", "", roll=roll("I2"))
    evening = await begin_with(world, monkeypatch, state, locale=locale)
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    for at, code in (("D3/0", "crosses_river"), ("B9/0", "touches_nothing"), ("C2/0", "on_structure")):
        steering = controls(panel, "mycity.steer")[0]["custom_id"].rpartition(":")[0]
        (answer,) = await world.send(world.prepared(ann, panel, f"{steering}:l{at}~0"))
        assert answer.acknowledged
        panel = evening.message(panel.id)
        assert (JA if locale == "ja" else EN)(f"refusal.{code}", cell="D2") in text_of(panel)
        assert is_off(panel, "mycity.build")


async def test_the_menu_has_all_spots_in_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(1, "r D4 D5, i C4 C5, p E4 E5, r B4 B5, i F4 F5", "", roll=roll("L4"))
    evening = await begin_with(world, monkeypatch, state)
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    found: list[str] = []
    for page in range(20):
        spots = [value for value in values_of(panel, "mycity.spot") if value.endswith(f"~{page}")]
        turning = [value for value in values_of(panel, "mycity.spot") if value not in spots]
        assert len(values_of(panel, "mycity.spot")) <= 25
        found += [value.partition("~")[0] for value in spots]
        forth = [value for value in turning if value.endswith(f"~{page + 1}")]
        assert len(turning) == len(forth) + (page > 0)
        if not forth:
            break
        panel = await evening.press(ann, panel, "mycity.spot", values=forth)
    assert len(found) == len(set(found)) == len(evening.rules.legal(state, Seat(0))) - 2 > 40
    panel = await evening.press(ann, panel, "mycity.spot", values=values_of(panel, "mycity.spot")[:1])
    assert values_of(panel, "mycity.spot")[0].partition("~")[0] == found[0]


async def test_the_score_comes_in_words_and_stays_while_steering(evening: CityEvening) -> None:
    ann = evening.people[0]
    panel = await evening.open_panel(ann)
    before = text_of(panel)
    panel = await steer(evening, ann, panel, "s")
    told = text_of(panel)
    assert len(told) > len(before)
    for row in ("trees", "rocks", "empty_meadow", "passes"):
        assert EN(f"my_city.score.{row}") in told
    panel = await evening.press(ann, panel, "mycity.spot", values=["E1/0~0+"])
    panel = await steer(evening, ann, panel, "d")
    assert EN("my_city.score.rocks") in text_of(panel)
    panel = await steer(evening, ann, panel, "s")
    assert EN("my_city.score.rocks") not in text_of(panel)


# Choosing ---------------------------------------------------------------------------------------------


async def test_a_choice_is_made_at_once_and_can_be_changed_until_all_have_chosen(
    evening: CityEvening,
) -> None:
    ann, ben = evening.people
    panel = await evening.open_panel(ann)
    panel = await evening.press(ann, panel, "mycity.spot", values=["E1/0~0"])
    panel = await evening.press(ann, panel, "mycity.build")
    assert (await evening.position()).choices == (Build(("E1", "F1")), None)
    assert EN("my_city.panel.chosen", move="Build at E1") in text_of(panel)
    assert is_off(panel, "mycity.build")
    panel = await evening.press(ann, panel, "mycity.pass")
    assert (await evening.position()).choices == (Pass(), None)
    assert is_off(panel, "mycity.pass")
    panel = await evening.press(ann, panel, "mycity.stop")
    assert (await evening.position()).choices == (Pass(), None)
    panel = await evening.press(ann, panel, "mycity.stopped")
    assert (await evening.position()).choices == (Stop(), None)
    panel = await evening.press(ann, panel, "mycity.build")
    assert isinstance((await evening.position()).choices[0], Build)
    await evening.choose(ben)
    assert (await evening.position()).round == 3


async def test_what_ends_the_round_is_said_before_it_is_built(evening: CityEvening) -> None:
    ann, ben = evening.people
    early = await evening.open_panel(ben)
    assert EN("my_city.panel.final") not in text_of(early)
    await evening.choose(ann)
    late = await evening.press(ben, early, "mycity.build")
    assert EN("my_city.panel.final") in text_of(late)
    assert (await evening.position()).choices[1] is None
    await evening.press(ben, late, "mycity.build")
    assert (await evening.position()).round == 3


async def test_a_pass_that_ends_the_round_and_every_stop_are_confirmed(evening: CityEvening) -> None:
    ann, ben = evening.people
    await evening.choose(ann)
    panel = await evening.press(ben, await evening.open_panel(ben), "mycity.pass")
    assert actions_of(panel) == {"mycity.passed", "table.back"}
    assert EN("my_city.panel.final") in text_of(panel)
    panel = await evening.press(ben, panel, "table.back")
    panel = await evening.press(ben, panel, "mycity.stop")
    assert actions_of(panel) == {"mycity.stopped", "table.back"}
    assert (await evening.position()).choices[1] is None
    await evening.press(ben, panel, "mycity.stopped")
    assert (await evening.position()).sheets[1].stopped


async def test_two_who_choose_last_in_the_same_instant_do_not_end_the_round_unasked(
    evening: CityEvening,
) -> None:
    panels = [await evening.open_panel(actor) for actor in evening.people]
    presses = [
        evening.world.prepared(actor, panel, controls(panel, "mycity.pass")[0]["custom_id"])
        for actor, panel in zip(evening.people, panels, strict=True)
    ]
    answers = await evening.world.send(*presses)
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert sum(choice is not None for choice in state.choices) == 1
    assert state.round == 2
    assert [bool(controls(evening.message(panel.id), "mycity.passed")) for panel in panels].count(True) == 1


async def test_who_plays_alone_is_told_that_each_choice_is_final(world: World) -> None:
    evening = await begin(world, 1, seed=1)
    (ann,) = evening.people
    panel = await evening.open_panel(ann)
    assert EN("my_city.panel.final_alone") in text_of(panel)
    panel = await evening.press(ann, panel, "mycity.build")
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
    assert not controls(panel, "mycity.spot")
    assert is_off(panel, "mycity.build")
    (button,) = controls(panel, "mycity.pass")
    assert button["label"] == speak("my_city.panel.pass_for", points="\u22121")
    assert button["style"] == 1
    panel = await evening.press(evening.people[0], panel, "mycity.pass")
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
    assert len(values_of(panel, "mycity.begin")) == 12
    assert not controls(panel, "mycity.finish")
    panel = await evening.press(ann, panel, "mycity.begin", values=["9"])
    assert (await evening.position()).phase == "between"
    panel = await evening.press(ann, panel, "mycity.begun")
    assert (await evening.position()).episode == 9
    await evening.turn()
    assert (await evening.position()).phase == "between"
    panel = await evening.open_panel(ann)
    assert "9" not in values_of(panel, "mycity.begin")
    panel = await evening.press(ann, panel, "mycity.finish")
    panel = await evening.press(ann, panel, "table.back")
    panel = await evening.press(ann, panel, "mycity.finish")
    await evening.press(ann, panel, "mycity.finished")
    assert (await evening.moment()).table.status is Status.FINISHED
    assert evening.pressed >= {"mycity.begin", "mycity.begun", "mycity.finish", "mycity.finished"}


async def test_each_episode_to_choose_from_names_its_chapter(japanese_world: World) -> None:
    evening = await begin(japanese_world, 1, locale="ja", mode="campaign", order="free")
    lines = lines_of(await evening.open_panel(evening.people[0]), "mycity.begin")
    assert lines["5"].endswith("| 第2章\uff1a教会")


# Presses that come too late or from somebody else -----------------------------------------------------


async def test_every_control_of_a_round_that_is_over_brings_the_present_panel(evening: CityEvening) -> None:
    ann, _ = evening.people
    panel = await evening.open_panel(ann)
    sure = await evening.press(ann, panel, "mycity.stop")
    old = [(item["custom_id"], sure) for item in controls(sure, "mycity.stopped")]
    panel = await evening.press(ann, sure, "table.back")
    old += [(item["custom_id"], panel) for item in controls(panel) if "mycity." in item["custom_id"]]
    await evening.round()
    before = await evening.position()
    stale = {item.rpartition(":")[0] for item, _ in old}
    assert len(stale) == 6
    for custom_id, message in old:
        values = ["E1/0~0"] if "mycity.spot" in custom_id else None
        (answer,) = await evening.world.send(evening.world.prepared(ann, message, custom_id, values))
        assert answer.acknowledged
        assert EN("refusal.stale") in text_of(evening.message(panel.id))
    assert await evening.position() == before


async def test_a_double_click_builds_once_and_says_nothing_of_it(evening: CityEvening) -> None:
    ann, ben = evening.people
    await evening.choose(ben)
    panel = await evening.open_panel(ann)
    press = controls(panel, "mycity.build")[0]["custom_id"]
    answers = await evening.world.send(*[evening.world.prepared(ann, panel, press) for _ in range(2)])
    assert all(answer.acknowledged for answer in answers)
    state = await evening.position()
    assert (state.round, len(state.sheets[0].drawn)) == (3, 2)


async def test_nobody_else_can_use_a_panel_or_sees_more_than_that_they_sit_nowhere(
    evening: CityEvening,
) -> None:
    zoe = evening.world.person("Zoe")
    panel = await evening.open_panel(evening.people[0])
    for item in controls(panel):
        values = ["E1/0~0"] if "mycity.spot" in item["custom_id"] else None
        (answer,) = await evening.world.send(evening.world.prepared(zoe, panel, item["custom_id"], values))
        assert answer.response is not None
    assert (await evening.position()).choices == (None, None)
    told = text_of(evening.world.messages()[-1])
    assert EN("refusal.not_seated") in told


async def test_controls_made_up_by_hand_do_no_harm(evening: CityEvening) -> None:
    ann, _ = evening.people
    panel = await evening.open_panel(ann)
    table_id = evening.table
    for action, rest in (
        *(("mycity.steer", rest) for rest in ("", "l", "lZ9/9~0", "lH11/0~99", "sD4/0~0+", "xbegin/3")),
        *(("mycity.build", rest) for rest in ("", "!", "Z9/0", "H11/0", "D3/0!")),
        *(("mycity.begun", rest) for rest in ("", "0", "99", "x")),
        ("mycity.finished", ""),
    ):
        custom_id = f"s1:{action}:{table_id}:0:{rest}"
        (answer,) = await evening.world.send(evening.world.prepared(ann, panel, custom_id))
        assert answer.acknowledged
    assert (await evening.position()).round == 2
    assert actions_in("mycity") >= {"mycity.steer", "mycity.build"}
