"""The messages of My City: Roll & Build, described from what their reader may know."""

from __future__ import annotations

from typing import Any, cast

from bot.discord.content import Content
from bot.discord.presenter import Presenter, waiting, watching, won
from bot.discord.scenes import spoken
from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import FIRST, in_round, task_of
from bot.games.my_city.moves import Decided, MyCityEvent, MyCityMove, Rolled
from bot.games.my_city.standing import plan
from bot.games.my_city.view import MyCityView
from bot.text import Words
from cogs.my_city import between, choosing
from cogs.my_city.naming import move_name
from render import ranking as final
from render.film import Frame
from render.my_city import board, moment, names, own, ranking, scores, standings
from render.my_city import words as told
from render.scene import Drawing, Scene

City = Scene[MyCityView]


class MyCityPresenter(Presenter):
    """The presenter of My City."""

    key = "my_city"
    part_name = "episode"

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The options as rows of label and value."""
        return told.option_rows(options, words)

    def board(self, scene: City) -> Content:
        """The newest round, at an episode's end also the score sheets, and who still has to choose."""
        read = spoken(scene)
        return Content(
            (_story(read), told.headline(read), _still_to_choose(read)), (board(scene), *_sums(scene))
        )

    def page(self, scene: City) -> Content:
        """The board of that moment without who has still to choose."""
        return Content((_story(spoken(scene)), f"-# {self.caption(scene)}"), _pages(scene))

    def caption(self, scene: City) -> str:
        """The episode, and the round that was decided last in it."""
        view, words = scene.view, scene.words
        if not view.episode:
            return words("my_city.panel.caption_campaign")
        if view.last is None:
            title = names.title(EPISODES[view.episode], words)
            return words("my_city.panel.caption_begin", number=view.episode, title=title)
        key = "caption" if view.phase == "round" else "caption_end"
        return words(f"my_city.panel.{key}", episode=view.episode, round=view.last.round)

    def frames(self, scene: City) -> tuple[Frame, ...]:
        """What a round has brought to the sheets; choosing alone shows nothing."""
        story = _story(spoken(scene))
        if not story or all(isinstance(event, Decided) for event in scene.events):
            return ()
        return tuple(Frame(drawing, story, self.caption(scene)) for drawing in _pages(scene))

    def part(self, scene: City) -> int:
        """The number of the episode."""
        return scene.view.episode

    def panel(self, scene: City, choice: str = "") -> Content:
        """The sheet of who is in the round, the next episode for whoever chooses it; others watch."""
        view, seat = scene.view, scene.seat
        task = None if seat is None else task_of(view, seat)
        if seat is not None and task is not None:
            return choosing.panel(scene, seat, task, choice)
        if view.phase == "between" and seat == FIRST:
            return between.panel(scene, choice)
        left = view.phase == "round" and seat is not None
        text = scene.words("refusal.left_episode") if left else told.headline(spoken(scene))
        picture = own(scene) if view.episode and seat is not None else board(scene)
        return watching(text, picture, scene.words)

    def settled(self, scene: City) -> Content:
        """What has become of the choice."""
        past, words = scene.view.last, scene.words
        choice = past.choices[scene.seat] if past and scene.seat is not None else None
        if choice is None:
            return Content((words("my_city.panel.settled_over"),))
        return Content((words("my_city.panel.settled", move=move_name(scene, choice)),))

    def text(self, scene: City) -> str:
        """Everything the reader's picture shows, in words."""
        return told.text(scene)

    def named(self, scene: City, move: MyCityMove) -> str:
        """A move in a few words."""
        return move_name(scene, move)

    def ended(self, scene: City) -> Content:
        """The winners, the ranking, and in words what each score is made of."""
        made = "\n".join(final.told(spoken(scene), self.key))
        grades = "\n".join(told.grade_lines(scene))
        return Content((won(scene, "my_city.panel.won"), grades, made), (ranking(scene),))


def _story(scene: City) -> str:
    """What the newest round or the begin of an episode has brought; the next roll is told by the headline."""
    news = [event for event in cast("tuple[MyCityEvent, ...]", scene.events) if not isinstance(event, Rolled)]
    return "\n".join(told.report(scene, news))


def _still_to_choose(scene: City) -> str:
    """Of several players in the round, who has still to choose."""
    view, words = scene.view, scene.words
    asked = [Seat(seat) for seat in range(view.seats) if in_round(view, Seat(seat))]
    missing = tuple(seat for seat in asked if not view.decided[seat])
    if not missing or view.seats == 1:
        return ""
    done = len(asked) - len(missing)
    if not done and len(asked) == view.seats:
        return words("my_city.panel.waiting_all")
    if len(asked) == 1:
        return words("my_city.panel.waiting_one", names=waiting(scene, missing))
    return words("my_city.panel.waiting", done=done, all=len(asked), names=waiting(scene, missing))


def _pages(scene: City) -> tuple[Drawing, ...]:
    """The board of that moment without anybody being asked."""
    return (moment(scene), *_sums(scene))


def _sums(scene: City) -> tuple[Drawing, ...]:
    """When an episode is done, what the sheets are worth, and of several the standings."""
    view = scene.view
    if view.phase == "round" or not view.episode:
        return ()
    return (scores(scene), standings(scene)) if len(plan(view.options)) > 1 else (scores(scene),)
