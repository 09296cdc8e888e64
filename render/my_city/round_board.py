"""The public picture of a round: the dice, everybody's sheet with what is new on it; or all episodes."""

from dataclasses import dataclass

from bot.games.contract import Seat
from bot.games.my_city.cells import orientations
from bot.games.my_city.city import EPISODES
from bot.games.my_city.legal import task_of
from bot.games.my_city.moves import Sheet
from bot.games.my_city.preview import asks, compass_counts, news
from bot.games.my_city.scoring import bags_now, bags_to_win, is_last, plan, rows
from bot.games.my_city.sentences_of_score import City
from bot.text import signed
from render import fonts
from render.canvas import Canvas, layered
from render.my_city import dice
from render.my_city.rows import boxes_height, pass_boxes, score_rows, small_boxes
from render.my_city.sheet import fitting, sheet, size, structure
from render.my_city.signs import sign
from render.parts import BOARD, Bar, badge, bar, barred, header, status
from render.seats import token
from render.theme import BIG, EDGE, HINT, INK, LINE, MUTED, NAME, NEWS, NUMBER, PAPER, SHADE, TOP, WIDTH, Box

DICE = 160
"""How high the panel with the dice stands."""
_GAP = 12
_NAME = 54


@dataclass(frozen=True, slots=True)
class Plan:
    """How large the sheets are, how many stand side by side, and where their facts stand."""

    cell: int
    columns: int
    beside: bool
    below: int = 0
    """How high the facts below a sheet stand."""

    def wide(self) -> float:
        """How wide the card of a player is."""
        return (WIDTH - 2 * EDGE - (self.columns - 1) * _GAP) / self.columns

    def high(self) -> float:
        """How high the card of a player is."""
        return self.name() + size(self.cell)[1] + 12 + self.below

    def name(self) -> int:
        """How high the line with the name above a sheet is; of a single player it stands beside."""
        return _NAME if self.columns > 1 else 14

    def card(self, seat: int, top: float) -> Box:
        """Where the card of a seat lies, the first row beginning at `top`."""
        row, column = divmod(seat, self.columns)
        left, up = EDGE + column * (self.wide() + _GAP), top + row * (self.high() + _GAP)
        return round(left), round(up), round(left + self.wide()), round(up + self.high())

    def bottom(self, seats: int, top: float) -> float:
        """Where the last row ends."""
        rows = -(-seats // self.columns)
        return top + rows * (self.high() + _GAP) - _GAP


PLANS = {
    1: Plan(62, 1, beside=True),
    2: Plan(46, 2, beside=True),
    3: Plan(42, 3, beside=False, below=164),
    4: Plan(33, 4, beside=False, below=164),
    5: Plan(30, 3, beside=True),
    6: Plan(30, 3, beside=True),
}
"""By the number of players."""


def head(canvas: Canvas, model: City, pill: str = "", part: str = "", size: Bar = BOARD) -> None:
    """The header; without a part the episode with its round, without a pill who is still to choose."""
    view, words = model.view, model.words
    part = part or _now(model)
    owing = [seat for seat, sheet in enumerate(view.sheets) if not sheet.stopped and not view.decided[seat]]
    if pill or not asks(view) or len(owing) != 1:
        text = pill or (words("my_city.picture.choosing", n=len(owing)) if asks(view) else _pause(model))
        header(canvas, "my_city", words, part, lambda _: text, size=size)
        return

    def waiting(name: str) -> str:
        return words("my_city.picture.waiting", name=name)

    name = model.names[owing[0]]
    header(canvas, "my_city", words, part, waiting, seat=owing[0], name=name, size=size)


def _now(model: City) -> str:
    view, words = model.view, model.words
    if not view.episode:
        return words("my_city.picture.no_episode")
    last = "_last" * is_last(view)
    if view.phase == "round" and (view.last or asks(view)):
        return words(f"my_city.picture.round{last}", episode=view.episode, round=view.round)
    return words(f"my_city.picture.episode{last}", episode=view.episode)


def _pause(model: City) -> str:
    view, words = model.view, model.words
    match view.phase:
        case "over":
            return words("picture.over")
        case "between":
            return words("my_city.picture.between")
        case "round":
            return words("my_city.picture.round_over" if view.last else "my_city.picture.begins")


def below(canvas: Canvas, model: City, seat: int, box: Box) -> None:
    """Three lines below a sheet."""
    left, top, right, bottom = box
    step = (bottom - top) / 3
    first, second, third = (top + (index + 0.5) * step for index in range(3))
    edge = _extra(canvas, model, seat, right, first)
    _status(canvas, model, seat, left, first, edge - left - 8)
    canvas.fill((left, top + step, right, top + step + 2), LINE)
    _boxes_line(canvas, model, seat, left, right, second)
    view = model.view
    wide = canvas.text(right, third, signed(view.points[seat]), BIG, INK, bold=True, anchor="r")
    label = model.words("my_city.picture.so_far" if view.phase == "round" else "picture.points")
    canvas.text(left, third, label, NAME, MUTED, room=right - left - wide - 12)


def beside(canvas: Canvas, model: City, seat: int, box: Box) -> None:
    """A column beside a sheet."""
    left, top, right, bottom = box
    _status(canvas, model, seat, left, top + 24, right - left)
    view = model.view
    y = top + 76
    if EPISODES[view.episode].pass_boxes is not None:
        wide = 28 if right - left < 140 else 34
        boxes = small_boxes(view.sheets[seat].ticks, news(view, seat, model.earlier).ticks, 3, wide)
        canvas.stamp(boxes, left + boxes.width / 2, y + boxes.height / 2 - 12)
        y += boxes.height + 26
    _extra(canvas, model, seat, left, y + 10, to_right=True)
    text = signed(view.points[seat])
    canvas.text(right, bottom - 32, text, BIG, INK, bold=True, anchor="r", room=right - left, shrink=True)
    label = model.words("my_city.picture.so_far" if view.phase == "round" else "picture.points")
    canvas.text(right, bottom - 80, label, NAME, MUTED, anchor="r", room=right - left)


def alone(canvas: Canvas, model: City, seat: int, box: Box) -> None:
    """The whole score sheet beside the only sheet."""
    left, top, right, bottom = box
    view = model.view
    token(canvas, seat, left + 20, top + 24, 20)
    edge = _extra(canvas, model, seat, right - 8, top + 24)
    canvas.text(left + 56, top + 24, model.names[seat], NAME, bold=True, room=edge - left - 70)
    high = boxes_height(view.episode)
    new = news(view, seat, model.earlier).ticks
    ticks = view.sheets[seat].ticks
    pass_boxes(canvas, model.words, view.episode, ticks - new, new, (left, top + 60, right, top + 60 + high))
    score_rows(canvas, model, rows(view, seat), (left, top + 72 + high, right, bottom))


def _status(canvas: Canvas, model: City, seat: int, left: float, y: float, room: float) -> None:
    """The disc of who has chosen or is thinking with a word if there is room, or a pill for who has left."""
    view, words = model.view, model.words
    if view.sheets[seat].stopped:
        fill = NEWS if news(view, seat, model.earlier).stopped else SHADE
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
        canvas.text(left, y, words("my_city.picture.no_pass"), NAME, MUTED, room=right - left)
        return
    boxes = small_boxes(
        view.sheets[seat].ticks, news(view, seat, model.earlier).ticks, 6, 20 if right - left < 280 else 24
    )
    canvas.stamp(boxes, right - boxes.width / 2, y)
    label, room = words("my_city.score.passes"), right - left - boxes.width - 8
    canvas.text(left, y, label, NAME, MUTED, room=room, shrink=True)


def _extra(canvas: Canvas, model: City, seat: int, x: float, y: float, *, to_right: bool = False) -> float:
    """The gold bags so far, or while the compass counts what this player builds; says where they end."""
    view = model.view
    asked = task_of(view, Seat(seat))
    if compass_counts(view) and asked is not None:
        form = orientations(asked.shape)[0]
        body = structure(asked.kind, form, fitting(form, 60, 40, 30))
        canvas.stamp(body, x + body.width / 2 if to_right else x - body.width / 2, y)
        return x + body.width if to_right else x - body.width
    if not bags_to_win(view):
        return x
    text = str(bags_now(view)[seat])
    wide = fonts.width(text, NUMBER, True) + 46
    start = x if to_right else x - wide
    canvas.stamp(sign("bag", 38), start + 19, y)
    canvas.text(start + 46, y, text, NUMBER, INK, bold=True)
    return start + wide if to_right else start


_FIRST = TOP + DICE + 12


def paint_board(model: City) -> Canvas:
    """The dice above, below them a card for each player."""
    view = model.view
    plan = PLANS[view.seats]
    height = max(700, round(plan.bottom(view.seats, _FIRST)) + 16)
    canvas = layered(("my city board", view.seats), height, lambda canvas: _ground(canvas, plan, view.seats))
    head(canvas, model)
    dice.dice_panel(canvas, model, (EDGE, TOP, WIDTH - EDGE, TOP + DICE))
    for seat in range(view.seats):
        _player_card(canvas, model, seat, plan, plan.card(seat, _FIRST))
    return canvas


def _ground(canvas: Canvas, plan: Plan, seats: int) -> None:
    bar(canvas, "my_city")
    canvas.panel((EDGE, TOP, WIDTH - EDGE, TOP + DICE), PAPER, 16)
    for seat in range(seats):
        canvas.panel(plan.card(seat, _FIRST), PAPER, 16)


def _player_card(canvas: Canvas, model: City, seat: int, plan: Plan, box: Box) -> None:
    left, top, right, bottom = box
    view = model.view
    wide, high = size(plan.cell)
    start = round(left + 12) if plan.beside else round((left + right - wide) / 2)
    up = round(top + plan.name())
    new = news(view, seat, model.earlier).drawn
    sheet(canvas, view.episode, view.sheets[seat], start, up, plan.cell, lit=new)
    if plan.columns == 1:
        alone(canvas, model, seat, (start + wide + 24, top + 14, right - 14, bottom - 12))
        return
    token(canvas, seat, left + 30, top + 28, 17)
    canvas.text(left + 56, top + 28, model.names[seat], NAME, bold=True, room=right - left - 68)
    if plan.beside:
        beside(canvas, model, seat, (start + wide + 10, up, right - 10, bottom - 12))
    else:
        below(canvas, model, seat, (left + 16, up + high + 6, right - 16, bottom - 14))


_SMALL_CELL = 20
_COLUMNS = 6
_WIDE, _HIGH = (WIDTH - 2 * EDGE + 10) / _COLUMNS, 378


def paint_episodes(model: City, pill: str = "") -> Canvas:
    """A card for each episode of the table: number, title, sheet. Without a `pill` one is to be chosen."""
    episodes = plan(model.view.options)
    height = max(700, TOP + -(-len(episodes) // _COLUMNS) * _HIGH + 8)
    canvas = barred("my_city", height)
    head(canvas, model, pill or model.words("my_city.picture.choose"))
    played = {result.episode for result in model.view.results}
    for index, number in enumerate(episodes):
        row, column = divmod(index, _COLUMNS)
        left, top = EDGE + column * _WIDE, TOP + row * _HIGH
        canvas.panel((left, top, left + _WIDE - 10, top + _HIGH - 10), PAPER, 14)
        _episode_card(canvas, model, number, left, top, done=number in played)
    return canvas


def _episode_card(canvas: Canvas, model: City, number: int, left: float, top: float, *, done: bool) -> None:
    middle = left + (_WIDE - 10) / 2
    canvas.text(left + 16, top + 34, str(number), NUMBER, INK, bold=True)
    if done:
        canvas.stamp(badge(True, INK), left + _WIDE - 44, top + 34)
    title = model.words(f"my_city.episode.{number}")
    lines = fonts.lines(title, _WIDE - 28, HINT, True)
    for index, line in enumerate(lines):
        canvas.text(middle, top + 78 + index * 32, line, HINT, INK, bold=True, anchor="m")
    wide, high = size(_SMALL_CELL)
    at = round(middle - wide / 2), round(top + _HIGH - 18 - high)
    sheet(canvas, number, Sheet(bandits=EPISODES[number].printed_bandits), *at, _SMALL_CELL)
