"""Challenges: everybody has the same deal, once; its secret is one until the week ends, then it is proven."""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import outside_verifier
import pytest
from table_world import World, nimmt

from bot.games import registry
from bot.games.contract import Refusal, Seat
from bot.games.passing import PREFIX, line, read
from bot.store.records import NoticeState
from bot.tables import challenges, lobby
from bot.tables.challenges import KINDS, RHYTHM, Tried, of_week, passed_on
from bot.tables.model import Status
from bot.tables.policy import CHALLENGES_KEPT, OPEN_CHALLENGES, SHORTEST_CHALLENGE, WEEK
from bot.tables.timers import THREADS
from bot.verify import SharedTranscript, main, verify

GUILD, OTHER, THIRD, PLACE = 7, 8, 9, {"channel": 20, "locale": "en"}
NIMMT = 1
"""The number of the challenge of 6 nimmt! in a server where it is the first one."""
NOERDLINGEN = msgspec.Raw(
    registry.game("noerdlingen").encode_options(registry.game("noerdlingen").options_type())
)
"""A game in which the day counts."""

pytestmark = pytest.mark.usefixtures("real_chance")


@pytest.fixture(autouse=True)
def nimmt_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = KINDS
    monkeypatch.setattr(challenges, "KINDS", (others[0], first, *others[1:]))
    monkeypatch.setattr(challenges, "FIXED", {"six_nimmt": {"format": "rounds", "rounds": 1}})


async def opened(world: World, guild: int = GUILD) -> Tried:
    """The first challenge of a server, which is open and told."""
    await world.tables.challenges.weekly.schedule(guild, day=0, by=1, **PLACE)
    await world.clock.run_due()
    (found,) = await world.in_server(guild, 1, 1)
    await world.tables.challenges.weekly.end(found.challenge, delivered=True)
    return found


async def took(world: World, user: int, number: int = NIMMT, **more: object) -> int:
    """The table at which a person takes it."""
    return (await world.take(number, user, channel=1000 + user, reserved=900 + user, **more)).id


async def played_out(world: World, table: int, at: int = 0) -> None:
    """Up to the end all computers make the first legal move, and the person the one with this number."""
    while (moment := await world.now(table)).table.status is Status.PLAYING:
        game = registry.game(moment.table.game)
        if moment.table.reveal is not None:
            world.time = moment.table.reveal
            await world.tables.play.reveal(table)
        elif at and Seat(0) in game.decisions(moment.state) and not await world.riddles(table):
            legal = list(game.legal(moment.state, Seat(0)))
            await world.act(moment, Seat(0), legal[at % len(legal)])
        else:
            await world.step(moment)


async def over(world: World) -> None:
    world.later(hours=24 * 14)
    await world.clock.run_due()


async def secret(world: World, number: int = NIMMT) -> bytes:
    return (await world.store.read(lambda tx: tx.challenges.get(number))).secret


async def test_everybody_has_the_same_cards_and_nobody_contributes(world: World) -> None:
    found = await opened(world)
    tables = [await took(world, user) for user in (2, 3)]
    hands = [nimmt(await world.now(table)).hands for table in tables]
    assert hands[0] == hands[1]
    for table in [await world.table(number) for number in tables]:
        assert (table.commitment, table.contributions) == (found.challenge.commitment, ())
        assert table.binding == challenges.binding_of(found.challenge)
        assert [sitter.computer for sitter in table.sitters] == [None, "hard", "hard", "hard"]
    names = [[sitter.name for sitter in (await world.table(number)).sitters[1:]] for number in tables]
    assert names[0] == names[1]


async def test_another_challenge_has_other_cards(world: World) -> None:
    await opened(world)
    await opened(world, OTHER)
    assert await secret(world, 1) != await secret(world, 2)
    hands = [
        nimmt(await world.now(await took(world, user, number))).hands for user, number in ((2, 1), (3, 2))
    ]
    assert hands[0] != hands[1]


async def test_each_person_has_one_try_whatever_becomes_of_it(world: World) -> None:
    """Two presses at the same moment are one; a repeated delivery gives the same table."""
    await opened(world)
    table = await took(world, 2, key="press")
    assert await took(world, 2, key="press") == table
    await world.refuses("challenge_taken", world.take(NIMMT, 2, channel=5, reserved=990), table=table)
    await world.leave(table, 2)
    assert (await world.table(table)).status is Status.ABANDONED
    await world.refuses("challenge_taken", world.take(NIMMT, 2, channel=5, reserved=990), table=table)
    await world.refuses("no_challenge", world.take(99, 2, channel=5, reserved=990))


