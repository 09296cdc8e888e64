"""Noria in Discord: what its panels offer and warn of, and what its commands say for themselves."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from any_game import GAMES, AnyEvening, beginning_with
from cases import (
    Case,
    asks,
    back,
    case,
    cases,
    look,
    offer,
    panel_of,
    pick,
    refusal,
    run,
    say,
    sure,
    typed,
    undo,
)
from simulated import World, controls, text_of

from bot.discord.move_codec import is_digest, move_at, path_of
from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.noria.box import FACTORIES, NOTHING, Bundle
from bot.games.noria.game import GAME
from bot.games.noria.moves import (
    Activate,
    BotRotated,
    Choose,
    EndAction,
    EndTurn,
    GivenUp,
    Invest,
    NightShift,
    NoriaOptions,
    Travel,
    Use,
)
from bot.games.noria.notation import read_island, read_payment, read_slot, read_slot_list
from bot.games.noria.state import NoriaState
from bot.text import words
from bot.view_model import ViewModel
from cogs.noria import NoriaPresenter
from tests.games.noria.positions import CHANCE, RICH, play, solo, table
from tests.games.noria.sample import START, pick as any_move
from tests.games.samples import played

MYCELIUM, ENERGY = "invest/COL/0.1.0.0.0.0.0.0", "invest/COL/1.0.0.0.0.0.0.0"
"""The first level of the path, paid with one of either."""
POOR = {"energy": 1, "mycelium": 3}
SPEAK, PRESENTER, NAMES = words("en"), NoriaPresenter(), ("Ann", "Ben", "Cleo")
SWAP, SHIFT = (SPEAK(f"noria.panel.{key}") for key in ("swap", "shift_m"))
said = panel_of("noria")


def ready(**more: Any) -> NoriaState:
    """The first seat may do anything: rich, with the basic wheel and a market that can be paid."""
    return table({"stock": RICH, "knowledge": 20, **more})


BEGINNING = (
    case(
        "a wheel is built disc by disc, also by command, and the proposal fills what is left",
        NoriaOptions(),
        offer("place", "slot", "s", {"S1", "S2"}, disc="J"),
        pick("place/J", offers={"place/J/S1"}),
        pick("place/J/S1", kept=False, lacks={"place/J"}),
        pick("wheel", kept=False, state={"phase": "path"}),
        typed("path", path="RES")(),
        sure(state={"players.0.levels": (0, 0, 0, 1)}),
        seats=1,
    ),
    case(
        "the first path is shown before it is taken",
        NoriaOptions(),
        pick(Choose("energy")),
        pick(Choose("energy"), state={"phase": "path"}),
        pick("enter/COL", says=say("noria.score.col")),
        sure(board="puts a representative on level 1"),
        seats=2,
    ),
)
INFLUENCE = (
    case(
        "prices stand there with what keeps them from being paid",
        table({"knowledge": 1}),
        look(
            says=["Night shift: 1 knowledge\n", "Modification: 2 knowledge – knowledge 1 of 2"],
            off={SWAP: True, SHIFT: False},
        ),
    ),
    case(
        "two slots are exchanged in any order after a look",
        ready(),
        pick("modify"),
        pick("M2", "S1", says="S1 and M2"),
        sure(says="Modification, S1 and M2", state={"current.modifications": 1}),
        typed("night-shift", ring="M")(),
        sure(state={"current.night_shifts": 1}),
        typed("swap", one="L6", other="s2")(),
        sure(state={"current.modifications": 2}),
        undo(state={"current.modifications": 1}),
        undo(state={"current.night_shifts": 0}),
        undo(state={"current.modifications": 0}, lacks={"table.undo"}),
    ),
    case(
        "a disc is shown with what can follow, and Back leaves it",
        ready(),
        pick(Activate("M1"), says="These can follow: S1 city and L2 mycelium"),
        back(offers={"activate/M1/0/-"}),
        offer("activate", "slot", "", {"S1", "M1", "L2"}),
        typed("activate", slot="S2")(says=refusal("slot_empty", slot="S2")),
        typed("ship", space="1")(says=refusal("no_disc_running")),
        typed("activate", slot="m1")(),
        sure(state={"current.activated": ("M1",)}),
    ),
)
DISCS = (
    case(
        "turning up an island is confirmed, and stands",
        play(ready(), Activate("M1")),
        pick(Travel(None), state={"players.0.ambassador": None}),
        back(),
        pick(Travel(None)),
        sure(lacks={"table.undo"}),
        pick("take_ship/1", kept=False),
        undo(lacks={"table.undo"}),
    ),
    case(
        "a journey goes by commands",
        play(ready(), Activate("M1")),
        offer("travel", "island", "", {"new": ""}),
        typed("travel", island="new")(),
        sure(offers={"take_ship/1"}),
        offer("ship", "space", "", {"1": ""}),
        offer("factory", "spot", "", {"1": "Build a factory"}),
        typed("factory", spot="1")(
            state={"players.0.factories_left": FACTORIES - 1, "current.running": None}
        ),
    ),
    case(
        "the payment that keeps most is preselected and another can be chosen",
        play(table({"stock": POOR}), Activate("S1")),
        offer("invest", "pay", "", {"e1", "m1"}, path="COL"),
        typed("invest", path="COL")(says=say("noria.count.mycelium", n=1), chosen=[MYCELIUM]),
        back(),
        pick(MYCELIUM, picks=[MYCELIUM, ENERGY], says="Left afterwards: 1 energy, 2 mycelium"),
        typed("invest", path="COL", pay="e1")(chosen=[ENERGY]),
        sure(state={"players.0.stock": Bundle(mycelium=3)}),
    ),
    case(
        "what can not be paid is listed with the reason",
        play(table({"stock": {"energy": 1}}), Activate("S1")),
        look(
            says=[said("not_now"), "-# Refinement, level 1: 1 obsidian, +0 points – too little for it"],
            offers={ENERGY},
        ),
    ),
    case(
        "giving an action up is confirmed and the summary says so",
        play(ready(), Activate("S1")),
        pick(EndAction()),
        sure(says="S1 city: one action given up", state={"current.running": None}),
    ),
    case(
        "tools go by commands",
        play(ready(wheel="1T - 1J 3C - 2M 4O 6E", empty={"sail": 2}), Activate("S1")),
        typed("produce", good="sail")(state={"players.0.empty": Bundle(sail=1)}),
        offer("upgrade", "slot", "", {}),
        typed("end-action")(),
        sure(state={"current.running": None}),
    ),
)
ENDING = (
    case(
        "politics goes chamber by chamber and says that the turn ends",
        ready(levels=[3, 0, 0, 0]),
        pick("politics", lines={"politics/REF": "your points 0 → 6"}),
        pick("politics/REF", lacks={"politics/REF/REF"}),
        pick("politics/REF/COL", says=said("turn_ends")),
        typed("politics", down="REF")(offers={"politics/REF/DIV"}, kept=True),
        typed("politics", down="REF", remove="DIV")(),
        sure(state={"active": 1}),
    ),
    case(
        "a turn that ends with something unused says so, and comes back while the next one thinks",
        ready(),
        pick(EndTurn(), says=["Still unused: S1 city, M1 journey, and L2 mycelium", said("politics_left")]),
        sure(state={"active": 1}),
        undo(state={"active": 0}, lacks={"table.undo"}),
        pick(EndTurn()),
        sure(),
        typed("end-turn")(by=1, says=said("sure", move=SPEAK("noria.move.end_turn"))),
        sure(state={"active": 0}),
        asks("undo", by=0, says=say("table.undo.others")),
    ),
    case(
        "alone a turn comes back with that of the bot",
        solo(player={"knowledge": 3}, round=3),
        typed("end-turn")(says=said("sure", move=SPEAK("noria.move.end_turn"))),
        sure(board=["The bot wheel turns", "Next turn of the bot: "], state={"round": 4}),
        undo(state={"round": 3}),
        asks("show", board=say("table.undo.told", names="player0", n=1)),
    ),
)


@cases(*BEGINNING, *INFLUENCE, *DISCS, *ENDING)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("noria", case, tmp_path)


async def test_two_presses_of_the_proposed_wheel_build_it_once(world: World) -> None:
    evening = AnyEvening(world, GAMES["noria"], world.members(1))
    await evening.begin()
    panel = await evening.panel(evening.people[0])
    (button,) = [item for item in controls(panel) if item["custom_id"].endswith(":wheel")]
    presses = [world.prepared(evening.people[0], panel, button["custom_id"], None) for _ in range(2)]
    assert all(answer.acknowledged for answer in await world.send(*presses))
    state = await evening.state()
    assert (state.phase, state.moves) == ("path", 6)


def late(options: NoriaOptions, seats: int) -> NoriaState:
    """A random game, two rounds before its end."""
    made = played(GAMES["noria"], options, seats, CHANCE, Random(5)).made
    return next(one.before for one in made if one.before.round == one.before.rounds - 2)


@pytest.mark.parametrize("options", [{"bot": "random"}, {"start": START}])
async def test_a_game_alone_is_told_to_its_end_with_the_wheel_of_the_bot(
    world: World, options: dict[str, str]
) -> None:
    """Each letter of the bot; at the end the start position, drawn or typed, which others can take on."""
    evening, used = AnyEvening(world, GAMES["noria"], world.members(1), 5), 0
    with beginning_with(evening.sample, late(NoriaOptions(**options), 1)):
        await evening.begin(options=NoriaOptions(**options))
        while not await evening.is_over():
            before = await evening.state()
            await evening.step()
            after = await evening.state()
            if after.round > before.round and not await evening.is_over():
                told = text_of(evening.board())
                letters = [event for event in after.before if isinstance(event, Use)]
                named = [(f"{one.letter} on {one.slot}", f"{one.letter} again") for one in letters]
                assert all(on in told or again in told for on, again in named)
                assert "Next turn of the bot: " in told or "on the bot's next turn" in told
                assert len(evening.board().attachments) == 2
                used += len(letters)
        assert used
        await world.ended_well(evening.table)
        state, last = await evening.state(), world.public()[-1]
    assert (state.phase, state.round) == ("over", state.rounds)
    assert state.setup in text_of(last)
    assert options.get("start", "") in state.setup.replace("\n", "; ")
    ben = world.person("Ben")
    await world.press(ben, last, "noria.challenge")
    opened = await world.table()
    assert opened.seat_of(ben.id) == 0
    assert GAME.decode_options(opened.options).start == state.setup


async def test_every_turn_stays_to_be_read_in_the_channel(world: World) -> None:
    """To the end of the game, one post a turn."""
    evening, told = AnyEvening(world, GAMES["noria"], world.members(3), 5), list[str]()
    names, begin = tuple(actor.name for actor in evening.people), late(NoriaOptions(setup="expert"), 3)
    with beginning_with(evening.sample, begin):
        await evening.begin(options=begin.options)
        while not await evening.is_over():
            turn = (await evening.state()).turn
            await evening.step()
            now = (await evening.moment()).state
            if now.turn > turn or await evening.is_over():
                before, news, *_ = PRESENTER.board(seen(now, (), names)).texts
                told += (news if await evening.is_over() else before).splitlines()
    channel = "\n".join(map(text_of, world.boards()))
    assert len(told) > 3 * 2
    assert [line for line in told if line not in channel] == []
    assert len(world.boards()) == 1 + GAME.post(now) - GAME.post(begin) + 1, "and the ranking"


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


# The replay -----------------------------------------------------------------------------------------


def seen(state: NoriaState, events: Any, names: tuple[str, ...] = NAMES) -> ViewModel[Any]:
    """A step as everybody may see it."""
    view = GAME.view(state, None)
    return ViewModel(1, 1, view, names[: state.seats], words("en"), events=tuple(events))


def models(seats: int, seed: int) -> Iterator[ViewModel[Any]]:
    """What everybody may know after each step of a random game."""
    rng, chance = Random(seed), Chance(bytes([seed]) * 32)
    state = GAME.setup(NoriaOptions(setup="expert"), seats, chance)
    while state.phase != "over":
        forced = GAME.forced(state)
        move = forced[1] if forced else any_move(state, list(GAME.legal(state, state.active)), rng)
        step = GAME.apply(state, state.active, move, chance)
        state = step.state
        yield seen(state, step.events)


def test_a_step_says_what_is_new_and_the_last_one_tells_the_turn() -> None:
    state, told = table({"knowledge": 3}), list[str]()
    for move in (NightShift("M"), Activate("L2"), EndTurn()):
        step = GAME.apply(state, Seat(0), move, CHANCE)
        state = step.state
        (frame,) = PRESENTER.frames(seen(state, step.events))
        told.append(frame.text)
    shifted, gathered, turn = told
    assert shifted == "Ann works a night shift: the medium ring goes one slot on (−1 knowledge)."
    assert gathered == "Ann activates L2 mycelium: +1 mycelium."
    assert turn == f"{shifted}\n{gathered}\nAnn's wheel turns: +1 knowledge."


@pytest.mark.parametrize("seats", [1, 3])
def test_every_step_has_a_frame_in_the_round_in_which_it_was_made(seats: int) -> None:
    made_in, rounds, bot_turns = 0, set[int](), 0
    for model in models(seats, 2):
        assert PRESENTER.part(model) == made_in
        rounds.add(made_in)
        frames = PRESENTER.frames(model)
        # Whoever travels and takes nothing there has told all of it by travelling.
        assert len(frames) == any(not isinstance(event, GivenUp) or event.unused for event in model.events)
        assert all(frame.text for frame in frames)
        if made_in and model.view.phase != "over":
            assert f"Round {made_in}" in PRESENTER.caption(model)
        bot_turns += any(isinstance(event, BotRotated) for event in model.events)
        made_in = model.view.round
    assert rounds == set(range(GAME.view(table({}, seats=seats), None).rounds + 1))
    assert bot_turns == (16 if seats == 1 else 0)
