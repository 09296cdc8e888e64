"""Moments of Nördlingen: made up, played by the rules, or fuller than any game."""

from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any

from msgspec.structs import replace
from picture_models import reader
from picture_walks import Moments

from bot.games.chance import Chance
from bot.games.noerdlingen import moves
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Choose, NoerdlingenOptions, NoerdlingenState, NoerdlingenView
from bot.games.noerdlingen.preview import Choice, drawable
from bot.games.noerdlingen.town import Cell, Crossing, the_town
from render.drawing import Drawing
from render.noerdlingen import board, colours, own
from render.noerdlingen.terrain import MAP
from render.ranking import ranking
from render.theme import CARD, INK, LOSS, MUTED, NUMBER
from tests.games.noerdlingen.positions import land, table

KIB = (75, 95)
SILENT = set[str]()
MODES: tuple[moves.WallMode, ...] = ("solid", "gate", "road")
USUAL = NoerdlingenOptions(date="0519")
EVERYTHING = NoerdlingenOptions(
    wall_mode="road",
    territory_rule="size_cap",
    territory_size_cap=65,
    mirror_borders="on",
    elimination="skip_turn",
    date="1127",
)
OPTIONS = (
    USUAL,
    NoerdlingenOptions(),
    *(replace(USUAL, wall_mode=mode) for mode in MODES[1:]),
    *(replace(USUAL, territory_rule=rule) for rule in ("size_cap", "all_parts")),
    replace(USUAL, territory_rule="size_cap", territory_size_cap=30),
    replace(USUAL, mirror_borders="on"),
    replace(USUAL, elimination="skip_turn"),
    replace(USUAL, date="0229*"),
    EVERYTHING,
)
TOLD = (NoerdlingenOptions(), EVERYTHING)
WITHOUT_ROUND = {"place"}
STAGES: dict[str, Callable[[NoerdlingenState], bool]] = {
    "placing": lambda state: state.phase == "place" and any(state.soldiers),
    "choosing": lambda state: state.phase == "choose" and state.round > 2 and len(state.waiting) == 1,
    "drawing": lambda state: state.phase == "draw" and state.round > 2 and len(state.waiting) == 1,
    "bonus": lambda state: state.phase == "bonus" and state.round > 1,
    "late": lambda state: state.phase == "draw" and len(state.territories) > 9,
    "left": lambda state: state.phase == "draw" and any(state.left),
    "over": lambda state: state.phase == "over",
}
shown = partial(reader, "noerdlingen")
OF = Moments("noerdlingen", STAGES, USUAL)
played, moment, view_model, active = OF.played, OF.moment, OF.view_model, OF.active
GROUNDS = tuple(colours.ground(seat) for seat in range(4))
READABLE = (
    ((INK,), (*GROUNDS, *(colours.hatch(seat) for seat in range(4))), 4.5),
    ((MUTED,), (CARD,), 4.5),
    ((LOSS,), (colours.LOST,), 4.5),
)
APART = (
    ((colours.BORDER, INK), (*GROUNDS, colours.STREET, colours.BLOCK, colours.CHURCH, colours.MEADOW), 25),
    (GROUNDS, GROUNDS, 8),
    (GROUNDS, (colours.BLOCK,), 5),
)


@cache
def evening() -> tuple[NoerdlingenState, ...]:
    """Every state of a game in which everybody does what brings most at once, on whatever map there is."""
    chance = Chance(bytes(32))
    state = GAME.setup(USUAL, 4, chance)
    states = [state]
    while GAME.outcome(state) is None:
        state = GAME.apply(state, state.active, GAME.default(state, state.active, chance), chance).state
        states.append(state)
    return tuple(states)


def example_6(**more: Any) -> NoerdlingenState:
    """Border 4 closes two cells for seat 1, whose soldiers are more."""
    return table([[(3, 5)], [(3, 4), (5, 5)], [(6, 6)]], [[(3, 4), (5, 4), (5, 5), (3, 5)]], number=4, **more)


