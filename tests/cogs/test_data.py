"""What people can do about their data, and what managers see of administrative acts."""

import json
from typing import Any

from any_game import played_out
from msgspec import structs
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, parts, text_of
from units import reading, writing

from bot.tables import policy
from bot.tables.model import DiaryEntry
from bot.verify import verify


async def file_of(world: World, message: Message) -> dict[str, Any]:
    """The file below a message."""
    (attached,) = message.attachments
    blob = world.env.backend.cdn.get(attached["url"])
    return json.loads(blob)


async def test_somebody_is_asked_and_then_forgotten_everywhere(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Ben")]
    zoe = world.person("Zoe", "ja")
    over = await played_out(world, [zoe, people[0]])
    await world.app.tables.diary.write(
        over, zoe.id, lambda entry: DiaryEntry(entry.table, entry.user, 5, "Ha!")
    )
    going = await world.start_game([*people, zoe], rounds=1)
    letter = world.dms(zoe)[-1]
    assert controls(letter)
    question = await world.ask(zoe, "games forget-me")
    for part in ("playing", "past", "entries"):
        assert JA(f"data.forget.{part}", n=1) in text_of(question)
    assert JA("data.forget.lobbies", n=1) not in text_of(question)
    await world.press(zoe, question, "data.forget", rest="no")
    assert text_of(question) == JA("data.forget.kept")
    assert (await world.app.tables.queries.table(going)).seat_of(zoe.id) == 2
    told = await world.use(zoe, "games forget-me", "data.forget", rest="yes")
    assert text_of(told) == JA("data.forget.done")
    assert [text_of(each) for each in world.dms(zoe)][-1] == JA("data.forget.letter")
    assert not any(controls(each) for each in world.dms(zoe))
    async with reading(world.app.store) as tx:
        assert await tx.people.get(zoe.id) is None
        assert await tx.traces.tables_of(zoe.id) == ()
    board = world.with_control(world.public(), "table.move")
    assert EN("table.absent_for_good", names=EN("data.former"), by=EN("table.absent.by_rules")) in text_of(
        board
    )
    page = await world.ask(people[0], "games diary")
    assert EN("data.former") in alt_texts(page)
    assert "Zoe" not in text_of(page) + alt_texts(page)
    page = await world.ask(world.person("Yuki", "ja"), "games diary")
    assert JA("data.former") in alt_texts(page)
    assert verify(await world.app.tables.queries.transcript(over)).ok


def alt_texts(message: Message) -> str:
    """What the pictures of a message say."""
    shown = (item for part in parts(message) for item in part.get("items", ()))
    return "\n".join(item["description"] for item in shown)


async def test_who_watches_is_forgotten_too(world: World) -> None:
    table = await world.start_game(world.members(2), rounds=1)
    zoe = world.person("Zoe")
    await zoe.slash(world.channel, "table watch")
    (letter,) = world.dms(zoe)
    question = await world.ask(zoe, "games forget-me")
    assert EN("data.forget.watched", n=1) in text_of(question)
    await world.press(zoe, question, "data.forget", rest="yes")
    assert text_of(letter) == EN("data.forget.letter")
    assert await world.app.tables.spectators.watchers(table) == ()


async def test_a_file_holds_what_is_ones_own_until_its_tables_are_deleted(world: World) -> None:
    """No secret of a game under way is in it. The buttons of a deleted table say that it is gone."""
    ann, ben = world.person("Ann"), world.person("Ben")
    over = await played_out(world, [ann, ben])
    going = await world.start_game([ann, ben], rounds=1)
    await world.app.tables.diary.write(
        over, ann.id, lambda entry: DiaryEntry(entry.table, entry.user, 2, "Hm.")
    )
    data = await file_of(world, await world.ask(ann, "games export"))
    assert data["person"] == ann.id
    assert data["kept"]["people"][0]["name"] == "Ann"
    assert data["kept"]["diary"] == [{"table_id": over, "user_id": ann.id, "stars": 2, "line": "Hm."}]
    own, old = data["tables"]
    assert (own["table"], own["seat"], own["status"], own["host"]) == (going, 0, "playing", True)
    assert old["place"] in (1, 2)
    assert verify(json.dumps(data["games"][str(over)]).encode()).ok
    moment = await world.app.tables.queries.now_at(going)
    state: Any = moment.state
    assert own["view"]["hand"] == list(state.hands[0])
    said = json.dumps({"tables": [own], "kept": data["kept"]})
    async with reading(world.app.store) as tx:
        row = await tx.tables.get(going)
    assert row.secret.hex() not in said
    assert str(list(state.hands[1])) not in said
    assert "Ben" not in said
    assert str(ben.id) not in said
    posts = [post for post in world.public() if controls(post)]
    assert len(posts) == 2
    async with writing(world.app.store) as tx:
        await tx.tables.delete(over)
        await tx.tables.delete(going)
    for post, table in zip(posts, (over, going), strict=True):
        for item in controls(post):
            (answer,) = await world.send(world.prepared(ben, post, item["custom_id"]))
            assert text_of(world.private(answer)) == EN("refusal.no_table", table=table), item["custom_id"]


async def test_the_privacy_text_leads_to_both(world: World) -> None:
    for locale, speak in (("en-US", EN), ("ja", JA)):
        ann = world.person(f"Ann {locale}", locale)
        page = await world.ask(ann, "games privacy")
        assert speak("data.days", n=90) in text_of(page)
        assert speak("data.for_ever") in text_of(page)
        for kept in (policy.PUZZLES_KEPT, policy.CHALLENGES_KEPT, policy.CALLS_KEPT):
            assert str(kept.days) in text_of(page)
        assert len(text_of(page)) < 3500
        await world.press(ann, page, "data.forget")
        assert speak("data.forget.title") in text_of(page)
        choices = [item["custom_id"].rpartition(":")[2] for item in controls(page, "data.forget")]
        assert choices == ["yes", "no"]
        assert (await world.opened(ann, page, "data.export")).attachments


async def test_managers_see_what_was_done_for_others(world: World) -> None:
    ann, ben, cleo = world.person("Ann"), world.person("Ben"), world.person("Cleo")
    mod, boss = world.trusted("Mod", manage_messages=True), world.trusted("Boss", manage_guild=True)
    table = await world.start_game([ann, ben, cleo])
    await world.use(ann, "table deadline", "time.deadline", values=["24"])
    assert EN("data.audit.none") not in await world.says(boss, "games audit")
    for _ in range(2):
        await world.app.tables.servers.change(
            world.guild.id, lambda now: structs.replace(now, tables=3), by=boss.id
        )
    await world.kick(mod, cleo)
    await world.end(mod)
    told = await world.says(boss, "games audit")
    lines = [line.partition(" · ")[2] for line in told.splitlines()[-4:]]
    removed = EN("data.audit.kicked_person", person=f"<@{cleo.id}>", table=table)
    assert lines == [
        f"<@{mod.id}>: {EN('data.audit.ended', table=table)}",
        f"<@{mod.id}>: {removed}",
        f"<@{boss.id}>: {EN('data.audit.server')}",
        f"<@{ann.id}>: {EN('data.audit.deadline', table=table)}",
    ]
    assert await world.says(mod, "games audit") == EN("refusal.audit_managers")
