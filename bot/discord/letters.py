"""Direct messages about what belongs to no table. That a person takes none is remembered."""

import logging

from bot.discord import App
from bot.discord.content import Content
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.render_pool import rendered_for

log = logging.getLogger(__name__)


async def write(
    app: App, api: DiscordApi, user: int, content: Content, *, nonce: str, silent: bool = False
) -> bool:
    """Whether a person has the letter by now; one that is there already is not sent again. Raises
    `Undelivered` while Discord has trouble."""
    rendered = await rendered_for(app, content, user)
    try:
        box = await api.box_of(user)
        await api.send_once(box, rendered, nonce=nonce, silent=silent)
    except Undelivered as error:
        if error.trouble is Trouble.BUSY:
            raise
        log.info("a person could not be written to: %s", error)
        if error.trouble is Trouble.DM_CLOSED:
            await app.tables.preferences.found_closed(user)
        return False
    return True
