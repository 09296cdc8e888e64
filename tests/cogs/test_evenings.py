"""`/games evening` and Discord's scheduled events: each stands for one thing, however often we start."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Message, ScheduledEvent
from simulated import EN, JA, controls, filled, parts, text_of
from test_challenges import begun, closes
from troubled import Evening, Wire

from bot.discord.catalog import name
from bot.games.contract import Refusal
from bot.tables.policy import EVENING_LASTS
from bot.text import mention
from cogs.evenings import time_meant

SCHEDULED, ACTIVE, COMPLETED = 1, 2, 3
EVENTS = "/guilds/*/scheduled-events*"
NOW, TOKYO = datetime(2026, 6, 5, 10, tzinfo=UTC), ZoneInfo("Asia/Tokyo")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", datetime(2026, 6, 5, 20, tzinfo=TOKYO)),
        ("18:30", datetime(2026, 6, 6, 18, 30, tzinfo=TOKYO)),
        ("２０：００", datetime(2026, 6, 5, 20, tzinfo=TOKYO)),
        ("2026-12-24 20:00", datetime(2026, 12, 24, 20, tzinfo=TOKYO)),
        ("12-24 20:00", datetime(2026, 12, 24, 20, tzinfo=TOKYO)),
        ("1/2 9.15", datetime(2027, 1, 2, 9, 15, tzinfo=TOKYO)),
    ],
)
def test_a_time_is_that_of_the_server(typed: str, meant: datetime) -> None:
    """There it is seven in the evening; a time of day alone is the next such one."""
    assert time_meant(typed, NOW, TOKYO) == meant


@pytest.mark.parametrize("typed", ["", "tonight", "25:00", "2026-02-30 20:00", "20", "20:00:00"])
def test_what_is_no_time_says_how_to_write_one(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        time_meant(typed, NOW, TOKYO)
    assert refused.value.code == "no_time"


def events(evening: Evening) -> list[ScheduledEvent]:
    return [*evening.env.backend.get_guild(evening.guild.id).scheduled_events.values()]


async def a_while(evening: Evening) -> None:
    """What has to wait until the bot knows its servers is done."""
    await evening.env.advance_time(60)
    await evening.env.settle()


async def invited(evening: Evening, **how: str) -> Message:
    """Ann invites for tomorrow; the post."""
    given = {"when": "2026-01-02 20:00", "games": "6 nimmt!, Thurn and Taxis", "text": "With *cake*"} | how
    answer = await evening.ask(evening.people[0], "games evening", **given)
    assert EN("evening.called") in text_of(answer)
    await a_while(evening)
    return evening.with_control(evening.public(), "evening.come")


async def to_the_time(evening: Evening) -> None:
    """It begins."""
    starts = datetime(2026, 1, 2, 20, tzinfo=UTC)
    await evening.env.advance_time((starts - evening.app.now()).total_seconds() + 1)
    await evening.env.settle()


def barred(evening: Evening, **rights: bool) -> None:
    """Gives the bot these rights in the server, and all others that do not matter here."""
    bot = next(each for each in evening.guild.roles.values() if each.name == evening.app.user.name)
    allowed = discord.Permissions.all()
    allowed.update(administrator=False, **rights)
    evening.env.backend.edit_role(evening.guild.id, bot.id, {"permissions": allowed.value})


async def test_people_say_by_buttons_whether_they_come_and_are_called_when_it_begins(
    evening: Evening,
) -> None:
    """Who says so by Discord's event is called, too."""
    _, ben, cleo = evening.people
    post = await invited(evening)
    assert r"With \*cake\*" in text_of(post)
    assert {type(part["content"]) for part in parts(post) if "content" in part} == {str}
    assert name("thurn_and_taxis", EN) in text_of(post)
    await evening.press(ben, post, "evening.come")
    assert EN("evening.coming", n=2, names="Ann and Ben") in text_of(post)
    await evening.press(ben, post, "evening.stay")
    assert EN("evening.coming", n=1, names="Ann") in text_of(post)
    own = await evening.opened(ben, post, "evening.more")
    (event,) = events(evening)
    evening.env.backend.set_scheduled_event_subscription(evening.guild.id, event.id, cleo.id, True)
    await to_the_time(evening)
    began = evening.public()[-1]
    assert EN("evening.begins") in text_of(began)
    assert began.ping_user_ids == [evening.people[0].id, cleo.id]
    assert event.status == ACTIVE
    await evening.press(ben, began, "lobby.open", rest="six_nimmt")
    assert (await evening.table()).host == ben.id
    await evening.env.advance_time(EVENING_LASTS.total_seconds())
    await evening.env.settle()
    assert event.status == COMPLETED
    assert await evening.app.store.read(lambda tx: tx.events.every()) == ()
    await a_while(evening)
    assert EN("evening.over") in text_of(post)
    await evening.press(ben, own, "evening.come")
    assert text_of(own).endswith(EN("evening.over"))
    assert not controls(own)


