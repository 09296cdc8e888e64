"""My City in pictures and in words: what only this game shows, of sheets, episodes and their scores."""

from collections import Counter
from dataclasses import replace as replaced
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from gallery_my_city import ALL, compass, early, evening, finished, late, middle, shown
from msgspec.structs import replace
from picture_checks import alt_of, amber, canvas_of, check, count, record_of, texts
from picture_models import reader
from picture_walks import SAMPLES, keepsakes
from PIL import Image

from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.my_city import moves, sentences as told
from bot.games.my_city.cells import LABELS, Roll, cells_of, frequencies, label, spot
from bot.games.my_city.city import CHAPTERS, CITY, EPISODES
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots, refusal
from bot.games.my_city.moves import Begin, Build, MyCityOptions, MyCityState, Pass, Sheet, Stop, Structure
from bot.games.my_city.preview import news, odds, proposal, rows_after
from bot.games.my_city.scoring import bags_now, chapter_totals, rows
from bot.games.my_city.sentences_of_score import gain_line, printed_lines, row_name, score_lines, seat_lines
from bot.games.my_city.site import layout_of
from bot.text import Words, signed, words
from render import fonts
from render.canvas import Canvas
from render.drawing import Drawing, RenderRequest
from render.my_city import board, colours, moment, own, ranking, scores, standings, sums
from render.my_city.landscape import landscape
from render.my_city.sheet import border, ground, sheet, structure, terrain
from render.my_city.signs import row_sign, sign
from render.theme import BIG, INK, WHITE
from tests.games.my_city.positions import COMPASS, A, B, C, filled, play, table
from tests.games.samples import played

every_episode = pytest.mark.parametrize("episode", ALL)

# In words -------------------------------------------------------------------------------------------------

WHO = Seat(2)
LONG, SHORT, JO = shown(early(3, 1)).names
STOPPED = moves.Stopped(seat=WHO)
PRINTED = EPISODES[11].printed_bandits


def single(seats: int, episode: int) -> MyCityState:
    """An episode that begins, and is the only one."""
    return replace(early(seats, episode), options=MyCityOptions(episode=episode))


REPORTS: list[tuple[Any, ...]] = [
    ("Jo has chosen.", moves.Decided(seat=WHO, changed=False)),
    ("Jo has chosen anew.", moves.Decided(seat=WHO, changed=True)),
    ("Jo builds a church on D1, D2.", moves.Built(seat=WHO, kind="church", cells=("D1", "D2"))),
    ("Jo passes and has 1 box ticked: \u22121.", moves.Passed(seat=WHO, ticks=1, points=-1)),
    ("Jo passes and has 3 boxes ticked: \u22123.", moves.Passed(seat=WHO, ticks=3, points=-3)),
    ("Jo stops.", STOPPED),
    ("Jo stops.", moves.Decided(seat=WHO, changed=False), STOPPED),
    ("The sheet of Jo is full.", moves.Stopped(seat=WHO, full=True)),
    ("First to build over all gold, +5: Jo.", moves.BonusWon(kind="gold", seats=(WHO,))),
    ("Round 3: public, 4 cells.", moves.Rolled(round=3, roll=Roll("L1", "R1", "public"))),
    ("The game is over.", moves.GameOver()),
    (
        f"Episode 10 is done. Points: {JO} 12, {LONG} 7, {SHORT} \u22123.\n"
        f"{SHORT} wins 2 gold bags.\n{JO} wins 1 gold bag.\n"
        f"Bandits that {SHORT} has not enclosed: 1 (B2).\n"
        f"Bandits that {JO} has not enclosed: 2 (F3) and 5 (D10).",
        moves.EpisodeScored(
            episode=10,
            points=(7, -3, 12),
            bags=(0, 2, 1),
            bandits=((), ("bandit_1",), ("bandit_2", "bandit_5")),
        ),
    ),
    (
        f"Episode 11, Strongholds, begins.\nBandits left over on the sheet of {SHORT}: 2 (F3).",
        moves.EpisodeBegun(episode=11, bandits=(PRINTED, (*PRINTED, "bandit_2"), PRINTED)),
    ),
]


@pytest.mark.parametrize("said", REPORTS)
def test_what_has_happened_is_told(said: tuple[Any, ...]) -> None:
    text, *events = said
    assert "\n".join(told.report(shown(early(3, 8)), events)) == text
    assert len(told.report(shown(early(3, 8), "ja"), events)) == len(text.splitlines())


