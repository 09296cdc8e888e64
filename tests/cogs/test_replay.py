"""`/table replay`: from every post, of every length, in each way of playing; and the game as a file."""

from io import BytesIO
from typing import Any

import pytest
from any_game import GAMES, AnyEvening, nimmt
from discord_limits import GALLERY
from PIL import Image, ImageSequence
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, World, controls, parts, text_of

from bot.games.chance import Chance
from bot.tables.model import Status
from bot.verify import verify
from cogs.tables import history
from cogs.tables.history import CHOSEN, WORDS
from render.film import LAST

SECRET = bytes(range(32))
"""The cards of every evening; with them a question comes early in Professional."""


@pytest.fixture(autouse=True)
def the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))


async def after(world: World, tricks: int, count: int = 2, **options: Any) -> AnyEvening:
    """A game after some tricks."""
    evening = await nimmt(world, count, seed=4, **{"rounds": 1, **options})
    await evening.play_pages(tricks)
    return evening


async def turned(world: World, actor: MemberActor, page: Message, stretch: str) -> Message:
    """The message after a press on the button of a stretch: a page, the round, the game, from here on."""
    rests = [item["custom_id"].rpartition(":")[2] for item in controls(page, "table.replay")]
    (rest,) = [rest for rest in rests if rest != CHOSEN and rest.startswith(stretch)]
    return await world.opened(actor, page, "table.replay", rest=rest)


async def choose(world: World, actor: MemberActor, page: Message, number: int) -> None:
    """A page is chosen in the menu."""
    values = [entries(page)[number]["value"]]
    await world.press(actor, page, "table.replay", rest=CHOSEN, values=values)


def alt_of(message: Message) -> str:
    """What describes the one moving picture."""
    (item,) = [item for part in parts(message) if part["type"] == GALLERY for item in part["items"]]
    return str(item["description"])


def seconds_of(world: World, message: Message) -> float:
    """How long the one moving picture plays."""
    (attached,) = [file for file in message.attachments if file["filename"].endswith(".gif")]
    with Image.open(BytesIO(world.env.backend.cdn.get(attached["url"]))) as file:
        return sum(frame.info["duration"] for frame in ImageSequence.Iterator(file)) / 1000


def frames_of(world: World, message: Message) -> int:
    """The number of frames of the one moving picture, which has an alt text and is light."""
    assert 20 < len(alt_of(message)) <= 1000
    (attached,) = [file for file in message.attachments if file["filename"].endswith(".gif")]
    blob = world.env.backend.cdn.get(attached["url"])
    assert len(blob) < 8_000_000
    with Image.open(BytesIO(blob)) as file:
        assert file.format == "GIF"
        return int(getattr(file, "n_frames", 1))


def steps_of(message: Message) -> list[str]:
    return [line for line in text_of(message).splitlines() if line.partition(". ")[0].isdecimal()]


def labels(message: Message) -> list[str]:
    return [item["label"] for item in controls(message) if "label" in item]


def entries(message: Message) -> list[Any]:
    (menu,) = [item for item in controls(message, "table.replay") if "options" in item]
    return list(menu["options"])


async def test_before_the_first_trick_there_is_nothing_to_replay(world: World) -> None:
    evening = await after(world, 0)
    ann = evening.people[0]
    assert EN("refusal.nothing_to_replay") in await world.says(ann, "table replay")
    assert not controls(await world.ask(ann, "table history"), "table.replay")


