"""Circles: named groups of people in a server, public or by invitation.

Who has been a member for longest leads one: the next one does once that person has left or was forgotten. A
circle to which nobody belongs any more is gone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import structs

from bot.games.contract import Refusal
from bot.store.circles import Belonging, Circle, CircleInvitation, CircleMember
from bot.store.repositories import Repositories
from bot.tables.cups import show_anew
from bot.tables.model import Person
from bot.tables.policy import CIRCLE_INVITED, CIRCLE_PEOPLE, CIRCLES_JOINED, PUBLIC_CIRCLES
from bot.tables.settings import decode_preferences, language_of, takes_messages
from bot.tables.shelf import MARKS, Counts
from bot.tables.units import Act, Units, changes, note, reads


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at circles; who manages the server sees all of them and may do what their leaders may."""

    user: int
    manages: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a circle."""

    user: int
    name: str


@dataclass(frozen=True, slots=True)
class CircleView:
    """A circle as one person may see it."""

    circle: Circle
    members: tuple[Member, ...]
    """Whom the person may see: who doesn't hide from others; who leads sees all. Longest first."""
    leader: int | None
    """None where the leader hides."""
    belongs: bool
    invited: bool
    leads: bool
    """The person may do what a leader may."""
    invitations: tuple[CircleInvitation, ...]
    """Who is invited; for who leads alone."""


@dataclass(frozen=True, slots=True)
class OnShelf:
    """What a circle thinks of a game, and how often some of it have finished it together."""

    game: str
    counts: Counts
    together: int = 0
    last: datetime | None = None


async def seen_circles(tx: Repositories, guild: int, reader: Reader) -> tuple[Circle, ...]:
    """The circles of a server that a person may see: public ones, their own, and where they are invited."""
    if reader.manages:
        return await tx.circles.of_guild(guild)
    return await tx.circles.seen_by(guild, reader.user)


async def own_circles(tx: Repositories, guild: int, user: int) -> frozenset[int]:
    """The numbers of the circles of a server to which a person belongs."""
    return frozenset(circle.id for circle in await tx.circles.of_person(guild, user))


async def members_of(tx: Repositories, circles: Collection[int]) -> dict[int, frozenset[int]]:
    """Who belongs to these circles; nobody to one that is gone."""
    return {one: frozenset(member.user for member in await tx.circle_members.of(one)) for one in circles}


async def refuse_outsider(tx: Repositories, circle: int | None, user: int) -> None:
    """Refuses who doesn't belong to a circle: circle_only; circle_open {name} where anybody can join it."""
    if circle is None or await tx.circle_members.get(circle, user) is not None:
        return
    there = await tx.circles.get(circle)
    raise Refusal("circle_open", name=there.name) if there and there.public else Refusal("circle_only")


def _is_shown(person: Belonging) -> bool:
    return decode_preferences(person.settings).listed