def test_gold_bags_that_count_for_nothing_are_not_told() -> None:
    """Of episodes 7 and 8 alone."""
    text, event = REPORTS[11]
    assert "gold bag" in text
    assert not [line for line in told.report(shown(single(3, 8)), [event]) if "gold bag" in line]


def test_who_had_to_stop_is_told_why_who_wanted_to_is_not() -> None:
    """10.9: nothing fits any more on the first sheet, and nobody passes in episode 6."""
    stuck = table(6, filled(6, "D1", "D2", "H4"), "", "", dice="L5")
    state = play(play(play(stuck, "stop"), "B stop"), f"C {' '.join(legal_spots(stuck, C)[0])}")
    forced, wanted = shown(state, seat=A), shown(state, seat=B)
    first, second = forced.names[:2]
    assert told.report(wanted, [moves.Stopped(seat=A), moves.Stopped(seat=B)]) == [
        f"What is asked for fits nowhere on the sheet of {first}, who can't pass either and so stops.",
        f"{second} stops.",
    ]
    assert told.settled(forced) == forced.words("my_city.panel.settled_forced")
    assert told.settled(wanted) == "Your choice was: Stop."
    later = play(state, f"C {' '.join(legal_spots(state, C)[0])}")
    assert told.settled(shown(later, seat=B)) == wanted.words("refusal.left_episode")


@pytest.mark.parametrize(("episode", "says"), [(2, "residential, 1 cell"), (5, "church"), (11, "fortress")])
def test_a_compass_is_told_as_what_it_means_in_the_episode(episode: int, says: str) -> None:
    line = told.rolled(shown(early(2, episode)).view, COMPASS, words("en"))
    assert says in line
    assert ("compass" in line) == (EPISODES[episode].compass is not None)


@pytest.mark.parametrize(("dice", "shape"), [("I3", "straight three"), ("V3", "corner three")])
def test_the_words_tell_apart_shapes_of_as_many_cells(dice: str, shape: str) -> None:
    model = shown(table(1, "", dice=dice), seat=A)
    asked = f"You are asked to build: residential, 3 cells ({shape})."
    assert asked in told.text(model)
    assert asked in alt_of(own(model))


def test_an_alt_text_says_whose_sheet_and_whose_choice_it_tells() -> None:
    state = play(play(table(1, "r D1", "i D1", dice="I1"), "E1"), "B stop")
    model = shown(state)
    first, second = model.names
    alt = alt_of(board(model))
    assert f"Round 2 \u2013 {first}: residential on E1; {second}: stop" in alt
    assert f"{first}: residential D1; residential E1" in alt
    assert f"{second}: industrial D1" in alt


@every_episode
def test_the_line_of_state_names_the_episode_and_the_dice(episode: int, speak: Words) -> None:
    state = middle(3, episode)
    line = told.headline(shown(state, speak.locale))
    assert speak(f"my_city.episode.{episode}") in line
    assert state.roll is None or told.rolled(shown(state).view, state.roll, speak) in line


def test_between_episodes_it_is_said_who_chooses_the_next_one() -> None:
    between = shown(finished(2, "campaign", 1))
    assert told.headline(between) == f"Episode 1, Landing, is done. {LONG} chooses the next episode."
    assert told.state(shown(finished(2, "campaign", 0))) == "The first episode is about to be chosen."


@every_episode
def test_the_text_holds_every_sheet_cell_by_cell(episode: int, speak: Words) -> None:
    state = late(3, episode)
    model = shown(state, speak.locale, seat=0)
    text = told.text(model)
    drawn = [(item.kind, item.cells) for sheet in state.sheets for item in sheet.drawn]
    wanted = [f"{speak(f'my_city.kind.{kind}')} {speak.listed(cells)}" for kind, cells in drawn]
    wanted += [row_name(row.key, speak) for row in EPISODES[episode].rows]
    assert all(part in text for part in [*wanted, *model.names])
    assert "{" not in text


@every_episode
def test_what_is_printed_is_told_with_its_cells(episode: int) -> None:
    text = "\n".join(printed_lines(episode, words("en")))
    signs = zip(LABELS, "".join(EPISODES[episode].grid), strict=True)
    assert all(label in text for label, sign in signs if sign not in ".B")
    assert "river: right of" in text


def test_the_river_is_told_in_as_few_words_as_possible() -> None:
    line = printed_lines(1, words("en"))[0]
    for side in (
        "right of C4\u2013C6",
        "right of D1\u2013D3",
        "right of D10\u2013D11",
        "right of E7\u2013E9",
    ):
        assert side in line
    assert "below D3" in line


