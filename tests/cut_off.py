"""Ends all connections to a database, as a server does that is restarted."""

import psycopg

from bot.store import Server


def cut_off(server: Server) -> None:
    """Ends all connections to a database, as a server does that is restarted."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
