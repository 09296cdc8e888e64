"""Playing on: every sheet to its end, each choice the one that looks best one step ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bot.games.my_city.opponents.goals import KINDS
from bot.games.my_city.opponents.ground import Flags, Floats, Ints, Places
from bot.games.my_city.opponents.judging import OUT, Asked, Judge, open_at
from bot.games.my_city.opponents.rolls import SHAPES, Rolls
from bot.games.my_city.opponents.sheets import Sheets, Stroke


class Task(NamedTuple):
    """What a roll asks of some sheets, and how many boxes passing it ticks, 0 where it can't be passed."""

    asked: Asked
    boxes: Ints


class Luck(NamedTuple):
    """What comes from outside: the rolls, which of their courses each sheet gets, and by sheet and goal until
    which round its first-come bonus can be won."""

    rolls: Rolls
    courses: Places
    open_until: Ints


def play_on(sheets: Sheets, judge: Judge, luck: Luck, active: Places, rounds: range) -> Places:
    """Plays the active sheets through these rounds; those that are still not at their end."""
    rolls, courses, open_until = luck
    active = active[sheets.free[active].any(axis=1)]
    for round in rounds:
        at = courses[active]
        pieces = sheets.pieces[active] < len(sheets.plot.episode.pieces)
        pieces &= rolls.compass[at, round]
        kinds = np.where(pieces, KINDS, rolls.kinds[at, round]).astype(np.int16)
        open_goals = open_at(open_until, round)
        asked = tasks(sheets, active, rolls.shapes[at, round], kinds)
        stopped = [_step(sheets, judge, task, open_goals, round) for task in asked]
        active = active[~np.isin(active, np.concatenate(stopped))]
        active = active[sheets.free[active].any(axis=1)]
        if not len(active):
            break
    return active


def tasks(sheets: Sheets, at: Places, shapes: Ints, kinds: Ints) -> Iterator[Task]:
    """What these shapes and kinds ask for, sheets with the same shape together."""
    episode, ground = sheets.plot.episode, sheets.plot.ground
    typed, pieces = kinds < KINDS, sheets.pieces[at]  # as they are before any of these tasks is done
    for shape in sorted({int(shape) for shape in shapes[typed]}):
        some = np.flatnonzero(typed & (shapes == shape))
        boxes = np.full(len(some), episode.pass_boxes or 0, dtype=np.int16)
        yield Task(Asked(at[some], ground.spots(SHAPES[shape]), kinds[some]), boxes)
    for place, piece in enumerate(episode.pieces):
        some = np.flatnonzero(~typed & (pieces == place))
        if len(some):
            boxes = np.full(len(some), episode.church_boxes or 0, dtype=np.int16)
            anywhere = episode.compass == "fortress"
            yield Task(Asked(at[some], ground.spots(piece), kinds[some], anywhere), boxes)


def _step(sheets: Sheets, judge: Judge, task: Task, open_goals: Flags, round: int) -> Places:
    """One choice on each of these sheets; those that stop."""
    asked = task.asked
    values = judge.spots(sheets, asked, open_goals)
    spots = values.argmax(axis=1)
    best: Floats = values[np.arange(len(spots)), spots]
    passing = judge.passing(sheets, asked.sheets, task.boxes)
    stopping = judge.stopping(sheets, asked.sheets)
    builds = (best > OUT) & (best >= passing) & (best >= stopping)
    passes = ~builds & (passing >= stopping)
    chosen = np.flatnonzero(builds)
    spots = spots[chosen]
    over, around = asked.spots.rows[spots], asked.spots.rings[spots]
    sheets.draw(Stroke(asked.sheets[chosen], asked.kinds[chosen], over, around), round)
    sheets.ticks[asked.sheets[passes]] += task.boxes[passes]
    return asked.sheets[~builds & ~passes]