def test_the_score_tells_every_row_and_what_is_missing(locale: str) -> None:
    state = late(2, 12)
    model = shown(state, locale, seat=0)
    *lines, _ = score_lines(model, Seat(0))
    for line, row in zip(lines, rows(state, 0), strict=True):
        assert line.startswith(row_name(row.key, model.words))
        assert signed(row.points) in line
        assert all(cell in line for part in row.parts for cell in part.cells)


@pytest.mark.parametrize(
    ("episode", "line"),
    [
        (3, "wells: 0 (G8: 0 of 4 buildings, open: G7, F8, H8, G9)"),
        (6, "churches: 0 (C5: lacks residential, industrial, public, open: "),
        (9, "gold bags: 20 (1 in store, the most anybody has: 1)"),
        (10, "1 (B2): 0 of 4 sides closed, open: B1, A2, C2, B3"),
        (12, "complete groups: 0 (residential 0 of 1 in one group"),
        (12, "passes: 0 (0 of 6 boxes ticked, next: \u22121)"),
    ],
)
def test_the_score_of_each_kind_of_row_tells_what_it_lacks(episode: int, line: str) -> None:
    assert line in "\n".join(score_lines(shown(early(2, episode), seat=0), Seat(0)))


def test_a_brief_score_names_few_cells_and_says_of_many_how_many_they_are() -> None:
    model = shown(early(1, 1), seat=0)
    trees, _, meadow, *_ = score_lines(model, Seat(0), brief=True)
    assert trees.startswith("trees: 5 (0 of 5 built over, open: ")
    assert "open" not in meadow
    assert " of 60 built over)" in meadow
    assert "open" in score_lines(model, Seat(0))[2]


def test_a_bonus_that_is_gone_is_told_with_who_has_it() -> None:
    model = shown(replace(early(3, 8), bonuses=(moves.Bonus("plateau", 4, (WHO,)),)), seat=0)
    assert "plateau first: 0 (won by Jo in round 4)" in score_lines(model, Seat(0))
    assert "First to build over all plateau, +5: Jo" in told.text(model)
    assert "First to build over all woodland gets +5: open" in told.text(model)


def test_the_score_tells_what_a_choice_would_change() -> None:
    model, seat = shown(early(1, 1), seat=0), Seat(0)
    now, passed = model.view.points[0], score_lines(model, seat, Pass())
    assert "passes: \u22121 (1 of 6 boxes ticked, next: \u22122) [\u22121]" in passed
    assert passed[-1] == f"total: {signed(now - 1)} [\u22121]"
    assert gain_line(model, seat, Stop()) == f"Total with this choice: {signed(now)} (±0)"
    assert score_lines(model, seat)[-1] == f"total: {signed(now)}"


def test_the_choice_already_made_counts_in_the_own_score_alone() -> None:
    mine, other = (shown(middle(3, 2), seat=seat) for seat in (0, 1))
    made = proposal(mine.view, Seat(0), None)
    assert made is not None
    assert made.made
    assert score_lines(mine, Seat(0))[-1] != score_lines(other, Seat(0))[-1]
    assert ["Your choice: " in told.text(model) for model in (mine, other)] == [True, False]


def test_every_reason_is_told_in_a_few_words(speak: Words) -> None:
    for key in speak:
        if key.startswith("my_city.why."):
            reason = Refusal(key.rpartition(".")[2], cell="D11", n=2)
            assert 0 < len(told.why(reason, speak)) <= 32, key


@pytest.mark.parametrize(
    ("cells", "gain", "label"),
    [
        ("D4", None, "D4"),
        ("D4", 3, "D4 · +3"),
        ("D4 D5", 0, "D4 · turned 90° · ±0"),
        ("D4 E4 E5 E6", -2, "D4 · turned 270° · flipped · \u22122"),
    ],
)
def test_a_spot_is_named_by_cell_turn_and_gain(cells: str, gain: int | None, label: str) -> None:
    assert told.spot(tuple(cells.split()), words("en"), gain) == label


@every_episode
def test_no_two_spots_share_a_label(episode: int) -> None:
    spots = legal_spots(evening(1, episode, 5), Seat(0))
    assert len({told.spot(cells, words("ja")) for cells in spots}) == len(spots) > 0


