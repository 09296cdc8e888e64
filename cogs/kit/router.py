"""Every press, menu and modal of the bot comes here and is answered, whenever its message was sent.

A room registers what it answers: `@on("table.history")`. Commands go through `command(interaction, work)`, so
that a refusal and an error are told in the same words and in the same place.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import discord

from bot.app import App
from bot.games.contract import Refusal
from bot.tables.model import Person
from bot.text import Words, words
from cogs.kit.content import Button, Content
from cogs.kit.ids import CustomId
from cogs.kit.replies import Reply

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody wants something: who, in which language, and how to answer."""

    app: App
    interaction: discord.Interaction[Any]
    person: Person
    words: Words
    reply: Reply

    @property
    def key(self) -> str:
        """Names this interaction, so that a repeated delivery changes nothing."""
        return str(self.interaction.id)

    @property
    def channel(self) -> int:
        """The channel in which it happened, 0 if Discord didn't say."""
        return self.interaction.channel_id or 0


@dataclass(frozen=True, slots=True)
class Press(Call):
    """A button, a menu or a modal: what it means and what was chosen or filled in."""

    id: CustomId
    values: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


Handler = Callable[[Press], Awaitable[None]]
_HANDLERS: dict[str, Handler] = {}
_SHOWING: set[str] = set()


def on(action: str, *, shows: bool = False) -> Callable[[Handler], Handler]:
    """Registers the handler of an action: `@on("lobby.join")`.

    With `shows` the handler's answer is always a `reply.show`: the press is then acknowledged before
    anything is looked up, and the person's client has its answer at once.
    """

    def register(handler: Handler) -> Handler:
        _HANDLERS[action] = handler
        if shows:
            _SHOWING.add(action)
        return handler

    return register


def actions() -> tuple[str, ...]:
    """All actions that are answered."""
    return tuple(_HANDLERS)


async def component(interaction: discord.Interaction[Any]) -> None:
    """Answers a press, a menu or a modal; other interactions are left to the command tree."""
    if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return
    if await _closing(interaction):
        return
    data = cast(Mapping[str, Any], interaction.data or {})
    call = await meet(interaction)
    meaning = CustomId.parse(str(data.get("custom_id", "")))
    handler = _HANDLERS.get(meaning.action) if meaning else None
    if meaning is None or handler is None:
        await _guard(call, lambda: outdated(call, meaning))
        return
    press = Press(
        call.app,
        interaction,
        call.person,
        call.words,
        call.reply,
        meaning,
        tuple(data.get("values", ())),
        dict(_answers(data.get("components", ()))),
    )
    if meaning.action in _SHOWING:
        await press.reply.before_show()
    await _guard(press, lambda: handler(press))


async def command(interaction: discord.Interaction[Any], work: Callable[[Call], Awaitable[None]]) -> None:
    """Runs a command's work; a refusal or an error is told and doesn't travel through the tree."""
    if await _closing(interaction):
        return
    call = await meet(interaction)
    await _guard(call, lambda: work(call))


async def suggest(
    interaction: discord.Interaction[Any], work: Callable[[Call], Awaitable[list[T]]]
) -> list[T]:
    """The suggestions while somebody types a command; none where the moment offers none."""
    if cast(App, interaction.client).closing:
        return []
    call = await _met(interaction)
    with call.app.under_way():
        try:
            return await work(call)
        except Refusal:
            return []


async def failed(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Answers what went wrong outside of a handler: a command of yesterday, a broken check."""
    call = await meet(interaction)
    if isinstance(error, discord.app_commands.CommandNotFound):
        await call.reply.private(Content((call.words("kit.unknown_command"),)))
        return
    await _confess(call, error)


async def meet(interaction: discord.Interaction[Any]) -> Call:
    """Who is there, answered in the language of their choice or of their client; the channel can be used."""
    call = await _met(interaction)
    if interaction.channel_id is not None:
        call.app.courier.heard_from(interaction.channel_id)
    return call


async def _met(interaction: discord.Interaction[Any]) -> Call:
    app = cast(App, interaction.client)
    person = person_of(interaction)
    language = await app.meet(person)
    return Call(app, interaction, person, words(language), Reply(app, interaction))


def words_of(interaction: discord.Interaction[Any]) -> Words:
    """The words of the person's client."""
    return words(str(interaction.locale))


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """The person behind an interaction, by the name of this server."""
    return Person(interaction.user.id, interaction.user.display_name, words_of(interaction).locale)


async def outdated(call: Call, meaning: CustomId | None) -> None:
    """Tells privately that a control has no meaning any more, with a way to the present state."""
    table = meaning.table if meaning else 0
    refresh = Button("table.move", call.words("kit.refresh"), style="primary")
    await call.reply.private(Content((call.words("kit.outdated"),), rows=((refresh,),), table=table))


def refused(speak: Words, refusal: Refusal) -> str:
    """A refusal as a sentence."""
    return speak(f"refusal.{refusal.code}", **refusal.data)


async def _closing(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot is about to stop; then nothing is begun, and the person is told to try again."""
    app = cast(App, interaction.client)
    if app.closing:
        text = words_of(interaction)("kit.restarting")
        await Reply(app, interaction).private(Content((text,)))
    return app.closing


async def _guard(call: Call, work: Callable[[], Awaitable[None]]) -> None:
    with call.app.under_way():
        try:
            await work()
        except Refusal as refusal:
            await call.reply.private(Content((refused(call.words, refusal),)))
        except Exception as error:  # noqa: BLE001 - the one place where the unexpected is answered
            await _confess(call, error)


async def _confess(call: Call, error: Exception) -> None:
    call.app.failures += 1
    log.error("an interaction failed", exc_info=error)
    await call.reply.private(Content((call.words("kit.failed"),)))


def _answers(components: Any) -> list[tuple[str, str]]:
    """The filled-in lines of a modal: a Label holds its one child, an ActionRow several."""
    found: list[tuple[str, str]] = []
    for component in components:
        children = [component["component"]] if "component" in component else component.get("components", ())
        found += _answers(children)
        if "custom_id" in component and "value" in component:
            found.append((component["custom_id"], str(component["value"])))
    return found
