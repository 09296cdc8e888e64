"""What is accepted is on disk: the one place that speaks SQL."""

from bot.store.errors import StoreError
from bot.store.repositories import Repositories
from bot.store.store import Store, Synchronous, open_store

__all__ = ["Repositories", "Store", "StoreError", "Synchronous", "open_store"]