@every_episode
def test_the_odds_are_those_of_36_rolls(episode: int) -> None:
    found = odds(shown(early(1, episode), seat=0).view, Seat(0))
    assert sum(count for _, count in found) == 36
    assert ("compass" in dict(found)) == (EPISODES[episode].compass is not None)


def test_without_churches_left_the_compass_is_no_more_than_a_blank() -> None:
    view = GAME.view(table(4, "c C3 D3 E3, c C4 D4 C5 D5, c B6 C6 D6 C7"), Seat(0))
    assert odds(view, Seat(0)) == tuple((item.shape, item.all) for item in frequencies())


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_standings_tell_totals_chapters_and_grades(seats: int, speak: Words) -> None:
    model = shown(finished(seats, "campaign"), speak.locale)
    text, grades = "\n".join(told.standing_lines(model)), told.notes(model)
    wanted = [*model.names, *map(signed, model.view.totals)]
    wanted += [speak(f"my_city.chapter.{chapter.chapter}") for chapter in CHAPTERS.values()]
    assert all(part in text for part in wanted)
    assert text in told.text(model)
    assert len(grades) == (5 if seats == 1 else 0)
    assert all(line in alt_of(ranking(model)) for line in grades)


def test_a_campaign_tells_who_has_won_each_chapter(speak: Words) -> None:
    """With the last of its episodes, and once more below the ranking."""
    model = shown(finished(2, "campaign"), speak.locale)
    lines = told.chapter_lines(model)
    totals = chapter_totals(model.view.results, 2)
    assert len(lines) == len(totals) == 4
    for line, item in zip(lines, totals, strict=True):
        best = max(item.points)
        winner = model.names[item.points.index(best)]
        assert winner in line
        assert signed(best) in line
    scored = moves.EpisodeScored(episode=12, points=(1, 2), bags=(0, 0), bandits=((), ()))
    assert told.report(model, (scored,))[-1] == lines[-1]
    assert told.chapter_lines(shown(finished(1, "campaign"), speak.locale)) == []
    assert told.chapter_lines(shown(finished(2, "mini"), speak.locale)) == []


def test_the_score_table_names_the_best_first_and_what_it_is_made_of() -> None:
    model = shown(finished(3, "episode"))
    result = model.view.results[-1]
    best = max(range(3), key=lambda seat: result.points[seat])
    line = told.score_table(model)[0]
    assert line.startswith(f"{model.names[best]}: {signed(result.points[best])} (")
    for row in result.rows[best]:
        part = f"{row_name(row.key, model.words)}: {signed(row.points)}"
        assert (f"({part}" in line or f", {part}" in line) == bool(row.points)


def test_only_the_options_that_count_are_told(speak: Words) -> None:
    counting = {"episode": "my_city.episode.5", "chapter": "my_city.chapter.2", "mini": "", "campaign": ""}
    for mode, wanted in counting.items():
        options: Any = {"mode": mode, "episode": 5, "chapter": 2}
        found = told.option_rows(MyCityOptions(**options), speak)
        assert len(found) == (2 if mode == "mini" else 3)
        assert not wanted or speak(wanted) in found[1][1]


def test_a_sheet_without_anything_on_it_says_so() -> None:
    assert "Nothing built yet." in seat_lines(shown(early(2, 1)), Seat(0))


# In pictures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("episode", "bags"), [(6, []), (7, [1, 1]), (8, [1, 1, 1]), (9, [1, 1, 2])])
@pytest.mark.parametrize("alone", [False, True])
def test_what_earns_a_gold_bag_stands_on_the_sheet_and_in_words(
    episode: int, bags: list[int], locale: str, *, alone: bool
) -> None:
    """Of an episode played alone only where the bags count in it."""
    model = shown((single if alone else early)(2, episode), locale, seat=1)
    bags = [] if alone and episode < 9 else bags
    written = texts(own(model))
    assert [text for text in written if text in ("+1", "+2")] == [f"+{n}" for n in bags]
    words = model.words
    clean = words("my_city.text.earns.clean", goal=words("my_city.score.never_passed"), n=1)
    assert (clean in told.text(model)) == bool(bags)
    assert len(told.opening(model)) == (3 if bags else 2)


@pytest.mark.parametrize("episode", ALL)
def test_an_episode_begins_with_what_it_tells(episode: int, locale: str) -> None:
    model, later = shown(early(2, episode), locale), shown(middle(2, episode), locale)
    for key in (f"my_city.story.{episode}", f"my_city.here.{episode}"):
        assert model.words(key) in told.story(model)
        assert model.words(key) not in told.story(later)


