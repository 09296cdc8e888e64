"""Tournaments on a real file: sign-up, rounds that follow one another, drop-outs, corrections, restarts."""

from datetime import timedelta
from fractions import Fraction

import pytest
from msgspec.structs import replace

from bot.games import registry
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store.tournaments import TournamentState
from bot.tables.clock import Keeping
from bot.tables.cups import Cup
from bot.tables.model import ABSENT, Person, Status
from bot.tables.tournaments import Plan
from bot.tournaments.model import Rules
from bot.tournaments.standings import points, standings
from tests.tables.table_world import HOUR, SHORT, World, person

SWISS = Rules("swiss", 2, 4, rounds=2)
DIRECTOR = 90


async def founded(world: World, rules: Rules = SWISS, people: int = 0, **plan: object) -> int:
    """A tournament in which so many have signed up."""
    usual = {"title": "Cup", "game": "six_nimmt", "options": SHORT, "low": 4, "high": 12}
    wanted = Plan(rules=rules, **(usual | plan))  # type: ignore[arg-type]
    here = {"guild": 7, "channel": 500, "locale": "en", "key": world.key()}
    number = await world.tables.tournaments.found(wanted, person(DIRECTOR), **here)  # type: ignore[arg-type]
    for user in range(1, people + 1):
        world.later(minutes=1)
        await world.tables.tournaments.sign_up(number, person(user))
    return number


async def round_open(world: World, number: int) -> Cup:
    """The tournament once the clock has rung and the tables of its round are open."""
    await world.tick()
    await world.tick()
    for cup in await world.tables.tournaments.unfinished():
        for pod in cup.pods:
            if pod.table is None:
                table = await world.tables.tournaments.reserve()
                at = (pod.round, pod.pod)
                await world.tables.tournaments.open_pod(cup.number, at, channel=1000 + table, table=table)
        await world.tables.tournaments.note_told(cup.number, cup.row.chapters)
    return await world.tables.tournaments.cup(number)


async def played(world: World, number: int, *, but: int = 0) -> None:
    """All tables of the round are played to their end, up to the last few."""
    cup = await world.tables.tournaments.cup(number)
    tables = [pod.table for pod in cup.pods if pod.table and not pod.places]
    for seed, table in enumerate(tables[: len(tables) - but]):
        await world.play_out(await world.now(table), seed)


async def running(world: World, rules: Rules = SWISS, people: int = 12, **plan: object) -> int:
    number = await founded(world, rules, people, **({"high": people} | plan))
    await round_open(world, number)
    return number


async def test_a_tournament_of_twelve_goes_through_its_rounds(world: World) -> None:
    number = await running(world)
    for at in (1, 2):
        cup = await world.tables.tournaments.cup(number)
        assert (cup.row.state, len(cup.tournament.rounds)) == (TournamentState.RUNNING, at)
        now = [pod for pod in cup.pods if pod.round == at]
        assert [len(pod.lines) for pod in now] == [4, 4, 4]
        for pod in now:
            table = await world.table(pod.table)
            assert table.status is Status.PLAYING
            holders = [cup.holder(line) for line in pod.lines]
            assert [sitter.user for sitter in table.sitters] == [one and one.user for one in holders]
        await played(world, number)
        await world.restart()
        await round_open(world, number)
    cup = await world.tables.tournaments.cup(number)
    assert (cup.row.state, cup.row.told, cup.row.chapters) == (TournamentState.OVER, 3, 3)
    expected: dict[int, Fraction] = dict.fromkeys(range(12), Fraction())
    for pod in cup.pods:
        for place, line in zip(pod.places, pod.lines, strict=True):
            tied = pod.places.count(place)
            expected[line] += Fraction(sum(5 - each for each in range(place, place + tied)), tied)
    assert points(cup.tournament) == expected
    results = {pod.table: await world.results(pod.table or 0) for pod in cup.pods}
    for pod in cup.pods:
        assert results[pod.table] == list(zip(pod.places, pod.scores, strict=True))


async def test_it_begins_when_it_is_full_and_later_comers_wait(world: World) -> None:
    number = await founded(world, high=4, people=5)
    cup = await round_open(world, number)
    assert [one.user for one in cup.waiting] == [5]
    assert sorted(one.user for one in cup.playing) == [1, 2, 3, 4]
    assert cup.row.state is TournamentState.RUNNING


async def test_it_begins_at_its_time_or_is_called_off_where_too_few_came(world: World) -> None:
    begins = world.time + 5 * HOUR
    few = await founded(world, people=3, begins=begins)
    enough = await founded(world, people=5, begins=begins)
    assert (await round_open(world, enough)).row.state is TournamentState.OPEN
    world.later(hours=6)
    assert (await round_open(world, enough)).row.state is TournamentState.RUNNING
    cup = await world.tables.tournaments.cup(few)
    assert (cup.row.state, cup.row.chapters) == (TournamentState.CANCELLED, 1)


