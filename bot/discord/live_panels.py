"""Ephemeral panels that are open in channels: a fresh one follows below each new board, and one that
the game has overtaken goes on in place, by the interaction token of the last press, which is good for a
quarter of an hour. Nothing of it is stored: after a restart people are asked as if none were open."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from bot.discord import App
from bot.discord.content import Content
from bot.discord.layout import RenderedMessage
from bot.discord.render_pool import rendered_for
from bot.discord.replies import as_guest

log = logging.getLogger(__name__)

MOST = 500
"""Panels that are remembered."""
_NEVER = -1
"""The turn of a panel that was not shown yet."""
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
    """Whether the panel offers a decision."""


class LivePanels:
    """The newest private panel of each person at each table, where it stands in a channel."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, int], _Open] = OrderedDict()

    def keep(
        self, interaction: discord.Interaction[Any], table: int, turn: int, *, asks: bool = False
    ) -> None:
        """Remembers the panel by which an interaction has just been answered; whether it `asks` for a
        decision."""
        if interaction.guild_id is not None and not as_guest(interaction):
            self._open[table, interaction.user.id] = _Open(interaction, turn, asks=asks)
            self._open.move_to_end((table, interaction.user.id))
            while len(self._open) > MOST:
                self._open.popitem(last=False)

    def expect(self, interaction: discord.Interaction[Any], table: int) -> None:
        """Lets the first panel follow below the next board, where the answer to the interaction was none."""
        self.keep(interaction, table, _NEVER)
        if (table, interaction.user.id) in self._open:
            self._open[table, interaction.user.id].expected = True

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

    def pressed(self, table: int, user: int) -> None:
        """A person makes a move: what follows is shown by the answer to that press."""
        if (found := self._open.get((table, user))) is not None:
            found.asks = False

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
        found = self._open[table, user]
        before, first = found.message, found.expected
        panel, last = await asyncio.gather(
            *[_rendered(app, each, user) for each in (fresh, None if first else old)]
        )
        try:
            if fresh is not None and panel is not None:
                sent = await found.interaction.followup.send(**panel.new(), ephemeral=True, wait=True)
                found.message, found.turn, found.expected = sent.id, fresh.turn, False
            found.asks = fresh is not None
            if last is not None:
                await _edit(found, before, last)
        except FAILURES as error:
            log.info("a private panel could not be renewed: %s", type(error).__name__)
            self._open.pop((table, user), None)


async def _rendered(app: App, content: Content | None, user: int) -> RenderedMessage | None:
    return None if content is None else await rendered_for(app, content, user)


async def _edit(panel: _Open, message: int | None, shown: RenderedMessage) -> None:
    """Changes a message of a panel; None: the interaction's own answer."""
    if message is None:
        await panel.interaction.edit_original_response(**shown.changed())
    else:
        await panel.interaction.followup.edit_message(message, **shown.changed())
