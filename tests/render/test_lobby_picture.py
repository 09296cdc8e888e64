"""The picture of a lobby: what its foot says is never cut."""

from __future__ import annotations

from dataclasses import replace

import pytest
from picture_scenes import LOCALES, lobby_card

from bot.text import words
from render.lobby import paint


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", ["picture.can_start", "picture.more_needed", "lobby.started", "lobby.closed"])
def test_the_foot_says_its_sentence_to_the_end(locale: str, key: str) -> None:
    speak = words(locale)
    sentence = speak(key, n=2)
    canvas = paint(replace(lobby_card(3, locale), waiting=sentence), speak)
    assert sentence in [one.text for one in canvas.placed if one.kind == "text"]
