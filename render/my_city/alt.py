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
from bot.text import signed
from bot.view_model import MOST, ViewModel, alt_text, sentences
from render.my_city import names
from render.my_city import words as told
from render.my_city.facts import proposal
from render.my_city.score_words import gain_line, score_lines, short_score
from render.my_city.sheet_words import seat_lines, status

City = ViewModel[MyCityView]


def board(model: City, state: str = "") -> str:
    """The dice, who has chosen, every score, then what everybody did last; the sheets as far as there is
    room. A `state` takes the place of the dice and of what is owed."""

    def players(model: City) -> list[str]:
        words, view = model.words, model.view
        return [
            words(
                "my_city.alt.player",
                name=model.names[seat],
                points=signed(view.points[seat]),
                status=status(model, Seat(seat)),
                n=sheet.ticks,
            )
            for seat, sheet in enumerate(view.sheets)
        ]

    def sheets(model: City) -> list[str]:
        return [line for seat in range(model.view.seats) for line in seat_lines(model, Seat(seat))[1:]]

    return _short(model, players, told.bonus_lines, told.last_round, sheets, state=state)


def own(model: City, choice: Chosen | None) -> str:
    """What the seat is asked to build, what a choice would do; the score and the sheet as far as there is
    room."""
    seat = model.seat
    assert seat is not None, "a sheet belongs to a seat"

    def facts(model: City) -> list[str]:
        asked, words = task_of(model.view, seat), model.words
        owed = [words("my_city.text.asked", task=names.task(asked, words))] if asked else []
        return [*owed, *_proposed(model, seat, choice)]

    return _short(
        model,
        facts,
        lambda model: [short_score(model, seat, choice)],
        lambda model: seat_lines(model, seat),
        lambda model: score_lines(model, seat, choice),
    )


def _proposed(model: City, seat: Seat, choice: Chosen | None) -> list[str]:
    shown, words = proposal(model.view, seat, choice), model.words
    if shown is None:
        return []
    named = told.choice_name(model, seat, shown.choice)
    if shown.refusal is not None:
        return [words("my_city.alt.refused", choice=named, why=told.why(shown.refusal, words))]
    key = "chosen" if shown.made else "proposed"
    return [words(f"my_city.alt.{key}", choice=named), gain_line(model, seat, shown.choice)]


def scores(model: City) -> str:
    """The points of every player in the newest finished episode, and what they come from."""
    words, episode = model.words, model.view.results[-1].episode
    over = words("my_city.text.episode_over", episode=names.headed(names.episode(episode, words)))
    return _short(model, told.score_table, state=over)


def standings(model: City) -> str:
    """Totals, chapters, grades."""
    return _short(model, told.standing_lines)


def episodes(model: City, state: str = "") -> str:
    """The episodes of the table, and which of them were played; what is owed, unless there is a `state`."""
    words = model.words
    played = {result.episode for result in model.view.results}
    lines = [
        words(
            f"my_city.alt.episode.{'played' if number in played else 'open'}",
            episode=names.titled(EPISODES[number], words),
        )
        for number in plan(model.view.options)
    ]
    return _short(model, lambda _: lines, state=state)


def _short(
    model: City, parts: Callable[[City], list[str]], *more: Callable[[City], list[str]], state: str = ""
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

    return alt_text(model, whole)
