"""What the contract promises of every game, at the simulated Discord: undo, replay, hints, restarts."""

from __future__ import annotations

from copy import deepcopy

import pytest
from any_game import GAMES, AnyEvening, beginning_with
from simcord.backend.models import Message
from simulated import GALLERY, World, controls, parts, text_of

from bot.games import registry
from bot.games.chance import Chance
from bot.opponents.brain import Brain
from bot.tables.model import Status
from bot.text import words
from bot.verify import verify
from tests.games.samples import walk

every_game = pytest.mark.parametrize("key", registry.keys())
every_language = pytest.mark.parametrize("locale", ["en-US", "ja"])
STEPS = 12
"""Moves of an evening that is not played to its end."""
SPEAK = words("en")


@pytest.fixture(autouse=True)
def time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure."""
    monkeypatch.setattr(Brain.__init__, "__kwdefaults__", {"budget": 60.0})


async def begin(
    world: World, key: str, *levels: str, people: int = 3, locale: str = "en-US", seed: int = 0
) -> AnyEvening:
    """A game under way."""
    least, most = GAMES[key].game.info.seats
    seats = max(least - len(levels), min(people, most - len(levels)))
    evening = AnyEvening(world, GAMES[key], world.people(seats, locale), seed)
    await evening.begin(*levels)
    return evening


@every_game
async def test_a_step_that_may_be_taken_back_leaves_the_game_as_it_was(world: World, key: str) -> None:
    """And one that may not is refused with a reason and stands; old buttons have lost their meaning."""
    evening = await begin(world, key)
    undone = 0
    for _ in range(STEPS):
        before = await evening.state()
        seat = await evening.step()
        if seat is None:
            break
        after, actor = await evening.state(), evening.people[seat]
        free = await world.app.tables.undo.may_undo(evening.table, actor.id)
        revealed = evening.game.apply(before, seat, evening.last, Chance(bytes(32))).irrevocable
        assert not (free and revealed)
        assert bool(controls(await evening.panel(actor), "table.undo")) == free
        old = deepcopy(world.messages()[-1])
        answer = await evening.ask(actor, "undo")
        assert (SPEAK("table.undo.done") in text_of(answer)) == free
        assert await evening.state() == (before if free else after)
        if free:
            undone += 1
            await press_all(evening, old)
            assert await evening.state() == before
            await evening.step()
    assert undone or not can_be_undone(key)


def can_be_undone(key: str) -> bool:
    """Whether some step of a random game can be taken back: not where all decide at once."""
    return any(
        not (made.step.irrevocable or GAMES[key].game.decisions(made.before)[made.seat].private)
        for made in walk(GAMES[key], 1).made
        if made.seat in GAMES[key].game.decisions(made.before)
    )


async def press_all(evening: AnyEvening, panel: Message) -> None:
    """Everybody uses every control of the game that a message had, and is answered."""
    for item in controls(panel):
        lines = [line["value"] for line in item.get("options", ())]
        values = lines[: item.get("min_values", 1)] or None
        if item["custom_id"].split(":")[1].startswith(("table.", "games.")):
            continue
        for actor in evening.people:
            press = evening.world.prepared(actor, panel, item["custom_id"], values)
            (answer,) = await evening.world.send(press)
            assert answer.acknowledged, item["custom_id"]


@every_game
@every_language
async def test_what_was_played_is_told_and_shown_again(world: World, key: str, locale: str) -> None:
    """History, news, text and replay, to somebody who plays and to somebody who looks on, after a restart."""
    evening = await begin(world, key, locale=locale)
    most = 80
    while not await world.app.tables.queries.milestones(evening.table) and most:
        await evening.step()
        most -= 1
    assert most, "no page of the history"
    before = await evening.state()
    await world.restart()
    assert await evening.state() == before
    for actor in (evening.people[0], world.person("Zoe", locale)):
        for command in ("history", "replay"):
            shown = await evening.ask(actor, command)
            (picture,) = [item for part in parts(shown) if part["type"] == GALLERY for item in part["items"]]
            assert 20 < len(picture["description"]) <= 1000
            assert text_of(shown)
        assert [line for line in text_of(shown).splitlines() if line.partition(". ")[0].isdecimal()]
        assert len(text_of(await evening.ask(actor, "text"))) > 20


@every_game
@every_language
async def test_a_hint_names_a_legal_move_and_changes_nothing(world: World, key: str, locale: str) -> None:
    level = next(iter(GAMES[key].game.opponents))
    evening = await begin(world, key, level, people=1, locale=locale)
    assert await evening.wait_for_people()
    before = await evening.state()
    lead = words("ja" if locale == "ja" else "en")("table.hint.best", move="#").partition("#")[0]
    told = text_of(await evening.ask(evening.people[0], "hint"))
    assert lead in told
    assert await evening.state() == before
    panel = await evening.panel(evening.people[0])
    assert lead not in text_of(panel)
    await world.press(evening.people[0], panel, "table.hint")
    assert lead in text_of(panel)
    assert await evening.state() == before


@every_game
async def test_computers_of_every_level_play_and_every_board_has_its_picture(world: World, key: str) -> None:
    """Also after a restart in between."""
    game = GAMES[key].game
    levels = list(game.opponents)[: game.info.seats[1] - 1]
    evening = await begin(world, key, *levels, people=1)
    everybody = set(range(len(levels) + 1))
    for played in range(60):
        if await evening.movers() >= everybody or not await evening.wait_for_people():
            break
        await evening.step()
        if played == 1:
            await world.restart()
    assert await evening.movers() >= everybody
    assert [post for post in world.boards() if not post.attachments] == []


@every_game
async def test_a_game_at_the_service_ends_well_in_its_channel(world: World, key: str) -> None:
    """With a ranking, a revealed secret that verifies, and a rematch."""
    sample = GAMES[key]
    played = walk(sample, 2)
    late = [state for state in played.states if sample.game.decisions(state)]
    evening = AnyEvening(world, sample, world.people(played.seats))
    with beginning_with(sample, late[-6]):
        await evening.begin(options=played.options)
        for _ in range(400):
            if await evening.step() is None:
                break
        assert (await evening.moment()).table.status is Status.FINISHED
        await world.ended_well(evening.table)
        assert verify(await world.app.tables.queries.transcript(evening.table)).ok