@cache
def crowded() -> NoerdlingenState:
    """Every crossing inside taken, nine territories shared by two or three, tiny churches among them."""
    lands = land(
        "6,3 = SO; 2,6 = SOT; 2,2 3,2 = OD; 5,7 6,7 = SOT; 4,4 = TD; 0,3 0,4 0,5 = SD; 3,9 4,9 5,9 = SOD;"
        "7,3 7,4 = D; 5,3 = D; 2,1 = S; 3,0 4,0 5,0 3,1 4,1 5,1 = OT"
    )
    inside = the_town().points(the_town().inner)
    return table(
        [inside[seat::4] for seat in range(4)],
        sorted({edge for one in lands for edge in _around(one["cells"])}),
        numbers=[3, 4, 1, 6],
        active=0,
        round=5,
        territories=lands,
    )


def _around(cells: Collection[Cell]) -> Iterator[tuple[Crossing, Crossing]]:
    """The roads between these cells and the rest of the town."""
    town = the_town()
    for x, y in cells:
        corner, right, below, far = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        sides = {(x - 1, y): (corner, below), right: (right, far), (x, y - 1): (corner, right)}
        for beyond, edge in (sides | {below: (below, far)}).items():
            if beyond not in cells and town.holds(town.cells, beyond):
                yield edge


def choices(state: NoerdlingenState, most: int = 30) -> Iterator[Choice]:
    """Some of the moves that a panel may preview."""
    for move in islice(GAME.legal(state, state.active), 0, most, 9):
        if isinstance(move, moves.Place | Choose | moves.Draw | Bonus):
            yield move


def sixteen_ways(number: int) -> NoerdlingenState:
    """Free land around a soldier, mirror images allowed."""
    options = {"mirror_borders": "on", "wall_mode": "road"}
    return table([[(4, 5)], [(4, 1)], [(2, 4)]], number=number, options=options)


def seventeen_soldiers() -> NoerdlingenState:
    """Those of a whole game: eight borders and eight bonuses."""
    inner = the_town().points(the_town().inner)
    return table([inner[1:34:2], inner[40:41], inner[44:45]], number=1, options={"wall_mode": "gate"})


def panels(state: NoerdlingenState, locale: str, most: int = 30) -> Iterator[Drawing]:
    """What whoever's turn it is may see: all, some choices, the ways of some soldiers."""
    mine = shown(state, locale, seat=state.active)
    yield own(mine)
    yield from (own(mine, choice) for choice in choices(state, most))
    yield from (own(mine, None, start) for start, _ in drawable(mine.view)[:: most // 10])


def late() -> NoerdlingenState:
    return [state for state in evening() if state.phase == "draw"][-1]


def looks() -> Iterator[tuple[NoerdlingenView, NoerdlingenView]]:
    yield GAME.view(evening()[len(evening()) // 2], None), GAME.view(late(), None)


def samples() -> Iterator[Drawing]:
    states = evening()
    yield from (board(shown(state, "ja")) for state in (states[len(states) // 2], states[-1]))
    yield own(shown(late(), "ja", seat=late().active))


def typical(locale: str) -> Iterator[Drawing]:
    yield from (board(view_model(4, stage, locale)) for stage in STAGES)
    yield from (own(active(4, stage, locale)) for stage in STAGES)
    yield from (ranking(view_model(4, "over", locale), "noerdlingen"), board(shown(crowded(), locale)))


def fullest(locale: str) -> Iterator[Drawing]:
    modes = ("gate", "road", "road", "solid", "gate")
    for mode, stage in zip(modes, ("late", "bonus", "placing", "drawing", "choosing"), strict=True):
        yield board(view_model(4, stage, locale, wall_mode=mode))
        yield from panels(moment(4, stage, wall_mode=mode), locale)
    yield own(view_model(4, "drawing", locale, seat=moment(4, "drawing").waiting[0]))
    for number in (3, 5, 6):
        yield own(shown(sixteen_ways(number), locale, seat=0), None, (4, 5))
    yield own(shown(seventeen_soldiers(), locale, seat=0))


def decided(locale: str) -> Iterator[tuple[Drawing, dict[str, int], float]]:
    late = view_model(4, "late", locale)
    wanted = [*(str(player.score) for player in late.view.players), *map(str, range(1, 7))]
    yield board(late), dict.fromkeys(wanted, NUMBER), MAP[2]
