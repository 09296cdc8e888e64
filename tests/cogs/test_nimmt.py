"""6 nimmt! in Discord: what its panels offer and ask, the variants, people and computers at one table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from any_game import GAMES, AnyEvening
from cases import NEXT, STRANGER, Case, asks, back, cases, look, offer, pick, refusal, run, say, sure, typed
from evening_of_nimmt import begin
from simulated import World, controls, picks, text_of

from bot.games.contract import Refusal, Seat
from bot.games.registry import game
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import Person
from bot.text import words
from bot.verify import verify
from tests.games.six_nimmt.positions import choose, table

SPEAK = words("en")
ROWS = "20 / 30 / 40 / 50"
LOW, _ = choose(table(ROWS, "22 60 70 / 33 61 71 / 44 62 72 / 5 63 73"), 22, 33, 44, 5)
"""The fourth seat has laid a low card."""
TIE, _ = choose(
    table(ROWS, "25 60 70 / 33 61 71 / 44 62 72", options={"placement": "professional"}), 25, 33, 44
)
"""A card that is equally near to two ends."""


def said(key: str, /, **data: Any) -> Any:
    """A sentence of the panel."""
    return say(f"six_nimmt.panel.{key}", **data)


def three(**options: Any) -> NimmtState:
    """Three who have three cards each left."""
    return table(ROWS, "22 60 70 / 33 61 71 / 44 62 72", options=options)


CASES = (
    Case(
        "a selected card is shown and can be changed until all have chosen, the last one confirms",
        three(),
        (
            offer("play", "card", "", [22, 60, 70]),
            offer("play", "card", "6", [60]),
            offer("take", "row", "", {}),
            typed("play", card=33)(says=refusal("not_in_hand", card=33), offers={"choose"}),
            pick(Choose(22), says=said("chosen", card=22), chosen=["choose/22"]),
            pick(Choose(60), says=said("chosen", card=60), chosen=["choose/60"]),
            typed("play", card=33)(by=1, says=said("chosen", card=33)),
            pick(Choose(44), by=2, says=said("last", card=44)),
            back(lacks={"confirm"}),
            pick(Choose(62), says=said("last", card=62)),
            sure(state={"hands.0": (22, 70), "hands.2": (44, 72)}),
            offer("play", "card", "", [44, 72]),
            look(by=STRANGER, says=refusal("not_seated"), kept=True),
            offer("play", "card", "", {}),
        ),
    ),
    Case(
        "only the owner of a low card chooses a row and confirms it",
        LOW,
        (
            typed("take", row=2)(by=0, says=refusal("not_asked")),
            look(steps={"table.move"}),
            offer("take", "row", "", {}),
            look(by=3, picks=[f"take_row/{row}" for row in (1, 2, 3, 4)]),
            offer("take", "row", "", [1, 2, 3, 4]),
            pick(TakeRow(2)),
            pick(TakeRow(3)),
            sure(state={"question": None, "piles.3": (40,)}),
        ),
    ),
    Case(
        "in a tie the two ends are offered and nothing else",
        TIE,
        (
            look(by=0, offers={"take_row/1", "take_row/2"}, lacks={"take_row/3"}),
            typed("take", row=4)(says=refusal("not_tied", row=4, first=1, second=2)),
            pick(TakeRow(1)),
            sure(state={"question": None}),
        ),
    ),
    Case(
        "a pick of the draft needs to be confirmed and can be thought over",
        NimmtOptions(deal="logic", placement="professional", playing="open", format="rounds", rounds=1),
        (
            pick(Pick(7), says=said("pick_sure", card=7)),
            back(lacks={"confirm"}),
            typed("pick", card=100)(says=refusal("not_in_pool", card=100)),
            pick(Pick(9)),
            sure(board="論理 · プロフェッショナル · オープン"),
            typed("pick", card=9)(says=refusal("not_asked")),
            typed("pick", card=9)(by=NEXT, says=refusal("not_in_pool", card=9)),
        ),
        locale="ja",
        seats=2,
    ),
    Case(
        "in Open a card is confirmed and then seen by all",
        three(playing="open"),
        (
            pick(Choose(60), by=NEXT, says=said("lay_sure", card=60)),
            sure(state={"selected.0": 60}, board=say("six_nimmt.report.laid", name="player0", card=60)),
            typed("play", card=22)(says=refusal("already_laid")),
        ),
    ),
    Case(
        "the text has the own hand alone",
        three(),
        (asks("text", says="22"), asks("text", by=STRANGER, hides="22, 60")),
    ),
)


@cases(*CASES)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("six_nimmt", case, tmp_path)


# Private and public -----------------------------------------------------------------------------------


async def test_a_press_delivered_again_after_its_trick_leaves_the_settled_message_alone(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    panel = evening.prompt(ann)
    (menu,) = controls(panel, "nimmt.menu")
    press = world.prepared(ann, panel, menu["custom_id"], [menu["options"][4]["value"]])
    await world.send(press)
    await evening.play_card(evening.people[1], (await evening.view(1)).hand[0])
    before = await evening.position()
    await world.send(press)
    settled = next(message for message in world.dms(ann) if message.id == panel.id)
    assert not controls(settled)
    (card,) = [placed.card for placed in before.last if placed.seat == 0]
    assert f"You played {card}" in text_of(settled)
    assert await evening.position() == before


async def test_in_direct_messages_a_command_means_the_table_where_something_is_owed(world: World) -> None:
    first = await begin(world, 2)
    ann, ben = first.people
    other = world.guild.create_text_channel("lounge")
    await ann.slash(other, "nimmt start")
    await world.press(ben, world.with_control(world.public(other), "lobby.join"), "lobby.join")
    await world.press(ann, world.with_control(world.public(other), "lobby.start"), "lobby.start")
    newest = await world.app.tables.queries.table_in(other.id)
    assert newest is not None
    for number, channel in ((newest.id, other.id), (first.table, world.channel.id)):
        hand = game("six_nimmt").view((await world.app.tables.queries.now_at(number)).state, Seat(0)).hand
        answer = await ann.user.slash("nimmt play", card=hand[0])
        assert SPEAK("table.head", table=number, channel=channel) in text_of(world.private(answer))


async def test_private_words_follow_the_person_and_public_ones_the_server(japanese_world: World) -> None:
    world = japanese_world
    people = [world.person("Ann", "en-GB"), world.person("くみこ", "ja")]
    await world.start_game(people)
    for actor, locale in zip(people, ("en", "ja"), strict=True):
        assert words(locale)("six_nimmt.panel.choose", trick=1) in text_of(world.dms(actor)[-1])
    assert words("ja")("table.move") in [item["label"] for item in controls(world.public()[-1])]


async def test_more_turns_direct_messages_off_and_the_next_board_calls_instead(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    menu = world.private(await world.press(ann, evening.board(), "table.more"))
    await world.press(ann, menu, "table.dm", rest="off")
    assert SPEAK("table.more.dm_is_off") in text_of(evening.message(menu.id))
    sent = len(world.dms(ann))
    for seat, actor in enumerate(evening.people):
        await evening.play_card(actor, (await evening.view(seat)).hand[-1])
    assert len(world.dms(ann)) == sent
    assert evening.board().mention_user_ids == [ann.id]
    await world.press(ann, evening.message(menu.id), "table.dm", rest="on")
    assert SPEAK("table.more.dm_is_on") in text_of(evening.message(menu.id))
    more = world.private(await world.press(world.person("Zoe"), evening.board(), "table.more"))
    reading = {"table.news", "table.text", "table.history", "table.verify", "games.rules", "table.watch"}
    assert {item["custom_id"].split(":")[1] for item in controls(more)} == reading


# Variants ---------------------------------------------------------------------------------------------


async def test_with_ten_players_all_104_cards_can_be_picked_and_nobody_is_written_to(world: World) -> None:
    evening = await begin(world, 10, deal="logic")
    (seat,) = await evening.owing()
    actor = evening.people[seat]
    assert picks(await evening.open_panel(actor)) == [f"pick/{card}" for card in range(1, 105)]
    found = await actor.autocomplete(world.channel, "nimmt pick", "card", "10")
    assert [choice["value"] for choice in found] == [10, 100, 101, 102, 103, 104]
    assert [message for person in evening.people for message in world.dms(person)] == []


async def test_after_the_draft_everybody_is_asked_in_secret(world: World) -> None:
    evening = await begin(world, 2, deal="logic", rounds=1)
    await evening.play_out(20)
    assert (await evening.view()).phase == "choose"
    assert all(controls(evening.prompt(actor), "nimmt.menu") for actor in evening.people)


async def test_the_host_is_told_what_each_switch_means_and_what_so_many_can_not_play(world: World) -> None:
    people = world.people(10)
    await people[0].slash(world.channel, "nimmt start")
    for actor in people[1:]:
        await world.press(actor, world.with_control(world.public(), "lobby.join"), "lobby.join")
    panel = world.private(await world.press(people[0], world.public()[-1], "lobby.options"))
    for menu in controls(panel, "lobby.option"):
        key = menu["custom_id"].rpartition(":")[2]
        if key in ("deal", "placement", "playing", "format", "end"):
            about = [SPEAK(f"six_nimmt.option.{key}.{line['value']}.about") for line in menu["options"]]
            assert [line["description"] for line in menu["options"]] == about
    for rest, value, seats in (("playing", "open", 9), ("format", "tournament", 5)):
        told = await world.press(people[0], panel, "lobby.option", rest=rest, values=[value])
        assert SPEAK(f"refusal.{value}_seats", seats=seats) in text_of(world.private(told))


async def test_nobody_joins_more_than_the_options_allow(world: World) -> None:
    people = world.people(6)
    await people[0].slash(world.channel, "nimmt start", format="tournament")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    for actor in people[1:5]:
        await world.press(actor, world.public()[-1], "lobby.join")
    (join,) = controls(world.public()[-1], "lobby.join")
    assert join["disabled"]
    with pytest.raises(Refusal, match="full") as caught:
        await world.app.tables.lobby.join(table.id, Person(people[5].id, "Sixth"), key="sixth")
    assert caught.value.data == {"seats": 5}


# Whole games ------------------------------------------------------------------------------------------

PLAYED: tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...] = (
    (("easy", "normal"), {"deal": "base", "format": "limit", "limit": 1}),
    (("hard",), {"deal": "strategy", "placement": "normal", "limit": 1, "end": "reached"}),
    (("normal", "hard"), {"deal": "logic", "playing": "simultaneous", "format": "rounds", "rounds": 1}),
    (("hard", "easy"), {"placement": "professional", "end": "above", "format": "rounds", "rounds": 1}),
    (("normal", "easy"), {"playing": "open", "format": "rounds", "rounds": 1}),
    (("hard",), {"format": "tournament"}),
    (("expert",), {"deal": "logic", "placement": "professional", "playing": "open", "rounds": 1}),
    (("easy",), {"deal": "strategy", "placement": "professional", "playing": "open", "rounds": 1}),
)


def test_every_value_of_every_switch_is_played() -> None:
    for option in GAME.info.options:
        played = {options[option.key] for _, options in PLAYED if option.key in options}
        assert played >= set(getattr(option, "values", ())), option.key
    assert {level for levels, _ in PLAYED for level in levels} == set(GAME.opponents)


@pytest.mark.parametrize(("levels", "options"), PLAYED)
async def test_two_people_and_computers_play_to_a_verified_end(
    world: World, levels: tuple[str, ...], options: Mapping[str, Any]
) -> None:
    evening = AnyEvening(world, GAMES["six_nimmt"], world.people(2))
    await evening.begin(
        *levels, options=NimmtOptions(**{"format": "rounds", **options} if "rounds" in options else options)
    )
    await evening.play_out()
    await world.ended_well(evening.table)
    assert verify(await world.app.tables.queries.transcript(evening.table)).code == "ok"
    state, ranking = await evening.state(), world.public()[-1]
    assert all(getattr(state.options, key) == value for key, value in options.items())
    rounds = {"rounds": state.options.rounds, "tournament": state.seats}.get(state.options.format)
    assert rounds is None or state.round == rounds
    told = text_of(ranking) + str(ranking.attachments[0]["description"])
    assert all(sitter.name in told for sitter in (await evening.moment()).table.sitters)


@pytest.mark.parametrize("count", [2, 3, 10])
async def test_people_play_a_round_to_its_end_by_every_way_there_is(world: World, count: int) -> None:
    """By message, by the panel in the channel, and by command."""
    evening = await begin(world, count, seed=count, rounds=1)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert evening.presses >= 9 * count
    posts = [text_of(post) for post in world.public()]
    assert len(posts) == len(set(posts))


async def test_people_play_in_japanese_until_somebody_passes_the_limit(japanese_world: World) -> None:
    evening = await begin(japanese_world, 4, locale="ja", limit=20)
    await evening.play_out()
    await evening.world.ended_well(evening.table)
    assert max((await evening.view()).totals) > 20
