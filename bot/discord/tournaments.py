"""Tournaments in their channel: a thread and a table for each pod of a round, and a post for each round and
the end."""

import logging
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction

import discord

from bot.discord import App, catalog
from bot.discord.channels import NAME, find_channel
from bot.discord.content import Button, Content
from bot.discord.discord_api import LONGEST, DiscordApi, Trouble, Undelivered
from bot.discord.presenter import presenter_of
from bot.discord.render_pool import rendered_for
from bot.discord.server_posts import ServerPosts
from bot.discord.table_words import SHORT
from bot.games import registry
from bot.games.contract import Refusal
from bot.store.tournaments import Entrant, PodRow, TournamentState
from bot.tables.cups import Cup
from bot.text import Words, cut, mention, one_line, plain, stamp, words
from bot.tournaments.model import COUNTED, bye_points
from bot.tournaments.standings import Standing, by_seat, cross_table, standings
from render.pool import DrawingError
from render.tournament import CupCard, CupRow, Got, Seated, cup_picture

log = logging.getLogger(__name__)
ON_PAGE = 24
"""Lines of the standings in one post."""
CALLED = 50
"""So many people are called at once."""
SHOWN = 6
"""Rounds of which the seats are compared in one message."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class TournamentPosts:
    """Opens the tables of every round and tells of it."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app = app
        self._api = api
        self.posts = ServerPosts(app, api, "tournaments", self._look)

    async def _look(self) -> None:
        if not self._app.is_ready():  # which servers there are is not known yet
            self.posts.try_again()
            return
        shards = self._app.tables.signals.shards
        for cup in await self._app.tables.tournaments.unfinished():
            if shards.has(cup.row.guild) and not self.posts.closing:
                await self._look_after(cup)

    async def _look_after(self, cup: Cup) -> None:
        """Where there is no channel any more, there is no tournament either."""
        try:
            # What all tables of a duplicate share is announced before the first of them begins.
            if cup.row.told < cup.row.chapters:
                await self._tell(cup)
            for pod in cup.pods:
                if pod.table is None:
                    await self._open(cup, pod)
            for heir in cup.entrants:
                if heir.is_heir:
                    await self._welcome(cup, heir)
        except DrawingError as error:
            log.warning("the standings of tournament %d could not be drawn: %s", cup.number, error)
            self.posts.try_again()
            return
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                self.posts.try_again()
                return
            log.warning("tournament %d has lost its channel: %s", cup.number, error)
            if cup.active:
                cup = await self._app.tables.tournaments.call_off(cup.number)
        await self._app.tables.tournaments.note_told(cup.number, cup.row.chapters)

    async def _open(self, cup: Cup, pod: PodRow) -> None:
        guild = self._app.get_guild(cup.row.guild)
        if guild is None:
            raise Undelivered(Trouble.CHANNEL_GONE, "no server")
        if guild.unavailable:
            raise Undelivered(Trouble.BUSY, "server unavailable")
        thread = await self._thread(guild, cup, pod)
        await let_in(self._api, thread, [holder.user for holder in map(cup.holder, pod.lines) if holder])
        table = await self._app.tables.tournaments.reserve()
        await self._app.tables.tournaments.open_pod(
            cup.number, (pod.round, pod.pod), channel=thread.id, table=table
        )

    async def _welcome(self, cup: Cup, heir: Entrant) -> None:
        """Lets somebody who has taken over a line into the threads of their tables, and says so there."""
        guild, speak, service = self._app.get_guild(cup.row.guild), words(cup.row.locale), self._app.tables
        for pod in cup.pods:
            if not pod.table or pod.places or heir.line not in pod.lines or guild is None:
                continue
            with passing_over(), suppress(Refusal):
                table = await service.queries.table(pod.table)
                thread = await find_channel(guild, table.channel)
                if isinstance(thread, discord.Thread):
                    await let_in(self._api, thread, [heir.user])
                    former = await service.tournaments.former_at(table.id, heir.user)
                    text = speak("cup.heir", name=mention(heir.user), former=plain(one_line(former)))
                    rendered = await rendered_for(self._app, Content((text,), mentions=(heir.user,)))
                    nonce = f"h{pod.table}-{heir.user}"
                    await self._api.send_once(thread.id, rendered, nonce=nonce, silent=False)
        await service.tournaments.note_welcomed(cup.number, heir.user)

    async def _thread(self, guild: discord.Guild, cup: Cup, pod: PodRow) -> discord.Thread:
        """The thread of a table; one that an attempt that broke off has made is used. In a duplicate it is a
        private one: nobody is to see elsewhere what will be dealt."""
        channel = await find_channel(guild, cup.row.channel)
        name = thread_name(cup, pod, words(cup.row.locale))
        if not isinstance(channel, discord.TextChannel):
            raise Undelivered(Trouble.CHANNEL_GONE, "no ordinary channel")
        for thread in channel.threads:
            if thread.name == name and thread.owner_id == guild.me.id:
                return thread
        public, private = discord.ChannelType.public_thread, discord.ChannelType.private_thread
        async with self._api.line.request():
            return await channel.create_thread(
                name=name,
                type=private if cup.tournament.rules.duplicate else public,
                auto_archive_duration=LONGEST,
                invitable=not cup.tournament.rules.duplicate,
            )

    async def _tell(self, cup: Cup) -> None:
        speak = words(cup.row.locale)
        if cup.tournament.rounds or cup.row.state is not TournamentState.CANCELLED:
            content = standings_of(cup, speak, told=cup.row.chapters)
        elif cup.entrants:  # the post by which they have signed up says it to all others
            content = _called_off(cup, speak)
        else:
            return
        rendered = await rendered_for(self._app, content)
        nonce = f"t{cup.number}-{cup.row.chapters}"
        await self._api.send_once(cup.row.channel, rendered, nonce=nonce, silent=False)


