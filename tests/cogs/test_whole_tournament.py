"""A tournament of 24 people over three rounds, with two who drop out, a vacation, a restart in each round and
a tie for first; told by pictures and words in both languages, its standings worked out from its file."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from random import Random

import outside_standings
import pytest
from PIL import Image
from simcord.actors import MemberActor
from simulated import EN, JA, World, controls, open_world, pictured, text_of
from test_tournaments import SHORT, cup_of, dropped_out, panel, signed_up, told

from bot.games import registry
from bot.store.tournaments import PodRow, TournamentState
from bot.tables.model import Status
from bot.tables.tournaments import Plan
from bot.text import plain
from bot.tournaments.model import Rules
from bot.tournaments.standings import standings
from render.film import HEAVIEST

pytestmark = pytest.mark.slow

RULES = Rules("swiss", 2, 4, rounds=3, tie_breaks=("duels", "wins"), lowest_wins=True, duplicate=True)
BY_SEAT = (1, 2, 3, 4)


@pytest.fixture
async def world(tmp_path: Path, short_games: None) -> AsyncIterator[World]:
    async with await open_world(tmp_path) as world:
        yield world


async def play(world: World, pod: PodRow, *, resting: int = 0) -> int:
    """The table to its end, at random; who is resting never moves. So many moves were made by a deadline."""
    chance, table = Random(pod.pod), pod.table or 0
    while (moment := await world.app.tables.queries.now_at(table)).table.status is Status.PLAYING:
        game = registry.game(moment.table.game)
        deciding = {seat: moment.table.sitters[seat].user for seat in game.decisions(moment.state)}
        seat = next((seat for seat, user in deciding.items() if user not in (None, resting)), None)
        if seat is None or moment.table.reveal is not None:
            await world.env.advance_time(6 if moment.table.reveal else 26 * 3600)
            continue
        move, user = chance.choice(list(game.legal(moment.state, seat))), deciding[seat] or 0
        await world.done(world.app.tables.play.act(table, user, move, turn=moment.turn, key=world.key()))
    rows = await world.app.store.read(lambda tx: tx.log.between(table, 0, 999))
    return sum(row.late for row in rows)


async def decide(world: World, director: MemberActor, places: dict[int, tuple[int, ...]]) -> None:
    """The director says how the tables of the round have ended, and lets the tournament go on."""
    cup = await cup_of(world)
    at = len(cup.tournament.rounds)
    for pod in [pod for pod in cup.pods if pod.round == at]:
        order = places.get(pod.pod, BY_SEAT[: len(pod.lines)])
        await world.done(world.app.tables.tournaments.correct(1, (at, pod.pod), order, director.id))
    await world.press(director, await panel(world, director), "cup.hold")
    await world.env.advance_time(10)


async def now(world: World) -> list[PodRow]:
    cup = await cup_of(world)
    return [pod for pod in cup.pods if pod.round == len(cup.tournament.rounds)]


async def test_24_people_three_rounds_and_a_tie_for_first(world: World) -> None:
    director, sakura = world.trusted("Director", manage_guild=True), world.person("さくら", "ja")
    await world.set_up(deadline=24)
    plan = Plan(title="Spring [Cup]", game="six_nimmt", options=SHORT, rules=RULES, low=4, high=24)
    here = {"guild": world.guild.id, "channel": world.channel.id, "locale": "en", "key": "cup"}
    await world.done(world.app.tables.tournaments.found(plan, world.known(director), **here))  # type: ignore[arg-type]
    people = {one.id: one for one in (sakura, *[world.person(f"Player {n}") for n in range(2, 25)])}
    for one in people.values():
        await world.done(world.app.tables.tournaments.sign_up(1, world.known(one)))
    await world.env.advance_time(5)
    waiting = world.person("Waits")
    people[waiting.id] = waiting
    await signed_up(world, [waiting])

    # The first round: somebody drops out, and who has waited takes over.
    await world.press(director, await panel(world, director), "cup.hold")
    pods = await now(world)
    assert [len(pod.lines) for pod in pods] == [4] * 6
    leaver = (await cup_of(world)).holder(pods[5].lines[3])
    assert leaver
    await dropped_out(world, people[leaver.user])
    await play(world, pods[0])
    await world.restart()
    for pod in pods[1:]:
        await play(world, pod)
    await world.env.advance_time(10)
    await decide(world, director, {})

    # The second: one is on vacation, whose time stands still until it ends; another drops out for good.
    cup, pods = await cup_of(world), await now(world)
    assert len(cup.tournament.rounds) == 2
    await world.press(director, await panel(world, director), "cup.hold")
    away, gone = (cup.holder(line) for line in (pods[3].lines[0], pods[4].lines[1]))
    assert away
    assert gone
    end = world.app.now() + timedelta(days=3)
    await world.done(world.app.tables.reminders.go_away(away.user, end))
    await dropped_out(world, people[gone.user])
    for pod in (*pods[:3], *pods[4:]):
        await play(world, pod)
    await world.restart()
    assert world.app.now() < end
    assert (await world.numbered(pods[3].table or 0)).status is Status.PLAYING
    assert await play(world, pods[3], resting=away.user)
    assert world.app.now() > end
    await world.env.advance_time(10)
    winners = {pod.lines[0] for pod in cup.pods if pod.round == 1}
    second = next(seat for seat, line in enumerate(pods[1].lines) if line in winners)
    order = [2, 3, 4]
    order.insert(second, 1)
    await decide(world, director, {1: tuple(order)})

    # The third: 23 people, and the two who have won everything share the first place.
    cup, pods = await cup_of(world), await now(world)
    assert sorted(len(pod.lines) for pod in pods) == [3, 4, 4, 4, 4, 4]
    best = [one.number for one in standings(cup.tournament)[:2]]
    assert set(best) <= set(pods[0].lines)
    await world.press(director, await panel(world, director), "cup.hold")
    for at, pod in enumerate(pods):
        await play(world, pod)
        if at == 2:
            await world.restart()
    await world.env.advance_time(10)
    left = iter((3, 4))
    await decide(world, director, {0: tuple(1 if line in best else next(left) for line in pods[0].lines)})

    cup = await cup_of(world)
    assert cup.row.state is TournamentState.OVER
    ranked = standings(cup.tournament)
    assert [(one.place, one.number in best) for one in ranked[:3]] == [(1, True), (1, True), (3, False)]
    assert (ranked[-1].gone, [deal.is_over for deal in cup.deals]) == (True, [True] * 3)
    names = [plain(holder.name) for holder in map(cup.holder, (one.number for one in ranked[:2])) if holder]

    await is_told(world, director, sakura, names)


async def is_told(world: World, director: MemberActor, sakura: MemberActor, names: list[str]) -> None:
    """Once a round in the server's words, and in those of whoever asks; anybody can work them out."""
    cup, posts = await cup_of(world), told(world)
    for n, post in enumerate(posts[:3], 1):
        assert EN("cup.round_of", n=n, of=3) in text_of(post)
    assert EN("cup.shared", names=EN.all_of(f"**{name}**" for name in names)) in text_of(posts[3])
    assert all(map(pictured, posts))
    page = await world.opened(sakura, posts[3], "cup.story")
    assert JA("cup.shared", names=JA.all_of(f"**{name}**" for name in names)) in text_of(page)
    assert JA("cup.story.round", n=3, of=3) in text_of(page)
    own, left_out = cup.of_user(sakura.id), await world.opened(director, posts[3], "cup.story")
    last = {line for pod in cup.pods if pod.round == 3 for line in pod.lines}
    assert text_of(page).count("<#") == (own is not None and own.line in last)
    assert "<#" not in text_of(left_out)
    assert JA("cup.picture.alt", title="Spring [Cup]", part=JA("cup.picture.over")) in str(page.attachments)
    assert len(text_of(page)) < 4000
    film = await world.opened(sakura, page, "cup.film")
    moving = world.env.backend.cdn.get(film.attachments[0]["url"])
    assert len(moving) <= HEAVIEST
    with Image.open(BytesIO(moving)) as shown:
        assert getattr(shown, "n_frames", 1) == 3
    assert controls(film, "cup.share")

    answer = await world.opened(sakura, page, "cup.file")
    data = world.env.backend.cdn.get(answer.attachments[0]["url"])
    assert outside_standings.check(data) == []
    file = json.loads(data)
    assert len(file["players"]) == 24
    assert sum(row["gone"] for row in file["standings"]) == 1
    file["rounds"][2]["tables"][0]["places"] = [1, 2, 3, 4]
    assert outside_standings.check(json.dumps(file).encode())
