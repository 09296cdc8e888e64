"""What `python -m bot bench --presses` counts in a game that is played by the panels alone."""

from pathlib import Path

from bot.bench import presses
from bot.bench.presses import Party

ROUND = {"format": "rounds", "rounds": 1}


async def test_a_round_is_counted_press_by_press_and_post_by_post(tmp_path: Path) -> None:
    party = Party("six_nimmt", 1, 1, ROUND)
    counted = {each.name.rpartition(": ")[2]: each.value for each in await presses.figures(tmp_path, [party])}
    cards = 9  # the last one is played by itself
    rows = counted["moves of people"] - cards
    assert 0 <= rows <= 10
    assert cards + rows < counted["presses"] <= cards + 2 * rows + 1, "one a decision, and those to the panel"
    assert counted["turns of people"] >= cards
    assert counted["posts"] >= 10, "a board for each trick"
    assert counted["pictures"] > counted["posts"]
    assert counted["presses a turn"] == counted["presses"] / counted["turns of people"]
    assert counted["posts a turn"] == counted["posts"] / counted["turns of people"]
