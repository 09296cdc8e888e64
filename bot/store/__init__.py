"""What is accepted is on disk: the one place that speaks SQL."""

from bot.store.connection import Store, Synchronous, open_store
from bot.store.errors import StoreError
from bot.store.repositories import Repositories

__all__ = ["Repositories", "Store", "StoreError", "Synchronous", "open_store"]
