"""Reviews and notes on the page of a game: writing, reading, thanks and replies, and texts that mean harm."""

import pytest
from hostile import NAMES, WORDS, wrong_in_markdown
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, filled, text_of

from bot.text import cut, one_line

LONGEST, LONGEST_REPLY = 500, 200


async def opened(world: World, person: MemberActor, topic: str = "review", game: str = "noria") -> Message:
    """What somebody reads about a game."""
    page = await world.use(person, "games page", "review.list", game=game)
    await world.press(person, page, "review.list", values=[topic])
    return page


async def fill(world: World, person: MemberActor, page: Message, control: str, **fields: str) -> Message:
    """Fills in the form behind a control; the private refusal, or the page."""
    answer = await person.submit_modal(await world.press(person, page, control), fields)
    return world.private(answer) if answer.followups else page


async def review(world: World, person: MemberActor, body: str, grade: str = "8") -> Message:
    page = await opened(world, person)
    await fill(world, person, page, "review.write", grade=grade, body=body)
    return page


async def test_a_review_is_written_and_changed_and_the_page_tells_the_mean(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await opened(world, ann)
    assert EN("review.none.review") in text_of(page)
    await fill(world, ann, page, "review.write", grade="9", body="Wheels\nin wheels")
    assert "**Ann** · 9/10 · <t:" in text_of(page)
    assert "\nWheels in wheels" in text_of(page)
    assert controls(page, "review.write")[0]["label"] == EN("review.edit")
    await fill(world, ann, page, "review.write", grade="６", body="Wheels")
    await review(world, ben, "Hm", "4")
    sakura = world.person("さくら", "ja")
    assert JA("review.mean", n=2, mean="5.0") in await world.says(sakura, "games page", game="noria")
    await world.use(ann, "games statistics", "games.listed")
    told = await world.says(ben, "games page", game="noria")
    assert EN("review.mean", n=1, mean="4.0") in told
    assert "Wheels" not in text_of(await opened(world, ben))
    assert "Wheels" in text_of(await opened(world, ann))


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        *[({"grade": grade, "body": "x"}, "bad_grade") for grade in ("0", "11", "a", "²")],
        ({"grade": "5", "body": " \u202e "}, "nothing_written"),
    ],
)
async def test_what_cannot_be_a_review_is_said(
    world: World, ann: MemberActor, fields: dict[str, str], refusal: str
) -> None:
    page = await opened(world, ann)
    assert text_of(await fill(world, ann, page, "review.write", **fields)) == EN(f"refusal.{refusal}")


async def test_a_refused_form_opens_again_with_what_was_typed(world: World, ann: MemberActor) -> None:
    page = await opened(world, ann)
    said = await fill(world, ann, page, "review.write", grade="11", body="Wheels in wheels")
    form = await world.press(ann, said, "form.again")
    assert filled(form) == {"grade": "11", "body": "Wheels in wheels"}
    second = await ann.submit_modal(form, {"grade": "10", "body": " "})
    assert not second.followups, "the second refusal takes the place of the first"
    assert text_of(said) == EN("refusal.nothing_written")
    form = await world.press(ann, said, "form.again")
    assert filled(form) == {"grade": "10", "body": " "}
    await ann.submit_modal(form, {"grade": "10", "body": "Wheels in wheels"})
    assert "**Ann** · 10/10 · <t:" in text_of(said)


async def test_a_refused_form_of_an_earlier_run_is_said_to_be_gone(world: World, ann: MemberActor) -> None:
    page = await opened(world, ann)
    said = await fill(world, ann, page, "review.write", grade="11", body="x")
    world.app.forms.drop(lambda _: True)
    assert EN("kit.outdated") in text_of(world.private(await world.press(ann, said, "form.again")))


async def test_others_say_thank_you_and_reply(world: World, ann: MemberActor, ben: MemberActor) -> None:
    page = await opened(world, ann, "rules")
    await fill(world, ann, page, "review.write", body="May I turn it twice?")
    theirs = await opened(world, ben, "rules")
    (menu,) = controls(theirs, "review.show")
    await world.press(ben, theirs, "review.show", values=[menu["options"][0]["value"]])
    await world.press(ben, theirs, "review.thank")
    assert EN("review.thanked", n=1) in text_of(theirs)
    await fill(world, ben, theirs, "review.reply", body="No.")
    assert "> **Ben** · <t:" in text_of(theirs)
    listed = await opened(world, ann, "rules")
    assert f"{EN('review.thanked', n=1)} · {EN('review.replied', n=1)}" in text_of(listed)
    await world.press(ben, theirs, "review.thank")
    assert EN("review.thanked", n=1) not in text_of(theirs)
    (menu,) = controls(theirs, "review.change")
    await world.press(ben, theirs, "review.change", values=[menu["options"][0]["value"]])
    await fill(world, ben, theirs, "review.edit", body="Yes!")
    assert "> Yes\\!" in text_of(theirs)
    assert not controls(await opened(world, ann, "house"), "review.show")


