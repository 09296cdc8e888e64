"""What holds of the pictures and words of every game, of the house or added. Each has a gallery of moments:
`typical` drawings, one of every kind where most people play; `fullest`, with more than there usually is;
`decided`, with what must be large, how large, and from where on;
`looks`, a moment and a later one; `samples`, from which the palette takes its shades."""

from collections.abc import Hashable, Iterator
from dataclasses import replace as with_model
from functools import cache
from importlib import import_module
from io import BytesIO
from itertools import product
from random import Random
from statistics import median
from typing import Any

import pytest
from msgspec.structs import replace
from picture_checks import alt_of, amber, canvas_of, check, inside, record_of, sizes, texts
from picture_models import LOCALES, NAMES, lobby_card, of_view, reader, told_options
from picture_walks import SAMPLES, drawn, noticed, presenter_in
from PIL import Image

from bot.discord.presenter import Presenter
from bot.discord.steps import Choice
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.course import LEARNER, Playing, Step, course, decoded, replayed
from bot.games.registry import game
from bot.text import Words, words
from bot.view_model import ComputerName, ViewModel
from render import fonts
from render.canvas import Placed
from render.drawing import Drawing
from render.games import style
from render.lobby import lobby
from render.png import encode
from render.spotlight import spotlit
from render.theme import NAME, WIDTH
from tests.games.samples import GUESTS, Made, played

BAND = 11
"""How wide the band around a spotlight is."""
LEVELS = ("easy", "normal", "hard", "expert")


@cache
def typical(key: str, locale: str) -> tuple[Drawing, ...]:
    return tuple(import_module(f"gallery_{key}").typical(locale))


@cache
def game_of(key: str, options: Any, seats: int, seed: str | int) -> tuple[Made, ...]:
    """A whole game at random, which is played once for all languages."""
    return tuple(played(SAMPLES[key], options, seats, Chance(bytes(32)), Random(seed)).made)


def test_every_picture_is_tidy_and_told_in_words(key: str, gallery: Any, locale: str) -> None:
    """Whatever is drawn, for few and many, with long names: nothing overlaps or leaves its place. A key holds
    all that a picture depends on: with the same key, it is the same."""
    least, most = game(key).info.seats
    known: dict[Hashable, tuple[str, list[Placed]]] = {}
    for drawing in (*typical(key, locale), *gallery.fullest(locale)):
        shown = alt, _ = alt_of(drawing), check(drawing).placed
        assert 20 < len(alt) <= 1000
        assert alt.startswith(words(locale).title(game(key).info))
        assert known.setdefault(drawing.key, shown) == shown
    for seats in range(least + LOCALES.index(locale), most + 1, 2):
        for drawing in {one.key: one for one in drawn(key, seats, NAMES, locale)}.values():
            check(drawing, marks=False)


def test_the_level_of_a_computer_is_not_cut_and_a_person_keeps_all_brackets(key: str, locale: str) -> None:
    """Where the name is too long it stands without the level; a person may be called just so."""
    most = game(key).info.seats[1]
    once = {"en": "Computer {} (normal)", "ja": "コンピューター{}\uff08ふつう\uff09"}[locale]
    names = tuple(once.format(one) for one in range(1, most + 1))
    stems = [ComputerName(name).short for name in names]
    within = tuple(name[: len(stem) + 1] for name, stem in zip(names, stems, strict=True))
    below = {name.removeprefix(stem).strip() for name, stem in zip(names, stems, strict=True)}
    computers = drawn(key, most, tuple(map(ComputerName, names)), locale)
    pairs = zip(computers, drawn(key, most, names, locale), strict=True)
    for shown, people in {one.key: (one, other) for one, other in pairs}.values():
        assert shown.key != people.key
        assert not [text for text in texts(shown) if text[-1] == "\u2026" and text.startswith(within)]
        written = {*texts(people)}
        assert written >= below or not written & {*stems}


def test_no_name_of_a_computer_is_cut(key: str, locale: str) -> None:
    speak = words(locale)
    every = [name for level in LEVELS for name in speak(f"lobby.names.{level}").split()]
    assert len({*every}) == 8 * len(LEVELS)
    widest = sorted(every, key=lambda name: fonts.width(name, NAME, True))[-game(key).info.seats[1] :]
    pictures = drawn(key, len(widest), tuple(map(ComputerName, widest)), locale)
    for shown in {one.key: one for one in pictures}.values():
        for text in texts(shown):
            assert text[-1] != "\u2026" or not text.startswith(tuple(name[:2] for name in widest)), text


