"""My City in sentences: reports of rounds, the line of state, everything that the pictures show."""

import pytest
from gallery_my_city import ALL, SEATS, early, finished, late, middle, shown
from msgspec.structs import replace
from picture_models import LOCALES
from samples_my_city import evening

from bot.games.contract import Refusal, Seat
from bot.games.my_city import moves, sentences as told, sentences_of_score
from bot.games.my_city.cells import LABELS, Roll, frequencies
from bot.games.my_city.city import CHAPTERS, EPISODES, TYPES, Kind
from bot.games.my_city.game import GAME
from bot.games.my_city.legal import legal_spots
from bot.games.my_city.preview import odds, proposal
from bot.games.my_city.scoring import rows
from bot.games.my_city.sentences_of_score import gain_line, printed_lines, score_lines, seat_lines
from bot.text import signed, words
from tests.games.my_city.positions import COMPASS, table

WHO = Seat(2)
ROLL = Roll("L1", "R1", "public")
REPORTS: list[tuple[moves.MyCityEvent, str]] = [
    (moves.Decided(seat=WHO, changed=False), "Jo has chosen."),
    (moves.Decided(seat=WHO, changed=True), "Jo has chosen anew."),
    (moves.Built(seat=WHO, kind="church", cells=("D1", "D2")), "Jo builds a church on D1, D2."),
    (moves.Passed(seat=WHO, ticks=1, points=-1), "Jo passes and has 1 box ticked: \u22121."),
    (moves.Passed(seat=WHO, ticks=3, points=-3), "Jo passes and has 3 boxes ticked: \u22123."),
    (moves.Stopped(seat=WHO), "Jo stops."),
    (moves.Stopped(seat=WHO, full=True), "The sheet of Jo is full."),
    (moves.BonusWon(kind="gold", seats=(WHO,)), "First to build over all gold, +5: Jo."),
    (moves.Rolled(round=3, roll=ROLL), "Round 3: public, 4 cells."),
    (moves.GameOver(), "The game is over."),
]


@pytest.mark.parametrize(("event", "sentence"), REPORTS)
def test_every_fact_has_its_sentence(event: moves.MyCityEvent, sentence: str) -> None:
    assert told.report(shown(early(3, 8)), [event]) == [sentence]
    assert len(told.report(shown(early(3, 8), "ja"), [event])) == 1


def test_who_has_chosen_goes_without_saying_once_the_round_is_told() -> None:
    events = [moves.Decided(seat=WHO, changed=False), moves.Stopped(seat=WHO)]
    assert told.report(shown(early(3, 8)), events) == ["Jo stops."]


def test_the_end_of_an_episode_tells_points_bags_and_bandits() -> None:
    event = moves.EpisodeScored(
        episode=10, points=(7, -3, 12), bags=(0, 2, 1), bandits=((), ("bandit_1",), ("bandit_2", "bandit_5"))
    )
    model = shown(early(3, 10))
    long, short, third = model.names
    assert told.report(model, [event]) == [
        f"Episode 10 is done: {third} 12, {long} 7, {short} \u22123.",
        *(f"{short} wins 2 gold bags.", f"{third} wins 1 gold bag."),
        f"Bandits that {short} has not enclosed: 1 (B2).",
        f"Bandits that {third} has not enclosed: 2 (F3) and 5 (D10).",
    ]


def test_an_episode_begins_with_its_title_and_the_bandits_that_are_left_over() -> None:
    printed = EPISODES[11].printed_bandits
    event = moves.EpisodeBegun(episode=11, bandits=(printed, (*printed, "bandit_2"), printed))
    model = shown(early(3, 11))
    assert told.report(model, [event]) == [
        "Episode 11, Strongholds, begins.",
        f"Bandits left over on the sheet of {model.names[1]}: 2 (F3).",
    ]


@pytest.mark.parametrize(("episode", "says"), [(2, "residential, 1 cell"), (5, "church"), (11, "fortress")])
def test_a_compass_is_told_as_what_it_means_in_the_episode(episode: int, says: str) -> None:
    line = told.rolled(shown(early(2, episode)).view, COMPASS, words("en"))
    assert says in line
    assert ("compass" in line) == (EPISODES[episode].compass is not None)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("episode", ALL)
def test_the_line_of_state_names_episode_round_and_dice(episode: int, locale: str) -> None:
    state = middle(3, episode)
    model = shown(state, locale)
    line = told.headline(model)
    assert words(locale)(f"my_city.episode.{episode}") in line
    if state.phase == "round":
        assert state.roll is not None
        assert str(state.round) in line
        assert told.rolled(model.view, state.roll, words(locale)) in line