async def test_the_post_follows_changes_that_are_made_elsewhere_and_who_is_forgotten(
    evening: Evening,
) -> None:
    """From a panel, from the list, by another's wish to be forgotten; also what was posted before posts were
    noted."""
    ann, ben, cleo = evening.people
    post = await invited(evening)
    assert (await evening.app.tables.evenings.evening(1)).row.post is None
    own = await evening.opened(ann, post, "evening.more")
    form = await evening.press(ann, own, "evening.change")
    await ann.submit_modal(form, {"when": "2026-01-03 21:00", "text": "Without"})
    await a_while(evening)
    assert "Without" in text_of(post)
    assert (await evening.app.tables.evenings.evening(1)).row.post == post.id
    for person in (ben, cleo):
        await evening.press(person, await evening.opened(person, post, "evening.more"), "evening.come")
    await a_while(evening)
    assert EN("evening.coming", n=3, names="Ann, Ben, and Cleo") in text_of(post)
    await evening.done(evening.app.tables.personal_data.erase(ben.id, None))
    await a_while(evening)
    assert EN("evening.coming", n=2, names="Ann and Cleo") in text_of(post)
    await evening.done(evening.app.tables.personal_data.erase(ann.id, None))
    await a_while(evening)
    assert "Ann" not in text_of(post)
    assert "Without" not in text_of(post)
    assert "Without" not in str(events(evening)[0].description)
    await evening.done(evening.app.tables.evenings.cancel(1, cleo.id))
    await a_while(evening)
    assert EN("evening.cancelled") in text_of(post)
    assert not controls(post, "evening.come")


async def test_who_comes_is_called_where_the_time_changes_and_where_it_is_called_off(
    evening: Evening,
) -> None:
    ann, ben, _ = evening.people
    post = await invited(evening)
    own = await evening.opened(ann, post, "evening.more")
    form = await evening.press(ann, own, "evening.change")
    await ann.submit_modal(form, {"when": "2026-01-03 20:00", "text": ""})
    assert evening.public()[-1].id == post.id, "nobody else comes"
    await evening.press(ben, post, "evening.come")
    form = await evening.press(ann, own, "evening.change")
    await ann.submit_modal(form, {"when": "", "text": "Other words"})
    assert evening.public()[-1].id == post.id, "the time is the same"
    form = await evening.press(ann, own, "evening.change")
    await ann.submit_modal(form, {"when": "2026-01-03 21:00", "text": ""})
    moved = evening.public()[-1]
    assert EN("evening.moved", names=mention(ben.id), day="", left="").split(":")[0] in text_of(moved)
    assert moved.ping_user_ids == [ben.id]
    await evening.press(ann, own, "evening.cancel")
    assert EN("evening.cancel.sure") in text_of(own)
    await evening.press(ann, own, "evening.back")
    await evening.press(ann, own, "evening.cancel")
    assert evening.public()[-1].id == moved.id, "it asks first"
    await evening.press(ann, own, "evening.cancel", rest="1/yes")
    assert "does not take place" in text_of(evening.public()[-1])
    assert evening.public()[-1].ping_user_ids == [ben.id]


@pytest.mark.parametrize("pressed", ["evening.cancel", "evening.change"])
async def test_a_panel_of_an_evening_that_was_called_off_elsewhere_shows_so_once_it_is_pressed(
    evening: Evening, pressed: str
) -> None:
    ann, *_ = evening.people
    post = await invited(evening)
    own = await evening.opened(ann, post, "evening.more")
    elsewhere = await evening.opened(ann, post, "evening.more")
    for _ in ("asked", "sure"):
        await evening.press(ann, elsewhere, "evening.cancel")
    answer = await evening.press(ann, own, pressed)
    if pressed == "evening.change":
        answer = await ann.submit_modal(answer, {"when": "", "text": "Other words"})
    assert not answer.followups
    assert text_of(own).endswith(EN("evening.cancelled"))
    assert not controls(own)


async def test_the_page_of_one_person_does_not_lead_to_itself(evening: Evening) -> None:
    ann, ben, _ = evening.people
    post = await invited(evening)
    for person in (ann, ben):
        own = await evening.opened(person, post, "evening.more")
        assert controls(own, "evening.come")
        assert not controls(own, "evening.more")


async def test_the_name_of_a_game_that_ends_in_a_mark_ends_its_line(evening: Evening) -> None:
    post = await invited(evening, games="6 nimmt!")
    assert "\nGames: 6 nimmt!\n" in text_of(post)


