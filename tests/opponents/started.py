"""A worker that tells how it was treated while its modules were loaded."""

import os
from multiprocessing.connection import Connection

from bot.processes import READY

NICENESS = os.nice(0)


def serve(connection: Connection) -> None:
    """Tells its niceness of then to whoever asks first."""
    connection.send_bytes(READY)
    connection.recv_bytes()
    connection.send_bytes(str(NICENESS).encode())