def test_between_episodes_it_is_said_who_chooses_the_next_one() -> None:
    model = shown(finished(2, "campaign", 1))
    assert told.headline(model) == f"Episode 1, Landing, is done. {model.names[0]} chooses the next episode."
    assert told.decision(model, Seat(0))
    assert not told.decision(model, Seat(1))
    assert told.state(shown(finished(2, "campaign", 0))) == "The first episode is about to be chosen."
    assert told.headline(shown(finished(2, "campaign"))) == "The game is over."


def test_only_whoever_has_not_chosen_owes_a_decision() -> None:
    model = shown(middle(3, 2))
    assert [bool(told.decision(model, Seat(seat))) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("episode", ALL)
def test_the_text_holds_every_sheet_cell_by_cell(episode: int, locale: str) -> None:
    state = late(3, episode)
    model = shown(state, locale, seat=0)
    text = told.text(model)
    for name, sheet in zip(model.names, state.sheets, strict=True):
        assert name in text
        for item in sheet.drawn:
            cells = model.words.listed(item.cells)
            assert f"{model.words(f'my_city.kind.{item.kind}')} {cells}" in text
    for row in EPISODES[episode].rows:
        assert sentences_of_score.row_name(row.key, model.words) in text
    assert "{" not in text


@pytest.mark.parametrize("episode", ALL)
def test_what_is_printed_is_told_with_its_cells(episode: int) -> None:
    text = "\n".join(printed_lines(episode, words("en")))
    for row, line in enumerate(EPISODES[episode].grid):
        for column, sign in enumerate(line):
            if sign not in ".B":
                assert LABELS[row * 8 + column] in text
    assert "river: right of" in text


def test_the_river_is_told_in_as_few_words_as_possible() -> None:
    line = printed_lines(1, words("en"))[0]
    sides = "right of C4\u2013C6, right of D1\u2013D3, right of D10\u2013D11, right of E7\u2013E9"
    for side in sides.split(", "):
        assert side in line
    assert "below D3" in line


@pytest.mark.parametrize("locale", LOCALES)
def test_the_score_tells_every_row_and_what_is_missing(locale: str) -> None:
    state = late(2, 12)
    model = shown(state, locale, seat=0)
    lines = score_lines(model, Seat(0))
    found = rows(state, 0)
    assert len(lines) == len(found) + 1
    for line, row in zip(lines, found, strict=False):
        assert line.startswith(sentences_of_score.row_name(row.key, model.words))
        assert signed(row.points) in line
        for part in row.parts:
            assert all(cell in line for cell in part.cells)


@pytest.mark.parametrize(
    ("episode", "line"),
    [
        (3, "wells: 0 \u2013 G8: 0 of 4 buildings, open: G7, F8, H8, G9"),
        (6, "churches: 0 \u2013 C5: lacks residential, industrial, public, open: "),
        (9, "gold bags: 20 \u2013 1 in store, the most anybody has: 1"),
        (10, "1 (B2): 0 of 4 sides closed, open: B1, A2, C2, B3"),
        (12, "complete groups: 0 \u2013 residential 0 of 1 in one group"),
        (12, "passes: 0 \u2013 0 of 6 boxes ticked, next: \u22121"),
    ],
)
def test_the_score_of_each_kind_of_row_tells_what_it_lacks(episode: int, line: str) -> None:
    assert line in "\n".join(score_lines(shown(early(2, episode), seat=0), Seat(0)))


def test_a_bonus_that_is_gone_is_told_with_who_has_it() -> None:
    state = replace(early(3, 8), bonuses=(moves.Bonus("plateau", 4, (Seat(2),)),))
    model = shown(state, seat=0)
    lines = score_lines(model, Seat(0))
    assert "first: plateau: 0 \u2013 won by Jo in round 4" in lines
    assert "First to build over all plateau, +5: Jo" in told.text(model)
    assert "First to build over all woodland gets +5: open" in told.text(model)


def test_the_score_tells_what_a_choice_would_change() -> None:
    model, seat = shown(early(1, 1), seat=0), Seat(0)
    now, passed = model.view.points[0], score_lines(model, seat, moves.Pass())
    assert "passes: \u22121 \u2013 1 of 6 boxes ticked, next: \u22122 [\u22121]" in passed
    assert passed[-1] == f"total: {signed(now - 1)} [\u22121]"
    assert gain_line(model, seat, moves.Stop()) == f"Total with this choice: {signed(now)} (±0)"
    assert score_lines(model, seat)[-1] == f"total: {signed(now)}"


def test_the_choice_already_made_counts_in_the_own_score_alone() -> None:
    mine, other = (shown(middle(3, 2), seat=seat) for seat in (0, 1))
    made = proposal(mine.view, Seat(0), None)
    assert made is not None
    assert made.made
    assert score_lines(mine, Seat(0))[-1] != score_lines(other, Seat(0))[-1]
    assert ["Your choice: " in told.text(model) for model in (mine, other)] == [True, False]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "code",
    [
        *("on_structure", "on_bandit", "on_mountain", "on_forest", "on_well", "on_water", "no_such_cell"),
        *("wrong_shape", "crosses_river", "touches_nothing", "start_river", "start_sawmill", "start_church"),
        *("start_fortress", "fortress_not_passed", "no_passing", "boxes_full", "church_boxes"),
        *("over", "not_now", "not_asked", "left_episode"),
    ],
)
def test_every_reason_is_told_in_a_few_words(code: str, locale: str) -> None:
    assert 0 < len(told.why(Refusal(code, cell="D11", n=2), words(locale))) <= 32


