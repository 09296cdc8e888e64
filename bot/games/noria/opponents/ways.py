"""The styles that have proved themselves in many games, their numbers found by trying."""

from __future__ import annotations

from bot.games.noria.opponents.styles import Style
from bot.games.noria.opponents.taste import Taste

ALLROUNDER = Style.of(
    Taste(
        resource=(0.049, 0.77, 0.083),
        good=(6.9, 16.0, 3.5, 0.29, 96.0),
        late=0.14,
        used=7.4,
        disc=(86.0, 0.1, 0.016, 0.0027),
        better=(0.018, 0.03, 8.1, 13.0),
        share=0.06,
        warehouse=(2.6, 0.34, 0.05, 0.33, 0.038),
        knowledge=0.18,
        path=(0.1, 1.5, 0.17, 2.6),
        hope=0.82,
        climb=(1.9, 0.0088, 0.0059, 7.0),
        foes=2.3,
    ),
    "1E - 1O 3M - 1T 3C 6J - RES",
)
"""Does well among many, whatever they make of the chambers."""

EXPLORER = Style.of(
    Taste(
        resource=(0.17, 0.83, 0.098),
        good=(6.0, 39.0, 1.3, 0.89, 2.5),
        late=0.31,
        used=0.61,
        disc=(5.3, 0.43, 0.06, 0.45),
        better=(0.15, 0.23, 1.3, 0.45),
        share=1.4,
        warehouse=(0.97, 0.44, 0.058, 0.81, 1.2),
        knowledge=0.68,
        path=(1.0, 1.1, 0.13, 0.7),
        hope=0.24,
        climb=(0.3, 0.15, 0.71, 0.12),
        foes=1.1,
    ),
    "1C - 2O 4E - 1M 3J 6T - EXP",
)
"""Makes compasses for exploration, and many of them."""

RESEARCHER = Style.of(
    Taste(
        resource=(2.5, 0.58, 0.25),
        good=(16.0, 14.0, 1.2, 12.0, 11.0),
        late=11.0,
        used=1.1,
        disc=(21.0, 0.013, 0.031, 11.0),
        better=(0.3, 0.02, 1.3, 0.013),
        share=3.2,
        warehouse=(1.7, 0.0061, 0.019, 3.1, 0.31),
        knowledge=0.61,
        path=(2.1, 0.37, 0.67, 0.7),
        hope=0.62,
        climb=(5.4, 0.00024, 0.81, 0.57),
        foes=3.5,
    ),
    "1E - 1O 3M - 1T 3C 6J - RES",
)
"""Makes what research costs, and wants cities and bonus discs."""

RACER = Style.of(
    Taste(
        resource=(0.35, 0.76, 0.12),
        good=(3.4, 52.0, 2.6, 0.75, 2.4),
        late=0.36,
        used=0.84,
        disc=(7.0, 0.31, 0.021, 0.41),
        better=(0.17, 0.34, 0.79, 0.3),
        share=0.75,
        warehouse=(1.6, 0.43, 0.099, 0.67, 1.1),
        knowledge=1.0,
        path=(2.4, 2.1, 0.1, 0.45),
        hope=0.18,
        climb=(0.55, 0.14, 1.2, 0.2),
        foes=1.1,
    ),
    "1C - 2O 4E - 1M 3J 6T - EXP",
)
"""What beats a table full of explorers."""
