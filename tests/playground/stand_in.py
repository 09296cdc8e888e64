"""A small bot that shows every kind of component, to try the page on."""

import io
from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from PIL import Image

JAPANESE = {"greet": "挨拶", "whom": "相手", "Wave": "手を振る", "show": "見せる"}


def picture(colour: str = "seagreen", size: tuple[int, int] = (320, 180)) -> discord.File:
    file = io.BytesIO()
    Image.new("RGB", size, colour).save(file, "PNG")
    file.seek(0)
    return discord.File(file, "board.png", description="A green board")


class Tongue(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return JAPANESE.get(string.message) if locale is discord.Locale.japanese else None


class StandIn(discord.AutoShardedClient):
    """Answers each press by saying what was pressed."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.heard: list[tuple[str, str, str | None]] = []

    async def wait(self, awaitable: Awaitable[Any], *, reason: str) -> Any:
        """Replaced by the world."""
        return await awaitable

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Tongue())
        for command in (show, panel, greet, direct, thread, form, kinds, group, wave, quote):
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data or {}
        name = str(data.get("custom_id", data.get("name", "")))
        self.heard.append((interaction.user.name, name, str(interaction.locale)))
        if interaction.type is discord.InteractionType.component:
            await self._pressed(interaction, name, data)
        elif interaction.type is discord.InteractionType.modal_submit:
            filled = {
                label["component"]["custom_id"]: label["component"].get(
                    "value", label["component"].get("values")
                )
                for label in data["components"]
                if "component" in label
            }
            await interaction.response.send_message(view=words(f"Form: {sorted(filled.items())}"))

    async def _pressed(self, interaction: discord.Interaction, name: str, data: Any) -> None:
        if name == "open":
            await interaction.response.send_modal(modal())
        elif name == "turn":
            await interaction.response.edit_message(view=words("The page is turned."), attachments=[])
        elif name != "deaf":
            text = f"You pressed {name} {' '.join(data.get('values', []))}".strip()
            await interaction.response.send_message(view=words(text), ephemeral=name == "secret")


def words(text: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    view.stop()
    return view


def everything(channel: int = 0) -> ui.LayoutView:
    """A message with every kind of component; a menu of channels has chosen this one already, if any."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour.teal())
    box.add_item(ui.TextDisplay("## Every kind\nof **component**"))
    box.add_item(ui.Separator())
    box.add_item(
        ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A green board"))
    )
    box.add_item(
        ui.Section(
            ui.TextDisplay("A section"),
            accessory=ui.Button(label="Beside", custom_id="beside", style=discord.ButtonStyle.success),
        )
    )
    box.add_item(
        ui.Section(ui.TextDisplay("With a thumbnail"), accessory=ui.Thumbnail("attachment://board.png"))
    )
    view.add_item(box)
    view.add_item(ui.File("attachment://notes.txt"))
    view.add_item(
        ui.ActionRow(
            ui.Button(label="Secret", custom_id="secret", style=discord.ButtonStyle.primary),
            ui.Button(label="Open Form", custom_id="open", emoji="📝"),
            ui.Button(label="Turn", custom_id="turn", style=discord.ButtonStyle.danger),
            ui.Button(label="Never", custom_id="never", disabled=True),
            ui.Button(label="Elsewhere", url="https://example.org/"),
        )
    )
    options = [
        discord.SelectOption(label=f"Card {n}", value=str(n), description=f"{n} heads") for n in range(1, 4)
    ]
    view.add_item(ui.ActionRow(ui.Select(custom_id="cards", placeholder="Choose a card", options=options)))
    view.add_item(
        ui.ActionRow(ui.Select(custom_id="many", placeholder="Choose two", options=options, max_values=2))
    )
    view.add_item(ui.ActionRow(ui.UserSelect(custom_id="people", placeholder="Choose a person")))
    chosen = [discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)]
    places: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id="places",
        placeholder="Choose channels",
        channel_types=[discord.ChannelType.text],
        default_values=chosen if channel else [],
        min_values=0,
        max_values=2,
    )
    view.add_item(ui.ActionRow(places))
    view.add_item(ui.ActionRow(ui.Button(label="Deaf", custom_id="deaf")))
    view.stop()
    return view


def modal() -> ui.Modal:
    """A form with a text and a menu."""
    form = ui.Modal(title="A form", custom_id="m1", timeout=900)
    form.add_item(ui.TextDisplay("Fill it in."))
    form.add_item(ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20)))
    options = [
        discord.SelectOption(label="Red", value="red"),
        discord.SelectOption(label="Blue", value="blue"),
    ]
    form.add_item(ui.Label(text="Colour", component=ui.Select(custom_id="colour", options=options)))
    return form


