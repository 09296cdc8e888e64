"""The studio draws every picture once, the most urgent first, and remembers no more than it may."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator, Hashable, Iterator
from functools import partial

import pytest

from bot.text import words
from cogs.kit.content import Content
from cogs.kit.studio import Studio
from render.film import Clip, Film
from render.hands import InThread
from render.leaderboard import LeaderboardCard, leaderboard
from render.palettes import NIGHT, mapped, recoloured
from render.pool import Priority
from render.scene import Drawing, Picture, Piece


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio(capacity=100)
    yield studio
    studio.close()


class Painter:
    """Counts what is drawn, and notes in which thread."""

    def __init__(self, size: int = 40) -> None:
        self.drawn: list[Hashable] = []
        self.threads: set[str] = set()
        self.size = size

    def drawing(self, key: Hashable) -> Drawing:
        def draw() -> Picture:
            self.drawn.append(key)
            self.threads.add(threading.current_thread().name)
            return Picture(f"{key}.png", bytes(self.size), str(key))

        return Drawing(key, draw)


async def test_a_picture_is_drawn_once_for_all_who_ask_at_the_same_time(studio: Studio) -> None:
    painter = Painter()
    pictures = await asyncio.gather(*(studio.picture(painter.drawing("a")) for _ in range(5)))
    assert painter.drawn == ["a"]
    assert all(picture is pictures[0] for picture in pictures)
    assert painter.threads == {"render_0"}


async def test_what_was_asked_for_longest_ago_is_forgotten_first(studio: Studio) -> None:
    painter = Painter(size=40)
    for key in "abac":
        await studio.picture(painter.drawing(key))
    ready = {key: studio.ready(Content((), (painter.drawing(key),))) for key in "abc"}
    assert ready == {"a": True, "b": False, "c": True}
    await studio.picture(painter.drawing("b"))
    assert painter.drawn == ["a", "b", "c", "b"]


async def test_a_drawing_that_fails_fails_for_who_asked_and_may_be_tried_again(studio: Studio) -> None:
    def broken() -> Picture:
        raise ValueError("no ink")

    with pytest.raises(ValueError, match="no ink"):
        await studio.picture(Drawing("a", broken))
    painter = Painter()
    assert (await studio.picture(painter.drawing("a"))).alt == "a"


async def test_who_gives_up_waiting_does_not_stop_the_drawing_for_others(studio: Studio) -> None:
    painter, go = Painter(), threading.Event()

    def slow() -> Picture:
        go.wait(5)
        return painter.drawing("slow").draw()

    impatient = asyncio.ensure_future(studio.picture(Drawing("slow", slow)))
    patient = asyncio.ensure_future(studio.picture(Drawing("slow", slow)))
    await asyncio.sleep(0)
    impatient.cancel()
    go.set()
    assert (await patient).alt == "slow"
    assert painter.drawn == ["slow"]


def film_of(order: list[str], pieces: int) -> Film:
    """A film that notes each piece of its making."""

    def work() -> Generator[Piece, Picture | bytes, Clip]:
        for number in range(pieces):
            yield partial(noted, order, f"frame {number}")
        return Clip("film.gif", b"GIF", "a film")

    return Film("film", work)


def noted(order: list[str], name: str) -> Picture:
    order.append(name)
    return Picture(f"{name}.png", b"PNG", name)


async def test_while_a_film_is_made_others_get_their_pictures(studio: Studio) -> None:
    order, begun, go = list[str](), threading.Event(), threading.Event()

    def work() -> Generator[Piece, Picture | bytes, Clip]:
        yield lambda: (begun.set(), go.wait(30), noted(order, "frame 0"))[-1]
        return (yield from film_of(order, 2).work())

    film, board = Film("film", work), Drawing("board", partial(noted, order, "board"))
    waiting = asyncio.ensure_future(studio.picture(film))
    await asyncio.to_thread(begun.wait, 30)
    asked = asyncio.ensure_future(studio.picture(board))
    await asyncio.sleep(0)
    go.set()
    made, _ = await asyncio.gather(waiting, asked)
    assert made == Clip("film.gif", b"GIF", "a film")
    assert order == ["frame 0", "board", "frame 0", "frame 1"]
    assert studio.ready(Content((), (film,)))
    assert await studio.picture(film) is made
    assert len(order) == 4


class Busy:
    """Keeps the studio's thread busy until it is let go."""

    def __init__(self, studio: Studio) -> None:
        self.go, self.begun = threading.Event(), threading.Event()
        self._studio = studio

    async def __aenter__(self) -> None:
        def wait() -> Picture:
            self.begun.set()
            assert self.go.wait(30)
            return Picture("busy.png", b"PNG", "busy")

        self._task = asyncio.ensure_future(self._studio.picture(Drawing("busy", wait)))
        await asyncio.to_thread(self.begun.wait, 30)

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0)  # what was asked for takes its place
        self.go.set()
        await self._task


