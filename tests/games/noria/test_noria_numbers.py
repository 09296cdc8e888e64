"""The numbers that no printed source gives: by which of their editions a game is played."""

import re
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from bot.games.data import content
from bot.games.noria.box import BOX, GOODS, NUMBERS, PATHS, TOP, Bundle, Numbers, mixes
from bot.games.noria.costs import path_payments
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaOptions
from bot.games.noria.sentences_of_panel import produce_offers
from bot.games.noria.sentences_of_table import kind
from bot.games.noria.sketch import sketch_of
from bot.text import words
from tests.games.noria.positions import CHANCE, A, here, own, play

Saved = dict[str, Any]
both = pytest.mark.parametrize(
    ("saved", "wanted"),
    [pytest.param({}, NUMBERS[0], id="saved before"), pytest.param({"edition": 2}, NUMBERS[1], id="newest")],
)
HEAP = "40 energy 40 mycelium 40 obsidian 9 sail 9 compass 9 propeller 9 piston 9 lamp"
TOOL = "1T - 1J 3C - 2M 4O 6E"


@both
def test_a_save_says_which_numbers_it_is_played_by(saved: Saved, wanted: Numbers) -> None:
    state = here(**saved)
    assert state.numbers is GAME.view(state, None).numbers is wanted
    assert (b"edition" in GAME.encode(state)) == bool(saved)
    assert GAME.decode(GAME.encode(state)) == state


@both
@pytest.mark.parametrize("path", PATHS)
def test_8_1_what_a_level_costs(saved: Saved, wanted: Numbers, path: str) -> None:
    steps, kinds = wanted.path_cost[path], BOX.path_kinds[path]
    for level in range(1, TOP + 1):
        state = here(levels={path: level - 1}, stock=HEAP, **saved)
        ways = {*mixes(own(state).stock, kinds, steps.n[level - 1])}
        if level in steps.same:
            ways = {pay for pay in ways if len([*pay.items()]) == 1}
        assert {*path_payments(state, A, path)} == ways
        assert sketch_of(state).tables.steps[PATHS.index(path)][level - 1] == (
            steps.n[level - 1],
            level in steps.same,
        )


@both
@pytest.mark.parametrize("good", GOODS)
def test_9_what_a_good_is_made_of(saved: Saved, wanted: Numbers, good: str) -> None:
    state = play(here(wheel=TOOL, stock="9 energy 9 mycelium 9 obsidian", empty=f"1 {good}", **saved), "S1")
    assert {one.good: one.recipe for one in produce_offers(state)} == wanted.recipes
    left = own(play(state, f"produce {good}")).stock
    assert left == own(state).stock.minus(wanted.recipes[good]).plus(Bundle(**{good: 1}))


@pytest.mark.parametrize(("version", "edition"), [(1, msgspec.UNSET), (2, 2)])
@pytest.mark.parametrize("setup", ["first", "basic", "expert"])
def test_a_game_begins_with_the_numbers_of_its_rules(version: int, edition: Any, setup: str) -> None:
    rules = GAME.of_version(version)
    for seats in (1, 4):
        state = rules.setup(NoriaOptions(setup=setup), seats, CHANCE)  # type: ignore[arg-type]
        assert state.edition == edition


# What is written


@pytest.mark.parametrize(
    ("locale", "between", "line", "unit"),
    [("en", ", ", "- **{}**: ", "{n} {of}"), ("ja", "、", "- **{}**：", "{of}{n}")],
)
def test_the_rules_tell_the_numbers_in_force(locale: str, between: str, line: str, unit: str) -> None:
    page = files("bot.games.noria").joinpath(f"rules.{locale}.md").read_text(encoding="utf-8")
    now, speak = NUMBERS[-1], words(locale)
    for good, recipe in now.recipes.items():
        units = between.join([unit.format(n=n, of=kind(one, speak)) for one, n in recipe.items()])
        assert f"{line.format(kind(good, speak))}{units}\n" in page
    levels = re.findall(r"^- \*\*.+?[;。] ?((?:\d+(?:, |、)?){9})$", page, re.MULTILINE)
    assert levels == [between.join(map(str, now.path_cost[path].n)) for path in PATHS]


def test_the_list_of_unsourced_values_tells_them_too_and_what_they_were() -> None:
    listed = msgspec.json.decode(content("noria", "unsourced.json"))
    for key, number in (("chosen", NUMBERS[-1]), ("before", NUMBERS[0])):
        costs, recipes = listed["H02"][key], listed["H08"][key]
        assert all(",".join(map(str, number.path_cost[path].n)) in costs for path in PATHS)
        for good, recipe in number.recipes.items():
            letters = " ".join([each[0].upper() for each, n in recipe.items() for _ in range(n)])
            assert f"{good} {letters}" in recipes
    tuned = [entry for entry in listed.values() if "before" in entry]
    assert len(tuned) == 2
    assert {entry["shown_by"] for entry in tuned} == {"python -m bot bench --balance --game noria"}