async def test_the_form_of_a_change_holds_what_stands(evening: Evening) -> None:
    """An untouched time moves nothing: not where it is other by now, nor once the evening has begun."""
    ann, ben, _ = evening.people
    post = await invited(evening)
    await evening.press(ben, post, "evening.come")
    first, second = [await evening.opened(ann, post, "evening.more") for _ in range(2)]
    early = await evening.press(ann, first, "evening.change")
    assert filled(early) == {"when": "2026-01-02 20:00", "text": "With *cake*"}
    form = await evening.press(ann, second, "evening.change")
    await ann.submit_modal(form, {"when": "2026-01-02 20:30", "text": "Other words"})
    calls = len(evening.public())
    await ann.submit_modal(early, {"when": "2026-01-02 20:00", "text": "With pie"})
    assert len(evening.public()) == calls
    own = await evening.opened(ann, post, "evening.more")
    assert filled(await evening.press(ann, own, "evening.change")) == {
        "when": "2026-01-02 20:30",
        "text": "With pie",
    }
    await to_the_time(evening)
    await evening.env.advance_time(3600)
    own = await evening.opened(ann, post, "evening.more")
    form = await evening.press(ann, own, "evening.change")
    await ann.submit_modal(form, filled(form) | {"text": "We have begun"})
    assert "We have begun" in text_of(post)


async def test_who_comes_is_called_after_trouble_and_a_restart_too_and_once(evening: Evening) -> None:
    ann, ben, _ = evening.people
    post = await invited(evening)
    await evening.press(ben, post, "evening.come")
    own = await evening.opened(ann, post, "evening.more")
    form = await evening.press(ann, own, "evening.change")
    evening.fail_posts(503)
    await ann.submit_modal(form, {"when": "2026-01-03 21:00", "text": ""})
    assert evening.public()[-1].id == post.id
    await evening.restart()
    evening.mend()
    await a_while(evening)
    said = [each for each in evening.public() if ben.id in each.ping_user_ids]
    assert len(said) == 1
    await evening.restart()
    await a_while(evening)
    assert [each for each in evening.public() if ben.id in each.ping_user_ids] == said


async def test_an_evening_that_is_moved_away_and_back_calls_each_time(evening: Evening) -> None:
    ann, ben, _ = evening.people
    post = await invited(evening)
    await evening.press(ben, post, "evening.come")
    own = await evening.opened(ann, post, "evening.more")
    for number, hour in enumerate((21, 22, 21), start=1):
        await a_while(evening)
        form = await evening.press(ann, own, "evening.change")
        await ann.submit_modal(form, {"when": f"2026-01-03 {hour}:00", "text": ""})
        assert len([each for each in evening.public() if ben.id in each.ping_user_ids]) == number


async def test_what_has_begun_names_nobody_who_is_forgotten_and_what_is_over_nobody_at_all(
    evening: Evening,
) -> None:
    ann, ben, _ = evening.people
    post = await invited(evening)
    await evening.press(ben, post, "evening.come")
    await to_the_time(evening)
    began = evening.public()[-1]
    assert str(mention(ben.id)) in text_of(began)
    await evening.done(evening.app.tables.personal_data.erase(ben.id, None))
    await a_while(evening)
    assert str(mention(ben.id)) not in text_of(began)
    assert str(mention(ann.id)) in text_of(began)
    await evening.env.advance_time(EVENING_LASTS.total_seconds())
    await a_while(evening)
    assert EN("evening.over") in text_of(post)
    assert EN("evening.begins") in text_of(began)
    for shown in (post, began):
        assert not {"Ann", str(mention(ann.id)), "cake"} & set(text_of(shown).replace("*", " ").split())
        assert "cake" not in text_of(shown)


async def test_a_post_of_an_evening_that_people_take_away_stays_away(evening: Evening) -> None:
    _, ben, cleo = evening.people
    post = await invited(evening)
    evening.env.backend.delete_message(evening.channel.id, post.id)
    for person in (ben, cleo):
        await evening.done(evening.app.tables.evenings.come(1, evening.known(person), comes=True))
        await a_while(evening)
    assert not [each for each in evening.public() if "evening.come" in str(each.components)]
    assert (await evening.app.tables.evenings.evening(1)).row.post == 0


async def test_an_event_says_what_its_evening_says(evening: Evening) -> None:
    """A change changes it, calling off removes it; another one has nothing to say about that."""
    ann, ben, _ = evening.people
    post = await invited(evening)
    (event,) = events(evening)
    assert event.name == EN("evening.named", games="6 nimmt! and Thurn and Taxis")
    assert "With *cake*" in str(event.description)
    assert event.entity_metadata == {"location": "#game-night"}
    own = await evening.opened(ann, post, "evening.more")
    form = await evening.press(ann, own, "evening.change")
    await ann.submit_modal(form, {"when": "2026-01-03 21:00", "text": "Without"})
    await evening.env.settle()
    (event,) = events(evening)
    assert "Without" in str(event.description)
    assert str(event.scheduled_start_time).startswith("2026-01-03T21:00")
    assert not controls(await evening.opened(ben, post, "evening.more"), "evening.cancel")
    refused = await evening.opened(ben, own, "evening.cancel")
    assert text_of(refused) == EN("refusal.not_inviting")
    for _ in ("asked", "sure"):
        await evening.press(ann, own, "evening.cancel")
    assert EN("evening.cancelled") in text_of(own)
    await evening.env.settle()
    assert events(evening) == []


