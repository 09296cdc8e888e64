"""`/mycity`: starting a table with only what counts, building by cells in any spelling, and the rest."""

from __future__ import annotations

from typing import Any

import pytest
from evening_of_mycity import CityEvening, begin, begin_with, is_off
from panel_evening import actions_of
from simulated import World, controls, picks, text_of

from bot.games.my_city.game import GAME
from bot.games.my_city.moves import Build, MyCityOptions, Pass, Stop
from bot.text import words
from tests.games.my_city.positions import roll, table

EN, JA = words("en"), words("ja")


@pytest.fixture
async def evening(world: World, monkeypatch: pytest.MonkeyPatch) -> CityEvening:
    """Two people in episode 1; each has a building on D1 and D2 and is asked for a corner of three."""
    state = table(1, "r D1 D2", "r D1 D2", roll=roll("V3"))
    return await begin_with(world, monkeypatch, state)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, MyCityOptions()),
        ({"episode": 7}, MyCityOptions(episode=7)),
        ({"chapter": 2}, MyCityOptions(mode="chapter", chapter=2)),
        ({"mode": "mini"}, MyCityOptions(mode="mini")),
        ({"order": "free"}, MyCityOptions(mode="campaign", order="free")),
        ({"mode": "campaign"}, MyCityOptions(mode="campaign")),
        ({"mode": "episode", "episode": 12}, MyCityOptions(episode=12)),
    ],
)
async def test_what_is_played_follows_from_what_is_said(
    world: World, given: dict[str, Any], expected: MyCityOptions
) -> None:
    await world.person("Ann").slash(world.channel, "mycity start", **given)
    opened = await world.app.tables.queries.table_in(world.channel.id)
    assert opened is not None
    assert GAME.decode_options(opened.options) == expected


@pytest.mark.parametrize(
    ("mode", "asked"),
    [("episode", {"episode"}), ("chapter", {"chapter"}), ("mini", set()), ("campaign", {"order"})],
)
async def test_the_lobby_asks_only_for_what_counts(world: World, mode: str, asked: set[str]) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "mycity start", mode=mode)
    answer = await world.press(ann, world.with_control(world.public(), "lobby.options"), "lobby.options")
    assert answer.response is not None
    panel = next(message for message in world.messages() if message.id == answer.response.id)
    offered = {item["custom_id"].rpartition(":")[2] for item in controls(panel, "lobby.option")}
    assert offered == {"mode", *asked}


@pytest.mark.parametrize("spelled", ["C2 C3 B3", "c2,c3,b3", "Ｃ２　Ｂ３　Ｃ３", "2C 3C 3B", "b-3、c-2、c-3"])
async def test_a_building_is_named_by_its_cells_in_any_spelling(evening: CityEvening, spelled: str) -> None:
    await evening.command(evening.people[0], "build", at=spelled)
    assert (await evening.position()).choices[0] == Build(("C2", "B3", "C3"))


async def test_a_building_is_named_by_its_upper_left_cell_and_how_it_lies(evening: CityEvening) -> None:
    ann, ben = evening.people
    await evening.command(ann, "build", at="e1", turn="1")
    chosen = (await evening.position()).choices[0]
    assert chosen == Build(("E1", "F1", "E2"))
    await evening.command(ann, "build", at="E1", turn="1", flip=True)
    assert (await evening.position()).choices[0] not in (None, chosen)
    assert (await evening.position()).choices[1] is None
    await evening.command(ben, "pass")
    panel = await evening.open_panel(ben)
    assert EN("my_city.panel.final") in text_of(panel)


async def test_the_one_way_that_fits_is_taken_and_of_several_one_is_to_be_chosen(
    evening: CityEvening,
) -> None:
    ann, _ = evening.people
    panel = await evening.command(ann, "build", at="E1")
    assert (await evening.position()).choices[0] is None
    assert EN("my_city.command.several", n=3, cell="E1") in text_of(panel)
    assert not is_off(panel, "build")
    await evening.command(ann, "build", at="C3")
    assert (await evening.position()).choices[0] == Build(("C3", "D3", "C4"))


async def test_what_does_not_fit_is_shown_with_the_reason(evening: CityEvening) -> None:
    ann, _ = evening.people
    panel = await evening.command(ann, "build", at="G5")
    assert EN("refusal.touches_nothing") in text_of(panel)
    assert is_off(panel, "build")
    for at, sentence in (
        ("H11", EN("refusal.off_sheet", cell="H11")),
        ("Z9", EN("refusal.no_such_cell", cell="Z9")),
        ("D12", EN("refusal.no_such_cell", cell="D12")),
        ("the river", EN("refusal.no_such_cell", cell="THE")),
        ("E1 E2", EN("refusal.wrong_shape")),
        ("E1 F2", EN("refusal.wrong_shape")),
    ):
        assert sentence in text_of(await evening.command(ann, "build", at=at))
    assert (await evening.position()).choices == (None, None)


