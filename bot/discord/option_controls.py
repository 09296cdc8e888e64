"""The controls that set the options of a game: a menu for each choice and number, a button for a text."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bot.discord.content import Button, CustomId, Entry, Field, Form, Menu
from bot.discord.opening import typed
from bot.discord.presenter import presenter_of
from bot.discord.router import Call, prepare
from bot.discord.table_words import explained, setting_menu
from bot.games import registry
from bot.games.contract import Choice, Number, Options, Refusal, Text, counts
from bot.text import Words

OTHER = "other"
"""The value of the menu line that asks for any number."""
Option = Choice | Number | Text
K = TypeVar("K", bound=Option)


@dataclass(frozen=True, slots=True)
class Actions:
    """What the controls are called, and of which table they are, or what comes before the option's key."""

    menu: str
    number: str
    """The form of a number."""
    text: str
    """The button of a text."""
    typed: str
    """Its form."""
    table: int = 0
    before: str = ""


@dataclass(slots=True)
class Controls:
    """The controls of all options that mean something, and what each option decides."""

    menus: list[Menu] = field(default_factory=list[Menu])
    buttons: list[Button] = field(default_factory=list[Button])
    about: list[str] = field(default_factory=list[str])


def controls(call: Call, game: str, now: Options, actions: Actions, seats: int) -> Controls:
    """The controls of the options as they are `now`, with so many seats taken; their forms are made ready."""
    speak, found = call.words, Controls()
    for item in registry.game(game).info.options:
        if not counts(item, now, seats):
            continue
        value, rest = getattr(now, item.key), actions.before + item.key
        found.about.append(_explained(game, item.key, speak))
        if isinstance(item, Text):
            found.buttons.append(_text(call, game, item, value, actions))
            continue
        found.menus.append(_menu(game, item, value, speak, actions.menu, rest))
        if isinstance(item, Number):
            limits = speak("lobby.number", low=item.low, high=item.high)
            field_ = Field("value", limits, longest=len(str(item.high)))
            form = Form(actions.number, speak(f"{game}.option.{item.key}"), (field_,), rest, actions.table)
            prepare(call, CustomId(actions.menu, actions.table, rest=rest), form)
    return found


def _text(call: Call, game: str, item: Text, value: str, actions: Actions) -> Button:
    """The button of a text, which says the first line of what is set."""
    speak, rest = call.words, actions.before + item.key
    label = speak(f"{game}.option.{item.key}")
    field_ = Field(
        "value",
        speak(f"{game}.option.{item.key}.how"),
        value=value,
        placeholder=item.example,
        longest=item.longest,
        several_lines=item.several_lines,
        optional=True,
    )
    form = Form(actions.typed, speak(f"{game}.option.{item.key}"), (field_,), rest, actions.table)
    prepare(call, CustomId(actions.text, actions.table, rest=rest), form)
    first, *more = value.splitlines() or [speak(f"{game}.option.{item.key}.none")]
    said = f"{first} …" if more else first
    return Button(actions.text, speak("lobby.option", option=label, value=said), rest)


def _explained(game: str, key: str, speak: Words) -> str:
    """What an option decides, in one line; as the command says it, where it says nothing else."""
    own, command = f"{game}.option.{key}.about", f"command.{presenter_of(game).group}.start.{key}.description"
    about = own if own in speak else command
    return explained(speak(f"{game}.option.{key}"), speak(about), speak) if about in speak else ""


def _menu(game: str, item: Choice | Number, now: Any, speak: Words, action: str, rest: str) -> Menu:
    label = speak(f"{game}.option.{item.key}")
    if isinstance(item, Choice):
        entries = [
            Entry(
                speak(f"{game}.option.{item.key}.{value}"),
                value,
                speak(f"{game}.option.{item.key}.{value}.about"),
            )
            for value in item.values
        ]
        return setting_menu(action, label, entries, now, speak, rest)
    names = {value: f"{game}.{item.key}.{value}" for value in sorted({*item.usual, now})}
    numbers = [
        Entry(str(value), str(value), speak(key) if key in speak else "") for value, key in names.items()
    ]
    menu = setting_menu(action, label, numbers, now, speak, rest)
    if len(numbers) > item.high - item.low:
        return menu  # there is no other number
    return replace(menu, entries=(*menu.entries, Entry(speak("lobby.other"), OTHER)))


def asks(call: Call) -> bool:
    """Whether "Other ..." was chosen in a menu."""
    return call.values == (OTHER,)


def option_of(game: str, key: str, *kinds: type[K]) -> K:
    """The option of a key, of one of these kinds. Refusals: bad_options."""
    for item in registry.game(game).info.options:
        if item.key == key and isinstance(item, kinds):
            return item
    raise Refusal("bad_options")


def value_of(game: str, item: Option, said: str) -> str | int:
    """What was chosen or typed for an option. Refusals: option_range, those of `typed`."""
    if isinstance(item, Number):
        value = int(said) if said.strip().isdecimal() else item.low - 1
        if not item.low <= value <= item.high:
            raise Refusal("option_range", low=item.low, high=item.high)
        return value
    return typed(game, item.key, said) if isinstance(item, Text) else said