def test_what_counts_in_an_episode_is_told_with_its_start_its_compass_and_its_points() -> None:
    for number, episode in EPISODES.items():
        here, keys = words("en")(f"my_city.here.{number}"), {row.key for row in episode.rows}
        assert ("compass" in here) == bool(episode.compass)
        assert ("largest group" in here.lower()) == ("largest_groups" in keys)
        assert ("+3" in here or "+6" in here) == bool(keys & {"churches", "complete_groups"})
        assert (f"my_city.bags.{number}" in words("en")) == bool(episode.gold_bags)
        assert "bags" not in here


@pytest.mark.parametrize("episode", [1, 4, 8, 11, 12])
def test_a_choice_is_shown_as_what_it_is(episode: int) -> None:
    """Green for what may be built, red for what may not, amber for what is chosen."""
    state = evening(3, episode, 6)
    spots = legal_spots(state, Seat(1))
    corners = [(LABELS[cell],) for cell in (0, 7, -8, -1)]
    for cells in (*spots[:1], *spots[-1:], *corners):
        image = canvas_of(own(shown(state, seat=1), Build(cells))).image
        legal = refusal(state, Seat(1), Build(cells)) is None
        assert legal == (cells in spots)
        green, red = count(image, colours.GOOD), count(image, colours.BAD)
        assert (green > red) if legal else (red > green)
    if spots:
        chosen = replace(state, choices=(None, Build(spots[0]), None))
        assert count(canvas_of(own(shown(chosen, seat=1))).image, colours.GOOD) == 0


@pytest.mark.parametrize(
    ("dice", "cells", "reason"),
    [
        ("I1", "A1", "A1 is a mountain"),
        ("V3", "D1 E1 E2", "the river"),
        ("I1", "Z9", "there is no cell Z9"),
    ],
)
def test_the_reason_stands_beside_what_may_not_be_built(dice: str, cells: str, reason: str) -> None:
    drawing = own(shown(table(1, "", "", dice=dice), seat=0), Build(tuple(cells.split())))
    assert reason in " ".join(texts(drawing))
    assert reason in alt_of(drawing)


def test_every_building_that_was_drawn_last_is_lit_for_everybody() -> None:
    state = evening(4, 5, 1)
    assert state.last is not None
    built = sum(isinstance(choice, Build) for choice in state.last.choices)
    assert built >= 3
    assert amber(board(shown(state))) > amber(board(shown(replace(state, last=None)))) + 150 * built


@every_episode
def test_buildings_can_be_counted(episode: int) -> None:
    """Between two cells is only the colour of the building to which both belong, and else an outline."""
    drawn, side = late(2, episode).sheets[0].drawn, border(78)
    canvas = Canvas(1100)
    sheet(canvas, episode, late(2, episode).sheets[0], 0, 0, 78)
    of = {spot(cell): item for item in drawn for cell in item.cells if item.kind == "residential"}
    for (row, column), item in of.items():
        other = of.get((row, column + 1))
        y, x = side + 78 * row + 39, side + 78 * (column + 1)
        line = [canvas.image.getpixel((x + dx, y)) for dx in range(-12, 13)]
        if other is item:
            assert line[12] == colours.TYPES["residential"]
        elif other is not None:
            assert INK in line


def flat(image: Image.Image) -> Image.Image:
    """The image in grey, on white."""
    under = Image.new("RGB", image.size, WHITE)
    under.paste(image, (0, 0), image)
    return under.convert("L")


@pytest.mark.parametrize("side", [20, 30, 78])
def test_no_two_kinds_of_terrain_are_alike_in_grey(side: int) -> None:
    kinds = ("meadow", "tree", "rock", "mountain", "forest", "well", "water", "plateau", "woodland", "gold")
    pieces = ("sawmill", "fortress", "bandit", "church", "bag")
    assert len({sign(kind, side).tobytes() for kind in (*kinds[1:], *pieces)}) == len(kinds) + 4
    grey = {kind: flat(ground(kind, side)).tobytes() for kind in kinds}
    for one, other in combinations(kinds, 2):
        apart = sum(abs(a - b) > 40 for a, b in zip(grey[one], grey[other], strict=True))
        assert apart >= 0.08 * side * side, (one, other)


@pytest.mark.parametrize("side", [30, 78])
def test_the_types_of_buildings_are_told_apart_by_pattern_in_grey(side: int) -> None:
    """Solid has one shade, stripes have two in turn, crosses are dark on light."""
    shades = {frozenset(flat(structure(kind, ((0, 0),), side)).tobytes()) for kind in colours.TYPES}
    assert len(shades) == 3


