"""The render pool: who is free takes what is due first; nothing waits for ever; closing drops the rest."""

import asyncio
import threading
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace

import pytest

from bot.worker_pool import Pool
from render.drawing import Picture, Piece
from render.pool import InThread, Priority


class Slow(InThread):
    """A hand that waits before each piece of work until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def do(self, piece: Piece) -> Picture | bytes:
        self.begun.release()
        assert self.go.acquire(timeout=30)
        return super().do(piece)


@pytest.fixture
def hands() -> list[Slow]:
    return [Slow(), Slow()]


@pytest.fixture
def clock() -> SimpleNamespace:
    return SimpleNamespace(now=0.0)


@pytest.fixture
async def pool(hands: list[Slow], clock: SimpleNamespace) -> AsyncIterator[Pool]:
    pool = Pool("render", hands[:1], lambda: clock.now)
    yield pool
    hands[0].go.release(100)
    await pool.close()


def noted(done: list[str], name: str) -> bytes:
    done.append(name)
    return name.encode()


async def test_what_has_waited_for_long_comes_before_what_is_more_urgent(
    pool: Pool, hands: list[Slow], clock: SimpleNamespace
) -> None:
    done: list[str] = []
    orders = []
    for second, name, priority in (
        (0, "first", Priority.PRESS),
        (0, "film", Priority.FILM),
        (1, "board", Priority.BOARD),
        (1.2, "press", Priority.PRESS),
        (2, "next press", Priority.PRESS),
        (30, "late board", Priority.BOARD),
        (30.2, "late press", Priority.PRESS),
        (90, "last press", Priority.PRESS),
    ):
        clock.now = second
        orders.append(pool.submit(partial(noted, done, name), priority))
    hands[0].go.release(len(orders))
    await asyncio.wait([order.done for order in orders])
    late = ["late press", "late board", "film", "last press"]
    assert done == ["first", "press", "board", "next press", *late]


async def test_an_order_is_carried_out_once_however_often_it_is_hastened(
    pool: Pool, hands: list[Slow]
) -> None:
    done: list[str] = []
    pool.submit(partial(noted, done, "first"), Priority.PRESS)
    board = pool.submit(partial(noted, done, "board"), Priority.BOARD)
    film = pool.submit(partial(noted, done, "film"), Priority.FILM)
    for priority in (Priority.BOARD, Priority.PRESS, Priority.FILM):
        pool.hasten(film, priority)
    hands[0].go.release(10)
    await asyncio.wait([board.done, film.done])
    pool.hasten(film, Priority.PRESS)
    assert done == ["first", "film", "board"]


async def test_a_second_hand_is_asked_only_while_the_first_one_is_busy(hands: list[Slow]) -> None:
    pool, done = Pool("render", hands), list[str]()
    for name in "ab":
        hands[0].go.release()
        await pool.submit(partial(noted, done, name), Priority.BOARD).done
        while hands[0] not in pool._idle:  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0)
    assert not hands[1].begun.acquire(blocking=False)
    both = [pool.submit(partial(noted, done, name), Priority.BOARD) for name in "cd"]
    assert await asyncio.to_thread(hands[1].begun.acquire, timeout=30)
    for hand in hands:
        hand.go.release()
    await asyncio.wait([order.done for order in both])
    await pool.close()
    assert sorted(done) == ["a", "b", "c", "d"]


async def test_the_next_piece_is_begun_while_the_event_loop_is_busy(pool: Pool, hands: list[Slow]) -> None:
    orders = [pool.submit(partial(noted, [], name), Priority.PRESS) for name in "ab"]
    hands[0].go.release(2)
    for _ in orders:
        assert hands[0].begun.acquire(timeout=10)
    assert [order.done.done() for order in orders] == [False, False]
    assert [await order.done for order in orders] == [b"a", b"b"]


async def test_an_error_is_for_whoever_asked_and_the_next_one_gets_an_answer(
    pool: Pool, hands: list[Slow]
) -> None:
    def broken() -> bytes:
        raise ValueError("no ink")

    hands[0].go.release(3)
    left = pool.submit(broken, Priority.PRESS)
    left.done.cancel()
    wrong, right = (pool.submit(piece, Priority.PRESS) for piece in (broken, partial(noted, [], "x")))
    with pytest.raises(ValueError, match="no ink"):
        await wrong.done
    assert await right.done == b"x"
