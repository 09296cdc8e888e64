"""The tables at which computers think."""

from tests.tables.conftest import world

__all__ = ["world"]