@every_episode
def test_the_river_is_printed_and_never_below_a_wrong_line(episode: int) -> None:
    image = terrain(episode, 78)
    parted = {frozenset(map(tuple, pair)) for pair in EPISODES[episode].river}
    for row in range(11):
        for column in range(7):
            x, y = border(78) + 78 * (column + 1), border(78) + 78 * row + 39
            # A printed structure on one bank covers its half of the line.
            wet = colours.RIVER in [image.getpixel((x + side, y)) for side in (-6, 6)]
            assert wet == (frozenset(((row, column), (row, column + 1))) in parted), (row, column)


def saying() -> list[tuple[Drawing, list[str]]]:
    """Pictures, and what they say in words."""
    alone, campaign = shown(early(1, 1), seat=0), shown(finished(3, "campaign", 7))
    now = alone.view.points[0]
    grades = [f"{part}: Hamlet" for part in (*(f"Chapter {n}" for n in range(1, 5)), "Campaign")]
    return [
        (board(shown(compass(3, 5))), ["The next church"]),
        (board(shown(compass(3, 11))), ["A new fortress"]),
        (board(shown(late(3, 9))), [*map(str, bags_now(late(3, 9)))]),
        (board(shown(early(3, 8))), ["open"] * 2),
        (own(alone, Pass()), ["\u22121", signed(now - 1)]),
        (own(alone, Stop()), [signed(now)]),
        (standings(campaign), ["0", *[str(result.episode) for result in campaign.view.results]]),
        (standings(shown(finished(1, "campaign"))), grades),
        (board(shown(finished(2, "campaign", 0), seat=0)), [*map(str, ALL)]),
        (ranking(shown(finished(2, "campaign"))), ["Ch. 1", "Ch. 2", "Ch. 3", "Ch. 4"]),
        (ranking(shown(finished(2, "mini"))), ["Ep. 3", "Ep. 6", "Ep. 12"]),
    ]


def test_pictures_say_in_words_what_counts_now() -> None:
    """What a compass asks for, gold bags that are worth something, open bonuses, what a choice would change,
    all episodes; a long campaign by chapters, for one player with grades."""
    for drawing, wanted in saying():
        assert Counter(wanted) <= Counter(texts(drawing))


def test_no_label_of_a_score_row_is_cut(speak: Words) -> None:
    for episode in ALL:
        written = texts(board(shown(middle(1, episode), speak.locale)))
        assert {speak(f"my_city.score.{row.key}") for row in EPISODES[episode].rows} <= {*written}


def _gaps(drawing: Drawing, left: float, right: float) -> list[float]:
    """How far apart the texts are that stand one below the other between these edges."""
    found = [one.box for one in record_of(drawing).placed if one.kind == "text"]
    below = sorted((box[1], box[3]) for box in found if left <= (box[0] + box[2]) / 2 <= right)
    return [top - bottom for (_, bottom), (top, _) in pairwise(below)]


@every_episode
def test_the_points_of_somebody_alone_stand_apart(episode: int) -> None:
    assert min(_gaps(board(shown(middle(1, episode))), 1100, 1160)) >= 8


def test_the_curve_keeps_its_scale_apart_from_what_its_steps_are(locale: str) -> None:
    for upto in (1, 2, 3):
        assert min(_gaps(standings(shown(finished(2, "campaign", upto), locale)), 30, 100)) >= 8


@every_episode
def test_the_own_sheet_shows_every_row_every_group_and_every_pass_box(episode: int) -> None:
    """As the choice that is tried out would leave them."""
    state, seat = middle(3, episode), Seat(1)
    choice = Build(legal_spots(state, seat)[0])
    after = rows_after(state, seat, choice)
    wanted = [signed(row.points) if row.points <= 0 else f"+{row.points}" for row in after]
    groups = [str(part.have) for row in after if row.key == "largest_groups" for part in row.parts]
    if EPISODES[episode].pass_boxes is not None:
        wanted += [signed(value) for value in CITY.pass_values[1:]]
    placed = record_of(own(shown(state, seat=1), choice)).placed
    assert Counter(wanted) <= Counter([one.text for one in placed])
    large = [one.text for one in placed if one.size == BIG and one.text not in ("10", "11", "\u221210")]
    assert large[: len(groups)] == groups


