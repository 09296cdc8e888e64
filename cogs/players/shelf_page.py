"""`/games list`: all that can be played here, or what fits those who are there and their time."""

from __future__ import annotations

from urllib.parse import urlsplit

from bot.discord import catalog
from bot.discord.content import Button, Content, Entry, Menu, Row, in_rows
from bot.discord.router import Call
from bot.games.registry import AnyGame
from bot.text import Words


async def show(call: Call, players: int = 0, minutes: int = 0) -> None:
    """The games for so many players that take no longer than so many minutes (0: any), best suited first,
    with a menu that leads to their rules and buttons that open tables."""
    speak, found = call.words, catalog.fitting(players, minutes)
    title = _title(players, minutes, speak)
    if not found:
        await call.reply.private(Content((title, speak("games.list.nothing"))))
        return
    entries = tuple(Entry(catalog.title(game, speak), game.info.key) for game in found)
    menu = Menu("games.rules", speak("games.list.menu"), entries)
    texts = (title, *(_presented(game, speak) for game in found))
    await call.reply.private(Content(texts, rows=(menu, *_opening(call, found))))


def _title(players: int, minutes: int, speak: Words) -> str:
    if players and minutes:
        return speak("games.list.title_both", n=players, minutes=minutes)
    if players:
        return speak("games.list.title_players", n=players)
    return speak("games.list.title_minutes", minutes=minutes) if minutes else speak("games.list.title")


def _presented(game: AnyGame, speak: Words) -> str:
    info = game.info
    low, high = info.seats
    lines = [
        f"### {catalog.title(game, speak)}",
        speak("games.list.numbers", low=low, high=high, minutes=info.minutes),
        speak("games.list.makers", designers=speak.all_of(info.designers), publisher=info.publisher),
        " · ".join(f"[{urlsplit(url).netloc}]({url})" for url in info.links),
    ]
    return "\n".join(line for line in lines if line)


def _opening(call: Call, found: tuple[AnyGame, ...]) -> tuple[Row, ...]:
    """A button for each game that opens a table, and below them where others are found; none of them where
    there can be no table."""
    if call.interaction.guild_id is None:
        return ()
    speak = call.words
    buttons = [
        Button("lobby.open", speak("games.list.open", game=catalog.title(game, speak)), game.info.key)
        for game in found
    ]
    others = (
        Button("games.tables", speak("games.tables.button")),
        Button("wanted.panel", speak("games.wanted.button")),
    )
    return (*in_rows(buttons), others)
