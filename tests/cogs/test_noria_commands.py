"""`/noria`: every step by command, slots, islands and payments in any spelling, the same confirmations."""

from __future__ import annotations

import pytest
from evening_of_noria import begin, begin_with
from simulated import World, confirms, picks, text_of

from bot.discord.move_codec import is_digest, move_at, path_of
from bot.games.contract import Refusal
from bot.games.noria.box import FACTORIES, NOTHING, Bundle
from bot.games.noria.moves import Activate, Invest
from bot.games.noria.notation import read_island, read_payment, read_slot, read_slot_list, read_start
from bot.games.noria.state import NoriaState
from bot.games.registry import game
from bot.text import words
from cogs.noria.presenter import NoriaPresenter
from tests.games.noria.positions import RICH, play, solo, table
from tests.games.noria.sample import START

SPEAK = words("en")


def ready(**more: object) -> NoriaState:
    """The first seat may do anything."""
    return table({"stock": RICH, "knowledge": 20, **more})


# Spellings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["M1", "m1", "Ｍ１", " m1 "])
def test_a_slot_is_known_in_any_spelling(typed: str) -> None:
    assert read_slot(typed) == "M1"


@pytest.mark.parametrize("typed", ["", "M", "M5", "1M", "S1 M1", "**@everyone**"])
def test_what_is_no_slot_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_slot"):
        read_slot(typed)


@pytest.mark.parametrize("typed", ["L2 M1", "m1,l2", "Ｌ２、Ｍ１", "M1 + L2"])
def test_slots_come_in_the_order_of_the_wheel(typed: str) -> None:
    assert read_slot_list(typed) == ("M1", "L2")


@pytest.mark.parametrize(
    ("typed", "meant"), [("4", 4), ("４", 4), ("new", "new"), ("新しい島", "new"), ("NEW", "new")]
)
def test_an_island_is_known_by_its_number(typed: str, meant: int | str) -> None:
    assert NoriaPresenter.commands["travel"].params[0].read(typed) == meant


@pytest.mark.parametrize("typed", ["", "x", "-1", "4.5", "9" * 5000])
def test_what_is_no_island_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="noria_island"):
        read_island(typed)


def test_a_payment_is_known_by_its_letters() -> None:
    assert read_payment("e2m1") == Bundle(energy=2, mycelium=1)
    assert read_payment(" Ｅ2 m1 ") == Bundle(energy=2, mycelium=1)
    assert read_payment("-") == NOTHING


@pytest.mark.parametrize("typed", ["2 energy", "x", "e", "e-1", "e2x"])
def test_what_is_no_payment_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="noria_payment"):
        read_payment(typed)


def test_the_longest_payment_fits_into_a_control() -> None:
    rules = game("noria")
    for pay in (NOTHING, Bundle(sail=12, lamp=3), Bundle(*(99,) * 8)):
        path = path_of(rules, Invest("EXP", pay))
        assert not is_digest(path)
        assert move_at(rules, path) == Invest("EXP", pay)


# Opening --------------------------------------------------------------------------------------------


async def test_a_table_is_opened_with_a_start_position_for_one(world: World) -> None:
    evening = await begin(world, 1, setup=START)
    state = await evening.position()
    assert [pile.price for pile in state.market if pile.disc == "J"] == [1]
    assert (await evening.moment()).table.sitters[0].seat == 0


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("J1", "notation_lines"),
        (START.replace("J1, C2", "J1, Q2"), "notation_market"),
        (START.replace("7, 4(x)", "7, 99(x)"), "notation_islands"),
    ],
)
async def test_a_wrong_start_position_is_told_by_its_line(world: World, typed: str, code: str) -> None:
    ann = world.person("Ann")
    answer = await ann.slash(world.channel, "noria start", setup=typed)
    with pytest.raises(Refusal, match=code) as caught:
        read_start(typed)
    assert text_of(answer.response) == SPEAK(f"refusal.{code}", **caught.value.data)  # type: ignore[arg-type]
    assert await world.app.tables.queries.table_in(world.channel.id) is None


async def test_the_start_position_of_a_game_is_shown_to_be_copied(world: World) -> None:
    evening = await begin(world, 1, setup=START)
    state = await evening.position()
    shown = await evening.command(evening.people[0], "setup")
    assert state.setup
    assert state.setup in text_of(shown)
    await evening.end()
    plain = await begin(world, 2)
    answer = await plain.command(plain.people[0], "setup")
    assert text_of(answer) == SPEAK("refusal.noria_no_start")


# Steps ----------------------------------------------------------------------------------------------