def _called_off(cup: Cup, speak: Words) -> Content:
    """Calls who has signed up: a tournament that was called off before it began will not come."""
    users = tuple(one.user for one in cup.entrants[:CALLED])
    names, title = speak.all_of(map(mention, users)), plain(one_line(cup.row.title))
    return Content((speak("cup.called_off", names=names, title=title),), mentions=users)


async def let_in(api: DiscordApi, thread: discord.Thread, users: Iterable[int]) -> None:
    """Lets people into a private thread; who can't be let in, having left the server, is passed over."""
    for user in users if thread.is_private() else ():
        with passing_over():
            async with api.line.request():
                await thread.add_user(discord.Object(user))


@contextmanager
def passing_over() -> Generator[None]:
    """Leaves out what can't be done at Discord at all; raises `Undelivered` while it has trouble."""
    try:
        yield
    except Undelivered as error:
        if error.trouble is Trouble.BUSY:
            raise


# Words -------------------------------------------------------------------------------------------------


def letter(pod: PodRow) -> str:
    """What a table of a round is called."""
    return LETTERS[pod.pod] if pod.pod < len(LETTERS) else str(pod.pod + 1)


def thread_name(cup: Cup, pod: PodRow, speak: Words) -> str:
    """The name of a table's thread, which no other one has."""
    title, table = one_line(cup.row.title), letter(pod)
    if cup.tournament.rounds[pod.round - 1].final:
        named = speak("cup.thread.final", title=title, n=cup.number, table=table)
    else:
        named = speak("cup.thread", title=title, n=cup.number, round=pod.round, table=table)
    return cut(named, NAME)


def name_of(cup: Cup, line: int, speak: Words) -> str:
    """Who holds a line, as it is written."""
    holder = cup.holder(line)
    return one_line(holder.name) if holder else speak("cup.nobody", n=line + 1)


