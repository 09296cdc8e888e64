"""`/games server` and `/games settings`: who may change what, and what follows."""

from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
import simulated
from PIL import Image
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, picks, text_of
from troubled import Evening

from bot.discord.view_models import icons_of
from bot.tables.model import Status
from bot.tables.settings import PersonSettings, ServerSettings, zones
from cogs.settings import zones_like
from render.palettes import NIGHT, shown as in_palette
from render.theme import TABLE


async def test_whoever_manages_the_server_sets_everything_in_one_panel(world: World) -> None:
    """A value that is not offered is refused; new posts are in the language that was chosen."""
    max_ = world.trusted("Max", manage_guild=True)
    answer = await max_.slash(world.channel, "games server")
    panel = world.private(answer)
    assert EN("server.channels.all") in text_of(panel)
    assert EN("server.language.told.is") in text_of(panel)
    (places,) = controls(panel, "server.channels")
    await max_.select(answer.response, [world.channel], custom_id=places["custom_id"])
    for action, value in (("deadline", "5"), ("ending", "nobody"), ("tables", "7")):
        refused = await world.opened(max_, panel, f"server.{action}", values=[value])
        assert text_of(refused) == EN("refusal.bad_options")
    chosen = {"language": "ja", "deadline": "24", "ending": "managers", "tables": "2", "palette": "night"}
    for action, value in chosen.items():
        await world.press(max_, panel, f"server.{action}", values=[value])
    form = await world.press(max_, panel, "server.which_zone")
    await max_.submit_modal(form, {"zone": "oslo"})
    assert await world.app.tables.servers.settings(world.guild.id) == ServerSettings(
        channels=(world.channel.id,),
        language="ja",
        zone="Europe/Oslo",
        deadline=24,
        ending="managers",
        tables=2,
        palette="night",
    )
    assert f"<#{world.channel.id}>" in text_of(panel)
    assert "Europe/Oslo" in text_of(panel)
    assert EN("server.ending.managers.is") in text_of(panel)
    (places,) = controls(panel, "server.channels")
    assert [int(default["id"]) for default in places["default_values"]] == [world.channel.id]
    await max_.select(answer.response, [], custom_id=places["custom_id"])
    assert (await world.app.tables.servers.settings(world.guild.id)).channels == ()
    post = text_of(await world.open_table([world.person("Ann")]))
    assert "ニムト" in post
    assert "期限" in post


async def test_a_server_without_a_time_zone_has_that_of_its_language_whoever_reads_it(world: World) -> None:
    ann = world.person("Ann", "ja")
    for command in ("games server", "games settings"):
        assert "UTC" in await world.says(ann, command)
    await world.set_up(language="ja")
    for command in ("games server", "games settings"):
        assert "Asia/Tokyo" in await world.says(world.person("Ben"), command)


async def test_others_read_what_holds_and_change_nothing(world: World) -> None:
    ann, max_ = world.person("Ann"), world.trusted("Max", manage_guild=True)
    await world.set_up(tables=3)
    read = await world.ask(ann, "games server")
    assert EN("server.tables.is", n=3) in text_of(read)
    assert EN("server.read_only") in text_of(read)
    assert not controls(read)
    panel = await world.ask(max_, "games server")
    refused = await world.opened(ann, panel, "server.tables", values=["0"])
    assert text_of(refused) == EN("refusal.not_manager")
    assert (await world.app.tables.servers.settings(world.guild.id)).tables == 3
    letter = world.private(await ann.user.slash("games server"))
    assert text_of(letter) == EN("refusal.settings_in_server")


async def test_tables_are_opened_where_the_server_wants_them_and_in_threads_there(world: World) -> None:
    """Rematches, too; a full server says so and offers no thread."""
    ann, elsewhere = world.person("Ann"), world.guild.create_text_channel("general")
    await world.set_up(channels=(world.channel.id,))
    refused = EN("refusal.channel_not_allowed", channels=f"<#{world.channel.id}>")
    assert await world.says(ann, "nimmt start", elsewhere) == refused
    listed = await world.ask(ann, "games list", elsewhere)
    assert text_of(await world.opened(ann, listed, "lobby.open", rest="six_nimmt")) == refused
    assert await world.app.tables.queries.table_in(elsewhere.id) is None
    await ann.slash(world.channel, "nimmt start")
    busy = await world.ask(ann, "nimmt start")
    await world.press(ann, busy, "lobby.thread")
    (there,) = world.channel.threads
    assert (await world.table(there)).id == 2
    await world.set_up(channels=(world.channel.id,), tables=2)
    full = await world.ask(ann, "nimmt start")
    assert text_of(full) == EN("refusal.server_full", n=2)
    assert not controls(full)
    await world.press(world.person("Ben"), world.lobby(), "lobby.join")
    await world.press(ann, world.lobby(), "lobby.start")
    await world.end(ann)
    await world.set_up(channels=(1,))
    over = world.with_control(world.public(), "table.rematch")
    told = await world.opened(ann, over, "table.rematch")
    assert text_of(told) == EN("refusal.channel_not_allowed", channels="<#1>")


