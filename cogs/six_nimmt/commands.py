"""`/nimmt`: opening a table, and each kind of move by command for keyboards and screen readers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord import opening, router
from bot.discord.layout import ENTRIES, ENTRY
from bot.discord.people import table_for
from bot.discord.router import Call
from bot.discord.translator import choice, command, group
from bot.games.six_nimmt.defaults import LIMIT, ROUNDS
from bot.games.six_nimmt.view import NimmtView
from bot.text import cut
from cogs.six_nimmt.presenter import answer, named
from cogs.six_nimmt.presses import choose_card, look, pick_card, take_row
from render.six_nimmt.words import lands

GAME = "six_nimmt"
_FORMATS = [choice(f"six_nimmt.option.format.{value}", value) for value in ("limit", "rounds", "tournament")]
_DEALS = [choice(f"six_nimmt.option.deal.{value}", value) for value in ("base", "strategy", "logic")]
_PLACEMENTS = [choice(f"six_nimmt.option.placement.{value}", value) for value in ("normal", "professional")]
_PLAYINGS = [choice(f"six_nimmt.option.playing.{value}", value) for value in ("simultaneous", "open")]
_ENDS = [choice(f"six_nimmt.option.end.{value}", value) for value in ("above", "reached")]


class Nimmt(commands.GroupCog, **group("nimmt")):
    """The commands of 6 nimmt!."""

    @command("nimmt.start")
    @app_commands.choices(deal=_DEALS, placement=_PLACEMENTS, playing=_PLAYINGS, format=_FORMATS, end=_ENDS)
    async def start(
        self,
        interaction: discord.Interaction[Any],
        deal: str | None = None,
        placement: str | None = None,
        playing: str | None = None,
        format: str | None = None,
        limit: app_commands.Range[int, LIMIT.low, LIMIT.high] | None = None,
        rounds: app_commands.Range[int, ROUNDS.low, ROUNDS.high] | None = None,
        end: str | None = None,
        thread: bool = False,
    ) -> None:
        """A lobby in this channel; the host may change the options there."""
        given = {
            "deal": deal,
            "placement": placement,
            "playing": playing,
            "format": format,
            "limit": limit,
            "rounds": rounds,
            "end": end,
        }
        if format is None and rounds is not None and limit is None:
            given["format"] = "rounds"
        chosen = {key: value for key, value in given.items() if value is not None}
        await router.command(
            interaction,
            lambda call: opening.open_table(call, GAME, opening.options_from(GAME, chosen), thread=thread),
        )

    @command("nimmt.play")
    async def play(self, interaction: discord.Interaction[Any], card: int) -> None:
        """A card of the hand, by its number."""
        await router.command(interaction, lambda call: _play(call, card))

    @command("nimmt.pick")
    async def pick(self, interaction: discord.Interaction[Any], card: int) -> None:
        """A card of the draft, by its number."""
        await router.command(interaction, lambda call: _pick(call, card))

    @command("nimmt.take")
    async def take(self, interaction: discord.Interaction[Any], row: app_commands.Range[int, 1, 4]) -> None:
        """The row that a card takes, or to which it goes in a tie."""
        await router.command(interaction, lambda call: _take(call, row))

    @play.autocomplete("card")
    async def cards(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """The cards of the hand that begin like this, each with the place where it would go."""
        return await router.suggest(interaction, lambda call: _cards(call, str(current)))

    @pick.autocomplete("card")
    async def free_cards(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """The cards that still lie face up and begin like this."""
        return await router.suggest(interaction, lambda call: _free_cards(call, str(current)))

    @take.autocomplete("row")
    async def rows(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[int]]:
        """The rows with what each costs, for the owner of a card in question."""
        return await router.suggest(interaction, lambda call: _rows(call, str(current)))


async def _play(call: Call, card: int) -> None:
    table = await table_for(call, game=GAME)
    _, turn = await look(call, table)
    await choose_card(call, table, turn, card)


async def _pick(call: Call, card: int) -> None:
    table = await table_for(call, game=GAME)
    _, turn = await look(call, table)
    await pick_card(call, table, turn, card)


async def _take(call: Call, row: int) -> None:
    table = await table_for(call, game=GAME)
    _, turn = await look(call, table)
    await take_row(call, table, turn, row)


async def _cards(call: Call, typed: str) -> list[app_commands.Choice[int]]:
    view, _ = await look(call, await table_for(call, game=GAME))
    if view is None or view.phase != "choose":
        return []
    return [
        app_commands.Choice(name=_line(view, card, call), value=card)
        for card in view.hand
        if str(card).startswith(typed.strip())
    ]


async def _free_cards(call: Call, typed: str) -> list[app_commands.Choice[int]]:
    view, _ = await look(call, await table_for(call, game=GAME))
    if view is None:
        return []
    fitting = [card for card in view.pool if str(card).startswith(typed.strip())]
    return [app_commands.Choice(name=named(card, call.words), value=card) for card in fitting[:ENTRIES]]


async def _rows(call: Call, typed: str) -> list[app_commands.Choice[int]]:
    table = await table_for(call, game=GAME)
    view, _ = await look(call, table)
    if view is None or view.question is None or view.question.seat != table.seat_of(call.person.id):
        return []
    return [
        app_commands.Choice(name=answer(view, row, call.words), value=row)
        for row in view.question.rows
        if str(row).startswith(typed.strip())
    ]


def _line(view: NimmtView, card: int, call: Call) -> str:
    speak = call.words
    return cut(
        speak("six_nimmt.command.card", card=named(card, speak), lands=lands(view, card, speak, "panel")),
        ENTRY,
    )