async def test_the_newest_trick_is_told_step_by_step_and_the_menu_leads_to_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await after(world, 3, count=3)
    ann = evening.people[0]
    shown = await world.ask(ann, "table replay")
    assert EN("table.replay.title", what=EN("six_nimmt.panel.caption", round=1, trick=3)) in text_of(shown)
    told = steps_of(shown)
    assert told[0].startswith("1. Trick 3: ")
    assert told[-1].startswith(f"{len(told)}. Heads so far: ")
    assert len(told) == 3 + 2 + sum("chooses a row" in line for line in told)
    assert frames_of(world, shown) == len(told)
    captions = [EN("six_nimmt.panel.caption", round=1, trick=trick) for trick in (1, 2, 3)]
    assert [entry["label"] for entry in entries(shown)] == captions
    assert [entry.get("default", False) for entry in entries(shown)] == [False, False, True]
    assert EN("table.replay.on") not in labels(shown), "nothing comes after it"
    await choose(world, ann, shown, 0)
    assert steps_of(shown)[0].startswith("1. Trick 1: ")
    assert entries(shown)[0]["default"]
    await choose(world, ann, shown, 1)
    later = await turned(world, ann, shown, "o")
    assert EN("table.replay.title", what=EN("table.replay.since", what=captions[1])) in text_of(later)
    told = steps_of(later)
    assert told[0].startswith("1. Trick 2: ")
    assert sum(" Trick " in line for line in told) == 2
    assert frames_of(world, later) == len(told)
    await choose(world, ann, later, 1)
    monkeypatch.setattr("cogs.tables.story.LONG", 5)
    later = await turned(world, ann, later, "o")
    assert frames_of(world, later) == 2, "of very many moves one for each trick"
    assert sum(map(len, told)) < WORDS
    monkeypatch.setattr("cogs.tables.history.WORDS", 100)
    filed = await world.ask(ann, "table replay")
    assert steps_of(filed) == []
    name = f"stammtisch-{evening.table}-replay.txt"
    assert EN("table.replay.as_file", file=name) in text_of(filed)
    assert name in [attached["filename"] for attached in filed.attachments]