def worth(points: Fraction) -> str:
    """Points as they are written: with two digits at most."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def head_of(cup: Cup, speak: Words) -> str:
    """Title, game and format."""
    rules = cup.tournament.rules
    game, form = catalog.name(cup.row.game, speak), speak(f"cup.format.{rules.format}")
    fixed = rules.low == rules.high
    people = speak("cup.tables_of_n" if fixed else "cup.tables_of", low=rules.low, high=rules.high)
    several = speak("cup.at_once", n=rules.at_once) if rules.at_once > 1 else ""
    alike = speak("cup.duplicate") if rules.duplicate else ""
    parts = " · ".join(part for part in (game, form, people, several, alike) if part)
    chosen = presenter_of(cup.row.game).options(
        registry.game(cup.row.game).decode_options(cup.row.options), speak, rules.low
    )
    told = " · ".join(speak("lobby.option", option=option, value=value) for option, value in chosen)
    return f"## {plain(cup.row.title)}\n-# {parts}\n-# {told}"


def state_of(cup: Cup, speak: Words) -> str:
    """Where a tournament stands, in a sentence."""
    row, rules = cup.row, cup.tournament.rules
    match row.state:
        case TournamentState.OPEN:
            all_needed = row.low == row.high and row.begins is None  # that it has to be full says the rest
            key = "cup.open_all" if all_needed else "cup.open"
            there = speak(key, n=len(cup.playing), low=row.low, high=row.high)
            when = speak("cup.begins", when=stamp(row.begins, "f")) if row.begins else speak("cup.when_full")
            return f"{there}\n{when}"
        case TournamentState.RUNNING | TournamentState.PAUSED:
            counted = rules.format in COUNTED
            at = len(cup.tournament.rounds)
            text = speak("cup.round_of", n=at, of=rules.rounds) if counted else speak("cup.round", n=at)
            if (newest := cup.tournament.rounds[-1]).final:
                best = [each for each in cup.pods if each.round == at and not newest.pods[each.pod].group]
                text = speak("cup.final", tables=speak.all_of(map(letter, best)))
            return f"{text}\n{speak('cup.paused')}" if row.state is TournamentState.PAUSED else text
        case TournamentState.OVER:
            best = [one for one in standings(cup.tournament) if one.place == 1]
            names = speak.all_of(f"**{plain(name_of(cup, one.number, speak))}**" for one in best)
            return speak("cup.won" if len(best) == 1 else "cup.shared", names=names)
        case TournamentState.CANCELLED:
            return speak("cup.cancelled" if cup.tournament.rounds else "cup.cancelled_early")


def standings_of(cup: Cup, speak: Words, *, told: int = 0) -> Content:
    """The standings as picture and words, with the tables of the round; `told` is the round or end of which
    a post tells."""
    # Of what was called off before anything was decided there is nothing to rank.
    ranked = standings(cup.tournament) if cup.active or cup.ranked else ()
    lines = [_line(cup, one, speak) for one in ranked[:ON_PAGE]] if cup.ranked else []
    texts = [head_of(cup, speak), state_of(cup, speak)]
    if not (cup.ranked or told) and cup.active:
        texts.append(speak("refusal.tournament_undecided"))
    if told > len(cup.tournament.rounds) + 1:
        texts.append(speak("cup.corrected"))
    last = len(cup.tournament.rounds)
    pods = [pod for pod in cup.pods if pod.round == last and cup.active]
    tables = [_table(cup, pod, speak) for pod in pods]
    if last and cup.active:
        tables += byes_of(cup, speak)
    drawings = (cup_picture(card_of(cup, ranked, speak), speak),) if ranked else ()
    buttons = (
        Button("cup.show", speak("cup.standings"), f"{cup.number}/{told}"),
        Button("cup.panel", speak("cup.more"), f"{cup.number}/{told}"),
    )
    if last:
        buttons = (*buttons, Button("cup.story", speak("cup.story"), str(cup.number)))
    if cup.tournament.rules.duplicate and last:
        buttons = (*buttons, Button("cup.seats", speak("cup.seats"), str(cup.number)))
    foot = ("\n".join(lines), f"-# {decided(cup, speak)}", *_deals(cup, speak)) if ranked else ()
    return Content((*texts, "\n".join(tables)), drawings, (buttons,), foot=foot)


def _deals(cup: Cup, speak: Words) -> list[str]:
    """What all tables of the round share in a duplicate, and the secret of the one before."""
    last = len(cup.tournament.rounds)
    found: list[str] = []
    for deal in cup.deals:
        if deal.round < last - 1:
            continue
        key = "cup.deal.over" if deal.is_over else "cup.deal"
        short, secret = deal.commitment[:SHORT], deal.secret.hex()
        found.append(speak(key, round=deal.round, short=short, secret=secret))
    return found


def seats_of(cup: Cup, speak: Words) -> Content:
    """Of each deal of a duplicate what its tables made of the same seat, newest round first."""
    tournament, sign = cup.tournament, -1 if cup.tournament.rules.lowest_wins else 1
    texts: list[str] = []
    for at, one in reversed(list(enumerate(tournament.rounds, 1))):
        for pods in tournament.alike(one):
            seats = list(
                zip(*[zip(pod.lines, pod.scores, strict=True) for pod in pods if pod.scores], strict=True)
            )
            told = [_seat(cup, number, there, sign, speak) for number, there in enumerate(seats, 1)]
            if told:
                texts.append("\n".join((speak("cup.seats.round", n=at), *told)))
    ranks = sorted(by_seat(tournament).items(), key=lambda each: -each[1])
    total = "\n".join(
        speak("cup.seats.total", name=plain(cut(name_of(cup, line, speak), NAME)), n=round(100 * float(part)))
        for line, part in ranks[:ON_PAGE]
    )
    head = (head_of(cup, speak), speak("cup.seats.about"))
    return Content((*head, total or speak("cup.seats.none"), *texts[:SHOWN]))


def _seat(cup: Cup, seat: int, there: Sequence[tuple[int, int]], sign: int, speak: Words) -> str:
    best = sorted(there, key=lambda each: -sign * each[1])
    said = [f"{plain(cut(name_of(cup, line, speak), NAME))} {score}" for line, score in best]
    return speak("cup.seats.seat", seat=seat, names=" · ".join(said))


def _line(cup: Cup, one: Standing, speak: Words) -> str:
    key = "cup.line_gone" if one.gone else "cup.line"
    name = plain(cut(name_of(cup, one.number, speak), NAME))
    return speak(key, place=one.place, name=name, points=worth(one.points))


def _table(cup: Cup, pod: PodRow, speak: Words) -> str:
    names = speak.all_of(plain(name_of(cup, line, speak)) for line in pod.lines)
    if pod.places:
        return speak("cup.table_over", table=letter(pod), names=names)
    return speak("cup.table", table=letter(pod), names=names)


def byes_of(cup: Cup, speak: Words) -> list[str]:
    """Who has a bye in the newest round and what it is worth, in a line; none where nobody has."""
    byes = dict.fromkeys(cup.tournament.rounds[-1].byes)
    names = speak.all_of(plain(name_of(cup, line, speak)) for line in byes)
    return [speak("cup.byes", names=names, points=bye_worth(cup))] if byes else []


def bye_worth(cup: Cup) -> str:
    """The points of a bye."""
    return worth(bye_points(cup.tournament.rules.table))


def decided(cup: Cup, speak: Words) -> str:
    """What leads up or to the final, the points of the places, and what decides ties, in its order."""
    rules = cup.tournament.rules
    how = f"{speak(f'cup.how.{rules.format}')}\n-# " if rules.format in ("ladder", "groups") else ""
    ties = speak.all_of(speak(f"cup.tie.{one}") for one in rules.tie_breaks)
    table = " · ".join(str(each) for each in rules.table)
    key = "cup.decided.ladder" if rules.format == "ladder" else "cup.decided"
    return how + speak(key, points=table, ties=ties)


def card_of(cup: Cup, ranked: tuple[Standing, ...], speak: Words) -> CupCard:
    """What the picture shows."""
    cells, last = cross_table(cup.tournament), len(cup.tournament.rounds)
    best: dict[tuple[int, int], Fraction] = {}
    for own in cells.values():
        for cell in own:
            if cell.pod is not None and cell.points is not None:
                at = (cell.round, cell.pod)
                best[at] = max(best.get(at, Fraction()), cell.points)
    rows: list[CupRow] = []
    for one in ranked[:ON_PAGE]:
        got: list[Got] = []
        for cell in cells[one.number]:
            where = LETTERS[cell.pod % len(LETTERS)] if cell.pod is not None else ""
            won = cell.pod is not None and cell.points is not None
            won = won and cell.points == best[cell.round, cell.pod or 0]
            points = None if cell.points is None else worth(cell.points)
            got.append(Got(cell.round, points, where, won))
        score = sum(
            pod.scores[pod.lines.index(one.number)]
            for pod in cup.pods
            if pod.scores and one.number in pod.lines
        )
        name, place = name_of(cup, one.number, speak), one.place if cup.ranked else 0
        rows.append(CupRow(place, name, one.number, tuple(got), str(score), worth(one.points), one.gone))
    tables = tuple(
        Seated(letter(pod), tuple(pod.lines)) for pod in cup.pods if pod.round == last and cup.active
    )
    rules = cup.tournament.rules
    counted = rules.format in COUNTED
    return CupCard(
        cup.row.game,
        cup.row.title,
        tuple(rows),
        tables,
        last,
        rules.rounds if counted else 0,
        len(ranked),
        cup.row.state is TournamentState.OVER,
        last > 0 and cup.tournament.rounds[-1].final,
    )