async def test_signing_up_twice_is_once_and_who_signs_off_makes_room(world: World) -> None:
    number = await founded(world, people=3, begins=world.time + HOUR)
    await world.tables.tournaments.sign_up(number, person(3))
    cup = await world.tables.tournaments.sign_off(number, 1)
    assert [one.user for one in cup.entrants] == [2, 3]
    await world.refuses("tournament_few", world.tables.tournaments.begin_now(number), n=4)


async def test_the_first_of_the_waiting_list_takes_over_line_and_seat(world: World) -> None:
    number = await running(world, people=8)
    await world.tables.tournaments.sign_up(number, person(20))
    before = await world.tables.tournaments.cup(number)
    line = before.of_user(3).line  # type: ignore[union-attr]
    cup = await world.tables.tournaments.sign_off(number, 3)
    assert cup.holder(line).user == 20  # type: ignore[union-attr,arg-type]
    assert cup.tournament == before.tournament
    table = next(pod.table for pod in cup.pods if line in pod.lines)
    assert {sitter.user for sitter in (await world.table(table)).sitters} >= {20}
    assert 3 not in {sitter.user for sitter in (await world.table(table)).sitters}
    await played(world, number)
    after = await round_open(world, number)
    assert len(after.tournament.active()) == 8


async def test_a_line_that_nobody_takes_is_played_on_and_given_up(world: World) -> None:
    number = await running(world, people=8)
    cup = await world.tables.tournaments.cup(number)
    line = cup.of_user(3).line  # type: ignore[union-attr]
    cup = await world.tables.tournaments.sign_off(number, 3)
    table = next(pod.table for pod in cup.pods if line in pod.lines)
    assert [sitter.computer for sitter in (await world.table(table)).sitters].count(ABSENT) == 1
    for pod in cup.pods:
        assert (await world.table(pod.table)).status is Status.PLAYING
        await world.end(pod.table, 1, moderator=True)
    after = await round_open(world, number)
    assert len(after.tournament.rounds) == 2
    assert line not in {one for pod in after.tournament.rounds[1].pods for one in pod.lines}
    assert standings(after.tournament)[-1].number == line


async def test_a_table_without_result_is_shared_by_all(world: World) -> None:
    number = await running(world, people=8)
    cup = await world.tables.tournaments.cup(number)
    await world.end(cup.pods[0].table, 1, moderator=True)
    await world.tick()
    cup = await world.tables.tournaments.cup(number)
    assert cup.pods[0].places == (1, 1, 1, 1)
    assert cup.pods[1].places == ()
    assert set(points(cup.tournament).values()) == {Fraction(0), Fraction(5, 2)}


async def test_a_paused_tournament_waits_with_its_next_round(world: World) -> None:
    number = await running(world, people=8)
    await world.tables.tournaments.hold_up(number, paused=True)
    await played(world, number)
    cup = await round_open(world, number)
    assert (len(cup.tournament.rounds), cup.tournament.rounds[0].over) == (1, True)
    await world.tables.tournaments.hold_up(number, paused=False)
    assert len((await round_open(world, number)).tournament.rounds) == 2


async def test_a_corrected_result_counts_and_leaves_a_line(world: World) -> None:
    number = await running(world, people=8)
    await played(world, number, but=1)
    await world.tick()
    cup = await world.tables.tournaments.cup(number)
    pod = cup.pods[0]
    await world.refuses(
        "bad_places", world.tables.tournaments.correct(number, (1, 0), (1, 3, 4, 4), DIRECTOR), n=4
    )
    await world.refuses(
        "bad_places", world.tables.tournaments.correct(number, (1, 1), (1, 2, 3, 4), DIRECTOR), n=4
    )
    places = (1, 1, 3, 4)
    await world.tables.tournaments.correct(number, (1, 0), places, DIRECTOR)
    cup = await world.tables.tournaments.cup(number)
    assert points(cup.tournament)[pod.lines[1]] == Fraction(7, 2)
    acts = await world.store.read(lambda tx: tx.audit.newest(7, 5))
    assert [(act.act, act.actor, act.table) for act in acts] == [("corrected", DIRECTOR, pod.table)]


async def test_who_is_removed_leaves_a_line_in_the_log(world: World) -> None:
    number = await founded(world, people=3, begins=world.time + HOUR)
    cup = await world.tables.tournaments.expel(number, DIRECTOR, 2)
    await world.tables.tournaments.expel(number, DIRECTOR, 2)
    assert [one.user for one in cup.entrants] == [1, 3]
    acts = await world.store.read(lambda tx: tx.audit.newest(7, 5))
    assert [(act.act, act.actor, act.target) for act in acts] == [("expelled", DIRECTOR, 2)]


async def test_several_tables_at_once_make_one_round(world: World) -> None:
    rules = replace(SWISS, high=2, at_once=2, rounds=1)
    number = await running(world, rules, people=4)
    cup = await world.tables.tournaments.cup(number)
    assert len(cup.pods) == 4
    await played(world, number, but=1)
    assert (await round_open(world, number)).row.state is TournamentState.RUNNING
    await played(world, number)
    assert (await round_open(world, number)).row.state is TournamentState.OVER


