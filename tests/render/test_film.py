"""A film plays the very pictures it was made from, stays light, and is made in short steps."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from gallery_six_nimmt import played
from picture_models import reader
from PIL import Image, ImageChops

from bot.games.six_nimmt.moves import NimmtOptions
from render import film as films
from render.drawing import Drawing, Picture
from render.film import LAST, STEP, Film, Frame, film, reel, steps as steps_of
from render.six_nimmt.replay import frames


def round_of(seats: int, locale: str, options: NimmtOptions | None = None) -> list[Frame]:
    found: list[Frame] = []
    for state, events in played(seats, 1, options):
        if state.round > 1:
            break
        found += frames(reader("six_nimmt", state, locale, events=events))
    return found


def clip_of(work: Film) -> Picture:
    made = [clip for clip in steps_of(work) if clip is not None]
    assert len(made) == 1
    return made[0]


def shown(clip: Picture) -> list[Image.Image]:
    """Every frame as a viewer composes it."""
    found: list[Image.Image] = []
    with Image.open(BytesIO(clip.data)) as file:
        assert file.format == "GIF"
        for number in range(file.n_frames):
            file.seek(number)
            found.append(file.convert("RGB"))
    return found


def still(drawing: Drawing) -> Image.Image:
    with Image.open(BytesIO(drawing.draw().data)) as file:
        return file.convert("RGB")


def painted(colours: Sequence[int], size: tuple[int, int] = (40, 30)) -> Drawing:
    """A picture of stripes in a palette of four colours."""

    def draw() -> Picture:
        image = Image.new("P", size)
        image.putpalette([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
        for row, colour in enumerate(colours):
            image.paste(colour, (0, row, size[0], row + 1))
        out = BytesIO()
        image.save(out, "PNG")
        return Picture("x.png", out.getvalue(), "stripes")

    return Drawing((tuple(colours), size), draw)


def striped(count: int) -> list[Frame]:
    return [Frame(painted([number % 4] * (number + 1)), f"{number}", f"{number}") for number in range(count)]


def test_a_film_shows_every_picture_as_it_is_whatever_its_size(locale: str) -> None:
    """It may be one picture, and a step may change nothing."""
    draft = round_of(2, locale, NimmtOptions(deal="logic"))[8:14]
    (one,) = striped(1)
    for made in (round_of(3, locale)[:8], draft, [one], [one, one, *striped(2)]):
        stills = [still(frame.drawing) for frame in made]
        for image, seen in zip(stills, shown(clip_of(film("x.gif", made, "alt"))), strict=True):
            assert ImageChops.difference(image, seen.crop((0, 0, *image.size))).getbbox() is None
            assert seen.height == max(one.height for one in stills)
    assert len({still(frame.drawing).size for frame in draft}) > 1


def test_the_last_frame_stands_longer_and_the_film_plays_for_ever() -> None:
    clip = clip_of(film("x.gif", striped(3), "alt"))
    with Image.open(BytesIO(clip.data)) as file:
        assert file.info["loop"] == 0
        standing: list[float] = []
        for number in range(file.n_frames):
            file.seek(number)
            standing.append(file.info["duration"] / 1000)
    assert standing == [STEP, STEP, LAST]
    assert 1 <= STEP <= 1.5 < LAST


def test_the_longest_round_is_far_from_too_heavy() -> None:
    """By what its beginning weighs."""
    steps = round_of(10, "ja")
    assert len(steps) > 110
    clip = clip_of(film("x.gif", steps[:15], "alt"))
    assert len(clip.data) / 15 * len(steps) < films.HEAVIEST / 2


def test_what_would_be_too_heavy_skips_every_second_step_and_keeps_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = striped(9)
    full = len(clip_of(film("x.gif", steps, "alt")).data)
    monkeypatch.setattr(films, "HEAVIEST", full // 4)
    clip = clip_of(film("x.gif", steps, "alt"))
    assert len(clip.data) < full
    seen = shown(clip)
    assert 1 < len(seen) < len(steps)
    assert ImageChops.difference(seen[-1], still(steps[-1].drawing)).getbbox() is None


def test_a_film_is_made_in_steps_of_one_picture() -> None:
    drawn: list[int] = []

    def noting(number: int, frame: Frame) -> Frame:
        def draw() -> Picture:
            drawn.append(number)
            return frame.drawing.draw()

        return Frame(Drawing(number, draw), frame.text, frame.told)

    made = film("x.gif", [noting(number, frame) for number, frame in enumerate(striped(3))], "alt")
    work = steps_of(made)
    for number in range(3):
        assert next(work) is None
        assert drawn == list(range(number + 1))


def test_a_key_holds_everything_that_a_film_depends_on() -> None:
    one, two, *_ = round_of(2, "en")
    films_made = [
        film("x.gif", [one], "alt"),
        film("x.gif", [one, two], "alt"),
        film("x.gif", [two], "alt"),
        film("y.gif", [one], "alt"),
        film("x.gif", [one], "told otherwise"),
        film("x.gif", round_of(2, "ja")[:1], "alt"),
    ]
    assert len({made.key for made in films_made}) == len(films_made)
    assert film("x.gif", [one], "alt").key == films_made[0].key


def test_pictures_of_two_palettes_are_no_film() -> None:
    palettes = [bytes([1, 2, 3, 4, 5, 6]), bytes([9, 9, 9, 4, 5, 6])]
    with pytest.raises(ValueError, match="one palette"):
        reel([b"", b""], palettes, (2, 2))
    with pytest.raises(ValueError, match="255 colours"):
        reel([b""], [bytes(3 * 256)], (2, 2))
