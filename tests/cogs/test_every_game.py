"""What the contract promises of every game, at the simulated Discord: panels, commands, undo, replay, hints,
computers, restarts, and what people do too late, twice, or at the table of others."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from copy import deepcopy
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from any_game import (
    A_WHILE,
    GAMES,
    OWN,
    AnyEvening,
    beginning_with,
    steps_of,
)
from discord_limits import GALLERY
from hostile import NAMES, met_as_names
from msgspec import structs
from simcord.actors import MemberActor
from simcord.backend.errors import OptionError
from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import EN, World, confirms, controls, open_world, parts, text_of

from bot.discord import catalog, move_codec
from bot.discord.presenter import MoveCommand, presenter_of
from bot.discord.steps import parsed
from bot.discord.view_models import view_model
from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.opponents import runner
from bot.opponents.runner import Brain, job_of
from bot.tables.computers import adviser
from bot.text import mention, one_line, plain, words
from bot.verify import verify
from bot.view_model import ViewModel
from tests.games.samples import Made, Sample, Walk, played, walk

pytestmark = pytest.mark.usefixtures("guests")
every_game = pytest.mark.parametrize("key", GAMES)
LOCALES = {key: ("en-US", "ja")[number % 2] for number, key in enumerate(GAMES)}
"""The language in which a game is looked at where words matter."""
thoughtful = pytest.mark.parametrize("key", OWN)
"""Those with computers of all levels."""
STEPS = 6
"""Moves of an evening that is not played to its end."""


@pytest.fixture(autouse=True)
def time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure."""
    monkeypatch.setattr(Brain.__init__, "__kwdefaults__", {"budget": 60.0})


@pytest.fixture
async def world(world: World) -> AsyncIterator[World]:
    """People have names that try to be more than names."""
    world.names = NAMES
    yield world
    met_as_names([body for kind, _, body in world.env.backend.transcript if kind == "HTTP"])


async def begin(
    world: World, key: str, *levels: str, people: int = 3, locale: str = "en-US", seed: int = 0
) -> AnyEvening:
    """A game under way."""
    least, most = GAMES[key].game.info.seats
    seats = max(least - len(levels), min(people, most - len(levels)))
    evening = AnyEvening(world, GAMES[key], world.members(seats, locale), seed)
    await evening.begin(*levels)
    return evening


async def press_all(evening: AnyEvening, panel: Message, people: Sequence[MemberActor]) -> None:
    """Everybody uses every control of the game that a message has, and is answered."""
    world = evening.world
    all_answered(
        await world.send(
            *(
                world.prepared(actor, panel, item["custom_id"], evening.lines(item))
                for item, actor in product(evening.own_items(panel), people)
            )
        )
    )


def all_answered(answers: Sequence[InteractionResult]) -> None:
    """Asserts that nobody waits for an answer."""
    assert [answer for answer in answers if not answer.acknowledged] == []


async def called(evening: AnyEvening) -> bool:
    """Whether the board calls whose turn it is; else everybody is asked by direct message."""
    return evening.game.in_turn(await evening.state())


def posts(world: World) -> list[tuple[str, list[Any]]]:
    """What stands in the channel, and what can be pressed there."""
    return [(text_of(post), [item["custom_id"] for item in controls(post)]) for post in world.public()]


# Panels -----------------------------------------------------------------------------------------------


@every_game
async def test_controls_are_answered_and_mean_nothing_any_more_after_their_turn(
    world: World, key: str
) -> None:
    """Presses at random, a restart; then somebody uses every control that there was, and changes nothing."""
    evening = await begin(world, key, seed=4)
    seen: dict[tuple[str, str], tuple[Message, str, Any]] = {}
    for _ in range(2 * STEPS):
        now = (await evening.moment()).turn
        if len([turn for turn, _ in seen if int(turn) < now]) >= STEPS:
            break
        for seat in (await evening.owing())[:1]:
            async for panel in evening.turn_by_presses(seat):
                for item in evening.own_items(panel):
                    turn, name = item["custom_id"].split(":")[3], item["custom_id"]
                    for kind, lines in evening.uses(item).items():
                        seen.setdefault((turn, kind), (deepcopy(panel), name, lines))
    await world.restart()
    before = await evening.moment()
    over = await evening.is_over()
    assert key not in OWN or not over
    old = [control for (turn, _), control in seen.items() if int(turn) < before.turn]
    assert len(old) >= 4
    for panel, name, lines in old:
        only_shown = parsed((lines or [name.split(":", 4)[-1]])[0])[0] == "show"
        for actor in evening.people[:2]:
            (answer,) = await world.send(world.prepared(actor, panel, name, lines))
            said = text_of(world.private(answer))
            # The same move of the same seat once more is answered like a press that was delivered twice.
            assert EN("refusal.over" if over else "kit.renewed") in said or not only_shown, name
    after = await evening.moment()
    assert (after.version, after.state) == (before.version, before.state)
    assert world.app.failures == 0


