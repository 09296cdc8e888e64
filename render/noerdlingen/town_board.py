"""The public picture: the town, the players in order, the choice table of the round."""

from bot.games.contract import Seat
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.board import number_of, numbers
from bot.games.noerdlingen.moves import NoerdlingenView
from bot.games.noerdlingen.preview import News, news, order
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import the_town
from render import fonts
from render.canvas import Canvas, layered
from render.noerdlingen import signs, town_map
from render.noerdlingen.colours import BORDER, PALE
from render.noerdlingen.terrain import HEIGHT, MAP
from render.parts import bar, caption, turn_header
from render.seats import token
from render.theme import CARD, EDGE, HINT, INK, LINE, MUTED, NAME, NUMBER, PAPER, SHADE, TOP, WIDTH, Box

LEFT = 860
"""Where the column beside the town begins."""
_BETWEEN = 10
_GAP = 8
_FOOT = 50


def paint_board(model: Noerdlingen) -> Canvas:
    view, changed = model.view, news(model.view, model.earlier)
    canvas = town_ground(view)
    head(canvas, model)
    town_map.paint(canvas, view, changed)
    high, top = 128 if view.seats <= 3 else 116, TOP
    for seat in order(view):
        player_cell(canvas, model, seat, changed, (LEFT, top, WIDTH - EDGE, top + high))
        top += high + _BETWEEN
    table(canvas, model, changed, (LEFT, top + 2, WIDTH - EDGE, MAP[3]))
    return canvas


def town_ground(view: NoerdlingenView) -> Canvas:
    """A canvas with the header's bar and the empty town."""
    town = the_town()

    def paint(canvas: Canvas) -> None:
        bar(canvas, "noerdlingen")
        town_map.base(canvas, town, view.options)

    return layered(("noerdlingen", town, view.options.wall_mode), HEIGHT, paint)


def head(canvas: Canvas, model: Noerdlingen) -> None:
    """The header: the round, whose turn it is, what is to be done."""
    view = model.view
    key = "last_round" if view.round == view.rounds and view.phase != "over" else "round"
    key = "setup" if view.phase == "place" else key
    part = model.words(f"noerdlingen.picture.{key}", round=view.round, rounds=view.rounds)
    turn_header(canvas, "noerdlingen", model, part, view.phase, number=number_of(view, view.active))


def player_cell(canvas: Canvas, model: Noerdlingen, seat: Seat, news: News, box: Box) -> None:
    """A player: name, chosen number, what is done or to be done, points; lit where it is the turn."""
    view, (left, top, right, bottom) = model.view, box
    player, active = view.players[seat], seat == view.active and view.phase != "over"
    canvas.panel(box, CARD if active else PAPER, 14, lit=active)
    high, low = top + (bottom - top) * 0.29, top + (bottom - top) * 0.71
    token(canvas, seat, left + 36, high, 20)
    canvas.text(left + 68, high, model.names[seat], NAME, INK, bold=True, room=right - left - 86)
    start = left + 18
    if player.number is not None:
        start = signs.chosen(canvas, player.number, start, low) + 14
    wide = canvas.text(right - 20, low, str(player.score), NUMBER, INK, bold=True, anchor="r")
    edge = right - 34 - wide
    if news.gains and news.gains[seat]:
        edge = canvas.pill(edge, low, f"+{news.gains[seat]}", NAME, anchor="r", height=40)[0] - 10
    if key := status(view, seat, news):
        _status(canvas, model, key, (start, edge, low), bold=seat == view.active)


def _status(
    canvas: Canvas, model: Noerdlingen, key: str, place: tuple[float, float, float], *, bold: bool
) -> None:
    left, right, y = place
    room = right - left - (24 if key == "left" else 0)
    long, short = (model.words(f"noerdlingen.picture.status.{key}{end}") for end in ("", "_short"))
    ways = ((long, NAME), (long, HINT), (short, NAME), ("", NAME))
    text, size = next(way for way in ways if fonts.width(*way, bold) <= max(room, 0))
    if key == "left":
        wide = fonts.width(text, size) + 24
        canvas.panel((left, y - 21, left + wide, y + 21), SHADE, 20, edge=None, shadow=False)
        canvas.text(left + 12, y, text, size, INK)
    elif text:
        canvas.text(left, y, text, size, INK if bold else MUTED, bold=bold)


def status(view: NoerdlingenView, seat: Seat, news: News) -> str:
    """What a seat has done or is about to do in this phase: the last part of the keys that say so."""
    if view.players[seat].left is not None:
        return "left"
    if view.phase == "over":
        return ""
    if seat == view.active:
        return f"{view.phase}_now"
    if seat in view.waiting:
        return "waits"
    if news.stuck and news.seat == seat:
        return "skipped"
    return f"{view.phase}_done".replace("bonus", "draw")


def table(canvas: Canvas, model: Noerdlingen, news: News, box: Box) -> None:
    """A card for each number with its shape and its taker, below them the day of the game."""
    view, words, (left, top, right, bottom) = model.view, model.words, box
    caption(canvas, left + 6, top + 16, words("noerdlingen.picture.borders"), room=right - left)
    day = words("noerdlingen.picture.day", day=told.day(view.date, words))
    y, room = bottom - _FOOT / 2 + 4, right - left
    canvas.text((left + right) / 2, y, day, NAME, MUTED, anchor="m", room=room)
    takers = {player.number: seat for seat, player in enumerate(view.players)}
    boxes = card_boxes((left, top + 40, right, bottom - _FOOT))
    for number, card in zip(numbers(the_town()), boxes, strict=True):
        left, top, right, bottom = card
        taker = takers.get(number)
        fill, ink, shape = (PAPER, MUTED, PALE) if taker is None else (CARD, INK, BORDER)
        canvas.panel(card, fill, 12, edge=LINE, lit=number in news.numbers)
        canvas.text(left + 30, top + 34, str(number), NUMBER, ink, bold=True, anchor="m")
        if taker is not None:
            token(canvas, taker, left + 30, bottom - 30, 15, rim=False)
        sign = signs.base(number, right - left - 76, bottom - top - 28, 32, colour=shape)
        canvas.stamp(sign, (left + 60 + right - 16) / 2, (top + bottom) / 2)


def card_boxes(box: Box) -> list[Box]:
    """Where the cards of the numbers lie, in two columns, row by row."""
    left, top, right, bottom = box
    count = len(numbers(the_town()))
    rows, wide = (count + 1) // 2, (right - left - _GAP) / 2
    high = (bottom - top - (rows - 1) * _GAP) / rows
    found: list[Box] = []
    for place in range(count):
        x, y = left + place % 2 * (wide + _GAP), top + place // 2 * (high + _GAP)
        found.append((x, y, x + wide, y + high))
    return found