async def test_the_server_says_who_may_end_tables(world: World, ann: MemberActor, ben: MemberActor) -> None:
    """Nor does a question help that was asked before."""
    mia, max_ = world.trusted("Mia", manage_messages=True), world.trusted("Max", manage_guild=True)
    await world.start_game([ann, ben], rounds=1)
    early = await world.ask(ann, "table end")
    for ending, able, code in (
        ("host", {ann, max_}, "not_host"),
        ("moderators", {ann, mia, max_}, "not_host"),
        ("managers", {max_}, "ending_managers"),
    ):
        await world.set_up(ending=ending)
        for actor in (ann, ben, mia, max_):
            page = await world.ask(actor, "table end")
            assert bool(controls(page, "table.end")) is (actor in able)
            assert (text_of(page) == EN(f"refusal.{code}", host="Ann")) is (actor not in able)
        assert bool(controls(await world.more(ann), "table.end")) is (ann in able)
    await world.press(ann, early, "table.end", rest="yes")
    assert (await world.table()).status is Status.PLAYING
    await world.press(max_, page, "table.end", rest="yes")
    assert (await world.table()).status is Status.ABANDONED


# What people set for themselves ----------------------------------------------------------------------------


async def wishes(world: World, actor: MemberActor) -> PersonSettings:
    """What somebody has set."""
    return await world.app.tables.preferences.of(actor.id)


async def test_the_panel_says_what_holds_and_every_control_changes_it(world: World, ann: MemberActor) -> None:
    panel = await world.ask(ann, "games settings")
    assert EN("personal.digest.is_on") in text_of(panel)
    usual = [
        line["value"] for menu in controls(panel) for line in menu.get("options", ()) if line.get("default")
    ]
    assert usual == ["client", "22-8", "dm", "paper", "seat"]
    (icons,) = controls(panel, "me.icon")
    assert {line["label"].partition(":")[0] for line in icons["options"]} == {"Icon"}
    assert all(len(item.get("options", ())) <= 25 for item in controls(panel))
    await world.press(ann, panel, "me.quiet", values=["0-8"])
    await world.press(ann, panel, "me.reminders", values=["channel"])
    await world.press(ann, panel, "me.icon", values=["cat"])
    await world.press(ann, panel, "me.digest")
    await world.press(ann, panel, "me.confirm")
    await world.press(ann, panel, "me.dm")
    wished = await wishes(world, ann)
    assert (wished.quiet, wished.reminders, wished.digest) == ((0, 8), "channel", False)
    assert wished.icon == "cat"
    await world.press(ann, panel, "me.icon", values=["seat"])
    assert (await wishes(world, ann)).icon == ""
    assert wished.confirm
    assert EN("personal.digest.is_off") in text_of(panel)
    assert EN("table.more.dm_is_off") in text_of(panel)
    await world.press(ann, panel, "me.digest")
    await world.press(ann, panel, "me.dm")
    assert (await wishes(world, ann)).digest


async def test_of_two_with_the_same_icon_the_first_keeps_it(world: World) -> None:
    ann, ben, cem = people = world.members(3)
    for actor, icon in zip(people, ("", "cat", "cat"), strict=True):
        await world.ask(actor, "games settings")
        await world.use(actor, "games settings", "me.icon", values=[icon or "seat"])
    await world.start_game([ann, ben, cem], rounds=1)
    assert icons_of(await world.table()) == ("", "cat", "")
    await world.use(ben, "games settings", "me.icon", values=["moon"])
    assert icons_of(await world.table()) == ("", "moon", "cat")
    await world.restart()
    assert icons_of(await world.table()) == ("", "moon", "cat")


async def test_a_chosen_language_is_the_one_of_all_that_only_this_person_reads(world: World) -> None:
    ann, ben = world.members(2)
    panel = await world.use(ann, "games settings", "me.language", values=["ja"])
    assert JA("personal.title") in text_of(panel)
    await world.restart()
    await world.start_game([ann, ben], rounds=1)
    assert "**6 nimmt!**" in text_of(world.public()[-1])
    letter = world.with_control(world.dms(ann), "nimmt.step")
    assert "卓" in text_of(letter)
    await world.use(ann, "games settings", "me.language", values=["client"])
    assert EN("personal.title") in await world.says(ann, "games settings")


