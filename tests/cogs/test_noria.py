"""Noria in Discord: what its panels offer and warn of, and what its commands say for themselves."""

from pathlib import Path
from typing import Any

import do
import pytest
from any_game import GAMES, AnyEvening
from cases import Case, case, cases, panel_of, run, say
from simulated import World, controls

from bot.bench.presses import IN_MENU
from bot.discord.move_codec import is_digest, move_at, path_of
from bot.games.contract import Refusal
from bot.games.noria.box import FACTORIES, NOTHING, Bundle
from bot.games.noria.game import GAME
from bot.games.noria.moves import (
    Activate,
    Chain,
    Choose,
    EndAction,
    EndTurn,
    Invest,
    NoriaOptions,
    Travel,
    Upgrade,
)
from bot.games.noria.notation import read_island, read_payment, read_slot, read_slot_list
from bot.games.noria.state import NoriaState
from bot.text import words
from cogs.noria import NoriaPresenter
from tests.games.noria.positions import RICH, play, solo, table

MYCELIUM, ENERGY = "invest/COL/0.1.0.0.0.0.0.0", "invest/COL/1.0.0.0.0.0.0.0"
"""The first level of the path, paid with one of either."""
POOR = {"energy": 1, "mycelium": 3}
LAST_TWO = {"REF": "1/1", "COL": "0/2", "EXP": "0/4", "RES": "0/0", "SPEC": "0/3", "DIV": "2/0"}
"""Chambers of which two have politicians above."""
SPEAK = words("en")
SWAP, SHIFT = (SPEAK(f"noria.panel.{key}") for key in ("swap", "shift_m"))
said = panel_of("noria")


def ready(**more: Any) -> NoriaState:
    """The first seat may do anything: rich, with the basic wheel and a market that can be paid."""
    return table({"stock": RICH, "knowledge": 20, **more})


async def shows_the_large_half(evening: AnyEvening) -> None:
    assert [each["filename"] for each in (await evening.opened()).attachments] == ["noria-half.png"]


async def shows_both_wheels(evening: AnyEvening) -> None:
    """The newest board has a picture of the bot, too."""
    assert len(evening.board().attachments) == 2