def test_every_kind_is_a_light_png_and_the_same_moment_gives_the_same_bytes(key: str, gallery: Any) -> None:
    weights: list[int] = []
    for one, other in zip(typical(key, "ja"), gallery.typical("ja"), strict=True):
        picture, painted = one.draw(), canvas_of(other)
        assert (one.key, picture.data) == (other.key, encode(painted, style(key)))
        assert picture.alt == alt_of(other)
        assert record_of(one).placed == painted.placed
        with Image.open(BytesIO(picture.data)) as file:
            assert (file.format, file.mode, file.width) == ("PNG", "P", 1200)
            assert len(file.getpalette() or []) <= 3 * 255, "a film needs one more for what does not change"
        weights.append(len(picture.data))
        assert picture.name.startswith(f"{key}-")
    usual, heaviest = gallery.KIB
    assert median(weights) <= usual * 1024
    assert max(weights) <= heaviest * 1024


def lit(key: str, locale: str) -> Iterator[tuple[Step, Drawing]]:
    """Every step of a course that has a spotlight, with its picture after whatever is accepted before it."""
    presenter = presenter_in(key)
    for lesson in course(key):
        ways: list[list[bytes]] = [[]]
        for step in lesson.steps:
            for way in ways if step.spotlight else ():
                model = reader(key, replayed(key, lesson, way).situation.state, locale, seat=LEARNER)
                yield step, presenter.panel(model, Choice()).drawings[0]
            ways = [[*way, bytes(move)] for way in ways for move in (step.solution, *step.accepted)]


def test_every_picture_of_a_lesson_is_tidy_and_told_in_words(key: str, locale: str) -> None:
    """Of each step, of the end, and of the beginning of the whole game, on the way that the lesson shows."""
    presenter, speak = presenter_in(key), words(locale)
    for lesson in course(key):
        playing = Playing(key, lesson)
        for step in (*lesson.steps, None):
            now = playing.situation
            model = reader(key, now.state, locale, seat=None if now.over else LEARNER, events=now.events)
            if not now.over:
                (drawing, *_) = presenter.panel(model, Choice()).drawings
            elif model.outcome:
                (drawing, *_) = presenter.ended(model).drawings
            else:
                (drawing, *_) = presenter.page(model).drawings
            assert isinstance(drawing, Drawing)
            shown = spotlit(drawing, step.spotlight) if step else drawing
            assert canvas_of(shown).image.width == WIDTH
            assert alt_of(shown).startswith(speak.title(game(key).info))
            check(drawing, marks=False)
            if step:
                playing.make(decoded(game(key), step.solution))


def test_every_spotlight_lies_within_the_picture_around_what_it_names(key: str, locale: str) -> None:
    shown = list(lit(key, locale))
    assert len(shown) >= 5
    for step, drawing in shown:
        canvas = record_of(drawing)
        places = {one.text for one in canvas.placed if one.kind == "place"}
        assert places >= {name for names in step.spotlight for name in names}
        for names in step.spotlight:
            assert inside(canvas.around(names), (BAND, BAND, WIDTH - BAND, canvas.height - BAND)), names


