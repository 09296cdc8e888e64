"""What is accepted is on disk: the one place that speaks SQL."""

from bot.store.errors import StoreError
from bot.store.place import Place, Server, place
from bot.store.repositories import Repositories
from bot.store.session import Synchronous
from bot.store.store import Store, open_store

__all__ = ["Place", "Repositories", "Server", "Store", "StoreError", "Synchronous", "open_store", "place"]
