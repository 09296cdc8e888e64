"""How a command ends: its exit codes, and the refusal to start."""

DONE = 0
CHECK_FAILED = 1
SETTINGS = 2
REFUSED = 3
INTERRUPTED = 130


class Refused(Exception):  # noqa: N818 - an outcome, told in one line
    """The bot does not start, or does not do what it was asked to: one clear line says why."""
