"""Whatever is asked, hints and the coach can say what a move leads to."""

from collections import defaultdict
from random import Random

import pytest
from any_game import GAMES, OWN, moment

from bot.discord.presenter import presenter_of
from bot.discord.view_models import spoken, view_model
from bot.text import words
from tests.games.samples import walk

pytestmark = pytest.mark.usefixtures("presenters")

SEEDS = range(1, 7)
"""Random games of which decisions are looked at."""
DECISIONS = 60
"""Decisions of a game that are looked at."""
OF_A_KIND = 3
"""Legal moves of each kind that are told at a decision."""
LONGEST = 300
"""Characters of an effect."""


@pytest.mark.parametrize("key", OWN)
def test_every_kind_of_move_says_what_it_leads_to(key: str) -> None:
    sample, presenter = GAMES[key], presenter_of(key)
    for seed in SEEDS:
        game, rng = walk(sample, seed), Random(seed)
        for made in rng.sample(game.made, min(DECISIONS, len(game.made))):
            for seat in sample.game.decisions(made.before):
                kinds = defaultdict[str, list[object]](list)
                for move in sample.game.legal(made.before, seat):
                    kinds[type(move).__name__].append(move)
                for locale in ("en", "ja"):
                    model = spoken(view_model(moment(key, made.before, game.seats), seat, words(locale)))
                    for moves in kinds.values():
                        for move in rng.sample(moves, min(OF_A_KIND, len(moves))):
                            effect = presenter.effect(model, move)
                            assert effect, move
                            assert len(effect) <= LONGEST
                            assert "\n" not in effect