@dataclass(eq=False)
class Circles:
    """Keeps circles. Of a private one nobody else learns anything, not even that there is one."""

    units: Units

    # Reading.

    @reads
    async def circles(self, tx: Repositories, guild: int, reader: Reader) -> tuple[Circle, ...]:
        """Those that a person may see, in the order of their names."""
        return await seen_circles(tx, guild, reader)

    @reads
    async def own_circles(self, tx: Repositories, guild: int, user: int) -> tuple[Circle, ...]:
        """Those to which a person belongs, in the order of their names."""
        return await tx.circles.of_person(guild, user)

    @reads
    async def invitations(self, tx: Repositories, user: int) -> tuple[Circle, ...]:
        """The circles of all servers to which a person is invited, in the order of their names."""
        return await tx.circles.inviting(user)

    @reads
    async def circle(self, tx: Repositories, guild: int, number: int, reader: Reader) -> CircleView:
        """One of them. Refusals: no_circle."""
        return await _view(tx, guild, number, reader)

    @reads
    async def circle_shelf(
        self, tx: Repositories, guild: int, number: int, reader: Reader
    ) -> tuple[OnShelf, ...]:
        """What those think of games who may be seen, what most like or have played together first. Refusals:
        no_circle."""
        await _view(tx, guild, number, reader)
        people = await tx.circle_members.belonging(number)
        users = [one.user for one in people if _is_shown(one) or one.user == reader.user]
        return await _shelf(tx, guild, users)

    # Founding, joining, leaving.

    @changes
    async def found_circle(self, tx: Repositories, wanted: Circle, founder: Person) -> int:
        """A new circle, with its founder; its number. Refusals: circle_name_taken {name}, circles_joined
        {most}, circles_enough {most}."""
        await _check_name(tx, wanted, founder.id)
        await _check_joining(tx, wanted.guild, founder.id)
        if wanted.public:
            await _check_public(tx, wanted.guild)
        number = await tx.circles.add(wanted)
        await tx.circle_members.put(CircleMember(number, founder.id, self.units.now()))
        return number

    @changes
    async def join_circle(self, tx: Repositories, guild: int, number: int, person: Person) -> None:
        """A person belongs to a public circle, or to one where they are invited. Refusals: no_circle,
        circle_full {most}, circles_joined {most}."""
        reader = Reader(person.id)
        view = await _view(tx, guild, number, reader)
        if view.belongs:
            return
        await _check_joining(tx, guild, person.id)
        if len(await tx.circle_members.of(number)) >= CIRCLE_PEOPLE:
            raise Refusal("circle_full", most=CIRCLE_PEOPLE)
        await tx.circle_invitations.remove(number, person.id)
        await tx.circle_members.put(CircleMember(number, person.id, self.units.now()))

    @changes
    async def leave_circle(self, tx: Repositories, guild: int, number: int, user: int) -> None:
        """A person belongs to it no more, or takes no invitation; with the last one it is gone. Refusals:
        no_circle."""
        await _view(tx, guild, number, Reader(user))
        await tx.circle_invitations.remove(number, user)
        await self._take_out(tx, guild, number, user)

    # What its leader may do.

    @changes
    async def invite_to_circle(
        self, tx: Repositories, guild: int, number: int, reader: Reader, guest: Person
    ) -> str | None:
        """The person may join; the language in which to write to them, None where they want no messages from
        us, know us not, or were invited before. Refusals: no_circle, not_leader, in_circle, circle_invited
        {most}."""
        await _led(tx, guild, number, reader)
        if await tx.circle_members.get(number, guest.id) is not None:
            raise Refusal("in_circle")
        known, now = await tx.circle_invitations.of(number), self.units.now()
        if any(one.user == guest.id for one in known):
            return None
        if len(known) >= CIRCLE_INVITED:
            raise Refusal("circle_invited", most=CIRCLE_INVITED)
        await tx.circle_invitations.put(CircleInvitation(number, guest.id, guest.name, now))
        row = await tx.people.get(guest.id)
        return language_of(row) if row is not None and takes_messages(row) else None

    @changes
    async def remove_from_circle(
        self, tx: Repositories, guild: int, number: int, reader: Reader, user: int
    ) -> None:
        """A member belongs to it no more, which leaves a line; or an invitation is taken back. Refusals:
        no_circle, not_leader."""
        await _led(tx, guild, number, reader)
        await tx.circle_invitations.remove(number, user)
        if await tx.circle_members.get(number, user) is not None:
            await self._take_out(tx, guild, number, user)
            now = self.units.now()
            await note(tx, Act.CIRCLE_REMOVED, now, guild=guild, actor=reader.user, target=user)

    @changes
    async def change_circle(
        self, tx: Repositories, guild: int, number: int, reader: Reader, wanted: Circle
    ) -> None:
        """Another name and text, or whether it is public. Refusals: no_circle, not_leader, circle_name_taken
        {name}, circles_enough {most}."""
        circle = (await _led(tx, guild, number, reader)).circle
        changed = replace(wanted, id=circle.id, guild=circle.guild)
        await _check_name(tx, changed, reader.user)
        if changed.public and not circle.public:
            await _check_public(tx, guild)
        await tx.circles.update(changed)

    @changes
    async def dissolve(self, tx: Repositories, guild: int, number: int, reader: Reader) -> None:
        """It is gone, which leaves a line; who has signed up for its tournaments still plays. Refusals:
        no_circle, not_leader."""
        await _led(tx, guild, number, reader)
        for member in await tx.circle_members.of(number):
            await _end_wish(tx, guild, number, member.user)
        await tx.circles.remove(number)
        await note(tx, Act.CIRCLE_DISSOLVED, self.units.now(), guild=guild, actor=reader.user)

    async def _take_out(self, tx: Repositories, guild: int, number: int, user: int) -> None:
        await tx.circle_members.remove(number, user)
        await show_anew(tx, self.units, *await tx.tournaments.awaited_in(number, user))
        await tx.circle_members.sign_off(number, user)
        await _end_wish(tx, guild, number, user)
        if not await tx.circle_members.of(number):
            await tx.circles.remove(number)


