"""The menus of Discord on a person and on a message: what they lead to, and what they say elsewhere."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage
from simulated import EN, JA, controls, pictured, text_of
from test_challenges import begun
from troubled import Evening

from bot.text import locales, mention, words

PERSON, MESSAGE = ("statistics", "invite", "challenge"), ("news", "explain", "replay")


async def chosen(
    evening: Evening,
    person: MemberActor,
    key: str,
    target: MemberActor | Message,
    channel: ChannelHandle | None = None,
) -> Message:
    """The private answer to a line of a menu."""
    meant = ResponseMessage(evening.env, target) if isinstance(target, Message) else target
    return evening.private(await person.context_menu(channel or evening.channel, EN(f"menu.{key}"), meant))


@pytest.mark.parametrize("locale", locales())
def test_the_names_of_one_menu_differ(locale: str) -> None:
    for keys in (PERSON, MESSAGE):
        assert len({words(locale)(f"menu.{key}") for key in keys}) == len(keys)


# A person ----------------------------------------------------------------------------------------------


async def test_statistics_of_a_person_are_those_of_the_command(evening: Evening) -> None:
    """Hidden ones stay hidden."""
    ann, ben, _ = evening.people
    shown = text_of(await chosen(evening, ann, "statistics", ben))
    assert shown == EN("statistics.none", name=mention(ben.id))
    await evening.ask(ben, "games mine")
    await evening.wish(ben, listed=False)
    hidden = text_of(await chosen(evening, ann, "statistics", ben))
    assert hidden == EN("refusal.statistics_hidden", name=mention(ben.id))


async def test_a_person_is_invited_to_the_table_of_the_channel(evening: Evening) -> None:
    """Nobody to no table, oneself or a bot to none; who sits nowhere invites nobody."""
    ann, ben, cleo = evening.people
    assert text_of(await chosen(evening, ann, "invite", ben)) == EN("refusal.nowhere_to_invite")
    await evening.open_table([ann, cleo])
    assert text_of(await chosen(evening, ann, "invite", ann)) == EN("refusal.guest_self")
    answer = text_of(await chosen(evening, ann, "invite", ben))
    assert answer == EN("table.invite.done", name="Ben")
    asked = evening.with_control(evening.public(), "motion.yes")
    assert mention(ben.id) in text_of(asked)
    await evening.press(ben, asked, "motion.yes")
    assert (await evening.table()).seat_of(ben.id) is not None


async def test_of_several_tables_elsewhere_a_menu_asks_which(evening: Evening) -> None:
    """Only those of the person, and only where the guest can look."""
    ann, ben, _ = evening.people
    hidden = {ben: discord.PermissionOverwrite(view_channel=False)}
    secret = evening.guild.create_text_channel("secret", overwrites=hidden)
    await ann.slash(evening.channel, "nimmt start")
    await ann.slash(secret, "taxis start")
    lobby = evening.guild.create_text_channel("lobby")
    asked = await chosen(evening, ann, "invite", ben, lobby)
    (menu,) = controls(asked, "menu.invite")
    assert {line["value"] for line in menu["options"]} == {"1", "2"}
    refused = await evening.opened(ann, asked, "menu.invite", values=["2"])
    assert f"<#{secret.id}>" in text_of(refused)
    asked = await chosen(evening, ann, "invite", ben, lobby)
    await evening.press(ann, asked, "menu.invite", values=["1"])
    assert text_of(asked) == EN("table.invite.done", name="Ben")
    assert evening.with_control(evening.public(), "motion.yes")


async def test_a_person_is_challenged_to_a_game(evening: Evening) -> None:
    """A table opens for both; where the channel has one, in a thread."""
    ann, ben, cleo = evening.people
    for challenger, thread in ((ann, False), (cleo, True)):
        panel = await chosen(evening, challenger, "challenge", ben)
        assert not controls(panel, "menu.dare")
        answer = await evening.opened(challenger, panel, "menu.game", values=["six_nimmt"])
        assert EN("table.invite.done", name="Ben") in text_of(answer)
        (table,) = await evening.app.tables.queries.tables_of(challenger.id)
        place = next(each for each in evening.channel.threads if each.id == table.channel) if thread else None
        assert (table.channel == evening.channel.id) is not thread
        asked = evening.with_control(evening.public(place), "motion.yes")
        assert mention(ben.id) in text_of(asked)


async def test_a_person_is_challenged_to_what_is_open_this_week(evening: Evening) -> None:
    """Everybody sees it, the person alone is pinged, and it is done once by a panel."""
    ann, ben, cleo = evening.people
    await begun(evening)
    panel = await chosen(evening, ann, "challenge", ben)
    await evening.press(ann, panel, "menu.dare")
    assert text_of(panel) == EN("menu.challenge.done", name=mention(ben.id))
    assert not controls(panel)
    post = evening.public()[-1]
    assert f"**{ann.name}**" in text_of(post)
    assert mention(ben.id) in text_of(post)
    assert post.ping_user_ids == [ben.id]
    await evening.press(cleo, post, "challenge.play")
    (entry,) = await evening.app.tables.challenges.in_server(evening.guild.id, cleo.id, 1)
    assert entry.own is not None


async def test_who_has_left_the_server_is_not_challenged(evening: Evening) -> None:
    ann, ben, _ = evening.people
    panel = await chosen(evening, ann, "challenge", ben)
    evening.fail("GET", f"/guilds/*/members/{ben.id}", 404, 10007)
    refused = await evening.opened(ann, panel, "menu.game", values=["six_nimmt"])
    assert text_of(refused) == EN("refusal.guest_gone")
    assert not await evening.app.tables.queries.tables_of(ann.id)


# A board -----------------------------------------------------------------------------------------------


async def later_trick(evening: Evening) -> None:
    """A trick is played some time after the board was posted."""
    await evening.wait(60)
    await evening.trick()


async def test_a_board_is_explained_as_it_stood_then(evening: Evening) -> None:
    """An old one by what everybody knew; the newest one with the cards of whoever asks, and the way to move.
    A board that has lost its buttons is still known."""
    ann, ben, cleo = evening.people
    await evening.start()
    first = evening.boards()[-1]
    own = text_of(await chosen(evening, ann, "explain", first))
    hand = await evening.says(ann, "table text")
    assert hand.splitlines()[-1] in own
    await later_trick(evening)
    await later_trick(evening)
    old = await chosen(evening, ann, "explain", first)
    new = await chosen(evening, ann, "explain", evening.boards()[-1])
    assert EN("menu.explain.then", when="").split("**")[1].split(" ")[0] in text_of(old)
    assert controls(new, "table.move")
    assert not controls(old, "table.move")
    assert controls(old, "games.rules")
    assert (await evening.says(ann, "table text")).splitlines()[-1] in text_of(new)
    moment = await evening.app.tables.queries.moment(1, 0)
    for card in moment.state.hands[0]:
        assert f"{card}," not in text_of(old)
    for person in (ben, cleo):
        assert text_of(await chosen(evening, person, "explain", first)) == text_of(old)


async def test_a_board_on_which_somebody_has_chosen_since_is_explained_as_it_stands(evening: Evening) -> None:
    """Also before it is written down that the board shows it."""
    ann, ben, _ = evening.people
    await evening.start()
    await evening.ask(ben, "table text")
    await evening.choose(ann)
    told = await chosen(evening, ben, "explain", evening.boards()[-1])
    assert text_of(told).startswith("**How the game stands**")
    assert controls(told, "table.move")


async def test_a_board_is_explained_with_the_move_that_it_tells(evening: Evening) -> None:
    """Discord's times are cut to milliseconds, and both were at the same moment."""
    ann, *_ = evening.people
    await evening.start()
    await evening.wait(60.0006)
    await evening.trick()
    board = evening.boards()[-1]
    for _ in range(2):
        await later_trick(evening)
    assert "trick 2 of 10" in text_of(await chosen(evening, ann, "explain", board))


