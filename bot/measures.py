"""What the bot measures while it works. Without a listener nobody reads it, and nothing is counted."""

from typing import Literal

What = Literal["acknowledgement", "picture", "film", "thought", "delivery", "rate_limit", "commit", "read"]
"""What takes time: the first answer to a press, a picture with its wait for a worker, a decision of a
computer, a notice from the outbox to Discord, the wait for Discord's limit, trips to the store."""
Outcome = Literal["answered", "refused", "outdated", "lost", "failed", "not_stored", "turned_away"]
"""What became of an interaction; `lost` where Discord took no answer any more, `turned_away` by a bot that is
about to stop."""


class Measures:
    """Takes everything and keeps nothing."""

    def timed(self, what: What, seconds: float) -> None:
        """Something has taken so long."""

    def answered(self, kind: str, outcome: Outcome) -> None:
        """An interaction is over: a command, a press or a modal."""

    def requested(self, status: int) -> None:
        """Discord has answered a request."""


UNMEASURED = Measures()