def every_field() -> ui.Modal:
    """A form with the other kinds of fields."""
    form = ui.Modal(title="More fields", custom_id="m2", timeout=900)
    form.add_item(ui.Label(text="Person", component=ui.UserSelect(custom_id="person")))
    form.add_item(ui.Label(text="Files", component=ui.FileUpload(custom_id="files", max_values=2)))
    radio = ui.RadioGroup(custom_id="one")
    many = ui.CheckboxGroup(custom_id="many", max_values=2)
    for colour in ("red", "blue"):
        radio.add_option(label=colour.title(), value=colour)
        many.add_option(label=f"Also {colour}", value=colour)
    form.add_item(ui.Label(text="One of them", component=radio))
    form.add_item(ui.Label(text="Any of them", component=many))
    form.add_item(ui.Label(text="Agreed", component=ui.Checkbox(custom_id="agreed")))
    return form


@app_commands.command(name="show", description="Shows things.")
async def show(interaction: discord.Interaction) -> None:
    notes = discord.File(io.BytesIO(b"hello"), "notes.txt")
    view = everything(interaction.channel_id or 0)
    await interaction.response.send_message(view=view, files=[picture(), notes])


@app_commands.command(name="panel", description="A private panel.")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(view=words(f"Only for {interaction.user.mention}."))


@app_commands.command(name="greet", description="Greets somebody.")
@app_commands.describe(whom="The person to greet.", game="A game.", times="How often.", loud="Louder.")
@app_commands.choices(
    times=[app_commands.Choice(name="once", value=1), app_commands.Choice(name="twice", value=2)]
)
async def greet(
    interaction: discord.Interaction,
    whom: discord.Member,
    game: str,
    times: app_commands.Choice[int] | None = None,
    loud: bool = False,
) -> None:
    often = times.value if times else 0
    text = f"Hello {whom.mention}: {game}, {often}, {loud}"
    await interaction.response.send_message(
        view=words(text), allowed_mentions=discord.AllowedMentions(users=[whom])
    )


@greet.autocomplete("game")
async def games(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    names = ["6 nimmt!", "Noria", "My City"]
    return [app_commands.Choice(name=name, value=name) for name in names if typed.lower() in name.lower()]


@app_commands.command(name="direct", description="Writes directly.")
async def direct(interaction: discord.Interaction) -> None:
    try:
        await interaction.user.send(
            view=everything(), files=[picture(), discord.File(io.BytesIO(b"x"), "notes.txt")]
        )
    except discord.Forbidden:
        await interaction.response.send_message(view=words("Your door is closed."), ephemeral=True)
    else:
        await interaction.response.send_message(view=words("Sent."), ephemeral=True)


@app_commands.command(name="thread", description="Opens a thread.")
async def thread(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    opened = await interaction.channel.create_thread(
        name="a quiet corner", type=discord.ChannelType.public_thread
    )
    sent = await opened.send(view=words("Welcome."))
    await interaction.response.send_message(view=words(f"See [there]({sent.jump_url})."))


@app_commands.command(name="form", description="Opens a form.")
async def form(interaction: discord.Interaction, every: bool = False) -> None:
    await interaction.response.send_modal(every_field() if every else modal())


@app_commands.command(name="kinds", description="Options of every other kind.")
async def kinds(
    interaction: discord.Interaction,
    where: discord.TextChannel,
    role: discord.Role,
    who: discord.Member | discord.Role,
    much: float,
    file: discord.Attachment,
) -> None:
    size = len(await file.read())
    text = f"{where.name} {role.name} {who.name} {much} {file.filename} {size}"
    await interaction.response.send_message(view=words(text))


group = app_commands.Group(name="table", description="Tables.")


@group.command(name="text", description="The table in words.")
async def table_text(interaction: discord.Interaction) -> None:
    moment = discord.utils.format_dt(discord.utils.utcnow(), "R")
    await interaction.response.send_message(view=words(f"# Table\n- a **row**\n-# since {moment}"))


@app_commands.context_menu(name="Wave")
async def wave(interaction: discord.Interaction, person: discord.Member) -> None:
    await interaction.response.send_message(view=words(f"You waved at {person.display_name}"))


@app_commands.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(view=words(f"You quoted {message.content}"))
