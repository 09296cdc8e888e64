"""`/noerdlingen`: opening a table, and each kind of move by command for keyboards and screen readers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord import opening, router
from bot.discord.translator import choice, command, group
from bot.games.noerdlingen.moves import CAPS
from cogs.noerdlingen import asking, suggesting
from cogs.noerdlingen.presses import GAME

_WALLS = [choice(f"noerdlingen.option.wall_mode.{value}", value) for value in ("solid", "gate", "road")]
_TERRITORIES = [
    choice(f"noerdlingen.option.territory_rule.{value}", value)
    for value in ("largest_open", "size_cap", "all_parts")
]
_MIRRORS = [choice(f"noerdlingen.option.mirror_borders.{value}", value) for value in ("off", "on")]
_ELIMINATIONS = [
    choice(f"noerdlingen.option.elimination.{value}", value) for value in ("strict", "skip_turn")
]
Interaction = discord.Interaction[Any]
Suggestions = list[app_commands.Choice[str]]


class Noerdlingen(commands.GroupCog, **group("noerdlingen")):
    """The commands of City of Nördlingen."""

    @command("noerdlingen.start")
    @app_commands.choices(
        wall_mode=_WALLS, territory_rule=_TERRITORIES, mirror_borders=_MIRRORS, elimination=_ELIMINATIONS
    )
    async def start(
        self,
        interaction: Interaction,
        wall_mode: str | None = None,
        territory_rule: str | None = None,
        territory_size_cap: app_commands.Range[int, CAPS[0], CAPS[1]] | None = None,
        mirror_borders: str | None = None,
        elimination: str | None = None,
        date: str | None = None,
        thread: bool = False,
    ) -> None:
        """A lobby in this channel; the host may change the options there."""
        given = {
            "wall_mode": wall_mode,
            "territory_rule": territory_rule,
            "territory_size_cap": territory_size_cap,
            "mirror_borders": mirror_borders,
            "elimination": elimination,
        }
        if territory_rule is None and territory_size_cap is not None:
            given["territory_rule"] = "size_cap"
        chosen = {key: value for key, value in given.items() if value is not None}
        await router.command(interaction, lambda call: _start(call, chosen, date, thread))

    @command("noerdlingen.place")
    async def place(self, interaction: Interaction, crossing: str) -> None:
        """The first soldier, shown to be confirmed."""
        await router.command(interaction, lambda call: asking.place(call, crossing))

    @command("noerdlingen.choose")
    async def choose(self, interaction: Interaction, number: int) -> None:
        """A number that is still free."""
        await router.command(interaction, lambda call: asking.choose(call, number))

    @command("noerdlingen.draw")
    async def draw(self, interaction: Interaction, soldier: str, way: str | None = None) -> None:
        """The chosen border, shown to be confirmed."""
        await router.command(interaction, lambda call: asking.draw(call, "draw", soldier, way))

    @command("noerdlingen.bonus")
    async def bonus(self, interaction: Interaction, soldier: str, way: str | None = None) -> None:
        """The bonus border, shown to be confirmed."""
        await router.command(interaction, lambda call: asking.draw(call, "bonus", soldier, way))

    @command("noerdlingen.decline")
    async def decline(self, interaction: Interaction) -> None:
        """No bonus border."""
        await router.command(interaction, asking.decline)

    @place.autocomplete("crossing")
    async def crossings(self, interaction: Interaction, current: str) -> Suggestions:
        """The free crossings."""
        return await router.suggest(interaction, lambda call: suggesting.crossings(call, current))

    @choose.autocomplete("number")
    async def numbers(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """The free numbers with the ways to draw them."""
        return await router.suggest(interaction, lambda call: suggesting.numbers(call, str(current)))

    @draw.autocomplete("soldier")
    async def soldiers(self, interaction: Interaction, current: str) -> Suggestions:
        """The own soldiers from which the chosen border can be drawn."""
        return await router.suggest(interaction, lambda call: suggesting.soldiers(call, "draw", current))

    @bonus.autocomplete("soldier")
    async def soldiers_for_bonus(self, interaction: Interaction, current: str) -> Suggestions:
        """The own soldiers from which the bonus border can be drawn."""
        return await router.suggest(interaction, lambda call: suggesting.soldiers(call, "bonus", current))

    @draw.autocomplete("way")
    async def ways(self, interaction: Interaction, current: str) -> Suggestions:
        """The ways of the chosen border from the soldier that is named."""
        start = _soldier(interaction)
        return await router.suggest(interaction, lambda call: suggesting.ways(call, "draw", start, current))

    @bonus.autocomplete("way")
    async def ways_for_bonus(self, interaction: Interaction, current: str) -> Suggestions:
        """The ways of the bonus border from the soldier that is named."""
        start = _soldier(interaction)
        return await router.suggest(interaction, lambda call: suggesting.ways(call, "bonus", start, current))


def _soldier(interaction: Interaction) -> str:
    """What has been typed for the soldier so far."""
    return str(interaction.namespace.soldier or "")


async def _start(call: router.Call, chosen: dict[str, Any], date: str | None, thread: bool) -> None:
    """Opens the lobby. Refusals: no_such_date, and those of `open_table`."""
    if date is not None:
        chosen = {**chosen, "date": opening.typed(GAME, "date", date)}
    await opening.open_table(call, GAME, opening.options_from(GAME, chosen), thread=thread)
