"""The private panel: choosing, changing, confirming, and what is answered to stale and foreign presses."""

from __future__ import annotations

from copy import deepcopy

from evening_of_nimmt import Evening, begin
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult
from simulated import World, confirms, controls, text_of

from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose, TakeRow
from bot.tables.model import Person
from bot.text import words

SPEAK = words("en")


def said(answer: InteractionResult) -> str:
    """The words of a private answer."""
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    return text_of(newest)  # type: ignore[arg-type]


async def test_a_selected_card_is_shown_and_can_be_changed_until_all_have_chosen(world: World) -> None:
    evening = await begin(world, 3)
    ann = evening.people[0]
    hand = (await evening.view(0)).hand
    for card in (hand[0], hand[5]):
        await world.pick(ann, evening.prompt(ann), Choose(card))
        assert (await evening.view(0)).selected == card
        panel = evening.prompt(ann)
        assert SPEAK("six_nimmt.panel.chosen", card=card) in text_of(panel)
        (menu,) = controls(panel, "nimmt.menu")
        assert [item["value"] for item in menu["options"] if item.get("default")] == [f"~choose/{card}"]


async def test_the_last_one_to_choose_confirms_before_the_cards_are_revealed(world: World) -> None:
    evening = await begin(world, 3)
    cleo = evening.people[2]
    await evening.select_all_but(2)
    before = await evening.position()
    card = before.hands[2][3]
    await world.pick(cleo, evening.prompt(cleo), Choose(card))
    assert SPEAK("six_nimmt.panel.last", card=card) in text_of(evening.prompt(cleo))
    assert await evening.position() == before
    await world.press(cleo, evening.prompt(cleo), "table.back")
    assert not confirms(evening.prompt(cleo))
    assert await evening.position() == before
    await world.pick(cleo, evening.prompt(cleo), Choose(card))
    await world.confirm(cleo, evening.prompt(cleo))
    assert card not in (await evening.position()).hands[2]
    assert (await evening.position()).turn > before.turn


async def to_a_question(world: World) -> tuple[Evening, int]:
    """A game that waits for the owner of a low card, and that seat."""
    for seed in range(20):
        evening = await begin(world, 4, seed=seed)
        while (view := await evening.view()).question is None and await evening.step():
            pass
        if view.question is not None:
            return evening, view.question.seat
        await world.app.tables.play.end(evening.table, host(evening), moderator=True, key=f"end {seed}")
    raise AssertionError("no low card in twenty games")


def host(evening: Evening) -> Person:
    return Person(evening.people[0].id, evening.people[0].name)


async def test_only_the_owner_of_a_low_card_chooses_a_row_and_confirms_it(world: World) -> None:
    evening, seat = await to_a_question(world)
    owner, other = evening.people[seat], evening.people[(seat + 1) % 4]
    before = await evening.position()
    refused = await other.slash(world.channel, "nimmt take", row=2)
    assert SPEAK("refusal.not_asked") in said(refused)
    watching = await evening.open_panel(other)
    assert not controls(watching, "nimmt.step")
    panel = evening.prompt(owner)
    assert len(controls(panel, "nimmt.step")) == 4
    await world.pick(owner, panel, TakeRow(2))
    assert await evening.position() == before
    await world.pick(owner, evening.prompt(owner), TakeRow(3))
    await world.confirm(owner, evening.prompt(owner))
    after = await evening.position()
    assert after.question is None
    assert set(before.rows[2]) <= set(after.piles[seat])


