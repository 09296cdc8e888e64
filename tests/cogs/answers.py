"""Private answers, as the person who asked sees them."""

from __future__ import annotations

from simcord.backend.models import Message
from simcord.results import InteractionResult
from simulated import World


def private(world: World, answer: InteractionResult) -> Message:
    """The private message that answers, as it looks now."""
    assert answer.response is not None
    assert answer.response.ephemeral
    return world.env.backend.get_message(answer.response.channel_id, answer.response.id)
