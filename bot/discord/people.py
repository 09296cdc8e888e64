"""What is stored about a person: whether to send direct messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.store.records import PersonRow
from bot.store.repositories import Repositories
from bot.tables import settings

if TYPE_CHECKING:
    from bot.app import App

NAME = 32
"""Characters of a name, as many as Discord allows."""


async def takes_messages(app: App, user: int) -> bool:
    """Whether a person wants direct messages and lets us send them."""
    return settings.takes_messages(await known(app, user))


async def known(app: App, user: int) -> PersonRow | None:
    """The stored person, if there is one."""
    return await app.store.read(lambda stored: stored.people.get(user))


async def found_closed(app: App, user: int) -> None:
    """Discord does not let us write to a person: it is not tried again until the person wants it."""
    await _change(app, user, dm_closed=True)


async def want_messages(app: App, user: int, *, wanted: bool) -> None:
    """Turns direct messages on or off; on also tries again where Discord had refused them."""
    await _change(app, user, dm=wanted, **({"dm_closed": False} if wanted else {}))


async def _change(app: App, user: int, **changes: Any) -> None:
    async def changed(stored: Repositories) -> None:
        person = await stored.people.get(user)
        if person is not None:
            await stored.people.put(replace(person, **changes))

    await app.store.change(changed)
