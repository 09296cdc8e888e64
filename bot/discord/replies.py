"""The only place that answers interactions: the first answer decides the privacy, later ones repeat it."""

import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from functools import partial
from typing import Any, Literal

import aiohttp
import discord

from bot.discord import App
from bot.discord.content import Content, Form
from bot.discord.layout import RenderedMessage, modal
from bot.discord.render_pool import rendered_for
from render.pool import Priority

log = logging.getLogger(__name__)

TOO_LATE = frozenset({10062, 10015, 50027})
"""Unknown interaction, unknown webhook, token expired: nothing can be said through this interaction."""
ANSWERED = frozenset({40060})
GONE = frozenset({10008})
Answers = Literal["shown", "private", "in_place", "form"]
"""What follows the acknowledgement, which decides where it can stand: what `show` shows; a new message
that only this person sees; the changed message with the control, or nothing; a form, which must itself
be the first answer."""


def as_guest(interaction: discord.Interaction[Any]) -> bool:
    """Whether a person has brought the bot along as an app of their own, to where it is no member: into a
    server or a conversation with others. It can answer there, and nothing else."""
    own = interaction.is_user_integration() and not interaction.is_guild_integration()
    return own and not interaction.context.dm_channel


class First(Enum):
    """How the first answer was given; Discord keeps its privacy for what fills it later."""

    NONE = auto()
    WAITING = auto()
    """A private "thinking ..." that the next message fills."""
    CHANGING = auto()
    """The message with the pressed control will be changed."""
    GIVEN = auto()
    LOST = auto()
    """It came too late: Discord takes nothing more for this interaction."""


