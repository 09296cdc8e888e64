"""How much work hard and expert put into a decision."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a decision is worth, and how the others are thought to choose in the trick to come."""

    deals: int
    """Deals sampled for a decision."""
    careful: float = 0
    """The share of the others who play by the heuristic of `risk.py`."""
    searching: float = 0
    """The share of the others who search themselves, whatever else they would do; the rest is random."""
    surveyed: int = 0
    """Deals in which is noted what each card would cost them."""
    careful_to_them: float = 0
    """The share of careful players that such a search reckons with."""
    plans: int = 0
    """Orders of the own hand tried behind each first card, each in all deals; 0: a new one in every deal."""
    endgames: bool = False
    """Whether the last tricks are solved where all hands are known."""
