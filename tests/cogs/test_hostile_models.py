"""Hostile names in everything that a game can say: each text, menu, picture and alt text of whole games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hostile import NAMES, met, wrong_in_markdown, wrong_in_picture, wrong_in_plain

from bot.discord.content import Content, Menu
from bot.discord.presenter import Presenter
from bot.discord.steps import Panel, Picks
from bot.discord.view_models import spoken
from bot.text import locales, one_line
from bot.view_model import ViewModel
from render.drawing import Drawing
from tests.games.samples import GUESTS, samples, walk
from tests.render.picture_checks import alt_of, texts
from tests.render.picture_walks import models, noticed, panels, presenter_in

GAMES = [sample for sample in samples() if sample.game.info.key not in GUESTS]
PICTURES = 3
"""States of a game whose pictures are laid out, the last one among them."""
STATES = 10
"""States of a game that are looked at, the last one among them."""
SOLO = [sample for sample in GAMES if sample.game.info.seats[0] == 1]
EVENINGS = [
    pytest.param(sample, seed, seed == 2, id=f"{sample.game.info.key}-{seed}")
    for sample in GAMES
    for seed in range(3 if sample in SOLO else 2)
]
"""Two games of several people each, and one alone."""


@dataclass
class Heard:
    """What was said, by the way in which it is shown."""

    pictures: bool
    """Whether pictures are laid out; of all others only their words are made."""
    markdown: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)

    def content(self, shown: Content) -> None:
        """Everything that a message says."""
        self.markdown += [*shown.texts, *shown.foot]
        self.plain += labels(shown)
        for one in shown.drawings:
            assert isinstance(one, Drawing)
            self.picture(one)

    def panel(self, shown: Panel) -> None:
        """Everything that a panel says."""
        rows = [row for row in shown.rows if isinstance(row, Picks)]
        buttons = [pick for row in shown.rows if not isinstance(row, Picks) for pick in row]
        self.markdown += shown.texts
        self.plain += [row.placeholder for row in rows]
        for pick in [*buttons, *shown.beside, *(pick for row in rows for pick in row.picks)]:
            self.plain += [pick.label, pick.about]
        for one in shown.drawings:
            self.picture(one)

    def picture(self, drawing: Drawing) -> None:
        """An alt text, and what stands in the picture."""
        self.plain.append(alt_of(drawing))
        self.drawn += texts(drawing) if self.pictures else ()


def labels(shown: Content) -> Iterator[str]:
    """What stands on the controls of a message."""
    for row in shown.rows:
        if isinstance(row, Menu):
            yield row.placeholder
            for entry in row.entries:
                yield from (entry.label, entry.description)
        elif isinstance(row, tuple):
            yield from (item.label for item in row)


def listen(presenter: Presenter, seen: ViewModel[Any], heard: Heard) -> None:
    """All that a presenter says of a model."""
    heard.plain += [presenter.caption(seen), presenter.text(seen)]
    heard.markdown += [presenter.caption(spoken(seen)), presenter.text(spoken(seen))]
    if seen.seat is None:
        heard.content(presenter.board(seen))
        heard.content(presenter.page(seen))
        for frame in presenter.frames(seen):
            heard.markdown.append(frame.text)
            heard.plain.append(frame.told)
            heard.picture(frame.drawing)
        if seen.outcome is not None:
            heard.content(presenter.ended(seen))
        return
    heard.content(presenter.settled(seen))
    for panel in panels(presenter, seen):
        heard.panel(panel)


@pytest.mark.parametrize(("sample", "seed", "alone"), EVENINGS)
def test_names_stay_names_in_every_sentence_and_picture_of_a_game(
    sample: Any, seed: int, alone: bool
) -> None:
    heard, presenter = Heard(pictures=True), presenter_in(sample.game.info.key)
    walks = (walk(sample, seed * 99 + number) for number in range(99))
    played = next(found for found in walks if (found.seats == 1) == alone)
    shift = seed * played.seats
    names = tuple(one_line(NAMES[(shift + seat) % len(NAMES)]) for seat in range(played.seats))
    steps = noticed(sample, played.made[:-1])
    shown = Random(seed).sample(steps, min(STATES, len(steps)))
    for number, step in enumerate([played.made[-1], *shown]):
        heard.pictures = number < PICTURES
        for seen in models(sample.game, names, step, locales()[number % 2]):
            listen(presenter, seen, heard)
    assert met(heard.markdown) == met(heard.plain) == met(heard.drawn) == met(names)
    assert [text for text in heard.markdown if wrong_in_markdown(text)] == []
    assert [text for text in heard.plain if wrong_in_plain(text)] == []
    assert [text for text in heard.drawn if wrong_in_picture(text)] == []


def test_a_name_that_is_written_otherwise_would_be_noticed() -> None:
    for name in NAMES[:6]:
        assert wrong_in_markdown(name)
        assert wrong_in_plain(name.replace("Zk", "\\Zk"))
