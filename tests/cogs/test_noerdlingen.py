"""City of Nördlingen in Discord: what its panels offer and warn of, and what its commands say."""

import asyncio
from pathlib import Path
from typing import Any

import do
import pytest
from any_game import A_WHILE, GAMES, AnyEvening
from cases import NEXT, Case, case, cases, panel_of, refusal, run, say
from simulated import World, controls

from bot.discord import table_posts
from bot.discord.layout import ENTRIES
from bot.games.contract import Refusal, Seat
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.board import numbers, paths
from bot.games.noerdlingen.calendar import crossing_meant, way_meant
from bot.games.noerdlingen.town import SEATS, rounds_for, the_town
from bot.tables.model import Moment
from bot.text import words
from tests.games.noerdlingen.positions import play, table

ULD = "draw/3.5/ULD"
BOX = [[(3, 4), (5, 4), (5, 5), (3, 5)]]
NO_ROADS = [[(3, 4), (5, 4)], [(4, 3), (4, 5)]]
"""The roads around (4, 4) are drawn."""
CLOSES = "This closes 2 cells: 2 points for player1 (soldiers: player1 2, player0 1)."
said = panel_of("noerdlingen")


def example_6(number: int = 4, *, second: bool = False) -> moves.NoerdlingenState:
    """The first seat may close a territory that would belong to the second one, perhaps with two soldiers."""
    soldiers = [(3, 5), (6, 3)] if second else [(3, 5)]
    return table([soldiers, [(3, 4), (5, 5)], [(6, 6)]], BOX, number=number)


def lonely(**options: Any) -> moves.NoerdlingenState:
    """The first seat chooses, and could draw nothing at all."""
    return table([[(4, 4)], [(7, 7)], [(2, 6)]], NO_ROADS, options=options, active=0, waiting=[1, 2])


