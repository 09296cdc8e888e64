"""`/games page`, `/games shelf` and `/games suggest`: marks, titles that are typed in, and who sees what."""

import discord
import pytest
from finished_games import finished
from hostile import NAMES, WORDS, wrong_in_markdown, wrong_in_plain
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, text_of

from bot.store.shelf import Title
from bot.text import cut, one_line, plain
from cogs.shelf import LONGEST


async def named(
    world: World, person: MemberActor, name: str, players: str = "", minutes: str = ""
) -> Message:
    """Somebody names a game that is played elsewhere; its page."""
    page = await world.ask(person, "games shelf")
    await fill(world, person, page, "shelf.name", name=name, players=players, minutes=minutes)
    return page


async def fill(world: World, person: MemberActor, page: Message, control: str, **fields: str) -> None:
    await person.submit_modal(await world.press(person, page, control), fields)


def pressed(page: Message) -> list[str]:
    """The marks that are given."""
    green = discord.ButtonStyle.success.value
    return [each["label"] for each in controls(page, "shelf.mark") if each["style"] == green]


async def give(world: World, person: MemberActor, page: Message, *marks: str) -> None:
    for mark in marks:
        (button,) = [each for each in controls(page, "shelf.mark") if f":{mark}/" in each["custom_id"]]
        await world.press(person, page, "shelf.mark", rest=button["custom_id"].rpartition(":")[2])


async def test_the_page_of_a_game_tells_what_the_server_knows_of_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """Who hides is neither counted nor shown."""
    for day in range(2):
        await finished(
            world.app.store, [ann.id, ben.id], [1, 2], guild=world.guild.id, names=["Ann", "*Ben*"], day=day
        )
    page = await world.ask(ann, "games page", game="6 nimmt!")
    assert len(page.attachments) == 1
    for told in (
        EN("six_nimmt.weight"),
        EN("shelf.count.none"),
        EN("shelf.best", names="1. Ann, 2. \\*Ben\\*"),
    ):
        assert told in text_of(page)
    await give(world, ann, page, "own", "favourite")
    assert pressed(page) == ["Favourite", "Own it"]
    best = [JA("shelf.best.one", place=place, name=name) for place, name in ((1, "Ann"), (2, "\\*Ben\\*"))]
    japanese = await world.says(world.person("さくら", "ja"), "games page", game="ニムト")
    assert JA("shelf.best", names="、".join(best)) in japanese
    there = await world.ask(ben, "games page", game="six_nimmt")
    assert "1 favourite · 1 owns it" in text_of(there)
    assert pressed(there) == []
    await give(world, ben, there, "own", "interested")
    assert "1 interested · 1 favourite · 2 own it" in text_of(there)
    await give(world, ben, there, "interested")
    assert "1 favourite · 2 own it" in text_of(there)
    await world.use(ann, "games statistics", "games.listed")
    told = await world.says(ben, "games page", game="6 nimmt!")
    assert "1 owns it" in told
    assert "favourite" not in told
    assert "Ann" not in told


async def test_the_page_leads_to_tables_and_people(world: World, ann: MemberActor, ben: MemberActor) -> None:
    await world.open_table([ann])
    wanted = await world.ask(ben, "games wanted")
    await world.press(ben, wanted, "wanted.games", values=["six_nimmt"])
    await world.press(ben, wanted, "wanted.look")
    sakura = world.person("さくら", "ja")
    page = await world.ask(sakura, "games page", game="ニムト")
    assert JA("shelf.wanted", people="1人") in text_of(page)
    assert "**参加できる卓：** [" in text_of(page)
    for control in ("lobby.open", "games.rules", "games.leaderboard", "games.tables", "wanted.panel"):
        assert controls(page, control), control
    assert "参加できる卓：" not in await world.says(sakura, "games page", game="noria")


