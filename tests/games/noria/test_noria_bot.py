"""Section 11: the solo mode, its setup, every letter with both sides, ties, cancellation."""

from typing import Any

import pytest

from bot.games.chance import Chance
from bot.games.contract import Event, Refusal
from bot.games.noria import moves
from bot.games.noria.box import BOX, CHAMBERS, LETTERS, PATHS
from bot.games.noria.facts import coming
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.notation import EXAMPLE, PRICED, read_slots, write_wheel
from bot.games.noria.rival import to_strengthen
from bot.games.noria.state import Bot, NoriaState
from bot.games.noria.wheel import SLOTS, discs_on
from tests.games.noria.positions import CHANCE, bot_turns, facts, of_type, play, refused, solo, table, told

CIRCLE = [7, 4, 2, 8, 9]
FAR = "1D - 2E 3F - 2A 3B 4C"
"""Nothing of it comes in next."""

PLAYER = "levels 0 1 0 0; wheel 1J - 1T 3O - 1C 3M 4E"
BUILT = "place E S2; place M M1; place O M4; place J L1; place T L2; place C L6; enter EXP"
ROUNDS = {
    "1": "-|AD|BF|ACE|-|A|B|ADE|F|AC|B|AE|D|ABCEF+CE|-|AB+B",
    "2": "C|-|CEF|BD|C|A|CE|B|CF|D|CE|AB|C|EF|BCD|-",
    "3": "D|AE|F|BE|-|ACE|DF|E|-|ABE|F|CE|D|AEF+F|B|E",
}
"""The table of 11.8."""


def bot_of(state: NoriaState) -> Bot:
    """The bot of a table of the solo mode."""
    assert state.bot is not None
    return state.bot


def one_letter(letters: str, *, bot: dict[str, Any] | None = None, **more: Any) -> NoriaState:
    """A position in which with the next turn this letter alone (`A+ S`: upgraded) comes in, on this ring; the
    bot's ambassador stands on the last island before the first one."""
    letter, ring = letters.split()
    rest = iter([other for other in LETTERS if other != letter[0]])
    parts = {"S": ["1"], "M": ["1", "2"], "L": ["1", "2", "3"]}
    slots = {
        name: [f"{number}{next(rest)}" for number in numbers[name == ring :]]
        for name, numbers in parts.items()
    }
    slots[ring].append(f"{BOX.slots[ring]}{letter}")
    wheel = " - ".join([" ".join(part) for part in slots.values()])
    return solo({"wheel": wheel, "ambassador": 9, **(bot or {})}, **{"islands": CIRCLE, **more})


# 11.1: setup


def test_11_1_the_table_of_the_solo_mode() -> None:
    state = GAME.setup(NoriaOptions(), 1, CHANCE)
    assert (state.phase, state.rounds, len(state.islands), state.face_down) == ("wheel", 16, 5, 0)
    assert sorted((pile.price, pile.left) for pile in state.market) == [(n, 4) for n in (0, 0, 0, 1, 2, 3, 4)]
    assert all(sorted(island.ships) == [1, 1, 2] for island in state.islands)
    bot, player = bot_of(state), state.players[0]
    assert (sorted(bot.levels), bot.factories_left) == ([0, 0, 0, 1], 7)
    assert bot.ambassador in [island.number for island in state.islands]
    assert (player.stock.total, player.knowledge, player.ships.total) == (0, 0, 3)


@pytest.mark.parametrize(("number", "wheel"), BOX.bots.items())
def test_11_1_the_builds_of_the_bot(number: Any, wheel: str) -> None:
    state = GAME.setup(NoriaOptions(bot=f"bot_{number}"), 1, CHANCE)  # type: ignore[arg-type]
    assert bot_of(state).wheel == read_slots(wheel)[0]


def test_11_7_a_whole_start_position_leads_to_the_first_round() -> None:
    state = GAME.setup(NoriaOptions(start=EXAMPLE), 1, CHANCE)
    assert (state.phase, state.round, state.setup) == ("influence", 1, EXAMPLE)
    assert [island.number for island in state.islands] == CIRCLE
    assert (bot_of(state).ambassador, bot_of(state).levels) == (4, (1, 0, 0, 0))
    assert facts(state, PLAYER) == PLAYER
    assert {pile.disc: pile.price for pile in state.market if pile.price} == {"J": 1, "C": 2, "T": 3, "B": 4}


