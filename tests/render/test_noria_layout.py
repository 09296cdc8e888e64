"""Noria: nothing overlaps, nothing leaves its place, whatever lies on the table."""

from __future__ import annotations

from dataclasses import replace as with_outcome
from itertools import combinations

import pytest
from msgspec.structs import replace
from noria_models import (
    MOMENTS,
    SEATS,
    active,
    crowded,
    moment,
    played,
    shown,
    some_moves,
    view_model,
)
from picture_checks import canvas_of, check, overlap
from picture_models import LOCALES, NAMES

from bot.games.contract import Outcome, ScoreRow
from bot.games.noria import sentences
from bot.games.noria.game import GAME
from bot.games.noria.moves import Modify, NightShift, NoriaMove, NoriaOptions, Politics
from bot.games.noria.state import NoriaView, Running, Turn
from bot.games.noria.wheel import ACTIVE, SLOTS
from bot.text import words
from render.lobby import LobbyCard, lobby
from render.noria import board, forecast, own, ranking, rival
from render.noria.samples import CHOICES, evening, solo
from render.noria.signs import DISC
from render.noria.wheel import PANEL, at
from render.theme import NUMBER


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("seats", "stage"), MOMENTS)
def test_a_board_is_tidy(seats: int, stage: str, locale: str) -> None:
    check(board(view_model(seats, stage, locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("seats", "stage"), MOMENTS)
def test_a_wheel_is_tidy_whoever_looks(seats: int, stage: str, locale: str) -> None:
    check(own(active(seats, stage, locale)))
    if seats > 1:
        other = (moment(seats, stage).active + 1) % seats
        check(own(view_model(seats, stage, locale, seat=other)))


@pytest.mark.parametrize(("seats", "stage"), MOMENTS)
def test_every_choice_is_previewed_tidily(seats: int, stage: str) -> None:
    for locale, move in zip(["en", "ja"] * 40, some_moves(seats, stage), strict=False):
        check(own(active(seats, stage, locale), move))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("view", "choice"), CHOICES)
def test_a_sample_is_tidy(view: NoriaView, choice: NoriaMove | None, locale: str) -> None:
    check(own(shown(view, locale, seat=0), choice))
    check(forecast(shown(view, locale, seat=0)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_fullest_table_finds_room(seats: int, locale: str) -> None:
    view = crowded(seats)
    check(board(shown(view, locale)))
    for move in (None, NightShift("M"), NightShift("L"), Modify("S1", "L6"), Politics("REF", "COL")):
        check(own(shown(view, locale, seat=0), move))
    for slot, stage in (
        ("M1", "fresh"),
        ("M2", "fresh"),
        ("L1", "fresh"),
        ("S1", "fresh"),
        ("S2", "arrived"),
    ):
        current = Turn(activated=(slot,), running=Running(slot, 4, stage))
        check(own(shown(crowded(seats, phase="disc", current=current), locale, seat=0)))


@pytest.mark.parametrize("locale", LOCALES)
def test_all_islands_have_their_place_however_many_are_face_up(locale: str) -> None:
    for count in range(1, 8):
        view = replace(crowded(4), islands=crowded(4).islands[:count], face_down=7 - count)
        check(board(shown(view, locale)))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_wheel_of_the_bot_is_tidy_in_every_round(locale: str) -> None:
    check(rival(shown(solo(), locale)))
    for build in ("bot_1", "bot_2", "bot_3"):
        options = NoriaOptions(bot=build)
        for state in played(1, 1, options):
            if state.phase == "influence" and not state.current.night_shifts:
                check(rival(shown(GAME.view(state, None), locale)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_ranking_is_tidy(seats: int, locale: str) -> None:
    check(ranking(view_model(seats, "over", locale)))
    keys = ("ref", "col", "exp", "res", "spec", "div")
    rows = tuple(tuple(ScoreRow(key, 144 - seat) for key in keys) for seat in range(seats))
    outcome = Outcome(tuple(range(1, seats + 1)), (864,) * seats, rows)
    check(ranking(with_outcome(view_model(seats, "over", locale), outcome=outcome)))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", [NoriaOptions(), NoriaOptions(setup="expert", bot="random")])
def test_the_lobby_is_tidy(options: NoriaOptions, locale: str) -> None:
    rows = sentences.option_rows(options, words(locale))
    check(lobby(LobbyCard("noria", NAMES[:3], 0, 2, (1, 4), rows, 120, NAMES[1]), words(locale)))


def test_no_disc_touches_another_one() -> None:
    for one, other in combinations(SLOTS, 2):
        (ax, ay), (bx, by) = at(one), at(other)
        assert (ax - bx) ** 2 + (ay - by) ** 2 > (2 * DISC + 4) ** 2, (one, other)


def test_the_active_half_lies_below_the_other_one() -> None:
    lowest = max(at(slot)[1] for slot in SLOTS if slot not in ACTIVE)
    assert all(at(slot)[1] > lowest for slot in ACTIVE)
    assert all(PANEL[0] < at(slot)[0] < PANEL[2] for slot in SLOTS)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_numbers_that_are_decided_by_are_large(locale: str) -> None:
    """Scores, stock, knowledge, values of chambers, prices."""
    view = evening()
    sizes: dict[str, int] = {}
    for one in canvas_of(board(shown(view, locale))).placed:
        sizes[one.text] = max(sizes.get(one.text, 0), one.size)
    for score, player in zip(view.scores, view.players, strict=True):
        assert sizes[str(score)] >= NUMBER
        assert sizes[str(player.knowledge)] >= NUMBER
    for number in ("1", "2", "3", "4", "6", "0"):
        assert sizes[number] >= NUMBER


@pytest.mark.parametrize("locale", LOCALES)
def test_badges_and_numbers_of_the_chain_cover_no_name_of_a_slot(locale: str) -> None:
    view = crowded(2)
    for chain in (("S1", "M1", "L1"), ("S1", "M2", "L3"), ("L2", "M1", "S1"), ("L2", "M2", "S1")):
        full = replace(view, phase="actions", current=Turn(activated=chain))
        canvas = canvas_of(own(shown(full, locale, seat=0)))
        names = [one for one in canvas.placed if one.text in SLOTS and one.box[2] < PANEL[2]]
        assert len(names) == len(SLOTS)
        for name in names:
            x, y = at(name.text)
            assert not overlap(name.box, (x - DISC, y - DISC, x + DISC, y + DISC))