async def test_the_start_is_chosen_by_commands(world: World) -> None:
    evening = await begin(world, 1)
    actor = evening.people[0]
    offered = await evening.offers("place", "slot", "s", disc="J")
    assert set(offered) == {"S1", "S2"}
    await evening.command(actor, "place", disc="J", slot="s1")
    panel = await evening.open_panel(actor)
    await evening.pick(actor, panel, "wheel")
    panel = await evening.command(actor, "path", path="RES")
    await evening.confirm(actor, panel)
    assert (await evening.position()).players[0].levels == (0, 0, 0, 1)


async def test_influence_goes_by_commands_and_is_shown_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, ready())
    actor = evening.people[0]
    panel = await evening.command(actor, "night-shift", ring="M")
    panel = await evening.confirm(actor, panel)
    panel = await evening.command(actor, "swap", one="L6", other="s2")
    await evening.confirm(actor, panel)
    turn = (await evening.position()).current
    assert (turn.night_shifts, turn.modifications) == (1, 1)


async def test_a_journey_goes_by_commands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin_with(world, monkeypatch, ready())
    actor = evening.people[0]
    assert {"S1", "M1", "L2"} == set(await evening.offers("activate", "slot", ""))
    panel = await evening.command(actor, "activate", slot="m1")
    await evening.confirm(actor, panel)
    offered = await evening.offers("travel", "island", "")
    assert "new" in offered
    number = next(value for value in offered if value != "new")
    await evening.command(actor, "travel", island=number)
    assert "1" in await evening.offers("ship", "space", "")
    assert "Build a factory" in (await evening.offers("factory", "spot", ""))["1"]
    await evening.command(actor, "factory", spot="1")
    after = await evening.position()
    assert after.players[0].factories_left == FACTORIES - 1
    assert after.current.running is None


async def test_the_city_takes_what_is_typed_or_what_keeps_most(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play(table({"stock": {"energy": 1, "mycelium": 3}}), Activate("S1"))
    evening = await begin_with(world, monkeypatch, state)
    actor = evening.people[0]
    assert set(await evening.offers("invest", "pay", "", path="COL")) == {"e1", "m1"}
    panel = await evening.command(actor, "invest", path="COL")
    assert SPEAK("noria.count.mycelium", n=1) in text_of(panel)
    assert confirms(panel)[0]["custom_id"].endswith("invest/COL/0.1.0.0.0.0.0.0")
    panel = await evening.command(actor, "invest", path="COL", pay="e1")
    await evening.confirm(actor, panel)
    assert (await evening.position()).players[0].stock == Bundle(mycelium=3)


async def test_what_the_rules_refuse_is_told_beside_the_panel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begin_with(world, monkeypatch, ready())
    ann, ben = evening.people
    assert SPEAK("refusal.not_asked") in text_of(await evening.command(ben, "end-turn"))
    wrong = await evening.command(ann, "activate", slot="S2")
    assert SPEAK("refusal.slot_empty", slot="S2") in text_of(wrong)
    early = await evening.command(ann, "ship", space="1")
    assert SPEAK("refusal.no_disc_running") in text_of(early)
    assert (await evening.position()).moves == 0


async def test_politics_asks_for_the_second_chamber(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin_with(world, monkeypatch, ready())
    actor = evening.people[0]
    panel = await evening.command(actor, "politics", down="REF")
    assert "politics/REF/DIV" in picks(panel)
    panel = await evening.command(actor, "politics", down="REF", remove="DIV")
    await evening.confirm(actor, panel)
    assert (await evening.position()).active == 1


async def test_tools_and_new_discs_go_by_commands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = ready(wheel="1T - 1J 3C - 2M 4O 6E", empty={"sail": 2})
    evening = await begin_with(world, monkeypatch, play(state, Activate("S1")))
    actor = evening.people[0]
    await evening.command(actor, "produce", good="sail")
    assert (await evening.position()).players[0].empty == Bundle(sail=1)
    assert await evening.offers("upgrade", "slot", "") == {}, "producing goes on, or it ends"
    panel = await evening.command(actor, "end-action")
    await evening.confirm(actor, panel)
    assert (await evening.position()).current.running is None


async def test_somebody_alone_ends_the_turn_by_command(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await begin_with(world, monkeypatch, solo(player={"knowledge": 1}))
    actor = evening.people[0]
    panel = await evening.command(actor, "end-turn")
    assert SPEAK("noria.panel.sure", move=SPEAK("noria.move.end_turn")) in text_of(panel)
    await evening.confirm(actor, panel)
    assert (await evening.position()).round > 1
