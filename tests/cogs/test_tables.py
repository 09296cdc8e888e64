"""`/table` from every chair, before, during and after a game, after a restart and from old pages."""

from __future__ import annotations

import json
import re

import discord
import pytest
from evening_of_nimmt import Evening
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType
from simulated import EPHEMERAL, GALLERY, World, controls, parts, text_of

from bot.tables.model import Status
from bot.text import words
from bot.verify import verify

EN, JA = words("en"), words("ja")
TO_THE_END = 1000
COMMANDS = (
    "show",
    "hand",
    "text",
    "hint",
    "history",
    "news",
    "watch",
    "replay",
    "verify",
    "leave",
    "replace",
    "end",
)


async def play(world: World, players: int = 3, tricks: int = 2, rounds: int = 1) -> Evening:
    """A game under way after some tricks, in the midst of choosing."""
    people = world.people(players)
    evening = Evening(world, people, await world.start_game(people, rounds=rounds), seed=4)
    await play_on(evening, tricks)
    return evening


async def play_on(evening: Evening, tricks: int) -> None:
    """Some tricks more, or to the end of the game."""
    goal = len(await evening.world.app.tables.queries.milestones(evening.table)) + tricks
    while (
        len(await evening.world.app.tables.queries.milestones(evening.table)) < goal and await evening.step()
    ):
        pass


async def ask(world: World, actor: MemberActor, verb: str) -> Message:
    """The private answer to a command in the channel."""
    return await world.ask(actor, f"table {verb}")


async def turn(world: World, actor: MemberActor, page: Message, action: str, rest: str) -> Message:
    """The page after a press on it: it changes in place."""
    await world.press(actor, page, action, rest=rest)
    return world.env.backend.get_message(page.channel_id, page.id)


def button(message: Message, label: str) -> str:
    """The last part of the custom_id of a button by its label."""
    (found,) = [item for item in controls(message) if item.get("label") == label]
    return found["custom_id"].rpartition(":")[2]


def is_english(message: Message) -> bool:
    """Whether no text, no button and no description of a picture holds a Japanese letter."""
    assert [part for part in parts(message) if part["type"] == GALLERY]
    return not re.search("[ぁ-ヿ一-鿿]", json.dumps(message.components, ensure_ascii=False))


def disabled(message: Message) -> list[str]:
    return [item["label"] for item in controls(message) if item.get("disabled")]


# Without a table --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", COMMANDS)
async def test_without_a_table_every_command_says_how_to_open_one(world: World, verb: str) -> None:
    english, japanese = world.person("Ann"), world.person("さくら", "ja")
    assert EN("refusal.no_table_here") in text_of(await ask(world, english, verb))
    assert JA("refusal.no_table_here") in text_of(await ask(world, japanese, verb))