START = moves.NoerdlingenOptions(date="0519")
BONUS = play(example_6(), moves.Draw((3, 5), "ULD"))
ONE_WAY = [[(3, 4), (3, 5), (4, 5), (4, 4)], [(2, 4), (3, 4)], [(3, 3), (3, 4)]]
PLACING = (
    case(
        "a soldier is placed at once, beside a church or by column and crossing, and can be taken back",
        START,
        do.look(
            says=said("place"),
            picks=[f"place/{at}" for at in ("3.6", "6.4", "5.7", *"BCDEFGHI")],
            lacks={"confirm"},
            off={"E": False},
        ),
        do.pick(
            "place/E",
            says=said("place_column", column="E"),
            offers=[f"place/4.{y}" for y in range(1, 10)],
            off={"E10": False},
        ),
        do.pick("place/C", lacks={"confirm"}),
        do.pick(moves.Place((2, 3)), steps={"table.move"}, state={"moves": 1}),
        do.undo(steps={"place"}, state={"soldiers": ((), (), ())}),
        do.pick(moves.Place((3, 6)), state={"moves": 1}),
    ),
    case(
        "by command, in any spelling; a crossing that is taken is not offered",
        START,
        do.typed("place", crossing="A1")(says=refusal("no_such_crossing")),
        do.typed("place", crossing="?")(says=refusal("no_such_crossing")),
        do.typed("place", crossing="D2")(says=refusal("on_the_wall", crossing="D2")),
        do.offer("place", "crossing", "ｄ", [f"D{n}" for n in range(3, 10)]),
        do.typed("place", crossing="ｅ５")(state={"moves": 1}),
        do.pick("place/E", by=NEXT, offers={"place/4.3"}, lacks={"place/4.4"}),
    ),
)
CHOOSING = (
    case(
        "each free number is a button, and is said more of only where it can hardly be drawn",
        table([[(4, 5)], [(7, 7)], [(1, 4)]], active=0, waiting=[1, 2]),
        do.look(picks=[f"choose/{number}" for number in range(1, 7)], hides=["→→↑", "ways"]),
        do.pick(moves.Choose(3), state={"table.-1.0": 3}),
        do.look(by=1, lacks={"choose/3"}),
        do.typed("choose", number=3)(says=refusal("number_taken", number=3)),
        do.offer("choose", "number", "", [1, 2, 4, 5, 6]),
        do.typed("choose", number=2)(state={"table.-1.1": 2}),
        do.asks("undo", by=0, says=say("table.undo.others")),
        do.undo(by=1, state={"table.-1.1": None}),
    ),
    *(
        case(
            f"a number that can not be drawn is warned of and confirmed, {rule}",
            lonely(elimination=rule),
            do.look(says=f"5 · →→↑←: {words('en')(f'noerdlingen.panel.ways_none.{rule}')}"),
            do.pick(moves.Choose(5), says=said(f"risk.{rule}", number=5)),
            do.back(),
            do.typed("choose", number=5)(says=said(f"risk.{rule}", number=5)),
            do.sure(state={"table.-1.0": 5}),
        )
        for rule in ("strict", "skip_turn")
    ),
    case(
        "the only way is pointed out",
        table([[(4, 4)], [(7, 7)], [(2, 6)]], [[(3, 4), (5, 4)], [(4, 4), (4, 5)]], active=0, waiting=[1, 2]),
        do.look(says=f"1 · →: {words('en')('noerdlingen.panel.ways_one')}"),
    ),
)
DRAWING = (
    case(
        "example 6: a border is drawn by soldier and way with what it would close",
        example_6(second=True),
        do.look(says=said("draw.soldier", number=4, shape="→↑←"), offers={"draw/3.5", "draw/6.3"}),
        do.pick("draw/3.5", lines={ULD: "4. ↑←↓ to C6 | closes 2 cells, 2 points for player1"}),
        do.pick(
            ULD,
            says=[
                said("draw.sure", number=4, crossing="D6", way="↑←↓ to C6"),
                "It closes 2 cells: 2 points for player1 (soldiers: player1 2, you 1).",
                say("noerdlingen.text.bonus_after"),
            ],
        ),
        do.back(offers={"draw/3.5", "draw/6.3"}, lacks={"confirm"}),
        do.typed("draw", soldier="D6", way=" \u3000")(chosen=["draw/3.5"], kept=True),
        do.typed("draw", soldier="D6")(chosen=["draw/3.5"], kept=True),
        do.pick(ULD),
        do.sure(
            state={"soldiers.0.-1": (2, 5), "territories.0.owners": (1,)},
            board=["player0 draws border 4 from D6 to C6.", CLOSES],
        ),
    ),
    case(
        "names stand in menus as they are and in texts without markup",
        example_6(),
        do.look(says=said("draw.way", number=4, shape="→↑←", crossing="D6")),
        do.pick(ULD, says=r"for \*b\_e\_n\*", lines={ULD: "closes 2 cells, 2 points for *b_e_n*"}),
        do.pick(moves.Draw((3, 5), "LDR"), says=say("noerdlingen.text.closes_nothing")),
        names=("ann", "*b_e_n*"),
    ),
    case(
        "the only way is chosen and confirmed where a bonus could follow",
        table([[(3, 4)], [(7, 7)], [(2, 6)]], ONE_WAY, number=1),
        do.look(
            picks=["draw/3.4/R"],
            chosen=["draw/3.4/R"],
            steps={"draw", "confirm"},
            says=said("draw.sure", number=1, crossing="D5", way="→ to E5"),
        ),
        do.sure(state={"territories.#": 1}),
    ),
    case(
        "what is no way is refused",
        example_6(),
        do.typed("draw", soldier="D6", way="hither")(says=refusal("no_such_way", way="hither")),
        do.typed("draw", soldier="D6", way="x" * 99)(hides="x" * 41, kept=True),
        do.typed("draw", soldier="D6", way="**@everyone**")(says=r"\*\*@", hides="@everyone", kept=True),
    ),
    case(
        "a soldier without a way is pointed out",
        table([[(4, 4), (6, 6)], [(7, 3)], [(2, 6)]], NO_ROADS, number=4),
        do.typed("draw", soldier="E5")(says=refusal("nothing_from_there", crossing="E5"), offers={"draw"}),
    ),
    case(
        "soldiers and their ways are offered with what they would close",
        example_6(),
        do.offer("draw", "soldier", "", {"D6": "D6: 4 ways to draw it now"}),
        do.offer("draw", "soldier", "e", {}),
        do.offer("bonus", "soldier", "", {}),
        do.offer("draw", "way", "", {"ULD": "↑←↓ to C6: closes 2 cells, 2 points for player1"}, soldier="d6"),
        do.offer("draw", "way", "↑", ["ULD"], soldier="D6"),
        do.offer("draw", "way", "", {}),
        do.offer("draw", "way", "", {}, soldier="A1"),
    ),
    case(
        "a soldier is offered with the best that a border from it would close for its player",
        example_6(second=True),
        do.offer(
            "draw",
            "soldier",
            "",
            {
                "D6": "D6: 4 ways to draw it now; at best closes 1 cell, 1 point for you",
                "G4": "G4: 8 ways to draw it now",
            },
        ),
    ),
    case(
        "the bonus is offered from every soldier in the same post",
        example_6(),
        do.typed("draw", soldier="d6", way="上左下")(chosen=[ULD], says="2 points for player1"),
        do.sure(says=said("bonus.soldier", shape="→"), picks=["bonus/2.5", "bonus/3.5", "decline"]),
        do.pick("bonus/2.5", offers={"bonus/2.5/D", "bonus/2.5/L", "decline"}),
        do.pick(moves.Bonus((2, 5), "L"), says=said("bonus.sure", crossing="C6", way="← to B6")),
        do.sure(state={"soldiers.0.-1": (1, 5), "active": 1}),
    ),
    case(
        "the bonus is offered and taken by command, and a confirm from before the undo draws nothing",
        BONUS,
        do.offer("bonus", "soldier", "", {"C6", "D6"}),
        do.offer("bonus", "way", "", {"L", "D"}, soldier="C6"),
        do.typed("draw", soldier="C6", way="L")(says=refusal("bonus_or_decline")),
        do.typed("bonus", soldier="C6", way="←")(offers={"confirm"}),
        do.sure(state={"active": 1}),
        do.undo(state={"active": 0}),
        do.look(offers={"decline"}),
        do.look(by=1, steps={"table.move"}, says="player0's turn"),
    ),
    case(
        "the bonus may be declined, and a border and its bonus come back step by step",
        example_6(),
        do.pick(ULD),
        do.sure(),
        do.pick(moves.Decline(), steps={"table.move"}, state={"active": 1}),
        do.undo(offers={"decline"}),
        do.undo(state={"phase": "draw", "territories": (), "soldiers.0": ((3, 5),)}, lacks={"table.undo"}),
        do.typed("draw", soldier="D6", way="ULD")(),
        do.sure(),
        do.typed("decline")(board=[CLOSES, "player0 draws no bonus border.", "player1's turn"]),
    ),
    case(
        "a turn that is not possible is told without anybody being called",
        table([[(6, 6)], [(4, 4)], [(2, 6)]], NO_ROADS, numbers=[1, 2, 3], phase="draw"),
        do.typed("draw", soldier="G7", way="U")(),
        do.sure(
            state={"left": (None, 1, None)}, board="player1 can't draw border 2 anywhere and leaves the game."
        ),
        do.look(by=1, says="**You are out:** you couldn't draw your border in round 1."),
        do.look(by=0, hides="You are out"),
    ),
)


