"""Pictures of My City: what they weigh, depend on, never show, and light."""

from collections import Counter
from itertools import combinations

import pytest
from gallery_my_city import ALL, SEATS, City, compass, early, everywhere, finished, late, middle, shown
from msgspec.structs import replace
from picture_checks import alt_of, amber, canvas_of, count, inside, overlap, texts
from picture_models import LOCALES
from PIL import Image
from samples_my_city import evening
from test_palette import KINDS, contrast, distance

from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.my_city import sentences as told
from bot.games.my_city.cells import LABELS, orientations, spot
from bot.games.my_city.city import EPISODES, Spot
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots, refusal
from bot.games.my_city.moves import Begin, Build, MyCityMove, Pass, Sheet, Stop, Structure
from bot.games.my_city.scoring import bags_now
from bot.text import signed, words
from render import fonts
from render.canvas import Canvas
from render.my_city import board, colours, moment, own, ranking, scores, standings
from render.my_city.round_board import DICE, PLANS
from render.my_city.sheet import LIT, PLAIN, Look, border, ground, sheet, size, structure, terrain
from render.my_city.signs import row_sign, sign
from render.theme import INK, TOP, WHITE, WIDTH
from tests.games.my_city.positions import roll, table


@pytest.mark.parametrize("episode", [1, 4, 8, 11, 12])
def test_a_choice_is_shown_as_what_it_is(episode: int) -> None:
    """Green for what may be built, red for what may not, amber for what is chosen."""
    state = evening(3, episode, 6)
    spots = legal_spots(state, Seat(1))
    mine = shown(state, seat=1)
    for choice in everywhere(state, 1):
        if not isinstance(choice, Build):
            continue
        image = canvas_of(own(mine, choice)).image
        legal = refusal(state, Seat(1), choice) is None
        assert legal == (choice.cells in spots)
        green, red = count(image, colours.GOOD), count(image, colours.BAD)
        assert (green > red) if legal else (red > green)
    if spots:
        chosen = replace(state, choices=(None, Build(spots[0]), None))
        image = canvas_of(own(shown(chosen, seat=1))).image
        assert count(image, colours.GOOD) == 0


def test_the_reason_stands_beside_what_may_not_be_built() -> None:
    for dice, cells, reason in (("I1", ("A1",), "A1 is a mountain"), ("V3", ("D1", "E1", "E2"), "the river")):
        drawing = own(shown(table(1, "", "", roll=roll(dice)), seat=0), Build(cells))
        assert reason in " ".join(texts(drawing))
        assert reason in alt_of(drawing)


def test_what_was_drawn_last_is_lit_for_everybody() -> None:
    state = evening(4, 5, 1)
    quiet = replace(state, last=None)
    assert state.last is not None
    built = sum(isinstance(choice, Build) for choice in state.last.choices)
    assert built >= 3
    assert amber(board(shown(state))) > amber(board(shown(quiet))) + 150 * built


@pytest.mark.parametrize("episode", ALL)
def test_every_building_is_within_one_outline(episode: int) -> None:
    """Inside a building no ink runs between its cells: groups of buildings can be counted."""
    for form in orientations("O4"):
        image = structure("residential", form, 78)
        x, y = image.width // 2, image.height // 2
        assert image.getpixel((x, y)) == (*colours.TYPES["residential"], 255)
    state = late(2, episode)
    canvas = Canvas(1100)
    own_sheet = state.sheets[0]
    sheet(canvas, episode, own_sheet, 0, 0, 78)
    for item in own_sheet.drawn:
        if item.kind == "residential":
            for one, other in zip(item.cells, item.cells[1:], strict=False):
                check_open(canvas, spot(one), spot(other))


def check_open(canvas: Canvas, one: Spot, other: Spot) -> None:
    """Between two cells of a row that belong together there is only the colour of their building."""
    if one[0] == other[0] and other[1] == one[1] + 1:
        x, y = border(78) + 78 * other[1], border(78) + 78 * one[0] + 39
        assert canvas.image.getpixel((x, y)) == colours.TYPES["residential"]


def test_two_buildings_side_by_side_are_parted() -> None:
    canvas = Canvas(1100)
    drawn = tuple(Structure("residential", cells) for cells in (("D5", "D6"), ("E5",)))
    sheet(canvas, 1, Sheet(drawn=drawn), 0, 0, 78)
    y = border(78) + 78 * 4 + 39
    row = [canvas.image.getpixel((border(78) + 78 * 4 + dx, y)) for dx in range(-12, 13)]
    assert INK in row


