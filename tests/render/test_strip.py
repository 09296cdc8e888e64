"""The player strip: a status is said whole, or by its disc alone."""

from __future__ import annotations

import pytest

from render.canvas import Canvas
from render.strip import Cell, strip


def texts(cell: Cell) -> list[str]:
    canvas = Canvas(300)
    strip(canvas, 10, 10, 380, [cell])
    return [one.text for one in canvas.placed if one.kind == "text"]


@pytest.mark.parametrize("note", ["choosing", "chooses a row"])
def test_a_status_is_never_half_a_word(note: str) -> None:
    assert note in texts(Cell(0, "Ann", "0", done=False, note=note))
    beside = texts(Cell(0, "Ann", "123", done=False, note=note, pill="+11111"))
    assert beside == ["Ann", "123", "+11111"]


def test_a_note_without_a_disc_is_cut_rather_than_left_out() -> None:
    shown = texts(Cell(0, "Ann", "123", note="played 104 and more", pill="+11111"))
    assert any(text.startswith("pl") for text in shown)
