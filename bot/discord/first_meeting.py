"""The first meeting with a server: which games there are, in one post, where the bot may write; and what the
list of games shares with it."""

import logging
from collections.abc import Sequence

import discord

from bot.discord import App, catalog
from bot.discord.channels import NEEDED, language_of
from bot.discord.content import Button, Content, Entry, Menu, Row, in_rows
from bot.discord.discord_api import Undelivered, outcomes
from bot.discord.render_pool import rendered_for
from bot.games.registry import AnyGame
from bot.tables.policy import COMPANION
from bot.text import Words, words
from render.drawing import Drawing
from render.overview import card_of, overview

log = logging.getLogger(__name__)


async def welcome(app: App, guild: discord.Guild) -> None:
    """Presents the games to a server once, however often the bot is invited; nowhere if it may post nowhere.
    Where the post fails it is not tried again: to be silent is better than to say it twice."""
    channel = _place(guild)
    if channel is None or not await app.tables.servers.first_met(guild.id):
        return
    speak = words(await app.locale_of(guild.id, language_of(guild, guild.preferred_locale)))
    rendered = await rendered_for(app, presented(speak))
    try:
        with outcomes():
            await channel.send(**rendered.new(), silent=True)
    except Undelivered as error:
        log.info("server %s was not greeted: %s", guild.id, error)


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    """Where a server has its news of members, else its first channel in which we may post."""
    first = [guild.system_channel] if guild.system_channel else []
    for channel in (*first, *guild.text_channels):
        rights = channel.permissions_for(guild.me)
        if all(getattr(rights, name) for name in NEEDED):
            return channel
    return None


def presented(speak: Words) -> Content:
    """What a server sees first."""
    ways = (
        Button("games.play", speak("games.play"), style="success"),
        Button("learn.open", speak("learn.button")),
        Button("games.all", speak("games.all")),
    )
    return Content((speak("games.welcome"),), pictures(catalog.games(), speak), (ways,))


def pictures(found: Sequence[AnyGame], speak: Words) -> tuple[Drawing, ...]:
    """The picture of several games; of one or two the text says enough."""
    cards = tuple(card_of(game.info.key, speak) for game in found)
    return (overview(cards, speak),) if len(cards) > 2 else ()


def ways_to_play(found: Sequence[AnyGame], speak: Words) -> tuple[Row, ...]:
    """The games against computers, which begin at once, and a table of each for others to join."""
    titles = [(game, speak.title(game.info)) for game in found]
    alone = tuple(Entry(title, game.info.key) for game, title in titles if COMPANION in game.opponents)
    opening = [
        Button("lobby.open", speak("games.list.open", game=title), game.info.key) for game, title in titles
    ]
    menu = (Menu("lobby.against", speak("games.list.against"), alone),) if alone else ()
    return (*menu, *in_rows(opening))