async def test_a_server_that_is_full_and_who_hosts_enough_begin_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(world)
    await world.tables.servers.change(GUILD, lambda now: msgspec.structs.replace(now, tables=1))
    await took(world, 2)
    await world.refuses("server_full", world.take(NIMMT, 3, channel=5, reserved=990), n=1)
    await world.tables.servers.change(GUILD, lambda now: msgspec.structs.replace(now, tables=0))
    monkeypatch.setattr(lobby, "HOSTED", 0)
    await world.refuses("hosts_enough", world.take(NIMMT, 3, channel=5, reserved=990), n=0)


async def test_the_thread_of_a_try_is_looked_after(world: World) -> None:
    """It stays open as long as its game goes on."""
    await opened(world)
    table = await took(world, 2)
    timers = await world.store.read(lambda tx: tx.timers.first(99))
    assert (table, THREADS) in [(timer.table, timer.kind) for timer in timers]


async def test_nobody_begins_once_it_closes(world: World) -> None:
    """Also in the moment before the clock has closed it."""
    found = await opened(world)
    assert [each.id for each in await world.open_in(GUILD)] == [NIMMT]
    assert await world.open_in(OTHER) == ()
    world.time = found.challenge.closes
    await world.refuses("challenge_over", world.take(NIMMT, 2, channel=5, reserved=990))
    assert await world.open_in(GUILD) == ()


async def test_it_closes_neither_early_nor_late_and_then_comes_another_game(world: World) -> None:
    found = await opened(world)
    world.time = found.challenge.closes - timedelta(seconds=1)
    await world.turn_over()
    assert not (await world.challenge(NIMMT, 1)).challenge.is_over
    world.time = found.challenge.closes
    await world.turn_over()
    newest, before = await world.in_server(GUILD, 1, 9)
    assert (before.challenge.is_over, newest.challenge.is_over) == (True, False)
    assert newest.challenge.game == of_week(1)[0] != before.challenge.game
    assert newest.challenge.closes == before.challenge.closes + WEEK


async def test_whoever_asks_gets_no_secret_before_the_end(world: World) -> None:
    found = await opened(world)
    shown = [found.challenge, (await world.challenge(NIMMT, 1)).challenge, *await world.open_in(GUILD)]
    shown += [tried.challenge for tried in await world.untold()]
    shown.append(await world.receive(OTHER, passed_on(found.challenge), by=1, **PLACE))
    assert {each.secret for each in shown} == {b""}
    stored = await world.store.read(lambda tx: tx.challenges.get(NIMMT))
    assert stored.secret
    assert passed_on(stored).secret == ""
    await over(world)
    assert (await world.challenge(NIMMT, 1)).challenge.secret == stored.secret


async def test_the_secret_is_one_until_the_week_is_over(world: World) -> None:
    """Not at the finished table, not in its file, not in what a person exports, not in what is passed on."""
    await opened(world)
    whole = (await secret(world)).hex()
    table = await took(world, 2)
    await played_out(world, table)
    shown = await world.table(table)
    assert (shown.status, shown.secret, shown.held) == (Status.FINISHED, None, True)
    await world.refuses("challenge_on", world.transcript(table), world.examine(table, 2))
    (found,) = await world.in_server(GUILD, 2, 1)
    for text in (await world.export(2), repr(found), line(passed_on(found.challenge)), repr(shown)):
        assert whole not in str(text)
        assert "secret" not in str(text) or "secret=b''" in str(text) or "secret=None" in str(text)
    given_up = await took(world, 3)
    await world.leave(given_up, 3)
    assert (await world.table(given_up)).secret is None
    await over(world)
    for number in (table, given_up):
        assert (await world.table(number)).secret == bytes.fromhex(whole)


