"""The role that wants to be called: who may choose it, what calls mention then, and how people take it."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import RoleHandle
from simulated import EN, controls, text_of
from test_wanted import calls, wants
from troubled import Evening, Wire


def manager(evening: Evening) -> MemberActor:
    """Who may manage server and roles."""
    return evening.trusted("Max", manage_guild=True, manage_roles=True)


def role(evening: Evening, name: str = "players") -> RoleHandle:
    """A role below all that there are, which everybody may mention."""
    return evening.guild.create_role(name, mentionable=True)


async def chosen(evening: Evening) -> RoleHandle:
    """The role that whoever manages the server has chosen."""
    max_, players = manager(evening), role(evening)
    await set_role(evening, max_, players.id)
    return players


async def set_role(evening: Evening, person: MemberActor, value: int | None) -> Message:
    panel = await evening.ask(person, "games server")
    await evening.press(person, panel, "server.role", values=[] if value is None else [str(value)])
    return panel


def mentioned(wire: Wire) -> dict[str, list[str]]:
    """Whom the newest post may ping."""
    allowed = wire.sent("POST", "/channels/*/messages")[-1].body["allowed_mentions"]
    return {key: [str(one) for one in allowed.get(key, [])] for key in ("roles", "users")}


async def called(evening: Evening, *people: MemberActor) -> Message:
    """These people want the same; the call for them."""
    for person in people:
        await wants(evening, person)
    (call,) = calls(evening)
    return call


async def test_a_role_is_called_instead_of_names(evening: Evening) -> None:
    """Exactly that role, and beside it who wants to play and does not have it."""
    ann, ben, _ = evening.people
    max_, players = manager(evening), role(evening)
    panel = await set_role(evening, max_, players.id)
    assert EN("server.role.is", role=f"<@&{players.id}>") in text_of(panel)
    evening.env.backend.add_member_role(evening.guild.id, ann.id, players.id)
    with Wire() as wire:
        call = await called(evening, ann, ben)
    assert f"<@&{players.id}> Ann and <@{ben.id}>" in text_of(call)
    assert mentioned(wire) == {"roles": [str(players.id)], "users": [str(ben.id)]}
    await evening.press(ann, call, "wanted.sit")
    assert (await evening.table()).host == ann.id


async def test_where_all_have_the_role_nobody_is_mentioned_beside_it(evening: Evening) -> None:
    ann, ben, _ = evening.people
    players = await chosen(evening)
    for person in (ann, ben):
        evening.env.backend.add_member_role(evening.guild.id, person.id, players.id)
    with Wire() as wire:
        await called(evening, ann, ben)
    assert mentioned(wire) == {"roles": [str(players.id)], "users": []}


@pytest.mark.parametrize("gone", [False, True])
async def test_a_role_that_can_not_be_mentioned_or_is_gone_leaves_the_names(
    evening: Evening, *, gone: bool
) -> None:
    """The panel of the server says what is missing."""
    ann, ben, _ = evening.people
    max_, players = manager(evening), evening.guild.create_role("players")
    bot = next(each for each in evening.guild.roles.values() if each.name == evening.app.user.name)
    rights = discord.Permissions.all()
    rights.update(administrator=False, mention_everyone=False)
    evening.env.backend.edit_role(evening.guild.id, bot.id, {"permissions": rights.value})
    await evening.env.settle()
    panel = await set_role(evening, max_, players.id)
    assert EN("server.role.silent", role=f"<@&{players.id}>") in text_of(panel)
    if gone:
        evening.env.backend.delete_role(evening.guild.id, players.id)
    with Wire() as wire:
        call = await called(evening, ann, ben)
    assert f"<@{ann.id}>" in text_of(call)
    assert mentioned(wire) == {"roles": [], "users": [str(ann.id), str(ben.id)]}


async def test_an_open_seat_calls_the_role(evening: Evening) -> None:
    """Once: an edited post and one that is put up again call nobody."""
    ann, _, cleo = evening.people
    players = await chosen(evening)
    await evening.start()
    await evening.leave(cleo)
    more = await evening.ask(ann, "table replace")
    with Wire() as wire:
        await evening.press(ann, more, "table.call")
        await evening.env.settle()
    assert mentioned(wire) == {"roles": [str(players.id)], "users": []}
    assert EN("role.call", role=f"<@&{players.id}>") in text_of(evening.public()[-1])
    assert controls(evening.public()[-1], "motion.yes")


async def test_people_take_and_leave_the_role_with_a_button(evening: Evening) -> None:
    ann, *_ = evening.people
    assert not controls(await evening.ask(ann, "games wanted"), "role.mine")
    players = await chosen(evening)
    panel = await evening.ask(ann, "games wanted")
    member = evening.env.backend.get_guild(evening.guild.id).members[ann.id]
    own = await evening.opened(ann, panel, "role.mine")
    for wanted in (True, False):
        assert text_of(own) == EN("role.lacks" if wanted else "role.has", role=f"<@&{players.id}>")
        await evening.press(ann, own, "role.set")
        assert (players.id in member.role_ids) is wanted
    evening.fail("PUT", "/guilds/*/members/*", 403, 50013)
    assert text_of(await evening.opened(ann, own, "role.set")) == EN("refusal.role_barred")


async def test_a_role_that_allows_something_is_nobodys_to_take(evening: Evening) -> None:
    """Not even by a button of before it was changed; nor one above the bot's own."""
    ann, *_ = evening.people
    players = await chosen(evening)
    own = await evening.opened(ann, await evening.ask(ann, "games wanted"), "role.mine")
    evening.env.backend.edit_role(evening.guild.id, players.id, {"permissions": 8})
    await evening.env.settle()
    assert text_of(await evening.opened(ann, own, "role.set")) == EN("refusal.no_role")
    assert not controls(await evening.ask(ann, "games wanted"), "role.mine")
    kept = EN("server.role.kept", role=f"<@&{players.id}>")
    assert kept in await evening.says(ann, "games server")


async def test_only_who_may_give_a_role_chooses_it(evening: Evening) -> None:
    """Nobody chooses a role that stands above them, that of everybody, or that of a bot."""
    high, max_ = role(evening, "high"), manager(evening)
    players = role(evening)
    for person, wanted, refusal in (
        (evening.people[0], players.id, "role_above"),
        (evening.trusted("Mia", manage_guild=True), players.id, "role_above"),
        (max_, high.id, "role_above"),
        (max_, evening.guild.id, "role_unfit"),
    ):
        panel = await evening.ask(max_, "games server")
        refused = await evening.opened(person, panel, "server.role", values=[str(wanted)])
        assert text_of(refused) == EN(f"refusal.{refusal}")
    assert (await evening.app.tables.servers.settings(evening.guild.id)).role == 0
    await set_role(evening, max_, players.id)
    assert (await evening.app.tables.servers.settings(evening.guild.id)).role == players.id
    await set_role(evening, max_, None)
    assert (await evening.app.tables.servers.settings(evening.guild.id)).role == 0


async def test_the_bot_makes_a_role_that_may_do_nothing(evening: Evening) -> None:
    max_ = manager(evening)
    panel = await evening.ask(max_, "games server")
    await evening.press(max_, panel, "server.make_role")
    settings = await evening.app.tables.servers.settings(evening.guild.id)
    made = evening.guild.roles[EN("server.role.name")]
    assert settings.role == made.id
    assert not controls(panel, "server.make_role")
    stored = evening.env.backend.get_role(evening.guild.id, made.id)
    assert stored.mentionable
    assert not int(stored.permissions)
