"""The render pool draws every picture once, the most urgent first, and remembers no more than it may."""

import asyncio
import threading
from collections.abc import AsyncIterator, Generator, Hashable
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from simulated import open_world

from bot.discord.content import Content
from bot.discord.render_pool import RenderPool
from bot.text import words
from render.drawing import Drawing, Picture, Piece
from render.film import Film
from render.leaderboard import LeaderboardCard, leaderboard
from render.palettes import NIGHT, colours_of, mapped, painted_in
from render.pool import InProcess, Priority, processes


@pytest.fixture
async def render_pool() -> AsyncIterator[RenderPool]:
    render_pool = RenderPool(capacity=100)
    yield render_pool
    await render_pool.close()


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


async def test_a_picture_is_drawn_once_for_all_who_ask_at_the_same_time(render_pool: RenderPool) -> None:
    painter = Painter()
    pictures = await asyncio.gather(*(render_pool.picture(painter.drawing("a")) for _ in range(5)))
    assert painter.drawn == ["a"]
    assert all(picture is pictures[0] for picture in pictures)
    assert painter.threads == {"render_0"}


async def test_what_was_asked_for_longest_ago_is_forgotten_first(render_pool: RenderPool) -> None:
    painter = Painter(size=40)
    for key in "abac":
        await render_pool.picture(painter.drawing(key))
    assert [*render_pool._finished] == ["a", "c"]
    await render_pool.picture(painter.drawing("b"))
    assert painter.drawn == ["a", "b", "c", "b"]


async def test_a_drawing_that_fails_does_so_for_who_asked_and_may_be_tried_again(
    render_pool: RenderPool,
) -> None:
    def broken() -> Picture:
        raise ValueError("no ink")

    with pytest.raises(ValueError, match="no ink"):
        await render_pool.picture(Drawing("a", broken))
    painter = Painter()
    assert (await render_pool.picture(painter.drawing("a"))).alt == "a"


async def test_who_gives_up_waiting_does_not_stop_the_drawing_for_others(render_pool: RenderPool) -> None:
    painter, go = Painter(), threading.Event()

    def slow() -> Picture:
        go.wait(5)
        return painter.drawing("slow").draw()

    impatient = asyncio.ensure_future(render_pool.picture(Drawing("slow", slow)))
    patient = asyncio.ensure_future(render_pool.picture(Drawing("slow", slow)))
    await asyncio.sleep(0)
    impatient.cancel()
    go.set()
    assert (await patient).alt == "slow"
    assert painter.drawn == ["slow"]


def film_of(order: list[str], pieces: int) -> Film:
    """A film that notes each piece of its making."""

    def work() -> Generator[Piece, Picture | bytes, Picture]:
        for number in range(pieces):
            yield partial(noted, order, f"frame {number}")
        return Picture("film.gif", b"GIF", "a film")

    return Film("film", work)


def noted(order: list[str], name: str) -> Picture:
    order.append(name)
    return Picture(f"{name}.png", b"PNG", name)


async def test_while_a_film_is_made_others_get_their_pictures(render_pool: RenderPool) -> None:
    order, begun, go = list[str](), threading.Event(), threading.Event()

    def work() -> Generator[Piece, Picture | bytes, Picture]:
        yield lambda: (begun.set(), go.wait(30), noted(order, "frame 0"))[-1]
        return (yield from film_of(order, 2).work())

    film, board = Film("film", work), Drawing("board", partial(noted, order, "board"))
    waiting = asyncio.ensure_future(render_pool.picture(film))
    await asyncio.to_thread(begun.wait, 30)
    asked = asyncio.ensure_future(render_pool.picture(board))
    await asyncio.sleep(0)
    go.set()
    made, _ = await asyncio.gather(waiting, asked)
    assert made == Picture("film.gif", b"GIF", "a film")
    assert order == ["frame 0", "board", "frame 0", "frame 1"]
    assert await render_pool.picture(film) is made
    assert len(order) == 4


class Busy:
    """Keeps the render pool's thread busy until it is let go."""

    def __init__(self, render_pool: RenderPool) -> None:
        self.go, self.begun = threading.Event(), threading.Event()
        self._studio = render_pool

    async def __aenter__(self) -> None:
        def wait() -> Picture:
            self.begun.set()
            assert self.go.wait(30)
            return Picture("busy.png", b"PNG", "busy")

        self._task = asyncio.ensure_future(self._studio.picture(Drawing("busy", wait)))
        await asyncio.to_thread(self.begun.wait, 30)

    async def __aexit__(self, *_: object) -> None:
        for _ in range(5):
            await asyncio.sleep(0)  # what was asked for takes its place, also what tasks of tasks ask for
        self.go.set()
        await self._task


async def test_who_has_pressed_comes_before_boards_and_boards_before_films(render_pool: RenderPool) -> None:
    order: list[str] = []

    def drawing(name: str) -> Drawing:
        return Drawing(name, partial(noted, order, name))

    async with Busy(render_pool):
        waiting = [
            asyncio.ensure_future(render_pool.picture(film_of(order, 1))),
            asyncio.ensure_future(render_pool.picture(drawing("board 1"))),
            asyncio.ensure_future(render_pool.picture(drawing("board 2"))),
            asyncio.ensure_future(
                render_pool.rendered(Content((), (drawing("panel"),)), priority=Priority.PRESS)
            ),
        ]
    await asyncio.gather(*waiting)
    assert order == ["panel", "board 1", "board 2", "frame 0"]


