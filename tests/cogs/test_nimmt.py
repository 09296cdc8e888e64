"""6 nimmt! in Discord: what its panels offer and ask, the variants, people and computers at one table."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import do
import pytest
from any_game import A_WHILE, GAMES, AnyEvening, beginning_with, chosen_in, nimmt
from cases import NEXT, STRANGER, Case, case, cases, panel_of, refusal, run, say
from simcord.backend.models import Message
from simulated import World, confirms, controls, parts, picks, text_of

from bot.discord import App, handlers, live_panels, panel_renewal
from bot.discord.content import Content, CustomId
from bot.discord.dispatcher import PACE
from bot.discord.layout import RenderedMessage
from bot.games.contract import Seat
from bot.games.six_nimmt.game import GAME
from bot.games.six_nimmt.moves import Choose, NimmtOptions, Pick, TakeRow
from bot.games.six_nimmt.state import NimmtState
from bot.tables.model import TableSettings
from bot.tables.policy import GRACE_ALONE
from bot.text import stamp, words
from tests.games.six_nimmt.positions import play, table

SPEAK = words("en")
ROWS = "20 / 30 / 40 / 50"
LOW = play(table(ROWS, "22 60 70 / 33 61 71 / 44 62 72 / 5 63 73"), "22 33 44 5")
"""The fourth seat has laid a low card."""
TIE = play(table(ROWS, "25 60 70 / 33 61 71 / 44 62 72", options={"placement": "professional"}), "25 33 44")
"""A card that is equally near to two ends."""
UNTIL = SPEAK("waiting.own_until", when="|", left="").partition("|")[0]
UNTILS = SPEAK("waiting.until", names="|", when="", left="").partition("|")[2].partition(" (")[0]
"""What a panel and a board say before a deadline."""
said = panel_of("six_nimmt")


def three(**options: Any) -> NimmtState:
    """Three who have three cards each left."""
    return table(ROWS, "22 60 70 / 33 61 71 / 44 62 72", options=options)


CASES = (
    case(
        "a selected card is shown and can be changed until all have chosen, the last one confirms",
        three(),
        do.offer("play", "card", "", [22, 60, 70]),
        do.offer("play", "card", "6", [60]),
        do.offer("take", "row", "", {}),
        do.typed("play", card=33)(says=refusal("not_in_hand", card=33), offers={"choose"}),
        do.pick(Choose(22), says=said("chosen", card=22), chosen=["choose/22"]),
        do.pick(Choose(60), says=said("chosen", card=60), chosen=["choose/60"]),
        do.typed("play", card=33)(by=1, says=said("chosen", card=33)),
        do.pick(Choose(44), by=2, says=said("last", card=44)),
        do.back(lacks={"confirm"}),
        do.pick(Choose(62), says=said("last", card=62)),
        do.sure(state={"hands.0": (22, 70), "hands.2": (44, 72)}),
        do.offer("play", "card", "", [44, 72]),
        do.look(by=STRANGER, says=refusal("not_seated"), kept=True),
        do.offer("play", "card", "", {}),
    ),
    case(
        "only the owner of a low card takes a row, by one press",
        LOW,
        do.typed("take", row=2)(by=0, says=refusal("not_your_turn", names="player3")),
        do.look(steps={"table.move"}),
        do.offer("take", "row", "", {}),
        do.look(by=3, picks=[f"take_row/{row}" for row in (1, 2, 3, 4)]),
        do.offer("take", "row", "", [1, 2, 3, 4]),
        do.pick(TakeRow(3), state={"question": None, "piles.3": (40,)}),
    ),
    case(
        "in a tie the two ends are offered and nothing else",
        TIE,
        do.look(by=0, offers={"take_row/1", "take_row/2"}, lacks={"take_row/3"}),
        do.typed("take", row=4)(says=refusal("not_tied", row=4, first=1, second=2)),
        do.pick(TakeRow(1), state={"question": None}),
    ),
    case(
        "a pick of the draft needs to be confirmed and can be thought over",
        NimmtOptions(deal="logic", placement="professional", playing="open", format="rounds", rounds=1),
        do.pick(Pick(7), says=said("pick_sure", card=7)),
        do.back(lacks={"confirm"}),
        do.typed("pick", card=100)(says=refusal("not_in_pool", card=100)),
        do.pick(Pick(9)),
        do.sure(board="論理 · プロフェッショナル · オープン"),
        do.typed("pick", card=9)(says=refusal("not_your_turn", names="player#")),
        do.typed("pick", card=9)(by=NEXT, says=refusal("not_in_pool", card=9)),
        locale="ja",
        seats=2,
    ),
    case(
        "in Open a card is confirmed and then seen by all",
        three(playing="open"),
        do.pick(Choose(60), by=NEXT, says=said("lay_sure", card=60)),
        do.sure(state={"selected.0": 60}, board=say("six_nimmt.report.laid", name="player0", card=60)),
        do.typed("play", card=22)(says=refusal("already_laid")),
    ),
    case(
        "in Open the last card of a trick tells its owner where it went",
        table("20 / 30 / 40 / 50", "25 60 70 / 33 61 71", options={"playing": "open"}),
        do.pick(Choose(25), by=0),
        do.sure(by=0, says=said("settled_waits", card=25)),
        do.pick(Choose(33), by=1),
        do.sure(by=1, says=said("settled", card=33, row=2)),
    ),
)


@cases(*CASES)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("six_nimmt", case, tmp_path)


# Private and public -----------------------------------------------------------------------------------


async def test_in_direct_messages_a_command_means_the_table_where_something_is_owed(world: World) -> None:
    people = world.members(2)
    first = await world.start_game(people)
    world.channel, here = world.guild.create_text_channel("lounge"), world.channel
    newest = await world.start_game(people)
    for number, channel in ((newest, world.channel), (first, here)):
        hand = GAME.view((await world.app.tables.queries.now_at(number)).state, Seat(0)).hand
        answer = await people[0].user.slash("nimmt play", card=hand[0])
        assert SPEAK("table.head", table=number, channel=channel.id) in text_of(world.private(answer))


async def test_private_words_follow_the_person_and_public_ones_the_server(japanese_world: World) -> None:
    world = japanese_world
    people = [world.person("Ann", "en-GB"), world.person("くみこ", "ja")]
    await world.start_game(people)
    for actor, locale in zip(people, ("en", "ja"), strict=True):
        assert words(locale)("six_nimmt.panel.choose", trick=1) in text_of(world.dms(actor)[-1])
    assert words("ja")("table.move") in [item["label"] for item in controls(world.public()[-1])]


async def test_more_turns_direct_messages_off_and_the_next_board_calls_instead(world: World) -> None:
    evening = await nimmt(world)
    ann = evening.people[0]
    menu = await world.more(ann)
    await world.press(ann, menu, "table.dm", rest="off")
    assert SPEAK("table.more.dm_is_off") in text_of(menu)
    sent = len(world.dms(ann))
    for seat, actor in enumerate(evening.people):
        hand = GAME.view(await evening.state(), Seat(seat)).hand
        await evening.pick(actor, evening.prompt(actor), Choose(hand[-1]))
    assert len(world.dms(ann)) == sent
    assert evening.board().mention_user_ids == [ann.id]
    await world.press(ann, menu, "table.dm", rest="on")
    assert SPEAK("table.more.dm_is_on") in text_of(menu)
    reading = {"table.news", "table.text", "table.history", "table.verify", "games.rules", "table.watch"}
    more = await world.more(world.person("Zoe"))
    assert {item["custom_id"].split(":")[1] for item in controls(more)} == reading


@pytest.mark.parametrize("placement", ["normal", "professional"])
async def test_the_hand_is_pressed_as_it_lies_and_is_a_menu_where_there_is_more_to_say(
    world: World, placement: str
) -> None:
    evening = await nimmt(world, 2, placement=placement)
    ann, hand = evening.people[0], GAME.view(await evening.state(), Seat(0)).hand
    panel = evening.prompt(ann)
    rows = [row for row in parts(panel) if row["type"] == discord.ComponentType.action_row.value]
    items = [[item.get("label") for item in row["components"]] for row in rows]
    written = [[str(card) for card in hand[at : at + 5]] for at in (0, 5)]
    assert (items[:2] == written) == (placement == "normal")
    menu = f"s1:nimmt.menu:{evening.table}:{(await evening.moment()).turn}:0"
    await world.send(world.prepared(ann, panel, menu, [f"~choose/{hand[3]}"]))
    assert (await evening.state()).selected[0] == hand[3], "also by the menu of an older message"


# Grace ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2])
async def test_the_last_card_is_revealed_seconds_later_and_can_be_changed_until_then(
    world: World, people: int
) -> None:
    """Whoever plays with computers alone waits for a second; nobody reads of a deadline any more. The next
    panel follows below the new board."""
    evening = await nimmt(world, people, *["easy"] * (3 - people), settings=TableSettings(deadline=24))
    ann, seconds = evening.people[0], GRACE_ALONE.total_seconds() if people == 1 else TableSettings().grace
    await world.env.advance_time(A_WHILE)
    panels = [(actor, await evening.panel(actor)) for actor in evening.people]
    hand = GAME.view(await evening.state(), Seat(0)).hand
    assert UNTIL in text_of(panels[0][1])
    for actor, panel in reversed(panels):
        await world.pick(actor, panel, picks(panel)[-1])
    panel = panels[0][1]
    assert UNTIL not in text_of(panel)
    assert not confirms(panel)
    reveal = SPEAK("table.grace", left=stamp(world.env.now() + timedelta(seconds=seconds)))
    assert chosen_in(panel) == [f"choose/{hand[-1]}"]
    assert reveal in text_of(panel)
    if people > 1:
        await world.env.advance_time(PACE)
        assert reveal in text_of(evening.board())
        assert SPEAK("six_nimmt.text.chosen") in str(list(parts(evening.board()))), "its alt text"
        assert UNTILS not in text_of(evening.board())
        nobody = SPEAK("six_nimmt.panel.waiting_cards", done=3, all=3, names="")
        assert nobody not in text_of(evening.board())
    await world.pick(ann, panel, Choose(hand[-2]))
    assert chosen_in(panel) == [f"choose/{hand[-2]}"]
    assert (await evening.state()).last == ()
    boards, letters = len(world.boards()), len(world.dms(ann))
    await world.env.advance_time(seconds)
    assert {each.seat: each.card for each in (await evening.state()).last}[0] == hand[-2]
    assert not controls(panel)
    assert str(hand[-2]) in text_of(panel)
    await world.env.advance_time(A_WHILE)
    assert len(world.boards()) > boards
    assert len(world.dms(ann)) == letters, "whose panel is open in the channel gets no message"
    fresh = [message for message in world.messages() if picks(message)]
    assert len(fresh) == people, "one for each, the old ones have shrunk"


async def test_all_panels_below_a_new_board_are_drawn_side_by_side(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two fresh ones and two that end: the next board need not wait for one picture after the other."""
    evening, drawn, waiting = await nimmt(world, 2), live_panels.rendered_for, list[int]()
    panels = [(actor, await evening.panel(actor)) for actor in evening.people]

    async def late(app: App, content: Content, reader: int) -> RenderedMessage:
        waiting.append(reader)
        if len(waiting) == 4:
            everybody.set()
        await app.wait(everybody.wait(), reason="drawing")
        return await drawn(app, content, reader)

    everybody = asyncio.Event()
    monkeypatch.setattr(live_panels, "rendered_for", late)
    for actor, panel in panels:
        await world.pick(actor, panel, picks(panel)[-1])
    await world.env.advance_time(A_WHILE)
    assert sorted(waiting) == sorted([actor.id for actor, _ in panels] * 2)
    assert len([message for message in world.messages() if picks(message)]) == 2


