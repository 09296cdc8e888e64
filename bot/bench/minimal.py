"""The smallest honest discord.py bot: what a press costs when nothing is kept, checked or drawn."""

import io
import os
import sys
from pathlib import Path
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from bot.bench.bot_process import turn_to

TEXT, PICTURE = "minimal:text", "minimal:picture"


class Minimal(commands.Bot):
    """`/post` posts two buttons: one changes the text, one acknowledges and then changes the picture."""

    def __init__(self, png: bytes) -> None:
        super().__init__(
            "!", intents=discord.Intents(guilds=True), help_command=None, guild_ready_timeout=0.0
        )
        self.png = png

    async def setup_hook(self) -> None:
        """Makes the command known."""

        @self.tree.command(name="post", description="Post the two buttons")
        async def _post(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(view=Board(self, "Ready."), file=self.picture())

        await self.tree.sync()

    def picture(self) -> discord.File:
        """The picture it has from the start, as a file to send."""
        return discord.File(io.BytesIO(self.png), "board.png", description="A board.")


class Board(ui.LayoutView):
    """A text, the picture, the two buttons."""

    def __init__(self, bot: Minimal, text: str) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(text))
        self.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A board."))
        )
        self.add_item(ui.ActionRow(Press(bot, TEXT), Press(bot, PICTURE)))


class Press(ui.Button[Board]):
    """Either button."""

    def __init__(self, bot: Minimal, custom_id: str) -> None:
        super().__init__(label=custom_id, custom_id=custom_id)
        self.bot = bot

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answers the press."""
        view = Board(self.bot, "Pressed.")
        if self.custom_id == TEXT:
            await interaction.response.edit_message(view=view)
        else:
            await interaction.response.defer()
            await interaction.edit_original_response(view=view, attachments=[self.bot.picture()])


if __name__ == "__main__":
    turn_to(int(sys.argv[1]))
    Minimal(Path(sys.argv[2]).read_bytes()).run(os.environ["DISCORD_TOKEN"], log_handler=None)