async def test_a_board_for_which_a_person_waits_too_is_drawn_first(render_pool: RenderPool) -> None:
    painter = Painter()
    async with Busy(render_pool):
        waiting = [asyncio.ensure_future(render_pool.picture(painter.drawing(key))) for key in "abc"]
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(render_pool.picture(painter.drawing("c"), Priority.PRESS)))
    await asyncio.gather(*waiting)
    assert painter.drawn == ["c", "a", "b"]


async def test_what_nobody_waits_for_any_more_is_not_drawn(render_pool: RenderPool) -> None:
    painter = Painter()
    async with Busy(render_pool):
        old, other = (asyncio.ensure_future(render_pool.picture(painter.drawing("old"))) for _ in range(2))
        new = asyncio.ensure_future(render_pool.picture(painter.drawing("new")))
        await asyncio.sleep(0)
        old.cancel()
        other.cancel()
    await new
    assert painter.drawn == ["new"]
    await render_pool.picture(painter.drawing("old"))
    assert painter.drawn == ["new", "old"]


async def test_who_asks_again_at_once_for_what_was_dropped_gets_it(render_pool: RenderPool) -> None:
    painter, busy = Painter(), Busy(render_pool)
    async with busy:
        first = asyncio.ensure_future(render_pool.picture(painter.drawing("a")))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        busy.go.set()
        assert (await render_pool.picture(painter.drawing("a"))).alt == "a"


async def test_a_film_that_nobody_waits_for_goes_no_further(render_pool: RenderPool) -> None:
    order: list[str] = []
    async with Busy(render_pool):
        film = asyncio.ensure_future(render_pool.picture(film_of(order, 3)))
        await asyncio.sleep(0)
        film.cancel()
    await render_pool.picture(Painter().drawing("a"))
    assert order == []


async def test_a_studio_may_be_closed_at_any_moment(render_pool: RenderPool) -> None:
    """Whoever comes meanwhile is answered: the event loop does not wait for what is under way."""
    painter, begun, go = Painter(), threading.Event(), threading.Event()

    def draw() -> Picture:
        begun.set()
        assert go.wait(30)
        return painter.drawing("under way").draw()

    under_way = asyncio.ensure_future(render_pool.picture(Drawing("under way", draw)))
    queued = asyncio.ensure_future(render_pool.picture(painter.drawing("queued")))
    await asyncio.to_thread(begun.wait, 30)
    closing = asyncio.ensure_future(render_pool.close())
    await asyncio.sleep(0)
    assert not closing.done()
    go.set()
    late = asyncio.ensure_future(render_pool.picture(painter.drawing("late")))
    done = await asyncio.gather(under_way, queued, late, return_exceptions=True)
    assert [type(one) for one in done[1:]] == [asyncio.CancelledError] * 2
    assert painter.drawn == ["under way"]
    await closing
    await render_pool.close()


async def test_the_colours_of_a_palette_are_worked_out_once_and_never_on_the_loop(
    render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def noting(colours: bytes, palette: str) -> bytes:
        threads.append(threading.current_thread().name)
        return mapped(colours, palette)

    monkeypatch.setattr("bot.discord.render_pool.mapped", noting)
    drawings = [leaderboard(LeaderboardCard("noria", (), people), words("en")) for people in range(3)]
    night = [(await render_pool.rendered(Content((), (drawing,)), NIGHT)).pictures[0] for drawing in drawings]
    drawn = [drawing.draw() for drawing in drawings]
    assert night == [painted_in(each, mapped(colours_of(each), NIGHT)) for each in drawn]
    assert threads == ["render_0"]


async def test_a_parcel_holds_the_pictures_in_the_described_order(render_pool: RenderPool) -> None:
    painter = Painter(size=10)
    parcel = await render_pool.rendered(Content((), (painter.drawing("b"), painter.drawing("a"))))
    assert [picture.alt for picture in parcel.pictures] == ["b", "a"]


async def test_what_somebody_asks_for_comes_before_the_rest_of_the_warming_up(
    render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter, asked = Painter(), threading.Event()

    def warm(game: str) -> bytes:
        assert asked.wait(10)
        painter.drawn.append(f"warm {game}")
        return b""

    monkeypatch.setattr("bot.discord.render_pool.CALM", 0)
    monkeypatch.setattr("bot.discord.render_pool.warm", warm)
    monkeypatch.setattr("bot.discord.render_pool.keys", lambda: ("x", "y"))
    render_pool.warm()
    await asyncio.sleep(0.05)
    wanted = asyncio.ensure_future(render_pool.picture(painter.drawing("a")))
    await asyncio.sleep(0.05)
    asked.set()
    await wanted
    await render_pool.picture(painter.drawing("b"))
    assert painter.drawn.index("warm x") < painter.drawn.index("a") < painter.drawn.index("b")
    assert "warm y" not in painter.drawn[: painter.drawn.index("a")]


@pytest.mark.skipif(processes("1") == 0, reason="no processes are forked here")
async def test_a_bot_that_closes_while_a_process_starts_leaves_none(tmp_path: Path) -> None:
    world = await open_world(tmp_path, album=False, drawing="1")
    world.app.render_pool.warm()
    await asyncio.sleep(0)
    (hand,) = cast(RenderPool, world.app.render_pool)._pool._workers
    assert isinstance(hand, InProcess)
    await world.close()
    assert hand.pid is None