async def test_a_round_shows_all_its_tricks_and_the_game_what_each_came_to(
    world: World, short_games: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the next deal; too many steps become one for each trick."""
    evening = await after(world, 3, rounds=2)
    ann = evening.people[0]
    assert (await evening.state()).round == 2
    shown = await world.ask(ann, "table replay")
    assert EN("six_nimmt.panel.caption", round=1, trick=2) in text_of(shown)
    assert len(entries(shown)) == 2
    whole = await turned(world, ann, shown, "r")
    assert EN("table.replay.which_round", number=1) in text_of(whole)
    assert sum(" Trick " in line for line in steps_of(whole)) == 2
    assert "Round 1 is over" in steps_of(whole)[-1]
    assert frames_of(world, whole) == len(steps_of(whole)) >= 8
    game = await turned(world, ann, whole, "g")
    assert frames_of(world, game) == 2
    (chosen,) = [item["label"] for item in controls(game, "table.replay") if item.get("disabled")]
    assert chosen == EN("table.replay.game")
    monkeypatch.setattr("cogs.tables.story.MOST", 7)
    whole = await turned(world, ann, await world.ask(ann, "table replay"), "r")
    assert frames_of(world, whole) < 8


# From where -------------------------------------------------------------------------------------------


async def test_a_page_of_the_history_leads_to_its_replay_and_back(world: World) -> None:
    """Its buttons still turn after more tricks and a restart."""
    evening = await after(world, 2)
    ann = evening.people[0]
    shown = await world.opened(ann, await world.ask(ann, "table history"), "table.replay")
    assert steps_of(shown)[0].startswith("1. Trick 2: ")
    await choose(world, ann, shown, 0)
    back = await world.opened(ann, shown, "table.history")
    assert EN("table.history.page", page=2, pages=3) in text_of(back)
    old = await world.ask(ann, "table replay")
    await evening.play_pages(1)
    await world.restart()
    old = await turned(world, ann, old, "r")
    assert sum(" Trick " in line for line in steps_of(old)) == 3


async def test_there_is_no_file_of_a_game_that_goes_on_was_ended_or_never_was(world: World) -> None:
    evening = await after(world, 1)
    ann = evening.people[0]
    shown = await world.ask(ann, "table replay")
    assert not controls(shown, "table.file")
    for name, refused in (
        ("s1:table.replay:999:0:p1", EN("refusal.no_table", table=999)),
        ("s1:table.file:999:0:", EN("refusal.no_table", table=999)),
        (f"s1:table.file:{evening.table}:0:", EN("refusal.not_over")),
    ):
        (answer,) = await world.send(world.prepared(ann, shown, name))
        told = world.private(answer)
        assert refused in text_of(told)
        assert told.id != shown.id
        assert not told.attachments
    await world.end(ann)
    shown = await world.ask(ann, "table replay")
    assert steps_of(shown)[0].startswith("1. Trick 1: ")
    assert not controls(shown, "table.file")


async def test_a_replay_is_shared_with_everybody_and_takes_half_a_minute_at_most(
    world: World, short_games: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    await after(world, 3)
    zoe = world.person("Zoe")
    before = {message.id for message in world.public()}
    ranking = world.public()[-1]
    await world.press(zoe, ranking, "table.share")
    (shared,) = [message for message in world.public() if message.id not in before]
    assert EN("table.shared", name="Zoe") in text_of(shared)
    assert EN("table.replay.title", what=EN("table.replay.all")) in text_of(shared)
    assert not controls(shared, "table.replay")
    assert seconds_of(world, shared) <= 30
    mine = await world.opened(zoe, ranking, "table.replay")
    await world.press(zoe, mine, "table.share")
    assert len({message.id for message in world.public()} - before) == 2

    # Where there is less time than the frames would take, they stand more shortly.
    monkeypatch.setattr(history, "SECONDS", LAST + 1)
    await world.press(zoe, ranking, "table.share")
    hasty = world.public()[-1]
    assert frames_of(world, hasty) == frames_of(world, shared) > 1
    assert seconds_of(world, hasty) <= LAST + 1 < seconds_of(world, shared)

    # Whoever listens hears the end also where not every step finds room.
    monkeypatch.setattr(history, "ALT", len(alt_of(shared)) - 1)
    await world.press(zoe, ranking, "table.share")
    heard, before_cut = (alt_of(message).splitlines() for message in (world.public()[-1], shared))
    assert heard == [*before_cut[:-2], "\u2026", before_cut[-1]]


async def test_who_shares_a_replay_can_take_it_back_and_so_can_who_manages_the_server(
    world: World, short_games: None
) -> None:
    await after(world, 3)
    zoe, ranking, before = world.person("Zoe"), world.public()[-1], len(world.public())
    for person in (zoe, world.trusted("Max", manage_guild=True)):
        await world.press(zoe, ranking, "table.share")
        shared = world.public()[-1]
        refused = await world.press(world.person("Yan"), shared, "shown.back")
        assert text_of(world.private(refused)) == EN("refusal.not_shown")
        assert world.public()[-1].id == shared.id
        await world.press(person, shared, "shown.back")
        assert len(world.public()) == before
        assert world.public()[-1].id == ranking.id


async def test_the_finished_game_can_be_downloaded_from_ranking_and_replay(
    world: World, short_games: None
) -> None:
    evening, zoe = await after(world, 3), world.person("Zoe")
    table = (await evening.moment()).table
    assert table.status is Status.FINISHED
    ranking = world.public()[-1]
    named = ("rematch", "replay", "share", "analyse", "download")
    assert labels(ranking) == [*[EN(f"table.{key}") for key in named], EN("diary.open")]
    shown = await world.opened(zoe, ranking, "table.replay")
    assert steps_of(shown)[0].startswith("1. Trick 2: ")
    for message in (ranking, shown):
        answer = await world.press(zoe, message, "table.file")
        assert world.private(answer).id not in (ranking.id, shown.id)
        (attached,) = answer.response.attachments
        assert attached.filename == f"stammtisch-{evening.table}.json"
        found = verify(await attached.read())
        assert found.ok
        assert found.data["moves"] == table.version


@pytest.mark.parametrize("key", ["my_city", "noerdlingen"])
async def test_a_keepsake_is_for_whoever_asks_alone(world: World, key: str) -> None:
    """Of the own seat, for a spectator of the winner's; it is a picture, described, of the day of the end."""
    evening = AnyEvening(world, GAMES[key], world.members(3), seed=5)
    await evening.begin(hints=False)
    await evening.play_out()
    table, zoe = (await evening.moment()).table, world.person("Zoe")
    ranking, before = world.with_control(world.public(), "table.keepsake"), len(world.public())
    day = EN.date(world.env.now().date())
    outcome = evening.game.outcome(await evening.state())
    assert outcome is not None
    best = outcome.places.index(min(outcome.places))
    told = list[str]()
    for actor in (*evening.people, zoe):
        shown = await world.opened(actor, ranking, "table.keepsake")
        told.append(alt_of(shown))
        (attached,) = shown.attachments
        assert attached["filename"] == f"{key}-keepsake.png"
        assert day in told[-1]
        seat = table.seat_of(actor.id)
        assert table.sitters[best if seat is None else seat].name in told[-1]
    assert len(world.public()) == before
    assert told[-1] == told[best]
    assert len({*told[:-1]}) == (3 if key == "my_city" else 1)


async def test_a_game_without_a_keepsake_has_no_button_for_it(world: World, short_games: None) -> None:
    await after(world, 3)
    assert not controls(world.public()[-1], "table.keepsake")
