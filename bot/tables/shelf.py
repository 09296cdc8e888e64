"""The shelf: what people of a server own, have played and would like to play, of the games that can be played
here and of any others that somebody named."""

from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta

from bot.games import registry
from bot.games.contract import Refusal
from bot.store.repositories import Repositories
from bot.store.shelf import ShelfRow, Title
from bot.tables.policy import SHELVED, TITLES
from bot.tables.settings import decode_preferences
from bot.tables.units import Act, Units, changes, note, reads

MARKS = ("interested", "played", "favourite", "own")
"""The fields of a row that are marks."""

DIGITS = 18
"""Of the number of a title, at most."""
SEEN = "shelved"
"""The key in the store's meta of up to when finished games have been put on the shelves."""
RESULTS = 20_000
"""Of the newest games that ended before there was a shelf."""
MEANWHILE = timedelta(minutes=1)
"""What was under way at a heartbeat is written within this time."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many people of a server gave a game each mark."""

    interested: int = 0
    played: int = 0
    favourite: int = 0
    own: int = 0


async def look_after(tx: Repositories, now: datetime) -> None:
    """Part of each heartbeat: who has finished a game lately has played it, and titles go of which nobody
    says anything any more. (With the last move of a game there is enough to write.)"""
    seen = await tx.meta.get(SEEN)
    since = datetime.fromisoformat(seen) - MEANWHILE if seen else None
    await tx.shelf.note_played(since, RESULTS)
    await tx.meta.put(SEEN, now.isoformat())
    await tx.titles.drop_unused()


async def title_of(tx: Repositories, guild: int, game: str) -> Title | None:
    """The title of this number, None for a game that can be played here. Refusals: no_such_title."""
    if game in registry.keys():  # noqa: SIM118 - no mapping
        return None
    found = await tx.titles.get(int(game)) if game.isdecimal() and len(game) <= DIGITS else None
    if found is None or found.guild != guild:
        raise Refusal("no_such_title")
    return found


@dataclass(eq=False)
class Shelf:
    """Keeps the marks that people give games, and the titles that they have named."""

    units: Units

    @reads
    async def titles(self, tx: Repositories, guild: int) -> tuple[Title, ...]:
        """What people of a server have named, in the order of the names."""
        return await tx.titles.of_guild(guild)

    @reads
    async def title(self, tx: Repositories, guild: int, game: str) -> Title | None:
        """The title of this number, None for a game that can be played here. Refusals: no_such_title."""
        return await title_of(tx, guild, game)

    @reads
    async def on_shelf(self, tx: Repositories, guild: int, user: int) -> tuple[ShelfRow, ...]:
        """All marks of a person in a server."""
        return await tx.shelf.of_person(guild, user)

    @reads
    async def marks(self, tx: Repositories, guild: int, user: int, game: str) -> ShelfRow:
        """The marks that a person gave a game."""
        return await tx.shelf.get(guild, user, game) or ShelfRow(guild, user, game)

    @reads
    async def counts(self, tx: Repositories, guild: int, game: str) -> Counts:
        """How many people gave a game each mark: those who may be seen."""
        seen = [
            marks.row
            for marks in await tx.shelf.of_game(guild, game)
            if decode_preferences(marks.settings).listed
        ]
        return Counts(*(sum(bool(getattr(row, field.name)) for row in seen) for field in fields(Counts)))

    @changes
    async def mark(
        self, tx: Repositories, guild: int, user: int, game: str, mark: str, *, given: bool
    ) -> None:
        """Gives a game a mark of a person, or takes it away. Refusals: no_such_title, shelf_full {most}."""
        await title_of(tx, guild, game)
        await self._mark(tx, guild, user, game, mark, given=given)

    async def _mark(
        self, tx: Repositories, guild: int, user: int, game: str, mark: str, *, given: bool
    ) -> None:
        known = await tx.shelf.get(guild, user, game)
        if known is None and len(await tx.shelf.of_person(guild, user)) >= SHELVED:
            raise Refusal("shelf_full", most=SHELVED)
        row = known or ShelfRow(guild, user, game)
        if mark == "played":
            row = replace(row, played=(row.played or self.units.now()) if given else None)
        else:
            row = replace(row, **{mark: given})
        await tx.shelf.write(row)

    @changes
    async def name_title(self, tx: Repositories, user: int, wanted: Title) -> Title:
        """A game that is played elsewhere, on the person's shelf; the one of this name where there is one.
        Refusals: titles_full {most}, shelf_full {most}."""
        found = await tx.titles.named(wanted.guild, wanted.folded)
        if found is None:
            if len(await tx.titles.of_guild(wanted.guild)) >= TITLES:
                raise Refusal("titles_full", most=TITLES)
            found = replace(wanted, id=await tx.titles.add(wanted))
            await self._mark(tx, wanted.guild, user, str(found.id), "interested", given=True)
        return found

    @changes
    async def describe(
        self, tx: Repositories, guild: int, game: str, low: int, high: int, minutes: int
    ) -> None:
        """Says for how many people a title is, and how long it takes. Refusals: no_such_title."""
        title = await title_of(tx, guild, game)
        if title is not None:
            await tx.titles.update(replace(title, low=low, high=high, minutes=minutes))

    @changes
    async def remove_title(self, tx: Repositories, guild: int, game: str, by: int) -> None:
        """Takes a title away with all that was said of it, and notes by whom. Refusals: no_such_title."""
        title = await title_of(tx, guild, game)
        if title is not None:
            await tx.titles.remove(title)
            await note(tx, Act.TITLE_REMOVED, self.units.now(), guild=guild, actor=by)
