"""`/games circle` in a simulated Discord: founding, inviting, leading, and what outsiders are told."""

from typing import Any

import pytest
from hostile import NAMES, markdown_in, plain_in, wrong_in_markdown, wrong_in_plain
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, text_of
from troubled import Wire

from bot.discord.content import MENU, CustomId
from bot.store.circles import Circle
from bot.tables.circles import Reader
from bot.tables.model import Person
from bot.text import cut, one_line, plain

SECRET, COVER = "Zk-owls of the night", "We meet behind the Zk-mill"


async def founded(
    world: World, person: MemberActor, name: str = SECRET, kind: str = "private", about: str = COVER
) -> Message:
    """The page of a new circle."""
    page = await world.ask(person, "games circle")
    form = await world.press(person, page, "circle.found", rest=kind)
    answer = await person.submit_modal(form, {"name": name, "about": about})
    return world.private(answer) if answer.followups else page


async def managed(world: World, person: MemberActor, name: str = SECRET) -> Message:
    return await world.use(person, "games circle", "circle.manage", circle=name)


async def invited(world: World, person: MemberActor, guest: MemberActor, name: str = SECRET) -> Message:
    """Somebody is chosen in the menu of people; what the leader sees."""
    page = await managed(world, person, name)
    (menu,) = controls(page, "circle.invite")
    press = world.prepared(person, page, menu["custom_id"], [str(guest.id)])
    user = {"id": str(guest.id), "username": guest.name, "discriminator": "0", "avatar": None}
    press.payload["data"]["resolved"] = {"users": {str(guest.id): user}, "members": {}}
    (answer,) = await world.send(press)
    return world.private(answer) if answer.followups else page


async def joined(world: World, person: MemberActor, leader: MemberActor, name: str = SECRET) -> None:
    await invited(world, leader, person, name)
    await world.use(person, "games circle", "circle.join", circle=name)


async def offered(world: World, person: MemberActor, command: str) -> list[str]:
    found = await person.autocomplete(world.channel, command, "circle", "")
    return [choice["name"] for choice in found]


def labels(page: Message, action: str) -> list[str]:
    return [line["label"] for item in controls(page, action) for line in item["options"]]


