"""Nördlingen: nothing overlaps, nothing leaves its place, whatever is drawn and whatever the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from noerdlingen_models import MODES, SEATS, STAGES, active, crowded, moment, played, shown, table, view_model
from noerdlingen_towns import PLANS, built
from picture_checks import canvas_of, check, inside, overlap
from picture_models import LOCALES, NAMES

from bot.games.noerdlingen import maps
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.maps import the_town
from bot.games.noerdlingen.moves import (
    Bonus,
    Choose,
    Draw,
    NoerdlingenOptions,
    NoerdlingenState,
    Place,
    WallMode,
)
from bot.games.noerdlingen.preview import Choice, drawable, edges
from bot.games.noerdlingen.town import crossing_name
from bot.text import words
from render.canvas import Placed
from render.drawing import Drawing
from render.lobby import LobbyCard, lobby
from render.noerdlingen import board, own, ranking
from render.noerdlingen.terrain import MAP, frame
from render.theme import HINT, NUMBER, Box

LIMIT = 30
MIRRORED = {"mirror_borders": "on", "wall_mode": "road"}


def texts(drawing: Drawing) -> list[Placed]:
    return [one for one in canvas_of(drawing).placed if one.kind == "text"]


def choices(state: NoerdlingenState) -> Iterator[Choice]:
    """Some of the moves that a panel may preview."""
    for move in islice(GAME.legal(state, state.active), 0, LIMIT, 9):
        if isinstance(move, Place | Choose | Draw | Bonus):
            yield move


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_tidy(seats: int, stage: str, mode: WallMode, locale: str) -> None:
    check(board(view_model(seats, stage, locale, mode=mode)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("mode", "stage"), [*[("solid", stage) for stage in STAGES], ("gate", "late"), ("road", "bonus")]
)
@pytest.mark.parametrize("seats", SEATS)
def test_a_panel_is_tidy_with_and_without_a_choice(
    seats: int, stage: str, mode: WallMode, locale: str
) -> None:
    state, mine = moment(seats, stage, mode), active(seats, stage, locale, mode)
    check(own(mine))
    check(own(view_model(seats, stage, locale, mode=mode, seat=(state.active + 1) % seats)))
    for choice in choices(state):
        check(own(mine, choice))
    for start, _ in drawable(mine.view)[::3]:
        check(own(mine, None, start))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_fullest_town_keeps_every_number_readable(locale: str) -> None:
    """Soldiers on all crossings, territories of two and three owners in the smallest places."""
    state = crowded()
    drawing = board(shown(state, locale))
    check(drawing)
    written = [one.text for one in texts(drawing) if inside(one.box, MAP)]
    for territory in state.territories:
        assert str(territory.share) in written
        written.remove(str(territory.share))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("number", [3, 5, 6])
def test_sixteen_ways_find_room_in_the_town_and_beside_it(number: int, locale: str) -> None:
    state = table([[(4, 5)], [(4, 1)], [(2, 4)]], number=number, options=MIRRORED)
    mine = shown(state, locale, seat=0)
    ((start, paths),) = drawable(mine.view)
    assert len(paths) > 8
    check(own(mine, None, start))
    written = [one.text for one in texts(own(mine, None, start))]
    for place, path in enumerate(paths, start=1):
        assert str(place) in written
        assert crossing_name(path.end) in written


@pytest.mark.parametrize("locale", LOCALES)
def test_the_soldiers_of_a_whole_game_find_room_in_the_panel(locale: str) -> None:
    """Eight borders and eight bonuses: seventeen soldiers to draw from."""
    inner = the_town().points(the_town().inner)
    state = table([inner[1:34:2], inner[40:41], inner[44:45]], number=1, options={"wall_mode": "gate"})
    mine = shown(state, locale, seat=0)
    assert len(drawable(mine.view)) == 17
    check(own(mine))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("plan", PLANS)
def test_every_map_that_can_be_played_on_is_drawn_tidily(
    plan: str, mode: WallMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = built(PLANS[plan])
    monkeypatch.setattr(maps, "town", lambda _: other)
    states = list(played(4, 1, wall_mode=mode))
    for state in [*states[::8], states[-1]]:
        check(board(shown(state, "en")))
        mine = shown(state, "ja", seat=state.active)
        check(own(mine))
        for choice in islice(choices(state), 2):
            check(own(mine, choice))
        for start, _ in drawable(mine.view)[:1]:
            check(own(mine, None, start))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", SEATS)
def test_points_stand_off_borders_and_soldiers(seats: int, mode: WallMode) -> None:
    for state in [*list(played(seats, 2, wall_mode=mode))[20::6], crowded()]:
        place = frame(the_town())
        drawn: list[Box] = []
        for one, other in edges(state.borders):
            (x, y), (to_x, to_y) = place.at(one), place.at(other)
            drawn.append((x - place.half, y - place.half, to_x + place.half, to_y + place.half))
        written = texts(board(shown(state, "en")))
        worth = {f"{sign}{territory.share}" for territory in state.territories for sign in ("", "+")}
        for text in written:
            if inside(text.box, MAP) and text.text in worth and text.size >= HINT:
                core = (text.box[0] + 4, text.box[1], text.box[2] - 4, text.box[3])
                assert not [line for line in drawn if overlap(core, line)], text


@pytest.mark.parametrize("mode", MODES)
def test_every_free_crossing_bears_its_name_while_soldiers_are_placed(mode: WallMode) -> None:
    state = next(iter(played(3, wall_mode=mode)))
    written = [one.text for one in texts(own(shown(state, "en", seat=state.active)))]
    places = [move.at for move in GAME.legal(state, state.active) if isinstance(move, Place)]
    assert len(places) == {"solid": 48, "gate": 70, "road": 86}[mode]
    for at in places:
        assert written.count(crossing_name(at)) == 1


def test_every_line_of_the_town_has_its_coordinate_in_large_letters() -> None:
    written = [one for one in texts(board(view_model(4, "late", "en"))) if inside(one.box, MAP)]
    place = frame(the_town())
    for x in range(10):
        (label,) = [one for one in written if one.text == "ABCDEFGHIJ"[x]]
        assert abs((label.box[0] + label.box[2]) / 2 - place.at((x, 0))[0]) <= 3
        assert label.size == NUMBER
    for y in range(11):
        beside = [one for one in written if one.text == str(y + 1) and one.box[2] < place.left]
        assert [abs((one.box[1] + one.box[3]) / 2 - place.at((0, y))[1]) <= 3 for one in beside] == [True]
        assert beside[0].size == NUMBER


@pytest.mark.parametrize("locale", LOCALES)
def test_the_ranking_is_tidy(locale: str) -> None:
    for seats in SEATS:
        check(ranking(view_model(seats, "over", locale)))


OPTIONS = (
    NoerdlingenOptions(),
    NoerdlingenOptions(
        wall_mode="road",
        territory_rule="size_cap",
        territory_size_cap=65,
        mirror_borders="on",
        elimination="skip_turn",
        date="1127",
    ),
    NoerdlingenOptions(wall_mode="gate", territory_rule="all_parts", date="0229*"),
)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", OPTIONS)
def test_the_lobby_is_tidy_and_cuts_no_option(options: NoerdlingenOptions, locale: str) -> None:
    rows = told.option_rows(options, words(locale))
    drawing = lobby(LobbyCard("noerdlingen", NAMES[:3], 0, 2, (3, 4), rows, 30, NAMES[1]), words(locale))
    check(drawing)
    written = [one.text for one in texts(drawing)]
    for row in rows:
        assert {*row} <= {*written}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_numbers_that_are_decided_by_are_large(locale: str) -> None:
    """Scores, chosen numbers, the numbers of the borders."""
    late = view_model(4, "late", locale)
    sizes: dict[str, int] = {}
    for one in texts(board(late)):
        if one.box[0] > MAP[2]:
            sizes[one.text] = max(sizes.get(one.text, 0), one.size)
    for player in late.view.players:
        assert sizes[str(player.score)] >= NUMBER
    for number in range(1, 7):
        assert sizes[str(number)] >= NUMBER
