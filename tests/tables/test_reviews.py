"""Reviews and notes: one review a person, replies, thanks, and who may read, change and remove what."""

from dataclasses import replace
from datetime import timedelta

import pytest
from table_world import World

from bot.store.remarks import Remark, RemarkKind
from bot.store.shelf import Title
from bot.tables import reviews
from bot.tables.reviews import TOPICS, Grades

ANN, BEN, CLEO = 1, 2, 3
GUILD = 7
NIMMT = "six_nimmt"


def remark(
    world: World, user: int, body: str, kind: RemarkKind = RemarkKind.REVIEW, grade: int = 0
) -> Remark:
    grade = grade or (8 if kind is RemarkKind.REVIEW else 0)
    return Remark(0, GUILD, NIMMT, user, kind, body, world.time, grade)


async def told(
    world: World, reader: int = CLEO, kind: RemarkKind = RemarkKind.REVIEW, *, best: bool = False
) -> list[str]:
    found = await world.tables.reviews.about(GUILD, reader, NIMMT, kind, best=best)
    return [each.remark.body for each in found.remarks]


@pytest.fixture
async def met(world: World) -> World:
    """A server that knows three people."""
    await world.lobby((ANN, BEN, CLEO))
    return world


async def test_a_person_has_one_review_of_a_game_and_any_number_of_notes(met: World) -> None:
    first = await met.post(remark(met, ANN, "Good", grade=7))
    met.time += timedelta(hours=1)
    assert await met.post(remark(met, ANN, "Better", grade=9)) == first
    assert await met.post(remark(met, BEN, "Bad", grade=2)) != first
    assert await met.own_review(GUILD, ANN, NIMMT) == replace(remark(met, ANN, "Better", grade=9), id=first)
    assert await met.grades(GUILD, NIMMT) == Grades(2, 5.5)
    assert await met.grades(8, NIMMT) is None
    for _ in range(2):
        for kind in TOPICS[1:]:
            await met.post(remark(met, ANN, kind.value, kind))
    assert await told(met) == ["Bad", "Better"]
    for kind in TOPICS[1:]:
        assert await told(met, kind=kind) == [kind.value] * 2
    with met.unchanged():
        await met.refuses("no_such_title", met.post(replace(remark(met, ANN, "?"), game="99")))


async def test_thanks_are_given_once_by_others_and_order_what_is_read(met: World) -> None:
    first, second = [await met.post(remark(met, user, str(user))) for user in (ANN, BEN)]
    for _ in range(2):
        await met.thank(GUILD, CLEO, first, given=True)
    assert await told(met) == ["2", "1"]
    assert await told(met, best=True) == ["1", "2"]
    for user in (ANN, CLEO):
        await met.thank(GUILD, user, second, given=True)
    assert await told(met, best=True) == ["2", "1"]
    assert (await met.thread(GUILD, CLEO, second)).thanked
    await met.thank(GUILD, CLEO, second, given=False)
    thread = await met.thread(GUILD, CLEO, second)
    assert (thread.thanked, thread.top.thanks) == (False, 1)
    await met.refuses("own_remark", met.thank(GUILD, ANN, first, given=True))


async def test_replies_stand_below_what_they_are_about(met: World) -> None:
    top = await met.post(remark(met, ANN, "May I?", RemarkKind.RULES))
    assert await met.tables.reviews.reply(GUILD, BEN, top, "Yes") == top
    (yes,) = (await met.thread(GUILD, CLEO, top)).replies
    assert await met.tables.reviews.reply(GUILD, ANN, yes.remark.id, "Thanks") == top
    thread = await met.thread(GUILD, CLEO, yes.remark.id)
    assert [each.remark.body for each in (thread.top, *thread.replies)] == ["May I?", "Yes", "Thanks"]
    found = await met.about(GUILD, CLEO, NIMMT, RemarkKind.RULES, best=False)
    assert found.replies == {top: 2}
    await met.tables.reviews.remove(GUILD, ANN, top, manager=False)
    assert await told(met, kind=RemarkKind.RULES) == []
    await met.refuses("no_such_remark", met.thread(GUILD, CLEO, yes.remark.id))


