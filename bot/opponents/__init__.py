"""Computers at the table: they think in a process of their own and play through the table services."""
