"""The picture of a lobby: what its foot says and how well a computer plays is never cut."""

from __future__ import annotations

from dataclasses import replace

import pytest
from picture_checks import check
from picture_models import LOCALES, lobby_card

from bot.games import registry
from bot.games.registry import AnyGame
from bot.games.six_nimmt.moves import NimmtOptions
from bot.games.six_nimmt.sentences import option_rows
from bot.text import words
from render.games import drawn
from render.lobby import lobby, paint


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", ["picture.can_start", "picture.more_needed", "lobby.started", "lobby.closed"])
def test_the_foot_says_its_sentence_to_the_end(locale: str, key: str) -> None:
    speak = words(locale)
    sentence = speak(key, n=2)
    canvas = paint(replace(lobby_card(3, locale), waiting=sentence), speak)
    assert sentence in [one.text for one in canvas.placed if one.kind == "text"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", [game for game in registry.games() if drawn(game.info.key)])
def test_the_name_of_the_game_is_shown_whole_above_and_below_its_picture(game: AnyGame, locale: str) -> None:
    canvas = paint(replace(lobby_card(2, locale), game=game.info.key), words(locale))
    shown = [one.text for one in canvas.placed if one.kind == "text"]
    assert shown.count(words(locale).title(game.info)) == 2


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_the_name_of_a_computer_is_shown_whole(locale: str, level: str) -> None:
    speak = words(locale)
    name = speak("lobby.computers.name", number=9, level=speak(f"lobby.level.{level}"))
    card = lobby_card(3, locale)
    card = replace(card, names=(*card.names[:2], name), computers=(2,))
    shown = [one.text for one in paint(card, speak).placed if one.kind == "text"]
    assert name.replace(" ", "") in "".join(shown).replace(" ", "")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("length", "seats"), [("limit", 9), ("tournament", 5)])
def test_all_options_and_settings_are_shown_below_each_other(locale: str, length: str, seats: int) -> None:
    speak = words(locale)
    options = NimmtOptions(deal="logic", placement="professional", playing="open", format=length)  # type: ignore[arg-type]
    hints = (speak("table.setting.hints"), speak("table.setting.hints.on"))
    deadline = (speak("table.setting.deadline"), speak("table.setting.deadline.hours", n=12))
    rows = (*option_rows(options, speak), hints, deadline)
    card = replace(lobby_card(2, locale), seats=(2, seats), options=rows)
    check(lobby(card, speak))
    shown = [one.text for one in paint(card, speak).placed if one.kind == "text"]
    assert {text for row in card.options for text in row} <= set(shown)