@every_game
async def test_rules_open_at_the_page_of_the_decision_that_is_asked(world: World, key: str) -> None:
    evening = await begin(world, key, people=2)
    told = 0
    for _ in range(STEPS):
        owed = evening.game.decisions(await evening.state())
        for seat, actor in enumerate(evening.people):
            page = await world.opened(actor, evening.board(), "games.rules")
            kind = owed[Seat(seat)].kind if seat in owed else ""
            expected = next((one for one in catalog.rules(key, "en") if kind in one.decisions), None)
            assert (expected or catalog.rules(key, "en")[0]).body in text_of(page)
            told += expected is not None
        if not await evening.step():
            break
    assert told or key not in OWN


@every_game
async def test_every_control_of_the_panels_leads_somewhere(world: World, key: str) -> None:
    """In a turn from each moment at which random games come to another kind of move."""
    sample, moments = GAMES[key], dict[Any, tuple[Walk, Made]]()
    for number, options in enumerate(sample.options):
        seats = min(max(sample.game.info.seats[0], 2), sample.game.most_seats(options))
        game = played(sample, options, seats, Chance(bytes([number]) * 32), Random(number))
        for made in game.made:
            if made.seat in sample.game.decisions(made.before) and sample.game.forced(made.before) is None:
                moments.setdefault(type(made.move), (game, made))
    evening, offered = AnyEvening(world, sample, world.members(3)), dict[Any, set[str]]()
    everybody = evening.people
    for _, (kind, (game, made)) in product(range(16), moments.items()):
        if kind in offered and offered[kind] <= evening.led:
            continue
        evening.people = everybody[: game.seats]
        with beginning_with(sample, made.before):
            await evening.begin(options=game.options)
            async for panel in evening.turn_by_presses(made.seat):
                able = [item for item in evening.own_items(panel) if not item.get("disabled")]
                offered[kind] = offered.get(kind, set()).union(*map(evening.uses, able))
            await evening.end()
    seen = set[str]().union(*offered.values())
    assert seen == evening.pressed == evening.led
    assert {kind.__struct_config__.tag for kind in moments} <= {kind.split()[1] for kind in seen}
    assert world.app.failures == 0


@every_game
async def test_what_others_press_what_is_not_legal_and_what_comes_twice_does_no_harm(
    world: World, key: str
) -> None:
    """A panel belongs to its seat, everybody else watches; what is not legal is answered with the present
    panel; of presses in the same instant one makes a move, all get an answer."""
    evening = await begin(world, key, seed=6)
    zoe, (seat, *_) = world.person("Zoe"), await evening.owing()
    actor, before = evening.people[seat], await evening.moment()
    panel, legal = await evening.panel(actor), list(evening.game.legal(before.state, seat))
    whole, item = steps_of(panel), evening.own_items(panel)[0]
    forged = world.prepared(zoe, evening.board(), item["custom_id"], evening.lines(item))
    (answer,) = await world.send(forged)
    for shown in (world.private(answer), await evening.panel(zoe)):
        assert text_of(shown) == EN("refusal.not_seated")
    idle = [other for at, other in enumerate(evening.people) if at not in await evening.owing()]
    for other in idle:
        watching = await evening.panel(other)
        assert steps_of(watching) <= {"table.move"}
        assert text_of(watching)
    await press_all(evening, panel, [zoe, *idle])
    wrong = [move for move in evening.sample.near(before.state) if move not in legal]
    for name in [await evening.control(move) for move in evening.rng.sample(wrong, min(len(wrong), 6))]:
        (answer,) = await world.send(world.prepared(actor, panel, name))
        assert answer.acknowledged, name
        assert whole <= steps_of(world.private(answer)), name
    after = await evening.moment()
    assert (after.version, after.state) == (before.version, before.state)
    move = evening.picked(before.state, seat)
    presses = [world.prepared(actor, panel, await evening.control(move)) for _ in range(2)]
    all_answered(await world.send(*presses, presses[0]))
    rows = await world.app.store.read(lambda tx: tx.log.between(evening.table, 0, 1000))
    made = [row for row in rows if row.seat == seat and not row.automatic]
    assert len(made) == 1 or not await called(evening)
    assert {row.turn for row in made} == {before.turn}
    before = await evening.moment()
    await world.send(presses[0])
    assert await evening.moment() == before
    assert world.app.failures == 0


