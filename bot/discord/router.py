"""Every press, menu and modal of the bot comes here and is answered, whenever its message was sent.

A module registers what it answers, `@on("table.history")`; what its handler returns is the answer. Commands
go through `command(interaction, work)`: refusals and errors are answered in one place. Whatever it is,
Discord has its first answer before anything is loaded, stored or drawn.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from time import perf_counter
from typing import Any, TypeVar, cast

import discord

from bot.discord import App
from bot.discord.content import Button, Content, CustomId, Form, note
from bot.discord.discord_api import fingerprint
from bot.discord.replies import Answers, Reply, as_guest
from bot.games.contract import Refusal, Said
from bot.log_context import about
from bot.measures import Outcome
from bot.store.errors import DamagedRowError, StoreError
from bot.tables.model import Person
from bot.tables.services import Tables
from bot.text import Words, one_line, plain, words

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """An interaction to be answered: whose, in which language, and what a control means and was given."""

    app: App
    interaction: discord.Interaction[Any]
    person: Person
    words: Words
    reply: Reply
    id: CustomId = CustomId("")  # noqa: RUF009 - frozen
    """What a button, a menu or a modal means; of a command nothing."""
    values: tuple[str, ...] = ()
    """What was chosen in a menu."""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """What was filled in, in a modal."""

    @property
    def tables(self) -> Tables:
        """The table services."""
        return self.app.tables

    @property
    def key(self) -> str:
        """The idempotency key: a repeated delivery of this interaction changes nothing."""
        return str(self.interaction.id)

    @property
    def channel(self) -> int:
        """The channel in which it happened, 0 if Discord didn't say."""
        return self.interaction.channel_id or 0

    @property
    def by_message(self) -> bool:
        """Whether it happened in a direct message."""
        return self.interaction.guild_id is None

    @property
    def in_server(self) -> bool:
        """Whether it happened in a server of which the bot is a member."""
        return self.interaction.guild_id is not None and not as_guest(self.interaction)

    @property
    def value(self) -> str:
        """What was chosen in a menu of one choice; raises `Outdated` where nothing was."""
        if not self.values:
            raise Outdated
        return self.values[0]


class Outdated(Exception):  # noqa: N818 - an outcome, not a failure
    """A control means nothing as it was used: it is answered like one of long ago."""


def chosen_person(call: Call) -> tuple[Person, bool]:
    """Who was chosen in a menu of people, by the name of this server, and whether it is a bot; raises
    `Outdated` where nobody was."""
    data = cast(Mapping[str, Any], call.interaction.data or {})
    resolved: Mapping[str, Mapping[str, Any]] = data.get("resolved", {})
    user: Mapping[str, Any] | None = resolved.get("users", {}).get(call.value)
    if user is None:
        raise Outdated
    member: Mapping[str, Any] = resolved.get("members", {}).get(call.value) or {}
    name: str = member.get("nick") or user.get("global_name") or user["username"]
    return Person(int(call.value), one_line(name) or user["username"]), bool(user.get("bot"))


Answer = Content | Form | None
"""What a handler leaves to be shown; None where it has answered, or a quiet acknowledgement is enough."""
Handler = Callable[[Call], Awaitable[Answer]]
H = TypeVar("H", bound=Handler)
Way = Answers | Callable[[Call], Answers]
"""How a control is acknowledged; where that depends on the press, from the press alone."""
HANDLERS: dict[str, tuple[Handler, Way]] = {}
CALM = timedelta(minutes=1)
"""So long a press alone does not retry what could not be posted in its channel."""
_GIVEN = "given"
"""Where a person's form is kept that was opened last; no control is called so."""
QUICK = 0.3
"""Seconds that suggestions may take: who types waits for no later ones."""


def on(action: str, *, answers: Way = "shown") -> Callable[[H], H]:
    """Registers the handler of an action; its press is acknowledged so before anything is loaded."""

    def register(handler: H) -> H:
        HANDLERS[action] = handler, answers
        return handler

    return register


def one_of(offered: Iterable[T], chosen: T) -> T:
    """What was chosen, if it was offered. Refusal: bad_options."""
    if chosen not in offered:
        raise Refusal("bad_options")
    return chosen


def prepare(call: Call, control: CustomId, form: Form) -> None:
    """Makes the form ready that a control opens: as the first answer it can't wait for the database."""
    call.app.forms.put((call.person.id, str(control)), form)


def prepared(call: Call) -> Form | None:
    """The form that the pressed control opens; None where it was made ready by an earlier run of the bot."""
    return call.app.forms.get((call.person.id, str(call.id)))


def at_once(call: Call) -> Answers:
    """How a control that opens a form answers: where none is ready, its handler shows the panel again."""
    return "shown" if prepared(call) is None else "form"


def _fillable(call: Call) -> tuple[Button, ...]:
    """A way back to the form that was refused, which holds what was typed; none to one of an earlier run."""
    given: Form | None = call.app.forms.get((call.person.id, _GIVEN))
    if given is None or call.id != CustomId(given.action, given.table, given.turn, given.rest):
        return ()
    fields = tuple(replace(each, value=call.fields.get(each.key, "")) for each in given.fields)
    control = CustomId("form.again", rest=call.key)
    prepare(call, control, replace(given, fields=fields))
    return (Button(control.action, call.words("kit.form_again"), control.rest),)


def _refused_before(call: Call) -> bool:
    """Whether what was pressed, or opened the form, sits on a refusal: another one takes its place."""
    message = call.interaction.message
    carried = fingerprint(each.to_dict() for each in message.components) if message else ()
    return any(name.startswith(str(CustomId("form.again"))) for name in carried)