async def test_the_last_choice_of_a_round_is_shown_before_it_is_made(evening: CityEvening) -> None:
    ann, ben = evening.people
    await evening.choose(ben)
    panel = await evening.command(ann, "build", at="C2 C3 B3")
    assert EN("my_city.panel.final") in text_of(panel)
    for name in ("pass", "stop"):
        panel = await evening.command(ann, name)
        assert picks(panel) == []
        assert actions_of(panel) == {"mycity.confirm", "table.back"}
    assert (await evening.position()).round == 2
    await evening.confirm(ann, panel)
    assert (await evening.position()).sheets[0].stopped


async def test_a_choice_by_command_is_changed_by_command_while_others_choose(evening: CityEvening) -> None:
    ann, _ = evening.people
    await evening.command(ann, "pass")
    assert (await evening.position()).choices == (Pass(), None)
    panel = await evening.command(ann, "stop")
    assert (await evening.position()).choices == (Pass(), None), "a stop is shown first, also then"
    await evening.confirm(ann, panel)
    assert (await evening.position()).choices == (Stop(), None)
    found: list[Any] = await ann.autocomplete(evening.world.channel, "mycity build", "at", "C3")
    await evening.command(ann, "build", at=found[0]["value"])
    assert (await evening.position()).choices == (Build(("C3", "D3", "C4")), None)


@pytest.mark.parametrize(
    ("typed", "starts"), [("", "CEF"), ("e", "E"), ("Ｅ１", "E"), ("1e", ""), ("zzz", "")]
)
async def test_the_spots_are_offered_while_somebody_types(
    evening: CityEvening, typed: str, starts: str
) -> None:
    found: list[Any] = await evening.people[0].autocomplete(
        evening.world.channel, "mycity build", "at", typed
    )
    assert {item["value"][0] for item in found} <= {*starts}
    assert bool(found) == bool(starts)
    assert len(found) <= 25
    legal = {move.cells for move in GAME.legal(await evening.position(), 0) if isinstance(move, Build)}
    for item in found[:3]:
        await evening.command(evening.people[0], "build", at=item["value"])
        assert (await evening.position()).choices[0].cells in legal


async def test_spots_are_offered_that_hold_all_cells_that_were_typed(evening: CityEvening) -> None:
    found: list[Any] = await evening.people[0].autocomplete(
        evening.world.channel, "mycity build", "at", "E1 E2 "
    )
    assert found
    for item in found:
        await evening.command(evening.people[0], "build", at=item["value"])
        assert {"E1", "E2"} <= {*(await evening.position()).choices[0].cells}


async def test_nobody_else_is_offered_or_told_anything(evening: CityEvening) -> None:
    zoe = evening.world.person("Zoe")
    assert await zoe.autocomplete(evening.world.channel, "mycity build", "at", "") == []
    for name, options in (("build", {"at": "D4"}), ("pass", {}), ("stop", {}), ("episode", {"number": 2})):
        assert EN("refusal.not_seated") in text_of(await evening.command(zoe, name, **options))


async def test_a_campaign_in_free_order_is_led_by_commands(world: World) -> None:
    evening = await begin(world, 2, mode="campaign", order="free")
    evening.longest = 1
    ann, ben = evening.people
    found: list[Any] = await ann.autocomplete(world.channel, "mycity episode", "number", "")
    assert [item["value"] for item in found] == list(range(1, 13))
    assert await ben.autocomplete(world.channel, "mycity episode", "number", "") == []
    for typed in ("11", EN("my_city.episode.11")):
        (line,) = await ann.autocomplete(world.channel, "mycity episode", "number", typed)
        assert (line["value"], line["name"]) == (11, f"11: {EN('my_city.episode.11')}")
    assert EN("refusal.not_asked") in text_of(await evening.command(ben, "episode", number=3))
    assert EN("refusal.finish_early") in text_of(await evening.command(ann, "finish"))
    panel = await evening.command(ann, "episode", number=5)
    await evening.confirm(ann, panel)
    assert (await evening.position()).episode == 5
    assert EN("refusal.not_now") in text_of(await evening.command(ann, "episode", number=6))
    await evening.turn()
    assert EN("refusal.episode_played", episode=5) in text_of(await evening.command(ann, "episode", number=5))
    panel = await evening.command(ann, "finish")
    await evening.confirm(ann, panel)
    assert (await evening.position()).phase == "over"


async def test_the_commands_answer_in_japanese(
    japanese_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(1, "r D1 D2", "r D1 D2", roll=roll("V3"))
    evening = await begin_with(japanese_world, monkeypatch, state, locale="ja")
    panel = await evening.command(evening.people[0], "build", at="Ｇ５")
    assert JA("refusal.touches_nothing") in text_of(panel)
    panel = await evening.command(evening.people[0], "stop")
    assert JA("my_city.panel.stop_sure") in text_of(panel)