async def test_a_replay_goes_on_from_a_board(evening: Evening) -> None:
    ann, *_ = evening.people
    await evening.start()
    first = evening.boards()[-1]
    await later_trick(evening)
    second = evening.boards()[-1]
    await later_trick(evening)
    for board, pages in ((first, 2), (second, 1)):
        shown = await chosen(evening, ann, "replay", board)
        assert pictured(shown)
        versions = await evening.app.tables.queries.milestones(1)
        (menu, *_) = controls(shown, "table.replay")
        (page,) = [line["value"] for line in menu["options"] if line.get("default")]
        assert page == str(versions[-pages])


async def test_news_by_a_board_are_those_of_its_table(evening: Evening) -> None:
    ann, *_ = evening.people
    await evening.start()
    board = evening.boards()[-1]
    await later_trick(evening)
    fresh = await chosen(evening, ann, "news", board)
    assert EN("news.nothing") not in text_of(fresh)
    assert EN("news.nothing") in text_of(await chosen(evening, ann, "news", board))


async def test_messages_without_a_board_say_so(evening: Evening) -> None:
    """Those of people, posts of ours that belong to no table, and a lobby in which nothing has happened."""
    ann, *_ = evening.people
    evening.locales[ann.id] = "ja"
    await ann.send(evening.channel, "s1:table.move:1:1:")
    said = evening.public()[-1]
    _, post = await begun(evening)
    for message in (said, post):
        for key in MESSAGE:
            assert text_of(await chosen(evening, ann, key, message)) == JA("refusal.no_board")
    lobby = await evening.open_table([ann])
    for key in MESSAGE:
        assert text_of(await chosen(evening, ann, key, lobby)) == JA("refusal.not_started")
