"""`/table` from every chair, before, during and after a game, after a restart and from old pages."""

import json
import re

import pytest
from any_game import GAMES, AnyEvening, nimmt
from simcord.backend.models import Message
from simulated import EN, EPHEMERAL, JA, World, controls, pictured, text_of

from bot.tables.model import Status

SHOWING = ("hand", "text", "history", "news", "replay")
COMMANDS = (*SHOWING, "show", "hint", "watch", "verify", "leave", "replace", "end")


async def play(world: World, players: int = 3, tricks: int = 0) -> AnyEvening:
    """A game under way after some tricks."""
    evening = await nimmt(world, players, seed=4, rounds=1)
    await evening.play_pages(tricks)
    return evening


def rest_of(message: Message, key: str) -> str:
    """The last part of the custom_id of a button by its words."""
    (found,) = [item for item in controls(message) if item.get("label") == EN(key)]
    return str(found["custom_id"].rpartition(":")[2])


def is_english(message: Message) -> bool:
    """Whether no text, no button and no description of a picture holds a Japanese letter."""
    assert pictured(message)
    return not re.search("[ぁ-ヿ一-鿿]", json.dumps(message.components, ensure_ascii=False))


async def test_without_a_game_every_command_says_why_there_is_nothing_to_show(world: World) -> None:
    """Where no table is, and in a lobby, which alone is shown."""
    ann, sakura = world.person("Ann"), world.person("さくら", "ja")
    for verb in COMMANDS:
        assert EN("refusal.no_table_here") in await world.says(ann, f"table {verb}")
    assert JA("refusal.no_table_here") in await world.says(sakura, "table show")
    await world.open_table([ann])
    for verb in SHOWING:
        assert EN("refusal.not_started") in await world.says(ann, f"table {verb}")
    assert controls(await world.ask(ann, "table show"), "lobby.join")
    assert len(world.public()) == 1


# Show, hand, text -------------------------------------------------------------------------------------


async def test_show_posts_the_board_afresh_for_players_and_privately_for_others(world: World) -> None:
    """Nobody is called; the same command delivered twice posts one board; without the right to, none."""
    evening, zoe = await play(world), world.person("Zoe")
    old = evening.board()
    assert EN("table.show.posted") in await world.says(evening.people[1], "table show")
    fresh = evening.board()
    assert fresh.id != old.id
    assert "<@" not in text_of(fresh)
    assert not controls(old)
    assert pictured(fresh)
    count = len(world.public())
    assert pictured(await world.ask(zoe, "table show"))
    assert len(world.public()) == count
    for _ in range(2):
        await world.app.tables.play.repeat(evening.table, key="same")
    await world.env.settle()
    assert len(world.public()) == count + 1
    world.deny(attach_files=True)
    assert pictured(await world.ask(evening.people[0], "table show"))
    assert len(world.public()) == count + 1


@pytest.mark.usefixtures("short_games")
async def test_what_show_answers_privately_speaks_the_readers_language(japanese_world: World) -> None:
    """Lobby, board, text and ranking, also in a direct message; what it posts speaks that of the server."""
    world = japanese_world
    ann, ben, zoe = world.person("Ann"), world.person("Ben"), world.person("Zoe")
    await world.open_table([ann, ben], rounds=1)
    assert is_english(await world.ask(zoe, "table show"))
    assert is_english(world.private(await ben.user.slash("table show")))
    await world.press(ann, world.lobby(), "lobby.start")
    assert is_english(await world.ask(zoe, "table show"))
    assert EN("six_nimmt.text.hand") in await world.says(ann, "table text")
    await ann.slash(world.channel, "table show")
    assert not is_english(world.public()[-1])
    await AnyEvening(world, GAMES["six_nimmt"], [ann, ben], table=1).play_out()
    assert is_english(await world.ask(ann, "table show"))


@pytest.mark.usefixtures("short_games")
async def test_who_presses_rematch_second_is_told_of_the_lobby_that_the_first_opened(
    world: World,
) -> None:
    """No thread with a second rematch is offered; who has left it since can join it or have their own."""
    evening = await play(world, players=2)
    ann, ben = evening.people
    await evening.play_out()
    ending = world.with_control(world.public(), "table.rematch")
    await world.opened(ann, ending, "table.rematch")
    for person in (ben, ann):
        told = await world.opened(person, ending, "table.rematch")
        assert text_of(told) == EN("refusal.lobby_yours", table=2)
        assert not controls(told)
    assert controls(await world.ask(ben, "taxis start"), "lobby.thread")
    await world.press(ben, world.with_control(world.public(), "lobby.leave"), "lobby.leave")
    told = await world.opened(ben, ending, "table.rematch")
    assert text_of(told) == EN("refusal.lobby_here", table=2)
    assert controls(told, "lobby.thread")
    stranger = await world.opened(world.person("Zoe"), ending, "table.rematch")
    assert text_of(stranger) == EN("refusal.has_not_played")


