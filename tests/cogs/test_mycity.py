"""My City in Discord: steering and choosing in the panel, and what its commands say for themselves."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import do
import pytest
from any_game import A_WHILE, GAMES, AnyEvening, lines_of, moment
from cases import STRANGER, Case, case, cases, panel_of, refusal, run, say
from simulated import TEXT, World, controls, noted, parts, text_of

from bot.discord import table_posts
from bot.discord.move_codec import step_path
from bot.discord.steps import Choice
from bot.discord.view_models import view_model
from bot.games.contract import Seat
from bot.games.course import Playing, course
from bot.games.my_city.game import GAME
from bot.games.my_city.ghost import ghost_from
from bot.games.my_city.moves import Build, BuildAndStop, Finish, MyCityOptions, MyCityState, Pass, Stop
from bot.games.my_city.preview import offers
from bot.text import stamp, words
from cogs.my_city import Aim, MyCityPresenter
from render.my_city import own
from tests.games.my_city.positions import CHANCE, roll, table

EN = words("en")
BUILD, STOP, FLIP, TURN = (EN(f"my_city.panel.{key}") for key in ("build", "stop", "flip", "turn"))
ROLL = EN("my_city.panel.roll_on")
SCORE, HIDE = EN("my_city.panel.told"), EN("my_city.panel.untold")
FREE = MyCityOptions(mode="campaign", order="free")
said = panel_of("my_city")


def aim(at: str, *, page: int = 0, scored: bool = False) -> str:
    """The step at which a building is tried out: `aim("E1/3f")`."""
    ghost = ghost_from(at)
    assert ghost is not None
    return step_path(Aim(ghost, page, scored))


def two(shape: str, *sheets: Any, **more: Any) -> MyCityState:
    """Two people in episode 1; each has a building on D1 and D2 and is asked for this shape."""
    return table(1, *(sheets or ("r D1 D2", "r D1 D2")), roll=roll(shape), **more)


def crowded() -> MyCityState:
    """Episode 1 of two people, played on until nothing fits on the sheet of the first one."""
    state = GAME.setup(MyCityOptions(), 2, CHANCE)
    while offers(state, Seat(0)):
        seat = next(Seat(seat) for seat in range(2) if state.owes(Seat(seat)))
        state = GAME.apply(state, seat, next(iter(GAME.legal(state, seat))), CHANCE).state
    return state


PAIR = two("I2")
"""It can be built on E1 and F1, and on C2 and C3."""
LAST = BuildAndStop(("E1", "F1"))
PASS = EN("my_city.panel.pass_for", points="\u22121")
"""The button that passes, and what that costs."""


async def told_above_the_controls(now: AnyEvening) -> None:
    """Where whoever pressed **Score** still looks."""
    assert EN("my_city.score.empty_meadow") in noted(await now.opened())


SCORES = [say(f"my_city.score.{row}") for row in ("trees", "rocks", "empty_meadow", "passes")]
STEERING = (
    case(
        "arrows, turns and flips are shown and nothing is chosen",
        PAIR,
        do.look(says="+2"),
        do.pick(aim("E1/0"), off={"↑": True, FLIP: True, TURN: False}),
        *(
            do.label(button, kept=True, offers={aim(at, scored=True)})
            for button, at in (("↓", "E2/0"), ("→", "F2/0"), (TURN, "F2/1"), ("↑", "F1/1"), ("←", "E1/1"))
        ),
        do.pick(aim("E1/0")),
        do.label("→", "→", kept=True, off={"→": True}),
    ),
    case(
        "where it can not stand the reason is told and Build is off",
        two("I2", "r D1 D2", ""),
        do.look(),
        *(
            do.forged("step", aim(at), kept=True, says=refusal(code, cell="D2"), off={BUILD: True})
            for at, code in (("D3/0", "crosses_river"), ("B9/0", "touches_nothing"), ("C2/0", "on_structure"))
        ),
    ),
    case(
        "the score comes in words right above the controls and stays while steering",
        PAIR,
        do.look(hides=say("my_city.score.empty_meadow")),
        do.label(SCORE, kept=True, says=SCORES),
        do.check(told_above_the_controls),
        do.pick(aim("E1/0", scored=True), says=say("my_city.score.empty_meadow")),
        do.label("↓", kept=True, says=say("my_city.score.empty_meadow")),
        do.label(HIDE, kept=True, hides=say("my_city.score.empty_meadow")),
    ),
)
CHOOSING = (
    case(
        "a choice is made at once and can be changed until all have chosen",
        PAIR,
        do.pick(aim("E1/0")),
        do.label(
            BUILD,
            state={"choices": (Build(("E1", "F1")), None)},
            says=said("chosen", move="Build at E1"),
            hides="Build at E1.** Total",
            off={BUILD: True},
            lacks={"table.undo"},
        ),
        do.pick(Pass(), state={"choices": (Pass(), None)}, off={BUILD: False}),
        do.label(STOP, kept=True, lacks={"build"}),
        do.sure(state={"choices": (Stop(), None)}, off={STOP: True}),
        do.label(BUILD),
        do.pick(Pass(), by=1, says=said("final"), steps={"confirm", "table.back"}),
        do.back(),
        do.label(STOP, kept=True, steps={"confirm", "table.back"}),
        do.sure(state={"sheets.1.stopped": True, "round": 3}),
        do.asks("undo", says=refusal("undo_revealed")),
    ),
    case(
        "who builds and stops in one go is asked before and takes no part in later rounds",
        PAIR,
        do.pick(aim("E1/0")),
        do.label(EN("my_city.panel.build_and_stop"), says="Build at E1 and stop", state={"choices.0": None}),
        do.sure(state={"choices.0": LAST}, says=said("chosen", move="Build at E1 and stop")),
        do.pick(Pass(), by=1),
        do.sure(state={"sheets.0.stopped": True, "sheets.0.drawn.#": 2, "round": 3}, board="player0 stops"),
        do.look(by=0, says=refusal("left_episode")),
    ),
    case(
        "from the questions whether to stop the way back leads to the building",
        PAIR,
        do.look(says="Build at E1."),
        do.pick(aim("C2/1"), says="Build at C2 · turned 90°."),
        do.label(STOP, kept=True, steps={"confirm", "table.back"}),
        do.back(says="Build at C2 · turned 90°."),
        do.label(EN("my_city.panel.build_and_stop"), kept=True),
        do.back(says="Build at C2 · turned 90°."),
        do.label(BUILD, state={"choices.0": Build(("C2", "C3"))}),
    ),
    case(
        "it can be typed",
        PAIR,
        do.typed("build", at="E1 F1", stop=True)(steps={"confirm", "table.back"}),
        do.sure(state={"choices.0": LAST}),
        do.typed("build", at="E1 F1", stop=False)(state={"choices.0": Build(LAST.cells)}),
    ),
    case(
        "what ends the round is said before it is built",
        PAIR,
        do.look(by=1, hides=said("final")),
        do.typed("build", at="E1 F1")(by=0),
        do.look(by=1, says=said("final")),
        *(do.typed(name)(steps={"confirm", "table.back"}) for name in ("pass", "stop")),
        do.typed("build", at="E1 F1")(says=said("final"), kept=True),
        do.look(),
        do.pick(aim("E1/0"), says=said("final")),
        do.label(BUILD, kept=True, says=said("final"), steps={"confirm", "table.back"}),
        do.back(says="Build at E1."),
        do.label(BUILD, kept=True),
        do.sure(state={"round": 3}, board="player0 builds"),
    ),
    case(
        "at an own pace who has chosen rolls on alone",
        MyCityOptions(pace="own"),
        do.look(lacks={"roll_on"}),
        do.typed("pass")(says=said("chosen_own", move="Pass"), off={ROLL: False}),
        do.label(ROLL, state={"round": 1, "ahead": ((None,), ())}, says=said("ahead", round=2, slowest=1)),
        do.typed("pass")(
            state={"ahead": ((Pass(),), ())},
            says=said("ahead", round=2, slowest=1),
            hides=say("my_city.here.1"),
        ),
        do.look(by=1, hides=said("ahead", round=2, slowest=1), says=say("my_city.here.1")),
        do.typed("pass")(by=1),
        do.sure(state={"round": 2, "ahead": (), "choices": (Pass(), None)}, board="player1 passes"),
        do.look(by=0, says=said("chosen_own", move="Pass"), off={ROLL: False}),
        seats=2,
    ),
    case(
        "who plays alone is told that each choice ends the round",
        MyCityOptions(),
        do.look(says=said("final_alone")),
        do.label(BUILD, kept=True, says=said("final_alone"), steps={"confirm", "table.back"}),
        do.sure(state={"round": 2, "sheets.0.drawn.#": 1}, says=said("final_alone")),
        do.label(STOP, kept=True, says=said("final_stop"), hides=said("final_alone")),
        seats=1,
        seed=1,
    ),
    case(
        "of two one is left who is told without waiting for the other",
        table(1, {"drawn": [], "stopped": True}, "r D1 D2", roll=roll("I1")),
        do.look(by=0, says=refusal("left_episode"), steps={"table.move"}),
        do.look(by=1, says=said("final_alone"), board=said("waiting_one", names="player1")),
        do.label(EN("my_city.panel.build_and_stop"), kept=True, says=said("final_stop")),
        do.back(),
        do.label(BUILD, kept=True, steps={"confirm", "table.back"}),
        do.sure(state={"last.choices.0": None}),
    ),
    case(
        "why Pass is off is told",
        table(11, "r G5 H5", "", roll=roll("compass")),
        do.look(says=refusal("fortress_not_passed"), off={EN("my_city.panel.pass"): True}),
    ),
    case(
        "where nothing fits it is told what passing costs and the next roll gains",
        crowded(),
        do.look(
            says=said("nowhere", n=1, points="0.6"),
            hides="not possible",
            lacks={"begin"},
            off={BUILD: True, PASS: False},
        ),
        do.label(PASS, state={"choices.0": Pass()}),
    ),
    case(
        "who has still to choose stands in the post of the round",
        MyCityOptions(),
        do.look(board=[said("waiting_all"), say("my_city.story.1")], says=say("my_city.story.1")),
        do.typed("pass")(),
        do.wait(board=said("waiting", done=1, all=3, names="player1 and player2")),
        do.typed("pass")(by=1),
        do.wait(board=said("waiting", done=2, all=3, names="player2")),
        do.typed("pass")(by=2),
        do.sure(board="player0 passes"),
        seats=3,
    ),
)
CORNER = Build(("C2", "B3", "C3"))
COMMANDS = (
    case(
        "a building is named by its cells in any spelling",
        two("V3"),
        *(
            step
            for text in ("C2 C3 B3", "c2,c3,b3", "Ｃ２　Ｂ３　Ｃ３", "2C 3C 3B", "b-3、c-2、c-3")
            for step in (do.typed("build", at=text)(state={"choices.0": CORNER}), do.typed("pass")())
        ),
    ),
    case(
        "a building is named by its upper left cell and how it lies",
        two("V3"),
        do.typed("build", at="e1", turn="1")(state={"choices.0": Build(("E1", "F1", "E2"))}),
        do.typed("build", at="E1", turn="1", flip=True)(state={"choices.1": None}),
        do.typed("build", at="C3")(state={"choices.0": Build(("C3", "D3", "C4"))}),
        do.typed("build", at="E1")(
            says=say("my_city.command.several", n=3, cell="E1"), off={BUILD: False}, kept=True
        ),
        do.typed("stop")(),
        do.sure(state={"choices": (Stop(), None)}),
    ),
    case(
        "what does not fit is shown with the reason",
        two("V3"),
        do.typed("build", at="G5")(says=refusal("touches_nothing"), off={BUILD: True}),
        *(
            do.typed("build", at=at)(says=refusal(code, **({"cell": cell} if cell else {})))
            for at, code, cell in (
                ("H11", "off_sheet", "H11"),
                ("Z9", "no_such_cell", "Z9"),
                ("D12", "no_such_cell", "D12"),
                ("the river", "no_such_cell", "THE"),
                ("E1 E2", "wrong_shape", ""),
                ("E1 F2", "wrong_shape", ""),
            )
        ),
        do.typed("episode", number=2)(says=refusal("not_now")),
        do.typed("build", at="D4")(by=STRANGER, says=refusal("not_seated")),
        do.offer("build", "at", "", {}),
    ),
)
ORDER = (
    case(
        "the first player leads a campaign in free order",
        FREE,
        do.look(by=1, steps={"table.move"}),
        do.look(
            by=0,
            picks=[f"begin/{episode}" for episode in range(1, 13)],
            lines={"begin/5": EN("my_city.chapter.2")},
        ),
        do.offer("episode", "number", "", list(range(1, 13))),
        do.offer("episode", "number", "11", {11: f"11: {EN('my_city.episode.11')}"}),
        do.offer("episode", "number", EN("my_city.episode.11"), [11]),
        do.typed("finish")(says=refusal("finish_early")),
        do.typed("episode", number=3)(by=1, says=refusal("not_your_turn", names="player0")),
        do.offer("episode", "number", "", {}),
        do.typed("episode", number=5)(by=0),
        do.sure(state={"episode": 5}),
        do.typed("episode", number=6)(says=refusal("not_now")),
        *(step for by in (0, 1) for step in (do.typed("stop")(by=by), do.sure())),
        do.typed("episode", number=5)(by=0, says=refusal("episode_played", episode=5)),
        do.look(lacks={"begin/5"}, state={"phase": "between"}),
        do.pick(Finish()),
        do.back(),
        do.typed("finish")(),
        do.sure(state={"phase": "over"}, says=said("settled", move=EN("my_city.move.finish"))),
        seats=2,
    ),
)


@cases(*STEERING, *CHOOSING, *COMMANDS, *ORDER)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("my_city", case, tmp_path)


async def begun(world: World, count: int = 2, seed: int = 1, **options: Any) -> AnyEvening:
    """A game that has just begun."""
    evening = AnyEvening(world, GAMES["my_city"], world.members(count), seed)
    await evening.begin(options=MyCityOptions(**options))
    return evening


STARTS: tuple[tuple[dict[str, Any], MyCityOptions], ...] = (
    ({}, MyCityOptions()),
    ({"episode": 7}, MyCityOptions(episode=7)),
    ({"mode": "episode", "episode": 12}, MyCityOptions(episode=12)),
    ({"chapter": 2}, MyCityOptions(mode="chapter", chapter=2)),
    ({"mode": "mini"}, MyCityOptions(mode="mini")),
    ({"order": "free"}, FREE),
    ({"mode": "campaign"}, MyCityOptions(mode="campaign")),
)
ASKED = {"episode": {"episode"}, "chapter": {"chapter"}, "mini": set[str](), "campaign": {"order"}}
"""What the lobby asks for in each mode."""


async def test_what_is_played_follows_from_what_is_said_and_the_lobby_asks_for_what_counts(
    world: World,
) -> None:
    for number, (given, expected) in enumerate(STARTS):
        ann, world.channel = world.person(f"Ann{number}"), world.guild.create_text_channel(f"{number}")
        post = await world.open_table([ann], command="mycity start", **given)
        assert GAME.decode_options((await world.table()).options) == expected
        panel = await world.opened(ann, post, "lobby.options")
        offered = {item["custom_id"].rpartition(":")[2] for item in controls(panel, "lobby.option")}
        assert offered == {"mode", "pace", *ASKED[expected.mode]}


async def test_the_spots_are_offered_while_somebody_types(tmp_path: Path) -> None:
    """Each can be built, and holds all cells that were typed."""

    async def look_on(now: AnyEvening) -> None:
        for text, starts in (("", "CEF"), ("e", "E"), ("Ｅ１", "E"), ("E1 E2 ", "EDF"), ("1e", "")):
            state = await now.state()
            found = await now.offers(now.actor, "build", "at", text)
            assert bool(found) == bool(starts)
            assert len(found) <= 25
            legal = {move.cells for move in GAME.legal(state, Seat(0)) if isinstance(move, Build)}
            for value in [*found][:3]:
                await now.command(now.actor, "build", at=value)
                cells = (await now.state()).choices[0].cells
                assert cells in legal
                assert value[0] in starts
                assert " " not in text or {*text.split()} <= {*cells}

    await run("my_city", case("typing", two("V3"), do.check(look_on)), tmp_path)


async def test_the_menu_has_all_spots_in_pages(tmp_path: Path) -> None:
    state = two("L4", "r D4 D5, i C4 C5, p E4 E5, r B4 B5, i F4 F5", "")

    async def turn_pages(now: AnyEvening) -> None:
        found: list[str] = []
        for page in range(20):
            lines = [path.split("/")[1:3] for path in lines_of(await now.opened())]
            turning = [to for to in lines if to[1] != str(page)]
            found += [at for at, to in lines if to == str(page)]
            forth = [path for path in lines_of(await now.opened()) if path.split("/")[2] == str(page + 1)]
            assert len(lines) <= 25
            assert len(turning) == len(forth) + (page > 0)
            if not forth:
                break
            await now.world.pick(now.actor, await now.opened(), forth[0])
        spots = [move for move in GAME.legal(state, Seat(0)) if type(move) is Build]
        assert len(found) == len(set(found)) == len(spots) > 40
        await now.world.pick(now.actor, await now.opened(), next(iter(lines_of(await now.opened()))))
        assert next(iter(lines_of(await now.opened()))).split("/")[1] == found[0]

    await run("my_city", case("pages", state, do.look(), do.check(turn_pages)), tmp_path)


async def test_who_is_asked_by_message_is_told_there_what_became_of_it_the_others_play_on_in_the_channel(
    world: World,
) -> None:
    evening = await begun(world)
    ann, ben = evening.people
    await world.wish(ann, digest=False)
    await evening.act(Seat(0), Pass())
    await evening.act(Seat(1), Pass())
    (letter,) = world.dms(ann)
    await evening.pick(ann, letter, Pass())
    await evening.act(Seat(1), Pass())
    assert (await evening.state()).round == 3
    settled, fresh = world.dms(ann)
    assert EN("my_city.panel.settled", move="#").partition("#")[0] in text_of(settled)
    assert not controls(settled)
    assert controls(fresh, "mycity.step")
    assert world.dms(ben) == []


async def test_who_plays_alone_is_called_once_and_graded_at_the_end(world: World) -> None:
    evening = await begun(world, 1, seed=4, mode="chapter")
    (ann,) = evening.people
    assert evening.board().mention_user_ids == [ann.id]
    await evening.act(Seat(0), Pass())
    assert evening.board().mention_user_ids == []
    await evening.play_out()
    await world.ended_well(evening.table)
    assert world.dms(ann) == []
    told = text_of(world.public()[-1])
    assert any(EN(f"my_city.grade.{name}") in told for name in ("hamlet", "village", "town", "city"))
    assert EN("my_city.panel.won_alone", names=ann.name, points="#").partition("#")[0] in told


async def test_the_rounds_of_somebody_alone_go_on_in_one_post_and_one_panel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The post tells what was built in all of them, or how what it has no room for can be read: it has no
    button **History**. An episode that is over has a post of its own."""
    evening = await begun(world, 1, seed=4, mode="chapter")
    (ann,) = evening.people
    posts, panel = len(world.public()), await evening.panel(ann)
    for number in range(1, 4):
        assert f"round {number}." in text_of(panel).partition("Asked for")[0]
        (build,) = [item["custom_id"] for item in controls(panel) if item.get("label") == BUILD]
        await world.send(world.prepared(ann, panel, build))
        await world.env.advance_time(A_WHILE)
        assert len(world.public()) == posts
        assert text_of(evening.board()).count("builds") == number
    monkeypatch.setattr(table_posts, "TURNS", 2)
    await evening.act(Seat(0), Pass())
    await world.env.advance_time(A_WHILE)
    assert text_of(evening.board()).count("builds") == 2
    assert EN("news.more_by_command", n=1) in text_of(evening.board())
    assert world.messages()[-1].id == panel.id
    await evening.act(Seat(0), Stop())
    await world.env.advance_time(A_WHILE)
    assert len(world.public()) > posts


