"""A bucket of tokens for each who asks: so many at once, then one after the other."""

from datetime import UTC, datetime, timedelta

from bot.discord.rate_limit import Rate, TokenBuckets

SECOND = timedelta(seconds=1)
RATE = Rate(5, 2 * SECOND)


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def emptied(hand: Hand) -> TokenBuckets:
    """Somebody has taken all there was."""
    buckets = TokenBuckets(RATE, 3, now=hand)
    for _ in range(RATE.at_once):
        assert buckets.wait("ann", 1) == timedelta(0)
        buckets.take("ann", 1)
    return buckets


def test_after_so_many_at_once_one_has_to_wait_for_each() -> None:
    hand = Hand()
    buckets = emptied(hand)
    assert [buckets.wait("ann", 1), buckets.wait("ann", 4)] == [2 * SECOND, 8 * SECOND]
    assert buckets.wait("ben", 5) == timedelta(0)
    for left in (SECOND, timedelta(0)):
        hand.time += SECOND
        assert buckets.wait("ann", 1) == left
    buckets.take("ann", 1)
    assert buckets.wait("ann", 1) == 2 * SECOND


def test_a_bucket_is_never_more_than_full_and_a_clock_set_back_costs_no_more_than_an_empty_one() -> None:
    hand = Hand()
    buckets = emptied(hand)
    hand.time += timedelta(days=1)
    buckets.take("ann", 5)
    assert buckets.wait("ann", 1) == 2 * SECOND
    hand.time -= timedelta(days=365)
    assert buckets.wait("ann", 1) == 2 * SECOND
    hand.time += 2 * SECOND
    assert buckets.wait("ann", 1) == timedelta(0)


def test_only_those_who_asked_last_are_remembered() -> None:
    hand = Hand()
    buckets = emptied(hand)
    for who in ("ben", "cleo", "dana"):
        buckets.take(who, 1)
    assert len(buckets) == 3
    assert buckets.wait("ann", 5) == timedelta(0)
