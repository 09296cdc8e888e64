"""The coach of a seat: at each decision what is good, what that leads to, what is worse; in its panel alone.

A strong computer is asked once for each decision, with the view of the seat and no more. A panel waits for it
only for a moment: what comes later is written into the panel that is open then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import aiohttp
import discord

from bot.discord import App
from bot.discord.content import Content
from bot.discord.discord_api import Undelivered
from bot.discord.presenter import presenter_of
from bot.discord.recent import Recent
from bot.discord.table_words import expected, reason_of
from bot.discord.view_models import owing, spoken, view_model
from bot.games.contract import Advice, Move, Refusal, Seat
from bot.games.registry import game
from bot.tables.computers import adviser, gives_hints, is_coached
from bot.tables.model import Moment
from bot.tables.policy import GENTLE
from bot.text import Words
from bot.view_model import sentence
from render.drawing import Drawing
from render.games import Lights, style
from render.spotlight import spotlit

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds that a panel waits for its coach."""
REMEMBERED = 500
"""Decisions of which it is remembered what was thought, and panels that are known as the newest ones."""
Thoughts = tuple[Advice[Any], ...]


class Told(NamedTuple):
    """What a coach says, where in the picture of the panel that is seen, that picture with the move as if it
    were made, where there is one, and the path at which the panel tries it out."""

    text: str = ""
    lights: Lights = ()
    drawing: Drawing | None = None
    path: str = ""


class Coach:
    """What is thought about the decisions of those who have a coach; nothing of it is stored."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._thoughts: Recent[tuple[int, int, int], asyncio.Task[Thoughts]] = Recent(REMEMBERED)
        """By table, turn and seat."""
        self._newest: Recent[tuple[int, int], object] = Recent(REMEMBERED)
        """By table and seat what stands for the panel that was shown last."""
        self._owed: Recent[tuple[int, int], tuple[int, asyncio.Task[Thoughts]] | None] = Recent(REMEMBERED)
        """By table and seat the turn, and the thought that a panel said goes on, which may be over by now."""

    async def line(
        self, moment: Moment, seat: Seat, speak: Words, choice: str = "", held: Move | None = None
    ) -> Told:
        """What the coach of a seat says now (`told`); that it thinks, where that takes long; nothing without
        a coach, and where a choice has been made and is held."""
        thinking, key = self._thinking(moment, seat) if held is None else None, (moment.table.id, seat)
        self._owed.put(key, None)
        if thinking is None:
            return Told()
        await asyncio.wait((thinking,), timeout=PATIENCE)
        if thinking.done():
            return told(moment, seat, thinking.result(), speak, choice)
        self._owed.put(key, (moment.turn, thinking))
        return Told(speak("coach.thinks"))

    def follow(self, table: int, seat: Seat, show: Callable[[], Awaitable[object]]) -> None:
        """A panel has just been shown, the newest one of the seat: once its coach has thought, `show` shows
        it again, unless there is a newer one by then, or something else to decide."""
        key, panel = (table, seat), object()
        self._newest.put(key, panel)
        owed = self._owed.get(key)
        if owed is None:
            return
        turn, thinking = owed

        async def later() -> None:
            await self._app.ponder(asyncio.wait((thinking,)))
            if self._newest.get(key) is not panel or self._app.closing:
                return
            now = await self._app.tables.queries.now_at(table)
            if now.turn != turn or seat not in owing(now):
                return
            try:
                await show()
            except (discord.HTTPException, aiohttp.ClientError, OSError, Undelivered) as error:
                log.info("what a coach says could not be shown: %s", type(error).__name__)

        self._app.begin(asyncio.create_task(later(), name=f"coach at table {table}"))

    def _thinking(self, moment: Moment, seat: Seat) -> asyncio.Task[Thoughts] | None:
        """The thought about what a seat has to decide, begun where it was not yet; None without a coach."""
        table = moment.table
        if not is_coached(table, table.sitters, seat) or seat not in owing(moment):
            return None
        key = table.id, moment.turn, seat
        found = self._thoughts.get(key)
        if found is None:
            found = self._app.begin(asyncio.create_task(self._thought(moment, seat), name="coach"))
            self._thoughts.put(key, found)
        return found

    async def _thought(self, moment: Moment, seat: Seat) -> Thoughts:
        """The moves that a strong computer has thought about, the best one first; none where it could not."""
        try:
            riddle = await self._app.tables.computers.coaching(moment.table.id, seat)
            if riddle is None or riddle.turn != moment.turn:
                return ()
            return await self._app.opponents.advise(riddle, len(riddle.legal))
        except Refusal:
            return ()


def has_coach(key: str) -> bool:
    """Whether a game can be played with a coach: against gentle computers, and with one that can be asked."""
    return GENTLE in game(key).opponents and gives_hints(key)


def told(moment: Moment, seat: Seat, advice: Sequence[Advice[Any]], speak: Words, choice: str = "") -> Told:
    """The best move with what it leads to, or else why; and one that is worse, with what comes of that. Then
    where the best one is seen in the panel's picture. Beside a choice, of which the panel says what it leads
    to, the best move alone."""
    if not advice:
        return Told()
    model, presenter = view_model(moment, seat, speak), presenter_of(moment.table.game)
    shown, best = spoken(model), advice[0]
    name, effect = presenter.named(model, best.move), presenter.effect(shown, best.move)
    alone = speak("learn.solution", move=name)
    if choice:
        return Told(alone)
    lines = [speak("learn.coached", move=name, effect=effect) if effect else alone]
    if not effect and best.foreseen:
        level = speak(f"lobby.level.{adviser(moment.table.game)}")
        lines.append(f"-# {speak(reason_of(moment, seat, speak), level=level, points=expected(best))}")
    for worse in reversed(advice[1:]):
        about = presenter.effect(shown, worse.move)
        if expected(worse) == expected(best):
            break
        if about and about != effect:
            comes = sentence(model, about)
            lines.append(speak("coach.worse", move=presenter.named(model, worse.move), effect=comes))
            break
    look = style(moment.table.game)
    lights, drawing = look.lights(model.view, best.move), look.proposed(model, best.move)
    return Told("\n".join(lines), lights, drawing, presenter.tried(best.move))


def lit(panel: Content, told: Told, *, arrow: bool = False) -> Content:
    """A panel lit as is told in its first picture, with an `arrow` from the first light to the second."""
    if not panel.drawings or not isinstance(first := told.drawing or panel.drawings[0], Drawing):
        return panel
    return replace(panel, drawings=(spotlit(first, told.lights, arrow=arrow), *panel.drawings[1:]))
