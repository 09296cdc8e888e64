"""Between the episodes of a campaign in free order: what is played next, or the end."""

from __future__ import annotations

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.ids import number
from bot.discord.presenter import confirming
from bot.games.my_city.city import CHAPTERS, EPISODES, Chapter
from bot.games.my_city.legal import FIRST, refusal
from bot.games.my_city.moves import Finish
from bot.games.my_city.standing import episodes_left
from bot.games.my_city.view import MyCityView
from bot.text import Words
from cogs.my_city.choice import BEGIN, FINISH
from render.my_city import board, names, standings
from render.scene import Scene

City = Scene[MyCityView]


def panel(scene: City, choice: str) -> Content:
    """The episodes that are left and **Finish**; either is shown to be confirmed."""
    view, words = scene.view, scene.words
    episode = number(choice.removeprefix(BEGIN)) if choice.startswith(BEGIN) else 0
    left = episodes_left(view)
    rows: list[Row] = [_menu(left, episode, words)]
    text = words("my_city.panel.next" if view.results else "my_city.panel.first")
    if episode in left:
        text = words("my_city.panel.begin_sure", episode=names.episode(episode, words))
        rows.append(confirming("mycity.begun", str(episode), words))
    elif choice == FINISH and refusal(view, FIRST, Finish()) is None:
        text = words("my_city.panel.finish_sure", n=len(view.results))
        rows = [confirming("mycity.finished", FINISH, words, style="danger")]
    elif view.results:
        rows.append((Button("mycity.finish", words("my_city.panel.finish")),))
    return Content((text,), (standings(scene) if view.results else board(scene),), tuple(rows))


def _menu(left: tuple[int, ...], chosen: int, words: Words) -> Menu:
    """A line for each episode that was not played yet."""
    entries = tuple(
        Entry(
            names.titled(EPISODES[episode], words),
            str(episode),
            _chapter(CHAPTERS[EPISODES[episode].chapter], words),
            chosen=episode == chosen,
        )
        for episode in left
    )
    return Menu("mycity.begin", words("my_city.panel.episodes"), entries)


def _chapter(chapter: Chapter, words: Words) -> str:
    return words("my_city.panel.of_chapter", number=chapter.chapter, title=names.title(chapter, words))
