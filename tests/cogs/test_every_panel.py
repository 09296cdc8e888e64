"""What the contract promises of the panels and commands of every game, looked at without Discord: every legal
move can be picked and typed, and nothing else is ever offered."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, get_args

import pytest
from any_game import GAMES, OWN, moment

from bot.discord import steps
from bot.discord.content import Button, Content, Menu
from bot.discord.layout import ENTRIES
from bot.discord.move_codec import LONGEST, is_digest, move_at, path_of
from bot.discord.presenter import presenter_of
from bot.discord.view_models import spoken, view_model
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.thurn_and_taxis.moves import Play
from bot.tables.model import Moment
from bot.text import words
from bot.view_model import ViewModel
from tests.games.samples import Made, Walk, walk

pytestmark = pytest.mark.usefixtures("presenters")

WALKS = 2
"""Games of which moments are looked at."""
MOMENTS = 6
"""Moments of a game that are looked at."""
SOME = 40
"""Of so many legal moves each has to be found in the panel."""
MOST = 3000
"""No panel needs more steps than this to come to every move."""
OF_ITSELF = {"deal", "stuck"}
"""Moves that nobody is asked for."""


@cache
def walks(key: str) -> tuple[Walk, ...]:
    """A few random games."""
    return tuple(walk(GAMES[key], seed) for seed in range(WALKS))


def moments(key: str) -> Iterator[tuple[Moment, Seat]]:
    """Moments in which somebody has to decide, early and late ones, of each kind of decision some."""
    game = GAMES[key].game
    for played in walks(key):
        asked = [
            (made.before, seat)
            for made in played.made
            if game.forced(made.before) is None
            for seat in game.decisions(made.before)
        ]
        for state, seat in Random(1).sample(asked, min(MOMENTS, len(asked))):
            yield moment(key, state, played.seats), seat


def carried(shown: Content) -> Iterator[tuple[steps.How, str]]:
    """What can be picked in a panel: what it does, and its path."""
    for row in sorted(shown.rows, key=lambda row: not isinstance(row, Menu)):
        if isinstance(row, Menu):
            assert len(row.entries) <= ENTRIES
            if not row.action.endswith(".several"):
                yield from (steps.parsed(entry.value) for entry in row.entries)
                continue
            values = [entry.value for entry in row.entries]
            for size in range(row.fewest, row.most + 1):
                yield from (
                    ("show", f"{row.rest}/{'.'.join(some) or '-'}") for some in combinations(values, size)
                )
        elif isinstance(row, tuple):
            for item in row:
                if isinstance(item, Button) and not item.disabled and not item.action.startswith("table."):
                    yield steps.parsed(item.rest)


def reached(now: Moment, seat: Seat, wanted: set[Any]) -> set[Any]:
    """The moves that can be picked, one step after the other, until all that are wanted are among them.
    Asserts that each move that is offered is legal."""
    game, presenter = GAMES[now.table.game].game, presenter_of(now.table.game)
    legal, view = list(game.legal(now.state, seat)), game.view(now.state, seat)
    found: set[Any] = set()
    seen, waiting = {""}, deque([""])
    while waiting and len(seen) < MOST and not wanted <= found:
        shown = steps.content(presenter, now, seat, words("en"), waiting.popleft())
        # What menus offer comes first: with buttons a building can be steered anywhere.
        for how, path in carried(shown):
            move = move_at(game, path, legal)
            if move is not None and how != "show":
                assert move in legal, path
                found.add(move)
            elif move is None:
                assert how == "show", path
            made = presenter.several(view, path) if path.partition("/")[0] in presenter.at_once else ()
            found.update(move for move in made if move in legal)
            if how == "show" and path not in seen and not made:
                seen.add(path)
                waiting.append(path)
    return found


def mirrored(state: Any, move: Any) -> bool:
    """Whether a panel offers the same in another way: beside a single city both ends are one."""
    return isinstance(move, Play) and move.side == "left" and len(state.routes[state.active]) == 1


@pytest.mark.parametrize("key", GAMES)
async def test_every_legal_move_can_be_picked_and_nothing_else(key: str) -> None:
    """By hand in the menus and buttons of its panel, also one that is only shown first."""
    looked = 0
    for now, seat in moments(key):
        legal = [move for move in GAMES[key].game.legal(now.state, seat) if not mirrored(now.state, move)]
        wanted = set(Random(2).sample(legal, min(len(legal), SOME)))
        assert wanted - reached(now, seat, wanted) == set()
        looked += 1
    assert looked > 5


def last_choices(key: str) -> Iterator[tuple[Moment, Seat]]:
    """Some moments in which a secret choice is the last one: with it all of them become true."""
    game = GAMES[key].game
    for played in walks(key):
        choices = [
            (made.before, made.seat)
            for made in played.made
            if (asked := game.decisions(made.before).get(made.seat)) and asked.private
            if game.turn(made.step.state) != game.turn(made.before)
        ]
        for state, seat in Random(1).sample(choices, min(MOMENTS, len(choices))):
            yield moment(key, state, played.seats), seat


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].game.holds_back])
async def test_who_wishes_to_confirm_is_asked_about_the_last_secret_choice(key: str) -> None:
    """No control but **Confirm** makes it without asking."""
    game, looked = GAMES[key].game, 0
    for now, seat in last_choices(key):
        first = steps.content(presenter_of(key), now, seat, words("en"))
        paths = ["", *(path for how, path in carried(first) if how == "show")]
        for path in paths:
            shown = steps.content(presenter_of(key), now, seat, words("en"), path)
            kept = tuple(
                tuple(item for item in row if not item.action.endswith(".confirm"))
                if isinstance(row, tuple)
                else row
                for row in shown.rows
            )
            for how, text in carried(replace(shown, rows=kept)):
                move = move_at(game, text, list(game.legal(now.state, seat)))
                if how == "make" and move is not None:
                    after = game.apply(now.state, seat, move, Chance(bytes(32))).state
                    assert game.turn(after) == game.turn(now.state), text
            looked += 1
    assert looked >= MOMENTS


@pytest.mark.parametrize("key", GAMES)
async def test_every_kind_of_move_has_a_command_and_agrees_with_what_is_typed(key: str) -> None:
    """What the parameters say of a legal move leads back to it alone, or to a choice among equals."""
    game, presenter = GAMES[key].game, presenter_of(key)
    typed = {kind for described in presenter.commands.values() for kind in described.kinds}
    kinds = set(get_args(game.move_type)) or {game.move_type}
    assert {kind.__struct_config__.tag for kind in kinds - typed} - OF_ITSELF == MEANT.get(key, set())


MEANT: dict[str, set[str]] = {
    "thurn_and_taxis": {"administrator", "close"},
    "pebbles": {"take", "draw", "stop"},
}
"""Moves whose commands work them out themselves; a game may have none."""


@pytest.mark.parametrize("key", GAMES)
async def test_every_move_is_carried_by_a_control(key: str) -> None:
    """Its path is short, has no space, and leads back to it; a digest finds it among the legal moves."""
    game, digests = GAMES[key].game, 0
    for now, seat in moments(key):
        legal = list(game.legal(now.state, seat))
        for move in legal[:200]:
            path = path_of(game, move)
            assert len(path) <= LONGEST
            assert not any(map(str.isspace, path))
            assert move_at(game, path, legal) == move
            digests += is_digest(path)
            if not is_digest(path):
                tag = path.partition("/")[0]
                assert move_at(game, f"{tag}/x/y/z/w") is None
    assert not digests or key in ("thurn_and_taxis", "my_city")


@pytest.mark.parametrize("key", OWN)
async def test_every_move_has_words_of_its_own(key: str) -> None:
    for now, seat in moments(key):
        legal, shown = list(GAMES[key].game.legal(now.state, seat)), view_model(now, seat, words("en"))
        assert len({presenter_of(key).named(shown, move) for move in legal}) == len(legal)


def told(key: str) -> Iterator[tuple[Made, ViewModel[Any]]]:
    """Each step of a few games, and what everybody may know of it."""
    for played in walks(key):
        for made in played.made:
            public = tuple(event for event in made.step.events if event.seen_by is None)
            now = moment(key, made.step.state, played.seats)
            yield made, view_model(now, None, words("en"), events=public)


PARTS = {"my_city": "episode"}
"""Of what a game consists, if not of rounds."""


@pytest.mark.parametrize("key", OWN)
async def test_a_step_belongs_to_the_part_of_the_game_in_which_it_was_made(key: str) -> None:
    """With its number the caption begins; only what makes itself may begin a part."""
    presenter, looked = presenter_of(key), set[int]()
    for made, shown in told(key):
        part, caption = presenter.part(shown), presenter.caption(shown)
        assert part == getattr(made.before, PARTS.get(key, "round")) or GAMES[key].game.forced(made.before)
        assert (caption, re.findall(r"\b\d+", caption)[:1]) == (caption, [str(part)]) or not part
        looked.add(part)
    assert len(looked) > 1


@pytest.mark.parametrize(
    ("key", "whole"), [("thurn_and_taxis", True), ("noria", True), ("noerdlingen", False)]
)
async def test_a_replay_tells_what_each_small_move_has_brought(key: str, whole: bool) -> None:
    """And nothing twice: a turn is told as a whole only where its steps are left out."""
    presenter, turns = presenter_of(key), 0
    for _, shown in told(key):
        story = "\n".join(presenter.sentences.report(spoken(shown), shown.events))
        assert [frame.text for frame in presenter.frames(shown)] == [text for text in (story,) if text]
        outline = [frame.text for frame in presenter.outline(shown)]
        assert set(outline) <= {story, *presenter.page(shown).texts}
        turns += outline not in ([], [story])
    assert (turns > 10) == whole
