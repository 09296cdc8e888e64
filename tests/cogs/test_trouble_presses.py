"""Presses that come too late, too often, together with others, from the wrong person or from another time."""

from __future__ import annotations

from pathlib import Path

import pytest
from simulated import confirms
from troubled import Evening, Wire, control, offered

from bot.games.six_nimmt.moves import Choose


def tries(wire: Wire) -> int:
    """How often Discord was asked to take an answer."""
    return sum(each.path.startswith(("/interactions/", "/webhooks/")) for each in wire.requests)


async def test_a_modal_that_was_open_during_a_restart_is_understood(evening: Evening) -> None:
    lobby = await evening.open_table(evening.people[:1])
    host = evening.people[0]
    panel = await evening.press(host, lobby, "lobby.options")
    assert panel.response is not None
    message = evening.env.backend.get_message(lobby.channel_id, panel.response.id)
    shown = await evening.press(host, message, "lobby.option", rest="limit", values=["other"])
    assert shown.modal is not None
    await evening.restart()
    await host.submit_modal(shown, {"value": "42"})
    await evening.press(evening.people[1], evening.public()[-1], "lobby.join")
    await evening.press(host, evening.public()[-1], "lobby.start")
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
    card, message = min(offered(letter)), letter if place == "letter" else evening.public()[-1]
    custom_id = control(letter, "nimmt.menu")
    evening.fail("*", "/interactions/*", 404, 10062, times=None)
    evening.fail("*", "/webhooks/*", 404, 10015, times=None)
    with Wire() as wire:
        await evening.send(evening.prepared(ann, message, custom_id, [f"~choose/{card}"]))
    assert (await evening.state()).selected[0] == card
    assert tries(wire) == 1
    own = f"/channels/{letter.channel_id}/messages/{letter.id}"
    assert sum((each.method, each.path) == ("PATCH", own) for each in wire.requests) == (place == "letter")


async def test_a_form_that_comes_too_late_is_tried_once(evening: Evening) -> None:
    post = await evening.open_table(evening.people[:1])
    evening.fail("*", "/interactions/*", 404, 10062, times=None)
    with Wire() as wire:
        await evening.send(evening.prepared(evening.people[0], post, "s1:me.which_zone:0:0:"))
    assert tries(wire) == 1


async def test_of_people_who_choose_in_the_same_instant_one_has_to_confirm(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=5) as evening:
        await evening.start()
        before = await evening.state()
        presses = []
        for person in evening.people:
            letter = evening.letters(person)[-1]
            lowest = str(min(offered(letter)))
            presses.append(evening.picking(person, letter, Choose(int(lowest))))
        results = await evening.send(*presses)
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
