"""Which notices are still worth telling when newer ones wait behind them."""

import pytest

from bot.discord.lanes import overtaken
from bot.games.contract import Seat
from bot.tables.model import Notice, NoticeKind, NoticeState

LOBBY, BOARD, PROGRESS = NoticeKind.LOBBY, NoticeKind.BOARD, NoticeKind.PROGRESS
REPEAT = NoticeKind.REPEAT
PROMPT, SETTLED, ENDED = NoticeKind.PROMPT, NoticeKind.SETTLED, NoticeKind.ENDED
WATCHED = NoticeKind.WATCHED


def notice(kind: NoticeKind, seat: int | None = None, state: NoticeState = NoticeState.PENDING) -> Notice:
    return Notice(0, 1, kind, None if seat is None else Seat(seat), 5, state)


@pytest.mark.parametrize(
    ("kind", "newer", "pointless"),
    [
        (PROGRESS, PROGRESS, True),
        (PROGRESS, BOARD, True),
        (PROGRESS, ENDED, True),
        (PROGRESS, REPEAT, True),
        (PROGRESS, LOBBY, False),
        (REPEAT, REPEAT, True),
        (REPEAT, BOARD, True),
        (REPEAT, ENDED, True),
        (REPEAT, PROGRESS, False),
        (LOBBY, LOBBY, True),
        (LOBBY, BOARD, True),
        (LOBBY, PROGRESS, False),
        (BOARD, BOARD, False),
        (BOARD, PROGRESS, False),
        (BOARD, ENDED, False),
        (ENDED, BOARD, False),
        (ENDED, WATCHED, False),
        (PROGRESS, WATCHED, False),
        (WATCHED, WATCHED, True),
        (WATCHED, ENDED, False),
    ],
)
def test_a_newer_notice_of_the_channel_makes_a_refresh_pointless_but_never_a_page_of_the_story(
    kind: NoticeKind, newer: NoticeKind, pointless: bool
) -> None:
    assert overtaken(notice(kind), [notice(newer)]) is pointless
    assert not overtaken(notice(kind), [])


@pytest.mark.parametrize("newer", [BOARD, ENDED])
def test_after_an_outage_the_newest_board_is_enough(newer: NoticeKind) -> None:
    assert overtaken(notice(BOARD), [notice(newer)], blocked=True)
    assert not overtaken(notice(BOARD), [notice(PROMPT, 1)], blocked=True)


@pytest.mark.parametrize("newer", [PROMPT, SETTLED])
def test_a_prompt_is_overtaken_by_what_is_newer_for_the_same_seat_alone(newer: NoticeKind) -> None:
    assert overtaken(notice(PROMPT, 1), [notice(newer, 1)])
    assert not overtaken(notice(PROMPT, 1), [notice(newer, 2)])
    assert not overtaken(notice(PROMPT, 1), [notice(BOARD)])


def test_a_prompt_that_may_have_gone_out_is_looked_after() -> None:
    assert not overtaken(notice(PROMPT, 1, NoticeState.SENDING), [notice(SETTLED, 1)])


def test_a_prompt_that_is_over_is_always_settled() -> None:
    assert not overtaken(notice(SETTLED, 1), [notice(PROMPT, 1), notice(SETTLED, 1)])