@on("form.again", answers=at_once)
async def _again(call: Call) -> None:
    """**Back to the form**, which an earlier run of the bot has shown."""
    raise Outdated


async def component(interaction: discord.Interaction[Any]) -> None:
    """Answers a press, a menu or a modal; other interactions are left to the command tree."""
    if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return
    data = cast(Mapping[str, Any], interaction.data or {})
    meaning = CustomId.parse(str(data.get("custom_id", "")))
    call = _call(interaction)
    handler, way = HANDLERS.get(meaning.action if meaning else "", (outdated, "private"))
    if meaning is not None:
        values, fields = tuple(map(str, data.get("values") or ())), _filled_in(data.get("components") or ())
        call = replace(call, id=meaning, values=values, fields=dict(fields))
    try:
        answers = way(call) if callable(way) else way
    except Outdated:
        answers = "private"
    await _answer(call, handler, answers)


async def command(interaction: discord.Interaction[Any], work: Handler) -> None:
    """Runs a command's work; a refusal or an error is answered and doesn't travel through the tree."""
    await _answer(_call(interaction), work, "private")


async def suggest(
    interaction: discord.Interaction[Any], work: Callable[[Call], Awaitable[list[T]]]
) -> list[T]:
    """The suggestions while a command is typed; none where they are refused or would take too long."""
    call = _call(interaction)
    if call.app.closing:
        return []
    try:
        async with asyncio.timeout(QUICK):
            speak = words(await call.app.language_for(call.person))
            return await work(replace(call, words=speak))
    except (Refusal, StoreError, TimeoutError):
        return []


async def failed(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Answers what went wrong outside of a handler: a command of yesterday, a broken check."""

    async def explain(call: Call) -> None:
        if not isinstance(error, discord.app_commands.CommandNotFound):
            raise error
        await _say(call, "kit.unknown_command")

    await _answer(_call(interaction), explain, "private")


def _call(interaction: discord.Interaction[Any]) -> Call:
    """The call, as far as nothing has to be loaded; the person has the name of this server."""
    app, user = cast("App", interaction.client), interaction.user
    locale = words(str(interaction.locale)).locale
    person = Person(user.id, one_line(user.display_name) or user.name, locale)
    return Call(app, interaction, person, words(app.language_in_mind(person)), Reply(app, interaction))


async def _met(call: Call) -> Call:
    """The same in the language of the person's choice or of their client; the channel can be used."""
    if call.interaction.channel_id is not None:
        call.app.dispatcher.retry(channel=call.interaction.channel_id, calm=CALM)
    try:
        return replace(call, words=words(await call.app.meet(call.person)))
    except StoreError as error:
        log.warning("a person could not be loaded: %s", error)
        return call


async def outdated(call: Call) -> Content:
    """That a control has no meaning any more, with a way to the present state."""
    return note(call.words("kit.outdated"), _refresh(call), table=call.id.table)


def _refresh(call: Call) -> Button:
    return Button("table.move", call.words("kit.refresh"), style="primary")


def refused(speak: Words, refusal: Refusal) -> str:
    """A refusal as a sentence for Markdown: what it repeats of a typed text stays text."""

    def said(what: Said) -> str | int:
        if isinstance(what, tuple):
            return speak.all_of(map(plain, what))
        return plain(what) if isinstance(what, str) else what

    return speak(f"refusal.{refusal.code}", **{key: said(what) for key, what in refusal.data.items()})


async def _answer(call: Call, work: Handler, answers: Answers) -> None:
    with about(interaction=call.interaction.id, table=call.id.table):
        outcome = await _answered(call, work, answers)
    call.app.measures.answered(call.interaction.type.name, outcome)


async def _answered(call: Call, work: Handler, answers: Answers) -> Outcome:
    """Whatever becomes of it, the person gets an answer; nothing is begun by a bot that is about to stop."""
    began = perf_counter()
    if call.app.closing:
        await _say(call, "kit.restarting")
        return "turned_away"
    try:
        await call.reply.acknowledge(answers)
        if answers != "form":
            call.app.measures.timed("acknowledgement", perf_counter() - began)
            call = await _met(call)
        ready = prepared(call) if answers == "form" else None
        given = ready or await work(call)
        await call.reply.give(given, answers)
        if answers == "form":
            call.app.forms.put((call.person.id, _GIVEN), given)
            call.app.measures.timed("acknowledgement", perf_counter() - began)
        if call.reply.is_awaited:
            raise RuntimeError("an answer was promised and not given")
        return "lost" if call.reply.is_lost else "answered"
    except Refusal as refusal:
        late = refusal.code == "stale" and call.id.table
        ways = (_refresh(call),) if late else _fillable(call)
        say = call.reply.update if _refused_before(call) else call.reply.private
        await say(note(refused(call.words, refusal), *ways, table=call.id.table))
        return "refused"
    except Outdated:
        await call.reply.private(await outdated(call))
        return "outdated"
    except asyncio.CancelledError:
        if call.app.closing:
            await _say(call, "kit.restarting")
        raise
    except Exception as error:
        # The one place where the unexpected is answered.
        call.app.failures += 1
        stored = not isinstance(error, StoreError) or isinstance(error, DamagedRowError)
        if stored:
            log.error("an interaction failed", exc_info=error)
        else:
            log.error("an interaction could not be stored: %s", error)
        await _say(call, "kit.failed" if stored else "kit.not_stored")
        return "failed" if stored else "not_stored"


async def _say(call: Call, key: str) -> None:
    await call.reply.private(note(call.words(key)))


def _filled_in(components: Any) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for component in components:
        children = [component["component"]] if "component" in component else component.get("components", ())
        found += _filled_in(children)
        if "custom_id" in component and "value" in component:
            found.append((component["custom_id"], str(component["value"])))
    return found