async def test_of_who_hides_others_read_nothing(met: World) -> None:
    own = await met.post(remark(met, ANN, "Mine", grade=10))
    other = await met.post(remark(met, BEN, "Yours", grade=4))
    await met.tables.reviews.reply(GUILD, ANN, other, "Oh")
    await met.tables.reviews.reply(GUILD, BEN, own, "Ah")
    await met.wish(ANN, listed=False)
    assert await told(met) == await told(met, best=True) == ["Yours"]
    assert await told(met, ANN) == ["Yours", "Mine"]
    assert await met.grades(GUILD, NIMMT) == Grades(1, 4.0)
    found = await met.about(GUILD, CLEO, NIMMT, RemarkKind.REVIEW, best=False)
    assert found.replies == {}
    assert (await met.thread(GUILD, CLEO, other)).replies == ()
    assert len((await met.thread(GUILD, ANN, other)).replies) == 1
    (below,) = (await met.thread(GUILD, ANN, own)).replies
    for number in (own, below.remark.id):
        await met.refuses("no_such_remark", met.thread(GUILD, CLEO, number))
        with met.unchanged():
            await met.refuses("no_such_remark", met.thank(GUILD, CLEO, number, given=True))
            await met.refuses("no_such_remark", met.tables.reviews.reply(GUILD, CLEO, number, "?"))


async def test_only_who_wrote_it_edits_it_and_managers_remove_it_with_a_line(met: World) -> None:
    own = await met.post(remark(met, ANN, "Mine", grade=10))
    with met.unchanged():
        await met.refuses("not_author", met.edit(GUILD, BEN, own, 1, "Ha"))
        await met.refuses("not_author", met.tables.reviews.remove(GUILD, BEN, own, manager=False))
        await met.refuses("no_such_remark", met.tables.reviews.remove(8, BEN, own, manager=True))
    await met.edit(GUILD, ANN, own, 3, "Less")
    assert (await met.own_review(GUILD, ANN, NIMMT)).grade == 3
    note = await met.post(remark(met, ANN, "Note", RemarkKind.HOUSE))
    await met.edit(GUILD, ANN, note, 5, "Other")
    assert (await met.thread(GUILD, BEN, note)).top.remark.grade == 0
    await met.tables.reviews.remove(GUILD, ANN, note, manager=True)
    assert await met.acts(GUILD) == ()
    await met.tables.reviews.remove(GUILD, CLEO, own, manager=True)
    assert [(row.act, row.actor, row.target) for row in await met.acts(GUILD)] == [
        ("remark_removed", CLEO, ANN)
    ]
    assert await told(met, ANN) == []


async def test_what_is_written_has_an_end(met: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "REVIEWED", 2)
    monkeypatch.setattr(reviews, "REPLIES", 1)
    top = await met.post(remark(met, ANN, "1"))
    await met.post(remark(met, ANN, "2", RemarkKind.HOUSE))
    await met.post(remark(met, ANN, "again"))
    await met.tables.reviews.reply(GUILD, BEN, top, "3")
    with met.unchanged():
        await met.refuses("remarks_full", met.post(remark(met, ANN, "4", RemarkKind.HOUSE)))
        await met.refuses("replies_full", met.tables.reviews.reply(GUILD, BEN, top, "4"))


async def test_a_title_keeps_what_is_written_about_it_until_it_is_removed(met: World) -> None:
    title = await met.name_title(ANN, Title(0, GUILD, "Go", "go"))
    game = str(title.id)
    await met.post(replace(remark(met, BEN, "Old"), game=game))
    await met.mark(GUILD, ANN, game, "interested", given=False)
    await met.beat()
    assert await met.grades(GUILD, game) == Grades(1, 8.0)
    await met.remove_title(GUILD, game, CLEO)
    assert await met.grades(GUILD, game) is None
