"""The variants of 6 nimmt! as people play them: draft, Open, questions about ends, who is called where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import pytest
from evening_of_nimmt import Evening, begin
from simcord.results import InteractionResult
from simulated import World, controls, picks, text_of

from bot.games.chance import Chance
from bot.games.contract import Refusal
from bot.games.six_nimmt.moves import Choose, Pick, TakeRow
from bot.tables.model import Person, Status
from bot.text import words

SPEAK = words("en")
A_TIE = bytes([55]) * 32
"""With four players of Professional and the lowest card each time, the first trick brings a tie."""
WHOLE_GAMES: tuple[tuple[int, Mapping[str, Any]], ...] = (
    (3, {"deal": "strategy", "rounds": 1}),
    (3, {"deal": "logic", "rounds": 1}),
    (4, {"placement": "professional", "rounds": 1}),
    (3, {"playing": "open", "rounds": 1}),
    (2, {"format": "tournament"}),
    (2, {"format": "tournament", "deal": "logic", "placement": "professional"}),
    (2, {"deal": "logic", "placement": "professional", "playing": "open", "rounds": 2}),
)


def said(answer: InteractionResult) -> str:
    """The words of a private answer."""
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    return text_of(newest)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "options"), WHOLE_GAMES, ids=lambda value: "-".join(map(str, getattr(value, "values", list)()))
)
async def test_people_play_a_variant_to_its_end(world: World, count: int, options: Mapping[str, Any]) -> None:
    evening = await begin(world, count, seed=count, **options)
    await evening.play_out()
    table = await world.app.tables.queries.table(evening.table)
    assert table.status is Status.FINISHED
    assert controls(world.public()[-1], "table.rematch")


async def test_every_post_says_which_variants_are_played(japanese_world: World) -> None:
    evening = await begin(
        japanese_world, 2, locale="ja", deal="logic", placement="professional", playing="open", rounds=1
    )
    await evening.play_out(25)
    boards = [post for post in japanese_world.public() if "第1ラウンド" in text_of(post)]
    assert len(boards) > 20
    for post in boards:
        assert "論理 · プロフェッショナル · オープン" in text_of(post)


async def test_in_the_draft_the_board_calls_whose_turn_it_is_and_nobody_is_written_to(world: World) -> None:
    evening = await begin(world, 3, deal="logic", rounds=1)
    await evening.play_out(4)
    (seat,) = await evening.owing()
    board = evening.board()
    assert f"<@{evening.people[seat].id}>" in text_of(board)
    others = [actor for other, actor in enumerate(evening.people) if other != seat]
    assert all(f"<@{actor.id}>" not in text_of(board) for actor in others)
    assert [message for actor in evening.people for message in world.dms(actor)] == []


async def test_after_the_draft_everybody_is_asked_in_secret(world: World) -> None:
    evening = await begin(world, 2, deal="logic", rounds=1)
    await evening.play_out(20)
    assert (await evening.view()).phase == "choose"
    for actor in evening.people:
        assert controls(evening.prompt(actor), "nimmt.menu")


async def test_a_pick_needs_to_be_confirmed_and_can_be_thought_over(world: World) -> None:
    evening = await begin(world, 2, deal="logic")
    (seat,) = await evening.owing()
    actor = evening.people[seat]
    panel = await evening.open_panel(actor)
    await world.pick(actor, panel, Pick(7))
    panel = evening.message(panel.id)
    assert SPEAK("six_nimmt.panel.pick_sure", card=7) in text_of(panel)
    assert 7 in (await evening.view()).pool
    await world.press(actor, panel, "table.back")
    assert not controls(evening.message(panel.id), "nimmt.confirm")
    await world.pick(actor, evening.message(panel.id), Pick(9))
    await world.confirm(actor, evening.message(panel.id))
    view = await evening.view()
    assert 9 not in view.pool
    assert view.known[seat] == (9,)


async def test_with_ten_players_all_104_cards_can_be_picked_from_menus(world: World) -> None:
    evening = await begin(world, 10, deal="logic")
    (seat,) = await evening.owing()
    offered = picks(await evening.open_panel(evening.people[seat]))
    assert offered == [f"pick/{card}" for card in range(1, 105)]
    found = await evening.people[seat].autocomplete(world.channel, "nimmt pick", "card", "10")
    assert [choice["value"] for choice in found] == [10, 100, 101, 102, 103, 104]


async def test_whoever_is_not_on_turn_is_told_so_and_nothing_happens(world: World) -> None:
    evening = await begin(world, 2, deal="logic", playing="open")
    (seat,) = await evening.owing()
    other = evening.people[1 - seat]
    before = await evening.position()
    answer = await other.slash(world.channel, "nimmt pick", card=9)
    assert SPEAK("refusal.not_asked") in said(answer)
    answer = await evening.people[seat].slash(world.channel, "nimmt pick", card=100)
    assert SPEAK("refusal.not_in_pool", card=100) in said(answer)
    panel = await evening.open_panel(other)
    assert not controls(panel, "nimmt.menu")
    assert await evening.position() == before


async def test_in_open_a_card_is_confirmed_and_then_seen_by_all(world: World) -> None:
    evening = await begin(world, 3, playing="open")
    (seat,) = await evening.owing()
    actor = evening.people[seat]
    card = (await evening.view(seat)).hand[4]
    panel = await evening.open_panel(actor)
    await world.pick(actor, panel, Choose(card))
    assert SPEAK("six_nimmt.panel.lay_sure", card=card) in text_of(evening.message(panel.id))
    assert (await evening.view()).laid == (None,) * 3
    await world.confirm(actor, evening.message(panel.id))
    assert (await evening.view()).laid[seat] == card
    name = actor.user.name
    assert SPEAK("six_nimmt.report.laid", name=name, card=card) in text_of(evening.board())
    assert f"<@{evening.people[(seat + 1) % 3].id}>" in text_of(evening.board())
    again = await actor.slash(world.channel, "nimmt play", card=(await evening.view(seat)).hand[0])
    assert SPEAK("refusal.already_laid") in said(again)


async def to_a_tie(world: World) -> tuple[Evening, int]:
    """A game of Professional that waits for the owner of a card equally near to two ends."""
    with patch.object(Chance, "fresh", lambda: Chance(A_TIE)):
        evening = await begin(world, 4, placement="professional", rounds=1)
    while (question := (await evening.view()).question) is None:
        (seat, *_) = await evening.owing()
        await evening.play_card(evening.people[seat], min((await evening.view(seat)).hand))
    assert question.kind == "tie"
    return evening, question.seat


async def test_in_a_tie_the_two_ends_are_offered_and_nothing_else(world: World) -> None:
    evening, seat = await to_a_tie(world)
    question = (await evening.view()).question
    assert question is not None
    actor = evening.people[seat]
    panel = evening.prompt(actor)
    labels = [item["label"] for item in controls(panel, "nimmt.step")]
    assert len(labels) == 2
    for label, row, side in zip(labels, question.rows, question.sides, strict=True):
        assert label.startswith(SPEAK(f"six_nimmt.panel.end.{side}", row=row))
    other = next(row for row in (1, 2, 3, 4) if row not in question.rows)
    answer = await actor.slash(world.channel, "nimmt take", row=other)
    first, second = question.rows
    assert SPEAK("refusal.not_tied", row=other, first=first, second=second) in said(answer)
    await world.pick(actor, panel, TakeRow(first))
    await world.confirm(actor, evening.prompt(actor))
    placed = next(placed for placed in (await evening.view()).last if placed.card == question.card)
    assert (placed.row, placed.side) == (first, question.sides[0])


async def test_the_host_is_told_why_open_can_not_be_played_by_ten(world: World) -> None:
    people = world.people(10)
    await people[0].slash(world.channel, "nimmt start")
    for actor in people[1:]:
        await world.press(actor, world.with_control(world.public(), "lobby.join"), "lobby.join")
    answer = await world.press(people[0], world.public()[-1], "lobby.options")
    assert answer.response is not None
    panel = next(message for message in world.messages() if message.id == answer.response.id)
    told = await world.press(people[0], panel, "lobby.option", rest="playing", values=["open"])
    assert SPEAK("refusal.open_seats", seats=9) in said(told)
    told = await world.press(people[0], panel, "lobby.option", rest="format", values=["tournament"])
    assert SPEAK("refusal.tournament_seats", seats=5) in said(told)


async def test_the_lobby_explains_every_value_of_a_switch(world: World) -> None:
    (host,) = world.people(1)
    await host.slash(world.channel, "nimmt start", deal="logic")
    answer = await world.press(host, world.public()[-1], "lobby.options")
    assert answer.response is not None
    panel = next(message for message in world.messages() if message.id == answer.response.id)
    for menu in controls(panel, "lobby.option"):
        key = menu["custom_id"].rpartition(":")[2]
        if key in ("deal", "placement", "playing", "format", "end"):
            about = [line["description"] for line in menu["options"]]
            assert about == [
                SPEAK(f"six_nimmt.option.{key}.{line['value']}.about") for line in menu["options"]
            ]


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
    assert len((await world.app.tables.queries.table(table.id)).sitters) == 5
