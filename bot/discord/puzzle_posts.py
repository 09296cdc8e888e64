"""The puzzle of the week in a channel: the position as its seat sees it, and later the best move."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

from bot.discord import App, catalog
from bot.discord.content import Button, Content, Entry, chosen
from bot.discord.discord_api import DiscordApi
from bot.discord.presenter import presenter_of
from bot.discord.server_posts import ServerPosts
from bot.discord.steps import Choice
from bot.discord.table_words import points
from bot.discord.view_models import spoken
from bot.games import puzzles, registry
from bot.games.contract import Seat
from bot.games.puzzles import Puzzle
from bot.store.puzzles import PuzzleWeek
from bot.store.records import NoticeState
from bot.tables.puzzles import Solved, posed
from bot.text import Words, cut, mention, plain, stamp, words
from bot.view_model import ComputerName, ViewModel, in_units, sentence
from render.drawing import Drawing
from render.games import style
from render.spotlight import spotlit

NAMED = 30
"""So many of those who found a move are named."""
LABEL = 100
"""Characters of a line of a menu."""
PLAYERS = "normal"
"""The level whose names those in a puzzle have."""


def model_of(one: Puzzle, speak: Words) -> ViewModel[Any]:
    """What the seat of a puzzle may know, with computers' names in a language."""
    rule = registry.game(one.game, one.rules)
    state, seat = rule.decode(bytes(one.state)), Seat(one.seat)
    names = speak(f"lobby.names.{PLAYERS}").split()
    shown = tuple(ComputerName(names[number % len(names)]) for number in range(state.seats))
    return ViewModel(table=0, version=0, view=rule.view(state, seat), names=shown, words=speak, seat=seat)


def moves_of(one: Puzzle, speak: Words) -> tuple[str, ...]:
    """The legal moves in a few words, in their order; two that are called alike say what they lead to."""
    model, presenter = model_of(one, speak), presenter_of(one.game)
    moves = puzzles.choices(one)
    names = [presenter.named(model, move) for move in moves]
    return tuple(
        f"{name} · {effect}" if names.count(name) > 1 and (effect := presenter.effect(model, move)) else name
        for name, move in zip(names, moves, strict=True)
    )


def picture_of(one: Puzzle, speak: Words, at: int | None = None) -> tuple[Drawing, ...]:
    """The position as its seat sees it. Alone, where a panel always shows a move, with this one: the one that
    loses most, so that the best one is not given away."""
    model, choice = model_of(one, speak), Choice(even=True)
    if len(model.names) == 1:
        at = one.losses.index(max(one.losses)) if at is None else at
        choice = Choice(move=puzzles.choices(one)[at], even=True)
    return presenter_of(one.game).panel(model, choice).drawings[:1]


def lines_of(one: Puzzle, answer: bytes | None, speak: Words) -> tuple[Entry, ...]:
    """The moves as lines of a menu, with the answer chosen."""
    moves = puzzles.choices(one)
    own = None if answer is None else registry.game(one.game, one.rules).decode_move(answer)
    entries = [Entry(cut(name, LABEL), str(at)) for at, name in enumerate(moves_of(one, speak))]
    return chosen(entries, *[at for at, move in enumerate(moves) if move == own])


def asked(week: PuzzleWeek) -> Content:
    """The post of a puzzle that can be answered."""
    one, speak = posed(week), words(week.locale)
    texts = (speak("puzzle.title"), question(one, speak), *origin(one, speak), until(week, speak))
    row = (
        Button("puzzle.open", speak("puzzle.answer"), str(week.id), style="primary"),
        Button("games.rules", speak("table.rules"), one.game),
    )
    return Content(texts, picture_of(one, speak), (row,))


def question(one: Puzzle, speak: Words) -> str:
    """Whose move is asked for."""
    name = plain(model_of(one, speak).names[one.seat])
    return speak("puzzle.asks", game=catalog.name(one.game, speak), name=name)


def origin(one: Puzzle, speak: Words) -> tuple[str, ...]:
    """Where a puzzle comes from, if that is a game of the server."""
    if one.played is None:
        return ()
    return (speak("puzzle.played", when=stamp(datetime.fromtimestamp(one.played, UTC), "D")),)


def until(week: PuzzleWeek, speak: Words) -> str:
    """Until when a puzzle can be answered, and that nobody sees how."""
    return speak("puzzle.until", when=stamp(week.closes, "f"), left=stamp(week.closes))


def solution(one: Puzzle, speak: Words) -> tuple[tuple[str, ...], tuple[Drawing, ...]]:
    """The best move in words, with its reason, and the picture in which it is lit."""
    model, presenter, best = model_of(one, speak), presenter_of(one.game), puzzles.solution(one)
    name = moves_of(one, speak)[puzzles.choices(one).index(best)]
    effect, (*_, level) = presenter.effect(spoken(model), best), registry.game(one.game, one.rules).opponents
    loss = sorted(one.losses)[1]
    reason = speak(f"{one.game}.hint.why", level=speak(f"lobby.level.{level}"), points=points(one.expected))
    texts = (
        speak("puzzle.solution", game=catalog.name(one.game, speak), move=plain(name)),
        sentence(model, effect),
        reason,
        speak("puzzle.next", behind=_behind(one, loss, speak)),
    )
    look, drawings = style(one.game), picture_of(one, speak, puzzles.choices(one).index(best))
    proposed = look.proposed(model, best)
    lit = [spotlit(proposed or each, look.lights(model.view, best)) for each in drawings]
    return texts, tuple(lit)


def _behind(one: Puzzle, loss: float, speak: Words) -> str:
    """A loss that is an estimate, with its unit."""
    return in_units(speak, one.game, 2).replace("2", points(loss))


def solved(outcome: Solved) -> Content:
    """The post of a puzzle that is over. It mentions who has found it and pings nobody."""
    week = outcome.week
    speak = words(week.locale)
    one = posed(week)
    texts, drawings = solution(one, speak)
    found = [speak("puzzle.nobody")]
    if outcome.answers:
        found = [speak("puzzle.found", n=outcome.answers, found=outcome.found)]
    if outcome.named:
        found.append(speak("puzzle.found_by", names=speak.all_of(map(mention, outcome.named[:NAMED]))))
    row = (Button("puzzle.board", speak("puzzle.board"), str(week.id)),)
    texts = (speak("puzzle.title_over"), *texts, *origin(one, speak), "\n".join(found))
    return Content(texts, drawings, (row,))


class PuzzlePosts:
    """Brings every puzzle and solution to its channel."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app = app
        self.posts = ServerPosts(app, api, "puzzles", self._look)

    async def _look(self) -> None:
        weekly = self._app.tables.puzzles.weekly
        for week in await weekly.untold():
            if not self.posts.closing:
                await self.posts.tell_weekly(weekly, week, partial(self._send, week), "puzzle.letter")

    async def _send(self, week: PuzzleWeek) -> bool:
        service = self._app.tables.puzzles
        try:
            content = solved(await service.solved(week)) if week.is_over else asked(week)
        except KeyError:  # a puzzle or a game that is gone from the shelf
            await service.weekly.end(week, delivered=False)
            return False
        palette = (await self._app.tables.servers.settings(week.guild)).palette
        rendered = await self._app.render_pool.rendered(content, palette)
        nonce, begun = f"p{week.id}{'s' * week.is_over}", week.told is NoticeState.SENDING
        begin = partial(service.weekly.begin, week)
        return await self.posts.post(week.channel, rendered, nonce, begin, begun=begun)
