"""The end of a game and a decision that is looked back at: what is the best so far, that nothing is cut and
no card is empty, and that both moves are marked where one of them was better."""

from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import msgspec
import pytest
from picture_checks import alt_of, canvas_of, check, count, sizes, texts
from picture_walks import SAMPLES, presenter_in, replace_view, told_at_the_end

from bot.discord.steps import Choice
from bot.games.chance import Chance
from bot.games.chronicle import Chronicle, Highlight
from bot.games.contract import Outcome, ScoreRow, Seat
from bot.games.noria.moves import Politics
from bot.games.six_nimmt.moves import TakeRow
from bot.games.thurn_and_taxis.moves import Close, EndTurn
from bot.text import words
from bot.view_model import ViewModel
from render import curve, ending as module, fonts, lookback
from render.drawing import Drawing
from render.ending import Best, ending
from render.games import style
from render.lookback import Turning, question
from render.spotlight import spotlit
from render.theme import CARD, LOSS, NAME, NEWS, PANEL_TOP
from tests.games.samples import Walk, played

NAMES = (
    "Hanna",
    "Takeshi",
    "Jo",
    "Maximiliane von Hohenstein",
    "さくら",
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
    "Fay",
)


@cache
def walk(key: str, seats: int, options: Any = None, seed: int = 0) -> Walk:
    """A whole game at random."""
    sample = SAMPLES[key]
    fit = [one for one in sample.options if sample.game.most_seats(one) >= seats]
    rng = Random(f"{key} {seats} {seed}")
    return played(sample, options or rng.choice(fit), seats, Chance(rng.randbytes(32)), rng)


@cache
def told(key: str, seats: int, locale: str) -> ViewModel[Any]:
    return told_at_the_end(presenter_in(key), walk(key, seats), NAMES[:seats], locale)


def ended(model: ViewModel[Any], key: str, *bests: Best, notes: tuple[str, ...] = ()) -> Drawing:
    return ending(model, key, presenter_in(key).part_name, notes, (3, 12) * (len(model.names) == 1), bests)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 10])
def test_a_best_stands_beside_who_has_reached_it(seats: int, locale: str) -> None:
    model, speak = told("six_nimmt", seats, locale), words(locale)
    marked = ended(model, "six_nimmt", Best(0, "server_best", 4), Best(1, "best", 0))
    plain = ended(model, "six_nimmt")
    for kind in ("best", "server_best"):
        assert texts(marked).count(speak(f"ending.{kind}")) == 1
        assert speak(f"ending.{kind}") not in texts(plain)
        assert speak("ending.of", name=NAMES[kind == "best"], what=speak(f"ending.{kind}")) in alt_of(marked)
    assert marked.key != plain.key
    check(marked)


@pytest.mark.parametrize("key", ["my_city", "noria"])
def test_alone_a_best_is_crowned_and_says_by_how_much(key: str, locale: str) -> None:
    model, speak = told(key, 1, locale), words(locale)
    marked, first = (ended(model, key, Best(0, "best", ahead)) for ahead in (5, 0))
    plain = ended(model, key)
    said = speak("ending.highlight.best", n=5).replace("5 ", "")
    assert said.replace(" ", "") in "".join(texts(marked)).replace(" ", "")
    assert said.replace(" ", "") not in "".join(texts(first)).replace(" ", "")
    assert speak("ending.best") in texts(first)
    won = model.outcome is not None and model.outcome.places == (1,)
    assert (count(canvas_of(first).image, NEWS) > count(canvas_of(plain).image, NEWS) + 4000) or not won
    for one in (marked, first, plain):
        check(one)


def test_parts_are_called_by_their_name_and_the_best_one_is_what_it_brought(locale: str) -> None:
    """Whatever points a part begins with; where all brought the same there is no best one."""
    made = ((-44, -50, -31), (-50, -50, -50))
    rows = tuple(tuple(ScoreRow("episode", points, at) for at, points in enumerate(one, 1)) for one in made)
    outcome = Outcome(places=(1, 2), scores=(-125, -150), breakdown=rows)
    lead = Highlight(Seat(0), "led", 1, 0.9, shared=True)
    points = ((-60, -60), (-44, -50), (-94, -100), (-125, -150))
    story = Chronicle((0, 1, 2, 3), points, (lead,), parted=True)
    model, speak = replace(told("my_city", 2, locale), outcome=outcome, chronicle=story), words(locale)
    written, step = texts(ended(model, "my_city")), speak("ending.episode")
    assert speak("ending.best_episode", number=3, points="") in written
    assert len([text for text in written if text.startswith(speak("ending.best_episode", number=""))]) == 1
    assert speak("ending.highlight.led", n=1, step=step).replace(" ", "") in "".join(written).replace(" ", "")