@pytest.mark.parametrize("side", [20, 30, 78])
def test_no_two_kinds_of_terrain_are_alike_in_grey(side: int) -> None:
    kinds = ("meadow", "tree", "rock", "mountain", "forest", "well", "water", "plateau", "woodland", "gold")
    grey = {kind: flat(ground(kind, side)).convert("L") for kind in kinds}
    pieces = ("sawmill", "fortress", "bandit", "church", "bag")
    assert len({sign(kind, side).tobytes() for kind in (*kinds[1:], *pieces)}) == len(kinds) + 4
    for one, other in combinations(kinds, 2):
        pairs = zip(grey[one].tobytes(), grey[other].tobytes(), strict=True)
        apart = sum(abs(a - b) > 40 for a, b in pairs)
        assert apart >= 0.08 * side * side, (one, other)


def flat(image: Image.Image) -> Image.Image:
    """The image on white."""
    under = Image.new("RGB", image.size, WHITE)
    under.paste(image, (0, 0), image)
    return under


@pytest.mark.parametrize("kind", KINDS)
def test_the_types_of_buildings_are_told_apart_by_colour_as_well(kind: str) -> None:
    fills = [*colours.TYPES.values(), colours.FORTRESS, colours.MEADOW]
    for one, other in combinations(fills, 2):
        assert distance(one, other, kind) >= 8, (one, other)
    for one, other in combinations(colours.TYPES.values(), 2):
        assert distance(one, other, kind) >= 20, (one, other)


def test_the_types_of_buildings_are_told_apart_by_pattern_in_grey() -> None:
    """Solid has one shade, stripes have two in turn, crosses are dark on light."""
    for side in (30, 78):
        shades = [
            set(flat(structure(kind, ((0, 0),), side)).convert("L").tobytes()) for kind in colours.TYPES
        ]
        assert len({frozenset(shade) for shade in shades}) == 3


@pytest.mark.parametrize("kind", KINDS)
def test_river_and_water_stand_out_from_the_meadow(kind: str) -> None:
    assert distance(colours.RIVER_EDGE, colours.MEADOW, kind) >= 25
    assert distance(colours.GROUNDS["water"], colours.MEADOW, kind) >= 10


def test_what_is_written_on_colours_is_readable() -> None:
    for fill in (colours.GOOD, colours.BAD, colours.ACCENT):
        assert contrast(WHITE, fill) >= 4.5


def test_a_proposal_is_paler_and_a_news_lit() -> None:
    form = orientations("L4")[0]
    drawn = {
        structure("public", form, 78, look).tobytes() for look in (PLAIN, LIT, Look(colours.GOOD, ghost=True))
    }
    assert len(drawn) == 3


@pytest.mark.parametrize("episode", ALL)
def test_the_river_is_printed_and_never_below_a_wrong_line(episode: int) -> None:
    image = terrain(episode, 78)
    parted = {frozenset(map(tuple, pair)) for pair in EPISODES[episode].river}
    for row in range(11):
        for column in range(7):
            x, y = border(78) + 78 * (column + 1), border(78) + 78 * row + 39
            # A printed structure on one bank covers its half of the line.
            wet = colours.RIVER in [image.getpixel((x + side, y)) for side in (-6, 6)]
            assert wet == (frozenset(((row, column), (row, column + 1))) in parted), (row, column)


def test_pictures_say_in_words_what_counts_now() -> None:
    """What a compass asks for, gold bags that are worth something, open bonuses, what
    a choice would change, all episodes played."""
    alone, campaign = shown(early(1, 1), seat=0), shown(finished(3, "campaign", 7))
    now = alone.view.points[0]
    for drawing, wanted in (
        (board(shown(compass(3, 5))), ["The next church"]),
        (board(shown(compass(3, 11))), ["A new fortress"]),
        (board(shown(late(3, 9))), [*map(str, bags_now(late(3, 9)))]),
        (board(shown(early(3, 8))), ["open"] * 2),
        (own(alone, Pass()), ["\u22121", signed(now - 1)]),
        (own(alone, Stop()), [signed(now)]),
        (standings(campaign), ["0", *[str(result.episode) for result in campaign.view.results]]),
    ):
        assert Counter(wanted) <= Counter(texts(drawing))


def test_before_the_first_episode_all_twelve_are_shown() -> None:
    state = finished(2, "campaign", 0)
    model = shown(state, seat=0)
    written = texts(board(model))
    assert set(map(str, ALL)) <= set(written)
    assert own(model).key == board(model).key