async def test_a_stale_choice_changes_nothing_and_brings_the_present_panel(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    old = deepcopy(evening.prompt(ann))
    await evening.play_out(2)
    before = await evening.position()
    (menu,) = controls(old, "nimmt.menu")
    press = world.prepared(ann, old, menu["custom_id"], [menu["options"][0]["value"]])
    (answer,) = await world.send(press)
    assert answer.acknowledged
    assert await evening.position() == before
    shown = next(message for message in world.dms(ann) if message.id == old.id)
    assert SPEAK("refusal.stale") in text_of(shown)
    assert all(item["custom_id"].split(":")[3] == str(before.turn) for item in controls(shown))


async def test_a_press_delivered_twice_counts_once_and_is_answered_once_more_harmlessly(world: World) -> None:
    evening = await begin(world, 3)
    ann = evening.people[0]
    panel = evening.prompt(ann)
    (menu,) = controls(panel, "nimmt.menu")
    press = world.prepared(ann, panel, menu["custom_id"], [menu["options"][4]["value"]])
    (first, _) = await world.send(press, press)
    assert first.acknowledged
    assert (await evening.moment()).version == 1


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
    assert await evening.position() == before


async def test_a_double_click_is_two_presses_one_move_and_two_answers(world: World) -> None:
    evening = await begin(world, 2)
    await evening.select_all_but(1)
    ben = evening.people[1]
    card = (await evening.view(1)).hand[0]
    await world.pick(ben, evening.prompt(ben), Choose(card))
    panel = evening.prompt(ben)
    (button,) = confirms(panel)
    version = (await evening.moment()).version
    answers = await world.send(
        world.prepared(ben, panel, button["custom_id"]), world.prepared(ben, panel, button["custom_id"])
    )
    assert all(answer.acknowledged for answer in answers)
    assert (await evening.moment()).version == version + 1


async def test_a_stranger_is_told_that_they_do_not_sit_at_the_table(world: World) -> None:
    evening = await begin(world, 2)
    zoe = world.person("Zoe")
    before = await evening.position()
    for answer in (
        await world.press(zoe, evening.board(), "table.move"),
        await zoe.slash(world.channel, "nimmt play", card=before.hands[0][0]),
    ):
        assert answer.ephemeral
        assert said(answer) == SPEAK("refusal.not_seated")
    panel = evening.prompt(evening.people[0])
    (menu,) = controls(panel, "nimmt.menu")
    (forged,) = await world.send(world.prepared(zoe, evening.board(), menu["custom_id"], ["5"]))
    assert said(forged) == SPEAK("refusal.not_seated")
    assert await evening.position() == before


async def test_a_card_that_is_not_in_the_hand_is_refused_beside_the_fresh_panel(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    foreign = (await evening.view(1)).hand[0]
    answer = await ann.slash(world.channel, "nimmt play", card=foreign)
    assert SPEAK("refusal.not_in_hand", card=foreign) in said(answer)
    assert (await evening.view(0)).selected is None


async def test_autocomplete_offers_the_own_cards_with_their_places(world: World) -> None:
    evening = await begin(world, 2)
    ann, zoe = evening.people[0], world.person("Zoe")
    hand = (await evening.view(0)).hand
    offered = await ann.autocomplete(world.channel, "nimmt play", "card", "")
    assert tuple(item["value"] for item in offered) == hand
    digit = str(hand[-1])[0]
    some = await ann.autocomplete(world.channel, "nimmt play", "card", digit)
    assert [item["value"] for item in some] == [card for card in hand if str(card).startswith(digit)]
    assert await zoe.autocomplete(world.channel, "nimmt play", "card", "") == []
    assert await ann.autocomplete(world.channel, "nimmt take", "row", "") == []


async def test_the_owner_of_a_low_card_is_offered_the_rows_with_their_heads(world: World) -> None:
    evening, seat = await to_a_question(world)
    offered = await evening.people[seat].autocomplete(world.channel, "nimmt take", "row", "")
    assert [item["value"] for item in offered] == [1, 2, 3, 4]


async def test_the_commands_work_in_direct_messages_too(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    card = (await evening.view(0)).hand[2]
    answer = await ann.user.slash("nimmt play", card=card)
    assert SPEAK("six_nimmt.panel.chosen", card=card) in said(answer)


async def test_in_direct_messages_a_command_means_the_table_where_something_is_owed(world: World) -> None:
    evening = await begin(world, 2)
    ann, ben = evening.people
    other = world.guild.create_text_channel("lounge")
    await ann.slash(other, "nimmt start")
    await world.press(ben, world.with_control(world.public(other), "lobby.join"), "lobby.join")
    await world.press(ann, world.with_control(world.public(other), "lobby.start"), "lobby.start")
    newest = await world.app.tables.queries.table_in(other.id)
    assert newest is not None
    for number in (newest.id, evening.table):
        hand = game("six_nimmt").view((await world.app.tables.queries.now_at(number)).state, Seat(0)).hand
        answer = await ann.user.slash("nimmt play", card=hand[0])
        assert SPEAK("table.head", table=number, channel=_channel(world, other, number)) in said(answer)


def _channel(world: World, other: ChannelHandle, number: int) -> int:
    return world.channel.id if number == 1 else other.id


async def test_private_words_follow_the_person_and_public_ones_the_server(japanese_world: World) -> None:
    world = japanese_world
    people = [world.person("Ann", "en-GB"), world.person("くみこ", "ja")]
    evening = Evening(world, people, await world.start_game(people))
    assert SPEAK("six_nimmt.panel.choose", trick=1) in text_of(evening.prompt(people[0]))
    assert words("ja")("six_nimmt.panel.choose", trick=1) in text_of(evening.prompt(people[1]))
    assert words("ja")("table.move") in [item["label"] for item in controls(evening.board())]
    foreign = await world.person("Zoe", "en-US").slash(world.channel, "nimmt take", row=1)
    assert said(foreign) == SPEAK("refusal.not_seated")


async def test_more_turns_direct_messages_off_and_the_next_board_calls_instead(world: World) -> None:
    evening = await begin(world, 2)
    ann = evening.people[0]
    answer = await world.press(ann, evening.board(), "table.more")
    assert answer.response is not None
    menu = evening.message(answer.response.id)
    await world.press(ann, menu, "table.dm", rest="off")
    assert SPEAK("table.more.dm_is_off") in text_of(evening.message(menu.id))
    sent = len(world.dms(ann))
    for seat, actor in enumerate(evening.people):
        panel = await evening.open_panel(actor)
        card = (await evening.view(seat)).hand[-1]
        await world.pick(actor, panel, Choose(card))
        if confirms(panel):
            await world.confirm(actor, panel)
    assert len(world.dms(ann)) == sent
    assert evening.board().mention_user_ids == [ann.id]
    await world.press(ann, evening.message(menu.id), "table.dm", rest="on")
    assert SPEAK("table.more.dm_is_on") in text_of(evening.message(menu.id))


async def test_more_offers_a_stranger_only_what_everybody_may_read(world: World) -> None:
    evening = await begin(world, 2)
    zoe = world.person("Zoe")
    answer = await world.press(zoe, evening.board(), "table.more")
    assert answer.response is not None
    actions = {item["custom_id"].split(":")[1] for item in controls(evening.message(answer.response.id))}
    reading = {"table.news", "table.text", "table.history", "table.verify", "games.rules"}
    assert actions == reading | {"table.watch"}
