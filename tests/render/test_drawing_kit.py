"""The kit under all pictures: sprites, layers, pieces, the strip."""

from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from bot.games.contract import View
from bot.text import words
from bot.view_model import MOST, ViewModel, alt_text
from render.canvas import Canvas, layered
from render.pen import Bounded, Pen, framed, painted
from render.seats import piece
from render.strip import Cell, strip
from render.theme import BROWN, INK, NEWS, SEATS, TABLE


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


def card(pen: Pen) -> None:
    pen.rounded((2, 6, 58, 46), 8, (*BROWN, 60))
    pen.rounded((2, 2, 58, 42), 8, NEWS)
    pen.rounded((30, 20, 50, 30), 0, INK)


def test_a_card_looks_the_same_in_parts_although_only_its_rim_is_mixed_with_what_lies_below() -> None:
    whole, rim = painted(60, 48, card), 8
    canvas = Canvas(100)
    canvas.fill((0, 30, 80, 90), SEATS[0])
    below = canvas.image.copy()
    below.paste(whole, (10, 20), whole)
    parts = framed("a card", rim, lambda: whole)
    canvas.lay(parts, 10, 20)
    assert canvas.image.tobytes() == below.tobytes()
    assert [(part.mode, part.size) for part, _, _ in parts[:2]] == [("RGB", (44, 32)), ("RGBA", (60, 8))]
    assert framed("a card", rim, lambda: whole) is parts


def test_a_card_that_shines_through_within_its_rim_is_an_error() -> None:
    with pytest.raises(AssertionError, match="shines through"):
        framed("a card with a shadow of its own", 3, lambda: painted(60, 48, card))


def test_shapes_look_the_same_although_nothing_is_weighed_by_its_alpha_when_they_shrink(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Opaque or not; what else may be drawn sees a plain drawing."""
    weighed: list[str] = []
    convert = Image.Image.convert

    def noted(image: Image.Image, mode: str) -> Image.Image:
        weighed.append(mode)
        return convert(image, mode)

    plain = Image.new("RGBA", (160, 120), (0, 0, 0, 0))
    brush, pen = ImageDraw.Draw(plain), Pen(40, 30)
    for alpha in (7, 62, 200, 255):
        fill = (*BROWN, alpha)
        brush.polygon([(alpha / 4, 3), (150, 90), (0, 119)], fill)
        pen.polygon([(alpha / 16, 0.75), (37.5, 22.5), (0, 29.75)], fill)
        brush.line([(10, alpha / 3), (150, 20)], SEATS[0], 28, "curve")
        pen.line([(2.5, alpha / 12), (37.5, 5)], 7, SEATS[0])
        brush.ellipse((20, 20, 99, 99), fill)
        pen.ellipse((5, 5, 25, 25), fill)
    expected = plain.reduce(4)
    monkeypatch.setattr(Image.Image, "convert", noted)
    assert pen.finish().tobytes() == expected.tobytes()
    assert weighed == ["RGBA"]
    assert pen.large().mode == "RGBA"
    assert pen.finish().getpixel((20, 15)) == expected.getpixel((20, 15))


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


def test_layers_are_bounded_by_the_memory_that_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow has four bytes for each pixel: of these, three find room in 20 MiB."""
    monkeypatch.setattr(Bounded, "room", 1)
    painted: list[int] = []
    for number in (*range(4), *reversed(range(4))):
        layered(("heavy test layer", number), 1100, lambda _, number=number: painted.append(number))
    assert painted == [*range(4), 0]


def test_the_ten_pieces_differ_by_shape_alone_and_have_their_colour_and_an_ink_outline() -> None:
    pieces = [piece(seat, 30, 0) for seat in range(10)]
    assert len({image.getchannel("A").tobytes() for image in pieces}) == 10
    for image, colour in zip(pieces, SEATS, strict=True):
        solid = {one[:3] for _, one in image.getcolors(1 << 16) or () if one[3] == 255}  # type: ignore[index]
        assert {colour, INK} <= solid


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
