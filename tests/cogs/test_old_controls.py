"""Controls of older versions: buttons and menus of messages from before panels were described as steps.

Each fixture holds positions with what the panels of that time carried, and what it meant.
"""

import json
from typing import Any

import pytest
from simulated import World

from bot.discord import router
from bot.discord.presenter import presenter_of
from bot.games import registry
from bot.games.contract import Seat
from tests.cli_runner import ROOT

FOLDER = ROOT / "tests/fixtures/old_controls"
OLD = {
    "six_nimmt": "nimmt.choose nimmt.card nimmt.row nimmt.take nimmt.pick nimmt.picked",
    "thurn_and_taxis": (
        "taxis.take taxis.official taxis.play taxis.start taxis.begin taxis.give_up taxis.more taxis.anew "
        "taxis.closing taxis.cartwright taxis.mode taxis.offices taxis.close taxis.discard taxis.end"
    ),
    "noerdlingen": (
        "noerdlingen.column noerdlingen.crossing noerdlingen.soldier noerdlingen.way noerdlingen.choose "
        "noerdlingen.confirm noerdlingen.decline"
    ),
    "my_city": (
        "mycity.steer mycity.spot mycity.build mycity.pass mycity.passed mycity.stop mycity.stopped "
        "mycity.begin mycity.begun mycity.finish mycity.finished"
    ),
    "noria": "noria.choose noria.swap noria.make noria.wheel",
}
"""The actions that panels had then."""


RECORDED = {file.stem: json.loads(file.read_bytes()) for file in FOLDER.glob("*.json")}


@pytest.mark.parametrize("key", RECORDED)
async def test_what_a_control_carried_means_the_same(world: World, key: str) -> None:
    presenter, rule = presenter_of(key), registry.game(key)
    for entry in RECORDED[key]:
        state = rule.decode(json.dumps(entry["state"]).encode())
        view = rule.view(state, Seat(entry["seat"]))
        assert entry["action"] in router.HANDLERS
        meant = presenter.legacy[entry["action"]](view, entry["rest"], tuple(entry["values"]))
        found: dict[str, Any] = {"how": None, "move": None, "path": None}
        if meant is not None and isinstance(meant.to, str):
            found["path"] = meant.to
        elif meant is not None:
            found["how"] = meant.how or presenter.how(view, meant.to)
            found["move"] = json.loads(rule.encode_move(meant.to))
        wanted = {key: entry.get(key) for key in found}
        if wanted["move"] is None:
            wanted["how"] = None
        assert found == wanted, entry


async def test_every_action_of_that_time_is_answered_and_recorded(world: World) -> None:
    assert set(RECORDED) == set(OLD)
    for key, actions in OLD.items():
        assert {entry["action"] for entry in RECORDED[key]} == set(actions.split()), key
        assert set(actions.split()) <= {*presenter_of(key).legacy}, key