async def test_the_last_building_of_a_round_can_be_changed_for_the_time_of_grace(world: World) -> None:
    """The next panels follow below the new board."""
    evening = AnyEvening(world, GAMES["my_city"], world.members(2))
    await evening.begin(options=MyCityOptions(), grace=5)
    for actor in evening.people:
        panel = await evening.panel(actor)
        (build,) = [item["custom_id"] for item in controls(panel) if item.get("label") == BUILD]
        await world.send(world.prepared(actor, panel, build))
    assert (await evening.state()).round == 1
    assert EN("table.grace", left=stamp(world.env.now() + timedelta(seconds=5))) in text_of(panel)
    assert EN("my_city.panel.final") not in text_of(panel)
    await world.pick(actor, panel, Pass())
    await world.env.advance_time(5)
    await world.env.advance_time(A_WHILE)
    state = await evening.state()
    assert (state.round, state.last.choices[1]) == (2, Pass())
    fresh = [message for message in world.messages() if controls(message, "mycity.step")]
    assert len(fresh) == 2
    assert min(message.id for message in fresh) > evening.board().id


async def test_a_stop_that_ends_the_round_waits_for_the_grace_over_a_restart(world: World) -> None:
    """It is confirmed, since who stops is out; until it counts everybody may choose something else."""
    evening = AnyEvening(world, GAMES["my_city"], world.members(2))
    await evening.begin(options=MyCityOptions(), grace=5)
    ann, bob = evening.people
    panels = [await evening.panel(actor) for actor in evening.people]
    await world.pick(ann, panels[0], Pass())
    (stop,) = [item["custom_id"] for item in controls(panels[1]) if item.get("label") == STOP]
    await world.send(world.prepared(bob, panels[1], stop))
    await world.confirm(bob, panels[1])
    assert (await evening.state()).round == 1
    assert await world.app.tables.play.held(evening.table, bob.id) == Stop()
    await world.restart()
    (build,) = [item["custom_id"] for item in controls(panels[0]) if item.get("label") == BUILD]
    await world.send(world.prepared(ann, panels[0], build))
    await world.env.advance_time(5)
    state = await evening.state()
    assert state.round == 2
    assert [type(choice) for choice in state.last.choices] == [Build, Stop]