@pytest.mark.parametrize("key", [key for key in SAMPLES if key != "pebbles"])
def test_every_moment_is_drawn_and_told_whole(key: str, locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a broken tie takes some of the room."""
    drawn = list[str]()
    monkeypatch.setattr(module, "_drawn", lambda canvas, words, look, one, box: drawn.append(one.key))
    least, most = SAMPLES[key].game.info.seats
    for seats in range(max(least, 2), min(most, 4) + 1):
        for notes in ((), ("A tie was broken.",)):
            model = told(key, seats, locale)
            drawn.clear()
            picture = ended(model, key, notes=notes)
            written = texts(picture)
            assert model.chronicle is not None
            assert drawn == [one.key for one in model.chronicle.highlights]
            cut = [text for text in written if text.endswith(fonts.ELLIPSIS)]
            assert all(any(name.startswith(text[:3]) for name in NAMES) for text in cut), cut


def test_below_two_broken_ties_moments_are_told_without_drawings(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no room for both: a drawing would reach beyond its card."""
    drawn = list[float]()
    monkeypatch.setattr(module, "_drawn", lambda canvas, words, look, one, box: drawn.append(box[3] - box[1]))
    model = told("noria", 4, locale)
    assert model.chronicle is not None
    for notes in (("One tie.",), ("One tie.", "Another tie.")):
        written = "".join(texts(ended(model, "noria", notes=notes))).replace(" ", "")
        for one in model.chronicle.highlights:
            said = module._said(model, SAMPLES["noria"].game.info, "round", one)
            assert said.replace(" ", "") in written
        assert len(drawn) == len(model.chronicle.highlights)  # those below a single one
    assert min(drawn) > 140


def test_the_sign_beside_a_number_has_no_edge(locale: str) -> None:
    """It is drawn aside and laid onto the card, whose colour goes on to its edge."""
    model = told("noria", 2, locale)
    assert model.chronicle is not None
    moment = Highlight(Seat(0), "row", 72, 1, (("what", "col"),), ("col",), shared=True)
    picture = ended(replace(model, chronicle=replace(model.chronicle, highlights=(moment,))), "noria")
    (where,) = [one for one in canvas_of(picture).placed if one.text == "72" and one.size > 90]
    left, top, _, bottom = map(round, where.box)
    strip = canvas_of(picture).image.convert("RGB").crop((left - 26, top, left - 4, bottom))
    assert strip.getcolors() == [(strip.width * strip.height, CARD)]


def test_a_game_may_have_its_own_words_for_a_row(locale: str) -> None:
    """The carriage of Taxis is a thing, not a source of points."""
    model, speak = told("thurn_and_taxis", 2, locale), words(locale)
    assert model.chronicle is not None
    for what, said in (
        ("carriage", speak("thurn_and_taxis.highlight.row_carriage", n=7)),
        ("tile_baden", speak("ending.highlight.row", n=7, what=speak("thurn_and_taxis.score.tile_baden"))),
    ):
        moment = Highlight(Seat(0), "row", 7, 1, (("what", what),), (what,), shared=True)
        story = replace(model.chronicle, highlights=(moment,))
        written = texts(ended(replace(model, chronicle=story), "thurn_and_taxis"))
        assert said.replace(" ", "") in "".join(written).replace(" ", "")


def test_alone_who_is_not_crowned_stands_in_the_middle_of_the_disc(locale: str) -> None:
    """Not where there is room for a crown above."""
    model = told("noria", 1, locale)
    assert model.outcome is not None
    alone = replace(model, outcome=msgspec.structs.replace(model.outcome, places=(1,)))
    plain, best = ended(alone, "noria"), ended(alone, "noria", Best(0, "best", 0))
    disc = PANEL_TOP + 75
    middles = [
        [(one.box[1] + one.box[3]) / 2 for one in canvas_of(each).placed if one.kind == "mark"]
        for each in (plain, best)
    ]
    assert disc in middles[0]
    assert disc not in middles[1]


def test_a_number_that_stands_large_is_not_said_again(locale: str) -> None:
    """Alone, where the sentence begins with it; a loss has a true minus sign."""
    model, speak = told("my_city", 1, locale), words(locale)
    assert model.chronicle is not None
    group = Highlight(Seat(0), "group", 7, 1, pieces=("industrial",))
    picture = ended(replace(model, chronicle=replace(model.chronicle, highlights=(group,))), "my_city")
    sentence = speak("my_city.highlight.group", n=7)
    shown = "".join(texts(picture)).replace(" ", "")
    assert sentence.replace(" ", "").removeprefix("7") in shown
    assert ("7" in texts(picture)) is sentence.startswith("7")
    assert "-" not in shown


def test_an_episode_without_a_pass_is_not_shown_as_one_pass(locale: str) -> None:
    """The number of the moment is that of the episode."""
    model = told("my_city", 2, locale)
    assert model.chronicle is not None
    moment = Highlight(Seat(0), "no_pass", 777, 1)
    picture = ended(replace(model, chronicle=replace(model.chronicle, highlights=(moment,))), "my_city")
    assert "777" not in texts(picture)
    assert words(locale)("my_city.highlight.no_pass", n=777).replace(" ", "") in "".join(
        texts(picture)
    ).replace(" ", "")


@pytest.mark.parametrize(("heads", "drawn"), [("3 12 7", "+12 +7 +3"), ("3 9 4 12 5 7", "+12 +9 +7 +5 +4")])
def test_the_dearest_rows_of_a_round_are_drawn_up_to_five_of_them(heads: str, drawn: str) -> None:
    model, pieces = told("six_nimmt", 2, "en"), tuple(heads.split())
    assert model.chronicle is not None
    rows = [number for piece in pieces for number in (piece, 5)]
    moment = Highlight(Seat(0), "rows", len(pieces), 1, (("round", 2),), tuple(rows))
    picture = ended(replace(model, chronicle=replace(model.chronicle, highlights=(moment,))), "six_nimmt")
    assert [text for text in texts(picture) if text.startswith("+")] == drawn.split()


def test_japanese_is_broken_behind_particles_and_no_line_is_left_alone() -> None:
    for text, lines in (
        ("1手番でアクション4回", ["1手番で", "アクション4回"]),
        ("最下位からの逆転勝利", ["最下位からの", "逆転勝利"]),
        ("five rows in round 1", ["five rows", "in round 1"]),
    ):
        assert module._fitting(text, 300)[0] == lines  # pyright: ignore[reportPrivateUsage]


# A decision that is looked back at ----------------------------------------------------------------------


def scenes(key: str, locale: str) -> list[tuple[ViewModel[Any], Turning, Any, Any, list[Any]]]:
    """Decisions with a choice: the model of the seat, in words, a move, another one, all of them."""
    presenter, sample = presenter_in(key), SAMPLES[key]
    found = walk(key, sample.game.info.seats[0] + 1, sample.options[0])
    model = ViewModel(1, 1, SAMPLES[key].game.view(found.start, None), NAMES[: found.seats], words(locale))
    shown: list[Any] = []
    for made in found.made[:60]:
        legal = list(SAMPLES[key].game.legal(made.before, made.seat))
        others = [one for one in legal if one != made.move]
        if others:
            seen = replace_view(model, SAMPLES[key].game.view(made.before, made.seat), made.seat)
            other = Random(key).choice(others)
            named = [presenter.named(seen, one) for one in (made.move, other)]
            asked = Turning(1, made.seat, 3, "blunder", *named, presenter.caption(seen), 12)
            shown.append((seen, asked, made.move, other, legal))
    return shown


def said(drawing: Drawing) -> list[str]:
    """The texts of a picture that is made from another one."""
    return [one.text for one in canvas_of(drawing).placed if one.kind == "text"]


def test_a_card_and_the_better_one_are_both_marked_among_the_rows_and_in_the_hand(locale: str) -> None:
    speak = words(locale)
    for model, asked, played_, better, legal in scenes("six_nimmt", locale)[::7]:
        page = style("six_nimmt").turning(model, asked, played_, better, ())
        if isinstance(played_, TakeRow):
            assert page is None
            continue
        offered = tuple([one for one in legal if one != played_])
        asking = style("six_nimmt").turning(model, replace(asked, better=""), played_, None, offered)
        assert page is not None
        assert asking is not None
        painted = [canvas_of(one).image for one in (page, asking)]
        for one, image in zip((page, asking), painted, strict=True):
            check(one)
            assert count(image, LOSS) > 500, "it is struck out"
        assert count(painted[0], NEWS) > count(painted[1], NEWS)
        written = texts(asking)
        assert [text for text in written if text in "ABCDEFGHIJ"] == list("ABCDEFGHIJ"[: len(offered)])
        assert speak("analysis.better_one") not in written
        assert texts(page).count(speak("analysis.better_one")) == 2
        assert asked.better not in alt_of(asking).replace(asked.played, "")
        assert asked.better in alt_of(page)
        large = sizes(page)
        assert all(large[str(card)] >= 46 for card in model.view.hand)


@pytest.mark.parametrize("key", ["thurn_and_taxis", "noerdlingen", "my_city", "noria"])
def test_in_other_games_both_are_ringed_in_the_panel(key: str, locale: str) -> None:
    speak, seen = words(locale), 0
    tags = speak("analysis.better_one"), speak("analysis.played")
    look = style(key)
    for model, asked, move, better, _ in scenes(key, locale)[:16]:
        assert look.turning(model, asked, move, better, ()) is None
        first = look.proposed(model, better) or presenter_in(key).panel(model, Choice()).drawings[0]
        assert isinstance(first, Drawing)
        lights, other = (look.lights(model.view, one) for one in (better, move))
        shown = spotlit(first, lights, arrow=True, other=other, tags=tags)
        painted = canvas_of(shown)
        tagged = {*tags} <= {one.text for one in painted.placed if one.kind == "text"}
        seen += tagged
        assert alt_of(shown) == alt_of(first)
        if tagged:
            without = canvas_of(spotlit(first, lights)).image
            assert count(painted.image, LOSS) > count(without, LOSS)
    assert seen >= 1


def test_what_both_moves_use_is_not_called_worse() -> None:
    model, _, move, _, _ = scenes("thurn_and_taxis", "en")[0]
    first = presenter_in("thurn_and_taxis").panel(model, Choice()).drawings[0]
    assert isinstance(first, Drawing)
    lights = style("thurn_and_taxis").lights(model.view, move)
    assert lights
    same = spotlit(first, lights, other=lights, tags=("better", "played"))
    assert "played" not in said(same)
    assert "better" in said(same)


def test_moves_to_choose_from_that_differ_at_their_ends_look_different(locale: str) -> None:
    """Closings of Thurn and Taxis with many offices; short moves stand in two columns."""
    model = told("thurn_and_taxis", 3, locale)
    named = partial(presenter_in("thurn_and_taxis").named, model)
    offices = ("nuernberg", "ingolstadt", "muenchen", "regensburg", "passau", "augsburg", "kempten")
    closings = [Close(offices[:at] + offices[at + 1 :], cartwright=True) for at in range(len(offices))]
    offered = tuple([named(move) for move in closings])
    asked = Turning(1, 0, 1, "blunder", named(EndTurn()), "", "Round 1", 40)
    long, short = (
        question(model, "thurn_and_taxis", 0, asked, moves) for moves in (offered, (asked.played,) * 8)
    )
    written = "".join(texts(long)).replace(" ", "")
    assert all(one.replace(" ", "") in written for one in offered)
    assert check(long).height > check(short).height


def test_a_scale_ends_at_a_line_unless_most_of_what_is_before_it_would_be_empty() -> None:
    for low, high, step, wanted in (
        (0, 100, 50, (0, 100)),
        (-40, 3, 50, (-50, 8)),
        (-61, 3, 50, (-66, 8)),
        (0, 136, 100, (0, 146)),
        (0, 180, 100, (0, 200)),
        (0, 20, 50, (0, 50)),
        (0, 0, 1, (0, 1)),
    ):
        assert curve._ends_of_scale(low, high, step) == wanted


def test_a_rough_curve_is_steadied_between_its_ends() -> None:
    rough = ((0.5, 0.5), *[(float(at % 2), 1.0 - at % 2) for at in range(200)], (1.0, 0.0))
    drawn = lookback._steadied(rough)
    assert (drawn[0], drawn[-1]) == (rough[0], rough[-1])
    assert all(0.35 < one < 0.65 for each in drawn[10:-10] for one in each)
    assert all(sum(each) == pytest.approx(1) for each in drawn)
    assert lookback._steadied(rough[:20]) == list(rough[:20])


def test_a_move_that_fits_into_three_lines_is_no_smaller_for_it() -> None:
    """Twenty-six pixels are nine on a phone: for what would be cut else."""
    model = told("noria", 2, "ja")
    course = lookback.Course(((0.5, 0.5), (0.4, 0.6)), (1, 1), "round", (0.1, 0.1))
    asked = Turning(1, 0, 1, "blunder", "M2の菌糸体を2倍で起動", "飛空船1（エネルギー）を取る", "", 31)
    canvas = canvas_of(lookback.lookback(model, "noria", course, (asked,)))
    assert [one.size for one in canvas.placed if "エネルギー" in one.text] == [NAME]


def test_two_long_moves_that_differ_at_their_ends_look_different_in_the_list(locale: str) -> None:
    model = told("noria", 2, locale)
    named = partial(presenter_in("noria").named, model)
    played, better = named(Politics("DIV", "REF")), named(Politics("DIV", "SPEC"))
    asked = lookback.Turning(1, 0, 1, "mistake", played, better, "", 12)
    course = lookback.Course(((0.5, 0.5),) * 3, (1, 1, 1), "round", (0.1, 0.1))
    written = texts(lookback.lookback(model, "noria", course, (asked,)))
    assert not [text for text in written if text.endswith(fonts.ELLIPSIS)]