class Reply:
    """The answers to one interaction; each says whether it reached Discord. What can't be answered is an
    outcome, not an error: the move stands, and the dispatcher posts it."""

    def __init__(self, app: App, interaction: discord.Interaction[Any]) -> None:
        self._app = app
        self._interaction = interaction
        self._first = First.NONE
        self._tried = False
        """Whether something was to be said beyond the acknowledgement."""

    @property
    def in_private(self) -> bool:
        """Whether the pressed control sits on a message that only this person sees."""
        message = self._interaction.message
        return message is not None and (message.flags.ephemeral or self._interaction.guild_id is None)

    @property
    def _with_the_bot(self) -> bool:
        """Whether it happened in a direct message to the bot, which it can change without an interaction."""
        return self._interaction.guild_id is None and not as_guest(self._interaction)

    @property
    def is_awaited(self) -> bool:
        """Whether a "thinking ..." stands there that was not filled yet."""
        return self._first is First.WAITING and not self._tried

    @property
    def is_lost(self) -> bool:
        """Whether the first answer came too late for Discord."""
        return self._first is First.LOST

    async def acknowledge(self, answers: Answers) -> None:
        """The first answer, before anything is loaded; none before a form."""
        defer = self._interaction.response.defer
        if answers == "in_place" or (answers == "shown" and self.in_private):
            await self._tell(defer, First.CHANGING)
        elif answers != "form":
            await self._tell(partial(defer, ephemeral=True, thinking=True), First.WAITING)

    async def give(self, answer: Content | Form | None, answers: Answers) -> None:
        """What a handler has left to be shown, where it was promised."""
        if isinstance(answer, Form):
            await self.form(answer)
        elif answer is not None:
            await {"private": self.private, "in_place": self.update}.get(answers, self.show)(answer)

    async def show(self, content: Content) -> bool:
        """In place where only this person sees it, else as a new private message."""
        return await self._say(content, in_place=self.in_private)

    async def private(self, content: Content) -> bool:
        """A new message that only this person sees."""
        return await self._say(content, in_place=False)

    async def public(self, content: Content) -> bool:
        """A new message that everybody in the channel sees, after a press that was acknowledged in place."""
        rendered = await rendered_for(self._app, content, None, Priority.PRESS)
        return await self._tell(partial(self._follow, rendered, private=False), self._first, rendered)

    async def update(self, content: Content) -> bool:
        """Changes the message with the pressed control."""
        return await self._say(content, in_place=True)

    async def take_away(self) -> bool:
        """Deletes the message with the pressed control, after a press that was acknowledged in place."""
        return await self._tell(self._interaction.delete_original_response)

    async def again(self, content: Content) -> None:
        """Changes what this interaction has shown last; where Discord takes it no more, it stays."""
        rendered = await rendered_for(self._app, content, self._interaction.user.id)
        await self._interaction.edit_original_response(**rendered.changed())

    async def form(self, form: Form) -> bool:
        """Opens a modal; only possible as the first answer, and not to a modal."""
        opened = await self._tell(partial(self._interaction.response.send_modal, modal(form)))
        if self._first is First.NONE:
            self._first = First.GIVEN
        return opened

    async def _say(self, content: Content, *, in_place: bool) -> bool:
        self._tried = True
        if self._first is First.LOST and not self._with_the_bot:
            return False  # there is no way any more, so nothing need be drawn
        in_place = in_place and self._first not in (First.WAITING, First.GIVEN)
        reader = None if in_place and not self.in_private else self._interaction.user.id
        rendered = await rendered_for(self._app, content, reader, Priority.PRESS)
        response = self._interaction.response
        match self._first, in_place:
            case First.LOST, _:
                return await self._by_message(rendered)
            case First.NONE, True:
                way = partial(response.edit_message, **rendered.changed())
            case First.NONE, False:
                way = partial(response.send_message, **rendered.new(), ephemeral=True)
            case (First.WAITING, _) | (First.CHANGING, True):
                way = partial(self._edit, rendered)
            case _:
                return await self._tell(partial(self._follow, rendered), self._first, rendered)
        return await self._tell(way, First.GIVEN, rendered)

    async def _edit(self, rendered: RenderedMessage) -> None:
        """Where the connection breaks, once more: it harms nothing, and "thinking ..." must not stay."""
        try:
            await self._interaction.edit_original_response(**rendered.changed())
        except (aiohttp.ClientError, OSError):
            await self._interaction.edit_original_response(**rendered.changed())

    async def _follow(self, rendered: RenderedMessage, *, private: bool = True) -> None:
        await self._interaction.followup.send(**rendered.new(), ephemeral=private)

    async def _tell(
        self,
        call: Callable[[], Awaitable[object]],
        first: First = First.GIVEN,
        rendered: RenderedMessage | None = None,
    ) -> bool:
        """`first`: what the first answer is once this has reached Discord."""
        try:
            await call()
        except discord.InteractionResponded:
            return await self._otherwise(rendered)
        except discord.HTTPException as error:
            if error.code in ANSWERED or (error.code in GONE and self._first is not First.NONE):
                return await self._otherwise(rendered)
            log.info("an interaction could not be answered: %s %s", error.status, error.code)
            if error.code not in TOO_LATE:
                return False
            self._first = First.LOST
            return await self._by_message(rendered)
        except (aiohttp.ClientError, OSError) as error:
            log.info("an interaction could not be answered: %s", type(error).__name__)
            return False
        self._first = first
        return True

    async def _otherwise(self, rendered: RenderedMessage | None) -> bool:
        """Another delivery of the same press has answered, or the message is gone: said once, in private."""
        if rendered is None:
            self._first = First.CHANGING if self.in_private else First.GIVEN
            return False
        if self._first is First.GIVEN:
            return False
        self._first = First.GIVEN
        return await self._tell(partial(self._follow, rendered), rendered=rendered)

    async def _by_message(self, rendered: RenderedMessage | None) -> bool:
        """Too late for the interaction: in a direct message the pressed message itself can be changed."""
        message = self._interaction.message
        if rendered is None or message is None or not self._with_the_bot:
            return False
        try:
            await message.edit(**rendered.changed())
        except discord.HTTPException as error:
            log.info("a direct message could not be changed: %s %s", error.status, error.code)
            return False
        return True