async def test_a_campaign_shows_the_sheets_of_each_episode_once_and_is_looked_back_on_by_episodes(
    world: World,
) -> None:
    """Also in pages of the history that lead from episode to episode, and in replays."""
    evening, sheets = await begun(world, 2, seed=5, mode="campaign"), 0
    while not await evening.is_over():
        (seat, *_), state = await evening.owing(), await evening.state()
        await evening.act(seat, Stop() if state.round > 3 else evening.picked(state, seat))
        after = await evening.state()
        if len(after.results) > len(state.results):
            await world.env.advance_time(A_WHILE)
            post = next(post for post in world.boards()[::-1] if len(post.attachments) > 1)
            assert all(str(abs(one)) in text_of(post) for one in after.results[-1].points)
            sheets += 1
    assert sheets == 12
    await world.ended_well(evening.table)
    ann = evening.people[0]
    page = await evening.world.ask(ann, "table history")
    for wanted in ("b", "b", "e"):
        turning = [item for item in controls(page, "table.history") if "options" not in item]
        rests = {item["label"]: item["custom_id"].rpartition(":")[2] for item in turning}
        number, rest = next((label, rest) for label, rest in rests.items() if rest.startswith(wanted))
        assert number in {EN("table.replay.which_episode", number=n) for n in range(1, 13)}
        await world.press(ann, page, "table.history", rest=rest)
        episode = int(number.split()[-1])
        told = text_of(page)
        title = EN(f"my_city.episode.{episode}")
        begin = EN("my_city.panel.caption_begin", number=episode, title=title)
        assert begin in told or EN("my_city.panel.caption", episode=episode, round=1) in told
    replay = await evening.world.ask(ann, "table replay")
    (whole,) = [item for item in controls(replay, "table.replay") if item.get("label") == "Whole episode"]
    await world.press(ann, replay, "table.replay", rest=whole["custom_id"].rpartition(":")[2])
    told = text_of(replay)
    assert EN("table.replay.which_episode", number=12) in told
    assert EN("table.replay.which_episode", number=11) not in told


