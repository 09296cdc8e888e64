"""Challenges: the same deal for everybody in a server, each plays it once within the week; nobody knows their
secret until the week is over."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from bot.games import commitment, registry
from bot.games.chance import Chance
from bot.games.contract import CHARACTERS, Options, Refusal
from bot.games.passing import Passed
from bot.store.records import ResultRow, SeatRow, TableRow, Thread
from bot.store.repositories import Repositories
from bot.store.weekly import WeeklyServer
from bot.tables.commitment import revealed, sharing
from bot.tables.computers import Naming
from bot.tables.lobby import refuse_if_full, refuse_if_hosting
from bot.tables.model import Challenge, ChallengeEntry, Person, Standing, Table
from bot.tables.play import begun
from bot.tables.policy import CHALLENGE_HOUR, OPEN_CHALLENGES, SHORTEST_CHALLENGE, STIRRED, WEEK
from bot.tables.settings import preferences_of
from bot.tables.timers import News
from bot.tables.units import Act, Units, changes, note, reads
from bot.tables.weekly import Rhythm, Weekly

RHYTHM = Rhythm(CHALLENGE_HOUR, SHORTEST_CHALLENGE)
HARD = "hard"
"""The level of the computers in a challenge."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to be challenged: a game, and how many computers play."""

    game: str
    computers: int = 0


KINDS = (Kind("my_city"), Kind("six_nimmt", 3), Kind("noria"), Kind("thurn_and_taxis", 3))
"""In turn, week by week. City of Nördlingen has no game for one."""
VARIED = {"my_city": ("episode", tuple(range(1, 13))), "noria": ("bot", ("bot_1", "bot_2", "bot_3"))}
"""What is another one each time."""
FIXED = {"six_nimmt": {"format": "rounds", "rounds": 3}}


@dataclass(frozen=True, slots=True)
class Scored:
    """A line of the table of results."""

    place: int
    user: int
    name: str
    """Empty, where nobody is to see who it was."""
    points: int
    table: int


@dataclass(frozen=True, slots=True)
class Tried:
    """How a challenge stands: the results so far, best first, and how many have begun without one."""

    challenge: Challenge
    results: tuple[Scored, ...]
    others: int
    own: int | None = None
    """The table at which the person who asks has taken it."""
    finished: bool = False
    """They have played to the end."""