# Commands ---------------------------------------------------------------------------------------------


@every_game
async def test_a_move_too_long_for_a_control_is_found_among_the_legal_ones(
    world: World, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move goes by its digest here; one of nothing, or from somebody else, makes none."""
    monkeypatch.setattr(move_codec, "LONGEST", 0)
    evening = await begin(world, key, seed=5)
    seat, *_ = await evening.owing()
    actor, before = evening.people[seat], await evening.moment()
    made = await evening.control(evening.picked(before.state, seat))
    assert "#" in made
    for who, pressed in ((actor, f"{made}0"), (world.person("Zoe"), made), (actor, made)):
        (answer,) = await world.send(world.prepared(who, evening.board(), pressed))
        assert ((await evening.moment()).version > before.version) is ((who, pressed) == (actor, made))
        assert text_of(world.private(answer))


@every_game
async def test_moves_are_offered_while_they_are_typed_and_made_by_command(world: World, key: str) -> None:
    """As their parameters say them; a move that is shown first is confirmed, others get nothing offered."""
    evening, zoe = await begin(world, key, seed=2), world.person("Zoe")
    made = 0
    for _ in range(4 * STEPS):
        if made == STEPS // 2 or not (owing := await evening.owing()):
            break
        state, seat = await evening.state(), evening.rng.choice(owing)
        actor, move = evening.people[seat], evening.picked(state, seat)
        typed = evening.typed(move, evening.game.view(state, seat))
        if typed is None:
            await evening.act(seat, move)
            continue
        name, described, filled = typed
        for param in described.params:
            if param.name not in filled or param.choices or param.kind in (bool, bool | None):
                continue
            others = {other: value for other, value in filled.items() if other != param.name}
            found = await evening.offers(actor, name, param.name, str(filled[param.name]), **others)
            assert filled[param.name] in found, (move, found)
            assert await evening.offers(zoe, name, param.name, "", **others) == {}
        before = (await evening.moment()).version
        answer = await evening.command(actor, name, **filled)
        if confirms(answer):
            assert (await evening.moment()).version == before
            await world.confirm(actor, answer)
        if (await evening.moment()).version == before:
            await evening.act(seat, move)
        else:
            made += 1
    assert made >= bool(evening.presenter.commands)


@every_game
async def test_commands_are_refused_to_others_and_at_the_table_of_another_game(
    world: World, key: str
) -> None:
    """Each with what made a move once."""
    sample, calls = GAMES[key], dict[str, dict[str, Any]]()
    other = await begin(world, "pebbles" if key != "pebbles" else "noria")
    evening = AnyEvening(world, sample, other.people)
    for made in walk(sample, 1).made:
        if typed := evening.typed(made.move, sample.game.view(made.before, made.seat)):
            calls.setdefault(typed[0], typed[2])
    # A card that nobody laid out is refused by its name before anybody is asked who they are.
    calls |= {"take": {"card": "deck"}} if "take" in calls and key == "thurn_and_taxis" else {}
    for name, filled in calls.items():
        answer = await evening.command(other.people[0], name, **filled)
        assert text_of(answer) == EN("refusal.other_game", game=EN.title(other.game.info))
    await other.end()
    evening = await begin(world, key)
    before, owing = await evening.state(), await evening.owing()
    idle = [actor for at, actor in enumerate(evening.people) if at not in owing]
    sitters = (await evening.moment()).table.sitters
    names = EN.all_of(plain(sitters[seat].name) for seat in owing)
    waits = ((other, EN("refusal.not_your_turn", names=names)) for other in idle)
    refused = ((world.person("Zoe"), EN("refusal.not_seated")), *waits)
    for name, filled in calls.items():
        for actor, said in refused:
            answer = await evening.command(actor, name, **filled)
            assert said in text_of(answer), name
    assert await evening.state() == before


OTHERWISE = {"Play", "TakeOpen", "Modify", "Politics"}
"""Moves of which commands mean something else where they are not legal: an island by its place, say, a route
begun anew, half of a decision."""


@pytest.mark.parametrize("key", OWN)
async def test_what_is_typed_and_not_legal_is_refused_for_the_reason_of_the_rules(
    world: World, key: str
) -> None:
    sample, game, refused = GAMES[key], walk(GAMES[key], 1), list[str]()
    evening = AnyEvening(world, sample, world.members(game.seats))
    for state in Random(3).sample(undecided(sample, game), 4):
        with beginning_with(sample, state):
            await evening.begin(options=game.options)
            (seat, *_), rng = await evening.owing(), Random(1)
            near = [move for move in sample.near(state) if type(move).__name__ not in OTHERWISE]
            for move in rng.sample(near, min(len(near), 40)):
                typed = evening.typed(move, sample.game.view(state, seat))
                if move in sample.game.legal(state, seat) or typed is None or not understood(*typed[1:]):
                    continue
                with pytest.raises(Refusal) as why:
                    sample.game.apply(state, seat, move, Chance(bytes(32)))
                try:
                    answer = await evening.command(evening.people[seat], typed[0], **typed[2])
                except OptionError:
                    continue  # Discord itself takes no such number
                assert EN(f"refusal.{why.value.code}", **why.value.data) in text_of(answer), move
                refused.append(why.value.code)
            assert await evening.state() == state
            await evening.end()
    assert len(refused) > 10


def understood(described: MoveCommand, filled: dict[str, Any]) -> bool:
    """Whether what is typed for a command is what its parameters can mean."""
    try:
        read = {param.name: param.read(filled.get(param.name)) for param in described.params}
    except (AttributeError, Refusal, TypeError):
        return False
    return all(read.values())


# Undo -------------------------------------------------------------------------------------------------


@every_game
async def test_a_step_that_may_be_taken_back_leaves_the_game_as_it_was(world: World, key: str) -> None:
    """And one that may not is refused with a reason and stands; old buttons have lost their meaning."""
    evening = await begin(world, key)
    undone = 0
    for _ in range(STEPS):
        before = await evening.state()
        if not await evening.step() or await evening.is_over():
            break
        seat = evening.mover
        after, actor = await evening.state(), evening.people[seat]
        free = await world.app.tables.undo.may_undo(evening.table, actor.id)
        revealed = evening.game.apply(before, seat, evening.last, Chance(bytes(32))).irrevocable
        assert not (free and revealed)
        asked = await world.app.tables.votes.may_ask_undo(evening.table, actor.id)
        assert bool(controls(await world.more(actor), "table.undo")) == (free or asked)
        panel = await evening.panel(actor)
        assert [item["label"] for item in controls(panel, "table.undo")] == [EN("table.undo.button")] * free
        old = deepcopy(panel)
        if free and undone % 2:
            await world.press(actor, panel, "table.undo")
        else:
            panel = await world.ask(actor, "table undo")
        assert (EN("table.undo.done") in text_of(panel)) == free
        assert await evening.state() == (before if free else after)
        if free:
            undone += 1
            await press_all(evening, old, evening.people)
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


# Posts ------------------------------------------------------------------------------------------------


@every_game
async def test_whoever_owes_something_is_called_once_in_public_or_asked_in_private(
    world: World, key: str
) -> None:
    """Where it goes in turn by a fresh post, which alone has controls, never by message."""
    evening, fresh = await begin(world, key, seed=1), 1
    for _ in range(STEPS):
        owing = [evening.people[seat] for seat in await evening.owing()]
        asked = [actor for actor in evening.people if any(map(evening.own_items, world.dms(actor)))]
        if not owing:
            break
        live = [post for post in world.public() if controls(post)]
        assert live == [world.public()[-1]]
        if await called(evening):
            assert not fresh or live[0].mention_user_ids == [actor.id for actor in owing]
            assert not fresh or all(mention(actor.id) in text_of(live[0]) for actor in owing)
            assert asked == []
        elif evening.game.by_digest:
            assert asked == [], "they play in the channel"
        else:
            assert {actor.id for actor in owing} <= {actor.id for actor in asked}
        before, number = await evening.state(), len(world.public())
        await evening.step()
        await world.env.advance_time(A_WHILE)
        fresh = len(world.public()) - number
        turned = evening.game.post(await evening.state()) - evening.game.post(before)
        assert fresh == turned + await evening.is_over()


@every_game
async def test_closed_direct_messages_are_no_hindrance(world: World, key: str) -> None:
    """Whoever would be asked there is called in the channel."""
    evening = await begin(world, key, seed=5)
    for actor in evening.people:
        world.close_messages(actor)
        await world.wish(actor, digest=False)
    number = evening.game.post(await evening.state())
    while evening.game.post(await evening.state()) == number:
        await evening.step()
    await world.env.advance_time(A_WHILE)
    channel = "\n".join(map(text_of, world.boards()))
    assert all(mention(evening.people[seat].id) in channel for seat in await evening.owing())
    told = any(EN("kit.dispatcher.dm_closed", who="") in text_of(post) for post in world.boards())
    assert not (told and await called(evening))


@every_game
async def test_a_game_goes_on_after_a_restart_in_the_panel_that_was_open(world: World, key: str) -> None:
    """Nothing that stands in the channel changes, nothing is posted twice. A panel in direct messages goes on
    in place."""
    evening = await begin(world, key, seed=1)
    for alone in (True, False, True):
        if not (owing := await evening.owing()):
            break
        actor = evening.people[owing[0]]
        panel = world.private(await actor.user.slash("table hand")) if alone else await evening.panel(actor)
        head = EN("table.head", table=evening.table, channel=world.channel.id)
        assert (head in text_of(panel)) == alone
        await world.env.advance_time(A_WHILE)
        before, letters = (await evening.state(), posts(world)), len(world.dms(actor))
        await world.restart()
        await world.env.settle()
        assert (await evening.state(), posts(world)) == before
        move = evening.picked(before[0], owing[0])
        await world.send(world.prepared(actor, panel, await evening.control(move)))
        assert await evening.state() != before[0]
        if alone and await called(evening):
            assert len(world.dms(actor)) == letters
            assert panel in world.dms(actor)


def undecided(sample: Sample, game: Walk) -> list[Any]:
    """The positions of a game in which somebody has a choice."""
    return [made.before for made in game.made if sample.game.forced(made.before) is None]


@every_game
async def test_who_leaves_is_played_for_and_somebody_else_goes_on(world: World, key: str) -> None:
    """In the middle of a game, with a restart before the first move of who has come."""
    sample = GAMES[key]
    game = next(one for seed in range(20) if (one := walk(sample, seed)).seats > 1 and undecided(sample, one))
    states = undecided(sample, game)
    evening, zoe = AnyEvening(world, sample, world.members(game.seats)), world.person("Zoe")
    with beginning_with(sample, states[len(states) // 4]):
        await evening.begin(options=game.options)
        (seat, *_), version = await evening.owing(), (await evening.moment()).version
        gone = evening.people[seat]
        await world.leave(gone)
        await world.env.advance_time(A_WHILE)
        assert (await evening.moment()).version > version
        assert any(plain(one_line(gone.name)) in text_of(post) for post in world.boards()[-2:])
        await evening.take_seat(seat, zoe)
        await world.restart()
        for _ in range(200):
            if await evening.step() and evening.mover == seat:
                break
        else:
            raise AssertionError("it never is up to who has come")
    assert world.app.failures == 0


# What was -----------------------------------------------------------------------------------------------


@every_game
async def test_what_was_played_is_told_and_shown_again(world: World, key: str) -> None:
    """Whatever can be asked for, to somebody who plays and to somebody who looks on, after a restart."""
    locale = LOCALES[key]
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
            shown = await world.ask(actor, f"table {command}")
            (picture,) = [item for part in parts(shown) if part["type"] == GALLERY for item in part["items"]]
            assert 1 < len(picture["description"]) <= 1000
            assert text_of(shown)
        assert [line for line in text_of(shown).splitlines() if line.partition(". ")[0].isdecimal()]
        assert len(await world.says(actor, "table text")) > 10
    await evening.look_at_everything(evening.people[0])


@contextmanager
def in_the_middle(sample: Sample, seats: int) -> Iterator[Any]:
    """Games of so many begin in the middle, where the first one decides: there is less to think about. Their
    options."""
    options = next(one for one in sample.options if sample.game.most_seats(one) >= seats)
    game = played(sample, options, seats, Chance(bytes(32)), Random(1))
    states = [state for state in undecided(sample, game) if 0 in sample.game.decisions(state)]
    with beginning_with(sample, states[len(states) // 4]):
        yield options


@thoughtful
async def test_a_hint_names_a_legal_move_and_changes_nothing(world: World, key: str) -> None:
    """By command and by the button, with its reason: the points that a computer expects."""
    locale = LOCALES[key]
    sample = GAMES[key]
    evening = AnyEvening(world, sample, world.members(max(1, sample.game.info.seats[0] - 1), locale))
    with in_the_middle(sample, len(evening.people) + 1) as options:
        await evening.begin(next(iter(sample.game.opponents)), options=options)
        await look_at_hints(evening, locale)


async def look_at_hints(evening: AnyEvening, locale: str) -> None:
    """The first one asks in every way."""
    world, key, before = evening.world, evening.game.info.key, await evening.state()
    speak = words("ja" if locale == "ja" else "en")
    lead = speak("table.hint.best", move="#").partition("#")[0]
    why = speak(f"{key}.hint.why", level=speak(f"lobby.level.{adviser(key)}"), points="#").split("#")
    asked = await world.ask(evening.people[0], "table hint")
    assert not {lead, *why} - {part for part in (lead, *why) if part in text_of(asked)}
    legal = evening.game.legal(before, Seat(0))
    model = view_model(await evening.moment(), Seat(0), speak)
    effects = {evening.presenter.named(model, move): evening.presenter.effect(model, move) for move in legal}
    assert effects[text_of(asked).partition(lead)[2].partition("**")[0]] in text_of(asked)
    panel = await evening.panel(evening.people[0])
    assert lead not in text_of(panel)
    await world.press(evening.people[0], panel, "table.hint")
    assert lead in text_of(panel)
    assert await evening.state() == before


@thoughtful
async def test_computers_of_every_level_play_and_every_board_has_its_picture(
    world: World, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they do is told by their names, also after a restart in between. What they think is proven
    elsewhere; here the first level thinks for all."""
    sample = GAMES[key]
    levels = list(sample.game.opponents)[: sample.game.info.seats[1] - 1]
    monkeypatch.setattr(runner, "job_of", lambda riddle, _="": job_of(riddle, levels[0]))
    evening, everybody = AnyEvening(world, sample, world.members(1)), set(range(len(levels) + 1))
    with in_the_middle(sample, len(everybody)) as options:
        await evening.begin(*levels, options=options)
        for number in range(60):
            if await evening.movers() >= everybody or not await evening.wait_for_people():
                break
            await evening.step()
            if number == 1:
                await world.restart()
        assert await evening.movers() >= everybody
        await evening.wait_for_people()
        assert [post for post in world.boards() if not post.attachments] == []
        told = "\n".join(map(text_of, world.boards()))
        assert all(plain(sitter.name) in told for sitter in (await evening.moment()).table.sitters)


@thoughtful
async def test_what_computers_do_is_told_by_the_post_that_calls_somebody(
    world: World, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No post calls nobody, but for the end of a trick, round or episode; no turn is left untold."""
    sample = GAMES[key]
    levels = list(sample.game.opponents)[:1] * min(2, sample.game.info.seats[1] - 1)
    monkeypatch.setattr(runner, "job_of", lambda riddle, _="": job_of(riddle, levels[0]))
    evening = AnyEvening(world, sample, world.members(1))
    queries, owing = world.app.tables.queries, sample.game.decisions
    with in_the_middle(sample, 1 + len(levels)) as options:
        await evening.begin(*levels, options=options)
        while len(await queries.milestones(evening.table)) < 6 and await evening.wait_for_people():
            await evening.step()
    await evening.wait_for_people()
    with closing(sqlite3.connect(world.app.settings.database)) as database:
        boards = database.execute("SELECT version FROM notices WHERE kind = 'board' AND version").fetchall()
    assert boards
    called = [(await queries.moment(evening.table, version)).state for (version,) in boards]
    assert [state for state in called if owing(state) and 0 not in owing(state)] == []
    assert [state for state in called if owing(state) and not sample.game.has_post(state)] == []
    told = "\n".join(map(text_of, world.boards()))
    path, post = await queries.path(evening.table, (await evening.moment()).version), sample.game.post
    moments = [await queries.moment(evening.table, version) for version in path]
    begun = [now.version for before, now in pairwise(moments) if post(now.state) != post(before.state)]
    for page in sorted({*await queries.milestones(evening.table), *begun})[:-1]:
        model = view_model(moments[path.index(page)], None, EN)
        lines = "\n".join(text for text in evening.presenter.page(model).texts if text[:3] != "-# ")
        assert "`/table history` tells" in told or all(line in told for line in lines.splitlines()), page


@every_game
async def test_a_game_ends_well_in_its_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Its last turns, by presses at random: a ranking with all scores, a secret that verifies and is told to
    whoever asks then and not before, and what nobody may press any more."""
    sample, secret, locale = GAMES[key], bytes([7]) * 32, LOCALES[key]
    monkeypatch.setattr(Chance, "fresh", lambda: Chance(secret))
    game = walk(sample, 2 if locale == "en-US" else 3)
    late = [state for state in game.states if sample.game.decisions(state)]
    async with await open_world(tmp_path, locale=locale) as world:
        evening = AnyEvening(world, sample, world.members(game.seats, locale))
        with beginning_with(sample, late[-min(6, len(late))]):
            await evening.begin(options=game.options)
            panel = None
            await world.ask(evening.people[0], "table verify")
            for most in (6, 4, 2):
                for seat in (await evening.owing())[:1]:
                    async for shown in evening.turn_by_presses(seat, most):
                        panel = deepcopy(shown)
            await evening.play_out()
            await world.env.advance_time(A_WHILE)
            await world.ended_well(evening.table)
            assert secret.hex() not in str(world.env.backend.transcript)
            told, table = await world.ask(evening.people[0], "table verify"), (await evening.moment()).table
            assert secret.hex() in text_of(told)
            assert words(locale)("table.verify.replayed", n=table.version) in text_of(told)
            assert [file["filename"] for file in told.attachments] == [f"stammtisch-{table.id}.json"]
            outcome = evening.game.outcome(await evening.state())
            ranking = world.public()[-1]
            told = text_of(ranking) + str(ranking.attachments[0]["description"])
            assert all(str(abs(score)) in told for score in outcome.scores)
            assert verify(await world.app.tables.queries.transcript(evening.table)).ok
            if panel:
                before = await evening.moment()
                await press_all(evening, panel, evening.people)
                assert await evening.moment() == before
                name = f"s1:{evening.presenter.group}.step:{evening.table}:{before.turn - 1}:"
                (answer,) = await world.send(world.prepared(evening.people[0], panel, name))
                assert words(locale)("refusal.over") in text_of(world.private(answer))


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("key", ["noerdlingen", "noria", "thurn_and_taxis"])
def test_below_the_ranking_stands_which_rule_has_broken_a_tie(key: str) -> None:
    """In the post as in its picture; where the place is shared there is none."""
    found = next(made for made in (walk(GAMES[key], seed) for seed in range(9)) if made.seats > 1)
    game, names = GAMES[key].game, NAMES[: found.seats]
    equal = structs.replace(game.outcome(found.states[-1]), scores=(5,) * found.seats)
    for places in (tuple(range(1, found.seats + 1)), (1,) * found.seats):
        outcome = structs.replace(equal, places=places)
        model = ViewModel(1, 1, game.view(found.states[-1], None), names, EN, outcome=outcome)
        content = presenter_of(key).ended(model)
        broken = len({*places}) > 1
        assert any("A tie at 5 points" in text for text in content.texts) is broken
        assert ("A tie at 5 points" in content.drawings[0].draw().alt) is broken
