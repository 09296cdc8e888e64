"""The picture of a lobby: what its foot says and how well a computer plays is never cut."""

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


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_the_name_of_a_computer_is_shown_whole(locale: str, level: str) -> None:
    speak = words(locale)
    name = speak("lobby.computers.name", number=9, level=speak(f"lobby.level.{level}"))
    card = lobby_card(3, locale)
    card = replace(card, names=(*card.names[:2], name), computers=(2,))
    shown = [one.text for one in paint(card, speak).placed if one.kind == "text"]
    assert name.replace(" ", "") in "".join(shown).replace(" ", "")