BEGINNING = (
    case(
        "a wheel is built disc by disc, also by command, and the proposal fills what is left",
        NoriaOptions(),
        do.offer("place", "slot", "s", {"S1", "S2"}, disc="J"),
        do.pick("place/J", offers={"place/J/S1"}),
        do.pick("place/J/S1", kept=False, lacks={"place/J"}),
        do.pick("wheel", kept=False, state={"phase": "path"}),
        do.typed("path", path="RES")(state={"players.0.levels": (0, 0, 0, 1)}),
        seats=1,
    ),
    case(
        "the first path is taken at once and comes back",
        NoriaOptions(),
        do.pick(Choose("energy")),
        do.pick(
            Choose("energy"),
            state={"phase": "path"},
            lines={"enter/RES": "Research, level 2: 1 of piston or lamp, +0 points"},
        ),
        do.pick("enter/COL", board="puts a representative on level 1"),
        do.undo(state={"phase": "path"}, offers={"enter/COL"}),
        seats=2,
    ),
)
INFLUENCE = (
    case(
        "prices stand there with what keeps them from being paid",
        table({"knowledge": 1}),
        do.look(
            says=["Night shift: 1 knowledge, from round 9 on 2\n", "on 3 – knowledge 1 of 2\n"],
            off={SWAP: True, SHIFT: False},
        ),
        do.pick(Activate("L2"), says="Politics: 1 knowledge", hides=["Night shift:", "Modification:"]),
    ),
    case(
        "two slots are exchanged in any order after a look",
        ready(),
        do.pick("modify"),
        do.pick("M2", "S1", says="Modification, S1 and M2", state={"current.modifications": 1}),
        do.typed("night-shift", ring="M")(state={"current.night_shifts": 1}),
        do.pick("modify"),
        do.pick("L3", "L5", says=say("refusal.modify_empty"), kept=True),
        do.typed("swap", one="L6", other="s2")(state={"current.modifications": 2}),
        do.undo(state={"current.modifications": 1}),
        do.undo(state={"current.night_shifts": 0}),
        do.undo(state={"current.modifications": 0}, lacks={"table.undo"}),
    ),
    case(
        "a disc is activated by one press or command, and what an old control showed is confirmed",
        ready(),
        do.forged("step", "activate/M1/0/-", says="These can follow: S1 city and L2 mycelium"),
        do.back(offers={"activate/M1/0/-"}),
        do.pick(Activate("M1"), state={"current.activated": ("M1",)}),
        do.undo(state={"current.activated": ()}),
        do.offer("activate", "slot", "", {"S1", "M1", "L2"}),
        do.typed("activate", slot="m1")(state={"current.activated": ("M1",)}),
    ),
    case(
        "what is left of a chain is chosen anew, and a chain comes back as a whole",
        ready(),
        do.pick(Chain(("M1", "S1", "L2")), says="Then: S1 city – L2 mycelium"),
        do.undo(state={"current.activated": ()}),
        do.pick(Chain(("M1", "S1", "L2"))),
        do.pick(Chain(()), lacks={"chain/-/-/-"}),
        do.pick(
            EndAction(), state={"current.activated": ("M1",)}, offers={path_of(GAME, Chain(("S1", "L2")))}
        ),
        do.pick(Activate("L2"), state={"current.activated": ("M1", "L2")}),
    ),
    case(
        "single discs tell what they bring as chains do",
        ready(wheel="1E - 1C+ - 1M"),
        do.look(
            lines={
                "activate/S1/0/-": "+1 energy",
                "activate/M1/0/-": "1 city action",
                "activate/M1/1/-": "2 city actions",
            },
        ),
    ),
    case(
        "what does not fit into one menu stands on the next page",
        ready(wheel="1E - 1C 2J - 1M 2O 3T"),
        do.pick("more/1", lines={"chain/M1.S1/-/-": "+1 energy"}),
        do.back(offers={"chain/M2.S1.L2/-/-"}),
    ),
)
TURN = case(
    "a turn of three discs, each with what it brings, ends from its summary",
    table({"stock": {"energy": 1}, "knowledge": 1}, {"ambassador": 2}, islands=[2, 4]),
    do.look(lines={"chain/M1.S1.L2/-/-": "1 journey, 1 city action, +1 mycelium"}),
    do.pick(Chain(("M1", "S1", "L2")), says="Island 4: "),
    do.check(shows_the_large_half),
    do.label("Island 4"),
    do.pick("take_ship/2"),
    do.pick(
        ENERGY,
        says=[said("summary"), "L2 mycelium: +2 mycelium", said("politics_left")],
        hides=said("not_now"),
    ),
    do.pick(EndTurn(), state={"active": 1}),
)
DISCS = (
    case(
        "turning up an island is confirmed, and stands",
        play(ready(), Activate("M1")),
        do.pick(Travel(None), says=said("reveals"), state={"players.0.ambassador": None}),
        do.back(),
        do.pick(Travel(None)),
        do.sure(lacks={"table.undo"}),
        do.pick("take_ship/1", kept=False),
        do.undo(lacks={"table.undo"}),
    ),
    case(
        "a journey goes by commands",
        play(ready(), Activate("M1")),
        do.offer("travel", "island", "", {"new": ""}),
        do.typed("travel", island="new")(),
        do.sure(offers={"take_ship/1"}),
        do.offer("ship", "space", "", {"1": ""}),
        do.offer("factory", "spot", "", {"1": "Build a factory"}),
        do.typed("factory", spot="1")(
            state={"players.0.factories_left": FACTORIES - 1, "current.running": None}
        ),
    ),
    case(
        "the payment that keeps most is preselected and another can be chosen",
        play(table({"stock": POOR}), Activate("S1")),
        do.offer("invest", "pay", "", {"e1", "m1"}, path="COL"),
        do.typed("invest", path="COL")(says=say("noria.count.mycelium", n=1), chosen=[MYCELIUM]),
        do.back(),
        do.look(lines={MYCELIUM: "Pay 1 mycelium; left: 1 energy, 2 mycelium", ENERGY: "Pay 1 energy"}),
        do.typed("invest", path="COL", pay="e1")(chosen=[ENERGY]),
        do.sure(state={"players.0.stock": Bundle(mycelium=3)}),
    ),
    case(
        "what can not be paid is listed with the reason",
        play(table({"stock": {"energy": 1}}), Activate("S1")),
        do.look(
            says=[said("not_now"), "-# Refinement, level 1: 1 obsidian, +0 points – too little for it"],
            offers={ENERGY},
        ),
    ),
    case(
        "an action is given up by one press and the summary says so",
        play(ready(), Activate("S1")),
        do.pick(EndAction(), says="S1 city: one action given up", state={"current.running": None}),
    ),
    case(
        "a disc that is upgraded before its turn in a chain can be doubled, others leave the chain as it is",
        ready(wheel="1C - 1T 3J - 1E 4M 5O"),
        do.pick(Chain(("M1", "S1", "L1")), lines={"anew/S1": SPEAK("noria.panel.upgrade_next")}),
        do.pick(Upgrade("M3"), says="Buy a disc or invest with the disc on S1"),
        do.undo(offers={"anew/S1"}),
        do.pick("anew/S1", kept=False, lines={"activate/S1/1/-": "2 city actions"}),
        do.undo(
            offers={path_of(GAME, Upgrade("S1"))},
            lacks={"anew/S1"},
            says=say("table.undo.what", move="Upgrade S1 city"),
        ),
    ),
    case(
        "tools go by commands",
        play(ready(wheel="1T - 1J 3C - 2M 4O 6E", empty={"sail": 2}), Activate("S1")),
        do.typed("produce", good="sail")(state={"players.0.empty": Bundle(sail=1)}),
        do.offer("upgrade", "slot", "", {}),
        do.typed("end-action")(state={"current.running": None}),
    ),
)
ENDING = (
    case(
        "politics that leaves no choice of the other chamber is shown at once",
        table({"knowledge": 20}, chambers=LAST_TWO),
        do.pick("politics", offers={"politics/REF/DIV", "politics/DIV/REF"}),
        do.pick("politics/REF/DIV", says=said("turn_ends")),
        do.sure(state={"active": 1}),
    ),
    case(
        "the summary of a turn says what politics costs, and why it can't be paid",
        play(table({"knowledge": 0}), "L2; M1; enough; S1"),
        do.pick(
            EndAction(), says=[said("summary"), "Politics: 1 knowledge, from round 6 on 2 – knowledge 0 of 1"]
        ),
    ),
    case(
        "politics goes chamber by chamber and says that the turn ends",
        ready(levels=[3, 0, 0, 0]),
        do.pick("politics", lines={"politics/REF": "your points 0 → 6"}),
        do.pick("politics/REF", lacks={"politics/REF/REF"}),
        do.pick("politics/REF/COL", says=said("turn_ends")),
        do.back(offers={"politics/REF/COL"}),
        do.back(offers={"politics/REF"}),
        do.back(offers={"politics"}),
        do.typed("politics", down="REF")(offers={"politics/REF/DIV"}, kept=True),
        do.typed("politics", down="REF", remove="DIV")(),
        do.sure(state={"active": 1}),
    ),
    case(
        "a turn that ends with something unused says so, and comes back while the next one thinks",
        ready(),
        do.pick(
            EndTurn(), says=["Still unused: S1 city, M1 journey, and L2 mycelium", said("politics_left")]
        ),
        do.sure(state={"active": 1}),
        do.undo(state={"active": 0}, lacks={"table.undo"}),
        do.pick(EndTurn()),
        do.sure(),
        do.typed("end-turn")(by=1, says=said("sure", move=SPEAK("noria.move.end_turn"))),
        do.sure(state={"active": 0}),
        do.asks("undo", by=0, says=say("table.undo.others")),
    ),
    case(
        "a bought disc is fitted in by one press and comes back while the next one thinks",
        play(ready(), "S1", "buy E", EndTurn()),
        do.look(lines={"fit/E/M3": "after 2 turns", "fit/E/L2": "active half"}),
        do.pick("fit/E/M3", state={"active": 1}, kept=False),
        do.undo(state={"phase": "fit"}, offers={"fit/E/M3"}),
        do.typed("fit", disc="E", slot="M3")(state={"active": 1}),
    ),
    case(
        "alone a turn comes back with that of the bot",
        solo(player={"knowledge": 3}, round=3),
        do.typed("end-turn")(says=said("sure", move=SPEAK("noria.move.end_turn"))),
        do.sure(board=["The bot wheel turns", "Next turn of the bot: "], state={"round": 4}),
        do.check(shows_both_wheels),
        do.look(),
        do.undo(state={"round": 3}),
        do.asks("show", board=say("table.undo.told", names="player0", n=1)),
    ),
)


