"""My City: nothing overlaps, nothing leaves its place, whatever is drawn, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from city_models import ALL, SEATS, compass, crowded, early, everywhere, finished, late, middle, shown
from msgspec.structs import replace as with_fields
from picture_checks import canvas_of, check, inside, overlap
from picture_models import LOCALES, NAMES

from bot.games.contract import Seat
from bot.games.my_city import sentences as told
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.moves import Build, MyCityOptions
from bot.text import signed, words
from render.lobby import LobbyCard, lobby
from render.my_city import board, own, ranking, scores, standings
from render.my_city.round_board import DICE, PLANS
from render.my_city.sheet import size
from render.theme import NUMBER, TOP, WIDTH


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("episode", ALL)
def test_the_post_of_every_episode_is_tidy(episode: int, locale: str) -> None:
    for state in (early(4, episode), middle(4, episode), late(4, episode)):
        check(board(shown(state, locale)))


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_post_is_tidy_for_any_number_of_players(seats: int, locale: str) -> None:
    for episode in (1, 6, 8, 12):
        check(board(shown(middle(seats, episode), locale)))
    for episode in (5, 11):
        check(board(shown(compass(seats, episode), locale)))
    check(board(replace(crowded(seats), words=words(locale))))
    check(board(shown(finished(seats, "episode"), locale)))


@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_of_all_players_lie_in_the_picture_side_by_side(seats: int) -> None:
    plan = PLANS[seats]
    boxes = [plan.card(seat, TOP + DICE + 12) for seat in range(seats)]
    whole = (0, TOP + DICE, WIDTH, 1100)
    for index, box in enumerate(boxes):
        assert inside(box, whole)
        assert box[2] - box[0] > size(plan.cell)[0]
        assert not any(overlap(box, other) for other in boxes[index + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("episode", ALL)
def test_the_own_sheet_of_every_episode_is_tidy(episode: int, locale: str) -> None:
    for state in (early(3, episode), middle(3, episode), late(3, episode)):
        check(own(shown(state, locale, seat=1)))
        check(own(shown(state, locale, seat=2)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("episode", ALL)
def test_every_choice_is_tried_out_tidily(episode: int, locale: str) -> None:
    state = middle(3, episode)
    for choice in everywhere(state, 1):
        check(own(shown(state, locale, seat=1), choice))


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("seats", "mode"),
    [*((seats, "campaign") for seats in SEATS), (1, "chapter"), (1, "episode"), (4, "mini"), (6, "episode")],
)
def test_the_end_is_tidy(seats: int, mode: str, locale: str) -> None:
    model = shown(finished(seats, mode), locale)
    for drawing in (scores(model), standings(model), ranking(model), board(model)):
        check(drawing)


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("upto", [0, 1, 7, 10])
def test_what_stands_between_episodes_is_tidy(upto: int, locale: str) -> None:
    for seats in (1, 6):
        state = finished(seats, "campaign", upto)
        model = shown(state, locale, seat=0)
        check(board(model))
        check(own(model))
        check(standings(model))
        if upto:
            check(scores(model))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("mode", ["episode", "chapter", "mini", "campaign"])
def test_the_lobby_is_tidy(mode: str, locale: str) -> None:
    rows = told.option_rows(MyCityOptions(mode=mode), words(locale))
    check(lobby(LobbyCard("my_city", NAMES[:3], 0, 2, (1, 6), rows, 20, NAMES[1]), words(locale)))


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_decided_by_is_large(locale: str) -> None:
    """Coordinates, boxes that can be ticked, and every row of the score."""
    state = middle(3, 12)
    canvas = canvas_of(own(shown(state, locale, seat=1), Build(legal_spots(state, Seat(1))[0])))
    sizes: dict[str, int] = {}
    for one in canvas.placed:
        if one.kind == "text":
            sizes[one.text] = max(sizes.get(one.text, 0), one.size)
    wanted = [*"ABCDEFGH", *map(str, range(1, 12)), "1", "2", "3", "5", "7", "10"]
    assert all(sizes[text] >= NUMBER for text in wanted)


@pytest.mark.parametrize("seats", SEATS)
def test_every_score_of_the_post_is_large(seats: int) -> None:
    model = shown(middle(seats, 3))
    view = with_fields(model.view, points=tuple(-20 - seat for seat in range(seats)))
    canvas = canvas_of(board(replace(model, view=view)))
    sizes = {one.text: one.size for one in canvas.placed if one.kind == "text"}
    wanted = view.points if seats > 1 else ()
    assert all(sizes[signed(points)] >= NUMBER for points in wanted)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_label_of_a_score_row_is_cut(locale: str) -> None:
    for episode in ALL:
        state = middle(2, episode)
        written = {one.text for one in canvas_of(own(shown(state, locale, seat=1))).placed}
        for row in EPISODES[episode].rows:
            assert words(locale)(f"my_city.score.{row.key}") in written, (episode, row.key)