async def test_any_other_game_is_named_once_and_found_by_its_name(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    typed = await world.ask(ann, "games page", game=" Carcassonne ")
    assert text_of(typed) == EN("shelf.unknown", name="Carcassonne")
    await fill(world, ann, typed, "shelf.name", name="Carcassonne", players="2 – 5", minutes="45")
    assert "2 to 5 players · about 45 minutes" in text_of(typed)
    assert pressed(typed) == ["Interested"]
    again = await named(world, ben, "CARCASSONNE")
    assert text_of(again).startswith("## Carcassonne\n")
    assert pressed(again) == []
    await fill(world, ben, again, "shelf.describe", players="2-6", minutes="")
    assert "-# 2 to 6 players\n" in text_of(again)
    assert "6 players" in await world.says(ann, "games page", game="carcassonne")
    lines = await ann.autocomplete(world.channel, "games page", "game", "car")
    assert [line["name"] for line in lines] == ["Carcassonne"]
    own = await named(world, ben, "6 NIMMT!")
    assert EN("six_nimmt.weight") in text_of(own)
    assert len(await world.app.tables.shelf.titles(world.guild.id)) == 1


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"name": "!?"}, EN("refusal.title_empty")),
        *[
            ({"name": "Go", "players": players}, EN("refusal.bad_players"))
            for players in ("5-2", "0", "two", "1-100", "2-", "²")
        ],
        *[
            ({"name": "Go", "minutes": minutes}, EN("refusal.bad_minutes", most=1440))
            for minutes in ("0", "1441", "1 h", "²")
        ],
    ],
)
async def test_what_cannot_be_understood_is_said(
    world: World, ann: MemberActor, fields: dict[str, str], refusal: str
) -> None:
    page = await world.ask(ann, "games shelf")
    opened = await world.press(ann, page, "shelf.name")
    answer = await ann.submit_modal(opened, {"players": "", "minutes": "", **fields})
    assert text_of(world.private(answer)) == refusal
    assert await world.app.tables.shelf.titles(world.guild.id) == ()