async def test_a_text_that_is_too_long_for_a_message_is_a_file_as_a_whole(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await begun(world)
    monkeypatch.setattr(MyCityPresenter, "text", lambda *_: "\n".join(["word " * 20] * 60))
    message = await evening.world.ask(evening.people[0], "table text")
    assert EN("table.text.as_file", file=f"stammtisch-{evening.table}.txt") in text_of(message)
    texts = [part["content"] for part in parts(message) if part["type"] == TEXT]
    assert sum(map(len, texts)) <= 4000
    (attached,) = message.attachments
    whole = world.env.backend.cdn.get(attached["url"])
    assert whole is not None
    assert whole.decode().count("word") == 1200


@pytest.mark.parametrize(("lesson", "urged"), [("pass", PASS), ("stop", STOP)])
def test_where_nothing_fits_that_stands_out_which_costs_less(lesson: str, urged: str) -> None:
    """It is what the lessons on both ask for."""
    (found,) = [one for one in course("my_city") if one.key == lesson]
    model = view_model(moment("my_city", Playing("my_city", found).situation.state, 1), Seat(0), EN)
    *_, last = MyCityPresenter().panel(model, Choice()).rows
    assert isinstance(last, tuple)
    assert [pick.label for pick in last if pick.style == "primary"] == [urged]


def test_where_a_move_is_asked_for_no_building_lies_at_the_best_spot_yet() -> None:
    """Whoever steers finds one there; a puzzle and an analysis would tell by it what they ask."""
    model = view_model(moment("my_city", PAIR, 2), Seat(0), EN)
    steered, asked = (MyCityPresenter().panel(model, Choice(even=even)) for even in (False, True))
    assert asked.drawings == (own(model),)
    assert steered.drawings == (own(model, Build(offers(model.view, Seat(0))[0].cells)),)
    assert steered.drawings != asked.drawings
