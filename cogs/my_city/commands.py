"""`/mycity`: opening a table, and each kind of move by command for keyboards and screen readers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord import opening, router
from bot.discord.translator import choice, command, group
from bot.games.my_city.city import CHAPTERS, EPISODES
from cogs.my_city import asking, suggesting
from cogs.my_city.presses import GAME

_MODES = [
    choice(f"my_city.option.mode.{value}", value) for value in ("episode", "chapter", "mini", "campaign")
]
_ORDERS = [choice(f"my_city.option.order.{value}", value) for value in ("printed", "free")]
_TURNS = [choice(f"my_city.command.turn.{value}", str(value)) for value in range(4)]
Interaction = discord.Interaction[Any]


class MyCity(commands.GroupCog, **group("mycity")):
    """The commands of My City: Roll & Build."""

    @command("mycity.start")
    @app_commands.choices(mode=_MODES, order=_ORDERS)
    async def start(
        self,
        interaction: Interaction,
        mode: str | None = None,
        episode: app_commands.Range[int, min(EPISODES), max(EPISODES)] | None = None,
        chapter: app_commands.Range[int, min(CHAPTERS), max(CHAPTERS)] | None = None,
        order: str | None = None,
        thread: bool = False,
    ) -> None:
        """A lobby in this channel; the host may change the options there."""
        if mode is None and (order or chapter):
            mode = "campaign" if order else "chapter"
        given = {"mode": mode, "episode": episode, "chapter": chapter, "order": order}
        chosen = {key: value for key, value in given.items() if value is not None}
        await router.command(
            interaction,
            lambda call: opening.open_table(call, GAME, opening.options_from(GAME, chosen), thread=thread),
        )

    @command("mycity.build")
    @app_commands.choices(turn=_TURNS)
    async def build(
        self, interaction: Interaction, at: str, turn: str | None = None, flip: bool | None = None
    ) -> None:
        """What the dice ask for, from its upper left cell on."""
        quarters = None if turn is None else int(turn)
        await router.command(interaction, lambda call: asking.build(call, at, quarters, flip))

    @command("mycity.pass")
    async def pass_round(self, interaction: Interaction) -> None:
        """A pass."""
        await router.command(interaction, asking.pass_round)

    @command("mycity.stop")
    async def stop(self, interaction: Interaction) -> None:
        """Leaving the episode, shown to be confirmed."""
        await router.command(interaction, asking.stop)

    @command("mycity.episode")
    async def episode(
        self, interaction: Interaction, number: app_commands.Range[int, min(EPISODES), max(EPISODES)]
    ) -> None:
        """The next episode of a campaign in free order, shown to be confirmed."""
        await router.command(interaction, lambda call: asking.begin(call, number))

    @command("mycity.finish")
    async def finish(self, interaction: Interaction) -> None:
        """The end of a campaign in free order, shown to be confirmed."""
        await router.command(interaction, asking.finish)

    @build.autocomplete("at")
    async def spots(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """The legal spots, the best ones first."""
        return await router.suggest(interaction, lambda call: suggesting.spots(call, current))

    @episode.autocomplete("number")
    async def episodes(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """The episodes that can be begun."""
        return await router.suggest(interaction, lambda call: suggesting.episodes(call, str(current)))