def test_11_7_the_start_of_any_game_can_be_copied_and_played_again() -> None:
    state = play(GAME.setup(NoriaOptions(bot="random"), 1, CHANCE), BUILT)
    again = GAME.setup(NoriaOptions(start=state.setup), 1, Chance(bytes(32)))
    for name in ("bot", "players", "islands", "market", "chambers", "setup", "round", "phase"):
        assert getattr(again, name) == getattr(state, name), name
    key = GAME.setup_key(state)
    assert GAME.setup_key(GAME.setup(NoriaOptions(start=key), 1, CHANCE)) == GAME.setup_key(again) == key


def test_11_7_what_is_not_in_the_lines_is_chosen() -> None:
    *lines, last = EXAMPLE.splitlines()
    without_path, without_wheel = (
        GAME.setup(NoriaOptions(start="\n".join(some)), 1, CHANCE)
        for some in ([*lines, last.removesuffix(" - COL")], lines)
    )
    assert (without_path.phase, without_wheel.phase) == ("path", "wheel")
    assert refused(without_wheel, "end") == "setup_first"


@pytest.mark.parametrize(
    ("start", "seats", "code"),
    [(EXAMPLE, 2, "too_many_seats"), (EXAMPLE.replace("5D", "7D"), 1, "notation_slot")],
)
def test_11_7_a_start_position_is_for_one_player_and_readable(start: str, seats: int, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        GAME.setup(NoriaOptions(start=start), seats, CHANCE)


def test_11_1_all_that_is_not_named_is_drawn() -> None:
    """Random letters lie on the rings as those of the builds do: one, two, three."""
    drawn = NoriaOptions(bot="random")
    states = [GAME.setup(drawn, 1, Chance(bytes([number]) * 32)) for number in range(30)]
    bots = [bot_of(state) for state in states]
    for bot in bots:
        assert "".join(slot[0] for slot, _ in discs_on(bot.wheel)) == "SMMLLL"
        assert sorted(disc.kind for _, disc in discs_on(bot.wheel)) == list(LETTERS)
    assert len({bot.wheel for bot in bots}) > 25
    assert {bot.levels.index(1) for bot in bots} == {0, 1, 2, 3}
    assert len({tuple(island.number for island in state.islands) for state in states}) > 25
    assert len({tuple(pile.disc for pile in state.market) for state in states}) > 10
    assert {pile.disc for pile in states[0].market[3:]} == {*PRICED}


# 11.3 and 11.8: which letters act


def used(events: list[Event]) -> tuple[str, str]:
    """Letters that came in, and those of them by the energy increase."""
    rotations = of_type(events, moves.BotRotated)
    extra = "".join(letter for event in rotations if event.extra for letter in event.entered)
    letters = sorted(letter for event in rotations for letter in event.entered)
    return "".join(letters), extra


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_11_8_the_letters_of_every_round(number: str) -> None:
    """Nothing is strengthened on this table, so the wheel alone decides."""
    state = solo({"wheel": BOX.bots[number]}, islands=CIRCLE)
    shown: list[str] = []
    for _ in range(16):
        forecast = coming(state)
        state, rounds = bot_turns(state)
        letters, extra = used(rounds[0])
        assert "".join(one.disc.kind for one in forecast) == letters
        assert "".join(one.disc.kind for one in forecast if one.extra) == extra
        shown.append((letters or "-") + (f"+{extra}" if extra else ""))
    assert "|".join(shown) == ROUNDS[number]
    assert state.phase == "over"


def test_11_3_w8_the_first_turns_of_bot_1() -> None:
    state = solo(islands=CIRCLE)
    state, (first, second) = bot_turns(state, 2)
    assert of_type(first, moves.BotRotated)[0].entered == ()
    assert len(first) == 3, "administration, the turn of the wheel, the next turn: no action"
    assert of_type(second, moves.BotRotated)[0].entered == ("A", "D")
    assert [type(event) for event in second[2:4]] == [moves.BotShip, moves.BotInvested]
    assert of_type(second, moves.BotInvested)[0].path == "RES", (
        "all chambers are equal: the right-most (edge 29)"
    )
    assert bot_of(state).levels == (1, 0, 0, 1)


# 11.4: every letter


def told_of(events: list[Event]) -> str:
    """What the letters did, in a few values each."""
    found: list[str] = []
    for event in events:
        match event:
            case moves.BotRotated(entered=letters, extra=True):
                values: tuple[Any, ...] = ("extra", *letters)
            case moves.BotShip(island=island, space=space, kind=kind):
                values = ("ship", island, space, kind)
            case moves.BotFactory(island=island, spot=spot):
                values = ("factory", island, spot)
            case moves.BotIntrigue(down=down, down_path=via, remove=remove, remove_path=other):
                values = ("intrigue", down, via, remove, other)
            case moves.BotInvested(letter=letter, path=path, level=level, instead=instead):
                values = ("instead" if instead else letter, path, level)
            case moves.BotStrengthened(target=target):
                values = ("F", target)
            case _:
                continue
        found.append(" ".join("-" if value is None else str(value) for value in values))
    return ", ".join(found)


def first(**island: Any) -> dict[str, Any]:
    """Island 7 like this; it has lamp 1, compass 2, piston 1, sail 2."""
    return {"islands": [{"number": 7, **island}, *CIRCLE[1:]]}


def at_levels(bot: Any = None, player: Any = None, **chambers: str) -> dict[str, Any]:
    sides = {"bot": {"levels": bot or {"REF": 1}}, "player": {"levels": player or {"REF": 1}}}
    return {**sides, "chambers": chambers}


BARE = {"islands": [{"number": number, "ships": [0, 0, 0]} for number in CIRCLE]}
OWN = [{"number": 4, "spots": ["bot"] * 4}, {"number": 2, "spots": ["bot"] * 3 + [None]}, 7, 8, 9]
BOTH, HIGH = {"REF": 4, "EXP": 5}, {"REF": 4, "EXP": 4, "COL": 1}
TIED, TIED_3, HIGHEST = {"REF": 2, "EXP": 2}, {"REF": 3, "COL": 3}, "intrigue EXP EXP COL COL"
NEXT = at_levels({"REF": 4, "RES": 1}, {"COL": 2, "EXP": 1}, REF="0/2", COL="0/2")
FALLBACK = at_levels({"REF": 4}, {"COL": 2}, REF="0/2", COL="0/2")
LOST = dict.fromkeys(("REF", "SPEC", "DIV"), "0/0")
LETTERS_USED: list[tuple[str, str, dict[str, Any], str]] = [
    ("w10, edge 21: the fewest, the right one", "A S", first(ships=[1, 2, 1]), "ship 7 3 obsidian"),
    ("edge 22: types without ships do not count", "A S", first(ships=[0, 2, 0]), "ship 7 2 energy"),
    ("w10: cancelled on S", "A S", BARE, "ship 7 - -, instead RES 1"),
    ("w10: twice", "A+ S", BARE, "ship 7 - -, instead RES 1, ship 4 - -, instead RES 2"),
    ("edge 23: lost on M", "A M", BARE, "ship 7 - -"),
    ("edge 23: lost on L", "A L", BARE, "ship 7 - -"),
    ("edge 24: two islands until round 10", "A+ S", {"round": 10}, "ship 7 3 obsidian, ship 4 3 obsidian"),
    ("edge 25: one slot more from round 11", "A S", {"round": 11}, "extra"),
    ("edge 25: even if it is upgraded", "A+ S", {"round": 11}, "extra"),
    ("two before one, the right one", "B L", {}, "factory 7 4"),
    ("then the other one for two", "B L", first(spots=[None, None, None, 0]), "factory 7 2"),
    ("then the right one of the others", "B L", first(spots=[None, 0, None, 0]), "factory 7 3"),
    ("then the last one", "B L", first(spots=[None, 0, 0, 0]), "factory 7 1"),
    ("without a free spot it is cancelled", "B M", first(spots=[0] * 4), "factory 7 -"),
    ("on S an investment then", "B S", first(spots=[0] * 4), "factory 7 -, instead RES 1"),
    ("without a factory left it is cancelled", "B L", {"islands": OWN}, "factory 4 -"),
    ("upgraded on two islands", "B+ L", {}, "factory 7 4, factory 4 3"),
    ("edge 33: may join the player", "B L", {"player": {"ambassador": 7}}, "factory 7 4"),
    ("the highest path of each side, ties to the right", "C L", at_levels(TIED, TIED_3), HIGHEST),
    ("both may hit the same chamber", "C L", at_levels(), "intrigue REF REF REF REF"),
    ("the next path is tried", "C L", NEXT, "intrigue RES RES EXP EXP"),
    ("only then the fallback", "C L", FALLBACK, "intrigue SPEC - DIV -"),
    ("edge 30: effect 1 comes first", "C L", at_levels(REF="1/0"), "intrigue REF REF DIV -"),
    ("one effect is enough", "C S", at_levels(REF="0/0", SPEC="0/0"), "intrigue - - DIV -"),
    ("cancelled if both are lost", "C S", at_levels(**LOST), "intrigue - - - -, instead RES 1"),
    ("edge 38: twice", "C+ L", at_levels(REF="3/0"), "intrigue REF REF REF REF, intrigue REF REF DIV -"),
    ("8 against 6, not DIV", "D L", at_levels(REF="0/4", EXP="0/2", DIV="0/4"), "D REF 2"),
    ("ties go to the right", "D L", at_levels(REF="0/3", EXP="0/2"), "D EXP 1"),
    ("level 9 is left out", "D L", at_levels({"EXP": 9}, EXP="0/2"), "D RES 1"),
    ("nothing with all at 9", "D L", at_levels([9] * 4), "D - 0"),
    ("nor instead", "D S", at_levels([9] * 4), "D - 0, instead - 0"),
    ("the highest path, ties to the right", "E L", at_levels(None, HIGH), "E EXP 1"),
    ("edge 28: at 9 the next one", "E L", at_levels({"EXP": 9}, BOTH), "E REF 1"),
    ("edge 28: at 9 everywhere none", "E L", at_levels({"EXP": 9, "REF": 9}, BOTH), "E - 0"),
    ("edge 28: cancelled on S", "E S", at_levels({"EXP": 9, "REF": 9}, BOTH), "E - 0, instead RES 1"),
    ("upgraded it follows twice", "E+ L", at_levels(None, {"COL": 2}), "E COL 1, E COL 2"),
]


@pytest.mark.parametrize(("name", "letters", "given", "wanted"), LETTERS_USED)
def test_11_4_what_a_letter_does(name: str, letters: str, given: dict[str, Any], wanted: str) -> None:
    """Told and done: the ambassador has gone on however it ended, and the pieces follow what is told."""
    before = one_letter(letters, **given)
    state, events = told(before, "end")
    assert told_of(events) == wanted
    (old, bot), done = (bot_of(before), bot_of(state)), [each.split() for each in wanted.split(", ")]
    stops = [int(row[1]) for row in done if row[0] in ("ship", "factory")]
    assert bot.ambassador == (stops[-1] if stops else 9)
    built = [row for row in done if row[0] == "factory" and row[2] != "-"]
    assert [old.factories_left - bot.factories_left, of_bot(state) - of_bot(before)] == [len(built)] * 2
    shipped = [row for row in done if row[0] == "ship" and row[2] != "-"]
    assert sum(sum(one.ships) for one in before.islands) - len(shipped) == sum(
        sum(one.ships) for one in state.islands
    )
    risen = [row[1] for row in done if row[0] in ("D", "E", "instead")]
    for path, then, now in zip(PATHS, old.levels, bot.levels, strict=True):
        assert now - then == risen.count(path)
    debated = [row for row in done if row[0] == "intrigue"]
    for chamber, then, now in zip(CHAMBERS, before.chambers, state.chambers, strict=True):
        moved = [[row[1] for row in debated].count(chamber), [row[3] for row in debated].count(chamber)]
        assert [now.lower - then.lower, now.removed - then.removed] == moved


def of_bot(state: NoriaState) -> int:
    return sum(island.spots.count("bot") for island in state.islands)


# 11.4 F: strengthen


@pytest.mark.parametrize(
    ("wheel", "slot"),
    [
        ("2A - 4B 1C - 6D 1E 2F", "S2"),
        ("2A+ - 4B 1C - 6D 1E 2F", "M4"),
        ("2A+ - 4B+ 1C - 6D 1E 2F", "L6"),
        ("1A - 3B 1C - 1D 2E 5F", "S1"),
        ("1A+ - 3B 1C - 1D 2E 5F", "M3"),
        ("1A+ - 3B+ 1C - 1D 2E 5F", "L5"),
        ("1A+ - 1B 2C - 4D 2E 1F", "M2"),
        ("1A+ - 1B 2C+ - 4D 2E 1F", "L4"),
        ("1A+ - 1B+ 2C+ - 4D+ 2E+ 1F", "L1"),
        ("1A+ - 1B+ 2C+ - 4D+ 2E+ 1F+", None),
    ],
)
def test_f_the_normal_letter_that_enters_soonest_higher_tiers_first(wheel: str, slot: str | None) -> None:
    letters = [f"{one.kind}{'+' * one.upgraded}" if one else "" for one in read_slots(wheel)[0]]
    place = to_strengthen(letters)
    assert (None if place is None else SLOTS[place]) == slot


@pytest.mark.parametrize(
    ("rule", "round", "wheel", "wanted", "after"),
    [
        ("edge 26: A moves on", 11, "1B - 1E 4A - 2C 3F 5D", "extra D, D RES 1", "2B - 2A 3E - 1D 4C 5F"),
        ("edge 27: the new slots", 11, "1B - 2E 4A - 1C 4D 6F", "extra, F B", "2B+ - 2A 4E - 2F 3C 6D"),
        ("two letters", 1, "1B - 1C 2D - 1A 2E 6F+", "F B, F D", "2B+ - 2C 3D+ - 1F+ 2A 3E"),
        ("edge 31", 1, "2F+ - 1A+ 2B+ - 1C+ 2D+ 3E", "F E, F -, instead RES 1", None),
        ("edge 31: on L", 1, "1A+ - 1B+ 2C+ - 6F+ 2D+ 3E", "F E, F -", None),
        ("edge 39: itself alone", 1, "1A+ - 1B+ 2C+ - 6F 2D+ 3E+", "F F", "2A+ - 2B+ 3C+ - 1F+ 3D+ 4E+"),
        ("edge 32", 1, "2D - 1A+ 2B+ - 6F 2C+ 3E+", "D RES 1, F D", "1D+ - 2A+ 3B+ - 1F 3C+ 4E+"),
    ],
)
def test_11_4_what_follows_from_letters_together(
    rule: str, round: int, wheel: str, wanted: str, after: str | None
) -> None:
    state, (events,) = bot_turns(solo({"wheel": wheel}, islands=CIRCLE, round=round))
    assert told_of(events) == wanted
    assert after is None or write_wheel(bot_of(state).wheel) == after


def test_11_3_the_bot_takes_nothing_else() -> None:
    """No politics, no market: what it does not use stays as it was."""
    before = solo(islands=CIRCLE)
    after, _ = bot_turns(before)
    assert (after.market, after.chambers, after.islands) == (before.market, before.chambers, before.islands)


# 11.9: scoring


@pytest.mark.parametrize(("mine", "place"), [((9, 4), 2), ((9, 5), 1), ((9, 3), 2)])
def test_11_9_w15_a_tie_is_lost(mine: tuple[int, int], place: int) -> None:
    """8 points for each level on both sides: the bot has 104."""
    bot = {"wheel": FAR, "levels": [9, 4, 0, 0]}
    chambers = {"REF": "0/4", "COL": "0/4"}
    state = solo(bot, {"levels": [*mine, 0, 0]}, islands=CIRCLE, round=16, chambers=chambers)
    state = play(state, "end")
    view, outcome = GAME.view(state, None), GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, view.bot_score) == ((8 * sum(mine),), 104)
    assert outcome.places == (place,)


def test_edge_40_the_player_is_not_bound_to_the_circle() -> None:
    state = solo({"ambassador": 4}, {"wheel": "1J - 1T 3C - 1M 4O 5E", "ambassador": 7}, islands=CIRCLE)
    state = play(state, "S1")
    assert [refused(state, made) for made in ("travel 4", "travel next")] == [
        *("island_occupied", "no_hidden_island"),
    ]
    there = of_type(list(GAME.legal(state, state.active)), moves.Travel)
    assert [move.island for move in there] == [2, 8, 9]


def test_without_a_bot_there_is_no_forecast_of_it() -> None:
    assert coming(table()) == []