async def test_a_game_is_proven_once_it_is_over(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """By both verifiers; whatever is changed in the file is found."""
    await opened(world)
    table = await took(world, 2)
    await played_out(world, table)
    await over(world)
    data = await world.transcript(table)
    found = verify(data)
    assert found.code == "ok"
    assert isinstance(found.transcript, SharedTranscript)
    assert outside_verifier.check(data) == []
    (world.file.parent / "game.json").write_bytes(data)

    assert main(world.file.parent / "game.json") == 0
    assert "nobody's joining contributed" in capsys.readouterr().out
    for key, value, code in (
        ("secret", "1" * 64, "commitment"),
        ("options", {"rounds": 1, "format": "rounds", "deal": "strategy"}, "changed"),
        ("seats", ["person"] * 4, "changed"),
        ("binding", "0" * 64, "binding"),
        ("table", 3, "malformed"),
    ):
        plain = json.loads(data) | {key: value}
        changed = json.dumps(plain).encode()
        assert verify(changed).code == code
        assert outside_verifier.check(changed) or code == "malformed"


async def test_hints_coaches_and_guests_are_for_other_tables(world: World) -> None:
    await opened(world)
    table = await took(world, 2)
    await world.refuses("no_hints", world.hint(table, 2))
    await world.want_coach(table, 2, coached=True)
    assert await world.coaching(table, 0) is None
    await world.refuses("challenge_alone", world.invite(table, 2, 3))


async def test_the_week_ends_once_and_with_it_every_game(world: World) -> None:
    """Also over restarts. After a long outage one opens, and none for each week that was missed."""
    first = await opened(world)
    played, left = await took(world, 2), await took(world, 3)
    await played_out(world, played)
    await world.restart()
    world.time = first.challenge.closes - timedelta(seconds=1)
    await world.clock.run_due()
    assert not (await world.in_server(GUILD, 2, 1))[0].challenge.is_over
    world.time = first.challenge.closes
    await world.clock.run_due()
    newest, closed = await world.in_server(GUILD, 2, 2)
    assert (closed.challenge.is_over, newest.challenge.is_over) == (True, False)
    assert newest.challenge.closes - closed.challenge.closes == WEEK
    assert (await world.table(left)).status is Status.ABANDONED
    assert [line.user for line in closed.results] == [2]
    assert closed.others == 1
    await world.refuses("challenge_over", world.take(NIMMT, 4, channel=5, reserved=990))
    world.later(hours=24 * 50)
    await world.restart()
    for _ in range(2):
        await world.clock.run_due()
        assert len(await world.in_server(GUILD, 2, 9)) == 3
    (last, *_) = await world.in_server(GUILD, 2, 9)
    assert last.challenge.closes > world.time + timedelta(days=2)


async def test_what_is_to_be_told_is_told_once(world: World) -> None:
    await world.tables.challenges.weekly.schedule(GUILD, day=0, by=1, **PLACE)
    await world.clock.run_due()
    (told,) = await world.untold()
    assert await world.tables.challenges.weekly.begin(told.challenge)
    await world.restart()
    (again,) = await world.untold()
    assert again.challenge.told is NoticeState.SENDING
    await world.tables.challenges.weekly.end(again.challenge, delivered=True)
    assert await world.untold() == ()
    world.time = told.challenge.closes
    await world.clock.run_due()
    assert [(each.challenge.id, each.challenge.is_over) for each in await world.untold()] == [
        (1, True),
        (2, False),
    ]
    assert not await world.tables.challenges.weekly.begin(told.challenge)
    await world.tables.challenges.weekly.end(told.challenge, delivered=True)
    assert len(await world.untold()) == 2


async def test_where_nothing_can_be_posted_the_settings_say_so(world: World) -> None:
    found = await opened(world)
    await world.tables.challenges.weekly.end(found.challenge, delivered=False)
    assert (await world.tables.challenges.weekly.server(GUILD)).barred
    await world.tables.challenges.weekly.schedule(GUILD, channel=21, day=0, locale="en", by=1)
    assert not (await world.tables.challenges.weekly.server(GUILD)).barred
    assert len(await world.in_server(GUILD, 1, 9)) == 1
    await world.tables.challenges.weekly.unschedule(GUILD, by=1)
    await over(world)
    assert len(await world.in_server(GUILD, 1, 9)) == 1


async def test_a_post_for_an_earlier_channel_says_nothing_of_this_one(world: World) -> None:
    await opened(world)
    await world.tables.challenges.weekly.schedule(GUILD, channel=21, day=None, locale="en", by=1)
    await over(world)
    for tried in await world.untold():
        assert await world.tables.challenges.weekly.begin(tried.challenge)
        await world.tables.challenges.weekly.end(tried.challenge, delivered=tried.challenge.channel == 21)
        assert not (await world.tables.challenges.weekly.server(GUILD)).barred


async def test_another_day_counts_from_the_next_one_on_and_none_is_open_for_hours_alone(world: World) -> None:
    tomorrow = (world.time.weekday() + 1) % 7
    await world.tables.challenges.weekly.schedule(GUILD, day=tomorrow, by=1, **PLACE)
    (first,) = await world.in_server(GUILD, 1, 1)
    assert first.challenge.closes - world.time > SHORTEST_CHALLENGE
    await world.tables.challenges.weekly.schedule(GUILD, day=(tomorrow + 2) % 7, by=1, **PLACE)
    server = await world.tables.challenges.weekly.server(GUILD)
    assert (server.day, server.due.weekday()) == ((tomorrow + 2) % 7,) * 2
    assert timedelta() < server.due - world.time <= WEEK


async def test_results_are_known_to_who_has_one_and_in_the_end_to_all(world: World) -> None:
    """Equal points share a place; who hides has no name there; who was forgotten is not there."""
    await opened(world)
    for user in (2, 3, 4):
        await played_out(world, await took(world, user))
    await world.wish(3, listed=False)
    await world.erase(4, None)
    assert (await world.challenge(NIMMT, 5)).results == ()
    assert [tried.results for tried in await world.in_server(GUILD, 5, 1)] == [()]
    assert [len(tried.results) for tried in await world.in_server(GUILD, 2, 1)] == [2]
    own = await world.challenge(NIMMT, 2)
    assert [(each.place, each.name) for each in own.results] == [(1, "Person 2"), (1, "")]
    assert (own.own, own.finished, own.others) == (902, True, 0)
    await over(world)
    assert len((await world.challenge(NIMMT, 5)).results) == 2


async def test_fewest_heads_are_best_and_otherwise_most_points(world: World) -> None:
    await opened(world)
    for sign in (1, -1):
        (newest, *_) = await world.in_server(GUILD, 2, 9)
        for user in (2, 3, 4):
            reserved = 900 + 10 * newest.challenge.id + user
            table = await world.take(newest.challenge.id, user, channel=reserved, reserved=reserved)
            await played_out(world, table.id, user)
        found = (await world.challenge(newest.challenge.id, 2)).results
        points = [sign * each.points for each in found]
        assert points == sorted(points)
        assert points[0] < points[-1]
        await over(world)


async def test_a_challenge_is_passed_on_while_its_secret_is_one(world: World) -> None:
    """On the same bot it closes in both servers at the same time, and nobody plays it in both."""
    found = await opened(world)
    code = line(passed_on(found.challenge))
    received = await world.receive(OTHER, read(code), by=1, **PLACE)
    assert (received.closes, received.commitment) == (found.challenge.closes, found.challenge.commitment)
    assert not received.known
    first = await took(world, 2)
    await world.refuses("challenge_taken", world.take(received.id, 2, channel=5, reserved=990), table=first)
    second = await took(world, 3, received.id)
    await world.refuses("challenge_taken", world.take(NIMMT, 3, channel=5, reserved=990), table=second)
    assert nimmt(await world.now(first)).hands == nimmt(await world.now(second)).hands
    await world.refuses("challenge_here", world.receive(OTHER, read(code), by=1, **PLACE))
    await over(world)
    assert (await world.table(first)).secret == (await world.table(second)).secret != None  # noqa: E711


async def test_a_server_has_no_more_of_them_than_it_can_look_through(world: World) -> None:
    for guild in range(100, 101 + OPEN_CHALLENGES):
        passed = passed_on((await opened(world, guild)).challenge)
        asked = world.receive(OTHER, passed, by=1, **PLACE)
        if guild < 100 + OPEN_CHALLENGES:
            await asked
        else:
            await world.refuses("challenges_enough", asked, n=OPEN_CHALLENGES)


async def test_another_bot_can_play_it_once_it_is_over(world: World) -> None:
    found = await opened(world)
    sealed = passed_on(found.challenge)
    await over(world)
    await world.refuses("challenge_here", world.receive(GUILD, read(line(sealed)), by=1, **PLACE))
    known = passed_on((await world.challenge(NIMMT, 1)).challenge)
    assert hashlib.sha256(bytes.fromhex(known.secret)).hexdigest() == sealed.commitment
    await world.store.change(lambda tx: tx.challenges.forget(world.time + CHALLENGES_KEPT))
    await world.refuses("challenge_sealed", world.receive(GUILD, read(line(sealed)), by=1, **PLACE))
    received = await world.receive(GUILD, read(line(known)), by=1, **PLACE)
    assert (received.known, received.closes) == (True, world.time + WEEK)
    assert (await world.table(await took(world, 2, received.id))).secret is None


@pytest.mark.parametrize(
    "text", ["", "hello", PREFIX, f"{PREFIX}e30", "x" * 9999, "\ud800", f"{PREFIX}W1tbW1tbW1s", "日本語"]
)
def test_what_is_no_such_line_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read(text)
    assert refusal.value.code == "challenge_line"


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"seats": ()},
        {"seats": ("person",)},
        {"seats": ("hard", "person")},
        {"seats": ("hard", "hard")},
        {"game": "noerdlingen", "seats": ("person", "hard", "hard"), "options": NOERDLINGEN},
        {"options": msgspec.Raw(b'{"format":"limit"}')},
        {"seats": ("person", "person")},
        {"seats": ("person", "godlike")},
        {"options": msgspec.Raw(b'{"rounds":0}')},
        {"options": msgspec.Raw(b'{"deal":"base","more":1}')},
        {"secret": "00" * 32},
    ],
)
async def test_a_line_that_makes_no_game_is_refused(world: World, change: dict[str, object]) -> None:
    passed = msgspec.structs.replace(passed_on((await opened(world)).challenge), **change)
    code = "challenge_here" if "secret" in change else "challenge_line"
    await world.refuses(code, world.receive(GUILD, passed, by=1, **PLACE))
    if "secret" in change:
        passed = msgspec.structs.replace(passed, commitment="11" * 32)
        await world.refuses("challenge_sealed", world.receive(OTHER, passed, by=1, **PLACE))
        return
    known = {"secret": "22" * 32, "commitment": hashlib.sha256(b"\x22" * 32).hexdigest()}
    passed = msgspec.structs.replace(passed, **known)
    await world.refuses("challenge_line", world.receive(OTHER, passed, by=1, **PLACE))