async def test_a_shelf_is_seen_by_others_unless_its_owner_hides(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shelf = await world.ask(ann, "games shelf")
    assert EN("shelf.none") in text_of(shelf)
    await world.press(ann, shelf, "shelf.page", values=["noria"])
    await give(world, ann, shelf, "played")
    await named(world, ann, "Go")
    shelf = await world.ask(ann, "games shelf")
    assert EN("shelf.line.interested", games="Go") in text_of(shelf)
    assert EN("shelf.line.played", games="Noria") in text_of(shelf)
    (menu,) = controls(shelf, "shelf.page")
    assert [line["label"] for line in menu["options"]] == ["Go", "Noria"]
    theirs = await world.ask(ben, "games shelf", person=ann)
    assert EN("shelf.line.played", games="Noria") in text_of(theirs)
    assert not controls(theirs, "shelf.name")
    await world.use(ann, "games statistics", "games.listed")
    hidden = EN("refusal.shelf_hidden", name=f"<@{ann.id}>")
    assert await world.says(ben, "games shelf", person=ann) == hidden
    (forged,) = await world.send(world.prepared(ben, theirs, f"s1:shelf.own:0:0:{ann.id}/0"))
    assert text_of(world.private(forged)) == hidden
    assert EN("shelf.hidden") in await world.says(ann, "games shelf")


async def test_a_full_shelf_is_turned_page_by_page(world: World, ann: MemberActor) -> None:
    for number in range(50):
        title = Title(0, world.guild.id, f"Game {number:03}", f"game{number:03}")
        await world.app.tables.shelf.name_title(ann.id, title)
    page = await world.ask(ann, "games shelf")
    assert "Game 029, and 20 more" in text_of(page)
    await world.press(ann, page, "shelf.own", rest=f"{ann.id}/1")
    (menu,) = controls(page, "shelf.page")
    assert [line["label"] for line in menu["options"]] == [f"Game {n:03}" for n in range(25, 50)]


async def test_only_a_manager_removes_a_title_and_is_asked_before(world: World, ann: MemberActor) -> None:
    chief = world.trusted("Chief", manage_guild=True)
    page = await named(world, ann, "Rude")
    assert not controls(page, "shelf.remove")
    game = str((await world.app.tables.shelf.titles(world.guild.id))[0].id)
    page = await world.ask(chief, "games page", game="rude")
    forged = world.prepared(ann, page, f"s1:shelf.remove:0:0:{game}/yes")
    (answer,) = await world.send(forged)
    assert text_of(world.private(answer)) == EN("refusal.title_managers")
    await world.press(chief, page, "shelf.remove")
    assert text_of(page) == EN("shelf.remove.about", name="Rude")
    await world.press(chief, page, "shelf.remove", rest=f"{game}/yes")
    assert text_of(page) == EN("shelf.removed", name="Rude")
    assert EN("data.audit.title_removed") in await world.says(chief, "games audit")
    assert await world.says(ann, "games page", game="Rude") == EN("shelf.unknown", name="Rude")


async def test_a_shelf_belongs_to_a_server(world: World, ann: MemberActor) -> None:
    for command, more in (("games shelf", {}), ("games page", {"game": "noria"})):
        answer = world.private(await ann.user.slash(command, **more))
        assert text_of(answer) == EN("refusal.shelf_in_server")


async def test_hostile_titles_stay_names_wherever_they_stand(world: World, ann: MemberActor) -> None:
    texts, labels = list[str](), list[str]()
    for name in NAMES:
        page = await named(world, ann, name[:LONGEST], "2-4", "30")
        texts.append(text_of(page))
        texts.append(await world.says(ann, "games page", game=name[:LONGEST]))
        lines = await ann.autocomplete(world.channel, "games page", "game", name[:LONGEST])
        labels += [line["name"] for line in lines]
    unknown = [await world.says(ann, "games page", game=f"{name[: LONGEST - 2]} x") for name in NAMES]
    page = await world.ask(ann, "games shelf")
    texts += [text_of(page), *unknown]
    (menu,) = controls(page, "shelf.page")
    labels += [line["label"] for line in menu["options"]]
    assert [text for text in texts if wrong_in_markdown(text)] == []
    assert [text for text in labels if wrong_in_plain(text)] == []
    assert all(any(word in text for text in texts) and any(word in text for text in labels) for word in WORDS)
    assert plain(cut(one_line(NAMES[0]), LONGEST)) in text_of(page)


async def test_what_some_people_could_play_is_suggested_with_reasons(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    cleo = world.person("Cleo", "ja")
    page = await named(world, ben, "*Go*", "2-3", "90")
    await give(world, ben, page, "own")
    for person in (ann, ben):
        page = await world.ask(person, "games page", game="noria")
        await give(world, person, page, "favourite")
    found = await world.ask(ann, "games suggest", people=f"<@{ben.id}>, <@!{cleo.id}> <@{ann.id}>")
    told = text_of(found)
    who = EN.all_of(["you", f"<@{ben.id}>", f"<@{cleo.id}>"])
    assert EN("suggest.for", n=3, who=who) in told
    lines = [line for line in told.splitlines() if line.startswith("- ")]
    assert lines[0] == "- **Noria** · 2 of 3 like it · not played yet"
    assert lines[1] == f"- **\\*Go\\*** · 1 of 3 like it · not played yet · <@{ben.id}> owns it"
    (menu,) = controls(found, "shelf.page")
    assert [line["label"] for line in menu["options"]][:2] == ["Noria", "*Go*"]
    assert "**\\*Go\\*** · 1 of 2 like it · not played yet · you own it" in await world.says(
        ben, "games suggest", people=f"<@{cleo.id}>"
    )
    await world.press(ann, found, "lobby.open")
    assert world.lobby()
    japanese = await world.says(cleo, "games suggest", people=f"<@{ben.id}>", time=30)
    assert JA("suggest.for_time", n=2, who=f"あなた、<@{ben.id}>", minutes=30) in japanese
    assert "ニムト" in japanese
    assert "ノーリア" not in japanese
    assert EN("suggest.none") in await world.says(ann, "games suggest", time=1)


async def test_people_are_named_by_mentions_and_not_too_many(world: World, ann: MemberActor) -> None:
    for typed in ("Ben", "<@12> *and* Ben", "<@&12>"):
        told = await world.says(ann, "games suggest", people=typed)
        left = typed.replace("<@12>", "").strip()
        assert told == EN("refusal.nobody_named", name=plain(left))
    many = " ".join(f"<@{number}>" for number in range(10, 23))
    assert await world.says(ann, "games suggest", people=many) == EN("refusal.many_named", most=12)


async def test_a_mark_that_is_refused_for_being_too_quick_is_not_given(
    world: World, ann: MemberActor
) -> None:
    """What is answered and what is kept are the same."""
    world.app.limited = True
    page = await world.ask(ann, "games page", game="noria")
    marks, tells = 0, world.app.tables.shelf.marks
    for _ in range(60):
        own = await tells(world.guild.id, ann.id, "noria")
        (button,) = [each for each in controls(page, "shelf.mark") if ":own/" in each["custom_id"]]
        rest = button["custom_id"].rpartition(":")[2]
        answer = await world.press(ann, page, "shelf.mark", rest=rest)
        now = await tells(world.guild.id, ann.id, "noria")
        if answer.followups:
            break
        marks += 1
        assert own.own != now.own
    assert marks
    assert now == own