async def test_a_circle_is_founded_and_a_guest_learns_of_it_joins_and_leads_it_in_the_end(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await founded(world, ann)
    assert EN("circle.is_founded") in text_of(page)
    assert f"## {plain(SECRET)}\n-# {EN('circle.private')} · {EN('circle.people', n=1)}" in text_of(page)
    assert plain(COVER) in text_of(page)
    await world.ask(ben, "games circle")
    assert EN("circle.invite.told", name="Ben") in text_of(await invited(world, ann, ben))
    letter = EN("circle.letter", by="Ann", name=plain(SECRET), server=plain(world.guild.name))
    assert text_of(world.dms(ben)[-1]) == letter
    listed = await world.ask(ben, "games circle")
    assert EN("circle.invitations", names=plain(SECRET)) in text_of(listed)
    await world.press(ben, listed, "circle.page", values=["1"])
    await world.press(ben, listed, "circle.join")
    assert EN("circle.joined") in text_of(listed)
    assert EN("circle.members", names=f"{EN('circle.leads', name='Ann')} and Ben") in text_of(listed)
    assert not controls(listed, "circle.manage")
    await world.use(ann, "games circle", "circle.leave", circle=SECRET)
    left = await world.ask(ann, "games circle", circle=SECRET)
    await world.press(ann, left, "circle.leave")
    assert text_of(left) == EN("circle.leave.about", name=plain(SECRET))
    await world.press(ann, left, "circle.leave", rest="1/yes")
    assert EN("circle.left", name=plain(SECRET)) in text_of(left)
    assert controls(await world.ask(ben, "games circle", circle=SECRET), "circle.manage")
    last = await world.use(ben, "games circle", "circle.leave", circle=SECRET)
    assert text_of(last) == EN("circle.leave.last", name=plain(SECRET))


async def test_the_letter_of_an_invitation_takes_the_answer(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """Once, and only while the invitation holds and its person is in the server."""
    await founded(world, ann)
    await world.ask(ben, "games circle")
    await invited(world, ann, ben)
    letter = world.dms(ben)[-1]
    decline = world.prepared(ben, letter, controls(letter, "circle.answer")[1]["custom_id"])
    world.env.inject_error("GET", f"/guilds/*/members/{ben.id}", status=404, code=10007, times=1)
    join = world.prepared(ben, letter, controls(letter, "circle.answer")[0]["custom_id"])
    await world.send(join)
    assert text_of(letter) == EN("circle.letter.outdated")
    for press, answer in (
        (decline, EN("circle.declined", name=plain(SECRET))),
        (join, EN("circle.letter.outdated")),
    ):
        await world.send(press)
        assert text_of(letter) == answer
        assert not controls(letter)
    await invited(world, ann, ben)
    await world.press(ben, world.dms(ben)[-1], "circle.answer", rest="1/join")
    joined = EN("circle.letter.joined", name=plain(SECRET), server=plain(world.guild.name))
    assert text_of(world.dms(ben)[-1]) == joined
    page = await world.ask(ann, "games circle", circle=SECRET)
    assert EN("circle.members", names=f"{EN('circle.leads', name='Ann')} and Ben") in text_of(page)


async def test_who_was_never_met_or_has_closed_messages_has_to_be_told_by_the_leader(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await founded(world, ann)
    assert EN("circle.invite.done", name="Ben") in text_of(await invited(world, ann, ben))
    cleo = world.person("Cleo")
    await world.ask(cleo, "games circle")
    world.close_messages(cleo)
    told = text_of(await invited(world, ann, cleo))
    assert EN("circle.invite.done", name="Cleo") in told
    assert EN("circle.invited", names="Ben and Cleo") in told
    page = await managed(world, ann)
    await world.press(ann, page, "circle.remove", values=[str(ben.id)])
    assert EN("circle.invited", names="Cleo") in text_of(page)
    await world.use(cleo, "games circle", "circle.leave", circle=SECRET)
    assert EN("circle.none") in await world.says(cleo, "games circle")


async def test_who_no_letter_reaches_sees_it_among_their_own_and_can_be_called(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """In the channel, where the leader wants that: without the name of the circle; its button shows it."""
    await founded(world, ann)
    page = await invited(world, ann, ben)
    await world.press(ann, page, "circle.call")
    assert EN("circle.is_called", name="Ben") in text_of(page)
    call = world.public()[-1]
    assert call.ping_user_ids == [ben.id]
    assert SECRET not in text_of(call)
    shown = await world.opened(ben, call, "circle.list")
    assert controls(shown, "circle.join")
    mine = await world.ask(ben, "games mine")
    assert EN("circle.mine.line", name=plain(SECRET), server=plain(world.guild.name)) in text_of(mine)
    assert SECRET not in text_of(await world.opened(world.person("Cleo"), call, "circle.list"))
    await world.press(ben, mine, "circle.join")
    assert EN("circle.joined") in text_of(mine)
    assert SECRET not in text_of(await world.ask(ben, "games mine"))


@pytest.mark.parametrize("command", ["games circle", "games mine"])
async def test_an_invitation_is_declined_wherever_it_is_listed(
    world: World, ann: MemberActor, ben: MemberActor, command: str
) -> None:
    await founded(world, ann)
    await invited(world, ann, ben)
    late, listed = await world.ask(ben, "games circle"), await world.ask(ben, command)
    labels = [controls(listed, action)[0]["label"] for action in ("circle.join", "circle.leave")]
    assert labels == [EN("circle.join.named", name=SECRET), EN("circle.decline.named", name=SECRET)]
    await world.press(ben, listed, "circle.leave")
    assert EN("circle.declined", name=plain(SECRET)) in text_of(listed)
    assert not controls(listed, "circle.join")
    assert SECRET not in text_of(await world.ask(ben, "games mine"))
    await invited(world, ann, ben)
    await world.use(ben, "games circle", "circle.join", circle=SECRET)
    await world.press(ben, late, "circle.leave")
    assert EN("circle.members", names=f"{EN('circle.leads', name='Ann')} and Ben") in text_of(late)


async def test_pages_turn_where_a_menu_cannot_hold_all(world: World, ann: MemberActor) -> None:
    """Thirty circles, and thirty members of one: each stands on one page, and none twice."""
    circles = world.app.tables.circles
    here = world.guild.id
    for n in range(30):
        wanted = Circle(0, here, f"Circle {n}", f"circle {n}", "", public=False)
        founder = Person(n + 1000 if n else ann.id, f"P{n}")
        which = await world.done(circles.found_circle(wanted, founder))
        if n:
            await world.done(circles.invite_to_circle(here, which, Reader(founder.id), world.known(ann)))
    await world.env.advance_time(1)
    for n in range(1, 30):
        guest = Person(n + 1000, f"P{n:02}")
        await world.done(circles.invite_to_circle(here, 1, Reader(ann.id), guest))
        if n % 2:
            await world.done(circles.join_circle(here, 1, guest))
    page = await world.ask(ann, "games circle")
    first = labels(page, "circle.page")
    await world.press(ann, page, "circle.list", rest="1")
    second = labels(page, "circle.page")
    assert (len(first), len(second), len({*first, *second})) == (MENU, 5, 30)
    await world.press(ann, page, "circle.page", values=["1"])
    await world.press(ann, page, "circle.manage")
    first = labels(page, "circle.remove")
    await world.press(ann, page, "circle.manage", rest="1/1")
    second = labels(page, "circle.remove")
    assert (len(first), len(second), len({*first, *second})) == (MENU, 4, 29)
    await world.press(ann, page, "circle.remove", values=["1028"])
    assert labels(page, "circle.remove")


async def test_a_public_circle_is_joined_by_anybody_in_their_own_language(
    world: World, ann: MemberActor
) -> None:
    await founded(world, ann, "Owls", "public", "")
    sakura = world.person("さくら", "ja")
    page = await world.use(sakura, "games circle", "circle.join", circle="ｏｗｌｓ")
    assert JA("circle.joined") in text_of(page)
    assert JA("circle.public") in text_of(page)
    assert JA("circle.members", names=f"{JA('circle.leads', name='Ann')}、さくら") in text_of(page)


@pytest.mark.parametrize(("name", "refusal"), [("*_*", "circle_name"), (SECRET, "circle_name_taken")])
async def test_what_cannot_be_a_circle_is_said(
    world: World, ann: MemberActor, name: str, refusal: str
) -> None:
    await founded(world, ann)
    sentence = (
        EN(f"refusal.{refusal}", name=plain(SECRET)) if "taken" in refusal else EN(f"refusal.{refusal}")
    )
    assert text_of(await founded(world, ann, name)) == sentence


async def test_its_leader_renames_opens_and_dissolves_it_after_a_question(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await founded(world, ann)
    page = await managed(world, ann)
    form = await world.press(ann, page, "circle.rename")
    await ann.submit_modal(form, {"name": "Cats", "about": ""})
    assert EN("circle.manage.title", name="Cats") in text_of(page)
    assert await offered(world, ben, "games circle") == []
    await world.press(ann, page, "circle.openness")
    assert await offered(world, ben, "games circle") == ["Cats"]
    await world.press(ann, page, "circle.openness")
    assert await offered(world, ben, "games circle") == []
    await world.press(ann, page, "circle.dissolve")
    assert text_of(page) == EN("circle.dissolve.about", name="Cats")
    await world.press(ann, page, "circle.dissolve", rest="1/yes")
    assert EN("circle.dissolved", name="Cats") in text_of(page)
    assert await world.says(ann, "games circle", circle="Cats") == EN("refusal.no_circle")


async def test_a_manager_of_the_server_sees_it_and_removes_a_member_which_leaves_a_line(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    chief = world.trusted("Chief", manage_guild=True)
    await founded(world, ann)
    await joined(world, ben, ann)
    page = await managed(world, chief)
    assert labels(page, "circle.remove") == ["Ann", "Ben"]
    await world.press(chief, page, "circle.remove", values=[str(ben.id)])
    assert text_of(page) == EN("circle.remove.about", name="Ben", circle=plain(SECRET))
    await world.press(chief, page, "circle.removed")
    assert labels(page, "circle.remove") == ["Ann"]
    line = EN("data.audit.circle_removed_person", person=f"<@{ben.id}>")
    assert line in await world.says(chief, "games audit")
    assert await world.says(ben, "games circle", circle=SECRET) == EN("refusal.no_circle")


async def test_its_page_tells_shelf_calls_leaderboard_and_tournaments(
    world: World, ann: MemberActor, ben: MemberActor, short_games: None
) -> None:
    await founded(world, ann)
    await joined(world, ben, ann)
    await world.use(ann, "games page", "shelf.mark", rest="favourite/on/noria", game="noria")
    await world.use(ann, "games page", "shelf.mark", rest="own/on/my_city", game="my_city")
    wish = await world.use(ann, "games circle", "circle.wanted", circle=SECRET)
    assert [line["label"] for line in controls(wish, "wanted.circle")[0]["options"] if line["default"]] == [
        SECRET
    ]
    assert EN("games.wanted.in_circle") in text_of(wish)
    await world.press(ann, wish, "wanted.games", values=["six_nimmt"])
    await world.press(ann, wish, "wanted.seen")
    await world.press(ann, wish, "wanted.look")
    await ann.slash(world.channel, "games tournament", game="six_nimmt", title="Zk-cup", circle=f"#{1}")
    page = await world.ask(ben, "games circle", circle=SECRET)
    assert EN("circle.likes", games="Noria") in text_of(page).splitlines(), "but not what is owned alone"
    assert EN("circle.calls") in text_of(page)
    assert EN("games.wanted.line", game="6 nimmt!", people="Ann") in text_of(page)
    assert labels(page, "cup.one") == ["Zk-cup"]
    await world.press(ben, page, "circle.shelf")
    assert EN("suggest.line", game="Noria", why=EN("shelf.count.favourite", n=1)) in text_of(page)
    await world.press(ben, page, "circle.page")
    await world.press(ben, page, "games.leaderboard", values=["six_nimmt"])
    assert EN("statistics.leaderboard_of", game="6 nimmt!", circle=plain(SECRET)) in text_of(page)
    asked = {"game": "six_nimmt", "circle": SECRET}
    assert plain(SECRET) in await world.says(ben, "games leaderboard", **asked)
    post = world.with_control(world.public(), "cup.join")
    assert EN("cup.circle") in text_of(post)
    await world.press(ben, post, "cup.join")
    assert EN("cup.people", n=1, names="Ben") in text_of(post)
    cleo = world.person("Cleo")
    for action in ("cup.join", "cup.show", "cup.panel"):
        assert text_of(await world.opened(cleo, post, action)) == EN("refusal.circle_only")
    assert EN("cup.none") in await world.says(cleo, "games tournament")


async def test_an_outsider_is_told_nothing_of_a_private_circle(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """By commands, suggestions, menus, counters, forged presses, one's own file; nor that there is one."""
    world.app.limited = False
    cleo = world.person("Cleo")
    commands: tuple[tuple[str, dict[str, Any]], ...] = (
        ("games circle", {}),
        ("games wanted", {}),
        ("games tournament", {}),
        ("games page", {"game": "six_nimmt"}),
        ("games shelf", {"person": ann}),
        ("games statistics", {"person": ann}),
        ("games circle", {"circle": SECRET}),
        ("games circle", {"circle": "#1"}),
        ("games leaderboard", {"game": "six_nimmt", "circle": "#1"}),
    )
    forged = [
        (f"circle.{action}", rest)
        for action in (
            "page",
            "join",
            "leave",
            "shelf",
            "wanted",
            "manage",
            "removed",
            "openness",
            "dissolve",
        )
        for rest in ("1", "1/0", "1/yes", f"1/{ann.id}", "1/public")
    ] + [("games.leaderboard", "six_nimmt/0/1")]

    async def told() -> list[str]:
        found = [await world.says(cleo, command, **options) for command, options in commands]
        for command in ("games circle", "games leaderboard", "games tournament"):
            found += await offered(world, cleo, command)
        page = await world.ask(cleo, "games circle")
        for action, rest in forged:
            press = world.prepared(cleo, page, str(CustomId(action, rest=rest)))
            (answer,) = await world.send(press)
            found.append(text_of(world.private(answer)) if answer.followups else text_of(page))
        return found

    before = await told()
    await founded(world, ann)
    await joined(world, ben, ann)
    wish = await world.use(ann, "games circle", "circle.wanted", circle=SECRET)
    await world.press(ann, wish, "wanted.games", values=["six_nimmt"])
    await world.press(ann, wish, "wanted.look")
    with Wire() as wire:
        assert await told() == before
        await cleo.slash(world.channel, "games export")
    sent = str([(request.body, request.files) for request in wire.requests])
    assert [words for words in ("owls of the night", "behind the Zk") if words in sent] == []
    assert await world.says(ben, "games circle", circle=SECRET) != before[6]


async def test_names_that_mean_harm_stay_names_everywhere(world: World) -> None:
    world.app.limited = False
    people = [
        world.guild.add_member(world.env.create_user(f"user{at}"), nick=name) for at, name in enumerate(NAMES)
    ]
    for one in people:
        world.locales[one.id] = "ja"
    with Wire() as wire:
        for one, name in zip(people, NAMES, strict=True):
            await founded(world, one, name, "public", name)
            await one.autocomplete(world.channel, "games circle", "circle", "")
        first, *others = people
        for one in others:
            await world.use(one, "games circle", "circle.join", circle="#1")
        page = await managed(world, first, "#1")
        await world.press(first, page, "circle.remove", values=[str(others[0].id)])
        await world.press(first, page, "circle.manage")
        await world.press(first, page, "circle.dissolve")
        await world.press(first, page, "circle.manage")
        await invited(world, first, world.person("Late"), "#1")
        await world.use(first, "games circle", "circle.shelf", circle="#1")
        await world.use(first, "games circle", "circle.leave", circle="#1")
        await first.slash(world.channel, "games leaderboard", game="six_nimmt", circle="#1")
        await first.slash(world.channel, "games wanted")
        await founded(world, first, one_line(cut(NAMES[0], 40)))
    bodies = [request.body for request in wire.requests]
    assert [text for body in bodies for text in markdown_in(body) if wrong_in_markdown(text)] == []
    assert [text for body in bodies for text in plain_in(body) if wrong_in_plain(text)] == []