@pytest.mark.parametrize("seats", [1, 3])
def test_a_page_of_the_history_asks_nobody_and_shows_the_dice_of_its_round(seats: int, locale: str) -> None:
    """Neither in a round nor before the first one is over, whoever of them has chosen by then."""
    asking = {"choosing", "chosen", "Waiting", "Build,"} if locale == "en" else {"選択", "待ち", "建設か"}
    for state in (early(seats, 4), middle(seats, 4), late(seats, 11)):
        page = moment(shown(state, locale))
        written = " ".join(texts(page)) + alt_of(page)
        assert not [word for word in asking if word in written]
        assert moment(shown(replace(state, choices=(None,) * seats), locale)).key == page.key
    state = middle(3, 4)
    assert state.last is not None
    page, rolled = moment(shown(state)), replace(state.last.roll, left="L2", right="R5")
    assert {f"Episode 4 \u2013 round {state.last.round}", "Round over"} <= {*texts(page)}
    assert fonts.fit("", 100, 30) not in texts(page)
    assert moment(shown(replace(state, roll=rolled))).key == page.key


def test_every_row_of_the_score_has_a_sign_of_its_own() -> None:
    keys = {row.key for episode in EPISODES.values() for row in episode.rows}
    assert len({row_sign(row, 42).tobytes() for row in keys}) == len(keys)


def test_between_episodes_there_is_no_sheet_and_no_choice_of_a_round() -> None:
    begins, model = shown(finished(2, "campaign", 0), seat=0), shown(middle(3, 4), seat=1)
    assert own(begins).key == board(begins).key
    assert own(model, Begin(2)).key == own(model).key


@pytest.mark.parametrize("mode", ["episode", "chapter"])
def test_alone_the_sums_that_stand_beside_the_sheet_are_not_drawn_again(mode: str) -> None:
    for seats, drawn in ((1, []), (2, ["scores"])):
        asked = [drawing.key[1] for drawing in sums(shown(finished(seats, mode)))]
        assert asked == drawn + ["standings"] * (mode == "chapter")


def test_alone_gold_bags_are_measured_by_their_number(locale: str) -> None:
    told_alone, others = (told.opening(shown(early(seats, 9), locale))[-1] for seats in (1, 2))
    speak = words(locale)
    assert (told_alone, others) == (speak("my_city.bags.9_alone"), speak("my_city.bags.9"))


def test_the_scores_are_those_of_the_finished_episode_even_once_the_next_one_is_played() -> None:
    """In the printed order the next episode begins by itself."""
    ended = finished(2, "campaign", 1)
    begun = GAME.apply(ended, Seat(0), Begin(2), Chance(bytes(32))).state
    assert begun.phase == "round"
    for drawing in (scores(shown(ended)), scores(shown(begun))):
        assert "Episode 1" in texts(drawing)
        assert "Episode 1, Landing, is done." in alt_of(drawing)


def test_an_enclosed_bandit_sits_behind_bars() -> None:
    around = tuple(Structure("residential", (cell,)) for cell in ("B1", "A2", "C2", "B3"))
    looks: set[bytes] = set()
    for drawn in (around[:3], around):
        canvas = Canvas(1100)
        sheet(canvas, 10, Sheet(drawn=drawn, bandits=("bandit_1",)), 0, 0, 78)
        x, y = border(78) + 78, border(78) + 78
        looks.add(canvas.image.crop((x, y, x + 78, y + 78)).tobytes())
    assert len(looks) == 2


def test_all_structures_and_ticks_of_several_rounds_are_lit() -> None:
    """Not one that was drawn anew after a step back; on a fresh sheet the newest alone."""
    then, before, now = (GAME.view(evening(3, 5, rounds), None) for rounds in (4, 5, 9))
    for seat in range(3):
        old, new = then.sheets[seat], now.sheets[seat]
        assert news(now, seat, then).drawn == tuple(range(len(old.drawn), len(new.drawn)))
        assert news(now, seat, then).ticks == new.ticks - old.ticks
        assert news(now, seat, replace(then, episode=4)) == news(now, seat)
        assert news(before, seat, now).drawn == ()
    sheets = (replace(now.sheets[0], stopped=True), *now.sheets[1:])
    left = replace(now, sheets=sheets)
    assert news(left, 0, then).stopped
    assert not news(left, 0, left).stopped
    assert not news(left, 1, then).stopped


