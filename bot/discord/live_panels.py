"""Ephemeral panels that are open in channels: a fresh one follows below each new board, and one that
the game has overtaken goes on in place, by the interaction token of the last press, which is good for a
quarter of an hour; the panel of a game alone goes on in place wherever it is. Nothing of it is stored: after
a restart people are asked as if none were open."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

import aiohttp
import discord
import msgspec

from bot.discord import App
from bot.discord.content import Content
from bot.discord.layout import RenderedMessage
from bot.discord.recent import Recent
from bot.discord.render_pool import rendered_for
from bot.discord.replies import as_guest
from bot.store.errors import StoreError
from bot.store.session import NO_TABLE
from bot.tables.model import Table

log = logging.getLogger(__name__)

MOST = 500
"""Panels that are remembered."""
NO_TURN = -1
"""The turn of a panel that shows none: it is still to follow, or its game is over."""
SPARE = timedelta(minutes=1)
"""So long before its end a token counts as expired."""
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord takes nothing more for a panel."""


@dataclass(slots=True)
class _Open:
    interaction: discord.Interaction[Any]
    turn: int
    """The turn that the panel shows."""
    message: int | None = None
    """The message that followed; None: the interaction's own answer."""
    expected: bool = False
    """No panel was shown yet: the first one is still to follow."""
    asks: bool = False
    """Whether the panel goes on in place once its turn is over, as one that offers a decision does."""


class _Told(msgspec.Struct, omit_defaults=True):
    """What one process tells another of somebody's panel: of the interaction all that following it up takes,
    or without one, that they are making a move."""

    person: int
    id: int = 0
    application_id: int = 0
    token: str = ""
    channel: int = 0
    turn: int = 0
    asks: bool = False