async def _view(tx: Repositories, guild: int, number: int, reader: Reader) -> CircleView:
    circle = await tx.circles.get(number)
    if circle is None or circle.guild != guild:
        raise Refusal("no_circle")
    people = await tx.circle_members.belonging(number)
    belongs = any(one.user == reader.user for one in people)
    invited = not belongs and await tx.circle_invitations.get(number, reader.user) is not None
    if not (circle.public or belongs or invited or reader.manages):
        raise Refusal("no_circle")
    leads = reader.manages or (belongs and people[0].user == reader.user)
    shown = [one for one in people if leads or _is_shown(one) or one.user == reader.user]
    return CircleView(
        circle,
        tuple(Member(one.user, one.name) for one in shown),
        people[0].user if people and people[0] in shown else None,
        belongs,
        invited,
        leads,
        await tx.circle_invitations.of(number) if leads else (),
    )


async def _led(tx: Repositories, guild: int, number: int, reader: Reader) -> CircleView:
    """The circle, for who leads it. Refusals: no_circle, not_leader."""
    view = await _view(tx, guild, number, reader)
    if not view.leads:
        raise Refusal("not_leader")
    return view


async def _check_name(tx: Repositories, wanted: Circle, user: int) -> None:
    """Two that a person sees have different names; what stands in private ones of others is not told."""
    for circle in await tx.circles.seen_by(wanted.guild, user):
        if circle.folded == wanted.folded and circle.id != wanted.id:
            raise Refusal("circle_name_taken", name=wanted.name)


async def _check_joining(tx: Repositories, guild: int, user: int) -> None:
    if len(await tx.circles.of_person(guild, user)) >= CIRCLES_JOINED:
        raise Refusal("circles_joined", most=CIRCLES_JOINED)


async def _check_public(tx: Repositories, guild: int) -> None:
    if sum(circle.public for circle in await tx.circles.of_guild(guild)) >= PUBLIC_CIRCLES:
        raise Refusal("circles_enough", most=PUBLIC_CIRCLES)


async def _end_wish(tx: Repositories, guild: int, number: int, user: int) -> None:
    """What a person wanted to play with this circle counts no more."""
    known = await tx.match_requests.get(guild, user)
    if known is not None and known.wanted.circle == number:
        wanted = structs.replace(known.wanted, circle=0)
        await tx.match_requests.put(replace(known, wanted=wanted, since=None, until=None))


async def _shelf(tx: Repositories, guild: int, users: Sequence[int]) -> tuple[OnShelf, ...]:
    counted = await tx.shelf.counted(guild, users)
    likes = {each.game: each.likes for each in counted}
    found = {
        each.game: OnShelf(each.game, Counts(**{mark: getattr(each, mark) for mark in MARKS}))
        for each in counted
    }
    for each in await tx.circle_members.played_together(guild, users):
        known = found.get(each.game, OnShelf(each.game, Counts()))
        found[each.game] = replace(known, together=each.games, last=each.last)
    return tuple(
        sorted(found.values(), key=lambda each: (-likes.get(each.game, 0), -each.together, each.game))
    )
