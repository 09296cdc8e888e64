"""`/table replay`: from every post, of every length, in each way of playing; and the game as a file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from evening_of_nimmt import Evening, begin
from PIL import Image
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EPHEMERAL, World, controls, text_of

from bot.games.chance import Chance
from bot.tables.model import Person, Status
from bot.text import words
from bot.verify import verify
from cogs.tables import replay
from cogs.tables.replay import WORDS

EN, JA = words("en"), words("ja")
GALLERY = 12


SECRET = bytes(range(32))
"""The cards of every evening; with them a question comes early in Professional."""


@pytest.fixture(autouse=True)
def the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(SECRET)))


async def after(world: World, tricks: int, count: int = 3, **options: Any) -> Evening:
    """A game after some tricks."""
    evening = await begin(world, count, seed=4, **(options or {"rounds": 1}))
    await play_on(evening, tricks)
    return evening


async def play_on(evening: Evening, pages: int) -> None:
    goal = len(await evening.world.app.tables.queries.milestones(evening.table)) + pages
    while (
        len(await evening.world.app.tables.queries.milestones(evening.table)) < goal and await evening.step()
    ):
        pass


async def ask(world: World, actor: MemberActor) -> Message:
    return await world.ask(actor, "table replay")


async def turned(world: World, actor: MemberActor, page: Message, stretch: str) -> Message:
    """The message after a press on the button of a stretch."""
    rests = [item["custom_id"].rpartition(":")[2] for item in controls(page, "table.replay")]
    (rest,) = [rest for rest in rests if rest != replay.MENU and rest.startswith(stretch)]
    return await world.opened(actor, page, "table.replay", rest=rest)


def gallery(message: Message) -> list[Any]:
    pending, found = list(message.components), []
    while pending:
        part = pending.pop(0)
        found += part["items"] if part["type"] == GALLERY else []
        pending += part.get("components", ())
    return found


def frames_of(world: World, message: Message) -> int:
    """The number of frames of the one moving picture, which has an alt text and is light."""
    (item,) = gallery(message)
    assert 20 < len(item["description"]) <= 1000
    (attached,) = [file for file in message.attachments if file["filename"].endswith(".gif")]
    blob = world.env.backend.cdn.get(attached["url"])
    assert blob is not None
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


# What is shown ----------------------------------------------------------------------------------------


async def test_the_newest_trick_is_shown_step_by_step_and_told_in_words(world: World) -> None:
    evening = await after(world, 2)
    shown = await ask(world, evening.people[0])
    assert EN("table.replay.title", what=EN("six_nimmt.panel.caption", round=1, trick=2)) in text_of(shown)
    told = steps_of(shown)
    assert told[0].startswith("1. Trick 2: ")
    assert told[-1].startswith(f"{len(told)}. Heads so far: ")
    questions = sum("chooses a row" in line for line in told)
    assert len(told) == 3 + 2 + questions
    assert frames_of(world, shown) == len(told)


async def test_before_the_first_trick_there_is_nothing_to_replay(world: World) -> None:
    evening = await after(world, 0)
    assert EN("refusal.nothing_to_replay") in text_of(await ask(world, evening.people[0]))


async def test_the_menu_chooses_another_trick(world: World) -> None:
    evening = await after(world, 3)
    shown = await ask(world, evening.people[0])
    offered = entries(shown)
    assert [entry["label"] for entry in offered] == [
        EN("six_nimmt.panel.caption", round=1, trick=trick) for trick in (1, 2, 3)
    ]
    assert [entry.get("default", False) for entry in offered] == [False, False, True]
    values = [offered[0]["value"]]
    await world.press(evening.people[0], shown, "table.replay", rest=replay.MENU, values=values)
    shown = evening.message(shown.id)
    assert steps_of(shown)[0].startswith("1. Trick 1: ")
    assert entries(shown)[0]["default"]


async def test_a_round_shows_all_its_tricks_and_not_the_next_deal(world: World) -> None:
    evening = await after(world, 11, count=2, rounds=2)
    assert (await evening.view()).round == 2
    shown = await ask(world, evening.people[0])
    assert EN("six_nimmt.panel.caption", round=1, trick=10) in text_of(shown)
    assert len(entries(shown)) == 10
    whole = await turned(world, evening.people[0], shown, "r")
    assert EN("table.replay.which_round", number=1) in text_of(whole)
    assert sum(" Trick " in line for line in steps_of(whole)) == 10
    assert "Round 1 is over" in steps_of(whole)[-1]
    assert frames_of(world, whole) == len(steps_of(whole)) >= 40


async def test_from_a_page_on_all_later_steps_are_shown(world: World) -> None:
    evening = await after(world, 3)
    newest = await ask(world, evening.people[0])
    assert EN("table.replay.on") not in labels(newest), "nothing comes after it"
    values = [entries(newest)[1]["value"]]
    await world.press(evening.people[0], newest, "table.replay", rest=replay.MENU, values=values)
    shown = await turned(world, evening.people[0], evening.message(newest.id), "o")
    caption = EN("six_nimmt.panel.caption", round=1, trick=2)
    assert EN("table.replay.title", what=EN("table.replay.since", what=caption)) in text_of(shown)
    told = steps_of(shown)
    assert told[0].startswith("1. Trick 2: ")
    assert sum(" Trick " in line for line in told) == 2
    assert frames_of(world, shown) == len(told)


async def test_of_very_many_moves_not_every_one_is_looked_at(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await after(world, 3)
    newest = await ask(world, evening.people[0])
    values = [entries(newest)[1]["value"]]
    await world.press(evening.people[0], newest, "table.replay", rest=replay.MENU, values=values)
    monkeypatch.setattr("cogs.tables.story.LONG", 5)
    shown = await turned(world, evening.people[0], evening.message(newest.id), "o")
    assert frames_of(world, shown) == 2, "one for each trick"


async def test_the_game_shows_what_each_trick_came_to(world: World) -> None:
    evening = await after(world, 13, count=2, rounds=2)
    shown = await turned(world, evening.people[0], await ask(world, evening.people[0]), "g")
    assert frames_of(world, shown) == 12
    (chosen,) = [item["label"] for item in controls(shown, "table.replay") if item.get("disabled")]
    assert chosen == EN("table.replay.game")


async def test_too_many_steps_become_one_for_each_trick(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await after(world, 5)
    monkeypatch.setattr("cogs.tables.story.MOST", 9)
    shown = await turned(world, evening.people[0], await ask(world, evening.people[0]), "r")
    assert frames_of(world, shown) == 5
    monkeypatch.setattr("cogs.tables.story.MOST", 2)
    shown = await turned(world, evening.people[0], shown, "g")
    assert frames_of(world, shown) == 2


async def test_steps_that_fill_more_than_a_message_are_a_file(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await after(world, 2)
    shown = await ask(world, evening.people[0])
    told = steps_of(shown)
    assert sum(map(len, told)) < WORDS
    monkeypatch.setattr(replay, "WORDS", 100)
    shown = await ask(world, evening.people[0])
    assert steps_of(shown) == []
    name = f"stammtisch-{evening.table}-replay.txt"
    assert EN("table.replay.as_file", file=name) in text_of(shown)
    assert name in [attached["filename"] for attached in shown.attachments]


@pytest.mark.parametrize(
    "options",
    [
        {"placement": "professional", "rounds": 1},
        {"playing": "open", "rounds": 1},
        {"deal": "logic", "rounds": 1},
        {"deal": "logic", "placement": "professional", "playing": "open", "rounds": 1},
    ],
    ids=["professional", "open", "logic", "all"],
)
async def test_every_variant_has_its_replay(world: World, options: dict[str, Any]) -> None:
    evening = await after(world, 4, **options)
    shown = await ask(world, evening.people[0])
    assert frames_of(world, shown) == len(steps_of(shown)) >= 5
    if "playing" in options:
        assert any(" laid " in line for line in steps_of(shown))
    if "deal" in options:
        values = [entries(shown)[0]["value"]]
        await world.press(evening.people[0], shown, "table.replay", rest=replay.MENU, values=values)
        draft = evening.message(shown.id)
        assert sum(line.count(" picked ") for line in steps_of(draft)) == 30
        assert frames_of(world, draft) == 11


async def test_a_question_is_a_step_and_so_is_its_answer(world: World) -> None:
    evening = await begin(world, 4, seed=1, placement="professional", rounds=2)
    for _ in range(400):
        if (await evening.view()).question is not None:
            break
        await evening.step()
    view = await evening.view()
    asked = view.question
    assert asked is not None
    assert view.trick < 9, "the last trick plays itself and would be the newest"
    await play_on(evening, 1)
    shown = await ask(world, evening.people[0])
    at = next(at for at, line in enumerate(steps_of(shown)) if "chooses" in line)
    assert str(asked.card) in steps_of(shown)[at + 1]


async def test_it_speaks_the_readers_language(japanese_world: World) -> None:
    evening = await after(japanese_world, 1)
    shown = await ask(japanese_world, japanese_world.person("さくら", "ja"))
    assert JA("table.replay.title", what=JA("six_nimmt.panel.caption", round=1, trick=1)) in text_of(shown)
    assert gallery(shown)[0]["description"].startswith("ニムト、")
    english = await ask(japanese_world, evening.people[0])
    assert gallery(english)[0]["description"].startswith("6 nimmt!, replay: ")


async def test_a_spectator_sees_the_very_same(world: World) -> None:
    evening = await after(world, 1)
    seen: list[tuple[str, bytes]] = []
    for actor in (evening.people[0], world.person("Zoe")):
        answer = await actor.slash(world.channel, "table replay")
        assert answer.response is not None
        (moving,) = answer.response.attachments
        seen.append((text_of(world.private(answer)), await moving.read()))
    assert seen[0] == seen[1]


# From where -------------------------------------------------------------------------------------------


async def test_a_page_of_the_history_leads_to_its_replay_and_back(world: World) -> None:
    evening = await after(world, 3)
    ann = evening.people[0]
    page = await world.ask(ann, "table history")
    shown = await world.opened(ann, page, "table.replay")
    assert steps_of(shown)[0].startswith("1. Trick 3: ")
    values = [entries(shown)[0]["value"]]
    await world.press(ann, shown, "table.replay", rest=replay.MENU, values=values)
    back = await world.opened(ann, evening.message(shown.id), "table.history")
    assert EN("table.history.page", page=2, pages=4) in text_of(back)


async def test_the_table_as_it_was_laid_out_has_no_replay(world: World) -> None:
    evening = await after(world, 0)
    page = await world.ask(evening.people[0], "table history")
    assert not controls(page, "table.replay")


async def test_an_old_replay_still_turns_after_more_tricks_and_a_restart(world: World) -> None:
    evening = await after(world, 1)
    shown = await ask(world, evening.people[0])
    await play_on(evening, 2)
    await world.restart()
    shown = await turned(world, evening.people[0], shown, "r")
    assert sum(" Trick " in line for line in steps_of(shown)) == 3


async def test_where_no_table_is_nothing_is_shown(world: World) -> None:
    evening = await after(world, 1)
    other = world.guild.create_text_channel("elsewhere")
    answer = await evening.people[0].slash(other, "table replay")
    assert EN("refusal.no_table_here") in text_of(world.private(answer))


async def test_by_direct_message_ones_own_tables_are_replayed(world: World) -> None:
    evening = await after(world, 1)
    ann = evening.people[0]
    answer = await ann.user.slash("table replay")
    assert answer.response is not None
    told = world.dms(ann)[-1]
    assert steps_of(told)[0].startswith("1. Trick 1: ")
    other = world.guild.create_text_channel("other-night")
    await ann.slash(other, "nimmt start")
    await ann.user.slash("table replay")
    offer = world.dms(ann)[-1]
    await world.press(ann, offer, "table.replay", values=[str(evening.table)])
    assert steps_of(world.dms(ann)[-1])[0].startswith("1. Trick 1: ")


async def test_a_button_of_a_table_that_never_was_is_refused(world: World) -> None:
    evening = await after(world, 1)
    shown = await ask(world, evening.people[0])
    for name in ("s1:table.replay:999:0:p1", "s1:table.file:999:0:"):
        before = len(world.messages())
        await world.send(world.prepared(evening.people[0], shown, name))
        told = world.messages()[-1]
        assert len(world.messages()) == before + 1
        assert EN("refusal.no_table", table=999) in text_of(told)
        assert told.flags & EPHEMERAL


async def test_an_ended_table_keeps_its_replays_and_has_no_file(world: World) -> None:
    evening = await after(world, 2)
    host = Person(evening.people[0].id, "Ann")
    await world.app.tables.play.end(evening.table, host, moderator=False, key="end")
    shown = await ask(world, evening.people[0])
    assert steps_of(shown)[0].startswith("1. Trick 2: ")
    assert not controls(shown, "table.file")


# The file ---------------------------------------------------------------------------------------------


async def test_the_finished_game_can_be_downloaded_from_ranking_and_replay(
    world: World, tmp_path: Path
) -> None:
    evening = await after(world, 11, count=2)
    table = await world.app.tables.queries.table(evening.table)
    assert table.status is Status.FINISHED
    ranking = world.public()[-1]
    named = ("table.rematch", "table.replay", "table.download", "diary.open")
    assert labels(ranking) == [EN(key) for key in named]
    zoe = world.person("Zoe")
    shown = await world.opened(zoe, ranking, "table.replay")
    assert steps_of(shown)[0].startswith("1. Trick 10: ")
    for message in (ranking, shown):
        answer = await world.press(zoe, message, "table.file")
        file = world.private(answer)
        assert file.id not in (ranking.id, shown.id)
        assert answer.response is not None
        (attached,) = answer.response.attachments
        assert attached.filename == f"stammtisch-{evening.table}.json"
        found = verify(await attached.read())
        assert found.ok
        assert found.data["moves"] == table.version


async def test_while_a_game_runs_there_is_no_file(world: World) -> None:
    evening = await after(world, 2)
    shown = await ask(world, evening.people[0])
    assert not controls(shown, "table.file")
    forged = world.prepared(evening.people[0], shown, f"s1:table.file:{evening.table}:0:")
    (answer,) = await world.send(forged)
    told = world.private(answer)
    assert EN("refusal.not_over") in text_of(told)
    assert not told.attachments
