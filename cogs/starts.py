"""Starts that several people can play one after the other, and the best games with each in a server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.discord import router
from bot.discord.at_table import table_for
from bot.discord.channels import server_of
from bot.discord.content import Button, Content, Entry, Menu, number
from bot.discord.game_commands import begins
from bot.discord.layout import NAME, suggestions
from bot.discord.opening import open_table, options_from, typed
from bot.discord.router import Call, on
from bot.discord.translator import command, plain_command
from bot.discord.view_models import called
from bot.games.contract import Refusal
from bot.tables.model import PlayedSetup, Scored
from bot.text import Words, cut, one_line, plain, stamp

LINES = 10
"""Games in the list of a start."""
STARTS = 8
"""Starts in the list of a server: each is as long as a line can be."""
OPTION = "start"
Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Starts:
    """The starts of a game; its sentences are `<game>.scores.*`."""

    game: str
    group: str
    position: Callable[[Any], str]
    """From a state to the start with which another table can be opened; empty where there is none."""
    key_of: Callable[[str], str]
    """From a value of the option to the `Game.setup_key` of its games; refuses a start that leaves some of it
    to be drawn or chosen."""
    none: str
    """The refusal where a game has no such start."""

    def add_to(self, commands: app_commands.Group) -> None:
        """Adds `setup` and `scores` to the commands of the game, and answers the buttons that lead there."""

        @command(f"{self.group}.scores")
        async def scores(interaction: Interaction, setup: str | None = None) -> None:
            await router.command(interaction, lambda call: self._scores(call, setup))

        @scores.autocomplete("setup")
        async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[Any]]:
            async def played(call: Call) -> list[app_commands.Choice[Any]]:
                return suggestions(line for line in await self.played(call) if begins(current, *line))

            return await router.suggest(interaction, played)

        commands.add_command(plain_command(f"{self.group}.setup", self._show_start))
        commands.add_command(scores)
        on(f"{self.group}.challenge", answers="private")(self._challenge)
        on(f"{self.group}.scores")(self._high_scores)
        on(f"{self.group}.starts")(self._starts)

    def buttons(self, speak: Words) -> tuple[Button, ...]:
        """What stands below the ranking of a game with a start."""
        challenge = Button(f"{self.group}.challenge", speak(f"{self.game}.panel.challenge"))
        return challenge, Button(f"{self.group}.scores", speak(f"{self.game}.panel.scores"))

    async def played(self, call: Call) -> list[tuple[str, str]]:
        """The starts of the server as lines and values, newest first; none in a direct message."""
        guild = call.interaction.guild_id
        if guild is None:
            return []
        found = await call.tables.results.setups_of(guild, self.game, STARTS)
        starts = [(each, on_one_line(each.best.result.setup)) for each in found]
        return [(f"{self._in_short(each, call.words)} · {start}", start) for each, start in starts]

    async def _show_start(self, call: Call) -> Content:
        table = await table_for(call, game=self.game)
        start = await self._position(call, table.id)
        return Content((call.words(f"{self.game}.panel.start", start=start),))

    async def _challenge(self, call: Call) -> Content:
        position = await self._position(call, call.id.table)
        return await open_table(call, self.game, options_from(self.game, {OPTION: position}))

    async def _position(self, call: Call, table: int) -> str:
        moment = await call.tables.queries.now_at(table)
        position = self.position(moment.state) if moment.table.game == self.game else ""
        if not position:
            raise Refusal(self.none)
        return position

    async def _scores(self, call: Call, setup: str | None) -> Content:
        """The best games with this start, else the last one here, else the starts of the server."""
        server_of(call, "only_in_server")
        if setup:
            key = self.key_of(typed(self.game, OPTION, setup))
        else:
            key = await call.tables.results.newest_setup(call.channel, self.game)
        return await (self._listed(call, key) if key else self._starts(call))

    async def _high_scores(self, call: Call) -> Content:
        """**High scores** under a ranking, and a line of the list of starts."""
        guild = server_of(call, "only_in_server")
        table = number(call.value) if call.values else call.id.table
        rows = [row for row in await call.tables.results.at(table) if row.setup and row.guild == guild]
        if not rows:
            raise Refusal(self.none)
        return await self._listed(call, rows[0].setup)

    async def _listed(self, call: Call, setup: str) -> Content:
        """The best games that began like this; equal points share their place."""
        speak, guild = call.words, server_of(call, "only_in_server")
        found = await call.tables.results.best_with(guild, self.game, setup, LINES + 1)
        all_starts = Button(f"{self.group}.starts", speak(f"{self.game}.scores.all_starts"))
        head = (speak(f"{self.game}.scores.title"), speak(f"{self.game}.panel.start", start=setup))
        if not found:
            return Content((*head, speak(f"{self.game}.scores.none_with_it")), rows=((all_starts,),))
        results = [scored.result for scored in found]
        points = [result.points for result in results]
        lines = [
            speak(
                f"{self.game}.scores.{'won' if result.place == 1 else 'lost'}",
                place=points.index(result.points) + 1,
                name=plain(self._name(scored, speak)),
                n=result.points,
                when=stamp(result.at, "d"),
            )
            for scored, result in zip(found[:LINES], results, strict=False)
        ]
        more = speak(f"{self.game}.scores.more", n=LINES) if len(found) > LINES else ""
        label = speak(f"{self.game}.panel.challenge")
        rows = ((Button(f"{self.group}.challenge", label, style="primary"), all_starts),)
        return Content((*head, "\n".join(lines), more), rows=rows, table=results[0].table)

    async def _starts(self, call: Call) -> Content:
        speak, guild = call.words, server_of(call, "only_in_server")
        found = await call.tables.results.setups_of(guild, self.game, STARTS)
        head = speak(f"{self.game}.scores.starts")
        if not found:
            return Content((head, speak(f"{self.game}.scores.none")))
        lines: list[str] = []
        entries: list[Entry] = []
        for each in found:
            best, start = each.best.result, on_one_line(each.best.result.setup)
            name = plain(self._name(each.best, speak))
            games = speak(f"{self.game}.scores.games", n=each.games)
            told = speak(f"{self.game}.scores.start", n=best.points, name=name, games=games, start=start)
            lines.append(told)
            entries.append(Entry(self._in_short(each, speak), str(best.table), start))
        menu = Menu(f"{self.group}.scores", speak(f"{self.game}.scores.menu"), tuple(entries))
        return Content((head, "\n".join(lines)), rows=(menu,))

    def _name(self, scored: Scored, speak: Words) -> str:
        return cut(called(scored.sitter.name, speak), NAME) or speak(f"{self.game}.scores.somebody")

    def _in_short(self, each: PlayedSetup, speak: Words) -> str:
        name, games = one_line(self._name(each.best, speak)), speak(f"{self.game}.scores.games", n=each.games)
        return speak(f"{self.game}.scores.start_short", n=each.best.result.points, name=name, games=games)


def on_one_line(setup: str) -> str:
    """The lines of a start in one, as they can be typed into a command."""
    return " / ".join(setup.splitlines())