@cases(*PLACING, *CHOOSING, *DRAWING)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("noerdlingen", case, tmp_path)


async def test_the_history_has_a_page_for_each_draw(world: World) -> None:
    evening = AnyEvening(world, GAMES["noerdlingen"], world.members(3), 2)
    await evening.begin(options=START)
    await evening.play_out(20)
    page = await evening.world.ask(evening.people[0], "table history")
    (menu,) = [item for item in controls(page, "table.history") if "options" in item]
    drawn = [
        words("en")(
            "noerdlingen.caption.drawn", round=border.round, name=f"player{border.seat}", number=border.number
        )
        for border in (await evening.state()).borders
        if not border.bonus
    ]
    pages = [line["label"].partition(". ")[2] for line in menu["options"]]
    assert pages == [words("en")("noerdlingen.caption.begin"), *drawn]
    assert {line[:7] for line in drawn} >= {"Round 1", "Round 2"}


# Spellings ------------------------------------------------------------------------------------------


def test_a_crossing_is_known_in_any_spelling() -> None:
    assert {crossing_meant(typed) for typed in ("E4", "e4", "Ｅ４", " e 4 ", "E-4", "ｅ・４")} == {(4, 3)}
    assert crossing_meant("f11") == (5, 10)


@pytest.mark.parametrize("typed", ["", "4", "E", "44", "EE4", "E4F", "é4", "E٤", "E" + "9" * 5000])
def test_what_is_no_crossing_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_crossing"):
        crossing_meant(typed)


def test_a_way_is_known_in_letters_arrows_and_words() -> None:
    spelled = ("UUL", "uul", "ＵＵＬ", "u u l", "↑↑←", "↑↑← → D6", "↑↑← to D6", "↑↑←（D6まで）", "上上左")
    assert {way_meant(text) for text in (*spelled, "上、上、左", "U-U-L")} == {"UUL"}


@pytest.mark.parametrize("typed", ["→ D6", "to D6", "UUX", "up", "**@everyone**"])
def test_what_is_no_way_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_way"):
        way_meant(typed)


def test_no_menu_ever_has_more_lines_than_discord_takes() -> None:
    """A soldier more with each border and each bonus; the ways of the longest shapes, mirrored too."""
    town = the_town()
    for seats in range(SEATS[0], SEATS[1] + 1):
        assert 1 + 2 * rounds_for(seats) <= ENTRIES
    for mode in ("solid", "gate", "road"):
        options = moves.NoerdlingenOptions(wall_mode=mode, mirror_borders="on")
        most = max(len(found) for number in numbers(town) for found in paths(town, options, number).values())
        assert 8 < most <= 16


async def test_a_private_panel_follows_below_the_board_that_calls_its_reader(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the computers have moved on while it was drawn what the first one did."""
    evening = AnyEvening(world, GAMES["noerdlingen"], world.members(1), seed=1)
    await evening.begin("easy", "easy", options=moves.NoerdlingenOptions())
    await world.env.advance_time(A_WHILE)
    await evening.panel(evening.people[0])
    drawn = table_posts.board

    async def late(app: Any, moment: Moment, *more: Any) -> Any:
        if Seat(0) not in evening.game.decisions(moment.state):
            await app.wait(asyncio.sleep(A_WHILE), reason="drawing")
        return await drawn(app, moment, *more)

    monkeypatch.setattr(table_posts, "board", late)
    boards = len(world.boards())
    while len(world.boards()) == boards:
        await evening.act(Seat(0), next(iter(evening.game.legal(await evening.state(), Seat(0)))))
        await world.env.advance_time(4 * A_WHILE)
    assert await evening.owing() == [0]
    assert world.messages()[-2:] == [world.boards()[-1], world.messages()[-1]]
