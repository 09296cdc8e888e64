"""The log holds no token, no secret and no card, whatever goes wrong; what people see of one another is
compared in `test_every_secret`."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from overheard import log_of
from simulated import leading_to, text_of
from troubled import CALM, Evening, offered

from bot.config import Settings
from bot.games.six_nimmt.moves import Choose


async def test_the_log_holds_no_token_and_no_secret(tmp_path: Path) -> None:
    with log_of(Settings(database=tmp_path / "x", log="debug")) as log:
        async with Evening.begin(tmp_path, album=False) as evening:
            evening.close_messages(evening.people[2])
            await evening.start(rounds=1)
            evening.fail("POST", f"/channels/{evening.channel.id}/messages", 503, times=2)
            await evening.trick()
            await evening.wait(60)
            evening.fail("*", "/interactions/*", 404, 10062, times=2)
            await evening.choose(evening.people[0])
            tokens = [*evening.env.backend.interaction_tokens]
            stored = await evening.table()
        written = log.getvalue()
    assert "bot.discord.dispatcher" in written
    assert tokens
    assert [token for token in tokens if token in written] == []
    assert CALM.hex() not in written
    assert repr(CALM) not in written
    assert stored.secret is None


@pytest.mark.logs_errors
async def test_an_error_in_the_middle_of_a_choice_is_logged_without_the_card(tmp_path: Path) -> None:
    with log_of(Settings(database=tmp_path / "x", log="debug")) as log:
        async with Evening.begin(tmp_path, album=False) as evening:
            await evening.start()
            letter = evening.prompts(evening.people[0])[-1]
            card = max(offered(letter))
            broken = patch.object(
                evening.app.tables.play, "act", side_effect=RuntimeError("the disk is on fire")
            )
            with broken:
                result = await evening.press(evening.people[0], letter, *leading_to(letter, Choose(card)))
            assert result.acknowledged
            hands = (await evening.state()).hands
            assert text_of(evening.private(result))
        written = log.getvalue()
    assert "the disk is on fire" in written
    assert f"card={card}" not in written
    assert not any(str(hand)[1:-1] in written for hand in hands)