async def test_without_the_right_all_works_and_a_sentence_says_what_to_grant(evening: Evening) -> None:
    """Once it is given, the event is made."""
    ann, *_ = evening.people
    barred(evening, manage_events=False)
    await evening.env.settle()
    answer = await evening.ask(ann, "games evening", when="2026-01-02 20:00")
    assert EN("event.grant") in text_of(answer)
    assert evening.with_control(evening.public(), "evening.come")
    assert events(evening) == []
    barred(evening)
    await a_while(evening)
    assert len(events(evening)) == 1
    assert EN("event.grant") not in text_of(await evening.opened(ann, evening.public()[-1], "evening.more"))


async def test_a_restart_and_a_lost_answer_make_no_second_event(evening: Evening) -> None:
    """Its making got through, and nobody heard of it: it is found by its mark."""
    lost: list[str] = []

    with Wire() as wire:

        def lose(request: object) -> None:
            if not lost and getattr(request, "path", "").endswith("/scheduled-events"):
                lost.append("once")
                raise ConnectionResetError

        wire.after.append(lose)
        await invited(evening)
        assert lost
        for _ in range(2):
            await evening.restart()
            await a_while(evening)
    assert len(events(evening)) == 1
    (row,) = await evening.app.store.read(lambda tx: tx.events.every())
    assert row.event == events(evening)[0].id


async def test_an_event_that_people_take_away_is_not_made_again(evening: Evening) -> None:
    ann, *_ = evening.people
    post = await invited(evening)
    (event,) = events(evening)
    evening.env.backend.delete_scheduled_event(evening.guild.id, event.id)
    own = await evening.opened(ann, post, "evening.more")
    for text in ("One", "Two"):
        form = await evening.press(ann, own, "evening.change")
        await ann.submit_modal(form, {"when": "", "text": text})
        await evening.env.settle()
    assert events(evening) == []
    await evening.restart()
    await a_while(evening)
    assert events(evening) == []


async def test_a_challenge_has_an_event_until_it_closes(evening: Evening) -> None:
    await begun(evening)
    await a_while(evening)
    (event,) = events(evening)
    assert event.status == ACTIVE
    assert event.name == EN("event.challenge", game=name("my_city", EN))
    await closes(evening)
    states = [each.status for each in events(evening)]
    assert states == [COMPLETED, ACTIVE]


async def test_looking_again_asks_discord_for_nothing(evening: Evening) -> None:
    await invited(evening)
    with Wire() as wire:
        await evening.restart()
        await a_while(evening)
        assert not [each for each in wire.requests if "scheduled-events" in each.path]


async def test_the_evenings_to_come_are_listed(evening: Evening) -> None:
    """In the language of whoever asks; those of other servers are none."""
    _, ben, _ = evening.people
    evening.locales[ben.id] = "ja"
    assert await evening.says(ben, "games evening") == JA("evening.none")
    await invited(evening)
    listed = await evening.ask(ben, "games evening")
    assert JA("evening.list") in text_of(listed)
    assert text_of(listed).endswith(f" · {name('six_nimmt', JA)}、{name('thurn_and_taxis', JA)}")
    (menu,) = controls(listed, "evening.more")
    shown = await evening.opened(ben, listed, "evening.more", values=[menu["options"][0]["value"]])
    assert JA("evening.coming", n=1, names="Ann") in text_of(shown)
    missing = await evening.opened(ben, listed, "evening.more", values=["99"])
    assert text_of(missing) == JA("refusal.no_evening")


async def test_times_and_games_are_offered_and_wrong_ones_refused(evening: Evening) -> None:
    ann: MemberActor = evening.people[0]
    offered = await ann.autocomplete(evening.channel, "games evening", "when", "19:30")
    assert offered[0]["value"] == "2026-01-01 19:30"
    assert len(offered) == len({each["value"] for each in offered})
    assert await ann.autocomplete(evening.channel, "games evening", "when", "")
    for given, code in (
        ({"when": "soon"}, "no_time"),
        ({"when": "2026-01-02 20:00", "games": "Chess"}, "no_such_game"),
        ({"when": "2029-01-02 20:00"}, "bad_time"),
    ):
        said = await evening.says(ann, "games evening", **given)
        assert said == EN(f"refusal.{code}", example="20:00", days=60, game="Chess"), code
    assert mention(ann.id) not in text_of(await invited(evening))