async def test_who_has_pressed_comes_before_boards_and_boards_before_films(studio: Studio) -> None:
    order: list[str] = []

    def drawing(name: str) -> Drawing:
        return Drawing(name, partial(noted, order, name))

    async with Busy(studio):
        waiting = [
            asyncio.ensure_future(studio.picture(film_of(order, 1))),
            asyncio.ensure_future(studio.picture(drawing("board 1"))),
            asyncio.ensure_future(studio.picture(drawing("board 2"))),
            asyncio.ensure_future(studio.parcel(Content((), (drawing("panel"),)), priority=Priority.PRESS)),
        ]
    await asyncio.gather(*waiting)
    assert order == ["panel", "board 1", "board 2", "frame 0"]


async def test_a_board_for_which_a_person_waits_too_is_drawn_first(studio: Studio) -> None:
    painter = Painter()
    async with Busy(studio):
        waiting = [asyncio.ensure_future(studio.picture(painter.drawing(key))) for key in "abc"]
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(studio.picture(painter.drawing("c"), Priority.PRESS)))
    await asyncio.gather(*waiting)
    assert painter.drawn == ["c", "a", "b"]


async def test_what_nobody_waits_for_any_more_is_not_drawn(studio: Studio) -> None:
    painter = Painter()
    async with Busy(studio):
        old, other = (asyncio.ensure_future(studio.picture(painter.drawing("old"))) for _ in range(2))
        new = asyncio.ensure_future(studio.picture(painter.drawing("new")))
        await asyncio.sleep(0)
        old.cancel()
        other.cancel()
    await new
    assert painter.drawn == ["new"]
    await studio.picture(painter.drawing("old"))
    assert painter.drawn == ["new", "old"]


async def test_who_asks_again_at_once_for_what_was_dropped_gets_it(studio: Studio) -> None:
    painter, busy = Painter(), Busy(studio)
    async with busy:
        first = asyncio.ensure_future(studio.picture(painter.drawing("a")))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        busy.go.set()
        assert (await studio.picture(painter.drawing("a"))).alt == "a"


async def test_a_film_that_nobody_waits_for_goes_no_further(studio: Studio) -> None:
    order: list[str] = []
    async with Busy(studio):
        film = asyncio.ensure_future(studio.picture(film_of(order, 3)))
        await asyncio.sleep(0)
        film.cancel()
    await studio.picture(Painter().drawing("a"))
    assert order == []


async def test_a_studio_may_be_closed_at_any_moment(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    painter, begun, go = Painter(), threading.Event(), threading.Event()
    monkeypatch.setattr(InThread, "close", lambda _: go.set())

    def draw() -> Picture:
        begun.set()
        assert go.wait(30)
        return painter.drawing("under way").draw()

    under_way = asyncio.ensure_future(studio.picture(Drawing("under way", draw)))
    queued = asyncio.ensure_future(studio.picture(painter.drawing("queued")))
    await asyncio.to_thread(begun.wait, 30)
    studio.close()
    late = asyncio.ensure_future(studio.picture(painter.drawing("late")))
    done = await asyncio.gather(under_way, queued, late, return_exceptions=True)
    assert [type(one) for one in done[1:]] == [asyncio.CancelledError] * 2
    assert painter.drawn == ["under way"]
    studio.close()


async def test_the_colours_of_a_palette_are_worked_out_once_and_never_on_the_loop(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def noting(colours: bytes, palette: str) -> bytes:
        threads.append(threading.current_thread().name)
        return mapped(colours, palette)

    monkeypatch.setattr("cogs.kit.studio.mapped", noting)
    drawings = [leaderboard(LeaderboardCard("noria", (), people), words("en")) for people in range(3)]
    night = [(await studio.parcel(Content((), (drawing,)), NIGHT)).pictures[0] for drawing in drawings]
    assert night == [recoloured(drawing.draw(), NIGHT) for drawing in drawings]
    assert threads == ["render_0"]


async def test_a_parcel_holds_the_pictures_in_the_described_order(studio: Studio) -> None:
    painter = Painter(size=10)
    parcel = await studio.parcel(Content((), (painter.drawing("b"), painter.drawing("a"))))
    assert [picture.alt for picture in parcel.pictures] == ["b", "a"]


async def test_what_somebody_asks_for_comes_before_the_rest_of_the_warming_up(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter, asked = Painter(), threading.Event()

    def warm(game: str) -> bytes:
        assert asked.wait(10)
        painter.drawn.append(f"warm {game}")
        return b""

    monkeypatch.setattr("cogs.kit.studio.CALM", 0)
    monkeypatch.setattr("cogs.kit.studio.warm", warm)
    monkeypatch.setattr("cogs.kit.studio.keys", lambda: ("x", "y"))
    studio.warm()
    await asyncio.sleep(0.05)
    wanted = asyncio.ensure_future(studio.picture(painter.drawing("a")))
    await asyncio.sleep(0.05)
    asked.set()
    await wanted
    await studio.picture(painter.drawing("b"))
    assert painter.drawn.index("warm x") < painter.drawn.index("a") < painter.drawn.index("b")
    assert "warm y" not in painter.drawn[: painter.drawn.index("a")]
