"""The studio draws every picture once, in its own thread, and remembers no more than it may."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Hashable, Iterator

import pytest

from cogs.kit.content import Content
from cogs.kit.studio import Studio
from render.film import Clip, Film
from render.scene import Drawing, Picture


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


async def test_while_a_film_is_made_others_get_their_pictures(studio: Studio) -> None:
    order: list[str] = []

    def work() -> Iterator[Clip | None]:
        for number in range(3):
            order.append(f"frame {number}")
            yield None
        yield Clip("film.gif", b"GIF", "a film")

    def draw() -> Picture:
        order.append("board")
        return Picture("board.png", b"PNG", "a board")

    film = Film("film", work)
    made, _ = await asyncio.gather(studio.picture(film), studio.picture(Drawing("board", draw)))
    assert made == Clip("film.gif", b"GIF", "a film")
    assert order == ["frame 0", "board", "frame 1", "frame 2"]
    assert studio.ready(Content((), (film,)))
    assert await studio.picture(film) is made
    assert len(order) == 4


async def test_a_parcel_holds_the_pictures_in_the_described_order(studio: Studio) -> None:
    painter = Painter(size=10)
    parcel = await studio.parcel(Content((), (painter.drawing("b"), painter.drawing("a"))))
    assert [picture.alt for picture in parcel.pictures] == ["b", "a"]


async def test_what_somebody_asks_for_comes_before_the_rest_of_the_warming_up(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter, asked = Painter(), threading.Event()

    def warm(game: str) -> None:
        assert asked.wait(10)
        painter.drawn.append(f"warm {game}")

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
