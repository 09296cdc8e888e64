"""What `python -m bot bench --presses` counts in a game that is played by the panels alone."""

from pathlib import Path

import pytest
from fixed_chance import every_secret_is
from simulated import lent

from bot.bench import presses
from bot.games import registry


@pytest.fixture(autouse=True)
def _pictures_are_counted_and_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = presses.bot_on
    monkeypatch.setattr(presses, "bot_on", lambda settings: lent(begun(settings)))


@pytest.mark.parametrize("game", registry.own())
async def test_a_person_alone_a_host_and_guests_come_to_their_first_move_by_few_presses(
    tmp_path: Path, game: str
) -> None:
    figures = await presses.ways_in(tmp_path, [game])
    most = {each.name: each.target.value for each in figures if each.target is not None}
    assert most == {
        f"{who}: presses to the first {what}": limit - (what == "panel")
        for who, limit in (("alone", 3), ("host", 3), ("guest", 2))
        for what in ("panel", "move")
    }
    assert len(figures) == 8
    assert [each for each in figures if not each.ok] == []
    assert all(each.value > 0 for each in figures)


async def test_five_rounds_alone_take_a_press_a_decision_and_a_post_a_trick(tmp_path: Path) -> None:
    with every_secret_is(bytes([2]) * 32):
        figures = await presses.figures(tmp_path, presses.PARTIES[:1])
    counted = {each.name.rpartition(": ")[2]: each.value for each in figures}
    cards = 5 * 9  # the last one of a round is played by itself
    assert counted["moves of people"] > cards, "rows are taken, too"
    assert counted["presses"] == counted["moves of people"] + 1, "one a decision, and one to the panel"
    assert counted["presses"] <= 60
    ends = 5 + 5 + 1  # of rounds, after which cards are dealt, and of the game
    assert counted["posts"] <= counted["turns of people"] + ends, "one that calls, and the ends"
    assert counted["pictures"] > counted["posts"]