@cases(*BEGINNING, *INFLUENCE, *DISCS, *ENDING)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("noria", case, tmp_path)


async def test_a_turn_of_three_discs_takes_seven_presses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = list[int]()
    prepared = World.prepared

    def counted(world: World, actor: Any, message: Any, name: str, values: Any = None) -> Any:
        costs.append(IN_MENU if values else 1)
        return prepared(world, actor, message, name, values)

    monkeypatch.setattr(World, "prepared", counted)
    await run("noria", TURN, tmp_path)
    turn = costs[-5:]
    assert sum(turn) <= 7, turn


async def test_two_presses_of_the_proposed_wheel_build_it_once(world: World) -> None:
    evening = AnyEvening(world, GAMES["noria"], world.members(1))
    await evening.begin()
    panel = await evening.panel(evening.people[0])
    (button,) = [item for item in controls(panel) if item["custom_id"].endswith(":wheel")]
    presses = [world.prepared(evening.people[0], panel, button["custom_id"], None) for _ in range(2)]
    assert all(answer.acknowledged for answer in await world.send(*presses))
    state = await evening.state()
    assert (state.phase, state.moves) == ("path", 6)


# Spellings ------------------------------------------------------------------------------------------


def test_slots_islands_and_payments_are_known_in_any_spelling() -> None:
    assert {read_slot(typed) for typed in ("M1", "m1", "Ｍ１", " m1 ")} == {"M1"}
    assert {read_slot_list(typed) for typed in ("L2 M1", "m1,l2", "Ｌ２、Ｍ１", "M1 + L2")} == {("M1", "L2")}
    island = NoriaPresenter.commands["travel"].params[0].read
    assert [island(typed) for typed in ("4", "４", "new", "新しい島", "NEW")] == [4, 4, "new", "new", "new"]
    assert read_payment("e2m1") == read_payment(" Ｅ2 m1 ") == Bundle(energy=2, mycelium=1)
    assert read_payment("-") == NOTHING


@pytest.mark.parametrize(
    ("read", "code", "typed"),
    [
        *((read_slot, "no_such_slot", typed) for typed in ("", "M", "M5", "1M", "S1 M1", "**@everyone**")),
        *((read_island, "noria_island", typed) for typed in ("", "x", "-1", "4.5", "9" * 5000)),
        *((read_payment, "noria_payment", typed) for typed in ("2 energy", "x", "e", "e-1", "e2x")),
    ],
)
def test_what_nobody_understands_is_refused(read: Any, code: str, typed: str) -> None:
    with pytest.raises(Refusal, match=code):
        read(typed)


def test_the_longest_payment_fits_into_a_control() -> None:
    for pay in (NOTHING, Bundle(sail=12, lamp=3), Bundle(*(99,) * 8)):
        path = path_of(GAME, Invest("EXP", pay))
        assert not is_digest(path)
        assert move_at(GAME, path) == Invest("EXP", pay)