async def test_all_that_one_person_sees_comes_in_their_palette(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulated, "PAINTED", True)
    ann, ben = world.members(2)
    await world.use(ann, "games settings", "me.palette", values=["night"])
    await world.start_game([ann, ben], rounds=1)
    letter = world.with_control(world.dms(ann), "nimmt.step")
    hand = await world.ask(ann, "table hand")
    other = world.with_control(world.dms(ben), "nimmt.step")
    dark, light = in_palette(TABLE, NIGHT), TABLE
    assert [ground(world, message) for message in (letter, hand)] == [dark, dark]
    assert [ground(world, message) for message in (other, world.public()[-1])] == [light, light]
    await ben.slash(world.channel, "table pause")
    paused = (letter, other)
    assert all("**Paused**" in text_of(message) for message in paused)
    assert [ground(world, message) for message in paused] == [dark, light]
    await ben.slash(world.channel, "table resume")
    await world.pick(ann, letter, picks(letter)[0])
    assert ground(world, letter) == dark
    await world.set_up(palette="night")
    await ann.slash(world.channel, "table show")
    assert ground(world, world.public()[-1]) == dark


def ground(world: World, message: Message) -> tuple[int, ...]:
    """The colour of the lower left corner of a message's picture: the table."""
    blob = world.env.backend.cdn.get(str(message.attachments[0]["url"]))
    with Image.open(BytesIO(blob)) as picture:
        found = picture.convert("RGB").getpixel((1, picture.height - 2))
    assert isinstance(found, tuple)
    return found


async def test_a_time_zone_is_chosen_while_typing_or_in_a_form(world: World, ann: MemberActor) -> None:
    found = await ann.autocomplete(world.channel, "games settings", "zone", "new y")
    assert [item["value"] for item in found] == ["America/New_York"]
    assert len(await ann.autocomplete(world.channel, "games settings", "zone", "")) == 25
    panel = await world.ask(ann, "games settings", zone="America/New_York")
    assert "America/New_York" in text_of(panel)
    form = await world.press(ann, panel, "me.which_zone")
    answer = await ann.submit_modal(form, {"zone": "ｔｏｋｙｏ"})
    assert (await wishes(world, ann)).zone == "Asia/Tokyo"
    form = await world.press(ann, panel, "me.which_zone")
    answer = await ann.submit_modal(form, {"zone": "Atlantis"})
    assert "There is no such time zone" in text_of(world.private(answer))
    assert (await wishes(world, ann)).zone == "Asia/Tokyo"


async def test_without_a_zone_of_ones_own_the_panel_says_which_one_counts(world: World) -> None:
    """That of each server: in a direct message none can be named."""
    ann, home = world.person("Ann"), "Pacific/Auckland"
    await world.set_up(zone=home)
    time = f"{world.env.now().astimezone(ZoneInfo(home)):%H:%M}"
    assert EN("personal.zone.server", zone=home, time=time) in await world.says(ann, "games settings")
    letter = text_of(world.private(await ann.user.slash("games settings")))
    assert EN("personal.zone.each") in letter
    assert not any(zone in letter for zone in ("Asia/Tokyo", "UTC", "Europe/"))
    panel = world.private(await ann.user.slash("games settings", zone=home))
    assert EN("personal.zone.now", zone=home, time=time) in text_of(panel)


def test_every_time_zone_is_found_by_its_name() -> None:
    assert all(name in zones_like(name) for name in zones())
    assert zones_like("berlin")[0] == "Europe/Berlin"
    assert zones_like("no such place") == []


async def test_a_vacation_ends_on_a_day_to_come_that_is_not_too_far_away(world: World) -> None:
    ann = world.person("Ann")
    panel = await world.ask(ann, "games settings")
    for typed in ("tomorrow", "2026-01-01", "2025-12-31", "2026-06-01"):
        answer = await ann.submit_modal(await world.press(ann, panel, "me.until_when"), {"day": typed})
        assert "Please type the day" in text_of(world.private(answer))
    assert (await wishes(world, ann)).away is None


async def test_others_see_who_is_on_vacation(evening: Evening) -> None:
    """It ends on the fifth of January, at midnight in Tokyo."""
    cleo = evening.people[2]
    await evening.start()
    await evening.wish(cleo, zone="Asia/Tokyo")
    panel = await evening.ask(cleo, "games settings")
    form = await evening.press(cleo, panel, "me.until_when")
    await cleo.submit_modal(form, {"day": "2026-01-05"})
    away = (await evening.app.tables.preferences.of(cleo.id)).away
    assert away.isoformat() == "2026-01-04T15:00:00+00:00"
    await evening.wait(5)
    assert f"Cleo is on vacation until <t:{int(away.timestamp())}:D>" in text_of(evening.public()[-1])
    panel = await evening.ask(cleo, "games settings")
    assert "You are on vacation until" in text_of(panel)
    await evening.press(cleo, panel, "me.back")
    await evening.wait(5)
    assert "on vacation" not in text_of(evening.public()[-1])