def test_a_spot_is_named_by_its_cell_its_turn_and_what_it_gains() -> None:
    speak, flipped = words("en"), ("D4", "E4", "E5", "E6")
    assert [told.spot(("D4",), speak), told.spot(("D4",), speak, 3)] == ["D4", "D4 · +3"]
    assert told.spot(("D4", "D5"), speak, 0) == "D4 · turned 90° · ±0"
    label = told.spot(flipped, speak, -2)
    assert "flipped" in label
    assert label.endswith("\u22122")
    assert "裏返し" in told.spot(flipped, words("ja"))


@pytest.mark.parametrize("episode", ALL)
def test_no_two_spots_share_a_label(episode: int) -> None:
    state = evening(1, episode, 5)
    labels = [told.spot(cells, words("ja")) for cells in legal_spots(state, Seat(0))]
    assert len(set(labels)) == len(labels) > 0


@pytest.mark.parametrize("episode", ALL)
def test_the_odds_are_those_of_36_rolls(episode: int) -> None:
    state = early(1, episode)
    found = odds(shown(state, seat=0).view, Seat(0))
    assert sum(count for _, count in found) == 36
    assert ("compass" in dict(found)) == (EPISODES[episode].compass is not None)


def test_without_churches_left_the_compass_is_no_more_than_a_blank() -> None:
    view = GAME.view(table(4, "c C3 D3 E3, c C4 D4 C5 D5, c B6 C6 D6 C7"), Seat(0))
    assert odds(view, Seat(0)) == tuple((item.shape, item.all) for item in frequencies())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_standings_tell_totals_chapters_and_grades(seats: int, locale: str) -> None:
    model = shown(finished(seats, "campaign"), locale)
    text = "\n".join(told.standing_lines(model))
    for name, total in zip(model.names, model.view.totals, strict=True):
        assert name in text
        assert signed(total) in text
    for chapter in CHAPTERS.values():
        number, title = chapter.chapter, words(locale)(f"my_city.chapter.{chapter.chapter}")
        wanted = f"第{number}章「{title}」\uff1a" if locale == "ja" else f"Chapter {number}, {title}: "
        assert wanted in text
    assert len(told.grade_lines(model)) == (5 if seats == 1 else 0)
    assert text in told.text(model)


def test_the_score_table_names_the_best_first_and_what_it_is_made_of() -> None:
    model = shown(finished(3, "episode"))
    result = model.view.results[-1]
    lines = told.score_table(model)
    best = max(range(3), key=lambda seat: result.points[seat])
    assert lines[0].startswith(f"{model.names[best]}: {signed(result.points[best])} (")
    for row in result.rows[best]:
        part = f"{sentences_of_score.row_name(row.key, model.words)}: {signed(row.points)}"
        there = f"({part}" in lines[0] or f", {part}" in lines[0]
        assert there == bool(row.points)


@pytest.mark.parametrize("locale", LOCALES)
def test_only_the_options_that_count_are_told(locale: str) -> None:
    told_rows = {
        mode: told.option_rows(moves.MyCityOptions(mode=mode, episode=5, chapter=2), words(locale))
        for mode in ("episode", "chapter", "mini", "campaign")
    }
    assert [len(found) for found in told_rows.values()] == [2, 2, 1, 2]
    assert words(locale)("my_city.episode.5") in told_rows["episode"][1][1]
    assert words(locale)("my_city.chapter.2") in told_rows["chapter"][1][1]


@pytest.mark.parametrize("locale", LOCALES)
def test_names_are_in_the_language_of_the_reader(locale: str) -> None:
    kinds: tuple[Kind, ...] = (*TYPES, "church", "fortress")
    assert len({words(locale)(f"my_city.kind.{kind}") for kind in kinds}) == 5
    assert {"en": "residential", "ja": "住宅"}[locale] == words(locale)("my_city.kind.residential")
    assert len({words(locale)(f"my_city.episode.{episode}") for episode in EPISODES}) == 12


def test_a_sheet_without_anything_on_it_says_so() -> None:
    assert "Nothing built yet." in seat_lines(shown(early(2, 1)), Seat(0))
