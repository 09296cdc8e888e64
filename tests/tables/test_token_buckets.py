"""A bucket of tokens for each who asks: so many at once, then one after the other."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.discord.rate_limit import Rate, TokenBuckets

NOTHING, SECOND = timedelta(0), timedelta(seconds=1)
RATE = Rate(5, 2 * SECOND)


class Buckets(TokenBuckets):
    """Buckets with a clock that is set by hand."""

    def __init__(self) -> None:
        super().__init__(RATE, 3, now=lambda: self.time)
        self.time = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def buckets() -> Buckets:
    """Ann has taken all there was."""
    buckets = Buckets()
    for _ in range(RATE.at_once):
        assert buckets.wait("ann", 1) == NOTHING
        buckets.take("ann", 1)
    return buckets


def test_after_so_many_at_once_one_has_to_wait_for_each(buckets: Buckets) -> None:
    assert [buckets.wait("ann", 1), buckets.wait("ann", 4)] == [2 * SECOND, 8 * SECOND]
    assert buckets.wait("ben", 5) == NOTHING
    for left in (SECOND, NOTHING):
        buckets.time += SECOND
        assert buckets.wait("ann", 1) == left
    buckets.take("ann", 1)
    assert buckets.wait("ann", 1) == 2 * SECOND


def test_a_bucket_is_never_more_than_full_nor_a_clock_set_back_an_endless_wait(buckets: Buckets) -> None:
    buckets.time += timedelta(days=1)
    buckets.take("ann", 5)
    assert buckets.wait("ann", 1) == 2 * SECOND
    buckets.time -= timedelta(days=365)
    assert buckets.wait("ann", 1) == 2 * SECOND
    buckets.time += 2 * SECOND
    assert buckets.wait("ann", 1) == NOTHING


def test_only_those_who_asked_last_are_remembered(buckets: Buckets) -> None:
    for who in ("ben", "cleo", "dana"):
        buckets.take(who, 1)
    assert len(buckets) == 3
    assert buckets.wait("ann", 5) == NOTHING
