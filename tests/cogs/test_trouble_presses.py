"""Presses that come too late, too often, together with others, from the wrong person or from another time."""

from __future__ import annotations

from pathlib import Path

import pytest
from simulated import confirms, controls, leading_to
from troubled import Evening, Wire, control, has, offered

from bot.games.six_nimmt.moves import Choose


def tries(wire: Wire) -> int:
    """How often Discord was asked to take an answer."""
    return sum(each.path.startswith(("/interactions/", "/webhooks/")) for each in wire.requests)


async def moves(evening: Evening) -> int:
    return (await evening.app.tables.queries.now_at((await evening.table()).id)).version


async def test_a_press_from_a_panel_of_an_earlier_turn_changes_nothing_and_shows_the_present_one(
    evening: Evening,
) -> None:
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    cards = offered(letter)
    stale = evening.prepare(ann, letter, *leading_to(letter, Choose(cards[5])))
    await evening.trick()
    before = await evening.state()
    (result,) = await evening.deliver(stale)
    assert result.acknowledged
    assert await evening.state() == before
    shown = evening.env.backend.get_message(letter.channel_id, letter.id)
    assert control(shown, "nimmt.menu") == control(evening.letters(ann)[-1], "nimmt.menu")


async def test_a_double_click_on_the_card_that_ends_the_trick_is_one_move(evening: Evening) -> None:
    await evening.start()
    for person in evening.people[:-1]:
        await evening.choose(person)
    last = evening.people[-1]
    letter = evening.letters(last)[-1]
    await evening.press(last, letter, *leading_to(letter, Choose(max(offered(letter)))))
    letter = evening.letters(last)[-1]
    confirm = control(letter, "nimmt.confirm")
    presses = [evening.prepare(last, letter, confirm) for _ in range(2)]
    results = await evening.deliver(*presses)
    assert [result.acknowledged for result in results] == [True, True]
    assert await moves(evening) == 3
    assert len([each for each in evening.posts() if has(each, "table.move")]) == 1


async def test_an_interaction_that_is_delivered_twice_changes_nothing_the_second_time(
    evening: Evening,
) -> None:
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    cards = offered(letter)
    first = evening.prepare(ann, letter, *leading_to(letter, Choose(cards[0])))
    await evening.deliver(first)
    await evening.choose(ann, cards[1])
    before = await moves(evening)
    await evening.deliver(first)
    assert (await evening.state()).selected[0] == cards[1]
    assert await moves(evening) == before


async def test_buttons_that_were_taken_off_a_post_still_answer_after_a_restart(evening: Evening) -> None:
    await evening.start()
    lobby, board = evening.posts()[0], evening.posts()[-1]
    old = [(board, each["custom_id"]) for each in controls(board)]
    old += [(lobby, f"s1:lobby.{verb}:1:0:") for verb in ("join", "leave", "start", "options")]
    await evening.trick()
    await evening.world.restart()
    for message, custom_id in old:
        (result,) = await evening.deliver(evening.prepare(evening.people[1], message, custom_id))
        assert result.acknowledged, custom_id
    assert (await evening.table()).status == "playing"


async def test_a_modal_that_was_open_during_a_restart_is_understood(evening: Evening) -> None:
    lobby = await evening.open()
    host = evening.people[0]
    panel = await evening.push(host, lobby, "lobby.options")
    assert panel.response is not None
    message = evening.env.backend.get_message(lobby.channel_id, panel.response.id)
    menu = next(each["custom_id"] for each in controls(message) if each["custom_id"].endswith(":limit"))
    shown = await evening.press(host, message, menu, "other")
    assert shown.modal is not None
    await evening.world.restart()
    await host.submit_modal(shown, {"value": "42"})
    await evening.push(evening.people[1], evening.posts()[-1], "lobby.join")
    await evening.push(host, evening.posts()[-1], "lobby.start")
    assert (await evening.state()).options.limit == 42


