"""What is said of a player next to the sheet: has chosen or not, pass boxes, gold bags, score."""

from __future__ import annotations

from bot.games.contract import Seat
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import task_of
from bot.games.my_city.preview import asks, compass_counts, new_ticks, newly_stopped
from bot.games.my_city.scoring import bags_now, rows
from bot.games.my_city.shapes import orientations
from bot.games.my_city.view import MyCityView
from bot.text import signed
from bot.view_model import ViewModel
from render import fonts
from render.canvas import Canvas
from render.my_city import passes
from render.my_city.score_rows import score_rows
from render.my_city.structures import fitting, structure
from render.my_city.terrain import sign
from render.parts import status
from render.seats import token
from render.theme import BIG, INK, LINE, MUTED, NAME, NEWS, NUMBER, SHADE, Box

City = ViewModel[MyCityView]


def below(canvas: Canvas, model: City, seat: int, box: Box) -> None:
    """Three lines below a sheet."""
    left, top, right, bottom = box
    step = (bottom - top) / 3
    first, second, third = (top + (index + 0.5) * step for index in range(3))
    edge = _extra(canvas, model, seat, right, first)
    _status(canvas, model, seat, left, first, edge - left - 8)
    canvas.fill((left, top + step, right, top + step + 2), LINE)
    _boxes_line(canvas, model, seat, left, right, second)
    _score(canvas, model, seat, left, right, third)


def beside(canvas: Canvas, model: City, seat: int, box: Box) -> None:
    """A column beside a sheet."""
    left, top, right, bottom = box
    _status(canvas, model, seat, left, top + 24, right - left)
    view = model.view
    y = top + 76
    if EPISODES[view.episode].pass_boxes is not None:
        wide = 28 if right - left < 140 else 34
        boxes = passes.small(view.sheets[seat].ticks, new_ticks(view, seat, model.earlier), 3, wide)
        canvas.stamp(boxes, left + boxes.width / 2, y + boxes.height / 2 - 12)
        y += boxes.height + 26
    _extra(canvas, model, seat, left, y + 10, to_right=True)
    text = signed(view.points[seat])
    size = fonts.largest(text, BIG, right - left)
    canvas.text(right, bottom - 32, text, size, INK, bold=True, anchor="r")
    label = model.words("my_city.picture.so_far" if view.phase == "round" else "picture.points")
    canvas.text(right, bottom - 80, fonts.fit(label, right - left, NAME), NAME, MUTED, anchor="r")


def alone(canvas: Canvas, model: City, seat: int, box: Box) -> None:
    """The whole score sheet beside the only sheet."""
    left, top, right, bottom = box
    view = model.view
    token(canvas, seat, left + 20, top + 24, 20)
    edge = _extra(canvas, model, seat, right - 8, top + 24)
    canvas.text(
        left + 56, top + 24, fonts.fit(model.names[seat], edge - left - 70, NAME, True), NAME, bold=True
    )
    high = passes.height(view.episode)
    new = new_ticks(view, seat, model.earlier)
    ticks = view.sheets[seat].ticks
    passes.boxes(
        canvas, model.words, view.episode, ticks - new, new, (left, top + 60, right, top + 60 + high)
    )
    now = rows(view, seat)
    score_rows(canvas, model, now, now, (left, top + 72 + high, right, bottom))


def _status(canvas: Canvas, model: City, seat: int, left: float, y: float, room: float) -> None:
    """The disc of who has chosen or is thinking with a word if there is room, or a pill for who has left."""
    view, words = model.view, model.words
    if view.sheets[seat].stopped:
        fill = NEWS if newly_stopped(view, seat, model.earlier) else SHADE
        text = words("my_city.picture.stopped")
        if fonts.width(text, NAME, True) + 24 > room:
            text = words("my_city.picture.out")
        edge = INK if fill == NEWS else None
        canvas.pill(left, y, text, NAME, fill, anchor="l", height=42, padding=12, edge=edge)
        return
    if not asks(view):
        return
    done = view.decided[seat]
    canvas.stamp(status(done, 17), left + 18, y)
    text = words(f"my_city.picture.{'chosen_short' if done else 'choosing_short'}")
    if fonts.width(text, NAME, done) <= room - 46:
        canvas.text(left + 46, y, text, NAME, INK if done else MUTED, bold=done)


def _boxes_line(canvas: Canvas, model: City, seat: int, left: float, right: float, y: float) -> None:
    view, words = model.view, model.words
    if EPISODES[view.episode].pass_boxes is None:
        text = words("my_city.picture.no_pass")
        canvas.text(left, y, fonts.fit(text, right - left, NAME), NAME, MUTED)
        return
    boxes = passes.small(
        view.sheets[seat].ticks, new_ticks(view, seat, model.earlier), 6, 20 if right - left < 280 else 24
    )
    canvas.stamp(boxes, right - boxes.width / 2, y)
    label, room = words("my_city.score.passes"), right - left - boxes.width - 8
    size = fonts.largest(label, NAME, room)
    canvas.text(left, y, fonts.fit(label, room, size), size, MUTED)


def _score(canvas: Canvas, model: City, seat: int, left: float, right: float, y: float) -> None:
    view = model.view
    wide = canvas.text(right, y, signed(view.points[seat]), BIG, INK, bold=True, anchor="r")
    label = model.words("my_city.picture.so_far" if view.phase == "round" else "picture.points")
    canvas.text(left, y, fonts.fit(label, right - left - wide - 12, NAME), NAME, MUTED)


def _extra(canvas: Canvas, model: City, seat: int, x: float, y: float, *, to_right: bool = False) -> float:
    """The gold bags so far, or while the compass counts what this player builds; says where they end."""
    view = model.view
    asked = task_of(view, Seat(seat))
    if compass_counts(view) and asked is not None:
        form = orientations(asked.shape)[0]
        body = structure(asked.kind, form, fitting(form, 60, 40, 30))
        canvas.stamp(body, x + body.width / 2 if to_right else x - body.width / 2, y)
        return x + body.width if to_right else x - body.width
    if not EPISODES[view.episode].gold_bags:
        return x
    text = str(bags_now(view)[seat])
    wide = fonts.width(text, NUMBER, True) + 46
    start = x if to_right else x - wide
    canvas.stamp(sign("bag", 38), start + 19, y)
    canvas.text(start + 46, y, text, NUMBER, INK, bold=True)
    return start + wide if to_right else start