def test_the_last_episode_of_several_is_called_so(speak: Words) -> None:
    """As soon as none can follow, in the words and in every header; where the order is free, the twelfth."""
    said = speak("my_city.text.last_episode", state="")
    for options, results, last in (
        (MyCityOptions(), 0, False),
        (MyCityOptions(mode="chapter", chapter=4), 1, False),
        (MyCityOptions(mode="chapter", chapter=4), 2, True),
        (MyCityOptions(mode="campaign", order="free"), 10, False),
        (MyCityOptions(mode="campaign", order="free"), 11, True),
    ):
        for state in (middle(3, 12), early(3, 12)):
            done = tuple(GAME.view(finished(3, "campaign"), None).results[:results])
            model = shown(replace(state, options=options, results=done), speak.locale, seat=0)
            values = {"episode": 12, "round": state.round}
            part = speak(f"my_city.picture.round{'_last' * last}", **values)
            assert (said in told.headline(model)) is last
            assert part in texts(board(model))
            assert part in texts(own(model))
            check(board(model))
            check(own(model))
    assert said not in told.headline(shown(finished(2, "chapter"), speak.locale))


# To keep --------------------------------------------------------------------------------------------------

DAY = "May 19, 2026"


def kept(mode: str, locale: str = "en", seat: int = 0, **options: Any) -> Drawing:
    """What a seat keeps of a game at random."""
    sample, rng = SAMPLES["my_city"], Random(mode)
    walk = played(sample, MyCityOptions(mode=mode, **options), 2, Chance(bytes(32)), rng)
    model = reader("my_city", walk.states[-1], locale)
    return list(keepsakes(walk, model, "my_city", DAY))[seat]


def land(episode: int, *built: tuple[str, str], bandits: tuple[str, ...] = ()) -> Image.Image:
    drawn = tuple(Structure(kind, tuple(cells.split())) for kind, cells in built)
    return landscape(episode, Sheet(drawn=drawn, bandits=bandits), 40, WHITE)


@every_episode
def test_each_landscape_shows_its_terrain_and_every_kind_of_building_apart(episode: int) -> None:
    free = [cell for cell in LABELS if spot(cell)[0] > 8][:2]
    found = [land(episode, (kind, " ".join(free))) for kind in ("residential", "industrial", "public")]
    pictures = {image.tobytes() for image in (land(episode), *found, land(episode, ("church", free[0])))}
    assert len(pictures) == 5


def test_no_two_landscapes_are_alike() -> None:
    assert len({land(episode).tobytes() for episode in ALL}) == len(ALL)


def test_a_loose_bandit_has_a_fire_and_an_enclosed_one_stakes() -> None:
    (cell,) = cells_of(layout_of(12).bandits["bandit_5"])
    row, column = spot(cell)
    around = [label((row + down, column + across)) for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    walls = [("residential", each) for each in around]
    free, caught = land(12, bandits=("bandit_5",)), land(12, *walls, bandits=("bandit_5",))
    assert count(free, colours.BAD) > count(caught, colours.BAD)
    assert count(land(12, *walls), colours.STONE_LIGHT) < count(caught, colours.STONE_LIGHT)


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("mode", ["episode", "chapter", "mini", "campaign"])
def test_a_keepsake_names_seat_day_and_points_of_each_episode(mode: str, locale: str) -> None:
    one, other = (kept(mode, locale, seat) for seat in (0, 1))
    speak, (drawing, alt) = words(locale), (canvas_of(one), alt_of(one))
    assert isinstance(one.draw, RenderRequest)
    towns = one.draw.args[2]
    assert len(towns) == {"episode": 1, "campaign": 12}.get(mode, 3)
    written = [text.text for text in drawing.placed if text.kind == "text"]
    assert DAY in written
    assert DAY in alt
    total = signed(sum(result.points[0] for result, _ in towns))
    assert total in written
    assert any(own.drawn for _, own in towns)
    for result, _ in towns:
        assert signed(result.points[0]) in written
        assert speak(f"my_city.episode.{result.episode}") in alt
    assert one.key != other.key
    assert drawing.image.tobytes() != canvas_of(other).image.tobytes()
    for each in (one, other):
        check(each)


def test_a_poster_has_room_for_any_number_of_episodes() -> None:
    """Whoever chooses the order may stop after any of them."""
    whole = kept("campaign")
    assert isinstance(whole.draw, RenderRequest)
    model, seat, towns, day = whole.draw.args
    for many in range(1, len(towns) + 1):
        few = replaced(whole.draw, args=(model, seat, towns[:many], day))
        check(Drawing(("few", many), few))