@pytest.mark.parametrize("place", ["channel", "letter"])
async def test_what_comes_too_late_for_discord_is_tried_once_and_the_move_stands(
    evening: Evening, place: str
) -> None:
    """Discord knows the interaction no more: to ask again would only add to the load. The message itself can
    still be changed where only this person sees it."""
    await evening.start()
    ann = evening.people[0]
    letter = evening.letters(ann)[-1]
    card, message = min(offered(letter)), letter if place == "letter" else evening.posts()[-1]
    custom_id = control(letter, "nimmt.menu")
    evening.fail("*", "/interactions/*", 404, 10062, times=None)
    evening.fail("*", "/webhooks/*", 404, 10015, times=None)
    with Wire() as wire:
        await evening.deliver(evening.prepare(ann, message, custom_id, f"~choose/{card}"))
    assert (await evening.state()).selected[0] == card
    assert tries(wire) == 1
    own = f"/channels/{letter.channel_id}/messages/{letter.id}"
    assert sum((each.method, each.path) == ("PATCH", own) for each in wire.requests) == (place == "letter")


async def test_a_form_that_comes_too_late_is_tried_once(evening: Evening) -> None:
    post = await evening.open()
    evening.fail("*", "/interactions/*", 404, 10062, times=None)
    with Wire() as wire:
        await evening.deliver(evening.prepare(evening.people[0], post, "s1:me.which_zone:0:0:"))
    assert tries(wire) == 1


async def test_of_ten_people_who_choose_in_the_same_instant_one_has_to_confirm(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=10) as evening:
        await evening.start()
        before = await evening.state()
        presses = []
        for person in evening.people:
            letter = evening.letters(person)[-1]
            lowest = str(min(offered(letter)))
            presses.append(evening.prepare(person, letter, *leading_to(letter, Choose(int(lowest)))))
        results = await evening.deliver(*presses)
        await evening.wait(5)
        assert all(result.acknowledged for result in results)
        assert (await evening.state()).turn == 0
        (last,) = [person for person in evening.people if confirms(evening.letters(person)[-1])]
        await evening.confirm(last, evening.letters(last)[-1])
        after = await evening.state()
        assert after.turn == 1
        assert {placed.seat: placed.card for placed in after.last} == {
            seat: min(hand) for seat, hand in enumerate(before.hands)
        }
        assert await evening.app.tables.outbox.with_notices() == ()
        assert len(evening.posts_with("table.move")) == 1


async def test_two_people_press_start_and_the_host_presses_twice(evening: Evening) -> None:
    lobby = await evening.open()
    await evening.push(evening.people[1], lobby, "lobby.join")
    lobby = evening.posts()[-1]
    start = control(lobby, "lobby.start")
    people = (evening.people[0], evening.people[1], evening.people[0])
    results = await evening.deliver(*(evening.prepare(person, lobby, start) for person in people))
    assert all(result.acknowledged for result in results)
    assert (await evening.table()).status == "playing"
    assert len(evening.posts()) == 2
    assert [len(evening.letters(person)) for person in evening.people] == [1, 1, 0]


@pytest.mark.parametrize("order", [1, -1])
async def test_join_and_start_together_seat_somebody_or_refuse_them(evening: Evening, order: int) -> None:
    lobby = await evening.open()
    await evening.push(evening.people[1], lobby, "lobby.join")
    lobby = evening.posts()[-1]
    pressed = ((evening.people[2], "lobby.join"), (evening.people[0], "lobby.start"))
    presses = [evening.prepare(person, lobby, control(lobby, action)) for person, action in pressed]
    results = await evening.deliver(*presses[::order])
    assert all(result.acknowledged for result in results)
    table = await evening.table()
    assert table.status == "playing"
    seated = len(table.sitters)
    assert len((await evening.state()).hands) == seated
    assert [len(evening.letters(person)) for person in evening.people] == [1, 1, seated - 2]


async def test_ten_people_join_in_the_same_instant_and_each_gets_a_seat_of_their_own(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=10) as evening:
        lobby = await evening.open()
        join = control(lobby, "lobby.join")
        results = await evening.deliver(*(evening.prepare(who, lobby, join) for who in evening.people))
        await evening.wait(5)
        assert all(result.acknowledged for result in results)
        table = await evening.table()
        assert sorted(sitter.user or 0 for sitter in table.sitters) == sorted(p.id for p in evening.people)
        assert len(evening.posts()) == 1
        assert [each["custom_id"] for each in controls(evening.posts()[0]) if each.get("disabled")] == [join]