async def test_a_line_cannot_open_a_secret_for_another_game(world: World) -> None:
    """Else somebody could learn from it what others are going to be dealt."""
    passed = passed_on((await opened(world)).challenge)
    changed = msgspec.structs.replace(
        passed,
        game="my_city",
        seats=("person",),
        options=msgspec.Raw(registry.game("my_city").encode_options(registry.game("my_city").options_type())),
    )
    await world.refuses("challenge_line", world.receive(OTHER, changed, by=1, **PLACE))
    rules = registry.game("six_nimmt")
    options = msgspec.structs.replace(rules.decode_options(bytes(passed.options)), rounds=2)
    longer = msgspec.structs.replace(passed, options=msgspec.Raw(rules.encode_options(options)))
    await world.refuses("challenge_line", world.receive(OTHER, longer, by=1, **PLACE))
    fewer = msgspec.structs.replace(passed, seats=passed.seats[:-1])
    await world.refuses("challenge_line", world.receive(OTHER, fewer, by=1, **PLACE))


def test_every_week_has_a_game_that_can_be_played_and_each_time_another() -> None:
    weeks = [of_week(number) for number in range(48)]
    for key, options, seats in weeks:
        game = registry.game(key)
        assert game.info.seats[0] <= len(seats) <= game.info.seats[1]
        assert game.opened(options, "2026-11-28") == options
    assert len({options.episode for key, options, _ in weeks if key == "my_city"}) == 12


def test_a_week_begins_on_its_day_where_the_server_is_at_home() -> None:
    """Also over a change of the clock."""
    berlin = ZoneInfo("Europe/Berlin")
    friday = datetime(2026, 10, 23, 12, tzinfo=UTC)
    found = RHYTHM.next(friday, 0, berlin)
    assert found.astimezone(berlin).isoformat() == "2026-10-26T10:00:00+01:00"
    assert RHYTHM.next(found, 0, berlin) - found == WEEK
    assert RHYTHM.next(found - timedelta(seconds=1), 0, berlin) == found
