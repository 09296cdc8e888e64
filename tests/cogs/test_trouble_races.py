"""Many people in the same instant: everybody is answered, every rule holds, nothing stands still."""

from __future__ import annotations

from pathlib import Path

from simulated import confirms, controls, leading_to
from troubled import Evening, control, offered

from bot.games.six_nimmt.moves import Choose


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


async def test_ten_people_change_their_choice_again_and_again(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path, people=10) as evening:
        await evening.start()
        presses = []
        for person in evening.people[:9]:
            letter = evening.letters(person)[-1]
            menu = control(letter, "nimmt.menu")
            presses += [
                evening.prepare(person, letter, menu, f"~choose/{card}") for card in offered(letter)[:3]
            ]
        results = await evening.deliver(*presses)
        assert all(result.acknowledged for result in results)
        state = await evening.state()
        assert state.turn == 0
        assert all(card in hand[:3] for card, hand in zip(state.selected[:9], state.hands[:9], strict=True))
        assert state.selected[9] is None


async def test_two_people_press_start_and_the_host_presses_twice(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path) as evening:
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


async def test_join_and_start_together_seat_somebody_or_refuse_them(tmp_path: Path) -> None:
    for joins_first in (True, False):
        folder = tmp_path / str(joins_first)
        folder.mkdir()
        async with Evening.begin(folder) as evening:
            lobby = await evening.open()
            await evening.push(evening.people[1], lobby, "lobby.join")
            lobby = evening.posts()[-1]
            presses = [
                evening.prepare(evening.people[2], lobby, control(lobby, "lobby.join")),
                evening.prepare(evening.people[0], lobby, control(lobby, "lobby.start")),
            ]
            results = await evening.deliver(*(presses if joins_first else presses[::-1]))
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


async def test_two_tables_are_opened_in_one_channel_at_once_and_one_is_refused(tmp_path: Path) -> None:
    async with Evening.begin(tmp_path) as evening:
        await evening.open()
        opened = await evening.people[1].slash(evening.channel, "nimmt start")
        assert opened.acknowledged
        assert len(evening.posts()) == 1
        assert (await evening.table()).host == evening.people[0].id