async def test_who_opens_a_panel_while_the_next_one_is_drawn_gets_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, drawn, open_now = await nimmt(world, 2), live_panels.rendered_for, asyncio.Event()
    ann = evening.people[0]
    panels = [(actor, await evening.panel(actor)) for actor in evening.people]

    async def late(app: App, content: Content, reader: int) -> RenderedMessage:
        if reader == ann.id:
            await app.wait(open_now.wait(), reason="drawing")
        return await drawn(app, content, reader)

    monkeypatch.setattr(live_panels, "rendered_for", late)
    for actor, panel in panels:
        await world.pick(actor, panel, picks(panel)[-1])
    pressed = await evening.panel(ann)
    open_now.set()
    await world.env.advance_time(A_WHILE)
    turns = {
        each.id: {found.turn for one in controls(each) if (found := CustomId.parse(one["custom_id"]))}
        for each in world.messages()
        if picks(each)
    }
    present = [message for message, at in turns.items() if at == max(turns.values(), key=max)]
    assert len(present) == 2, "one for each"
    assert pressed.id in present


async def test_panels_below_a_new_board_are_drawn_while_it_is_on_its_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board here comes when both of them are drawn: neither waits for the other."""
    evening, both = await nimmt(world, 2), asyncio.Event()
    (ann, first), (ben, second) = [(actor, await evening.panel(actor)) for actor in evening.people]
    await world.pick(ann, first, picks(first)[-1])
    await world.env.advance_time(A_WHILE)
    drawn, sent, ahead = panel_renewal.rendered_for, handlers.rendered_for, list[int]()

    async def drawing(app: App, content: Content, reader: int) -> RenderedMessage:
        rendered = await drawn(app, content, reader)
        ahead.append(reader)
        if len(ahead) == 2:
            both.set()
        return rendered

    async def sending(app: App, content: Content, reader: int | None = None) -> RenderedMessage:
        await app.wait(both.wait(), reason="drawing")
        return await sent(app, content, reader)

    monkeypatch.setattr(panel_renewal, "rendered_for", drawing)
    monkeypatch.setattr(handlers, "rendered_for", sending)
    boards = len(world.boards())
    await world.pick(ben, second, picks(second)[-1])
    await world.env.advance_time(A_WHILE)
    assert sorted(ahead) == sorted([ann.id, ben.id])
    assert len(world.boards()) == boards + 1
    assert len([message for message in world.messages() if picks(message)]) == 2


async def test_a_panel_that_grew_too_old_is_followed_by_a_direct_message(world: World) -> None:
    evening = await nimmt(world, 2)
    ann = evening.people[0]
    letters = len(world.dms(ann))
    for actor in evening.people:
        panel = await evening.panel(actor)
        await world.pick(actor, panel, picks(panel)[-1])
        await world.forget_panels()
    assert len(world.dms(ann)) == letters + 1
    assert evening.board().mention_user_ids == [evening.people[1].id], "who has one open is called there"


@pytest.mark.parametrize(
    ("other", "fate"), [(33, ("settled_took", {"row": 1, "n": 11})), (3, ("settled_waits", {}))]
)
async def test_an_old_direct_message_says_what_became_of_its_card(
    world: World, other: int, fate: tuple[str, dict[str, int]]
) -> None:
    """A sixth card has taken its row; where a low card has to be decided first, the board will tell."""
    state = table("20 21 22 23 24 / 30 / 40 / 50", f"25 60 70 / {other} 61 71")
    evening = AnyEvening(world, GAMES["six_nimmt"], world.members(2))
    with beginning_with(evening.sample, state):
        await evening.begin(options=state.options)
        for seat, card in enumerate((25, other)):
            await evening.act(Seat(seat), Choose(card))
        key, more = fate
        told = SPEAK(f"six_nimmt.panel.{key}", card=25, **more)
        assert text_of(world.dms(evening.people[0])[0]).startswith(told)


# Variants ---------------------------------------------------------------------------------------------


async def test_in_a_draft_all_104_cards_can_be_picked_and_afterwards_all_are_asked_in_secret(
    world: World,
) -> None:
    people = world.members(10)
    evening = AnyEvening(world, GAMES["six_nimmt"], people)
    await evening.begin(options=NimmtOptions(deal="logic"))
    (seat,) = await evening.owing()
    assert picks(await evening.panel(people[seat])) == [f"pick/{card}" for card in range(1, 105)]
    found = await people[seat].autocomplete(world.channel, "nimmt pick", "card", "10")
    assert [choice["value"] for choice in found] == [10, 100, 101, 102, 103, 104]
    assert [message for person in people for message in world.dms(person)] == []
    await evening.end()
    evening.people = people[:2]
    await evening.begin(options=NimmtOptions(deal="logic"))
    while (await evening.state()).phase == "draft":
        await evening.step()
    assert all(controls(world.dms(actor)[-1], "nimmt.step") for actor in people[:2])


async def test_the_host_is_told_what_each_switch_means_and_what_so_many_can_not_play(world: World) -> None:
    people = world.members(10)
    panel = await world.opened(people[0], await world.open_table(people), "lobby.options")
    for menu in controls(panel, "lobby.option"):
        key = menu["custom_id"].rpartition(":")[2]
        if key in ("deal", "placement", "playing", "format", "end"):
            about = [SPEAK(f"six_nimmt.option.{key}.{line['value']}.about") for line in menu["options"]]
            assert [line["description"] for line in menu["options"]] == about
    for rest, value, seats in (("playing", "open", 9), ("format", "tournament", 5)):
        told = await world.opened(people[0], panel, "lobby.option", rest=rest, values=[value])
        assert SPEAK(f"refusal.{value}_seats", seats=seats) in text_of(told)


async def test_a_board_that_is_replaced_keeps_its_story_and_the_first_one_the_fingerprint(
    world: World,
) -> None:
    """But not who owed what; the end is headed by its table."""
    evening = await nimmt(world, 2, seed=5, rounds=1)
    (first,), ben = world.boards(), evening.people[1]
    announced = (await evening.moment()).table.binding[:16]
    hand = GAME.view(await evening.state(), Seat(0)).hand
    await world.pick(evening.people[0], evening.prompt(evening.people[0]), Choose(hand[0]))
    assert SPEAK("six_nimmt.panel.waiting_cards", done=1, all=2, names=ben.name) in text_of(first)
    told: list[tuple[Message, list[str]]] = []
    while await evening.step():
        board = world.boards()[-1]
        if SPEAK("six_nimmt.panel.waiting_all") in text_of(board):
            told.append((board, text_of(board).split("\n")[:-2]))
    assert len(told) > 5
    for board, lines in told:
        assert len(lines) > 1
        *kept, caption = text_of(board).split("\n")
        assert kept == lines
        assert caption.startswith("-# Round 1, trick ")
    *boards, last, ranking = world.boards()
    assert [announced in text_of(post) for post in boards] == [True] + [False] * (len(boards) - 1)
    assert not any(controls(post) for post in (*boards, last))
    assert "Round 1 is over." in text_of(last)
    assert text_of(ranking).startswith(SPEAK("table.title", game="6 nimmt!", table=evening.table))