@pytest.mark.usefixtures("short_games")
async def test_show_and_news_and_what_is_watched_end_with_the_ranking(world: World) -> None:
    evening, zoe = await play(world, players=2), world.person("Zoe")
    assert controls(await world.ask(zoe, "table watch"), "table.unwatch")
    await evening.play_out()
    shown = await world.ask(evening.people[0], "table show")
    assert (await evening.moment()).table.status is Status.FINISHED
    assert controls(shown, "table.rematch")
    both = EN.all_of([person.name for person in evening.people])
    assert EN("feat.first_game", name=both) in text_of(shown), "one line for all"
    news = await world.ask(zoe, "table news")
    won = text_of(shown).splitlines()[1]
    assert text_of(news).startswith(EN("news.title_first"))
    assert text_of(news).endswith(won)
    (letter,) = [message for message in world.dms(zoe) if not message.flags & EPHEMERAL]
    assert won in text_of(letter)
    assert [item["custom_id"].split(":")[1] for item in controls(letter)] == ["table.replay"]
    assert not controls(news, "table.move")


@pytest.mark.usefixtures("short_games")
async def test_panels_that_are_open_go_on_until_the_game_is_over(world: World) -> None:
    evening, live = await play(world, players=2), world.app.live_panels

    def still_open() -> list[bool]:
        return [live.is_open(world.app, evening.table, each.id) for each in evening.people]

    while (await evening.moment()).table.status is Status.PLAYING:
        for person in evening.people:
            await evening.panel(person)
        assert still_open() == [True, True]
        await evening.play_pages(1)
    assert still_open() == [False, False]


async def test_open_panels_of_a_game_that_was_ended_offer_nothing_more(world: World) -> None:
    evening = await play(world, players=3)
    ann, ben, _ = evening.people
    panels = [await evening.panel(person) for person in (ann, ben)]
    ending = await world.ask(ann, "table end")
    await world.press(ann, ending, "table.end", rest="yes")
    ended = EN("table.abandoned_by", name=ann.name, table=evening.table)
    assert [text_of(panel) for panel in panels] == [ended] * 2
    assert text_of(world.public()[-1]) == ended
    assert not any(controls(panel) for panel in panels)


async def test_hand_is_the_panel_of_players_and_every_button_of_more_answers_in_place(world: World) -> None:
    evening = await play(world)
    host = evening.people[0]
    assert controls(await world.ask(host, "table hand"), "nimmt.step")
    assert EN("refusal.not_seated") in await world.says(world.person("Zoe"), "table hand")
    table = (await evening.moment()).table
    for action, says in (
        ("table.text", "six_nimmt.text.hand"),
        ("table.history", "table.history.menu"),
        ("table.verify", "table.verify.bound"),
        ("table.leave", "table.leave.yes"),
        ("table.end", "table.end.yes"),
        ("games.rules", "games.rules.menu"),
    ):
        menu = await world.more(host)
        await world.press(host, menu, action)
        labels = [str(item.get("label", item.get("placeholder", ""))) for item in controls(menu)]
        said = EN(says, commitment=table.commitment, binding=table.binding)
        assert said in " ".join([text_of(menu), *labels])


# History ----------------------------------------------------------------------------------------------