@pytest.mark.parametrize("verb", ["hand", "text", "history", "news", "replay"])
async def test_in_a_lobby_there_is_nothing_to_look_at_yet(world: World, verb: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    assert EN("refusal.not_started") in text_of(await ask(world, ann, verb))


async def test_a_lobby_is_shown_privately_with_its_buttons(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    before = len(world.public())
    shown = await ask(world, ann, "show")
    assert controls(shown, "lobby.join")
    assert len(world.public()) == before


# Show, hand, text -------------------------------------------------------------------------------------


async def test_show_posts_the_board_afresh_without_calling_anybody(world: World) -> None:
    evening = await play(world)
    old = evening.board()
    answer = await ask(world, evening.people[1], "show")
    assert EN("table.show.posted") in text_of(answer)
    fresh = evening.board()
    assert fresh.id != old.id
    assert "<@" not in text_of(fresh)
    assert not controls(world.env.backend.get_message(old.channel_id, old.id))
    assert [part for part in parts(fresh) if part["type"] == GALLERY]


async def test_the_same_show_delivered_twice_posts_one_board(world: World) -> None:
    evening = await play(world)
    before = len(world.public())
    table = evening.table
    await world.app.tables.play.repeat(table, key="same")
    await world.app.tables.play.repeat(table, key="same")
    await world.env.settle()
    assert len(world.public()) == before + 1


async def test_a_stranger_gets_the_board_privately(world: World) -> None:
    evening = await play(world)
    before = len(world.public())
    shown = await ask(world, world.person("Zoe"), "show")
    assert [part for part in parts(shown) if part["type"] == GALLERY]
    assert len(world.public()) == before
    assert evening.board().id != shown.id


async def test_what_show_answers_privately_speaks_the_readers_language(japanese_world: World) -> None:
    """Lobby, board and ranking, also in a direct message; what it posts speaks that of the server."""
    world = japanese_world
    ann, ben, zoe = world.person("Ann"), world.person("Ben"), world.person("Zoe")
    await ann.slash(world.channel, "nimmt start", rounds=1)
    assert is_english(await ask(world, zoe, "show"))
    await world.press(ben, world.public()[-1], "lobby.join")
    assert is_english(world.private(await ben.user.slash("table show")))
    await world.press(ann, world.public()[-1], "lobby.start")
    assert is_english(await ask(world, zoe, "show"))
    await ann.slash(world.channel, "table show")
    assert not is_english(world.public()[-1])
    await play_on(Evening(world, [ann, ben], 1, seed=4), TO_THE_END)
    assert is_english(await ask(world, ann, "show"))


async def test_show_and_news_and_what_is_watched_end_with_the_ranking(world: World) -> None:
    evening, zoe = await play(world, players=2), world.person("Zoe")
    assert controls(await ask(world, zoe, "watch"), "table.unwatch")
    await play_on(evening, TO_THE_END)
    shown = await ask(world, evening.people[0], "show")
    assert (await evening.moment()).table.status is Status.FINISHED
    assert controls(shown, "table.rematch")
    news = await ask(world, zoe, "news")
    won = text_of(shown).splitlines()[1]
    assert text_of(news).startswith(EN("news.title_first"))
    assert text_of(news).endswith(won)
    (letter,) = [message for message in world.dms(zoe) if not message.flags & EPHEMERAL]
    assert won in text_of(letter)
    assert [item["custom_id"].split(":")[1] for item in controls(letter)] == ["table.replay"]
    assert not controls(news, "table.move")


async def test_hand_is_the_private_panel_and_only_for_players(world: World) -> None:
    evening = await play(world, tricks=1)
    hand = await ask(world, evening.people[0], "hand")
    assert controls(hand, "nimmt.menu")
    assert EN("refusal.not_seated") in text_of(await ask(world, world.person("Zoe"), "hand"))


async def test_text_tells_a_player_the_hand_and_nobody_else(world: World) -> None:
    evening = await play(world, tricks=1)
    hand = (await evening.view(0)).hand
    own = text_of(await ask(world, evening.people[0], "text"))
    spectators = text_of(await ask(world, world.person("Zoe"), "text"))
    assert EN("six_nimmt.text.hand") in own
    assert EN("six_nimmt.text.hand") not in spectators
    assert all(str(card) in own for card in hand)


async def test_text_speaks_the_readers_language(japanese_world: World) -> None:
    evening = await play(japanese_world)
    reader = japanese_world.person("さくら", "ja")
    assert text_of(await ask(japanese_world, reader, "text")) != text_of(
        await ask(japanese_world, evening.people[0], "text")
    )


# History ----------------------------------------------------------------------------------------------


async def test_history_opens_at_the_newest_page_and_turns_to_every_other(world: World) -> None:
    evening = await play(world)
    ann = evening.people[0]
    page = await ask(world, ann, "history")
    assert EN("six_nimmt.panel.caption", round=1, trick=2) in text_of(page)
    assert EN("table.history.page", page=3, pages=3) in text_of(page)
    assert disabled(page) == [EN("table.history.next"), EN("table.history.last")]
    page = await turn(world, ann, page, "table.history", button(page, EN("table.history.previous")))
    assert EN("six_nimmt.panel.caption", round=1, trick=1) in text_of(page)
    assert disabled(page) == []
    page = await turn(world, ann, page, "table.history", button(page, EN("table.history.first")))
    assert EN("six_nimmt.panel.caption_rows", round=1) in text_of(page)
    assert disabled(page) == [EN("table.history.first"), EN("table.history.previous")]
    page = await turn(world, ann, page, "table.history", button(page, EN("table.history.last")))
    assert EN("table.history.page", page=3, pages=3) in text_of(page)
    assert [part for part in parts(page) if part["type"] == GALLERY]


async def test_historys_menu_jumps_to_a_page(world: World) -> None:
    evening = await play(world)
    page = await ask(world, evening.people[0], "history")
    (menu,) = [item for item in controls(page, "table.history") if "options" in item]
    assert [option["label"].partition(". ")[0] for option in menu["options"]] == ["1", "2", "3"]
    assert [option.get("default", False) for option in menu["options"]] == [False, False, True]
    value = menu["options"][1]["value"]
    await world.press(evening.people[0], page, "table.history", rest="menu", values=[value])
    assert EN("table.history.page", page=2, pages=3) in text_of(page)


async def test_history_shows_everybody_the_same_public_picture(world: World) -> None:
    evening = await play(world)
    seen: list[tuple[str, bytes]] = []
    for actor in (evening.people[0], world.person("Zoe")):
        answer = await actor.slash(world.channel, "table history")
        assert answer.response is not None
        (picture,) = answer.response.attachments
        seen.append((text_of(world.private(answer)), await picture.read()))
    assert seen[0] == seen[1]


async def test_an_old_page_still_turns_after_more_tricks_and_a_restart(world: World) -> None:
    evening = await play(world)
    ann = evening.people[0]
    page = await ask(world, ann, "history")
    first = button(page, EN("table.history.first"))
    await play_on(evening, 2)
    await world.restart()
    page = await turn(world, ann, page, "table.history", first)
    assert EN("six_nimmt.panel.caption_rows", round=1) in text_of(page)
    page = await turn(world, ann, page, "table.history", button(page, EN("table.history.last")))
    newest = len(await world.app.tables.queries.milestones(evening.table)) + 1
    assert newest > 3
    assert EN("table.history.page", page=newest, pages=newest) in text_of(page)


async def test_a_long_history_offers_the_pages_round_the_present_one(world: World) -> None:
    evening = await play(world, players=2, tricks=TO_THE_END, rounds=3)
    page = await ask(world, evening.people[0], "history")
    (menu,) = [item for item in controls(page, "table.history") if "options" in item]
    total = len(await world.app.tables.queries.milestones(evening.table)) + 1
    assert total > 25
    assert len(menu["options"]) == 25
    assert menu["options"][-1]["label"].startswith(f"{total}. ")


# Verify -----------------------------------------------------------------------------------------------


async def test_verify_shows_the_fingerprint_while_the_game_runs_and_no_secret(world: World) -> None:
    evening = await play(world)
    told = await ask(world, world.person("Zoe"), "verify")
    table = await world.app.tables.queries.table(evening.table)
    for announced in (table.commitment, table.binding):
        assert announced in text_of(told)
    assert table.secret is None
    assert not told.attachments


async def test_verify_confirms_a_finished_game_and_hands_out_its_file(world: World) -> None:
    evening = await play(world, players=2, tricks=TO_THE_END, rounds=2)
    told = await ask(world, world.person("Zoe"), "verify")
    table = await world.app.tables.queries.table(evening.table)
    assert table.secret is not None
    assert EN("table.verify.confirmed", n=2) in text_of(told)
    assert EN("table.verify.replayed", n=table.version) in text_of(told)
    assert table.secret.hex() in text_of(told)
    assert [attached["filename"] for attached in told.attachments] == [f"stammtisch-{table.id}.json"]
    data = await world.app.tables.queries.transcript(table.id)
    assert verify(data).ok
    assert json.loads(data)["secret"] == table.secret.hex()


async def test_verify_reveals_the_secret_of_an_ended_game(world: World) -> None:
    evening = await play(world)
    page = await ask(world, evening.people[0], "end")
    await world.press(evening.people[0], page, "table.end", rest="yes")
    table = await world.app.tables.queries.table(evening.table)
    assert table.secret is not None
    assert table.secret.hex() in text_of(await ask(world, evening.people[0], "verify"))


async def test_verify_in_a_lobby_tells_what_can_be_kept_and_who_has_added_what(world: World) -> None:
    ann, ben = world.people(2)
    await ann.slash(world.channel, "nimmt start")
    post = world.with_control(world.public(), "lobby.join")
    opened = await world.app.tables.queries.table_in(world.channel.id)
    assert opened is not None
    assert EN("lobby.chance", short=opened.commitment[:16]) in text_of(post)
    assert EN("table.verify.presses") not in text_of(await ask(world, ben, "verify"))
    await world.press(ben, post, "lobby.join")
    joined = await world.app.tables.queries.table(opened.id)
    (added,) = joined.contributions or ()
    told = text_of(await ask(world, world.person("Zoe", "ja"), "verify"))
    assert JA("table.verify.lobby", commitment=opened.commitment) in told
    assert JA("table.verify.press", seat=2, press=added.press) in told
    assert int(added.press) > post.id
    await ann.slash(world.channel, "table leave")
    await world.leave(ben)
    await world.leave(ann)
    assert EN("lobby.chance", short=opened.commitment[:16]) not in text_of(post)
    assert EN("refusal.not_started") in text_of(await ask(world, ann, "verify"))


# Leave and end ----------------------------------------------------------------------------------------


async def test_leaving_a_game_is_asked_first_and_can_be_thought_over(world: World) -> None:
    evening = await play(world)
    ben = evening.people[1]
    page = await ask(world, ben, "leave")
    assert EN("table.leave.game", table=evening.table) in text_of(page)
    await world.press(ben, page, "table.leave", rest="no")
    assert (await world.app.tables.queries.table(evening.table)).seat_of(ben.id) == 1
    assert EN("table.leave.stayed") in text_of(page)
    page = await ask(world, ben, "leave")
    await world.press(ben, page, "table.leave", rest="yes")
    assert (await world.app.tables.queries.table(evening.table)).seat_of(ben.id) is None
    assert EN("table.leave.done") in text_of(page)


async def test_who_left_can_come_back_to_the_same_hand(world: World) -> None:
    evening = await play(world, tricks=1)
    ben = evening.people[1]
    page = await ask(world, ben, "leave")
    await world.press(ben, page, "table.leave", rest="yes")
    await world.press(ben, page, "table.replace")
    (menu,) = controls(page, "table.replace")
    assert [option["label"] for option in menu["options"]] == ["player1"]
    await world.press(ben, page, "table.replace", rest="seat", values=["1"])
    assert (await world.app.tables.queries.table(evening.table)).seat_of(ben.id) == 1
    assert EN("table.replace.done") in text_of(page)
    assert [part for part in parts(page) if part["type"] == GALLERY]


async def test_a_stranger_may_take_over_a_free_seat_and_only_that(world: World) -> None:
    evening = await play(world, tricks=1)
    ben, zoe = evening.people[1], world.person("Zoe")
    assert EN("refusal.no_free_seat") in text_of(await ask(world, zoe, "replace"))
    assert EN("refusal.seated") in text_of(await ask(world, ben, "replace"))
    page = await ask(world, ben, "leave")
    await world.press(ben, page, "table.leave", rest="yes")
    offer = await ask(world, zoe, "replace")
    await world.press(zoe, offer, "table.replace", rest="seat", values=["1"])
    assert (await world.app.tables.queries.table(evening.table)).seat_of(zoe.id) == 1
    again = await world.press(ben, page, "table.replace")
    assert EN("refusal.no_free_seat") in text_of(world.private(again))


async def test_the_last_person_is_told_that_leaving_ends_the_game(world: World) -> None:
    evening = await play(world, players=2)
    for actor, key in zip(evening.people, ("table.leave.game", "table.leave.last"), strict=True):
        page = await ask(world, actor, "leave")
        assert EN(key, table=evening.table) in text_of(page)
        await world.press(actor, page, "table.leave", rest="yes")
    assert (await world.app.tables.queries.table(evening.table)).status is Status.ABANDONED


async def test_the_only_one_in_a_lobby_is_told_that_it_closes(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    page = await ask(world, ann, "leave")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    assert EN("table.leave.lobby_closes", table=table.id) in text_of(page)
    await world.press(ann, page, "table.leave", rest="yes")
    assert (await world.app.tables.queries.table(table.id)).status is Status.ABANDONED


async def test_who_does_not_sit_can_not_leave(world: World) -> None:
    await play(world)
    assert EN("refusal.not_seated") in text_of(await ask(world, world.person("Zoe"), "leave"))


async def test_a_confirmation_of_yesterday_changes_nothing_after_the_end(world: World) -> None:
    evening = await play(world)
    host, ben = evening.people[:2]
    leaving, ending = await ask(world, ben, "leave"), await ask(world, host, "end")
    await world.press(host, ending, "table.end", rest="yes")
    answer = await world.press(ben, leaving, "table.leave", rest="yes")
    assert EN("refusal.over") in text_of(world.private(answer))


@pytest.mark.parametrize("seat", [1, 2])
async def test_only_the_host_or_a_manager_ends_a_table(world: World, seat: int) -> None:
    evening = await play(world)
    assert EN("refusal.not_host") in text_of(await ask(world, evening.people[seat], "end"))
    assert EN("refusal.not_host") in text_of(await ask(world, world.person("Zoe"), "end"))
    keeper = world.guild.create_role("keeper", permissions=discord.Permissions(manage_messages=True))
    manager = world.guild.add_member(world.env.create_user("Max"), roles=[keeper])
    page = await ask(world, manager, "end")
    assert EN("table.end.game", table=evening.table) in text_of(page)
    await world.press(manager, page, "table.end", rest="yes")
    assert (await world.app.tables.queries.table(evening.table)).status is Status.ABANDONED


async def test_ending_can_be_thought_over(world: World) -> None:
    evening = await play(world)
    page = await ask(world, evening.people[0], "end")
    await world.press(evening.people[0], page, "table.end", rest="no")
    assert EN("table.end.kept") in text_of(page)
    assert (await world.app.tables.queries.table(evening.table)).status is Status.PLAYING


async def test_somebody_elses_confirmation_is_refused(world: World) -> None:
    """A private message can't be pressed by others; a copied press is refused all the same."""
    evening = await play(world)
    page = await ask(world, evening.people[0], "end")
    answer = await world.press(world.person("Zoe"), page, "table.end", rest="yes")
    assert (await world.app.tables.queries.table(evening.table)).status is Status.PLAYING
    assert EN("refusal.not_host") in text_of(world.private(answer))


@pytest.mark.parametrize(
    ("command", "who", "before", "after"),
    [
        ("leave", 1, "table.leave.lobby", "table.leave.game"),
        ("end", 0, "table.end.lobby", "table.end.game"),
    ],
)
async def test_a_question_that_was_asked_in_the_lobby_is_asked_again_in_the_game(
    world: World, command: str, who: int, before: str, after: str
) -> None:
    people = world.people(3)
    await people[0].slash(world.channel, "nimmt start", rounds=1)
    for actor in people[1:]:
        await world.press(actor, world.with_control(world.public(), "lobby.join"), "lobby.join")
    page = await ask(world, people[who], command)
    assert text_of(page) == EN(before, table=1)
    await world.press(people[0], world.with_control(world.public(), "lobby.start"), "lobby.start")
    await world.press(people[who], page, f"table.{command}", rest="yes")
    table = await world.app.tables.queries.table(1)
    assert (table.status, table.seat_of(people[who].id)) == (Status.PLAYING, who)
    assert text_of(page) == EN(after, table=1)
    await world.press(people[who], page, f"table.{command}", rest="yes")
    assert text_of(page) == EN(f"table.{command}.done")
    table = await world.app.tables.queries.table(1)
    assert table.status is (Status.PLAYING if command == "leave" else Status.ABANDONED)
    assert table.seat_of(people[1].id) == (None if command == "leave" else 1)


async def test_whoever_was_not_the_last_one_when_asked_is_asked_again(world: World) -> None:
    """Leaving was harmless then; now it ends the game."""
    evening = await play(world, players=2)
    ann, ben = evening.people
    page = await ask(world, ann, "leave")
    await world.leave(ben)
    await world.press(ann, page, "table.leave", rest="yes")
    assert text_of(page) == EN("table.leave.last", table=evening.table)
    assert (await world.app.tables.queries.table(evening.table)).status is Status.PLAYING
    await world.press(ann, page, "table.leave", rest="yes")
    assert (await world.app.tables.queries.table(evening.table)).status is Status.ABANDONED


# From More --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("table.text", "six_nimmt.text.hand"),
        ("table.history", "table.history.menu"),
        ("table.verify", "table.verify.bound"),
        ("table.leave", "table.leave.yes"),
        ("table.end", "table.end.yes"),
        ("games.rules", "games.rules.menu"),
    ],
)
async def test_every_button_of_more_answers_in_place(world: World, action: str, says: str) -> None:
    evening = await play(world, tricks=0)
    host = evening.people[0]
    answer = await world.press(host, evening.board(), "table.more")
    menu = world.private(answer)
    await world.press(host, menu, action)
    shown = text_of(menu) + " ".join(
        str(item.get("label", item.get("placeholder", ""))) for item in controls(menu)
    )
    table = (await evening.moment()).table
    assert EN(says, commitment=table.commitment, binding=table.binding) in shown


# By direct message ------------------------------------------------------------------------------------


async def test_by_direct_message_somebody_without_a_table_is_told_so(world: World) -> None:
    ann = world.person("Ann")
    answer = await ann.user.slash("table leave")
    assert EN("refusal.no_table_of_yours") in text_of(world.private(answer))


async def test_by_direct_message_the_only_table_is_meant(world: World) -> None:
    evening = await play(world, tricks=0)
    answer = await evening.people[1].user.slash("table leave")
    assert EN("table.leave.game", table=evening.table) in text_of(world.private(answer))


async def test_by_direct_message_several_tables_are_offered(world: World) -> None:
    ann = world.person("Ann")
    for channel in (world.channel, world.guild.create_text_channel("other-night")):
        await ann.slash(channel, "nimmt start")
    offer = world.private(await ann.user.slash("table leave"))
    (menu,) = controls(offer, "table.leave")
    assert len(menu["options"]) == 2
    chosen = menu["options"][1]["value"]
    answer = await world.press(ann, offer, "table.leave", values=[chosen])
    assert EN("table.leave.lobby_closes", table=chosen) in text_of(world.private(answer))


async def test_where_we_may_not_write_the_board_is_shown_privately(world: World) -> None:
    evening = await play(world, tricks=0)
    before = len(world.public())
    denied = Overwrite(
        world.env.backend.bot_user.id,
        OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(attach_files=True).value,
    )
    world.env.backend.set_overwrite(world.channel.id, denied)
    shown = await ask(world, evening.people[0], "show")
    assert [part for part in parts(shown) if part["type"] == GALLERY]
    assert len(world.public()) == before