def test_the_ranking_of_a_long_campaign_is_told_by_chapters() -> None:
    written = {*texts(ranking(shown(finished(2, "campaign"))))}
    assert {"Ch. 1", "Ch. 2", "Ch. 3", "Ch. 4"} <= written
    few = {*texts(ranking(shown(finished(2, "mini"))))}
    assert {"Ep. 3", "Ep. 6", "Ep. 12"} <= few


def test_whoever_plays_alone_is_graded() -> None:
    model = shown(finished(1, "campaign"))
    grades = told.grade_lines(model)
    assert len(grades) == 5
    alt = alt_of(ranking(model))
    assert all(line in alt for line in grades)
    written = texts(standings(model))
    assert sum(text.startswith(("Chapter", "Campaign")) for text in written) == 5
    assert told.grade_lines(shown(finished(2, "campaign"))) == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", [1, 3])
def test_a_page_of_the_history_asks_nobody_for_anything(seats: int, locale: str) -> None:
    """Neither in a round nor before the first one is over, whoever of them has chosen by then."""
    for state in (early(seats, 4), middle(seats, 4), late(seats, 11)):
        model = shown(state, locale)
        page = moment(model)
        written = " ".join(texts(page))
        asking = {"choosing", "chosen", "Waiting", "Build,"} if locale == "en" else {"選択", "待ち", "建設か"}
        assert not [word for word in asking if word in written + alt_of(page)]
        other = replace(state, choices=(None,) * seats)
        assert moment(shown(other, locale)).key == page.key


def test_a_page_of_the_history_shows_the_dice_of_the_round_it_tells() -> None:
    state = middle(3, 4)
    assert state.last is not None
    page = moment(shown(state))
    written = {*texts(page)}
    assert f"Episode 4 \u2013 round {state.last.round}" in written
    assert "Round over" in written
    assert fonts.fit("", 100, 30) not in written
    other = replace(state, roll=replace(state.last.roll, left="L2", right="R5"))
    assert moment(shown(other)).key == page.key


def test_every_row_of_the_score_has_a_sign_of_its_own() -> None:
    rows = {row.key for episode in EPISODES.values() for row in episode.rows}
    assert len({row_sign(row, 42).tobytes() for row in rows}) == len(rows)


def test_a_move_between_episodes_is_no_choice_of_a_round() -> None:
    model: City = shown(middle(3, 4), seat=1)
    begin: MyCityMove = GAME.legal(finished(3, "campaign", 1), Seat(0))[0]
    assert own(model, begin).key == own(model).key


def test_cells_that_do_not_exist_are_refused_and_not_drawn() -> None:
    drawing = own(shown(early(2, 1), seat=0), Build(("Z9",)))
    assert "there is no cell Z9" in {*texts(drawing)}
    assert "Z9" not in LABELS


def test_the_scores_are_those_of_the_finished_episode_even_once_the_next_one_is_played() -> None:
    """In the printed order the next episode begins by itself."""
    ended = finished(2, "campaign", 1)
    begun = GAME.apply(ended, Seat(0), Begin(2), Chance(bytes(32))).state
    assert begun.phase == "round"
    for drawing in (scores(shown(ended)), scores(shown(begun))):
        assert "Episode 1" in {*texts(drawing)}
        assert "Episode 1, Landing, is done." in alt_of(drawing)


def test_an_enclosed_bandit_sits_behind_bars() -> None:
    around = tuple(Structure("residential", (cell,)) for cell in ("B1", "A2", "C2", "B3"))
    looks: list[bytes] = []
    for drawn in (around[:3], around):
        canvas = Canvas(1100)
        sheet(canvas, 10, Sheet(drawn=drawn, bandits=("bandit_1",)), 0, 0, 78)
        x, y = border(78) + 78, border(78) + 78
        looks.append(canvas.image.crop((x, y, x + 78, y + 78)).tobytes())
    assert looks[0] != looks[1]


@pytest.mark.parametrize("seats", SEATS)
def test_the_cards_of_all_players_lie_in_the_picture_side_by_side(seats: int) -> None:
    plan = PLANS[seats]
    boxes = [plan.card(seat, TOP + DICE + 12) for seat in range(seats)]
    for index, box in enumerate(boxes):
        assert inside(box, (0, TOP + DICE, WIDTH, 1100))
        assert box[2] - box[0] > size(plan.cell)[0]
        assert not any(overlap(box, other) for other in boxes[index + 1 :])


@pytest.mark.parametrize("locale", LOCALES)
def test_no_label_of_a_score_row_is_cut(locale: str) -> None:
    for episode in ALL:
        written = texts(own(shown(middle(2, episode), locale, seat=1)))
        names = {words(locale)(f"my_city.score.{row.key}") for row in EPISODES[episode].rows}
        assert names <= {*written}