async def test_much_that_was_written_is_turned_page_by_page_newest_or_best_first(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    world.app.limited = False
    page = await opened(world, ann, "strategy")
    for number in range(4):
        await fill(world, ann, page, "review.write", body=f"Idea {number}")
    page = await opened(world, ben, "strategy")
    assert [n for n in range(4) if f"Idea {n}" in text_of(page)] == [1, 2, 3]
    await world.press(ben, page, "review.list", rest="noria/strategy/new/1")
    assert [n for n in range(4) if f"Idea {n}" in text_of(page)] == [0]
    (menu,) = controls(page, "review.show")
    await world.press(ben, page, "review.show", values=[menu["options"][0]["value"]])
    await world.press(ben, page, "review.thank")
    for number in range(8):
        await fill(world, ben, page, "review.reply", body=f"Reply {number}")
    assert "Reply 7" in text_of(page)
    assert "Reply 5" not in text_of(page)
    await world.press(ben, page, "review.list", rest="noria/strategy/new/0")
    await world.press(ben, page, "review.list", rest="noria/strategy/best/0")
    assert text_of(page).index("Idea 0") < text_of(page).index("Idea 3")


async def test_the_author_or_a_manager_removes_it_after_a_question(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    chief = world.trusted("Chief", manage_guild=True)
    await review(world, ann, "Rude")

    async def shown(person: MemberActor) -> Message:
        page = await opened(world, person)
        (menu,) = controls(page, "review.show")
        await world.press(person, page, "review.show", values=[menu["options"][0]["value"]])
        return page

    theirs = await shown(ben)
    assert not controls(theirs, "review.remove")
    (forged,) = await world.send(world.prepared(ben, theirs, "s1:review.remove:0:0:1/yes"))
    assert text_of(world.private(forged)) == EN("refusal.not_author")
    page = await shown(chief)
    await world.press(chief, page, "review.remove")
    assert "**Ann** · 8/10 · <t:" in text_of(page)
    assert text_of(page).endswith(f"Rude\n{EN('review.remove.alone')}")
    await world.press(chief, page, "review.remove", rest="1/yes")
    assert EN("review.none.review") in text_of(page)
    line = EN("data.audit.remark_removed_person", person=f"<@{ann.id}>")
    assert line in await world.says(chief, "games audit")
    assert text_of(await world.opened(ben, theirs, "review.thank")) == EN("refusal.no_such_remark")
    await review(world, ann, "Mine")
    page = await shown(ann)
    await fill(world, ann, page, "review.reply", body="Still mine")
    await world.press(ann, page, "review.remove")
    assert text_of(page).endswith(f"Mine\n{EN('review.remove.about', n=1)}")
    await world.press(ann, page, "review.remove", rest="2/yes")
    assert EN("review.none.review") in text_of(page)


async def test_hostile_texts_stay_texts_wherever_they_stand(world: World) -> None:
    """Also the longest, of signs that are all escaped; nobody is pinged."""
    world.app.limited = False
    texts = list[str]()
    for number, name in enumerate(NAMES):
        author = world.person(name[:32])
        page = await opened(world, author, ("review", "house")[number % 2])
        grade = {} if number % 2 else {"grade": "5"}
        await fill(world, author, page, "review.write", body=f"{name} {'*' * LONGEST}"[:LONGEST], **grade)
        texts.append(text_of(page))
        (menu,) = controls(page, "review.show")
        label = cut(f"{one_line(name)} · {one_line(name)} {'*' * LONGEST}", 60)
        assert menu["options"][0]["label"] == label
        await world.press(author, page, "review.show", values=[menu["options"][0]["value"]])
        for _ in range(6):
            await fill(world, author, page, "review.reply", body=f"{name} {'@' * LONGEST}"[:LONGEST_REPLY])
        texts.append(text_of(page))
        assert page.content == ""
        assert sum(map(len, texts[-1])) <= 4000
        assert not page.ping_user_ids
    assert all(any(word in text for text in texts) for word in WORDS)
    assert [text for text in texts if wrong_in_markdown(text)] == []