class LivePanels:
    """The newest private panel of each person at each table, where it stands in a channel."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, int], _Open] = OrderedDict()
        self._lent: Recent[tuple[int, int], tuple[int, datetime]] = Recent(MOST)
        """Of those that another process lets go on: the server of the table, and until when it can."""

    def keep(
        self, interaction: discord.Interaction[Any], table: int, turn: int, *, asks: bool = False
    ) -> None:
        """Remembers the panel by which an interaction has just been answered; whether it `asks` for a
        decision."""
        self._put(table, interaction.user.id, _Open(interaction, turn, asks=asks))

    def expect(self, interaction: discord.Interaction[Any], table: int) -> None:
        """Lets the first panel follow below the next board, where the answer to the interaction was none."""
        if interaction.guild_id is not None and not as_guest(interaction):
            self._put(table, interaction.user.id, _Open(interaction, NO_TURN, expected=True))

    async def lend(
        self, app: App, interaction: discord.Interaction[Any], table: Table, turn: int, *, asks: bool
    ) -> None:
        """Has the process that looks after a table remember the panel that was shown here."""
        user, guild = interaction.user.id, table.guild or 0
        self._lent.put((table.id, user), (guild, interaction.expires_at))
        told = _Told(
            user,
            interaction.id,
            interaction.application_id,
            interaction.token,
            interaction.channel_id or 0,
            turn,
            asks,
        )
        await _tell(app, guild, table.id, told)

    def borrow(self, app: App, table: int, told: str) -> None:
        """Remembers a panel that another process has shown, or that its person is making a move there."""
        shown, library = msgspec.json.decode(told, type=_Told), cast(Any, app)
        if not shown.token:
            self._pressed(table, shown.person)
        elif shown.application_id == app.application_id:
            payload: Any = {
                "id": shown.id,
                "application_id": shown.application_id,
                "token": shown.token,
                "type": 3,
                "version": 1,
                "attachment_size_limit": 0,
            }
            interaction = discord.Interaction(data=payload, state=library._connection)
            interaction.channel = cast(Any, app.get_partial_messageable(shown.channel))
            self._put(table, shown.person, _Open(interaction, shown.turn, asks=shown.asks))

    def _put(self, table: int, user: int, panel: _Open) -> None:
        self._open[table, user] = panel
        self._open.move_to_end((table, user))
        while len(self._open) > MOST:
            self._open.popitem(last=False)

    def forget(self, table: int) -> None:
        """Lets no panel of a table follow any more: its boards stand elsewhere now, or there are none."""
        for key in [key for key in self._open if key[0] == table]:
            del self._open[key]

    def is_open(self, app: App, table: int, user: int) -> bool:
        """Whether a fresh panel can still follow for this person."""
        found = self._open.get((table, user))
        if found is not None and found.interaction.expires_at - SPARE <= app.now():
            del self._open[table, user]
            found = None
        return found is not None

    def shows(self, table: int, user: int, turn: int) -> bool:
        """Whether the open panel of a person already shows this turn."""
        found = self._open.get((table, user))
        return found is not None and found.turn == turn

    async def pressed(self, app: App, table: int, user: int) -> None:
        """A person makes a move: what follows is shown by the answer to that press."""
        self._pressed(table, user)
        guild, until = self._lent.get((table, user)) or (0, None)
        if until is not None and app.now() < until:
            await _tell(app, guild, table, _Told(user))

    def _pressed(self, table: int, user: int) -> None:
        if (found := self._open.get((table, user))) is not None:
            found.asks = False

    def _awaited(self, table: int, user: int) -> bool:
        found = self._open.get((table, user))
        return found is not None and found.expected

    def lags(self, table: int, user: int, turn: int) -> bool:
        """Whether the open panel of a person asks for a decision of another turn than this one."""
        found = self._open.get((table, user))
        return found is not None and found.asks and found.turn != turn

    async def follow(self, app: App, table: int, user: int, fresh: Content, *, asks: bool) -> None:
        """Lets an open panel go on in place, unless a press shows the present one meanwhile."""
        panel = await rendered_for(app, fresh, user)
        found = self._open.get((table, user))
        if found is None or not self.lags(table, user, fresh.turn):
            return
        try:
            await _edit(found, found.message, panel)
        except FAILURES as error:
            log.info("a private panel could not go on: %s", type(error).__name__)
            self._open.pop((table, user), None)
        else:
            found.turn, found.asks = fresh.turn, asks

    async def again(self, app: App, table: int, user: int, shown: Content) -> None:
        """Shows an open panel of the same turn once more, as it is now."""
        panel = await rendered_for(app, shown, user)
        found = self._open.get((table, user))
        if found is not None and found.turn == shown.turn:
            await _edit(found, found.message, panel)

    async def renew(self, app: App, table: int, user: int, fresh: Content | None, old: Content) -> None:
        """Sends a fresh panel, if there is something to decide, and lets the one before say what became of
        it. Where Discord takes neither, the board leads to a panel."""
        panel, last = await asyncio.gather(
            _rendered(app, fresh, user), _rendered(app, None if self._awaited(table, user) else old, user)
        )
        found = self._open.get((table, user))
        if found is None or found.turn == (fresh or old).turn:
            return  # there is none any more, or a press has shown the present one meanwhile
        before, first = found.message, found.expected
        try:
            if fresh is not None and panel is not None:
                sent = await found.interaction.followup.send(**panel.new(), ephemeral=True, wait=True)
                found.message, found.turn, found.expected = sent.id, fresh.turn, False
            found.asks = fresh is not None
            if last is not None and not first:
                await _edit(found, before, last)
        except FAILURES as error:
            log.info("a private panel could not be renewed: %s", type(error).__name__)
            self._open.pop((table, user), None)


async def _tell(app: App, guild: int, table: int, told: _Told) -> None:
    """Tells the process that looks after a table of a panel; without that it stays as it is."""
    text = f"panels {guild} {table} {msgspec.json.encode(told).decode()}"
    try:
        await app.store.change(lambda tx: tx.wake(text), held=NO_TABLE)
    except StoreError as error:
        log.warning("a private panel will not go on: %s", error)


async def _rendered(app: App, content: Content | None, user: int) -> RenderedMessage | None:
    return None if content is None else await rendered_for(app, content, user)


async def _edit(panel: _Open, message: int | None, shown: RenderedMessage) -> None:
    """Changes a message of a panel; None: the interaction's own answer."""
    if message is None:
        await panel.interaction.edit_original_response(**shown.changed())
    else:
        await panel.interaction.followup.edit_message(message, **shown.changed())
