"""From a described message to Discord's components, within all of Discord's limits."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import app_commands, ui

from bot.discord.content import Button, Channels, Content, CustomId, Form, Link, Menu, People, Roles
from bot.text import cut
from render.drawing import Picture

V = TypeVar("V", str, int)
TEXT = 4000
"""Characters over all texts of a message."""
BUTTON, ENTRY, PLACEHOLDER, ALT, TITLE, FIELD = 80, 100, 150, 1024, 45, 45
ENTRIES = 25
NAME = 32
"""Characters of the name of a person."""
PLACES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)
"""The kinds of channels in which, or in threads of which, people write."""


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message with its pictures drawn: every call makes fresh objects, so that it can be sent again."""

    content: Content
    pictures: tuple[Picture, ...] = ()

    def view(self) -> ui.LayoutView:
        """The components, as they are sent."""
        content = self.content
        box: ui.Container[Any] = ui.Container()
        foot = fitting(content.foot)
        for text in fitting(content.texts, TEXT - sum(map(len, foot))):
            box.add_item(ui.TextDisplay(str(text)))
        first = int(content.apart)
        for pictures in filter(None, (self.pictures[:first], self.pictures[first:])):
            items = (
                discord.MediaGalleryItem(f"attachment://{each.name}", description=cut(each.alt, ALT))
                for each in pictures
            )
            box.add_item(ui.MediaGallery(*items))
        for attached in content.files:
            box.add_item(ui.File(f"attachment://{attached.name}"))
        for text in foot:
            box.add_item(ui.TextDisplay(str(text)))
        for row in content.rows:
            items = row if isinstance(row, tuple) else (row,)
            box.add_item(ui.ActionRow(*(_control(item, content) for item in items)))
        return _Layout(box)

    def files(self) -> list[discord.File]:
        """The pictures and the files to download."""
        pictures = [
            discord.File(_Upload(picture.data), picture.name, description=cut(picture.alt, ALT))
            for picture in self.pictures
        ]
        return pictures + [discord.File(_Upload(item.data), item.name) for item in self.content.files]

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Exactly the people and the role whom the message may ping."""
        people = [discord.Object(person) for person in self.content.mentions]
        roles = [discord.Object(self.content.role)] if self.content.role else False
        return discord.AllowedMentions(everyone=False, roles=roles, users=people, replied_user=False)

    def new(self) -> dict[str, Any]:
        """What a new message is sent with."""
        return {"view": self.view(), "files": self.files(), "allowed_mentions": self.mentions}

    def changed(self) -> dict[str, Any]:
        """What a message is changed with; its pictures are replaced, too."""
        return {"view": self.view(), "attachments": self.files(), "allowed_mentions": self.mentions}


class _Layout(ui.LayoutView):
    """Components ready to be sent. Their items, which refer to each other, are let go at once: what is in no
    cycle is freed when it was sent, with no need of the garbage collector. Stopped, so that discord.py
    doesn't keep it: the router answers every press."""

    def __init__(self, box: ui.Container[Any]) -> None:
        super().__init__(timeout=None)
        self.add_item(box)
        self._components = super().to_components()
        for item in (*box.children, box):
            if isinstance(item, ui.ActionRow | ui.Container):
                item.clear_items()
        self.clear_items()
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


class _Upload(io.BytesIO):
    """Bytes to upload, again after a failure: only freeing them ends them. discord.py sets their `close`,
    which would make them refer to themselves."""

    def close(self) -> None:
        pass

    def __setattr__(self, name: str, value: object) -> None:
        pass


def fitting(texts: Sequence[str], left: int = TEXT) -> list[str]:
    """The texts without empty ones, the later ones cut so that all together stay within what is left."""
    result: list[str] = []
    for text in texts:
        if not text or left <= 0:
            continue
        result.append(cut(text, left))
        left -= len(result[-1])
    return result


def modal(form: Form) -> ui.Modal:
    """The modal of a form; stopped like every view, its answer reaches the router."""
    name = str(CustomId(form.action, form.table, form.turn, form.rest))
    result = ui.Modal(title=cut(form.title, TITLE), custom_id=name, timeout=None)
    for field in form.fields:
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id=field.key,
            default=field.value or None,
            placeholder=cut(field.placeholder, ENTRY) or None,
            max_length=field.longest,
            style=discord.TextStyle.paragraph if field.several_lines else discord.TextStyle.short,
            required=not field.optional,
        )
        about = cut(field.about, ENTRY) or None
        result.add_item(ui.Label(text=cut(field.label, FIELD), description=about, component=line))
    result.stop()
    return result


def _control(item: Button | Link | Menu | Channels | People | Roles, content: Content) -> ui.Item[Any]:
    """A control; its custom_id names table and turn of its message."""
    if isinstance(item, Link):
        return ui.Button(label=cut(item.label, BUTTON), url=item.url)
    rest = item.rest if isinstance(item, Button | Menu | People) else ""
    name = str(CustomId(item.action, content.table, content.turn, rest))
    if isinstance(item, Button):
        style, label = discord.ButtonStyle[item.style], cut(item.label, BUTTON)
        return ui.Button(label=label, style=style, disabled=item.disabled, custom_id=name)
    placeholder = cut(item.placeholder, PLACEHOLDER)
    match item:
        case Menu():
            options = [
                discord.SelectOption(
                    label=cut(entry.label, ENTRY),
                    value=entry.value,
                    description=cut(entry.description, ENTRY) or None,
                    default=entry.chosen,
                )
                for entry in item.entries[:ENTRIES]
            ]
            return ui.Select(
                custom_id=name,
                placeholder=placeholder,
                options=options,
                min_values=item.fewest,
                max_values=min(item.most, len(options)),
            )
        case Roles():
            kind = discord.SelectDefaultValueType.role
            chosen = [discord.SelectDefaultValue(id=item.chosen, type=kind)] if item.chosen else []
            return ui.RoleSelect(custom_id=name, placeholder=placeholder, default_values=chosen, min_values=0)
        case People():
            return ui.UserSelect(custom_id=name, placeholder=placeholder)
        case Channels():
            kind = discord.SelectDefaultValueType.channel
            chosen = [discord.SelectDefaultValue(id=each, type=kind) for each in item.chosen[:ENTRIES]]
            return ui.ChannelSelect(
                custom_id=name,
                placeholder=placeholder,
                channel_types=list(PLACES),
                default_values=chosen,
                min_values=0,
                max_values=item.most,
            )


def suggestions(lines: Iterable[tuple[str, V]]) -> list[app_commands.Choice[V]]:
    """As many of these lines, name and value, as Discord takes; what is too long is cut."""
    return [
        app_commands.Choice(
            name=cut(name, ENTRY), value=cut(value, ENTRY) if isinstance(value, str) else value
        )
        for name, value in list(lines)[:ENTRIES]
    ]