async def test_the_points_can_be_set_before_the_start_alone(world: World) -> None:
    number = await founded(world, people=3)
    cup = await world.tables.tournaments.set_points(number, (10, 5, 2, 0))
    assert cup.tournament.rules.table == (10, 5, 2, 0)
    for wrong in ((10, 5, 2), (1, 2, 3, 4), (5, 4, 3, -1), (100, 1, 1, 1)):
        await world.refuses("bad_points", world.tables.tournaments.set_points(number, wrong), n=4)
    await world.tables.tournaments.sign_up(number, person(4))
    await world.tables.tournaments.begin_now(number)
    await round_open(world, number)
    await world.refuses("tournament_begun", world.tables.tournaments.set_points(number, (4, 3, 2, 1)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"low": 1},
        {"high": 65},
        {"title": ""},
        {"title": "x" * 41},
        {"rules": replace(SWISS, high=11)},
        {"rules": replace(SWISS, low=1)},
        {"rules": replace(SWISS, rounds=0)},
        {"rules": replace(SWISS, at_once=5)},
    ],
)
async def test_what_cannot_be_played_is_refused(world: World, wrong: dict[str, object]) -> None:
    with world.unchanged():
        await world.refuses("bad_tournament", founded(world, **wrong))  # type: ignore[arg-type]


async def test_a_server_has_only_so_many_at_once(world: World) -> None:
    *_, last = [await founded(world) for _ in range(10)]
    await world.refuses("tournaments_enough", founded(world), n=10)
    await world.tables.tournaments.call_off(last)
    await founded(world)
    await world.refuses("tournament_over", world.tables.tournaments.sign_up(last, person(1)))
    await world.refuses("no_tournament", world.tables.tournaments.cup(99))


async def test_who_is_forgotten_leaves_a_line_without_a_person(world: World) -> None:
    zoe = Person(77, "Zoe Unmistakable", "en")
    number = await founded(world, people=7, high=8)
    await world.tables.tournaments.sign_up(number, zoe)
    before = await round_open(world, number)
    line = before.of_user(zoe.id).line  # type: ignore[union-attr]
    kept = await world.store.read(lambda tx: tx.traces.rows(zoe.id))
    assert [row["name"] for row in kept["entrants"]] == [zoe.name]
    await world.erase(zoe.id, None)
    assert not [row for row in world.dump() if zoe.name in row]
    await played_without(world, number)
    after = await round_open(world, number)
    assert line not in after.tournament.active()


async def played_without(world: World, number: int) -> None:
    for pod in (await world.tables.tournaments.cup(number)).pods:
        await world.end(pod.table, 1, moderator=True)


async def test_old_tournaments_go_as_old_tables_do(world: World) -> None:
    world.keeping = Keeping(abandoned=10, finished=20)
    cancelled = await founded(world)
    await world.tables.tournaments.call_off(cancelled)
    kept = await founded(world)
    world.time += timedelta(days=11)
    await world.beat()
    await world.refuses("no_tournament", world.tables.tournaments.cup(cancelled))
    assert (await world.tables.tournaments.cup(kept)).entrants == ()


async def test_a_table_is_opened_once_however_often_it_is_asked_for(world: World) -> None:
    number = await running(world, people=8)
    cup = await world.tables.tournaments.cup(number)
    with world.unchanged():
        await world.tables.tournaments.open_pod(number, (1, 0), channel=9, table=99)
    assert len({pod.table for pod in cup.pods}) == 2


async def test_what_decides_ties_first_is_chosen_before_the_start(world: World) -> None:
    number = await founded(world, people=4, high=4, begins=None)
    for first, order in (
        ("wins", ("wins", "opponents", "duels")),
        ("duels", ("duels", "wins", "opponents")),
        ("nonsense", ("duels", "wins", "opponents")),
    ):
        fresh = await world.tables.tournaments.prefer(number, first)
        assert fresh.tournament.rules.tie_breaks == order
    await round_open(world, number)
    await world.refuses("tournament_begun", world.tables.tournaments.prefer(number, "wins"))


async def test_the_options_of_its_game_are_those_of_its_tables(world: World) -> None:
    number = await founded(world, people=4)
    await world.refuses(
        "bad_options", world.tables.tournaments.set_options(number, NimmtOptions(format="rounds", rounds=99))
    )
    options = NimmtOptions(format="rounds", rounds=1, deal="strategy")
    await world.tables.tournaments.set_options(number, options)
    await world.tables.tournaments.begin_now(number)
    cup = await round_open(world, number)
    moment = await world.now(cup.pods[0].table)
    assert registry.game("six_nimmt").decode_options(moment.table.options) == options
    await world.refuses("tournament_begun", world.tables.tournaments.set_options(number, SHORT))


async def test_pausing_and_calling_off_leave_lines_in_the_log(world: World) -> None:
    number = await running(world, people=8)
    for paused in (True, False):
        await world.tables.tournaments.hold_up(number, paused=paused, director=DIRECTOR)
    await world.tables.tournaments.call_off(number, DIRECTOR)
    acts = await world.store.read(lambda tx: tx.audit.newest(7, 5))
    assert [(act.act, act.actor) for act in acts] == [
        ("called_off", DIRECTOR),
        ("held_up", DIRECTOR),
        ("held_up", DIRECTOR),
    ]