def of_week(number: int) -> tuple[str, Options, tuple[str, ...]]:
    """The game, the options and the seats of the challenge with this number, from 0, of a server."""
    kinds = [kind for kind in KINDS if kind.game in registry.keys()]  # noqa: SIM118 - no mapping
    kind = kinds[number % len(kinds)]
    chosen = dict(FIXED.get(kind.game, {}))
    if kind.game in VARIED:
        option, values = VARIED[kind.game]
        chosen[option] = values[number // len(kinds) % len(values)]
    options = msgspec.convert(chosen, registry.game(kind.game).options_type)
    return kind.game, options, (commitment.PERSON, *[HARD] * kind.computers)


def binding_of(challenge: Challenge) -> str:
    """What the secret of a challenge is bound to, as SHA-256 in hex."""
    parts = commitment.shared_digests(challenge.game, challenge.options, challenge.seats)
    return commitment.binding(challenge.commitment, parts)


def passed_on(challenge: Challenge) -> Passed:
    """What is passed on of a challenge: its secret once that is no more one."""
    return Passed(
        game=challenge.game,
        options=msgspec.Raw(challenge.options),
        seats=challenge.seats,
        commitment=challenge.commitment,
        secret=challenge.secret.hex() if challenge.is_over else "",
    )


@dataclass(eq=False)
class Challenges:
    """Opens challenges and closes them, and lets people take them."""

    units: Units

    def __post_init__(self) -> None:
        self.weekly = Weekly(
            self.units,
            RHYTHM,
            News.CHALLENGES,
            weeks=lambda tx: tx.challenges,
            servers=lambda tx: tx.challenge_servers,
            made=self._made,
        )

    # A server -------------------------------------------------------------------------------------

    @reads
    async def in_server(self, tx: Repositories, guild: int, user: int, most: int) -> tuple[Tried, ...]:
        """The newest challenges of a server, newest first, and how they stand for a person. Before the end
        the results are known to those alone who have one."""
        found = [await self._tried(tx, row, user) for row in await tx.challenges.of_guild(guild, most)]
        return tuple(map(_as_known, found))

    @reads
    async def open_in(self, tx: Repositories, guild: int) -> tuple[Challenge, ...]:
        """What can be taken in a server, its secret left out."""
        now = self.units.now()
        return tuple(
            _shown(row) for row in await tx.challenges.open() if row.guild == guild and row.closes > now
        )

    @changes
    async def receive(
        self, tx: Repositories, guild: int, passed: Passed, *, channel: int, locale: str, by: int
    ) -> Challenge:
        """Opens a challenge of another server in this one. While it is open there, it closes here at the same
        time; once its secret is known, anybody can have it for a week. Refusals: challenge_line,
        challenge_here, challenges_enough {n}, challenge_sealed where the secret is not known here."""
        now, game, options = self.units.now(), *_checked(passed)
        alike = await tx.challenges.with_commitment(passed.commitment)
        here = [row for row in await tx.challenges.open() if row.guild == guild]
        if any(row.guild == guild for row in alike):
            raise Refusal("challenge_here")
        if len(here) >= OPEN_CHALLENGES:
            raise Refusal("challenges_enough", n=OPEN_CHALLENGES)
        secret, closes, open_ = bytes.fromhex(passed.secret), now + WEEK, [r for r in alike if not r.is_over]
        if alike:
            _refuse_unless_same(alike[0], game, options, passed.seats)
            secret = alike[0].secret
        if open_:
            closes = open_[0].closes
        if not secret or hashlib.sha256(secret).hexdigest() != passed.commitment:
            raise Refusal("challenge_sealed")
        row = Challenge(
            guild=guild,
            channel=channel,
            locale=locale,
            game=game,
            options=options,
            seats=passed.seats,
            secret=secret,
            commitment=passed.commitment,
            known=not open_,
            opened=now,
            closes=closes,
        )
        number = await tx.challenges.add(row)
        await note(tx, Act.SERVER, now, guild=guild, actor=by)
        await self.weekly.set_timer(tx)
        await self.units.signals.tell(tx, News.CHALLENGES, guild)
        return _shown(replace(row, id=number))

    # A person -------------------------------------------------------------------------------------

    @reads
    async def challenge(self, tx: Repositories, number: int, user: int) -> Tried:
        """A challenge and how it stands, with a person's own table. Refusals: no_challenge."""
        row = await tx.challenges.get(number)
        if row is None:
            raise Refusal("no_challenge")
        return _as_known(await self._tried(tx, row, user))

    @changes
    async def take(
        self,
        tx: Repositories,
        number: int,
        person: Person,
        *,
        channel: int,
        reserved: int,
        naming: Naming,
        key: str,
    ) -> Table:
        """A person begins the only game that they have of a challenge, at a table with this reserved number,
        by the rules of whoever was first. Refusals: no_challenge, challenge_over, challenge_taken {table},
        server_full {n}, hosts_enough {n}, and rules_version where these rules are gone."""
        if (accepted := await tx.keys.get(key)) is not None:
            return (await self.units.standings.at(tx, accepted.table)).table()
        challenge, now = await tx.challenges.get(number), self.units.now()
        if challenge is None:
            raise Refusal("no_challenge")
        await _refuse_unless_free(tx, challenge, person.id, now)
        seats = _seats(challenge, person, naming)
        kinds = tuple(seat.computer or commitment.PERSON for seat in seats)
        row = TableRow(
            id=reserved,
            game=challenge.game,
            guild=challenge.guild,
            channel=channel,
            thread=Thread.OWN,
            host=person.id,
            options=challenge.options,
            locale=challenge.locale,
            created=now,
            updated=now,
        )
        await tx.people.remember(person.id, person.name, person.locale)
        row = await tx.tables.add(sharing(row, challenge.secret, kinds, number))
        rules = await tx.challenge_entries.rules(challenge.commitment)
        await tx.challenge_entries.put(ChallengeEntry(number, person.id, row.id))
        standing, run = begun(Standing(row, seats), now, key, rules)
        tx.log.begin(row.id, len(seats))
        acted = await self.units.write_moves(tx, standing, run, key, opening=True)
        await self.units.timers.set_thread(tx, row, STIRRED)
        await self.units.signals.deliver(tx, row.id)
        return acted.moment.table

    # Time -----------------------------------------------------------------------------------------

    @changes
    async def turn_over(self, tx: Repositories) -> None:
        """Closes what is over and opens what is due, each once."""
        now = self.units.now()
        for challenge in await tx.challenges.open():
            if challenge.closes <= now:
                await self._close(tx, challenge)
        await self.weekly.go_on(tx)

    @reads
    async def untold(self, tx: Repositories) -> tuple[Tried, ...]:
        """What we have to tell, in order: of an open challenge its announcement, of one that is over how it
        ended."""
        return tuple([await self._tried(tx, row, 0) for row in await self.weekly.ours(tx)])

    async def _made(self, tx: Repositories, server: WeeklyServer, closes: datetime) -> Challenge:
        game, options, seats = of_week(server.number)
        chance = Chance.fresh()
        return Challenge(
            guild=server.guild,
            channel=server.channel,
            locale=server.locale,
            game=game,
            options=registry.game(game).encode_options(options),
            seats=seats,
            secret=chance.secret,
            commitment=chance.commitment,
            opened=self.units.now(),
            closes=closes,
        )

    async def _close(self, tx: Repositories, challenge: Challenge) -> None:
        """The secret is no more one: no game goes on with it."""
        for entry in await tx.challenge_entries.of(challenge.id):
            standing = await self.units.standings.at(tx, entry.table)
            row = revealed(standing.row)
            if row.status.active:
                await self.units.abandon(tx, replace(standing, row=row), None)
                await self.units.react(tx, row.id)
            else:
                await tx.tables.put(row)
        await tx.challenges.close(challenge.id)
        await self.units.signals.tell(tx, News.CHALLENGES, challenge.guild)

    async def _tried(self, tx: Repositories, row: Challenge, user: int) -> Tried:
        found: list[tuple[ResultRow, SeatRow, int]] = []
        entries = await tx.challenge_entries.of(row.id)
        for entry in entries:
            seat = next((seat for seat in await tx.seats.at(entry.table) if seat.user == entry.user), None)
            results = await tx.results.at(entry.table)
            if seat is not None and results:
                found.append((results[seat.seat], seat, entry.user))
        own = await tx.challenge_entries.sharing(row.commitment, user)
        return Tried(
            _shown(row),
            await _ranked(tx, found),
            len(entries) - len(found),
            own.table if own else None,
            any(entrant == user for *_, entrant in found),
        )


def _as_known(tried: Tried) -> Tried:
    """How it stands for a person who may not know the results yet: only how many have taken it."""
    if tried.challenge.is_over or tried.finished:
        return tried
    return replace(tried, results=(), others=tried.others + len(tried.results))


async def _ranked(tx: Repositories, found: Sequence[tuple[ResultRow, SeatRow, int]]) -> tuple[Scored, ...]:
    """The results, best first; equal points share their place, whoever was first."""
    loss = [result.points if result.lowest_wins else -result.points for result, *_ in found]
    order = sorted(range(len(found)), key=lambda at: (loss[at], found[at][0].at, found[at][0].table))
    lines: list[Scored] = []
    for at in order:
        result, seat, user = found[at]
        listed = preferences_of(await tx.people.get(user)).listed
        place = 1 + sum(other < loss[at] for other in loss)
        lines.append(Scored(place, user, seat.name if listed else "", result.points, result.table))
    return tuple(lines)


async def _refuse_unless_free(tx: Repositories, challenge: Challenge, user: int, now: datetime) -> None:
    if challenge.is_over or challenge.closes <= now:
        raise Refusal("challenge_over")
    taken = await tx.challenge_entries.sharing(challenge.commitment, user)
    if taken is not None:
        raise Refusal("challenge_taken", table=taken.table)
    await refuse_if_full(tx, challenge.guild)
    await refuse_if_hosting(tx, user)


def _seats(challenge: Challenge, person: Person, naming: Naming) -> tuple[SeatRow, ...]:
    """The person, and the same computers for everybody."""
    computers = [
        SeatRow(number, None, naming(level, number), level, character=CHARACTERS[number % len(CHARACTERS)])
        for number, level in enumerate(challenge.seats)
        if number
    ]
    return (SeatRow(0, person.id, person.name), *computers)


def _shown(row: Challenge) -> Challenge:
    """A challenge as everybody may know it."""
    return row if row.is_over else replace(row, secret=b"")


def _checked(passed: Passed) -> tuple[str, bytes]:
    """The game and the options of a line, if they can be played here. Refusals: challenge_line."""
    if passed.game not in registry.keys():  # noqa: SIM118 - no mapping
        raise Refusal("challenge_line")
    game, (first, *others) = registry.game(passed.game), passed.seats or ("",)
    fewest, most = game.info.seats
    seated = fewest <= len(passed.seats) <= most and first == commitment.PERSON
    if not seated or any(level not in game.opponents for level in others):
        raise Refusal("challenge_line")
    try:
        options = game.decode_options(bytes(passed.options))
        game.setup(options, len(passed.seats), Chance.fresh())
    except (Refusal, msgspec.DecodeError) as error:
        raise Refusal("challenge_line") from error
    encoded = game.encode_options(options)
    if game.opened(options, "2000-01-01") != options:  # the day counts: it would not be the same game
        raise Refusal("challenge_line")
    if msgspec.json.decode(encoded) != msgspec.json.decode(bytes(passed.options)):
        raise Refusal("challenge_line")
    return passed.game, encoded


def _refuse_unless_same(challenge: Challenge, game: str, options: bytes, seats: Sequence[str]) -> None:
    """Refuses a line that names the secret of a challenge for another game than its own: challenge_line."""
    same = msgspec.json.decode(options) == msgspec.json.decode(challenge.options)
    if (game, tuple(seats)) != (challenge.game, challenge.seats) or not same:
        raise Refusal("challenge_line")
