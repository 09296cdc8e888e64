"""The kit under all pictures: sprites, layers, pieces, the strip."""

from collections.abc import Callable

import pytest

from bot.games.contract import View
from bot.text import words
from bot.view_model import MOST, ViewModel, alt_text
from render.canvas import Canvas, layered
from render.pen import Bounded, Pen, grow, sprite
from render.seats import POLYGONS, piece
from render.strip import Cell, cell_height, ground, strip, strip_height
from render.theme import CARD, INK, NEWS, SEATS, TABLE


@pytest.mark.parametrize(
    ("asked", "made", "room"),
    [
        (("a", "b", "c", "a", "d", "a", "b"), ["a", "b", "c", "d", "b"], 1),
        (("much too heavy", "a", "a"), ["much too heavy", "a"], 1),
        ((*"abcdef", *"abcdef"), [*"abcdef"], 2),
    ],
)
def test_a_cache_forgets_what_was_used_longest_ago(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...], made: list[str], room: int
) -> None:
    """A process that only draws has more room."""
    monkeypatch.setattr(Bounded, "room", room)
    found: list[str] = []
    cache: Bounded[str] = Bounded(3, len)
    for key in asked:
        assert cache.get(key, lambda key=key: (found.append(key), key)[1]) == key
    assert found == made
    assert cache.weight <= 3 * room


def test_a_layer_is_painted_once_and_never_drawn_upon() -> None:
    painted: list[int] = []

    def paint(canvas: Canvas) -> None:
        painted.append(1)
        canvas.text(100, 100, "below", 30)

    first = layered("test layer", 700, paint)
    first.fill((0, 0, 1200, 700), NEWS)
    second = layered("test layer", 700, paint)
    assert painted == [1]
    assert second.image.getpixel((5, 5)) == TABLE
    assert [one.text for one in second.placed] == ["below"]


def test_a_sprite_has_smooth_edges_without_a_dark_fringe() -> None:
    image = sprite("test disc", 20, 20, lambda pen: pen.disc(10, 10, 8, CARD))
    colours = [image.getpixel((x, y)) for x in range(20) for y in range(20)]
    edges = [one for one in colours if isinstance(one, tuple) and 0 < one[3] < 255]
    assert edges
    assert all(min(one[:3]) > 230 for one in edges)


def test_growing_a_square_moves_every_side_outwards() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert grow(square, 2) == [(-2, -2), (12, -2), (12, 12), (-2, 12)]


@pytest.mark.parametrize("seat", range(10))
def test_every_piece_has_its_colour_and_an_ink_outline(seat: int) -> None:
    image = piece(seat, 30, 0)
    colours = {
        one[:3] for _, one in image.getcolors(1 << 16) or () if isinstance(one, tuple) and one[3] == 255
    }
    assert SEATS[seat] in colours
    assert INK in colours


def test_the_ten_pieces_differ_by_shape_alone() -> None:
    masks = {piece(seat, 30, 0).getchannel("A").tobytes() for seat in range(10)}
    assert len(masks) == 10
    assert all(len(points) >= 3 for points in POLYGONS.values())


def test_a_halo_keeps_text_apart_from_its_ground() -> None:
    canvas = Canvas(700)
    canvas.fill((0, 0, 400, 200), INK)
    canvas.text(50, 100, "Ulm", 30, INK, halo=CARD)
    seen = {one for _, one in canvas.image.crop((40, 80, 120, 120)).getcolors(1 << 16) or ()}
    assert CARD in seen


@pytest.mark.parametrize("count", range(1, 11))
def test_a_strip_of_any_length_fits_beside_a_board(count: int) -> None:
    canvas = Canvas(976)
    cells = [
        Cell(
            seat, "Maximiliane-Katharina", "123", done=seat % 2 == 0, note="chosen", pill="+27", lit=seat == 0
        )
        for seat in range(count)
    ]
    ground(canvas, 792, 92, 392, count)
    strip(canvas, 792, 92, 392, cells)
    assert strip_height(count) <= 866
    assert cell_height(count) >= 79
    assert max(one.box[3] for one in canvas.placed) <= 92 + strip_height(count)


def test_a_pen_draws_at_the_size_that_was_asked_for() -> None:
    pen = Pen(30, 20)
    pen.rounded((0, 0, 30, 20), 0, INK)
    image = pen.finish()
    assert image.size == (30, 20)
    assert image.getpixel((29, 19)) == (*INK, 255)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((100, 200, 300), ("all", 40)),
        ((100, 200, MOST - 30), ("all", 20)),
        ((100, 200, MOST), ("some", 40)),
        ((100, MOST, MOST), ("least", 40)),
        ((MOST - 10, MOST, MOST), ("least", 10)),
    ],
)
def test_an_alt_text_tells_as_much_as_fits_and_cuts_names_before_facts(
    facts: tuple[int, int, int], expected: tuple[str, int]
) -> None:
    told: list[tuple[str, int]] = []

    def telling(kind: str, length: int) -> Callable[[ViewModel[View]], str]:
        def tell(model: ViewModel[View]) -> str:
            told.append((kind, len(model.names[0])))
            return model.names[0] + "." * length

        return tell

    least, some, all_ = (telling(*each) for each in zip(("least", "some", "all"), facts, strict=True))
    text = alt_text(ViewModel(1, 1, View(), ("M" * 60,), words("en")), least, all_, some)
    assert len(text) <= MOST
    assert told[-1] == expected


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        (Cell(0, "Ann", "0", done=False, note="choosing"), ["Ann", "0", "choosing"]),
        (Cell(0, "Ann", "123", done=False, note="choosing", pill="+11111"), ["Ann", "123", "+11111"]),
        (Cell(0, "Ann", "123", note="played 104 and more", pill="+11111"), ["Ann", "123", "+11111", "pl…"]),
    ],
)
def test_a_status_is_said_whole_or_by_its_disc_alone_and_other_notes_are_cut(
    cell: Cell, written: list[str]
) -> None:
    canvas = Canvas(300)
    strip(canvas, 10, 10, 380, [cell])
    assert [one.text for one in canvas.placed if one.kind == "text"] == written
