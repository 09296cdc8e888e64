"""Alt texts: the game and the round first, then the facts a player needs, in at most 1000 characters."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import task_of
from bot.games.my_city.moves import Chosen
from bot.games.my_city.standing import plan
from bot.games.my_city.view import MyCityView
from bot.games.registry import game
from render.drawn import MOST, described, sentences
from render.my_city import names
from render.my_city import words as told
from render.my_city.facts import proposal
from render.my_city.score_words import gain_line, score_lines, short_score
from render.my_city.sheet_words import seat_lines, status
from render.ranking import signed
from render.scene import Scene

City = Scene[MyCityView]


def board(scene: City, state: str = "") -> str:
    """The dice, who has chosen, every score, then what everybody did last; the sheets as far as there is
    room. A `state` takes the place of the dice and of what is owed."""

    def players(scene: City) -> list[str]:
        words, view = scene.words, scene.view
        return [
            words(
                "my_city.alt.player",
                name=scene.names[seat],
                points=signed(view.points[seat]),
                status=status(scene, Seat(seat)),
                n=sheet.ticks,
            )
            for seat, sheet in enumerate(view.sheets)
        ]

    def sheets(scene: City) -> list[str]:
        return [line for seat in range(scene.view.seats) for line in seat_lines(scene, Seat(seat))[1:]]

    return _short(scene, players, told.bonus_lines, told.last_round, sheets, state=state)


def own(scene: City, choice: Chosen | None) -> str:
    """What the seat is asked to build, what a choice would do; the score and the sheet as far as there is
    room."""
    seat = scene.seat
    assert seat is not None, "a sheet belongs to a seat"

    def facts(scene: City) -> list[str]:
        asked, words = task_of(scene.view, seat), scene.words
        owed = [words("my_city.text.asked", task=names.task(asked, words))] if asked else []
        return [*owed, *_proposed(scene, seat, choice)]

    return _short(
        scene,
        facts,
        lambda scene: [short_score(scene, seat, choice)],
        lambda scene: seat_lines(scene, seat),
        lambda scene: score_lines(scene, seat, choice),
    )


def _proposed(scene: City, seat: Seat, choice: Chosen | None) -> list[str]:
    shown, words = proposal(scene.view, seat, choice), scene.words
    if shown is None:
        return []
    named = told.choice_name(scene, seat, shown.choice)
    if shown.refusal is not None:
        return [words("my_city.alt.refused", choice=named, why=told.why(shown.refusal, words))]
    key = "chosen" if shown.made else "proposed"
    return [words(f"my_city.alt.{key}", choice=named), gain_line(scene, seat, shown.choice)]


def scores(scene: City) -> str:
    """The points of every player in the newest finished episode, and what they come from."""
    words, episode = scene.words, scene.view.results[-1].episode
    over = words("my_city.text.episode_over", episode=names.headed(names.episode(episode, words)))
    return _short(scene, told.score_table, state=over)


def standings(scene: City) -> str:
    """Totals, chapters, grades."""
    return _short(scene, told.standing_lines)


def episodes(scene: City, state: str = "") -> str:
    """The episodes of the table, and which of them were played; what is owed, unless there is a `state`."""
    words = scene.words
    played = {result.episode for result in scene.view.results}
    lines = [
        words(
            f"my_city.alt.episode.{'played' if number in played else 'open'}",
            episode=names.titled(EPISODES[number], words),
        )
        for number in plan(scene.view.options)
    ]
    return _short(scene, lambda _: lines, state=state)


def _short(
    scene: City, parts: Callable[[City], list[str]], *more: Callable[[City], list[str]], state: str = ""
) -> str:
    """The game and its state, the parts, and what is only useful as long as it fits, each as a whole."""

    def whole(shown: City) -> str:
        title = shown.words.title(game("my_city").info)
        now = state or told.headline(shown)
        lines = [shown.words("my_city.alt.head", game=title, state=now), *parts(shown)]
        for extra in more:
            longer = [*lines, *extra(shown)]
            lines = longer if len(sentences(shown, longer)) <= MOST else lines
        return sentences(shown, lines)

    return described(scene, whole)