async def test_history_opens_at_the_newest_page_and_turns_to_every_other(world: World) -> None:
    """Also by its menu, and after more tricks and a restart."""
    evening = await play(world, tricks=2)
    ann = evening.people[0]
    page = await world.ask(ann, "table history")

    async def turned(key: str) -> str:
        await world.press(ann, page, "table.history", rest=rest_of(page, key))
        return text_of(page)

    def off() -> list[str]:
        return [item["label"] for item in controls(page) if item.get("disabled")]

    assert EN("six_nimmt.panel.caption", round=1, trick=2) in text_of(page)
    assert EN("table.history.page", page=3, pages=3) in text_of(page)
    assert off() == [EN("table.history.next"), EN("table.history.last")]
    assert EN("six_nimmt.panel.caption", round=1, trick=1) in await turned("table.history.previous")
    assert off() == []
    assert EN("six_nimmt.panel.caption_rows", round=1) in await turned("table.history.first")
    assert off() == [EN("table.history.first"), EN("table.history.previous")]
    assert EN("table.history.page", page=3, pages=3) in await turned("table.history.last")
    assert pictured(page)
    (menu,) = [item for item in controls(page, "table.history") if "options" in item]
    assert [option["label"].partition(". ")[0] for option in menu["options"]] == ["1", "2", "3"]
    assert [option.get("default", False) for option in menu["options"]] == [False, False, True]
    value = menu["options"][1]["value"]
    await world.press(ann, page, "table.history", rest="menu", values=[value])
    assert EN("table.history.page", page=2, pages=3) in text_of(page)
    await evening.play_pages(2)
    await world.restart()
    assert EN("six_nimmt.panel.caption_rows", round=1) in await turned("table.history.first")
    assert EN("table.history.page", page=5, pages=5) in await turned("table.history.last")


# Verify -----------------------------------------------------------------------------------------------


async def test_verify_in_a_lobby_tells_what_can_be_kept_and_who_has_added_what(world: World) -> None:
    ann, ben = world.members(2)
    post = await world.open_table([ann])
    opened = await world.table()
    assert EN("lobby.chance", short=opened.commitment[:16]) in text_of(post)
    assert EN("table.verify.presses") not in await world.says(ben, "table verify")
    await world.press(ben, post, "lobby.join")
    (added,) = (await world.table()).contributions or ()
    told = await world.says(world.person("Zoe", "ja"), "table verify")
    assert JA("table.verify.lobby", commitment=opened.commitment) in told
    assert JA("table.verify.press", seat=2, press=added.press) in told
    assert int(added.press) > post.id
    await world.leave(ben)
    await world.leave(ann)
    assert EN("lobby.chance", short=opened.commitment[:16]) not in text_of(post)
    assert EN("refusal.not_started") in await world.says(ann, "table verify")


# Leave and end ----------------------------------------------------------------------------------------


async def test_a_question_is_asked_again_where_a_yes_has_come_to_mean_something_else(world: World) -> None:
    """Of the lobby when the game has begun, and of the game when nobody else is left."""
    ann, ben = people = world.members(2)
    await world.open_table(people, rounds=1)
    leaving, ending = await world.ask(ben, "table leave"), await world.ask(ann, "table end")
    assert text_of(leaving) == EN("table.leave.lobby", table=1)
    assert text_of(ending) == EN("table.end.lobby", table=1)
    await world.press(ann, world.lobby(), "lobby.start")
    await world.press(ben, leaving, "table.leave", rest="yes")
    await world.press(ann, ending, "table.end", rest="yes")
    assert (await world.table()).seat_of(ben.id) == 1
    assert text_of(leaving) == EN("table.leave.held", table=1, hold="24 hours")
    assert text_of(ending) == EN("table.end.game", table=1)
    last = await world.ask(ann, "table leave")
    await world.press(ben, leaving, "table.leave", rest="yes")
    assert text_of(leaving) == EN("table.leave.done")
    assert await world.says(ben, "table hand") == EN("refusal.left_game")
    await world.press(ann, last, "table.leave", rest="yes")
    assert text_of(last) == EN("table.leave.last", table=1)
    assert (await world.table()).status is Status.PLAYING
    await world.press(ann, ending, "table.end", rest="yes")
    assert text_of(ending) == EN("table.end.done")
    assert (await world.table()).status is Status.ABANDONED


async def test_by_direct_message_the_only_table_is_meant_and_several_are_offered(world: World) -> None:
    ann = world.person("Ann")
    for command in ("table leave", "table watch"):
        assert EN("refusal.no_table_of_yours") in text_of(world.private(await ann.user.slash(command)))
    await ann.slash(world.channel, "nimmt start")
    only = world.private(await ann.user.slash("table leave"))
    assert EN("table.leave.lobby_closes", table=1) in text_of(only)
    await ann.slash(world.guild.create_text_channel("other-night"), "nimmt start")
    offer = world.private(await ann.user.slash("table leave"))
    (menu,) = controls(offer, "table.leave")
    assert len(menu["options"]) == 2
    chosen = menu["options"][1]["value"]
    answer = await world.opened(ann, offer, "table.leave", values=[chosen])
    assert EN("table.leave.lobby_closes", table=chosen) in text_of(answer)
