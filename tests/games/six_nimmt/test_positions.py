"""Positions of 6 nimmt! set up by hand: what may be left out, and what is refused with which reason."""

import re
from typing import Any

import msgspec
import pytest

from bot.games.six_nimmt.game import GAME
from tests.games.six_nimmt.positions import named

ROWS = [[16], [35], [61], [88]]
HANDS = [[37, 1], [65, 2]]
OPEN = {"playing": "open"}
DRAFT: dict[str, Any] = {"rows": [], "options": {"deal": "logic"}, "hands": [[], []]}
LAST_CARDS = {"hands": [[1], [2]]}


def trick(*placed: tuple[int, int]) -> list[dict[str, int]]:
    """By seat: a card and its row, 0 where it waits."""
    return [{"seat": seat, "card": card, "row": row} for seat, (card, row) in enumerate(placed)]


def restored(**given: Any) -> Any:
    return GAME.restore(msgspec.json.encode({"rows": ROWS, "hands": HANDS, **given}))


@pytest.mark.parametrize(
    ("given", "then"),
    [
        ({}, "phase choose; round 1; trick 9; turn 0; hands 1 37 / 2 65; selected none none"),
        ({}, "totals 0 0; scores none; piles none / none; question none; start_player none"),
        ({"piles": [[3, 4], []]}, "heads 2 0"),
        ({"totals": [20, 30]}, "round 2; scores 20 30"),
        ({"totals": [20, 30], "round": 4}, "scores 20 30 / 0 0 / 0 0"),
        ({"scores": [[20, 0], [1, 2]]}, "round 3; totals 21 2"),
        ({**LAST_CARDS, "last": trick((5, 0), (90, 0))}, "phase place; trick 9; question A 5 low 1 2 3 4"),
        ({"hands": [[], []], "piles": [[3, 4], []]}, "phase scored; trick 10; scores 2 0"),
        ({"hands": [[], []], "piles": [[3, 4], []], "totals": [67, 1]}, "phase over; scores 65 1 / 2 0"),
    ],
)
def test_rows_and_hands_are_enough_and_the_rest_follows(given: dict[str, Any], then: str) -> None:
    assert named(restored(**given), then) == then


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"rows": ROWS[:3]}, "3 rows instead of 4"),
        ({"rows": [[16], [35], [61], []]}, "row 4 has 0 cards"),
        ({"rows": [[10], [], [50], [80]], **LAST_CARDS, "last": trick((5, 0), (6, 0))}, "row 2 has 0 cards"),
        ({"rows": [[16], [35], [61], [88, 89, 90, 91, 92, 93]]}, "row 4 has 6 cards"),
        ({"rows": [[16], [35], [61], [88, 87]]}, "row 4 does not ascend"),
        ({"rows": [[16], [35], [61], [1]]}, "card 1 is there 2 times"),
        ({"rows": [[16], [35], [61], [105]]}, "<= 104"),
        ({"rows": [[16], [35], [61], [0]]}, ">= 1"),
        ({"hands": []}, "0 seats"),
        ({"hands": [[1]]}, "1 seats"),
        ({"hands": [[n] for n in range(1, 12)]}, "11 seats"),
        ({"hands": [[1], [2, 3]]}, "different sizes"),
        ({"hands": [list(range(1, 12)), list(range(20, 31))]}, "the hands have 11 cards"),
        ({"trick": 3}, "trick 3: by the rest of the position it is 9"),
        ({"phase": "place"}, "phase place: by the rest of the position it is choose"),
        ({"phase": "place", "trick": 8}, "phase place: by the rest of the position it is choose"),
        ({"phase": "scored", "trick": 8}, "phase scored: by the rest of the position it is choose"),
        ({"turn": -1}, ">= 0"),
        ({"round": 0}, ">= 1"),
        ({"round": 2, "scores": []}, "round 2: by the rest of the position it is 1"),
        ({"schema": 2}, "enum value 2"),
        ({"selected": [37]}, "selected: 1 entries for 2 seats"),
        ({"selected": [38, None]}, "seat 0 has selected 38"),
        ({"selected": [37, 65]}, "should be revealed"),
        ({"piles": [[3]]}, "piles: 1 entries for 2 seats"),
        ({"piles": [[200], []]}, "<= 104"),
        ({"unused": [3]}, "unused (3,): by the rest"),
        ({"totals": [1]}, "totals: 1 entries for 2 seats"),
        ({"totals": [-1, 0]}, ">= 0"),
        ({"totals": [1, 0], "scores": [[2, 0]]}, "totals (1, 0): by the rest of the position it is (2, 0)"),
        ({"totals": [67, 0]}, "the game should be over"),
        ({"scores": [[1, 2, 3]]}, "scores of round 1: 3 entries for 2 seats"),
        ({"hands": [[], []], "phase": "over", "round": 1}, "phase over: by the rest"),
        ({"hands": [[], []], "scores": [[9, 9]]}, "not the heads in the piles"),
        ({"last": [{"seat": 0, "card": 3, "row": 1}]}, "one card of every seat"),
        ({"last": trick((90, 1), (3, 1))}, "last: cards do not ascend"),
        ({"last": trick((3, 1), (4, 1))}, "card 3 lies in no row or pile"),
        ({"last": trick((16, 9), (35, 2))}, "no row 9"),
        ({**LAST_CARDS, "last": trick((62, 0), (63, 0))}, "card 62 fits a row"),
        ({**LAST_CARDS, "last": trick((5, 0), (16, 1))}, "a placed card behind one that waits"),
        (
            {**LAST_CARDS, "last": trick((5, 0), (6, 0)), "question": {"seat": 1, "card": 6}},
            "by the rest of the position it is Question(seat=0, card=5",
        ),
        ({"question": {"seat": 0, "card": 5}}, "the revealed cards are missing"),
        ({"options": {"limit": 0}}, ">= 1"),
        ({"cards": 1}, "unknown field `cards`"),
        ({"start_player": 0}, "there is no start player"),
        ({"options": OPEN, "start_player": 2}, "start player 2"),
        ({"options": OPEN}, "card 1 is not in play"),
        ({"options": {"deal": "strategy"}}, "card 35 is not in play"),
        ({"options": OPEN, "hands": [[37, 90], [65, 2]], "selected": [None, 65]}, "cards are laid in turn"),
        ({"options": {"format": "tournament"}}, "sheets: one of 10 cards for each seat"),
        ({"sheets": [[37, 90], [65, 2]]}, "only a tournament under way has sheets"),
        ({"pool": [3]}, "pool (3,): by the rest"),
        ({"rows": []}, "only Logic has one"),
        ({**DRAFT, "hands": [[1, 2], []]}, "seat 0 should have 1 cards"),
        ({**DRAFT, "hands": [[25], []]}, "card 25 is not in play"),
        ({**DRAFT, "pool": [1, 2, 3, 4, 5]}, "pool (1, 2, 3, 4, 5): by the rest"),
        ({**DRAFT, "trick": 2}, "trick 2: by the rest of the position it is 1"),
        ({**DRAFT, "selected": [1, None]}, "nothing has been played"),
        (
            {
                **LAST_CARDS,
                "rows": [[12, 50], [60, 75], [90], [100]],
                "options": {"placement": "professional"},
                "last": trick((55, 0), (56, 0)),
                "question": {"seat": 0, "card": 56},
            },
            "by the rest of the position it is Question(seat=0, card=55",
        ),
    ],
)
def test_what_can_not_be_is_refused_with_its_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        restored(**given)
