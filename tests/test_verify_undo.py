"""The file of a game in which steps were taken back is checked like any other, and so are the steps back."""

from typing import Any, Literal

import msgspec
import pytest

from bot import verify
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Seat
from bot.verify import LoggedMove, Transcript
from tests.pebbles.game import GAME, Draw, PebblesOptions, Stop, Take

CHANCE = Chance(bytes(range(32)))
OPTIONS = PebblesOptions(heap=3)
Entry = tuple[int, Move, bool] | tuple[int, int] | tuple[int, int, Literal["agreed"]]
"""A seat with its move, and whether it followed by itself; or with the version it returns to, alone or since
all have agreed."""
HONEST: tuple[Entry, ...] = (
    (0, Take(), False),
    (0, Take(), False),
    (0, Stop(), True),
    (0, 1),
    (0, Draw(), False),
    (0, Stop(), True),
    (1, Take(), False),
    (1, Stop(), False),
    (1, 7),
    (1, 6),
    (1, Take(), False),
    (1, Take(), False),
)


AGREED: tuple[Entry, ...] = (
    (0, Take(), False),
    (0, Stop(), False),
    (1, Take(), False),
    (0, 1, "agreed"),
    (0, Draw(), False),
    (0, Stop(), True),
    (1, Take(), False),
    (1, Take(), False),
)


@pytest.fixture(autouse=True)
def _with_pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_WHERE", {**registry._WHERE, "pebbles": "tests.pebbles.game:GAME"})


def file_of(*entries: Entry) -> bytes:
    """The file of this game; the outcome is that of the honest one."""
    state = GAME.setup(OPTIONS, 2, CHANCE)
    for seat, move in ((0, Take()), (0, Draw()), (0, Stop()), (1, Take()), (1, Take())):
        state = GAME.apply(state, Seat(seat), move, CHANCE).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    log = tuple(_logged(version, entry) for version, entry in enumerate(entries, start=1))
    return msgspec.json.encode(
        Transcript(
            game="pebbles",
            options=msgspec.Raw(GAME.encode_options(OPTIONS)),
            seats=2,
            secret=CHANCE.secret.hex(),
            commitment=CHANCE.commitment,
            log=log,
            outcome=outcome,
        )
    )


def _logged(version: int, entry: Entry) -> LoggedMove:
    match entry:
        case (seat, int(back)):
            return LoggedMove(version, Seat(seat), back=back)
        case (seat, int(back), _):
            return LoggedMove(version, Seat(seat), back=back, agreed=True)
        case (seat, move, automatic):
            return LoggedMove(version, Seat(seat), msgspec.Raw(GAME.encode_move(move)), automatic)


def test_a_game_with_steps_taken_back_is_confirmed() -> None:
    found = verify.verify(file_of(*HONEST))
    assert (found.code, found.data) == ("ok", {"moves": 9, "draws": 1})


def test_its_file_says_what_was_taken_back_and_names_no_such_thing_elsewhere() -> None:
    log: list[dict[str, Any]] = msgspec.json.decode(file_of(*HONEST))["log"]
    assert log[3] == {"version": 4, "seat": 0, "move": None, "automatic": False, "back": 1}
    assert "back" not in log[0]


@pytest.mark.parametrize(
    ("log", "at", "entry", "reason"),
    [
        (HONEST, 1, (0, 1), "stale"),
        (HONEST, 1, (0, 9), "stale"),
        (HONEST, 1, (1, 0), "not_your_step"),
        (HONEST, 4, (1, 3), "not_your_step"),
        (HONEST, 5, (0, 4), "undo_revealed"),
        (HONEST, 6, (0, 4), "undo_revealed"),
        (HONEST, 7, (0, 6), "not_your_step"),
        (HONEST, 0, (0, 0), "nothing_to_undo"),
        (HONEST, 12, (1, 11), "over"),
        (AGREED, 3, (0, 1), "not_your_step"),
        (AGREED, 3, (1, 1, "agreed"), "nothing_to_undo"),
        (AGREED, 3, (0, 9, "agreed"), "nothing_to_undo"),
        (AGREED, 4, (0, 3, "agreed"), "nothing_to_undo"),
        (AGREED, 7, (0, 4, "agreed"), "undo_since"),
        (AGREED, 8, (1, 7, "agreed"), "over"),
    ],
)
def test_a_step_back_that_was_not_allowed_is_found(
    log: tuple[Entry, ...], at: int, entry: Entry, reason: str
) -> None:
    """After so many rows of the file: not even all together take back what came to light."""
    found = verify.verify(file_of(*log[:at], entry, *log[at:]))
    assert (found.code, found.data["reason"], found.data["version"]) == ("undo", reason, at + 1)


def test_the_sentence_says_where() -> None:
    found = verify.verify(file_of(*HONEST[:5], (0, 4), *HONEST[5:]))
    assert verify.SENTENCES[found.code].format_map(found.data) == (
        "In row 6 seat 1 takes back what can't be taken back: undo_revealed."
    )


def test_more_than_the_own_last_step_is_taken_back_where_the_file_says_that_all_agreed() -> None:
    found = verify.verify(file_of(*AGREED))
    assert (found.code, found.data) == ("ok", {"moves": 7, "draws": 1})
    assert msgspec.json.decode(file_of(*AGREED))["log"][3]["agreed"] is True