def test_what_a_spotlight_names_stays_as_it_is_under_a_veil_on_all_else(key: str, locale: str) -> None:
    step, drawing = next(lit(key, locale))
    plain, under = canvas_of(drawing), canvas_of(spotlit(drawing, step.spotlight))
    boxes = [plain.around(names) for names in step.spotlight]
    for left, top, right, bottom in boxes:
        core = round(left) + 8, round(top) + 8, round(right) - 8, round(bottom) - 8
        assert under.image.crop(core) == plain.image.crop(core)
    assert under.image.getpixel((WIDTH // 2, 4)) != plain.image.getpixel((WIDTH // 2, 4))
    assert alt_of(spotlit(drawing, step.spotlight)) == alt_of(drawing)


def test_what_a_coach_speaks_of_is_lit_in_the_panel(key: str, gallery: Any, locale: str) -> None:
    """What many moves are about is in the picture, in that of some games as if it were done; an arrow leads
    from one place to another."""
    presenter, rules, lit, arrows = presenter_in(key), game(key), 0, 0
    for made in game_of(key, gallery.TOLD[0], 3, key)[:60:4]:
        state = made.step.state
        for seat in list(rules.decisions(state))[:1]:
            model, legal = reader(key, state, locale, seat=seat), list(rules.legal(state, seat))
            (panel, *_) = presenter.panel(model, Choice()).drawings
            for move in Random(key).sample(legal, min(3, len(legal))):
                first, lights = style(key).proposed(model, move) or panel, style(key).lights(model.view, move)
                there = {one.text for one in check(first, marks=False).placed if one.kind == "place"}
                seen = [names for names in lights if there.intersection(names)]
                lit += bool(seen)
                if len(seen) > 1 and not arrows:
                    plain, shown = (
                        canvas_of(spotlit(first, lights, arrow=one)).image for one in (False, True)
                    )
                    arrows += shown.tobytes() != plain.tobytes()
    assert lit >= 5
    assert arrows == (key in ("six_nimmt", "thurn_and_taxis"))


def test_seats_have_the_icons_that_people_have_chosen(key: str, gallery: Any) -> None:
    """In this picture alone: nothing that is kept for the next one holds an icon."""
    made = game_of(key, gallery.TOLD[0], 3, key)
    model = reader(key, made[9].step.state)
    plain, chosen = gallery.board(model), gallery.board(with_model(model, icons=("cat", "", "moon")))
    other = gallery.board(with_model(model, icons=("", "cat", "moon")))
    before, with_icons = canvas_of(plain).image, canvas_of(chosen).image
    assert len({plain.key, chosen.key, other.key}) == 3
    assert len({each.tobytes() for each in (before, with_icons, canvas_of(other).image)}) == 3
    assert canvas_of(plain).image == before
    assert canvas_of(gallery.board(with_model(model, icons=("no such icon", "", "")))).image == before
    check(chosen)


def test_the_board_is_the_same_for_everybody_whatever_they_can_not_know(key: str, gallery: Any) -> None:
    sample, rng = SAMPLES[key], Random(key)
    for options in gallery.TOLD:
        for made in played(sample, options, 3, Chance(bytes(32)), rng).made[::7]:
            twin = sample.twin(made.step.state, None, rng)
            seen = [reader(key, made.step.state, seat=seat) for seat in (None, 0, 1, 2)]
            assert len({gallery.board(one).key for one in (reader(key, twin), *seen)}) == 1


def test_a_key_holds_the_language_and_the_names(key: str, gallery: Any) -> None:
    english, japanese = ({drawing.key for drawing in typical(key, locale)} for locale in LOCALES)
    assert not english & japanese
    model = reader(key, game(key).setup(gallery.OPTIONS[0], 3, Chance(bytes(32))))
    assert gallery.board(model).key != gallery.board(with_model(model, names=NAMES[3:6])).key


NO_NEWS = {"news": (), "before": (), "last": None}


def test_only_the_turn_and_what_has_changed_are_amber(gallery: Any) -> None:
    """And more for who has not looked for longer; nothing has changed for who looks again at the moment."""
    for then, now in gallery.looks():
        quiet = replace(now, **{name: none for name, none in NO_NEWS.items() if hasattr(now, name)})
        since, still = (with_model(of_view(now), earlier=view) for view in (then, now))
        lit = [amber(gallery.board(one)) for one in (since, of_view(now), of_view(quiet), still)]
        assert lit[0] > lit[1] > lit[2] == lit[3] > 0
        assert gallery.board(since).key != gallery.board(of_view(now)).key


@pytest.mark.parametrize("key", ["thurn_and_taxis", "noerdlingen", "noria"])
def test_the_last_round_is_called_so(key: str, gallery: Any, speak: Words) -> None:
    """That after which the game ends, or the one in which somebody has caused its end."""
    sentences: Any = import_module(f"bot.games.{key}.sentences")
    (view, _), *_ = gallery.looks()
    fields = {False: {"ending": None}, True: {"ending": Seat(1)}}
    if not hasattr(view, "ending"):
        fields = {last: {"round": view.rounds - (not last)} for last in fields}
    for last, given in fields.items():
        model = of_view(replace(view, **given), speak.locale)
        about = {
            "round": model.view.round,
            "rounds": getattr(model.view, "rounds", 0),
            "name": model.names[1],
        }
        written = texts(gallery.board(model))
        assert (sentences.state(model) == speak(f"{key}.text.last_round", **about)) is last
        assert (speak(f"{key}.picture.last_round", **about) in written) is last
        assert (speak(f"{key}.picture.round", **about) in written) is not last


def is_called_last(presenter: Presenter, model: ViewModel[Any]) -> bool:
    """Whether this part of the game is called the last one, in the words of the board as in its picture."""
    shown = presenter.board(model)
    (picture, *_) = shown.drawings
    assert isinstance(picture, Drawing)
    said = "last one" in (told := " ".join(shown.texts)) or "is the last" in told
    assert any(text.startswith("Last ") for text in texts(picture)) is said
    return said


def test_in_whole_games_nothing_but_the_last_round_is_called_so_and_that_always_is(key: str) -> None:
    """In My City the last of several episodes. What the very last move brings about could not be told, and a
    single round is no last one."""
    if key in GUESTS:
        return
    presenter, sample = presenter_in(key), SAMPLES[key]
    for number, options in enumerate(sample.options):
        rng, most = Random(f"{key} {number}"), sample.game.most_seats(options)
        seats = min(max(game(key).info.seats[0], 2), most)
        walk = played(sample, options, seats, Chance(rng.randbytes(32)), rng)
        *before, end = [made.before for made in noticed(sample, tuple(walk.made))]
        part, view = "episode" if key == "my_city" else "round", reader(key, end).view
        for state in (*before[:: len(before) // 12 + 1], end):
            model = reader(key, state)
            if is_called_last(presenter, model):
                assert getattr(model.view, part) == getattr(view, part)
        known = view.options.format != "limit" and view.round > 1 if key == "six_nimmt" else True
        known = view.round == view.rounds if key == "noerdlingen" else known
        known = view.ending is not None if key == "thurn_and_taxis" else known
        known = bool(view.results) and view.phase == "round" if key == "my_city" else known
        assert is_called_last(presenter, reader(key, end)) or not known


def test_the_numbers_that_are_decided_by_are_large(gallery: Any, locale: str) -> None:
    for drawing, wanted, left in gallery.decided(locale):
        written = sizes(drawing, left)
        assert all(written[text] >= least for text, least in wanted.items())


def test_the_lobby_is_tidy_and_says_every_option_whole(key: str, gallery: Any, speak: Words) -> None:
    told = [told_options(key, options, speak.locale) for options in gallery.OPTIONS]
    assert len(set(told)) == len(told)
    for options, rows in zip(gallery.OPTIONS, told, strict=True):
        drawing = lobby(lobby_card(3, speak.locale, key, options, newest=2), speak)
        check(drawing)
        assert {value for _, value in rows} <= {*texts(drawing)}


def test_every_turn_of_a_game_can_be_told(key: str, gallery: Any, locale: str) -> None:
    """Turn by turn where a game keeps what belongs to one, else move by move."""
    sentences: Any = import_module(f"bot.games.{key}.sentences")
    for options in gallery.TOLD:
        for made in game_of(key, options, 3, 3):
            state = made.step.state
            for events in (state.before, state.news) if hasattr(state, "news") else (made.step.events,):
                model = reader(key, state, locale, events=events)
                report = sentences.report(model) if key == "six_nimmt" else sentences.report(model, events)
                assert all(line and "{" not in line for line in report)
                # Some facts go without saying.
                assert report or {type(event).__name__ for event in events} <= gallery.SILENT


def test_the_line_of_state_names_round_and_mover(key: str, gallery: Any, speak: Words) -> None:
    sentences: Any = import_module(f"bot.games.{key}.sentences")
    for options, most in product(gallery.TOLD, (False, True)):
        seats = game(key).most_seats(options) if most else game(key).info.seats[0]
        *_, end = made = game_of(key, options, seats, seats)
        for state in [one.step.state for one in made[:-1]]:
            model = reader(key, state, speak.locale)
            line = sentences.headline(model)
            assert "{" not in line
            assert state.phase in gallery.WITHOUT_ROUND or str(state.round) in line
            named = [getattr(state, field, None) for field in ("active", "ending")]
            assert all(model.names[seat] in line for seat in named if seat is not None)
        assert speak(f"{key}.text.over") in sentences.headline(reader(key, end.step.state, speak.locale))
