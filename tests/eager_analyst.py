"""The process in which games are analysed, without giving way to all others: among busy tests it would hardly
get on."""

from multiprocessing.connection import Connection

from bot.opponents import examiner


def serve(connection: Connection) -> None:
    """Serves as that process."""
    examiner.give_way = lambda: None
    examiner.serve(connection)
