"""`/games`: what can be played here, the rules to read, a person's tables on all servers, how people did."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.discord import catalog, router
from bot.discord.content import Button, Content, Entry, Menu, window
from bot.discord.ids import number
from bot.discord.layout import suggestions
from bot.discord.router import Call, on
from bot.discord.translator import command, group
from bot.discord.zones import zones_like
from bot.games.contract import Refusal
from bot.text import Page, Words
from cogs import mine, personal, personal_data, server
from cogs.players import open_tables, shelf_page, wanted
from cogs.statistics import diary as past_games
from cogs.statistics import person as statistics_of
from cogs.statistics import standing


class Games(commands.GroupCog, **group("games")):
    """The commands that belong to no single table."""

    @command("games.list")
    async def all_games(
        self,
        interaction: discord.Interaction[Any],
        players: app_commands.Range[int, 1, catalog.MOST_PLAYERS] | None = None,
        minutes: app_commands.Range[int, 1, catalog.MOST_MINUTES] | None = None,
    ) -> None:
        """All games, or those that fit so many players and so much time."""
        await router.command(interaction, lambda call: shelf_page.show(call, players or 0, minutes or 0))

    @command("games.tables")
    async def tables(self, interaction: discord.Interaction[Any]) -> None:
        """The tables of this server that somebody can still join."""
        await router.command(interaction, open_tables.show)

    @command("games.wanted")
    async def wanted(self, interaction: discord.Interaction[Any]) -> None:
        """What a person would like to play, and who else would."""
        await router.command(interaction, wanted.show)

    @command("games.rules")
    async def rules(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """The rules of the named game, else of the one that is played in this channel."""
        await router.command(interaction, lambda call: _open_rules(call, game))

    @command("games.mine")
    async def mine(self, interaction: discord.Interaction[Any]) -> None:
        """The tables at which somebody sits or which they watch, and whose turn it is there."""
        await router.command(interaction, mine.show)

    @command("games.statistics")
    async def statistics(
        self,
        interaction: discord.Interaction[Any],
        game: str | None = None,
        person: discord.User | None = None,
    ) -> None:
        """What the named person, else the one who asks, did in the games of this server."""
        user = person.id if person else interaction.user.id
        await router.command(interaction, lambda call: statistics_of.show(call, user, game))

    @command("games.leaderboard")
    async def leaderboard(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Who plays a game best in this server."""
        await router.command(interaction, lambda call: standing.show(call, game))

    @command("games.diary")
    async def diary(self, interaction: discord.Interaction[Any], person: discord.User | None = None) -> None:
        """The finished games of this server, or those of the named person."""
        user = person.id if person else None
        await router.command(interaction, lambda call: past_games.show(call, user))

    @leaderboard.autocomplete("game")
    @statistics.autocomplete("game")
    @rules.autocomplete("game")
    async def _games_so_far(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return await router.suggest(interaction, lambda call: _matching(call, current))

    @command("games.privacy")
    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        """What is kept about people, why and for how long."""
        await router.command(interaction, personal_data.show_privacy)

    @command("games.export")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Everything that is kept about the person, as a file."""
        await router.command(interaction, personal_data.export)

    @command("games.forget_me")
    async def forget_me(self, interaction: discord.Interaction[Any]) -> None:
        """Asks before the person is forgotten."""
        await router.command(interaction, personal_data.ask_to_forget)

    @command("games.audit")
    async def audit(self, interaction: discord.Interaction[Any]) -> None:
        """The last administrative acts in the server, for those who manage it."""
        await router.command(interaction, personal_data.show_audit)

    @command("games.settings")
    async def settings(self, interaction: discord.Interaction[Any], zone: str | None = None) -> None:
        """What a person has set for all tables; with a time zone, this is set at once."""
        await router.command(interaction, lambda call: personal.show(call, zone))

    @settings.autocomplete("zone")
    async def _zones_so_far(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return suggestions((name, name) for name in zones_like(current))

    @command("games.server")
    async def server(self, interaction: discord.Interaction[Any]) -> None:
        """What is set for the server; who manages it can change it."""
        await router.command(interaction, server.show)


async def _matching(call: Call, current: str) -> list[app_commands.Choice[str]]:
    """The games that somebody may mean, in the words of the person."""
    return suggestions((catalog.title(game, call.words), game.info.key) for game in catalog.matching(current))


async def _open_rules(call: Call, named: str | None) -> None:
    key = catalog.find(named) if named else await _played_here(call)
    if named and key is None:
        raise Refusal("no_such_game")
    if key is None:
        await shelf_page.show(call)
        return
    await call.reply.private(_page(key, 0, call.words))


async def _played_here(call: Call) -> str | None:
    """The game of this channel's table; where only one game is known, that one."""
    table = await call.tables.queries.table_in(call.channel)
    if table is not None:
        return table.game
    offered = catalog.games()
    return offered[0].info.key if len(offered) == 1 else None


@on("games.rules")
async def _turn_to(press: Call) -> None:
    """**Rules** of a board (the table says which), a game of the list, or a page of the rules."""
    key, _, page = press.id.rest.partition("/")
    if not key:
        key = press.value if press.values else (await press.tables.queries.table(press.id.table)).game
    elif press.values:
        page = press.value
    if catalog.find(key) != key:
        raise Refusal("no_such_game")
    await press.reply.show(_page(key, number(page), press.words))


def _page(key: str, at: int, speak: Words) -> Content:
    found = catalog.rules(key, speak.locale)
    at = min(max(at, 0), len(found) - 1)
    game, section = catalog.name(key, speak), _heading(found[at], speak)
    # The first page is headed by the game's own name.
    heading = f"## {game}" if section == game else speak("games.rules.title", game=game, heading=section)
    foot = f"-# {speak('games.rules.page', page=at + 1, pages=len(found))}"
    entries = tuple(Entry(_heading(found[n], speak), str(n), chosen=n == at) for n in window(at, len(found)))
    turning = (
        Button("games.rules", speak("games.rules.previous"), f"{key}/{at - 1}", disabled=at == 0),
        Button("games.rules", speak("games.rules.next"), f"{key}/{at + 1}", disabled=at == len(found) - 1),
    )
    sections = Menu("games.rules", speak("games.rules.menu"), entries, rest=key)
    return Content((heading, found[at].body, foot), rows=(sections, turning))


def _heading(page: Page, speak: Words) -> str:
    if page.parts == 1:
        return page.heading
    return speak("games.rules.part", heading=page.heading, part=page.part, parts=page.parts)


async def setup(app: App) -> None:
    """Called when the cog is loaded."""
    await app.add_cog(Games())
