"""Tables that were opened by an earlier version go on in the bot of today, and are verified as they began."""

import json
from pathlib import Path

import pytest
from table_world import old_world

from bot.tables.model import Status
from bot.verify import verify
from tests.store.damages import DATABASES

BEFORE = 20
"""The last schema in which the draws of every table depended on its secret alone."""

pytestmark = pytest.mark.usefixtures("real_chance")


@pytest.mark.parametrize("file", sorted(DATABASES.glob("*.sql")), ids=lambda file: file.stem)
async def test_a_game_under_way_is_played_to_its_end_and_verified(tmp_path: Path, file: Path) -> None:
    async with old_world(tmp_path, int(file.stem)) as world:
        moment = await world.now()
        assert (moment.table.contributions, moment.table.binding) == (None, "")
        moment = await world.play_out(moment, 1)
        data = await world.transcript()
    assert json.loads(data)["format"] == 1
    assert verify(data).code == "ok"


async def test_a_lobby_of_before_starts_as_it_was_announced(tmp_path: Path) -> None:
    """It had announced nothing: its secret is drawn at the start."""
    lobby = (
        "INSERT INTO tables (id, game, guild, channel, status, host, options, locale, version, commitment,"
        " created, updated) SELECT 3, game, guild, 502, 'lobby', 1, options, locale, 0, '', created, updated"
        " FROM tables WHERE id = 1",
        "INSERT INTO seats (table_id, seat, user, name) VALUES (3, 0, 1, 'Ann')",
    )
    async with old_world(tmp_path, BEFORE, *lobby) as world:
        table = await world.join(3, 2)
        assert (table.commitment, table.contributions) == ("", None)
        moment = await world.start(3)
        assert (len(moment.table.commitment), moment.table.binding) == (64, "")
        moment = await world.play_out(moment, 2)
        assert moment.table.status is Status.FINISHED
        data = await world.transcript(3)
    assert json.loads(data)["format"] == 1
    assert verify(data).code == "ok"


async def test_a_lobby_of_today_keeps_what_was_announced_over_a_restart(tmp_path: Path) -> None:
    async with old_world(tmp_path, BEFORE + 1) as world:
        before = await world.table(3)
        moment = await world.start(3, key="9")
        assert moment.table.commitment == before.commitment
        moment = await world.play_out(moment, 3)
        data = await world.transcript(3)
    said = json.loads(data)
    assert [each["press"] for each in said["contributions"]] == ["1456789012345678901", "9"]
    assert verify(data).code == "ok"
