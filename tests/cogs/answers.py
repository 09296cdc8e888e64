"""Private answers, as the person who asked sees them."""

from __future__ import annotations

from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import World


def private(world: World, answer: InteractionResult) -> Message:
    """The private message that answers, as it looks now: a new one, else one that was changed."""
    newest = answer.followups[-1] if answer.followups else answer.response
    assert newest is not None
    assert newest.ephemeral
    return world.env.backend.get_message(newest.channel_id, newest.id)
